"""The tools' JSON forms (pay 10, pins P11): payloads laid out by hand, and refusals."""

import io
import json
import os
import struct
import time
import unittest
from contextlib import redirect_stderr

from .. import json_forms
from ..__main__ import main
from .test_payloads import SetCase, code, stream, wia, wih, wis, wiv

TABLE = [0, 32768, 49152, 65536]


def hexed(symbols, offset=0):
    return stream(symbols, offset)[4:].hex()


def video(**changes):
    """The form of one frame of one pixel; a change of None takes the member away."""
    form = {"mv_precision": 1, "n_frames": 1, "h": 1, "w": 1, "block": 1, "q": 10, "offset": -1,
            "cdf": TABLE, "mvs": [[]], "stream": hexed([0, 0, 0], -1), "rmax": 1.5}
    return changed(form, changes)


def two(**changes):
    """Two frames of two rows and three columns; a block of 2 gives a grid of two vectors."""
    return video(**{"n_frames": 2, "h": 2, "w": 3, "block": 2, "mvs": [[], []],
                    "stream": hexed([0] * 36, -1), **changes})


def image(**changes):
    form = {"m": 1, "sh": 1, "sw": 1, "n_z": 1, "zh": 1, "zw": 1, "z_stream": hexed([1], -1),
            "y_stream": hexed([-2])}
    return changed(form, changes)


def audio(**changes):
    form = {"afrac": 8, "sample_rate": 16000, "n_ch": 1, "lat_len": 1, "t_out": 2, "lo": 0,
            "medians": [0], "cdfs": [TABLE], "stream": hexed([1])}
    return changed(form, changes)


def splat(**changes):
    form = {"afrac": 8, "c": 1, "sh": 2, "sw": 2, "s": 2, "attr": 1, "n_gaussians": 1,
            "ranges": [[0, 1]], "offsets": [0], "medians": [5], "cdfs": [TABLE],
            "stream": hexed([0] * 4)}
    return changed(form, changes)


def changed(form, changes):
    form.update(changes)
    return {k: v for k, v in form.items() if v is not None}


def text(form):
    return form if isinstance(form, bytes) else json.dumps(form).encode()


class Case(unittest.TestCase):
    def gives(self, form, payload):
        self.assertEqual(code(json_forms.convert, text(form)), payload)

    def refused(self, want, *forms):
        for form in forms:
            self.gives(form, want)


