/* Who can still win, on all positions of an endgame. Each position is a node of a table, and a node is won if White
 * mates there or if any move leads to a won node: passes over the table until nothing changes, without any search,
 * proof or heuristic. Then pf_position_find_helpmate is asked about every SHARE-th node. It must agree, its lines must
 * end in mate, and nothing may stay unknown.
 *
 *     helpmate_endgames SHARE NAME...     White's pieces, then Black's: KRK, KBKN, KBKP
 *     helpmate_endgames --games COUNT MEN COUNT positions of random games with at most MEN pieces (3 or 4): the answers
 *                                         for both sides against the tables */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plyforge.h>

enum { NODES = 64 * 64 * 64 * 64 * 2, BUDGET = PF_DEAD_BUDGET, NONE = 12, CODES = 13 };

/* Up to two pieces beside the kings: 6 * colour + type, the smaller first; NONE for no piece. */
static uint8_t *tables[CODES][CODES]; /* a bit for each node: won by White */
static pf_helpmate helpmate;
static unsigned char scratch[(size_t)BUDGET * PF_DEAD_BYTES_PER_NODE];

static uint8_t *solve(unsigned first, unsigned second);

static uint32_t node_of(pf_square white, pf_square black, pf_square first, pf_square second, pf_colour turn)
{
    return (((white * 64 + black) * 64 + first) * 64 + second) * 2 + turn;
}

/* The table of a position, which is made if there is none yet, and the node in it. */
static uint8_t *find_node(const pf_position *position, uint32_t *node)
{
    unsigned codes[2] = {NONE, NONE}, count = 0;
    pf_square squares[2] = {0, 0};
    for (unsigned code = 0; code < NONE; code++) {
        if (code % 6 == PF_KING) continue;
        pf_bitboard set = pf_position_pieces(position, code / 6, code % 6);
        while (set) {
            codes[count] = code;
            squares[count++] = pf_bitboard_pop(&set);
        }
    }
    *node = node_of(pf_position_king(position, PF_WHITE), pf_position_king(position, PF_BLACK), squares[0], squares[1],
                    position->turn);
    return solve(codes[0], codes[1]);
}

static bool is_won(const pf_position *position)
{
    uint32_t node;
    const uint8_t *table = find_node(position, &node);
    return table[node / 8] >> (node % 8) & 1;
}

/* Whether White mates here, or wins after some move. */
static bool leads_to_win(const pf_position *position)
{
    pf_move_list list;
    if (pf_generate_legal(position, &list) == 0) return position->turn == PF_BLACK && pf_position_in_check(position);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        if (is_won(&child)) return true;
        /* A node has no en passant square: what only such a capture allows is seen here. */
        if (pf_position_ep_legal(&child) != PF_NO_SQUARE && leads_to_win(&child)) return true;
    }
    return false;
}

static bool put(pf_setup *setup, unsigned code, pf_square square)
{
    if (code == NONE) return square == 0;
    if (setup->squares[square] != PF_NO_PIECE) return false;
    setup->squares[square] = (uint8_t)pf_piece_of(code / 6, code % 6);
    return true;
}

