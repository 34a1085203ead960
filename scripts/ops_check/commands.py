"""What each command does."""

import os
import sys

from . import decode as drivers
from . import json_forms
from .admissible import admissible_range
from .bounds import load_graph
from .canonical import array, dumps, integers, loads, member
from .certificate import certificate_text
from .corpus import Corpus
from .cuts import cuts as payload_cuts
from .errors import MODEL, BadVector, Refused, need
from .run import Sequence
from .sets import lowered_set
from .vectors import decode_outcome, outcome, rewritten, tensor
from .whg1 import load_file


def _role(path):
    return os.path.splitext(os.path.basename(path))[0]


def certify(args):
    graphs = [(_role(path), load_file(path)) for path in args.graphs]
    sys.stdout.write(certificate_text(graphs))


def certify_set(args):
    s, graphs = lowered_set(args.set, args.capability)
    sys.stdout.write(certificate_text(graphs, s.capability.lowering, args.capability, s.sha256()))


def lower(args):
    _, graphs = lowered_set(args.set, args.capability)
    os.makedirs(args.out, exist_ok=True)
    for role, data in graphs:
        with open(os.path.join(args.out, role + ".whg1"), "wb") as f:
            f.write(data)


def decode(args):
    data = load_file(args.payload)
    sys.stdout.buffer.write(drivers.decode(data, args.capability, args.set))


def declared(args):
    data = load_file(args.payload)
    print(dumps(drivers.declared(data, args.capability, args.set)))


def cuts(args):
    data = load_file(args.payload)
    print(dumps(payload_cuts(data, args.capability, args.set)))


def from_json(args):
    payload = json_forms.convert(load_file(args.form))
    if args.out is None:
        sys.stdout.buffer.write(payload)
        return
    with open(args.out, "wb") as f:
        f.write(payload)


def run(args):
    """INPUTS.json is a decode of ops 14.1, a list of them, or {"decodes": [...]}."""
    graph, _ = load_graph(load_file(args.graph))
    decodes = loads(_text(args.inputs))
    if isinstance(decodes, dict):
        decodes = decodes.get("decodes", [decodes])
    sequence = Sequence(graph)
    out = []
    for d in array(decodes):
        inputs = [tensor(t) for t in array(member(d, "inputs"))]
        out.append(decode_outcome(sequence, inputs, integers(d.get("scalars", []))))
    print(dumps(out))
    return 1 if any("refuse" in e for e in out) else 0


def _text(path):
    try:
        return load_file(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadVector(f"{path}: not UTF-8") from None


def rewrite(args):
    for _, line, _ in rewritten(_text(args.file)):
        sys.stdout.write(line + "\n")


def check(args):
    need(os.path.isdir(args.dir), "unreadable", args.dir)
    counts = Corpus(args.dir, print).check()
    print("{vectors} vectors, {certificates} certificates, {payloads} payloads, "
          "{conversions} conversions, {differences} differences"
          .format(**counts))
    return 1 if counts["differences"] else 0


def admissible(args):
    graph, bounds = load_graph(load_file(args.graph))
    need(0 <= args.tensor < len(graph.tensors), MODEL, "no such tensor")
    found = admissible_range(bounds, args.tensor, args.profile)
    print(dumps(None if found is None else {"hi": found[1], "lo": found[0]}))


def serve(args):
    """One vector per line in, one outcome per line out; a bad line gets an error."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        try:
            answer = dumps(outcome(loads(line)))
        except (BadVector, Refused) as e:
            text = "".join(ch if " " <= ch <= "~" else "?" for ch in str(e))
            answer = dumps({"error": text})
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
