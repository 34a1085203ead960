"""conv and conv_transpose (ops 5.2, 5.3)."""

import struct

from ..errors import MODEL, need
from ..ints import bits, fits_i32
from ..sat import LIMIT, hull, magnitude
from . import rq as _rq
from .base import Operator, channel_rule, shape_rule
from .taps import conv_axis, sums, transpose_axis

LETTER = {1: "b", 2: "h", 4: "i", 8: "q"}


class LinearPar:
    """Parameters of either operator; `wt` is flat, in the file's order."""
    __slots__ = ("cout", "k", "s", "p", "op", "groups", "rq", "wt")


def _parse(cur, cin, names, groups_of):
    par = LinearPar()
    fields = cur.take(f"{names}I")
    par.cout, par.k, par.s, par.p = fields[0], fields[1:3], fields[3:5], fields[5:7]
    par.op = fields[7:9] if names == 9 else (0, 0)
    par.groups = groups_of(fields)
    w_bytes = cur.one("B")
    cur.zero(3)
    need(par.cout >= 1 and min(par.k) >= 1 and min(par.s) >= 1, MODEL, "a field of 0")
    need(par.groups >= 1, MODEL, "no groups")
    need(w_bytes in LETTER, MODEL, "w_bytes")
    channel_rule(cin % par.groups == 0 and par.cout % par.groups == 0, "groups")
    par.rq = _rq.parse(cur, par.cout)
    par.wt = cur.ints(par.cout * (cin // par.groups) * par.k[0] * par.k[1], w_bytes)
    return par


def pack(par, w_bytes, rq_block, transpose=False):
    """The parameter block of ops 10.4."""
    tail = par.op if transpose else (par.groups,)
    head = struct.pack(f"<{7 + len(tail)}I", par.cout, *par.k, *par.s, *par.p, *tail)
    return (head + struct.pack("<B3x", w_bytes) + rq_block +
            struct.pack(f"<{len(par.wt)}{LETTER[w_bytes]}", *par.wt))


class _Linear(Operator):
    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[0] % par.groups == 0 and par.cout % par.groups == 0)
        return [par.cout]

    @staticmethod
    def params32(par):
        keys = _rq.params32(par.rq)
        return keys if all(map(fits_i32, (min(par.wt), max(par.wt)))) else keys + ["weights"]

    @staticmethod
    def flags(par):
        return _rq.flags(par.rq)

    @staticmethod
    def mac(par, ivs):
        return {"a_bits": [bits(*ivs[0])], "w_bits": bits(min(par.wt), max(par.wt))}


class Conv(_Linear):
    code, name = 0x01, "conv"
    term_key = "conv.term"
    classes = {"conv.term": "acc", "conv.acc": "acc", **_rq.KEYS}

    @staticmethod
    def parse(cur, cins, g):
        return _parse(cur, cins[0], 8, lambda f: f[7])

    @staticmethod
    def formed(par, shapes):
        _, h, w = shapes[0]
        return h + 2 * par.p[0], w + 2 * par.p[1]

    @staticmethod
    def shape(par, shapes, env):
        sides = []
        for n, k, s, p in zip(shapes[0][1:], par.k, par.s, par.p):
            shape_rule(n + 2 * p >= k)
            sides.append((n + 2 * p - k) // s + 1)
        return [(par.cout, *sides)]

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        _, ho, wo = Conv.shape(par, [shape], env)[0]
        cin, h, w = shape
        kh, kw = par.k
        rows = conv_axis(h, ho, kh, par.s[0], par.p[0])
        cols = conv_axis(w, wo, kw, par.s[1], par.p[1])
        cg, og = cin // par.groups, par.cout // par.groups
        kk, wt = kh * kw, par.wt
        out = []
        for grp in range(par.groups):
            first = grp * og

            def weights_of(itaps, jtaps):
                idx = [ci * kk + i * kw + j for ci in range(cg) for i in itaps for j in jtaps]
                return [[wt[o * cg * kk + x] for x in idx] for o in range(first, first + og)]

            acc = sums(data, shape, range(grp * cg, grp * cg + cg), rows, cols, weights_of, og)
            for o, values in enumerate(acc, first):
                out += _rq.apply(values, par.rq.channel(o), par.rq.mode)
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        n = len(par.wt) // par.cout
        result = None
        for o in range(par.cout):
            pre = par.rq.channel(o)[0]
            ws = par.wt[o * n:(o + 1) * n]
            rec.put("conv.term", term_hull(ws, ivs[0], sat))
            t = partial_sums(ws, ivs[0], pre, sat)
            rec.put("conv.acc", t)
            result = hull(result, _rq.bound(par.rq, o, t, sat, rec))
        return [result]

    @staticmethod
    def reasons(par, cins):
        g = par.groups
        bad = g not in (1, cins[0]) or (g > 1 and g == cins[0] and par.cout != g)
        return {"conv_groups"} if bad else set()


class ConvTranspose(_Linear):
    code, name = 0x11, "conv_transpose"
    term_key = "convT.term"
    classes = {"convT.term": "acc", "convT.acc": "acc", **_rq.KEYS}

    @staticmethod
    def parse(cur, cins, g):
        return _parse(cur, cins[0], 9, lambda f: 1)

    @staticmethod
    def uncropped(par, shape):
        return tuple((n - 1) * s + k + op
                     for n, s, k, op in zip(shape[1:], par.s, par.k, par.op))

    @staticmethod
    def formed(par, shapes):
        uh, uw = ConvTranspose.uncropped(par, shapes[0])
        return uh, uw, par.cout * uh * uw

    @staticmethod
    def shape(par, shapes, env):
        sides = [u - 2 * p for u, p in zip(ConvTranspose.uncropped(par, shapes[0]), par.p)]
        shape_rule(min(sides) >= 1)
        return [(par.cout, *sides)]

    @staticmethod
    def run(par, tensors, env):
        shape, data = tensors[0]
        _, ho, wo = ConvTranspose.shape(par, [shape], env)[0]
        cin, h, w = shape
        kh, kw = par.k
        rows = transpose_axis(h, ho, kh, par.s[0], par.p[0])
        cols = transpose_axis(w, wo, kw, par.s[1], par.p[1])
        cout, kk, wt = par.cout, kh * kw, par.wt

        def weights_of(itaps, jtaps):
            idx = [ci * cout * kk + i * kw + j for ci in range(cin) for i in itaps for j in jtaps]
            return [[wt[o * kk + x] for x in idx] for o in range(cout)]

        acc = sums(data, shape, range(cin), rows, cols, weights_of, cout)
        out = []
        for o, values in enumerate(acc):
            out += _rq.apply(values, par.rq.channel(o), par.rq.mode)
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        (kh, kw), cout, wt = par.k, par.cout, par.wt
        kk = kh * kw
        cin = len(wt) // (cout * kk)
        # Only residues that have taps can widen the hull (readings G10).
        residues = [[i * kw + j for i in range(ry, kh, par.s[0]) for j in range(rx, kw, par.s[1])]
                    for ry in range(min(par.s[0], kh)) for rx in range(min(par.s[1], kw))]
        result = None
        for o in range(cout):
            pre = par.rq.channel(o)[0]
            bases = [(ci * cout + o) * kk for ci in range(cin)]
            t = None
            for taps in residues:
                ws = [wt[b + x] for b in bases for x in taps]
                rec.put("convT.term", term_hull(ws, ivs[0], sat))
                t = hull(t, partial_sums(ws, ivs[0], pre, sat))
            rec.put("convT.acc", t)
            result = hull(result, _rq.bound(par.rq, o, t, sat, rec))
        return [result]


def term_hull(ws, iv, sat):
    """The hull of the weights' term intervals (ops 8.2)."""
    return hull(sat.scale(iv, min(ws)), sat.scale(iv, max(ws)))


def partial_sums(ws, iv, b, sat):
    """A(K, b) of ops 8.2 for terms that are weights over one interval."""
    worst = max(abs(min(ws)), abs(max(ws))) * magnitude(iv) * len(ws) + abs(b)
    if worst <= LIMIT:      # nothing can saturate: the few sums of ops 8.2
        pos = sum([w for w in ws if w > 0])
        neg = sum(ws) - pos
        l, h = min(0, iv[0]), max(0, iv[1])
        return min(0, b) + l * pos + h * neg, max(0, b) + h * pos + l * neg
    lo, hi = min(0, b), max(0, b)
    for w in ws:
        t = sat.scale(iv, w)
        lo = sat.add(lo, min(0, t[0]))
        hi = sat.add(hi, max(0, t[1]))
    return lo, hi
