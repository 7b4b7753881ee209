# Ctrl-C: what is known so far is printed, and the exit status is 130.

load helper

# interrupted [OPTION]... ARGUMENT...: runs the program and sends it SIGINT; interrupt.py has the options. What it has done
# by then may depend on the machine; the work is too long to be done anywhere.
interrupted()
{
    local options=()
    while [[ $1 == --* ]]; do
        options+=("$1")
        if [[ $1 == --after || $1 == --signal ]]; then
            options+=("$2")
            shift
        fi
        shift
    done
    run --separate-stderr python3 "$BATS_TEST_DIRNAME/interrupt.py" "${options[@]}" "$PLYFORGE" "$@"
}

FAR='([0-9]+ of [0-9]+ (subtrees|root moves) counted, [0-9]+ nodes so far|before the first leaves were counted)'

@test "perft says how far it was" {
    for way in --no-bulk --stats; do
        interrupted perft 10 --threads 2 $way
        same status 130 "$status"
        same output "" "$output"
        [[ $stderr =~ ^"plyforge: stopped after "[0-9.]+" s"[:,]" "$FAR$ ]]
    done
}

@test "perft --divide prints the root moves that are done" {
    interrupted perft 8 --divide --plain --json
    same status 130 "$status"
    same output "" "$output"
    interrupted perft 8 --divide --plain
    same status 130 "$status"
    [[ $stderr =~ $FAR$ ]]
    for line in "${lines[@]}"; do [[ $line =~ ^[a-h][1-8][a-h][1-8]:" "[0-9]+$ ]]; done
}

@test "merging that is stopped says so" {
    interrupted perft 12 --exact-dedupe --threads 2
    same status 130 "$status"
    same output "" "$output"
    [[ $stderr == "plyforge: stopped after "* ]]
}

@test "a ledger has what was counted, and the next run goes on" {
    needs_sqlite
    interrupted perft 10 --threads 2 --ledger "$BATS_TEST_TMPDIR/run"
    same status 130 "$status"
    expected="subtrees: 0"
    if [[ $stderr =~ :\ ([0-9]+)\ of\ [0-9]+\ subtrees.*"; the ledger has them"$ && ${BASH_REMATCH[1]} != 0 ]]; then
        expected="subtrees: ${BASH_REMATCH[1]} of 72078"
    fi
    plyforge ledger show "$BATS_TEST_TMPDIR/run"
    same subtrees "$expected" "${lines[3]}"
    same result "result: not finished" "${lines[4]}"
}

@test "unique keeps the plies that are complete" {
    interrupted unique 12 --threads 2
    same status 130 "$status"
    same "first line" "1: 20" "${lines[0]}"
    same stderr "plyforge: stopped: the plies above are complete" "$stderr"
}

# Each of these takes hours; one subtree after two plies takes far longer than this test.
@test "a count in a variant stops soon" {
    for variant in "9 --variant zh" "10 --variant atomic" "14 --variant horde" "14 --variant antichess"; do
        start=$SECONDS
        interrupted perft $variant --threads 2
        same status 130 "$status"
        same output "" "$output"
        [[ $stderr =~ ^"plyforge: stopped after "[0-9.]+" s"[:,]" "$FAR$ ]]
        ((SECONDS - start < 20))
    done
    printf '%s\n' "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 ;D10 1" >"$BATS_TEST_TMPDIR/zh.epd"
    interrupted suite "$BATS_TEST_TMPDIR/zh.epd" --variant zh
    same status 130 "$status"
    same stderr "plyforge: stopped: 0 of 1 counts checked, 0 failed" "$stderr"
}

# The king on e5 has won, two moves of the queen stalemate or mate, and the others go on.
@test "perft --divide of a variant prints the root moves that are done" {
    interrupted perft 200 --divide --variant koth --fen "7k/8/5K2/8/6Q1/8/8/8 w - - 0 1" --threads 1
    same status 130 "$status"
    same output "f6e5: 0
g4g6: 0
g4g7: 0" "$output"
    interrupted perft 200 --divide --variant koth --fen "7k/8/5K2/8/6Q1/8/8/8 w - - 0 1" --threads 1 --json
    same status 130 "$status"
    same output "" "$output"
}

