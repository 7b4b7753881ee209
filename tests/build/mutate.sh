#!/usr/bin/env bash
# scripts/mutate: what it changes, and that wrong arguments are refused; with BUILD_DIR also mutants whose fate is known, one
# for each verdict but "survived", after which the sources are as they were.
# usage: mutate.sh SOURCE_DIR [BUILD_DIR]
set -eu
cd "$1"
for tool in python3 cmake ninja; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: no $tool"
        exit 77
    fi
done
failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# What must be in the output of the last command.
expect() {
    local line
    for line in "$@"; do
        grep -qF -- "$line" "$folder/out" || complain "no line with: $line"
    done
}

refused() {
    local message=$1
    shift
    if scripts/mutate --build "$folder/build" "$@" >"$folder/out" 2>&1; then complain "not refused: $*"; fi
    grep -qF -- "$message" "$folder/out" || complain "$*: $(tail -n 1 "$folder/out")"
}

# ---- What is changed ----

scripts/mutate --list --file src/moves/castling.h >"$folder/out"
expect ": 56u -> 57u" ": > -> >=" ": 6 -> 5" ": pf_castled_king -> pf_castled_rook" \
    ": (!pf_castling_rook_shields(rook)) is never true"
python3 - "$PWD/scripts" <<'END' || complain "mutants of a text that has everything"
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from mutants import describe, mutants_of
text = """/* a & b */ // us == 1
#define TWO(us) \\
    (us + 2)
_Static_assert(sizeof(int) == 4, "1 + 1");
static int f(int us, int *from) {
    const char *text = "1 << 2", letter = '1';
    int to = *from - 1;
    if (!us && text[0] < letter) from = &to;
    g(to);
    return -to;
}
"""
expected = ['7: - -> +', '7: 1 -> 2', '7: 1 -> 0', '8: (!us && text[0] < letter) is always true',
            '8: (!us && text[0] < letter) is never true', '8: ! -> nothing', '8: us -> (us ^ 1)', '8: && -> ||', '8: 0 -> 1',
            '8: < -> <=', '8: from -> to', '8: deleted from = &to', '8: to -> from', '9: deleted g(to)', '9: to -> from',
            '10: to -> from', '7: from -> to']
found = [describe(mutant).split(':', 3) for mutant in mutants_of('text', text)]
found = [f'{line}:{change}' for _, line, _, change in found]
if sorted(found) != sorted(expected):
    sys.exit(f'found:    {sorted(found)}\nexpected: {sorted(expected)}')
END
scripts/mutate --list >"$folder/all"
[ "$(wc -l <"$folder/all")" -gt 1000 ] || complain "only $(tail -n 1 "$folder/all")"

# ---- What is refused ----

refused "not a number from 1 on" --count 0
refused "not a number from 1 on" --count many
refused "invalid choice" --group nothing
refused "not of the group generator" --file src/moves/see.c
refused "not a FILE:LINE" --at src/moves/castling.h
refused "nothing to change on that line" --at src/moves/castling.h:1 # a comment
refused "no such file" --replace src/nothing.c a b
refused "0 times, not once" --replace src/board/bits.h 'no such text' ''
refused "there is no tests/unit/test_nothing.c" --unit nothing
refused "--retry is about a --log" --retry
echo '{"not": "a log"}' >"$folder/no_log"
refused "is not a log" --log "$folder/no_log" --count 1

# ---- What becomes of it ----

if [ $# -lt 2 ]; then
    echo "$failures failures"
    exit $((failures > 0))
fi
build=$2/mutate
find src -type f -exec cksum {} + | sort >"$folder/before"
scripts/mutate --build "$build" --unit play --log "$folder/log" \
    --replace src/board/bits.h 'set << 8 : set >> 8' 'set << 8 : set >> 7' \
    --replace src/board/key.h 'while (rooks) key' 'for (;;) key' \
    --replace src/moves/make.h 'halfmove_clock++' 'halfmove_clock += 2' \
    --replace src/board/bits.h 'us == PF_WHITE ? 8' 'PF_WHITE == us ? 8' \
    --replace src/board/bits.h 'us == PF_WHITE ? 8' 'us === PF_WHITE ? 8' >"$folder/out"
expect '1: torture --plain: src/board/bits.h' '2: torture --plain (hangs): src/board/key.h' '3: unit test_play: src/moves/make.h' \
    '3: same code: src/board/bits.h' '3: does not compile: src/board/bits.h' \
    '3 mutants counted: 2 killed by torture (66.7%), 1 more by unit tests (together 100.0%)'
find src -type f -exec cksum {} + | sort | cmp -s - "$folder/before" || complain "the sources were changed"

# What the log knows is not tried again.
scripts/mutate --build "$build" --unit play --log "$folder/log" \
    --replace src/moves/make.h 'halfmove_clock++' 'halfmove_clock += 2' >"$folder/out"
expect '1 mutants counted: 0 killed by torture (0.0%), 1 more by unit tests'
if grep -q '^1: ' "$folder/out"; then complain "tried again in spite of the log"; fi

if scripts/mutate --build "$build" --replace src/moves/write_avx512.h "#ifndef PLYFORGE_WRITE_AVX512_H" "#if 1" >"$folder/out" 2>&1; then
    complain "a file that is not compiled was accepted"
fi
expect "not part of the portable library"

echo "$failures failures"
[ "$failures" -eq 0 ]
