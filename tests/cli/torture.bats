# plyforge torture, on itself and on engines with one bug each. That it finds every bug is tested in tests/suites.

load helper

@test "every way to count that we have passes" {
    plyforge torture
    same status 0 "$status"
    same stderr "" "$stderr"
    [[ $output =~ ^positions:\ 73,\ counts:\ 102,\ counting\ methods:\ ([0-9]+)$'\n'([0-9]+)\ passed,\ 0\ failed$ ]]
    ((BASH_REMATCH[1] >= 7 && BASH_REMATCH[2] == 102 * BASH_REMATCH[1]))
    plyforge torture --chess960
    same status 0 "$status"
    [[ ${lines[0]} == "positions: 86, counts: 120, counting methods: "* ]]
}

@test "an engine without a bug passes" {
    accepted "positions: 73, counts: 102
102 passed, 0 failed" torture --engine "$BROKEN_ENGINE none"
    accepted "positions: 86, counts: 120
120 passed, 0 failed" torture --chess960 --engine "$BROKEN_ENGINE none bare"
}

@test "the bug of an engine is named" {
    plyforge torture --engine "$BROKEN_ENGINE castling_through"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "\
torture.epd:25: castling through attack: 7k/8/8/8/8/8/7n/4K2R w K - 0 1 depth 1: expected 7, got 8
torture.epd:26: castling through attack: 4k2r/4P3/8/8/8/8/8/4K3 b k - 0 1 depth 1: expected 12, got 13
torture.epd:63: castling rights after a rook capture: 4k2r/6P1/p7/8/8/8/8/4K3 w k - 0 1 depth 2: expected 120, got 125
torture.epd:65: castling through attack: 3r1r1k/8/8/8/8/8/7r/R3K3 w Q - 0 1 depth 1: expected 10, got 11
torture.epd:66: castling through attack: r3k3/7R/8/8/8/8/8/3R1R1K b q - 0 1 depth 1: expected 10, got 11
torture.epd:67: castling through attack: 4k2r/R7/8/8/8/8/8/K2R1R2 b k - 0 1 depth 1: expected 9, got 10
positions: 73, counts: 102
96 passed, 6 failed
Bug: castling through attack
Bug: castling rights after a rook capture
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE castling_through' --fen '7k/8/8/8/8/8/7n/4K2R w K - 0 1'" "$output"
}

@test "the en passant square is printed, whether the capture is legal or not" {
    plyforge torture --engine "$BROKEN_ENGINE ep_rank_pin"
    same status 1 "$status"
    same output "\
torture.epd:17: en passant pin on the rank: 8/3k4/8/2KPp2r/8/8/8/8 w - e6 0 1 depth 1: expected 5, got 6
positions: 73, counts: 102
101 passed, 1 failed
Bug: en passant pin on the rank
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE ep_rank_pin' --fen '8/3k4/8/2KPp2r/8/8/8/8 w - e6 0 1'" "$output"
}

@test "one cause is told instead of forty bugs" {
    plyforge torture --engine "$(fake_engine 'echo Nodes searched: 20')"
    same status 1 "$status"
    [[ $output == *"Diagnosis: the engine's counts do not depend on the depth"* && $output != *"Bug:"* ]]
    plyforge torture --engine "$(fake_engine 'echo Nodes searched: 0')"
    [[ $output == *"Diagnosis: the engine counts no moves in any position"* && $output != *"Bug:"* ]]
    plyforge torture --json --engine "$(fake_engine 'echo Nodes searched: 0')"
    [[ $output == *'"diagnosis": "the engine counts no moves in any position'* ]]
}

@test "a bug that only Chess960 shows" {
    plyforge torture --engine "$BROKEN_ENGINE c960_king_stays"
    same status 0 "$status"
    plyforge torture --chess960 --engine "$BROKEN_ENGINE c960_king_stays"
    same status 1 "$status"
    same output "\
torture-chess960.epd:7: castling missing when the king stays where it is: 6kr/8/8/8/8/8/8/2K5 b k - 0 1 depth 1:\
 expected 12, got 11
positions: 86, counts: 120
119 passed, 1 failed
Bug: castling missing when the king stays where it is
Try: plyforge bisect 1 --engine '$BROKEN_ENGINE c960_king_stays' --chess960 --fen '6kr/8/8/8/8/8/8/2K5 b k - 0 1'" "$output"
}

