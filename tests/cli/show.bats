# plyforge show.

load helper

@test "show draws the start position and what follows from it" {
    plyforge show
    same status 0 "$status"
    same stderr "" "$stderr"
    # The Zobrist key is internal to the library; the Polyglot key is a published value.
    same output "\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R

   a b c d e f g h

FEN:           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
Side to move:  White
Castling:      KQkq
En passant:    -
Key:           KEY
Polyglot key:  463b96181691fc9c
Checkers:      -
Pinned:        -
Legal moves:   20" "$(sed -E 's/^(Key: +)[0-9a-f]{16}$/\1KEY/' <<<"$output")"
}

@test "show names checkers, pins and the en passant square" {
    plyforge show --fen "3rk3/8/8/8/4pP2/8/3P4/3K4 b - f3 0 1"
    [[ $output == *"En passant:    f3"* ]]
    [[ $output == *"Pinned:        d2"* ]]
    [[ $output == *"Side to move:  Black"* ]]
    [[ $output == *"Castling:      -"* ]]
    plyforge show --moves "e2e4 f7f6 d1h5"
    [[ $output == *"Checkers:      h5"* ]]
    [[ $output == *"Legal moves:   1" ]]
}

@test "show writes an en passant square only if the capture is legal" {
    plyforge show --moves e2e4
    [[ $output == *"FEN:           rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"* ]]
    [[ $output == *"En passant:    -"* ]]
}

@test "show says checkmate and stalemate" {
    plyforge show --moves "f2f3 e7e5 g2g4 d8h4"
    [[ $output == *"Legal moves:   0 (checkmate)" ]]
    plyforge show --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    [[ $output == *"Legal moves:   0 (stalemate)" ]]
}

@test "show of a Chess960 position" {
    plyforge show --chess960 --fen "$CHESS960"
    same status 0 "$status"
    same stderr "" "$stderr"
    [[ $output == *"Castling:      KQkq"* ]]
}

@test "show --json" {
    plyforge show --json --fen "3rk3/8/8/8/4pP2/8/3P4/3K4 b - f3 0 1"
    same status 0 "$status"
    same output '{
  "fen": "3rk3/8/8/8/4pP2/8/3P4/3K4 b - f3 0 1",
  "turn": "black",
  "castling_rooks": [],
  "en_passant": "f3",
  "checkers": [],
  "white_pinned": [
    "d2"
  ],
  "black_pinned": [],
  "legal_moves": 15
}' "$(sed '/_\?key": "[0-9a-f]\{16\}",$/d' <<<"$output")"
    plyforge show --json
    [[ $output == *'"polyglot_key": "463b96181691fc9c"'* ]]
    [[ $output == *'"en_passant": null'* ]]
}

@test "wrong input is refused" {
    refused "the position is given twice: by --fen and as 'startpos'" show startpos --fen "$KIWIPETE"
    refused "unexpected second position '$KIWIPETE'" show startpos "$KIWIPETE"
    refused "the FEN ends after 'KQkq'; put the whole FEN in quotes" show 4k3/8/8/8/8/8/8/4K3 w KQkq
    refused "unexpected argument '0' (a FEN or a list of moves goes in quotes)" show 4k3/8/8/8/8/8/8/4K3 w - - 0
    refused "bad FEN at offset 5: fewer than 8 ranks" show 8/8/8
    refused "unexpected argument 'w' (a FEN or a list of moves goes in quotes)" show --fen 4k3/8/8/8/8/8/8/4K3 w
    refused "bad FEN at offset 0: *" show --fen "?"
}

@test "show --unicode and --color" {
    plyforge show --unicode --color always --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    same status 0 "$status"
    same "first line" "8  · · · · ♚ · · ·" "${lines[0]}"
    same "eighth line" $'1  · · · · \e[1m♔\e[0m · · \e[1m♖\e[0m' "${lines[7]}"
}
