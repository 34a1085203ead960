"""sigmoid and elu (ops 5.8), and the exponential's bound rule (ops 8.3)."""

from ..ints import EXP_RESULT_MAX, LN2_Q16, exp_neg_q16
from ..sat import hull
from .base import Operator
from .elementwise import abs_image

ONE = 1 << 16
EXP_KEYS = {"exp.negx": "acc", "exp.nl": "acc", "exp.t2": "acc", "exp.c": "acc"}


def exp_rule(u, sat, rec):
    """Records the four intermediates of exp_neg_q16 for u = -x."""
    rec.put("exp.negx", u)
    rec.put("exp.nl", tuple(sat.mul(LN2_Q16, sat.div(v, LN2_Q16)) for v in u))
    rec.put("exp.t2", (43245 ** 2, 88670 ** 2))
    rec.put("exp.c", (0, 23495 * (88670 ** 2 >> 16)))


class Sigmoid(Operator):
    code, name, npu = 0x1B, "sigmoid", False
    classes = {**EXP_KEYS, "sig.num": "acc"}

    @staticmethod
    def run(par, tensors, env):
        out = []
        for v in tensors[0][1]:
            e = exp_neg_q16(-abs(v))
            out.append(((1 << 32) if v >= 0 else e << 16) // (ONE + e))
        return [out]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        exp_rule(abs_image(ivs[0]), sat, rec)
        rec.put("sig.num", (0, EXP_RESULT_MAX << 16))
        return [(0, ONE)]


class Elu(Operator):
    code, name, npu = 0x1C, "elu", False
    classes = {**EXP_KEYS, "elu.p": "wide"}

    @staticmethod
    def parse(cur, cins, g):
        return cur.one("q")

    @staticmethod
    def run(par, tensors, env):
        return [[v if v > 0 else par * (exp_neg_q16(v) - ONE) >> 16 for v in tensors[0][1]]]

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        l, h = ivs[0]
        exp_rule((max(0, -h), max(0, -l)), sat, rec)
        p = sat.corner((par, par), (-ONE, 17))
        rec.put("elu.p", p)
        result = (max(l, 1), h) if h > 0 else None
        if l <= 0:
            result = hull(result, sat.shift(p, 16))
        return [result]
