# plyforge pgn: selecting games, writing them again, and their JSON.

load helper

GAMES=$DATA/games.pgn
ANNOTATED=$DATA/annotated.pgn

# names ARGUMENT...: the Event tags of the games that are kept.
names()
{
    "$PLYFORGE" pgn --headers "$ANNOTATED" "$@" | sed -nE 's/^\[Event "(.*)"\]$/\1/p' | xargs
}

@test "--write writes the games in export form" {
    accepted '[Event "A"]
[Site "x \"y\" \\z"]
[WhiteElo "2400"]
[Date "2023.05.01"]
[Result "1-0"]

{before} 1. e4 $1 {[%clk 0:05:00] good} 1... e5 (1... c5 {Sicilian} (1... e6)
2. Nf3 $6) ({first} 1... c6) 2. Nf3 Nc6 1-0

[Event "B"]
[WhiteElo "900"]
[Date "2024.01.31"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# {[%eval #-1,12] [%emt 0:00:01.5]} *

[Event "C"]
[WhiteElo "?"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2

[Event "D"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O O-O-O *' pgn --write "$ANNOTATED"
    local copy=$BATS_TEST_TMPDIR/copy.pgn
    "$PLYFORGE" pgn --write "$ANNOTATED" >"$copy"
    same "written again" "$(cat "$copy")" "$("$PLYFORGE" pgn --write "$copy")"
    same "one thread" "$(cat "$copy")" "$("$PLYFORGE" pgn --write --threads 1 "$ANNOTATED")"
    same "a stream" "$(cat "$copy")" "$("$PLYFORGE" pgn --write - <"$ANNOTATED")"
}

@test "--write without comments, variations or movetext" {
    plyforge pgn --write --no-comments --select Event=A "$ANNOTATED"
    same movetext "1. e4 \$1 e5 (1... c5 (1... e6) 2. Nf3 \$6) (1... c6) 2. Nf3 Nc6 1-0" "$(tail -1 <<<"$output")"
    plyforge pgn --write --no-variations --select Event=A "$ANNOTATED"
    same movetext "{before} 1. e4 \$1 {[%clk 0:05:00] good} 1... e5 2. Nf3 Nc6 1-0" "$(tail -1 <<<"$output")"
    plyforge pgn --write --no-variations --no-comments --select Event=A "$ANNOTATED"
    same movetext "1. e4 \$1 e5 2. Nf3 Nc6 1-0" "$(tail -1 <<<"$output")"
    accepted '[Event "B"]
[WhiteElo "900"]
[Date "2024.01.31"]
[Result "0-1"]

*' pgn --write --tags-only --select Event=B "$ANNOTATED"
}

@test "--write --tags-only writes the result of the movetext, or else of the tag" {
    local file=$BATS_TEST_TMPDIR/results.pgn form
    printf '%s\n' '[Result "1-0"]' '' '1. d4 d5 0-1' '' '[Event "no tag"]' '' '1. d4 d5 (1... Nf6 1-0) 0-1' '' \
        '[Result "1/2-1/2"]' '' '1. d4 d5' '' '[Event "neither"]' '' '1. d4' >"$file"
    local expected='[Result "1-0"]

0-1

[Event "no tag"]

0-1

[Result "1/2-1/2"]

1/2-1/2

[Event "neither"]

*'
    for form in "--threads 1" "--threads 2" "--min-plies 1"; do
        # shellcheck disable=SC2086
        accepted "$expected" pgn --write --tags-only $form "$file"
    done
    same "a stream" "$expected" "$("$PLYFORGE" pgn --write --tags-only - <"$file")"
}

@test "--write --tags-only leaves out broken games, and separates games without tags" {
    local file=$BATS_TEST_TMPDIR/broken.pgn
    printf '[Event "broken"]\n\n1. d4 Kd3 1-0\n\n[Event "whole"]\n\n1. d4 1-0\n' >"$file"
    plyforge pgn --write --tags-only "$file"
    same status 1 "$status"
    same output '[Event "whole"]

1-0' "$output"
    same stderr "plyforge: $file:3: game 1, byte 24: Kd3: no king can go to d3" "$stderr"
    printf '1. d4 d5 0-1\n\n1. e4 e5 1-0\n' >"$file"
    accepted '0-1

1-0' pgn --write --tags-only "$file"
}

@test "--write leaves out broken games, and says so" {
    plyforge pgn --write "$GAMES"
    same status 1 "$status"
    same stderr "plyforge: $GAMES:8: game 2, byte 129: Ke5: no king can go to e5" "$stderr"
    [[ $output != *Broken* && $output == *First*Third* ]]
}

@test "what is written is read as the same games" {
    command -v python3 >/dev/null || skip "no python3"
    local compared=0 file corpus=()
    [[ -d ${PLYFORGE_CORPORA:-}/notation/pgn ]] && corpus=("$PLYFORGE_CORPORA"/notation/pgn/*.pgn)
    for file in "$ANNOTATED" "$GAMES" "$BATS_TEST_DIRNAME"/../../fuzz/corpus/pgn/* "${corpus[@]}"; do
        "$PLYFORGE" pgn --write "$file" >"$BATS_TEST_TMPDIR/written.pgn" 2>/dev/null || true
        "$PLYFORGE" pgn --json --moves uci "$file" >"$BATS_TEST_TMPDIR/1.json" 2>/dev/null || true
        "$PLYFORGE" pgn --json --moves uci "$BATS_TEST_TMPDIR/written.pgn" >"$BATS_TEST_TMPDIR/2.json"
        run python3 "$BATS_TEST_DIRNAME/same_games.py" "$BATS_TEST_TMPDIR/1.json" "$BATS_TEST_TMPDIR/2.json"
        ((status == 0)) || same "$file" "the same games" "$output"
        compared=$((compared + output))
    done
    ((compared >= 30)) || same "games compared" "30 or more" "$compared"
}

@test "--select compares tags" {
    same "=" A "$(names --select Event=A)"
    same "!=, also where the tag is absent" "B C D" "$(names --select Event!=A)"
    same "numbers" A "$(names --select 'WhiteElo>=2400')"
    same "numbers" B "$(names --select 'WhiteElo < 1000')"
    same "numbers" "B" "$(names --select 'WhiteElo<=900')"
    same "numbers" "A" "$(names --select 'WhiteElo>900')"
    same "a text that is no number fits no comparison with one" "" "$(names --select 'WhiteElo>=0' --select Event=C)"
    same "dates" "B" "$(names --select 'Date>=2024.01.01')"
    same "contains, whatever the case" A "$(names --select 'Site~"Y"')"
    same "all must fit" "" "$(names --select Event=A --select Event=B)"
    same "absent" "" "$(names --select 'Opening~x')"
    refused "--select takes TAG and a value with one of = != < <= > >= ~ between them, not 'Event'" pgn "$ANNOTATED" --select Event
    refused "--select takes TAG *" pgn "$ANNOTATED" --select "=x"
}

@test "--select refuses signs that do not exist" {
    local condition
    for condition in 'WhiteElo<>2500' 'WhiteElo=>1000' 'WhiteElo==2500' 'WhiteElo>>1000' 'WhiteElo< =1000' 'Event~=x' 'Event!==x'; do
        refused "--select takes one of = != < <= > >= ~ between TAG and value, not '$condition'; a value that begins with *" \
            pgn "$ANNOTATED" --select "$condition"
    done
    refused '*; a value that begins with = is written \\=x' pgn "$ANNOTATED" --select 'Event~=x'
    local file=$BATS_TEST_TMPDIR/signs.pgn
    printf '[Event "=x"]\n[WhiteElo "1200"]\n\n*\n\n[Event "\\\\y"]\n[WhiteElo "999"]\n\n*\n' >"$file"
    accepted '[Event "=x"]
[WhiteElo "1200"]' pgn --headers "$file" --select 'Event=\=x'
    accepted '[Event "=x"]
[WhiteElo "1200"]' pgn --headers "$file" --select 'WhiteElo>+1000'
    accepted '[Event "\\y"]
[WhiteElo "999"]' pgn --headers "$file" --select 'Event=\y'
}

# dates CONDITION: the Date tags that fit.
dates()
{
    "$PLYFORGE" pgn --headers "$BATS_TEST_TMPDIR/dates.pgn" --select "$1" | sed -nE 's/^\[Date "(.*)"\]$/\1/p' | xargs
}

@test "--select compares dates as far as they are known" {
    printf '[Date "%s"]\n\n*\n\n' '????.??.??' 2020.12.31 2021.??.?? 2021.01.01 2021.05.?? 2021.11.30 2022.??.?? '?' '' >"$BATS_TEST_TMPDIR/dates.pgn"
    same ">= day" "2021.01.01 2021.05.?? 2021.11.30 2022.??.??" "$(dates 'Date>=2021.01.01')"
    same "> day" "2021.05.?? 2021.11.30 2022.??.??" "$(dates 'Date>2021.01.01')"
    same "< day" "2020.12.31 2021.01.01" "$(dates 'Date<2021.05.02')"
    same "<= month" "2020.12.31 2021.01.01 2021.05.??" "$(dates 'Date<=2021.05')"
    same ">= year" "2021.??.?? 2021.01.01 2021.05.?? 2021.11.30 2022.??.??" "$(dates 'Date>=2021')"
    same "> year" "2022.??.??" "$(dates 'Date>2021')"
    same "<= year" "2020.12.31 2021.??.?? 2021.01.01 2021.05.?? 2021.11.30" "$(dates 'Date<=2021.??.??')"
    same "< year" "2020.12.31" "$(dates 'Date<2021')"
}

@test "--unfair keeps the games won on time by a side that could not win" {
    local file=$BATS_TEST_TMPDIR/flags.pgn rook='[FEN "6k1/8/8/8/8/8/8/3R2K1 w - - 0 1"]'
    local wall='[FEN "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"]' forfeit='[Termination "Time forfeit"]'
    {
        printf '[Event "fair"]\n[Result "1-0"]\n%s\n\n1. e4 e5 1-0\n\n' "$forfeit"
        printf '[Event "unfair"]\n[Result "0-1"]\n%s\n%s\n\n1. Rd2 Kg7 0-1\n\n' "$forfeit" "$rook"
        printf '[Event "drawn"]\n[Result "1/2-1/2"]\n%s\n%s\n\n1. Rd2 1/2-1/2\n\n' "$forfeit" "$rook"
        printf '[Event "resigned"]\n[Result "0-1"]\n[Termination "Normal"]\n%s\n\n1. Rd2 0-1\n\n' "$rook"
        printf '[Event "the rook wins"]\n[Result "1-0"]\n%s\n%s\n\n1. Rd2 1-0\n\n' "$forfeit" "$rook"
        printf '[Event "wall"]\n%s\n%s\n\n1. Kd3 (1. Kd2) 1-0\n' "$forfeit" "$wall"
    } >"$file"
    accepted 'Rd2 Kg7
Kd3' pgn --unfair --moves san "$file"
    plyforge pgn --unfair --threads 2 "$file"
    same games "Games:            2" "${lines[0]}"
    plyforge pgn --unfair --headers "$file"
    same names '[Event "unfair"] [Event "wall"]' "$(grep Event <<<"$output" | xargs -d '\n')"
    printf '[Event "x"]\n%s\n\n1. e4 e4 1-0\n' "$forfeit" >"$file"
    plyforge pgn --unfair --moves san "$file"
    same "nothing of a broken game" "" "$output"
    same status 1 "$status"
}

@test "--result, --fallback-result, --min-plies and --max-plies" {
    same "1-0" A "$(names --result 1-0)"
    same "several" "A C" "$(names --result 1-0,1/2-1/2)"
    same "undecided" B "$(names --result '*')"
    same "none" D "$(names --result none)"
    same "the movetext comes first" B "$(names --result '*' --fallback-result)"
    same "least" "A B C" "$(names --min-plies 4)"
    same "most" D "$(names --max-plies 3)"
    plyforge pgn --stats --result 1-0 "$ANNOTATED"
    same games "Games:            1" "${lines[0]}"
    same variations "Variations:       3" "$(grep '^Variations' <<<"$output")"
    local file=$BATS_TEST_TMPDIR/no-result.pgn
    printf '[Result "0-1"]\n\n1. e4 e5\n' >"$file"
    plyforge pgn "$file"
    [[ $output == *"Without a result: 1"* && $output == *"Black wins:       0"* ]]
    plyforge pgn "$file" --fallback-result
    [[ $output == *"Without a result: 0"* && $output == *"Black wins:       1"* ]]
    accepted '[Result "0-1"]

1. e4 e5 0-1' pgn --write --fallback-result --result 0-1 "$file"
    refused "--result takes 1-0, 0-1, 1/2-1/2, \* and none, with commas between them, not '1-1'" pgn "$file" --result 1-1
    refused "--min-plies is more than --max-plies" pgn "$file" --min-plies 5 --max-plies 4
    refused "--max-plies must be a number*" pgn "$file" --max-plies x
}

@test "a broken game is printed only if it is what the filter asks for, and always reported" {
    local file=$BATS_TEST_TMPDIR/broken.pgn form
    printf '[Event "%s"]\n[Result "%s"]\n\n%s\n\n' broken 1-0 '1. d4 Kd3 1-0' whole 1-0 '1. d4 d5 2. c4 1-0' short 0-1 '1. d4 0-1' >"$file"
    local report="plyforge: $file:4: game 1, byte 39: Kd3: no king can go to d3"
    for form in "--moves san" "--moves uci" --epd --headers "--json --moves san" "--json --epd" "--json --headers" --write; do
        for filter in "--min-plies 2" "--result 1-0" "--min-plies 3 --unique"; do
            # shellcheck disable=SC2086
            plyforge pgn $form $filter "$file"
            same "status of $form $filter" 1 "$status"
            same "stderr of $form $filter" "$report" "$stderr"
            # shellcheck disable=SC2086
            same "output of $form $filter" "$("$PLYFORGE" pgn $form --select Event=whole "$file")" "$output"
        done
    done
    plyforge pgn --moves san --result none "$file"
    same "a result that was not read is not none" "" "$output"
    plyforge pgn --moves san --min-plies 1 --max-plies 1 "$file"
    same "the moves up to the error count" $'d4\nd4' "$output"
    plyforge pgn --moves san --result 1-0 --fallback-result "$file"
    same "the tag counts" $'d4\nd4 d5 c4' "$output"
    plyforge pgn --check --min-plies 3 "$file"
    same status 1 "$status"
    same output "${report#plyforge: }"$'\n2 games, 1 broken' "$output"
}

@test "--select sees the tags of a game that they break" {
    local file=$BATS_TEST_TMPDIR/shogi.pgn
    printf '[Event "x"]\n[Variant "Shogi"]\n[White "w"]\n\n1. e4 1-0\n\n[Event "y"]\n\n1. e4 *\n' >"$file"
    accepted '[Event "y"]' pgn --headers --select Event=y "$file"
    accepted e4 pgn --moves san --select White!=w "$file"
    plyforge pgn --headers --select White=w "$file"
    same status 1 "$status"
    same stderr "plyforge: $file:2: game 1, byte 22: unsupported variant Shogi" "$stderr"
}

@test "filters that keep no game say so" {
    plyforge pgn --moves san --select Event=Z "$ANNOTATED"
    same status 0 "$status"
    same output "" "$output"
    same stderr "plyforge: no game of 4 matches --select" "$stderr"
    plyforge pgn --write --result '*' --min-plies 1 --max-plies 2 "$ANNOTATED" "$ANNOTATED"
    same stderr "plyforge: no game of 8 matches --result, --min-plies, --max-plies" "$stderr"
    plyforge pgn --stats --select Event=Z "$ANNOTATED"
    same stderr "plyforge: no game of 4 matches --select" "${stderr_lines[1]}"
    plyforge pgn --moves san --min-plies 9 "$GAMES"
    same status 1 "$status"
    same "after broken games" "plyforge: no game of 3 matches --min-plies" "${stderr_lines[1]}"
    accepted "" pgn --headers --min-plies 9 /dev/null
    # Texts are compared byte by byte, and digits precede letters.
    plyforge pgn --check --select 'Event>=abc' - <<<'[Event "2400"]'
    same "a number and a word" "plyforge: no game of 1 matches --select" "${stderr_lines[1]}"
}

@test "--unique keeps the first of the games with the same moves, in all files" {
    same unique "A B D" "$(names --unique)"
    same "with a filter before it" "B C D" "$(names --unique --select Event!=A)"
    same "two files" "A B D" "$("$PLYFORGE" pgn --headers --unique "$ANNOTATED" "$ANNOTATED" | sed -nE 's/^\[Event "(.*)"\]$/\1/p' | xargs)"
    plyforge pgn --unique --stats "$ANNOTATED" "$ANNOTATED"
    same games "Games:            3" "${lines[0]}"
    for threads in 1 3; do
        for i in $(seq 600); do cat "$ANNOTATED"; done >"$BATS_TEST_TMPDIR/many.pgn"
        same "$threads threads" "$("$PLYFORGE" pgn --write --unique "$ANNOTATED")" \
            "$("$PLYFORGE" pgn --write --unique --threads "$threads" "$BATS_TEST_TMPDIR/many.pgn")"
    done
    # The place of an error is right although games before it are left out.
    cat "$ANNOTATED" "$ANNOTATED" "$GAMES" >"$BATS_TEST_TMPDIR/joined.pgn"
    run bash -c '"$PLYFORGE" pgn --json --moves uci --unique "$1" 2>/dev/null | grep -c "\"broken\":true.*\"line\":"' bash "$BATS_TEST_TMPDIR/joined.pgn"
    same broken 1 "$output"
}

@test "--unique takes no more memory than it is given" {
    command -v python3 >/dev/null || skip "no python3"
    # 62,000 games without moves, from different positions.
    python3 - >"$BATS_TEST_TMPDIR/positions.pgn" <<'END'
import itertools, re
def rank(pieces):
    return re.sub("1+", lambda run: str(len(run.group())), "".join(pieces.get(i, "1") for i in range(8)))
count = 0
for pawns in itertools.combinations(range(24), 3):
    for k in range(8):
        for K in range(8):
            ranks = [rank({i % 8: "P" for i in pawns if i // 8 == r}) for r in range(3)]
            print('[FEN "%s/8/8/%s/%s/%s/8/%s w - - 0 1"]\n\n*\n' % (rank({k: "k"}), *ranks, rank({K: "K"})))
            count += 1
    if count >= 62000: break
END
    plyforge pgn --stats --unique "$BATS_TEST_TMPDIR/positions.pgn"
    same games "Games:            62016" "${lines[0]}"
    plyforge pgn --stats --unique --memory 1M "$BATS_TEST_TMPDIR/positions.pgn"
    same status 1 "$status"
    same message "plyforge: --unique: the moves of 61440 games fill the memory for them; see --memory" "$stderr"
    refused "--memory needs --unique" pgn --memory 1M "$ANNOTATED"
}

@test "output that cannot be written is an error" {
    for i in $(seq 600); do cat "$ANNOTATED"; done >"$BATS_TEST_TMPDIR/many.pgn"
    if [[ -c /dev/full ]]; then
        run --separate-stderr bash -c '"$PLYFORGE" pgn --write "$1" >/dev/full' bash "$BATS_TEST_TMPDIR/many.pgn"
        same status 1 "$status"
        same stderr "plyforge: cannot write to standard output: No space left on device" "$stderr"
    fi
    run --separate-stderr bash -c 'trap "" PIPE; { "$PLYFORGE" pgn --write "$1"; echo "status $?" >&2; } | head -1' bash "$BATS_TEST_TMPDIR/many.pgn"
    same stderr "plyforge: cannot write to standard output: Broken pipe
status 1" "$stderr"
}

@test "--json has comments, clocks, evaluations, NAGs and variations" {
    accepted '{"tags":{"Event":"A","Site":"x \"y\" \\z","WhiteElo":"2400","Date":"2023.05.01","Result":"1-0"},"moves":["e4","e5","Nf3","Nc6"],"annotations":[{"ply":0,"comments":["before"]},{"ply":1,"nags":[1],"comments":["[%clk   0:05:00]\ngood"],"clock":300.0},{"ply":2,"variations":[{"moves":["c5","Nf3"],"annotations":[{"ply":2,"comments":["Sicilian"],"variations":[{"moves":["e6"]}]},{"ply":3,"nags":[6]}]},{"moves":["c6"],"annotations":[{"ply":1,"comments":["first"]}]}]}],"result":"1-0","broken":false,"warnings":0}' \
        pgn --json --moves san --select Event=A "$ANNOTATED"
    plyforge pgn --json --moves uci --select Event=B "$ANNOTATED"
    [[ $output == *'"annotations":[{"ply":4,"comments":["[%eval #-1,12] [%emt 0:00:01.5]"],"elapsed":1.5,"eval":{"mate":-1,"depth":12}}]'* ]]
}

@test "options that cannot be combined are refused" {
    refused "choose one of --moves, --headers, --epd, --eco and --write" pgn --write --epd "$GAMES"
    refused "--json and --write cannot be combined" pgn --write --json "$GAMES"
    refused "--no-comments needs --write" pgn --no-comments "$GAMES"
    refused "--tags-only and --no-comments cannot be combined" pgn --write --tags-only --no-comments "$GAMES"
    refused "--check reads whole games and can be combined with --stats only" pgn --write --check "$GAMES"
    refused "--stats can be combined with --check or --headers only" pgn --write --stats "$GAMES"
}

@test "--eco names the opening of each game" {
    printf 'eco\tname\tpgn\nB00\tKing Pawn\t1. e4\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n' >"$BATS_TEST_TMPDIR/eco.tsv"
    printf '%s\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0' '1. Nf3 Nc6 2. e4 e5 3. Bb5 *' '1. d4 *' '1. e4 Nf6 2. Ke3 *' \
        '[Event "x"]' '[Variant "Atomic"]' '' '1. e4 *' >"$BATS_TEST_TMPDIR/games.pgn"
    plyforge pgn --eco "$BATS_TEST_TMPDIR/eco.tsv" "$BATS_TEST_TMPDIR/games.pgn"
    same status 1 "$status"
    same output "$(printf 'C60\tRuy Lopez\t5\nC60\tRuy Lopez\t5\n-\t-\t0\nB00\tKing Pawn\t1\n-\t-\t0')" "$output"
    [[ $stderr == *"game 4, byte "* ]]
    plyforge pgn --eco "$BATS_TEST_TMPDIR/eco.tsv" --min-plies 6 "$BATS_TEST_TMPDIR/games.pgn"
    same selected "$(printf 'C60\tRuy Lopez\t5')" "$output"
}

@test "--eco refuses bad input" {
    printf '1. e4 *\n' >"$BATS_TEST_TMPDIR/game.pgn"
    printf 'eco\tname\tpgn\nB00\tKing Pawn\t1. e5\n' >"$BATS_TEST_TMPDIR/bad.tsv"
    printf 'eco\tname\tpgn\n' >"$BATS_TEST_TMPDIR/empty.tsv"
    refused "$BATS_TEST_TMPDIR/bad.tsv:2: *" pgn --eco "$BATS_TEST_TMPDIR/bad.tsv" "$BATS_TEST_TMPDIR/game.pgn"
    refused "there are no openings in '$BATS_TEST_TMPDIR/empty.tsv'" pgn --eco "$BATS_TEST_TMPDIR/empty.tsv" "$BATS_TEST_TMPDIR/game.pgn"
    refused "cannot open '/nowhere': *" pgn --eco /nowhere "$BATS_TEST_TMPDIR/game.pgn"
    refused "choose one of --moves, --headers, --epd, --eco and --write" pgn --eco "$BATS_TEST_TMPDIR/bad.tsv" --epd "$BATS_TEST_TMPDIR/game.pgn"
    refused "--stats can be combined with --check or --headers only" pgn --eco "$BATS_TEST_TMPDIR/bad.tsv" --stats "$BATS_TEST_TMPDIR/game.pgn"
}

@test "--parquet refuses what makes no sense, and replaces a file only with --force" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Event "a"]\n\n1. e4 *\n' >games.pgn
    refused "*--columns*--parquet*" pgn games.pgn --columns white
    refused "*--positions*--parquet*" pgn games.pgn --positions
    refused "--parquet cannot be combined with --stats*" pgn games.pgn --parquet out --check
    refused "--columns has white twice" pgn games.pgn --parquet out --columns white,white
    refused "--columns takes names of columns and tags, with commas between them, not 'a b'" pgn games.pgn --parquet out --columns "a b"
    refused "--columns: moves is a column of games, without --positions" pgn games.pgn --parquet out --positions --columns moves
    refused "--columns: fen is a column of --positions" pgn games.pgn --parquet out --columns fen
    [[ ! -e out ]]
    accepted "1 game, 0 broken" pgn games.pgn --parquet out
    same magic PAR1 "$(head -c 4 out)"
    refused "out already exists; use --force to replace it" pgn games.pgn --parquet out
    accepted "1 game, 0 broken" pgn games.pgn --parquet out --force
    # What cannot be read to its end leaves what was there.
    gzip -c games.pgn | head -c 20 >cut.gz
    cp out before
    plyforge pgn cut.gz --parquet out --force
    same status 2 "$status"
    [[ $stderr == *"out was not written" ]]
    cmp out before
}

@test "--parquet finds the faults that --check finds, in variations too" {
    cd "$BATS_TEST_TMPDIR"
    { printf '[Event "a"]\n[Bad\n\n1. e4 e5 (1... Ke7) 2. Nf3'; for ((i = 0; i < 20; i++)); do printf ' oops'; done; printf ' *\n'; } >games.pgn
    plyforge pgn games.pgn --check
    local check=$output
    plyforge pgn games.pgn --parquet out --force
    same status 0 "$status"
    same total "1 game, 0 broken, 22 warnings" "$output"
    same faults "$(head -n -1 <<<"$check" | sed 's/^/plyforge: /' | grep -v "more warnings")" "$(grep -v "more warnings" <<<"$stderr")"
    [[ $stderr == *": warning: "[0-9]*" more warnings in this game" ]]
    plyforge pgn games.pgn --parquet out --force --strict
    same status 1 "$status"
    same total "1 game, 1 broken" "$output"
    printf '[Event "a"]\n\n1. e4 e5 (1... Ke7) 2. Nf3 *\n' >games.pgn
    plyforge pgn games.pgn --parquet out --force --strict
    same total "1 game, 1 broken" "$output"
    [[ $stderr == *"game 1, byte 28: Ke7: "* ]]
}
