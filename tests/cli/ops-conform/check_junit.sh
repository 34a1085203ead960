. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
sed -i 's/true/false/' c/stage/coded.jsonl
ops-conform check c -q --junit - 2>/dev/null
