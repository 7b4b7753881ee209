/* Static exchange evaluation. The position is not changed: pieces that have captured are removed from a copy of the
 * occupancy, and only the value of the piece on the target square is tracked. */
#include "moves/see.h"

#include <plyforge/moves.h>

#include "board/checks.h"

bool pf_has_exchanges(const pf_position *position)
{
    return pf_position_variant(position) != PF_VARIANT_ATOMIC &&
           pf_position_variant(position) != PF_VARIANT_ANTICHESS &&
           pf_position_variant(position) != PF_VARIANT_RACING_KINGS;
}

/* The values of the piece types, and the order in which they capture: the least valuable first, the king last. */
struct scale {
    int32_t values[7];
    uint8_t order[6];
};

static const struct scale usual = {
    {PF_SEE_PAWN, PF_SEE_KNIGHT, PF_SEE_BISHOP, PF_SEE_ROOK, PF_SEE_QUEEN, 0, 0},
    {PF_PAWN, PF_KNIGHT, PF_BISHOP, PF_ROOK, PF_QUEEN, PF_KING},
};

static int32_t within_limits(int32_t value)
{
    if (value < 0) return 0;
    return value < PF_SEE_MAX_VALUE ? value : PF_SEE_MAX_VALUE;
}

/* The scale for the caller's values, built in the caller's memory; the default scale if values is NULL. */
static const struct scale *scale_of(struct scale *room, const int32_t *values)
{
    if (!values) return &usual;
    room->values[PF_KING] = room->values[PF_NO_PIECE_TYPE] = 0;
    room->order[PF_KING] = PF_KING;
    for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++) {
        unsigned place = type;
        room->values[type] = within_limits(values[type]);
        for (; place > 0 && room->values[room->order[place - 1]] > room->values[type]; place--)
            room->order[place] = room->order[place - 1];
        room->order[place] = (uint8_t)type;
    }
    return room;
}

int32_t pf_see_value(pf_piece_type type, const int32_t *values)
{
    if (type >= PF_KING) return 0;
    return values ? within_limits(values[type]) : usual.values[type];
}

/* An exchange in progress: side is to capture, and a piece of the other side is on target. */
struct exchange {
    const pf_position *position;
    const struct scale *scale;
    pf_square target;
    pf_bitboard occupied;
    pf_colour side;
    int32_t victim; /* the value of the piece on target */
    bool last_rank; /* pawns that take here become queens */
};

/* Plays the first move. Returns the value of the captured piece, plus the gain of a promotion. */
static int32_t begin(struct exchange *exchange, const pf_position *position, pf_move move, const struct scale *scale)
{
    bool drop = pf_move_is_drop(move);
    pf_square to = pf_move_to(move);
    pf_square from = drop ? to : pf_move_from(move);
    pf_piece_type type = drop ? pf_move_dropped(move) : pf_type_at(position, from);
    int32_t gain = 0;
    exchange->position = position;
    exchange->scale = scale;
    exchange->target = to;
    exchange->side = position->turn ^ 1u;
    exchange->occupied = (pf_position_occupied(position) & ~pf_bit(from)) | pf_bit(to);
    exchange->last_rank = pf_bit(to) & (PF_RANK_1 | PF_RANK_8);
    exchange->victim = scale->values[type];
    if (position->by_colour[exchange->side] & pf_bit(to)) gain = scale->values[pf_type_at(position, to)];
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) {
        exchange->occupied ^= pf_bit(to ^ 8);
        gain = scale->values[PF_PAWN];
    }
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) {
        exchange->victim = scale->values[pf_move_promotion(move)];
        gain += exchange->victim - scale->values[PF_PAWN];
    }
    return gain;
}

/* The pieces of the other side that are still on the board and attack a square, not counting the target itself. */
static pf_bitboard enemies_at(const struct exchange *exchange, pf_square square, pf_bitboard occupied)
{
    pf_bitboard attackers = pf_attackers_to(exchange->position, square, occupied, PF_SLIDERS_MAGIC);
    return attackers & occupied & exchange->position->by_colour[exchange->side ^ 1] & ~pf_bit(exchange->target);
}

/* Whether the side may take with the piece on from: afterwards nothing attacks its king, if it has one. */
static bool may_take(const struct exchange *exchange, pf_square from)
{
    if (!pf_position_pieces(exchange->position, exchange->side, PF_KING)) return true;
    pf_square king = pf_king_square(exchange->position, exchange->side);
    return !enemies_at(exchange, from == king ? exchange->target : king, exchange->occupied & ~pf_bit(from));
}

