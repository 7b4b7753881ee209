#!/usr/bin/env bash
# Runs the program again and again, with its first request for memory or a thread refused, then the second, and so on:
# each time it must either do without, with the same output, or end with status 1 or 2 and one line that says why. Never
# may a signal end it, nor a wrong answer look like a right one.
# usage: refuse_each.sh FAILING_LIBC PLYFORGE ARGUMENT...
# An argument LEDGER becomes the name of a file, or of a folder, that is not there yet. With STEP=N in the environment only
# every N-th request is refused.
set -u
library=$1
plyforge=$2
shift 2
folder=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # NUMBER
    rm -rf "$folder"/run.ledger*
    REFUSE_REQUEST=$1 REQUESTS_FILE=$folder/requests LD_PRELOAD=$library \
        "$plyforge" "${arguments[@]}" >"$folder/raw" 2>"$folder/errors" </dev/null
    local status=$?
    sed -E '/"[a-z_]*(seconds|per_second)":/d' "$folder/raw" >"$folder/output" # what depends on the clock
    return $status
}
arguments=("${@/#LEDGER/$folder/run.ledger}")

run 0 || { cat "$folder/errors"; echo "FAILED: it does not even run"; exit 1; }
mv "$folder/output" "$folder/expected"
total=$(<"$folder/requests")
failed=0
coped=0
complain() {
    echo "FAILED: request $number of $total refused: $1"
    head -3 "$folder/errors"
    failed=$((failed + 1))
}
step=${STEP:-1}
for ((number = 1; number <= total; number += step)); do
    run "$number"
    status=$?
    if [ "$status" -eq 0 ]; then
        coped=$((coped + 1))
        cmp -s "$folder/output" "$folder/expected" || complain "success, but another output"
    elif [ "$status" -ne 1 ] && [ "$status" -ne 2 ]; then
        complain "exit status $status"
    elif ! grep -q '^plyforge: ' "$folder/errors"; then
        complain "nothing is said"
    fi
done
echo "$((total / step)) of $total requests refused in turn; $coped it did without, $failed went wrong"
[ "$total" -gt 0 ] && [ "$failed" -eq 0 ]
