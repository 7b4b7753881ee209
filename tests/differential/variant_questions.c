/* Questions about single moves of the variants against the reference: for each of the 65,536 codes, is_legal and
 * why_illegal agree with its list of moves, and only legal moves have a SAN, each its own, that is read back. Positions
 * come from random games and set-ups.
 * usage: variant_questions SEED POSITIONS_OF_EACH_VARIANT */
#include "random_positions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/variant.h"

static uint64_t compared;
static uint64_t reasons[PF_WHY_GIVES_CHECK + 1];

static _Noreturn void fail(const pf_position *position, const char *what, unsigned code)
{
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    pf_move_to_uci(uci, sizeof uci, (pf_move)code, PF_UCI_KING_TAKES_ROOK);
    printf("FAILED: %s: %s: %s: %04x %s\n", pf_variant_name((pf_variant)position->variant), fen, what, code, uci);
    exit(1);
}

/* The sentence names every witness that it has, so none of them may be missing. */
static void check_sentence(const pf_position *position, const pf_why *why)
{
    char text[PF_WHY_TEXT_SIZE];
    size_t length = pf_why_to_text(text, sizeof text, why);
    if (length == 0 || length >= sizeof text) fail(position, "sentence", why->move);
    if (pf_why_name((pf_why_reason)why->reason)[0] == '\0') fail(position, "name of the reason", why->move);
    if (strstr(text, "the  on")) fail(position, "witness", why->move);
}

/* Both ways, by both readers and in all styles; no two moves share a SAN. */
static void compare_san(const pf_position *position, const pf_move *moves, unsigned size)
{
    static const pf_san_style styles[] = {PF_SAN_LETTERS, PF_SAN_FIGURINES, PF_SAN_LONG, PF_SAN_LONG_FIGURINES};
    static char sans[REFERENCE_MAX_VARIANT_MOVES][PF_SAN_SIZE], listed[REFERENCE_MAX_VARIANT_MOVES][PF_SAN_SIZE];
    pf_moves_to_san(listed, position, moves, size, PF_SAN_LETTERS);
    for (unsigned i = 0; i < size; i++) {
        pf_move move;
        size_t length = pf_move_to_san(sans[i], PF_SAN_SIZE, position, moves[i], PF_SAN_LETTERS);
        if (length == 0 || length >= PF_SAN_SIZE) fail(position, "length of SAN", moves[i]);
        if (strcmp(sans[i], listed[i]) != 0) fail(position, "SAN in the list", moves[i]);
        if (pf_move_from_san(&move, position, sans[i], length, PF_SAN_STRICT, NULL) != PF_OK || move != moves[i])
            fail(position, sans[i], moves[i]);
        for (unsigned other = 0; other < i; other++)
            if (strcmp(sans[i], sans[other]) == 0) fail(position, "SAN of two moves", moves[i]);
        pf_position after = *position;
        pf_position_play_unchecked(&after, moves[i]);
        pf_result result = pf_position_outcome(&after, PF_POLICY_FIDE).result;
        char mark = result == PF_RESULT_WHITE_WINS || result == PF_RESULT_BLACK_WINS ? '#' : '+';
        bool marked = sans[i][length - 1] == '#' || sans[i][length - 1] == '+';
        if (marked != (mark == '#' || pf_position_in_check(&after)) || (marked && sans[i][length - 1] != mark))
            fail(position, "mark of SAN", moves[i]);
        for (unsigned s = 0; s < 4; s++) {
            char san[PF_SAN_SIZE];
            length = pf_move_to_san(san, sizeof san, position, moves[i], styles[s]);
            if (length >= sizeof san) fail(position, "length of SAN", moves[i]);
            if (pf_move_from_san(&move, position, san, length, PF_SAN_LENIENT, NULL) != PF_OK || move != moves[i])
                fail(position, san, moves[i]);
        }
    }
}

/* Packed and unpacked again: the same position but for its clocks, and the same bytes. */
static void compare_packed(const pf_position *position)
{
    pf_packed_variant packed, again;
    pf_position read;
    pf_position_pack_variant(&packed, position);
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
    if (pf_position_unpack_variant(&read, &packed, accept, NULL) != PF_OK) fail(position, "packed form refused", 0);
    read.halfmove_clock = position->halfmove_clock;
    read.fullmove_number = position->fullmove_number;
    if (memcmp(&read, position, sizeof read) != 0) fail(position, "another position from its packed form", 0);
    pf_position_pack_variant(&again, &read);
    if (memcmp(&packed, &again, sizeof packed) != 0) fail(position, "another packed form", 0);
}

static void compare(const pf_position *position, const reference_variant_board *board, pf_move *moves, unsigned *size)
{
    static move_set legal; /* empty between calls */
    *size = reference_variant_moves(board, moves);
    move_set_toggle_all(&legal, moves, *size);
    for (unsigned code = 0; code < 65536; code++) {
        pf_why why;
        bool expected = move_set_has(&legal, code);
        if (pf_move_is_legal(position, (pf_move)code) != expected) fail(position, "is_legal", code);
        pf_why_reason reason = pf_move_why_illegal(position, (pf_move)code, &why);
        if ((reason == PF_WHY_LEGAL) != expected || why.reason != reason) fail(position, pf_why_name(reason), code);
        if (why.move != code) fail(position, "another move", code);
        if (code % 16 == compared % 16) check_sentence(position, &why);
        bool variant = position->variant != PF_VARIANT_STANDARD; /* standard chess answers for pseudo-legal moves */
        if (!expected && variant && pf_move_gives_check(position, (pf_move)code)) fail(position, "check", code);
        char san[PF_SAN_SIZE];
        if (!expected && code != PF_NO_MOVE && code % 64 == compared % 64 &&
            pf_move_to_san(san, sizeof san, position, (pf_move)code, PF_SAN_LETTERS) != 0)
            fail(position, san, code);
        reasons[reason]++;
    }
    move_set_toggle_all(&legal, moves, *size);
    compare_san(position, moves, *size);
    compare_packed(position);
    compared++;
}

static void play_game(pf_position position, pf_random *random, unsigned plies)
{
    reference_variant_board board;
    reference_variant_from_position(&board, &position);
    for (unsigned ply = 0; ply < plies; ply++) {
        pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
        unsigned size;
        compare(&position, &board, moves, &size);
        if (size == 0) return;
        pf_move move = moves[random_below(random, size)];
        pf_position_play_unchecked(&position, move);
        reference_variant_play(&board, move);
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
            play_game(pf_random_variant_start(&random, (pf_variant)i, true), &random, 30);
            for (unsigned n = 0; n < 40; n++)
                play_game(pf_random_variant_position(&random, (pf_variant)i, accept), &random, 2);
        }
        printf("%s: %" PRIu64 " positions, all codes\n", pf_variant_name((pf_variant)i), compared);
    }
    for (unsigned reason = 0; reason <= PF_WHY_GIVES_CHECK; reason++) {
        printf("%-28s %" PRIu64 "\n", pf_why_name((pf_why_reason)reason), reasons[reason]);
        if (reason >= PF_WHY_GAME_OVER && reasons[reason] == 0) {
            printf("FAILED: this reason of a variant never occurred\n");
            return 1;
        }
    }
    return 0;
}
