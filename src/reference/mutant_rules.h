/* The rules that mutants play by: which illegal moves they let pass, which legal ones they refuse, and which moves they
 * make up. Part of reference.c, in the middle of which it is included, in test builds only. */
#ifndef PLYFORGE_REFERENCE_MUTANT_RULES_H
#define PLYFORGE_REFERENCE_MUTANT_RULES_H

/* ---- Questions ---- */

static pf_square king_of(const reference_board *board, pf_colour colour)
{
    pf_square square = 0;
    while (square < 63 && board->squares[square] != pf_piece_of(colour, PF_KING)) square++;
    return square;
}

static unsigned attackers_of_king(const reference_board *board, pf_colour colour)
{
    unsigned count = 0;
    for (pf_square from = 0; from < 64; from++)
        if (has_piece(board, from, colour ^ 1u) && piece_attacks(board, from, king_of(board, colour))) count++;
    return count;
}

/* One of the pieces that give check; PF_NO_SQUARE if there is none. */
static pf_square checker_of(const reference_board *board, pf_colour us)
{
    for (pf_square from = 0; from < 64; from++)
        if (has_piece(board, from, us ^ 1u) && piece_attacks(board, from, king_of(board, us))) return from;
    return PF_NO_SQUARE;
}

/* Whether the side's king is attacked once the piece on the square is gone. */
static bool exposed_without(const reference_board *board, pf_colour us, pf_square square)
{
    reference_board without = *board;
    without.squares[square] = PF_NO_PIECE;
    return reference_in_check(&without, us);
}

static bool is_pinned(const reference_board *board, pf_colour us, pf_square square)
{
    return !reference_in_check(board, us) && exposed_without(board, us, square);
}

/* Whether the side's king is safe if the other side's pieces of the type do not count. */
static bool safe_without_type(const reference_board *board, pf_colour us, pf_piece_type type)
{
    reference_board without = *board;
    for (pf_square square = 0; square < 64; square++)
        if (without.squares[square] == pf_piece_of(us ^ 1u, type)) without.squares[square] = PF_NO_PIECE;
    return !reference_in_check(&without, us);
}

/* The same if the other side's pinned pieces do not count. */
static bool safe_without_pinned(const reference_board *board, pf_colour us)
{
    reference_board without = *board;
    for (pf_square square = 0; square < 64; square++)
        if (has_piece(board, square, us ^ 1u) && square != king_of(board, us ^ 1u) && is_pinned(board, us ^ 1u, square))
            without.squares[square] = PF_NO_PIECE;
    return !reference_in_check(&without, us);
}

/* Whether another piece stands with this one between the king and a slider, so that the two shield it together. */
static bool shields_with_another(const reference_board *board, pf_colour us, pf_square square)
{
    if (reference_in_check(board, us) || exposed_without(board, us, square)) return false;
    reference_board without = *board;
    without.squares[square] = PF_NO_PIECE;
    for (pf_square other = 0; other < 64; other++) {
        bool is_king = pf_piece_type_of(board->squares[other]) == PF_KING;
        if (board->squares[other] == PF_NO_PIECE || is_king || other == square) continue;
        if (!exposed_without(board, us, other) && exposed_without(&without, us, other)) return true;
    }
    return false;
}

static bool on_one_diagonal(pf_square a, pf_square b)
{
    return distance(file_of(a), file_of(b)) == distance(rank_of(a), rank_of(b));
}

static bool on_rim(pf_square square)
{
    return file_of(square) == 0 || file_of(square) == 7;
}

/* Whether a slider that goes there has come to the edge that it was heading for. */
static bool reaches_edge(pf_square from, pf_square to)
{
    int file = file_of(to) + sign(file_of(to) - file_of(from));
    int rank = rank_of(to) + sign(rank_of(to) - rank_of(from));
    return file < 0 || file > 7 || rank < 0 || rank > 7;
}

static bool within(pf_square square, pf_square a, pf_square b)
{
    return a < b ? a <= square && square <= b : b <= square && square <= a;
}

