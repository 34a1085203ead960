"""WHG1: the graph form (ops 10).  Parse (load steps 1-6) and writer."""

import hashlib
import struct

from .errors import MODEL, Refused, need

MAGIC = b"WHG1"
CAP = 1 << 26
NO_EXPONENT = -128
DERIVED, CLAMP, CHECK = 0, 1, 2
POLICY_NAMES = ("derived", "clamp", "check")
DATA, STATE = 0, 1


class Tensor:
    """One record of the tensor table (ops 10.2)."""
    __slots__ = ("channels", "exponent", "policy", "lo", "hi")

    def __init__(self, channels, exponent=NO_EXPONENT, policy=DERIVED, lo=0, hi=0):
        self.channels, self.exponent = channels, exponent
        self.policy, self.lo, self.hi = policy, lo, hi


class Input:
    """One record of the input table (ops 10.2)."""
    __slots__ = ("tensor", "max_h", "max_w", "kind", "src", "init")

    def __init__(self, tensor, max_h=0, max_w=0, kind=DATA, src=0, init=0):
        self.tensor, self.max_h, self.max_w = tensor, max_h, max_w
        self.kind, self.src, self.init = kind, src, init


class Op:
    """One operator record; `kind` is its operator class, `par` its parameters."""
    __slots__ = ("kind", "ins", "outs", "par", "blob")

    def __init__(self, kind, ins, outs, par=None, blob=b""):
        self.kind, self.ins, self.outs = kind, ins, outs
        self.par, self.blob = par, blob


class Graph:
    """A parsed graph."""

    def __init__(self):
        self.max_elems = CAP
        self.scalars, self.inputs, self.outputs = [], [], []
        self.tensors, self.ops = [], []
        self.data = b""

    @property
    def declares_sizes(self):
        return self.inputs[0].max_h > 0

    def sha256(self):
        return hashlib.sha256(self.data).hexdigest()


class Cursor:
    """Reads fields and refuses (`model_mismatch`) past the end."""

    def __init__(self, data, off=0):
        self.data, self.off = data, off

    def left(self):
        return len(self.data) - self.off

    def bytes(self, n):
        need(n <= self.left(), MODEL, "the file ends early")
        self.off += n
        return self.data[self.off - n:self.off]

    def take(self, fmt):
        return struct.unpack("<" + fmt, self.bytes(struct.calcsize("<" + fmt)))

    def one(self, fmt):
        return self.take(fmt)[0]

    def ints(self, count, width, signed=True):
        """`count` integers of `width` bytes each."""
        need(count * width <= self.left(), MODEL, "the file ends early")
        letter = {1: "b", 2: "h", 4: "i", 8: "q"}[width]
        raw = self.bytes(count * width)
        return list(struct.unpack(f"<{count}{letter if signed else letter.upper()}", raw))

    def zero(self, n):
        need(not any(self.bytes(n)), MODEL, "a reserved field is not zero")

    def end(self):
        need(self.left() == 0, MODEL, "bytes after the last field")


def parse(data):
    """Load steps 1-6 of ops 10.5.  Every refusal of them has one code."""
    from .rules import check_rules
    cur = Cursor(data)
    g = Graph()
    g.data = bytes(data)
    counts = _header(cur, g)
    _tables(cur, g, counts)
    for _ in range(counts[1]):
        g.ops.append(_operator(cur, g))
    cur.end()
    check_rules(g)
    return g


def _header(cur, g):
    need(cur.bytes(4) == MAGIC, MODEL, "magic")
    need(cur.take("BB") == (1, 1), MODEL, "version or operator set")
    cur.zero(2)
    n_tensors, n_ops, n_inputs, n_outputs, n_scalars = cur.take("IIHHH")
    cur.zero(2)
    g.max_elems = cur.one("I")
    cur.zero(4)
    need(n_tensors >= 1 and n_ops >= 1 and n_inputs >= 1 and n_outputs >= 1, MODEL, "a count of 0")
    need(1 <= g.max_elems <= CAP, MODEL, "max_elems")
    size = 16 * n_scalars + 32 * n_inputs + 4 * n_outputs + 24 * n_tensors + 8 * n_ops
    need(size <= cur.left(), MODEL, "the counts pass the file's length")
    return n_tensors, n_ops, n_inputs, n_outputs, n_scalars


