# The ledger of a long perft: plyforge perft --ledger, plyforge ledger.

load helper

needs_ledger()
{
    needs_sqlite
    FILE=$BATS_TEST_TMPDIR/run.ledger
}

# How many subtrees a ledger has; nothing if it cannot be read.
subtrees_of()
{
    "$PLYFORGE" ledger show "$1" 2>/dev/null | sed -n 's/^subtrees: \([0-9]*\).*/\1/p'
}

# FEW has 191 subtrees at depth 7, and not many leaves below them.

@test "a ledger keeps the subtrees, and the next run finds them" {
    needs_ledger
    plyforge perft 6 --divide --threads 2
    expected=$output
    plyforge perft 6 --divide --threads 2 --ledger "$FILE"
    same status 0 "$status"
    same output "$expected" "$output"
    [[ $stderr == *"Ledger: 0 subtrees were known"* ]]
    plyforge perft 6 --divide --ledger "$FILE"
    same output "$expected" "$output"
    [[ $stderr == *"Ledger: 20 subtrees were known"* ]]
    accepted "\
position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
depth: 6
version: $("$PLYFORGE" --version | cut -d' ' -f2)
subtrees: 20 of 20
result: 119060324" ledger show "$FILE"
    accepted "20 of 20 subtrees counted again, 0 wrong" ledger check "$FILE"
    accepted "3 of 20 subtrees counted again, 0 wrong" ledger check "$FILE" --sample 3 --threads 1
}

@test "a ledger of Chess960 is shown with the files of the rooks" {
    needs_ledger
    fen="bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    plyforge perft 4 --chess960 --fen "$fen" --ledger "$FILE"
    plyforge ledger show "$FILE"
    same position "position: ${fen% 2 9} 0 1" "${lines[0]}"
}

@test "a ledger of a store, and one that is still empty, are named" {
    needs_ledger
    plyforge perft 4 --exact-dedupe --store "$BATS_TEST_TMPDIR/store"
    before=$(md5sum <"$BATS_TEST_TMPDIR/store/all.ledger")
    refused "ledger '$BATS_TEST_TMPDIR/store/all.ledger': it belongs to a store; continue it with --store" \
        perft 4 --ledger "$BATS_TEST_TMPDIR/store/all.ledger"
    for action in show check; do
        refused "ledger '$BATS_TEST_TMPDIR/store/all.ledger': it belongs to a store; use 'plyforge store'" \
            ledger "$action" "$BATS_TEST_TMPDIR/store/all.ledger"
    done
    same store "$before" "$(md5sum <"$BATS_TEST_TMPDIR/store/all.ledger")"
    : >"$FILE"
    refused "ledger '$FILE' is empty" ledger show "$FILE"
    plyforge perft 5 --ledger "$FILE"
    plyforge perft 5 --ledger "$FILE"
    [[ $stderr == *"Ledger: 1 subtree was known"* ]]
}

@test "what is missing is counted again" {
    needs_ledger
    plyforge perft 6 --ledger "$FILE" --hash 1M
    sql "$FILE" "DELETE FROM subtrees WHERE fen LIKE '%P%PPP%PPP%NB%'"
    rows=$(sql "$FILE" "SELECT count(*) FROM subtrees")
    [ "$rows" -lt 20 ]
    plyforge ledger show "$FILE"
    same subtrees "subtrees: $rows of 20" "${lines[3]}"
    plyforge perft 6 --ledger "$FILE"
    same output "Nodes searched: 119060324" "$output"
    [[ $stderr != *"Ledger: 20 subtrees"* ]]
    same rows 20 "$(sql "$FILE" "SELECT count(*) FROM subtrees")"
    accepted "20 of 20 subtrees counted again, 0 wrong" ledger check "$FILE"
}

@test "a row whose count is not a number is counted again and replaced" {
    needs_ledger
    plyforge perft 6 --ledger "$FILE"
    expected=$output
    sql "$FILE" "UPDATE subtrees SET nodes = 'x' WHERE fen = (SELECT min(fen) FROM subtrees)"
    refused "ledger '$FILE': a row has a count that is not a number" ledger check "$FILE"
    plyforge perft 6 --ledger "$FILE"
    same status 0 "$status"
    same output "$expected" "$output"
    accepted "20 of 20 subtrees counted again, 0 wrong" ledger check "$FILE"
}

