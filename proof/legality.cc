// pf_move_is_legal: for every position and each of the 65,536 values, it returns whether the rules allow that move.
// This is proved in three parts, of which the last relies on the first two:
//   attackers   pf_attackers_among finds the pieces that attack a square, on any board, even one that cannot be
//   pseudo      pf_is_pseudo_legal_in_chess allows the moves that are possible, wherever the kings stand
//   legality    pf_move_is_legal allows the moves that are legal
#include "case.h"

using namespace rules;

static Bits new_bits(size_t count)
{
    Bits bits(count);
    for (Bit &bit : bits) bit = Bit::input();
    return bits;
}

// ---- Attackers ----

// Those of the enemies, pieces of one colour, that attack the square; rays stop at occupied squares. The parts are
// written in the same way as in rules.cc, so that they become the same formulas.
static Bits attackers_among(const std::vector<Bits> &types, int square, Colour by, const Bits &enemies,
                            const Bits &occupied)
{
    Bits found(64);
    auto has = [&](Type type, int from) { return types[type][size_t(from)] & enemies[size_t(from)]; };
    for (Type type : {KNIGHT, KING})
        for (Step jump : steps_of(type))
            if (int from = step(square, jump); from != NO_SQUARE) found[size_t(from)] |= has(type, from);
    for (int side : {-1, 1})
        if (int from = step(square, {side, -forward(by)}); from != NO_SQUARE) found[size_t(from)] |= has(PAWN, from);
    for (Type type : {ROOK, BISHOP})
        for (Step direction : steps_of(type)) {
            Bit clear = true;
            for (int from : ray(square, direction)) {
                found[size_t(from)] |= clear & (has(type, from) | has(QUEEN, from));
                clear = clear & !occupied[size_t(from)];
            }
        }
    return found;
}

static std::vector<Bits> types_of(Machine &machine, int object)
{
    std::vector<Bits> types;
    for (int type = 0; type < 6; type++) types.push_back(machine.read(object, layout::BY_TYPE + 8 * type, 64));
    return types;
}

void add_attackers_contract(Machine &machine)
{
    machine.contracts["pf_attackers_among"] = [](Machine &m, std::vector<Value> &arguments) {
        std::vector<Bits> types = types_of(m, arguments.at(0).object());
        Bits found(64);
        for (auto &[condition, square] : m.cases(arguments.at(1).bits)) {
            m.oblige(Bit(square < 64) | !condition, "attackers of no square");
            if (square > 63) continue;
            Bits here = attackers_among(types, int(square), Colour(arguments.at(2).number()), arguments.at(3).bits,
                                        arguments.at(4).bits);
            for (size_t i = 0; i < 64; i++) found[i] |= condition & here[i];
        }
        return Value::of(found);
    };
}

static void prove_attackers(Context &context, Outcome &outcome, Colour by, int square)
{
    Machine machine(context.program({"tables", "legality"}));
    int object = machine.allocate(layout::SIZE);
    for (int byte = 0; byte < layout::SIZE; byte += 8) machine.write(object, byte, new_bits(64));
    Bits enemies = new_bits(64), occupied = new_bits(64);
    Value found = machine.run("pf_attackers_among", {Value::pointer(object), Value::constant(uint64_t(square), 32),
                                                     Value::constant(by, 32), Value::of(enemies), Value::of(occupied)});
    Bits expected = attackers_among(types_of(machine, object), square, by, enemies, occupied);
    std::vector<Obligation> queries = machine.obligations;
    for (size_t i = 0; i < 64; i++)
        queries.push_back({found.bits.at(i) ^ expected[i], "wrong attackers of a square", 0});
    Tools tools = context.tools;
    tools.check_vacuity = false; // there are no conditions that could contradict each other
    outcome.add(prove(tools, {}, queries, {}));
}

// ---- Moves ----

// Whether the moves contain the one with these squares and these four upper bits, and its condition holds.
static Bit allowed(const std::map<unsigned, Bit> &moves, int from, int to, const Bits &upper)
{
    Bits those;
    for (unsigned number = 0; number < 16; number++) {
        auto found = moves.find(move_of(from, to, NORMAL) | number << 12);
        if (found == moves.end()) continue;
        Bits equal = {found->second};
        for (unsigned i = 0; i < 4; i++) equal.push_back(number >> i & 1 ? upper[i] : !upper[i]);
        those.push_back(all(equal));
    }
    return any(those);
}

static Value move_value(int from, int to, const Bits &upper)
{
    Bits move = Value::constant(move_of(from, to, NORMAL), 16).bits;
    std::copy(upper.begin(), upper.end(), move.begin() + 12);
    return Value::of(move);
}

