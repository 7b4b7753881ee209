# Compressed PGN: recognised by its first bytes, whatever the name and whether it is a file or a pipe.

load helper

GAMES=$DATA/games.pgn

compressors()
{
    for program in zstd gzip bzip2 xz; do
        command -v "$program" >/dev/null && echo "$program"
    done
}

# The programs whose formats the plyforge under test can read.
readable()
{
    for program in $(compressors); do
        last=$("$program" -c <"$GAMES" | "$PLYFORGE" pgn --check - 2>/dev/null | tail -1)
        [[ $last != "3 games, 1 broken" ]] || echo "$program"
    done
}

# answer WORD...: standard output, error and status of the program, without times; FILE and - are named the same.
answer()
{
    run --separate-stderr "$PLYFORGE" "$@"
    echo "$status"
    sed -E 's/^[^ ]*games[^ :]*:/standard input:/' <<<"$output"
    sed -E 's/Time: .*//; s/plyforge: [^ ]*games[^ :]*:/plyforge: standard input:/' <<<"$stderr"
}

@test "what the build was made for is read" {
    # DECODERS names the formats of the libraries that were found.
    [[ -n ${DECODERS+set} ]] || skip "only cli_compressed gets what the build was made for"
    for program in $(compressors); do
        [[ " $DECODERS " != *" $program "* ]] || echo "$program"
    done >"$BATS_TEST_TMPDIR/expected"
    same formats "$(cat "$BATS_TEST_TMPDIR/expected")" "$(readable)"
}

@test "a file, a pipe and standard input give the same answer in every format" {
    cd "$BATS_TEST_TMPDIR"
    for options in "" --check "--moves uci" "--headers" "--epd"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        expected=$(answer pgn $options "$GAMES")
        for program in $(readable); do
            "$program" -c <"$GAMES" >games.pgn.any
            same "$program file" "$expected" "$(answer pgn $options games.pgn.any)"
            same "$program pipe" "$expected" "$(cat games.pgn.any | answer pgn $options -)"
            same "$program stdin" "$expected" "$(answer pgn $options - <games.pgn.any)"
            same "$program fifo" "$expected" "$(answer pgn $options <(cat games.pgn.any) | sed 's|/dev/fd/[0-9]*|standard input|')"
        done
    done
}

@test "the name of a file says nothing" {
    cd "$BATS_TEST_TMPDIR"
    expected=$(answer pgn --check "$GAMES")
    for name in games.zst games.gz games.bz2; do
        cp "$GAMES" $name
        same "$name" "$expected" "$(answer pgn --check $name)"
    done
}

@test "the answer does not depend on how the bytes come" {
    command -v python3 >/dev/null || skip "no python3"
    cd "$BATS_TEST_TMPDIR"
    expected=$(answer pgn --check "$GAMES")
    cp "$GAMES" games.cat
    for program in $(readable); do "$program" -c <"$GAMES" >"games.$program"; done
    for file in games.cat games.*; do
        same "$file byte by byte" "$expected" "$(python3 -c 'import os, sys
for byte in open(sys.argv[1], "rb").read(): os.write(1, bytes([byte]))' "$file" | answer pgn --check -)"
    done
}

@test "several compressed streams in a row are one text, with zeros behind them" {
    cd "$BATS_TEST_TMPDIR"
    cat "$GAMES" "$GAMES" "$GAMES" >games.three
    expected=$(answer pgn --check games.three)
    for program in $(readable); do
        # The second stream begins in the middle of a game.
        {
            head -c 200 games.three | "$program" -c
            tail -c +201 games.three | "$program" -c
            "$program" -c </dev/null
        } >games.members
        same "$program" "$expected" "$(answer pgn --check games.members)"
        head -c 1000 /dev/zero >>games.members
        same "$program padded" "$expected" "$(answer pgn --check games.members)"
        echo "1. e4 e5 2. Nf3 *" >>games.members
        plyforge pgn --check games.members
        same "status of $program with text behind it" 2 "$status"
        [[ $stderr == *"games.members: damaged $program data: "* ]]
    done
}

