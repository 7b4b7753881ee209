# plyforge perft and suite with threads, a table, and merging of duplicates.

load helper

@test "every way to run gives the same divide" {
    plyforge perft 4 --divide --fen "$KIWIPETE" --threads 1
    expected=$output
    same "last line" "Nodes searched: 4085603" "${lines[-1]}"
    for way in "--threads 2" "--threads 3 --no-bulk" "--hash 1M" "--hash 64k --threads 2 --seed 7" "--exact-dedupe" \
        "--exact-dedupe --threads 2 --memory 1M" "--exact-dedupe --backend portable"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        plyforge perft 4 --divide --fen "$KIWIPETE" $way
        same status 0 "$status"
        same "perft $way" "$expected" "$output"
    done
}

@test "merging the start position to depth 8: two of its armies have the same hash" {
    plyforge perft 8 --exact-dedupe --threads 2
    same output "Nodes searched: 84998978956" "$output"
}

@test "depth 0, mate and Chess960 in every way" {
    for way in "--threads 2" "--hash 1M" "--exact-dedupe"; do
        # shellcheck disable=SC2086
        {
            plyforge perft 0 $way
            same output "Nodes searched: 1" "$output"
            plyforge perft 4 $way --moves "f2f3 e7e5 g2g4 d8h4"
            same output "Nodes searched: 0" "$output"
            plyforge perft 3 $way --chess960 --fen "$CHESS960"
            same output "Nodes searched: 19548" "$output"
        }
    done
}

@test "a table says how safe its answer is" {
    plyforge perft 7 --hash 1M --threads 1
    same status 0 "$status"
    same output "Nodes searched: 3195901860" "$output"
    [[ ${stderr_lines[1]} =~ ^Table:\ 94\ key\ bits,\ [0-9]+\ probes,\ [0-9]+\ found,\ chance\ of\ a\ wrong\ count\ \<\ [0-9.]+e-[1-9][0-9]$ ]]
}

@test "--verify counts twice" {
    plyforge perft 5 --hash 1M --verify
    same status 0 "$status"
    same output "Nodes searched: 4865609" "$output"
    same "last line" "Verified: the same count with other keys" "${stderr_lines[-1]}"
}

@test "the table in JSON" {
    plyforge perft 7 --json --hash 1M
    same status 0 "$status"
    [[ $output == *'"key_bits": 94'* && $output == *'"entries": "65536"'* && $output == *'"risk": '* ]]
    plyforge perft 4 --json
    [[ $output != *table* ]]
}

@test "unique counts the different positions of each ply" {
    accepted $'1: 20\n2: 400\n3: 5362\n4: 72078' unique 4
    accepted $'1: 20\n2: 400\n3: 5362\n4: 72078' unique 4 --threads 2 --memory 3M
    accepted $'1: 3\n2: 9' unique 2 --fen "7k/8/8/8/8/8/8/K7 w - - 0 1"
    accepted $'1: 0\n2: 0' unique 2 --moves "f2f3 e7e5 g2g4 d8h4"
    accepted "" unique 0
}

@test "unique says when memory is not enough" {
    plyforge unique 7 --memory 2M
    same status 1 "$status"
    same "first line" "1: 20" "${lines[0]}"
    same stderr "plyforge: the positions of a ply do not fit into the memory allowed; see --memory" "$stderr"
}

@test "suites are counted in every way" {
    for way in "--threads 2" "--hash 1M --seed 3" "--exact-dedupe --threads 2"; do
        # shellcheck disable=SC2086
        plyforge suite "$DATA/mixed.epd" --max-nodes 100000 $way
        same status 0 "$status"
    done
}

@test "wrong numbers and sizes are refused" {
    for threads in 0 x 1.5 1025 ""; do
        refused "--threads must be a number from 1 to 1024, not '$threads'" perft 1 --threads "$threads"
    done
    for size in x 1X 1.5G M ""; do
        refused "--hash takes a number of bytes, or one with K, M, G or T, not '$size'" perft 1 --hash "$size"
        refused "--memory takes a number of bytes, or one with K, M, G or T, not '$size'" unique 1 --memory "$size"
    done
    for size in 99999999999999999999 9999999T; do
        refused "--hash must be at most 8388607T, not '$size'" perft 1 --hash "$size"
        refused "--memory must be at most 8388607T, not '$size'" unique 1 --memory "$size"
    done
    refused "--hash must be at least 65536 bytes, not '1000'" perft 1 --hash 1000
    refused "--memory must be at least 1048576 bytes, not '1K'" perft 1 --exact-dedupe --memory 1K
    for seed in x -x 18446744073709551616; do
        refused "--seed must be a number from 0 to 18446744073709551615, not '$seed'" perft 1 --hash 1M --seed "$seed"
    done
    refused "DEPTH must be a number from 0 to 255, not 'six'" unique six
}

@test "options that cannot be combined are refused" {
    refused "--seed needs --hash" perft 1 --seed 1
    refused "--verify needs --hash" perft 1 --verify
    refused "--memory needs --exact-dedupe, --stats or --backend cuda" perft 1 --memory 1G
    refused "--plain and --threads cannot be combined" perft 1 --plain --threads 2
    refused "--plain and --hash cannot be combined" perft 1 --plain --hash 1M
    refused "--plain and --exact-dedupe cannot be combined" perft 1 --plain --exact-dedupe
    refused "--exact-dedupe and --hash cannot be combined" perft 1 --exact-dedupe --hash 1M
}

@test "a table larger than memory is an error, not a crash" {
    plyforge perft 20 --hash 1000000T
    same status 1 "$status"
    same output "" "$output"
    same stderr "plyforge: not enough memory for the table" "$stderr"
}
