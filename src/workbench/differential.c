/* Differential testing: plays random games with the generator under test and with ours, side by side. A difference is
 * recorded as a claim ("after this line, this is wrong"). Then the shortest tail of the line that shows it on a fresh
 * board is found, the position before that tail is shrunk, and the result is written as text. */
#include <plyforge/differential.h>
#include <plyforge/fen.h>
#include <plyforge/moves.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/variant_fields.h"
#include "workbench/bugs.h"
#include "workbench/random.h"

enum {
    DEFAULT_GAMES = 1000,
    DEFAULT_PLIES = 60,
    SMALL_PLIES = 8,
    GLANCES = 32,
    THEIR_CAPACITY = PF_MOVE_LIST_CAPACITY
};
enum { TABLE_SIZE = 1 << 14 };

/* A key and the position that had it. */
typedef struct pf_seen {
    bool used;
    uint64_t key;
    pf_position position;
} pf_seen;

typedef struct pf_differential {
    const pf_generator *generator;
    pf_differential_report *report;
    pf_variant variant;
    pf_accept accept;
    pf_castling_style style;
    pf_uci_castling castling;
    pf_random random;
    bool has_flaw;

    /* The game: positions[0] was set, line[i] leads from positions[i] to the next. */
    pf_position positions[PF_DIFFERENTIAL_MAX_PLIES + 1];
    uint64_t keys[PF_DIFFERENTIAL_MAX_PLIES + 1];
    pf_move line[PF_DIFFERENTIAL_MAX_PLIES];
    size_t size;

    pf_seen table[TABLE_SIZE]; /* open addressing; no more is added when it is three quarters full */
    size_t table_used;
} pf_differential;

/* ---- Calls of the generator ---- */

static bool set_position(const pf_differential *run, const pf_position *position, pf_ep_mode ep)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, run->style, ep);
    return run->generator->set(run->generator->board, fen);
}

static bool make(const pf_differential *run, pf_move move)
{
    char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, run->castling);
    return run->generator->make(run->generator->board, uci);
}

static void unmake(const pf_differential *run)
{
    run->generator->unmake(run->generator->board);
}

static uint64_t key_of(const pf_differential *run)
{
    return run->generator->key ? run->generator->key(run->generator->board) : 0;
}

typedef struct pf_their_moves {
    char texts[THEIR_CAPACITY][PF_UCI_SIZE];
    size_t size;
} pf_their_moves;

static void generate(const pf_differential *run, pf_their_moves *moves)
{
    moves->size = run->generator->generate(run->generator->board, moves->texts, THEIR_CAPACITY);
    if (moves->size > THEIR_CAPACITY) moves->size = THEIR_CAPACITY;
    for (size_t i = 0; i < moves->size; i++) moves->texts[i][PF_UCI_SIZE - 1] = '\0';
}

typedef struct pf_found {
    pf_move moves[PF_MOVE_LIST_CAPACITY + THEIR_CAPACITY];
    pf_difference kinds[PF_MOVE_LIST_CAPACITY + THEIR_CAPACITY];
    pf_bug bugs[PF_MOVE_LIST_CAPACITY + THEIR_CAPACITY];
    size_t size;
} pf_found;

static void add_found(pf_found *found, const pf_position *base, const pf_move *line, size_t size, pf_move move,
                      pf_difference kind)
{
    found->moves[found->size] = move;
    found->kinds[found->size] = kind;
    found->bugs[found->size++] = pf_bug_of(base, line, size, move, kind);
}

/* In a variant a list without any move is a separate bug, and after a line one wrong idea of the board may explain all
 * differences. */
