/* docs/pgn.md: columns that are full after two games. */
#include <plyforge.h>
#include <string.h>

static size_t games;

static void use(const pf_pgn_columns *columns)
{
    games += columns->game_count;
}

int main(void)
{
    const char *text = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 *\n\n[Event \"3\"]\n\n1. c4 *\n";
    pf_pgn_reader *reader = pf_pgn_reader_create();
    if (reader == NULL) return 1;
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    pf_move moves[8];
    size_t move_ends[2];
    pf_pgn_columns columns = {.game_room = 2, .move_ends = move_ends, .move_room = 8, .moves = moves};
#include "block.inc"
    pf_pgn_reader_destroy(reader);
    return games == 3 ? 0 : 1;
}
