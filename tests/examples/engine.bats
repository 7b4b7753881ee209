# The example engine as a GUI sees it. ENGINE names the program.

bats_require_minimum_version 1.5.0

# same NAME EXPECTED ACTUAL: fails with both texts unless they are the same.
same()
{
    [[ $2 == "$3" ]] && return
    printf '%s: expected\n%s\nbut got\n%s\n' "$1" "$2" "$3" >&2
    return 1
}

# talk LINE...: sends the lines and the end of the input; status 0, nothing on standard error, the answers in $output.
talk()
{
    run --separate-stderr timeout 60 "$ENGINE" < <(printf '%s\n' "$@")
    same status 0 "$status"
    same stderr "" "$stderr"
}

# open_engine: starts the engine; say LINE sends it a line, and hear WORD reads until a line that begins with the word.
open_engine()
{
    coproc ENGINE_PROCESS { exec "$ENGINE" 2>&1; }
    # shellcheck disable=SC2153,SC2154 # set by coproc
    exec {to}>&"${ENGINE_PROCESS[1]}" {from}<&"${ENGINE_PROCESS[0]}"
    process=$ENGINE_PROCESS_PID
    eval "exec ${ENGINE_PROCESS[1]}>&-"
}

say()
{
    printf '%s\n' "$@" >&"$to"
}

hear()
{
    heard=()
    while IFS= read -r -t 60 line <&"$from"; do
        heard+=("$line")
        [[ $line == "$1"* ]] && return
    done
    printf 'no line that begins with "%s", only\n' "$1" >&2
    printf '%s\n' "${heard[@]}" >&2
    return 1
}

close_engine()
{
    exec {to}>&-
    wait "$process"
}

KNIGHTS="position startpos moves g1f3"

@test "the engine introduces itself" {
    talk uci isready quit
    [[ ${lines[0]} =~ ^id\ name\ Anvil\ [0-9.]+$ ]]
    for option in "Hash type spin default 16 min 1 max 4096" "Move Overhead type spin default 50 min 0 max 5000" \
        "UCI_Chess960 type check default false"; do
        [[ $output == *"option name $option"$'\n'* ]]
    done
    same "last lines" "uciok readyok" "${lines[-2]} ${lines[-1]}"
}

@test "each limit ends the search" {
    for limit in "depth 5" "nodes 5000" "movetime 100" "wtime 1000 btime 1000" "wtime 500 btime 500 winc 10 binc 10" \
        "wtime 300 btime 300 movestogo 1" "wtime 0 btime 0" "wtime -50 btime -50" "nodes 1" "depth 200 nodes 1000" \
        "depth 0" "nodes 0" "movetime 0" "wtime 300 btime 300 movestogo 0" "wtime 1152921504606846975 depth 3 movestogo 1"; do
        talk "$KNIGHTS" "go $limit"
        [[ ${lines[-1]} =~ ^bestmove\ [a-h][1-8][a-h][1-8] ]]
        [[ $output != *"info string"* ]]
    done
}

@test "a search by nodes stops at that node and is repeatable" {
    talk "$KNIGHTS" "go nodes 20000"
    first=$(sed -E 's/ nps .* pv/ pv/' <<<"$output")
    talk "$KNIGHTS" "go nodes 20000"
    same output "$first" "$(sed -E 's/ nps .* pv/ pv/' <<<"$output")"
}

@test "the lines that are printed can be played" {
    talk "$KNIGHTS" "go depth 9"
    pv=$(sed -nE '$!s/.* pv //p' <<<"$output" | tail -1)
    [[ $(wc -w <<<"$pv") -ge 3 ]]
    run "$PLYFORGE" moves --fen "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1" --moves "$pv"
    same status 0 "$status"
}

