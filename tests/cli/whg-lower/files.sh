# What cannot be read or written: status 3, nothing left behind. An input as output: status 2, the input stays.
ln -s "$WAI_SOURCE/corpus" corpus
real=corpus/real
try() { "$@"; echo "$?"; }
splat="--capability wai.splat.int_codec"
try whg-lower absent $splat -o out
try whg-lower absent.whm --lowering whm1/1 -o out
try whg-lower $real/splat --lowering whm1/1 -o out
try whg-lower $real/splat $splat -o absent/out
try whg-lower $real/splat $splat -o absent/out.tar
mkdir set
cp $real/splat/g_s.whm set
try whg-lower set $splat -o set/g_s.whm
try whg-lower set/g_s.whm $splat --role g_s -o set/g_s.whm
try whg-lower set/g_s.whm --lowering whm1/1 --role g_s --inspect -o set/g_s.whm
cmp set/g_s.whm $real/splat/g_s.whm
try whg-lower set $splat --max-input 1k -o out
# One of two files cannot take its name: the other one does not appear either.
mkdir -p half/g_s.whg1
try whg-lower $real/hyper --capability wai.neural.int_hyper -o half
ls -A . half
