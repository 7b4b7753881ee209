// docs/howto-cpp.md: a picker with scores, and a reader with a lambda.
#include <plyforge/plyforge.hpp>

using namespace plyforge;

int main()
{
    Position position;
    pf_picker_options options{};
    static int32_t history[64][64];
    int searched = 0, plies = 0;
    const char *text = "1. e4 (1. d4) e5 *";
    auto search = [&](Move) { searched++; };
#include "block.inc"
    return searched == 20 && plies == 2 ? 0 : 1;
}
