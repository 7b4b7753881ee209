#!/usr/bin/env bash
# Every public header compiles alone, and twice, as C17 and as C++17, without a warning.
# usage: headers.sh SOURCE_DIR
set -eu
include=$1/include
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -I "$include")
compiled=0

# compile COMPILER OPTION... : the program on standard input
compile() {
    command -v "$1" >/dev/null || return 0
    "$@" "${strict[@]}" - || { echo "FAILED: $header with $*"; exit 1; }
    compiled=$((compiled + 1))
}

while read -r header; do
    program=$(printf '#include <%s>\n#include <%s>\n' "$header" "$header")
    for compiler in gcc clang; do
        compile "$compiler" -std=c17 -x c <<<"$program"
    done
    for compiler in g++ clang++; do
        compile "$compiler" -std=c++17 -x c++ <<<"$program"
    done
done < <(cd "$include" && find . -name '*.h' | sed 's|^\./||' | sort)

echo "$compiled times a header was compiled"
[ "$compiled" -gt 0 ]
