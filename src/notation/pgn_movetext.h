/* The loop over movetext. Nearly all of it is moves in export form, move numbers and comments, and these have a quick
 * way here: a move's text is taken apart with few jumps, found by looking back from its target, and played without a
 * key. Everything else goes to pgn_reader.c. */
#ifndef PLYFORGE_PGN_MOVETEXT_H
#define PLYFORGE_PGN_MOVETEXT_H

#include "board/view.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"
#include "notation/scan.h"

/* What a byte of an origin says of it; 0 stands for "nothing said", and a byte that has no place there allows nothing.
 */
static const pf_bitboard pf_pgn_origin[256] = {
    [0] = ~UINT64_C(0),      ['a'] = PF_FILE_A << 0,  ['b'] = PF_FILE_A << 1,  ['c'] = PF_FILE_A << 2,
    ['d'] = PF_FILE_A << 3,  ['e'] = PF_FILE_A << 4,  ['f'] = PF_FILE_A << 5,  ['g'] = PF_FILE_A << 6,
    ['h'] = PF_FILE_A << 7,  ['1'] = PF_RANK_1 << 0,  ['2'] = PF_RANK_1 << 8,  ['3'] = PF_RANK_1 << 16,
    ['4'] = PF_RANK_1 << 24, ['5'] = PF_RANK_1 << 32, ['6'] = PF_RANK_1 << 40, ['7'] = PF_RANK_1 << 48,
    ['8'] = PF_RANK_1 << 56,
};

/* What a byte that begins a token begins. */
enum {
    PF_PGN_OTHER,
    PF_PGN_KNIGHT = PF_KNIGHT, /* 1 to 5 are the piece letters */
    PF_PGN_KING = PF_KING,
    PF_PGN_FILE, /* a pawn move */
    PF_PGN_DIGIT
};

static const uint8_t pf_pgn_class[256] = {
    ['N'] = PF_KNIGHT,    ['B'] = PF_BISHOP,    ['R'] = PF_ROOK,      ['Q'] = PF_QUEEN,     ['K'] = PF_KING,
    ['a'] = PF_PGN_FILE,  ['b'] = PF_PGN_FILE,  ['c'] = PF_PGN_FILE,  ['d'] = PF_PGN_FILE,  ['e'] = PF_PGN_FILE,
    ['f'] = PF_PGN_FILE,  ['g'] = PF_PGN_FILE,  ['h'] = PF_PGN_FILE,  ['0'] = PF_PGN_DIGIT, ['1'] = PF_PGN_DIGIT,
    ['2'] = PF_PGN_DIGIT, ['3'] = PF_PGN_DIGIT, ['4'] = PF_PGN_DIGIT, ['5'] = PF_PGN_DIGIT, ['6'] = PF_PGN_DIGIT,
    ['7'] = PF_PGN_DIGIT, ['8'] = PF_PGN_DIGIT, ['9'] = PF_PGN_DIGIT,
};

PF_TEMPLATE unsigned pf_pgn_byte(uint64_t word, unsigned index)
{
    return (unsigned)(word >> (8 * index)) & 255;
}

/* ---- Positions ---- */

/* Whether our king is safe after a move that is not castling; gone is the pawn taken en passant, if any. */
PF_TEMPLATE bool pf_pgn_is_safe(const pf_position *position, pf_square from, pf_square to, pf_bitboard gone,
                                pf_piece_type type, pf_colour us, pf_sliders sliders)
{
    const pf_bitboard *of_type = position->by_type;
    pf_bitboard occupied = (pf_position_occupied(position) ^ pf_bit(from) ^ gone) | pf_bit(to);
    pf_square king = type == PF_KING ? to : pf_king_square(position, us);
    pf_bitboard attackers = (pf_pawn_attacks[us][king] & of_type[PF_PAWN]) |
                            (pf_knight_attacks[king] & of_type[PF_KNIGHT]) |
                            (pf_bishop_attacks(king, occupied, sliders) & (of_type[PF_BISHOP] | of_type[PF_QUEEN])) |
                            (pf_rook_attacks(king, occupied, sliders) & (of_type[PF_ROOK] | of_type[PF_QUEEN]));
    attackers |= pf_king_attacks[king] & of_type[PF_KING];
    return (attackers & position->by_colour[us ^ 1] & ~(pf_bit(to) | gone)) == 0;
}

