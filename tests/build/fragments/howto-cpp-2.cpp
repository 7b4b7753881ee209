// docs/howto-cpp.md: a generator beside ours. This one has lost castling.
#include <plyforge/plyforge.hpp>

#include <iostream>
#include <sstream>
#include <vector>

using namespace plyforge;

struct Mine {
    std::vector<Position> line;
    bool set(std::string_view fen)
    {
        const auto position = Position::from_fen(fen, PF_ACCEPT_LENIENT);
        if (position) line.assign(1, *position);
        return position.has_value();
    }
    std::vector<std::string> generate() const
    {
        std::vector<std::string> moves;
        for (Move move : line.back().moves())
            if (!move.is_castling()) moves.emplace_back(move.to_uci().view());
        return moves;
    }
    bool make(std::string_view text)
    {
        const auto move = line.back().move_from_uci(text);
        if (move) line.push_back(line.back().after(*move));
        return move.has_value();
    }
    void unmake() { line.pop_back(); }
    std::uint64_t key() const { return line.back().key(); }
};

int main()
{
    std::ostringstream out;
    std::streambuf *screen = std::cout.rdbuf(out.rdbuf());
    {
#include "block.inc"
    } std::cout.rdbuf(screen);
    return out.str().find("castling") != std::string::npos ? 0 : 1;
}