/* ---- What they let pass, refuse and make up ---- */

/* Whether a move passes that leaves its king attacked. */
static bool mutant_allows(const reference_board *board, const reference_board *after, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_colour us = board->turn, them = us ^ 1u;
    pf_move_kind kind = pf_move_kind_of(move);
    bool castling = kind == PF_MOVE_CASTLING;
    bool en_passant = kind == PF_MOVE_EN_PASSANT;
    bool king = pf_piece_type_of(board->squares[from]) == PF_KING && !castling;
    bool piece = !king && !castling && !en_passant;
    pf_square taken = pf_square_of(pf_square_file(to), pf_square_rank(from)); /* en passant */
    pf_square checker = checker_of(board, us);
    unsigned checkers = attackers_of_king(board, us);

    switch (reference_mutant) {
    case MUTANT_EP_RANK_PIN:
        return en_passant && checkers == 0 && rank_of(king_of(board, us)) == rank_of(from) &&
               !is_pinned(board, us, from) && !is_pinned(board, us, taken);
    case MUTANT_EP_PINNED_PAWN: return en_passant && is_pinned(board, us, from);
    case MUTANT_EP_CAPTURED_SHIELD: return en_passant && is_pinned(board, us, taken) && !is_pinned(board, us, from);
    case MUTANT_EP_UNANSWERED: return en_passant && checkers > 0;
    case MUTANT_CASTLING_INTO_CHECK:
    case MUTANT_C960_ROOK_SHIELDS: return castling;
    case MUTANT_CASTLING_OVERLOOKS_KING: return castling && safe_without_type(after, us, PF_KING);
    case MUTANT_KING_BACK_ALONG_RAY: return king && !reference_is_attacked(board, to, them);
    case MUTANT_KING_TAKES_GUARDED: return king && board->squares[to] != PF_NO_PIECE;
    case MUTANT_KINGS_TOUCH: return king && safe_without_type(after, us, PF_KING);
    case MUTANT_KING_OVERLOOKS_PAWNS: return king && safe_without_type(after, us, PF_PAWN);
    case MUTANT_KING_OVERLOOKS_KNIGHTS: return king && safe_without_type(after, us, PF_KNIGHT);
    case MUTANT_KING_OVERLOOKS_PINNED: return king && safe_without_pinned(after, us);
    case MUTANT_DOUBLE_CHECK: return piece && checkers >= 2 && attackers_of_king(after, us) < checkers;
    case MUTANT_CHECK_UNANSWERED: return piece && checkers == 1 && attackers_of_king(after, us) == 1;
    case MUTANT_KNIGHT_CHECK_UNANSWERED:
        return piece && checkers == 1 && pf_piece_type_of(board->squares[checker]) == PF_KNIGHT &&
               attackers_of_king(after, us) == 1;
    case MUTANT_PINS_IGNORED: return piece && checkers == 0;
    case MUTANT_DIAGONAL_PINS_IGNORED: return piece && checkers == 0 && on_one_diagonal(from, king_of(board, us));
    case MUTANT_STRAIGHT_PINS_IGNORED: return piece && checkers == 0 && !on_one_diagonal(from, king_of(board, us));
    case MUTANT_PINS_IGNORED_IN_CHECK:
        return piece && checkers == 1 && (to == checker || !piece_attacks(after, checker, king_of(board, us)));
    default: return false;
    }
}

