// The Laws of Chess as formulas. This file and rules.cc are the specification: they alone decide in this folder what a
// legal move is. Nothing is taken from the library. Squares are numbered a1 = 0, b1 = 1 ... h8 = 63.
#ifndef PROOF_RULES_H
#define PROOF_RULES_H

#include <map>
#include <vector>

#include "graph.h"

namespace rules
{

enum Colour { WHITE, BLACK };
enum Type { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum Kind { NORMAL, PROMOTION, EN_PASSANT, CASTLING };

inline int file_of(int square)
{
    return square & 7;
}
inline int rank_of(int square)
{
    return square >> 3;
}
inline Colour other(Colour colour)
{
    return colour == WHITE ? BLACK : WHITE;
}
inline int forward(Colour colour)
{
    return colour == WHITE ? 1 : -1;
} // distance in ranks

// A move in 16 bits: to, from, promotion piece minus KNIGHT, kind. The target of castling is the square of the rook.
inline unsigned move_of(int from, int to, Kind kind, Type promotion = KNIGHT)
{
    return unsigned(to | from << 6 | (promotion - KNIGHT) << 12 | kind << 14);
}
inline int to_of(unsigned move)
{
    return move & 63;
}
inline int from_of(unsigned move)
{
    return move >> 6 & 63;
}
inline Type promotion_of(unsigned move)
{
    return Type((move >> 12 & 3) + KNIGHT);
}
inline Kind kind_of(unsigned move)
{
    return Kind(move >> 14 & 3);
}

struct Step {
    int files, ranks;
};
const int NO_SQUARE = -1;
int step(int square, Step by);             // NO_SQUARE if that leaves the board
std::vector<int> ray(int square, Step by); // all squares in that direction, nearest first
const std::vector<Step> &
steps_of(Type type); // the directions of a rook, bishop or queen; the steps of a knight or king

// The contents of a board: for every square, whether there is a piece of each type, and one of each colour.
struct Board {
    Bit type[6][64], colour[2][64];

    Bit occupied(int square) const { return colour[WHITE][square] | colour[BLACK][square]; }
    Bit has(Colour by, Type what, int square) const { return type[what][square] & colour[by][square]; }
    void remove(int square);
    void put(Colour by, Type what, int square);
    void move(Colour by, int from, int to); // moves a piece of that colour; a piece on the target square is captured
    // Whether a piece of that colour attacks the square.
    Bit attacked(int square, Colour by) const;
};

struct Position {
    Board board;
    Colour us;          // the side to move
    int king;           // the square of its king; NO_SQUARE if that is not known
    Bit castling[64];   // rooks that may still castle
    Bit en_passant[64]; // the square that a double push has just crossed
};

// For every move from this square that is possible in some position: the condition under which a piece may make it,
// regardless of the safety of its own king. All other values are never possible.
std::map<unsigned, Bit> possible_moves(const Position &position, int from);
// Whether a possible move neither leaves our own king attacked nor castles out of or through an attack. The square of
// the king must be known.
Bit is_safe(const Position &position, unsigned move);
// For every move that is legal in some position: the condition under which it is legal, which is that it is possible
// and safe.
std::map<unsigned, Bit> legal_moves(const Position &position);
// The position after a legal move, without the clocks. The square of the other side's king is not determined.
Position position_after(const Position &position, unsigned move);

} // namespace rules

#endif
