# The terminal sessions in docs/ are what the program really prints.

load helper

@test "the sessions of docs/workbench.md" {
    page=$BATS_TEST_DIRNAME/../../docs/workbench.md
    run "$BATS_TEST_DIRNAME/../../scripts/make-sessions" "$page"
    same status 0 "$status"
    same page "$(cat "$page")" "$output"
}
