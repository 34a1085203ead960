"""The operators that move data (ops 5.10)."""

from ..errors import MODEL, need
from ..sat import hull
from .base import Operator, channel_rule, planes, scalar_index, shape_rule


class _Move(Operator):
    """Every output has the input's interval (ops 8.3)."""

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [ivs[0]]


class Concat(Operator):
    code, name = 0x06, "concat"
    exponents = True

    @classmethod
    def arity(cls, n_in, n_out):
        return n_in >= 2 and n_out == 1

    @staticmethod
    def channels(par, cins, record):
        return [sum(cins)]

    @staticmethod
    def shape(par, shapes, env):
        shape_rule(all(s[1:] == shapes[0][1:] for s in shapes))
        return [(sum(s[0] for s in shapes), *shapes[0][1:])]

    @staticmethod
    def run(par, tensors, env):
        out = []
        for _, data in tensors:
            out += data
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        result = None
        for iv in ivs:
            result = hull(result, iv)
        return [result]


class Split(_Move):
    code, name = 0x08, "split"

    @staticmethod
    def parse(cur, cins, g):
        start, count = cur.take("II")
        need(count >= 1, MODEL, "split of no channels")
        return start, count

    @staticmethod
    def channels(par, cins, record):
        channel_rule(par[0] + par[1] <= cins[0])
        return [par[1]]

    @staticmethod
    def shape(par, shapes, env):
        return [(par[1], *shapes[0][1:])]

    @staticmethod
    def run(par, tensors, env):
        (_, h, w), data = tensors[0]
        return [data[par[0] * h * w:(par[0] + par[1]) * h * w]]


def _parse_r(cur, cins, g):
    r = cur.one("I")
    need(r >= 1, MODEL, "r is 0")
    return r


