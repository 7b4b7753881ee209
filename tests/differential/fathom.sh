#!/usr/bin/env bash
# Fathom, an independent reader of Syzygy tables in a process of its own, and Plyforge give the same results and distances
# for random positions.
# usage: fathom.sh PRINT_TABLES ASK_FATHOM POSITIONS DIRECTORY
set -eu
print_tables=$1
ask_fathom=$2
positions=$3
directory=$4

if [[ ! -x $ask_fathom ]]; then
    echo "skipped: no libfathom"
    exit 77
fi
if [[ ! -d $directory ]]; then
    echo "skipped: no tables in $directory"
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$print_tables" 1 "$positions" 4 "$directory" >"$folder/ours"
"$ask_fathom" "$directory" <"$folder/ours" >"$folder/theirs"
count=$(wc -l <"$folder/theirs")
echo "$count positions, $(awk '$11 != 0' "$folder/theirs" | wc -l) decided, $(awk '$9 != 0' "$folder/theirs" | wc -l) with en passant"
[[ $count == "$positions" ]]
if ! cmp -s "$folder/ours" "$folder/theirs"; then
    echo "FAILED: first ours, then Fathom's"
    diff "$folder/ours" "$folder/theirs" | head -20
    exit 1
fi
