/* Training records as bytes, as plain text, and in files. The layout is drawn in docs/formats.md. */
#include <plyforge/fen.h>
#include <plyforge/moves.h>
#include <plyforge/train.h>
#include <plyforge/uci.h>

#include "base/text.h"

enum {
    VERSION = 1,
    RECORD = PF_TRAIN_RECORD_SIZE, /* also the size of the header and of the end mark */
    NONE_OF_STOCKFISH = 32002,     /* in plain text, means that there is no score */
    LINE_SIZE = 256,               /* the longest line of plain text */
};

/* No position begins with these bytes, because they would mean more than 32 pieces. */
static const uint8_t end_mark[8] = {0xff, 'E', 'N', 'D', 0xff, 0xff, 0xff, 0xff};

static void put_number(uint8_t *bytes, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get_number(const uint8_t *bytes, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = size; i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

static uint64_t add_to_checksum(uint64_t checksum, const uint8_t bytes[RECORD])
{
    for (unsigned i = 0; i < RECORD; i += 8) {
        checksum = (checksum ^ get_number(bytes + i, 8)) * UINT64_C(0x9e3779b97f4a7c15);
        checksum ^= checksum >> 32;
    }
    return checksum;
}

static bool is_score(int32_t score)
{
    return score == PF_TRAIN_NO_SCORE || (score > -PF_TRAIN_MATE && score < PF_TRAIN_MATE);
}

/* The score as it is written: a score that readers would refuse is replaced by the nearest one that they accept. */
static int16_t writable_score(int16_t score)
{
    const int16_t most = PF_TRAIN_MATE - 1;
    if (is_score(score)) return score;
    return score < 0 ? (int16_t)-most : most;
}

uint16_t pf_train_ply(const pf_position *position)
{
    uint64_t ply = 2 * ((uint64_t)position->fullmove_number - (position->fullmove_number > 0)) + position->turn;
    return (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX);
}

/* ---- Bytes ---- */

bool pf_train_to_bytes(uint8_t bytes[PF_TRAIN_RECORD_SIZE], const pf_train_record *record)
{
    pf_packed packed;
    if (!pf_position_pack(&packed, &record->position)) return false;
    pf_memcpy(bytes, packed.bytes, sizeof packed.bytes);
    put_number(bytes + 24, record->move, 2);
    put_number(bytes + 26, (uint16_t)writable_score(record->score), 2);
    put_number(bytes + 28, record->ply, 2);
    bytes[30] = (uint8_t)record->result;
    bytes[31] = 0;
    return true;
}

static pf_status fail(pf_error *error, const char *message)
{
    return pf_fail(error, PF_ERROR_TRAIN, 0, message);
}

pf_status pf_train_from_bytes(pf_train_record *out, const uint8_t bytes[PF_TRAIN_RECORD_SIZE], pf_error *error)
{
    pf_packed packed;
    pf_train_record record;
    pf_memcpy(packed.bytes, bytes, sizeof packed.bytes);
    pf_status status = pf_position_unpack(&record.position, &packed, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, error);
    if (status != PF_OK) return status;
    record.move = (pf_move)get_number(bytes + 24, 2);
    record.score = (int16_t)get_number(bytes + 26, 2);
    record.ply = (uint16_t)get_number(bytes + 28, 2);
    record.result = (int8_t)bytes[30];
    record.position.fullmove_number = record.ply / 2u + 1;
    if (!is_score(record.score)) return fail(error, "the score is out of range");
    if (record.result < -1 || record.result > 1) return fail(error, "the result is neither 1, 0 nor -1");
    if (bytes[31] != 0) return fail(error, "the last byte is not 0");
    if (!pf_move_is_legal(&record.position, record.move))
        return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 24, "the move is not legal in its position");
    *out = record;
    return PF_OK;
}

/* ---- Plain text ---- */

static void put_signed(pf_text *text, int32_t number)
{
    if (number < 0) pf_text_char(text, '-');
    pf_text_number(text, number < 0 ? (uint64_t) - (int64_t)number : (uint64_t)number);
}

size_t pf_train_to_plain(char *buffer, size_t size, const pf_train_record *record)
{
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    pf_text text = pf_text_begin(buffer, size);
    if (pf_position_variant(&record->position) != PF_VARIANT_STANDARD) return pf_text_end(&text);
    pf_position_to_fen(fen, sizeof fen, &record->position, PF_CASTLING_XFEN, PF_EP_ALWAYS);
    pf_move_to_uci(uci, sizeof uci, record->move, PF_UCI_KING_STEP);
    pf_text_string(&text, "fen ");
    pf_text_string(&text, fen);
    pf_text_string(&text, "\nmove ");
    pf_text_string(&text, uci);
    pf_text_string(&text, "\nscore ");
    int16_t score = writable_score(record->score);
    put_signed(&text, score == PF_TRAIN_NO_SCORE ? NONE_OF_STOCKFISH : score);
    pf_text_string(&text, "\nply ");
    pf_text_number(&text, record->ply);
    pf_text_string(&text, "\nresult ");
    put_signed(&text, record->result);
    pf_text_string(&text, "\ne\n");
    return pf_text_end(&text);
}

/* ---- Writing ---- */

static bool hand_over(pf_train_writer *writer)
{
    if (writer->filled > 0 && !writer->failed)
        writer->failed = !writer->write(writer->context, writer->buffer, writer->filled);
    writer->filled = 0;
    return !writer->failed;
}

static uint8_t *room_for(pf_train_writer *writer, uint32_t size)
{
    if (writer->filled + size > sizeof writer->buffer) hand_over(writer);
    return writer->buffer + writer->filled;
}

void pf_train_writer_init(pf_train_writer *writer, pf_train_format format, pf_write_bytes *write, void *context)
{
    static const uint8_t header[RECORD] = {'P', 'L', 'Y', 'T', VERSION, RECORD};
    writer->write = write;
    writer->context = context;
    writer->format = format;
    writer->records = writer->checksum = 0;
    writer->failed = false;
    writer->filled = 0;
    if (format != PF_TRAIN_BINARY) return;
    pf_memcpy(writer->buffer, header, RECORD);
    writer->filled = RECORD;
}

bool pf_train_write_bytes(pf_train_writer *writer, const uint8_t bytes[PF_TRAIN_RECORD_SIZE])
{
    pf_memcpy(room_for(writer, RECORD), bytes, RECORD);
    writer->filled += RECORD;
    writer->checksum = add_to_checksum(writer->checksum, bytes);
    writer->records++;
    return !writer->failed;
}

bool pf_train_write(pf_train_writer *writer, const pf_train_record *record)
{
    if (writer->format == PF_TRAIN_BINARY) {
        uint8_t bytes[RECORD];
        return pf_train_to_bytes(bytes, record) && pf_train_write_bytes(writer, bytes);
    }
    if (pf_position_variant(&record->position) != PF_VARIANT_STANDARD) return false;
    char *text = (char *)room_for(writer, PF_TRAIN_PLAIN_SIZE);
    writer->filled += (uint32_t)pf_train_to_plain(text, PF_TRAIN_PLAIN_SIZE, record);
    writer->records++;
    return !writer->failed;
}

bool pf_train_writer_finish(pf_train_writer *writer)
{
    if (writer->format == PF_TRAIN_BINARY) {
        uint8_t *end = room_for(writer, RECORD);
        pf_memset(end, 0, RECORD);
        pf_memcpy(end, end_mark, sizeof end_mark);
        put_number(end + 8, writer->records, 8);
        put_number(end + 16, writer->checksum, 8);
        writer->filled += RECORD;
    }
    return hand_over(writer);
}

/* ---- Reading ---- */

enum { AT_BEGIN, IN_BINARY, IN_PLAIN, AT_END, FAILED };

void pf_train_reader_init(pf_train_reader *reader, pf_read_bytes *read, void *context)
{
    reader->read = read;
    reader->context = context;
    reader->records = reader->line = reader->checksum = 0;
    reader->at = reader->filled = 0;
    reader->state = AT_BEGIN;
    reader->at_end = false;
}

/* Makes at least need bytes available, unless the file ends first. Returns how many are available. */
static uint32_t fill(pf_train_reader *reader, uint32_t need)
{
    if (reader->filled - reader->at >= need) return reader->filled - reader->at;
    uint32_t left = reader->filled - reader->at;
    for (uint32_t i = 0; i < left; i++) reader->buffer[i] = reader->buffer[reader->at + i];
    reader->at = 0;
    reader->filled = left;
    while (reader->filled < need && !reader->at_end) {
        size_t room = sizeof reader->buffer - reader->filled;
        size_t got = reader->read(reader->context, reader->buffer + reader->filled, room);
        reader->at_end = got == 0 || got > room;
        if (!reader->at_end) reader->filled += (uint32_t)got;
    }
    return reader->filled;
}

/* Writes an error of the form "UNIT NUMBER: MESSAGE". */
static pf_status fail_in(pf_train_reader *reader, pf_status code, const char *unit, uint64_t number,
                         const char *message)
{
    reader->state = FAILED;
    pf_fail(&reader->error, code, 0, "");
    pf_text text = pf_text_begin(reader->error.message, sizeof reader->error.message);
    if (unit[0] != '\0') {
        pf_text_string(&text, unit);
        pf_text_number(&text, number);
        pf_text_string(&text, ": ");
    }
    pf_text_string(&text, message);
    pf_text_end(&text);
    return code;
}

static pf_status fail_record(pf_train_reader *reader, pf_status code, const char *message)
{
    return fail_in(reader, code, "record ", reader->records + 1, message);
}

static pf_status fail_line(pf_train_reader *reader, pf_status code, const char *message)
{
    return fail_in(reader, code, "line ", reader->line, message);
}

static bool begins_with(const uint8_t *bytes, uint32_t size, const char *word)
{
    uint32_t i = 0;
    while (i < size && word[i] != '\0' && bytes[i] == (uint8_t)word[i]) i++;
    return word[i] == '\0';
}

static pf_status begin(pf_train_reader *reader)
{
    uint32_t size = fill(reader, RECORD);
    const uint8_t *bytes = reader->buffer;
    if (size == 0) return fail_in(reader, PF_ERROR_TRAIN, "", 0, "the file is empty");
    reader->state = IN_PLAIN;
    if (begins_with(bytes, size, "fen ")) return PF_OK;
    if (!begins_with(bytes, size, "PLYT"))
        return fail_in(reader, PF_ERROR_TRAIN, "", 0, "not training data: it begins with neither PLYT nor 'fen '");
    if (size < RECORD) return fail_in(reader, PF_ERROR_TRAIN, "", 0, "the file ends inside its header");
    if (bytes[4] > VERSION)
        return fail_in(reader, PF_ERROR_TRAIN, "this library knows version 1, the file has version ", bytes[4],
                       "a newer library is needed");
    bool is_known = bytes[4] == VERSION && bytes[5] == RECORD;
    for (unsigned i = 6; i < RECORD; i++) is_known = is_known && bytes[i] == 0;
    if (!is_known) return fail_in(reader, PF_ERROR_TRAIN, "", 0, "the header is damaged");
    reader->at = RECORD;
    reader->state = IN_BINARY;
    return PF_OK;
}

/* Reads the end of a binary file, which shows whether the file is complete. */
static pf_status read_end(pf_train_reader *reader, const uint8_t *bytes)
{
    if (get_number(bytes + 8, 8) != reader->records || get_number(bytes + 16, 8) != reader->checksum ||
        get_number(bytes + 24, 8) != 0)
        return fail_record(reader, PF_ERROR_TRAIN, "the file is damaged: its end does not match the records before it");
    reader->at += RECORD;
    if (fill(reader, 1) > 0) return fail_record(reader, PF_ERROR_TRAIN, "there are bytes after the end of the file");
    reader->state = AT_END;
    return PF_OK;
}

static pf_status read_binary(pf_train_reader *reader, pf_train_record *out)
{
    uint32_t size = fill(reader, RECORD);
    const uint8_t *bytes = reader->buffer + reader->at;
    bool is_end = size >= RECORD;
    pf_error error;
    if (size < RECORD) return fail_record(reader, PF_ERROR_TRAIN, "the file is truncated");
    for (unsigned i = 0; i < sizeof end_mark; i++) is_end = is_end && bytes[i] == end_mark[i];
    if (is_end) return read_end(reader, bytes);
    pf_status status = pf_train_from_bytes(out, bytes, &error);
    if (status != PF_OK) return fail_record(reader, status, error.message);
    reader->checksum = add_to_checksum(reader->checksum, bytes);
    reader->records++;
    reader->at += RECORD;
    return PF_OK;
}

/* ---- Reading plain text ---- */

/* The next line without its end; false at the end of the file. A line that is too long has the length LINE_SIZE. */
static bool take_line(pf_train_reader *reader, const char **line, uint32_t *length)
{
    uint32_t size = fill(reader, LINE_SIZE + 1);
    if (size == 0) return false;
    *line = (const char *)reader->buffer + reader->at;
    *length = 0;
    while (*length < size && *length < LINE_SIZE && (*line)[*length] != '\n') (*length)++;
    reader->at += *length < size ? *length + 1 : *length;
    reader->line++;
    while (*length > 0 && pf_is_blank((*line)[*length - 1])) (*length)--;
    return true;
}

/* Reads a number with an optional sign. */
static bool read_signed(int32_t *out, const char *text, uint32_t length, int32_t max)
{
    bool minus = length > 0 && text[0] == '-';
    int32_t number = 0;
    if (length == minus) return false;
    for (uint32_t i = minus; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        number = number * 10 + (text[i] - '0');
        if (number > max) return false;
    }
    *out = minus ? -number : number;
    return true;
}

enum { HAS_FEN = 1, HAS_MOVE = 2, HAS_SCORE = 4, HAS_PLY = 8, HAS_RESULT = 16 };

/* Identifies the field in the line; 0 if it is none of them. */
static unsigned field_of(const char *line, uint32_t length)
{
    static const char *const words[] = {"fen ", "move ", "score ", "ply ", "result "};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins_with((const uint8_t *)line, length, words[i])) return 1u << i;
    return 0;
}

