/* Counting on several GPUs, with devices that are made of nothing: these functions stand where those of the CUDA build
 * would, and count with the library's own perft. What is tested is the handing out and adding up, and that one device's
 * trouble ends the run. (The kernels: tests/differential/gpu_nodes.c; with a real GPU: bench/gpu.sh.) */
#include "support.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lab/sliders_all.h" /* first, because the program's options have its type of sliders */

#include "perft/quad.h"
#include "perft/run/gpu.h"

/* The program has a function with the name of this macro of cmocka. */
#pragma push_macro("fail")
#undef fail
#include "count/counting.h"
#pragma pop_macro("fail")

/* ---- The devices ---- */

struct pf_gpu {
    int device;
};

/* What the devices of this machine are like, and what happened to them. */
static struct machine {
    int devices;
    pf_status none;           /* why there are none */
    int broken;               /* the device that cannot be opened; -1: none */
    int fails_after;          /* so many calls of all devices, one fails; -1: never */
    unsigned room[4];         /* plies that each share of a merging run has memory for */
    atomic_int opened, calls; /* opened and not closed; calls that count */
    atomic_int on_device[4];  /* opened there */
    atomic_size_t memory;     /* that the last one may use */
    atomic_uint sharers;
} machine;

static void new_machine(int devices)
{
    machine = (struct machine){.devices = devices, .broken = -1, .fails_after = -1, .room = {99, 99, 99, 99}};
}

static pf_status say(pf_error *error, pf_status status, const char *message)
{
    if (error) {
        *error = (pf_error){.code = status};
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

pf_status pf_gpu_devices(int *count, pf_error *error)
{
    *count = machine.devices;
    return machine.devices ? PF_OK : say(error, machine.none, "no devices today");
}

pf_status pf_gpu_open(pf_gpu **out, int device, size_t memory, unsigned sharers, pf_error *error)
{
    *out = NULL;
    if (device == machine.broken) return say(error, PF_ERROR_DEVICE, "this one is broken");
    *out = malloc(sizeof **out);
    if (!*out) return say(error, PF_ERROR_NO_ROOM, "no memory for a device");
    (*out)->device = device;
    atomic_fetch_add(&machine.opened, 1);
    atomic_fetch_add(&machine.on_device[device], 1);
    atomic_store(&machine.memory, memory);
    atomic_store(&machine.sharers, sharers);
    return PF_OK;
}

void pf_gpu_close(pf_gpu *gpu)
{
    if (gpu) atomic_fetch_sub(&machine.opened, 1);
    free(gpu);
}

static pf_position position_at(const pf_gpu_root *root)
{
    pf_quad quad = {{root->plane[0], root->plane[1], root->plane[2], root->plane[3]}};
    return pf_position_of_quad(&quad, root->turn);
}

/* What every call has to do beside counting. */
static pf_status begin_call(const pf_gpu_hooks *hooks, pf_error *error)
{
    if (hooks->stops(hooks->context)) return say(error, PF_ERROR_STOPPED, "stopped");
    int calls = atomic_fetch_add(&machine.calls, 1);
    if (calls == machine.fails_after) return say(error, PF_ERROR_DEVICE, "this one went up in smoke");
    if (machine.fails_after >= 0 && calls > machine.fails_after) { /* what begins later is slow enough to be stopped */
        while (!hooks->stops(hooks->context)) sched_yield();
        return say(error, PF_ERROR_STOPPED, "stopped");
    }
    hooks->advance(hooks->context, 0.5);
    return PF_OK;
}

pf_status pf_gpu_count(pf_gpu *gpu, pf_count *total, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                       pf_error *error)
{
    assert_non_null(gpu);
    pf_status status = begin_call(hooks, error);
    if (status) return status;
    pf_position position = position_at(root);
    *total = pf_count_add(*total, pf_perft(&position, depth));
    hooks->advance(hooks->context, 1);
    return PF_OK;
}

/* The leaves below those positions of one ply whose hash is of the share. */
static pf_count count_share(const pf_position *position, unsigned plies, unsigned depth, unsigned part, unsigned parts)
{
    pf_count sum = {0, 0};
    if (plies == 0) {
        pf_quad quad = pf_quad_of(position);
        return pf_quad_hash(&quad) % parts == part ? pf_perft(position, depth) : sum;
    }
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        sum = pf_count_add(sum, count_share(&child, plies - 1, depth - 1, part, parts));
    }
    return sum;
}

pf_status pf_gpu_merge(pf_gpu *gpu, pf_count *total, unsigned *plies, const pf_gpu_root *root, unsigned depth,
                       unsigned part, unsigned parts, const pf_gpu_hooks *hooks, pf_error *error)
{
    assert_non_null(gpu);
    pf_status status = begin_call(hooks, error);
    if (status) return status;
    unsigned most = depth > 1 ? depth - 1 : 0;
    if (most > machine.room[part]) most = machine.room[part];
    if (*plies > most) *plies = most;
    pf_position position = position_at(root);
    *total = pf_count_add(*total, count_share(&position, *plies, depth, part, parts));
    hooks->advance(hooks->context, 1);
    return PF_OK;
}

pf_status pf_gpu_distinct(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                          pf_perft_on_ply *on_ply, void *context, pf_error *error)
{
    assert_non_null(gpu);
    pf_status status = begin_call(hooks, error);
    if (status) return status;
    pf_position position = position_at(root);
    pf_perft_options options = {.threads = 1, .context = context};
    return pf_perft_distinct(&position, depth, &options, on_ply, error);
}

/* Small plies are made in memory, so that only the callbacks that a GPU uses are called. */
pf_status pf_gpu_buckets(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_perft_store *store,
                         const pf_gpu_hooks *hooks, pf_error *error)
{
    assert_non_null(gpu);
    pf_status status = begin_call(hooks, error);
    if (status) return status;
    pf_position position = position_at(root);
    pf_perft_options options = {.threads = 1};
    return pf_perft_stored(&position, depth, &options, store, error);
}

pf_status pf_gpu_stats(pf_gpu *gpu, pf_perft_row *rows, const pf_gpu_root *root, unsigned depth,
                       const pf_gpu_hooks *hooks, pf_error *error)
{
    assert_non_null(gpu);
    pf_status status = begin_call(hooks, error);
    if (status) return status;
    pf_position position = position_at(root);
    pf_perft_stats(rows, &position, depth);
    return PF_OK;
}

/* ---- The tests ---- */

static const char *const positions[] = {
    START_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 b GBgb - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", /* stalemate: no subtrees at all */
    "k7/2Q5/8/8/8/8/8/K7 w - - 0 1",  /* some end at once */
};

static pf_count run(const pf_position *position, unsigned depth, pf_perft_method method, unsigned gpus)
{
    pf_count total = {123, 456};
    pf_error error = {0};
    pf_perft_options options = {.device = PF_PERFT_CUDA, .method = method, .gpus = gpus};
    if (pf_perft_run(&total, position, depth, &options, &error)) fail_msg("%s", error.message);
    assert_int_equal(machine.opened, 0);
    return total;
}

static void adds_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        pf_position position = position_of(positions[i]);
        for (unsigned depth = 0; depth <= 5; depth++) {
            pf_count expected = pf_perft(&position, depth);
            for (int devices = 1; devices <= 3; devices++) {
                new_machine(devices);
                for (unsigned gpus = 0; gpus <= 4; gpus++) {
                    assert_true(pf_count_equal(run(&position, depth, PF_PERFT_TREE, gpus), expected));
                    if (depth < 5) assert_true(pf_count_equal(run(&position, depth, PF_PERFT_MERGE, gpus), expected));
                }
            }
        }
    }
}

