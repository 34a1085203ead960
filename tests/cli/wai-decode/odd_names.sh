# Names may hold anything: what is printed stays one line each, and --verify reads what --digest wrote.
real=$WAI_SOURCE/corpus/real/wiv/coffee_half_12x96x96.wiv
for name in $'tab\there.wiv' $'line\nfeed.wiv' $'esc\033[31m.wiv' 'back\slash.wiv' $'bytes\xff.wiv' ' blank .wiv'; do
  cp "$real" "$name"
done
wai-decode --digest -- *.wiv > sums && sha256sum --version > /dev/null && wc -l < sums
wai-decode --verify sums -- *.wiv
wai-decode --test -- *.wiv
echo "- as sha256sum writes them"
mkdir out && wai-decode -o out/ -- *.wiv > /dev/null
(cd out && for f in *.raw; do mv "$f" "${f%.raw}.wiv"; done; sha256sum -- *.wiv) | cmp - sums && echo same
head -c 20 "$real" > $'cut\nshort.wiv'
wai-decode $'cut\nshort.wiv' $'tab\there.wiv' --test --keep-going 2>&1
wai-decode $'no\nfile.wiv' 2>&1
echo "exit $?"
