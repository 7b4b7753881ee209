/* plyforge bench sliders and plyforge bench generation: every slider back end, legality strategy, category and writer
 * that this machine has, side by side, on positions from random games that are the same everywhere. */
#include "bench/bench.h"
#include "common.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <string.h>

/* A measurement of one implementation: look-ups per second of bishops, rooks and all sliders of a side at once, or
 * moves per second listed and counted. */
struct bench_way {
    const char *group;
    const char *name;
    double moves_per_position; /* 0 for lookups */
    double first, second, third;
};

struct bench_ways {
    const char *what; /* "sliders" or "generation" */
    struct bench_way rows[64];
    size_t size;
};

enum { LOOKUPS = 4096 };

static pf_position positions[BENCH_POSITIONS];
static volatile uint64_t sink; /* keeps the compiler from removing the measured work */

/* ---- Sliders ---- */

struct lookups {
    pf_sliders sliders;
    pf_piece_type type;
    uint8_t squares[LOOKUPS];
    pf_bitboard occupied[LOOKUPS];
    pf_bitboard bishops[LOOKUPS], rooks[LOOKUPS]; /* the sliders of one side; queens are in both sets */
};

static double nanoseconds_per_position(const struct bench_way *way, double moves_per_second)
{
    return moves_per_second > 0 ? way->moves_per_position / moves_per_second * 1e9 : 0;
}

static uint64_t look_up(const void *context)
{
    static pf_bitboard out[LOOKUPS];
    const struct lookups *lookups = context;
    pf_sliders_attacks(out, lookups->sliders, lookups->type, lookups->squares, lookups->occupied, LOOKUPS);
    sink = out[LOOKUPS - 1];
    return LOOKUPS;
}

/* Looks up all sliders of a side at once. */
static uint64_t look_up_sets(const void *context)
{
    static pf_bitboard out[LOOKUPS];
    const struct lookups *lookups = context;
    pf_sliders_attacks_of_sets(out, lookups->sliders, lookups->bishops, lookups->rooks, lookups->occupied, LOOKUPS);
    sink = out[LOOKUPS - 1];
    return LOOKUPS;
}

static void measure_sliders(struct bench_ways *ways, double stretch)
{
    static struct lookups lookups;
    uint64_t state = 2;
    for (unsigned i = 0; i < LOOKUPS; i++) {
        lookups.squares[i] = (uint8_t)(random_number(&state, 64));
        const pf_position *position = &positions[random_number(&state, BENCH_POSITIONS)];
        pf_bitboard queens = pf_position_pieces(position, position->turn, PF_QUEEN);
        lookups.occupied[i] = pf_position_occupied(position);
        lookups.bishops[i] = pf_position_pieces(position, position->turn, PF_BISHOP) | queens;
        lookups.rooks[i] = pf_position_pieces(position, position->turn, PF_ROOK) | queens;
    }
    for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders < PF_SLIDERS_COUNT; sliders++) {
        if (!pf_sliders_is_available(sliders)) continue;
        struct bench_way *way = &ways->rows[ways->size];
        way->group = "sliders";
        way->name = pf_sliders_name(sliders);
        lookups.sliders = sliders;
        lookups.type = PF_BISHOP;
        way->first = bench_measure(look_up, &lookups, stretch);
        lookups.type = PF_ROOK;
        way->second = bench_measure(look_up, &lookups, stretch);
        way->third = bench_measure(look_up_sets, &lookups, stretch);
        if (was_interrupted()) return;
        ways->size++;
    }
}

/* ---- Generation ---- */

/* A generator, identified by the member that is not COUNT or ALL. */
struct generator {
    pf_legality legality;
    pf_sliders sliders;
    pf_category category;
};
#define NO_CATEGORY 16u

static uint64_t list_all(const void *context)
{
    const struct generator *generator = context;
    uint64_t moves = 0;
    pf_move_list list;
    for (unsigned i = 0; i < BENCH_POSITIONS; i++) {
        if (generator->category != NO_CATEGORY)
            moves += pf_generate(&positions[i], generator->category, &list);
        else if (generator->sliders != PF_SLIDERS_COUNT)
            moves += pf_generate_legal_using_sliders(&positions[i], &list, generator->sliders);
        else
            moves += pf_generate_legal_by_strategy(&positions[i], &list, generator->legality);
    }
    return moves;
}

static uint64_t count_all(const void *context)
{
    const struct generator *generator = context;
    uint64_t moves = 0;
    for (unsigned i = 0; i < BENCH_POSITIONS; i++) {
        if (generator->category != NO_CATEGORY)
            moves += pf_count_moves(&positions[i], generator->category);
        else if (generator->sliders != PF_SLIDERS_COUNT)
            moves += pf_count_legal_using_sliders(&positions[i], generator->sliders);
        else
            moves += pf_count_legal_by_strategy(&positions[i], generator->legality);
    }
    return moves;
}

static void measure_generator(struct bench_ways *ways, const char *group, const char *name, struct generator generator,
                              double stretch)
{
    if (was_interrupted()) return;
    struct bench_way *way = &ways->rows[ways->size];
    way->group = group;
    way->name = name;
    way->moves_per_position = (double)list_all(&generator) / BENCH_POSITIONS;
    way->first = bench_measure(list_all, &generator, stretch);
    way->second = bench_measure(count_all, &generator, stretch);
    if (!was_interrupted()) ways->size++;
}

