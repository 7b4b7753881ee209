#!/usr/bin/env bash
# The core without GNU C, as a compiler that has none of its extensions sees it (MSVC, for one, which cannot run here): it
# compiles as strict C17 with __GNUC__ taken away, no extension is left in the preprocessed text, and it counts right.
# usage: plain_c.sh SOURCE_DIR TABLES_DIR CORE_SOURCE...
set -eu
source=$1
tables=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

options=(-std=c17 -U__GNUC__ -U__SSE2__ -DPF_BUILDING -I "$source/include" -I "$source/src" -I "$tables")
left=0
for file in "$@" perft/plain.c; do
    # Lines of our own files only: those of the compiler and of libc may have what they like. offsetof is a built-in there.
    gcc "${options[@]}" -E "$source/src/$file" 2>/dev/null | awk -v ours="$source/" -v file="$file" '
        /^# [0-9]+ "/ { name = $3; gsub(/"/, "", name); inside = index(name, ours) == 1; next }
        inside && gsub(/__builtin_offsetof/, "offsetof") >= 0 && /__(attribute__|builtin_|asm__|extension__|typeof__|atomic_|int128|declspec)|\(\{|_Pragma|#pragma/ {
            print file ": " name ": " $0; found = 1 }
        END { exit found }' || left=$((left + 1))
done
[ "$left" -eq 0 ] || { echo "FAILED: GNU C in $left files of the core, outside the part of base/compiler.h for it"; exit 1; }

for file in "$@" perft/plain.c; do
    gcc "${options[@]}" -pedantic-errors -Wall -Wextra -Wno-unused-function -Wno-unknown-pragmas -Werror -O1 -c "$source/src/$file" -o "$folder/${file//\//_}.o"
done
cat >"$folder/count.c" <<'C'
#include <plyforge.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    const char *fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    for (int i = 0; i < 3; i++) {
        pf_position position;
        if (pf_position_from_fen(&position, fens[i], strlen(fens[i]), PF_ACCEPT_STRICT, NULL, NULL) != PF_OK) return 1;
        printf("%llu ", (unsigned long long)pf_perft_plain(&position, 4, PF_PERFT_BULK).lo);
    }
    return 0;
}
C
gcc -std=c17 -I "$source/include" "$folder/count.c" "$folder"/*.o -o "$folder/count"
counts=$("$folder/count")
echo "$(($# + 1)) files as plain C17: $counts"
[ "$counts" = "197281 4085603 43238 " ]