static void name_all(pf_found *found, const pf_their_moves *theirs, const pf_position *base, const pf_move *line,
                     size_t size)
{
    if (found->size == 0 || pf_position_variant(base) == PF_VARIANT_STANDARD) return;
    pf_move moves[THEIR_CAPACITY] = {PF_NO_MOVE};
    pf_position position = *base;
    for (size_t i = 0; i < size; i++) pf_position_play_unchecked(&position, line[i]);
    for (size_t i = 0; i < theirs->size; i++) {
        moves[i] = PF_NO_MOVE;
        pf_move_from_uci_any(&moves[i], &position, theirs->texts[i], strlen(theirs->texts[i]), NULL);
    }
    pf_bug bug = pf_bug_of_list_in_variant(base, line, size, moves, (uint32_t)theirs->size, (uint32_t)found->size);
    if (size == 0 && theirs->size == 0) bug = pf_bug_of_silence_in_variant(base);
    for (size_t i = 0; i < found->size && bug != PF_BUG_UNKNOWN; i++) found->bugs[i] = bug;
}

/* Compares the moves that the generator lists now with those of the position, which is base after the line. */
static void compare(const pf_differential *run, pf_found *found, const pf_position *base, const pf_move *line,
                    size_t size, const pf_position *position)
{
    pf_their_moves theirs;
    pf_move_list ours;
    bool seen[PF_MOVE_LIST_CAPACITY] = {false};
    found->size = 0;
    generate(run, &theirs);
    pf_generate_legal(position, &ours);
    for (size_t i = 0; i < theirs.size; i++) {
        pf_move move = PF_NO_MOVE;
        pf_move_from_uci_any(&move, position, theirs.texts[i], strlen(theirs.texts[i]), NULL);
        uint32_t at = 0;
        while (at < ours.size && ours.moves[at] != move) at++;
        if (at == ours.size || seen[at])
            add_found(found, base, line, size, move, PF_EXTRA);
        else
            seen[at] = true;
    }
    for (uint32_t at = 0; at < ours.size; at++)
        if (!seen[at]) add_found(found, base, line, size, ours.moves[at], PF_MISSING);
    name_all(found, &theirs, base, line, size);
}

static bool lists_the_right_moves(const pf_differential *run, const pf_position *position)
{
    pf_found found;
    compare(run, &found, position, NULL, 0, position);
    return found.size == 0;
}

static bool is_right_about(const pf_differential *run, const pf_position *position, const char *text)
{
    pf_move move;
    bool legal = pf_move_from_uci(&move, position, text, strlen(text), NULL) == PF_OK;
    return run->generator->is_legal(run->generator->board, text) == legal;
}

/* Whether the key equals the key of the position when it is set up from a FEN. Generators differ in when they keep the
 * en passant square, so any of the three conventions is accepted. */
static bool is_key_of(const pf_differential *run, const pf_position *position, uint64_t key)
{
    static const pf_ep_mode modes[] = {PF_EP_ALWAYS, PF_EP_PSEUDO, PF_EP_LEGAL};
    for (unsigned i = 0; i < 3; i++)
        if (set_position(run, position, modes[i]) && key_of(run) == key) return true;
    return false;
}

/* ---- Testing a claim on other positions ---- */

typedef struct pf_claim {
    const pf_differential *run;
    pf_flaw flaw;
    pf_bug bug;
    pf_move move;
    char text[PF_UCI_SIZE]; /* PF_FLAW_IS_LEGAL */
    const pf_move *tail;    /* the moves to be made first */
    size_t tail_size;
    pf_position position; /* the position after the tail */
    pf_found found;       /* PF_FLAW_MOVES: of the last position that showed it */
} pf_claim;

static bool has_bug(const pf_found *found, pf_bug bug)
{
    for (size_t i = 0; i < found->size; i++)
        if (bug == PF_BUG_UNKNOWN || found->bugs[i] == bug) return true;
    return false;
}

