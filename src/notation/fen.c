/* FEN text in and out. Reading fills a setup and checks only the text; pf_position_from_setup validates the position.
 */
#include <plyforge/fen.h>

#include "base/text.h"
#include "board/en_passant.h"
#include "board/variant_fields.h"

static const char piece_letters[] = "PNBRQK";

typedef struct reader {
    const char *text;
    size_t length;
    size_t at;
    pf_error *error;
} reader;

static bool has_pockets(pf_variant variant)
{
    return variant == PF_VARIANT_CRAZYHOUSE;
}

static bool has_checks(pf_variant variant)
{
    return variant == PF_VARIANT_THREE_CHECK;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Moves to the next field; false if there is none. */
static bool next_field(reader *in)
{
    while (in->at < in->length && pf_is_blank(in->text[in->at])) in->at++;
    return in->at < in->length;
}

static bool in_field(const reader *in)
{
    return in->at < in->length && !pf_is_blank(in->text[in->at]);
}

static pf_piece piece_from_letter(char c)
{
    enum { BLACK = 8 };
    static const uint8_t pieces[128] = {
        ['P'] = PF_PAWN + 1,         ['N'] = PF_KNIGHT + 1,         ['B'] = PF_BISHOP + 1,
        ['R'] = PF_ROOK + 1,         ['Q'] = PF_QUEEN + 1,          ['K'] = PF_KING + 1,
        ['p'] = PF_PAWN + 1 + BLACK, ['n'] = PF_KNIGHT + 1 + BLACK, ['b'] = PF_BISHOP + 1 + BLACK,
        ['r'] = PF_ROOK + 1 + BLACK, ['q'] = PF_QUEEN + 1 + BLACK,  ['k'] = PF_KING + 1 + BLACK,
    };
    return c & 0x80 ? PF_NO_PIECE : pieces[(unsigned char)c];
}

/* The pieces to drop, up to the end of the field or, where close is not 0, up to that letter. */
static pf_status read_pockets(reader *in, pf_setup *setup, char close)
{
    for (; in_field(in); in->at++) {
        char c = in->text[in->at];
        if (close && c == close) {
            in->at++;
            if (in_field(in))
                return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "unexpected text after the pockets");
            return PF_OK;
        }
        pf_piece piece = piece_from_letter(c);
        if (piece == PF_NO_PIECE || pf_piece_type_of(piece) == PF_KING)
            return pf_fail_at_char(in->error, PF_ERROR_FEN_BOARD, in->at, "unknown piece in a pocket", c);
        unsigned count = pf_setup_pocket(setup, pf_piece_colour(piece), pf_piece_type_of(piece));
        if (count < UINT8_MAX) pf_setup_set_pocket(setup, pf_piece_colour(piece), pf_piece_type_of(piece), count + 1);
    }
    if (close) return pf_fail_at_char(in->error, PF_ERROR_FEN_BOARD, in->at, "the pockets must end with", close);
    return PF_OK;
}

/* Reads an ordinary board. false, with nothing changed, only means that read_board must decide. Each character is a
 * look-up without a branch on its kind. A rank has nine slots, the last one for its slash. If a rank has the wrong
 * length, something else is in that slot, or a slash is in the slot of a square. */
