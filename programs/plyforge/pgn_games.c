/* Reading games into an answer: sums, or the text that was asked for. */
#include "json.h"
#include "pgn.h"

#include <stdlib.h>
#include <string.h>

enum { MUCH_OUTPUT = 1 << 18 };

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length > text->capacity) {
        text->capacity = 2 * (text->length + length) + 4096;
        text->bytes = realloc(text->bytes, text->capacity);
        if (text->bytes == NULL) fail("not enough memory");
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void pgn_sums_add(struct pgn_sums *sums, const struct pgn_sums *more)
{
    sums->games += more->games;
    sums->tags += more->tags;
    sums->plies += more->plies;
    sums->variation_plies += more->variation_plies;
    sums->variations += more->variations;
    sums->comments += more->comments;
    sums->nags += more->nags;
    sums->warnings += more->warnings;
    for (unsigned i = 0; i < 5; i++) sums->results[i] += more->results[i];
}

void pgn_answer_clear(struct pgn_answer *answer)
{
    answer->sums = (struct pgn_sums){0};
    answer->broken_size = 0;
    answer->output.length = 0;
}

void pgn_answer_free(struct pgn_answer *answer)
{
    free(answer->broken);
    free(answer->output.bytes);
}

pf_pgn_reader *pgn_create_reader(const struct pgn_options *options)
{
    pf_pgn_reader *reader = pf_pgn_reader_create();
    if (reader == NULL) fail("not enough memory");
    pf_pgn_reader_set_mode(reader, options->strict ? PF_PGN_STRICT : PF_PGN_TOLERANT);
    pf_pgn_reader_accept_variants(reader, options->variant);
    return reader;
}

static struct pgn_broken *add_broken(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error)
{
    if (answer->broken_size == answer->broken_capacity) {
        answer->broken_capacity = 2 * answer->broken_capacity + 16;
        answer->broken = realloc(answer->broken, answer->broken_capacity * sizeof *answer->broken);
        if (answer->broken == NULL) fail("not enough memory");
    }
    struct pgn_broken *broken = &answer->broken[answer->broken_size++];
    broken->game = answer->sums.games;
    broken->offset = offset;
    broken->line = line;
    broken->is_warning = false;
    broken->object_end = 0;
    memcpy(broken->message, error->message, sizeof broken->message);
    return broken;
}

static void add_warning(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error)
{
    add_broken(answer, offset, line, error)->is_warning = true;
}

/* The warnings of a game that was read as a summary, and how many more there were. */
static void add_warnings(struct pgn_answer *answer, const pf_pgn_reader *reader, uint32_t count)
{
    const pf_pgn_warning *last = NULL, *warning;
    uint32_t kept = 0;
    for (; (warning = pf_pgn_reader_warning(reader, kept)) != NULL; kept++) {
        add_warning(answer, warning->offset, warning->line, &warning->error);
        last = warning;
    }
    answer->sums.warnings += count;
    if (last == NULL || kept == count) return;
    pf_error more = {0};
    snprintf(more.message, sizeof more.message, "%u more warnings in this game", (unsigned)(count - kept));
    add_warning(answer, last->offset, last->line, &more);
}

static bool sum_up(pf_pgn_reader *reader, struct pgn_answer *answer)
{
    pf_pgn_summary summary;
    if (!pf_pgn_read_game(reader, &summary)) return false;
    struct pgn_sums *sums = &answer->sums;
    sums->tags += summary.tags;
    sums->plies += summary.plies;
    sums->variation_plies += summary.variation_plies;
    sums->variations += summary.variations;
    sums->comments += summary.comments;
    sums->nags += summary.nags;
    if (summary.warnings > 0) add_warnings(answer, reader, summary.warnings);
    if (summary.broken)
        add_broken(answer, summary.error_offset, summary.line, &summary.error);
    else
        sums->results[summary.result]++;
    answer->has_end = summary.result != PF_RESULT_NOT_GIVEN;
    sums->games++;
    return true;
}

static void add_tag(struct text *output, const pf_pgn_event *event)
{
    text_add_string(output, "[");
    text_add(output, event->name, event->name_length);
    text_add_string(output, " \"");
    text_add(output, event->text, event->length);
    text_add_string(output, "\"]\n");
}

static pf_uci_castling castling_of_game(const pf_pgn_reader *reader, const struct pgn_options *options)
{
    return uci_castling(options->chess960 || options->castling == CASTLING_MOVES_CHESS960 ||
                        (options->castling == CASTLING_MOVES_AUTO && pf_pgn_is_chess960(reader)));
}

static void write_game_move(char text[PF_SAN_SIZE], const pf_variant_position *before, pf_move move,
                            pf_uci_castling castling, const struct pgn_options *options)
{
    if (options->moves == MOVES_SAN)
        pf_variant_move_to_san(text, PF_SAN_SIZE, before, move, PF_SAN_LETTERS);
    else
        pf_move_to_uci(text, PF_SAN_SIZE, move, castling);
}

/* The fields of the FEN before the clocks: four, and in Three-check a fifth with the checks. */
static void add_position(struct text *output, const pf_variant_position *position)
{
    char fen[PF_VARIANT_FEN_SIZE];
    pf_variant_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    unsigned fields = 0, wanted = position->variant == PF_VARIANT_THREE_CHECK ? 5 : 4;
    size_t length = 0;
    while (fen[length] != '\0' && (fen[length] != ' ' || ++fields < wanted)) length++;
    text_add(output, fen, length);
    text_add_string(output, "\n");
}

/* Ends the object of a game. The place of its error is added when it is printed: lines are counted only then. */
static void end_object(struct json_game *game, const pf_pgn_event *end, struct text *output, struct pgn_broken *broken)
{
    json_game_end(game, end, output);
    if (broken != NULL) broken->object_end = output->length - 2;
}

bool pgn_read_one(pf_pgn_reader *reader, struct pgn_answer *answer, enum pgn_task task,
                  const struct pgn_options *options, void (*flush)(struct text *output))
{
    if (task == PGN_SUM) return sum_up(reader, answer);

    struct text *output = &answer->output;
    struct json_game *game = options->json && task != PGN_SKIM ? json_game_begin(options) : NULL;
    pf_variant_position position = {0}; /* before the move that comes next */
    pf_uci_castling castling = PF_UCI_KING_STEP;
    bool first = true;
    struct pgn_broken *broken = NULL;
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        switch (event.type) {
        case PF_PGN_TAG:
            if (game != NULL)
                json_game_tag(game, &event);
            else if (task == PGN_HEADERS)
                add_tag(output, &event);
            break;
        case PF_PGN_MOVETEXT:
            if (task == PGN_HEADERS) {
                pf_pgn_skip_game(reader);
                break;
            }
            position = *pf_pgn_variant_position(reader);
            if (task == PGN_MOVES) castling = castling_of_game(reader, options);
            if (game != NULL)
                json_game_position(game, &position);
            else if (task == PGN_EPD)
                add_position(output, &position);
            break;
        case PF_PGN_MOVE:
            answer->sums.plies++;
            if (task == PGN_MOVES) {
                char move[PF_SAN_SIZE];
                write_game_move(move, &position, event.move, castling, options);
                if (game == NULL && !first) text_add_string(output, " ");
                if (game != NULL)
                    json_game_move(game, move);
                else
                    text_add_string(output, move);
            }
            first = false;
            position = *pf_pgn_variant_position(reader);
            if (game != NULL)
                json_game_position(game, &position);
            else if (task == PGN_EPD)
                add_position(output, &position);
            if (flush != NULL && game == NULL && output->length > MUCH_OUTPUT) flush(output);
            break;
        case PF_PGN_BEGIN_VARIATION: pf_pgn_skip_variation(reader); break;
        case PF_PGN_ERROR:
            broken = add_broken(answer, event.offset, event.line, &event.error);
            if (game != NULL) json_game_error(game, event.error.message);
            break;
        case PF_PGN_WARNING: add_warning(answer, event.offset, event.line, &event.error); break;
        case PF_PGN_GAME_END:
            if (game != NULL)
                end_object(game, &event, output, options->headers ? NULL : broken);
            else if (task == PGN_MOVES || task == PGN_HEADERS)
                text_add_string(output, "\n");
            answer->sums.tags += event.tags;
            answer->sums.warnings += event.warnings;
            if (!event.broken) answer->sums.results[event.result]++;
            answer->has_end = event.result != PF_RESULT_NOT_GIVEN;
            answer->sums.games++;
            return true;
        case PF_PGN_GAME:
            if (task == PGN_SKIM) pf_pgn_skip_game(reader);
            break;
        case PF_PGN_END:
        case PF_PGN_NAG:
        case PF_PGN_COMMENT:
        case PF_PGN_END_VARIATION: break;
        }
    }
    if (game != NULL) json_game_end(game, NULL, NULL);
    return false;
}