/* Reads the value of a field into the record; the field is added to *has. */
static pf_status read_field(pf_train_reader *reader, pf_train_record *record, unsigned *has, const char *line,
                            uint32_t length)
{
    pf_error error;
    int32_t number;
    unsigned field = field_of(line, length);
    if ((*has & field) != 0)
        return fail_line(reader, PF_ERROR_TRAIN, "the record already has this field; is the 'e' before it missing?");
    *has |= field;
    if (field == HAS_FEN) {
        pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
        pf_status status = pf_position_from_fen(&record->position, line + 4, length - 4, accept, NULL, &error);
        if (status != PF_OK) return fail_line(reader, status, error.message);
    } else if (field == HAS_MOVE) {
        if ((*has & HAS_FEN) == 0) return fail_line(reader, PF_ERROR_TRAIN, "the move comes before its position");
        pf_status status = pf_move_from_uci(&record->move, &record->position, line + 5, length - 5, &error);
        if (status != PF_OK) return fail_line(reader, status, error.message);
    } else if (field == HAS_SCORE) {
        bool is_number = read_signed(&number, line + 6, length - 6, NONE_OF_STOCKFISH);
        if (is_number && number == NONE_OF_STOCKFISH) number = PF_TRAIN_NO_SCORE;
        if (!is_number || !is_score(number))
            return fail_line(reader, PF_ERROR_TRAIN, "the score is not a number in the allowed range");
        record->score = (int16_t)number;
    } else if (field == HAS_PLY) {
        if (!read_signed(&number, line + 4, length - 4, UINT16_MAX) || number < 0)
            return fail_line(reader, PF_ERROR_TRAIN, "the ply is not a number from 0 to 65535");
        record->ply = (uint16_t)number;
    } else if (field == HAS_RESULT) {
        if (!read_signed(&number, line + 7, length - 7, 1))
            return fail_line(reader, PF_ERROR_TRAIN, "the result is neither 1, 0 nor -1");
        record->result = (int8_t)number;
    } else {
        return fail_line(reader, PF_ERROR_TRAIN, "this is neither fen, move, score, ply, result nor e");
    }
    return PF_OK;
}

