#!/usr/bin/env bash
# Does Stockfish count what a Chess960 suite says, on every line, at one depth? One Stockfish process counts them all.
# usage: stockfish_chess960.sh FILE DEPTH
set -eu
file=$1
depth=$2
PATH=$PATH:/usr/games

if ! command -v stockfish >/dev/null; then
    echo "skipped: no stockfish"
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -E "s/ ;.*;D$depth ([0-9]+).*/: \1/" "$file" >"$folder/wanted"
{
    echo "setoption name UCI_Chess960 value true"
    sed -E "s/(.*): .*/position fen \1\ngo perft $depth/" "$folder/wanted"
} >"$folder/commands"
stockfish <"$folder/commands" | awk '/^Nodes searched: / { print $3 }' >"$folder/counts"
sed 's/: .*//' "$folder/wanted" | paste -d '|' - "$folder/counts" | sed 's/|/: /' >"$folder/counted"

if ! diff "$folder/wanted" "$folder/counted" >"$folder/difference"; then
    echo "FAILED: < is $file, > is Stockfish, at depth $depth"
    head -20 "$folder/difference"
    exit 1
fi
lines=$(wc -l <"$folder/counts")
echo "$lines counts of depth $depth agree with Stockfish"
[ "$lines" -gt 0 ]