/* Whether the claim holds at the end of the tail, the generator's current position. */
static bool is_seen(pf_claim *claim, const pf_position *base, const pf_position *position)
{
    const pf_differential *run = claim->run;
    pf_found found;
    switch (claim->flaw) {
    case PF_FLAW_MOVES:
        compare(run, &found, base, claim->tail, claim->tail_size, position);
        if (!has_bug(&found, claim->bug)) return false;
        claim->found = found;
        return true;
    case PF_FLAW_IS_LEGAL: return !is_right_about(run, position, claim->text);
    default: break;
    }
    /* The other flaws concern a move that is made. */
    pf_position after = *position;
    if (pf_position_play(&after, claim->move, NULL) != PF_OK) return false;
    uint64_t key = key_of(run);
    if (claim->flaw == PF_FLAW_UNMAKE && !lists_the_right_moves(run, position)) return false;
    if (!make(run, claim->move)) return claim->flaw == PF_FLAW_MAKE;
    switch (claim->flaw) {
    case PF_FLAW_UNMAKE: unmake(run); return !lists_the_right_moves(run, position);
    case PF_FLAW_KEY_UNMAKE: unmake(run); return key_of(run) != key;
    case PF_FLAW_KEY_MAKE: return !is_key_of(run, &after, key_of(run));
    default: return false;
    }
}

static bool still_shows(void *context, const pf_position *base)
{
    pf_claim *claim = context;
    pf_position position = *base;
    bool is_set = set_position(claim->run, base, PF_EP_ALWAYS);
    if (!is_set || claim->flaw == PF_FLAW_SET) return !is_set && claim->flaw == PF_FLAW_SET;
    for (size_t i = 0; i < claim->tail_size; i++) {
        if (pf_position_play(&position, claim->tail[i], NULL) != PF_OK) return false;
        if (!make(claim->run, claim->tail[i])) return false;
    }
    if (!is_seen(claim, base, &position)) return false;
    claim->position = position;
    return true;
}

/* ---- The report ---- */

static void say_move(pf_text *text, pf_move move, pf_uci_castling castling)
{
    char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, castling);
    pf_text_string(text, uci);
}

static void say_fen(pf_text *text, const char *label, const pf_position *position, pf_castling_style style)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, style, PF_EP_ALWAYS);
    pf_text_string(text, label);
    pf_text_string(text, fen);
}

static void say_explanation(pf_text *text, const char *label, const pf_claim *claim, pf_move move)
{
    pf_explanation explanation;
    pf_explain(&explanation, &claim->position, move, claim->run->castling);
    pf_text_string(text, label);
    pf_text_string(text, explanation.text);
}

/* How many of the wrong moves and of the moves of the line a report shows, so that the rest of it fits. */
enum { SHOWN = 3, SHOWN_PLIES = 100 };
_Static_assert(SHOWN *(PF_EXPLANATION_SIZE + 10) + SHOWN_PLIES * PF_UCI_SIZE + PF_FEN_SIZE + 200 <=
                   PF_DIFFERENTIAL_TEXT_SIZE,
               "a report has room for its longest text");

static void say_moves(pf_text *text, const pf_claim *claim)
{
    const pf_found *found = &claim->found;
    for (size_t i = 0; i < found->size && i < SHOWN; i++)
        say_explanation(text, found->kinds[i] == PF_MISSING ? "\nMissing: " : "\nExtra: ", claim, found->moves[i]);
    if (found->size > SHOWN) {
        pf_text_string(text, "\nand ");
        pf_text_number(text, found->size - SHOWN);
        pf_text_string(text, " more");
    }
}