/* The sets of a position stand in one run of eight, six types and two colours, and are changed four at a time. Through
 * this type, because compilers make slow code of the same in a loop: they take the sets apart and put them together. */
typedef uint64_t pf_pgn_four __attribute__((vector_size(32), aligned(8), may_alias));

_Static_assert(offsetof(pf_position, by_type) == 0 && offsetof(pf_position, by_colour) == 48,
               "the sets stand in one run at the beginning");

/* Which of the sets a piece that arrives belongs to, by colour and type. */
#define PF_PGN_ALL (~UINT64_C(0))
static const uint64_t pf_pgn_arrives[2][6][8] = {
    {{PF_PGN_ALL, 0, 0, 0, 0, 0, PF_PGN_ALL, 0},
     {0, PF_PGN_ALL, 0, 0, 0, 0, PF_PGN_ALL, 0},
     {0, 0, PF_PGN_ALL, 0, 0, 0, PF_PGN_ALL, 0},
     {0, 0, 0, PF_PGN_ALL, 0, 0, PF_PGN_ALL, 0},
     {0, 0, 0, 0, PF_PGN_ALL, 0, PF_PGN_ALL, 0},
     {0, 0, 0, 0, 0, PF_PGN_ALL, PF_PGN_ALL, 0}},
    {{PF_PGN_ALL, 0, 0, 0, 0, 0, 0, PF_PGN_ALL},
     {0, PF_PGN_ALL, 0, 0, 0, 0, 0, PF_PGN_ALL},
     {0, 0, PF_PGN_ALL, 0, 0, 0, 0, PF_PGN_ALL},
     {0, 0, 0, PF_PGN_ALL, 0, 0, 0, PF_PGN_ALL},
     {0, 0, 0, 0, PF_PGN_ALL, 0, 0, PF_PGN_ALL},
     {0, 0, 0, 0, 0, PF_PGN_ALL, 0, PF_PGN_ALL}},
};

/* What pf_make_body does without a key, for any move but castling, from one position into another and without a jump:
 * captured or not, everything leaves the squares that the move touches, and one piece arrives. */
PF_TEMPLATE void pf_pgn_make(pf_pgn_frame *frame, pf_square from, pf_square to, pf_bitboard gone, pf_piece_type arrives,
                             pf_piece_type type, pf_colour us)
{
    const pf_position *before = &frame->positions[frame->now];
    pf_position *after = &frame->positions[frame->now ^ 1];
    pf_bitboard arrival = pf_bit(to);
    pf_bitboard stays = ~(pf_bit(from) | arrival | gone);
    const pf_pgn_four *old = (const pf_pgn_four *)(const void *)before;
    pf_pgn_four *new = (pf_pgn_four *)(void *)after;
    const pf_pgn_four *belongs = (const pf_pgn_four *)(const void *)pf_pgn_arrives[us][arrives];
    pf_pgn_four types = belongs[0] & arrival;
    pf_pgn_four rest = belongs[1] & arrival;
    bool takes = pf_position_occupied(before) >> to & 1;
    new[0] = (old[0] & stays) | types;
    new[1] = (old[1] & stays) | rest;

    after->castling = before->castling & stays;
    after->castling &= ~(pf_relative_rank(0, us) & -(pf_bitboard)(type == PF_KING));
    after->turn = (uint8_t)(us ^ 1);
    after->ep_square = type == PF_PAWN && (from ^ to) == 16 ? (uint8_t)((from + to) / 2) : PF_NO_SQUARE;
    after->halfmove_clock = type == PF_PAWN || takes
                                ? 0
                                : (uint16_t)(before->halfmove_clock + (before->halfmove_clock < UINT16_MAX));
    after->fullmove_number = before->fullmove_number;
    if (us == PF_BLACK) after->fullmove_number += before->fullmove_number < UINT32_MAX;
    frame->now ^= 1;
    frame->moved = true;
}

