cli-probe in --no-such-option
