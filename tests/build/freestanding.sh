#!/usr/bin/env bash
# The core needs memcpy, memset and memmove, and nothing else of libc or of the compiler's own library: compiled for every
# machine that there is a compiler for, freestanding and as usual, no other name is undefined. (wasm.sh has wasm32.)
# Templates are not inlined: the same functions are called, and compiling takes a fraction of the time.
# usage: freestanding.sh SOURCE_DIR TABLES_DIR CORE_SOURCE...
set -eu
source=$1
tables=$2
shift 2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
tried=0

# COMPILER OPTION...
check() {
    command -v "$1" >/dev/null || { echo "left out: no $1"; return; }
    local undefined objects
    rm -f "$folder"/*.o
    printf '%s\n' "${files[@]}" | xargs -P 2 -I{} sh -c \
        'file=$1 folder=$2; shift 2; "$@" -c "$file" -o "$folder/$(echo "$file" | tr / _).o"' _ {} "$folder" "$@" -std=c17 \
        -DPF_BUILDING -DPF_DEBUG_TEMPLATES -I "$source/include" -I "$source/src" -I "$tables"
    objects=("$folder"/*.o)
    [ ${#objects[@]} -eq ${#files[@]} ]
    nm -g --defined-only "${objects[@]}" | awk 'NF == 3 {print $3}' | sort -u >"$folder/defined"
    [ -s "$folder/defined" ] || { echo "left out: nm cannot read what $1 writes"; return; }
    undefined=$(nm -u "${objects[@]}" | awk '$1 == "U" {print $2}' | sort -u | comm -23 - "$folder/defined" |
        grep -vxE 'memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_' | tr '\n' ' ' || true)
    tried=$((tried + 1))
    if [ -n "$undefined" ]; then
        echo "FAILED: $* needs $undefined"
        failures=$((failures + 1))
    fi
}

files=()
for file in "$@"; do files+=("$source/src/$file"); done
check gcc -O3
for compiler in gcc aarch64-linux-gnu-gcc riscv64-linux-gnu-gcc; do check "$compiler" -O1 -ffreestanding; done
echo "$# files of the core, compiled $tried times: $failures failures"
if [ "$tried" -eq 0 ]; then
    echo "skipped: no compiler whose objects nm can read"
    exit 77
fi
[ $# -gt 0 ] && [ "$failures" -eq 0 ]
