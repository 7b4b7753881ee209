/* The helpers that the commands of the program share: errors, numbers, positions and time. How a command declares its
 * options is in options.h. The program uses only the library's public API. */
#ifndef PLYFORGE_PROGRAM_COMMON_H
#define PLYFORGE_PROGRAM_COMMON_H

#include "input/options.h"

#include <stdio.h>

/* Exit statuses, documented in the man page. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_WRONG_INPUT = 2, STATUS_UNFINISHED = 3 };

#define COMMAND(name) extern const struct command name##_command;
#include "commands.def"
#undef COMMAND

/* ---- descriptors.c ---- */

/* Occupies descriptors 0 to 2 where they are closed, so that no other file gets them. A closed standard output ends the
 * program; a closed standard input is an error where it is needed; output to a closed standard error is lost. A file
 * that grows beyond the limit of the process causes a write error instead of a signal. Call this before anything
 * else. */
void guard_descriptors(void);

/* False, after an error message, if it is closed or a directory. Call this before standard input is read. */
bool can_read_standard_input(void);

/* ---- board.c ---- */

/* Whether to use colours; auto: if standard output is a terminal that has them, and NO_COLOR is not set. */
bool use_colours(enum colour_choice choice);

/* The escape sequence that switches a terminal to this style; PAINT_NONE switches back. "" without colours. */
enum paint { PAINT_NONE, PAINT_GOOD, PAINT_BAD, PAINT_STRONG, PAINT_MOVE, PAINT_PROOF };
const char *paint(const struct drawing *drawing, enum paint paint);

void print_board(const pf_position *position, const struct drawing *drawing);

/* Prints the board with the squares of an explanation marked: [ ] around the squares of the move, ( ) around those that
 * prove the reason. */
void print_marked_board(const pf_position *position, const pf_explanation *explanation, const struct drawing *drawing);

/* ---- output_file.c ---- */

/* A file that is being written. */
struct output_file {
    FILE *stream; /* NULL: none */
    const char *name;
    char *path; /* where the file is moved when it is complete; NULL if it is written directly */
};

/* Opens a file for writing, or refuses. replaces: an existing file may be replaced once the new one is complete. */
struct output_file open_output_file(const char *name, bool replaces);

/* Closes the file and, if it is complete, moves it to its final name. False if it is incomplete or cannot be written,
 * in which case errno is kept or set and the previous file still exists. */
bool close_output_file(struct output_file *output, bool complete);

/* ---- picture.c ---- */

/* The picture for --svg. Opened before anything is printed, so that a file that cannot be written is refused first;
 * finish sets the size and theme of the picture, draws it and returns the exit status. If the picture goes to standard
 * output, nothing else may be printed there. */
struct picture {
    const struct picture_options *options;
    FILE *file; /* NULL: no picture was requested */
    bool is_output;
    struct output_file output; /* unused if the picture goes to standard output */
};
struct picture open_picture(const struct picture_options *options, bool json);
int finish_picture(struct picture *picture, const pf_position *position, pf_svg_options *svg);

/* Writes a picture to a file; false if that fails, with errno set. In a variant the texts name it and give the FEN,
 * which has the pockets and the checks given. */
bool write_picture(FILE *file, const pf_position *position, const pf_svg_options *options);

/* ---- common.c ---- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 1, 2)))
#else
#define PRINTF_LIKE
#endif

/* Prints one line on standard error, "plyforge: ...". refuse also ends the program with the status for wrong input,
 * fail with the status for failed work. */
void complain(const char *format, ...) PRINTF_LIKE;
_Noreturn void refuse(const char *format, ...) PRINTF_LIKE;
_Noreturn void fail(const char *format, ...) PRINTF_LIKE;

/* Refuses an output file (NULL: none) that is also the file whose games or positions are read. */
void refuse_replacing(const char *input, const char *contents, const char *option, const char *output);

/* Returns the block that an allocation returned; ends the program if it is NULL. */
void *allocated(void *block);

/* Enlarges a block to count elements; ends the program if memory has run out or if count is too large, as after
 * doubling a capacity too often. */
void *resized(void *block, size_t count, size_t size);

/* Reads all bytes of a file, which the caller frees; refuses a file that cannot be read or is larger than 2 GiB. */
uint8_t *read_whole_file(const char *name, size_t *size);

/* The characters that separate words on the command line and in files. */
#define BLANKS " \t\r\n"

/* Flushes standard output; ends the program if it cannot be written. */
void flush_output(void);

/* Replaces control characters, in ASCII, UTF-8 and Latin-1, by question marks, so that text from files and from other
 * programs stays one line and cannot control a terminal. The same applies to the controls of bidirectional text, which
 * can make one name look like another. */
void make_printable(char *line);

/* Text for XML and HTML, in an element or an attribute. Anything that is not printable ASCII becomes a question
 * mark. */
void print_escaped(FILE *file, const char *text);

/* Reads a number of at most max, consisting only of decimal digits. */
bool read_number(unsigned *out, const char *text, size_t length, unsigned max);

