"""The payload forms (pay 3-6, pins P3), parsed in the order of checks of pay 2."""

import struct

from .entropy import Table, cdf_ok
from .errors import MALFORMED, RANGE, TOO_LARGE, Refused, need
from .whg1 import CAP

MAGICS = (b"WIV1", b"WIH1", b"WIA1", b"WIS1")
CLIP_CAP, FRAMES_CAP = 1 << 30, 1 << 20
MEDIAN_CAP = 1 << 47
LENGTH = "stream_length"


class Payload:
    """A parsed payload: its fields as attributes, by the names of pay 3-6."""


class Bytes:
    """Reads fields; a field that is not there is `stream_length`.

    `marks` collects every length the answer may depend on: where a read ends, and the
    one length at which a rule on what is left holds.  `base` is where `data` starts.
    """

    def __init__(self, data, magic, marks=None, base=0):
        self.data, self.off = data, 0
        self.marks, self.base = marks if marks is not None else [], base
        self.mark(4)
        start = bytes(data[:4])
        if start != magic:
            raise Refused("format_capability_mismatch" if start in MAGICS else "bad_magic")
        self.off = 4
        need(self.one("B") == 1, "version")

    def mark(self, n):
        self.marks.append(self.base + self.off + n)

    def holds_exactly(self, n):
        """Whether n bytes are left."""
        self.mark(n)
        self.mark(n + 1)
        return len(self.data) - self.off == n

    def left(self):
        return len(self.data) - self.off

    def bytes(self, n):
        self.mark(n)
        need(n <= self.left(), LENGTH, "the payload ends early")
        self.off += n
        return self.data[self.off - n:self.off]

    def take(self, fmt):
        fmt = "<" + fmt
        return struct.unpack(fmt, self.bytes(struct.calcsize(fmt)))

    def many(self, count, letter):
        size = struct.calcsize("<" + letter)
        return struct.unpack(f"<{count}{letter}", self.bytes(count * size))

    def one(self, fmt):
        return self.take(fmt)[0]

    def table(self, n, offset, median=0):
        cdf = list(self.many(n, "I"))
        need(cdf_ok(cdf), "cdf_malformed")
        return Table(cdf, offset, median)

    def stream(self):
        n = self.one("I")
        need(n % 4 == 0 and n >= 8, LENGTH, "a stream's length")
        return self.bytes(n)

    def end(self):
        need(self.holds_exactly(0), "trailing")


def reserved(*values):
    need(not any(values), "reserved_nonzero")


def field(*conditions):
    need(all(conditions), RANGE, "a field")


def cap(size, limit=CAP):
    need(size <= limit, TOO_LARGE, "a declared size")


