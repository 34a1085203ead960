# Payloads that are none, or damaged, or another's: one line and one code; exit 1 and no output.
real=$WAI_SOURCE/corpus/real
cp "$real/wih/chelsea64.wih" good.wih
code() { wai-decode "$@" --set "$real/hyper" -o out.raw 2>&1 | cut -d: -f1-3; echo "exit ${PIPESTATUS[0]}"; }
: > empty && code empty
printf '{"m": 64}' > form.json && code form.json
printf WIH > short && code short
head -c 100 good.wih > cut.wih && code cut.wih
(cat good.wih; echo) > longer.wih && code longer.wih
(printf 'WIH1\002'; tail -c +6 good.wih) > version.wih && code version.wih
(printf 'WIH1\001\001'; tail -c +7 good.wih) > reserved.wih && code reserved.wih
(head -c -4 good.wih; printf 'abcd') > damaged.wih && code damaged.wih
code good.wih --capability wai.audio.int_codec
code good.wih --capability wai.video.int_motion
code "$real/wiv/chelsea_whole_8x80x112.wiv" --capability wai.video.int_hyper
code good.wih --capability wai.neural.int_synth
code good.wih --capability wai.none
wai-decode form.json --json
wai-decode form.json
wai-decode absent.wih
echo $?
[ -e out.raw ] || echo "no output"
