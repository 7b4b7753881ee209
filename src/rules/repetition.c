/* Repetition along the line of a search, by keys alone, and the move that will repeat.
 *
 * A move of a knight, bishop, rook, queen or king from a to b changes the key by the numbers of the piece on a, of the
 * piece on b and of the turn. All these differences (the same from b to a) are in a cuckoo table: each has two possible
 * slots, and tools/make_tables has put it into one of them. So two look-ups of the difference of two keys tell whether
 * one move leads from one position to the other. The method is Marcel van Kervinck's. */
#include <plyforge/keys.h>
#include <plyforge/moves.h>
#include <plyforge/repetition.h>

#include "board/view.h"
#include "rules/outcome.h"

enum { HISTORY = PF_REPETITION_CAPACITY / 2, CUCKOO_SIZE = 8192 };

static const uint64_t cuckoo_keys[CUCKOO_SIZE] = {
#include "cuckoo_keys.inc"
};

/* The two squares, as a move from the lower one; 0 in an empty slot. */
static const uint16_t cuckoo_moves[CUCKOO_SIZE] = {
#include "cuckoo_moves.inc"
};

void pf_repetition_init(pf_repetition *out, const pf_position *root)
{
    out->size = 1;
    out->root = 0;
    out->keys[0] = root->key;
    out->windows[0] = 0;
}

static bool push(pf_repetition *line, const pf_position *after, uint32_t window)
{
    if (line->size == PF_REPETITION_CAPACITY) return false;
    if (pf_has_clock(after) && window > after->halfmove_clock) window = after->halfmove_clock;
    line->keys[line->size] = after->key;
    line->windows[line->size] = (uint16_t)window;
    line->size++;
    return true;
}

bool pf_repetition_push(pf_repetition *line, const pf_position *after)
{
    return push(line, after, line->windows[line->size - 1] + 1u);
}

bool pf_repetition_push_null(pf_repetition *line, const pf_position *after)
{
    return push(line, after, 0);
}

bool pf_repetition_pop(pf_repetition *line)
{
    if (line->size - 1 == line->root) return false;
    line->size--;
    return true;
}

void pf_repetition_set_root(pf_repetition *line)
{
    uint32_t window = line->windows[line->size - 1];
    if (window >= HISTORY) window = HISTORY - 1;
    uint32_t first = line->size - 1 - window;
    for (uint32_t i = 0; i <= window; i++) {
        line->keys[i] = line->keys[first + i];
        /* Positions that have been dropped can no longer be found. */
        line->windows[i] = (uint16_t)(line->windows[first + i] < i ? line->windows[first + i] : i);
    }
    line->size = window + 1;
    line->root = window;
}

void pf_repetition_from_game(pf_repetition *out, const pf_game *game)
{
    uint32_t ply = pf_game_ply(game);
    uint32_t window = pf_has_clock(pf_game_position(game)) ? pf_game_position(game)->halfmove_clock : ply;
    if (window > ply) window = ply;
    if (window >= HISTORY) window = HISTORY - 1;
    pf_repetition_init(out, pf_game_position_at(game, ply - window));
    for (uint32_t i = ply - window + 1; i <= ply; i++) {
        bool null = pf_game_move_at(game, i) == PF_NO_MOVE;
        push(out, pf_game_position_at(game, i), null ? 0 : out->windows[out->size - 1] + 1u);
    }
    pf_repetition_set_root(out);
}

unsigned pf_repetition_ply(const pf_repetition *line)
{
    return line->size - 1 - line->root;
}

/* How far before `last`, at most window, this key first occurs; 0 if it does not. Only every second position has the
 * same side to move, and two half-moves cannot restore a position. */
static uint32_t find_before(const pf_repetition *line, uint32_t last, uint32_t window, uint64_t key)
{
    for (uint32_t distance = 4; distance <= window; distance += 2)
        if (line->keys[last - distance] == key) return distance;
    return 0;
}

unsigned pf_repetition_distance(const pf_repetition *line)
{
    uint32_t last = line->size - 1;
    return find_before(line, last, line->windows[last], line->keys[last]);
}

unsigned pf_repetition_count(const pf_repetition *line)
{
    uint32_t last = line->size - 1;
    uint32_t window = line->windows[last];
    uint64_t key = line->keys[last];
    unsigned count = 1;
    for (uint32_t distance; (distance = find_before(line, last, window, key)) != 0; count++) {
        last -= distance;
        window -= distance;
    }
    return count;
}

/* Whether a position that equals the one at index `earlier` is a draw; the search may look back as far as index
 * `oldest`. */
static bool is_draw_with(const pf_repetition *line, uint32_t earlier, uint32_t oldest)
{
    return earlier > line->root || find_before(line, earlier, earlier - oldest, line->keys[earlier]) != 0;
}

bool pf_repetition_is_draw(const pf_repetition *line)
{
    uint32_t last = line->size - 1;
    uint32_t distance = pf_repetition_distance(line);
    return distance != 0 && is_draw_with(line, last - distance, last - line->windows[last]);
}

/* The reversible move that changes a key by this difference, as its two squares; 0 if there is none. */
static pf_move find_move(uint64_t difference)
{
    uint32_t place = difference % CUCKOO_SIZE;
    if (cuckoo_keys[place] != difference) place = difference / CUCKOO_SIZE % CUCKOO_SIZE;
    return cuckoo_keys[place] == difference ? cuckoo_moves[place] : (pf_move)PF_NO_MOVE;
}

/* The move between the two squares in the direction in which it can be played now. */
static pf_move turn_round(const pf_position *position, pf_move move)
{
    bool other_way = !(pf_position_occupied(position) & pf_bit(pf_move_from(move)));
    return other_way ? pf_move_of(pf_move_to(move), pf_move_from(move), PF_MOVE_NORMAL) : move;
}

/* In Crazyhouse drops and captures repeat positions too, so every legal move is tried. */
static pf_move find_by_trying(const pf_repetition *line, const pf_position *position)
{
    uint32_t last = line->size - 1;
    uint32_t window = line->windows[last];
    pf_move_list list;
    if (window < 3) return PF_NO_MOVE;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        uint64_t key = pf_position_key_after(position, list.moves[i]);
        for (uint32_t distance = 3; distance <= window; distance += 2)
            if (line->keys[last - distance] == key && is_draw_with(line, last - distance, last - window))
                return list.moves[i];
    }
    return PF_NO_MOVE;
}

pf_move pf_repetition_upcoming(const pf_repetition *line, const pf_position *position)
{
    if (!pf_has_clock(position)) return find_by_trying(line, position);
    uint32_t last = line->size - 1;
    uint32_t window = line->windows[last];
    for (uint32_t distance = 3; distance <= window; distance += 2) {
        uint64_t earlier = line->keys[last - distance];
        pf_move move = find_move(line->keys[last] ^ earlier);
        if (move == PF_NO_MOVE) continue;
        move = turn_round(position, move);
        /* The difference does not tell which side moves the piece, nor whether the squares between are empty. */
        if (!pf_move_is_legal(position, move) || pf_position_key_after(position, move) != earlier) continue;
        if (is_draw_with(line, last - distance, last - window)) return move;
    }
    return PF_NO_MOVE;
}
