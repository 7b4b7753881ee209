// Formulas as an and-inverter graph. Every formula of a case is a Bit: a node of the graph, or the negation of one.
// Equal formulas that are built in the same way are the same Bit, so they can be compared without a solver.
#ifndef PROOF_GRAPH_H
#define PROOF_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

class Bit
{
public:
    constexpr Bit() = default;
    // Converts only from bool: a number or a pointer is not a truth value.
    template <typename Bool, typename = std::enable_if_t<std::is_same_v<Bool, bool>>>
    constexpr Bit(Bool value) : literal_(value)
    {
    }

    static constexpr Bit of_literal(uint32_t literal)
    {
        Bit bit;
        bit.literal_ = literal;
        return bit;
    }
    // The content of memory that was never written. It may be copied; any other use of it is an error.
    static constexpr Bit undefined() { return of_literal(UINT32_MAX); }
    // A new variable, independent of everything else.
    static Bit input();

    constexpr uint32_t literal() const { return literal_; } // 2 * node, plus 1 if negated; false is 0, true is 1
    constexpr uint32_t node() const { return literal_ >> 1; }
    constexpr bool negated() const { return literal_ & 1; }
    constexpr bool is_constant() const { return literal_ < 2; }
    constexpr bool is_true() const { return literal_ == 1; }
    constexpr bool is_false() const { return literal_ == 0; }
    constexpr bool is_undefined() const { return literal_ == UINT32_MAX; }
    constexpr bool same(Bit other) const { return literal_ == other.literal_; }

private:
    uint32_t literal_ = 0;
};

using Bits = std::vector<Bit>; // lowest first

Bit operator!(Bit a);
Bit operator&(Bit a, Bit b);
Bit operator|(Bit a, Bit b);
Bit operator^(Bit a, Bit b);
inline Bit &operator|=(Bit &a, Bit b)
{
    return a = a | b;
}
inline Bit &operator&=(Bit &a, Bit b)
{
    return a = a & b;
}
Bit choose(Bit condition, Bit then, Bit otherwise);
Bit any(Bits bits);
Bit all(Bits bits);

// The graph of the current case; there is only one.
struct Graph {
    struct Node {
        uint32_t left, right; // literals; both are NO_LITERAL for an input
    };
    static constexpr uint32_t NO_LITERAL = UINT32_MAX;
    std::vector<Node> nodes;

    Graph() { clear(); }
    void clear(); // discards every Bit except the constants
    // From now on the variables that there are take the place of new ones, in the same order, so that a case that is
    // executed a second time, on other code, leads to the same formulas where nothing has changed.
    void rewind() { next_input_ = 0; }
    unsigned generation() const { return generation_; } // how often it was cleared
    uint32_t input();
    bool is_input(uint32_t node) const { return node && nodes[node].left == NO_LITERAL; }
    uint32_t conjunction(uint32_t a, uint32_t b);

    // Computes the value of every node, for 64 assignments at once; the values of inputs are given.
    void evaluate(std::vector<uint64_t> &values) const;

private:
    std::vector<uint32_t> table_;  // hash table of nodes
    std::vector<uint32_t> inputs_; // nodes, in the order in which they were made
    std::size_t next_input_ = 0;
    unsigned generation_ = 0;
    uint32_t simplified(uint32_t a, uint32_t b);
    void grow();
};
extern Graph graph;

inline uint64_t value_of(Bit bit, const std::vector<uint64_t> &values)
{
    return values[bit.node()] ^ (bit.negated() ? UINT64_MAX : 0);
}

#endif