# ---- suite, torture ----

START="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# A suite with a wrong count, and one that takes too long to finish.
endless_suite()
{
    printf '%s\n' "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6" "$START ;D13 1981066775000396239" >"$BATS_TEST_TMPDIR/suite.epd"
    echo "$BATS_TEST_TMPDIR/suite.epd"
}

@test "suite tells what failed so far, and how much was not run" {
    file=$(endless_suite)
    for way in --no-bulk --plain --exact-dedupe; do
        interrupted --after "got 5" suite "$file" $way
        same status 130 "$status"
        same output "$file:1: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1: expected 6, got 5
positions read: 2, counts read: 2, skipped by the limits: 0
0 passed, 1 failed, 1 not run" "$output"
        same stderr "plyforge: stopped: 1 of 2 counts checked, 1 failed" "$stderr"
    done
}

@test "a JUnit report is complete: what was not run is skipped" {
    file=$(endless_suite)
    interrupted --after "got 5" suite "$file" --junit "$BATS_TEST_TMPDIR/report.xml"
    same status 130 "$status"
    same report "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"plyforge\" tests=\"2\" failures=\"1\" errors=\"0\" time=\"T\">
  <testsuite name=\"$file\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\"T\">
    <testcase classname=\"$file\" name=\"line 1: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1\" time=\"T\">
      <failure message=\"expected 6, got 5\"/>
    </testcase>
    <testcase classname=\"$file\" name=\"line 2: $START depth 13\" time=\"T\">
      <skipped message=\"stopped before it was counted\"/>
    </testcase>
  </testsuite>
</testsuites>" "$(sed -E 's/time="[0-9.]+"/time="T"/' "$BATS_TEST_TMPDIR/report.xml")"
}

@test "half a JSON document is none" {
    interrupted suite "$(endless_suite)" --json
    same status 130 "$status"
    same output "" "$output"
    same stderr "plyforge: stopped: 1 of 2 counts checked, 1 failed" "$stderr"
    interrupted bench generation --json
    same status 130 "$status"
    same output "" "$output"
    interrupted --feed pgn - --json <<<'1. e4 e5 1-0 1. d4'
    same status 130 "$status"
    same output "" "$output"
    same stderr "plyforge: stopped: 1 game read completely" "$stderr"
}

# An engine that knows nothing but 20 moves at depth 1, and hangs at other depths, in a child of its own.
hanging_engine()
{
    fake_engine 'if [ "$line" = "go perft 1" ]; then echo Nodes searched: 20; else sleep 1000; fi'
}

@test "suite leaves no engine behind" {
    printf '%s\n' "$START ;D1 21 ;D2 400 ;D3 8902" >"$BATS_TEST_TMPDIR/suite.epd"
    interrupted --after "got 20" suite "$BATS_TEST_TMPDIR/suite.epd" --engine "$(hanging_engine)"
    same status 130 "$status"
    same "last line" "0 passed, 1 failed, 2 not run" "${lines[-1]}"
    same stderr "plyforge: stopped: 1 of 3 counts checked, 1 failed" "$stderr"
}

# torture prints nothing before it knows whether one cause explains all: the engine itself interrupts it, when it is asked for another
# depth. plyforge has started it by way of a shell.
@test "torture names the bugs so far" {
    engine=$(fake_engine 'if [ "$line" = "go perft 1" ]; then echo Nodes searched: 21; else kill -INT "$(ps -o ppid= -p "$PPID")"; sleep 1000; fi')
    run --separate-stderr timeout 300 "$PLYFORGE" torture --engine "$engine"
    same status 130 "$status"
    [[ $output =~ "counts: "([0-9]+)$'\n'[0-9]+" passed, "([0-9]+)" failed, "([0-9]+)" not run"$'\n'"Bug: " ]]
    counts=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]} left=${BASH_REMATCH[3]}
    ((failed > 0))
    same stderr "plyforge: stopped: $((counts - left)) of $counts counts checked, $failed failed" "$stderr"
    [[ ${lines[-1]} == "Try: plyforge bisect 1 --engine "* ]]
}

# ---- bisect ----