/* Whether a legal castling is refused. */
static bool mutant_forbids_castling(const reference_board *board, pf_square king, pf_square rook)
{
    pf_square king_target = castling_king_target(king, rook), rook_target = castling_rook_target(king, rook);
    pf_colour us = board->turn, them = us ^ 1u;

    switch (reference_mutant) {
    case MUTANT_CASTLING_B_FILE_ATTACKED:
        return rook < king && reference_is_attacked(board, pf_square_of(1, pf_square_rank(king)), them);
    case MUTANT_CASTLING_ROOK_ATTACKED: return reference_is_attacked(board, rook, them);
    case MUTANT_NO_A_SIDE_CASTLING: return rook < king;
    case MUTANT_NO_CASTLING_FOR_BLACK: return us == PF_BLACK;
    case MUTANT_C960_KING_STAYS: return king == king_target;
    case MUTANT_C960_ROOK_BLOCKS_KING: return within(rook, king, king_target);
    case MUTANT_C960_KING_BLOCKS_ROOK: return within(king, rook, rook_target);
    case MUTANT_C960_SIDE_BY_SIDE: return king == rook_target && rook == king_target;
    case MUTANT_C960_KING_ON_E_FILE: return file_of(king) != 4;
    case MUTANT_C960_ROOK_IN_CORNER: return !on_rim(rook);
    case MUTANT_C960_STEP_HIDES_CASTLING:
        return distance(file_of(king), file_of(king_target)) == 1 && board->squares[king_target] == PF_NO_PIECE;
    case MUTANT_C960_ROOK_STAYS: return rook == rook_target;
    default: return false;
    }
}

/* Whether a legal move is refused. */
static bool mutant_forbids(const reference_board *board, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_colour us = board->turn;
    pf_move_kind kind = pf_move_kind_of(move);
    if (kind == PF_MOVE_CASTLING) return mutant_forbids_castling(board, from, to);
    pf_piece_type type = pf_piece_type_of(board->squares[from]);
    bool en_passant = kind == PF_MOVE_EN_PASSANT, promotion = kind == PF_MOVE_PROMOTION;
    bool king = type == PF_KING, pawn = type == PF_PAWN;
    bool takes = board->squares[to] != PF_NO_PIECE;
    bool double_push = pawn && distance(rank_of(from), rank_of(to)) == 2;
    bool diagonal = on_one_diagonal(from, to);
    bool checked = reference_in_check(board, us);

    switch (reference_mutant) {
    case MUTANT_NO_EP_EVASION: return en_passant && checked;
    case MUTANT_NO_EP_TO_THE_LEFT: return en_passant && file_of(to) < file_of(from);
    case MUTANT_NO_EP_ON_THE_RIM: return en_passant && on_rim(to);
    case MUTANT_NO_EP_FOR_BLACK: return en_passant && us == PF_BLACK;
    case MUTANT_ONLY_QUEENS: return promotion && pf_move_promotion(move) != PF_QUEEN;
    case MUTANT_NO_KNIGHT_PROMOTION: return promotion && pf_move_promotion(move) == PF_KNIGHT;
    case MUTANT_NO_CAPTURE_PROMOTION: return promotion && takes;
    case MUTANT_NO_PROMOTION_EVASION: return promotion && checked;
    case MUTANT_NO_DOUBLE_PUSH_EVASION: return double_push && checked;
    case MUTANT_NO_DOUBLE_PUSH_FOR_BLACK: return double_push && us == PF_BLACK;
    case MUTANT_NO_CAPTURE_FROM_RIM: return pawn && takes && on_rim(from) && !promotion;
    case MUTANT_NO_CAPTURE_ONTO_RIM: return pawn && takes && on_rim(to) && !promotion;
    case MUTANT_ROOK_STOPS_SHORT: return type == PF_ROOK && reaches_edge(from, to);
    case MUTANT_BISHOP_STOPS_SHORT: return type == PF_BISHOP && reaches_edge(from, to);
    case MUTANT_QUEEN_AS_ROOK: return type == PF_QUEEN && diagonal;
    case MUTANT_KING_NEVER_TAKES: return king && takes;
    case MUTANT_KING_FEARS_PUSH: {
        int rank = rank_of(to) + forward_of(us);
        return king && rank >= 0 && rank <= 7 &&
               board->squares[pf_square_of(pf_square_file(to), (unsigned)rank)] == pf_piece_of(us ^ 1u, PF_PAWN);
    }
    case MUTANT_NO_BLOCK: return !king && !en_passant && checked && !takes;
    case MUTANT_CHECKER_SAFE: return !king && checked && takes;
    case MUTANT_PINNED_NEVER_MOVES: return !king && is_pinned(board, us, from);
    case MUTANT_PINNED_NEVER_TAKES: return !king && takes && is_pinned(board, us, from);
    case MUTANT_PIN_THROUGH_TWO: return !king && shields_with_another(board, us, from);
    default: return false;
    }
}

