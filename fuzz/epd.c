/* EPD: whatever is accepted is written and read back as the same operations. */
#include "fuzz.h"

static void check(const pf_epd *epd, size_t size)
{
    size_t room = 4 * size + PF_FEN_SIZE;
    char *text = malloc(room), *a_text = malloc(room), *b_text = malloc(room);
    REQUIRE(text && a_text && b_text);
    pf_epd_writer writer;
    pf_epd_operation a, b;
    pf_epd_begin(&writer, text, room, &epd->position, PF_CASTLING_XFEN, PF_EP_ALWAYS);
    for (size_t cursor = 0; pf_epd_next(epd, &cursor, &a);) pf_epd_add_operation(&writer, &a);
    size_t length = pf_epd_end(&writer);
    REQUIRE(length < room);

    pf_epd again;
    REQUIRE(pf_epd_from_text(&again, text, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL) == PF_OK);
    REQUIRE(memcmp(&again.position, &epd->position, sizeof again.position) == 0);
    size_t first = 0, second = 0;
    while (pf_epd_next(epd, &first, &a)) {
        pf_move_list moves;
        int64_t number;
        REQUIRE(pf_epd_next(&again, &second, &b));
        REQUIRE(a.opcode.length == b.opcode.length && a.kind == b.kind);
        size_t a_length = pf_epd_to_string(a_text, room, &a), b_length = pf_epd_to_string(b_text, room, &b);
        REQUIRE(a_length == b_length && memcmp(a_text, b_text, a_length) == 0);
        pf_epd_to_integer(&number, &a, NULL);
        pf_epd_to_moves(&moves, epd, &a, NULL);
    }
    REQUIRE(!pf_epd_next(&again, &second, &b));
    pf_epd_replace(text, room, epd, "id", "\"x\"");
    free(text);
    free(a_text);
    free(b_text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    for (pf_accept accept = 0; accept <= (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960); accept++) {
        pf_epd epd;
        pf_error error = {0};
        pf_status status = pf_epd_from_text(&epd, text, size, accept, &error);
        REQUIRE(status == error.code && (status == PF_OK || error.offset <= size));
        if (status == PF_OK) check(&epd, size);
    }
    free(text);
    return 0;
}
