/* A file of games read by the program with several threads: however it is compressed, into whatever frames it is cut,
 * and whatever the sizes of pieces, the games, their order, places and messages are those that one thread finds in the
 * plain text. The first bytes choose; the rest is the text. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include "fuzz.h"
#include "pgn/pgn.h"

#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

enum { CHOICES = 4, REPEATS = 12 };

/* Everything that was read, with places in the whole input. */
struct report {
    struct text text, faults;
    struct pgn_sums sums;
    uint64_t games, lines;
    const char *mapped;
    const struct pgn_options *options;
    struct parquet_codec *codec;
    enum pgn_task task;
};

static void note(struct report *report, struct pgn_answer *answer, uint64_t begin)
{
    char line[400];
    uint64_t lines = report->mapped ? count_line_ends(report->mapped, (size_t)begin) : report->lines;
    /* Notes for a table have pointers; its rows are made and dropped. */
    if (report->task == PGN_ROWS)
        pgn_answer_make_rows(answer, report->options->table, report->codec);
    else
        text_add(&report->text, answer->output.bytes, answer->output.length);
    for (size_t i = 0; i < answer->broken_size; i++) {
        const struct pgn_broken *broken = &answer->broken[i];
        snprintf(line, sizeof line, "%d %llu %llu %llu %s\n", broken->is_warning,
                 (unsigned long long)(report->games + broken->game), (unsigned long long)(begin + broken->offset),
                 (unsigned long long)(lines + broken->line), broken->message);
        text_add_string(&report->faults, line);
    }
    pgn_sums_add(&report->sums, &answer->sums);
    report->games += answer->games_read;
}

static void on_answer(void *context, struct pgn_answer *answer, const struct pgn_piece *piece)
{
    struct report *report = context;
    note(report, answer, piece->offset);
    report->lines += answer->line_ends;
}

static void read_long(void *context, struct pgn_pieces *pieces, const struct pgn_piece *piece)
{
    struct report *report = context;
    struct pgn_answer answer = {0};
    struct pgn_worker worker;
    pgn_worker_begin(&worker, report->options);
    worker.pieces = pieces;
    REQUIRE(pf_pgn_reader_from_stream(worker.reader, pgn_pieces_read_long, pieces) == PF_OK);
    while (pgn_read_one(&worker, &answer, report->task, report->options, NULL)) continue;
    note(report, &answer, piece->offset);
    report->lines += pgn_pieces_line_ends(pieces);
    pgn_answer_free(&answer);
    pgn_worker_end(&worker);
}

static void read_file(struct report *report, int file, unsigned threads, const struct pgn_piece_sizes *sizes,
                      const struct pgn_options *given)
{
    struct pgn_options options = *given;
    struct pgn_input games;
    char name[40];
    options.threads = threads;
    report->options = &options;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    REQUIRE(pgn_input_open(&games, name));
    report->mapped = games.text;
    struct pgn_pieces *pieces = pgn_pieces_create(&games, threads, sizes);
    REQUIRE(pieces);
    pgn_read_pieces(pieces, report->task, &options, &(struct pgn_takers){on_answer, read_long, report});
    REQUIRE(pgn_pieces_error(pieces) == NULL && !pgn_pieces_was_cut(pieces));
    pgn_pieces_destroy(pieces);
    REQUIRE(pgn_input_close(&games));
}

static int file_of(const char *text, size_t size)
{
    int file = memfd_create("games", MFD_CLOEXEC);
    REQUIRE(file >= 0 && write(file, text, size) == (ssize_t)size);
    return file;
}

/* The text in frames of so many bytes, some of them behind a frame that is skipped and lies about sizes. */
static int compressed_file_of(const char *text, size_t size, size_t frame)
{
    static const char skipped[] = "\x50\x2a\x4d\x18\x04\0\0\0\xff\xff\xff\x7f";
    struct text out = {0};
    for (size_t at = 0; at < size; at += frame) {
        size_t length = size - at < frame ? size - at : frame;
        if (at / frame % 3 != 1) text_add(&out, skipped, sizeof skipped - 1);
        text_reserve(&out, ZSTD_compressBound(length));
        out.length += ZSTD_compress(out.bytes + out.length, ZSTD_compressBound(length), text + at, length, 1);
    }
    int file = file_of(out.bytes, out.length);
    free(out.bytes);
    return file;
}

