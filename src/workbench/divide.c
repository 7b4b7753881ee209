/* Compares a divide with ours. Every entry is paired with a legal move; legal moves without an entry are missing,
 * entries without a legal move are extra. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>

#include "workbench/bugs.h"
#include "workbench/divide.h"

/* Our side: the legal moves, their counts, and which of them are paired. */
typedef struct pf_our_divide {
    pf_move moves[PF_MOVE_LIST_CAPACITY];
    pf_count nodes[PF_MOVE_LIST_CAPACITY];
    bool taken[PF_MOVE_LIST_CAPACITY];
    uint32_t size;
    pf_should_stop *should_stop;
    void *context;
} pf_our_divide;

/* ---- Counting ---- */

/* Adds perft(depth) to *total, asking should_stop before each subtree that takes a few milliseconds. False if it
 * stopped the count. */
static bool count_or_stop(pf_count *total, const pf_position *position, unsigned depth, const pf_our_divide *ours)
{
    enum { SHORT = 4 };
    if (!ours->should_stop || depth <= SHORT) {
        if (ours->should_stop && ours->should_stop(ours->context)) return false;
        *total = pf_count_add(*total, pf_perft(position, depth));
        return true;
    }
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        if (!count_or_stop(total, &child, depth - 1, ours)) return false;
    }
    return true;
}

/* Counts below every root move. False if should_stop stopped it; the moves before that one have their counts. */
static bool count_roots(pf_our_divide *ours, const pf_position *position, unsigned depth)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_count nodes = pf_count_of(0);
        pf_position_play_unchecked(&child, list.moves[i]);
        if (!count_or_stop(&nodes, &child, depth - 1, ours)) return false;
        ours->moves[ours->size] = list.moves[i];
        ours->nodes[ours->size++] = nodes;
    }
    return true;
}

/* ---- Pairing ---- */

/* How strictly entries and moves are matched; pf_divide_compare makes one pass for each, from strict to loose. */
typedef enum pf_pairing { PF_PAIR_CLEAR, PF_PAIR_EQUAL_COUNT, PF_PAIR_ANY, PF_PAIR_UNREADABLE } pf_pairing;

/* Whether a move that cannot be read may be this one: the last square in its text is the target, and the counts agree.
 */
