/* A file of CSV, line by line: every field that is given out ends within its line, and a file is a header or records.
 */
#include "fuzz.h"

#include "suite/suite_csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct csv_layout layout = {.has_header = false};
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        char *line = malloc(length + 1); /* with the byte for a NUL that getline leaves behind a line */
        REQUIRE(line);
        memcpy(line, data + at, length);
        line[length] = '\0';
        at += length + 1;

        bool knew_layout = layout.places[CSV_FEN] != 0;
        struct csv_record record;
        char problem[120] = "";
        csv_is_line(line, length);
        enum csv_status status = csv_read(&record, &layout, line, length, problem, sizeof problem);
        REQUIRE((status == CSV_BAD || status == CSV_BAD_HEADER) == (problem[0] != '\0'));
        REQUIRE(!knew_layout || (status != CSV_HEADER && status != CSV_BAD_HEADER));
        for (int column = 0; status == CSV_RECORD && column < CSV_COLUMNS; column++) {
            const char *text = record.texts[column];
            if (text == NULL) continue;
            REQUIRE(text >= line && text + strlen(text) <= line + length);
            csv_describe_column(problem, sizeof problem, &layout, (enum csv_column)column);
        }
        free(line);
        if (status == CSV_BAD_HEADER) break;
    }
    return 0;
}
