/* Unmoves: the moves that could have been the last move of a game. Each piece of the side that has just moved goes back
 * as it goes forward, to an empty square; then the board before the move is built, and the other king must not be
 * attacked on it. No more tests are needed: the position itself is valid, so the king of the side that moved is safe
 * after the move. Only castling needs another test: whether it was legal as a forward move. */
#include "moves/retro.h"

#include <plyforge/attacks.h>
#include <plyforge/moves.h>

#include "board/en_passant.h"
#include "moves/castling.h"

enum { NOTHING = 1 << PF_NO_PIECE_TYPE };

/* A search for unmoves: us is the side that has just moved. */
struct unmove_search {
    const pf_position *position;
    pf_retro_options options;
    pf_colour us, them;
    pf_bitboard empty;
    pf_type_set takeable; /* the types of pieces that the other side could have lost by the move */
    pf_unmove_list *list;
};

pf_retro_options pf_retro_options_of(const pf_position *position, const pf_retro_options *options)
{
    pf_retro_options result;
    pf_memset(&result, 0, sizeof result);
    if (options) result = *options;
    pf_problems problems = 0;
    pf_valid_castling(position, position->castling, result.accept, &problems);
    if (problems) result.accept |= PF_ACCEPT_CHESS960;
    return result;
}

pf_position pf_board_before(const pf_position *position, pf_move move, pf_piece_type captured)
{
    pf_position before = *position;
    pf_colour us = position->turn ^ 1u;
    bool pawn = pf_position_type_at(position, pf_move_to(move)) == PF_PAWN;
    bool irreversible = captured != PF_NO_PIECE_TYPE || pf_move_kind_of(move) == PF_MOVE_PROMOTION ||
                        (pawn && pf_move_kind_of(move) != PF_MOVE_CASTLING);
    pf_undo undo = {.castling = position->castling, .ep_square = PF_NO_SQUARE, .captured = (uint8_t)captured};
    if (!irreversible && position->halfmove_clock > 0) undo.halfmove_clock = (uint16_t)(position->halfmove_clock - 1);
    undo.fullmove_number = position->fullmove_number;
    if (us == PF_BLACK && undo.fullmove_number > 1) undo.fullmove_number--;
    pf_position_unmake(&before, move, &undo);
    return before;
}

bool pf_checks_can_arise(const pf_position *before, unsigned ep_square, pf_accept accept)
{
    if (accept & PF_ACCEPT_LENIENT) return true;
    pf_bitboard checkers = pf_find_checkers(before, before->turn, PF_SLIDERS_MAGIC);
    return pf_popcount(checkers) <= 2 && pf_check_is_possible(before, ep_square, checkers);
}

/* Whether the side to move could take the king. */
static bool attacks_king(const pf_position *before)
{
    pf_square king = pf_king_square(before, before->turn ^ 1u);
    pf_bitboard attackers = pf_attackers_to(before, king, pf_position_occupied(before), PF_SLIDERS_MAGIC);
    return (attackers & before->by_colour[before->turn]) != 0;
}

/* Adds the move, with each captured type that is possible. */
static void add(struct unmove_search *search, pf_move move, pf_type_set captured)
{
    bool attacked[2] = {false, false}; /* indexed by whether a piece was captured; its type does not matter */
    bool known[2] = {false, false};
    pf_type_set possible = 0;
    unsigned ep_square = pf_move_kind_of(move) == PF_MOVE_EN_PASSANT ? pf_move_to(move) : (unsigned)PF_NO_SQUARE;
    for (pf_bitboard left = captured; left;) {
        pf_piece_type type = pf_pop_lowest(&left);
        unsigned taken = type != PF_NO_PIECE_TYPE;
        if (known[taken] && attacked[taken]) continue;
        pf_position before = pf_board_before(search->position, move, type);
        if (!known[taken]) {
            attacked[taken] = attacks_king(&before);
            known[taken] = true;
        }
        if (!attacked[taken] && pf_checks_can_arise(&before, ep_square, search->options.accept))
            possible |= (pf_type_set)(1u << type);
    }
    if (!possible) return;
    pf_unmove *unmove = &search->list->unmoves[search->list->size++];
    unmove->move = move;
    unmove->captured = possible;
}

