# plyforge uci.

load helper

# talk LINE...: sends the lines; status 0, nothing on standard error, the answers in $output.
talk()
{
    run --separate-stderr "$PLYFORGE" uci < <(printf '%s\n' "$@")
    same status 0 "$status"
    same stderr "" "$stderr"
}

@test "uci introduces itself" {
    talk uci isready quit
    [[ ${lines[0]} =~ ^id\ name\ Plyforge\ [0-9.]+$ ]]
    same output "id author the Plyforge authors
option name UCI_Chess960 type check default false
option name UCI_Variant type combo default chess var chess var crazyhouse var atomic var antichess \
var kingofthehill var 3check var horde var racingkings
uciok
readyok" "$(tail -n +2 <<<"$output")"
}

@test "go perft prints divide and total" {
    talk "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1" "go perft 2"
    same output "a1a2: 3
a1b1: 3
a1b2: 3

Nodes searched: 9" "$output"
    talk "position startpos moves e2e4 e7e5" "go perft 1" quit "go perft 2"
    same "last line" "Nodes searched: 29" "${lines[-1]}"
}

@test "d draws the position" {
    talk "position startpos moves e2e4" d
    [[ $output == "8  r n b q k b n r"*"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"*"Key: "* ]]
}

@test "go answers with a legal move" {
    talk "position startpos" "go wtime 1000 btime 1000"
    same output "info depth 1 nodes 20 score cp 0 pv a2a3
bestmove a2a3" "$output"
    talk "go searchmoves e2e4 d2d4 nonsense"
    same "last line" "bestmove d2d4" "${lines[-1]}"
    talk "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" "go depth 3"
    same output "bestmove (none)" "$output"
}

@test "go infinite waits for stop" {
    talk "go infinite" isready stop stop
    same output "info depth 1 nodes 20 score cp 0 pv a2a3
readyok
bestmove a2a3" "$output"
}

@test "UCI_Chess960 reads and writes castling as king takes rook" {
    talk "setoption name UCI_Chess960 value true" "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1 moves e1h1" d
    [[ $output == *"Fen: 4k3/8/8/8/8/8/7P/5RK1 b - - 1 1"* ]]
    talk "setoption name UCI_Chess960 value true" "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1" "go perft 1"
    [[ $output == *"e1h1: 1"* && $output != *"e1g1"* ]]
    talk "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1" "go perft 1"
    [[ $output == *"e1g1: 1"* && $output != *"e1h1"* ]]
}

@test "names and values of options are read in any case" {
    for line in "setoption name UCI_Chess960 value TRUE" "setoption name uci_chess960 value True"; do
        talk "$line" "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1" "go perft 1"
        [[ $output == *"e1h1: 1"* && $output != *"e1g1"* ]]
    done
    talk "setoption name UCI_Chess960 value true" "setoption name UCI_Chess960 value FALSE" \
        "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1" "go perft 1"
    [[ $output == *"e1g1: 1"* && $output != *"e1h1"* ]]
    talk "setoption name UCI_Chess960 value true" "setoption name UCI_Chess960 value maybe" \
        "position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1" "go perft 1"
    same "first line" "info string UCI_Chess960 'maybe': expected true or false" "${lines[0]}"
    [[ $output == *"e1h1: 1"* && $output != *"e1g1"* ]]
}

@test "what a FEN loses is said" {
    fen="rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"
    talk "position fen $fen" "go perft 1"
    same "first line" "info string position '$fen': repaired or tolerated: castling right that exists only in Chess960 (is\
 UCI_Chess960 missing?)" "${lines[0]}"
    same "last line" "Nodes searched: 22" "${lines[-1]}"
    talk "setoption name UCI_Chess960 value true" "position fen $fen" "go perft 1"
    [[ $output != *"info string"* ]]
    same "last line" "Nodes searched: 23" "${lines[-1]}"
}

