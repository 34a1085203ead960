"""The integer functions of ops 2."""

from math import isqrt

I32_MIN, I32_MAX = -(1 << 31), (1 << 31) - 1
I64_MIN, I64_MAX = -(1 << 63), (1 << 63) - 1
I128_MIN, I128_MAX = -(1 << 127), (1 << 127) - 1

FLOOR, HALF_UP, HALF_EVEN = 0, 1, 2

EXP_RESULT_MAX = 65553
LN2_Q16 = 45426


def trunc_div(a, b):
    """Division rounded toward zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def ceil_div(a, b):
    return -(-a // b)


def sgn(a):
    return (a > 0) - (a < 0)


def clamp(v, lo, hi):
    return min(max(v, lo), hi)


def isqrt_ceil(n):
    r = isqrt(n)
    return r if r * r == n else r + 1


def wrap16(a):
    return ((a + 0x8000) & 0xFFFF) - 0x8000


def fits(v, n):
    """Whether v fits iN."""
    return -(1 << (n - 1)) <= v < (1 << (n - 1))


def fits_i32(v):
    return I32_MIN <= v <= I32_MAX


def fits_i64(v):
    return I64_MIN <= v <= I64_MAX


def bits(lo, hi):
    """The smallest N >= 1 for which lo and hi both fit iN."""
    return max((v if v >= 0 else ~v).bit_length() + 1 for v in (lo, hi))


def r_floor(p, s):
    return p >> s


def r_half_up(p, s):
    return (p + (1 << (s - 1))) >> s if s else p


def r_half_even(p, s):
    if s == 0:
        return p
    q = p >> s
    r = p - (q << s)
    h = 1 << (s - 1)
    return q + 1 if r > h or (r == h and q & 1) else q


ROUNDINGS = (r_floor, r_half_up, r_half_even)


def exp_neg_q16(x):
    """exp of a non-positive Q16 value, step by step as ops 2 forms it."""
    u = -x
    n = u // LN2_Q16
    if n >= 63:
        return 0
    t = x + LN2_Q16 * n + 88670
    q = (t * t) >> 16
    y = ((23495 * q) >> 16) + 22544
    return y >> n


def rsqrt_q16(v):
    r = isqrt(v)
    return (1 << 32) // r if r else 0
