/* Plyforge in C++17: read a position, list its legal moves, play one, write the position that follows. The same program
 * as hello.c.
 *
 *     c++ -std=c++17 hello.cpp $(pkg-config --cflags --libs plyforge) -o hello
 *     ./hello "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
 */
#include <plyforge/plyforge.hpp>

#include <iostream>

int main(int argc, char **argv)
{
    plyforge::Position position; /* the start position; a plain value */

    /* Reading can fail. The result is the position, or an error that says what is wrong, and at which byte. */
    if (argc > 1) {
        const plyforge::Result<plyforge::Position> result = plyforge::Position::from_fen(argv[1]);
        if (!result) {
            std::cerr << "bad position at byte " << result.error().offset() << ": " << result.error() << '\n';
            return 1;
        }
        position = *result;
    }

    const plyforge::MoveList moves = position.moves();
    std::cout << moves.size() << " legal moves:";
    for (plyforge::Move move : moves) std::cout << ' ' << move;
    std::cout << '\n';

    /* Moves from the list are legal, so they can be played unchecked; play() would test the move first. */
    if (!moves.empty()) position.play_unchecked(moves[0]);
    std::cout << position << '\n';
    return 0;
}
