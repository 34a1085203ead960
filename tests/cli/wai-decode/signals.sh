# A signal ends the program and leaves nothing behind: no temporary file, no directory just made. An ignored one stays
# ignored. A file size limit is an error of writing.
real=$WAI_SOURCE/corpus/real
for signal in INT TERM HUP QUIT; do
  python3 - "$signal" "$real" << 'END'
import os, signal, subprocess, sys, time
number = getattr(signal, "SIG" + sys.argv[1])
command = ["wai-decode", sys.argv[2] + "/wih/raccoon768x1024.wih", "--set", sys.argv[2] + "/hyper", "-o", "new/"]
p = subprocess.Popen(command, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
deadline = time.time() + 60
while time.time() < deadline and not (os.path.isdir("new") and os.listdir("new")):
    time.sleep(0.01)
print("waits as a temporary file:", os.listdir("new")[0].endswith(".tmp"))
p.send_signal(number)
print("ended by", sys.argv[1] if p.wait() == -number else p.returncode)
END
done
ls -A
echo "- ignored"
(trap '' TERM; wai-decode "$real/wiv/coffee_half_12x96x96.wiv" --stream -o - > clip.raw & sleep 0.1; kill -TERM $! 2> /dev/null; wait $!; echo "exit $?")
rm clip.raw
echo "- file size limit"
(ulimit -f 100; wai-decode "$real/wiv/coffee_half_12x96x96.wiv" -o x.raw; echo "exit $?")
ls -A
