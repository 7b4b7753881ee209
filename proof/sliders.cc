// The tables of sliders: for every square and every occupied set, the look-up as written in board/sliders.h yields the
// rays up to the first piece. All relevant occupancies are tried, 107,648 of them for each method of indexing the
// table. The squares that are not relevant are unknown: the result must not depend on them.
#include <stdexcept>

#include "case.h"

static void prove_square(Context &context, Outcome &outcome, const std::string &level, bool rook, int square)
{
    Program &program = context.program({"tables", level});
    Machine machine(program);
    int table = machine.table_object(rook ? "pf_rook_index" : "pf_bishop_index");
    uint64_t mask = Value::of(machine.read(table, 8 * square, 64)).number(); // the first column of the table
    Bits unknown(64);
    for (Bit &bit : unknown) bit = Bit::input();
    Value sliders = Value::constant(level == "portable" ? 0 : 1, 32); // PF_SLIDERS_MAGIC, PF_SLIDERS_PEXT
    std::vector<Obligation> queries;
    uint64_t relevant = 0;
    do {
        Bits occupied = unknown;
        for (int i = 0; i < 64; i++)
            if (mask >> i & 1) occupied[size_t(i)] = bool(relevant >> i & 1);
        Value seen = machine.run("pf_slider_lookup", {Value::pointer(table), Value::constant(uint64_t(square), 32),
                                                      Value::of(occupied), sliders});
        Bits expected = rays(occupied, square, rook), differences;
        for (size_t i = 0; i < 64; i++) differences.push_back(seen.bits.at(i) ^ expected[i]);
        queries.push_back({any(differences), "a wrong look-up", 0});
        relevant = (relevant - mask) & mask;
    } while (relevant);
    for (const Obligation &obligation : machine.obligations) queries.push_back(obligation);
    Tools tools = context.tools;
    tools.check_vacuity = false; // there are no conditions that could contradict each other
    outcome.add(prove(tools, {}, queries, {}));
}

void add_slider_cases(Cases &cases)
{
    for (std::string level : {"portable", "bmi2", "avx512"})
        for (bool rook : {false, true})
            for (int square = 0; square < 64; square++)
                cases.push_back(
                    {"sliders/" + level + (rook ? "/rook/" : "/bishop/") + name_of_square(square),
                     [=](Context &context, Outcome &outcome) { prove_square(context, outcome, level, rook, square); }});
}
