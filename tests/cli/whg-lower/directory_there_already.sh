# A directory that is there gets the graphs beside what it holds; files of their names are replaced, others stay.
ln -s "$WAI_SOURCE/corpus" corpus
set="corpus/real/splat --capability wai.splat.int_codec"
mkdir graphs
echo old > graphs/g_s.whg1
echo mine > graphs/notes
whg-lower $set -o graphs
whg-lower $set --role g_s -o bare
cmp graphs/g_s.whg1 bare
ls -A graphs
cat graphs/notes
whg-lower $set -o graphs/
cmp graphs/g_s.whg1 bare
