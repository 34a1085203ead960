# The form of design: program, refused, code, message; nothing on standard output, and no file.
printf abc > in
cli-probe in -o out --end refused
status=$?
ls -A
exit $status
