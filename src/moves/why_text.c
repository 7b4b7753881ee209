/* The reasons in words. A sentence is made from the pf_why alone, since the position may no longer exist. */
#include <plyforge/position.h>
#include <plyforge/questions.h>
#include <plyforge/text.h>

#include "base/text.h"

static const char *name_of(unsigned piece)
{
    return pf_piece_type_name(pf_piece_type_of(piece));
}

static const char *side(unsigned colour)
{
    return colour == PF_WHITE ? "White" : "Black";
}

/* Writes the pattern, replacing % and a letter by a detail of the reason:
 *
 *     %m  the mover: "the knight on c6"     %n just its name: "knight"
 *     %k  the king of the side to move      %f  the square it leaves      %t  the square it goes to
 *     %s  the square: "the pawn on e2"      %q  the square alone: "e2"    %p  the piece on it alone
 *     %a  the attacker                      %b  the second one            %c  the code, as 0x1234
 *     %u  the side to move                  %o  the owner of the mover */
static void write_pattern(pf_text *text, const char *pattern, const pf_why *why)
{
    static const char hex[] = "0123456789abcdef";
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            pf_text_char(text, *pattern);
            continue;
        }
        const pf_square_piece *seen = NULL;
        switch (*++pattern) {
        case 'm': seen = &why->mover; break;
        case 'k': seen = &why->king; break;
        case 's': seen = &why->square; break;
        case 'a': seen = &why->attacker; break;
        case 'b': seen = &why->second; break;
        case 'n': pf_text_string(text, name_of(why->mover.piece)); break;
        case 'p': pf_text_string(text, name_of(why->square.piece)); break;
        case 'f': pf_text_square(text, pf_move_from(why->move)); break;
        case 't': pf_text_square(text, pf_move_to(why->move)); break;
        case 'q': pf_text_square(text, why->square.square & 63u); break;
        case 'u': pf_text_string(text, side(why->turn)); break;
        case 'o': pf_text_string(text, side(pf_piece_colour(why->mover.piece))); break;
        case 'c':
            pf_text_string(text, "0x");
            for (unsigned shift = 16; shift > 0; shift -= 4) pf_text_char(text, hex[why->move >> (shift - 4) & 15]);
            break;
        default: break;
        }
        if (!seen) continue;
        pf_text_string(text, "the ");
        pf_text_string(text, name_of(seen->piece));
        pf_text_string(text, " on ");
        pf_text_square(text, seen->square & 63u);
    }
}

static const char *pattern_of(const pf_why *why)
{
    pf_piece_type type = pf_piece_type_of(why->mover.piece);
    /* The reasons from here on belong to variants: a library without variants can leave out their sentences. */
    if (!PF_VARIANTS && why->reason >= PF_WHY_GAME_OVER) return "";
    switch ((pf_why_reason)why->reason) {
    case PF_WHY_LEGAL: return "the move is legal";
    case PF_WHY_NO_MOVE: return "this is not a move at all";
    case PF_WHY_MALFORMED:
        /* Codes of moves that exist only in some variants do not mean a move in the others. */
        if (pf_move_is_drop(why->move)) return "pieces are dropped only in Crazyhouse, and kings never are";
        if (pf_move_is_king_promotion(why->move)) return "a pawn becomes a king only in Antichess";
        return "the code %c is not a move";
    case PF_WHY_NO_PIECE: return "there is no piece on %f";
    case PF_WHY_NOT_YOUR_TURN: return "%m is %o's, but it is %u's turn";
    case PF_WHY_SAME_SQUARE: return "%m must leave its square";
    case PF_WHY_PIECE_MOVEMENT: return "a %n does not move from %f to %t";
    case PF_WHY_PATH_BLOCKED: return "%m is blocked by %s";
    case PF_WHY_OWN_PIECE: return "%m cannot go to %t, where %u's own %p stands";
    case PF_WHY_PAWN_HAS_MOVED:
        /* White without a king may be the horde, whose pawns start on two ranks. */
        if (why->turn == PF_WHITE && why->king.square == PF_NO_SQUARE)
            return "a pawn moves two squares only from a rank where its pawns start, not from %f";
        return why->turn == PF_WHITE
                   ? "a pawn moves two squares only from its starting rank (the second rank for White), not from %f"
                   : "a pawn moves two squares only from its starting rank (the seventh rank for Black), not from %f";
    case PF_WHY_NOTHING_TO_CAPTURE:
        /* A pawn can capture en passant only from its fifth rank. */
        return pf_square_rank(pf_move_from(why->move)) == (why->turn == PF_WHITE ? 4u : 3u)
                   ? "%m moves diagonally only to take; %t is empty, and no pawn just moved two squares past it"
                   : "%m moves diagonally only to take, and %t is empty";
    case PF_WHY_PROMOTION_MISSING: return "%m must promote when it reaches %t";
    case PF_WHY_PROMOTION_NOT_ALLOWED: return type == PF_PAWN ? "%m does not promote on %t" : "a %n does not promote";
    case PF_WHY_EN_PASSANT_UNMARKED:
        return "%m can only take en passant on %t, but the move is not coded as en passant";
    case PF_WHY_NO_EN_PASSANT:
        return type == PF_PAWN ? "no pawn has just jumped over %t" : "a %n does not take en passant";
    case PF_WHY_CASTLING_PIECES:
        return type == PF_KING ? "there is no rook of %u on %t to castle with" : "only the king castles, not %m";
    case PF_WHY_CASTLING_RIGHT: return "%u has no right to castle with %s";
    case PF_WHY_CASTLING_BLOCKED: return "%u cannot castle, because %s is in the way";
    case PF_WHY_CASTLING_IN_CHECK: return "%u cannot castle out of check from %a";
    case PF_WHY_CASTLING_ATTACKED: return "%u cannot castle, because %a attacks %q";
    case PF_WHY_KING_ATTACKED: return "on %t the king would be attacked by %a";
    case PF_WHY_DOUBLE_CHECK: return "only the king can answer the double check from %a and %b";
    case PF_WHY_CHECK_UNANSWERED: return "%k would still be in check from %a";
    case PF_WHY_PINNED: return "%m is pinned to %k by %a";
    case PF_WHY_EN_PASSANT_RANK_PIN: return "both pawns would leave the rank between %k and %a";
    case PF_WHY_EN_PASSANT_CAPTURED_SHIELD: return "%s shields %k from %a and must not be taken";
    case PF_WHY_GAME_OVER: return "the game is over";
    case PF_WHY_NOT_IN_POCKET: return "%u has no %n to drop";
    case PF_WHY_DROP_OCCUPIED: return "a %n cannot be dropped on %t, where %s stands";
    case PF_WHY_DROP_PAWN_RANK: return "a pawn cannot be dropped on the first or last rank";
    case PF_WHY_KING_CAPTURES: return "a king does not capture in Atomic, because it would explode";
    case PF_WHY_OWN_KING_EXPLODES: return "%k would explode with the capture on %t";
    case PF_WHY_EXPLOSION_EXPOSES_KING: return "after the explosion on %t, %k would be attacked by %a";
    case PF_WHY_MUST_CAPTURE: return "%u must capture, and %a can take %s";
    case PF_WHY_GIVES_CHECK: return "%a would give check to %s, and no move may give check";
    }
    return "";
}

