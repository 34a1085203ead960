# A reader that has gone: status 3 and not a word. The reader closes before a byte is written.
head -c 1000000 /dev/zero > in
mkfifo go
{ cat go > /dev/null; cli-probe in; echo $? > status; } | { exec <&-; echo > go; }
cat status
cli-probe in >&-; echo $? >&2
