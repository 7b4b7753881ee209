// pf_position_from_setup: if it accepts a setup, whatever that contains, then the position satisfies the invariant, the
// side that has just moved is not in check, the key is correct, and all fields that only variants use are zero. All
// bytes of the setup are unknown, except for the variant, which is standard chess, and the side to move, for which
// every value is tried. The two pointers that a caller may omit are omitted.
#include <stdexcept>

#include "case.h"

using namespace rules;

namespace setup_layout // the layout of pf_setup; proof/entries/invariant.c asserts it
{
enum { TURN = 72, VARIANT = 100, SIZE = 104 };
}

static Bits new_bits(size_t count)
{
    Bits bits(count);
    for (Bit &bit : bits) bit = Bit::input();
    return bits;
}

// The number of squares of a set, of which only one property is used: whether it is 0, 1, or more. The set has at most
// one square if set & (set - 1) is empty; this is written in the same way as in the library.
static Bits rough_count(const Bits &set)
{
    Bits not_one(set.size(), Bit(true)), rest, count(32);
    not_one[0] = false;
    Bits less = Machine::add(set, not_one, true);
    for (size_t i = 0; i < set.size(); i++) rest.push_back(set[i] & less[i]);
    Bit more = any(rest);
    Bits many = new_bits(7);
    many[1] |= !any({many[2], many[3], many[4], many[5], many[6]}); // at least two
    for (size_t i = 0; i < 7; i++) count[i] = more & many[i];
    count[0] |= any(set) & !more;
    return count;
}

// The position in memory, in the form that the rules use.
static Position position_in(Machine &machine, int object, Colour us)
{
    Position position;
    position.us = us, position.king = NO_SQUARE;
    auto set = [&](int offset, Bit(&squares)[64]) {
        Bits bits = machine.read(object, offset, 64);
        std::copy(bits.begin(), bits.end(), squares);
    };
    for (int type = 0; type < 6; type++) set(layout::BY_TYPE + 8 * type, position.board.type[type]);
    for (int colour = 0; colour < 2; colour++) set(layout::BY_COLOUR + 8 * colour, position.board.colour[colour]);
    set(layout::CASTLING, position.castling);
    Bits ep = machine.read(object, layout::EP_SQUARE, 8);
    for (unsigned square = 0; square < 64; square++) {
        Bits equal;
        for (unsigned i = 0; i < 8; i++) equal.push_back(square >> i & 1 ? ep[i] : !ep[i]);
        position.en_passant[square] = all(equal);
    }
    return position;
}

// The data on which the key depends: sets, rights, side to move, en passant square.
static Bits content_of(Machine &machine, int object)
{
    Bits content = machine.read(object, 0, layout::KEY * 8), rest = machine.read(object, layout::TURN, 16);
    content.insert(content.end(), rest.begin(), rest.end());
    return content;
}

static void prove_setup(Context &context, Outcome &outcome, unsigned turn)
{
    Machine machine(context.program({"tables", "positions", "setup", "validate", "key", "invariant"}));
    machine.unwritten_is_unknown = true; // a setup with an unknown piece is never accepted
    machine.make_keys_linear();
    add_slider_contract(machine, "portable");
    add_attackers_contract(machine);
    machine.contracts["pf_count_ones"] = [](Machine &, std::vector<Value> &arguments) {
        return Value::of(rough_count(arguments.at(0).bits));
    };
    machine.contracts["pf_problems_to_text"] = [](Machine &, std::vector<Value> &) { return Value::constant(0, 64); };
    machine.contracts["pf_key_in_variant"] = [](Machine &m, std::vector<Value> &) {
        m.oblige(false, "a position of a variant");
        return Value::sum({});
    };
    Bit capture = Bit::input();
    Bits keyed;
    machine.contracts["pf_ep_is_legal"] = [&](Machine &m, std::vector<Value> &arguments) { // proved by the cases named
                                                                                           // capture
        int object = arguments.at(0).object();
        keyed = content_of(m, object);
        return Value::of(capture & !m.read(object, layout::EP_SQUARE, 8).at(6)); // 64 means that there is no square
    };

    int setup = machine.allocate(setup_layout::SIZE), out = machine.allocate(layout::SIZE);
    machine.write(setup, 0, new_bits(setup_layout::SIZE * 8));
    machine.write(setup, setup_layout::TURN, Value::constant(turn, 8).bits);
    machine.write(setup, setup_layout::VARIANT, Bits(8));
    machine.write(out, 0, new_bits(layout::SIZE * 8));
    machine.store(Value::pointer(out, layout::KEY), Value::sum({}));
    Value accept = Value::of(new_bits(32)), nothing = Value::pointer(-1);
    Bits status = machine
                      .run("pf_position_from_setup",
                           {Value::pointer(out), Value::pointer(setup), accept, nothing, nothing})
                      .bits;
    Bit accepted = !any(status); // the status is PF_OK

    std::vector<Obligation> queries;
    auto query = [&](Bit violated, const char *what) { queries.push_back({accepted & violated, what, 0}); };
    if (turn > BLACK) {
        query(true, "a position with another side to move is accepted");
    } else {
        Colour us = Colour(turn);
        Position position = position_in(machine, out, us);
        machine.assume_reached_if(accepted);
        query(!machine.run("proof_invariant", {Value::pointer(out)}).bits.at(0), "a position without the invariant");
        for (int square = 0; square < 64; square++)
            query(position.board.has(other(us), KING, square) & position.board.attacked(square, us),
                  "the side that has just moved is in check");
        for (Bit bit : machine.read(out, layout::NUMBER + 4, (layout::SIZE - layout::NUMBER - 4) * 8))
            query(bit, "a field of variants is set");
        Bits content = content_of(machine, out);
        for (size_t i = 0; i < content.size(); i++) query(content[i] ^ keyed.at(i), "the key of another position");
        Value key = machine.load(Value::pointer(out, layout::KEY), 64);
        if (key.kind != Value::LINEAR) throw std::runtime_error("the key is not a sum");
        Linear sum = *key.linear;
        for (auto &[number, in] : key_of(position, capture)) sum[number] = sum[number] ^ in;
        for (auto &[number, in] : sum) query(in, "a wrong key");
    }
    for (const Obligation &obligation : machine.obligations) queries.push_back(obligation);
    Tools tools = context.tools;
    tools.check_vacuity = false;
    outcome.add(prove(tools, {}, queries, {}));
    if (turn > BLACK || outcome.result != Verdict::PROVED || (tools.known && tools.known->recording)) return;
    tools.known = nullptr; // this time the answer has to be yes
    if (prove(tools, {}, {{accepted, "a position is accepted", 0}}, {}).result != Verdict::REFUTED)
        throw std::runtime_error("no position is ever accepted");
}

void add_setup_cases(Cases &cases)
{
    cases.push_back({"setup/w", [](Context &c, Outcome &o) { prove_setup(c, o, WHITE); }});
    cases.push_back({"setup/b", [](Context &c, Outcome &o) { prove_setup(c, o, BLACK); }});
    cases.push_back({"setup/other", [](Context &c, Outcome &o) {
                         for (unsigned turn = 2; turn < 256; turn++) {
                             graph.clear();
                             prove_setup(c, o, turn);
                         }
                     }});
}