@test "an archive is refused wherever it is cut, but not between its streams" {
    cd "$BATS_TEST_TMPDIR"
    for program in $(readable); do
        "$program" -c <"$GAMES" >first
        cat first first >both
        if [[ $program == zstd ]]; then # a frame that is skipped
            { printf '\x50\x2a\x4d\x18\x09\0\0\0ninebytes'; cat first; } >framed
            mv framed first
            cat first first >both
        fi
        size=$(stat -c %s first)
        for ((cut = 6; cut < 2 * size; cut += cut < 40 || (cut > size - 20 && cut < size + 40) ? 1 : 97)); do
            head -c "$cut" both >cut
            plyforge pgn --check cut
            if ((cut == size)) || [[ $program == zstd && cut -eq size+17 ]]; then
                same "$program, $cut bytes" "$cut 1" "$cut $status"
            elif [[ $program == zstd && cut -eq 17 ]]; then
                same "$program, $cut bytes" "$cut 0" "$cut $status"
            else
                same "$program, $cut of $size bytes" "$cut 2" "$cut $status"
                [[ $stderr == *"the $program data is truncated"* ]]
            fi
        done
    done
}

@test "a small archive of a game that does not end" {
    cd "$BATS_TEST_TMPDIR"
    program=$(readable | head -1)
    { echo '1. e4 *'; printf '\n1. e4 e5 '; yes 'Nf3 Nf6 Ng1 Ng8' | head -c 100000000; printf '\n\n[Event "b"]\n\n1. d4 *\n'; } | "$program" -c >bomb
    for task in --check "--moves uci" "--write"; do
        # shellcheck disable=SC2086
        within 400000 "$PLYFORGE" pgn $task --threads 1 bomb >out 2>err || same "status of $task" 1 "$?"
        grep -qh 'the game is longer than the limit of 64 MiB' out err
        grep -qh '^d2d4\|^1. d4\|^3 games, 1 broken' out
    done
    within 60000 "$PLYFORGE" pgn --check --max-game 1M --threads 1 bomb >out || same status 1 "$?"
    same "places" "bomb:3: game 2, byte 1048585: the game is longer than the limit of 1 MiB
3 games, 1 broken" "$(sed 's/bomb:[0-9]*:/bomb:3:/' out)"
}

@test "a file that becomes shorter while it is read" {
    cd "$BATS_TEST_TMPDIR"
    head -5 "$GAMES" >long.pgn
    echo >>long.pgn
    for ((i = 0; i < 15; i++)); do cat long.pgn long.pgn >longer.pgn && mv longer.pgn long.pgn; done
    size=$(stat -c %s long.pgn)
    ((size > 3000000))
    mkfifo out
    "$PLYFORGE" pgn --moves uci --threads 1 long.pgn >out 2>err &
    exec 7<out
    head -c 1000 <&7 >first # the program has begun, and waits for the pipe to be read
    truncate -s 100000 long.pgn
    cat <&7 >rest
    exec 7<&-
    status=0
    wait $! || status=$?
    same status 2 "$status"
    [[ $(<err) == *"long.pgn: the file became shorter while it was being read"* ]]
}

@test "the game in which a file becomes shorter is broken" {
    cd "$BATS_TEST_TMPDIR"
    {
        printf '[Event "Long"]\n\n'
        for ((i = 0; i < 2000; i++)); do printf '%s\n' "Nf3 Nf6 Ng1 Ng8"; done
        printf '*\n\n'
    } >long.pgn
    for ((i = 0; i < 7; i++)); do cat long.pgn long.pgn >longer.pgn && mv longer.pgn long.pgn; done
    # The cut is in the second piece of 1 MiB, which is read after the output of the first has been taken.
    cut=2000000 page=$(getconf PAGESIZE)
    (($(stat -c %s long.pgn) > 2 * cut))
    mkfifo out
    "$PLYFORGE" pgn --moves uci --json --threads 1 long.pgn >out 2>err &
    exec 7<out
    head -c 1000 <&7 >first
    truncate -s $cut long.pgn
    cat <&7 >rest
    exec 7<&-
    status=0
    wait $! || status=$?
    same status 2 "$status"
    lost=$(((cut + page - 1) / page * page))
    line=$(($(wc -l <long.pgn) + 1))
    fault="the game is not complete: the file became shorter while it was being read"
    same games $((cut / 32019 + 1)) "$(cat first rest | wc -l)"
    same "broken games" 1 "$(cat first rest | grep -c '"broken":true')"
    [[ $(tail -1 rest) == *'"broken":true'*"$fault"*"\"line\":$line,\"byte\":$lost}" ]]
    [[ $(<err) == *"long.pgn:$line: game $((cut / 32019 + 1)), byte $lost: $fault"* ]]
}

