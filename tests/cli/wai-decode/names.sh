# Where outputs go: names, stems, directories. What is refused leaves nothing behind.
real=$WAI_SOURCE/corpus/real
cp "$real"/wih/chelsea64.wih a.wih
cp a.wih b.wih
cp "$real"/wiv/chelsea_whole_8x80x112.wiv clip.wiv
decode() { wai-decode --set "$real/hyper" "$@"; echo "exit $?"; }
echo "many: a directory, stems"
decode a.wih b.wih clip.wiv -o out/ --format ppm
decode a.wih b.wih -o 'the-{}-{}.png'
mkdir there
decode a.wih -o there
ls there out *.png
echo "standard input"
decode - -o '{}.raw' < a.wih
cmp stdin.raw there/a.raw
echo "no names for two"
decode a.wih b.wih -o one.png
decode a.wih b.wih
decode a.wih ./a.wih -o '{}.png'
decode a.wih - - -o out
echo "a directory that stays empty"
decode a.wih b.wih --max-macs 1 --format png -o fresh/
decode a.wih -o absent/out.png
decode clip.wiv --format y4m -o 'f%d.y4m'
ls
