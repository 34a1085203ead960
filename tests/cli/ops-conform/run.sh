# Two decodes of one sequence: floor(3v/4) below zero, v from zero up; then one value past the range.
. "$WAI_SOURCE/tests/cli/ops-conform/leaky.bash"
write_leaky leaky.whg1
cat >inputs.json <<'END'
{"decodes": [{"inputs": [{"shape": [1, 1, 4], "data": [-10, -1, 0, 10]}], "scalars": []},
             {"inputs": [{"shape": ["1", "1", "1"], "data": ["11"]}]}]}
END
ops-conform run leaky.whg1 inputs.json
