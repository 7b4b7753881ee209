/* What the commands of the program share: the helpers for errors, numbers, positions and time. How a command declares
 * its options is in options.h. The program sees nothing of the library but its public API. */
#ifndef PLYFORGE_PROGRAM_COMMON_H
#define PLYFORGE_PROGRAM_COMMON_H

#include "options.h"

#include <stdio.h>

/* Exit statuses, documented in the man page. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_WRONG_INPUT = 2, STATUS_UNFINISHED = 3 };

extern const struct command perft_command, unique_command, ledger_command, store_command, suite_command, moves_command,
    unmoves_command, show_command, fen_command, outcome_command, explain_command, bisect_command, torture_command,
    uci_command, san_command, pgn_command, train_command, book_command, bench_command;

/* ---- moves.c ---- */

struct root;

/* How moves are listed. */
struct move_listing {
    bool san; /* in SAN, in its alphabetical order; JSON has both notations whenever the moves have them */
    bool json;
};

/* Sorts and prints the moves of a position with this FEN. */
void print_moves(const char *fen, struct root *moves, size_t size, const struct move_listing *listing);

/* ---- explain.c ---- */

/* A move that was asked about, and the answer. */
struct explained {
    char uci[PF_UCI_SIZE];
    pf_explanation explanation;
};

/* ---- variant.c ---- */

/* The position of --fen after --moves by the rules of --variant, standard chess too. Warns and refuses as
 * requested_position does. */
pf_variant_position requested_variant_position(const struct position_options *options);

/* Reads a legal move of --moves, UCI or SAN as people write it. */
pf_status read_listed_variant_move(pf_move *out, const pf_variant_position *position, const char *text, size_t length,
                                   pf_error *error);

/* The FEN of a position of a variant, with the en passant square if a capture there is legal. */
void write_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position, bool chess960);

/* The same with the en passant square after every double push, legal capture or not. */
void write_given_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position, bool chess960);

/* The options that name the rules, as in " --chess960 --variant atomic"; for commands that are printed. */
struct rules_words {
    char text[48];
};
struct rules_words rules_words(const struct position_options *options);

/* The pieces that a side may drop, the most valuable first, as in "QNPP"; 32 at most. */
enum { POCKET_TEXT_SIZE = 33 };
void write_pocket(char text[POCKET_TEXT_SIZE], const pf_variant_position *position, pf_colour colour);

/* Sets what a picture of a position of a variant needs: its description, and the check, which is the variant's. */
enum { VARIANT_DESCRIPTION_SIZE = PF_VARIANT_FEN_SIZE + 16 };
void describe_variant_picture(pf_svg_options *svg, char description[VARIANT_DESCRIPTION_SIZE],
                              const pf_variant_position *position, bool chess960);

/* What the commands do by the rules of a variant; they return the exit status. */
int run_variant_moves(const struct position_options *options, const struct move_listing *listing);
int run_variant_show(const struct position_options *options, const struct drawing *drawing,
                     const struct picture_options *picture_options, bool json);

struct variant_perft {
    const struct position_options *position;
    const struct counting *counting;
    const struct drawing *drawing; /* NULL: no board */
    unsigned depth;
    bool divide, json;
};
int run_variant_perft(const struct variant_perft *options);

/* ---- descriptors.c ---- */

/* Occupies descriptors 0 to 2 where they are closed, so that no other file gets them. A closed standard output ends the
 * program; a closed standard input is an error where it is needed; output to a closed standard error is lost. A file
 * that grows beyond the limit of the process is an error of the write, and no signal. Call before anything else. */
void guard_descriptors(void);

/* False, after an error message, if it is closed or a directory. Call before standard input is read. */
bool can_read_standard_input(void);

/* ---- board.c ---- */

/* Whether to use colours; auto: if standard output is a terminal that has them, and NO_COLOR is not set. */
bool use_colours(enum colour_choice choice);

/* The escape sequence that switches a terminal to this style; PAINT_NONE switches back. "" without colours. */
enum paint { PAINT_NONE, PAINT_GOOD, PAINT_BAD, PAINT_STRONG, PAINT_MOVE, PAINT_PROOF };
const char *paint(const struct drawing *drawing, enum paint paint);

void print_board(const pf_position *position, const struct drawing *drawing);

/* The board with what an explanation is about: [ ] around the squares of the move, ( ) around those that prove it. */
void print_marked_board(const pf_position *position, const pf_explanation *explanation, const struct drawing *drawing);

/* ---- output_file.c ---- */

/* A file that is being written. */
struct output_file {
    FILE *stream; /* NULL: none */
    const char *name;
    char *path; /* where it is moved when it is complete; NULL if it is written directly */
};

/* Opens a file to be written, or refuses. replaces: an existing file may be replaced, when the new one is complete. */
struct output_file open_output_file(const char *name, bool replaces);

/* Closes the file and puts it into its place if it is complete. False if it is not or cannot be written, with errno as
 * it was or set; what was there before is then still there. */
bool close_output_file(struct output_file *output, bool complete);

/* ---- picture.c ---- */

/* The picture that --svg asks for. Opened before anything is printed, so that a file that cannot be written is refused
 * first; finish sets the size and theme of the picture, draws it and returns the exit status. Where the picture goes to
 * standard output, nothing else must be printed there. */