@test "more text than fits into the buffers" {
    cd "$BATS_TEST_TMPDIR"
    for ((i = 0; i < 14; i++)); do
        text+=$(head -5 "$GAMES")$'\n\n'
    done
    for ((i = 0; i < 10; i++)); do text+=$text; done
    printf '%s' "$text" >large.pgn
    expected=$("$PLYFORGE" pgn --moves san large.pgn | cksum)
    for program in $(readable); do
        "$program" -c <large.pgn >large.any
        same "$program" "$expected" "$("$PLYFORGE" pgn --moves san large.any | cksum)"
        # Speed is that of the text.
        plyforge pgn --json large.any
        [[ $output == *'"bytes": '"$(wc -c <large.pgn)"* ]]
    done
    [[ " $(readable) " == *zstd* ]] || return 0
    zstd -q --no-check -c <large.pgn >large.any
    same "zstd without a checksum" "$expected" "$("$PLYFORGE" pgn --moves san large.any | cksum)"
    # A skippable frame in front.
    { printf '\x50\x2a\x4d\x18\x03\0\0\0abc'; zstd -q -c <large.pgn; } >large.any
    same "skippable frame" "$expected" "$("$PLYFORGE" pgn --moves san large.any | cksum)"
}

@test "data that is cut off or damaged is an error" {
    cd "$BATS_TEST_TMPDIR"
    for program in $(readable); do
        "$program" -c <"$GAMES" >games.any
        size=$(wc -c <games.any)
        for ((length = 6; length < size; length += 11)); do
            head -c "$length" games.any >games.cut
            plyforge pgn games.cut
            same "status for $length bytes of $program" 2 "$status"
            [[ ${stderr_lines[-1]} == "plyforge: games.cut: the $program data is truncated" || $stderr == *"the $program data is truncated"* ]]
            plyforge pgn - <games.cut
            same "status for $length bytes of $program" 2 "$status"
        done
        # The first bytes alone have no text: there is the error and nothing else.
        head -c 6 games.any >games.cut
        plyforge pgn games.cut
        same output "" "$output"
        same stderr "plyforge: games.cut: the $program data is truncated" "$stderr"
        head -c $((size / 2)) games.any >games.damaged
        printf '\xa5\x5a\xa5\x5a' >>games.damaged
        tail -c +$((size / 2 + 5)) games.any >>games.damaged
        plyforge pgn games.damaged
        same "status for damaged $program" 2 "$status"
        [[ $stderr == *"games.damaged: damaged $program data: "* ]]
    done
}

@test "the game in which data is truncated is broken, and is not written" {
    [[ $(readable) == *gzip* ]] || skip "gzip cannot be read"
    cd "$BATS_TEST_TMPDIR"
    for ((i = 0; i < 300; i++)); do
        printf '[Event "%d"]\n[White "%d"]\n\n1. e4 e5 2. Nf3 %d. Nc6 1-0\n\n' $RANDOM $RANDOM $RANDOM
    done | gzip -c >many.gz
    half=$(($(wc -c <many.gz) / 2)) incomplete=0
    for ((length = half; length < half + 20; length++)); do
        head -c "$length" many.gz >games.cut
        whole=$(gzip -dc <games.cut 2>/dev/null | grep -c 1-0)
        plyforge pgn --check games.cut
        same status 2 "$status"
        last=${lines[-1]}
        [[ $last == "$((whole + 1)) games, 1 broken"* || $last == "$whole games, 0 broken" ]]
        place="games.cut:[0-9]+: game $((whole + 1)), byte [0-9]+"
        [[ ! $output =~ $place": the game is not complete: the gzip data is truncated" ]] || incomplete=$((incomplete + 1))
        # With filters games are read in another way.
        plyforge pgn --check --max-plies 9 games.cut
        same "with a filter" "$last" "${lines[-1]}"
        plyforge pgn --write games.cut
        same status 2 "$status"
        same written "$whole" "$(grep -c '^\[Event' <<<"$output")"
        same complete "$whole" "$(grep -c '1-0$' <<<"$output")"
        plyforge train games.cut -o records.plyt
        same "status of train" 2 "$status"
    done
    ((incomplete > 0))
}

@test "a format that this build cannot read is refused by name" {
    cd "$BATS_TEST_TMPDIR"
    # name, the bytes that a file begins with, and what to do
    while read -r name bytes remedy; do
        # shellcheck disable=SC2059 # the bytes are escapes
        printf "$bytes rest of the file" >file.pgn
        refused "file.pgn: this plyforge cannot read $name; try: $remedy 'file.pgn' | plyforge pgn -" pgn file.pgn
        run --separate-stderr "$PLYFORGE" pgn - <file.pgn
        same status 2 "$status"
        same output "" "$output"
        same stderr "plyforge: standard input: this plyforge cannot read $name; try: $remedy | plyforge pgn -" "$stderr"
    done <<'END'
lz4 \x04\x22\x4d\x18 lz4 -dc
zip PK\x03\x04 unzip -p
7z 7z\xbc\xaf\x27\x1c 7z e -so
END
}

