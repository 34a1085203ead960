"""Every operator's definition once, with values worked out by hand (ops 5)."""

import struct
import unittest

from .build import (I64, conv_blob, crop_blob, graph, i64, igdn_blob, layernorm_blob, one, rq_block,
                    run, u32)

SMALL = (-1000, 1000)
ONE = 65536


def flat(data, *tensors, scalars=()):
    return run(data, list(tensors), scalars)[0]


def row(*values):
    return (1, 1, len(values)), list(values)


def column(*values):
    return (len(values), 1, 1), list(values)


class Linear(unittest.TestCase):
    def test_conv_kernel_larger_than_input(self):
        blob = conv_blob(1, (3, 3), list(range(1, 10)), p=(1, 1))
        self.assertEqual(flat(one("conv", [(1, *SMALL)], [1], blob), ((1, 1, 1), [7])), [35])

    def test_conv_groups_stride(self):
        blob = conv_blob(2, (1, 1), [2, 3], s=(1, 2), groups=2)
        data = one("conv", [(2, *SMALL)], [2], blob)
        self.assertEqual(flat(data, ((2, 1, 3), [1, 2, 3, 4, 5, 6])), [2, 6, 12, 18])

    def test_conv_requantised(self):
        block = rq_block(1, (1, 0), [3, -1], 2, [10, 20])
        blob = conv_blob(2, (1, 2), [1, 1, 1, -1], block=block)
        data = one("conv", [(1, *SMALL)], [2], blob)
        # Sums 7 and -1: (21 + 1) >> 1 = 11, + 10; 1 + 20.
        self.assertEqual(flat(data, row(3, 4)), [21, 21])

    def test_conv_transpose(self):
        block = rq_block(0, place=1, bias=[5])
        blob = conv_blob(1, (1, 2), [10, 1], s=(1, 2), block=block, op=(0, 1), transpose=True)
        data = one("conv_transpose", [(1, *SMALL)], [1], blob)
        self.assertEqual(flat(data, row(1, 2)), [15, 6, 25, 7, 5])

    def test_conv_transpose_cropped(self):
        blob = conv_blob(1, (1, 2), [10, 1], s=(1, 2), p=(0, 1), op=(0, 1), transpose=True)
        data = one("conv_transpose", [(1, *SMALL)], [1], blob)
        self.assertEqual(flat(data, row(1, 2)), [1, 20, 2])

    def test_conv_transpose_overlap(self):
        blob = conv_blob(1, (1, 3), [1, 10, 100], s=(1, 2), transpose=True)
        data = one("conv_transpose", [(1, *SMALL)], [1], blob)
        self.assertEqual(flat(data, row(1, 2)), [1, 10, 102, 20, 200])


class Requantisation(unittest.TestCase):
    def test_rescale_modes(self):
        for mode, want in ((0, [-2, 1, 2]), (1, [-1, 2, 3]), (2, [-2, 2, 2])):
            data = one("rescale", [(1, *SMALL)], [1], rq_block(mode, (1,)))
            self.assertEqual(flat(data, row(-3, 3, 5)), want)

    def test_rescale_pre_then_multiplier(self):
        data = one("rescale", [(1, *SMALL)], [1], rq_block(0, (2,), [3], 1, [1]))
        self.assertEqual(flat(data, row(-2, 4)), [-1, 3])

    def test_chscale(self):
        for mode, want in ((0, -2), (1, -1)):
            blob = u32(0, 2) + bytes([mode, 8, 1, 0]) + i64(2, 3)
            data = one("chscale", [(1, *SMALL)], [1], blob, scalars=[(0, 1)])
            self.assertEqual(flat(data, row(-1), scalars=[1]), [want])

    def test_mul_broadcast(self):
        data = one("mul", [(2, *SMALL), (1, *SMALL)], [2], rq_block(0, (1,)))
        self.assertEqual(flat(data, column(3, -3), column(3)), [4, -5])


