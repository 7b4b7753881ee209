/* A perft suite in any dialect: whatever is read can be counted, and every line is either understood or reported. The
 * program refuses a file without any count, so one is added to each. */
#include "fuzz.h"

#include "suite/suite_csv.h"
#include "suite/suite_file.h"

/* What the program prints about lines that it cannot read; the linker puts this in place of complain. */
void __wrap_complain(const char *format, ...); /* NOLINT */
void __wrap_complain(const char *format, ...)
{
    (void)format;
}

/* Whether a line could be a CSV header that the program refuses, with which it would end. */
static bool may_be_refused(const char *text, size_t length)
{
    bool refused = false;
    for (size_t at = 0; at < length && !refused;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        size_t mark = size >= 3 && memcmp(text + at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        char *line = text_of((const uint8_t *)text + at, size + 1), problem[120];
        struct csv_layout layout = {.has_header = false};
        struct csv_record record;
        refused = csv_read(&record, &layout, line + mark, size - mark, problem, sizeof problem) == CSV_BAD_HEADER;
        free(line);
        at += size + 1;
    }
    return refused;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char last[] = "\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n";
    if (size == 0) return 0;
    struct suite_options options = SUITE_DEFAULTS;
    options.json = true; /* reports go to complain */
    options.chess960 = data[0] & 1;
    options.variant = (pf_variant)(data[0] / 2 % PF_VARIANT_COUNT);
    options.max_depth = 200;
    char *text = malloc(size - 1 + sizeof last);
    REQUIRE(text);
    memcpy(text, data + 1, size - 1);
    memcpy(text + size - 1, last, sizeof last);

    if (may_be_refused(text, size - 1 + sizeof last - 1)) {
        free(text);
        return 0;
    }
    struct suite suite = {0};
    suite_read_text(&suite, "file", text, size - 1 + sizeof last - 1, &options);
    free(text);
    REQUIRE(suite.counts + suite.unreadable > 0);
    REQUIRE(suite.size + suite.skipped == suite.counts);
    for (size_t i = 0; i < suite.size; i++) {
        const struct suite_test *test = &suite.tests[i];
        REQUIRE(test->line > 0 && test->depth <= options.max_depth);
        REQUIRE(pf_position_is_sound(&test->position));
        if (i == 0 || i + 1 == suite.size) REQUIRE(pf_perft(&test->position, 1).hi == 0);
    }
    suite_clear(&suite);
    return 0;
}
