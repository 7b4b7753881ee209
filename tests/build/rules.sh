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
include_in src/perft/cuda/walk.cuh '<plyforge/check.h>' 'includes check.h: perft/cuda must not need workbench'
include_in src/workbench/random.c '"reference/reference.h"' \
    'includes "reference/reference.h": the reference is not part of the library'
include_in src/reference/reference.c '"board/bits.h"' 'includes "board/bits.h": the reference stands alone'
include_in include/plyforge/position.h '<plyforge/fen.h>' 'includes fen.h: types must not need board'
include_in include/plyforge/experimental/cpu.h '<plyforge/perft.h>' 'includes perft.h: cpu must not need perft'
include_in include/plyforge/new.h '<plyforge/perft.h>' 'is in no room'
include_in src/elsewhere.c '<plyforge/perft.h>' 'is in no room'
include_in programs/plyforge/json.c '"board/text.h"' 'includes "board/text.h"'
finds includes.sh

[ "$failures" -eq 0 ]
