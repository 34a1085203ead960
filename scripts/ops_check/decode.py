"""The drivers (ops 13.5), in the order of checks of pay 7."""

from itertools import repeat

from . import payloads, rans, sets, whm
from .cost import cost_of
from .errors import GEOMETRY, MALFORMED, MODEL, OVER_LIMIT, Refused, need
from .run import decode as run_graph
from .stage import bucket, dequantize
from .video import predict_frame, residual_frame


def decode(data, capability=None, set_path=None, limit=None):
    """The decoded bytes of a payload, or a refusal; `set_path` may be an open set."""
    capability = capability or payloads.guess(data)
    need(capability in DRIVERS, "unsupported_capability", str(capability))
    driver = DRIVERS[capability](capability)
    driver.prepare(data, set_path)
    if limit is not None:
        cost = driver.cost()
        need(all(cost[k] <= v for k, v in limit.items()), OVER_LIMIT)
    driver.load()
    return driver.decode()


def declared(data, capability=None, set_path=None):
    """The declared cost of a payload (pay 7, readings P21), after step 4 and before the load."""
    capability = capability or payloads.guess(data)
    need(capability in DRIVERS, "unsupported_capability", str(capability))
    driver = DRIVERS[capability](capability)
    driver.prepare(data, set_path)
    return driver.cost()


class Driver:
    """`prepare` is pay 7's steps 1-4, `load` the graphs, `decode` steps 5-6."""

    def __init__(self, capability):
        self.capability = capability
        self.graphs = {}

    def prepare(self, data, set_path):
        self.p = payloads.parse(data, self.capability)
        self.set = sets.opened(set_path, self.capability).parse()
        self.set.check_scale()
        self.fit()

    def load(self):
        """Lowers and loads the set against acc64 (readings P6)."""
        self.graphs = self.set.load()

    def run(self, role, shape, data, scalars=()):
        return run_graph(self.graphs[role], [(shape, data)], list(scalars))[0]


def latent(stream, tables, n, afrac):
    """n elements per table, channel by channel, from one canonical stream."""
    dec = rans.Decoder(stream)
    out = []
    for t in tables:
        for _ in range(n):
            out.append(dequantize(dec.symbol(t.cdf, t.offset), afrac, t.median))
    dec.finish()
    return out


def interleave(shape, data):
    """HWC bytes of a CHW tensor of byte values."""
    n = shape[1] * shape[2]
    out = bytearray(len(data))
    for c in range(shape[0]):
        out[c::shape[0]] = bytes(data[c * n:(c + 1) * n])
    return bytes(out)


class Hyper(Driver):
    """wai.neural.int_hyper: WIH1 (pay 4)."""

    def fit(self):
        p, members = self.p, self.set.parsed
        self.g_s, self.h_s = members["g_s.whm"], members["h_s.whm"]
        self.entropy, self.afrac = members["entropy.json"], self.g_s.afrac
        need(p.n_z <= len(self.entropy.z), MODEL, "more hyper-latent channels than tables")
        self.z_shape, self.y_shape = (p.n_z, p.zh, p.zw), (p.m, p.sh, p.sw)
        self.h_steps = whm.plan(self.h_s, self.z_shape)
        self.g_steps = whm.plan(self.g_s, self.y_shape)
        given = whm.out_shape(self.h_steps, self.z_shape)
        need(given == (2 * p.m, p.sh, p.sw), GEOMETRY, "h_s's output")
        self.out = whm.out_shape(self.g_steps, self.y_shape)
        need(self.out[0] == 3, MODEL, "g_s's channels")

    def cost(self):
        z, y = whm.elements(self.z_shape), whm.elements(self.y_shape)
        return cost_of(whm.elements(self.out), z + y, [[z], [3 * y]],
                       self.h_steps + self.g_steps)

    def decode(self):
        p = self.p
        tables = self.entropy.z[:p.n_z]
        z = latent(p.z_stream, tables, p.zh * p.zw, self.afrac)
        _, both = self.run("h_s", self.z_shape, z)
        y = self._latent(both)
        shape, data = self.run("g_s", self.y_shape, y)
        return interleave(shape, data)

    def _latent(self, both):
        n = len(both) // 2
        edges, tables = self.entropy.edges, self.entropy.y
        dec = rans.Decoder(self.p.y_stream)
        out, seen = [], {}
        for sigma, mu in zip(both[:n], both[n:]):
            t = seen.get(sigma)
            if t is None:
                t = seen[sigma] = tables[bucket(sigma, edges, "ceil")]
            out.append(dequantize(dec.symbol(t.cdf, t.offset), self.afrac, mu))
        dec.finish()
        return out


