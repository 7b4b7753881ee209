# plyforge probe: how engines want to be asked.

load helper

@test "an engine that knows go perft" {
    plyforge probe --engine "$BROKEN_ENGINE none"
    same status 0 "$status"
    same output "Engine:   broken NONE
Protocol: UCI
Position: position fen {fen} moves {moves}
Perft:    go perft {depth}
Answers:  each move with its count
Chess960: yes
Start:    perft 2 is 400, which is right
Use:      plyforge torture --engine '$BROKEN_ENGINE none'
          plyforge bisect 4 --engine '$BROKEN_ENGINE none'" "$output"
}

@test "an engine that counts on its console, and only totals" {
    cat >"$BATS_TEST_TMPDIR/totals" <<'END'
while read -r command rest; do
    case $command in
        setboard) fen=$rest ;;
        perft) echo "nodes: $("$PLYFORGE" perft "$rest" --fen "$fen" 2>/dev/null | sed 's/.* //')" ;;
        *) echo "Error (unknown command): $command" ;;
    esac
done
END
    plyforge probe --engine "sh $BATS_TEST_TMPDIR/totals" --json
    same status 0 "$status"
    [[ $output == *'"perft_command": "perft {depth}"'*'"answers": "totals only: '*'"start": "400"'* ]]
}

# An engine without perft, which plays any move that it is told; $1 is how it shows which moves are legal, $2 a move that
# its lines leave out, $3 "searches" if it searches that move when it is told to.
searching_engine()
{
    cat >"$BATS_TEST_TMPDIR/searching" <<'END'
while read -r command rest; do
    case $command in
        uci)
            echo "id name Searching"
            case $1 in multipv*) echo "option name MultiPV type spin default 1 min 1 max ${1#multipv}" ;; esac
            echo uciok
            ;;
        isready) echo readyok ;;
        position)
            rest=${rest#fen } fen=${rest%% moves*} moves=
            case $rest in *moves*) moves=${rest#* moves } ;; esac
            legal=$("$PLYFORGE" moves --fen "$fen" --moves "$moves" 2>/dev/null) || legal=illegal
            if [ "$1$legal" = complainsillegal ]; then echo " PROBLEM [$moves]"; fi
            if [ "$1$legal" = ghostsillegal ]; then legal=$("$PLYFORGE" moves --fen "$fen" 2>/dev/null); fi
            ;;
        go)
            best=$(echo "$legal" | head -n 1)
            case $1 in
                multipv*)
                    echo "$legal" | grep -vx "${2:-none}" | head -n "${1#multipv}" | sed 's/^/info depth 1 score cp 0 pv /; s/$/ a1a2/'
                    best=$(echo "$legal" | grep -vx "${2:-none}" | head -n 1)
                    if [ "$3${rest##*searchmoves }" = "searches$2" ]; then best=$2; fi
                    ;;
                searches | searchesonly*) if [ "$1$rest" != "searchesonlydepth 1 searchmoves a7a8n" ] && echo "$legal" | grep -qx "${rest##* }"; then best=${rest##* }; fi ;;
            esac
            if [ "$legal" = illegal ]; then best=e7e5; fi
            if [ "$1 ${fen%% *}" = "ghosts 8/P7/8/8/8/8/7k/5K2" ]; then best=e1c1; fi
            echo "bestmove $best"
            ;;
    esac
done
END
    echo "sh $BATS_TEST_TMPDIR/searching $*"
}

