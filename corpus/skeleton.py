"""The least that `ops-conform check --command` can ask: one vector a line in, one answer a line out, flushed.

Copy it, fill it in, and raise Skip for what is not there yet. It knows one stage operator, `coded` (ops 5E E4), and
one graph operator, `relu` (ops 5.5), on tensors held as flat lists. It parses graphs (ops 10.1, 10.2) and checks
nothing of them: run it with --only-loaded until the load checks of ops 10.5 are there too.
"""
import json
import struct
import sys


class Skip(Exception):
    pass


class Refused(Exception):
    """A decode is refused with the code it is raised with (ops 4)."""


class Graph:
    """The tables of a WHG1 file, in their order (ops 10.2). State inputs and scalars are read, and not run."""

    def __init__(self, data):
        self.data, self.at = data, 8
        n_tensors, n_ops, n_inputs, n_outputs, n_scalars = self.take("<IIHHHxx")
        self.max_elems, = self.take("<Ixxxx")
        self.scalars = [self.take("<qq") for _ in range(n_scalars)]  # lo, hi
        self.inputs = [self.take("<IIIBxxxIxxxxq") for _ in range(n_inputs)]  # tensor, max_h, max_w, kind, src, init
        self.outputs = [self.take("<I")[0] for _ in range(n_outputs)]
        self.tensors = [self.take("<IbBxxqq") for _ in range(n_tensors)]  # channels, exponent, policy, lo, hi
        self.ops = [self.operator() for _ in range(n_ops)]

    def take(self, form):
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def operator(self):
        opcode, n_in, n_out = self.take("<BBBx")
        inputs, outputs = self.take("<%dI" % n_in), self.take("<%dI" % n_out)
        length, = self.take("<I")
        self.at += length
        return opcode, inputs, outputs, self.data[self.at - length:self.at]


def policy(record, values):
    """The tensor's policy on the values its producer, or the driver, gave (ops 3)."""
    _, _, kind, lo, hi = record
    if kind == 2 and any(not lo <= v <= hi for v in values):
        raise Refused("field_range")
    return [min(max(v, lo), hi) for v in values] if kind == 1 else values


def relu(inputs, parameters):
    return [[max(v, 0) for v in inputs[0]]]


OPERATORS = {0x0C: relu}  # opcode: a function of the inputs and the parameter bytes


def run(graph, inputs):
    """The outputs of one decode; shapes go with the values, since relu keeps them."""
    held = {}
    for (tensor, *_), (shape, values) in zip(graph.inputs, inputs):
        held[tensor] = (shape, policy(graph.tensors[tensor], values))
    for opcode, ins, outs, parameters in graph.ops:
        results = OPERATORS[opcode]([held[t][1] for t in ins], parameters)
        for t, values in zip(outs, results):
            held[t] = (held[ins[0]][0], policy(graph.tensors[t], values))
    return [held[t] for t in graph.outputs]


def tensor_json(shape, values):
    return {"data": [str(v) for v in values], "shape": shape}


def check_input(graph, shape):
    """Run step 1 (ops 4) for the one input."""
    tensor, max_h, max_w = graph.inputs[0][:3]
    c, h, w = (int(n) for n in shape)
    if c != graph.tensors[tensor][0] or h < 1 or w < 1:
        raise Refused("model_mismatch")
    if (max_h and (h > max_h or w > max_w)) or c * h * w > graph.max_elems:
        raise Refused("too_large")


def answer_graph(data, decodes):
    """{"decodes", "load"}: the decodes of one vector are one sequence (ops 10.3)."""
    graph = Graph(data)
    for opcode, *_ in graph.ops:
        if opcode not in OPERATORS:
            raise Skip("no operator 0x%02X yet" % opcode)
    if graph.scalars or any(record[3] for record in graph.inputs) or len(graph.inputs) > 1:
        raise Skip("no scalars, state or second inputs yet")
    answers = []
    for decode in decodes:
        inputs = [(t["shape"], [int(v) for v in t["data"]]) for t in decode["inputs"]]
        try:
            check_input(graph, inputs[0][0])
            answers.append({"outputs": [tensor_json(*t) for t in run(graph, inputs)]})
        except Refused as code:
            answers.append({"refuse": str(code)})
    return {"decodes": answers, "load": "ok"}


def answer_stage(op, modes, operands):
    """{"expect"}, or {"at", "refuse"}."""
    if op == "coded":
        return {"expect": {"coded": int(operands["v"]) > int(operands["thr"])}}
    raise Skip("no %s yet" % op)


for line in sys.stdin:
    vector = json.loads(line)
    try:
        if "op" in vector:
            answer = answer_stage(vector["op"], vector["modes"], vector["in"])
        else:
            answer = answer_graph(bytes.fromhex(vector["graph"]), vector["decodes"])
    except Skip as why:
        answer = {"skip": str(why)}
    print(json.dumps({"id": vector["id"], **answer}), flush=True)
