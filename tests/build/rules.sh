#!/usr/bin/env bash
# The tests of this folder that read the source find what they look for: each is run on a copy with mistakes.
# usage: rules.sh SOURCE_DIR
set -eu
source=$1
here=$source/tests/build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$source" && cp -r include src programs examples tools bench "$folder")
failures=0
expected=()

# finds SCRIPT : SCRIPT fails on the copy and says everything that is expected
finds() {
    local text
    if "$here/$1" "$folder" >"$folder/out" 2>&1; then
        echo "FAILED: $1 passes"
        failures=$((failures + 1))
    fi
    for text in "${expected[@]}"; do
        if ! grep -qF -- "$text" "$folder/out"; then
            echo "FAILED: $1 does not say: $text"
            failures=$((failures + 1))
        fi
    done
    echo "$1: ${#expected[@]} mistakes tried"
    expected=()
}

# include_in FILE HEADER REASON : one include too many
include_in() {
    echo "#include $2" >>"$folder/$1"
    expected+=("$1 $3")
}

include_in src/board/fen.c '"moves/make.h"' 'includes "moves/make.h": board must not need moves'
include_in src/board/key.c '<plyforge/moves.h>' 'includes moves.h: board must not need moves'
include_in src/moves/make.h '"ways/roads.h"' 'includes "ways/roads.h": moves must not need ways'
include_in src/moves/see.h '<plyforge/experimental.h>' 'includes experimental.h: moves must not need ways'
include_in src/moves/see.c '<plyforge.h>' 'includes <plyforge.h>, which includes everything'
include_in src/perft/leaves/army.h '"perft/run/job.h"' 'includes "perft/run/job.h": perft/leaves must not need perft/run'
include_in src/perft/cuda/gpu.cu '"workbench/random.h"' 'includes "workbench/random.h": perft/cuda must not need workbench'
include_in src/perft/cuda/walk.cuh '<plyforge/differential.h>' 'includes differential.h: perft/cuda must not need workbench'
include_in src/workbench/random.c '"reference/reference.h"' \
    'includes "reference/reference.h": the reference is not part of the library'
include_in src/reference/reference.c '"board/bits.h"' 'includes "board/bits.h": the reference stands alone'
echo '#define MUTANT(name) 0' >>"$folder/src/reference/reference.c"
expected+=("src/reference/reference.c has a directive of the preprocessor: #define MUTANT(name) 0")
include_in include/plyforge/position.h '<plyforge/fen.h>' 'includes fen.h: types must not need board'
include_in include/plyforge/experimental/cpu.h '<plyforge/perft.h>' 'includes perft.h: cpu must not need perft'
include_in include/plyforge/new.h '<plyforge/perft.h>' 'is in no room'
include_in src/elsewhere.c '<plyforge/perft.h>' 'is in no room'
include_in programs/plyforge/json.c '"board/text.h"' 'includes "board/text.h"'
include_in programs/plyforge-mpi/plies.c '<mpi.h>' 'includes <mpi.h>'
include_in programs/plyforge-mpi/plies.c '"frontier.h"' 'includes "frontier.h"'
include_in programs/plyforge/json.c '"team.h"' 'includes "team.h"'
finds includes.sh

{
    echo 'void pf_new(void);'
    echo 'void pf_long(int n)'
    echo '{'
    for ((i = 0; i < 81; i++)); do echo "    n += $i;"; done
    echo '}'
} >>"$folder/src/board/key.c"
expected+=("src/board/key.c:pf_long has 81 lines")
finds functions.sh

# Six lines of another file, with other indentation and other comments.
cat >>"$folder/src/rules/rules.c" <<'END'
/* Copied. */
unsigned copied(uint64_t bits);
END
sed -n '/pf_count_pinned_sliders/,/^}/p' "$folder/src/perft/leaves/army.h" |
    sed -E 's/^ +/  /; 3i /* a comment of\n * two lines */\n' >>"$folder/src/rules/rules.c"
expected+=("src/rules/rules.c:$(grep -n 'pf_count_pinned_sliders' "$folder/src/rules/rules.c" | cut -d: -f1) repeats")
finds copies.sh

# refuses TEXT HEADER... : a file that includes these does not compile, and the compiler says why
refuses() {
    local text=$1 header
    shift
    for header in "$@"; do echo "#include \"$header\""; done >"$folder/wrong.c"
    if cc -std=c17 -fsyntax-only -I "$source/include" -I "$source/src" "$folder/wrong.c" >"$folder/out" 2>&1; then
        echo "FAILED: this compiles: $*"
        failures=$((failures + 1))
    elif ! grep -qF -- "$text" "$folder/out"; then
        cat "$folder/out"
        echo "FAILED: no word of: $text"
        failures=$((failures + 1))
    fi
}

refuses "Include a writer before the generator" moves/generate.h
refuses "Include one writer only" moves/write_pairs.h moves/write_tight.h
refuses "Include one lanes_*.h before this header" perft/leaves/fills.h
refuses "Include one lanes_*.h before this header" moves/write_pairs.h perft/leaves/count_lanes.h
refuses "Include one lanes_*.h only" perft/leaves/lanes_portable.h perft/leaves/lanes_avx2.h

[ "$failures" -eq 0 ]
