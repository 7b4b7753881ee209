/* The command line: each command declares a struct of its options and a table with a row for each, which says where the
 * value goes and which function reads it. One parser serves all commands. Groups of options that several commands take
 * are structs of their own with macros for their rows: a command embeds the struct and lists the macro. */
#ifndef PLYFORGE_PROGRAM_OPTIONS_H
#define PLYFORGE_PROGRAM_OPTIONS_H

#include <plyforge.h>
#include <plyforge/experimental.h>

#include <stddef.h>

/* ---- Commands and their options ---- */

struct command;
struct option_row;

/* An option as it stands on the command line. */
struct option_word {
    const struct command *command;
    const struct option_row *row;
    const char *text; /* the argument; NULL if the option takes none */
};

/* Stores what the word means in value, or refuses it. */
typedef void option_reader(void *value, const struct option_word *word);

struct option_row {
    const char *name;
    const char *argument; /* as the help shows it; NULL: takes none */
    const char *help;
    option_reader *read;
    size_t offset; /* of the value in the command's struct of options */
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

/* What is left of the command line when the options are taken out. */
struct operands {
    char **words;
    int count;
};

/* Which options of a command were on the command line. */
struct given {
    const struct command *command;
    uint64_t rows; /* bit i: row i of the command's table */
};

struct command {
    const char *program; /* NULL: plyforge */
    const char *name;
    const char *operands; /* as the usage line shows them, "" for none */
    int min_operands;
    int max_operands;
    const struct option_row *options; /* in the order of the help; --help is always there */
    const void *defaults;             /* a struct of the command's options */
    size_t size;                      /* of that struct */
    /* Refuses options that do not go together, and completes defaults that depend on other options; may be NULL. */
    void (*check)(void *options, const struct given *given);
    const char *summary;
    const char *description;
    const char *example;
    int (*run)(const void *options, const struct operands *operands); /* returns the exit status */
};

/* The members of struct command for a table of rows and a struct of defaults. */
#define COMMAND_OPTIONS(rows, default_values)                                                                          \
    .options = (rows), .defaults = &(default_values), .size = sizeof(default_values)

/* Reads the words after the command's name into options, which has room for the command's struct; words[0] is the name
 * itself. Refuses wrong words. False if the words ask for help. */
bool read_options(void *options, struct operands *operands, const struct command *command, int word_count,
                  char **words);

void print_help(const struct command *command);

bool command_takes(const struct command *command, const char *name);

/* position_operand.c: takes the position out of the operands, where it is given as a plain argument: its text, or NULL.
 * Refuses two of them, and a FEN whose words are cut off. */
const char *take_position_operand(struct operands *operands, const struct command *command);

/* False also for an option that the command does not take. */
bool is_given(const struct given *given, const char *name);

/* Refuses an option without, or together with, another one. A rule holds for commands that take both. */
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

/* For readers: the place of the argument among the words, which are in the order of the enum it stands for. */
unsigned read_choice(const struct option_word *word, const char *const *words, unsigned size);

/* For readers: a number from 1 to max; what is "number", or "number of seconds". */
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

/* What stands for the start position where a FEN is asked for. */
#define START_FEN_WORD "startpos"

#define FEN_ROW_OF(type, member)                                                                                       \
    OPTION("fen", "FEN", "the position, in quotes, or startpos; also as a plain argument", read_text, type, member)
#define FEN_ROW(type) FEN_ROW_OF(type, position.fen)
#define CHESS960_ROW(type, member)                                                                                     \
    OPTION("chess960", NULL, "Chess960 castling rights; castling is written king takes rook", read_flag, type, member)
#define LENIENT_ROW(type, member)                                                                                      \
    OPTION("lenient", NULL, "repair or tolerate what can be, with a warning", read_flag, type, member)
#define LENIENT_BY_DEFAULT_ROW(type, member)                                                                           \
    OPTION("lenient", NULL, "repair or tolerate what can be, with a warning (default)", read_flag, type, member)
option_reader read_variant; /* pf_variant; a name of Chess960 also sets --chess960 */
#define VARIANT_ROW(type, member)                                                                                      \
    OPTION("variant", "NAME", "crazyhouse, atomic, antichess, kingofthehill, threecheck, horde or racingkings",        \
           read_variant, type, member)

/* Refuses the options that a variant other than standard chess does not have. */
void check_variant(pf_variant variant, const struct given *given);

option_reader read_castling_style; /* pf_castling_style */
#define CASTLING_STYLE_ROW(type)                                                                                       \
    OPTION("castling", "STYLE", "standard, xfen or shredder (default: standard; with --chess960 xfen)",                \
           read_castling_style, type, castling)

/* The style that was given, or the default. */
pf_castling_style chosen_castling(pf_castling_style castling, bool chess960, const struct given *given);

#define POSITION_ROWS(type)                                                                                            \
    FEN_ROW(type)                                                                                                      \
    ,                                                                                                                  \
        OPTION("moves", "MOVES", "moves to play first, UCI or SAN, as in \"e2e4 e5 Nf3\"", read_text, type,            \
               position.moves),                                                                                        \
        CHESS960_ROW(type, position.chess960), LENIENT_BY_DEFAULT_ROW(type, position.lenient)

/* ---- Group: counting ---- */

/* Whether to count on GPUs: no, if there are any, or nowhere else. */
enum gpu_use { GPU_NEVER, GPU_IF_POSSIBLE, GPU_ALWAYS };

struct counting {
    bool plain; /* --plain, or what implies it */
    pf_perft_leaves leaves;
    pf_legality legality; /* PF_LEGALITY_COUNT: not asked for */
    pf_sliders sliders;   /* PF_SLIDERS_COUNT: not asked for */
    enum gpu_use gpu_use;
    unsigned gpus;    /* 0: all of them */
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
option_reader read_cpu_backend;                      /* bool: chosen; for commands that cannot use a GPU */
option_reader read_hash, read_memory, read_max_game; /* size_t */
option_reader read_seed;                             /* uint64_t */

#define BACKEND_HELP          "portable, bmi2, avx2, avx512, neon, cuda (a GPU) or auto: what to count with"
#define CPU_BACKEND_ROW(type) OPTION("backend", "WHICH", BACKEND_HELP, read_cpu_backend, type, backend)
#define THREADS_ROW(type, member)                                                                                      \
    OPTION("threads", "N", "use N threads (default: as many as there are cores)", read_threads, type, member)
#define MEMORY_ROW(type)                                                                                               \
    OPTION("memory", "SIZE", "the most memory for distinct positions (default: 2G)", read_memory, type, counting.memory)

#define METHOD_ROWS(type)                                                                                              \
    OPTION("no-bulk", NULL, "play the moves of the last ply instead of counting them", read_no_bulk, type, counting),  \
        OPTION("list-leaves", NULL, "write the moves of the last ply into lists instead of counting them",             \
               read_list_leaves, type, counting),                                                                      \
        OPTION("plain", NULL, "count with the simplest code, the yardstick", read_flag, type, counting.plain),         \
        OPTION("legality", "ROAD", "masks, filter or lookup: the road to legality; implies --plain", read_legality,    \
               type, counting),                                                                                        \
        OPTION("sliders", "NAME", "the way to find slider attacks, as in magic; implies --plain", read_sliders, type,  \
               counting)
#define DEVICE_ROWS(type)                                                                                              \
    OPTION("backend", "WHICH", BACKEND_HELP, read_backend, type, counting)                                             \
    , OPTION("gpus", "N", "with --backend cuda: use N GPUs (default: all)", read_threads, type, counting.gpus),        \
        THREADS_ROW(type, counting.threads)
#define TABLE_ROWS(type)                                                                                               \
    OPTION("hash", "SIZE", "keep subtrees in a table of SIZE bytes, as in 512M or 1G (default: none)", read_hash,      \
           type, counting.hash),                                                                                       \
        OPTION("seed", "N", "make the keys of the table from N (default: 0)", read_seed, type, counting.seed)
#define MERGE_ROWS(type)                                                                                               \
    OPTION("exact-dedupe", NULL, "merge equal positions ply by ply; exact, without a table", read_flag, type,          \
           counting.exact_dedupe),                                                                                     \
        MEMORY_ROW(type)

/* Refuses combinations of these options, and decides whether a GPU may be used. */
void check_counting(struct counting *counting, pf_variant variant, const struct given *given);

/* More than the library has back ends. */
enum { MAX_LEVELS = 16 };

/* Makes the library run that back end; false, and the fastest one, if this machine or this build does not have it. */
bool use_level(pf_level level);

/* ---- Group: another program that counts ---- */

struct engine_options {
    const char *engine; /* NULL: none */
    const char *script; /* the same; at most one of the two */
    unsigned timeout;   /* seconds, for one question */
};
#define ENGINE_DEFAULTS                                                                                                \
    {                                                                                                                  \
        .timeout = 60                                                                                                  \
    }

option_reader read_shell_command; /* const char * */
option_reader read_timeout;       /* unsigned */

#define ENGINE_ROWS(type)                                                                                              \
    OPTION("engine", "COMMAND", "the UCI engine to run, in quotes if it has arguments", read_shell_command, type,      \
           engine.engine),                                                                                             \
        OPTION("script", "COMMAND", "instead: a program run as COMMAND DEPTH FEN MOVES for each question",             \
               read_shell_command, type, engine.script),                                                               \
        OPTION("timeout", "S", "how many seconds the engine has for one question (default: 60)", read_timeout, type,   \
               engine.timeout)

/* Refuses what has no effect: a timeout where no engine is asked, and our ways to count where one is. */
void check_engine(const struct given *given);

/* ---- Group: drawing boards ---- */

enum colour_choice { COLOURS_AUTO, COLOURS_ALWAYS, COLOURS_NEVER };

struct drawing {
    bool unicode; /* boards of chess figures */
    bool flip;    /* boards seen from Black's side */
    enum colour_choice colours;
};

option_reader read_colours; /* enum colour_choice */

#define COLOR_ROW(type)                                                                                                \
    OPTION("color", "WHEN", "auto (default: on terminals, unless NO_COLOR is set), always or never", read_colours,     \
           type, drawing.colours)
#define DRAWING_ROWS(type)                                                                                             \
    OPTION("unicode", NULL, "draw boards with chess figures instead of letters", read_flag, type, drawing.unicode)     \
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

/* Refuses the options of a picture without --svg. Takes the options of any command, to stand in its row of commands. */
void check_picture(void *options, const struct given *given);

#endif
