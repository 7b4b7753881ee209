# plyforge san.

load helper

@test "san translates both ways, move after move" {
    accepted "e4
e7e5
Nf3
b8c6
Bb5
a7a6
O-O" san e2e4 e5 g1f3 Nc6 f1b5 a6 e1g1
}

@test "san marks check and mate, and names the origin only as needed" {
    accepted "f3
e5
g4
Qh4#" san f2f3 e7e5 g2g4 d8h4
    accepted "Ne2" san --fen "rnbqk2r/p1pp1ppp/1p2pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 5" g1e2
    accepted "a8=Q+" san --fen "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" a7a8q
}

@test "san --chess960 writes castling as king takes rook" {
    accepted "e1g1" san --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" O-O
    accepted "e1h1" san --chess960 --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" O-O
    accepted "O-O-O" san --chess960 --fen "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1" e1b1
}

@test "san is strict, --lenient takes what people write" {
    refused "'Ngf3' at offset 1: the export form of this move is Nf3" san Ngf3
    accepted "g1f3" san --lenient Ngf3
    accepted "e2e4" san --lenient "e2-e4!?"
    accepted "e1g1" san --lenient --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" 0-0
    accepted "a7a8n" san --lenient --fen "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" a8n
    accepted "g1f3" san --lenient $'\xe2\x99\x98f3'
}

@test "san says why it cannot translate" {
    refused "'Nf6' at offset 0: no knight can go to f6" san Nf6
    refused "'Nc3' at offset 1: several pieces can make this move; say which" \
        san --fen "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82" Nc3
    refused "'a8' at offset 2: the move does not name the promotion piece" \
        san --fen "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" a8
    refused "'hello' at offset 2: expected a piece (K, Q, R, B, N) or a square, not 'l'" san hello
    refused "'' at offset 0: the move is empty" san ""
    refused "'e2e5' at offset *" san e2e5
}

@test "wrong usage is refused" {
    refused "san needs MOVE...; try 'plyforge san --help'" san
    refused "bad FEN at offset 0: empty FEN" san --fen "" e4
}
