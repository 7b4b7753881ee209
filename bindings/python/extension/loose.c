/* Rules for boards that the library refuses: without kings, with several kings, or with pawns on the last rank. These
 * are the rules of standard chess as far as the board allows, implemented simply rather than fast. A side that does not
 * have exactly one king is never in check. */
#include "core.h"

#include <stdlib.h>

static pf_bitboard own(board_data *board)
{
    return board_pieces(board)->by_colour[board_pieces(board)->turn];
}

static bool is_attacked(board_data *board, pf_square square, pf_colour by, pf_bitboard occupied)
{
    const pf_position *p = board_pieces(board);
    return (pf_position_attackers_to(p, square, occupied) & p->by_colour[by]) != 0;
}

bool loose_in_check(board_data *board)
{
    const pf_position *p = board_pieces(board);
    pf_square king = board_king(board, p->turn);
    return king != PF_NO_SQUARE && is_attacked(board, king, p->turn ^ 1u, pf_position_occupied(p));
}

/* ---- Generation ---- */

static void add(loose_list *list, pf_square from, pf_square to, unsigned promotion, unsigned drop)
{
    if (list->size == LOOSE_CAPACITY) return;
    list->moves[list->size++] = (move_fields){(uint8_t)from, (uint8_t)to, (uint8_t)promotion, (uint8_t)drop};
}

static void add_pawn(loose_list *list, pf_square from, pf_square to)
{
    if (to >= PF_A2 && to <= PF_H7) {
        add(list, from, to, 0, 0);
        return;
    }
    for (unsigned promotion = 5; promotion >= 2; promotion--) add(list, from, to, promotion, 0);
}

static void add_pawn_moves(board_data *board, loose_list *list)
{
    const pf_position *p = board_pieces(board);
    pf_bitboard occupied = pf_position_occupied(p), enemies = p->by_colour[p->turn ^ 1u];
    /* A pawn on its own first rank, which only impossible boards and Horde have, may move two squares as well. */
    pf_bitboard start = p->turn == PF_WHITE ? UINT64_C(0xffff) : UINT64_C(0xffff) << 48;
    pf_bitboard pawns = pf_position_pieces(p, p->turn, PF_PAWN);
    pf_square ep = board->now.ep_square;
    pf_bitboard crossed = ep < 64 && ep >> 3 == (p->turn == PF_WHITE ? 5 : 2) ? pf_bit(ep) & ~occupied : 0;
    while (pawns) {
        pf_square from = pf_bitboard_pop(&pawns);
        pf_bitboard targets = pf_attacks(p->turn, PF_PAWN, from, 0) & (enemies | crossed);
        pf_bitboard push = pf_bitboard_forward(pf_bit(from), p->turn) & ~occupied;
        targets |= push;
        if (pf_bit(from) & start) targets |= pf_bitboard_forward(push, p->turn) & ~occupied;
        while (targets) add_pawn(list, from, pf_bitboard_pop(&targets));
    }
}

static void add_castling(board_data *board, loose_list *list)
{
    const pf_position *p = board_pieces(board);
    pf_bitboard rank = pf_bitboard_rank(p->turn == PF_WHITE ? 0 : 7);
    pf_bitboard rights = board_clean_castling(board) & rank & own(board);
    pf_bitboard kings = pf_position_pieces(p, p->turn, PF_KING) & rank & ~board->now.promoted;
    if (!rights || !kings || board->variant == PF_VARIANT_ANTICHESS) return;
    pf_square king = pf_bitboard_lowest(kings);
    while (rights) {
        pf_square rook = pf_bitboard_pop(&rights);
        pf_square king_to = (king & 56) | (rook < king ? 2 : 6), rook_to = (king & 56) | (rook < king ? 3 : 5);
        pf_bitboard king_path = pf_between(king, king_to) | pf_bit(king_to) | pf_bit(king);
        pf_bitboard path = king_path | pf_between(rook, rook_to) | pf_bit(rook_to);
        pf_bitboard others = pf_position_occupied(p) & ~pf_bit(king) & ~pf_bit(rook);
        bool allowed = !(path & others);
        if (board->now.validity == BOARD_SOUND) {
            /* Variants have separate rules here. */
            allowed = board_allows(board, pf_move_of(king, rook, PF_MOVE_CASTLING));
            king_path = 0;
        }
        for (pf_bitboard rest = king_path & ~pf_bit(king_to); allowed && rest;)
            allowed = !is_attacked(board, pf_bitboard_pop(&rest), p->turn ^ 1u, others | pf_bit(rook));
        if (allowed && king_path && is_attacked(board, king_to, p->turn ^ 1u, others | pf_bit(rook_to)))
            allowed = false;
        if (!allowed) continue;
        move_fields move = board_from_library(pf_move_of(king, rook, PF_MOVE_CASTLING), board->chess960);
        add(list, move.from, move.to, 0, 0);
    }
}

