# plyforge bisect, on engines with one bug each, on engines that misbehave, and on Stockfish.

load helper

ENDGAME="8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MIRRORED="r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"

# finds MUTANT BUG DEPTH FEN [OPTION]: the bug has this name, in a position of at most eight pieces, in under ten seconds.
finds()
{
    local start=$SECONDS
    plyforge bisect "$3" --engine "$BROKEN_ENGINE $1" --fen "$4" "${@:5}"
    same "status for $1" 1 "$status"
    same "stderr for $1" "" "$stderr"
    same "bug of $1" "Bug: $2" "${lines[-1]}"
    [[ $output =~ Pieces:\ +([0-9]+) ]]
    ((BASH_REMATCH[1] <= 8))
    ((SECONDS - start < 10))
}

@test "bisect walks down, shrinks, explains and names the bug" {
    plyforge bisect 4 --engine "$BROKEN_ENGINE ep_rank_pin" --fen "$ENDGAME"
    same status 1 "$status"
    same output "\
depth 1: 14 here, 14 in the engine
depth 2: 191 here, 193 in the engine
depth 1 after e2e4: 16 here, 17 in the engine

Line:     e2e4
Position: 8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1
Missing:  -
Extra:    f4e3

Smallest: 8/8/8/K7/1R2Pp1k/8/8/8 b - e3 0 1
Pieces:   5

8  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
5  K  .  .  .  .  .  .  .
4  . (R)(.)(.)(P)[p](.)(k)
3  .  .  .  . [.] .  .  .
2  .  .  .  .  .  .  .  .
1  .  .  .  .  .  .  .  .

   a  b  c  d  e  f  g  h

Extra: f4e3 is not legal: both pawns would leave the rank between the king on h4 and the rook on b4
Bug: en passant pin on the rank" "$output"
}

@test "a bug in playing a move is shown with the move" {
    plyforge bisect 3 --engine "$BROKEN_ENGINE rook_capture_keeps_right" --fen "4k2r/5N2/8/8/8/7p/PPP4P/4K3 w k - 0 1"
    same "last line" "Bug: castling rights after a rook capture" "${lines[-1]}"
    [[ $output == *$'\nSmallest: 4k2r/5N2/8/8/8/7p/8/4K3 w k - 0 1 moves f7h8\n'* ]]
    [[ $output == *$'\nExtra: e8g8 is not legal: there is no rook of Black on h8 to castle with\n'* ]]
}

@test "the bugs of en passant" {
    finds ep_rank_pin "en passant pin on the rank" 3 "$ENDGAME"
    finds ep_stale "en passant after the chance has passed" 4 "$ENDGAME"
    finds ep_not_set "en passant square not set by a double pawn push" 3 "$KIWIPETE"
    finds ep_leaves_pawn "playing en passant leaves a wrong board" 2 "4k3/p7/8/2pP4/8/8/8/4K2R w K c6 0 1"
    finds no_ep_evasion "en passant as an answer to check missing" 2 "r7/8/8/3k4/3p4/7P/4P3/4K2R w K - 0 1"
}

@test "the bugs of castling" {
    finds castling_through "castling through attack" 2 "$KIWIPETE"
    finds castling_into_check "castling into check" 2 "$KIWIPETE"
    finds castling_out_of_check "castling out of check" 1 "r3k2r/p7/8/8/4R3/8/8/4K3 b kq - 0 1"
    finds castling_over_b_file "castling over a piece" 3 "$KIWIPETE"
    finds castling_b_file_attacked "castling missing when only the rook crosses an attacked square" 3 "$MIRRORED"
    finds castling_rook_stays "playing castling leaves a wrong board" 3 "$KIWIPETE"
    finds rook_capture_keeps_right "castling rights after a rook capture" 2 "4k2r/p4N2/8/8/8/8/P6P/R3K3 w Qk - 0 1"
    finds rook_move_keeps_right "castling rights after a rook move" 3 "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1"
}

