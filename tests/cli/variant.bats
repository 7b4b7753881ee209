# --variant: every command that takes it, by the rules of a variant, and what is refused.

load helper

@test "perft counts the start position of every variant" {
    while read -r name nodes; do
        plyforge perft 4 --variant "$name"
        [ "$status" -eq 0 ]
        [ "$output" = "Nodes searched: $nodes" ]
    done <<END
standard 197281
crazyhouse 197281
atomic 197326
antichess 153299
kingofthehill 197281
threecheck 197281
horde 23310
racingkings 296242
END
}

@test "names are read as others spell them" {
    for name in koth "King of the Hill" KINGOFTHEHILL; do
        plyforge perft 1 --variant "$name"
        [ "$output" = "Nodes searched: 20" ]
    done
    plyforge perft 1 --variant shogi
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"--variant takes standard, chess960, crazyhouse,"*"not 'shogi'"* ]]
}

@test "perft --divide adds up, with any number of threads" {
    for threads in 1 2 5; do
        plyforge perft 3 --variant crazyhouse --fen "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1" --divide \
            --threads "$threads"
        [ "$status" -eq 0 ]
        [ "${#lines[@]}" -eq 68 ]
        [ "${lines[-1]}" = "Nodes searched: 88634" ]
        [[ "$output" == *"Q@a1: "* ]]
        [ "$(awk '/^[^N].*: / { sum += $2 } END { print sum }' <<<"$output")" = 88634 ]
    done
}

@test "every way of counting gives the same number in every variant" {
    needs_sqlite
    for variant in antichess atomic crazyhouse horde kingofthehill racingkings threecheck; do
        plyforge perft 4 --variant $variant --plain
        [ "$status" -eq 0 ]
        expected=${lines[0]}
        [[ $expected =~ ^"Nodes searched: "[0-9]{5,}$ ]]
        for option in "" --no-bulk "--hash 1M" --exact-dedupe "--exact-dedupe --threads 2" \
            "--ledger $BATS_TEST_TMPDIR/$variant.ledger" "--ledger $BATS_TEST_TMPDIR/$variant.ledger"; do
            # shellcheck disable=SC2086 # several words
            plyforge perft 4 --variant $variant $option
            same "status of $variant $option" 0 "$status"
            same "$variant $option" "$expected" "${lines[0]}"
        done
        # Pockets and checks do not fit into the records of a store.
        plyforge perft 4 --variant $variant --exact-dedupe --store "$BATS_TEST_TMPDIR/$variant.store"
        case $variant in
        crazyhouse | threecheck)
            [ "$status" -eq 2 ]
            [[ $stderr == *"--store cannot be used with --variant $variant"* ]]
            ;;
        *) same "$variant with a store" "$expected" "${lines[0]}" ;;
        esac
    done
}

@test "options that a variant does not have are refused" {
    for option in "--backend cuda" "--legality filter" "--sliders magic"; do
        # shellcheck disable=SC2086 # two words
        plyforge perft 2 --variant atomic $option
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"works with standard chess, not with --variant atomic"* ]]
    done
    # "auto" never means a GPU here, so it is not a mistake of the user.
    plyforge perft 2 --variant atomic --backend auto
    [ "$status" -eq 0 ]
    plyforge perft 2 --variant standard --stats
    [ "$status" -eq 0 ]
}

