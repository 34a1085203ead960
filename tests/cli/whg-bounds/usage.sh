# Status 2 for what cannot be, and no option silently ignored.
ln -s "$WAI_SOURCE/corpus" corpus
graph=corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1
try() { whg-bounds "$@"; echo "$?"; }
try
try $graph --capability wai.video.int_motion
try $graph $graph --capability wai.splat.int_codec
try $graph --capability wai.splat.int_codec --role g_s
try $graph $graph --role g_s
try $graph --require acc16
try $graph --graph g_s
try $graph --profile acc32
try $graph --admissible 0 --require acc32
try $graph --admissible 0 --table
try $graph --admissible 0 -o out
try $graph --verify $graph -o out
try $graph --verify $graph --html out
try - --verify -
try - -
try $graph --table -o -
try $graph --html - -o -
try $graph --html out -o out
try $graph --html out -o ./out
try corpus/real/splat
try $graph --table --json --nonsense
ls
