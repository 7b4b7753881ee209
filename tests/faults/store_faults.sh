#!/usr/bin/env bash
# The disk fails at each change that a perft with a store makes to files, one after the other: the program is killed in
# the middle of it, the disk is full, or nothing can be opened for writing. Afterwards the same command goes on, with
# another number of threads: the count is right, and no file that was complete is made again.
# usage: store_faults.sh FAILING_DISK PLYFORGE
set -u
library=$1
plyforge=$2
# In memory where possible: synchronising thousands of files to a real disk takes minutes.
folder=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$folder"' EXIT
store=$folder/store
count=(perft 7 --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" --exact-dedupe --store "$store" --store-buckets 2)
expected="Nodes searched: 178633661"
failed=0

run() { # FAULT NUMBER
    FAULT=$1 FAIL_AT=$2 CHANGES_FILE=$folder/changes LD_PRELOAD=$library \
        "$plyforge" "${count[@]}" --threads 2 >"$folder/output" 2>"$folder/errors" </dev/null
}

complain() {
    echo "FAILED: $fault at change $number of $total: $1"
    head -3 "$folder/errors"
    failed=$((failed + 1))
}

# The complete files, each with its inode: one that is written again gets another.
files() { stat -c '%n %i' "$store"/*.bucket 2>/dev/null | sort; }
# So many buckets are counted; none where there is no ledger yet.
counted() { "$plyforge" store show "$store" 2>/dev/null | sed -n 's/^counted: \([0-9]*\) .*/\1/p'; }

run none 0
[ "$(<"$folder/output")" = "$expected" ] || { cat "$folder/errors"; echo "FAILED: it does not even run"; exit 1; }
total=$(<"$folder/changes")
[ "$(files | wc -l)" -eq 4 ] || { echo "FAILED: two plies of two files each should be stored"; exit 1; }

for fault in kill full readonly; do
    step=1
    [ "$fault" = kill ] || step=7
    for ((number = 1; number <= total; number += step)); do
        rm -rf "$store"
        run "$fault" "$number" 2>/dev/null
        status=$?
        if [ "$fault" = kill ]; then
            [ "$status" -eq 137 ] || complain "exit status $status"
        elif [ "$status" -ne 0 ]; then # a fault after the last change of its kind is none
            [ "$status" -eq 1 ] || [ "$status" -eq 2 ] || complain "exit status $status"
            grep -q "^plyforge: .*'$store" "$folder/errors" || complain "the store is not named"
        fi
        files >"$folder/before"
        before=$(counted)
        "$plyforge" "${count[@]}" --threads 1 >"$folder/output" 2>"$folder/errors" </dev/null
        [ "$(<"$folder/output")" = "$expected" ] || complain "the next run has another result"
        [ -z "$(files | comm -13 - "$folder/before")" ] || complain "a complete file was made again"
        [ "${before:-0}" -le 2 ] || complain "too many counted buckets"
        [ "$(counted)" = 2 ] || complain "wrong number of counted buckets"
        if ls "$store"/*.new >/dev/null 2>&1; then complain "an incomplete file is left"; fi
    done
done
"$plyforge" store check "$store" || failed=$((failed + 1))
echo "$total changes to files, $failed failures"
[ "$total" -gt 40 ] && [ "$failed" -eq 0 ]
