# Pictures: --svg, --flip, --size and --theme of show and explain.

load helper

setup_file()
{
    command -v python3 >/dev/null || skip "no python3"
}

read_svg()
{
    python3 "$BATS_TEST_DIRNAME/read_svg.py" "$@"
}

@test "show --svg FILE prints what show prints, and draws the position" {
    plyforge show --moves "e2e4 f7f6 d1h5"
    text=$output
    accepted "$text" show --moves "e2e4 f7f6 d1h5" --svg "$BATS_TEST_TMPDIR/board.svg"
    same picture "\
board: rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR
last-move: d1 h5
check: e8
size: 480 480
title: Chess position, Black to move
description: White: king e1, queen h5, rooks a1 h1, bishops c1 f1, knights b1 g1, pawns a2 b2 c2 d2 f2 g2 h2 e4. Black: king e8,\
 queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns f6 a7 b7 c7 d7 e7 g7 h7. Last move: d1h5. Black is in check." \
        "$(read_svg "$BATS_TEST_TMPDIR/board.svg")"
}

@test "--svg - prints the picture and nothing else" {
    plyforge show --svg - --size 90 --flip --theme dark --fen "$KIWIPETE"
    same status 0 "$status"
    same stderr "" "$stderr"
    same board "board: ${KIWIPETE%% *}" "$(read_svg - flipped <<<"$output" | head -1)"
    same size "size: 90 90" "$(read_svg - flipped <<<"$output" | grep size)"
    dark=$output
    plyforge show --svg - --size 90 --flip --fen "$KIWIPETE"
    [[ $output != "$dark" ]]
}

@test "castling marks where the king has gone" {
    plyforge show --svg - --moves "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1"
    [[ $(read_svg - <<<"$output") == *"last-move: e1 g1"* ]]
    plyforge show --chess960 --svg - --moves b1g1 --fen "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1"
    [[ $(read_svg - <<<"$output") == *"board: 1k6/8/8/8/8/8/8/5RK1"*"last-move: b1 g1"* ]]
}

@test "explain --svg draws move, attacks and proof" {
    plyforge explain e2c3 --fen "6k1/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
    text=$output
    accepted "$text" explain e2c3 --fen "6k1/8/8/8/4r3/8/4N3/4K3 w - - 0 1" --svg "$BATS_TEST_TMPDIR/pin.svg"
    same picture "\
board: 6k1/8/8/8/4r3/8/4N3/4K3
red: c3 e2
yellow: e1 e3 e4
arrows: red blue
size: 480 480
title: e2c3 is not legal: the knight on e2 is pinned to the king on e1 by the rook on e4
description: White: king e1, knight e2. Black: king g8, rook e4. White to move." "$(read_svg "$BATS_TEST_TMPDIR/pin.svg")"
    plyforge explain g1f3 --svg -
    [[ $(read_svg - <<<"$output") == *"green: f3 g1"*"arrows: green"* ]]
}

@test "--flip turns boards of letters too" {
    plyforge show --flip --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    same "first line" "1  R . . K . . . ." "${lines[0]}"
    same "eighth line" "8  . . . k . . . ." "${lines[7]}"
    same "ninth line" "   h g f e d c b a" "${lines[8]}"
    plyforge explain e1e2 --flip --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    same "first line of the board" "1  R  .  . [K] .  .  .  ." "${lines[1]}"
    same "last line" "   h  g  f  e  d  c  b  a" "${lines[9]}"
}

@test "--json goes with a file" {
    plyforge show --json
    text=$output
    accepted "$text" show --json --svg "$BATS_TEST_TMPDIR/board.svg"
    same board "board: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" "$(read_svg "$BATS_TEST_TMPDIR/board.svg" | head -1)"
    plyforge explain g1f3 --json
    text=$output
    accepted "$text" explain g1f3 --json --svg "$BATS_TEST_TMPDIR/board.svg"
    refused "--json and --svg - cannot be combined: both print" show --json --svg -
    refused "--json and --svg - cannot be combined: both print" explain g1f3 --json --svg -
}

