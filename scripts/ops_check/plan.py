"""Planning: the load's (ops 10.5 step 7) and a run's (ops 4, run step 3)."""

from .errors import GEOMETRY, MODEL, TOO_LARGE, Refused, need
from .operators.base import Env, ShapeError
from .rules import channel_plan
from .whg1 import CAP


def plan_shapes(g, shapes, env, code):
    """Plans every operator over `shapes` (by tensor); a broken shape rule is `code`."""
    for op in g.ops:
        ins = [shapes[t] for t in op.ins]
        env.out_channels = g.tensors[op.outs[0]].channels
        for size in op.kind.formed(op.par, ins):
            need(size <= CAP, TOO_LARGE, f"{op.kind.name}: a size it forms")
        try:
            outs = op.kind.shape(op.par, ins, env)
        except ShapeError:
            raise Refused(code, f"{op.kind.name}: its shape rule") from None
        for t, shape in zip(op.outs, outs):
            need(shape[0] * shape[1] * shape[2] <= g.max_elems, TOO_LARGE,
                 f"{op.kind.name}: its output")
            shapes[t] = shape
    return shapes


def load_plan(g):
    """Load step 7: the shapes on the declared sizes, or None without them."""
    channel_plan(g)
    if not g.declares_sizes:
        need(not any(op.kind.reduces for op in g.ops), MODEL, "a reduction without sizes")
        return None
    shapes = {}
    for i in g.inputs:
        shape = (g.tensors[i.tensor].channels, i.max_h, i.max_w)
        need(shape[0] * shape[1] * shape[2] <= g.max_elems, TOO_LARGE, "an input")
        shapes[i.tensor] = shape
    return plan_shapes(g, shapes, Env(g.scalars), MODEL)


def run_plan(g, input_shapes, scalars):
    """Run step 3: `input_shapes` in input-table order."""
    shapes = {i.tensor: s for i, s in zip(g.inputs, input_shapes)}
    return plan_shapes(g, shapes, Env(g.scalars, scalars), GEOMETRY)
