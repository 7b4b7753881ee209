/* The loop over movetext. Nearly all of it is moves in export form, move numbers and short comments, which the loop
 * reads itself in two steps: it collects the words of some moves, then plays them in one go. Playing parses the text of
 * a move with few branches, finds the move by looking back from its target, and makes it without updating the key.
 * words.c reads all other tokens. */
#ifndef PLYFORGE_PGN_MOVETEXT_H
#define PLYFORGE_PGN_MOVETEXT_H

#include "board/view.h"
#include "moves/make.h"
#include "notation/pgn/reader.h"
#include "notation/pgn/usual_tags.h"
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

#define PF_PGN_ALL      (~UINT64_C(0))
#define PF_PGN_LAST_BIT (UINT64_C(1) << 63)

/* The origins that the first byte of a move allows: for a pawn, its file. */
static const pf_bitboard pf_pgn_first[256] = {
    ['N'] = PF_PGN_ALL,     ['B'] = PF_PGN_ALL,     ['R'] = PF_PGN_ALL,     ['Q'] = PF_PGN_ALL,
    ['K'] = PF_PGN_ALL,     ['a'] = PF_FILE_A << 0, ['b'] = PF_FILE_A << 1, ['c'] = PF_FILE_A << 2,
    ['d'] = PF_FILE_A << 3, ['e'] = PF_FILE_A << 4, ['f'] = PF_FILE_A << 5, ['g'] = PF_FILE_A << 6,
    ['h'] = PF_FILE_A << 7,
};

/* For the last byte of a move that the loop reads: how many bytes follow the target, plus one. */
static const uint8_t pf_pgn_last[256] = {
    ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['+'] = 2, ['#'] = 2,
};

/* The effect of each kind of move of a side. First the targets that it excludes: occupied squares for a push, squares
 * without an enemy piece for a capture, squares of our own pieces for the others (the set of enemy pieces is inverted
 * by turned and masked by counts). Then the sets of the position that contain the piece after it has arrived, six types
 * and two colours, and the castling rights that can remain. */
typedef struct pf_pgn_way {
    pf_bitboard sets[8], castling;
    pf_bitboard turned, counts;
    uint64_t type; /* a pf_piece_type */
} pf_pgn_way;

#define PF_PGN_WAYS_OF(white, black, back_rank)                                                                        \
    {                                                                                                                  \
        [PF_PGN_PUSH] = {{PF_PGN_ALL, 0, 0, 0, 0, 0, white, black}, PF_PGN_ALL, 0, PF_PGN_ALL, PF_PAWN},               \
        [PF_KNIGHT] = {{0, PF_PGN_ALL, 0, 0, 0, 0, white, black}, PF_PGN_ALL, 0, 0, PF_KNIGHT},                        \
        [PF_BISHOP] = {{0, 0, PF_PGN_ALL, 0, 0, 0, white, black}, PF_PGN_ALL, 0, 0, PF_BISHOP},                        \
        [PF_ROOK] = {{0, 0, 0, PF_PGN_ALL, 0, 0, white, black}, PF_PGN_ALL, 0, 0, PF_ROOK},                            \
        [PF_QUEEN] = {{0, 0, 0, 0, PF_PGN_ALL, 0, white, black}, PF_PGN_ALL, 0, 0, PF_QUEEN},                          \
        [PF_KING] = {{0, 0, 0, 0, 0, PF_PGN_ALL, white, black}, ~(back_rank), 0, 0, PF_KING},                          \
        [PF_PGN_CAPTURE] = {{PF_PGN_ALL, 0, 0, 0, 0, 0, white, black}, PF_PGN_ALL, PF_PGN_ALL, PF_PGN_ALL, PF_PAWN},   \
    }

static const pf_pgn_way pf_pgn_ways[2][PF_PGN_WAYS] = {PF_PGN_WAYS_OF(PF_PGN_ALL, 0, PF_RANK_1),
                                                       PF_PGN_WAYS_OF(0, PF_PGN_ALL, PF_RANK_8)};

