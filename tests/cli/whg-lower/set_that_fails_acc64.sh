# readings G16: the profile is no load check of a lowering. 128 * (2^31 - 1)^3 leaves i64; it is lowered and certified.
layer='{"in_ch":1,"out_ch":1,"k":1,"stride":1,"pad":0,"weight":[2147483647],"bias":[0]}'
last='{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,1,1],"bias":[0,0,0]}'
echo "{\"layers\":[$layer,$layer,$layer,$last]}" > int_synth.json
whg-lower int_synth.json --capability wai.neural.int_synth > set.tar; echo $?
whg-bounds set.tar --require acc64; echo $?
