"""The least that `ops-conform check --command` can ask: one vector a line in, one answer a line out.

Copy it, fill in the two functions, and raise Skip for what is not there yet.
"""
import json
import sys


class Skip(Exception):
    pass


def answer_graph(graph, decodes):
    """{"decodes", "load"}: `graph` is WHG1 bytes; each decode has `inputs` and `scalars`."""
    raise Skip("no graph operators yet")


def answer_stage(op, modes, operands):
    """{"expect"}, or {"at", "refuse"}."""
    if op == "coded":
        return {"expect": {"coded": int(operands["v"]) > int(operands["thr"])}}
    raise Skip("no " + op + " yet")


for line in sys.stdin:
    vector = json.loads(line)
    try:
        if "op" in vector:
            answer = answer_stage(vector["op"], vector["modes"], vector["in"])
        else:
            answer = answer_graph(bytes.fromhex(vector["graph"]), vector["decodes"])
    except Skip as why:
        answer = {"skip": str(why)}
    print(json.dumps(answer), flush=True)