@test "the bugs of pawns" {
    finds only_queens "underpromotion missing" 2 "$MIRRORED"
    finds no_capture_promotion "promotion missing" 2 "$MIRRORED"
    finds always_queens "playing a promotion leaves a wrong board" 3 "$MIRRORED"
    finds double_push_jumps "double pawn push over a piece" 2 "$KIWIPETE"
    finds pawn_wrap "moves wrap around the edge of the board" 2 "$KIWIPETE"
    finds pawn_takes_nothing "pawn takes nothing" 1 "$KIWIPETE"
    finds promotion_optional "wrong or missing promotion" 3 "$MIRRORED"
}

@test "the bugs of checks and pins" {
    finds double_check "double check answered by a piece other than the king" 2 "3rk3/p7/8/8/4N3/8/P3R3/4K3 w - - 0 1"
    finds pins_ignored "pinned piece moves off the ray" 3 "$KIWIPETE"
    finds pinned_never_moves "pinned piece move along the ray missing" 3 "$KIWIPETE"
    finds king_back_along_ray "king steps back along the checking ray" 4 "$ENDGAME"
    finds king_takes_guarded "king takes a protected piece" 4 "$ENDGAME"
    finds kings_touch "king moves next to the other king" 2 "8/8/3k4/8/3K4/8/P6p/8 w - - 0 1"
}

@test "the bugs of castling in Chess960" {
    finds c960_rook_shields "castling although the rook shields the king" 2 "Nr1k3r/p6p/8/8/8/8/P6P/qR1K3R w HBhb - 0 1" --chess960
    finds c960_innermost_rook "castling with the wrong rook" 1 "r1r1k3/p6p/8/8/8/8/P6P/1K6 b q - 0 1" --chess960
    finds c960_king_stays "castling missing when the king stays where it is" 2 "1r4kr/p6p/8/8/8/8/P6P/1R4KR w HBhb - 0 1" --chess960
    finds c960_rook_blocks_king "castling missing when king and rook are in each other's way" 2 "5kr1/p6p/8/8/8/8/P6P/5KR1 w Gg - 0 1" --chess960
    finds c960_rook_capture_keeps_right "castling rights after a rook capture" 2 "4k1r1/p6p/7N/8/8/8/P6P/1R2K3 w Bg - 0 1" --chess960
}

@test "an engine without a bug agrees, in every dialect of divide" {
    for dialect in colon dash space bare; do
        accepted "depth 1: 48 here, 48 in the engine
depth 2: 2039 here, 2039 in the engine
broken NONE agrees to depth 2" bisect 2 --engine "$BROKEN_ENGINE none $dialect" --fen "$KIWIPETE"
        plyforge bisect 2 --engine "$BROKEN_ENGINE castling_through $dialect" --fen "$KIWIPETE"
        same "last line" "Bug: castling through attack" "${lines[-1]}"
    done
}

@test "small positions come before a deep count" {
    # From the start position the missing capture shows at depth 5.
    plyforge bisect 6 --engine "$BROKEN_ENGINE no_ep_evasion"
    same status 1 "$status"
    same "deepest count" "depth 4: 197281 here, 197281 in the engine" "${lines[3]}"
    [[ ${lines[4]} == "Small positions first: number "*" is "* ]]
    same "last line" "Bug: en passant as an answer to check missing" "${lines[-1]}"
    plyforge bisect 4 --engine "$BROKEN_ENGINE none"
    same status 0 "$status"
    same "count of small positions" "small positions: 300, no difference" "${lines[-2]}"
    plyforge bisect 3 --engine "$BROKEN_ENGINE none" --fen "$KIWIPETE" --json
    [[ $output == *'"small_positions": 300'* ]]
    plyforge bisect 3 --engine "$BROKEN_ENGINE none"
    [[ $output != *small* ]]
}

@test "in Chess960 small positions have its castling" {
    plyforge bisect 5 --chess960 --engine "$BROKEN_ENGINE c960_king_stays"
    same status 1 "$status"
    same "last line" "Bug: castling missing when the king stays where it is" "${lines[-1]}"
}

