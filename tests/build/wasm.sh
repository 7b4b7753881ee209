#!/usr/bin/env bash
# The core needs no libc: it compiles freestanding for wasm32 and links with nothing but the three memory functions. With
# the plain perft and a driver it counts the suites under node, where there is one: as it is, and as a small build
# (PLYFORGE_SMALL) without variants, which must have no slider tables.
# usage: wasm.sh SOURCE_DIR TABLES_DIR "VARIANT_SOURCE..." CORE_SOURCE...
set -eu
source=$1
tables=$2
variant_sources=" $3 "
shift 3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! command -v clang >/dev/null || ! command -v wasm-ld >/dev/null ||
    ! echo 'int x;' | clang --target=wasm32 -x c -c - -o "$folder/x.o" 2>/dev/null; then
    echo "skipped: no clang with wasm32, or no wasm-ld"
    exit 77
fi

options=() # of every file
compile() { # FILE OBJECT [OPTION]...
    clang "${options[@]}" --target=wasm32 -ffreestanding -nostdlibinc -std=c17 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
        -Werror -DPF_BUILDING -I "$source/include" -I "$source/src" -I "$tables" -c "$1" -o "$folder/$2.o" "${@:3}"
}
for file in "$@"; do compile "$source/src/$file" "${file//\//_}"; done
printf 'memcpy\nmemset\nmemmove\n' >"$folder/allowed"
clang --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--export-all "-Wl,--allow-undefined-file=$folder/allowed" \
    "$folder"/*.o -o "$folder/core.wasm"
echo "$# files of the core make $(wc -c <"$folder/core.wasm") bytes of wasm32"
[ $# -gt 0 ]

node=$(command -v node || command -v nodejs || true)
if [ -z "$node" ]; then
    echo "not counted: no node"
    exit 0
fi
count() {
    compile "$source/src/perft/plain.c" plain
    compile "$source/tests/build/wasm_driver.c" driver -fno-builtin
    clang --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--export=driver_text -Wl,--export=driver_perft "$folder"/*.o \
        -o "$folder/driver.wasm"
    "$node" "$source/tests/build/wasm_suites.mjs" "$folder/driver.wasm" "${MAX_NODES:-100000}" "$source"/tests/perft/*.epd
}
count

rm "$folder"/*.o
options=(-DPF_SMALL -DPF_VARIANTS=0)
for file in "$@"; do
    [[ $variant_sources == *" $file "* ]] || compile "$source/src/$file" "${file//\//_}"
done
count
size=$(wc -c <"$folder/driver.wasm")
echo "a small build makes $size bytes"
[ "$size" -lt 60000 ]