class Video(Driver):
    """wai.video.int_motion and wai.video.int_hyper: WIV1 (pay 3)."""

    def __init__(self, capability):
        super().__init__(capability)
        self.key = None

    def fit(self):
        if self.p.keyframe:
            self.key = Hyper("wai.neural.int_hyper")
            self.key.p, self.key.set = self.p.nested, self.set
            self.key.fit()
            need(self.key.out[1:] == (self.p.h, self.p.w), GEOMETRY, "the keyframe's size")

    def load(self):
        if self.key:
            self.key.load()

    def cost(self):
        p = self.p
        frame, clip = p.h * p.w * 3, p.n_frames * p.h * p.w * 3
        held = clip + 4 * p.nb * (p.n_frames - 1)
        if not self.key:
            return cost_of(clip, clip, [], [], held)
        key = self.key.cost()
        return {**key, "output_bytes": clip, "symbols": clip - frame + key["symbols"],
                "working_bytes": key["working_bytes"] + held}

    def decode(self):
        p = self.p
        frames = [self.key.decode()] if self.key else []
        dec = rans.Decoder(p.stream)
        for f in range(len(frames), p.n_frames):
            pred = predict_frame(frames[-1], p, f) if f else repeat(128, p.h * p.w * 3)
            frames.append(residual_frame(pred, dec, p.table, p.q))
        dec.finish()
        return b"".join(frames)


class Audio(Driver):
    """wai.audio.int_codec: WIA1 (pay 5)."""

    def fit(self):
        p, self.net = self.p, self.set.parsed["model.wam"]
        need(self.net.afrac == p.afrac, MODEL, "the payload's afrac")
        self.shape = (p.n_ch, 1, p.lat_len)
        self.steps = whm.plan(self.net, self.shape)
        channels, _, samples = whm.out_shape(self.steps, self.shape)
        need(channels == 1, MODEL, "the synthesis's channels")
        need(samples >= p.t_out, GEOMETRY, "too few samples")
        need(self._samples(p.lat_len - 1) < p.t_out, GEOMETRY, "a longer latent than t_out needs")

    def _samples(self, length):
        """Samples a latent of this length gives; 0 when none (readings P22)."""
        if length < 1:
            return 0
        shape = (self.p.n_ch, 1, length)
        try:
            return whm.out_shape(whm.plan(self.net, shape), shape)[2]
        except Refused:
            return 0

    def cost(self):
        n = whm.elements(self.shape)
        return cost_of(2 * self.p.t_out, n, [[n]], self.steps)

    def decode(self):
        p = self.p
        y = latent(p.stream, p.tables, p.lat_len, p.afrac)
        _, data = self.run("g_s", self.shape, y, [p.t_out])
        return b"".join(v.to_bytes(2, "little", signed=True) for v in data)


class Splat(Driver):
    """wai.splat.int_codec: WIS1 (pay 6)."""

    def fit(self):
        p, self.net = self.p, self.set.parsed["g_s.whm"]
        need(self.net.afrac == p.afrac, MODEL, "the payload's afrac")
        self.shape = (p.c, p.sh, p.sw)
        self.steps = whm.plan(self.net, self.shape)
        given = whm.out_shape(self.steps, self.shape)
        need(given == (p.attr, p.s, p.s), GEOMETRY, "g_s's output")

    def cost(self):
        p, n = self.p, whm.elements(self.shape)
        return cost_of(p.attr * p.s * p.s, n, [[n]], self.steps)

    def decode(self):
        p = self.p
        y = latent(p.stream, p.tables, p.sh * p.sw, p.afrac)
        return bytes(self.run("g_s", self.shape, y)[1])


class Synth(Driver):
    """wai.neural.int_synth (ops 13.1): every refusal but a missing set has one code."""

    def prepare(self, data, set_path):
        self.p = payloads.parse(data, self.capability)
        self.set = sets.opened(set_path, self.capability).parse()
        self.shape = (self.p.c, self.p.s, self.p.s)
        self.steps = self._one_code(self._plan)
        need(whm.out_shape(self.steps, self.shape) == (3, self.p.h, self.p.w), MALFORMED,
             "the output's shape")

    def _one_code(self, f, *args):
        try:
            return f(*args)
        except Refused as e:
            raise Refused(MALFORMED, str(e)) from None

    def _plan(self):
        """The layers as the transposed convolutions of a WHM1 network, planned."""
        layers = []
        for src in self.set.parsed["int_synth.json"]:
            layer = whm.Layer(whm.TRANSPOSE)
            layer.cin, layer.cout, layer.k, layer.stride = src.cin, src.cout, src.k, src.stride
            layer.pad, layer.opad = src.pad, src.out_pad
            layers.append(layer)
            if src.relu:
                layers.append(whm.Layer(whm.RELU))
        return whm.plan(whm.Network(False, 0, 0, 0, layers), self.shape)

    def load(self):
        self._one_code(super().load)

    def cost(self):
        return cost_of(3 * self.p.h * self.p.w, 0, [[whm.elements(self.shape)]], self.steps)

    def decode(self):
        shape, data = self._one_code(self.run, "synth", self.shape, self.p.latents)
        return interleave(shape, data)


DRIVERS = {
    "wai.neural.int_hyper": Hyper,
    "wai.video.int_motion": Video,
    "wai.video.int_hyper": Video,
    "wai.audio.int_codec": Audio,
    "wai.splat.int_codec": Splat,
    "wai.neural.int_synth": Synth,
}
