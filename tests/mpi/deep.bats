# plyforge-mpi with the numbers that a cluster is for, as far as one machine has the time.

load helper

@test "perft 8 and kiwipete 6 with one to four processes" {
    for processes in 1 2 3 4; do
        on "$processes" perft 8 --exact-dedupe --store "$STORE.$processes" --threads 1
        same "start, $processes processes" "Nodes searched: 84998978956" "$output"
        counted 64 "$STORE.$processes"
        on "$processes" perft 6 --fen "$KIWIPETE" --exact-dedupe --store "$STORE.kiwipete.$processes" --threads 1
        same "kiwipete, $processes processes" "Nodes searched: 8031647685" "$output"
    done
}

@test "four processes make ply 6 with at most 50 MB" {
    for command in "perft 8 --exact-dedupe" "unique 6"; do
        # shellcheck disable=SC2086 # words
        on_own_folders 4 $command --threads 1
        same status 0 "$status"
        [[ $stderr =~ Sent:\ ([0-9]+)\ bytes ]]
        echo "$command: ${BASH_REMATCH[1]} bytes"
        ((BASH_REMATCH[1] <= 50000000))
        rm -r "$STORE".?
    done
}

@test "distinct positions to ply 7 are A083276" {
    on 2 unique 7 --store "$STORE" --threads 1
    same output "$(printf '%s\n' '1: 20' '2: 400' '3: 5362' '4: 72078' '5: 822518' '6: 9417681' '7: 96400068')" "$output"
}

@test "each process is killed at every ply, with and without a common folder" {
    PROGRAM=$DISTURBED
    command=(perft 7 --exact-dedupe --store-buckets 8 --threads 1)
    for rank in 0 1 2; do
        for point in "store_write 1" "store_write 2" "store_write 4" "store_read 1" "store_read 2" "store_read 4"; do
            for runner in on on_own_folders; do
                rm -rf "$STORE" "$STORE".?
                folder=(--store "$STORE")
                ledger=$STORE
                if [[ $runner == on_own_folders ]]; then folder=() ledger=$STORE.0; fi
                DIE="$rank $point" $runner 3 "${command[@]}" "${folder[@]}"
                killed "$rank $point"
                $runner $((1 + (rank + 1) * 7 % 4)) "${command[@]}" "${folder[@]}"
                same "$runner after $rank $point" "Nodes searched: 3195901860" "$output"
                counted 8 "$ledger"
            done
        done
    done
}