static void add_if_legal(move_sink *sink, pf_move move);

/* Whether the mutant thinks that the piece goes there in an ordinary way. */
static bool mutant_moves_so(const reference_board *board, pf_square from, pf_square to)
{
    pf_colour us = board->turn;
    pf_piece_type type = pf_piece_type_of(board->squares[from]);
    bool pawn = type == PF_PAWN, own = has_piece(board, to, us), enemy = has_piece(board, to, us ^ 1u);
    bool empty = !own && !enemy;
    int files = distance(file_of(from), file_of(to)), ranks = distance(rank_of(from), rank_of(to));
    int ahead = (rank_of(to) - rank_of(from)) * forward_of(us);
    int step = ((int)to - (int)from) * forward_of(us);
    bool last_rank = rank_of(to) == 0 || rank_of(to) == 7;
    pf_square between = (from + to) / 2;

    switch (reference_mutant) {
    case MUTANT_DOUBLE_PUSH_JUMPS:
        return pawn && empty && files == 0 && ahead == 2 && rank_of(from) == (us == PF_WHITE ? 1 : 6) &&
               board->squares[between] != PF_NO_PIECE;
    case MUTANT_DOUBLE_PUSH_ANYWHERE:
        return pawn && empty && files == 0 && ahead == 2 && rank_of(from) != (us == PF_WHITE ? 1 : 6) && !last_rank &&
               board->squares[between] == PF_NO_PIECE;
    case MUTANT_DOUBLE_PUSH_ONTO_PIECE:
        return pawn && enemy && files == 0 && ahead == 2 && rank_of(from) == (us == PF_WHITE ? 1 : 6) &&
               board->squares[between] == PF_NO_PIECE;
    case MUTANT_PUSH_ONTO_PIECE: return pawn && enemy && files == 0 && ahead == 1 && !last_rank;
    case MUTANT_PAWN_TAKES_NOTHING: return pawn && empty && files == 1 && ahead == 1 && !last_rank;
    case MUTANT_PAWN_TAKES_OWN: return pawn && own && files == 1 && ahead == 1 && !last_rank;
    case MUTANT_PAWN_MOVES_BACK: return pawn && empty && files == 0 && ahead == -1 && !last_rank;
    case MUTANT_PAWN_WRAP: return pawn && enemy && files == 7 && (step == 7 || step == 9) && !last_rank;
    case MUTANT_PROMOTION_OPTIONAL: return pawn && empty && files == 0 && ahead == 1 && last_rank;
    case MUTANT_KNIGHT_WRAP: {
        static const int jumps[] = {6, 10, 15, 17};
        bool jump = false;
        for (unsigned i = 0; i < 4; i++) jump |= distance((int)from, (int)to) == jumps[i];
        return type == PF_KNIGHT && jump && files > 2 && !own;
    }
    case MUTANT_KING_WRAP:
        return type == PF_KING && !own && files == 7 && ranks <= 2 && distance((int)from, (int)to) <= 9;
    case MUTANT_KNIGHT_TAKES_OWN:
        return type == PF_KNIGHT && own && piece_attacks(board, from, to) &&
               pf_piece_type_of(board->squares[to]) != PF_KING;
    case MUTANT_BISHOP_JUMPS:
        return type == PF_BISHOP && !own && files == ranks && files > 0 && !path_is_clear(board, from, to);
    default: return false;
    }
}

/* Adds what a mutant makes up for the piece on the square. */
static void add_mutant_moves(move_sink *sink, const reference_board *board, pf_square from)
{
    for (pf_square to = 0; to < 64; to++)
        if (pf_piece_type_of(board->squares[to]) != PF_KING && mutant_moves_so(board, from, to))
            add_if_legal(sink, pf_move_of(from, to, PF_MOVE_NORMAL));
}

#endif
