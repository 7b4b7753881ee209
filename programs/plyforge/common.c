/* The helpers that several commands need: complaints, numbers, positions from the command line, time.
 * What only one command needs lives in that command's file. */
#include "common.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void make_printable(char *line)
{
    for (; *line != '\0'; line++)
        if (iscntrl((unsigned char)*line)) *line = '?';
}

static void print_complaint(const char *format, va_list arguments)
{
    char line[2 * LINE_SIZE];
    vsnprintf(line, sizeof line, format, arguments);
    make_printable(line);
    fflush(stdout);
    fprintf(stderr, "plyforge: %s\n", line);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_complaint(format, arguments);
    va_end(arguments);
}

void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_complaint(format, arguments);
    va_end(arguments);
    exit(STATUS_WRONG_INPUT);
}

void flush_output(void)
{
    if (fflush(stdout) == 0) return;
    complain("cannot write to standard output: %s", strerror(errno));
    exit(STATUS_FAILED);
}

bool read_number(unsigned *out, const char *text, size_t length, unsigned max)
{
    pf_count count;
    if (!pf_count_from_text(&count, text, length) || pf_count_compare(count, pf_count_of(max)) > 0) return false;
    *out = (unsigned)count.lo;
    return true;
}

unsigned read_depth(const char *name, const char *text)
{
    unsigned depth;
    if (!read_number(&depth, text, strlen(text), PF_PERFT_MAX_DEPTH))
        refuse("%s must be a number from 0 to %d, not '%s'", name, PF_PERFT_MAX_DEPTH, text);
    return depth;
}

pf_accept acceptance(const struct request *request)
{
    return (request->lenient ? PF_ACCEPT_LENIENT : PF_ACCEPT_STRICT) | (request->chess960 ? PF_ACCEPT_CHESS960 : 0u);
}

void describe_fen_error(char line[LINE_SIZE], const pf_error *error, pf_problems problems)
{
    if (error->code != PF_ERROR_POSITION) {
        snprintf(line, LINE_SIZE, "bad FEN at offset %u: %s", (unsigned)error->offset, error->message);
        return;
    }
    /* The set of problems is complete; the message of the error record has room for a few only. */
    size_t length = (size_t)snprintf(line, LINE_SIZE, "impossible position: ");
    pf_problems_to_text(line + length, LINE_SIZE - length, problems);
}

void describe_problems(char line[LINE_SIZE], pf_problems problems, const char *chess960_option)
{
    size_t length = (size_t)snprintf(line, LINE_SIZE, "mended or tolerated: ");
    length += pf_problems_to_text(line + length, LINE_SIZE - length, problems);
    if ((problems & PF_PROBLEM_CASTLING_CHESS960) != 0 && length < LINE_SIZE)
        snprintf(line + length, LINE_SIZE - length, " (is %s missing?)", chess960_option);
}

static pf_position read_position(const char *fen, pf_accept accept)
{
    pf_position position;
    pf_problems problems = 0;
    pf_error error;
    char line[LINE_SIZE];
    if (pf_position_from_fen(&position, fen, strlen(fen), accept, &problems, &error) != PF_OK) {
        describe_fen_error(line, &error, problems);
        refuse("%s", line);
    }
    if (problems != 0) {
        describe_problems(line, problems, "--chess960");
        complain("warning: %s", line);
    }
    return position;
}

static void play_moves(pf_position *position, const char *text)
{
    static const char blanks[] = " \t\r\n";
    while (text += strspn(text, blanks), *text != '\0') {
        size_t length = strcspn(text, blanks);
        pf_move move;
        pf_error error;
        if (pf_move_from_uci(&move, position, text, length, &error) != PF_OK)
            refuse("--moves '%.*s': %s", (int)length, text, error.message);
        pf_position_play_unchecked(position, move);
        text += length;
    }
}

pf_position requested_position(const struct request *request)
{
    pf_position position = pf_position_start();
    if (request->fen != NULL) position = read_position(request->fen, acceptance(request));
    if (request->moves != NULL) play_moves(&position, request->moves);
    return position;
}

pf_variant_position requested_variant_position(const struct request *request)
{
    pf_variant_position position = pf_variant_start(request->variant);
    pf_problems problems = 0;
    pf_error error;
    char line[LINE_SIZE];
    if (request->fen != NULL) {
        if (pf_variant_from_fen(&position, request->fen, strlen(request->fen), request->variant, acceptance(request),
                                &problems, &error) != PF_OK) {
            describe_fen_error(line, &error, problems);
            refuse("%s", line);
        }
        if (problems != 0) {
            describe_problems(line, problems, "--chess960");
            complain("warning: %s", line);
        }
    }
    static const char blanks[] = " \t\r\n";
    const char *text = request->moves != NULL ? request->moves : "";
    while (text += strspn(text, blanks), *text != '\0') {
        size_t length = strcspn(text, blanks);
        pf_move move;
        if (pf_variant_move_from_uci(&move, &position, text, length, &error) != PF_OK)
            refuse("--moves '%.*s': %s", (int)length, text, error.message);
        pf_variant_play_unchecked(&position, move);
        text += length;
    }
    return position;
}

void write_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position,
                       const struct request *request)
{
    pf_variant_to_fen(fen, PF_VARIANT_FEN_SIZE, position, request->castling, request->ep);
}

void write_fen(char fen[PF_FEN_SIZE], const pf_position *position, const struct request *request)
{
    pf_position_to_fen(fen, PF_FEN_SIZE, position, request->castling, request->ep);
}

void write_move(char uci[PF_UCI_SIZE], pf_move move, const struct request *request)
{
    pf_move_to_uci(uci, PF_UCI_SIZE, move, request->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
}

static int compare_roots(const void *a, const void *b)
{
    return strcmp(((const struct root *)a)->uci, ((const struct root *)b)->uci);
}

void sort_roots(struct root *roots, size_t size)
{
    qsort(roots, size, sizeof *roots, compare_roots);
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double count_to_double(pf_count count)
{
    return (double)count.hi * 0x1p64 + (double)count.lo;
}

pf_count checks_without_mates(const pf_perft_row *row)
{
    pf_count count = {row->checks.lo - row->mates.lo, row->checks.hi - row->mates.hi};
    if (row->checks.lo < row->mates.lo) count.hi--;
    return count;
}

double speed(pf_count nodes, double seconds)
{
    return seconds > 0 ? count_to_double(nodes) / seconds : 0;
}

struct count_text count_text(pf_count count)
{
    struct count_text text;
    pf_count_to_text(text.text, sizeof text.text, count);
    return text;
}
