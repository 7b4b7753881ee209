# Every command with standard input, output or error closed: a clear message or the usual answer, never a hang, and never
# a byte in a file that happens to get the free descriptor.

load helper

# Runs of the commands; those that read standard input twice more, by the names that it has. A command without a line here
# is run without arguments.
RUNS="--version
--help
perft 2 --divide
perft 3 --threads 2
unique 2
perft 2 --ledger FOLDER/new.ledger
ledger show FOLDER/run.ledger
ledger check FOLDER/run.ledger
perft 2 --exact-dedupe --store FOLDER/new.store --store-buckets 2
store show FOLDER/run.store
store check FOLDER/run.store
suite DATA/semicolon-first.epd
suite DATA/semicolon-first.epd --junit FOLDER/report.xml
suite DATA/semicolon-first.epd --junit FOLDER/report.xml --engine false
suite DATA/semicolon-first.epd --engine BROKEN_ENGINE
suite -
suite /dev/stdin
moves
unmoves 4k3/8/8/8/8/8/8/4K3
show
fen 4k3/8/8/8/8/8/8/4K3
outcome
explain e2e4
bisect 1 --engine BROKEN_ENGINE
bisect 1 --divide -
torture
uci
san e2e4
pgn DATA/games.pgn
pgn DATA/games.pgn --moves uci --threads 2
pgn -
pgn /dev/stdin
book check /dev/null
book make DATA/games.pgn --output FOLDER/book.bin
book make --output FOLDER/book.bin -
train DATA/games.pgn --force -o FOLDER/games.plyt
train --force -o FOLDER/games.plyt -
bench --reduce 9"

setup_runs()
{
    for command in $("$PLYFORGE" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'); do
        grep -q "^$command" <<<"$RUNS" || RUNS+=$'\n'$command
    done
    cd "$BATS_TEST_TMPDIR"
    "$PLYFORGE" perft 3 --ledger run.ledger >/dev/null 2>&1 || RUNS=$(grep -v -e ledger -e store <<<"$RUNS")
    "$PLYFORGE" perft 3 --exact-dedupe --store run.store --store-buckets 2 >/dev/null 2>&1 || true
    cp run.ledger kept.ledger 2>/dev/null || true
}

# start DESCRIPTOR WORD...: runs the program with that descriptor closed; status 124 if it hangs.
start()
{
    local descriptor=$1
    shift
    [[ $descriptor == 0 ]] || exec </dev/null
    case $descriptor in
    0) exec 0<&- ;;
    1) exec 1>&- ;;
    2) exec 2>&- ;;
    esac
    timeout 60 "$PLYFORGE" "$@"
}

# words_of LINE: the words of a run in $words.
words_of()
{
    local line=${1//FOLDER/$BATS_TEST_TMPDIR}
    line=${line//DATA/$DATA}
    read -ra words <<<"${line//BROKEN_ENGINE/$BROKEN_ENGINE}"
    rm -rf new.ledger new.store
}

@test "a closed standard output ends every command at once" {
    setup_runs
    while read -r line; do
        words_of "$line"
        run --separate-stderr start 1 "${words[@]}"
        same "status of $line" 1 "$status"
        same "$line" "plyforge: standard output is closed; use >/dev/null to discard the output" "$stderr"
    done <<<"$RUNS"
    [[ ! -e new.ledger && ! -e new.store && ! -e report.xml ]]
    [[ ! -e run.ledger ]] || cmp run.ledger kept.ledger
}

@test "a closed standard input is an error for those that read it, and nothing to the others" {
    setup_runs
    while read -r line; do
        words_of "$line"
        run --separate-stderr start 0 "${words[@]}"
        local expected_status=$status expected_output=$output
        case $line in
        *" -" | uci)
            same "status of $line" 2 "$status"
            same "$line" "plyforge: standard input is closed or a directory" "${stderr%%$'\n'*}" # train adds a line
            same "output of $line" "" "$output"
            ;;
        */dev/stdin)
            same "status of $line" 2 "$status"
            [[ $stderr == "plyforge: "*"/dev/stdin: "* ]]
            same "output of $line" "" "$output"
            ;;
        *)
            words_of "$line"
            run --separate-stderr start none "${words[@]}"
            same "status of $line" "$status" "$expected_status"
            same "$line" "$(sed -E 's/[0-9]+\.[0-9]+.*//' <<<"$output")" "$(sed -E 's/[0-9]+\.[0-9]+.*//' <<<"$expected_output")"
            ;;
        esac
    done <<<"$RUNS"
}

@test "with standard error closed every command answers as usual, and nothing else gets its messages" {
    setup_runs
    while read -r line; do
        words_of "$line"
        run start none "${words[@]}" 2>/dev/null
        local expected_status=$status
        words_of "$line"
        run start 2 "${words[@]}"
        same "status of $line" "$expected_status" "$status"
        if grep -ae 'plyforge:' -e 'Time:' -- *.xml *.ledger; then same "files after $line" "no messages" "messages"; fi
    done <<<"$RUNS"
    [[ ! -e run.ledger ]] || "$PLYFORGE" ledger check run.ledger
}

@test "all three closed at once" {
    run bash -c 'timeout 60 "$PLYFORGE" uci <&- >&- 2>&-'
    same status 1 "$status"
    run bash -c 'timeout 60 "$PLYFORGE" pgn - <&- 2>&-'
    same status 2 "$status"
}

@test "standard input that is a directory, or open for writing only" {
    for arguments in uci "pgn -" "suite -"; do
        # shellcheck disable=SC2016,SC2086 # the inner shell expands; the words are meant to be split
        run --separate-stderr bash -c '"$PLYFORGE" "$@" </' bash $arguments
        same "status of $arguments" 2 "$status"
        same "$arguments" "plyforge: standard input is closed or a directory" "$stderr"
        # shellcheck disable=SC2016,SC2086
        run --separate-stderr bash -c '"$PLYFORGE" "$@" 0>/dev/null' bash $arguments
        same "status of $arguments" 2 "$status"
        [[ $stderr == "plyforge: "*": Bad file descriptor" ]]
        same "output of $arguments" "" "$output"
    done
}