/* Adds a move of that kind to `to` from each of the squares. */
static void add_all(struct unmove_search *search, pf_bitboard from, pf_square to, pf_move_kind kind,
                    pf_type_set captured)
{
    while (captured && from) add(search, pf_move_of(pf_pop_lowest(&from), to, kind), captured);
}

static pf_type_set without_pawn_at_the_edge(pf_type_set types, pf_square square)
{
    return pf_bit(square) & (PF_RANK_1 | PF_RANK_8) ? types & (pf_type_set) ~(1u << PF_PAWN) : types;
}

/* ---- Pawns ---- */

/* Whether an en passant capture would be legal if the last move had been this double push. If so, it was not the last
 * move, because the position has no en passant square. */
static bool would_allow_en_passant(const struct unmove_search *search, pf_square from, pf_square to)
{
    pf_position pushed = *search->position;
    pushed.ep_square = (uint8_t)((from + to) / 2);
    return pf_ep_is_legal(&pushed, PF_SLIDERS_MAGIC);
}

static void add_en_passant(struct unmove_search *search, pf_square to, pf_bitboard sides)
{
    pf_bitboard needed = pf_bit(to ^ 8) | pf_forward(pf_bit(to), search->us); /* their pawn came from there */
    if (!(pf_bit(to) & pf_relative_rank(5, search->us)) || (needed & ~search->empty)) return;
    add_all(search, sides, to, PF_MOVE_EN_PASSANT, search->takeable & (1 << PF_PAWN));
}

static void add_pawn(struct unmove_search *search, pf_square to)
{
    pf_bitboard origins = search->empty & ~pf_relative_rank(0, search->us);
    pf_bitboard one = pf_forward(pf_bit(to), search->them) & origins;
    pf_bitboard two = pf_bit(to) & pf_relative_rank(3, search->us) ? pf_forward(one, search->them) & origins : 0;
    pf_bitboard sides = pf_pawn_attacks[search->them][to] & origins;
    add_all(search, one, to, PF_MOVE_NORMAL, NOTHING);
    if (two && !would_allow_en_passant(search, pf_lowest(two), to)) add_all(search, two, to, PF_MOVE_NORMAL, NOTHING);
    add_all(search, sides, to, PF_MOVE_NORMAL, search->takeable);
    add_en_passant(search, to, sides);
}

/* Whether the piece can be a promoted pawn: with one more pawn and without this piece, the material must still be
 * possible in a game. */
static bool can_unpromote(const struct unmove_search *search, pf_piece_type type, pf_square square)
{
    if (search->options.no_unpromotions || type == PF_KING) return false;
    if (!(pf_bit(square) & pf_relative_rank(7, search->us))) return false;
    pf_position pawn_instead = *search->position;
    pawn_instead.by_type[type] ^= pf_bit(square);
    pawn_instead.by_type[PF_PAWN] ^= pf_bit(square);
    return pf_material_is_possible(&pawn_instead, search->us);
}

static void add_unpromotions(struct unmove_search *search, pf_piece_type type, pf_square to)
{
    if (!can_unpromote(search, type, to)) return;
    pf_bitboard straight = pf_forward(pf_bit(to), search->them) & search->empty;
    pf_bitboard sides = pf_pawn_attacks[search->them][to] & search->empty;
    pf_type_set takeable = without_pawn_at_the_edge(search->takeable, to);
    if (straight) add(search, pf_move_of_promotion(pf_lowest(straight), to, type), NOTHING);
    while (takeable && sides) add(search, pf_move_of_promotion(pf_pop_lowest(&sides), to, type), takeable);
}

/* ---- Castling ---- */

