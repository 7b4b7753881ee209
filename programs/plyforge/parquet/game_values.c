/* The values of columns; see game_values.h. */
#include "parquet/game_values.h"
#include "common.h"
#include "output/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tags ---- */

/* Whether there is a value: an empty one or "?" means that it is unknown. */
static bool has_tag(const struct game_row *row, unsigned tag)
{
    uint32_t size = row->tag_sizes[tag];
    return size != TAG_MISSING && size > 0 && !(size == 1 && row->tags[tag][0] == '?');
}

static void add_tag(struct parquet_values *values, const struct game_row *row, unsigned tag)
{
    if (!has_tag(row, tag))
        parquet_null(values);
    else
        parquet_bytes(values, row->tags[tag], row->tag_sizes[tag]);
}

/* Reads digits up to end or another character; false if there are none, or the number is too large. */
static bool read_digits(const char **text, const char *end, int64_t *value)
{
    const char *begin = *text;
    *value = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; (*text)++) {
        *value = 10 * *value + (**text - '0');
        if (*value > INT32_MAX) return false;
    }
    return *text > begin;
}

static void add_small_number(struct parquet_values *values, const struct game_row *row, unsigned tag)
{
    int64_t value = 0;
    bool is_number = has_tag(row, tag);
    if (is_number) {
        const char *text = row->tags[tag], *end = text + row->tag_sizes[tag];
        bool is_negative = *text == '-';
        text += is_negative || *text == '+';
        is_number = read_digits(&text, end, &value) && text == end && value <= INT16_MAX;
        if (is_negative) value = -value;
    }
    if (is_number)
        parquet_int32(values, (int32_t)value);
    else
        parquet_null(values);
}

/* "300+3" or "300": seconds, and increment in seconds. Other forms have no value. */
static void add_time_control(struct parquet_values *values, const struct game_row *row, unsigned tag, bool increment)
{
    int64_t initial = 0, more = 0;
    bool is_known = has_tag(row, tag);
    if (is_known) {
        const char *text = row->tags[tag], *end = text + row->tag_sizes[tag];
        is_known = read_digits(&text, end, &initial);
        if (is_known && text < end && *text == '+') text++, is_known = read_digits(&text, end, &more);
        is_known = is_known && text == end && (!increment || more <= INT16_MAX);
    }
    if (is_known)
        parquet_int32(values, (int32_t)(increment ? more : initial));
    else
        parquet_null(values);
}

/* Three numbers separated by this character. */
static bool read_three(const struct game_row *row, unsigned tag, char sign, int64_t numbers[3])
{
    if (!has_tag(row, tag)) return false;
    const char *text = row->tags[tag], *end = text + row->tag_sizes[tag];
    for (unsigned i = 0; i < 3; i++) {
        if (i > 0 && (text == end || *text++ != sign)) return false;
        if (!read_digits(&text, end, &numbers[i])) return false;
    }
    return text == end;
}

static bool is_date(const int64_t date[3])
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (date[0] < 1 || date[0] > 9999 || date[1] < 1 || date[1] > 12) return false;
    bool is_leap = (date[0] % 4 == 0 && date[0] % 100 != 0) || date[0] % 400 == 0;
    return date[2] >= 1 && date[2] <= days[date[1] - 1] + (date[1] == 2 && is_leap);
}

/* Days since 1970-01-01. Years begin in March here, so that the leap day is the last day. */
static int64_t days_of(const int64_t date[3])
{
    int64_t year = date[0] - (date[1] <= 2), month = (date[1] + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date[2] - 1 - 719468;
}

/* The tags UTCDate, UTCTime and Date, in this order. */
static void add_timestamp(struct parquet_values *values, const struct game_row *row, unsigned tag)
{
    int64_t date[3], time[3] = {0, 0, 0};
    bool is_known = read_three(row, tag, '.', date) && is_date(date);
    if (is_known && read_three(row, tag + 1, ':', time))
        is_known = time[0] < 24 && time[1] < 60 && time[2] < 61;
    else
        memset(time, 0, sizeof time);
    if (!is_known) {
        memset(time, 0, sizeof time);
        is_known = read_three(row, tag + 2, '.', date) && is_date(date);
    }
    if (is_known)
        parquet_int64(values, 1000 * (86400 * days_of(date) + 3600 * time[0] + 60 * time[1] + time[2]));
    else
        parquet_null(values);
}

/* ---- Moves ---- */

/* Writes a number in four bytes, and returns where the next one goes. */
static char *put_number(char *at, int32_t number)
{
    uint32_t value = (uint32_t)number;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &value, 4); /* unlike the loop below, compilers make vectors of this */
#else
    for (unsigned i = 0; i < 4; i++) at[i] = (char)(unsigned char)(value >> 8 * i);
#endif
    return at + 4;
}

