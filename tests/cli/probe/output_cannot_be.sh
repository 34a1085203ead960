printf abc > in
mkdir folder
ln -s nowhere dangling
cli-probe in -o folder; echo $?
cli-probe in -o absent/out; echo $?
cli-probe in -o in/out; echo $?
cli-probe in -o dangling; echo $?
cli-probe in -o absent/; echo $?
cli-probe in -o ""; echo $?
ls -A
