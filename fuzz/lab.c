/* Every slider back end, legality strategy and instruction set against the default. */
#include "line.h"

#include <plyforge/experimental.h>

#include <lab/lab.h>

static void check_attacks(pf_bitboard occupied, pf_sliders sliders, pf_piece_type type)
{
    uint8_t squares[64];
    pf_bitboard boards[64], found[64];
    for (pf_square square = 0; square < 64; square++) {
        squares[square] = (uint8_t)square;
        boards[square] = occupied;
    }
    REQUIRE(pf_sliders_attacks(found, sliders, type, squares, boards, 64));
    for (pf_square square = 0; square < 64; square++)
        REQUIRE(found[square] == pf_attacks(PF_WHITE, type, square, occupied));
}

static void check_instruction_sets(const pf_position *position)
{
    static pf_move_list expected[16], list;
    for (pf_category category = 0; category < 16; category++) pf_generate(position, category, &expected[category]);
    pf_count two = pf_perft_plain(position, 2, PF_PERFT_PLAY_LEAVES);
    /* Where registers are wide three plies are counted at once, and only then several nodes share one. */
    unsigned deeper = two.lo < 2000 ? 3 : 1;
    pf_count leaves = pf_perft_plain(position, deeper, PF_PERFT_BULK);
    for (pf_level level = 0; pf_level_name(level); level++) {
        pf_cpu_force(pf_level_features(level));
        for (pf_category category = 0; category < 16; category++) {
            REQUIRE(pf_generate(position, category, &list) == expected[category].size);
            require_same_moves(&expected[category], &list);
            REQUIRE(pf_count_moves(position, category) == expected[category].size);
            REQUIRE(pf_any_move(position, category) == (expected[category].size > 0));
        }
        REQUIRE(pf_count_equal(pf_perft(position, 2), two) && pf_count_equal(pf_perft(position, deeper), leaves));
    }
    pf_cpu_force(~0u);
}

static void check(const pf_position *position, bytes *in)
{
    pf_move_list expected, list;
    pf_generate_legal(position, &expected);
    for (unsigned i = 0; i < PF_SLIDERS_COUNT; i++) {
        if (!pf_sliders_is_available((pf_sliders)i)) continue;
        check_attacks(pf_position_occupied(position), (pf_sliders)i, PF_BISHOP);
        check_attacks(pf_position_occupied(position), (pf_sliders)i, PF_ROOK);
        REQUIRE(pf_generate_legal_using_sliders(position, &list, (pf_sliders)i) == expected.size);
        require_same_moves(&expected, &list);
        REQUIRE(pf_count_legal_using_sliders(position, (pf_sliders)i) == expected.size);
    }
    for (unsigned i = 0; i < PF_LEGALITY_COUNT; i++) {
        if (!pf_legality_is_available((pf_legality)i)) continue;
        REQUIRE(pf_generate_legal_by_strategy(position, &list, (pf_legality)i) == expected.size);
        require_same_moves(&expected, &list);
        REQUIRE(pf_count_legal_by_strategy(position, (pf_legality)i) == expected.size);
    }
    if (in->next == in->end) check_instruction_sets(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
