"""int_synth.json and its lowering int_synth/1 (ops 13.1, pins P3)."""

import struct

from .errors import MALFORMED, Refused
from .ints import FLOOR, I32_MAX, I32_MIN
from .lower_whm import Builder
from .operators import linear, rq
from .strict_json import Reader, read

U32 = (1 << 32) - 1


class SynthLayer:
    __slots__ = ("cin", "cout", "k", "stride", "pad", "out_pad", "weight", "bias", "shift", "relu")


def parse(data):
    """The layers of a set's bytes; every refusal is `payload_malformed`."""
    top = Reader(read(data, MALFORMED), MALFORMED)
    layers = [_layer(Reader(v, MALFORMED)) for v in top.array("layers")]
    top.need(layers, "no layers")
    for a, b in zip(layers, layers[1:]):
        top.need(a.cout == b.cin, "the layers do not chain")
    return layers


def _layer(r):
    out = SynthLayer()
    out.cin = r.integer("in_ch", 1, U32)
    out.cout = r.integer("out_ch", 1, U32)
    out.k = r.integer("k", 1, U32)
    out.stride = r.integer("stride", 1, U32)
    out.pad = r.integer("pad", 0, U32)
    out.out_pad = r.integer("out_pad", 0, U32, 0)
    out.shift = r.integer("shift", 0, 127, 0)
    out.relu = r.boolean("relu", False)
    out.bias = r.integers("bias", I32_MIN, I32_MAX)
    r.need(len(out.bias) == out.cout, "bias's length")
    out.weight = _weight(r, out)
    return out


def _weight(r, layer):
    """Nested lists [in_ch][out_ch][k][k], or one flat list in that order."""
    dims = (layer.cin, layer.cout, layer.k, layer.k)
    total = dims[0] * dims[1] * dims[2] * dims[3]
    values = r.array("weight")
    if any(isinstance(v, list) for v in values):
        for n in dims[1:]:
            r.need(all(isinstance(v, list) and len(v) == n for v in values), "weight's shape")
            values = [x for v in values for x in v]
    r.need(len(values) == total, "weight's length")
    r.need(all(type(v) is int and I32_MIN <= v <= I32_MAX for v in values), "weight's values")
    return values


def lower(layers):
    """The WHG1 bytes of role `synth`."""
    try:
        return _lower(layers)
    except Refused as e:
        raise Refused(MALFORMED, e.why) from None


def _lower(layers):
    b = Builder()
    x = b.input(layers[0].cin, -128, 127)
    for layer in layers:
        par = linear.LinearPar()
        par.cout, par.wt, par.groups = layer.cout, layer.weight, 1
        par.k, par.s, par.p, par.op = [(v, v) for v in (layer.k, layer.stride, layer.pad,
                                                        layer.out_pad)]
        block = rq.pack(rq.Rq(FLOOR, [layer.shift], None, rq.PRE, layer.bias), b_bytes=4)
        x = b.op("conv_transpose", [x], layer.cout, linear.pack(par, 4, block, True))
        if layer.relu:
            x = b.op("relu", [x], layer.cout)
    x = b.op("clamp", [x], layers[-1].cout, struct.pack("<qq", 0, 255))
    return b.finish(x)
