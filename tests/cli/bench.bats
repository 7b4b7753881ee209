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
signature 67211-276def00" "$(counts <<<"$output")"
}

@test "the signature is the same on every machine" {
    plyforge bench --reduce 3 --backend portable
    portable=$(counts <<<"$output")
    plyforge bench --reduce 3 --backend auto
    same signature "$portable" "$(counts <<<"$output")"
}

@test "bench --json" {
    needs_json
    plyforge bench --reduce 9 --json
    same status 0 "$status"
    [[ $output == *'"name": "start"'*'"depth": 0'*'"nodes": "1"'* ]]
    [[ $output == *'"nodes": "6"'*'"signature": "6-'* ]]
}

@test "wrong usage is refused" {
    refused "unexpected argument '6' (a FEN or a list of moves goes in quotes)" bench 6
    refused "--reduce must be a number from 0 to 255, not 'x'" bench --reduce x
    refused "--backend takes auto, portable, bmi2, avx2 or avx512, not 'fast'" bench --backend fast
}
