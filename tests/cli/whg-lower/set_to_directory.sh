# Every real set to a directory, one file a role: the bytes committed under its digest (ops 14.3), and nothing beside.
ln -s "$WAI_SOURCE/corpus" corpus
lower() {
  whg-lower "corpus/real/$2" --capability "$1" -o "$3"
  echo "$1: $(ls -A "$3" | tr '\n' ' ')"
  diff -r "$3" "corpus/certificates/$1/$4" && echo same
}
lower wai.neural.int_hyper hyper a 01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9
lower wai.neural.int_hyper hyper-w12 b 9c69ea9fa27e3850c993fcbefc7512654d26b94af888ea44130a26afdb929ac1
lower wai.video.int_hyper hyper c 01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9
lower wai.audio.int_codec audio/model.wam d 15d6d1bcbcab4f91bea285a1d3470826dc598ec29b6b32cc16276c6d626d7a17
lower wai.splat.int_codec splat e e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94
lower wai.neural.int_synth int_synth f 59847b73bf825be04989cd3de1856dcf58a1ec4142dfebe7c532c3b5aa7330e8