// For a counterexample, the bits of the model identify the move.
static void prove_moves(Context &context, Outcome &outcome, const SymbolicPosition &position,
                        const std::vector<Obligation> &queries, const Bits &upper, const std::vector<Clause> &steps)
{
    Tools tools = context.tools;
    tools.check_vacuity = outcome.queries == 0; // checking this once is enough
    tools.by_propagation = !steps.empty();
    Verdict verdict = prove(tools, position.all_conditions(), queries, position.pieces, steps);
    if (verdict.result == Verdict::REFUTED) {
        Model model(verdict.values);
        outcome.fen = fen_of(position, model);
        for (unsigned i = 0; i < 4; i++)
            if (!upper[i].is_constant()) verdict.move |= unsigned(model(upper[i])) << (12 + i);
    }
    outcome.add(verdict);
}

static void prove_pseudo(Context &context, Outcome &outcome, Colour us, int from)
{
    SymbolicPosition position(us, NO_SQUARE);
    std::map<unsigned, Bit> possible = possible_moves(position.rules, from);
    Machine machine(context.program({"tables", "legality", "attacks"}));
    add_slider_contract(machine, "portable");
    int object = position.place(machine);
    Bits upper = new_bits(4);
    std::vector<Obligation> queries;
    for (int to = 0; to < 64; to++) {
        Bit answer = machine.run("pf_is_pseudo_legal_in_chess", {Value::pointer(object), move_value(from, to, upper)})
                         .bits.at(0);
        queries.push_back({answer ^ allowed(possible, from, to, upper), "pf_move_is_pseudo_legal is wrong",
                           move_of(from, to, NORMAL)});
    }
    queries.insert(queries.end(), machine.obligations.begin(), machine.obligations.end());
    prove_moves(context, outcome, position, queries, upper, {});
}

static void prove_legality(Context &context, Outcome &outcome, Colour us, int king)
{
    SymbolicPosition position(us, king);
    std::map<unsigned, Bit> possible, legal = legal_moves(position.rules);
    for (int from = 0; from < 64; from++) possible.merge(possible_moves(position.rules, from));
    Machine machine(context.program({"tables", "questions", "legality", "attacks"}));
    add_slider_contract(machine, "portable");
    add_attackers_contract(machine);
    int object = position.place(machine);
    Bits upper(4); // the kind is enumerated, and so is the piece for promotions; for other moves these bits are unknown
    std::vector<Obligation> queries, castling;
    const Bits unknown = new_bits(2);
    for (unsigned number = 0; number < 1 << 16; number++) {
        int to = to_of(number), from = from_of(number);
        unsigned kind = unsigned(kind_of(number)), piece = number >> 12 & 3;
        if (kind != PROMOTION && piece != 0) continue;
        for (unsigned i = 0; i < 2; i++) {
            upper[i] = kind == PROMOTION ? Bit(bool(piece >> i & 1)) : unknown[i];
            upper[2 + i] = bool(kind >> i & 1);
        }
        // Proved by the case "pseudo" for this square.
        machine.contracts["pf_is_pseudo_legal_in_chess"] = [&](Machine &m, std::vector<Value> &arguments) {
            bool same = arguments.at(0).same(Value::pointer(object)) &&
                        arguments.at(1).same(move_value(from, to, upper));
            m.oblige(same, "another move or position than that which was asked for");
            return Value::of(allowed(possible, from, to, upper));
        };
        Bit answer = machine.run("pf_move_is_legal", {Value::pointer(object), move_value(from, to, upper)}).bits.at(0);
        Bit expected = allowed(legal, from, to, upper);
        // For each half, unit propagation alone is enough, except for castling.
        auto &those = kind == CASTLING ? castling : queries;
        those.push_back({answer & !expected, "pf_move_is_legal is wrong", number});
        those.push_back({expected & !answer, "pf_move_is_legal is wrong", number});
    }
    queries.insert(queries.end(), machine.obligations.begin(), machine.obligations.end());
    std::vector<Clause> steps; // no matter which piece can move, it is one of ours
    for (auto &[move, condition] : possible)
        steps.push_back({!condition, position.rules.board.colour[us][from_of(move)]});
    prove_moves(context, outcome, position, queries, upper, steps);
    if (outcome.result == Verdict::PROVED) prove_moves(context, outcome, position, castling, upper, {});
}

void add_legality_cases(Cases &cases)
{
    add_for_all_kings(cases, "attackers", prove_attackers);
    add_for_all_kings(cases, "pseudo", prove_pseudo);
    add_for_all_kings(cases, "legality", prove_legality);
}
