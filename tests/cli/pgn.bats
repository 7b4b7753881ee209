# plyforge pgn.

load helper

GAMES=$DATA/games.pgn

# As accepted, but time and speed may stand on standard error.
printed()
{
    local expected=$1
    shift
    plyforge "$@"
    same status 0 "$status"
    same output "$expected" "$output"
    [[ $stderr =~ ^(Time:\ [0-9.]+\ s,\ [0-9]+\ MB/s,\ [0-9]+\ games/s)?$ ]]
}

SUMS="Games:            3
Tags:             5
Broken games:     1
Warnings:         0
White wins:       1
Black wins:       0
Draws:            1
Undecided:        0
Without a result: 0
Plies:            8
Variations:       1
Variation plies:  1
Comments:         1
NAGs:             1"

@test "pgn prints the sums" {
    printed "$SUMS" pgn "$GAMES"
    printed "$SUMS" pgn --stats "$GAMES"
    printed "$SUMS" pgn --threads 3 "$GAMES"
    printed "$SUMS" pgn --backend portable "$GAMES"
    printed "Games:            3
Tags:             5" pgn --stats --headers "$GAMES"
}

@test "pgn reads standard input" {
    run --separate-stderr bash -c '"$PLYFORGE" pgn - <"$1"' bash "$GAMES"
    same status 0 "$status"
    same output "$SUMS" "$output"
}

@test "pgn --check lists the broken games and fails" {
    plyforge pgn --check "$GAMES"
    same status 1 "$status"
    same output "$GAMES:8: game 2, byte 129: Ke5: no king can go to e5
3 games, 1 broken" "$output"
    run --separate-stderr bash -c '"$PLYFORGE" pgn --check - <"$1"' bash "$GAMES"
    same status 1 "$status"
    same output "standard input:8: game 2, byte 129: Ke5: no king can go to e5
3 games, 1 broken" "$output"
    head -5 "$GAMES" >"$BATS_TEST_TMPDIR/good.pgn"
    plyforge pgn --check "$BATS_TEST_TMPDIR/good.pgn"
    same status 0 "$status"
    same output "1 game, 0 broken" "$output"
}

@test "pgn counts files, games and lines across pieces of a large file" {
    # Enough games for several pieces, a broken one among them.
    for ((i = 0; i < 14; i++)); do
        text+=$(head -5 "$GAMES")$'\n\n'
    done
    for ((i = 0; i < 10; i++)); do text+=$text; done
    printf '%s' "$text" >"$BATS_TEST_TMPDIR/large.pgn"
    cat "$GAMES" >>"$BATS_TEST_TMPDIR/large.pgn"
    printf '%s' "$text" >>"$BATS_TEST_TMPDIR/large.pgn"
    expected="*:71688: game 14338, byte *: Ke5: no king can go to e5
28675 games, 1 broken"
    for threads in 1 2 5; do
        plyforge pgn --check --threads $threads "$BATS_TEST_TMPDIR/large.pgn"
        same status 1 "$status"
        # shellcheck disable=SC2053 # the right side is meant as a pattern
        if [[ $output != $expected ]]; then same output "$expected" "$output"; fi
    done
    one=$("$PLYFORGE" pgn --moves san "$BATS_TEST_TMPDIR/large.pgn" 2>/dev/null | cksum)
    same "moves with 3 threads" "$one" \
        "$("$PLYFORGE" pgn --moves san --threads 3 "$BATS_TEST_TMPDIR/large.pgn" 2>/dev/null | cksum)"
    same "moves of a stream" "$one" \
        "$("$PLYFORGE" pgn --moves san - <"$BATS_TEST_TMPDIR/large.pgn" 2>/dev/null | cksum)"
    # Text before the first tag belongs to its game, however long it is.
    {
        yes '; some words' | head -200000
        printf '\n[Event "b"]\n\n1. d4 *\n'
    } >"$BATS_TEST_TMPDIR/preface.pgn"
    for threads in 1 2; do
        plyforge pgn --threads $threads "$BATS_TEST_TMPDIR/preface.pgn"
        same "games with $threads threads" "Games:            1" "${lines[0]}"
    done
}

