# All 256 byte values pass from a file to a file and from standard input to standard output.
for ((i = 0; i < 256; i++)); do printf "\\x$(printf %02x "$i")"; done > all.bin
cli-probe all.bin -o copy.bin && cmp all.bin copy.bin
cli-probe - < all.bin | cmp - all.bin
cat all.bin | cli-probe - -o - | cmp - all.bin
: > empty.bin
cli-probe empty.bin -o empty.copy && cmp empty.bin empty.copy
ls -A
