# plyforge train.

load helper

GAMES=$DATA/train.pgn

# moves_of FILE: the moves of its records, one a line.
moves_of()
{
    "$PLYFORGE" train --read "$1" | sed -n 's/^move //p'
}

setup_train()
{
    file=$BATS_TEST_TMPDIR/games.plyt
}

@test "train writes a record for each position, and --read prints them" {
    setup_train
    accepted "3 games, 0 broken, 1 without a result; 7 positions, 7 records" train "$GAMES" -o "$file"
    same size $((32 * 9)) "$(stat -c %s "$file")"
    plyforge train --read "$file"
    same "the second record" "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
move e7e5
score -30
ply 1
result -1
e" "$(sed -n 7,12p <<<"$output")"
    same moves "e2e4 e7e5 d1h5 e8e7 h5e5 e1g1 e8c8" "$(moves_of "$file" | xargs)"
    same scores "32002 -30 20 31000 31998 32002 -5" "$("$PLYFORGE" train --read "$file" | sed -n 's/^score //p' | xargs)"
    same results "1 -1 1 -1 1 0 0" "$("$PLYFORGE" train --read "$file" | sed -n 's/^result //p' | xargs)"
    same plies "0 1 2 3 4 0 1" "$("$PLYFORGE" train --read "$file" | sed -n 's/^ply //p' | xargs)"
    "$PLYFORGE" train "$GAMES" --fallback-result -o "$file" --force | grep -q "0 without a result; 9 positions, 9 records"
}

@test "plain text is read, and converted" {
    setup_train
    "$PLYFORGE" train "$GAMES" -o "$file" --scored
    "$PLYFORGE" train "$GAMES" -o "$file.txt" --format plain
    same plain "$("$PLYFORGE" train --read "$file" | grep -v ^fen)" "$(grep -v ^fen "$file.txt")"
    accepted "5 records" train --read "$file.txt" -o "$file.2"
    cmp "$file" "$file.2"
    accepted "5 records" train --read "$file" -o "$file.3" --format plain
    same "plain again" "$(cat "$file.3")" "$("$PLYFORGE" train --read - <"$file")"
}

@test "games of variants are refused" {
    setup_train
    printf '%s\n' '[Variant "King of the Hill"]' '' '1. e4 1-0' '[Variant "Chess960"]' '' '1. e4 1-0' >"$BATS_TEST_TMPDIR/koth.pgn"
    plyforge train "$BATS_TEST_TMPDIR/koth.pgn" -o "$file"
    same stderr "plyforge: $BATS_TEST_TMPDIR/koth.pgn:1: game 1, byte 10: train takes standard chess and Chess960 only, not King of the Hill" "$stderr"
    same output "2 games, 1 broken, 0 without a result; 1 position, 1 record" "$output"
}

@test "filters" {
    setup_train
    kept() { rm -f "$file"; "$PLYFORGE" train "$GAMES" -o "$file" "$@" >/dev/null && moves_of "$file" | xargs; }
    same scored "e7e5 d1h5 e8e7 h5e5 e8c8" "$(kept --scored)"
    same "no captures" "e2e4 e7e5 d1h5 e8e7 e1g1 e8c8" "$(kept --no-captures)"
    same "first plies" "d1h5 e8e7 h5e5" "$(kept --skip-plies 2)"
    same "max score" "e2e4 e7e5 d1h5 e1g1 e8c8" "$(kept --max-score 30)"
    same "min score" "e7e5 e8e7 h5e5" "$(kept --min-score 25 --scored)"
    same "no checks" "$(kept)" "$(kept --no-checks)"
    printf '[FEN "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"]\n\n1. Kxe2 Kd7 1-0\n' >"$BATS_TEST_TMPDIR/check.pgn"
    "$PLYFORGE" train "$BATS_TEST_TMPDIR/check.pgn" -o "$file" --no-checks --force
    same "in check" e8d7 "$(moves_of "$file")"
    "$PLYFORGE" train "$GAMES" "$GAMES" -o "$file" --unique --force | grep -q "14 positions, 7 records"
    same "per game" 4 "$(kept --per-game 2 --seed 5 | wc -w)"
    same "the same again, with other threads" "$(kept --per-game 2 --seed 5)" "$(kept --per-game 2 --seed 5 --threads 1)"
}