/* ---- Moves ---- */

/* The functions below take a move of so many bytes (at most eight) out of a word, find it and play it. They return it,
 * or PF_NO_MOVE when it is not in export form, or not exactly one legal move: then somebody with more time finds out.
 */

/* Which attacks a type has. All are looked up and the type chooses by mask, because a jump by type would be
 * mispredicted more often than not: measured, that is a tenth slower than looking up too much. */
static const struct {
    pf_bitboard knight, bishop, rook, king;
} pf_pgn_moves_like[6] = {
    [PF_KNIGHT] = {.knight = PF_PGN_ALL}, [PF_BISHOP] = {.bishop = PF_PGN_ALL},
    [PF_ROOK] = {.rook = PF_PGN_ALL},     [PF_QUEEN] = {.bishop = PF_PGN_ALL, .rook = PF_PGN_ALL},
    [PF_KING] = {.king = PF_PGN_ALL},
};

/* A piece that is no pawn:
 *
 *     N b x d 2 +
 *     | |   | |
 *     | |   target, found from the end
 *     | as much of the origin as there is
 *     type
 */
PF_TEMPLATE pf_move pf_pgn_piece_move(pf_pgn_frame *frame, uint64_t word, unsigned length, pf_piece_type type,
                                      pf_colour us, pf_sliders sliders)
{
    if (PF_UNLIKELY(length < 3)) return PF_NO_MOVE;
    unsigned last = pf_pgn_byte(word, length - 1);
    length -= (last == '+') | (last == '#');
    /* The two bytes of the target, and the one before it: an x, or the origin, or the piece letter. */
    uint64_t target = word << 8 >> (8 * (length - 2));
    unsigned file = pf_pgn_byte(target, 1) - 'a';
    unsigned rank = pf_pgn_byte(target, 2) - '1';
    if (PF_UNLIKELY((rank | file) > 7 || length < 3)) return PF_NO_MOVE;
    pf_square to = rank * 8 + file;
    unsigned origin_length = length - 3 - ((target & 255) == 'x');
    const pf_position *now = &frame->positions[frame->now];
    pf_bitboard ours = now->by_colour[us];
    pf_bitboard occupied = ours | now->by_colour[us ^ 1];

    pf_bitboard from = now->by_type[type] & ours;
    from &= (pf_knight_attacks[to] & pf_pgn_moves_like[type].knight) |
            (pf_king_attacks[to] & pf_pgn_moves_like[type].king) |
            (pf_bishop_attacks(to, occupied, sliders) & pf_pgn_moves_like[type].bishop) |
            (pf_rook_attacks(to, occupied, sliders) & pf_pgn_moves_like[type].rook);
    if (PF_UNLIKELY(origin_length)) {
        unsigned first = pf_pgn_byte(word, 1);
        unsigned second = pf_pgn_byte(word, 2);
        from &= pf_pgn_origin[first];
        if (origin_length > 1) {
            if (origin_length > 2 || first < 'a' || second > '8') return PF_NO_MOVE; /* not a square */
            from &= pf_pgn_origin[second];
        }
    }
    if (PF_UNLIKELY(from == 0 || (ours >> to & 1))) return PF_NO_MOVE;
    if (PF_UNLIKELY((from & (from - 1)) != 0)) {
        /* Pins may leave one. */
        pf_bitboard safe = 0;
        for (pf_bitboard rest = from; rest;) {
            pf_square square = pf_pop_lowest(&rest);
            if (pf_pgn_is_safe(now, square, to, 0, type, us, sliders)) safe |= pf_bit(square);
        }
        from = safe;
        if (from == 0 || (from & (from - 1))) return PF_NO_MOVE;
    }
    pf_square square = pf_lowest(from);
    if (PF_UNLIKELY(!pf_pgn_is_safe(now, square, to, 0, type, us, sliders))) return PF_NO_MOVE;
    pf_pgn_make(frame, square, to, 0, type, type, us);
    return pf_move_of(square, to, PF_MOVE_NORMAL);
}

