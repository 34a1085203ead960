"""Bound rules with intervals worked out by hand (ops 8)."""

import json
import struct
import unittest

from ..admissible import admissible_range
from ..bounds import first_failure, load_graph, meets, verdict
from ..certificate import certificate, certificate_text, k_c
from ..errors import Refused
from .build import (I64, bounds, conv_blob, crop_blob, graph, i64, igdn_blob, layernorm_blob, one,
                    rq_block, u32)


class Rules(unittest.TestCase):
    def check(self, data, inter, result):
        got, results = bounds(data)
        self.assertEqual({k: got[k] for k in inter}, inter)
        self.assertEqual(results, [result] if isinstance(result, tuple) else result)

    def test_conv(self):
        block = rq_block(1, (1,), [3], 1, [5])
        data = one("conv", [(1, -1, 4)], [1], conv_blob(1, (1, 2), [2, -3], block=block))
        self.check(data, {"conv.term": (-12, 8), "conv.acc": (-14, 16), "rq.t": (-14, 16),
                          "rq.p": (-42, 49), "rq.q": (-21, 24), "rq.y": (-21, 24)}, (-21, 24))

    def test_conv_transpose_by_residue(self):
        blob = conv_blob(1, (1, 2), [2, -3], s=(1, 2), transpose=True,
                         block=rq_block(0, place=1, bias=[5]))
        data = one("conv_transpose", [(1, -1, 4)], [1], blob)
        self.check(data, {"convT.term": (-12, 8), "convT.acc": (-12, 13)}, (-12, 13))

    def test_rescale_negative_multiplier_and_post(self):
        data = one("rescale", [(1, -1, 4)], [1], rq_block(2, (1,), [-3], 2, [7]))
        self.check(data, {"rq.p": (-12, 4), "rq.q": (-6, 2), "rq.y": (1, 9)}, (1, 9))

    def test_chscale_rows_of_the_scalar(self):
        blob = u32(0, 3) + bytes([0, 8, 1, 0]) + i64(2, -3, 100)
        data = one("chscale", [(1, -1, 4)], [1], blob, scalars=[(0, 1)])
        self.check(data, {"rq.t": (-1, 4), "rq.p": (-12, 8), "rq.q": (-6, 4)}, (-6, 4))

    def test_mul_add_chunk_add(self):
        data = one("mul", [(1, -1, 4), (1, -5, 2)], [1], rq_block())
        self.check(data, {"mul.p": (-20, 8)}, (-20, 8))
        self.check(one("add", [(1, -1, 4), (1, -5, 2)], [1]), {}, (-6, 6))
        self.check(one("chunk_add", [(2, -1, 4)], [1]), {}, (-2, 8))

    def test_images(self):
        self.check(one("clamp", [(1, -9, 4)], [1], i64(-2, 2)), {}, (-2, 2))
        self.check(one("relu", [(1, -9, 4)], [1]), {}, (0, 4))
        for lo, hi, want in ((-9, 4, (0, 9)), (-9, -4, (4, 9)), (1, 2, (1, 2))):
            self.check(one("abs", [(1, lo, hi)], [1]), {}, want)

    def test_leaky(self):
        self.check(one("leaky", [(1, -4, 3)], [1], i64(-1) + u32(1)), {"leaky.p": (1, 4)}, (0, 3))
        self.check(one("leaky", [(1, -4, -3)], [1], i64(1) + u32(1)), {"leaky.p": (-4, -3)},
                   (-2, -2))
        self.check(one("leaky", [(1, 0, 3)], [1], i64(9) + u32(1)), {"leaky.p": (0, 0)}, (0, 3))

    def test_lut16(self):
        table = [0] * 65536
        table[32767:32770] = [-7, 3, 9]
        blob = struct.pack("<bbH65536h", -128, -128, 0, *table)
        self.check(one("lut16", [(1, -1, 0)], [1], blob), {}, (-7, 3))
        with self.assertRaises(Refused):
            load_graph(one("lut16", [(1, -32768, 0)], [1], blob))

    def test_igdn(self):
        data = one("igdn", [(1, -2, 3)], [1], igdn_blob(1, 1, [4], [-1]))
        self.check(data, {"igdn.x2": (0, 9), "igdn.gx2": (0, 36), "igdn.term": (0, 18),
                          "igdn.N": (-1, 18), "igdn.r": (0, 4), "igdn.xr": (-8, 12)}, (-4, 6))

    def test_layernorm(self):
        data = one("layernorm_c", [(2, -1, 2)], [2], layernorm_blob(4, [2, 2], [1, 1]))
        self.check(data, {"ln.S": (-2, 4), "ln.m": (-3, 5), "ln.d": (-3, 3), "ln.T": (0, 18),
                          "ln.v": (4, 13), "rsq.num": (1 << 32, 1 << 32), "ln.k": (0, 1 << 31),
                          "ln.dk": (-3 << 31, 3 << 31), "ln.n": (-98305, 98305),
                          "ln.ng": (-196610, 196610)}, (-3, 4))

    def test_l2norm_and_softmax(self):
        data = one("l2norm", [(1, -3, 2, 2, 5)], [1], struct.pack("<Q", 10))
        self.check(data, {"l2.T": (0, 100), "l2.k": (0, (1 << 32) // 3),
                          "l2.vk": (-1 << 32, 1 << 32)}, (-65536, 65536))
        data = one("softmax", [(1, -5, 7, 1, 2)], [1])
        self.check(data, {"sm.diff": (-12, 0), "exp.negx": (0, 12), "exp.nl": (0, 0),
                          "exp.t2": (43245 ** 2, 88670 ** 2), "exp.c": (0, 23495 * 119970),
                          "sm.sum": (0, 131106), "sm.num": (0, 65553 * 65536 + 65553)}, (0, 65536))

    def test_sigmoid_and_elu(self):
        data = one("sigmoid", [(1, -50000, 7)], [1])
        self.check(data, {"exp.negx": (0, 50000), "exp.nl": (0, 45426),
                          "sig.num": (0, 65553 << 16)}, (0, 65536))
        data = one("elu", [(1, -3, 5)], [1], i64(-2))
        self.check(data, {"exp.negx": (0, 3), "elu.p": (-34, 131072)}, (-1, 5))
        self.check(one("elu", [(1, 2, 5)], [1], i64(-2)), {"exp.negx": (0, 0)}, (2, 5))

    def test_contractions(self):
        data = one("gram", [(2, -1, 2, 3, 5), (2, -4, 1, 3, 5)], [2], u32(1) + rq_block())
        self.check(data, {"gram.term": (-8, 4), "gram.acc": (-120, 60)}, (-120, 60))
        data = one("apply", [(2, -1, 2), (2, -4, 1)], [2], u32(1) + rq_block())
        self.check(data, {"apply.term": (-8, 4), "apply.acc": (-16, 8)}, (-16, 8))

    def test_movement(self):
        self.check(one("concat", [(1, -1, 2), (1, 0, 9)], [2]), {}, (-1, 9))
        self.check(one("subpos_split", [(1, -1, 2)], [1] * 4, bytes(range(4))), {}, [(-1, 2)] * 4)
        blob = struct.pack("<B7xq", 1, 0)
        self.check(one("fill", [(1, 0, 0)], [1], blob, scalars=[(-3, 8)]), {}, (-3, 8))
        self.check(one("crop_to", [(1, -1, 2), (1, -9, 9)], [1]), {}, (-1, 2))


class Verdicts(unittest.TestCase):
    def graph_of_scale(self, mult):
        return one("rescale", [(1, -(1 << 30), (1 << 30) - 1)], [1], rq_block(0, (0,), [mult]))

    def test_one_past_i32(self):
        passes = [("r", load_graph(self.graph_of_scale(2))[1])]
        self.assertEqual(meets(passes), ["acc32", "acc64"])
        passes = [("r", load_graph(self.graph_of_scale(3))[1])]
        self.assertEqual(meets(passes), ["acc64"])
        self.assertEqual(first_failure(passes, "acc32"), {
            "graph": "r", "index": 0, "where": "node", "key": "out.0", "bits": 33})

    def test_saturation(self):
        square = ("mul", rq_block())
        ops = [(square[0], [t, t], [1], square[1]) for t in range(3)]
        _, p = load_graph(graph(ops, [(1, *I64)]))
        self.assertEqual([n.saturated for n in p.nodes], [False, False, True])
        self.assertEqual(p.nodes[2].results, [(-(1 << 255), 1 << 255)])
        self.assertEqual(first_failure([("r", p)], "acc64"), {
            "graph": "r", "index": 0, "where": "node", "key": "mul.p", "bits": 128})

    def test_post_bias_that_comes_back(self):
        # q passes 64 bits while y fits: refused under acc64 through rq.q.
        block = rq_block(0, (0,), [2], 2, [-(1 << 62)])
        _, p = load_graph(one("rescale", [(1, 1 << 62, 1 << 62)], [1], block))
        self.assertEqual(first_failure([("r", p)], "acc64")["key"], "rq.q")

    def test_parameter_conditions(self):
        block = rq_block(0, (64,), [1 << 40], 2, [1 << 40])
        _, p = load_graph(one("conv", [(1, 0, 0)], [1],
                              conv_blob(1, (1, 1), [1 << 40], block=block)))
        self.assertEqual(p.nodes[0].params32, ["rq.mult", "rq.shift", "rq.post_bias", "weights"])
        _, p = load_graph(one("leaky", [(1, 0, 0)], [1], i64(1 << 31) + u32(0)))
        self.assertEqual(first_failure([("r", p)], "acc32"), {
            "graph": "r", "index": 0, "where": "node", "key": "leaky.a"})

    def test_check_inside_fails_acc32_only(self):
        data = graph([("relu", [0], [1], b"", {"policy": 2, "lo": 0, "hi": 5})], [(1, -1, 9)])
        _, p = load_graph(data)
        self.assertEqual(first_failure([("r", p)], "acc32")["key"], "policy.check")
        self.assertEqual(p.nodes[0].outs, [(0, 5)])
        empty = graph([("relu", [0], [1], b"", {"policy": 2, "lo": -5, "hi": -1})], [(1, -1, 9)])
        with self.assertRaises(Refused) as e:
            load_graph(empty)
        self.assertEqual(e.exception.code, "model_mismatch")

    def test_sigmoid_at_the_end_of_i64(self):
        _, p = load_graph(one("sigmoid", [(1, *I64)], [1]))
        self.assertEqual(meets([("r", p)]), [])
        _, p = load_graph(one("sigmoid", [(1, I64[0] + 1, I64[1])], [1]))
        self.assertEqual(meets([("r", p)]), ["acc64"])

    def test_npu(self):
        blob = crop_blob((1, 0), (0, 0), (0, 1), (0, 1))
        _, p = load_graph(one("crop", [(1, 0, 1)], [1], blob, scalars=[(0, 5)]))
        v = verdict([("r", p)])
        self.assertEqual((v["acc32"], v["npu"], v["npu_reasons"]), (True, False, ["crop_scalar"]))
        _, p = load_graph(one("conv", [(4, 0, 1)], [4],
                              conv_blob(4, (1, 1), [1] * 8, groups=2,
                                        block=rq_block(0, (32,), [-1], 2, [0] * 4))))
        v = verdict([("r", p)])
        self.assertEqual(v["npu_reasons"], ["conv_groups"])
        self.assertEqual(v["npu_flags"], ["rq_floor_mult", "rq_neg_mult", "rq_post_bias",
                                          "rq_shift_range"])

    def test_k_c(self):
        self.assertEqual(k_c((0, 0)), "unbounded")
        self.assertEqual(k_c((-128, 127)), (2 ** 31 - 1) // 128)

    def test_certificate_text(self):
        data = one("relu", [(1, -1, 2)], [1])
        digest = certificate([("a", data)])["graphs"][0]["graph_sha256"]
        text = certificate_text([("a", data)])
        self.assertEqual(text, (
            '{"capability":null,"certificate":"wai-ops/1 bounds","graphs":[{"graph_sha256":"'
            + digest + '","inputs":[{"hi":"2","kind":"data","lo":"-1","max_h":"0","max_w":"0",'
            '"policy":"check","tensor":"0"}],"name":"a","nodes":[{"acc32_params":[],'
            '"fits":["acc32","acc64"],"index":"0","intermediates":{},"npu_flags":[],"op":"relu",'
            '"out":[{"bits":"3","hi":"2","lo":"0","policy":"derived",'
            '"result":{"bits":"3","hi":"2","lo":"0"},"tensor":"1"}],"saturated":false}],'
            '"scalars":[]}],"lowering":"whg1","set_sha256":null,"verdict":{"acc32":true,'
            '"acc64":true,"npu":true,"npu_flags":[],"npu_reasons":[]}}'))
        json.loads(text)
        with self.assertRaises(Refused):
            certificate_text([("\u00e9", data)])

    def test_mac_widths(self):
        node = certificate([("a", one("conv", [(1, -128, 127)], [1],
                                      conv_blob(1, (1, 2), [-8, 7])))])["graphs"][0]["nodes"][0]
        self.assertEqual(node["mac"], {"a_bits": [8], "w_bits": 4})
        self.assertEqual(node["k_c"], (2 ** 31 - 1) // 1024)


class Admissible(unittest.TestCase):
    def range_of(self, data, tensor, profile):
        return admissible_range(load_graph(data)[1], tensor, profile)

    def test_conv(self):
        data = one("conv", [(1, -1, 1)], [1], conv_blob(1, (1, 1), [3]))
        self.assertEqual(self.range_of(data, 0, "acc32"), (-715827882, 715827882))

    def test_no_consumer(self):
        data = one("relu", [(1, -1, 1)], [1])
        self.assertEqual(self.range_of(data, 1, "acc32"), I64)
        self.assertEqual(self.range_of(data, 0, "acc64"), (1 - (1 << 63), (1 << 63) - 1))

    def test_none(self):
        self.assertIsNone(self.range_of(one("sigmoid", [(1, 0, 1)], [1]), 0, "acc32"))
        blob = struct.pack("<B7xq", 0, 1 << 40)
        self.assertIsNone(self.range_of(one("fill", [(1, 0, 1)], [1], blob), 0, "acc32"))
