/* Draws an explanation (explain.c) as the marks of a picture: arrows for the move and for the attacks, pins and checks
 * that decide whether it is legal, and marks on the squares that prove the answer. */
#include <plyforge/attacks.h>
#include <plyforge/questions.h>
#include <plyforge/workbench.h>

#include "board/view.h"
#include "moves/make.h"

typedef struct pf_sketch {
    pf_svg_options *options;
    pf_svg_arrow *arrows;
} pf_sketch;

/* Adds an arrow, or a ring if both squares are the same. Unreachable positions may have more checkers than there are
 * slots for arrows. */
static void draw(pf_sketch *sketch, pf_square from, pf_square to, pf_svg_tint tint)
{
    if (from > 63 || to > 63 || sketch->options->arrow_count == PF_EXPLANATION_ARROWS) return;
    sketch->arrows[sketch->options->arrow_count++] = (pf_svg_arrow){(uint8_t)from, (uint8_t)to, (uint8_t)tint};
}

static void draw_from_each(pf_sketch *sketch, pf_bitboard attackers, pf_square to)
{
    while (attackers) draw(sketch, pf_pop_lowest(&attackers), to, PF_SVG_BLUE);
}

/* Castling: the square where the king would go. Other moves: the target square. */
static pf_square target_of(pf_move move)
{
    pf_square to = pf_move_to(move);
    return pf_move_kind_of(move) == PF_MOVE_CASTLING ? pf_castled_king(pf_move_from(move), to) : to;
}

/* An attacker attacks the king's square, its target, or a square that it crosses when castling. Without an attacker,
 * the square of the reason is occupied by a piece in the way. */
static void draw_why_illegal(pf_sketch *sketch, const pf_why *why)
{
    pf_square to = why->king.square;
    if (why->reason == PF_WHY_KING_ATTACKED) to = pf_move_to(why->move);
    if (why->reason == PF_WHY_MUST_CAPTURE || why->reason == PF_WHY_GIVES_CHECK) to = why->square.square;
    if (pf_move_kind_of(why->move) == PF_MOVE_CASTLING && why->square.square < 64) to = why->square.square;
    if (why->reason == PF_WHY_CASTLING_IN_CHECK) to = pf_move_from(why->move);
    if (why->attacker.square < 64) {
        draw(sketch, why->attacker.square, to, PF_SVG_BLUE);
        draw(sketch, why->second.square, to, PF_SVG_BLUE);
    } else {
        pf_square square = why->reason == PF_WHY_OWN_KING_EXPLODES ? why->king.square : why->square.square;
        draw(sketch, square, square, PF_SVG_BLUE);
    }
}

/* The checks that the move answers, the pin that it respects, and the checks that it gives. */
static void draw_why_legal(pf_sketch *sketch, const pf_position *position, pf_move move)
{
    pf_colour us = position->turn;
    pf_square king = pf_position_king(position, us), from = pf_move_from(move);
    draw_from_each(sketch, pf_position_checkers(position), king);
    for (pf_bitboard pinners = pf_position_pinners(position, us); pinners;) {
        pf_square pinner = pf_pop_lowest(&pinners);
        if (pf_between(king, pinner) & pf_bit(from)) draw(sketch, pinner, king, PF_SVG_BLUE);
    }
    draw_from_each(sketch, pf_move_checkers(position, move), pf_position_king(position, us ^ 1));
}

/* The checks that the move answers and those that it gives. */
static void draw_why_legal_variant(pf_sketch *sketch, const pf_position *position, pf_move move)
{
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    const pf_position *boards[] = {position, &after};
    bool in_check[] = {pf_position_in_check(position), pf_position_in_check(&after)};
    for (unsigned i = 0; i < 2; i++)
        if (in_check[i])
            draw_from_each(sketch, pf_position_checkers(boards[i]), pf_position_king(boards[i], boards[i]->turn));
}

void pf_explanation_draw(pf_svg_options *options, pf_svg_arrow arrows[PF_EXPLANATION_ARROWS],
                         const pf_position *position, const pf_explanation *explanation)
{
    pf_sketch sketch = {options, arrows};
    const pf_why *why = &explanation->why;
    bool legal = why->reason == PF_WHY_LEGAL;
    pf_svg_tint tint = legal ? PF_SVG_GREEN : PF_SVG_RED;
    options->arrows = arrows;
    options->arrow_count = 0;
    for (unsigned i = 0; i < PF_SVG_TINT_COUNT; i++) options->squares[i] = 0;
    if (why->reason != PF_WHY_NO_MOVE) {
        options->squares[tint] = explanation->squares;
        bool drops = pf_move_is_drop(why->move); /* a ring */
        draw(&sketch, drops ? pf_move_to(why->move) : pf_move_from(why->move), target_of(why->move), tint);
    }
    options->squares[PF_SVG_YELLOW] = explanation->proof;
    if (legal && pf_position_variant(position) == PF_VARIANT_STANDARD)
        draw_why_legal(&sketch, position, why->move);
    else if (legal)
        draw_why_legal_variant(&sketch, position, why->move);
    else
        draw_why_illegal(&sketch, why);
    options->title = explanation->text;
    options->title_length = 0;
    while (explanation->text[options->title_length]) options->title_length++;
}
