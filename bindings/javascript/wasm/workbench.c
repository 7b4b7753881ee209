/* Perft and the tools for authors of move generators, for JavaScript. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

static void put_count(uint32_t *out, pf_count count)
{
    out[0] = (uint32_t)count.lo;
    out[1] = (uint32_t)(count.lo >> 32);
    out[2] = (uint32_t)count.hi;
    out[3] = (uint32_t)(count.hi >> 32);
}

/* io.out[0] to [3]: the count, lowest word first. */
void EXPORT(perft)(uint32_t depth)
{
    put_count(io.out, pf_perft(current, depth));
}

/* The move in io.text, whether legal or not. */
uint32_t EXPORT(read_any)(uint32_t length)
{
    pf_move move = PF_NO_MOVE;
    pf_status status = pf_move_from_text_any(&move, current, io.text, length, &io.error);
    return status == PF_OK ? move : (uint32_t)status << 16;
}

static void put_set(uint32_t *out, pf_bitboard set)
{
    out[0] = (uint32_t)set;
    out[1] = (uint32_t)(set >> 32);
}

/* io.text: the sentence. io.out: the reason, whether it is mate, the check, the squares of the move, and the squares of
 * the proof. */
void EXPORT(explain)(uint32_t move, uint32_t castling)
{
    pf_explanation explanation;
    pf_explain(&explanation, current, (pf_move)move, (pf_uci_castling)castling);
    memcpy(io.text, explanation.text, sizeof explanation.text);
    io.out[0] = explanation.why.reason;
    io.out[1] = explanation.is_mate;
    io.out[2] = explanation.check;
    put_set(io.out + 3, explanation.squares);
    put_set(io.out + 5, explanation.proof);
}

/* ---- Bisecting ---- */

/* Asks the generator under test: JavaScript reads FEN and moves, and puts a divide into io.text. Returns its length, or
 * a negative number to stop. */
__attribute__((import_module("plyforge"), import_name("ask"))) int32_t
ask_javascript(const char *fen, const char *moves, uint32_t depth);

static pf_status ask(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    (void)context, (void)error;
    int32_t length = ask_javascript(question->fen, question->moves, question->depth);
    if (length < 0) return PF_ERROR_STOPPED;
    pf_divide_add_text(answer, io.text, (size_t)length < TEXT_SIZE ? (size_t)length : TEXT_SIZE);
    return PF_OK;
}

static pf_bisect_report *report;

/* how: 1 for a generator that only lists moves, 2 to keep the board instead of reducing it. io.out: whether the
 * generator agrees, the greatest depth without a difference, the bug, and the number of pieces on the smallest
 * board. */
uint32_t EXPORT(bisect)(uint32_t depth, uint32_t chess960, uint32_t how)
{
    if (!report && !(report = malloc(sizeof *report))) return PF_ERROR_NO_ROOM;
    pf_bisect_generator generator = {.ask = ask, .lists_only = (how & 1) != 0};
    pf_bisect_options options = {.chess960 = chess960 != 0, .keep_board = (how & 2) != 0};
    pf_position root = *current; /* the generator under test may use the module as well */
    pf_status status = pf_bisect(report, &root, depth, &generator, &options, &io.error);
    io.out[0] = report->agrees;
    io.out[1] = report->agreed_depth;
    io.out[2] = (uint32_t)report->bug;
    io.out[3] = report->pieces;
    return status;
}

static const pf_bisect_place *place_of(uint32_t smallest)
{
    return smallest && report->smallest.depth ? &report->smallest : &report->first;
}

/* The first position with an error, or the smallest one: io.text has its FEN, a 0, its moves and a 0. io.out: rows,
 * depth, our count and theirs. */
void EXPORT(bisect_place)(uint32_t smallest)
{
    if (!report) return;
    const pf_bisect_place *place = place_of(smallest);
    size_t length = strlen(place->fen) + 1;
    memcpy(io.text, place->fen, length);
    memcpy(io.text + length, place->moves, strlen(place->moves) + 1);
    io.out[0] = place->comparison.size;
    io.out[1] = place->depth;
    put_count(io.out + 4, place->comparison.ours);
    put_count(io.out + 8, place->comparison.theirs);
}

/* A row of the comparison of that position: io.text has the move; io.out has the verdict, the bug, our count and
 * theirs. */
void EXPORT(bisect_row)(uint32_t smallest, uint32_t index)
{
    if (!report || index >= place_of(smallest)->comparison.size) return;
    const pf_divide_row *row = &place_of(smallest)->comparison.rows[index];
    memcpy(io.text, row->uci, strlen(row->uci) + 1);
    io.out[0] = (uint32_t)row->verdict;
    io.out[1] = (uint32_t)row->bug;
    put_count(io.out + 4, row->ours);
    put_count(io.out + 8, row->theirs);
}

const char *EXPORT(bug_name)(uint32_t bug)
{
    return pf_bug_name((pf_bug)bug);
}
