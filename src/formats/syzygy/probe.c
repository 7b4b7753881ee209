/* Finds results and distances of positions, from the tables' values and from the moves that tables do not cover:
 * captures, which lead to other tables, and en passant. */
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "base/text.h"
#include "formats/syzygy/set.h"

enum { NO_DTZ = 1 << 20, MOST_DEPTH = 2 * PF_TABLEBASE_MOST_MEN };

/* The state of a probe, which may visit several positions. */
struct probe {
    const pf_tablebase *tablebase;
    pf_status status; /* after a failure, values are meaningless */
    pf_error *error;
};

static void fail(struct probe *probe, pf_status status, const char *message)
{
    probe->status = pf_fail(probe->error, status, 0, message);
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

/* There is no castling here, so a move to a rook of the same side, which is how castling is stored, cannot occur. */
static bool is_capture(const pf_position *position, pf_move move)
{
    pf_bitboard enemies = position->by_colour[position->turn ^ 1u];
    return pf_bitboard_has(enemies, pf_move_to(move)) || pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
}

static bool is_zeroing(const pf_position *position, pf_move move)
{
    return pf_bitboard_has(position->by_type[PF_PAWN], pf_move_from(move)) || is_capture(position, move);
}

static pf_position after(const pf_position *position, pf_move move)
{
    pf_position next = *position;
    pf_position_play_unchecked(&next, move);
    return next;
}

/* ---- Tables ---- */

/* Whether the position can be in a table: probing relies on there being exactly two kings, and no pawns on the first
 * and last rank. */
static bool check_position(struct probe *probe, const pf_position *position)
{
    const pf_bitboard kings = position->by_type[PF_KING];
    const pf_bitboard edges = pf_bitboard_rank(0) | pf_bitboard_rank(7);
    const char *message = NULL;
    if (pf_position_variant(position) != PF_VARIANT_STANDARD)
        message = "tablebases are for standard chess only";
    else if (position->castling)
        message = "tablebases do not cover positions with castling rights";
    else if (pf_bitboard_count(pf_position_occupied(position)) > PF_TABLEBASE_MOST_MEN)
        message = "more men than any tablebase covers";
    else if (pf_bitboard_count(kings & position->by_colour[PF_WHITE]) != 1 ||
             pf_bitboard_count(kings & position->by_colour[PF_BLACK]) != 1 || (position->by_type[PF_PAWN] & edges))
        message = "not a position of a game";
    if (message) fail(probe, PF_ERROR_UNSUPPORTED, message);
    return message == NULL;
}

static void miss(struct probe *probe, const pf_position *position, pf_table_kind kind)
{
    char name[PF_TABLEBASE_NAME_SIZE];
    pf_tablebase_name_of(name, sizeof name, position);
    fail(probe, PF_ERROR_NO_TABLE, "");
    if (!probe->error) return;
    pf_text text = pf_text_begin(probe->error->message, sizeof probe->error->message);
    pf_text_string(&text, "there is no table ");
    pf_text_string(&text, name);
    pf_text_string(&text, kind == PF_TABLE_WDL ? ".rtbw" : ".rtbz");
    pf_text_end(&text);
}

/* Reads the value of the table, without considering moves. */
static pf_table_answer read_table(struct probe *probe, const pf_position *position, pf_table_kind kind, int wdl,
                                  int *value)
{
    const pf_tablebase *tablebase = probe->tablebase;
    const pf_syzygy_table *table = NULL;
    *value = 0;
    if (probe->status != PF_OK || pf_bitboard_count(pf_position_occupied(position)) == 2) return PF_TABLE_FOUND;
    pf_material material = pf_material_of(position);
    pf_syzygy_entry *entry = pf_tablebase_entry(tablebase, &material);
    if (!entry || !entry->has[kind]) {
        miss(probe, position, kind);
        return PF_TABLE_DAMAGED;
    }
    probe->status = pf_tablebase_table(tablebase, entry, kind, &table, probe->error);
    if (probe->status != PF_OK) return PF_TABLE_DAMAGED;
    pf_table_answer answer = pf_table_probe(table, &tablebase->numbering, position, &material, wdl, value);
    if (answer == PF_TABLE_DAMAGED) {
        char message[64];
        pf_text text = pf_text_begin(message, sizeof message);
        pf_text_string(&text, entry->name);
        pf_text_string(&text, kind == PF_TABLE_WDL ? ".rtbw is damaged" : ".rtbz is damaged");
        pf_text_end(&text);
        *value = 0;
        fail(probe, PF_ERROR_TABLEBASE, message);
    }
    return answer;
}

/* ---- Results ---- */

/* The result, and in *best_zeroes whether a zeroing move reaches it, so that no table of distances is needed. Captures
 * are always tried: where a capture is best, the table may hold any smaller value. Pawn moves are tried if try_pawns is
 * set. */
static int find_wdl(struct probe *probe, const pf_position *position, bool try_pawns, bool *best_zeroes)
{
    pf_move_list list;
    int best = PF_WDL_LOSS, in_table;
    uint32_t tried = 0;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size && probe->status == PF_OK; i++) {
        bool is_tried = try_pawns ? is_zeroing(position, list.moves[i]) : is_capture(position, list.moves[i]);
        if (!is_tried) continue;
        bool unused;
        pf_position next = after(position, list.moves[i]);
        int value = -find_wdl(probe, &next, false, &unused);
        tried++;
        if (value > best) best = value;
        if (value == PF_WDL_WIN) {
            *best_zeroes = true;
            return value;
        }
    }
    /* If no other move is left, the table is not consulted: it ignores en passant, so it may treat the position as
       stalemate. */
    bool tried_all = list.size > 0 && tried == list.size;
    if (!tried_all) read_table(probe, position, PF_TABLE_WDL, 0, &in_table);
    if (tried_all || best >= in_table) {
        *best_zeroes = best > PF_WDL_DRAW || tried_all;
        return best;
    }
    *best_zeroes = false;
    return in_table;
}

