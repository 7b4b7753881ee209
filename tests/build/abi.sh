#!/usr/bin/env bash
# What a program that was linked against the last release needs is still there: the types and functions of the public
# headers, as the compiler lays them out, against the committed description. Additions are fine.
# usage: abi.sh SOURCE_DIR [update]
set -eu
source=$1
baseline=$source/tests/abi/plyforge.abi

if ! command -v abidiff >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    echo "skipped: no abidiff, or not the machine that the description was made on (x86_64)"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The portable library exports the same functions, and without forced inlining it is built in seconds.
cmake -S "$source" -B "$folder/build" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-g -O0 -DPF_DEBUG_TEMPLATES" -DBUILD_SHARED_LIBS=ON \
    -DPLYFORGE_PORTABLE=ON -DPLYFORGE_LOOKUP=OFF -DPLYFORGE_BUILD_PROGRAM=OFF >"$folder/log" 2>&1 &&
    cmake --build "$folder/build" --target plyforge --parallel 2 >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

# <plyforge/experimental.h> and its parts are outside the promise.
experimental=$(sed -nE 's/^PF_API .*[ *](pf_[a-z0-9_]+)\(.*/\1/p' "$source"/include/plyforge/experimental{,/*}.h | paste -sd '|')
abidw --headers-dir "$source/include" --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs \
    --no-architecture --no-elf-needed "$folder/build/src/libplyforge.so" --out-file "$folder/plyforge.abi"
if [ "${2:-}" = update ]; then
    # The baseline does not name the build folder.
    sed -E "s#path='[^']*/(src|include)/#path='\1/#" "$folder/plyforge.abi" >"$baseline"
    echo "written: $baseline"
    exit 0
fi

printf '[suppress_function]\n  name_regexp = ^(%s)$\n' "$experimental" >"$folder/suppressed"
if ! abidiff --no-added-syms --suppressions "$folder/suppressed" "$baseline" "$folder/plyforge.abi" \
    >"$folder/report"; then
    cat "$folder/report"
    echo "FAILED: not the ABI of tests/abi/plyforge.abi. docs/compatibility.md says when that may be, and what to do."
    exit 1
fi
functions=$(grep -c '<elf-symbol' "$baseline")
echo "$functions functions, and the types they use, are as they were"
[ "$functions" -gt 0 ]
