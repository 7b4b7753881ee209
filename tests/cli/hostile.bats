# Ledgers and stores from somebody else: looking at one changes nothing and ends, and none makes the program touch a file
# that does not belong to it. Where a defect would make the program wait or work for ever, the limit is sixty seconds.

load helper

FIXTURES=$BATS_TEST_DIRNAME/../fixtures/0.2.0
COUNT=(perft 7 --fen "$FEW" --exact-dedupe --store-buckets 2)
SCHEMA="it contains tables or other objects that plyforge does not create"

needs_ledger()
{
    needs_sqlite
    rm -f "$BATS_TEST_TMPDIR/try.ledger"*
    cd "$BATS_TEST_TMPDIR"
    mkdir got
    FILE=got/run.ledger
    STORE=got/run.store
}

hostile_ledger()
{
    python3 "$BATS_TEST_DIRNAME/hostile_ledger.py" "$@"
}

# Every name in the folder with its kind, its rights and its bytes.
contents_of()
{
    (cd "$1" && find . -printf '%p %y %m %s %l\n' | sort && find . -type f -size -1000M -exec md5sum {} + | sort)
}

# unchanged FOLDER ARGUMENT...: runs the program, which must end and leave the folder as it is.
unchanged()
{
    local folder=$1 before
    shift
    before=$(contents_of "$folder")
    run --separate-stderr timeout 60 "$PLYFORGE" "$@"
    ((status <= 2)) # it was not ended by the limit, or by a signal
    same "the folder after $1 $2" "$before" "$(contents_of "$folder")"
}

# never MESSAGE: every command refuses FILE and leaves the folder unchanged.
never()
{
    local arguments
    for arguments in "ledger show" "ledger check" "perft 5 --ledger"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        unchanged got $arguments "$FILE"
        same "status of $arguments" 2 "$status"
        same "output of $arguments" "" "$output"
        # shellcheck disable=SC2053 # the right side is meant as a pattern
        [[ $stderr == $1 ]] || same "stderr of $arguments" "$1" "$stderr"
    done
}

@test "a journal that names another file does not delete it" {
    needs_ledger
    "$PLYFORGE" perft 5 --ledger "$FILE"
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    local victim
    for victim in ./Makefile "$PWD/Makefile" "$PWD/got/notes"; do
        echo "all:" >Makefile
        echo "notes" >got/notes
        hostile_ledger super "$FILE" "$victim"
        never "plyforge: ledger '$FILE': its journal names a file that does not belong to it"
        hostile_ledger super "$STORE/all.ledger" "$victim"
        for arguments in "store show $STORE" "store check $STORE" "perft 7 --exact-dedupe --store $STORE --fen"; do
            # shellcheck disable=SC2086 # the words are meant to be split
            if [[ $arguments == perft* ]]; then unchanged got $arguments "$FEW"; else unchanged got $arguments; fi
            same "status of $arguments" 2 "$status"
            same "stderr of $arguments" "plyforge: ledger '$STORE/all.ledger': its journal names a file that does not belong to it" "$stderr"
        done
        same Makefile "all:" "$(<Makefile)"
    done
}

@test "a journal of another database is refused, and makes no file larger" {
    needs_ledger
    "$PLYFORGE" perft 5 --ledger "$FILE"
    hostile_ledger grow "$FILE"
    never "plyforge: ledger '$FILE': its journal belongs to another database"
}

@test "looking at the ledger of a killed run shows all it had, and changes nothing" {
    needs_ledger
    for name in killed.ledger killed.ledger-wal; do gunzip -c "$FIXTURES/$name.gz" >"got/$name"; done
    unchanged got ledger show got/killed.ledger
    same subtrees "subtrees: 7 of 400" "${lines[3]}"
    unchanged got ledger check got/killed.ledger
    same check "7 of 7 subtrees counted again, 0 wrong" "$output"
    # Where the log is damaged, what was committed before the damage is shown.
    printf 'X' | dd of=got/killed.ledger-wal bs=1 seek=$((32 + 4120 * 8 + 100)) conv=notrunc status=none
    unchanged got ledger show got/killed.ledger
    same status 0 "$status"
    [[ ${lines[3]} == "subtrees: "[1-6]" of 400" ]]
    # The index of the log is neither read nor written.
    head -c 32768 /dev/urandom >got/killed.ledger-shm
    unchanged got ledger show got/killed.ledger
    same status 0 "$status"
    # A real kill.
    "$PLYFORGE" perft 8 --threads 1 --ledger "$FILE" >/dev/null 2>&1 &
    local pid=$! tries=0
    until [[ $(sql "$FILE" "SELECT count(*) FROM subtrees" 2>/dev/null) -gt 5 ]] || ((tries++ > 2000)); do sleep 0.01; done
    kill -9 "$pid"
    wait "$pid" || true
    unchanged got ledger show "$FILE"
    [[ -s $FILE-wal && ${lines[3]} =~ ^subtrees:\ ([0-9]+) ]]
    same subtrees "$(sql "$FILE" "SELECT count(*) FROM subtrees")" "${BASH_REMATCH[1]}"
    ((BASH_REMATCH[1] > 5))
}

