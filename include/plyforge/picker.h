/* Plyforge: the staged picker: the legal moves of a position one by one, the promising ones first, found only as far as
 * they are asked for. A search that cuts off at the first move has paid for no list.
 *
 *     pf_picker picker;
 *     pf_picker_options options = {.hash = hash_move};
 *     pf_picker_init(&picker, &position, PF_PICK_ALL, &options);
 *     for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) ...
 *
 * Each legal move comes exactly once, whatever the hash move and the killers are: any 16 bits will do, and what is not
 * legal is skipped. A picker is a plain struct in your memory, keeps a copy of the position, and allocates nothing.
 * Different pickers may be used in different threads. */
#ifndef PLYFORGE_PICKER_H
#define PLYFORGE_PICKER_H

#include <plyforge/moves.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is wanted. In check both give the hash move and then all evasions; out of check:
 *
 *     PF_PICK_ALL         hash move, winning captures, killers and counter move, quiets, losing captures
 *     PF_PICK_QUIESCENCE  hash move if it is one of PF_CAPTURES, winning captures, losing captures
 *
 * Captures and quiets are the categories of <plyforge/moves.h>: rook, bishop and knight promotions come with the
 * quiets. A capture is winning when its exchange (pf_see) is worth 0 or more. */
typedef enum pf_pick { PF_PICK_ALL, PF_PICK_QUIESCENCE } pf_pick;

/* Where the move that was picked last comes from. */
typedef enum pf_stage {
    PF_STAGE_HASH,
    PF_STAGE_WINNING_CAPTURES,
    PF_STAGE_KILLERS,
    PF_STAGE_QUIETS,
    PF_STAGE_LOSING_CAPTURES,
    PF_STAGE_EVASIONS,
    PF_STAGE_DONE
} pf_stage;

/* The caller's own opinion of a legal move: more is earlier. */
typedef int32_t pf_picker_score(void *context, const pf_position *position, pf_move move);

/* All zero is right: no hash move, no killers, captures by most valuable victim and then least valuable attacker,
 * quiets in the order of generation. */
typedef struct pf_picker_options {
    pf_move hash;
    pf_move killers[2];
    pf_move counter; /* tried after the killers */
    /* Scores for quiets, and for the quiets among evasions, which come after the captures there: 4,096 numbers, indexed
     * by from * 64 + to, the low 12 bits of a move. They must stay where they are until the picker is done. */
    const int32_t *quiet_scores;
    /* If not NULL, asked instead of everything above that orders: for captures, for quiets, for evasions. */
    pf_picker_score *score;
    void *context;
} pf_picker_options;

/* Private but for its size; make copies with = as you like. */
typedef struct pf_picker {
    pf_position position;
    pf_picker_options options;
    pf_move specials[3]; /* killers and counter move, those that were given out */
    uint8_t step;
    uint8_t stage;
    uint8_t pick;
    uint8_t skip_quiets;
    uint16_t next; /* place in moves */
    uint16_t end;
    uint16_t losing; /* so many losing captures wait at the beginning of moves */
    pf_scored_move moves[PF_MOVE_LIST_CAPACITY];
} pf_picker;

/* Begins. options may be NULL. Takes the time of a copy; nothing is generated yet. */
PF_API void pf_picker_init(pf_picker *picker, const pf_position *position, pf_pick pick,
                           const pf_picker_options *options);

/* The next move, or PF_NO_MOVE when there is no more. */
PF_API pf_move pf_picker_next(pf_picker *picker);

/* Where the last move came from; PF_STAGE_DONE when there was none. */
PF_API pf_stage pf_picker_stage(const pf_picker *picker);

/* From now on leaves out killers, counter move and quiets; the losing captures still come. Evasions are not touched. */
PF_API void pf_picker_skip_quiets(pf_picker *picker);

#ifdef __cplusplus
}
#endif

#endif
