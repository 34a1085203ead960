"""Load checks (ops 10.5), run steps (ops 4) and sequences (ops 10.3)."""

import unittest

from ..bounds import load_graph
from ..errors import Refused
from ..operators import BY_NAME
from ..run import Sequence
from ..whg1 import Graph, Input, Op, Tensor, parse, write
from .build import conv_blob, crop_blob, graph, i64, one, rq_block, u32

SMALL = (-100, 100)
CAP = 1 << 26


def load_code(data):
    try:
        load_graph(data)
        return "ok"
    except Refused as e:
        return e.code


def run_code(data, *tensors, scalars=()):
    try:
        Sequence(load_graph(data)[0]).decode(list(tensors), scalars)
        return "ok"
    except Refused as e:
        return e.code


def zeros(*shape):
    return shape, [0] * (shape[0] * shape[1] * shape[2])


class Load(unittest.TestCase):
    def setUp(self):
        self.relu = one("relu", [(1, *SMALL)], [1])

    def edit(self, at, value):
        return self.relu[:at] + value + self.relu[at + len(value):]

    def test_round_trip(self):
        self.assertEqual(write(parse(self.relu)), self.relu)

    def test_header(self):
        for at in (0, 4, 5, 6, 22, 28):
            self.assertEqual(load_code(self.edit(at, b"\x09")), "model_mismatch", at)
        for at in (8, 12, 16, 18):
            self.assertEqual(load_code(self.edit(at, b"\0")), "model_mismatch", at)
        self.assertEqual(load_code(self.edit(24, u32(0))), "model_mismatch")
        self.assertEqual(load_code(self.edit(24, u32(CAP + 1))), "model_mismatch")

    def test_lengths(self):
        for n in range(len(self.relu)):
            self.assertEqual(load_code(self.relu[:n]), "model_mismatch", n)
        self.assertEqual(load_code(self.relu + b"\0"), "model_mismatch")
        self.assertEqual(load_code(self.relu[:-4] + u32(1) + b"\0"), "model_mismatch")

    def test_producers(self):
        ahead = graph([("relu", [2], [1], b""), ("relu", [0], [1], b"")], [(1, *SMALL)])
        self.assertEqual(load_code(ahead), "model_mismatch")
        g = Graph()
        g.tensors = [Tensor(1, policy=2, lo=0, hi=1), Tensor(1)]
        g.inputs = [Input(0), Input(0)]
        g.ops = [Op(BY_NAME["relu"], [0], [1])]
        g.outputs = [1]
        self.assertEqual(load_code(write(g)), "model_mismatch")
        g.inputs = [Input(0)]
        g.outputs = [1, 1, 0]
        self.assertEqual(load_code(write(g)), "ok")

    def test_exponents(self):
        for e, want in (((-128, -128, -128), "ok"), ((3, 3, 3), "ok"),
                        ((3, 3, 4), "model_mismatch"), ((3, -128, 3), "model_mismatch")):
            g = Graph()
            g.tensors = [Tensor(1, e[0], 2, 0, 1), Tensor(1, e[1], 2, 0, 1), Tensor(1, e[2])]
            g.inputs, g.outputs = [Input(0), Input(1)], [2]
            g.ops = [Op(BY_NAME["add"], [0, 1], [2])]
            self.assertEqual(load_code(write(g)), want)

    def test_sizes(self):
        self.assertEqual(load_code(one("relu", [(1, 0, 1, 1 << 13, 1 << 13)], [1])), "ok")
        self.assertEqual(load_code(one("relu", [(1, 0, 1, 1 << 13, (1 << 13) + 1)], [1])),
                         "too_large")
        pad = conv_blob(1, (1, 1), [1], p=(0, 1 << 25))
        self.assertEqual(load_code(one("conv", [(1, 0, 1, 1, 1)], [1], pad)), "too_large")
        kernel = conv_blob(1, (1, 2), [1, 1])
        self.assertEqual(load_code(one("conv", [(1, 0, 1, 1, 1)], [1], kernel)), "model_mismatch")
        wide = conv_blob(1, (1, 1), [1], s=(1, CAP), transpose=True)
        self.assertEqual(load_code(one("conv_transpose", [(1, 0, 1, 1, 2)], [1], wide)),
                         "too_large")

    def test_channels_before_sizes(self):
        data = graph([("relu", [0], [1], b""), ("relu", [0], [2], b"")],
                     [(1, 0, 1, 1 << 14, 1 << 14)])
        self.assertEqual(load_code(data), "model_mismatch")

    def test_reduction_needs_sizes(self):
        self.assertEqual(load_code(one("softmax", [(1, 0, 1)], [1])), "model_mismatch")
        self.assertEqual(load_code(one("softmax", [(1, 0, 1, 1, 1)], [1])), "ok")

    def test_scalar_crop_at_load(self):
        inside = crop_blob((1, 0), (0, 2), (0, 1), (1, 0))
        self.assertEqual(load_code(one("crop", [(1, 0, 1, 1, 3)], [1], inside,
                                       scalars=[(-9, 9)])), "ok")
        outside = crop_blob((1, 0), (0, 3), (0, 1), (1, 0))
        self.assertEqual(load_code(one("crop", [(1, 0, 1, 1, 3)], [1], outside,
                                       scalars=[(-9, 9)])), "model_mismatch")

    def test_empty_constant_crop(self):
        blob = crop_blob((0, 0), (0, 0), (0, 0), (0, 1))
        self.assertEqual(load_code(one("crop", [(1, 0, 1, 1, 3)], [1], blob)), "model_mismatch")
        data = one("crop", [(1, 0, 1)], [1], blob)
        self.assertEqual((load_code(data), run_code(data, zeros(1, 1, 3))),
                         ("ok", "geometry_mismatch"))

    def test_parameters(self):
        self.assertEqual(load_code(one("clamp", [(1, 0, 1)], [1], i64(1, 0))), "model_mismatch")
        self.assertEqual(load_code(one("leaky", [(1, 0, 1)], [1], i64(1) + u32(64))),
                         "model_mismatch")
        self.assertEqual(load_code(one("l2norm", [(1, 0, 1, 1, 1)], [1], bytes(8))),
                         "model_mismatch")
        self.assertEqual(load_code(one("subpos_split", [(1, 0, 1)], [1] * 4, bytes([0, 1, 2, 2]))),
                         "model_mismatch")
        self.assertEqual(load_code(one("rescale", [(1, 0, 1)], [1], rq_block(3))),
                         "model_mismatch")
        biased = rq_block(0, place=1, bias=[0])
        self.assertEqual(load_code(one("mul", [(1, 0, 1)] * 2, [1], biased)), "model_mismatch")
        per_channel = rq_block()[:3] + b"\x02" + rq_block()[4:]
        self.assertEqual(load_code(one("gram", [(1, 0, 1, 1, 1)] * 2, [1], u32(1) + per_channel)),
                         "model_mismatch")