@test "a ledger is shown while a run writes it" {
    needs_ledger
    "$PLYFORGE" perft 9 --threads 2 --ledger "$FILE" >/dev/null 2>&1 &
    local pid=$! shown rows=0 looks tries=0
    until [[ -s $FILE ]] || ((tries++ > 2000)); do sleep 0.01; done
    for ((looks = 0; looks < 20; looks++)); do
        run "$PLYFORGE" ledger show "$FILE"
        [[ $output == *" is empty"* ]] && continue
        same status 0 "$status"
        shown=$(sed -n 's/^subtrees: \([0-9]*\).*/\1/p' <<<"$output")
        ((shown >= rows))
        rows=$shown
    done
    kill -9 "$pid"
    wait "$pid" || true
    ((rows > 0))
}

@test "looking at the ledger of a killed run works where nothing may be written" {
    needs_ledger
    needs_reader
    for name in killed.ledger killed.ledger-wal; do gunzip -c "$FIXTURES/$name.gz" >"$ATTIC/$name"; done
    chmod -R a+rX,a-w "$ATTIC"
    before=$(contents_of "$ATTIC")
    run --separate-stderr as_reader "$PLYFORGE" ledger show "$ATTIC/killed.ledger"
    same stderr "" "$stderr"
    same subtrees "subtrees: 7 of 400" "${lines[3]}"
    run --separate-stderr as_reader "$PLYFORGE" ledger check "$ATTIC/killed.ledger"
    same check "7 of 7 subtrees counted again, 0 wrong" "$output"
    same folder "$before" "$(contents_of "$ATTIC")"
    forget_attic
}

@test "looking at a store whose run was killed in a transaction changes nothing" {
    needs_ledger
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    cp "$STORE/all.ledger" old.ledger
    sql "$STORE/all.ledger" "UPDATE buckets SET leaves = '1', checksum = NULL"
    hostile_ledger rollback "$STORE/all.ledger" old.ledger
    rm "$STORE/lock"
    unchanged got store show "$STORE"
    same stderr "" "$stderr"
    same result "result: 178633661" "${lines[-1]}"
    unchanged got store check "$STORE"
    same check "stored plies: 2, all totals correct; buckets: 2 of 2 counted again, 0 wrong" "$output"
    # A run rolls it back.
    plyforge "${COUNT[@]}" --store "$STORE"
    same output "Nodes searched: 178633661" "$output"
    [[ ! -e $STORE/all.ledger-journal ]]
    cmp <(sql old.ledger "SELECT * FROM buckets") <(sql "$STORE/all.ledger" "SELECT * FROM buckets")
}

# Makes FILE again, and replaces a text in the schema behind the back of SQLite.
with_schema()
{
    rm -f "$FILE"*
    python3 - "$FILE" "$@" <<'END_OF_PYTHON'
import sqlite3, sys
name, old, new = sys.argv[1:4]
fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
connection = sqlite3.connect(name)
connection.execute("PRAGMA application_id = 0x506c7946")
connection.execute("PRAGMA user_version = 1")
for sql in (
    "CREATE TABLE job (fen TEXT NOT NULL, depth INTEGER NOT NULL, version TEXT NOT NULL, result TEXT, checksum INTEGER)",
    "CREATE TABLE subtrees (fen TEXT NOT NULL, depth INTEGER NOT NULL, nodes TEXT NOT NULL, version TEXT NOT NULL,"
    " backend TEXT NOT NULL, keys TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (fen, depth)) WITHOUT ROWID",
):
    connection.execute(sql)
connection.execute("INSERT INTO job (fen, depth, version, result) VALUES (?, 5, '0.2.0', NULL)", (fen,))
connection.execute("INSERT INTO subtrees (fen, depth, nodes, version, backend, keys) VALUES (?, 5, '4865609', '0.2.0', 'portable', 'none')", (fen,))
for sql in sys.argv[4:]:
    connection.execute(sql)
connection.execute("PRAGMA writable_schema = ON")
connection.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?)", (old, new))
connection.commit()
END_OF_PYTHON
}

