"""Small graphs for the tests, written with the checker's own writer."""

import struct

from ..bounds import load_graph
from ..operators import BY_NAME, linear, rq
from ..run import Sequence
from ..whg1 import CHECK, DERIVED, Graph, Input, Op, Tensor, write

I64 = (-(1 << 63), (1 << 63) - 1)


def graph(ops, inputs, scalars=(), outputs=None, records=(), max_elems=1 << 26):
    """WHG1 bytes.  `inputs` are (channels, lo, hi[, h, w]); `ops` are
    (name, input tensors, output channels list, blob[, Tensor keywords])."""
    g = Graph()
    g.max_elems = max_elems
    g.scalars = list(scalars)
    for spec in inputs:
        c, lo, hi, *size = spec
        g.tensors.append(Tensor(c, policy=CHECK, lo=lo, hi=hi))
        g.inputs.append(Input(len(g.tensors) - 1, *(size or (0, 0))))
    for name, ins, channels, blob, *kw in ops:
        outs = []
        for c in channels:
            g.tensors.append(Tensor(c, **(kw[0] if kw else {"policy": DERIVED})))
            outs.append(len(g.tensors) - 1)
        g.ops.append(Op(BY_NAME[name], list(ins), outs, None, blob))
    g.outputs = list(outputs if outputs is not None else g.ops[-1].outs)
    return write(g)


def one(name, inputs, channels, blob=b"", **kw):
    """A graph of one operator over its inputs."""
    return graph([(name, range(len(inputs)), channels, blob)], inputs, **kw)


def rq_block(mode=0, shift=(0,), mult=None, place=0, bias=None, width=8):
    per = mult is not None and len(mult) > 1
    return rq.pack(rq.Rq(mode, list(shift), mult, place, bias), per, len(shift) > 1, width, width)


def conv_blob(cout, k, wt, s=(1, 1), p=(0, 0), groups=1, block=None, op=(0, 0), transpose=False,
              w_bytes=8):
    par = linear.LinearPar()
    par.cout, par.k, par.s, par.p, par.op = cout, k, s, p, op
    par.groups, par.wt = groups, wt
    return linear.pack(par, w_bytes, block if block is not None else rq_block(), transpose)


def u32(*values):
    return struct.pack(f"<{len(values)}I", *values)


def i64(*values):
    return struct.pack(f"<{len(values)}q", *values)


def igdn_blob(gf, frac, gamma, beta):
    return struct.pack("<IIB7x", gf, frac, 8) + i64(*gamma, *beta)


def layernorm_blob(eps, gamma, beta):
    return struct.pack("<QB7x", eps, 8) + i64(*gamma, *beta)


def crop_blob(*operands):
    return b"".join(struct.pack("<B3xI", dyn, v) for dyn, v in operands)


def run(data, inputs, scalars=()):
    """The outputs' elements of one decode."""
    g, _ = load_graph(data)
    return [values for _, values in Sequence(g).decode(inputs, scalars)]


def bounds(data):
    """The intermediates and the producer results of a graph's last node."""
    node = load_graph(data)[1].nodes[-1]
    return node.inter, node.results
