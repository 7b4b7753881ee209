# plyforge unmoves.

load helper

START="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

@test "unmoves lists moves and positions in alphabetical order" {
    accepted "a6b8  r1bqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1
c6b8  r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1
f6g8  rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1
h6g8  rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1" unmoves "$START"
    accepted "e2e4  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" \
        unmoves "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    accepted "" unmoves "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1" # nothing of Black's can have moved
}

@test "every listed move leads back to the position" {
    local fen="4k3/8/8/8/8/8/5PPP/5RK1 b - - 0 1" line
    plyforge unmoves "$fen" --all-rights --ep-before all
    same status 0 "$status"
    ((${#lines[@]} > 20))
    for line in "${lines[@]}"; do
        same "$line" "${fen% * *}" "$("$PLYFORGE" show --fen "${line#* }" --moves "${line%% *}" | sed -nE 's/^FEN: *(.*) [0-9]+ [0-9]+$/\1/p' | head -1)"
    done
}

@test "--depth counts lines" {
    accepted $'1: 4\n2: 16\n3: 96' unmoves "$START" --depth 3
    accepted "" unmoves "$START" --depth 0
    accepted $'1: 0\n2: 0' unmoves "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1" --depth 2
}

@test "pockets, rights, en passant and promotions" {
    count() { "$PLYFORGE" unmoves "$@" | wc -l; }
    local fen="N3k3/8/8/8/8/8/8/R4RK1 b - - 0 1"
    (($(count "$fen" --pockets -) < $(count "$fen" --pockets q)))
    (($(count "$fen" --pockets q) < $(count "$fen")))
    same "pieces of the side that moved" "$(count "$fen" --pockets -)" "$(count "$fen" --pockets Q)"
    same "the right of the a-rook" $(($(count "$fen" --pockets -) + 1)) "$(count "$fen" --pockets - --all-rights)"
    same "a7a8n" $(($(count "$fen" --pockets -) - 1)) "$(count "$fen" --pockets - --no-unpromotions)"
    (($(count "$fen" --pockets -) < $(count "$fen" --pockets - --chess960)))
    fen="4k3/8/8/3pP2p/8/8/8/6K1 b - - 0 1"
    same "en passant" $((3 * $(count "$fen" --pockets -))) "$(count "$fen" --pockets - --ep-before all)"
    (($(count "$fen" --pockets - --ep-before legal) < $(count "$fen" --pockets - --ep-before all)))
}

@test "captured pieces are taken out of the pocket" {
    # The king can have taken the one knight now or a move earlier, not both times.
    local one two
    one=$("$PLYFORGE" unmoves "7k/8/8/8/8/8/8/K7 b - - 0 1" --pockets n --depth 3 | tail -1)
    two=$("$PLYFORGE" unmoves "7k/8/8/8/8/8/8/K7 b - - 0 1" --pockets nn --depth 3 | tail -1)
    ((${one#*: } < ${two#*: }))
}

@test "unmoves refuses bad input" {
    refused "unmoves needs FEN; try 'plyforge unmoves --help'" unmoves
    refused "bad FEN at offset 0: *" unmoves x
    refused "*more than two checkers*" unmoves "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1"
    refused "--pockets takes at most 30 letters of PNBRQpnbrq, or -, not 'K'" unmoves "$START" --pockets K
    refused "--pockets takes at most 30 letters of PNBRQpnbrq, or -, not ''" unmoves "$START" --pockets ""
    refused "--pockets takes at most 30 letters of PNBRQpnbrq, or -, not 'ppp*'" unmoves "$START" --pockets ppppppppppppppppppppppppppppppp
    refused "--ep-before takes none, legal or all, not 'some'" unmoves "$START" --ep-before some
    refused "unexpected argument 'extra'*" unmoves "$START" extra
    refused "--depth must be a number from 0 to 255, not '-1'" unmoves "$START" --depth=-1
}
