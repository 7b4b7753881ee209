/* What the explorer page needs beyond the JavaScript package: pictures, what the generator sees (the tab X-ray),
 * comparisons of divides, and the statistics of perft. Linked with the files of bindings/javascript/wasm, and used
 * through the same memory (module.h). */
#include "module.h"

#include <string.h>

static void put_count(uint32_t *out, pf_count count)
{
    memcpy(out, &count.lo, 8);
    memcpy(out + 2, &count.hi, 8);
}

/* ---- Pictures ---- */

enum { DARK = 1, FLIPPED = 2, COORDINATES = 4 };

static pf_svg_options options_of(uint32_t flags, uint32_t number)
{
    return (pf_svg_options){
        .number = number,
        .theme = flags & DARK ? PF_SVG_DARK : PF_SVG_LIGHT,
        .flipped = (flags & FLIPPED) != 0,
        .hide_coordinates = !(flags & COORDINATES),
    };
}

/* Writes the picture of the position and returns its length; number keeps the ids of pictures apart. A move other than
 * 0 is explained in it, as pf_explain does. */
uint32_t EXPORT(draw)(uint32_t flags, uint32_t number, uint32_t last_move, uint32_t move)
{
    static pf_explanation explanation;
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_svg_options options = options_of(flags, number);
    options.last_move = (pf_move)last_move;
    if (move) {
        pf_explain(&explanation, current, (pf_move)move, PF_UCI_KING_STEP);
        pf_explanation_draw(&options, arrows, current, &explanation);
    }
    return (uint32_t)pf_svg(io.text, TEXT_SIZE, current, &options);
}

/* The same for 64 pieces in io.text, a1 first, that need not be a position; io.out[0] and [1] are red squares. */
uint32_t EXPORT(draw_board)(uint32_t flags, uint32_t number)
{
    pf_position board = {.ep_square = PF_NO_SQUARE};
    for (pf_square square = 0; square < 64; square++) {
        uint32_t code = (uint8_t)io.text[square], type = (code & 7) - 1;
        if (code == 0 || type >= 6) continue;
        board.by_type[type] |= 1ull << square;
        board.by_colour[code >> 3 & 1] |= 1ull << square;
    }
    pf_svg_options options = options_of(flags, number);
    options.hide_check = true;
    options.title = options.description = "";
    memcpy(&options.squares[PF_SVG_RED], io.out, 8);
    return (uint32_t)pf_svg(io.text, TEXT_SIZE, &board, &options);
}

/* The same as draw, with marks in place of an explanation: io.out has a set for each tint, lowest word first, and
 * io.text has arrows of three bytes each. */
uint32_t EXPORT(draw_marks)(uint32_t flags, uint32_t number, uint32_t last_move, uint32_t arrow_count)
{
    enum { MOST = 128 };
    static pf_svg_arrow arrows[MOST];
    pf_svg_options options = options_of(flags, number);
    options.last_move = (pf_move)last_move;
    options.arrow_count = arrow_count < MOST ? arrow_count : MOST;
    options.arrows = arrows;
    memcpy(options.squares, io.out, sizeof options.squares);
    memcpy(arrows, io.text, options.arrow_count * sizeof arrows[0]);
    return (uint32_t)pf_svg(io.text, TEXT_SIZE, current, &options);
}

/* ---- X-ray ---- */

/* Counts, for each square, the pieces of the side that attack it, and returns the squares that are attacked. */
static pf_bitboard attacks_of(pf_colour colour, char counts[64])
{
    pf_bitboard attacked = 0;
    memset(counts, 0, 64);
    for (pf_bitboard pieces = current->by_colour[colour]; pieces;) {
        pf_square square = pf_bitboard_pop(&pieces);
        pf_piece_type type = pf_position_type_at(current, square);
        pf_bitboard set = pf_attacks(colour, type, square, pf_position_occupied(current));
        attacked |= set;
        while (set) counts[pf_bitboard_pop(&set)]++;
    }
    return attacked;
}

/* The sliders of the side to move that attack the other king when the discoverers are gone. */
static pf_bitboard discovering(pf_bitboard discoverers)
{
    pf_colour us = current->turn;
    pf_square king = pf_position_king(current, us ^ 1u);
    pf_bitboard found = 0, sliders = current->by_colour[us] & (current->by_type[PF_BISHOP] | current->by_type[PF_ROOK] |
                                                               current->by_type[PF_QUEEN]);
    if (!discoverers) return 0;
    while (sliders) {
        pf_square square = pf_bitboard_pop(&sliders);
        pf_bitboard shield = pf_between(king, square) & pf_position_occupied(current);
        if (!shield || shield & (shield - 1) || !(shield & discoverers)) continue;
        pf_bitboard open = pf_position_occupied(current) ^ shield;
        if (pf_attacks(us, pf_position_type_at(current, square), square, open) & pf_bit(king)) found |= pf_bit(square);
    }
    return found;
}

/* Writes into io.text the sets of the X-ray, in the order of SETS in src/xray_sets.ts, and then for each square how
 * many pieces of the opponent and of the side to move attack it. */
void EXPORT(xray)(void)
{
    enum { SETS = 11 };
    pf_colour us = current->turn;
    pf_square king = pf_position_king(current, us);
    char *counts = io.text + SETS * sizeof(pf_bitboard);
    pf_bitboard pinners = pf_position_pinners(current, us), rays = pinners;
    pf_bitboard discoverers = pf_position_discovered_check_candidates(current, us);
    for (pf_bitboard set = pinners; set;) rays |= pf_between(king, pf_bitboard_pop(&set));
    pf_bitboard sets[SETS] = {
        attacks_of(us ^ 1u, counts),
        attacks_of(us, counts + 64),
        pf_position_king_danger(current, us),
        pf_position_checkers(current),
        pf_position_capture_mask(current),
        pf_position_push_mask(current),
        pf_position_pinned(current, us),
        discoverers,
        rays,
        pinners,
        discovering(discoverers),
    };
    memcpy(io.text, sets, sizeof sets);
}

