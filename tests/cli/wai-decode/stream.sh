# --stream: frames come as they are decoded. A reader that leaves ends it quietly (3); a refusal after some frames is 1.
clip=$WAI_SOURCE/corpus/real/wiv/chelsea_whole_8x80x112
set -o pipefail
wai-decode "$clip.wiv" --stream | sha256sum
cat "$clip.sha256"
wai-decode "$clip.wiv" -o whole.y4m
wai-decode "$clip.wiv" --stream --format y4m | cmp - whole.y4m
wai-decode "$clip.wiv" --stream -o file.y4m && cmp file.y4m whole.y4m
# The clip is 215040 bytes, more than a pipe holds; `head` is gone before the rest is written.
wai-decode "$clip.wiv" --stream | head -c 10 | wc -c
echo "${PIPESTATUS[@]}"
wai-decode "$clip.wiv" | head -c 10 | wc -c
echo "${PIPESTATUS[@]}"
echo "a stream that runs out in a later frame"
size=$(stat -c %s "$clip.wiv")
python3 - "$clip.wiv" > damaged.wiv << 'END'
import struct, sys
data = open(sys.argv[1], "rb").read()
cdf_len = struct.unpack("<H", data[32:34])[0]
at = 36 + 4 * cdf_len + 4 * (5 * 7) * 7  # after the table and 7 frames of 5 x 7 vectors: the stream's length
length = struct.unpack("<I", data[at:at + 4])[0]
assert at + 4 + length == len(data)
sys.stdout.buffer.write(data[:at] + struct.pack("<I", length - 4000) + data[at + 4:-4000])
END
wai-decode "$clip.wiv" -o whole.raw
wai-decode damaged.wiv --stream > part.raw 2> errors
echo $?
cut -d: -f1-3 errors
frames=$(($(stat -c %s part.raw) / 26880))
[ $((frames * 26880)) = "$(stat -c %s part.raw)" ] && [ $frames -gt 0 ] && [ $frames -lt 8 ] && echo "some whole frames"
head -c $((frames * 26880)) whole.raw | cmp - part.raw
echo "without --stream, nothing"
wai-decode damaged.wiv 2> errors | wc -c
wai-decode damaged.wiv --stream -o no.y4m 2> errors
echo $?
wai-decode "$clip.wiv" --stream --format png
echo $?
wai-decode "$clip.wiv" --stream --frame 1
echo $?
ls
