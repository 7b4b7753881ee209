/* PGN in columns: the moves, results, tags, clocks, evaluations and errors are those of the events, however the stream
 * is cut, however little room the columns have, and however long a game may be. The first bytes choose all that; the
 * rest is the text. */
#include "pgn_ways.h"

enum { CHOICES = 4 };

/* Columns that grow when a game does not fit. */
typedef struct columns_store {
    pf_pgn_columns columns;
    pf_pgn_tag_column tag;
} columns_store;

static void *grown(void *array, size_t count, size_t size)
{
    void *larger = realloc(array, (count + 1) * size);
    REQUIRE(larger);
    return larger;
}

static void resize(columns_store *store, size_t games, size_t moves, size_t text)
{
    pf_pgn_columns *c = &store->columns;
    c->game_room = c->fault_room = games;
    c->move_room = moves;
    c->tags = &store->tag;
    c->tag_count = 1;
    store->tag.name = "White";
    store->tag.text_room = text;
    store->tag.text = grown(store->tag.text, text, 1);
    store->tag.ends = grown(store->tag.ends, games, sizeof *store->tag.ends);
    c->offsets = grown(c->offsets, games, sizeof *c->offsets);
    c->move_ends = grown(c->move_ends, games, sizeof *c->move_ends);
    c->results = grown(c->results, games, sizeof *c->results);
    c->flags = grown(c->flags, games, sizeof *c->flags);
    c->starts = grown(c->starts, games, sizeof *c->starts);
    c->faults = grown(c->faults, games, sizeof *c->faults);
    c->moves = grown(c->moves, moves, sizeof *c->moves);
    c->clocks = grown(c->clocks, moves, sizeof *c->clocks);
    c->evals = grown(c->evals, moves, sizeof *c->evals);
}

static void release(columns_store *store)
{
    pf_pgn_columns *c = &store->columns;
    void *arrays[] = {store->tag.text, store->tag.ends, c->offsets, c->move_ends, c->results, c->flags,
                      c->starts,       c->faults,       c->moves,   c->clocks,    c->evals};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
}

/* Reads one game by events and compares it with a row of the columns. */
static void compare_game(pf_pgn_reader *events, const columns_store *store, size_t game, size_t *fault)
{
    const pf_pgn_columns *c = &store->columns;
    size_t first = game ? c->move_ends[game - 1] : 0, at = first;
    int64_t clock = -1;
    pf_pgn_commands eval = {.eval_kind = PF_PGN_EVAL_NONE};
    char value[1 << 12] = "";
    size_t value_length = 0;
    pf_pgn_event event;
    REQUIRE(pf_pgn_next(events, &event) == PF_PGN_GAME);
    REQUIRE(event.offset == c->offsets[game]);
    for (;;) {
        pf_pgn_next(events, &event);
        bool is_move = event.type == PF_PGN_MOVE && event.depth == 0;
        if ((is_move || event.type == PF_PGN_GAME_END) && at > first) {
            int32_t score = eval.eval_kind == PF_PGN_EVAL_NONE ? PF_PGN_NO_EVAL : eval.eval;
            if (eval.eval_kind == PF_PGN_EVAL_MATE)
                REQUIRE(c->evals[at - 1] > PF_PGN_MATE_LIMIT || c->evals[at - 1] < -PF_PGN_MATE_LIMIT);
            else
                REQUIRE(c->evals[at - 1] == score);
            REQUIRE(c->clocks[at - 1] == (clock > INT32_MAX ? INT32_MAX : clock));
        }
        if (event.type == PF_PGN_GAME_END) break;
        if (is_move) {
            REQUIRE(at < c->move_ends[game] && c->moves[at] == event.move);
            at++;
            clock = -1;
            eval.eval_kind = PF_PGN_EVAL_NONE;
        } else if (event.type == PF_PGN_COMMENT && event.depth == 0 && at > first) {
            if (event.commands.clock >= 0) clock = event.commands.clock;
            if (event.commands.eval_kind != PF_PGN_EVAL_NONE) eval = event.commands;
        } else if (event.type == PF_PGN_TAG && event.name_length == 5 && memcmp(event.name, "White", 5) == 0) {
            value_length = pf_pgn_unescape(value, sizeof value, event.text, event.length);
        } else if (event.type == PF_PGN_ERROR) {
            REQUIRE(*fault < c->fault_count && c->faults[*fault].game == game);
            REQUIRE(c->faults[*fault].place.offset == event.offset && c->faults[*fault].place.line == event.line);
            REQUIRE(c->faults[*fault].place.error.code == event.error.code);
            ++*fault;
        }
    }
    REQUIRE(at == c->move_ends[game]);
    REQUIRE(c->results[game] == event.result);
    REQUIRE(!(c->flags[game] & PF_PGN_FLAG_BROKEN) == !event.broken);
    REQUIRE(!(c->flags[game] & PF_PGN_FLAG_WARNED) == !event.warnings);
    size_t text = game ? store->tag.ends[game - 1] : 0;
    REQUIRE(store->tag.ends[game] - text == value_length);
    if (value_length < sizeof value) REQUIRE(memcmp(store->tag.text + text, value, value_length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICES) return 0;
    char *text = text_of(data + CHOICES, size - CHOICES);
    static pf_pgn_reader *events, *reader;
    if (events == NULL) events = pf_pgn_reader_create(), reader = pf_pgn_reader_create();
    REQUIRE(events && reader);
    static const size_t largest[] = {1, 2, 7, 61, 64, 300, 511, 512, 513, 1024, 4096, 65536};
    pieces in = {.text = text,
                 .left = size - CHOICES,
                 .seed = data[0],
                 .largest = largest[data[0] % (sizeof largest / sizeof largest[0])],
                 .all_equal = data[0] & 128};
    const uint64_t longest = data[1] & 64 ? 1 + 4 * (uint64_t)data[2] : PF_PGN_MAX_GAME;
    pf_pgn_reader_set_max_game(events, longest);
    pf_pgn_reader_set_max_game(reader, longest);
    pf_pgn_reader_from_memory(events, text, size - CHOICES);
    REQUIRE(pf_pgn_reader_from_stream(reader, read_pieces, &in) == PF_OK);
    columns_store store = {0};
    resize(&store, data[1] % 5, data[2], data[3]);
    for (pf_status status = PF_ERROR_NO_ROOM; status != PF_OK;) {
        status = pf_pgn_read_columns(reader, &store.columns);
        REQUIRE((status == PF_OK) == (store.columns.full == PF_PGN_FULL_NONE));
        size_t fault = 0, games = store.columns.game_count;
        if (status != PF_OK && data[1] & 128) { /* more room, and the same games stay */
            resize(&store, 2 * store.columns.game_room + 1, 2 * store.columns.move_room + 1,
                   2 * store.tag.text_room + 1);
            continue;
        }
        for (size_t game = 0; game < games; game++) compare_game(events, &store, game, &fault);
        REQUIRE(fault == store.columns.fault_count);
        pf_pgn_columns_clear(&store.columns);
        if (games == 0)
            resize(&store, 2 * store.columns.game_room + 1, 2 * store.columns.move_room + 1,
                   2 * store.tag.text_room + 1);
    }
    pf_pgn_event event;
    REQUIRE(pf_pgn_next(events, &event) == PF_PGN_END);
    release(&store);
    free(text);
    return 0;
}
