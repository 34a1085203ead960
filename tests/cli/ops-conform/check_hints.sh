# What a newcomer types first, and what it is told.
. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
try() { echo "- $*"; ops-conform "$@" 2>&1 >/dev/null; echo "exit $?"; }
try chekc c
try check c --command ''
try check c --filter ''
try check c --filter reul
try check c/stage
try explain c/stage/coded.jsonl ab
echo '{"file":"a"}' > c/other.jsonl && try explain c/other.jsonl x
echo "- by an operator's name, by the file as a shell completes it"
ops-conform check c --filter coded | tail -n 1
ops-conform check c --filter c/stage/coded.jsonl:above | tail -n 1
echo "- the ids of a file"
ops-conform explain c/stage/coded.jsonl
ops-conform explain c/stage/coded.jsonl --json
echo "- a second line, at once and late"
answer='{"expect":{"coded":false}}'
try check c --filter '*:equal' --command "while read -r l; do printf '%s\n%s\n' '$answer' '$answer'; done"
try check c --filter '*:equal' --command "while read -r l; do echo '$answer'; sleep 0.1; echo '$answer'; done"
echo "- half a line"
try check c --filter '*:equal' --timeout 0.3 --command 'printf nothing; sleep 9'
try check c --filter '*:equal' --command 'read -r l; printf nothing'
echo "- a crash in a shell's child"
try check c --filter '*:equal' --command '(kill -SEGV $BASHPID) 2>/dev/null; exit 139'
echo "- skips, shown and forbidden"
skip='while read -r l; do echo "{\"skip\":\"later\"}"; done'
try check c -v --command "$skip"
try check c --filter equal --no-skips --command 'read -r l; echo "{\"expect\":{\"coded\":false}}"'
try check c --filter coded --no-skips --command 'read -r l; echo "{\"expect\":{\"coded\":false}}"; read -r l; echo "{\"skip\":\"later\"}"'
echo "- a status that only looks like a signal"
try check c --filter coded:equal --command 'exit 255'
echo "- one vector again, as it was printed"
ops-conform check c --filter 'c/stage/coded.jsonl equal' | tail -n 1
ops-conform explain c/stage/coded.jsonl:equal | head -n 1
echo "- graphs that must not load"
mkdir c/graphs
echo '{"decodes":[],"graph":"","id":"x","load":"model_mismatch","profiles":["acc32","acc64"]}' > c/graphs/a.jsonl
try check c --filter a --command 'read -r l; echo "{\"decodes\":[],\"load\":\"ok\"}"'
try check c --filter a --only-loaded --command 'exit 0'
echo "- one profile, and a name mistyped"
try check c --filter a --command 'read -r l; echo "{\"load\":\"model_mismatch\",\"profiles\":[\"acc32\"]}"'
try check c --filter coded:equal --command 'read -r l; echo "{\"expect\":{\"code\":false}}"'
try check c --filter coded:equal --command 'read -r l; echo "{\"coded\":false}"'
try check c --filter coded:equal --command 'read -r l; echo "{\"expect\":{\"coded\":0}}"'
