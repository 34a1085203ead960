# A full device and a file that may not grow: status 3, and no file of a sequence appears.
clip=$WAI_SOURCE/corpus/real/wiv/chelsea_whole_8x80x112.wiv
wai-decode "$clip" > /dev/full; echo $?
wai-decode "$clip" --stream > /dev/full; echo $?
wai-decode "$clip" --digest > /dev/full; echo $?
printf old > frame0.png
(trap '' XFSZ; ulimit -f 4; wai-decode "$clip" -o 'frame%d.png'; echo $?)
(trap '' XFSZ; ulimit -f 4; wai-decode "$clip" -o clip.y4m; echo $?)
cat frame0.png; echo
ls -A
