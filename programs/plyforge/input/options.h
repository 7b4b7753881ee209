/* The command line: each command declares a struct of its options and a table with a row for each, which names the
 * struct member for the value and the function that reads it. One parser serves all commands. Groups of options that
 * several commands share are separate structs, with macros for their rows: a command embeds the struct and lists the
 * macro. */
#ifndef PLYFORGE_PROGRAM_OPTIONS_H
#define PLYFORGE_PROGRAM_OPTIONS_H

#include <plyforge.h>
#include <plyforge/experimental.h>

#include <lab/lab.h>

#include <stddef.h>

/* ---- Commands and their options ---- */

struct command;
struct option_row;

/* An option as written on the command line. */
struct option_word {
    const struct command *command;
    const struct option_row *row;
    const char *text; /* the argument; NULL if the option takes none */
};

/* Converts the word and stores the result in value, or refuses it. */
typedef void option_reader(void *value, const struct option_word *word);

struct option_row {
    const char *name;
    const char *argument; /* as the help shows it; NULL if the option takes none */
    const char *help;
    option_reader *read;
    size_t offset; /* the offset of the value in the command's struct of options */
};

/* A row whose value is a member of the struct; a table of rows ends with END_OF_OPTIONS. */
#define OPTION(name, argument, help, read, type, member)                                                               \
    {                                                                                                                  \
        name, argument, help, read, offsetof(type, member)                                                             \
    }
#define END_OF_OPTIONS                                                                                                 \
    {                                                                                                                  \
        NULL, NULL, NULL, NULL, 0                                                                                      \
    }

/* The rest of the command line after the options have been removed. */
struct operands {
    char **words;
    int count;
};

/* Records which options of a command were on the command line. */
struct given {
    const struct command *command;
    uint64_t rows; /* bit i: row i of the command's table */
};

struct command {
    const char *program; /* NULL means plyforge */
    const char *name;
    const char *operands; /* as the usage line shows them, "" for none */
    int min_operands;
    int max_operands;
    const struct option_row *options; /* in the order of the help; --help is added automatically */
    const void *defaults;             /* an instance of the command's struct of options */
    size_t size;                      /* the size of that struct */
    /* Refuses options that cannot be combined, and completes defaults that depend on other options; may be NULL. */
    void (*check)(void *options, const struct given *given);
    const char *summary;
    const char *description;
    const char *example;
    int (*run)(const void *options, const struct operands *operands); /* returns the exit status */
};

/* The members of struct command for a table of rows and a struct of defaults. */
#define COMMAND_OPTIONS(rows, default_values)                                                                          \
    .options = (rows), .defaults = &(default_values), .size = sizeof(default_values)

/* Reads the words after the command's name into options, which must point to the command's struct; words[0] is the name
 * itself. Refuses invalid words. False if the words ask for help. */
bool read_options(void *options, struct operands *operands, const struct command *command, int word_count,
                  char **words);

void print_help(const struct command *command);

bool command_takes(const struct command *command, const char *name);

/* position_operand.c: removes the position from the operands if it is given as a plain argument, and returns its text,
 * or NULL. Refuses two positions, and a FEN whose words are incomplete. */
const char *take_position_operand(struct operands *operands, const struct command *command);

/* Also false for an option that the command does not take. */
bool is_given(const struct given *given, const char *name);

/* Refuses an option that is given without, or together with, another one. A rule applies only to commands that have
 * both options. */
struct option_rule {
    const char *name;
    enum { NEEDS, EXCLUDES } kind;
    const char *other;
};
void check_rules(const struct given *given, const struct option_rule *rules, size_t size);
#define CHECK_RULES(given, rules) check_rules(given, rules, sizeof(rules) / sizeof(rules)[0])

/* ---- Readers ---- */

option_reader read_flag;         /* bool */
option_reader read_text;         /* const char * */
option_reader read_file_name;    /* const char *; refuses "" */
option_reader read_report_name;  /* const char *; refuses "" and "-" */
option_reader read_depth_option; /* unsigned */
option_reader read_threads;      /* unsigned */

/* For option readers: the index of the argument among the words, which are in the order of the corresponding enum. */
unsigned read_choice(const struct option_word *word, const char *const *words, unsigned size);

/* For option readers: a number from 1 to max; what is "number", or "number of seconds". */
unsigned read_positive(const struct option_word *word, const char *what, unsigned max);

#define JSON_ROW(type) OPTION("json", NULL, "print one JSON object", read_flag, type, json)

/* ---- Group: the position ---- */

struct position_options {
    const char *fen;   /* NULL or START_FEN_WORD: the start position */
    const char *moves; /* NULL: none */
    bool chess960;
    pf_variant variant;
    bool lenient;
};
#define POSITION_DEFAULTS                                                                                              \
    {                                                                                                                  \
        .lenient = true                                                                                                \
    }

/* The word that can be used instead of a FEN for the start position. */
#define START_FEN_WORD "startpos"