@test "torture in colour" {
    accepted $'positions: 73, counts: 102\n\e[32m102 passed, 0 failed\e[0m' torture --color always --engine "$BROKEN_ENGINE none"
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
    same "last line" "Try: plyforge bisect 1 --script 'sh $BATS_TEST_TMPDIR/script' --fen '4k3/8/8/8/8/8/8/N3K2R w K - 0 1'" "${lines[-1]}"
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
  "positions": 86,
  "counts": 120,
  "passed": 119,
  "failed": 1,
  "not_counted": 0,
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
    same summary '<testsuites name="broken C960_KING_STAYS" tests="120" failures="1" errors="0" time="T">' \
        "$(sed -nE '2s/time="[0-9.]+"/time="T"/p' "$BATS_TEST_TMPDIR/report.xml")"
    same failure '    <testcase classname="torture-chess960.epd" name="line 7: castling missing when the king stays where it is: 6kr/8/8/8/8/8/8/2K5 b k - 0 1 depth 1" time="T">
      <failure message="expected 12, got 11"/>
    </testcase>' "$(grep -B1 -A1 '<failure' "$BATS_TEST_TMPDIR/report.xml" | sed -E 's/time="[0-9.]+"/time="T"/')"
}

# An engine that counts with plyforge, but where "r3k2r" is in the position and the depth is 2, with what $1 makes of it.
wrong_where_castling_is()
{
    cat >"$BATS_TEST_TMPDIR/wrong" <<END
while read -r command rest; do
    case \$command in
        uci) echo "id name Wrong"; echo uciok ;;
        isready) echo readyok ;;
        position)
            rest=\${rest#fen } fen=\${rest%% moves*} moves=
            case \$rest in *moves*) moves=\${rest#* moves } ;; esac
            ;;
        go)
            depth=\${rest#perft }
            counts=\$("$PLYFORGE" perft "\$depth" --divide --fen "\$fen" --moves "\$moves" 2>/dev/null)
            case "\$depth \$fen \$moves" in "2 r3k2r"*" ") $1 ;; *) echo "\$counts" ;; esac
            ;;
    esac
done
END
    echo "sh $BATS_TEST_TMPDIR/wrong"
}

# The first position is named for moves that are listed twice. An engine without promotions fails there, too.
@test "a position that fails because of another bug is named for that bug" {
    without='BEGIN { FS = ": " } /Nodes/ { print "Nodes searched: " total } /^[a-h][1-8][a-h][1-8][qrbn]:/ { next } /^[a-h]/ { total += $2; print }'
    cat >"$BATS_TEST_TMPDIR/without" <<END
"\$PLYFORGE" perft "\$1" --divide --fen "\$2" --moves "\$3" 2>/dev/null | awk '$without'
END
    plyforge torture --script "sh $BATS_TEST_TMPDIR/without"
    same status 1 "$status"
    same "first line" "torture.epd:1: promotion missing: 8/5P2/8/8/8/8/8/5k1K w - - 0 1 depth 1: expected 5, got 1" "${lines[0]}"
    [[ $output == *$'\nBug: promotion missing\n'* && $output != *twice* && $output != *underpromotion* ]]
}

@test "an engine that is right after each of the moves contradicts itself" {
    five_more='BEGIN { FS = ": "; OFS = FS } NR == 1 || /Nodes/ { $2 += 5 } { print }'
    engine=$(wrong_where_castling_is "echo \"\$counts\" | awk '$five_more'")
    plyforge torture --engine "$engine"
    same status 1 "$status"
    [[ $output == *"99 passed, 3 failed
Bug: counts contradict each other: taking moves back, or a hash table
Try: plyforge bisect 2 "* && $output != *$'\nBug: playing'* ]]
}

@test "a failure without a count names no bug" {
    plyforge torture --engine "$(wrong_where_castling_is exit)"
    same status 1 "$status"
    [[ $output == *"expected 75, but the engine ended by itself with status 0"* && $output != *"Bug: "* ]]
}

find_engine()
{
    command -v "$1" || { [[ -x /usr/games/$1 ]] && echo "/usr/games/$1"; }
}

@test "Stockfish and Fairy-Stockfish pass" {
    tested=0
    for name in stockfish fairy-stockfish; do
        engine=$(find_engine "$name") || continue
        accepted "positions: 73, counts: 102
102 passed, 0 failed" torture --engine "$engine"
        accepted "positions: 86, counts: 120
120 passed, 0 failed" torture --engine "$engine" --chess960
        tested=$((tested + 1))
    done
    ((tested > 0)) || skip "neither is here"
}

@test "wrong input is refused" {
    refused "unexpected argument 'x' *" torture x
    refused "--engine and --script cannot be combined" torture --engine a --script b
    refused "--timeout must be a number of seconds from 1 to 1000000, not '0'" torture --engine a --timeout 0
    refused "--timeout needs --engine or --script" torture --timeout 5
    refused "--script needs a command to run" torture --script ""
    refused "--junit - would mix the report with the other output; give the name of a file (./- for one named -)" torture --junit -
    refused "cannot write $BATS_TEST_TMPDIR: Is a directory" torture --junit "$BATS_TEST_TMPDIR"
}
