# PCM of exactly t_out samples, bare and as WAV: its sizes are true on a pipe too.
real=$WAI_SOURCE/corpus/real/audio
media="python3 -B $WAI_SOURCE/tests/cli/wai-decode/media.py"
for name in speech tune; do
  cat "$real/$name.sha256"
  wai-decode "$real/$name.wia" --set "$real/model.wam" -o $name.pcm && sha256sum < $name.pcm
  wai-decode "$real/$name.wia" --set "$real/model.wam" -o $name.wav && $media wav $name.wav
  wai-decode "$real/$name.wia" --set "$real/model.wam" --format wav | tee piped.wav | $media wav -
  cmp piped.wav $name.wav
done
