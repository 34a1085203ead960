printf abc > in
cli-probe in -v --threads 5 -o out
cli-probe in -v -q --threads 5 -o out
cli-probe in -v --json --threads 5 -o out
