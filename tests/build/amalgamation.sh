#!/usr/bin/env bash
# The library as two files, as docs/install.md tells its readers to get and use them: `make amalgamation` in a clean copy of the
# source tree, then the line beginning with cc. After that without a warning by gcc and clang, and both headers from C++17.
# usage: amalgamation.sh SOURCE_DIR
set -eu
source=$1
if ! command -v python3 >/dev/null; then
    echo "skipped: no python3"
    exit 77
fi
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"

copy_tree "$source" "$folder/copy"
make -C "$folder/copy" amalgamation
cp -r "$folder/copy/build/release/amalgamation/"* "$folder"
cd "$folder"

# The other page that gives the line gives the same one.
line=$(grep '^cc .*plyforge_amalgamated\.c' "$source/docs/install.md" || true)
[ -n "$line" ] || { echo "FAILED: docs/install.md has no line that compiles the two files"; exit 1; }
grep -qxF -- "$line" "$source/docs/howto-embed.md" || { echo "FAILED: docs/howto-embed.md does not have: $line"; exit 1; }
echo "$line"
# README's own program, which includes <plyforge.h>. Ours, which counts a suite, comes below.
block "$source/README.md" c >yours.c
bash -c "$line"
./a.out | grep -qx "perft 5: 4865609" || { echo "FAILED: the program of README.md prints another count"; exit 1; }
cp "$source/tests/build/amalgamation_client.c" yours.c

tried=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    # As a project compiles that takes warnings for errors: some are found only while optimising.
    "$compiler" -O2 -Wall -Wextra -Werror -c plyforge_amalgamated.c -o /dev/null
    warnings="-Wall -Wextra -Wpedantic -Wconversion -Werror"
    # shellcheck disable=SC2086 # several words are meant
    {
        "$compiler" -std=c17 -O1 -DPF_DEBUG_TEMPLATES $warnings -c plyforge_amalgamated.c
        "$compiler" -std=c17 $warnings -pthread yours.c plyforge_amalgamated.o -o "client_$compiler"
    }
    "./client_$compiler" "$source/tests/perft/cpw-six.epd"
    tried=$((tried + 1))
    plus=${compiler/gcc/g++}
    plus=${plus/clang/clang++}
    command -v "$plus" >/dev/null || continue
    # shellcheck disable=SC2086
    "$plus" -std=c++17 $warnings -pthread -x c++ yours.c -x none plyforge_amalgamated.o -o "client_$plus"
    "./client_$plus" "$source/tests/perft/cpw-six.epd"
    # shellcheck disable=SC2086
    "$plus" -std=c++17 $warnings -pthread -I. "$source/examples/hello.cpp" plyforge_amalgamated.o -o "hello_$plus"
    "./hello_$plus" | grep -q "^20 legal moves: " || { echo "FAILED: hello.cpp on the two files"; exit 1; }
done
[ "$tried" -gt 0 ]
