/* Plyforge: bisecting a move generator. pf_bisect asks the generator under test for divides, walks down to the first
 * position in which it errs, makes that position as small as possible and names the bug.
 *
 *     static pf_status ask(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
 *     {
 *         my_board *board = context;
 *         my_board_set(board, question->fen);
 *         for (uint32_t i = 0; i < question->line_size; i++) my_board_make(board, question->line[i]);
 *         ... pf_divide_add(answer, "e2e4", 4, nodes) for each move
 *         return PF_OK;
 *     }
 *     static pf_bisect_report report; // 370 KiB
 *     pf_bisect_generator mine = {.context = &board, .ask = ask};
 *     if (pf_bisect(&report, &position, 4, &mine, NULL, &error) == PF_OK && !report.agrees)
 *         puts(pf_bug_name(report.bug));
 *
 * The rules are those of the position's variant.
 *
 * Nothing is allocated or printed. Safe to call from any thread on distinct reports, if the callbacks are. */
#ifndef PLYFORGE_BISECT_H
#define PLYFORGE_BISECT_H

#include <plyforge/divide.h>
#include <plyforge/fen.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A question to the generator: perft(depth), split by root move, after the moves of line. The generator must set up the
 * FEN and play the moves itself: if it is right for the FEN of the last position and wrong after the moves, its make is
 * wrong. The pointers are valid during the call. */
typedef struct pf_bisect_question {
    const pf_position *base;     /* to set up */
    const pf_move *line;         /* legal moves to play from base */
    const pf_position *position; /* the position after them */
    const char *fen;             /* base as text, with the en passant square after every double push */
    const char *moves;           /* line as UCI text, separated by blanks; "" for none */
    uint32_t line_size;
    unsigned depth;
} pf_bisect_question;

/* Answers a question by adding its moves and counts to the answer, which is empty. Return PF_OK; PF_ERROR_STOPPED to
 * stop; anything else, with the error filled, if the generator failed. The error is never NULL. */
typedef pf_status pf_bisect_ask(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error);

/* The generator under test. */
typedef struct pf_bisect_generator {
    void *context;
    pf_bisect_ask *ask;
    bool lists_only; /* the generator only lists moves: it is asked with depth 1, once per inner node, and its counts
                        are ignored */
} pf_bisect_generator;

/* The stages of pf_bisect. */
typedef enum pf_bisect_stage {
    PF_BISECT_DEEPEN,  /* compares the root at depth 1, 2 ... */
    PF_BISECT_SMALL,   /* compares small positions before a deep count of the root: see pf_bisect_options */
    PF_BISECT_DESCEND, /* follows the moves whose counts differ */
    PF_BISECT_REPLAY,  /* looks for the shortest tail of the line that still shows the bug */
    PF_BISECT_SHRINK,  /* takes pieces off the board at the start of that tail */
    PF_BISECT_DONE
} pf_bisect_stage;

/* A question and how the answer compares. */
typedef struct pf_bisect_place {
    pf_position base;
    pf_position position; /* the position after the line */
    unsigned depth;       /* 0: no question was asked */
    uint32_t line_size;
    pf_move line[PF_PERFT_MAX_DEPTH];
    char fen[PF_FEN_SIZE];
    char moves[PF_PERFT_MAX_DEPTH * PF_UCI_SIZE];
    bool has_from_fen; /* with from_fen */
    pf_count
        from_fen; /* their count when the position itself is set up: unlike comparison.theirs, a make or unmake bug */
    pf_divide_comparison comparison;
} pf_bisect_place;

/* Called after each question with a new result: every question of PF_BISECT_DEEPEN and PF_BISECT_DESCEND, and those of
 * the other stages that show a bug. Return false to stop. */
typedef bool pf_bisect_on_step(void *context, pf_bisect_stage stage, const pf_bisect_place *place);

/* Zero-initialised: castling rights of standard chess, no callbacks. */
typedef struct pf_bisect_options {
    bool chess960;
    bool from_fen;   /* PF_BISECT_DESCEND: also set up each position of the line from its FEN and ask there: see
                        pf_bisect_place */
    bool keep_board; /* skip PF_BISECT_SHRINK */
    uint32_t small_positions; /* how many small positions to compare once a count of the root exceeds 50,000, before it
                                 is counted deeper: rare bugs show in them at depth 1 to 3. A game can reach each of
                                 them. If one differs, it takes the place of the root. None in variants and with
                                 lists_only */
    void *context;            /* passed to both callbacks */
    pf_bisect_on_step *on_step;
    pf_should_stop *should_stop; /* asked before each question and each of our own root moves */
} pf_bisect_options;

/* The result of pf_bisect. */
typedef struct pf_bisect_report {
    pf_bisect_stage stage;    /* the last stage; PF_BISECT_DONE unless the generator failed or a callback stopped it */
    bool agrees;              /* at every depth that was tested */
    unsigned agreed_depth;    /* the deepest comparison of the root without a difference */
    uint32_t small_positions; /* how many small positions were compared; the last one differs if first.base is not the
                                 root */
    pf_bug bug;
    unsigned pieces;          /* pieces on the smallest board and in its pockets, before the line */
    pf_bisect_place first;    /* the first wrong position: its moves differ, or only its counts */
    pf_bisect_place smallest; /* the smallest that shows the same bug; depth 0 until one is known */
    pf_bisect_place asked;    /* the last question */
    pf_divide answer;         /* the last answer */
    pf_divide lists;          /* private */
} pf_bisect_report;

/* Compares the generator with ours up to depth, shallowest first, so that the line is as short as possible. PF_OK:
 * out->agrees tells whether they agree, and the rest of out how they differ. PF_ERROR_STOPPED: a callback stopped it.
 * PF_ERROR_OPTION: ask is NULL, or depth is not from 1 to PF_PERFT_MAX_DEPTH. Any other status comes from ask, and
 * out->asked is the question; a failure after the stage PF_BISECT_DESCEND only means that the position tried does not
 * show the bug. options and error may be NULL. out is valid in every case. */
PF_API pf_status pf_bisect(pf_bisect_report *out, const pf_position *root, unsigned depth,
                           const pf_bisect_generator *generator, const pf_bisect_options *options, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