static bool read_board_quickly(reader *in, pf_setup *setup)
{
    enum { SLOTS = 8 * 9 - 1, SLASH = 0x80, DIGIT = 0x1000 };
    /* The number of slots that a character takes, in bits 8 to 11, and the contents of the first of them. */
    static const uint16_t kinds[256] = {
        ['P'] = 0x101,  ['N'] = 0x102,  ['B'] = 0x103,         ['R'] = 0x104,  ['Q'] = 0x105,  ['K'] = 0x106,
        ['p'] = 0x109,  ['n'] = 0x10a,  ['b'] = 0x10b,         ['r'] = 0x10c,  ['q'] = 0x10d,  ['k'] = 0x10e,
        ['1'] = 0x1100, ['2'] = 0x1200, ['3'] = 0x1300,        ['4'] = 0x1400, ['5'] = 0x1500, ['6'] = 0x1600,
        ['7'] = 0x1700, ['8'] = 0x1800, ['/'] = 0x100 | SLASH,
    };
    uint8_t slots[SLOTS + 8];
    unsigned filled = 0, last = 0, digits_in_a_row = 0;
    size_t at = in->at;
    pf_memset(slots, 0, sizeof slots);
    for (; at < in->length && filled < SLOTS; at++) {
        unsigned kind = kinds[(unsigned char)in->text[at]];
        if (kind == 0) break;
        slots[filled] = (uint8_t)kind;
        filled += kind >> 8 & 15;
        digits_in_a_row |= kind & last & DIGIT;
        last = kind;
    }
    if (filled != SLOTS || digits_in_a_row || (at < in->length && !pf_is_blank(in->text[at]))) return false;

    uint64_t all = 0;
    unsigned slashes = SLASH;
    for (unsigned rank = 0; rank < 8; rank++) {
        uint64_t word;
        pf_memcpy(&word, slots + 9 * rank, sizeof word);
        all |= word;
        if (rank < 7) slashes &= slots[9 * rank + 8];
    }
    if (slashes == 0 || (all & UINT64_C(0x8080808080808080))) return false;
    for (unsigned rank = 0; rank < 8; rank++) pf_memcpy(setup->squares + 8 * (7 - rank), slots + 9 * rank, 8);
    in->at = at;
    return true;
}

static pf_status read_board(reader *in, pf_setup *setup)
{
    if (read_board_quickly(in, setup)) return PF_OK;
    bool pockets = has_pockets(pf_setup_variant(setup));
    unsigned rank = 7, file = 0;
    bool after_digit = false;
    for (; in_field(in); in->at++) {
        char c = in->text[in->at];
        if (pockets && rank == 0 && file == 8 && (c == '[' || c == '/')) {
            in->at++;
            return read_pockets(in, setup, c == '[' ? ']' : '\0');
        }
        if (pockets && c == '~' && file > 0 && !after_digit) {
            pf_setup_set_promoted(setup, pf_setup_promoted(setup) | pf_bit(pf_square_of(file - 1, rank)));
            continue;
        }
        if (c == '/') {
            if (file < 8) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "rank with fewer than 8 squares");
            if (rank == 0) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "more than 8 ranks");
            rank--;
            file = 0;
            after_digit = false;
            continue;
        }
        bool digit = c >= '1' && c <= '8';
        pf_piece piece = piece_from_letter(c);
        if (c == '[' && !pockets)
            return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "pockets exist only in Crazyhouse");
        if (!digit && piece == PF_NO_PIECE)
            return pf_fail_at_char(in->error, PF_ERROR_FEN_BOARD, in->at, "unknown piece", c);
        if (digit && after_digit)
            return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "two consecutive numbers of empty squares");
        unsigned squares = digit ? (unsigned)(c - '0') : 1;
        if (file + squares > 8) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "rank with more than 8 squares");
        if (!digit) setup->squares[pf_square_of(file, rank)] = (uint8_t)piece;
        file += squares;
        after_digit = digit;
    }
    if (file < 8) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "rank with fewer than 8 squares");
    if (rank > 0) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "fewer than 8 ranks");
    return PF_OK;
}

static pf_status read_turn(reader *in, pf_setup *setup)
{
    char c = in->text[in->at];
    if (c != 'w' && c != 'b')
        return pf_fail_at_char(in->error, PF_ERROR_FEN_TURN, in->at, "side to move must be 'w' or 'b', not", c);
    setup->turn = c == 'w' ? PF_WHITE : PF_BLACK;
    in->at++;
    if (in_field(in))
        return pf_fail(in->error, PF_ERROR_FEN_TURN, in->at, "side to move must be one letter, 'w' or 'b'");
    return PF_OK;
}

/* The rook that K or Q means: the outermost one on that side of the king on its back rank. Without such a rook it is
 * the corner square, which validation then refuses. */
