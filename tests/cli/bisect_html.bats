# plyforge bisect --html: the report as a page.

load helper

ENDGAME="8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"

setup_file()
{
    command -v python3 >/dev/null || skip "no python3"
}

# picture SECTION NUMBER: what the picture of a section shows, of the page on standard input.
picture()
{
    python3 -c '
import re, sys
section = re.search(r"<section id=\"%s\">.*?</section>" % sys.argv[1], sys.stdin.read(), re.S).group(0)
print(re.findall(r"<svg.*?</svg>", section, re.S)[int(sys.argv[2])])' "$@" |
        python3 "$BATS_TEST_DIRNAME/read_svg.py" -
}

# text: the page on standard input without its markup.
text()
{
    python3 -c '
import html, re, sys
page = re.sub(r"<(style|svg).*?</\1>", "", sys.stdin.read(), flags=re.S)
print(html.unescape(re.sub(r"<[^>]*>", "", page)))'
}

# The page of a bug, made once.
page()
{
    local file=$BATS_FILE_TMPDIR/page.html
    [[ -e $file ]] || "$PLYFORGE" bisect 4 --engine "$BROKEN_ENGINE ep_rank_pin" --fen "$ENDGAME" --html "$file" >/dev/null || true
    cat "$file"
}

@test "the page names the bug, and shows the smallest position and the descent" {
    same title "<h1>en passant pin on the rank</h1>" "$(page | grep '<h1>')"
    same smallest "\
board: 8/8/8/K7/1R2Pp1k/8/8/8
red: e3 f4
yellow: b4 c4 d4 e4 g4 h4
arrows: red blue
size: None None
title: f4e3 is not legal: both pawns would leave the rank between the king on h4 and the rook on b4
description: White: king a5, rook b4, pawn e4. Black: king h4, pawn f4. Black to move." "$(page | picture smallest 0)"
    [[ $(page | picture first 0) == "board: 8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8"* ]]
    [[ $(page | picture descent 0) == "board: ${ENDGAME%% *}"*"arrows: blue"* ]]
    [[ $(page | picture descent 1) == "board: 8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8"*"last-move: e2 e4"* ]]
    [[ $(page | text) == *"depth 2: 191 here, 193 in the engine"*"depth 1 after e2e4: 16 here, 17 in the engine"* ]]
    [[ $(page | text) == *"Pieces: 5"*"Extra: f4e3 is not legal: both pawns"* ]]
}

# in_chromium OPTION...: opens the page in a browser without a window.
in_chromium()
{
    page >/dev/null
    HOME=$BATS_TEST_TMPDIR timeout 60 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$BATS_TEST_TMPDIR/profile" "$@" "file://$BATS_FILE_TMPDIR/page.html" 2>/dev/null
}

# What is drawn: as many light squares as dark ones, and the red squares of the move.
@test "a browser draws the page" {
    [[ -n ${PLYFORGE_TESTS_LONG:-} ]] || skip "only in cli_bisect_html of the long tests"
    command -v chromium >/dev/null || skip "no chromium"
    in_chromium --hide-scrollbars --window-size=900,1400 --screenshot="$BATS_TEST_TMPDIR/page.png"
    python3 "$BATS_TEST_DIRNAME/look_at_png.py" "$BATS_TEST_TMPDIR/page.png"
}

@test "the page needs no other file, runs no script, and no id is there twice" {
    page | grep -q '^<!DOCTYPE html>$'
    run grep -iE '<script|<link|<img|src=|@import|url\(["'\'']?http' <(page)
    same "outside references" "" "$output"
    same "ids there twice" "" "$(page | grep -oE ' id="[^"]*"' | sort | uniq -d)"
}

@test "the text stays the same with a page" {
    plyforge bisect 4 --engine "$BROKEN_ENGINE ep_rank_pin" --fen "$ENDGAME"
    without=$output
    plyforge bisect 4 --engine "$BROKEN_ENGINE ep_rank_pin" --fen "$ENDGAME" --html "$BATS_TEST_TMPDIR/page.html"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "$without" "$output"
    plyforge bisect 4 --engine "$BROKEN_ENGINE ep_rank_pin" --fen "$ENDGAME" --json --html "$BATS_TEST_TMPDIR/json.html"
    [[ $output == "{"* ]]
    same page "$(cat "$BATS_TEST_TMPDIR/page.html")" "$(cat "$BATS_TEST_TMPDIR/json.html")"
}

