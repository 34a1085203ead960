# The help and the man page name the same options.
wai-decode --help | grep -oE '^ +(-[a-z],)?--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort > helped
grep -E '^\.(It )?Fl|^, ?Fl|^\.It' "$WAI_SOURCE/man/wai-decode.1" | grep -oE 'Fl -[a-z][a-z-]+' | sed 's/Fl /-/' | sort -u > paged
comm -3 helped paged
wc -l < helped
