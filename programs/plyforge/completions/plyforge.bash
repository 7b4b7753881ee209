# Completion of the plyforge command line for bash. What follows an option that takes free text (a FEN, moves, a
# number) is left to the user.

_plyforge()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local choices=""
    COMPREPLY=()

    if [[ $previous == --moves ]]; then
        [[ $command == pgn ]] || return
        choices="uci san"
    fi
    case $previous in
        --castling) choices="standard xfen shredder" ;;
        --ep) choices="always pseudo legal" ;;
        --backend) choices="auto portable bmi2 avx2 avx512" ;;
        --legality) choices="masks filter lookup" ;;
        --sliders)
            choices="magic pext hyperbola hyperbola-pshufb obstruction kogge-stone kogge-stone-sse2 kogge-stone-avx2 kogge-stone-avx512"
            ;;
        --fen | --max-nodes | --max-depth | --reduce | --threads | --hash | --seed | --memory | --sample | --timeout) return ;;
    esac
    if [[ $previous == --ledger || $previous == --junit || ($command == ledger && ($previous == show || $previous == check)) ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
        return
    fi
    if [[ $previous == --engine || $previous == --script ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$word")
        return
    fi
    if [[ -n $choices ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
        return
    fi

    if ((COMP_CWORD == 1)); then
        choices="perft unique ledger suite moves show fen outcome explain bisect uci san pgn bench --help --version"
    else
        case $command in
            perft) choices="--fen --moves --chess960 --show --divide --stats --no-bulk --list-leaves --plain --legality --sliders --backend --threads\
 --hash --seed --verify --exact-dedupe --memory --ledger --json --help" ;;
            unique) choices="--fen --moves --chess960 --threads --memory --help" ;;
            ledger) choices="show check --sample --threads --help" ;;
            suite)
                choices="--chess960 --no-bulk --list-leaves --plain --legality --sliders --threads --hash --seed --exact-dedupe --memory --max-nodes --max-depth"
                choices+=" --engine --script --timeout --junit --backend --json --help"
                ;;
            moves | show | outcome | explain) choices="--fen --moves --chess960 --json --help" ;;
            fen) choices="--chess960 --castling --ep --lenient --json --help" ;;
            bisect) choices="--fen --moves --chess960 --engine --script --timeout --json --help" ;;
            uci) choices="--chess960 --backend --help" ;;
            san) choices="--fen --chess960 --lenient --help" ;;
            pgn) choices="--stats --check --moves --headers --epd --chess960 --threads --backend --json --help" ;;
            bench) choices="sliders generation --reduce --backend --json --help" ;;
        esac
        if [[ ($command == suite || $command == pgn) && $word != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            compopt -o filenames 2>/dev/null
            return
        fi
    fi
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}

complete -F _plyforge plyforge
