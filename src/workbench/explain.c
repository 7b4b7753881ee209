/* Explains in a sentence why a move is legal or illegal, with the squares that prove it. The reasons and sentences for
 * illegal moves are in moves/why.c. This file has the sentences about legal moves and the squares to mark. */
#include <plyforge/attacks.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>
#include <plyforge/rules.h>
#include <plyforge/text.h>
#include <plyforge/workbench.h>

#include "base/text.h"
#include "board/view.h"
#include "notation/written_castling.h"

/* The state of the sentence being written. */
typedef struct pf_story {
    const pf_position *position;
    pf_explanation *out;
    pf_text text;
    pf_move move;
    pf_square from, to;
    pf_colour us;
    pf_piece_type type;
    pf_square king;
    pf_bitboard checkers;
} pf_story;

static const char *side(pf_colour colour)
{
    return colour == PF_WHITE ? "White" : "Black";
}

static void say(pf_story *story, const char *words)
{
    pf_text_string(&story->text, words);
}

/* Writes "the rook on e8" and marks the square. */
static void say_piece(pf_story *story, pf_square square)
{
    say(story, "the ");
    say(story, pf_piece_type_name(pf_piece_type_of(pf_position_piece_at(story->position, square))));
    say(story, " on ");
    pf_text_square(&story->text, square);
    story->out->proof |= pf_bit(square);
}

static void say_squares(pf_story *story, pf_bitboard squares, const char *last_gap)
{
    unsigned left = 0;
    for (pf_bitboard rest = squares; rest; rest &= rest - 1) left++;
    while (squares) {
        pf_square square = pf_pop_lowest(&squares);
        pf_text_square(&story->text, square);
        left--;
        if (left) say(story, left == 1 ? last_gap : ", ");
    }
}

/* ---- How the piece moves ---- */

static void say_pawn_push(pf_story *story)
{
    pf_bitboard way = pf_between(story->from, story->to);
    say_piece(story, story->from);
    say(story, way ? " goes two squares ahead from its starting rank, and " : " goes ahead to ");
    say_squares(story, way | pf_bit(story->to), " and ");
    say(story, way ? " are empty" : ", which is empty");
    story->out->proof |= way;
}

static void say_travel(pf_story *story)
{
    pf_bitboard way = pf_between(story->from, story->to);
    bool en_passant = pf_move_kind_of(story->move) == PF_MOVE_EN_PASSANT;
    pf_square taken = en_passant ? story->to ^ 8 : story->to;
    say_piece(story, story->from);
    if (pf_position_piece_at(story->position, taken) != PF_NO_PIECE) {
        say(story, " takes ");
        say_piece(story, taken);
        if (en_passant) say(story, " en passant");
        story->out->squares |= pf_bit(taken);
    } else {
        say(story, " goes to ");
        pf_text_square(&story->text, story->to);
    }
    if (way) say(story, ", and the way is clear");
    story->out->proof |= way;
}

static void say_drop(pf_story *story)
{
    say(story, "a ");
    say(story, pf_piece_type_name(story->type));
    say(story, " is dropped out of the pocket on ");
    pf_text_square(&story->text, story->to);
    say(story, ", which is empty");
}

static void say_how(pf_story *story)
{
    bool to_king = pf_move_is_king_promotion(story->move);
    if (pf_move_is_drop(story->move))
        say_drop(story);
    else if (story->type == PF_PAWN && pf_square_file(story->from) == pf_square_file(story->to))
        say_pawn_push(story);
    else
        say_travel(story);
    if (pf_move_kind_of(story->move) == PF_MOVE_PROMOTION || to_king) {
        say(story, ", and becomes a ");
        say(story, pf_piece_type_name(to_king ? (pf_piece_type)PF_KING : pf_move_promotion(story->move)));
    }
}

/* ---- Why the king is safe ---- */

static void say_king_is_safe(pf_story *story)
{
    say(story, "; no piece of ");
    say(story, side(story->us ^ 1));
    say(story, " attacks ");
    pf_text_square(&story->text, story->to);
    story->out->proof |= story->checkers;
}

/* Not in check: a move by a piece other than the king is safe if the piece is not pinned or stays on the pin ray. */
static void say_line(pf_story *story)
{
    pf_bitboard pinners = pf_position_pinners(story->position, story->us);
    if (pf_position_pinned(story->position, story->us) & pf_bit(story->from)) {
        while (pinners) {
            pf_square pinner = pf_pop_lowest(&pinners);
            if (!(pf_between(story->king, pinner) & pf_bit(story->from))) continue;
            say(story, "; it is pinned by ");
            say_piece(story, pinner);
            say(story, " but stays on the line to ");
            say_piece(story, story->king);
            story->out->proof |= pf_between(story->king, pinner);
            return;
        }
    }
    say(story, "; no line to ");
    say_piece(story, story->king);
    say(story, " opens");
}