static bool may_mean(const pf_divide_entry *entry, pf_move move)
{
    pf_square to = PF_NO_SQUARE;
    for (const char *at = entry->text; at[0] && at[1]; at++)
        if (at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8')
            to = (pf_square)((at[1] - '1') * 8 + (at[0] - 'a'));
    return to == pf_move_to(move) || pf_move_kind_of(move) == PF_MOVE_CASTLING;
}

static bool may_pair(const pf_divide_entry *entry, const pf_position *position, const pf_our_divide *ours, uint32_t at,
                     pf_pairing pairing)
{
    if (ours->taken[at]) return false;
    if (pairing == PF_PAIR_CLEAR) return ours->moves[at] == entry->move;
    if (pairing == PF_PAIR_UNREADABLE)
        return pf_count_equal(ours->nodes[at], entry->nodes) && may_mean(entry, ours->moves[at]);
    if (pairing == PF_PAIR_EQUAL_COUNT && !pf_count_equal(ours->nodes[at], entry->nodes)) return false;
    return pf_divide_fits(entry, position, ours->moves[at]);
}

static void add_row(pf_divide_comparison *out, pf_divide_row row, pf_uci_castling castling)
{
    pf_move_to_uci(row.uci, sizeof row.uci, row.move, castling);
    out->rows[out->size++] = row;
    out->missing += row.verdict == PF_DIVIDE_MISSING;
    out->extra += row.verdict == PF_DIVIDE_EXTRA;
    out->different += row.verdict == PF_DIVIDE_DIFFERENT;
}

static bool pair(pf_divide_comparison *out, const pf_divide_entry *entry, const pf_position *position,
                 pf_our_divide *ours, pf_pairing pairing, pf_uci_castling castling)
{
    for (uint32_t at = 0; at < ours->size; at++) {
        if (!may_pair(entry, position, ours, at, pairing)) continue;
        bool same = pf_count_equal(ours->nodes[at], entry->nodes);
        ours->taken[at] = true;
        add_row(out,
                (pf_divide_row){.ours = ours->nodes[at],
                                .theirs = entry->nodes,
                                .verdict = same ? PF_DIVIDE_SAME : PF_DIVIDE_DIFFERENT,
                                .line = entry->line,
                                .move = ours->moves[at]},
                castling);
        return true;
    }
    return false;
}

static void add_unpaired(pf_divide_comparison *out, const pf_divide_entry *entry, pf_divide_verdict verdict,
                         pf_move move, pf_count nodes, const pf_position *position, pf_uci_castling castling)
{
    pf_divide_row row = {.verdict = verdict, .move = move};
    row.bug = pf_bug_of(position, NULL, 0, move, verdict == PF_DIVIDE_MISSING ? PF_MISSING : PF_EXTRA);
    if (entry) row.line = entry->line;
    if (verdict == PF_DIVIDE_MISSING)
        row.ours = nodes;
    else
        row.theirs = nodes;
    add_row(out, row, castling);
}

/* ---- Order ---- */

static bool is_before(const pf_divide_row *a, const pf_divide_row *b)
{
    unsigned i = 0;
    while (a->uci[i] && a->uci[i] == b->uci[i]) i++;
    return a->uci[i] != b->uci[i] ? a->uci[i] < b->uci[i] : a->verdict < b->verdict;
}

/* Insertion sort: the lists are short and mostly sorted by origin already. */
static void sort_rows(pf_divide_comparison *out)
{
    for (uint32_t i = 1; i < out->size; i++) {
        pf_divide_row row = out->rows[i];
        uint32_t at = i;
        for (; at > 0 && is_before(&row, &out->rows[at - 1]); at--) out->rows[at] = out->rows[at - 1];
        out->rows[at] = row;
    }
}

void pf_divide_name_bug(pf_divide_comparison *comparison)
{
    pf_bug bugs[PF_MOVE_LIST_CAPACITY + PF_DIVIDE_CAPACITY] = {PF_BUG_UNKNOWN};
    size_t size = 0;
    for (uint32_t i = 0; i < comparison->size; i++)
        if (comparison->rows[i].verdict >= PF_DIVIDE_MISSING) bugs[size++] = comparison->rows[i].bug;
    comparison->bug = pf_bug_most_likely(bugs, size);
}

/* In the variants, a list without any move is a separate bug. */
static void name_silence(pf_divide_comparison *out, const pf_divide *theirs, const pf_position *position)
{
    pf_bug bug = pf_bug_of_silence_in_variant(position);
    if (theirs->size > 0 || bug == PF_BUG_UNKNOWN) return;
    for (uint32_t i = 0; i < out->size; i++) out->rows[i].bug = bug;
}

/* Adds a row for each entry that has a legal move, and sets done for it. If the counts are not complete, an entry that
 * fits several moves is paired only with an equal count. */
static void pair_entries(pf_divide_comparison *out, bool *done, const pf_divide *theirs, const pf_position *position,
                         pf_our_divide *ours, bool complete, pf_uci_castling castling)
{
    for (unsigned pairing = PF_PAIR_CLEAR; pairing <= (complete ? PF_PAIR_ANY : PF_PAIR_EQUAL_COUNT); pairing++)
        for (uint32_t i = 0; i < theirs->size; i++)
            if (!done[i] && !theirs->entries[i].is_unreadable &&
                theirs->entries[i].is_unclear == (pairing != PF_PAIR_CLEAR))
                done[i] = pair(out, &theirs->entries[i], position, ours, (pf_pairing)pairing, castling);
    for (uint32_t i = 0; i < theirs->size; i++)
        if (theirs->entries[i].is_unreadable)
            done[i] = pair(out, &theirs->entries[i], position, ours, PF_PAIR_UNREADABLE, castling);
}

/* Whether another number on the lines is the count: each of them is what we count below its move. */
static bool column_agrees(const pf_divide *theirs, const pf_our_divide *ours, unsigned column)
{
    if (!pf_divide_has_column(theirs, column)) return false;
    for (uint32_t i = 0; i < theirs->size; i++) {
        bool agrees = false;
        pf_count nodes = column == 0 ? theirs->entries[i].nodes : theirs->others[i][column - 1];
        for (uint32_t at = 0; at < ours->size && !agrees; at++)
            agrees = ours->moves[at] == theirs->entries[i].move && pf_count_equal(ours->nodes[at], nodes);
        if (!agrees) return false;
    }
    return true;
}

/* The divide to compare: theirs, or a copy with other counts if there is no total that shows which number of a line is
 * the count. */
static const pf_divide *choose_column(pf_divide *copy, const pf_divide *theirs, const pf_our_divide *ours)
{
    if (theirs->total_line != 0 || column_agrees(theirs, ours, 0)) return theirs;
    for (unsigned column = 1; column <= PF_DIVIDE_OTHER_NUMBERS; column++) {
        if (!column_agrees(theirs, ours, column)) continue;
        *copy = *theirs;
        pf_divide_use_column(copy, column);
        return copy;
    }
    return theirs;
}

pf_status pf_divide_compare(pf_divide_comparison *out, const pf_divide *theirs, const pf_position *position,
                            unsigned depth, pf_uci_castling castling, pf_should_stop *should_stop, void *context)
{
    pf_our_divide ours = {.size = 0, .should_stop = should_stop, .context = context};
    bool done[PF_DIVIDE_CAPACITY] = {false};
    out->size = out->missing = out->extra = out->different = 0;
    out->next = PF_NO_MOVE;
    out->bug = PF_BUG_UNKNOWN;
    out->ours = pf_count_of(0);
    if (depth == 0 || depth > PF_PERFT_MAX_DEPTH) return PF_ERROR_OPTION;
    bool complete = count_roots(&ours, position, depth);
    pf_divide other;
    if (complete) theirs = choose_column(&other, theirs, &ours);
    out->theirs = theirs->total;
    for (uint32_t i = 0; i < ours.size; i++) out->ours = pf_count_add(out->ours, ours.nodes[i]);
    pair_entries(out, done, theirs, position, &ours, complete, castling);
    for (uint32_t i = 0; i < theirs->size && complete; i++) {
        const pf_divide_entry *entry = &theirs->entries[i];
        if (!done[i]) add_unpaired(out, entry, PF_DIVIDE_EXTRA, entry->move, entry->nodes, position, castling);
    }
    for (uint32_t at = 0; at < ours.size && complete; at++)
        if (!ours.taken[at])
            add_unpaired(out, NULL, PF_DIVIDE_MISSING, ours.moves[at], ours.nodes[at], position, castling);
    sort_rows(out);
    name_silence(out, theirs, position);
    pf_divide_name_bug(out);
    for (uint32_t i = 0; i < out->size && out->next == PF_NO_MOVE; i++)
        if (out->rows[i].verdict == PF_DIVIDE_DIFFERENT) out->next = out->rows[i].move;
    return complete ? PF_OK : PF_ERROR_STOPPED;
}
