"""Checks a whole corpus directory (ops 14): every file is written again."""

import os
import re

from . import fixtures
from .canonical import array, dumps, loads, member
from .certificate import certificate
from .errors import BadVector, Refused
from .vectors import npu_line, rewritten
from .whg1 import load_file

# The roles of each lowering, in order (ops 13.0, 13.7; pins P8, P9).
LOWERINGS = {
    "int_synth/1": [("synth",)],
    "whm1/1": [("h_s", "g_s"), ("g_s",)],
    "wam1/1": [("g_s",)],
    "wmb1/1": [("h_s", "entropy", "g_s")],
    "wcb1/1": [("ctx", "prior", "dec", "recon")],
    "wcp1/1": [("cond",)],
    "sr2/1": [("sr",)],
    "world/1": [("T", "g_s")],
    "jpegai-int/1": [("hs_y", "hs_uv", "rec_y", "rec_uv", "syn_y", "syn_uv")],
}


def _names(root, sub, ending):
    full = os.path.join(root, sub)
    if not os.path.isdir(full):
        return []
    return [f"{sub}/{n}" for n in sorted(os.listdir(full)) if n.endswith(ending)]


def _text(path):
    try:
        return load_file(path).decode("ascii")
    except UnicodeDecodeError:
        raise BadVector(f"{path}: not ASCII") from None


class Corpus:
    """Collects the differences of a corpus."""

    def __init__(self, root, report):
        self.root, self.report = root, report
        self.counts = {"vectors": 0, "certificates": 0, "payloads": 0, "conversions": 0,
                       "differences": 0}

    def differ(self, what):
        self.counts["differences"] += 1
        self.report(what)

    def path(self, name):
        return os.path.join(self.root, *name.split("/"))

    def check(self):
        npu = []
        for name in _names(self.root, "graphs", ".jsonl") + _names(self.root, "vectors", ".jsonl"):
            npu += self.guarded(name, self.vector_file) or []
        for name in _names(self.root, "stage", ".jsonl"):
            self.guarded(name, self.vector_file)
        if os.path.isfile(self.path("npu.jsonl")):
            self.compare("npu.jsonl", "".join(line + "\n" for line in npu))
        elif npu:
            self.differ("npu.jsonl: missing")
        for cap in _names(self.root, "certificates", ""):
            for name in _names(self.root, cap, ".json"):
                self.guarded(name, self.certificate)
        found = self.guarded(fixtures.FOLDER, self.payloads) or (0, 0)
        self.counts["payloads"], self.counts["conversions"] = found
        return self.counts

    def payloads(self, name):
        return fixtures.check(self.root, self.differ, self.compare)

    def guarded(self, name, check):
        try:
            return check(name)
        except (BadVector, Refused) as e:
            self.differ(f"{name}: {e}")
            return None

    def vector_file(self, name):
        """Rewrites one file; the lines it adds to npu.jsonl."""
        lines = rewritten(_text(self.path(name)))
        self.counts["vectors"] += len(lines)
        ids = [i for i, _, _ in lines]
        if len(set(ids)) != len(ids):
            self.differ(f"{name}: an id twice")
        if any(not re.fullmatch(r"[ -~]+", str(i)) for i in ids):
            self.differ(f"{name}: an id that is no printable text")
        self.compare(name, "".join(line + "\n" for _, line, _ in lines))
        return [npu_line(name, i, bounds) for i, _, bounds in lines if bounds is not None]

    def compare(self, name, text):
        committed = _text(self.path(name))
        if committed == text:
            return
        old, new = committed.split("\n"), text.split("\n")
        for k in range(max(len(old), len(new))):
            a = old[k] if k < len(old) else None
            b = new[k] if k < len(new) else None
            if a != b:
                self.differ(f"{name}:{k + 1}: {_first_difference(a, b)}")

    def certificate(self, name):
        """Recomputes one certificate from the graphs beside it (ops 14.3)."""
        committed = _text(self.path(name))
        old = loads(committed)
        _, capability, digest = name[:-len(".json")].split("/")
        graphs = []
        for g in array(member(old, "graphs")):
            role = str(member(g, "name"))
            if not re.fullmatch(r"[A-Za-z0-9_.-]+", role):
                raise BadVector(f"role {role!r:.40}")
            graphs.append((role, load_file(self.path(f"{name[:-len('.json')]}/{role}.whg1"))))
        self.counts["certificates"] += 1
        self.labels(name, old, capability, digest, [role for role, _ in graphs])
        new = dumps(certificate(graphs, old.get("lowering"), old.get("capability"),
                                old.get("set_sha256")))
        if new != committed:
            self.differ(f"{name}: {_first_difference(committed, new)}")

    def labels(self, name, old, capability, digest, roles):
        """What the certificate says of its own place."""
        if old.get("capability") not in (capability, None):
            self.differ(f"{name}: capability {old.get('capability')}")
        if old.get("set_sha256") not in (digest, None):
            self.differ(f"{name}: set_sha256 {old.get('set_sha256')}")
        known = LOWERINGS.get(old.get("lowering"))
        if known and tuple(roles) not in known:
            self.differ(f"{name}: lowering or roles")


def _first_difference(a, b):
    if a is None or b is None:
        return "a line only the recomputation has" if a is None else "a line only the file has"
    k = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    lo = max(0, k - 60)
    m = re.search(r'"(?:id|name)":"[^"]*"', a)
    return (f"{m.group(0) + ' ' if m else ''}byte {k}: file ...{a[lo:k + 60]}... "
            f"recomputed ...{b[lo:k + 60]}...")
