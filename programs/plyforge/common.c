/* Helpers that several commands need: error messages, numbers, positions from the command line, time. A helper that
 * only one command needs is in that command's file. */
#include "common.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The number of bytes of the character at text in UTF-8; 0 if it is not UTF-8, or is a control character. */
static unsigned printable_length(const unsigned char *text)
{
    unsigned char first = text[0], second = text[0] != 0 ? text[1] : 0;
    if (first < 0x80) return first >= 0x20 && first != 0x7f;
    unsigned length = first >= 0xc2 && first < 0xe0   ? 2
                      : first >= 0xe0 && first < 0xf0 ? 3
                      : first >= 0xf0 && first < 0xf5 ? 4
                                                      : 0;
    /* U+0080 to U+009F are control characters; the other cases are overlong forms, surrogates, and numbers beyond
       Unicode. */
    bool is_wrong = (first == 0xc2 && second < 0xa0) || (first == 0xe0 && second < 0xa0) ||
                    (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
                    (first == 0xf4 && second > 0x8f);
    for (unsigned i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    return is_wrong ? 0 : length;
}

/* U+202A to U+202E, and U+2066 to U+2069. */
static bool is_direction_control(const unsigned char *text)
{
    if (text[0] != 0xe2) return false;
    return (text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae) ||
           (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9);
}

void make_printable(char *line)
{
    while (*line != '\0') {
        if (is_direction_control((const unsigned char *)line)) memset(line, '?', 3);
        unsigned length = printable_length((const unsigned char *)line);
        unsigned char byte = (unsigned char)*line, next = (unsigned char)line[1];
        bool is_control = length == 0 && (byte < 0xa0 || (byte == 0xc2 && next >= 0x80 && next < 0xa0));
        if (is_control) *line = '?'; /* other bytes may be Latin-1 */
        line += length > 0 ? length : 1;
    }
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

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_complaint(format, arguments);
    va_end(arguments);
    exit(STATUS_FAILED);
}

void *allocated(void *block)
{
    if (block == NULL) fail("out of memory");
    return block;
}

void *resized(void *block, size_t count, size_t size)
{
    return count > 0 && count <= SIZE_MAX / size ? allocated(realloc(block, count * size)) : allocated(NULL);
}

void print_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fputc(c < 32 || c > 126 ? '?' : c, file); break;
        }
    }
}

void flush_output(void)
{
    if (fflush(stdout) != 0) fail("cannot write to standard output: %s", strerror(errno));
}

bool read_number(unsigned *out, const char *text, size_t length, unsigned max)
{
    pf_count count;
    if (!pf_count_from_text(&count, text, length) || pf_count_compare(count, pf_count_of(max)) > 0) return false;
    *out = (unsigned)count.lo;
    return true;
}

unsigned read_depth(const char *name, const char *text, unsigned least)
{
    unsigned depth;
    if (!read_number(&depth, text, strlen(text), PF_PERFT_MAX_DEPTH) || depth < least)
        refuse("%s must be a number from %u to %d, not '%s'", name, least, PF_PERFT_MAX_DEPTH, text);
    return depth;
}

pf_accept acceptance(bool lenient, bool chess960, pf_variant variant)
{
    return (lenient ? PF_ACCEPT_LENIENT : PF_ACCEPT_STRICT) | (chess960 ? PF_ACCEPT_CHESS960 : 0u) |
           pf_accept_variant(variant);
}

/* Appends the field of the FEN that is around the offset. */
static void quote_field(char line[LINE_SIZE], struct quoted_fen fen, size_t offset)
{
    enum { MOST = 40 };
    char field[MOST + 1];
    size_t start = offset < fen.length ? offset : fen.length, end = start;
    while (start > 0 && strchr(BLANKS, fen.text[start - 1]) == NULL) start--;
    while (end < fen.length && strchr(BLANKS, fen.text[end]) == NULL) end++;
    snprintf(field, sizeof field, "%.*s", end - start < MOST ? (int)(end - start) : MOST, fen.text + start);
    make_printable(field);
    size_t length = strlen(line);
    snprintf(line + length, LINE_SIZE - length, ", not '%s'", field);
}

/* Names the only variant in which the text is a FEN. */
static void suggest_variant(char line[LINE_SIZE], struct quoted_fen fen)
{
    pf_setup setup;
    const char *name = NULL;
    size_t length = strlen(line), found = 0;
    for (unsigned i = PF_VARIANT_STANDARD + 1; i < PF_VARIANT_COUNT; i++) {
        if (pf_setup_from_fen(&setup, fen.text, fen.length, (pf_variant)i, NULL) != PF_OK) continue;
        name = pf_variant_name((pf_variant)i);
        found++;
    }
    if (found == 1) snprintf(line + length, LINE_SIZE - length, " (is --variant %s missing?)", name);
}

