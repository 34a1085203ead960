# The sink's limits: refused before any symbol, with the declared value, the limit and the flag that raises it. Each
# limit admits what is declared to the byte. For chelsea64 (README of corpus/real), by pay 7:
#   macs  h_s 48*64*25 + 64*4*96*25 + 128*16*96*9 = 2460672; g_s 64*16*48*25 + 48*64*48 + 48*64*48*25 + 48*256*48
#         + 48*256*48*25 + 48*1024*48 + 48*1024*3*25 = 26443776
#   bytes of the largest step, g_s's third conv_transpose: 8 * (48*16^2 + 48*32^2 + 48*(15*2 + 5 + 1)^2)
# and for the clip 3*8*80*112 bytes, one a symbol, and 4 for each of 7*5*7 vectors.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" "$real/wiv/chelsea_whole_8x80x112.wiv" .
decode() { wai-decode chelsea64.wih --set "$real/hyper" --test "$@"; echo "exit $?"; }
wai-decode chelsea64.wih --set "$real/hyper" --declared
wai-decode chelsea64.wih --set "$real/hyper" --declared --json
wai-decode chelsea_whole_8x80x112.wiv --declared --json
decode --max-output 12288 --max-memory 989184 --max-macs 28904448
decode --max-output 12287
decode --max-memory 989183
decode --max-macs 28904447
decode --max-output 12k
decode --max-output 11K --json
decode --max-memory 966Ki
decode --max-memory 965k
decode --max-macs 29M
decode --max-macs 28.9M
decode --max-macs 28M
decode --max-macs many
decode --max-macs -1
decode --max-output 99999999999999999999
echo "the first of several, in pay 7's order"
decode --max-output 1 --max-memory 1 --max-macs 1 2>&1 | grep -o -e '--max.*'
echo "before any symbol: a payload with a damaged stream"
head -c -1 chelsea_whole_8x80x112.wiv > damaged.wiv && printf '\377' >> damaged.wiv
wai-decode damaged.wiv --test 2>&1 | cut -d: -f1-3
wai-decode damaged.wiv --test --max-output 100k 2>&1 | cut -d: -f1-3
