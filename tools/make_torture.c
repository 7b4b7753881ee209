/* Makes the torture suites: few and small positions such that every mutant of the reference generator (tests/mutants)
 * counts one of them wrongly at depth 1 to 3, and such that the bug then shown is the one that the position is named
 * for. Random positions that kill a mutant are shrunk. Of the small positions, each class of bugs keeps the fewest that
 * kill all its mutants.
 *
 * Every position has a predecessor: a bug that shows only in positions that no game reaches is not a bug of an engine,
 * and its mutant is left out. A few positions are added by hand, for bugs of real engines.
 *
 *     make_torture standard|chess960     prints a suite
 *     make_torture table FILE...         prints docs/torture.md: which position kills which mutant; fails if one
 * survives
 */
#include <plyforge.h>

#include "base/compiler.h"
#include "mutants.h"
#include "workbench/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 3, MAX_LINE = MAX_DEPTH - 1 };

static uint64_t count_of(const pf_position *position, unsigned depth, unsigned mutant)
{
    reference_board board;
    reference_board_from_position(&board, position);
    return mutant_perft(mutant, &board, depth);
}

static bool kills(const pf_position *position, unsigned depth, unsigned mutant)
{
    return count_of(position, depth, mutant) != pf_perft(position, depth).lo;
}

/* No game reaches a position in which the pawn taken en passant shields the king on a diagonal: the side to move would
 * have given check before the double push. */
static bool is_out_of_reach(unsigned mutant)
{
    return mutants[mutant].bug == PF_BUG_EP_CAPTURED_SHIELD;
}

/* ---- Which bug a mutant shows ---- */

typedef struct played_line {
    unsigned mutant;
    pf_position base;
    pf_move moves[MAX_LINE];
    size_t size;
} played_line;

/* Adds a vote for the bug behind each missing or extra move of the mutant after the line. */
static bool vote(unsigned votes[PF_BUG_COUNT], const played_line *line, const pf_position *position,
                 const reference_board *board)
{
    pf_move_list ours;
    pf_move theirs[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(line->mutant, board, theirs);
    bool seen[PF_MOVE_LIST_CAPACITY] = {false}, differs = false;
    pf_generate_legal(position, &ours);
    for (unsigned i = 0; i < size; i++) {
        uint32_t at = 0;
        while (at < ours.size && ours.moves[at] != theirs[i]) at++;
        if (at < ours.size && !seen[at]) {
            seen[at] = true;
            continue;
        }
        votes[pf_bug_of(&line->base, line->moves, line->size, theirs[i], PF_EXTRA)]++;
        differs = true;
    }
    for (uint32_t at = 0; at < ours.size; at++) {
        if (seen[at]) continue;
        votes[pf_bug_of(&line->base, line->moves, line->size, ours.moves[at], PF_MISSING)]++;
        differs = true;
    }
    return differs;
}

/* Finds the first line of this many more moves after which the lists differ. */
static bool find_difference(unsigned votes[PF_BUG_COUNT], played_line *line, const pf_position *position,
                            const reference_board *board, unsigned more)
{
    if (more == 0) return vote(votes, line, position, board);
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        reference_board after = *board;
        pf_position_play_unchecked(&child, list.moves[i]);
        mutant_play(line->mutant, &after, list.moves[i]);
        line->moves[line->size++] = list.moves[i];
        if (find_difference(votes, line, &child, &after, more - 1)) return true;
        line->size--;
    }
    return false;
}

/* Whether the shortest line after which the mutant differs shows the bug that it is an example of. */
static bool shows_its_bug(const pf_position *position, unsigned depth, unsigned mutant)
{
    unsigned votes[PF_BUG_COUNT] = {0};
    reference_board board;
    played_line line = {.mutant = mutant, .base = *position};
    bool found = false;
    reference_board_from_position(&board, position);
    for (unsigned size = 0; size < depth && !found; size++)
        found = find_difference(votes, &line, position, &board, size);
    unsigned most = 0;
    if (votes[PF_BUG_PROMOTION_MISSING] > 0) votes[PF_BUG_UNDERPROMOTION_MISSING] = 0; /* all four are missing */
    for (unsigned bug = 0; bug < PF_BUG_COUNT; bug++)
        if (votes[bug] > most) most = votes[bug];
    return found && votes[mutants[mutant].bug] == most;
}