/* A pawn: e4, exd5, e8=Q, exd8=Q+. */
PF_TEMPLATE pf_move pf_pgn_pawn_move(pf_pgn_frame *frame, uint64_t word, unsigned length, pf_colour us,
                                     pf_sliders sliders)
{
    const pf_position *now = &frame->positions[frame->now];
    pf_bitboard pawns = now->by_type[PF_PAWN] & now->by_colour[us];
    pf_bitboard occupied = pf_position_occupied(now);
    unsigned file = pf_pgn_byte(word, 0) - 'a';
    unsigned rank = pf_pgn_byte(word, 1) - '1';
    unsigned read = 2;
    pf_square to;
    pf_bitboard from, gone = 0;
    if (rank <= 7) {
        to = rank * 8 + file;
        pf_bitboard target = pf_bit(to);
        pf_bitboard one = us == PF_WHITE ? target >> 8 : target << 8;
        pf_bitboard two = (us == PF_WHITE ? target >> 16 : target << 16) & pf_relative_rank(1, us);
        from = (one | (occupied & one ? 0 : two)) & pawns;
        if (PF_UNLIKELY(occupied & target)) return PF_NO_MOVE;
    } else {
        unsigned to_file = pf_pgn_byte(word, 2) - 'a';
        rank = pf_pgn_byte(word, 3) - '1';
        if (PF_UNLIKELY(pf_pgn_byte(word, 1) != 'x' || (to_file | rank) > 7)) return PF_NO_MOVE;
        to = rank * 8 + to_file;
        read = 4;
        from = pf_pawn_attacks[us ^ 1][to] & pawns & (PF_FILE_A << file);
        if (PF_UNLIKELY(!(now->by_colour[us ^ 1] >> to & 1))) {
            if (to != now->ep_square) return PF_NO_MOVE;
            gone = pf_bit(to ^ 8);
        }
    }
    if (PF_UNLIKELY(from == 0)) return PF_NO_MOVE;

    pf_piece_type arrives = PF_PAWN;
    if (PF_UNLIKELY(rank == (us == PF_WHITE ? 7 : 0))) {
        arrives = pf_pgn_class[pf_pgn_byte(word, read + 1)];
        if (pf_pgn_byte(word, read) != '=' || arrives - PF_KNIGHT > PF_QUEEN - PF_KNIGHT) return PF_NO_MOVE;
        read += 2;
    }
    /* There may be one more byte: the mark for check or mate. */
    if (PF_UNLIKELY(read != length)) {
        unsigned mark = pf_pgn_byte(word, read);
        if (read + 1 != length || (mark != '+' && mark != '#')) return PF_NO_MOVE;
    }

    pf_square square = pf_lowest(from);
    if (PF_UNLIKELY(!pf_pgn_is_safe(now, square, to, gone, PF_PAWN, us, sliders))) return PF_NO_MOVE;
    pf_pgn_make(frame, square, to, gone, arrives, PF_PAWN, us);
    if (PF_UNLIKELY(arrives != PF_PAWN)) return pf_move_of_promotion(square, to, arrives);
    return pf_move_of(square, to, gone ? PF_MOVE_EN_PASSANT : PF_MOVE_NORMAL);
}

/* One function for pawns and pieces of each colour: in one, the compiler makes slower code of them. */
#define PF_DEFINE_PGN_MOVES(colour, us, sliders)                                                                       \
    static PF_NOINLINE pf_move pf_pgn_pawn_##colour(pf_pgn_frame *frame, uint64_t word, unsigned length)               \
    {                                                                                                                  \
        return pf_pgn_pawn_move(frame, word, length, us, sliders);                                                     \
    }                                                                                                                  \
    static PF_NOINLINE pf_move pf_pgn_piece_##colour(pf_pgn_frame *frame, uint64_t word, unsigned length,              \
                                                     pf_piece_type type)                                               \
    {                                                                                                                  \
        return pf_pgn_piece_move(frame, word, length, type, us, sliders);                                              \
    }                                                                                                                  \
    static inline pf_move pf_pgn_move_##colour(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned kind)     \
    {                                                                                                                  \
        return kind == PF_PGN_FILE ? pf_pgn_pawn_##colour(frame, word, length)                                         \
                                   : pf_pgn_piece_##colour(frame, word, length, kind);                                 \
    }

