# --to-json and --from-json: the form of a payload gives the payload back, byte for byte; a form is no payload.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" "$real/audio/tune.wia" "$real/splat/knot.wis" "$real"/wiv/*.wiv .
mkdir forms back
wai-decode --to-json *.w?? -o forms
wai-decode --from-json forms/* -o back
for payload in *.w??; do cmp "$payload" "back/$payload" && echo "$payload"; done
wai-decode --to-json knot.wis | wai-decode --from-json - | cmp - knot.wis
wai-decode --to-json chelsea64.wih | python3 -c 'import json, sys; print(sorted(json.load(sys.stdin)))'
wai-decode --to-json chelsea64.wih -o named.json --json
echo "refused"
code() { "$@" 2>&1 | cut -d: -f1-3; echo "exit ${PIPESTATUS[0]}"; }
code wai-decode named.json --set "$real/hyper" --test
code wai-decode --to-json named.json
sed 's/"m": 64/"m": 1e3/' named.json > bad.json && code wai-decode --from-json bad.json
sed 's/"m": 64/"m": 4294967296/' named.json > bad.json && code wai-decode --from-json bad.json
sed 's/"m": 64/"m": 0/' named.json > bad.json && code wai-decode --from-json bad.json
echo '{}' > bad.json && code wai-decode --from-json bad.json
printf '{"m": 1' > bad.json && code wai-decode --from-json bad.json -o out.wih
[ -e out.wih ] || echo "no output"
