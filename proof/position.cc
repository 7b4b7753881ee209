#include "position.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

using namespace rules;

static bool touch(int a, int b)
{
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b))) <= 1;
}

static void at_most_one(std::vector<Clause> &clauses, const Bits &bits)
{
    for (size_t i = 0; i < bits.size(); i++)
        for (size_t j = 0; j < i; j++) clauses.push_back({!bits[i], !bits[j]});
}

SymbolicPosition::SymbolicPosition(Colour us, int king, const std::function<Bit(Variable)> &make_variable)
{
    rules.us = us, rules.king = king;
    auto variable = [&](Variable name) {
        variables.push_back({name, make_variable(name)});
        return variables.back().second;
    };
    place_pieces(variable);
    add_rights(variable);
    add_en_passant(variable);
}

// There is at most one piece on every square: it has a type and a colour, or is a king.
void SymbolicPosition::place_pieces(const std::function<Bit(Variable)> &variable)
{
    Board &board = rules.board;
    Colour us = rules.us, them = other(us);
    Bits our_kings, enemy_kings(64);
    for (int square = 0; square < 64; square++) {
        if (square == rules.king) {
            board.put(us, KING, square);
            continue;
        }
        Bits types;
        for (Type type : {PAWN, KNIGHT, BISHOP, ROOK, QUEEN}) {
            if (type == PAWN && (rank_of(square) == 0 || rank_of(square) == 7)) continue;
            board.type[type][square] = variable({Variable::TYPE, square, type});
            pieces.push_back(board.type[type][square]);
            types.push_back(board.type[type][square]);
        }
        Bit piece = any(types), is_ours = variable({Variable::OURS, square, 0}), our_king = false, enemy_king = false;
        if (rules.king == NO_SQUARE) our_king = variable({Variable::OUR_KING, square, 0});
        if (rules.king == NO_SQUARE || !touch(square, rules.king))
            enemy_king = variable({Variable::ENEMY_KING, square, 0});
        board.type[KING][square] = enemy_king | our_king;
        board.colour[us][square] = (piece & is_ours & !enemy_king) | our_king;
        board.colour[them][square] = (piece & !is_ours & !our_king) | enemy_king;
        types.push_back(enemy_king);
        types.push_back(our_king);
        at_most_one(conditions, types);
        our_kings.push_back(our_king);
        enemy_kings[size_t(square)] = enemy_king;
    }
    conditions.push_back(enemy_kings);
    at_most_one(conditions, enemy_kings);
    if (rules.king != NO_SQUARE) return;
    conditions.push_back(our_kings);
    at_most_one(conditions, our_kings);
    for (size_t a = 0; a < 64; a++)
        for (size_t b = 0; b < 64; b++)
            if (touch(int(a), int(b))) conditions.push_back({!our_kings[a], !enemy_kings[b]});
}

// Castling rights: only our own affect the moves. They belong to our own rooks, with the king on the back rank and at
// most one right on each side of it.
void SymbolicPosition::add_rights(const std::function<Bit(Variable)> &variable)
{
    Board &board = rules.board;
    Colour us = rules.us, them = other(us);
    int back_rank = us == WHITE ? 0 : 7, king = rules.king;
    for (int square = 0; square < 64; square++) {
        rules.castling[square] = false;
        if (rank_of(square) != 0 && rank_of(square) != 7) continue;
        if (king != NO_SQUARE && rank_of(square) == back_rank && (rank_of(king) != back_rank || square == king))
            continue;
        rules.castling[square] = variable({Variable::CASTLING, square, 0});
        pieces.push_back(rules.castling[square]);
    }
    for (Colour colour : {us, them}) {
        std::vector<Clause> &clauses = colour == us ? conditions : enemy_rights;
        int first = colour == WHITE ? 0 : 56;
        Bits king_there;
        for (int square = first; square < first + 8; square++) king_there.push_back(board.has(colour, KING, square));
        for (int a = 0; a < 8; a++) {
            Bit right = rules.castling[first + a];
            if (right.is_false()) continue;
            clauses.push_back({!right, board.type[ROOK][first + a]});
            clauses.push_back({!right, board.colour[colour][first + a]});
            Clause king_on_rank = king_there;
            king_on_rank.push_back(!right);
            clauses.push_back(king_on_rank);
            for (int b = a + 1; b < 8; b++) { // if there are two rights, the king is between the rooks
                Clause between(king_there.begin() + a, king_there.begin() + b);
                between.push_back(!right);
                between.push_back(!rules.castling[first + b]);
                clauses.push_back(between);
            }
        }
    }
}

