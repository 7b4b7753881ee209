# The tables of docs/records: a sample of them is counted again, and the page says what they say.

load helper

RECORDS=$BATS_TEST_DIRNAME/../../docs/records

# right COUNTS ARGUMENT...: all these counts of a suite are right.
right()
{
    local expected=$1
    shift
    plyforge suite "$@"
    same status 0 "$status"
    same output "$expected passed, 0 failed" "${lines[-1]}"
}

@test "the small counts of the OEIS sequences and of the known positions" {
    right 35 "$RECORDS/oeis.epd" --max-nodes 200000000 --exact-dedupe
    right 27 "$RECORDS/positions.epd" --max-nodes 200000000
}

@test "48 of the Chess960 starts to depth 6" {
    awk 'NR % 20 == 7' "$RECORDS/chess960.epd" >"$BATS_TEST_TMPDIR/sample.epd"
    right 288 "$BATS_TEST_TMPDIR/sample.epd" --chess960 --max-depth 6 --exact-dedupe
}

@test "the small counts of the variants" {
    local total=0
    for file in "$RECORDS"/variants/*.epd; do
        plyforge suite "$file" --variant "$(basename "$file" .epd)" --max-nodes 10000000
        same status 0 "$status"
        total=$((total + ${lines[-1]%% *}))
    done
    same counts 36 "$total"
}

@test "a wrong count in a table is found" {
    sed 's/;D5 191462298 /;D5 191462299 /' "$RECORDS/oeis.epd" >"$BATS_TEST_TMPDIR/wrong.epd"
    plyforge suite "$BATS_TEST_TMPDIR/wrong.epd" --max-nodes 200000000 --exact-dedupe
    same status 1 "$status"
    same failure "$BATS_TEST_TMPDIR/wrong.epd:5: rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1 depth 5: expected 191462299, got 191462298" "${lines[0]}"
}

@test "Stockfish counts 48 of the Chess960 starts to depth 5" {
    awk 'NR % 20 == 7' "$RECORDS/chess960.epd" >"$BATS_TEST_TMPDIR/sample.epd"
    run "$BATS_TEST_DIRNAME/../suites/stockfish_chess960.sh" "$BATS_TEST_TMPDIR/sample.epd" 5
    ((status != 77)) || skip "no stockfish"
    same status 0 "$status"
    same output "48 counts of depth 5 agree with Stockfish" "$output"
}

@test "the statistics to a few million leaves, and their sums" {
    for job in start:5 kiwipete:4 position-3:6 position-4:4 position-5:4 position-6:4; do
        name=${job%:*} depth=${job#*:}
        fen=$(awk -F, -v name="$name" '$1 == name { print $2; exit }' "$RECORDS/statistics.csv")
        plyforge perft "$depth" --stats --fen "$fen"
        same status 0 "$status"
        # The kinds of checks are a second table, behind the first.
        counted=$(awk 'NF == 0 { kinds = 1 } /^ / { if (!kinds) row[$1] = $0; else { d = $1; $1 = ""; print row[d] $0 } }' <<<"$output" |
            sed -E 's/ +/ /g; s/^ //')
        same "statistics of $name" "$(python3 "$BATS_TEST_DIRNAME/records.py" statistics "$RECORDS/statistics.csv" "$name" "$depth")" "$counted"
        python3 "$BATS_TEST_DIRNAME/records.py" statistics "$RECORDS/statistics.csv" "$name" 99 # the sums of the other rows
    done
}

@test "the nodes of the statistics are those of the other tables" {
    same counts "37" "$(python3 - "$RECORDS" <<'END'
import csv, re, sys
counts = {}
for line in open(sys.argv[1] + '/positions.epd'):
    for depth, count in re.findall(r';D(\d+) (\d+)', line):
        counts[line.split(';id ')[1].strip(), depth] = count
rows = [row for row in csv.DictReader(open(sys.argv[1] + '/statistics.csv')) if row['name'] != 'start']
assert all(counts[row['name'], row['depth']] == row['nodes'] for row in rows)
print(len(rows))
END
)"
}

@test "the distinct positions to ply 5, and those of OEIS A083276" {
    local jobs=0 name variant fen
    while IFS='|' read -r name variant fen; do
        plyforge unique 5 --fen "$fen" --variant "${variant/standard/chess}"
        same status 0 "$status"
        same "$name" "$(awk -F, -v name="$name" '$1 == name && $4 <= 5 { print $4 ": " $5 }' "$RECORDS/distinct.csv")" "$output"
        jobs=$((jobs + 1))
    done < <(awk -F, 'NR > 1 { print $1 "|" $2 "|" $3 }' "$RECORDS/distinct.csv" | uniq)
    same jobs 13 "$jobs"
    same A083276 "20 400 5362 72078 822518 9417681 96400068 988187354 9183421888 " \
        "$(awk -F, '$1 == "start" { printf "%s ", $5 }' "$RECORDS/distinct.csv")"
}

@test "the ledgers have the counts of the table, and their sums are right" {
    needs_sqlite
    local ledgers=0
    for folder in "$RECORDS"/ledgers/*/; do
        name=$(basename "$folder") depth=${folder##*-}
        row=$(grep ";id ${name%-*}$" "$RECORDS/oeis.epd")
        cp -r "$folder" "$BATS_TEST_TMPDIR/$name"
        plyforge store show "$BATS_TEST_TMPDIR/$name"
        same position "position: ${row%% ;*}" "${lines[0]}"
        same result "result: $(sed -nE "s/.* ;D${depth%/} ([0-9]+) .*/\1/p" <<<"$row")" "${lines[5]}"
        ply=${lines[3]##* }
        # The paths to the positions of all buckets are perft of their ply.
        same ways "$(sed -nE "s/.* ;D$ply ([0-9]+) .*/\1/p" <<<"$row")" \
            "$(sql "$BATS_TEST_TMPDIR/$name/all.ledger" "SELECT sum(CAST(ways AS INTEGER)) FROM buckets")"
        # This much memory is not enough for a bucket: only the sums are compared.
        plyforge store check "$BATS_TEST_TMPDIR/$name" --memory 1M
        same status 0 "$status"
        same check "stored plies: 0, all totals correct; buckets: 0 of 32 counted again, 0 wrong" "$output"
        ledgers=$((ledgers + 1))
    done
    same ledgers 6 "$ledgers"
}

@test "the page has the checksums and the summary of the tables" {
    cd "$RECORDS" || return
    local files=0
    for file in *.epd *.csv variants/*.epd ledgers/*/all.ledger; do
        grep -qF "| \`$file\` | \`$(sha256sum "$file" | cut -c 1-16)\` |" index.md || same "checksum of $file" "in index.md" "$(sha256sum "$file")"
        files=$((files + 1))
    done
    same files 18 "$files"
    while IFS= read -r line; do
        grep -qxF "$line" index.md || same "line of index.md" "$line" ""
    done < <(python3 "$BATS_TEST_DIRNAME/records.py" starts chess960.epd)
    # The deepest count of each variant and sequence, and the sequence before it.
    for file in oeis.epd variants/*.epd; do
        while read -r count; do
            grep -qF "$(sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta' <<<"$count")" index.md || same "count in index.md" "$count" ""
        done < <(sed -nE 's/.* ;D[0-9]+ ([0-9]+) ;id .*/\1/p' "$file")
    done
}
