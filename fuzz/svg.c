/* Pictures: for any line, any options and any bytes as title the SVG is well-formed, shows what it should, and is as
 * long as was said. The bytes after the options of a picture are its title,
 * and half of them its description. */
#include "line.h"

#include "../tests/picture_reader.h"

enum { MOST_ARROWS = 8 };

static pf_bitboard take_squares(bytes *in)
{
    pf_bitboard squares = 0;
    for (unsigned count = take_byte(in) % 4; count > 0; count--) squares |= pf_bit(take_byte(in) & 63);
    return squares;
}

static pf_svg_options take_options(bytes *in, pf_svg_arrow arrows[MOST_ARROWS])
{
    uint8_t how = take_byte(in);
    pf_svg_options options = {
        .size = take_byte(in),
        .number = how >> 6,
        .theme = (pf_svg_theme)(how & 1),
        .flipped = how >> 1 & 1,
        .hide_coordinates = how >> 2 & 1,
        .hide_check = how >> 3 & 1,
        .arrows = arrows,
        .arrow_count = take_byte(in) % (MOST_ARROWS + 1),
        .last_move = how >> 4 & 1 ? take_two(in) : PF_NO_MOVE,
    };
    for (unsigned i = 0; i < PF_SVG_TINT_COUNT; i++) options.squares[i] = take_squares(in);
    for (size_t i = 0; i < options.arrow_count; i++) {
        arrows[i].from = take_byte(in) % 66;
        arrows[i].to = take_byte(in) % 66;
        arrows[i].tint = take_byte(in) % 5;
    }
    return options;
}

static void require_arrows(const picture *drawn, const pf_svg_options *options)
{
    unsigned count = 0;
    for (size_t i = 0; i < options->arrow_count; i++) {
        pf_svg_arrow arrow = options->arrows[i];
        if (arrow.from > 63 || arrow.to > 63 || arrow.tint >= PF_SVG_TINT_COUNT) continue;
        REQUIRE(memcmp(&arrow, &drawn->arrows[count], sizeof arrow) == 0);
        count++;
    }
    REQUIRE(drawn->arrow_count == count);
}

static void check(const pf_position *position, bytes *in)
{
    pf_svg_arrow arrows[MOST_ARROWS];
    pf_svg_options options = take_options(in, arrows);
    size_t length = take_byte(in), left = (size_t)(in->end - in->next);
    if (length > left) length = left;
    char *title = text_of(in->next, length);
    in->next += length;
    if (length > 0) {
        options.title = options.description = title;
        options.title_length = length;
        options.description_length = length / 2;
    }

    size_t size = pf_svg(NULL, 0, position, &options);
    char *text = malloc(size + 1);
    REQUIRE(text);
    REQUIRE(pf_svg(text, size + 1, position, &options) == size);
    REQUIRE(strlen(text) == size);

    static picture drawn;
    REQUIRE(picture_read(&drawn, text, size, options.flipped));
    REQUIRE(picture_shows(&drawn, position));
    REQUIRE(memcmp(drawn.tinted, options.squares, sizeof drawn.tinted) == 0);
    REQUIRE((drawn.check != 0) == (!options.hide_check && pf_position_checkers(position) != 0));
    require_arrows(&drawn, &options);
    free(text);
    free(title);
}

/* The explanation of any 16 bits has a picture, within the room for its arrows. */
static void check_explanation(const pf_position *position, bytes *in)
{
    static picture drawn;
    static char text[1 << 16];
    pf_explanation explanation;
    pf_svg_options options = {.flipped = take_byte(in) & 1};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_explain(&explanation, position, take_two(in), PF_UCI_KING_STEP);
    pf_explanation_draw(&options, arrows, position, &explanation);
    REQUIRE(options.arrow_count <= PF_EXPLANATION_ARROWS);
    size_t size = pf_svg(text, sizeof text, position, &options);
    REQUIRE(size < sizeof text && picture_read(&drawn, text, size, options.flipped));
    REQUIRE(strcmp(drawn.title, explanation.text) == 0);
    require_arrows(&drawn, &options);
}

/* The first byte says which of the two. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0) walk(data + 1, size - 1, data[0] & 1 ? check_explanation : check);
    return 0;
}
