/* The order of legal moves is that of python-chess: programs break ties by it, and number the outputs of networks with
 * it. Pieces are ordered from h8 to a1, and so are the targets of each piece; then come castling, captures by pawns,
 * single and double steps, and en passant; drops are last. Promotions are to king, queen, rook, bishop, knight. In
 * check, the king's moves come first. */
#include "core.h"

enum group { KING_IN_CHECK, PIECES, CASTLING, PAWN_CAPTURES, SINGLE_STEPS, DOUBLE_STEPS, EN_PASSANT, DROPS };

/* Whether the king comes first, which is the case if evasions are generated separately. */
static bool king_is_first(const pf_position *p)
{
    return p->variant != PF_VARIANT_ATOMIC && p->variant != PF_VARIANT_ANTICHESS && pf_position_in_check(p);
}

static uint64_t key_of(enum group group, pf_square from, pf_square to, unsigned rest, pf_move move)
{
    return (uint64_t)group << 40 | (uint64_t)(63 - from) << 34 | (uint64_t)(63 - to) << 28 | (uint64_t)rest << 16 |
           move;
}

/* The sort key, with the move in the lowest bits. Drops keep the order of the library. */
static uint64_t key_of_move(const pf_position *p, pf_move move, uint32_t index, bool king_first)
{
    if (pf_move_is_drop(move)) return (uint64_t)DROPS << 40 | (uint64_t)index << 16 | move;
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    if (!pf_bitboard_has(p->by_type[PF_PAWN], from)) {
        bool is_king = king_first && pf_bitboard_has(p->by_type[PF_KING], from);
        return key_of(kind == PF_MOVE_CASTLING ? CASTLING : is_king ? KING_IN_CHECK : PIECES, from, to, 0, move);
    }
    unsigned promotion = kind == PF_MOVE_PROMOTION ? PF_KING - pf_move_promotion(move) : 0;
    enum group group = kind == PF_MOVE_EN_PASSANT           ? EN_PASSANT
                       : (from ^ to) & 7                    ? PAWN_CAPTURES
                       : to == from + 16 || to + 16 == from ? DOUBLE_STEPS
                                                            : SINGLE_STEPS;
    return key_of(group, from, to, promotion, move);
}

/* The library lists pieces by type, each with ascending targets. Moves of pieces are put into slots by square, in
 * descending order, and the few remaining moves after them, so that the sort finds little to do. */
void board_order_moves(const pf_position *p, pf_move_list *list)
{
    uint64_t keys[PF_MOVE_LIST_CAPACITY];
    uint16_t place[64];
    uint8_t count[64] = {0};
    bool king_first = king_is_first(p);
    pf_bitboard pieces = p->by_colour[p->turn] & ~p->by_type[PF_PAWN];
    for (uint32_t i = 0; i < list->size; i++)
        if (!pf_move_is_drop(list->moves[i])) count[pf_move_from(list->moves[i])]++;
    uint16_t next = 0;
    pf_bitboard first = king_first ? pieces & p->by_type[PF_KING] : 0;
    for (int part = 0; part < 2; part++)
        for (pf_bitboard rest = part ? pieces & ~first : first; rest;) {
            pf_square square = pf_bitboard_highest(rest);
            rest ^= pf_bit(square);
            place[square] = next;
            next = (uint16_t)(next + count[square]);
        }
    for (uint32_t i = list->size; i-- > 0;) {
        pf_move move = list->moves[i];
        bool is_piece = !pf_move_is_drop(move) && pf_bitboard_has(pieces, pf_move_from(move));
        keys[is_piece ? place[pf_move_from(move)]++ : next++] = key_of_move(p, move, i, king_first);
    }
    for (uint32_t i = 1; i < list->size; i++) {
        uint64_t key = keys[i];
        uint32_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (uint32_t i = 0; i < list->size; i++) list->moves[i] = (pf_move)(keys[i] & 0xffff);
}

typedef struct keyed_fields {
    uint64_t key;
    move_fields move;
} keyed_fields;

void board_order_fields(board_data *board, loose_list *list)
{
    keyed_fields *sorted = PyMem_Malloc((list->size + 1) * sizeof *sorted);
    if (!sorted) return; /* the moves are correct in any order */
    for (uint32_t i = 0; i < list->size; i++) {
        move_fields fields = list->moves[i];
        pf_move move = board_to_library(board, fields);
        if (!move) move = pf_move_of(fields.from, fields.to, PF_MOVE_NORMAL);
        keyed_fields one = {key_of_move(board_pieces(board), move, i, false), fields};
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1].key > one.key; at--) sorted[at] = sorted[at - 1];
        sorted[at] = one;
    }
    for (uint32_t i = 0; i < list->size; i++) list->moves[i] = sorted[i].move;
    PyMem_Free(sorted);
}
