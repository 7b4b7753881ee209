/* From the parts of a SAN move to the move, without generating others: the candidates are found by looking back from
 * the target, and only they are tested for legality. */
#ifndef PLYFORGE_NOTATION_SAN_H
#define PLYFORGE_NOTATION_SAN_H

#include <plyforge/moves.h>
#include <plyforge/questions.h>
#include <plyforge/san.h>

#include "board/en_passant.h"

typedef enum pf_san_shape {
    PF_SAN_NORMAL,      /* a named piece goes to a square */
    PF_SAN_COORDINATES, /* two squares and no piece letter: any piece, or castling in either UCI form */
    PF_SAN_SHORT_CASTLING,
    PF_SAN_LONG_CASTLING,
    PF_SAN_NULL_MOVE,
    PF_SAN_DROP /* Crazyhouse */
} pf_san_shape;

/* The information in the text of a move, independent of any position. */
typedef struct pf_san_token {
    pf_bitboard from; /* the origins that the text allows; for a pawn without a file, the file of its target */
    uint8_t shape;    /* pf_san_shape */
    uint8_t type;     /* the type of the piece that moves */
    uint8_t to;
    uint8_t promotion; /* PF_NO_PIECE_TYPE if none is named */
    bool capture;      /* the text has an x */
} pf_san_token;

/* Whether our king is safe after this move, which may be a capture, a king move or an evasion, but not castling or en
 * passant. */
PF_TEMPLATE bool pf_san_is_safe(const pf_position *position, pf_piece_type type, pf_square from, pf_square to,
                                pf_colour us, pf_sliders sliders)
{
    pf_square king = type == PF_KING ? to : pf_king_square(position, us);
    return !pf_attackers_after(position, king, from, to, pf_bit(to), us, sliders);
}

/* Our pieces of one type, not pawns, that attack a square. All four attack sets are computed and masked by type: a
 * branch on the piece type would be mispredicted more often than not, and costs more. */
PF_TEMPLATE pf_bitboard pf_san_attackers(const pf_position *position, pf_piece_type type, pf_square to, pf_colour us,
                                         pf_sliders sliders)
{
    static const struct {
        pf_bitboard knight, bishop, rook, king;
    } uses[6] = {{0, 0, 0, 0},
                 {~UINT64_C(0), 0, 0, 0},
                 {0, ~UINT64_C(0), 0, 0},
                 {0, 0, ~UINT64_C(0), 0},
                 {0, ~UINT64_C(0), ~UINT64_C(0), 0},
                 {0, 0, 0, ~UINT64_C(0)}};
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard reach = (pf_knight_attacks[to] & uses[type].knight) | (pf_king_attacks[to] & uses[type].king) |
                        (pf_bishop_attacks(to, occupied, sliders) & uses[type].bishop) |
                        (pf_rook_attacks(to, occupied, sliders) & uses[type].rook);
    return reach & position->by_type[type] & position->by_colour[us];
}

/* Our pawns that can move to a square, by a push or, if there is something to capture, by a capture. */
PF_TEMPLATE pf_bitboard pf_san_pawns(const pf_position *position, pf_square to, pf_colour us)
{
    pf_bitboard pawns = position->by_type[PF_PAWN] & position->by_colour[us];
    pf_bitboard target = pf_bit(to);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard from = 0;

    if (!(occupied & target)) {
        pf_bitboard one = us == PF_WHITE ? target >> 8 : target << 8;
        from = one & pawns;
        if ((target & pf_relative_rank(3, us)) && !(occupied & one))
            from = (us == PF_WHITE ? target >> 16 : target << 16) & pawns;
    }
    if ((position->by_colour[us ^ 1] & target) || to == position->ep_square)
        from |= pf_pawn_attacks[us ^ 1][to] & pawns;
    return from;
}

/* Whether this pawn move is an en passant capture. */
PF_TEMPLATE bool pf_san_is_en_passant(const pf_position *position, pf_square from, pf_square to)
{
    return to == position->ep_square && ((from ^ to) & 7) != 0;
}

