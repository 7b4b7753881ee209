/* What happens when memory or threads run out. The linker puts the functions below in the place of malloc, calloc,
 * realloc, aligned_alloc, free, mmap, munmap and pthread_create; each test case runs again and again, with the first
 * request refused, then the second, and so on, until it succeeds. Every refusal must give an error, leave
 * nothing allocated, and leave alone what is promised to be left alone. */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

/* ---- Requests, counted and refused ---- */

static atomic_uint requests, refused_request; /* the number of the one to refuse; 0: none */
static atomic_int blocks;                     /* allocated and not yet freed */
static atomic_long mapped;                    /* bytes */

static bool refuse_this(void)
{
    unsigned number = atomic_fetch_add(&requests, 1) + 1;
    return number == atomic_load(&refused_request);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__real_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
int __real_munmap(void *address, size_t length);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *address, size_t length);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

static void *counted(void *block)
{
    if (block != NULL) atomic_fetch_add(&blocks, 1);
    return block;
}

void *__wrap_malloc(size_t size)
{
    return refuse_this() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse_this() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (refuse_this()) return NULL;
    return block == NULL ? counted(__real_malloc(size)) : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuse_this() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block)
{
    if (block != NULL) atomic_fetch_sub(&blocks, 1);
    __real_free(block);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    if (refuse_this()) return MAP_FAILED;
    void *memory = __real_mmap(address, length, protection, flags, file, offset);
    if (memory != MAP_FAILED) atomic_fetch_add(&mapped, (long)length);
    return memory;
}

int __wrap_munmap(void *address, size_t length)
{
    atomic_fetch_sub(&mapped, (long)length);
    return __real_munmap(address, length);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    return refuse_this() ? 11 /* EAGAIN */ : __real_pthread_create(thread, attributes, run, argument);
}

/* ---- Stories ---- */

/* True when the story came to its end, with the right answer, and false when it ended with an error. */
typedef bool story(void);

/* A refusal must end a story with an error, unless it can do without what was refused. */
typedef enum needs { NEEDS_EVERYTHING, CAN_DO_WITHOUT } needs;

/* Tells it with each request refused in turn, and returns how many ended it. */
static unsigned tell(story *it, needs needs_of_it)
{
    unsigned errors = 0;
    for (unsigned number = 1;; number++) {
        int blocks_before = atomic_load(&blocks);
        long mapped_before = atomic_load(&mapped);
        atomic_store(&requests, 0);
        atomic_store(&refused_request, number);
        bool ended = it();
        atomic_store(&refused_request, 0);
        bool something_was_refused = atomic_load(&requests) >= number;
        bool as_it_should = ended != something_was_refused || (ended && needs_of_it == CAN_DO_WITHOUT);
        if (!as_it_should) print_error("request %u of %u\n", number, (unsigned)atomic_load(&requests));
        assert_true(as_it_should);
        errors += !ended;
        assert_int_equal(atomic_load(&blocks), blocks_before);
        assert_int_equal(atomic_load(&mapped), mapped_before);
        if (!something_was_refused) return errors;
    }
}

/* Knights out and back, for longer than any first allocation lasts. */
static bool play_a_game(void)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    pf_position start = pf_position_start();
    pf_game *game = pf_game_create(&start);
    if (game == NULL) return false;
    bool room = true;
    for (uint32_t ply = 0; room && ply < 3000; ply++) {
        pf_move move;
        pf_error error = {0};
        pf_position before = *pf_game_position(game);
        assert_int_equal(pf_move_from_uci(&move, &before, moves[ply % 4], 4, NULL), PF_OK);
        room = pf_game_play(game, move, &error) == PF_OK;
        if (room) continue;
        assert_int_equal(error.code, PF_ERROR_NO_ROOM);
        assert_int_equal(pf_game_ply(game), ply);
        assert_memory_equal(pf_game_position(game), &before, sizeof before);
        /* The game goes on when there is memory again. */
        assert_true(pf_game_play_unchecked(game, move));
        assert_int_equal(pf_game_repetitions(game), (ply + 1) / 4 + 1);
    }
    pf_game_destroy(game);
    return room;
}

static const char pgn[] = "[Event \"x\"]\n\n1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n";

static size_t read_pgn(void *context, void *buffer, size_t size)
{
    const char **at = context;
    size_t length = strlen(*at) < size ? strlen(*at) : size;
    memcpy(buffer, *at, length);
    *at += length;
    return length;
}

