# plyforge explain.

load helper

@test "a move that no rule has is refused or explained in words" {
    for move in e7e8k e7e8K e7-e8=K; do
        plyforge explain "$move"
        same status 2 "$status"
        same stderr "plyforge: MOVE '$move' at offset $((${#move} - 1)): a promotion must name Q, R, B or N" "$stderr"
    done
    for options in "" "--variant zh"; do
        for move in a1a1 a1-a1; do
            plyforge explain "$move" $options
            same status 2 "$status"
            same stderr "plyforge: MOVE '$move': a move from a1 to a1 does not move anything" "$stderr"
        done
    done
    for options in "K@d4 --variant zh" "P@e4 --variant atomic" "K@e1 --variant horde"; do
        plyforge explain $options
        same sentence "${options%% *} is not legal: pieces are dropped only in Crazyhouse, and kings never are" "${lines[0]}"
    done
    plyforge explain a7a8k --variant zh
    same sentence "a7a8k is not legal: a pawn becomes a king only in Antichess" "${lines[0]}"
}

@test "explain says why a move is not legal, and marks the squares that prove it" {
    accepted "e5d6 is not legal: both pawns would leave the rank between the king on h5 and the rook on a5

8  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
6  .  .  . [.] .  .  .  .
5 (r)(.)(.)(p)[P](.)(.)(K)
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
1  k  .  .  .  .  .  .  .

   a  b  c  d  e  f  g  h" explain e5d6 --fen "8/8/8/r2pP2K/8/8/8/k7 w - d6 0 1"
}

@test "explain says why a move is legal" {
    accepted "e5d6 is legal: the pawn on d5 moved two squares; both pawns leave the rank but no rook or queen sees the\
 king on h5

8  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
6  .  .  . [.] .  .  .  .
5  .  .  . [p][P] .  . (K)
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
1  k  .  .  .  .  .  .  .

   a  b  c  d  e  f  g  h" explain e5d6 --fen "8/8/8/3pP2K/8/8/8/k7 w - d6 0 1"
}

