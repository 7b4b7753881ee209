/* The options: each is defined once, with its name, its argument and its line of help; a command says which of them it
 * takes. What an option means is the business of the command that takes it. */
#include "common.h"
#include "json.h"
#include "ledger.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *argument; /* NULL: takes none */
    const char *help;
} table[OPTION_COUNT] = {
    [OPTION_FEN] = {"fen", "FEN", "the position, in quotes (default: the start position)"},
    [OPTION_MOVES] = {"moves", "MOVES", "UCI moves to play first, as in \"e2e4 e7e5\""},
    [OPTION_CHESS960] = {"chess960", NULL, "Chess960 castling rights; castling is written king takes rook"},
    [OPTION_VARIANT] = {"variant", "NAME",
                        "crazyhouse, atomic, antichess, kingofthehill, threecheck, horde or racingkings"},
    [OPTION_CASTLING] = {"castling", "STYLE", "standard, xfen or shredder (default: standard; with --chess960 xfen)"},
    [OPTION_EP] = {"ep", "MODE", "write the en passant square always, pseudo or legal (default: legal)"},
    [OPTION_LENIENT] = {"lenient", NULL, "mend or tolerate what can be, with a warning"},
    [OPTION_SHOW] = {"show", NULL, "draw the board first"},
    [OPTION_DIVIDE] = {"divide", NULL, "print the count below each root move"},
    [OPTION_STATS] = {"stats", NULL, "count captures, castles, promotions, checks and mates, at every depth"},
    [OPTION_NO_BULK] = {"no-bulk", NULL, "play the moves of the last ply instead of counting them"},
    [OPTION_LIST_LEAVES] = {"list-leaves", NULL, "write the moves of the last ply into lists instead of counting them"},
    [OPTION_PLAIN] = {"plain", NULL, "count with the simplest code, the yardstick"},
    [OPTION_LEGALITY] = {"legality", "ROAD", "masks, filter or lookup: the road to legality; implies --plain"},
    [OPTION_SLIDERS] = {"sliders", "NAME", "the way to find slider attacks, as in magic; implies --plain"},
    [OPTION_MAX_NODES] = {"max-nodes", "N", "skip counts greater than N"},
    [OPTION_MAX_DEPTH] = {"max-depth", "D", "skip counts deeper than D"},
    [OPTION_REDUCE] = {"reduce", "N", "count N plies less than usual, for slow machines"},
    [OPTION_ENGINE] = {"engine", "COMMAND", "the UCI engine to run, in quotes if it has arguments"},
    [OPTION_SCRIPT] = {"script", "COMMAND", "instead: a program run as COMMAND DEPTH FEN MOVES for each question"},
    [OPTION_TIMEOUT] = {"timeout", "S", "how many seconds the engine has for one question (default: 60)"},
    [OPTION_DIVIDE_FILE] = {"divide", "FILE", "instead: compare the divide in FILE, or on standard input if FILE is -"},
    [OPTION_JUNIT] = {"junit", "FILE", "also write a report as JUnit XML"},
    [OPTION_BACKEND] = {"backend", "WHICH", "portable, bmi2, avx2, avx512, cuda (a GPU) or auto: what to count with"},
    [OPTION_GPUS] = {"gpus", "N", "with --backend cuda: use N GPUs (default: all)"},
    [OPTION_THREADS] = {"threads", "N", "use N threads (default: as many as there are cores)"},
    [OPTION_HASH] = {"hash", "SIZE", "keep subtrees in a table of SIZE bytes, as in 512M or 1G (default: none)"},
    [OPTION_SEED] = {"seed", "N", "make the keys of the table from N (default: 0)"},
    [OPTION_VERIFY] = {"verify", NULL, "count twice, with different keys, and compare"},
    [OPTION_EXACT_DEDUPE] = {"exact-dedupe", NULL, "merge equal positions ply by ply; exact, without a table"},
    [OPTION_MEMORY] = {"memory", "SIZE", "the most memory for distinct positions (default: 2G)"},
    [OPTION_LEDGER] = {"ledger", "FILE", "keep each finished subtree in FILE, and go on from what is there"},
    [OPTION_SAMPLE] = {"sample", "N", "count N subtrees again (default: 20)"},
    [OPTION_PGN_STATS] = {"stats", NULL, "print the sums (default)"},
    [OPTION_CHECK] = {"check", NULL, "list the broken games; the exit status is 1 if there are any"},
    [OPTION_MOVE_FORM] = {"moves", "FORM", "print the moves of each game on a line, as uci or san"},
    [OPTION_CASTLING_MOVES] = {"castling", "STYLE",
                               "standard (e1g1), chess960 (e1h1) or auto: in --moves uci (default: auto, by the game)"},
    [OPTION_HEADERS] = {"headers", NULL, "print the tags of each game; movetext is passed over"},
    [OPTION_EPD] = {"epd", NULL, "print every position of the main lines"},
    [OPTION_STRICT] = {"strict", NULL, "refuse what is otherwise skipped with a warning"},
    [OPTION_UNICODE] = {"unicode", NULL, "draw boards with chess figures instead of letters"},
    [OPTION_COLOR] = {"color", "WHEN", "auto (default: on terminals, unless NO_COLOR is set), always or never"},
    [OPTION_JSON] = {"json", NULL, "print one JSON object"},
    [OPTION_HELP] = {"help", NULL, "print this text"},
};

