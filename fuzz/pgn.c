/* PGN: any bytes are read to their end, the same from memory and in pieces, with and without special instructions, as
 * events and as sums; and what is not broken is written and reads back as the same text. */
#include "fuzz.h"

#include <plyforge/experimental.h>

/* What was read, as a number that depends on everything. */
typedef struct digest {
    uint64_t hash, games, plies, broken;
} digest;

static void add(digest *sum, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < length; i++) sum->hash = (sum->hash ^ p[i]) * UINT64_C(0x100000001b3);
}

static void add_number(digest *sum, uint64_t number)
{
    add(sum, &number, sizeof number);
}

typedef enum extent { READ_ALL, SKIP_GAMES } extent;

/* What comes after size bytes are blanks, which no event should tell of. */
static digest read_events(pf_pgn_reader *reader, size_t size, extent how)
{
    digest sum = {0};
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        add_number(&sum, event.type);
        add_number(&sum, event.offset < size ? event.offset : size);
        add_number(&sum, event.depth);
        add_number(&sum, event.move);
        add_number(&sum, event.nag);
        add_number(&sum, event.line);
        add_number(&sum, event.result);
        if (event.name != NULL) add(&sum, event.name, event.name_length);
        if (event.text != NULL) add(&sum, event.text, event.length);
        if (event.type == PF_PGN_ERROR) add(&sum, event.error.message, strlen(event.error.message));
        if (event.type == PF_PGN_MOVE) {
            const pf_position *position = pf_pgn_position(reader);
            add(&sum, position, sizeof *position);
            REQUIRE(position->key == pf_position_compute_key(position));
            if (event.depth == 0) sum.plies++;
        }
        if (event.type == PF_PGN_GAME_END) sum.games++, sum.broken += event.broken;
        REQUIRE(event.depth <= PF_PGN_MAX_DEPTH);
        if (how == SKIP_GAMES && event.type == PF_PGN_MOVETEXT) pf_pgn_skip_game(reader);
    }
    return sum;
}

typedef struct source {
    const char *text;
    size_t left, piece;
} source;

static size_t read_piece(void *context, char *buffer, size_t size)
{
    source *in = context;
    size_t piece = in->piece < size ? in->piece : size;
    if (piece > in->left) piece = in->left;
    memcpy(buffer, in->text, piece);
    in->text += piece;
    in->left -= piece;
    return piece;
}

typedef struct sink {
    char *text;
    size_t length, size;
} sink;

static bool write_text(void *context, const char *text, size_t length)
{
    sink *out = context;
    if (out->length + length > out->size) {
        out->size = 2 * (out->length + length);
        out->text = realloc(out->text, out->size);
        REQUIRE(out->text);
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
    return true;
}

static void copy(sink *out, pf_pgn_reader *reader, const char *text, size_t size)
{
    pf_pgn_writer *writer = pf_pgn_writer_create(write_text, out);
    REQUIRE(writer);
    pf_pgn_event event;
    pf_pgn_reader_from_memory(reader, text, size);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) REQUIRE(pf_pgn_write_event(writer, reader, &event) == PF_OK);
    pf_pgn_writer_destroy(writer);
}

static void require_same(const digest *a, const digest *b)
{
    REQUIRE(memcmp(a, b, sizeof *a) == 0);
}

/* All ways to the same bytes, from memory, give what this returns. Inputs are short, and a reader that sees the end of
 * its input near goes carefully: with blanks behind it, the same text is read as one in the middle of a file. */
static digest check_ways(pf_pgn_reader *reader, const char *text, size_t size, extent how)
{
    pf_pgn_reader_from_memory(reader, text, size);
    digest events = read_events(reader, size, how);

    pf_cpu_force(0);
    pf_pgn_reader_from_memory(reader, text, size);
    digest portable = read_events(reader, size, how);
    pf_cpu_force(~0u);
    require_same(&events, &portable);

    source in = {text, size, 1 + size % 7};
    REQUIRE(pf_pgn_reader_from_stream(reader, read_piece, &in) == PF_OK);
    digest pieces = read_events(reader, size, how);
    require_same(&events, &pieces);

    enum { BLANKS = 1024 };
    char *longer = malloc(size + BLANKS);
    REQUIRE(longer);
    if (size) memcpy(longer, text, size);
    memset(longer + size, ' ', BLANKS);
    pf_pgn_reader_from_memory(reader, longer, size + BLANKS);
    digest amid = read_events(reader, size, how);
    require_same(&events, &amid);
    free(longer);
    return events;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    REQUIRE(reader);
    digest events = check_ways(reader, text, size, READ_ALL);
    check_ways(reader, text, size, SKIP_GAMES);

    pf_pgn_summary summary;
    digest sums = {0};
    pf_pgn_reader_from_memory(reader, text, size);
    while (pf_pgn_read_game(reader, &summary)) sums.games++, sums.plies += summary.plies, sums.broken += summary.broken;
    REQUIRE(sums.games == events.games && sums.plies == events.plies && sums.broken == events.broken);

    /* A game that is passed over ends before the next one, which is looked for in another way too. */
    pf_pgn_event event;
    size_t next_game = size;
    pf_pgn_reader_from_memory(reader, text, size);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        REQUIRE(event.type != PF_PGN_GAME_END || event.offset <= next_game);
        next_game = size;
        if (event.type != PF_PGN_MOVETEXT) continue;
        next_game = pf_pgn_find_game(text, size, event.offset);
        pf_pgn_skip_game(reader);
    }
    pf_pgn_reader_from_memory(reader, text, size);
    while (pf_pgn_next(reader, &event) != PF_PGN_END)
        if (event.type == PF_PGN_BEGIN_VARIATION) pf_pgn_skip_variation(reader);
    for (size_t at = 0; at < size; at++) {
        size_t next = pf_pgn_find_game(text, size, at);
        REQUIRE(next >= at && next <= size);
        at = next;
    }

    if (events.broken == 0) {
        sink first = {0}, second = {0};
        copy(&first, reader, text, size);
        copy(&second, reader, first.text, first.length);
        REQUIRE(first.length == second.length &&
                (first.length == 0 || memcmp(first.text, second.text, first.length) == 0));
        free(first.text);
        free(second.text);
    }
    pf_pgn_reader_destroy(reader);
    free(text);
    return 0;
}
