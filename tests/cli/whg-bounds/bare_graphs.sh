# Graph files in the order given, each under its file's name; no capability, no set (readings G14).
ln -s "$WAI_SOURCE/corpus" corpus
graphs=corpus/certificates/wai.neural.int_hyper/01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9
members() { grep -o -e '"capability":[^,]*' -e '"lowering":[^,]*' -e '"name":"[^"]*"' -e '"set_sha256":[^,]*' "$1"; }
whg-bounds $graphs/h_s.whg1 $graphs/g_s.whg1 -o two.json; members two.json
whg-bounds $graphs/g_s.whg1 $graphs/h_s.whg1 -o turned.json; members turned.json
whg-bounds - < $graphs/g_s.whg1 > stdin.json; members stdin.json
whg-bounds - --role g_s < $graphs/g_s.whg1 > named.json; members named.json
whg-bounds $graphs/g_s.whg1 | cmp - named.json
