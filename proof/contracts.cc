#include "contracts.h"

#include <cstdlib>
#include <stdexcept>

#include "moves.h"
#include "rules.h"

Bits rays(const Bits &occupied, int square, bool rook)
{
    Bits seen(64);
    for (rules::Step direction : rules::steps_of(rook ? rules::ROOK : rules::BISHOP)) {
        Bit clear = true;
        for (int to : rules::ray(square, direction)) {
            seen[size_t(to)] = clear;
            clear = clear & !occupied[size_t(to)];
        }
    }
    return seen;
}

void add_slider_contract(Machine &machine, const std::string &level)
{
    const uint64_t proved = level == "portable" ? 0 : 1; // PF_SLIDERS_MAGIC or PF_SLIDERS_PEXT, as in sliders.cc
    // Both kinds of slider call the same function with different tables, which identify them.
    machine.contracts["pf_slider_lookup"] = [proved](Machine &m, std::vector<Value> &arguments) {
        if (arguments.at(3).number() != proved) throw std::runtime_error("a slider back end that is not proved here");
        int table = arguments.at(0).object();
        bool rook = table == m.table_object("pf_rook_index");
        if (!rook && table != m.table_object("pf_bishop_index")) throw std::runtime_error("an unknown kind of slider");
        Bits seen(64);
        for (auto &[condition, square] : m.cases(arguments.at(1).bits)) {
            if (square > 63) {
                m.oblige(!condition, "a slider on no square");
                continue;
            }
            Bits here = rays(arguments.at(2).bits, int(square), rook);
            for (size_t i = 0; i < 64; i++) seen[i] |= condition & here[i];
        }
        return Value::of(seen);
    };
}

Bits reach(int square, unsigned type)
{
    rules::Type piece = rules::Type(type);
    if (piece == rules::ROOK || piece == rules::BISHOP) return rays(Bits(64), square, piece == rules::ROOK);
    if (piece != rules::KNIGHT && piece != rules::KING) throw std::runtime_error("a writer for an unknown piece");
    Bits squares(64);
    for (rules::Step by : rules::steps_of(piece)) {
        int to = rules::step(square, by);
        if (to != rules::NO_SQUARE) squares[size_t(to)] = true;
    }
    return squares;
}

// Moves to each square of a set: each move is base plus factor times the square.
static Value write_set(Machine &machine, const Value &list, unsigned base, unsigned factor, const Bits &targets)
{
    if (list.kind != Value::CURSOR) throw std::runtime_error("moves are written elsewhere than into the list");
    std::vector<std::pair<unsigned, Bit>> written;
    for (unsigned to = 0; to < 64; to++)
        if (!targets.at(to).is_false()) written.push_back({(base + factor * to) & 0xffff, targets[to]});
    int group = machine.moves->new_group();
    machine.moves->write(list.cursor, machine.guard(), group, std::move(written));
    return Value::at(Value::CURSOR, machine.moves->advance(list.cursor, group));
}

// What writers.cc proves is about these steps and densities only.
static bool is_pawn_step(int step)
{
    return std::abs(step) == 16 || (std::abs(step) >= 7 && std::abs(step) <= 9);
}

static void need(bool condition)
{
    if (!condition) throw std::runtime_error("a writer is called as it is not proved");
}

void add_writer_contracts(Machine &machine, const std::string &level)
{
    machine.contracts["pf_write_pairs"] = [](Machine &m, std::vector<Value> &arguments) {
        unsigned base = unsigned(arguments[1].number()), factor = unsigned(arguments[2].number());
        need((factor == 1 && base % 64 == 0 && base < 4096) ||
             (factor == 65 && base % 64 == 0 && is_pawn_step(-int(base) / 64)));
        return write_set(m, arguments[0], base, factor, arguments[3].bits);
    };
    if (level != "avx512") return;
    machine.contracts["pf_write_from"] = [](Machine &m, std::vector<Value> &arguments) {
        // The targets must be squares that such a piece can reach on an empty board.
        need(arguments[4].number() < 2);
        Bits reached = reach(int(arguments[1].number()), unsigned(arguments[3].number()));
        for (size_t to = 0; to < 64; to++)
            if (reached[to].is_false()) m.oblige(!arguments[2].bits[to], "a square that the piece does not reach");
        return write_set(m, arguments[0], unsigned(arguments[1].number()) << 6, 1, arguments[2].bits);
    };
    machine.contracts["pf_write_pawns"] = [](Machine &m, std::vector<Value> &arguments) {
        int step = int(int32_t(arguments[2].number())); // the pawn's origin must be a square of the board
        need(arguments[3].number() < 2 && is_pawn_step(step));
        for (int to = 0; to < 64; to++)
            if (to - step < 0 || to - step > 63)
                m.oblige(!arguments[1].bits[size_t(to)], "a pawn from outside the board");
        return write_set(m, arguments[0], 0u - unsigned(arguments[2].number()) * 64, 65, arguments[1].bits);
    };
}
