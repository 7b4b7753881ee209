/* The loop over movetext. Nearly all of it is moves in export form, move numbers and short comments, which the loop
 * reads itself: it parses the text of a move with few branches, finds the move by looking back from its target, and
 * plays it without a key. pgn_words.c reads all other tokens. */
#ifndef PLYFORGE_PGN_MOVETEXT_H
#define PLYFORGE_PGN_MOVETEXT_H

#include "board/view.h"
#include "moves/make.h"
#include "notation/pgn_reader.h"
#include "notation/scan.h"

/* How a piece moves to its target: by its type, where pawns either push or capture. */
enum { PF_PGN_PUSH = PF_PAWN, PF_PGN_CAPTURE = PF_KING + 1, PF_PGN_WAYS };

/* The class of a token's first byte: 1 to 5 are piece letters, a file begins a pawn move. */
enum { PF_PGN_OTHER, PF_PGN_FILE = PF_PGN_CAPTURE, PF_PGN_DIGIT };

static const uint8_t pf_pgn_class[256] = {
    ['N'] = PF_KNIGHT,    ['B'] = PF_BISHOP,    ['R'] = PF_ROOK,      ['Q'] = PF_QUEEN,     ['K'] = PF_KING,
    ['a'] = PF_PGN_FILE,  ['b'] = PF_PGN_FILE,  ['c'] = PF_PGN_FILE,  ['d'] = PF_PGN_FILE,  ['e'] = PF_PGN_FILE,
    ['f'] = PF_PGN_FILE,  ['g'] = PF_PGN_FILE,  ['h'] = PF_PGN_FILE,  ['0'] = PF_PGN_DIGIT, ['1'] = PF_PGN_DIGIT,
    ['2'] = PF_PGN_DIGIT, ['3'] = PF_PGN_DIGIT, ['4'] = PF_PGN_DIGIT, ['5'] = PF_PGN_DIGIT, ['6'] = PF_PGN_DIGIT,
    ['7'] = PF_PGN_DIGIT, ['8'] = PF_PGN_DIGIT, ['9'] = PF_PGN_DIGIT,
};

#define PF_PGN_ALL (~UINT64_C(0))

/* The origins that the first byte of a move allows: for a pawn, its file. */
static const pf_bitboard pf_pgn_first[256] = {
    ['N'] = PF_PGN_ALL,     ['B'] = PF_PGN_ALL,     ['R'] = PF_PGN_ALL,     ['Q'] = PF_PGN_ALL,
    ['K'] = PF_PGN_ALL,     ['a'] = PF_FILE_A << 0, ['b'] = PF_FILE_A << 1, ['c'] = PF_FILE_A << 2,
    ['d'] = PF_FILE_A << 3, ['e'] = PF_FILE_A << 4, ['f'] = PF_FILE_A << 5, ['g'] = PF_FILE_A << 6,
    ['h'] = PF_FILE_A << 7,
};

/* The piece type of each kind of move, and the targets that it excludes: occupied squares for a push, squares without
 * an enemy piece for a capture, squares of our own pieces for the others. The set of enemy pieces is inverted by turned
 * and masked by counts. */
static const struct {
    pf_bitboard turned, counts;
    pf_piece_type type;
} pf_pgn_ways[PF_PGN_WAYS] = {
    [PF_PGN_PUSH] = {0, PF_PGN_ALL, PF_PAWN},
    [PF_KNIGHT] = {0, 0, PF_KNIGHT},
    [PF_BISHOP] = {0, 0, PF_BISHOP},
    [PF_ROOK] = {0, 0, PF_ROOK},
    [PF_QUEEN] = {0, 0, PF_QUEEN},
    [PF_KING] = {0, 0, PF_KING},
    [PF_PGN_CAPTURE] = {PF_PGN_ALL, PF_PGN_ALL, PF_PAWN},
};

PF_TEMPLATE unsigned pf_pgn_byte(uint64_t word, unsigned index)
{
    return (unsigned)(word >> (8 * index)) & 255;
}

/* ---- Moves ---- */

/* Whether our king is safe after a move that is neither castling nor en passant. The same question as
 * pf_attackers_after of board/view.h, which would make checking PGN 5 % slower. */
