/* A position as an SVG picture. A square is 100 units wide, so that everything but the tips of arrows has whole
 * coordinates; size only sets the width and height of the picture. The shapes of the pieces are in svg_pieces.h. */
#include <plyforge/attacks.h>
#include <plyforge/svg.h>
#include <plyforge/text.h>
#include <plyforge/uci.h>

#include "base/text.h"
#include "board/view.h"
#include "formats/svg_pieces.h"
#include "formats/xml.h"
#include "moves/make.h"

enum { SQUARE = 100, BOARD = 8 * SQUARE, FRAME = 40 };

typedef struct pf_svg_palette {
    const char *frame, *letters, *light, *dark, *last_move;
} pf_svg_palette;

static const pf_svg_palette palettes[2] = {
    [PF_SVG_LIGHT] = {"#faf8f4", "#5a5f58", "#eee7da", "#a9b6a3", "#d8b23c"},
    [PF_SVG_DARK] = {"#1f2226", "#b8bec4", "#a3acb3", "#67727c", "#e0b93a"},
};

static const struct {
    const char *name, *colour;
} tints[PF_SVG_TINT_COUNT] = {
    [PF_SVG_GREEN] = {"green", "#2f8a46"},
    [PF_SVG_RED] = {"red", "#cc3a28"},
    [PF_SVG_BLUE] = {"blue", "#2f6fb5"},
    [PF_SVG_YELLOW] = {"yellow", "#dfa818"},
};

typedef struct pf_picture {
    pf_text text;
    const pf_position *position;
    const pf_svg_options *options;
    const pf_svg_palette *palette;
} pf_picture;

static void put(pf_picture *picture, const char *words)
{
    pf_text_string(&picture->text, words);
}

static void put_number(pf_picture *picture, int number)
{
    if (number < 0) pf_text_char(&picture->text, '-');
    pf_text_number(&picture->text, (uint64_t)(number < 0 ? -number : number));
}

/* Writes NAME="NUMBER", with a blank before it. */
static void put_attribute(pf_picture *picture, const char *name, int number)
{
    put(picture, " ");
    put(picture, name);
    put(picture, "=\"");
    put_number(picture, number);
    put(picture, "\"");
}

/* Writes an id that differs between the pictures of one page: "pf-k", "pf2-k". */
static void put_id(pf_picture *picture, const char *name)
{
    put(picture, "pf");
    if (picture->options->number) pf_text_number(&picture->text, picture->options->number);
    put(picture, "-");
    put(picture, name);
}

/* The x coordinate of a square's upper left corner. */
static int left(const pf_picture *picture, pf_square square)
{
    int file = (int)pf_square_file(square);
    return SQUARE * (picture->options->flipped ? 7 - file : file);
}

static int top(const pf_picture *picture, pf_square square)
{
    int rank = (int)pf_square_rank(square);
    return SQUARE * (picture->options->flipped ? rank : 7 - rank);
}

/* ---- Text for screen readers ---- */

static const char *side(pf_colour colour)
{
    return colour == PF_WHITE ? "White" : "Black";
}

static void put_title(pf_picture *picture)
{
    const pf_svg_options *options = picture->options;
    put(picture, "<title>");
    if (options->title) {
        pf_text_xml(&picture->text, options->title, options->title_length);
    } else {
        put(picture, "Chess position, ");
        put(picture, side(picture->position->turn));
        put(picture, " to move");
    }
    put(picture, "</title>\n");
}

/* Writes "White: king e1, rooks a1 h1." */
static void put_men(pf_picture *picture, pf_colour colour)
{
    const char *gap = ": ";
    put(picture, side(colour));
    for (pf_piece_type type = PF_KING + 1; type-- > PF_PAWN;) {
        pf_bitboard men = pf_position_pieces(picture->position, colour, type);
        if (!men) continue;
        put(picture, gap);
        put(picture, pf_piece_type_name(type));
        if (men & (men - 1)) put(picture, "s");
        while (men) {
            put(picture, " ");
            pf_text_square(&picture->text, pf_pop_lowest(&men));
        }
        gap = ", ";
    }
    put(picture, ". ");
}

