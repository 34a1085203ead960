# Raw bytes go to no terminal unless they are forced; what is told may.
cat > on_terminal.py << 'END'
import os, pty, sys
sink = bytearray()
def read(fd):
    data = os.read(fd, 65536)
    sink.extend(data)
    return data
status = os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], read))
print("exit", status, "bytes" if len(sink) > 200 else bytes(sink).decode().strip(), file=sys.stderr)
END
on_terminal() { python3 on_terminal.py "$@" < /dev/null > /dev/null 2>> told; }
clip=$WAI_SOURCE/corpus/real/wiv/chelsea_whole_8x80x112.wiv
cp "$clip" clip.wiv
on_terminal wai-decode clip.wiv
on_terminal wai-decode clip.wiv --stream --json
on_terminal wai-decode clip.wiv --force
on_terminal wai-decode clip.wiv --digest
on_terminal wai-decode clip.wiv -o out.raw
cat told