@test "names that mean something to SQLite are names of files" {
    needs_ledger
    cd "$BATS_TEST_TMPDIR"
    for name in ":memory:" "file:x?mode=memory"; do
        refused "ledger '$name': cannot open it: No such file or directory" ledger show "$name"
        plyforge perft 3 --ledger "$name"
        same status 0 "$status"
        [[ -s $name ]]
        plyforge ledger show "$name"
        same status 0 "$status"
    done
    refused "ledger '': cannot open it: Is a directory" ledger show ""
}

@test "ledger check finds a wrong row" {
    needs_ledger
    plyforge perft 5 --ledger "$FILE"
    sql "$FILE" "UPDATE subtrees SET nodes = '1234'"
    plyforge ledger check "$FILE"
    same status 1 "$status"
    same "first line" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 depth 5: the ledger has 1234, recounted\
 4865609" "${lines[0]}"
    same "last line" "1 of 1 subtrees counted again, 1 wrong" "${lines[-1]}"
    sql "$FILE" "UPDATE subtrees SET fen = 'nonsense'"
    plyforge ledger check "$FILE"
    same status 1 "$status"
    same "first line" "nonsense depth 5: cannot be read" "${lines[0]}"
}

# Changes the last digit of the first of these texts in the file.
flip_digit()
{
    python3 -c 'import sys
name, text = sys.argv[1], sys.argv[2].encode()
data = open(name, "rb").read()
at = data.index(text) + len(text) - 1
open(name, "wb").write(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])' "$1" "$2"
}

@test "a flipped bit in a count is noticed, and the count is made again" {
    needs_ledger
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    same output "Nodes searched: 178633661" "$output"
    cp "$FILE" "$FILE.whole"
    local fen nodes
    read -r nodes fen <<<"$(sql "$FILE" "SELECT nodes, fen FROM subtrees ORDER BY nodes DESC LIMIT 1")"
    flip_digit "$FILE" "$nodes"
    plyforge ledger check "$FILE" --sample 1000
    same status 1 "$status"
    [[ ${lines[0]} == "$fen depth 5: the ledger has "*", recounted $nodes" ]]
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    same status 0 "$status"
    same output "Nodes searched: 178633661" "$output"
    same warning "plyforge: warning: ledger '$FILE': the count of $fen depth 5 is damaged, and is counted again" "${stderr_lines[0]}"
    accepted "191 of 191 subtrees counted again, 0 wrong" ledger check "$FILE" --sample 1000
    # The result is of the same kind.
    flip_digit "$FILE" 178633661
    plyforge ledger show "$FILE"
    same status 0 "$status"
    same "last line" "result: not finished" "${lines[-1]}"
    same stderr "plyforge: warning: the result in the ledger is damaged; run the same perft again to repair it" "$stderr"
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    same "last line" "result: 178633661" "$("$PLYFORGE" ledger show "$FILE" | tail -1)"
    # A row whose checksum is wrong counts as damaged though its count is right.
    sql "$FILE" "UPDATE subtrees SET checksum = 1 WHERE fen = '$fen'"
    plyforge ledger check "$FILE" --sample 1000
    same status 1 "$status"
    same "first line" "$fen depth 5: the row is damaged" "${lines[0]}"
}

