# plyforge moves.

load helper

@test "moves lists the legal moves in alphabetical order" {
    accepted "a2a3
a2a4
b1a3
b1c3
b2b3
b2b4
c2c3
c2c4
d2d3
d2d4
e2e3
e2e4
f2f3
f2f4
g1f3
g1h3
g2g3
g2g4
h2h3
h2h4" moves
}

@test "moves after moves" {
    accepted "g7g6" moves --moves "e2e4 f7f6 d1h5"
}

@test "moves of a side that has none" {
    accepted "" moves --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
}

@test "castling is the king's step, with --chess960 the king taking its rook" {
    plyforge moves --fen "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    [[ $output == *$'\ne1c1\n'* && $output == *$'\ne1g1\n'* && $output != *e1a1* && $output != *e1h1* ]]
    plyforge moves --fen "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -" --chess960
    [[ $output == *$'\ne1a1\n'* && $output == *$'\ne1h1\n'* && $output != *e1c1* && $output != *e1g1* ]]
}

@test "moves --san lists them in the order of their SAN" {
    accepted "Kd1
Kf1
O-O
Rf1
Rg1
Rh2
Rxh3
e3
e4" moves --san --fen "4k3/8/8/8/3p1p2/3P1P1p/3PPP2/4K2R w K - 0 1"
    plyforge moves --san --variant atomic --moves "1. Nf3 e5 Nxe5"
    same first Ba3 "${lines[0]}"
}

@test "moves --json" {
    accepted '{
  "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1",
  "count": 3,
  "moves": [
    "a1a2",
    "a1b1",
    "a1b2"
  ],
  "san": [
    "Ka2",
    "Kb1",
    "Kb2"
  ]
}' moves --json --fen "7k/8/8/8/8/8/8/K7"
}

@test "wrong input is refused" {
    refused "unexpected argument 'e2e4'; moves are given as --moves \"MOVES\"" moves e2e4
    refused "unexpected argument 'e7e5' (a FEN or a list of moves goes in quotes)" moves --moves e2e4 e7e5
    refused "bad FEN at offset 51: *" moves --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z3 0 1"
    refused "impossible position: no white king; no black king" moves --fen "8/8/8/8/8/8/8/8 w - - 0 1"
    refused "--moves 'e1e2': *" moves --moves "e1e2"
}