void print_help(const struct command *command)
{
    printf("Usage: plyforge %s %s%s[OPTION]...\n\n%s\n\nOptions:\n", command->name, command->operands,
           command->operands[0] != '\0' ? " " : "", command->description);
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        if ((command->options & OPTION_SET(id)) == 0 && id != OPTION_HELP) continue;
        char synopsis[32];
        snprintf(synopsis, sizeof synopsis, "--%s%s%s", table[id].name, table[id].argument != NULL ? " " : "",
                 table[id].argument != NULL ? table[id].argument : "");
        printf("  %-18s  %s\n", synopsis, table[id].help);
    }
    printf("\nExample:\n%s\n", command->example);
}

/* The place of text among the words, which are in the order of the enum it stands for. */
static unsigned read_choice(enum option_id id, const char *text, const char *const *words, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        if (strcmp(text, words[i]) == 0) return i;
    char list[128] = "";
    for (unsigned i = 0; i < size; i++) {
        if (i > 0) strcat(list, i + 1 == size ? " or " : ", ");
        strcat(list, words[i]);
    }
    refuse("--%s takes %s, not '%s'", table[id].name, list, text);
}

bool use_level(pf_level level)
{
    pf_cpu_force(~0u);
    if (!pf_level_is_available(level)) return false;
    pf_cpu_force(pf_level_features(level));
    return true;
}

/* The words are auto, the levels of the library, and cuda. Whether a GPU is there is seen when it is needed. */
static enum gpu_use choose_backend(const char *argument)
{
    const char *words[MAX_LEVELS + 2] = {"auto"};
    unsigned size = 1;
    for (pf_level level = 0; level < MAX_LEVELS && pf_level_name(level) != NULL; level++)
        words[size++] = pf_level_name(level);
    words[size++] = "cuda";
    unsigned choice = read_choice(OPTION_BACKEND, argument, words, size);
    if (choice == size - 1) return GPU_ALWAYS;
    if (choice == 0) {
        pf_cpu_force(~0u);
        return GPU_IF_POSSIBLE;
    }
    if (!use_level(choice - 1)) refuse("--backend %s: this machine or this build does not have it", argument);
    return GPU_NEVER;
}

