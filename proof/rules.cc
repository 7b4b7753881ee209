#include "rules.h"

#include <algorithm>
#include <cstdlib>

namespace rules
{

static const std::vector<Step> straight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const std::vector<Step> diagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const std::vector<Step> all_around = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const std::vector<Step> jumps = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

const std::vector<Step> &steps_of(Type type)
{
    return type == KNIGHT ? jumps : type == BISHOP ? diagonal : type == ROOK ? straight : all_around;
}

int step(int square, Step by)
{
    int file = file_of(square) + by.files, rank = rank_of(square) + by.ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : rank * 8 + file;
}

std::vector<int> ray(int square, Step by)
{
    std::vector<int> squares;
    while ((square = step(square, by)) != NO_SQUARE) squares.push_back(square);
    return squares;
}

void Board::remove(int square)
{
    for (auto &squares : type) squares[square] = false;
    for (auto &squares : colour) squares[square] = false;
}

void Board::put(Colour by, Type what, int square)
{
    remove(square);
    type[what][square] = true;
    colour[by][square] = true;
}

void Board::move(Colour by, int from, int to)
{
    for (auto &squares : type) squares[to] = squares[from];
    for (auto &squares : colour) squares[to] = false;
    colour[by][to] = true;
    remove(from);
}

Bit Board::attacked(int square, Colour by) const
{
    Bits attackers;
    for (Type type : {KNIGHT, KING})
        for (Step by_step : steps_of(type)) {
            int from = step(square, by_step);
            if (from != NO_SQUARE) attackers.push_back(has(by, type, from));
        }
    for (int side : {-1, 1}) { // a pawn attacks the two squares diagonally in front of it
        int from = step(square, {side, -forward(by)});
        if (from != NO_SQUARE) attackers.push_back(has(by, PAWN, from));
    }
    for (Type type : {ROOK, BISHOP}) // a queen attacks like a bishop and like a rook
        for (Step direction : steps_of(type)) {
            Bit clear = true;
            for (int from : ray(square, direction)) {
                attackers.push_back(clear & (has(by, type, from) | has(by, QUEEN, from)));
                clear = clear & !occupied(from);
            }
        }
    return any(attackers);
}

// The squares strictly between two squares, if they are on one line, and whether it is a line for rooks or for bishops.
struct Line {
    Type type; // ROOK or BISHOP; KING if there is no line
    std::vector<int> between;
};
static Line line(int from, int to)
{
    for (Type type : {ROOK, BISHOP})
        for (Step direction : steps_of(type)) {
            std::vector<int> squares = ray(from, direction);
            auto end = std::find(squares.begin(), squares.end(), to);
            if (end != squares.end()) return {type, {squares.begin(), end}};
        }
    return {KING, {}};
}

static std::vector<int> span(int a, int b) // the squares from one square of a rank to another, both included
{
    std::vector<int> squares;
    for (int square = std::min(a, b); square <= std::max(a, b); square++) squares.push_back(square);
    return squares;
}

// Whether the king is not attacked after one of our pieces has moved from one square to another, and the pieces on the
// squares to and also (for an en passant capture) have been captured.
static Bit king_is_safe_after(const Position &position, int from, int to, int also = NO_SQUARE)
{
    Board after = position.board;
    if (also != NO_SQUARE) after.remove(also);
    after.move(position.us, from, to);
    return !after.attacked(from == position.king ? to : position.king, other(position.us));
}

// The squares on which king and rook end when they castle: the g- and f-file, or the c- and d-file.
static int castled_king(int king, int rook)
{
    return (king & 56) + (rook > king ? 6 : 2);
}
static int castled_rook(int king, int rook)
{
    return (king & 56) + (rook > king ? 5 : 3);
}

static Board without(const Board &board, int a, int b)
{
    Board others = board;
    others.remove(a);
    others.remove(b);
    return others;
}

// Whether the king has the right to castle with that rook, and no other piece is in their way.
static Bit castling_is_possible(const Position &position, int king, int rook)
{
    Board others = without(position.board, king, rook);
    Bits conditions = {position.castling[rook], position.board.has(position.us, ROOK, rook),
                       position.board.has(position.us, KING, king)};
    for (int square : span(king, castled_king(king, rook))) conditions.push_back(!others.occupied(square));
    for (int square : span(rook, castled_rook(king, rook))) conditions.push_back(!others.occupied(square));
    return all(conditions);
}

// Whether the king is not attacked, crosses no attacked square and is not attacked on its new square.
static Bit castling_is_safe(const Position &position, int king, int rook)
{
    Colour them = other(position.us);
    Board others = without(position.board, king, rook);
    Bits conditions = {!position.board.attacked(king, them)};
    for (int square : span(king, castled_king(king, rook))) conditions.push_back(!others.attacked(square, them));
    Board after = others;
    after.put(position.us, KING, castled_king(king, rook));
    after.put(position.us, ROOK, castled_rook(king, rook));
    conditions.push_back(!after.attacked(castled_king(king, rook), them));
    return all(conditions);
}

std::map<unsigned, Bit> possible_moves(const Position &position, int from)
{
    std::map<unsigned, Bit> possible;
    const Board &board = position.board;
    Colour us = position.us, them = other(us);
    auto add = [&](unsigned move, Bit condition) {
        if (!condition.is_false()) possible[move] = condition;
    };

    for (int to = 0; to < 64; to++) {
        if (from == to) continue;
        int files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);

        Bit piece_goes = false; // some piece other than a pawn
        for (Type type : {KNIGHT, KING})
            for (Step jump : steps_of(type))
                if (jump.files == files && jump.ranks == ranks) piece_goes |= board.has(us, type, from);
        Line way = line(from, to);
        if (way.type != KING) {
            Bit clear = true;
            for (int square : way.between) clear &= !board.occupied(square);
            piece_goes |= clear & (board.has(us, way.type, from) | board.has(us, QUEEN, from));
        }
        piece_goes &= !board.colour[us][to];

        Bit pawn_goes = false;
        if (files == 0 && ranks == forward(us)) pawn_goes = !board.occupied(to);
        if (files == 0 && ranks == 2 * forward(us) && rank_of(from) == (us == WHITE ? 1 : 6))
            pawn_goes = !board.occupied(step(from, {0, forward(us)})) & !board.occupied(to);
        if (std::abs(files) == 1 && ranks == forward(us)) pawn_goes = board.colour[them][to];
        pawn_goes &= board.has(us, PAWN, from);
        bool promotes = rank_of(to) == (us == WHITE ? 7 : 0);

        add(move_of(from, to, NORMAL), promotes ? piece_goes : piece_goes | pawn_goes);
        if (promotes)
            for (Type type : {KNIGHT, BISHOP, ROOK, QUEEN}) add(move_of(from, to, PROMOTION, type), pawn_goes);

        if (std::abs(files) == 1 && ranks == forward(us) && !position.en_passant[to].is_false())
            add(move_of(from, to, EN_PASSANT),
                all({board.has(us, PAWN, from), position.en_passant[to], !board.occupied(to),
                     board.has(them, PAWN, step(to, {0, -forward(us)}))}));
    }

