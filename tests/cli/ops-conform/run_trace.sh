# leaky.p over negative values only: 3 * -2 = -6 is the one product, of a certified [-30, -3].
. "$WAI_SOURCE/tests/cli/ops-conform/leaky.bash"
write_leaky leaky.whg1
echo '{"decodes":[{"inputs":[{"shape":[1,1,2],"data":[-2,5]}]}]}' | ops-conform run leaky.whg1 - --trace --profile acc32 2>&1