static pf_legality choose_legality(const char *argument)
{
    const char *words[PF_LEGALITY_COUNT];
    for (unsigned i = 0; i < PF_LEGALITY_COUNT; i++) words[i] = pf_legality_name((pf_legality)i);
    pf_legality choice = (pf_legality)read_choice(OPTION_LEGALITY, argument, words, PF_LEGALITY_COUNT);
    if (!pf_legality_is_available(choice)) refuse("--legality %s: this build does not have it", argument);
    return choice;
}

static pf_sliders choose_sliders(const char *argument)
{
    const char *words[PF_SLIDERS_COUNT];
    for (unsigned i = 0; i < PF_SLIDERS_COUNT; i++) words[i] = pf_sliders_name((pf_sliders)i);
    pf_sliders choice = (pf_sliders)read_choice(OPTION_SLIDERS, argument, words, PF_SLIDERS_COUNT);
    if (!pf_sliders_is_available(choice)) refuse("--sliders %s: this machine or this build does not have it", argument);
    return choice;
}

/* Reads a size such as 65536, 64K, 512M or 1G; the suffixes are powers of 1024. */
static size_t read_size(enum option_id id, const char *text, size_t min)
{
    static const char suffixes[] = "KMGT";
    size_t length = strlen(text);
    const char *suffix = length > 0 ? strchr(suffixes, toupper((unsigned char)text[length - 1])) : NULL;
    unsigned shift = suffix != NULL ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
    pf_count count;
    if (!pf_count_from_text(&count, text, length - (suffix != NULL)) || count.hi != 0 ||
        count.lo > (SIZE_MAX / 2) >> shift)
        refuse("--%s takes a number of bytes, or one with K, M, G or T, not '%s'", table[id].name, text);
    size_t size = (size_t)count.lo << shift;
    if (size < min) refuse("--%s must be at least %zu bytes, not '%s'", table[id].name, min, text);
    return size;
}

static uint64_t read_seed(const char *text)
{
    pf_count count;
    if (!pf_count_from_text(&count, text, strlen(text)) || count.hi != 0)
        refuse("--seed must be a number from 0 to %llu, not '%s'", (unsigned long long)UINT64_MAX, text);
    return count.lo;
}

static unsigned read_threads(enum option_id id, const char *text)
{
    unsigned threads;
    if (!read_number(&threads, text, strlen(text), PF_PERFT_MAX_THREADS) || threads == 0)
        refuse("--%s must be a number from 1 to %d, not '%s'", table[id].name, PF_PERFT_MAX_THREADS, text);
    return threads;
}

static const char *read_command(enum option_id id, const char *text)
{
    if (text[strspn(text, " \t\r\n")] == '\0') refuse("--%s needs a command to run", table[id].name);
    return text;
}

