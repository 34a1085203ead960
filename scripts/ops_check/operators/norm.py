"""igdn, layernorm_c, l2norm and softmax (ops 5.7)."""

from itertools import chain
from math import isqrt

from ..errors import MODEL, need
from ..ints import EXP_RESULT_MAX, exp_neg_q16, fits_i32, rsqrt_q16, sgn, trunc_div
from ..sat import hull, magnitude
from .base import Operator, planes
from .scalar import EXP_KEYS, exp_rule

TWO32 = 1 << 32


class IgdnPar:
    __slots__ = ("gf", "frac", "gamma", "beta", "c")


class Igdn(Operator):
    code, name, npu = 0x12, "igdn", False
    term_key = "igdn.term"
    classes = {"igdn.x2": "wide", "igdn.gx2": "product", "igdn.term": "wide",
               "igdn.N": "wide", "igdn.r": "acc", "igdn.xr": "wide"}

    @staticmethod
    def parse(cur, cins, g):
        par = IgdnPar()
        par.gf, par.frac, g_bytes = cur.take("IIB")
        cur.zero(7)
        need(par.gf <= 127 and par.frac <= 127 and g_bytes in (4, 8), MODEL, "an igdn field")
        par.c = cins[0]
        par.gamma = cur.ints(par.c * par.c, g_bytes)
        par.beta = cur.ints(par.c, 8)
        return par

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        c, gf, frac = par.c, par.gf, par.frac
        rows = [par.gamma[i * c:(i + 1) * c] for i in range(c)]
        outs = [[] for _ in range(c)]
        for xs in zip(*planes(shape, data)):
            x2 = [x * x for x in xs]
            for row, beta, x, out in zip(rows, par.beta, xs, outs):
                n = beta + sum([g * v >> gf for g, v in zip(row, x2)])
                out.append(x * isqrt(n) >> frac if n > 0 else 0)
        return [list(chain.from_iterable(outs))]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        l, h = ivs[0]
        squares = sat.mul(l, l), sat.mul(h, h)
        x2 = (0 if l <= 0 <= h else min(squares), max(squares))
        rec.put("igdn.x2", x2)
        result = None
        for i in range(par.c):
            beta = par.beta[i]
            n_lo, n_hi = min(0, beta), max(0, beta)
            f_lo = f_hi = beta
            for g in par.gamma[i * par.c:(i + 1) * par.c]:
                gx2 = sat.corner((g, g), x2)
                t_lo, t_hi = term = sat.shift(gx2, par.gf)
                rec.put("igdn.gx2", gx2)
                rec.put("igdn.term", term)
                n_lo, n_hi = sat.add(n_lo, min(0, t_lo)), sat.add(n_hi, max(0, t_hi))
                f_lo, f_hi = sat.add(f_lo, t_lo), sat.add(f_hi, t_hi)
            r = sat.isqrt(max(0, f_lo)), sat.isqrt(max(0, f_hi))
            xr = sat.corner(ivs[0], r)
            for key, iv in (("igdn.N", (n_lo, n_hi)), ("igdn.r", r), ("igdn.xr", xr)):
                rec.put(key, iv)
            result = hull(result, sat.shift(xr, par.frac))
        return [result]

    @staticmethod
    def params32(par):
        keys = [] if all(map(fits_i32, par.gamma)) else ["igdn.gamma"]
        return keys + ["igdn.shift"] if max(par.gf, par.frac) > 63 else keys


class LayernormPar:
    __slots__ = ("eps", "gamma", "beta", "c")