static pf_status read_plain(pf_train_reader *reader, pf_train_record *out)
{
    const char *line;
    uint32_t length;
    unsigned has = 0;
    pf_train_record record;
    while (take_line(reader, &line, &length)) {
        if (length == 0 && has == 0) continue;
        if (length == LINE_SIZE) return fail_line(reader, PF_ERROR_TRAIN, "the line is too long");
        if (length == 1 && line[0] == 'e') {
            unsigned needed = HAS_FEN | HAS_MOVE | HAS_SCORE | HAS_RESULT;
            if ((has & needed) != needed)
                return fail_line(reader, PF_ERROR_TRAIN, "the record lacks a fen, move, score or result");
            if ((has & HAS_PLY) == 0) record.ply = pf_train_ply(&record.position);
            *out = record;
            reader->records++;
            return PF_OK;
        }
        pf_status status = read_field(reader, &record, &has, line, length);
        if (status != PF_OK) return status;
    }
    if (has != 0) return fail_line(reader, PF_ERROR_TRAIN, "the file ends inside a record");
    reader->state = AT_END;
    return PF_OK;
}

pf_status pf_train_read(pf_train_reader *reader, pf_train_record *out, bool *end, pf_error *error)
{
    pf_status status = PF_OK;
    *end = false;
    if (reader->state == AT_BEGIN) status = begin(reader);
    if (reader->state == IN_BINARY)
        status = read_binary(reader, out);
    else if (reader->state == IN_PLAIN && status == PF_OK)
        status = read_plain(reader, out);
    *end = reader->state == AT_END;
    if (reader->state != FAILED) return status;
    if (error != NULL) *error = reader->error;
    return reader->error.code;
}
