# Sets that are missing, wrong, incomplete or of another listing; each is told by its code, with the member's name.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" "$real/splat/knot.wis" "$real/audio/tune.wia" .
decode() { wai-decode "$@" --test; echo "exit $?"; }
decode chelsea64.wih
wai-decode chelsea64.wih --declared; echo "exit $?"
decode tune.wia
cp -r "$real/hyper" copy && chmod -R u+w copy
rm copy/wai.prior.set.json copy/h_s.whm
decode chelsea64.wih --set copy
cp copy/g_s.whm copy/h_s.whm
decode chelsea64.wih --set copy 2>&1 | cut -d: -f1-3,4
cp "$real/hyper-w12/"?_s.whm copy
decode chelsea64.wih --set copy --digest 2>&1 | cut -d: -f1-3
cp "$real/hyper/wai.prior.set.json" copy
decode chelsea64.wih --set copy 2>&1 | cut -d: -f1-3
decode knot.wis --set "$real/audio/model.wam" 2>&1 | cut -d: -f1-3
decode tune.wia --set "$real/splat/g_s.whm" 2>&1 | cut -d: -f1-3
decode knot.wis --set absent
decode knot.wis --set - < "$real/splat/g_s.whm"