PF_TEMPLATE bool pf_pgn_is_safe(const pf_position *position, pf_bitboard from, pf_bitboard to, pf_piece_type type,
                                pf_colour us)
{
    const pf_bitboard *of_type = position->by_type;
    pf_bitboard occupied = (pf_position_occupied(position) ^ from) | to;
    pf_bitboard stands = of_type[PF_KING] & position->by_colour[us];
    pf_square king = pf_lowest(type == PF_KING ? to : stands);
    pf_bitboard theirs = position->by_colour[us ^ 1] & ~to;
    pf_bitboard attackers = (pf_pawn_attacks[us][king] & of_type[PF_PAWN]) |
                            (pf_knight_attacks[king] & of_type[PF_KNIGHT]) | (pf_king_attacks[king] & of_type[PF_KING]);
    if (PF_UNLIKELY(attackers & theirs)) return false;
    /* Few pieces would attack the king on an empty board, and two tables of this size stay in the cache. */
    pf_bitboard snipers = (pf_comes_from[us][PF_BISHOP][king] & (of_type[PF_BISHOP] | of_type[PF_QUEEN])) |
                          (pf_comes_from[us][PF_ROOK][king] & (of_type[PF_ROOK] | of_type[PF_QUEEN]));
    for (snipers &= theirs; snipers;)
        if (!(pf_between_squares[king][pf_pop_lowest(&snipers)] & occupied)) return false;
    return true;
}

/* The text between the piece letter and the target: a file, a rank or both, and perhaps an x. Returns the origins that
 * it allows, or 0 if it is something else. */
static PF_NOINLINE pf_bitboard pf_pgn_origins(uint64_t middle)
{
    pf_bitboard origins = PF_PGN_ALL;
    unsigned file = pf_pgn_byte(middle, 0) - 'a';
    if (file <= 7) origins &= PF_FILE_A << file, middle >>= 8;
    unsigned rank = pf_pgn_byte(middle, 0) - '1';
    if (rank <= 7) origins &= pf_rank_mask(rank), middle >>= 8;
    return middle == 0 || middle == 'x' ? origins : 0;
}

/* Of several pieces that reach a square on an empty board, the one that can move there legally; 0 unless there is
 * exactly one. */
PF_TEMPLATE pf_bitboard pf_pgn_only_legal(const pf_position *now, pf_bitboard from, pf_square to, pf_piece_type type,
                                          pf_colour us)
{
    pf_bitboard legal = 0;
    for (; from; from &= from - 1) {
        pf_bitboard one = from & -from;
        if (pf_between_squares[pf_lowest(from)][to] & pf_position_occupied(now)) continue;
        if (pf_pgn_is_safe(now, one, pf_bit(to), type, us)) legal |= one;
    }
    return legal & (legal - 1) ? 0 : legal;
}

/* For the piece that arrives: the sets of the position that contain it, six types and two colours, and the castling
 * rights that remain after its move. */
static const struct {
    pf_bitboard sets[8], castling;
} pf_pgn_arrivals[2][6] = {
    {{{PF_PGN_ALL, 0, 0, 0, 0, 0, PF_PGN_ALL, 0}, PF_PGN_ALL},
     {{0, PF_PGN_ALL, 0, 0, 0, 0, PF_PGN_ALL, 0}, PF_PGN_ALL},
     {{0, 0, PF_PGN_ALL, 0, 0, 0, PF_PGN_ALL, 0}, PF_PGN_ALL},
     {{0, 0, 0, PF_PGN_ALL, 0, 0, PF_PGN_ALL, 0}, PF_PGN_ALL},
     {{0, 0, 0, 0, PF_PGN_ALL, 0, PF_PGN_ALL, 0}, PF_PGN_ALL},
     {{0, 0, 0, 0, 0, PF_PGN_ALL, PF_PGN_ALL, 0}, ~PF_RANK_1}},
    {{{PF_PGN_ALL, 0, 0, 0, 0, 0, 0, PF_PGN_ALL}, PF_PGN_ALL},
     {{0, PF_PGN_ALL, 0, 0, 0, 0, 0, PF_PGN_ALL}, PF_PGN_ALL},
     {{0, 0, PF_PGN_ALL, 0, 0, 0, 0, PF_PGN_ALL}, PF_PGN_ALL},
     {{0, 0, 0, PF_PGN_ALL, 0, 0, 0, PF_PGN_ALL}, PF_PGN_ALL},
     {{0, 0, 0, 0, PF_PGN_ALL, 0, 0, PF_PGN_ALL}, PF_PGN_ALL},
     {{0, 0, 0, 0, 0, PF_PGN_ALL, 0, PF_PGN_ALL}, ~PF_RANK_8}},
};

_Static_assert(offsetof(pf_position, by_type) == 0 && offsetof(pf_position, by_colour) == 48,
               "the sets stand in one run at the beginning");

