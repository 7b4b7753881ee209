/* A game in caller memory: playing, undo, redo, repetitions, outcomes and claims, of standard chess or of a variant.
 * Games that grow are in game_heap.c. */
#include "rules/game.h"

#include <plyforge/moves.h>
#include <plyforge/play.h>
#include <plyforge/variant.h>

#include "base/text.h"
#include "rules/outcome.h"

#define STANDARD_ENTRY (offsetof(pf_game_entry, position) + sizeof(pf_position))

_Static_assert(offsetof(pf_variant_position, board) == 0, "a position of standard chess is stored as its board");
_Static_assert(STANDARD_ENTRY + sizeof(uint32_t) == 100, "PF_GAME_MEMORY counts 100 bytes an entry");
_Static_assert(sizeof(pf_game_entry) + sizeof(uint32_t) == 124, "PF_GAME_MEMORY_VARIANT counts 124 bytes an entry");
_Static_assert(STANDARD_ENTRY % _Alignof(pf_game_entry) == 0, "entries of both lengths are aligned");
_Static_assert(sizeof(pf_game) + _Alignof(pf_game) <= 72, "PF_GAME_MEMORY counts 72 bytes for the rest");

/* ---- What depends on the rules ----
 *
 * A position of standard chess is only its board: nothing behind it may be read or written. */

static bool is_standard(const pf_game *game)
{
    return game->variant == PF_VARIANT_STANDARD;
}

static const pf_variant_position *current(const pf_game *game)
{
    return &pf_game_entry_at(game, game->last)->position;
}

static void copy_position(const pf_game *game, pf_variant_position *to, const pf_variant_position *from)
{
    if (is_standard(game))
        to->board = from->board;
    else
        *to = *from;
}

static bool is_legal(const pf_game *game, pf_move move)
{
    return is_standard(game) ? pf_move_is_legal(&current(game)->board, move) : pf_variant_is_legal(current(game), move);
}

static void play(const pf_game *game, pf_variant_position *position, pf_move move)
{
    if (is_standard(game))
        pf_position_play_unchecked(&position->board, move);
    else
        pf_variant_play_unchecked(position, move);
}

static bool are_equal(const pf_game *game, const pf_variant_position *a, const pf_variant_position *b)
{
    return is_standard(game) ? pf_position_equal(&a->board, &b->board) : pf_variant_equal(a, b);
}

/* What the board decides, without clock and history. */
static pf_outcome board_outcome(const pf_game *game, const pf_variant_position *position)
{
    return is_standard(game) ? pf_board_outcome(&position->board) : pf_variant_board_outcome(position);
}

/* In Crazyhouse pieces come back: captures and pawn moves can be undone by drops, and there is no fifty-move rule. */
static bool has_clock(const pf_game *game)
{
    return game->variant != PF_VARIANT_CRAZYHOUSE;
}

/* ---- History ---- */

static uint32_t *bucket_of(const pf_game *game, uint64_t key)
{
    /* The upper half of the key, scaled to the number of buckets. */
    return &game->buckets[(key >> 32) * game->capacity >> 32];
}

/* How often the position occurred before the half-move index. Where a capture or pawn move is irreversible, entries
 * older than the half-move clock are not examined, nor are those before a null move. Each bucket has the latest entry
 * first. */
static unsigned count_before(const pf_game *game, const pf_variant_position *position, uint32_t index)
{
    uint32_t clock = position->board.halfmove_clock;
    uint32_t oldest = !has_clock(game) || clock >= index || clock == UINT16_MAX ? 0 : index - clock;
    if (oldest < game->after_null) oldest = game->after_null;
    for (uint32_t i = *bucket_of(game, position->board.key); i != PF_NO_ENTRY && i >= oldest;) {
        const pf_game_entry *entry = pf_game_entry_at(game, i);
        if (are_equal(game, &entry->position, position)) return entry->occurrences;
        i = entry->older;
    }
    return 0;
}

static void put_into_bucket(pf_game *game, uint32_t index)
{
    pf_game_entry *entry = pf_game_entry_at(game, index);
    uint32_t *bucket = bucket_of(game, entry->position.board.key);
    entry->older = *bucket;
    *bucket = index;
}