#define FEN_ROW_OF(type, member)                                                                                       \
    OPTION("fen", "FEN", "the position, in quotes, or startpos; may also be given as a plain argument", read_text,     \
           type, member)
#define FEN_ROW(type) FEN_ROW_OF(type, position.fen)
#define CHESS960_ROW(type, member)                                                                                     \
    OPTION("chess960", NULL, "Chess960 castling rights; castling is written king takes rook", read_flag, type, member)
#define LENIENT_ROW(type, member)                                                                                      \
    OPTION("lenient", NULL, "repair or tolerate problems where possible, with a warning", read_flag, type, member)
#define LENIENT_BY_DEFAULT_ROW(type, member)                                                                           \
    OPTION("lenient", NULL, "repair or tolerate problems where possible, with a warning (default)", read_flag, type,   \
           member)
option_reader read_variant; /* pf_variant; a name of Chess960 also sets --chess960 */
#define VARIANT_ROW(type, member)                                                                                      \
    OPTION("variant", "NAME", "crazyhouse, atomic, antichess, kingofthehill, threecheck, horde or racingkings",        \
           read_variant, type, member)

/* Refuses options that are available only in standard chess. */
void check_variant(pf_variant variant, const struct given *given);

option_reader read_castling_style; /* pf_castling_style */
#define CASTLING_STYLE_ROW(type)                                                                                       \
    OPTION("castling", "STYLE", "standard, xfen or shredder (default: standard; with --chess960 xfen)",                \
           read_castling_style, type, castling)

/* The style that was given, or else the default. */
pf_castling_style chosen_castling(pf_castling_style castling, bool chess960, const struct given *given);

#define POSITION_ROWS(type)                                                                                            \
    FEN_ROW(type)                                                                                                      \
    ,                                                                                                                  \
        OPTION("moves", "MOVES", "moves to play first, UCI or SAN, as in \"e2e4 e5 Nf3\"", read_text, type,            \
               position.moves),                                                                                        \
        CHESS960_ROW(type, position.chess960), LENIENT_BY_DEFAULT_ROW(type, position.lenient)

/* ---- Group: counting ---- */

/* Whether to count on GPUs: never, if there are any, or only there. */
enum gpu_use { GPU_NEVER, GPU_IF_POSSIBLE, GPU_ALWAYS };

struct counting {
    bool plain; /* --plain, or an option that implies it */
    pf_perft_leaves leaves;
    pf_legality legality; /* PF_LEGALITY_COUNT: not given */
    pf_sliders sliders;   /* PF_SLIDERS_COUNT: not given */
    enum gpu_use gpu_use;
    unsigned gpus;    /* 0: all GPUs */
    unsigned threads; /* 0: all cores */
    size_t hash;      /* bytes; 0: no table */
    uint64_t seed;
    bool exact_dedupe;
    size_t memory; /* bytes; 0: the library's default */
};
#define COUNTING_DEFAULTS                                                                                              \
    {                                                                                                                  \
        .leaves = PF_PERFT_BULK, .legality = PF_LEGALITY_COUNT, .sliders = PF_SLIDERS_COUNT                            \
    }

option_reader read_no_bulk, read_list_leaves, read_legality, read_sliders, read_backend; /* struct counting */
option_reader read_cpu_backend;                      /* bool: whether it was given; for commands that cannot use a
                                                        GPU */
option_reader read_hash, read_memory, read_max_game; /* size_t */
option_reader read_seed;                             /* uint64_t */

#define BACKEND_HELP          "portable, bmi2, avx2, avx512, neon, cuda (a GPU) or auto: the code to count with"
#define CPU_BACKEND_ROW(type) OPTION("backend", "WHICH", BACKEND_HELP, read_cpu_backend, type, backend)
#define THREADS_ROW(type, member)                                                                                      \
    OPTION("threads", "N", "use N threads (default: one per core)", read_threads, type, member)
#define MEMORY_ROW(type)                                                                                               \
    OPTION("memory", "SIZE", "use at most this much memory for distinct positions (default: 2G)", read_memory, type,   \
           counting.memory)

#define METHOD_ROWS(type)                                                                                              \
    OPTION("no-bulk", NULL, "play the moves of the last ply instead of counting them", read_no_bulk, type, counting),  \
        OPTION("list-leaves", NULL, "write the moves of the last ply into lists instead of counting them",             \
               read_list_leaves, type, counting),                                                                      \
        OPTION("plain", NULL, "count with the simplest code, the reference", read_flag, type, counting.plain),         \
        OPTION("legality", "NAME", "masks, filter or lookup: how illegal moves are excluded; implies --plain",         \
               read_legality, type, counting),                                                                         \
        OPTION("sliders", "NAME", "the slider back end, such as magic; implies --plain", read_sliders, type, counting)
#define DEVICE_ROWS(type)                                                                                              \
    OPTION("backend", "WHICH", BACKEND_HELP, read_backend, type, counting)                                             \
    , OPTION("gpus", "N", "with --backend cuda: use N GPUs (default: all)", read_threads, type, counting.gpus),        \
        THREADS_ROW(type, counting.threads)