static void add_drops(board_data *board, loose_list *list)
{
    const pf_position *p = board_pieces(board);
    for (unsigned type = PF_PAWN; type <= PF_QUEEN; type++) {
        if (!board->now.position.pockets[p->turn][type]) continue;
        pf_bitboard targets = ~pf_position_occupied(p);
        if (type == PF_PAWN) targets &= ~(pf_bitboard_rank(0) | pf_bitboard_rank(7));
        while (targets) {
            pf_square to = pf_bitboard_pop(&targets);
            add(list, to, to, 0, type + 1);
        }
    }
}

void loose_pseudo_legal(board_data *board, loose_list *out)
{
    const pf_position *p = board_pieces(board);
    out->size = 0;
    pf_bitboard pieces = own(board) & ~p->by_type[PF_PAWN];
    while (pieces) {
        pf_square from = pf_bitboard_pop(&pieces);
        pf_bitboard targets = pf_attacks(p->turn, board_type_at(board, from), from, pf_position_occupied(p)) &
                              ~own(board);
        while (targets) add(out, from, pf_bitboard_pop(&targets), 0, 0);
    }
    add_castling(board, out);
    add_pawn_moves(board, out);
    if (board->variant == PF_VARIANT_CRAZYHOUSE) add_drops(board, out);
    if (board->variant != PF_VARIANT_ANTICHESS) return;
    for (uint32_t i = 0, size = out->size; i < size; i++)
        if (out->moves[i].promotion == 5) add(out, out->moves[i].from, out->moves[i].to, 6, 0);
}

/* ---- Single moves ---- */

/* The same move in the form that the generator produces, with castling in the notation of the board. */
static move_fields in_own_notation(board_data *board, move_fields move)
{
    pf_move library = board_to_library(board, move);
    if (library && pf_move_kind_of(library) == PF_MOVE_CASTLING) return board_from_library(library, board->chess960);
    return move;
}

bool loose_is_pseudo_legal(board_data *board, move_fields move)
{
    loose_list list;
    move = in_own_notation(board, move);
    loose_pseudo_legal(board, &list);
    for (uint32_t i = 0; i < list.size; i++)
        if (memcmp(&list.moves[i], &move, sizeof move) == 0) return true;
    return false;
}

static bool leaves_king_safe(board_data *board, move_fields move)
{
    board_frame before = board->now;
    pf_colour mover = before.position.turn;
    loose_play(board, move);
    board_pieces(board)->turn = (uint8_t)mover;
    bool safe = !loose_in_check(board);
    board->now = before;
    return safe;
}

bool loose_is_legal(board_data *board, move_fields move)
{
    return loose_is_pseudo_legal(board, move) && leaves_king_safe(board, move);
}

/* ---- Playing ---- */

static void lift(board_data *board, pf_square square)
{
    pf_position *p = board_pieces(board);
    for (int type = PF_PAWN; type <= PF_KING; type++) p->by_type[type] &= ~pf_bit(square);
    p->by_colour[0] &= ~pf_bit(square);
    p->by_colour[1] &= ~pf_bit(square);
    board->now.promoted &= ~pf_bit(square);
}