static pf_square outermost_rook(const pf_setup *setup, pf_colour colour, bool king_side)
{
    pf_square corner = (colour == PF_WHITE ? 0u : 56u) + (king_side ? 7 : 0);
    pf_square rook = PF_NO_SQUARE;
    if (setup->squares[corner] == pf_piece_of(colour, PF_ROOK)) return corner;
    for (unsigned i = 0; i < 8; i++) {
        pf_square square = king_side ? corner - i : corner + i;
        if (rook == PF_NO_SQUARE && setup->squares[square] == pf_piece_of(colour, PF_ROOK)) rook = square;
        if (setup->squares[square] == pf_piece_of(colour, PF_KING)) return rook == PF_NO_SQUARE ? corner : rook;
    }
    return corner;
}

static pf_status read_castling(reader *in, pf_setup *setup)
{
    if (in->text[in->at] == '-') {
        in->at++;
        if (in_field(in))
            return pf_fail(in->error, PF_ERROR_FEN_CASTLING, in->at, "unexpected text after '-' in the castling field");
        return PF_OK;
    }
    for (; in_field(in); in->at++) {
        char c = in->text[in->at];
        pf_colour colour = c == lower(c) ? PF_BLACK : PF_WHITE;
        char side = lower(c);
        pf_square rook;
        if (side == 'k' || side == 'q')
            rook = outermost_rook(setup, colour, side == 'k');
        else if (side >= 'a' && side <= 'h')
            rook = (colour == PF_WHITE ? 0u : 56u) + (unsigned)(side - 'a');
        else
            return pf_fail_at_char(in->error, PF_ERROR_FEN_CASTLING, in->at, "unknown castling right", c);
        if (setup->castling & pf_bit(rook))
            return pf_fail_at_char(in->error, PF_ERROR_FEN_CASTLING, in->at, "castling right given twice:", c);
        setup->castling |= pf_bit(rook);
    }
    return PF_OK;
}

static pf_status read_en_passant(reader *in, pf_setup *setup)
{
    static const char message[] = "en passant field must be '-' or a square";
    size_t start = in->at;
    if (in->text[in->at] == '-') {
        in->at++;
    } else {
        char file = in->text[in->at++];
        char rank = in_field(in) ? in->text[in->at++] : '\0';
        if (file < 'a' || file > 'h' || rank < '1' || rank > '8')
            return pf_fail(in->error, PF_ERROR_FEN_EN_PASSANT, start, message);
        setup->ep_square = (uint8_t)pf_square_of((unsigned)(file - 'a'), (unsigned)(rank - '1'));
    }
    if (in_field(in)) return pf_fail(in->error, PF_ERROR_FEN_EN_PASSANT, in->at, message);
    return PF_OK;
}

static pf_status read_number(reader *in, uint64_t limit, pf_status code, const char *message, uint64_t *out)
{
    size_t start = in->at;
    uint64_t number = 0;
    for (; in_field(in); in->at++) {
        char c = in->text[in->at];
        if (c < '0' || c > '9') return pf_fail(in->error, code, in->at, message);
        number = number * 10 + (unsigned)(c - '0');
        if (number > limit) return pf_fail(in->error, code, start, message);
    }
    *out = number;
    return PF_OK;
}

/* The checks of Three-check: "3+3" means the numbers that White and Black still have to give, "+0+0" the numbers that
 * they have given. If the field is something else, nothing is read and *found is unchanged. */
static pf_status read_checks(reader *in, pf_setup *setup, bool *found)
{
    static const char message[] = "checks must be two digits from 0 to 3, as in 3+3 (left) or +0+0 (given)";
    size_t length = 0;
    while (in->at + length < in->length && !pf_is_blank(in->text[in->at + length])) length++;
    const char *field = in->text + in->at;
    bool given = length > 0 && field[0] == '+';
    bool left = length > 1 && field[1] == '+';
    if (!given && !left) return PF_OK;

    const char digits[2] = {given ? field[1] : field[0], field[length - 1]};
    if (length != (given ? 4 : 3) || (given && field[2] != '+'))
        return pf_fail(in->error, PF_ERROR_FEN_TRAILING, in->at, message);
    if (*found) return pf_fail(in->error, PF_ERROR_FEN_TRAILING, in->at, "the checks are given twice");
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        if (digits[colour] < '0' || digits[colour] > '3')
            return pf_fail(in->error, PF_ERROR_FEN_TRAILING, in->at, message);
        unsigned checks = (unsigned)(digits[colour] - '0');
        pf_setup_set_checks_given(setup, colour, given ? checks : 3 - checks);
    }
    in->at += length;
    *found = true;
    return PF_OK;
}

