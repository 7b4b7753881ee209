/* Who can still win, on all positions of endgames of up to four men. Retrograde analysis finds the positions from which
 * a side can be mated: it begins with the mates and with the captures and promotions that lead to solved endgames, and
 * goes back move by move until nothing changes, without any search, proof or heuristic. pf_position_find_helpmate must
 * agree for both sides: each of its lines is replayed and must end in mate, and nothing may stay unknown.
 *
 *     helpmate_endgames SHARE [NAME...]   one of SHARE positions of these endgames (KRvK, KBvKN), or of all of them
 *     helpmate_endgames --games COUNT MEN COUNT positions of random games with at most MEN men (3 or 4)
 *
 * Positions that are mirror images are asked about once, turned in a way that depends on the cell; those with castling
 * rights are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endgames.h"

enum { WHITE_WINS = 1, BLACK_WINS = 2, LEGAL = 4, FRESH = 8 }; /* FRESH: predecessors are to be marked */
enum { BUDGET = PF_DEAD_BUDGET, BOTH = WHITE_WINS | BLACK_WINS };

static pf_helpmate helpmate;
static unsigned char scratch[(size_t)BUDGET * PF_DEAD_BYTES_PER_NODE];

/* ---- Retrograde analysis ---- */

static void solve(endgame *class);

/* Who can win, as bits; an en passant capture counts. */
static unsigned winners_of(const pf_position *position)
{
    size_t cell;
    bool are_changed;
    endgame *class = endgame_of(position, &cell, &are_changed);
    if (!class) return 0; /* bare kings */
    if (!class->values) solve(class);
    unsigned winners = (unsigned)class->values[cell] & BOTH;
    if (are_changed) winners = (winners >> 1 | winners << 1) & BOTH;
    if (pf_position_ep_legal(position) == PF_NO_SQUARE) return winners;

    /* If there are only such captures, the position without them is mate or stalemate, which this one is not. */
    pf_move_list list;
    unsigned by_capture = 0, others = 0;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        if (pf_move_kind_of(list.moves[i]) != PF_MOVE_EN_PASSANT) {
            others++;
            continue;
        }
        pf_position next = *position;
        pf_position_play_unchecked(&next, list.moves[i]);
        by_capture |= winners_of(&next);
    }
    return others ? by_capture | winners : by_capture;
}

/* Who wins by mate here, or by a move after which the pieces are others or an en passant capture is legal. */
static unsigned winners_at_once(const endgame *class, const pf_position *position)
{
    pf_move_list list;
    unsigned winners = 0;
    if (pf_position_in_check(position) && !pf_any_legal(position))
        return position->turn == PF_WHITE ? BLACK_WINS : WHITE_WINS;
    if (class->has_pawns)
        pf_generate_legal(position, &list);
    else
        pf_generate(position, PF_CAPTURES, &list);
    for (uint32_t i = 0; i < list.size && winners != BOTH; i++) {
        pf_move move = list.moves[i];
        bool converts = pf_move_captured_piece(position, move) != PF_NO_PIECE;
        if (!converts && !class->has_pawns) continue;
        pf_position next = *position;
        pf_position_play_unchecked(&next, move);
        converts |= pf_move_kind_of(move) == PF_MOVE_PROMOTION || pf_position_ep_legal(&next) != PF_NO_SQUARE;
        if (converts) winners |= winners_of(&next);
    }
    return winners;
}

static void mark(endgame *class, pf_colour turn, const unsigned *squares, unsigned winners)
{
    size_t cells[2];
    for (unsigned n = endgame_cells(class, turn, squares, cells); n-- > 0;) {
        int8_t *value = &class->values[cells[n]];
        if ((*value & LEGAL) && (winners & ~(unsigned)*value)) *value |= (int8_t)(winners | FRESH);
    }
}

/* Whoever can win here can win a move before. A double step of a pawn is left out if an en passant capture answers it:
 * winners_at_once has seen that move. */
