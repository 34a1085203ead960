# The option comes before the environment; 0 is at least one thread; bad values are usage errors.
printf abc > in
WAI_INT_THREADS=7 cli-probe in -v -o out
WAI_INT_THREADS=7 cli-probe in -v --threads 2 -o out
WAI_INT_THREADS= cli-probe in --threads 1 -v -o out
cli-probe in -v --threads 0 -o out 2> text; grep -cE '^cli-probe: [1-9][0-9]* threads$' text
taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')" cli-probe in -v -o out
for n in -1 1025 two 1.5; do cli-probe in --threads=$n -o out 2> text; echo $?; done
WAI_INT_THREADS=many cli-probe in -o out 2> text; echo $?
