/* The reference of the variants against counts that several other programs agree on, and against whole move lists. */
#include "variant_support.h"

#include "reference/variant.h"

enum { MAX_NODES = 10000 };

static void count_by_reference(const pf_position *position, unsigned depth, uint64_t nodes, const char *fen)
{
    reference_variant_board board;
    reference_variant_from_position(&board, position);
    uint64_t counted = reference_variant_perft(&board, depth);
    if (counted != nodes)
        fail_msg("%s: %s: depth %u: %llu, not %llu", pf_variant_name((pf_variant)position->variant), fen, depth,
                 (unsigned long long)counted, (unsigned long long)nodes);
}

static void known_counts(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        unsigned visited = visit_variant_counts((pf_variant)variant, MAX_NODES, count_by_reference);
        print_message("%s: %u counts\n", pf_variant_name((pf_variant)variant), visited);
    }
}

/* The start positions, whose counts are published. */
static void starts(void **state)
{
    (void)state;
    static const uint64_t counts[PF_VARIANT_COUNT][3] = {{20, 400, 8902}, {20, 400, 8902}, {20, 400, 8902},
                                                         {20, 400, 8067}, {20, 400, 8902}, {20, 400, 8902},
                                                         {8, 128, 1274},  {21, 421, 11264}};
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        pf_position position = pf_variant_start((pf_variant)variant);
        for (unsigned depth = 1; depth <= 3; depth++)
            count_by_reference(&position, depth, counts[variant][depth - 1], "start");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_counts), cmocka_unit_test(starts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
