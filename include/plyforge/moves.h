/* Plyforge: the moves of a position: all legal ones, or those of a category, as a list, as a count, or as a yes or
 * no. <plyforge/questions.h> answers questions about single moves.
 *
 * Every function is safe to call from any thread on distinct lists; positions are only read. */
#ifndef PLYFORGE_MOVES_H
#define PLYFORGE_MOVES_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- All legal moves ---- */

/* Fills the list with the legal moves, each once, in an unspecified order, and returns their number. The previous
 * contents are discarded. A position that is over by a rule of its variant has none. */
PF_API uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list);

/* The number of legal moves. Faster than listing them. */
PF_API uint32_t pf_count_legal(const pf_position *position);

/* Whether there is a legal move. If not, the game has ended by checkmate, stalemate or a rule of the variant. */
PF_API bool pf_any_legal(const pf_position *position);

/* ---- Categories ---- */

/* The parts that a search generates one after the other. Each is legal or, with PF_PSEUDO, pseudo-legal: moves that may
 * leave the king in check. A search uses the pseudo-legal ones, which are cheaper to generate, and calls
 * pf_move_is_legal for those that it tries.
 *
 *     PF_CAPTURES      captures that do not promote, en passant, and all promotions to a queen, including pushes
 *     PF_QUIETS        everything else: pushes, castling, and all promotions to rook, bishop and knight, including
 *                      captures
 *     PF_QUIET_CHECKS  of the quiets, those that do not promote and give check, by the piece that moves (castling: the
 *                      rook) or by one that it uncovers; and promotions to a knight that gives check itself
 *     PF_EVASIONS      in check, every move that may answer it; otherwise none
 *     PF_NON_EVASIONS  captures and quiets together
 *     PF_LEGAL         in check the evasions, otherwise the non-evasions
 *
 * Exactly:
 * - The legal moves of a category are those of its pseudo-legal moves that are legal, in check and out of it.
 * - Captures and quiets have no move in common and together are the non-evasions, even in check. So in check, the legal
 * captures and quiets together are the evasions; the legal non-evasions are always all the legal moves.
 * - A move is pseudo-legal when it is one of PF_NON_EVASIONS | PF_PSEUDO. A king may then step onto an attacked square;
 *   castling needs its right and an empty path, and attacks are ignored.
 * - Pseudo-legal evasions: in a single check, king moves, captures of the checker and moves into the checking line, en
 *   passant if it does either of the two; in a double check, king moves. A king does not stay on the line of a slider
 *   that checks it, unless it takes that slider. Pins and other attacks are ignored.
 * - In variants every category has legal moves only, even with PF_PSEUDO. Drops and promotions to king are quiets. */
typedef unsigned pf_category;
/* The values of pf_category. */
enum pf_category_value {
    PF_CAPTURES,
    PF_QUIETS,
    PF_QUIET_CHECKS,
    PF_EVASIONS,
    PF_NON_EVASIONS,
    PF_LEGAL,
    PF_PSEUDO = 8 /* combined with one of the values above */
};

/* Fills the list with the moves of the category, each once, in an unspecified order, and returns their number. The
 * previous contents are discarded. A category that does not exist has no moves. */
PF_API uint32_t pf_generate(const pf_position *position, pf_category category, pf_move_list *list);

/* Fills the list with every legal capture by the rules, each once, in an unspecified order, and returns their number:
 * en passant and all promotions that capture, but no pushes. This is what an engine of the kind "generate captures"
 * expects, and the set for which pf_move_is_capture is true. PF_CAPTURES is what a search should try first. The cost is
 * that of PF_CAPTURES, and in variants that of all legal moves. */
PF_API uint32_t pf_generate_captures(const pf_position *position, pf_move_list *list);

/* The number of moves of the category, and whether there is one. Faster than listing them. */
PF_API uint32_t pf_count_moves(const pf_position *position, pf_category category);
PF_API bool pf_any_move(const pf_position *position, pf_category category);

/* ---- One move ---- */

/* Whether move, which may be any 16-bit value, is legal or pseudo-legal in the position. No list is generated: this is
 * the test for moves from hash tables and killer slots. */
PF_API bool pf_move_is_legal(const pf_position *position, pf_move move);
PF_API bool pf_move_is_pseudo_legal(const pf_position *position, pf_move move);

/* Whether move, which may be any 16-bit value, is one of those that pf_generate lists for the category. */
PF_API bool pf_move_is_in_category(const pf_position *position, pf_move move, pf_category category);

/* ---- Lists ---- */

/* How many moves there are. */
static inline uint32_t pf_move_list_size(const pf_move_list *list)
{
    return list->size;
}

/* Pointers to the first move and one past the last:
 *     for (const pf_move *move = pf_move_list_begin(&list); move != pf_move_list_end(&list); move++) ... */
static inline const pf_move *pf_move_list_begin(const pf_move_list *list)
{
    return list->moves;
}
static inline const pf_move *pf_move_list_end(const pf_move_list *list)
{
    return list->moves + list->size;
}

/* Whether the move is one of them. */
static inline bool pf_move_list_contains(const pf_move_list *list, pf_move move)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (list->moves[i] == move) return true;
    return false;
}

/* A move with your score beside it, for ordering: eight bytes.
 *
 *     bytes 0-3  score
 *     bytes 4-5  move
 *     bytes 6-7  for your own use; the library writes 0 and never reads them */
typedef struct pf_scored_move {
    int32_t score;
    pf_move move;
    uint16_t extra;
} pf_scored_move;

/* A list of scored moves in caller memory. */
typedef struct pf_scored_list {
    uint32_t size;
    pf_scored_move moves[PF_MOVE_LIST_CAPACITY];
} pf_scored_list;

/* The same moves in the same order, each with score 0. */
static inline void pf_scored_list_from(pf_scored_list *out, const pf_move_list *list)
{
    out->size = list->size;
    for (uint32_t i = 0; i < list->size; i++) {
        out->moves[i].score = 0;
        out->moves[i].move = list->moves[i];
        out->moves[i].extra = 0;
    }
}

/* Moves the best of the moves from index on to that index, and returns it; of equal ones, the first. Called with 0, 1,
 * 2 and so on, it sorts no further than the search gets. The other moves keep their order. index must be less than
 * size.
 */
static inline pf_move pf_scored_list_pick(pf_scored_list *list, uint32_t index)
{
    uint32_t best = index;
    for (uint32_t i = index + 1; i < list->size; i++)
        if (list->moves[i].score > list->moves[best].score) best = i;
    pf_scored_move picked = list->moves[best];
    for (; best > index; best--) list->moves[best] = list->moves[best - 1];
    list->moves[index] = picked;
    return picked.move;
}

#ifdef __cplusplus
}
#endif

#endif
