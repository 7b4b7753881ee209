/* A game that grows. It is outside the core, because it needs a heap. */
#include <stdlib.h>

#include "rules/game.h"

enum { FIRST_CAPACITY = 128 };

/* Allocates memory for this many entries and keeps the existing ones. */
static bool reserve(pf_game *game, uint32_t capacity)
{
    if ((uint64_t)capacity * sizeof *game->entries > SIZE_MAX) return false; /* can happen on 32-bit machines */
    pf_game_entry *entries = realloc(game->entries, capacity * sizeof *entries);
    if (!entries) return false;
    game->entries = entries;
    uint32_t *buckets = malloc(capacity * sizeof *buckets);
    if (!buckets) return false; /* an entries array larger than game->capacity is harmless */
    free(game->buckets);
    game->buckets = buckets;
    game->capacity = capacity;
    return true;
}

static bool grow(pf_game *game)
{
    if (game->capacity > (PF_NO_ENTRY - 1) / 2 || !reserve(game, game->capacity * 2)) return false;
    pf_game_refill_buckets(game);
    return true;
}

pf_game *pf_game_create(const pf_position *start)
{
    pf_game *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    game->grow = grow;
    if (!reserve(game, FIRST_CAPACITY)) {
        pf_game_destroy(game);
        return NULL;
    }
    pf_game_begin(game, start);
    return game;
}

void pf_game_destroy(pf_game *game)
{
    if (!game) return;
    free(game->entries);
    free(game->buckets);
    free(game);
}