/* Appends the problems, and the square of an impossible en passant. */
static void list_problems(char line[LINE_SIZE], pf_problems problems, struct quoted_fen fen)
{
    pf_setup setup;
    bool has_setup = fen.text != NULL && pf_setup_from_fen(&setup, fen.text, fen.length, fen.variant, NULL) == PF_OK;
    const char *separator = "";
    for (problems &= PF_PROBLEM_ALL; problems != 0; problems &= problems - 1) {
        pf_problems problem = problems & (0 - problems);
        char square[4] = "";
        size_t length = strlen(line);
        if (has_setup && problem == PF_PROBLEM_EN_PASSANT && setup.ep_square < PF_NO_SQUARE)
            snprintf(square, sizeof square, " %c%c", 'a' + setup.ep_square % 8, '1' + setup.ep_square / 8);
        snprintf(line + length, LINE_SIZE - length, "%s%s%s", separator, pf_problem_name(problem), square);
        separator = "; ";
    }
}

void describe_fen_error(char line[LINE_SIZE], const pf_error *error, pf_problems problems, struct quoted_fen fen)
{
    if (error->code == PF_ERROR_POSITION) {
        /* The set of problems is complete, whereas the message in the error record has space for only a few. */
        snprintf(line, LINE_SIZE, "impossible position: ");
        list_problems(line, problems, fen);
        return;
    }
    snprintf(line, LINE_SIZE, "bad FEN at offset %u: %s", (unsigned)error->offset, error->message);
    if (fen.text == NULL) return;
    bool is_field = error->code == PF_ERROR_FEN_TURN || error->code == PF_ERROR_FEN_EN_PASSANT ||
                    error->code == PF_ERROR_FEN_CLOCK || error->code == PF_ERROR_FEN_NUMBER;
    if (is_field && strstr(error->message, ", not '") == NULL) quote_field(line, fen, error->offset);
    if (fen.variant == PF_VARIANT_STANDARD) suggest_variant(line, fen);
}

void describe_problems(char line[LINE_SIZE], pf_problems problems, const char *chess960_option, struct quoted_fen fen)
{
    snprintf(line, LINE_SIZE, "repaired or tolerated: ");
    list_problems(line, problems, fen);
    size_t length = strlen(line);
    if ((problems & PF_PROBLEM_CASTLING_CHESS960) != 0)
        snprintf(line + length, LINE_SIZE - length, " (is %s missing?)", chess960_option);
}

void refuse_or_warn(pf_status status, const pf_error *error, pf_problems problems, struct quoted_fen fen)
{
    char line[LINE_SIZE];
    if (status != PF_OK) {
        describe_fen_error(line, error, problems, fen);
        refuse("%s", line);
    }
    if (problems != 0) {
        describe_problems(line, problems, "--chess960", fen);
        complain("warning: %s", line);
    }
}

const char *required_fen(const char *fen, const struct operands *operands, const struct command *command)
{
    if (fen != NULL && operands->count > 0)
        refuse("unexpected argument '%s': the position was already given", operands->words[0]);
    if (fen == NULL && operands->count == 0)
        refuse("%s needs FEN; try 'plyforge %s --help'", command->name, command->name);
    return fen != NULL ? fen : operands->words[0];
}

bool is_start(const char *fen)
{
    return fen == NULL || strcmp(fen, START_FEN_WORD) == 0;
}

static pf_position read_position(const char *fen, pf_accept accept)
{
    pf_position position;
    pf_problems problems = 0;
    pf_error error;
    pf_status status = pf_position_from_fen(&position, fen, strlen(fen), accept, &problems, &error);
    refuse_or_warn(status, &error, problems, (struct quoted_fen){fen, strlen(fen), pf_accept_variant_of(accept)});
    return position;
}

size_t next_word_length(const char **text)
{
    *text += strspn(*text, BLANKS);
    return strcspn(*text, BLANKS);
}

/* Whether a word is the result of a game, followed only by blanks. */
static bool is_final_result(const char *word, size_t length)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    if (word[length + strspn(word + length, BLANKS)] != '\0') return false;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strlen(results[i]) == length && memcmp(word, results[i], length) == 0) return true;
    return false;
}

size_t next_move_length(const char **text)
{
    for (size_t length; (length = next_word_length(text)) > 0;) {
        if (is_final_result(*text, length)) return 0;
        size_t digits = strspn(*text, "0123456789"), dots = strspn(*text + digits, ".");
        if (digits == 0 || dots == 0) return length; /* 0-0 has no dot */
        *text += digits + dots;
        if (digits + dots < length) return length - digits - dots;
    }
    return 0;
}

