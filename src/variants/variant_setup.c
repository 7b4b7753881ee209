/* From a setup to a position of a variant: the problems of standard chess that the variant does not lift, and its own.
 */
#include <plyforge/variant.h>

#include "board/examine.h"
#include "board/fen_additions.h"
#include "board/setup.h"
#include "variants/key.h"

_Static_assert(sizeof(pf_variant_position) == 112 && offsetof(pf_variant_position, board) == 0,
               "pf_variant_position is part of the ABI");
_Static_assert(offsetof(pf_variant_position, pockets) == 96 && offsetof(pf_variant_position, variant) == 108,
               "pf_variant_position is part of the ABI");

enum {
    BOTH_MATERIALS = PF_PROBLEM_WHITE_MATERIAL | PF_PROBLEM_BLACK_MATERIAL,
    ALL_KINGS = PF_PROBLEM_NO_WHITE_KING | PF_PROBLEM_NO_BLACK_KING | PF_PROBLEM_MANY_WHITE_KINGS |
                PF_PROBLEM_MANY_BLACK_KINGS,
    ALL_CHECKS = PF_PROBLEM_OPPONENT_IN_CHECK | PF_PROBLEM_CHECKERS | PF_PROBLEM_IMPOSSIBLE_CHECK,
    LARGEST_HORDE = 36
};

/* What each variant allows although standard chess does not; some of it is forbidden again below, by other rules. An
 * explosion can uncover any number of checkers. */
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

/* What has to change in the problems: a missing king that blew up goes out, a check comes in. */
static pf_problems problems_of_atomic(const pf_position *board, pf_problems standard)
{
    static const pf_problems no_king[2] = {PF_PROBLEM_NO_WHITE_KING, PF_PROBLEM_NO_BLACK_KING};
    pf_problems kings = standard & ALL_KINGS;
    if (kings == no_king[board->turn]) return kings;
    return kings == 0 && pf_atomic_is_in_check(board, board->turn ^ 1u, PF_SLIDERS_MAGIC)
               ? (pf_problems)PF_PROBLEM_OPPONENT_IN_CHECK
               : 0;
}

/* Every piece beyond the first army was a pawn once, kings included. */
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

/* The pockets, the promoted pieces and the checks, of whatever variant. */
static pf_problems problems_of_additions(const pf_variant_position *position, pf_variant variant)
{
    const pf_position *board = &position->board;
    pf_problems problems = 0;
    unsigned in_pockets = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++) in_pockets += position->pockets[colour][type];
        if (position->checks_given[colour] > (variant == PF_VARIANT_THREE_CHECK ? PF_CHECKS_TO_WIN : 0))
            problems |= PF_PROBLEM_CHECKS_GIVEN;
    }
    unsigned room = variant == PF_VARIANT_CRAZYHOUSE ? 32 - pf_popcount(pf_position_occupied(board)) : 0;
    if (variant == PF_VARIANT_CRAZYHOUSE && pf_popcount(pf_position_occupied(board)) > 32) room = 0, in_pockets = 1;
    if (in_pockets > room) problems |= PF_PROBLEM_POCKET;

    pf_bitboard can_be_promoted = variant == PF_VARIANT_CRAZYHOUSE
                                      ? pf_position_occupied(board) &
                                            ~(board->by_type[PF_PAWN] | board->by_type[PF_KING])
                                      : 0;
    if (position->promoted & ~(can_be_promoted & ~board->castling)) problems |= PF_PROBLEM_PROMOTED;
    return problems;
}

/* All problems; fills *out with what can be played if none of them is fatal. */
static pf_problems examine(pf_variant_position *out, const pf_variant_setup *setup, pf_variant variant,
                           pf_accept accept)
{
    pf_memset(out, 0, sizeof *out);
    pf_position *board = &out->board;
    pf_problems standard = pf_examine_setup(board, &setup->setup, accept);
    if ((unsigned)variant >= PF_VARIANT_COUNT || (standard & PF_PROBLEM_INVALID_VALUE)) return PF_PROBLEM_INVALID_VALUE;

    pf_problems problems = standard & ~lifted[variant];
    switch (variant) {
    case PF_VARIANT_ATOMIC: problems ^= problems_of_atomic(board, standard); break;
    case PF_VARIANT_ANTICHESS: problems |= problems_of_antichess(board); break;
    case PF_VARIANT_HORDE: problems |= problems_of_horde(board); break;
    case PF_VARIANT_RACING_KINGS: problems |= problems_of_racing_kings(board, standard); break;
    default: break;
    }
    if (!has_castling(variant)) {
        problems &= ~(pf_problems)(PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960);
        if (setup->setup.castling) problems |= PF_PROBLEM_CASTLING;
        board->castling = 0;
    }

    out->variant = (uint8_t)variant;
    out->promoted = setup->promoted;
    pf_memcpy(out->pockets, setup->pockets, sizeof out->pockets);
    pf_memcpy(out->checks_given, setup->checks_given, sizeof out->checks_given);
    problems |= problems_of_additions(out, variant);
    out->promoted &= variant == PF_VARIANT_CRAZYHOUSE ? pf_position_occupied(board) & ~board->castling &
                                                            ~(board->by_type[PF_PAWN] | board->by_type[PF_KING])
                                                      : 0;
    return problems;
}