typedef pf_move pf_pgn_quick(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned kind);

/* ---- The loop ---- */

/* Whether a comment whose braces stand at two places of a block has a line in it that could be a tag. */
PF_TEMPLATE bool pf_pgn_has_bracket_line(const char *block, uint64_t newlines, unsigned open, unsigned close)
{
    newlines &= ((UINT64_C(1) << close) - 1) & ~((UINT64_C(1) << open) - 1);
    while (PF_UNLIKELY(newlines))
        if (block[pf_pop_lowest(&newlines) + 1] == '[') return true;
    return false;
}

/* Reads movetext from reader->at on. With PF_PGN_SINK_EVENT it comes back with each event, otherwise when the game is
 * over. reader->at is left behind what was read; for a tag, on it.
 *
 * Text is looked at in blocks of 64 bytes. Where blanks and braces are is known for all of the block at once, so that
 * the next word is found without waiting for the last to be understood. */
PF_TEMPLATE pf_pgn_stop pf_pgn_movetext_body(pf_pgn_reader *reader, pf_pgn_event *event, pf_pgn_summary *summary,
                                             pf_pgn_quick *quick_move, pf_pgn_sink sink)
{
    const char *p = reader->at;
    pf_pgn_frame *frame = &reader->frames[reader->depth];
    uint32_t *plies = sink == PF_PGN_SINK_EVENT ? NULL : reader->depth ? &summary->variation_plies : &summary->plies;
    pf_move move;
    size_t length;

next_block:
    if (PF_UNLIKELY(p >= reader->limit)) {
        reader->at = p;
        if (!pf_pgn_refill(reader)) return PF_PGN_STOP_END;
        p = reader->at;
    }
    /* From here on PF_PGN_PADDING bytes can be read, past the end of the input too, where they are 0. */
    const char *block = p;
    pf_block bits = pf_look_at_block(block);
    unsigned at = 0;

    for (;;) {
        if (PF_UNLIKELY(at >= 64 || ~bits.blanks >> at == 0)) {
            p = block + (at > 64 ? at : 64);
            goto next_block;
        }
        at += pf_lowest(~bits.blanks >> at);
        p = block + at;
        uint64_t later_blanks = bits.blanks >> at;
        if (PF_UNLIKELY(later_blanks == 0)) {
            /* The word goes on in the next block; let that begin with it, or give up if this one does. */
            if (at > 0 && p < reader->limit) goto next_block;
            length = 64;
        } else {
            length = pf_lowest(later_blanks);
        }
        uint64_t word = pf_load8(p);
        unsigned kind = pf_pgn_class[(unsigned char)*p];

        if (kind - PF_PGN_KNIGHT <= PF_PGN_FILE - PF_PGN_KNIGHT) {
            unsigned last = (unsigned char)p[length - 1];
            while (PF_UNLIKELY(last == ')' || last == '!' || last == '?')) last = (unsigned char)p[--length - 1];
            if (PF_LIKELY(length <= 8)) {
                move = quick_move(frame, word, (unsigned)length, kind);
                if (PF_LIKELY(move != PF_NO_MOVE)) goto moved;
            }
            goto other_word;
        }
        if (kind == PF_PGN_DIGIT) {
            /* A move number, 12. or 12..., alone? Letters have the bit 64. */
            unsigned second = pf_pgn_byte(word, 1);
            if (PF_LIKELY(length <= 8 && second != '-' && second != '/')) {
                uint64_t letters = word & UINT64_C(0x4040404040404040) & (~UINT64_C(0) >> (64 - 8 * length));
                if (PF_LIKELY(p[length - 1] == '.' && !letters)) {
                    at += (unsigned)length;
                    continue;
                }
            }
            /* 12 or 12.e4 */
            if (second != '-' && second != '/' && (word & 0xffff) != ('0' | '0' << 8)) {
                do p++;
                while ((unsigned)(*p - '0') <= 9 && p < reader->limit);
                at = (unsigned)(p - block);
                continue;
            }
            pf_pgn_result result = PF_PGN_NO_RESULT;
            length = 3;
            if ((word & 0xffffff) == ('1' | '-' << 8 | '0' << 16)) {
                result = PF_PGN_WHITE_WINS;
            } else if ((word & 0xffffff) == ('0' | '-' << 8 | '1' << 16)) {
                result = PF_PGN_BLACK_WINS;
            } else if ((word & 0xffffff) == ('1' | '/' << 8 | '2' << 16)) {
                result = PF_PGN_DRAW;
                if (pf_pgn_byte(word, 3) == '-' && reader->end - p >= 7) length = 7;
            }
            if (result == PF_PGN_NO_RESULT) goto other_word; /* 0-0 and 0000 are moves */
            at += (unsigned)length;
            if (frame != reader->frames) continue; /* some writers end variations with a result too */
            reader->result = result;
            reader->at = p + length;
            return PF_PGN_STOP_RESULT;
        }

        switch (*p) {
        case '{': {
            uint64_t closes = bits.closes >> at;
            unsigned close = at + (closes ? pf_lowest(closes) : 0);
            reader->token_offset = pf_pgn_offset(reader, p);
            if (PF_LIKELY(closes && !pf_pgn_has_bracket_line(block, bits.newlines, at, close))) {
                if (sink == PF_PGN_SINK_EVENT) {
                    event->type = PF_PGN_COMMENT;
                    event->offset = reader->token_offset;
                    event->text = p + 1;
                    event->length = close - at - 1;
                    reader->at = block + close + 1;
                    return PF_PGN_STOP_EVENT;
                }
                summary->comments++;
                at = close + 1;
                continue;
            }
            if (!closes && at > 0 && p < reader->limit) goto next_block;
            goto comment;
        }
        case ';': reader->token_offset = pf_pgn_offset(reader, p); goto comment;
        case '(':
            if (!frame->moved)
                return pf_pgn_fail(reader, p, PF_ERROR_PGN, "a variation begins where there is no move to replace");
            if (reader->depth == PF_PGN_MAX_DEPTH)
                return pf_pgn_fail(reader, p, PF_ERROR_PGN, "variations are nested more than 255 deep");
            reader->depth++;
            frame[1].positions[0] = frame->positions[frame->now ^ 1];
            frame[1].now = 0;
            frame[1].moved = false;
            frame++;
            at++;
            if (sink == PF_PGN_SINK_EVENT) {
                event->type = PF_PGN_BEGIN_VARIATION;
                event->offset = pf_pgn_offset(reader, p);
                reader->at = p + 1;
                return PF_PGN_STOP_EVENT;
            }
            summary->variations++;
            plies = &summary->variation_plies;
            continue;
        case ')':
            if (reader->depth == 0) return pf_pgn_fail(reader, p, PF_ERROR_PGN, "a variation ends that has not begun");
            reader->depth--;
            frame--;
            at++;
            if (sink == PF_PGN_SINK_EVENT) {
                event->type = PF_PGN_END_VARIATION;
                event->offset = pf_pgn_offset(reader, p);
                reader->at = p + 1;
                return PF_PGN_STOP_EVENT;
            }
            if (reader->depth == 0) plies = &summary->plies;
            continue;
        case '$':
        case '!':
        case '?': {
            unsigned nag = 0;
            const char *first = p;
            if (*p == '$') {
                for (p++; (unsigned)(*p - '0') <= 9 && nag <= 255; p++) nag = 10 * nag + (unsigned)(*p - '0');
                if (p == first + 1 || nag > 255)
                    return pf_pgn_fail(reader, first, PF_ERROR_PGN, "'$' must be followed by a number up to 255");
            } else {
                /* ! ? !! ?? !? ?! are 1 to 6. */
                char mark = *p++;
                nag = mark == '!' ? 1 : 2;
                if (*p == '!' || *p == '?') nag = *p++ == mark ? nag + 2 : nag + 4;
            }
            at = (unsigned)(p - block);
            if (sink == PF_PGN_SINK_EVENT) {
                event->type = PF_PGN_NAG;
                event->offset = pf_pgn_offset(reader, first);
                event->nag = (uint8_t)nag;
                reader->at = p;
                return PF_PGN_STOP_EVENT;
            }
            summary->nags++;
            continue;
        }
        case '*':
            at++;
            if (frame != reader->frames) continue;
            reader->result = PF_PGN_UNDECIDED;
            reader->at = p + 1;
            return PF_PGN_STOP_RESULT;
        case '.': at++; continue;
        case '[':
            /* At the start of a line a tag is another game's. */
            if (pf_pgn_is_line_start(reader, p) && pf_pgn_is_tag(p, reader->end)) {
                reader->at = p;
                return PF_PGN_STOP_TAG;
            }
            break;
        case '%':
            if (!pf_pgn_is_line_start(reader, p)) break;
            for (bool whole = false; !whole;) p = pf_pgn_comment_end(reader, p, true, &whole);
            goto next_block;
        case '\0':
            if (p >= reader->limit) goto next_block; /* past the end of the input */
            break;
        default: break;
        }

    other_word:;
        /* What is not in export form: a move in another form, castling, or something that is wrong. */
        bool passed_over;
        if (!pf_pgn_read_word(reader, p, &move, &length, &passed_over)) return PF_PGN_STOP_ERROR;
        if (passed_over) {
            at += (unsigned)length;
            continue;
        }
        pf_pgn_play_word(frame, move);

    moved:
        if (sink == PF_PGN_SINK_EVENT) {
            event->type = PF_PGN_MOVE;
            event->offset = pf_pgn_offset(reader, p);
            event->move = move;
            event->text = p;
            event->length = length;
            reader->at = p + length;
            return PF_PGN_STOP_EVENT;
        }
        *plies += 1;
        at += (unsigned)length;
    }

comment : {
    /* A comment that is long, or has a line that begins with a bracket, or goes to the end of the line. */
    bool line_comment = *p == ';';
    bool whole = false;
    const char *text = p + 1;
    const char *close = text;
    while (!whole) {
        close = pf_pgn_comment_end(reader, text, line_comment, &whole);
        if (close == NULL) return PF_PGN_STOP_ERROR;
        text = reader->at;
        if (sink == PF_PGN_SINK_EVENT) break;
        if (!whole) text = close;
    }
    p = close + (whole && !line_comment);
    if (sink == PF_PGN_SINK_EVENT) {
        event->type = PF_PGN_COMMENT;
        event->offset = reader->token_offset;
        event->text = text;
        event->length = (size_t)(close - text);
        event->continues = !whole;
        if (!whole) reader->state = line_comment ? PF_PGN_IN_LINE_COMMENT : PF_PGN_IN_COMMENT;
        reader->at = p;
        return PF_PGN_STOP_EVENT;
    }
    summary->comments++;
    goto next_block;
}
}

#define PF_DEFINE_PGN(suffix, sliders)                                                                                 \
    PF_DEFINE_PGN_MOVES(white, PF_WHITE, sliders)                                                                      \
    PF_DEFINE_PGN_MOVES(black, PF_BLACK, sliders)                                                                      \
    static inline pf_move pf_pgn_quick_move(pf_pgn_frame *frame, uint64_t word, unsigned length, unsigned kind)        \
    {                                                                                                                  \
        return frame->positions[frame->now].turn == PF_WHITE ? pf_pgn_move_white(frame, word, length, kind)            \
                                                             : pf_pgn_move_black(frame, word, length, kind);           \
    }                                                                                                                  \
    pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event)                             \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, event, NULL, pf_pgn_quick_move, PF_PGN_SINK_EVENT);                        \
    }                                                                                                                  \
    pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary)                       \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, NULL, summary, pf_pgn_quick_move, PF_PGN_SINK_SUMMARY);                    \
    }

#endif