_Static_assert(offsetof(pf_position, by_type) == 0 && offsetof(pf_position, by_colour) == 48,
               "the sets come first, without gaps");

PF_TEMPLATE unsigned pf_pgn_byte(uint64_t word, unsigned index)
{
    return (unsigned)(word >> (8 * index)) & 255;
}

/* ---- Moves ---- */

/* The union of the sets that are in both of two groups of eight. */
PF_TEMPLATE pf_bitboard pf_pgn_common(const void *a, const void *b)
{
    pf_eight_sets sets, others;
    pf_memcpy(&sets, a, sizeof sets);
    pf_memcpy(&others, b, sizeof others);
    sets &= others;
#if defined(PF_HAS_SHUFFLEVECTOR)
    typedef pf_bitboard four_sets __attribute__((vector_size(32)));
    typedef pf_bitboard two_sets __attribute__((vector_size(16)));
    four_sets four = __builtin_shufflevector(sets, sets, 0, 1, 2, 3) | __builtin_shufflevector(sets, sets, 4, 5, 6, 7);
    two_sets two = __builtin_shufflevector(four, four, 0, 1) | __builtin_shufflevector(four, four, 2, 3);
    return two[0] | two[1];
#else
    return sets[0] | sets[1] | sets[2] | sets[3] | sets[4] | sets[5] | sets[6] | sets[7];
#endif
}

/* Whether our king is safe after a move that is neither castling nor en passant. pf_attackers_after of board/view.h
 * answers the same question, but using it would make checking PGN 5 % slower. */
PF_TEMPLATE bool pf_pgn_is_safe(const pf_position *position, pf_bitboard from, pf_bitboard to, const pf_pgn_way *way,
                                pf_colour us)
{
    pf_bitboard theirs = position->by_colour[us ^ 1];
    pf_bitboard occupied = (pf_position_occupied(position) ^ from) | to;
    pf_bitboard stands = position->by_type[PF_KING] & position->by_colour[us];
    pf_square king = pf_lowest((stands & ~from) | (to & way->sets[PF_KING]));
    /* The enemy pieces that would attack the king on an empty board: often none, seldom more than one. */
    pf_bitboard candidates = pf_pgn_common(position, pf_attackers_from[us ^ 1][king]) & theirs & ~to;
    while (PF_UNLIKELY((candidates & (candidates - 1)) != 0))
        if (!(pf_squares_between(king, pf_pop_lowest(&candidates)) & occupied)) return false;
    /* No branch on whether there is one, which would often be mispredicted. */
    pf_bitboard blockers = pf_squares_between(king, pf_lowest(candidates | PF_PGN_LAST_BIT)) & occupied;
    pf_bitboard is_none = (candidates - 1) & ~candidates & PF_PGN_LAST_BIT;
    return (blockers | is_none) != 0;
}

/* The text of length bytes between the piece letter and the target: a file, a rank or both, and perhaps an x. Returns
 * the origins that it allows, or 0 if it is something else, such as a byte that is zero. */
static PF_NOINLINE pf_bitboard pf_pgn_origins(uint64_t middle, unsigned length)
{
    pf_bitboard origins = PF_PGN_ALL;
    unsigned file = pf_pgn_byte(middle, 0) - 'a';
    if (file <= 7) origins &= PF_FILE_A << file, middle >>= 8, length--;
    unsigned rank = pf_pgn_byte(middle, 0) - '1';
    if (rank <= 7) origins &= pf_rank_mask(rank), middle >>= 8, length--;
    return length == 0 || (length == 1 && middle == 'x') ? origins : 0;
}

/* The characters between the first letter and the target in most moves of each length: none, or an x. Longer moves have
 * something else. */
static const uint64_t pf_pgn_usual_middle[9] = {0,           0, 0, 0, 'x', ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0),
                                                ~UINT64_C(0)};

