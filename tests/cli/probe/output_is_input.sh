# Under its own name, a hard link, a symbolic link, another spelling, standard input or output: the input stays.
printf abc > in
ln in hard
ln -s in soft
mkdir folder
ln in folder/member
for out in in hard soft ./in folder/../in; do cli-probe in -o $out; echo $?; done
cli-probe - -o in < in; echo $?
cli-probe in >> in; echo $?
cli-probe in folder -o hard; echo $?
cat in