@test "moves lists drops and promotions to king, and nothing when the game is over" {
    plyforge moves --variant antichess --fen "8/P7/8/8/8/8/8/7k w - - 0 1"
    [ "$output" = "a7a8b
a7a8k
a7a8n
a7a8q
a7a8r" ]
    plyforge moves --variant crazyhouse --fen "R5k1/5ppp/8/8/8/8/8/7K[n] b - - 0 1"
    [[ "$output" == "N@b8"* ]]
    [ "${#lines[@]}" -eq 5 ]
    plyforge moves --variant koth --fen "8/8/8/3k4/8/8/8/4K3 w - - 0 1"
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
}

@test "fen reads both forms of pockets and checks" {
    plyforge fen "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1" --variant crazyhouse
    [ "$output" = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1" ]
    plyforge fen "2k5/8/8/8/8/8/8/4K3 w - - 0 1 +1+2" --variant 3check
    [ "$output" = "2k5/8/8/8/8/8/8/4K3 w - - 2+1 0 1" ]
    plyforge fen "2k5/8/8/8/8/8/8/4K3[Qx] w - - 0 1" --variant crazyhouse
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"bad FEN at offset 21: unknown piece in a pocket 'x'"* ]]
    for options in "" "--variant atomic" "--variant 3check"; do
        hint=
        if [[ -z $options ]]; then hint=" (is --variant crazyhouse missing?)"; fi
        refused "bad FEN at offset 19: pockets exist only in Crazyhouse$hint" \
            fen "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1" $options
    done
    plyforge fen "4k3/8/8/8/8/8/8/PPPPKPPp w - - 0 1" --variant horde
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"impossible position: "*"pawn on the first or last rank; "*"a white king, which Horde does not have"* ]]
}

@test "show draws a variant, also without a king, and marks the check of the variant" {
    run --separate-stderr "$PLYFORGE" show --variant horde --svg -
    [ "$status" -eq 0 ]
    [[ "$output" == "<svg"*"Position of horde, White to move"* ]]
    run --separate-stderr "$PLYFORGE" show --variant threecheck --fen "4k3/8/8/8/8/8/8/4RK2 b - - 2+3 0 1" --svg -
    [ "$status" -eq 0 ]
    [[ "$output" == *'class="check"'* ]]
    run --separate-stderr "$PLYFORGE" show --variant atomic --fen "8/8/8/8/8/8/3kK3/3R4 b - - 0 1" --svg -
    [ "$status" -eq 0 ]
    [[ "$output" != *'class="check"'* ]]
    run --separate-stderr "$PLYFORGE" show --variant crazyhouse --moves "e2e4 d7d5 e4d5" --svg -
    [[ "$output" == *"BNR[P] b KQkq - 0 2</desc>"*'class="last-move"'* ]]
}

@test "show names the variant, pockets, checks and the end" {
    plyforge show --variant crazyhouse --fen "2k5/8/8/8/8/8/8/4K3[QPPn] w - - 0 1"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Variant:       crazyhouse"*"White drops:   QPP"*"Black drops:   n"*"Legal moves:   115"* ]]
    plyforge show --variant threecheck --fen "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1"
    [[ "$output" == *"Checks given:  3 by White, 0 by Black"*"Check:         yes"*"Legal moves:   0 (third check)"* ]]
    plyforge show --variant crazyhouse --json --fen "2k5/8/8/8/8/8/8/Q~3K3[QPPn] w - - 0 1"
    [ "$status" -eq 0 ]
    [[ "$output" == *'"variant": "crazyhouse"'*'"check": false'*'"promoted": ['*'"a1"'*'"white_pocket": "QPP"'*'"black_pocket": "n"'* ]]
    plyforge show --variant threecheck --json --fen "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1"
    [[ "$output" == *'"check": true'*'"white_checks": 3'*'"legal_moves": 0'*'"ending": "third check"'* ]]
}

@test "show lists checkers and pins of a variant, except in Antichess, which has no check" {
    fen="4k3/8/8/b7/1r6/4q3/3P4/4K3 w - - 0 1"
    plyforge show --variant kingofthehill --fen "$fen"
    [[ "$output" == *$'Checkers:      e3\nPinned:        -\nLegal moves:   '* ]]
    plyforge show --variant kingofthehill --fen "${fen/1r6/8}"
    [[ "$output" == *$'Pinned:        d2\n'* ]]
    plyforge show --variant kingofthehill --json --fen "${fen/1r6/8}"
    [[ "$output" == *'"checkers": ['*'"e3"'*'"white_pinned": ['*'"d2"'*'"black_pinned": []'* ]]
    plyforge show --variant antichess --fen "${fen/1r6/8}"
    [[ "$output" == *$'Checkers:      -\nLegal moves:   '* ]]
}

