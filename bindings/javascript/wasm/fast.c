/* The functions that only the fast API needs. plyforge/chess does without them, so that its module is smaller. They
 * follow the same conventions as those of rules.c. */
#include "module.h"

/* ---- Positions ---- */

/* Whether the current position, which may consist of any bytes, is one that the library has written. */
uint32_t EXPORT(is_sound)(void)
{
    return pf_position_is_sound(current);
}

uint32_t EXPORT(number960)(void)
{
    return pf_position_chess960_number(current);
}

uint32_t EXPORT(equal)(void)
{
    return pf_position_equal(current, &io.other.position);
}

uint32_t EXPORT(outcome)(uint32_t policy)
{
    pf_outcome outcome = pf_position_outcome(current, (pf_policy)policy);
    return (uint32_t)outcome.result | (uint32_t)outcome.reason << 8;
}

uint32_t EXPORT(can_win)(uint32_t colour)
{
    return pf_position_can_win(current, colour & 1);
}

/* The variant whose name is in io.text, or PF_VARIANT_COUNT. */
uint32_t EXPORT(variant_of_name)(uint32_t length)
{
    pf_variant variant;
    return pf_variant_from_name(&variant, io.text, length) ? (uint32_t)variant : PF_VARIANT_COUNT;
}

/* ---- Moves ---- */

uint32_t EXPORT(count)(void)
{
    return pf_count_legal(current);
}

uint32_t EXPORT(legal)(uint32_t move)
{
    return move < 65536 && pf_move_is_legal(current, (pf_move)move);
}

uint32_t EXPORT(gives_check)(uint32_t move)
{
    return legal(move) && pf_move_gives_check(current, (pf_move)move) != PF_CHECK_NONE;
}

uint32_t EXPORT(uci)(uint32_t move, uint32_t castling)
{
    return (uint32_t)pf_move_to_uci(io.text, TEXT_SIZE, (pf_move)move, (pf_uci_castling)castling);
}

/* The move whose text is in io.text, or the status in the upper half. */
uint32_t EXPORT(read_uci)(uint32_t length)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = pf_move_from_uci(&move, current, io.text, length, &io.error);
    return status == PF_OK ? move : (uint32_t)status << 16;
}
