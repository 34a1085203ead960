# Attribute planes, stacked and one a file, and as the Gaussians they hold.
real=$WAI_SOURCE/corpus/real/splat
media="python3 -B $WAI_SOURCE/tests/cli/wai-decode/media.py"
decode() { wai-decode "$real/knot.wis" --set "$real/g_s.whm" "$@"; }
cat "$real/knot.sha256"
decode -o knot.raw && sha256sum < knot.raw
decode -o knot.pgm && $media pnm knot.pgm
decode -o knot.png && $media png knot.png
decode -o 'plane%d.pgm' && cat plane[0-7].pgm | $media pnm -
decode -o 'plane%d.png' && $media png plane3.png && tail -c +3073 knot.raw | head -c 1024 | sha256sum
echo "PLY"
decode -o knot.ply && $media ply knot.ply "$real/knot.wis" knot.raw
decode -o named.ply --format ply-ascii --attributes x,y,z,size,red,green && \
  $media ply named.ply "$real/knot.wis" knot.raw
