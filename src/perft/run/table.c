/* The table of subtree counts; see table.h. */
#include "perft/run/table.h"

#include "board/variant_fields.h"
#include "variants/variants.h"

enum { COUNT_BITS = 48, KEY_LOW_BITS = 16 };

/* splitmix64: each call returns a new number, and all of them differ. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void fill(pf_table_key *keys, size_t size, uint64_t *state)
{
    for (size_t i = 0; i < size; i++) {
        keys[i].a = next_random(state);
        keys[i].b = next_random(state);
    }
}

bool pf_table_create(pf_table *table, size_t bytes, uint64_t seed)
{
    table->buckets = bytes / (PF_TABLE_BUCKET * sizeof(pf_table_entry));
    table->pages = pf_pages_allocate(table->buckets * PF_TABLE_BUCKET * sizeof(pf_table_entry));
    if (!table->pages.memory) return false;
    /* Seeds that differ by a multiple of the step would give the same sequence, shifted. */
    uint64_t state = next_random(&seed);
    fill(&table->pieces[0][0][0], sizeof table->pieces / sizeof(pf_table_key), &state);
    fill(table->castling, 64, &state);
    fill(table->ep_file, 8, &state);
    fill(&table->black_to_move, 1, &state);
    fill(table->depth, 256, &state);
    fill(table->promoted, 64, &state);
    fill(&table->pockets[0][0][0], sizeof table->pockets / sizeof(pf_table_key), &state);
    fill(&table->checks_given[0][0], sizeof table->checks_given / sizeof(pf_table_key), &state);
    return true;
}

void pf_table_destroy(pf_table *table)
{
    pf_pages_free(&table->pages);
}

uint64_t pf_table_entries(const pf_table *table)
{
    return table->buckets * PF_TABLE_BUCKET;
}

unsigned pf_table_key_bits(const pf_table *table)
{
    unsigned bits = 0; /* the number of bits of a bucket index, rounded down */
    while (bits + 1 < COUNT_BITS && table->buckets >> (bits + 1)) bits++;
    return bits + KEY_LOW_BITS + 64;
}

static void add(pf_table_key *key, pf_table_key number)
{
    key->a ^= number.a;
    key->b ^= number.b;
}

/* Whether the en passant square is a part of the position. */
static bool has_ep(const pf_position *position)
{
    return pf_position_variant(position) == PF_VARIANT_STANDARD ? pf_ep_is_legal(position, PF_SLIDERS_MAGIC)
                                                                : pf_ep_legal_in_variant(position) != PF_NO_SQUARE;
}

static void add_additions(pf_table_key *key, const pf_table *table, const pf_position *position)
{
    for (pf_bitboard set = pf_promoted_pieces(position); set;) add(key, table->promoted[pf_pop_lowest(&set)]);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
            add(key, table->pockets[colour][type][pf_in_pocket(position, colour, type)]);
        add(key, table->checks_given[colour][pf_checks_given(position, colour)]);
    }
}

pf_table_key pf_table_key_of(const pf_table *table, const pf_position *position, unsigned depth)
{
    pf_table_key key = table->depth[depth];
    if (position->turn == PF_BLACK) add(&key, table->black_to_move);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            for (pf_bitboard set = pf_position_pieces(position, colour, type); set;)
                add(&key, table->pieces[colour][type][pf_pop_lowest(&set)]);
    for (pf_bitboard rooks = position->castling; rooks;) add(&key, table->castling[pf_pop_lowest(&rooks)]);
    if (has_ep(position)) add(&key, table->ep_file[position->ep_square & 7u]);
    if (PF_UNLIKELY(pf_position_variant(position) != PF_VARIANT_STANDARD)) add_additions(&key, table, position);
    return key;
}

static pf_table_entry *bucket_of(const pf_table *table, pf_table_key key)
{
    uint64_t bucket = (uint64_t)((pf_uint128)(key.a >> KEY_LOW_BITS) * table->buckets >> COUNT_BITS);
    return (pf_table_entry *)table->pages.memory + bucket * PF_TABLE_BUCKET;
}

static uint64_t tag_of(pf_table_key key)
{
    return key.a << COUNT_BITS;
}

static const uint64_t count_mask = (UINT64_C(1) << COUNT_BITS) - 1;

bool pf_table_find(const pf_table *table, pf_table_use *use, pf_table_key key, uint64_t *count)
{
    pf_table_entry *bucket = bucket_of(table, key);
    use->probes++;
    for (int i = 0; i < PF_TABLE_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) != key.b || (data & ~count_mask) != tag_of(key)) continue;
        *count = data & count_mask;
        use->hits++;
        return true;
    }
    return false;
}

/* An empty entry looks like a count of 0, which is the cheapest to lose, so the entry with the smallest count is
 * replaced. */
void pf_table_store(const pf_table *table, pf_table_key key, pf_count count)
{
    if (count.hi || count.lo > count_mask) return;
    pf_table_entry *bucket = bucket_of(table, key);
    int cheapest = 0;
    uint64_t smallest = UINT64_MAX;
    for (int i = 0; i < PF_TABLE_BUCKET; i++) {
        uint64_t kept = atomic_load_explicit(&bucket[i].data, memory_order_relaxed) & count_mask;
        if (kept < smallest) {
            smallest = kept;
            cheapest = i;
        }
    }
    uint64_t data = tag_of(key) | count.lo;
    atomic_store_explicit(&bucket[cheapest].data, data, memory_order_relaxed);
    atomic_store_explicit(&bucket[cheapest].check, key.b ^ data, memory_order_relaxed);
}
