#!/usr/bin/env bash
# A deep exact count on a GPU in short slots, on machines that start empty: only the ledger travels, and the plies above
# the buckets are made again in each slot.
#
#   bench/gpu_slots.sh check       small depths: right counts, and every bucket counted again by the CPU
#   bench/gpu_slots.sh 13 9m       goes on with depth 13 of the start position for nine minutes, exit status 3 while buckets
#                                  are left
#
# PLYFORGE_LEDGERS is the folder of the ledgers (bench/ledgers); depth 13 is start13/all.ledger in it, less than 1 MB. Ledgers of
# several slots in one folder are added up: copy them there under different names. PLYFORGE_SQLITE names a folder with sqlite3.h
# and libsqlite3.a where SQLite is not installed, PLYFORGE_GPU_ARCH the architecture to build for (native), PLYFORGE_GPU_BUILD
# where (build/gpu-slots). Needs nvcc, cmake and a GPU.
set -eu -o pipefail
cd "$(dirname "$0")/.."
build=${PLYFORGE_GPU_BUILD:-build/gpu-slots}
ledgers=${PLYFORGE_LEDGERS:-bench/ledgers}
[ $# -ge 1 ] || { sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "$0" >&2; exit 2; }

[[ $1 == check || $1 =~ ^[0-9]+$ ]] || { echo "bench/gpu_slots.sh: a depth or check is needed, not '$1'" >&2; exit 2; }
limit=${2:-9m}
[[ $limit =~ ^[0-9]+[smh]?$ ]] || { echo "bench/gpu_slots.sh: a time such as 9m is needed, not '$limit'" >&2; exit 2; }

mkdir -p "$build" "$ledgers"
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DPLYFORGE_CUDA=ON -DPLYFORGE_BUILD_TESTS=OFF \
    -DCMAKE_CUDA_ARCHITECTURES="${PLYFORGE_GPU_ARCH:-native}" ${PLYFORGE_SQLITE:+-DPLYFORGE_SQLITE_DIR="$PLYFORGE_SQLITE"} \
    >"$build/build.log" 2>&1 &&
    cmake --build "$build" -j"$(nproc)" --target plyforge_program >>"$build/build.log" 2>&1 || { tail -20 "$build/build.log" >&2; exit 1; }
plyforge=$build/plyforge

if [ "$1" != check ]; then
    status=0
    "$plyforge" perft "$1" --exact-dedupe --backend cuda --store "$ledgers/start$1" --time-limit "$limit" || status=$?
    "$plyforge" store show "$ledgers/start$1"
    exit "$status"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
# count NAME DEPTH EXPECTED OPTION...
count() {
    local name=$1 depth=$2 expected=$3 got
    shift 3
    got=$("$plyforge" perft "$depth" --exact-dedupe --backend cuda --store "$folder/$name" "$@" 2>"$folder/errors" | sed -n 's/^Nodes searched: //p') || true
    if [ "$got" = "$expected" ]; then
        echo "$name: right, $(head -1 "$folder/errors")"
    else
        echo "$name: WRONG, $got instead of $expected; $(head -1 "$folder/errors")"
        failed=1
    fi
}
again() { # NAME: every bucket once more, by the CPU
    "$plyforge" store check "$folder/$1" --sample 64 || failed=1
}
kiwipete="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
count start5 5 4865609
count start7 7 3195901860 --store-buckets 5
count kiwipete5 5 193690690 --fen "$kiwipete" --store-buckets 3
count kiwipete6 6 8031647685 --fen "$kiwipete"
for name in start5 start7 kiwipete5 kiwipete6; do again "$name"; done
# In slots: parts with ledgers of their own, in two folders that are put together.
for part in 1 2 3; do
    "$plyforge" perft 9 --exact-dedupe --backend cuda --store "$folder/slot$part" --store-buckets 12 --buckets "$part/3" 2>/dev/null
done
mkdir "$folder/start9"
touch "$folder/start9/lock"
cp "$folder"/slot?/?-of-3.ledger "$folder/start9"
count start9 9 2439530234167
# One bucket in several parts, in little memory.
count start9-small 9 2439530234167 --memory 2G --store-buckets 4
count start11 11 2097651003696806
exit "$failed"
