# --verify: a line and 0 for a match, 1 for a mismatch, 2 when nothing can be compared.
real=$WAI_SOURCE/corpus/real/splat
cp "$real/knot.wis" a.wis
cp a.wis b.wis
hex=$(cat "$real/knot.sha256")
decode() { wai-decode "$@" --set "$real/g_s.whm"; echo "exit $?"; }
decode a.wis --verify "$hex"
decode a.wis --verify "${hex^^}"
decode a.wis --verify "$real/knot.sha256"
decode a.wis b.wis --digest > sums
cat sums
grep -v exit sums > list
decode b.wis a.wis --verify list
decode a.wis --verify list -o out.raw --json
sha256sum out.raw | sed 's/out.raw/a.wis/' > from-sha256sum
decode ./a.wis --verify from-sha256sum -q
echo "mismatch: nothing is written"
decode a.wis --verify "${hex//0/1}" -o other.raw
decode a.wis --verify "${hex//0/1}" -o other.raw --json
sed 's/^./x/' list > damaged
sed '2s/^.../abc/' list > wrong
decode a.wis b.wis --verify wrong
decode b.wis a.wis --verify wrong --keep-going -o 'out-{}.pgm'
ls
echo "nothing to compare"
decode a.wis --verify abc
decode a.wis --verify "${hex}0"
decode a.wis b.wis --verify "$hex"
decode a.wis --verify damaged
decode a.wis --verify absent.sha256
: > empty
decode a.wis --verify empty
cp a.wis c.wis
decode c.wis --verify list
