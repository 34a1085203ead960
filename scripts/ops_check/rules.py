"""The graph rules of load step 6 (ops 10.3, 10.5) and the exponent rules."""

from .errors import MODEL, need
from .whg1 import DATA, DERIVED, STATE


def check_rules(g):
    _producers(g)
    _inputs(g)
    for op in g.ops:
        _exponents(g, op)


def _producers(g):
    """Every tensor has one producer, and no operator reads ahead of one."""
    defined = set()
    for i in g.inputs:
        need(i.tensor not in defined, MODEL, "a tensor with two input records")
        defined.add(i.tensor)
    for op in g.ops:
        need(all(t in defined for t in op.ins), MODEL, "an operator reads ahead")
        for t in op.outs:
            need(t not in defined, MODEL, "a tensor with two producers")
            defined.add(t)
    need(len(defined) == len(g.tensors), MODEL, "a tensor without a producer")


def _inputs(g):
    need(g.inputs[0].kind == DATA, MODEL, "input 0 is not data")
    for i in g.inputs:
        record = g.tensors[i.tensor]
        need(record.policy != DERIVED, MODEL, "a derived input")
        if i.kind == STATE:
            need(i.src < len(g.outputs), MODEL, "a state's source")
            fed = g.tensors[g.outputs[i.src]]
            need(fed.channels == record.channels, MODEL, "a state's channels")
            need(record.lo <= i.init <= record.hi, MODEL, "a state's init")


def _exponents(g, op):
    ins = [g.tensors[t].exponent for t in op.ins]
    outs = [g.tensors[t].exponent for t in op.outs]
    if op.kind.exponents:
        # None at all, or all and equal; "none" is one more value here (ops 3).
        need(len(set(ins + outs)) == 1, MODEL, "exponents differ")
    op.kind.check_exponents(op.par, ins, outs)


def channel_plan(g):
    """Every operator's output channel counts (ops 10.5 step 7, first half)."""
    for op in g.ops:
        record = [g.tensors[t].channels for t in op.outs]
        planned = op.kind.channels(op.par, [g.tensors[t].channels for t in op.ins], record)
        need(planned == record, MODEL, "an output's channels")
