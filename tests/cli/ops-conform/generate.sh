# The committed bytes, whatever the number of threads.
for threads in 1 3; do
  ops-conform generate "out$threads" --sets "$WAI_SOURCE/corpus" --threads $threads -q || exit 1
done
diff -r out1 out3 && for part in vectors stage graphs sets certificates payloads npu.jsonl; do
  diff -rq "$WAI_SOURCE/corpus/$part" "out1/$part"
done
echo compared