static void say_flaw(pf_text *text, const pf_claim *claim)
{
    pf_uci_castling castling = claim->run->castling;
    pf_explanation explanation;
    switch (claim->flaw) {
    case PF_FLAW_MOVES: say_moves(text, claim); break;
    case PF_FLAW_IS_LEGAL:
        pf_explain(&explanation, &claim->position, claim->move, castling);
        say_explanation(
            text, explanation.why.reason == PF_WHY_LEGAL ? "\nSaid to be illegal: " : "\nSaid to be legal: ", claim,
            claim->move);
        break;
    case PF_FLAW_MAKE: say_explanation(text, "\nRefused: ", claim, claim->move); break;
    case PF_FLAW_UNMAKE:
        pf_text_string(text, "\nOther moves are listed after ");
        say_move(text, claim->move, castling);
        pf_text_string(text, " was made and taken back");
        break;
    case PF_FLAW_KEY_UNMAKE:
        pf_text_string(text, "\nThe key is another one after ");
        say_move(text, claim->move, castling);
        pf_text_string(text, " was made and taken back");
        break;
    case PF_FLAW_KEY_MAKE:
        pf_text_string(text, "\nThe key after ");
        say_move(text, claim->move, castling);
        pf_text_string(text, " is not the one that the same position has when it is set up");
        break;
    default: break;
    }
    if (claim->flaw == PF_FLAW_MOVES || claim->flaw == PF_FLAW_IS_LEGAL) {
        pf_text_string(text, "\nBug: ");
        pf_text_string(text, pf_bug_name(claim->bug));
    }
}

static pf_text begin_story(pf_differential_report *report, const pf_differential *run)
{
    pf_text text = pf_text_begin(report->text, sizeof report->text);
    pf_text_string(&text, "Flaw:     ");
    pf_text_string(&text, pf_flaw_name(report->flaw));
    say_fen(&text, "\nPosition: ", &report->position, run->style);
    if (report->line_size > 0) pf_text_string(&text, "\nLine:    ");
    for (uint32_t i = 0; i < report->line_size && i < SHOWN_PLIES; i++) {
        pf_text_char(&text, ' ');
        say_move(&text, report->line[i], run->castling);
    }
    if (report->line_size > SHOWN_PLIES) {
        pf_text_string(&text, " and ");
        pf_text_number(&text, report->line_size - SHOWN_PLIES);
        pf_text_string(&text, " more");
    }
    return text;
}

static void fill_report(pf_claim *claim, const pf_position *base)
{
    pf_differential_report *report = claim->run->report;
    if (claim->flaw == PF_FLAW_MOVES) claim->move = claim->found.moves[0];
    report->flaw = claim->flaw;
    report->bug = claim->bug;
    report->move = claim->move;
    report->position = *base;
    report->line_size = (uint32_t)claim->tail_size;
    for (size_t i = 0; i < claim->tail_size; i++) report->line[i] = claim->tail[i];
    pf_text text = begin_story(report, claim->run);
    say_flaw(&text, claim);
    pf_text_end(&text);
}

/* Something is wrong after the whole line. Finds the shortest tail of the line that shows the same flaw, and the
 * smallest position before that tail. A flaw that cannot be reproduced is reported as it was found. */
static void report_flaw(pf_differential *run, pf_flaw flaw, pf_move move, const char *text, const pf_found *found)
{
    pf_claim claim = {.run = run, .flaw = flaw, .move = move};
    run->has_flaw = true;
    if (text) memcpy(claim.text, text, strlen(text) + 1);
    for (size_t tail = 0; tail <= run->size; tail++) {
        pf_position base = run->positions[run->size - tail];
        claim.tail = run->line + (run->size - tail);
        claim.tail_size = tail;
        claim.bug = PF_BUG_UNKNOWN;
        if (!still_shows(&claim, &base)) continue;
        if (flaw == PF_FLAW_MOVES) claim.bug = pf_bug_most_likely(claim.found.bugs, claim.found.size);
        pf_shrink(&base, run->accept, still_shows, &claim);
        if (flaw == PF_FLAW_IS_LEGAL) {
            pf_move_from_uci_any(&claim.move, &claim.position, claim.text, strlen(claim.text), NULL);
            bool legal = pf_move_is_legal(&claim.position, claim.move);
            claim.bug = pf_bug_of(&claim.position, NULL, 0, claim.move, legal ? PF_MISSING : PF_EXTRA);
        }
        fill_report(&claim, &base);
        return;
    }
    claim.tail = run->line;
    claim.tail_size = run->size;
    claim.position = run->positions[run->size];
    claim.bug = PF_BUG_UNMAKE;
    if (found) claim.found = *found;
    fill_report(&claim, &run->positions[0]);
}

