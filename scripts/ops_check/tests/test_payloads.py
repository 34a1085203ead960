"""Payloads: order of checks (pay 2, 7) and decodes worked out by hand."""

import os
import struct
import tempfile
import time
import unittest

from .. import decode, payloads, sets
from ..errors import Refused
from ..rans import Encoder
from .networks import TABLE, conv_layer, entropy_json, network, synth_json

MOTION, VIDEO, HYPER = "wai.video.int_motion", "wai.video.int_hyper", "wai.neural.int_hyper"
AUDIO, SPLAT, SYNTH = "wai.audio.int_codec", "wai.splat.int_codec", "wai.neural.int_synth"


def stream(symbols, offset=0):
    e = Encoder()
    for s in symbols:
        e.symbol(TABLE, offset, s)
    data = e.stream()
    return struct.pack("<I", len(data)) + data


def wiv(frames, h, w, symbols, vectors=(), precision=1, key=0, block=1, q=10, nested=b"", r=0):
    out = struct.pack("<4sBBBBIIIIIiHH", b"WIV1", 1, precision, key, r, frames, h, w, block, q, -1,
                      len(TABLE), 0)
    out += struct.pack("<4I", *TABLE) + struct.pack(f"<{len(vectors)}h", *vectors)
    out += stream(symbols, -1)
    return out + (struct.pack("<I", len(nested)) + nested if key else b"")


def wih(m, sh, sw, z, y, zh=1, zw=1, n_z=1):
    head = struct.pack("<4sB3x6I", b"WIH1", 1, m, sh, sw, n_z, zh, zw)
    return head + stream(z, -1) + stream(y)


def wia(symbols, t_out, lat_len=None, afrac=8, medians=(0,)):
    out = struct.pack("<4sBBHIIIIiHH", b"WIA1", 1, afrac, 0, 16000, len(medians),
                      lat_len or len(symbols), t_out, 0, len(TABLE), 0)
    out += struct.pack(f"<{len(medians)}q", *medians)
    return out + struct.pack("<4I", *TABLE) * len(medians) + stream(symbols)


def wis(symbols, lo=0, hi=0x3F800000, s=2, attr=1, n=1):
    out = struct.pack("<4sBBHIIIIII", b"WIS1", 1, 8, 0, 1, 2, 2, s, attr, n)
    out += struct.pack("<II", lo, hi) * attr
    return out + struct.pack("<Hiq4I", 4, 0, 5, *TABLE) + stream(symbols)


def code(f, *args):
    try:
        return f(*args)
    except Refused as e:
        return e.code


def parsed(data, capability):
    got = code(payloads.parse, data, capability)
    return got if isinstance(got, str) else "ok"


