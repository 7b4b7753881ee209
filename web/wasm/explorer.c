/* What the explorer page needs beyond the JavaScript package: pictures, comparisons of divides, and the statistics of
 * perft. Linked with the files of bindings/javascript/wasm, and used through the same memory (module.h). */
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

/* Writes the picture of io.position and returns its length; number keeps the ids of pictures apart. A move other than 0
 * is explained in it, as pf_explain does. */
uint32_t EXPORT(draw)(uint32_t flags, uint32_t number, uint32_t last_move, uint32_t move)
{
    static pf_explanation explanation;
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_svg_options options = options_of(flags, number);
    options.last_move = (pf_move)last_move;
    if (io.position.variant != PF_VARIANT_STANDARD) {
        options.hide_check = true;
        options.description = "";
    }
    if (move) {
        pf_variant_explain(&explanation, &io.position, (pf_move)move, PF_UCI_KING_STEP);
        pf_variant_explanation_draw(&options, arrows, &io.position, &explanation);
    }
    return (uint32_t)pf_svg(io.text, TEXT_SIZE, &io.position.board, &options);
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

/* ---- Divides ---- */

static pf_divide divide;
static pf_divide_comparison comparison;

/* Reads the divide in io.text and compares it with ours. io.out: rows, missing, extra, different, ours and theirs in
 * four words each, the number of notes. */
uint32_t EXPORT(compare)(uint32_t length, uint32_t depth, uint32_t castling)
{
    pf_status status = pf_variant_divide_from_text(&divide, &io.position, io.text, length, &io.error);
    io.out[12] = divide.note_count < PF_DIVIDE_MAX_NOTES ? divide.note_count : PF_DIVIDE_MAX_NOTES;
    if (status != PF_OK) return status;
    pf_variant_divide_compare(&comparison, &divide, &io.position, depth, (pf_uci_castling)castling, NULL, NULL);
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

/* Writes rows 0 to depth into io.text: nine counts each, in the order of pf_perft_row. Standard chess only. */
void EXPORT(stats)(uint32_t depth)
{
    enum { MOST = 12, COLUMNS = 9 };
    static pf_perft_row rows[MOST + 1];
    if (depth > MOST || io.position.variant != PF_VARIANT_STANDARD) return;
    pf_perft_stats(rows, &io.position.board, depth);
    for (uint32_t i = 0; i <= depth; i++)
        memcpy(io.text + i * COLUMNS * sizeof(pf_count), &rows[i], COLUMNS * sizeof(pf_count));
}
