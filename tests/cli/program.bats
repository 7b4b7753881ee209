# The program as a whole: commands, options, versions, and what is true of every command.

load helper

COMMANDS="perft unique ledger suite moves show fen outcome explain bisect torture uci san pgn bench"

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

@test "--help lists every command" {
    plyforge --help
    same status 0 "$status"
    same stderr "" "$stderr"
    for command in $COMMANDS; do
        [[ $output == *$'\n'"  $command "* ]]
    done
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

@test "bash completion offers every command and option, and no others" {
    source "$BATS_TEST_DIRNAME/../../programs/plyforge/completions/plyforge.bash"
    COMP_WORDS=(plyforge "") COMP_CWORD=1
    _plyforge
    same commands "$COMMANDS --help --version" "${COMPREPLY[*]}"
    for command in $COMMANDS; do
        COMP_WORDS=(plyforge "$command" -) COMP_CWORD=2
        _plyforge
        same "$command" "$(options_of "$command")" "$(printf '%s\n' "${COMPREPLY[@]}" | sort)"
    done
    COMP_WORDS=(plyforge fen --ep "") COMP_CWORD=3
    _plyforge
    same --ep "always pseudo legal" "${COMPREPLY[*]}"
}

@test "no command, unknown commands and superfluous words are refused" {
    refused "no command given; try 'plyforge --help'"
    refused "unknown command 'pefrt'; try 'plyforge --help'" pefrt
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
    refused "*--lenient*" perft 1 --lenient
    refused "*--json*" uci --json
    refused "*--fen*" bench --fen "$KIWIPETE"
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
        "fen 4k3/8/8/8/8/8/8/4K3" "suite $DATA/semicolon-first.epd" "san e2e4" "pgn $DATA/games.pgn" \
        "pgn --moves san $DATA/games.pgn"; do
        # shellcheck disable=SC2016,SC2086 # the inner shell expands; the words are meant to be split
        run --separate-stderr bash -c '"$PLYFORGE" "$@" >/dev/full' bash $arguments
        same "status of $arguments" 1 "$status"
        [[ $stderr == *"plyforge: cannot write to standard output: "* ]]
    done
}
