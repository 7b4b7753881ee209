/* Writing SAN, of standard chess and of the variants: one body, with the rules as a constant parameter. A word is
 * PF_SAN_SIZE bytes, which is enough for any move. */
#include <plyforge/play.h>
#include <plyforge/rules.h>

#include "base/text.h"
#include "entry/entry.h"
#include "moves/gives_check.h"
#include "notation/san.h"

/* ---- The text of a legal move ---- */

/* The white chess symbols are U+2654 (king) to U+2659 (pawn). */
static inline char *put_piece(char *at, pf_piece_type type, bool figurine)
{
    if (figurine) {
        *at++ = '\xe2';
        *at++ = '\x99';
        *at++ = (char)(0x94 + (PF_KING - type));
    } else {
        *at++ = "PNBRQK"[type];
    }
    return at;
}

static inline char *put_square(char *at, pf_square square)
{
    at[0] = (char)('a' + pf_square_file(square));
    at[1] = (char)('1' + pf_square_rank(square));
    return at + 2;
}

/* Disambiguates by the file if it identifies the piece, else by the rank, else by both. */
static inline char *put_origin(char *at, pf_square from, pf_bitboard others)
{
    bool same_file = (others & (PF_FILE_A << pf_square_file(from))) != 0;
    bool same_rank = (others & pf_rank_mask(pf_square_rank(from))) != 0;
    if (!same_file || same_rank) *at++ = (char)('a' + pf_square_file(from));
    if (same_file) *at++ = (char)('1' + pf_square_rank(from));
    return at;
}

/* A move without its mark. origins: the squares of the pieces of its type that may go to its target. */
PF_TEMPLATE char *put_move(char *at, const pf_position *position, pf_move move, pf_piece_type type, pf_bitboard origins,
                           pf_san_style style, pf_san_rules rules)
{
    bool figurine = style == PF_SAN_FIGURINES || style == PF_SAN_LONG_FIGURINES;
    bool whole = style == PF_SAN_LONG || style == PF_SAN_LONG_FIGURINES;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    if (PF_UNLIKELY(kind == PF_MOVE_CASTLING)) {
        for (const char *c = to > from ? "O-O" : "O-O-O"; *c; c++) *at++ = *c;
        return at;
    }
    if (rules == PF_SAN_VARIANT && pf_move_is_drop(move)) {
        at = put_piece(at, pf_move_dropped(move), figurine);
        *at++ = '@';
        return put_square(at, to);
    }
    bool capture = (pf_position_occupied(position) & pf_bit(to)) || kind == PF_MOVE_EN_PASSANT;
    bool king = rules == PF_SAN_VARIANT && pf_move_is_king_promotion(move);
    pf_bitboard others = type == PF_PAWN ? 0 : origins & ~pf_bit(from);
    if (type != PF_PAWN) at = put_piece(at, type, figurine);
    if (whole)
        at = put_square(at, from);
    else if (type == PF_PAWN ? capture : others != 0)
        at = put_origin(at, from, others);
    if (capture) *at++ = 'x';
    if (whole && !capture) *at++ = '-';
    at = put_square(at, to);
    if (PF_UNLIKELY(kind == PF_MOVE_PROMOTION || king)) {
        *at++ = '=';
        at = put_piece(at, king ? (pf_piece_type)PF_KING : pf_move_promotion(move), figurine);
    }
    return at;
}

/* ---- The mark ---- */

static bool gives_check(const pf_position *position, pf_move move)
{
    pf_new_checkers found = pf_new_checkers_of(position, move);
    return (found.direct | found.discovered) != 0;
}

/* The mark of a move that gives check. */
static char mark_of_check(const pf_position *position, pf_move move)
{
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    return pf_any_legal(&after) ? '+' : '#';
}

/* A move that wins by a rule of the variant gets the mark for mate as well. */
static char *put_variant_mark(char *at, const pf_position *position, pf_move move)
{
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    pf_result result = pf_position_outcome(&after, PF_POLICY_FIDE).result;
    if (result == PF_RESULT_WHITE_WINS || result == PF_RESULT_BLACK_WINS)
        *at++ = '#';
    else if (pf_position_in_check(&after))
        *at++ = '+';
    return at;
}

/* ---- One move ---- */

/* The squares of the pieces of this type that may go to the move's target; for castling and drops, any set that is not
 * empty. 0 if the move is not legal. */
PF_TEMPLATE pf_bitboard find_origins(const pf_position *position, pf_move move, pf_piece_type type, pf_san_rules rules)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING || (rules == PF_SAN_VARIANT && pf_move_is_drop(move)))
        return pf_move_is_legal(position, move) ? ~UINT64_C(0) : 0;
    if (position->by_colour[position->turn] & pf_bit(to)) return 0;
    pf_bitboard origins = pf_san_keep_legal(position, pf_san_candidates(position, type, to, rules), type, to, rules);
    if (rules == PF_SAN_VARIANT && pf_move_is_king_promotion(move))
        return pf_move_is_legal(position, move) ? origins : 0;
    bool legal = move == pf_san_coded(position, type, from, to, pf_move_promotion(move)) && (origins & pf_bit(from));
    return legal ? origins : 0;
}