/* io.out: the squares that a piece of that type attacks from the square, lowest word first. */
void EXPORT(attacks_from)(uint32_t square, uint32_t type)
{
    pf_bitboard set = pf_attacks(PF_WHITE, (pf_piece_type)(type % 6), square & 63, pf_position_occupied(current));
    memcpy(io.out, &set, sizeof set);
}

/* The steps from the pseudo-legal moves to the legal ones, in the order of STEPS in src/xray_sets.ts. */
enum step { DANGER = 1, DOUBLE_CHECK, CASTLING, CAPTURE_MASK, PUSH_MASK, PINS, EN_PASSANT, LEGAL };

static enum step step_of_en_passant(pf_move move, pf_bitboard to, bool leaves_pin)
{
    pf_bitboard captured = pf_bit(pf_move_to(move) ^ 8u);
    if (!(captured & pf_position_capture_mask(current)) && !(to & pf_position_push_mask(current))) return CAPTURE_MASK;
    if (leaves_pin) return PINS;
    return pf_move_is_legal(current, move) ? LEGAL : EN_PASSANT;
}

/* The step that removes a pseudo-legal move, or LEGAL. */
static enum step step_of(pf_move move)
{
    pf_colour us = current->turn;
    pf_square king = pf_position_king(current, us), from = pf_move_from(move);
    pf_bitboard to = pf_bit(pf_move_to(move));
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) {
        if (pf_position_checker_count(current) > 1) return DOUBLE_CHECK;
        return pf_move_is_legal(current, move) ? LEGAL : CASTLING;
    }
    if (from == king) return to & pf_position_king_danger(current, us) ? DANGER : LEGAL;
    if (pf_position_checker_count(current) > 1) return DOUBLE_CHECK;
    bool leaves_pin = (pf_position_pinned(current, us) & pf_bit(from)) && !(pf_line(king, from) & to);
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) return step_of_en_passant(move, to, leaves_pin);
    if (to & pf_position_occupied(current)) {
        if (!(to & pf_position_capture_mask(current))) return CAPTURE_MASK;
    } else if (!(to & pf_position_push_mask(current))) {
        return PUSH_MASK;
    }
    return leaves_pin ? PINS : LEGAL;
}

/* Writes the pseudo-legal moves into io.text, each as a word with the step that removes it in the upper half, and
 * returns their number. The list is not io.list, from which moves are played unchecked. */
uint32_t EXPORT(trace)(void)
{
    static pf_move_list list;
    pf_generate(current, PF_NON_EVASIONS | PF_PSEUDO, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        uint32_t word = list.moves[i] | (uint32_t)step_of(list.moves[i]) << 16;
        memcpy(io.text + i * sizeof word, &word, sizeof word);
    }
    return list.size;
}

/* ---- Divides ---- */

static pf_divide divide;
static pf_divide_comparison comparison;

/* Reads the divide in io.text and compares it with ours. io.out: rows, missing, extra, different, ours and theirs in
 * four words each, the number of notes. */
uint32_t EXPORT(compare)(uint32_t length, uint32_t depth, uint32_t castling)
{
    pf_status status = pf_divide_from_text(&divide, current, io.text, length, &io.error);
    io.out[12] = divide.note_count < PF_DIVIDE_MAX_NOTES ? divide.note_count : PF_DIVIDE_MAX_NOTES;
    if (status != PF_OK) return status;
    pf_divide_compare(&comparison, &divide, current, depth, (pf_uci_castling)castling, NULL, NULL);
    io.out[0] = comparison.size;
    io.out[1] = comparison.missing;
    io.out[2] = comparison.extra;
    io.out[3] = comparison.different;
    put_count(io.out + 4, comparison.ours);
    put_count(io.out + 8, comparison.theirs);
    return PF_OK;
}

/* io.text: the move; io.out: verdict, bug, move, line, our count and theirs. */
void EXPORT(compared_row)(uint32_t index)
{
    if (index >= comparison.size) return;
    const pf_divide_row *row = &comparison.rows[index];
    memcpy(io.text, row->uci, sizeof row->uci);
    io.out[0] = (uint32_t)row->verdict;
    io.out[1] = (uint32_t)row->bug;
    io.out[2] = row->move;
    io.out[3] = row->line;
    put_count(io.out + 4, row->ours);
    put_count(io.out + 8, row->theirs);
}

/* A remark about a line of the text: io.out[0] is the line, the text its meaning. */
const char *EXPORT(compared_note)(uint32_t index)
{
    if (index >= PF_DIVIDE_MAX_NOTES) return "";
    io.out[0] = divide.notes[index].line;
    return pf_divide_note_text(divide.notes[index].kind);
}

/* ---- Statistics ---- */

/* Writes rows 0 to depth into io.text: nine counts each, in the order of pf_perft_row. */
void EXPORT(stats)(uint32_t depth)
{
    enum { MOST = 12, COLUMNS = 9 };
    static pf_perft_row rows[MOST + 1];
    if (depth > MOST) return;
    pf_perft_stats(rows, current, depth);
    for (uint32_t i = 0; i <= depth; i++)
        memcpy(io.text + i * COLUMNS * sizeof(pf_count), &rows[i], COLUMNS * sizeof(pf_count));
}
