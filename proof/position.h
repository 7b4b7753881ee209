// A position about which nothing is known except the side to move, the square of its king, and the invariant. The
// square of the king may be unknown as well.
#ifndef PROOF_POSITION_H
#define PROOF_POSITION_H

#include <string>
#include <vector>

#include "machine.h"
#include "rules.h"

// The layout of pf_position. proof/entries/invariant.c asserts it.
namespace layout
{
enum {
    BY_TYPE = 0,
    BY_COLOUR = 48,
    CASTLING = 64,
    KEY = 72,
    TURN = 80,
    EP_SQUARE = 81,
    CLOCK = 82,
    NUMBER = 84,
    SIZE = 112
};
enum { NO_SQUARE = 64 };
} // namespace layout

using Clause = Bits; // at least one of them holds

// The meaning of a variable of a position.
struct Variable {
    enum What { TYPE, OURS, OUR_KING, ENEMY_KING, CASTLING, EP_NONE, EP_FILE } what;
    int square; // for EP_FILE, the number of the bit
    int type;   // for TYPE
};

struct SymbolicPosition {
    rules::Position rules;            // in the form that the rules use
    Bits ep_bits;                     // the bits of the byte ep_square
    std::vector<Clause> conditions;   // the part of the invariant that the form does not ensure
    std::vector<Clause> enemy_rights; // also on the other side's castling rights, on which lists do not depend
    std::vector<std::pair<Variable, Bit>> variables;
    Bits pieces; // those that mean a piece, to make counterexamples small

    // king may be rules::NO_SQUARE: then it may be anywhere.
    SymbolicPosition(rules::Colour us, int king, const std::function<Bit(Variable)> &make_variable = new_variable);
    static Bit new_variable(Variable) { return Bit::input(); }
    // Writes the position into an object of the machine. Key and clocks are unconstrained variables.
    int place(Machine &machine) const;
    // The conditions on all rights, those of the other side included.
    std::vector<Clause> all_conditions() const;

private:
    void place_pieces(const std::function<Bit(Variable)> &variable);
    void add_rights(const std::function<Bit(Variable)> &variable);
    void add_en_passant(const std::function<Bit(Variable)> &variable);
};

// The proof that every position satisfying the invariant, with this side to move and its king on this square (anywhere
// if king is rules::NO_SQUARE), is a SymbolicPosition. It consists of the queries that this returns, under the
// condition that the invariant holds.
struct Cover {
    Bit invariant;
    std::vector<Obligation> queries;
};
Cover cover(Program &program, rules::Colour us, int king);

// The invariant as clauses, for a position described by any Bits. It is proved that they are equivalent to
// pf_invariant_holds: they hold for every SymbolicPosition (clauses_of_form), and together they imply it
// (clauses_imply_invariant).
std::vector<Clause> invariant_clauses(const rules::Position &position);
std::vector<Obligation> clauses_of_form(const SymbolicPosition &position);
struct Implied {
    std::vector<Clause> conditions;
    std::vector<Obligation> queries;
};
Implied clauses_imply_invariant(Program &program, rules::Colour us);
Bits ep_byte(const rules::Position &position); // the byte ep_square

// The key of a position as a sum; capture is whether an en passant capture is legal, if there is an en passant square.
Linear key_of(const rules::Position &position, Bit capture);

// The assignment that a model contains.
class Model
{
public:
    explicit Model(std::vector<uint64_t> values) : values_(std::move(values)) {}
    bool operator()(Bit bit) const { return value_of(bit, values_) & 1; }

private:
    std::vector<uint64_t> values_;
};
std::string fen_of(const SymbolicPosition &position, const Model &model);
std::string name_of_square(int square);
std::string name_of_move(unsigned move); // e2e4, a7a8q, or e1h1 for castling

#endif
