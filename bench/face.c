/* The work of bench/cpp_face through the C API: a perft by lists and copies, the text of every move, and a small search
 * with picker, exchanges, changes and repetition. face.cpp is the same program through the C++ face; both print the
 * same numbers. */
#include <plyforge.h>

#include <stdio.h>
#include <string.h>

static unsigned long perft(const pf_position *position, unsigned depth)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    if (depth == 1) return list.size;
    unsigned long nodes = 0;
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        nodes += perft(&child, depth - 1);
    }
    return nodes;
}

/* The length of all moves as text, each read back. */
static unsigned long texts(const pf_position *position, unsigned depth)
{
    unsigned long length = 0;
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        char uci[PF_UCI_SIZE], san[PF_SAN_SIZE], fen[PF_FEN_SIZE];
        size_t uci_length = pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
        size_t san_length = pf_move_to_san(san, sizeof san, position, list.moves[i], PF_SAN_LETTERS);
        pf_move by_uci, by_san;
        pf_error error;
        if (pf_move_from_uci(&by_uci, position, uci, uci_length, &error) != PF_OK) continue;
        if (pf_move_from_san(&by_san, position, san, san_length, PF_SAN_LENIENT, &error) != PF_OK) continue;
        if (by_uci != by_san) continue;
        pf_position child = *position, again;
        pf_position_play_unchecked(&child, by_uci);
        size_t fen_length = pf_position_to_fen(fen, sizeof fen, &child, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        if (pf_position_from_fen(&again, fen, fen_length, PF_ACCEPT_STRICT, NULL, &error) != PF_OK) continue;
        length += uci_length + san_length + fen_length;
        if (depth > 1) length += texts(&again, depth - 1);
    }
    return length;
}

/* Sums up what a search looks at. */
static long search(const pf_position *position, unsigned depth, pf_repetition *line)
{
    if (depth == 0 || pf_repetition_is_draw(line)) return (long)pf_bitboard_count(pf_position_checkers(position));
    long sum = 0;
    pf_picker picker;
    pf_picker_init(&picker, position, PF_PICK_ALL, NULL);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        if (pf_picker_stage(&picker) == PF_STAGE_WINNING_CAPTURES) sum += pf_see(position, move);
        pf_changes changes;
        pf_move_changes(position, move, &changes);
        for (unsigned i = 0; i < changes.size; i++) {
            if (changes.list[i].from != PF_NO_SQUARE) sum -= changes.list[i].from;
            if (changes.list[i].to != PF_NO_SQUARE) sum += changes.list[i].to;
        }
        pf_bitboard set = pf_attacks(PF_WHITE, PF_QUEEN, pf_move_to(move), pf_position_occupied(position));
        while (set) sum += (long)pf_bitboard_pop(&set);
        pf_position child = *position;
        pf_position_play_unchecked(&child, move);
        pf_repetition_push(line, &child);
        sum += search(&child, depth - 1, line);
        pf_repetition_pop(line);
    }
    return sum;
}

int main(void)
{
    static const char fen[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    pf_position position;
    pf_error error;
    if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_STRICT, NULL, &error) != PF_OK) return 1;
    pf_repetition line;
    pf_repetition_init(&line, &position);
    printf("%lu %lu %ld\n", perft(&position, 4), texts(&position, 2), search(&position, 3, &line));
    return 0;
}
