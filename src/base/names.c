/* Names of statuses, squares and pieces, and the board as text. */
#include <plyforge/text.h>

#include "base/text.h"

static const char piece_letters[] = "PNBRQK";

const char *pf_status_name(pf_status status)
{
    static const char *const names[] = {
        [PF_OK] = "ok",
        [PF_ERROR_FEN_BOARD] = "fen board",
        [PF_ERROR_FEN_TURN] = "fen turn",
        [PF_ERROR_FEN_CASTLING] = "fen castling",
        [PF_ERROR_FEN_EN_PASSANT] = "fen en passant",
        [PF_ERROR_FEN_CLOCK] = "fen clock",
        [PF_ERROR_FEN_NUMBER] = "fen number",
        [PF_ERROR_FEN_TRAILING] = "fen trailing",
        [PF_ERROR_POSITION] = "position",
        [PF_ERROR_MOVE_TEXT] = "move text",
        [PF_ERROR_MOVE_ILLEGAL] = "move illegal",
        [PF_ERROR_UNSUPPORTED] = "unsupported",
        [PF_ERROR_MOVE_AMBIGUOUS] = "move ambiguous",
        [PF_ERROR_NO_ROOM] = "no room",
        [PF_ERROR_PACKED] = "packed",
        [PF_ERROR_EPD] = "epd",
        [PF_ERROR_PGN] = "pgn",
        [PF_ERROR_OPTION] = "option",
        [PF_ERROR_THREAD] = "thread",
        [PF_ERROR_STOPPED] = "stopped",
        [PF_ERROR_DEVICE] = "device",
        [PF_ERROR_DIVIDE] = "divide",
        [PF_ERROR_BOOK] = "book",
        [PF_ERROR_TRAIN] = "train",
        [PF_ERROR_TABLEBASE] = "tablebase",
        [PF_ERROR_NO_TABLE] = "no table",
        [PF_ERROR_UCI] = "uci",
    };
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "";
}

/* ---- Squares ---- */

size_t pf_square_to_text(char *buffer, size_t size, pf_square square)
{
    pf_text text = pf_text_begin(buffer, size);
    if (square < 64)
        pf_text_square(&text, square);
    else
        pf_text_char(&text, '-');
    return pf_text_end(&text);
}

bool pf_square_from_text(pf_square *out, const char *text, size_t length)
{
    if (length == 1 && text[0] == '-') {
        *out = PF_NO_SQUARE;
        return true;
    }
    if (length != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return false;
    *out = pf_square_of((unsigned)(text[0] - 'a'), (unsigned)(text[1] - '1'));
    return true;
}

/* ---- Pieces ---- */

static bool is_piece(pf_piece piece)
{
    return piece <= 14 && pf_piece_type_of(piece) <= PF_KING;
}

char pf_piece_to_letter(pf_piece piece)
{
    if (!is_piece(piece)) return '.';
    char letter = piece_letters[pf_piece_type_of(piece)];
    return pf_piece_colour(piece) == PF_WHITE ? letter : (char)(letter - 'A' + 'a');
}

pf_piece_type pf_piece_type_from_letter(char letter)
{
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        if (letter == piece_letters[type] || letter == piece_letters[type] - 'A' + 'a') return type;
    return PF_NO_PIECE_TYPE;
}

pf_piece pf_piece_from_letter(char letter)
{
    pf_piece_type type = pf_piece_type_from_letter(letter);
    if (type == PF_NO_PIECE_TYPE) return PF_NO_PIECE;
    return pf_piece_of(letter == piece_letters[type] ? PF_WHITE : PF_BLACK, type);
}

const char *pf_piece_type_name(pf_piece_type type)
{
    static const char *const names[6] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    return type <= PF_KING ? names[type] : "piece";
}

const char *pf_piece_to_figurine(pf_piece piece)
{
    static const char *const symbols[2][6] = {
        {"\xe2\x99\x99", "\xe2\x99\x98", "\xe2\x99\x97", "\xe2\x99\x96", "\xe2\x99\x95", "\xe2\x99\x94"},
        {"\xe2\x99\x9f", "\xe2\x99\x9e", "\xe2\x99\x9d", "\xe2\x99\x9c", "\xe2\x99\x9b", "\xe2\x99\x9a"},
    };
    return is_piece(piece) ? symbols[pf_piece_colour(piece)][pf_piece_type_of(piece)] : "\xc2\xb7";
}

/* ---- Boards ---- */

static void write_optional(pf_text *text, const char *string)
{
    if (string) pf_text_string(text, string);
}

static void write_piece(pf_text *text, pf_piece piece, const pf_board_style *style)
{
    if (style->figurines)
        pf_text_string(text, pf_piece_to_figurine(piece));
    else
        pf_text_char(text, pf_piece_to_letter(piece));
}

/* A square of a board with marks: three characters. The last square of a rank has no blank after it. */
static void write_marked(pf_text *text, pf_piece piece, pf_square square, const pf_board_style *style)
{
    bool brackets = (style->brackets & pf_bit(square)) != 0;
    bool is_marked = ((style->brackets | style->parentheses) & pf_bit(square)) != 0;
    if (is_marked) {
        write_optional(text, brackets ? style->brackets_on : style->parentheses_on);
        pf_text_char(text, brackets ? '[' : '(');
        write_piece(text, piece, style);
        pf_text_char(text, brackets ? ']' : ')');
        write_optional(text, style->off);
    } else {
        pf_text_char(text, ' ');
        write_piece(text, piece, style);
        if (pf_square_file(square) != (style->flipped ? 0 : 7)) pf_text_char(text, ' ');
    }
}

static void write_unmarked(pf_text *text, pf_piece piece, const pf_board_style *style)
{
    bool is_white = is_piece(piece) && pf_piece_colour(piece) == PF_WHITE;
    pf_text_char(text, ' ');
    if (is_white) write_optional(text, style->white_on);
    write_piece(text, piece, style);
    if (is_white) write_optional(text, style->off);
}

size_t pf_position_to_board(char *buffer, size_t size, const pf_position *position, const pf_board_style *style)
{
    static const pf_board_style plain = {.figurines = false};
    if (!style) style = &plain;
    bool has_marks = (style->brackets | style->parentheses) != 0;
    pf_text text = pf_text_begin(buffer, size);
    for (unsigned row = 0; row < 8; row++) {
        unsigned rank = style->flipped ? row : 7 - row;
        pf_text_number(&text, rank + 1);
        pf_text_char(&text, ' ');
        for (unsigned column = 0; column < 8; column++) {
            pf_square square = pf_square_of(style->flipped ? 7 - column : column, rank);
            pf_piece piece = pf_position_piece_at(position, square);
            if (has_marks)
                write_marked(&text, piece, square, style);
            else
                write_unmarked(&text, piece, style);
        }
        pf_text_char(&text, '\n');
    }
    pf_text_string(&text, "\n  ");
    for (unsigned column = 0; column < 8; column++) {
        pf_text_string(&text, column > 0 && has_marks ? "  " : " ");
        pf_text_char(&text, (char)(style->flipped ? 'h' - column : 'a' + column));
    }
    pf_text_char(&text, '\n');
    return pf_text_end(&text);
}
