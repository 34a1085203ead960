# An unset variable in a script is a usage error, and nothing is switched off by it.
payload=$WAI_SOURCE/corpus/real/wiv/coffee_half_12x96x96.wiv
for option in --verify --set --capability --attributes --format --fps -o; do
  wai-decode "$payload" --test "$option" '' > /dev/null 2>&1; echo "$option: exit $?"
done
wai-decode '' > /dev/null 2>&1; echo "payload: exit $?"
