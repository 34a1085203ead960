"""Admissible ranges (ops 8.4)."""

from .bounds import evaluate, within
from .errors import Refused
from .ints import I64_MAX

TOP = 1 << 63


def consumer_meets(p, node, tensor, x, profile):
    """C(X) for one consumer of the tensor."""
    iv = (-x, x)
    ivs = [iv if t == tensor else old for t, old in zip(node.op.ins, node.ivs)]
    try:
        node.op.kind.check_load(node.op.par, ivs)       # lut16 (readings G9)
    except Refused:
        return False
    g = p.graph
    inter, results, saturated = evaluate(
        node.op, ivs, g.scalars, [g.tensors[t].channels for t in node.op.ins],
        [p.shapes[t] for t in node.op.ins] if p.shapes else None)
    classes = node.op.kind.classes
    return (not saturated and all(within(v, classes[k], profile) for k, v in inter.items()) and
            all(within(v, "tensor", profile) for v in results))


def admissible_range(p, tensor, profile):
    """[lo, hi] of ops 8.4, or None when C(0) fails."""
    consumers = [n for n in p.nodes if tensor in n.op.ins]

    def holds(x):
        return all(consumer_meets(p, n, tensor, x, profile) for n in consumers)

    if not holds(0):
        return None
    lo, hi = 0, TOP + 1
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if holds(mid):
            lo = mid
        else:
            hi = mid
    return -lo, min(lo, I64_MAX)
