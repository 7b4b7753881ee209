/* Perft suites on a microcontroller: reads lines such as "FEN ;D1 20 ;D2 400" from the host, counts, and reports what
 * is wrong, how much flash and static memory the program has, and how deep the stack has been. It needs no heap and no
 * C library. The first word of the command line is the largest count to check (100,000 if there is none). */
#include <plyforge.h>

#include "board.h"

enum { LINE_SIZE = 512 };

typedef struct reader {
    char bytes[256];
    uint32_t size, next;
} reader;

/* The next line without its end; false at the end of the input. A line that is too long is cut, and then not a suite.
 */
static bool read_line(reader *in, char line[LINE_SIZE], uint32_t *length)
{
    *length = 0;
    for (;;) {
        if (in->next == in->size) {
            in->next = 0;
            in->size = board_read(in->bytes, sizeof in->bytes);
            if (in->size == 0) return *length > 0;
        }
        char c = in->bytes[in->next++];
        if (c == '\n') return true;
        if (*length < LINE_SIZE) line[(*length)++] = c;
    }
}

static void write_number(const char *before, uint64_t number, const char *after)
{
    char text[PF_COUNT_TEXT_SIZE];
    pf_count_to_text(text, sizeof text, pf_count_of(number));
    board_write(before);
    board_write(text);
    board_write(after);
}

/* The digits at *text, as a number; *text is moved behind them. */
static uint64_t read_number(const char **text, const char *end)
{
    uint64_t number = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; (*text)++) number = 10 * number + (uint64_t)(**text - '0');
    return number;
}

typedef struct result {
    uint64_t positions, counts, wrong;
} result;

static void check_line(result *sum, const char *line, uint32_t length, uint64_t max_nodes)
{
    const char *end = line + length, *text = line;
    while (text < end && *text != ';') text++;
    uint32_t fen = (uint32_t)(text - line);
    while (fen > 0 && line[fen - 1] == ' ') fen--;
    if (fen == 0 || line[0] == '#') return;

    pf_position position;
    pf_error error;
    sum->positions++;
    if (pf_position_from_fen(&position, line, fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, &error) != PF_OK) {
        sum->wrong++;
        write_number("position ", sum->positions, ": ");
        board_write(error.message);
        board_write("\n");
        return;
    }
    while (text + 2 < end) {
        if (*text++ != ';' || *text != 'D') continue;
        text++;
        unsigned depth = (unsigned)read_number(&text, end);
        while (text < end && *text == ' ') text++;
        uint64_t expected = read_number(&text, end);
        if (expected > max_nodes) continue;
        uint64_t counted = pf_perft_plain(&position, depth, PF_PERFT_BULK).lo;
        sum->counts++;
        if (counted == expected) continue;
        sum->wrong++;
        write_number("position ", sum->positions, "");
        write_number(", depth ", depth, "");
        write_number(": expected ", expected, "");
        write_number(", counted ", counted, "\n");
    }
}

int main(void)
{
    static reader in;
    static char line[LINE_SIZE];
    result sum = {0, 0, 0};
    uint32_t length = board_command_line(line, sizeof line);
    const char *argument = line;
    uint64_t max_nodes = read_number(&argument, line + length);
    bool is_given = length > 0 && line[0] != '\0';
    if (!is_given) max_nodes = 100000;
    if (is_given && argument < line + length && *argument != '\0') {
        board_write("the argument is the largest count to check, a number\n");
        return 1;
    }

    while (read_line(&in, line, &length)) check_line(&sum, line, length, max_nodes);
    write_number("", sum.counts, " counts of ");
    write_number("", sum.positions, " positions, ");
    write_number("", sum.wrong, " wrong\n");
    write_number("flash ", board_flash_bytes(), ", ");
    write_number("RAM ", board_ram_bytes(), ", ");
    write_number("stack ", board_stack_bytes(), " bytes\n");
    return sum.counts > 0 && sum.wrong == 0 ? 0 : 1;
}
