#!/usr/bin/env bash
# The program for another machine, built statically by Debian's cross compiler and run under qemu-user: all the suites with
# every back end of that machine, and every way to count that is portable.
# usage: cross.sh SOURCE_DIR MACHINE MAX_NODES
set -euo pipefail
source=$1
machine=$2
max_nodes=$3
compiler=$machine-linux-gnu-gcc
emulator=$(command -v "qemu-$machine-static" || command -v "qemu-$machine" || true)
if ! command -v "$compiler" >/dev/null || [ -z "$emulator" ]; then
    echo "skipped: no $compiler, or no qemu-$machine"
    exit 77
fi

# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
# JSON, ledgers and compressed input would need libraries of that machine.
quietly cmake -S "$source" -B "$folder/build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$machine" \
    -DCMAKE_C_COMPILER="$compiler" -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_BUILD_TYPE=Release -DPLYFORGE_WERROR=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON -DCMAKE_DISABLE_FIND_PACKAGE_BZip2=ON -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON
quietly cmake --build "$folder/build" --parallel 2 --target plyforge_program plyforge

plyforge=("$emulator" "$folder/build/plyforge")
"${plyforge[@]}" --version
backends=0
for backend in portable bmi2 avx2 avx512 neon; do
    if ! "${plyforge[@]}" perft 1 --backend "$backend" >/dev/null 2>&1; then continue; fi
    backends=$((backends + 1))
    echo -n "$backend: "
    "${plyforge[@]}" suite "$source"/tests/perft/*.epd --chess960 --max-nodes "$max_nodes" --backend "$backend" 2>/dev/null | tail -1
done
[ "$machine" != aarch64 ] || [ "$backends" -eq 2 ] || { echo "FAILED: aarch64 has portable code and neon"; exit 1; }
for way in "--plain" "--threads 2 --hash 1M" "--exact-dedupe" "--legality filter" "--legality lookup" \
    "--sliders hyperbola" "--sliders obstruction" "--sliders kogge-stone"; do
    # shellcheck disable=SC2086 # the words are meant to be split
    nodes=$("${plyforge[@]}" perft 4 $way 2>/dev/null | tail -1)
    [ "$nodes" = "Nodes searched: 197281" ] || { echo "FAILED: perft 4 $way: $nodes"; exit 1; }
done
[ "$("${plyforge[@]}" pgn "$source/tests/cli/data/games.pgn" --moves uci 2>/dev/null || true)" != "" ]
echo "$machine counts right"
