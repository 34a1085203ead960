# Each on one line, status 1, and nothing written: no directory, no file, no byte on standard output.
ln -s "$WAI_SOURCE/corpus" corpus
real=corpus/real
try() { "$@"; echo "$?"; }
mkdir set empty
cp $real/splat/g_s.whm set
try whg-lower empty --capability wai.splat.int_codec -o out
try whg-lower set --capability wai.neural.int_hyper -o out
try whg-lower set/g_s.whm --capability wai.audio.int_codec -o out
try whg-lower set/g_s.whm --capability wai.neural.int_synth -o out.tar
head -c 1000 $real/splat/g_s.whm > set/g_s.whm
try whg-lower set --capability wai.splat.int_codec
try whg-lower set/g_s.whm --lowering whm1/1 -o out
cp $real/splat/g_s.whm set
printf '\0' >> set/g_s.whm
try whg-lower set --capability wai.splat.int_codec -o out
cp $real/splat/g_s.whm set
echo '{}' > set/wai.prior.set.json
try whg-lower set --capability wai.splat.int_codec --role g_s -o out
try whg-lower set --capability wai.splat.int_codec --inspect
try whg-lower set --capability wai.splat.int_codec --dot -o out
try whg-lower empty --capability wai.splat.int_codec -o out --json
try whg-lower - --capability wai.splat.int_codec -q < /dev/null
ls
