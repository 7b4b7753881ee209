#!/usr/bin/env bash
# The program as it is, under valgrind's memcheck: no bad reads, no use of what was never written, nothing lost. It knows
# no AVX-512 and tells the program so, which then takes AVX2.
# usage: valgrind.sh SOURCE_DIR PLYFORGE
set -u
source=$1
plyforge=$2
if ! command -v valgrind >/dev/null; then
    echo "skipped: no valgrind"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
runs=0
# checked STATUS ARGUMENT...: the program must end with that status, and valgrind with no complaint
checked() {
    local wanted=$1
    shift
    valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99 "$plyforge" "$@" \
        >"$folder/output" 2>"$folder/errors"
    local status=$?
    if [ "$status" -ne "$wanted" ]; then
        echo "FAILED: $*: exit status $status"
        head -40 "$folder/errors"
        exit 1
    fi
    runs=$((runs + 1))
}
for backend in $(sed -nE 's,^ *LEVEL\(([a-z0-9_]+)\,.*,\1,p' "$source/src/base/cpu/levels.h" | grep -v avx512); do # valgrind has no AVX-512
    "$plyforge" perft 1 --backend "$backend" >/dev/null 2>&1 && checked 0 perft 4 --divide --backend "$backend"
done
checked 0 perft 4 --threads 2 --hash 1M --json
checked 0 perft 4 --threads 2 --exact-dedupe
checked 0 perft 4 --plain --legality lookup
checked 0 perft 3 --stats
checked 0 unique 4
checked 0 suite "$source/tests/perft/cpw-six.epd" --max-nodes 10000
checked 1 pgn "$source/tests/cli/data/games.pgn" --check --threads 2
checked 0 pgn "$source/tests/cli/data/games.pgn" --json
checked 0 outcome --json
checked 0 explain e1g1 --fen "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
checked 2 fen "no such thing"
if "$plyforge" perft 0 --ledger "$folder/try" >/dev/null 2>&1; then
    checked 0 perft 5 --ledger "$folder/run"
    checked 0 ledger check "$folder/run"
fi
echo "$runs runs without a complaint of valgrind"
