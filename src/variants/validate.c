/* Validates a setup of a variant: the problems of standard chess that the variant does not lift, and its own. */
#include "board/examine.h"
#include "variants/additions.h"
#include "variants/variants.h"

enum {
    BOTH_MATERIALS = PF_PROBLEM_WHITE_MATERIAL | PF_PROBLEM_BLACK_MATERIAL,
    ALL_KINGS = PF_PROBLEM_NO_WHITE_KING | PF_PROBLEM_NO_BLACK_KING | PF_PROBLEM_MANY_WHITE_KINGS |
                PF_PROBLEM_MANY_BLACK_KINGS,
    ALL_CHECKS = PF_PROBLEM_OPPONENT_IN_CHECK | PF_PROBLEM_CHECKERS | PF_PROBLEM_IMPOSSIBLE_CHECK,
    LARGEST_HORDE = 36
};

/* Problems of standard chess that each variant allows; other rules below forbid some of them again. An explosion can
 * uncover any number of checkers. */
static const pf_problems lifted[PF_VARIANT_COUNT] = {
    [PF_VARIANT_CRAZYHOUSE] = BOTH_MATERIALS,
    [PF_VARIANT_ATOMIC] = ALL_CHECKS,
    [PF_VARIANT_ANTICHESS] = ALL_KINGS | ALL_CHECKS | BOTH_MATERIALS,
    [PF_VARIANT_HORDE] = PF_PROBLEM_NO_WHITE_KING | PF_PROBLEM_MANY_WHITE_KINGS | PF_PROBLEM_WHITE_MATERIAL |
                         PF_PROBLEM_PAWN_ON_LAST_RANK,
};

static bool has_castling(pf_variant variant)
{
    return variant != PF_VARIANT_ANTICHESS && variant != PF_VARIANT_RACING_KINGS;
}

/* Changes to the problems: a king missing because of an explosion is removed, and a check is added. */
static pf_problems problems_of_atomic(const pf_position *board, pf_problems standard)
{
    static const pf_problems no_king[2] = {PF_PROBLEM_NO_WHITE_KING, PF_PROBLEM_NO_BLACK_KING};
    pf_problems kings = standard & ALL_KINGS;
    if (kings == no_king[board->turn]) return kings;
    return kings == 0 && pf_atomic_is_in_check(board, board->turn ^ 1u, PF_SLIDERS_MAGIC)
               ? (pf_problems)PF_PROBLEM_OPPONENT_IN_CHECK
               : 0;
}

/* Every piece beyond the original set was once a pawn, kings included. */
static pf_problems problems_of_antichess(const pf_position *board)
{
    static const unsigned first_army[6] = {8, 2, 2, 2, 1, 1};
    static const pf_problems material[2] = {PF_PROBLEM_WHITE_MATERIAL, PF_PROBLEM_BLACK_MATERIAL};
    pf_problems problems = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        unsigned pawns = pf_popcount(pf_position_pieces(board, colour, PF_PAWN));
        for (pf_piece_type type = PF_KNIGHT; type <= PF_KING; type++) {
            unsigned count = pf_popcount(pf_position_pieces(board, colour, type));
            if (count > first_army[type]) pawns += count - first_army[type];
        }
        if (pawns > first_army[PF_PAWN]) problems |= material[colour];
    }
    return problems;
}

static pf_problems problems_of_horde(const pf_position *board)
{
    pf_problems problems = 0;
    pf_bitboard white_pawns = pf_position_pieces(board, PF_WHITE, PF_PAWN);
    pf_bitboard black_pawns = pf_position_pieces(board, PF_BLACK, PF_PAWN);
    if (pf_position_pieces(board, PF_WHITE, PF_KING)) problems |= PF_PROBLEM_WHITE_KING;
    if (pf_popcount(board->by_colour[PF_WHITE]) > LARGEST_HORDE) problems |= PF_PROBLEM_WHITE_MATERIAL;
    if ((white_pawns & PF_RANK_8) || (black_pawns & (PF_RANK_1 | PF_RANK_8))) problems |= PF_PROBLEM_PAWN_ON_LAST_RANK;
    return problems;
}

static pf_problems problems_of_racing_kings(const pf_position *board, pf_problems standard)
{
    pf_problems problems = 0;
    if (board->by_type[PF_PAWN]) problems |= PF_PROBLEM_PAWNS;
    if (!(standard & ALL_KINGS) && pf_find_checkers(board, board->turn, PF_SLIDERS_MAGIC))
        problems |= PF_PROBLEM_IN_CHECK;
    return problems;
}

/* Validates the pockets, the promoted pieces and the checks of any variant. */
static pf_problems problems_of_additions(const pf_position *position, pf_variant variant)
{
    pf_problems problems = 0;
    unsigned in_pockets = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++) in_pockets += position->pockets[colour][type];
        if (position->checks_given[colour] > (variant == PF_VARIANT_THREE_CHECK ? PF_CHECKS_TO_WIN : 0))
            problems |= PF_PROBLEM_CHECKS_GIVEN;
    }
    unsigned room = variant == PF_VARIANT_CRAZYHOUSE ? 32 - pf_popcount(pf_position_occupied(position)) : 0;
    if (variant == PF_VARIANT_CRAZYHOUSE && pf_popcount(pf_position_occupied(position)) > 32) room = 0, in_pockets = 1;
    if (in_pockets > room) problems |= PF_PROBLEM_POCKET;

    pf_bitboard can_be_promoted = variant == PF_VARIANT_CRAZYHOUSE
                                      ? pf_position_occupied(position) &
                                            ~(position->by_type[PF_PAWN] | position->by_type[PF_KING])
                                      : 0;
    if (position->promoted & ~(can_be_promoted & ~position->castling)) problems |= PF_PROBLEM_PROMOTED;
    return problems;
}

pf_problems pf_examine_in_variant(pf_position *out, const pf_setup *setup, pf_accept accept)
{
    pf_variant variant = (pf_variant)setup->variant;
    pf_problems standard = pf_examine_in_chess(out, setup, accept);
    if (setup->variant >= PF_VARIANT_COUNT || (standard & PF_PROBLEM_INVALID_VALUE)) return PF_PROBLEM_INVALID_VALUE;

    pf_problems problems = standard & ~lifted[variant];
    switch (variant) {
    case PF_VARIANT_ATOMIC: problems ^= problems_of_atomic(out, standard); break;
    case PF_VARIANT_ANTICHESS: problems |= problems_of_antichess(out); break;
    case PF_VARIANT_HORDE: problems |= problems_of_horde(out); break;
    case PF_VARIANT_RACING_KINGS: problems |= problems_of_racing_kings(out, standard); break;
    default: break;
    }
    if (!has_castling(variant)) {
        problems &= ~(pf_problems)(PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960);
        if (setup->castling) problems |= PF_PROBLEM_CASTLING;
        out->castling = 0;
    }

    out->variant = setup->variant;
    out->promoted = setup->promoted;
    pf_memcpy(out->pockets, setup->pockets, sizeof out->pockets);
    pf_memcpy(out->checks_given, setup->checks_given, sizeof out->checks_given);
    problems |= problems_of_additions(out, variant);
    out->promoted &= variant == PF_VARIANT_CRAZYHOUSE
                         ? pf_position_occupied(out) & ~out->castling & ~(out->by_type[PF_PAWN] | out->by_type[PF_KING])
                         : 0;
    return problems;
}
