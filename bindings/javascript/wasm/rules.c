/* Positions and moves for JavaScript: each function works on the current position and leaves its answer there, in
 * io.out, in io.text or in io.list. No function trusts a number that it is given. */
#include "module.h"

#include <stddef.h>
#include <string.h>

/* ---- Positions ---- */

static void store(pf_position board)
{
    *current = (pf_variant_position){.board = board};
}

void EXPORT(start)(uint32_t variant)
{
    (void)variant;
#ifdef PF_JS_STANDARD
    store(pf_position_start());
#else
    *current = pf_variant_start(variant < PF_VARIANT_COUNT ? variant : PF_VARIANT_STANDARD);
#endif
}

void EXPORT(start960)(uint32_t number)
{
    store(pf_position_chess960_start(number));
}

uint32_t EXPORT(number960)(void)
{
    return pf_position_chess960_number(&current->board);
}

/* io.text has length bytes of FEN. io.out[0] receives the problems. */
uint32_t EXPORT(read_fen)(uint32_t length, uint32_t variant, uint32_t accept)
{
    pf_problems problems = 0;
    (void)variant;
#ifdef PF_JS_STANDARD
    pf_position board;
    pf_status status = pf_position_from_fen(&board, io.text, length, accept, &problems, &io.error);
    if (status == PF_OK) store(board);
#else
    pf_status status = pf_variant_from_fen(current, io.text, length, (pf_variant)variant, accept, &problems, &io.error);
#endif
    io.out[0] = problems;
    return status;
}

uint32_t EXPORT(write_fen)(uint32_t castling, uint32_t ep)
{
    return (uint32_t)BY_RULES(
        pf_position_to_fen(io.text, TEXT_SIZE, &current->board, (pf_castling_style)castling, (pf_ep_mode)ep),
        pf_variant_to_fen(io.text, TEXT_SIZE, current, (pf_castling_style)castling, (pf_ep_mode)ep));
}

/* The position of io.setup. */
uint32_t EXPORT(from_setup)(uint32_t variant, uint32_t accept)
{
    pf_problems problems = 0;
    (void)variant;
#ifdef PF_JS_STANDARD
    pf_position board;
    pf_status status = pf_position_from_setup(&board, &io.setup.setup, accept, &problems, &io.error);
    if (status == PF_OK) store(board);
#else
    pf_status status = pf_variant_from_setup(current, &io.setup, (pf_variant)variant, accept, &problems, &io.error);
#endif
    io.out[0] = problems;
    return status;
}

#ifndef PF_JS_STANDARD
/* Whether the current position, which may be any bytes, is one that the library has written. */
uint32_t EXPORT(is_sound)(void)
{
    if (current->variant >= PF_VARIANT_COUNT) return 0;
    pf_variant_setup_of(&io.setup, current);
    pf_status status = pf_variant_from_setup(&io.other, &io.setup, (pf_variant)current->variant,
                                             PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL);
    return status == PF_OK && memcmp(&io.other, current, offsetof(pf_variant_position, variant)) == 0;
}
#endif

/* Writes 64 pieces, a1 first, into io.text. */
void EXPORT(board)(void)
{
    for (pf_square square = 0; square < 64; square++)
        io.text[square] = (char)pf_position_piece_at(&current->board, square);
}

uint32_t EXPORT(equal)(void)
{
    return BY_RULES(pf_position_equal(&current->board, &io.other.board), pf_variant_equal(current, &io.other));
}

uint32_t EXPORT(in_check)(void)
{
    return BY_RULES(pf_position_checkers(&current->board) != 0, pf_variant_in_check(current));
}

uint32_t EXPORT(outcome)(uint32_t policy)
{
    pf_outcome outcome = BY_RULES(pf_position_outcome(&current->board, (pf_policy)policy),
                                  pf_variant_outcome(current, (pf_policy)policy));
    return (uint32_t)outcome.result | (uint32_t)outcome.reason << 8;
}

uint32_t EXPORT(can_win)(uint32_t colour)
{
    return BY_RULES(pf_position_can_win(&current->board, colour & 1), pf_variant_can_win(current, colour & 1));
}

static void put_set(uint32_t *out, pf_bitboard set)
{
    out[0] = (uint32_t)set;
    out[1] = (uint32_t)(set >> 32);
}

