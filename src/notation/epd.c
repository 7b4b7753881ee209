/* EPD records: reading operations as views into the caller's text, and writing them. The position's four fields are
 * read by the FEN code, moves by the SAN code. */
#include <plyforge/epd.h>
#include <plyforge/play.h>
#include <plyforge/san.h>

#include "base/text.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] == '\0' || name[i] != text[i]) return false;
    return name[length] == '\0';
}

pf_epd_kind pf_epd_opcode_kind(const char *opcode, size_t length)
{
    static const struct {
        const char *name;
        pf_epd_kind kind;
    } table[] = {
        {"acd", PF_EPD_UNSIGNED},
        {"acn", PF_EPD_UNSIGNED},
        {"acs", PF_EPD_UNSIGNED},
        {"am", PF_EPD_MOVES},
        {"bm", PF_EPD_MOVES},
        {"ce", PF_EPD_INTEGER},
        {"dm", PF_EPD_UNSIGNED},
        {"draw_accept", PF_EPD_NO_OPERAND},
        {"draw_claim", PF_EPD_NO_OPERAND},
        {"draw_offer", PF_EPD_NO_OPERAND},
        {"draw_reject", PF_EPD_NO_OPERAND},
        {"eco", PF_EPD_STRING},
        {"fmvn", PF_EPD_UNSIGNED},
        {"hmvc", PF_EPD_UNSIGNED},
        {"id", PF_EPD_STRING},
        {"nic", PF_EPD_STRING},
        {"noop", PF_EPD_ANY_OPERANDS},
        {"pm", PF_EPD_MOVE},
        {"pv", PF_EPD_VARIATION},
        {"rc", PF_EPD_UNSIGNED},
        {"resign", PF_EPD_NO_OPERAND},
        {"sm", PF_EPD_MOVE},
        {"tcgs", PF_EPD_UNSIGNED},
        {"tcri", PF_EPD_STRINGS},
        {"tcsi", PF_EPD_STRINGS},
    };
    if (length == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1])) return PF_EPD_STRING;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_name(table[i].name, opcode, length)) return table[i].kind;
    return PF_EPD_UNKNOWN;
}

/* ---- Reading ---- */

/* The end of the operand that begins here: after the closing quote, or where the word ends. */
static size_t operand_end(const char *text, size_t at, size_t length)
{
    if (text[at] == '"') {
        for (at++; at < length && text[at] != '"'; at++)
            if (text[at] == '\\' && at + 1 < length) at++;
        return at < length ? at + 1 : length;
    }
    while (at < length && !pf_is_blank(text[at]) && text[at] != ';') at++;
    return at;
}

/* The end of the operation that begins here: its ';', or the end of the text. */
static size_t operation_end(const char *text, size_t at, size_t length)
{
    while (at < length && text[at] != ';') at = pf_is_blank(text[at]) ? at + 1 : operand_end(text, at, length);
    return at;
}

bool pf_epd_next(const pf_epd *epd, size_t *cursor, pf_epd_operation *out)
{
    const char *text = epd->text.text;
    size_t length = epd->text.length;
    size_t at = *cursor ? *cursor : epd->operations;
    while (at < length && (pf_is_blank(text[at]) || text[at] == ';')) at++;
    if (at >= length) {
        *cursor = length;
        return false;
    }
    size_t end = operation_end(text, at, length);
    *cursor = end;

    out->opcode.text = text + at;
    at = operand_end(text, at, end);
    out->opcode.length = (size_t)(text + at - out->opcode.text);
    out->kind = pf_epd_opcode_kind(out->opcode.text, out->opcode.length);
    while (at < end && pf_is_blank(text[at])) at++;
    /* Remove blanks at the end, except those of an unterminated string. */
    size_t last = at;
    for (size_t operand = at; operand < end;) {
        last = operand = operand_end(text, operand, end);
        while (operand < end && pf_is_blank(text[operand])) operand++;
    }
    out->operands.text = text + at;
    out->operands.length = last - at;
    return true;
}

