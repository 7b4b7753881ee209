# The terminal sessions in docs/ are what the program really prints.

load helper

@test "the sessions of docs/workbench.md" {
    page=$BATS_TEST_DIRNAME/../../docs/workbench.md
    run "$BATS_TEST_DIRNAME/../../scripts/make-sessions" "$page"
    same status 0 "$status"
    same page "$(cat "$page")" "$output"
}

@test "the sessions of docs/commands.md, at least one for each command" {
    page=$BATS_TEST_DIRNAME/../../docs/commands.md
    needs_sqlite
    run "$BATS_TEST_DIRNAME/../../scripts/make-sessions" "$page"
    same status 0 "$status"
    same page "$(cat "$page")" "$output"
    for command in $("$PLYFORGE" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'); do
        grep -qE "^\\$ .*plyforge $command( |$)" "$page" || same "session of" "$command" nothing
    done
}

# version COMMAND: what a UCI engine calls itself.
version()
{
    PATH=$PATH:/usr/games timeout 20 sh -c "echo uci | $1" 2>/dev/null | sed -n 's/^id name //p' || true
}

@test "the sessions of docs/engines.md" {
    [[ $(version stockfish) == "Stockfish 15.1" ]] || skip "no Stockfish 15.1"
    [[ $(version fairy-stockfish) == "Fairy-Stockfish 11.1"* ]] || skip "no Fairy-Stockfish 11.1"
    [[ $(version "gnuchess --uci") == "GNU Chess 6.2.7" ]] || skip "no GNU Chess 6.2.7"
    page=$BATS_TEST_DIRNAME/../../docs/engines.md
    run "$BATS_TEST_DIRNAME/../../scripts/make-sessions" "$page"
    same status 0 "$status"
    same page "$(cat "$page")" "$output"
}
