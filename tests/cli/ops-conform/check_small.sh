. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
ops-conform check c
echo "exit $?"
ops-conform check c --command 'ops-conform serve' --filter '*coded*:above' --json
echo "exit $?"
