/* SAN: any text in some position is refused or means a legal move, which is written and read back as the same. The
 * input is a FEN, a newline and the text of a move; without a FEN that can be played, the start position. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    const char *newline = size > 0 ? memchr(text, '\n', size) : NULL;
    size_t fen_length = newline != NULL ? (size_t)(newline - text) : 0;
    const char *word = newline != NULL ? newline + 1 : text;
    size_t length = size - (size_t)(word - text);
    pf_position position;
    if (pf_position_from_fen(&position, text, fen_length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
        position = pf_position_start();

    for (pf_san_accept accept = 0; accept <= (PF_SAN_LENIENT | PF_SAN_NULL); accept++) {
        pf_move move = PF_NO_MOVE, again;
        pf_error error = {0};
        pf_status status = pf_move_from_san(&move, &position, word, length, accept, &error);
        REQUIRE(status == error.code && (status == PF_OK || error.offset <= length));
        if (status != PF_OK) continue;
        if (move == PF_NO_MOVE) {
            REQUIRE(accept & PF_SAN_NULL);
            continue;
        }
        REQUIRE(pf_move_is_legal(&position, move));
        for (pf_san_style style = PF_SAN_LETTERS; style <= PF_SAN_LONG_FIGURINES; style++) {
            char san[PF_SAN_SIZE];
            size_t written = pf_move_to_san(san, sizeof san, &position, move, style);
            REQUIRE(written > 0 && written < sizeof san);
            REQUIRE(pf_move_from_san(&again, &position, san, written, PF_SAN_LENIENT, NULL) == PF_OK && again == move);
            if (style != PF_SAN_LETTERS) continue;
            REQUIRE(pf_move_from_san(&again, &position, san, written, PF_SAN_STRICT, NULL) == PF_OK && again == move);
            if (!(accept & PF_SAN_LENIENT)) REQUIRE(written == length && memcmp(san, word, length) == 0);
        }
    }
    free(text);
    return 0;
}