@test "isready is answered during a search, and stop ends it" {
    open_engine
    say "$KNIGHTS" "go infinite"
    hear "info depth 4"
    say isready
    hear readyok
    say stop
    hear bestmove
    say stop isready
    hear readyok
    same "lines after the end" 1 ${#heard[@]}
    close_engine
}

@test "an infinite search that has nothing left to find waits for stop" {
    open_engine
    say "position fen 7k/R7/8/8/8/8/8/1R4K1 w - - 0 1" "go infinite"
    hear "info depth 119"
    say isready
    hear readyok
    [[ ${heard[*]} != *bestmove* ]]
    say stop
    hear "bestmove b1b8"
    close_engine
}

@test "quit and the end of the input end a search" {
    open_engine
    say "$KNIGHTS" "go infinite"
    hear "info depth 3"
    say quit
    wait "$process"
    open_engine
    say "$KNIGHTS" "go infinite"
    hear "info depth 3"
    close_engine
    talk "go depth 8" quit
    [[ ${lines[-1]} == "bestmove "* ]]
    talk "go depth 6"
    [[ $output == *"info depth 6 "*"bestmove "* ]]
}

@test "a command that needs the engine waits for the search before it" {
    talk "go depth 5" "$KNIGHTS" "go depth 5" "setoption name Hash value 2" ucinewgame "go depth 5"
    same "searches" 3 "$(grep -c ^bestmove <<<"$output")"
    same "iterations" 3 "$(grep -c '^info depth 5 ' <<<"$output")"
}

@test "castling is written as the GUI wants it" {
    # Only castling mates: with the rook alone on f1 the king escapes to g2.
    castles="position fen 4R3/8/5N2/8/8/5k2/7P/4K2R w K - 0 1"
    talk "$castles" "go depth 3"
    same "last line" "bestmove e1g1" "${lines[-1]}"
    [[ ${lines[-2]} == "info depth 3 score mate 1 "*" pv e1g1" ]]
    talk "setoption name UCI_Chess960 value true" "$castles" "go depth 3"
    same "last line" "bestmove e1h1" "${lines[-1]}"
    # Chess960: the rook on b1 crosses its king, which stays where it is.
    castles="position fen 3k4/8/8/8/8/8/2R1R3/1RK5 w B - 0 1"
    talk "setoption name UCI_Chess960 value true" "$castles" "go depth 3" "$castles moves c1b1" "go depth 3"
    same "answers" "bestmove c1b1 bestmove (none)" "$(grep ^bestmove <<<"$output" | paste -sd' ')"
    # What the engine writes it also reads, in both forms.
    castles="position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    talk "$castles moves e1g1 e8c8" "go depth 1" "$castles moves e1h1 e8a8" "go depth 1"
    [[ $output != *"info string"* ]]
}

@test "where the game is over there is no move" {
    talk "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" "go depth 3" "go infinite" \
        "position startpos moves f2f3 e7e5 g2g4 d8h4" "go wtime 100 btime 100"
    same output "bestmove (none)
bestmove (none)
bestmove (none)" "$output"
}

@test "a bad position is reported, and the last good one stays" {
    mate="position fen 7k/R7/8/8/8/8/8/1R4K1 w - - 0 1"
    while IFS='|' read -r bad message; do
        talk "$mate" "$bad" "go depth 3"
        same "first line" "info string $message" "${lines[0]}"
        same "last line" "bestmove b1b8" "${lines[-1]}"
    done <<'END'
position fen 7k/R7/8/8/x/8/8/1R4K1 w - - 0 1|position: ignored; 'x/8/8/1R4K1': unknown piece 'x'
position fen|position: ignored; '': the FEN is missing
position|position: ignored; '': expected 'position startpos' or 'position fen' and a FEN
position startpos e2e4|position: ignored; 'e2e4': expected 'moves' after 'startpos'
position startpos moves e2e4 e2e4|position: ignored; 'e2e4': there is no piece on e2
END
    talk "$mate" "position startpos moves e2e4 castle" "position fen 8/8/8/8/8/8/8/K7 w - - 0 1" "go depth 3"
    [[ ${lines[0]} == "info string position: ignored; 'castle': "* ]]
    [[ ${lines[1]} == "info string position: ignored; '8/8/8/8/8/8/8/K7': "*"king"* ]]
    same "last line" "bestmove b1b8" "${lines[-1]}"
}

@test "what a FEN loses is said" {
    talk "position fen rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1" "go depth 1"
    [[ ${lines[0]} == "info string position: repaired or tolerated: castling"* ]]
}

@test "options out of range are reported and change nothing" {
    talk "setoption name Hash value 0" "setoption name Hash value 5000" "setoption name Hash value x" "setoption name Hash" \
        "setoption name UCI_Chess960 value maybe" "setoption name Speed value 9" "setoption" "go depth 4"
    same "messages" "info string Hash '0': ignored; expected a number from 1 to 4096
info string Hash '5000': ignored; expected a number from 1 to 4096
info string Hash 'x': ignored; expected a number from 1 to 4096
info string Hash '': ignored; expected a number from 1 to 4096
info string UCI_Chess960 'maybe': ignored; expected true or false
info string setoption 'Speed': no such option; 'uci' lists them
info string setoption '': no such option; 'uci' lists them" "$(grep '^info string' <<<"$output")"
    [[ ${lines[-1]} == "bestmove "* ]]
}

@test "the table may have any size" {
    for size in 1 3 64; do
        talk "setoption name hash value $size" ucinewgame "$KNIGHTS" "go nodes 30000"
        [[ ${lines[-1]} == "bestmove "* && $output != *"info string"* ]]
    done
}

@test "what is not understood is reported" {
    talk "" "   " "joho" "go depth x" "go movetime -5" "go nodes -1" "go depth 1 wtime" "go depth 1 fast" "bench x" "stop" $'isready\r'
    same "messages" "info string 'joho': no such command
info string depth 'x': ignored; expected a number from 0 to 1152921504606846975
info string movetime '-5': ignored; expected a number from 0 to 1152921504606846975
info string nodes '-1': ignored; expected a number from 0 to 1152921504606846975
info string wtime '': ignored; expected a number from -2147483648 to 1152921504606846975
info string go 'fast': ignored; not a limit
info string bench 'x': ignored; expected a number from 1 to 119
readyok" "$(grep -E '^(info string|readyok)' <<<"$output")"
}

@test "garbage does no harm" {
    run bash -c 'head -c 100000 /dev/urandom | timeout 60 "$ENGINE"'
    same status 0 "$status"
    run bash -c '(printf "position fen "; head -c 100000 /dev/zero | tr "\0" "8"; echo; echo isready) | timeout 60 "$ENGINE" | tail -1'
    same output readyok "$output"
    run bash -c '(printf "position startpos moves"; for i in {1..300}; do printf " g1f3 g8f6 f3g1 f6g8"; done; echo; echo go depth 3) | timeout 60 "$ENGINE" | tail -1'
    [[ $output == "bestmove "* ]]
}
