#!/usr/bin/env bash
# Every C and C++ block of docs/ and README.md compiles without a warning and runs: complete programs as they are, others in the frame
# fragments/PAGE-NUMBER, which includes block.inc, or part1.inc, part2.inc ... where blank lines separate the parts; links between the pages lead to a page and to a
# heading on it; the citation names the version. tests/site builds the site.
# usage: docs.sh SOURCE_DIR LIBRARY
set -eu
source=$1
library=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

awk -v folder="$folder" '
    /^```c(pp)?$/ { inside = 1; text = ""; kind = substr($0, 4); next }
    function put(file, text) { printf "%s", text >file; close(file) }
    FNR == 1 { page = FILENAME; sub(/.*\//, "", page); sub(/\.md$/, "", page); fragments = 0 }
    /^```$/ && inside {
        inside = 0
        if (text ~ /int main/) {
            put(folder "/" ++count "." kind, text)
        } else {
            name = folder "/" page "-" ++fragments
            system("mkdir " name)
            put(name "/block.inc", text)
            parts = split(text, part, "\n\n")
            for (i = 1; i <= parts; i++) put(name "/part" i ".inc", part[i] "\n")
            put(name "/" page "-" fragments "." kind, "")
        }
    }
    inside { text = text $0 "\n" }
' "$source"/docs/*.md "$source"/README.md
frames=$source/tests/build/fragments
for frame in "$frames"/*; do
    name=$(basename "$frame")
    if [ ! -e "$folder/${name%.*}/$name" ]; then
        echo "FAILED: $frame is the frame of no block"
        failures=$((failures + 1))
    fi
done
for fragment in "$folder"/*-*/*.c "$folder"/*-*/*.cpp; do
    if [ -e "$fragment" ] && ! cp "$frames/$(basename "$fragment")" "$fragment"; then
        echo "FAILED: no frame for this block"
        cat "$(dirname "$fragment")/block.inc"
        failures=$((failures + 1))
    fi
done
programs=0
for program in "$folder"/*.c "$folder"/*.cpp "$folder"/*-*/*.c "$folder"/*-*/*.cpp; do
    [ -e "$program" ] || continue
    compiler=("${CC:-cc}" -std=c17)
    [ "${program##*.}" = c ] || compiler=("${CXX:-c++}" -std=c++17 -Wold-style-cast)
    if ! "${compiler[@]}" -Wall -Wextra -Wconversion -Werror -I "$source/include" -I "$source" "$program" "$library" -pthread \
        -o "$program.out" || ! "$program.out" >"$program.printed"; then
        echo "FAILED: this program of docs/"
        cat "$program"
        failures=$((failures + 1))
    fi
    # A comment behind main is what the program prints.
    sed -n '/^}$/,$p' "$program" | sed -n '/^\/\* /,/\*\/$/p' | sed -E 's/^(\/\* |   )//; s/ \*\/$//' >"$program.expected"
    if [ -s "$program.expected" ] && ! diff "$program.expected" <(sed 's/ *$//' "$program.printed"); then
        echo "FAILED: this program of docs/ prints something else than its comment"
        cat "$program"
        failures=$((failures + 1))
    fi
    programs=$((programs + 1))
done

# The names that links use for the headings of a page: lower case, no punctuation, hyphens for blanks.
headings_of() {
    sed -nE 's/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

links=0
while IFS=: read -r page link; do
    links=$((links + 1))
    [[ $link != *explorer.md#tab=* ]] || link=${link%%#*} # a state of the explorer: web/tests/xray.test.mjs opens them
    target=$(dirname "$page")/${link%%#*}
    [ -n "${link%%#*}" ] || target=$page
    if [ ! -e "$target" ] || { [[ $link == *#* ]] && ! headings_of "$target" | grep -qxF "${link#*#}"; }; then
        echo "FAILED: $page links to $link"
        failures=$((failures + 1))
    fi
done < <(cd "$source" && grep -oHE '\]\([^): ]+\)' docs/*.md docs/learn/*.md docs/records/*.md README.md CONTRIBUTING.md SECURITY.md | sed -E 's/\]\(([^)]*)\)/\1/' |
    sed "s|^|$source/|")

# The version stands in the header; the citation repeats it.
version=$("$source/scripts/version")
if ! grep -qx "version: $version" "$source/CITATION.cff"; then
    echo "FAILED: CITATION.cff does not say version: $version"
    failures=$((failures + 1))
fi

echo "$programs programs run, $links links followed, $failures failures"
[ "$programs" -gt 0 ] && [ "$links" -gt 0 ] && [ "$failures" -eq 0 ]