static void mark_predecessors(endgame *class, size_t cell, const pf_position *position)
{
    unsigned squares[MOST_MEN], winners = (unsigned)class->values[cell] & BOTH;
    endgame_squares(class, cell, squares);
    for (unsigned i = 0; i < class->men; i++) {
        if (class->colours[i] == position->turn) continue;
        unsigned square = squares[i];
        for (pf_bitboard from = endgame_origins(position, class->types[i], square); from;) {
            squares[i] = pf_bitboard_pop(&from);
            pf_position jumped = *position;
            if (class->types[i] == PF_PAWN && (square ^ squares[i]) == 16) {
                jumped.ep_square = (uint8_t)((square + squares[i]) / 2);
                if (pf_position_ep_legal(&jumped) != PF_NO_SQUARE) continue;
            }
            mark(class, position->turn ^ 1u, squares, winners);
        }
        squares[i] = square;
    }
}

static void solve(endgame *class)
{
    size_t size = 2 * class->cells;
    pf_position position;
    class->values = calloc(size, 1);
    if (!class->values) exit(2);
    for (size_t cell = 0; cell < size; cell++) {
        if (!endgame_position(class, cell, &position)) continue;
        unsigned winners = winners_at_once(class, &position);
        class->values[cell] = (int8_t)(winners | LEGAL | (winners ? FRESH : 0));
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t cell = 0; cell < size; cell++) {
            if (!(class->values[cell] & FRESH)) continue;
            class->values[cell] &= ~FRESH;
            endgame_position(class, cell, &position);
            mark_predecessors(class, cell, &position);
            has_changed = true;
        }
    }
}

/* ---- Comparing ---- */

struct tally {
    uint64_t positions, won[2], exhausted, wrong;
    uint32_t most_nodes;
};

static bool ends_in_mate(pf_position position, pf_colour winner)
{
    for (uint32_t i = 0; i < helpmate.size; i++)
        if (pf_position_play(&position, helpmate.moves[i], NULL) != PF_OK) return false;
    return position.turn != winner && !pf_any_legal(&position) && pf_position_in_check(&position);
}

static void compare(const pf_position *position, unsigned winners, struct tally *tally)
{
    tally->positions++;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        bool can_win = winners >> colour & 1;
        pf_verdict verdict = pf_position_find_helpmate(&helpmate, position, colour, BUDGET, scratch, sizeof scratch);
        tally->won[colour] += can_win;
        tally->exhausted += helpmate.reason == PF_WIN_EXHAUSTED;
        if (helpmate.nodes > tally->most_nodes) tally->most_nodes = helpmate.nodes;
        if (verdict == (can_win ? PF_VERDICT_NO : PF_VERDICT_YES) && (!can_win || ends_in_mate(*position, colour)))
            continue;
        char fen[PF_FEN_SIZE];
        pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        if (tally->wrong++ < 5)
            printf("FAILED: %s: %s %s win, verdict %d\n", fen, colour ? "Black" : "White", can_win ? "can" : "cannot",
                   (int)verdict);
    }
}

/* The same position with the colours changed, and so the ranks. */
static pf_position with_colours_changed(const pf_position *position)
{
    pf_position out = *position;
    pf_bitboard *sets[8] = {&out.by_colour[0], &out.by_colour[1]};
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) sets[2 + type] = &out.by_type[type];
    for (unsigned i = 0; i < 8; i++) {
        pf_bitboard turned = 0;
        for (unsigned rank = 0; rank < 8; rank++) turned |= (*sets[i] >> 8 * rank & 255) << 8 * (7 - rank);
        *sets[i] = turned;
    }
    pf_bitboard white = out.by_colour[PF_WHITE];
    out.by_colour[PF_WHITE] = out.by_colour[PF_BLACK];
    out.by_colour[PF_BLACK] = white;
    out.turn ^= 1;
    if (out.ep_square != PF_NO_SQUARE) out.ep_square ^= 56;
    return out;
}

