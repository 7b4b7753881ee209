/* Writes a PGN file of random legal games, the same on every machine, for measuring readers. Four kinds of games take
 * turns, so that the mix is fixed:
 *
 *     bare       moves and move numbers only
 *     clocks     [%clk] after every move, as servers write it
 *     evals      [%eval] and [%clk] after every move
 *     annotated  comments in words, NAGs, and variations up to three deep
 *
 *     make_pgn BYTES [mixed|bare] >FILE
 *
 * writes games until there are so many bytes, and on standard error what they consist of. */
#include <plyforge.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 20240607;

static uint64_t random_next(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned below(unsigned limit)
{
    return (unsigned)((random_next() >> 32) * limit >> 32);
}

/* What has been written, by kind of text. */
static struct {
    uint64_t bytes, headers, comments, games, plies, variation_plies, variations, nags, comment_count;
} total;

static bool write_out(void *context, const void *text, size_t length)
{
    (void)context;
    total.bytes += length;
    return fwrite(text, 1, length, stdout) == length;
}

static void tag(pf_pgn_writer *writer, const char *name, const char *value)
{
    total.headers += strlen(name) + strlen(value) + 6;
    pf_pgn_write_tag(writer, name, strlen(name), value, strlen(value));
}

static void comment(pf_pgn_writer *writer, const char *text)
{
    total.comments += strlen(text) + 3;
    total.comment_count++;
    pf_pgn_write_comment(writer, text, strlen(text));
}

static void words(pf_pgn_writer *writer)
{
    static const char *const list[] = {"White",  "Black",  "is",       "better", "after", "the",     "exchange",
                                       "of",     "queens", "because",  "pawn",   "on",    "d5",      "and",
                                       "bishop", "cannot", "move",     "but",    "a",     "strong",  "knight",
                                       "to",     "keep",   "pressure", "with",   "tempo", "instead", "equalises"};
    char text[512] = "";
    for (unsigned n = 3 + below(12); n > 0; n--) {
        if (text[0] != '\0') strcat(text, " ");
        strcat(text, list[below(sizeof list / sizeof list[0])]);
    }
    comment(writer, text);
}

static bool random_move(const pf_position *position, pf_move *move)
{
    pf_move_list list;
    if (pf_generate_legal(position, &list) == 0) return false;
    *move = list.moves[below(list.size)];
    return true;
}

/* A line beside the main one; position is the one before the move that it replaces. */
static void variation(pf_pgn_writer *writer, pf_position position, unsigned depth)
{
    pf_move move;
    if (!random_move(&position, &move)) return;
    total.variations++;
    pf_pgn_write_begin_variation(writer);
    for (unsigned n = 2 + below(6); n > 0 && random_move(&position, &move); n--) {
        pf_position before = position;
        pf_pgn_write_move(writer, move);
        total.variation_plies++;
        pf_position_play_unchecked(&position, move);
        if (depth < 3 && below(12) == 0) variation(writer, before, depth + 1);
    }
    if (below(2) == 0) words(writer);
    pf_pgn_write_end_variation(writer);
}

enum { MAX_PLIES = 120 };

enum kind { BARE, CLOCKS, EVALS, ANNOTATED };

static void clocks(pf_pgn_writer *writer, enum kind kind, unsigned seconds, unsigned ply)
{
    char text[64];
    int eval = (int)below(400) - 200;
    int length = 0;
    if (kind == EVALS)
        length = snprintf(text, sizeof text, "[%%eval %s%d.%02d] ", eval < 0 ? "-" : "", abs(eval) / 100,
                          abs(eval) % 100);
    unsigned left = seconds > ply ? seconds - ply : 0;
    snprintf(text + length, sizeof text - (size_t)length, "[%%clk %u:%02u:%02u]", left / 3600, left / 60 % 60,
             left % 60);
    comment(writer, text);
}

static void game(pf_pgn_writer *writer, uint64_t number, enum kind kind)
{
    static const pf_result results[] = {PF_RESULT_WHITE_WINS, PF_RESULT_BLACK_WINS, PF_RESULT_DRAW};
    pf_move moves[MAX_PLIES];
    unsigned wanted = 40 + below(MAX_PLIES - 39);
    unsigned plies = 0;
    pf_position position = pf_position_start();
    while (plies < wanted && random_move(&position, &moves[plies]))
        pf_position_play_unchecked(&position, moves[plies++]);

    /* Mate and stalemate decide; otherwise one side resigns or both agree to a draw. */
    pf_result result = results[below(3)];
    if (!pf_any_legal(&position))
        result = pf_position_checkers(&position) == 0 ? PF_RESULT_DRAW : results[position.turn == PF_WHITE];
    char text[64];
    tag(writer, "Event", "Rated Blitz game");
    snprintf(text, sizeof text, "https://example.org/%08" PRIx64, random_next() >> 32);
    tag(writer, "Site", text);
    snprintf(text, sizeof text, "2024.%02u.%02u", 1 + below(12), 1 + below(28));
    tag(writer, "Date", text);
    snprintf(text, sizeof text, "%" PRIu64, number % 11 + 1);
    tag(writer, "Round", text);
    snprintf(text, sizeof text, "Player%u", below(100000));
    tag(writer, "White", text);
    snprintf(text, sizeof text, "Player%u", below(100000));
    tag(writer, "Black", text);
    tag(writer, "Result", pf_result_text(result));
    snprintf(text, sizeof text, "%u", 1200 + below(1500));
    tag(writer, "WhiteElo", text);
    snprintf(text, sizeof text, "%u", 1200 + below(1500));
    tag(writer, "BlackElo", text);
    tag(writer, "TimeControl", "300+3");
    tag(writer, "Termination", "Normal");

    position = pf_position_start();
    pf_pgn_write_start(writer, &position);
    for (unsigned ply = 0; ply < plies; ply++) {
        pf_position before = position;
        pf_pgn_write_move(writer, moves[ply]);
        total.plies++;
        pf_position_play_unchecked(&position, moves[ply]);
        if (kind == CLOCKS || kind == EVALS) clocks(writer, kind, 600, ply);
        if (kind == ANNOTATED) {
            if (below(8) == 0) pf_pgn_write_nag(writer, 1 + below(6)), total.nags++;
            if (below(6) == 0) words(writer);
            if (below(10) == 0) variation(writer, before, 1);
        }
    }
    pf_pgn_write_end(writer, result);
    total.games++;
}

int main(int argc, char **argv)
{
    char *rest = NULL;
    unsigned long long size = argc >= 2 ? strtoull(argv[1], &rest, 10) : 0;
    bool bare = argc == 3 && strcmp(argv[2], "bare") == 0;
    if (argc < 2 || argc > 3 || *rest != '\0' || size == 0 || (argc == 3 && !bare && strcmp(argv[2], "mixed") != 0)) {
        fprintf(stderr, "usage: make_pgn BYTES [mixed|bare] >FILE\n");
        return 2;
    }
    pf_pgn_writer *writer = pf_pgn_writer_create(write_out, NULL);
    if (writer == NULL) return 1;
    for (uint64_t number = 0; total.bytes < size; number++) game(writer, number, bare ? BARE : (enum kind)(number % 4));
    pf_pgn_writer_destroy(writer);
    if (fclose(stdout) != 0) {
        perror("make_pgn");
        return 1;
    }

    double plies = (double)(total.plies + total.variation_plies);
    double moves = (double)(total.bytes - total.headers - total.comments);
    fprintf(stderr,
            "%s: %" PRIu64 " bytes, %" PRIu64 " games, %" PRIu64 " plies and %" PRIu64 " in %" PRIu64
            " variations, %" PRIu64 " comments, %" PRIu64 " NAGs\n",
            bare ? "bare" : "mixed", total.bytes, total.games, total.plies, total.variation_plies, total.variations,
            total.comment_count, total.nags);
    fprintf(stderr, "bytes per ply: %.2f movetext, %.2f comments, %.2f headers\n", moves / plies,
            (double)total.comments / plies, (double)total.headers / plies);
    return 0;
}
