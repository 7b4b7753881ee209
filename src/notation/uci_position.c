/* The UCI command "position": first the whole line is read and checked, then the game is set up, so that a line with an
 * error changes nothing. */
#include <plyforge/fen.h>
#include <plyforge/play.h>
#include <plyforge/uci.h>

#include "base/text.h"
#include "rules/game.h"

/* A text that is read word by word. */
typedef struct pf_words {
    const char *text;
    size_t length;
    size_t at, size; /* the current word; size 0 at the end */
} pf_words;

static bool next_word(pf_words *words)
{
    size_t at = words->at + words->size;
    while (at < words->length && pf_is_blank(words->text[at])) at++;
    size_t end = at;
    while (end < words->length && !pf_is_blank(words->text[end])) end++;
    words->at = at;
    words->size = end - at;
    return words->size > 0;
}

static bool is_word(const pf_words *words, const char *name)
{
    for (size_t i = 0; i < words->size; i++)
        if (name[i] == '\0' || name[i] != words->text[words->at + i]) return false; /* the text may contain NUL */
    return words->size > 0 && name[words->size] == '\0';
}

/* Adds the place of the text in the line to the offset of an error in that text. */
static pf_status fail_at(pf_error *error, pf_status status, size_t at)
{
    if (error) error->offset += (uint32_t)at;
    return status;
}

/* Reads what comes before the moves; the current word is then "moves", or there is none. */
static pf_status read_start(pf_position *out, pf_words *words, pf_accept accept, pf_problems *problems, pf_error *error)
{
    static const char shape[] = "expected 'position startpos' or 'position fen' and a FEN";
    if (next_word(words) && is_word(words, "position")) next_word(words);
    if (is_word(words, "startpos")) {
        *out = pf_variant_start(pf_accept_variant_of(accept));
        if (pf_position_variant(out) != pf_accept_variant_of(accept))
            return pf_fail(error, PF_ERROR_UNSUPPORTED, words->at, "there is no such variant in this library");
        if (problems) *problems = 0;
        if (!next_word(words) || is_word(words, "moves")) return PF_OK;
        return pf_fail(error, PF_ERROR_UCI, words->at, "expected 'moves' after 'startpos'");
    }
    if (!is_word(words, "fen")) return pf_fail(error, PF_ERROR_UCI, words->at, shape);
    if (!next_word(words) || is_word(words, "moves"))
        return pf_fail(error, PF_ERROR_UCI, words->at, "the FEN is missing");
    size_t at = words->at, end = at;
    while (words->size > 0 && !is_word(words, "moves")) {
        end = words->at + words->size;
        next_word(words);
    }
    pf_status status = pf_position_from_fen(out, words->text + at, end - at, accept, problems, error);
    return status == PF_OK ? PF_OK : fail_at(error, status, at);
}

static pf_status read_move(pf_move *out, const pf_position *position, const pf_words *words, pf_error *error)
{
    pf_status status = pf_move_from_uci(out, position, words->text + words->at, words->size, error);
    return status == PF_OK ? PF_OK : fail_at(error, status, words->at);
}

pf_status pf_game_from_uci(pf_game *game, const char *text, size_t length, pf_accept accept, pf_problems *problems,
                           pf_error *error)
{
    pf_words words = {text, length, 0, 0};
    pf_position start;
    pf_move move;
    size_t plies = 0;
    pf_status status = read_start(&start, &words, accept, problems, error);
    if (status != PF_OK) return status;
    const pf_words before_moves = words;
    pf_position position = start;
    while (next_word(&words)) {
        status = read_move(&move, &position, &words, error);
        if (status != PF_OK) return status;
        pf_position_play_unchecked(&position, move);
        plies++;
    }
    if (!pf_game_reserve(game, plies))
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "there is no room for all moves of the game");

    pf_game_restart(game, &start);
    for (words = before_moves; next_word(&words);) {
        read_move(&move, pf_game_position(game), &words, NULL);
        pf_game_play_unchecked(game, move);
    }
    return PF_OK;
}
