/* Any 16 bits as a move in any position of a variant: what is legal is what is listed, and playing it leads to the
 * position of the reference. The input is a digit for the variant and a FEN, then a line break and two bytes for each
 * move; a legal one is played, and otherwise the one that it numbers in the list. */
#include "variant.h"

/* Of any move: whether it is legal, and that playing it otherwise changes nothing. */
static void check_any(const pf_position *position, pf_move move, const pf_move_list *list)
{
    bool listed = false;
    for (uint32_t i = 0; i < list->size; i++) listed |= list->moves[i] == move;
    REQUIRE(pf_move_is_legal(position, move) == listed);
    pf_position after = *position;
    REQUIRE((pf_position_play(&after, move, NULL) == PF_OK) == listed);
    REQUIRE(listed || memcmp(&after, position, sizeof after) == 0);
    char uci[PF_UCI_SIZE];
    size_t length = pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_TAKES_ROOK);
    REQUIRE(length < sizeof uci);
    pf_move back;
    if (listed) REQUIRE(pf_move_from_uci(&back, position, uci, length, NULL) == PF_OK && back == move);
}

static void play_line(pf_position position, const uint8_t *data, size_t size)
{
    static pf_move_list list;
    reference_variant_board board;
    reference_variant_from_position(&board, &position);
    for (unsigned plies = 0; size >= 2 && plies < 16; data += 2, size -= 2, plies++) {
        pf_move move = (pf_move)(data[0] | data[1] << 8);
        pf_generate_legal(&position, &list);
        require_same_variant_moves(&position, &board, &list);
        for (unsigned bit = 0; bit < 16; bit++) check_any(&position, (pf_move)(move ^ 1u << bit), &list);
        check_any(&position, move, &list);
        if (list.size == 0) return;
        if (!pf_move_is_legal(&position, move)) move = list.moves[move % list.size];
        bool gives_check = pf_move_gives_check(&position, move);
        REQUIRE(pf_position_play(&position, move, NULL) == PF_OK);
        reference_variant_play(&board, move);
        REQUIRE(reference_variant_matches(&board, &position));
        REQUIRE(gives_check == reference_variant_in_check(&board, board.board.turn));
        REQUIRE(pf_position_in_check(&position) == gives_check);
        REQUIRE(pf_position_compute_key(&position) == position.key);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const uint8_t *end = memchr(data, '\n', size);
    size_t length = end ? (size_t)(end - data) - 1 : size - 1;
    pf_variant variant = fuzz_variant(data[0]);
    pf_position position = pf_variant_start(variant);
    if (end == data) return 0;
    if (length > 0) {
        pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
        char *text = text_of(data + 1, length);
        pf_status status = pf_position_from_fen(&position, text, length, accept | pf_accept_variant(variant), NULL,
                                                NULL);
        free(text);
        if (status != PF_OK) return 0;
    }
    if (end) play_line(position, end + 1, size - (size_t)(end + 1 - data));
    return 0;
}