@test "explain in colour and with chess figures" {
    accepted $'\e[32me1e2 is legal: the king on e1 goes to e2; no piece of Black attacks e2\e[0m

8  ·  ·  ·  ·  ·  ·  ·  ·
7  ·  ·  ·  ·  ·  ·  ·  ·
6  ·  ·  ·  ·  ♚  ·  ·  ·
5  ·  ·  ·  ·  ·  ·  ·  ·
4  ·  ·  ·  ·  ·  ·  ·  ·
3  ·  ·  ·  ·  ·  ·  ·  ·
2  ·  ·  ·  · \e[1;33m[·]\e[0m ·  ·  ·
1  ·  ·  ·  · \e[1;33m[♔]\e[0m ·  ·  ♖

   a  b  c  d  e  f  g  h' explain e1e2 --color always --unicode --fen "8/8/4k3/8/8/8/8/4K2R w - - 0 1"
}

@test "explain reads algebraic notation, castling in both forms, and moves after moves" {
    plyforge explain Qxf7 --moves "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6"
    same "first line" "h5f7 is legal: the queen on h5 takes the pawn on f7, and the way is clear; no line to the king on\
 e1 opens; it mates" "${lines[0]}"
    plyforge explain e1h1 --fen "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"
    same "first line" "e1g1 is not legal: White cannot castle, because the rook on f8 attacks f1" "${lines[0]}"
    plyforge explain e1g1 --chess960 --fen "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"
    same "first line" "e1h1 is not legal: White cannot castle, because the rook on f8 attacks f1" "${lines[0]}"
}

@test "a check that has nothing to do with en passant is not answered by it" {
    plyforge explain d5c6 --fen "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1"
    same status 0 "$status"
    same "first line" "d5c6 is not legal: the king on e1 would still be in check from the pawn on f2" "${lines[0]}"
}

@test "explain --json" {
    accepted '{
  "move": "e2c3",
  "legal": false,
  "reason": "pinned",
  "text": "e2c3 is not legal: the knight on e2 is pinned to the king on e1 by the rook on e4",
  "check": null,
  "squares": [
    "e2",
    "c3"
  ],
  "proof": [
    "e1",
    "e3",
    "e4"
  ],
  "fen": "6k1/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
}' explain e2c3 --json --fen "6k1/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
    plyforge explain e1e8 --json --fen "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"
    [[ $output == *'"legal": true'*'"check": "mate"'* ]]
}

@test "wrong input is refused" {
    refused "explain needs MOVE; try 'plyforge explain --help'" explain
    refused "MOVE 'e2e9' at offset 2: 'e9' is not a square" explain e2e9
    refused "MOVE 'e2e0' at offset 2: 'e0' is not a square" explain e2e0
    refused "MOVE 'i2e4' at offset 0: 'i2' is not a square" explain i2e4
    refused "MOVE 'e2e4x' at offset 4: unexpected text after the move: 'x'" explain e2e4x
    refused "MOVE 'Nf6': no knight can go to f6" explain Nf6 --fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    refused "MOVE 'Nd2': several pieces can make this move; say which" explain Nd2 --fen "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
    refused "unexpected argument 'e7e5'; moves are given as --moves \"MOVES\"" explain e2e4 e7e5
    refused "bad FEN at offset 0: *" explain e2e4 --fen "x"
}

@test "a king along its rank: castling only where it can be meant" {
    local fen="4k3/8/8/8/8/8/8/3RK3 w - - 0 1"
    plyforge explain e1d1 --fen "$fen"
    same "first line" "e1d1 is not legal: the king on e1 cannot go to d1, where White's own rook stands" "${lines[0]}"
    plyforge explain e1d1 --fen "$fen" --chess960
    same "first line" "e1d1 is not legal: White has no right to castle with the rook on d1" "${lines[0]}"
    plyforge explain d1g1 --fen "4k3/8/8/8/8/8/8/3K3R w H - 0 1" --chess960
    same "first line" "d1g1 is not legal: a king does not move from d1 to g1; castling is written d1h1 in Chess960" "${lines[0]}"
}

@test "--moves says why a move cannot be played" {
    refused "--moves 'e2e5': the move is not legal here: a pawn does not move from e2 to e5" explain e2e4 --moves e2e5
    refused "--moves 'e2': the move is not legal here: the pawn on e2 must leave its square" explain e2e4 --moves e2
    refused "--moves 'Ke2': the move is not legal here: a king does not move from e7 to e2" explain e2e4 \
        --moves "1. e4 e5 2. d3 d6 3. Ke2 Ke7 4. Ke1 Ke2"
    refused "--moves 'x': *" explain e2e4 --moves x
}

# same_answer FEN SAN UCI: both are explained in the same words, on the same board, and with the same data.
same_answer()
{
    same "$2 is $3 in $1" "$("$PLYFORGE" explain "$3" --fen "$1")" "$("$PLYFORGE" explain "$2" --fen "$1")"
    same "JSON: $2 is $3 in $1" "$("$PLYFORGE" explain "$3" --json --fen "$1")" "$("$PLYFORGE" explain "$2" --json --fen "$1")"
}

@test "an illegal move in SAN is explained like its UCI form" {
    same_answer startpos O-O e1g1
    same_answer startpos 0-0-0 e1c1
    same_answer startpos Nd2 b1d2
    same_answer startpos Nge2 g1e2
    same_answer startpos e5 e2e5
    same_answer startpos exd3 e2d3
    same_answer startpos Kd1 e1d1
    same_answer "4kr2/8/8/8/8/8/8/4K2R w K - 0 1" O-O e1g1
    same_answer "r3k2r/8/8/8/8/8/4p3/R3K2R w - - 0 1" O-O e1g1
    same_answer "r3k2r/8/8/8/8/8/4p3/R3K2R w - - 0 1" O-O-O e1c1
    same_answer "8/8/8/r2pP2K/8/8/8/k7 w - d6 0 1" exd6 e5d6
    same_answer "6k1/8/8/8/4r3/8/4N3/4K3 w - - 0 1" Nc3 e2c3
    same_answer "4k3/P7/8/8/8/8/8/r3K3 w - - 0 1" a8=Q a7a8q
}

@test "SAN that can mean several impossible moves is explained for each" {
    plyforge explain Nf6
    same status 0 "$status"
    same first "b1f6 is not legal: a knight does not move from b1 to f6" "${lines[0]}"
    same second "g1f6 is not legal: a knight does not move from g1 to f6" "$(grep 'g1f6' <<<"$output")"
    same boards 2 "$(grep -c '   a  b  c' <<<"$output")"
    # Only the knights that reach the square, where there are any: two are pinned, and the third is too far away.
    plyforge explain Nd3 --fen "4k3/8/8/8/8/8/8/r1NKN1rN w - - 0 1"
    same sentences "c1d3 is not legal: the knight on c1 is pinned to the king on d1 by the rook on a1
e1d3 is not legal: the knight on e1 is pinned to the king on d1 by the rook on g1" "$(grep legal <<<"$output")"
    run bash -c '"$PLYFORGE" explain Nf6 --json | python3 -c "import json, sys; d = json.load(sys.stdin); print(d[\"move\"], *(o[\"move\"] for o in d[\"others\"]))"'
    same meanings "b1f6 g1f6" "$output"
}

@test "a king that goes to a distant rook of its own without a right: both readings" {
    for square in a h; do
        plyforge explain "e1${square}1" --fen "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
        same first "e1${square}1 is not legal: a king does not move from e1 to ${square}1" "${lines[0]}"
        [[ $output == *"is not legal: White has no right to castle with the rook on ${square}1"* ]]
        same boards 2 "$(grep -c '   a  b  c' <<<"$output")"
        plyforge explain "e1${square}1" --chess960 --fen "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
        same chess960 "e1${square}1 is not legal: White has no right to castle with the rook on ${square}1" "${lines[0]}"
        same boards 1 "$(grep -c '   a  b  c' <<<"$output")"
    done
    plyforge explain e1h1 --fen "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"
    same boards 2 "$(grep -c '   a  b  c' <<<"$output")"
}
