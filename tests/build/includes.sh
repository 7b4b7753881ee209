#!/usr/bin/env bash
# The rule of the house: a folder of src/ includes only folders above it in the walk, the reference only public headers
# and its own, and what is outside src/ sees the public headers only.
# usage: includes.sh SOURCE_DIR
set -eu
cd "$1"
walk=(cpu board moves rules notation perft ways workbench)
failures=0
checked=0

complain() {
    echo "FAILED: $1 includes $2"
    failures=$((failures + 1))
}

place() {
    local i
    for i in "${!walk[@]}"; do
        if [ "${walk[i]}" = "$1" ]; then echo "$i"; fi
    done
}

# The quoted headers that a file includes, and the public ones.
quoted() {
    sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]+"([^"]+)".*/\1/p' "$1"
}

# Whether a file of src/FOLDER may include "HEADER". Names without a folder are generated tables and compiler.h.
may_include() {
    local folder=$1 header=$2 from to
    if [ "$folder" = reference ]; then [[ $header == reference/* ]] && return 0 || return 1; fi
    if [[ $header == compiler.h || $header != */* && $header == *.inc ]]; then return 0; fi
    if [ "$folder" = workbench ] && [[ $header == reference/* ]]; then return 0; fi
    from=$(place "$folder")
    to=$(place "${header%%/*}")
    [ -n "$from" ] && [ -n "$to" ] && [ "$to" -le "$from" ]
}

while read -r file; do
    folder=${file#src/}
    folder=${folder%%/*}
    checked=$((checked + 1))
    while read -r header; do
        if [ "$folder" = compiler.h ] || ! may_include "$folder" "$header"; then complain "$file" "$header"; fi
    done < <(quoted "$file")
done < <(find src -name '*.[ch]' | sort)

# A header of their own stands beside the file; one of src/ does not. What the build makes from other files is *.inc.
while read -r file; do
    checked=$((checked + 1))
    while read -r header; do
        if [[ $header != */* && $header == *.inc ]]; then continue; fi
        if [[ $header == */* || ! -e $(dirname "$file")/$header ]]; then complain "$file" "$header"; fi
    done < <(quoted "$file")
done < <(find include programs examples -name '*.[ch]' | sort)

echo "$checked files looked at, $failures includes out of place"
[ "$checked" -gt 0 ] && [ "$failures" -eq 0 ]
