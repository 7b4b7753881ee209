# The book in docs/learn and its programs in examples/learn.

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

@test "every chapter's program is right, one line each" {
    mark
    echo "$output"
    same status 0 "$status"
    same lines 9 "${#lines[@]}"
    same chapter4 "chapter 4  4_check.c: right, 1287 counts" "${lines[3]}"
    same chapter5 "chapter 5  5_legal.c: right, 1186 counts" "${lines[4]}"
    same chapter6 "chapter 6  generator.c: right, 6162 counts" "${lines[5]}"
    grep -q "tested with 1,287 counts" "$TREE/docs/learn/4-check.md"
    grep -q "^that depend .* 1,186 counts remain" "$TREE/docs/learn/5-legal.md"
}

@test "the generator has at most 500 lines and includes standard headers only" {
    (($(wc -l <"$LEARN/generator.c") <= 500))
    run grep -h '^#include' "$LEARN"/*.c
    same includes '#include "generator.c"
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>' "$(sort -u <<<"$output")"
}

@test "the programs refuse what they cannot use" {
    cc -O1 -o "$BATS_TEST_TMPDIR/generator" "$LEARN/generator.c"
    for fen in "" "8/8/8/8/8/8/8/8 w - - 0 1" "9/8/8/8/8/8/8/K1k5 w - - 0 1" "kpppppppp/8/8/8/8/8/8/K7 w - - 0 1" \
        "kK/8/8/8/8/8/8/8 w - - 0 1" "k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/KQ6 w - - 0 1"; do
        run "$BATS_TEST_TMPDIR/generator" 1 "$fen"
        same "status of $fen" 2 "$status"
    done
    run "$BATS_TEST_TMPDIR/generator" 1 "4k3/8/8/8/8/8/8/4K3 w - - 0 1" "e1e3"
    same status 2 "$status"
    same output "this move is not legal" "$output"
}

@test "parts with the same name are the same in every program" {
    python3 - "$LEARN" <<'END'
import pathlib
import re
import sys
seen = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob('*.c')):
    parts = re.split(r'^/\* ---- (.+?) ---- \*/\n', path.read_text(), flags=re.M)
    names = parts[1::2]
    assert len(names) == len(set(names)), f'{path}: a name occurs twice'
    for name, text in zip(names, parts[2::2]):
        other, expected = seen.setdefault(name, (path.name, text.strip()))
        assert text.strip() == expected, f'"{name}" differs between {other} and {path.name}'
assert len(seen) > 60, len(seen)
END
}

@test "listings and outputs of the pages are those of the programs" {
    cd "$TREE/docs/learn"
    for page in *.md; do
        run "$TREE/scripts/make-learn" "$page"
        same status 0 "$status"
        same "$page" "$(cat "$page")" "$output"
    done
    printf '<!-- 1_board.c: no such part -->\n```c\n```\n' >"$BATS_TEST_TMPDIR/page.md"
    run "$TREE/scripts/make-learn" "$BATS_TEST_TMPDIR/page.md"
    same status 1 "$status"
    same output "make-learn: 1_board.c has no part 'no such part'" "$output"
    printf '```c\nint x;\n```\n' >"$BATS_TEST_TMPDIR/page.md"
    run "$TREE/scripts/make-learn" "$BATS_TEST_TMPDIR/page.md"
    same status 1 "$status"
}

@test "the bugs that the pages describe have the counts that they state" {
    run cc -O2 -o "$BATS_TEST_TMPDIR/legal" "$LEARN/5_legal.c"
    same last 6 "$("$BATS_TEST_TMPDIR/legal" 1 "5b2/8/8/3pP3/1K6/8/8/7k w - d6 0 1" | tail -1)"
    grep -q '`5b2/8/8/3pP3/1K6/8/8/7k w - d6 0 1`.* one of six legal moves' "$TREE/docs/learn/5-legal.md"
    # The colours of the attacking pawns, swapped.
    sed -E '/pawn_attacks\[(WHITE|BLACK)\]\[square\] & b->pieces/ { s/colour\[WHITE/colour[OTHER/; s/colour\[BLACK/colour[WHITE/; s/colour\[OTHER/colour[BLACK/ }' \
        "$LEARN/4_check.c" >"$BATS_TEST_TMPDIR/swapped.c"
    run cc -O3 -o "$BATS_TEST_TMPDIR/swapped" "$BATS_TEST_TMPDIR/swapped.c"
    same "depth 4" 197281 "$("$BATS_TEST_TMPDIR/swapped" 4 | tail -1)"
    same "depth 5" 4865644 "$("$BATS_TEST_TMPDIR/swapped" 5 | tail -1)"
    grep -q "4,865,644 sequences instead of 4,865,609" "$TREE/docs/learn/4-check.md"
    # A right that survives the capture of its rook.
    sed 's/after.castling &= ~(from | to);/after.castling \&= ~from;/' "$LEARN/generator.c" >"$BATS_TEST_TMPDIR/rights.c"
    run cc -O2 -o "$BATS_TEST_TMPDIR/rights" "$BATS_TEST_TMPDIR/rights.c"
    same "depth 4" 61723 "$("$BATS_TEST_TMPDIR/rights" 4 "4k1rr/6B1/8/8/8/8/KP6/8 w k - 0 1" | tail -1)"
    same castlings 6 "$(for move in a2a1 a2b1 a2a3 a2b3 b2b3 b2b4; do
        "$BATS_TEST_TMPDIR/rights" 1 "4k1rr/6B1/8/8/8/8/KP6/8 w k - 0 1" "g7h8 g8h8 $move"
    done | grep -c "^e8g8")"
    grep -q "the picture has 61,723 sequences of length 4 instead of" "$TREE/docs/learn/6-traps.md"
}