/* Of several pieces that would reach a square on an empty board, the one that can move there legally; 0 unless there is
 * exactly one. */
static PF_NOINLINE pf_bitboard pf_pgn_only_legal(const pf_position *now, pf_bitboard from, pf_square to,
                                                 const pf_pgn_way *way, pf_colour us)
{
    pf_bitboard legal = 0;
    for (; from; from &= from - 1) {
        pf_bitboard one = from & -from;
        if (pf_squares_between(pf_lowest(from), to) & pf_position_occupied(now)) continue;
        if (pf_pgn_is_safe(now, one, pf_bit(to), way, us)) legal |= one;
    }
    return legal & (legal - 1) ? 0 : legal;
}

/* Plays a normal move from one position into another without a branch: both squares are cleared, and one piece
 * arrives. Turn, en passant square, clocks and key of the new position are left to pf_pgn_settle. */
PF_TEMPLATE void pf_pgn_make(pf_position *after, const pf_position *before, pf_bitboard leaves, pf_bitboard arrival,
                             const pf_pgn_way *way)
{
    pf_bitboard stays = ~(leaves | arrival);
    pf_eight_sets sets, arrivals;
    pf_memcpy(&sets, before, sizeof sets);
    pf_memcpy(&arrivals, way->sets, sizeof arrivals);
    sets = (sets & stays) | (arrivals & arrival);
    pf_memcpy(after, &sets, sizeof sets);
    after->castling = before->castling & stays & way->castling;
}

/* Parses a move of length bytes (one to eight, without a mark for check) in a word, finds it and plays it from one
 * position into another:
 *
 *     N b x d 2          e 4        e x d 5
 *     |     | |
 *     |     target, found from the end
 *     kind of move, once it is known whether there is text before the target
 *
 * Returns the move, or PF_NO_MOVE if it has another form, is a promotion or en passant, or does not fit exactly one
 * legal move: pf_pgn_read_token then reads it. There is no branch on the piece type, because it would be mispredicted
 * more often than not: one table look-up gives the squares from which the piece can come, usually one piece is there,
 * and its path and the safety of the king are tested together. */
PF_TEMPLATE pf_move pf_pgn_quick_move(const pf_position *now, pf_position *after, uint64_t word, unsigned length,
                                      bool *zeroes, pf_colour us)
{
    unsigned bits_before = (8 * length - 16) & 63; /* meaningless for a single byte, which is rejected below */
    uint64_t target = word >> bits_before;
    unsigned file_and_rank = (unsigned)(target & 0xffff) - ('a' | '1' << 8);
    if (PF_UNLIKELY(file_and_rank & ~0x0707u)) return PF_NO_MOVE;
    pf_square to = (file_and_rank | file_and_rank >> 5) & 63;
    pf_bitboard arrival = pf_bit(to);

    uint64_t before_target = word & ((UINT64_C(1) << bits_before) - 1);
    pf_bitboard from = pf_pgn_first[pf_pgn_byte(word, 0)];
    unsigned kind = pf_pgn_class[pf_pgn_byte(word, 0)] & -(unsigned)(before_target != 0);
    uint64_t middle = before_target >> 8;
    if (PF_UNLIKELY(middle != pf_pgn_usual_middle[length])) {
        if (kind == PF_PGN_CAPTURE) return PF_NO_MOVE;
        from = pf_pgn_origins(middle, length - 3);
    }

    const pf_pgn_way *way = &pf_pgn_ways[us][kind];
    PF_OPAQUE(way);
    pf_bitboard ours = now->by_colour[us];
    pf_bitboard theirs = now->by_colour[us ^ 1];
    from &= now->by_type[way->type] & ours & pf_comes_from[us][kind][to];
    if (PF_UNLIKELY(from == 0)) return PF_NO_MOVE;
    if (PF_UNLIKELY((ours | ((theirs ^ way->turned) & way->counts)) & arrival)) return PF_NO_MOVE;
    if (PF_UNLIKELY((from & (from - 1)) != 0)) {
        from = pf_pgn_only_legal(now, from, to, way, us);
        if (from == 0) return PF_NO_MOVE;
    }
    pf_square square = pf_lowest(from);
    if (PF_UNLIKELY(pf_squares_between(square, to) & (ours | theirs))) return PF_NO_MOVE;
    if (PF_UNLIKELY(!pf_pgn_is_safe(now, from, arrival, way, us))) return PF_NO_MOVE;
    pf_pgn_make(after, now, from, arrival, way);
    *zeroes = ((way->sets[PF_PAWN] | theirs) & arrival) != 0;
    return pf_move_of(square, to, PF_MOVE_NORMAL);
}

