// Lists of legal moves: for every position, the generator lists exactly the moves that the rules allow, each of them
// once, in consecutive elements from the first one on, and returns their number.
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "case.h"

using namespace rules;

// Conditions that must be impossible if list_legal of this level is correct.
static std::vector<Obligation> list_queries(Program &program, const std::string &level,
                                            const SymbolicPosition &position, const std::map<unsigned, Bit> &legal,
                                            std::map<unsigned, Bits> *conditions_of_moves = nullptr)
{
    Machine machine(program);
    add_slider_contract(machine, level);
    add_writer_contracts(machine, level);
    Moves moves;
    machine.moves = &moves;
    int object = position.place(machine);
    machine.list_object = machine.allocate(4 + 2 * 768);
    Value size = machine.run("list_legal", {Value::pointer(object), Value::pointer(machine.list_object)});
    if (size.kind != Value::MOVES) throw std::runtime_error("the size is not a number of moves");
    if (!machine.load(Value::pointer(machine.list_object), 32).same(size))
        throw std::runtime_error("the size of the list is not what is returned");

    std::vector<Obligation> queries = machine.obligations;
    for (const Obligation &query : moves.obligations(size.cursor)) queries.push_back(query);
    std::map<unsigned, Bits> listed = moves.conditions();
    if (conditions_of_moves) *conditions_of_moves = listed;
    for (auto &[move, condition] : legal) listed[move]; // every move that is legal, or that is listed under some
                                                        // condition
    for (auto &[move, conditions] : listed) {
        auto found = legal.find(move);
        Bit is_legal = found == legal.end() ? Bit(false) : found->second;
        queries.push_back({any(conditions) ^ is_legal, "lists an illegal move or misses a legal one", move});
        for (size_t i = 0; i < conditions.size(); i++)
            for (size_t j = 0; j < i; j++)
                queries.push_back({conditions[i] & conditions[j], "lists a move twice", move});
    }
    return queries;
}

static void prove_queries(Context &context, Outcome &outcome, const SymbolicPosition &position,
                          const std::vector<Obligation> &queries)
{
    Verdict verdict = prove(context.tools, position.conditions, queries, position.pieces);
    if (verdict.result == Verdict::REFUTED) outcome.fen = fen_of(position, Model(verdict.values));
    outcome.add(verdict);
}

static void prove_portable(Context &context, Outcome &outcome, Colour us, int king)
{
    SymbolicPosition position(us, king);
    prove_queries(
        context, outcome, position,
        list_queries(context.program({"tables", "portable"}), "portable", position, legal_moves(position.rules)));
}

// The levels differ from the portable code only in functions that contracts replace, so they mostly lead to exactly the
// same formulas. Anything that the case list/portable of the same king proves is not proved again.
static void prove_level(Context &context, Outcome &outcome, const std::string &level, Colour us, int king)
{
    SymbolicPosition position(us, king);
    std::map<unsigned, Bit> legal = legal_moves(position.rules);
    std::vector<Obligation> all = list_queries(context.program({"tables", level}), level, position, legal), queries;
    Known *known = context.tools.known;
    if (known && (known->recording || known->unknown(position.conditions, all).empty())) {
        prove_queries(context, outcome, position, all); // the same as for the original code
        return;
    }
    std::set<uint32_t> proved;
    for (const Obligation &query : list_queries(context.program({"tables", "portable"}), "portable", position, legal))
        proved.insert(query.violated.literal());
    size_t same = 0;
    for (const Obligation &query : all) {
        if (proved.count(query.violated.literal()))
            same++;
        else
            queries.push_back(query);
    }
    outcome.queries += same;
    prove_queries(context, outcome, position, queries);
}

// ---- Formulas and the compiled library ----

// A random position and the moves that the compiled library lists, as proof/entries/sample.c writes them.
struct Sample {
    uint64_t by_type[6], by_colour[2], castling;
    int ep_square;
    std::set<unsigned> moves;
};

static bool value_in(const Sample &sample, const Variable &variable, Colour us)
{
    auto has = [&](uint64_t set) { return bool(set >> variable.square & 1); };
    switch (variable.what) {
    case Variable::TYPE: return has(sample.by_type[variable.type]);
    case Variable::OURS: return has(sample.by_colour[us]);
    case Variable::OUR_KING: return has(sample.by_type[KING] & sample.by_colour[us]);
    case Variable::ENEMY_KING: return has(sample.by_type[KING] & sample.by_colour[other(us)]);
    case Variable::CASTLING: return has(sample.castling);
    case Variable::EP_NONE: return sample.ep_square == layout::NO_SQUARE;
    default: return sample.ep_square >> variable.square & 1;
    }
}

