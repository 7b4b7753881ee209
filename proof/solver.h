// Translates formulas to clauses, runs the solver, and has its refutation checked.
#ifndef PROOF_SOLVER_H
#define PROOF_SOLVER_H

#include <map>
#include <set>
#include <string>

#include "machine.h"
#include "position.h"

struct Verdict {
    enum Result { PROVED, REFUTED, OPEN } result = OPEN;
    bool vacuous = false; // whether the conditions cannot be satisfied
    std::string note;     // why the case is open
    std::string what;     // the name of the violated query
    unsigned move = 0;
    std::vector<uint64_t> values; // the model, indexed by node
    size_t queries = 0, clauses = 0, refutations = 0;
    double solve_seconds = 0, check_seconds = 0;
};

// What a case asks about the original code, so that it need not be asked again about changed code: a query that is the
// same formula under the same conditions has the same answer. That answer is "never", since the original is proved.
class Known
{
public:
    bool recording = true; // nothing is proved, but taken note of

    void add(const std::vector<Clause> &conditions, const std::vector<Obligation> &queries);
    std::vector<Obligation> unknown(const std::vector<Clause> &conditions, const std::vector<Obligation> &queries);

private:
    // A literal means something only in the graph in which it was made.
    using Key = std::pair<unsigned, std::vector<std::vector<uint32_t>>>;
    static Key key(const std::vector<Clause> &conditions);
    std::map<Key, std::set<uint32_t>> asked_;
};

struct Tools {
    std::string solver = "cadical", checker, folder;
    Known *known = nullptr; // if this is changed code
    bool check_vacuity = true;
    // First test whether each query is refuted by unit propagation alone; then no solver is needed.
    bool by_propagation = false;
};

// Whether none of the queries can be true under the conditions. A counterexample is minimised: as few as possible of
// the given bits are true. With by_propagation, steps are clauses that lead to the refutation, each of which follows
// from the formula and the steps before it; the checker verifies them, so wrong steps do no harm.
Verdict prove(const Tools &tools, const std::vector<Clause> &conditions, const std::vector<Obligation> &queries,
              const Bits &few, const std::vector<Clause> &steps = {});

#endif
