# plyforge suite. The files of the dialects hold the same four counts of two positions.

load helper

# The lines of a run in which everything of the four counts passed.
ALL_PASSED="positions read: 2, counts read: 4, skipped by the limits: 0
4 passed, 0 failed"

# The suite on the command line, as a file.
suite_of()
{
    printf '%s\n' "$@" >"$BATS_TEST_TMPDIR/suite.epd"
    echo "$BATS_TEST_TMPDIR/suite.epd"
}

@test "a suite of Crazyhouse without --variant names the option" {
    plyforge suite "$BATS_TEST_DIRNAME/../../docs/records/variants/crazyhouse.epd" --max-nodes 100
    same status 1 "$status"
    [[ $output == *":1: bad FEN at offset 43: pockets exist only in Crazyhouse (is --variant crazyhouse missing?)"* ]]
}

@test "every dialect is read" {
    for file in semicolon-first semicolon-last blocks mixed; do
        accepted "$ALL_PASSED" suite "$DATA/$file.epd"
    done
}

@test "CSV suites, with and without a header" {
    local start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    local passed="positions read: 2, counts read: 2, skipped by the limits: 0
2 passed, 0 failed"
    accepted "$passed" suite "$(suite_of "$start,1,20" "startpos,2,400")"
    accepted "$passed" suite "$(suite_of "# a comment" "" "FEN,depth,count" "$start,1,20" "$start,2,400")"
    accepted "$passed" suite "$(suite_of "name,Nodes,other,Depth,FEN" "\"a, \"\"b\"\"\",20,x,1,\"$start\"" " \"c\" ,400,,2,$start")"
    printf '\xef\xbb\xbffen,depth,count\r\n"%s","1","20"\r\n%s,2,400\r\n' "$start" "$start" >"$BATS_TEST_TMPDIR/windows.csv"
    accepted "$passed" suite "$BATS_TEST_TMPDIR/windows.csv"
}

@test "what is wrong in a CSV suite is named by line and column" {
    local start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" file
    file=$(suite_of "fen,depth,count" "$start,x,20" "$start,1,2x" "8/8/8,1,1" "$start,1" "\"$start,1,20" "\"$start\"x,1,20" "$start,256,1")
    plyforge suite "$file"
    same status 1 "$status"
    same output "$file:2: column 2 (depth): 'x' is not a depth (0 to 255)
$file:3: column 3 (count): '2x' is not a count
$file:4: column 1 (fen): bad FEN at offset 5: fewer than 8 ranks
$file:5: column 3 (count) is missing
$file:6: column 1: a quoted field must end with a quote before the next comma
$file:7: column 1: a quoted field must end with a quote before the next comma
$file:8: column 2 (depth): '256' is not a depth (0 to 255)" "$(head -7 <<<"$output")"
    refused "*:1: the header has no column 'count'" suite "$(suite_of "fen,depth" "$start,1")"
    plyforge suite "$(suite_of "$start,1,20,name,more")"
    [[ ${lines[0]} == *":1: column 5: without a header, each line must be FEN, depth, count and, optionally, a name" ]]
}

@test "a byte order mark and carriage returns do no harm" {
    { printf '\xef\xbb\xbf' && sed 's/$/\r/' "$DATA/semicolon-last.epd"; } >"$BATS_TEST_TMPDIR/windows.epd"
    accepted "$ALL_PASSED" suite "$BATS_TEST_TMPDIR/windows.epd"
}

@test "every way to count passes" {
    for way in --no-bulk --plain "--plain --no-bulk" "--backend portable" "--backend auto"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        accepted "$ALL_PASSED" suite "$DATA/blocks.epd" $way
    done
}

@test "several files, and standard input" {
    accepted "positions read: 4, counts read: 8, skipped by the limits: 0
8 passed, 0 failed" suite "$DATA/blocks.epd" "$DATA/semicolon-first.epd"
    run --separate-stderr "$PLYFORGE" suite - <"$DATA/blocks.epd"
    same output "$ALL_PASSED" "$output"
}

@test "Shredder and X-FEN castling with --chess960" {
    accepted "positions read: 3, counts read: 7, skipped by the limits: 0
7 passed, 0 failed" suite --chess960 "$DATA/chess960.epd"
}

@test "Chess960 rights without --chess960 get one warning with a hint" {
    plyforge suite "$DATA/chess960.epd" --max-depth 1
    same warnings 1 "${#stderr_lines[@]}"
    [[ $stderr == "plyforge: warning: $DATA/chess960.epd:2 (and "*"(is --chess960 missing?)" ]]
}

