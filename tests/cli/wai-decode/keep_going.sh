# --keep-going goes on after what one payload cannot be; the status is 1 when any was refused.
real=$WAI_SOURCE/corpus/real
cp "$real/wiv/coffee_half_12x96x96.wiv" a.wiv
cp "$real/wih/chelsea64.wih" p.wih
head -c 30 a.wiv > bad.wiv
try() { echo "- ${*//$real/real}"; wai-decode "$@" --threads 1 2>&1; echo "exit $?"; }
try p.wih a.wiv --set "$real/hyper" --frame 2 --format png -o d/ --keep-going
try p.wih a.wiv --set "$real/hyper" --format y4m -o mix/ --keep-going
try absent.wiv bad.wiv a.wiv --test --keep-going
try bad.wiv absent.wiv a.wiv --test --keep-going
try absent.wiv a.wiv --test --keep-going
wai-decode a.wiv --digest > sums
try a.wiv p.wih --set "$real/hyper" --verify sums --keep-going
try p.wih --set "$real/hyper" --verify sums --keep-going
echo "- as JSON"
wai-decode bad.wiv absent.wiv --test --keep-going --json 2>&1
echo "- quietly"
wai-decode a.wiv -q --digest | cut -c1-16
wai-decode a.wiv -q --declared | head -n 1
wai-decode a.wiv -q --test
wai-decode a.wiv -q --verify sums
