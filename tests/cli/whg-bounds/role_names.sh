# A role is printable ASCII (ops 8.5), and one graph's.
ln -s "$WAI_SOURCE/corpus" corpus
graph=corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1
cp $graph gö.whg1
mkdir other && cp $graph other/g_s.whg1
cp $graph 'a "b" \c ~.whg1'
whg-bounds gö.whg1; echo $?
whg-bounds gö.whg1 --role ö; echo $?
whg-bounds gö.whg1 --role g_s | cmp - <(whg-bounds $graph)
whg-bounds $graph other/g_s.whg1; echo $?
whg-bounds 'a "b" \c ~.whg1' | grep -oF '"name":"a \"b\" \\c ~"'