static void put_description(pf_picture *picture)
{
    const pf_svg_options *options = picture->options;
    put(picture, "<desc>");
    if (options->description) {
        pf_text_xml(&picture->text, options->description, options->description_length);
    } else {
        put_men(picture, PF_WHITE);
        put_men(picture, PF_BLACK);
        if (options->last_move != PF_NO_MOVE) {
            char uci[PF_UCI_SIZE];
            pf_move_to_uci(uci, sizeof uci, options->last_move, PF_UCI_KING_STEP);
            put(picture, "Last move: ");
            put(picture, uci);
            put(picture, ". ");
        }
        put(picture, side(picture->position->turn));
        put(picture, pf_position_checkers(picture->position) ? " is in check." : " to move.");
    }
    put(picture, "</desc>\n");
}

/* ---- Definitions: every shape and gradient that is used, once ---- */

static bool marks_check(const pf_picture *picture)
{
    return !picture->options->hide_check && pf_position_checkers(picture->position) != 0;
}

static void put_shape(pf_picture *picture, const pf_svg_shape *shape)
{
    const char name[2] = {shape->letter, '\0'};
    put(picture, "<g id=\"");
    put_id(picture, name);
    put(picture, "\"><path d=\"");
    put(picture, shape->outline);
    put(picture, "\"/><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.6\" d=\"");
    put(picture, shape->lines);
    put(picture, "\"/></g>\n");
}

static void put_definitions(pf_picture *picture)
{
    put(picture, "<defs>\n");
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        if (picture->position->by_type[type]) put_shape(picture, &pf_svg_shapes[type]);
    if (marks_check(picture)) {
        put(picture, "<radialGradient id=\"");
        put_id(picture, "check");
        put(picture, "\" r=\"0.65\"><stop offset=\"0.3\" stop-color=\"#f0301c\"/>"
                     "<stop offset=\"1\" stop-color=\"#f0301c\" stop-opacity=\"0\"/></radialGradient>\n");
    }
    put(picture, "</defs>\n");
}

/* ---- The board ---- */

static void put_coordinates(pf_picture *picture)
{
    put(picture, "<g class=\"coordinates\" font-family=\"sans-serif\" font-size=\"26\" text-anchor=\"middle\" fill=\"");
    put(picture, picture->palette->letters);
    put(picture, "\">\n");
    for (unsigned i = 0; i < 8; i++) {
        put(picture, "<text");
        put_attribute(picture, "x", left(picture, i) + SQUARE / 2);
        put_attribute(picture, "y", BOARD + 28);
        put(picture, ">");
        pf_text_char(&picture->text, (char)('a' + i));
        put(picture, "</text><text");
        put_attribute(picture, "x", -FRAME / 2);
        put_attribute(picture, "y", top(picture, 8 * i) + SQUARE / 2 + 9);
        put(picture, ">");
        pf_text_char(&picture->text, (char)('1' + i));
        put(picture, "</text>\n");
    }
    put(picture, "</g>\n");
}

static void put_board(pf_picture *picture)
{
    if (!picture->options->hide_coordinates) {
        put(picture, "<rect class=\"frame\" x=\"-40\" y=\"-40\" width=\"880\" height=\"880\" fill=\"");
        put(picture, picture->palette->frame);
        put(picture, "\"/>\n");
        put_coordinates(picture);
    }
    put(picture, "<path class=\"light\" shape-rendering=\"crispEdges\" fill=\"");
    put(picture, picture->palette->light);
    put(picture, "\" d=\"M0 0h800v800h-800z\"/>\n<path class=\"dark\" shape-rendering=\"crispEdges\" fill=\"");
    put(picture, picture->palette->dark);
    put(picture, "\" d=\"");
    for (int row = 0; row < 8; row++) {
        for (int column = 1 - row % 2; column < 8; column += 2) {
            put(picture, "M");
            put_number(picture, column * SQUARE);
            put(picture, " ");
            put_number(picture, row * SQUARE);
            put(picture, "h100v100h-100z");
        }
    }
    put(picture, "\"/>\n");
}

