#!/usr/bin/env bash
# Does the suite of Chess960 starts still say what the tool that made it says, up to a depth?
# usage: regenerate.sh MAKE_CHESS960_SUITE FILE DEPTH
set -eu
make_chess960_suite=$1
file=$2
depth=$3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -E "s/ ;D[$((depth + 1))-9] [0-9]+//g" "$file" >"$folder/wanted"
"$make_chess960_suite" "$depth" >"$folder/made"

if ! diff "$folder/wanted" "$folder/made" >"$folder/difference"; then
    echo "FAILED: $file (<) is not what $make_chess960_suite $depth prints (>)"
    head -20 "$folder/difference"
    exit 1
fi
lines=$(wc -l <"$folder/made")
echo "$lines positions written again as they were"
[ "$lines" -eq 960 ]