/* Memory for this many numbers; NULL if the count is 0 or memory has run out. */
static char *begin_numbers(struct parquet_values *values, uint32_t count)
{
    if (count == 0 || !parquet_bytes_reserve(&values->plain, 4 * (size_t)count)) return NULL;
    return values->plain.bytes + values->plain.length;
}

static void end_numbers(struct parquet_values *values, const char *at)
{
    values->plain.length = (size_t)(at - values->plain.bytes);
}

static void add_moves(struct parquet_values *values, const struct game_row *row)
{
    const uint32_t count = row->plies;
    const pf_move *moves = row->moves;
    parquet_list(values, count, NULL);
    char *at = begin_numbers(values, count);
    if (at == NULL) return;
    for (uint32_t i = 0; i < count; i++) put_number(at + 4 * (size_t)i, moves[i]);
    end_numbers(values, at + 4 * (size_t)count);
}

/* Centiseconds. */
static int32_t table_clock(int32_t clock)
{
    return clock / 10;
}

/* Centipawns, or 32000 minus the number of moves to mate. */
static int32_t table_eval(int32_t eval)
{
    enum { MATE = 32000, MOST = 31000, LONGEST_MATE = 900 };
    int32_t size = eval < 0 ? -eval : eval, moves = PF_PGN_MATE - size;
    int32_t mate = MATE - (moves > LONGEST_MATE ? LONGEST_MATE : moves), centipawns = size > MOST ? MOST : size;
    int32_t value = size > PF_PGN_MATE_LIMIT ? mate : centipawns;
    return eval < 0 ? -value : value;
}

/* Adds a list of numbers, some of which are missing. */
static void add_some_numbers(struct parquet_values *values, const int32_t *numbers, uint32_t count, bool is_clock,
                             struct list_space *space)
{
    const int32_t missing = is_clock ? PF_PGN_NO_CLOCK : PF_PGN_NO_EVAL;
    if (count > space->capacity) {
        space->capacity = 2 * (size_t)count;
        space->is_null = resized(space->is_null, space->capacity, sizeof *space->is_null);
    }
    char *at = begin_numbers(values, count);
    for (uint32_t i = 0; at != NULL && i < count; i++) {
        space->is_null[i] = numbers[i] == missing;
        if (!space->is_null[i]) at = put_number(at, is_clock ? table_clock(numbers[i]) : table_eval(numbers[i]));
    }
    if (at != NULL) end_numbers(values, at);
    parquet_list(values, at != NULL ? count : 0, space->is_null);
}

/* Clocks or evaluations: null if the game has none. */
static void add_numbers(struct parquet_values *values, const struct game_row *row, bool is_clock,
                        struct list_space *space)
{
    const uint32_t count = row->plies;
    const int32_t *numbers = is_clock ? row->clocks : row->evals;
    if (numbers == NULL) {
        parquet_null_list(values);
        return;
    }
    const int32_t missing = is_clock ? PF_PGN_NO_CLOCK : PF_PGN_NO_EVAL;
    uint32_t missing_count = 0;
    for (uint32_t i = 0; i < count; i++) missing_count += numbers[i] == missing;
    char *at = begin_numbers(values, count);
    if (missing_count > 0 || at == NULL) {
        add_some_numbers(values, numbers, count, is_clock, space);
        return;
    }
    /* Loops without a branch, which compilers make vectors of. */
    if (is_clock)
        for (uint32_t i = 0; i < count; i++) put_number(at + 4 * (size_t)i, table_clock(numbers[i]));
    else
        for (uint32_t i = 0; i < count; i++) put_number(at + 4 * (size_t)i, table_eval(numbers[i]));
    end_numbers(values, at + 4 * (size_t)count);
    parquet_list(values, count, NULL);
}

static size_t write_one_move(char text[PF_SAN_SIZE], const pf_position *before, pf_move move,
                             const struct game_row *row, bool san)
{
    if (san)
        pf_move_to_san(text, PF_SAN_SIZE, before, move, PF_SAN_LETTERS);
    else
        pf_move_to_uci(text, PF_SAN_SIZE, move, row->castling);
    return strlen(text);
}

void play_or_pass(pf_position *position, pf_move move)
{
    if (move == PF_NO_MOVE)
        pf_position_play_null(position);
    else
        pf_position_play_unchecked(position, move);
}

