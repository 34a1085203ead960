"""The lowerings whm1/1 and wam1/1 (ops 13.2, 13.3), in the canonical form of 13.0."""

import struct
from math import isqrt

from .errors import MODEL, need
from .ints import FLOOR, HALF_UP, I64_MAX, I64_MIN, I128_MAX, ceil_div
from .operators import BY_NAME, linear, rq
from .whg1 import CHECK, DERIVED, Graph, Input, Op, Tensor, write
from .whm import CONV, IGDN, LEAKY, RELU, TRANSPOSE

TOP = 1 << 63


class Builder:
    """Writes a graph in the order of ops 13.0: tensor i is the next unused index."""

    def __init__(self):
        self.g = Graph()

    def input(self, channels, lo, hi):
        self.g.tensors.append(Tensor(channels, policy=CHECK, lo=lo, hi=hi))
        self.g.inputs.append(Input(len(self.g.tensors) - 1))
        return len(self.g.tensors) - 1

    def op(self, name, ins, channels, blob=b"", check=None):
        policy, (lo, hi) = (DERIVED, (0, 0)) if check is None else (CHECK, check)
        self.g.tensors.append(Tensor(channels, policy=policy, lo=lo, hi=hi))
        out = len(self.g.tensors) - 1
        self.g.ops.append(Op(BY_NAME[name], list(ins), [out], None, blob))
        return out

    def finish(self, output):
        self.g.outputs.append(output)
        return write(self.g)


def largest(holds):
    """The largest X in [0, 2^63] for which a monotone predicate holds, or None."""
    if not holds(0):
        return None
    lo, hi = 0, TOP + 1
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if holds(mid):
            lo = mid
        else:
            hi = mid
    return lo


def predicate(net, layer):
    """P_l of ops 13.2 for a layer of tag 0, 1, 2 or 4."""
    if layer.tag == LEAKY:
        return lambda x: x * abs(layer.slope) <= I64_MAX
    if layer.tag == IGDN:
        return _igdn_predicate(net, layer)
    kh, kw = net.kernel(layer)
    terms = layer.cin * kh * kw * max(map(abs, layer.weights))
    m, b = max(map(abs, layer.mult)), max(map(abs, layer.bias))

    def holds(x):
        acc = terms * x
        return acc <= I64_MAX and (acc * m >> net.shift) + 1 + b <= I64_MAX
    return holds


def _igdn_predicate(net, layer):
    c = layer.cin
    g, b = max(map(abs, layer.gamma)), max(map(abs, layer.beta))

    def holds(x):
        gx2 = g * x * x
        n = b + c * ((gx2 >> net.gf) + 1)
        if gx2 > I128_MAX or n > I128_MAX:
            return False
        r = isqrt(n)
        return r <= I64_MAX and (x * r >> net.afrac) + 1 <= I64_MAX
    return holds


def range_check(net, layer):
    """The range x_l is checked against, or None for a layer of tag 3."""
    if layer.tag == RELU:
        return None
    x = largest(predicate(net, layer))
    need(x is not None, MODEL, "a layer whose predicate fails at 0")
    return -x, min(x, I64_MAX)


def check_network(net):
    """The load checks of ops 13.2 that read parameters and channel counts alone."""
    need(1 <= net.afrac <= 30, MODEL, "afrac")
    need(net.shift < 128 and net.gf < 128, MODEL, "the header's shifts")
    channels = net.input_channels()
    need(channels is not None, MODEL, "a network without a layer of tag 0, 1 or 2")
    need(channels >= 1, MODEL, "a network of no channels")
    for layer in net.layers:
        if layer.tag <= IGDN:
            need(layer.cin == channels, MODEL, "a layer's input channels")
        if layer.tag <= CONV:
            need(layer.cout >= 1 and layer.k >= 1 and layer.stride >= 1, MODEL, "a field of 0")
            channels = layer.cout
        elif layer.tag == LEAKY:
            need(layer.slope_frac < 64, MODEL, "a leaky ReLU's shift")
    return channels


def _layer_op(net, layer):
    """(operator, parameter block) of one layer."""
    if layer.tag == RELU:
        return "relu", b""
    if layer.tag == LEAKY:
        return "leaky", struct.pack("<qI", layer.slope, layer.slope_frac)
    if layer.tag == IGDN:
        n = len(layer.beta)
        return "igdn", (struct.pack("<IIB7x", net.gf, net.afrac, 4) +
                        struct.pack(f"<{n * n}i{n}q", *layer.gamma, *layer.beta))
    par = linear.LinearPar()
    par.cout, par.k, par.wt, par.groups = layer.cout, net.kernel(layer), layer.weights, 1
    if net.audio:
        par.s, par.p, par.op = (1, layer.stride), (0, layer.pad), (0, layer.opad)
    else:
        par.s, par.p, par.op = [(v, v) for v in (layer.stride, layer.pad, layer.opad)]
    block = rq.pack(rq.Rq(FLOOR, [net.shift], layer.mult, rq.POST, layer.bias),
                    per_mult=True, m_bytes=8, b_bytes=8)
    transpose = layer.tag == TRANSPOSE
    return ("conv_transpose" if transpose else "conv",
            linear.pack(par, 2, block, transpose))


def lower(net, step=None):
    """The WHG1 bytes of a network; `step` is None, "rgb8" or "pcm"."""
    check_network(net)
    channels = net.input_channels()
    checks = [range_check(net, layer) for layer in net.layers] + [None]
    b = Builder()
    if net.audio:
        b.g.scalars.append((1, 1 << 26))
    x = b.input(channels, *(checks[0] or (I64_MIN, I64_MAX)))
    for layer, check in zip(net.layers, checks[1:]):
        name, blob = _layer_op(net, layer)
        channels = layer.cout if layer.tag <= CONV else channels
        x = b.op(name, [x], channels, blob, check)
    if step == "rgb8":
        x = b.op("clamp", [x], channels, struct.pack("<qq", 0, 1 << net.afrac))
        x = b.op("rescale", [x], channels, _output_scale(255, net.afrac))
    elif step == "pcm":
        x = _pcm(b, x, channels, net.afrac)
    return b.finish(x)


def _output_scale(mult, afrac):
    return rq.pack(rq.Rq(HALF_UP, [afrac], [mult]), m_bytes=4)


def _pcm(b, x, channels, afrac):
    """The PCM step of ops 13.3."""
    check = ceil_div(I64_MIN, 32767), (I64_MAX - (1 << (afrac - 1))) // 32767
    operands = [(0, 0), (0, 0), (0, 1), (1, 0)]
    blob = b"".join(struct.pack("<B3xI", kind, v) for kind, v in operands)
    x = b.op("crop", [x], channels, blob, check)
    x = b.op("rescale", [x], channels, _output_scale(32767, afrac))
    return b.op("clamp", [x], channels, struct.pack("<qq", -32768, 32767))
