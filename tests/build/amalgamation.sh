#!/usr/bin/env bash
# The library as two files: made anew, compiled alone without a warning by gcc and clang, and counting right; its header used
# by the same client as C++17.
# usage: amalgamation.sh SOURCE_DIR TABLES_DIR SOURCE...
set -eu
source=$1
tables=$2
shift 2
if ! command -v python3 >/dev/null; then
    echo "skipped: no python3"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$source/tools/amalgamate" "$source" "$tables" "$folder" "$@"
cp "$source/tests/build/amalgamation_client.c" "$folder"
cd "$folder"
tried=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    warnings="-Wall -Wextra -Wpedantic -Wconversion -Werror"
    # shellcheck disable=SC2086 # several words are meant
    {
        "$compiler" -std=c17 -O1 $warnings -c plyforge_amalgamated.c
        "$compiler" -std=c17 $warnings -pthread amalgamation_client.c plyforge_amalgamated.o -o "client_$compiler"
    }
    "./client_$compiler" "$source/tests/perft/cpw-six.epd"
    tried=$((tried + 1))
    plus=${compiler/gcc/g++}
    plus=${plus/clang/clang++}
    command -v "$plus" >/dev/null || continue
    # shellcheck disable=SC2086
    "$plus" -std=c++17 $warnings -pthread -x c++ amalgamation_client.c -x none plyforge_amalgamated.o -o "client_$plus"
    "./client_$plus" "$source/tests/perft/cpw-six.epd"
done
[ "$tried" -gt 0 ]