/* Four workers on three devices: the first device has two of them, and half of its memory for each. */
static void shares_devices(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    pf_count total;
    pf_perft_options options = {.device = PF_PERFT_CUDA, .gpus = 4, .memory_bytes = 1 << 30};
    new_machine(3);
    assert_int_equal(pf_perft_run(&total, &start, 5, &options, NULL), PF_OK);
    assert_int_equal(machine.on_device[0], 2);
    assert_int_equal(machine.on_device[1], 1);
    assert_int_equal(machine.on_device[2], 1);
    assert_int_equal(machine.memory, 1 << 30);
    assert_int_equal(machine.sharers, 2);
    assert_int_equal(machine.calls, 400); /* the first ply that is wide enough for 4 x 24 subtrees */
}

/* Shares of different plies do not add up, so all count again, as far as the one with least room. */
static void different_rooms(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    new_machine(3);
    machine.room[1] = 1;
    assert_int_equal(run(&start, 4, PF_PERFT_MERGE, 0).lo, 197281);
    assert_int_equal(machine.calls, 6);
    new_machine(3);
    machine.room[0] = 2, machine.room[1] = 1, machine.room[2] = 0;
    assert_int_equal(run(&start, 4, PF_PERFT_MERGE, 0).lo, 197281);
    assert_int_equal(machine.calls, 6);
}