class Order(unittest.TestCase):
    def test_framing(self):
        good = wiv(1, 1, 1, [0, 0, 0])
        self.assertEqual(parsed(good, MOTION), "ok")
        self.assertEqual(parsed(b"{}", MOTION), "bad_magic")
        self.assertEqual(parsed(b"WIH1", MOTION), "format_capability_mismatch")
        self.assertEqual(parsed(b"WIV1", MOTION), "stream_length")
        self.assertEqual(parsed(b"WIV1\2", MOTION), "version")
        self.assertEqual(parsed(good[:35], MOTION), "stream_length")
        self.assertEqual(parsed(good + b"\0", MOTION), "trailing")
        for n in range(5, len(good)):
            self.assertEqual(parsed(good[:n], MOTION), "stream_length", n)

    def test_header(self):
        self.assertEqual(parsed(wiv(1, 1, 1, [], r=1, precision=3), MOTION), "reserved_nonzero")
        for bad in (dict(precision=3), dict(precision=2), dict(block=2), dict(q=0), dict(q=65536),
                    dict(key=2)):
            self.assertEqual(parsed(wiv(1, 1, 1, [], **bad), MOTION), "field_range", bad)
        self.assertEqual(parsed(wiv(1, 1 << 14, 1 << 14, [], key=1), MOTION),
                         "keyframe_capability_mismatch")
        self.assertEqual(parsed(wiv(1, 1 << 14, 1 << 14, []), MOTION), "too_large")
        self.assertEqual(parsed(wiv(2, 1, 1, [0] * 6, [0] * 2), MOTION), "ok")

    def test_nested(self):
        good = wiv(1, 1, 1, [], key=1, nested=wih(1, 1, 1, [0], [0]))
        self.assertEqual(parsed(good, VIDEO), "ok")
        self.assertEqual(parsed(good + b"\0", VIDEO), "nested_length")
        self.assertEqual(parsed(good[:-1], VIDEO), "nested_length")
        self.assertEqual(parsed(wiv(1, 1, 1, [], key=1)[:-1], VIDEO), "stream_length")
        self.assertEqual(parsed(wiv(1, 1, 1, [], key=1, nested=b"WIA1"), VIDEO),
                         "format_capability_mismatch")

    def test_tables_and_ranges(self):
        data = bytearray(wia([0], 1))
        data[40 + 4] = 0xFF
        data[40 + 7] = 0xFF
        self.assertEqual(parsed(bytes(data), AUDIO), "cdf_malformed")
        self.assertEqual(parsed(wia([0], 1, medians=[2 ** 47 + 1]), AUDIO), "field_range")
        self.assertEqual(parsed(wia([0], 1, afrac=31), AUDIO), "field_range")
        for lo, hi, want in ((0, 0x80000000, "ok"), (0x3F800000, 0, "field_range"),
                             (0xBF800000, 0, "ok"), (0x7F800000, 0x7F800000, "field_range"),
                             (0xC0000000, 0xBF800000, "ok"),
                             (0xBF800000, 0xC0000000, "field_range")):
            self.assertEqual(parsed(wis([0] * 4, lo, hi), SPLAT), want, (lo, hi))
        self.assertEqual(parsed(wis([0] * 4, n=5), SPLAT), "field_range")

    def test_synth(self):
        good = struct.pack("<IIHBB", 1, 1, 1, 1, 0) + b"\0"
        self.assertEqual(parsed(good, SYNTH), "ok")
        for bad in (good[:-1], good + b"\0", b"", good[:11] + b"\1" + good[12:], bytes(13)):
            self.assertEqual(parsed(bad, SYNTH), "payload_malformed")


class SetCase(unittest.TestCase):
    """A folder for a set's members."""

    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.dir = tmp.name

    def write(self, name, data):
        with open(os.path.join(self.dir, name), "wb") as f:
            f.write(data)


