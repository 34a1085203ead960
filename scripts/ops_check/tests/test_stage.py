"""Stage operators (ops 5E) through their vectors, refusal indices included (ops 14.1)."""

import random
import unittest

from .. import mans, video
from ..rans import Encoder
from ..stage_vectors import outcome

CDF = [0, 32768, 49152, 65536]


def vector(op, modes=None, **members):
    return outcome({"id": "t", "in": members, "modes": modes or {}, "op": op})


def tensor(shape, data):
    return {"data": list(map(str, data)), "shape": list(map(str, shape))}


def refusal(code, at=-1):
    return {"at": at, "refuse": code}


class Scalars(unittest.TestCase):
    def test_dequantize(self):
        self.assertEqual(vector("dequantize", sym="-3", f="2", base="5"), {"expect": {"value": -7}})
        top = str(2 ** 63 - 2 ** 62)
        self.assertEqual(vector("dequantize", sym="1", f="62", base=top), refusal("field_range", 0))
        self.assertEqual(vector("dequantize", sym="0", f="63", base="0"), refusal("field_range", 0))
        self.assertEqual(vector("dequantize", sym="0", f="-1", base="0"), refusal("field_range", 0))

    def test_bucket(self):
        edges = ["10", "20", "30"]
        for sigma, want in (("5", 0), ("10", 0), ("11", 1), ("20", 1), ("21", 2), ("99", 2)):
            self.assertEqual(vector("bucket", {"bucket": "ceil"}, sigma=sigma, edges=edges),
                             {"expect": {"index": want}})
        for sigma, want in (("9", 0), ("10", 1), ("29", 2), ("30", 3)):
            self.assertEqual(vector("bucket", {"bucket": "floor"}, sigma=sigma, edges=edges),
                             {"expect": {"index": want}})
        self.assertEqual(vector("bucket", {"bucket": "floor"}, sigma="0", edges=["2", "1"]),
                         refusal("model_mismatch"))
        self.assertEqual(vector("bucket", {"bucket": "ceil"}, sigma="0", edges=[]),
                         refusal("model_mismatch"))

    def test_coded_and_scale_index(self):
        self.assertEqual(vector("coded", v="382", thr="382"), {"expect": {"coded": False}})
        self.assertEqual(vector("coded", v="383", thr="382"), {"expect": {"coded": True}})
        for v, want in (("-65", 0), ("63", 0), ("64", 1), ("9999", 31)):
            self.assertEqual(vector("scale_index", v=v, s="7", n="32"), {"expect": {"index": want}})
        self.assertEqual(vector("scale_index", v="1", s="128", n="32"), refusal("model_mismatch"))

    def test_block_stat(self):
        x = tensor((1, 3, 3), [1, 2, 3, 4, 5, 6, 7, 8, 9])
        # Sums 12, 9, 15 and 9 over 4 with ties up: 3, 2, 4, 2.
        got = vector("block_stat", x=x, b="2", s="2", lo="0", hi="3")
        self.assertEqual(got["expect"]["out"]["data"], [3, 3, 2, 3, 3, 2, 3, 3, 2])

    def test_band_lookup(self):
        table = [["-31", "20", "122", "181"], ["-80", "-31", "71", "130"]]
        for v, row, want in (("1003", "0", -31), ("1004", "0", 20), ("1938", "1", 130)):
            got = vector("band_lookup", v=v, edges=["1004", "1353", "1938"], table=table, row=row)
            self.assertEqual(got, {"expect": {"value": want}})
        self.assertEqual(vector("band_lookup", v="0", edges=["1"], table=table, row="0"),
                         refusal("model_mismatch"))

    def test_residual_step(self):
        for r, want in (("3", 106), ("255", 255), ("-2147483648", 0)):
            got = vector("residual_step", pred="100", r=r, q="2", lo="0", hi="255")
            self.assertEqual(got, {"expect": {"value": want}})
        self.assertEqual(vector("residual_step", pred="256", r="0", q="2", lo="0", hi="255"),
                         refusal("model_mismatch"))
        top = 2 ** 31 - 1
        got = vector("residual_step", pred=str(top), r="2", q="65535", lo=str(top - 65535),
                     hi=str(top))
        self.assertEqual(got, {"expect": {"value": top}})


