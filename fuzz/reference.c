/* The fast generator against the slow, obvious one: the same attacks, the same moves, the same board after each of
 * them, the same counts. */
#include "line.h"

#include "reference/attack_sets.h"
#include "reference/reference.h"

/* Sliders on every square, also where none stands: a wrong entry of a table waits long for its piece to come by. */
static void check_sliders(pf_bitboard occupied)
{
    for (pf_square square = 0; square < 64; square++) {
        REQUIRE(pf_attacks(PF_WHITE, PF_BISHOP, square, occupied) == reference_bishop_attacks(square, occupied));
        REQUIRE(pf_attacks(PF_WHITE, PF_ROOK, square, occupied) == reference_rook_attacks(square, occupied));
    }
}

static void check_below(const pf_position *position, const reference_board *board, const pf_move *moves, unsigned size)
{
    uint64_t leaves = 0;
    pf_move replies[REFERENCE_MAX_MOVES];
    for (unsigned i = 0; i < size; i++) {
        reference_board below = *board;
        pf_position child = *position;
        reference_play(&below, moves[i]);
        pf_position_play_unchecked(&child, moves[i]);
        REQUIRE(reference_board_matches(&below, &child));
        leaves += reference_legal_moves(&below, replies);
    }
    REQUIRE(pf_perft(position, 2).lo == leaves);
    REQUIRE(pf_perft_plain(position, 2, PF_PERFT_BULK).lo == leaves);
}

static void check(const pf_position *position, bytes *in)
{
    reference_board board;
    reference_board_from_position(&board, position);
    REQUIRE(reference_board_matches(&board, position));
    check_sliders(pf_position_occupied(position));
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_square square = 0; square < 64; square++) {
            REQUIRE(pf_position_is_square_attacked(position, square, colour) ==
                    reference_is_attacked(&board, square, colour));
        }
    REQUIRE((pf_position_checkers(position) != 0) == reference_in_check(&board, position->turn));

    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = reference_legal_moves(&board, moves);
    pf_move_list list;
    REQUIRE(pf_generate_legal(position, &list) == size && list.size == size);
    REQUIRE(pf_count_legal(position) == size && pf_any_legal(position) == (size > 0));
    sort_moves(list.moves, size);
    sort_moves(moves, size);
    REQUIRE(size == 0 || memcmp(list.moves, moves, size * sizeof *moves) == 0);

    /* At the end of the line also all that is two plies away. */
    if (in->next == in->end) check_below(position, &board, moves, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