static void add_written_moves(struct parquet_values *values, const struct game_row *row, bool san)
{
    char text[PF_SAN_SIZE];
    parquet_list(values, row->plies, NULL);
    if (row->plies == 0) return;
    pf_position position = *row->start;
    for (uint32_t i = 0; i < row->plies; i++) {
        size_t size = write_one_move(text, &position, row->moves[i], row, san);
        char length[4];
        put_number(length, (int32_t)size);
        parquet_add_plain(values, length, sizeof length);
        parquet_add_plain(values, text, size);
        if (san) play_or_pass(&position, row->moves[i]);
    }
}

/* ---- All ---- */

static void add_optional(struct parquet_values *values, bool is_there, int32_t number)
{
    if (is_there)
        parquet_int32(values, number);
    else
        parquet_null(values);
}

static void add_string(struct parquet_values *values, const char *string)
{
    if (string == NULL)
        parquet_null(values);
    else
        parquet_bytes(values, string, strlen(string));
}

static const char *result_text(pf_result result)
{
    static const char *const texts[] = {[PF_RESULT_WHITE_WINS] = "1-0",
                                        [PF_RESULT_BLACK_WINS] = "0-1",
                                        [PF_RESULT_DRAW] = "1/2-1/2",
                                        [PF_RESULT_UNDECIDED] = "*",
                                        [PF_RESULT_NOT_GIVEN] = "*"};
    return texts[result];
}

void add_game_value(struct parquet_values *values, const struct game_row *row, enum game_value value, unsigned tag,
                    struct list_space *space)
{
    switch (value) {
    case VALUE_TAG: add_tag(values, row, tag); break;
    case VALUE_GAME: parquet_int64(values, (int64_t)row->number); break;
    case VALUE_RESULT: add_string(values, result_text(row->result)); break;
    case VALUE_TIMESTAMP: add_timestamp(values, row, tag); break;
    case VALUE_SMALL_NUMBER: add_small_number(values, row, tag); break;
    case VALUE_INITIAL_TIME: add_time_control(values, row, tag, false); break;
    case VALUE_INCREMENT: add_time_control(values, row, tag, true); break;
    case VALUE_PLY_COUNT: parquet_int32(values, (int32_t)row->plies); break;
    case VALUE_ERROR: add_string(values, row->error); break;
    case VALUE_MOVES: add_moves(values, row); break;
    case VALUE_MOVES_UCI: add_written_moves(values, row, false); break;
    case VALUE_MOVES_SAN: add_written_moves(values, row, true); break;
    case VALUE_CLOCKS: add_numbers(values, row, true, space); break;
    case VALUE_EVALS: add_numbers(values, row, false, space); break;
    case VALUE_OPENING_ECO: add_string(values, row->found.eco); break;
    case VALUE_OPENING_NAME: add_string(values, row->found.opening); break;
    case VALUE_OPENING_PLIES: add_optional(values, row->found.eco != NULL, (int32_t)row->found.opening_plies); break;
    case VALUE_UNFAIR: parquet_boolean(values, row->found.is_unfair); break;
    default: break;
    }
}

void add_position_value(struct parquet_values *values, const struct game_row *row, enum game_value value,
                        const pf_position *position, uint32_t ply)
{
    char text[PF_FEN_SIZE > PF_SAN_SIZE ? PF_FEN_SIZE : PF_SAN_SIZE];
    pf_packed packed;
    bool has_move = ply < row->plies;
    switch (value) {
    case VALUE_PLY: parquet_int32(values, (int32_t)ply); break;
    case VALUE_FEN:
        pf_position_to_fen(text, sizeof text, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
        add_string(values, text);
        break;
    case VALUE_POSITION:
        if (pf_position_pack(&packed, position))
            parquet_fixed(values, packed.bytes, sizeof packed.bytes);
        else
            parquet_null(values);
        break;
    case VALUE_MOVE: add_optional(values, has_move, has_move ? row->moves[ply] : 0); break;
    case VALUE_MOVE_UCI:
        if (has_move) write_one_move(text, position, row->moves[ply], row, false);
        add_string(values, has_move ? text : NULL);
        break;
    case VALUE_CLOCK:
        has_move = has_move && row->clocks != NULL && row->clocks[ply] != PF_PGN_NO_CLOCK;
        add_optional(values, has_move, has_move ? table_clock(row->clocks[ply]) : 0);
        break;
    case VALUE_EVAL:
        has_move = has_move && row->evals != NULL && row->evals[ply] != PF_PGN_NO_EVAL;
        add_optional(values, has_move, has_move ? table_eval(row->evals[ply]) : 0);
        break;
    default: break;
    }
}