class Elementwise(unittest.TestCase):
    def unary(self, name, blob, values, want):
        self.assertEqual(flat(one(name, [(1, *I64)], [1], blob), row(*values)), want)

    def test_add(self):
        data = one("add", [(1, *SMALL), (1, *SMALL)], [1])
        self.assertEqual(flat(data, row(1, 2), row(-3, 5)), [-2, 7])

    def test_chunk_add(self):
        data = one("chunk_add", [(4, *SMALL)], [2])
        self.assertEqual(flat(data, column(1, 2, 30, 40)), [31, 42])

    def test_clamp_relu_abs(self):
        self.unary("clamp", i64(-2, 3), [-5, 0, 9], [-2, 0, 3])
        self.unary("relu", b"", [-5, 0, 9], [0, 0, 9])
        data = one("abs", [(1, -(2 ** 63) + 1, 5)], [1])
        self.assertEqual(flat(data, row(-(2 ** 63) + 1, 4)), [2 ** 63 - 1, 4])

    def test_leaky_floors_away_from_zero(self):
        self.unary("leaky", i64(1) + u32(1), [-1, -3, -4, 3], [-1, -2, -2, 3])

    def test_lut16(self):
        table = [0] + [(-v) % 100 for v in range(1, 65536)]
        blob = struct.pack("<bbH65536h", -128, -128, 0, *table)
        data = one("lut16", [(1, -32767, 32767)], [1], blob)
        self.assertEqual(flat(data, row(-32767, 0, 32767)), [table[1], table[32768], table[65535]])


class Movement(unittest.TestCase):
    def test_concat_split(self):
        data = one("concat", [(1, *SMALL), (2, *SMALL)], [3])
        self.assertEqual(flat(data, column(1), column(2, 3)), [1, 2, 3])
        self.assertEqual(flat(one("split", [(3, *SMALL)], [2], u32(1, 2)), column(1, 2, 3)), [2, 3])

    def test_shuffles(self):
        data = one("pixel_shuffle", [(4, *SMALL)], [1], u32(2))
        self.assertEqual(flat(data, ((4, 1, 2), [1, 2, 3, 4, 5, 6, 7, 8])),
                         [1, 3, 2, 4, 5, 7, 6, 8])
        data = one("pixel_unshuffle", [(1, *SMALL)], [4], u32(2))
        self.assertEqual(flat(data, ((1, 2, 4), [1, 3, 2, 4, 5, 7, 6, 8])),
                         [1, 2, 3, 4, 5, 6, 7, 8])

    def test_pad_and_crops(self):
        data = one("pad_rep", [(1, *SMALL)], [1], u32(3))
        self.assertEqual(flat(data, ((1, 2, 2), [1, 2, 3, 4])), [1, 2, 2, 3, 4, 4, 3, 4, 4])
        data = one("crop_to", [(1, *SMALL), (5, *SMALL)], [1])
        self.assertEqual(flat(data, ((1, 2, 3), [1, 2, 3, 4, 5, 6]), ((5, 2, 1), [0] * 10)), [1, 4])
        blob = crop_blob((0, 1), (1, 0), (0, 1), (0, 2))
        data = one("crop", [(1, *SMALL)], [1], blob, scalars=[(-1, 5)])
        self.assertEqual(flat(data, ((1, 2, 3), [1, 2, 3, 4, 5, 6]), scalars=[1]), [5, 6])

    def test_subpos(self):
        order = bytes([0, 3, 1, 2])
        data = one("subpos_split", [(1, *SMALL)], [1] * 4, order)
        self.assertEqual(run(data, [((1, 2, 2), [1, 2, 3, 4])]), [[1], [4], [2], [3]])
        data = one("subpos_merge", [(1, *SMALL)] * 4, [1], order)
        self.assertEqual(flat(data, row(1), row(4), row(2), row(3)), [1, 2, 3, 4])

    def test_fill(self):
        blob = struct.pack("<B7xq", 1, 0)
        data = one("fill", [(1, *SMALL)], [2], blob, scalars=[(-9, 9)])
        self.assertEqual(flat(data, row(1, 2), scalars=[-7]), [-7] * 4)