# A script that hangs when it is asked for this depth after these moves, and counts right, but for the cases of $2. It
# prints no totals, which would contradict those cases.
script()
{
    cat >"$BATS_TEST_TMPDIR/script" <<END
if [ "\$1 \$3" = "$1" ]; then sleep 1000; fi
"\$PLYFORGE" perft "\$1" --divide --fen "\$2" --moves "\$3" 2>/dev/null | sed /^Nodes/d | case "\$1 \$3" in $2 *) cat ;; esac
END
    echo "sh $BATS_TEST_TMPDIR/script"
}

@test "bisect says how far the engine agrees" {
    interrupted --after "^depth 2" bisect 4 --script "$(script "3 " "")"
    same status 130 "$status"
    same output "depth 1: 20 here, 20 in the engine
depth 2: 400 here, 400 in the engine" "$output"
    same stderr "plyforge: stopped: sh $BATS_TEST_TMPDIR/script agrees to depth 2" "$stderr"
    interrupted bisect 4 --script "$(script "1 " "")"
    same status 130 "$status"
    same output "" "$output"
    same stderr "plyforge: stopped before the first answer" "$stderr"
}

@test "bisect prints the line it has found" {
    interrupted --after "^depth 2 after" bisect 3 --script "$(script "1 e2e4 e7e5" '"3 ") sed "s/^e2e4: .*/e2e4: 601/" ;;
        "2 e2e4") sed "s/^e7e5: .*/e7e5: 30/" ;;')"
    same status 130 "$status"
    same output "depth 1: 20 here, 20 in the engine
depth 2: 400 here, 400 in the engine
depth 3: 8902 here, 8903 in the engine
depth 2 after e2e4: 600 here, 601 in the engine

Line:     e2e4
Position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" "$output"
    same stderr "plyforge: stopped: perft 2 after e2e4 differs, but the position whose moves differ is not known yet" "$stderr"
}

@test "bisect --divide says how many moves it has compared" {
    "$PLYFORGE" perft 3 --divide >"$BATS_TEST_TMPDIR/divide" 2>/dev/null
    for json in "" --json; do
        interrupted bisect 12 --divide "$BATS_TEST_TMPDIR/divide" $json
        same status 130 "$status"
        same output "" "$output"
        same stderr "plyforge: stopped: perft 12 was not counted to its end; of 20 moves in the divide 0 agree, 0 differ, 20 were\
 not compared" "$stderr"
    done
}

@test "bisect --html writes what is known" {
    page=$BATS_TEST_TMPDIR/page.html
    interrupted --after "^depth 2 after" bisect 3 --html "$page" --script "$(script "1 e2e4 e7e5" '"3 ") sed "s/^e2e4: .*/e2e4: 601/" ;;
        "2 e2e4") sed "s/^e7e5: .*/e7e5: 30/" ;;')"
    same status 130 "$status"
    grep -qF '<h1>the counts differ</h1>' "$page"
    grep -qF '<p>Stopped before the end.</p>' "$page"
    grep -qF '<h2>How far the descent came</h2>' "$page"
    same "last line" "</html>" "$(tail -1 "$page")"
}

