/* The variants against the reference on random games and random set-ups: moves, count, any, playing, keys, FEN, check,
 * outcome.
 * usage: variant_games SEED POSITIONS_OF_EACH_VARIANT */
#include "random_variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/variant.h"

static uint64_t compared;

static _Noreturn void fail(const pf_position *position, const char *what)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("FAILED: %s: %s: %s\n", pf_variant_name((pf_variant)position->variant), fen, what);
    exit(1);
}

static bool same_outcome(const pf_position *position, reference_ending ending)
{
    pf_outcome outcome = pf_position_outcome(position, PF_POLICY_FIDE);
    pf_result loss = position->turn == PF_WHITE ? PF_RESULT_BLACK_WINS : PF_RESULT_WHITE_WINS;
    bool by_variant = outcome.reason >= PF_REASON_KING_EXPLODED;
    switch (ending) {
    case REFERENCE_CHECKMATE: return outcome.reason == PF_REASON_CHECKMATE && outcome.result == loss;
    case REFERENCE_STALEMATE: return outcome.reason == PF_REASON_STALEMATE && outcome.result == PF_RESULT_DRAW;
    case REFERENCE_WHITE_WINS: return by_variant && outcome.result == PF_RESULT_WHITE_WINS;
    case REFERENCE_BLACK_WINS: return by_variant && outcome.result == PF_RESULT_BLACK_WINS;
    case REFERENCE_DRAW: return by_variant && outcome.result == PF_RESULT_DRAW;
    default: return !by_variant && outcome.reason != PF_REASON_CHECKMATE && outcome.reason != PF_REASON_STALEMATE;
    }
}

/* Everything that can be said of one position. Returns how many moves there are. */
static unsigned compare(const pf_position *position, const reference_variant_board *board,
                        pf_move moves[REFERENCE_MAX_VARIANT_MOVES])
{
    static move_set set; /* empty between calls */
    pf_move_list list;
    unsigned size = reference_variant_moves(board, moves);
    if (pf_generate_legal(position, &list) != size) fail(position, "another number of moves");
    if (pf_count_legal(position) != size) fail(position, "another count");
    if (pf_any_legal(position) != (size > 0)) fail(position, "any");
    for (unsigned i = 0; i < size; i++) move_set_toggle(&set, moves[i]);
    for (unsigned i = 0; i < size; i++) {
        if (!move_set_has(&set, list.moves[i])) fail(position, "other moves");
        move_set_toggle(&set, list.moves[i]);
    }
    if (pf_position_in_check(position) != reference_variant_in_check(board, board->board.turn)) fail(position, "check");
    if (pf_position_is_variant_end(position) && size > 0) fail(position, "over, with moves");
    if (!same_outcome(position, reference_variant_ending(board))) fail(position, "outcome");
    if (pf_position_compute_key(position) != position->key) fail(position, "key");

    bool en_passant = false;
    for (unsigned i = 0; i < size; i++) en_passant |= pf_move_kind_of(moves[i]) == PF_MOVE_EN_PASSANT;
    if (en_passant != (pf_position_ep_legal(position) != PF_NO_SQUARE)) fail(position, "en passant square");
    compared++;
    return size;
}

/* FEN and UCI there and back. */
static void compare_texts(const pf_position *position, const pf_move *moves, unsigned size)
{
    char fen[PF_FEN_SIZE], again[PF_FEN_SIZE];
    pf_position read;
    size_t length = pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    if (length >= sizeof fen) fail(position, "FEN too long");
    pf_variant variant = (pf_variant)position->variant;
    pf_accept accept = PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT;
    if (pf_position_from_fen(&read, fen, length, accept | pf_accept_variant(variant), NULL, NULL) != PF_OK)
        fail(position, "FEN refused");
    if (!pf_position_equal(&read, position)) fail(position, "another position from its FEN");
    pf_position_to_fen(again, sizeof again, &read, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    if (strcmp(fen, again) != 0) fail(position, "another FEN");
    for (unsigned i = 0; i < size; i++) {
        char uci[PF_UCI_SIZE];
        pf_move move;
        length = pf_move_to_uci(uci, sizeof uci, moves[i], PF_UCI_KING_TAKES_ROOK);
        if (pf_move_from_uci(&move, position, uci, length, NULL) != PF_OK || move != moves[i]) fail(position, uci);
    }
}

/* A game of random moves, in which captures are as likely as all others together. */
static void play_game(pf_position position, pf_random *random, unsigned plies)
{
    reference_variant_board board;
    reference_variant_from_position(&board, &position);
    for (unsigned ply = 0; ply < plies; ply++) {
        pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
        unsigned size = compare(&position, &board, moves);
        if (ply % 8 == 0) compare_texts(&position, moves, size);
        if (size == 0) return;
        pf_move move = random_variant_move(random, &position, moves, size);
        pf_position_play_unchecked(&position, move);
        reference_variant_play(&board, move);
        if (!reference_variant_matches(&board, &position)) fail(&position, "another position after a move");
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    uint64_t wanted = strtoull(argv[2], NULL, 10);
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        pf_random random = {strtoull(argv[1], NULL, 10) * PF_VARIANT_COUNT + i};
        pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
        compared = 0;
        while (compared < wanted) {
            play_game(pf_random_variant_start(&random, (pf_variant)i, true), &random, 150);
            for (unsigned n = 0; n < 40; n++)
                play_game(pf_random_variant_position(&random, (pf_variant)i, accept), &random, 4);
        }
        printf("%s: %" PRIu64 " positions, the same by both\n", pf_variant_name((pf_variant)i), compared);
    }
    return 0;
}
