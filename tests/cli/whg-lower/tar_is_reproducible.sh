# The same bytes from another directory, under another clock, zone, locale and umask, and by any number of threads.
ln -s "$WAI_SOURCE/corpus" corpus
set=$PWD/corpus/real/hyper
whg-lower "$set" --capability wai.neural.int_hyper > first.tar
mkdir -p elsewhere/deep
(
  cd elsewhere/deep
  umask 077
  cp -r "$set" renamed
  touch -d 2001-02-03 renamed/*
  chmod 400 renamed/*
  TZ=Pacific/Auckland LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 whg-lower renamed/ --capability wai.neural.int_hyper --threads 1 -o ../../second.tar
)
cmp first.tar second.tar && echo same