// The en passant square: there is none, or it is on the rank behind enemy pawns that have just made a double push.
void SymbolicPosition::add_en_passant(const std::function<Bit(Variable)> &variable)
{
    Colour us = rules.us, them = other(us);
    int rank = us == WHITE ? 5 : 2;
    Bit none = variable({Variable::EP_NONE, 0, 0}), some = !none;
    Bits file;
    for (int i = 0; i < 3; i++) file.push_back(variable({Variable::EP_FILE, i, 0}));
    ep_bits = {file[0] & some, file[1] & some, file[2] & some};
    for (int i = 0; i < 3; i++) ep_bits.push_back(some & Bit(bool(rank >> i & 1)));
    ep_bits.push_back(none);
    ep_bits.push_back(false);
    for (int square = 0; square < 64; square++) rules.en_passant[square] = false;
    for (int f = 0; f < 8; f++) {
        int square = rank * 8 + f, pawn = step(square, {0, -forward(us)});
        Bits here = {some};
        for (int i = 0; i < 3; i++) here.push_back(f >> i & 1 ? file[size_t(i)] : !file[size_t(i)]);
        Bit is_here = rules.en_passant[square] = all(here);
        conditions.push_back({!is_here, !rules.board.occupied(square)});
        conditions.push_back({!is_here, rules.board.has(them, PAWN, pawn)});
    }
    pieces.push_back(some); // an en passant square counts as a piece
}

static Bits bits_of(const Bit (&squares)[64])
{
    return Bits(squares, squares + 64);
}

static Bits new_bits(size_t count)
{
    Bits bits(count);
    for (Bit &bit : bits) bit = Bit::input();
    return bits;
}

int SymbolicPosition::place(Machine &machine) const
{
    int object = machine.allocate(layout::SIZE);
    for (int type = 0; type < 6; type++)
        machine.write(object, layout::BY_TYPE + 8 * type, bits_of(rules.board.type[type]));
    for (int colour = 0; colour < 2; colour++)
        machine.write(object, layout::BY_COLOUR + 8 * colour, bits_of(rules.board.colour[colour]));
    machine.write(object, layout::CASTLING, bits_of(rules.castling));
    machine.write(object, layout::KEY, new_bits(64));
    machine.write(object, layout::TURN, Value::constant(rules.us, 8).bits);
    machine.write(object, layout::EP_SQUARE, ep_bits);
    machine.write(object, layout::CLOCK, new_bits(16));
    machine.write(object, layout::NUMBER, new_bits(32));
    machine.write(object, layout::NUMBER + 4, Bits((layout::SIZE - layout::NUMBER - 4) * 8)); // used by variants only
    return object;
}

std::vector<Clause> SymbolicPosition::all_conditions() const
{
    std::vector<Clause> all = conditions;
    all.insert(all.end(), enemy_rights.begin(), enemy_rights.end());
    return all;
}

// The order of the random numbers is defined in board/key.h: pieces, rooks that may castle, files of en passant, Black
// to move.
Linear key_of(const rules::Position &position, Bit capture)
{
    enum { ROOKS = 12 * 64, FILES = 13 * 64, BLACK_TO_MOVE = 13 * 64 + 8 };
    Linear key;
    Bits squares;
    for (int square = 0; square < 64; square++) {
        for (Colour colour : {WHITE, BLACK})
            for (Type type : {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING})
                key[unsigned((colour * 6 + type) * 64 + square)] = position.board.has(colour, type, square);
        key[unsigned(ROOKS + square)] = position.castling[square];
        key[unsigned(FILES + file_of(square))] |= position.en_passant[square] & capture;
        squares.push_back(position.en_passant[square]);
    }
    key[KEY_EP_BIT] = any(squares) & capture;
    key[BLACK_TO_MOVE] = position.us == BLACK;
    return key;
}