bool pf_epd_find(const pf_epd *epd, const char *opcode, pf_epd_operation *out)
{
    pf_epd_operation operation;
    for (size_t cursor = 0; pf_epd_next(epd, &cursor, &operation);) {
        if (!is_name(opcode, operation.opcode.text, operation.opcode.length)) continue;
        *out = operation;
        return true;
    }
    return false;
}

bool pf_epd_next_operand(const pf_epd_operation *operation, size_t *cursor, pf_epd_text *out, bool *quoted)
{
    const char *text = operation->operands.text;
    size_t length = operation->operands.length, at = *cursor;
    while (at < length && pf_is_blank(text[at])) at++;
    if (at >= length) return false;
    size_t end = operand_end(text, at, length);
    bool string = text[at] == '"';
    if (quoted) *quoted = string;
    *cursor = end;
    if (string) {
        /* The operand ends before the closing quote; if there is none, it extends to the end. An escaped quote does not
         * close it. */
        at++;
        size_t inner = at;
        while (inner < end && text[inner] != '"') inner += text[inner] == '\\' && inner + 1 < end ? 2 : 1;
        end = inner < end ? inner : end;
    }
    out->text = text + at;
    out->length = end - at;
    return true;
}

size_t pf_epd_to_string(char *buffer, size_t size, const pf_epd_operation *operation)
{
    pf_text out = pf_text_begin(buffer, size);
    pf_epd_text operand;
    size_t cursor = 0;
    bool quoted;
    if (pf_epd_next_operand(operation, &cursor, &operand, &quoted)) {
        for (size_t i = 0; i < operand.length; i++) {
            if (quoted && operand.text[i] == '\\' && i + 1 < operand.length) i++;
            pf_text_char(&out, operand.text[i]);
        }
    }
    return pf_text_end(&out);
}

pf_status pf_epd_to_integer(int64_t *out, const pf_epd_operation *operation, pf_error *error)
{
    static const char message[] = "the operand must be a whole number";
    pf_epd_text operand;
    size_t cursor = 0, i = 0;
    bool quoted;
    if (!pf_epd_next_operand(operation, &cursor, &operand, &quoted)) return pf_fail(error, PF_ERROR_EPD, 0, message);
    size_t offset = (size_t)(operand.text - operation->operands.text);
    bool negative = operand.length > 0 && operand.text[0] == '-';
    if (operand.length > 0 && (negative || operand.text[0] == '+')) i++;
    if (i == operand.length) return pf_fail(error, PF_ERROR_EPD, offset, message);
    uint64_t number = 0, limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    for (; i < operand.length; i++) {
        if (!is_digit(operand.text[i])) return pf_fail(error, PF_ERROR_EPD, offset + i, message);
        unsigned digit = (unsigned)(operand.text[i] - '0');
        if (number > (limit - digit) / 10) return pf_fail(error, PF_ERROR_EPD, offset, "the number is too large");
        number = number * 10 + digit;
    }
    *out = (int64_t)(negative ? 0 - number : number);
    return PF_OK;
}

/* Skips a move number ("12." or "3...") at the start of a word; the rest may be empty. */
static void skip_move_number(pf_epd_text *word)
{
    size_t i = 0;
    while (i < word->length && is_digit(word->text[i])) i++;
    if (i == word->length || word->text[i] != '.') return;
    while (i < word->length && word->text[i] == '.') i++;
    word->text += i;
    word->length -= i;
}

pf_status pf_epd_to_moves(pf_move_list *out, const pf_epd *epd, const pf_epd_operation *operation, pf_error *error)
{
    const bool line = operation->kind == PF_EPD_VARIATION;
    pf_position position = epd->position;
    pf_epd_text word;
    out->size = 0;
    for (size_t cursor = 0; pf_epd_next_operand(operation, &cursor, &word, NULL);) {
        if (line) skip_move_number(&word);
        if (word.length == 0) continue;
        size_t offset = (size_t)(word.text - operation->operands.text);
        if (out->size == PF_MOVE_LIST_CAPACITY)
            return pf_fail(error, PF_ERROR_NO_ROOM, offset, "more moves than a list can hold");
        pf_move move;
        pf_status status = pf_move_from_san(&move, &position, word.text, word.length,
                                            PF_SAN_LENIENT | (line ? (unsigned)PF_SAN_NULL : 0u), error);
        if (status) {
            if (error) error->offset += (uint32_t)offset;
            return status;
        }
        out->moves[out->size++] = move;
        if (!line) continue;
        pf_undo undo;
        if (move != PF_NO_MOVE)
            pf_position_play_unchecked(&position, move);
        else if (!pf_position_make_null(&position, &undo))
            return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, offset, PF_NULL_MOVE_IN_CHECK);
    }
    return PF_OK;
}

