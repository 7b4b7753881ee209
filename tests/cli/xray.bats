# plyforge show --xray and --mark.

load helper

@test "the layers are those that are found square by square, on 500 random positions" {
    command -v python3 >/dev/null || skip "no python3"
    run python3 "$BATS_TEST_DIRNAME/xray_brute.py" "$PLYFORGE" 500
    echo "$output"
    same status 0 "$status"
}

@test "the text of the layers" {
    plyforge show --fen "4k3/8/8/8/1b2r3/8/3N4/4K3 w - - 0 1" --xray checkers,pins,capture,push,discovered,targets=d2
    same status 0 "$status"
    same stderr "" "$stderr"
    same layers "\
Checkers:      e4
Capture mask:  e4
Push mask:     e2 e3
Pinned:        d2
Discoverers:   -
Pseudo d2:     b1 f1 b3 f3 c4 e4
Legal d2:      -" "$(tail -7 <<<"$output")"
    # A double check; a piece of the other side, and an empty square, have no targets.
    plyforge show --fen "4k3/8/8/8/4r3/8/3n4/1r2K3 w - - 0 1" --xray capture,push,targets=e4,targets=a8
    same layers "\
Capture mask:  -
Push mask:     -
Pseudo e4:     -
Legal e4:      -
Pseudo a8:     -
Legal a8:      -" "$(tail -6 <<<"$output")"
    # Castling goes to the king's square.
    plyforge show --fen "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1" --xray targets=e1
    same castling "Legal e1:      c1 d1 f1 g1 d2 e2 f2" "${lines[-1]}"
}

@test "the picture of the layers" {
    command -v python3 >/dev/null || skip "no python3"
    plyforge show --fen "4k3/8/8/8/1b2r3/8/3N4/4K3 w - - 0 1" --xray pins,push,targets=d2 --svg -
    same status 0 "$status"
    picture=$(python3 "$BATS_TEST_DIRNAME/read_svg.py" - <<<"$output")
    [[ $picture == *"green: e2 e3"* && $picture == *"blue: b4 c3 d2"* && $picture == *"red: b1 b3 c4 e4 f1 f3"* ]] ||
        same picture "pins, push mask and targets" "$picture"
    [[ $picture == *"arrows: blue"* ]]
}

@test "--mark draws squares, sets and arrows" {
    command -v python3 >/dev/null || skip "no python3"
    plyforge show --mark "green a1 0x8100000000000000, red h5e2 yellow d4" --svg -
    same status 0 "$status"
    picture=$(python3 "$BATS_TEST_DIRNAME/read_svg.py" - <<<"$output")
    [[ $picture == *"green: a1 a8 h8"* && $picture == *"yellow: d4"* && $picture == *"arrows: red"* ]] ||
        same picture "marks" "$picture"
}

@test "marks and layers that do not exist are refused" {
    for marks in "" " " "e4" "pink e4" "green" "green e9" "green e4e" "green 0x" "green 0xg" "green 0x11111111111111111" \
        "green e2e9" "green $(printf 'a1a2 %.0s' {1..65})"; do
        plyforge show --svg - --mark "$marks"
        if [[ $marks == green ]]; then # a colour without marks draws nothing
            same "status of '$marks'" 0 "$status"
        else
            same "status of '$marks'" 2 "$status"
            [[ $stderr == "plyforge: --mark "* ]]
        fi
    done
    for layers in "" "pin" "pins," "targets" "targets=" "targets=e9" "targets=e44" "attacks danger"; do
        plyforge show --xray "$layers"
        same "status of '$layers'" 2 "$status"
        [[ $stderr == "plyforge: --xray takes "* ]]
    done
    plyforge show --mark "green e4"
    same status 2 "$status"
    same stderr "plyforge: --mark needs --svg" "${stderr%%$'\n'*}"
    plyforge show --xray pins --variant atomic
    same status 2 "$status"
    same stderr "plyforge: --xray works with standard chess, not with --variant atomic" "${stderr%%$'\n'*}"
}
