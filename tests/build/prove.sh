#!/usr/bin/env bash
# scripts/prove: a few cases are proved, planted bugs refuted, and what is no proof is not taken for one.
# usage: prove.sh SOURCE_DIR TABLES
set -euo pipefail
source=$1 tables=$2
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
cd "$source"

# FEN builds positions only through pf_position_from_setup, which is proved: the one position that fen.c can write to is
# handed to that function and used for nothing else.
fen=src/notation/fen.c
writable=$(grep 'pf_position \*' "$fen" | grep -vc 'const pf_position \*' || true)
reader=$(sed -n '/^pf_status pf_position_from_fen(pf_position \*out/,/^}/p' "$fen")
if [ "$writable" != 1 ] || [ "$(grep -cw out <<<"$reader")" != 2 ] ||
    ! grep -q 'return pf_position_from_setup(out, &setup' <<<"$reader"; then
    echo "FAILED: $fen builds a position otherwise than by pf_position_from_setup"
    exit 1
fi

# pf_generate_legal calls list_legal, which is proved, for every level.
if ! grep -q 'return pf_generators_here()->list\[PF_LEGAL\](position, list);' src/entry/lists.c ||
    ! grep -q '\[PF_LEGAL\] = list_legal, ' src/moves/generate.h ||
    ! grep -q 'PF_DEFINE_CATEGORY(list_legal, count_legal, any_legal, PF_NON_EVASIONS, PF_KEEP_LEGAL, ' src/moves/generate.h; then
    echo "FAILED: pf_generate_legal calls another function than list_legal"
    exit 1
fi

status=0
scripts/prove --quick --tables "$tables" >"$folder/out" 2>&1 || status=$?
if [ "$status" = 77 ]; then
    echo "skipped: $(cat "$folder/out")"
    exit 77
fi
fail() {
    cat "$folder/out"
    echo "FAILED: $*"
    exit 1
}
[ "$status" = 0 ] || fail "exit status $status"
[ "$(grep -c '^refuted ' "$folder/out")" = 2 ] || fail "not two refuted bugs"
grep -qE '^prove: 12 cases, [1-9][0-9]* queries, 0 open, [1-9][0-9]* refutations checked ' "$folder/out" || fail "no last line"

# refused STATUS ARGUMENT...
refused() {
    local expected=$1 status=0
    shift
    scripts/prove --tables "$tables" "$@" >"$folder/out" 2>&1 || status=$?
    [ "$status" = "$expected" ] || fail "prove $*: exit status $status"
}
# What plays a move, or says whether it is legal, is proved as well as lists.
refuted() {
    local status=0
    scripts/prove --tables "$tables" "$@" >"$folder/out" 2>&1 || status=$?
    [ "$status" = 1 ] || fail "prove $*: exit status $status"
    grep -q '^FEN: ' "$folder/out" || fail "prove $*: no position"
}
refuted --replace src/moves/legality.c '& ~ours & pf_bit(to)) != 0' '& pf_bit(to)) != 0' 'pseudo/w/e1'
refuted --replace src/moves/make.h '            position->halfmove_clock = 0;
            if ((from ^ to) == 16)' '            if ((from ^ to) == 16)' 'play/w/e2'
refuted --replace src/entry/playing.c 'kind == PF_MOVE_EN_PASSANT ? to ^ 8 : to, them' 'to, them' 'play/w/e5'

# Code that does not fit a contract, or that the machine cannot follow, is not taken for proved.
unproved() {
    local status=0
    scripts/prove --tables "$tables" "$@" >"$folder/out" 2>&1 || status=$?
    [ "$status" = 1 ] || fail "prove $*: exit status $status"
}
look_up='return pf_slider_lookup(&pf_rook_index, square'
unproved --replace src/board/sliders.h "$look_up" \
    'return pf_slider_lookup(occupied >> 20 & 1 ? &pf_rook_index : &pf_bishop_index, square' 'list/portable/w/e1'
unproved --replace src/board/sliders.h "$look_up" \
    'return pf_slider_lookup((const pf_slider_index *)(const void *)((const char *)&pf_rook_index + 8), square' \
    'list/portable/w/e1'
unproved --replace src/moves/generate.h 'return list->size = pf_generate_category(' \
    '*(pf_move *)(void *)((char *)list + 6) = 0; return list->size = pf_generate_category(' 'list/portable/w/e1'
play='    undo->captured = (uint8_t)make_keyed(position, move);'
unproved --replace src/entry/playing.c "$play" "    uint64_t u, v; if (u != v) return; $play" 'play/w/e2'
unproved --replace src/entry/playing.c "$play" "$play if (position->by_type[6] == 1) position->by_type[6] = 1;" 'play/w/e2'
unproved --replace src/entry/playing.c '    position->key = undo->key;' \
    '    position->key = 0; __builtin_memcpy(&position->key, &undo->key, 4);' 'play/w/e2'