struct picture {
    const struct picture_options *options;
    FILE *file; /* NULL: none was asked for */
    bool is_output;
    struct output_file output; /* unless it is standard output */
};
struct picture open_picture(const struct picture_options *options, bool json);
int finish_picture(struct picture *picture, const pf_position *position, pf_svg_options *svg);

/* Writes a picture to a file; false if that fails, with errno set. */
bool write_picture(FILE *file, const pf_position *position, const pf_svg_options *options);

/* ---- common.c ---- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 1, 2)))
#else
#define PRINTF_LIKE
#endif

/* One line on standard error, "plyforge: ..."; refuse also ends the program with the status for wrong input, fail with
 * the status for failed work. */
void complain(const char *format, ...) PRINTF_LIKE;
_Noreturn void refuse(const char *format, ...) PRINTF_LIKE;
_Noreturn void fail(const char *format, ...) PRINTF_LIKE;

/* Refuses the output of an option (NULL: none) that is the very file whose games or positions are read. */
void refuse_replacing(const char *input, const char *contents, const char *option, const char *output);

/* The block that an allocation returned; fails if it is NULL. */
void *allocated(void *block);

/* A block with space for count elements, more than before; fails if there is no memory for them or they are too many to
 * be counted, as after doubling a capacity too often. */
void *resized(void *block, size_t count, size_t size);

/* What separates words on the command line and in files. */
#define BLANKS " \t\r\n"

/* Flushes standard output; ends the program if it cannot be written. */
void flush_output(void);

/* Replaces control characters, in ASCII, UTF-8 and Latin-1, by question marks, so that text from files and from other
 * programs stays one line and cannot control a terminal. So are the controls of bidirectional text, by which a name can
 * look like another. */
void make_printable(char *line);

/* Text for XML and HTML, in an element or an attribute. What is not printable ASCII becomes a question mark. */
void print_escaped(FILE *file, const char *text);

/* Reads decimal digits, nothing else, up to max. */
bool read_number(unsigned *out, const char *text, size_t length, unsigned max);

/* Reads a perft depth of at least least or refuses it; name is what the message calls it. */
unsigned read_depth(const char *name, const char *text, unsigned least);

/* The end of a noun after a number: "1 game", "2 games". */
static inline const char *plural(uint64_t number)
{
    return number == 1 ? "" : "s";
}

/* Room for one line of text about a position, all its problems included. */
#define LINE_SIZE 1024

/* How positions are to be read. */
pf_accept acceptance(bool lenient, bool chess960);

/* What is wrong with a FEN that was refused. */
void describe_fen_error(char line[LINE_SIZE], const pf_error *error, pf_problems problems);

/* What was repaired or tolerated in a FEN that was accepted; chess960_option is what the user may have left out. */
void describe_problems(char line[LINE_SIZE], pf_problems problems, const char *chess960_option);

/* Refuses a FEN that could not be read, and warns of what was repaired or tolerated in one that was. */
void refuse_or_warn(pf_status status, const pf_error *error, pf_problems problems);

/* The position of --fen after --moves. Warns of what was repaired or tolerated, refuses what cannot be read or played.
 */
pf_position requested_position(const struct position_options *options);

/* The same; last_move receives the last one of --moves, or PF_NO_MOVE. */
pf_position requested_line(const struct position_options *options, pf_move *last_move);

/* Refuses a move of --moves that could not be read or played, with the reason why it is not legal. */
_Noreturn void refuse_move(const pf_position *position, const char *text, size_t length, const pf_error *error);

/* How castling is written: by the king's step in standard chess, by the king taking its rook in Chess960. */
pf_uci_castling uci_castling(bool chess960);

/* The FEN of a position, with the en passant square if a capture there is legal. */
void write_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960);

/* Reads a FEN that the program wrote into a file. */
bool read_kept_fen(pf_position *position, const char *fen, pf_error *error);

/* The FEN with the en passant square as it was given, for answers that may be about that square. */
void write_given_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960);

void write_move(char uci[PF_UCI_SIZE], pf_move move, bool chess960);

/* The position of a command that needs one: of --fen, or the operand as it is, which may be no FEN. Refuses neither and
 * both. */
const char *required_fen(const char *fen, const struct operands *operands, const struct command *command);

/* Whether the start position is asked for, by --fen startpos or by no --fen. */
bool is_start(const char *fen);

/* Reads a legal move of --moves, UCI or SAN as people write it. */
pf_status read_listed_move(pf_move *out, const pf_position *position, const char *text, size_t length, pf_error *error);

/* The next move in the text of --moves: its length, or 0 at the end. *text is moved to it; move numbers are skipped. */
size_t next_move_length(const char **text);

/* The next word of a text, which is not ended with a NUL: its length, or 0 at the end. *text is moved to the word. */
size_t next_word_length(const char **text);

/* A move as text and the leaves below it, if they were counted. */
struct root {
    char uci[PF_UCI_SIZE];
    char san[PF_SAN_SIZE]; /* "" if it is not known */
    pf_count nodes;
};

/* Sorts by the text of the moves, so that output does not depend on the order of generation. */
void sort_roots(struct root *roots, size_t size);

/* Seconds on a monotonic clock. */
double seconds_now(void);

double count_to_double(pf_count count);

/* Checks that are not mates, as some published tables count them. */
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
