# A damaged stream is a file that cannot be read; a manifest and graphs that disagree are refused.
ln -s "$WAI_SOURCE/corpus" corpus
whg-lower "corpus/real/splat" --capability wai.splat.int_codec -o whole.tar
mkdir whole && tar -xf whole.tar -C whole
pack() { tar --format=ustar -C whole -cf "$@"; }
try() { whg-bounds "$1" -o out; echo "$?"; }
head -c 3000 whole.tar > cut.tar; try cut.tar
pack no_manifest.tar g_s.whg1; try no_manifest.tar
pack no_graph.tar lowering.json; try no_graph.tar
cp whole/g_s.whg1 whole/h_s.whg1
pack one_more.tar lowering.json g_s.whg1 h_s.whg1; try one_more.tar
echo hello > whole/readme
pack stranger.tar lowering.json g_s.whg1 readme; try stranger.tar
cp whole/lowering.json kept.json
sed 's/"g_s"/"g_s","g_s"/' kept.json > whole/lowering.json; pack twice.tar lowering.json g_s.whg1; try twice.tar
sed 's/:"e7/:"E7/' kept.json > whole/lowering.json; pack digest.tar lowering.json g_s.whg1; try digest.tar
tr '{' '[' < kept.json > whole/lowering.json; pack text.tar lowering.json g_s.whg1; try text.tar
cp kept.json whole/lowering.json
pack turned.tar g_s.whg1 lowering.json && try turned.tar && cmp out <(whg-bounds whole.tar)
whg-bounds whole.tar whole/g_s.whg1; echo $?
whg-bounds whole.tar --role x; echo $?
