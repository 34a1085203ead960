"""corpus/payloads: the indexes of a small folder made by hand, and what is reported of them."""

import hashlib
import io
import json
import os
import struct
from contextlib import redirect_stdout

from .. import corpus
from ..__main__ import main
from ..canonical import dumps
from .networks import conv_layer, network, synth_json
from .test_json_forms import video
from .test_payloads import AUDIO, MOTION, SYNTH, SetCase, wia, wiv


def expect(data):
    return {"bytes": len(data), "sha256": hashlib.sha256(bytes(data)).hexdigest()}


CLIP, SHORT, SOUND = wiv(1, 1, 1, [0, 1, -1]), wiv(1, 1, 1, [0, 0]), wia([1, 0], 4)
PICTURE = struct.pack("<IIHBBb", 1, 1, 1, 1, 0, -100)
MOTION_CUTS = [{"refuse": "bad_magic", "until": 4}, {"refuse": "stream_length", "until": 64}]
# One pixel: 3 bytes out, 3 symbols, and the clip's 3 bytes held; no network.
PIXEL = {"macs": 0, "output_bytes": 3, "symbols": 3, "working_bytes": 3}
SOUND_CUTS = [{"refuse": "bad_magic", "until": 4}, {"refuse": "stream_length", "until": 68}]


def lines():
    """The index of six lines: every value from the text, by hand."""
    motion = {"capability": MOTION, "cuts": MOTION_CUTS, "declared": PIXEL}
    sound = {"file": "sound.wia", "capability": AUDIO, "set": "sets/audio", "cuts": SOUND_CUTS,
             # One channel of 2 samples to 4: 2 inputs times 1 output times 2 taps; the layer
             # holds its input of 2, its output of 4 and the uncropped 4, 8 bytes each.
             "declared": {"macs": 4, "output_bytes": 8, "symbols": 2, "working_bytes": 80}}
    out = [
        {"name": "clip", "file": "clip.wiv", "rule": "pay 3", "expect": expect([128, 138, 118]),
         **motion},
        {"name": "clip-limit", "file": "clip.wiv", "rule": "pay 7", "limits": {"output_bytes": 2},
         "expect": {"refuse": "cost_over_limit"}, **motion},
        {"name": "clip-within-limits", "file": "clip.wiv", "rule": "pay 7",
         "limits": {"macs": 0, "output_bytes": 3, "working_bytes": 3},
         "expect": expect([128, 138, 118]), **motion},
        {"name": "short", "file": "short.wiv", "rule": "pay 2",
         "expect": {"refuse": "stream_exhausted"}, **motion},
        {"name": "sound", "rule": "pay 5", **sound,
         "expect": expect(struct.pack("<4h", 32767, -32767, 0, 0))},
        {"name": "sound-without-set", "rule": "pay 9", **sound,
         "expect": {"refuse": "set_incomplete"}},
    ]
    del out[5]["set"], out[5]["declared"]
    return out


def conversions():
    clip = json.dumps(video(stream=CLIP[-8:].hex())).encode()
    return {"forms/clip.json": clip, "forms/none.json": b"{}"}, [
        {"file": "forms/clip.json", "rule": "pay 10", "expect": expect(CLIP),
         "payload": "clip.wiv"},
        {"file": "forms/none.json", "rule": "pay 10", "expect": {"refuse": "payload_malformed"}}]


