# --inspect: header, sections and sizes of every format, with no set.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" "$real/audio/tune.wia" "$real/splat/knot.wis" "$real/wiv/chelsea_whole_8x80x112.wiv" \
  "$real/int_synth/astronaut128.bin" .
wai-decode --inspect chelsea64.wih tune.wia knot.wis chelsea_whole_8x80x112.wiv
wai-decode --inspect astronaut128.bin --capability wai.neural.int_synth
wai-decode --inspect chelsea64.wih --json
# Offsets and sizes cover the payload, and the numbers are those of the header.
for payload in *.w??; do
  wai-decode --inspect "$payload" --json | python3 -c 'import json, struct, sys
d, data = json.load(sys.stdin), open(sys.argv[1], "rb").read()
assert d["bytes"] == len(data) == d["sections"][-1]["offset"] + d["sections"][-1]["bytes"]
at = d["sections"][0]["offset"]
for s in d["sections"]:
    assert s["offset"] == at
    at += s["bytes"]
for f in d["fields"]:
    if f["value"].isdigit() and f["name"] not in ("reserved", "version", "cdf_len") and f["offset"] >= 8:
        assert struct.unpack_from("<I", data, f["offset"])[0] == int(f["value"]), f
print("covers", sys.argv[1])' "$payload"
done
wai-decode --inspect astronaut128.bin 2>&1 | cut -d: -f1-3
wai-decode --inspect astronaut128.bin --json 2>&1 | cut -c1-28