@test "a ledger with another schema is refused before anything in it is evaluated" {
    needs_ledger
    with_schema none none
    plyforge ledger show "$FILE"
    same "the schema itself" 0 "$status"
    local endless="instr(hex(zeroblob(40000000)), hex(zeroblob(20000000)) || '1') < 1"
    local large="length(hex(zeroblob(400000000))) > 0"
    for expression in "$endless" "$large"; do
        with_schema "checksum INTEGER" "checksum INTEGER CHECK ($expression)"
        never "plyforge: ledger '$FILE': $SCHEMA"
        with_schema "checksum INTEGER" "checksum INTEGER, more GENERATED ALWAYS AS ($expression) VIRTUAL NOT NULL"
        never "plyforge: ledger '$FILE': $SCHEMA"
    done
    with_schema none none "CREATE INDEX more ON subtrees (nodes)"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema none none "CREATE TABLE more (x)"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema none none "CREATE TABLE store (ply INTEGER NOT NULL, buckets INTEGER NOT NULL)"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema none none "ANALYZE"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema " WITHOUT ROWID" ""
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema none none "CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema none none "CREATE TRIGGER more AFTER UPDATE ON job BEGIN DELETE FROM subtrees; END"
    never "plyforge: ledger '$FILE': $SCHEMA"
    with_schema "fen TEXT NOT NULL" "fen  TEXT NOT NULL"
    never "plyforge: ledger '$FILE': $SCHEMA"
}

@test "a schema without an end is refused" {
    needs_ledger
    "$PLYFORGE" perft 5 --ledger "$FILE"
    hostile_ledger endless "$FILE"
    never "plyforge: ledger '$FILE': $SCHEMA"
}

@test "a store with another schema is refused" {
    needs_ledger
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    sql "$STORE/all.ledger" "ALTER TABLE buckets ADD COLUMN more INTEGER DEFAULT 1"
    for arguments in "store show $STORE" "store check $STORE"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        unchanged got $arguments
        same stderr "plyforge: ledger '$STORE/all.ledger': $SCHEMA" "$stderr"
    done
}

@test "what is not a regular file is neither waited for nor written" {
    needs_ledger
    "$PLYFORGE" perft 5 --ledger good.ledger
    mkfifo "$FILE"
    never "plyforge: ledger '$FILE': not a regular file"
    rm "$FILE"
    ln -s /dev/zero "$FILE"
    never "plyforge: ledger '$FILE': not a regular file"
    rm "$FILE"
    # The files beside it: links and pipes.
    echo precious >victim
    local ending
    for ending in journal wal; do
        cp good.ledger "$FILE"
        mkfifo "$FILE-$ending"
        never "plyforge: ledger '$FILE': its journal or log is not a regular file"
        rm "$FILE-$ending"
    done
    for ending in journal wal shm; do
        cp good.ledger "$FILE"
        ln -s ../victim "$FILE-$ending"
        run --separate-stderr timeout 60 "$PLYFORGE" perft 5 --ledger "$FILE"
        same "status with $ending" 2 "$status"
        same "link as $ending" "plyforge: ledger '$FILE': its journal or log is not a regular file" "$stderr"
        same victim precious "$(<victim)"
        rm "$FILE"*
    done
    # More than any ledger.
    cp good.ledger "$FILE"
    truncate -s 3G "$FILE"
    for action in show check; do
        plyforge ledger "$action" "$FILE"
        same status 2 "$status"
        same stderr "plyforge: ledger '$FILE': cannot open it: File too large" "$stderr"
    done
}