/* Plays a normal move without a key, from one position into another and without a branch: both squares are cleared, and
 * one piece arrives. */
PF_TEMPLATE void pf_pgn_make(pf_position *after, const pf_position *before, pf_bitboard leaves, pf_square from,
                             pf_square to, pf_piece_type type, pf_colour us)
{
    pf_bitboard arrival = pf_bit(to);
    pf_bitboard stays = ~(leaves | arrival);
    bool jumps = ((from ^ to ^ 16) | type) == 0;
    pf_eight_sets sets, arrivals;
    pf_memcpy(&sets, before, sizeof sets);
    pf_memcpy(&arrivals, pf_pgn_arrivals[us][type].sets, sizeof arrivals);
    sets = (sets & stays) | (arrivals & arrival);
    pf_memcpy(after, &sets, sizeof sets);
    after->castling = before->castling & stays & pf_pgn_arrivals[us][type].castling;
    after->turn = (uint8_t)(us ^ 1);
    after->ep_square = (uint8_t)(jumps ? (from + to) / 2 : PF_NO_SQUARE);
    uint32_t clock = before->halfmove_clock + 1u;
    clock -= clock >> 16; /* stays at 65535 */
    bool zeroes = (type == PF_PAWN) | ((before->by_colour[us ^ 1] & arrival) != 0);
    after->halfmove_clock = (uint16_t)(clock & ((uint32_t)zeroes - 1));
    after->fullmove_number = before->fullmove_number + (us == PF_BLACK && before->fullmove_number < UINT32_MAX);
}

/* Parses a move of length bytes (at most eight) in a word, finds it and plays it:
 *
 *     N b x d 2 +        e 4        e x d 5
 *     |     | |
 *     |     target, found from the end
 *     way: the kind of move, once it is known whether there is text before the target
 *
 * Returns the move, or PF_NO_MOVE if it has another form, is a promotion or en passant, or does not fit exactly one
 * legal move: pf_pgn_read_token then reads it. There is no branch on the piece type, because it would be mispredicted
 * more often than not: one table look-up gives the squares from which the piece can come, usually one piece is there,
 * and its path and the safety of the king are tested together. */
PF_TEMPLATE pf_move pf_pgn_quick_move(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned way, pf_colour us)
{
    unsigned last = pf_pgn_byte(word, length - 1);
    length -= (last == '+') | (last == '#');
    unsigned bits_before = (8 * length - 16) & 63; /* meaningless for a single byte, which is rejected below */
    uint64_t target = word >> bits_before;
    unsigned file_and_rank = (unsigned)(target & 0xffff) - ('a' | '1' << 8);
    if (PF_UNLIKELY(file_and_rank & ~0x0707u)) return PF_NO_MOVE;
    pf_square to = (file_and_rank | file_and_rank >> 5) & 63;
    pf_bitboard arrival = pf_bit(to);

    uint64_t before_target = word & ((UINT64_C(1) << bits_before) - 1);
    pf_bitboard from = pf_pgn_first[pf_pgn_byte(word, 0)];
    way &= -(unsigned)(before_target != 0);
    uint64_t middle = before_target >> 8;
    if (PF_UNLIKELY(middle * (middle ^ 'x') != 0)) { /* neither 0 nor x; one product is cheaper than two branches */
        if (way == PF_PGN_CAPTURE) return PF_NO_MOVE;
        from = pf_pgn_origins(middle);
    }

    const pf_position *now = frame->now;
    pf_bitboard ours = now->by_colour[us];
    pf_bitboard theirs = now->by_colour[us ^ 1];
    pf_piece_type type = pf_pgn_ways[way].type;
    from &= now->by_type[type] & ours & pf_comes_from[us][way][to];
    if (PF_UNLIKELY(from == 0)) return PF_NO_MOVE;
    if (PF_UNLIKELY((ours | ((theirs ^ pf_pgn_ways[way].turned) & pf_pgn_ways[way].counts)) & arrival))
        return PF_NO_MOVE;
    if (PF_UNLIKELY((from & (from - 1)) != 0)) {
        from = pf_pgn_only_legal(now, from, to, type, us);
        if (from == 0) return PF_NO_MOVE;
    }
    pf_square square = pf_lowest(from);
    if (PF_UNLIKELY(pf_between_squares[square][to] & (ours | theirs))) return PF_NO_MOVE;
    if (PF_UNLIKELY(!pf_pgn_is_safe(now, from, arrival, type, us))) return PF_NO_MOVE;
    pf_pgn_make(frame->before, now, from, square, to, type, us);
    pf_pgn_swap(frame);
    return pf_move_of(square, to, PF_MOVE_NORMAL);
}