/* The words of some moves, collected to be played together. */
enum { PF_PGN_BATCH = 64 };
typedef struct pf_pgn_batch {
    unsigned count, room;
    unsigned comments; /* among the moves and after them */
    const char *at[PF_PGN_BATCH];
    uint8_t length[PF_PGN_BATCH]; /* one to eight, without a mark for check */
    uint8_t comments_before[PF_PGN_BATCH];
    pf_move moves[PF_PGN_BATCH];
} pf_pgn_batch;

/* Sets turn, en passant square and clocks of a position that is played moves after another. zeroed is the number of the
 * last move that reset the half-move clock, or 0. */
PF_TEMPLATE void pf_pgn_settle(pf_position *position, const pf_position *first, unsigned played, unsigned zeroed,
                               pf_move last)
{
    uint32_t clock = zeroed ? played - zeroed : first->halfmove_clock + played;
    uint32_t number = (played + first->turn) / 2;
    uint32_t room = UINT32_MAX - first->fullmove_number;
    pf_square to = pf_move_to(last);
    bool jumps = (pf_move_from(last) ^ to) == 16 && pf_bitboard_has(position->by_type[PF_PAWN], to);
    position->halfmove_clock = (uint16_t)(clock < UINT16_MAX ? clock : UINT16_MAX);
    position->fullmove_number = first->fullmove_number + (number < room ? number : room);
    position->turn = (uint8_t)((first->turn + played) & 1);
    position->ep_square = (uint8_t)(jumps ? to ^ 8 : PF_NO_SQUARE);
}

/* Plays collected moves. Returns how many; pf_pgn_read_token must read the next one if that is not all. */
static PF_NOINLINE unsigned pf_pgn_play(pf_pgn_frame *frame, pf_pgn_batch *batch)
{
    const pf_position first = *frame->now;
    pf_position *now = frame->now;
    pf_position *other = frame->before;
    unsigned zeroed = 0, zeroed_before = 0; /* the numbers of moves that reset the half-move clock, from 1 */
    unsigned played = 0;
    for (unsigned turn = first.turn; played < batch->count; turn ^= 1) {
        uint64_t word = pf_load8(batch->at[played]);
        unsigned length = batch->length[played];
        bool zeroes = false;
        pf_move move = turn == PF_WHITE ? pf_pgn_quick_move(now, other, word, length, &zeroes, PF_WHITE)
                                        : pf_pgn_quick_move(now, other, word, length, &zeroes, PF_BLACK);
        if (PF_UNLIKELY(move == PF_NO_MOVE)) break;
        batch->moves[played++] = move;
        zeroed_before = zeroed;
        zeroed = zeroes ? played : zeroed;
        pf_position *swapped = now;
        now = other;
        other = swapped;
    }
    if (played == 0) return 0;
    pf_pgn_settle(now, &first, played, zeroed, batch->moves[played - 1]);
    if (played > 1) pf_pgn_settle(other, &first, played - 1, zeroed_before, batch->moves[played - 2]);
    frame->now = now;
    frame->before = other;
    frame->moved = true;
    return played;
}

/* ---- Tokens that the loop reads by itself ---- */

/* The length of a word without the characters directly after a move, as in e4!) */
PF_TEMPLATE unsigned pf_pgn_bare_length(const char *p, unsigned length)
{
    while (p[length - 1] == ')' || p[length - 1] == '!' || p[length - 1] == '?') length--;
    return length;
}

