/* Positions as planes of floats and as tokens, in the formats that networks read. docs/learning.md lists the planes. */
#include "array.h"

#if defined __SSE2__ || defined _M_X64
#include <emmintrin.h>
#define HAVE_STREAM
#endif

enum { HISTORY = 8, SQUARES = 64 };

/* The output format of the rows. Rows from starts[g] to starts[g + 1] are consecutive positions of one game; without
 * starts, every row is independent. plyforge.batch has checked that starts ascend. */
typedef struct plane_format {
    unsigned plane_count; /* 12, 112 or 119 */
    bool relative;        /* for 12 planes: seen from the side to move; the other formats always are */
    const char *starts;   /* 64 bits each, at any address */
    Py_ssize_t game_count;
} plane_format;

/* The place where planes are written, one after the other. stream: bypass the caches, which halves the memory traffic
 * of an array that no cache could hold anyway. */
typedef struct plane_writer {
    float *at;
    bool stream;
} plane_writer;

/* Outputs of more than this many bytes are streamed. */
enum { STREAM_FROM = 16 << 20 };

/* Four squares as floats, according to the four bits of a bitboard. */
#define FOUR(bits)                                                                                                     \
    {                                                                                                                  \
        (bits) & 1, (bits) >> 1 & 1, (bits) >> 2 & 1, (bits) >> 3 & 1                                                  \
    }
#define SIXTEEN(row) FOUR(4 * (row)), FOUR(4 * (row) + 1), FOUR(4 * (row) + 2), FOUR(4 * (row) + 3)
static const _Alignas(16) float fours[16][4] = {SIXTEEN(0), SIXTEEN(1), SIXTEEN(2), SIXTEEN(3)};

static inline void write_four(float *out, const float *four, bool stream)
{
#ifdef HAVE_STREAM
    if (stream) {
        _mm_stream_ps(out, _mm_loadu_ps(four));
        return;
    }
#endif
    (void)stream;
    memcpy(out, four, 4 * sizeof *out);
}

/* Writes planes that contain a single number. */
static void write_number_planes(plane_writer *writer, float value, unsigned count)
{
    const float four[4] = {value, value, value, value};
    float *out = writer->at;
    bool stream = writer->stream;
    for (unsigned i = 0; i < count * SQUARES; i += 4) write_four(out + i, four, stream);
    writer->at = out + (size_t)count * SQUARES;
}