class Video(Case):
    def test_fields(self):
        self.gives(video(), wiv(1, 1, 1, [0, 0, 0]))
        self.gives(video(keyframe=image(), stream=hexed([], -1)),
                   wiv(1, 1, 1, [], key=1, nested=wih(1, 1, 1, [1], [-2])))

    def test_what_the_json_leaves_implicit(self):
        good = wiv(1, 1, 1, [0, 0, 0])
        self.gives(video(mv_precision=None), good)
        self.gives(video(mv_precision=2, block=7), good)
        self.gives(video(block=0), good)
        whole = wiv(2, 2, 3, [0] * 36, [0, 0, 0, 0], block=2)
        self.gives(two(mv_precision=None), whole)
        self.gives(two(), whole)

    def test_vectors(self):
        for given, carried in (([[-1, 2]], [-1, 2, 0, 0]), ([[0, 0], [32767, -32768]],
                                                            [0, 0, 32767, -32768])):
            self.gives(two(mvs=[[], given], mv_precision=2),
                       wiv(2, 2, 3, [0] * 36, carried, block=2, precision=2))
        for mvs in ([[], [[0, 0]] * 3], [[], [[0, 32768]]], [[], [[-32769, 0]]], [[]],
                    [[], [], []], [[[0, 0]], []], []):
            self.refused("field_range", two(mvs=mvs))
        for mvs in ([[], [[0]]], [[], [0]], [[], [[0, 0, 0]]], [[], [[0, 0.0]]], [[], {}], {}):
            self.refused("payload_malformed", two(mvs=mvs))

    def test_the_vector_cap(self):
        # 2 * nb * 2 is past 2^26 by 4 with nb = 2^24 + 1; a frame of 3 * nb samples is within it.
        start = time.perf_counter()
        self.refused("too_large", video(n_frames=3, w=(1 << 24) + 1, mvs=[[], [], []]))
        self.refused("field_range", video(n_frames=(1 << 25) + 2, mvs=[[], []]))
        self.assertLess(time.perf_counter() - start, 0.2)

    def test_refusals(self):
        self.refused("field_range", video(mv_precision=0), video(mv_precision=3),
                     video(mv_precision=256), video(q=0), video(q=65536), video(q=-1),
                     video(q=1 << 32), video(h=0), video(offset=1 << 31), two(block=0),
                     video(n_frames=0, mvs=[]), video(cdf=[0, 65536]),
                     video(cdf=[0, -1, 65536]), video(cdf=list(range(1 << 16))))
        self.refused("cdf_malformed", video(cdf=[0, 65536, 65536]), video(cdf=[0, 1, 65537]))
        self.refused("stream_length", video(stream=""), video(stream="0011"))
        self.refused("payload_malformed", video(stream="0"), video(stream="AB" * 8),
                     video(stream="0 " * 8), video(stream=0), video(stream="00" * 7 + "g0"),
                     video(q=True), video(q="10"), video(cdf=None), video(cdf=[0, None, 65536]),
                     video(keyframe=1), video(block=None),
                     video(keyframe=image(m=None), stream=hexed([], -1)))
        self.refused("field_range", video(keyframe=image(m=0), stream=hexed([], -1)))
        good = text(video())
        self.refused("payload_malformed", good.replace(b'"q": 10', b'"q": 10.0'),
                     good.replace(b'"q": 10', b'"q": 1e1'),
                     good.replace(b'"q": 10', b'"q": 10, "q": 10'),
                     good.replace(b'"rmax": 1.5', b'"rmax": NaN'),
                     good.replace(b'"q": 10', b'"q": 010'), good + b"{}", b"\xef\xbb\xbf" + good,
                     b"[" + good + b"]", b"", b"{}", b"\xff",
                     good.replace(b"1.5", b"[" * 64 + b"]" * 64))
        self.gives(good.replace(b"1.5", b"[" * 63 + b"]" * 63), wiv(1, 1, 1, [0, 0, 0]))


class Others(Case):
    def test_image(self):
        self.gives(image(), wih(1, 1, 1, [1], [-2]))
        self.gives(image(ranges=3, sample_rate=[]), wih(1, 1, 1, [1], [-2]))
        self.refused("field_range", image(m=0), image(zw=1 << 32))
        self.refused("too_large", image(zh=1 << 14, zw=1 << 13))
        self.refused("payload_malformed", image(y_stream=None), image(sw="1"))

    def test_audio(self):
        self.gives(audio(), wia([1], 2))
        self.gives(audio(n_ch=2, medians=[3, -3], cdfs=[TABLE] * 2, stream=hexed([1, 0])),
                   wia([1, 0], 2, 1, medians=(3, -3)))
        self.refused("field_range", audio(afrac=31), audio(afrac=256), audio(sample_rate=0),
                     audio(medians=[(1 << 47) + 1]), audio(medians=[1 << 63]), audio(lo=1 << 31),
                     audio(n_ch=2, medians=[0, 0], cdfs=[TABLE, [0, 1, 65536]]), audio(cdfs=[[]]))
        self.refused("payload_malformed", audio(lo=None), audio(cdfs=[0]), audio(cdfs={}),
                     audio(afrac=8.0))

    def test_splat(self):
        self.gives(splat(), wis([0] * 4))
        self.gives(splat(ranges=[["-1.5", 0.25]]), wis([0] * 4, 0xBFC00000, 0x3E800000))
        self.refused("field_range", splat(ranges=[[1, 0]]), splat(ranges=[[0.1, 1]]),
                     splat(ranges=[[0, (1 << 60) + 1]]), splat(n_gaussians=5), splat(offsets=[]),
                     splat(ranges=[]), splat(cdfs=[TABLE] * 2))
        self.refused("payload_malformed", splat(ranges=[[0]]), splat(ranges=[0]),
                     splat(ranges=[[0, None]]), splat(ranges=[[0, True]]),
                     splat(ranges=[[0, "nan"]]), splat(ranges=[[0, "+1"]]), splat(offsets=[0.0]))


