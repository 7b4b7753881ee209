/* The differential kit by the rules of variants, on the reference and on every mutant of it. */
#include "support.h"

#include <stdlib.h>

#include "variant_mutants.h"

#include <plyforge/differential.h>
#include <plyforge/position.h>

/* Sanitizers make it slow: then only some of the mutants. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STEP = 9, GAMES = 4 };
#else
enum { STEP = 1, GAMES = 20 };
#endif

/* What this board does wrong, apart from its generator. */
enum mistake { NO_MISTAKE, KEY_FORGETS_POCKETS, KEY_FORGETS_PROMOTED, KEY_FORGETS_CHECKS, UNMAKE_LOSES_POCKET };

typedef struct their_board {
    reference_variant_board stack[PF_DIFFERENTIAL_MAX_PLIES + 2];
    size_t ply;
    pf_variant variant;
    unsigned mutant;
    enum mistake mistake;
    bool refuses_drops;
} their_board;

static bool set(void *context, const char *fen)
{
    their_board *it = context;
    pf_position position;
    if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960 | pf_accept_variant(it->variant), NULL,
                             NULL) != PF_OK)
        return false;
    reference_variant_from_position(&it->stack[0], &position);
    it->ply = 0;
    return true;
}

static size_t generate(void *context, char (*moves)[PF_UCI_SIZE], size_t capacity)
{
    their_board *it = context;
    pf_move list[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = variant_mutant_moves(it->mutant, &it->stack[it->ply], list);
    assert_true(size <= capacity);
    for (unsigned i = 0; i < size; i++) pf_move_to_uci(moves[i], PF_UCI_SIZE, list[i], PF_UCI_KING_STEP);
    return size;
}

static bool find(const their_board *it, const char *text, pf_move *out)
{
    pf_move list[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = variant_mutant_moves(it->mutant, &it->stack[it->ply], list);
    return find_uci(out, text, list, size);
}

static bool make(void *context, const char *text)
{
    their_board *it = context;
    pf_move move;
    if (it->refuses_drops && strchr(text, '@') != NULL) return false;
    if (!find(it, text, &move)) return false;
    it->stack[it->ply + 1] = it->stack[it->ply];
    variant_mutant_play(it->mutant, &it->stack[++it->ply], move);
    return true;
}

static void unmake(void *context)
{
    their_board *it = context;
    it->ply--;
    if (it->mistake == UNMAKE_LOSES_POCKET)
        memcpy(it->stack[it->ply].pockets, it->stack[it->ply + 1].pockets, sizeof it->stack[0].pockets);
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(1099511628211);
}

static uint64_t key(void *context)
{
    their_board *it = context;
    const reference_variant_board *now = &it->stack[it->ply];
    uint64_t hash = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < 64; i++) {
        hash = mixed(mixed(hash, now->board.squares[i]), now->board.may_castle[i]);
        if (it->mistake != KEY_FORGETS_PROMOTED) hash = mixed(hash, now->promoted[i]);
    }
    for (unsigned i = 0; i < 10 && it->mistake != KEY_FORGETS_POCKETS; i++)
        hash = mixed(hash, now->pockets[i / 5][i % 5]);
    for (unsigned i = 0; i < 2 && it->mistake != KEY_FORGETS_CHECKS; i++) hash = mixed(hash, now->checks_given[i]);
    return mixed(mixed(hash, now->board.ep_square), now->board.turn);
}

static bool is_legal(void *context, const char *text)
{
    pf_move move;
    return find(context, text, &move);
}

static their_board board;
static pf_differential_report report;

static void check(const pf_generator *functions, uint32_t games, uint32_t plies)
{
    pf_generator generator = *functions;
    pf_differential_options options = {.games = games, .plies = plies, .variant = board.variant, .seed = 4};
    generator.board = &board;
    assert_int_equal(pf_differential_run(&report, &generator, &options, NULL), PF_OK);
}

static const pf_generator everything = {NULL, set, generate, make, unmake, key, is_legal};
static const pf_generator moves_only = {NULL, set, generate, make, unmake, NULL, NULL};

static void a_right_one_passes(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        board = (their_board){.variant = (pf_variant)variant};
        check(&everything, GAMES, 12);
        if (report.flaw != PF_FLAW_NONE) print_error("%s:\n%s\n", pf_variant_name(board.variant), report.text);
        assert_int_equal(report.flaw, PF_FLAW_NONE);
        assert_int_equal(report.games, GAMES);
        assert_true(report.positions > GAMES * 32 && report.probes > GAMES * 100);
    }
}

