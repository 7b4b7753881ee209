# The program as a whole: commands, options, versions, and what is true of every command.

load helper

COMMANDS=$(sed -n 's/^COMMAND(\(.*\))$/\1/p' "$BATS_TEST_DIRNAME/../../programs/plyforge/commands.def" | xargs)

COMPLETIONS=$BATS_TEST_DIRNAME/../../programs/plyforge/completions
PATH=$(dirname "$PLYFORGE"):$PATH # completions ask the program

# The options that the help of a command lists.
options_of()
{
    "$PLYFORGE" "$1" --help | sed -nE 's/^  (--[a-z0-9-]+).*/\1/p' | sort
}

@test "--version prints name and version" {
    plyforge --version
    same status 0 "$status"
    [[ $output =~ ^plyforge\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "--help lists every command, and no others" {
    plyforge --help
    same status 0 "$status"
    same stderr "" "$stderr"
    same commands "$COMMANDS" "$(sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p' <<<"$output" | xargs)"
}

@test "help COMMAND is COMMAND --help" {
    accepted "$("$PLYFORGE" --help)" help
    accepted "$("$PLYFORGE" perft --help)" help perft
    refused "unknown command 'pefrt'; did you mean 'perft'?" help pefrt
    refused "unexpected argument 'suite' after help" help perft suite
}

@test "every command has help with usage, options and an example" {
    for command in $COMMANDS; do
        plyforge "$command" --help
        same status 0 "$status"
        same stderr "" "$stderr"
        [[ $output == "Usage: plyforge $command "* ]]
        [[ $output == *"Options:"* ]]
        [[ $output == *"Example:"*"  plyforge $command "* ]]
        same "$command -h" "$output" "$("$PLYFORGE" "$command" -h)"
    done
}

@test "the man page describes every command and option" {
    page=$(sed 's/\\-/-/g' "$BATS_TEST_DIRNAME/../../docs/man/plyforge.1")
    for command in $COMMANDS; do
        [[ $page == *"plyforge $command"* ]]
        for option in $(options_of "$command"); do
            if [[ $page != *"$option"* ]]; then same "man page" "$option" "nothing"; fi
        done
    done
}

@test "the man page and the pages of docs/ have every option, and the man page no others" {
    cd "$BATS_TEST_DIRNAME/../.."
    all=$(for command in $COMMANDS; do options_of "$command"; done | sort -u)
    missing=$(grep -vxF -e "$(grep -ohE -- '--[a-z][a-z0-9-]+' README.md docs/*.md | sort -u)" <<<"$all" || true)
    same "in no page" "" "$missing"
    manual=$(sed -E 's/\\-/-/g; s/\\f.//g' docs/man/plyforge.1 | grep -oE -- '--[a-z][a-z0-9-]+' | sort -u)
    same "only in the man page" "--version" "$(grep -vxF -e "$all" <<<"$manual")"
}

@test "help, man page and docs/scripting.md have the same exit statuses" {
    cd "$BATS_TEST_DIRNAME/../.."
    statuses=$(sed -nE 's/^\| ([0-9]+) \|.*/\1/p' docs/scripting.md | xargs)
    same "man page" "$statuses" "$(sed -n '/^.SH EXIT STATUS/,/^.SH INTERRUPTION/s/^\.B \([0-9]*\)$/\1/p' docs/man/plyforge.1 | xargs)"
    same "--help" "$statuses" "$("$PLYFORGE" --help | sed -n '/^Exit status/,$p' | grep -oE '[0-9]+ (if|for)' | cut -d' ' -f1 | xargs)"
}

@test "bash completion offers every command and option, and no others" {
    source "$COMPLETIONS/plyforge.bash"
    COMP_WORDS=(plyforge "") COMP_CWORD=1
    _plyforge
    same commands "$COMMANDS help --help --version" "${COMPREPLY[*]}"
    for command in $COMMANDS; do
        COMP_WORDS=(plyforge "$command" -) COMP_CWORD=2
        _plyforge
        same "$command" "$(options_of "$command")" "$(printf '%s\n' "${COMPREPLY[@]}" | sort)"
    done
    COMP_WORDS=(plyforge fen --ep "") COMP_CWORD=3
    _plyforge
    same --ep "always pseudo legal" "${COMPREPLY[*]}"
    COMP_WORDS=(plyforge pgn --moves "") COMP_CWORD=3
    _plyforge
    same "pgn --moves" "uci san" "${COMPREPLY[*]}"
    COMP_WORDS=(plyforge perft --moves "") COMP_CWORD=3
    _plyforge
    same "perft --moves" "" "${COMPREPLY[*]}"
    COMP_WORDS=(plyforge bench "") COMP_CWORD=2
    _plyforge
    same bench "sliders generation reading" "${COMPREPLY[*]}"
    cd "$DATA"
    COMP_WORDS=(plyforge suite bl) COMP_CWORD=2
    _plyforge
    same suite "blocks.epd" "${COMPREPLY[*]}"
    # After the word of a command come its files or folders, and the word is not offered again.
    cd "$BATS_TEST_TMPDIR"
    mkdir show.store
    touch show.ledger
    completes() { COMP_WORDS=(plyforge "$@") COMP_CWORD=$#; _plyforge; echo "${COMPREPLY[*]}"; }
    same "store" "show" "$(completes store sh)"
    same "store show" "show.store" "$(completes store show sh)"
    same "ledger" "show" "$(completes ledger sh)"
    same "ledger show" "show.ledger show.store" "$(completes ledger show sh | tr ' ' '\n' | sort | xargs)"
    same "perft --store" "show.store" "$(completes perft 5 --store sh)"
    same help "$COMMANDS" "$(completes help "")"
    same "help perft" "" "$(completes help perft "")"
}

@test "zsh completion offers every command and option, and no others" {
    command -v zsh >/dev/null || skip "no zsh"
    file=$COMPLETIONS/_plyforge
    zsh -n "$file"
    # What zsh's own functions are given, one argument a line. LeakSanitizer has hung in the substitutions of zsh.
    offers() { ASAN_OPTIONS=detect_leaks=0 zsh -fc '_arguments() { print -l -- "$@" }; _describe() { print -l -- $commands }
        words=(plyforge "${@:2}"); CURRENT=$#words; source "$1"' zsh "$file" "$@"; }
    same commands "$COMMANDS help" "$(offers "" | sed -n 's/^\([a-z]*\):.*/\1/p' | xargs)"
    for command in $COMMANDS; do
        same "$command" "$(options_of "$command")" "$(offers "$command" - | sed -nE 's/^(--[a-z0-9-]+)\[.*/\1/p' | sort)"
    done
    offers fen - | grep -qF ':MODE:(always pseudo legal)'
    offers perft - | grep -qF ':DIR:_files -/'
    offers store show "" | grep -qxF '*:folder:_files -/'
    offers help "" | grep -qxF "1: :($COMMANDS)"
}

@test "fish completion offers every command and option, and no others" {
    command -v fish >/dev/null || skip "no fish"
    file=$COMPLETIONS/plyforge.fish
    fish --no-execute "$file"
    offers() { fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' "$file" "$1" | cut -f1; }
    same commands "$(printf '%s\n' $COMMANDS help | sort)" "$(offers "plyforge " | sort)"
    for command in $COMMANDS; do
        same "$command" "$(options_of "$command")" "$(offers "plyforge $command --" | sort)"
    done
    same --ep "$(printf '%s\n' always legal pseudo)" "$(offers "plyforge fen --ep " | sort)"
    cd "$BATS_TEST_TMPDIR"
    mkdir show.store
    touch show.ledger
    same "store" "show" "$(offers "plyforge store sh")"
    same "store show" "show.store/" "$(offers "plyforge store show sh")"
    same "ledger show" "show.ledger show.store/" "$(offers "plyforge ledger show sh" | sort | xargs)"
    same "perft --store" "show.store/" "$(offers "plyforge perft 5 --store sh")"
    same "store show options" "$(options_of store)" "$(offers "plyforge store show --" | sort)"
    same help "$(tr ' ' '\n' <<<"$COMMANDS" | sort)" "$(offers "plyforge help " | sort)"
}

# Runs the program with a terminal for its output.
on_terminal()
{
    python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' "$PLYFORGE" "$@" </dev/null | tr -d '\r'
}

@test "colours: on terminals that have them, unless NO_COLOR is set" {
    command -v python3 >/dev/null || skip "no python3"
    red=$'\e[31m'
    unset NO_COLOR
    [[ $(TERM=xterm on_terminal explain e2e5) == "$red"e2e5* ]]
    [[ $(TERM=xterm NO_COLOR=1 on_terminal explain e2e5) == e2e5* ]]
    [[ $(TERM=xterm NO_COLOR="" on_terminal explain e2e5) == "$red"e2e5* ]]
    [[ $(TERM=dumb on_terminal explain e2e5) == e2e5* ]]
    [[ $(TERM=xterm on_terminal explain e2e5 --color never) == e2e5* ]]
    [[ $(TERM=xterm "$PLYFORGE" explain e2e5) == e2e5* ]]
    [[ $(NO_COLOR=1 "$PLYFORGE" explain e2e5 --color always) == "$red"e2e5* ]]
    refused "--color takes auto, always or never, not 'sometimes'" explain e2e5 --color sometimes
    refused "--color needs --show" perft 1 --color always
}

@test "no command, unknown commands and superfluous words are refused" {
    refused "no command given; try 'plyforge --help'"
    refused "unknown command 'pefrt'; did you mean 'perft'?" pefrt
    refused "unknown command 'storee'; did you mean 'store'?" storee
    refused "unknown command 'xy'; try 'plyforge --help'" xy
    refused "unknown command 'perft_with_a_table'; try 'plyforge --help'" perft_with_a_table
    refused "unknown command ''; try 'plyforge --help'" ""
    refused "unknown option '--verison'; try 'plyforge --help'" --verison
    refused "unexpected argument 'perft' after --help" --help perft
    refused "unexpected argument '1' after --version" --version 1
}

@test "unknown options are refused by every command" {
    refused "*--bogus*" perft 1 --bogus
    refused "*--bogus*" suite "$DATA/semicolon-first.epd" --bogus
    refused "*--bogus*" moves --bogus
    refused "*--bogus*" show --bogus
    refused "*--bogus*" fen "$KIWIPETE" --bogus
    refused "*--bogus*" outcome --bogus
    refused "*--bogus*" explain e2e4 --bogus
    refused "*--bogus*" bisect 1 --bogus
    refused "*--bogus*" torture --bogus
    refused "*--bogus*" uci --bogus
    refused "*--bogus*" san e4 --bogus
    refused "*--bogus*" pgn "$DATA/games.pgn" --bogus
    refused "*--bogus*" bench --bogus
    refused "*x*" moves -x
}

@test "options that another command takes are refused" {
    refused "*--divide*" moves --divide
    refused "*--json*" uci --json
    refused "*--fen*" bench --fen "$KIWIPETE"
}

# Every command that takes a position, with its other operands before it.
POSITION_COMMANDS="perft:2 unique:2 moves show fen outcome explain:e2e4 unmoves san:e4"

@test "a position is --fen FEN, FEN in quotes, or the words of FEN; startpos is the first one" {
    local start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" fen="4k3/8/8/8/8/8/4P3/4K3 w - - 3 7"
    local pair words expected
    for pair in $POSITION_COMMANDS; do
        words=(${pair/:/ })
        for position in "$start" "$fen"; do
            expected=$("$PLYFORGE" "${words[@]}" --fen "$position" 2>/dev/null)
            [[ -n $expected ]]
            same "$pair, quoted" "$expected" "$("$PLYFORGE" "${words[@]}" "$position" 2>/dev/null)"
            # shellcheck disable=SC2086 # the words are meant to be split
            same "$pair, unquoted" "$expected" "$("$PLYFORGE" "${words[@]}" $position 2>/dev/null)"
            # shellcheck disable=SC2086
            same "$pair, first" "$expected" "$("$PLYFORGE" "${words[0]}" $position "${words[@]:1}" 2>/dev/null)"
        done
        expected=$("$PLYFORGE" "${words[@]}" --fen "$start" 2>/dev/null)
        same "$pair --fen startpos" "$expected" "$("$PLYFORGE" "${words[@]}" --fen startpos 2>/dev/null)"
        same "$pair startpos" "$expected" "$("$PLYFORGE" startpos "${words[@]}" 2>/dev/null || "$PLYFORGE" "${words[@]}" startpos 2>/dev/null)"
        [[ $("$PLYFORGE" "${words[0]}" --help) == *FEN*"--lenient"* ]]
    done
    same "Three-check" "$("$PLYFORGE" moves --variant threecheck --fen "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1")" \
        "$("$PLYFORGE" moves --variant threecheck 4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1)"
    refused "perft needs DEPTH; try 'plyforge perft --help'" perft 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    "$PLYFORGE" perft 4k3/8/8/8/8/8/8/4K3 w - - 2 # one number is the depth
}

@test "moves are UCI or SAN, with or without numbers" {
    local expected
    expected=$("$PLYFORGE" show --moves "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1")
    for moves in "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O" "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0" "1.e2-e4 e7e5 2.g1f3 Nc6 3.Bb5 3...Nf6 e1h1" \
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1/2-1/2 " "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O *"; do
        same "$moves" "$expected" "$("$PLYFORGE" show --moves "$moves")"
    done
    same outcome "$("$PLYFORGE" outcome --moves "f2f3 e7e5 g2g4 d8h4")" "$("$PLYFORGE" outcome --moves "f3 e5 g4 Qh4#")"
    same variant "$("$PLYFORGE" moves --variant atomic --moves "e2e4")" "$("$PLYFORGE" moves --variant atomic --moves "1. e2e4")"
}

@test "an option without its argument, or with one it does not take, is refused" {
    refused "*--fen*" moves --fen
    refused "*--divide*" perft 1 --divide=yes
}

@test "a message stays one line whatever it quotes" {
    refused "unknown command 'two?lines'; try 'plyforge --help'" $'two\nlines'
}

@test "a full disk is noticed by every command" {
    [[ -c /dev/full ]] || skip "this system has no /dev/full"
    for arguments in "--help" "--version" "perft --help" "perft 1 --divide" "moves" "show" "outcome" "explain e2e4" "torture" "bench --reduce 9" \
        "fen 4k3/8/8/8/8/8/8/4K3" "suite $DATA/semicolon-first.epd" "san e2e4" "pgn $DATA/games.pgn" "unique 2" "pgn --epd $DATA/games.pgn" \
        "pgn --moves san $DATA/games.pgn"; do
        # shellcheck disable=SC2016,SC2086 # the inner shell expands; the words are meant to be split
        run --separate-stderr bash -c '"$PLYFORGE" "$@" >/dev/full' bash $arguments
        same "status of $arguments" 1 "$status"
        [[ $stderr == *"plyforge: cannot write to standard output: "* ]]
    done
}