class Binary32(unittest.TestCase):
    def bits(self, t):
        return json_forms.binary32(t)

    def test_values(self):
        for t, want in (("0", 0), ("-0", 0), ("-0.0", 1 << 31), ("-0e5", 1 << 31), ("0.000e9", 0),
                        ("1", 0x3F800000), ("-1.0", 0xBF800000), ("0.5", 0x3F000000),
                        ("0.1", None), ("1e1", 0x41200000), ("100e-2", 0x3F800000),
                        ("16777216", 0x4B800000), ("16777217", None), ("16777218", 0x4B800001),
                        (str(1 << 60), 0x5D800000), (str((1 << 60) + 1), None),
                        (str((1 << 128) - (1 << 104)), 0x7F7FFFFF), (str(1 << 128), None),
                        (str((1 << 128) - (1 << 103)), None)):
            self.assertEqual(self.bits(t), want, t)

    def test_every_exponent_against_the_machine(self):
        for word in [e << 23 | f for e in range(255) for f in (0, 1, 0x400000, 0x7FFFFF)]:
            v = struct.unpack("<f", struct.pack("<I", word))[0]
            exact = f"{v:.150f}"        # every binary32 has at most 149 decimals
            self.assertEqual(self.bits(exact), word)
            self.assertEqual(self.bits(exact + "0" * 40 + "e+0"), word)
            self.assertEqual(self.bits("-" + exact), word | 1 << 31)
            self.assertIsNone(self.bits(exact + "1"), exact)
        # Half of the least subnormal, and the least one times a value of 25 bits.
        tiny = f"{2.0 ** -149:.149f}"
        self.assertEqual(self.bits(tiny), 1)
        self.assertIsNone(self.bits(f"{2.0 ** -150:.150f}"))

    def test_any_length_and_exponent(self):
        start = time.perf_counter()
        for t, want in (("1e999999999", None), ("1e-999999999", None), ("0e999999999", 0),
                        ("1e" + "9" * 100000, None), ("0e-" + "9" * 100000, 0),
                        ("1e" + "0" * 100000, 0x3F800000), ("1" + "0" * 100000, None),
                        ("1" + "0" * 100000 + "e-100000", 0x3F800000),
                        ("0." + "0" * 99999 + "1e100000", 0x3F800000),
                        ("1." + "0" * 100000, 0x3F800000), ("1." + "0" * 100000 + "1", None),
                        ("1" * 100000, None), ("0." + "1" * 100000, None)):
            self.assertEqual(self.bits(t), want, t[:20])
        self.assertLess(time.perf_counter() - start, 0.5)
        form = text(splat()).replace(b"[[0, 1]]", b"[[1e-400, 1e999999999]]")
        self.assertEqual(code(json_forms.convert, form), "field_range")


class CommandLine(SetCase):
    def test_from_json(self):
        self.write("form.json", text(audio()))
        form, out = os.path.join(self.dir, "form.json"), os.path.join(self.dir, "out.wia")
        self.assertEqual(main(["from-json", form, "--out", out]), 0)
        with open(out, "rb") as f:
            self.assertEqual(f.read(), wia([1], 2))
        self.write("form.json", text(audio(lo=0.5)))
        err = io.StringIO()
        with redirect_stderr(err):
            self.assertEqual(main(["from-json", form, "--out", out]), 1)
        self.assertEqual(err.getvalue()[:26], "refused: payload_malformed")
