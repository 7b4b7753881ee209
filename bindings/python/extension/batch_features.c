/* Positions as the sparse features of efficiently updatable networks, HalfKP and HalfKAv2_hm: for each side, the
 * numbers of its features, which depend on the square of its king. */
#include "array.h"

typedef enum feature_set { HALF_KP, HALF_KA_V2_HM } feature_set;

/* All pieces, or all but the kings. */
static pf_bitboard pieces_of(const pf_position *position, feature_set set)
{
    pf_bitboard occupied = pf_position_occupied(position);
    return set == HALF_KP ? occupied & ~position->by_type[PF_KING] : occupied;
}

/* 64 kings by 641: 10 kinds of pieces by 64 squares, and one unused number. The board is rotated for Black. */
static int32_t half_kp(pf_square king, pf_square square, pf_piece_type type, bool is_own, pf_colour side)
{
    unsigned rotate = side == PF_WHITE ? 0 : 63, kind = type * 2u + !is_own;
    return (int32_t)(1 + (square ^ rotate) + kind * 64 + (king ^ rotate) * 641);
}

/* 32 kings by 704: 11 kinds of pieces (both kings share one) by 64 squares. The board is mirrored so that the king is
 * on files e to h, and flipped vertically for Black. */
static int32_t half_ka(pf_square king, pf_square square, pf_piece_type type, bool is_own, pf_colour side)
{
    unsigned turn = (side == PF_WHITE ? 0 : 56) ^ ((king & 7) < 4 ? 7 : 0);
    unsigned kind = type == PF_KING ? 10 : type * 2u + !is_own, home = king ^ turn;
    unsigned bucket = (7 - home / 8) * 4 + (7 - home % 8);
    return (int32_t)((square ^ turn) + kind * 64 + bucket * 704);
}

/* Whether each side has exactly one king, from which it sees the board. */
static bool has_kings(const pf_position *position)
{
    return pf_bitboard_count(pf_position_pieces(position, PF_WHITE, PF_KING)) == 1 &&
           pf_bitboard_count(pf_position_pieces(position, PF_BLACK, PF_KING)) == 1;
}

typedef struct feature_columns {
    const int64_t *offsets;
    int32_t *columns[2];
    Py_ssize_t room;
    feature_set set;
    bool relative; /* the first column belongs to the side to move, not to White */
} feature_columns;

static void write_features(row_job *job, const feature_columns *out)
{
    for (Py_ssize_t i = job->begin; i < job->end; i++) {
        const pf_position *position = &job->positions[i];
        pf_bitboard pieces = pieces_of(position, out->set);
        int64_t at = array_fetch(&out->offsets[i]);
        if (at < 0 || at > out->room - (int64_t)pf_bitboard_count(pieces) || !has_kings(position)) {
            job->bad = i;
            return;
        }
        for (; pieces; at++) {
            pf_square square = pf_bitboard_pop(&pieces);
            pf_piece_type type = pf_position_type_at(position, square);
            pf_colour owner = position->by_colour[PF_BLACK] >> square & 1;
            for (unsigned k = 0; k < 2; k++) {
                pf_colour side = out->relative ? position->turn ^ k : k;
                pf_square king = pf_position_king(position, side);
                out->columns[k][at] = out->set == HALF_KP ? half_kp(king, square, type, owner == side, side)
                                                          : half_ka(king, square, type, owner == side, side);
            }
        }
    }
}

/* count_features(positions, set, offsets, begin, end): writes the number of features of row i into offsets[i + 1]. */
static PyObject *batch_count_features(PyObject *module, PyObject *args)
{
    PyObject *positions, *offsets;
    int set;
    row_job job;
    if (!PyArg_ParseTuple(args, "OiOnn", &positions, &set, &offsets, &job.begin, &job.end) ||
        !batch_job(module, positions, offsets, ARRAY_I64, 1, &job))
        return NULL;
    if (((array_object *)offsets)->shape[0] <= job.end) return PyErr_Format(PyExc_IndexError, "offsets are missing");
    int64_t *counts = job.out;
    if (!batch_begin(&job)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = job.begin; i < job.end && job.bad < 0; i++) {
        counts[i + 1] = pf_bitboard_count(pieces_of(&job.positions[i], (feature_set)set));
        if (!has_kings(&job.positions[i])) job.bad = i;
    }
    Py_END_ALLOW_THREADS
    batch_end(&job);
    if (job.bad >= 0)
        return PyErr_Format(PyExc_ValueError, "row %zd: features need a king of each side, and only one", job.bad);
    Py_RETURN_NONE;
}

/* features(positions, set, relative, offsets, first, second, begin, end): writes the int32 features of both sides. */
static PyObject *batch_features(PyObject *module, PyObject *args)
{
    core_state *state = batch_state(module);
    PyObject *positions, *offsets, *columns[2];
    int set, relative;
    row_job job;
    if (!PyArg_ParseTuple(args, "OipOOOnn", &positions, &set, &relative, &offsets, &columns[0], &columns[1], &job.begin,
                          &job.end) ||
        !batch_job(module, positions, offsets, ARRAY_I64, 1, &job))
        return NULL;
    array_object *first = array_of(state, columns[0], ARRAY_I32);
    array_object *second = first ? array_of(state, columns[1], ARRAY_I32) : NULL;
    if (!second) return NULL;
    feature_columns out = {.offsets = job.out,
                           .columns = {first->data, second->data},
                           .room = first->shape[0] < second->shape[0] ? first->shape[0] : second->shape[0],
                           .set = (feature_set)set,
                           .relative = relative != 0};
    if (!batch_begin(&job)) return NULL;
    WITHOUT_GIL(write_features(&job, &out));
    batch_end(&job);
    if (job.bad >= 0)
        return PyErr_Format(PyExc_ValueError, "row %zd: its features do not fit into their place", job.bad);
    Py_RETURN_NONE;
}

PyMethodDef batch_feature_functions[] = {
    {"_batch_count_features", batch_count_features, METH_VARARGS,
     "_batch_count_features($module, positions, set, offsets, begin, end)\n--\n\n"},
    {"_batch_features", batch_features, METH_VARARGS,
     "_batch_features($module, positions, set, relative, offsets, first, second, begin, end)\n--\n\n"},
    {0},
};