static pf_status read_fields(reader *in, pf_setup *setup)
{
    bool may_have_checks = has_checks(pf_setup_variant(setup));
    bool found_checks = false;
    pf_status status;
    uint64_t number;

    if (!next_field(in)) return pf_fail(in->error, PF_ERROR_FEN_BOARD, in->at, "empty FEN");
    if ((status = read_board(in, setup))) return status;
    if (!next_field(in)) return PF_OK;
    if ((status = read_turn(in, setup))) return status;
    if (!next_field(in)) return PF_OK;
    if ((status = read_castling(in, setup))) return status;
    if (!next_field(in)) return PF_OK;
    if ((status = read_en_passant(in, setup))) return status;
    if (!next_field(in)) return PF_OK;
    if (may_have_checks && (status = read_checks(in, setup, &found_checks))) return status;
    if (!next_field(in)) return PF_OK;
    status = read_number(in, UINT16_MAX, PF_ERROR_FEN_CLOCK, "half-move clock must be a number from 0 to 65535",
                         &number);
    if (status) return status;
    setup->halfmove_clock = (uint16_t)number;
    if (!next_field(in)) return PF_OK;
    status = read_number(in, UINT32_MAX, PF_ERROR_FEN_NUMBER, "move number must be a number from 0 to 4294967295",
                         &number);
    if (status) return status;
    setup->fullmove_number = (uint32_t)number;
    if (may_have_checks && next_field(in) && (status = read_checks(in, setup, &found_checks))) return status;
    if (next_field(in))
        return pf_fail_at_char(in->error, PF_ERROR_FEN_TRAILING, in->at,
                               "unexpected text after the six fields:", in->text[in->at]);
    return PF_OK;
}

pf_status pf_setup_from_fen(pf_setup *out, const char *text, size_t length, pf_variant variant, pf_error *error)
{
    reader in = {text, length, 0, error};
    pf_setup setup;
    pf_memset(&setup, 0, sizeof setup);
    setup.ep_square = PF_NO_SQUARE;
    setup.fullmove_number = 1;
    if (!PF_VARIANTS && variant != PF_VARIANT_STANDARD)
        return pf_fail(error, PF_ERROR_UNSUPPORTED, 0, PF_NO_VARIANTS_MESSAGE);
    pf_setup_set_variant(&setup, variant);

    pf_status status = read_fields(&in, &setup);
    if (!status) *out = setup;
    return status;
}

pf_status pf_position_from_fen(pf_position *out, const char *text, size_t length, pf_accept accept,
                               pf_problems *problems, pf_error *error)
{
    pf_setup setup;
    if (problems) *problems = 0;
    pf_status status = pf_setup_from_fen(&setup, text, length, pf_accept_variant_of(accept), error);
    if (status) return status;
    return pf_position_from_setup(out, &setup, accept, problems, error);
}