static void apply(struct request *request, enum option_id id, const char *argument)
{
    static const char *const castling_words[] = {"standard", "xfen", "shredder"};
    static const char *const ep_words[] = {"always", "pseudo", "legal"};
    static const char *const form_words[] = {"uci", "san"};
    static const char *const castling_moves_words[] = {"auto", "standard", "chess960"};
    static const char *const colour_words[] = {"auto", "always", "never"};

    switch (id) {
    case OPTION_FEN: request->fen = argument; break;
    case OPTION_MOVES: request->moves = argument; break;
    case OPTION_CHESS960: request->chess960 = true; break;
    case OPTION_VARIANT:
        if (!pf_variant_from_name(&request->variant, argument, strlen(argument)))
            refuse("--variant takes standard, crazyhouse, atomic, antichess, kingofthehill, threecheck, horde or "
                   "racingkings, not '%s'",
                   argument);
        break;
    case OPTION_CASTLING: request->castling = (pf_castling_style)read_choice(id, argument, castling_words, 3); break;
    case OPTION_EP: request->ep = (pf_ep_mode)read_choice(id, argument, ep_words, 3); break;
    case OPTION_LENIENT: request->lenient = true; break;
    case OPTION_SHOW: request->show = true; break;
    case OPTION_DIVIDE: request->divide = true; break;
    case OPTION_STATS: request->stats = true; break;
    case OPTION_NO_BULK: request->leaves = PF_PERFT_PLAY_LEAVES; break;
    case OPTION_LIST_LEAVES: request->leaves = PF_PERFT_LIST_LEAVES; break;
    case OPTION_PLAIN: request->plain = true; break;
    case OPTION_LEGALITY:
        request->legality = choose_legality(argument);
        request->plain = true;
        break;
    case OPTION_SLIDERS:
        request->sliders = choose_sliders(argument);
        request->plain = true;
        break;
    case OPTION_MAX_NODES:
        if (!pf_count_from_text(&request->max_nodes, argument, strlen(argument)))
            refuse("--max-nodes must be a whole number, not '%s'", argument);
        break;
    case OPTION_MAX_DEPTH: request->max_depth = read_depth("--max-depth", argument); break;
    case OPTION_REDUCE: request->reduce = read_depth("--reduce", argument); break;
    case OPTION_ENGINE: request->engine = read_command(id, argument); break;
    case OPTION_SCRIPT: request->script = read_command(id, argument); break;
    case OPTION_TIMEOUT:
        if (!read_number(&request->timeout, argument, strlen(argument), 1000000) || request->timeout == 0)
            refuse("--timeout must be a number of seconds from 1 to 1000000, not '%s'", argument);
        break;
    case OPTION_DIVIDE_FILE: request->divide_file = argument; break;
    case OPTION_JUNIT: request->junit = argument; break;
    case OPTION_BACKEND: request->gpu_use = choose_backend(argument); break;
    case OPTION_GPUS: request->gpus = read_threads(id, argument); break;
    case OPTION_THREADS: request->threads = read_threads(id, argument); break;
    case OPTION_HASH: request->hash = read_size(id, argument, 1 << 16); break;
    case OPTION_SEED: request->seed = read_seed(argument); break;
    case OPTION_VERIFY: request->verify = true; break;
    case OPTION_EXACT_DEDUPE: request->exact_dedupe = true; break;
    case OPTION_MEMORY: request->memory = read_size(id, argument, 1 << 20); break;
    case OPTION_LEDGER:
        if (!ledger_is_available()) refuse("--ledger is not available: this plyforge was built without SQLite");
        if (argument[0] == '\0') refuse("--ledger needs the name of a file");
        request->ledger = argument;
        break;
    case OPTION_SAMPLE:
        if (!read_number(&request->sample, argument, strlen(argument), 1000000) || request->sample == 0)
            refuse("--sample must be a number from 1 to 1000000, not '%s'", argument);
        break;
    case OPTION_PGN_STATS: request->stats = true; break;
    case OPTION_CHECK: request->check = true; break;
    case OPTION_MOVE_FORM:
        request->san = read_choice(id, argument, form_words, 2) == 1;
        request->move_form = argument;
        break;
    case OPTION_CASTLING_MOVES:
        request->castling_moves = (enum castling_moves)read_choice(id, argument, castling_moves_words, 3);
        break;
    case OPTION_HEADERS: request->headers = true; break;
    case OPTION_EPD: request->epd = true; break;
    case OPTION_STRICT: request->strict = true; break;
    case OPTION_UNICODE: request->unicode = true; break;
    case OPTION_COLOR:
        request->colours = use_colours((enum colour_choice)read_choice(id, argument, colour_words, 3));
        break;
    case OPTION_JSON:
        if (!json_is_available()) refuse("--json is not available: this plyforge was built without jansson");
        request->json = true;
        break;
    case OPTION_HELP:
    case OPTION_COUNT: break;
    }
}

/* getopt would call a negative number an unknown option, which is not what is wrong with it. */
static void refuse_negative_numbers(int word_count, char **words)
{
    for (int i = 1; i < word_count && strcmp(words[i], "--") != 0; i++)
        if (words[i][0] == '-' && isdigit((unsigned char)words[i][1]))
            refuse("negative number '%s': no command takes one", words[i]);
}

