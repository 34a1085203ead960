# The payload and the set's members stay what they are, under any of their names.
real=$WAI_SOURCE/corpus/real
cp "$real"/splat/knot.wis "$real"/splat/g_s.whm .
ln knot.wis hard
ln -s knot.wis soft
mkdir folder && mv g_s.whm folder
for out in knot.wis hard soft ./knot.wis folder/g_s.whm '{}.wis'; do
  wai-decode knot.wis --set folder/g_s.whm --format raw -o "$out"
  echo $?
done
wai-decode --set folder/g_s.whm - < knot.wis >> knot.wis
echo $?
wai-decode knot.wis --to-json -o soft
echo $?
cmp knot.wis "$real"/splat/knot.wis && cmp folder/g_s.whm "$real"/splat/g_s.whm && ls -A . folder