class LayernormC(Operator):
    code, name, npu = 0x18, "layernorm_c", False
    classes = {"ln.S": "wide", "ln.m": "wide", "ln.d": "acc", "ln.T": "wide", "ln.v": "wide",
               "rsq.num": "acc", "ln.k": "acc", "ln.dk": "wide", "ln.n": "acc", "ln.ng": "wide"}

    @staticmethod
    def parse(cur, cins, g):
        par = LayernormPar()
        par.eps, g_bytes = cur.take("QB")
        cur.zero(7)
        need(par.eps >= 1 and g_bytes in (4, 8), MODEL, "a layernorm_c field")
        par.c = cins[0]
        par.gamma = cur.ints(par.c, g_bytes)
        par.beta = cur.ints(par.c, 8)
        return par

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        c = par.c
        outs = [[] for _ in range(c)]
        for xs in zip(*planes(shape, data)):
            s = sum(xs)
            m = trunc_div(s + c // 2 * sgn(s), c)
            ds = [x - m for x in xs]
            v = sum([d * d for d in ds]) // c
            k = rsqrt_q16(v + par.eps)
            for d, g, b, out in zip(ds, par.gamma, par.beta, outs):
                out.append(((d * k >> 16) * g >> 16) + b)
        return [list(chain.from_iterable(outs))]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        (l, h), c = ivs[0], par.c
        add, sub, mul = sat.add, sat.sub, sat.mul
        rec.put("ln.S", (mul(c, min(0, l)), mul(c, max(0, h))))
        half = c // 2
        rec.put("ln.m", (sub(mul(c, l), half), add(mul(c, h), half)))
        span = sub(h, l)
        square = mul(span, span)
        rec.put("ln.d", (sub(l, h), span))
        rec.put("ln.T", (0, mul(c, square)))
        rec.put("ln.v", (par.eps, add(square, par.eps)))
        rec.put("rsq.num", (TWO32, TWO32))
        r0 = sat.isqrt(par.eps)
        k0 = sat.div(TWO32, r0)
        rec.put("ln.k", (0, k0))
        root = sat.isqrt_ceil(c)
        r1 = add(r0, 1)
        dk = min(mul(span, k0), sat.ceil_div(mul(mul(root, TWO32), r1), r0))
        rec.put("ln.dk", (-dk, dk))
        n_max = add(sat.div(mul(mul(root, 1 << 16), r1), r0), 1)
        n = min(add(sat.shr(mul(span, k0), 16), 1), n_max)
        rec.put("ln.n", (-n, n))
        result = None
        for g, b in zip(par.gamma, par.beta):
            ng = sat.corner((-n, n), (g, g))
            rec.put("ln.ng", ng)
            result = hull(result, sat.offset(sat.shift(ng, 16), b))
        return [result]


class L2norm(Operator):
    code, name, npu = 0x19, "l2norm", False
    reduces = True
    classes = {"l2.T": "wide", "rsq.num": "acc", "l2.k": "acc", "l2.vk": "wide"}

    @staticmethod
    def parse(cur, cins, g):
        eps = cur.one("Q")
        need(eps >= 1, MODEL, "epsilon is 0")
        return eps

    @staticmethod
    def run(par, tensors, env):
        out = []
        for plane in planes(*tensors[0]):
            k = rsqrt_q16(sum([v * v for v in plane]) + par)
            out += [v * k >> 16 for v in plane]
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        _, height, width = ctx.shapes[0]
        x = magnitude(ivs[0])
        rec.put("l2.T", (0, sat.add(sat.mul(height * width, sat.mul(x, x)), par)))
        rec.put("rsq.num", (TWO32, TWO32))
        rec.put("l2.k", (0, sat.div(TWO32, sat.isqrt(par))))
        rec.put("l2.vk", (-TWO32, TWO32))
        return [(-(1 << 16), 1 << 16)]


class Softmax(Operator):
    code, name, npu = 0x1A, "softmax", False
    reduces = True
    classes = {"sm.diff": "acc", **EXP_KEYS, "sm.sum": "acc", "sm.num": "acc"}

    @staticmethod
    def run(par, tensors, env):
        (c, h, w), data = tensors[0]
        out = []
        for at in range(0, c * h * w, w):
            row = data[at:at + w]
            m = max(row)
            es = [exp_neg_q16(v - m) for v in row]
            total = sum(es)
            half = total // 2
            out += [((e << 16) + half) // total for e in es]
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        l, h = ivs[0]
        width = ctx.shapes[0][2]
        rec.put("sm.diff", (sat.sub(l, h), 0))
        exp_rule((0, sat.sub(h, l)), sat, rec)
        total = sat.mul(width, EXP_RESULT_MAX)
        rec.put("sm.sum", (0, total))
        rec.put("sm.num", (0, sat.add(EXP_RESULT_MAX << 16, sat.shr(total, 1))))
        return [(0, 1 << 16)]