static void trouble(pf_status expected, const char *message, pf_perft_method method)
{
    pf_position start = pf_position_start();
    pf_count total = {123, 456};
    pf_error error = {0};
    pf_perft_options options = {.device = PF_PERFT_CUDA, .method = method};
    assert_int_equal(pf_perft_run(&total, &start, 4, &options, &error), expected);
    assert_int_equal(error.code, expected);
    assert_string_equal(error.message, message);
    assert_true(total.lo == 123 && total.hi == 456);
    assert_int_equal(pf_perft_run(&total, &start, 4, &options, NULL), expected);
    assert_int_equal(machine.opened, 0);
}

static void failures(void **state)
{
    (void)state;
    for (pf_perft_method method = PF_PERFT_TREE; method <= PF_PERFT_MERGE; method++) {
        new_machine(0);
        machine.none = PF_ERROR_UNSUPPORTED;
        trouble(PF_ERROR_UNSUPPORTED, "no devices today", method);
        for (int broken = 0; broken < 3; broken++) {
            new_machine(3);
            machine.broken = broken;
            trouble(PF_ERROR_DEVICE, "this one is broken", method);
        }
    }
    pf_position start = pf_position_start();
    pf_perft_options options = {.device = PF_PERFT_CUDA};
    for (int calls = 0; calls < 100; calls++) {
        new_machine(3);
        machine.fails_after = calls;
        pf_count total = {123, 456};
        pf_error error = {0};
        pf_status status = pf_perft_run(&total, &start, 5, &options, &error);
        assert_int_equal(status, PF_ERROR_DEVICE);
        assert_string_equal(error.message, "this one went up in smoke");
        assert_int_equal(total.lo, 123);
        assert_int_equal(machine.opened, 0);
        assert_true(machine.calls <= calls + 3); /* the others do not begin anything new */
    }
}

/* With --backend auto the program counts again on the CPU, and lists each root move once, whenever a device failed. */
static void the_cpu_takes_over(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    struct counting counting = {.gpu_use = GPU_IF_POSSIBLE};
    for (int calls = 0; calls < 20; calls += 6) { /* one for each root move */
        new_machine(1);
        machine.fails_after = calls;
        struct divided divide = {.size = 0};
        pf_count total, sum = {0, 0};
        pf_perft_options options = {.device = PF_PERFT_CUDA, .context = &divide, .on_root = add_root};
        assert_true(count_leaves_or_stop(&total, &start, 5, &options, &counting));
        assert_int_equal(options.device, PF_PERFT_CPU);
        assert_int_equal(divide.size, 20);
        for (uint32_t i = 0; i < divide.size; i++) sum = pf_count_add(sum, divide.roots[i].nodes);
        assert_true(pf_count_equal(sum, pf_count_of(4865609)) && pf_count_equal(sum, total));
    }
}

/* Progress is reported until the end, and any callback can stop. */
typedef struct watcher {
    double fraction;
    int told, stop_after;
    unsigned roots;
    uint64_t nodes;
} watcher;

static bool watch(void *context, const pf_perft_progress *progress)
{
    watcher *it = context;
    assert_true(progress->fraction >= it->fraction && progress->fraction <= 1.0000001);
    it->fraction = progress->fraction;
    return ++it->told != it->stop_after;
}

static bool watch_root(void *context, pf_move move, pf_count nodes, unsigned done, unsigned total)
{
    watcher *it = context;
    (void)move;
    assert_int_equal(done, it->roots);
    assert_int_equal(total, 20);
    it->roots++;
    it->nodes += nodes.lo;
    return it->roots != 20;
}

static bool always(void *context)
{
    (void)context;
    return true;
}

static void told_and_stopped(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    pf_count total = {0, 0};
    watcher it = {0};
    pf_perft_options options = {.device = PF_PERFT_CUDA, .context = &it, .on_progress = watch, .gpus = 1};
    new_machine(2);
    assert_int_equal(pf_perft_run(&total, &start, 4, &options, NULL), PF_OK);
    assert_true(it.told >= 2 && it.fraction > 0.999);

    for (int i = 0; i < 2; i++) {
        it = (watcher){.stop_after = 3};
        options.method = i ? PF_PERFT_MERGE : PF_PERFT_TREE;
        options.gpus = 3;
        pf_error error = {0};
        total.lo = 123;
        assert_int_equal(pf_perft_run(&total, &start, 5, &options, &error), PF_ERROR_STOPPED);
        assert_int_equal(error.code, PF_ERROR_STOPPED);
        assert_int_equal(total.lo, 123);
        assert_int_equal(it.told, 3);
        assert_int_equal(machine.opened, 0);
    }

    options = (pf_perft_options){.device = PF_PERFT_CUDA, .should_stop = always};
    assert_int_equal(pf_perft_run(&total, &start, 5, &options, NULL), PF_ERROR_STOPPED);

    /* A divide is reported root by root; a stop at the last root comes too late to change the counts. */
    it = (watcher){0};
    options = (pf_perft_options){.device = PF_PERFT_CUDA, .context = &it, .on_root = watch_root, .on_progress = watch};
    assert_int_equal(pf_perft_run(&total, &start, 4, &options, NULL), PF_ERROR_STOPPED);
    assert_int_equal(it.nodes, 197281);
    assert_true(it.fraction > 0.999);
}

