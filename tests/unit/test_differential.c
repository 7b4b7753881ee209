/* The differential kit on generators with one bug each: every mutant of the reference, and boards that forget something
 * when moves are taken back, when keys are made, or when they are asked about a single move. */
#include "support.h"

#include "mutants.h"

/* Sanitizers make it slow: then only some of the mutants. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STEP = 9 };
#else
enum { STEP = 1 };
#endif

/* The generator under test. */
static unsigned mutant_under_test = MUTANT_NONE;

/* What this board does wrong, apart from its generator. */
enum mistake {
    NO_MISTAKE,
    SET_REFUSES_PAWNLESS,
    MAKE_REFUSES_CASTLING,
    UNMAKE_LOSES_EP,
    UNMAKE_LOSES_CASTLING,
    UNMAKE_LOSES_CAPTURED,
    KEY_FORGETS_TURN,
    KEY_FORGETS_CASTLING,
    KEY_FORGETS_EP,
    KEY_COUNTS_MOVES,
    KEY_NOT_TAKEN_BACK,
    TRUSTS_THE_PAST,
    DENIES_CASTLING,
    SLIPS_ONCE
};

/* The ply at which a board that slips once does so. */
enum { SLIP_PLY = 400 };

typedef struct their_board {
    reference_board stack[PF_DIFFERENTIAL_MAX_PLIES + 2];
    size_t ply;
    enum mistake mistake;
    uint64_t made, ever_made; /* moves since set; of which none is ever taken back */
    pf_uci_castling castling;
    bool has_slipped;
} their_board;

static bool set(void *context, const char *fen)
{
    their_board *it = context;
    pf_position position;
    if (it->mistake == SET_REFUSES_PAWNLESS && strpbrk(fen, "pP") == NULL) return false;
    if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK) return false;
    reference_board_from_position(&it->stack[0], &position);
    it->ply = 0;
    it->made = it->ever_made = 0;
    return true;
}