#define TABLE_ROWS(type)                                                                                               \
    OPTION("hash", "SIZE", "keep subtrees in a table of SIZE bytes, as in 512M or 1G (default: none)", read_hash,      \
           type, counting.hash),                                                                                       \
        OPTION("seed", "N", "derive the keys of the table from N (default: 0)", read_seed, type, counting.seed)
#define MERGE_ROWS(type)                                                                                               \
    OPTION("exact-dedupe", NULL, "merge equal positions ply by ply; exact, without a table", read_flag, type,          \
           counting.exact_dedupe),                                                                                     \
        MEMORY_ROW(type)

/* Refuses combinations of these options, and decides whether a GPU may be used. */
void check_counting(struct counting *counting, pf_variant variant, const struct given *given);

/* Larger than the number of back ends of the library. */
enum { MAX_LEVELS = 16 };

/* Makes the library use that back end. If this machine or this build does not support it, the library uses the fastest
 * one, and the result is false. */
bool use_level(pf_level level);

/* ---- Group: another program that counts ---- */

struct engine_options {
    const char *engine;                           /* NULL: none */
    const char *script;                           /* a program that is run once per question; at most one of the two is
                                                     set */
    const char *perft_command, *position_command; /* NULL: determined automatically */
    unsigned timeout;                             /* seconds to wait for the answer to one question */
};
#define ENGINE_DEFAULTS                                                                                                \
    {                                                                                                                  \
        .timeout = 60                                                                                                  \
    }

option_reader read_shell_command; /* const char * */
option_reader read_timeout;       /* unsigned */

#define ENGINE_ROWS(type)                                                                                              \
    OPTION("engine", "COMMAND", "the engine to run, in quotes if it has arguments", read_shell_command, type,          \
           engine.engine),                                                                                             \
        OPTION("script", "COMMAND",                                                                                    \
               "instead of an engine: a program run as COMMAND DEPTH FEN MOVES for each question", read_shell_command, \
               type, engine.script),                                                                                   \
        OPTION("perft-command", "TEXT", "how to ask it for perft, as in \"perft {depth}\" (default: detected)",        \
               read_text, type, engine.perft_command),                                                                 \
        OPTION("position-command", "TEXT", "how to set its position, as in \"setboard {fen}\" (default: detected)",    \
               read_text, type, engine.position_command),                                                              \
        OPTION("timeout", "S",                                                                                         \
               "seconds to wait for each answer; trying commands ends after 5 times that (default: 60)", read_timeout, \
               type, engine.timeout)

/* Refuses options that would have no effect: a timeout without an engine, and our counting options with one. */
void check_engine(const struct given *given);

/* Refuses commands that lack the words to be replaced. */
void check_engine_commands(const struct engine_options *options);

/* ---- Group: drawing boards ---- */

enum colour_choice { COLOURS_AUTO, COLOURS_ALWAYS, COLOURS_NEVER };

struct drawing {
    bool unicode; /* draw boards with chess symbols */
    bool flip;    /* draw boards from Black's side */
    enum colour_choice colours;
};

option_reader read_colours; /* enum colour_choice */

#define COLOR_ROW(type)                                                                                                \
    OPTION("color", "WHEN", "auto (default: on terminals, unless NO_COLOR is set), always or never", read_colours,     \
           type, drawing.colours)
#define DRAWING_ROWS(type)                                                                                             \
    OPTION("unicode", NULL, "draw boards with chess symbols instead of letters", read_flag, type, drawing.unicode)     \
    , COLOR_ROW(type)

/* ---- Group: pictures ---- */

struct picture_options {
    const char *svg; /* NULL: no picture; "-": standard output */
    unsigned size;   /* in pixels */
    pf_svg_theme theme;
};
#define PICTURE_DEFAULTS                                                                                               \
    {                                                                                                                  \
        .size = 480                                                                                                    \
    }

option_reader read_svg;          /* const char * */
option_reader read_picture_size; /* unsigned */
option_reader read_theme;        /* pf_svg_theme */

#define THEME_ROW(type, member)                                                                                        \
    OPTION("theme", "NAME", "light or dark: the colours of the picture or page (default: light)", read_theme, type,    \
           member)
#define PICTURE_ROWS(type)                                                                                             \
    OPTION("svg", "FILE", "also draw the board as an SVG picture; - for standard output, without the text", read_svg,  \
           type, picture.svg),                                                                                         \
        OPTION("flip", NULL, "draw boards from Black's side", read_flag, type, drawing.flip),                          \
        OPTION("size", "N", "width and height of the picture in pixels (default: 480)", read_picture_size, type,       \
               picture.size),                                                                                          \
        THEME_ROW(type, picture.theme)

/* Refuses the options of a picture if --svg is missing. It takes a void pointer to the options, so that it can be used
 * in the row of any command. */
void check_picture(void *options, const struct given *given);

#endif
