#include "solver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs a program with its output redirected to a file, and returns its exit status.
static int run(const std::vector<std::string> &command, const std::string &output)
{
    std::vector<char *> arguments;
    for (const std::string &word : command) arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        dup2(file, 1);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

// Processor time of the programs that were run, so that the load of the machine does not matter.
static double now()
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

// The clauses of all formulas on which the conditions and queries depend.
class Formula
{
public:
    Formula() : variable_(graph.nodes.size()) {}

    void add_clause(const Clause &clause)
    {
        std::string line;
        for (Bit bit : clause) {
            if (bit.is_true()) return;
            if (!bit.is_false()) line += std::to_string(literal(bit)) + ' ';
        }
        text_ += line + "0\n";
        clauses_++;
    }
    void write(const std::string &path) const
    {
        FILE *file = std::fopen(path.c_str(), "w");
        if (!file) throw std::runtime_error("cannot write " + path);
        std::fprintf(file, "p cnf %zu %zu\n", nodes_.size(), clauses_);
        std::fwrite(text_.data(), 1, text_.size(), file);
        if (std::fclose(file)) throw std::runtime_error("cannot write " + path);
    }
    // A step of a proof in binary DRAT: this clause follows. All steps must be added before the formula is written.
    void add_step(const Clause &clause)
    {
        std::string step = "a";
        for (Bit bit : clause) {
            if (bit.is_true()) return;
            if (bit.is_false()) continue;
            int number = literal(bit);
            for (unsigned code = number < 0 ? 2 * unsigned(-number) + 1 : 2 * unsigned(number);; code >>= 7) {
                step += char(int(code & 127) | (code > 127 ? 128 : 0));
                if (code <= 127) break;
            }
        }
        steps_ += step + '\0';
    }
    void write_steps(const std::string &path) const
    {
        FILE *file = std::fopen(path.c_str(), "wb");
        if (!file) throw std::runtime_error("cannot write " + path);
        std::fwrite(steps_.data(), 1, steps_.size(), file);
        if (std::fclose(file)) throw std::runtime_error("cannot write " + path);
    }
    size_t clauses() const { return clauses_; }
    // Computes the values of the nodes from those of the variables.
    std::vector<uint64_t> values(const std::vector<char> &model) const
    {
        std::vector<uint64_t> values(graph.nodes.size());
        for (uint32_t node = 1; node < values.size(); node++)
            if (graph.is_input(node) && variable_[node] && model[variable_[node]]) values[node] = UINT64_MAX;
        graph.evaluate(values);
        return values;
    }
    size_t variables() const { return nodes_.size(); }

private:
    std::vector<int> variable_; // indexed by node
    std::vector<uint32_t> nodes_;
    std::string text_, steps_;
    size_t clauses_ = 0;

    int literal(Bit bit)
    {
        define(bit.node());
        return bit.negated() ? -variable_[bit.node()] : variable_[bit.node()];
    }
    void define(uint32_t root)
    {
        std::vector<uint32_t> work = {root};
        while (!work.empty()) {
            uint32_t node = work.back();
            work.pop_back();
            if (variable_[node]) continue;
            nodes_.push_back(node);
            variable_[node] = int(nodes_.size());
            if (graph.is_input(node)) continue;
            for (uint32_t child : {graph.nodes[node].left >> 1, graph.nodes[node].right >> 1})
                if (!variable_[child]) work.push_back(child);
            gates_.push_back(node);
        }
        for (uint32_t node : gates_) { // node = left & right
            int n = variable_[node], a = known(graph.nodes[node].left), b = known(graph.nodes[node].right);
            text_ += std::to_string(-n) + ' ' + std::to_string(a) + " 0\n";
            text_ += std::to_string(-n) + ' ' + std::to_string(b) + " 0\n";
            text_ += std::to_string(n) + ' ' + std::to_string(-a) + ' ' + std::to_string(-b) + " 0\n";
            clauses_ += 3;
        }
        gates_.clear();
    }
    int known(uint32_t literal) const { return literal & 1 ? -variable_[literal >> 1] : variable_[literal >> 1]; }
    std::vector<uint32_t> gates_;
};

// 10: satisfiable, and the model is set; 20: unsatisfiable, and there is a proof.
static int solve(const Tools &tools, const Formula &formula, std::vector<char> *model)
{
    // With two of the solver's techniques turned off, its proofs are half as long.
    std::string cnf = tools.folder + "/formula.cnf", proof = tools.folder + "/proof.drat",
                out = tools.folder + "/solver.txt";
    formula.write(cnf);
    int status = run({tools.solver, "-q", "--no-chrono", "--no-probe", cnf, proof}, out);
    if (status == 10 && model) {
        model->assign(formula.variables() + 1, 0);
        FILE *file = std::fopen(out.c_str(), "r");
        char line[1 << 12];
        while (file && std::fgets(line, sizeof line, file)) {
            if (line[0] != 'v') continue;
            for (char *word = std::strtok(line + 1, " \n"); word; word = std::strtok(nullptr, " \n")) {
                long number = std::atol(word);
                if (number > 0 && size_t(number) < model->size()) (*model)[size_t(number)] = 1;
            }
        }
        if (file) std::fclose(file);
    }
    return status;
}

static void minimise(const Tools &tools, const std::vector<Clause> &conditions, Bit query, const Bits &few,
                     std::vector<uint64_t> &values)
{
    Bits fixed;
    for (Bit bit : few) {
        if (!(value_of(bit, values) & 1)) {
            fixed.push_back(!bit);
            continue;
        }
        Formula formula;
        for (const Clause &clause : conditions) formula.add_clause(clause);
        formula.add_clause({query});
        for (Bit is : fixed) formula.add_clause({is});
        formula.add_clause({!bit});
        std::vector<char> model;
        if (solve(tools, formula, &model) != 10) continue;
        values = formula.values(model);
        fixed.push_back(!bit);
    }
}

Known::Key Known::key(const std::vector<Clause> &conditions)
{
    Key key{graph.generation(), {}};
    for (const Clause &clause : conditions) {
        key.second.emplace_back();
        for (Bit bit : clause) key.second.back().push_back(bit.literal());
    }
    return key;
}

void Known::add(const std::vector<Clause> &conditions, const std::vector<Obligation> &queries)
{
    std::set<uint32_t> &asked = asked_[key(conditions)];
    for (const Obligation &query : queries) asked.insert(query.violated.literal());
}

std::vector<Obligation> Known::unknown(const std::vector<Clause> &conditions, const std::vector<Obligation> &queries)
{
    const std::set<uint32_t> &asked = asked_[key(conditions)];
    std::vector<Obligation> unknown;
    for (const Obligation &query : queries)
        if (!asked.count(query.violated.literal())) unknown.push_back(query);
    return unknown;
}

Verdict prove(const Tools &tools, const std::vector<Clause> &conditions, const std::vector<Obligation> &all_queries,
              const Bits &few, const std::vector<Clause> &steps)
{
    Verdict verdict;
    verdict.queries = all_queries.size();
    if (tools.known && tools.known->recording) {
        tools.known->add(conditions, all_queries);
        verdict.result = Verdict::PROVED;
        return verdict;
    }
    std::vector<Obligation> queries = tools.known ? tools.known->unknown(conditions, all_queries) : all_queries;
    if (tools.known && queries.empty()) {
        verdict.result = Verdict::PROVED;
        return verdict;
    }
    double start = now();
    if (tools.check_vacuity) {
        Formula formula;
        for (const Clause &clause : conditions) formula.add_clause(clause);
        std::vector<char> model;
        int status = solve(tools, formula, &model);
        verdict.vacuous = status == 20;
        bool satisfied = status == 10; // which the model must show: the solver is not trusted
        std::vector<uint64_t> values;
        if (satisfied) values = formula.values(model);
        for (const Clause &clause : conditions) {
            bool holds = false;
            for (Bit bit : clause) holds |= satisfied && value_of(bit, values) & 1;
            satisfied &= holds;
        }
        if (!satisfied) {
            verdict.note = "the conditions have no solution";
            return verdict;
        }
    }
    Formula formula;
    for (const Clause &clause : conditions) formula.add_clause(clause);
    Clause one;
    for (const Obligation &query : queries)
        if (!query.violated.is_false()) one.push_back(query.violated);
    if (one.empty()) { // all pairs are structurally equal
        verdict.result = Verdict::PROVED;
        return verdict;
    }
    formula.add_clause(one);
    verdict.clauses = formula.clauses();
    if (tools.by_propagation) {
        for (const Clause &step : steps) formula.add_step(step);
        for (Bit bit : one) formula.add_step({!bit});
        formula.write(tools.folder + "/formula.cnf");
        formula.write_steps(tools.folder + "/proof.drat");
        bool verified = run({tools.checker, tools.folder + "/formula.cnf", tools.folder + "/proof.drat"},
                            tools.folder + "/checker.txt") == 0;
        verdict.check_seconds = now() - start;
        if (verified) {
            verdict.result = Verdict::PROVED;
            verdict.refutations = 1;
            return verdict;
        }
        start = now();
    }
    std::vector<char> model;
    int status = solve(tools, formula, &model);
    verdict.solve_seconds = now() - start;
    if (status == 20) {
        start = now();
        int checked = run({tools.checker, tools.folder + "/formula.cnf", tools.folder + "/proof.drat"},
                          tools.folder + "/checker.txt");
        verdict.check_seconds = now() - start;
        if (checked == 0) {
            verdict.result = Verdict::PROVED;
            verdict.refutations = 1;
        } else {
            verdict.note = "the refutation was not verified";
        }
    } else if (status == 10) {
        std::vector<uint64_t> values = formula.values(model);
        for (const Obligation &query : queries) {
            if (!(value_of(query.violated, values) & 1)) continue;
            minimise(tools, conditions, query.violated, few, values);
            verdict.result = Verdict::REFUTED;
            verdict.what = query.what;
            verdict.move = query.move;
            verdict.values = values;
            return verdict;
        }
        verdict.note = "the solver's model does not violate any query";
    } else {
        verdict.note = "the solver " + tools.solver + " gave no answer";
    }
    return verdict;
}