class Predictions(unittest.TestCase):
    def test_mc_predict(self):
        frame = tensor((3, 2, 2), [1, 2, 4, 8] + [0] * 8)
        cases = ((0, 0, 1, 1), (1, 1, 2, 4), (1, 0, 2, 3), (0, 1, 2, 2), (-1, 0, 2, 1),
                 (5, 5, 1, 8), (3, 3, 2, 8))
        for dy, dx, precision, want in cases:
            got = vector("mc_predict", frame=frame, y="0", x="0", c="0", dy=str(dy), dx=str(dx),
                         precision=str(precision))
            self.assertEqual(got, {"expect": {"value": want}}, (dy, dx, precision))
        self.assertEqual(vector("mc_predict", frame=frame, y="2", x="0", c="0", dy="0", dx="0",
                                precision="1"), refusal("model_mismatch"))

    def test_rows_of_pixels_agree_with_one_pixel(self):
        rng = random.Random(9)
        for _ in range(400):
            h, w = rng.randint(1, 4), rng.randint(1, 4)
            ref = [rng.randrange(256) for _ in range(h * w * 3)]
            y, x0 = rng.randrange(h), rng.randrange(w)
            n = rng.randint(1, w - x0)
            dy, dx = (rng.choice([0, 1, -1, 5, -7, 32767, -32768]) for _ in range(2))
            for precision in (1, 2):
                got = video.predict_run(ref, h, w, y, x0, n, dy, dx, precision)
                want = [video.mc_predict(lambda r, k: ref[(r * w + k) * 3 + c], h, w, y, x, dy, dx,
                                         precision) for x in range(x0, x0 + n) for c in range(3)]
                self.assertEqual(got, want)

    def test_up2(self):
        got = vector("up2_predict", prev=tensor((1, 2, 1), [1, 4]), d0="3", d1="2")
        self.assertEqual(got["expect"]["out"], {"data": [1, 1, 3, 3, 4, 4], "shape": [1, 3, 2]})
        self.assertEqual(vector("up2_predict", prev=tensor((1, 2, 1), [1, 4]), d0="5", d1="2"),
                         refusal("geometry_mismatch"))
        self.assertEqual(vector("up2_predict", prev=tensor((1, 2, 1), [1, 4]), d0="0", d1="2"),
                         refusal("geometry_mismatch"))

    def test_rate(self):
        # 3 samples at rate 2/1: 0, then halves of the steps, ties away from zero.
        got = vector("rate_predict", prev=tensor((1, 1, 3), [0, -3, 4]), rate_num="2", rate_den="1",
                     d0="6")
        self.assertEqual(got["expect"]["out"]["data"], [0, -2, -3, 1, 4, 4])
        self.assertEqual(vector("rate_predict", prev=tensor((1, 1, 3), [0] * 3), rate_num="2",
                                rate_den="1", d0="5"), refusal("geometry_mismatch"))

    def test_coding_order(self):
        shape = ["2", "2", "2"]
        for anchor, want in ((True, [0, 3, 4, 7]), (False, [1, 2, 5, 6])):
            got = vector("coding_order", shape=shape, order="checkerboard", anchor=anchor)
            self.assertEqual(got, {"expect": {"indices": want}})
        got = vector("coding_order", shape=shape, order="raster", anchor=False)
        self.assertEqual(got, {"expect": {"indices": list(range(8))}})


def modes(table="t4097", escape="lenient", end="canonical", **more):
    return {"table": table, "escape": escape, "end": end, **more}


