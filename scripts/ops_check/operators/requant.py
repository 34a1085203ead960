"""rescale, chscale and mul (ops 5.4)."""

from ..errors import MODEL, need
from ..ints import FLOOR, HALF_EVEN, bits, fits_i32
from ..sat import hull
from . import rq as _rq
from .base import Operator, channel_rule, planes, scalar_index, shape_rule


class Rescale(Operator):
    code, name = 0x02, "rescale"
    classes = dict(_rq.KEYS)

    @staticmethod
    def parse(cur, cins, g):
        return _rq.parse(cur, cins[0])

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        out = []
        for c, values in enumerate(planes(shape, data)):
            out += _rq.apply(values, par.channel(c), par.mode)
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        result = None
        for c in par.distinct(ctx.channels[0]):
            t = sat.offset(ivs[0], par.channel(c)[0])
            result = hull(result, _rq.bound(par, c, t, sat, rec))
        return [result]

    @staticmethod
    def params32(par):
        return _rq.params32(par)

    @staticmethod
    def flags(par):
        return _rq.flags(par)


class ChscalePar:
    __slots__ = ("scalar", "n_rows", "mode", "shift", "m", "c")


class Chscale(Operator):
    code, name = 0x03, "chscale"
    classes = dict(_rq.KEYS)

    @staticmethod
    def parse(cur, cins, g):
        par = ChscalePar()
        par.scalar, par.n_rows, par.mode, m_bytes, par.shift, reserved = cur.take("IIBBBB")
        need(reserved == 0, MODEL, "a reserved field is not zero")
        need(par.mode <= 2 and m_bytes in (4, 8) and par.shift <= 127, MODEL, "a chscale field")
        lo, hi = g.scalars[scalar_index(g, par.scalar)]
        need(0 <= lo and hi <= par.n_rows - 1, MODEL, "the scalar's range passes the rows")
        par.c = cins[0]
        par.m = cur.ints(par.n_rows * par.c, m_bytes)
        return par

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        row = env.values[par.scalar] * par.c
        out = []
        for c, values in enumerate(planes(shape, data)):
            out += _rq.apply(values, (0, par.m[row + c], par.shift, 0), par.mode)
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        lo, hi = ctx.ranges[par.scalar]
        rec.put("rq.t", ivs[0])
        for m in set(par.m[lo * par.c:(hi + 1) * par.c]):
            p, q = _rq.product_rule(ivs[0], m, par.shift, par.mode, sat)
            rec.put("rq.p", p)
            rec.put("rq.q", q)
            rec.put("rq.y", q)
        return [rec.values["rq.y"]]

    @staticmethod
    def params32(par):
        # Every row of M counts here, not only the scalar's (readings G7).
        keys = [] if all(map(fits_i32, par.m)) else ["chscale.m"]
        return keys + ["chscale.s"] if par.shift > 63 else keys

    @staticmethod
    def flags(par):
        out = {"chscale"}
        if par.mode == HALF_EVEN:
            out.add("rq_half_even")
        if par.mode == FLOOR:
            out.add("rq_floor_mult")
        if min(par.m) < 0:
            out.add("rq_neg_mult")
        if par.shift > 31:
            out.add("rq_shift_range")
        return out

    @staticmethod
    def mac(par, ivs):
        return {"a_bits": [bits(*ivs[0])], "w_bits": bits(min(par.m), max(par.m))}


class Mul(Operator):
    code, name, n_in = 0x10, "mul", 2
    classes = {"mul.p": "acc", **_rq.KEYS}

    @staticmethod
    def parse(cur, cins, g):
        par = _rq.parse(cur, cins[0])
        need(par.place == 0, MODEL, "a bias in mul")
        return par

    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[1] in (1, cins[0]))
        return [cins[0]]

    @staticmethod
    def shape(par, shapes, env):
        shape_rule(shapes[0][1:] == shapes[1][1:])
        return [shapes[0]]

    @staticmethod
    def run(par, tensors, env):
        (sa, a), (sb, b) = tensors
        pb = planes(sb, b)
        out = []
        for c, values in enumerate(planes(sa, a)):
            other = pb[c if len(pb) > 1 else 0]
            p = [x * y for x, y in zip(values, other)]
            out += _rq.apply(p, par.channel(c), par.mode)
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        p = sat.corner(ivs[0], ivs[1])
        rec.put("mul.p", p)
        result = None
        for c in par.distinct(ctx.channels[0]):
            result = hull(result, _rq.bound(par, c, p, sat, rec))
        return [result]

    @staticmethod
    def params32(par):
        return _rq.params32(par)

    @staticmethod
    def flags(par):
        return _rq.flags(par)

    @staticmethod
    def mac(par, ivs):
        return {"a_bits": [bits(*iv) for iv in ivs]}
