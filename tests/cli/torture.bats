# plyforge torture, on itself and on engines with one bug each. That it finds every bug is tested in tests/suites.

load helper

@test "every way to count that we have passes" {
    plyforge torture
    same status 0 "$status"
    same stderr "" "$stderr"
    [[ $output =~ ^positions:\ 61,\ counts:\ 76,\ ways\ to\ count:\ ([0-9]+)$'\n'([0-9]+)\ passed,\ 0\ failed$ ]]
    ((BASH_REMATCH[1] >= 7 && BASH_REMATCH[2] == 76 * BASH_REMATCH[1]))
    plyforge torture --chess960
    same status 0 "$status"
    [[ ${lines[0]} == "positions: 74, counts: 94, ways to count: "* ]]
}

@test "an engine without a bug passes" {
    accepted "positions: 61, counts: 76
76 passed, 0 failed" torture --engine "$BROKEN_ENGINE none"
    accepted "positions: 74, counts: 94
94 passed, 0 failed" torture --chess960 --engine "$BROKEN_ENGINE none bare"
}

@test "the bug of an engine is named" {
    plyforge torture --engine "$BROKEN_ENGINE castling_through"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "\
torture.epd:21: castling rights after a rook capture: 4k2r/6B1/8/8/8/8/7K/8 w k - 0 1 depth 2: expected 52, got 56
torture.epd:26: castling through attack: 7k/8/8/8/8/8/7n/4K2R w K - 0 1 depth 1: expected 7, got 8
torture.epd:27: castling through attack: 4k2r/4P3/8/8/8/8/8/4K3 b k - 0 1 depth 1: expected 12, got 13
positions: 61, counts: 76
73 passed, 3 failed
Bug: castling through attack
Bug: castling rights after a rook capture
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE castling_through' --fen '7k/8/8/8/8/8/7n/4K2R w K - 0 1'" "$output"
}

@test "the en passant square is printed, whether the capture is legal or not" {
    plyforge torture --engine "$BROKEN_ENGINE ep_captured_shield"
    same status 1 "$status"
    same output "\
torture.epd:19: en passant takes the pawn that shields the king: 8/8/5B2/8/3Pp3/8/8/k3K3 b - d3 0 1 depth 1: expected 4, got 5
positions: 61, counts: 76
75 passed, 1 failed
Bug: en passant takes the pawn that shields the king
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE ep_captured_shield' --fen '8/8/5B2/8/3Pp3/8/8/k3K3 b - d3 0 1'" "$output"
}

@test "a bug that only Chess960 shows" {
    plyforge torture --engine "$BROKEN_ENGINE c960_king_stays"
    same status 0 "$status"
    plyforge torture --chess960 --engine "$BROKEN_ENGINE c960_king_stays"
    same status 1 "$status"
    same output "\
torture-chess960.epd:7: castling missing when the king stays where it is: 6kr/8/8/8/8/8/8/2K5 b k - 0 1 depth 1:\
 expected 12, got 11
positions: 74, counts: 94
93 passed, 1 failed
Bug: castling missing when the king stays where it is
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE c960_king_stays' --chess960 --fen '6kr/8/8/8/8/8/8/2K5 b k - 0 1'" "$output"
}

@test "torture in colour" {
    accepted $'positions: 61, counts: 76\n\e[32m76 passed, 0 failed\e[0m' torture --color always --engine "$BROKEN_ENGINE none"
    plyforge torture --color always --engine "$BROKEN_ENGINE no_block"
    [[ ${lines[0]} == *$': \e[31mexpected '*$'\e[0m' ]]
    [[ $output == *$'\nBug: \e[1mblock of a check missing\e[0m\n'* ]]
}

@test "a script" {
    cat >"$BATS_TEST_TMPDIR/script" <<'END'
"$PLYFORGE" perft "$1" --divide --fen "$2" --moves "$3" 2>/dev/null | sed '/^e1g1/d; /Nodes/d'
END
    plyforge torture --script "sh $BATS_TEST_TMPDIR/script"
    same status 1 "$status"
    same "last line" "Try: plyforge bisect 1 --script 'sh $BATS_TEST_TMPDIR/script' --fen '8/8/8/8/8/4k3/8/R3K2R w KQ - 0 1'" "${lines[-1]}"
}

@test "an engine that fails" {
    plyforge torture --engine false
    same status 1 "$status"
    same output "" "$output"
    same stderr "plyforge: false ended by itself with status 1" "$stderr"
}

@test "torture --json" {
    plyforge torture --json --chess960 --engine "$BROKEN_ENGINE c960_king_stays"
    same status 1 "$status"
    same output '{
  "engine": "broken C960_KING_STAYS",
  "positions": 74,
  "counts": 94,
  "passed": 93,
  "failed": 1,
  "bugs": [
    "castling missing when the king stays where it is"
  ],
  "failures": [
    {
      "file": "torture-chess960.epd",
      "line": 7,
      "fen": "6kr/8/8/8/8/8/8/2K5 b k - 0 1",
      "depth": 1,
      "expected": "12",
      "got": "11",
      "message": null,
      "bug": "castling missing when the king stays where it is",
      "way": null
    }
  ],
}' "$(without_times <<<"$output")"
    plyforge torture --json
    same status 0 "$status"
    [[ $output == *'"engine": null,'*'"failed": 0,'*'"bugs": [],'*'"failures": [],'* ]]
}

@test "torture --junit" {
    plyforge torture --chess960 --engine "$BROKEN_ENGINE c960_king_stays" --junit "$BATS_TEST_TMPDIR/report.xml"
    same status 1 "$status"
    same summary '<testsuites name="broken C960_KING_STAYS" tests="94" failures="1" errors="0" time="T">' \
        "$(sed -nE '2s/time="[0-9.]+"/time="T"/p' "$BATS_TEST_TMPDIR/report.xml")"
    same failure '    <testcase classname="torture-chess960.epd" name="line 7: castling missing when the king stays where it is: 6kr/8/8/8/8/8/8/2K5 b k - 0 1 depth 1" time="T">
      <failure message="expected 12, got 11"/>
    </testcase>' "$(grep -B1 -A1 '<failure' "$BATS_TEST_TMPDIR/report.xml" | sed -E 's/time="[0-9.]+"/time="T"/')"
}

find_engine()
{
    command -v "$1" || { [[ -x /usr/games/$1 ]] && echo "/usr/games/$1"; }
}

@test "Stockfish and Fairy-Stockfish pass" {
    tested=0
    for name in stockfish fairy-stockfish; do
        engine=$(find_engine "$name") || continue
        accepted "positions: 61, counts: 76
76 passed, 0 failed" torture --engine "$engine"
        accepted "positions: 74, counts: 94
94 passed, 0 failed" torture --engine "$engine" --chess960
        tested=$((tested + 1))
    done
    ((tested > 0)) || skip "neither is here"
}

@test "wrong input is refused" {
    refused "unexpected argument 'x' *" torture x
    refused "--engine and --script do not go together" torture --engine a --script b
    refused "--timeout must be a number of seconds from 1 to 1000000, not '0'" torture --engine a --timeout 0
    refused "--timeout needs --engine or --script" torture --timeout 5
    refused "--script needs a command to run" torture --script ""
    refused "--junit - would mix the report with the other output; give the name of a file (./- for one named -)" torture --junit -
    refused "cannot write $BATS_TEST_TMPDIR: Is a directory" torture --junit "$BATS_TEST_TMPDIR"
}
