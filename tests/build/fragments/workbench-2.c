/* docs/workbench.md: the generator of examples/differential.c, which has no flaw. */
#define main main_of_the_example
#include "examples/differential.c"
#undef main

static my_board board;
#define my_set      set
#define my_generate generate
#define my_make     make
#define my_unmake   unmake
#define my_key      key

int main(void)
{
#include "block.inc"
    return report.flaw == PF_FLAW_NONE ? 0 : 1;
}
