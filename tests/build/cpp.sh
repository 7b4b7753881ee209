#!/usr/bin/env bash
# The C++ face compiled by one compiler without a warning: its test as C++17 and C++20, without exceptions and RTTI, and
# with sanitizers; the example, which must print what hello.c prints; and code that must not compile.
# usage: cpp.sh SOURCE_DIR LIBRARY g++|clang++
set -eu
source=$1
library=$2
compiler=$3
if ! command -v "$compiler" >/dev/null; then
    echo "skipped: no $compiler"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
    -Wzero-as-null-pointer-constant -Werror -I "$source/include")
link=("$library" -pthread "-Wl,-rpath,$(dirname "$library")")

build() { # OUTPUT FILE FLAG...
    local output=$1 file=$2
    shift 2
    "$compiler" "${strict[@]}" "$@" "$file" "${link[@]}" -o "$folder/$output" || { echo "FAILED: $compiler $* $file"; exit 1; }
}

test=$source/tests/unit/test_cpp.cpp
build test "$test" -std=c++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
"$folder/test"
build test "$test" -std=c++20 -O2 -fno-exceptions -fno-rtti -DNDEBUG
"$folder/test"

# The same moves and the same position as from C, also for a position that is refused.
build hello "$source/examples/hello.cpp" -std=c++17
"${CC:-cc}" -I "$source/include" "$source/examples/hello.c" "${link[@]}" -o "$folder/hello_c"
for fen in "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" "8/8/8 w - - 0 1" ""; do
    status=0
    "$folder/hello" "$fen" >"$folder/cpp.out" 2>&1 || status=$?
    status_c=0
    "$folder/hello_c" "$fen" >"$folder/c.out" 2>&1 || status_c=$?
    if ! diff "$folder/c.out" "$folder/cpp.out" || [ "$status" -ne "$status_c" ]; then
        echo "FAILED: hello.c (<) and hello.cpp (>) differ for: $fen"
        exit 1
    fi
done

# compiles STATEMENT
compiles() {
    "$compiler" -std=c++17 "${strict[@]}" -fsyntax-only -x c++ - >"$folder/log" 2>&1 <<END
#include <plyforge/plyforge.hpp>
using namespace plyforge;
void use(Position &position);
void use(Position &position) { (void)position; $1 }
END
}
# refuses WHAT STATEMENT: what the types are there to prevent
refused=0
refuses() {
    if compiles "$2"; then
        echo "FAILED: $compiler accepts $1: $2"
        exit 1
    fi
    refused=$((refused + 1))
}
compiles "" || { cat "$folder/log"; exit 1; }
refuses "an error that is ignored" "position.play(Move());"
refuses "a result that is ignored" "Position::from_fen(\"\");"
refuses "a result as a position" "position = Position::from_fen(\"\");"
refuses "squares in the place of a piece type" "position.pieces(Square::a1);"
refuses "a number as a square" "position.piece_at(12);"
refuses "a number as a move" "position.play_unchecked(12);"
refuses "a copy of a game" "Game game(nullptr); Game other = game;"
echo "$compiler: $refused statements refused"