static void put_square(pf_picture *picture, pf_square square, const char *name)
{
    put(picture, "<rect class=\"");
    put(picture, name);
    put(picture, "\"");
    put_attribute(picture, "x", left(picture, square));
    put_attribute(picture, "y", top(picture, square));
    put(picture, " width=\"100\" height=\"100\"/>\n");
}

static void put_squares(pf_picture *picture, pf_bitboard squares, const char *name, const char *colour)
{
    if (!squares) return;
    put(picture, "<g shape-rendering=\"crispEdges\" fill-opacity=\"0.45\" fill=\"");
    put(picture, colour);
    put(picture, "\">\n");
    while (squares) put_square(picture, pf_pop_lowest(&squares), name);
    put(picture, "</g>\n");
}

/* Castling is stored as king takes rook; people look for the square that the king has reached. */
static pf_bitboard squares_of_move(pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    if (move == PF_NO_MOVE) return 0;
    if (pf_move_is_drop(move)) return pf_bit(to);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) to = pf_castled_king(from, to);
    return pf_bit(from) | pf_bit(to);
}

static void put_marks(pf_picture *picture)
{
    const pf_svg_options *options = picture->options;
    put_squares(picture, squares_of_move(options->last_move), "last-move", picture->palette->last_move);
    for (unsigned i = 0; i < PF_SVG_TINT_COUNT; i++)
        put_squares(picture, options->squares[i], tints[i].name, tints[i].colour);
    if (!marks_check(picture)) return;
    put(picture, "<g fill=\"url(#");
    put_id(picture, "check");
    put(picture, ")\">\n");
    put_square(picture, pf_position_king(picture->position, picture->position->turn), "check");
    put(picture, "</g>\n");
}

/* ---- Pieces ---- */

static void put_pieces(pf_picture *picture, pf_colour colour)
{
    put(picture, colour == PF_WHITE ? "<g class=\"white\" fill=\"#fffdf7\" stroke=\"#26221f\" color=\"#26221f\""
                                    : "<g class=\"black\" fill=\"#37332f\" stroke=\"#171412\" color=\"#ebe5d8\"");
    put(picture, " stroke-width=\"3.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    for (pf_bitboard men = picture->position->by_colour[colour]; men;) {
        pf_square square = pf_pop_lowest(&men);
        const char name[2] = {pf_svg_shapes[pf_type_at(picture->position, square)].letter, '\0'};
        put(picture, "<use xlink:href=\"#");
        put_id(picture, name);
        put(picture, "\"");
        put_attribute(picture, "x", left(picture, square));
        put_attribute(picture, "y", top(picture, square));
        put(picture, "/>\n");
    }
    put(picture, "</g>\n");
}

/* ---- Arrows ---- */

static int square_root(int number)
{
    int root = 0;
    for (int bit = 1 << 14; bit; bit >>= 1)
        if ((int64_t)(root + bit) * (root + bit) <= number) root += bit;
    return root;
}

/* The line that an arrow follows: its origin in units, and its direction as a vector of length 1000. */
typedef struct pf_svg_ray {
    int x, y, along_x, along_y;
} pf_svg_ray;

/* A coordinate in thousandths, written in tenths. */
static void put_thousandths(pf_picture *picture, int number)
{
    int tenths = (number + (number < 0 ? -50 : 50)) / 100;
    if (tenths < 0) put(picture, "-");
    if (tenths < 0) tenths = -tenths;
    put_number(picture, tenths / 10);
    if (tenths % 10) put(picture, ".");
    if (tenths % 10) put_number(picture, tenths % 10);
}

/* Writes the point at this distance along the ray, and at this distance to its right. */
static void put_point(pf_picture *picture, const pf_svg_ray *ray, const char *before, int along, int right)
{
    put(picture, before);
    put_thousandths(picture, 1000 * ray->x + along * ray->along_x - right * ray->along_y);
    put(picture, " ");
    put_thousandths(picture, 1000 * ray->y + along * ray->along_y + right * ray->along_x);
}

