cli-probe absent.bin; echo $?
cli-probe absent.bin --json; echo $?
cli-probe .; echo $?
cli-probe - < /; echo $?
cli-probe - <&-; echo $?
