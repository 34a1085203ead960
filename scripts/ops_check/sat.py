"""The saturating arithmetic of the bounds pass (ops 8.1).

One `Sat` belongs to one node.  Each method is one primitive operation; `hit`
stays set once any of them was changed by saturation.  `min`, `max` and
negation of values already inside the limits never change, so the plain Python
ones are used for them.
"""

from math import isqrt

from .ints import FLOOR, HALF_UP, isqrt_ceil

LIMIT = 1 << 255


class Sat:
    __slots__ = ("hit",)

    def __init__(self):
        self.hit = False

    def sat(self, v):
        if -LIMIT <= v <= LIMIT:
            return v
        self.hit = True
        return LIMIT if v > 0 else -LIMIT

    def add(self, a, b):
        return self.sat(a + b)

    def sub(self, a, b):
        return self.sat(a - b)

    def mul(self, a, b):
        return self.sat(a * b)

    def div(self, a, b):
        return self.sat(a // b)

    def ceil_div(self, a, b):
        return self.sat(-self.sat(self.sat(-a) // b))

    def shr(self, a, s):
        return self.sat(a >> s)

    def isqrt(self, a):
        return self.sat(isqrt(a))

    def isqrt_ceil(self, a):
        return self.sat(isqrt_ceil(a))

    def corner(self, x, y):
        """The corner hull of ops 8.2."""
        mul = self.mul
        (a, b), (c, d) = x, y
        p = (mul(a, c), mul(a, d), mul(b, c), mul(b, d))
        return min(p), max(p)

    def scale(self, x, m):
        """The term interval of one weight over an interval (ops 8.2)."""
        a, b = self.mul(x[0], m), self.mul(x[1], m)
        return (a, b) if a <= b else (b, a)

    def shift(self, x, s):
        """Floors both ends of an interval by 2^s."""
        return self.shr(x[0], s), self.shr(x[1], s)

    def offset(self, x, b):
        return self.add(x[0], b), self.add(x[1], b)

    def round(self, p, s, mode):
        """R_round as ops 2 writes it, saturating after each operation."""
        if s == 0:
            return p
        if mode == FLOOR:
            return self.shr(p, s)
        h = 1 << (s - 1)
        if mode == HALF_UP:
            return self.shr(self.add(p, h), s)
        q = self.shr(p, s)
        r = self.sub(p, self.mul(q, 1 << s))
        return self.add(q, 1) if r > h or (r == h and q & 1) else q


def hull(x, y):
    """The smallest interval that contains both; either may be None."""
    if x is None:
        return y
    if y is None:
        return x
    return min(x[0], y[0]), max(x[1], y[1])


def magnitude(x):
    return max(abs(x[0]), abs(x[1]))


class Record:
    """Named intermediates, each hulled over the channels that give it."""

    def __init__(self):
        self.values = {}

    def put(self, key, interval):
        self.values[key] = hull(self.values.get(key), interval)