/* One function for each colour, outside the loop, where the compiler would run out of registers. */
static PF_NOINLINE pf_move pf_pgn_white_move(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned way)
{
    return pf_pgn_quick_move(frame, word, length, way, PF_WHITE);
}

static PF_NOINLINE pf_move pf_pgn_black_move(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned way)
{
    return pf_pgn_quick_move(frame, word, length, way, PF_BLACK);
}

/* Whether the first one to eight bytes of a word are digits and dots. Below '.', above '9' and above 127 one of two
 * sums has the highest bit set. Only '/' remains between '.' and '0': it is a dot with the lowest bit set. */
PF_TEMPLATE bool pf_pgn_is_number(uint64_t word, unsigned length)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t behind = ~UINT64_C(0) << (8 * length - 1) << 1;
    uint64_t bytes = (word & ~behind) | ('0' * each & behind);
    uint64_t outside = ((bytes - '.' * each) | (bytes + (127 - '9') * each)) & 128 * each;
    uint64_t slashes = ~bytes & bytes << 4 & 16 * each;
    return (outside | slashes) == 0;
}

/* ---- Tokens that the loop reads by itself ---- */

/* Plays and returns the move in a word of length bytes; PF_NO_MOVE if pf_pgn_read_token must read it. */
PF_TEMPLATE pf_move pf_pgn_quick_word(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned way)
{
    if (PF_UNLIKELY(length > 8)) return PF_NO_MOVE;
    return frame->now->turn == PF_WHITE ? pf_pgn_white_move(frame, word, length, way)
                                        : pf_pgn_black_move(frame, word, length, way);
}

/* The length of a word without the characters directly after a move, as in e4!) */
PF_TEMPLATE unsigned pf_pgn_bare_length(const char *p, unsigned length)
{
    while (p[length - 1] == ')' || p[length - 1] == '!' || p[length - 1] == '?') length--;
    return length;
}

/* How many bytes are a move number: all of 12. or 12... and the first three of 12.e4. 0 if pf_pgn_read_token must look
 * at it: it may be a result, castling with zeros, a number before ')', or number 1, with which another game may begin.
 */
PF_TEMPLATE unsigned pf_pgn_number_length(const char *p, uint64_t word, unsigned length)
{
    unsigned first_two = (unsigned)word & 0xffff;
    if (PF_UNLIKELY(first_two == ('1' | '.' << 8))) return 0;
    if (PF_LIKELY(length <= 8 && p[length - 1] == '.' && pf_pgn_is_number(word, length))) return length;
    unsigned second = pf_pgn_byte(word, 1);
    if ((second - '0' > 9 && second != '.') || first_two == ('0' | '0' << 8)) return 0;
    unsigned digits = 1;
    while (digits < PF_PGN_WORD_MAX && ((unsigned)(p[digits] - '0') <= 9 || p[digits] == '.')) digits++;
    return p[digits] == ')' ? 0 : digits;
}

/* The offset in 64 bytes of the brace that closes the comment at p; 0 if it is farther away, or if a line in the
 * comment could be a tag, which would end it. A command such as [%clk is not a tag. */
PF_TEMPLATE unsigned pf_pgn_short_comment(const char *p)
{
    uint64_t closes = pf_match_either(p, '}', '}');
    uint64_t inside = closes ^ (closes - 1);
    uint64_t newlines = pf_match_either(p, '\n', '\n') & inside;
    uint64_t brackets = pf_match_either(p, '[', '[') & inside;
    if (PF_UNLIKELY(newlines != 0))
        while (brackets)
            if (p[pf_pop_lowest(&brackets) + 1] != '%') return 0;
    return closes ? pf_lowest(closes) : 0;
}

/* ---- The scanner ---- */

/* Text is scanned in blocks of 64 bytes. The blanks of a block are found all at once, so that finding the next word
 * does not depend on parsing the last one. */
typedef struct pf_pgn_scanner {
    const char *block;
    uint64_t blanks;
    unsigned at;      /* the next byte of the block, or one past its end */
    const char *next; /* where the next block begins */
} pf_pgn_scanner;

/* Begins the next block, with more input if needed. False at the end of the input. PF_PGN_PADDING bytes can be read
 * from the block on; past the end of the input they are 0. */