static void place(board_data *board, pf_square square, pf_colour colour, pf_piece_type type, bool promoted)
{
    lift(board, square);
    board_pieces(board)->by_type[type] |= pf_bit(square);
    board_pieces(board)->by_colour[colour] |= pf_bit(square);
    if (promoted) board->now.promoted |= pf_bit(square);
}

static void castle(board_data *board, pf_square king, pf_square rook)
{
    pf_colour turn = board_pieces(board)->turn;
    bool queenside = rook < king;
    lift(board, king);
    lift(board, rook);
    place(board, (king & 56) | (queenside ? 2 : 6), turn, PF_KING, false);
    place(board, (king & 56) | (queenside ? 3 : 5), turn, PF_ROOK, false);
    board->now.castling &= ~pf_bitboard_rank(king >> 3);
}

/* Tests the same as is_en_passant() on the Python side, which also accepts backward steps. */
static bool is_diagonal_step(move_fields move)
{
    int step = abs(move.to - move.from);
    return step == 7 || step == 9;
}

static void move_piece(board_data *board, move_fields move)
{
    pf_position *p = board_pieces(board);
    pf_colour turn = p->turn;
    pf_piece_type type = board_type_at(board, move.from);
    bool promoted = pf_bitboard_has(board->now.promoted, move.from);
    pf_square ep = board->now.ep_square;
    bool captures = pf_bitboard_has(p->by_colour[turn ^ 1u], move.to);
    bool occupied = pf_bitboard_has(pf_position_occupied(p), move.to);
    if (type == PF_PAWN || captures) p->halfmove_clock = 0;
    board->now.ep_square = PF_NO_SQUARE;
    board->now.castling &= ~pf_bit(move.from) & ~pf_bit(move.to);
    if (type == PF_KING && !promoted) board->now.castling &= ~pf_bitboard_rank(turn == PF_WHITE ? 0 : 7);
    if (type == PF_PAWN && move.to == ep && is_diagonal_step(move) && !occupied) {
        /* Any square may be set as the en passant square; beyond the edge of the board there is no square behind it. */
        pf_bitboard behind = pf_bitboard_forward(pf_bit(move.to), turn ^ 1u);
        if (behind) lift(board, pf_bitboard_lowest(behind));
    }
    if (type == PF_PAWN && (move.from + 16 == move.to || move.to + 16 == move.from))
        board->now.ep_square = (uint8_t)((move.from + move.to) / 2);
    if (move.promotion) promoted = true;
    lift(board, move.from);
    place(board, move.to, turn, move.promotion ? move.promotion - 1u : type, promoted);
}

void loose_play(board_data *board, move_fields move)
{
    pf_position *p = board_pieces(board);
    pf_move library = move_is_null(move) ? PF_NO_MOVE : board_to_library(board, move);
    board->now.castling = board_clean_castling(board);
    if (p->halfmove_clock < UINT16_MAX) p->halfmove_clock++;
    if (p->turn == PF_BLACK) p->fullmove_number++;
    if (move_is_null(move)) {
        board->now.ep_square = PF_NO_SQUARE;
    } else if (move.drop) {
        uint8_t *pocket = move.drop <= 5 ? &board->now.position.pockets[p->turn][move.drop - 1] : NULL;
        if (pocket && *pocket) --*pocket;
        board->now.ep_square = PF_NO_SQUARE;
        if (move.drop == 1) p->halfmove_clock = 0;
        place(board, move.to, p->turn, move.drop - 1u, false);
    } else if (library && pf_move_kind_of(library) == PF_MOVE_CASTLING) {
        board->now.ep_square = PF_NO_SQUARE;
        castle(board, pf_move_from(library), pf_move_to(library));
    } else {
        move_piece(board, move);
    }
    p->turn ^= 1u;
    board_touch(board);
}
