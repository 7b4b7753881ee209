/* plyforge book: the moves of a Polyglot book, what is wrong with one, and a new one made from games. */
#include "book.h"

#include "json.h"
#include "pgn_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct book_options {
    struct position_options position;
    unsigned plies;     /* of each game that enter a book */
    unsigned min_games; /* that an entry of a book needs */
    const char *output; /* NULL: none */
    bool json;
    const char *of_make, *of_show; /* an option that was given and that only make or show takes; NULL: none */
};

/* ---- Looking at a book ---- */

static const size_t largest_book = (size_t)1 << 31; /* 2 GiB: a device may never end */

/* The bytes of a file, to be freed; refuses what cannot be read. */
static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    size_t capacity = 1 << 16;
    uint8_t *bytes = malloc(capacity);
    if (file == NULL) refuse("cannot open '%s': %s", name, strerror(errno));
    if (bytes == NULL) fail("not enough memory");
    *size = 0;
    for (size_t got; (got = fread(bytes + *size, 1, capacity - *size, file)) > 0;) {
        *size += got;
        if (*size < capacity) continue;
        if (capacity >= largest_book) refuse("'%s' is larger than 2 GiB", name);
        capacity *= 2;
        bytes = resized(bytes, capacity, 1);
    }
    if (ferror(file)) refuse("cannot read '%s': %s", name, strerror(errno));
    fclose(file);
    return bytes;
}

/* The book in a file; one that is cut off is refused. */
static pf_book open_book(const char *name, uint8_t **bytes)
{
    pf_book book;
    pf_error error;
    size_t size;
    *bytes = read_file(name, &size);
    if (pf_book_open(&book, *bytes, size, &error) != PF_OK) refuse("%s: %s", name, error.message);
    return book;
}

bool book_is_sound(const pf_book_report *report)
{
    return report->out_of_order + report->duplicates + report->malformed == 0;
}

static int show(const pf_book *book, const char *name, const struct book_options *options)
{
    bool chess960 = options->position.chess960;
    pf_position position = requested_position(&options->position);
    pf_book_report report = pf_book_check(book);
    pf_book_moves found;
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    uint64_t sum = 0;
    pf_book_find(book, &position, &found);
    for (uint32_t i = 0; i < found.size; i++) sum += found.moves[i].weight;
    if (!book_is_sound(&report)) complain("warning: %s is damaged; see plyforge book check", name);
    if (found.skipped > 0)
        complain("warning: %u entries of the position are illegal or duplicate moves", (unsigned)found.skipped);
    if (options->json) {
        write_fen(fen, &position, chess960);
        json_print_book(fen, &found, chess960);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < found.size; i++) {
        write_move(uci, found.moves[i].move, chess960);
        printf("%-5s %5u %5.1f%%\n", uci, (unsigned)found.moves[i].weight,
               sum > 0 ? 100.0 * found.moves[i].weight / (double)sum : 0.0);
    }
    return STATUS_OK;
}

static int check(const pf_book *book, const struct book_options *options)
{
    pf_book_report report = pf_book_check(book);
    if (options->json)
        json_print_book_check(book->size, &report);
    else
        printf("%zu entr%s, %zu out of order, %zu duplicate, %zu malformed\n", book->size,
               book->size == 1 ? "y" : "ies", report.out_of_order, report.duplicates, report.malformed);
    if (!book_is_sound(&report)) complain("the first damaged entry is number %zu", report.first + 1);
    return book_is_sound(&report) ? STATUS_OK : STATUS_FAILED;
}

/* ---- Making a book ---- */

/* A move of a position, and how it fared: two points for a win, one for any other game that was not lost. */
struct line {
    uint64_t key;
    uint64_t score;
    uint32_t games;
    uint16_t code;
};

struct maker {
    struct line *lines;
    size_t size, capacity;
    size_t game; /* where the lines of the current game begin */
    pf_position before;
    unsigned ply;
    struct book_made made;
};

