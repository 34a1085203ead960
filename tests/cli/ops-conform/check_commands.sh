# Implementations that misbehave fail their vectors and never hang (field case F11).
. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
try() { echo "- $2"; ops-conform check c --timeout "$1" --command "$2" 2>&1 >/dev/null; echo "exit $?"; }
try 60 'ops-conform serve'
try 60 'exit 3'
try 60 'kill -9 $$'
try 60 'no-such-program-anywhere 2>/dev/null'
try 0.3 'sleep 100'
try 0.3 'sleep 100 & sleep 100'
try 60 'cat'
try 60 'yes nonsense'
try 60 'while read -r line; do echo "{\"at\":\"0\",\"refuse\":\"field_range\"}"; done'
try 60 'while read -r line; do echo "{\"skip\":\"later\"}"; done'
try 60 'while read -r line; do echo "{\"error\":\"broken\"}"; done'
try 60 'read -r line; echo "$line" | ops-conform serve'
# After five vectors in a row without an answer the rest is not asked.
for i in 1 2 3 4; do
  echo '{"expect":{"coded":true},"id":"more-'$i'","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"}' >>c/stage/coded.jsonl
done
ops-conform check c --command 'exit 0' --json 2>/dev/null | grep -o '^{"passed":[0-9]*,"failed":[0-9]*,"skipped":[0-9]*'