/* A GPU counts leaves in its own way; "auto" leaves what it cannot do to the CPU. */
static void check_gpu_use(const struct command *command, struct request *request)
{
    static const enum option_id others[] = {OPTION_NO_BULK, OPTION_LIST_LEAVES, OPTION_PLAIN,
                                            OPTION_THREADS, OPTION_HASH,        OPTION_LEDGER};
    bool always = request->gpu_use == GPU_ALWAYS;
    bool counts = (command->options & OPTION_SET(OPTION_GPUS)) != 0;
    if (always && !counts) refuse("--backend cuda is of no use to %s", command->name);
    if (!counts) request->gpu_use = GPU_NEVER;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if ((request->given & OPTION_SET(others[i])) == 0) continue;
        if (always) refuse("--backend cuda and --%s do not go together", table[others[i]].name);
        request->gpu_use = GPU_NEVER;
    }
    if ((request->given & OPTION_SET(OPTION_GPUS)) != 0 && !always) refuse("--gpus needs --backend cuda");
    bool merges = request->exact_dedupe || (command->options & OPTION_SET(OPTION_EXACT_DEDUPE)) == 0;
    if ((request->given & OPTION_SET(OPTION_MEMORY)) != 0 && !merges && !always)
        refuse("--memory needs --exact-dedupe or --backend cuda");
}

/* The options that a variant other than standard chess does not have. */
static void check_variant(const struct request *request)
{
    static const enum option_id others[] = {OPTION_STATS, OPTION_NO_BULK, OPTION_LIST_LEAVES, OPTION_PLAIN,
                                            OPTION_HASH,  OPTION_LEDGER,  OPTION_LEGALITY,    OPTION_SLIDERS,
                                            OPTION_GPUS,  OPTION_ENGINE,  OPTION_SCRIPT,      OPTION_EXACT_DEDUPE};
    if (request->variant == PF_VARIANT_STANDARD) return;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((request->given & OPTION_SET(others[i])) != 0)
            refuse("--%s is for standard chess, not for --variant %s", table[others[i]].name,
                   pf_variant_name(request->variant));
    if (request->gpu_use == GPU_ALWAYS)
        refuse("--backend cuda is for standard chess, not for --variant %s", pf_variant_name(request->variant));
}

/* Options that need, or do not go with, another one. */
static void check_combinations(const struct command *command, const struct request *request)
{
    static const struct {
        enum option_id id, other;
        bool needed;
    } rules[] = {
        {OPTION_SEED, OPTION_HASH, true},
        {OPTION_VERIFY, OPTION_HASH, true},
        {OPTION_PLAIN, OPTION_THREADS, false},
        {OPTION_PLAIN, OPTION_HASH, false},
        {OPTION_PLAIN, OPTION_EXACT_DEDUPE, false},
        {OPTION_NO_BULK, OPTION_LIST_LEAVES, false},
        {OPTION_LEGALITY, OPTION_SLIDERS, false},
        {OPTION_LEGALITY, OPTION_BACKEND, false},
        {OPTION_LEGALITY, OPTION_THREADS, false},
        {OPTION_LEGALITY, OPTION_HASH, false},
        {OPTION_LEGALITY, OPTION_EXACT_DEDUPE, false},
        {OPTION_SLIDERS, OPTION_BACKEND, false},
        {OPTION_SLIDERS, OPTION_THREADS, false},
        {OPTION_SLIDERS, OPTION_HASH, false},
        {OPTION_SLIDERS, OPTION_EXACT_DEDUPE, false},
        {OPTION_EXACT_DEDUPE, OPTION_HASH, false},
        {OPTION_LEDGER, OPTION_PLAIN, false},
        {OPTION_LEDGER, OPTION_LEGALITY, false},
        {OPTION_LEDGER, OPTION_SLIDERS, false},
        {OPTION_LEDGER, OPTION_EXACT_DEDUPE, false},
        {OPTION_LEDGER, OPTION_VERIFY, false},
        {OPTION_UNICODE, OPTION_SHOW, true},
        {OPTION_COLOR, OPTION_SHOW, true},
        {OPTION_CASTLING_MOVES, OPTION_MOVE_FORM, true},
        {OPTION_CASTLING_MOVES, OPTION_CHESS960, false},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if ((request->given & OPTION_SET(rules[i].id)) == 0) continue;
        if ((command->options & OPTION_SET(rules[i].other)) == 0) continue;
        bool other = (request->given & OPTION_SET(rules[i].other)) != 0;
        if (rules[i].needed && !other) refuse("--%s needs --%s", table[rules[i].id].name, table[rules[i].other].name);
        if (!rules[i].needed && other)
            refuse("--%s and --%s do not go together", table[rules[i].id].name, table[rules[i].other].name);
    }
}

