#!/usr/bin/env bash
# Twenty fast games of the example engine against Stockfish at skill 0, half of them Chess960. The engine and the library
# are built with the address and undefined-behaviour sanitizers, in a folder that is kept for the next time. No game may be
# lost by an illegal move, by time or by the end of the process, and most of them should be won.
# usage: engine_games.sh SOURCE_DIR BINARY_DIR MATCH
set -eu
source=$1
binary=$2
match=$3
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || { echo "skipped: no stockfish"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags="-O1 -g -DPF_DEBUG_TEMPLATES -fsanitize=address,undefined -fno-sanitize-recover=all"
build=$binary/engine_games
{
    cmake -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$flags" -DPLYFORGE_BUILD_PROGRAM=OFF &&
        cmake --build "$build" --target plyforge --parallel 2
} >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
# shellcheck disable=SC2086 # several flags
"${CC:-cc}" -std=c17 $flags -pthread -I"$source/include" "$source"/examples/engine/*.c "$build/src/libplyforge.a" \
    -o "$folder/engine"

# The engine keeps 100 ms in reserve. The margin of the referee accounts for a machine that is shared with other work and
# may leave a process waiting that long.
set +e
"$match" --engine "$folder/engine" --option "Move Overhead=100" --engine stockfish --option "Skill Level=0" --games 20 \
    --time 1+0.1 --margin 500 --chess960 half --pgn "$folder/games.pgn" | tee "$folder/log"
status=${PIPESTATUS[0]}
set -e
if [ "$status" -ne 0 ]; then
    echo "FAILED: the engine lost a game by something else than mate"
    tail -n 30 "$folder/games.pgn"
    exit 1
fi
grep -qx 'forfeits: 0 and [0-9]*' "$folder/log"
won=$(sed -nE 's/.*: ([0-9]+) won, .*/\1/p' "$folder/log")
[ "$won" -ge 11 ] || { echo "FAILED: only $won of 20 games won"; exit 1; }
