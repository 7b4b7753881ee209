/* Part of a file, for --bytes. However a file is divided, its parts together contain each game once. A game of a plain
 * file belongs to the range in which it begins; a game of a zstd file to the range in which its first frame begins. The
 * beginning of a game is found without reading the text before the range, so a range costs no more than its own
 * bytes. */
#ifndef PLYFORGE_PROGRAM_PGN_RANGE_H
#define PLYFORGE_PROGRAM_PGN_RANGE_H

#include "input/compressed.h"
#include "input/options.h"
#include "output/text.h"

#include <stdint.h>

struct pgn_range {
    bool is_given;
    uint64_t from, to; /* to is exclusive */
};

option_reader read_range; /* struct pgn_range */

/* The frames of a range, how much text to skip at their beginning, and the text to add after them. */
struct archive_range {
    uint64_t from, to;
    uint64_t skipped;
    struct text added;
};

/* False after an error message. */
bool archive_range_find(struct archive_range *out, const char *name, int file, uint64_t size,
                        const struct compressed_format *format, const struct pgn_range *range);

#endif