/* Whether every operand is quoted, and how many there are. */
static size_t count_strings(const pf_epd_operation *operation, bool *all_quoted)
{
    pf_epd_text operand;
    bool quoted;
    size_t count = 0;
    *all_quoted = true;
    for (size_t cursor = 0; pf_epd_next_operand(operation, &cursor, &operand, &quoted); count++)
        if (!quoted) *all_quoted = false;
    return count;
}

/* Checks the operands as the standard requires for this opcode. */
static pf_status check_operands(const pf_epd *epd, const pf_epd_operation *operation, pf_error *error)
{
    bool strings;
    size_t count = count_strings(operation, &strings);
    int64_t number;
    pf_move_list moves;
    pf_status status = PF_OK;
    switch (operation->kind) {
    case PF_EPD_UNKNOWN:
    case PF_EPD_ANY_OPERANDS: return PF_OK;
    case PF_EPD_NO_OPERAND:
        if (count) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes no operand");
        return PF_OK;
    case PF_EPD_STRING:
        if (count != 1 || !strings) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes one string");
        return PF_OK;
    case PF_EPD_STRINGS:
        if (count == 0 || !strings) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes strings");
        return PF_OK;
    case PF_EPD_UNSIGNED:
    case PF_EPD_INTEGER:
        if (count != 1) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes one number");
        status = pf_epd_to_integer(&number, operation, error);
        if (!status && number < 0 && operation->kind == PF_EPD_UNSIGNED)
            return pf_fail(error, PF_ERROR_EPD, 0, "the number must not be negative");
        return status;
    case PF_EPD_MOVE:
        if (count != 1) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes one move");
        break;
    case PF_EPD_MOVES:
        if (count == 0) return pf_fail(error, PF_ERROR_EPD, 0, "this opcode takes moves");
        break;
    case PF_EPD_VARIATION: break;
    }
    return pf_epd_to_moves(&moves, epd, operation, error);
}

/* hmvc and fmvn are clocks of the position, and are checked in lenient mode too. */
static pf_status read_clock(pf_position *position, const pf_epd_operation *operation, pf_error *error)
{
    bool half = is_name("hmvc", operation->opcode.text, operation->opcode.length);
    bool full = is_name("fmvn", operation->opcode.text, operation->opcode.length);
    if (!half && !full) return PF_OK;
    int64_t number;
    pf_status status = pf_epd_to_integer(&number, operation, error);
    if (status) return status;
    if (number < 0 || number > (half ? (int64_t)UINT16_MAX : (int64_t)UINT32_MAX))
        return pf_fail(error, PF_ERROR_EPD, 0, "the clock is out of range");
    if (half)
        position->halfmove_clock = (uint16_t)number;
    else
        position->fullmove_number = number ? (uint32_t)number : 1;
    return PF_OK;
}

static pf_status check_opcode(const pf_epd_operation *operation, pf_error *error)
{
    const char *text = operation->opcode.text;
    if (operation->opcode.length == 0 || !is_letter(text[0]))
        return pf_fail_at_char(error, PF_ERROR_EPD, 0, "an opcode must begin with a letter, not", text[0]);
    for (size_t i = 0; i < operation->opcode.length; i++)
        if (!is_letter(text[i]) && !is_digit(text[i]) && text[i] != '_' && text[i] != '-')
            return pf_fail_at_char(error, PF_ERROR_EPD, i,
                                   "an opcode may contain only letters, digits, '_' and '-', not", text[i]);
    return PF_OK;
}

/* Where the fields of the position end; 0 if there are fewer than four. Three-check has a fifth, the checks, which may
 * be missing: it begins with a digit or '+', an opcode with a letter. */
