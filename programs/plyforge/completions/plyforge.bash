# Completion of the plyforge command line for bash. Commands, options and the words that an option takes come from the
# help texts and refusals of the program itself. What follows an option that takes free text (a FEN, moves, a number) is
# left to the user.

# What the program prints, also when it refuses.
_plyforge_ask()
{
    command "${COMP_WORDS[0]/#\~/$HOME}" "$@" </dev/null 2>&1
}

# The words that an option takes, if it takes only some.
_plyforge_choices()
{
    _plyforge_ask "$@" '?' | sed -nE "s/.*--[a-z0-9-]+ takes ([a-z0-9-]+(, [a-z0-9-]+)* or [a-z0-9-]+), not '\?'.*/\1/p" |
        sed 's/, / /g; s/ or / /'
}

_plyforge()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local commands help argument operands words choices="" files=none
    COMPREPLY=()

    commands=$(_plyforge_ask --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p')
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$commands help --help --version" -- "$word")
        return
    fi
    if [[ $command == help ]]; then
        if ((COMP_CWORD == 2)); then mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word"); fi
        return
    fi
    help=$(_plyforge_ask "$command" --help)
    if [[ $previous == --* ]]; then argument=$(sed -nE "s/^  $previous ([A-Z\/-]+)  .*/\1/p" <<<"$help"); fi
    operands=$(sed -nE '1s/^Usage: plyforge [a-z]+ (.*)\[OPTION\].*/\1/p' <<<"$help")
    words=$(sed -nE 's/^\[?([a-z]+(\|[a-z]+)+).*/\1/p' <<<"$operands")
    if [[ $argument == COMMAND ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$word")
        return
    elif [[ $argument == FILE ]]; then
        files=files
    elif [[ $argument == DIR ]]; then
        files=folders
    elif [[ -n $argument ]]; then
        choices=$(_plyforge_choices "$command" "$previous")
    elif [[ -n $words && $word != -* ]] && ((COMP_CWORD == 2)); then
        choices=${words//|/ }
    elif [[ $operands == *FILE* && $word != -* ]]; then
        files=files
    elif [[ $operands == *DIR* && $word != -* ]]; then
        files=folders
    elif [[ -z $words || $word == -* ]]; then
        choices=$(sed -nE 's/^  (--[a-z0-9-]+).*/\1/p' <<<"$help")
    fi
    case $files in
    none) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word") ;;
    files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    esac
    if [[ $files != none ]]; then compopt -o filenames 2>/dev/null || true; fi
}

complete -F _plyforge plyforge
