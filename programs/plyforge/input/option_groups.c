/* The options that several commands share: functions that read them, and the rules about them. */
#include "common.h"

#include <ctype.h>
#include <string.h>

/* ---- The position ---- */

/* Also sets --chess960, for a command that has both options. */
static void imply_chess960(void *value, const struct option_word *word)
{
    char *options = (char *)value - word->row->offset;
    for (const struct option_row *row = word->command->options; row->name != NULL; row++)
        if (strcmp(row->name, "chess960") == 0) *(bool *)(void *)(options + row->offset) = true;
}

void read_variant(void *value, const struct option_word *word)
{
    size_t length = strlen(word->text);
    if (!pf_variant_from_name(value, word->text, length))
        refuse("--variant takes standard, chess960, crazyhouse, atomic, antichess, kingofthehill, threecheck, horde or "
               "racingkings, not '%s'",
               word->text);
    if (pf_variant_name_is_chess960(word->text, length)) imply_chess960(value, word);
}

void check_variant(pf_variant variant, const struct given *given)
{
    static const char *const others[] = {"legality", "sliders", "gpus", "script"};
    if (variant == PF_VARIANT_STANDARD) return;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (is_given(given, others[i]))
            refuse("--%s works with standard chess, not with --variant %s", others[i], pf_variant_name(variant));
}

void read_castling_style(void *value, const struct option_word *word)
{
    static const char *const words[] = {"standard", "xfen", "shredder"};
    *(pf_castling_style *)value = (pf_castling_style)read_choice(word, words, 3);
}

pf_castling_style chosen_castling(pf_castling_style castling, bool chess960, const struct given *given)
{
    return chess960 && !is_given(given, "castling") ? PF_CASTLING_XFEN : castling;
}

/* ---- Counting ---- */

void read_no_bulk(void *value, const struct option_word *word)
{
    (void)word;
    ((struct counting *)value)->leaves = PF_PERFT_PLAY_LEAVES;
}

void read_list_leaves(void *value, const struct option_word *word)
{
    (void)word;
    ((struct counting *)value)->leaves = PF_PERFT_LIST_LEAVES;
}

void read_legality(void *value, const struct option_word *word)
{
    struct counting *counting = value;
    const char *words[PF_LEGALITY_COUNT];
    for (unsigned i = 0; i < PF_LEGALITY_COUNT; i++) words[i] = pf_legality_name((pf_legality)i);
    counting->legality = (pf_legality)read_choice(word, words, PF_LEGALITY_COUNT);
    if (!pf_legality_is_available(counting->legality)) refuse("--legality %s: not supported by this build", word->text);
    counting->plain = true;
}

void read_sliders(void *value, const struct option_word *word)
{
    struct counting *counting = value;
    const char *words[PF_SLIDERS_COUNT];
    for (unsigned i = 0; i < PF_SLIDERS_COUNT; i++) words[i] = pf_sliders_name((pf_sliders)i);
    counting->sliders = (pf_sliders)read_choice(word, words, PF_SLIDERS_COUNT);
    if (!pf_sliders_is_available(counting->sliders))
        refuse("--sliders %s: not supported by this machine or this build", word->text);
    counting->plain = true;
}

bool use_level(pf_level level)
{
    pf_cpu_force(~0u);
    if (!pf_level_is_available(level)) return false;
    pf_cpu_force(pf_level_features(level));
    return true;
}

/* The accepted words are auto, the levels of the library, and cuda. The GPU itself is looked for when counting
 * starts. */
static enum gpu_use choose_backend(const struct option_word *word)
{
    const char *words[MAX_LEVELS + 2] = {"auto"};
    unsigned size = 1;
    for (pf_level level = 0; level < MAX_LEVELS && pf_level_name(level) != NULL; level++)
        words[size++] = pf_level_name(level);
    words[size++] = "cuda";
    unsigned choice = read_choice(word, words, size);
    if (choice == size - 1) return GPU_ALWAYS;
    if (choice == 0) {
        pf_cpu_force(~0u);
        return GPU_IF_POSSIBLE;
    }
    if (!use_level(choice - 1)) refuse("--backend %s: not supported by this machine or this build", word->text);
    return GPU_NEVER;
}

void read_backend(void *value, const struct option_word *word)
{
    ((struct counting *)value)->gpu_use = choose_backend(word);
}

void read_cpu_backend(void *value, const struct option_word *word)
{
    if (choose_backend(word) == GPU_ALWAYS) refuse("%s cannot use --backend cuda", word->command->name);
    *(bool *)value = true;
}

/* Reads a size such as 65536, 64K, 512M or 1G; the suffixes are powers of 1024. */
static size_t read_size(const struct option_word *word, size_t min)
{
    static const char suffixes[] = "KMGT";
    const char *text = word->text;
    size_t length = strlen(text);
    const char *suffix = length > 0 ? strchr(suffixes, toupper((unsigned char)text[length - 1])) : NULL;
    unsigned shift = suffix != NULL ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
    pf_count count;
    if (!pf_count_from_text(&count, text, length - (suffix != NULL)))
        refuse("--%s takes a number of bytes, or one with K, M, G or T, not '%s'", word->row->name, text);
    if (count.hi != 0 || count.lo > (SIZE_MAX / 2) >> shift)
        refuse("--%s must be at most %zuT, not '%s'", word->row->name, (SIZE_MAX / 2) >> 40, text);
    size_t size = (size_t)count.lo << shift;
    if (size < min) refuse("--%s must be at least %zu bytes, not '%s'", word->row->name, min, text);
    return size;
}

void read_hash(void *value, const struct option_word *word)
{
    *(size_t *)value = read_size(word, 1 << 16);
}

