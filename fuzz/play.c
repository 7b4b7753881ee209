/* Playing and taking back: every byte is restored, the key is always the one computed from scratch, and all ways to
 * play a move lead to the same position. */
#include "line.h"

static void check_null(const pf_position *position)
{
    pf_position copy = *position;
    pf_undo undo;
    bool passed = pf_position_make_null(&copy, &undo);
    REQUIRE(passed == (pf_position_checkers(position) == 0));
    if (!passed) {
        REQUIRE(memcmp(&copy, position, sizeof copy) == 0);
        return;
    }
    REQUIRE(copy.turn != position->turn && copy.ep_square == PF_NO_SQUARE);
    REQUIRE(copy.key == pf_position_compute_key(&copy));
    pf_position_unmake_null(&copy, &undo);
    REQUIRE(memcmp(&copy, position, sizeof copy) == 0);
}

static void check(const pf_position *position, bytes *in)
{
    (void)in;
    REQUIRE(position->key == pf_position_compute_key(position));
    check_null(position);
    pf_packed packed;
    pf_position unpacked;
    pf_position_pack(&packed, position);
    REQUIRE(pf_position_unpack(&unpacked, &packed, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL) == PF_OK);
    REQUIRE(pf_position_equal(&unpacked, position) && unpacked.key == position->key);

    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position made = *position, played = *position, asked = *position;
        pf_undo undo;
        pf_position_make(&made, list.moves[i], &undo);
        pf_position_play_unchecked(&played, list.moves[i]);
        REQUIRE(pf_position_play(&asked, list.moves[i], NULL) == PF_OK);
        REQUIRE(memcmp(&made, &played, sizeof made) == 0 && memcmp(&asked, &played, sizeof asked) == 0);
        REQUIRE(made.key == pf_position_compute_key(&made));
        REQUIRE(pf_position_equal(&made, &played) && !pf_position_equal(&made, position));
        pf_position_unmake(&made, list.moves[i], &undo);
        REQUIRE(memcmp(&made, position, sizeof made) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