# Arguments: the mode of searching_engine, and what probe says of it. Its moves are listed, and those of the next ply.
finds_moves_of()
{
    plyforge probe --engine "$(searching_engine "$1")"
    same status 0 "$status"
    [[ $output == *"Perft:    -
Answers:  no perft: $2
"*"Start:    perft 1 is 20, which is right
"*"plyforge bisect 2 --engine "* ]]
    printf '%s\n' "8/P7/8/8/8/8/7k/5K2 w - - 0 1 ;D1 7 ;D2 22 ;D6 1" >"$BATS_TEST_TMPDIR/few.epd"
    plyforge suite "$BATS_TEST_TMPDIR/few.epd" --engine "$(searching_engine "$1")"
    same status 0 "$status"
    [[ $output == *"2 passed, 0 failed, 1 not counted" ]]
}

@test "an engine without perft: its moves are the lines of MultiPV" {
    finds_moves_of multipv256 "its moves are those of a search with MultiPV"
}

@test "a move that the lines of MultiPV lack is asked for again before the engine is accused" {
    printf '%s\n' "8/P7/8/8/8/8/7k/5K2 w - - 0 1 ;D1 7 ;D2 22 ;id underpromotion missing" >"$BATS_TEST_TMPDIR/few.epd"
    plyforge suite "$BATS_TEST_TMPDIR/few.epd" --engine "$(searching_engine multipv256 a7a8n searches)"
    same status 0 "$status"
    [[ $output == *"2 passed, 0 failed" ]]
    plyforge suite "$BATS_TEST_TMPDIR/few.epd" --engine "$(searching_engine multipv256 a7a8n)"
    same status 1 "$status"
    [[ $output == *"depth 1: expected 7, got 6"* ]]
}

@test "an engine without perft: its moves are those that searchmoves allows" {
    finds_moves_of searches "it is asked which moves it searches (go searchmoves)"
}

@test "an engine whose searchmoves does not know every kind of move is not asked by it" {
    plyforge probe --engine "$(searching_engine searchesonly)"
    same status 1 "$status"
    [[ $output == *"does not show which moves are legal"* ]]
}

@test "an engine without perft: its moves are those that it does not complain about" {
    finds_moves_of complains "it is asked which moves it refuses"
}

# It complains about illegal moves, and castles with a rook that a promoting pawn has taken.
@test "an engine without perft is asked to castle without a rook" {
    printf '%s\n' "4k2r/6P1/p7/8/8/8/8/4K3 w k - 0 1 ;D2 120" >"$BATS_TEST_TMPDIR/taken.epd"
    plyforge suite "$BATS_TEST_TMPDIR/taken.epd" --engine "sed -u '/^go /d' | $BROKEN_ENGINE none"
    same status 0 "$status"
    plyforge suite "$BATS_TEST_TMPDIR/taken.epd" --engine "sed -u '/^go /d' | $BROKEN_ENGINE rook_capture_keeps_right"
    same status 1 "$status"
    [[ $output == *"depth 2: expected 120, got 12"* ]]
}

@test "an engine without perft whose search finds a move of no piece" {
    printf '%s\n' "8/1P6/8/8/8/8/7k/5K2 w - - 0 1 ;D1 7" "8/P7/8/8/8/8/7k/5K2 w - - 0 1 ;D1 7" >"$BATS_TEST_TMPDIR/few.epd"
    plyforge suite "$BATS_TEST_TMPDIR/few.epd" --engine "$(searching_engine ghosts)"
    same status 1 "$status"
    [[ $output == *'expected 7, but the engine answered "go depth 1" with e1c1, although no piece is on that square'* ]]
}

@test "a MultiPV that is too small for a position is not held against the engine" {
    plyforge probe --engine "$(searching_engine multipv10)"
    same status 0 "$status"
    [[ $output == *"a search with MultiPV, where that is large enough"* && $output != *Start:* ]]
    printf '%s\n' "$FEW ;D1 14" "8/8/8/8/8/8/7k/5K2 w - - 0 1 ;D1 3" >"$BATS_TEST_TMPDIR/few.epd"
    plyforge suite "$BATS_TEST_TMPDIR/few.epd" --engine "$(searching_engine multipv10)"
    same status 0 "$status"
    [[ $output == *"1 passed, 0 failed, 1 not counted" ]]
}

@test "an xboard engine that ends at a command that it does not know" {
    cat >"$BATS_TEST_TMPDIR/strict" <<'END'
while read -r command rest; do
    case $command in
        protover) echo 'feature myname="Strict" setboard=1 ping=1 done=1' ;;
        xboard | new | force) ;;
        setboard) fen=$rest moves= ;;
        ping) echo "pong $rest" ;;
        *)
            "$PLYFORGE" moves --fen "$fen" --moves "$moves $command" >/dev/null 2>&1 || { echo "Illegal move: $command"; exit 1; }
            moves="$moves $command"
            ;;
    esac
done
END
    plyforge probe --engine "sh $BATS_TEST_TMPDIR/strict"
    same status 0 "$status"
    [[ $output == *"Strict"*"Protocol: xboard"*"it is asked which moves it refuses"*"perft 1 is 20, which is right"* ]]
    sed -i 's/setboard=1/setboard=0/' "$BATS_TEST_TMPDIR/strict"
    plyforge probe --engine "sh $BATS_TEST_TMPDIR/strict"
    same status 1 "$status"
    [[ $output == *"Failure:  says setboard=0: it is an xboard engine that cannot set up a position from a FEN"* ]]
}

@test "an engine that nothing can be got out of" {
    plyforge probe --timeout 2 --engine "$(fake_engine :)"
    same status 1 "$status"
    [[ $output == "Engine:   Fake
Failure:  does not speak perft: "* ]]
    plyforge probe --engine "$BATS_TEST_TMPDIR/missing"
    same status 1 "$status"
    [[ $output == *"could not be run"* ]]
}

# The limit of 60 s is far above the 5 s that the search may take: the test shows that it ends.
@test "--timeout limits the whole search, even if the output never ends" {
    for engine in "exec sleep 900" yes; do
        run timeout 60 "$PLYFORGE" probe --timeout 1 --engine "$engine"
        same status 1 "$status"
        [[ $output == "Engine:   $engine
Failure:  does not speak UCI: no \"uciok\" within 1 s"* ]]
    done
    run timeout 60 "$PLYFORGE" probe --timeout 1 --engine "$(fake_engine 'exec sleep 900')"
    same status 1 "$status"
    same output "Engine:   Fake
Failure:  does not speak perft: it did not answer any command in time; --timeout allows more time" "$output"
    for command in "bisect 2" torture; do
        # shellcheck disable=SC2086 # the command is two words
        run timeout 60 "$PLYFORGE" $command --timeout 1 --engine yes
        same status 1 "$status"
        [[ $output == *'yes does not speak UCI: no "uciok" within 1 s'* ]]
    done
}

@test "an engine that prints without end after a question" {
    run timeout 60 "$PLYFORGE" bisect 2 --timeout 1 --engine "$(fake_engine 'exec yes info string hello')"
    same status 1 "$status"
    [[ ${lines[0]} == "Fake did not answer within 1 s; --timeout allows more time (asked for perft 1 of "* ]]
}

@test "Chess960 is unknown if the engine does not list its options" {
    plyforge probe --json --engine true
    same status 1 "$status"
    [[ $output == *'"chess960": null'* ]]
    plyforge probe --json --chess960 --engine "$BROKEN_ENGINE none"
    [[ $output == *'"chess960": true'* ]]
    plyforge probe --json --chess960 --engine "sed -un 's/^uci$/uciok/p; s/^isready/readyok/p; s/^go.*/bestmove a2a3/p'"
    same status 1 "$status"
    [[ $output == *'"chess960": false'* && $stderr == *"does not list the option UCI_Chess960"* ]]
}

@test "wrong input is refused" {
    refused "probe needs --engine COMMAND" probe
    refused "probe works with --engine only: a script has nothing to detect" probe --script a
    refused "--perft-command needs --engine" probe --perft-command "perft {depth}"
}
