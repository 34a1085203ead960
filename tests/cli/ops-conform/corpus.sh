# The committed corpus: every vector, everything derived, and every item of ops 14 that this project can have.
ops-conform check "$WAI_SOURCE/corpus" -q
echo "exit $?"
ops-conform check "$WAI_SOURCE/corpus" -q --quick --command 'ops-conform serve'
echo "exit $?"