class Rans(unittest.TestCase):
    def decode(self, stream, m, reads, cdf=CDF, offset=0):
        tables = [{"cdf": list(map(str, cdf)), "offset": str(offset)}]
        return vector("rans64_decode", m, stream=stream.hex(), tables=tables, reads=reads)

    def test_no_symbol(self):
        stream = bytes.fromhex("0000008000000000")
        self.assertEqual(Encoder().stream(), stream)
        self.assertEqual(self.decode(stream, modes(), []), {"expect": {"symbols": []}})

    def test_one_symbol_by_hand(self):
        # Symbol 0 has half the mass: x = 2^31 becomes 2^32, whose words are 0 and 1.
        e = Encoder()
        e.symbol(CDF, 0, 0)
        self.assertEqual(e.stream(), bytes.fromhex("0000000001000000"))
        self.assertEqual(self.decode(e.stream(), modes(), ["0"]), {"expect": {"symbols": [0]}})

    def test_ends(self):
        e = Encoder()
        e.symbol(CDF, 0, 0)
        self.assertEqual(self.decode(e.stream(), modes(), []), refusal("stream_noncanonical", 0))
        reads = ["0"] * 40
        self.assertEqual(self.decode(e.stream(), modes(), reads)["refuse"], "stream_exhausted")
        got = self.decode(e.stream(), modes(end="final_only"), reads)
        self.assertEqual(got, refusal("stream_exhausted", 40))
        got = self.decode(e.stream() + bytes(4), modes(), ["0"])
        self.assertEqual(got, refusal("stream_noncanonical", 1))

    def test_escapes_and_saturation(self):
        symbols = [-1, 5, 2, 1, -(2 ** 31), 2 ** 31 - 1]
        e = Encoder()
        for s in symbols:
            e.symbol(CDF, 0, s)
        reads = ["0"] * len(symbols)
        self.assertEqual(self.decode(e.stream(), modes(), reads), {"expect": {"symbols": symbols}})
        shifted = self.decode(e.stream(), modes(), reads, offset=7)["expect"]["symbols"]
        self.assertEqual(shifted, [6, 12, 9, 8, 7 - 2 ** 31, 2 ** 31 - 1])

    def strict(self, nibbles, lo="-9", hi="9", end="canonical", cdf=CDF):
        e = Encoder()
        e.steps.append((cdf[-1] - cdf[-2], cdf[-2]))
        for v in nibbles:
            e.raw_bits(4, v)
        return self.decode(e.stream(), modes(escape="strict", end=end, lo=lo, hi=hi), ["0"], cdf)

    def test_strict(self):
        self.assertEqual(self.strict([1, 3]), {"expect": {"symbols": [-2]}})
        self.assertEqual(self.strict([0]), {"expect": {"symbols": [2]}})
        for end in ("canonical", "final_only"):
            self.assertEqual(self.strict([9], end=end), refusal("stream_noncanonical", 0))
            self.assertEqual(self.strict([2, 3, 0], end=end), refusal("stream_noncanonical", 0))
            self.assertEqual(self.strict([2, 0, 9], end=end), refusal("field_range", 0))

    def test_lenient_reads_what_strict_refuses(self):
        e = Encoder()
        e.steps.append((16384, 49152))
        for v in (2, 3, 0):
            e.raw_bits(4, v)
        self.assertEqual(self.decode(e.stream(), modes(), ["0"]), {"expect": {"symbols": [-2]}})

    def test_t2_is_always_the_escape(self):
        got = self.decode(bytes.fromhex("0000008000000000"), modes(table="t2"), [], [0, 65536])
        self.assertEqual(got, {"expect": {"symbols": []}})
        e = Encoder()
        e.symbol([0, 65536], 4, 3)
        self.assertEqual(self.decode(e.stream(), modes(table="t2"), ["0"], [0, 65536], 4),
                         {"expect": {"symbols": [3]}})
        self.assertEqual(self.decode(e.stream(), modes(), ["0"], [0, 65536], 4),
                         refusal("model_mismatch"))

    def test_conditions(self):
        ok = Encoder().stream()
        self.assertEqual(self.decode(ok[:4], modes(), []), refusal("model_mismatch"))
        self.assertEqual(self.decode(ok, modes(), ["1"]), refusal("model_mismatch"))
        self.assertEqual(self.decode(ok, modes(escape="strict", lo="1", hi="0"), []),
                         refusal("model_mismatch"))
        self.assertEqual(self.decode(ok, modes(), [], offset=2 ** 31), refusal("model_mismatch"))


