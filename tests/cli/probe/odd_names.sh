# A file name cannot drive a terminal, nor break the JSON.
cli-probe $'a\e[31m\xff"\\'; cli-probe --json $'a\e[31m\xff"\\'
cli-probe -- -o; echo $?
