# plyforge book.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 e5 2. Nf3 1-0 1. d4 d5 1/2-1/2 1. e4 c5 0-1 1. e4 e5 *' >games.pgn
}

@test "make writes a book that show and check read" {
    accepted "4 games, 6 entries" book make games.pgn --min-games 1 --output book.bin
    accepted "6 entries, 0 out of order, 0 duplicate, 0 malformed" book check book.bin
    # Two points for the win, none for the loss, one for the unknown result.
    accepted "e2e4      3  75.0%
d2d4      1  25.0%" book show book.bin
    accepted "c7c5      2  66.7%
e7e5      1  33.3%" book show book.bin --moves e2e4
    accepted "" book show book.bin --moves "e2e4 c7c5" # nothing known
    same size 96 "$(wc -c <book.bin)"
}

@test "make counts games and plies" {
    accepted "4 games, 1 entry" book make games.pgn --output book.bin
    accepted "e2e4      3 100.0%" book show book.bin
    accepted "4 games, 2 entries" book make games.pgn --min-games 1 --plies 1 --output book.bin
    accepted "8 games, 5 entries" book make games.pgn games.pgn --min-games 2 --plies 2 --output book.bin
}

@test "games on standard input, and castling as the king taking its rook" {
    run --separate-stderr "$PLYFORGE" book make - --min-games 1 --output book.bin < <(printf '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O 1-0\n')
    same output "1 game, 1 entry" "$output"
    same code 0107 "$(od -An -tx1 -j8 -N2 book.bin | tr -d ' ')" # e1 is 4, h1 is 7: 4 * 64 + 7
    accepted "e1g1      2 100.0%" book show book.bin --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    accepted "e1h1      2 100.0%" book show book.bin --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1" --chess960
}

@test "broken games are left out, and the games around them are kept" {
    printf '[Event "a"]\n\n1. e4 e5 1-0\n\n[Event "b"]\n[FEN "no"]\n\n1. d4 1-0\n\n[Event "c"]\n\n1. c4 Ke4 1-0\n\n[Event "d"]\n\n1. Nf3 1-0\n' >broken.pgn
    plyforge book make broken.pgn --min-games 1 --output book.bin
    same status 0 "$status"
    same output "4 games, 2 entries" "$output"
    same stderr "plyforge: warning: 2 broken games are left out; plyforge pgn --check lists them" "$stderr"
    plyforge book show book.bin
    same output "g1f3      2  50.0%
e2e4      2  50.0%" "$output"
}

@test "a damaged book is reported" {
    "$PLYFORGE" book make games.pgn --min-games 1 --output book.bin
    { tail -c 16 book.bin && cat book.bin && tail -c 16 book.bin; } >damaged.bin
    plyforge book check damaged.bin
    same status 1 "$status"
    same output "8 entries, 1 out of order, 1 duplicate, 0 malformed" "$output"
    same stderr "plyforge: the first damaged entry is entry 2" "$stderr"
    plyforge book show damaged.bin
    same status 0 "$status"
    [[ $stderr == *"warning: damaged.bin is damaged; run 'plyforge book check'"* ]]
    head -c 50 book.bin >cut.bin
    refused "cut.bin: the book ends within an entry: its size is not a multiple of 16 bytes" book check cut.bin
    : >empty.bin
    accepted "0 entries, 0 out of order, 0 duplicate, 0 malformed" book check empty.bin
}

@test "book refuses bad input" {
    refused "book needs show|check|make FILE...; try 'plyforge book --help'" book show
    refused "book takes show, check or make, not 'look'" book look book.bin
    refused "book show takes one file" book show a b
    refused "cannot open 'none.bin': No such file or directory" book show none.bin
    refused "book make needs --output FILE" book make games.pgn
    refused "--output needs the name of a file" book make games.pgn --output ""
    refused "cannot write none/book.bin: No such file or directory" book make games.pgn --output none/book.bin
    refused "--plies must be a number from 1 to 1000, not '0'" book make games.pgn --plies 0 --output b
    refused "--min-games must be a number from 1 to 1000000000, not 'x'" book make games.pgn --min-games x --output b
    refused "--output - would mix the report with the other output; give the name of a file (./- for one named -)" \
        book make games.pgn --output -
    refused "--plies works with book make, not with book show" book show book.bin --plies 3
    refused "--output works with book make, not with book check" book check book.bin --output x
    refused "--fen works with book show, not with book check" book check book.bin --fen startpos
    refused "--moves works with book show, not with book make" book make games.pgn --output x --moves e4
    plyforge book make none.pgn --output book.bin
    same status 2 "$status"
    [[ $stderr == *none.pgn* && ! -e book.bin ]]
}

@test "what cannot be written is not removed, and the games are not replaced" {
    # A device that is always full, reached by a link: the link stays.
    ln -s /dev/full full
    plyforge book make games.pgn --min-games 1 --output full
    same status 1 "$status"
    same stderr "plyforge: cannot write full: No space left on device" "$stderr"
    [[ -L full && -c /dev/full ]]
    # An old book stays whole when the new one does not fit.
    "$PLYFORGE" book make games.pgn --min-games 1 --output book.bin
    sum=$(cksum <book.bin)
    for i in {1..40}; do cat games.pgn; printf ' 1. %s4 *' a b c f g h; echo; done >many.pgn
    run bash -c 'trap "" XFSZ; ulimit -f 0; "$PLYFORGE" book make many.pgn --min-games 1 --output book.bin 2>&1 | cat; exit ${PIPESTATUS[0]}'
    same status 1 "$status"
    same output "plyforge: cannot write book.bin: File too large" "$output"
    same book "$sum" "$(cksum <book.bin)"
    same files "book.bin" "$(echo book.bin*)"
    # A link to the games is still the games.
    ln -s games.pgn link.pgn
    sum=$(cksum <games.pgn)
    refused "--output './link.pgn' would replace the games of 'games.pgn'; choose another name" \
        book make games.pgn --min-games 1 --output ./link.pgn
    same games "$sum" "$(cksum <games.pgn)"
}

@test "an empty book is reported" {
    plyforge book make games.pgn --min-games 9 --output book.bin
    same status 0 "$status"
    same output "4 games, 0 entries" "$output"
    same stderr "plyforge: warning: 'book.bin' is empty: no move scored in 9 games or more; see --min-games" "$stderr"
}

@test "a file without an end is refused" {
    refused "'/dev/zero' is larger than 2 GiB" book check /dev/zero
}
