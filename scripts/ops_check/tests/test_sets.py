"""Networks, lowerings, sets and their JSON (ops 13, pay 9, pins P1-P3)."""

import hashlib
import json
import os
import struct
import tempfile
import unittest

from .. import entropy, lower_whm, sets, strict_json, synth, whm
from ..bounds import load_graph, meets
from ..errors import Refused
from .networks import conv_layer, entropy_json, igdn_layer, leaky_layer, network, synth_json

I64_MAX = 2 ** 63 - 1


def code(f, *args):
    try:
        f(*args)
        return "ok"
    except Refused as e:
        return e.code


class Parse(unittest.TestCase):
    def test_lengths(self):
        data = network([conv_layer(1, 1, 1, [1]), b"\3", leaky_layer(1, 1), igdn_layer([2], [3])])
        self.assertEqual([l.tag for l in whm.parse(data).layers], [1, 3, 4, 2])
        for n in range(len(data)):
            self.assertEqual(code(whm.parse, data[:n]), "model_mismatch", n)
        self.assertEqual(code(whm.parse, data + b"\0"), "model_mismatch")
        self.assertEqual(code(whm.parse, network([b"\5"])), "model_mismatch")
        self.assertEqual(code(whm.parse, b"WAM1" + data[4:], True), "model_mismatch")


