/* What the commands of the program share: the request that the command line makes, the command table's rows, and the
 * small helpers for errors, numbers, positions and time. The program sees nothing of the library but its public API. */
#ifndef PLYFORGE_PROGRAM_COMMON_H
#define PLYFORGE_PROGRAM_COMMON_H

#include <plyforge.h>
#include <plyforge/experimental.h>

/* Exit statuses, documented in the man page. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_WRONG_INPUT = 2 };

/* Every option of every command. A command accepts a set of them: or together OPTION_SET(OPTION_...) */
enum option_id {
    OPTION_FEN,
    OPTION_MOVES,
    OPTION_CHESS960,
    OPTION_VARIANT,
    OPTION_CASTLING,
    OPTION_EP,
    OPTION_LENIENT,
    OPTION_SHOW,
    OPTION_DIVIDE,
    OPTION_STATS,
    OPTION_NO_BULK,
    OPTION_LIST_LEAVES,
    OPTION_PLAIN,
    OPTION_LEGALITY,
    OPTION_SLIDERS,
    OPTION_MAX_NODES,
    OPTION_MAX_DEPTH,
    OPTION_REDUCE,
    OPTION_ENGINE,
    OPTION_SCRIPT,
    OPTION_TIMEOUT,
    OPTION_DIVIDE_FILE,
    OPTION_JUNIT,
    OPTION_BACKEND,
    OPTION_GPUS,
    OPTION_THREADS,
    OPTION_HASH,
    OPTION_SEED,
    OPTION_VERIFY,
    OPTION_EXACT_DEDUPE,
    OPTION_MEMORY,
    OPTION_LEDGER,
    OPTION_SAMPLE,
    OPTION_PGN_STATS,
    OPTION_CHECK,
    OPTION_MOVE_FORM,
    OPTION_CASTLING_MOVES,
    OPTION_HEADERS,
    OPTION_EPD,
    OPTION_STRICT,
    OPTION_UNICODE,
    OPTION_COLOR,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_COUNT
};
#define OPTION_SET(id) (UINT64_C(1) << (id))
#define OPTIONS_COUNTING                                                                                               \
    (OPTION_SET(OPTION_NO_BULK) | OPTION_SET(OPTION_LIST_LEAVES) | OPTION_SET(OPTION_PLAIN) |                          \
     OPTION_SET(OPTION_LEGALITY) | OPTION_SET(OPTION_SLIDERS) | OPTION_SET(OPTION_BACKEND) |                           \
     OPTION_SET(OPTION_THREADS) | OPTION_SET(OPTION_HASH) | OPTION_SET(OPTION_SEED) |                                  \
     OPTION_SET(OPTION_EXACT_DEDUPE) | OPTION_SET(OPTION_MEMORY) | OPTION_SET(OPTION_GPUS))
#define OPTIONS_ENGINE   (OPTION_SET(OPTION_ENGINE) | OPTION_SET(OPTION_SCRIPT) | OPTION_SET(OPTION_TIMEOUT))
#define OPTIONS_DRAWING  (OPTION_SET(OPTION_UNICODE) | OPTION_SET(OPTION_COLOR))
#define OPTIONS_POSITION (OPTION_SET(OPTION_FEN) | OPTION_SET(OPTION_MOVES) | OPTION_SET(OPTION_CHESS960))

/* Whether to count on GPUs: no, if there are any, or nowhere else. */
enum gpu_use { GPU_NEVER, GPU_IF_POSSIBLE, GPU_ALWAYS };

/* How castling is written among the moves of games: as each game's variant has it, or always so. */
enum castling_moves { CASTLING_MOVES_AUTO, CASTLING_MOVES_STANDARD, CASTLING_MOVES_CHESS960 };

/* What the user asked for. Options that were not given hold their defaults. */
struct request {
    bool help;         /* then nothing below matters */
    const char *fen;   /* NULL: the start position */
    const char *moves; /* NULL: none */
    bool chess960;
    pf_variant variant;
    bool lenient; /* always, for the commands that have no --lenient */
    pf_castling_style castling;
    pf_ep_mode ep;
    bool show;
    bool divide;
    bool stats;
    bool plain; /* --plain, or what implies it */
    pf_perft_leaves leaves;
    pf_legality legality; /* PF_LEGALITY_COUNT: not asked for */
    pf_sliders sliders;   /* PF_SLIDERS_COUNT: not asked for */
    pf_count max_nodes;
    unsigned max_depth;
    unsigned reduce;
    uint64_t given; /* set of OPTION_SET(option_id): what was on the command line */
    enum gpu_use gpu_use;
    unsigned gpus;    /* 0: all of them */
    unsigned threads; /* 0: all cores */
    size_t hash;      /* bytes; 0: no table */
    uint64_t seed;
    bool verify;
    bool exact_dedupe;
    size_t memory;      /* bytes; 0: the library's default */
    const char *ledger; /* NULL: none */
    unsigned sample;
    const char *engine; /* NULL: none; at most one of these two */
    const char *script;
    const char *divide_file; /* NULL: none; "-" is standard input */
    const char *junit;       /* NULL: no such report */
    unsigned timeout;        /* seconds, for one question to an engine */
    bool check;
    const char *move_form; /* "uci" or "san"; NULL: no moves are wanted */
    bool san;              /* it is "san" */
    enum castling_moves castling_moves;
    bool headers;
    bool strict;
    bool epd;
    bool unicode; /* boards of chess figures */
    bool colours;
    bool json;
    char **operands; /* what is left when the options are taken out */
    int operand_count;
};

