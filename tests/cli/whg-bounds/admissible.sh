# ops 8.4 by hand, the set of ../whg-lower/inspect.sh. acc32: 3X + 2 <= 2^31 - 1, so X = 715827881. acc64: 3X + 2 <=
# 2^63 - 1. Tensor 1 goes to a clamp, whose result fits whatever it is; tensor 2 goes nowhere.
ln -s "$WAI_SOURCE/corpus" corpus
cat > int_synth.json <<TEXT
{"layers":[{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,-2,3],"bias":[0,1,2]}]}
TEXT
ask() { whg-bounds int_synth.json --capability wai.neural.int_synth --admissible "$@"; echo "$?"; }
ask 0 --profile acc32
ask 0
ask 0 --profile acc64 --json
ask 2
ask 0 --graph synth --profile acc32
ask 3
ask 0 --graph other
ask -1
ask one
hyper="corpus/real/hyper --capability wai.neural.int_hyper"
whg-bounds $hyper --admissible 0; echo $?
whg-bounds $hyper --admissible 0 --graph h_s -q; echo $?
