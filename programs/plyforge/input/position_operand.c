/* The position as a plain argument: `plyforge show FEN`, with the FEN in quotes or as separate words, means --fen
 * FEN. */
#include "common.h"

#include <ctype.h>
#include <string.h>

static bool consists_of(const char *word, const char *characters)
{
    return word[0] != '\0' && word[strspn(word, characters)] == '\0';
}

static bool is_number(const char *word)
{
    return consists_of(word, "0123456789");
}

/* Whether the word is the check field of Three-check, as in 3+3 or +0+0. */
static bool is_checks(const char *word)
{
    return strchr(word, '+') != NULL && consists_of(word, "+0123456789");
}

static bool is_square(const char *word)
{
    pf_square square;
    return pf_square_from_text(&square, word, strlen(word));
}

/* Whether a word begins with the board of a FEN. For a command that takes files, it must have eight ranks; for the
 * other commands any word with a slash is a FEN, and reading it reports what is wrong with it. */
static bool is_position(const char *word, const struct command *command)
{
    if (strcmp(word, START_FEN_WORD) == 0) return true;
    if (strstr(command->operands, "FILE") == NULL) return strchr(word, '/') != NULL;
    size_t length = strspn(word, "pnbrqkPNBRQK12345678/[]~");
    unsigned slashes = 0;
    for (size_t i = 0; i < length; i++) slashes += word[i] == '/';
    return slashes >= 7 && (word[length] == '\0' || word[length] == ' ');
}

/* The number of words that are the fields of a FEN after its board: none, or all that are required. The two counters
 * must both be present, because a single number may be a depth. */
static int count_fields(char **words, int count)
{
    if (count == 0 || !consists_of(words[0], "wb") || words[0][1] != '\0') return 0;
    int fields = 1;
    if (fields < count && consists_of(words[fields], "KQkqABCDEFGHabcdefgh-")) fields++;
    if (fields == 2 && fields < count && (strcmp(words[fields], "-") == 0 || is_square(words[fields]))) fields++;
    if (fields < 3) refuse("the FEN ends after '%s'; put the whole FEN in quotes", words[fields - 1]);
    if (fields < count && is_checks(words[fields])) fields++;
    if (fields + 1 < count && is_number(words[fields]) && is_number(words[fields + 1])) fields += 2;
    if (fields < count && is_checks(words[fields])) fields++;
    return fields;
}

/* Joins the words with blanks between them. */
static const char *join(char **words, int count)
{
    static char fen[LINE_SIZE];
    size_t length = 0;
    if (count == 1) return words[0];
    for (int i = 0; i < count; i++) {
        if (length + strlen(words[i]) + 2 > sizeof fen) refuse("the FEN is too long");
        length += (size_t)snprintf(fen + length, sizeof fen - length, "%s%s", i > 0 ? " " : "", words[i]);
    }
    return fen;
}

const char *take_position_operand(struct operands *operands, const struct command *command)
{
    const char *fen = NULL;
    for (int i = 0; i < operands->count; i++) {
        char **words = operands->words + i;
        if (!is_position(words[0], command)) continue;
        if (fen != NULL) refuse("unexpected second position '%s'", words[0]);
        bool is_board = strpbrk(words[0], BLANKS) == NULL && strchr(words[0], '/') != NULL;
        int taken = 1 + (is_board ? count_fields(words + 1, operands->count - i - 1) : 0);
        fen = join(words, taken);
        operands->count -= taken;
        memmove(words, words + taken, (size_t)(operands->count - i) * sizeof *words);
        i--;
    }
    return fen;
}
