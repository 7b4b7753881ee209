/* A game in caller memory: playing, undo, redo, repetitions, outcomes and claims. Games that grow are in game_heap.c.
 */
#include "rules/game.h"

#include <plyforge/moves.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "base/text.h"
#include "rules/outcome.h"

_Static_assert(sizeof(pf_game_entry) + sizeof(uint32_t) == sizeof(pf_position) + 12,
               "PF_GAME_MEMORY counts 12 bytes more than a position for each entry");
_Static_assert(sizeof(pf_game) + _Alignof(pf_game) <= 72, "PF_GAME_MEMORY counts 72 bytes for the rest");

static const pf_position *current(const pf_game *game)
{
    return &game->entries[game->last].position;
}

/* ---- History ---- */

static uint32_t *bucket_of(const pf_game *game, uint64_t key)
{
    /* The upper half of the key, scaled to the number of buckets. */
    return &game->buckets[(key >> 32) * game->capacity >> 32];
}

/* How often the position occurred before the half-move index. Where captures and pawn moves are irreversible, entries
 * older than the half-move clock are not examined; entries before a null move never are. The latest entry of a bucket
 * comes first. */
static unsigned count_before(const pf_game *game, const pf_position *position, uint32_t index)
{
    uint32_t clock = position->halfmove_clock;
    uint32_t oldest = !pf_has_clock(position) || clock >= index || clock == UINT16_MAX ? 0 : index - clock;
    if (oldest < game->after_null) oldest = game->after_null;
    for (uint32_t i = *bucket_of(game, position->key); i != PF_NO_ENTRY && i >= oldest;) {
        const pf_game_entry *entry = &game->entries[i];
        if (pf_position_equal(&entry->position, position)) return entry->occurrences;
        i = entry->older;
    }
    return 0;
}

static void put_into_bucket(pf_game *game, uint32_t index)
{
    pf_game_entry *entry = &game->entries[index];
    uint32_t *bucket = bucket_of(game, entry->position.key);
    entry->older = *bucket;
    *bucket = index;
}

void pf_game_refill_buckets(pf_game *game)
{
    for (uint32_t i = 0; i < game->capacity; i++) game->buckets[i] = PF_NO_ENTRY;
    for (uint32_t i = 0; i <= game->last; i++) put_into_bucket(game, i);
}

void pf_game_begin(pf_game *game, const pf_position *start)
{
    pf_game_entry *first = &game->entries[0];
    first->position = *start;
    first->move = PF_NO_MOVE;
    first->occurrences = 1;
    game->last = game->known = game->after_null = 0;
    pf_game_refill_buckets(game);
}

void pf_game_restart(pf_game *game, const pf_position *start)
{
    pf_position position = *start; /* start may point into the game */
    pf_game_begin(game, &position);
}

pf_game *pf_game_init(void *memory, size_t size, const pf_position *start)
{
    size_t skip = (0 - (uintptr_t)memory) % _Alignof(pf_game);
    if (!memory || size < skip + sizeof(pf_game)) return NULL;
    size_t capacity = (size - skip - sizeof(pf_game)) / (sizeof(pf_game_entry) + sizeof(uint32_t));
    if (capacity == 0) return NULL;
    if (capacity >= PF_NO_ENTRY) capacity = PF_NO_ENTRY - 1;

    pf_game *game = (pf_game *)(void *)((unsigned char *)memory + skip);
    game->entries = (pf_game_entry *)(void *)(game + 1);
    game->buckets = (uint32_t *)(void *)(game->entries + capacity);
    game->grow = NULL;
    game->capacity = (uint32_t)capacity;
    pf_game_begin(game, start);
    return game;
}

bool pf_game_reserve(pf_game *game, size_t plies)
{
    while (game->capacity <= plies)
        if (!game->grow || !game->grow(game)) return false;
    return true;
}

/* The next entry, filled with the current position; NULL when memory has run out. */
static pf_game_entry *begin_entry(pf_game *game, pf_move move)
{
    if (game->last + 1 >= game->capacity && !(game->grow && game->grow(game))) return NULL;
    pf_game_entry *entry = &game->entries[game->last + 1];
    entry->position = *current(game);
    entry->move = move;
    return entry;
}

/* Makes the entry, whose position is the one after the move, the current one. */
static void finish_entry(pf_game *game, pf_game_entry *entry)
{
    unsigned occurrences = count_before(game, &entry->position, game->last + 1) + 1;
    entry->occurrences = (uint16_t)(occurrences < UINT16_MAX ? occurrences : UINT16_MAX);
    put_into_bucket(game, ++game->last);
    game->known = game->last;
}

bool pf_game_play_unchecked(pf_game *game, pf_move move)
{
    pf_game_entry *entry = begin_entry(game, move);
    if (!entry) return false;
    pf_position_play_unchecked(&entry->position, move);
    finish_entry(game, entry);
    return true;
}

