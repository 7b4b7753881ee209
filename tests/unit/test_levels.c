/* The table of back ends and the word that caches the choice. Looks behind the API. */
#include <string.h>

#include "support.h"

#include <pthread.h>

#include "base/cpu/levels.h"

static int restore(void **state)
{
    (void)state;
    pf_cpu_force(~0u);
    return 0;
}

static void rows_are_in_order(void **state)
{
    (void)state;
    assert_string_equal(pf_level_name(PF_LEVEL_PORTABLE), "portable");
    assert_int_equal(pf_level_features(PF_LEVEL_PORTABLE), 0);
    assert_int_equal(pf_level_fallback(PF_LEVEL_PORTABLE), PF_LEVEL_PORTABLE);
    for (pf_level level = 1; level < PF_LEVEL_COUNT; level++) {
        assert_true(pf_level_fallback(level) < level);
        pf_cpu_features fallback = pf_level_features(pf_level_fallback(level));
        assert_int_equal(pf_level_features(level) & fallback, fallback);
        assert_int_not_equal(pf_level_features(level), fallback);
        for (pf_level other = 0; other < level; other++)
            assert_string_not_equal(pf_level_name(level), pf_level_name(other));
    }
    assert_null(pf_level_name(PF_LEVEL_COUNT));
    assert_null(pf_level_name(~0u));
    assert_int_equal(pf_level_features(PF_LEVEL_COUNT), 0);
    assert_int_equal(pf_level_fallback(PF_LEVEL_COUNT), PF_LEVEL_PORTABLE);
    assert_false(pf_level_is_available(PF_LEVEL_COUNT));
}

/* Whether code of one level runs at another one: it is the level itself, or a fallback on the way to the portable one.
 */
static bool can_stand_in(pf_level code, pf_level level)
{
    while (level != code && level != PF_LEVEL_PORTABLE) level = pf_level_fallback(level);
    return level == code;
}

/* The levels that have counters of their own. A new level may do without. */
static bool has_counters(pf_level level)
{
    static const char *const names[] = {"portable", "bmi2", "avx2", "avx512", "neon"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(pf_level_name(level), names[i]) == 0) return true;
    return false;
}

static pf_level fastest_available_without(pf_cpu_features features)
{
    pf_level fastest = PF_LEVEL_PORTABLE;
    for (pf_level level = 0; level < PF_LEVEL_COUNT; level++)
        if (pf_level_is_available(level) && !(pf_level_features(level) & features)) fastest = level;
    return fastest;
}

static void an_available_level_can_be_forced(void **state)
{
    (void)state;
    unsigned available = 0;
    for (pf_level level = 0; level < PF_LEVEL_COUNT; level++) {
        pf_cpu_force(~0u);
        if (!pf_level_is_available(level)) continue;
        pf_cpu_force(pf_level_features(level));
        assert_int_equal(pf_cpu_level(), level);
        assert_true(can_stand_in(pf_perft_level(), level));
        if (has_counters(level)) assert_int_equal(pf_perft_level(), level);
        available++;
    }
    assert_true(available >= 1);
    pf_cpu_force(0);
    assert_int_equal(pf_cpu_level(), PF_LEVEL_PORTABLE);
    for (pf_level level = 1; level < PF_LEVEL_COUNT; level++) assert_false(pf_level_is_available(level));
}

/* AMD before Zen 3: a level that uses PEXT is not chosen, even if the machine has its vector instructions. */
static void a_slow_pext_is_not_used(void **state)
{
    (void)state;
    pf_level whole = pf_cpu_level();
    pf_cpu_force(~(pf_cpu_features)PF_CPU_FAST_PEXT);
    assert_int_equal(pf_cpu_level(), fastest_available_without(PF_CPU_FAST_PEXT));
    assert_true(can_stand_in(pf_perft_level(), pf_cpu_level()));
    assert_int_equal(pf_level_without_pext(), whole);
    pf_cpu_force(PF_CPU_AVX512);
    assert_int_equal(pf_cpu_level(), PF_LEVEL_PORTABLE);
    assert_int_equal(pf_perft_level(), PF_LEVEL_PORTABLE);
    assert_int_equal(pf_level_without_pext(), PF_LEVEL_PORTABLE);
}

/* A thread that saw the word empty and is late: the mask that was forced in the meantime stays. */
static void a_late_detection_keeps_the_mask(void **state)
{
    (void)state;
    pf_cpu_features machine = pf_cpu();
    pf_cpu_force(0);
    assert_int_equal(pf_cpu_detect() & PF_CPU_FEATURES_MASK, 0);
    assert_int_equal(pf_cpu(), 0);
    __atomic_store_n(&pf_cpu_word, 0, __ATOMIC_RELAXED);
    assert_int_equal(pf_cpu_detect() & machine, machine);
    assert_int_equal(pf_cpu() & machine, machine);
}

enum { THREADS = 4, ROUNDS = 20000 };

typedef struct worker {
    pthread_t thread;
    pf_cpu_features mask;
    unsigned wrong;
} worker;

/* Forces its own mask and empties the word in turn, and looks whether what it reads belongs together. */
static void *work(void *context)
{
    worker *self = context;
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (round % 8 == 0) __atomic_store_n(&pf_cpu_word, 0, __ATOMIC_RELAXED);
        if (round % 3 == 0) pf_cpu_force(self->mask);
        uint32_t word = pf_cpu_word_here();
        pf_cpu_features features = word & PF_CPU_FEATURES_MASK, machine = word >> PF_CPU_MACHINE_SHIFT & 0xff;
        pf_level level = word >> PF_CPU_LEVEL_SHIFT & PF_CPU_LEVEL_MASK;
        self->wrong += !(word & PF_CPU_FILLED) || (features & ~machine) != 0 || level != pf_level_of(features);
    }
    return NULL;
}

static void threads_see_one_choice(void **state)
{
    (void)state;
    worker workers[THREADS] = {
        {.mask = 0}, {.mask = ~0u}, {.mask = PF_CPU_BMI2}, {.mask = PF_CPU_BMI2 | PF_CPU_FAST_PEXT}};
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
        assert_int_equal(workers[i].wrong, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_in_order),
        cmocka_unit_test_teardown(an_available_level_can_be_forced, restore),
        cmocka_unit_test_teardown(a_slow_pext_is_not_used, restore),
        cmocka_unit_test_teardown(a_late_detection_keeps_the_mask, restore),
        cmocka_unit_test_teardown(threads_see_one_choice, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
