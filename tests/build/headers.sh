#!/usr/bin/env bash
# Every public header compiles alone, and twice, as C17, C++11, C++14 and C++17, without a warning, the C++ ones as C++17 and
# C++20; so does a use of each macro that takes arguments, because a compiler may warn only where it is expanded. With an older
# standard the C++ header says which one it needs, and nothing else.
# usage: headers.sh SOURCE_DIR
set -eu
include=$1/include
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -I "$include")
strict_cxx=(-Wold-style-cast -Wcast-qual -Wsign-conversion -Wzero-as-null-pointer-constant)
compiled=0

# compile COMPILER OPTION... : the program on standard input
compile() {
    command -v "$1" >/dev/null || return 0
    "$@" "${strict[@]}" - || { echo "FAILED: $header with $*"; exit 1; }
    compiled=$((compiled + 1))
}

while read -r header; do
    program=$(printf '#include <%s>\n#include <%s>\nextern int something;\n' "$header" "$header")
    for compiler in gcc clang; do
        compile "$compiler" -std=c17 -x c <<<"$program"
    done
    for compiler in g++ clang++; do
        for standard in c++11 c++14 c++17; do
            compile "$compiler" -std=$standard -x c++ "${strict_cxx[@]}" <<<"$program"
        done
    done
done < <(cd "$include" && find . -name '*.h' | sed 's|^\./||' | sort)

while read -r header; do
    program=$(printf '#include <%s>\n#include <%s>\n' "$header" "$header")
    for compiler in g++ clang++; do
        for standard in c++17 c++20; do
            compile "$compiler" -std=$standard -x c++ "${strict_cxx[@]}" <<<"$program"
        done
        command -v "$compiler" >/dev/null || continue
        if errors=$("$compiler" -std=c++14 -x c++ -I "$include" -fsyntax-only - <<<"$program" 2>&1); then
            echo "FAILED: $header compiles as C++14, which it says it does not"
            exit 1
        fi
        [[ $errors == *"needs C++17"* && $(grep -c 'error:' <<<"$errors") -le 2 ]] ||
            { echo "FAILED: $header as C++14 with $compiler prints"; echo "$errors"; exit 1; }
    done
done < <(cd "$include" && find . -name '*.hpp' | sed 's|^\./||' | sort)

header="the macros"
macros=$(grep -rhoE '^#define PF_[A-Z_]+\(' "$include" | sort -u | xargs)
[ "$macros" = "#define PF_CAST( #define PF_GAME_MEMORY(" ] || { echo "FAILED: use all of these below: $macros"; exit 1; }
program='#include <plyforge.h>
static unsigned char memory[PF_GAME_MEMORY(1000)];
size_t use(unsigned plies, int depth);
size_t use(unsigned plies, int depth)
{
    memory[0] = PF_CAST(unsigned char, plies);
    return memory[0] + PF_GAME_MEMORY(plies) + PF_GAME_MEMORY(depth);
}'
for compiler in gcc clang; do
    compile "$compiler" -std=c17 -x c <<<"$program"
done
for compiler in g++ clang++; do
    compile "$compiler" -std=c++17 -x c++ "${strict_cxx[@]}" <<<"$program"
done

echo "$compiled times a header was compiled"
[ "$compiled" -gt 0 ]
