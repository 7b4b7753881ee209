# plyforge outcome.

load helper

TOUR="g1f3 g8f6 f3g1 f6g8"

@test "outcome of the start position" {
    accepted "\
Result:           *
Reason:           -
For engines:      *
Claims now:       -
Claims by move:   -
Repetitions:      1
Half-move clock:  0
White can win:    yes
Black can win:    yes
Dead position:    no" outcome
}

@test "outcome says checkmate, stalemate and insufficient material" {
    plyforge outcome --moves "f2f3 e7e5 g2g4 d8h4"
    [[ $output == "Result:           0-1
Reason:           checkmate
For engines:      0-1 (checkmate)"* ]]
    plyforge outcome --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 120 1"
    [[ $output == "Result:           1/2-1/2
Reason:           stalemate"* ]]
    plyforge outcome --fen "7k/8/6K1/8/8/8/8/7B w - - 0 1"
    [[ $output == *"Reason:           insufficient material"* ]]
    [[ $output == *"Dead position:    yes" ]]
}

@test "outcome names the claim that a move would make possible" {
    plyforge outcome --moves "$TOUR g1f3 g8f6 f3g1"
    same status 0 "$status"
    [[ $output == *"Claims now:       -
Claims by move:   threefold repetition: f6g8
Repetitions:      2"* ]]
}

@test "outcome names the claim that is possible now, and engines draw" {
    accepted "\
Result:           *
Reason:           -
For engines:      1/2-1/2 (threefold repetition)
Claims now:       threefold repetition
Claims by move:   threefold repetition: g1f3
Repetitions:      3
Half-move clock:  8
White can win:    yes
Black can win:    yes
Dead position:    no" outcome --moves "$TOUR $TOUR"
}

@test "outcome of fivefold repetition" {
    plyforge outcome --moves "$TOUR $TOUR $TOUR $TOUR"
    [[ $output == "Result:           1/2-1/2
Reason:           fivefold repetition
For engines:      1/2-1/2 (threefold repetition)
Claims now:       -
Claims by move:   -
Repetitions:      5"* ]]
}

@test "outcome counts half-moves" {
    plyforge outcome --fen "7k/8/8/8/8/p7/P7/R6K w - - 99 80"
    [[ $output == *"Claims by move:   fifty moves: a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 h1g1 h1g2 h1h2"* ]]
    plyforge outcome --fen "7k/8/8/8/8/p7/P7/R6K w - - 100 80"
    [[ $output == *"Claims now:       fifty moves"* ]]
    plyforge outcome --fen "7k/8/8/8/8/p7/P7/R6K w - - 150 80"
    [[ $output == *"Reason:           seventy-five moves"* ]]
}

@test "outcome knows a dead wall, and a side that cannot win" {
    plyforge outcome --fen "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"
    [[ $output == "Result:           1/2-1/2
Reason:           dead position
For engines:      *"* ]]
    plyforge outcome --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    [[ $output == *"White can win:    yes
Black can win:    no
Dead position:    no" ]]
}

@test "where the game is won, the winner can win and the other side cannot" {
    white=$'White can win:    yes\nBlack can win:    no\nDead position:    no'
    black=$'White can win:    no\nBlack can win:    yes\nDead position:    no'
    # options with the winner before them
    while read -r winner options; do
        eval "plyforge outcome $options"
        same status 0 "$status"
        same "$options" "${!winner}" "$(tail -3 <<<"$output")"
    done <<'END'
white --moves "e2e4 f7f6 d2d4 g7g5 d1h5"
black --moves "f2f3 e7e5 g2g4 d8h4"
white --variant atomic --moves "g1f3 a7a6 f3e5 a6a5 e5f7"
black --variant atomic --moves "a2a3 g8f6 a3a4 f6e4 a4a5 e4f2"
white --variant koth --moves "e2e4 a7a6 e1e2 a6a5 e2e3 a5a4 e3d4"
white --variant antichess --fen "8/8/8/8/8/8/7p/8 b - -" --moves "h2h1q"
END
    plyforge outcome --json --variant atomic --moves "g1f3 a7a6 f3e5 a6a5 e5f7"
    [[ $output == *'"white_can_win": true,'*'"black_can_win": false,'*'"dead": false'* ]]
}

@test "outcome of Chess960, with castling as king takes rook" {
    plyforge outcome --chess960 --fen "4k3/8/8/8/8/8/7p/R3K2R w KQ - 99 80"
    same status 0 "$status"
    [[ $output == *" e1a1 "* ]]
}

@test "outcome --json" {
    plyforge outcome --json --moves "$TOUR g1f3 g8f6 f3g1"
    same status 0 "$status"
    same output '{
  "result": "*",
  "reason": null,
  "fen": "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4",
  "engine": {
    "result": "*",
    "reason": null
  },
  "claims": [],
  "claims_by_move": {
    "f6g8": [
      "threefold repetition"
    ]
  },
  "repetitions": 2,
  "halfmove_clock": 7,
  "white_can_win": true,
  "black_can_win": true,
  "dead": false
}' "$output"
}

@test "wrong input is refused" {
    refused "unexpected argument 'start' (a FEN or a list of moves goes in quotes)" outcome start
    refused "bad FEN at offset 0: *" outcome --fen "?"
    refused "--moves 'e2e5': the move is not legal here: there is no piece on e2" outcome --moves "e2e4 e7e5 e2e5"
}

@test "outcome with a fallen flag names the winner and the moves by which it could win" {
    plyforge outcome --flag white --fen "6k1/5ppp/8/8/8/8/5PPP/3r2K1 w - - 0 1"
    [[ $output == "Result:           0-1
Reason:           checkmate"* ]]
    plyforge outcome --flag black --fen "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30"
    [[ $output == "Result:           1-0
Reason:           timeout
For engines:      1-0 (timeout)
"*"It can end:       30. Rd8#" ]]
    plyforge outcome --flag black --moves "f2f3 e7e5 g2g4"
    [[ $output == *"Result:           1-0"*"It can end:       2... "*"#" ]]
}

@test "outcome with a fallen flag is a draw if the other side cannot win, and tells why" {
    plyforge outcome --flag white --fen "8/8/8/4k3/8/8/8/4K2R w - - 0 1"
    [[ $output == "Result:           1/2-1/2
Reason:           timeout
"*"No win because:   material" ]]
    plyforge outcome --flag black --fen "5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51"
    [[ $output == "Result:           1/2-1/2
Reason:           timeout
"*"No win because:   exhausted" ]]
    plyforge outcome --flag white --json --fen "8/8/8/4k3/8/8/8/4K2R w - - 0 1"
    [[ $output == *'"flag": "white"'*'"win": "material"'*'"line": []'* ]]
}

@test "outcome refuses a flag that is not a side" {
    refused "--flag takes white or black, not 'red'" outcome --flag red
}

@test "outcome with a fallen flag is undecided where the search cannot tell who can win" {
    plyforge outcome --flag white --fen "8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1"
    [[ $output == "Result:           *
Reason:           timeout
"*"Black can win:    unknown"*"No win because:   unknown" ]]
}

@test "outcome with a fallen flag needs little memory" {
    local limit=20000
    (ulimit -v $limit && "$PLYFORGE" --version) >/dev/null 2>&1 || skip "this build does not start in so little memory"
    # shellcheck disable=SC2016 # the inner shell expands
    run bash -c 'ulimit -v $1; "$PLYFORGE" outcome --flag white' bash $limit
    same status 0 "$status"
    [[ $output == "Result:           0-1"* ]]
}
