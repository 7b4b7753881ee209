# Files that plyforge 0.2.0 wrote (tests/fixtures/0.2.0) are read with all they hold, and unfinished counts are resumed.

load helper

FIXTURES=$BATS_TEST_DIRNAME/../fixtures/0.2.0
END_GAME="8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
START="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Copies fixtures to the folder of the test, uncompressed.
fetch()
{
    needs_sqlite
    cd "$BATS_TEST_TMPDIR"
    local name
    for name in "$@"; do
        cp -r "$FIXTURES/$name" .
        gunzip -rf "./$name"
    done
}

# What ledger show prints.
shown()
{
    printf 'position: %s\ndepth: %s\nversion: 0.2.0\nsubtrees: %s\nresult: %s' "$@"
}

@test "finished ledgers of 0.2.0 are shown, checked and used" {
    fetch finished.ledger.gz chess960.ledger.gz hash.ledger.gz
    local name
    for name in finished hash; do
        accepted "$(shown "$START" 6 "20 of 20" 119060324)" ledger show "$name.ledger"
        accepted "20 of 20 subtrees counted again, 0 wrong" ledger check "$name.ledger"
        plyforge perft 6 --ledger "$name.ledger"
        same output "Nodes searched: 119060324" "$output"
        [[ $stderr == *"Ledger: 20 subtrees were known"* ]]
    done
    same keys "seed 5" "$(sql hash.ledger "SELECT DISTINCT keys FROM subtrees")"
    local fen="bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1"
    accepted "$(shown "$fen" 5 "1 of 1" 8146062)" ledger show chess960.ledger
    accepted "1 of 1 subtrees counted again, 0 wrong" ledger check chess960.ledger
    plyforge perft 5 --chess960 --fen "$fen" --ledger chess960.ledger
    same output "Nodes searched: 8146062" "$output"
    [[ $stderr == *"Ledger: 1 subtree was known"* ]]
}

@test "an unfinished ledger of 0.2.0 is shown, checked and resumed" {
    fetch half-done.ledger.gz
    accepted "$(shown "$START" 7 "37 of 400" "not finished")" ledger show half-done.ledger
    accepted "37 of 37 subtrees counted again, 0 wrong" ledger check half-done.ledger --sample 100
    plyforge perft 7 --ledger half-done.ledger
    same output "Nodes searched: 3195901860" "$output"
    [[ $stderr == *"Ledger: 37 subtrees were known"* ]]
    accepted "$(shown "$START" 7 "400 of 400" 3195901860)" ledger show half-done.ledger
}

@test "a ledger of 0.2.0 whose run was killed is shown, checked and resumed with its log" {
    fetch killed.ledger.gz killed.ledger-wal.gz
    accepted "$(shown "$START" 7 "7 of 400" "not finished")" ledger show killed.ledger
    fetch killed.ledger.gz killed.ledger-wal.gz
    accepted "7 of 7 subtrees counted again, 0 wrong" ledger check killed.ledger
    fetch killed.ledger.gz killed.ledger-wal.gz
    plyforge perft 7 --ledger killed.ledger
    same output "Nodes searched: 3195901860" "$output"
    [[ $stderr == *"Ledger: 7 subtrees were known"* ]]
}

@test "a finished store of 0.2.0 is shown, checked and used" {
    fetch finished.store
    plyforge store show finished.store
    same show "\
position: $END_GAME
depth: 7
version: 0.2.0
ply 4: 2 files, 779 records, 31704 bytes, 3145 paths
counted: 2 of 2 buckets of ply 4
seconds: 0.001
result: 1466408" "$output"
    accepted "stored plies: 1, all totals correct; buckets: 2 of 2 counted again, 0 wrong" store check finished.store
    plyforge perft 7 --fen "$END_GAME" --exact-dedupe --store finished.store
    same output "Nodes searched: 1466408" "$output"
    accepted "2 files removed; the ledgers are kept" store drop finished.store
}

@test "an unfinished store of 0.2.0 is shown, checked and resumed" {
    fetch half-done.store
    plyforge store show half-done.store
    same show "\
position: $END_GAME
depth: 7
version: 0.2.0
ply 4: 1 of 2 files
counted: 1 of 2 buckets of ply 4
seconds: 0.004
result: not finished" "$output"
    plyforge store check half-done.store
    same status 0 "$status"
    stored=$(md5sum half-done.store/04-00000.bucket)
    plyforge perft 7 --fen "$END_GAME" --exact-dedupe --store half-done.store
    same output "Nodes searched: 1466408" "$output"
    same "the file of 0.2.0" "$stored" "$(md5sum half-done.store/04-00000.bucket)"
    accepted "stored plies: 1, all totals correct; buckets: 2 of 2 counted again, 0 wrong" store check half-done.store
}

@test "the ledgers of a store that 0.2.0 counted in parts are added up" {
    fetch parts.store
    plyforge store show parts.store
    same show "\
position: $END_GAME
depth: 7
version: 0.2.0
counted: 2 of 2 buckets of ply 4
seconds: 0.010
result: 1466408" "$output"
    accepted "stored plies: 0, all totals correct; buckets: 2 of 2 counted again, 0 wrong" store check parts.store
    rm parts.store/2-of-2.ledger
    plyforge perft 7 --fen "$END_GAME" --exact-dedupe --store parts.store --buckets 2/2
    same output "Nodes searched: 1466408" "$output"
}

@test "training records of 0.2.0 are read, and written again byte for byte" {
    plyforge train --read "$FIXTURES/records.plain"
    same records 5 "$(grep -c '^fen ' <<<"$output")"
    cmp <(echo "$output") "$FIXTURES/records.plain"
    plyforge train --read "$FIXTURES/records.plyt"
    same records 15 "$(grep -c '^fen ' <<<"$output")"
    same "last move" "move b8c6" "$(grep '^move' <<<"$output" | tail -1)"
    same scores "-30 20 31000 31998 -5" "$(sed -n 's/^score //p' <<<"$output" | grep -v 32002 | paste -sd' ')"
    same results "5 6 4" "$(for result in 1 0 -1; do grep -c "^result $result\$" <<<"$output"; done | paste -sd' ')"
    plyforge train --read "$FIXTURES/records.plyt" -o "$BATS_TEST_TMPDIR/again.plyt"
    cmp "$BATS_TEST_TMPDIR/again.plyt" "$FIXTURES/records.plyt"
    # The games themselves give the same records.
    plyforge train "$DATA/train.pgn" "$DATA/annotated.pgn" -o "$BATS_TEST_TMPDIR/new.plyt"
    cmp "$BATS_TEST_TMPDIR/new.plyt" "$FIXTURES/records.plyt"
}

@test "a book of 0.2.0 is shown and checked" {
    accepted "14 entries, 0 out of order, 0 duplicate, 0 malformed" book check "$FIXTURES/book.bin"
    accepted "\
e2e4      7  77.8%
d2d4      1  11.1%
f2f3      1  11.1%" book show "$FIXTURES/book.bin" startpos
}
