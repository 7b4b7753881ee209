/* Several threads on one input. Each takes the next task: cutting a piece off the input, which only one thread does at
 * a time, decompressing frames, or reading a piece into an answer. The calling thread takes the answers in the order of
 * the pieces. There are never more pieces in progress than slots for them, so memory does not grow with the file. */
#include "pgn/pgn.h"
#include "platform/interrupt.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_THREADS = 256 };

/* The states of a slot: free, to be read, being read, read; or a long piece, which the calling thread reads when its
 * turn comes. */
enum place_state { PLACE_FREE, PLACE_WAITING, PLACE_TAKEN, PLACE_DONE, PLACE_LONG };

struct place {
    enum place_state state;
    struct pgn_piece piece;
    struct pgn_answer answer;
    struct pgn_answer whole; /* the answer without the last game, unless that has its result */
};

struct work {
    struct pgn_pieces *pieces;
    struct pgn_frames *frames; /* the frames that threads fill, or NULL */
    enum pgn_task task;
    const struct pgn_options *options;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* there may be work for a thread */
    pthread_cond_t done;    /* an answer may be ready */
    bool is_cutting;        /* a thread is cutting, or a long piece is being read */
    bool over;              /* there are no more pieces */
    size_t size;            /* a ring of slots */
    size_t oldest;          /* the next piece to hand out, counted from the first */
    size_t next_taken, next_free;
    struct place *places;
};

/* Reads all games of a piece. If Ctrl-C cut off the input, the last game is left out unless it has its result: the rest
 * of it may be missing, which would make it look broken. */
static void read_piece(struct pgn_worker *worker, const struct work *work, struct place *place)
{
    struct pgn_answer *answer = &place->answer;
    struct pgn_piece *piece = &place->piece;
    pgn_answer_clear(answer);
    worker->text = piece->text;
    worker->text_end = piece->text + piece->size;
    worker->error = piece->error;
    pf_pgn_reader_from_memory(worker->reader, piece->text, piece->size);
    place->whole = *answer;
    for (;;) {
        struct pgn_answer before = *answer;
        if (!pgn_read_one(worker, answer, work->task, work->options, NULL)) break;
        place->whole = answer->has_end ? *answer : before;
    }
    if (piece->is_cut) pgn_answer_cut(answer, &place->whole);
    /* Only the code that takes the answers knows the earlier games of the file. */
    if (work->options->table != NULL && !work->options->filter.unique)
        pgn_answer_make_rows(answer, work->options->table, worker->codec);
    /* The lines of a mapped file are counted if they are needed: its text stays. */
    bool stays = piece->own.bytes == NULL && piece->slot == NULL;
    answer->line_ends = stays ? 0 : count_line_ends(piece->text, piece->size);
    pgn_piece_release(work->pieces, piece);
}

/* ---- The work of a thread; called with the lock held, which is released meanwhile ---- */

static bool can_cut(const struct work *work)
{
    bool has_place = work->next_free - work->oldest < work->size;
    return !work->is_cutting && !work->over && has_place && (work->frames == NULL || pgn_frames_is_ready(work->frames));
}

static void cut(struct work *work)
{
    struct place *place = &work->places[work->next_free % work->size];
    work->is_cutting = true;
    pthread_mutex_unlock(&work->mutex);
    enum cut_result result = pgn_pieces_next(work->pieces, &place->piece);
    pthread_mutex_lock(&work->mutex);
    work->is_cutting = false;
    if (result == CUT_END) work->over = true;
    if (result == CUT_PIECE) {
        work->is_cutting = place->piece.is_long; /* until it has been read */
        place->state = place->piece.is_long ? PLACE_LONG : PLACE_WAITING;
        work->next_free++;
    }
    if (result != CUT_WAIT) pthread_cond_signal(&work->done);
    pthread_cond_broadcast(&work->changed);
}

static void fill(struct work *work)
{
    pthread_mutex_unlock(&work->mutex);
    struct pgn_slot *slot = pgn_frames_claim(work->frames);
    if (slot != NULL) pgn_frames_fill(work->frames, slot);
    pthread_mutex_lock(&work->mutex);
    pthread_cond_broadcast(&work->changed);
}

/* The next slot with a piece to read; NULL if there is none. Long pieces are skipped. */
static struct place *next_waiting(struct work *work)
{
    while (work->next_taken < work->next_free) {
        struct place *place = &work->places[work->next_taken % work->size];
        if (place->state == PLACE_WAITING) return place;
        work->next_taken++;
    }
    return NULL;
}

