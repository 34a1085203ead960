"""Decodes through a graph (ops 4, run steps 1-4) and sequences (ops 10.3)."""

from .errors import MODEL, RANGE, TOO_LARGE, need
from .operators.base import Env
from .plan import run_plan
from .whg1 import CHECK, CLAMP, STATE


def with_policy(record, data):
    """A produced tensor's elements after its policy, or a refusal (ops 3)."""
    if record.policy == CLAMP:
        lo, hi = record.lo, record.hi
        return [lo if v < lo else hi if v > hi else v for v in data]
    if record.policy == CHECK and data:
        need(record.lo <= min(data) and max(data) <= record.hi, RANGE, "a check range")
    return data


class Sequence:
    """Decodes of one loaded graph whose state carries (ops 10.3)."""

    def __init__(self, graph):
        self.graph = graph
        self.state = None       # outputs of the last completed decode, by position

    def decode(self, inputs, scalars=()):
        """The outputs [(shape, data)] of one decode; a refusal changes no state."""
        outputs = decode(self.graph, inputs, list(scalars), self.state)
        if any(i.kind == STATE for i in self.graph.inputs):
            self.state = outputs
        return outputs


def decode(g, inputs, scalars, state=None):
    """One decode; `inputs` are the data inputs' (shape, data) in table order."""
    shapes, sources = _inputs(g, inputs, state)
    need(len(scalars) == len(g.scalars), MODEL, "the number of scalars")
    for v, (lo, hi) in zip(scalars, g.scalars):
        need(lo <= v <= hi, RANGE, "a scalar")
    planned = run_plan(g, shapes, scalars)
    values = {}
    for i, source in zip(g.inputs, sources):
        data = source() if callable(source) else source
        values[i.tensor] = with_policy(g.tensors[i.tensor], data)
    _evaluate(g, planned, values, Env(g.scalars, scalars))
    return [(planned[t], values[t]) for t in g.outputs]


def _inputs(g, inputs, state):
    """Run step 1: (shapes, elements) of every input, state inputs included."""
    supplied = iter(inputs)
    n_data = sum(i.kind != STATE for i in g.inputs)
    need(len(inputs) == n_data, MODEL, "the number of inputs")
    shapes, sources = [], []
    for i in g.inputs:
        record = g.tensors[i.tensor]
        if i.kind != STATE:
            shape, data = next(supplied)
        elif state is not None:
            shape, data = state[i.src]
        else:
            shape = (record.channels, *shapes[0][1:])
            data = _initial(i.init, shape)
        need(shape[0] == record.channels and shape[1] >= 1 and shape[2] >= 1, MODEL,
             "an input's shape")
        if i.max_h:
            need(shape[1] <= i.max_h and shape[2] <= i.max_w, TOO_LARGE, "an input's sides")
        size = shape[0] * shape[1] * shape[2]
        need(size <= g.max_elems, TOO_LARGE, "an input's size")
        need(callable(data) or len(data) == size, MODEL, "an input's elements")
        shapes.append(tuple(shape))
        sources.append(data)
    return shapes, sources


def _initial(init, shape):
    """Deferred, so that nothing is allocated before its size is checked."""
    return lambda: [init] * (shape[0] * shape[1] * shape[2])


def _evaluate(g, shapes, values, env):
    last = {}
    for k, op in enumerate(g.ops):
        for t in op.ins:
            last[t] = k
    kept = set(g.outputs)
    for k, op in enumerate(g.ops):
        env.out_channels = g.tensors[op.outs[0]].channels
        outs = op.kind.run(op.par, [(shapes[t], values[t]) for t in op.ins], env)
        for t in set(op.ins):
            if last[t] == k and t not in kept:
                del values[t]
        # The outputs of one operator are checked in their order.
        for t, data in zip(op.outs, outs):
            values[t] = with_policy(g.tensors[t], data)
