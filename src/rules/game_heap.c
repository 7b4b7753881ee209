/* A game that grows. It is outside the core, because it needs a heap. */
#include <stdlib.h>

#include <plyforge/variant.h>

#include "rules/game.h"

enum { FIRST_CAPACITY = 128 };

/* Makes room for this many entries and keeps the existing ones. */
static bool reserve(pf_game *game, uint32_t capacity)
{
    if (capacity > SIZE_MAX / game->stride) return false; /* on 32-bit machines */
    unsigned char *entries = realloc(game->entries, (size_t)capacity * game->stride);
    if (!entries) return false;
    game->entries = entries;
    uint32_t *buckets = malloc(capacity * sizeof *buckets);
    if (!buckets) return false; /* a larger entries array than game->capacity says is harmless */
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

pf_game *pf_game_create_variant(const pf_variant_position *start)
{
    pf_game *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    pf_game_set_variant(game, start->variant);
    game->grow = grow;
    if (!reserve(game, FIRST_CAPACITY)) {
        pf_game_destroy(game);
        return NULL;
    }
    pf_game_begin(game, start);
    return game;
}

pf_game *pf_game_create(const pf_position *start)
{
    pf_variant_position position = pf_variant_of_position(start);
    return pf_game_create_variant(&position);
}

void pf_game_destroy(pf_game *game)
{
    if (!game) return;
    free(game->entries);
    free(game->buckets);
    free(game);
}