@test "a file is replaced only with --force, and appears only when it is complete" {
    setup_train
    echo old >"$file"
    refused "$file already exists; use --force to replace it" train "$GAMES" -o "$file"
    same old old "$(cat "$file")"
    plyforge train "$BATS_TEST_TMPDIR/none.pgn" -o "$file" --force
    same status 2 "$status"
    same "still the old one" old "$(cat "$file")"
    same "nothing else is left" 0 "$(find "$BATS_TEST_TMPDIR" -name 'games.plyt.*' | wc -l)"
    refused "cannot write *" train "$GAMES" -o "$BATS_TEST_TMPDIR/no/such/folder"
    run bash -c '(ulimit -f 0; trap "" XFSZ; "$PLYFORGE" train "$1" -o "$2" --force 2>&1; echo "status $?") | cat' bash "$GAMES" "$file"
    same output "plyforge: cannot write $file: File too large
status 1" "$output"
    same "still the old one" old "$(cat "$file")"
}

@test "files that are damaged, cut off, foreign or newer are refused with name and place" {
    setup_train
    "$PLYFORGE" train "$GAMES" -o "$file"
    wrong() { plyforge train --read "$1"; same status 2 "$status"; same message "plyforge: $1: $2" "$stderr"; }
    head -c 100 "$file" >"$file.cut"
    wrong "$file.cut" "record 3: the file is truncated"
    { head -c 40 "$file"; printf x; tail -c +42 "$file"; } >"$file.damaged"
    plyforge train --read "$file.damaged"
    same status 2 "$status"
    [[ $stderr == "plyforge: $file.damaged: record 1: "* ]]
    { printf 'PLYT\002'; tail -c +6 "$file"; } >"$file.newer"
    wrong "$file.newer" "this library knows version 1, the file has version 2: a newer library is needed"
    wrong "$GAMES" "not training data: it begins with neither PLYT nor 'fen '"
    wrong /dev/null "the file is empty"
    refused "$file.none: No such file or directory" train --read "$file.none"
}

@test "an evaluation of mate in 0 is no score, and what is written can be read" {
    setup_train
    for eval in '#0' '#-0'; do
        echo "1. e4 {[%eval $eval]} e5 {[%eval #1]} 2. Nf3 1-0" >"$BATS_TEST_TMPDIR/zero.pgn"
        accepted "1 game, 0 broken, 0 without a result; 3 positions, 3 records" train "$BATS_TEST_TMPDIR/zero.pgn" -o "$file" --force
        plyforge train --read "$file"
        same status 0 "$status"
        same scores "score 32002 score 32002 score 31999" "$(grep '^score' <<<"$output" | tr '\n' ' ' | sed 's/ $//')"
    done
}

@test "records without a score do not go into a plain file, and --scored leaves them out" {
    setup_train
    echo "1. e4 {[%eval 0.3]} e5 2. Nf3 1-0" >"$BATS_TEST_TMPDIR/one.pgn"
    accepted "1 game, 0 broken, 0 without a result; 3 positions, 3 records" train "$BATS_TEST_TMPDIR/one.pgn" -o "$file"
    accepted "1 record" train --read "$file" --format plain -o "$BATS_TEST_TMPDIR/plain"
    plyforge train "$BATS_TEST_TMPDIR/one.pgn" --format plain -o "$BATS_TEST_TMPDIR/direct"
    cmp "$BATS_TEST_TMPDIR/plain" "$BATS_TEST_TMPDIR/direct"
    same "all" 3 "$("$PLYFORGE" train --read "$file" | grep -c '^fen')"
    same "scored" 1 "$("$PLYFORGE" train --read "$file" --scored | grep -c '^fen')"
}

@test "an evaluation in a long comment is found, wherever buffers end" {
    setup_train
    for x in 1048035 1048040 1048045 1048050 1048055; do
        printf '1. e4 {[%%eval 0.5] %0*d [%%eval 0.25] %02000d} e5 1-0\n' $x 0 0 >"$BATS_TEST_TMPDIR/long.pgn"
        "$PLYFORGE" train - -o "$file" --force <"$BATS_TEST_TMPDIR/long.pgn"
        same "scores with $x bytes" "32002 -25" "$("$PLYFORGE" train --read "$file" | sed -n 's/^score //p' | xargs)"
    done
}

@test "what follows a null move is left out" {
    setup_train
    echo "1. e4 e5 2. -- d5 3. Nf3 Nc6 1-0" >"$BATS_TEST_TMPDIR/null.pgn"
    accepted "1 game, 0 broken, 0 without a result; 2 positions, 2 records" train "$BATS_TEST_TMPDIR/null.pgn" -o "$file"
}