@test "an illegal move of --moves is explained by the rules of the variant" {
    refused "--moves 'Q@e4': the move is not legal here: White has no queen to drop" moves --variant crazyhouse --moves Q@e4
    refused "--moves 'a1a2': the move is not legal here: White must capture, and the rook on h1 can take the pawn on h5" \
        outcome --variant antichess --fen "8/8/8/7p/8/8/8/R6R w - - 0 1" --moves a1a2
}

@test "explain tells each meaning of an illegal move of a variant" {
    fen="8/8/8/7p/8/5N2/8/1N5R w - - 0 1"
    plyforge explain Nd2 --variant antichess --fen "$fen"
    [ "$status" -eq 0 ]
    [[ "$output" == "b1d2 is not legal: White must capture, "*"f3d2 is not legal: White must capture, "*"[N]"* ]]
    plyforge explain Nd2 --variant antichess --json --fen "$fen"
    [[ "$output" == *'"move": "b1d2"'*'"others": ['*'"move": "f3d2"'* ]]
    plyforge explain N@a1 --variant zh --chess960 --fen "4k3/8/8/8/8/8/8/RK6[N] w A - 0 1"
    [[ "$output" == "N@a1 is not legal: "* ]]
}

@test "unmoves takes standard chess and Chess960" {
    fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    refused "unmoves works with standard chess, not with --variant atomic" unmoves --variant atomic "$fen"
    same "chess960" "$("$PLYFORGE" unmoves --chess960 "$fen")" "$("$PLYFORGE" unmoves --variant chess960 "$fen")"
}

@test "outcome says how a game of a variant ended" {
    plyforge outcome --variant atomic --moves "g1f3 a7a6 f3e5 a6a5 e5f7"
    [[ "$output" == "Result:           1-0
Reason:           king exploded"* ]]
    plyforge outcome --variant antichess --fen "8/8/8/8/8/p7/P7/8 b - - 0 1"
    [[ "$output" == *"0-1"*"no moves left"* ]]
    plyforge outcome --variant crazyhouse --moves "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
    [[ "$output" == *"For engines:      1/2-1/2 (threefold repetition)"*"Repetitions:      3"* ]]
    plyforge outcome --variant atomic --moves "e2e5"
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"--moves 'e2e5': the move is not legal here: a pawn does not move from e2 to e5"* ]]
}

@test "JSON has the same numbers" {
    plyforge perft 2 --variant horde --json
    [[ "$output" == *'"nodes": "128"'* ]]
    plyforge moves --variant racingkings --json
    [ "$(grep -o '"[a-h][1-8][a-h][1-8]"' <<<"$output" | wc -l)" -eq 21 ]
}

@test "suite counts the positions of a variant and reports wrong counts" {
    printf '%s\n' "8/1p6/8/8/8/8/P7/8 w - - 0 1 ;D1 2 ;D4 3 ;D6 0" >"$BATS_TEST_TMPDIR/good.epd"
    plyforge suite "$BATS_TEST_TMPDIR/good.epd" --variant antichess
    [ "$status" -eq 0 ]
    [[ "$output" == *"3 passed, 0 failed"* ]]
    printf '%s\n' "8/1p6/8/8/8/8/P7/8 w - - 0 1 ;D1 3" >"$BATS_TEST_TMPDIR/bad.epd"
    plyforge suite "$BATS_TEST_TMPDIR/bad.epd" --variant antichess
    [ "$status" -eq 1 ]
    [[ "$output" == *"expected 3, got 2"* ]]
}

