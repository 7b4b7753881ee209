// Checks a refutation: reads a formula (DIMACS) and a proof (binary DRAT), and accepts it only if every clause
// of the proof follows by unit propagation from those before it (RUP), up to the empty clause. Then the formula has no
// solution, whatever program wrote the proof. A step that needs more than that (RAT) is refused.
//
// This program shares nothing with the rest of the folder. It has three parts: reading, unit propagation with two
// watched literals for each clause, and the loop over the steps.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

using std::vector;

[[noreturn]] static void fail(const std::string &message)
{
    std::printf("NOT VERIFIED: %s\n", message.c_str());
    std::exit(1);
}

static vector<unsigned char> read_file(const char *path)
{
    FILE *file = std::fopen(path, "rb");
    if (!file) fail(std::string("cannot read ") + path);
    vector<unsigned char> bytes;
    unsigned char buffer[1 << 16];
    for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) bytes.insert(bytes.end(), buffer, buffer + n);
    bool broken = std::ferror(file);
    std::fclose(file);
    if (broken) fail(std::string("cannot read ") + path);
    return bytes;
}

// A literal is 2 * variable, plus 1 if negated.
using Literal = uint32_t;
using Reference = uint32_t; // the offset of a clause in the store

class Checker
{
public:
    // Adds a clause. After the empty clause, or when units contradict each other, refuted() is true.
    void add(vector<Literal> clause)
    {
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
        for (Literal literal : clause) make_room(literal);
        uint64_t hash = hash_of(clause);
        if (store_.size() + clause.size() >= DELETED) fail("more clauses than this program has room for");
        Reference reference = Reference(store_.size());
        store_.push_back(uint32_t(clause.size()));
        store_.insert(store_.end(), clause.begin(), clause.end());
        by_hash_.emplace(hash, reference);

        // Two literals that are not false are moved to the front, to be watched. If there are fewer, the clause is a
        // unit or a contradiction.
        uint32_t *literals = &store_[reference + 1];
        size_t open = 0;
        for (size_t i = 0; i < clause.size() && open < 2; i++)
            if (!is_false(literals[i])) std::swap(literals[i], literals[open++]);
        if (clause.size() >= 2) {
            watches_[literals[0]].push_back({reference, literals[1]});
            watches_[literals[1]].push_back({reference, literals[0]});
        }
        if (open == 0) refuted_ = true;
        if (open == 1 && !is_true(literals[0])) {
            assign(literals[0]);
            if (!propagate()) refuted_ = true;
        }
    }

    // Whether the clause is implied, that is, whether its negation leads to a contradiction.
    bool follows(const vector<Literal> &clause)
    {
        size_t mark = trail_.size();
        bool contradiction = false;
        for (Literal literal : clause) {
            make_room(literal);
            if (is_true(literal)) contradiction = true;
            if (!is_true(literal) && !is_false(literal)) assign(literal ^ 1);
        }
        if (!contradiction) contradiction = !propagate();
        while (trail_.size() > mark) {
            value_[trail_.back()] = value_[trail_.back() ^ 1] = 0;
            trail_.pop_back();
        }
        propagated_ = trail_.size();
        return contradiction;
    }

    // Deletes a clause. Everything that has been derived from it remains true.
    void remove(vector<Literal> clause)
    {
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
        auto [begin, end] = by_hash_.equal_range(hash_of(clause));
        for (auto at = begin; at != end; ++at) {
            uint32_t *literals = &store_[at->second + 1];
            uint32_t size = store_[at->second] & ~DELETED;
            if (size != clause.size() || !std::is_permutation(clause.begin(), clause.end(), literals)) continue;
            store_[at->second] |= DELETED; // its watches are removed when they are next visited
            by_hash_.erase(at);
            return;
        }
        fail("a clause is deleted that is not there");
    }

    bool refuted() const { return refuted_; }

private:
    static constexpr uint32_t DELETED = uint32_t(1) << 31;
    struct Watch {
        Reference clause;
        Literal other; // another literal of the clause: if it is true, nothing has to be done
    };
    vector<uint32_t> store_; // size, literals, size, literals ...
    vector<vector<Watch>> watches_;
    vector<char> value_; // indexed by literal: 1 true, -1 false, 0 unassigned
    vector<Literal> trail_;
    size_t propagated_ = 0;
    std::unordered_multimap<uint64_t, Reference> by_hash_;
    bool refuted_ = false;

    bool is_true(Literal literal) const { return value_[literal] > 0; }
    bool is_false(Literal literal) const { return value_[literal] < 0; }

