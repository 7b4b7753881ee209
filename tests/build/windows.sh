#!/usr/bin/env bash
# Windows on x86-64: built by mingw-w64, run under Wine. "smoke" builds the core and compares the packed positions and keys that it
# writes with this machine's. "long" runs `make windows` and takes its zip: suites with every back end, the command line (binary files,
# paths with blanks and other letters), a console (colours, Unicode, Ctrl-C, closed streams), the DLL with its import library; then the
# unit tests.
# Ledgers and compressed files need libraries that the distribution does not have for Windows: refused with a reason.
# usage: windows.sh SOURCE_DIR smoke|long
set -euo pipefail
source=$1
tier=$2
compiler=x86_64-w64-mingw32-gcc-posix
for tool in "$compiler" wine; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool (scripts/bootstrap test-long installs it)"; exit 77; }
done

# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
# shellcheck source=tests/build/wine.sh
. "$(dirname "$0")/wine.sh"
cd "$source"
configure() { # OPTION...: what the preset windows sets, in a folder of its own
    quietly cmake --preset windows -B "$folder/build" "$@"
    quietly cmake --build "$folder/build" --parallel 2
}
same_bytes() {
    "$compiler" -std=c17 -O1 -static -I include tests/build/write_packed.c "$folder/build/src/libplyforge.a" -o "$folder/write.exe"
    wine "$folder/write.exe" >"$folder/there"
    echo "$(sha256sum <"$folder/there" | cut -c1-16) $(wc -c <"$folder/there") bytes of packed positions and keys"
    [ "$(sha256sum <"$folder/there" | cut -c1-16)" = "$(cat tests/build/write_packed.sha256)" ]
}
if [ "$tier" = smoke ]; then
    configure -DPLYFORGE_CORE_ONLY=ON -DCMAKE_C_FLAGS=-DPF_DEBUG_TEMPLATES -DCMAKE_C_FLAGS_RELEASE=-O1
    same_bytes
    exit 0
fi

copy_tree "$source" "$folder/copy"
quietly make -C "$folder/copy" windows
ln -s "copy/build/windows" "$folder/build"
same_bytes
quietly python3 -m zipfile -e "$folder"/build/*.zip "$folder/zip"
find "$folder/zip" -type f >"$folder/out"
for file in 'bin/plyforge\.exe' 'bin/libplyforge.*\.dll' 'lib/libplyforge\.dll\.a' 'include/plyforge\.h' LICENSE; do
    grep -q "win64/$file\$" "$folder/out" || { echo "FAILED: no $file in the zip"; cat "$folder/out"; exit 1; }
done
prefix=$(dirname "$(dirname "$(grep '/bin/plyforge.exe$' "$folder/out")")")
plyforge() { timeout 300 wine "$prefix/bin/plyforge.exe" "$@" 2>"$folder/errors"; }
check() { # DESCRIPTION, then a command that must succeed
    "${@:2}" || { echo "FAILED: $1"; cat "$folder/errors"; exit 1; }
}
refused() { # REASON WORD...: exit status 2 or 1 and the reason
    if plyforge "${@:2}" >"$folder/out"; then echo "FAILED: accepted: ${*:2}"; exit 1; fi
    cat "$folder/out" >>"$folder/errors"
    grep -q "$1" "$folder/errors" || { echo "FAILED: not refused with $1: ${*:2}"; cat "$folder/errors"; exit 1; }
}

backends=0
for backend in portable bmi2 avx2 avx512; do
    plyforge perft 1 --backend "$backend" >/dev/null || continue
    backends=$((backends + 1))
    line=$(plyforge suite tests/perft/*.epd --chess960 --max-nodes 1000000 --backend "$backend" | tail -1)
    echo "$backend: $line"
    [[ $line == *" 0 failed" ]]
done
[ "$backends" -ge 1 ]
for way in "--plain" "--threads 2 --hash 1M" "--exact-dedupe" "--legality filter" "--legality lookup"; do
    # shellcheck disable=SC2086 # the words are meant to be split
    check "perft 4 $way" grep -q '^Nodes searched: 197281' <(plyforge perft 4 $way)
done

# Files are binary, and names may have blanks and any letters.
name="$folder/Spiele ü ♔"
mkdir "$name"
cp tests/cli/data/train.pgn "$name/games ♟.pgn"
check "a path in Unicode" grep -qx '3 games, 0 broken' <(plyforge pgn "$name/games ♟.pgn" --check)
check "standard input" grep -qx '3 games, 0 broken' <(plyforge pgn - --check <tests/cli/data/train.pgn)
check "a binary file" plyforge train "$name/games ♟.pgn" --output "$name/records ♞.bin" >/dev/null
[ "$(wc -c <"$name/records ♞.bin")" -eq 288 ] # a header and 7 records of 32 bytes
refused "exists already" train "$name/games ♟.pgn" --output "$name/records ♞.bin"
check "replacing a file" plyforge train "$name/games ♟.pgn" --output "$name/records ♞.bin" --force >/dev/null
refused "would replace" train "$name/games ♟.pgn" --output "$name/games ♟.pgn" --force
[ "$(find "$name" -type f | wc -l)" -eq 2 ] # no incomplete file is left
refused "No such file" pgn "$name/none.pgn"
plyforge show >"$folder/out"
if grep -q $'\r' "$folder/out"; then echo "FAILED: show prints carriage returns"; exit 1; fi

check "JSON" grep -q '"nodes": "8902"' <(plyforge perft 3 --json)

# What this build does not have, with the reason. Counted, because more should not be lost unnoticed.
refused "without SQLite" perft 3 --ledger "$folder/x"
refused "cannot run programs" bisect 2 --engine any
cp tests/cli/data/train.pgn "$folder/t.pgn" && zstd -q "$folder/t.pgn" -o "$folder/t.pgn.zst" && refused "zstd" pgn "$folder/t.pgn.zst" --check
echo "3 parts are left out: ledgers, compressed files, running engines"

# A console, which writes what it sees on standard output.
quietly "$compiler" -std=c17 -O1 -municode -Wall -Wextra -Werror tests/build/windows_console.c -o "$folder/console.exe"
cp "$prefix/bin/plyforge.exe" "$folder"
(cd "$folder" && timeout 600 wine console.exe plyforge.exe) >"$folder/out" || { cat "$folder/out"; exit 1; }
tail -1 "$folder/out" | grep -q '^10 passed' || { echo "FAILED: not 10 tests in a console"; cat "$folder/out"; exit 1; }

# The DLL through its import library.
"$compiler" -DPF_SHARED -I "$prefix/include" examples/hello.c "$prefix/lib/libplyforge.dll.a" -o "$folder/hello.exe"
cp "$prefix"/bin/*.dll "$folder"
wine "$folder/hello.exe" | tr -d '\r' | grep -q '^20 legal moves: '

# The unit tests, in the build that made the zip.
cd "$folder/copy"
quietly cmake --preset windows -DPLYFORGE_BUILD_TESTS=ON -DPLYFORGE_CORPORA= -DCMAKE_CROSSCOMPILING_EMULATOR="$(command -v wine)"
quietly cmake --build --preset windows --parallel 2
(cd "$folder/build" && ctest -j 2 -E 'test_dead|_(portable|bmi2|avx2)$' --output-on-failure >"$folder/log" 2>&1) || { tail -100 "$folder/log"; exit 1; }
grep 'tests passed' "$folder/log"
