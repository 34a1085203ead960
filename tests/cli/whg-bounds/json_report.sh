# The verdict for a machine: on standard output, or on standard error when the certificate is there.
ln -s "$WAI_SOURCE/corpus" corpus
graph=corpus/certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1
whg-bounds $graph -o certificate.json --json | sed "s/$(whg-bounds $graph | sha256sum | cut -d ' ' -f 1)/DIGEST/"
whg-bounds $graph --require acc64 --json | sed 's/[0-9a-f]\{64\}/DIGEST/'
whg-bounds $graph --json 2> report | cmp - certificate.json
sed 's/[0-9a-f]\{64\}/DIGEST/' report
whg-bounds $graph --json --table 2> report | cmp - <(whg-bounds $graph --table)
sed 's/[0-9a-f]\{64\}/DIGEST/' report
whg-bounds $graph --json --require acc16; echo $?
