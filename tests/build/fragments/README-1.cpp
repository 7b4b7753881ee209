// README.md: the moves of the start position, from C++.
#include <plyforge/plyforge.hpp>

#include <iostream>

int main()
{
#include "block.inc"
}
