#!/usr/bin/env bash
# Every complete C and C++ program in docs/ compiles without a warning and runs; links between the pages lead to a page and to a
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
    /^```$/ && inside { inside = 0; if (text ~ /int main/) { file = folder "/" ++count "." kind; printf "%s", text >file; close(file) } }
    inside { text = text $0 "\n" }
' "$source"/docs/*.md "$source"/README.md
programs=0
for program in "$folder"/*.c "$folder"/*.cpp; do
    [ -e "$program" ] || continue
    compiler=("${CC:-cc}" -std=c17)
    [ "${program##*.}" = c ] || compiler=("${CXX:-c++}" -std=c++17 -Wold-style-cast)
    if ! "${compiler[@]}" -Wall -Wextra -Wconversion -Werror -I "$source/include" "$program" "$library" -pthread \
        -o "$program.out" || ! "$program.out" >/dev/null; then
        echo "FAILED: this program of docs/"
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
    target=$(dirname "$page")/${link%%#*}
    [ -n "${link%%#*}" ] || target=$page
    if [ ! -e "$target" ] || { [[ $link == *#* ]] && ! headings_of "$target" | grep -qxF "${link#*#}"; }; then
        echo "FAILED: $page links to $link"
        failures=$((failures + 1))
    fi
done < <(cd "$source" && grep -oHE '\]\([^): ]+\)' docs/*.md README.md CONTRIBUTING.md SECURITY.md | sed -E 's/\]\(([^)]*)\)/\1/' |
    sed "s|^|$source/|")

# The version stands in the header; the citation repeats it.
version=$(sed -nE 's/.*PF_VERSION_TEXT +"(.*)"/\1/p' "$source/include/plyforge/base.h")
if ! grep -qx "version: $version" "$source/CITATION.cff"; then
    echo "FAILED: CITATION.cff does not say version: $version"
    failures=$((failures + 1))
fi

echo "$programs programs run, $links links followed, $failures failures"
[ "$programs" -gt 0 ] && [ "$links" -gt 0 ] && [ "$failures" -eq 0 ]
