# Damaged graphs: the refusal on one line, status 1, nothing written.
ln -s "$WAI_SOURCE/corpus" corpus
graph=corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1
try() { "$@" -o out; echo "$?"; }
: > empty.whg1
head -c 2000 $graph > cut.whg1
(cat $graph; printf '\0') > longer.whg1
(printf WHG2; tail -c +5 $graph) > magic.whg1
for damage in empty cut longer magic; do try whg-bounds $damage.whg1; done
try whg-bounds cut.whg1 --json
try whg-bounds cut.whg1 --require acc32 --table --html page
try whg-bounds cut.whg1 --role mine
try whg-bounds $graph cut.whg1
whg-bounds cut.whg1 --admissible 0; echo $?
try whg-bounds "corpus/real/hyper/g_s.whm" --capability wai.neural.int_hyper
try whg-bounds "corpus/real/hyper/g_s.whm"
ls
