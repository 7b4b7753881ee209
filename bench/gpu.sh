#!/usr/bin/env bash
# Counting on a GPU, measured and checked against known counts: builds with CUDA and runs jobs by name, best of three.
#
#   bench/gpu.sh                   the jobs of the table in docs/performance.md, but for the longest
#   bench/gpu.sh start12-exact     one of them
#   bench/gpu.sh --list            their names
#
# PLYFORGE_GPU_TIMES is how often each is run (3), PLYFORGE_GPU_ARCH the architecture to build for (native), PLYFORGE_GPU_BUILD
# where (build/gpu-bench), PLYFORGE_GPU_FLAGS more flags for nvcc: -DPF_TAG_MASK=0xffffff makes positions collide when they are
# merged, up to start9-parts. Needs nvcc, cmake and a GPU; no other library.
set -eu -o pipefail
cd "$(dirname "$0")/.."
build=${PLYFORGE_GPU_BUILD:-build/gpu-bench}
times=${PLYFORGE_GPU_TIMES:-3}

start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
kiwipete="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
position3="8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
position4="r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
position5="rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
position6="r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

# name, depth, FEN, count, options
jobs=(
    "start9|9|$start|2439530234167|"
    "kiwipete7|7|$kiwipete|374190009323|"
    "position3-10|10|$position3|860322602309|"
    "position4-6|6|$position4|706045033|"
    "position5-6|6|$position5|3048196529|"
    "position6-6|6|$position6|6923051137|"
    "start8-two|8|$start|84998978956|--gpus 2"
    "start8-two-exact|8|$start|84998978956|--gpus 2 --exact-dedupe --memory 8G"
    "start9-parts|9|$start|2439530234167|--exact-dedupe --memory 1G"
    "start9-exact|9|$start|2439530234167|--exact-dedupe"
    "kiwipete7-exact|7|$kiwipete|374190009323|--exact-dedupe"
    "position3-10-exact|10|$position3|860322602309|--exact-dedupe"
    "start10-exact|10|$start|69352859712417|--exact-dedupe"
    "start11-exact|11|$start|2097651003696806|--exact-dedupe"
    "start12-exact|12|$start|62854969236701747|--exact-dedupe"
)
usual="start9 kiwipete7 position3-10 start9-exact kiwipete7-exact position3-10-exact start10-exact start11-exact"

if [ "${1:-}" = --help ]; then
    sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "$0"
    exit 0
fi
if [ "${1:-}" = --list ]; then
    for job in "${jobs[@]}"; do echo "${job%%|*}"; done
    exit 0
fi
wanted=${*:-$usual}
for name in $wanted; do
    printf '%s\n' "${jobs[@]}" | grep -q "^$name|" || { echo "bench/gpu.sh: no job '$name'; see --list" >&2; exit 2; }
done

mkdir -p "$build"
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DPLYFORGE_CUDA=ON \
    -DCMAKE_CUDA_ARCHITECTURES="${PLYFORGE_GPU_ARCH:-native}" -DCMAKE_CUDA_FLAGS="${PLYFORGE_GPU_FLAGS:-}" >"$build/build.log" 2>&1 &&
    cmake --build "$build" -j"$(nproc)" >>"$build/build.log" 2>&1 || { tail -20 "$build/build.log" >&2; exit 1; }

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
printf '%-18s %-10s %-10s %10s  %s\n' job count seconds Gnps "all runs"
failed=0
for name in $wanted; do
    IFS='|' read -r _ depth fen count options < <(printf '%s\n' "${jobs[@]}" | grep "^$name|")
    best= all= verdict=right
    for ((run = 0; run < times; run++)); do
        # shellcheck disable=SC2086 # options are words
        output=$("$build/plyforge" perft "$depth" --fen "$fen" --backend cuda $options 2>&1) || { echo "$output" >&2; exit 1; }
        got=$(sed -n 's/^Nodes searched: //p' <<<"$output")
        seconds=$(sed -n 's/^Time: \([0-9.]*\) s.*/\1/p' <<<"$output")
        [ "$got" = "$count" ] || { verdict="WRONG $got"; failed=1; }
        all="$all $seconds"
        best=$(awk -v a="${best:-$seconds}" -v b="$seconds" 'BEGIN { print (a + 0 < b + 0) ? a : b }')
    done
    awk -v n="$name" -v v="$verdict" -v s="$best" -v c="$count" -v all="$all" \
        'BEGIN { printf "%-18s %-10s %-10s %10.0f %s\n", n, v, s, c / s / 1e9, all }'
done
exit $failed
