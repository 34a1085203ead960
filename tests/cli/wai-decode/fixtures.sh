# Every code of pay 8 but not_dispatchable (readings P26), from the command line: the committed payloads, each against
# its set and limits, give what their index says.
python3 "$WAI_SOURCE/tests/cli/wai-decode/fixtures.py" "$WAI_SOURCE/corpus"