    int back_rank = us == WHITE ? 0 : 7;
    if (rank_of(from) == back_rank && (position.king == NO_SQUARE || position.king == from))
        for (int rook = back_rank * 8; rook < back_rank * 8 + 8; rook++)
            if (rook != from) add(move_of(from, rook, CASTLING), castling_is_possible(position, from, rook));
    return possible;
}

Bit is_safe(const Position &position, unsigned move)
{
    int from = from_of(move), to = to_of(move);
    if (kind_of(move) == CASTLING) return castling_is_safe(position, from, to);
    int taken = kind_of(move) == EN_PASSANT ? step(to, {0, -forward(position.us)}) : NO_SQUARE;
    return king_is_safe_after(position, from, to, taken);
}

std::map<unsigned, Bit> legal_moves(const Position &position)
{
    std::map<unsigned, Bit> legal;
    for (int from = 0; from < 64; from++)
        for (auto &[move, possible] : possible_moves(position, from)) {
            Bit condition = possible & is_safe(position, move);
            if (!condition.is_false()) legal[move] = condition;
        }
    return legal;
}

Position position_after(const Position &position, unsigned move)
{
    Position after = position;
    Colour us = position.us;
    int from = from_of(move), to = to_of(move), back_rank = us == WHITE ? 0 : 7;
    Bit is_pawn = position.board.has(us, PAWN, from), is_king = position.board.has(us, KING, from);

    if (kind_of(move) == CASTLING) {
        after.board = without(position.board, from, to);
        after.board.put(us, KING, castled_king(from, to));
        after.board.put(us, ROOK, castled_rook(from, to));
    } else {
        after.board.move(us, from, to);
        if (kind_of(move) == EN_PASSANT) after.board.remove(step(to, {0, -forward(us)}));
        if (kind_of(move) == PROMOTION) after.board.put(us, promotion_of(move), to);
    }
    // A right is lost with the king's first move, and with its rook's first move or capture.
    for (int square = 0; square < 64; square++) {
        if (square == from || square == to) after.castling[square] = false;
        if (rank_of(square) == back_rank) after.castling[square] &= !is_king;
        after.en_passant[square] = false;
    }
    if (file_of(from) == file_of(to) && std::abs(rank_of(from) - rank_of(to)) == 2)
        after.en_passant[(from + to) / 2] = is_pawn; // the square between the two
    after.us = other(us);
    after.king = NO_SQUARE;
    return after;
}

} // namespace rules
