/* The part of cmocka that the tests use, for machines whose distribution has no cmocka: tests/CMakeLists.txt puts this
 * folder before the system's when it cross-compiles. A failed assertion leaves the test by longjmp, as cmocka's does.
 */
#ifndef PLYFORGE_SHIM_CMOCKA_H
#define PLYFORGE_SHIM_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    int (*teardown)(void **state);
} CMUnitTest;

#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function, NULL                                                                                      \
    }
#define cmocka_unit_test_teardown(function, teardown)                                                                  \
    {                                                                                                                  \
#function, function, teardown                                                                                  \
    }

enum { SHIM_FAILED = 1, SHIM_SKIPPED = 2 };

/* Where a test is left; shared by the files of a program, which is why it is a common weak object. */
typedef struct shim_state {
    jmp_buf leave;
} shim_state;
__attribute__((weak)) shim_state shim_here;

__attribute__((noreturn, unused)) static inline void shim_leave(int how)
{
    longjmp(shim_here.leave, how);
}

__attribute__((noreturn, format(printf, 3, 4), unused)) static inline void shim_fail(const char *file, int line,
                                                                                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", file, line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    shim_leave(SHIM_FAILED);
}

__attribute__((unused)) static inline void shim_check_range(uint64_t value, uint64_t low, uint64_t high,
                                                            const char *file, int line)
{
    if (value < low || value > high)
        shim_fail(file, line, "%llu is not from %llu to %llu", (unsigned long long)value, (unsigned long long)low,
                  (unsigned long long)high);
}

__attribute__((unused)) static inline void shim_check_equal(uint64_t a, uint64_t b, bool equal, const char *file,
                                                            int line)
{
    if ((a == b) != equal)
        shim_fail(file, line, "%llx %s %llx", (unsigned long long)a, equal ? "!=" : "==", (unsigned long long)b);
}

__attribute__((unused)) static inline void shim_check_text(const char *a, const char *b, bool equal, const char *file,
                                                           int line)
{
    if ((strcmp(a, b) == 0) != equal) shim_fail(file, line, "\"%s\" %s \"%s\"", a, equal ? "!=" : "==", b);
}

__attribute__((unused)) static inline void shim_check_memory(const void *a, const void *b, size_t size, bool equal,
                                                             const char *file, int line)
{
    if ((memcmp(a, b, size) == 0) == equal) return;
    shim_fail(file, line, "%u bytes %s", (unsigned)size, equal ? "differ" : "are the same");
}

__attribute__((unused)) static inline void shim_check(bool condition, const char *text, const char *file, int line)
{
    if (!condition) shim_fail(file, line, "not true: %s", text);
}

#define fail_msg(...)                    shim_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail()                           shim_fail(__FILE__, __LINE__, "failed")
#define skip()                           shim_leave(SHIM_SKIPPED)
#define print_message(...)               printf(__VA_ARGS__)
#define print_error(...)                 fprintf(stderr, __VA_ARGS__)
#define test_malloc(size)                malloc(size)
#define test_free(memory)                free(memory)
#define assert_true(condition)           shim_check(!!(condition), #condition, __FILE__, __LINE__)
#define assert_false(condition)          shim_check(!(condition), "not " #condition, __FILE__, __LINE__)
#define assert_non_null(pointer)         shim_check((pointer) != NULL, #pointer " != NULL", __FILE__, __LINE__)
#define assert_null(pointer)             shim_check((pointer) == NULL, #pointer " == NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b)           shim_check_equal((uint64_t)(a), (uint64_t)(b), true, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)       shim_check_equal((uint64_t)(a), (uint64_t)(b), false, __FILE__, __LINE__)
#define assert_string_equal(a, b)        shim_check_text(a, b, true, __FILE__, __LINE__)
#define assert_string_not_equal(a, b)    shim_check_text(a, b, false, __FILE__, __LINE__)
#define assert_memory_equal(a, b, n)     shim_check_memory(a, b, n, true, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, n) shim_check_memory(a, b, n, false, __FILE__, __LINE__)
#define assert_in_range(value, low, high)                                                                              \
    shim_check_range((uint64_t)(value), (uint64_t)(low), (uint64_t)(high), __FILE__, __LINE__)

/* Runs one test and says how it ended: 0, SHIM_FAILED or SHIM_SKIPPED. */
__attribute__((unused)) static inline int shim_run(const CMUnitTest *test)
{
    void *state = NULL;
    int how = setjmp(shim_here.leave);
    if (how == 0) test->run(&state);
    if (test->teardown) test->teardown(&state);
    printf("[ %s ] %s\n", how == 0 ? "  OK  " : how == SHIM_SKIPPED ? "SKIPPED" : "FAILED", test->name);
    fflush(stdout);
    return how;
}

__attribute__((unused)) static inline int shim_run_group(const CMUnitTest *tests, size_t size, int (*setup)(void **),
                                                         int (*teardown)(void **))
{
    void *state = NULL;
    int failed = setup ? setup(&state) : 0;
    for (size_t i = 0; i < size; i++) failed += shim_run(&tests[i]) == SHIM_FAILED;
    if (teardown) failed += teardown(&state);
    printf("%u tests, %d failed\n", (unsigned)size, failed);
    return failed;
}

#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    shim_run_group(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#endif
