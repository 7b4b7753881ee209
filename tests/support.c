/* What the cmocka tests share; see support.h. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/types.h>

/* ---- Positions ---- */

pf_position position_accepted(const char *fen, pf_accept accept)
{
    pf_position position;
    pf_error error;
    if (!PF_VARIANTS && pf_accept_variant_of(accept) != PF_VARIANT_STANDARD) skip();
    if (pf_position_from_fen(&position, fen, strlen(fen), accept, NULL, &error) != PF_OK)
        fail_msg("%s: at %u: %s", fen, (unsigned)error.offset, error.message);
    return position;
}

pf_position position_of(const char *fen)
{
    return position_accepted(fen, PF_ACCEPT_CHESS960);
}

pf_position variant_position_of(const char *fen, pf_variant variant)
{
    return position_accepted(fen, PF_ACCEPT_CHESS960 | pf_accept_variant(variant));
}

void play_uci(pf_position *position, const char *uci)
{
    pf_move move = PF_NO_MOVE;
    pf_error error;
    if (pf_move_from_uci(&move, position, uci, strlen(uci), &error) != PF_OK) fail_msg("%s: %s", uci, error.message);
    assert_int_equal(pf_position_play(position, move, NULL), PF_OK);
}

bool find_uci(pf_move *out, const char *uci, const pf_move *list, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        char step[PF_UCI_SIZE], rook[PF_UCI_SIZE];
        pf_move_to_uci(step, sizeof step, list[i], PF_UCI_KING_STEP);
        pf_move_to_uci(rook, sizeof rook, list[i], PF_UCI_KING_TAKES_ROOK);
        if (strcmp(uci, step) != 0 && strcmp(uci, rook) != 0) continue;
        *out = list[i];
        return true;
    }
    return false;
}

void assert_fen(const pf_position *position, pf_castling_style castling, pf_ep_mode ep, const char *expected)
{
    char fen[PF_FEN_SIZE];
    assert_int_equal(pf_position_to_fen(fen, sizeof fen, position, castling, ep), strlen(expected));
    assert_string_equal(fen, expected);
}

/* ---- Random numbers ---- */

/* A Weyl sequence, its bits mixed by two rounds of multiply and shift. */
uint64_t random_next(test_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = random->state;
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

unsigned random_below(test_random *random, unsigned limit)
{
    return (unsigned)(random_next(random) % limit);
}

bool play_random(test_random *random, pf_position *position)
{
    pf_move_list list;
    if (pf_generate_legal(position, &list) == 0) return false;
    pf_position_play_unchecked(position, list.moves[random_below(random, list.size)]);
    return true;
}

pf_position random_game_position(test_random *random)
{
    bool standard = random_below(random, 2) == 0;
    pf_position position = standard ? pf_position_start() : pf_position_chess960_start(random_below(random, 960));
    for (unsigned plies = random_below(random, 120); plies > 0; plies--) {
        pf_position before = position;
        if (play_random(random, &position) && pf_any_legal(&position)) continue;
        return before;
    }
    return position;
}

static void put(pf_setup *setup, pf_square square, pf_colour colour, pf_piece_type type)
{
    if (setup->squares[square] == PF_NO_PIECE) setup->squares[square] = (uint8_t)pf_piece_of(colour, type);
}

/* Pieces anywhere, with what is rare made likely: a king at home with a rook beside, a pawn that has just jumped. */
static pf_setup random_setup(test_random *random)
{
    pf_setup setup = {.turn = (uint8_t)random_below(random, 2), .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    setup.castling = random_next(random) & UINT64_C(0xff000000000000ff);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        bool at_home = random_below(random, 2);
        pf_square home = colour == PF_WHITE ? PF_A1 : PF_A8;
        put(&setup, at_home ? home + random_below(random, 8) : random_below(random, 64), colour, PF_KING);
        if (at_home) put(&setup, home + random_below(random, 8), colour, PF_ROOK);
    }
    if (random_below(random, 2)) {
        unsigned file = random_below(random, 8);
        bool white = setup.turn == PF_WHITE;
        setup.ep_square = (uint8_t)(file + (white ? PF_A6 : PF_A3));
        put(&setup, file + (white ? PF_A5 : PF_A4), setup.turn ^ 1u, PF_PAWN);
        put(&setup, (file ^ 1) + (white ? PF_A5 : PF_A4), setup.turn, PF_PAWN);
    }
    for (unsigned pieces = random_below(random, 20); pieces > 0; pieces--)
        put(&setup, random_below(random, 64), random_below(random, 2), random_below(random, PF_KING));
    return setup;
}

pf_position random_board_position(test_random *random)
{
    for (;;) {
        pf_setup setup = random_setup(random);
        pf_position position;
        if (pf_position_from_setup(&position, &setup, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, NULL, NULL) == PF_OK)
            return position;
    }
}

/* ---- Corpora ---- */

static unsigned missing;

unsigned corpora_missing(void)
{
    return missing;
}

static FILE *corpus_open(const char *name)
{
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/%s", PF_TEST_CORPORA, name);
    assert_in_range(length, 1, sizeof path - 1);
    FILE *file = PF_TEST_CORPORA[0] ? fopen(path, "r") : NULL;
    if (!file) {
        missing++;
        skip_because("no corpus %s (PLYFORGE_CORPORA)", name);
    }
    return file;
}

static void corpus_close(FILE *file, const char *name, size_t rows)
{
    fclose(file);
    print_message("%s: %zu rows\n", name, rows);
    assert_int_not_equal(rows, 0);
}

/* The next line that is no comment, without its end; to be freed. NULL at the end. */
static char *next_line(FILE *file)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') return line;
    }
    free(line);
    return NULL;
}

