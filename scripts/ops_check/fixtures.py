"""corpus/payloads: both indexes are written again and compared (corpus/README.md)."""

import os
import re

from . import decode, json_forms, sets
from .canonical import dumps, integer, loads, member
from .cuts import cuts, outcome
from .errors import BadVector, Refused
from .whg1 import load_file

FOLDER = "payloads"
INDEX, CONVERSIONS = "index.jsonl", "conversions.jsonl"
LIMITS = ("macs", "output_bytes", "working_bytes")


def _text(v, what):
    if not isinstance(v, str) or not v or not re.fullmatch(r"[ -~]+", v):
        raise BadVector(f"{what} is no printable text")
    return v


def _path(root, name, what):
    """A file or folder below `root`."""
    parts = _text(name, what).split("/")
    if "\\" in name or any(p in ("", ".", "..") for p in parts):
        raise BadVector(f"{what} {name!r:.60} is no path below the folder")
    return os.path.join(root, *parts)


class Fixtures:
    """One corpus folder's payloads; `differ` takes a text for each difference."""

    def __init__(self, root, differ):
        self.root, self.differ = root, differ
        self.folder = os.path.join(root, FOLDER)
        self.named, self.opened = set(), {}

    def text(self, name):
        """A committed index's text, or None without the file."""
        path = os.path.join(self.folder, name)
        if not os.path.isfile(path):
            return None
        self.named.add(name)
        try:
            return load_file(path).decode("ascii")
        except UnicodeDecodeError:
            raise BadVector("not ASCII") from None

    def file(self, name):
        """The bytes of a file below payloads/."""
        self.named.add(name)
        return load_file(_path(self.folder, name, "file"))

    def set(self, name, capability):
        """The set of a line, opened once; None where the capability reads none."""
        if name is None:
            return None
        path = _path(self.root, name, "set")
        if not os.path.isdir(path):
            raise BadVector(f"set {name!r:.60} is no folder")
        if capability not in sets.CAPABILITIES:
            return None
        key = name, capability
        if key not in self.opened:
            self.opened[key] = sets.read_set(path, capability)
        return self.opened[key]

    def index_line(self, old):
        """A line of index.jsonl, recomputed from its file, capability, set and limits."""
        new = {k: _text(member(old, k), k) for k in ("name", "file", "capability", "rule")}
        new.update({k: old[k] for k in ("set", "limits") if k in old})
        limits = _limits(old["limits"]) if "limits" in old else None
        data, capability = self.file(new["file"]), new["capability"]
        source = self.set(old.get("set"), capability)
        try:
            new["declared"] = decode.declared(data, capability, source)
        except Refused:
            pass        # a check of pay 7's steps 1 to 4; the load comes later (readings P6)
        new["expect"] = outcome(data, capability, source, limits)
        new["cuts"] = cuts(data, capability, source, limits)
        return new

    def conversion_line(self, old):
        """A line of conversions.jsonl, recomputed from its form."""
        new = {k: _text(member(old, k), k) for k in ("file", "rule")}
        payload = None
        new["expect"], payload = json_forms.outcome(self.file(new["file"]))
        if "payload" in old:
            new["payload"] = old["payload"]
            if self.file(old["payload"]) != payload:
                self.differ(f"{FOLDER}/{CONVERSIONS}: {new['file']}: converts to other bytes "
                            f"than {old['payload']}")
        return new

    def rewritten(self, name, key, again):
        """[(what the line is of, the line written again)]; a bad line is a difference."""
        text, out = self.text(name), []
        if text is None:
            return None, []
        for k, line in enumerate(text.removesuffix("\n").split("\n") if text else [], 1):
            try:
                old = loads(line)
                out.append((_text(member(old, key), key), dumps(again(old))))
            except (BadVector, Refused) as e:
                self.differ(f"{FOLDER}/{name}:{k}: {e}")
                out.append((None, line))
        keys = [k for k, _ in out if k is not None]
        for a, b in zip(keys, keys[1:]):
            if a >= b:
                self.differ(f"{FOLDER}/{name}: {key} {b!r} after {a!r}")
        return text, [line for _, line in out]

    def unnamed(self):
        """The files below payloads/ that no line names, the sets apart."""
        for folder, subfolders, files in os.walk(self.folder):
            if folder == self.folder and "sets" in subfolders:
                subfolders.remove("sets")
            for file in files:
                path = os.path.relpath(os.path.join(folder, file), self.folder)
                if path.replace(os.sep, "/") not in self.named:
                    yield path.replace(os.sep, "/")


def _limits(v):
    if not isinstance(v, dict) or not v or not set(v) <= set(LIMITS):
        raise BadVector("limits")
    return {k: integer(x) for k, x in v.items()}


def check(root, differ, compare):
    """The lines of both indexes; `compare(name, text)` holds a file against its rewriting."""
    f, counts = Fixtures(root, differ), []
    if not os.path.isdir(f.folder):
        return 0, 0
    for name, key, again in ((INDEX, "name", f.index_line),
                             (CONVERSIONS, "file", f.conversion_line)):
        text, lines = f.rewritten(name, key, again)
        counts.append(len(lines))
        if text is None:
            differ(f"{FOLDER}/{name}: missing")
        else:
            compare(f"{FOLDER}/{name}", "".join(line + "\n" for line in lines))
    for name in sorted(f.unnamed()):
        differ(f"{FOLDER}/{name}: no line names it")
    return tuple(counts)
