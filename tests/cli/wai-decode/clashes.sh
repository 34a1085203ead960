# Two payloads of one run are never written to one file, however the names come about; a link counts as its file.
real=$WAI_SOURCE/corpus/real
set=$real/hyper
cp "$real/wiv/coffee_half_12x96x96.wiv" a.wiv
cp "$real/wih/chelsea64.wih" a-0003.wih
one() { "$@" > /dev/null 2> err; echo "exit $?"; sed "s|$PWD|.|g" err; }
mkdir k1 k2
echo "- frame 3 of the clip, and a picture of that name"
one wai-decode a.wiv a-0003.wih --set "$set" --format png -o k1/ --threads 1
ls k1 | wc -l
cmp k1/a-0003.png <(wai-decode a.wiv --frame 3 --format png -o -) && echo "frame 3 is the clip's"
echo "- a link to the other's file"
mkdir al && : > al/a.raw && ln -s a.raw al/a-0003.raw
one wai-decode a.wiv a-0003.wih --set "$set" -o al/
echo "- the digest file is an input"
printf '%s' "$(cut -c1-64 "$real/wih/chelsea64.sha256")" > v.sha
one wai-decode a-0003.wih --set "$set" --verify v.sha -o v.sha
wc -c < v.sha
one wai-decode - --set "$set" --verify - < a-0003.wih
echo "- a directory has one name"
one wai-decode a.wiv -o 'd%d/'