static size_t generate(void *context, char (*moves)[PF_UCI_SIZE], size_t capacity)
{
    their_board *it = context;
    pf_move list[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(mutant_under_test, &it->stack[it->ply], list);
    assert_true(size <= capacity);
    if (it->mistake == SLIPS_ONCE && it->ply >= SLIP_PLY && !it->has_slipped) {
        it->has_slipped = true;
        return 0;
    }
    for (unsigned i = 0; i < size; i++) pf_move_to_uci(moves[i], PF_UCI_SIZE, list[i], it->castling);
    return size;
}

static bool find(const their_board *it, const char *text, pf_move *out)
{
    pf_move list[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(mutant_under_test, &it->stack[it->ply], list);
    return find_uci(out, text, list, size);
}

static bool make(void *context, const char *text)
{
    their_board *it = context;
    pf_move move;
    if (!find(it, text, &move)) return false;
    if (it->mistake == MAKE_REFUSES_CASTLING && pf_move_kind_of(move) == PF_MOVE_CASTLING) return false;
    it->stack[it->ply + 1] = it->stack[it->ply];
    mutant_play(mutant_under_test, &it->stack[++it->ply], move);
    it->made++;
    it->ever_made++;
    return true;
}

static void unmake(void *context)
{
    their_board *it = context;
    reference_board *before = &it->stack[it->ply - 1], *after = &it->stack[it->ply];
    if (it->mistake == UNMAKE_LOSES_EP) before->ep_square = PF_NO_SQUARE;
    if (it->mistake == UNMAKE_LOSES_CASTLING) memcpy(before->may_castle, after->may_castle, 64);
    if (it->mistake == UNMAKE_LOSES_CAPTURED)
        for (unsigned i = 0; i < 64; i++)
            if (before->squares[i] != after->squares[i] && after->squares[i] != PF_NO_PIECE) before->squares[i] = 0;
    it->ply--;
    it->made--;
}

static uint64_t key(void *context)
{
    their_board *it = context;
    const reference_board *now = &it->stack[it->ply];
    uint64_t hash = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < 64; i++) {
        hash = (hash ^ now->squares[i]) * UINT64_C(1099511628211);
        if (it->mistake != KEY_FORGETS_CASTLING) hash = (hash ^ now->may_castle[i]) * UINT64_C(1099511628211);
    }
    if (it->mistake != KEY_FORGETS_EP) hash = (hash ^ now->ep_square) * UINT64_C(1099511628211);
    if (it->mistake != KEY_FORGETS_TURN) hash = (hash ^ now->turn) * UINT64_C(1099511628211);
    if (it->mistake == KEY_COUNTS_MOVES) hash += it->made;
    if (it->mistake == KEY_NOT_TAKEN_BACK) hash += it->ever_made;
    return hash;
}

static bool is_legal(void *context, const char *text)
{
    their_board *it = context;
    pf_move move;
    bool legal = find(it, text, &move);
    if (it->mistake == DENIES_CASTLING && legal) return pf_move_kind_of(move) != PF_MOVE_CASTLING;
    if (it->mistake != TRUSTS_THE_PAST || legal || it->ply < 2) return legal;
    their_board past = *it;
    past.ply -= 2;
    return find(&past, text, &move);
}

static pf_differential_report check(enum mistake mistake, bool chess960, uint32_t games)
{
    static their_board board;
    static pf_differential_report report;
    board.mistake = mistake;
    board.castling = chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    pf_generator generator = {&board, set, generate, make, unmake, key, is_legal};
    pf_differential_options options = {.games = games, .plies = 30, .chess960 = chess960};
    assert_int_equal(pf_differential_run(&report, &generator, &options, NULL), PF_OK);
    return report;
}

/* The reference is slow, so: short games, no probes. */
static pf_differential_report check_moves_only(bool chess960)
{
    static their_board board;
    static pf_differential_report report;
    board.castling = chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    pf_generator generator = {&board, set, generate, make, unmake, NULL, NULL};
    pf_differential_options options = {.games = 2000, .plies = 6, .chess960 = chess960};
    assert_int_equal(pf_differential_run(&report, &generator, &options, NULL), PF_OK);
    return report;
}

static unsigned count_pieces(const pf_position *position)
{
    unsigned count = 0;
    for (pf_bitboard rest = pf_position_occupied(position); rest != 0; rest &= rest - 1) count++;
    return count;
}

static void a_right_one_passes(void **state)
{
    (void)state;
    for (int chess960 = 0; chess960 <= 1; chess960++) {
        pf_differential_report report = check(NO_MISTAKE, chess960, 60);
        if (report.flaw != PF_FLAW_NONE) print_error("%s\n", report.text);
        assert_int_equal(report.flaw, PF_FLAW_NONE);
        assert_int_equal(report.games, 60);
        assert_true(report.positions > 1000 && report.probes > 10 * report.positions);
        assert_string_equal(report.text, "");
    }
}

/* All of them are found, in a position of at most eight pieces, and most are given the name of their class. The others
 * show a symptom of another class first: a generator that leaves the pawn when it tries en passant out does not see
 * that the rank opens, say. */
static void every_mutant_is_found(void **state)
{
    (void)state;
    unsigned tried = 0, named = 0, small = 0;
    for (unsigned mutant = 1; mutant < MUTANT_COUNT; mutant += STEP) {
        tried++;
        mutant_under_test = mutant;
        pf_differential_report report = check_moves_only(mutant_is_chess960(mutant));
        if (report.flaw == PF_FLAW_NONE) print_error("%s was not found\n", mutants[mutant].name);
        assert_int_not_equal(report.flaw, PF_FLAW_NONE);
        if (report.bug == mutants[mutant].bug)
            named++;
        else
            print_message("%s is taken for: %s\n", mutants[mutant].name, pf_bug_name(report.bug));
        small += count_pieces(&report.position) <= 8;
    }
    mutant_under_test = MUTANT_NONE;
    print_message("%u mutants found, %u named, %u shown with at most 8 pieces\n", tried, named, small);
    if (STEP == 1) assert_true(named * 100 >= tried * 85);
    assert_int_equal(small, tried);
}

static void every_mistake_is_found(void **state)
{
    (void)state;
    static const struct {
        enum mistake mistake;
        pf_flaw flaw;
    } rows[] = {
        {SET_REFUSES_PAWNLESS, PF_FLAW_SET},           {MAKE_REFUSES_CASTLING, PF_FLAW_MAKE},
        {UNMAKE_LOSES_EP, PF_FLAW_KEY_UNMAKE},         {UNMAKE_LOSES_CASTLING, PF_FLAW_KEY_UNMAKE},
        {UNMAKE_LOSES_CAPTURED, PF_FLAW_KEY_UNMAKE},   {KEY_FORGETS_TURN, PF_FLAW_KEY_COLLISION},
        {KEY_FORGETS_CASTLING, PF_FLAW_KEY_COLLISION}, {KEY_FORGETS_EP, PF_FLAW_KEY_COLLISION},
        {KEY_COUNTS_MOVES, PF_FLAW_KEY_MAKE},          {KEY_NOT_TAKEN_BACK, PF_FLAW_KEY_UNMAKE},
        {TRUSTS_THE_PAST, PF_FLAW_IS_LEGAL},           {DENIES_CASTLING, PF_FLAW_IS_LEGAL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        pf_differential_report report = check(rows[i].mistake, false, 200);
        if (report.flaw != rows[i].flaw) print_error("mistake %d:\n%s\n", (int)rows[i].mistake, report.text);
        assert_int_equal(report.flaw, rows[i].flaw);
        assert_true(strncmp(report.text, "Flaw:     ", 10) == 0);
    }
}

/* Without keys the moves tell. */
static void unmake_without_keys(void **state)
{
    (void)state;
    static their_board board = {.mistake = UNMAKE_LOSES_EP};
    static pf_differential_report report;
    pf_generator generator = {&board, set, generate, make, unmake, NULL, NULL};
    assert_int_equal(pf_differential_run(&report, &generator, NULL, NULL), PF_OK);
    assert_int_equal(report.flaw, PF_FLAW_UNMAKE);
    assert_int_equal(report.probes, 0);
    assert_true(count_pieces(&report.position) <= 5);
}

static void the_words(void **state)
{
    (void)state;
    mutant_under_test = MUTANT_EP_RANK_PIN;
    pf_differential_report report = check_moves_only(false);
    mutant_under_test = MUTANT_NONE;
    assert_int_equal(report.flaw, PF_FLAW_MOVES);
    assert_int_equal(report.bug, PF_BUG_EP_RANK_PIN);
    assert_int_equal(report.line_size, 0);
    assert_int_equal(pf_move_kind_of(report.move), PF_MOVE_EN_PASSANT);
    assert_non_null(strstr(report.text, "Flaw:     wrong moves\nPosition: "));
    assert_non_null(strstr(report.text, " is not legal: both pawns would leave the rank between the king on "));
    assert_non_null(strstr(report.text, "\nBug: en passant pin on the rank"));

    report = check(DENIES_CASTLING, false, 200);
    assert_non_null(strstr(report.text, "\nSaid to be illegal: "));
    assert_non_null(strstr(report.text, "\nBug: castling missing"));
}

/* A flaw that a fresh board does not show is reported with its whole game, of which the text has the beginning. */
static void a_long_line(void **state)
{
    (void)state;
    static their_board board = {.mistake = SLIPS_ONCE};
    static pf_differential_report report;
    pf_generator generator = {&board, set, generate, make, unmake, NULL, NULL};
    pf_differential_options options = {.games = 100, .plies = PF_DIFFERENTIAL_MAX_PLIES};
    assert_int_equal(pf_differential_run(&report, &generator, &options, NULL), PF_OK);
    assert_int_equal(report.flaw, PF_FLAW_MOVES);
    assert_int_equal(report.line_size, SLIP_PLY);
    assert_true(strlen(report.text) < sizeof report.text - 1);
    assert_non_null(strstr(report.text, " and 300 more\nMissing: "));
    assert_non_null(strstr(report.text, "\nBug: "));
}

/* The same seed, the same report; another seed, other games. */
static void seeds(void **state)
{
    (void)state;
    static their_board board;
    static pf_differential_report first, second, other;
    pf_generator generator = {&board, set, generate, make, unmake, key, is_legal};
    pf_differential_options options = {.games = 4, .plies = 10};
    assert_int_equal(pf_differential_run(&first, &generator, &options, NULL), PF_OK);
    assert_int_equal(pf_differential_run(&second, &generator, &options, NULL), PF_OK);
    assert_memory_equal(&first, &second, sizeof first);
    options.seed = 1;
    assert_int_equal(pf_differential_run(&other, &generator, &options, NULL), PF_OK);
    assert_int_equal(other.flaw, PF_FLAW_NONE);
    assert_int_not_equal(first.probes, other.probes);
}

static void wrong_options(void **state)
{
    (void)state;
    static their_board board;
    pf_differential_report report;
    pf_error error;
    pf_generator generator = {&board, set, generate, make, unmake, key, is_legal};
    pf_differential_options options = {.plies = PF_DIFFERENTIAL_MAX_PLIES + 1};
    assert_int_equal(pf_differential_run(&report, &generator, &options, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "too many plies");
    generator.make = NULL;
    assert_int_equal(pf_differential_run(&report, &generator, NULL, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "a generator needs set, generate, make and unmake");
    assert_string_equal(pf_flaw_name((pf_flaw)99), "");
    assert_string_equal(pf_flaw_name(PF_FLAW_MOVES), "wrong moves");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_one_passes),
        cmocka_unit_test(every_mutant_is_found),
        cmocka_unit_test(every_mistake_is_found),
        cmocka_unit_test(unmake_without_keys),
        cmocka_unit_test(the_words),
        cmocka_unit_test(a_long_line),
        cmocka_unit_test(seeds),
        cmocka_unit_test(wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
