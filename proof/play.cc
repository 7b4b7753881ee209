// Playing a move and taking it back: for every legal move of every position, pf_position_make yields the position that
// the rules prescribe, with the right key and clocks; the invariant holds there as well; and pf_position_unmake
// restores every byte. A case covers the moves from one square, wherever the kings are.
//
// The proof uses only these properties of a legal move: it is possible; it does not take a king, because the side that
// has just moved is not in check (see the first query); and, if it is a king move or castling, it is safe.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "case.h"

using namespace rules;

enum { UNDO_SIZE = 112 + 24 };

static Bits bits_of(const Bit (&squares)[64])
{
    return Bits(squares, squares + 64);
}

// The bits in which two numbers differ, without those that are identical by construction.
static Bits differences(const Bits &a, const Bits &b)
{
    Bits differences;
    for (size_t i = 0; i < a.size(); i++)
        if (!a[i].same(b.at(i))) differences.push_back(a[i] ^ b[i]);
    return differences;
}

static Bits differences(const Value &a, const Value &b)
{
    if (a.kind != Value::LINEAR || b.kind != Value::LINEAR) throw std::runtime_error("a key is not a sum");
    Bits differences;
    Linear sum = *a.linear;
    for (auto &[number, in] : *b.linear) sum[number] = sum[number] ^ in;
    for (auto &[number, in] : sum)
        if (!in.is_false()) differences.push_back(in);
    return differences;
}

// A counter that stops at its greatest value.
static Bits counted(const Bits &counter)
{
    Bit full = all(counter);
    Bits next = Machine::add(counter, Bits(counter.size()), true);
    for (size_t i = 0; i < next.size(); i++) next[i] = choose(full, counter[i], next[i]);
    return next;
}

static std::vector<uint32_t> literals_of(const Clause &clause)
{
    std::vector<uint32_t> literals;
    for (Bit bit : clause) literals.push_back(bit.literal());
    std::sort(literals.begin(), literals.end());
    return literals;
}

// A position on which the machine executes functions, and the result that the rules prescribe.
class Played
{
public:
    Played(Context &context, Colour us)
        : position_(us, NO_SQUARE), machine_(context.program({"tables", "playing"})), capture_(Bit::input()),
          object_(position_.place(machine_)), undo_(machine_.allocate(UNDO_SIZE))
    {
        machine_.make_keys_linear();
        machine_.store(at(layout::KEY), Value::sum(key_of(position_.rules, capture_)));
        add_slider_contract(machine_, "portable");
        before_ = machine_.memory;
        for (const Clause &clause : invariant_clauses(position_.rules)) known_.insert(literals_of(clause));
    }

    void add_move(unsigned move, Bit possible);
    void prove_queries(Context &context, Outcome &outcome);
    const SymbolicPosition &position() const { return position_; }

private:
    SymbolicPosition position_;
    Machine machine_;
    Bit capture_; // whether an en passant capture is legal
    int object_, undo_;
    Memory before_;
    std::set<std::vector<uint32_t>> known_; // the clauses of the invariant, which hold before the move
    std::vector<Obligation> queries_;

    Value at(int offset) const { return Value::pointer(object_, offset); }
    Bits read(int offset, unsigned bits) { return machine_.read(object_, offset, bits); }
    Bits old(int offset, unsigned bits) const
    {
        const Bits &all_bits = before_.at(size_t(object_))->bits;
        return Bits(all_bits.begin() + offset * 8, all_bits.begin() + offset * 8 + bits);
    }
    Bits board_differences(const Position &expected);
    void compare(unsigned move, Bit guard, const Position &after, Bit capture);
    void query(unsigned move, Bit violated, const char *what) { queries_.push_back({violated, what, move}); }
    void query(unsigned move, Bit guard, const Bits &violated, const char *what)
    {
        for (Bit bit : violated) query(move, guard & bit, what);
    }
};

// Differences in pieces, rights, side to move or en passant square.
Bits Played::board_differences(const Position &expected)
{
    Bits found;
    auto add = [&](int offset, const Bits &bits) {
        Bits some = differences(read(offset, unsigned(bits.size())), bits);
        found.insert(found.end(), some.begin(), some.end());
    };
    for (int type = 0; type < 6; type++) add(layout::BY_TYPE + 8 * type, bits_of(expected.board.type[type]));
    for (int colour = 0; colour < 2; colour++)
        add(layout::BY_COLOUR + 8 * colour, bits_of(expected.board.colour[colour]));
    add(layout::CASTLING, bits_of(expected.castling));
    add(layout::TURN, Value::constant(expected.us, 8).bits);
    add(layout::EP_SQUARE, ep_byte(expected));
    return found;
}

