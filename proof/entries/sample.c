/* Writes random positions that satisfy the invariant and have at most eight pawns per side, reachable or not, with the
 * moves that the compiled library lists. For each side to move and each square of its king there is a file, such as
 * sample-w-e1.txt, in a folder, with one position per line. usage: sample FOLDER POSITIONS_FOR_EACH_KING */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = UINT64_C(88172645463325252);

static unsigned below(unsigned limit) /* xorshift64 by Marsaglia */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

static bool touch(unsigned a, unsigned b)
{
    return abs((int)(a & 7) - (int)(b & 7)) <= 1 && abs((int)(a >> 3) - (int)(b >> 3)) <= 1;
}

static bool is_free(const pf_position *position, unsigned square)
{
    return !(pf_position_occupied(position) >> square & 1);
}

static void put(pf_position *position, unsigned colour, unsigned type, unsigned square)
{
    if (!is_free(position, square)) return;
    pf_bitboard pawns = position->by_type[PF_PAWN] & position->by_colour[colour];
    if (type == PF_PAWN && (square < 8 || square > 55 || pf_bitboard_count(pawns) >= 8)) return;
    position->by_type[type] |= UINT64_C(1) << square;
    position->by_colour[colour] |= UINT64_C(1) << square;
}

/* Adds a rook on the same rank as a king on the back rank, usually with a castling right. */
static void add_right(pf_position *position, unsigned colour, unsigned first, unsigned end)
{
    if (first >= end) return;
    unsigned square = first + below(end - first);
    put(position, colour, PF_ROOK, square);
    pf_bitboard rooks = position->by_type[PF_ROOK] & position->by_colour[colour];
    if (below(4)) position->castling |= rooks & UINT64_C(1) << square;
}

static void add_en_passant(pf_position *position, unsigned us)
{
    unsigned file = below(8), target = (us == PF_WHITE ? 40 : 16) + file, pawn = target ^ 8;
    if (!is_free(position, target) || !is_free(position, pawn)) return;
    put(position, us ^ 1, PF_PAWN, pawn);
    if (file > 0 && below(2)) put(position, us, PF_PAWN, pawn - 1);
    if (file < 7 && below(2)) put(position, us, PF_PAWN, pawn + 1);
    position->ep_square = (uint8_t)target;
}

static pf_position random_position(unsigned us, unsigned king)
{
    pf_position position;
    memset(&position, 0, sizeof position);
    position.turn = (uint8_t)us, position.ep_square = PF_NO_SQUARE, position.fullmove_number = 1;
    unsigned their_king;
    do their_king = below(64);
    while (touch(king, their_king));
    put(&position, us, PF_KING, king);
    put(&position, us ^ 1, PF_KING, their_king);
    unsigned back_rank = us == PF_WHITE ? 0 : 56;
    if ((king & 56) == back_rank) {
        add_right(&position, us, back_rank, king);
        add_right(&position, us, king + 1, back_rank + 8);
    }
    if (below(3)) add_en_passant(&position, us);
    for (unsigned left = below(24); left > 0; left--) {
        unsigned square = below(64), type = below(8);
        if (position.ep_square != square) put(&position, below(2), type > PF_QUEEN ? PF_PAWN : type, square);
    }
    return position;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    int count = atoi(argv[2]);
    for (unsigned us = 0; us < 2; us++)
        for (unsigned king = 0; king < 64; king++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/sample-%c-%c%c.txt", argv[1], us ? 'b' : 'w', 'a' + king % 8,
                     '1' + king / 8);
            FILE *file = fopen(path, "w");
            if (!file) return 1;
            for (int i = 0; i < count; i++) {
                pf_position position = random_position(us, king);
                pf_move_list list;
                pf_generate_legal(&position, &list);
                for (int type = 0; type < 6; type++) fprintf(file, "%llx ", (unsigned long long)position.by_type[type]);
                for (int colour = 0; colour < 2; colour++)
                    fprintf(file, "%llx ", (unsigned long long)position.by_colour[colour]);
                fprintf(file, "%llx %u", (unsigned long long)position.castling, (unsigned)position.ep_square);
                for (uint32_t move = 0; move < list.size; move++) fprintf(file, " %u", (unsigned)list.moves[move]);
                fputc('\n', file);
            }
            if (fclose(file)) return 1;
        }
    return 0;
}
