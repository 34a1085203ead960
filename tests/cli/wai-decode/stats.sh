# --stats, --test, --digest and -v: what is told, in text and as JSON.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" "$real/audio/tune.wia" "$real/splat/knot.wis" "$real"/wiv/raccoon*.wiv \
  "$real/int_synth/astronaut128.bin" .
wai-decode chelsea64.wih raccoon*.wiv --set "$real/hyper" --stats
wai-decode tune.wia --set "$real/audio/model.wam" --stats --test
wai-decode tune.wia --set "$real/audio/model.wam" --json --test
wai-decode knot.wis --set "$real/splat/g_s.whm" --json -o knot.ply
wai-decode knot.wis --set "$real/splat/g_s.whm" --json > data
wai-decode knot.wis --set "$real/splat/g_s.whm" --digest -o - > more && cmp data more
wai-decode knot.wis --set "$real/splat/g_s.whm" -v -o knot.raw && cmp data knot.raw
wai-decode knot.wis --set "$real/splat/g_s.whm" -q -v -o knot.raw
wai-decode raccoon*.wiv --set "$real/hyper" --json --test
wai-decode astronaut128.bin --capability wai.neural.int_synth --set "$real/int_synth/int_synth.json" --stats --json
wai-decode astronaut128.bin --capability wai.neural.int_synth --set "$real/int_synth/int_synth.json" --stats