void Played::compare(unsigned move, Bit guard, const Position &after, Bit capture)
{
    Position before = position_.rules;
    bool castles = kind_of(move) == CASTLING;
    query(move, guard, board_differences(after), "plays another move");
    query(move, guard, differences(machine_.load(at(layout::KEY), 64), Value::sum(key_of(after, capture))),
          "a wrong key");
    Bit resets = castles ? Bit(false)
                         : before.board.has(before.us, PAWN, from_of(move)) | before.board.occupied(to_of(move));
    Bits clock = counted(old(layout::CLOCK, 16));
    for (Bit &bit : clock) bit &= !resets;
    query(move, guard, differences(read(layout::CLOCK, 16), clock), "a wrong clock");
    Bits number = old(layout::NUMBER, 32);
    if (before.us == BLACK) number = counted(number);
    query(move, guard, differences(read(layout::NUMBER, 32), number), "a wrong move number");
    unsigned rest = (layout::SIZE - layout::NUMBER - 4) * 8;
    query(move, guard, differences(read(layout::NUMBER + 4, rest), Bits(rest)), "fields of variants are written");
}

void Played::add_move(unsigned move, Bit possible)
{
    Position position = position_.rules;
    int from = from_of(move), to = to_of(move);
    Bit is_king = position.board.has(position.us, KING, from);
    Bit takes_king = position.board.has(other(position.us), KING, to);
    query(move, possible & takes_king & !position.board.attacked(to, position.us),
          "a king is taken that was not attacked");
    Bit guard = possible & !takes_king;
    if (kind_of(move) == CASTLING || (kind_of(move) == NORMAL && is_king.node())) {
        position.king = from;
        guard &= !is_king | is_safe(position, move);
    }
    if (guard.is_false()) return;

    machine_.memory = before_;
    machine_.assume_reached_if(guard);
    Position after = position_after(position_.rules, move);
    Bit capture = Bit::input(); // the same as capture_, for the position after the move
    machine_.contracts["pf_ep_is_legal"] = [&](Machine &m, std::vector<Value> &arguments) {
        // The result of this function depends only on the board, which must be the one after the move. See the cases
        // named capture.
        m.oblige(arguments.at(0).same(at(0)) && arguments.at(1).number() == 0, "the key of another position");
        m.oblige(!any(board_differences(after)), "the key of another position");
        return Value::of(capture);
    };
    Value bits = Value::constant(move, 16);
    machine_.run("pf_position_make", {at(0), bits, Value::pointer(undo_)});
    compare(move, guard, after, capture);
    for (const Clause &clause : invariant_clauses(after))
        if (!known_.count(literals_of(clause))) query(move, guard & !any(clause), "the invariant is lost");

    machine_.run("pf_position_unmake", {at(0), bits, Value::pointer(undo_)});
    const char *what = "taking back does not restore the position";
    query(move, guard, differences(machine_.load(at(layout::KEY), 64), Value::sum(key_of(position_.rules, capture_))),
          what);
    for (auto [offset, end] : {std::pair<int, int>{0, layout::KEY}, {layout::TURN, layout::SIZE}}) {
        unsigned bits = unsigned(end - offset) * 8;
        query(move, guard, differences(read(offset, bits), old(offset, bits)), what);
    }
}

// The moves are proved one after the other, because small formulas are solved sooner than a large one.
void Played::prove_queries(Context &context, Outcome &outcome)
{
    Tools tools = context.tools;
    tools.check_vacuity = outcome.queries == 0; // checking this once is enough
    tools.by_propagation = true;
    for (const Obligation &obligation : machine_.obligations) queries_.push_back(obligation);
    machine_.obligations.clear();
    Verdict verdict = prove(tools, position_.all_conditions(), queries_, position_.pieces);
    if (verdict.result == Verdict::REFUTED && outcome.fen.empty())
        outcome.fen = fen_of(position_, Model(verdict.values));
    outcome.add(verdict);
    queries_.clear();
}

static void prove_play(Context &context, Outcome &outcome, Colour us, int from)
{
    Played played(context, us);
    for (auto &[move, possible] : possible_moves(played.position().rules, from)) {
        played.add_move(move, possible);
        played.prove_queries(context, outcome);
        if (outcome.result != Verdict::PROVED) return;
    }
}

// The contribution of an en passant square to the key depends on whether a capture there is legal.
static void prove_capture(Context &context, Outcome &outcome, Colour us, int king)
{
    SymbolicPosition position(us, king);
    Machine machine(context.program({"tables", "playing"}));
    add_slider_contract(machine, "portable");
    int object = position.place(machine);
    Value sliders = Value::constant(0, 32); // PF_SLIDERS_MAGIC
    Bit answer = machine.run("pf_ep_is_legal", {Value::pointer(object), sliders}).bits.at(0), expected = false;
    for (auto &[move, legal] : legal_moves(position.rules))
        if (kind_of(move) == EN_PASSANT) expected |= legal;
    std::vector<Obligation> queries = machine.obligations;
    queries.push_back({answer ^ expected, "pf_ep_is_legal is wrong", 0});
    Verdict verdict = prove(context.tools, position.conditions, queries, position.pieces);
    if (verdict.result == Verdict::REFUTED) outcome.fen = fen_of(position, Model(verdict.values));
    outcome.add(verdict);
}

void add_play_cases(Cases &cases)
{
    add_for_all_kings(cases, "capture", prove_capture);
    add_for_all_kings(cases, "play", prove_play);
}
