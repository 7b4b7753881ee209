#!/usr/bin/env bash
# docs/*.md stay within a number of words, and no expression of words.txt stands in the paths below.
# usage: words.sh SOURCE_DIR
set -euo pipefail
cd "$1"
limit=35000 # 20,000 when the pages were cut; a page for a new capability or language may raise it
paths=(docs README.md CONTRIBUTING.md include src programs tools scripts bench fuzz examples tests web/index.html web/src web/tests web/wasm)
list=tests/build/words.txt
failures=0

words=$(cat docs/*.md | wc -w)
if [ "$words" -gt "$limit" ]; then
    echo "FAILED: docs/*.md have $words words, $((words - limit)) too many"
    wc -w docs/*.md | sort -rn
    failures=$((failures + 1))
fi

# The list itself has all the expressions, and the changelog says what things were called.
look() {
    grep -rIiw --exclude=words.txt --exclude=CHANGELOG.md "$@" "${paths[@]}"
}

expressions=$(sed -E 's/[[:space:]]*#.*//; /^$/d' "$list")
[ -n "$expressions" ]
found=0
if look -nE -e "$expressions"; then found=1; fi
# The same, broken over two lines of text or of a comment.
while IFS= read -r expression; do
    if look -zPo -e "${expression// /[ */#]*\\n[ */#]*}" | tr '\0' '\n'; then found=1; fi
done < <(grep ' ' <<<"$expressions")
if [ "$found" -eq 1 ]; then
    echo "FAILED: $list says what to write instead of these"
    failures=$((failures + 1))
fi
echo "$words of $limit words in docs/, $(wc -l <<<"$expressions") expressions looked for, $failures failures"
[ "$failures" -eq 0 ]
