/* Every slider back end, road to legality and instruction set against the default. */
#include "line.h"

#include <plyforge/experimental.h>

static void check_instruction_sets(const pf_position *position)
{
    static const pf_cpu_features sets[] = {
        0,  PF_CPU_BMI2, PF_CPU_BMI2 | PF_CPU_FAST_PEXT, PF_CPU_BMI2 | PF_CPU_FAST_PEXT | PF_CPU_AVX2, PF_CPU_AVX512,
        ~0u};
    pf_count leaves = pf_perft_plain(position, 2, PF_PERFT_PLAY_LEAVES);
    pf_move_list expected, list;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        pf_cpu_force(~0u);
        uint32_t counts[16];
        for (pf_category category = 0; category < 16; category++) counts[category] = pf_count_moves(position, category);
        pf_generate_legal(position, &expected);
        pf_cpu_force(sets[i]);
        pf_generate_legal(position, &list);
        require_same_moves(&expected, &list);
        for (pf_category category = 0; category < 16; category++) {
            REQUIRE(pf_count_moves(position, category) == counts[category]);
            REQUIRE(pf_any_move(position, category) == (counts[category] > 0));
        }
        REQUIRE(pf_count_equal(pf_perft(position, 2), leaves));
    }
    pf_cpu_force(~0u);
}

static void check(const pf_position *position, bytes *in)
{
    pf_move_list expected, list;
    pf_generate_legal(position, &expected);
    for (unsigned i = 0; i < PF_SLIDERS_COUNT; i++) {
        if (!pf_sliders_is_available((pf_sliders)i)) continue;
        REQUIRE(pf_generate_legal_with(position, &list, (pf_sliders)i) == expected.size);
        require_same_moves(&expected, &list);
        REQUIRE(pf_count_legal_with(position, (pf_sliders)i) == expected.size);
    }
    for (unsigned i = 0; i < PF_LEGALITY_COUNT; i++) {
        if (!pf_legality_is_available((pf_legality)i)) continue;
        REQUIRE(pf_generate_legal_by(position, &list, (pf_legality)i) == expected.size);
        require_same_moves(&expected, &list);
        REQUIRE(pf_count_legal_by(position, (pf_legality)i) == expected.size);
    }
    if (in->next == in->end) check_instruction_sets(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
