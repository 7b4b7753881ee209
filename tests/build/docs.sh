#!/usr/bin/env bash
# Every complete C program in docs/ compiles without a warning and runs; links between the pages lead somewhere; where
# there is doxygen, the site is made without a warning, and everything in the public headers has a word about it there.
# usage: docs.sh SOURCE_DIR LIBRARY
set -eu
source=$1
library=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

awk -v folder="$folder" '
    /^```c$/ { inside = 1; text = ""; next }
    /^```$/ && inside { inside = 0; if (text ~ /int main/) { file = folder "/" ++count ".c"; printf "%s", text >file; close(file) } }
    inside { text = text $0 "\n" }
' "$source"/docs/*.md "$source"/README.md
programs=0
for program in "$folder"/*.c; do
    [ -e "$program" ] || continue
    if ! "${CC:-cc}" -std=c17 -Wall -Wextra -Wconversion -Werror -I "$source/include" "$program" "$library" -pthread \
        -o "$program.out" || ! "$program.out" >/dev/null; then
        echo "FAILED: this program of docs/"
        cat "$program"
        failures=$((failures + 1))
    fi
    programs=$((programs + 1))
done

links=0
while IFS=: read -r page link; do
    links=$((links + 1))
    if [ ! -e "$(dirname "$page")/${link%%#*}" ]; then
        echo "FAILED: $page links to $link"
        failures=$((failures + 1))
    fi
done < <(cd "$source" && grep -oHE '\]\([^):]+\)' docs/*.md README.md CONTRIBUTING.md | sed -E 's/\]\(([^)]*)\)/\1/' |
    sed "s|^|$source/|")

site() { # SETTING...
    (cd "$source" && { cat docs/Doxyfile && printf '%s\n' "OUTPUT_DIRECTORY = $folder/site" "$@"; } | doxygen -)
}
if command -v doxygen >/dev/null; then
    site || failures=$((failures + 1))
    # Members of structs may speak for themselves; nothing else of the API may.
    if site 'EXTRACT_ALL = NO' 'WARN_IF_UNDOCUMENTED = YES' 'WARN_AS_ERROR = NO' 2>&1 | grep -v '(variable)' | grep 'is not documented'; then
        failures=$((failures + 1))
    fi
fi
echo "$programs programs run, $links links followed, $failures failures"
[ "$programs" -gt 0 ] && [ "$links" -gt 0 ] && [ "$failures" -eq 0 ]
