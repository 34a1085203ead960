# Each kind of broken corpus has its own message and no success (field case F11).
. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
try() { ops-conform check "$@" 2>&1 >/dev/null; echo "exit $?"; }
broken() { rm -rf c; write_small_corpus c; }
line='{"expect":{"coded":true},"id":"x","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"}'
echo "- no directory"; try absent
echo "- an empty directory"; mkdir empty; try empty
echo "- a filter that matches nothing"; broken; try c --filter 'vectors/*'
echo "- an empty file"; broken; : >c/stage/coded.jsonl; try c
echo "- a truncated last line"; broken; printf '%s' "$line" >>c/stage/coded.jsonl; try c
echo "- half a line"; broken; printf '%s\n' "${line:0:40}" >>c/stage/coded.jsonl; try c
echo "- an unknown member"; broken; echo "${line/\"modes\"/\"mode\":\"1\",\"modes\"}" >>c/stage/coded.jsonl; try c
echo "- an unknown operator"; broken; echo "${line/\"op\":\"coded\"/\"op\":\"code\"}" >>c/stage/coded.jsonl; try c
echo "- another operator's vector"; broken; cp c/stage/coded.jsonl c/stage/bucket.jsonl; try c
echo "- a file of no operator"; broken; mkdir c/vectors; head -c 0 /dev/null >c/vectors/warp.jsonl
echo '{"decodes":[],"graph":"","id":"x","load":"model_mismatch","profiles":["acc32","acc64"]}' >c/vectors/warp.jsonl; try c
echo "- a repeated id"; broken; echo "${line/\"x\"/\"above\"}" >>c/stage/coded.jsonl; try c
echo "- not canonical"; broken; echo "${line/,/, }" >>c/stage/coded.jsonl; try c
echo "- a wrong expectation"; broken; sed -i 's/true/false/' c/stage/coded.jsonl; try c
