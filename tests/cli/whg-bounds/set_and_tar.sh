# A set's certificate is the committed one (ops 14.3), ends without a line feed (ops 8.5), and is what a tar stream of
# whg-lower gives, from standard input or a file.
ln -s "$WAI_SOURCE/corpus" corpus
certify() {
  whg-bounds "corpus/real/$2" --capability "$1" > set.json
  cmp set.json "corpus/certificates/$1/$3.json"
  whg-lower "corpus/real/$2" --capability "$1" | whg-bounds - | cmp - set.json
  whg-lower "corpus/real/$2" --capability "$1" -o set.tar
  whg-bounds set.tar -o tar.json && cmp tar.json set.json
  echo "$1 $(tail -c 1 set.json)"
}
certify wai.neural.int_hyper hyper 01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9
certify wai.neural.int_hyper hyper-w12 9c69ea9fa27e3850c993fcbefc7512654d26b94af888ea44130a26afdb929ac1
certify wai.video.int_hyper hyper 01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9
certify wai.audio.int_codec audio/model.wam 15d6d1bcbcab4f91bea285a1d3470826dc598ec29b6b32cc16276c6d626d7a17
certify wai.splat.int_codec splat/g_s.whm e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94
certify wai.neural.int_synth int_synth 59847b73bf825be04989cd3de1856dcf58a1ec4142dfebe7c532c3b5aa7330e8
