# Completion of the plyforge command line for bash. What follows an option that takes free text (a FEN, moves, a
# number) is left to the user.
# Made by scripts/make-completions from the help texts of the program; a test compares. Not to be edited by hand.

_plyforge()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local choices="" words="" files=none
    COMPREPLY=()

    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "perft unique ledger store suite moves unmoves show fen outcome explain bisect torture uci san pgn train book bench help --help --version" -- "$word")
        return
    fi
    case $command:$previous in
        perft:--fen) return ;;
        perft:--moves) return ;;
        perft:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        perft:--legality) choices="masks filter lookup" ;;
        perft:--sliders) choices="magic pext hyperbola hyperbola-pshufb obstruction kogge-stone kogge-stone-sse2 kogge-stone-avx2 kogge-stone-avx512" ;;
        perft:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
        perft:--gpus) return ;;
        perft:--threads) return ;;
        perft:--hash) return ;;
        perft:--seed) return ;;
        perft:--memory) return ;;
        perft:--ledger) files=files ;;
        perft:--store) files=folders ;;
        perft:--store-buckets) return ;;
        perft:--time-limit) return ;;
        perft:--color) choices="auto always never" ;;
        unique:--fen) return ;;
        unique:--moves) return ;;
        unique:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
        unique:--gpus) return ;;
        unique:--threads) return ;;
        unique:--memory) return ;;
        ledger:--threads) return ;;
        ledger:--sample) return ;;
        store:--threads) return ;;
        store:--sample) return ;;
        store:--memory) return ;;
        suite:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        suite:--legality) choices="masks filter lookup" ;;
        suite:--sliders) choices="magic pext hyperbola hyperbola-pshufb obstruction kogge-stone kogge-stone-sse2 kogge-stone-avx2 kogge-stone-avx512" ;;
        suite:--max-nodes) return ;;
        suite:--max-depth) return ;;
        suite:--engine) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        suite:--script) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        suite:--timeout) return ;;
        suite:--junit) files=files ;;
        suite:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
        suite:--gpus) return ;;
        suite:--threads) return ;;
        suite:--hash) return ;;
        suite:--seed) return ;;
        suite:--memory) return ;;
        suite:--color) choices="auto always never" ;;
        moves:--fen) return ;;
        moves:--moves) return ;;
        moves:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        unmoves:--fen) return ;;
        unmoves:--castling) choices="standard xfen shredder" ;;
        unmoves:--depth) return ;;
        unmoves:--ep-before) choices="none legal all" ;;
        unmoves:--pockets) return ;;
        show:--fen) return ;;
        show:--moves) return ;;
        show:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        show:--color) choices="auto always never" ;;
        show:--svg) files=files ;;
        show:--size) return ;;
        show:--theme) choices="light dark" ;;
        fen:--fen) return ;;
        fen:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        fen:--castling) choices="standard xfen shredder" ;;
        fen:--ep) choices="always pseudo legal" ;;
        outcome:--fen) return ;;
        outcome:--moves) return ;;
        outcome:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        explain:--fen) return ;;
        explain:--moves) return ;;
        explain:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        explain:--color) choices="auto always never" ;;
        explain:--svg) files=files ;;
        explain:--size) return ;;
        explain:--theme) choices="light dark" ;;
        bisect:--fen) return ;;
        bisect:--moves) return ;;
        bisect:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        bisect:--engine) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        bisect:--script) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        bisect:--timeout) return ;;
        bisect:--divide) files=files ;;
        bisect:--color) choices="auto always never" ;;
        bisect:--html) files=files ;;
        bisect:--theme) choices="light dark" ;;
        torture:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        torture:--engine) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        torture:--script) mapfile -t COMPREPLY < <(compgen -c -- "$word"); return ;;
        torture:--timeout) return ;;
        torture:--junit) files=files ;;
        torture:--color) choices="auto always never" ;;
        uci:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        uci:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
        san:--fen) return ;;
        san:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        pgn:--variant) choices="standard chess960 crazyhouse atomic antichess kingofthehill threecheck horde racingkings" ;;
        pgn:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
        pgn:--threads) return ;;
        pgn:--moves) choices="uci san" ;;
        pgn:--castling) choices="auto standard chess960" ;;
        pgn:--select) return ;;
        pgn:--result) return ;;
        pgn:--min-plies) return ;;
        pgn:--max-plies) return ;;
        pgn:--memory) return ;;
        pgn:--max-game) return ;;
        train:--output) files=files ;;
        train:--format) choices="binary plain" ;;
        train:--skip-plies) return ;;
        train:--min-score) return ;;
        train:--max-score) return ;;
        train:--memory) return ;;
        train:--per-game) return ;;
        train:--seed) return ;;
        train:--threads) return ;;
        book:--fen) return ;;
        book:--moves) return ;;
        book:--plies) return ;;
        book:--min-games) return ;;
        book:--output) files=files ;;
        bench:--reduce) return ;;
        bench:--backend) choices="auto portable bmi2 avx2 avx512 neon cuda" ;;
    esac
    if [[ -z $choices && $files == none ]]; then
        case $command in
            perft) choices="--fen --moves --chess960 --lenient --variant --show --divide --stats --no-bulk --list-leaves --plain --legality --sliders --backend --gpus --threads --hash --seed --verify --exact-dedupe --memory --ledger --store --store-buckets --buckets --time-limit --unicode --color --json --help" words="" files=none ;;
            unique) choices="--fen --moves --chess960 --lenient --backend --gpus --threads --memory --json --help" words="" files=none ;;
            ledger) choices="--threads --sample --json --help" words="show check" files=files ;;
            store) choices="--threads --sample --memory --json --help" words="show check drop" files=folders ;;
            suite) choices="--chess960 --lenient --variant --no-bulk --list-leaves --plain --legality --sliders --max-nodes --max-depth --engine --script --timeout --junit --backend --gpus --threads --hash --seed --exact-dedupe --memory --color --json --help" words="" files=files ;;
            moves) choices="--fen --moves --chess960 --lenient --variant --san --json --help" words="" files=none ;;
            unmoves) choices="--fen --chess960 --castling --lenient --depth --all-rights --ep-before --no-unpromotions --pockets --json --help" words="" files=none ;;
            show) choices="--fen --moves --chess960 --lenient --variant --unicode --color --svg --flip --size --theme --json --help" words="" files=none ;;
            fen) choices="--fen --chess960 --variant --castling --ep --lenient --json --help" words="" files=none ;;
            outcome) choices="--fen --moves --chess960 --lenient --variant --json --help" words="" files=none ;;
            explain) choices="--fen --moves --chess960 --lenient --variant --unicode --color --svg --flip --size --theme --json --help" words="" files=none ;;
            bisect) choices="--fen --moves --chess960 --lenient --variant --engine --script --timeout --divide --unicode --color --html --theme --json --help" words="" files=none ;;
            torture) choices="--chess960 --variant --engine --script --timeout --junit --color --json --help" words="" files=none ;;
            uci) choices="--chess960 --variant --backend --help" words="" files=none ;;
            san) choices="--fen --chess960 --variant --lenient --json --help" words="" files=none ;;
            pgn) choices="--chess960 --variant --backend --threads --stats --check --moves --castling --headers --epd --write --tags-only --no-comments --no-variations --select --result --min-plies --max-plies --unique --memory --fallback-result --strict --max-game --json --help" words="" files=files ;;
            train) choices="--output --format --force --read --no-checks --no-captures --skip-plies --scored --min-score --max-score --unique --memory --per-game --seed --fallback-result --strict --threads --json --help" words="" files=files ;;
            book) choices="--fen --moves --chess960 --lenient --plies --min-games --output --json --help" words="show check make" files=files ;;
            bench) choices="--reduce --backend --json --help" words="sliders generation reading" files=none ;;
            help) choices="" words="perft unique ledger store suite moves unmoves show fen outcome explain bisect torture uci san pgn train book bench" files=none ;;
        esac
        if [[ $word == -* ]]; then
            files=none
        elif [[ -n $words ]] && ((COMP_CWORD == 2)); then
            choices=$words files=none
        elif [[ $files != none || -n $words ]]; then
            choices=""
        fi
    fi
    case $files in
        none) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word") ;;
        files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    esac
    if [[ $files != none ]]; then compopt -o filenames 2>/dev/null || true; fi
}

complete -F _plyforge plyforge