static bool keep_ply(void *context, unsigned ply, uint64_t distinct)
{
    ((uint64_t *)context)[ply] = distinct;
    return true;
}

/* What one device does alone. */
static void alone(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    uint64_t plies[5] = {0};
    pf_perft_row rows[5], expected[5];
    memset(rows, 7, sizeof rows);
    pf_perft_stats(expected, &start, 4);
    pf_perft_options options = {.device = PF_PERFT_CUDA, .context = plies};
    unsigned count = 99;
    new_machine(2);
    assert_int_equal(pf_perft_gpus(&count, NULL), PF_OK);
    assert_int_equal(count, 2);
    assert_int_equal(pf_perft_distinct(&start, 4, &options, keep_ply, NULL), PF_OK);
    assert_int_equal(plies[4], 72078);
    assert_int_equal(pf_perft_stats_run(rows, &start, 4, &options, NULL), PF_OK);
    assert_memory_equal(rows, expected, sizeof rows);
    assert_int_equal(machine.opened, 0);
    assert_int_equal(machine.on_device[1], 0);

    memset(rows, 7, sizeof rows);
    memcpy(expected, rows, sizeof rows);
    for (int i = 0; i < 3; i++) {
        pf_error error = {0};
        new_machine(i == 0 ? 0 : 2);
        machine.none = PF_ERROR_DEVICE;
        if (i == 1) machine.broken = 0;
        if (i == 2) machine.fails_after = 0;
        assert_int_equal(pf_perft_stats_run(rows, &start, 4, &options, &error), PF_ERROR_DEVICE);
        assert_true(error.message[0] != '\0');
        atomic_store(&machine.calls, 0);
        assert_int_equal(pf_perft_distinct(&start, 4, &options, keep_ply, &error), PF_ERROR_DEVICE);
        assert_memory_equal(rows, expected, sizeof rows);
        assert_int_equal(machine.opened, 0);
    }
    new_machine(0);
    machine.none = PF_ERROR_UNSUPPORTED;
    assert_int_equal(pf_perft_gpus(&count, NULL), PF_ERROR_UNSUPPORTED);
    assert_int_equal(count, 0);
}

/* ---- Buckets ---- */

static bool want_even(void *context, uint32_t bucket)
{
    (void)context;
    return bucket % 2 == 0;
}

static bool want_odd(void *context, uint32_t bucket)
{
    (void)context;
    return bucket % 2 == 1;
}

static bool add_bucket(void *context, const pf_perft_bucket *bucket)
{
    pf_count *leaves = context;
    *leaves = pf_count_add(*leaves, bucket->leaves);
    return true;
}

static void buckets_are_counted_on_a_gpu(void **state)
{
    (void)state;
    pf_position position = position_of(START_FEN);
    pf_count leaves = {0, 0};
    pf_perft_options options = {.device = PF_PERFT_CUDA};
    pf_error error;
    pf_perft_store store = {.ply = pf_perft_stored_ply(5, PF_PERFT_CUDA),
                            .buckets = 8,
                            .context = &leaves,
                            .wants = want_even,
                            .counted = add_bucket};
    new_machine(1);
    assert_int_equal(store.ply, 1);
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_OK);
    assert_true(pf_count_compare(leaves, pf_count_of(4865609)) < 0);
    store.wants = want_odd;
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_OK);
    assert_true(pf_count_equal(leaves, pf_count_of(4865609)));
    machine.broken = 0;
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_ERROR_DEVICE);
    assert_int_equal(machine.opened, 0);
    store.ply = 2; /* that of a CPU */
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_ERROR_OPTION);
    store.ply = 0;
    assert_int_equal(pf_perft_stored(&position, 4, &options, &store, &error), PF_ERROR_OPTION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_are_counted_on_a_gpu),
        cmocka_unit_test(adds_up),
        cmocka_unit_test(shares_devices),
        cmocka_unit_test(different_rooms),
        cmocka_unit_test(failures),
        cmocka_unit_test(the_cpu_takes_over),
        cmocka_unit_test(told_and_stopped),
        cmocka_unit_test(alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