@test "a list without moves below an engine's right counts is a bug, not a misunderstanding" {
    plyforge bisect 4 --engine "$BROKEN_ENGINE no_block"
    same status 1 "$status"
    same "last line" "Bug: block of a check missing" "${lines[-1]}"
}

@test "bisect in colour and with chess figures" {
    plyforge bisect 1 --color always --unicode --engine "$BROKEN_ENGINE kings_touch" --fen "8/8/3k4/8/3K4/8/P6p/8 w - - 0 1"
    same "last line" $'Bug: \e[1mking moves next to the other king\e[0m' "${lines[-1]}"
    [[ $output == *'♚'*'♔'* ]]
    plyforge bisect 1 --color always --engine "$BROKEN_ENGINE none"
    same "last line" $'\e[32mbroken NONE agrees to depth 1\e[0m' "${lines[-1]}"
}

@test "mate and stalemate have no moves" {
    plyforge bisect 3 --engine "$BROKEN_ENGINE none bare" --fen "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"
    same "last line" "broken NONE agrees to depth 3" "${lines[-1]}"
}

@test "plyforge agrees with itself, in Chess960 too" {
    plyforge bisect 3 --engine "$PLYFORGE uci"
    [[ ${lines[-1]} =~ ^Plyforge\ [0-9.]+\ agrees\ to\ depth\ 3$ ]]
    plyforge bisect 3 --engine "$PLYFORGE uci" --chess960 --fen "$CHESS960"
    same status 0 "$status"
}

@test "a command of any length is run as it is" {
    long=$(printf ': %05000d;' 0)
    cat >"$BATS_TEST_TMPDIR/script" <<'END'
"$PLYFORGE" perft "$1" --divide --fen "$2" --moves "$3" 2>/dev/null
END
    for arguments in "--engine=$long exec $BROKEN_ENGINE none" "--script=$long sh $BATS_TEST_TMPDIR/script"; do
        plyforge bisect 2 --fen "$ENDGAME" "$arguments"
        same status 0 "$status"
        [[ ${lines[-1]} == *" agrees to depth 2" ]]
    done
}

@test "a script in the protocol of perftree" {
    cat >"$BATS_TEST_TMPDIR/script" <<'END'
"$PLYFORGE" perft "$1" --divide --fen "$2" --moves "$3" 2>/dev/null | sed 's/://; s/Nodes searched //'
END
    accepted "depth 1: 14 here, 14 in the engine
depth 2: 191 here, 191 in the engine
sh $BATS_TEST_TMPDIR/script agrees to depth 2" bisect 2 --script "sh $BATS_TEST_TMPDIR/script" --fen "$ENDGAME"
    cat >"$BATS_TEST_TMPDIR/script" <<'END'
"$PLYFORGE" perft "$1" --divide --fen "$2" --moves "$3" 2>/dev/null | sed 's/://; /Nodes/d; /^e1g1/d'
END
    plyforge bisect 1 --script "sh $BATS_TEST_TMPDIR/script" --fen "$KIWIPETE"
    same status 1 "$status"
    same "last line" "Bug: castling missing" "${lines[-1]}"
}