static void read_next(struct work *work, struct pgn_worker *worker, struct place *place)
{
    work->next_taken++;
    place->state = PLACE_TAKEN;
    pthread_mutex_unlock(&work->mutex);
    read_piece(worker, work, place);
    pthread_mutex_lock(&work->mutex);
    place->state = PLACE_DONE;
    pthread_cond_signal(&work->done);
    if (work->frames != NULL) pthread_cond_broadcast(&work->changed); /* a slot may have become free */
}

static void *run_worker(void *context)
{
    struct work *work = context;
    struct pgn_worker worker;
    struct place *place;
    pgn_worker_begin(&worker, work->options);
    pthread_mutex_lock(&work->mutex);
    for (;;) {
        if (can_cut(work))
            cut(work);
        else if (!work->over && work->frames != NULL && pgn_frames_can_claim(work->frames))
            fill(work);
        else if ((place = next_waiting(work)) != NULL)
            read_next(work, &worker, place);
        else if (work->over)
            break;
        else
            pthread_cond_wait(&work->changed, &work->mutex);
    }
    pthread_mutex_unlock(&work->mutex);
    pgn_worker_end(&worker);
    return NULL;
}

/* ---- The calling thread ---- */

/* Takes the answers in order, until there are no more. Called with the lock held. */
static void take_answers(struct work *work, const struct pgn_takers *takers)
{
    for (;;) {
        struct place *place = &work->places[work->oldest % work->size];
        bool has_piece = work->oldest < work->next_free;
        if (has_piece ? place->state != PLACE_DONE && place->state != PLACE_LONG : !work->over) {
            pthread_cond_wait(&work->done, &work->mutex);
            continue;
        }
        if (!has_piece) return;
        pthread_mutex_unlock(&work->mutex);
        /* Ctrl-C also ends the program that writes to a pipe. The end of the pipe may be seen before the signal. */
        if (place->piece.is_last && !place->piece.is_cut && was_interrupted()) {
            pgn_answer_cut(&place->answer, &place->whole);
            pgn_pieces_stop(work->pieces);
        }
        if (place->state == PLACE_LONG)
            takers->read_long(takers->context, work->pieces, &place->piece);
        else
            takers->on_answer(takers->context, &place->answer, &place->piece);
        pthread_mutex_lock(&work->mutex);
        if (place->state == PLACE_LONG) work->is_cutting = false;
        place->state = PLACE_FREE;
        work->oldest++;
        pthread_cond_broadcast(&work->changed);
    }
}

static void read_with_one_thread(struct work *work, const struct pgn_takers *takers)
{
    struct pgn_worker worker;
    struct place place = {.state = PLACE_FREE};
    enum cut_result result;
    pgn_worker_begin(&worker, work->options);
    while ((result = pgn_pieces_next(work->pieces, &place.piece)) != CUT_END) {
        if (result == CUT_WAIT) {
            pgn_frames_wait(work->frames);
        } else if (place.piece.is_long) {
            takers->read_long(takers->context, work->pieces, &place.piece);
        } else {
            read_piece(&worker, work, &place);
            takers->on_answer(takers->context, &place.answer, &place.piece);
        }
    }
    pgn_answer_free(&place.answer);
    pgn_piece_free(&place.piece);
    pgn_worker_end(&worker);
}

unsigned pgn_thread_count(const struct pgn_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned count = options->threads > 0 ? options->threads : cores < 1 ? 1 : (unsigned)cores;
    return count < MAX_THREADS ? count : MAX_THREADS;
}

void pgn_read_pieces(struct pgn_pieces *pieces, enum pgn_task task, const struct pgn_options *options,
                     const struct pgn_takers *takers)
{
    struct work work = {
        .pieces = pieces,
        .frames = pgn_pieces_frames(pieces),
        .task = task,
        .options = options,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
        .done = PTHREAD_COND_INITIALIZER,
    };
    pthread_t threads[MAX_THREADS];
    unsigned count = pgn_thread_count(options), started = 0;
    work.size = 2 * (size_t)count + 2;
    if (count > 1) work.places = calloc(work.size, sizeof *work.places);
    while (work.places != NULL && started < count && pthread_create(&threads[started], NULL, run_worker, &work) == 0)
        started++;
    if (started == 0) {
        free(work.places);
        read_with_one_thread(&work, takers);
        return;
    }
    pthread_mutex_lock(&work.mutex);
    take_answers(&work, takers);
    pthread_mutex_unlock(&work.mutex);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; i < work.size; i++) {
        pgn_answer_free(&work.places[i].answer);
        pgn_piece_free(&work.places[i].piece);
    }
    free(work.places);
}
