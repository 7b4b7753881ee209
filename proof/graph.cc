#include "graph.h"

#include <stdexcept>
#include <utility>

Graph graph;

void Graph::clear()
{
    nodes.assign(1, Node{0, 0});
    table_.assign(1 << 16, 0);
    inputs_.clear();
    next_input_ = 0;
    generation_++;
}

uint32_t Graph::input()
{
    if (next_input_ == inputs_.size()) {
        inputs_.push_back(uint32_t(nodes.size()));
        nodes.push_back(Node{NO_LITERAL, NO_LITERAL});
    }
    return inputs_[next_input_++];
}

static uint32_t hash_of(uint32_t a, uint32_t b)
{
    uint64_t product = (uint64_t(a) << 32 | b) * 0x9e3779b97f4a7c15u;
    return uint32_t(product >> 32);
}

void Graph::grow()
{
    table_.assign(table_.size() * 2, 0);
    uint32_t mask = uint32_t(table_.size() - 1);
    for (uint32_t node = 1; node < nodes.size(); node++) {
        if (is_input(node)) continue;
        uint32_t at = hash_of(nodes[node].left, nodes[node].right) & mask;
        while (table_[at]) at = (at + 1) & mask;
        table_[at] = node;
    }
}

// The simplified form of a & b, if there is one without a new node; NO_LITERAL otherwise. Each rule is a law of
// propositional logic.
uint32_t Graph::simplified(uint32_t a, uint32_t b)
{
    for (int round = 0; round < 2; round++, std::swap(a, b)) {
        if (b < 2 || is_input(b >> 1)) continue;
        uint32_t p = nodes[b >> 1].left, q = nodes[b >> 1].right;
        if (!(b & 1)) {
            if (a == p || a == q) return b;             // a & (a & q) = a & q
            if ((a ^ 1) == p || (a ^ 1) == q) return 0; // a & (!a & q) = false
        } else {
            if ((a ^ 1) == p || (a ^ 1) == q) return a; // a & !(!a & q) = a
            if (a == p) return conjunction(a, q ^ 1);   // a & !(a & q) = a & !q
            if (a == q) return conjunction(a, p ^ 1);
        }
    }
    if ((a & 1) && (b & 1) && !is_input(a >> 1) && !is_input(b >> 1)) {
        Node m = nodes[a >> 1], n = nodes[b >> 1]; // !(p & q) & !(p & !q) = !p
        for (int round = 0; round < 2; round++, std::swap(m.left, m.right))
            if ((m.left == n.left && (m.right ^ 1) == n.right) || (m.left == n.right && (m.right ^ 1) == n.left))
                return m.left ^ 1;
    }
    return NO_LITERAL;
}

uint32_t Graph::conjunction(uint32_t a, uint32_t b)
{
    if (a == NO_LITERAL || b == NO_LITERAL) throw std::runtime_error("memory is used that was never written");
    if (a > b) std::swap(a, b);
    if (a == 0 || (a ^ 1) == b) return 0;
    if (a == 1 || a == b) return b;
    uint32_t mask = uint32_t(table_.size() - 1), at = hash_of(a, b) & mask;
    for (; table_[at]; at = (at + 1) & mask)
        if (nodes[table_[at]].left == a && nodes[table_[at]].right == b) return 2 * table_[at];
    uint32_t simple = simplified(a, b);
    if (simple != NO_LITERAL) return simple;
    uint32_t node = uint32_t(nodes.size());
    nodes.push_back(Node{a, b});
    table_[at] = node;
    if (nodes.size() * 2 > table_.size()) grow();
    return 2 * node;
}

void Graph::evaluate(std::vector<uint64_t> &values) const
{
    values.resize(nodes.size());
    values[0] = 0;
    auto value = [&](uint32_t literal) { return values[literal >> 1] ^ (literal & 1 ? UINT64_MAX : 0); };
    for (uint32_t node = 1; node < nodes.size(); node++)
        if (!is_input(node)) values[node] = value(nodes[node].left) & value(nodes[node].right);
}

Bit Bit::input()
{
    return of_literal(2 * graph.input());
}

Bit operator!(Bit a)
{
    if (a.is_undefined()) throw std::runtime_error("memory is used that was never written");
    return Bit::of_literal(a.literal() ^ 1);
}

Bit operator&(Bit a, Bit b)
{
    return Bit::of_literal(graph.conjunction(a.literal(), b.literal()));
}

Bit operator|(Bit a, Bit b)
{
    return !(!a & !b);
}

Bit operator^(Bit a, Bit b)
{
    if (a.is_constant()) return a.is_true() ? !b : b;
    if (b.is_constant()) return b.is_true() ? !a : a;
    if (a.is_undefined() || b.is_undefined()) throw std::runtime_error("memory is used that was never written");
    if (a.same(b)) return false;
    if (a.same(!b)) return true;
    return !(!(a & !b) & !(!a & b));
}

Bit choose(Bit condition, Bit then, Bit otherwise)
{
    if (then.same(otherwise) || condition.is_true()) return then;
    if (condition.is_false()) return otherwise;
    if (then.is_true()) return condition | otherwise;
    if (then.is_false()) return !condition & otherwise;
    if (otherwise.is_false()) return condition & then;
    if (otherwise.is_true()) return !condition | then;
    if (then.same(!otherwise)) return !(condition ^ then);
    return !(!(condition & then) & !(!condition & otherwise));
}

// The tree is balanced, so that formulas stay shallow.
Bit any(Bits bits)
{
    if (bits.empty()) return false;
    while (bits.size() > 1) {
        Bits next;
        for (size_t i = 0; i < bits.size(); i += 2)
            next.push_back(i + 1 < bits.size() ? bits[i] | bits[i + 1] : bits[i]);
        bits = std::move(next);
    }
    return bits[0];
}

Bit all(Bits bits)
{
    for (Bit &bit : bits) bit = !bit;
    return !any(std::move(bits));
}
