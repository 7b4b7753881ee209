/* Reads perft suites in all common dialects. The first word of a line identifies its dialect, so a file may even mix
 * them:
 *
 *     FEN ;D1 20 ;D2 400 ;id name       one line per position
 *     FEN; D1 20; D2 400;               the same, punctuated differently
 *     id name                           a block of lines per position: id, epd, then perft lines
 *     epd FEN
 *     perft 1 20
 *
 * A file whose first line has commas is CSV instead: FEN,depth,count (suite_csv.c).
 *
 * EPD operations other than id on the line of a position are ignored, unless they look like a misspelt depth; '#'
 * begins a comment line. */
#include "suite/suite_file.h"
#include "suite/suite_csv.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of a line. */
struct text {
    const char *start;
    size_t length;
};

/* The state of the reader: the file, the line, and the position to which the next counts belong. */
struct reader {
    struct suite *suite;
    const struct suite_options *options;
    const char *file;
    size_t line;
    enum { NO_POSITION, GOOD_POSITION, BAD_POSITION } state;
    pf_position position;
    bool dropped_castling; /* whether the position has lost castling rights */
    const char *id;        /* the id of the position, if known so far */
    enum { DIALECT_UNKNOWN, DIALECT_EPD, DIALECT_CSV } dialect;
    struct csv_layout layout;
    char place[64]; /* the position in the line, for messages; "" for the whole line */
};

static bool is_blank(char c)
{
    return c != '\0' && strchr(BLANKS, c) != NULL;
}

static struct text trimmed(struct text text)
{
    for (; text.length > 0 && is_blank(text.start[0]); text.length--) text.start++;
    while (text.length > 0 && is_blank(text.start[text.length - 1])) text.length--;
    return text;
}

/* Removes the first length bytes from the text, and the separator after them if there is one; returns these bytes. */
static struct text take(struct text *text, size_t length)
{
    struct text taken = {text->start, length};
    size_t step = length < text->length ? length + 1 : length;
    text->start += step;
    text->length -= step;
    return taken;
}

/* Removes the text before the next semicolon and returns it. */
static struct text take_operation(struct text *text)
{
    const char *end = memchr(text->start, ';', text->length);
    return trimmed(take(text, end != NULL ? (size_t)(end - text->start) : text->length));
}

static struct text take_word(struct text *text)
{
    *text = trimmed(*text);
    size_t length = 0;
    while (length < text->length && !is_blank(text->start[length])) length++;
    return take(text, length);
}

