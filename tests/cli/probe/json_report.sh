# The report goes to standard output, or to standard error when the data go to standard output.
printf abc > in
cli-probe in --json -o out
cli-probe in --json