@test "wrong usage is refused" {
    setup_train
    refused "train needs FILE...; try 'plyforge train --help'" train
    refused "train needs --output FILE for the records of games, or --read to print records" train "$GAMES"
    refused "--seed needs --per-game" train "$GAMES" -o "$file" --seed 1
    refused "--memory needs --unique" train "$GAMES" -o "$file" --memory 1M
    refused "--no-checks applies to games and cannot be combined with --read" train --read "$file" --no-checks
    refused "--format takes binary or plain, not 'binpack'" train "$GAMES" -o "$file" --format binpack
    refused "--min-score is more than --max-score" train "$GAMES" -o "$file" --min-score 5 --max-score 4
    [[ ! -e $file ]]
}

@test "an input is not replaced by its records, even with --force" {
    cp "$GAMES" "$BATS_TEST_TMPDIR/games.pgn"
    cd "$BATS_TEST_TMPDIR"
    refused "--output './games.pgn' would replace the games of 'games.pgn'; choose another name" train games.pgn -o ./games.pgn --force
    cmp games.pgn "$GAMES"
}

@test "pipes and devices are written to, links stay links" {
    cd "$BATS_TEST_TMPDIR"
    "$PLYFORGE" train "$GAMES" -o records >/dev/null
    mkfifo pipe
    timeout 20 cat pipe >piped &
    plyforge train "$GAMES" -o pipe
    wait $!
    same status 0 "$status"
    [[ -p pipe ]]
    cmp piped records
    echo kept >target
    ln -s target link
    ln -s nothing new
    refused "link already exists; use --force to replace it" train "$GAMES" -o link
    same target kept "$(cat target)"
    plyforge train "$GAMES" -o link --force
    same status 0 "$status"
    plyforge train "$GAMES" -o new
    same status 0 "$status"
    [[ -L link && -L new ]]
    cmp target records
    cmp nothing records
    refused "cannot write .: Is a directory" train "$GAMES" -o . --force
    same "what is left" "" "$(find . -name '*.??????')"
}

@test "standard output as a file takes the records and then the summary" {
    cd "$BATS_TEST_TMPDIR"
    "$PLYFORGE" train "$GAMES" -o records >/dev/null
    { echo before; "$PLYFORGE" train "$GAMES" -o /dev/stdout --force; } >all
    same summary "$("$PLYFORGE" train "$GAMES" -o records --force)" "$(tail -n +2 all | tail -c +$(($(stat -c %s records) + 1)))"
    same before before "$(head -1 all)"
    cmp <(tail -n +2 all | head -c "$(stat -c %s records)") records
}

@test "records are read compressed, and refused where games are expected" {
    setup_train
    "$PLYFORGE" train "$GAMES" -o "$file"
    "$PLYFORGE" train --read "$file" >"$file.text"
    gzip -k "$file"
    "$PLYFORGE" train --read "$file.gz" | cmp - "$file.text"
    "$PLYFORGE" train --read - <"$file.gz" | cmp - "$file.text"
    head -c 60 "$file.gz" >"$file.cut.gz"
    refused "$file.cut.gz: the gzip data is truncated" train --read "$file.cut.gz" -o "$file.2"
    plyforge train --read "$file.cut.gz" # what came before the cut is printed
    same status 2 "$status"
    same stderr "plyforge: $file.cut.gz: the gzip data is truncated" "$stderr"
    same "first lines" "$(head -n 6 "$file.text")" "$output"
    plyforge train "$file" -o "$file.2"
    same status 2 "$status"
    same stderr "plyforge: $file: these are training records, not games; read them with: plyforge train --read
plyforge: $file.2 was not written" "$stderr"
    refused "$file: these are training records, not games; read them with: plyforge train --read" pgn "$file"
    [ ! -e "$file.2" ]
}

@test "JSON and text have the same FEN of a record" {
    setup_train
    echo "1. e4 c5 2. Nf3 1-0" >"$BATS_TEST_TMPDIR/ep.pgn"
    accepted "1 game, 0 broken, 0 without a result; 3 positions, 3 records" train "$BATS_TEST_TMPDIR/ep.pgn" -o "$file"
    same FENs "$("$PLYFORGE" train --read "$file" | sed -n 's/^fen //p')" "$("$PLYFORGE" train --read "$file" --json | sed 's/^{"fen":"\([^"]*\)".*/\1/')"
}
