# Missing files and places: status 3; an output that is an input: status 2. Every output appears, or none.
ln -s "$WAI_SOURCE/corpus" corpus
cp corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1 .
cp g_s.whg1 kept
try() { whg-bounds "$@"; echo "$?"; }
try absent.whg1
try absent --capability wai.splat.int_codec
try g_s.whg1 -o absent/certificate.json
try g_s.whg1 --html page.html -o absent/certificate.json
try g_s.whg1 --html absent/page.html -o certificate.json
try g_s.whg1 --html absent/page.html --table
try g_s.whg1 -o g_s.whg1
try g_s.whg1 --html ./g_s.whg1
try - -o g_s.whg1 < g_s.whg1
try g_s.whg1 --max-input 100
cmp g_s.whg1 kept
ls
