/* Any bytes as a position: pf_position_is_sound agrees with a definition that goes field by field, and whatever is
 * sound can be given to every function, and has the moves of the reference. The same for positions of variants.
 *
 *     byte 0     bit 0: a variant; bit 1: put in the right key, which hardly any bytes have;
 *                bit 2: the rest changes a line (line.h), byte by byte, instead of being the position itself
 */
#include "line.h"

#include "reference/reference.h"
#include "variant.h"

/* The definition: every square has one piece or none, in all sets alike; validation finds nothing that it refuses or
 * would repair; and key and clocks are what they must be. */
static bool is_sound(const pf_position *position)
{
    pf_setup setup = {.castling = position->castling, .turn = position->turn, .ep_square = position->ep_square};
    for (pf_square square = 0; square < 64; square++) {
        unsigned types = 0, colours = 0;
        for (unsigned i = 0; i < 6; i++) types += (position->by_type[i] & pf_bit(square)) != 0;
        for (unsigned i = 0; i < 2; i++) colours += (position->by_colour[i] & pf_bit(square)) != 0;
        if (types > 1 || types != colours) return false;
        for (unsigned i = 0; i < 12; i++)
            if (position->by_type[i % 6] & position->by_colour[i / 6] & pf_bit(square))
                setup.squares[square] = (uint8_t)pf_piece_of(i / 6, i % 6);
    }
    static const uint8_t nothing[sizeof(pf_position) - offsetof(pf_position, promoted)];
    if (memcmp((const uint8_t *)position + offsetof(pf_position, promoted), nothing, sizeof nothing) != 0) return false;
    pf_problems tolerated = PF_PROBLEM_CHECKERS | PF_PROBLEM_IMPOSSIBLE_CHECK;
    if (pf_setup_problems(&setup, PF_ACCEPT_CHESS960) & ~tolerated) return false;
    return position->key == pf_position_compute_key(position) && position->fullmove_number != 0;
}

/* In a list of its own, so that a sanitizer sees a move beyond its end. */
static void check_lists(const pf_position *position)
{
    pf_move_list *list = malloc(sizeof *list);
    REQUIRE(list);
    for (pf_category category = 0; category < 16; category++) {
        REQUIRE(pf_generate(position, category, list) == list->size && list->size <= PF_MOVE_LIST_CAPACITY);
        REQUIRE(pf_count_moves(position, category) == list->size);
    }
    free(list);
}

static void check_moves(const pf_position *position)
{
    reference_board board;
    pf_move moves[REFERENCE_MAX_MOVES];
    reference_board_from_position(&board, position);
    pf_move_list list;
    unsigned size = reference_legal_moves(&board, moves);
    REQUIRE(pf_generate_legal(position, &list) == size);
    sort_moves(list.moves, size);
    sort_moves(moves, size);
    REQUIRE(size == 0 || memcmp(list.moves, moves, size * sizeof *moves) == 0);
    for (uint32_t i = 0; i < list.size; i++) {
        char text[PF_SAN_SIZE];
        pf_move again;
        size_t length = pf_move_to_san(text, sizeof text, position, list.moves[i], PF_SAN_LETTERS);
        REQUIRE(pf_move_from_san(&again, position, text, length, PF_SAN_STRICT, NULL) == PF_OK &&
                again == list.moves[i]);
        length = pf_move_to_uci(text, sizeof text, list.moves[i], PF_UCI_KING_TAKES_ROOK);
        REQUIRE(pf_move_from_uci(&again, position, text, length, NULL) == PF_OK && again == list.moves[i]);
        pf_position child = *position;
        REQUIRE(pf_position_play(&child, list.moves[i], NULL) == PF_OK);
        REQUIRE(pf_position_is_sound(&child));
    }
    REQUIRE(pf_perft(position, 1).lo == size);
    REQUIRE(pf_perft(position, 2).lo == pf_perft_plain(position, 2, PF_PERFT_BULK).lo);
}

static void check(const pf_position *position)
{
    bool sound = pf_position_is_sound(position);
    REQUIRE(sound == is_sound(position));
    if (!sound) return;
    check_lists(position);
    check_moves(position);
    pf_packed packed;
    pf_position again;
    pf_position_pack(&packed, position);
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
    REQUIRE(pf_position_unpack(&again, &packed, accept, NULL) == PF_OK && pf_position_equal(&again, position));
    pf_position_outcome(position, PF_POLICY_FIDE);
    pf_position_polyglot_key(position);
}

static void check_variant(const pf_position *position)
{
    if (!pf_position_is_sound(position)) return;
    static pf_move_list list;
    reference_variant_board board;
    reference_variant_from_position(&board, position);
    pf_generate_legal(position, &list);
    require_same_variant_moves(position, &board, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        REQUIRE(pf_position_play(&child, list.moves[i], NULL) == PF_OK);
        REQUIRE(pf_position_is_sound(&child));
    }
    pf_position_outcome(position, PF_POLICY_FIDE);
}

/* The key that the pieces have, if they can be set up at all. */
static void put_in_key(pf_position *position)
{
    pf_setup setup;
    pf_position again;
    pf_setup_from_position(&setup, position);
    if (pf_position_from_setup(&again, &setup, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK)
        position->key = again.key;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes in = {data, data + size};
    uint8_t how = take_byte(&in);
    pf_position position = pf_variant_start(PF_VARIANT_STANDARD);
    if (how & 4) {
        if (how & 1) position = pf_variant_start((pf_variant)(take_byte(&in) % PF_VARIANT_COUNT));
        if (!(how & 1) && !take_position(&in, &position)) return 0;
        while (in.end - in.next >= 2) {
            size_t at = take_byte(&in) % sizeof position;
            ((uint8_t *)&position)[at] ^= take_byte(&in);
        }
    } else {
        memset(&position, 0, sizeof position);
        size_t length = (size_t)(in.end - in.next);
        if (length) memcpy(&position, in.next, length < sizeof position ? length : sizeof position);
    }
    if (how & 2) put_in_key(&position);
    if (position.variant != PF_VARIANT_STANDARD)
        check_variant(&position);
    else
        check(&position);
    return 0;
}