@test "ledger check reports a damaged result and missing rows" {
    needs_ledger
    local result total="191 of 191 subtrees counted again, 0 wrong"
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    cp "$FILE" "$FILE.whole"
    for result in "'178633662'" "'many'" "x'00'" -1; do
        sql "$FILE" "UPDATE job SET result = $result"
        plyforge ledger check "$FILE" --sample 1000
        same "status of $result" 1 "$status"
        same "output of $result" "the result is damaged; running the same perft again repairs it
$total" "$output"
    done
    # A result of 0.1 has no checksum, but it is a number.
    sql "$FILE" "UPDATE job SET result = 'many', checksum = NULL"
    plyforge ledger check "$FILE" --sample 1
    same "status without a checksum" 1 "$status"
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    accepted "$total" ledger check "$FILE" --sample 1000

    local lacks="rows are missing although the count is finished: the ledger has"
    sql "$FILE" "DELETE FROM subtrees WHERE fen > (SELECT fen FROM subtrees ORDER BY fen LIMIT 1 OFFSET 6)"
    plyforge ledger check "$FILE"
    same "status with 7 rows" 1 "$status"
    same "output with 7 rows" "$lacks 7 of 191 subtrees
7 of 7 subtrees counted again, 0 wrong" "$output"
    sql "$FILE" "DELETE FROM subtrees"
    plyforge ledger check "$FILE"
    same "status without rows" 1 "$status"
    same "output without rows" "$lacks 0 subtrees
0 of 0 subtrees counted again, 0 wrong" "$output"
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    accepted "$total" ledger check "$FILE" --sample 1000

    # An unfinished ledger need not have all rows, and a job that ends early has none.
    sql "$FILE" "DELETE FROM subtrees WHERE fen > (SELECT fen FROM subtrees ORDER BY fen LIMIT 1 OFFSET 6)"
    sql "$FILE" "UPDATE job SET result = NULL, checksum = NULL"
    accepted "7 of 7 subtrees counted again, 0 wrong" ledger check "$FILE"
    rm -f "$FILE"*
    plyforge perft 6 --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" --ledger "$FILE"
    same output "Nodes searched: 0" "$output"
    accepted "0 of 0 subtrees counted again, 0 wrong" ledger check "$FILE"
}

