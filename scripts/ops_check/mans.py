"""E8 mans_decode (ops 5E)."""

from .errors import EXHAUSTED, MODEL, Refused, need
from .ints import wrap16


class Window:
    """The backward bit window and its two states; `at` is the refusal index."""

    def __init__(self, stream):
        self.memory = bytes(8) + stream
        self.at = 0
        self.p = len(stream)
        self.h = self._word()
        if self.h == 0:
            self.refuse()
        self.b = self.h.bit_length() - 1
        self.h -= 1 << self.b
        self.s = [self.read(8), self.read(8)]
        self.flush()

    def refuse(self):
        raise Refused(EXHAUSTED, "the window", at=self.at)

    def _word(self):
        return int.from_bytes(self.memory[self.p:self.p + 8], "little")

    def read(self, k):
        if k > self.b:
            self.refuse()
        self.b -= k
        r = self.h >> self.b
        self.h -= r << self.b
        return r

    def flush(self):
        d = 7 ^ (self.b // 8)
        if d > self.p:
            self.refuse()
        self.p -= d
        self.b = 56 + self.b % 8
        self.h = self._word() & ((1 << self.b) - 1)

    def step(self, which, table):
        """in(which, i): the entry the state selects, after the state moves on."""
        t = table[self.s[which]]
        self.s[which] = (t >> 16 | self.read(t >> 24)) & 0xFF
        return t


def latent_table(row):
    """T_y of one row P that sums to 256."""
    table = [None] * 256
    c = 0
    for k, width in enumerate(row):
        if c >= 256:
            break
        nxt = c + width
        f0, f1 = c - c // 2, nxt - nxt // 2
        g0, g1 = c // 2 + 128, nxt // 2 + 128
        sym = k // 2 if k % 2 == 0 else -(k + 1) // 2
        for u in range(f0, f1):
            table[u] = _entry(width + u - f0, sym)
        for u in range(g0, g1):
            table[u] = _entry(width + f1 - f0 + u - g0, sym)
        c = nxt
    return table


def _entry(nxt, sym):
    nb = 0
    while nxt << nb < 256:
        nb += 1
    return nb << 24 | (nxt << nb ^ 256) << 16 | sym & 0xFFFF


def preprocessing_table():
    """Zp[1..511]; index 0 is not used."""
    zp, nb = [0] * 512, 0
    for i in range(511, 0, -1):
        if i << nb < 256:
            nb += 1
        zp[i] = (i << nb ^ 256) + 256 * nb
    return zp


ZP = preprocessing_table()


def write_row(table, counts):
    """Writes one row's entries into T_z; the slots it leaves keep theirs."""
    before = 0
    for a, c in enumerate(counts):
        k = c - before
        for j in range(before, c):
            table[j] = ZP[k + j - before] << 16 | a
        before = c
    table[255] = ZP[1] << 16 | 63


def check_sgm(pmf, bounds, spans):
    need(len({len(row) for row in pmf}) <= 1, MODEL, "rows of different widths")
    for row in pmf:
        need(row and min(row) >= 0 and sum(row) == 256, MODEL, "a row")
    need(all(0 <= b <= 255 for b in bounds), MODEL, "a bound")
    names = min(len(pmf), len(bounds))
    for mask, sigma in spans:
        need(len(mask) == len(sigma), MODEL, "a mask's length")
        need(all(0 <= s < names for s in sigma), MODEL, "a distribution")


def decode_sgm(stream, pmf, bounds, spans):
    """The symbols of each span [(mask, sigma)]."""
    check_sgm(pmf, bounds, spans)
    tables = [latent_table(row) for row in pmf]
    w = Window(stream)
    out, first = [], 0
    for mask, sigma in spans:
        out.append(_span(w, tables, bounds, mask, sigma, first))
        first += len(mask)
    return out


def _span(w, tables, bounds, mask, sigma, first):
    n = len(mask)
    syms = [0] * n

    def step(which, i):
        w.at = first + i
        if mask[i]:
            syms[i] = wrap16(w.step(which, tables[sigma[i]]) & 0xFFFF)

    def escape(i):
        if mask[i]:
            saved, w.at = w.at, first + i
            syms[i] = _latent_escape(w, syms[i], bounds[sigma[i]])
            w.at = saved

    i = 0
    while i + 4 <= n:
        for j in range(4):
            step(j & 1, i + j)
        w.flush()
        for j in range(4):
            escape(i + j)
        i += 4
    if n % 4 >= 2:
        for which in (0, 1):
            step(which, i + which)
            escape(i + which)
        w.flush()
        i += 2
    if n % 2:
        step(0, i)
        escape(i)
        w.flush()
    return syms


def _latent_escape(w, sym, beta):
    if sym + beta != 0:
        return sym
    f = w.read(1)
    v = w.read(3 if f else 16)
    sym = wrap16(-(v // 2) - beta) if v % 2 else wrap16(v // 2 + beta)
    w.flush()
    return sym


def check_fac(rows, lengths):
    need(len(rows) == len(lengths), MODEL, "one length for each row")
    need(all(n >= 0 for n in lengths), MODEL, "a row's length")
    for row in rows:
        need(len(row) == 63, MODEL, "a row of 63 counts")
        need(all(a <= b for a, b in zip([0] + row, row + [255])), MODEL, "a row's counts")


def decode_fac(stream, rows, lengths):
    """The symbols of each row."""
    check_fac(rows, lengths)
    w = Window(stream)
    table = [0] * 256
    out, first = [], 0
    for row, n in zip(rows, lengths):
        write_row(table, row)
        out.append(_row(w, table, n, first))
        first += n
    return out


def _row(w, table, n, first):
    syms = [0] * n

    def step(which, i):
        w.at = first + i
        syms[i] = w.step(which, table) & 0xFF

    def escape(i):
        if syms[i] == 63:
            saved, w.at = w.at, first + i
            syms[i] = w.read(6)
            w.at = saved

    i = 0
    while i + 4 <= n:
        for j in range(4):
            step(j & 1, i + j)
        for j in range(4):
            escape(i + j)
        w.flush()
        i += 4
    if n % 4 >= 2:
        for which in (0, 1):
            step(which, i + which)
            escape(i + which)
        i += 2
    if n % 2:
        step(0, i)
        escape(i)
    w.flush()
    return syms