/* All are found, and most are given the name of their class; the others show a symptom of another class first. */
static void every_mutant_is_found(void **state)
{
    (void)state;
    unsigned tried = 0, named = 0, step = getenv("PLYFORGE_TEST_CPU") != NULL ? 9 : STEP; /* once is enough */
    for (unsigned mutant = 1; mutant < VARIANT_MUTANT_COUNT; mutant += step) {
        const variant_mutant_row *row = &variant_mutants[mutant];
        board = (their_board){.variant = row->variant, .mutant = mutant};
        check(&moves_only, 3000, 6);
        if (report.flaw == PF_FLAW_NONE) print_error("%s was not found\n", row->name);
        assert_int_not_equal(report.flaw, PF_FLAW_NONE);
        assert_int_equal(report.position.variant, row->variant);
        tried++;
        named += report.bug == row->bug;
        if (report.bug != row->bug) print_message("%s is taken for: %s\n", row->name, pf_bug_name(report.bug));
    }
    print_message("%u mutants found, %u named\n", tried, named);
    if (step == 1) assert_true(tried > 30 && named * 100 >= tried * 85);
}

static void every_mistake_is_found(void **state)
{
    (void)state;
    static const struct {
        enum mistake mistake;
        pf_variant variant;
        pf_flaw flaw;
    } rows[] = {
        {KEY_FORGETS_POCKETS, PF_VARIANT_CRAZYHOUSE, PF_FLAW_KEY_COLLISION},
        {KEY_FORGETS_PROMOTED, PF_VARIANT_CRAZYHOUSE, PF_FLAW_KEY_COLLISION},
        {KEY_FORGETS_CHECKS, PF_VARIANT_THREE_CHECK, PF_FLAW_KEY_COLLISION},
        {UNMAKE_LOSES_POCKET, PF_VARIANT_CRAZYHOUSE, PF_FLAW_KEY_UNMAKE},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        board = (their_board){.variant = rows[i].variant, .mistake = rows[i].mistake};
        check(&everything, 100, 12);
        if (report.flaw != rows[i].flaw) print_error("mistake %d:\n%s\n", (int)rows[i].mistake, report.text);
        assert_int_equal(report.flaw, rows[i].flaw);
    }
}

static void the_words(void **state)
{
    (void)state;
    board = (their_board){.variant = PF_VARIANT_ATOMIC, .mutant = VARIANT_MUTANT_ATOMIC_OWN_KING};
    check(&moves_only, 100, 6);
    assert_int_equal(report.bug, PF_BUG_OWN_KING_EXPLODES);
    assert_non_null(strstr(report.text, " would explode with the capture on "));
    assert_non_null(strstr(report.text, "\nBug: own king explodes"));
    board = (their_board){.variant = PF_VARIANT_CRAZYHOUSE, .refuses_drops = true};
    check(&moves_only, 100, 6);
    assert_int_equal(report.flaw, PF_FLAW_MAKE);
    assert_true(pf_move_is_drop(report.move));
}

static void wrong_options(void **state)
{
    (void)state;
    pf_error error;
    pf_generator generator = everything;
    pf_differential_options options = {.variant = (pf_variant)PF_VARIANT_COUNT};
    assert_int_equal(pf_differential_run(&report, &generator, &options, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "no such variant");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_one_passes),     cmocka_unit_test(every_mutant_is_found),
        cmocka_unit_test(every_mistake_is_found), cmocka_unit_test(the_words),
        cmocka_unit_test(wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
