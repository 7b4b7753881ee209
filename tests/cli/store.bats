# The store of a deep perft: plyforge perft --store, plyforge store.

load helper

needs_store()
{
    needs_sqlite
    STORE=$BATS_TEST_TMPDIR/run.store
}

# FEW has few moves: plies 3 and 4 of depth 7 are stored in two files each.
COUNT=(perft 7 --fen "$FEW" --exact-dedupe --store-buckets 2)
RESULT="Nodes searched: 178633661"

@test "a store keeps plies and counts, and the next run has nothing to do" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE" --threads 2
    same status 0 "$status"
    same output "$RESULT" "$output"
    [[ $stderr == "Time: "*" s, all runs: "*" s for 2 buckets" ]]
    same files "03-00000.bucket 03-00001.bucket 04-00000.bucket 04-00001.bucket all.ledger lock" "$(cd "$STORE" && echo *)"
    before=$(cat "$STORE"/* | md5sum)
    plyforge "${COUNT[@]}" --store "$STORE"
    same output "$RESULT" "$output"
    same store "$before" "$(cat "$STORE"/* | md5sum)"
    plyforge store show "$STORE"
    same status 0 "$status"
    same show "\
position: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
depth: 7
version: $("$PLYFORGE" --version | cut -d' ' -f2)
ply 3: 2 files, 1874 records, 75504 bytes, 2812 paths
ply 4: 2 files, 17971 records, 719384 bytes, 43238 paths
counted: 2 of 2 buckets of ply 4" "$(head -6 <<<"$output")"
    same "last line" "result: 178633661" "${lines[-1]}"
    accepted "stored plies: 2, all totals correct; buckets: 2 of 2 counted again, 0 wrong" store check "$STORE"
    accepted "stored plies: 2, all totals correct; buckets: 1 of 2 counted again, 0 wrong" store check "$STORE" --sample 1 --threads 1
}

@test "the numbers of buckets and threads do not change the count" {
    needs_store
    for buckets in 1 3 64; do
        plyforge perft 5 --fen "$KIWIPETE" --exact-dedupe --store "$STORE.$buckets" --store-buckets "$buckets" --threads "$buckets"
        same "output with $buckets buckets" "Nodes searched: 193690690" "$output"
        plyforge store check "$STORE.$buckets" --sample 64
        same "check with $buckets buckets" "buckets: $buckets of $buckets counted again, 0 wrong" "${output#*; }"
    done
    for depth in 0 1 3 4; do
        plyforge perft "$depth" --fen "$KIWIPETE" --exact-dedupe --store "$STORE-$depth" --store-buckets 2
        expected=$("$PLYFORGE" perft "$depth" --fen "$KIWIPETE" 2>/dev/null)
        same "depth $depth" "$expected" "$output"
    done
    # The default for the depth, and JSON.
    plyforge perft 4 --exact-dedupe --store "$STORE.default" --json
    [[ $output == *'"nodes": "197281"'* ]]
    [[ $("$PLYFORGE" store show "$STORE.default") == *"counted: 64 of 64 buckets of ply 1"* ]]
    # Rows of small buckets are written together: SQLite counts the transactions in its header.
    [ "$((0x$(od -An -tx1 -j24 -N4 "$STORE.default/all.ledger" | tr -d ' ')))" -lt 40 ]
}

@test "parts are counted by themselves, in any order, and the last one has the result" {
    needs_store
    plyforge "${COUNT[@]}" --store-buckets 4 --store "$STORE" --buckets 0/3
    same status 0 "$status"
    same output "" "$output"
    same stderr "Store: 0 of 4 buckets counted, 4 left, 0 of them in part 0" "$stderr"
    plyforge "${COUNT[@]}" --store-buckets 4 --store "$STORE" --buckets 3/3
    same status 0 "$status"
    same output "" "$output"
    [[ $stderr == "Store: 2 of 4 buckets counted, 2 left, 0 of them in part 3, about "*" of work on one such machine" ]]
    plyforge perft 7 --fen "$FEW" --exact-dedupe --store "$STORE" --buckets 1/3
    same status 0 "$status"
    plyforge perft 7 --fen "$FEW" --exact-dedupe --store "$STORE" --buckets 2/3
    same output "$RESULT" "$output"
    # The whole job finds all of it, also where the ledgers come from other machines and the plies are gone.
    accepted "8 files removed; the ledgers are kept" store drop "$STORE"
    mkdir "$STORE.moved"
    cp "$STORE"/?-of-3.ledger "$STORE.moved"
    touch "$STORE.moved/lock"
    plyforge store show "$STORE.moved"
    same "last line" "result: 178633661" "${lines[-1]}"
    # The plies are made in memory to count buckets again, where they fit.
    accepted "stored plies: 0, all totals correct; buckets: 4 of 4 counted again, 0 wrong" store check "$STORE.moved"
    plyforge store check "$STORE.moved" --memory 1M
    same status 0 "$status"
    same output "stored plies: 0, all totals correct; buckets: 0 of 4 counted again, 0 wrong" "$output"
    same stderr "plyforge: cannot recount a bucket: the plies are not stored and do not fit into memory; see --memory" "$stderr"
}

@test "what is left after a time limit is counted later" {
    needs_store
    # A clock that runs fast: every look at it is a minute later.
    cat >"$BATS_TEST_TMPDIR/clock.c" <<'END'
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *now)
{
    static _Atomic time_t minutes;
    (void)clock;
    now->tv_sec = 60 * minutes++;
    now->tv_nsec = 0;
    return 0;
}
END
    cc -shared -fPIC -o "$BATS_TEST_TMPDIR/clock.so" "$BATS_TEST_TMPDIR/clock.c" || skip "no C compiler"
    LD_PRELOAD=$BATS_TEST_TMPDIR/clock.so run --separate-stderr "$PLYFORGE" "${COUNT[@]}" --store "$STORE" --time-limit 3m
    if [[ $status == 0 || $stderr == *"ASan runtime"* ]]; then skip "the clock cannot be replaced here"; fi
    same status 3 "$status"
    same output "" "$output"
    [[ $stderr == "Store: 0 of 2 buckets counted, 2 left" ]]
    plyforge "${COUNT[@]}" --store "$STORE" --time-limit 1h
    same status 0 "$status"
    same output "$RESULT" "$output"
}

@test "files that are damaged, cut or of another run are refused with their names" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE" --buckets 0/1
    file=$STORE/04-00001.bucket
    cp "$file" "$STORE/whole"
    printf 'X' | dd of="$file" bs=1 seek=1000 conv=notrunc status=none
    for command in "store check $STORE" "${COUNT[*]:0:2} --exact-dedupe --store $STORE --fen"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        if [[ $command == perft* ]]; then plyforge $command "$FEW"; else plyforge $command; fi
        same status 1 "$status"
        same output "" "$output"
        same stderr "plyforge: store file '$file': damaged; remove it to have it generated again" "$stderr"
    done
    head -c 1000 "$STORE/whole" >"$file"
    plyforge "${COUNT[@]}" --store "$STORE"
    same stderr "plyforge: store file '$file': truncated; remove it to have it generated again" "$stderr"
    cp "$STORE/04-00000.bucket" "$file"
    plyforge "${COUNT[@]}" --store "$STORE"
    same stderr "plyforge: store file '$file': it is the file of another bucket; remove it to have it generated again" "$stderr"
    plyforge perft 7 --fen "${FEW/ w / b }" --exact-dedupe --store "$STORE.other" --store-buckets 2 --buckets 0/1
    cp "$STORE.other/04-00001.bucket" "$file"
    plyforge "${COUNT[@]}" --store "$STORE"
    same stderr "plyforge: store file '$file': it belongs to another run; remove it to have it generated again" "$stderr"
    rm "$file"
    plyforge "${COUNT[@]}" --store "$STORE"
    same output "$RESULT" "$output"
    same size "$(wc -c <"$STORE/whole")" "$(wc -c <"$file")"
}

@test "records that are no positions are refused, although their checksums are right" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE"
    # The first record of bucket 1 becomes White's king on a1 with queens on the rest of the border: too many moves for a list.
    python3 - "$STORE" <<'END'
import struct, sys
def checksum(total, data):
    for word, in struct.iter_unpack("=Q", data):
        total = (total ^ word) * 0x9e3779b97f4a7c15 % 2**64
        total ^= total >> 29
    return total
for bucket in 0, 1:
    name = f"{sys.argv[1]}/04-0000{bucket}.bucket"
    data = bytearray(open(name, "rb").read())
    first, size = (struct.unpack_from("=Q", data, at)[0] for at in (240, 256))
    at, border = 272 + 40 * first, 0xff818181818181ff
    struct.pack_into("=4Q", data, at, border - 1, 1 | 1 << 27, border | 1 << 27, 1 << 27)
    struct.pack_into("=Q", data, 264, checksum(2, data[at:at + 40 * size]))
    struct.pack_into("=Q", data, 232, checksum(checksum(1, data[:232]), data[240:272]))
    open(name, "wb").write(data)
END
    damaged="plyforge: store '$STORE' is damaged: a stored record is not a position with its path count; remove its plies with 'plyforge store drop' to have them generated again"
    plyforge store check "$STORE"
    same status 1 "$status"
    same output "" "$output"
    same stderr "$damaged" "$stderr"
    sql "$STORE/all.ledger" "DELETE FROM buckets WHERE bucket = 1"
    plyforge "${COUNT[@]}" --store "$STORE"
    same status 1 "$status"
    same output "" "$output"
    same stderr "$damaged" "$stderr"
    "$PLYFORGE" store drop "$STORE"
    plyforge "${COUNT[@]}" --store "$STORE"
    same status 0 "$status"
    same output "$RESULT" "$output"
}

@test "a store of Chess960 with rights of inner rooks goes on" {
    needs_store
    fen="1k6/8/8/8/8/8/6P1/RK1R3R w DA - 0 1"
    plyforge perft 6 --chess960 --fen "$fen" --exact-dedupe --store "$STORE" --store-buckets 2
    same status 0 "$status"
    stored=$output
    plyforge perft 6 --chess960 --fen "$fen"
    same output "$output" "$stored"
}

@test "a store of another job is refused and left alone, one of another version goes on" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE"
    before=$(cat "$STORE"/* | md5sum)
    refused "store '$STORE': it belongs to another job, depth 7 of $FEW" perft 6 --fen "$FEW" --exact-dedupe --store "$STORE"
    refused "store '$STORE': it belongs to another job, depth 7 of $FEW" perft 7 --exact-dedupe --store "$STORE" --buckets 1/2
    refused "store '$STORE': has 2 buckets, not 3" "${COUNT[@]}" --store-buckets 3 --store "$STORE"
    same store "$before" "$(cat "$STORE"/* | md5sum)"
    sql "$STORE/all.ledger" "UPDATE job SET version = '0.0.1'"
    sql "$STORE/all.ledger" "UPDATE job SET result = NULL"
    sql "$STORE/all.ledger" "UPDATE buckets SET version = '0.0.1'"
    sql "$STORE/all.ledger" "DELETE FROM buckets WHERE bucket = 0"
    plyforge "${COUNT[@]}" --store "$STORE"
    same output "$RESULT" "$output"
    same versions 2 "$(sql "$STORE/all.ledger" "SELECT COUNT(DISTINCT version) FROM buckets")"
    rm "$STORE/all.ledger"
    plyforge perft 5 --ledger "$STORE/some.ledger"
    refused "ledger '$STORE/some.ledger': it is a ledger of subtrees, not of a store" "${COUNT[@]}" --store "$STORE"
}

@test "ledgers that contradict each other are refused" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE"
    cp "$STORE/all.ledger" "$STORE/copy.ledger"
    plyforge "${COUNT[@]}" --store "$STORE" # the same counts twice count once
    same output "$RESULT" "$output"
    # As a program would that counts wrong.
    sql "$STORE/copy.ledger" "UPDATE buckets SET leaves = '1', checksum = NULL WHERE bucket = 1"
    refused "store '$STORE': its ledgers have different counts for bucket 1" "${COUNT[@]}" --store "$STORE"
    rm "$STORE/copy.ledger"
    sql "$STORE/all.ledger" "UPDATE buckets SET leaves = '1', checksum = NULL WHERE bucket = 1"
    plyforge store check "$STORE"
    same status 1 "$status"
    [[ ${lines[0]} == "bucket 1: the ledger has 1 leaves of "*" positions, recounted "* ]]
    same "last line" "stored plies: 2, all totals correct; buckets: 2 of 2 counted again, 1 wrong" "${lines[-1]}"
    sql "$STORE/all.ledger" "UPDATE buckets SET ways = '1' WHERE bucket = 1"
    plyforge "${COUNT[@]}" --store "$STORE"
    same status 1 "$status"
    [[ $stderr == "plyforge: store '$STORE': internal error: 43238 paths lead to ply 4, but the store has "* ]]
}

@test "a ledger with a ply below its leaves is refused" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE"
    for change in "store SET ply = 8" "store SET ply = 4294967295" "store SET ply = -1"; do
        cp "$STORE/all.ledger" "$STORE/whole"
        sql "$STORE/all.ledger" "UPDATE $change"
        for action in show check; do
            refused "ledger '$STORE/all.ledger': the ply is wrong" store "$action" "$STORE"
        done
        mv "$STORE/whole" "$STORE/all.ledger"
    done
}

@test "a flipped bit in a ledger is noticed, and the bucket is counted again" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE" --buckets 1/2
    local leaves
    leaves=$(sql "$STORE/1-of-2.ledger" "SELECT leaves FROM buckets")
    python3 -c 'import sys
name, text = sys.argv[1], sys.argv[2].encode()
data = open(name, "rb").read()
at = data.index(text) + len(text) - 1
open(name, "wb").write(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])' "$STORE/1-of-2.ledger" "$leaves"
    warning="plyforge: warning: ledger '$STORE/1-of-2.ledger': 1 of its buckets are damaged, and are treated as not counted"
    plyforge store check "$STORE"
    same status 1 "$status"
    same stderr "$warning" "$stderr"
    same "last line" "stored plies: 2, all totals correct; buckets: 0 of 0 counted again, 1 wrong" "${lines[-1]}"
    plyforge "${COUNT[@]}" --store "$STORE"
    same status 0 "$status"
    same output "$RESULT" "$output"
    same warning "$warning" "${stderr_lines[0]}"
    same "lines of standard error" 2 "${#stderr_lines[@]}"
    # The same part replaces the row.
    rm "$STORE/all.ledger"
    plyforge "${COUNT[@]}" --store "$STORE" --buckets 1/2
    plyforge "${COUNT[@]}" --store "$STORE" --buckets 2/2
    same output "$RESULT" "$output"
    [[ $stderr != *warning* ]]
    same row "$leaves" "$(sql "$STORE/1-of-2.ledger" "SELECT leaves FROM buckets")"
}

@test "a store that may only be read is shown and checked" {
    needs_store
    needs_reader
    STORE=$ATTIC/run.store
    plyforge "${COUNT[@]}" --store "$STORE"
    chmod -R a+rX,a-w "$STORE"
    for lock in "with" "without"; do
        run --separate-stderr as_reader "$PLYFORGE" store show "$STORE"
        same "stderr $lock lock" "" "$stderr"
        same "last line" "result: 178633661" "${lines[-1]}"
        run --separate-stderr as_reader "$PLYFORGE" store check "$STORE"
        same "check $lock lock" "stored plies: 2, all totals correct; buckets: 2 of 2 counted again, 0 wrong" "$output"
        run --separate-stderr as_reader "$PLYFORGE" store drop "$STORE"
        same status 2 "$status"
        same drop "plyforge: store '$STORE': it is read-only" "$stderr"
        chmod u+w "$STORE"
        rm -f "$STORE/lock"
        chmod a-w "$STORE"
    done
    forget_attic
}

@test "a second run on a store is refused, and other parts are not" {
    needs_store
    plyforge "${COUNT[@]}" --store "$STORE" --buckets 0/1
    # Holds locks as a run does: byte 0 shared for the plies, the byte after a bucket's number for the bucket.
    lock()
    {
        python3 -c 'import fcntl, subprocess, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, 0)
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(sys.argv[2]))
    result = subprocess.run(sys.argv[3:])
sys.exit(result.returncode)' "$STORE/lock" "$@"
    }
    run --separate-stderr lock 1 "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    same status 2 "$status"
    same stderr "plyforge: store '$STORE': another run is working on it; wait for it to finish, or use other --buckets" "$stderr"
    run --separate-stderr lock 1 "$PLYFORGE" store drop "$STORE"
    same status 2 "$status"
    run --separate-stderr lock 1 "$PLYFORGE" "${COUNT[@]}" --store "$STORE" --buckets 2/2
    same status 0 "$status"
    [[ $stderr == "Store: 1 of 2 buckets counted, 1 left, 0 of them in part 2"* ]]
    # Plies are made by one run alone.
    rm "$STORE/04-00000.bucket"
    run --separate-stderr lock 1 "$PLYFORGE" "${COUNT[@]}" --store "$STORE" --buckets 2/2
    same status 2 "$status"
    same stderr "plyforge: store '$STORE': its plies are not complete, and another run is working on it; make them first with --buckets 0/2" "$stderr"
}

@test "a full disk names the file, and what is there stays good" {
    needs_store
    run --separate-stderr bash -c 'ulimit -f 64; exec "$@"' - "$PLYFORGE" "${COUNT[@]}" --store "$STORE"
    same status 1 "$status"
    same stderr "plyforge: store file '$STORE/04-00000.bucket': cannot write it: File too large" "$stderr"
    same files "03-00000.bucket 03-00001.bucket all.ledger lock" "$(cd "$STORE" && echo *)"
    plyforge "${COUNT[@]}" --store "$STORE"
    same output "$RESULT" "$output"
}

@test "too little memory is said, with the remedy" {
    needs_store
    plyforge perft 8 --exact-dedupe --store "$STORE" --store-buckets 2 --memory 1M
    same status 1 "$status"
    same stderr "plyforge: a bucket does not fit into the memory allowed; see --memory and --store-buckets" "$stderr"
}

@test "more ways than can be counted are said, and are no fault of the machine" {
    needs_store
    plyforge perft 30 --fen "8/8/4k3/8/8/4K3/8/8 w - - 0 1" --exact-dedupe --store "$STORE" --store-buckets 2
    same status 1 "$status"
    same stderr "plyforge: more paths to a ply than 63 bits can count" "$stderr"
}

@test "a ledger that was copied without its store is shown and continued" {
    needs_store
    mkdir "$STORE"
    cp "$BATS_TEST_DIRNAME/../../bench/ledgers/start13/all.ledger" "$STORE"
    plyforge store show "$STORE"
    same status 0 "$status"
    same depth "depth: 13" "${lines[1]}"
    same counted "counted: 64 of 64 buckets of ply 9" "${lines[3]}"
    same result "result: 1981066775000396239" "${lines[5]}"
    # What the buckets hold is known too: distinct positions of ply 9 (OEIS A083276), perft(9), perft(13).
    same sums "9183421888 2439530234167 1981066775000396239" \
        "$(sql "$STORE/all.ledger" "SELECT sum(positions), sum(CAST(ways AS INTEGER)), sum(CAST(leaves AS INTEGER)) FROM buckets")"
    plyforge perft 8 --exact-dedupe --store "$STORE.7" --store-buckets 4 --buckets 1/2
    mkdir "$STORE.8"
    cp "$STORE.7"/*.ledger "$STORE.8"
    plyforge perft 8 --exact-dedupe --store "$STORE.8" --store-buckets 4
    same status 0 "$status"
    same output "Nodes searched: 84998978956" "$output"
}

@test "wrong arguments of stores are refused" {
    needs_store
    refused "store needs show|check|drop DIR; try 'plyforge store --help'" store show
    refused "store takes show, check or drop, not 'burn'" store burn "$STORE"
    refused "store '$STORE': no such folder, or not a store" store show "$STORE"
    mkdir "$STORE"
    refused "store '$STORE': no such folder, or not a store" store drop "$STORE"
    touch "$STORE/lock"
    refused "store '$STORE': it has no ledger" store check "$STORE"
    refused "--store needs the name of a folder" perft 1 --exact-dedupe --store ""
    refused "--store needs --exact-dedupe" perft 1 --store "$STORE"
    refused "--store and --divide cannot be combined" perft 1 --exact-dedupe --store "$STORE" --divide
    for option in "--buckets 1/2" "--time-limit 9m" "--store-buckets 4"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        refused "${option% *} needs --store" perft 1 --exact-dedupe $option
    done
    for part in 1 /2 1/ 3/2 1/0 1/70000 a/b -1/2; do
        refused "--buckets takes I/N, part I of N parts, as in 3/64, not '$part'" perft 1 --exact-dedupe --store "$STORE" --buckets="$part"
    done
    for limit in "" 0 m 9x 1d -5 0h 1000000000; do
        refused "--time-limit takes a time such as 90s, 9m or 2h, not '$limit'" perft 1 --exact-dedupe --store "$STORE" --time-limit="$limit"
    done
    # The index of a ply has room for every pair of buckets.
    for buckets in 0 8193 65536; do
        refused "--store-buckets must be a number from 1 to 8192, not '$buckets'" perft 1 --exact-dedupe --store "$STORE" --store-buckets "$buckets"
    done
    refused "store '$BATS_TEST_TMPDIR/no/such': No such file or directory" perft 1 --exact-dedupe --store "$BATS_TEST_TMPDIR/no/such"
    plyforge perft 5 --exact-dedupe --store "$STORE" --backend auto # counts on the CPU, on every machine
    same status 0 "$status"
    [[ $("$PLYFORGE" store show "$STORE") == *"buckets of ply 2"* ]]
}
