"""The requantisation epilogue `rq` (ops 5.1, 10.4) and its bound rules (ops 8.3)."""

import struct

from ..errors import MODEL, need
from ..ints import FLOOR, HALF_EVEN, HALF_UP, fits_i32, r_half_even

PRE, POST = 1, 2
KEYS = {"rq.t": "acc", "rq.p": "product", "rq.q": "acc", "rq.y": "acc"}


class Rq:
    """`mult`, `shift`, `bias` are lists of one or C values; absent is None."""

    def __init__(self, mode, shift, mult=None, place=0, bias=None, s_kind=1):
        self.mode, self.shift, self.mult = mode, shift, mult
        self.place, self.bias, self.s_kind = place, bias, s_kind

    def channel(self, c):
        """(pre bias, multiplier or None, shift, post bias) of one channel."""
        m = None if self.mult is None else self.mult[c if len(self.mult) > 1 else 0]
        s = self.shift[c if len(self.shift) > 1 else 0]
        b = self.bias[c] if self.bias is not None else 0
        return (b if self.place == PRE else 0), m, s, (b if self.place == POST else 0)

    def distinct(self, n):
        """Channels that can differ: all of them, or one when no list is longer."""
        lists = [x for x in (self.mult, self.shift, self.bias) if x is not None]
        return range(n if any(len(x) > 1 for x in lists) else 1)


def parse(cur, channels):
    """The RQ block of ops 10.4."""
    mode, place, m_kind, s_kind, m_bytes, b_bytes, reserved = cur.take("BBBBBBH")
    need(reserved == 0, MODEL, "a reserved field is not zero")
    need(mode <= 2 and place <= 2 and m_kind <= 2 and s_kind in (1, 2), MODEL, "an RQ kind")
    need(m_bytes == 0 if m_kind == 0 else m_bytes in (4, 8), MODEL, "m_bytes")
    need(b_bytes == 0 if place == 0 else b_bytes in (4, 8), MODEL, "b_bytes")
    mult = bias = None
    if m_kind:
        mult = cur.ints(1 if m_kind == 1 else channels, m_bytes)
    shift = cur.ints(1 if s_kind == 1 else channels, 1, signed=False)
    need(max(shift) <= 127, MODEL, "a shift")
    if place:
        bias = cur.ints(channels, b_bytes)
    return Rq(mode, shift, mult, place, bias, s_kind)


def pack(rq, per_mult=False, per_shift=False, m_bytes=4, b_bytes=4):
    """An RQ block; `per_*` writes the values per channel (ops 13.0)."""
    m_kind = 0 if rq.mult is None else 2 if per_mult else 1
    out = struct.pack("<BBBBBBH", rq.mode, rq.place, m_kind, 2 if per_shift else 1,
                      m_bytes if m_kind else 0, b_bytes if rq.place else 0, 0)
    if m_kind:
        out += struct.pack(f"<{len(rq.mult)}{'i' if m_bytes == 4 else 'q'}", *rq.mult)
    out += bytes(rq.shift)
    if rq.place:
        out += struct.pack(f"<{len(rq.bias)}{'i' if b_bytes == 4 else 'q'}", *rq.bias)
    return out


def apply(values, one, mode):
    """rq over a list of sums of one channel; `one` is from `Rq.channel`."""
    pre, m, s, post = one
    if m is None:
        m = 1
    if mode == FLOOR or s == 0:
        if pre == 0 and m == 1:
            return [(v >> s) + post for v in values]
        return [((v + pre) * m >> s) + post for v in values]
    if mode == HALF_UP:
        h = 1 << (s - 1)
        return [((v + pre) * m + h >> s) + post for v in values]
    return [r_half_even((v + pre) * m, s) + post for v in values]


def product_rule(t, m, s, mode, sat):
    """(rq.p, rq.q) for one channel and one multiplier (ops 8.3)."""
    p = sat.scale(t, 1 if m is None else m)
    a = 1 << (s - 1) if mode != FLOOR and s >= 1 else 0
    return ((p[0], sat.add(p[1], a)),
            (sat.round(p[0], s, mode), sat.round(p[1], s, mode)))


def bound(rq, c, t, sat, rec):
    """The `rq` rules for channel c, with `t` its rq.t: the producer result."""
    _, m, s, post = rq.channel(c)
    p, q = product_rule(t, m, s, rq.mode, sat)
    y = sat.offset(q, post)
    for key, iv in (("rq.t", t), ("rq.p", p), ("rq.q", q), ("rq.y", y)):
        rec.put(key, iv)
    return y


def params32(rq):
    """The parameter conditions of ops 7.2, in that table's order."""
    keys = []
    if rq.mult is not None and not all(map(fits_i32, rq.mult)):
        keys.append("rq.mult")
    if max(rq.shift) > 63:
        keys.append("rq.shift")
    if rq.place == POST and not all(map(fits_i32, rq.bias)):
        keys.append("rq.post_bias")
    return keys


def flags(rq):
    """The rq flags of ops 9.2, by setting and not by value (readings G8)."""
    out = set()
    if rq.mode == HALF_EVEN:
        out.add("rq_half_even")
    if rq.mode == FLOOR and rq.mult is not None:
        out.add("rq_floor_mult")
    if rq.place == POST:
        out.add("rq_post_bias")
    if rq.mult is not None and min(rq.mult) < 0:
        out.add("rq_neg_mult")
    if max(rq.shift) > 31:
        out.add("rq_shift_range")
    return out
