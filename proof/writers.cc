// The writers of moves: for every set of targets, element number i of the list receives the move to the i-th lowest
// square of the set, and the returned pointer is the end of these moves. More may be stored after them, within the
// capacity of the list; nothing is stored before the list.
#include <stdexcept>

#include "case.h"

static const size_t ROOM = 80; // elements that a writer may change: 64 moves and 16 after them

// The set without its lowest square, in the form that programs use: set & (set - 1). See prove_removal.
static Bits without_lowest(const Bits &set)
{
    Bits not_one(set.size(), Bit(true)); // set - 1 = set + ~1 + 1, which is how the machine subtracts
    not_one[0] = false;
    Bits less = Machine::add(set, not_one, true), rest;
    for (size_t i = 0; i < set.size(); i++) rest.push_back(set[i] & less[i]);
    return rest;
}

struct Written {
    std::vector<Bits> cells;
    std::vector<Obligation> queries;
};

// Executes a writer on a separate list. The pointer that it returns must be the list plus the number of targets.
static Written write(Machine &machine, const std::string &function, std::vector<Value> arguments, const Bits &targets,
                     const Bits &before)
{
    Written written;
    int list = machine.allocate(2 * ROOM);
    machine.write(list, 0, before); // any previous content
    arguments.insert(arguments.begin(), Value::pointer(list));
    Value end = machine.run(function, arguments);
    if (end.kind != Value::POINTER) throw std::runtime_error("a writer returns no pointer");
    Bits count = machine.count(targets, 64), differs;
    for (const Target &target : end.targets) {
        Value number = Value::constant(uint64_t(target.offset) / 2, 64);
        Bits equal;
        for (size_t i = 0; i < 64; i++) equal.push_back(!(count[i] ^ number.bits[i]));
        bool inside = target.object == list && target.offset % 2 == 0;
        differs.push_back(target.guard & !(Bit(inside) & all(equal)));
    }
    written.queries.push_back({any(differs), "the end of the list is not behind the last move", 0});
    for (size_t cell = 0; cell < ROOM; cell++) written.cells.push_back(machine.read(list, int64_t(2 * cell), 16));
    return written;
}

// For every i, tells which square of the set is the i-th lowest. There are two definitions, each of which suits one
// kind of writer: the lowest remaining square after i squares have been removed from below, or the square with exactly
// i others below it.
enum Order { BY_REMOVAL, BY_NUMBER };
static std::vector<Bits> in_order(const Bits &set, Order order)
{
    std::vector<Bits> is(64, Bits(64));
    Bits left = set, below(65); // below[i]: exactly i squares of the set so far
    below[0] = true;
    for (size_t i = 0; order == BY_REMOVAL && i < 64; i++, left = without_lowest(left)) {
        Bit none_lower = true;
        for (size_t square = 0; square < 64; square++) {
            is[i][square] = none_lower & left[square];
            none_lower &= !left[square];
        }
    }
    for (size_t square = 0; order == BY_NUMBER && square < 64; square++) {
        for (size_t i = 0; i <= square; i++) is[i][square] = set[square] & below[i];
        for (size_t i = 64; i > 0; i--) below[i] = choose(set[square], below[i - 1], below[i]);
        below[0] = below[0] & !set[square];
    }
    return is;
}

// Element i contains expected(square) if the i-th lowest target is that square; this is compared for the first
// elements.
static void compare(Written &written, const Bits &targets, size_t cells, Order order,
                    const std::function<unsigned(unsigned)> &expected)
{
    std::vector<Bits> is = in_order(targets, order);
    for (size_t i = 0; i < cells; i++)
        for (unsigned square = 0; square < 64; square++) {
            if (is[i][square].is_false()) continue;
            Bits wrong;
            for (unsigned bit = 0; bit < 16; bit++)
                wrong.push_back(written.cells[i][bit] ^ Bit(bool(expected(square) >> bit & 1)));
            written.queries.push_back({is[i][square] & any(wrong), "a wrong move is written", 0});
        }
}

static Bits new_set(const std::function<bool(int)> &may_contain)
{
    Bits set(64);
    for (int square = 0; square < 64; square++)
        if (may_contain(square)) set[size_t(square)] = Bit::input();
    return set;
}

static void prove_written(Context &context, Outcome &outcome, Written &written, const std::vector<Clause> &steps = {})
{
    Tools tools = context.tools;
    tools.check_vacuity = false; // there are no conditions that could contradict each other
    tools.by_propagation = true;
    outcome.add(prove(tools, {}, written.queries, {}, steps));
}

// Shows why at most one square is the i-th lowest of a set, for the first elements, in steps of unit propagation.
// below[i] means that exactly i squares of the set are below a square, and holds for only one i. This is shown from
// square to square, first for a set with that square and then for one without it. So the i-th square excludes those
// after it and those before it.
static std::vector<Clause> steps_of_numbers(const Bits &set, size_t cells)
{
    std::vector<Clause> steps;
    std::vector<Bits> is(cells, Bits(64));
    Bits below(65);
    below[0] = true;
    for (size_t square = 0; square < 64; square++) {
        for (size_t i = 0; i < cells; i++) is[i][square] = set[square] & below[i];
        for (size_t i = 64; i > 0; i--) below[i] = choose(set[square], below[i - 1], below[i]);
        below[0] = below[0] & !set[square];
        for (size_t i = 0; i <= cells; i++)
            for (size_t j = 0; j < i; j++) {
                steps.push_back({!set[square], !below[i], !below[j]});
                steps.push_back({!below[i], !below[j]});
            }
    }
    for (size_t i = 0; i < cells; i++)
        for (size_t square = 0; square < 64; square++)
            for (size_t before = 0; before < square; before++) steps.push_back({!is[i][before], !is[i][square]});
    return steps;
}

