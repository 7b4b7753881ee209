# The referee of engine matches (tools/match.c), with the example engine and with engines that misbehave.

bats_require_minimum_version 1.5.0

same()
{
    [[ $2 == "$3" ]] && return
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3" >&2
    return 1
}

# bad_engine ANSWER: an engine that answers "go" with this shell command.
bad_engine()
{
    cat >"$BATS_TEST_TMPDIR/bad" <<END
while read -r line; do
    case \$line in
        uci) echo "id name Bad"; echo uciok ;;
        isready) echo readyok ;;
        go*) $1 ;;
        quit) exit ;;
    esac
done
END
    echo "sh $BATS_TEST_TMPDIR/bad"
}

@test "games are played, counted and written" {
    run "$MATCH" --engine "$ENGINE" --nodes 300 --engine "$ENGINE" --nodes 300 --games 4 --chess960 half --pgn "$BATS_TEST_TMPDIR/games.pgn"
    same status 0 "$status"
    [[ ${lines[0]} =~ ^"game 1: "(1-0|0-1|1/2-1/2)" (" ]]
    [[ ${lines[2]} == "game 3, Chess960: "* ]]
    [[ ${lines[4]} =~ ^"Anvil 0".*" against Anvil 0".*": "[0-4]" won, "[0-4]" drawn, "[0-4]" lost"$ ]]
    [[ ${lines[5]} =~ ^"score 0."|^"score 1." ]]
    same "last line" "forfeits: 0 and 0" "${lines[6]}"
    run "$PLYFORGE" pgn "$BATS_TEST_TMPDIR/games.pgn" --check
    same status 0 "$status"
    first=$(cat "$BATS_TEST_TMPDIR/games.pgn")
    run "$MATCH" --engine "$ENGINE" --nodes 300 --engine "$ENGINE" --nodes 300 --games 4 --chess960 half --pgn "$BATS_TEST_TMPDIR/again.pgn"
    same "the same games" "$first" "$(cat "$BATS_TEST_TMPDIR/again.pgn")"
}

@test "an illegal move, a lost clock and a dead engine lose the game" {
    while IFS='|' read -r answer why; do
        bad=$(bad_engine "$answer")
        run --separate-stderr "$MATCH" --engine "$bad" --engine "$ENGINE" --nodes 100 --games 1 --time 0.2
        same status 1 "$status"
        [[ ${lines[0]} == "game 1: 0-1 ($why), 6 plies, first engine 0-0-1" ]]
        same "last line" "forfeits: 1 and 0" "${lines[-1]}"
        run --separate-stderr "$MATCH" --engine "$ENGINE" --nodes 100 --engine "$bad" --games 1 --time 0.2
        same status 0 "$status"
        [[ ${lines[0]} == "game 1: 1-0 ($why), 7 plies, first engine 1-0-0" ]]
    done <<'END'
echo bestmove e1e8|illegal move
echo bestmove|illegal move
sleep 0.5; echo bestmove e2e4|time forfeit
exit|engine ended
END
}

@test "an engine without a name plays, and an even score is no difference" {
    bad=$(bad_engine "echo bestmove e1e8")
    sed -i 's/echo "id name Bad"; //' "$BATS_TEST_TMPDIR/bad"
    run --separate-stderr timeout 20 "$MATCH" --engine "$bad" --engine "$bad" --games 2
    same status 1 "$status"
    [[ ${lines[0]} == "game 1: 0-1 (illegal move), 6 plies, first engine 0-0-1" ]]
    [[ $output == *"score 0.500 +- 0.693, Elo difference +0 ("* ]]
}

@test "wrong arguments are refused, and the message names them" {
    while IFS='|' read -r arguments message; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr "$MATCH" $arguments
        same "status of $arguments" 2 "$status"
        same "message of $arguments" "match: $message" "${stderr_lines[0]}"
        [[ ${stderr_lines[1]} == "usage: match "* ]]
    done <<'END'
|--engine is needed twice
--engine a|--engine is needed twice
--games 3|--engine is needed twice
--engine a --engine b --engine c|--engine 'c': a match has two engines
--engine a --engine b --games 0|--games '0': expected a number from 1 to 1000000000
--engine a --engine b --plies many|--plies 'many': expected a number from 0 to 1000000000
--engine a --engine b --time x|--time 'x': expected seconds and an increment, as in 2+0.02
--engine a --engine b --chess960 some|--chess960 'some': expected none, half or all
--option x=1 --engine a --engine b|--option comes after the --engine that it is about
--nodes 5 --engine a --engine b|--nodes comes after the --engine that it is about
--engine a --engine b --games|--games needs a value
--engine a --engine b --bogus|unknown option '--bogus'
--engine a --engine b c|unexpected argument 'c'
END
    for engines in "/no/such/engine $ENGINE" "$ENGINE /no/such/engine" "$ENGINE true"; do
        read -r first second <<<"$engines"
        run --separate-stderr "$MATCH" --engine "$first" --engine "$second" --games 3
        same status 2 "$status"
        same output "" "$output"
        [[ $stderr == *"match: --engine '"*"' does not start, or does not answer as a UCI engine" ]]
    done
}

@test "an option that the engine does not have is refused" {
    for option in Hsah=3 "Hash Size=3" Hash2=1; do
        run --separate-stderr "$MATCH" --engine "$ENGINE" --engine "$ENGINE" --option Hash=1 --option "$option"
        same status 2 "$status"
        same output "" "$output"
        [[ $stderr == "match: --option '$option': Anvil "*" has no such option" ]]
    done
    run --separate-stderr "$MATCH" --engine "$ENGINE" --option "hash=1" --option "Move Overhead=9" --nodes 100 --engine "$ENGINE" --nodes 100 --games 1
    same status 0 "$status"
}

@test "games that cannot be written end the match" {
    while IFS='|' read -r file reason; do
        run --separate-stderr "$MATCH" --engine "$ENGINE" --nodes 100 --engine "$ENGINE" --nodes 100 --games 2 --pgn "$file"
        same status 2 "$status"
        same message "match: --pgn '$file': $reason" "$stderr"
    done <<'END'
/dev/full|No space left on device
/no/such/folder/games.pgn|No such file or directory
END
}

@test "help names every option" {
    run --separate-stderr "$MATCH" --help
    same status 0 "$status"
    for option in engine option nodes games time margin plies chess960 seed pgn help; do [[ $output == *"  --$option "* ]]; done
}
