/* Tables of openings of any bytes: each is read or refused at a place in the text, what is found has texts, and reading
 * the same again adds nothing. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    pf_openings *openings = pf_openings_create();
    pf_error error = {0};
    REQUIRE(openings);
    pf_status status = pf_openings_read(openings, text, size, &error);
    REQUIRE(status == PF_OK || (status == PF_ERROR_BOOK && error.offset <= size && error.message[0]));
    size_t known = pf_openings_size(openings);
    REQUIRE(pf_openings_read(openings, text, size, NULL) == status && pf_openings_size(openings) == known);
    pf_position position = pf_position_start();
    pf_opening found;
    REQUIRE(!pf_opening_of(openings, &position, &found));
    for (unsigned i = 0; i < size && pf_any_legal(&position); i++) {
        pf_move_list list;
        pf_generate_legal(&position, &list);
        pf_position_play_unchecked(&position, list.moves[data[i] % list.size]);
        if (!pf_opening_of(openings, &position, &found)) continue;
        REQUIRE(strlen(found.eco) <= 1024 && strlen(found.name) <= 1024 && found.name[0] && found.plies > 0);
    }
    pf_openings_destroy(openings);
    free(text);
    return 0;
}