// The 112 bytes of a position about which nothing is known, and the form that is derived from them.
Cover cover(Program &program, Colour us, int king)
{
    Cover cover;
    Machine machine(program);
    int bytes = machine.allocate(layout::SIZE);
    for (int byte = 0; byte < layout::SIZE; byte += 8) machine.write(bytes, byte, new_bits(64));
    machine.write(bytes, layout::TURN, Value::constant(us, 8).bits);
    cover.invariant = machine.run("proof_invariant", {Value::pointer(bytes)}).bits.at(0);
    cover.queries = machine.obligations;

    auto set = [&](int offset) { return machine.read(bytes, offset, 64); };
    Bits kings = set(layout::BY_TYPE + 8 * KING), ours = set(layout::BY_COLOUR + 8 * us);
    Bits ep = machine.read(bytes, layout::EP_SQUARE, 8);
    for (int square = 0; king != NO_SQUARE && square < 64; square++) { // the side's only king is there
        Bit ours_here = kings[size_t(square)] & ours[size_t(square)];
        cover.invariant &= square == king ? ours_here : !ours_here;
    }
    SymbolicPosition form(us, king, [&](Variable variable) -> Bit {
        size_t square = size_t(variable.square);
        switch (variable.what) {
        case Variable::TYPE: return set(layout::BY_TYPE + 8 * variable.type)[square];
        case Variable::OURS: return ours[square];
        case Variable::OUR_KING: return kings[square] & ours[square];
        case Variable::ENEMY_KING: return kings[square] & !ours[square];
        case Variable::CASTLING: return set(layout::CASTLING)[square];
        case Variable::EP_NONE: return ep[6];
        default: return ep[square];
        }
    });
    int made = form.place(machine);
    for (auto [offset, size] : {std::pair{0, layout::KEY + 0}, {layout::EP_SQUARE + 0, 1}}) {
        Bits a = machine.read(bytes, offset, unsigned(size * 8)), b = machine.read(made, offset, unsigned(size * 8));
        for (size_t i = 0; i < a.size(); i++)
            cover.queries.push_back({a[i] ^ b[i], "a position with the invariant that is not of the form", 0});
    }
    for (const Clause &clause : form.all_conditions())
        cover.queries.push_back({!any(clause), "a position with the invariant that is excluded", 0});
    return cover;
}

std::vector<Clause> invariant_clauses(const Position &position)
{
    const Board &board = position.board;
    std::vector<Clause> clauses;
    Bits kings[2];
    for (int square = 0; square < 64; square++) {
        Bits types, colours = {board.colour[WHITE][square], board.colour[BLACK][square]};
        for (auto &type : board.type) types.push_back(type[square]);
        at_most_one(clauses, types);
        at_most_one(clauses, colours);
        for (Bit type : types) clauses.push_back({!type, colours[0], colours[1]});
        for (Bit colour : colours) {
            clauses.push_back(types);
            clauses.back().push_back(!colour);
        }
        if (rank_of(square) == 0 || rank_of(square) == 7) clauses.push_back({!board.type[PAWN][square]});
        for (Colour colour : {WHITE, BLACK}) kings[colour].push_back(board.has(colour, KING, square));
    }
    for (const Bits &those : kings) {
        clauses.push_back(those);
        at_most_one(clauses, those);
    }
    for (size_t a = 0; a < 64; a++)
        for (size_t b = 0; b < 64; b++)
            if (touch(int(a), int(b))) clauses.push_back({!kings[WHITE][a], !kings[BLACK][b]});

    for (int square = 8; square < 56; square++) clauses.push_back({!position.castling[square]});
    for (Colour colour : {WHITE, BLACK})
        for (int a = 0, first = colour == WHITE ? 0 : 56; a < 8; a++) {
            Bit right = position.castling[first + a];
            clauses.push_back({!right, board.type[ROOK][first + a]});
            clauses.push_back({!right, board.colour[colour][first + a]});
            auto king = kings[colour].begin() + first;
            clauses.push_back(Clause(king, king + 8));
            clauses.back().push_back(!right);
            for (int b = a + 1; b < 8; b++) { // if there are two rights, the king is between the rooks
                clauses.push_back(Clause(king + a, king + b));
                clauses.back().push_back(!right);
                clauses.back().push_back(!position.castling[first + b]);
            }
        }

    Colour us = position.us, them = other(us);
    at_most_one(clauses, Bits(position.en_passant, position.en_passant + 64));
    for (int square = 0; square < 64; square++) {
        Bit here = position.en_passant[square];
        if (rank_of(square) != (us == WHITE ? 5 : 2)) {
            clauses.push_back({!here});
            continue;
        }
        clauses.push_back({!here, !board.occupied(square)});
        clauses.push_back({!here, board.has(them, PAWN, step(square, {0, -forward(us)}))});
    }
    return clauses;
}

