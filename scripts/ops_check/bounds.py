"""The bounds pass, the fits and the verdict (ops 8)."""

from .errors import MODEL, need
from .ints import bits, clamp, fits
from .operators.base import Context
from .plan import load_plan
from .sat import Sat, Record
from .whg1 import CHECK, CLAMP, STATE, parse

WIDTH = {"acc64": {"tensor": 64, "acc": 64, "wide": 128, "product": 128},
         "acc32": {"tensor": 32, "acc": 32, "wide": 32, "product": 64}}
PROFILES = ("acc32", "acc64")


def within(iv, cls, profile):
    """Whether an interval meets the profile's width for a class (ops 7.1)."""
    n = WIDTH[profile][cls]
    return fits(iv[0], n) and fits(iv[1], n)


class Node:
    """What the pass knows of one operator."""
    __slots__ = ("op", "ivs", "inter", "results", "outs", "saturated", "params32", "checks",
                 "flags", "fits")


class Pass:
    """The bounds pass of one loaded graph."""

    def __init__(self, graph, shapes, intervals, nodes):
        self.graph, self.shapes = graph, shapes
        self.intervals, self.nodes = intervals, nodes


def after_policy(record, iv):
    """A tensor's own interval from its producer result (ops 8.1)."""
    if record.policy == CLAMP:
        return clamp(iv[0], record.lo, record.hi), clamp(iv[1], record.lo, record.hi)
    if record.policy == CHECK:
        iv = max(iv[0], record.lo), min(iv[1], record.hi)
        need(iv[0] <= iv[1], MODEL, "a check range that nothing meets")
    return iv


def evaluate(op, ivs, ranges, channels, shapes):
    """(intermediates, producer results, saturated) of one operator."""
    sat, rec = Sat(), Record()
    results = op.kind.bound(op.par, ivs, Context(ranges, channels, shapes), sat, rec)
    return rec.values, results, sat.hit


def bounds_pass(g, shapes):
    """Load step 8 without the profile: may refuse (readings G13)."""
    intervals = {i.tensor: (g.tensors[i.tensor].lo, g.tensors[i.tensor].hi) for i in g.inputs}
    states = {i.tensor for i in g.inputs if i.kind == STATE}
    nodes = []
    for op in g.ops:
        node = Node()
        node.op = op
        node.ivs = [intervals[t] for t in op.ins]
        op.kind.check_load(op.par, node.ivs)
        node.inter, node.results, node.saturated = evaluate(
            op, node.ivs, g.scalars, [g.tensors[t].channels for t in op.ins],
            [shapes[t] for t in op.ins] if shapes else None)
        node.outs = [after_policy(g.tensors[t], iv) for t, iv in zip(op.outs, node.results)]
        intervals.update(zip(op.outs, node.outs))
        node.params32 = op.kind.params32(op.par)
        node.checks = any(g.tensors[t].policy == CHECK for t in op.outs)
        node.flags = set(op.kind.flags(op.par))
        if op.kind.name in ("add", "chunk_add") and states.intersection(op.ins):
            node.flags.add("state_add")
        node.fits = [p for p in PROFILES if node_failure(node, p) is None]
        nodes.append(node)
    return Pass(g, shapes, intervals, nodes)


def width_failures(node, profile):
    """[(bits, key)] of the intervals that fail the profile's width."""
    out = []
    for key, iv in node.inter.items():
        if not within(iv, node.op.kind.classes[key], profile):
            out.append((bits(*iv), key))
    for k, iv in enumerate(node.results):
        if not within(iv, "tensor", profile):
            out.append((bits(*iv), f"out.{k}"))
    return out


def node_failure(node, profile):
    """(key, bits or None) of the node's failure, or None when it fits (ops 8.5)."""
    if node.saturated:
        return "saturated", None
    failed = width_failures(node, profile)
    if failed:
        n, key = min(failed, key=lambda f: (-f[0], f[1]))
        return key, n
    if profile == "acc32":
        if node.params32:
            return node.params32[0], None
        if node.checks:
            return "policy.check", None
    return None


def first_failure(passes, profile):
    """The first failure over [(role, Pass)] in order, or None."""
    for role, p in passes:
        g = p.graph
        for k, i in enumerate(g.inputs):
            iv = g.tensors[i.tensor].lo, g.tensors[i.tensor].hi
            if not within(iv, "tensor", profile):
                return _failure(role, "input", k, "range", bits(*iv))
        for k, iv in enumerate(g.scalars):
            if not within(iv, "tensor", profile):
                return _failure(role, "scalar", k, "range", bits(*iv))
        for k, node in enumerate(p.nodes):
            failed = node_failure(node, profile)
            if failed:
                return _failure(role, "node", k, *failed)
    return None


def _failure(role, where, index, key, n):
    out = {"graph": role, "index": index, "key": key, "where": where}
    if n is not None:
        out["bits"] = n
    return out


def verdict(passes):
    """The verdict member of a certificate (ops 8.5)."""
    out = {}
    for profile in PROFILES:
        failed = first_failure(passes, profile)
        out[profile] = failed is None
        if failed:
            out[profile + "_first_failure"] = failed
    reasons = set() if out["acc32"] else {"acc32"}
    flags = set()
    for _, p in passes:
        for node in p.nodes:
            kind = node.op.kind
            if not kind.npu:
                reasons.add("op:" + kind.name)
            cins = [p.graph.tensors[t].channels for t in node.op.ins]
            reasons |= kind.reasons(node.op.par, cins)
            flags |= node.flags
    out.update(npu=not reasons, npu_flags=sorted(flags), npu_reasons=sorted(reasons))
    return out


def load_graph(data):
    """Load steps 1-8 without the profile: (graph, pass) or a refusal."""
    g = parse(data)
    return g, bounds_pass(g, load_plan(g))


def meets(passes):
    """The profiles a list of (role, pass) meets, in ascending order."""
    return [p for p in PROFILES if first_failure(passes, p) is None]
