"""What every graph operator offers (ops 5), and helpers its families share."""

from ..errors import MODEL, need

try:
    from math import sumprod as dot
except ImportError:
    from operator import mul

    def dot(a, b):
        return sum(map(mul, a, b))


class ShapeError(Exception):
    """A shape rule of ops 5 does not hold; the planner gives it its code."""


def shape_rule(condition):
    if not condition:
        raise ShapeError


def channel_rule(condition, why="channel counts"):
    need(condition, MODEL, why)


class Env:
    """The scalars an operator reads: their ranges, and their values at run time."""

    def __init__(self, ranges, values=None):
        self.ranges = ranges
        self.values = values
        self.out_channels = 0     # the first output's tensor record, for `fill`


class Context:
    """What a bound rule reads besides its input intervals (ops 8.1)."""

    def __init__(self, ranges, channels, shapes):
        self.ranges = ranges
        self.channels = channels  # of the node's inputs
        self.shapes = shapes      # the planned shapes of the node's inputs, or None


class Operator:
    """One operator of ops 5.  Subclasses override what differs."""
    code = 0
    name = ""
    n_in = 1
    n_out = 1
    npu = True          # False for the operators marked "no" in ops 5's table
    reduces = False     # gram, l2norm and softmax need declared sizes (ops 8.1)
    classes = {}        # Table 8.5-A: key -> class
    term_key = None     # the interval K_c is taken over (ops 6)
    exponents = False   # the exponent rule of ops 3 covers inputs and output

    @classmethod
    def arity(cls, n_in, n_out):
        return n_in == cls.n_in and n_out == cls.n_out

    @staticmethod
    def parse(cur, cins, g):
        return None

    @staticmethod
    def channels(par, cins, record):
        """The output channel counts; `record` are those of the tensor table."""
        return [cins[0]]

    @staticmethod
    def formed(par, shapes):
        """The sizes of ops 4 that are formed before the shape rule is read."""
        return ()

    @staticmethod
    def shape(par, shapes, env):
        return [shapes[0]]

    @staticmethod
    def run(par, tensors, env):
        """The outputs' elements: `tensors` are (shape, data) pairs."""
        raise NotImplementedError

    @staticmethod
    def bound(par, ivs, ctx, sat, rec):
        """The producer results, after `rec` received the intermediates."""
        raise NotImplementedError

    @staticmethod
    def params32(par):
        return []

    @staticmethod
    def flags(par):
        return set()

    @staticmethod
    def reasons(par, cins):
        return set()

    @staticmethod
    def check_load(par, ivs):
        """Load checks of ops 10.5 step 8 that read intervals."""

    @staticmethod
    def mac(par, ivs):
        return None

    @staticmethod
    def check_exponents(par, ins, outs):
        """Exponent rules of the operator's own parameters (ops 5.6)."""


def planes(shape, data):
    """The channel planes of a tensor."""
    n = shape[1] * shape[2]
    return [data[i:i + n] for i in range(0, shape[0] * n, n)]


def scalar_index(g, index):
    need(0 <= index < len(g.scalars), MODEL, "a scalar's index")
    return index
