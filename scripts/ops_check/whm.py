"""WHM1 and WAM1 networks (pay 9): parse, and planning as pay 7 orders it."""

from .errors import MODEL, TOO_LARGE, need
from .whg1 import CAP, Cursor

TRANSPOSE, CONV, IGDN, RELU, LEAKY = range(5)


class Layer:
    """One layer; fields that its tag does not have stay None."""
    __slots__ = ("tag", "cin", "cout", "k", "stride", "pad", "opad", "weights", "mult", "bias",
                 "gamma", "beta", "slope", "slope_frac")

    def __init__(self, tag):
        for name in self.__slots__:
            setattr(self, name, None)
        self.tag = tag


class Network:
    """A parsed network; `audio` tells WAM1 (tensors [C, 1, T]) from WHM1."""

    def __init__(self, audio, afrac, gf, shift, layers):
        self.audio, self.afrac, self.gf, self.shift = audio, afrac, gf, shift
        self.layers = layers

    def input_channels(self):
        """What the first layer of tag 0, 1 or 2 declares (ops 13.2), or None."""
        return next((l.cin for l in self.layers if l.tag <= IGDN), None)

    def kernel(self, layer):
        """(kh, kw) of a convolution."""
        return (1 if self.audio else layer.k), layer.k


def parse(data, audio=False):
    """Magic, tags, lengths and trailing bytes only (readings P4)."""
    cur = Cursor(data)
    need(cur.bytes(4) == (b"WAM1" if audio else b"WHM1"), MODEL, "a network's magic")
    afrac, gf, shift, count = cur.take("IIII")
    layers = []
    for _ in range(count):
        layers.append(_layer(cur, audio))
    cur.end()
    return Network(audio, afrac, gf, shift, layers)


def _layer(cur, audio):
    layer = Layer(cur.one("B"))
    need(layer.tag in ((TRANSPOSE, IGDN) if audio else range(5)), MODEL, "a layer's tag")
    if layer.tag in (TRANSPOSE, CONV):
        layer.cin, layer.cout, layer.k, layer.stride, layer.pad = cur.take("IIIII")
        layer.opad = cur.one("I") if layer.tag == TRANSPOSE else 0
        taps = layer.k if audio else layer.k * layer.k
        layer.weights = cur.ints(layer.cin * layer.cout * taps, 2)
        # All multipliers, then all biases; likewise gamma and beta (readings P5).
        layer.mult = cur.ints(layer.cout, 8)
        layer.bias = cur.ints(layer.cout, 8)
    elif layer.tag == IGDN:
        layer.cin = cur.one("I")
        layer.gamma = cur.ints(layer.cin * layer.cin, 4)
        layer.beta = cur.ints(layer.cin, 8)
    elif layer.tag == LEAKY:
        layer.slope, layer.slope_frac = cur.take("qI")
    return layer


class Step:
    """One planned layer: its shapes, its uncropped elements and its products."""
    __slots__ = ("layer", "src", "dst", "uncropped", "macs")

    def __init__(self, layer, src, dst, uncropped=0, macs=0):
        self.layer, self.src, self.dst = layer, src, dst
        self.uncropped, self.macs = uncropped, macs


def elements(shape):
    return shape[0] * shape[1] * shape[2]


def plan(net, shape):
    """The steps of a network over an input shape (pay 7, *Planning the networks*)."""
    need(elements(shape) <= CAP, TOO_LARGE, "a network's input")
    steps = []
    for layer in net.layers:
        _fits(net, layer, shape[0])
        step = _plan_layer(net, layer, shape)
        steps.append(step)
        shape = step.dst
    return steps


def _fits(net, layer, channels):
    """Rule 1: the layer against the running channel count."""
    if layer.tag <= IGDN:
        need(layer.cin == channels, MODEL, "a layer's input channels")
    if layer.tag <= CONV:
        need(layer.cout >= 1 and layer.k >= 1 and layer.stride >= 1, MODEL, "a field of 0")
        need(net.shift < 128, MODEL, "the header's shift")
    elif layer.tag == IGDN:
        need(net.gf < 128 and net.afrac < 128, MODEL, "an inverse GDN's shift")
    elif layer.tag == LEAKY:
        need(layer.slope_frac < 64, MODEL, "a leaky ReLU's shift")


def _plan_layer(net, layer, shape):
    """Rules 2 and 3, and the layer's work (pay 7, *Memory and work*)."""
    c, h, w = shape
    if layer.tag == IGDN:
        return Step(layer, shape, shape, 0, elements(shape) * c)
    if layer.tag > CONV:
        return Step(layer, shape, shape)
    kh, kw = net.kernel(layer)
    if layer.tag == CONV:
        sides = [n + 2 * layer.pad for n in (h, w)]
        need(max(sides) <= CAP, TOO_LARGE, "a padded side")
        dst = (layer.cout, *[(n - layer.k) // layer.stride + 1 for n in sides])
        fits, uncropped = min(sides) >= layer.k, 0
    else:
        sides = _uncropped(net, layer, shape)
        uncropped = layer.cout * sides[0] * sides[1]
        need(max(sides) <= CAP and uncropped <= CAP, TOO_LARGE, "an uncropped size")
        crop = (0 if net.audio else 2 * layer.pad, 2 * layer.pad)
        dst = (layer.cout, sides[0] - crop[0], sides[1] - crop[1])
        fits = min(dst) >= 1
    need(not fits or elements(dst) <= CAP, TOO_LARGE, "a layer's output")
    need(fits, MODEL, "a layer leaves no output")
    products = elements(dst) * c if layer.tag == CONV else elements(shape) * layer.cout
    return Step(layer, shape, dst, uncropped, products * kh * kw)


def _uncropped(net, layer, shape):
    rows, cols = shape[1:]
    wide = (cols - 1) * layer.stride + layer.k + layer.opad
    if net.audio:
        return 1, wide
    return (rows - 1) * layer.stride + layer.k + layer.opad, wide


def out_shape(steps, shape):
    return steps[-1].dst if steps else shape
