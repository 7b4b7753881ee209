#!/usr/bin/env bash
# The unit tests on another kind of machine, under qemu-user: s390x is big-endian and has the whole library, armhf has 32 bits and
# the core. Packed positions, keys and (where the program is) training data and books are the bytes that this machine writes.
# Files of a store are in the byte order of the machine; test_store_file sees those of the other order refused.
# usage: unit_cross.sh SOURCE_DIR MACHINE PROGRAM LIBRARY [TEST_REGEX]
set -euo pipefail
source=$1
machine=$2
program=$3
library=$4
chosen=${5:-.}
case $machine in
s390x) processor=s390x triple=s390x-linux-gnu core=OFF ;;
armhf) processor=arm triple=arm-linux-gnueabihf core=ON ;;
*) echo "no such machine: $machine"; exit 2 ;;
esac
emulator=$(command -v "qemu-$processor-static" || command -v "qemu-$processor" || true)
if ! command -v "$triple-gcc" >/dev/null || [ -z "$emulator" ] || [ ! -e "/usr/$triple/include/stdio.h" ]; then
    echo "skipped: no $triple-gcc with its libc, or no qemu-$processor (scripts/bootstrap test-long installs them)"
    exit 77
fi

# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
# Templates are not inlined: the same code runs, and compiling takes a fraction of the time. test_dead, test_lanes, test_gpu and
# the differential tests would take many minutes under emulation; test_faults fails in a static libc, which does not expect it.
quietly cmake -S "$source" -B "$folder/build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$processor" \
    -DCMAKE_C_COMPILER="$triple-gcc" -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_BUILD_TYPE=Release -DPLYFORGE_WERROR=ON \
    -DCMAKE_C_FLAGS=-DPF_DEBUG_TEMPLATES -DPLYFORGE_CORE_ONLY="$core" -DPLYFORGE_BUILD_TESTS=ON \
    -DCMAKE_CROSSCOMPILING_EMULATOR="$emulator" -DPLYFORGE_CORPORA= \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON -DCMAKE_DISABLE_FIND_PACKAGE_BZip2=ON -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON
quietly cmake --build "$folder/build" --parallel 2
(cd "$folder/build" && ctest -j 2 -R "$chosen" -E 'test_dead|test_lanes|test_gpu|test_faults|differential|_bugs|_generated|_100000|portable$' --output-on-failure >"$folder/log" 2>&1) ||
    { tail -100 "$folder/log"; exit 1; }
grep 'tests passed' "$folder/log"

# What is written to files is the same everywhere.
cc -std=c17 -O1 -I "$source/include" "$source/tests/build/write_packed.c" "$library" -lm -pthread -o "$folder/write_here"
"$triple-gcc" -std=c17 -O1 -static -I "$source/include" "$source/tests/build/write_packed.c" "$folder/build/src/libplyforge.a" \
    -pthread -o "$folder/write_there"
"$folder/write_here" >"$folder/here"
"$emulator" "$folder/write_there" >"$folder/there"
cmp "$folder/here" "$folder/there"
[ "$(sha256sum <"$folder/here" | cut -c1-16)" = "$(cat "$source/tests/build/write_packed.sha256")" ] # for windows.sh
echo "$machine writes the same $(wc -c <"$folder/here") bytes of packed positions and keys"
[ "$(wc -c <"$folder/here")" -gt 1000000 ]
[ "$core" = OFF ] || exit 0

there=("$emulator" "$folder/build/plyforge")
games=$source/tests/cli/data/train.pgn
for command in train "book make --min-games 1"; do
    # shellcheck disable=SC2086 # the words are meant to be split
    rm -f "$folder"/*.out
    # shellcheck disable=SC2086
    "$program" $command "$games" --output "$folder/here.out" >/dev/null
    # shellcheck disable=SC2086
    "${there[@]}" $command "$games" --output "$folder/there.out" >/dev/null
    [ -s "$folder/here.out" ] && cmp "$folder/here.out" "$folder/there.out"
done
echo "training data and books are the same bytes"