static int compare_lines(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

/* Sorts, and makes one line of those with the same key and move. */
static void merge(struct maker *maker)
{
    size_t size = 0;
    if (maker->size > 0) qsort(maker->lines, maker->size, sizeof *maker->lines, compare_lines);
    for (size_t i = 0; i < maker->size; i++) {
        struct line *line = &maker->lines[i];
        if (size == 0 || compare_lines(&maker->lines[size - 1], line) != 0) {
            maker->lines[size++] = *line;
            continue;
        }
        maker->lines[size - 1].score += line->score;
        maker->lines[size - 1].games += line->games;
    }
    maker->size = size;
}

/* Room for a game. Merging comes first; it keeps the memory in proportion to the book. */
static void make_room(struct maker *maker, unsigned plies)
{
    if (maker->capacity - maker->size >= plies) return;
    merge(maker);
    if (maker->size + plies <= maker->capacity / 2) return;
    maker->capacity = 2 * (maker->capacity + plies);
    maker->lines = resized(maker->lines, maker->capacity, sizeof *maker->lines);
}

/* The result of the game becomes the score of its lines; a broken game leaves none. */
static void end_game(struct maker *maker, const pf_pgn_event *event)
{
    maker->made.games++;
    if (event->broken) {
        maker->made.broken++;
        maker->size = maker->game;
        return;
    }
    for (size_t i = maker->game; i < maker->size; i++) {
        bool white = maker->lines[i].score == PF_WHITE; /* until now, who moved */
        bool won = event->result == (white ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS);
        bool lost = event->result == (white ? PF_RESULT_BLACK_WINS : PF_RESULT_WHITE_WINS);
        maker->lines[i].score = won ? 2 : !lost;
    }
}

static void use_event(struct maker *maker, pf_pgn_reader *reader, const pf_pgn_event *event, unsigned plies)
{
    if (event->type == PF_PGN_GAME) {
        make_room(maker, plies);
        maker->game = maker->size;
        maker->ply = 0;
    } else if (event->type == PF_PGN_MOVETEXT) {
        maker->before = *pf_pgn_position(reader);
    } else if (event->type == PF_PGN_BEGIN_VARIATION) {
        pf_pgn_skip_variation(reader);
    } else if (event->type == PF_PGN_MOVE && event->depth == 0 && maker->ply < plies) {
        if (event->move != PF_NO_MOVE)
            maker->lines[maker->size++] = (struct line){pf_position_polyglot_key(&maker->before), maker->before.turn, 1,
                                                        pf_book_code_of(event->move)};
        maker->ply++;
        maker->before = *pf_pgn_position(reader);
    } else if (event->type == PF_PGN_GAME_END) {
        end_game(maker, event);
    }
}

/* All games of a file; false after a complaint. */
static bool use_games(struct maker *maker, const char *name, unsigned plies)
{
    struct pgn_input input;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_event event;
    if (reader == NULL) fail("not enough memory");
    if (!pgn_input_open_games(&input, name)) {
        pf_pgn_reader_destroy(reader);
        return false;
    }
    if (input.text != NULL)
        pf_pgn_reader_from_memory(reader, input.text, input.size);
    else if (pf_pgn_reader_from_stream(reader, pgn_stream_read, input.stream) != PF_OK)
        fail("not enough memory");
    while (pf_pgn_next(reader, &event) != PF_PGN_END) use_event(maker, reader, &event, plies);
    const char *error = input.stream != NULL ? pgn_stream_error(input.stream) : NULL;
    if (error != NULL) complain("%s: %s", name, error);
    pf_pgn_reader_destroy(reader);
    return pgn_input_close(&input) && error == NULL;
}

/* Weights of a position that do not fit into 16 bits are made smaller together. */
static uint16_t weight_of(const struct line *line, uint64_t most)
{
    uint64_t weight = most > UINT16_MAX ? line->score * UINT16_MAX / most : line->score;
    return (uint16_t)(weight > 0 ? weight : 1);
}

static bool is_kept(const struct line *line, unsigned min_games)
{
    return line->games >= min_games && line->score > 0;
}

/* Writes the entries; false if that fails. */
static bool write_book(FILE *file, struct maker *maker, unsigned min_games)
{
    for (size_t i = 0, end; i < maker->size; i = end) {
        uint64_t most = 0;
        for (end = i; end < maker->size && maker->lines[end].key == maker->lines[i].key; end++)
            if (maker->lines[end].score > most) most = maker->lines[end].score;
        for (size_t j = i; j < end; j++) {
            const struct line *line = &maker->lines[j];
            if (!is_kept(line, min_games)) continue;
            uint8_t bytes[PF_BOOK_ENTRY_SIZE];
            pf_book_entry entry = {line->key, line->code, weight_of(line, most), 0};
            pf_book_entry_to_bytes(bytes, &entry);
            if (fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes) return false;
            maker->made.entries++;
        }
    }
    return true;
}

static bool write_output(const char *name, struct maker *maker, unsigned min_games)
{
    struct output_file output = open_output_file(name, true);
    if (close_output_file(&output, write_book(output.stream, maker, min_games))) return true;
    complain("cannot write %s: %s", name, strerror(errno));
    return false;
}

static int make(const struct book_options *options, const struct operands *operands)
{
    struct maker maker = {.capacity = 65536};
    if (options->of_show != NULL) refuse("--%s is for book show, not for book make", options->of_show);
    if (options->output == NULL) refuse("book make needs --output FILE");
    for (int i = 1; i < operands->count; i++) refuse_replacing(operands->words[i], "games", "output", options->output);
    maker.lines = allocated(calloc(maker.capacity, sizeof *maker.lines));
    for (int i = 1; i < operands->count; i++)
        if (!use_games(&maker, operands->words[i], options->plies)) {
            free(maker.lines);
            return STATUS_WRONG_INPUT;
        }
    merge(&maker);
    bool written = write_output(options->output, &maker, options->min_games);
    free(maker.lines);
    if (!written) return STATUS_FAILED;
    if (maker.made.entries == 0)
        complain("warning: '%s' is empty: no move is in %u games with a point; see --min-games", options->output,
                 options->min_games);
    if (maker.made.broken > 0)
        complain("warning: %llu broken game%s left out; plyforge pgn --check lists %s",
                 (unsigned long long)maker.made.broken, maker.made.broken == 1 ? " is" : "s are",
                 maker.made.broken == 1 ? "it" : "them");
    if (options->json)
        json_print_book_made(&maker.made);
    else
        printf("%llu game%s, %llu entr%s\n", (unsigned long long)maker.made.games, plural(maker.made.games),
               (unsigned long long)maker.made.entries, maker.made.entries == 1 ? "y" : "ies");
    return STATUS_OK;
}

static int run_book(const void *context, const struct operands *operands)
{
    const struct book_options *options = context;
    const char *action = operands->words[0];
    if (strcmp(action, "make") == 0) return make(options, operands);
    bool is_check = strcmp(action, "check") == 0;
    if (!is_check && strcmp(action, "show") != 0) refuse("book takes show, check or make, not '%s'", action);
    if (options->of_make != NULL) refuse("--%s is for book make, not for book %s", options->of_make, action);
    if (is_check && options->of_show != NULL) refuse("--%s is for book show, not for book check", options->of_show);
    if (operands->count > 2) refuse("book %s takes one file", action);
    uint8_t *bytes;
    pf_book book = open_book(operands->words[1], &bytes);
    int status = is_check ? check(&book, options) : show(&book, operands->words[1], options);
    free(bytes);
    return status;
}

static void read_plies(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", 1000);
}

static void read_min_games(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", 1000000000);
}

/* The last of the names that was given; NULL if none was. */
static const char *given_one(const struct given *given, const char *const *names, size_t size)
{
    const char *found = NULL;
    for (size_t i = 0; i < size; i++)
        if (is_given(given, names[i])) found = names[i];
    return found;
}

static void check_book(void *context, const struct given *given)
{
    static const char *const of_make[] = {"output", "min-games", "plies"};
    static const char *const of_show[] = {"lenient", "strict", "chess960", "moves", "fen"};
    struct book_options *options = context;
    options->of_make = given_one(given, of_make, sizeof of_make / sizeof of_make[0]);
    options->of_show = given_one(given, of_show, sizeof of_show / sizeof of_show[0]);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct book_options),
    OPTION("plies", "N", "with make: take the first N half-moves of each game (default: 20)", read_plies,
           struct book_options, plies),
    OPTION("min-games", "N", "with make: leave out moves of less than N games (default: 3)", read_min_games,
           struct book_options, min_games),
    OPTION("output", "FILE", "with make: the book to write", read_report_name, struct book_options, output),
    JSON_ROW(struct book_options),
    END_OF_OPTIONS,
};

static const struct book_options defaults = {.position = POSITION_DEFAULTS, .plies = 20, .min_games = 3};

const struct command book_command = {
    .name = "book",
    .operands = "show|check|make FILE...",
    .min_operands = 2,
    .max_operands = 1 << 20,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_book,
    .summary = "look into a Polyglot opening book, check it, or make one",
    .description =
        "show prints the moves of a book for a position, with weights. check looks for entries that are out of\n"
        "order, duplicate or malformed. make writes a book from PGN files: two points for a win, one for a\n"
        "draw or an unknown result; moves that only lost are left out.",
    .example = "  plyforge book make games.pgn --plies 20 --min-games 3 --output book.bin",
    .run = run_book,
};