/* How many bytes are a move number: all of 12. or 12... and the first three of 12.e4. 0 if pf_pgn_read_token must look
 * at it: it may be a result, castling with zeros (also after the dots: 12.0-0), a number before ')', or number 1, with
 * which another game may begin. The scanner has found that the first run bytes are digits and dots. */
PF_TEMPLATE unsigned pf_pgn_number_length(const char *p, unsigned run)
{
    if (PF_UNLIKELY(p[0] == '1' && p[1] == '.')) return 0;
    return PF_LIKELY(p[run - 1] == '.' && p[run] != ')') ? run : 0;
}

/* The offset in 64 bytes of the brace that closes the comment at p; 0 if it is farther away, or if a line in the
 * comment could be a tag, which would end it. A command such as [%clk is not a tag. */
PF_TEMPLATE unsigned pf_pgn_short_comment(const char *p)
{
    uint64_t closes = pf_match_either(p, '}', '}');
    uint64_t inside = closes ^ (closes - 1);
    uint64_t newlines = pf_match_either(p, '\n', '\n');
    uint64_t brackets = pf_match_either(p, '[', '[') & ~(pf_match_either(p, '%', '%') >> 1);
    if (PF_UNLIKELY(((newlines & inside) != 0) & ((brackets & inside) != 0))) return 0;
    return closes ? pf_lowest(closes) : 0;
}

/* ---- The scanner ---- */

/* Text is scanned in blocks of 64 bytes. The blanks of a block are found all at once, so that finding the next word
 * does not depend on parsing the last one. */
typedef struct pf_pgn_scanner {
    const char *block;
    uint64_t blanks;
    uint64_t numbers; /* digits and dots */
    unsigned at;      /* the next byte of the block, or one past its end */
    const char *next; /* where the next block begins; block is then NULL */
} pf_pgn_scanner;