static void report_same_key(pf_differential *run, const pf_position *position, const pf_position *other)
{
    pf_differential_report *report = run->report;
    run->has_flaw = true;
    report->flaw = PF_FLAW_KEY_COLLISION;
    report->position = *position;
    pf_text text = begin_story(report, run);
    say_fen(&text, "\nThe same key as ", other, run->style);
    pf_text_end(&text);
}

/* ---- Tests of every position ---- */

static void check_moves(pf_differential *run)
{
    const pf_position *position = &run->positions[run->size];
    pf_found found;
    run->report->positions++;
    compare(run, &found, &run->positions[0], run->line, run->size, position);
    if (found.size > 0) report_flaw(run, PF_FLAW_MOVES, PF_NO_MOVE, NULL, &found);
}

static void probe(pf_differential *run, const char *text)
{
    const pf_position *position = &run->positions[run->size];
    if (run->has_flaw) return;
    run->report->probes++;
    if (is_right_about(run, position, text)) return;
    pf_move move = PF_NO_MOVE;
    pf_move_from_uci_any(&move, position, text, strlen(text), NULL);
    report_flaw(run, PF_FLAW_IS_LEGAL, move, text, NULL);
}

/* A text in the shape of a move: most start at a piece of the side to move, some promote, in Crazyhouse some drop. */
static void make_up_move(pf_differential *run, char uci[PF_UCI_SIZE], bool any_piece)
{
    static const char files[] = "abcdefgh", ranks[] = "12345678", promoted[] = "nbrqk", dropped[] = "PNBRQ";
    const pf_position *board = &run->positions[run->size];
    pf_square from = pf_random_below(&run->random, 64), to = pf_random_below(&run->random, 64);
    while (!any_piece && board->by_colour[board->turn] && !(board->by_colour[board->turn] & pf_bit(from)))
        from = (from + 1) % 64;
    bool promotes = pf_random_below(&run->random, 8) == 0;
    unsigned kinds = run->variant == PF_VARIANT_ANTICHESS ? 5 : 4;
    memset(uci, 0, PF_UCI_SIZE);
    uci[0] = files[pf_square_file(from)];
    uci[1] = ranks[pf_square_rank(from)];
    uci[2] = files[pf_square_file(to)];
    uci[3] = ranks[pf_square_rank(to)];
    if (promotes) uci[4] = promoted[pf_random_below(&run->random, kinds)];
    if (run->variant != PF_VARIANT_CRAZYHOUSE || pf_random_below(&run->random, 2) == 0) return;
    uci[0] = dropped[pf_random_below(&run->random, 5)];
    uci[1] = '@';
    uci[4] = '\0';
}

/* Tests legal moves, moves of earlier positions (such as hash moves and killers) and random moves. */
static void check_probes(pf_differential *run)
{
    enum { EARLIER = 3, MADE_UP = 24 };
    if (!run->generator->is_legal) return;
    for (size_t back = 0; back < EARLIER && back <= run->size; back++) {
        pf_move_list list;
        pf_generate_legal(&run->positions[run->size - back], &list);
        for (uint32_t i = 0; i < list.size; i++) {
            char uci[PF_UCI_SIZE];
            pf_move_to_uci(uci, sizeof uci, list.moves[i], run->castling);
            probe(run, uci);
        }
    }
    for (unsigned i = 0; i < MADE_UP; i++) {
        char uci[PF_UCI_SIZE];
        make_up_move(run, uci, i % 4 == 0);
        probe(run, uci);
    }
}

/* Makes and unmakes every legal move. */
static void check_unmake(pf_differential *run)
{
    const pf_position *position = &run->positions[run->size];
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size && !run->has_flaw; i++) {
        uint64_t key = key_of(run);
        if (!make(run, list.moves[i])) {
            report_flaw(run, PF_FLAW_MAKE, list.moves[i], NULL, NULL);
            return;
        }
        unmake(run);
        if (key_of(run) != key)
            report_flaw(run, PF_FLAW_KEY_UNMAKE, list.moves[i], NULL, NULL);
        else if (!lists_the_right_moves(run, position))
            report_flaw(run, PF_FLAW_UNMAKE, list.moves[i], NULL, NULL);
    }
}