/* io.out[0] and [1]: the pieces of both sides that attack the square. */
void EXPORT(attackers)(uint32_t square)
{
    const pf_position *board = &current->board;
    put_set(io.out, pf_position_attackers_to(board, square & 63, pf_position_occupied(board)));
}

/* io.out[0] and [1]: the en passant square alone, if a capture there is legal. */
uint32_t EXPORT(ep_legal)(void)
{
    return BY_RULES(pf_position_ep_legal(&current->board), pf_variant_ep_legal(current));
}

/* ---- Moves ---- */

/* The place in io.list of the move that is played next if they are played in their order. */
static uint32_t next_in_list;

uint32_t EXPORT(generate)(void)
{
    next_in_list = 0;
#ifdef PF_JS_STANDARD
    return pf_generate_legal(&current->board, (pf_move_list *)&io.list);
#else
    return pf_variant_generate(current, &io.list);
#endif
}

uint32_t EXPORT(count)(void)
{
    return BY_RULES(pf_count_legal(&current->board), pf_variant_count_legal(current));
}

uint32_t EXPORT(any)(void)
{
    return BY_RULES(pf_any_legal(&current->board), pf_variant_any_legal(current));
}

uint32_t EXPORT(legal)(uint32_t move)
{
    return move < 65536 &&
           BY_RULES(pf_move_is_legal(&current->board, (pf_move)move), pf_variant_is_legal(current, (pf_move)move));
}

uint32_t EXPORT(gives_check)(uint32_t move)
{
    return legal(move) && BY_RULES(pf_move_gives_check(&current->board, (pf_move)move) != PF_CHECK_NONE,
                                   pf_variant_gives_check(current, (pf_move)move));
}

/* Plays a move of the current position. The position after it is in a row and becomes the current one. listed: io.list
 * has the moves of this position. A loop over them plays them in their order, and needs no test of what is legal. */
uint32_t EXPORT(play)(uint32_t move, uint32_t row, uint32_t listed)
{
    pf_variant_position *after = &io.rows[row % ROWS];
    bool is_next = BY_RULES(false, listed && next_in_list < io.list.size && io.list.moves[next_in_list] == move);
    (void)listed;
    *after = *current;
    if (is_next) {
        next_in_list++;
        BY_RULES(pf_position_play_unchecked(&after->board, (pf_move)move),
                 pf_variant_play_unchecked(after, (pf_move)move));
    } else {
        pf_status status = BY_RULES(pf_position_play(&after->board, (pf_move)move, &io.error),
                                    pf_variant_play(after, (pf_move)move, &io.error));
        if (status != PF_OK) return status;
    }
    current = after;
    return PF_OK;
}

uint32_t EXPORT(play_null)(uint32_t row)
{
    pf_variant_position *after = &io.rows[row % ROWS];
    *after = *current;
    if (!BY_RULES(pf_position_play_null(&after->board), pf_variant_play_null(after))) return 0;
    current = after;
    return 1;
}

/* The reason, with its sentence in io.text, ended by 0. */
uint32_t EXPORT(why)(uint32_t move)
{
    pf_why why;
    pf_why_reason reason = BY_RULES(pf_move_why_illegal(&current->board, (pf_move)move, &why),
                                    pf_variant_why_illegal(current, (pf_move)move, &why));
    pf_why_to_text(io.text, TEXT_SIZE, &why);
    return reason;
}

#ifdef PF_JS_STANDARD
/* Where a move stands among those of its piece in the order of chess.js: directions clockwise from the upper left, near
 * squares first; a pawn's pushes before its captures. */
static uint32_t place_in_piece(pf_piece_type type, pf_square from, pf_square to)
{
    static const uint8_t directions[9] = {7, 6, 5, 8, 0, 4, 1, 2, 3};
    int files = (int)(to & 7) - (int)(from & 7), ranks = (int)(to >> 3) - (int)(from >> 3);
    uint32_t wide = (uint32_t)(files < 0 ? -files : files), high = (uint32_t)(ranks < 0 ? -ranks : ranks);
    uint32_t distance = wide > high ? wide : high;
    if (type == PF_PAWN && files == 0) return distance;
    uint32_t direction = directions[((ranks > 0) - (ranks < 0) + 1) * 3 + (files > 0) - (files < 0) + 1];
    if (type == PF_KNIGHT) distance = ((files < 0) == (ranks < 0)) == (wide > high);
    return direction * 8 + distance;
}