static void add_uncastling(struct unmove_search *search, pf_square king, pf_square rook)
{
    pf_move move = pf_move_of(king, rook, PF_MOVE_CASTLING);
    pf_position before = pf_board_before(search->position, move, PF_NO_PIECE_TYPE);
    pf_problems problems = 0;
    before.castling |= pf_bit(rook);
    pf_valid_castling(&before, before.castling, search->options.accept, &problems);
    if (problems || !pf_move_is_legal(&before, move)) return;
    add(search, move, NOTHING);
}

/* Adds every pair of squares on the back rank from which king and rook could have castled to where they are now. */
static void add_uncastlings(struct unmove_search *search, pf_square king_to)
{
    pf_square rank = king_to & 56u;
    bool short_side = king_to == rank + 6;
    pf_square rook_to = rank + (short_side ? 5 : 3);
    if (!(pf_bit(king_to) & pf_relative_rank(0, search->us)) || (!short_side && king_to != rank + 2)) return;
    if (!(pf_position_pieces(search->position, search->us, PF_ROOK) & pf_bit(rook_to))) return;
    pf_bitboard free = search->empty | pf_bit(king_to) | pf_bit(rook_to);
    for (pf_square king = rank; king < rank + 8; king++)
        for (pf_square rook = rank; rook < rank + 8; rook++) {
            bool right_order = short_side ? king < rook : rook < king;
            if (right_order && (free & pf_bit(king)) && (free & pf_bit(rook))) add_uncastling(search, king, rook);
        }
}

/* ---- All unmoves ---- */

/* The types of pieces that the other side could have lost: its material must still be possible with one more piece. */
static pf_type_set find_takeable(const struct unmove_search *search)
{
    pf_type_set types = 0;
    for (pf_piece_type type = PF_PAWN; type < PF_KING; type++) {
        pf_position more = *search->position;
        pf_bitboard somewhere = search->empty & (0 - search->empty);
        more.by_type[type] |= somewhere;
        more.by_colour[search->them] |= somewhere;
        bool in_pocket = !search->options.use_pockets || search->options.pockets[search->them][type] > 0;
        if (in_pocket && pf_material_is_possible(&more, search->them)) types |= (pf_type_set)(1u << type);
    }
    return types;
}

static void add_piece(struct unmove_search *search, pf_piece_type type, pf_square to)
{
    pf_bitboard from = pf_attacks(search->us, type, to, ~search->empty) & search->empty;
    add_all(search, from, to, PF_MOVE_NORMAL, NOTHING | without_pawn_at_the_edge(search->takeable, to));
    add_unpromotions(search, type, to);
    if (type == PF_KING) add_uncastlings(search, to);
}

uint32_t pf_generate_unmoves(const pf_position *position, const pf_retro_options *options, pf_unmove_list *list)
{
    list->size = 0;
    if (pf_position_variant(position) != PF_VARIANT_STANDARD) return 0;
    struct unmove_search search = {
        .position = position, .us = position->turn ^ 1u, .them = position->turn, .list = list};
    search.options = pf_retro_options_of(position, options);
    search.empty = ~pf_position_occupied(position);
    if (position->ep_square != PF_NO_SQUARE) {
        int forward = pf_forward_step(search.us);
        pf_square over = position->ep_square;
        add(&search, pf_move_of(over - (unsigned)forward, over + (unsigned)forward, PF_MOVE_NORMAL), NOTHING);
        return list->size;
    }

    search.takeable = find_takeable(&search);
    pf_bitboard ours = position->by_colour[search.us];
    pf_bitboard movable = ours & ~position->castling;
    if (position->castling & ours) movable &= ~position->by_type[PF_KING];
    while (movable) {
        pf_square to = pf_pop_lowest(&movable);
        pf_piece_type type = pf_type_at(position, to);
        if (type == PF_PAWN)
            add_pawn(&search, to);
        else
            add_piece(&search, type, to);
    }
    return list->size;
}