class Mans(unittest.TestCase):
    def sgm(self, memory, pmf, bounds, spans):
        spans = [{"mask": m, "sigma": list(map(str, s))} for m, s in spans]
        rows = [list(map(str, r)) for r in pmf]
        return vector("mans_decode", memory=memory.hex(), mode="sgm", pmf=rows,
                      bounds=list(map(str, bounds)), spans=spans)

    def test_one_symbol_row_reads_nothing(self):
        table = mans.latent_table([256])
        self.assertEqual(table[0], 0)
        self.assertEqual(table[200], 200 << 16)
        got = self.sgm(bytes([7, 9, 1]), [[256]], [5], [([True] * 5, [0] * 5)])
        self.assertEqual(got, {"expect": {"symbols": [[0] * 5]}})

    def test_table_of_two_symbols(self):
        table = mans.latent_table([255, 1])
        # C = 0, 255, 256: F = 0, 128, 128 and G = 128, 255, 256.
        self.assertEqual(table[0], 1 << 24 | (510 ^ 256) << 16)
        self.assertEqual(table[1], 0)
        self.assertEqual(table[255], 8 << 24 | 0xFFFF)

    def test_tables_are_permutations(self):
        """Each symbol of mass P takes the states P .. 2P - 1, once each."""
        rng = random.Random(5)
        for _ in range(50):
            cuts = sorted(rng.sample(range(257), rng.randint(1, 40)))
            row = [b - a for a, b in zip([0] + cuts, cuts + [256])]
            seen = {}
            for entry in mans.latent_table(row):
                nb, base, sym = entry >> 24, entry >> 16 & 0xFF, mans.wrap16(entry & 0xFFFF)
                k = 2 * sym if sym >= 0 else -2 * sym - 1
                seen.setdefault(k, []).append((base | 256) >> nb)
            want = {k: list(range(p, 2 * p)) for k, p in enumerate(row) if p}
            self.assertEqual({k: sorted(v) for k, v in seen.items()}, want)

    def test_init_refusals(self):
        for memory in (b"", bytes(9), b"\1"):
            self.assertEqual(self.sgm(memory, [[256]], [5], []), refusal("stream_exhausted", 0))

    def test_escape(self):
        # Symbol 0 with bound 0 escapes: flag 1 and v = 0b101 give -(2) - 0.
        memory = bytes(8) + bytes([0b11010000, 7, 9, 1])
        got = self.sgm(memory, [[256]], [0], [([False, True], [0, 0])])
        self.assertEqual(got, {"expect": {"symbols": [[0, -2]]}})

    def test_escape_of_wide_bounds(self):
        # Row with symbol -128 (column 255) in every slot but none else.
        row = [0] * 255 + [256]
        for beta in (128, 255):
            memory = bytes(8) + bytes([0b10000000, 7, 9, 1])
            got = self.sgm(memory, [row], [beta], [([True], [0])])
            want = 128 if beta == 128 else -128
            self.assertEqual(got, {"expect": {"symbols": [[want]]}}, beta)

    def test_exhausted_inside(self):
        row = [0] * 2 + [0, 256]
        got = self.sgm(bytes([7, 9, 1]), [row], [2], [([True], [0])])
        self.assertEqual(got, refusal("stream_exhausted", 0))

    def test_conditions(self):
        for pmf, bounds, spans in (([[255]], [0], []), ([[256], [255, 1]], [0], []),
                                   ([[256]], [256], []), ([[256]], [0], [([True], [1])]),
                                   ([[256]], [0], [([True], [0, 0])]), ([[257, -1]], [0], [])):
            self.assertEqual(self.sgm(bytes([7, 9, 1]), pmf, bounds, spans),
                             refusal("model_mismatch"))

    def test_preprocessing(self):
        self.assertEqual([mans.ZP[i] for i in (511, 256, 255, 128, 127, 1)],
                         [255, 0, 254 + 256, 256, (508 ^ 256) + 512, 8 * 256])

    def test_fac(self):
        # All mass but one slot on symbol 0: Zp[k] for k = 255..., state 7 first.
        row = ["255"] * 63
        got = vector("mans_decode", memory=bytes([0, 0, 9, 9, 9, 7, 1]).hex(), mode="fac",
                     rows=[row], lengths=["1"])
        self.assertEqual(got, {"expect": {"symbols": [[0]]}})
        got = vector("mans_decode", memory="070901", mode="fac", rows=[row], lengths=[])
        self.assertEqual(got, refusal("model_mismatch"))
        got = vector("mans_decode", memory="070901", mode="fac", rows=[["256"] * 63], lengths=["1"])
        self.assertEqual(got, refusal("model_mismatch"))