@test "counts that contradict each other" {
    cat >"$BATS_TEST_TMPDIR/script" <<'END'
"$PLYFORGE" perft "$1" --divide --fen "$2" --moves "$3" 2>/dev/null |
    if [ "$1" = 2 ]; then sed 's/^e1e2: .*/e1e2: 7/; /Nodes/d'; else cat; fi
END
    plyforge bisect 3 --script "sh $BATS_TEST_TMPDIR/script" --fen "4k3/pp6/8/8/8/8/PP6/4K2R w K - 0 1"
    same status 1 "$status"
    [[ $output == *$'\nSmallest: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n'* ]]
    [[ $output == *"Perft 2: 25 here, 27 in the engine; the first count that differs is below e1e2
Bug: counts contradict each other: taking moves back, or a hash table" ]]
}

@test "an engine that counts in a thread of its own, and says readyok before or in the middle" {
    plyforge bisect 1 --engine "$(fake_engine '("$PLYFORGE" perft 1 --divide 2>/dev/null | { sed -u 5q; sleep 0.1; cat; }) &')"
    same output "depth 1: 20 here, 20 in the engine
Fake agrees to depth 1" "$output"
}

@test "an engine that crashes" {
    plyforge bisect 2 --engine "$(fake_engine 'echo working; kill -SEGV $$')"
    same status 1 "$status"
    [[ $output == "Fake was killed by signal 11 (Segmentation fault) (asked for perft 1 of\
 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1)
The last lines it printed:
  id name Fake
  uciok
  working"* ]]
    plyforge bisect 2 --engine "$(fake_engine 'exit 3')"
    [[ ${lines[0]} == "Fake ended by itself with status 3 "* ]]
    for _ in 1 2 3 4 5; do # ended before anything is written to it, or after that
        plyforge bisect 2 --engine "echo no licence; exit 1"
        [[ $output == *$'\nThe last lines it printed:\n  no licence' ]]
    done
}

@test "an engine that hangs is killed" {
    plyforge bisect 2 --timeout 1 --engine "$(fake_engine 'sleep 100')"
    same status 1 "$status"
    [[ ${lines[0]} == "Fake did not answer within 1 s; --timeout allows more time (asked for perft 1 of "* ]]
}

@test "an engine that does not speak perft" {
    plyforge bisect 2 --engine "$(fake_engine 'echo info depth 1 score cp 13; echo bestmove e2e4')"
    same status 1 "$status"
    [[ ${lines[0]} == 'Fake does not speak perft: it knows none of the perft commands that were tried; set its command with --perft-command (asked for perft 1 of '* ]]
    [[ $output == *$'\n  bestmove e2e4\n'* ]]
    plyforge bisect 2 --engine "$(fake_engine :)"
    [[ ${lines[0]} == 'Fake does not speak perft: '* ]]
    plyforge bisect 2 --engine "$(fake_engine 'echo Nodes searched: 20')"
    same status 1 "$status"
    [[ $output == *"Fake contradicts itself: it counts 20 for perft 2, but 400 after each of the moves"* ]]
    plyforge bisect 2 --script true
    [[ ${lines[0]} == 'true does not speak perft: it printed no counts '* ]]
}

@test "what is no engine" {
    refused "--engine needs a command to run" bisect 2 --engine ""
    plyforge bisect 2 --engine cat --timeout 1
    same status 1 "$status"
    [[ ${lines[0]} == 'cat does not speak UCI: no "uciok" within 1 s '* ]]
    plyforge bisect 2 --engine "$BATS_TEST_TMPDIR/missing"
    same status 1 "$status"
    [[ ${lines[0]} == "$BATS_TEST_TMPDIR/missing could not be run "* ]]
    touch "$BATS_TEST_TMPDIR/text"
    plyforge bisect 2 --engine "$BATS_TEST_TMPDIR/text"
    [[ ${lines[0]} == "$BATS_TEST_TMPDIR/text could not be run "* ]]
    # Only statuses up to 128 + 64 are the shell's way to report signals.
    plyforge bisect 2 --engine "exit 255"
    [[ ${lines[0]} == "exit 255 ended by itself with status 255 "* ]]
    plyforge bisect 2 --engine "exit 139"
    [[ ${lines[0]} == "exit 139 was killed by signal 11 "* ]]
    plyforge bisect 2 --engine "$(fake_engine 'head -c 300000 /dev/urandom')" --timeout 2
    same status 1 "$status"
}

# The engine, if it is installed; Debian puts games into /usr/games.
find_engine()
{
    command -v "$1" || { [[ -x /usr/games/$1 ]] && echo "/usr/games/$1"; }
}

@test "an engine without UCI_Chess960" {
    plyforge bisect 1 --chess960 --engine "$(fake_engine 'echo a2a3: 1; exit 3')"
    same warnings "plyforge: warning: Fake does not list the option UCI_Chess960, and may know only standard chess" "$stderr"
    plyforge bisect 1 --chess960 --engine "$PLYFORGE uci"
    same warnings "" "$stderr"
}

@test "Stockfish agrees" {
    engine=$(find_engine stockfish) || skip "no stockfish"
    plyforge bisect 3 --engine "$engine" --fen "$KIWIPETE"
    same status 0 "$status"
    [[ ${lines[-1]} == "Stockfish"*" agrees to depth 3" ]]
    plyforge bisect 3 --engine "$engine" --chess960 --fen "$CHESS960"
    same status 0 "$status"
}

@test "Fairy-Stockfish agrees" {
    engine=$(find_engine fairy-stockfish) || skip "no fairy-stockfish"
    plyforge bisect 3 --engine "$engine" --fen "$KIWIPETE"
    same status 0 "$status"
    [[ ${lines[-1]} == "Fairy-Stockfish"*" agrees to depth 3" ]]
    plyforge bisect 3 --engine "$engine" --chess960 --fen "$CHESS960"
    same status 0 "$status"
}

# GNU Chess has no perft, and refuses illegal moves.
@test "an xboard engine without perft is asked which moves it refuses" {
    engine=$(find_engine gnuchess) || skip "no gnuchess"
    plyforge bisect 1 --engine "$engine" --fen "$FEW"
    same status 0 "$status"
    [[ ${lines[-1]} == *" agrees to depth 1" ]]
}

@test "an output that does not add up is not understood, and no bug is named" {
    plyforge bisect 1 --engine "$(fake_engine 'echo e2e4: 1; echo d2d4: 1; echo Nodes searched: 20')"
    same status 1 "$status"
    [[ $output == *"Fake printed output that could not be understood: its counts do not add up to its total"* ]]
    [[ $output != *"Bug:"* ]]
}

@test "an engine that ignores the position is told so" {
    moves=$("$PLYFORGE" perft 1 --divide 2>/dev/null | sed 's/^/echo "/; s/$/";/' | tr -d '\n')
    plyforge bisect 1 --engine "$(fake_engine "$moves")" --fen "$KIWIPETE"
    same status 1 "$status"
    [[ $output == *"the engine always counts the start position"* && $output != *"Bug:"* ]]
}

@test "totals only, other commands, and commands of its own" {
    cat >"$BATS_TEST_TMPDIR/totals" <<'END'
while read -r command rest; do
    case $command in
        setboard) fen=$rest ;;
        count) echo "Found $("$PLYFORGE" perft "$rest" --fen "$fen" 2>/dev/null | sed 's/.* //') leaves" ;;
        *) echo "Unknown: $command" ;;
    esac
done
END
    plyforge bisect 2 --engine "sh $BATS_TEST_TMPDIR/totals" --fen "$FEW" --perft-command "count {depth}" \
        --position-command "setboard {fen}"
    same status 0 "$status"
    [[ ${lines[-1]} == *" agrees to depth 2" ]]
    refused '--perft-command needs {depth} where the depth goes, as in "perft {depth}"' bisect 1 --engine a --perft-command perft
    refused '--position-command needs {fen} where the position goes, as in "setboard {fen}"' bisect 1 --engine a --position-command x
    refused "--perft-command needs --engine" bisect 1 --divide - --perft-command "perft {depth}"
}

@test "a check that has nothing to do with en passant, on which Stockfish 15.1 errs" {
    engine=$(find_engine stockfish) || skip "no stockfish"
    plyforge bisect 1 --engine "$engine" --fen "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1"
    if ((status == 0)); then skip "this Stockfish does not err"; fi
    [[ $output == *$'\nSmallest: 4k3/8/8/2pP4/8/8/5p2/4K3 w - c6 0 1\n'* ]]
    [[ $output == *"Extra: d5c6 is not legal: the king on e1 would still be in check from the pawn on f2
Bug: en passant does not answer the check" ]]
}

@test "bisect --json" {
    plyforge bisect 3 --json --engine "$BROKEN_ENGINE kings_touch" --fen "8/8/3k4/8/3K4/8/P6p/8 w - - 0 1"
    same status 1 "$status"
    [[ $output == *'"agrees": false'*'"smallest": {'*'"bug": "king moves next to the other king"'*'"pieces": 2'* ]]
    plyforge bisect 1 --json --engine "$BROKEN_ENGINE none"
    same output '{
  "engine": "broken NONE",
  "depth": 1,
  "agrees": true,
  "small_positions": 0
}' "$output"
    plyforge bisect 1 --json --engine "$(fake_engine 'exit 3')"
    [[ $output == *'"failure": "ended by itself with status 3 '*'"last_lines": ['* ]]
}

# Writes our divide of Kiwipete at depth 3, changed by sed.
pasted()
{
    "$PLYFORGE" perft 3 --divide --fen "$KIWIPETE" 2>/dev/null | sed "$1" >"$BATS_TEST_TMPDIR/divide"
}

@test "a pasted divide that agrees, in several forms" {
    for form in "s/x/x/" "s/: / /" "s/: / - /; s/^[a-h]/1. &/; /Nodes/d" "s/e1g1/O-O/; s/e1c1/0-0-0/" "s/e1g1/e1h1/; /Nodes/d" "s/$/\r/" \
        "s/\([0-9]\)\([0-9][0-9][0-9]\)\$/\1,\2/" "s/^a2a3/a3/; s/^e5g6/Nxg6/"; do
        pasted "$form"
        accepted "perft 3: 97862 here, 97862 in the divide
every move and every count agrees" bisect 3 --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE"
    done
}

@test "a pasted divide with another count says what to compare next" {
    pasted "s/^e1c1: .*/O-O-O 7/; /Nodes/d"
    plyforge bisect 3 --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "perft 3: 97862 here, 95982 in the divide

Missing:  -
Extra:    -
Counts:   e1c1: 1887 here, 7 there

Next: get the other program's divide at depth 2 after e1c1, and compare it:
  plyforge bisect 2 --divide FILE --fen '$KIWIPETE' --moves e1c1" "$output"
    # That command, with the right answer.
    "$PLYFORGE" perft 2 --divide --fen "$KIWIPETE" --moves e1c1 >"$BATS_TEST_TMPDIR/next" 2>/dev/null
    accepted "perft 2: 1887 here, 1887 in the divide
every move and every count agrees" bisect 2 --divide "$BATS_TEST_TMPDIR/next" --fen "$KIWIPETE" --moves e1c1
}

@test "a pasted divide with other moves names the bug" {
    pasted "/^e1g1/d; s/^a2a3: .*/&\na2a5: 3/"
    run --separate-stderr "$PLYFORGE" bisect 3 --divide - --fen "$KIWIPETE" <"$BATS_TEST_TMPDIR/divide"
    same status 1 "$status"
    same stderr "plyforge: warning: standard input:50: the total is not the sum of the counts" "$stderr"
    same output "perft 3: 97862 here, 97862 in the divide

Missing:  e1g1
Extra:    a2a5
Counts:   -

Extra: a2a5 is not legal: a pawn does not move from a2 to a5
Missing: e1g1 is legal: White has kept the right to castle with the rook on h1, and nothing is in the way; the king is\
 not in check, and no piece of Black attacks f1 or g1
Bug: moves a piece in a way that it cannot move" "$output"
}

@test "lines of a pasted divide that are not used are named" {
    printf 'hello\n\ne2e4: 20\ne2e4\nd2d4: 20 30\n' >"$BATS_TEST_TMPDIR/divide"
    plyforge bisect 2 --divide "$BATS_TEST_TMPDIR/divide"
    same status 1 "$status"
    same stderr "plyforge: warning: $BATS_TEST_TMPDIR/divide:1: neither a move with a count nor a total
plyforge: warning: $BATS_TEST_TMPDIR/divide:4: a move without a count
plyforge: warning: $BATS_TEST_TMPDIR/divide:5: more than one number; the first one is used" "$stderr"
}

@test "a pasted divide whose total is wrong although all counts agree" {
    pasted 's/^Nodes searched.*/Nodes searched: 9999/'
    plyforge bisect 3 --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE"
    same status 1 "$status"
    same output "perft 3: 97862 here, 9999 in the divide
every move and every count agrees, but the total is wrong: the counts of the divide add up to 97862" "$output"
    plyforge bisect 3 --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE" --json
    same status 1 "$status"
    [[ $output == *'"agrees": false'* ]]
}

@test "a divide of another position or depth is suspected" {
    pasted "s/x/x/"
    plyforge bisect 3 --divide "$BATS_TEST_TMPDIR/divide"
    same status 1 "$status"
    [[ $stderr == *"plyforge: warning: $BATS_TEST_TMPDIR/divide: most of its moves are not legal here; if it is the divide of another \
position, name that by --fen and --moves" ]]
    for depth in 2 4; do
        plyforge bisect $depth --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE"
        same status 1 "$status"
        same stderr "plyforge: warning: $BATS_TEST_TMPDIR/divide: every count is far from ours; is it the divide of another depth than $depth?" \
            "$stderr"
    done
    # A bug that changes every count, but not beyond belief.
    pasted 's/: .*/: 999/; /Nodes/d'
    plyforge bisect 3 --divide "$BATS_TEST_TMPDIR/divide" --fen "$KIWIPETE"
    same status 1 "$status"
    same stderr "" "$stderr"
}

@test "a pasted divide with several moves on a line" {
    run --separate-stderr "$PLYFORGE" bisect 3 --divide - <<<'a2a3: 380 b2b3: 420 c2c3: 420 d2d3: -5'
    same stderr "plyforge: warning: standard input:1: a move without a count" "$stderr"
    [[ $output == "perft 3: 8902 here, 1220 in the divide
"*$'\nMissing:  a2a4 b1a3 b1c3 b2b4 c2c4 d2d3 '*$'\nCounts:   -\n'* ]]
}

@test "what is no divide" {
    : >"$BATS_TEST_TMPDIR/empty"
    refused "$BATS_TEST_TMPDIR/empty: the text is empty: a divide has a move and its count on each line" \
        bisect 2 --divide "$BATS_TEST_TMPDIR/empty"
    printf 'Nodes searched: 20\n' >"$BATS_TEST_TMPDIR/total"
    refused "$BATS_TEST_TMPDIR/total: line 1: a total, but no line with a move and its count, as in 'e2e4: 20'" \
        bisect 2 --divide "$BATS_TEST_TMPDIR/total"
    refused "cannot open $BATS_TEST_TMPDIR/none: No such file or directory" bisect 2 --divide "$BATS_TEST_TMPDIR/none"
    refused "cannot read $BATS_TEST_TMPDIR: Is a directory" bisect 2 --divide "$BATS_TEST_TMPDIR"
    refused "bisect takes only one of --engine COMMAND, --script COMMAND and --divide FILE" bisect 2 --divide a --engine b
}

@test "wrong input is refused" {
    refused "bisect needs DEPTH; try 'plyforge bisect --help'" bisect
    refused "bisect needs one of --engine COMMAND, --script COMMAND and --divide FILE" bisect 2
    refused "bisect takes only one of --engine COMMAND, --script COMMAND and --divide FILE" bisect 2 --engine a --script b
    refused "DEPTH must be a number from 1 to 255, not '0'" bisect 0 --engine a
    refused "DEPTH must be a number from 1 to 255, not 'x'" bisect x --engine a
    refused "--timeout must be a number of seconds from 1 to 1000000, not '0'" bisect 1 --engine a --timeout 0
    refused "--timeout needs --engine or --script" bisect 1 --divide - --timeout 5
    refused "bad FEN at offset 0: *" bisect 1 --engine a --fen x
}
