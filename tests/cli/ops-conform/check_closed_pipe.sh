# A reader that has gone is no success: status 3. The reader closes before a byte is written.
. "$WAI_SOURCE/tests/cli/ops-conform/small_corpus.bash"
write_small_corpus c
mkfifo go
{ cat go >/dev/null; ops-conform check c; echo $? >status; } | { exec <&-; echo >go; }
cat status
