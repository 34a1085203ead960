# Every example of --help runs, and every option that --help names stands in the man page.
ln -s "$WAI_SOURCE/corpus" corpus
whg-lower corpus/real/hyper --capability wai.neural.int_hyper -o graphs
whg-bounds --help | sed -n 's/^  \(whg-.*\)/\1/p' > examples
while read -r example; do
  bash -o pipefail -c "$example" > out || echo "failed: $example"
done < examples
wc -l < examples
whg-bounds --help | grep -o -e '--[a-z-]*' | sort -u | while read -r option; do
  grep -q -e "Fl .*-${option#--}\b" "$WAI_SOURCE/man/whg-bounds.1" || echo "no $option in the man page"
done