void pf_game_refill_buckets(pf_game *game)
{
    for (uint32_t i = 0; i < game->capacity; i++) game->buckets[i] = PF_NO_ENTRY;
    for (uint32_t i = 0; i <= game->last; i++) put_into_bucket(game, i);
}

void pf_game_begin(pf_game *game, const pf_variant_position *start)
{
    pf_game_entry *first = pf_game_entry_at(game, 0);
    copy_position(game, &first->position, start);
    first->move = PF_NO_MOVE;
    first->occurrences = 1;
    game->last = game->known = game->after_null = 0;
    pf_game_refill_buckets(game);
}

bool pf_game_restart(pf_game *game, const pf_position *start)
{
    if (!is_standard(game)) return false;
    pf_variant_position position = pf_variant_of_position(start);
    pf_game_begin(game, &position);
    return true;
}

bool pf_game_restart_variant(pf_game *game, const pf_variant_position *start)
{
    if (start->variant != game->variant) return false;
    pf_game_begin(game, start);
    return true;
}

pf_game *pf_game_init_variant(void *memory, size_t size, const pf_variant_position *start)
{
    size_t skip = (0 - (uintptr_t)memory) % _Alignof(pf_game);
    if (!memory || size < skip + sizeof(pf_game)) return NULL;
    size_t entry = start->variant == PF_VARIANT_STANDARD ? STANDARD_ENTRY : sizeof(pf_game_entry);
    size_t capacity = (size - skip - sizeof(pf_game)) / (entry + sizeof(uint32_t));
    if (capacity == 0) return NULL;
    if (capacity >= PF_NO_ENTRY) capacity = PF_NO_ENTRY - 1;

    pf_game *game = (pf_game *)(void *)((unsigned char *)memory + skip);
    pf_game_set_variant(game, start->variant);
    game->entries = (unsigned char *)(game + 1);
    game->buckets = (uint32_t *)(void *)(game->entries + capacity * game->stride);
    game->grow = NULL;
    game->capacity = (uint32_t)capacity;
    pf_game_begin(game, start);
    return game;
}

pf_game *pf_game_init(void *memory, size_t size, const pf_position *start)
{
    pf_variant_position position = pf_variant_of_position(start);
    return pf_game_init_variant(memory, size, &position);
}

/* The next entry, with the current position in it; NULL when memory has run out. */
static pf_game_entry *begin_entry(pf_game *game, pf_move move)
{
    if (game->last + 1 >= game->capacity && !(game->grow && game->grow(game))) return NULL;
    pf_game_entry *entry = pf_game_entry_at(game, game->last + 1);
    copy_position(game, &entry->position, current(game));
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
    play(game, &entry->position, move);
    finish_entry(game, entry);
    return true;
}

pf_status pf_game_play_null(pf_game *game, pf_error *error)
{
    pf_variant_position after;
    copy_position(game, &after, current(game));
    if (is_standard(game) ? !pf_position_play_null(&after.board) : !pf_variant_play_null(&after))
        return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0,
                       is_standard(game) || !pf_variant_is_over(current(game)) ? PF_NULL_MOVE_IN_CHECK
                                                                               : "the game is over");
    pf_game_entry *entry = begin_entry(game, PF_NO_MOVE);
    if (!entry) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "there is no room for another move of the game");
    copy_position(game, &entry->position, &after);
    game->after_null = game->last + 1;
    finish_entry(game, entry);
    return PF_OK;
}

/* The error of a move that is not legal, with the reason that a position alone gives. */
static pf_status refuse_in_game(const pf_game *game, pf_move move, pf_error *error)
{
    pf_variant_position copy;
    copy_position(game, &copy, current(game));
    return is_standard(game) ? pf_position_play(&copy.board, move, error) : pf_variant_play(&copy, move, error);
}

pf_status pf_game_play(pf_game *game, pf_move move, pf_error *error)
{
    if (!is_legal(game, move)) return refuse_in_game(game, move, error);
    if (!pf_game_play_unchecked(game, move))
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "there is no room for another move of the game");
    return PF_OK;
}

bool pf_game_undo(pf_game *game)
{
    if (game->last == 0) return false;
    const pf_game_entry *entry = pf_game_entry_at(game, game->last--);
    *bucket_of(game, entry->position.board.key) = entry->older;
    if (game->after_null > game->last) { /* a null move is taken back: look for the one before it */
        for (game->after_null = game->last; game->after_null > 0; game->after_null--)
            if (pf_game_entry_at(game, game->after_null)->move == PF_NO_MOVE) break;
    }
    return true;
}

