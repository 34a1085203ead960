# With --json a report of what was lowered: on standard output, or on standard error when the data are there.
ln -s "$WAI_SOURCE/corpus" corpus
real=corpus/real
whg-lower $real/splat --capability wai.splat.int_codec -o out --json
whg-lower $real/hyper/h_s.whm --lowering whm1/1 --json -o h_s.whg1
whg-lower $real/splat --capability wai.splat.int_codec --json 2> report | cmp -n 100 - <(whg-lower $real/splat --capability wai.splat.int_codec) && cat report
whg-lower $real/splat --capability wai.splat.int_codec --dot --json -o drawing
whg-lower $real/splat --capability wai.splat.int_codec -v -o out 2>&1
whg-lower $real/splat --capability wai.splat.int_codec -v -q -o out 2>&1
