# Many payloads in one run, one of them damaged: results in the payloads' order, the first refusal ends the run unless
# --keep-going, and the number of threads changes nothing.
real=$WAI_SOURCE/corpus/real
for i in 1 2 3 4 5 6 7 8 9; do cp "$real/splat/knot.wis" $i.wis; done
(head -c -4 5.wis; printf 'abcd') > damaged && mv damaged 5.wis
for threads in 1 2 3 16; do
  for going in "" --keep-going; do
    mkdir out
    wai-decode ?.wis --set "$real/splat/g_s.whm" -o out --format ply --threads $threads $going > told 2> errors
    (echo "exit $?"; ls -A out; cat told; cut -d: -f1-4 errors; cat out/*.ply | sha256sum) > "result$threads$going"
    rm -r out
  done
done
cat result1 result1--keep-going
for threads in 2 3 16; do
  cmp result1 result$threads && cmp result1--keep-going result$threads--keep-going
done
echo "JSON: an object a payload, an object an error"
wai-decode 4.wis 5.wis 6.wis --set "$real/splat/g_s.whm" --json --test --keep-going 2> errors |
  python3 -c 'import json, sys
for line in sys.stdin: print(sorted(json.loads(line).items())[-1], json.loads(line)["sha256"][:8])'
python3 -c 'import json; print(json.load(open("errors"))["error"]["code"])'
echo "a file that is not there"
wai-decode 1.wis absent.wis 2.wis --set "$real/splat/g_s.whm" --test
echo $?
wai-decode 1.wis absent.wis 5.wis 2.wis --set "$real/splat/g_s.whm" --test --keep-going 2>&1 | cut -d: -f1-3
echo "${PIPESTATUS[0]}"
echo "capabilities may differ"
cp "$real"/wiv/*.wiv "$real"/wih/chelsea64.wih .
wai-decode chelsea64.wih *.wiv --set "$real/hyper" --digest --threads 3
cat "$real"/wih/chelsea64.sha256 "$real"/wiv/*.sha256
