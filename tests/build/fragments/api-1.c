/* docs/api.md: pseudo-legal captures, tested one by one. */
#include <plyforge.h>

int main(void)
{
    pf_position position = pf_position_start();
#include "block.inc"
    return 0;
}