size_t pf_why_to_text(char *buffer, size_t size, const pf_why *why)
{
    pf_text text = pf_text_begin(buffer, size);
    write_pattern(&text, pattern_of(why), why);
    return pf_text_end(&text);
}

const char *pf_why_name(pf_why_reason reason)
{
    switch (reason) {
    case PF_WHY_LEGAL: return "legal";
    case PF_WHY_NO_MOVE: return "no move";
    case PF_WHY_MALFORMED: return "malformed";
    case PF_WHY_NO_PIECE: return "no piece";
    case PF_WHY_NOT_YOUR_TURN: return "not your turn";
    case PF_WHY_SAME_SQUARE: return "same square";
    case PF_WHY_PIECE_MOVEMENT: return "piece movement";
    case PF_WHY_PATH_BLOCKED: return "path blocked";
    case PF_WHY_OWN_PIECE: return "own piece";
    case PF_WHY_PAWN_HAS_MOVED: return "pawn has moved";
    case PF_WHY_NOTHING_TO_CAPTURE: return "nothing to capture";
    case PF_WHY_PROMOTION_MISSING: return "promotion missing";
    case PF_WHY_PROMOTION_NOT_ALLOWED: return "promotion not allowed";
    case PF_WHY_EN_PASSANT_UNMARKED: return "en passant unmarked";
    case PF_WHY_NO_EN_PASSANT: return "no en passant";
    case PF_WHY_CASTLING_PIECES: return "castling pieces";
    case PF_WHY_CASTLING_RIGHT: return "castling right";
    case PF_WHY_CASTLING_BLOCKED: return "castling blocked";
    case PF_WHY_CASTLING_IN_CHECK: return "castling in check";
    case PF_WHY_CASTLING_ATTACKED: return "castling attacked";
    case PF_WHY_KING_ATTACKED: return "king attacked";
    case PF_WHY_DOUBLE_CHECK: return "double check";
    case PF_WHY_CHECK_UNANSWERED: return "check unanswered";
    case PF_WHY_PINNED: return "pinned";
    case PF_WHY_EN_PASSANT_RANK_PIN: return "en passant rank pin";
    case PF_WHY_EN_PASSANT_CAPTURED_SHIELD: return "en passant captured shield";
    case PF_WHY_GAME_OVER: return "game over";
    case PF_WHY_NOT_IN_POCKET: return "not in pocket";
    case PF_WHY_DROP_OCCUPIED: return "drop occupied";
    case PF_WHY_DROP_PAWN_RANK: return "drop pawn rank";
    case PF_WHY_KING_CAPTURES: return "king captures";
    case PF_WHY_OWN_KING_EXPLODES: return "own king explodes";
    case PF_WHY_EXPLOSION_EXPOSES_KING: return "explosion exposes king";
    case PF_WHY_MUST_CAPTURE: return "must capture";
    case PF_WHY_GIVES_CHECK: return "gives check";
    }
    return "";
}