@test "pgn reads games by their Variant tag, and by --variant without one" {
    games=$BATS_TEST_TMPDIR/games.pgn
    printf '%s\n' '[Variant "Crazyhouse"]' '' '1. e4 d5 2. exd5 Qxd5 3. @d6 *' '' \
        '[Variant "Three-check"]' '' '1. e4 e5 2. Bc4 a6 3. Bxf7+ *' >"$games"
    run --separate-stderr "$PLYFORGE" pgn --moves uci "$games"
    [ "$status" -eq 0 ]
    [ "$output" = 'e2e4 d7d5 e4d5 d8d5 P@d6
e2e4 e7e5 f1c4 a7a6 c4f7' ]
    run --separate-stderr "$PLYFORGE" pgn --epd "$games"
    [ "${lines[-1]}" = 'rnbqkbnr/1ppp1Bpp/p7/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3' ]
    printf '%s\n' '1. e4 d5 2. exd5 Qxd5 3. P@d6 *' >"$games"
    run --separate-stderr "$PLYFORGE" pgn --moves san --variant crazyhouse "$games"
    [ "$status" -eq 0 ]
    [ "$output" = 'e4 d5 exd5 Qxd5 P@d6' ]
    run --separate-stderr "$PLYFORGE" pgn --check "$games"
    [ "$status" -eq 1 ]
    printf '%s\n' '[Variant "Shogi"]' '' '1. e4 *' >"$games"
    run --separate-stderr "$PLYFORGE" pgn --check "$games"
    [ "$status" -eq 1 ]
    [[ $stderr$output == *'unsupported variant Shogi'* ]]
}

@test "explain and san by the rules of a variant" {
    run --separate-stderr "$PLYFORGE" explain a1a2 --variant antichess --fen "8/8/8/7p/8/8/8/R6R w - - 0 1"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'a1a2 is not legal: White must capture, and the rook on h1 can take the pawn on h5' ]
    run --separate-stderr "$PLYFORGE" explain N@f6 --variant zh --json --fen "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"
    [ "$status" -eq 0 ]
    [[ $output == *'"reason": "legal"'* || $output == *'"reason":"legal"'* ]]
    run --separate-stderr "$PLYFORGE" explain N@ --variant zh
    [ "$status" -eq 2 ]
    run --separate-stderr "$PLYFORGE" explain d1d2 --variant atomic --fen "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1" --svg -
    [ "$status" -eq 0 ]
    [[ $output == "<svg"*"the king on e1 would explode with the capture on d2"* ]]
    run --separate-stderr "$PLYFORGE" explain a1a2 --variant antichess --fen "8/8/8/7p/8/8/8/R6R w - - 0 1" --svg "$BATS_TEST_TMPDIR/a.svg"
    [ "$status" -eq 0 ]
    [ -s "$BATS_TEST_TMPDIR/a.svg" ]
    run --separate-stderr "$PLYFORGE" explain Nf3 --variant antichess --fen "8/8/8/7p/8/8/8/R5NR w - - 0 1"
    [ "${lines[0]}" = 'g1f3 is not legal: White must capture, and the rook on h1 can take the pawn on h5' ]
    run --separate-stderr "$PLYFORGE" explain Q@e4 --variant crazyhouse
    [ "${lines[0]}" = 'Q@e4 is not legal: White has no queen to drop' ]
    run --separate-stderr "$PLYFORGE" san --variant crazyhouse e2e4 d5 e4d5 Qxd5 P@d7 Kxd7
    [ "$status" -eq 0 ]
    [ "$output" = 'e4
d7d5
exd5
d8d5
P@d7+
e8d7' ]
    run --separate-stderr "$PLYFORGE" san --variant antichess --fen "8/P7/8/8/8/8/8/k7 w - - 0 1" a7a8k
    [ "$output" = 'a8=K' ]
    run --separate-stderr "$PLYFORGE" san --variant crazyhouse Q@e4+
    [ "$status" -eq 2 ]
    [[ $stderr == *'White has no queen to drop'* ]]
}

@test "suite asks engines that offer the variant, and refuses those that do not" {
    suite=$BATS_TEST_TMPDIR/zh.epd
    printf '%s\n' '2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1 ;D1 301' >"$suite"
    run --separate-stderr "$PLYFORGE" suite --variant crazyhouse --engine "'$PLYFORGE' uci" "$suite"
    [ "$status" -eq 0 ]
    [[ ${lines[-1]} == "1 passed, 0 failed"* ]]
    printf '%s\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400' >"$suite"
    run --separate-stderr "$PLYFORGE" suite --variant 3check --engine "'$PLYFORGE' uci" "$suite"
    [ "$status" -eq 0 ]
    # An engine of chess only, and one that has another variant.
    for line in 'id name Chess' 'option name UCI_Variant type combo default chess var chess var antichess'; do
        run --separate-stderr "$PLYFORGE" suite --variant atomic \
            --engine "echo '$line'; echo uciok; cat >/dev/null" "$suite"
        [ "$status" -eq 1 ]
        [[ $stderr == *'does not offer atomic among the values of its option UCI_Variant'* ]]
    done
    if [ -x /usr/games/fairy-stockfish ]; then
        run --separate-stderr "$PLYFORGE" suite --variant horde --engine /usr/games/fairy-stockfish \
            "$BATS_TEST_DIRNAME/../perft/variants/horde.epd" --max-nodes 1000
        [ "$status" -eq 0 ]
    fi
}

@test "a Variant tag of question marks leaves the rules of --variant" {
    printf '[Event "x"]\n[Variant "?"]\n\n1. Nf3 d6 2. Ne5 dxe5 *\n\n' >"$BATS_TEST_TMPDIR/unknown.pgn"
    plyforge pgn --check --variant atomic "$BATS_TEST_TMPDIR/unknown.pgn"
    [ "$status" -eq 0 ]
    [[ "$output" == *'warning: unsupported variant ?, read as atomic'* ]]
    plyforge pgn --check "$BATS_TEST_TMPDIR/unknown.pgn"
    [[ "$output" == *'warning: unsupported variant ?, read as chess'* ]]
}

@test "--variant chess960 is --chess960" {
    fen="4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
    for name in chess960 "Chess 960" fischerandom FRC; do
        plyforge moves --variant "$name" --fen "$fen"
        same moves "$("$PLYFORGE" moves --chess960 --fen "$fen")" "$output"
        [[ $output == *e1g1* && $output == *e1b1* ]]
    done
    plyforge perft 3 --variant chess960 --strict --fen "$fen"
    same nodes "$("$PLYFORGE" perft 3 --chess960 --strict --fen "$fen" 2>/dev/null)" "$output"
    plyforge fen "$fen" --variant chess960
    same fen "$("$PLYFORGE" fen "$fen" --chess960)" "$output"
    plyforge uci <<<$'setoption name UCI_Variant value fischerandom\nposition fen '"$fen"$'\ngo perft 1'
    [[ $output == *"e1g1: 1"* && $output == *"e1b1: 1"* && $output != *"info string"* ]]
    plyforge uci --variant chess960 <<<$'position fen '"$fen"$'\ngo perft 1'
    [[ $output == *"e1b1: 1"* && $output != *"info string"* ]]
    plyforge uci <<<$'setoption name UCI_Variant value chess960\nsetoption name UCI_Variant value chess\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\ngo perft 1'
    [[ $output == *"e1g1: 1"* ]]
}

@test "the drop of a pawn resets the clock" {
    plyforge show --variant zh --fen "4k3/8/8/8/8/8/8/4K3[Pn] w - - 7 1" --moves P@d4
    [[ $output == *"FEN:           4k3/8/8/8/3P4/8/8/4K3[n] b - - 0 1"* ]]
    plyforge show --variant zh --fen "4k3/8/8/8/8/8/8/4K3[Nn] w - - 7 1" --moves N@d4
    [[ $output == *"FEN:           4k3/8/8/8/3N4/8/8/4K3[n] b - - 8 1"* ]]
}

@test "the horde may jump from two ranks" {
    plyforge explain a3a5 --variant horde --fen "4k3/8/8/8/8/P7/8/8 w - - 0 1"
    [ "${lines[0]}" = "a3a5 is not legal: a pawn moves two squares only from a rank where its pawns start, not from a3" ]
}

@test "bisect names the bugs of a variant" {
    run --separate-stderr "$PLYFORGE" bisect 3 --variant horde --engine "$BROKEN_ENGINE none"
    [ "$status" -eq 0 ]
    [[ $output == *'agrees to depth 3' ]]
    run --separate-stderr "$PLYFORGE" bisect 2 --variant atomic --engine "$BROKEN_ENGINE atomic_own_king" \
        --fen "4k3/8/8/8/8/8/3p4/R2QK3 w - - 0 1" --html "$BATS_TEST_TMPDIR/a.html"
    [ "$status" -eq 1 ]
    [[ $output == *'Extra:    d1d2'*'d1d2 is not legal: the king on e1 would explode with the capture on d2'*'Bug: own king explodes' ]]
    grep -q "plyforge bisect 1 --variant atomic --engine" "$BATS_TEST_TMPDIR/a.html"
    grep -q "setoption name UCI_Variant value atomic" "$BATS_TEST_TMPDIR/a.html"
    run --separate-stderr "$PLYFORGE" bisect 3 --variant zh --json --engine "$BROKEN_ENGINE crazyhouse_endless_pocket" \
        --fen "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"
    [ "$status" -eq 1 ]
    [[ $output == *'"bug": "dropped piece stays in the pocket"'* ]]
    run --separate-stderr "$PLYFORGE" bisect 2 --variant atomic --engine "echo 'id name Chess'; echo uciok; cat >/dev/null"
    [ "$status" -eq 1 ]
    [[ $output == *'does not offer atomic among the values of its option UCI_Variant, and would play chess'* ]]
    run --separate-stderr "$PLYFORGE" bisect 2 --variant atomic --script true
    [ "$status" -eq 2 ]
    [[ $stderr == *'--script works with standard chess, not with --variant atomic'* ]]
}

@test "bisect --divide compares divides of a variant" {
    "$PLYFORGE" perft 2 --variant crazyhouse --divide --fen "4k3/8/8/8/8/8/8/K7[NP] w - - 0 1" >"$BATS_TEST_TMPDIR/divide" 2>/dev/null
    run --separate-stderr "$PLYFORGE" bisect 2 --variant crazyhouse --divide "$BATS_TEST_TMPDIR/divide" \
        --fen "4k3/8/8/8/8/8/8/K7[NP] w - - 0 1"
    [ "$status" -eq 0 ]
    sed -i -e '/^P@a7/d' -e 's/^N@f3: .*/N@f3: 3/' "$BATS_TEST_TMPDIR/divide"
    run --separate-stderr "$PLYFORGE" bisect 2 --variant crazyhouse --divide "$BATS_TEST_TMPDIR/divide" \
        --fen "4k3/8/8/8/8/8/8/K7[NP] w - - 0 1"
    [ "$status" -eq 1 ]
    [[ $output == *'Missing:  P@a7'*'N@f3: 5 here, 3 there'*'Bug: pawn drop on the rank before the last missing' ]]
}

@test "torture has the positions of every variant" {
    for variant in crazyhouse atomic antichess kingofthehill threecheck horde racingkings; do
        run --separate-stderr "$PLYFORGE" torture --variant "$variant"
        [ "$status" -eq 0 ]
        [[ $output == *', counting methods: '*' passed, 0 failed' ]]
    done
    run --separate-stderr "$PLYFORGE" torture --variant horde --engine "$BROKEN_ENGINE horde_first_rank_ep"
    [ "$status" -eq 1 ]
    [[ $output == *'Bug: en passant after a jump from the first rank'*"Try: plyforge bisect "*" --variant horde --fen '"* ]]
}