pf_problems pf_variant_setup_problems(const pf_variant_setup *setup, pf_variant variant, pf_accept accept)
{
    pf_variant_position scratch;
    return examine(&scratch, setup, variant, accept);
}

pf_status pf_variant_from_setup(pf_variant_position *out, const pf_variant_setup *setup, pf_variant variant,
                                pf_accept accept, pf_problems *problems, pf_error *error)
{
    pf_variant_position position;
    pf_problems found = examine(&position, setup, variant, accept);
    if (problems) *problems = found;
    pf_problems refused = accept & PF_ACCEPT_LENIENT ? PF_PROBLEM_VARIANT_FATAL : PF_PROBLEM_VARIANT_ALL;
    if (found & refused) {
        char message[sizeof error->message];
        pf_problems_to_text(message, sizeof message, found);
        return pf_fail(error, PF_ERROR_POSITION, 0, message);
    }
    position.board.halfmove_clock = setup->setup.halfmove_clock;
    position.board.fullmove_number = setup->setup.fullmove_number ? setup->setup.fullmove_number : 1;
    position.board.key = pf_variant_compute_key(&position);
    *out = position;
    return PF_OK;
}

void pf_variant_setup_of(pf_variant_setup *out, const pf_variant_position *position)
{
    pf_setup_from_position(&out->setup, &position->board);
    out->promoted = position->promoted;
    pf_memcpy(out->pockets, position->pockets, sizeof out->pockets);
    pf_memcpy(out->checks_given, position->checks_given, sizeof out->checks_given);
}

bool pf_variant_is_sound(const pf_variant_position *position)
{
    pf_variant_setup setup;
    pf_variant_position again;
    pf_variant_setup_of(&setup, position);
    return pf_variant_from_setup(&again, &setup, (pf_variant)position->variant, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960,
                                 NULL, NULL) == PF_OK &&
           pf_same_words(&again, position, sizeof again);
}

pf_variant_position pf_variant_of_position(const pf_position *position)
{
    pf_variant_position out;
    pf_memset(&out, 0, sizeof out);
    out.board = *position;
    out.variant = PF_VARIANT_STANDARD;
    return out;
}

pf_variant_position pf_variant_start(pf_variant variant)
{
    static const char horde[] = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
    static const char racing_kings[] = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
    static const char antichess[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    static const char others[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    pf_variant_position position;
    pf_memset(&position, 0, sizeof position);
    switch (variant) {
    case PF_VARIANT_HORDE:
        pf_variant_from_fen(&position, horde, sizeof horde - 1, variant, PF_ACCEPT_STRICT, NULL, NULL);
        break;
    case PF_VARIANT_RACING_KINGS:
        pf_variant_from_fen(&position, racing_kings, sizeof racing_kings - 1, variant, PF_ACCEPT_STRICT, NULL, NULL);
        break;
    case PF_VARIANT_ANTICHESS:
        pf_variant_from_fen(&position, antichess, sizeof antichess - 1, variant, PF_ACCEPT_STRICT, NULL, NULL);
        break;
    default:
        if ((unsigned)variant >= PF_VARIANT_COUNT) variant = PF_VARIANT_STANDARD;
        pf_variant_from_fen(&position, others, sizeof others - 1, variant, PF_ACCEPT_STRICT, NULL, NULL);
    }
    return position;
}

/* ---- FEN ---- */

static pf_fen_additions additions_of(pf_variant variant)
{
    pf_fen_additions additions;
    pf_memset(&additions, 0, sizeof additions);
    additions.has_pockets = variant == PF_VARIANT_CRAZYHOUSE;
    additions.has_checks = variant == PF_VARIANT_THREE_CHECK;
    return additions;
}

pf_status pf_variant_from_fen(pf_variant_position *out, const char *text, size_t length, pf_variant variant,
                              pf_accept accept, pf_problems *problems, pf_error *error)
{
    pf_fen_additions additions = additions_of(variant);
    pf_variant_setup setup;
    if (problems) *problems = 0;
    pf_status status = pf_read_fen(&setup.setup, &additions, text, length, error);
    if (status) return status;
    setup.promoted = additions.promoted;
    pf_memcpy(setup.pockets, additions.pockets, sizeof setup.pockets);
    pf_memcpy(setup.checks_given, additions.checks_given, sizeof setup.checks_given);
    return pf_variant_from_setup(out, &setup, variant, accept, problems, error);
}

size_t pf_variant_to_fen(char *buffer, size_t size, const pf_variant_position *position, pf_castling_style castling,
                         pf_ep_mode ep)
{
    pf_fen_additions additions = additions_of((pf_variant)position->variant);
    additions.promoted = position->promoted;
    pf_memcpy(additions.pockets, position->pockets, sizeof additions.pockets);
    pf_memcpy(additions.checks_given, position->checks_given, sizeof additions.checks_given);
    pf_square square = position->board.ep_square;
    if (ep == PF_EP_PSEUDO) square = pf_position_ep_pseudo_legal(&position->board);
    if (ep == PF_EP_LEGAL) square = pf_variant_ep_legal(position);
    return pf_write_fen(buffer, size, &position->board, &additions, castling, square);
}
