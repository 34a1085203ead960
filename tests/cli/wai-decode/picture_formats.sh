# One picture in every format that holds one: the samples are the recorded ones, read back by another reader.
real=$WAI_SOURCE/corpus/real
media="python3 -B $WAI_SOURCE/tests/cli/wai-decode/media.py"
decode() { wai-decode "$real/wih/coffee256.wih" --set "$real/hyper" "$@"; }
cat "$real/wih/coffee256.sha256"
decode | sha256sum
decode -o coffee.raw && sha256sum < coffee.raw
decode -o coffee.PNG && $media png coffee.PNG
decode -o coffee.ppm && $media pnm coffee.ppm
decode -o - --format png > piped.png && cmp piped.png coffee.PNG
decode -o misnamed.png --format ppm && cmp misnamed.png coffee.ppm
$media psnr coffee.PNG "$real/source/coffee256.png"
wai-decode "$real/int_synth/astronaut128.bin" --capability wai.neural.int_synth --set "$real/int_synth/int_synth.json" \
  -o astronaut.png
$media png astronaut.png && cat "$real/int_synth/astronaut128.sha256"
ls
