# What the committed corpus covers, computed from its files; an item without a vector is exit status 1.
ops-conform coverage "$WAI_SOURCE/corpus" > table
echo "exit $?"
tail -n 1 table | sed 's/[0-9]* items met, \([0-9]*\) missing.*/\1 missing/'
# A corpus of one file lacks nearly everything, and names it.
mkdir -p part/vectors
cp "$WAI_SOURCE/corpus/vectors/relu.jsonl" part/vectors/
ops-conform coverage part > table 2> /dev/null
echo "exit $?"
grep -c MISSING table | sed 's/[1-9][0-9]*/some/'