static bool is_word(struct text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

static void report_unreadable(struct reader *reader, const char *reason)
{
    char line[2 * LINE_SIZE];
    snprintf(line, sizeof line, "%s:%zu: %s%s", reader->file, reader->line, reader->place, reason);
    make_printable(line);
    if (reader->options->json)
        complain("%s", line); /* standard output is reserved for the JSON */
    else
        puts(line);
    reader->suite->unreadable++;
}

static void note_problems(struct reader *reader, pf_problems problems)
{
    struct suite *suite = reader->suite;
    if (suite->unusual++ == 0) {
        suite->unusual_file = reader->file;
        suite->unusual_line = reader->line;
    }
    suite->problems |= problems;
}

static void read_position(struct reader *reader, struct text fen)
{
    pf_accept accept = acceptance(true, reader->options->chess960, reader->options->variant);
    pf_problems problems = 0;
    pf_error error;
    reader->state = BAD_POSITION;
    if (is_word(fen, START_FEN_WORD))
        reader->position = pf_variant_start(reader->options->variant);
    else if (pf_position_from_fen(&reader->position, fen.start, fen.length, accept, &problems, &error) != PF_OK) {
        char line[LINE_SIZE];
        describe_fen_error(line, &error, problems,
                           (struct quoted_fen){fen.start, fen.length, reader->options->variant});
        report_unreadable(reader, line);
        return;
    }
    if (problems != 0) note_problems(reader, problems);
    reader->dropped_castling = (problems & PF_PROBLEM_CASTLING_CHESS960) != 0;
    reader->state = GOOD_POSITION;
    reader->suite->positions++;
}

/* Whether the name of a position marks it as one that no game reaches, as in edge.epd and roce.epd. */
static bool is_marked(const char *id)
{
    return id != NULL && strstr(id, "(no game reaches this)") != NULL;
}

static void add_test(struct reader *reader, unsigned depth, pf_count expected)
{
    struct suite *suite = reader->suite;
    suite->counts++;
    if (depth > reader->options->max_depth || pf_count_compare(expected, reader->options->max_nodes) > 0) {
        suite->skipped++;
        return;
    }
    if (suite->size == suite->capacity) {
        suite->capacity = suite->capacity == 0 ? 1024 : suite->capacity * 2;
        suite->tests = realloc(suite->tests, suite->capacity * sizeof *suite->tests);
        if (suite->tests == NULL) fail("%s:%zu: out of memory", reader->file, reader->line);
    }
    suite->tests[suite->size++] = (struct suite_test){
        .file = reader->file,
        .line = reader->line,
        .position = reader->position,
        .depth = depth,
        .expected = expected,
        .dropped_castling = reader->dropped_castling,
        .id = reader->id,
        .is_marked = is_marked(reader->id),
    };
}

/* Keeps the text without the quotes around it that EPD uses. */
static const char *keep_id(struct reader *reader, struct text id)
{
    struct suite *suite = reader->suite;
    if (id.length >= 2 && id.start[0] == '"' && id.start[id.length - 1] == '"')
        id = (struct text){id.start + 1, id.length - 2};
    char *copy = strndup(id.start, id.length);
    char **ids = realloc(suite->ids, (suite->id_count + 1) * sizeof *ids);
    if (copy == NULL || ids == NULL) fail("%s:%zu: out of memory", reader->file, reader->line);
    make_printable(copy);
    suite->ids = ids;
    suite->ids[suite->id_count++] = copy;
    return copy;
}

static bool is_depth_letter(char c)
{
    return c == 'D' || c == 'd';
}

/* Reads "D3 8902" or "3 8902": a depth and a count. If the position could not be read, its counts are dropped, and this
 * is reported only once. */
static void read_count(struct reader *reader, struct text text)
{
    if (reader->state == BAD_POSITION) return;
    struct text rest = text;
    if (rest.length > 0 && is_depth_letter(rest.start[0])) rest = (struct text){rest.start + 1, rest.length - 1};
    struct text depth_text = take_word(&rest);
    struct text nodes_text = take_word(&rest);
    unsigned depth;
    pf_count expected;
    if (reader->state == NO_POSITION) {
        report_unreadable(reader, "a count without a position");
    } else if (rest.length > 0 || !read_number(&depth, depth_text.start, depth_text.length, PF_PERFT_MAX_DEPTH) ||
               !pf_count_from_text(&expected, nodes_text.start, nodes_text.length)) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "'%.*s' is not a depth (0 to %d) and a count", (int)text.length, text.start,
                 PF_PERFT_MAX_DEPTH);
        report_unreadable(reader, line);
    } else {
        add_test(reader, depth, expected);
    }
}

/* Whether an operation is a count, or was meant as one: a short word with a capital D, which no EPD opcode has. */
static bool is_meant_as_count(struct text operation)
{
    struct text rest = operation, word = take_word(&rest);
    if (!is_depth_letter(word.start[0])) return false;
    return (word.length > 1 && isdigit((unsigned char)word.start[1])) || (word.start[0] == 'D' && word.length <= 2);
}

static void read_operation(struct reader *reader, struct text operation)
{
    if (operation.length == 0) return;
    if (is_meant_as_count(operation))
        read_count(reader, operation);
    else if (operation.length > 3 && memcmp(operation.start, "id", 2) == 0 && is_blank(operation.start[2]))
        reader->id = keep_id(reader, trimmed((struct text){operation.start + 3, operation.length - 3}));
    else if (!isalpha((unsigned char)operation.start[0]) && reader->state == GOOD_POSITION)
        report_unreadable(reader, "an operation must begin with a letter, as in ';D1 20' or ';id name'");
}

static void read_line(struct reader *reader, struct text line)
{
    struct text rest = trimmed(line);
    struct text word = take_word(&rest);
    if (is_word(word, "id")) {
        reader->id = keep_id(reader, trimmed(rest));
    } else if (is_word(word, "epd")) {
        read_position(reader, trimmed(rest));
    } else if (is_word(word, "perft")) {
        read_count(reader, trimmed(rest));
    } else {
        size_t first = reader->suite->size;
        reader->id = NULL;
        read_position(reader, take_operation(&line));
        while (line.length > 0) read_operation(reader, take_operation(&line));
        for (size_t i = first; i < reader->suite->size; i++) {
            reader->suite->tests[i].id = reader->id;
            reader->suite->tests[i].is_marked = is_marked(reader->id);
        }
    }
}

/* A field of a record, with its position in the line for messages. */
static struct text csv_field(struct reader *reader, const struct csv_record *record, enum csv_column column)
{
    csv_describe_column(reader->place, sizeof reader->place, &reader->layout, column);
    return (struct text){record->texts[column], strlen(record->texts[column])};
}

static void report_field(struct reader *reader, struct text field, const char *what)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "'%.*s' is not %s", (int)field.length, field.start, what);
    report_unreadable(reader, line);
}

