# By hand, the set of ../whg-lower/inspect.sh. conv_transpose: terms within [-384, 381], sums
# within [-384, 383] (ops 8.2), 10 bits.
cat > int_synth.json <<TEXT
{"layers":[{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,-2,3],"bias":[0,1,2]}]}
TEXT
whg-bounds int_synth.json --capability wai.neural.int_synth --table
whg-bounds int_synth.json --capability wai.neural.int_synth --table -o certificate.json | cmp - <(whg-bounds int_synth.json --capability wai.neural.int_synth --table)
whg-bounds int_synth.json --capability wai.neural.int_synth | cmp - certificate.json
