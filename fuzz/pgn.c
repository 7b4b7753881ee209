/* PGN: any bytes are read to their end, the same with and without special instructions, as events and as summaries; and
 * what is not broken is written and reads back as the same text. How the input is cut is the subject of pgn_chunks.c.
 */
#include "pgn_ways.h"

#include <plyforge/experimental.h>

typedef struct sink {
    char *text;
    size_t length, size;
} sink;

static bool write_text(void *context, const void *text, size_t length)
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

/* All ways to the same bytes give what this returns. */
static digest check_ways(pf_pgn_reader *reader, const char *text, size_t size, extent how)
{
    const surroundings all = {0, 0, size};
    pf_pgn_reader_from_memory(reader, text, size);
    digest events = digest_all(reader, &all, how);

    pf_cpu_force(0);
    pf_pgn_reader_from_memory(reader, text, size);
    digest portable = digest_all(reader, &all, how);
    pf_cpu_force(~0u);
    require_same(&events, &portable);

    pieces in = {.text = text, .left = size, .largest = 1 + size % 7, .all_equal = true};
    REQUIRE(pf_pgn_reader_from_stream(reader, read_pieces, &in) == PF_OK);
    digest cut = digest_all(reader, &all, how);
    require_same(&events, &cut);
    return events;
}

/* Pieces that are cut where games begin have all games. */
static void check_cuts(pf_pgn_reader *reader, const char *text, size_t size, size_t games)
{
    size_t found = 0;
    pf_pgn_summary summary;
    for (size_t at = 0, next; at < size; at = next) {
        next = pf_pgn_find_game(text, size, at + 1);
        REQUIRE(next > at && next <= size);
        pf_pgn_reader_from_memory(reader, text + at, next - at);
        while (pf_pgn_read_game(reader, &summary)) found++;
    }
    REQUIRE(found == games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    static pf_pgn_reader *reader; /* with its buffer it takes a megabyte, which is not asked for again for each input */
    if (reader == NULL) reader = pf_pgn_reader_create();
    REQUIRE(reader);
    digest events = check_ways(reader, text, size, READ_ALL);
    check_ways(reader, text, size, SKIP_GAMES);

    digest sums = check_ways(reader, text, size, SUM_UP);
    REQUIRE(sums.games == events.games && sums.plies == events.plies && sums.broken == events.broken &&
            sums.warnings == events.warnings);

    pf_pgn_reader_set_mode(reader, PF_PGN_STRICT);
    digest strict = check_ways(reader, text, size, READ_ALL);
    REQUIRE(strict.warnings == 0);
    pf_pgn_reader_set_mode(reader, PF_PGN_TOLERANT);

    /* A skipped game ends before the next one, which is also found in another way. */
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
    check_cuts(reader, text, size, events.games);

    if (events.broken == 0) {
        sink first = {0}, second = {0};
        copy(&first, reader, text, size);
        copy(&second, reader, first.text, first.length);
        REQUIRE(first.length == second.length &&
                (first.length == 0 || memcmp(first.text, second.text, first.length) == 0));
        free(first.text);
        free(second.text);
    }
    free(text);
    return 0;
}
