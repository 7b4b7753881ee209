// The main program: selects cases by their names, proves them with several processes, and prints a table.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fnmatch.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "case.h"

static double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Outcome::add(const Verdict &verdict)
{
    queries += verdict.queries, clauses += verdict.clauses, refutations += verdict.refutations;
    solve_seconds += verdict.solve_seconds, check_seconds += verdict.check_seconds;
    if (result != Verdict::PROVED || verdict.result == Verdict::PROVED) return;
    result = verdict.result;
    what = verdict.result == Verdict::REFUTED ? verdict.what : verdict.note;
    if (verdict.move) move = name_of_move(verdict.move);
}

Program &Context::program(const std::vector<std::string> &files)
{
    auto &program = programs_[{folder, files}];
    if (program == nullptr) {
        program = std::make_unique<Program>();
        for (const std::string &file : files) program->load(folder + "/" + file + ".bc");
    }
    return *program;
}

void add_for_all_kings(Cases &cases, const std::string &name,
                       std::function<void(Context &, Outcome &, rules::Colour us, int king)> prove)
{
    for (rules::Colour us : {rules::WHITE, rules::BLACK})
        for (int king = 0; king < 64; king++)
            cases.push_back({name + "/" + (us == rules::WHITE ? "w/" : "b/") + name_of_square(king),
                             [=](Context &context, Outcome &outcome) { prove(context, outcome, us, king); }});
}

// What the case asks about the original code. Nothing is proved: it is known to hold.
static void ask_original(Context &context, const Case &one)
{
    Outcome ignored;
    std::string changed = context.folder;
    context.folder = context.original;
    try {
        one.prove(context, ignored);
    } catch (const std::exception &) { // then less is known
    }
    context.folder = changed;
    context.tools.known->recording = false;
    graph.rewind();
}

static Outcome prove_case(Context &context, const Case &one)
{
    Outcome outcome;
    clock_t start = std::clock();
    Known known;
    graph.clear();
    Machine::executed = 0;
    if (!context.original.empty()) {
        context.tools.known = &known;
        ask_original(context, one);
    }
    uint64_t original = Machine::executed;
    Machine::executed = 0;
    try {
        one.prove(context, outcome);
    } catch (const std::exception &error) {
        outcome.result = Verdict::OPEN;
        outcome.what = error.what();
    }
    outcome.build_seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    outcome.differs = Machine::executed != original;
    context.tools.known = nullptr;
    return outcome;
}

// Executes the cases without proving anything, and prints what each of them executes.
static int trace_all(Context &context, const Cases &cases)
{
    for (const Case &one : cases) {
        std::set<std::string> functions, lines;
        Machine::executed_functions = &functions, Machine::executed_lines = &lines;
        Known known;
        Outcome outcome;
        context.tools.known = &known;
        graph.clear();
        one.prove(context, outcome);
        std::printf("%s\t", one.name.c_str());
        for (const std::string &name : functions) std::printf("%s ", name.c_str());
        std::printf("\t");
        for (const std::string &line : lines) std::printf("%s ", line.c_str());
        std::printf("\n");
    }
    return 0;
}

// An outcome as one line of text, which one process sends to another.
static std::string line_of(size_t number, const Outcome &o)
{
    std::string what = o.what.substr(0, 1000);
    for (char &letter : what)
        if (letter == '\n' || letter == '\t') letter = ' ';
    std::ostringstream line;
    line << number << '\t' << o.result << '\t' << o.queries << '\t' << o.clauses << '\t' << o.refutations << '\t'
         << o.build_seconds << '\t' << o.solve_seconds << '\t' << o.check_seconds << '\t' << what << '\t' << o.fen
         << '\t' << o.move << '\t' << o.differs << '\n';
    return line.str();
}

static Outcome outcome_of(const std::string &line, size_t *number)
{
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
    fields.resize(12);
    Outcome o;
    *number = std::stoul(fields[0]);
    o.result = Verdict::Result(std::stoi(fields[1]));
    o.queries = std::stoul(fields[2]), o.clauses = std::stoul(fields[3]), o.refutations = std::stoul(fields[4]);
    o.build_seconds = std::stod(fields[5]), o.solve_seconds = std::stod(fields[6]),
    o.check_seconds = std::stod(fields[7]);
    o.what = fields[8], o.fen = fields[9], o.move = fields[10], o.differs = fields[11] == "1";
    return o;
}

// The part that a case belongs to: its name without side and square.
static std::string part_of(const std::string &name)
{
    size_t slash = name.find('/'), next = name.find('/', slash + 1);
    bool is_side = next == slash + 2; // cover/w/e1
    return name.substr(0, is_side ? slash : next);
}

struct Options {
    int jobs = 2;
    bool list = false, stop = false, trace = false, verbose = false;
    std::vector<std::string> patterns;
};

static int usage()
{
    std::fprintf(stderr,
                 "usage: prove-cases --ir FOLDER --checker PROGRAM --work FOLDER [--solver PROGRAM] [--jobs N]\n"
                 "                   [--original FOLDER] [--stop] [--verbose] [--list] [--trace] PATTERN...\n");
    return 2;
}

static void report(const Case &one, const Outcome &o)
{
    const char *words[] = {"proved", "REFUTED", "OPEN"};
    std::printf("%-24s %-8s %7zu queries %8zu clauses  built %.1f, solved %.1f, checked %.1f s\n", one.name.c_str(),
                words[o.result], o.queries, o.clauses, o.build_seconds, o.solve_seconds, o.check_seconds);
    if (o.result == Verdict::OPEN) std::printf("  %s\n", o.what.c_str());
    if (o.result == Verdict::REFUTED) {
        if (!o.fen.empty()) std::printf("FEN: %s\n", o.fen.c_str());
        std::printf("%s%s%s\n", o.what.c_str(), o.move.empty() ? "" : ": ", o.move.c_str());
    }
}

