/* Parsing lines of CSV as defined in RFC 4180, except for line breaks within quotes, which suites do not have. */
#include "suite/suite_csv.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_FIELDS = 64 };

/* The names of the columns in header lines. */
static const char *const names[CSV_COLUMNS][5] = {
    [CSV_FEN] = {"fen", "position", "epd"},
    [CSV_DEPTH] = {"depth", "ply", "plies"},
    [CSV_COUNT] = {"count", "nodes", "perft", "expected", "leaves"},
    [CSV_NAME] = {"name", "id"},
};

bool csv_is_line(const char *line, size_t length)
{
    const char *comma = memchr(line, ',', length);
    return comma != NULL && memchr(line, ';', (size_t)(comma - line)) == NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char *trimmed(char *text)
{
    while (is_blank(*text)) text++;
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1])) text[--length] = '\0';
    return text;
}

/* Takes the field at *at, up to the next comma or the end, and moves *at past it. NULL if its quotes are wrong. */
static char *take_field(char **at, char *end)
{
    char *in = *at;
    while (in < end && is_blank(*in)) in++;
    if (in == end || *in != '"') {
        char *field = *at, *comma = memchr(field, ',', (size_t)(end - field));
        *at = comma != NULL ? comma + 1 : NULL;
        *(comma != NULL ? comma : end) = '\0';
        return trimmed(field);
    }
    char *field = ++in, *out = field;
    for (;; in++) {
        if (in == end) return NULL;
        if (*in == '"' && (++in == end || *in != '"')) break; /* two quotes represent one */
        *out++ = *in;
    }
    while (in < end && is_blank(*in)) in++;
    if (in < end && *in != ',') return NULL;
    *at = in < end ? in + 1 : NULL;
    *out = '\0';
    return trimmed(field);
}

static int column_of(const char *name)
{
    for (int column = 0; column < CSV_COLUMNS; column++)
        for (int i = 0; i < 5 && names[column][i] != NULL; i++)
            if (strcasecmp(name, names[column][i]) == 0) return column;
    return -1;
}

void csv_describe_column(char *buffer, size_t size, const struct csv_layout *layout, enum csv_column column)
{
    snprintf(buffer, size, "column %u (%s): ", layout->places[column], names[column][0]);
}

/* A header contains a name for the column of the FEN; no record does. */
static bool read_header(struct csv_layout *layout, char *const *fields, unsigned count)
{
    struct csv_layout named = {.has_header = true};
    for (unsigned i = 0; i < count; i++) {
        int column = column_of(fields[i]);
        if (column >= 0 && named.places[column] == 0) named.places[column] = i + 1;
    }
    if (named.places[CSV_FEN] == 0) return false;
    *layout = named;
    return true;
}

/* The columns of a file without a header. */
static void assume_layout(struct csv_layout *layout)
{
    for (unsigned column = 0; column < CSV_COLUMNS; column++) layout->places[column] = column + 1;
}

static enum csv_status check_header(const struct csv_layout *layout, char *problem, size_t size)
{
    for (int column = 0; column < CSV_NAME; column++) {
        if (layout->places[column] != 0) continue;
        snprintf(problem, size, "the header has no column '%s'", names[column][0]);
        return CSV_BAD_HEADER;
    }
    return CSV_HEADER;
}

enum csv_status csv_read(struct csv_record *out, struct csv_layout *layout, char *line, size_t length, char *problem,
                         size_t problem_size)
{
    char *fields[MAX_FIELDS], *at = line, *end = line + length;
    while (end > line && is_blank(end[-1])) end--;
    unsigned count = 0;
    for (; at != NULL; count++) {
        if (count == MAX_FIELDS) {
            snprintf(problem, problem_size, "column %u: too many columns", count + 1);
            return CSV_BAD;
        }
        fields[count] = take_field(&at, end);
        if (fields[count] == NULL) {
            snprintf(problem, problem_size, "column %u: a quoted field must end with a quote before the next comma",
                     count + 1);
            return CSV_BAD;
        }
    }
    if (layout->places[CSV_FEN] == 0) {
        if (read_header(layout, fields, count)) return check_header(layout, problem, problem_size);
        assume_layout(layout);
    }
    for (int column = 0; column < CSV_COLUMNS; column++) {
        unsigned place = layout->places[column];
        out->texts[column] = place > 0 && place <= count ? fields[place - 1] : NULL;
        if (column == CSV_NAME || (out->texts[column] != NULL && out->texts[column][0] != '\0')) continue;
        snprintf(problem, problem_size, "column %u (%s) is missing", place, names[column][0]);
        return CSV_BAD;
    }
    if (!layout->has_header && count > CSV_COLUMNS) {
        snprintf(problem, problem_size,
                 "column %u: without a header, each line must be FEN, depth, count and, optionally, a name",
                 (unsigned)CSV_COLUMNS + 1);
        return CSV_BAD;
    }
    return CSV_RECORD;
}
