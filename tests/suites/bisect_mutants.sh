#!/usr/bin/env bash
# plyforge bisect finds every bug that the reference can be built with: from well-known positions where the bug shows there,
# otherwise from the position of the torture suite. At least nine of ten are given the name of their class, also of those of the
# variants, and all are shown in positions of at most eight pieces. (The others show a symptom of another class first.)
# usage: bisect_mutants.sh PLYFORGE BROKEN_ENGINE
set -u
plyforge=$1 engine=$2
standard=("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
chess960=("1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1" "bnrbnkrq/pp1ppppp/8/2p5/8/P7/1PPPPPPP/BNRBNKRQ w GCgc - 0 2"
    "5rkr/6pp/8/8/8/8/6PP/5RKR w HFhf - 0 1" "rk5r/p6p/8/8/8/8/P6P/RK5R w HAha - 0 1")
found=0 named=0 failures=0 found_variant=0 named_variant=0

# look FEN: sets report if the mutant differs there.
look() {
    report=$("$plyforge" bisect 3 "${option[@]}" --engine "$engine $mutant" --fen "$1" 2>/dev/null)
    [ $? -eq 1 ] && [[ $report == *$'\nBug: '* ]]
}

while read -r mutant rules class; do
    # No game reaches a position that shows it.
    [ "$mutant" = EP_CAPTURED_SHIELD ] && continue
    shown=false is_variant=0
    case $rules in
    standard) option=() positions=("${standard[@]}") ;;
    chess960) option=(--chess960) positions=("${chess960[@]}") ;;
    *) option=(--variant "$rules") positions=() is_variant=1 ;;
    esac
    while read -r fen; do positions+=("$fen"); done < <("$plyforge" torture "${option[@]}" --engine "$engine $mutant" |
        sed -nE "s/^[a-z-]*torture[^:]*:[0-9]+: $class: (.*) depth [1-3]: expected.*/\1/p")
    for fen in "${positions[@]}"; do
        if look "$fen"; then
            shown=true
            break
        fi
    done
    if ! $shown; then
        echo "FAILED: $mutant is not found"
        failures=$((failures + 1))
        continue
    fi
    found=$((found + 1)) found_variant=$((found_variant + is_variant))
    if [[ $report == *$'\nBug: '"$class" ]]; then
        named=$((named + 1)) named_variant=$((named_variant + is_variant))
    else
        echo "$mutant ($class) is taken for: ${report##*$'\n'Bug: }"
    fi
    pieces=$(sed -n 's/^Pieces: *//p' <<<"$report")
    if [ "$pieces" -gt 8 ]; then
        echo "FAILED: $mutant is shown with $pieces pieces"
        failures=$((failures + 1))
    fi
done < <("$engine" classes)
echo "$found mutants found, $named named; $found_variant of variants found, $named_variant named; $failures failures"
[ "$found" -gt 0 ] && [ "$failures" -eq 0 ] && [ $((named * 10)) -ge $((found * 9)) ] &&
    [ "$found_variant" -gt 30 ] && [ $((named_variant * 10)) -ge $((found_variant * 9)) ]
