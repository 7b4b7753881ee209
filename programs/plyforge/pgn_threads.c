/* Several threads on one file in memory: it is cut into pieces where games begin, each thread takes the next piece, and
 * the answers are handed out in the order of the pieces. No more pieces are under way than there are answers to hold
 * them, so that memory does not grow with the file. */
#include "interrupt.h"
#include "pgn.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE_SIZE = 1 << 20, MAX_THREADS = 256 };

/* The states of a place for an answer: free, a piece to be read, being read, read. */
enum place_state { PLACE_FREE, PLACE_WAITING, PLACE_TAKEN, PLACE_DONE };

struct place {
    enum place_state state;
    size_t begin, end;
    struct pgn_answer answer;
};

struct work {
    const char *text;
    enum pgn_task task;
    const struct pgn_options *options;
    pthread_mutex_t mutex;
    pthread_cond_t waiting, done;
    bool over;
    size_t size;   /* of places, a ring */
    size_t oldest; /* the next to be handed out, counted from the first piece on */
    size_t next_taken, next_free;
    struct place *places;
};

static void read_piece(struct pgn_worker *worker, const struct work *work, struct place *place)
{
    pgn_answer_clear(&place->answer);
    worker->text = work->text + place->begin;
    worker->text_end = work->text + place->end;
    pf_pgn_reader_from_memory(worker->reader, worker->text, place->end - place->begin);
    while (pgn_read_one(worker, &place->answer, work->task, work->options, NULL)) continue;
}

static void *run_worker(void *context)
{
    struct work *work = context;
    struct pgn_worker worker;
    pgn_worker_begin(&worker, work->options);
    pthread_mutex_lock(&work->mutex);
    for (;;) {
        while (work->next_taken == work->next_free && !work->over) pthread_cond_wait(&work->waiting, &work->mutex);
        if (work->next_taken == work->next_free) break;
        struct place *place = &work->places[work->next_taken++ % work->size];
        place->state = PLACE_TAKEN;
        pthread_mutex_unlock(&work->mutex);
        read_piece(&worker, work, place);
        pthread_mutex_lock(&work->mutex);
        place->state = PLACE_DONE;
        pthread_cond_signal(&work->done);
    }
    pthread_mutex_unlock(&work->mutex);
    pgn_worker_end(&worker);
    return NULL;
}

/* Hands out the oldest answer, when it is there. Called with the lock held. */
static void hand_out_oldest(struct work *work, pgn_on_answer *on_answer, void *context)
{
    struct place *place = &work->places[work->oldest % work->size];
    while (place->state != PLACE_DONE) pthread_cond_wait(&work->done, &work->mutex);
    pthread_mutex_unlock(&work->mutex);
    on_answer(context, &place->answer, place->begin, place->end);
    pthread_mutex_lock(&work->mutex);
    place->state = PLACE_FREE;
    work->oldest++;
}

static unsigned core_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (unsigned)cores;
}

static size_t end_of_piece(const char *text, size_t size, size_t begin)
{
    return size - begin <= PIECE_SIZE ? size : begin + pf_pgn_find_game(text + begin, size - begin, PIECE_SIZE);
}

static size_t read_with_one_thread(struct work *work, size_t size, pgn_on_answer *on_answer, void *context)
{
    struct pgn_worker worker;
    pgn_worker_begin(&worker, work->options);
    struct place place = {0};
    for (; place.begin < size && !was_interrupted(); place.begin = place.end) {
        place.end = end_of_piece(work->text, size, place.begin);
        read_piece(&worker, work, &place);
        on_answer(context, &place.answer, place.begin, place.end);
    }
    pgn_answer_free(&place.answer);
    pgn_worker_end(&worker);
    return place.begin;
}

size_t pgn_read_text(const char *text, size_t size, enum pgn_task task, const struct pgn_options *options,
                     pgn_on_answer *on_answer, void *context)
{
    struct work work = {
        .text = text,
        .task = task,
        .options = options,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .waiting = PTHREAD_COND_INITIALIZER,
        .done = PTHREAD_COND_INITIALIZER,
    };
    unsigned count = options->threads > 0 ? options->threads : core_count();
    if (count > MAX_THREADS) count = MAX_THREADS;
    if (count <= 1) return read_with_one_thread(&work, size, on_answer, context);
    pthread_t threads[MAX_THREADS];
    work.size = 2 * (size_t)count + 2;
    work.places = calloc(work.size, sizeof *work.places);
    unsigned started = 0;
    while (work.places != NULL && started < count && pthread_create(&threads[started], NULL, run_worker, &work) == 0)
        started++;
    if (started == 0) {
        free(work.places);
        return read_with_one_thread(&work, size, on_answer, context);
    }

    pthread_mutex_lock(&work.mutex);
    size_t begin = 0;
    for (size_t end; begin < size && !was_interrupted(); begin = end) {
        if (work.next_free - work.oldest == work.size) hand_out_oldest(&work, on_answer, context);
        pthread_mutex_unlock(&work.mutex);
        end = end_of_piece(text, size, begin);
        pthread_mutex_lock(&work.mutex);
        struct place *place = &work.places[work.next_free++ % work.size];
        place->begin = begin;
        place->end = end;
        place->state = PLACE_WAITING;
        pthread_cond_signal(&work.waiting);
    }
    work.over = true;
    pthread_cond_broadcast(&work.waiting);
    while (work.oldest < work.next_free) hand_out_oldest(&work, on_answer, context);
    pthread_mutex_unlock(&work.mutex);

    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; i < work.size; i++) pgn_answer_free(&work.places[i].answer);
    free(work.places);
    return begin;
}
