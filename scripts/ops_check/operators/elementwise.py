"""add, chunk_add, clamp, relu, leaky, abs (ops 5.5) and lut16 (ops 5.6)."""

from ..errors import MODEL, need
from ..ints import clamp, fits_i32
from ..sat import hull
from .base import Operator, channel_rule, shape_rule


class Add(Operator):
    code, name, n_in = 0x05, "add", 2
    exponents = True

    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[0] == cins[1])
        return [cins[0]]

    @staticmethod
    def shape(par, shapes, env):
        shape_rule(shapes[0] == shapes[1])
        return [shapes[0]]

    @staticmethod
    def run(par, tensors, env):
        return [[a + b for a, b in zip(tensors[0][1], tensors[1][1])]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        (la, ha), (lb, hb) = ivs
        return [(sat.add(la, lb), sat.add(ha, hb))]


class ChunkAdd(Operator):
    code, name = 0x07, "chunk_add"
    exponents = True

    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[0] % 2 == 0)
        return [cins[0] // 2]

    @staticmethod
    def shape(par, shapes, env):
        c, h, w = shapes[0]
        return [(c // 2, h, w)]

    @staticmethod
    def run(par, tensors, env):
        data = tensors[0][1]
        n = len(data) // 2
        return [[a + b for a, b in zip(data[:n], data[n:])]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [(sat.mul(2, ivs[0][0]), sat.mul(2, ivs[0][1]))]


class Clamp(Operator):
    code, name = 0x0B, "clamp"

    @staticmethod
    def parse(cur, cins, g):
        lo, hi = cur.take("qq")
        need(lo <= hi, MODEL, "clamp's range")
        return lo, hi

    @staticmethod
    def run(par, tensors, env):
        lo, hi = par
        return [[lo if v < lo else hi if v > hi else v for v in tensors[0][1]]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [(clamp(ivs[0][0], *par), clamp(ivs[0][1], *par))]


class Relu(Operator):
    code, name = 0x0C, "relu"

    @staticmethod
    def run(par, tensors, env):
        return [[v if v > 0 else 0 for v in tensors[0][1]]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [(max(ivs[0][0], 0), max(ivs[0][1], 0))]


class Leaky(Operator):
    code, name = 0x0D, "leaky"
    classes = {"leaky.p": "acc"}

    @staticmethod
    def parse(cur, cins, g):
        a, f = cur.take("qI")
        need(f <= 63, MODEL, "leaky's shift")
        return a, f

    @staticmethod
    def run(par, tensors, env):
        a, f = par
        return [[v if v >= 0 else v * a >> f for v in tensors[0][1]]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        (l, h), (a, f) = ivs[0], par
        result = None
        p = (0, 0)
        if l < 0:
            p = sat.corner((l, min(h, -1)), (a, a))
            result = sat.shift(p, f)
        if h >= 0:
            result = hull(result, (max(l, 0), h))
        rec.put("leaky.p", p)
        return [result]

    @staticmethod
    def params32(par):
        return [] if fits_i32(par[0]) else ["leaky.a"]


class Abs(Operator):
    code, name = 0x13, "abs"

    @staticmethod
    def run(par, tensors, env):
        return [list(map(abs, tensors[0][1]))]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        return [abs_image(ivs[0])]


def abs_image(iv):
    """The image of an interval under |.| (ops 8.3)."""
    l, h = iv
    if l >= 0:
        return l, h
    if h <= 0:
        return -h, -l
    return 0, max(-l, h)


class Lut16(Operator):
    code, name = 0x04, "lut16"

    @staticmethod
    def parse(cur, cins, g):
        e_in, e_out = cur.take("bb")
        cur.zero(2)
        table = cur.ints(65536, 2)
        need(table[0] == 0, MODEL, "T[0] is not 0")
        return e_in, e_out, table

    @staticmethod
    def check_exponents(par, ins, outs):
        need(par[0] == ins[0] and par[1] == outs[0], MODEL, "lut16's exponents")

    @staticmethod
    def check_load(par, ivs):
        need(-32767 <= ivs[0][0] and ivs[0][1] <= 32767, MODEL, "lut16's input range")

    @staticmethod
    def run(par, tensors, env):
        table = par[2]
        return [[table[v + 32768] for v in tensors[0][1]]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        l, h = ivs[0]
        part = par[2][l + 32768:h + 32769]
        return [(min(part), max(part))]

    @staticmethod
    def flags(par):
        return {"lut16"}