@test "pgn skips what cannot be part of a game with a warning, and --strict refuses it" {
    odd=$BATS_TEST_TMPDIR/odd.pgn
    printf '%s\n' '[Bad tag]' '[Variant "?"]' '' '1. e4 ± e5 N 2. Nf3 D 1–0 {on time}' '' '1. d4 ½-½' >"$odd"
    plyforge pgn --check "$odd"
    same status 0 "$status"
    same output "$odd:1: game 1, byte 0: warning: a tag must have a value in quotation marks
$odd:2: game 1, byte 20: warning: unsupported variant ?, read as chess
$odd:4: game 1, byte 31: warning: ±: this is not a move; it is skipped
$odd:4: game 1, byte 37: warning: N: this is not a move; it is skipped
$odd:4: game 1, byte 46: warning: D: this is not a move; it is skipped
2 games, 0 broken, 5 warnings" "$output"
    plyforge pgn --stats "$odd"
    [[ $output == *"Warnings:         5
White wins:       1
Black wins:       0
Draws:            1"* ]]
    plyforge pgn --moves san "$odd"
    same status 0 "$status"
    same output "e4 e5 Nf3
d4" "$output"
    [[ $stderr == "plyforge: $odd:1: game 1, byte 0: warning: a tag must have a value in quotation marks"* ]]
    plyforge pgn --check --strict "$odd"
    same status 1 "$status"
    same output "$odd:1: game 1, byte 0: a tag must have a value in quotation marks
$odd:6: game 2, byte 71: ½-½: expected a piece (K, Q, R, B, N) or a square, not '\xc2'
2 games, 2 broken" "$output"
    run --separate-stderr bash -c '"$PLYFORGE" pgn --check --strict - <"$1"' bash "$odd"
    same "games from a pipe" "2 games, 2 broken" "${lines[2]}"
    # A game has more of them than are listed one by one.
    printf '1. e4 %s e5 *\n' "$(printf 'z %.0s' {1..20})" >"$odd"
    plyforge pgn --check "$odd"
    same "last warning" "$odd:1: game 1, byte 36: warning: 4 more warnings in this game" "${lines[16]}"
    same sum "1 game, 0 broken, 20 warnings" "${lines[17]}"
}

@test "pgn charges text around games to a game, and makes none of it" {
    file=$BATS_TEST_TMPDIR/text.pgn
    printf '%s\n' 'Site header' '' '[Event "a"]' '' '1. e4 1 -0 White wins (agreed)' '' '; between' '' '[Event "b"]' '' '1. d4 1/2- 1/2' >"$file"
    plyforge pgn --check "$file"
    same status 0 "$status"
    same output "$file:1: game 1, byte 0: warning: Site: this is not part of a game; it is skipped
$file:1: game 1, byte 5: warning: header: this is not part of a game; it is skipped
$file:5: game 1, byte 37: warning: White: this is not part of a game; it is skipped
$file:5: game 1, byte 43: warning: wins: this is not part of a game; it is skipped
$file:5: game 1, byte 48: warning: a variation after the result is skipped
2 games, 0 broken, 5 warnings" "$output"
    printf '1. e4 foo *\n' >"$file"
    plyforge pgn --check "$file"
    same sum "1 game, 0 broken, 1 warning" "${lines[1]}"
}

@test "pgn says that a text is not PGN" {
    file=$BATS_TEST_TMPDIR/text.pgn
    printf 'hello\nworld\n' >"$file"
    plyforge pgn --check "$file"
    same status 1 "$status"
    same output "$file:1: game 1, byte 0: warning: hello: this is not part of a game; it is skipped
$file:2: game 1, byte 6: warning: world: this is not part of a game; it is skipped
$file:1: game 1, byte 0: this is not PGN: it has neither tags nor moves
1 game, 1 broken, 2 warnings" "$output"
    plyforge pgn --write - <"$file"
    same status 1 "$status"
    same output "" "$output"
}

@test "pgn says that a text is UTF-16" {
    file=$BATS_TEST_TMPDIR/utf16.pgn
    for mark in '\xff\xfe' '\xfe\xff'; do
        printf '%b1\0.\0' "$mark" >"$file"
        plyforge pgn --check "$file"
        same status 2 "$status"
        same output "" "$output"
        same error "plyforge: $file: the text is UTF-16; convert it to UTF-8: iconv -f UTF-16 -t UTF-8 '$file' | plyforge pgn -" "$stderr"
        run --separate-stderr bash -c '"$PLYFORGE" pgn --moves san - <"$1"' bash "$file"
        same "status of a pipe" 2 "$status"
        same error "plyforge: standard input: the text is UTF-16; convert it to UTF-8: iconv -f UTF-16 -t UTF-8 | plyforge pgn -" "$stderr"
    done
    # Without a byte order mark.
    for end in LE BE; do
        iconv -t "UTF-16$end" <<<'[Event "a"]' >"$file"
        plyforge pgn --check "$file"
        same status 2 "$status"
        same error "plyforge: $file: the text is UTF-16; convert it to UTF-8: iconv -f UTF-16$end -t UTF-8 '$file' | plyforge pgn -" "$stderr"
    done
}

@test "pgn gives a game its error in JSON where a warning precedes it" {
    file=$BATS_TEST_TMPDIR/warned.pgn
    # The list of errors and warnings grows as the last game is read.
    { printf '1. e4 Ke5 *\n\n'
        for ((i = 0; i < 8; i++)); do printf '[Event "x"]\n[Variant "?"]\n[FEN "x"]\n\n1. e4 *\n\n'; done; } >"$file"
    run --separate-stderr "$PLYFORGE" pgn --moves san --json "$file"
    same status 1 "$status"
    same "games with a place" 9 "$(grep -c '"byte":' <<<"$output")"
    same "last game" '{"tags":{"Event":"x","Variant":"?","FEN":"x"},"moves":[],"result":"*","broken":true,"warnings":1,"error":"the FEN is refused: unknown piece '"'x'"'","line":47,"byte":367}' "${lines[8]}"
    [[ $stderr == *":46: game 9, byte 357: warning: "*":47: game 9, byte 367: the FEN is refused"* ]]
}

@test "pgn gives broken games their error in JSON, in files of several pieces too" {
    file=$BATS_TEST_TMPDIR/pieces.pgn
    { printf '[Event "a"]\n\n1. e4 Ke5 *\n\n'
        for ((i = 0; i < 3; i++)); do printf '[Event "b"]\n\n1. d4 {%0700000d} *\n\n' 0; done
        printf '[Event "c"]\n\n1. d4 d5\n2. Kc5 *\n'; } >"$file"
    expected='{"tags":{"Event":"a"},"moves":["e4"],"result":"*","broken":true,"warnings":0,"error":"Ke5: no king can go to e5","line":3,"byte":19}
{"tags":{"Event":"c"},"moves":["d4","d5"],"result":"*","broken":true,"warnings":0,"error":"Kc5: no king can go to c5","line":20,"byte":2100126}'
    for threads in 1 2; do
        run --separate-stderr "$PLYFORGE" pgn --moves san --json --threads $threads "$file"
        same "status with $threads threads" 1 "$status"
        same "lines with $threads threads" "$expected" "$(grep error <<<"$output")"
    done
    run --separate-stderr bash -c '"$PLYFORGE" pgn --moves san --json - <"$1"' bash "$file"
    same "lines from a pipe" "$expected" "$(grep error <<<"$output")"
    run --separate-stderr "$PLYFORGE" pgn --headers --json "$file"
    same "headers" '{"tags":{"Event":"a"}}' "${lines[0]}"
}

@test "pgn lists warnings in JSON" {
    printf '1. e4 ± e5 *\n' >"$BATS_TEST_TMPDIR/odd.pgn"
    plyforge pgn --json "$BATS_TEST_TMPDIR/odd.pgn"
    same status 0 "$status"
    [[ $output == *'"warnings": 1,'* ]]
    [[ $output == *'"warning_places": [
    {
      "file": "'"$BATS_TEST_TMPDIR/odd.pgn"'",
      "line": 1,
      "byte": 6,
      "game": 1,
      "message": "±: this is not a move; it is skipped"
    }
  ],'* ]]
    plyforge pgn --json --moves san "$BATS_TEST_TMPDIR/odd.pgn"
    same game '{"tags":{},"moves":["e4","e5"],"result":"*","broken":false,"warnings":1}' "$output"
}

# The same bytes as a file, through a pipe and compressed: one answer, which is expected.
same_answer()
{
    local expected=$1 file=$2
    plyforge pgn --check "$file"
    same "$file" "$expected" "$output"
    run --separate-stderr bash -c 'cat "$1" | "$PLYFORGE" pgn --check -' bash "$file"
    same "$file through a pipe" "$expected" "$output"
    command -v zstd >/dev/null || return 0
    zstd -qf "$file" -o "$file.zst"
    plyforge pgn --check "$file.zst"
    [[ $stderr == *"built without zstd"* ]] || same "$file.zst" "$expected" "$output"
}

# long_game: 275 half-moves in one line, with the numbers close to the moves.
long_game()
{
    awk 'BEGIN {
        split("Nf3 Nf6 Ng1 Ng8", move, " ")
        printf "[Event \"x\"]\n\n"
        for (ply = 0; ply < 275; ply++) printf "%s%s ", ply % 2 ? "" : ply / 2 + 1 ".", move[ply % 4 + 1]
        print "*"
    }'
}

@test "pgn gives one answer for a file, a pipe and a compressed file, wherever buffers end" {
    file=$BATS_TEST_TMPDIR/long.pgn
    long_game >"$file"
    for ((lines = 0; lines < 64; lines++)); do
        same_answer "1 game, 0 broken" "$file"
        echo >>"$file"
    done
    long_game >"$file.one"
    for ((i = 0; i < 100; i++)); do cat "$file.one"; echo; done >"$file.hundred"
    for ((i = 0; i < 40; i++)); do cat "$file.hundred"; done >"$file"
    same_answer "4000 games, 0 broken" "$file"
}

@test "pgn finds games whose tags are indented or follow a byte order mark" {
    file=$BATS_TEST_TMPDIR/indented.pgn
    printf '  %s\n' '[Event "a"]' '[Site "x"]' '' '1. e4 e5' '' '[Event "b"]' '' '1. d4 Ke5' '' '[Event "c"]' '' '1. c4 *' >"$file"
    plyforge pgn --check "$file"
    same output "$file:8: game 2, byte * Ke5: no king can go to e5
3 games, 1 broken" "${output/byte [0-9]*: Ke5/byte * Ke5}"
    printf '\xef\xbb\xbf[Event "a"]\n\n1. e4 e5\n\xef\xbb\xbf[Event "b"]\n\n1. d4 *\n' >"$file"
    printed "2 games, 0 broken" pgn --check "$file"
    printed "Games:            2
Tags:             2" pgn --stats --headers "$file"
}

@test "pgn makes no second game of what follows a result, or an empty line" {
    file=$BATS_TEST_TMPDIR/ghost.pgn
    for movetext in '1. e4 e5 1-0 {White wins on time}' '1. e4 e5 1/2 - 1/2' '1. e4 e5 1-0 1-0' $'1. e4 e5\n\n2. Nf3 Nc6 1-0'; do
        printf '[Event "a"]\n\n%s\n' "$movetext" >"$file"
        printed "1 game, 0 broken" pgn --check "$file"
        run --separate-stderr bash -c '"$PLYFORGE" pgn --check - <"$1"' bash "$file"
        same "from a pipe: $movetext" "1 game, 0 broken" "$output"
    done
    printf '1. e4 e5\n\n1. d4 d5\n' >"$file"
    printed "2 games, 0 broken" pgn --check "$file"
}

@test "pgn --moves" {
    plyforge pgn --moves uci "$GAMES"
    same status 1 "$status"
    same output "e2e4 e7e5 d1h5 e8e7 h5e5
e2e4
e1g1 e8c8" "$output"
    same stderr "plyforge: $GAMES:8: game 2, byte 129: Ke5: no king can go to e5" "$stderr"
    plyforge pgn --moves uci --chess960 "$GAMES"
    same castling "e1h1 e8a8" "${lines[2]}"
    plyforge pgn --moves san "$GAMES"
    same output "e4 e5 Qh5 Ke7 Qxe5#
e4
O-O O-O-O" "$output"
}

@test "castling is written as the game has it" {
    cat >"$BATS_TEST_TMPDIR/mixed.pgn" <<'END'
[Variant "Chess960"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O O-O-O *

[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O O-O-O *

[Variant "Fischer Random"]

1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *

[Event "Rights of Chess960 and no Variant"]
[FEN "1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"]

1. O-O O-O-O *

[Variant "Standard"]

1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *
END
    expected="e1h1 e8a8
e1g1 e8c8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8
e1h1 e8b8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8"
    printed "$expected" pgn --moves uci "$BATS_TEST_TMPDIR/mixed.pgn"
    printed "$expected" pgn --moves uci --castling auto --threads 2 "$BATS_TEST_TMPDIR/mixed.pgn"
    same "standard input" "$expected" "$("$PLYFORGE" pgn --moves uci - <"$BATS_TEST_TMPDIR/mixed.pgn")"
    # The castling that only Chess960 has cannot be written as the king's step.
    printed "e1g1 e8c8
e1g1 e8c8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8
e1g1 e8b8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8" pgn --moves uci --castling standard "$BATS_TEST_TMPDIR/mixed.pgn"
    all="e1h1 e8a8
e1h1 e8a8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8
e1h1 e8b8
g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8"
    printed "$all" pgn --moves uci --castling chess960 "$BATS_TEST_TMPDIR/mixed.pgn"
    printed "$all" pgn --moves uci --chess960 "$BATS_TEST_TMPDIR/mixed.pgn"
    refused "--castling takes auto, standard or chess960, not 'xfen'" pgn --moves uci --castling xfen "$GAMES"
    refused "--castling needs --moves" pgn --castling auto "$GAMES"
    refused "--castling works with --moves uci only" pgn --castling auto --moves san "$GAMES"
    refused "--castling and --chess960 cannot be combined" pgn --castling auto --chess960 --moves uci "$GAMES"
    plyforge pgn --json --moves uci "$BATS_TEST_TMPDIR/mixed.pgn"
    [[ ${lines[0]} == *'"moves":["e1h1","e8a8"]'* && ${lines[1]} == *'"moves":["e1g1","e8c8"]'* ]]
}

@test "pgn --headers" {
    printed '[Event "First \"one\""]
[Result "1-0"]

[Event "Broken"]

[Event "Third"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]' pgn --headers "$GAMES"
}

@test "pgn --epd" {
    tail -4 "$GAMES" >"$BATS_TEST_TMPDIR/third.pgn"
    printed "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -
r3k2r/8/8/8/8/8/8/R4RK1 b kq -
2kr3r/8/8/8/8/8/8/R4RK1 w - -" pgn --epd "$BATS_TEST_TMPDIR/third.pgn"
}

@test "pgn --json" {
    plyforge pgn --json "$GAMES"
    same status 0 "$status"
    same output '{
  "games": 3,
  "tags": 5,
  "broken": 1,
  "warnings": 0,
  "white_wins": 1,
  "black_wins": 0,
  "draws": 1,
  "undecided": 0,
  "without_result": 0,
  "plies": 8,
  "variations": 1,
  "variation_plies": 1,
  "comments": 1,
  "nags": 1,
  "broken_games": [
    {
      "file": "'"$GAMES"'",
      "line": 8,
      "byte": 129,
      "game": 2,
      "message": "Ke5: no king can go to e5"
    }
  ],
  "warning_places": [],
  "bytes": '"$(wc -c <"$GAMES")"',' "$(without_times <<<"$output" | grep -v '^}')"
    plyforge pgn --json --moves san --threads 2 "$GAMES"
    same status 1 "$status"
    same output '{"tags":{"Event":"First \"one\"","Result":"1-0"},"moves":["e4","e5","Qh5","Ke7","Qxe5#"],"annotations":[{"ply":2,"comments":["[%clk 0:01:00]"],"clock":60.0,"variations":[{"moves":["c5"],"annotations":[{"ply":2,"nags":[14]}]}]}],"result":"1-0","broken":false,"warnings":0}
{"tags":{"Event":"Broken"},"moves":["e4"],"result":"*","broken":true,"warnings":0,"error":"Ke5: no king can go to e5","line":8,"byte":129}
{"tags":{"Event":"Third","FEN":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},"moves":["O-O","O-O-O"],"result":"1/2-1/2","broken":false,"warnings":0}' "$output"
    plyforge pgn --json --headers "$GAMES"
    same "second line" '{"tags":{"Event":"Broken"}}' "${lines[1]}"
    printf '[White "M\xfcller"]\n\n*\n' >"$BATS_TEST_TMPDIR/latin1.pgn"
    plyforge pgn --json --headers "$BATS_TEST_TMPDIR/latin1.pgn"
    same "Latin-1" '{"tags":{"White":"Müller"}}' "$output"
}

@test "empty files have no games" {
    printed "0 games, 0 broken" pgn --check /dev/null
    : >"$BATS_TEST_TMPDIR/empty.pgn"
    printed "0 games, 0 broken" pgn --check "$BATS_TEST_TMPDIR/empty.pgn"
}

@test "bad input gets an answer in little memory" {
    # A hundred megabytes of one byte through a pipe. A build with sanitizers cannot start under the limit.
    limit=64000
    (ulimit -v $limit && "$PLYFORGE" --version) >/dev/null 2>&1 || limit=unlimited
    for byte in '(' '{' '['; do
        # shellcheck disable=SC2016 # the inner shell expands
        run --separate-stderr bash -c 'ulimit -v "$2"
            (echo "1. e4"; head -c 100000000 /dev/zero | tr "\0" "$1") | "$PLYFORGE" pgn --check --strict -' bash "$byte" $limit
        same "status for $byte" 1 "$status"
        [[ ${lines[0]} == "standard input:"*": game 1, byte "* ]]
    done
    # What is a warning for each of so many bytes is listed in part, if a game may be that long.
    # shellcheck disable=SC2016
    run --separate-stderr bash -c 'ulimit -v "$1"
        (echo "1. e4"; head -c 100000000 /dev/zero | tr "\0" "[") | "$PLYFORGE" pgn --check --max-game 1G -' bash $limit
    same status 0 "$status"
    same "number of lines" 18 "${#lines[@]}"
}

@test "files that cannot be read are named, and the others are read" {
    plyforge pgn --check /nonexistent.pgn /dev/null
    same status 2 "$status"
    same output "0 games, 0 broken" "$output"
    [[ $stderr == "plyforge: /nonexistent.pgn: No such file or directory"* ]]
    plyforge pgn "$DATA"
    same status 2 "$status"
    [[ $stderr == "plyforge: $DATA: Is a directory"* ]]
}

@test "where no file can be read there is the error and nothing else" {
    for options in "" --stats --check --headers "--moves uci" "--json --check"; do
        plyforge pgn $options /nonexistent.pgn
        [[ $stderr != *"is not available"* ]] || continue # in a build without JSON
        same status 2 "$status"
        same output "" "$output"
        same stderr "plyforge: /nonexistent.pgn: No such file or directory" "$stderr"
    done
}

@test "wrong usage is refused" {
    refused "pgn needs FILE...; try 'plyforge pgn --help'" pgn
    refused "--moves takes uci or san, not 'lan'" pgn --moves lan "$GAMES"
    refused "--threads must be a number from 1 to *, not '0'" pgn --threads 0 "$GAMES"
    refused "--threads must be a number from 1 to *, not 'x'" pgn --threads x "$GAMES"
    refused "choose one of --moves, --headers, --epd, --eco and --write" pgn --epd --headers "$GAMES"
    refused "--check reads whole games and can be combined with --stats only" pgn --check --epd "$GAMES"
    refused "--stats can be combined with --check or --headers only" pgn --stats --moves san "$GAMES"
}
