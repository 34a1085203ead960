"""E1 rans64_decode in every mode (pay 2, ops 5E), and a canonical encoder."""

from bisect import bisect_right
from struct import pack, unpack

from .errors import EXHAUSTED, NONCANONICAL, RANGE, Refused
from .ints import I32_MAX, I32_MIN, clamp

LOW = 1 << 31
LENIENT, STRICT = "lenient", "strict"
CANONICAL, FINAL_ONLY = "canonical", "final_only"


class Decoder:
    """The state of one stream.  `bounds` is (lo, hi) under `strict`, else None."""

    def __init__(self, stream, end=CANONICAL, bounds=None):
        words = unpack(f"<{len(stream) // 4}I", stream)
        self.x = words[1] << 32 | words[0]
        self.words, self.pos = words, 2
        self.ran_out = False
        self.end, self.bounds = end, bounds

    def _renorm(self, x):
        if x < LOW:
            if self.pos < len(self.words):
                x = x << 32 | self.words[self.pos]
                self.pos += 1
            else:
                self.ran_out = True
        self.x = x

    def bits(self, n):
        v = self.x & ((1 << n) - 1)
        self._renorm(self.x >> n)
        return v

    def symbol(self, cdf, offset):
        """The next symbol, refused as the end and escape rules say."""
        x = self.x
        cum = x & 0xFFFF
        s = bisect_right(cdf, cum) - 1
        low = cdf[s]
        x = (cdf[s + 1] - low) * (x >> 16) + cum - low
        if x >= LOW:
            self.x = x
        else:
            self._renorm(x)
        escape = len(cdf) - 2
        if self.bounds is not None:
            return self._strict(s, escape, offset)
        value = s if s < escape else self._lenient_escape(escape)
        if self.ran_out and self.end == CANONICAL:
            raise Refused(EXHAUSTED, "a symbol runs the stream out")
        return clamp(value + offset, I32_MIN, I32_MAX)

    def _lenient_escape(self, base):
        v = count = self.bits(4)
        for _ in range(8):
            if v != 15 or self.ran_out:
                break
            v = self.bits(4)
            count += v
        raw = 0
        for j in range(min(count, 8)):
            raw |= self.bits(4) << 4 * j
        return clamp(_unfold(raw, base), I32_MIN, I32_MAX)

    def _strict(self, s, escape, offset):
        value, count, last = s, 0, None
        if s == escape:
            count = self.bits(4)
            raw = 0
            if count <= 8:
                for j in range(count):
                    last = self.bits(4)
                    raw |= last << 4 * j
            value = _unfold(raw, escape)
        if self.ran_out and self.end == CANONICAL:
            raise Refused(EXHAUSTED, "a symbol runs the stream out")
        if count > 8:
            raise Refused(NONCANONICAL, "an escape count above 8")
        if last == 0:
            raise Refused(NONCANONICAL, "an escape that is not minimal")
        symbol = value + offset
        if not self.bounds[0] <= symbol <= self.bounds[1]:
            raise Refused(RANGE, "a symbol outside its range")
        return symbol

    def finish(self):
        """The end rule, after the last symbol."""
        if self.end == FINAL_ONLY:
            if self.ran_out:
                raise Refused(EXHAUSTED, "the stream ran out")
        elif self.pos != len(self.words) or self.x != LOW:
            raise Refused(NONCANONICAL, "the stream's end")


def _unfold(raw, base):
    return -(raw >> 1) - 1 if raw & 1 else (raw >> 1) + base


class Encoder:
    """Writes the canonical stream of symbols given in decode order."""

    def __init__(self):
        self.steps = []         # (frequency, start) of a table step, or (None, (bits, value))

    def symbol(self, cdf, offset, symbol):
        value, escape = symbol - offset, len(cdf) - 2
        s = value if 0 <= value < escape else escape
        self.steps.append((cdf[s + 1] - cdf[s], cdf[s]))
        if s == escape:
            self.escape(value, escape)

    def escape(self, value, base):
        raw = 2 * (value - base) if value >= base else -2 * value - 1
        nibbles = []
        while raw:
            nibbles.append(raw & 15)
            raw >>= 4
        self.raw_bits(4, len(nibbles))
        for v in nibbles:
            self.raw_bits(4, v)

    def raw_bits(self, n, value):
        self.steps.append((None, (n, value)))

    def stream(self):
        """The stream's bytes, without its length field."""
        x, words = LOW, []
        for freq, arg in reversed(self.steps):
            limit = freq << 47 if freq else 1 << 63 - arg[0]
            if x >= limit:
                words.append(x & 0xFFFFFFFF)
                x >>= 32
            x = (x // freq << 16) + x % freq + arg if freq else x << arg[0] | arg[1]
        words += [x >> 32, x & 0xFFFFFFFF]
        return pack(f"<{len(words)}I", *reversed(words))
