/* The layers of show --xray. Every set comes from the library; this file only gives them names and colours. */
#include "output/xray.h"

#include <stdlib.h>
#include <string.h>

/* ---- The layers ---- */

typedef pf_bitboard layer_set(const pf_position *position);

static pf_bitboard attacks_of(const pf_position *position, pf_colour colour)
{
    pf_bitboard attacked = 0;
    for (pf_bitboard pieces = position->by_colour[colour]; pieces;) {
        pf_square square = pf_bitboard_pop(&pieces);
        pf_piece piece = pf_position_piece_at(position, square);
        attacked |= pf_attacks(colour, pf_piece_type_of(piece), square, pf_position_occupied(position));
    }
    return attacked;
}

static pf_bitboard attacked(const pf_position *position)
{
    return attacks_of(position, position->turn ^ 1u);
}

static pf_bitboard danger(const pf_position *position)
{
    return pf_position_king_danger(position, position->turn);
}

static pf_bitboard pinned(const pf_position *position)
{
    return pf_position_pinned(position, position->turn);
}

/* The pieces that discover a check when they leave a line. */
static pf_bitboard discovered(const pf_position *position)
{
    return pf_position_discovered_check_candidates(position, position->turn);
}

static const struct layer {
    const char *name, *label;
    layer_set *set;
    pf_svg_tint tint;
} layers[] = {
    {"attacks", "Attacked:", attacked, PF_SVG_YELLOW},
    {"danger", "King danger:", danger, PF_SVG_RED},
    {"checkers", "Checkers:", pf_position_checkers, PF_SVG_RED},
    {"capture", "Capture mask:", pf_position_capture_mask, PF_SVG_YELLOW},
    {"push", "Push mask:", pf_position_push_mask, PF_SVG_GREEN},
    {"pins", "Pinned:", pinned, PF_SVG_BLUE},
    {"discovered", "Discoverers:", discovered, PF_SVG_GREEN},
};
enum { LAYER_COUNT = sizeof layers / sizeof layers[0] };

static bool is_asked(const struct xray_options *options, unsigned layer)
{
    return (options->layers >> layer & 1) != 0;
}

/* The squares to which the piece moves, by the category's rules. Castling goes to the king's target. */
static pf_bitboard targets_of(const pf_position *position, pf_square from, pf_category category)
{
    pf_bitboard targets = 0;
    pf_move_list list;
    pf_generate(position, category, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        char uci[PF_UCI_SIZE];
        pf_square to;
        if (pf_move_from(list.moves[i]) != from) continue;
        pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
        if (pf_square_from_text(&to, uci + 2, 2)) targets |= pf_bit(to);
    }
    return targets;
}

/* In check, the pseudo-legal moves are the ones of a generator that ignores the check. */
static pf_bitboard pseudo_targets(const pf_position *position, pf_square from)
{
    return targets_of(position, from, PF_NON_EVASIONS | PF_PSEUDO);
}

/* ---- Reading the options ---- */

static bool read_layer(struct xray_options *options, const char *word, size_t length)
{
    pf_square square;
    if (length == 10 && memcmp(word, "targets=", 8) == 0 && pf_square_from_text(&square, word + 8, 2)) {
        options->targets_of |= pf_bit(square);
        return true;
    }
    for (unsigned i = 0; i < LAYER_COUNT; i++) {
        if (strlen(layers[i].name) != length || memcmp(layers[i].name, word, length) != 0) continue;
        options->layers |= 1u << i;
        return true;
    }
    return false;
}

void read_xray(void *value, const struct option_word *word)
{
    const char *text = word->text;
    for (size_t length;; text += length + 1) {
        length = strcspn(text, ",");
        if (!read_layer(value, text, length))
            refuse("--xray takes attacks, danger, checkers, capture, push, pins, discovered and targets=SQUARE, "
                   "separated by commas, not '%.*s'",
                   (int)length, text);
        if (text[length] == '\0') return;
    }
}

/* Reads one square, one set as a hexadecimal number, or two squares, which mean an arrow. False if the text is none of
 * these. */
static bool read_one_mark(struct xray_options *options, pf_svg_tint tint, const char *word, size_t length)
{
    pf_square from, to;
    char digits[19] = "";
    char *end;
    if (length == 2 && pf_square_from_text(&from, word, 2)) {
        options->squares[tint] |= pf_bit(from);
        return true;
    }
    if (length == 4 && pf_square_from_text(&from, word, 2) && pf_square_from_text(&to, word + 2, 2)) {
        if (options->arrow_count == sizeof options->arrows / sizeof options->arrows[0]) return false;
        options->arrows[options->arrow_count++] = (pf_svg_arrow){(uint8_t)from, (uint8_t)to, (uint8_t)tint};
        return true;
    }
    if (length < 3 || length >= sizeof digits || memcmp(word, "0x", 2) != 0) return false;
    if (strspn(word + 2, "0123456789abcdefABCDEF") < length - 2) return false;
    memcpy(digits, word, length);
    options->squares[tint] |= strtoull(digits, &end, 16);
    return true;
}