class Run(unittest.TestCase):
    def test_order(self):
        blob = crop_blob((0, 0), (0, 0), (0, 1), (1, 0))
        data = one("crop", [(1, -5, 5)], [1], blob, scalars=[(1, 4)], max_elems=6)
        self.assertEqual(run_code(data, ((2, 1, 7), [9] * 14), scalars=[9]), "model_mismatch")
        self.assertEqual(run_code(data, ((1, 1, 7), [9] * 7), scalars=[9]), "too_large")
        self.assertEqual(run_code(data, ((1, 1, 3), [9] * 3), scalars=[9]), "field_range")
        self.assertEqual(run_code(data, ((1, 1, 3), [9] * 3), scalars=[4]), "geometry_mismatch")
        self.assertEqual(run_code(data, ((1, 1, 3), [9] * 3), scalars=[3]), "field_range")
        self.assertEqual(run_code(data, ((1, 1, 3), [5] * 3), scalars=[3]), "ok")

    def test_declared_sides(self):
        data = one("relu", [(1, -5, 5, 2, 2)], [1])
        self.assertEqual(run_code(data, zeros(1, 3, 1)), "too_large")
        self.assertEqual(run_code(data, zeros(1, 0, 1)), "model_mismatch")

    def test_plan(self):
        data = one("pixel_unshuffle", [(1, -5, 5, 4, 4)], [4], u32(2))
        self.assertEqual(run_code(data, zeros(1, 2, 3)), "geometry_mismatch")
        data = one("subpos_merge", [(1, -5, 5)] * 4, [1], bytes(range(4)))
        shapes = [zeros(1, 1, 1)] * 3
        self.assertEqual(run_code(data, *shapes, zeros(1, 1, 2)), "geometry_mismatch")
        data = one("pad_rep", [(1, -5, 5)], [1], u32(CAP + 1))
        self.assertEqual(run_code(data, zeros(1, 1, 1)), "too_large")
        data = one("pad_rep", [(1, -5, 5)], [1], u32(3), max_elems=8)
        self.assertEqual(run_code(data, zeros(1, 1, 1)), "too_large")

    def test_check_inside(self):
        data = graph([("relu", [0], [1], b"", {"policy": 2, "lo": 0, "hi": 5})], [(1, -9, 9)])
        self.assertEqual(run_code(data, ((1, 1, 2), [-9, 5])), "ok")
        self.assertEqual(run_code(data, ((1, 1, 2), [-9, 6])), "field_range")