# nodes PROGRAM FEN LINE: the nodes of a search to depth 5, with commas, as one of the two lines has them.
nodes()
{
    "$1" "$2" 5 | sed -n "$3p" | grep -oE '[0-9]+ nodes' | sed -E 's/ nodes//; :a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta'
}

# without TITLE EXPRESSION [LINE]: the row of chapter 8 for its program without a stage, from the line of a search in order.
without()
{
    sed -E "$2" "$LEARN/8_order.c" >"$BATS_TEST_TMPDIR/8_order.c"
    if [ "$2" ] && cmp -s "$LEARN/8_order.c" "$BATS_TEST_TMPDIR/8_order.c"; then same "change for $1" some none; fi
    cp "$LEARN/generator.c" "$BATS_TEST_TMPDIR"
    cc -O3 -o "$BATS_TEST_TMPDIR/order" "$BATS_TEST_TMPDIR/8_order.c"
    row="| $1 | $(nodes "$BATS_TEST_TMPDIR/order" "$kiwipete" "${3:-2}") |"
    row+=" $(nodes "$BATS_TEST_TMPDIR/order" "$six" "${3:-2}") |"
    grep -qF "$row" "$TREE/docs/learn/8-order.md" || same "row of chapter 8" "$row" other
}

@test "what each stage of chapter 8 contributes is what its table says" {
    kiwipete="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    six=$(tail -1 "$TREE/tests/perft/cpw-six.epd" | cut -d';' -f1)
    without "as generated" "" 1
    without "in order" ""
    without "without killers" 's/while \(p->next < 2\)/while (0)/; /equal\(move, p->killers\[0\]\)/d'
    without "without SEE: no capture is set aside" 's/if \(see\(p->board, \*move\) >= 0\)/if (1)/'
    without "without scores for the captures" 's/captures \? values\[victim\] - move.piece : 0/0 * victim/'
    # The cutoffs of quiet moves, and all of them.
    sed -E 's/^static int search\(/static int quiet, all;\n&/; s/if \(is_capture\(b, move\)\) break;/all++; & quiet++;/
        s/^            printf\("%s: score/            printf("%d of %d\\n", quiet, all), quiet = all = 0;\n&/' "$LEARN/8_order.c" \
        >"$BATS_TEST_TMPDIR/8_order.c"
    cc -O3 -o "$BATS_TEST_TMPDIR/cutoffs" "$BATS_TEST_TMPDIR/8_order.c"
    same kiwipete "4 of 3961" "$("$BATS_TEST_TMPDIR/cutoffs" "$kiwipete" 5 | sed -n 3p)"
    same "position 6" "456 of 11917" "$("$BATS_TEST_TMPDIR/cutoffs" "$six" 5 | sed -n 3p)"
    grep -q "4 of the 3,961 cutoffs" "$TREE/docs/learn/8-order.md"
}

@test "the listings, typed in the order of the pages, are programs" {
    python3 "$BATS_TEST_DIRNAME/typed_listings.py" "$TREE/docs/learn" "$BATS_TEST_TMPDIR"
}

@test "each chapter has pictures, listings, an exercise with a check, and neighbours" {
    cd "$TREE/docs/learn"
    for chapter in [1-9]-*.md; do
        number=${chapter%%-*}
        (($(grep -c '^!\[..*\](pictures/' "$chapter") >= 3)) || same "pictures of $chapter" "three or more" "fewer"
        grep -q '^```c$' "$chapter" || same "listing of" "$chapter" none
        sed -n '/^## Exercise/,$p' "$chapter" | grep -qE "^make learn MINE=\w+\.c( CHAPTER=$number)?\$" || same "check of" "$chapter" none
        grep -qF '](index.md)' "$chapter"
        ((number == 9)) || grep -qF "]($(echo $((number + 1))-*.md))" "$chapter"
        ((number == 1)) || grep -qF "]($(echo $((number - 1))-*.md))" "$chapter"
        grep -qF "]($chapter)" index.md
        grep -qF '](glossary.md)' "$chapter"
    done
}

@test "the pictures are what the comments above them draw, and all are used" {
    cd "$TREE/docs/learn"
    "$TREE/scripts/make-pictures" "$BATS_TEST_TMPDIR"
    diff -r "$BATS_TEST_TMPDIR/learn/pictures" pictures
    for picture in pictures/*.svg; do
        grep -qF "]($picture)" ./*.md || same "a place for" "$picture" nothing
    done
    if command -v xmllint >/dev/null; then xmllint --noout pictures/*.svg; fi
}

@test "make learn marks a program that is named" {
    run make -n -C "$TREE" learn MINE=mygen.c CHAPTER=4
    [[ $output == *'examples/learn/mark build/release/plyforge --mine "mygen.c" --chapter 4'* ]] || same command "mark --mine" "$output"
}