def parse_wiv1(data, capability, marks=None):
    """WIV1 (pay 3); its keyframe is parsed as `wai.neural.int_hyper` (readings P1)."""
    b, p = Bytes(data, b"WIV1", marks), Payload()
    (p.mv_precision, p.keyframe, r0, p.n_frames, p.h, p.w, p.block, p.q, offset, cdf_len,
     r1) = b.take("BBBIIIIIiHH")
    reserved(r0, r1)
    field(p.mv_precision in (1, 2))
    field(p.keyframe in (0, 1))
    field(p.n_frames >= 1, p.h >= 1, p.w >= 1)
    field(p.block >= 1)
    field(1 <= p.q <= 65535)
    field(3 <= cdf_len <= 4097)
    field(p.n_frames > 1 or (p.mv_precision == 1 and p.block == 1))
    wanted = 1 if capability == "wai.video.int_hyper" else 0
    need(p.keyframe == wanted, "keyframe_capability_mismatch")
    p.nbx = -(-p.w // p.block)
    p.nb = -(-p.h // p.block) * p.nbx
    cap(p.h * p.w * 3)
    cap(p.n_frames * p.h * p.w * 3, CLIP_CAP)
    cap(p.n_frames, FRAMES_CAP)
    cap(2 * p.nb * (p.n_frames - 1))
    p.table = b.table(cdf_len, offset)
    p.vectors = b.bytes(4 * p.nb * (p.n_frames - 1))     # i16 dy, i16 dx, as they stand
    p.stream = b.stream()
    p.nested = None
    if p.keyframe:
        need(b.holds_exactly(b.one("I")), "nested_length")
        p.nested = parse_wih1(b.bytes(b.left()), None, b.marks, b.off)
    b.end()
    return p


def parse_wih1(data, capability=None, marks=None, base=0):
    """WIH1 (pay 4)."""
    b, p = Bytes(data, b"WIH1", marks, base), Payload()
    r = b.bytes(3)
    p.m, p.sh, p.sw, p.n_z, p.zh, p.zw = b.take("6I")
    reserved(*r)
    field(p.m >= 1, p.sh >= 1, p.sw >= 1, p.n_z >= 1, p.zh >= 1, p.zw >= 1)
    cap(p.n_z * p.zh * p.zw)
    cap(2 * p.m * p.sh * p.sw)
    p.z_stream = b.stream()
    p.y_stream = b.stream()
    b.end()
    return p


def parse_wia1(data, capability=None, marks=None):
    """WIA1 (pay 5)."""
    b, p = Bytes(data, b"WIA1", marks), Payload()
    (p.afrac, r0, p.sr, p.n_ch, p.lat_len, p.t_out, offset, cdf_len, r1) = b.take("BHIIIIiHH")
    reserved(r0, r1)
    field(1 <= p.afrac <= 30)
    field(p.sr >= 1, p.n_ch >= 1, p.lat_len >= 1, p.t_out >= 1)
    field(3 <= cdf_len <= 4097)
    cap(p.n_ch * p.lat_len)
    cap(p.t_out)
    medians = b.many(p.n_ch, "q")
    field(*[abs(v) <= MEDIAN_CAP for v in medians])
    p.tables = [b.table(cdf_len, offset, median) for median in medians]
    p.stream = b.stream()
    b.end()
    return p


def parse_wis1(data, capability=None, marks=None):
    """WIS1 (pay 6)."""
    b, p = Bytes(data, b"WIS1", marks), Payload()
    p.afrac, r0, p.c, p.sh, p.sw, p.s, p.attr, p.n_gaussians = b.take("BHIIIIII")
    reserved(r0)
    field(1 <= p.afrac <= 30)
    field(p.c >= 1, p.sh >= 1, p.sw >= 1, p.s >= 1, p.attr >= 1)
    field(1 <= p.n_gaussians <= p.s * p.s)
    cap(p.c * p.sh * p.sw)
    cap(p.attr * p.s * p.s)
    p.ranges = b.many(2 * p.attr, "I")
    for lo, hi in zip(p.ranges[::2], p.ranges[1::2]):
        field(finite(lo), finite(hi), order(lo) <= order(hi))
    lengths = b.many(p.c, "H")
    field(*[3 <= n <= 4097 for n in lengths])
    offsets = b.many(p.c, "i")
    medians = b.many(p.c, "q")
    field(*[abs(v) <= MEDIAN_CAP for v in medians])
    p.tables = [b.table(n, o, m) for n, o, m in zip(lengths, offsets, medians)]
    p.stream = b.stream()
    b.end()
    return p


def finite(word):
    """Whether a binary32's bits are a finite value."""
    return word >> 23 & 0xFF != 0xFF


def order(word):
    """An integer ordered as the finite binary32 of these bits; the zeros are equal."""
    return -(word & 0x7FFFFFFF) if word >> 31 else word


def parse_synth(data, capability=None, marks=None):
    """The int_synth payload (pins P3): every refusal is `payload_malformed`."""
    marks, p = marks if marks is not None else [], Payload()
    marks.append(12)
    need(len(data) >= 12, MALFORMED, "the header")
    p.h, p.w, p.c, p.s, zero = struct.unpack("<IIHBB", data[:12])
    need(zero == 0, MALFORMED, "the reserved byte")
    need(p.h >= 1 and p.w >= 1 and p.c >= 1 and p.s >= 1, MALFORMED, "a field of 0")
    n = p.c * p.s * p.s
    need(n <= CAP and p.h * p.w * 3 <= CAP, MALFORMED, "a declared size")
    marks += [12 + n, 13 + n]
    need(len(data) == 12 + n, MALFORMED, "the latents' length")
    p.latents = list(struct.unpack(f"<{n}b", data[12:]))
    return p


PARSERS = {
    "wai.video.int_motion": parse_wiv1,
    "wai.video.int_hyper": parse_wiv1,
    "wai.neural.int_hyper": parse_wih1,
    "wai.audio.int_codec": parse_wia1,
    "wai.splat.int_codec": parse_wis1,
    "wai.neural.int_synth": parse_synth,
}


def parse(data, capability, marks=None):
    """The parsed payload; `marks`, a list, receives what `Bytes` collects."""
    need(capability in PARSERS, "unsupported_capability", str(capability))
    return PARSERS[capability](data, capability, marks)


def guess(data):
    """The capability a payload is most likely of, when none is named."""
    start = bytes(data[:4])
    if start == b"WIV1":
        return "wai.video.int_hyper" if data[6:7] == b"\1" else "wai.video.int_motion"
    return {b"WIH1": "wai.neural.int_hyper", b"WIA1": "wai.audio.int_codec",
            b"WIS1": "wai.splat.int_codec"}.get(start, "wai.neural.int_synth")
