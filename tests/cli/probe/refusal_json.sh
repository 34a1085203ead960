printf abc > in
cli-probe in --json --end refused
