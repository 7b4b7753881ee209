/* What the tests of the PGN reader and of the writer share: texts that grow or come in pieces, and reading a text in
 * every way there is. */
#ifndef PLYFORGE_TEST_PGN_SUPPORT_H
#define PLYFORGE_TEST_PGN_SUPPORT_H

#include "support.h"

/* A growing text. */
typedef struct sink {
    char *text;
    size_t length, size;
} sink;

bool append(void *context, const void *text, size_t length); /* a pf_write_bytes to a sink */
void append_text(sink *out, const char *text);

/* A source of bytes that gives them in pieces of a certain size, or of random ones (0). */
typedef struct source {
    const char *text;
    size_t length, at, piece;
    test_random random;
} source;

size_t read_piece(void *context, void *buffer, size_t size); /* a pf_read_bytes from a source */

/* The mode of the readers that the functions below create; tolerant at first. */
void set_reading_mode(pf_pgn_mode mode);

/* How long a game may be for these readers. */
void set_longest_game(uint64_t bytes);

/* A reader in that mode, with that limit. */
pf_pgn_reader *create_reader(void);

/* The text as events, the same however it comes: in memory that ends where the text does, in pieces, on a machine
 * without special instructions; and the summaries agree with the events. NULL expects nothing more. */
void assert_events(const char *text, size_t length, const char *expected);

/* Only what the events of a text come to, in one line. */
void assert_games(const char *text, const char *expected);

/* A legal move; false if there is none. */
bool random_move(test_random *random, const pf_position *position, pf_move *move);

/* Writes a comment of random words, among them what looks like tags, moves and results. */
void write_random_comment(test_random *random, pf_pgn_writer *writer);

/* Writes up to so many random moves from a position on, with NAGs, comments and variations, null moves in those. */
void write_random_line(test_random *random, pf_pgn_writer *writer, pf_position position, unsigned plies,
                       unsigned depth);

#endif
