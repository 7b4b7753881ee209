# plyforge-mpi: deep counts by many processes. With larger numbers: deep.bats.

load helper

# 8 buckets: plies 3 and 4 are stored.
COUNT=(perft 7 --exact-dedupe --store-buckets 8 --threads 1)
RESULT="Nodes searched: 3195901860"

@test "the number of processes does not change a count" {
    for processes in 1 3 4; do
        on "$processes" perft 6 --exact-dedupe --store "$STORE.$processes" --store-buckets 8
        same "status of $processes" 0 "$status"
        same "output of $processes" "Nodes searched: 119060324" "$output"
        [[ $stderr == *"Ply 3: 5362 records, 0.0 MB sent"*"Time: "*" for 8 buckets"* ]]
        counted 8 "$STORE.$processes"
    done
    # It is a store like those of plyforge, and the next run has nothing to do.
    same check "stored plies: 1, all totals correct; buckets: 8 of 8 counted again, 0 wrong" "$("$PLYFORGE" store check "$STORE.4" --sample 8)"
    before=$(cat "$STORE.4"/* | md5sum)
    on 2 perft 6 --exact-dedupe --store "$STORE.4"
    same output "Nodes searched: 119060324" "$output"
    same store "$before" "$(cat "$STORE.4"/* | md5sum)"
    run --separate-stderr "$PLYFORGE" perft 6 --exact-dedupe --store "$STORE.4"
    same output "Nodes searched: 119060324" "$output"
}

@test "processes without a common folder send each other what belongs to their buckets" {
    on_own_folders 3 perft 5 --exact-dedupe --fen "$KIWIPETE" --store-buckets 2
    same status 0 "$status"
    same output "Nodes searched: 193690690" "$output"
    [[ $stderr =~ Sent:\ ([0-9]+)\ bytes ]]
    ((BASH_REMATCH[1] > 0))
    # Nothing that was received is left, and each file is in one folder.
    same received "" "$(find "$STORE".? -name '*.received' -o -name '*.new' -o -name '*.rank')"
    same twice "" "$(find "$STORE".? -name '*.bucket' -printf '%f\n' | sort | uniq -d)"
    same ledgers "$STORE.0/all.ledger" "$(echo "$STORE".?/*.ledger)"
    # Small depths store nothing.
    for depth in 0 4; do
        STORE=$BATS_TEST_TMPDIR/depth$depth
        on_own_folders 2 perft "$depth" --exact-dedupe --fen "$KIWIPETE"
        same "depth $depth" "$("$PLYFORGE" perft "$depth" --fen "$KIWIPETE" 2>/dev/null)" "$output"
    done
}

@test "distinct positions" {
    expected=$("$PLYFORGE" unique 5)
    on_own_folders 4 unique 5 --store-buckets 32
    same output "$expected" "$output"
    # Records of the ply before the last are sent, and of the last one only captures: all of it would be 27 MB.
    [[ $stderr =~ Sent:\ ([0-9]+)\ bytes ]]
    ((BASH_REMATCH[1] < 5000000))
    on 2 unique 5 --store "$STORE" --store-buckets 8
    same output "$expected" "$output"
    same check "stored plies: 3, all totals correct; buckets: 2 of 8 counted again, 0 wrong" "$("$PLYFORGE" store check "$STORE" --sample 2)"
    on 3 unique 5 --store "$STORE" --json
    [[ $output == *822518* ]]
    "$PLYFORGE" store drop "$STORE"
    on 1 unique 5 --store "$STORE"
    same "output without plies" "$expected" "$output"
    on 2 perft 5 --exact-dedupe --store "$STORE"
    [[ $stderr == *"plyforge: store '$STORE': it was created by plyforge-mpi unique"* ]]
    on 2 unique 3 --fen "$KIWIPETE" --store "$STORE.kiwipete"
    same output "$("$PLYFORGE" unique 3 --fen "$KIWIPETE")" "$output"
}

@test "statistics are those of plyforge" {
    # The buckets are so few that plies are exchanged; with two of them, some processes have nothing to do.
    start=6 numbers=(1 2 3 4)
    if [[ -n $SANITIZED ]]; then start=5 numbers=(3); fi
    for question in "$start 8 startpos" "4 2 $KIWIPETE"; do
        read -r depth buckets fen <<<"$question"
        expected=$("$PLYFORGE" perft "$depth" --stats --fen "$fen" 2>/dev/null)
        for processes in "${numbers[@]}"; do
            on "$processes" perft "$depth" --stats --fen "$fen" --store-buckets "$buckets" --threads 1
            same "status of $processes" 0 "$status"
            same "output of $processes" "$expected" "$output"
        done
        [[ $stderr == *"Ply $((depth - 2)): "*"Time: "*"Sent: "*" bytes"* ]]
    done
    # Small depths are made by each process as a whole, and --exact-dedupe says what is done anyway.
    for depth in 0 1; do
        run --separate-stderr "$PLYFORGE_MPI" perft "$depth" --stats --exact-dedupe --fen "$KIWIPETE"
        same "depth $depth" "$("$PLYFORGE" perft "$depth" --stats --fen "$KIWIPETE" 2>/dev/null)" "$output"
    done
    # The times differ.
    on 2 perft 3 --stats --json --fen "$KIWIPETE"
    same "JSON" "$("$PLYFORGE" perft 3 --stats --json --fen "$KIWIPETE" | grep -v second)" "$(grep -v second <<<"$output")"
}

@test "statistics that do not fit into memory" {
    run --separate-stderr "$PLYFORGE_MPI" perft 6 --stats --memory 1M
    ((status != 0))
    [[ $output != *Depth* && $stderr == *"the positions of a ply do not fit into the memory allowed; see --memory, or use more processes"* ]]
}

@test "a process is killed, and the same command goes on with another number of processes" {
    PROGRAM=$DISTURBED
    # While ply 4 is made, and while leaves are counted; deep.bats has more.
    processes=3
    for wish in "0 store_write 4" "2 store_read 4"; do
        rm -rf "$STORE"
        DIE=$wish on 3 "${COUNT[@]}" --store "$STORE"
        killed "$wish"
        left=$(find "$STORE" -name '*.bucket' -exec md5sum {} +)
        processes=$((processes % 4 + 1))
        on "$processes" "${COUNT[@]}" --store "$STORE"
        same output "$RESULT" "$output"
        counted 8
        if [[ -n $left ]]; then md5sum --quiet -c <<<"$left"; fi # what was complete is not made again
    done
}

@test "the same with a folder for each process, of which one is lost" {
    PROGRAM=$DISTURBED
    for wish in "2 store_write 4" "1 store_read 6"; do
        export DIE=$wish
        on_own_folders 3 "${COUNT[@]}"
        killed "$wish"
        unset DIE
    done
    on_own_folders 2 "${COUNT[@]}"
    same output "$RESULT" "$output"
    counted 8 "$STORE.0"
    same received "" "$(find "$STORE".[01] -name '*.received')"
}

@test "what is left after a time limit is counted later" {
    export FAST_CLOCK=1
    PROGRAM=$DISTURBED on 2 "${COUNT[@]}" --store "$STORE" --time-limit 4m
    same status 3 "$status"
    same output "" "$output"
    [[ $stderr == *"Store: 0 of 8 buckets counted, 8 left"* ]]
    unset FAST_CLOCK
    on 2 "${COUNT[@]}" --store "$STORE" --time-limit 1h
    same status 0 "$status"
    same output "$RESULT" "$output"
}

@test "a damaged file ends all processes with its name" {
    PROGRAM=$DISTURBED DIE="0 store_read 3" on 1 "${COUNT[@]}" --store "$STORE"
    file=$STORE/03-00005.bucket
    cp "$file" "$BATS_TEST_TMPDIR/whole"
    rm "$STORE"/04-*
    printf 'X' | dd of="$file" bs=1 seek=1000 conv=notrunc status=none
    on 3 "${COUNT[@]}" --store "$STORE"
    ((status != 0))
    [[ $output != *Nodes* && $stderr == *"store file '$file': damaged; remove it to have it generated again"* ]]
    rm "$file"
    on 3 "${COUNT[@]}" --store "$STORE"
    same output "$RESULT" "$output"
}

@test "two jobs do not work on one store" {
    mkdir "$STORE"
    coproc python3 -c 'import fcntl, sys
file = open(sys.argv[1], "w+")
fcntl.lockf(file, fcntl.LOCK_SH, 1, 0)
print("locked", flush=True)
sys.stdin.read()' "$STORE/lock" 3>&-
    read -r said <&"${COPROC[0]}"
    same said locked "$said"
    on 2 "${COUNT[@]}" --store "$STORE"
    kill "$COPROC_PID"
    ((status != 0))
    [[ $stderr == *"store '$STORE': another run is working on it; wait for it to finish, or use other --buckets"* ]]
}

@test "a ledger that is not with rank 0 is not overlooked" {
    on_own_folders 2 perft 4 --exact-dedupe --store-buckets 2
    mv "$STORE.0" "$STORE.old"
    mv "$STORE.1" "$STORE.0"
    mv "$STORE.old" "$STORE.1"
    on_own_folders 2 perft 4 --exact-dedupe --store-buckets 2
    ((status != 0))
    [[ $stderr == *"rank 1: store '$STORE.1': it has a ledger, but rank 0 uses another folder; list the machine with the ledger first"* ]]
}

# wrong MESSAGE ARGUMENT...: refused once, with status 2. Without mpirun, there is one process.
wrong()
{
    local message=$1
    shift
    if [[ -n ${PROCESSES:-} ]]; then on "$PROCESSES" "$@"; else run --separate-stderr "$PLYFORGE_MPI" "$@"; fi
    same status 2 "$status"
    same output "" "$output"
    same message "plyforge: $message" "$(grep ^plyforge: <<<"$stderr")"
}

@test "wrong input is refused once" {
    wrong "no command given; try 'plyforge-mpi --help'"
    wrong "unknown command 'suite'; try 'plyforge-mpi --help'" suite
    wrong "unknown option '--nonsense'; try 'plyforge-mpi --help'" --nonsense
    wrong "perft needs DEPTH; try 'plyforge-mpi perft --help'" perft --exact-dedupe --store "$STORE"
    wrong "plyforge-mpi perft needs --store DIR" perft 5 --exact-dedupe
    wrong "plyforge-mpi perft needs --exact-dedupe: it always merges equal positions" perft 5 --store "$STORE"
    PROCESSES=3 wrong "DEPTH must be a number from 0 to 255, not 'x'" perft x --exact-dedupe --store "$STORE"
    wrong "DEPTH must be a number from 1 to 255, not '0'" unique 0 --store "$STORE"
    # Statistics are not kept, and so refused with a store in the words of plyforge.
    for options in "--store $STORE" "--exact-dedupe --store $STORE" "--time-limit 9m"; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr "$PLYFORGE" perft 5 --stats $options
        # shellcheck disable=SC2086
        wrong "${stderr#plyforge: }" perft 5 --stats $options
    done
    wrong "plyforge-mpi perft --stats counts on CPUs; plyforge perft --stats --backend cuda uses a GPU" perft 5 --stats --backend cuda
    PROCESSES=3 wrong "store '/proc/store': No such file or directory" perft 5 --exact-dedupe --store /proc/store
    [ ! -e "$STORE" ]
}

@test "help and version are printed once" {
    on 2 --version
    same version "plyforge-mpi $("$PLYFORGE" --version | cut -d' ' -f2)" "$output"
    on 2 --help
    same status 0 "$status"
    same usage "Usage: mpirun -n N plyforge-mpi COMMAND [ARGUMENT]... [OPTION]..." "$(grep Usage <<<"$output")"
    for command in perft unique; do
        on 2 "$command" --help
        same usage "Usage: plyforge-mpi $command DEPTH [FEN] [OPTION]..." "$(grep Usage <<<"$output")"
        # The man page has every option.
        for option in $(grep -oE '^  --[a-z0-9-]+' <<<"$output"); do
            grep -qF -- "${option//-/\\-}" "$BATS_TEST_DIRNAME/../../docs/man/plyforge-mpi.1" || same "man page" "$option" ""
        done
    done
}

@test "the commands of the documentation run" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$PLYFORGE_MPI" "$BATS_TEST_TMPDIR/bin/plyforge-mpi"
    ln -s "$PLYFORGE" "$BATS_TEST_TMPDIR/bin/plyforge"
    printf '#!/bin/sh\nexec %s "$@"\n' "${START[*]}" >"$BATS_TEST_TMPDIR/bin/mpirun"
    chmod +x "$BATS_TEST_TMPDIR/bin/mpirun"
    cd "$BATS_TEST_TMPDIR"
    # With smaller numbers, and without the names of hosts.
    commands=$(grep -hE '^mpirun .*plyforge-mpi' "$BATS_TEST_DIRNAME/../../docs/howto-deep-perft.md" |
        sed -E 's/ -n 64/ -n 3/; s/ --hostfile [a-z]+//; s/ --(map|bind)-[a-z]+ [a-z:]+//g; s/(perft|unique) [0-9]+/\1 5/; s/#.*//; s|/shared/||g')
    (($(wc -l <<<"$commands") >= 4))
    while read -r line; do
        echo "$line"
        PATH=$BATS_TEST_TMPDIR/bin:$PATH bash -c "$line" <&-
    done <<<"$commands"
}
