# A corpus of two files: coded and dequantize, two vectors each.
write_small_corpus() {
  mkdir -p "$1/stage"
  cat >"$1/stage/coded.jsonl" <<'END'
{"expect":{"coded":false},"id":"equal","in":{"thr":"3","v":"3"},"modes":{},"op":"coded"}
{"expect":{"coded":true},"id":"above","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"}
END
  cat >"$1/stage/dequantize.jsonl" <<'END'
{"expect":{"value":"13"},"id":"one","in":{"base":"5","f":"3","sym":"1"},"modes":{},"op":"dequantize"}
{"at":"0","id":"f","in":{"base":"0","f":"63","sym":"0"},"modes":{},"op":"dequantize","refuse":"field_range"}
END
}