static void measure_generation(struct bench_ways *ways, double stretch)
{
    static const char *const categories[] = {
        "captures",        "quiets",        "quiet-checks",        "evasions",        "non-evasions",        "legal",
        "pseudo-captures", "pseudo-quiets", "pseudo-quiet-checks", "pseudo-evasions", "pseudo-non-evasions", "pseudo",
    };
    struct generator generator = {PF_LEGALITY_COUNT, PF_SLIDERS_COUNT, NO_CATEGORY};
    for (pf_legality legality = PF_LEGALITY_MASKS; legality < PF_LEGALITY_COUNT; legality++) {
        generator.legality = legality;
        if (pf_legality_is_available(legality))
            measure_generator(ways, "legality", pf_legality_name(legality), generator, stretch);
    }
    for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders < PF_SLIDERS_COUNT; sliders++) {
        generator.sliders = sliders;
        if (pf_sliders_is_available(sliders))
            measure_generator(ways, "sliders", pf_sliders_name(sliders), generator, stretch);
    }
    for (unsigned i = 0; i < sizeof categories / sizeof *categories; i++) {
        generator.category = i < 6 ? PF_CAPTURES + i : (PF_CAPTURES + i - 6) | PF_PSEUDO;
        measure_generator(ways, "category", categories[i], generator, stretch);
    }
    /* The default generator with each of the two writers. */
    generator = (struct generator){PF_LEGALITY_MASKS, PF_SLIDERS_COUNT, NO_CATEGORY};
    bool compresses = (pf_level_features(pf_cpu_level()) & PF_CPU_AVX512) != 0;
    pf_cpu_force(~(pf_cpu_features)PF_CPU_AVX512);
    measure_generator(ways, "writer", "loop", generator, stretch);
    pf_cpu_force(~0u);
    if (compresses) measure_generator(ways, "writer", "avx512-compress", generator, stretch);
}

/* ---- Printing ---- */

static void print_sliders(const struct bench_ways *ways)
{
    printf("%-20s %14s %14s %14s\n", "sliders", "bishop M/s", "rook M/s", "all of a side");
    for (size_t i = 0; i < ways->size; i++) {
        const struct bench_way *way = &ways->rows[i];
        printf("%-20s %14.1f %14.1f %14.1f\n", way->name, way->first * 1e-6, way->second * 1e-6, way->third * 1e-6);
    }
}

static void print_generation(const struct bench_ways *ways)
{
    const char *group = "";
    for (size_t i = 0; i < ways->size; i++) {
        const struct bench_way *way = &ways->rows[i];
        if (strcmp(way->group, group) != 0)
            printf("%s%-20s %8s %14s %10s %14s %10s\n", i > 0 ? "\n" : "", way->group, "moves", "list Mmoves/s",
                   "list ns", "count Mmoves/s", "count ns");
        group = way->group;
        printf("%-20s %8.1f %14.1f %10.1f %14.1f %10.1f\n", way->name, way->moves_per_position, way->first * 1e-6,
               nanoseconds_per_position(way, way->first), way->second * 1e-6,
               nanoseconds_per_position(way, way->second));
    }
}

static void add_way(struct json *json, const struct bench_way *way)
{
    json_open_object(json, NULL);
    if (way->moves_per_position == 0) {
        json_string(json, "name", way->name);
        json_real(json, "bishop_lookups_per_second", way->first);
        json_real(json, "rook_lookups_per_second", way->second);
        json_real(json, "boards_per_second", way->third);
    } else {
        json_string(json, "group", way->group);
        json_string(json, "name", way->name);
        json_real(json, "moves_per_position", way->moves_per_position);
        json_real(json, "moves_listed_per_second", way->first);
        json_real(json, "list_nanoseconds", nanoseconds_per_position(way, way->first));
        json_real(json, "moves_counted_per_second", way->second);
        json_real(json, "count_nanoseconds", nanoseconds_per_position(way, way->second));
    }
    json_close_object(json);
}

static void print_json(const struct bench_ways *ways)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "measured", ways->what);
    json_open_array(&json, "rows");
    for (size_t i = 0; i < ways->size; i++) add_way(&json, &ways->rows[i]);
    json_close_array(&json);
    json_finish(&json);
}

int run_bench_ways(const char *what, const struct bench_options *options)
{
    static struct bench_ways ways;
    double stretch = bench_stretch(options);
    ways.what = what;
    bool sliders = strcmp(ways.what, "sliders") == 0;
    bench_make_positions(positions);
    catch_interrupts();
    if (sliders)
        measure_sliders(&ways, stretch);
    else
        measure_generation(&ways, stretch);
    bool stopped = was_interrupted();
    if (options->json && !stopped)
        print_json(&ways);
    else if (!options->json && sliders)
        print_sliders(&ways);
    else if (!options->json)
        print_generation(&ways);
    if (!stopped) return STATUS_OK;
    complain("stopped: %zu methods measured", ways.size);
    return STATUS_INTERRUPTED;
}
