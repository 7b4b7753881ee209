/* Reading the same PGN bytes in different ways: from memory, and from a stream that gives them in pieces. Everything
 * that a reader hands out goes into a digest, and digests are compared: no way may change an event, an offset, a line,
 * an error or a warning. Shared by the fuzz targets and tests/unit/test_pgn_chunks.c. */
#ifndef PLYFORGE_FUZZ_PGN_WAYS_H
#define PLYFORGE_FUZZ_PGN_WAYS_H

#include "fuzz.h"

/* What was read, as a number that depends on everything. */
typedef struct digest {
    uint64_t hash, games, plies, broken, warnings;
} digest;

static inline void digest_bytes(digest *sum, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < length; i++) sum->hash = (sum->hash ^ p[i]) * UINT64_C(0x100000001b3);
}

static inline void digest_number(digest *sum, uint64_t number)
{
    sum->hash = (sum->hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    sum->hash ^= sum->hash >> 29;
}

/* What is read, with which calls. */
typedef enum extent {
    READ_ALL,        /* every event */
    SKIP_GAMES,      /* movetext is skipped */
    SKIP_VARIATIONS, /* variations are skipped */
    SUM_UP,          /* only summaries */
    MIXED,           /* events of the first part of each game, the summary of the rest */
    EXTENT_COUNT
} extent;

/* The bytes that count stand between others: before begins the text after so many blanks, which are lines too if they
 * are newlines, and behind it come blanks. Offsets and lines are counted from the text. */
typedef struct surroundings {
    size_t before, lines, size;
} surroundings;

static inline void digest_place(digest *sum, const surroundings *around, uint64_t offset, uint64_t line)
{
    offset -= around->before;
    bool is_inside = offset < around->size; /* otherwise the place is the end, and blanks follow or not */
    digest_number(sum, is_inside ? offset : around->size);
    digest_number(sum, line > 0 && is_inside ? line - around->lines : 0);
}

static inline void digest_summary(digest *sum, const surroundings *around, const pf_pgn_reader *reader,
                                  const pf_pgn_summary *summary)
{
    digest_place(sum, around, summary->offset, 0);
    digest_number(sum, summary->tags);
    digest_number(sum, summary->plies);
    digest_number(sum, summary->variation_plies);
    digest_number(sum, summary->variations);
    digest_number(sum, summary->comments);
    digest_number(sum, summary->nags);
    digest_number(sum, summary->result);
    digest_number(sum, summary->warnings);
    for (uint32_t i = 0; i < summary->warnings && i < PF_PGN_MAX_WARNINGS; i++) {
        const pf_pgn_warning *warning = pf_pgn_reader_warning(reader, i);
        REQUIRE(warning);
        digest_place(sum, around, warning->offset, warning->line);
        digest_bytes(sum, warning->error.message, strlen(warning->error.message));
    }
    REQUIRE(pf_pgn_reader_warning(reader, summary->warnings) == NULL);
    sum->games++;
    sum->plies += summary->plies;
    sum->broken += summary->broken;
    sum->warnings += summary->warnings;
    if (!summary->broken) return;
    digest_place(sum, around, summary->error_offset, summary->line);
    digest_bytes(sum, summary->error.message, strlen(summary->error.message));
}

static inline void digest_event(digest *sum, const surroundings *around, pf_pgn_reader *reader,
                                const pf_pgn_event *event)
{
    digest_number(sum, event->type);
    digest_place(sum, around, event->offset, event->line);
    digest_number(sum, event->depth);
    digest_number(sum, event->move);
    digest_number(sum, event->nag);
    digest_number(sum, event->result);
    digest_number(sum, event->tags);
    digest_number(sum, event->warnings);
    if (event->name != NULL) digest_bytes(sum, event->name, event->name_length);
    if (event->text != NULL) digest_bytes(sum, event->text, event->length);
    if (event->type == PF_PGN_ERROR || event->type == PF_PGN_WARNING)
        digest_bytes(sum, event->error.message, strlen(event->error.message));
    if (event->type == PF_PGN_COMMENT) {
        digest_number(sum, (uint64_t)event->commands.clock);
        digest_number(sum, (uint64_t)event->commands.eval);
    }
    if (event->type == PF_PGN_MOVE) {
        const pf_position *position = pf_pgn_position(reader);
        digest_number(sum, position->key);
        REQUIRE(position->key == pf_position_compute_key(position));
        if (event->depth == 0) sum->plies++;
    }
    if (event->type == PF_PGN_GAME_END) sum->games++, sum->broken += event->broken, sum->warnings += event->warnings;
    REQUIRE(event->depth <= PF_PGN_MAX_DEPTH);
}

/* Reads to the end of what the reader was given. */
static inline digest digest_all(pf_pgn_reader *reader, const surroundings *around, extent how)
{
    digest sum = {0};
    pf_pgn_summary summary;
    if (how == SUM_UP) {
        while (pf_pgn_read_game(reader, &summary)) digest_summary(&sum, around, reader, &summary);
        return sum;
    }
    pf_pgn_event event;
    unsigned events = 0; /* of this game */
    bool is_error = false;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        REQUIRE(!is_error || event.type == PF_PGN_GAME_END);
        is_error = event.type == PF_PGN_ERROR;
        digest_event(&sum, around, reader, &event);
        events = event.type == PF_PGN_GAME_END ? 0 : events + 1;
        if (how == SKIP_GAMES && event.type == PF_PGN_MOVETEXT) pf_pgn_skip_game(reader);
        if (how == SKIP_VARIATIONS && event.type == PF_PGN_BEGIN_VARIATION) pf_pgn_skip_variation(reader);
        if (how == MIXED && events == 1 + sum.games % 11) {
            REQUIRE(pf_pgn_read_game(reader, &summary));
            digest_summary(&sum, around, reader, &summary);
            events = 0;
            is_error = false;
        }
    }
    return sum;
}

/* A source that gives a text in pieces of sizes that a seed decides: all of one size, or each another. */
typedef struct pieces {
    const char *text;
    size_t left;
    uint64_t seed;
    size_t largest;
    bool all_equal;
} pieces;

static inline size_t read_pieces(void *context, void *buffer, size_t size)
{
    pieces *in = context;
    in->seed = in->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    size_t piece = in->all_equal ? in->largest : 1 + (size_t)(in->seed >> 33) % in->largest;
    if (piece > size) piece = size;
    if (piece > in->left) piece = in->left;
    memcpy(buffer, in->text, piece);
    in->text += piece;
    in->left -= piece;
    return piece;
}

static inline void require_same(const digest *a, const digest *b)
{
    REQUIRE(memcmp(a, b, sizeof *a) == 0);
}

#endif
