/* Finds a single cause of many differences; see diagnose.h. */
#include "engine/diagnose.h"

static const char no_moves[] =
    "the engine counts no moves in any position: it did not understand the positions, or prints "
    "its counts in an unknown form; 'plyforge probe' shows what was read";
static const char no_depth[] =
    "the engine's counts do not depend on the depth: it does not read the depth of the perft "
    "command; try --perft-command \"perft {depth}\" with the words it knows";
static const char start_position[] =
    "the engine always counts the start position: it did not set up the position it was given; "
    "set the right command with --position-command";
static const char pseudo_legal[] =
    "the engine counts pseudo-legal moves, among them those that leave the king in check: "
    "if it tests them only after making them, its perft must do the same";
static const char make_unmake[] =
    "the engine lists the right moves in every position, but every deeper count is wrong: making or "
    "taking back moves is wrong, or its perft does not count only the leaves";
static const char all_nodes[] = "the engine counts every position on the way, not only the leaves at the last depth";

static bool differs(const struct engine_answer *answer)
{
    return !pf_count_equal(answer->expected, answer->got);
}

/* Whether the test holds for every wrong answer, and there are enough wrong answers to be sure. */
typedef bool answer_test(const struct engine_answer *answer);

static bool explains_all(answer_test *test, const struct engine_answer *answers, size_t size, size_t enough)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        if (!differs(&answers[i])) continue;
        if (!test(&answers[i])) return false;
        count++;
    }
    return count >= enough;
}

static bool is_zero(const struct engine_answer *answer)
{
    return answer->got.lo == 0 && answer->got.hi == 0;
}

static bool is_of_start(const struct engine_answer *answer)
{
    pf_position start = pf_position_start();
    return pf_count_equal(answer->got, pf_perft(&start, answer->depth));
}

static uint64_t count_pseudo_legal(const pf_position *position)
{
    pf_move_list list;
    if (pf_position_variant(position) != PF_VARIANT_STANDARD) return 0;
    pf_generate(position, PF_NON_EVASIONS | PF_PSEUDO, &list);
    return list.size;
}

static bool is_deep(const struct engine_answer *answer)
{
    return answer->depth > 1;
}

static bool is_sum_of_depths(const struct engine_answer *answer)
{
    pf_count sum = pf_count_of(0);
    for (unsigned depth = 1; depth <= answer->depth; depth++)
        sum = pf_count_add(sum, pf_perft(answer->position, depth));
    return answer->depth > 1 && pf_count_equal(answer->got, sum);
}

/* Whether the engine has given the same count for all depths of each position, in two positions or more. */
static bool ignores_depth(const struct engine_answer *answers, size_t size)
{
    size_t same = 0;
    for (size_t i = 1; i < size; i++) {
        if (!pf_position_equal(answers[i].position, answers[i - 1].position)) continue;
        if (!pf_count_equal(answers[i].got, answers[i - 1].got)) return false;
        same++;
    }
    return same >= 2;
}

const char *diagnose_counts(const struct engine_answer *answers, size_t size)
{
    size_t wrong = 0, deep = 0;
    for (size_t i = 0; i < size; i++) {
        wrong += differs(&answers[i]);
        deep += answers[i].depth > 1;
    }
    if (wrong < 3) return NULL;
    if (explains_all(is_zero, answers, size, 3)) return no_moves;
    if (explains_all(is_of_start, answers, size, 3)) return start_position;
    if (ignores_depth(answers, size)) return no_depth;
    if (explains_all(is_sum_of_depths, answers, size, 3)) return all_nodes;
    if (explains_all(is_deep, answers, size, 3) && wrong == deep) return make_unmake;
    /* Engines generate castling and en passant differently before king safety is tested, so it is enough if nearly all
     * moves agree. */
    size_t shallow = 0, same = 0;
    for (size_t i = 0; i < size; i++) {
        if (answers[i].depth != 1 || !differs(&answers[i])) continue;
        shallow++;
        same += answers[i].got.lo == count_pseudo_legal(answers[i].position);
    }
    if (shallow >= 8 && same * 5 >= shallow * 4) return pseudo_legal;
    return NULL;
}

/* The number of moves that the engine lists, and whether they are those of another list. */
static bool lists_those(const pf_divide_comparison *comparison, const pf_move_list *list)
{
    uint32_t theirs = 0, found = 0;
    for (uint32_t i = 0; i < comparison->size; i++) {
        if (comparison->rows[i].verdict == PF_DIVIDE_MISSING) continue;
        theirs++;
        for (uint32_t at = 0; at < list->size; at++) {
            if (list->moves[at] != comparison->rows[i].move) continue;
            found++;
            break;
        }
    }
    return theirs == list->size && found == theirs;
}

const char *diagnose_moves(const pf_divide_comparison *comparison, const pf_position *position, bool is_root)
{
    pf_position start = pf_position_start();
    pf_move_list list;
    uint32_t theirs = comparison->size - comparison->missing;
    if (pf_position_variant(position) != PF_VARIANT_STANDARD) return NULL;
    if (is_root && comparison->missing > 2 && theirs == 0) return no_moves;
    pf_generate_legal(&start, &list);
    uint32_t of_start = 0;
    for (uint32_t i = 0; i < comparison->size; i++) {
        char uci[PF_UCI_SIZE];
        pf_move move;
        if (comparison->rows[i].verdict == PF_DIVIDE_MISSING) continue;
        size_t length = pf_move_to_uci(uci, sizeof uci, comparison->rows[i].move, PF_UCI_KING_STEP);
        of_start += pf_move_from_uci(&move, &start, uci, length, NULL) == PF_OK;
    }
    if (is_root && comparison->missing > 0 && comparison->extra > 2 && theirs == list.size && of_start == theirs)
        return start_position;
    /* If all moves are wrong for the same reason, there is only one bug, and it has a name. */
    pf_bug bug = PF_BUG_UNKNOWN;
    bool several = false;
    for (uint32_t i = 0; i < comparison->size; i++) {
        if (comparison->rows[i].verdict != PF_DIVIDE_EXTRA) continue;
        several |= bug != PF_BUG_UNKNOWN && comparison->rows[i].bug != bug;
        bug = comparison->rows[i].bug;
    }
    if (!several) return NULL;
    pf_generate(position, PF_NON_EVASIONS | PF_PSEUDO, &list);
    if (comparison->missing == 0 && comparison->extra > 2 && lists_those(comparison, &list)) return pseudo_legal;
    return NULL;
}