/* Lists all legal moves in the order of chess.js: by the square of the piece, a8 first and h1 last, castling at the
 * end. The keys are sorted with the moves in their lower half. */
static uint32_t generate_in_order(void)
{
    static uint32_t keys[PF_MOVE_LIST_CAPACITY];
    const pf_position *board = &current->board;
    uint32_t size = generate();
    for (uint32_t i = 0; i < size; i++) {
        pf_move move = io.list.moves[i];
        pf_square from = pf_move_from(move), to = pf_move_to(move);
        uint32_t key = pf_move_kind_of(move) == PF_MOVE_CASTLING
                           ? 64u << 8 | (to < from)
                           : (from ^ 56) << 8 |
                                 (place_in_piece(pf_position_type_at(board, from), from, to) + (move >> 12 & 3u));
        key = key << 16 | move;
        uint32_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (uint32_t i = 0; i < size; i++) io.list.moves[i] = (pf_move)keys[i];
    return size;
}

/* The same, and what each of them moves and captures, in io.notes. */
uint32_t EXPORT(list_notes)(void)
{
    const pf_position *board = &current->board;
    uint32_t size = generate_in_order();
    for (uint32_t i = 0; i < size; i++) {
        pf_move move = io.list.moves[i];
        io.notes[i] = (move_note){.move = move,
                                  .piece = (uint8_t)pf_move_moved_piece(board, move),
                                  .captured = (uint8_t)pf_move_captured_piece(board, move)};
    }
    return size;
}
#endif

/* ---- Notation ---- */

uint32_t EXPORT(san)(uint32_t move, uint32_t style)
{
    return (uint32_t)BY_RULES(pf_move_to_san(io.text, TEXT_SIZE, &current->board, (pf_move)move, (pf_san_style)style),
                              pf_variant_move_to_san(io.text, TEXT_SIZE, current, (pf_move)move, (pf_san_style)style));
}

/* Writes the SANs of all legal moves into io.text, PF_SAN_SIZE bytes each, and returns their number. */
uint32_t EXPORT(list_sans)(uint32_t style)
{
    _Static_assert(TEXT_SIZE >= PF_VARIANT_LIST_CAPACITY * PF_SAN_SIZE, "io.text has room for any list");
    char(*out)[PF_SAN_SIZE] = (char(*)[PF_SAN_SIZE])io.text;
    uint32_t size = BY_RULES(generate_in_order(), generate());
    BY_RULES(pf_moves_to_san(out, &current->board, io.list.moves, size, (pf_san_style)style),
             pf_variant_moves_to_san(out, current, io.list.moves, size, (pf_san_style)style));
    return size;
}

uint32_t EXPORT(uci)(uint32_t move, uint32_t castling)
{
    return (uint32_t)pf_move_to_uci(io.text, TEXT_SIZE, (pf_move)move, (pf_uci_castling)castling);
}

/* The move that io.text means, or the status in the upper half. */
static uint32_t answer(pf_status status, pf_move move)
{
    return status == PF_OK ? move : (uint32_t)status << 16;
}

uint32_t EXPORT(read_san)(uint32_t length, uint32_t accept)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = BY_RULES(pf_move_from_san(&move, &current->board, io.text, length, accept, &io.error),
                                pf_variant_move_from_san(&move, current, io.text, length, accept, &io.error));
    return answer(status, move);
}

uint32_t EXPORT(read_uci)(uint32_t length)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = BY_RULES(pf_move_from_uci(&move, &current->board, io.text, length, &io.error),
                                pf_variant_move_from_uci(&move, current, io.text, length, &io.error));
    return answer(status, move);
}

#ifndef PF_JS_STANDARD
/* The variant that io.text names, or PF_VARIANT_COUNT. */
uint32_t EXPORT(variant_of_name)(uint32_t length)
{
    pf_variant variant;
    return pf_variant_from_name(&variant, io.text, length) ? (uint32_t)variant : PF_VARIANT_COUNT;
}
#endif
