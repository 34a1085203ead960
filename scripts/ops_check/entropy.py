"""entropy.json (pins P1) and the CDF rules of pay 2."""

from .errors import MODEL, need
from .ints import I32_MAX, I32_MIN, I64_MAX, I64_MIN
from .strict_json import Reader, read

LONGEST = {"t4097": (3, 4097), "t2": (2, 65537)}


def cdf_ok(cdf, rule="t4097"):
    """The table rule of pay 2, or ops 5E's `t2`."""
    lo, hi = LONGEST[rule]
    return (lo <= len(cdf) <= hi and cdf[0] == 0 and cdf[-1] == 65536 and
            all(map(int.__lt__, cdf, cdf[1:])))


class Table:
    """One CDF, its symbol offset and the base its elements are rebuilt from."""
    __slots__ = ("cdf", "offset", "median")

    def __init__(self, cdf, offset, median=0):
        self.cdf, self.offset, self.median = cdf, offset, median


class Entropy:
    def __init__(self, edges, y, z):
        self.edges, self.y, self.z = edges, y, z


def parse(data):
    r = Reader(read(data), MODEL)
    edges = r.integers("scale_edges", I64_MIN, I64_MAX)
    need(len(edges) >= 1, MODEL, "no scale edges")
    y = _tables(r, "y")
    need(len(y) == len(edges), MODEL, "tables and edges differ in count")
    z = _tables(r, "z")
    medians = r.integers("z_median", I64_MIN, I64_MAX)
    need(len(z) >= 1 and len(medians) == len(z), MODEL, "z tables and medians differ in count")
    for table, median in zip(z, medians):
        table.median = median
    return Entropy(edges, y, z)


def _tables(r, prefix):
    rows = r.array(prefix + "_cdf")
    lengths = r.integers(prefix + "_cdf_length", 0, I64_MAX)
    offsets = r.integers(prefix + "_offset", I32_MIN, I32_MAX)
    need(len(rows) == len(lengths) == len(offsets), MODEL, "lists differ in count")
    out = []
    for row, n, offset in zip(rows, lengths, offsets):
        need(isinstance(row, list) and n <= len(row), MODEL, "a row shorter than its length")
        cdf = row[:n]
        # The tail of a row is padding and is not read (pins P1).
        need(all(type(v) is int for v in cdf) and cdf_ok(cdf), MODEL, "a table")
        out.append(Table(cdf, offset))
    return out
