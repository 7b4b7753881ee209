/* From games to training records: which positions of a game are taken, and with which score and result. */
#include "pgn/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The position before the next move of a game, and the records taken from the game so far. */
struct game {
    struct pgn_worker *worker;
    const struct train_options *options;
    pf_position position;
    int16_t score; /* of the position, for the side to move */
    pf_result result_by_tag;
    uint64_t moves_hash;
    uint32_t plies;
    size_t size;  /* records, in the worker's memory */
    bool is_over; /* a null move has ended the usable part */
};

/* The evaluation that follows a move is that of the position after it. */
static void take_score(struct game *game, const pf_pgn_commands *commands)
{
    int32_t score = commands->eval;
    if (commands->eval_kind == PF_PGN_EVAL_NONE) return;
    if (commands->eval_kind == PF_PGN_EVAL_MATE) {
        if (score == 0) return; /* "#0" means that the game is over, but here a move follows */
        int32_t moves = score < 0 ? -(score + 1) : score - 1; /* one less, so that INT32_MIN does no harm */
        if (moves > 900) moves = 900;
        score = score < 0 ? -(PF_TRAIN_MATE - 1 - moves) : PF_TRAIN_MATE - 1 - moves;
    } else if (score > PF_TRAIN_MAX_SCORE || score < -PF_TRAIN_MAX_SCORE) {
        score = score < 0 ? -PF_TRAIN_MAX_SCORE : PF_TRAIN_MAX_SCORE;
    }
    game->score = (int16_t)(game->position.turn == PF_WHITE ? score : -score);
}

static bool is_capture_or_promotion(const pf_position *position, pf_move move)
{
    pf_move_kind kind = pf_move_kind_of(move);
    if (kind == PF_MOVE_CASTLING) return false;
    return kind != PF_MOVE_NORMAL || pf_position_piece_at(position, pf_move_to(move)) != PF_NO_PIECE;
}

static bool is_wanted(const struct game *game, pf_move move)
{
    const struct train_options *options = game->options;
    bool has_score = game->score != PF_TRAIN_NO_SCORE;
    unsigned size = (unsigned)(game->score < 0 ? -game->score : game->score);
    if (game->plies < options->skip_plies) return false;
    if (!has_score && (options->scored || options->format == PF_TRAIN_PLAIN)) return false;
    if (has_score && (size < options->min_score || size > options->max_score)) return false;
    if (options->no_checks && pf_position_checkers(&game->position) != 0) return false;
    return !options->no_captures || !is_capture_or_promotion(&game->position, move);
}

static pf_train_record *add_record(struct game *game)
{
    struct pgn_worker *worker = game->worker;
    if (game->size == worker->record_capacity) {
        worker->record_capacity = 2 * worker->record_capacity + 256;
        worker->records = resized(worker->records, worker->record_capacity, sizeof *worker->records);
    }
    return &worker->records[game->size++];
}

static void on_move(struct game *game, pf_move move)
{
    if (move == PF_NO_MOVE) game->is_over = true; /* what follows was not played */
    if (game->is_over) return;
    if (is_wanted(game, move))
        *add_record(game) = (pf_train_record){
            .position = game->position, .move = move, .score = game->score, .ply = pf_train_ply(&game->position)};
    pf_position_play_unchecked(&game->position, move);
    game->moves_hash = (game->moves_hash ^ move) * UINT64_C(0x9e3779b97f4a7c15);
    game->moves_hash ^= game->moves_hash >> 32;
    game->score = PF_TRAIN_NO_SCORE;
    game->plies++;
}

/* ---- The end of a game ---- */

/* Marsaglia's xorshift; the state is never 0. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545f4914f6cdd1d) >> 32;
}

/* Keeps this many of the records, in their order. The choice depends only on the seed and the moves of the game, so it
 * is the same for any number of threads. */
static void choose(struct game *game, size_t wanted)
{
    pf_train_record *records = game->worker->records;
    uint64_t state = (game->options->seed * UINT64_C(0x9e3779b97f4a7c15)) ^ game->moves_hash;
    if (state == 0) state = 1;
    size_t kept = 0;
    for (size_t i = 0; kept < wanted && i < game->size; i++)
        if (next_random(&state) % (game->size - i) < wanted - kept) records[kept++] = records[i];
    if (game->size > wanted) game->size = wanted;
}

