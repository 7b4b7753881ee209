/* Turns an unvalidated setup into a playable position. A quick check recognises most positions without problems; all
 * others get the complete check, which finds and names every problem. */
#include "board/setup.h"

#include "base/text.h"
#include "board/examine.h"
#include "board/invariant.h"
#include "board/key.h"
#include "board/variant_fields.h"

static bool piece_exists(unsigned piece)
{
    return piece == PF_NO_PIECE || (piece < 16 && (piece & 7) >= 1 && (piece & 7) <= 6);
}

/* The pieces and side to move of a setup as a position without castling rights. There may be no king or several; the
 * caller reports that and all other problems. */
static void place_pieces(pf_position *out, const pf_setup *setup)
{
    pf_memset(out, 0, sizeof *out);
    out->ep_square = PF_NO_SQUARE;
    out->turn = setup->turn;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = setup->squares[square];
        if (piece == PF_NO_PIECE) continue;
        out->by_type[pf_piece_type_of(piece)] |= pf_bit(square);
        out->by_colour[pf_piece_colour(piece)] |= pf_bit(square);
    }
}

bool pf_material_is_possible(const pf_position *board, pf_colour colour)
{
    static const unsigned first_army[6] = {8, 2, 2, 2, 1, 1};
    if (pf_popcount(board->by_colour[colour]) > 16) return false;
    unsigned promoted = 0;
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        unsigned count = pf_popcount(pf_position_pieces(board, colour, type));
        if (count > first_army[type]) promoted += count - first_army[type];
    }
    return pf_popcount(pf_position_pieces(board, colour, PF_PAWN)) + promoted <= 8;
}

pf_bitboard pf_valid_castling(const pf_position *board, pf_bitboard claimed, pf_accept accept, pf_problems *problems)
{
    pf_bitboard valid = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        pf_bitboard back_rank = pf_relative_rank(0, colour);
        pf_bitboard king = pf_position_pieces(board, colour, PF_KING) & back_rank;
        pf_bitboard rooks = pf_position_pieces(board, colour, PF_ROOK) & claimed & back_rank;
        if (pf_popcount(king) != 1) continue;

        pf_bitboard left = rooks & (king - 1);
        pf_bitboard right = rooks & ~(king - 1);
        /* At most one right is kept on each side of the king: that of the outermost rook. */
        left &= 0 - left;
        if (right) right = pf_bit(pf_highest(right));

        if (!(accept & PF_ACCEPT_CHESS960)) {
            pf_bitboard e_file = PF_FILE_A << 4;
            pf_bitboard standard = king & e_file ? (left & PF_FILE_A) | (right & PF_FILE_H) : 0;
            if ((left | right) != standard) *problems |= PF_PROBLEM_CASTLING_CHESS960;
            claimed &= ~((left | right) ^ standard);
            valid |= standard;
        } else {
            valid |= left | right;
        }
    }
    if (claimed != valid) *problems |= PF_PROBLEM_CASTLING;
    return valid;
}

bool pf_ep_is_possible(const pf_position *board, unsigned ep_square)
{
    pf_colour them = board->turn ^ 1;
    pf_bitboard target = pf_bit(ep_square);
    if (!(target & pf_relative_rank(2, them))) return false;
    pf_bitboard pawn = pf_forward(target, them);
    pf_bitboard origin = pf_forward(target, board->turn);
    return (pawn & pf_position_pieces(board, them, PF_PAWN)) && !((target | origin) & pf_position_occupied(board));
}

bool pf_check_is_possible(const pf_position *board, unsigned ep_square, pf_bitboard checkers)
{
    pf_square king = pf_king_square(board, board->turn);
    pf_colour them = board->turn ^ 1;
    unsigned count = pf_popcount(checkers);
    if (count == 0) return true;

    if (ep_square != PF_NO_SQUARE) {
        /* The last move was the double push, so any other checker must have been blocked before it. */
        pf_bitboard target = pf_bit(ep_square);
        pf_bitboard pawn = pf_forward(target, them);
        pf_bitboard before = (pf_position_occupied(board) ^ pawn) | pf_forward(target, board->turn);
        pf_bitboard attackers = pf_attackers_to(board, king, before, PF_SLIDERS_MAGIC) & board->by_colour[them];
        return count == 1 && !(attackers & ~pawn);
    }
    if (count == 2) {
        pf_bitboard rest = checkers;
        pf_square a = pf_pop_lowest(&rest);
        pf_square b = pf_lowest(rest);
        /* This test is necessary but not sufficient: it does not search for the square that the piece came from. One of
         * the two checks must have been discovered: by a slider with at least one square between it and the king. */
        bool uncovered = pf_squares_between(a, king) | pf_squares_between(b, king);
        /* Both checks cannot come from opposite sides of the king on one line: no single piece blocked both before. */
        bool one_line = pf_squares_between(a, b) & pf_bit(king);
        return uncovered && !one_line;
    }
    return true;
}