/* What to do instead with a word that the command does not take. */
static const char *hint_for(const char *word, const struct command *command, const struct request *request)
{
    uint64_t free_options = command->options & ~request->given;
    bool is_move = word[0] >= 'a' && word[0] <= 'h' && isdigit((unsigned char)word[1]);
    if ((free_options & OPTION_SET(OPTION_FEN)) != 0 && strchr(word, '/') != NULL)
        return "; a position is given as --fen \"FEN\"";
    if ((free_options & OPTION_SET(OPTION_MOVES)) != 0 && is_move) return "; moves are given as --moves \"MOVES\"";
    return " (a FEN or a list of moves goes in quotes)";
}

static void check_operands(const struct command *command, const struct request *request)
{
    if (request->operand_count < command->min_operands)
        refuse("%s needs %s; try 'plyforge %s --help'", command->name, command->operands, command->name);
    if (request->operand_count > command->max_operands) {
        const char *word = request->operands[command->max_operands];
        refuse("unexpected argument '%s'%s", word, hint_for(word, command, request));
    }
}

struct request read_request(const struct command *command, int word_count, char **words)
{
    static char program_name[] = "plyforge";
    struct option options[OPTION_COUNT + 1] = {0};
    unsigned size = 0;
    for (int id = 0; id < OPTION_COUNT; id++)
        if (id == OPTION_HELP || (command->options & OPTION_SET(id)) != 0)
            options[size++] = (struct option){
                .name = table[id].name,
                .has_arg = table[id].argument != NULL ? required_argument : no_argument,
                .val = id,
            };

    struct request request = {
        .lenient = (command->options & OPTION_SET(OPTION_LENIENT)) == 0,
        .castling = PF_CASTLING_STANDARD,
        .ep = PF_EP_LEGAL,
        .leaves = PF_PERFT_BULK,
        .legality = PF_LEGALITY_COUNT,
        .sliders = PF_SLIDERS_COUNT,
        .max_nodes = {UINT64_MAX, UINT64_MAX},
        .max_depth = PF_PERFT_MAX_DEPTH,
        .sample = 20,
        .colours = (command->options & OPTION_SET(OPTION_COLOR)) != 0 && use_colours(COLOURS_AUTO),
        .timeout = 60,
    };
    refuse_negative_numbers(word_count, words);
    words[0] = program_name; /* getopt begins its complaints with this word */
    for (int id; (id = getopt_long(word_count, words, "h", options, NULL)) != -1;) {
        if (id == '?') exit(STATUS_WRONG_INPUT);
        if (id == 'h' || id == OPTION_HELP) {
            request.help = true;
            return request;
        }
        request.given |= OPTION_SET(id);
        apply(&request, (enum option_id)id, optarg);
    }
    if (request.chess960 && (request.given & OPTION_SET(OPTION_CASTLING)) == 0) request.castling = PF_CASTLING_XFEN;
    request.operands = words + optind;
    request.operand_count = word_count - optind;
    check_combinations(command, &request);
    check_variant(&request);
    check_gpu_use(command, &request);
    check_operands(command, &request);
    return request;
}
