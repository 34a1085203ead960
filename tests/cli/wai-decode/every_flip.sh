# F15: damage anywhere gives a refusal or another whole output, each payload its own line, never a crash; the formats
# have no checksum, so some damage shows only in the output.
real=$WAI_SOURCE/corpus/real/splat
mkdir flips
python3 - "$real/knot.wis" << 'END'
import sys
data = open(sys.argv[1], "rb").read()
for i, at in enumerate(range(0, len(data), 9)):
    flipped = bytearray(data)
    flipped[at] ^= 1 << (i % 8)
    open(f"flips/{at:04}.wis", "wb").write(flipped)
END
wai-decode flips/*.wis --set "$real/g_s.whm" --keep-going --digest --threads 2 > digests 2> errors
echo $?
answers=$(($(wc -l < digests) + $(wc -l < errors)))
[ $answers = "$(ls flips | wc -l)" ] && echo "$answers answers"
[ "$(grep -c '^wai-decode: refused: [a-z_]*: ' errors)" = "$(wc -l < errors)" ] && echo "all the others are refused"
# The 64 bytes of ranges are presentation, outside the digest. Elsewhere damage that passes may show in the output, or
# touch nothing that is read: a table entry no symbol meets.
while read -r digest payload; do
  at=$((10#$(basename "$payload" .wis)))
  same=$([ "$digest" = "$(cat "$real/knot.sha256")" ] && echo same || echo other)
  if [ $at -ge 32 ] && [ $at -lt 96 ]; then echo "range: $same"; else echo "$same"; fi
done < digests | sort -u