@test "no name in a file becomes markup or controls the terminal" {
    file=$BATS_TEST_TMPDIR/'<b>&"x.epd'
    printf '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6 ;id <script>alert(1)</script>\033[2J\nx\033]0;y\007 ;D1 1\n' >"$file"
    report=$BATS_TEST_TMPDIR/report.xml
    plyforge suite "$file" --junit "$report"
    same "escape characters" "" "$(grep -c $'\033' <<<"$output$stderr" | grep -v '^0$')"
    grep -q 'classname="[^"<]*&lt;b&gt;&amp;&quot;x.epd"' "$report"
    run grep -F -e '<script' -e '<b>' -e $'\033' "$report"
    same "unescaped markup" "" "$output"
}

@test "a failure because of dropped castling rights says so" {
    file=$(suite_of "4k3/8/8/8/8/8/8/K6R w K - 0 1 ;D1 15
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6")
    plyforge suite "$file"
    same status 1 "$status"
    [[ ${lines[0]} == *"depth 1: expected 15, got 16 without castling rights that only Chess960 has: try --chess960" ]]
    [[ ${lines[1]} == *"depth 1: expected 6, got 5" ]]
    [[ $stderr == "plyforge: warning: $file:1: repaired or tolerated: castling right that exists only in Chess960 (is --chess960 missing?)" ]]
}

@test "limits skip counts" {
    accepted "positions read: 2, counts read: 4, skipped by the limits: 2
2 passed, 0 failed" suite "$DATA/blocks.epd" --max-depth 1
    accepted "positions read: 2, counts read: 4, skipped by the limits: 1
3 passed, 0 failed" suite "$DATA/blocks.epd" --max-nodes 400
    accepted "positions read: 2, counts read: 4, skipped by the limits: 2
2 passed, 0 failed" suite "$DATA/blocks.epd" --max-nodes 399
}

@test "counts and limits have 128 bits" {
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D200 340282366920938463463374607431768211455")
    accepted "positions read: 1, counts read: 2, skipped by the limits: 1
1 passed, 0 failed" suite "$file" --max-nodes 340282366920938463463374607431768211454
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - ;D1 340282366920938463463374607431768211455")
    plyforge suite "$file"
    same status 1 "$status"
    same failure "$file:1: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1: expected 340282366920938463463374607431768211455,\
 got 5" "${lines[0]}"
}

@test "a wrong count is reported with file, line, position, depth, expected and got" {
    plyforge suite "$DATA/wrong.epd"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "\
$DATA/wrong.epd:2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 depth 2: expected 401, got 400
$DATA/wrong.epd:7: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1: expected 6, got 5
positions read: 2, counts read: 4, skipped by the limits: 0
2 passed, 2 failed" "$output"
}

@test "lines that cannot be read are failures, and the rest is run" {
    plyforge suite "$DATA/unreadable.epd"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "\
$DATA/unreadable.epd:1: bad FEN at offset 3: unknown piece 'x'
$DATA/unreadable.epd:2: 'D1 2O' is not a depth (0 to 255) and a count
$DATA/unreadable.epd:2: 'D256 1' is not a depth (0 to 255) and a count
$DATA/unreadable.epd:2: 'D2' is not a depth (0 to 255) and a count
$DATA/unreadable.epd:2: 'D2 25 25' is not a depth (0 to 255) and a count
$DATA/unreadable.epd:2: an operation must begin with a letter, as in ';D1 20' or ';id name'
$DATA/unreadable.epd:3: bad FEN at offset 1: unknown piece 'o'
$DATA/unreadable.epd:4: impossible position: no white king; no black king
$DATA/unreadable.epd:7: 'two 25' is not a depth (0 to 255) and a count
positions read: 2, counts read: 3, skipped by the limits: 0
3 passed, 9 failed" "$output"
}

@test "a misspelt depth is not ignored, other operations are" {
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;Dx 400 ;D ;dm 3 ;DTM 10 ;Decided never ;D 2 25")
    plyforge suite "$file"
    same status 1 "$status"
    same output "\
$file:1: 'Dx 400' is not a depth (0 to 255) and a count
$file:1: 'D' is not a depth (0 to 255) and a count
positions read: 1, counts read: 2, skipped by the limits: 0
2 passed, 2 failed" "$output"
}

@test "a count before any position is a failure" {
    file=$(suite_of "perft 1 20")
    plyforge suite "$file"
    same status 1 "$status"
    same "first line" "$file:1: a count without a position" "${lines[0]}"
    same "last line" "0 passed, 1 failed" "${lines[-1]}"
}

@test "depth 0 is a count like any other" {
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - ;D0 1")
    accepted "positions read: 1, counts read: 1, skipped by the limits: 0
1 passed, 0 failed" suite "$file"
}

@test "unusual positions run, with one warning for all" {
    plyforge suite "$DATA/unusual.epd"
    same status 0 "$status"
    same "last line" "2 passed, 0 failed" "${lines[-1]}"
    same stderr "plyforge: warning: $DATA/unusual.epd:1 (and 1 more): repaired or tolerated: impossible en\
 passant square; check that no move could have given" "$stderr"
}

@test "nothing to run is not a success" {
    : >"$BATS_TEST_TMPDIR/empty.epd"
    refused "$BATS_TEST_TMPDIR/empty.epd contains no perft counts" suite "$BATS_TEST_TMPDIR/empty.epd"
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    refused "$file contains no perft counts" suite "$file"
    plyforge suite "$DATA/blocks.epd" --max-nodes 0
    same status 2 "$status"
    same stderr "plyforge: nothing was run: every count is outside the limits" "$stderr"
    same "last line" "0 passed, 0 failed" "${lines[-1]}"
}

@test "another engine counts" {
    accepted "$ALL_PASSED" suite "$DATA/blocks.epd" --engine "$BROKEN_ENGINE none"
    accepted "$ALL_PASSED" suite "$DATA/blocks.epd" --engine "$PLYFORGE uci"
    file=$(suite_of "4k3/8/8/8/8/8/8/4KB1R w K - ;D0 1 ;D1 19" "3rk3/8/8/8/8/8/8/R3K3 w Q - ;D1 13 ;D2 171")
    plyforge suite "$file" --engine "$BROKEN_ENGINE castling_through"
    same status 1 "$status"
    same stderr "" "$stderr"
    same output "\
$file:2: 3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1 depth 1: expected 13, got 14
$file:2: 3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1 depth 2: expected 171, got 184
positions read: 2, counts read: 4, skipped by the limits: 0
2 passed, 2 failed" "$output"
}

# A UCI engine that counts 20 moves at depth 1 and does what $1 says at others.
odd_engine()
{
    fake_engine "if [ \"\$line\" = \"go perft 1\" ]; then echo Nodes searched: 20; else $1; fi"
}

@test "an engine that takes too long or dies fails the count, and the rest is run" {
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    file=$(suite_of "$start ;D1 20 ;D2 400 ;D3 8902" "$start ;D1 20")
    plyforge suite "$file" --timeout 1 --engine "$(odd_engine "sleep 100")"
    same status 1 "$status"
    same output "\
$file:1: $start depth 2: expected 400, but the engine did not answer within 1 s; --timeout allows more time
$file:1: $start depth 3: expected 8902, but the engine was too slow at a smaller depth
positions read: 2, counts read: 4, skipped by the limits: 0
2 passed, 2 failed" "$output"
    plyforge suite "$file" --engine "$(odd_engine "exit 7")"
    same "first line" "$file:1: $start depth 2: expected 400, but the engine ended by itself with status 7" "${lines[0]}"
    same "last line" "2 passed, 2 failed" "${lines[-1]}"
}

@test "an engine that never answers ends the run" {
    plyforge suite "$DATA/blocks.epd" --engine false
    same status 1 "$status"
    same stderr "plyforge: false ended by itself with status 1" "$stderr"
    plyforge suite "$DATA/blocks.epd" --script "echo hello"
    same stderr "plyforge: echo hello does not speak perft: it printed no counts; its last line was: hello 1\
 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" "$stderr"
}

@test "suite --junit" {
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 26" "nonsense ;D1 1")
    plyforge suite "$file" --junit "$BATS_TEST_TMPDIR/report.xml"
    same status 1 "$status"
    same report "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"plyforge\" tests=\"3\" failures=\"1\" errors=\"1\" time=\"T\">
  <testsuite name=\"$file\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"T\">
    <testcase classname=\"$file\" name=\"line 1: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1\" time=\"T\"/>
    <testcase classname=\"$file\" name=\"line 1: 4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 2\" time=\"T\">
      <failure message=\"expected 26, got 25\"/>
    </testcase>
  </testsuite>
  <testsuite name=\"reading\" tests=\"1\" failures=\"0\" errors=\"1\">
    <testcase classname=\"reading\" name=\"every line can be read\">
      <error message=\"lines that cannot be read: 1\"/>
    </testcase>
  </testsuite>
</testsuites>" "$(sed -E 's/time="[0-9.]+"/time="T"/' "$BATS_TEST_TMPDIR/report.xml")"
    plyforge suite "$DATA/blocks.epd" --junit "$BATS_TEST_TMPDIR/report.xml" --engine "$BROKEN_ENGINE none"
    same status 0 "$status"
    [[ $(sed -n 2p "$BATS_TEST_TMPDIR/report.xml") == '<testsuites name="broken NONE" tests="4" failures="0" errors="0" '* ]]
}

@test "suite --json" {
    file=$(suite_of "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 26" "nonsense ;D1 1")
    plyforge suite "$file" --json
    same status 1 "$status"
    same stderr "plyforge: $file:2: bad FEN at offset 1: unknown piece 'o'" "$stderr"
    same output "{
  \"engine\": null,
  \"positions\": 1,
  \"counts\": 2,
  \"skipped\": 0,
  \"unreadable\": 1,
  \"passed\": 1,
  \"failed\": 2,
  \"failures\": [
    {
      \"file\": \"$file\",
      \"line\": 1,
      \"fen\": \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",
      \"depth\": 2,
      \"expected\": \"26\",
      \"got\": \"25\",
      \"message\": null,
    }
  ],
}" "$(without_times <<<"$output")"
}


