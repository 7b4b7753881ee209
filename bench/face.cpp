/* The work of bench/cpp_face through the C++ face: the same program as face.c, line by line. */
#include <plyforge/plyforge.hpp>

#include <cstdio>

using namespace plyforge;

static unsigned long perft(const Position &position, unsigned depth)
{
    const MoveList moves = position.moves();
    if (depth == 1) return moves.size();
    unsigned long nodes = 0;
    for (Move move : moves) nodes += perft(position.after(move), depth - 1);
    return nodes;
}

static unsigned long texts(const Position &position, unsigned depth)
{
    unsigned long length = 0;
    for (Move move : position.moves()) {
        const auto uci = move.to_uci();
        const auto san = position.to_san(move);
        const Result<Move> by_uci = position.move_from_uci(uci);
        if (!by_uci) continue;
        const Result<Move> by_san = position.move_from_san(san);
        if (!by_san || *by_uci != *by_san) continue;
        const auto fen = position.after(*by_uci).to_fen();
        const Result<Position> again = Position::from_fen(fen);
        if (!again) continue;
        length += uci.size() + san.size() + fen.size();
        if (depth > 1) length += texts(*again, depth - 1);
    }
    return length;
}

static long search(const Position &position, unsigned depth, Repetition &line)
{
    if (depth == 0 || line.is_draw()) return static_cast<long>(position.checkers().size());
    long sum = 0;
    Picker picker(position);
    for (Move move : picker) {
        if (picker.stage() == PF_STAGE_WINNING_CAPTURES) sum += position.see(move);
        for (Change change : position.changes(move)) {
            if (change.from != Square::none) sum -= to_c(change.from);
            if (change.to != Square::none) sum += to_c(change.to);
        }
        for (Square square : attacks(PieceType::queen, move.to(), position.occupied())) sum += to_c(square);
        const Position child = position.after(move);
        line.push(child);
        sum += search(child, depth - 1, line);
        line.pop();
    }
    return sum;
}

int main()
{
    const Result<Position> position = Position::from_fen(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    if (!position) return 1;
    Repetition line(*position);
    std::printf("%lu %lu %ld\n", perft(*position, 4), texts(*position, 2), search(*position, 3, line));
    return 0;
}
