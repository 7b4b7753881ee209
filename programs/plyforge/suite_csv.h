/* Perft suites as CSV: a line for each count, with the columns FEN, depth, count and, optionally, a name. */
#ifndef PLYFORGE_PROGRAM_SUITE_CSV_H
#define PLYFORGE_PROGRAM_SUITE_CSV_H

#include <stdbool.h>
#include <stddef.h>

enum csv_column { CSV_FEN, CSV_DEPTH, CSV_COUNT, CSV_NAME, CSV_COLUMNS };

/* Where the columns stand, from 1; 0 is nowhere. A header line may name them in any order, beside others. */
struct csv_layout {
    unsigned places[CSV_COLUMNS];
    bool has_header;
};

/* A line taken apart. The texts are in the line itself. */
struct csv_record {
    char *texts[CSV_COLUMNS]; /* the name may be NULL */
};

/* Whether a line that is not blank and no comment is one of CSV: a comma stands before any semicolon. */
bool csv_is_line(const char *line, size_t length);

enum csv_status { CSV_RECORD, CSV_HEADER, CSV_BAD, CSV_BAD_HEADER };

/* Reads a line, which is changed: quotes are taken away, and the fields end with NUL. The first line may be a header;
 * it sets the layout. For CSV_BAD and CSV_BAD_HEADER, problem says what is wrong, and in which column. */
enum csv_status csv_read(struct csv_record *out, struct csv_layout *layout, char *line, size_t length, char *problem,
                         size_t problem_size);

/* Writes how messages call the place of a column, as in "column 2 (depth): ". */
void csv_describe_column(char *buffer, size_t size, const struct csv_layout *layout, enum csv_column column);

#endif
