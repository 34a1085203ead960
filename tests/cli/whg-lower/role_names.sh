# A role stands in a certificate, which holds printable ASCII alone (ops 8.5).
ln -s "$WAI_SOURCE/corpus" corpus
cp "corpus/real/splat/g_s.whm" gö.whm
cp gö.whm $'line\nfeed.whm'
for role in ü $'tab\there' ''; do
  whg-lower gö.whm --lowering whm1/1 --role "$role" -o out; echo $?
done
whg-lower gö.whm --lowering whm1/1 -o out; echo $?
whg-lower $'line\nfeed.whm' --lowering whm1/1 -o out; echo $?
ls
whg-lower gö.whm --lowering whm1/1 --role 'a "role" \ of ~ASCII' --inspect | head -n 1
whg-lower gö.whm --capability wai.splat.int_codec --role g_s -o out && ls
