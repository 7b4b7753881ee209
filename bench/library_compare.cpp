/* The work of bench/library_compare: three questions about every legal move, asked of Plyforge and of Disservin's
 * chess-library in turn, in one process.
 *
 *     gives check    whether a legal move will give check
 *     key after      the hash key after a legal move, without playing it
 *     UCI            writing a legal move as UCI text, and reading it again
 *
 * Both libraries see the same positions, and the same moves in the same order. Each turn asks one library about all
 * moves; the fastest of many turns counts. */
#include <plyforge.h>

#include <chess.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace
{

/* A position and its legal moves, as each library has them. */
struct Sample {
    pf_position position;
    chess::Board board;
    std::vector<pf_move> moves;
    std::vector<chess::Move> their_moves;
};

/* Positions without a legal move in one of the libraries, or with castling rights of Chess960, are left out. */
void add_sample(std::vector<Sample> &samples, const std::string &fen)
{
    Sample sample;
    if (pf_position_from_fen(&sample.position, fen.data(), fen.size(), PF_ACCEPT_STRICT, nullptr, nullptr) != PF_OK)
        return;
    sample.board = chess::Board(fen);
    pf_move_list list;
    pf_generate_legal(&sample.position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
        sample.moves.push_back(list.moves[i]);
        sample.their_moves.push_back(chess::uci::uciToMove(sample.board, uci));
    }
    if (!sample.moves.empty()) samples.push_back(sample);
}

std::vector<Sample> samples_of_suites(int argc, char **argv)
{
    std::vector<Sample> samples;
    for (int i = 1; i < argc; i++) {
        std::ifstream file(argv[i]);
        for (std::string line; std::getline(file, line);)
            if (!line.empty() && line[0] != '#') add_sample(samples, line.substr(0, line.find(" ;")));
    }
    return samples;
}

/* The positions of games in which each move is chosen at random, the same in every run. */
std::vector<Sample> samples_of_games()
{
    std::vector<Sample> samples;
    uint64_t random = 1;
    for (int game = 0; game < 25; game++) {
        pf_position position = pf_position_start();
        pf_move_list list;
        for (int ply = 0; ply < 80 && pf_generate_legal(&position, &list) > 0; ply++) {
            char fen[PF_FEN_SIZE];
            size_t length = pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
            add_sample(samples, std::string(fen, length));
            random = random * 6364136223846793005u + 1442695040888963407u;
            pf_position_play_unchecked(&position, list.moves[(random >> 33) % list.size]);
        }
    }
    return samples;
}

/* ---- What is timed: each returns a sum, so that no call can be left out ---- */

uint64_t our_checks(const Sample &sample)
{
    uint64_t sum = 0;
    for (pf_move move : sample.moves) sum += pf_move_gives_check(&sample.position, move) != PF_CHECK_NONE;
    return sum;
}

uint64_t their_checks(const Sample &sample)
{
    uint64_t sum = 0;
    for (const chess::Move &move : sample.their_moves)
        sum += sample.board.givesCheck(move) != chess::CheckType::NO_CHECK;
    return sum;
}

uint64_t our_keys(const Sample &sample)
{
    uint64_t sum = 0;
    for (pf_move move : sample.moves) sum += pf_position_key_after(&sample.position, move);
    return sum;
}

uint64_t their_keys(const Sample &sample)
{
    uint64_t sum = 0;
    for (const chess::Move &move : sample.their_moves) sum += sample.board.zobristAfter(move);
    return sum;
}

/* Reading checks that the move is legal; theirs does not. */
uint64_t our_texts(const Sample &sample)
{
    uint64_t sum = 0;
    for (pf_move move : sample.moves) {
        char uci[PF_UCI_SIZE];
        size_t length = pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
        pf_move back = PF_NO_MOVE;
        pf_move_from_uci(&back, &sample.position, uci, length, nullptr);
        sum += back == move;
    }
    return sum;
}

uint64_t their_texts(const Sample &sample)
{
    uint64_t sum = 0;
    for (const chess::Move &move : sample.their_moves)
        sum += chess::uci::uciToMove(sample.board, chess::uci::moveToUci(move)) == move;
    return sum;
}

using Work = uint64_t (*)(const Sample &);

/* Nanoseconds that one turn over all samples takes. */
double turn(const std::vector<Sample> &samples, Work work, uint64_t &sum)
{
    sum = 0;
    auto start = std::chrono::steady_clock::now();
    for (const Sample &sample : samples) sum += work(sample);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/* Prints the times of every row; false if the libraries disagree. */
bool compare(const char *title, const std::vector<Sample> &samples, int rounds)
{
    size_t moves = 0;
    for (const Sample &sample : samples) moves += sample.moves.size();
    if (moves == 0) {
        std::fprintf(stderr, "library_compare: no positions of %s\n", title);
        return false;
    }
    std::printf("%s: %zu positions, %zu legal moves, best of %d turns each\n", title, samples.size(), moves, rounds);

    /* The keys are different numbers in each library; the other sums must agree. */
    const struct {
        const char *name;
        Work ours, theirs;
        bool same;
    } rows[] = {
        {"gives check", our_checks, their_checks, true},
        {"key after", our_keys, their_keys, false},
        {"UCI", our_texts, their_texts, true},
    };
    bool agree = true;
    for (const auto &row : rows) {
        double ours = 1e300, theirs = 1e300;
        uint64_t our_sum = 0, their_sum = 0;
        for (int i = 0; i < rounds; i++) {
            ours = std::min(ours, turn(samples, row.ours, our_sum));
            theirs = std::min(theirs, turn(samples, row.theirs, their_sum));
        }
        double count = static_cast<double>(moves);
        std::printf("    %-12s Plyforge %5.1f ns, chess-library %5.1f ns, ratio %.2f\n", row.name, ours / count,
                    theirs / count, theirs / ours);
        if (row.same && our_sum != their_sum) {
            std::printf("    %-12s the answers differ: %llu and %llu\n", row.name,
                        static_cast<unsigned long long>(our_sum), static_cast<unsigned long long>(their_sum));
            agree = false;
        }
    }
    return agree;
}

} // namespace

int main(int argc, char **argv)
{
    const char *text = std::getenv("ROUNDS");
    const int rounds = text && std::atoi(text) > 0 ? std::atoi(text) : 200;
    bool agree = compare("random games", samples_of_games(), rounds);
    return compare("suites", samples_of_suites(argc, argv), rounds) && agree ? 0 : 1;
}
