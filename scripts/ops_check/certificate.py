"""The bounds certificate (ops 8.5)."""

from .bounds import load_graph, verdict
from .canonical import dumps
from .ints import bits
from .sat import magnitude
from .whg1 import POLICY_NAMES, STATE


def _interval(iv):
    return {"bits": bits(*iv), "hi": iv[1], "lo": iv[0]}


def _input(g, i):
    record = g.tensors[i.tensor]
    out = {"hi": record.hi, "kind": "data", "lo": record.lo, "max_h": i.max_h, "max_w": i.max_w,
           "policy": POLICY_NAMES[record.policy], "tensor": i.tensor}
    if i.kind == STATE:
        out.update(kind="state", init=i.init, src=i.src)
    return out


def k_c(term):
    """K_c of ops 6 over a term interval."""
    p = magnitude(term)
    return "unbounded" if p == 0 else ((1 << 31) - 1) // p


def _node(g, index, node):
    kind = node.op.kind
    outs = []
    for t, result, iv in zip(node.op.outs, node.results, node.outs):
        outs.append({**_interval(iv), "policy": POLICY_NAMES[g.tensors[t].policy],
                     "result": _interval(result), "tensor": t})
    out = {"acc32_params": node.params32, "fits": node.fits, "index": index,
           "intermediates": {k: _interval(v) for k, v in node.inter.items()},
           "npu_flags": sorted(node.flags), "op": kind.name, "out": outs,
           "saturated": node.saturated}
    if kind.term_key:
        out["k_c"] = k_c(node.inter[kind.term_key])
    mac = kind.mac(node.op.par, node.ivs)
    if mac is not None:
        out["mac"] = mac
    return out


def _graph(role, p):
    g = p.graph
    return {"graph_sha256": g.sha256(), "inputs": [_input(g, i) for i in g.inputs], "name": role,
            "nodes": [_node(g, k, node) for k, node in enumerate(p.nodes)],
            "scalars": [{"hi": hi, "index": k, "lo": lo} for k, (lo, hi) in enumerate(g.scalars)]}


def certificate(graphs, lowering="whg1", capability=None, set_sha256=None):
    """The certificate of [(role, WHG1 bytes)], as a value; may refuse."""
    passes = [(role, load_graph(data)[1]) for role, data in graphs]
    return {"capability": capability, "certificate": "wai-ops/1 bounds",
            "graphs": [_graph(role, p) for role, p in passes], "lowering": lowering,
            "set_sha256": set_sha256, "verdict": verdict(passes)}


def certificate_text(*args, **kwargs):
    return dumps(certificate(*args, **kwargs))