class Ranges(unittest.TestCase):
    def range_of(self, layer, **kw):
        net = whm.parse(network([layer], **kw))
        return lower_whm.range_check(net, net.layers[0])

    def test_conv(self):
        # X + 1 + B <= I64 binds; then with a bias of I64 even X = 0 fails.
        self.assertEqual(self.range_of(conv_layer(1, 1, 1, [1])), (1 - I64_MAX, I64_MAX - 1))
        self.assertEqual(self.range_of(conv_layer(1, 1, 1, [1], bias=[-9])),
                         (10 - I64_MAX, I64_MAX - 10))
        self.assertEqual(self.range_of(conv_layer(1, 1, 2, [3, -4, 0, 0])),
                         (-((I64_MAX - 1) // 16), (I64_MAX - 1) // 16))
        with self.assertRaises(Refused):
            self.range_of(conv_layer(1, 1, 1, [1], bias=[I64_MAX]))

    def test_shift_opens_the_sum(self):
        layer = conv_layer(1, 1, 1, [2], mult=[1])
        self.assertEqual(self.range_of(layer, shift=8)[1], I64_MAX // 2)

    def test_leaky(self):
        self.assertEqual(self.range_of(leaky_layer(-2, 0))[1], I64_MAX // 2)
        self.assertEqual(self.range_of(leaky_layer(0, 0)), (-(2 ** 63), I64_MAX))

    def test_igdn(self):
        # gf 0, afrac 1: X isqrt(1 + X^2) / 2 + 1 <= I64, so X^2 / 2 < I64.
        lo, hi = self.range_of(igdn_layer([1], [0]), gf=0, afrac=1)
        self.assertEqual(lo, -hi)
        self.assertTrue(hi * hi >> 1 <= I64_MAX - 1 < (hi + 1) * (hi + 1) >> 1)

    def test_wam_counts_its_own_taps(self):
        layer = conv_layer(1, 1, 2, [1, 1], tag=0, audio=True)
        net = whm.parse(network([layer], audio=True), True)
        self.assertEqual(lower_whm.range_check(net, net.layers[0])[1], (I64_MAX - 1) // 2)


class Lowering(unittest.TestCase):
    def lowered(self, layers, step=None, **kw):
        net = whm.parse(network(layers, **kw), kw.get("audio", False))
        return load_graph(lower_whm.lower(net, step))

    def test_policies(self):
        g, p = self.lowered([b"\3", conv_layer(1, 2, 1, [1, 1]), b"\3"], "rgb8")
        self.assertEqual([op.kind.name for op in g.ops],
                         ["relu", "conv", "relu", "clamp", "rescale"])
        self.assertEqual([t.policy for t in g.tensors], [2, 2, 0, 0, 0, 0])
        self.assertEqual((g.tensors[0].lo, g.tensors[0].hi), (-(2 ** 63), I64_MAX))
        self.assertEqual([t.channels for t in g.tensors], [1, 1, 2, 2, 2, 2])
        self.assertEqual(p.intervals[5], (0, 255))
        self.assertIn("acc64", meets([("g", p)]))

    def test_pcm(self):
        layers = [conv_layer(1, 1, 2, [1, 1], tag=0, audio=True)]
        g, p = self.lowered(layers, "pcm", audio=True, afrac=14)
        self.assertEqual(g.scalars, [(1, 1 << 26)])
        self.assertEqual([op.kind.name for op in g.ops],
                         ["conv_transpose", "crop", "rescale", "clamp"])
        crop = g.tensors[2]
        self.assertEqual((crop.policy, crop.lo, crop.hi),
                         (2, -(2 ** 63 // 32767), (I64_MAX - 2 ** 13) // 32767))
        self.assertEqual(p.intervals[4], (-32768, 32767))

    def test_refusals(self):
        for layers, kw in (([b"\3"], {}), ([], {}), ([conv_layer(1, 1, 1, [1])], {"afrac": 31}),
                           ([conv_layer(1, 1, 1, [1])], {"afrac": 0}),
                           ([conv_layer(1, 1, 1, [1])], {"gf": 128}),
                           ([conv_layer(1, 1, 1, [1])], {"shift": 128}),
                           ([conv_layer(1, 2, 1, [1, 1]), conv_layer(1, 1, 1, [1])], {}),
                           ([conv_layer(1, 1, 1, [1]), leaky_layer(1, 64)], {})):
            with self.assertRaises(Refused) as e:
                self.lowered(layers, **kw)
            self.assertEqual(e.exception.code, "model_mismatch")

    def test_bytes_of_a_synth_layer(self):
        data = synth.lower(synth.parse(synth_json(1, 1, weight=[7], bias=[-2], shift=3)))
        block = struct.pack("<9I", 1, 1, 1, 1, 1, 0, 0, 0, 0) + b"\4\0\0\0"
        block += bytes([0, 1, 0, 1, 0, 4, 0, 0, 3]) + struct.pack("<ii", -2, 7)
        self.assertIn(struct.pack("<I", len(block)) + block, data)


class Json(unittest.TestCase):
    def test_synth_forms(self):
        nested = synth_json(1, 3, weight=[[[[1]], [[2]], [[3]]]], bias=[0, 0, 0])
        flat = synth_json(1, 3, weight=[1, 2, 3], bias=[0, 0, 0])
        self.assertEqual(synth.lower(synth.parse(nested)), synth.lower(synth.parse(flat)))

    def synth_code(self, text):
        return code(synth.parse, text if isinstance(text, bytes) else text.encode())

    def test_strictness(self):
        good = '{"layers":[{"in_ch":1,"out_ch":1,"k":1,"stride":1,"pad":0,"weight":[1],"bias":[-0]'
        self.assertEqual(self.synth_code(good + "}]}"), "ok")
        self.assertEqual(self.synth_code(good + ',"x":{"a":1.5,"a":2}}],"y":1e3}\n'), "ok")
        for bad in (good + '}],"layers":[]}', good + ',"k":1}]}', good + "}]} x",
                    "\ufeff" + good + "}]}",
                    good.replace('"pad":0', '"pad":0.0') + "}]}",
                    good.replace('"pad":0', '"pad":1e0') + "}]}",
                    good.replace('"pad":0', '"pad":-1') + "}]}",
                    good.replace('"pad":0', '"pad":true') + "}]}",
                    good.replace('"pad":0', '"pad":4294967296') + "}]}",
                    good.replace("[1]", "[1,[1]]") + "}]}", good.replace("[1]", "[]") + "}]}",
                    good + ',"relu":1}]}', good + ',"shift":128}]}', good + ',"x":NaN}]}',
                    good + ',"x":' + "[" * 62 + "]" * 62 + "}]}", '{"layers":[]}', "[]", ""):
            self.assertEqual(self.synth_code(bad), "payload_malformed", bad[-80:])
        self.assertEqual(self.synth_code(good + ',"x":' + "[" * 61 + "]" * 61 + "}]}"), "ok")
        self.assertEqual(self.synth_code((good + ',"x":"\xff"}]}').encode("latin-1")),
                         "payload_malformed")
        self.assertEqual(self.synth_code(good + ',"x":' + "9" * 6000 + "}]}"), "ok")

    def test_entropy(self):
        self.assertEqual(code(entropy.parse, entropy_json()), "ok")
        doc = json.loads(entropy_json())
        doc["y_cdf"][0] = doc["y_cdf"][0] + [0, 0]
        self.assertEqual(code(entropy.parse, json.dumps(doc).encode()), "ok")
        for change in ({"scale_edges": []}, {"y_offset": [2 ** 31]}, {"z_median": [2 ** 63]},
                       {"y_cdf_length": [5]}, {"y_cdf_length": [2]}, {"z_cdf": []},
                       {"z_cdf": [[0, 2, 1, 65536]]}, {"y_cdf": [[0, 1, 2, 65535]]},
                       {"scale_edges": [1.0]}, {"scale_edges": [1, 2]}):
            bad = json.dumps({**json.loads(entropy_json()), **change}).encode()
            self.assertEqual(code(entropy.parse, bad), "model_mismatch", change)

    def test_depth_counts_no_brackets_in_strings(self):
        self.assertEqual(strict_json.read(b'"[[[\\"[["'), '[[["[[')


class OnDisk(unittest.TestCase):
    CAP = "wai.neural.int_hyper"

    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.dir = tmp.name
        net = network([conv_layer(1, 2, 1, [1, 1])])
        self.files = {"g_s.whm": net, "h_s.whm": net, "entropy.json": entropy_json()}
        for name, data in self.files.items():
            self.write(name, data)

    def write(self, name, data):
        with open(os.path.join(self.dir, name), "wb") as f:
            f.write(data)

    def listing(self):
        entries = [f'{{"bytes":"{len(d)}","name":"{n}","sha256":"{hashlib.sha256(d).hexdigest()}"}}'
                   for n, d in sorted(self.files.items())]
        return ('{"files":[' + ",".join(entries) + '],"form":"wai.prior.set"}').encode()

    def test_listing(self):
        s, graphs = sets.lowered_set(self.dir, self.CAP)
        self.assertEqual(s.sha256(), hashlib.sha256(self.listing()).hexdigest())
        self.assertEqual([role for role, _ in graphs], ["h_s", "g_s"])
        self.write(sets.LISTING, self.listing())
        sets.lowered_set(self.dir, self.CAP)
        self.write(sets.LISTING, self.listing() + b"\n")
        self.assertEqual(code(sets.lowered_set, self.dir, self.CAP), "model_mismatch")

    def test_listing_of_int_synth(self):
        # Its one code holds for every refusal (ops 4).
        self.files = {"int_synth.json": synth_json(1, 3, [1, 1, 1], [0, 0, 0])}
        self.write("int_synth.json", self.files["int_synth.json"])
        self.write(sets.LISTING, self.listing())
        self.assertEqual(code(sets.lowered_set, self.dir, "wai.neural.int_synth"), "ok")
        self.write(sets.LISTING, b"{}")
        self.assertEqual(code(sets.lowered_set, self.dir, "wai.neural.int_synth"),
                         "payload_malformed")

    def test_member_order(self):
        self.write("g_s.whm", b"")
        os.remove(os.path.join(self.dir, "h_s.whm"))
        self.assertEqual(code(sets.lowered_set, self.dir, self.CAP), "model_mismatch")
        self.write("g_s.whm", self.files["g_s.whm"])
        self.assertEqual(code(sets.lowered_set, self.dir, self.CAP), "set_incomplete")

    def test_one_file(self):
        path = os.path.join(self.dir, "any.name")
        self.write("any.name", self.files["g_s.whm"])
        s, _ = sets.lowered_set(path, "wai.splat.int_codec")
        self.assertEqual(s.sha256(), hashlib.sha256(self.files["g_s.whm"]).hexdigest())
        self.assertEqual(code(sets.lowered_set, path, "wai.audio.int_codec"), "model_mismatch")
        self.assertEqual(code(sets.lowered_set, path + "x", "wai.audio.int_codec"),
                         "set_incomplete")
