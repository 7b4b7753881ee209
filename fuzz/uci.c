/* UCI moves, one after the other: whatever is read is legal, is written as something that means the same, and a game of
 * them can be taken back. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char memory[PF_GAME_MEMORY(200)];
    if (size == 0) return 0;
    pf_position start = data[0] == 's' ? pf_position_start() : pf_position_chess960_start(data[0] * 4u);
    pf_game *game = pf_game_init(memory, sizeof memory, &start);
    char *text = text_of(data + 1, size - 1);
    size_t length = size - 1;
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && text[end] != ' ';) end++;
        pf_move move, again;
        pf_error error = {0};
        const pf_position *position = pf_game_position(game);
        if (pf_move_from_uci(&move, position, text + at, end - at, &error) != PF_OK) continue;
        REQUIRE(pf_move_is_legal(position, move));
        for (unsigned form = PF_UCI_KING_STEP; form <= PF_UCI_KING_TAKES_ROOK; form++) {
            char uci[PF_UCI_SIZE];
            size_t written = pf_move_to_uci(uci, sizeof uci, move, (pf_uci_castling)form);
            REQUIRE(pf_move_from_uci(&again, position, uci, written, NULL) == PF_OK && again == move);
        }
        if (pf_game_play(game, move, NULL) != PF_OK) break;
        pf_game_outcome(game, PF_POLICY_FIDE);
    }
    while (pf_game_undo(game)) {
    }
    REQUIRE(memcmp(pf_game_position(game), &start, sizeof start) == 0);

    /* As a whole, the same text is the command "position", or changes nothing. */
    pf_error error = {0};
    pf_problems problems;
    pf_accept accept = data[0] == 's' ? PF_ACCEPT_LENIENT : pf_accept_variant(data[0] % PF_VARIANT_COUNT);
    if (pf_game_from_uci(game, text, length, accept, &problems, &error) == PF_OK) {
        REQUIRE(pf_position_is_sound(pf_game_position(game)) && pf_game_ply(game) <= 200);
    } else {
        REQUIRE(error.code != PF_OK && error.offset <= length && pf_game_ply(game) == 0);
        REQUIRE(memcmp(pf_game_position(game), &start, sizeof start) == 0);
    }
    free(text);
    return 0;
}