static void say_answer_to_check(pf_story *story, pf_square taken)
{
    pf_square checker = pf_lowest(story->checkers);
    if (taken == checker) {
        say(story, "; it takes the ");
        say(story, pf_piece_type_name(pf_piece_type_of(pf_position_piece_at(story->position, checker))));
        say(story, " that gives check to ");
        say_piece(story, story->king);
        story->out->proof |= pf_bit(checker);
    } else {
        say(story, "; it steps between ");
        say_piece(story, story->king);
        say(story, " and ");
        say_piece(story, checker);
        say(story, " that gives check");
    }
    story->out->proof |= pf_between(story->king, checker);
}

static void say_en_passant(pf_story *story)
{
    pf_square taken = story->to ^ 8;
    story->out->squares |= pf_bit(taken);
    say_piece(story, taken);
    say(story, " moved two squares");
    if (story->checkers) {
        say_answer_to_check(story, taken);
    } else if (pf_square_rank(story->king) == pf_square_rank(story->from)) {
        say(story, "; both pawns leave the rank but no rook or queen sees ");
        say_piece(story, story->king);
    } else {
        say_line(story);
    }
}

static void say_castling(pf_story *story)
{
    pf_square rank = story->from & ~7u;
    bool h_side = story->to > story->from;
    pf_square king_to = rank + (h_side ? 6 : 2), rook_to = rank + (h_side ? 5 : 3);
    pf_bitboard path = (pf_between(story->from, king_to) | pf_bit(king_to)) & ~pf_bit(story->from);
    story->out->squares |= pf_bit(king_to) | pf_bit(rook_to);
    story->out->proof |= path | pf_between(story->from, story->to);

    say(story, side(story->us));
    say(story, " has kept the right to castle with ");
    say_piece(story, story->to);
    say(story, ", and nothing is in the way; the king is not in check");
    if (path) {
        say(story, ", and no piece of ");
        say(story, side(story->us ^ 1));
        say(story, " attacks ");
        say_squares(story, path, " or ");
    }
}

/* ---- Variants ---- */

/* Whether the rules of standard chess explain why the king is safe. */
static bool has_plain_king(const pf_story *story, bool capture)
{
    switch (pf_position_variant(story->position)) {
    case PF_VARIANT_ANTICHESS: return false;
    case PF_VARIANT_HORDE: return story->us == PF_BLACK;
    case PF_VARIANT_ATOMIC: {
        pf_square other = pf_position_king(story->position, story->us ^ 1u);
        pf_square king = story->from == story->king ? story->to : story->king;
        return !capture && other < 64 && !(pf_attacks(PF_WHITE, PF_KING, other, 0) & pf_bit(king));
    }
    default: return true;
    }
}

/* The pieces that a capture in Atomic removes besides the capturer and its victim. */
static void say_explosion(pf_story *story)
{
    const pf_position *board = story->position;
    pf_bitboard around = pf_attacks(PF_WHITE, PF_KING, story->to, 0) & pf_position_occupied(board) &
                         ~board->by_type[PF_PAWN] & ~pf_bit(story->from);
    story->out->proof |= around;
    say(story, "; it explodes");
    if (!around) return;
    say(story, " with the pieces on ");
    say_squares(story, around, " and ");
}

static void say_variant_safety(pf_story *story, bool capture)
{
    pf_variant variant = pf_position_variant(story->position);
    if (variant == PF_VARIANT_ATOMIC && capture)
        say_explosion(story);
    else if (variant == PF_VARIANT_ATOMIC)
        say(story, "; kings that touch cannot be attacked");
    else if (variant == PF_VARIANT_ANTICHESS && !capture)
        say(story, "; no capture is possible");
}

/* The effect of the move: the end of the game, or check. */
static void say_consequence(pf_story *story)
{
    pf_position after = *story->position;
    pf_check check = story->out->check = pf_move_gives_check(story->position, story->move);
    pf_position_play_unchecked(&after, story->move);
    pf_reason reason = pf_position_outcome(&after, PF_POLICY_FIDE).reason;
    story->out->is_mate = reason == PF_REASON_CHECKMATE;
    if (check) story->out->proof |= pf_position_pieces(story->position, story->us ^ 1, PF_KING);
    if (story->out->is_mate) {
        say(story, "; it mates");
    } else if (reason >= PF_REASON_KING_EXPLODED) {
        say(story, "; it ends the game: ");
        say(story, pf_reason_text(reason));
    } else if (check & PF_CHECK_DOUBLE) {
        say(story, "; it gives double check");
    } else if (check & PF_CHECK_DISCOVERED) {
        say(story, "; it uncovers a check");
    } else if (check) {
        say(story, "; it gives check");
    }
}

