# 4 bytes are read under a limit of 4 and not under one of 3, from a file and from a pipe.
printf abcd > in
cli-probe in --max-input 4; echo " $?"
cat in | cli-probe - --max-input 4; echo " $?"
cli-probe in --max-input 3; echo "$?"
cat in | cli-probe - --max-input 3; echo "$?"
cli-probe in --max-input 0; echo "$?"
cli-probe /dev/zero --max-input 2M; echo "$?"
cli-probe in --max-input -1; echo "$?"
cli-probe in --max-input 16E; echo "$?"
