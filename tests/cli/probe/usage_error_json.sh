# Before the command line is understood, --json counts wherever it stands, except after --.
cli-probe in --no-such-option --json; echo $?
cli-probe --json; echo $?
cli-probe -- --json; echo $?
