# A certificate derived again and compared byte for byte.
ln -s "$WAI_SOURCE/corpus" corpus
real=corpus/real
known=$(echo corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94.json)
check() { whg-bounds $real/splat --capability wai.splat.int_codec --verify "$@"; echo "$?"; }
check $known | sed "s/$(sha256sum < $known | cut -d ' ' -f 1)/the file's/"
check $known --json | sed "s/$(sha256sum < $known | cut -d ' ' -f 1)/the file's/"
cut=$(($(stat -c %s $known) - 1))
head -c $cut $known > cut.json
(cat $known; echo) > longer.json
sed 's/"acc64":true/"acc64":frue/' $known > changed.json
for other in cut longer changed; do check $other.json 2> err; sed 's/[0-9a-f]\{64\}/DIGEST/' err; done
echo $cut $(cmp $known changed.json | grep -o 'byte [0-9]*')
check longer.json --json 2>&1 | sed 's/[0-9a-f]\{64\}/DIGEST/g'
check absent.json
check $known --require acc64 -q
check $known --require acc32 -q
whg-bounds - --role other --verify $known < corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1 2> /dev/null; echo $?
