# One graph by itself: a role of a set, or a network by its lowering with the output step of that role (ops 13.0).
ln -s "$WAI_SOURCE/corpus" corpus
real=corpus/real
whg-lower $real/hyper --capability wai.neural.int_hyper -o set
whg-lower $real/hyper --capability wai.neural.int_hyper --role g_s -o g_s.whg1
whg-lower $real/hyper --capability wai.neural.int_hyper --role h_s | cmp - set/h_s.whg1
cmp g_s.whg1 set/g_s.whg1
whg-lower $real/hyper/g_s.whm --lowering whm1/1 --role g_s | cmp - set/g_s.whg1
whg-lower $real/hyper/g_s.whm --lowering whm1/1 | cmp - set/g_s.whg1        # the file's name is the role
whg-lower - --lowering whm1/1 --role h_s < $real/hyper/h_s.whm | cmp - set/h_s.whg1
whg-lower $real/audio --capability wai.audio.int_codec --role g_s -o audio.whg1
whg-lower $real/audio/model.wam --lowering wam1/1 --role g_s | cmp - audio.whg1
whg-lower $real/int_synth/int_synth.json --lowering int_synth/1 --role synth -o synth.whg1
whg-lower $real/int_synth --capability wai.neural.int_synth --role synth | cmp - synth.whg1
# A role without an output step in the table: the network alone, two operators fewer.
whg-lower $real/hyper/g_s.whm --lowering whm1/1 --role other -o other.whg1
operators() { whg-bounds "$1" --table | grep -c "^${1%.whg1} "; }
echo $(($(operators g_s.whg1) - $(operators other.whg1)))
ls