static std::vector<Sample> read_samples(const std::string &path)
{
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<Sample> samples;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Sample sample;
        words >> std::hex;
        for (uint64_t &set : sample.by_type) words >> set;
        for (uint64_t &set : sample.by_colour) words >> set;
        words >> sample.castling >> std::dec >> sample.ep_square;
        if (!words) throw std::runtime_error("cannot read " + path);
        for (unsigned move; words >> move;) sample.moves.insert(move);
        samples.push_back(sample);
    }
    if (samples.empty()) throw std::runtime_error("no positions in " + path);
    return samples;
}

// At each of these positions, the formulas of the generator and those of the rules must both agree with the compiled
// library. The conditions of the proof must hold there.
static void compare_samples(Context &context, Outcome &outcome, Colour us, int king)
{
    SymbolicPosition position(us, king);
    std::map<unsigned, Bit> legal = legal_moves(position.rules);
    std::map<unsigned, Bits> conditions;
    list_queries(context.program({"tables", "portable"}), "portable", position, legal, &conditions);
    std::map<unsigned, Bit> listed;
    for (auto &[move, those] : conditions) listed[move] = any(those);
    Bits holds;
    for (const Clause &clause : position.all_conditions()) holds.push_back(any(clause));
    Bit invariant = all(holds);

    std::vector<Sample> samples = read_samples(context.folder + "/sample-" + (us == WHITE ? "w-" : "b-") +
                                               name_of_square(king) + ".txt");
    for (size_t begin = 0; begin < samples.size(); begin += 64) {
        size_t count = std::min<size_t>(64, samples.size() - begin);
        std::vector<uint64_t> values(graph.nodes.size());
        for (auto &[variable, bit] : position.variables)
            for (size_t i = 0; i < count; i++)
                if (value_in(samples[begin + i], variable, us)) values[bit.node()] |= uint64_t(1) << i;
        graph.evaluate(values);
        for (size_t i = 0; i < count; i++) {
            auto is = [&](Bit bit) { return bool(value_of(bit, values) >> i & 1); };
            const std::set<unsigned> &moves = samples[begin + i].moves;
            if (!is(invariant)) throw std::runtime_error("a sample without the invariant");
            size_t found[2] = {0, 0};
            for (auto &[move, bit] : listed) found[0] += is(bit) && moves.count(move);
            for (auto &[move, bit] : legal) found[1] += is(bit) && moves.count(move);
            size_t number[2] = {0, 0};
            for (auto &[move, bit] : listed) number[0] += is(bit);
            for (auto &[move, bit] : legal) number[1] += is(bit);
            for (int which : {0, 1})
                if (found[which] != moves.size() || number[which] != moves.size())
                    throw std::runtime_error(which ? "the library lists other moves than the rules allow"
                                                   : "the library lists other moves than the formulas of its source");
        }
    }
    outcome.queries += samples.size();
}

void add_list_cases(Cases &cases)
{
    add_for_all_kings(cases, "sample", compare_samples);
    add_for_all_kings(cases, "list/portable", prove_portable);
    for (std::string level : {"bmi2", "avx512"})
        add_for_all_kings(cases, "list/" + level, [level](Context &context, Outcome &outcome, Colour us, int king) {
            prove_level(context, outcome, level, us, king);
        });
}

// Every position that satisfies the invariant has the form that the other cases assume.
void add_cover_cases(Cases &cases)
{
    auto prove_cover = [](Context &context, Outcome &outcome, Colour us, int king) {
        Cover all = cover(context.program({"tables", "invariant"}), us, king);
        outcome.add(prove(context.tools, {{all.invariant}}, all.queries, {}));
    };
    add_for_all_kings(cases, "cover", prove_cover);
    for (Colour us : {WHITE, BLACK}) {
        std::string name = std::string("cover/") + (us == WHITE ? "w" : "b");
        cases.push_back({name + "/anywhere",
                         [=](Context &context, Outcome &outcome) { prove_cover(context, outcome, us, NO_SQUARE); }});
        cases.push_back({name + "/clauses", [=](Context &context, Outcome &outcome) {
                             SymbolicPosition form(us, NO_SQUARE);
                             outcome.add(prove(context.tools, form.all_conditions(), clauses_of_form(form), {}));
                             Implied all = clauses_imply_invariant(context.program({"tables", "invariant"}), us);
                             outcome.add(prove(context.tools, all.conditions, all.queries, {}));
                         }});
    }
}
