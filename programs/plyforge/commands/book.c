/* plyforge book: shows the moves of a Polyglot book, checks a book, or makes one from games. */
#include "common.h"

#include "output/json.h"
#include "pgn/pgn_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct book_options {
    struct position_options position;
    unsigned plies;     /* the number of plies of each game that enter a book */
    unsigned min_games; /* the number of games that an entry needs */
    const char *output; /* NULL: no output file */
    bool json;
    const char *of_make, *of_show; /* an option that was given although only make or show accepts it; NULL: none */
};

/* ---- Showing and checking a book ---- */

/* Reads a book from a file; a truncated one is refused. */
static pf_book open_book(const char *name, uint8_t **bytes)
{
    pf_book book;
    pf_error error;
    size_t size;
    *bytes = read_whole_file(name, &size);
    if (pf_book_open(&book, *bytes, size, &error) != PF_OK) refuse("%s: %s", name, error.message);
    return book;
}

/* Whether no part of the book is damaged. */
static bool book_is_sound(const pf_book_report *report)
{
    return report->out_of_order + report->duplicates + report->malformed == 0;
}

static void print_found_json(const char *fen, const pf_book_moves *found, bool chess960)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_integer(&json, "skipped", found->skipped);
    json_open_array(&json, "moves");
    for (uint32_t i = 0; i < found->size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, found->moves[i].move, chess960);
        json_open_object(&json, NULL);
        json_string(&json, "move", uci);
        json_integer(&json, "weight", found->moves[i].weight);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
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
    if (!book_is_sound(&report)) complain("warning: %s is damaged; run 'plyforge book check'", name);
    if (found.skipped > 0)
        complain("warning: %u entries of the position are illegal or duplicate moves", (unsigned)found.skipped);
    if (options->json) {
        write_fen(fen, &position, chess960);
        print_found_json(fen, &found, chess960);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < found.size; i++) {
        write_move(uci, found.moves[i].move, chess960);
        printf("%-5s %5u %5.1f%%\n", uci, (unsigned)found.moves[i].weight,
               sum > 0 ? 100.0 * found.moves[i].weight / (double)sum : 0.0);
    }
    return STATUS_OK;
}

static void print_check_json(size_t entries, const pf_book_report *report)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "entries", entries);
    json_unsigned(&json, "out_of_order", report->out_of_order);
    json_unsigned(&json, "duplicates", report->duplicates);
    json_unsigned(&json, "malformed", report->malformed);
    if (book_is_sound(report))
        json_null(&json, "first_damaged");
    else
        json_unsigned(&json, "first_damaged", report->first + 1);
    json_finish(&json);
}

static int check(const pf_book *book, const struct book_options *options)
{
    pf_book_report report = pf_book_check(book);
    if (options->json)
        print_check_json(book->size, &report);
    else
        printf("%zu entr%s, %zu out of order, %zu duplicate, %zu malformed\n", book->size,
               book->size == 1 ? "y" : "ies", report.out_of_order, report.duplicates, report.malformed);
    if (!book_is_sound(&report)) complain("the first damaged entry is entry %zu", report.first + 1);
    return book_is_sound(&report) ? STATUS_OK : STATUS_FAILED;
}

/* ---- Making a book ---- */

/* A move of a position, and its score: two points for a win, one for any other game that was not lost. */
struct line {
    uint64_t key;
    uint64_t score;
    uint32_t games;
    uint16_t code;
};

/* The numbers to report after making a book. */
struct book_made {
    uint64_t games, broken, entries;
};

struct maker {
    struct line *lines;
    size_t size, capacity;
    size_t game; /* index of the first line of the current game */
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

/* Sorts the lines, and merges those with the same key and move. */
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

/* Makes space for a game. It merges first, which keeps the memory proportional to the size of the book. */
static void make_room(struct maker *maker, unsigned plies)
{
    if (maker->capacity - maker->size >= plies) return;
    merge(maker);
    if (maker->size + plies <= maker->capacity / 2) return;
    maker->capacity = 2 * (maker->capacity + plies);
    maker->lines = resized(maker->lines, maker->capacity, sizeof *maker->lines);
}

/* Turns the result of the game into the score of its lines; a broken game adds no lines. */
static void end_game(struct maker *maker, const pf_pgn_event *event)
{
    maker->made.games++;
    if (event->broken) {
        maker->made.broken++;
        maker->size = maker->game;
        return;
    }
    for (size_t i = maker->game; i < maker->size; i++) {
        bool white = maker->lines[i].score == PF_WHITE; /* until now, score held the colour that moved */
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

/* Reads all games of a file; false after an error message. */
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

/* If the weights of a position do not fit into 16 bits, all of them are scaled down. */
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

static void print_made_json(const struct book_made *made)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", made->games);
    json_unsigned(&json, "broken", made->broken);
    json_unsigned(&json, "entries", made->entries);
    json_finish(&json);
}

static int make(const struct book_options *options, const struct operands *operands)
{
    struct maker maker = {.capacity = 65536};
    if (options->of_show != NULL) refuse("--%s works with book show, not with book make", options->of_show);
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
        complain("warning: '%s' is empty: no move scored in %u games or more; see --min-games", options->output,
                 options->min_games);
    if (maker.made.broken > 0)
        complain("warning: %llu broken game%s left out; plyforge pgn --check lists %s",
                 (unsigned long long)maker.made.broken, maker.made.broken == 1 ? " is" : "s are",
                 maker.made.broken == 1 ? "it" : "them");
    if (options->json)
        print_made_json(&maker.made);
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
    if (options->of_make != NULL) refuse("--%s works with book make, not with book %s", options->of_make, action);
    if (is_check && options->of_show != NULL)
        refuse("--%s works with book show, not with book check", options->of_show);
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

/* The name of the last one of these options that was given; NULL if none was. */
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
    OPTION("min-games", "N", "with make: leave out moves played in fewer than N games (default: 3)", read_min_games,
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
    .summary = "show, check or make a Polyglot opening book",
    .description =
        "show prints the moves of a book for a position, with weights. check looks for entries that are out of\n"
        "order, duplicate or malformed. make writes a book from PGN files: two points for a win, one for a\n"
        "draw or an unknown result; moves that only lost are left out.",
    .example = "  plyforge book make games.pgn --plies 20 --min-games 3 --output book.bin",
    .run = run_book,
};