def _tables(cur, g, counts):
    n_tensors, _, n_inputs, n_outputs, n_scalars = counts
    for _ in range(n_scalars):
        lo, hi = cur.take("qq")
        need(lo <= hi, MODEL, "a scalar's range")
        g.scalars.append((lo, hi))
    for _ in range(n_inputs):
        g.inputs.append(_input(cur, n_tensors))
    declared = {i.max_h > 0 for i in g.inputs}
    need(len(declared) == 1, MODEL, "only some inputs declare their sizes")
    for _ in range(n_outputs):
        g.outputs.append(cur.one("I"))
        need(g.outputs[-1] < n_tensors, MODEL, "an output's tensor")
    for _ in range(n_tensors):
        g.tensors.append(_tensor(cur))


def _input(cur, n_tensors):
    tensor, max_h, max_w, kind = cur.take("IIIB")
    cur.zero(3)
    src = cur.one("I")
    cur.zero(4)
    init = cur.one("q")
    need(tensor < n_tensors, MODEL, "an input's tensor")
    need((max_h > 0) == (max_w > 0), MODEL, "one size of an input is 0")
    need(kind in (DATA, STATE), MODEL, "an input's kind")
    need(kind == STATE or (src == 0 and init == 0), MODEL, "a data input with state fields")
    return Input(tensor, max_h, max_w, kind, src, init)


def _tensor(cur):
    channels, exponent, policy = cur.take("IbB")
    cur.zero(2)
    lo, hi = cur.take("qq")
    need(channels >= 1, MODEL, "a tensor of no channels")
    need(policy in (DERIVED, CLAMP, CHECK), MODEL, "a policy")
    if policy == DERIVED:
        need(lo == 0 and hi == 0, MODEL, "a derived tensor with a range")
    need(lo <= hi, MODEL, "a tensor's range")
    return Tensor(channels, exponent, policy, lo, hi)


def _operator(cur, g):
    from .operators import BY_CODE
    code, n_in, n_out = cur.take("BBB")
    cur.zero(1)
    kind = BY_CODE.get(code)
    need(kind is not None, MODEL, "an opcode")
    need(kind.arity(n_in, n_out), MODEL, "an arity")
    ins = list(cur.take(f"{n_in}I"))
    outs = list(cur.take(f"{n_out}I"))
    need(all(t < len(g.tensors) for t in ins + outs), MODEL, "a tensor index")
    blob = cur.bytes(cur.one("I"))
    sub = Cursor(blob)
    par = kind.parse(sub, [g.tensors[t].channels for t in ins], g)
    need(sub.left() == 0, MODEL, "an operator's parameter length")
    return Op(kind, ins, outs, par, blob)


def write(g):
    """The one byte sequence of a graph (ops 10.1, 10.2)."""
    out = [MAGIC, struct.pack("<BBHIIHHHHII", 1, 1, 0, len(g.tensors), len(g.ops), len(g.inputs),
                              len(g.outputs), len(g.scalars), 0, g.max_elems, 0)]
    for lo, hi in g.scalars:
        out.append(struct.pack("<qq", lo, hi))
    for i in g.inputs:
        out.append(struct.pack("<IIIB3xIIq", i.tensor, i.max_h, i.max_w, i.kind, i.src, 0, i.init))
    for t in g.outputs:
        out.append(struct.pack("<I", t))
    for t in g.tensors:
        out.append(struct.pack("<IbBHqq", t.channels, t.exponent, t.policy, 0, t.lo, t.hi))
    for op in g.ops:
        n_in, n_out = len(op.ins), len(op.outs)
        out.append(struct.pack(f"<BBBB{n_in}I{n_out}II", op.kind.code, n_in, n_out, 0,
                               *op.ins, *op.outs, len(op.blob)))
        out.append(op.blob)
    return b"".join(out)


def load_file(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError as e:
        raise Refused("unreadable", str(e)) from None