std::vector<Obligation> clauses_of_form(const SymbolicPosition &position)
{
    std::vector<Obligation> queries;
    for (const Clause &clause : invariant_clauses(position.rules))
        queries.push_back({!any(clause), "a clause that does not hold for every position", 0});
    return queries;
}

Implied clauses_imply_invariant(Program &program, Colour us)
{
    Position position;
    position.us = us, position.king = NO_SQUARE;
    Machine machine(program);
    int bytes = machine.allocate(layout::SIZE);
    for (int byte = 0; byte < layout::SIZE; byte += 8) machine.write(bytes, byte, new_bits(64));
    auto set = [&](int offset, Bit(&squares)[64]) {
        Bits bits = machine.read(bytes, offset, 64);
        std::copy(bits.begin(), bits.end(), squares);
    };
    for (int type = 0; type < 6; type++) set(layout::BY_TYPE + 8 * type, position.board.type[type]);
    for (int colour = 0; colour < 2; colour++) set(layout::BY_COLOUR + 8 * colour, position.board.colour[colour]);
    set(layout::CASTLING, position.castling);
    for (Bit &bit : position.en_passant) bit = Bit::input();
    machine.write(bytes, layout::TURN, Value::constant(us, 8).bits);
    machine.write(bytes, layout::EP_SQUARE, ep_byte(position));
    Bit holds = machine.run("proof_invariant", {Value::pointer(bytes)}).bits.at(0);
    Implied implied{invariant_clauses(position), machine.obligations};
    implied.queries.push_back({!holds, "the clauses do not imply the invariant", 0});
    return implied;
}

Bits ep_byte(const Position &position)
{
    Bits byte(8), some;
    for (int square = 0; square < 64; square++) {
        for (size_t i = 0; i < 6; i++)
            if (square >> i & 1) byte[i] |= position.en_passant[square];
        some.push_back(position.en_passant[square]);
    }
    byte[6] = !any(some); // bit 6 is set in the value 64, which means no square
    return byte;
}

std::string name_of_square(int square)
{
    return {char('a' + file_of(square)), char('1' + rank_of(square))};
}

std::string name_of_move(unsigned move)
{
    std::string name = name_of_square(from_of(move)) + name_of_square(to_of(move));
    if (kind_of(move) == PROMOTION) name += "nbrq"[promotion_of(move) - KNIGHT];
    return name;
}

std::string fen_of(const SymbolicPosition &position, const Model &model)
{
    const rules::Board &board = position.rules.board;
    std::string fen;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            int square = rank * 8 + file;
            char letter = 0;
            for (int type = 0; type < 6; type++)
                if (model(board.type[type][square])) letter = "pnbrqk"[type];
            if (!letter) {
                empty++;
                continue;
            }
            if (empty) fen += std::to_string(empty), empty = 0;
            fen += model(board.colour[WHITE][square]) ? char(std::toupper(letter)) : letter;
        }
        if (empty) fen += std::to_string(empty);
        if (rank) fen += '/';
    }
    fen += position.rules.us == WHITE ? " w " : " b ";
    std::string rights;
    for (int square = 0; square < 64; square++) // rights of the side to move, by the file of the rook
        if (model(position.rules.castling[square]) && rank_of(square) == (position.rules.us == WHITE ? 0 : 7))
            rights += char((position.rules.us == WHITE ? 'A' : 'a') + file_of(square));
    fen += rights.empty() ? "-" : rights;
    std::string ep = "-";
    for (int square = 0; square < 64; square++)
        if (model(position.rules.en_passant[square])) ep = name_of_square(square);
    return fen + " " + ep + " 0 1";
}