/* The position of a node; false if there is none. */
static bool position_of_node(pf_position *out, uint32_t node, unsigned first, unsigned second)
{
    pf_square white = node >> 19 & 63, black = node >> 13 & 63, a = node >> 7 & 63, b = node >> 1 & 63;
    if (first == second && first != NONE && a > b) return false;
    pf_setup setup = {.turn = node & 1, .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    return put(&setup, PF_KING, white) && put(&setup, 6 + PF_KING, black) && put(&setup, first, a) &&
           put(&setup, second, b) && pf_position_from_setup(out, &setup, PF_ACCEPT_LENIENT, NULL, NULL) == PF_OK;
}

static uint8_t *solve(unsigned first, unsigned second)
{
    if (tables[first][second]) return tables[first][second];
    uint8_t *table = calloc(NODES / 8, 1), *legal = calloc(NODES / 8, 1);
    if (!table || !legal) exit(2);
    tables[first][second] = table;
    for (bool grown = true, again = false; grown; again = true) {
        grown = false;
        for (uint32_t node = 0; node < NODES; node++) {
            uint8_t bit = (uint8_t)(1u << node % 8);
            pf_position position;
            if ((table[node / 8] & bit) || (again && !(legal[node / 8] & bit))) continue;
            if (!position_of_node(&position, node, first, second)) continue;
            legal[node / 8] |= bit;
            if (!leads_to_win(&position)) continue;
            table[node / 8] |= bit;
            grown = true;
        }
    }
    free(legal);
    return table;
}

static bool ends_in_mate(pf_position position)
{
    for (uint32_t i = 0; i < helpmate.size; i++)
        if (pf_position_play(&position, helpmate.moves[i], NULL) != PF_OK) return false;
    return position.turn == PF_BLACK && !pf_any_legal(&position) && pf_position_in_check(&position);
}

static unsigned compare(const char *name, unsigned first, unsigned second, uint32_t share)
{
    const uint8_t *table = solve(first, second);
    unsigned asked = 0, won = 0, wrong = 0;
    uint32_t most = 0;
    for (uint32_t node = 0; node < NODES; node++) {
        pf_position position;
        if (node % share != 0 || !position_of_node(&position, node, first, second)) continue;
        bool truth = table[node / 8] >> (node % 8) & 1;
        pf_verdict verdict = pf_position_find_helpmate(&helpmate, &position, PF_WHITE, BUDGET, scratch, sizeof scratch);
        asked++;
        won += truth;
        if (helpmate.nodes > most) most = helpmate.nodes;
        if (verdict == (truth ? PF_VERDICT_NO : PF_VERDICT_YES) && (!truth || ends_in_mate(position))) continue;
        char fen[PF_FEN_SIZE];
        pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        if (wrong++ < 5) printf("FAILED: %s: White %s win, verdict %d\n", fen, truth ? "can" : "cannot", (int)verdict);
    }
    printf("%s: %u positions asked, %u can be won, %u wrong or unknown, at most %u nodes\n", name, asked, won, wrong,
           (unsigned)most);
    fflush(stdout);
    return wrong + (asked == 0);
}

/* ---- Positions of random games ---- */

static pf_position mirrored(const pf_position *position)
{
    pf_setup setup = {.turn = position->turn ^ 1, .ep_square = PF_NO_SQUARE, .fullmove_number = 1}, from;
    pf_position out;
    pf_setup_from_position(&from, position);
    for (pf_square square = 0; square < 64; square++)
        if (from.squares[square] != PF_NO_PIECE)
            setup.squares[square ^ 56] = (uint8_t)pf_piece_of(pf_piece_colour(from.squares[square]) ^ 1,
                                                              pf_piece_type_of(from.squares[square]));
    if (pf_position_from_setup(&out, &setup, PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) exit(2);
    return out;
}

/* Whether the answer for White is right. An en passant square is part of no table: such positions are left out. */
static bool agrees(const pf_position *position, unsigned *quick)
{
    bool truth = is_won(position);
    pf_verdict verdict = pf_position_find_helpmate(&helpmate, position, PF_WHITE, BUDGET, scratch, sizeof scratch);
    *quick += helpmate.reason != PF_WIN_EXHAUSTED;
    if (verdict == (truth ? PF_VERDICT_NO : PF_VERDICT_YES) && (!truth || ends_in_mate(*position))) return true;
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    printf("FAILED: %s: White %s win, verdict %d\n", fen, truth ? "can" : "cannot", (int)verdict);
    return false;
}

/* A random move, a capture every other time if there is one. */
static bool play_at_random(pf_position *position, uint64_t *chance)
{
    pf_move_list list;
    *chance ^= *chance << 13, *chance ^= *chance >> 7, *chance ^= *chance << 17;
    uint32_t size = *chance >> 40 & 1 ? pf_generate(position, PF_CAPTURES, &list) : 0;
    if (size == 0) size = pf_generate_legal(position, &list);
    if (size == 0) return false;
    pf_position_play_unchecked(position, list.moves[(*chance >> 8) % size]);
    return true;
}

static int compare_games(uint32_t wanted, unsigned men)
{
    uint64_t chance = UINT64_C(0x9e3779b97f4a7c15);
    uint32_t asked = 0;
    unsigned games = 0, failed = 0, quick = 0;
    while (asked < wanted && failed < 5) {
        pf_position position = pf_position_start();
        games++;
        for (unsigned ply = 0; ply < 1000 && asked < wanted && play_at_random(&position, &chance); ply++) {
            unsigned count = pf_bitboard_count(pf_position_occupied(&position));
            if (count > men || position.castling || pf_position_ep_legal(&position) != PF_NO_SQUARE) continue;
            if (count == 2) break;
            pf_position other = mirrored(&position);
            failed += !agrees(&position, &quick);
            failed += !agrees(&other, &quick);
            asked++;
        }
    }
    printf("%u positions of %u random games, both sides: %u answers without exhaustion, %u wrong or unknown\n",
           (unsigned)asked, games, quick, failed);
    return failed || asked == 0;
}

int main(int count, char **arguments)
{
    static const char letters[] = "PNBRQK";
    if (count == 4 && strcmp(arguments[1], "--games") == 0)
        return compare_games((uint32_t)strtoul(arguments[2], NULL, 10), arguments[3][0] == '4' ? 4 : 3);
    uint32_t share = count > 2 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 0;
    if (share == 0) {
        fprintf(stderr, "usage: helpmate_endgames SHARE NAME...\n");
        return 2;
    }
    unsigned failed = 0;
    for (int i = 2; i < count; i++) {
        unsigned codes[2] = {NONE, NONE}, size = 0, colour = PF_WHITE;
        for (const char *letter = arguments[i] + 1; *letter && size < 2; letter++) {
            const char *type = strchr(letters, *letter);
            if (!type) return 2;
            if (type - letters == PF_KING)
                colour = PF_BLACK;
            else
                codes[size++] = colour * 6 + (unsigned)(type - letters);
        }
        if (codes[0] > codes[1]) {
            unsigned code = codes[0];
            codes[0] = codes[1], codes[1] = code;
        }
        failed += compare(arguments[i], codes[0], codes[1], share);
    }
    for (unsigned i = 0; i < CODES * CODES; i++) free(tables[i / CODES][i % CODES]);
    return failed != 0;
}