pf_status pf_tablebase_probe_wdl(const pf_tablebase *tablebase, const pf_position *position, pf_wdl *out,
                                 pf_error *error)
{
    struct probe probe = {tablebase, PF_OK, error};
    bool best_zeroes;
    if (!check_position(&probe, position)) return probe.status;
    int wdl = find_wdl(&probe, position, false, &best_zeroes);
    if (probe.status == PF_OK) *out = (pf_wdl)wdl;
    return probe.status;
}

/* ---- Distances ---- */

/* The distance in a position whose best move zeroes. */
static int before_zeroing(int wdl)
{
    static const int distances[] = {-1, -101, 0, 101, 1};
    return distances[wdl + 2];
}

static int find_dtz(struct probe *probe, const pf_position *position, unsigned depth);

/* The distance that a move leads to, this move included. */
static int distance_by(struct probe *probe, const pf_position *position, pf_move move, int wdl, unsigned depth)
{
    pf_position next = after(position, move);
    bool unused;
    if (!pf_any_legal(&next) && pf_position_in_check(&next)) return 1;
    if (is_zeroing(position, move)) {
        int value = -find_wdl(probe, &next, false, &unused);
        return value * wdl > 0 || wdl == 0 ? before_zeroing(value) : NO_DTZ;
    }
    int dtz = -find_dtz(probe, &next, depth + 1);
    return dtz + sign_of(dtz);
}

/* The table has distances only for the other side to move, which is one move away. The winner wants the shortest
 * distance, the loser the longest. Both are the smallest number, because the distances of a loss are negative. */
static int find_dtz_by_moves(struct probe *probe, const pf_position *position, int wdl, unsigned depth)
{
    pf_move_list list;
    int least = NO_DTZ;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size && probe->status == PF_OK; i++) {
        int dtz = distance_by(probe, position, list.moves[i], wdl, depth);
        if (dtz != NO_DTZ && sign_of(dtz) == sign_of(wdl) && dtz < least) least = dtz;
    }
    return least == NO_DTZ ? -1 : least; /* no moves: checkmate */
}

static int find_dtz(struct probe *probe, const pf_position *position, unsigned depth)
{
    bool best_zeroes = false;
    int dtz;
    int wdl = find_wdl(probe, position, true, &best_zeroes);
    if (probe->status != PF_OK || wdl == PF_WDL_DRAW) return 0;
    if (best_zeroes) return before_zeroing(wdl);
    pf_table_answer answer = read_table(probe, position, PF_TABLE_DTZ, wdl, &dtz);
    if (probe->status != PF_OK) return 0;
    if (answer == PF_TABLE_FOUND) return sign_of(wdl) * (dtz + (wdl % 2 ? 100 : 0));
    /* In a damaged file, the values of both sides to move may be missing. */
    if (depth >= MOST_DEPTH) {
        fail(probe, PF_ERROR_TABLEBASE, "a table of distances is damaged: it has values for neither side");
        return 0;
    }
    return find_dtz_by_moves(probe, position, wdl, depth);
}