# Formulas and the compiled library list the same moves; a mutant gets a verdict, which is kept.
if [ -f "$tables/../libplyforge.a" ]; then
    scripts/prove --tables "$tables" --sample 1280 >"$folder/out" 2>&1 || fail "formulas and library differ"
    grep -qE '^prove: 128 cases, 1280 queries, 0 open, ' "$folder/out" || fail "positions are missing"

    # Mutants get verdicts, which are kept. What refutes one shows in the compiled library.
    mutants() {
        scripts/prove --tables "$tables" --mutants 3 --seed 1 --log "$folder/log" --table "$folder/list" \
            pseudo/w/e5 play/w/e1 list/portable/w/e1 >"$folder/out" 2>&1 || fail "a mutant is open"
        grep -qE '^mutants: .* 0 open, ' "$folder/out" || fail "no tally of mutants"
        [ "$(grep -cE '^(refuted|refused|equivalent)\b' "$folder/list")" = 3 ] || fail "not three verdicts"
    }
    mutants
    if grep -q '"fen": "[^"]' "$folder/log"; then # which depends on the mutants that are drawn
        grep -q $'^refuted\t.*\tdiffers\t' "$folder/list" || fail "no counterexample shows in the compiled library"
    fi
    cp "$folder/list" "$folder/first"
    sed -i 's/"what": ".*"/"what": "as the log says"/' "$folder/log"
    mutants
    grep -q 'as the log says' "$folder/list" || fail "the log is not used"
    [ "$(cut -f1-7 "$folder/first")" = "$(cut -f1-7 "$folder/list")" ] || fail "two lists differ"
fi

# What decides which cases a mutant is tried on.
python3 - <<'END' || fail "cases would be left out"
import importlib.machinery
import importlib.util
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, 'scripts')
loader = importlib.machinery.SourceFileLoader('prove', 'scripts/prove')
prove = importlib.util.module_from_spec(importlib.util.spec_from_loader('prove', loader))
loader.exec_module(prove)

ir = """%struct.s = type { i64 }
@table = constant i32 1
define internal i32 @f(i32 %0) #0 {
  br label %2, !llvm.loop !4
2:
  ret i32 %0
}
define i32 @g() #1 {
  ret i32 1
}
attributes #0 = { noinline }
!4 = distinct !{!4}
"""


def changed(old, new):
    assert ir.count(old) == 1
    return prove.changed_functions('a.c', ir, ir.replace(old, new))


assert changed('ret i32 1', 'ret i32 2') == {'a.c:g'}
assert changed('ret i32 %0', 'ret i32 0') == {'a.c:f'}
assert changed('!llvm.loop !4', '!llvm.loop !7') == set()
assert changed('() #1', '() #3') == set()
assert changed('constant i32 1', 'constant i32 2') is None
assert changed('@table = constant i32 1\n', '') == changed('%struct.s = type { i64 }\n', '') == set()
assert changed('type { i64 }', 'type { i32 }') is None
assert changed('@g', '@h') == {'a.c:g', 'a.c:h'}
assert changed('attributes', '; Function Attrs: noinline\n\ndeclare void @h()\n@other = external global i32\nattributes') == set()

text = """enum { ONE = 1 };
int f(int a)
{
    static const int table[] = {1, 2};
    if (a &&
        a < 4)
        return 5;
    switch (a) {
    case 6: return 7;
    }
    return table[8];
}
"""


def lines(number):
    start = text.index(number)
    return prove.lines_of_statement(prove.mutant_by_hand('a.c', text, start, number, '0'), text)


assert lines('4') == {'a.c:5', 'a.c:6', 'a.c:7'}
assert lines('8') == {'a.c:11'}
for number in ('1', '2}', '6', '7'):
    assert lines(number) is None, number
END

refused 2 'list/nothing/*'
refused 2 --jobs 0 'cover/w/e1'
refused 2 --replace src/board/bits.h 'no such text' 'x' 'cover/w/e1'
refused 2 --replace README.md 'a' 'b' 'cover/w/e1'

# A solver that fails or lies proves nothing.
mkdir "$folder/bin"
for answer in 1 10 20; do
    printf '#!/bin/sh\nexit %s\n' "$answer" >"$folder/bin/cadical"
    chmod +x "$folder/bin/cadical"
    PATH=$folder/bin:$PATH refused 1 'attackers/w/e1' 'capture/b/e4'
    grep -q '^prove: 2 cases, .* 2 open, 0 refutations checked ' "$folder/out" || fail "a solver that exits with $answer is believed"
done

# The checker accepts a proof by unit propagation and nothing else.
check=build/proof/check-refutation
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' >"$folder/formula.cnf"
printf 'a\004\000a\000' >"$folder/proof"
"$check" "$folder/formula.cnf" "$folder/proof" >"$folder/out" || fail "a proof is refused"
expect_refused() {
    if "$check" "$folder/formula.cnf" "$folder/proof" >"$folder/out"; then fail "$1"; fi
}
printf 'p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n' >"$folder/formula.cnf"
expect_refused "a formula that has a solution is refuted"
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' >"$folder/formula.cnf"
printf '' >"$folder/proof"
expect_refused "an empty proof is accepted"
printf 'a\004' >"$folder/proof"
expect_refused "a proof that ends within a step is accepted"
printf 'a\006\000' >"$folder/proof"
printf 'p cnf 3 4\n1 2 0\n-1 3 0\n1 -3 0\n-2 -3 0\n' >"$folder/formula.cnf"
expect_refused "a step that does not follow is accepted"