/* Finds the least valuable piece that may capture; PF_NO_SQUARE if there is none. */
static pf_square next_taker(const struct exchange *exchange, pf_piece_type *type)
{
    const pf_position *position = exchange->position;
    pf_bitboard attackers = pf_attackers_to(position, exchange->target, exchange->occupied, PF_SLIDERS_MAGIC) &
                            exchange->occupied & position->by_colour[exchange->side] & ~pf_bit(exchange->target);
    if (!attackers) return PF_NO_SQUARE;
    for (unsigned i = 0; i < 6; i++) {
        *type = exchange->scale->order[i];
        for (pf_bitboard set = attackers & position->by_type[*type]; set;) {
            pf_square from = pf_pop_lowest(&set);
            if (may_take(exchange, from)) return from;
        }
    }
    return PF_NO_SQUARE;
}

static bool becomes_queen(const struct exchange *exchange, pf_piece_type type)
{
    return type == PF_PAWN && exchange->last_rank;
}

/* The side captures; returns its gain. */
static int32_t take(struct exchange *exchange, pf_square from, pf_piece_type type)
{
    int32_t gain = exchange->victim;
    exchange->victim = exchange->scale->values[type];
    if (becomes_queen(exchange, type)) {
        exchange->victim = exchange->scale->values[PF_QUEEN];
        gain += exchange->victim - exchange->scale->values[PF_PAWN];
    }
    exchange->occupied ^= pf_bit(from);
    exchange->side ^= 1;
    return gain;
}

/* The side to capture can always stop with a gain of 0. It reaches a goal above 0 if it captures, and the other side
 * cannot then win back so much that less than the goal remains. So the sides are examined in turn until one cannot
 * capture, or until the piece to be captured is worth too little. */
bool pf_see_reaches(const pf_position *position, pf_move move, int32_t threshold, const int32_t *values)
{
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return threshold <= 0;
    if (threshold < PF_SEE_ILLEGAL) threshold = PF_SEE_ILLEGAL; /* no exchange loses this much, and no sum overflows */
    struct exchange exchange;
    struct scale room;
    int32_t gain = begin(&exchange, position, move, scale_of(&room, values));
    if (gain < threshold) return false;

    bool answer = true; /* the answer if the side whose turn it is cannot reach its goal */
    int32_t goal = gain - threshold + 1;
    for (;;) {
        pf_piece_type type;
        if (exchange.victim < goal && !exchange.last_rank) return answer;
        pf_square from = next_taker(&exchange, &type);
        if (from == PF_NO_SQUARE) return answer;
        gain = take(&exchange, from, type);
        if (gain < goal) return answer;
        goal = gain - goal + 1;
        answer = !answer;
    }
}

bool pf_see_at_least(const pf_position *position, pf_move move, int32_t threshold)
{
    return pf_see_at_least_with(position, move, threshold, NULL);
}

bool pf_see_at_least_with(const pf_position *position, pf_move move, int32_t threshold, const int32_t values[5])
{
    return pf_has_exchanges(position) && pf_move_is_legal(position, move) &&
           pf_see_reaches(position, move, threshold, values);
}

int32_t pf_see_exchange_with(const pf_position *position, pf_move move, const int32_t values[5], pf_exchange *out)
{
    out->size = out->played = 0;
    out->value = PF_SEE_ILLEGAL;
    if (!pf_has_exchanges(position) || !pf_move_is_legal(position, move)) return out->value;

    out->moves[out->size] = move;
    out->balance[out->size++] = 0;
    if (pf_move_kind_of(move) != PF_MOVE_CASTLING) {
        struct exchange exchange;
        struct scale room;
        out->balance[0] = begin(&exchange, position, move, scale_of(&room, values));
        for (;;) {
            pf_piece_type type;
            pf_square from = next_taker(&exchange, &type);
            if (from == PF_NO_SQUARE) break;
            out->moves[out->size] = becomes_queen(&exchange, type)
                                        ? pf_move_of_promotion(from, exchange.target, PF_QUEEN)
                                        : pf_move_of(from, exchange.target, PF_MOVE_NORMAL);
            int32_t gain = take(&exchange, from, type);
            out->balance[out->size] = out->balance[out->size - 1] + (out->size % 2 ? -gain : gain);
            out->size++;
        }
    }

    /* Works backwards from the end: the side to capture continues only if that is better for it than stopping. */
    out->played = out->size;
    out->value = out->balance[out->size - 1];
    for (uint32_t i = out->size - 1; i > 0; i--) {
        int32_t stop = out->balance[i - 1];
        bool theirs = i % 2;
        if (theirs ? out->value < stop : out->value > stop) continue;
        out->value = stop;
        out->played = i;
    }
    return out->value;
}

int32_t pf_see_exchange(const pf_position *position, pf_move move, pf_exchange *out)
{
    return pf_see_exchange_with(position, move, NULL, out);
}

int32_t pf_see(const pf_position *position, pf_move move)
{
    return pf_see_with(position, move, NULL);
}

int32_t pf_see_with(const pf_position *position, pf_move move, const int32_t values[5])
{
    pf_exchange exchange;
    return pf_see_exchange_with(position, move, values, &exchange);
}