/* ---- Finding small positions ---- */

typedef struct candidate {
    pf_position position;
    unsigned depth;
    unsigned pieces;
    uint64_t nodes; /* at that depth */
} candidate;

enum { MAX_CANDIDATES = 4096, WANTED = 12 };
static candidate candidates[MAX_CANDIDATES];
static size_t candidate_count;

typedef struct target {
    unsigned mutant;
    unsigned depth;
} target;

static bool still_kills(void *context, const pf_position *position)
{
    const target *it = context;
    if (!pf_any_legal(position)) return false; /* engines differ in what they print if there are no moves */
    if (!pf_position_has_predecessor(position)) return false;
    return kills(position, it->depth, it->mutant) && shows_its_bug(position, it->depth, it->mutant);
}

static void add_candidate(const pf_position *position, unsigned depth)
{
    if (candidate_count == MAX_CANDIDATES) return;
    for (size_t i = 0; i < candidate_count; i++)
        if (candidates[i].depth == depth && pf_position_equal(&candidates[i].position, position)) return;
    candidates[candidate_count++] = (candidate){*position, depth, pf_popcount(pf_position_occupied(position)),
                                                pf_perft(position, depth).lo};
}

/* Shrinks random positions that kill the mutant at the smallest depth at which any of them does. */
static void find_candidates(unsigned mutant, pf_accept accept)
{
    static const unsigned tries[MAX_DEPTH + 1] = {0, 20000, 5000, 3000};
    pf_random random = {mutant};
    unsigned found = 0;
    for (unsigned depth = 1; depth <= MAX_DEPTH && found == 0; depth++) {
        target aim = {mutant, depth};
        for (unsigned i = 0; i < tries[depth] && found < WANTED; i++) {
            pf_position position = pf_random_small_position(&random, (accept & PF_ACCEPT_CHESS960) != 0);
            if (!still_kills(&aim, &position)) continue;
            pf_shrink(&position, accept, still_kills, &aim);
            add_candidate(&position, depth);
            found++;
        }
    }
    if (found == 0) fprintf(stderr, "make_torture: no position kills %s\n", mutants[mutant].name);
}

/* ---- Choosing ---- */

static bool is_smaller(const candidate *a, const candidate *b)
{
    if (a->depth != b->depth) return a->depth < b->depth;
    if (a->pieces != b->pieces) return a->pieces < b->pieces;
    return a->nodes < b->nodes;
}

static void print_position(const candidate *it, pf_bug bug)
{
    char fen[PF_FEN_SIZE];
    bool standard = true;
    pf_setup setup;
    pf_setup_from_position(&setup, &it->position);
    standard = pf_setup_problems(&setup, PF_ACCEPT_STRICT) == 0;
    pf_position_to_fen(fen, sizeof fen, &it->position, standard ? PF_CASTLING_STANDARD : PF_CASTLING_SHREDDER,
                       PF_EP_ALWAYS);
    printf("%s", fen);
    for (unsigned depth = 1; depth <= it->depth; depth++)
        printf(" ;D%u %llu", depth, (unsigned long long)pf_perft(&it->position, depth).lo);
    printf(" ;id %s\n", pf_bug_name(bug));
}

/* Chooses the candidate that kills most of the surviving mutants, and among equals the smallest, until none survives.
 */
static bool cover_class(pf_bug bug, pf_accept accept)
{
    bool alive[MUTANT_COUNT] = {false};
    bool chess960 = (accept & PF_ACCEPT_CHESS960) != 0;
    unsigned living = 0;
    for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++) {
        alive[mutant] = mutants[mutant].bug == bug && mutant_is_chess960(mutant) == chess960 &&
                        !is_out_of_reach(mutant);
        living += alive[mutant];
    }
    while (living > 0) {
        const candidate *best = NULL;
        unsigned most = 0;
        for (size_t i = 0; i < candidate_count; i++) {
            unsigned killed = 0;
            for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++)
                killed += alive[mutant] && still_kills(&(target){mutant, candidates[i].depth}, &candidates[i].position);
            if (killed < most || killed == 0) continue;
            if (killed > most || is_smaller(&candidates[i], best)) best = &candidates[i];
            most = killed;
        }
        if (best == NULL) return false;
        print_position(best, bug);
        for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++) {
            if (!alive[mutant] || !still_kills(&(target){mutant, best->depth}, &best->position)) continue;
            alive[mutant] = false;
            living--;
        }
    }
    return true;
}