/* Writes a move into a word; nothing if it is not legal. Returns its length. */
PF_TEMPLATE size_t write_word(char word[PF_SAN_SIZE], const pf_position *position, pf_move move, pf_san_style style,
                              pf_san_rules rules)
{
    if (move == PF_NO_MOVE) {
        word[0] = word[1] = '-';
        return 2;
    }
    pf_piece_type type = pf_type_at(position, pf_move_from(move));
    pf_bitboard origins = find_origins(position, move, type, rules);
    if (!origins) return 0;
    char *at = put_move(word, position, move, type, origins, style, rules);
    if (rules == PF_SAN_VARIANT)
        at = put_variant_mark(at, position, move);
    else if (gives_check(position, move))
        *at++ = mark_of_check(position, move);
    return (size_t)(at - word);
}

/* Terminates the text. The word is the buffer itself or, if the buffer is smaller than a word, is copied into it as far
 * as it fits. */
static size_t end_word(char *buffer, size_t size, char *word, size_t length)
{
    if (word == buffer) {
        word[length] = '\0';
        return length;
    }
    pf_text text = pf_text_begin(buffer, size);
    for (size_t i = 0; i < length; i++) pf_text_char(&text, word[i]);
    return pf_text_end(&text);
}

/* Whether the move starts from a piece of the side to move, or needs none. */
static bool has_mover(const pf_position *position, pf_move move)
{
    if (move == PF_NO_MOVE || pf_move_is_drop(move)) return true;
    return (position->by_colour[position->turn] & pf_bit(pf_move_from(move))) != 0;
}

static size_t write_variant_word(char word[PF_SAN_SIZE], const pf_position *position, pf_move move, pf_san_style style)
{
    return has_mover(position, move) ? write_word(word, position, move, style, PF_SAN_VARIANT) : 0;
}

size_t pf_move_to_san(char *buffer, size_t size, const pf_position *position, pf_move move, pf_san_style style)
{
    char small[PF_SAN_SIZE];
    char *word = size < PF_SAN_SIZE ? small : buffer;
    size_t length = PF_IS_VARIANT(position) ? write_variant_word(word, position, move, style)
                                            : write_word(word, position, move, style, PF_SAN_CHESS);
    return end_word(buffer, size, word, length);
}

/* ---- All moves ---- */

/* Data shared by all moves of a position: disambiguation is read off the list of moves, and one test tells whether an
 * ordinary move gives check. */
typedef struct san_shared {
    pf_bitboard targets[64]; /* indexed by origin; without castling */
    pf_bitboard checking[6]; /* indexed by type: the squares where such a piece gives check */
    pf_bitboard discoverers;
} san_shared;

static void find_shared(san_shared *out, const pf_position *position, const pf_move *moves, size_t count)
{
    *out = (san_shared){.discoverers = 0};
    for (size_t i = 0; i < count; i++)
        if (pf_move_kind_of(moves[i]) != PF_MOVE_CASTLING)
            out->targets[pf_move_from(moves[i])] |= pf_bit(pf_move_to(moves[i]));
    pf_check_chances chances = pf_find_check_chances(position, position->turn, PF_SLIDERS_MAGIC);
    out->checking[PF_PAWN] = chances.pawn;
    out->checking[PF_KNIGHT] = chances.knight;
    out->checking[PF_BISHOP] = chances.diagonal;
    out->checking[PF_ROOK] = chances.straight;
    out->checking[PF_QUEEN] = chances.diagonal | chances.straight;
    out->discoverers = chances.discoverers;
}

static inline void write_shared_word(char word[PF_SAN_SIZE], const san_shared *shared, const pf_position *position,
                                     pf_move move, pf_san_style style)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_piece_type type = pf_type_at(position, from);
    pf_bitboard origins = 0;
    if (type != PF_PAWN)
        for (pf_bitboard set = pf_position_pieces(position, position->turn, type); set;) {
            pf_square square = pf_pop_lowest(&set);
            origins |= (shared->targets[square] >> to & 1) << square;
        }
    char *at = put_move(word, position, move, type, origins, style, PF_SAN_CHESS);
    bool usual = pf_move_kind_of(move) == PF_MOVE_NORMAL && !(shared->discoverers & pf_bit(from));
    bool check = PF_LIKELY(usual) ? (shared->checking[type] >> to & 1) != 0 : gives_check(position, move);
    if (PF_UNLIKELY(check)) *at = mark_of_check(position, move);
}

void pf_moves_to_san(char (*out)[PF_SAN_SIZE], const pf_position *position, const pf_move *moves, size_t count,
                     pf_san_style style)
{
    bool standard = !PF_IS_VARIANT(position);
    san_shared shared = {.discoverers = 0};
    if (standard) find_shared(&shared, position, moves, count);
    for (size_t i = 0; i < count; i++) {
        pf_memset(out[i], 0, PF_SAN_SIZE);
        if (standard)
            write_shared_word(out[i], &shared, position, moves[i], style);
        else
            write_variant_word(out[i], position, moves[i], style);
    }
}
