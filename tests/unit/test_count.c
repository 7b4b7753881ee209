/* Counts of 128 bits: their text both ways, their arithmetic, and where they overflow. */
#include "support.h"

#define LARGEST "340282366920938463463374607431768211455" /* 2^128 - 1 */

static const struct {
    pf_count count;
    const char *text;
} pairs[] = {
    {{0, 0}, "0"},
    {{9, 0}, "9"},
    {{10, 0}, "10"},
    {{UINT64_MAX, 0}, "18446744073709551615"},
    {{0, 1}, "18446744073709551616"},
    {{UINT64_C(0x00f436a0075bcd15), UINT64_C(0x0785ee10d5da46d9)}, "10000000000000000000000000000123456789"},
    {{0, UINT64_C(1) << 63}, "170141183460469231731687303715884105728"},
    {{UINT64_MAX, UINT64_MAX}, LARGEST},
};

static void writes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        char text[PF_COUNT_TEXT_SIZE];
        assert_int_equal(pf_count_to_text(text, sizeof text, pairs[i].count), strlen(pairs[i].text));
        assert_string_equal(text, pairs[i].text);
    }
}

static void reads(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        pf_count count;
        assert_true(pf_count_from_text(&count, pairs[i].text, strlen(pairs[i].text)));
        assert_true(pf_count_equal(count, pairs[i].count));
    }
    pf_count count;
    assert_true(pf_count_from_text(&count, "12345", 3)); /* the length counts, not a NUL */
    assert_true(pf_count_equal(count, pf_count_of(123)));
    assert_true(pf_count_from_text(&count, "000" LARGEST, 3 + strlen(LARGEST)));
    assert_true(pf_count_equal(count, (pf_count){UINT64_MAX, UINT64_MAX}));
}

static void refuses(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "-1", "+1", " 1", "1 ", "1x", "0x10", "1,000", "1e3"};
    pf_count count = {7, 8};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_false(pf_count_from_text(&count, bad[i], strlen(bad[i])));
        assert_true(pf_count_equal(count, (pf_count){7, 8}));
    }
}

/* Every last digit around 2^128 = ...211456, and texts that are longer still. */
static void overflows(void **state)
{
    (void)state;
    char text[] = LARGEST;
    for (char digit = '0'; digit <= '9'; digit++) {
        pf_count count;
        text[38] = digit;
        assert_int_equal(pf_count_from_text(&count, text, 39), digit <= '5');
    }
    static const char *const bad[] = {
        "340282366920938463463374607431768211460", "340282366920938463463374607431768212000",
        "999999999999999999999999999999999999999", "1000000000000000000000000000000000000000", LARGEST "0"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        pf_count count;
        assert_false(pf_count_from_text(&count, bad[i], strlen(bad[i])));
    }
}

static void cuts_at_every_size(void **state)
{
    (void)state;
    const pf_count count = {UINT64_MAX, UINT64_MAX};
    assert_int_equal(pf_count_to_text(NULL, 0, count), 39);
    for (size_t size = 1; size <= PF_COUNT_TEXT_SIZE; size++) {
        char text[PF_COUNT_TEXT_SIZE + 1];
        memset(text, '#', sizeof text);
        assert_int_equal(pf_count_to_text(text, size, count), 39);
        assert_memory_equal(text, LARGEST, size - 1);
        assert_int_equal(text[size - 1], '\0');
        assert_int_equal(text[size], '#');
    }
}

static void adds_and_compares(void **state)
{
    (void)state;
    pf_count carried = pf_count_add(pf_count_of(UINT64_MAX), pf_count_of(1));
    assert_true(pf_count_equal(carried, (pf_count){0, 1}));
    assert_true(pf_count_equal(pf_count_add((pf_count){UINT64_MAX, 1}, (pf_count){UINT64_MAX, 2}),
                               (pf_count){UINT64_MAX - 1, 4}));
    assert_int_equal(pf_count_compare(pf_count_of(UINT64_MAX), carried), -1);
    assert_int_equal(pf_count_compare(carried, pf_count_of(UINT64_MAX)), 1);
    assert_int_equal(pf_count_compare((pf_count){1, 1}, carried), 1);
    assert_int_equal(pf_count_compare(carried, (pf_count){1, 1}), -1);
    assert_int_equal(pf_count_compare(carried, carried), 0);
    assert_false(pf_count_equal(carried, pf_count_of(0)));
}

static void round_trips(void **state)
{
    (void)state;
    test_random random = {1};
    for (int i = 0; i < 10000; i++) {
        pf_count count = {random_next(&random), random_next(&random) >> random_below(&random, 64)};
        pf_count again;
        char text[PF_COUNT_TEXT_SIZE];
        size_t length = pf_count_to_text(text, sizeof text, count);
        assert_true(pf_count_from_text(&again, text, length));
        assert_true(pf_count_equal(again, count));
    }
}

static void version(void **state)
{
    (void)state;
    assert_string_equal(pf_version(), PF_VERSION_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes),
        cmocka_unit_test(reads),
        cmocka_unit_test(refuses),
        cmocka_unit_test(overflows),
        cmocka_unit_test(cuts_at_every_size),
        cmocka_unit_test(adds_and_compares),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