/* Stores the key of the position, unless another position has the same key. An en passant square without a
 * legal capture does not make positions different here, because generators differ in whether they keep it. */
static void check_collision(pf_differential *run, const pf_position *position, uint64_t key)
{
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 50) % TABLE_SIZE;
    for (; run->table[at].used; at = (at + 1) % TABLE_SIZE) {
        if (run->table[at].key != key) continue;
        if (!pf_position_equal(&run->table[at].position, position))
            report_same_key(run, position, &run->table[at].position);
        return;
    }
    if (run->table_used >= TABLE_SIZE / 4 * 3) return;
    run->table[at] = (pf_seen){true, key, *position};
    run->table_used++;
}

/* The same pieces with one other change: a different position must have a different key. */
static void check_change(pf_differential *run, const pf_setup *setup, uint64_t key)
{
    const pf_position *position = &run->positions[0];
    pf_position other;
    if (run->has_flaw) return;
    if (pf_position_from_setup(&other, setup, run->accept, NULL, NULL) != PF_OK) return;
    if (pf_position_equal(&other, position) || !set_position(run, &other, PF_EP_ALWAYS)) return;
    if (key_of(run) == key) report_same_key(run, &other, position);
}

/* Pockets, promoted pieces and checks given are part of it as well. */
static void check_additions_of_key(pf_differential *run, const pf_setup *setup, uint64_t key)
{
    for (unsigned i = 0; i < 10 && run->variant == PF_VARIANT_CRAZYHOUSE; i++) {
        pf_setup changed = *setup;
        pf_setup_set_pocket(&changed, i / 5, i % 5, pf_setup_pocket(setup, i / 5, i % 5) + 1);
        check_change(run, &changed, key);
    }
    for (pf_square square = 0; square < 64 && run->variant == PF_VARIANT_CRAZYHOUSE; square++) {
        pf_setup changed = *setup;
        pf_setup_set_promoted(&changed, pf_setup_promoted(setup) ^ pf_bit(square));
        if (setup->squares[square] != PF_NO_PIECE) check_change(run, &changed, key);
    }
    for (unsigned i = 0; i < 2 && run->variant == PF_VARIANT_THREE_CHECK; i++) {
        pf_setup changed = *setup;
        pf_setup_set_checks_given(&changed, i, pf_setup_checks_given(setup, i) + 1);
        check_change(run, &changed, key);
    }
}

/* The side to move, each castling right and the en passant square are part of the key. */
static void check_parts_of_key(pf_differential *run)
{
    pf_setup setup;
    pf_setup_from_position(&setup, &run->positions[0]);
    uint64_t key = key_of(run);
    pf_setup changed = setup;
    changed.turn ^= 1u;
    changed.ep_square = PF_NO_SQUARE;
    check_change(run, &changed, key);
    changed = setup;
    changed.ep_square = PF_NO_SQUARE;
    check_change(run, &changed, key);
    for (pf_bitboard rights = setup.castling; rights; rights &= rights - 1) {
        changed = setup;
        changed.castling ^= rights & -rights;
        check_change(run, &changed, key);
    }
    check_additions_of_key(run, &setup, key);
}

/* ---- A game ---- */

/* Whether the move is of a kind that is rare or changes much. */
static bool is_special(const pf_position *position, pf_move move)
{
    if (pf_move_kind_of(move) != PF_MOVE_NORMAL) return true;
    switch (pf_position_variant(position)) {
    case PF_VARIANT_CRAZYHOUSE:
        if (pf_move_is_drop(move)) /* a rook dropped in a corner, where it must not castle */
            return pf_move_dropped(move) == PF_ROOK && (pf_bit(pf_move_to(move)) & UINT64_C(0x8100000000000081));
        return (position->by_colour[position->turn ^ 1u] & pf_bit(pf_move_to(move))) != 0;
    case PF_VARIANT_ATOMIC: return (position->by_colour[position->turn ^ 1u] & pf_bit(pf_move_to(move))) != 0;
    case PF_VARIANT_THREE_CHECK: return pf_move_gives_check(position, move);
    default: return false;
    }
}