pf_status read_listed_move(pf_move *out, const pf_position *position, const char *text, size_t length, pf_error *error)
{
    pf_status status = pf_move_from_uci(out, position, text, length, error);
    if (status != PF_ERROR_MOVE_TEXT) return status;
    return pf_move_from_san(out, position, text, length, PF_SAN_LENIENT, error);
}

void refuse_move(const pf_position *position, const char *text, size_t length, const pf_error *error)
{
    char reason[PF_WHY_TEXT_SIZE];
    pf_move move;
    pf_why why;
    if (error->code != PF_ERROR_MOVE_ILLEGAL || pf_move_from_text_any(&move, position, text, length, NULL) != PF_OK)
        refuse("--moves '%.*s': %s", (int)length, text, error->message);
    pf_move_why_illegal(position, move, &why);
    pf_why_to_text(reason, sizeof reason, &why);
    refuse("--moves '%.*s': the move is not legal here: %s", (int)length, text, reason);
}

/* Plays the moves and returns the last one. */
static pf_move play_moves(pf_position *position, const char *text)
{
    pf_move last_move = PF_NO_MOVE;
    for (size_t length; (length = next_move_length(&text)) > 0; text += length) {
        pf_move move;
        pf_error error;
        if (read_listed_move(&move, position, text, length, &error) != PF_OK)
            refuse_move(position, text, length, &error);
        pf_position_play_unchecked(position, move);
        last_move = move;
    }
    return last_move;
}

pf_position requested_line(const struct position_options *options, pf_move *last_move)
{
    pf_position position = pf_variant_start(options->variant);
    if (!is_start(options->fen))
        position = read_position(options->fen, acceptance(options->lenient, options->chess960, options->variant));
    *last_move = options->moves != NULL ? play_moves(&position, options->moves) : PF_NO_MOVE;
    return position;
}

pf_position requested_position(const struct position_options *options)
{
    pf_move last_move;
    return requested_line(options, &last_move);
}

struct rules_words rules_words(bool chess960, pf_variant variant)
{
    struct rules_words words;
    bool standard = variant == PF_VARIANT_STANDARD;
    snprintf(words.text, sizeof words.text, "%s%s%s", chess960 ? " --chess960" : "", standard ? "" : " --variant ",
             standard ? "" : pf_variant_name(variant));
    return words;
}

pf_uci_castling uci_castling(bool chess960)
{
    return chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
}

static pf_castling_style castling_style(bool chess960)
{
    return chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD;
}

void write_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960)
{
    pf_position_to_fen(fen, PF_FEN_SIZE, position, castling_style(chess960), PF_EP_LEGAL);
}

pf_variant kept_variant(const char **fen)
{
    pf_variant variant;
    size_t length = strcspn(*fen, " ");
    if (!pf_variant_from_name(&variant, *fen, length) || (*fen)[length] == '\0') return PF_VARIANT_STANDARD;
    *fen += length + 1;
    return variant;
}

bool read_kept_fen(pf_position *position, const char *fen, pf_error *error)
{
    pf_variant variant = kept_variant(&fen);
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant(variant);
    return pf_position_from_fen(position, fen, strlen(fen), accept, NULL, error) == PF_OK;
}

void write_given_fen(char fen[PF_FEN_SIZE], const pf_position *position, bool chess960)
{
    pf_position_to_fen(fen, PF_FEN_SIZE, position, castling_style(chess960), PF_EP_ALWAYS);
}

void write_move(char uci[PF_UCI_SIZE], pf_move move, bool chess960)
{
    pf_move_to_uci(uci, PF_UCI_SIZE, move, uci_castling(chess960));
}

uint64_t random_number(uint64_t *state, uint64_t limit)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % limit;
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

/* Whether both names refer to the same file, also through links and "./". */
static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

void refuse_replacing(const char *input, const char *contents, const char *option, const char *output)
{
    if (output == NULL || !is_same_file(input, output)) return;
    refuse("--%s '%s' would replace the %s of '%s'; choose another name", option, output, contents, input);
}

uint8_t *read_whole_file(const char *name, size_t *size)
{
    static const size_t largest = (size_t)1 << 31; /* 2 GiB: reading from a device may never end */
    FILE *file = fopen(name, "rb");
    size_t capacity = 1 << 16;
    if (file == NULL) refuse("cannot open '%s': %s", name, strerror(errno));
    uint8_t *bytes = allocated(malloc(capacity));
    *size = 0;
    for (size_t got; (got = fread(bytes + *size, 1, capacity - *size, file)) > 0;) {
        *size += got;
        if (*size < capacity) continue;
        if (capacity >= largest) refuse("'%s' is larger than 2 GiB", name);
        capacity *= 2;
        bytes = resized(bytes, capacity, 1);
    }
    if (ferror(file)) refuse("cannot read '%s': %s", name, strerror(errno));
    fclose(file);
    return bytes;
}
