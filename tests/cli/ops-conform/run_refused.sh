# What is no decode, what is no graph, and what is no JSON.
. "$WAI_SOURCE/tests/cli/ops-conform/leaky.bash"
write_leaky leaky.whg1
try() { echo "$1" | ops-conform run "$2" - 2>&1; echo "exit $?"; }
try '{"decodes":[{"inputs":[]}]}' leaky.whg1
try '{"decodes":[{"inputs":[{"shape":[1,1,2],"data":[1]}]}]}' leaky.whg1
try '{"decodes":[{"inputs":[],"input":[]}]}' leaky.whg1
try '{"decodes":[}' leaky.whg1
try '{"decodes":[]}' /dev/null
ops-conform run leaky.whg1 absent.json 2>&1
echo "exit $?"