class State(unittest.TestCase):
    def setUp(self):
        g = Graph()
        g.tensors = [Tensor(1, policy=2, lo=-10, hi=10), Tensor(1, policy=1, lo=-20, hi=20),
                     Tensor(1)]
        g.inputs = [Input(0), Input(1, kind=1, src=0, init=3)]
        g.ops = [Op(BY_NAME["add"], [0, 1], [2])]
        g.outputs = [2]
        self.g = g

    def test_carried(self):
        s = Sequence(load_graph(write(self.g))[0])
        steps = []
        for shape, values in (((1, 1, 2), [1, 2]), ((1, 1, 2), [11, 0]), ((1, 1, 1), [0]),
                              ((1, 1, 2), [10, 10]), ((1, 1, 2), [10, 10])):
            try:
                steps.append(s.decode([(shape, values)])[0][1])
            except Refused as e:
                steps.append(e.code)
        # The state [4, 5] outlives both refusals; 24 then 30 = 10 + clamp(24).
        self.assertEqual(steps, [[4, 5], "field_range", "geometry_mismatch", [14, 15], [24, 25]])
        self.assertEqual(s.decode([((1, 1, 2), [10, 10])])[0][1], [30, 30])

    def test_rules(self):
        for change in (dict(src=1), dict(init=21), dict(kind=0)):
            for name, value in dict(kind=1, src=0, init=3).items():
                setattr(self.g.inputs[1], name, value)
            for name, value in change.items():
                setattr(self.g.inputs[1], name, value)
            self.assertEqual(load_code(write(self.g)), "model_mismatch", change)

    def test_state_add(self):
        self.assertIn("state_add", load_graph(write(self.g))[1].nodes[0].flags)


class Phases(unittest.TestCase):
    def test_phase_form(self):
        """ops 9.3: a stride-2 transposed convolution as two phases and a shuffle."""
        wt = [5, -7, 11]
        whole = one("conv_transpose", [(1, *SMALL)], [1],
                    conv_blob(1, (1, 3), wt, s=(1, 2), op=(0, 1), transpose=True))
        # Phase 0 reads weights 0 and 2 flipped, phase 1 weight 1 and a missing tap.
        phase = one("conv", [(1, *SMALL)], [2], conv_blob(2, (1, 2), [11, 5, 0, -7], p=(0, 1)))
        x = (1, 1, 3), [4, -9, 13]
        want = Sequence(load_graph(whole)[0]).decode([x])[0][1]
        z = Sequence(load_graph(phase)[0]).decode([x])[0][1]
        self.assertEqual([z[p * 4 + u] for u in range(4) for p in range(2)], want)
