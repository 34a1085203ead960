# By hand: layer 0 gives x, 1 - 2x and 3x + 2 of x in [-128, 127], any part of the sum included (ops 8.2): [-384, 383]. 261 bytes: header 32, input 32, output
# 4, tensors 3 * 24, operators 16 + 36 + 4 + 21 (RQ: 8, one shift, three biases) + 12, and 16 + 16.
cat > int_synth.json <<TEXT
{"layers":[{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,-2,3],"bias":[0,1,2]}]}
TEXT
whg-lower int_synth.json --capability wai.neural.int_synth --inspect
whg-lower int_synth.json --lowering int_synth/1 --role mine --inspect -o text && head -n 1 text
whg-lower int_synth.json --capability wai.neural.int_synth -o graphs && stat -c %s graphs/synth.whg1
