"""Parameter sets: members, digests and listing (pins P2), and their lowerings."""

import hashlib
import os

from . import entropy, lower_whm, synth, whm
from .bounds import load_graph, meets
from .canonical import dumps
from .errors import INCOMPLETE, MALFORMED, MODEL, Refused, need
from .whg1 import load_file

LISTING = "wai.prior.set.json"


class Capability:
    """What pay 9 and ops 13.0 say of one capability."""

    def __init__(self, lowering, members, roles, refusal=None):
        self.lowering, self.members, self.roles = lowering, members, roles
        self.refusal = refusal      # the one code of a capability that has one


HYPER = Capability("whm1/1", ("g_s.whm", "h_s.whm", "entropy.json"), ("h_s", "g_s"))
CAPABILITIES = {
    "wai.neural.int_synth": Capability("int_synth/1", ("int_synth.json",), ("synth",),
                                       MALFORMED),
    "wai.neural.int_hyper": HYPER,
    "wai.video.int_hyper": HYPER,
    "wai.audio.int_codec": Capability("wam1/1", ("model.wam",), ("g_s",)),
    "wai.splat.int_codec": Capability("whm1/1", ("g_s.whm",), ("g_s",)),
    "wai.video.int_motion": Capability(None, (), ()),
}


class Once:
    """A function of no arguments that is called once: its value or its refusal is kept."""

    def __init__(self, function):
        self.function, self.value, self.refusal = function, None, None

    def __call__(self):
        if self.function:
            try:
                self.value = self.function()
            except Refused as e:
                self.refusal = e.code, e.why
            self.function = None
        if self.refusal:
            raise Refused(*self.refusal)
        return self.value


class ParameterSet:
    """The members' parsed forms, `parsed`, and the files' bytes, `files`.

    `parse` and `load` do their work once: many payloads are decoded against one set.
    """

    def __init__(self, capability, files, listing=None):
        self.capability = CAPABILITIES[capability]
        self.files, self.listing, self.parsed = files, listing, {}
        self.parse, self.load = Once(self._parse), Once(self._load)

    def sha256(self):
        if len(self.files) == 1:
            return hashlib.sha256(next(iter(self.files.values()))).hexdigest()
        return hashlib.sha256(self.expected_listing()).hexdigest()

    def expected_listing(self):
        entries = [{"bytes": len(data), "name": name, "sha256": hashlib.sha256(data).hexdigest()}
                   for name, data in sorted(self.files.items())]
        return dumps({"files": entries, "form": "wai.prior.set"}).encode()

    def _parse(self):
        """Step 1 of pay 7: member by member, then the listing (readings P4)."""
        for name in self.capability.members:
            need(name in self.files, INCOMPLETE, name)
            self.parsed[name] = PARSERS[name](self.files[name])
        if self.listing is not None:
            need(self.listing == self.expected_listing(), self.capability.refusal or MODEL,
                 "the set's listing")
        return self

    def _load(self):
        """The graphs by role, held to acc64 (ops 10.5, readings P6)."""
        graphs = {}
        for role, data in self.lower():
            graphs[role], bounds = load_graph(data)
            need("acc64" in meets([(role, bounds)]), MODEL, "the set does not meet acc64")
        return graphs

    def lower(self):
        """[(role, WHG1 bytes)] in the order of ops 13.0."""
        low, p = lower_whm.lower, self.parsed
        if self.capability is HYPER:
            return [("h_s", low(p["h_s.whm"])), ("g_s", low(p["g_s.whm"], "rgb8"))]
        if "model.wam" in p:
            return [("g_s", low(p["model.wam"], "pcm"))]
        if "int_synth.json" in p:
            return [("synth", synth.lower(p["int_synth.json"]))]
        return [("g_s", low(p["g_s.whm"], "rgb8"))]

    def check_scale(self):
        """The networks of one set share one afrac in 1..=30 (pay 7)."""
        nets = [p for p in self.parsed.values() if isinstance(p, whm.Network)]
        need(len({n.afrac for n in nets}) <= 1, MODEL, "the networks' afrac differ")
        need(all(1 <= n.afrac <= 30 for n in nets), MODEL, "afrac")


PARSERS = {
    "g_s.whm": whm.parse,
    "h_s.whm": whm.parse,
    "model.wam": lambda data: whm.parse(data, audio=True),
    "entropy.json": entropy.parse,
    "int_synth.json": synth.parse,
}


def read_set(path, capability):
    """A set on disk: a file, or a directory whose members carry pay 9's names."""
    need(capability in CAPABILITIES, "unsupported_capability", str(capability))
    members = CAPABILITIES[capability].members
    if path is None or not members:
        return ParameterSet(capability, {})
    if not os.path.isdir(path):
        if len(members) == 1 and os.path.exists(path):
            return ParameterSet(capability, {members[0]: load_file(path)})
        raise Refused(INCOMPLETE, "not a set")
    files = {}
    for name in members:
        full = os.path.join(path, name)
        if os.path.isfile(full):
            files[name] = load_file(full)
    listing = os.path.join(path, LISTING)
    return ParameterSet(capability, files,
                        load_file(listing) if os.path.isfile(listing) else None)


def opened(source, capability):
    """The set of a path, or one that is open already."""
    return source if isinstance(source, ParameterSet) else read_set(source, capability)


def lowered_set(path, capability):
    """(set, [(role, bytes)]) for certifying: every load check but the profile (G16)."""
    s = read_set(path, capability).parse()
    s.check_scale()
    graphs = s.lower()
    try:
        for _, data in graphs:
            load_graph(data)
    except Refused as e:
        raise Refused(s.capability.refusal or e.code, e.why) from None
    return s, graphs