@test "a build without the libraries says so" {
    [[ -x ${WITHOUT_DECODERS:-} ]] || skip "only cli_compressed has such a build"
    cd "$BATS_TEST_TMPDIR"
    PLYFORGE=$WITHOUT_DECODERS
    for program in $(compressors); do
        "$program" -c <"$GAMES" >games.any
        refused "games.any: this plyforge cannot read $program; try: $program -dc 'games.any' | plyforge pgn -" pgn games.any
        run --separate-stderr bash -c 'cat games.any | "$1" pgn --check -' bash "$PLYFORGE"
        same status 2 "$status"
        same output "" "$output"
        same stderr "plyforge: standard input: this plyforge cannot read $program; try: $program -dc | plyforge pgn -" "$stderr"
        # The remedy works, and other files are read.
        same remedy "3 games, 1 broken" "$("$program" -dc games.any | "$PLYFORGE" pgn --check - 2>/dev/null | tail -1)"
        plyforge pgn --check games.any "$GAMES"
        same status 2 "$status"
        same "last line" "3 games, 1 broken" "${lines[-1]}"
    done
}

# ---- Threads ----

# The text in frames of so many bytes, with the skippable frames of pzstd between them.
frames_of()
{
    local size=$1 at
    for ((at = 0; at < $(stat -c %s large.pgn); at += size)); do
        tail -c +$((at + 1)) large.pgn | head -c "$size" | zstd -q -c >frame
        printf '\x50\x2a\x4d\x18\x04\0\0\0'
        printf '%08x' "$(stat -c %s frame)" | sed -E 's/(..)(..)(..)(..)/\\x\4\\x\3\\x\2\\x\1/' | xargs -0 printf
        cat frame
    done
}

# A file of a few megabytes with broken games, warnings, and a game of five megabytes.
large_file()
{
    local text i
    text=$(cat "$GAMES")$'\n\n''[Event "warned"]'$'\n\n''1. e4 N e5 *'$'\n\n'
    for ((i = 0; i < 10; i++)); do text+=$text; done
    {
        printf '%s' "$text"
        printf '[Event "long"]\n\n1. e4 {'
        yes 'a comment that takes five megabytes' | head -c 5000000
        printf '} e5 *\n\n'
        printf '%s' "$text"
    } >large.pgn
}

# answers_of FILE OPTION...: sums of what is printed, on both outputs, without the name of the file and the time.
answers_of()
{
    local name=$1
    [[ $name != - ]] || name="standard input"
    "$PLYFORGE" pgn "$@" 2>err | sed -E "s/$name/FILE/; s/\"seconds\".*//; s/\"(mega)?bytes_per.*//; s/\"games_per.*//" | cksum
    sed -E "s/$name/FILE/; s/Time: .*//" err | cksum
}

@test "threads change nothing, whatever the frames" {
    [[ $(readable) == *zstd* ]] || skip "zstd cannot be read"
    cd "$BATS_TEST_TMPDIR"
    large_file
    zstd -q -f large.pgn -o one.zst
    frames_of 300000 >some.zst
    frames_of 1111111 >few.zst
    for options in "--check" "--json --moves san" "--headers" "--write --unique"; do
        # shellcheck disable=SC2086 # the words are meant to be split
        expected=$(answers_of large.pgn $options --threads 1)
        for file in large.pgn one.zst some.zst few.zst; do
            for threads in 1 5; do
                # shellcheck disable=SC2086
                same "$options, $file, $threads threads" "$expected" "$(answers_of $file $options --threads $threads)"
            done
        done
        # shellcheck disable=SC2086
        same "$options, pipe" "$expected" "$(zstd -dc few.zst | answers_of - $options --threads 3)"
    done
    for threads in 1 2 5; do "$PLYFORGE" train some.zst -o "$threads.plyt" --threads $threads --unique >/dev/null || same status 1 $?; done
    cmp 1.plyt 2.plyt
    cmp 1.plyt 5.plyt
}