class PixelShuffle(_Move):
    code, name = 0x09, "pixel_shuffle"
    parse = staticmethod(_parse_r)

    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[0] % (par * par) == 0)
        return [cins[0] // (par * par)]

    @staticmethod
    def formed(par, shapes):
        return shapes[0][1] * par, shapes[0][2] * par

    @staticmethod
    def shape(par, shapes, env):
        c, h, w = shapes[0]
        return [(c // (par * par), h * par, w * par)]

    @staticmethod
    def run(par, tensors, env):
        (c, h, w), data = tensors[0]
        r, n = par, h * w
        out = [0] * (c * n)
        for k in range(c):
            o, i, j = k // (r * r), k // r % r, k % r
            for y in range(h):
                at = (o * h * r + y * r + i) * w * r + j
                out[at:at + w * r - j:r] = data[k * n + y * w:k * n + y * w + w]
        return [out]


class PixelUnshuffle(_Move):
    code, name = 0x0A, "pixel_unshuffle"
    parse = staticmethod(_parse_r)

    @staticmethod
    def channels(par, cins, record):
        return [cins[0] * par * par]

    @staticmethod
    def shape(par, shapes, env):
        c, h, w = shapes[0]
        shape_rule(h % par == 0 and w % par == 0)
        return [(c * par * par, h // par, w // par)]

    @staticmethod
    def run(par, tensors, env):
        (c, h, w), data = tensors[0]
        r = par
        out = []
        for plane in planes((c, h, w), data):
            for i in range(r):
                for j in range(r):
                    for y in range(i, h, r):
                        out += plane[y * w + j:(y + 1) * w:r]
        return [out]


class PadRep(_Move):
    code, name = 0x0E, "pad_rep"

    @staticmethod
    def parse(cur, cins, g):
        m = cur.one("I")
        need(m >= 1, MODEL, "m is 0")
        return m

    @staticmethod
    def formed(par, shapes):
        return tuple(-(-n // par) * par for n in shapes[0][1:])

    @staticmethod
    def shape(par, shapes, env):
        return [(shapes[0][0], *PadRep.formed(par, shapes))]

    @staticmethod
    def run(par, tensors, env):
        (c, h, w), data = tensors[0]
        ho, wo = PadRep.formed(par, [(c, h, w)])
        out = []
        for plane in planes((c, h, w), data):
            for y in range(ho):
                row = plane[min(y, h - 1) * w:][:w]
                out += row + row[-1:] * (wo - w)
        return [out]


def _window(shape, data, y0, x0, h, w):
    c, hi, wi = shape
    out = []
    for k in range(c):
        for y in range(y0, y0 + h):
            at = (k * hi + y) * wi + x0
            out += data[at:at + w]
    return out


class CropTo(_Move):
    code, name, n_in = 0x0F, "crop_to", 2

    @staticmethod
    def channels(par, cins, record):
        return [cins[0]]

    @staticmethod
    def shape(par, shapes, env):
        (c, h, w), (_, h2, w2) = shapes
        shape_rule(h2 <= h and w2 <= w)
        return [(c, h2, w2)]

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        _, h, w = tensors[1][0]
        return [_window(shape, data, 0, 0, h, w)]


class Crop(_Move):
    code, name = 0x14, "crop"

    @staticmethod
    def parse(cur, cins, g):
        """Four operands y0, x0, h, w, each (is scalar, value or index)."""
        out = []
        for _ in range(4):
            kind = cur.one("B")
            cur.zero(3)
            value = cur.one("I")
            need(kind <= 1, MODEL, "an operand's kind")
            out.append((kind == 1, scalar_index(g, value) if kind else value))
        return out

    @staticmethod
    def sides(par, shape, env):
        """(start, length) per side: at run, or at load as ops 5.10 plans it."""
        out = []
        for n, (s_dyn, s), (l_dyn, l) in zip(shape[1:], par[:2], par[2:]):
            if env.values is not None:
                s = env.values[s] if s_dyn else s
                l = env.values[l] if l_dyn else l
            else:
                s = 0 if s_dyn else s
                l = min(env.ranges[l][1], n - s) if l_dyn else l
            out.append((s, l))
        return out

    @staticmethod
    def shape(par, shapes, env):
        sides = Crop.sides(par, shapes[0], env)
        for n, (start, length) in zip(shapes[0][1:], sides):
            shape_rule(start >= 0 and length >= 1 and start + length <= n)
        return [(shapes[0][0], sides[0][1], sides[1][1])]

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        (y0, h), (x0, w) = Crop.sides(par, shape, env)
        return [_window(shape, data, y0, x0, h, w)]

    @staticmethod
    def reasons(par, cins):
        return {"crop_scalar"} if any(dyn for dyn, _ in par) else set()


def _parse_order(cur, cins, g):
    order = list(cur.take("BBBB"))
    need(sorted(order) == [0, 1, 2, 3], MODEL, "order is no permutation")
    return [(v >> 1, v & 1) for v in order]


class SubposSplit(Operator):
    code, name, n_out = 0x15, "subpos_split", 4
    parse = staticmethod(_parse_order)

    @staticmethod
    def channels(par, cins, record):
        return [cins[0]] * 4

    @staticmethod
    def shape(par, shapes, env):
        c, h, w = shapes[0]
        shape_rule(h % 2 == 0 and w % 2 == 0)
        return [(c, h // 2, w // 2)] * 4

    @staticmethod
    def run(par, tensors, env):
        (c, h, w), data = tensors[0]
        outs = []
        for a, b in par:
            out = []
            for k in range(c):
                for y in range(a, h, 2):
                    at = (k * h + y) * w
                    out += data[at + b:at + w:2]
            outs.append(out)
        return outs

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [ivs[0]] * 4


class SubposMerge(Concat):
    code, name, n_in = 0x16, "subpos_merge", 4
    exponents = False
    parse = staticmethod(_parse_order)

    @classmethod
    def arity(cls, n_in, n_out):
        return n_in == 4 and n_out == 1

    @staticmethod
    def channels(par, cins, record):
        channel_rule(len(set(cins)) == 1)
        return [cins[0]]

    @staticmethod
    def formed(par, shapes):
        # From the first input, before the four are compared (readings G4).
        return 2 * shapes[0][1], 2 * shapes[0][2]

    @staticmethod
    def shape(par, shapes, env):
        c, h, w = shapes[0]
        shape_rule(all(s == shapes[0] for s in shapes))
        return [(c, 2 * h, 2 * w)]

    @staticmethod
    def run(par, tensors, env):
        c, h, w = tensors[0][0]
        out = [0] * (4 * c * h * w)
        for (a, b), (_, data) in zip(par, tensors):
            for k in range(c):
                for y in range(h):
                    at = (k * 2 * h + 2 * y + a) * 2 * w
                    out[at + b:at + 2 * w:2] = data[(k * h + y) * w:(k * h + y + 1) * w]
        return [out]


class Fill(Operator):
    code, name = 0x17, "fill"

    @staticmethod
    def parse(cur, cins, g):
        kind = cur.one("B")
        cur.zero(7)
        value = cur.one("q")
        need(kind <= 1, MODEL, "fill's kind")
        return kind == 1, scalar_index(g, value) if kind else value

    @staticmethod
    def channels(par, cins, record):
        return list(record)

    @staticmethod
    def shape(par, shapes, env):
        return [(env.out_channels, *shapes[0][1:])]

    @staticmethod
    def run(par, tensors, env):
        dyn, v = par
        _, h, w = tensors[0][0]
        return [[env.values[v] if dyn else v] * (env.out_channels * h * w)]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        dyn, v = par
        return [ctx.ranges[v] if dyn else (v, v)]
