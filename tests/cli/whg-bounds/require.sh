# The verdict as exit status. Nothing is printed unless asked for; -o still writes the certificate.
ln -s "$WAI_SOURCE/corpus" corpus
graph=corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1
for profile in acc64 acc32 npu; do whg-bounds $graph --require $profile; echo $?; done
whg-bounds $graph --require acc32 -o written.json; echo $?
whg-bounds $graph | cmp - written.json
whg-bounds $graph --require acc32 --json; echo $?
whg-bounds $graph --require acc64 -q; echo $?
# The set of ../whg-lower/inspect.sh: 10 bits at most, and operators that the accelerator subset has (ops 9.2).
cat > int_synth.json <<TEXT
{"layers":[{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,-2,3],"bias":[0,1,2]}]}
TEXT
for profile in acc64 acc32 npu; do
  whg-bounds int_synth.json --capability wai.neural.int_synth --require $profile; echo $?
done
