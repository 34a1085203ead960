# A file that is opened never takes the number of a standard stream that is closed: the refusal's line, written with
# standard error closed, does not land in the output.
printf abc > in
mkfifo pipe
cat pipe > got &
cli-probe in -o pipe --end refused 2>&-; echo $?
wait
cat got
cli-probe in -o out --json 2>&- >&-; echo "$? $(cat out)"
