/* docs/fen.md: a text of FENs, one of them wrong. */
#include <plyforge.h>
#include <string.h>

int main(void)
{
    const char *text = "8/8/8/8/8/8/8/K1k5 w - - 0 1\nnonsense\n";
    size_t length = strlen(text), count, used;
    enum { room = 4 };
    pf_position positions[room];
    uint8_t statuses[room];
#include "block.inc"
    return wrong == 1 && count == 2 && used == length ? 0 : 1;
}
