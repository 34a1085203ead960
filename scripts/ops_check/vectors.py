"""Graph vectors (ops 14.1, 14.2), and files of vectors written again."""

from . import stage_vectors
from .bounds import load_graph, meets, verdict
from .canonical import array, dumps, hex_bytes, integer, integers, loads, member
from .errors import MODEL, BadVector, Refused
from .run import Sequence

BOTH = ["acc32", "acc64"]


def tensor(v):
    shape = integers(member(v, "shape"))
    if len(shape) != 3:
        raise BadVector("a shape of other than three sizes")
    return tuple(shape), integers(member(v, "data"))


def load_outcome(data):
    """(load, profiles, graph, pass): a graph that meets no profile is refused."""
    try:
        graph, bounds = load_graph(data)
    except Refused as e:
        return e.code, BOTH, None, None
    profiles = meets([("graph", bounds)])
    if not profiles:
        return MODEL, BOTH, None, None
    return "ok", profiles, graph, bounds


def decode_outcome(sequence, inputs, scalars):
    try:
        outputs = sequence.decode(inputs, scalars)
    except Refused as e:
        return {"refuse": e.code}
    return {"outputs": [{"data": data, "shape": list(shape)} for shape, data in outputs]}


def graph_outcome(vector):
    """({"decodes": [expect], "load", "profiles"}, pass) of one graph vector."""
    load, profiles, graph, bounds = load_outcome(hex_bytes(member(vector, "graph")))
    expects = []
    if graph is not None:
        sequence = Sequence(graph)
        for d in array(member(vector, "decodes")):
            inputs = [tensor(t) for t in array(member(d, "inputs"))]
            scalars = [integer(v) for v in array(member(d, "scalars"))]
            expects.append(decode_outcome(sequence, inputs, scalars))
    return {"decodes": expects, "load": load, "profiles": profiles}, bounds


def outcome(vector):
    """What `serve` answers for a vector of either kind."""
    if isinstance(vector, dict) and "graph" in vector:
        return graph_outcome(vector)[0]
    return stage_vectors.outcome(vector)


def recomputed(vector):
    """The vector with everything recomputed, and the pass of a graph that loads."""
    if "graph" not in vector:
        member(vector, "id")
        kept = {k: vector[k] for k in ("id", "in", "modes", "op") if k in vector}
        return {**kept, **stage_vectors.outcome(vector)}, None
    result, bounds = graph_outcome(vector)
    decodes = [{"expect": e, "inputs": d["inputs"], "scalars": d["scalars"]}
               for e, d in zip(result["decodes"], vector["decodes"])]
    return {"decodes": decodes, "graph": vector["graph"], "id": member(vector, "id"),
            "load": result["load"], "profiles": result["profiles"]}, bounds


def read_lines(text):
    """The vectors of a JSON Lines file."""
    out = []
    for k, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        v = loads(line)
        if not isinstance(v, dict):
            raise BadVector(f"line {k} is not an object")
        out.append(v)
    return out


def rewritten(text):
    """[(id, line, pass)] of a file, each line recomputed and without its line feed."""
    out = []
    for v in read_lines(text):
        new, bounds = recomputed(v)
        out.append((v.get("id"), dumps(new), bounds))
    return out


def npu_line(path, vector_id, bounds):
    """A line of npu.jsonl (ops 14.5)."""
    v = verdict([("graph", bounds)])
    return dumps({"file": path, "id": vector_id, "npu": v["npu"], "npu_flags": v["npu_flags"],
                  "npu_reasons": v["npu_reasons"]})