@test "wrong input is refused" {
    refused "--svg needs the name of a file, or - for standard output" show --svg ""
    refused "cannot write $BATS_TEST_TMPDIR/no/board.svg: *" show --svg "$BATS_TEST_TMPDIR/no/board.svg"
    refused "cannot write $BATS_TEST_TMPDIR: *" explain g1f3 --svg "$BATS_TEST_TMPDIR"
    refused "--size must be a number of pixels from 1 to 100000, not '0'" show --svg - --size 0
    refused "--size must be a number of pixels from 1 to 100000, not '100001'" show --svg - --size 100001
    refused "--size must be a number of pixels from 1 to 100000, not '5px'" show --svg - --size 5px
    refused "--theme takes light or dark, not 'blue'" show --svg - --theme blue
    refused "--size needs --svg" show --size 100
    refused "--theme needs --svg" explain g1f3 --theme dark
    refused "bad FEN at offset 0: *" show --fen "?" --svg "$BATS_TEST_TMPDIR/none.svg"
    [[ ! -e $BATS_TEST_TMPDIR/none.svg ]]
}

@test "a picture replaces a file only when it is complete; a link stays" {
    cd "$BATS_TEST_TMPDIR"
    echo old >board.svg
    chmod 600 board.svg
    ln -s board.svg link.svg
    plyforge show --svg link.svg
    same status 0 "$status"
    [[ -L link.svg && $(head -c 4 board.svg) == "<svg" ]]
    same mode 600 "$(stat -c %a board.svg)"
    echo old >board.svg
    run bash -c 'trap "" XFSZ; ulimit -f 0; "$PLYFORGE" show --svg board.svg 2>&1 >/dev/null | cat'
    same output "plyforge: cannot write board.svg: File too large" "$output"
    same board.svg old "$(cat board.svg)"
    same "what is left" "" "$(find . -name '*.svg.??????')"
    refused "cannot write none/board.svg: No such file or directory" show --svg none/board.svg
}

@test "a full disk is not a picture" {
    [[ -w /dev/full ]] || skip "no /dev/full"
    plyforge show --svg /dev/full
    same status 1 "$status"
    same stderr "plyforge: cannot write /dev/full: No space left on device" "$stderr"
    run bash -c '"$PLYFORGE" show --svg - 2>&1 >/dev/full'
    same status 1 "$status"
    same stderr "plyforge: cannot write to standard output: No space left on device" "$output"
}

# Those of the Python tour are compared by its own test (bindings/python/tests/test_docs.py).
@test "the pictures of docs/ are what the commands of the pages draw" {
    docs=$BATS_TEST_DIRNAME/../../docs
    "$BATS_TEST_DIRNAME/../../scripts/make-pictures" "$BATS_TEST_TMPDIR"
    diff -r --exclude='tour-*.svg' "$BATS_TEST_TMPDIR/pictures" "$docs/pictures"
    for picture in "$docs"/pictures/*.svg; do
        grep -qF "](pictures/$(basename "$picture"))" "$docs"/{pictures,variants,python-tour}.md || same "a place for" "$picture" nothing
    done
}

@test "the pictures of docs/ are valid SVG 1.1" {
    command -v xmllint >/dev/null || skip "no xmllint"
    docs=$BATS_TEST_DIRNAME/../../docs
    xmllint --noout "$docs"/pictures/*.svg
    dtd=$(find /usr/share/xml/w3c-sgml-lib -name svg11.dtd 2>/dev/null | head -1)
    [[ -n $dtd ]] || skip "no w3c-sgml-lib: only known to be well-formed"
    plyforge show --svg - --fen "$KIWIPETE"
    xmllint --nonet --noout --dtdvalid "$dtd" "$docs"/pictures/*.svg - <<<"$output"
}
