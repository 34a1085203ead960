cli-probe --version | grep -cE '^cli-probe [0-9]+[.][0-9]+[.][0-9]+$'
cli-probe --help | grep -cE '^(Examples:|Exit status: 0 done, 1 refused, 2 usage)'
cli-probe --no-such-option --help | head -n 1