@test "hostile archives end with a message, in bounded memory" {
    [[ $(readable) == *zstd* ]] || skip "zstd cannot be read"
    cd "$BATS_TEST_TMPDIR"
    zstd -q -c <"$GAMES" >first
    # Skippable frames whose sizes lie do no harm; one that is longer than the file is one that is cut off.
    { printf '\x50\x2a\x4d\x18\x04\0\0\0\xff\xff\xff\xff'; cat first; printf '\x50\x2a\x4d\x18\x04\0\0\0\0\0\0\0'; cat first; } >lies
    plyforge pgn --check --threads 3 lies
    same "frames that lie" "6 games, 2 broken" "${lines[-1]}"
    { cat first; printf '\x50\x2a\x4d\x18\xff\xff\xff\x7f'; cat first; } >longer
    plyforge pgn --check --threads 3 longer
    same status 2 "$status"
    [[ $stderr == *"longer: the zstd data is truncated"* ]]
    # Frames of a few kilobytes with a gigabyte of one word, in one file and several times.
    head -c 1000000000 /dev/zero | tr '\0' a | zstd -q -c >bomb
    { cat first; cat bomb bomb bomb; echo | zstd -q -c; echo | zstd -q -c; cat first; } >bombs
    within 700000 "$PLYFORGE" pgn --check --threads 2 bombs >out || same status 1 $?
    [[ $(tail -1 out) == "6 games, 3 broken, "* ]]
    [[ $(<out) == *"the game is longer than the limit of 64 MiB"* ]]
    # A hundred thousand frames without text.
    zstd -q -c </dev/null >empty
    cp empty many
    for ((i = 0; i < 16; i++)); do cat many many >more && mv more many; done
    cat many first many >tiny
    within 700000 "$PLYFORGE" pgn --check --threads 4 tiny >out || same status 1 $?
    same "among tiny frames" "3 games, 1 broken" "$(tail -1 out)"
    # Damage in a frame: what was before it is read, and nothing behind it.
    { cat first first; head -c 60 first; printf '\xa5\x5a\xa5\x5a'; tail -c +65 first; cat first; } >damaged
    for threads in 1 4; do
        plyforge pgn --check --threads $threads damaged
        same status 2 "$status"
        echo "$output $stderr" | sed 's/Time: [^p]*//' >answer.$threads
    done
    cmp answer.1 answer.4
    [[ $stderr == *"damaged: damaged zstd data: "* ]]
}

@test "what needs another program says which" {
    [[ $(readable) == *zstd* ]] || skip "zstd cannot be read"
    cd "$BATS_TEST_TMPDIR"
    for ((i = 0; i < 200; i++)); do printf '[Event "%d"]\n\n1. e4 e5 *\n\n' $((i * i)) >"sample.$i"; done
    zstd -q --train sample.* -o dictionary 2>/dev/null || skip "zstd cannot make a dictionary"
    zstd -q -D dictionary -c <"$GAMES" >games.zst
    plyforge pgn --check games.zst
    same status 2 "$status"
    [[ $stderr == *"cannot read this zstd data: it was compressed with a dictionary; decompress it with: zstd -dc -D DICTIONARY"* ]]
    printf '\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00' >window.zst
    plyforge pgn --check window.zst
    same status 2 "$status"
    [[ $stderr == *"its window is larger than 128 MiB; decompress it with: zstd -dc --long=31"* ]]
    { printf '\xff\xfe'; iconv -t UTF-16LE <"$GAMES"; } | zstd -q -c >utf16.zst
    refused "utf16.zst: the text is UTF-16; convert it to UTF-8: zstd -dc 'utf16.zst' | iconv -f UTF-16 -t UTF-8 | plyforge pgn -" pgn utf16.zst
}

@test "a part of a file" {
    cd "$BATS_TEST_TMPDIR"
    refused "--bytes takes A-B, from byte A up to but not including byte B, or A- to the end, not '9-3'" pgn --bytes 9-3 "$GAMES"
    refused "--bytes takes A-B, from byte A up to but not including byte B, or A- to the end, not '-3'" pgn --bytes=-3 "$GAMES"
    refused "--bytes takes only one file" pgn --bytes 0-3 "$GAMES" "$GAMES"
    refused "--bytes takes only one file" pgn --bytes 0-3 -
    gzip -c <"$GAMES" >games.gz
    plyforge pgn --bytes 0-100 games.gz
    same status 2 "$status"
    [[ $stderr == "plyforge: games.gz: --bytes needs a plain file, or one of several zstd frames, as pzstd writes them" ]]
    same whole "$("$PLYFORGE" pgn --moves uci "$GAMES" 2>/dev/null)" "$("$PLYFORGE" pgn --moves uci --bytes 0- "$GAMES" 2>/dev/null)"
    same nothing "0 games, 0 broken" "$("$PLYFORGE" pgn --check --bytes 100000- "$GAMES" 2>/dev/null)"
}
