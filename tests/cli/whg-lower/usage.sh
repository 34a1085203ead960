# Status 2, a line that says what is wrong, nothing written.
ln -s "$WAI_SOURCE/corpus" corpus
set=corpus/real/splat/g_s.whm
try() { "$@" -o out; echo "$?"; }
try whg-lower
try whg-lower $set
try whg-lower $set --capability wai.splat.int_codec --lowering whm1/1
try whg-lower $set --capability wai.video.int_motion
try whg-lower $set --lowering whm1
try whg-lower $set --capability wai.splat.int_codec --role h_s
try whg-lower $set --capability wai.splat.int_codec --role ''
try whg-lower $set --capability wai.splat.int_codec --inspect --dot
try whg-lower $set $set --capability wai.splat.int_codec
try whg-lower $set --capability wai.splat.int_codec --no-such-option
try whg-lower $set --capability wai.splat.int_codec --max-input some
try whg-lower $set --json
ls
