# Ctrl-C: what is known so far is told, and the exit status is 130.

load helper

# interrupted ARGUMENT...: runs the program, sends SIGINT after a second, and waits for its end. What it has done by then
# depends on the machine; the work is too long to be done anywhere.
interrupted()
{
    # A background job of a shell without job control ignores SIGINT; python3 starts it as a terminal would.
    run --separate-stderr python3 -c '
import signal, subprocess, sys, time
process = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(1)
process.send_signal(signal.SIGINT)
sys.exit(process.wait())' "$PLYFORGE" "$@"
}

FAR='([0-9]+ of [0-9]+ (subtrees|root moves) counted, [0-9]+ nodes so far|before the first leaves were counted)'

@test "perft says how far it was" {
    interrupted perft 10 --threads 2
    same status 130 "$status"
    same output "" "$output"
    [[ $stderr =~ ^"plyforge: stopped after "[0-9.]+" s"[:,]" "$FAR$ ]]
}

@test "perft --divide prints the root moves that are done" {
    interrupted perft 8 --divide --plain --json
    same status 130 "$status"
    same output "" "$output"
    interrupted perft 8 --divide --plain
    same status 130 "$status"
    [[ $stderr =~ $FAR$ ]]
    for line in "${lines[@]}"; do [[ $line =~ ^[a-h][1-8][a-h][1-8]:" "[0-9]+$ ]]; done
}

@test "merging that is stopped says so" {
    interrupted perft 12 --exact-dedupe --threads 2
    same status 130 "$status"
    same output "" "$output"
    [[ $stderr == "plyforge: stopped after "* ]]
}

@test "a ledger has what was counted, and the next run goes on" {
    if ! "$PLYFORGE" perft 0 --ledger "$BATS_TEST_TMPDIR/try" 2>/dev/null; then skip "plyforge was built without SQLite"; fi
    interrupted perft 10 --threads 2 --ledger "$BATS_TEST_TMPDIR/run"
    same status 130 "$status"
    counted=0
    if [[ $stderr =~ :\ ([0-9]+)\ of\ [0-9]+\ subtrees.*"; the ledger has them"$ ]]; then counted=${BASH_REMATCH[1]}; fi
    plyforge ledger show "$BATS_TEST_TMPDIR/run"
    same subtrees "subtrees: $counted" "${lines[3]}"
    same result "result: not finished" "${lines[4]}"
}

@test "unique keeps the plies that are complete" {
    interrupted unique 12 --threads 2
    same status 130 "$status"
    same "first line" "1: 20" "${lines[0]}"
    same stderr "plyforge: stopped: the plies above are complete" "$stderr"
}

@test "a second Ctrl-C does not wait" {
    run --separate-stderr python3 -c '
import signal, subprocess, sys, time
process = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(0.5)
process.send_signal(signal.SIGSTOP)
process.send_signal(signal.SIGINT)
process.send_signal(signal.SIGCONT)
time.sleep(0.2)
process.send_signal(signal.SIGINT)
sys.exit(0 if process.wait() in (-signal.SIGINT, 130) else 1)' "$PLYFORGE" perft 30 --plain --fen "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"
    same status 0 "$status"
}