@test "a ledger whose job is damaged is refused wherever it is read" {
    needs_ledger
    local store=$BATS_TEST_TMPDIR/run.store damaged change ledger
    plyforge perft 5 --ledger "$FILE"
    plyforge perft 5 --exact-dedupe --store "$store"
    cp "$FILE" "$FILE.whole"
    cp "$store/all.ledger" "$BATS_TEST_TMPDIR/store.whole"
    # damage CHANGE REASON: every command refuses the ledger for this reason.
    damage()
    {
        cp "$FILE.whole" "$FILE"
        cp "$BATS_TEST_TMPDIR/store.whole" "$store/all.ledger"
        for ledger in "$FILE" "$store/all.ledger"; do sql "$ledger" "UPDATE job SET $1"; done
        damaged="ledger '$FILE': the job in it is damaged: $2"
        refused "$damaged" ledger show "$FILE"
        refused "$damaged" ledger show "$FILE" --json
        refused "$damaged" ledger check "$FILE"
        refused "$damaged" perft 5 --ledger "$FILE"
        damaged="ledger '$store/all.ledger': the job in it is damaged: $2"
        refused "$damaged" store show "$store"
        refused "$damaged" store check "$store"
        refused "$damaged" perft 5 --exact-dedupe --store "$store"
    }
    for change in 99999999999 -1 4294967301 256 "'abc'" "'5x'" 4.5; do
        local shown=${change//\'/}
        damage "depth = $change" "the depth '$shown' is not a number from 0 to 255"
    done
    damage "fen = '8/8/8/8/8/8/8/8 w - - 0 1'" "the position '8/8/8/8/8/8/8/8 w - - 0 1' cannot be read: *king*"
    damage "fen = 'nonsense'" "the position 'nonsense' cannot be read: *"
    damage "fen = x'00ff'" "the position '' cannot be read: not text"
    damage "fen = CAST(fen AS BLOB)" "the position 'rnbqkbnr/*' cannot be read: not text"
    damage "fen = fen || char(0) || 'x'" "the position 'rnbqkbnr/*' cannot be read: not text"
}

@test "a row of a damaged depth is reported, and not counted for years" {
    needs_ledger
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    local fen depth
    fen=$(sql "$FILE" "SELECT min(fen) FROM subtrees")
    for depth in 6 7 13 37 100 1000000 -3 4294967301; do
        sql "$FILE" "UPDATE subtrees SET depth = $depth WHERE fen = '$fen'"
        run --separate-stderr timeout 60 "$PLYFORGE" ledger check "$FILE" --sample 1000
        same "status at depth $depth" 1 "$status"
        same "lines at depth $depth" 2 "${#lines[@]}"
        [[ ${lines[0]} == "$fen depth "*": the depth is damaged" ]]
        same "sum at depth $depth" "191 of 191 subtrees counted again, 1 wrong" "${lines[1]}"
    done
    # A row of 0.1 has no checksum, but no more depth than the job.
    sql "$FILE" "UPDATE subtrees SET depth = 13, checksum = NULL WHERE fen = '$fen'"
    run --separate-stderr timeout 60 "$PLYFORGE" ledger check "$FILE" --sample 1000
    same "first line" "$fen depth 13: the depth is damaged" "${lines[0]}"
}

@test "a ledger of plyforge 0.1, without checksums, goes on and gets them" {
    needs_ledger
    plyforge perft 6 --ledger "$FILE"
    expected=$output
    sql "$FILE" "UPDATE job SET result = NULL"
    sql "$FILE" "DELETE FROM subtrees WHERE fen = (SELECT min(fen) FROM subtrees)"
    for table in job subtrees; do sql "$FILE" "ALTER TABLE $table DROP COLUMN checksum" || skip "an old SQLite"; done
    same show "result: not finished" "$("$PLYFORGE" ledger show "$FILE" | tail -1)"
    accepted "19 of 19 subtrees counted again, 0 wrong" ledger check "$FILE"
    plyforge perft 6 --ledger "$FILE"
    same status 0 "$status"
    same output "$expected" "$output"
    [[ $stderr == *"Ledger: 19 subtrees were known"* ]]
    same "rows with a checksum" 1 "$(sql "$FILE" "SELECT count(checksum) FROM subtrees")"
}

@test "a ledger that may only be read is shown and checked" {
    needs_ledger
    needs_reader
    FILE="$ATTIC/50%?#.ledger"
    plyforge perft 6 --ledger "$FILE"
    chmod 444 "$FILE"
    chmod 555 "$ATTIC"
    run --separate-stderr as_reader "$PLYFORGE" ledger show "$FILE"
    same stderr "" "$stderr"
    same "last line" "result: 119060324" "${lines[-1]}"
    run --separate-stderr as_reader "$PLYFORGE" ledger check "$FILE"
    same output "20 of 20 subtrees counted again, 0 wrong" "$output"
    run --separate-stderr as_reader "$PLYFORGE" perft 6 --ledger "$FILE"
    same status 2 "$status"
    same stderr "plyforge: ledger '$FILE': cannot open it: Permission denied" "$stderr"
    forget_attic
}

@test "the ledger says which back end counted" {
    needs_ledger
    local backend tried=0
    for backend in portable bmi2 avx2 avx512 neon; do
        rm -f "$FILE"
        plyforge perft 5 --backend "$backend" --ledger "$FILE"
        [[ $stderr == *"not supported by this machine or this build"* ]] && continue
        same status 0 "$status"
        same backend "$backend" "$(sql "$FILE" "SELECT DISTINCT backend FROM subtrees")"
        accepted "1 of 1 subtrees counted again, 0 wrong" ledger check "$FILE"
        tried=$((tried + 1))
    done
    ((tried > 0))
    # Vector instructions, but a slow PEXT: portable code counts.
    rm -f "$FILE"
    PLYFORGE_TEST_CPU=slow-pext "$SMALLER" perft 5 --ledger "$FILE"
    same backend portable "$(sql "$FILE" "SELECT DISTINCT backend FROM subtrees")"
    same check "1 of 1 subtrees counted again, 0 wrong" "$(PLYFORGE_TEST_CPU=slow-pext "$SMALLER" ledger check "$FILE")"
}

@test "the ledger of another job or layout is refused and left alone" {
    needs_ledger
    plyforge perft 5 --ledger "$FILE"
    before=$(md5sum <"$FILE")
    refused "ledger '$FILE': it belongs to another job, depth 5 of rnbqkbnr/pppppppp/*" perft 4 --ledger "$FILE"
    refused "ledger '$FILE': it belongs to another job*" perft 5 --moves e2e4 --ledger "$FILE"
    same file "$before" "$(md5sum <"$FILE")"
    sql "$FILE" "PRAGMA user_version = 2"
    before=$(md5sum <"$FILE")
    refused "ledger '$FILE': a layout that this version of plyforge cannot read" perft 5 --ledger "$FILE"
    same file "$before" "$(md5sum <"$FILE")"
}

@test "the ledger of another version with the same layout goes on" {
    needs_ledger
    plyforge perft 6 --ledger "$FILE"
    expected=$output
    sql "$FILE" "UPDATE job SET version = '0.0.1', result = NULL"
    sql "$FILE" "UPDATE subtrees SET version = '0.0.1'"
    sql "$FILE" "DELETE FROM subtrees WHERE fen IN (SELECT fen FROM subtrees LIMIT 1)"
    plyforge perft 6 --ledger "$FILE"
    same output "$expected" "$output"
    same versions 2 "$(sql "$FILE" "SELECT COUNT(DISTINCT version) FROM subtrees")"
}

@test "files that are no ledgers are refused and left alone" {
    needs_ledger
    echo "my diary" >"$FILE"
    refused "ledger '$FILE': file is not a database" perft 3 --ledger "$FILE"
    refused "ledger '$FILE': file is not a database" ledger show "$FILE"
    same file "my diary" "$(<"$FILE")"
    rm "$FILE"
    sql "$FILE" "CREATE TABLE addresses (name TEXT)"
    before=$(md5sum <"$FILE")
    refused "ledger '$FILE': a database, but not a plyforge ledger" perft 3 --ledger "$FILE"
    refused "ledger '$FILE': a database, but not a plyforge ledger" ledger check "$FILE"
    same file "$before" "$(md5sum <"$FILE")"
    refused "ledger '$BATS_TEST_TMPDIR/no/such': cannot open it: No such file or directory" perft 3 --ledger "$BATS_TEST_TMPDIR/no/such"
    refused "ledger '$BATS_TEST_TMPDIR/none': cannot open it: No such file or directory" ledger show "$BATS_TEST_TMPDIR/none"
    refused "ledger '$BATS_TEST_TMPDIR': cannot open it: Is a directory" perft 3 --ledger "$BATS_TEST_TMPDIR"
    [[ ! -e $BATS_TEST_TMPDIR/none ]]
}

@test "a ledger with another layout is refused and left alone" {
    needs_ledger
    plyforge perft 5 --ledger "$FILE"
    sql "$FILE" "PRAGMA user_version = 2"
    before=$(md5sum <"$FILE")
    refused "ledger '$FILE': a layout that this version of plyforge cannot read" perft 5 --ledger "$FILE"
    refused "ledger '$FILE': a layout that this version of plyforge cannot read" ledger show "$FILE"
    same file "$before" "$(md5sum <"$FILE")"
}

@test "a view, a trigger or a virtual table in a ledger is refused" {
    needs_ledger
    plyforge perft 5 --ledger "$FILE"
    # A view is a program: this one does not end.
    sql "$FILE" "ALTER TABLE subtrees RENAME TO kept"
    sql "$FILE" "CREATE VIEW subtrees AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n AS fen, 1 AS depth, n AS nodes FROM more"
    refused "ledger '$FILE': it contains tables or other objects that plyforge does not create" ledger show "$FILE"
    refused "ledger '$FILE': it contains tables or other objects that plyforge does not create" ledger check "$FILE"
    FILE=$FILE.trigger
    plyforge perft 5 --ledger "$FILE"
    sql "$FILE" "CREATE TRIGGER more AFTER UPDATE ON job BEGIN DELETE FROM subtrees; END"
    refused "ledger '$FILE': it contains tables or other objects that plyforge does not create" perft 5 --ledger "$FILE"
}

@test "a damaged ledger is refused and left alone, wherever the damage is" {
    needs_ledger
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    cp "$FILE" "$FILE.whole"
    size=$(wc -c <"$FILE")
    for at in 100 4096 8192 $((size / 2)) $((size - 4096)); do
        cp "$FILE.whole" "$FILE"
        # Not a short scratch: a block that the disk has lost.
        head -c 2048 /dev/zero | tr '\0' 'Z' | dd of="$FILE" bs=1 seek="$at" conv=notrunc status=none
        before=$(md5sum <"$FILE")
        refused "ledger '$FILE': *" perft 7 --fen "$FEW" --ledger "$FILE"
        for arguments in "ledger show" "ledger check"; do
            # shellcheck disable=SC2086 # the words are meant to be split
            refused "ledger '$FILE': *" $arguments "$FILE"
        done
        same "file after damage at $at" "$before" "$(md5sum <"$FILE")"
    done
    head -c $((size / 2)) "$FILE.whole" >"$FILE"
    before=$(md5sum <"$FILE")
    refused "ledger '$FILE': *" perft 7 --fen "$FEW" --ledger "$FILE"
    same file "$before" "$(md5sum <"$FILE")"
}

@test "a full disk stops the run, and what the ledger has stays good" {
    needs_ledger
    # Files of this shell may not grow beyond a limit (in KiB); a write that would is refused as on a full disk.
    run --separate-stderr bash -c 'ulimit -f 4; exec "$0" perft 7 --fen "$1" --ledger "$2"' "$PLYFORGE" "$FEW" "$FILE"
    same "status at the start" 1 "$status"
    [[ $stderr == "plyforge: ledger '$FILE': "* ]]
    rm -f "$FILE"*
    run --separate-stderr bash -c 'ulimit -f 48; exec "$0" perft 7 --fen "$1" --ledger "$2"' "$PLYFORGE" "$FEW" "$FILE"
    same status 1 "$status"
    same output "" "$output"
    [[ ${stderr_lines[0]} == "plyforge: ledger '$FILE': "* ]]
    known=$(subtrees_of "$FILE")
    ((known > 0 && known < 191))
    plyforge perft 7 --fen "$FEW" --ledger "$FILE"
    same status 0 "$status"
    same output "Nodes searched: 178633661" "$output"
    same "known before" "Ledger: $known subtrees were known" "${stderr_lines[1]}"
}

@test "wrong arguments of ledger are refused" {
    needs_ledger
    refused "ledger needs show|check FILE; try 'plyforge ledger --help'" ledger show
    refused "ledger takes show or check, not 'burn'" ledger burn "$FILE"
    refused "--sample must be a number from 1 to 1000000, not '0'" ledger check "$FILE" --sample 0
    refused "--ledger needs the name of a file" perft 1 --ledger ""
    refused "--ledger and --plain cannot be combined" perft 1 --plain --ledger "$FILE"
    refused "--ledger and --exact-dedupe cannot be combined" perft 1 --exact-dedupe --ledger "$FILE"
    refused "--ledger and --verify cannot be combined" perft 1 --hash 1M --verify --ledger "$FILE"
}

@test "kill -9 at random moments loses and doubles nothing" {
    needs_ledger
    local kills=0 rows=0 pid now
    while ((kills < 20)); do
        "$PLYFORGE" perft 7 --threads 2 --ledger "$FILE" >"$BATS_TEST_TMPDIR/output" 2>/dev/null &
        pid=$!
        sleep "0.0$((RANDOM % 10))"
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null && break # it was done before
        kills=$((kills + 1))
        [[ -s $FILE ]] || continue
        # Killed before its first transaction the ledger is still empty.
        now=$(subtrees_of "$FILE")
        ((${now:-0} >= rows))
        rows=${now:-0}
    done
    rows=$(subtrees_of "$FILE")
    rows=${rows:-0}
    echo "killed $kills times, $rows of 400 subtrees kept"
    ((kills > 0))
    plyforge perft 7 --threads 2 --ledger "$FILE"
    same status 0 "$status"
    same output "Nodes searched: 3195901860" "$output"
    same "known before" "Ledger: $rows subtrees were known" "${stderr_lines[1]}"
    accepted "5 of 400 subtrees counted again, 0 wrong" ledger check "$FILE" --sample 5
}
