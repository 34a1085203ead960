import unittest

from .. import ints


class Functions(unittest.TestCase):
    def test_roundings(self):
        self.assertEqual([ints.r_floor(v, 1) for v in (3, -3, -1)], [1, -2, -1])
        self.assertEqual([ints.r_half_up(v, 1) for v in (3, 5, -3, -1, -5)], [2, 3, -1, 0, -2])
        self.assertEqual([ints.r_half_even(v, 1) for v in (3, 5, -3, -1, 1)], [2, 2, -2, 0, 0])
        self.assertEqual([f(-7, 0) for f in ints.ROUNDINGS], [-7] * 3)
        self.assertEqual([f(-1, 127) for f in ints.ROUNDINGS], [-1, 0, 0])

    def test_division(self):
        self.assertEqual([ints.trunc_div(a, 2) for a in (3, -3, 0)], [1, -1, 0])
        self.assertEqual([ints.ceil_div(a, 2) for a in (3, -3, 4)], [2, -1, 2])
        self.assertEqual([ints.isqrt_ceil(n) for n in (0, 1, 2, 4, 5)], [0, 1, 2, 2, 3])

    def test_bits(self):
        for iv, n in (((0, 0), 1), ((-1, 0), 1), ((-128, 127), 8), ((0, 128), 9), ((-129, 0), 9)):
            self.assertEqual(ints.bits(*iv), n)

    def test_exponential(self):
        self.assertEqual(ints.exp_neg_q16(0), 65553)
        self.assertEqual(ints.exp_neg_q16(-45426), 65553 >> 1)
        # t = 43245, q = 28535, c = 670429825, y = 10229 + 22544.
        self.assertEqual(ints.exp_neg_q16(-45425), 32773)
        self.assertEqual(ints.exp_neg_q16(-45426 * 62), 0)
        self.assertEqual(ints.exp_neg_q16(-45426 * 63), 0)
        self.assertEqual(ints.exp_neg_q16(-(1 << 63)), 0)

    def test_rsqrt_and_wrap(self):
        self.assertEqual([ints.rsqrt_q16(v) for v in (0, 1, 26, 1 << 64)],
                         [0, 1 << 32, 858993459, 1])
        self.assertEqual([ints.wrap16(v) for v in (32767, 32768, -32769, 65536)],
                         [32767, -32768, 32767, 0])