bool pf_game_redo(pf_game *game)
{
    if (game->last == game->known) return false;
    put_into_bucket(game, ++game->last);
    if (pf_game_entry_at(game, game->last)->move == PF_NO_MOVE) game->after_null = game->last;
    return true;
}

/* ---- Questions ---- */

pf_variant pf_game_variant(const pf_game *game)
{
    return (pf_variant)game->variant;
}

const pf_position *pf_game_position(const pf_game *game)
{
    return &current(game)->board;
}

uint32_t pf_game_ply(const pf_game *game)
{
    return game->last;
}

const pf_position *pf_game_position_at(const pf_game *game, uint32_t ply)
{
    return ply <= game->last ? &pf_game_entry_at(game, ply)->position.board : NULL;
}

bool pf_game_variant_position_at(pf_variant_position *out, const pf_game *game, uint32_t ply)
{
    if (ply > game->last) return false;
    const pf_variant_position *position = &pf_game_entry_at(game, ply)->position;
    *out = is_standard(game) ? pf_variant_of_position(&position->board) : *position;
    return true;
}

pf_variant_position pf_game_variant_position(const pf_game *game)
{
    pf_variant_position position;
    pf_game_variant_position_at(&position, game, game->last);
    return position;
}

pf_move pf_game_move_at(const pf_game *game, uint32_t ply)
{
    return ply <= game->last ? pf_game_entry_at(game, ply)->move : (pf_move)PF_NO_MOVE;
}

unsigned pf_game_repetitions(const pf_game *game)
{
    return pf_game_entry_at(game, game->last)->occurrences;
}

pf_outcome pf_game_outcome(const pf_game *game, pf_policy policy)
{
    unsigned occurrences = pf_game_repetitions(game);
    pf_outcome outcome = board_outcome(game, current(game));
    if (outcome.reason == PF_REASON_NONE && has_clock(game)) outcome = pf_clock_outcome(&current(game)->board, policy);
    if (outcome.reason != PF_REASON_NONE) return outcome;
    if (policy == PF_POLICY_ENGINE && occurrences >= 3) return pf_draw_by(PF_REASON_THREEFOLD_REPETITION);
    if (occurrences >= 5) return pf_draw_by(PF_REASON_FIVEFOLD_REPETITION);
    return outcome;
}

static pf_claims claims_of(const pf_game *game, const pf_variant_position *position, unsigned occurrences)
{
    bool fifty = has_clock(game) && position->board.halfmove_clock >= PF_FIFTY_MOVES;
    return (fifty ? PF_CLAIM_FIFTY_MOVES : 0u) | (occurrences >= 3 ? PF_CLAIM_THREEFOLD_REPETITION : 0u);
}

pf_claims pf_game_claims(const pf_game *game)
{
    pf_claims claims = claims_of(game, current(game), pf_game_repetitions(game));
    return claims && pf_game_outcome(game, PF_POLICY_FIDE).reason == PF_REASON_NONE ? claims : 0;
}

static pf_claims claims_with_legal(const pf_game *game, pf_move move)
{
    pf_variant_position after;
    copy_position(game, &after, current(game));
    play(game, &after, move);
    pf_claims claims = claims_of(game, &after, count_before(game, &after, game->last + 1) + 1);
    return claims && board_outcome(game, &after).reason == PF_REASON_NONE ? claims : 0;
}

pf_claims pf_game_claims_by_move(const pf_game *game, pf_move move)
{
    if (pf_game_outcome(game, PF_POLICY_FIDE).reason != PF_REASON_NONE) return 0;
    return is_legal(game, move) ? claims_with_legal(game, move) : 0;
}

pf_claims pf_game_claims_by_any_move(const pf_game *game)
{
    if (pf_game_outcome(game, PF_POLICY_FIDE).reason != PF_REASON_NONE) return 0;
    pf_claims claims = 0;
    pf_variant_position position = pf_game_variant_position(game);
    pf_variant_move_list list;
    pf_variant_generate(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) claims |= claims_with_legal(game, list.moves[i]);
    return claims;
}