@test "the commands of the page repeat the bug" {
    PATH=$(dirname "$PLYFORGE"):$PATH
    mapfile -t commands < <(page | text | grep -E '^plyforge [a-z]+ ')
    same commands 3 "${#commands[@]}"
    for i in 0 1; do
        run bash -c "${commands[i]}"
        same "status of ${commands[i]}" 1 "$status"
        same "bug of ${commands[i]}" "Bug: en passant pin on the rank" "${lines[-1]}"
    done
    run bash -c "${commands[2]}"
    [[ ${lines[0]} == "f4e3 is not legal: both pawns"* ]]
    questions=$(page | text | grep -A1 '^position fen ')
    same "the engine's count" "Nodes searched: 7" "$(printf 'uci\nisready\n%s\nquit\n' "$questions" |
        $BROKEN_ENGINE ep_rank_pin | grep 'Nodes searched')"
}

@test "quotes in the command of an engine survive" {
    PATH=$(dirname "$PLYFORGE"):$PATH
    cat >"$BATS_TEST_TMPDIR/it's \$HOME <b>" <<END
#!/bin/sh
exec $BROKEN_ENGINE ep_rank_pin
END
    chmod +x "$BATS_TEST_TMPDIR/it's \$HOME <b>"
    cd "$BATS_TEST_TMPDIR"
    plyforge bisect 4 --engine "'./it'\\''s \$HOME <b>'" --fen "$ENDGAME" --html page.html
    same bug "Bug: en passant pin on the rank" "${lines[-1]}"
    run bash -c "$(text <page.html | grep -m1 -E '^plyforge [a-z]+ ')"
    same "bug again" "Bug: en passant pin on the rank" "${lines[-1]}"
    run grep -F '<b>' page.html
    same "unescaped markup" "" "$output"
}

@test "an engine that agrees, and one that fails, have pages too" {
    plyforge bisect 2 --engine "$BROKEN_ENGINE none" --html "$BATS_TEST_TMPDIR/page.html"
    same status 0 "$status"
    [[ $(text <"$BATS_TEST_TMPDIR/page.html") == *"no difference"*"broken NONE, compared with Plyforge "*" to depth 2"* ]]
    [[ $(picture descent 0 <"$BATS_TEST_TMPDIR/page.html") == "board: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"* ]]
    plyforge bisect 2 --engine "$(fake_engine 'echo "<i>"; exit 3')" --html "$BATS_TEST_TMPDIR/page.html"
    same status 1 "$status"
    [[ $(text <"$BATS_TEST_TMPDIR/page.html") == *"the engine failed"* ]]
    run grep -F '<i>' "$BATS_TEST_TMPDIR/page.html"
    same "unescaped markup" "" "$output"
}

@test "Chess960: the page writes castling as the command does" {
    plyforge bisect 2 --chess960 --engine "$BROKEN_ENGINE c960_king_stays" --theme dark --html "$BATS_TEST_TMPDIR/page.html" \
        --fen "1r4kr/p6p/8/8/8/8/P6P/1R4KR w HBhb - 0 1"
    same status 1 "$status"
    [[ $(text <"$BATS_TEST_TMPDIR/page.html") == *"plyforge bisect 2 --chess960 --engine"* ]]
    [[ $(text <"$BATS_TEST_TMPDIR/page.html") == *"plyforge explain g1h1 --chess960 --fen"* ]]
    [[ $(text <"$BATS_TEST_TMPDIR/page.html") == *"setoption name UCI_Chess960 value true"* ]]
}

@test "wrong input is refused" {
    refused "--html - would mix the report with the other output; give the name of a file (./- for one named -)" \
        bisect 2 --engine "$BROKEN_ENGINE none" --html -
    refused "--html needs the name of a file" bisect 2 --engine "$BROKEN_ENGINE none" --html ""
    refused "cannot write $BATS_TEST_TMPDIR/no/page.html: *" bisect 2 --engine "$BROKEN_ENGINE none" --html "$BATS_TEST_TMPDIR/no/page.html"
    refused "--theme needs --html" bisect 2 --engine "$BROKEN_ENGINE none" --theme dark
    refused "--html and --divide cannot be combined" bisect 2 --divide "$BATS_TEST_TMPDIR/none" --html "$BATS_TEST_TMPDIR/page.html"
    [[ -w /dev/full ]] || skip "no /dev/full"
    plyforge bisect 1 --engine "$BROKEN_ENGINE none" --html /dev/full
    same status 1 "$status"
    same stderr "plyforge: cannot write /dev/full: No space left on device" "$stderr"
}

@test "a browser shows the board" {
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no Chromium"
    page >"$BATS_TEST_TMPDIR/page.html"
    dom=$(HOME=$BATS_TEST_TMPDIR timeout 60 "$browser" --headless --no-sandbox --disable-gpu --dump-dom "$BATS_TEST_TMPDIR/page.html" 2>/dev/null) ||
        skip "Chromium does not run here"
    [[ $(picture smallest 0 <<<"$dom") == "board: 8/8/8/K7/1R2Pp1k/8/8/8"* ]]
    [[ $(text <<<"$dom") == *"en passant pin on the rank"* ]]
}
