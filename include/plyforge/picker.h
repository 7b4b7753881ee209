/* Plyforge: the staged picker: returns the legal moves of a position one by one, the most promising first. Each stage
 * is generated only when it is reached, so a search that cuts off at the first move generates no list at all.
 *
 *     pf_picker picker;
 *     pf_picker_options options = {.hash = hash_move};
 *     pf_picker_init(&picker, &position, PF_PICK_ALL, &options);
 *     for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) ...
 *
 * Each legal move is returned exactly once. The hash move and the killers may be any 16-bit values; those that are not
 * legal are skipped. A picker is a plain struct in the caller's memory, keeps a copy of the position, and allocates
 * nothing. Different pickers may be used in different threads. */
#ifndef PLYFORGE_PICKER_H
#define PLYFORGE_PICKER_H

#include <plyforge/moves.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The moves that are returned. In check, each of these returns the hash move and then all evasions; otherwise:
 *
 *     PF_PICK_ALL                hash move, winning captures, killers and counter move, quiets, losing captures
 *     PF_PICK_QUIESCENCE         hash move if it is one of PF_CAPTURES, winning captures, losing captures
 *     PF_PICK_QUIESCENCE_CHECKS  hash move if it is one of PF_CAPTURES or PF_QUIET_CHECKS, winning captures, quiet
 *                                checks, losing captures
 *
 * Captures, quiets and quiet checks are the categories of <plyforge/moves.h>: rook, bishop and knight promotions come
 * with the quiets, capturing or not, because a search tries them last. pf_move_is_quiet is false for them: reductions
 * and history are for moves that neither capture nor promote. A capture is winning when its exchange (pf_see_with) is
 * worth the threshold of the options or more. A search that wants only winning captures stops at the first losing one.
 *
 * Drops and promotions to king come with the quiets. In variants without exchanges (<plyforge/see.h>) every
 * capture counts as winning. */
typedef enum pf_pick { PF_PICK_ALL, PF_PICK_QUIESCENCE, PF_PICK_QUIESCENCE_CHECKS } pf_pick;

/* The stage of the last move. Stages follow each other in this order. */
typedef enum pf_stage {
    PF_STAGE_HASH,
    PF_STAGE_WINNING_CAPTURES,
    PF_STAGE_KILLERS,
    PF_STAGE_QUIETS,
    PF_STAGE_QUIET_CHECKS,
    PF_STAGE_LOSING_CAPTURES,
    PF_STAGE_EVASIONS,
    PF_STAGE_DONE
} pf_stage;

/* The caller's score of a legal move; higher scores come first. stage says which moves it is compared with. Captures
 * are scored before their exchange is evaluated, so all of them have PF_STAGE_WINNING_CAPTURES. */
typedef int32_t pf_picker_score(void *context, const pf_position *position, pf_move move, pf_stage stage);

/* Zero-initialised: no hash move, no killers, captures by most valuable victim and then least valuable attacker, quiets
 * in the order of generation. */
typedef struct pf_picker_options {
    pf_move hash;
    pf_move killers[2];
    pf_move counter; /* tried after the killers */
    /* A capture wins when its exchange is worth this or more: 0 for an even trade, more for ProbCut. */
    int32_t threshold;
    /* The values of the pieces in exchanges and in the order of captures: five numbers as in <plyforge/see.h>; NULL:
     * those of the library. They must stay valid until the picker is done. */
    const int32_t *values;
    /* Scores for quiets and quiet checks, and for the quiets among evasions, which come after the captures there: 4,096
     * numbers, indexed by from * 64 + to, the low 12 bits of a move: those of a drop are its piece type and to. They
     * must stay valid until the picker is done. */
    const int32_t *quiet_scores;
    /* If not NULL, used instead of all of the above to order captures, quiets, quiet checks and evasions. */
    pf_picker_score *score;
    void *context;
} pf_picker_options;

/* The fields are private. A picker may be copied with =. It takes 6.3 KB, enough for the moves of any variant; standard
 * chess touches only the first third. */
typedef struct pf_picker {
    pf_position position;
    pf_picker_options options;
    pf_move specials[3]; /* the killers and counter move returned so far */
    uint8_t step;
    uint8_t stage;
    uint8_t pick;
    uint8_t skip_quiets;
    uint16_t next; /* index in moves */
    uint16_t end;
    uint16_t losing; /* the number of losing captures at the beginning of moves */
    pf_scored_move moves[PF_MOVE_LIST_CAPACITY];
} pf_picker;

/* Starts the picker. options may be NULL. It copies the position and generates nothing yet. */
PF_API void pf_picker_init(pf_picker *picker, const pf_position *position, pf_pick pick,
                           const pf_picker_options *options);

/* The next move; PF_NO_MOVE after the last one. The first move of a stage includes the cost of generating and scoring
 * the stage; every move costs a scan of the rest of the stage, and a capture also costs its exchange
 * (pf_see_at_least_with). */
PF_API pf_move pf_picker_next(pf_picker *picker);

/* The stage of the last move; PF_STAGE_DONE if there was none. */
PF_API pf_stage pf_picker_stage(const pf_picker *picker);

/* Skips killers, counter move, quiets and quiet checks from now on. Losing captures are still returned, and evasions
 * are not affected. */
PF_API void pf_picker_skip_quiets(pf_picker *picker);

#ifdef __cplusplus
}
#endif

#endif