@test "the JUnit report does not replace the positions" {
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20' >"$BATS_TEST_TMPDIR/a.epd"
    ln -s a.epd "$BATS_TEST_TMPDIR/b.epd"
    cd "$BATS_TEST_TMPDIR"
    refused "--junit 'b.epd' would replace the positions of 'a.epd'; choose another name" suite a.epd --junit b.epd
    grep -q "D1 20" a.epd
}

@test "a report that cannot be written takes nothing else with it" {
    [[ -e /dev/full ]] || skip "no /dev/full"
    plyforge suite "$DATA/blocks.epd" --junit /dev/full
    same status 1 "$status"
    same stderr "plyforge: cannot write /dev/full: No space left on device" "$stderr"
    [[ $output == *" passed, 0 failed" ]]
}

@test "wrong usage is refused" {
    refused "--engine and --script cannot be combined" suite "$DATA/blocks.epd" --engine a --script b
    # Options that would have no effect.
    for option in --plain --no-bulk --list-leaves "--legality filter" "--sliders magic" "--backend portable" "--threads 2" \
        "--hash 1M" "--seed 1" "--gpus 1" --exact-dedupe "--memory 1G"; do
        # shellcheck disable=SC2086 # two words
        refused "--engine and ${option% *} cannot be combined" suite "$DATA/blocks.epd" --engine a $option
    done
    refused "--script and --hash cannot be combined" suite "$DATA/blocks.epd" --script a --hash 1M
    refused "--timeout needs --engine or --script" suite "$DATA/blocks.epd" --timeout 5
    refused "--engine needs a command to run" suite "$DATA/blocks.epd" --engine " "
    refused "--junit - would mix the report with the other output; give the name of a file (./- for one named -)" \
        suite "$DATA/blocks.epd" --junit -
    refused "cannot write $BATS_TEST_TMPDIR: Is a directory" suite "$DATA/blocks.epd" --junit "$BATS_TEST_TMPDIR"
    refused "suite needs FILE...; try 'plyforge suite --help'" suite
    refused "cannot open $BATS_TEST_TMPDIR/missing.epd: No such file or directory" suite "$BATS_TEST_TMPDIR/missing.epd"
    refused "cannot open $BATS_TEST_TMPDIR/missing.epd: *" suite "$DATA/blocks.epd" "$BATS_TEST_TMPDIR/missing.epd"
    refused "cannot read $BATS_TEST_TMPDIR: Is a directory" suite "$BATS_TEST_TMPDIR"
    refused "--max-nodes must be a whole number, not '1e6'" suite "$DATA/blocks.epd" --max-nodes 1e6
    refused "--max-depth must be a number from 0 to 255, not '256'" suite "$DATA/blocks.epd" --max-depth 256
    refused "negative number '-1': no command takes one" suite "$DATA/blocks.epd" --max-nodes -1
}

@test "exhausted memory is a failure, which names the line" {
    limit=64000
    (ulimit -v $limit && "$PLYFORGE" --version) >/dev/null 2>&1 || skip "this build does not start in so little memory"
    yes "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20" | head -n 1000000 >"$BATS_TEST_TMPDIR/many.epd"
    # shellcheck disable=SC2016 # the inner shell expands
    run --separate-stderr bash -c 'ulimit -v "$2"; "$PLYFORGE" suite "$1"' bash "$BATS_TEST_TMPDIR/many.epd" $limit
    same status 1 "$status"
    [[ $stderr == "plyforge: $BATS_TEST_TMPDIR/many.epd:"*": out of memory" ]]
}

@test "a line without an end is refused in little memory" {
    # shellcheck disable=SC2016 # the inner shell expands
    run --separate-stderr bash -c '(echo "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5"; cat /dev/zero) | "$PLYFORGE" suite -'
    same status 2 "$status"
    same stderr "plyforge: -:2: the line is longer than 1 MiB" "$stderr"
}
