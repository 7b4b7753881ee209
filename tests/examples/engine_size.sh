#!/usr/bin/env bash
# The example engine stays small enough to be read: at most 900 lines with comments and blank lines, no function with more
# than 60 lines, and README.md names every file.
# usage: engine_size.sh FOLDER
set -eu
cd "$1"
failures=0
lines=$(cat ./*.[ch] | wc -l)
if [ "$lines" -gt 900 ]; then
    echo "FAILED: $lines lines in all"
    failures=1
fi
longest=$(awk 'FNR == 1 { start = 0 } /^\{/ { start = FNR } /^\}/ && start { print FNR - start - 1, FILENAME; start = 0 }' \
    ./*.c | sort -n | tail -1)
if [ "${longest%% *}" -gt 60 ]; then
    echo "FAILED: a function with ${longest%% *} lines in ${longest#* }"
    failures=1
fi
for file in *.[ch]; do
    grep -qF "[$file]($file)" README.md || { echo "FAILED: README.md does not name $file"; failures=1; }
done
echo "$lines lines, the longest function has ${longest%% *}"
exit "$failures"
