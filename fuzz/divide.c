/* Divides: any text in some position is read without a fault; what is read adds up, line ends do not matter, and every
 * entry becomes a row. The input is a FEN, a newline and the text; without a FEN that can be played, the start
 * position. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pf_divide divide, again;
    static pf_divide_comparison comparison;
    char *text = text_of(data, size);
    const char *newline = size > 0 ? memchr(text, '\n', size) : NULL;
    size_t fen_length = newline != NULL ? (size_t)(newline - text) : 0;
    char *pasted = newline != NULL ? text + fen_length + 1 : text;
    size_t length = size - (size_t)(pasted - text);
    pf_position position;
    if (pf_position_from_fen(&position, text, fen_length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
        position = pf_position_start();

    pf_error error = {0};
    pf_status status = pf_divide_from_text(&divide, &position, pasted, length, &error);
    REQUIRE(status == error.code && (status == PF_OK || error.offset <= length));
    REQUIRE(divide.size <= PF_DIVIDE_CAPACITY && divide.total_line <= divide.lines);
    pf_count sum = {0, 0};
    for (uint32_t i = 0; i < divide.size; i++) {
        sum = pf_count_add(sum, divide.entries[i].nodes);
        REQUIRE(divide.entries[i].line >= 1 && divide.entries[i].line <= divide.lines);
        REQUIRE(memchr(divide.entries[i].text, '\0', PF_DIVIDE_MOVE_SIZE) != NULL);
    }
    REQUIRE(pf_count_equal(sum, divide.sum));
    REQUIRE(divide.total_line != 0 || pf_count_equal(divide.total, sum));

    pf_divide_compare(&comparison, &divide, &position, 1, PF_UCI_KING_STEP, NULL, NULL);
    REQUIRE(comparison.size == divide.size + comparison.missing);
    REQUIRE(comparison.size - comparison.extra == comparison.ours.lo);

    /* The same with every line end written as LF. */
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (pasted[i] == '\r' && i + 1 < length && pasted[i + 1] == '\n') continue;
        pasted[kept++] = pasted[i] == '\r' ? '\n' : pasted[i];
    }
    REQUIRE(pf_divide_from_text(&again, &position, pasted, kept, NULL) == status);
    REQUIRE(again.size == divide.size && again.lines == divide.lines && again.note_count == divide.note_count);
    REQUIRE(pf_count_equal(again.total, divide.total) && pf_count_equal(again.sum, divide.sum));
    free(text);
    return 0;
}
