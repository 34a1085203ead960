"""Sums of taps over an input: what conv and conv_transpose share.

An output row reads a run of consecutive input rows, each with its kernel row,
and an output column likewise.  A position's products are therefore the dot
product of a patch of the input with the weights of the same taps.
"""

from .base import dot


def conv_axis(n, out, k, stride, pad):
    """Per output index of a convolution: (first input index, kernel indices)."""
    runs = []
    for y in range(out):
        base = y * stride - pad
        lo, hi = max(0, -base), min(k, n - base)
        runs.append((base + lo, tuple(range(lo, hi))) if lo < hi else (0, ()))
    return runs


def transpose_axis(n, out, k, stride, pad):
    """Per output index of a transposed convolution, by the gather form of ops 5.3."""
    runs = []
    for y in range(out):
        t = y + pad
        u_hi = min(t // stride, n - 1)
        u_lo = max(0, -((k - 1 - t) // stride))
        taps = tuple(t - u * stride for u in range(u_lo, u_hi + 1))
        runs.append((u_lo, taps) if taps else (0, ()))
    return runs


def sums(data, shape, channels, rows, cols, weights_of, n_out):
    """The sums of `n_out` output channels over the given input channels.

    `weights_of(i_taps, j_taps)` gives one weight list per output channel, in
    the order input channel, row tap, column tap.
    """
    _, h, w = shape
    plane = h * w
    cache = {}
    acc = [[] for _ in range(n_out)]
    for u0, itaps in rows:
        starts = [c * plane + u * w for c in channels for u in range(u0, u0 + len(itaps))]
        for v0, jtaps in cols:
            key = (itaps, jtaps)
            wts = cache.get(key)
            if wts is None:
                wts = cache[key] = weights_of(itaps, jtaps)
            n = len(jtaps)
            patch = []
            for s in starts:
                patch += data[s + v0:s + v0 + n]
            for out, wt in zip(acc, wts):
                out.append(dot(wt, patch))
    return acc