/* The legal origins among from, for a piece other than a pawn and a target that is not our own piece. */
PF_TEMPLATE pf_bitboard pf_san_keep_safe(const pf_position *position, pf_bitboard from, pf_piece_type type,
                                         pf_square to, pf_colour us, pf_sliders sliders)
{
    pf_bitboard safe = 0;
    while (from) {
        pf_square square = pf_pop_lowest(&from);
        if (pf_san_is_safe(position, type, square, to, us, sliders)) safe |= pf_bit(square);
    }
    return safe;
}

PF_TEMPLATE pf_bitboard pf_san_keep_safe_pawns(const pf_position *position, pf_bitboard from, pf_square to,
                                               pf_colour us, pf_sliders sliders)
{
    pf_bitboard safe = 0;
    while (from) {
        pf_square square = pf_pop_lowest(&from);
        bool legal = PF_UNLIKELY(pf_san_is_en_passant(position, square, to))
                         ? pf_ep_capture_is_legal(position, square, sliders)
                         : pf_san_is_safe(position, PF_PAWN, square, to, us, sliders);
        if (legal) safe |= pf_bit(square);
    }
    return safe;
}

/* ---- Standard chess and the variants ---- */

/* The last parameter, a constant: an instance for standard chess contains no code for the variants. */
typedef enum pf_san_rules { PF_SAN_CHESS, PF_SAN_VARIANT } pf_san_rules;

/* The code of a move of this piece; promotion is the piece that a pawn becomes on the last rank. */
PF_TEMPLATE pf_move pf_san_coded(const pf_position *position, pf_piece_type type, pf_square from, pf_square to,
                                 pf_piece_type promotion)
{
    if (type == PF_PAWN) {
        if (pf_bit(to) & (PF_RANK_1 | PF_RANK_8))
            return promotion == PF_KING ? pf_move_of_king_promotion(from, to)
                                        : pf_move_of_promotion(from, to, promotion);
        if (pf_san_is_en_passant(position, from, to)) return pf_move_of(from, to, PF_MOVE_EN_PASSANT);
    }
    return pf_move_of(from, to, PF_MOVE_NORMAL);
}

/* All pieces of this type that reach the square, pins and checks ignored. */
PF_TEMPLATE pf_bitboard pf_san_candidates(const pf_position *position, pf_piece_type type, pf_square to,
                                          pf_san_rules rules)
{
    pf_colour us = position->turn;
    if (type != PF_PAWN) return pf_san_attackers(position, type, to, us, PF_SLIDERS_MAGIC);
    pf_bitboard from = pf_san_pawns(position, to, us);
    /* Horde: two squares from the first rank. If the square between is not empty, the move is not legal. */
    if (rules == PF_SAN_VARIANT && pf_position_variant(position) == PF_VARIANT_HORDE && us == PF_WHITE &&
        pf_square_rank(to) == 2)
        from |= pf_bit(to - 16) & pf_position_pieces(position, PF_WHITE, PF_PAWN);
    return from;
}

/* The legal origins among the candidates. */
PF_TEMPLATE pf_bitboard pf_san_keep_legal(const pf_position *position, pf_bitboard from, pf_piece_type type,
                                          pf_square to, pf_san_rules rules)
{
    pf_colour us = position->turn;
    if (rules == PF_SAN_CHESS)
        return type == PF_PAWN ? pf_san_keep_safe_pawns(position, from, to, us, PF_SLIDERS_MAGIC)
                               : pf_san_keep_safe(position, from, type, to, us, PF_SLIDERS_MAGIC);
    pf_bitboard legal = 0;
    while (from) {
        pf_square square = pf_pop_lowest(&from);
        if (pf_move_is_legal(position, pf_san_coded(position, type, square, to, PF_QUEEN))) legal |= pf_bit(square);
    }
    return legal;
}

/* Reads any text that the lenient reader accepts. No position is needed. */
PF_PRIVATE pf_status pf_san_read_token(pf_san_token *out, const char *text, size_t length, pf_error *error);

/* The legal move that a token means, or the reason why there is none, with offsets into text. */
PF_PRIVATE pf_status pf_san_find_move(pf_move *out, const pf_position *position, const pf_san_token *token,
                                      const char *text, size_t length, pf_error *error);

#endif
