"""gram and apply (ops 5.9)."""

from ..errors import MODEL, need
from ..ints import bits
from . import rq as _rq
from .base import Operator, channel_rule, dot, planes, shape_rule


class _Contract(Operator):
    n_in, npu = 2, False

    @staticmethod
    def parse(cur, cins, g):
        groups = cur.one("I")
        par = _rq.parse(cur, cins[0])
        need(groups >= 1, MODEL, "no groups")
        need(par.mult is None and par.place == 0 and par.s_kind == 1, MODEL, "the RQ")
        par.groups = groups
        return par

    @staticmethod
    def channels(par, cins, record):
        channel_rule(cins[0] == cins[1] and cins[0] % par.groups == 0)
        return [cins[0]]

    @staticmethod
    def contract_bound(name, n, par, ivs, sat, rec):
        term = sat.corner(ivs[0], ivs[1])
        acc = sat.mul(n, min(0, term[0])), sat.mul(n, max(0, term[1]))
        rec.put(name + ".term", term)
        rec.put(name + ".acc", acc)
        return [_rq.bound(par, 0, acc, sat, rec)]

    @staticmethod
    def params32(par):
        return _rq.params32(par)

    @staticmethod
    def flags(par):
        return _rq.flags(par)

    @staticmethod
    def mac(par, ivs):
        return {"a_bits": [bits(*iv) for iv in ivs]}


class Gram(_Contract):
    code, name = 0x1D, "gram"
    reduces = True
    term_key = "gram.term"
    classes = {"gram.term": "acc", "gram.acc": "acc", **_rq.KEYS}

    @staticmethod
    def shape(par, shapes, env):
        shape_rule(shapes[0] == shapes[1])
        c = shapes[0][0]
        return [(c, 1, c // par.groups)]

    @staticmethod
    def run(par, tensors, env):
        a, b = planes(*tensors[0]), planes(*tensors[1])
        d = len(a) // par.groups
        sums = [dot(row, b[j]) for c, row in enumerate(a)
                for j in range(c // d * d, c // d * d + d)]
        return [_rq.apply(sums, par.channel(0), par.mode)]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        length = max(h * w for _, h, w in ctx.shapes)
        return _Contract.contract_bound("gram", length, par, ivs, sat, rec)


class Apply(_Contract):
    code, name = 0x1E, "apply"
    term_key = "apply.term"
    classes = {"apply.term": "acc", "apply.acc": "acc", **_rq.KEYS}

    @staticmethod
    def shape(par, shapes, env):
        c, h, d = shapes[0]
        shape_rule(h == 1 and d * par.groups == c)
        return [shapes[1]]

    @staticmethod
    def run(par, tensors, env):
        (c, _, d), a = tensors[0]
        v = planes(*tensors[1])
        sums = []
        for k in range(c):
            row, first = a[k * d:k * d + d], k // d * d
            sums += [dot(row, col) for col in zip(*v[first:first + d])]
        return [_rq.apply(sums, par.channel(0), par.mode)]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        d = ctx.channels[0] // par.groups
        return _Contract.contract_bound("apply", d, par, ivs, sat, rec)