/* About half of the positions are asked about with the colours changed. */
static void compare_turned(const pf_position *position, size_t cell, unsigned winners, struct tally *tally)
{
    bool is_changed = cell * UINT64_C(0x9e3779b97f4a7c15) >> 63;
    pf_position asked = is_changed ? with_colours_changed(position) : *position;
    asked.key = pf_position_compute_key(&asked);
    compare(&asked, is_changed ? (winners >> 1 | winners << 1) & BOTH : winners, tally);
}

static bool compare_class(endgame *class, uint32_t share)
{
    struct tally tally = {0};
    pf_position position, jumped[2];
    if (!class->values) solve(class);
    for (size_t cell = 0, next = 0; cell < 2 * class->cells; cell++) {
        if (!(class->values[cell] & LEGAL) || next++ % share != 0) continue;
        unsigned squares[MOST_MEN];
        size_t cells[2] = {0, 0};
        endgame_squares(class, cell, squares);
        endgame_cells(class, cell >= class->cells, squares, cells);
        if (cells[1] != 0 && cells[1] < cell) continue; /* a mirror image on the diagonal */
        endgame_position(class, cell, &position);
        compare_turned(&position, cell, (unsigned)class->values[cell] & BOTH, &tally);
        for (unsigned n = endgame_en_passant(&position, jumped); n-- > 0;)
            compare_turned(&jumped[n], cell, winners_of(&jumped[n]), &tally);
    }
    printf("%s: %llu positions asked about for both sides, White can win %llu, Black %llu; %llu answers by exhaustion, "
           "at most %u nodes; %llu wrong or unknown\n",
           class->name, (unsigned long long)tally.positions, (unsigned long long)tally.won[PF_WHITE],
           (unsigned long long)tally.won[PF_BLACK], (unsigned long long)tally.exhausted, (unsigned)tally.most_nodes,
           (unsigned long long)tally.wrong);
    fflush(stdout);
    return tally.wrong == 0 && tally.positions > 0;
}

/* ---- Positions of random games ---- */

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

static bool compare_games(uint32_t wanted, unsigned men)
{
    uint64_t chance = UINT64_C(0x9e3779b97f4a7c15);
    struct tally tally = {0};
    unsigned games = 0;
    while (tally.positions < wanted && tally.wrong < 5) {
        pf_position position = pf_position_start();
        games++;
        for (unsigned ply = 0; ply < 1000 && tally.positions < wanted && play_at_random(&position, &chance); ply++) {
            unsigned count = pf_bitboard_count(pf_position_occupied(&position));
            if (count > men || position.castling) continue;
            if (count == 2) break;
            compare(&position, winners_of(&position), &tally);
        }
    }
    printf("%llu positions of %u random games, both sides: %llu answers by exhaustion, at most %u nodes; %llu wrong or "
           "unknown\n",
           (unsigned long long)tally.positions, games, (unsigned long long)tally.exhausted, (unsigned)tally.most_nodes,
           (unsigned long long)tally.wrong);
    return tally.wrong == 0 && tally.positions > 0;
}

static bool is_wanted(const endgame *class, char **names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(class->name, names[i]) == 0) return true;
    return count == 0;
}

int main(int count, char **arguments)
{
    bool right = true;
    int found = 0;
    endgames_add(4);
    if (count == 4 && strcmp(arguments[1], "--games") == 0) {
        right = compare_games((uint32_t)strtoul(arguments[2], NULL, 10), arguments[3][0] == '4' ? 4 : 3);
    } else {
        uint32_t share = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 0;
        for (size_t i = 0; i < endgame_count && share > 0; i++) {
            if (!is_wanted(&endgames[i], arguments + 2, count - 2)) continue;
            right &= compare_class(&endgames[i], share);
            found++;
        }
        if (found == 0 || (count > 2 && found < count - 2)) {
            fprintf(stderr, "usage: helpmate_endgames SHARE [NAME...]\n"
                            "       helpmate_endgames --games COUNT MEN\n");
            right = false;
        }
    }
    for (size_t i = 0; i < endgame_count; i++) free(endgames[i].values);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
