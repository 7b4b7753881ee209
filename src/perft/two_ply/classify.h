/* Counts the moves of one position by class. The result is the same as that of the plain walk of run/run_stats.c, which
 * examines move by move. Only moves that give check are played here, to see whether they mate. */
#ifndef PLYFORGE_CLASSIFY_H
#define PLYFORGE_CLASSIFY_H

#include "moves/generate.h"
#include "moves/make.h"
#include "perft/classes.h"

/* The squares from which our pieces would give check, by type of attack, and our pieces that may discover a check. */
typedef struct pf_check_squares {
    pf_bitboard pawn, knight, diagonal, straight;
    pf_bitboard pawns, knights, diagonals, straights; /* our pieces */
    pf_bitboard uncovers;
} pf_check_squares;

PF_TEMPLATE pf_check_squares pf_find_check_squares(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard occupied = pf_position_occupied(position), ours = position->by_colour[us];
    pf_check_squares squares = {
        .pawn = pf_pawn_attacks[us ^ 1][king],
        .knight = pf_knight_attacks[king],
        .diagonal = pf_bishop_attacks(king, occupied, sliders),
        .straight = pf_rook_attacks(king, occupied, sliders),
        .pawns = pf_position_pieces(position, us, PF_PAWN),
        .knights = pf_position_pieces(position, us, PF_KNIGHT),
        .diagonals = pf_bishops_and_queens(position, us),
        .straights = pf_rooks_and_queens(position, us),
    };
    /* With our pieces next to the king's lines removed, the sliders behind them come into view. */
    pf_bitboard near_diagonal = squares.diagonal & ours, near_straight = squares.straight & ours;
    if (pf_bishop_attacks(king, occupied & ~near_diagonal, sliders) & squares.diagonals)
        squares.uncovers |= near_diagonal;
    if (pf_rook_attacks(king, occupied & ~near_straight, sliders) & squares.straights)
        squares.uncovers |= near_straight;
    return squares;
}

/* Whether an ordinary move gives check; for other moves, whether it may. */
PF_TEMPLATE bool pf_may_check(const pf_check_squares *squares, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    uint64_t direct = (squares->pawns >> from & squares->pawn >> to) |
                      (squares->knights >> from & squares->knight >> to) |
                      (squares->diagonals >> from & squares->diagonal >> to) |
                      (squares->straights >> from & squares->straight >> to);
    return ((direct | squares->uncovers >> from) & 1) | (pf_move_kind_of(move) != PF_MOVE_NORMAL);
}

/* Counts a move that may give check, by its kind and by the check that it gives. */
PF_TEMPLATE void pf_classify_move(uint32_t classes[PF_CLASSES], const pf_position *position, pf_move move, pf_colour us,
                                  pf_sliders sliders)
{
    pf_move_kind kind = pf_move_kind_of(move);
    classes[PF_CLASS_EN_PASSANT] += kind == PF_MOVE_EN_PASSANT;
    classes[PF_CLASS_CAPTURES] += kind == PF_MOVE_EN_PASSANT;
    classes[PF_CLASS_CASTLES] += kind == PF_MOVE_CASTLING;
    classes[PF_CLASS_PROMOTIONS] += kind == PF_MOVE_PROMOTION;
    pf_new_checkers checkers = pf_find_new_checkers(position, move, us, sliders);
    if (!(checkers.direct | checkers.discovered)) return;
    pf_position child;
    pf_make_child(&child, position, move, us, sliders);
    classes[pf_class_of_check(checkers, !pf_generate_body(&child, NULL, us ^ 1, PF_SINK_ANY, sliders))]++;
}

/* Counts the moves of a position in which us is to move. */
PF_TEMPLATE void pf_classify_body(uint32_t classes[PF_CLASSES], const pf_position *position, pf_colour us,
                                  pf_sliders sliders)
{
    pf_move moves[PF_CHESS_MOVES];
    uint32_t size = pf_generate_body(position, moves, us, PF_SINK_LIST, sliders);
    pf_check_squares squares = pf_find_check_squares(position, us, sliders);
    pf_bitboard theirs = position->by_colour[us ^ 1];
    uint32_t captures = 0;
    pf_memset(classes, 0, PF_CLASSES * sizeof *classes);
    for (uint32_t i = 0; i < size; i++) {
        captures += (uint32_t)(theirs >> pf_move_to(moves[i]) & 1);
        if (PF_UNLIKELY(pf_may_check(&squares, moves[i]))) pf_classify_move(classes, position, moves[i], us, sliders);
    }
    classes[PF_CLASS_NODES] = size;
    classes[PF_CLASS_CAPTURES] += captures;
}

#endif