class Fixtures(SetCase):
    def setUp(self):
        super().setUp()
        self.put("sets/audio/model.wam", network(
            [conv_layer(1, 1, 2, [1, -1], tag=0, stride=2, audio=True)], audio=True))
        for name, data in (("clip.wiv", CLIP), ("short.wiv", SHORT), ("sound.wia", SOUND)):
            self.put("payloads/" + name, data)
        forms, self.conversions = conversions()
        for name, data in forms.items():
            self.put("payloads/" + name, data)
        self.lines = lines()

    def put(self, name, data):
        path = os.path.join(self.dir, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)

    def differences(self):
        for name, values in (("index", self.lines), ("conversions", self.conversions)):
            text = "".join(dumps(v) + "\n" for v in values)
            self.put(f"payloads/{name}.jsonl", text.encode())
        seen = []
        counts = corpus.Corpus(self.dir, seen.append).check()
        self.assertEqual(counts["differences"], len(seen))
        self.assertEqual((counts["payloads"], counts["conversions"]),
                         (len(self.lines), len(self.conversions)))
        return seen

    def test_sizes(self):
        # 36 + 16 + (4 + 8); 32 + 8 + 16 + (4 + 8).
        self.assertEqual((len(CLIP), len(SHORT), len(SOUND)), (64, 64, 68))

    def test_clean(self):
        self.assertEqual(self.differences(), [])
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(main(["check", self.dir]), 0)
        self.assertEqual(out.getvalue(), "0 vectors, 0 certificates, 6 payloads, 2 conversions, "
                         "0 differences\n")

    def one(self, start):
        seen = self.differences()
        self.assertEqual(len(seen), 1, seen)
        self.assertTrue(seen[0].startswith(start), seen)

    def test_a_wrong_value(self):
        for k, member, value in (
                (3, "expect", {"refuse": "stream_noncanonical"}),
                (0, "expect", expect([128, 138, 117])), (0, "declared", {**PIXEL, "symbols": 4}),
                (0, "cuts", MOTION_CUTS[1:]), (5, "declared", PIXEL),
                (4, "cuts", [{"refuse": "bad_magic", "until": 5}, SOUND_CUTS[1]]),
                (1, "limits", {"output_bytes": 3}), (0, "capability", "wai.video.int_hyper"),
                (4, "note", "an additional member")):
            self.lines = lines()
            self.lines[k][member] = value
            self.one(f"payloads/index.jsonl:{k + 1}: ")
        self.lines = lines()
        del self.lines[0]["declared"]
        self.one("payloads/index.jsonl:1: ")

    def test_a_bad_line(self):
        for k, member, value in ((0, "file", "missing.wiv"), (0, "file", "../sets/audio/model.wam"),
                                 (4, "set", "sets/none"), (1, "limits", {}), (0, "rule", ""),
                                 (1, "limits", {"symbols": 3}), (0, "name", "")):
            self.lines = lines()
            self.lines[k][member] = value
            self.assertTrue(self.differences(), (k, member, value))
        self.lines = lines()
        del self.lines[0]["rule"]
        self.one("payloads/index.jsonl:1: no member 'rule'")

    def test_order(self):
        self.lines[0], self.lines[1] = self.lines[1], self.lines[0]
        self.one("payloads/index.jsonl: name 'clip' after 'clip-limit'")
        self.lines = lines()
        self.lines.insert(1, self.lines[0])
        self.one("payloads/index.jsonl: name 'clip' after 'clip'")
        self.lines = lines()
        self.conversions.reverse()
        self.one("payloads/conversions.jsonl: file 'forms/clip.json' after 'forms/none.json'")

    def test_files(self):
        self.put("payloads/more/clip.wiv", CLIP)
        self.one("payloads/more/clip.wiv: no line names it")
        os.remove(os.path.join(self.dir, "payloads", "more", "clip.wiv"))
        self.put("payloads/sets/other/model.wam", b"")
        self.assertEqual(self.differences(), [])
        os.remove(os.path.join(self.dir, "payloads", "short.wiv"))
        self.one("payloads/index.jsonl:4: unreadable")

    def test_the_indexes_are_there(self):
        self.differences()
        os.remove(os.path.join(self.dir, "payloads", "conversions.jsonl"))
        seen = []
        corpus.Corpus(self.dir, seen.append).check()
        self.assertEqual(seen, ["payloads/conversions.jsonl: missing",
                                "payloads/forms/clip.json: no line names it",
                                "payloads/forms/none.json: no line names it"])

    def test_conversions(self):
        self.conversions[1]["expect"] = {"refuse": "field_range"}
        self.one("payloads/conversions.jsonl:2: ")
        self.conversions = conversions()[1]
        self.conversions[0]["payload"] = "short.wiv"
        self.one("payloads/conversions.jsonl: forms/clip.json: converts to other bytes")
        self.conversions[0]["payload"] = "clip.wiv"
        self.conversions[1]["payload"] = "clip.wiv"
        self.one("payloads/conversions.jsonl: forms/none.json: converts to other bytes")

    def test_line_ends(self):
        self.differences()
        path = os.path.join(self.dir, "payloads", "index.jsonl")
        with open(path, "rb") as f:
            good = f.read()
        for bad in (good[:-1], good + b"\n", b"", good.replace(b":", b": ", 1)):
            with open(path, "wb") as f:
                f.write(bad)
            seen = []
            corpus.Corpus(self.dir, seen.append).check()
            self.assertTrue(seen, bad[:20])

    def test_int_synth_declares_before_its_load(self):
        # 128 * (2^31 - 1)^2 is past 64 bits: the graph of the set that is wide fails acc64.
        layer = {"in_ch": 1, "out_ch": 1, "k": 1, "stride": 1, "pad": 0, "weight": [2 ** 31 - 1],
                 "bias": [0]}
        last = {**layer, "out_ch": 3, "weight": [1, 1, 1], "bias": [0] * 3}
        self.put("sets/wide/int_synth.json", json.dumps({"layers": [layer, layer, last]}).encode())
        self.put("sets/synth/int_synth.json", synth_json(1, 3, [2, -3, 1], [7, 0, 110], 1))
        self.put("payloads/picture.bin", PICTURE)
        cuts = [{"refuse": "payload_malformed", "until": 13}]
        picture = {"name": "picture", "file": "picture.bin", "capability": SYNTH,
                   "set": "sets/synth", "rule": "pins P3", "cuts": cuts,
                   "expect": expect([0, 150, 5]),
                   # 1 input times 3 outputs; input 1, output 3, uncropped 3.
                   "declared": {"macs": 3, "output_bytes": 3, "symbols": 0, "working_bytes": 56}}
        wide = {**picture, "name": "picture-wide", "set": "sets/wide",
                "expect": {"refuse": "payload_malformed"},
                # As above in the third layer; 1 product in each of the first two.
                "declared": {**picture["declared"], "macs": 5}}
        # Its cost is known, and a limit compared, before the load refuses it (readings P6).
        over = {**wide, "name": "picture-wide-over", "limits": {"macs": 4},
                "expect": {"refuse": "cost_over_limit"}}
        self.lines[3:3] = [picture, wide, over]
        self.assertEqual(self.differences(), [])
