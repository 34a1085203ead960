. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
ops-conform explain c/stage/coded.jsonl above
ops-conform explain c/stage/dequantize.jsonl f
ops-conform explain c/stage/coded.jsonl below 2>&1
echo "exit $?"
