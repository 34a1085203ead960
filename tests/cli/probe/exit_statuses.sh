printf abc > in
for end in refused nothing bug memory thread; do cli-probe in --end $end; echo $?; done
for end in nothing bug memory; do cli-probe in --json --end $end; echo $?; done
