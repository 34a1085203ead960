"""The WIV1 frames: E10 mc_predict and E9 residual_step (pay 3, ops 13.5)."""

from struct import unpack_from

from .ints import clamp


def mc_predict(sample, h, w, y, x, dy, dx, precision):
    """E10 for one pixel: `sample(row, column)` reads inside the frame."""
    def p(r, c):
        return sample(clamp(r, 0, h - 1), clamp(c, 0, w - 1))
    if precision == 1:
        return p(y + dy, x + dx)
    iy, fy, ix, fx = y + (dy >> 1), dy & 1, x + (dx >> 1), dx & 1
    if fy and fx:
        return (p(iy, ix) + p(iy, ix + 1) + p(iy + 1, ix) + p(iy + 1, ix + 1) + 2) >> 2
    if fx:
        return (p(iy, ix) + p(iy, ix + 1) + 1) >> 1
    if fy:
        return (p(iy, ix) + p(iy + 1, ix) + 1) >> 1
    return p(iy, ix)


def _row(ref, w, y, h, first, n):
    """Samples (R, G, B) of columns first .. first+n-1 of a clamped row, flat."""
    base = clamp(y, 0, h - 1) * w * 3
    lo, hi = max(first, 0), min(first + n, w)
    if lo < hi:
        left = ref[base:base + 3] * (lo - first)
        right = ref[base + 3 * w - 3:base + 3 * w] * (first + n - hi)
        return left + ref[base + 3 * lo:base + 3 * hi] + right
    edge = 0 if first + n <= 0 else w - 1
    return ref[base + 3 * edge:base + 3 * edge + 3] * n


def predict_run(ref, h, w, y, x0, n, dy, dx, precision):
    """E10 for n pixels of one row that share a vector: 3n values."""
    if precision == 1:
        return _row(ref, w, y + dy, h, x0 + dx, n)
    iy, fy, ix, fx = y + (dy >> 1), dy & 1, x0 + (dx >> 1), dx & 1
    a = _row(ref, w, iy, h, ix, n + 1)
    if fy:
        b = _row(ref, w, iy + 1, h, ix, n + 1)
        if fx:
            return [(p + q + r + s + 2) >> 2 for p, q, r, s in zip(a, a[3:], b, b[3:])]
        return [(p + r + 1) >> 1 for p, r in zip(a, b)][:3 * n]
    if fx:
        return [(p + q + 1) >> 1 for p, q in zip(a, a[3:])]
    return a[:3 * n]


def predict_frame(ref, p, f):
    """The prediction of every sample of frame f >= 1, in raster order, as it is asked for."""
    h, w, block, nbx = p.h, p.w, p.block, p.nbx
    for y in range(h):
        at = 4 * ((f - 1) * p.nb + y // block * nbx)
        for bx in range(nbx):
            x0 = bx * block
            n = min(block, w - x0)
            dy, dx = unpack_from("<2h", p.vectors, at + 4 * bx)
            yield from predict_run(ref, h, w, y, x0, n, dy, dx, p.mv_precision)


def residual_frame(pred, decoder, table, q):
    """One frame of samples from its prediction and the residual stream.

    It grows with the symbols the stream gives, whatever size the header declares.
    """
    symbol, cdf, offset = decoder.symbol, table.cdf, table.offset
    out = bytearray()
    for v in pred:
        v += symbol(cdf, offset) * q
        out.append(0 if v < 0 else 255 if v > 255 else v)
    return out
