# Payloads are decoded, and so are their cuts: what passes, a cut that is not as the index has it, and what an outside
# program is not asked.
mkdir -p c/payloads
grep '"name":"motion-q-' "$WAI_SOURCE/corpus/payloads/index.jsonl" > c/payloads/index.jsonl
cp -R "$WAI_SOURCE/corpus/payloads/motion" c/payloads/
ops-conform check c
echo "exit $?"
sed -i '1s/"bad_magic","until":"4"/"bad_magic","until":"3"/' c/payloads/index.jsonl
ops-conform check c 2>&1 >/dev/null
echo "exit $?"
ops-conform check c --command 'ops-conform serve' 2>&1
echo "exit $?"