static size_t skip_fields(const char *text, size_t length, pf_variant variant)
{
    size_t end = 0;
    int fields = variant == PF_VARIANT_THREE_CHECK ? 5 : 4;
    for (int field = 0; field < fields; field++) {
        size_t at = end;
        while (at < length && pf_is_blank(text[at])) at++;
        bool missing = at == length;
        if (field == 4 && (missing || !(is_digit(text[at]) || text[at] == '+'))) break;
        if (missing) return 0;
        while (at < length && !pf_is_blank(text[at])) at++;
        end = at;
    }
    return end;
}

pf_status pf_epd_from_text(pf_epd *out, const char *text, size_t length, pf_accept accept, pf_error *error)
{
    pf_epd epd;
    epd.text.text = text;
    epd.text.length = length;
    epd.operations = skip_fields(text, length, pf_accept_variant_of(accept));
    if (epd.operations == 0) {
        pf_setup setup;
        pf_status fault = pf_setup_from_fen(&setup, text, length, pf_accept_variant_of(accept), error);
        return fault ? fault : pf_fail(error, PF_ERROR_EPD, length, "an EPD begins with four FEN fields");
    }
    pf_status status = pf_position_from_fen(&epd.position, text, epd.operations, accept, NULL, error);
    if (status) return status;

    pf_epd_operation operation;
    for (size_t cursor = 0; pf_epd_next(&epd, &cursor, &operation);) {
        const char *origin = operation.opcode.text;
        status = check_opcode(&operation, error);
        if (!status) {
            origin = operation.operands.text;
            status = read_clock(&epd.position, &operation, error);
        }
        if (!status && !(accept & PF_ACCEPT_LENIENT)) status = check_operands(&epd, &operation, error);
        if (status) {
            if (error) error->offset += (uint32_t)(origin - text);
            return status;
        }
    }
    *out = epd;
    return PF_OK;
}

/* ---- Writing ---- */

static pf_text text_of(const pf_epd_writer *writer)
{
    pf_text text = {writer->buffer, writer->size, writer->length};
    return text;
}

static pf_text start_operation(const pf_epd_writer *writer, const char *opcode)
{
    pf_text text = text_of(writer);
    pf_text_char(&text, ' ');
    pf_text_string(&text, opcode);
    return text;
}

static void finish_operation(pf_epd_writer *writer, pf_text *text)
{
    pf_text_char(text, ';');
    writer->length = text->length;
}

void pf_epd_begin(pf_epd_writer *writer, char *buffer, size_t size, const pf_position *position,
                  pf_castling_style castling, pf_ep_mode ep)
{
    char fen[PF_FEN_SIZE];
    pf_text text = pf_text_begin(buffer, size);
    pf_position_to_fen(fen, sizeof fen, position, castling, ep);
    unsigned fields = pf_position_variant(position) == PF_VARIANT_THREE_CHECK ? 5 : 4;
    for (unsigned blanks = 0, i = 0; (blanks += fen[i] == ' ') < fields; i++) pf_text_char(&text, fen[i]);
    writer->buffer = buffer;
    writer->size = size;
    writer->length = text.length;
    writer->position = *position;
}

void pf_epd_add_clocks(pf_epd_writer *writer)
{
    pf_epd_add_integer(writer, "hmvc", writer->position.halfmove_clock);
    pf_epd_add_integer(writer, "fmvn", writer->position.fullmove_number);
}

void pf_epd_add(pf_epd_writer *writer, const char *opcode)
{
    pf_text text = start_operation(writer, opcode);
    finish_operation(writer, &text);
}

