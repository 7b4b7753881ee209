# plyforge fen.

load helper

@test "fen completes the fields" {
    accepted "4k3/8/8/8/8/8/8/4K3 w - - 0 1" fen "4k3/8/8/8/8/8/8/4K3"
    accepted "4k3/8/8/8/8/8/8/4K3 b - - 0 1" fen "  4k3/8/8/8/8/8/8/4K3   b "
    accepted "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 1" fen "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7"
}

@test "fen --castling" {
    accepted "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" fen "r3k2r/8/8/8/8/8/8/R3K2R w HAha -"
    accepted "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1" fen --castling shredder "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    accepted "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" fen --castling xfen "r3k2r/8/8/8/8/8/8/R3K2R w HAha -"
}

@test "fen --chess960 writes X-FEN unless --castling is given" {
    accepted "${CHESS960/GBgb/KQkq}" fen --chess960 "$CHESS960"
    accepted "$CHESS960" fen --castling shredder --chess960 "$CHESS960"
    accepted "4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1" fen --chess960 "4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1"
    accepted "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1" fen --chess960 "4k3/8/8/8/8/8/8/1RR1K3 w B - 0 1"
}

@test "fen --ep" {
    # In the second position the pawn that could capture is pinned, in the third it may.
    quiet="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    pinned="4k3/8/8/8/4pP2/8/8/K3R3 b - f3 0 1"
    legal="3k4/8/8/8/4pP2/8/8/K3R3 b - f3 0 1"
    accepted "$quiet" fen "$quiet" --ep always
    accepted "${quiet/e3/-}" fen "$quiet" --ep pseudo
    accepted "${quiet/e3/-}" fen "$quiet" --ep legal
    accepted "$pinned" fen "$pinned" --ep always
    accepted "$pinned" fen "$pinned" --ep pseudo
    accepted "${pinned/f3/-}" fen "$pinned" --ep legal
    accepted "${pinned/f3/-}" fen "$pinned"
    accepted "$legal" fen "$legal" --ep legal
}

@test "fen says where it cannot be read" {
    refused "bad FEN at offset 0: empty FEN" fen ""
    refused "bad FEN at offset 7: rank with more than 8 squares" fen "4k3/8/8p/8/8/8/8/4K3 w - - 0 1"
    refused "bad FEN at offset *: fewer than 8 ranks" fen "4k3/8/8/8/4K3 w - - 0 1"
    refused "bad FEN at offset 21: side to move must be one letter, 'w' or 'b', not 'white'" fen "4k3/8/8/8/8/8/8/4K3 white - - 0 1"
    refused "bad FEN at offset 22: unknown castling right*" fen "4k3/8/8/8/8/8/8/4K3 w x - 0 1"
    refused "bad FEN at offset 24: en passant field must be '-' or a square, not 'e9'" fen "4k3/8/8/8/8/8/8/4K3 w - e9 0 1"
    refused "bad FEN at offset 26: half-move clock must be a number from 0 to 65535, not 'x'" fen "4k3/8/8/8/8/8/8/4K3 w - - x 1"
    refused "bad FEN at offset 29: move number must be a number from 0 to 4294967295, not '1x'" fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1x"
    refused "bad FEN at offset 30: *" fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e2e4"
}

@test "fen names all the problems of an impossible position" {
    refused "impossible position: no white king; no black king" fen "8/8/8/8/8/8/8/8 w - - 0 1"
    refused "impossible position: more than one white king; pawn on the first or last rank" \
        fen "4k2p/8/8/8/8/8/8/3KK3 w - - 0 1"
    refused "impossible position: the side not to move is in check" fen "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
    refused "impossible position: impossible white material" fen "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"
}

@test "fen is strict, --lenient repairs and warns" {
    fen="4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1"
    refused "impossible position: castling right without its king and rook; impossible en passant square e6" fen "$fen"
    plyforge fen --lenient "$fen"
    same status 0 "$status"
    same output "4k3/8/8/8/8/8/8/4K3 w - - 0 1" "$output"
    same stderr "plyforge: warning: repaired or tolerated: castling right without its king and rook;\
 impossible en passant square e6" "$stderr"
    refused "impossible position: no white king; no black king" fen --lenient "8/8/8/8/8/8/8/8 w - - 0 1"
}

@test "fen refuses Chess960 rights without --chess960" {
    refused "impossible position: castling right that exists only in Chess960" fen "$CHESS960"
}

@test "fen --json, good and bad" {
    accepted '{
  "valid": true,
  "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
  "problems": []
}' fen --json "4k3/8/8/8/8/8/8/4K3"
    plyforge fen --json "4k3/8/8/8/8/8/8/4K3 w - e9"
    same status 2 "$status"
    same stderr "plyforge: bad FEN at offset 24: en passant field must be '-' or a square, not 'e9'" "$stderr"
    same output '{
  "valid": false,
  "message": "en passant field must be '"'-'"' or a square",
  "offset": 24,
  "problems": []
}' "$output"
    plyforge fen --json "P7/8/8/8/8/8/8/4K3"
    same status 2 "$status"
    [[ $output == *'"valid": false'*'"offset": null'*'"no black king",'*'"pawn on the first or last rank"'* ]]
    plyforge fen --json --lenient "4k3/8/8/8/8/8/8/4K3 w K -"
    same status 0 "$status"
    [[ $output == *'"valid": true'*'"castling right without its king and rook"'* ]]
}

@test "bytes that are not text get a message, not a crash" {
    refused "bad FEN at offset 0: *" fen $'\xff\xfe'
    plyforge fen --json $'\xff\xfe'
    same status 2 "$status"
    [[ $output == *'"offset": 0'* ]]
}

@test "wrong usage is refused" {
    refused "fen needs FEN; try 'plyforge fen --help'" fen
    refused "unexpected argument 'x': the position was already given" fen 8/8/8/8/8/8/8/8 w - - 0 1 x
    refused "unexpected argument 'w' (a FEN or a list of moves goes in quotes)" fen x w
    refused "--castling takes standard, xfen or shredder, not 'kqkq'" fen "$KIWIPETE" --castling kqkq
    refused "--ep takes always, pseudo or legal, not ''" fen "$KIWIPETE" --ep ""
}