pf_status pf_game_play_null(pf_game *game, pf_error *error)
{
    pf_position after = *current(game);
    if (!pf_position_play_null(&after))
        return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0,
                       pf_position_is_variant_end(&after) ? "the game is over" : PF_NULL_MOVE_IN_CHECK);
    pf_game_entry *entry = begin_entry(game, PF_NO_MOVE);
    if (!entry) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "the memory of the game is full");
    entry->position = after;
    game->after_null = game->last + 1;
    finish_entry(game, entry);
    return PF_OK;
}

pf_status pf_game_play(pf_game *game, pf_move move, pf_error *error)
{
    if (!pf_move_is_legal(current(game), move)) {
        pf_position copy = *current(game);
        return pf_position_play(&copy, move, error); /* sets the error */
    }
    if (!pf_game_play_unchecked(game, move))
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "the memory of the game is full");
    return PF_OK;
}

bool pf_game_undo(pf_game *game)
{
    if (game->last == 0) return false;
    const pf_game_entry *entry = &game->entries[game->last--];
    *bucket_of(game, entry->position.key) = entry->older;
    if (game->after_null > game->last) { /* a null move is taken back: look for the one before it */
        for (game->after_null = game->last; game->after_null > 0; game->after_null--)
            if (game->entries[game->after_null].move == PF_NO_MOVE) break;
    }
    return true;
}

bool pf_game_redo(pf_game *game)
{
    if (game->last == game->known) return false;
    put_into_bucket(game, ++game->last);
    if (game->entries[game->last].move == PF_NO_MOVE) game->after_null = game->last;
    return true;
}

/* ---- Questions ---- */

const pf_position *pf_game_position(const pf_game *game)
{
    return current(game);
}

uint32_t pf_game_ply(const pf_game *game)
{
    return game->last;
}

const pf_position *pf_game_position_at(const pf_game *game, uint32_t ply)
{
    return ply <= game->last ? &game->entries[ply].position : NULL;
}

pf_move pf_game_move_at(const pf_game *game, uint32_t ply)
{
    return ply <= game->last ? game->entries[ply].move : (pf_move)PF_NO_MOVE;
}

unsigned pf_game_repetitions(const pf_game *game)
{
    return game->entries[game->last].occurrences;
}

pf_outcome pf_game_outcome(const pf_game *game, pf_policy policy)
{
    unsigned occurrences = pf_game_repetitions(game);
    pf_outcome outcome = pf_board_outcome(current(game));
    if (outcome.reason == PF_REASON_NONE) outcome = pf_clock_outcome(current(game), policy);
    if (outcome.reason != PF_REASON_NONE) return outcome;
    if (policy == PF_POLICY_ENGINE && occurrences >= 3) return pf_draw_by(PF_REASON_THREEFOLD_REPETITION);
    if (occurrences >= 5) return pf_draw_by(PF_REASON_FIVEFOLD_REPETITION);
    return outcome;
}

static pf_claims claims_of(const pf_position *position, unsigned occurrences)
{
    bool fifty = pf_has_clock(position) && position->halfmove_clock >= PF_FIFTY_MOVES;
    return (fifty ? PF_CLAIM_FIFTY_MOVES : 0u) | (occurrences >= 3 ? PF_CLAIM_THREEFOLD_REPETITION : 0u);
}

pf_claims pf_game_claims(const pf_game *game)
{
    pf_claims claims = claims_of(current(game), pf_game_repetitions(game));
    return claims && pf_game_outcome(game, PF_POLICY_FIDE).reason == PF_REASON_NONE ? claims : 0;
}

static pf_claims claims_with_legal(const pf_game *game, pf_move move)
{
    pf_position after = *current(game);
    pf_position_play_unchecked(&after, move);
    pf_claims claims = claims_of(&after, count_before(game, &after, game->last + 1) + 1);
    return claims && pf_board_outcome(&after).reason == PF_REASON_NONE ? claims : 0;
}

pf_claims pf_game_claims_by_move(const pf_game *game, pf_move move)
{
    if (pf_game_outcome(game, PF_POLICY_FIDE).reason != PF_REASON_NONE) return 0;
    return pf_move_is_legal(current(game), move) ? claims_with_legal(game, move) : 0;
}

pf_claims pf_game_claims_by_any_move(const pf_game *game)
{
    if (pf_game_outcome(game, PF_POLICY_FIDE).reason != PF_REASON_NONE) return 0;
    pf_claims claims = 0;
    pf_move_list list;
    pf_generate_legal(current(game), &list);
    for (uint32_t i = 0; i < list.size; i++) claims |= claims_with_legal(game, list.moves[i]);
    return claims;
}
