# plyforge random.

load helper

@test "random prints as many positions as asked for, each with a legal move" {
    plyforge random
    same lines 1 "${#lines[@]}"
    plyforge random 300 --seed 3
    same status 0 "$status"
    same lines 300 "${#lines[@]}"
    same "different positions" 1 "$(($(sort -u <<<"$output" | wc -l) > 280))"
    while read -r fen; do
        [[ -n $("$PLYFORGE" moves --fen "$fen") ]]
    done < <(head -40 <<<"$output")
}

@test "the seed decides, and nothing else does" {
    same "seed 5" "$("$PLYFORGE" random 20 --seed 5)" "$("$PLYFORGE" random 20 --seed 5)"
    same "the first ones" "$("$PLYFORGE" random 5 --seed 5)" "$("$PLYFORGE" random 20 --seed 5 | head -5)"
    same "the default" "$("$PLYFORGE" random 5 --seed 0)" "$("$PLYFORGE" random 5)"
    [[ $("$PLYFORGE" random 5 --seed 5) != "$("$PLYFORGE" random 5 --seed 6)" ]]
}

# The FENs of the position after MOVES and of those one move later.
one_move_later() { # MOVES
    "$PLYFORGE" show --moves "$1" | sed -n 's/^FEN: *//p'
    "$PLYFORGE" moves --moves "$1" | while read -r move; do
        "$PLYFORGE" show --moves "$1 $move" | sed -n 's/^FEN: *//p'
    done
}

@test "games begin where they are told to, and --plies limits them" {
    one_move_later "" >"$BATS_TEST_TMPDIR/start"
    one_move_later e4 >"$BATS_TEST_TMPDIR/e4"
    same "from the start" "" "$("$PLYFORGE" random 60 --plies 1 | grep -vxFf "$BATS_TEST_TMPDIR/start" || true)"
    same "after e4" "" "$("$PLYFORGE" random 60 --plies 1 --moves e4 | grep -vxFf "$BATS_TEST_TMPDIR/e4" || true)"
    (($("$PLYFORGE" random 60 --plies 2 | grep -cvxFf "$BATS_TEST_TMPDIR/start") > 5))
}

@test "Chess960 and variants" {
    same "start positions" 1 "$(($("$PLYFORGE" random 50 --chess960 --plies 1 | cut -d/ -f1 | sort -u | wc -l) > 40))"
    "$PLYFORGE" random 50 --variant crazyhouse | grep -q '\[[QRBNPqrbnp]'
    while read -r fen; do "$PLYFORGE" fen --variant atomic "$fen" >"$BATS_TEST_TMPDIR/fen"; done < <("$PLYFORGE" random 20 --variant atomic)
}

@test "random refuses bad input" {
    refused "COUNT must be a number from 1 to 10000000, not '0'" random 0
    refused "COUNT must be a number from 1 to 10000000, not '-1'" random -- -1
    refused "COUNT must be a number from 1 to 10000000, not 'x'" random x
    refused "--plies must be a number from 1 to 1000, not '0'" random --plies 0
    refused "the position has no legal moves" random "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
    refused "bad FEN at offset 0: *" random --fen x
    refused "unexpected argument '3'*" random 2 3
}