struct command {
    const char *name;
    const char *operands; /* as the usage line shows them, "" for none */
    int min_operands;
    int max_operands;
    uint64_t options; /* set of OPTION_SET(option_id); --help is always there */
    const char *summary;
    const char *description;
    const char *example;
    int (*run)(const struct request *request); /* returns the exit status */
};

extern const struct command perft_command, unique_command, ledger_command, suite_command, moves_command, show_command,
    fen_command, outcome_command, explain_command, bisect_command, torture_command, uci_command, san_command,
    pgn_command, bench_command;

/* ---- variant.c ---- */

/* The commands by the rules of a variant other than standard chess. */
int run_variant_perft(const struct request *request, unsigned depth);
int run_variant_moves(const struct request *request);
int run_variant_show(const struct request *request);
int run_variant_fen(const struct request *request);
int run_variant_outcome(const struct request *request);

/* ---- options.c ---- */

/* Reads the words after the command's name; words[0] is the name itself. Wrong ones end the program. */
struct request read_request(const struct command *command, int word_count, char **words);

void print_help(const struct command *command);

/* More than the library has back ends. */
enum { MAX_LEVELS = 16 };

/* Makes the library run that back end; false, and the fastest one, if this machine or this build does not have it. */
bool use_level(pf_level level);

/* ---- descriptors.c ---- */

/* Occupies descriptors 0 to 2 where they are closed, so that no other file gets them. A closed standard output ends the
 * program; a closed standard input is an error where it is needed; what goes to a closed standard error is lost. Call
 * before anything else. */
void guard_descriptors(void);

/* False after a complaint. Call before standard input is read. */
bool can_read_standard_input(void);

/* ---- board.c ---- */

enum colour_choice { COLOURS_AUTO, COLOURS_ALWAYS, COLOURS_NEVER };

/* Whether to use colours; auto: if standard output is a terminal that has them, and NO_COLOR is not set. */
bool use_colours(enum colour_choice choice);

/* The text that makes a terminal write so, to be printed before and PAINT_NONE after; "" where no colours are wanted.
 */
enum paint { PAINT_NONE, PAINT_GOOD, PAINT_BAD, PAINT_STRONG, PAINT_MOVE, PAINT_PROOF };
const char *paint(const struct request *request, enum paint paint);

void print_board(const pf_position *position, const struct request *request);

/* The board with what an explanation is about: [ ] around the squares of the move, ( ) around those that prove it. */
void print_marked_board(const pf_position *position, const pf_explanation *explanation, const struct request *request);

/* ---- common.c ---- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 1, 2)))
#else
#define PRINTF_LIKE
#endif

/* One line on standard error, "plyforge: ..."; refuse also ends the program, with the status for wrong input. */
void complain(const char *format, ...) PRINTF_LIKE;
_Noreturn void refuse(const char *format, ...) PRINTF_LIKE;

/* Sends what was printed on its way now; ends the program if it cannot be written. */
void flush_output(void);

/* What the user gave may be quoted, but it stays one harmless line: control characters become question marks. */
void make_printable(char *line);

/* Reads decimal digits, nothing else, up to max. */
bool read_number(unsigned *out, const char *text, size_t length, unsigned max);

/* Reads a perft depth or refuses it. */
unsigned read_depth(const char *name, const char *text);

/* Room for one line of text about a position, all its problems included. */
#define LINE_SIZE 1024

/* How positions are to be read. */
pf_accept acceptance(const struct request *request);

/* What is wrong with a FEN that was refused. */
void describe_fen_error(char line[LINE_SIZE], const pf_error *error, pf_problems problems);

/* What was mended or tolerated in a FEN that was accepted; chess960_option is what the user may have left out. */
void describe_problems(char line[LINE_SIZE], pf_problems problems, const char *chess960_option);

/* The position of --fen after --moves. Warns of what was mended or tolerated, refuses what cannot be read or played. */
pf_position requested_position(const struct request *request);

/* The FEN of a position in the style that was asked for. */
void write_fen(char fen[PF_FEN_SIZE], const pf_position *position, const struct request *request);

void write_move(char uci[PF_UCI_SIZE], pf_move move, const struct request *request);

/* The position of --fen after --moves by the rules of --variant; the board and FEN of any variant. */
pf_variant_position requested_variant_position(const struct request *request);
void write_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position,
                       const struct request *request);

/* A move as text and the leaves below it, if they were counted. */
struct root {
    char uci[PF_UCI_SIZE];
    pf_count nodes;
};

/* Sorts by the text of the moves, so that output does not depend on the order of generation. */
void sort_roots(struct root *roots, size_t size);

/* Seconds since some fixed moment, never running backwards. */
double seconds_now(void);

double count_to_double(pf_count count);

/* The other convention of the published tables: checks that are no mates. */
pf_count checks_without_mates(const pf_perft_row *row);

/* Nodes per second; 0 where no time was measured. */
double speed(pf_count nodes, double seconds);

/* A decimal count, to be used as a printf argument: COUNT_TEXT(nodes). */
struct count_text {
    char text[PF_COUNT_TEXT_SIZE];
};
struct count_text count_text(pf_count count);
#define COUNT_TEXT(count) (count_text(count).text)

#endif
