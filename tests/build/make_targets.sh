#!/usr/bin/env bash
# The targets of the Makefile, called by name. "quick" asks make what each would do: the help has them all, and every script, preset and
# folder that they name is there. "long" runs them in a copy of the tree, the benchmarks with small sizes, except these:
#   check, test, test-long, fuzz, lint           this test is part of the first two, which run the others
#   coverage, mutate                      half an hour each; build_mutate runs scripts/mutate
#   prove, prove-all                      minutes to hours; build_prove runs scripts/prove
#   release, docs, deb, windows, amalgamation     build_release calls make release, which calls the others
#   install                               build_install_static
#   web, run-web                          web_build
#   bootstrap-test                        for the others
# usage: make_targets.sh SOURCE_DIR quick|long
set -euo pipefail
source=$1
tier=$2
elsewhere="bootstrap-test check test test-long fuzz lint coverage mutate prove prove-all release docs deb windows amalgamation install web run-web"
# shellcheck source=tests/build/quietly.sh
. "$(dirname "$0")/quietly.sh"
fail() {
    echo "FAILED: $*"
    exit 1
}

if [ "$tier" = quick ]; then
    cd "$source"
    targets=$(sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | sort)
    diff <(echo "$targets") <(sed -nE 's/^([a-z-]+):.*/\1/p' Makefile | sort) || fail "< is in .PHONY, > has a rule"
    diff <(grep -vx -e help -e bootstrap-test <<<"$targets") <(make -s help | sed -nE 's/^make ([a-z-]+) .*/\1/p' | sort) || fail "< has a rule, > is in make help"
    checked=0
    for target in $targets; do
        make -n "$target" >"$folder/recipe" 2>&1 || { cat "$folder/recipe"; fail "make -n $target"; }
        while read -r file; do
            checked=$((checked + 1))
            [ -x "$file" ] || fail "make $target calls $file, which is not there"
        done < <(grep -oE '(^|[ ;&])(scripts|bench|tests)/[a-z_./-]+' "$folder/recipe" | tr -d ' ;&')
        while read -r preset; do
            checked=$((checked + 1))
            grep -q "\"name\": \"$preset\"" CMakePresets.json || fail "make $target names the preset $preset"
        done < <(grep -oE -- '--preset [a-z-]+' "$folder/recipe" | cut -d' ' -f2)
        while read -r entered; do
            checked=$((checked + 1))
            [ -d "$entered" ] || [[ $entered == build/* ]] || fail "make $target enters $entered"
        done < <(sed -nE 's/^cd ([a-z/]+).*/\1/p' "$folder/recipe")
    done
    echo "$(wc -w <<<"$targets") targets, $checked scripts, presets and folders"
    [ "$checked" -gt 30 ]
    exit 0
fi

tree=$folder/tree
copy_tree "$source" "$tree"
cd "$tree"
if command -v ccache >/dev/null; then export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$folder; fi
commit_all
called=0
target() { # TARGET EXPECTED [OPTIONS]: what it prints contains EXPECTED
    make "$1" ${3:+"OPTIONS=$3"} >"$folder/log" 2>&1 || { tail -50 "$folder/log"; fail "make $1"; }
    grep -qE -- "$2" "$folder/log" || { tail -50 "$folder/log"; fail "make $1 does not print $2"; }
    called=$((called + 1))
    echo "make $1"
}
unchanged() { # TARGET: it leaves the committed files as they are
    git diff --exit-code --stat || fail "make $1 changes these files"
}

target help '^make run '
target build 'plyforge'
target run '^Nodes searched: 119060324$'
target learn '^chapter 9 .*right'
target bench '^signature ' "--reduce 3"
has() { command -v "$1" >/dev/null || [ -x "/usr/games/$1" ]; }
skipped=0
without() { # TARGET PROGRAM
    echo "skipped: make $1: no $2"
    skipped=$((skipped + 1))
}
if has stockfish; then target compare '^geometric mean of the six ratios ' "--runs 1"; else without compare stockfish; fi
if has fairy-stockfish; then target compare-variants '^crazyhouse ' "--runs 1 --shallower 2"; else without compare-variants fairy-stockfish; fi
if has pgn-extract; then target compare-pgn 'check' "--runs 1 --size 1000000"; else without compare-pgn pgn-extract; fi
if has clang-format; then target format ''; else without format clang-format; fi
unchanged format
target regenerate ''
unchanged regenerate
if has abidiff && [ "$(uname -m)" = x86_64 ]; then target abi '^written: '; else without abi abidiff; fi
git checkout -q tests/abi

target clean ''
[ ! -e build ] || fail "make clean leaves build/"
all=$(sed -n 's/^\.PHONY: //p' Makefile | wc -w)
echo "$called targets called, $skipped skipped, $(wc -w <<<"$elsewhere") called by other tests"
[ $((called + skipped + $(wc -w <<<"$elsewhere"))) -eq "$all" ] || fail "the Makefile has $all targets"