    void make_room(Literal literal)
    {
        if ((literal | 1) >= value_.size()) {
            value_.resize((literal | 1) + 1);
            watches_.resize((literal | 1) + 1);
        }
    }

    static uint64_t hash_of(const vector<Literal> &clause) // independent of the order
    {
        uint64_t sum = clause.size(), product = 1;
        for (Literal literal : clause) sum += literal * 0x9e3779b97f4a7c15u, product *= 2 * uint64_t(literal) + 1;
        return sum ^ product * 0xbf58476d1ce4e5b9u;
    }

    void assign(Literal literal)
    {
        value_[literal] = 1, value_[literal ^ 1] = -1;
        trail_.push_back(literal);
    }

    // Assigns every literal that is forced by a clause with one open literal. False if a clause has no open literal and
    // is not satisfied.
    bool propagate()
    {
        while (propagated_ < trail_.size()) {
            Literal falsified = trail_[propagated_++] ^ 1;
            vector<Watch> &watches = watches_[falsified];
            size_t kept = 0;
            for (size_t i = 0; i < watches.size(); i++) {
                Watch watch = watches[i];
                if (is_true(watch.other)) {
                    watches[kept++] = watch;
                    continue;
                }
                uint32_t size = store_[watch.clause];
                if (size & DELETED) continue;
                uint32_t *literals = &store_[watch.clause + 1];
                if (literals[0] == falsified) std::swap(literals[0], literals[1]);
                Literal first = literals[0];
                watch.other = first;
                if (!is_true(first)) {
                    uint32_t next = 2;
                    while (next < size && is_false(literals[next])) next++;
                    if (next < size) {
                        std::swap(literals[1], literals[next]);
                        watches_[literals[1]].push_back(watch);
                        continue;
                    }
                }
                watches[kept++] = watch;
                if (is_true(first)) continue;
                if (is_false(first)) {
                    while (++i < watches.size()) watches[kept++] = watches[i];
                    watches.resize(kept);
                    return false;
                }
                assign(first);
            }
            watches.resize(kept);
        }
        return true;
    }
};

static Literal literal_of(long number)
{
    return number < 0 ? Literal(-number) * 2 + 1 : Literal(number) * 2;
}

static void read_formula(Checker &checker, const char *path)
{
    vector<unsigned char> bytes = read_file(path);
    bytes.push_back(0);
    const char *at = reinterpret_cast<const char *>(bytes.data());
    long variables = -1, clauses = -1, count = 0;
    vector<Literal> clause;
    for (;;) {
        while (*at == ' ' || *at == '\n' || *at == '\r') at++;
        if (!*at) break;
        if (*at == 'c' || *at == 'p') {
            if (*at == 'p' && std::sscanf(at, "p cnf %ld %ld", &variables, &clauses) != 2) fail("a bad header");
            while (*at && *at != '\n') at++;
            continue;
        }
        char *end;
        long number = std::strtol(at, &end, 10);
        if (end == at || std::labs(number) > variables) fail("a bad literal in the formula");
        at = end;
        if (number) {
            clause.push_back(literal_of(number));
        } else {
            checker.add(clause);
            clause.clear();
            count++;
        }
    }
    if (!clause.empty() || count != clauses) fail("the formula has another number of clauses than it says");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s FORMULA.cnf PROOF.drat\n", argv[0]);
        return 2;
    }
    Checker checker;
    read_formula(checker, argv[1]);

    // Binary DRAT: 'a' or 'd', then literals as 2 * variable + sign in groups of seven bits, lowest first, then 0.
    vector<unsigned char> proof = read_file(argv[2]);
    size_t at = 0, steps = 0;
    while (at < proof.size() && !checker.refuted()) {
        unsigned char what = proof[at++];
        if (what != 'a' && what != 'd') fail("a step that is neither an addition nor a deletion");
        vector<Literal> clause;
        for (;;) {
            uint64_t number = 0;
            for (unsigned shift = 0;; shift += 7) {
                if (at >= proof.size() || shift > 28) fail("the proof ends within a step");
                number |= uint64_t(proof[at] & 127) << shift;
                if (!(proof[at++] & 128)) break;
            }
            if (number == 0) break;
            if (number > UINT32_MAX / 4) fail("a literal that is too large");
            clause.push_back(Literal(number));
        }
        if (what == 'd') {
            checker.remove(clause);
            continue;
        }
        steps++;
        if (!checker.follows(clause)) fail("step " + std::to_string(steps) + " does not follow by unit propagation");
        checker.add(clause);
    }
    if (!checker.refuted()) fail("the empty clause is not derived");
    std::printf("VERIFIED: %zu steps\n", steps);
    return 0;
}
