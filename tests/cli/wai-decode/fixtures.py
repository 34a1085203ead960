"""Decodes every payload of corpus/payloads/index.jsonl with wai-decode and compares what it prints with the index."""

import collections
import json
import pathlib
import subprocess
import sys

FLAGS = {"macs": "--max-macs", "output_bytes": "--max-output", "working_bytes": "--max-memory"}
corpus = pathlib.Path(sys.argv[1])


def answers(names, capability, set_path, limits):
    """{payload file: code or digest}, of one run over all of `names`."""
    command = ["wai-decode", *names, "--capability", capability, "--test", "--keep-going", "--json", "--threads", "2"]
    if set_path:
        command += ["--set", str(corpus / set_path)]
    for name, value in limits:
        command += [FLAGS[name], value]
    done = subprocess.run(command, capture_output=True, text=True)
    out = {}
    for line in (done.stdout + done.stderr).splitlines():
        report = json.loads(line)
        if "error" in report:
            out[report["error"]["input"]] = report["error"]["code"]
        else:
            out[report["payload"]] = report["sha256"]
    refused = any(len(answer) != 64 for answer in out.values())
    assert done.returncode == (1 if refused else 0), (command, done.returncode)
    return out


groups = collections.defaultdict(list)
for text in (corpus / "payloads/index.jsonl").read_text().splitlines():
    line = json.loads(text)
    key = (line["capability"], line.get("set", ""), tuple(sorted(line.get("limits", {}).items())))
    groups[key].append(line)

codes = collections.Counter()
for key, lines in groups.items():
    names = [str(corpus / "payloads" / line["file"]) for line in lines]
    said = answers(list(dict.fromkeys(names)), *key)
    for name, line in zip(names, lines):
        expected = line["expect"].get("refuse") or line["expect"]["sha256"]
        if said.get(name) != expected:
            print(f"{line['name']}: expected {expected}, wai-decode says {said.get(name)}")
        codes[line["expect"].get("refuse", "decoded")] += 1

print(f"every one of {len(codes) - 1} codes, and pictures, clips, sounds and planes: {' '.join(sorted(codes))}")