pf_position pf_variant_start(pf_variant variant)
{
#define FEN(text)                                                                                                      \
    {                                                                                                                  \
        text, sizeof text - 1                                                                                          \
    }
    static const struct {
        const char *text;
        size_t length;
    } usual = FEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
      others[PF_VARIANT_COUNT] = {
          [PF_VARIANT_HORDE] = FEN("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
          [PF_VARIANT_RACING_KINGS] = FEN("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
          [PF_VARIANT_ANTICHESS] = FEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
      };
    if (!PF_VARIANTS || (unsigned)variant >= PF_VARIANT_COUNT) variant = PF_VARIANT_STANDARD;
    bool has_usual = !others[variant].text;
    const char *text = has_usual ? usual.text : others[variant].text;
    size_t length = has_usual ? usual.length : others[variant].length;
    pf_position position = pf_position_start();
    pf_position_from_fen(&position, text, length, pf_accept_variant(variant), NULL, NULL);
    return position;
}

static void write_board(pf_text *text, const pf_position *position)
{
    pf_bitboard occupied = pf_position_occupied(position);
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned next = 0; /* the first file that has not been written yet */
        for (pf_bitboard files = occupied >> 8 * rank & 0xff; files;) {
            unsigned file = pf_pop_lowest(&files);
            pf_square square = pf_square_of(file, rank);
            if (file > next) pf_text_char(text, (char)('0' + (file - next)));
            next = file + 1;
            char letter = piece_letters[pf_type_at(position, square)];
            pf_text_char(text, position->by_colour[PF_WHITE] & pf_bit(square) ? letter : lower(letter));
            if (pf_promoted_pieces(position) & pf_bit(square)) pf_text_char(text, '~');
        }
        if (next < 8) pf_text_char(text, (char)('0' + (8 - next)));
        if (rank) pf_text_char(text, '/');
    }
}

/* White's pieces first, the queen before the pawns. */
static void write_pockets(pf_text *text, const pf_position *position)
{
    pf_text_char(text, '[');
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_KING; type-- > PF_PAWN;)
            for (unsigned i = 0; i < pf_in_pocket(position, colour, type); i++)
                pf_text_char(text, colour == PF_WHITE ? piece_letters[type] : lower(piece_letters[type]));
    pf_text_char(text, ']');
}

static void write_castling(pf_text *text, const pf_position *position, pf_castling_style style)
{
    if (!position->castling) pf_text_char(text, '-');
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        pf_bitboard back_rank = pf_relative_rank(0, colour);
        if (!(position->castling & back_rank)) continue; /* there may be no king */
        pf_square king = pf_king_square(position, colour);
        pf_bitboard rooks = pf_position_pieces(position, colour, PF_ROOK) & back_rank;
        for (unsigned file = 8; file-- > 0;) { /* the king side first, as in KQ and HA */
            pf_square rook = pf_square_of(file, colour == PF_WHITE ? 0 : 7);
            if (!(position->castling & pf_bit(rook))) continue;
            bool king_side = rook > king;
            pf_bitboard beyond = king_side ? ~(pf_bit(rook) | (pf_bit(rook) - 1)) : pf_bit(rook) - 1;
            bool outermost = !(rooks & beyond);
            bool corner = file == (king_side ? 7 : 0) && pf_square_file(king) == 4;
            bool by_side = (style == PF_CASTLING_XFEN && outermost) || (style == PF_CASTLING_STANDARD && corner);
            char letter = by_side ? (king_side ? 'K' : 'Q') : (char)('A' + file);
            pf_text_char(text, colour == PF_WHITE ? letter : lower(letter));
        }
    }
}

size_t pf_position_to_fen(char *buffer, size_t size, const pf_position *position, pf_castling_style castling,
                          pf_ep_mode ep)
{
    pf_square ep_square = position->ep_square;
    if (ep == PF_EP_PSEUDO) ep_square = pf_position_ep_pseudo_legal(position);
    if (ep == PF_EP_LEGAL) ep_square = pf_position_ep_legal(position);

    pf_text text = pf_text_begin(buffer, size);
    write_board(&text, position);
    if (has_pockets(pf_position_variant(position))) write_pockets(&text, position);
    pf_text_string(&text, position->turn == PF_WHITE ? " w " : " b ");
    write_castling(&text, position, castling);
    pf_text_char(&text, ' ');
    if (ep_square == PF_NO_SQUARE)
        pf_text_char(&text, '-');
    else
        pf_text_square(&text, ep_square);
    if (has_checks(pf_position_variant(position))) {
        pf_text_char(&text, ' ');
        pf_text_number(&text, 3u - pf_checks_given(position, PF_WHITE));
        pf_text_char(&text, '+');
        pf_text_number(&text, 3u - pf_checks_given(position, PF_BLACK));
    }

    pf_text_char(&text, ' ');
    pf_text_number(&text, position->halfmove_clock);
    pf_text_char(&text, ' ');
    pf_text_number(&text, position->fullmove_number);
    return pf_text_end(&text);
}