class Normalisation(unittest.TestCase):
    def test_igdn_floors_each_term(self):
        # Terms of 1/2 floor to 0: N = 3, r = 1; flooring the sum would give N = 4.
        data = one("igdn", [(2, *SMALL)], [2], igdn_blob(1, 0, [1] * 4, [3, 3]))
        self.assertEqual(flat(data, column(1, -1)), [1, -1])

    def test_igdn_negative_norm(self):
        data = one("igdn", [(1, *SMALL)], [1], igdn_blob(0, 0, [1], [-5]))
        self.assertEqual(flat(data, row(2, 3)), [0, 6])

    def test_layernorm(self):
        # S = 1, M = 2, m = 1, d = (-1, 0), V = 0, U = 1, k = 2^32.
        data = one("layernorm_c", [(2, *SMALL)], [2], layernorm_blob(1, [ONE, ONE], [10, 20]))
        self.assertEqual(flat(data, column(0, 1)), [10 - ONE, 20])

    def test_layernorm_widest_epsilon(self):
        data = one("layernorm_c", [(2, *SMALL)], [2],
                   layernorm_blob(2 ** 64 - 1, [ONE, ONE], [10, 20]))
        self.assertEqual(flat(data, column(0, 1)), [9, 20])
        self.assertEqual(flat(data, column(0, 2)), [9, 20])

    def test_layernorm_odd(self):
        # S = 2 and C = 3: M = 3, m = 1; S = -2: m = -1.
        data = one("layernorm_c", [(3, *SMALL)], [3], layernorm_blob(1, [ONE] * 3, [0] * 3))
        self.assertEqual(flat(data, column(0, 1, 1)), [-ONE, 0, 0])
        self.assertEqual(flat(data, column(0, -1, -1)), [ONE, 0, 0])

    def test_l2norm(self):
        data = one("l2norm", [(1, *SMALL, 1, 2)], [1], struct.pack("<Q", 1))
        self.assertEqual(flat(data, row(3, 4)), [39321, 52428])

    def test_softmax_does_not_sum(self):
        data = one("softmax", [(1, *SMALL, 1, 3)], [1])
        self.assertEqual(flat(data, row(5, 5, 5)), [21845] * 3)


class Functions(unittest.TestCase):
    def test_sigmoid(self):
        data = one("sigmoid", [(1, -(2 ** 63) + 1, 2 ** 63 - 1)], [1])
        self.assertEqual(flat(data, row(0, 2 ** 63 - 1, -(2 ** 63) + 1)), [32763, ONE, 0])

    def test_elu(self):
        data = one("elu", [(1, *SMALL)], [1], i64(100000))
        self.assertEqual(flat(data, row(0, 7)), [25, 7])
        wide = one("elu", [(1, -(2 ** 40), 5)], [1], i64(ONE))
        self.assertEqual(flat(wide, row(0, -(2 ** 40))), [17, -ONE])

    def test_gram_and_apply(self):
        ab = ((2, 1, 2), [1, 2, 3, 4]), ((2, 1, 2), [5, 6, 7, 8])
        for groups, want in ((1, [17, 23, 39, 53]), (2, [17, 53])):
            data = one("gram", [(2, *SMALL, 1, 2)] * 2, [2], u32(groups) + rq_block())
            self.assertEqual(flat(data, *ab), want)
        data = one("apply", [(2, *SMALL)] * 2, [2], u32(1) + rq_block(1, (1,)))
        # Sums 5, 50, 11 and 110, halved with ties up.
        self.assertEqual(flat(data, ab[0], ((2, 1, 2), [1, 10, 2, 20])), [3, 25, 6, 55])


class Policies(unittest.TestCase):
    def test_clamp_policy_is_part_of_the_output(self):
        data = graph([("add", [0, 0], [1], b"", {"policy": 1, "lo": -3, "hi": 3})], [(1, *SMALL)])
        self.assertEqual(flat(data, row(1, 2, -9)), [2, 3, -3])
