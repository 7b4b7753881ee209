/* FEN of the variants: whatever is accepted is written in every style and read back as the same position, and has the
 * moves of the reference, one and two plies deep. */
#include "variant.h"

static void check_text(const pf_variant_position *position)
{
    for (unsigned style = PF_CASTLING_STANDARD; style <= PF_CASTLING_SHREDDER; style++) {
        for (unsigned mode = PF_EP_ALWAYS; mode <= PF_EP_LEGAL; mode++) {
            char fen[PF_VARIANT_FEN_SIZE];
            pf_variant_position back;
            size_t length = pf_variant_to_fen(fen, sizeof fen, position, (pf_castling_style)style, (pf_ep_mode)mode);
            REQUIRE(length < sizeof fen);
            REQUIRE(pf_variant_from_fen(&back, fen, length, (pf_variant)position->variant,
                                        PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK);
            REQUIRE(pf_variant_equal(&back, position));
        }
    }
}

static void check_setup(const pf_variant_position *position)
{
    pf_variant_setup setup;
    pf_variant_position back;
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
    pf_variant_setup_of(&setup, position);
    REQUIRE(pf_variant_from_setup(&back, &setup, (pf_variant)position->variant, accept, NULL, NULL) == PF_OK);
    REQUIRE(pf_variant_equal(&back, position));
}

static void check(const pf_variant_position *position)
{
    check_text(position);
    check_setup(position);
    REQUIRE(pf_variant_compute_key(position) == position->board.key);
    reference_variant_board board;
    reference_variant_from_position(&board, position);
    REQUIRE(reference_variant_matches(&board, position));
    pf_variant_move_list list;
    pf_variant_generate(position, &list);
    require_same_variant_moves(position, &board, &list);
    /* The reference takes too long on more. */
    if (list.size <= 40) REQUIRE(pf_variant_perft(position, 2).lo == reference_variant_perft(&board, 2));
    pf_variant_outcome(position, PF_POLICY_FIDE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    size--;
    char *text = text_of(data + 1, size);
    bool is_new = true;
    for (pf_accept accept = 0; accept <= (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960); accept++) {
        pf_variant_position position;
        pf_problems problems;
        pf_error error = {0};
        pf_status status = pf_variant_from_fen(&position, text, size, fuzz_variant(data[0]), accept, &problems, &error);
        REQUIRE(status == error.code && (status == PF_OK || error.offset <= size));
        if (status != PF_OK) continue;
        if (is_new || accept == PF_ACCEPT_CHESS960) check(&position);
        is_new = false;
    }
    free(text);
    return 0;
}
