# The old bytes stay until the new ones are all there; the permissions stay; a link is written through.
printf old > out
chmod 640 out
ln -s out link
printf new > in
cli-probe in -o out --end refused 2> /dev/null; echo "$? $(cat out)"
cli-probe in -o link; echo "$? $(cat out) $(stat -c %a out) $(readlink link)"
umask 027
cli-probe in -o fresh; stat -c %a fresh
ls -A