/* Positions for bugs of real engines that no mutant has, or not in this form. */
static void print_more(bool chess960)
{
    static const struct {
        const char *fen;
        unsigned depth;
        pf_bug bug;
    } more[] = {
        /* The capturing pawn is pinned on a diagonal. */
        {"8/7k/8/8/4pP2/8/2Q5/6K1 b - f3 0 1", 1, PF_BUG_EP_PIN},
        {"8/2q5/8/4Pp2/8/8/7K/k7 w - f6 0 1", 1, PF_BUG_EP_PIN},
        /* A promoting pawn takes the rook; a lone king and rook would have no last move. */
        {"4k2r/6P1/p7/8/8/8/8/4K3 w k - 0 1", 2, PF_BUG_CASTLING_ROOK_TAKEN},
        {"r3k3/1P6/7p/8/8/8/8/4K3 w q - 0 1", 2, PF_BUG_CASTLING_ROOK_TAKEN},
        /* Each of three rooks takes squares from the king and from castling: a list of two forgets one of them. */
        {"3r1r1k/8/8/8/8/8/7r/R3K3 w Q - 0 1", 1, PF_BUG_CASTLING_THROUGH},
        {"r3k3/7R/8/8/8/8/8/3R1R1K b q - 0 1", 1, PF_BUG_CASTLING_THROUGH},
        {"4k2r/R7/8/8/8/8/8/K2R1R2 b k - 0 1", 1, PF_BUG_CASTLING_THROUGH},
        /* Castling is taken back at the second ply. */
        {"r3k2r/8/8/8/8/p7/8/6K1 w kq - 0 1", 3, PF_BUG_UNMAKE},
        /* A promotion beside the edge: the other rook's pawn must not reach across. */
        {"r6n/P6P/8/1k6/8/8/8/2K5 w - - 0 1", 1, PF_BUG_EDGE_WRAP},
        {"2k5/8/8/8/1K6/8/p6p/R6N b - - 0 1", 1, PF_BUG_EDGE_WRAP},
        /* The same board with and without the right, by different lines: a table needs it in the key. */
        {"7k/8/8/8/3p4/8/4P3/K7 w - - 0 1", 4, PF_BUG_UNMAKE},
        {"k7/4p3/8/3P4/8/8/8/7K b - - 0 1", 4, PF_BUG_UNMAKE},
        {"4k3/8/8/8/8/8/8/N3K2R w K - 0 1", 5, PF_BUG_UNMAKE},
    };
    for (size_t i = 0; i < sizeof more / sizeof more[0] && !chess960; i++) {
        candidate it = {.depth = more[i].depth};
        if (pf_position_from_fen(&it.position, more[i].fen, strlen(more[i].fen), PF_ACCEPT_STRICT, NULL, NULL) !=
                PF_OK ||
            !pf_position_has_predecessor(&it.position))
            fprintf(stderr, "make_torture: no game reaches %s\n", more[i].fen);
        else
            print_position(&it, more[i].bug);
    }
}

static int make_suite(pf_accept accept)
{
    bool complete = true, chess960 = (accept & PF_ACCEPT_CHESS960) != 0;
    for (unsigned bug = 0; bug < PF_BUG_COUNT; bug++) {
        candidate_count = 0;
        for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++)
            if (mutants[mutant].bug == (pf_bug)bug && mutant_is_chess960(mutant) == chess960 &&
                !is_out_of_reach(mutant))
                find_candidates(mutant, accept);
        complete &= cover_class((pf_bug)bug, accept);
    }
    print_more(chess960);
    return complete ? 0 : 1;
}

/* ---- The table ---- */

typedef struct test {
    char fen[512];
    char id[512];
    pf_position position;
    unsigned depth;
} test;

enum { MAX_TESTS = 256 };
static test tests[MAX_TESTS];
static size_t test_count;

