// A case: a property to be proved for a subset of all positions, mostly those with the king on one square.
#ifndef PROOF_CASE_H
#define PROOF_CASE_H

#include <functional>
#include <string>
#include <vector>

#include "contracts.h"
#include "moves.h"
#include "position.h"
#include "solver.h"

// The obligations of a case and the results. Printed as a line of the table.
struct Outcome {
    Verdict::Result result = Verdict::PROVED;
    size_t queries = 0, clauses = 0, refutations = 0, expected_refutations = 0;
    double build_seconds = 0, solve_seconds = 0, check_seconds = 0;
    std::string what, fen, move; // the counterexample, or why a case is open
    bool differs = false;        // whether changed code executes other instructions than the original

    // Records the proof of one more property in this case; an earlier failure takes precedence.
    void add(const Verdict &verdict);
};

struct Context {
    std::string folder;   // contains the IR: tables.bc, portable.bc ...
    std::string original; // if that is the IR of changed code: the folder of the code as it was, which is proved
    Tools tools;
    Program &program(const std::vector<std::string> &files); // read only once
private:
    std::map<std::pair<std::string, std::vector<std::string>>, std::unique_ptr<Program>> programs_;
};

struct Case {
    std::string name; // part/variation/side/king, as in list/portable/w/e1
    std::function<void(Context &, Outcome &)> prove;
};

using Cases = std::vector<Case>;
// Adds a case for each side and each square of the king.
void add_for_all_kings(Cases &cases, const std::string &name,
                       std::function<void(Context &, Outcome &, rules::Colour us, int king)> prove);

void add_cover_cases(Cases &cases);
void add_list_cases(Cases &cases);
void add_slider_cases(Cases &cases);
void add_writer_cases(Cases &cases);
void add_legality_cases(Cases &cases);
void add_play_cases(Cases &cases);
void add_setup_cases(Cases &cases);

#endif
