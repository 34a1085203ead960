"""Vector files, the corpus check and the command line (ops 14)."""

import io
import json
import os
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

from .. import corpus, vectors
from ..__main__ import main
from ..canonical import dumps, loads
from ..certificate import certificate
from .build import conv_blob, one, rq_block


def graph_vector(data, decodes, vid="a"):
    return {"decodes": [{"inputs": [{"data": d, "shape": s} for s, d in ins], "scalars": []}
                        for ins in decodes], "graph": data.hex(), "id": vid}


RELU = one("relu", [(1, -5, 5)], [1])
STAGE = {"id": "s", "in": {"sym": "1", "f": "63", "base": "0"}, "modes": {}, "op": "dequantize"}


class Vectors(unittest.TestCase):
    def rewrite(self, *vs):
        text = "".join(dumps(v) + "\n" for v in vs)
        return [loads(line) for _, line, _ in vectors.rewritten(text)]

    def test_decodes(self):
        got, = self.rewrite(graph_vector(RELU, [[((1, 1, 2), [-1, 2])], [((1, 1, 1), [6])]]))
        self.assertEqual([d["expect"] for d in got["decodes"]], [
            {"outputs": [{"data": ["0", "2"], "shape": ["1", "1", "2"]}]},
            {"refuse": "field_range"}])
        self.assertEqual((got["load"], got["profiles"]), ("ok", ["acc32", "acc64"]))

    def test_loads(self):
        wide = one("rescale", [(1, -(2 ** 62), 2 ** 62)], [1], rq_block(0, (0,), [4]))
        for data, load, profiles in (
                (RELU[:-1], "model_mismatch", ["acc32", "acc64"]),
                (one("relu", [(1, 0, 1, 1 << 14, 1 << 14)], [1]), "too_large", ["acc32", "acc64"]),
                (one("relu", [(1, -(2 ** 40), 0)], [1]), "ok", ["acc64"]),
                (wide, "model_mismatch", ["acc32", "acc64"])):
            got, = self.rewrite(graph_vector(data, [[((1, 1, 1), [0])]]))
            self.assertEqual((got["load"], got["profiles"]), (load, profiles))
            self.assertEqual(len(got["decodes"]), 1 if load == "ok" else 0)

    def test_stable(self):
        first = self.rewrite(graph_vector(RELU, [[((1, 1, 1), [3])]]), STAGE)
        self.assertEqual(self.rewrite(*first), first)
        self.assertEqual(first[1]["at"], "0")


class CorpusCase(unittest.TestCase):
    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.dir = tmp.name
        self.put("vectors/relu.jsonl", self.lines(graph_vector(RELU, [[((1, 1, 1), [3])]])))
        conv = one("conv", [(2, -5, 5)], [2], conv_blob(2, (1, 1), [1] * 4))
        self.put("graphs/conv.jsonl", self.lines(graph_vector(conv, [[((2, 1, 1), [3, 4])]], "b")))
        self.put("stage/dequantize.jsonl", self.lines(STAGE))
        inside = '"npu":true,"npu_flags":[],"npu_reasons":[]}\n'
        self.put("npu.jsonl", '{"file":"graphs/conv.jsonl","id":"b",' + inside +
                 '{"file":"vectors/relu.jsonl","id":"a",' + inside)
        cert = certificate([("synth", RELU)], "int_synth/1", "c", "ab")
        self.put("certificates/c/ab.json", dumps(cert))
        self.put("certificates/c/ab/synth.whg1", RELU)

    def lines(self, v):
        return "".join(line + "\n" for _, line, _ in vectors.rewritten(dumps(v)))

    def put(self, name, data):
        path = os.path.join(self.dir, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())


class Corpus(CorpusCase):
    def check(self):
        seen = []
        counts = corpus.Corpus(self.dir, seen.append).check()
        return counts, seen

    def test_clean(self):
        self.assertEqual(self.check(), ({"vectors": 3, "certificates": 1, "payloads": 0,
                                         "conversions": 0, "differences": 0}, []))

    def test_every_part_is_compared(self):
        for name in ("vectors/relu.jsonl", "graphs/conv.jsonl", "stage/dequantize.jsonl",
                     "npu.jsonl", "certificates/c/ab.json"):
            path = os.path.join(self.dir, *name.split("/"))
            with open(path, "rb") as f:
                good = f.read()
            self.put(name, good.replace(b":", b": ", 1))
            counts, seen = self.check()
            self.assertEqual(counts["differences"], 1, name)
            self.assertTrue(seen[0].startswith(name), seen)
            self.put(name, good)
        os.remove(os.path.join(self.dir, "certificates", "c", "ab", "synth.whg1"))
        self.assertEqual(self.check()[0]["differences"], 1)


class CommandLine(CorpusCase):
    def call(self, *args, stdin=""):
        import sys
        out, err = io.StringIO(), io.StringIO()
        old, sys.stdin = sys.stdin, io.StringIO(stdin)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                rc = main(list(args))
        finally:
            sys.stdin = old
        return rc, out.getvalue(), err.getvalue()

    def test_commands(self):
        path = os.path.join(self.dir, "certificates", "c", "ab", "synth.whg1")
        rc, out, _ = self.call("certify", path)
        self.assertEqual((rc, json.loads(out)["graphs"][0]["name"]), (0, "synth"))
        self.assertEqual(self.call("admissible", path, "0", "acc32")[1],
                         '{"hi":"2147483647","lo":"-2147483647"}\n')
        self.assertEqual(self.call("check", self.dir)[0], 0)
        vector_file = os.path.join(self.dir, "vectors", "relu.jsonl")
        with open(vector_file) as f:
            self.assertEqual(self.call("rewrite", vector_file)[1], f.read())
        rc, _, err = self.call("certify", vector_file)
        self.assertEqual((rc, err[:23]), (1, "refused: model_mismatch"))

    def test_serve(self):
        lines = [dumps(graph_vector(RELU, [[((1, 1, 1), [3])]])), dumps(STAGE), "{", '{"op":[]}']
        out = self.call("serve", stdin="\n".join(lines) + "\n")[1].splitlines()
        self.assertEqual(out[0], '{"decodes":[{"outputs":[{"data":["3"],"shape":["1","1","1"]}]}],'
                         '"load":"ok","profiles":["acc32","acc64"]}')
        self.assertEqual(out[1], '{"at":"0","refuse":"field_range"}')
        self.assertTrue(all('"error"' in line for line in out[2:]) and len(out) == 4)