@test "a bad position or move is reported, and the last good position stays" {
    talk "position startpos moves e2e4" "position fen nonsense moves e2e4" "position" "position somewhere" "d"
    same "first line" "info string position 'nonsense': bad FEN at offset 1: unknown piece 'o'" "${lines[0]}"
    same "second line" "info string position '': expected startpos or fen" "${lines[1]}"
    same "third line" "info string position 'somewhere': expected startpos or fen" "${lines[2]}"
    [[ $output == *"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"* ]]
    talk "position fen xx"
    same output "info string position 'xx': bad FEN at offset 0: unknown piece 'x'" "$output"
    talk "position startpos moves e2e4 e2e4 d7d5" d
    same "first line" "info string move 'e2e4': there is no piece on e2" "${lines[0]}"
    [[ $output == *"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"* ]]
    talk "position startpos moves castle" "go perft" "go perft x"
    [[ ${lines[0]} == "info string move 'castle': "* ]]
    same "second line" "info string perft '': expected a depth from 0 to 255" "${lines[1]}"
    same "third line" "info string perft 'x': expected a depth from 0 to 255" "${lines[2]}"
}

@test "an option or position that was almost right is reported" {
    talk "setoption name UCI_Chess960 value " "setoption name UCI_Chess960" "setoption UCI_Chess960 true" "position startpos e2e4" "go perft 1"
    same "first line" "info string UCI_Chess960 '': expected true or false" "${lines[0]}"
    same "second line" "info string UCI_Chess960 '': expected true or false" "${lines[1]}"
    same "third line" "info string setoption 'UCI_Chess960': expected 'setoption name UCI_Chess960 value true' or false" "${lines[2]}"
    same "fourth line" "info string position startpos 'e2e4': ignored; expected moves, as in 'position startpos moves e2e4'" \
        "${lines[3]}"
    same "last line" "Nodes searched: 20" "${lines[-1]}"
}

@test "what is not understood is stepped over" {
    talk "" "   " "joho isready" "debug on" "setoption" "setoption name" "setoption name Hash value 64" \
        "setoption name Clear Hash" "register later" "ponderhit" "stop" "xyzzy" $'\x01\x02' "ucinewgame" "  isready  "
    same output "readyok
readyok" "$output"
}

@test "garbage does no harm" {
    run --separate-stderr bash -c 'head -c 200000 /dev/urandom | "$PLYFORGE" uci'
    same status 0 "$status"
    run --separate-stderr bash -c '(printf "position fen "; head -c 100000 /dev/zero | tr "\0" "8"; echo) | "$PLYFORGE" uci'
    same status 0 "$status"
}

@test "carriage returns are blanks" {
    run --separate-stderr "$PLYFORGE" uci < <(printf 'position startpos moves e2e4\r\nisready\r\nquit\r\n')
    same output readyok "$output"
}

@test "UCI_Variant changes the rules" {
    talk "setoption name UCI_Variant value crazyhouse" "position startpos moves e2e4 d7d5 e4d5 d8d5" "go perft 1" d
    [[ $output == *"P@d6: 1"* ]]
    [[ $output == *"Fen: rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"* ]]
    talk "setoption name UCI_Variant value antichess" "position fen 8/P7/8/8/8/8/8/k7 w - - 0 1" "go perft 1"
    [[ $output == *"a7a8k: 1"*"Nodes searched: 5"* ]]
    talk "setoption name uci_variant value 3CHECK" "go perft 3" "setoption name UCI_Variant value chess" "go perft 3"
    [ "$(grep -c 'Nodes searched: 8902' <<<"$output")" = 2 ]
    talk "setoption name UCI_Variant value racingkings" "position startpos moves h2h3" "go"
    [[ $output == *"bestmove "* ]]
    talk "setoption name UCI_Variant value shogi" "go perft 1"
    [[ $output == *"info string UCI_Variant 'shogi': expected chess, crazyhouse"*"Nodes searched: 20"* ]]
    talk "setoption UCI_Variant value atomic"
    [[ $output == *"info string setoption 'UCI_Variant': expected"* ]]
    talk "setoption name UCI_Variant value atomic" "position startpos moves e2e5"
    [[ $output == *"info string move 'e2e5': "* ]]
    run --separate-stderr "$PLYFORGE" uci --variant horde < <(printf '%s\n' "go perft 2")
    [[ $output == *"Nodes searched: 128"* ]]
}