pf_status pf_tablebase_probe_dtz(const pf_tablebase *tablebase, const pf_position *position, int *out, pf_error *error)
{
    struct probe probe = {tablebase, PF_OK, error};
    if (!check_position(&probe, position)) return probe.status;
    int dtz = find_dtz(&probe, position, 0);
    if (probe.status == PF_OK) *out = dtz;
    return probe.status;
}

/* ---- What tables say ---- */

pf_status pf_tablebase_read_wdl(const pf_tablebase *tablebase, const pf_position *position, pf_wdl *out,
                                pf_error *error)
{
    struct probe probe = {tablebase, PF_OK, error};
    int value;
    if (!check_position(&probe, position)) return probe.status;
    read_table(&probe, position, PF_TABLE_WDL, 0, &value);
    if (probe.status == PF_OK) *out = (pf_wdl)value;
    return probe.status;
}

pf_status pf_tablebase_read_dtz(const pf_tablebase *tablebase, const pf_position *position, pf_wdl wdl, int *out,
                                pf_error *error)
{
    struct probe probe = {tablebase, PF_OK, error};
    int value;
    if (!check_position(&probe, position)) return probe.status;
    if (wdl == PF_WDL_DRAW || wdl < PF_WDL_LOSS || wdl > PF_WDL_WIN)
        return pf_fail(error, PF_ERROR_OPTION, 0, "only won and lost positions have a distance");
    pf_table_answer answer = read_table(&probe, position, PF_TABLE_DTZ, wdl, &value);
    if (probe.status == PF_OK) *out = answer == PF_TABLE_OTHER_SIDE ? -1 : value;
    return probe.status;
}

/* ---- Moves ---- */

/* A win that the fifty-move rule turns into a draw is cursed; such a loss is blessed. */
static int with_clock(int wdl, int dtz, unsigned clock)
{
    int plies = (dtz < 0 ? -dtz : dtz) + (int)clock;
    if (wdl == PF_WDL_WIN && plies > 100) return PF_WDL_CURSED_WIN;
    if (wdl == PF_WDL_LOSS && plies > 100) return PF_WDL_BLESSED_LOSS;
    return wdl;
}

static int order_moves(const void *a, const void *b)
{
    const pf_tablebase_move *left = a, *right = b;
    if (left->wdl != right->wdl) return right->wdl - left->wdl;
    if (left->dtz != right->dtz) return left->dtz - right->dtz;
    return (left->move > right->move) - (left->move < right->move);
}

static pf_tablebase_move rank_move(struct probe *probe, const pf_position *position, pf_move move)
{
    pf_position next = after(position, move);
    bool best_zeroes, zeroes = is_zeroing(position, move);
    bool mates = !pf_any_legal(&next) && pf_position_in_check(&next);
    int wdl = mates ? PF_WDL_WIN : -find_wdl(probe, &next, false, &best_zeroes);
    int dtz = 1;
    if (!mates && zeroes) dtz = before_zeroing(wdl);
    if (!mates && !zeroes) {
        dtz = -find_dtz(probe, &next, 0);
        dtz += sign_of(dtz);
    }
    if (!mates && !zeroes) wdl = with_clock(wdl, dtz, position->halfmove_clock);
    pf_tablebase_move ranked = {move, (int8_t)wdl, (int16_t)dtz};
    return ranked;
}

/* Uses insertion sort, because there are only a few moves. */
static void sort_moves(pf_tablebase_moves *moves)
{
    for (uint32_t i = 1; i < moves->size; i++) {
        pf_tablebase_move moved = moves->moves[i];
        uint32_t place = i;
        for (; place > 0 && order_moves(&moved, &moves->moves[place - 1]) < 0; place--)
            moves->moves[place] = moves->moves[place - 1];
        moves->moves[place] = moved;
    }
}

pf_status pf_tablebase_rank_moves(const pf_tablebase *tablebase, const pf_position *position, pf_tablebase_moves *out,
                                  pf_error *error)
{
    struct probe probe = {tablebase, PF_OK, error};
    pf_move_list list;
    out->size = 0;
    if (!check_position(&probe, position)) return probe.status;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size && probe.status == PF_OK; i++)
        out->moves[i] = rank_move(&probe, position, list.moves[i]);
    if (probe.status != PF_OK) return probe.status;
    out->size = list.size;
    sort_moves(out);
    return PF_OK;
}