class Decodes(SetCase):
    def decode(self, data, capability):
        got = code(decode.decode, data, capability, self.dir)
        return list(got) if isinstance(got, bytes) else got

    def test_video(self):
        # Frame 1 reads one pixel to the right, clamped, at whole pel.
        data = wiv(2, 1, 2, [0, 1, -1, 13, 0, -20] + [0, 0, 1, 0, 0, 0], [0, 1, 0, 1])
        first = [128, 138, 118, 255, 128, 0]
        self.assertEqual(self.decode(data, MOTION), first + [255, 128, 10, 255, 128, 0])

    def test_video_half_pel(self):
        data = wiv(2, 1, 2, [0, 1, -1, 13, 0, -20] + [0] * 6, [0, 1, 0, -1], precision=2)
        half = [(128 + 255 + 1) // 2, (138 + 128 + 1) // 2, (118 + 0 + 1) // 2]
        self.assertEqual(self.decode(data, MOTION)[6:], half + half)

    def test_nothing_is_allocated_by_the_header(self):
        # At the caps of pay 7: a frame of 2^26 - 1 samples, a hyper-latent of 2^26
        # elements, a latent of 2^26.  The streams run out at once.
        start = time.perf_counter()
        data = wiv(1, 1, (1 << 26) // 3, [0])
        self.assertEqual(self.decode(data, MOTION), "stream_exhausted")
        self.write("h_s.whm", network([conv_layer(1, 2, 1, [1, 2], stride=1 << 13)]))
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1, -1, 4])]))
        self.write("entropy.json", entropy_json((5, 300)))
        data = wih(1, 1, 1, [0], [], zh=1 << 13, zw=1 << 13)
        self.assertEqual(self.decode(data, HYPER), "stream_exhausted")
        self.write("model.wam", network([conv_layer(1, 1, 1, [1], tag=0, audio=True)], audio=True))
        data = wia([0], 1 << 26, 1 << 26)
        self.assertEqual(self.decode(data, AUDIO), "stream_exhausted")
        self.assertLess(time.perf_counter() - start, 0.5)

    def test_a_set_is_read_once(self):
        self.hyper_set()
        s = sets.read_set(self.dir, HYPER)
        for name in os.listdir(self.dir):
            os.remove(os.path.join(self.dir, name))
        for _ in range(2):
            self.assertEqual(decode.decode(wih(1, 1, 1, [1], [-2]), HYPER, s), bytes([6, 0, 24]))
        s = sets.read_set(self.dir, HYPER)
        for _ in range(2):
            self.assertEqual(code(decode.decode, wih(1, 1, 1, [1], [-2]), HYPER, s),
                             "set_incomplete")

    def test_video_streams(self):
        self.assertEqual(self.decode(wiv(1, 1, 1, [0] * 2), MOTION), "stream_exhausted")
        self.assertEqual(self.decode(wiv(1, 1, 1, [0] * 4), MOTION), "stream_noncanonical")

    def hyper_set(self):
        self.write("h_s.whm", network([conv_layer(1, 2, 1, [1, 2])]))
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1, -1, 4])]))
        self.write("entropy.json", entropy_json((5, 300)))

    def test_hyper(self):
        # z = 1 * 256 + 3 = 259; sigma = 259 picks table 0, mu = 518;
        # y = 0 * 256 + 518: 518 -> 255, -518 -> 0, 2072 -> 255.
        self.hyper_set()
        self.assertEqual(self.decode(wih(1, 1, 1, [1], [0]), HYPER), [255, 0, 255])
        # y = -2 * 256 + 518 = 6: 6 * 255 / 256 = 5.98 -> 6; 24 -> 23.9 -> 24.
        self.assertEqual(self.decode(wih(1, 1, 1, [1], [-2]), HYPER), [6, 0, 24])
        data = wiv(2, 1, 1, [0, 1, 0], [0, 0], key=1, nested=wih(1, 1, 1, [1], [-2]))
        self.assertEqual(self.decode(data, VIDEO), [6, 0, 24, 6, 10, 24])

    def test_hyper_order(self):
        self.assertEqual(self.decode(wih(1, 1, 1, [1], [0]), HYPER), "set_incomplete")
        self.hyper_set()
        self.assertEqual(self.decode(wih(1, 1, 1, [1], [0], n_z=2), HYPER), "model_mismatch")
        self.assertEqual(self.decode(wih(2, 1, 1, [1], [0]), HYPER), "model_mismatch")
        self.assertEqual(self.decode(wih(1, 1, 2, [], []), HYPER), "geometry_mismatch")
        self.assertEqual(self.decode(wih(1, 1, 1, [], []), HYPER), "stream_exhausted")
        self.assertEqual(self.decode(wih(1, 1, 1, [1, 1], []), HYPER), "stream_noncanonical")
        data = wiv(1, 2, 1, [], key=1, nested=wih(1, 1, 1, [1], [0]))
        self.assertEqual(self.decode(data, VIDEO), "geometry_mismatch")

    def test_load_comes_before_the_streams(self):
        self.hyper_set()
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1] * 3, bias=[2 ** 63 - 1, 0, 0])]))
        self.assertEqual(self.decode(wih(1, 1, 1, [], []), HYPER), "model_mismatch")
        cost = decode.declared(wih(1, 1, 1, [], []), HYPER, self.dir)
        self.assertEqual(cost, {"macs": 5, "output_bytes": 3, "symbols": 2, "working_bytes": 32})

    def test_caps_come_before_shapes(self):
        # g_s gives 3 * 4730^2 samples, past 2^26; h_s's shape is wrong as well (pay 7, 3 and 4).
        self.hyper_set()
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1, 1, 1], tag=0, stride=4729)]))
        self.assertEqual(self.decode(wih(1, 2, 2, [0], [0] * 4), HYPER), "too_large")
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1, 1, 1], tag=0, stride=4728)]))
        self.assertEqual(self.decode(wih(1, 2, 2, [0], [0] * 4), HYPER), "geometry_mismatch")

    def test_the_cost_limit_comes_before_the_load(self):
        self.hyper_set()
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1] * 3, bias=[2 ** 63 - 1, 0, 0])]))
        data = wih(1, 1, 1, [], [])
        for limit, want in (({"macs": 4}, "cost_over_limit"), ({"macs": 5}, "model_mismatch"),
                            ({"working_bytes": 31}, "cost_over_limit"),
                            ({"working_bytes": 32, "output_bytes": 3}, "model_mismatch")):
            self.assertEqual(code(decode.decode, data, HYPER, self.dir, limit), want, limit)
        over = {"output_bytes": 0}
        self.assertEqual(code(decode.decode, data + b"\0", HYPER, self.dir, over), "trailing")
        self.assertEqual(code(decode.decode, wih(1, 1, 2, [], []), HYPER, self.dir, over),
                         "geometry_mismatch")

    def test_declared_of_a_keyframe(self):
        self.hyper_set()
        # The picture: 2 + 3 products, 1 + 1 symbols, 1 + 3 elements in g_s. The clip: 6 bytes
        # and one vector of 4 held, 3 symbols of frame 1.
        data = wiv(2, 1, 1, [0, 1, 0], [0, 0], key=1, nested=wih(1, 1, 1, [1], [-2]))
        self.assertEqual(decode.declared(data, VIDEO, self.dir),
                         {"macs": 5, "output_bytes": 6, "symbols": 5, "working_bytes": 42})

    def test_audio(self):
        self.write("model.wam", network([conv_layer(1, 1, 2, [1, -1], tag=0, stride=2, audio=True)],
                                        audio=True))
        # y = 256: 32767; -256: -32767.
        self.assertEqual(self.decode(wia([1], 2), AUDIO), list(struct.pack("<hh", 32767, -32767)))
        self.assertEqual(self.decode(wia([2], 1), AUDIO), list(struct.pack("<h", 32767)))
        self.assertEqual(self.decode(wia([1], 3), AUDIO), "geometry_mismatch")
        self.assertEqual(self.decode(wia([1, 1], 2), AUDIO), "geometry_mismatch")
        self.assertEqual(self.decode(wia([1], 2, afrac=9), AUDIO), "model_mismatch")
        cost = decode.declared(wia([1, 0], 4), AUDIO, self.dir)
        self.assertEqual(cost, {"macs": 4, "output_bytes": 8, "symbols": 2, "working_bytes": 80})

    def test_splat(self):
        self.write("g_s.whm", network([conv_layer(1, 1, 1, [1])]))
        # Symbols times 256 plus the median 5: 5 * 255 / 256 = 4.98 -> 5.
        self.assertEqual(self.decode(wis([0, 1, -1, 0]), SPLAT), [5, 255, 0, 5])
        self.assertEqual(self.decode(wis([0] * 4, s=3), SPLAT), "geometry_mismatch")

    def test_synth(self):
        data = struct.pack("<IIHBBb", 1, 1, 1, 1, 0, -100)
        self.assertEqual(self.decode(data, SYNTH), "set_incomplete")
        self.write("int_synth.json", synth_json(1, 3, [2, -3, 1], [7, 0, 110], 1))
        # (-200 + 7) >> 1 < 0, 300 >> 1 = 150, 10 >> 1 = 5.
        self.assertEqual(self.decode(data, SYNTH), [0, 150, 5])
        wide = struct.pack("<IIHBBb", 1, 2, 1, 1, 0, -100)
        self.assertEqual(self.decode(wide, SYNTH), "payload_malformed")

    def test_cost_limit(self):
        data = wiv(1, 1, 1, [0] * 9)
        self.assertEqual(code(decode.decode, data, MOTION, None, {"symbols": 2}), "cost_over_limit")


@unittest.skipUnless(os.environ.get("OPS_CHECK_REAL"), "OPS_CHECK_REAL names no corpus of payloads")
class Real(unittest.TestCase):
    """The small payloads of a corpus of trained sets, against their digests."""

    def test_digests(self):
        import hashlib
        root = os.environ["OPS_CHECK_REAL"]
        for name, set_name in (("wih/chelsea64.wih", "hyper"),
                               ("wih-w12/chelsea64.wih", "hyper-w12"),
                               ("audio/tune.wia", "audio"), ("splat/knot.wis", "splat"),
                               ("int_synth/astronaut128.bin", "int_synth"),
                               ("wiv/chelsea_whole_8x80x112.wiv", None)):
            with open(os.path.join(root, name), "rb") as f:
                out = decode.decode(f.read(), None, set_name and os.path.join(root, set_name))
            with open(os.path.join(root, os.path.splitext(name)[0] + ".sha256")) as f:
                self.assertEqual(hashlib.sha256(out).hexdigest(), f.read().split()[0], name)