/* Begins the next block. PF_PGN_PADDING bytes can be read from it on; past the end of the input they are 0. */
PF_TEMPLATE void pf_pgn_begin_block(pf_pgn_scanner *scanner)
{
    scanner->block = scanner->next;
    scanner->blanks = pf_match_blanks(scanner->block);
    scanner->numbers = pf_match_numbers(scanner->block);
    scanner->at = 0;
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

/* Why the collection of moves has ended. */
typedef enum pf_pgn_pause {
    PF_PGN_PAUSE_FULL,    /* the requested number has been collected */
    PF_PGN_PAUSE_COMMENT, /* a short comment was read, which must become an event */
    PF_PGN_PAUSE_TOKEN,   /* pf_pgn_read_token must read the next token */
    PF_PGN_PAUSE_INPUT    /* more input is needed at scanner->next */
} pf_pgn_pause;

/* Adds a word to the batch if it can be a move in export form. Characters directly after it, as in e4!), are left for
 * the next word. */
PF_TEMPLATE bool pf_pgn_collect_move(pf_pgn_batch *batch, const char *p, unsigned *length)
{
    unsigned marks = pf_pgn_last[(unsigned char)p[*length - 1]];
    if (PF_UNLIKELY(*length > 8 || marks == 0)) {
        *length = pf_pgn_bare_length(p, *length);
        marks = pf_pgn_last[(unsigned char)p[*length - 1]];
        if (*length > 8 || marks == 0) return false;
    }
    batch->at[batch->count] = p;
    batch->length[batch->count] = (uint8_t)(*length + 1 - marks);
    batch->comments_before[batch->count++] = (uint8_t)batch->comments;
    return true;
}

/* Collects moves of the text up to a token that the loop does not read itself; *word and *length are then the last word
 * that was looked at, or a comment. For events, only one move or comment is collected. */
PF_TEMPLATE pf_pgn_pause pf_pgn_collect(const pf_pgn_reader *reader, pf_pgn_scanner *scanner, pf_pgn_batch *batch,
                                        const char **word, unsigned *length, const pf_pgn_target *target,
                                        pf_pgn_sink sink)
{
    for (;; scanner->block = NULL) {
        if (scanner->block == NULL) {
            if (PF_UNLIKELY(scanner->next >= reader->scan_limit)) return PF_PGN_PAUSE_INPUT;
            pf_pgn_begin_block(scanner);
        }
        while (pf_pgn_next_word(scanner, word, length)) {
            const char *p = *word;
            unsigned kind = pf_pgn_class[(unsigned char)*p];
            if (kind - PF_KNIGHT <= PF_PGN_FILE - PF_KNIGHT) {
                if (PF_UNLIKELY(!pf_pgn_collect_move(batch, p, length))) return PF_PGN_PAUSE_TOKEN;
                scanner->at += *length;
                if (sink == PF_PGN_SINK_COLUMNS && reader->depth == 0)
                    pf_pgn_clear_commands(target->columns, target->columns->moves_used + batch->count - 1);
                if (sink == PF_PGN_SINK_EVENT || batch->count == batch->room) return PF_PGN_PAUSE_FULL;
            } else if (kind == PF_PGN_DIGIT) {
                unsigned run = pf_lowest(~(scanner->numbers >> scanner->at) | PF_PGN_LAST_BIT);
                unsigned number_length = pf_pgn_number_length(p, run);
                if (PF_UNLIKELY(number_length == 0)) return PF_PGN_PAUSE_TOKEN;
                scanner->at += number_length;
            } else {
                unsigned close = *p == '{' ? pf_pgn_short_comment(p) : 0;
                if (PF_UNLIKELY(close == 0)) return PF_PGN_PAUSE_TOKEN;
                *length = close + 1;
                scanner->at += close + 1;
                if (sink == PF_PGN_SINK_EVENT) return PF_PGN_PAUSE_COMMENT;
                if (sink == PF_PGN_SINK_COLUMNS && reader->depth == 0)
                    pf_pgn_add_short_commands(target->columns, target->columns->moves_used + batch->count - 1, p + 1,
                                              close - 1);
                if (++batch->comments == UINT8_MAX) return PF_PGN_PAUSE_FULL;
            }
        }
    }
}

/* Passes what was collected and played to the sink. Returns whether the loop stops, as pf_pgn_emit does. */
PF_TEMPLATE bool pf_pgn_emit_batch(pf_pgn_reader *reader, const pf_pgn_batch *batch, unsigned played,
                                   pf_pgn_pause pause, const char *p, unsigned length, const pf_pgn_target *target,
                                   pf_pgn_sink sink)
{
    if (sink == PF_PGN_SINK_COLUMNS) {
        pf_pgn_columns *columns = target->columns;
        if (reader->depth > 0 || played == 0) return false;
        memcpy(columns->moves + columns->moves_used, batch->moves, played * sizeof batch->moves[0]);
        columns->moves_used += played;
        return false;
    }
    if (sink == PF_PGN_SINK_SUMMARY) {
        pf_pgn_summary *summary = target->summary;
        *(reader->depth ? &summary->variation_plies : &summary->plies) += played;
        summary->comments += played < batch->count ? batch->comments_before[played] : batch->comments;
        return false;
    }
    if (played == 0 && pause != PF_PGN_PAUSE_COMMENT) return false;
    const bool is_move = played > 0;
    const pf_pgn_token token = {.type = is_move ? PF_PGN_MOVE : PF_PGN_COMMENT,
                                .offset = pf_pgn_offset(reader, p),
                                .after = p + length,
                                .text = is_move ? p : p + 1,
                                .length = is_move ? length : length - 2,
                                .move = is_move ? batch->moves[0] : PF_NO_MOVE};
    return pf_pgn_emit(reader, &token, target, sink);
}

/* Empties the batch. False if it has no capacity, because the column of moves is full. */
PF_TEMPLATE bool pf_pgn_begin_batch(const pf_pgn_reader *reader, pf_pgn_batch *batch, const pf_pgn_target *target,
                                    pf_pgn_sink sink)
{
    batch->count = batch->comments = 0;
    batch->room = PF_PGN_BATCH;
    if (sink != PF_PGN_SINK_COLUMNS || reader->depth > 0) return true;
    pf_pgn_columns *columns = target->columns;
    size_t left = columns->move_room - columns->moves_used;
    if (left == 0) return false;
    if (left < PF_PGN_BATCH) batch->room = (unsigned)left;
    return true;
}

/* Reads movetext from reader->at on. With PF_PGN_SINK_EVENT it returns after each event, otherwise at the end of the
 * game or when columns are full. reader->at is then past the text that was read, or where the next game begins. */
PF_TEMPLATE pf_pgn_stop pf_pgn_movetext_body(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    pf_pgn_scanner scanner = {.next = reader->at};
    pf_pgn_batch batch;
    for (;;) {
        const char *p = NULL; /* set where it is used; gcc cannot tell without inlining */
        unsigned length = 0;
        if (!pf_pgn_begin_batch(reader, &batch, target, sink)) {
            reader->at = scanner.block ? scanner.block + scanner.at : scanner.next;
            return PF_PGN_STOP_FULL;
        }
        pf_pgn_pause pause = pf_pgn_collect(reader, &scanner, &batch, &p, &length, target, sink);
        unsigned played = batch.count > 0 ? pf_pgn_play(&reader->frames[reader->depth], &batch) : 0;
        if (pf_pgn_emit_batch(reader, &batch, played, pause, p, length, target, sink)) return PF_PGN_STOP_EVENT;
        if (PF_UNLIKELY(played < batch.count)) {
            pause = PF_PGN_PAUSE_TOKEN;
            p = batch.at[played];
        }
        if (pause == PF_PGN_PAUSE_TOKEN) {
            pf_pgn_token token;
            pf_pgn_stop stop = pf_pgn_read_token(reader, p, sink, &token);
            if (stop > PF_PGN_STOP_EVENT) return stop;
            if (stop == PF_PGN_STOP_EVENT && pf_pgn_emit(reader, &token, target, sink)) return stop;
            scanner.next = token.after;
            scanner.block = NULL;
        } else if (pause == PF_PGN_PAUSE_INPUT) {
            reader->at = scanner.next;
            if (reader->at < reader->limit) return PF_PGN_STOP_SCAN;
            if (!pf_pgn_refill(reader))
                return pf_pgn_is_too_long(reader, reader->at, true) ? PF_PGN_STOP_SCAN : PF_PGN_STOP_END;
            scanner.next = reader->at;
        }
    }
}

#define PF_DEFINE_PGN(suffix)                                                                                          \
    pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event)                             \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, &(pf_pgn_target){.event = event}, PF_PGN_SINK_EVENT);                      \
    }                                                                                                                  \
    pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary)                       \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, &(pf_pgn_target){.summary = summary}, PF_PGN_SINK_SUMMARY);                \
    }                                                                                                                  \
    pf_pgn_stop pf_pgn_movetext_columns_##suffix(pf_pgn_reader *reader, pf_pgn_columns *columns)                       \
    {                                                                                                                  \
        return pf_pgn_movetext_body(reader, &(pf_pgn_target){.columns = columns}, PF_PGN_SINK_COLUMNS);                \
    }                                                                                                                  \
    void pf_pgn_pass_usual_tags_##suffix(pf_pgn_reader *reader)                                                        \
    {                                                                                                                  \
        pf_pgn_pass_usual_tags_body(reader);                                                                           \
    }                                                                                                                  \
    bool pf_pgn_read_usual_tag_##suffix(pf_pgn_reader *reader, pf_pgn_tag *tag)                                        \
    {                                                                                                                  \
        return pf_pgn_read_usual_tag_body(reader, tag);                                                                \
    }

#endif
