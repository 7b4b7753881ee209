# plyforge bench. The full depths take seconds on a fast machine and minutes under a sanitizer; the tests count less.

load helper

# The columns that do not depend on the clock.
counts()
{
    awk '$1 == "signature" { print; next } $1 == "total" { print $1, $2; next } { print $1, $2, $3 }'
}

@test "bench prints nodes and a signature" {
    plyforge bench --reduce 3
    same status 0 "$status"
    same stderr "" "$stderr"
    same output "\
position depth nodes
start 3 8902
kiwipete 2 2039
position-3 4 43238
position-4 3 9467
position-5 2 1486
position-6 2 2079
total 67211
rook-ending 3 6835
queen-ending 3 13611
signature 67211-276def00" "$(counts <<<"$output")"
}

@test "the signature is the same on every machine" {
    plyforge bench --reduce 3 --backend portable
    portable=$(counts <<<"$output")
    plyforge bench --reduce 3 --backend auto
    same signature "$portable" "$(counts <<<"$output")"
}

@test "bench --json" {
    plyforge bench --reduce 9 --json
    same status 0 "$status"
    [[ $output == *'"name": "start"'*'"depth": 0'*'"nodes": "1"'* ]]
    [[ $output == *'"name": "queen-ending"'* ]]
    [[ $output == *'"nodes": "6"'*'"signature": "6-'* ]]
}

@test "bench sliders and bench generation measure every way" {
    plyforge bench sliders --reduce 10
    same status 0 "$status"
    for name in magic hyperbola obstruction kogge-stone; do [[ $output == *$'\n'"$name "* ]]; done
    plyforge bench generation --reduce 10
    same status 0 "$status"
    for name in masks filter magic kogge-stone captures quiet-checks pseudo-evasions loop; do
        [[ $output == *$'\n'"$name "* ]]
    done
}

@test "bench sliders and bench generation --json" {
    plyforge bench sliders --reduce 10 --json
    same status 0 "$status"
    [[ $output == *'"measured": "sliders"'*'"name": "magic"'*'"rook_lookups_per_second": '*'"boards_per_second": '* ]]
    plyforge bench generation --reduce 10 --json
    same status 0 "$status"
    [[ $output == *'"group": "legality"'*'"name": "masks"'*'"moves_listed_per_second": '* ]]
    [[ $output == *'"group": "writer"'*'"name": "loop"'*'"count_nanoseconds": '* ]]
}

@test "bench reading measures positions and games, with any back end" {
    for options in "" "--backend portable"; do
        plyforge bench reading --reduce 10 $options
        same status 0 "$status"
        same stderr "" "$stderr"
        same ways "\
input way ns MB/s
positions setup
positions FEN
positions FEN batch
positions FEN lines
positions unpack
positions unpack batch
bare PGN check
bare PGN events
bare PGN columns
annotated PGN check
annotated PGN events
annotated PGN columns" "$(sed -E 's/ +[0-9.]+ +[0-9]+$//; s/ +/ /g' <<<"$output")"
    done
}

@test "bench reading --json" {
    plyforge bench reading --reduce 10 --json
    same status 0 "$status"
    [[ $output == *'"measured": "reading"'*'"input": "positions"'*'"name": "FEN batch"'*'"nanoseconds": '* ]]
    [[ $output == *'"input": "annotated PGN"'*'"name": "columns"'*'"bytes_per_second": '* ]]
}

@test "wrong usage is refused" {
    refused "bench measures sliders, generation or reading, not '6'" bench 6
    refused "bench measures sliders, generation or reading, not ''" bench ""
    refused "unexpected argument 'generation' (a FEN or a list of moves goes in quotes)" bench sliders generation
    refused "bench sliders and --backend cannot be combined" bench sliders --backend portable
    refused "bench measures sliders, generation or reading, not 'read'" bench read
    refused "bench generation and --backend cannot be combined" bench generation --backend auto
    refused "--reduce must be a number from 0 to 255, not 'x'" bench --reduce x
    refused "--backend takes $(backends), not 'fast'" bench --backend fast
}