void read_mark(void *value, const struct option_word *word)
{
    static const char *const names[PF_SVG_TINT_COUNT] = {
        [PF_SVG_GREEN] = "green", [PF_SVG_RED] = "red", [PF_SVG_BLUE] = "blue", [PF_SVG_YELLOW] = "yellow"};
    const char *text = word->text + strspn(word->text, " ,");
    int tint = -1;
    for (size_t length; (length = strcspn(text, " ,")) > 0; text += length, text += strspn(text, " ,")) {
        int named = -1;
        for (int i = 0; i < PF_SVG_TINT_COUNT; i++)
            if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) named = i;
        if (named >= 0)
            tint = named;
        else if (tint < 0 || !read_one_mark(value, (pf_svg_tint)tint, text, length))
            refuse("--mark takes a colour (green, red, blue or yellow) and then squares (e4), sets (0xff) or up to 64 "
                   "arrows (e2e4), not '%.*s'",
                   (int)length, text);
    }
    if (tint < 0) refuse("--mark has nothing to draw");
}

/* ---- Text ---- */

void print_squares(const char *label, pf_bitboard squares)
{
    printf("%-15s", label);
    if (squares == 0) putchar('-');
    const char *gap = "";
    for (pf_square square = 0; square < 64; square++) {
        if ((squares & pf_bit(square)) == 0) continue;
        char name[PF_SQUARE_TEXT_SIZE];
        pf_square_to_text(name, sizeof name, square);
        printf("%s%s", gap, name);
        gap = " ";
    }
    putchar('\n');
}

void print_xray(const struct xray_options *options, const pf_position *position)
{
    if (options->layers == 0 && options->targets_of == 0) return;
    putchar('\n');
    for (unsigned i = 0; i < LAYER_COUNT; i++)
        if (is_asked(options, i)) print_squares(layers[i].label, layers[i].set(position));
    for (pf_bitboard squares = options->targets_of; squares;) {
        pf_square from = pf_bitboard_pop(&squares);
        char label[24], name[PF_SQUARE_TEXT_SIZE];
        pf_square_to_text(name, sizeof name, from);
        snprintf(label, sizeof label, "Pseudo %s:", name);
        print_squares(label, pseudo_targets(position, from));
        snprintf(label, sizeof label, "Legal %s:", name);
        print_squares(label, targets_of(position, from, PF_LEGAL));
    }
}

void json_xray(struct json *json, const struct xray_options *options, const pf_position *position)
{
    if (options->layers == 0 && options->targets_of == 0) return;
    json_open_object(json, "xray");
    for (unsigned i = 0; i < LAYER_COUNT; i++)
        if (is_asked(options, i)) json_squares(json, layers[i].name, layers[i].set(position));
    if (options->targets_of != 0) json_open_object(json, "targets");
    for (pf_bitboard squares = options->targets_of; squares;) {
        pf_square from = pf_bitboard_pop(&squares);
        char name[PF_SQUARE_TEXT_SIZE];
        pf_square_to_text(name, sizeof name, from);
        json_open_object(json, name);
        json_squares(json, "pseudo_legal", pseudo_targets(position, from));
        json_squares(json, "legal", targets_of(position, from, PF_LEGAL));
        json_close_object(json);
    }
    if (options->targets_of != 0) json_close_object(json);
    json_close_object(json);
}

/* ---- Pictures ---- */

static void add_arrows(struct xray_options *options, pf_bitboard from, pf_square to, pf_svg_tint tint)
{
    while (from && options->arrow_count < sizeof options->arrows / sizeof options->arrows[0])
        options->arrows[options->arrow_count++] = (pf_svg_arrow){(uint8_t)pf_bitboard_pop(&from), (uint8_t)to,
                                                                 (uint8_t)tint};
}

/* Draws each pin as the whole ray from the king to the pinner, with an arrow. */
static pf_bitboard draw_pins(struct xray_options *options, const pf_position *position)
{
    pf_square king = pf_position_king(position, position->turn);
    pf_bitboard pinners = pf_position_pinners(position, position->turn), rays = pinners;
    for (pf_bitboard set = pinners; set;) rays |= pf_between(king, pf_bitboard_pop(&set));
    add_arrows(options, pinners, king, PF_SVG_BLUE);
    return rays;
}

void draw_xray(pf_svg_options *svg, struct xray_options *options, const pf_position *position)
{
    for (unsigned i = 0; i < PF_SVG_TINT_COUNT; i++) svg->squares[i] |= options->squares[i];
    for (unsigned i = 0; i < LAYER_COUNT; i++) {
        if (!is_asked(options, i)) continue;
        bool is_pins = layers[i].set == pinned;
        svg->squares[layers[i].tint] |= is_pins ? draw_pins(options, position) : layers[i].set(position);
        if (layers[i].set == pf_position_checkers)
            add_arrows(options, pf_position_checkers(position), pf_position_king(position, position->turn), PF_SVG_RED);
    }
    for (pf_bitboard squares = options->targets_of; squares;) {
        pf_square from = pf_bitboard_pop(&squares);
        pf_bitboard legal = targets_of(position, from, PF_LEGAL);
        svg->squares[PF_SVG_GREEN] |= legal;
        svg->squares[PF_SVG_RED] |= pseudo_targets(position, from) & ~legal;
    }
    svg->arrows = options->arrows;
    svg->arrow_count = options->arrow_count;
}
