"""The tools' JSON forms and their conversion to payloads (pay 10, pins P11, readings P25).

What a form lacks, doubles or holds of another kind is `payload_malformed`; an integer
outside its field's type and the converter's own rules are `field_range`, vectors past the
cap `too_large`; the rest is the payload's own parse (corpus/READINGS.md, pay 10).
"""

import hashlib
import re
import struct

from . import payloads
from .errors import MALFORMED, RANGE, TOO_LARGE, Refused, need
from .strict_json import NotInteger, Reader, read
from .whg1 import CAP

_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([-+]?)([0-9]+))?")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")


def binary32(text):
    """The bits of the binary32 that a JSON number's text is exactly; None when none is.

    Decided with integers, and no power of ten is formed before its exponent is known to
    be small: a binary32 is k / 2^149 for an integer k, so it has at most 149 decimals,
    and it is below 10^39.
    """
    m = _NUMBER.fullmatch(text)
    need(m, MALFORMED, "a range's bound is no number")
    sign, whole, fraction, esign, exponent = m.groups("")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        # -0 is the integer 0 (readings P8); -0.0 is binary32's own.
        return 1 << 31 if sign and m.end(2) < len(text) else 0
    exponent = exponent.lstrip("0")
    if len(exponent) > 18:
        return None             # no text has the digits to make up for it
    ten = int(esign + (exponent or "0")) - len(fraction)
    mantissa = digits.rstrip("0")
    ten += len(digits) - len(mantissa)
    if ten < -149 or len(mantissa) + ten > 39:
        return None
    k, rest = divmod(int(mantissa) * 10 ** max(ten, 0) << 149, 10 ** max(-ten, 0))
    shift = max(k.bit_length() - 24, 0)     # k = significand * 2^shift
    if rest or k >> shift << shift != k:
        return None
    bits = (shift << 23) + (k >> shift)     # shift 0 holds the subnormals and the first binade
    return bits | bool(sign) << 31 if bits < 0x7F800000 else None