void read_memory(void *value, const struct option_word *word)
{
    *(size_t *)value = read_size(word, 1 << 20);
}

void read_max_game(void *value, const struct option_word *word)
{
    *(size_t *)value = read_size(word, 1);
}

void read_seed(void *value, const struct option_word *word)
{
    pf_count count;
    if (!pf_count_from_text(&count, word->text, strlen(word->text)) || count.hi != 0)
        refuse("--seed must be a number from 0 to %llu, not '%s'", (unsigned long long)UINT64_MAX, word->text);
    *(uint64_t *)value = count.lo;
}

/* A GPU has its own method of counting leaves; "auto" uses the CPU for everything that the GPU cannot do. */
static void check_gpu_use(struct counting *counting, pf_variant variant, const struct given *given)
{
    static const char *const others[] = {"no-bulk", "list-leaves", "plain", "threads", "hash", "ledger"};
    bool always = counting->gpu_use == GPU_ALWAYS, is_standard = variant == PF_VARIANT_STANDARD;
    if (always && !is_standard)
        refuse("--backend cuda works with standard chess, not with --variant %s", pf_variant_name(variant));
    if (!is_standard) counting->gpu_use = GPU_NEVER;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!is_given(given, others[i])) continue;
        if (always) refuse("--backend cuda and --%s cannot be combined", others[i]);
        counting->gpu_use = GPU_NEVER;
    }
    /* A store is made for one kind of device, which must not depend on the machine that resumes the count. */
    if (is_given(given, "store") && !always) counting->gpu_use = GPU_NEVER;
    if (is_given(given, "gpus") && !always) refuse("--gpus needs --backend cuda");
}

void check_counting(struct counting *counting, pf_variant variant, const struct given *given)
{
    static const struct option_rule rules[] = {
        {"seed", NEEDS, "hash"},
        {"plain", EXCLUDES, "threads"},
        {"plain", EXCLUDES, "hash"},
        {"plain", EXCLUDES, "exact-dedupe"},
        {"no-bulk", EXCLUDES, "list-leaves"},
        {"legality", EXCLUDES, "sliders"},
        {"legality", EXCLUDES, "backend"},
        {"legality", EXCLUDES, "threads"},
        {"legality", EXCLUDES, "hash"},
        {"legality", EXCLUDES, "exact-dedupe"},
        {"sliders", EXCLUDES, "backend"},
        {"sliders", EXCLUDES, "threads"},
        {"sliders", EXCLUDES, "hash"},
        {"sliders", EXCLUDES, "exact-dedupe"},
        {"exact-dedupe", EXCLUDES, "hash"},
    };
    CHECK_RULES(given, rules);
    check_gpu_use(counting, variant, given);
    /* unique has no --exact-dedupe, because it always merges; so does --stats. */
    bool takes_dedupe = command_takes(given->command, "exact-dedupe");
    bool merges = !takes_dedupe || counting->exact_dedupe || is_given(given, "stats");
    if (is_given(given, "memory") && !merges && counting->gpu_use != GPU_ALWAYS)
        refuse("--memory needs --exact-dedupe, --stats or --backend cuda");
}

/* ---- Engines ---- */

void check_engine_commands(const struct engine_options *options)
{
    if (options->perft_command != NULL && strstr(options->perft_command, "{depth}") == NULL)
        refuse("--perft-command needs {depth} where the depth goes, as in \"perft {depth}\"");
    if (options->position_command != NULL && strstr(options->position_command, "{fen}") == NULL)
        refuse("--position-command needs {fen} where the position goes, as in \"setboard {fen}\"");
}

void check_engine(const struct given *given)
{
    static const char *const ours[] = {"plain",   "no-bulk", "list-leaves", "legality", "sliders",      "backend",
                                       "threads", "hash",    "seed",        "gpus",     "exact-dedupe", "memory"};
    bool has_engine = is_given(given, "engine"), has_script = is_given(given, "script");
    if (is_given(given, "timeout") && !has_engine && !has_script) refuse("--timeout needs --engine or --script");
    if (is_given(given, "perft-command") && !has_engine) refuse("--perft-command needs --engine");
    if (is_given(given, "position-command") && !has_engine) refuse("--position-command needs --engine");
    for (size_t i = 0; i < sizeof ours / sizeof ours[0] && (has_engine || has_script); i++)
        if (is_given(given, ours[i]))
            refuse("--%s and --%s cannot be combined", has_engine ? "engine" : "script", ours[i]);
}

void read_shell_command(void *value, const struct option_word *word)
{
    if (word->text[strspn(word->text, BLANKS)] == '\0') refuse("--%s needs a command to run", word->row->name);
    read_text(value, word);
}

void read_timeout(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number of seconds", 1000000);
}

/* ---- Drawing ---- */

void read_colours(void *value, const struct option_word *word)
{
    static const char *const words[] = {"auto", "always", "never"};
    *(enum colour_choice *)value = (enum colour_choice)read_choice(word, words, 3);
}

void read_svg(void *value, const struct option_word *word)
{
    if (word->text[0] == '\0') refuse("--svg needs the name of a file, or - for standard output");
    read_text(value, word);
}

void read_picture_size(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number of pixels", 100000);
}

void read_theme(void *value, const struct option_word *word)
{
    static const char *const words[] = {"light", "dark"};
    *(pf_svg_theme *)value = (pf_svg_theme)read_choice(word, words, 2);
}

void check_picture(void *options, const struct given *given)
{
    static const struct option_rule rules[] = {{"size", NEEDS, "svg"}, {"theme", NEEDS, "svg"}};
    (void)options;
    CHECK_RULES(given, rules);
}
