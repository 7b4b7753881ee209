/* Positions in other forms, for JavaScript: pictures, EPD records, packed positions and opening books. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pictures ---- */

enum { DARK = 1, FLIPPED = 2, NO_COORDINATES = 4, NO_CHECK = 8, TITLED = 16, DESCRIBED = 32, MAX_ARROWS = 1024 };

static char *picture;
static size_t picture_room;

/* Draws the current position. io.out contains the squares to be coloured, two words for each tint, followed by the
 * lengths of title and description. io.text contains the arrows, three bytes each, followed by these two texts. Returns
 * the length of the picture, whose address is in io.out[0]; 0 if memory has run out. */
uint32_t EXPORT(svg)(uint32_t flags, uint32_t size, uint32_t number, uint32_t last_move, uint32_t arrow_count)
{
    static pf_svg_arrow arrows[MAX_ARROWS];
    if (arrow_count > MAX_ARROWS) arrow_count = MAX_ARROWS;
    const unsigned char *text = (const unsigned char *)io.text;
    for (uint32_t i = 0; i < arrow_count; i++)
        arrows[i] = (pf_svg_arrow){.from = text[3 * i], .to = text[3 * i + 1], .tint = text[3 * i + 2]};
    uint32_t title = io.out[8], description = io.out[9], at = 3 * arrow_count;
    if (title > TEXT_SIZE - at) title = 0;
    if (description > TEXT_SIZE - at - title) description = 0;
    pf_svg_options options = {
        .size = size,
        .number = number,
        .theme = flags & DARK ? PF_SVG_DARK : PF_SVG_LIGHT,
        .flipped = (flags & FLIPPED) != 0,
        .hide_coordinates = (flags & NO_COORDINATES) != 0,
        .hide_check = (flags & NO_CHECK) != 0,
        .last_move = (pf_move)last_move,
        .arrows = arrows,
        .arrow_count = arrow_count,
        .title = flags & TITLED ? io.text + at : NULL,
        .title_length = title,
        .description = flags & DESCRIBED ? io.text + at + title : NULL,
        .description_length = description,
    };
    for (uint32_t tint = 0; tint < PF_SVG_TINT_COUNT; tint++)
        options.squares[tint] = io.out[2 * tint] | (uint64_t)io.out[2 * tint + 1] << 32;
    size_t length = pf_svg(picture, picture_room, current, &options);
    if (length >= picture_room) {
        free(picture);
        picture_room = length + 1;
        picture = malloc(picture_room);
        if (!picture) return picture_room = 0;
        pf_svg(picture, picture_room, current, &options);
    }
    io.out[0] = (uint32_t)(uintptr_t)picture;
    return (uint32_t)length;
}

/* ---- EPD ---- */

static pf_epd epd;
static pf_epd_operation operation;
static size_t next_operation, next_operand;
static char record[TEXT_SIZE];

/* Reads the record in io.text and puts its position into io.other. */
uint32_t EXPORT(epd_read)(uint32_t length, uint32_t variant, uint32_t accept)
{
    if (length > TEXT_SIZE) length = TEXT_SIZE;
    memcpy(record, io.text, length);
    accept |= pf_accept_variant((pf_variant)variant);
    pf_status status = pf_epd_from_text(&epd, record, length, accept, &io.error);
    next_operation = 0;
    if (status == PF_OK) io.other.position = epd.position;
    return status;
}

/* Advances to the next operation; returns 0 after the last one. io.out: the offset and length of the opcode, the offset
 * and length of the operands, and their kind. */
uint32_t EXPORT(epd_next)(void)
{
    next_operand = 0;
    if (!pf_epd_next(&epd, &next_operation, &operation)) return 0;
    io.out[0] = (uint32_t)(uintptr_t)operation.opcode.text;
    io.out[1] = (uint32_t)operation.opcode.length;
    io.out[2] = (uint32_t)(uintptr_t)operation.operands.text;
    io.out[3] = (uint32_t)operation.operands.length;
    io.out[4] = (uint32_t)operation.kind;
    return 1;
}

/* Puts the next operand of the operation into io.text, without quotes and backslashes; returns 0 after the last one.
 * io.out[0]: its length. */
uint32_t EXPORT(epd_operand)(void)
{
    pf_epd_text text;
    bool quoted;
    if (!pf_epd_next_operand(&operation, &next_operand, &text, &quoted)) return 0;
    uint32_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (quoted && text.text[i] == '\\' && i + 1 < text.length) i++;
        io.text[length++] = text.text[i];
    }
    io.out[0] = length;
    return 1;
}

/* Puts the operands into io.list as moves; io.out[0] is their number. */
uint32_t EXPORT(epd_moves)(void)
{
    pf_status status = pf_epd_to_moves(&io.list, &epd, &operation, &io.error);
    io.out[0] = io.list.size;
    return status;
}

/* ---- Packed positions ---- */

/* Writes the current position into io.text, in 24 bytes or, if it belongs to a variant, in 56; returns this number. */
uint32_t EXPORT(pack)(void)
{
    pf_packed packed;
    if (pf_position_pack(&packed, current)) {
        memcpy(io.text, packed.bytes, sizeof packed.bytes);
        return sizeof packed.bytes;
    }
    pf_packed_variant larger;
    pf_position_pack_variant(&larger, current);
    memcpy(io.text, larger.bytes, sizeof larger.bytes);
    return sizeof larger.bytes;
}

/* Reads the 24 or 56 bytes in io.text and puts the position into io.other. */
uint32_t EXPORT(unpack)(uint32_t length, uint32_t accept)
{
    if (length == sizeof(pf_packed)) {
        pf_packed packed;
        memcpy(packed.bytes, io.text, sizeof packed.bytes);
        return pf_position_unpack(&io.other.position, &packed, accept, &io.error);
    }
    pf_packed_variant packed;
    memcpy(packed.bytes, io.text, sizeof packed.bytes);
    return pf_position_unpack_variant(&io.other.position, &packed, accept, &io.error);
}

/* ---- Books ---- */

/* io.out[0] and io.out[1]: the Polyglot key. */
void EXPORT(book_key)(void)
{
    uint64_t key = pf_position_polyglot_key(current);
    io.out[0] = (uint32_t)key;
    io.out[1] = (uint32_t)(key >> 32);
}

/* Finds the moves of the position in a book; io.text contains the entries of the book for its key. Returns their
 * number. For each move, io.text receives two words: one with the move and the weight, and one with the learn value. */
uint32_t EXPORT(book_find)(uint32_t length)
{
    static pf_book_moves moves;
    pf_book book;
    pf_book_open(&book, io.text, length < TEXT_SIZE ? length : TEXT_SIZE, NULL);
    pf_book_find(&book, current, &moves);
    for (uint32_t i = 0; i < moves.size; i++) {
        uint32_t words[2] = {moves.moves[i].move | (uint32_t)moves.moves[i].weight << 16, moves.moves[i].learn};
        memcpy(io.text + 8 * i, words, sizeof words);
    }
    return moves.size;
}

/* Chooses a move of such a book at random, according to the weights; 0 if there is none. */
uint32_t EXPORT(book_choose)(uint32_t length, uint32_t seed_low, uint32_t seed_high)
{
    pf_book book;
    pf_book_open(&book, io.text, length < TEXT_SIZE ? length : TEXT_SIZE, NULL);
    return pf_book_choose(&book, current, seed_low | (uint64_t)seed_high << 32);
}