@test "links and pipes in a store are neither followed nor waited for" {
    needs_ledger
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    cp -r "$STORE" good.store
    echo precious >victim
    again()
    {
        rm -rf "$STORE"
        cp -r good.store "$STORE"
        sql "$STORE/all.ledger" "DELETE FROM buckets WHERE bucket = 0"
    }
    # What the files are renamed from.
    again
    rm "$STORE"/04-00000.bucket
    ln -s ../../victim "$STORE/04-00000.bucket.new"
    run --separate-stderr timeout 60 "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    same output "Nodes searched: 178633661" "$output"
    same victim precious "$(<victim)"
    [[ ! -L $STORE/04-00000.bucket && ! -e $STORE/04-00000.bucket.new ]]
    # The files themselves.
    local kind
    for kind in link pipe; do
        again
        rm "$STORE/04-00000.bucket"
        if [[ $kind == link ]]; then ln -s ../../victim "$STORE/04-00000.bucket"; else mkfifo "$STORE/04-00000.bucket"; fi
        for arguments in "store show $STORE" "store check $STORE" "perft 7 --exact-dedupe --store $STORE --fen"; do
            # shellcheck disable=SC2086 # the words are meant to be split
            if [[ $arguments == perft* ]]; then run --separate-stderr timeout 60 "$PLYFORGE" $arguments "$FEW"; else unchanged got $arguments; fi
            [[ $stderr == "plyforge: store file '$STORE/04-00000.bucket': not a regular file" ]]
        done
        # The lock.
        again
        rm "$STORE/lock"
        if [[ $kind == link ]]; then ln -s ../../nothing "$STORE/lock"; else mkfifo "$STORE/lock"; fi
        unchanged got store show "$STORE"
        same status 0 "$status"
        unchanged got "${COUNT[@]}" --store "$STORE"
        same "lock that is a $kind" "plyforge: store '$STORE': its lock is not a regular file" "$stderr"
        # The ledger.
        again
        mv "$STORE/all.ledger" elsewhere.ledger
        if [[ $kind == link ]]; then ln -s ../../nothing "$STORE/all.ledger"; else mkfifo "$STORE/all.ledger"; fi
        unchanged got "${COUNT[@]}" --store "$STORE"
        same status 2 "$status"
        [[ $stderr == "plyforge: ledger '$STORE/all.ledger': "* ]]
    done
    [[ ! -e nothing ]]
    # A link is removed with the plies, and not what it names.
    again
    ln -s ../../victim "$STORE/04-00009.bucket"
    accepted "5 files removed; the ledgers are kept" store drop "$STORE"
    same victim precious "$(<victim)"
}

