/* Why a move is not legal: each reason with its sentence, and proofs that hold on random positions. That a move is
 * "legal" exactly when it is, for every code, is shown in tests/differential/questions.c as well. */
#include "support.h"

static pf_move normal(pf_square from, pf_square to)
{
    return pf_move_of(from, to, PF_MOVE_NORMAL);
}

static pf_move castling(pf_square king, pf_square rook)
{
    return pf_move_of(king, rook, PF_MOVE_CASTLING);
}

static pf_move en_passant(pf_square from, pf_square to)
{
    return pf_move_of(from, to, PF_MOVE_EN_PASSANT);
}

static void sentences(void **state)
{
    (void)state;
    static const char castle[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char jumped[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    const struct {
        const char *fen;
        pf_move move;
        pf_why_reason reason;
        const char *text;
    } cases[] = {
        {START_FEN, normal(PF_E2, PF_E4), PF_WHY_LEGAL, "the move is legal"},
        {START_FEN, PF_NO_MOVE, PF_WHY_NO_MOVE, "this is not a move at all"},
        {START_FEN, 0x331c, PF_WHY_MALFORMED, "the code 0x331c is not a move"},
        {START_FEN, normal(PF_E4, PF_E5), PF_WHY_NO_PIECE, "there is no piece on e4"},
        {START_FEN, normal(PF_B8, PF_C6), PF_WHY_NOT_YOUR_TURN, "the knight on b8 is Black's, but it is White's turn"},
        {START_FEN, normal(PF_B1, PF_B1), PF_WHY_SAME_SQUARE, "the knight on b1 must leave its square"},

        {START_FEN, normal(PF_B1, PF_B3), PF_WHY_PIECE_MOVEMENT, "a knight does not move from b1 to b3"},
        {START_FEN, normal(PF_E2, PF_D4), PF_WHY_PIECE_MOVEMENT, "a pawn does not move from e2 to d4"},
        {castle, normal(PF_E1, PF_G1), PF_WHY_PIECE_MOVEMENT, "a king does not move from e1 to g1"},
        {START_FEN, normal(PF_F1, PF_A6), PF_WHY_PATH_BLOCKED, "the bishop on f1 is blocked by the pawn on e2"},
        {KIWIPETE, normal(PF_F3, PF_F7), PF_WHY_PATH_BLOCKED, "the queen on f3 is blocked by the knight on f6"},
        {KIWIPETE, normal(PF_F2, PF_F4), PF_WHY_PATH_BLOCKED, "the pawn on f2 is blocked by the queen on f3"},
        {KIWIPETE, normal(PF_H2, PF_H3), PF_WHY_PATH_BLOCKED, "the pawn on h2 is blocked by the pawn on h3"},
        {KIWIPETE, normal(PF_B2, PF_B4), PF_WHY_PATH_BLOCKED, "the pawn on b2 is blocked by the pawn on b4"},
        {START_FEN, normal(PF_A1, PF_A2), PF_WHY_OWN_PIECE,
         "the rook on a1 cannot go to a2, where White's own pawn stands"},
        {KIWIPETE, normal(PF_F2, PF_F3), PF_WHY_OWN_PIECE,
         "the pawn on f2 cannot go to f3, where White's own queen stands"},
        {castle, normal(PF_E1, PF_H1), PF_WHY_PIECE_MOVEMENT, "a king does not move from e1 to h1"},
        {KIWIPETE, normal(PF_D5, PF_D7), PF_WHY_PAWN_HAS_MOVED,
         "a pawn moves two squares only from its starting rank (the second rank for White), not from d5"},
        {START_FEN, normal(PF_E2, PF_D3), PF_WHY_NOTHING_TO_CAPTURE,
         "the pawn on e2 moves diagonally only to take, and d3 is empty"},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1", normal(PF_E7, PF_E8), PF_WHY_PROMOTION_MISSING,
         "the pawn on e7 must promote when it reaches e8"},
        {START_FEN, pf_move_of_promotion(PF_E2, PF_E4, PF_QUEEN), PF_WHY_PROMOTION_NOT_ALLOWED,
         "the pawn on e2 does not promote on e4"},
        {START_FEN, pf_move_of_promotion(PF_B1, PF_C3, PF_QUEEN), PF_WHY_PROMOTION_NOT_ALLOWED,
         "a knight does not promote"},
        {jumped, normal(PF_E5, PF_D6), PF_WHY_EN_PASSANT_UNMARKED,
         "the pawn on e5 can only take en passant on d6, but the move is not coded as en passant"},
        {jumped, en_passant(PF_E5, PF_F6), PF_WHY_NO_EN_PASSANT, "no pawn has just jumped over f6"},
        {jumped, en_passant(PF_E1, PF_D6), PF_WHY_NO_EN_PASSANT, "a king does not take en passant"},
        {jumped, en_passant(PF_E5, PF_D6), PF_WHY_LEGAL, "the move is legal"},
        {"4k3/8/8/3pP1P1/8/8/8/4K3 w - d6 0 1", en_passant(PF_G5, PF_D6), PF_WHY_PIECE_MOVEMENT,
         "a pawn does not move from g5 to d6"},

        {castle, castling(PF_A1, PF_E1), PF_WHY_CASTLING_PIECES, "only the king castles, not the rook on a1"},
        {castle, castling(PF_E1, PF_G1), PF_WHY_CASTLING_PIECES, "there is no rook of White on g1 to castle with"},
        {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", castling(PF_E1, PF_H1), PF_WHY_CASTLING_RIGHT,
         "White has no right to castle with the rook on h1"},
        {START_FEN, castling(PF_E1, PF_H1), PF_WHY_CASTLING_BLOCKED,
         "White cannot castle, because the bishop on f1 is in the way"},
        {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", castling(PF_E1, PF_A1), PF_WHY_CASTLING_BLOCKED,
         "White cannot castle, because the knight on b1 is in the way"},
        {"k3r3/8/8/8/8/8/8/4K2R w K - 0 1", castling(PF_E1, PF_H1), PF_WHY_CASTLING_IN_CHECK,
         "White cannot castle out of check from the rook on e8"},
        {"k4r2/8/8/8/8/8/8/4K2R w K - 0 1", castling(PF_E1, PF_H1), PF_WHY_CASTLING_ATTACKED,
         "White cannot castle, because the rook on f8 attacks f1"},
        {"r3k3/8/8/8/8/8/2R5/4K3 b q - 0 1", castling(PF_E8, PF_A8), PF_WHY_CASTLING_ATTACKED,
         "Black cannot castle, because the rook on c2 attacks c8"},
        {"4k3/8/8/8/8/8/8/qRK5 w B - 0 1", castling(PF_C1, PF_B1), PF_WHY_CASTLING_ATTACKED,
         "White cannot castle, because the queen on a1 attacks c1"},
        {"4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", castling(PF_D1, PF_B1), PF_WHY_CASTLING_ATTACKED,
         "White cannot castle, because the queen on a1 attacks c1"},

        {"4k3/8/8/8/2B5/8/8/4K3 b - - 0 1", normal(PF_E8, PF_F7), PF_WHY_KING_ATTACKED,
         "on f7 the king would be attacked by the bishop on c4"},
        {"r3k3/8/8/8/8/8/8/4R1K1 b q - 0 1", normal(PF_E8, PF_E7), PF_WHY_KING_ATTACKED,
         "on e7 the king would be attacked by the rook on e1"},
        {"4k3/8/3N4/8/8/7r/4R3/K7 b - - 0 1", normal(PF_H3, PF_E3), PF_WHY_DOUBLE_CHECK,
         "only the king can answer the double check from the rook on e2 and the knight on d6"},
        {"4k3/8/8/8/8/7r/4R3/K7 b - - 0 1", normal(PF_H3, PF_H8), PF_WHY_CHECK_UNANSWERED,
         "the king on e8 would still be in check from the rook on e2"},
        {"4k3/8/8/8/8/7r/4R3/K7 b - - 0 1", normal(PF_H3, PF_E3), PF_WHY_LEGAL, "the move is legal"},
        {"4k3/8/2n5/1B6/8/8/8/4K3 b - - 0 1", normal(PF_C6, PF_D4), PF_WHY_PINNED,
         "the knight on c6 is pinned to the king on e8 by the bishop on b5"},
        {"4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", normal(PF_E2, PF_D3), PF_WHY_PINNED,
         "the bishop on e2 is pinned to the king on e1 by the rook on e4"},
        /* En passant: the pawn that takes is pinned, both pawns leave, the taken pawn was a shield. */
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", en_passant(PF_E5, PF_D6), PF_WHY_PINNED,
         "the pawn on e5 is pinned to the king on e1 by the rook on e8"},
        {"8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1", en_passant(PF_F4, PF_E3), PF_WHY_EN_PASSANT_RANK_PIN,
         "both pawns would leave the rank between the king on a4 and the rook on h4"},
        {"8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", en_passant(PF_C4, PF_D3), PF_WHY_EN_PASSANT_CAPTURED_SHIELD,
         "the pawn on d4 shields the king on b6 from the bishop on f2 and must not be taken"},
        {"4k3/8/8/K3pP1r/8/8/8/8 w - e6 0 1", en_passant(PF_F5, PF_E6), PF_WHY_EN_PASSANT_RANK_PIN,
         "both pawns would leave the rank between the king on a5 and the rook on h5"},
        {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", en_passant(PF_C5, PF_D6), PF_WHY_EN_PASSANT_CAPTURED_SHIELD,
         "the pawn on d5 shields the king on b3 from the bishop on f7 and must not be taken"},
        {"4r2k/8/8/3pP3/8/8/8/K6r w - d6 0 1", en_passant(PF_E5, PF_D6), PF_WHY_CHECK_UNANSWERED,
         "the king on a1 would still be in check from the rook on h1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
        pf_why why;
        char text[PF_WHY_TEXT_SIZE];
        pf_why_reason reason = pf_move_why_illegal(&position, cases[i].move, &why);
        size_t length = pf_why_to_text(text, sizeof text, &why);
        if (reason != cases[i].reason || strcmp(text, cases[i].text) != 0)
            fail_msg("case %zu: %s: %s: %s", i, cases[i].fen, pf_why_name(reason), text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(pf_move_is_legal(&position, cases[i].move), reason == PF_WHY_LEGAL);

        /* Checked play says the same. */
        pf_error error = {0};
        pf_status status = pf_position_play(&position, cases[i].move, &error);
        assert_int_equal(status, reason == PF_WHY_LEGAL ? PF_OK : PF_ERROR_MOVE_ILLEGAL);
        if (status != PF_OK) assert_string_equal(error.message, text);
    }
}

static void text_is_cut(void **state)
{
    (void)state;
    pf_position position = position_of(START_FEN);
    pf_why why;
    char text[8] = "unused!";
    pf_move_why_illegal(&position, normal(PF_E4, PF_E5), &why);
    assert_int_equal(pf_why_to_text(NULL, 0, &why), strlen("there is no piece on e4"));
    assert_int_equal(pf_why_to_text(text, 6, &why), strlen("there is no piece on e4"));
    assert_string_equal(text, "there");

    /* Bytes that no one filled are no sentence, and no harm. */
    char whole[PF_WHY_TEXT_SIZE];
    memset(&why, 0xff, sizeof why);
    assert_int_equal(pf_why_to_text(whole, sizeof whole, &why), 0);
    for (unsigned reason = 0; reason <= UINT8_MAX; reason++) {
        why.reason = (uint8_t)reason;
        pf_why_to_text(whole, sizeof whole, &why);
    }
    assert_string_equal(pf_why_name((pf_why_reason)255), "");
    assert_string_equal(pf_why_name(PF_WHY_PINNED), "pinned");
}

static bool on_line(pf_square a, pf_square b, pf_square between)
{
    return pf_between(a, b) & pf_bit(between);
}

/* Whether the squares that were named prove the reason. */
static bool proves(const pf_position *position, const pf_why *why)
{
    pf_square from = pf_move_from(why->move), to = pf_move_to(why->move);
    pf_square king = pf_position_king(position, position->turn);
    pf_bitboard occupied = pf_position_occupied(position), ours = position->by_colour[position->turn];
    pf_bitboard checkers = pf_position_checkers(position);
    pf_bitboard attacker = why->attacker.square < 64 ? pf_bit(why->attacker.square) : 0;
    pf_bitboard square = why->square.square < 64 ? pf_bit(why->square.square) : 0;
    pf_bitboard lifted = occupied & ~pf_bit(king);
    switch ((pf_why_reason)why->reason) {
    case PF_WHY_PATH_BLOCKED:
        return (square & occupied) && (on_line(from, to, why->square.square) || square == pf_bit(to));
    case PF_WHY_OWN_PIECE: return square == pf_bit(to) && (square & ours);
    case PF_WHY_CASTLING_BLOCKED: return square & occupied;
    case PF_WHY_CASTLING_IN_CHECK: return attacker & checkers;
    case PF_WHY_CASTLING_ATTACKED:
        return pf_position_attackers_to(position, why->square.square, lifted & ~pf_bit(to)) & attacker & ~ours;
    case PF_WHY_KING_ATTACKED: return pf_position_attackers_to(position, to, lifted) & attacker & ~ours;
    case PF_WHY_DOUBLE_CHECK:
        return attacker && why->second.square < 64 && why->second.square != why->attacker.square &&
               (attacker & checkers) && (pf_bit(why->second.square) & checkers);
    case PF_WHY_CHECK_UNANSWERED: return attacker == checkers;
    case PF_WHY_PINNED:
        return (attacker & pf_position_pinners(position, position->turn)) &&
               (pf_bit(from) & pf_position_pinned(position, position->turn)) &&
               on_line(king, why->attacker.square, from) && !(pf_line(king, from) & pf_bit(to));
    case PF_WHY_EN_PASSANT_RANK_PIN:
        return on_line(king, why->attacker.square, from) && on_line(king, why->attacker.square, why->square.square);
    case PF_WHY_EN_PASSANT_CAPTURED_SHIELD: return on_line(king, why->attacker.square, why->square.square);
    default: return why->attacker.square == PF_NO_SQUARE && why->second.square == PF_NO_SQUARE;
    }
}

static bool is_true_of(const pf_position *position, pf_square_piece witness)
{
    return witness.square == PF_NO_SQUARE ? witness.piece == PF_NO_PIECE
                                          : witness.piece == pf_position_piece_at(position, witness.square);
}

static void proofs(void **state)
{
    (void)state;
    test_random random = {23};
    for (int i = 0; i < 60; i++) {
        pf_position position = i % 3 ? random_board_position(&random) : random_game_position(&random);
        for (unsigned code = 0; code <= UINT16_MAX; code++) {
            pf_why why;
            pf_why_reason reason = pf_move_why_illegal(&position, (pf_move)code, &why);
            bool holds = proves(&position, &why) && is_true_of(&position, why.mover) &&
                         is_true_of(&position, why.king) && is_true_of(&position, why.square) &&
                         is_true_of(&position, why.attacker) && is_true_of(&position, why.second) &&
                         why.turn == position.turn && why.move == code &&
                         (reason == PF_WHY_LEGAL) == pf_move_is_legal(&position, (pf_move)code);
            if (holds) continue;
            char fen[PF_FEN_SIZE], text[PF_WHY_TEXT_SIZE];
            pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
            pf_why_to_text(text, sizeof text, &why);
            fail_msg("%s, code 0x%04x: %s: %s", fen, code, pf_why_name(reason), text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(text_is_cut),
        cmocka_unit_test(proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
