/* Perft suites in CSV format: a line for each count, with the columns FEN, depth, count and, optionally, a name. */
#ifndef PLYFORGE_PROGRAM_SUITE_CSV_H
#define PLYFORGE_PROGRAM_SUITE_CSV_H

#include <stdbool.h>
#include <stddef.h>

enum csv_column { CSV_FEN, CSV_DEPTH, CSV_COUNT, CSV_NAME, CSV_COLUMNS };

/* The numbers of the columns, from 1; 0 means that there is none. A header line may name the columns in any order, and
 * may name other columns as well. */
struct csv_layout {
    unsigned places[CSV_COLUMNS];
    bool has_header;
};

/* The fields of a line. The texts point into the line itself. */
struct csv_record {
    char *texts[CSV_COLUMNS]; /* the name may be NULL */
};

/* Whether a line that is neither blank nor a comment is CSV: it has a comma before any semicolon. */
bool csv_is_line(const char *line, size_t length);

enum csv_status { CSV_RECORD, CSV_HEADER, CSV_BAD, CSV_BAD_HEADER };

/* Reads a line and modifies it: quotes are removed, and a NUL is written after each field. The first line may be a
 * header; it sets the layout. For CSV_BAD and CSV_BAD_HEADER, problem describes the error and its column. */
enum csv_status csv_read(struct csv_record *out, struct csv_layout *layout, char *line, size_t length, char *problem,
                         size_t problem_size);

/* Writes the name of a column for error messages, such as "column 2 (depth): ". */
void csv_describe_column(char *buffer, size_t size, const struct csv_layout *layout, enum csv_column column);

#endif