static void read_record(struct reader *reader, const struct csv_record *record)
{
    unsigned depth;
    pf_count expected;
    const char *name = record->texts[CSV_NAME];
    reader->id = name != NULL && name[0] != '\0' ? keep_id(reader, (struct text){name, strlen(name)}) : NULL;
    read_position(reader, csv_field(reader, record, CSV_FEN));
    if (reader->state == BAD_POSITION) return;
    struct text field = csv_field(reader, record, CSV_DEPTH);
    if (!read_number(&depth, field.start, field.length, PF_PERFT_MAX_DEPTH)) {
        report_field(reader, field, "a depth (0 to 255)");
        return;
    }
    field = csv_field(reader, record, CSV_COUNT);
    if (!pf_count_from_text(&expected, field.start, field.length)) {
        report_field(reader, field, "a count");
        return;
    }
    add_test(reader, depth, expected);
}

/* Reads a line of CSV, which is modified. */
static void read_csv_line(struct reader *reader, char *line, size_t length)
{
    struct csv_record record;
    char problem[LINE_SIZE];
    switch (csv_read(&record, &reader->layout, line, length, problem, sizeof problem)) {
    case CSV_HEADER: break;
    case CSV_RECORD: read_record(reader, &record); break;
    case CSV_BAD: report_unreadable(reader, problem); break;
    case CSV_BAD_HEADER: refuse("%s:%zu: %s", reader->file, reader->line, problem);
    }
    reader->place[0] = '\0';
}

static bool is_csv(const char *line, size_t length)
{
    struct text rest = {line, length}, word = take_word(&rest);
    return !is_word(word, "id") && !is_word(word, "epd") && !is_word(word, "perft") && csv_is_line(line, length);
}

static struct text without_byte_order_mark(struct text line)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (line.length >= 3 && memcmp(line.start, mark, 3) == 0) return (struct text){line.start + 3, line.length - 3};
    return line;
}

enum { LONGEST_LINE = 1 << 20 };

/* Reads a line including its line break, and adds a zero byte; returns 0 at the end of the file. */
static size_t next_line(char buffer[LONGEST_LINE + 1], const struct reader *reader, FILE *stream)
{
    size_t length = 0;
    for (int byte = 0; byte != '\n' && (byte = getc(stream)) != EOF;) {
        if (length == LONGEST_LINE) refuse("%s:%zu: the line is longer than 1 MiB", reader->file, reader->line + 1);
        buffer[length++] = (char)byte;
    }
    buffer[length] = '\0';
    return length;
}

static void read_stream(struct suite *suite, const char *name, FILE *stream, const struct suite_options *options)
{
    size_t found_before = suite->counts + suite->unreadable;
    struct reader reader = {.suite = suite, .options = options, .file = name, .state = NO_POSITION};
    char *buffer = allocated(malloc(LONGEST_LINE + 1));
    for (size_t length; (length = next_line(buffer, &reader, stream)) > 0;) {
        struct text line = {buffer, length};
        if (++reader.line == 1) line = without_byte_order_mark(line);
        struct text rest = trimmed(line);
        if (rest.length == 0 || rest.start[0] == '#') continue;
        if (reader.dialect == DIALECT_UNKNOWN)
            reader.dialect = is_csv(rest.start, rest.length) ? DIALECT_CSV : DIALECT_EPD;
        if (reader.dialect == DIALECT_CSV)
            read_csv_line(&reader, buffer + (rest.start - buffer), rest.length);
        else
            read_line(&reader, line);
    }
    if (ferror(stream)) refuse("cannot read %s: %s", name, strerror(errno));
    if (suite->counts + suite->unreadable == found_before) refuse("%s contains no perft counts", name);
    free(buffer);
}

void suite_read(struct suite *suite, const char *file, const struct suite_options *options)
{
    bool is_stdin = strcmp(file, "-") == 0;
    if (is_stdin && !can_read_standard_input()) exit(STATUS_WRONG_INPUT);
    FILE *stream = is_stdin ? stdin : fopen(file, "r");
    if (stream == NULL) refuse("cannot open %s: %s", file, strerror(errno));
    read_stream(suite, file, stream, options);
    if (!is_stdin) fclose(stream);
}

void suite_read_text(struct suite *suite, const char *name, const char *text, size_t length,
                     const struct suite_options *options)
{
    FILE *stream = fmemopen((void *)(uintptr_t)text, length, "r");
    if (stream == NULL) refuse("cannot read %s: %s", name, strerror(errno));
    read_stream(suite, name, stream, options);
    fclose(stream);
}

void suite_clear(struct suite *suite)
{
    for (size_t i = 0; i < suite->id_count; i++) free(suite->ids[i]);
    free(suite->ids);
    free(suite->tests);
}