static int8_t result_for(pf_result result, pf_colour turn)
{
    if (result == PF_RESULT_DRAW) return 0;
    return (result == PF_RESULT_WHITE_WINS) == (turn == PF_WHITE) ? 1 : -1;
}

static void print_record(struct pgn_answer *answer, const pf_train_record *record, const struct train_options *options)
{
    uint8_t bytes[PF_TRAIN_RECORD_SIZE];
    size_t begin = answer->output.length;
    pf_train_to_bytes(bytes, record);
    if (options->format == PF_TRAIN_PLAIN) {
        char text[PF_TRAIN_PLAIN_SIZE];
        text_add(&answer->output, text, pf_train_to_plain(text, sizeof text, record));
    } else {
        text_add(&answer->output, (const char *)bytes, sizeof bytes);
    }
    answer->sums.records++;
    if (!options->unique) return;
    struct pgn_entry *entry = pgn_answer_add_entry(answer);
    *entry = (struct pgn_entry){.begin = begin, .end = answer->output.length, .sums = {.records = 1}};
    game_hash_bytes(entry->moves, bytes, sizeof(pf_packed));
}

static void end_game(struct game *game, struct pgn_answer *answer, const pf_pgn_event *event)
{
    const struct train_options *options = game->options;
    pf_result result = event->result;
    if (result == PF_RESULT_NOT_GIVEN && options->pgn.filter.fallback_result) result = game->result_by_tag;
    answer->sums.games++;
    answer->games_read++;
    answer->has_end = event->result != PF_RESULT_NOT_GIVEN;
    if (event->broken) return;
    answer->sums.results[result]++;
    if (result == PF_RESULT_UNDECIDED || result == PF_RESULT_NOT_GIVEN) return;
    answer->sums.plies += game->plies;
    if (options->per_game > 0) choose(game, options->per_game);
    for (size_t i = 0; i < game->size; i++) {
        pf_train_record *record = &game->worker->records[i];
        record->result = result_for(result, record->position.turn);
        print_record(answer, record, options);
    }
}

/* Reports a game that cannot be read; if its variant is the reason, names the variants that can be. */
static void add_broken(struct pgn_answer *answer, const pf_pgn_event *event)
{
    static const char unsupported[] = "unsupported variant ";
    pf_error error = event->error;
    if (strncmp(error.message, unsupported, sizeof unsupported - 1) == 0)
        snprintf(error.message, sizeof error.message, "train takes standard chess and Chess960 only, not %.60s",
                 event->error.message + sizeof unsupported - 1);
    pgn_add_broken(answer, event->offset, event->line, &error);
}

bool train_read_game(struct pgn_worker *worker, struct pgn_answer *answer, const struct train_options *options)
{
    struct game game = {.worker = worker, .options = options, .result_by_tag = PF_RESULT_NOT_GIVEN};
    pf_pgn_event event, fault;
    game.score = PF_TRAIN_NO_SCORE;
    while (pf_pgn_next(worker->reader, &event) != PF_PGN_END) {
        switch (event.type) {
        case PF_PGN_TAG:
            if (event.name_length == 6 && memcmp(event.name, "Result", 6) == 0)
                pf_result_from_text(&game.result_by_tag, event.text, event.length);
            break;
        case PF_PGN_MOVETEXT: game.position = *pf_pgn_position(worker->reader); break;
        case PF_PGN_MOVE: on_move(&game, event.move); break;
        case PF_PGN_COMMENT: take_score(&game, &event.commands); break;
        case PF_PGN_BEGIN_VARIATION: pf_pgn_skip_variation(worker->reader); break;
        case PF_PGN_ERROR: add_broken(answer, &event); break;
        case PF_PGN_WARNING: pgn_add_warning(answer, event.offset, event.line, &event.error); break;
        case PF_PGN_GAME_END:
            if (event.result == PF_RESULT_NOT_GIVEN && !event.broken && pgn_is_cut_off(worker, &fault)) {
                add_broken(answer, &fault);
                event.broken = true;
            }
            end_game(&game, answer, &event);
            return true;
        default: break;
        }
    }
    return false;
}
