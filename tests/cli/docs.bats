# The commands in README.md and docs/ work as they stand there. A block that begins with ```sh is a list of commands;
# every line of it that runs plyforge is run here, in a folder that has the files these lines name.
# (Blocks that begin with ```console show output too: sessions.bats.)

load helper

# The plyforge commands in the ```sh blocks of a page, without their comments.
commands_of()
{
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside && /^plyforge / { sub(/ +# .*/, ""); print }' "$1"
}

# Runs each command of a page for at most three seconds. A long count is interrupted as a user would do it.
run_commands_of()
{
    local page=$1 line count=0 root
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
    mkdir -p "$BATS_TEST_TMPDIR/here/pictures"
    cd "$BATS_TEST_TMPDIR/here" || return
    ln -sfn "$root/tests" tests
    mkdir -p docs
    ln -sfn "$root/docs/records" docs/records
    printf '[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n' >games.pgn
    mkdir -p odd
    cp games.pgn odd
    PATH=$(dirname "$PLYFORGE"):$(dirname "$BROKEN_ENGINE"):$PATH:/usr/games
    while IFS= read -r line; do
        count=$((count + 1))
        run timeout --foreground -s INT 3 bash -c "$line" </dev/null
        case $status in
        0 | 130 | 124) ;;
        *)
            [[ $output == *"no CUDA back end"* || $output == *"no usable GPU"* || $output == *"built without SQLite"* ]] && continue
            if [[ $line == *"--engine stockfish"* ]] && ! command -v stockfish >/dev/null; then continue; fi
            printf '%s\nstatus %s:\n%s\n' "$line" "$status" "$output" >&2
            return 1
            ;;
        esac
    done < <(commands_of "$page")
    echo "$count commands of $page"
    ran=$count
}

@test "the commands of README.md" {
    run_commands_of "$BATS_TEST_DIRNAME/../../README.md"
    ((ran >= 5))
}

# The commands of the workflow, for an engine that has no bug and for one that has one.
@test "the workflow of docs/engines.md" {
    page=$BATS_TEST_DIRNAME/../../docs/engines.md
    workflow=$(sed -n '/^```yaml$/,/^```$/{/^```/!p}' "$page")
    if python3 -c 'import yaml' 2>/dev/null; then python3 -c 'import sys, yaml; yaml.safe_load(sys.stdin)' <<<"$workflow"; fi
    mapfile -t commands < <(sed -nE 's/^ *- run: (plyforge .*)/\1/p' <<<"$workflow")
    same "number of commands" 2 "${#commands[@]}"
    cd "$BATS_TEST_TMPDIR" || return
    PATH=$(dirname "$PLYFORGE"):$PATH
    printf '#!/bin/sh\nexec "%s" uci\n' "$PLYFORGE" >engine
    chmod +x engine
    for command in "${commands[@]}"; do
        run -0 bash -c "$command"
    done
    [[ -s torture.xml ]]
    printf '#!/bin/sh\nexec "%s" ep_rank_pin\n' "$BROKEN_ENGINE" >engine
    for command in "${commands[@]}"; do
        run -1 bash -c "$command"
        [[ $output == *$'\nBug: en passant pin on the rank'* ]]
    done
}

@test "the number of known counts in README.md, by the command of docs/testing.md" {
    cd "$BATS_TEST_DIRNAME/../.." || return
    line=$(commands_of docs/testing.md | grep '^plyforge suite ')
    expected=$(sed -nE 's/.* ([0-9,]+) known counts.*/\1/p' README.md | tr -d ,)
    PATH=$(dirname "$PLYFORGE"):$PATH
    run --separate-stderr bash -c "$line"
    same status 0 "$status"
    same output "$expected passed, 0 failed" "${lines[-1]}"
}

@test "the commands of docs/" {
    local total=0
    for page in "$BATS_TEST_DIRNAME"/../../docs/*.md "$BATS_TEST_DIRNAME"/../../docs/records/*.md; do
        run_commands_of "$page"
        total=$((total + ran))
    done
    echo "$total commands"
    ((total >= 18))
}

# A command in an indented block would not be run by the tests above.
@test "every command line of docs/ stands in a block that is run" {
    run awk '
        /^```/ { inside = /^```(sh|console)$/ }
        !inside && /^ *(\$ )?([a-z]+\/)*plyforge (perft|unique|ledger|suite|[a-z]+ .*--)/ { print FILENAME ":" FNR ": " $0 }
    ' "$BATS_TEST_DIRNAME"/../../README.md "$BATS_TEST_DIRNAME"/../../docs/*.md "$BATS_TEST_DIRNAME"/../../docs/records/*.md
    same "other lines" "" "$output"
}

@test "the session of README.md" {
    page=$BATS_TEST_DIRNAME/../../README.md
    run "$BATS_TEST_DIRNAME/../../scripts/make-sessions" "$page"
    same status 0 "$status"
    same page "$(cat "$page")" "$output"
}