static inline pf_bitboard turn_ranks(pf_bitboard set)
{
    set = (set >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (set & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    set = (set >> 16 & UINT64_C(0x0000ffff0000ffff)) | (set & UINT64_C(0x0000ffff0000ffff)) << 16;
    return set >> 32 | set << 32;
}

/* Writes 12 planes of ones and zeros. */
static inline void write_sets(float *out, const pf_bitboard *sets, bool stream)
{
    for (unsigned plane = 0; plane < 12; plane++, out += SQUARES) {
        pf_bitboard set = sets[plane];
        for (unsigned square = 0; square < SQUARES; square += 4)
            write_four(out + square, fours[set >> square & 15], stream);
    }
}

/* Writes the pieces of one position: 6 planes for us, 6 for the other side. flip reverses the order of the ranks. */
static void write_pieces(plane_writer *writer, const pf_position *position, pf_colour us, bool flip)
{
    pf_bitboard sets[12];
    for (unsigned type = PF_PAWN; type <= PF_KING; type++) {
        sets[type] = pf_position_pieces(position, us, type);
        sets[6 + type] = pf_position_pieces(position, us ^ 1u, type);
    }
    if (flip)
        for (unsigned plane = 0; plane < 12; plane++) sets[plane] = turn_ranks(sets[plane]);
    /* These are two calls, because stream must be a constant in the loop. */
    if (writer->stream)
        write_sets(writer->at, sets, true);
    else
        write_sets(writer->at, sets, false);
    writer->at += (size_t)12 * SQUARES;
}

/* The number of earlier occurrences of a row's position in its game. */
static unsigned repetitions_of(const pf_position *positions, Py_ssize_t first, Py_ssize_t row)
{
    unsigned count = 0;
    bool has_clock = positions[row].variant != PF_VARIANT_CRAZYHOUSE; /* in other variants, captures are irreversible */
    Py_ssize_t last = has_clock ? row - positions[row].halfmove_clock : first;
    if (last < first) last = first;
    for (Py_ssize_t other = row - 4; other >= last; other -= 2)
        count += positions[other].key == positions[row].key && pf_position_equal(&positions[other], &positions[row]);
    return count;
}

/* Whether a side may castle towards the h-file, or the a-file. */
static bool may_castle(const pf_position *position, pf_colour colour, bool to_h)
{
    pf_bitboard rooks = position->castling & position->by_colour[colour];
    if (!rooks) return false; /* in some variants there may also be no king */
    pf_square king = pf_position_king(position, colour);
    return (to_h ? rooks >> king : rooks & ((UINT64_C(1) << king) - 1)) != 0;
}

/* Writes the last planes of lc0's 112 and of AlphaZero's 119. */
static void write_rest(plane_writer *writer, const pf_position *position, unsigned plane_count)
{
    pf_colour us = position->turn;
    bool is_lc0 = plane_count == 112;
    float rights[4];
    for (unsigned i = 0; i < 4; i++) rights[i] = may_castle(position, us ^ i / 2, (i % 2 == 1) == is_lc0);
    float lc0[] = {rights[0], rights[1], rights[2], rights[3], us == PF_BLACK, (float)position->halfmove_clock, 0, 1};
    float zero[] = {us == PF_BLACK, (float)position->fullmove_number, rights[0], rights[1], rights[2],
                    rights[3],      (float)position->halfmove_clock};
    const float *values = is_lc0 ? lc0 : zero;
    for (unsigned i = 0; i < (is_lc0 ? 8u : 7u); i++) write_number_planes(writer, values[i], 1);
}

/* Writes a row with its history, the latest position first. first is the first row of its game. */
static void write_history(plane_writer *writer, const pf_position *positions, Py_ssize_t first, Py_ssize_t row,
                          unsigned plane_count)
{
    unsigned step = plane_count == 112 ? 13 : 14;
    pf_colour us = positions[row].turn;
    unsigned known = row - first + 1 < HISTORY ? (unsigned)(row - first + 1) : HISTORY;
    for (Py_ssize_t i = 0; i < (Py_ssize_t)known; i++) {
        write_pieces(writer, &positions[row - i], us, us == PF_BLACK);
        unsigned repetitions = repetitions_of(positions, first, row - i);
        for (unsigned count = 1; count <= step - 12; count++) write_number_planes(writer, repetitions >= count, 1);
    }
    write_number_planes(writer, 0, (HISTORY - known) * step);
    write_rest(writer, &positions[row], plane_count);
}

static int64_t start_of(const plane_format *format, Py_ssize_t game)
{
    return array_fetch(format->starts + game * 8);
}

/* The last game that begins at this row or before it. */
static Py_ssize_t game_of(const plane_format *format, Py_ssize_t row)
{
    Py_ssize_t low = 0, high = format->game_count - 1;
    while (low < high) {
        Py_ssize_t middle = low + (high - low + 1) / 2;
        if (start_of(format, middle) <= row)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The first row of the game that row i belongs to. *game is that game or an earlier one. */
static Py_ssize_t first_of(const plane_format *format, Py_ssize_t *game, Py_ssize_t i)
{
    if (!format->starts) return i;
    while (*game + 1 < format->game_count && start_of(format, *game + 1) <= i) ++*game;
    int64_t first = start_of(format, *game);
    return first >= 0 && first <= i ? (Py_ssize_t)first : i;
}

static void write_planes(row_job *job, const plane_format *format)
{
    Py_ssize_t game = format->starts ? game_of(format, job->begin) : 0;
    size_t row_size = (size_t)format->plane_count * SQUARES;
    plane_writer writer = {(float *)job->out + (size_t)job->begin * row_size, false};
    writer.stream = (uintptr_t)writer.at % 16 == 0 && (size_t)job->row_count * row_size * sizeof(float) > STREAM_FROM;
    for (Py_ssize_t i = job->begin; i < job->end; i++) {
        const pf_position *position = &job->positions[i];
        if (format->plane_count == 12) {
            bool flip = format->relative && position->turn == PF_BLACK;
            write_pieces(&writer, position, flip ? PF_BLACK : PF_WHITE, flip);
        } else {
            write_history(&writer, job->positions, first_of(format, &game, i), i, format->plane_count);
        }
    }
#ifdef HAVE_STREAM
    if (writer.stream) _mm_sfence();
#endif
}

/* planes(positions, number of planes, relative, games or None, out, begin, end) */
static PyObject *batch_planes(PyObject *module, PyObject *args)
{
    PyObject *positions, *games, *out;
    Py_buffer starts = {0};
    int relative;
    row_job job;
    plane_format format = {0};
    if (!PyArg_ParseTuple(args, "OIpOOnn", &positions, &format.plane_count, &relative, &games, &out, &job.begin,
                          &job.end))
        return NULL;
    if (format.plane_count != 12 && format.plane_count != 112 && format.plane_count != 119)
        return PyErr_Format(PyExc_ValueError, "there are 12, 112 or 119 planes, not %u", format.plane_count);
    if (!batch_job(module, positions, out, ARRAY_F32, (Py_ssize_t)format.plane_count * SQUARES, &job)) return NULL;
    if (games != Py_None && PyObject_GetBuffer(games, &starts, PyBUF_SIMPLE) < 0) return NULL;
    format.relative = relative != 0;
    format.starts = starts.buf;
    format.game_count = starts.len / 8 - 1;
    if (games != Py_None) job.first_read = 0; /* earlier rows may be part of the history */
    bool done = games == Py_None || format.game_count > 0 || job.row_count == 0;
    if (!done) PyErr_SetString(PyExc_ValueError, "games must be int64 offsets");
    done = done && batch_begin(&job);
    if (done) {
        WITHOUT_GIL(write_planes(&job, &format));
        batch_end(&job);
    }
    if (games != Py_None) PyBuffer_Release(&starts);
    if (!done) return NULL;
    Py_RETURN_NONE;
}

/* ---- Tokens ---- */

/* The symbols in the order of their numbers, as searchless_chess has them. */
static const char symbols[] = "0123456789abcdefghpnrkqPBNRQKw.";
enum { TOKEN_COUNT = 77 };

/* Writes a number in three characters, padded with dots; false if it needs more. */
static bool write_number(char *out, uint32_t number)
{
    if (number > 999) return false;
    unsigned length = number > 99 ? 3 : number > 9 ? 2 : 1;
    memset(out, '.', 3);
    for (unsigned i = length; i-- > 0; number /= 10) out[i] = (char)('0' + number % 10);
    return true;
}

static const char *write_tokens(uint8_t *out, const pf_position *position, const uint8_t *numbers)
{
    static const char letters[2][6] = {{'P', 'N', 'B', 'R', 'Q', 'K'}, {'p', 'n', 'b', 'r', 'q', 'k'}};
    char text[TOKEN_COUNT];
    memset(text, '.', sizeof text);
    text[0] = position->turn == PF_WHITE ? 'w' : 'b';
    for (pf_bitboard set = pf_position_occupied(position); set;) {
        pf_square square = pf_bitboard_pop(&set);
        text[1 + (square ^ 56)] = letters[position->by_colour[PF_BLACK] >> square & 1]
                                         [pf_position_type_at(position, square)];
    }
    unsigned at = 65;
    const pf_bitboard corners[] = {UINT64_C(1) << 7, UINT64_C(1), UINT64_C(1) << 63, UINT64_C(1) << 56};
    for (unsigned i = 0; i < 4; i++)
        if (position->castling & corners[i]) text[at++] = "KQkq"[i];
    if (position->castling & ~(corners[0] | corners[1] | corners[2] | corners[3]))
        return "tokens have no castling rights of Chess960";
    pf_square ep = pf_position_ep_legal(position);
    if (ep < PF_NO_SQUARE) {
        text[69] = (char)('a' + (ep & 7));
        text[70] = (char)('1' + (ep >> 3));
    }
    if (!write_number(text + 71, position->halfmove_clock) || !write_number(text + 74, position->fullmove_number))
        return "tokens have counters up to 999";
    for (unsigned i = 0; i < TOKEN_COUNT; i++) out[i] = numbers[(unsigned char)text[i]];
    return NULL;
}

static const char *write_all_tokens(row_job *job)
{
    uint8_t numbers[128] = {0};
    for (uint8_t i = 0; symbols[i]; i++) numbers[(unsigned char)symbols[i]] = i;
    for (Py_ssize_t i = job->begin; i < job->end; i++) {
        const char *problem = write_tokens((uint8_t *)job->out + i * TOKEN_COUNT, &job->positions[i], numbers);
        job->bad = i;
        if (problem) return problem;
    }
    return NULL;
}

/* tokens(positions, out, begin, end): out has 77 bytes per row. */
static PyObject *batch_tokens(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    row_job job;
    if (!PyArg_ParseTuple(args, "OOnn", &positions, &out, &job.begin, &job.end) ||
        !batch_job(module, positions, out, ARRAY_U8, TOKEN_COUNT, &job))
        return NULL;
    const char *problem;
    if (!batch_begin(&job)) return NULL;
    WITHOUT_GIL(problem = write_all_tokens(&job));
    batch_end(&job);
    if (problem) return PyErr_Format(PyExc_ValueError, "row %zd: %s", job.bad, problem);
    Py_RETURN_NONE;
}

PyMethodDef batch_plane_functions[] = {
    {"_batch_planes", batch_planes, METH_VARARGS,
     "_batch_planes($module, positions, count, relative, games, out, begin, end)\n--\n\n"},
    {"_batch_tokens", batch_tokens, METH_VARARGS, "_batch_tokens($module, positions, out, begin, end)\n--\n\n"},
    {0},
};