static void require_same_reports(const struct report *a, const struct report *b)
{
    REQUIRE(memcmp(&a->sums, &b->sums, sizeof a->sums) == 0);
    REQUIRE(a->games == b->games && a->text.length == b->text.length);
    REQUIRE(a->text.length == 0 || memcmp(a->text.bytes, b->text.bytes, a->text.length) == 0);
    REQUIRE(a->faults.length == b->faults.length);
    REQUIRE(a->faults.length == 0 || memcmp(a->faults.bytes, b->faults.bytes, a->faults.length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum pgn_task tasks[] = {PGN_SUM, PGN_MOVES, PGN_HEADERS, PGN_SKIM, PGN_EPD, PGN_WRITE, PGN_ROWS};
    static const size_t frames[] = {7, 64, 300, 1000, 4096, 20000};
    if (size <= CHOICES || size > 1 << 16) return 0;
    /* More than one piece, even if the input is a game. */
    struct text text = {0};
    for (unsigned i = 0; i < REPEATS; i++) text_add(&text, (const char *)data + CHOICES, size - CHOICES);
    if ((unsigned char)text.bytes[0] >= 0xfe) text.bytes[0] = ' '; /* UTF-16 and other formats are refused */
    text.bytes[0] = text.bytes[0] == '(' || text.bytes[0] == 'P' || text.bytes[0] == '\x1f' ? ' ' : text.bytes[0];
    enum pgn_task task = tasks[data[0] % (sizeof tasks / sizeof tasks[0])];
    struct pgn_options options = {.filter = FILTER_DEFAULTS, .strict = data[0] & 128};
    options.moves = task == PGN_MOVES ? MOVES_UCI : MOVES_NONE;
    options.write = task == PGN_WRITE;
    struct game_table *table = task == PGN_ROWS ? game_table_create(NULL, data[1] & 2, false) : NULL;
    struct parquet_codec *codec = table_codec_create();
    options.table = table;
    struct pgn_piece_sizes sizes = {.piece = 600 + 16 * (size_t)data[1], .step = 700 + 8 * (size_t)data[2]};
    sizes.is_steady = data[1] & 1;
    sizes.longest = sizes.piece + sizes.step + 64 * (size_t)data[3];
    sizes.slot = (struct pgn_slot_sizes){.run = 1 + 100 * (size_t)(data[2] % 8), .text = 1000 + 200 * (size_t)data[0]};
    size_t frame = frames[data[3] % (sizeof frames / sizeof frames[0])];

    struct report alone = {.task = task, .codec = codec}, plain = alone, packed = alone, single = alone;
    struct pgn_piece_sizes whole = {.piece = 1 << 24, .step = 1 << 16, .longest = 1 << 25, .slot = {1, 1}};
    int file = file_of(text.bytes, text.length);
    int frames_file = compressed_file_of(text.bytes, text.length, frame);
    int frame_file = compressed_file_of(text.bytes, text.length, text.length);
    read_file(&alone, file, 1, &whole, &options);
    read_file(&plain, file, 3, &sizes, &options);
    read_file(&packed, frames_file, 1 + data[1] % 4, &sizes, &options);
    read_file(&single, frame_file, 2 + data[2] % 2, &sizes, &options);
    require_same_reports(&alone, &plain);
    require_same_reports(&alone, &packed);
    require_same_reports(&alone, &single);
    struct report *reports[] = {&alone, &plain, &packed, &single};
    for (unsigned i = 0; i < 4; i++) {
        free(reports[i]->text.bytes);
        free(reports[i]->faults.bytes);
    }
    close(file);
    close(frames_file);
    close(frame_file);
    free(text.bytes);
    table_codec_destroy(codec);
    game_table_destroy(table);
    return 0;
}
