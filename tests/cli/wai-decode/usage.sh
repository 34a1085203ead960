# Command lines that ask for what cannot be: status 2, one line, nothing written.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" p.wih
cp "$real/wiv/chelsea_whole_8x80x112.wiv" c.wiv
cp "$real/audio/tune.wia" s.wia
cp "$real/splat/knot.wis" g.wis
picture() { wai-decode p.wih --set "$real/hyper" "$@"; echo "exit $?"; }
clip() { wai-decode c.wiv "$@"; echo "exit $?"; }
sound() { wai-decode s.wia --set "$real/audio/model.wam" "$@"; echo "exit $?"; }
planes() { wai-decode g.wis --set "$real/splat/g_s.whm" "$@"; echo "exit $?"; }
wai-decode; echo "exit $?"
wai-decode --json; echo "exit $?"
picture -o out.wav
picture -o out.y4m
picture --frame 0 -o out.png
picture -o out.ply --json
picture --format jpeg -o out
clip -o out.png
clip -o out.wav
clip --frame 8 -o out.png
clip --frame -1 -o out.png
clip -o 'out%d.y4m'
clip --fps 0 -o out.y4m
clip --fps 25:x -o out.y4m
sound -o out.ppm
sound -o 'out%d.wav'
planes -o out.ppm
planes -o out.ply --attributes a,b,a
planes -o out.ply --attributes 1,2,3,4,5,6,7,8,9
picture --declared --inspect
picture --declared -o out
picture --inspect --digest
picture --test -o out
picture --to-json --format png
clip --stream --test
wai-decode - --set - < p.wih; echo "exit $?"
ls