void pf_epd_add_integer(pf_epd_writer *writer, const char *opcode, int64_t number)
{
    pf_text text = start_operation(writer, opcode);
    pf_text_char(&text, ' ');
    if (number < 0) pf_text_char(&text, '-');
    pf_text_number(&text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
    finish_operation(writer, &text);
}

void pf_epd_add_string(pf_epd_writer *writer, const char *opcode, const char *string, size_t length)
{
    pf_text text = start_operation(writer, opcode);
    pf_text_string(&text, " \"");
    for (size_t i = 0; i < length; i++) {
        if (string[i] == '"' || string[i] == '\\') pf_text_char(&text, '\\');
        pf_text_char(&text, string[i] == '\n' || string[i] == '\r' ? ' ' : string[i]);
    }
    pf_text_char(&text, '"');
    finish_operation(writer, &text);
}

void pf_epd_add_moves(pf_epd_writer *writer, const char *opcode, const pf_move *moves, size_t count)
{
    enum { LONGER_THAN_ANY_KNOWN = 16 }; /* the limit keeps gcc from replacing the loop by a call of strlen */
    size_t opcode_length = 0;
    while (opcode_length < LONGER_THAN_ANY_KNOWN && opcode[opcode_length]) opcode_length++;
    bool line = pf_epd_opcode_kind(opcode, opcode_length) == PF_EPD_VARIATION;
    pf_text text = start_operation(writer, opcode);
    pf_position position = writer->position;
    for (size_t i = 0; i < count; i++) {
        char san[PF_SAN_SIZE];
        pf_undo undo;
        bool null = line && moves[i] == PF_NO_MOVE;
        bool written = moves[i] != PF_NO_MOVE || null;
        if (written) written = pf_move_to_san(san, sizeof san, &position, moves[i], PF_SAN_LETTERS) != 0;
        if (written && null) written = pf_position_make_null(&position, &undo);
        if (!written && line) break;
        if (!written) continue;
        pf_text_char(&text, ' ');
        pf_text_string(&text, san);
        if (line && !null) pf_position_play_unchecked(&position, moves[i]);
    }
    finish_operation(writer, &text);
}

static void write_operation(pf_text *text, const pf_epd_operation *operation)
{
    pf_text_char(text, ' ');
    for (size_t i = 0; i < operation->opcode.length; i++) pf_text_char(text, operation->opcode.text[i]);
    if (operation->operands.length) pf_text_char(text, ' ');
    for (size_t i = 0; i < operation->operands.length; i++) pf_text_char(text, operation->operands.text[i]);
    /* An unterminated string would swallow the operations that follow. */
    pf_epd_text operand = {NULL, 0};
    bool quoted = false;
    for (size_t cursor = 0; pf_epd_next_operand(operation, &cursor, &operand, &quoted);) {
    }
    if (quoted && operand.text + operand.length == operation->operands.text + operation->operands.length) {
        size_t escapes = 0; /* a trailing backslash would escape the quote */
        while (escapes < operand.length && operand.text[operand.length - 1 - escapes] == '\\') escapes++;
        if (escapes % 2) pf_text_char(text, '\\');
        pf_text_char(text, '"');
    }
    pf_text_char(text, ';');
}

void pf_epd_add_operation(pf_epd_writer *writer, const pf_epd_operation *operation)
{
    pf_text text = text_of(writer);
    write_operation(&text, operation);
    writer->length = text.length;
}

size_t pf_epd_end(pf_epd_writer *writer)
{
    pf_text text = text_of(writer);
    return pf_text_end(&text);
}

static void write_changed(pf_text *text, const char *opcode, const char *operands)
{
    if (!operands) return;
    pf_text_char(text, ' ');
    pf_text_string(text, opcode);
    if (*operands) pf_text_char(text, ' ');
    pf_text_string(text, operands);
    pf_text_char(text, ';');
}

size_t pf_epd_replace(char *buffer, size_t size, const pf_epd *epd, const char *opcode, const char *operands)
{
    pf_text text = pf_text_begin(buffer, size);
    size_t first = 0;
    while (pf_is_blank(epd->text.text[first])) first++;
    for (size_t i = first; i < epd->operations; i++) pf_text_char(&text, epd->text.text[i]);
    pf_epd_operation operation;
    bool changed = false;
    for (size_t cursor = 0; pf_epd_next(epd, &cursor, &operation);) {
        if (changed || !is_name(opcode, operation.opcode.text, operation.opcode.length)) {
            write_operation(&text, &operation);
        } else {
            write_changed(&text, opcode, operands);
            changed = true;
        }
    }
    if (!changed) write_changed(&text, opcode, operands);
    return pf_text_end(&text);
}
