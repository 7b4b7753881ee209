/* FEN: whatever is accepted is written in every style and read back as the same position, and can be played. */
#include "fuzz.h"

static void check(const pf_position *position)
{
    for (unsigned style = PF_CASTLING_STANDARD; style <= PF_CASTLING_SHREDDER; style++) {
        for (unsigned mode = PF_EP_ALWAYS; mode <= PF_EP_LEGAL; mode++) {
            char fen[PF_FEN_SIZE];
            pf_position back;
            size_t length = pf_position_to_fen(fen, sizeof fen, position, (pf_castling_style)style, (pf_ep_mode)mode);
            REQUIRE(length < sizeof fen);
            REQUIRE(pf_position_from_fen(&back, fen, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) ==
                    PF_OK);
            REQUIRE(pf_position_equal(&back, position));
        }
    }
    REQUIRE(pf_position_compute_key(position) == position->key);
    pf_move_list list;
    REQUIRE(pf_generate_legal(position, &list) <= 218);
    REQUIRE(pf_count_legal(position) == list.size);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        REQUIRE(pf_position_compute_key(&child) == child.key);
    }
    pf_position_outcome(position, PF_POLICY_FIDE);
    pf_position_is_dead(position, 0, NULL, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    for (pf_accept accept = 0; accept <= (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960); accept++) {
        pf_position position;
        pf_problems problems;
        pf_error error = {0};
        pf_status status = pf_position_from_fen(&position, text, size, accept, &problems, &error);
        REQUIRE(status == error.code && (status == PF_OK || error.offset <= size));
        if (status == PF_OK) check(&position);
    }
    free(text);
    return 0;
}
