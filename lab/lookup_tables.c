/* Defines the ready-made move lists. The .inc files are written by tools/make_move_lists during the build. */
#include "lab/lookup_tables.h"

const uint8_t pf_reach_code[8][256] = {
#include "reach_code.inc"
};

const uint8_t pf_place_code[8][256] = {
#include "place_code.inc"
};

const pf_move pf_king_lists[256][8] = {
#include "king_lists.inc"
};

const pf_move pf_knight_lists[256][8] = {
#include "knight_lists.inc"
};

const pf_move pf_pawn_lists[256][8] = {
#include "pawn_lists.inc"
};

const pf_move pf_rook_lists[PF_REACHES][PF_REACHES][16] = {
#include "rook_lists.inc"
};

const pf_move pf_bishop_lists[PF_REACHES][PF_REACHES][16] = {
#include "bishop_lists.inc"
};

const pf_move pf_rook_block_lists[PF_PLACES][PF_PLACES][2] = {
#include "rook_block_lists.inc"
};

const pf_move pf_bishop_block_lists[PF_PLACES][PF_PLACES][2] = {
#include "bishop_block_lists.inc"
};