pf_problems pf_examine_in_chess(pf_position *board, const pf_setup *setup, pf_accept accept)
{
    static const pf_problems no_king[2] = {PF_PROBLEM_NO_WHITE_KING, PF_PROBLEM_NO_BLACK_KING};
    static const pf_problems many_kings[2] = {PF_PROBLEM_MANY_WHITE_KINGS, PF_PROBLEM_MANY_BLACK_KINGS};
    static const pf_problems material[2] = {PF_PROBLEM_WHITE_MATERIAL, PF_PROBLEM_BLACK_MATERIAL};

    bool exists = setup->turn <= PF_BLACK && setup->ep_square <= PF_NO_SQUARE;
    for (pf_square square = 0; square < 64; square++) exists = exists && piece_exists(setup->squares[square]);
    if (!exists) return PF_PROBLEM_INVALID_VALUE;

    pf_problems problems = 0;
    place_pieces(board, setup);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        unsigned kings = pf_popcount(pf_position_pieces(board, colour, PF_KING));
        if (kings == 0) problems |= no_king[colour];
        if (kings > 1) problems |= many_kings[colour];
        if (!pf_material_is_possible(board, colour)) problems |= material[colour];
    }
    if (board->by_type[PF_PAWN] & (PF_RANK_1 | PF_RANK_8)) problems |= PF_PROBLEM_PAWN_ON_LAST_RANK;

    for (pf_bitboard kings = pf_position_pieces(board, board->turn ^ 1, PF_KING); kings;) {
        pf_bitboard attackers = pf_attackers_to(board, pf_pop_lowest(&kings), pf_position_occupied(board),
                                                PF_SLIDERS_MAGIC);
        if (attackers & board->by_colour[board->turn]) problems |= PF_PROBLEM_OPPONENT_IN_CHECK;
    }

    board->castling = pf_valid_castling(board, setup->castling, accept, &problems);
    board->ep_square = PF_NO_SQUARE;
    if (setup->ep_square != PF_NO_SQUARE) {
        if (pf_ep_is_possible(board, setup->ep_square))
            board->ep_square = setup->ep_square;
        else
            problems |= PF_PROBLEM_EN_PASSANT;
    }

    /* Checks are examined only if the side has exactly one king. */
    if (pf_popcount(pf_position_pieces(board, board->turn, PF_KING)) == 1) {
        pf_square king = pf_king_square(board, board->turn);
        pf_bitboard checkers = pf_attackers_to(board, king, pf_position_occupied(board), PF_SLIDERS_MAGIC) &
                               board->by_colour[board->turn ^ 1];
        if (pf_popcount(checkers) > 2) problems |= PF_PROBLEM_CHECKERS;
        if (!pf_check_is_possible(board, board->ep_square, checkers)) problems |= PF_PROBLEM_IMPOSSIBLE_CHECK;
    }
    return problems;
}

/* ---- The quick check ---- */

/* Collects bit number bit of each of the 64 bytes as a set of squares. */
PF_TEMPLATE pf_bitboard bit_plane(const uint64_t words[8], unsigned bit)
{
    pf_bitboard plane = 0;
    PF_UNROLL
    for (unsigned rank = 0; rank < 8; rank++) {
        /* The product moves the lowest bits of the bytes next to each other. */
        uint64_t bits = words[rank] >> bit & UINT64_C(0x0101010101010101);
        plane |= (bits * UINT64_C(0x0102040810204080) >> 56) << (8 * rank);
    }
    return plane;
}

/* Like place_pieces, for all squares at once. False if a piece code does not exist. */
static bool place_pieces_quickly(pf_position *board, const pf_setup *setup)
{
    uint64_t words[8], all = 0;
    for (unsigned rank = 0; rank < 8; rank++) {
        words[rank] = 0;
        for (unsigned file = 0; file < 8; file++)
            words[rank] |= (uint64_t)setup->squares[8 * rank + file] << (8 * file); /* compiled to a single load */
        all |= words[rank];
    }
    if (all & UINT64_C(0xf0f0f0f0f0f0f0f0)) return false;
    /* A piece code is the type plus one, plus 8 for Black. */
    pf_bitboard one = bit_plane(words, 0), two = bit_plane(words, 1), four = bit_plane(words, 2);
    pf_bitboard black = bit_plane(words, 3);
    pf_bitboard pieces = one | two | four;
    if ((one & two & four) | (black & ~pieces)) return false;
    board->by_type[PF_PAWN] = one & ~two & ~four;
    board->by_type[PF_KNIGHT] = two & ~one & ~four;
    board->by_type[PF_BISHOP] = one & two;
    board->by_type[PF_ROOK] = four & ~one & ~two;
    board->by_type[PF_QUEEN] = four & one;
    board->by_type[PF_KING] = four & two;
    board->by_colour[PF_WHITE] = pieces & ~black;
    board->by_colour[PF_BLACK] = black;
    return true;
}

_Static_assert(PF_PAWN == 0 && PF_KNIGHT == 1 && PF_BISHOP == 2 && PF_ROOK == 3 && PF_QUEEN == 4 && PF_KING == 5,
               "the bit planes are those of the piece codes");

static bool has_more_than_two(pf_bitboard set)
{
    set &= set - 1;
    return (set & (set - 1)) != 0;
}