/* Reads a perft depth of at least least or refuses it; name is its name in the message. */
unsigned read_depth(const char *name, const char *text, unsigned least);

/* The plural ending of a noun after a number: "1 game", "2 games". */
static inline const char *plural(uint64_t number)
{
    return number == 1 ? "" : "s";
}

/* The capacity for one line of text about a position, including all its problems. */
#define LINE_SIZE 1024

/* The rules for reading positions. */
pf_accept acceptance(bool lenient, bool chess960, pf_variant variant);

/* A FEN that is quoted in a message, and the variant by whose rules it was read; all zero: there is nothing to quote.
 */
struct quoted_fen {
    const char *text;
    size_t length;
    pf_variant variant;
};

/* Describes what is wrong with a FEN that was refused, quotes the part in question, and names the variant that it may
 * be meant for. */
void describe_fen_error(char line[LINE_SIZE], const pf_error *error, pf_problems problems, struct quoted_fen fen);

/* Describes what was repaired or tolerated in a FEN that was accepted; chess960_option is the option that the user may
 * have forgotten. */
void describe_problems(char line[LINE_SIZE], pf_problems problems, const char *chess960_option, struct quoted_fen fen);

/* Refuses a FEN that could not be read, and warns if one that could be was repaired or tolerated. */
void refuse_or_warn(pf_status status, const pf_error *error, pf_problems problems, struct quoted_fen fen);

/* The position of --fen after --moves, according to the rules of --variant. Warns of anything that was repaired or
 * tolerated, and refuses text that cannot be read or played. */
pf_position requested_position(const struct position_options *options);

/* Like requested_position; last_move also receives the last one of --moves, or PF_NO_MOVE. */
pf_position requested_line(const struct position_options *options, pf_move *last_move);

/* Refuses a move of --moves that could not be read or played, with the reason why it is not legal. */
_Noreturn void refuse_move(const pf_position *position, const char *text, size_t length, const pf_error *error);

/* The options that select the rules, such as " --chess960 --variant atomic", for commands that are printed. */
struct rules_words {
    char text[48];
};
struct rules_words rules_words(bool chess960, pf_variant variant);

/* How castling is written: by the king's step in standard chess, by the king taking its rook in Chess960. */
pf_uci_castling uci_castling(bool chess960);

/* The FEN of a position, with the en passant square if a capture there is legal. */
void write_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960);

/* Ledgers and stores contain the FEN of a position; in a variant it is preceded by the name of the variant and a blank.
 * This is the size of that text, NUL included. */
enum { KEPT_FEN_SIZE = PF_FEN_SIZE + 16 };

/* Reads the variant of such a text, and advances to the FEN. */
pf_variant kept_variant(const char **fen);

/* Reads text that the program wrote into a ledger or a store. */
bool read_kept_fen(pf_position *position, const char *fen, pf_error *error);

/* The FEN with the en passant square as it was given, for answers that may be about that square. */
void write_given_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960);

void write_move(char uci[PF_UCI_SIZE], pf_move move, bool chess960);

/* The FEN of a command that requires one: that of --fen, or the unchanged operand, which may be invalid. Refuses the
 * command if neither or both are given. */
const char *required_fen(const char *fen, const struct operands *operands, const struct command *command);

/* Whether the start position is requested, by --fen startpos or by the absence of --fen. */
bool is_start(const char *fen);

/* Reads a legal move of --moves, in UCI notation or in SAN with the usual variations. */
pf_status read_listed_move(pf_move *out, const pf_position *position, const char *text, size_t length, pf_error *error);

/* Finds the next move in the text of --moves: returns its length, or 0 at the end, and advances *text to it; move
 * numbers are skipped. */
size_t next_move_length(const char **text);

/* Finds the next word of a text whose words are not NUL-terminated: returns its length, or 0 at the end, and advances
 * *text to the word. */
size_t next_word_length(const char **text);

/* A move as text, and the number of leaves below it, if they were counted. */
struct root {
    char uci[PF_UCI_SIZE];
    char san[PF_SAN_SIZE]; /* "" if it is unknown */
    pf_count nodes;
};

/* Sorts by the text of the moves, so that output does not depend on the order of generation. */
void sort_roots(struct root *roots, size_t size);

/* A random number below limit. The same state yields the same numbers on every machine (splitmix64). */
uint64_t random_number(uint64_t *state, uint64_t limit);

/* Seconds on a monotonic clock. */
double seconds_now(void);

double count_to_double(pf_count count);

/* The number of checks that are not mates, because some published tables count only these. */
pf_count checks_without_mates(const pf_perft_row *row);

/* Nodes per second; 0 if no time was measured. */
double speed(pf_count nodes, double seconds);

/* A decimal count, to be used as a printf argument: COUNT_TEXT(nodes). */
struct count_text {
    char text[PF_COUNT_TEXT_SIZE];
};
struct count_text count_text(pf_count count);
#define COUNT_TEXT(count) (count_text(count).text)

#endif
