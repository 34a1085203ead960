"""Stage-operator vectors (ops 14.1): from a vector's JSON to its outcome."""

from . import mans, rans, stage
from .canonical import array, hex_bytes, integer, integers, member
from .entropy import cdf_ok
from .errors import BadVector, Refused
from .ints import fits_i32


class Args:
    """Typed reads of an object's members."""

    def __init__(self, obj):
        self.obj = obj

    def __getitem__(self, key):
        return member(self.obj, key)

    def int(self, key):
        return integer(self[key])

    def ints(self, *keys):
        return [self.int(k) for k in keys]

    def list(self, key):
        return integers(self[key])

    def rows(self, key):
        return [integers(r) for r in array(self[key])]

    def items(self, key):
        return [Args(v) for v in array(self[key])]

    def flag(self, key):
        if not isinstance(self[key], bool):
            raise BadVector(f"{key} is not a boolean")
        return self[key]

    def flags(self, key):
        v = array(self[key])
        if not all(isinstance(x, bool) for x in v):
            raise BadVector(f"{key} is not a list of booleans")
        return v

    def tensor(self, key):
        """(shape, data); a shape its elements do not fill is a type error of P23."""
        t = Args(self[key])
        shape, data = t.list("shape"), t.list("data")
        stage.ok(len(shape) == 3 and min(shape) >= 0, "a shape")
        stage.ok(len(data) == shape[0] * shape[1] * shape[2], "a tensor's elements")
        return tuple(shape), data


def tensor_json(shape, data):
    return {"data": data, "shape": list(shape)}


def rans64_decode(a, m):
    """E1, with its refusal index (ops 14.1)."""
    stream = hex_bytes(a["stream"])
    stage.ok(len(stream) % 4 == 0 and len(stream) >= 8, "the stream's length")
    stage.ok(m["table"] in ("t4097", "t2") and m["end"] in (rans.CANONICAL, rans.FINAL_ONLY),
             "a mode")
    stage.ok(m["escape"] in (rans.LENIENT, rans.STRICT), "a mode")
    bounds = None
    if m["escape"] == rans.STRICT:
        bounds = m.int("lo"), m.int("hi")
        stage.ok(bounds[0] <= bounds[1] and all(map(fits_i32, bounds)), "strict's range")
    tables = [(t.list("cdf"), t.int("offset")) for t in a.items("tables")]
    for cdf, offset in tables:
        stage.ok(cdf_ok(cdf, m["table"]) and fits_i32(offset), "a table")
    reads = a.list("reads")
    stage.ok(all(0 <= r < len(tables) for r in reads), "a table's index")
    dec = rans.Decoder(stream, m["end"], bounds)
    out = []
    try:
        for r in reads:
            out.append(dec.symbol(*tables[r]))
        dec.finish()
    except Refused as e:
        e.at = len(out)
        raise
    return {"symbols": out}


def mans_decode(a, m):
    """E8."""
    memory = hex_bytes(a["memory"])
    if a["mode"] == "sgm":
        spans = [(s.flags("mask"), s.list("sigma")) for s in a.items("spans")]
        return {"symbols": mans.decode_sgm(memory, a.rows("pmf"), a.list("bounds"), spans)}
    stage.ok(a["mode"] == "fac", "the mode")
    return {"symbols": mans.decode_fac(memory, a.rows("rows"), a.list("lengths"))}


def dequantize(a, m):
    try:
        return {"value": stage.dequantize(*a.ints("sym", "f", "base"))}
    except Refused as e:
        e.at = 0
        raise


def bucket(a, m):
    return {"index": stage.bucket(a.int("sigma"), a.list("edges"), m["bucket"])}


def coded(a, m):
    return {"coded": stage.coded(*a.ints("v", "thr"))}


def scale_index(a, m):
    return {"index": stage.scale_index(*a.ints("v", "s", "n"))}


def block_stat(a, m):
    shape, data = a.tensor("x")
    stage.ok(min(shape) >= 1, "a shape")
    return {"out": tensor_json(shape, stage.block_stat(shape, data, *a.ints("b", "s", "lo", "hi")))}


def band_lookup(a, m):
    return {"value": stage.band_lookup(a.int("v"), a.list("edges"), a.rows("table"), a.int("row"))}


def residual_step(a, m):
    return {"value": stage.residual_step(*a.ints("pred", "r", "q", "lo", "hi"))}


def mc_predict(a, m):
    shape, data = a.tensor("frame")
    operands = a.ints("y", "x", "c", "dy", "dx", "precision")
    return {"value": stage.mc_predict_vector(shape, data, *operands)}


def up2_predict(a, m):
    return {"out": tensor_json(*stage.up2_predict(*a.tensor("prev"), *a.ints("d0", "d1")))}


def rate_predict(a, m):
    operands = a.ints("rate_num", "rate_den", "d0")
    return {"out": tensor_json(*stage.rate_predict(*a.tensor("prev"), *operands))}


def coding_order(a, m):
    order = a["order"]
    anchor = a.flag("anchor") if order == "checkerboard" else False
    shape = a.list("shape")
    stage.ok(len(shape) == 3, "the shape")
    return {"indices": stage.coding_order(shape, order, anchor)}


OPERATORS = {f.__name__: f for f in (
    rans64_decode, dequantize, bucket, coded, scale_index, block_stat, band_lookup, mans_decode,
    residual_step, mc_predict, up2_predict, rate_predict, coding_order)}


def outcome(vector):
    """{"expect": ...} or {"at": ..., "refuse": ...} of one stage vector."""
    op = member(vector, "op")
    if not isinstance(op, str) or op not in OPERATORS:
        raise BadVector(f"no stage operator {op!r:.40}")
    try:
        return {"expect": OPERATORS[op](Args(member(vector, "in")), Args(member(vector, "modes")))}
    except Refused as e:
        return {"at": -1 if e.at is None else e.at, "refuse": e.code}