/* Whether a side has one king and no more pieces of any kind than at the start, which is cheaper than counting. */
static bool has_usual_material(const pf_position *board, pf_colour colour)
{
    pf_bitboard king = pf_position_pieces(board, colour, PF_KING);
    pf_bitboard queens = pf_position_pieces(board, colour, PF_QUEEN);
    return king != 0 && (king & (king - 1)) == 0 && (queens & (queens - 1)) == 0 &&
           !has_more_than_two(pf_position_pieces(board, colour, PF_KNIGHT)) &&
           !has_more_than_two(pf_position_pieces(board, colour, PF_BISHOP)) &&
           !has_more_than_two(pf_position_pieces(board, colour, PF_ROOK)) &&
           pf_popcount(pf_position_pieces(board, colour, PF_PAWN)) <= 8;
}

/* The pieces of a colour that attack a square. */
static pf_bitboard attackers_of(const pf_position *board, pf_square square, pf_colour colour)
{
    return pf_attackers_among(board, square, colour, board->by_colour[colour], pf_position_occupied(board));
}

/* Whether the claimed rights are those of kings on the e-file and rooks in the corners, which are right in standard
 * chess and in Chess960. */
static bool has_usual_castling(const pf_position *board, pf_bitboard claimed)
{
    const pf_bitboard e1 = UINT64_C(1) << 4, e8 = UINT64_C(1) << 60;
    pf_bitboard white = claimed & PF_RANK_1, black = claimed & PF_RANK_8;
    if (claimed & ~((PF_FILE_A | PF_FILE_H) & (PF_RANK_1 | PF_RANK_8))) return false;
    return !(white & ~pf_position_pieces(board, PF_WHITE, PF_ROOK)) &&
           !(black & ~pf_position_pieces(board, PF_BLACK, PF_ROOK)) &&
           (white == 0 || (pf_position_pieces(board, PF_WHITE, PF_KING) & e1)) &&
           (black == 0 || (pf_position_pieces(board, PF_BLACK, PF_KING) & e8));
}

bool pf_setup_is_fine(pf_position *board, const pf_setup *setup)
{
    if (setup->turn > PF_BLACK || setup->ep_square > PF_NO_SQUARE) return false;
    if (pf_setup_has_variant_fields(setup)) return false;
    pf_memset(board, 0, sizeof *board);
    if (!place_pieces_quickly(board, setup)) return false;
    const pf_colour us = setup->turn;
    board->turn = setup->turn;
    board->castling = setup->castling;
    board->ep_square = setup->ep_square;
    if (board->by_type[PF_PAWN] & (PF_RANK_1 | PF_RANK_8)) return false;
    if (!has_usual_material(board, PF_WHITE) || !has_usual_material(board, PF_BLACK)) return false;
    if (board->castling && !has_usual_castling(board, board->castling)) return false;
    if (attackers_of(board, pf_king_square(board, us ^ 1), us)) return false;
    pf_bitboard checkers = attackers_of(board, pf_king_square(board, us), us ^ 1);
    if (board->ep_square == PF_NO_SQUARE) return (checkers & (checkers - 1)) == 0;
    return checkers == 0 && pf_ep_is_possible(board, board->ep_square);
}

/* ---- Boards without a setup ---- */

static bool has_possible_material(const pf_position *board, pf_colour colour)
{
    if (has_usual_material(board, colour)) return true;
    return pf_popcount(pf_position_pieces(board, colour, PF_KING)) == 1 && pf_material_is_possible(board, colour);
}

bool pf_board_is_playable(const pf_position *board)
{
    if (!pf_invariant_holds(board)) return false;
    if (!has_possible_material(board, PF_WHITE) || !has_possible_material(board, PF_BLACK)) return false;
    if (attackers_of(board, pf_king_square(board, board->turn ^ 1), board->turn)) return false;
    return board->ep_square == PF_NO_SQUARE || pf_ep_is_possible(board, board->ep_square);
}

const char *pf_problem_name(pf_problems problems)
{
    static const char *const names[] = {
        "no white king",
        "no black king",
        "more than one white king",
        "more than one black king",
        "pawn on the first or last rank",
        "the side not to move is in check",
        "impossible white material",
        "impossible black material",
        "unknown piece code, side, square or variant",
        "castling right without its king and rook",
        "castling right that exists only in Chess960",
        "impossible en passant square",
        "more than two checkers",
        "check that no move could have given",
        "too many pieces on the board and in the pockets",
        "more than three checks given",
        "a white king, which Horde does not have",
        "pawns, which Racing Kings does not have",
        "a king in check, which Racing Kings does not allow",
        "promoted mark without a promoted piece",
    };
    problems &= PF_PROBLEM_ALL;
    return problems ? names[pf_lowest(problems)] : "";
}

size_t pf_problems_to_text(char *buffer, size_t size, pf_problems problems)
{
    pf_text text = pf_text_begin(buffer, size);
    for (problems &= PF_PROBLEM_ALL; problems; problems &= problems - 1) {
        if (text.length) pf_text_string(&text, "; ");
        pf_text_string(&text, pf_problem_name(problems));
    }
    return pf_text_end(&text);
}