@test "bisect prints the smallest position so far" {
    position="4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    cat >"$BATS_TEST_TMPDIR/script" <<END
if [ "\$2" = "$position" ]; then "\$PLYFORGE" perft "\$1" --divide --fen "\$2" 2>/dev/null | sed "/a2a4/d; /^Nodes/d"; else sleep 1000; fi
END
    interrupted --after "^depth 1" bisect 2 --script "sh $BATS_TEST_TMPDIR/script" --fen "$position"
    same status 130 "$status"
    [[ $output == *"
Line:     -
Position: $position
Missing:  a2a4
Extra:    -

Smallest: $position
Pieces:   3
"*"
Missing: a2a4 is legal"*"
Bug: double pawn push missing" ]]
    same stderr "plyforge: stopped: there may be a smaller position that shows the bug" "$stderr"
}

@test "whatever ends the program ends the engine" {
    ulimit -c 0
    for name in TERM HUP QUIT; do
        interrupted --signal "SIG$name" --after "^depth 1" bisect 2 --script "$(script "2 " "")"
        same status $((128 + $(kill -l "$name"))) "$status"
        same stderr "" "$stderr"
    done
    interrupted --hang-up bisect 3 --script "$(script "3 " "")"
    same status 141 "$status"
    same output "depth 1: 20 here, 20 in the engine" "$output"
    same stderr "" "$stderr"
}

# ---- pgn ----

GAME='[Event "One of many"]

1. e4 e5 2. Nf3 Nc6 1-0

'

# A file that is far longer than what fits into a pipe and what threads read ahead.
many_games()
{
    yes "${GAME%$'\n'}" | head -n 1000000 >"$BATS_TEST_TMPDIR/games.pgn"
    echo "$BATS_TEST_TMPDIR/games.pgn"
}

@test "pgn prints whole games, one or more threads" {
    file=$(many_games)
    for threads in 1 3; do
        interrupted pgn "$file" --moves uci --threads $threads
        same status 130 "$status"
        [[ $stderr =~ ^"plyforge: stopped: "([0-9]+)" games read completely"$ ]]
        games=${BASH_REMATCH[1]}
        ((games > 1000 && games < 250000))
        same output "$games e2e4 e7e5 g1f3 b8c6" "$(uniq -c <<<"$output" | sed 's/^ *//')"
    done
}

@test "pgn leaves out the game that it is reading" {
    for rest in '1. d4' '[Event "Next"]' '1. d4 d5 2. c' '1. d4 {What a' '1. Qxf7'; do
        interrupted --feed pgn - --moves san <<<"$GAME$GAME$rest"
        same status 130 "$status"
        same output $'e4 e5 Nf3 Nc6\ne4 e5 Nf3 Nc6' "$output"
        same stderr "plyforge: stopped: 2 games read completely" "$stderr"
        interrupted --feed pgn - --check <<<"$GAME$GAME$rest"
        same status 130 "$status"
        same output "2 games, 0 broken" "$output"
    done
    # The games that are left out have been read, too.
    for filter in --unique "--select Event!=Other --unique"; do
        # shellcheck disable=SC2086
        interrupted --feed pgn - --moves san $filter <<<"$GAME$GAME${GAME}1. d4"
        same output "e4 e5 Nf3 Nc6" "$output"
        same stderr "plyforge: stopped: 3 games read completely" "$stderr"
    done
    # A broken game, and one of which only the tags are read, may not be over.
    interrupted --feed pgn - --check <<<"$GAME"$'\n1. e4 Ke7 1-0\n'
    same output "1 game, 0 broken" "$output"
    interrupted --feed pgn - --headers <<<"$GAME$GAME$GAME"
    same output $'[Event "One of many"]\n\n[Event "One of many"]' "$output"
}

@test "pgn keeps what is broken, and reads no further file" {
    printf '%s\n' "$GAME" "1. e4 Ke7 1-0" >"$BATS_TEST_TMPDIR/broken.pgn"
    interrupted --feed pgn --check "$BATS_TEST_TMPDIR/broken.pgn" - "$BATS_TEST_TMPDIR/broken.pgn" <<<"$GAME"
    same status 130 "$status"
    same output "$BATS_TEST_TMPDIR/broken.pgn:6: game 2, byte 55: Ke7: no king can go to e7
3 games, 1 broken" "$output"
    [[ ${stderr_lines[0]} == "Time: "* ]]
    same stderr "plyforge: stopped: 3 games read completely" "${stderr_lines[1]}"
}

@test "pgn waits for the writer of a FIFO, but not when it is stopped" {
    mkfifo "$BATS_TEST_TMPDIR/fifo"
    interrupted pgn --check "$BATS_TEST_TMPDIR/fifo"
    same status 130 "$status"
    same output "0 games, 0 broken" "$output"
    cat <<<"$GAME" >"$BATS_TEST_TMPDIR/fifo" &
    plyforge pgn --check "$BATS_TEST_TMPDIR/fifo"
    same status 0 "$status"
    same output "1 game, 0 broken" "$output"
}

@test "pgn with a compressed file that goes on" {
    command -v zstd >/dev/null || skip "there is no zstd"
    zstd -q <<<"$GAME$GAME" >"$BATS_TEST_TMPDIR/games.zst"
    if ! "$PLYFORGE" pgn "$BATS_TEST_TMPDIR/games.zst"; then skip "plyforge was built without zstd"; fi
    ln -s /dev/stdin "$BATS_TEST_TMPDIR/stdin.zst"
    interrupted --feed pgn "$BATS_TEST_TMPDIR/stdin.zst" --moves uci < <(head -c 8 "$BATS_TEST_TMPDIR/games.zst" |
        cat "$BATS_TEST_TMPDIR/games.zst" -)
    same status 130 "$status"
    same output $'e2e4 e7e5 g1f3 b8c6\ne2e4 e7e5 g1f3 b8c6' "$output"
    same stderr "plyforge: stopped: 2 games read completely" "$stderr"
}

@test "pgn in JSON prints whole lines" {
    interrupted --feed pgn - --moves uci --json <<<"${GAME}1. d4 d5"
    same status 130 "$status"
    same output '{"tags":{"Event":"One of many"},"moves":["e2e4","e7e5","g1f3","b8c6"],"result":"1-0","broken":false,"warnings":0}' "$output"
}

@test "a reader that hangs up ends pgn in silence" {
    interrupted --hang-up pgn "$(many_games)" --moves uci
    same status 141 "$status"
    same output "e2e4 e7e5 g1f3 b8c6" "$output"
    same stderr "" "$stderr"
}

# ---- Unfinished files ----

@test "whatever ends the program removes the file that it has not finished" {
    ulimit -c 0
    mkdir "$BATS_TEST_TMPDIR/out"
    for name in INT TERM HUP QUIT PIPE; do
        interrupted --signal "SIG$name" --feed train - -o "$BATS_TEST_TMPDIR/out/records.plyt" <<<"$GAME"
        same "status of SIG$name" $((128 + $(kill -l "$name"))) "$status"
        same "files of train after SIG$name" "" "$(ls "$BATS_TEST_TMPDIR/out")"
        interrupted --signal "SIG$name" --after "got 5" suite "$(endless_suite)" --junit "$BATS_TEST_TMPDIR/out/report.xml"
        same "status of SIG$name" $((128 + $(kill -l "$name"))) "$status"
        [[ $name == INT ]] || same "files of suite after SIG$name" "" "$(ls "$BATS_TEST_TMPDIR/out")"
        rm -f "${BATS_TEST_TMPDIR:?}/out/report.xml"
    done
    echo old >"$BATS_TEST_TMPDIR/out/records.plyt"
    interrupted --signal SIGTERM --feed train - --force -o "$BATS_TEST_TMPDIR/out/records.plyt" <<<"$GAME"
    same "what was there before" old "$(cat "$BATS_TEST_TMPDIR/out/"*)"
}

# ---- The others ----

@test "bench prints the rows it has" {
    interrupted --after ^start bench --backend portable
    same status 130 "$status"
    [[ ${lines[1]} == "start            6    119060324 "* ]]
    rows=$(grep -vcE '^(position|total) ' <<<"$output")
    same stderr "plyforge: stopped: $rows of 8 positions counted" "$stderr"
    for what in sliders generation reading; do
        interrupted bench $what
        same status 130 "$status"
        [[ $stderr =~ ^"plyforge: stopped: "[0-9]+" methods measured"$ ]]
    done
}

@test "uci ends at once, as engines do" {
    interrupted --feed uci <<<"go perft 13"
    same status 130 "$status"
    same output "" "$output"
    same stderr "" "$stderr"
}

@test "a second Ctrl-C does not wait" {
    # No process reads what it prints, so it cannot come to an end after the first one.
    interrupted --twice pgn "$(many_games)" --moves uci
    same status 130 "$status"
    same stderr "" "$stderr"
}

@test "a process that ignores SIGINT is not interrupted" {
    run --separate-stderr python3 "$BATS_TEST_DIRNAME/interrupt.py" --feed \
        sh -c "trap '' INT; exec \"$PLYFORGE\" pgn - --check" <<<"$GAME$GAME"
    same status 0 "$status"
    same output "2 games, 0 broken" "$output"
}
