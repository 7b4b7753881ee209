# The JSON of every command is what docs/scripting.md says, and nothing else.

load helper

setup()
{
    command -v python3 >/dev/null || skip "no python3"
}

# Every heading must have been checked by one of the tests of the program.
@test "every schema is used, and every command that has --json has one" {
    check_json --list | grep -qx perft
    while read -r heading; do
        grep -qE "^ *fits \"$heading\" |check_json \"$heading\" " "$BATS_TEST_DIRNAME"/*.bats || same "a test of" "$heading" nothing
    done < <(check_json --list)
    for command in $("$PLYFORGE" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'); do
        "$PLYFORGE" "$command" --help | grep -q -- --json || { [[ $command == uci ]] || same "$command" --json nothing; continue; }
        check_json --list | grep -qE "^$command( |,|$)" || same "schema of" "$command" nothing
    done
}

@test "tablebases" {
    [[ -d ${CORPORA:-}/syzygy ]] || skip "no tables: PLYFORGE_CORPORA is not set"
    fits "tb" 0 tb --tables "$CORPORA/syzygy" "8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2"
}

@test "counting" {
    fits "perft" 0 perft 3
    fits "perft" 0 perft 0
    fits "perft" 0 perft 4 --divide --hash 1M --fen "$KIWIPETE"
    fits "perft" 0 perft 2 --divide --variant crazyhouse --fen "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"
    fits "perft --stats" 0 perft 3 --stats --fen "$KIWIPETE"
    fits "unique" 0 unique 3
    fits "random" 0 random 3 --seed 7
    fits "unmoves" 0 unmoves "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"
    fits "unmoves --depth" 0 unmoves "4k3/8/8/8/8/8/8/5RK1 b - - 0 1" --depth 2
    fits "bench" 0 bench --reduce 9
    fits "bench sliders" 0 bench sliders --reduce 14
    fits "bench generation" 0 bench generation --reduce 14
    fits "bench reading" 0 bench reading --reduce 14
}

@test "books" {
    file=$BATS_TEST_TMPDIR/book.bin
    fits "book make" 0 book make "$DATA/games.pgn" --min-games 1 --output "$file"
    fits "book show" 0 book show "$file"
    fits "book check" 0 book check "$file"
}

@test "ledgers" {
    file=$BATS_TEST_TMPDIR/run.ledger
    [[ $("$PLYFORGE" perft 4 --ledger "$file" 2>&1) != *"built without SQLite"* ]] || skip "plyforge was built without SQLite"
    fits "ledger show" 0 ledger show "$file"
    fits "ledger check" 0 ledger check "$file"
    python3 -c 'import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("UPDATE subtrees SET nodes = 5")
connection.commit()' "$file"
    fits "ledger check" 1 ledger check "$file"
    [[ $output == *'"nodes": "5"'*'"recounted": "197281"'*'"rows_missing": false'*'"result_damaged": false'* ]]
    sql "$file" "DELETE FROM subtrees"
    fits "ledger check" 1 ledger check "$file"
    [[ $output == *'"wrong": 0'*'"rows_missing": true'*'"result_damaged": false'* ]]
    sql "$file" "UPDATE job SET result = '5'"
    fits "ledger check" 1 ledger check "$file"
    [[ $output == *'"wrong": 0'*'"result_damaged": true'* ]]
}

@test "stores" {
    store=$BATS_TEST_TMPDIR/run.store
    local count=(perft 6 --exact-dedupe --store "$store" --store-buckets 2)
    [[ $("$PLYFORGE" "${count[@]}" --buckets 0/1 2>&1) != *"built without SQLite"* ]] || skip "plyforge was built without SQLite"
    rm "$store/03-00001.bucket"
    fits "store show" 0 store show "$store"
    [[ $output == *'"nodes": null'* ]]
    fits "perft" 0 "${count[@]}"
    fits "store show" 0 store show "$store"
    [[ $output == *'"nodes": "119060324"'*'"records": "'* ]]
    fits "store check" 0 store check "$store"
    fits "store drop" 0 store drop "$store"
}

@test "positions" {
    fits "moves" 0 moves
    fits "moves" 0 moves --chess960 --fen "$CHESS960"
    fits "moves" 0 moves --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    fits "moves" 0 moves --variant crazyhouse --fen "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"
    fits "moves" 0 moves --variant antichess --fen "8/P7/8/8/8/8/8/7k w - - 0 1"
    fits "show" 0 show
    fits "show" 0 show --fen "8/8/8/3pP2K/8/8/8/k3r3 w - d6 0 1"
    fits "show" 0 show --xray attacks,danger,checkers,capture,push,pins,discovered,targets=e2,targets=b1
    fits "show" 0 show --xray danger
    fits "show" 0 show --variant crazyhouse
    fits "show" 0 show --variant threecheck
    fits "show" 0 show --variant horde
    fits "fen" 0 fen "4k3/8/8/8/8/8/8/4K3"
    fits "fen" 0 fen "4k3/8/8/8/8/8/8/4K3 w K - 0 1" --lenient
    fits "fen" 2 fen "4k3/8/8/8/8/8/8/4K3 w K - 0 1"
    fits "fen" 2 fen x
    fits "outcome" 0 outcome
    fits "outcome" 0 outcome --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    fits "outcome" 0 outcome --fen "4k3/8/8/8/8/8/8/4K2R w K - 99 80"
    fits "outcome" 0 outcome --flag black --fen "8/8/8/8/K7/p7/Bk6/8 w - - 2 65"
    fits "outcome" 0 outcome --flag white --fen "4k3/8/8/8/8/8/8/4K2R w K - 99 80"
    fits "explain" 0 explain e2e4
    fits "explain" 0 explain e1g1
    fits "explain" 0 explain Nf6
    fits "explain" 0 explain N@f3 --variant crazyhouse --fen "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"
    fits "explain" 0 explain h5f7 --moves "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6"
    fits "san" 0 san e2e4 e5 g1f3
    fits "san" 0 san N@f3 --variant crazyhouse --fen "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"
    fits "san" 0 san e1f1 --chess960 --fen "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"
}

@test "suites and engines" {
    fits "suite" 0 suite "$DATA/blocks.epd"
    printf '%s\n' "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 26" "nonsense ;D1 1" >"$BATS_TEST_TMPDIR/wrong.epd"
    fits "suite" 1 suite "$BATS_TEST_TMPDIR/wrong.epd"
    fits "suite" 1 suite "$BATS_TEST_TMPDIR/wrong.epd" --engine "$BROKEN_ENGINE none"
    fits "torture" 0 torture
    fits "torture" 1 torture --chess960 --engine "$BROKEN_ENGINE ep_stale"
    fits "bisect" 0 bisect 2 --engine "$BROKEN_ENGINE none"
    fits "bisect" 1 bisect 2 --engine "$BROKEN_ENGINE castling_through" --fen "$KIWIPETE"
    fits "bisect" 1 bisect 2 --engine "$BROKEN_ENGINE ep_not_set" --fen "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"
    fits "bisect" 1 bisect 2 --engine false
    fits "bisect" 1 bisect 2 --variant koth --engine "$BROKEN_ENGINE hill_goes_on" --fen "8/8/4k3/8/2K5/8/8/8 w - - 0 1"
    fits "torture" 1 torture --variant horde --engine "$BROKEN_ENGINE horde_goes_on"
    printf 'hello\ne2e4: 20\nd2d4: 21\ne2e5: 3\n' >"$BATS_TEST_TMPDIR/divide"
    fits "bisect --divide" 1 bisect 2 --divide "$BATS_TEST_TMPDIR/divide"
    "$PLYFORGE" perft 2 --divide >"$BATS_TEST_TMPDIR/divide" 2>/dev/null
    fits "bisect --divide" 0 bisect 2 --divide "$BATS_TEST_TMPDIR/divide"
}

@test "texts that are not UTF-8 are taken for Latin-1, and no row is lost" {
    suite=$BATS_TEST_TMPDIR/$(printf 'caf\xe9.epd')
    printf '%s\n' "4k3/8/8/8/8/8/8/4K3 w - - ;D1 6 ;D2 27" >"$suite" || skip "this disk does not take the name"
    fits "suite" 1 suite "$suite"
    same "failures" 2 "$(grep -c '/café.epd",' <<<"$output")"
    engine="read -r uci; printf 'id name Caf\\351\\nuciok\\nna\\357ve\\n'; read -r next; exit 1"
    fits "bisect" 1 bisect 2 --engine "$engine"
    [[ $output == *'"engine": "Café"'*'"naïve"'* ]]
    printf 'e2e4: 20\n' >"$suite"
    fits "bisect --divide" 1 bisect 2 --divide "$suite"
    [[ $output == *'/café.epd",'* ]]
}

@test "games" {
    fits "pgn" 0 pgn "$DATA/games.pgn"
    fits "pgn" 1 pgn "$DATA/games.pgn" --check
    fits "pgn" 0 pgn "$DATA/games.pgn" --headers --stats
    for option in "--moves=uci" "--moves=san" --headers --epd; do
        run --separate-stderr "$PLYFORGE" pgn "$DATA/games.pgn" --json "$option" # one of the games is broken
        [[ $option == --headers || $output == *'"error":"Ke5: no king can go to e5","line":8,"byte":129}'* ]]
        check_json "pgn, game by game" --lines <<<"$output"
    done
    printf 'B00\tKing Pawn\t1. e4\n' >"$BATS_TEST_TMPDIR/eco.tsv"
    printf '1. e4 e5 *\n1. d4 *\n1. e4 e4 *\n' >"$BATS_TEST_TMPDIR/openings.pgn"
    run --separate-stderr "$PLYFORGE" pgn "$BATS_TEST_TMPDIR/openings.pgn" --json --eco "$BATS_TEST_TMPDIR/eco.tsv"
    check_json "pgn, game by game" --lines <<<"$output"
    [[ ${lines[0]} == *'"opening":{"eco":"B00","name":"King Pawn","plies":1},"result":"*","broken":false'* ]]
    [[ ${lines[1]} == *'"opening":null,'* && ${lines[2]} == *'"error":'*'"line":3,'* ]]
    "$PLYFORGE" pgn "$DATA/annotated.pgn" --json --moves san | check_json "pgn, game by game" --lines
}

@test "training records" {
    fits "train" 0 train "$DATA/train.pgn" -o "$BATS_TEST_TMPDIR/games.plyt"
    "$PLYFORGE" train --read "$BATS_TEST_TMPDIR/games.plyt" --json | check_json "train --read" --lines
}

@test "the check finds what is wrong" {
    right=$("$PLYFORGE" moves --json)
    check_json "moves" <<<"$right"
    for change in 's/"count": 20/"count": "20"/' 's/"count": 20,//' 's/"count": 20/"count": -1/' 's/"a2a3"/"a2a9"/' \
        's/"count": 20/"count": 20, "more": 1/' 's/w KQkq/x KQkq/'; do
        run check_json "moves" <<<"$(sed "$change" <<<"$right")"
        same "status for $change" 1 "$status"
    done
    run check_json "fen" <<<'{"valid": true}'
    same status 1 "$status"
}

# One game that has everything that is hard to write: names twice, control characters, text that is not UTF-8, and notes on moves
# at several depths.
@test "a real parser reads back what a game contains" {
    {
        printf '[Event "first"]\n[Event "second"]\n[White "a\\"b\\\\c"]\n[Black "tab\there \x1b[31m \xc2\x9b31m \x7f"]\n'
        printf '[Site "Latin-1: \xe9\x9b"]\n[Round "\xf0\x9f\x98\x80 \xed\xa0\x80"]\n[Annotator "\xe2\x99\x94"]\n\n'
        printf '1. e4 $1 {first [%%clk 0:00:03.125]} (1. d4 {in} (1. c4 c5 $2) d5) (1. b3) {second [%%eval 0.25,12]} e5 2. Nf3 *\n'
    } >"$BATS_TEST_TMPDIR/game.pgn"
    "$PLYFORGE" pgn "$BATS_TEST_TMPDIR/game.pgn" --moves san --json >"$BATS_TEST_TMPDIR/json"
    python3 - "$BATS_TEST_TMPDIR/json" <<'PYTHON'
import json, sys

def pairs(members):
    assert len({name for name, value in members}) == len(members), members
    return dict(members)

data = open(sys.argv[1], 'rb').read()
assert not any(byte < 0x20 and byte != 0x0a or byte == 0x7f for byte in data) and b'\xc2\x9b' not in data, data
game = json.loads(data.decode('utf-8'), object_pairs_hook=pairs)
assert game['tags'] == {
    'Event': 'second', 'White': 'a"b\\c', 'Black': 'tab\there \x1b[31m \x9b31m \x7f', 'Site': 'Latin-1: \xe9\x9b',
    'Round': b'\xf0\x9f\x98\x80 \xed\xa0\x80'.decode('latin-1'), 'Annotator': '\u2654'}, game['tags']
assert game['moves'] == ['e4', 'e5', 'Nf3'] and game['result'] == '*' and not game['broken']
inner = {'moves': ['c4', 'c5'], 'annotations': [{'ply': 2, 'nags': [2]}]}
note = {'ply': 1, 'comments': ['in'], 'variations': [inner]}
assert game['annotations'] == [{
    'ply': 1, 'nags': [1], 'comments': ['first [%clk 0:00:03.125]', 'second [%eval 0.25,12]'], 'clock': 3.125,
    'eval': {'centipawns': 25, 'depth': 12},
    'variations': [{'moves': ['d4', 'd5'], 'annotations': [note]}, {'moves': ['b3']}]}], game['annotations']
PYTHON
}

@test "probing" {
    fits "probe" 0 probe --engine "$BROKEN_ENGINE none"
    fits "probe" 1 probe --timeout 1 --engine "$BATS_TEST_TMPDIR/missing"
}
