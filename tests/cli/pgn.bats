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
    same output "1 games, 0 broken" "$output"
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
    needs_json
    plyforge pgn --json "$GAMES"
    same status 0 "$status"
    same output '{
  "games": 3,
  "tags": 5,
  "broken": 1,
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
  "bytes": '"$(wc -c <"$GAMES")"',' "$(without_times <<<"$output" | grep -v '^}')"
    plyforge pgn --json --moves san --threads 2 "$GAMES"
    same status 1 "$status"
    same output '{"tags":{"Event":"First \"one\"","Result":"1-0"},"moves":["e4","e5","Qh5","Ke7","Qxe5#"],"result":"1-0","broken":false}
{"tags":{"Event":"Broken"},"moves":["e4"],"result":"*","broken":true}
{"tags":{"Event":"Third","FEN":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},"moves":["O-O","O-O-O"],"result":"1/2-1/2","broken":false}' "$output"
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
            (echo "1. e4"; head -c 100000000 /dev/zero | tr "\0" "$1") | "$PLYFORGE" pgn --check -' bash "$byte" $limit
        same "status for $byte" 1 "$status"
        [[ ${lines[0]} == "standard input:"*": game 1, byte "* ]]
    done
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
    refused "choose one of --moves, --headers and --epd" pgn --epd --headers "$GAMES"
    refused "--check reads whole games and goes with --stats only" pgn --check --epd "$GAMES"
    refused "--stats goes with --check or --headers only" pgn --stats --moves san "$GAMES"
}
