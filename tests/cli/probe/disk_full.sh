# A device that is full, and a file that hits the size limit: status 3, and nothing half-written.
head -c 100000 /dev/zero > in
printf old > out
cli-probe in > /dev/full; echo $?
cli-probe in -o /dev/full; echo $?
cli-probe --help > /dev/full; echo $?
(trap '' XFSZ; ulimit -f 4; cli-probe in -o out; echo $?)
cat out; echo
ls -A