@test "a ledger that is a link is read where the user names it, not in a store" {
    needs_ledger
    cd "$BATS_TEST_TMPDIR"
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    "$PLYFORGE" perft 5 --ledger good.ledger
    local target name
    mv "$STORE/all.ledger" outside.ledger
    for target in "$PWD/outside.ledger" /etc/passwd /dev/zero nothing; do
        for name in all.ledger p.ledger; do
            rm -f "$STORE"/*.ledger
            [[ $name == all.ledger ]] || cp outside.ledger "$STORE/all.ledger"
            ln -s "$target" "$STORE/$name"
            for action in show check drop; do
                run --separate-stderr timeout 60 "$PLYFORGE" store "$action" "$STORE"
                same "status of $action with $target" 2 "$status"
                same stdout "" "$output"
                same stderr "plyforge: ledger '$STORE/$name': symbolic links are not followed in a store" "$stderr"
            done
        done
    done
    ln -s good.ledger link.ledger
    accepted "1 of 1 subtrees counted again, 0 wrong" ledger check link.ledger
    plyforge perft 5 --ledger link.ledger
    same status 0 "$status"
    # Nor is a link followed beside a ledger.
    echo precious >victim
    for ending in journal wal; do
        ln -s victim "good.ledger-$ending"
        refused "ledger 'good.ledger': its journal or log is not a regular file" ledger show good.ledger
        rm "good.ledger-$ending"
    done
}

@test "a store is looked at without making its lock" {
    needs_ledger
    mkdir "$STORE"
    cp "$BATS_TEST_DIRNAME/../../bench/ledgers/start13/all.ledger" "$STORE"
    unchanged got store show "$STORE"
    same result "result: 1981066775000396239" "${lines[5]}"
}

# Fails if standard output or standard error has a byte by which a terminal is controlled.
no_controls()
{
    printf '%s\n%s\n' "$output" "$stderr" | python3 -c '
import sys
text = sys.stdin.buffer.read().replace(b"\n", b"").decode(errors="surrogateescape")
bad = [c for c in text if ord(c) < 32 or 127 <= ord(c) < 160 or 0xdc80 <= ord(c) < 0xdca0]
sys.exit(f"control characters in {text!r}" if bad else 0)'
}

@test "text of a ledger or store does not control the terminal" {
    needs_ledger
    "$PLYFORGE" perft 5 --ledger "$FILE"
    "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    local ledger table
    for ledger in "$FILE" "$STORE/all.ledger"; do
        python3 - "$ledger" <<'END_OF_PYTHON'
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
# The controls of ASCII, those above in UTF-8, DEL, the bytes of Latin-1, and ESC in the two bytes that UTF-8 forbids.
evil = b"A\x1b]0;title\x07\x1b[2J\r\n\xc2\x9b31m\x9b1m\x7f\xc0\x9b\xe0\x80\x9b\xc3\xa9\xe9Z"
assert len(evil) < 40
for table in "job", "subtrees":
    connection.execute(f"UPDATE {table} SET fen = CAST(? AS TEXT), version = CAST(? AS TEXT), checksum = NULL", (evil, evil[:31]))
connection.commit()
END_OF_PYTHON
    done
    for arguments in "ledger show $FILE" "ledger check $FILE" "perft 5 --ledger $FILE" "store show $STORE" "store check $STORE"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge $arguments
        [[ $output$stderr == *"A?]0;title??[2J????31m?1m?"* || $arguments == "store check"* ]]
        no_controls
        if [[ $arguments == perft* ]] || ! "$PLYFORGE" moves --json >/dev/null 2>&1; then continue; fi
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge $arguments --json
        no_controls
        if [[ -n $output ]]; then python3 -m json.tool <<<"$output" >/dev/null; fi
    done
    # The version and the rows are shown where the job can be read.
    for ledger in "$FILE" "$STORE/all.ledger"; do
        sql "$ledger" "UPDATE job SET fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'"
    done
    for arguments in "ledger show $FILE" "ledger check $FILE" "store show $STORE"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge $arguments
        [[ $output == *"A?]0;title??[2J????31m?1m?"* ]]
        no_controls
    done
}

@test "names of files do not control the terminal, in JSON neither" {
    cd "$BATS_TEST_TMPDIR"
    local name
    name=$(printf 'A\xc2\x9b31m\x7f\x1b\xc3\xa9.epd')
    echo "4k3/8/8/8/8/8/8/4K3 w - - ;D1 6" >"$name"
    plyforge suite --json "$name"
    no_controls
    same name "$name" "$(python3 -c 'import json, sys; print(json.load(sys.stdin)["failures"][0]["file"])' <<<"$output")"
    [[ $output == *'A\u009b31m\u007f\u001bé.epd'* ]]
}

@test "names of suites do not control the terminal or the direction of text" {
    cd "$BATS_TEST_TMPDIR"
    local name shown
    # Both ends of both ranges of directions, and the characters next to them.
    name=$(printf 'A\033[31m\xc2\x9b \xe2\x80\xaaa\xe2\x80\xae\xe2\x81\xa6b\xe2\x81\xa9 \xe2\x80\xa7\xe2\x80\xb0 \xe2\x81\xa5\xe2\x81\xaa \xc3\xa9.epd')
    shown=$(printf 'A?[31m?? ???a??????b??? \xe2\x80\xa7\xe2\x80\xb0 \xe2\x81\xa5\xe2\x81\xaa \xc3\xa9.epd')
    echo "4k3/8/8/8/8/8/8/4K3 w - - ;D1 6" >"$name"
    echo "nonsense ;D1 6" >>"$name"
    plyforge suite "$name"
    same status 1 "$status"
    no_controls
    [[ ${lines[0]} == "$shown:2: "* ]]
    [[ ${lines[1]} == "$shown:1: 4k3/"*": expected 6, got 5" ]]
    plyforge suite --json "$name"
    [[ $stderr == "plyforge: $shown:2: "* ]]
}

@test "the subtrees of an ending that were cut off deeply are not looked for without an end" {
    needs_ledger
    "$PLYFORGE" perft 5 --fen "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1" --ledger "$FILE"
    sql "$FILE" "UPDATE job SET depth = 255"
    sql "$FILE" "UPDATE subtrees SET depth = 1"
    unchanged got ledger show "$FILE"
    same subtrees "subtrees: 1" "${lines[3]}"
}
