# One clip in every format that holds one.
clip=$WAI_SOURCE/corpus/real/wiv/chelsea_whole_8x80x112
media="python3 -B $WAI_SOURCE/tests/cli/wai-decode/media.py"
cat "$clip.sha256"
wai-decode "$clip.wiv" -o clip.rgb && sha256sum < clip.rgb
wai-decode "$clip.wiv" -o clip.y4m && $media y4m clip.y4m clip.rgb
wai-decode "$clip.wiv" --fps 30000:1001 --format y4m | head -1
wai-decode "$clip.wiv" -o clip.ppm && $media pnm clip.ppm
echo "a file a frame, by name and in a directory"
mkdir frames
wai-decode "$clip.wiv" -o 'frames/f%02d.png' && ls frames && $media png frames/f07.png
tail -c $((80 * 112 * 3)) clip.rgb | sha256sum
wai-decode "$clip.wiv" --format png -o numbered/ && ls numbered && cmp numbered/*-0007.png frames/f07.png
wai-decode "$clip.wiv" -o 'frame%d.raw' && cat frame[0-7].raw | sha256sum && rm frame?.raw
echo "one frame"
wai-decode "$clip.wiv" --frame 7 -o last.png && cmp last.png frames/f07.png
wai-decode "$clip.wiv" --frame 3 -o 'only-%d.ppm' && $media pnm only-3.ppm
size=$((80 * 112 * 3))
tail -c +$((3 * size + 1)) clip.rgb | head -c $size | sha256sum
ls