/* Chooses a legal move at random, preferring castling, promotion, en passant and the special moves of the variant. */
static pf_move choose(pf_differential *run, const pf_position *position, const pf_move_list *list)
{
    pf_move special[PF_MOVE_LIST_CAPACITY];
    unsigned size = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (is_special(position, list->moves[i])) special[size++] = list->moves[i];
    if (size > 0 && pf_random_below(&run->random, 3) == 0) return special[pf_random_below(&run->random, size)];
    return list->moves[pf_random_below(&run->random, list->size)];
}

/* Plays a move with both generators. */
static void advance(pf_differential *run, pf_move move)
{
    if (!make(run, move)) {
        report_flaw(run, PF_FLAW_MAKE, move, NULL, NULL);
        return;
    }
    run->line[run->size] = move;
    run->positions[run->size + 1] = run->positions[run->size];
    pf_position_play_unchecked(&run->positions[run->size + 1], move);
    run->keys[++run->size] = key_of(run);
}

static void play_forward(pf_differential *run, unsigned plies)
{
    for (;;) {
        const pf_position *position = &run->positions[run->size];
        pf_move_list list;
        check_moves(run);
        if (!run->has_flaw) check_probes(run);
        if (!run->has_flaw) check_unmake(run);
        if (run->has_flaw || run->size == plies) return;
        if (pf_generate_legal(position, &list) == 0) return;
        advance(run, choose(run, position, &list));
    }
}

/* Unmakes the whole game and compares every key and every list on the way. */
static void play_backward(pf_differential *run)
{
    for (size_t size = run->size; size > 0 && !run->has_flaw; size--) {
        unmake(run);
        bool same_key = key_of(run) == run->keys[size - 1];
        if (same_key && lists_the_right_moves(run, &run->positions[size - 1])) continue;
        run->size = size - 1;
        report_flaw(run, same_key ? PF_FLAW_UNMAKE : PF_FLAW_KEY_UNMAKE, run->line[size - 1], NULL, NULL);
    }
}

static void check_keys(pf_differential *run)
{
    size_t size = run->size;
    if (!run->generator->key) return;
    for (size_t i = 0; i <= size && !run->has_flaw; i++) {
        check_collision(run, &run->positions[i], run->keys[i]);
        if (run->has_flaw || i == 0 || is_key_of(run, &run->positions[i], run->keys[i])) continue;
        run->size = i - 1;
        report_flaw(run, PF_FLAW_KEY_MAKE, run->line[i - 1], NULL, NULL);
    }
}

static bool begin(pf_differential *run, const pf_position *position)
{
    run->size = 0;
    run->positions[0] = *position;
    if (set_position(run, position, PF_EP_ALWAYS)) return true;
    report_flaw(run, PF_FLAW_SET, PF_NO_MOVE, NULL, NULL);
    return false;
}

/* A small random position of the variant. */
static pf_position random_set_up(pf_differential *run)
{
    if (run->variant != PF_VARIANT_STANDARD) return pf_random_variant_position(&run->random, run->variant, run->accept);
    pf_position position = pf_random_small_position(&run->random, (run->accept & PF_ACCEPT_CHESS960) != 0);
    return position;
}

static pf_position random_start(pf_differential *run)
{
    bool chess960 = (run->accept & PF_ACCEPT_CHESS960) != 0;
    if (run->variant != PF_VARIANT_STANDARD) return pf_random_variant_start(&run->random, run->variant, chess960);
    pf_position position = chess960 ? pf_position_chess960_start(pf_random_below(&run->random, 960))
                                    : pf_position_start();
    return position;
}