static void put_arrow_shape(pf_picture *picture, pf_square from, pf_square to)
{
    /* The gaps between the arrow and the centres of its squares, and the dimensions of the arrow. */
    enum { TAIL_GAP = 22, TIP_GAP = 4, HEAD = 36, HEAD_HALF = 23, STEM_HALF = 8 };
    int x = left(picture, to) - left(picture, from), y = top(picture, to) - top(picture, from);
    int length = square_root(x * x + y * y), tip = length - TIP_GAP, neck = tip - HEAD;
    pf_svg_ray ray = {left(picture, from) + SQUARE / 2, top(picture, from) + SQUARE / 2, 1000 * x / length,
                      1000 * y / length};
    put_point(picture, &ray, " d=\"M", TAIL_GAP, STEM_HALF);
    put_point(picture, &ray, "L", neck, STEM_HALF);
    put_point(picture, &ray, "L", neck, HEAD_HALF);
    put_point(picture, &ray, "L", tip, 0);
    put_point(picture, &ray, "L", neck, -HEAD_HALF);
    put_point(picture, &ray, "L", neck, -STEM_HALF);
    put_point(picture, &ray, "L", TAIL_GAP, -STEM_HALF);
    put(picture, "z\"");
}

static void put_arrow(pf_picture *picture, const pf_svg_arrow *arrow)
{
    if (arrow->from > 63 || arrow->to > 63 || arrow->tint >= PF_SVG_TINT_COUNT) return;
    bool ring = arrow->from == arrow->to;
    put(picture, ring ? "<circle class=\"" : "<path class=\"");
    put(picture, tints[arrow->tint].name);
    put(picture, ring ? "\" fill=\"none\" stroke-width=\"7\" stroke=\"" : "\" fill=\"");
    put(picture, tints[arrow->tint].colour);
    put(picture, "\"");
    if (ring) {
        put_attribute(picture, "cx", left(picture, arrow->from) + SQUARE / 2);
        put_attribute(picture, "cy", top(picture, arrow->from) + SQUARE / 2);
        put_attribute(picture, "r", 45);
    } else {
        put_arrow_shape(picture, arrow->from, arrow->to);
    }
    put(picture, "/>\n");
}

static void put_arrows(pf_picture *picture)
{
    if (picture->options->arrow_count == 0) return;
    put(picture,
        "<g class=\"arrows\" opacity=\"0.85\" stroke=\"#fffdf7\" stroke-width=\"3\" stroke-linejoin=\"round\">\n");
    for (size_t i = 0; i < picture->options->arrow_count; i++) put_arrow(picture, &picture->options->arrows[i]);
    put(picture, "</g>\n");
}

/* ---- The whole picture ---- */

static void put_head(pf_picture *picture)
{
    put(picture, "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
                 " version=\"1.1\"");
    if (picture->options->size) {
        put(picture, " width=\"");
        pf_text_number(&picture->text, picture->options->size);
        put(picture, "\" height=\"");
        pf_text_number(&picture->text, picture->options->size);
        put(picture, "\"");
    }
    put(picture,
        picture->options->hide_coordinates ? " viewBox=\"0 0 800 800\">\n" : " viewBox=\"-40 -40 880 880\">\n");
}

size_t pf_svg(char *buffer, size_t size, const pf_position *position, const pf_svg_options *options)
{
    static const pf_svg_options defaults = {.last_move = PF_NO_MOVE};
    if (!options) options = &defaults;
    pf_picture picture = {
        .text = pf_text_begin(buffer, size),
        .position = position,
        .options = options,
        .palette = &palettes[options->theme == PF_SVG_DARK ? PF_SVG_DARK : PF_SVG_LIGHT],
    };
    put_head(&picture);
    put_title(&picture);
    put_description(&picture);
    put_definitions(&picture);
    put_board(&picture);
    put_marks(&picture);
    put_pieces(&picture, PF_WHITE);
    put_pieces(&picture, PF_BLACK);
    put_arrows(&picture);
    put(&picture, "</svg>\n");
    return pf_text_end(&picture.text);
}
