# A graph of one operator, written field by field (ops 10): leaky with a = 3, f = 2 over one channel in [-10, 10].
write_leaky() {
  printf 'WHG1\1\1\0\0' >"$1"                                      # magic, version, operator set
  printf '\2\0\0\0\1\0\0\0\1\0\1\0\0\0\0\0\0\0\0\4\0\0\0\0' >>"$1"  # counts, max_elems 2^26
  printf '\0\0\0\0\0\0\0\0\0\0\0\0' >>"$1"                          # input 0: tensor 0, sizes open
  printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >>"$1"
  printf '\1\0\0\0' >>"$1"                                          # output: tensor 1
  printf '\1\0\0\0\200\2\0\0' >>"$1"                                # tensor 0: check [-10, 10]
  printf '\366\377\377\377\377\377\377\377\12\0\0\0\0\0\0\0' >>"$1"
  printf '\1\0\0\0\200\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >>"$1"  # tensor 1: derived
  printf '\15\1\1\0\0\0\0\0\1\0\0\0\14\0\0\0' >>"$1"                # leaky 0 -> 1
  printf '\3\0\0\0\0\0\0\0\2\0\0\0' >>"$1"                          # a, f
}