/* Plays the special moves of a position of a variant, and compares the moves after each of them. */
static void glance_at_children(pf_differential *run)
{
    pf_move_list list;
    const pf_position base = run->positions[0];
    pf_generate_legal(&base, &list);
    for (uint32_t i = 0; i < list.size && !run->has_flaw; i++) {
        if (!is_special(&base, list.moves[i]) || !begin(run, &base)) continue;
        advance(run, list.moves[i]);
        if (!run->has_flaw) check_moves(run);
    }
}

/* Tests only the moves and the key of a small random position, which reaches many rare cases cheaply. */
static void glance(pf_differential *run)
{
    pf_position position = random_set_up(run);
    if (begin(run, &position)) check_moves(run);
    if (run->generator->key && !run->has_flaw) check_parts_of_key(run);
    if (run->variant != PF_VARIANT_STANDARD && !run->has_flaw) glance_at_children(run);
}

static void play_game(pf_differential *run, uint32_t number, unsigned plies)
{
    bool small = number % 4 != 0;
    pf_position position = small ? random_set_up(run) : random_start(run);
    if (small && plies > SMALL_PLIES) plies = SMALL_PLIES;
    if (!begin(run, &position)) return;
    run->keys[0] = key_of(run);
    play_forward(run, plies);
    if (!run->has_flaw) play_backward(run);
    if (!run->has_flaw) check_keys(run);
    if (!run->has_flaw) run->report->games++;
}

/* ---- The public functions ---- */

const char *pf_flaw_name(pf_flaw flaw)
{
    static const char *const names[] = {
        [PF_FLAW_NONE] = "none",
        [PF_FLAW_SET] = "position refused",
        [PF_FLAW_MOVES] = "wrong moves",
        [PF_FLAW_IS_LEGAL] = "wrong answer about a single move",
        [PF_FLAW_MAKE] = "legal move refused",
        [PF_FLAW_UNMAKE] = "taking a move back does not bring the moves back",
        [PF_FLAW_KEY_UNMAKE] = "taking a move back does not bring the key back",
        [PF_FLAW_KEY_MAKE] = "making a move does not give the key of the position",
        [PF_FLAW_KEY_COLLISION] = "different positions have the same key",
    };
    return (unsigned)flaw < sizeof names / sizeof names[0] ? names[flaw] : "";
}

pf_status pf_differential_run(pf_differential_report *out, const pf_generator *generator,
                              const pf_differential_options *options, pf_error *error)
{
    static const pf_differential_options defaults;
    if (!options) options = &defaults;
    if (!generator->set || !generator->generate || !generator->make || !generator->unmake)
        return pf_fail(error, PF_ERROR_OPTION, 0, "a generator needs set, generate, make and unmake");
    if ((unsigned)options->variant >= PF_VARIANT_COUNT) return pf_fail(error, PF_ERROR_OPTION, 0, "no such variant");
    if (options->plies > PF_DIFFERENTIAL_MAX_PLIES) return pf_fail(error, PF_ERROR_OPTION, 0, "too many plies");

    pf_differential *run = calloc(1, sizeof *run);
    if (!run) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "no memory for the test");
    memset(out, 0, sizeof *out);
    run->generator = generator;
    run->report = out;
    run->variant = options->variant;
    run->accept = options->chess960 ? PF_ACCEPT_CHESS960 : PF_ACCEPT_STRICT;
    run->style = options->chess960 ? PF_CASTLING_SHREDDER : PF_CASTLING_STANDARD;
    run->castling = options->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    run->random.state = options->seed;
    uint32_t games = options->games ? options->games : DEFAULT_GAMES;
    uint32_t plies = options->plies ? options->plies : DEFAULT_PLIES;
    for (uint32_t i = 0; i < games && !run->has_flaw; i++) {
        for (unsigned n = 0; n < GLANCES && !run->has_flaw; n++) glance(run);
        if (!run->has_flaw) play_game(run, i, plies);
    }
    free(run);
    return PF_OK;
}