static int prove_all(Context &context, const Cases &cases, const Options &options)
{
    double start = now();
    auto *next = static_cast<std::atomic<size_t> *>(
        mmap(nullptr, sizeof(std::atomic<size_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    new (next) std::atomic<size_t>(0);
    int ends[2];
    if (next == MAP_FAILED || pipe(ends)) throw std::runtime_error("no shared memory or pipe");
    std::string work = context.tools.folder;
    std::vector<pid_t> children;
    for (int job = 0; job < options.jobs; job++) {
        std::fflush(stdout);
        pid_t child = fork();
        if (child < 0) throw std::runtime_error("fork failed");
        if (child > 0) {
            children.push_back(child);
            continue;
        }
        context.tools.folder = work + "/" + std::to_string(job);
        mkdir(context.tools.folder.c_str(), 0755);
        for (size_t number; (number = next->fetch_add(1)) < cases.size();) {
            Outcome outcome = prove_case(context, cases[number]);
            std::string line = line_of(number, outcome);
            if (write(ends[1], line.data(), line.size()) != ssize_t(line.size())) _exit(1);
            if (options.stop && outcome.result != Verdict::PROVED) next->store(cases.size());
        }
        _exit(0);
    }
    close(ends[1]);

    struct Sum {
        size_t cases = 0, queries = 0, clauses = 0;
        double seconds = 0;
    };
    std::map<std::string, Sum> parts;
    Sum total;
    size_t done = 0, queries = 0, refutations = 0, failed = 0, differ = 0;
    FILE *lines = fdopen(ends[0], "r");
    char buffer[1 << 14];
    while (std::fgets(buffer, sizeof buffer, lines)) {
        size_t number;
        Outcome outcome = outcome_of(std::string(buffer, std::strcspn(buffer, "\n")), &number);
        done++, queries += outcome.queries, refutations += outcome.refutations;
        if (outcome.result != Verdict::PROVED) failed++;
        if (outcome.differs) differ++;
        if (outcome.result != Verdict::PROVED || options.verbose) report(cases[number], outcome);
        if (isatty(1)) std::printf("%zu of %zu cases\r", done, cases.size());
        std::fflush(stdout);
        Sum &sum = parts[part_of(cases[number].name)];
        sum.cases++, sum.queries += outcome.queries, sum.clauses += outcome.clauses;
        double seconds = outcome.build_seconds + outcome.solve_seconds + outcome.check_seconds;
        sum.seconds += seconds;
        total.clauses += outcome.clauses, total.seconds += seconds;
    }
    bool crashed = false;
    for (pid_t child : children) {
        int status;
        if (waitpid(child, &status, 0) != child || status != 0) crashed = true;
    }
    if (crashed) std::printf("a process died\n");
    size_t missing = cases.size() - done;
    std::printf("\n%-24s %7s %9s %11s %9s\n", "part", "cases", "queries", "clauses", "seconds");
    for (auto &[part, sum] : parts)
        std::printf("%-24s %7zu %9zu %11zu %9.1f\n", part.c_str(), sum.cases, sum.queries, sum.clauses, sum.seconds);
    std::printf("%-24s %7zu %9zu %11zu %9.1f\n", "total", done, queries, total.clauses, total.seconds);
    if (!context.original.empty()) std::printf("%zu cases execute other instructions\n", differ);
    std::printf("prove: %zu cases, %zu queries, %zu open, %zu refutations checked (%.0f s)\n", done, queries,
                failed + missing, refutations, now() - start);
    return failed || missing || crashed ? 1 : 0;
}

int main(int argc, char **argv)
{
    Context context;
    Options options;
    for (int i = 1; i < argc; i++) {
        std::string word = argv[i];
        auto argument = [&]() -> std::string {
            if (i + 1 >= argc) std::exit(usage());
            return argv[++i];
        };
        if (word == "--ir")
            context.folder = argument();
        else if (word == "--original")
            context.original = argument();
        else if (word == "--checker")
            context.tools.checker = argument();
        else if (word == "--solver")
            context.tools.solver = argument();
        else if (word == "--work")
            context.tools.folder = argument();
        else if (word == "--jobs")
            options.jobs = std::atoi(argument().c_str());
        else if (word == "--stop")
            options.stop = true;
        else if (word == "--trace")
            options.trace = true;
        else if (word == "--verbose")
            options.verbose = true;
        else if (word == "--list")
            options.list = true;
        else if (word[0] == '-')
            return usage();
        else
            options.patterns.push_back(word);
    }
    if (options.jobs < 1 || options.patterns.empty()) return usage();
    Cases all, chosen;
    add_cover_cases(all);
    add_list_cases(all);
    add_slider_cases(all);
    add_writer_cases(all);
    add_legality_cases(all);
    add_play_cases(all);
    add_setup_cases(all);
    for (const std::string &pattern : options.patterns) {
        size_t before = chosen.size();
        for (const Case &one : all)
            if (fnmatch(pattern.c_str(), one.name.c_str(), 0) == 0) chosen.push_back(one);
        if (chosen.size() == before) {
            std::fprintf(stderr, "prove: no case is called %s\n", pattern.c_str());
            return 2;
        }
    }
    if (options.list) {
        for (const Case &one : chosen) std::printf("%s\n", one.name.c_str());
        return 0;
    }
    if (options.trace) return trace_all(context, chosen);
    return prove_all(context, chosen, options);
}