static Bits new_bits(size_t count)
{
    Bits bits(count);
    for (Bit &bit : bits) bit = Bit::input();
    return bits;
}

static void add_count_contract(Machine &machine) // proved by prove_count
{
    machine.contracts["pf_count_ones"] = [](Machine &m, std::vector<Value> &arguments) {
        return Value::of(m.count(arguments[0].bits, 32));
    };
}

static unsigned from_to(int from, unsigned to)
{
    return to | unsigned(from) << 6;
}

static const int pawn_steps[] = {7, 8, 9, 16, -7, -8, -9, -16};

// pf_write_pairs, as called by pf_write_from and pf_write_pawns: each move is base + factor * to. The code of both
// levels is the same except for the popcount, and yields the same formulas.
static void prove_pairs(Context &context, Outcome &outcome, unsigned base, unsigned factor, const Bits &targets,
                        const std::function<int(unsigned)> &from)
{
    Bits before = new_bits(ROOM * 16);
    std::map<uint32_t, Obligation> queries; // indexed by literal, so that equal ones are proved only once
    for (std::string level : {"portable", "bmi2"}) {
        Machine machine(context.program({"tables", level}));
        add_count_contract(machine);
        Written moves = write(machine, "pf_write_pairs",
                              {Value::constant(base, 32), Value::constant(factor, 32), Value::of(targets)}, targets,
                              before);
        compare(moves, targets, 64, BY_REMOVAL, [&](unsigned to) { return from_to(from(to), to); });
        for (auto *some : {&moves.queries, &machine.obligations})
            for (const Obligation &query : *some) queries[query.violated.literal()] = query;
    }
    Written all;
    for (auto &[literal, query] : queries) all.queries.push_back(query);
    prove_written(context, outcome, all);
}

static void prove_from(Context &context, Outcome &outcome, int from)
{
    Bits targets = new_set([](int) { return true; });
    prove_pairs(context, outcome, unsigned(from) << 6, 1, targets, [=](unsigned) { return from; });
}

static void prove_pawns(Context &context, Outcome &outcome, int step)
{
    Bits targets = new_set([=](int to) { return to - step >= 0 && to - step < 64; });
    prove_pairs(context, outcome, unsigned(-step * 64), 65, targets, [=](unsigned to) { return int(to) - step; });
}

// AVX-512: all moves of a piece at once, for every piece and square; density has the meaning of moves/write.h.
enum { MANY, FEW };
static void prove_avx512_from(Context &context, Outcome &outcome, unsigned type, int density)
{
    for (int from = 0; from < 64; from++) {
        graph.clear();
        Machine machine(context.program({"tables", "avx512"}));
        Bits reached = reach(from, type), targets = new_set([&](int to) { return reached[size_t(to)].is_true(); });
        Written moves = write(machine, "pf_write_from",
                              {Value::constant(unsigned(from), 32), Value::of(targets), Value::constant(type, 32),
                               Value::constant(unsigned(density), 32)},
                              targets, new_bits(ROOM * 16));
        compare(moves, targets, 14, density == FEW ? BY_REMOVAL : BY_NUMBER,
                [=](unsigned to) { return from_to(from, to); });
        for (const Obligation &obligation : machine.obligations) moves.queries.push_back(obligation);
        prove_written(context, outcome, moves);
    }
}

// The moves of pawns that make the same step. The proof covers the first eight, which are all of them if a side has at
// most eight pawns.
static void prove_avx512_pawns(Context &context, Outcome &outcome, int step, int density)
{
    Machine machine(context.program({"tables", "avx512"}));
    bool jump = step == 16 || step == -16; // a step that only pawns on their first squares make
    Bits targets = new_set(
        [=](int to) { return to - step >= 0 && to - step < 64 && (!jump || to / 8 == (step == 16 ? 3 : 4)); });
    Written moves = write(
        machine, "pf_write_pawns",
        {Value::of(targets), Value::constant(uint32_t(step), 32), Value::constant(unsigned(density), 32)}, targets,
        new_bits(ROOM * 16));
    compare(moves, targets, 8, density == FEW ? BY_REMOVAL : BY_NUMBER,
            [=](unsigned to) { return from_to(int(to) - step, to); });
    for (const Obligation &obligation : machine.obligations) moves.queries.push_back(obligation);
    // Single steps and captures compress the numbers of all 64 squares at once.
    prove_written(context, outcome, moves,
                  density == MANY && !jump ? steps_of_numbers(targets, 8) : std::vector<Clause>());
}

void add_writer_cases(Cases &cases)
{
    for (int from = 0; from < 64; from++)
        cases.push_back(
            {"writers/pairs/from-" + name_of_square(from), [=](Context &c, Outcome &o) { prove_from(c, o, from); }});
    for (int step : pawn_steps)
        cases.push_back(
            {"writers/pairs/pawns" + std::to_string(step), [=](Context &c, Outcome &o) { prove_pawns(c, o, step); }});
    const char *densities[] = {"many", "few"};
    for (int density : {MANY, FEW}) {
        for (unsigned type : {rules::KNIGHT, rules::BISHOP, rules::ROOK, rules::KING})
            cases.push_back({std::string("writers/avx512/") + densities[density] + "/type" + std::to_string(type),
                             [=](Context &c, Outcome &o) { prove_avx512_from(c, o, type, density); }});
        for (int step : pawn_steps)
            cases.push_back({std::string("writers/avx512/") + densities[density] + "/pawns" + std::to_string(step),
                             [=](Context &c, Outcome &o) { prove_avx512_pawns(c, o, step, density); }});
    }
}