class Form(Reader):
    """Typed reads of a form's members; `letter` is a field's type, as struct spells it."""

    def __init__(self, value):
        super().__init__(value, MALFORMED)

    def number(self, name, letter, default=None):
        return self.typed([self.get(name, default)], letter, name)[0]

    def numbers(self, name, letter):
        return self.typed(self.array(name), letter, name)

    def typed(self, values, letter, name):
        size = 8 * struct.calcsize("<" + letter)
        lo, hi = (0, (1 << size) - 1) if letter.isupper() else (-1 << size - 1,
                                                                (1 << size - 1) - 1)
        self.need(all(type(v) is int for v in values), f"{name} holds what is no integer")
        need(all(lo <= v <= hi for v in values), RANGE, f"{name} is outside its field")
        return values

    def stream(self, name):
        """u32 length, then the bytes of lowercase hexadecimal text."""
        v = self.get(name)
        self.need(type(v) is str and _HEX.fullmatch(v), f"{name} is no hexadecimal text")
        return struct.pack("<I", len(v) // 2) + bytes.fromhex(v)

    def lists(self, name):
        rows = self.array(name)
        self.need(all(isinstance(row, list) for row in rows), f"{name} holds what is no list")
        return rows

    def tables(self, name):
        rows = [self.typed(row, "I", name) for row in self.lists(name)]
        need(all(len(row) < 1 << 16 for row in rows), RANGE, "a table's length")
        return rows

    def pairs(self, name, rows):
        self.need(all(isinstance(v, list) and len(v) == 2 for v in rows), f"{name} holds no pair")
        return [x for v in rows for x in v]


def _pack(letter, values):
    return struct.pack(f"<{len(values)}{letter}", *values)


def _counts(n, *lists):
    """One entry per channel or plane; another count cannot be carried."""
    need(all(len(v) == n for v in lists), RANGE, "a list of another count")


def wiv1(f):
    """A video form: (payload, capability)."""
    n_frames, h, w, block, q = [f.number(k, "I") for k in ("n_frames", "h", "w", "block", "q")]
    precision = f.number("mv_precision", "B", 1)
    offset, cdf = f.number("offset", "i"), f.numbers("cdf", "I")
    frames, stream = f.lists("mvs"), f.stream("stream")
    vectors = [f.typed(f.pairs("mvs", rows), "h", "mvs") for rows in frames]
    nested = wih1(Form(f.get("keyframe")))[0] if "keyframe" in f.value else None
    need(precision in (1, 2), RANGE, "mv_precision")
    if n_frames == 1:
        precision = block = 1
    need(len(frames) == n_frames, RANGE, "mvs has not one list per frame")
    need(len(cdf) < 1 << 16 and block >= 1, RANGE, "cdf's length or block")
    nb = -(-h // block) * -(-w // block)
    need(all(len(v) <= 2 * nb * (k > 0) for k, v in enumerate(vectors)), RANGE,
         "a list longer than its grid")
    need(2 * nb * max(n_frames - 1, 0) <= CAP, TOO_LARGE, "the vectors")
    out = [struct.pack("<4sBBBBIIIIIiHH", b"WIV1", 1, precision, nested is not None, 0, n_frames,
                       h, w, block, q, offset, len(cdf), 0), _pack("I", cdf)]
    out += [_pack("h", v) + bytes(4 * nb - 2 * len(v)) for v in vectors[1:]]
    out.append(stream)
    if nested is None:
        return b"".join(out), "wai.video.int_motion"
    out += [struct.pack("<I", len(nested)), nested]
    return b"".join(out), "wai.video.int_hyper"


def wih1(f):
    head = [f.number(k, "I") for k in ("m", "sh", "sw", "n_z", "zh", "zw")]
    streams = f.stream("z_stream") + f.stream("y_stream")
    return struct.pack("<4sB3x6I", b"WIH1", 1, *head) + streams, "wai.neural.int_hyper"


def wia1(f):
    afrac = f.number("afrac", "B")
    sr, n_ch, lat_len, t_out = [f.number(k, "I") for k in ("sample_rate", "n_ch", "lat_len",
                                                           "t_out")]
    lo, medians, cdfs = f.number("lo", "i"), f.numbers("medians", "q"), f.tables("cdfs")
    stream = f.stream("stream")
    _counts(n_ch, medians, cdfs)
    n = len(cdfs[0]) if cdfs else 0
    need(all(len(cdf) == n for cdf in cdfs), RANGE, "tables of two lengths")
    head = struct.pack("<4sBBHIIIIiHH", b"WIA1", 1, afrac, 0, sr, n_ch, lat_len, t_out, lo, n, 0)
    tables = b"".join(_pack("I", cdf) for cdf in cdfs)
    return head + _pack("q", medians) + tables + stream, "wai.audio.int_codec"


def wis1(f):
    afrac = f.number("afrac", "B")
    c, sh, sw, s, attr, n = [f.number(k, "I") for k in ("c", "sh", "sw", "s", "attr",
                                                        "n_gaussians")]
    ranges = [_bound(v) for v in f.pairs("ranges", f.array("ranges"))]
    offsets, medians = f.numbers("offsets", "i"), f.numbers("medians", "q")
    cdfs, stream = f.tables("cdfs"), f.stream("stream")
    _counts(2 * attr, ranges)
    _counts(c, offsets, medians, cdfs)
    head = struct.pack("<4sBBHIIIIII", b"WIS1", 1, afrac, 0, c, sh, sw, s, attr, n)
    body = (_pack("I", ranges) + _pack("H", [len(cdf) for cdf in cdfs]) + _pack("i", offsets) +
            _pack("q", medians) + b"".join(_pack("I", cdf) for cdf in cdfs))
    return head + body + stream, "wai.splat.int_codec"


def _bound(v):
    """A range's bound, given as a number or as its text (readings P25)."""
    text = str(v) if type(v) is int else v.text if isinstance(v, NotInteger) else v
    need(type(text) is str, MALFORMED, "a range's bound is no number")
    bits = binary32(text)
    need(bits is not None, RANGE, "a range that is no binary32 value")
    return bits


FORMS = (("mvs", wiv1), ("z_stream", wih1), ("sample_rate", wia1), ("ranges", wis1))


def convert(data):
    """The payload of a form's bytes, which its own parse accepts, or a refusal."""
    f = Form(read(data, MALFORMED))
    form = next((form for key, form in FORMS if key in f.value), None)
    f.need(form, "none of the four forms")
    payload, capability = form(f)
    payloads.parse(payload, capability)
    return payload


def outcome(data):
    """(`expect` of a line of conversions.jsonl, the payload or None)."""
    try:
        out = convert(data)
    except Refused as e:
        return {"refuse": e.code}, None
    return {"bytes": len(out), "sha256": hashlib.sha256(out).hexdigest()}, out