static bool write_nowhere(void *context, const void *text, size_t length)
{
    (void)text;
    *(size_t *)context += length;
    return true;
}

static bool copy_pgn(void)
{
    const char *at = pgn;
    size_t written = 0;
    pf_pgn_event event;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_writer *writer = pf_pgn_writer_create(write_nowhere, &written);
    bool room = reader != NULL && writer != NULL && pf_pgn_reader_from_stream(reader, read_pgn, &at) == PF_OK;
    if (room) {
        while (pf_pgn_next(reader, &event) != PF_PGN_END)
            assert_int_equal(pf_pgn_write_event(writer, reader, &event), PF_OK);
        assert_true(written > 50);
    }
    pf_pgn_reader_destroy(reader);
    pf_pgn_writer_destroy(writer);
    return room;
}

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    (void)context, (void)move, (void)nodes, (void)index, (void)total;
    return true;
}

static bool on_progress(void *context, const pf_perft_progress *progress)
{
    (void)context, (void)progress;
    return true;
}

static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    (void)context, (void)ply, (void)distinct;
    return true;
}

static bool is_shortage(pf_status status, const pf_error *error)
{
    assert_int_equal(status, error->code);
    assert_true(error->message[0] != '\0');
    return status == PF_ERROR_NO_ROOM || status == PF_ERROR_THREAD;
}

static bool count(const pf_perft_options *options)
{
    pf_position start = pf_position_start();
    pf_count total = {123, 456};
    pf_error error = {0};
    pf_status status = pf_perft_run(&total, &start, 5, options, &error);
    if (status == PF_OK) {
        assert_true(total.lo == 4865609 && total.hi == 0);
        return true;
    }
    assert_true(is_shortage(status, &error));
    assert_true(total.lo == 123 && total.hi == 456);
    return false;
}

static bool count_tree(void)
{
    return count(&(pf_perft_options){.threads = 1, .on_progress = on_progress});
}

static bool count_tree_with_threads(void)
{
    return count(&(pf_perft_options){.threads = 3, .on_root = on_root});
}

static bool count_with_table(void)
{
    return count(&(pf_perft_options){.threads = 2, .table_bytes = 1 << 20});
}

static bool count_merging(void)
{
    return count(&(pf_perft_options){.threads = 1, .method = PF_PERFT_MERGE});
}

static bool count_merging_with_threads(void)
{
    return count(&(pf_perft_options){.threads = 3, .method = PF_PERFT_MERGE, .memory_bytes = 1 << 20});
}

static bool divide_merging(void)
{
    return count(&(pf_perft_options){.threads = 2, .method = PF_PERFT_MERGE, .on_root = on_root});
}

static bool count_distinct(void)
{
    pf_position start = pf_position_start();
    pf_error error = {0};
    pf_perft_options options = {.threads = 2};
    pf_status status = pf_perft_distinct(&start, 4, &options, on_ply, &error);
    if (status == PF_OK) return true;
    assert_true(is_shortage(status, &error));
    return false;
}

/* ---- Tests ---- */

#define STORY_TEST(name, need, least)                                                                                  \
    static void name##_survives(void **state)                                                                          \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        unsigned count = tell(name, need);                                                                             \
        print_message("%u requests refused in turn ended it\n", count);                                                \
        assert_true(count >= (least));                                                                                 \
    }

STORY_TEST(play_a_game, NEEDS_EVERYTHING, 5)
STORY_TEST(copy_pgn, NEEDS_EVERYTHING, 3)
STORY_TEST(count_tree, NEEDS_EVERYTHING, 1)
STORY_TEST(count_tree_with_threads, NEEDS_EVERYTHING, 3)
STORY_TEST(count_with_table, NEEDS_EVERYTHING, 3)
STORY_TEST(count_merging, CAN_DO_WITHOUT, 2)
STORY_TEST(count_merging_with_threads, CAN_DO_WITHOUT, 4)
STORY_TEST(divide_merging, CAN_DO_WITHOUT, 20)
STORY_TEST(count_distinct, NEEDS_EVERYTHING, 3)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_a_game_survives),
        cmocka_unit_test(copy_pgn_survives),
        cmocka_unit_test(count_tree_survives),
        cmocka_unit_test(count_tree_with_threads_survives),
        cmocka_unit_test(count_with_table_survives),
        cmocka_unit_test(count_merging_survives),
        cmocka_unit_test(count_merging_with_threads_survives),
        cmocka_unit_test(divide_merging_survives),
        cmocka_unit_test(count_distinct_survives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
