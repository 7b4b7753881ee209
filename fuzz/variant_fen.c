/* FEN of the variants: whatever is accepted is written in every style and read back as the same position, and has the
 * moves of the reference, one and two plies deep. */
#include "variant.h"

static void check_text(const pf_position *position)
{
    for (unsigned style = PF_CASTLING_STANDARD; style <= PF_CASTLING_SHREDDER; style++) {
        for (unsigned mode = PF_EP_ALWAYS; mode <= PF_EP_LEGAL; mode++) {
            char fen[PF_FEN_SIZE];
            pf_position back;
            size_t length = pf_position_to_fen(fen, sizeof fen, position, (pf_castling_style)style, (pf_ep_mode)mode);
            REQUIRE(length < sizeof fen);
            REQUIRE(pf_position_from_fen(&back, fen, length,
                                         PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant(position->variant),
                                         NULL, NULL) == PF_OK);
            REQUIRE(pf_position_equal(&back, position));
        }
    }
}

static void check_setup(const pf_position *position)
{
    pf_setup setup;
    pf_position back;
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
    pf_setup_from_position(&setup, position);
    REQUIRE(pf_position_from_setup(&back, &setup, accept, NULL, NULL) == PF_OK);
    REQUIRE(pf_position_equal(&back, position));
}

static void check(const pf_position *position)
{
    check_text(position);
    check_setup(position);
    REQUIRE(pf_position_compute_key(position) == position->key);
    reference_variant_board board;
    reference_variant_from_position(&board, position);
    REQUIRE(reference_variant_matches(&board, position));
    pf_move_list list;
    pf_generate_legal(position, &list);
    require_same_variant_moves(position, &board, &list);
    /* The reference takes too long on more. */
    if (list.size <= 40) REQUIRE(pf_perft(position, 2).lo == reference_variant_perft(&board, 2));
    pf_position_outcome(position, PF_POLICY_FIDE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    size--;
    char *text = text_of(data + 1, size);
    bool is_new = true;
    for (pf_accept accept = 0; accept <= (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960); accept++) {
        pf_position position;
        pf_problems problems;
        pf_error error = {0};
        pf_status status = pf_position_from_fen(&position, text, size,
                                                accept | pf_accept_variant(fuzz_variant(data[0])), &problems, &error);
        REQUIRE(status == error.code && (status == PF_OK || error.offset <= size));
        if (status != PF_OK) continue;
        if (is_new || accept == PF_ACCEPT_CHESS960) check(&position);
        is_new = false;
    }
    free(text);
    return 0;
}
