# examples/learn/mark, given programs that are wrong.

load ../cli/helper

TREE=$(realpath "$BATS_TEST_DIRNAME/../..")
LEARN=$TREE/examples/learn

setup_file()
{
    command -v python3 >/dev/null || skip "no python3"
}

# mark ARGUMENT...: what examples/learn/mark prints.
mark()
{
    run "$LEARN/mark" "$PLYFORGE" "$@"
}

# mutant FILE OLD NEW: a copy of a program of the book with a mistake in it, and its name in $mutant.
mutant()
{
    mutant=$BATS_TEST_TMPDIR/${1%.c}_mutant.c
    OLD=$2 NEW=$3 python3 - "$LEARN/$1" "$mutant" <<'END'
import os
import sys
text = open(sys.argv[1]).read()
assert os.environ['OLD'] in text, os.environ['OLD']
open(sys.argv[2], 'w').write(text.replace(os.environ['OLD'], os.environ['NEW']))
END
    cp "$LEARN/generator.c" "$BATS_TEST_TMPDIR/generator.c"
}

# is_wrong CHAPTER EXPECTED: the mutant is marked as wrong, with a text like this.
is_wrong()
{
    mark --mine "$mutant" --chapter "$1"
    same status 1 "$status"
    [[ $output == *"chapter $1  $(basename "$mutant"): wrong"*$2* ]] || same output "wrong ... $2" "$output"
}

@test "wrong programs are marked as wrong, with the position" {
    mutant 1_board.c 'square -= 16' 'square -= 15'
    is_wrong 1 "the pieces of this FEN cannot be read"
    mutant 1_board.c 'rank = 7; rank >= 0; rank--' 'rank = 0; rank < 8; rank++'
    is_wrong 1 "the first eight lines should be"
    mutant 2_pseudo.c 'pawns &= ~(side == 0 ? FILE_A : FILE_H);' ''
    is_wrong 2 "missing -; too many"
    mutant 2_pseudo.c 'bitboard two = shift(one & third, up)' 'bitboard two = shift(one, up)'
    is_wrong 2 "too many"
    mutant 3_sliders.c '(2 * nearest_above - nearest_below)' '(nearest_above - nearest_below)'
    is_wrong 3 "missing"
    mutant 4_check.c 'is_attacked(b, rook_target(king, rook), !us)' 'false'
    is_wrong 4 "castling through attack"
    mutant 5_legal.c 'm.occupied ^ BIT(m.king)' 'm.occupied'
    is_wrong 5 "king steps back along the checking ray"
    mutant generator.c 'if (attack == 0) add' 'add'
    is_wrong 4 "en passant pin on the rank"
    mutant generator.c '(sight & m->enemy' '(0 & m->enemy'
    is_wrong 6 "castling although the rook shields the king: Rrk5/8/8/8/8/8/8/2K5 b b - 0 1 depth 1: expected 5, got 6"
    mutant 7_perft.c 'row->counts[CHECKS]++' 'row->counts[CHECKS] += 2'
    is_wrong 7 "should be"
    mutant 8_order.c 'if (see(p->board, *move) >= 0)' 'if (1)'
    is_wrong 8 "the captures are"
    mutant 9_fast.c '3 * count(targets & (RANK_1 | RANK_8))' '2 * count(targets & (RANK_1 | RANK_8))'
    is_wrong 9 "depth 1: the program ends with status 2: "
    mutant 4_check.c '    if ((b->pieces[KING] & b->colour[colour] & BIT(corner + 4)) == 0) return 0;' ''
    is_wrong 4 "castling rights of a king on another square: 4k3/8/8/8/8/8/3K4/R6R w KQ - 0 1 depth 1: expected 34, got 36"
    mutant 4_check.c 'after.castling &= ~(from | to);' 'after.castling &= ~from;'
    is_wrong 4 "castling rights after a rook capture: 4k1rr/6B1/8/8/8/8/KP6/8 w k - 0 1 depth 4: expected 61717, got 61723"
    mutant 5_legal.c 'if (count(m.checkers) > 1) return;' ''
    is_wrong 5 "double check: k3r3/8/8/8/8/5n2/6B1/4K3 w - - 0 1 depth 1: expected 3, got 4"
}

@test "five positions are named at most, each with its first wrong depth" {
    mutant 4_check.c 'if (move.piece == PAWN && move.to == b->ep) gone' 'if (0) gone'
    is_wrong 4 "en passant pin on the rank: 8/3k4/8/2KPp2r/8/8/8/8 w - e6 0 1 depth 1: expected 5, got 6"
    same lines 6 "${#lines[@]}"
    same positions 5 "$(grep -oE '([^ ]*/){7}[^ ]* [wb]' <<<"$output" | sort -u | wc -l)"
}

# fails CHAPTER MAIN HOW: a program with this main is wrong in this way at the first position, and nothing else is printed.
fails()
{
    printf '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { %s }\n' "$2" >"$BATS_TEST_TMPDIR/fails.c"
    mark --mine "$BATS_TEST_TMPDIR/fails.c" --chapter "$1"
    same status 1 "$status"
    same lines 2 "${#lines[@]}"
    if (($1 < 4)); then
        same message "8/5P2/8/8/8/8/8/5k1K w - - 0 1: $3" "${lines[1]}"
    else
        same message "move listed twice: 8/5P2/8/8/8/8/8/5k1K w - - 0 1 depth 1: $3" "${lines[1]}"
    fi
}

@test "a crash, an endless loop and endless output name the position" {
    for chapter in 1 2 4; do
        fails $chapter 'abort();' "the program crashes: Aborted"
        fails $chapter 'fputs("no\n", stderr); return 3;' "the program ends with status 3: no"
        fails $chapter 'return 3;' "the program ends with status 3"
        fails $chapter 'for (;;) puts("e2e4");' "the program prints without end"
    done
    fails 4 'for (;;);' "no answer after 10 seconds; is there an endless loop?"
}

@test "a program in another language, and files that are no programs" {
    printf '#!/bin/sh\nexec "%s" perft "$1" "$2"\n' "$PLYFORGE" >"$BATS_TEST_TMPDIR/mine.sh"
    chmod +x "$BATS_TEST_TMPDIR/mine.sh"
    mark --mine "$BATS_TEST_TMPDIR/mine.sh" --chapter 9
    same status 0 "$status"
    same output "chapter 9  mine.sh: right, 132 counts" "$output"
    printf 'int main(void) { return 0 }\n' >"$BATS_TEST_TMPDIR/broken.c"
    mark --mine "$BATS_TEST_TMPDIR/broken.c"
    same status 1 "$status"
    [[ $output == *"does not compile"* ]]
    printf 'int main(void) { return 0; }\n' >"$BATS_TEST_TMPDIR/silent.c"
    mark --mine "$BATS_TEST_TMPDIR/silent.c" --chapter 2
    same status 1 "$status"
    [[ $output == *"prints nothing"* ]]
    printf 'text\n' >"$BATS_TEST_TMPDIR/notes.txt"
    mark --mine "$BATS_TEST_TMPDIR/notes.txt"
    same status 1 "$status"
    [[ $output == *"neither a C or C++ file nor a program"* ]]
    mark --mine "$BATS_TEST_TMPDIR/absent.c"
    same status 2 "$status"
    [[ $output == *"there is no file"* ]]
    run "$LEARN/mark" /nonexistent
    same status 2 "$status"
    [[ $output == *"make build makes it"* ]]
}
