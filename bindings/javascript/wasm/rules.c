/* Positions and moves for JavaScript: each function works on the current position and leaves its result there, in
 * io.out, in io.text or in io.list. No function trusts its numeric arguments. */
#include "module.h"

/* ---- Positions ---- */

void EXPORT(start)(uint32_t variant)
{
    *current = pf_variant_start((pf_variant)variant);
}

void EXPORT(start960)(uint32_t number)
{
    *current = pf_position_chess960_start(number);
}

/* io.text contains length bytes of FEN. io.out[0] receives the problems. */
uint32_t EXPORT(read_fen)(uint32_t length, uint32_t variant, uint32_t accept)
{
    return pf_position_from_fen(current, io.text, length, accept | pf_accept_variant((pf_variant)variant), &io.out[0],
                                &io.error);
}

uint32_t EXPORT(write_fen)(uint32_t castling, uint32_t ep)
{
    return (uint32_t)pf_position_to_fen(io.text, TEXT_SIZE, current, (pf_castling_style)castling, (pf_ep_mode)ep);
}

#ifdef PF_JS_STANDARD
/* Makes the current position from io.setup. */
uint32_t EXPORT(from_setup)(uint32_t accept)
{
    return pf_position_from_setup(current, &io.setup, accept, NULL, &io.error);
}
#endif

/* Writes 64 pieces, a1 first, into io.text. */
void EXPORT(board)(void)
{
    for (pf_square square = 0; square < 64; square++) io.text[square] = (char)pf_position_piece_at(current, square);
}

uint32_t EXPORT(in_check)(void)
{
    return pf_position_checkers(current) != 0;
}

static void put_set(uint32_t *out, pf_bitboard set)
{
    out[0] = (uint32_t)set;
    out[1] = (uint32_t)(set >> 32);
}

/* io.out[0] and io.out[1]: the pieces of each side that attack the square. */
void EXPORT(attackers)(uint32_t square)
{
    put_set(io.out, pf_position_attackers_to(current, square & 63, pf_position_occupied(current)));
}

/* ---- Moves ---- */

/* The index in io.list of the move that comes next if the moves are played in order. */
static uint32_t next_in_list;

uint32_t EXPORT(generate)(void)
{
    next_in_list = 0;
    return pf_generate_legal(current, &io.list);
}

uint32_t EXPORT(any)(void)
{
    return pf_any_legal(current);
}

/* Plays a move of the current position. The position after it is put into a row and becomes the current one. listed:
 * io.list contains the moves of this position. A loop over them plays them in order, so they need not be tested for
 * legality. */
uint32_t EXPORT(play)(uint32_t move, uint32_t row, uint32_t listed)
{
    pf_position *after = &io.rows[row % ROWS].position;
    bool is_next = listed && next_in_list < io.list.size && io.list.moves[next_in_list] == move;
    *after = *current;
    if (is_next) {
        next_in_list++;
        pf_position_play_unchecked(after, (pf_move)move);
    } else {
        pf_status status = pf_position_play(after, (pf_move)move, &io.error);
        if (status != PF_OK) return status;
    }
    current = after;
    return PF_OK;
}

uint32_t EXPORT(play_null)(uint32_t row)
{
    pf_position *after = &io.rows[row % ROWS].position;
    *after = *current;
    if (!pf_position_play_null(after)) return 0;
    current = after;
    return 1;
}

/* The reason; its sentence is put into io.text and ends with a 0. */
uint32_t EXPORT(why)(uint32_t move)
{
    pf_why why;
    pf_why_reason reason = pf_move_why_illegal(current, (pf_move)move, &why);
    pf_why_to_text(io.text, TEXT_SIZE, &why);
    return reason;
}

#ifdef PF_JS_STANDARD
/* The rank of a move among those of its piece in the order of chess.js: directions clockwise from the upper left, near
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
 * end. Each sort key has the move in its lower half. */
static uint32_t generate_in_order(void)
{
    static uint32_t keys[PF_MOVE_LIST_CAPACITY];
    uint32_t size = generate();
    for (uint32_t i = 0; i < size; i++) {
        pf_move move = io.list.moves[i];
        pf_square from = pf_move_from(move), to = pf_move_to(move);
        uint32_t key = pf_move_kind_of(move) == PF_MOVE_CASTLING
                           ? 64u << 8 | (to < from)
                           : (from ^ 56) << 8 |
                                 (place_in_piece(pf_position_type_at(current, from), from, to) + (move >> 12 & 3u));
        key = key << 16 | move;
        uint32_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (uint32_t i = 0; i < size; i++) io.list.moves[i] = (pf_move)keys[i];
    return size;
}

static void note(move_note *out, pf_move move)
{
    *out = (move_note){.move = move,
                       .piece = (uint8_t)pf_move_moved_piece(current, move),
                       .captured = (uint8_t)pf_move_captured_piece(current, move)};
}

/* Like list, and describes what each move moves and captures, in io.notes. */
uint32_t EXPORT(list_notes)(void)
{
    uint32_t size = generate_in_order();
    for (uint32_t i = 0; i < size; i++) note(&io.notes[i], io.list.moves[i]);
    return size;
}

/* Implements Chess.move() in one call: reads the move in io.text, plays it like play, and describes it in io.notes[0].
 * io.text receives its SAN and, PF_SAN_SIZE bytes further on, the FEN after it. */
uint32_t EXPORT(play_text)(uint32_t length, uint32_t row)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = pf_move_from_san(&move, current, io.text, length, PF_SAN_LENIENT, &io.error);
    if (status != PF_OK) return status;
    note(&io.notes[0], move);
    io.out[0] = (uint32_t)pf_move_to_san(io.text, PF_SAN_SIZE, current, move, PF_SAN_LETTERS);
    pf_position *after = &io.rows[row % ROWS].position;
    *after = *current;
    pf_position_play_unchecked(after, move);
    current = after;
    io.out[1] = (uint32_t)pf_position_to_fen(io.text + PF_SAN_SIZE, TEXT_SIZE - PF_SAN_SIZE, after,
                                             PF_CASTLING_STANDARD, PF_EP_LEGAL);
    return PF_OK;
}
#else
static uint32_t generate_in_order(void)
{
    return generate();
}
#endif

/* ---- Notation ---- */

uint32_t EXPORT(san)(uint32_t move, uint32_t style)
{
    return (uint32_t)pf_move_to_san(io.text, TEXT_SIZE, current, (pf_move)move, (pf_san_style)style);
}

/* Writes the SANs of all legal moves into io.text, PF_SAN_SIZE bytes each, and returns their number. */
uint32_t EXPORT(list_sans)(uint32_t style)
{
    _Static_assert(TEXT_SIZE >= PF_MOVE_LIST_CAPACITY * PF_SAN_SIZE, "io.text has room for any list");
    char(*out)[PF_SAN_SIZE] = (char(*)[PF_SAN_SIZE])io.text;
    uint32_t size = generate_in_order();
    pf_moves_to_san(out, current, io.list.moves, size, (pf_san_style)style);
    return size;
}

/* The move whose text is in io.text, or the status in the upper half. */
uint32_t EXPORT(read_san)(uint32_t length, uint32_t accept)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = pf_move_from_san(&move, current, io.text, length, accept, &io.error);
    return status == PF_OK ? move : (uint32_t)status << 16;
}