tsv tsv_open(const char *name)
{
    tsv in = {.name = name, .file = corpus_open(name)};
    in.header = next_line(in.file);
    assert_non_null(in.header);
    return in;
}

/* Splits in place: what follows each tab is the next field. */
static void split(char *line)
{
    for (; *line; line++)
        if (*line == '\t') *line = '\0';
}

bool tsv_next(tsv *in)
{
    free(in->line);
    in->line = next_line(in->file);
    if (!in->line) return false;
    /* A run of ends, so that a row may leave out its last fields. */
    size_t length = strlen(in->line);
    in->line = realloc(in->line, length + 16);
    assert_non_null(in->line);
    memset(in->line + length, 0, 16);
    split(in->line);
    in->rows++;
    return true;
}

const char *tsv_get(const tsv *in, const char *column)
{
    const char *field = in->line;
    for (const char *name = in->header;; field += strlen(field) + 1) {
        size_t length = strcspn(name, "\t");
        if (strlen(column) == length && strncmp(name, column, length) == 0) return field;
        if (name[length] == '\0') break;
        name += length + 1;
    }
    fail_msg("%s has no column %s", in->name, column);
    return NULL;
}

void tsv_close(tsv *in)
{
    free(in->header);
    free(in->line);
    corpus_close(in->file, in->name, in->rows);
}

jsonl jsonl_open(const char *name)
{
    jsonl in = {.name = name, .file = corpus_open(name)};
    free(next_line(in.file));
    return in;
}

bool jsonl_next(jsonl *in)
{
    json_decref(in->row);
    in->row = NULL;
    char *line = next_line(in->file);
    if (!line) return false;
    json_error_t error;
    in->row = json_loads(line, JSON_ALLOW_NUL, &error);
    free(line);
    if (!in->row) fail_msg("%s: row %zu: %s", in->name, in->rows + 1, error.text);
    in->rows++;
    return true;
}

const char *jsonl_get(const jsonl *in, const char *member)
{
    return json_string_value(json_object_get(in->row, member));
}

void jsonl_close(jsonl *in)
{
    corpus_close(in->file, in->name, in->rows);
}

/* ---- Perft suites ---- */

/* The positions of one suite: a FEN up to the first semicolon, with or without "epd" before it. */
static size_t visit_suite(const char *path, void (*visit)(const pf_position *position, void *context), void *context)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    size_t positions = 0;
    assert_non_null(file);
    for (size_t number = 0; fgets(line, sizeof line, file); number++) {
        const char *fen = strncmp(line, "epd ", 4) == 0 ? line + 4 : line;
        size_t length = strcspn(fen, ";\r\n");
        while (length > 0 && fen[length - 1] == ' ') length--;
        if (length == 0 || fen[0] == '#') continue;
        pf_position position;
        pf_error error;
        pf_accept accept = PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT;
        if (pf_position_from_fen(&position, fen, length, accept, NULL, &error) != PF_OK)
            fail_msg("%s:%zu: %s", path, number + 1, error.message);
        visit(&position, context);
        positions++;
    }
    fclose(file);
    return positions;
}

typedef struct suites {
    char *paths[64];
    unsigned size;
} suites;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the suites of a folder, in the order of their names. */
static void add_suites(suites *found, const char *folder)
{
    unsigned before = found->size;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".epd") != 0) continue;
        assert_in_range(found->size, 0, COUNT_OF(found->paths) - 1);
        size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = malloc(size);
        assert_non_null(path);
        snprintf(path, size, "%s/%s", folder, entry->d_name);
        found->paths[found->size++] = path;
    }
    closedir(entries);
    assert_true(found->size > before);
    qsort(found->paths + before, found->size - before, sizeof found->paths[0], by_name);
}

void visit_suites(void (*visit)(const pf_position *position, void *context), void *context)
{
    size_t positions = 0;
    suites found = {.size = 0};
    add_suites(&found, PF_TEST_SOURCE_DIR "/tests/perft");
    if (PF_TEST_CORPORA[0] != '\0') {
        add_suites(&found, PF_TEST_CORPORA "/perft");
        add_suites(&found, PF_TEST_CORPORA "/perft/variant/chess960");
    }
    for (unsigned i = 0; i < found.size; i++) {
        positions += visit_suite(found.paths[i], visit, context);
        free(found.paths[i]);
    }
    print_message("%zu positions of %u suites\n", positions, found.size);
    assert_true(positions > 0);
}
