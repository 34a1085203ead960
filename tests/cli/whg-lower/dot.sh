# The drawing of the set of inspect.sh: 8, 10 and 9 bits. Every name and label is a quoted string.
cat > int_synth.json <<TEXT
{"layers":[{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,-2,3],"bias":[0,1,2]}]}
TEXT
whg-lower int_synth.json --capability wai.neural.int_synth --dot
whg-lower int_synth.json --lowering int_synth/1 --role 'a "b" \c' --dot | grep cluster
