#!/usr/bin/env bash
# docs/*.md stay within a number of words, and no expression of words.txt stands in the paths below.
# usage: words.sh SOURCE_DIR
set -eu
cd "$1"
limit=20000
paths=(docs README.md) # later also: CONTRIBUTING.md include src programs tools scripts bench fuzz examples tests
list=tests/build/words.txt
failures=0

words=$(cat docs/*.md | wc -w)
if [ "$words" -gt "$limit" ]; then
    echo "FAILED: docs/*.md have $words words, $((words - limit)) too many"
    wc -w docs/*.md | sort -rn
    failures=$((failures + 1))
fi

expressions=$(sed -E 's/[[:space:]]*#.*//; /^$/d' "$list")
[ -n "$expressions" ]
# The list itself has all of them, and the changelog says what things were called.
if grep -rnIiwE --exclude=words.txt --exclude=CHANGELOG.md -e "$expressions" "${paths[@]}"; then
    echo "FAILED: $list says what to write instead of these"
    failures=$((failures + 1))
fi
echo "$words of $limit words in docs/, $(wc -l <<<"$expressions") expressions looked for, $failures failures"
[ "$failures" -eq 0 ]