static void say_why_legal(pf_story *story)
{
    pf_move_kind kind = pf_move_kind_of(story->move);
    bool drop = pf_move_is_drop(story->move);
    bool capture = kind != PF_MOVE_CASTLING &&
                   (kind == PF_MOVE_EN_PASSANT || pf_position_piece_at(story->position, story->to) != PF_NO_PIECE);
    if (kind == PF_MOVE_CASTLING) {
        say_castling(story);
    } else if (!has_plain_king(story, capture)) {
        say_how(story);
        say_variant_safety(story, capture);
    } else if (kind == PF_MOVE_EN_PASSANT) {
        say_en_passant(story);
    } else {
        say_how(story);
        if (story->type == PF_KING)
            say_king_is_safe(story);
        else if (story->checkers)
            say_answer_to_check(story, story->to);
        else if (!drop)
            say_line(story);
    }
    say_consequence(story);
}

/* ---- Proving that a move is illegal ---- */

static pf_bitboard bit_of(pf_square_piece on)
{
    return on.square < 64 ? pf_bit(on.square) : 0;
}

static pf_bitboard line_between(pf_square_piece a, pf_square_piece b)
{
    return a.square < 64 && b.square < 64 ? pf_between(a.square, b.square) : 0;
}

static pf_bitboard proof_of_illegality(const pf_why *why)
{
    pf_bitboard proof = bit_of(why->square) | bit_of(why->attacker) | bit_of(why->second);
    switch ((pf_why_reason)why->reason) {
    case PF_WHY_CASTLING_ATTACKED: return proof | line_between(why->square, why->attacker);
    case PF_WHY_KING_ATTACKED: return proof | pf_between(pf_move_to(why->move), why->attacker.square);
    case PF_WHY_CASTLING_IN_CHECK:
    case PF_WHY_DOUBLE_CHECK:
    case PF_WHY_CHECK_UNANSWERED:
    case PF_WHY_PINNED:
    case PF_WHY_EN_PASSANT_RANK_PIN:
    case PF_WHY_EN_PASSANT_CAPTURED_SHIELD:
    case PF_WHY_OWN_KING_EXPLODES:
    case PF_WHY_EXPLOSION_EXPOSES_KING:
        return proof | bit_of(why->king) | line_between(why->king, why->attacker) |
               line_between(why->king, why->second);
    default: return proof;
    }
}

/* In Chess960 the king's move to the square of a castled king does not mean castling. */
static void say_how_castling_is_written(pf_story *story)
{
    if (story->type != PF_KING || story->out->why.reason != PF_WHY_PIECE_MOVEMENT) return;
    pf_square rook = pf_rook_of_castled_square(story->position, story->from, story->to);
    if (rook == PF_NO_SQUARE) return;
    say(story, "; castling is written ");
    pf_text_square(&story->text, story->from);
    pf_text_square(&story->text, rook);
    say(story, " in Chess960");
}

/* Explains the move; out->why is filled. */
void pf_explain(pf_explanation *out, const pf_position *position, pf_move move, pf_uci_castling castling)
{
    *out = (pf_explanation){.check = PF_CHECK_NONE};
    bool legal = pf_move_why_illegal(position, move, &out->why) == PF_WHY_LEGAL;
    bool drop = pf_position_variant(position) != PF_VARIANT_STANDARD && pf_move_is_drop(move);
    pf_story story = {
        .position = position,
        .out = out,
        .text = pf_text_begin(out->text, sizeof out->text),
        .move = move,
        .from = drop ? pf_move_to(move) : pf_move_from(move),
        .to = pf_move_to(move),
        .us = position->turn,
        .type = drop ? pf_move_dropped(move) : pf_piece_type_of(pf_position_piece_at(position, pf_move_from(move))),
        .king = pf_position_pieces(position, position->turn, PF_KING) ? pf_position_king(position, position->turn)
                                                                      : (pf_square)PF_NO_SQUARE,
        .checkers = pf_position_checkers(position),
    };
    out->squares = pf_bit(story.from) | pf_bit(story.to);
    char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, castling);
    say(&story, uci);
    say(&story, legal ? " is legal: " : " is not legal: ");
    if (legal) {
        say_why_legal(&story);
    } else {
        char reason[PF_WHY_TEXT_SIZE];
        pf_why_to_text(reason, sizeof reason, &out->why);
        say(&story, reason);
        say_how_castling_is_written(&story);
        out->proof = proof_of_illegality(&out->why);
    }
    out->proof &= ~out->squares;
    pf_text_end(&story.text);
}
