/* Prints what the compiled library does in one position, at the portable level and at that of this machine: lists, the
 * legality of all 65,536 values, and the positions after the moves. scripts/prove compares the output with that of a
 * library in which a mutant is compiled: a counterexample must show there too. The position need not be one that
 * pf_position_from_fen accepts. usage: replay FEN, with castling rights given by the files of the rooks */
#include <plyforge.h>
#include <plyforge/experimental/cpu.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool read_board(pf_position *position, const char *text)
{
    static const char letters[] = "pnbrqk";
    unsigned square = 56;
    for (; *text; text++) {
        if (*text == '/') {
            square -= 16;
        } else if (isdigit((unsigned char)*text)) {
            square += (unsigned)(*text - '0');
        } else {
            const char *type = strchr(letters, tolower((unsigned char)*text));
            if (!type || square > 63) return false;
            position->by_type[type - letters] |= UINT64_C(1) << square;
            position->by_colour[isupper((unsigned char)*text) ? PF_WHITE : PF_BLACK] |= UINT64_C(1) << square;
            square++;
        }
    }
    return true;
}

static bool read_position(pf_position *position, const char *fen)
{
    char board[100], turn, rights[8], ep[4];
    memset(position, 0, sizeof *position);
    if (sscanf(fen, "%99s %c %7s %3s", board, &turn, rights, ep) != 4) return false;
    position->turn = turn == 'b' ? PF_BLACK : PF_WHITE;
    for (const char *right = rights; *right != '-' && *right; right++)
        position->castling |= UINT64_C(1) << (isupper((unsigned char)*right) ? *right - 'A' : *right - 'a' + 56);
    position->ep_square = PF_NO_SQUARE;
    if (*ep != '-') position->ep_square = (uint8_t)((ep[0] - 'a') + (ep[1] - '1') * 8);
    position->fullmove_number = 1;
    return read_board(position, board);
}

static void print_bytes(const pf_position *position)
{
    const unsigned char *bytes = (const unsigned char *)position;
    for (size_t i = 0; i < sizeof *position; i++) printf("%02x", bytes[i]);
    printf("\n");
}

static void print_all(const pf_position *position)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    printf("%u moves:", (unsigned)list.size);
    for (unsigned i = 0; i < list.size && i < sizeof list.moves / sizeof *list.moves; i++)
        printf(" %04x", list.moves[i]);
    printf("\npossible, or legal:");
    for (unsigned value = 0; value < 65536; value++) {
        bool possible = pf_move_is_pseudo_legal(position, (pf_move)value);
        bool legal = pf_move_is_legal(position, (pf_move)value);
        if (possible || legal) printf(" %04x%s%s", value, possible ? "p" : "", legal ? "l" : "");
    }
    printf("\n");
    for (unsigned value = 0; value < 65536; value++) {
        if (!pf_move_is_legal(position, (pf_move)value)) continue;
        pf_position copy = *position;
        pf_undo undo;
        pf_position_make(&copy, (pf_move)value, &undo);
        print_bytes(&copy);
        pf_position_unmake(&copy, (pf_move)value, &undo);
        print_bytes(&copy);
    }
}

int main(int argc, char **argv)
{
    pf_position position;
    if (argc != 2 || !read_position(&position, argv[1])) return 2;
    position.key = pf_position_compute_key(&position);
    print_bytes(&position);
    for (int last = 0; last < 2; last++) { /* with counters that a FEN can have, and where they stop */
        if (last) position.halfmove_clock = UINT16_MAX, position.fullmove_number = UINT32_MAX;
        pf_cpu_force(0);
        print_all(&position);
        pf_cpu_force(~(pf_cpu_features)0);
        print_all(&position);
    }
    return 0;
}