PF_TEMPLATE bool pf_pgn_begin_block(pf_pgn_reader *reader, pf_pgn_scanner *scanner)
{
    const char *p = scanner->next;
    if (PF_UNLIKELY(p >= reader->limit)) {
        reader->at = p;
        if (!pf_pgn_refill(reader)) return false;
        p = reader->at;
    }
    scanner->block = p;
    scanner->blanks = pf_match_blanks(p);
    scanner->at = 0;
    return true;
}

/* Finds the next word of the block; false if there is none. A word that continues past the block starts the next block,
 * so that a word is always whole, wherever blocks and windows end; length is 64 for 64 bytes or more. */
PF_TEMPLATE bool pf_pgn_next_word(pf_pgn_scanner *scanner, const char **word, unsigned *length)
{
    if (PF_UNLIKELY(scanner->at >= 64 || ~scanner->blanks >> scanner->at == 0)) {
        scanner->next = scanner->block + (scanner->at > 64 ? scanner->at : 64);
        return false;
    }
    scanner->at += pf_lowest(~scanner->blanks >> scanner->at);
    *word = scanner->block + scanner->at;
    uint64_t later_blanks = scanner->blanks >> scanner->at;
    if (PF_UNLIKELY(later_blanks == 0)) {
        *length = 64;
        scanner->next = *word;
        return scanner->at == 0;
    }
    *length = pf_lowest(later_blanks);
    return true;
}

/* ---- The loop ---- */

/* Reads movetext from reader->at on. With PF_PGN_SINK_EVENT it returns after each event, otherwise at the end of the
 * game. reader->at is then past the text that was read, or where the next game begins. */
PF_TEMPLATE pf_pgn_stop pf_pgn_movetext_body(pf_pgn_reader *reader, pf_pgn_event *event, pf_pgn_summary *summary,
                                             pf_pgn_sink sink)
{
    pf_pgn_scanner scanner = {.next = reader->at};
    while (pf_pgn_begin_block(reader, &scanner)) {
        pf_pgn_frame *frame = &reader->frames[reader->depth];
        const char *p;
        unsigned length;
        while (pf_pgn_next_word(&scanner, &p, &length)) {
            uint64_t word = pf_load8(p);
            unsigned kind = pf_pgn_class[(unsigned char)*p];
            if (kind - PF_KNIGHT <= PF_PGN_FILE - PF_KNIGHT) {
                pf_move move = pf_pgn_quick_word(frame, word, length, kind);
                if (PF_UNLIKELY(move == PF_NO_MOVE)) {
                    unsigned bare = pf_pgn_bare_length(p, length);
                    if (bare < length) move = pf_pgn_quick_word(frame, word, bare, kind);
                    length = bare;
                }
                if (PF_LIKELY(move != PF_NO_MOVE)) {
                    const pf_pgn_token token = {.type = PF_PGN_MOVE,
                                                .offset = pf_pgn_offset(reader, p),
                                                .after = p + length,
                                                .text = p,
                                                .length = length,
                                                .move = move};
                    if (pf_pgn_emit(reader, &token, event, summary, sink)) return PF_PGN_STOP_EVENT;
                    scanner.at += length;
                    continue;
                }
            } else if (kind == PF_PGN_DIGIT) {
                length = pf_pgn_number_length(p, word, length);
                if (PF_LIKELY(length > 0)) {
                    scanner.at += length;
                    continue;
                }
            } else if (*p == '{') {
                unsigned close = pf_pgn_short_comment(p);
                if (PF_LIKELY(close > 0)) {
                    const pf_pgn_token token = {.type = PF_PGN_COMMENT,
                                                .offset = pf_pgn_offset(reader, p),
                                                .after = p + close + 1,
                                                .text = p + 1,
                                                .length = close - 1};
                    if (pf_pgn_emit(reader, &token, event, summary, sink)) return PF_PGN_STOP_EVENT;
                    scanner.at += close + 1;
                    continue;
                }
            }
            pf_pgn_token token;
            pf_pgn_stop stop = pf_pgn_read_token(reader, p, sink, &token);
            if (stop > PF_PGN_STOP_EVENT) return stop;
            if (stop == PF_PGN_STOP_EVENT && pf_pgn_emit(reader, &token, event, summary, sink)) return stop;
            scanner.next = token.after;
            break;
        }
    }
    return PF_PGN_STOP_END;
}

#define PF_DEFINE_PGN(suffix)                                                                                          \
    pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event)                             \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, event, NULL, PF_PGN_SINK_EVENT);                                           \
    }                                                                                                                  \
    pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary)                       \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, NULL, summary, PF_PGN_SINK_SUMMARY);                                       \
    }

#endif
