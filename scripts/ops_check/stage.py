"""The stage operators E2-E7 and E9-E13 (ops 5E), with their conditions."""

from .errors import GEOMETRY, MODEL, RANGE, need
from .ints import clamp, fits_i32, fits_i64, r_half_up, sgn
from .video import mc_predict

U32 = (1 << 32) - 1
SHIFTS = range(128)


def ok(condition, why=""):
    """A condition whose refusal is `model_mismatch` (ops 5E, readings P23)."""
    need(condition, MODEL, why)


def dequantize(sym, f, base):
    """E2.  A negative f is refused as one above 62 is (readings P9)."""
    need(0 <= f <= 62, RANGE, "f")
    v = (sym << f) + base
    need(fits_i64(v), RANGE, "the value")
    return v


def bucket(sigma, edges, rule):
    """E3."""
    ok(rule in ("ceil", "floor"), "the rule")
    ok(len(edges) >= 1, "no edges")
    if rule == "floor":
        ok(all(a <= b for a, b in zip(edges, edges[1:])), "edges that decrease")
        return sum(e <= sigma for e in edges)
    s = max(sigma, edges[0])
    return len(edges) - 1 - sum(s <= e for e in edges[:-1])


def coded(v, thr):
    """E4."""
    return v > thr


def scale_index(v, s, n):
    """E5."""
    ok(s in SHIFTS and n >= 1, "s or n")
    return clamp(r_half_up(v, s), 0, n - 1)


def block_stat(shape, data, b, s, lo, hi):
    """E6, channel by channel."""
    ok(b >= 1 and s in SHIFTS and lo <= hi, "b, s or the range")
    c, h, w = shape
    out = [0] * len(data)
    for k in range(c):
        for y0 in range(0, h, b):
            for x0 in range(0, w, b):
                rows = [(k * h + y) * w for y in range(y0, min(y0 + b, h))]
                x1 = min(x0 + b, w)
                total = sum(sum(data[r + x0:r + x1]) for r in rows)
                v = clamp(r_half_up(total, s), lo, hi)
                for r in rows:
                    out[r + x0:r + x1] = [v] * (x1 - x0)
    return out


def band_lookup(v, edges, table, row):
    """E7."""
    ok(0 <= row < len(table), "the row")
    ok(len(table[row]) == len(edges) + 1, "the row's entries")
    return table[row][sum(v >= e for e in edges)]


def residual_step(pred, r, q, lo, hi):
    """E9."""
    ok(lo < hi and lo <= pred <= hi, "the range")
    ok(1 <= q <= 65535 and fits_i32(r), "q or r")
    return clamp(pred + r * q, lo, hi)


def mc_predict_vector(shape, data, y, x, c, dy, dx, precision):
    """E10 for one sample of a frame tensor [3, h, w]."""
    planes, h, w = shape
    ok(planes == 3 and c in (0, 1, 2) and precision in (1, 2), "the channel or precision")
    ok(0 <= y < h and 0 <= x < w, "the pixel")
    ok(all(-32768 <= v <= 32767 for v in (dy, dx)), "the vector")
    ok(all(0 <= v <= 255 for v in data), "the samples")
    base = c * h * w
    return mc_predict(lambda r, k: data[base + r * w + k], h, w, y, x, dy, dx, precision)


def up2_predict(shape, data, d0, d1):
    """E11 over a whole unit: (shape, data) of [c, d0, d1]."""
    c, h, w = shape
    ok(all(0 <= v <= 255 for v in data), "the samples")
    need(d0 >= 1 and d1 >= 1, GEOMETRY, "a size of 0")
    need((h, w) == (-(-d0 // 2), -(-d1 // 2)) and c >= 1, GEOMETRY, "prev's shape")
    out = []
    for k in range(c):
        base = k * h * w
        for y in range(d0):
            r0 = base + (y >> 1) * w
            r1 = base + min((y >> 1) + 1, h - 1) * w
            for x in range(d1):
                c0 = x >> 1
                c1 = min(c0 + 1, w - 1)
                out.append(_half_pel(data, r0, r1, c0, c1, y & 1, x & 1))
    return (c, d0, d1), out


def _half_pel(data, r0, r1, c0, c1, fy, fx):
    p = data[r0 + c0]
    if fy and fx:
        return (p + data[r0 + c1] + data[r1 + c0] + data[r1 + c1] + 2) >> 2
    if fx:
        return (p + data[r0 + c1] + 1) >> 1
    if fy:
        return (p + data[r1 + c0] + 1) >> 1
    return p


def rdiv(n, d):
    if d < 1:
        return 0
    return sgn(n) * ((2 * abs(n) + d) // (2 * d))


def rate_predict(shape, data, num, den, d0):
    """E12 over a whole unit: (shape, data) of [c, 1, d0]."""
    c, one, n = shape
    ok(0 <= num <= U32 and 0 <= den <= U32, "a rate")
    ok(all(-32768 <= v <= 32767 for v in data), "the samples")
    need(num >= 1 and den >= 1 and d0 >= 1, GEOMETRY, "a rate or size of 0")
    need(c >= 1 and one == 1 and n >= 1 and n * num // den == d0, GEOMETRY, "prev's shape")
    out = []
    for k in range(c):
        s = data[k * n:(k + 1) * n]
        for i in range(d0):
            lo, rho = divmod(i * den, num)
            a, b = s[lo], s[min(lo + 1, n - 1)]
            out.append(rdiv(a * num + (b - a) * rho, num))
    return (c, 1, d0), out


def coding_order(shape, order, anchor):
    """E13."""
    c, h, w = shape
    ok(min(shape) >= 1 and order in ("raster", "checkerboard"), "the shape or order")
    if order == "raster":
        return list(range(c * h * w))
    parity = 0 if anchor else 1
    return [(k * h + y) * w + x for k in range(c) for y in range(h) for x in range(w)
            if (y + x) % 2 == parity]