static bool read_suite(const char *name)
{
    FILE *file = fopen(name, "r");
    char text[512];
    if (file == NULL) {
        perror(name);
        return false;
    }
    while (fgets(text, sizeof text, file) != NULL) {
        test *it = &tests[test_count];
        char *end = strstr(text, " ;"), *id = strstr(text, ";id ");
        pf_error error;
        if (end == NULL || id == NULL || test_count == MAX_TESTS) continue;
        text[strcspn(text, "\r\n")] = '\0';
        snprintf(it->id, sizeof it->id, "%s", id + 4);
        for (const char *at = text; (at = strstr(at, ";D")) != NULL; at++) it->depth = (unsigned)(at[2] - '0');
        *end = '\0';
        snprintf(it->fen, sizeof it->fen, "%s", text);
        if (pf_position_from_fen(&it->position, text, strlen(text), PF_ACCEPT_CHESS960, NULL, &error) != PF_OK) {
            fprintf(stderr, "%s: %s: %s\n", name, text, error.message);
            return false;
        }
        test_count++;
    }
    fclose(file);
    return true;
}

/* Whether a position named for the mutant's bug shows that bug. */
static bool is_killed_by(unsigned mutant, const test *it)
{
    if (strcmp(it->id, pf_bug_name(mutants[mutant].bug)) != 0) return false;
    for (unsigned depth = 1; depth <= it->depth; depth++)
        if (kills(&it->position, depth, mutant)) return shows_its_bug(&it->position, it->depth, mutant);
    return false;
}

/* Prints the mutants of a bug, each with the positions that kill it. */
static unsigned print_row(pf_bug bug)
{
    unsigned survivors = 0;
    const char *separator = "";
    printf("| %s |", pf_bug_name(bug));
    for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++) {
        bool dead = false;
        if (mutants[mutant].bug != bug || is_out_of_reach(mutant)) continue;
        printf("%s %s", separator, mutants[mutant].name);
        separator = ",";
        for (size_t i = 0; i < test_count; i++) {
            if (!is_killed_by(mutant, &tests[i])) continue;
            printf("%s%zu", dead ? "+" : ":", i + 1);
            dead = true;
        }
        if (dead) continue;
        fprintf(stderr, "make_torture: %s survives\n", mutants[mutant].name);
        survivors++;
    }
    puts(" |");
    return survivors;
}

static bool is_covered(pf_bug bug)
{
    for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant++)
        if (mutants[mutant].bug == bug && !is_out_of_reach(mutant)) return true;
    return false;
}

static int print_table(void)
{
    unsigned survivors = 0;
    puts("# The torture suite: which position kills which mutant\n\n"
         "A mutant is the reference generator with one deliberate bug, defined in\n"
         "[mutants.def](../tests/mutants/mutants.def). A position kills a mutant if the mutant counts it wrongly, and "
         "the "
         "first\n"
         "difference is the bug that the position is named for. Every mutant is killed. `PAWN_WRAP:4` means that "
         "position 4\n"
         "kills the mutant PAWN_WRAP. Positions are numbered through [torture.epd](../tests/perft/torture.epd) and "
         "then\n"
         "[torture-chess960.epd](../tests/perft/torture-chess960.epd). [workbench.md](workbench.md) shows how to run "
         "them.\n\n"
         "`make regenerate` writes this page with `make_torture table`, and a test compares it.\n\n"
         "| bug | mutants and the positions that kill them |\n|---|---|");
    for (unsigned bug = 0; bug < PF_BUG_COUNT; bug++)
        if (is_covered((pf_bug)bug)) survivors += print_row((pf_bug)bug);
    printf("\n%zu positions, %u mutants.\n", test_count, MUTANT_COUNT - 1u);
    return survivors == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "standard") == 0) return make_suite(PF_ACCEPT_STRICT);
    if (argc == 2 && strcmp(argv[1], "chess960") == 0) return make_suite(PF_ACCEPT_CHESS960);
    if (argc > 2 && strcmp(argv[1], "table") == 0) {
        for (int i = 2; i < argc; i++)
            if (!read_suite(argv[i])) return 2;
        return print_table();
    }
    fputs("usage: make_torture standard|chess960|table FILE...\n", stderr);
    return 2;
}
