#!/usr/bin/env bash
# Stockfish and Plyforge divide perft 1 to 3 of the same random reachable positions, standard and Chess960. One
# Stockfish process answers for all of them.
# usage: stockfish.sh PRINT_DIVIDES POSITIONS
set -eu
print_divides=$1
positions=$2
seed=20240
PATH=$PATH:/usr/games
export LC_ALL=C

if ! command -v stockfish >/dev/null; then
    echo "skipped: no stockfish"
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$print_divides" commands "$seed" "$positions" >"$folder/commands"
"$print_divides" answers "$seed" "$positions" >"$folder/answers"
stockfish <"$folder/commands" >"$folder/stockfish"

# "7 e2e4: 20" for each move of the 7th divide, "7 total 400" for its sum; in one order for both.
number_lines() {
    awk 'BEGIN { n = 1 }
         /^[a-h][1-8][a-h][1-8][qrbn]?: [0-9]+$/ { print n, $0 }
         /^Nodes searched: / { print n++, "total", $3 }' "$1" | sort
}
number_lines "$folder/answers" >"$folder/ours"
number_lines "$folder/stockfish" >"$folder/theirs"

expected=$((positions * 2 * 3))
compared=$(grep -c total "$folder/theirs" || true)
if [ "$compared" -eq 0 ] || [ "$compared" -ne "$expected" ]; then
    echo "FAILED: Stockfish answered $compared of $expected times"
    exit 1
fi
if ! diff "$folder/ours" "$folder/theirs" >"$folder/difference"; then
    echo "FAILED: < is Plyforge, > is Stockfish; the first number is that of the divide, three for each position"
    head -20 "$folder/difference"
    first=$(awk '/^[<>]/ { print $2 }' "$folder/difference" | sort -n | head -1)
    echo "the first one: $(grep '^position' "$folder/commands" | sed -n "$(((first + 2) / 3))p")"
    exit 1
fi
echo "$compared divides of $((positions * 2)) positions agree with Stockfish"
