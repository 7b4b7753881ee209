/* Drawing: boards with letters or chess symbols, and colours on terminals that support them. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool use_colours(enum colour_choice choice)
{
    if (choice != COLOURS_AUTO) return choice == COLOURS_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM"); /* no-color.org: any value but "" turns
                                                                              colours off */
    if (no_color != NULL && no_color[0] != '\0') return false;
    return isatty(STDOUT_FILENO) != 0 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

const char *paint(const struct drawing *drawing, enum paint paint)
{
    static const char *const codes[] = {
        [PAINT_NONE] = "\033[0m",   [PAINT_GOOD] = "\033[32m",   [PAINT_BAD] = "\033[31m",
        [PAINT_STRONG] = "\033[1m", [PAINT_MOVE] = "\033[1;33m", [PAINT_PROOF] = "\033[36m",
    };
    return use_colours(drawing->colours) ? codes[paint] : "";
}

/* Prints the board; the escape sequences of a marked board need more than PF_BOARD_SIZE bytes. */
static void print_styled(const pf_position *position, const pf_board_style *style)
{
    char board[4 * PF_BOARD_SIZE];
    pf_position_to_board(board, sizeof board, position, style);
    fputs(board, stdout);
}

void print_board(const pf_position *position, const struct drawing *drawing)
{
    print_styled(position, &(pf_board_style){.figurines = drawing->unicode,
                                             .flipped = drawing->flip,
                                             .white_on = paint(drawing, PAINT_STRONG),
                                             .off = paint(drawing, PAINT_NONE)});
}

void print_marked_board(const pf_position *position, const pf_explanation *explanation, const struct drawing *drawing)
{
    print_styled(position, &(pf_board_style){.figurines = drawing->unicode,
                                             .flipped = drawing->flip,
                                             .brackets = explanation->squares,
                                             .parentheses = explanation->proof,
                                             .brackets_on = paint(drawing, PAINT_MOVE),
                                             .parentheses_on = paint(drawing, PAINT_PROOF),
                                             .off = paint(drawing, PAINT_NONE)});
}
