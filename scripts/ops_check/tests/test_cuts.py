"""Cuts: what a payload's first bytes give, against every prefix decoded on its own."""

import struct

from .. import cuts
from .networks import conv_layer, entropy_json, network, synth_json
from .test_payloads import (AUDIO, HYPER, MOTION, SPLAT, SYNTH, VIDEO, SetCase, wia, wih, wis,
                            wiv)


def each(data, capability, source, limit=None):
    """The runs, one prefix at a time."""
    runs, last = [], None
    for n in range(len(data)):
        answer = cuts.outcome(data[:n], capability, source, limit)
        if answer != last:
            runs.append({**answer, "until": 0})
            last = answer
        runs[-1]["until"] = n + 1
    return runs


class Cuts(SetCase):
    def setUp(self):
        super().setUp()
        self.write("h_s.whm", network([conv_layer(1, 2, 1, [1, 2])]))
        self.write("g_s.whm", network([conv_layer(1, 3, 1, [1, -1, 4])]))
        self.write("entropy.json", entropy_json((5, 300)))
        self.write("int_synth.json", synth_json(1, 3, [2, -3, 1], [7, 0, 110], 1))

    def cuts(self, data, capability, limit=None):
        got = cuts.cuts(data, capability, self.dir, limit)
        self.assertEqual(got, each(data, capability, self.dir, limit))
        return [(r.get("refuse", "ok"), r["until"]) for r in got]

    def test_motion(self):
        data = wiv(1, 1, 1, [0, 0, 0])
        self.assertEqual(self.cuts(data, MOTION),
                         [("bad_magic", 4), ("stream_length", len(data))])
        self.assertEqual(self.cuts(data, HYPER),
                         [("bad_magic", 4), ("format_capability_mismatch", len(data))])
        self.assertEqual(self.cuts(data, "none"), [("unsupported_capability", len(data))])
        self.assertEqual(self.cuts(b"", MOTION), [])
        self.assertEqual(self.cuts(b"W", MOTION), [("bad_magic", 1)])

    def test_a_rule_is_read_when_its_section_is_there(self):
        data = bytearray(wiv(1, 1, 1, [0, 0, 0]))
        data[24:28] = bytes(4)      # q: a header rule, read once the 36 bytes are there
        self.assertEqual(self.cuts(bytes(data), MOTION),
                         [("bad_magic", 4), ("stream_length", 36), ("field_range", len(data))])
        data = bytearray(wia([0], 1, medians=(0, 0)))
        data[48:52] = b"\1\0\0\0"   # the first of two tables starts at 32 + 16
        self.assertEqual(self.cuts(bytes(data), AUDIO),
                         [("bad_magic", 4), ("stream_length", 64), ("cdf_malformed", len(data))])

    def test_what_follows_the_last_section(self):
        # One byte too many: the first bytes hold a whole payload at one length.
        good = wiv(1, 1, 1, [0, 0, 0])
        got = self.cuts(good + b"\0\0", MOTION)
        self.assertEqual(got[1:], [("stream_length", len(good)), ("ok", len(good) + 1),
                                   ("trailing", len(good) + 2)])
        short = wiv(1, 1, 1, [0, 0])
        got = self.cuts(short + b"\0\0", MOTION)
        self.assertEqual(got[2:], [("stream_exhausted", len(short) + 1),
                                   ("trailing", len(short) + 2)])
        self.assertEqual(self.cuts(good + b"\0\0", MOTION, {"output_bytes": 2})[2],
                         ("cost_over_limit", len(good) + 1))

    def test_nested(self):
        nested = wih(1, 1, 1, [1], [-2])
        data = wiv(1, 1, 1, [], key=1, nested=nested)
        k = len(data) - len(nested)
        self.assertEqual(self.cuts(data, VIDEO), [("bad_magic", 4), ("stream_length", k),
                                                  ("nested_length", len(data))])
        got = self.cuts(data + b"\0\0", VIDEO)
        self.assertEqual(got[2:], [("nested_length", len(data)), ("ok", len(data) + 1),
                                   ("nested_length", len(data) + 2)])
        # K says less than the nested payload needs: at that length its own parse answers.
        less = data[:k - 4] + struct.pack("<I", 40) + data[k:]
        self.assertEqual(self.cuts(less, VIDEO)[2:],
                         [("nested_length", k + 40), ("stream_length", k + 41),
                          ("nested_length", len(data))])

    def test_other_forms(self):
        for data, capability in ((wih(1, 1, 1, [1], [-2]), HYPER), (wis([0] * 4), SPLAT),
                                 (wia([0], 1), AUDIO)):
            self.assertEqual(self.cuts(data, capability),
                             [("bad_magic", 4), ("stream_length", len(data))])
            for extra in (b"\0", b"\0" * 3):
                self.cuts(data + extra, capability)
        synth = struct.pack("<IIHBBb", 1, 1, 1, 1, 0, -100)
        self.assertEqual(self.cuts(synth, SYNTH), [("payload_malformed", 13)])
        self.assertEqual(self.cuts(synth + b"\0\0", SYNTH),
                         [("payload_malformed", 13), ("ok", 14), ("payload_malformed", 15)])

    def test_every_byte_damaged(self):
        """Wherever a parse stops, the intervals answer as each prefix does."""
        nested = wih(1, 1, 1, [1], [-2])
        for data, capability in ((wiv(2, 1, 1, [0] * 3, [0, 0], key=1, nested=nested), VIDEO),
                                 (wis([0] * 4), SPLAT), (wia([0, 1], 2, medians=(0, 1)), AUDIO)):
            for at in range(4, len(data)):
                for value in (0, 1, 4, 255):
                    self.cuts(data[:at] + bytes([value]) + data[at + 1:], capability)
