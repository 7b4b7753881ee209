#!/usr/bin/env bash
# The library as two files: made anew, compiled alone without a warning by gcc and clang, and counting right.
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
    "$compiler" -std=c17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror -pthread \
        plyforge_amalgamated.c amalgamation_client.c -o "client_$compiler"
    "./client_$compiler" "$source/tests/perft/cpw-six.epd"
    tried=$((tried + 1))
done
[ "$tried" -gt 0 ]
