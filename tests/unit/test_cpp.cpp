/* The C++ face: every method gives what the C function gives, on many positions; ranges visit each element once; wrong
 * input gives errors; what should be constant is; and nothing of the hot path allocates. */
#include <plyforge/plyforge.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#endif

using namespace plyforge;

#if __cplusplus >= 202002L
template <class... Ranges> constexpr bool all_are_ranges = (std::ranges::input_range<Ranges> && ...);
static_assert(all_are_ranges<MoveList, Bitboard, Changes, BookMoves, Predecessors, Text<8>>);
/* What can be walked again may be: std::ranges::max_element, min_element and others need it. */
static_assert(std::ranges::forward_range<MoveList> && std::ranges::forward_range<Bitboard> &&
              std::ranges::forward_range<Changes> && std::ranges::forward_range<BookMoves>);
static_assert(all_are_ranges<Epd, Divide, DivideComparison>);
#endif

namespace
{
std::size_t allocations = 0;
unsigned long checks = 0, failures = 0;

void check(bool ok, const char *what, int line)
{
    checks++;
    if (ok) return;
    failures++;
    std::printf("FAILED: line %d: %s\n", line, what);
}

#define CHECK(...) check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __LINE__)

const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
};

template <class T> std::string written(const T &value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}

/* ---- Constant expressions ---- */

static_assert(Move(Square::e2, Square::e4).from() == Square::e2 && Move(Square::e2, Square::e4).to() == Square::e4);
static_assert(Move(Square::a7, Square::b8, PieceType::rook).promotion() == PieceType::rook);
static_assert(Move(Square::e1, Square::h1, PF_MOVE_CASTLING).is_castling() &&
              !Move(Square::e1, Square::h1).is_castling());
static_assert(Move(Square::e5, Square::d6, PF_MOVE_EN_PASSANT).is_en_passant() && !Move() &&
              Move(Square::a1, Square::a2));
static_assert(Move(Square::e1, Square::a1, PF_MOVE_CASTLING).king_to() == Square::c1 &&
              Move(Square::e8, Square::h8, PF_MOVE_CASTLING).rook_to() == Square::f8);
static_assert(Move(Square::e2, Square::e4).promotion() == PieceType::none);
static_assert(square_of(4, 3) == Square::e4 && file_of(Square::e4) == 4 && rank_of(Square::e4) == 3);
static_assert(piece_of(Colour::black, PieceType::king) == Piece::black_king &&
              type_of(Piece::white_queen) == PieceType::queen);
static_assert(colour_of(Piece::black_pawn) == Colour::black && ~Colour::white == Colour::black &&
              ~~Colour::white == Colour::white);
static_assert(to_c(Square::h8) == PF_H8 && to_c(Square::none) == PF_NO_SQUARE &&
              to_c(PieceType::none) == PF_NO_PIECE_TYPE);
static_assert((Bitboard::file(4) & Bitboard::rank(3)) == Bitboard(Square::e4) && Bitboard::file(0).size() == 8);
static_assert(Bitboard(Square::a1).north().east() == Square::b2 && Bitboard(Square::h1).east().empty());
static_assert(Bitboard(Square::b2).south().west() == Square::a1 &&
              Bitboard(Square::a2).forward(Colour::black) == Square::a1);
static_assert((~Bitboard()).highest() == Square::h8 && Bitboard(Square::a1).flip() == Square::a8 &&
              !Bitboard().has_many());
static_assert(Bitboard(Square::a6).north_fill() == (Bitboard(Square::a6) | Square::a7 | Square::a8) &&
              Bitboard(Square::h2).south_fill() == (Bitboard(Square::h1) | Square::h2) &&
              Bitboard(Square::c3).front_span(Colour::black) == (Bitboard(Square::c1) | Square::c2) &&
              Bitboard(Square::a4).beside() == Square::b4 && distance(Square::a1, Square::c8) == 7 &&
              Bitboard(Square::e7).pawn_attacks(Colour::black) == (Bitboard(Square::d6) | Square::f6));
static_assert(Count(UINT64_MAX) + Count(1) == Count(pf_count{0, 1}) && Count(1) < Count(pf_count{0, 1}));

constexpr unsigned sum_of_squares(Bitboard set)
{
    unsigned sum = 0;
    for (Square square : set) sum += to_c(square);
    return sum;
}
static_assert(sum_of_squares(Bitboard::rank(0)) == 28);

/* ---- Against the C functions ---- */

void compare_move(const Position &position, Move move)
{
    const pf_position *p = &position.c();
    static const std::int32_t values[5] = {1, 3, 3, 5, 9};
    CHECK(position.is_legal(move) == pf_move_is_legal(p, move.c()));
    CHECK(position.is_pseudo_legal(move) == pf_move_is_pseudo_legal(p, move.c()));
    CHECK(position.is_in_category(move, PF_QUIETS) == pf_move_is_in_category(p, move.c(), PF_QUIETS));
    CHECK(position.is_capture(move) == pf_move_is_capture(p, move.c()));
    CHECK(position.is_quiet(move) == pf_move_is_quiet(p, move.c()));
    CHECK(position.gives_check(move) == pf_move_gives_check(p, move.c()));
    CHECK(to_c(position.moved_piece(move)) == pf_move_moved_piece(p, move.c()));
    CHECK(to_c(position.captured_piece(move)) == pf_move_captured_piece(p, move.c()));
    CHECK(position.why_illegal(move).reason == pf_move_why_illegal(p, move.c(), nullptr));
    CHECK(position.see(move) == pf_see(p, move.c()) && position.see(move, values) == pf_see_with(p, move.c(), values));
    CHECK(position.see_at_least(move, 1) == pf_see_at_least(p, move.c(), 1));
    CHECK(position.see_at_least(move, 1, values) == pf_see_at_least_with(p, move.c(), 1, values));
}

/* A legal move: playing, keys, changes and text agree with each other. */
void compare_legal_move(const Position &position, Move move)
{
    const Position child = position.after(move);
    Position played = position, made = position;
    CHECK(played.play(move) && played == child);
    Undo undo;
    made.make(move, undo);
    CHECK(made == child && made.fullmove_number() == child.fullmove_number());
    made.unmake(move, undo);
    CHECK(std::memcmp(&made.c(), &position.c(), sizeof(pf_position)) == 0);
    CHECK(position.key_after(move) == child.key());

    pf_setup before, after;
    pf_setup_from_position(&before, &position.c());
    pf_setup_from_position(&after, &child.c());
    const Changes changes = position.changes(move);
    pf_keys keys = position.keys();
    changes.update(keys);
    CHECK(keys.pawns == child.keys().pawns && keys.material == child.keys().material);
    changes.apply(before.squares);
    CHECK(std::memcmp(before.squares, after.squares, sizeof before.squares) == 0);
    changes.revert(before.squares);
    for (Square square : position.occupied()) CHECK(before.squares[to_c(square)] == to_c(position.piece_at(square)));
    std::size_t seen = 0;
    for (Change change : changes) CHECK(change.piece == changes[seen].piece && ++seen <= changes.size());
    CHECK(seen == changes.size() && (changes[0].from == move.from() || move.is_castling()));

    const Result<Move> uci = position.move_from_uci(move.to_uci(PF_UCI_KING_TAKES_ROOK));
    const Result<Move> san = position.move_from_san(position.to_san(move), PF_SAN_STRICT);
    CHECK(uci && *uci == move && san && *san == move);
    CHECK(position.captures().contains(move) == position.is_capture(move));
    CHECK(position.gives_check(move, position.check_info()) == position.gives_check(move));
}

void compare_sides(const Position &position)
{
    const pf_position *p = &position.c();
    for (Colour colour : {Colour::white, Colour::black}) {
        pf_colour side = to_c(colour);
        CHECK(position.pieces(colour).c() == p->by_colour[side] &&
              position.king(colour) == Square(pf_position_king(p, side)));
        CHECK(position.pinned(colour).c() == pf_position_pinned(p, side));
        CHECK(position.pinners(colour).c() == pf_position_pinners(p, side));
        CHECK(position.blockers(colour).c() == pf_position_blockers(p, side));
        CHECK(position.discovered_check_candidates(colour).c() == pf_position_discovered_check_candidates(p, side));
        CHECK(position.king_danger(colour).c() == pf_position_king_danger(p, side));
        CHECK(position.can_win(colour) == pf_position_can_win(p, side));
        for (PieceType type : {PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen,
                               PieceType::king}) {
            CHECK(position.pieces(colour, type) == (position.pieces(colour) & position.pieces(type)));
            CHECK(position.check_squares(colour, type).c() == pf_position_check_squares(p, side, to_c(type)));
        }
        for (Square square : ~Bitboard())
            CHECK(position.is_attacked(square, colour) == pf_position_is_square_attacked(p, to_c(square), side));
    }
}

void compare(const Position &position, unsigned depth)
{
    const pf_position *p = &position.c();
    CHECK(position.turn() == Colour(p->turn) && position.key() == p->key && position.castling().c() == p->castling);
    CHECK(position.ep_square() == Square(p->ep_square) && position.halfmove_clock() == p->halfmove_clock);
    CHECK(position.occupied().c() == pf_position_occupied(p) && position.polyglot_key() == pf_position_polyglot_key(p));
    CHECK(position.checkers().c() == pf_position_checkers(p) && position.in_check() == !position.checkers().empty());
    CHECK(position.capture_mask().c() == pf_position_capture_mask(p) &&
          position.push_mask().c() == pf_position_push_mask(p));
    CHECK(position.outcome(PF_POLICY_ENGINE).reason() == pf_position_outcome(p, PF_POLICY_ENGINE).reason);
    for (Square square : position.occupied())
        CHECK(position.attackers_to(square).c() == pf_position_attackers_to(p, to_c(square), pf_position_occupied(p)));
    compare_sides(position);

    const Result<Position> again = Position::from_fen(position.to_fen(PF_CASTLING_SHREDDER, PF_EP_ALWAYS),
                                                      PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
    CHECK(again && *again == position);
    for (pf_category category = PF_CAPTURES; category <= PF_LEGAL; category++) {
        pf_move_list list;
        pf_generate(p, category | PF_PSEUDO, &list);
        const MoveList moves = position.moves(category | PF_PSEUDO);
        CHECK(moves.size() == list.size && std::memcmp(moves.c().moves, list.moves, list.size * sizeof(pf_move)) == 0);
        CHECK(position.count_moves(category) == position.moves(category).size());
        CHECK(position.any_move(category) == (position.count_moves(category) > 0));
        for (Move move : moves) compare_move(position, move);
    }
    const MoveList moves = position.moves();
    CHECK(moves.size() == position.count_moves() && position.any_move() == !moves.empty());
    std::vector<Move> picked;
    for (Move move : Picker(position)) picked.push_back(move);
    std::vector<Move> listed(moves.begin(), moves.end());
    std::sort(picked.begin(), picked.end());
    std::sort(listed.begin(), listed.end());
    CHECK(picked == listed);
    for (Move move : moves) {
        CHECK(moves.contains(move));
        compare_legal_move(position, move);
        if (depth > 1) compare(position.after(move), depth - 1);
    }
}

void test_positions()
{
    for (const char *fen : fens) {
        const Result<Position> position = Position::from_fen(fen, PF_ACCEPT_CHESS960);
        CHECK(position);
        if (position) compare(*position, 2);
    }
}

/* ---- Wrong input ---- */

void test_errors()
{
    pf_problems problems = 0;
    const Result<Position> unreadable = Position::from_fen("8/8/8/8/8/8/8/8x w - - 0 1");
    CHECK(!unreadable && unreadable.error().code() == PF_ERROR_FEN_BOARD && unreadable.error().offset() == 15);
    CHECK(written(unreadable.error()) == unreadable.error().message() && !unreadable.error().message().empty());
    const Result<Position> kings = Position::from_fen("8/8/8/8/8/8/8/8 w - - 0 1", PF_ACCEPT_LENIENT, &problems);
    CHECK(!kings && kings.error().code() == PF_ERROR_POSITION && (problems & PF_PROBLEM_NO_WHITE_KING) != 0);
    CHECK(kings.value_or(Position()) == Position());
    CHECK(!Position::from_fen("") && !Position::from_fen({}) && !Position::from_setup(pf_setup{}));

    Position position;
    CHECK(position.move_from_uci("e2e5").error().code() == PF_ERROR_MOVE_ILLEGAL);
    CHECK(position.move_from_uci("hello").error().name() == pf_status_name(PF_ERROR_MOVE_TEXT));
    CHECK(!position.move_from_uci("") && !position.move_from_san(std::string_view()));
    CHECK(position.move_from_uci("e2e5").value_or(Move()) == Move());
    CHECK(position.move_from_san("Nd2").error().code() == PF_ERROR_MOVE_ILLEGAL);
    CHECK(!position.move_from_san("N1c3", PF_SAN_STRICT) && position.move_from_san("N1c3"));
    const Position knights = Position::from_fen("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").value_or(Position());
    CHECK(knights.move_from_san("Nd2").error().code() == PF_ERROR_MOVE_AMBIGUOUS);
    const Result<void> refused = position.play(Move(Square::e2, Square::e5));
    CHECK(!refused && refused.error().code() == PF_ERROR_MOVE_ILLEGAL && position == Position());
    CHECK(position.to_san(Move(Square::e2, Square::e5)).empty() && position.to_san(Move()) == "--");
    CHECK(!square_from_text("e9") && !square_from_text("") && square_from_text("e4") == Square::e4);
    CHECK(square_from_text("-") == Square::none && piece_from_letter('x') == Piece::none);
    pf_perft_options options{};
    options.threads = PF_PERFT_MAX_THREADS + 1;
    CHECK(position.perft(3, options).error().code() == PF_ERROR_OPTION);
    const char half[PF_BOOK_ENTRY_SIZE + 3] = {};
    CHECK(Book::open(half, sizeof half).error().code() == PF_ERROR_BOOK && Book::open(half, 0)->size() == 0);
    CHECK(position.moves(99).empty());
}

/* ---- Text and streams ---- */

void test_text()
{
    const Position position;
    CHECK(written(position) == fens[0] && position.to_fen() == fens[0] && position.to_fen() != "8/8");
    CHECK(written(Move(Square::e1, Square::h1, PF_MOVE_CASTLING)) == "e1g1" && written(Move()) == "0000");
    CHECK(Move(Square::e1, Square::h1, PF_MOVE_CASTLING).to_uci(PF_UCI_KING_TAKES_ROOK) == "e1h1");
    CHECK(written(Square::e4) == "e4" && written(Square::none) == "-" && written(Piece::black_knight) == "n");
    CHECK(to_text(Square::a8).c_str()[2] == '\0' && to_text(Square::a8) == to_text(Square::a8));
    CHECK(to_text(Square::a8) != Move(Square::a8, Square::a7).to_uci() &&
          to_text(Square::a8) == "a8"); /* other sizes */
    CHECK("a8" == to_text(Square::a8) && "a7" != to_text(Square::a8));
    CHECK(to_text(Square::a8) != to_text(Square::a7) && to_letter(piece_from_letter('q')) == 'q');
    CHECK(position.to_san(Move(Square::g1, Square::f3), PF_SAN_LONG) == "Ng1-f3");
    CHECK(position.to_board().view().substr(0, 18) == "8  r n b q k b n r");
    CHECK(position.to_board(false, true).view().substr(0, 1) == "1" &&
          position.to_board(true).size() > position.to_board().size());
    CHECK(written(Count(pf_count{0, 1})) == "18446744073709551616" && written(position.outcome()) == "*");
    const Position mate = Position::from_fen(fens[4]).value_or(Position());
    CHECK(mate.outcome() && written(mate.outcome()) == "0-1 checkmate" &&
          mate.outcome().result() == PF_RESULT_BLACK_WINS);
    const std::string picture = position.svg();
    CHECK(picture.substr(0, 4) == "<svg" && picture.size() == std::strlen(picture.c_str()) && picture.back() == '\n');
    pf_svg_options options{};
    options.size = 77;
    CHECK(position.svg(options).find("77") != std::string::npos);
    std::ostringstream padded;
    padded.width(6);
    padded << Square::e4;
    CHECK(padded.str() == "    e4");
}

/* ---- The other types ---- */

void test_attacks()
{
    const Bitboard occupied = Position().occupied();
    CHECK(attacks(PieceType::knight, Square::b1) == (Bitboard(Square::a3) | Square::c3 | Square::d2));
    CHECK(attacks(Colour::black, PieceType::pawn, Square::e5, {}) == (Bitboard(Square::d4) | Square::f4));
    CHECK(attacks(PieceType::rook, Square::a1, occupied) == (Bitboard(Square::a2) | Square::b1));
    CHECK(xray_attacks(PieceType::rook, Square::a1, occupied, occupied).contains(Square::a7));
    CHECK(between(Square::a1, Square::d4) == (Bitboard(Square::b2) | Square::c3) &&
          line(Square::a1, Square::b3).empty());
    Bitboard set = Bitboard(Square::c3) | Square::h8;
    set ^= Square::a1;
    CHECK(set.has_many() && set.pop() == Square::a1 && set.lowest() == Square::c3 && (set &= Square::h8) == Square::h8);
    CHECK(std::count_if(occupied.begin(), occupied.end(), [](Square square) { return rank_of(square) == 1; }) == 8);
}

void test_picker()
{
    const Position position = Position::from_fen(fens[1]).value_or(Position());
    pf_picker_options options{};
    options.hash = Move(Square::a2, Square::a3).c();
    Picker picker(position, PF_PICK_ALL, options);
    CHECK(picker.next() == Move(Square::a2, Square::a3) && picker.stage() == PF_STAGE_HASH);
    picker.skip_quiets();
    while (Move move = picker.next()) CHECK(position.is_in_category(move, PF_CAPTURES));
    CHECK(picker.stage() == PF_STAGE_DONE || !picker.next());

    unsigned calls = 0;
    auto furthest = [&](Move move, pf_stage) {
        calls++;
        return static_cast<std::int32_t>(rank_of(move.to()));
    };
    const auto nearest = [](Move move, pf_stage) { return -static_cast<std::int32_t>(rank_of(move.to())); };
    Picker far(Position(), PF_PICK_ALL, {}, furthest), near(Position(), PF_PICK_ALL, {}, nearest);
    CHECK(rank_of(far.next().to()) == 3 && rank_of(near.next().to()) == 2 && calls == 20);

    ScoredMoves scored(position.moves());
    for (std::size_t i = 0; i < scored.size(); i++) scored.score(i) = position.see(scored.move(i));
    std::int32_t last = INT32_MAX;
    for (std::size_t i = 0; i < scored.size(); i++) {
        const Move move = scored.pick(i);
        CHECK(position.see(move) <= last && scored.move(i) == move);
        last = position.see(move);
    }
}

void test_game()
{
    Result<Game> created = Game::create();
    CHECK(created);
    Game game = *std::move(created);
    for (const char *text : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
        CHECK(game.play(*game.position().move_from_uci(text)));
    CHECK(game.claims() == 0 && game.claims_by(Move(Square::f6, Square::g8)) == PF_CLAIM_THREEFOLD_REPETITION);
    Repetition line(game);
    CHECK(line.upcoming(game.position()) == Move(Square::f6, Square::g8) && line.ply() == 0);
    CHECK(line.push(game.position().after(Move(Square::f6, Square::g8))) && line.is_draw() && line.count() == 3 &&
          line.distance() == 4);
    line.set_root();
    CHECK(!line.pop());
    CHECK(game.play(Move(Square::f6, Square::g8)) && game.repetitions() == 3);
    CHECK(game.outcome(PF_POLICY_ENGINE).reason() == PF_REASON_THREEFOLD_REPETITION && !game.outcome());
    CHECK(game.ply() == 8 && game.move_at(1) == Move(Square::g1, Square::f3) && !game.position_at(9) &&
          !game.move_at(9));
    CHECK(*game.position_at(8) == game.position() && game.undo() && game.redo() && !game.redo());
    CHECK(!game.play(Move(Square::a1, Square::a8)) && game.ply() == 8 && game.play_null() &&
          game.position().turn() == Colour::black);
    CHECK(game.read_uci("position startpos moves e2e4 c7c5") && game.ply() == 2 &&
          game.move_at(2) == Move(Square::c7, Square::c5));
    const Result<void> unread = game.read_uci("position startpos moves e2e5");
    CHECK(!unread && unread.error().code() == PF_ERROR_MOVE_ILLEGAL && unread.error().offset() == 24 &&
          game.ply() == 2);
    game.restart(Position::chess960(0));
    CHECK(game.ply() == 0 && game.position() == Position::chess960(0) && !game.undo());
    CHECK(!Game(pf_game_create(&Position().c())).outcome().is_over());
    const pf_position atomic = pf_variant_start(PF_VARIANT_ATOMIC);
    game.restart(Position(atomic));
    CHECK(game.position() == Position(atomic));
    Position passed;
    Repetition start(passed);
    CHECK(passed.play_null() && start.push_null(passed) && start.ply() == 1 && start.pop());
}

void test_book()
{
    std::uint8_t bytes[2 * PF_BOOK_ENTRY_SIZE];
    const Position start;
    const Move moves[2] = {Move(Square::d2, Square::d4), Move(Square::e2, Square::e4)};
    for (std::uint16_t i = 0; i < 2; i++) {
        const pf_book_entry entry = {start.polyglot_key(), pf_book_code_of(moves[i].c()), i, 7};
        pf_book_entry_to_bytes(bytes + i * PF_BOOK_ENTRY_SIZE, &entry);
    }
    const Result<Book> book = Book::open(bytes, sizeof bytes);
    CHECK(book && book->size() == 2 && book->check().first == 2);
    const BookMoves found = book->find(start);
    CHECK(found.size() == 2 && found[0].move == moves[1] && found[0].weight == 1 && found[1].learn == 7);
    unsigned weights = 0;
    for (BookMove move : found) weights += move.weight;
    CHECK(weights == 1 && book->choose(start, 1) == moves[1] && book->find(start.after(moves[0])).empty());
    CHECK(!book->choose(start.after(moves[0]), 1));
}

void test_pgn()
{
    const std::string_view text =
        "[Event \"One\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {good} 1-0\n\n[Event \"Two\"]\n\n1. e4 Ke2 *\n";
    Result<PgnReader> reader = PgnReader::create();
    CHECK(reader);
    std::string events;
    unsigned plies = 0, broken = 0;
    auto visit = [&](const PgnEvent &event) {
        if (event.type() == PF_PGN_TAG) events += std::string(event.name()) + "=" + std::string(event.text()) + " ";
        if (event.type() == PF_PGN_MOVE && event.depth() == 0) plies++, events += event.text();
        if (event.type() == PF_PGN_ERROR)
            CHECK(event.error().code() == PF_ERROR_MOVE_ILLEGAL && event.line() == 7 && event.offset() > 0);
        if (event.type() == PF_PGN_GAME_END) broken += event.is_broken(), events += pf_result_text(event.result());
    };
    reader->from_memory(text);
    reader->each(visit);
    const std::string whole = events;
    CHECK(plies == 4 && broken == 1 && whole == "Event=One e4e5Nf31-0Event=Two e4*");
    CHECK(reader->position().turn() == Colour::black || !reader->is_chess960());

    /* The same from a stream, cut everywhere. */
    for (std::size_t chunk = 1; chunk <= text.size(); chunk++) {
        std::size_t at = 0;
        auto source = [&](void *buffer, std::size_t size) {
            const std::size_t take = std::min({chunk, size, text.size() - at});
            std::memcpy(buffer, text.data() + at, take);
            at += take;
            return take;
        };
        events.clear();
        CHECK(reader->from_stream(source));
        reader->each(visit);
        CHECK(events == whole);
    }

    unsigned games = 0;
    reader->from_memory(text);
    reader->each([&](const PgnEvent &event) {
        if (event.type() == PF_PGN_GAME) reader->skip_game(), games++;
        return games < 2; /* stops */
    });
    CHECK(games == 2);
    pf_pgn_summary summary;
    reader->from_memory(text);
    CHECK(reader->read_game(summary) && summary.plies == 3 && reader->read_game(summary) && summary.broken &&
          !reader->read_game(summary));
}

void test_counting()
{
    const Position position = Position::from_fen(fens[1]).value_or(Position());
    CHECK(position.perft(3) == 97862 && *position.perft(3, pf_perft_options{}) == 97862);
    Count sum, some;
    unsigned roots = 0;
    CHECK(position.divide(3,
                          [&](Move move, Count nodes) {
                              CHECK(position.is_legal(move));
                              sum += nodes;
                          }) == 97862 &&
          sum == 97862);
    CHECK(position.divide(3,
                          [&](Move, Count nodes) {
                              some += nodes;
                              return ++roots < 2;
                          }) == some &&
          roots == 2);
    CHECK(Position().perft(0) == 1);
}

void test_predecessors()
{
    const Position position = Position().after(Move(Square::e2, Square::e4));
    unsigned long found = 0;
    bool has_start = false;
    for (const Predecessor &before : Predecessors(position)) {
        found++;
        CHECK(before.position->after(before.move()) == position);
        has_start |= *before.position == Position();
    }
    pf_retro_options lenient{};
    lenient.accept = PF_ACCEPT_LENIENT;
    CHECK(found == pf_count_predecessors(&position.c(), nullptr) && has_start &&
          Predecessors(position, lenient).next());
}

void test_variants()
{
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        const Variant variant = Variant(i);
        const Position start = Position::start(variant);
        if (start.variant() != variant) { /* a library without variants */
            CHECK(!Position::from_fen("8/8/8/8/8/8/8/8 w - - 0 1", variant));
            continue;
        }
        CHECK(variant_from_name(name_of(variant)) == variant && variant_from_name(title_of(variant)) == variant);
        CHECK(*Position::from_fen(start.to_fen(), variant) == start && written(variant) == title_of(variant));
        CHECK(start.perft(2).lo() == pf_perft(&start.c(), 2).lo);
        CHECK(start.promoted().empty() && start.checks_given(Colour::white) == 0);
    }
    CHECK(!variant_from_name("no such game") && Position().variant() == Variant::standard);
    CHECK(Position::chess960(5).chess960_number() == 5u &&
          !Position().after(Move(Square::e2, Square::e4)).chess960_number());

    const auto house = Position::from_fen("4k3/8/8/8/8/8/8/4K3[QQp] w - - 0 1", Variant::crazyhouse);
    if (!house) return; /* a library without variants */
    CHECK(house->pocket(Colour::white, PieceType::queen) == 2 && house->pocket(Colour::black, PieceType::pawn) == 1 &&
          house->pocket(Colour::black, PieceType::king) == 0);
    const Move drop = Move::drop(PieceType::queen, Square::e7);
    CHECK(drop.is_drop() && drop.dropped() == PieceType::queen && drop.to() == Square::e7 && house->is_legal(drop) &&
          house->to_san(drop) == "Q@e7+" && house->after(drop).pocket(Colour::white, PieceType::queen) == 1);
    CHECK(!Move(Square::e2, Square::e4).is_drop() && Move(Square::e2, Square::e4).dropped() == PieceType::none);
    const auto three = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", Variant::three_check);
    CHECK(three && three->checks_given(Colour::white) == 2 && three->checks_given(Colour::black) == 0);
    CHECK(!Position::from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1", Variant::three_check));
}

void test_epd()
{
    const std::string_view text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id \"a \\\"name\"; ce -5; hmvc 3; fmvn 9;";
    const auto record = Epd::from_text(text);
    CHECK(record && record->position().to_fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9");
    std::string opcodes;
    for (const EpdOperation &operation : *record) opcodes += std::string(operation.opcode()) + " ";
    CHECK(opcodes == "bm id ce hmvc fmvn ");
    const auto best = record->moves(*record->find("bm"));
    CHECK(best && best->size() == 2 && best->contains(Move(Square::e2, Square::e4)));
    CHECK(record->find("id")->to_string() == "a \"name" && record->find("id")->kind() == PF_EPD_STRING);
    CHECK(*record->find("ce")->to_integer() == -5 && !record->find("id")->to_integer() && !record->find("pv"));
    CHECK(record->replaced("ce", "7") ==
          "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id \"a \\\"name\"; ce 7; hmvc 3; fmvn 9;");
    CHECK(record->replaced("bm", nullptr).find("bm") == std::string::npos);

    const auto wrong = Epd::from_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;");
    CHECK(!wrong && wrong.error().offset() >= 28 &&
          Epd::from_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;", PF_ACCEPT_LENIENT));

    /* Written and read again; a long string makes the record outgrow its first memory. */
    const std::string name(1000, 'x');
    EpdWriter writer(record->position());
    writer.moves("bm", *best).move("pm", Move(Square::e1, Square::d1)).string("id", name).integer("ce", 12);
    writer.operation("draw_offer").operation(*record->find("hmvc")).clocks();
    const std::string line(writer.text());
    const auto again = Epd::from_text(line);
    CHECK(again && again->find("id")->to_string() == name && *again->find("ce")->to_integer() == 12 &&
          again->find("draw_offer") && again->moves(*again->find("bm"))->size() == 2 &&
          again->position() == record->position());
    CHECK(writer.text() == line);
}

void test_pgn_writer()
{
    std::string out;
    auto sink = [&](std::string_view bytes) { out += bytes; };
    auto writer = PgnWriter::create(sink);
    CHECK(writer && writer->tag("Event", "A \"test\"") && writer->start());
    CHECK(writer->move(Move(Square::e2, Square::e4)) && writer->nag(1) && writer->comment("good"));
    const auto illegal = writer->move(Move(Square::e4, Square::e5));
    CHECK(!illegal && illegal.error().code() == PF_ERROR_MOVE_ILLEGAL && !illegal.error().message().empty());
    CHECK(writer->begin_variation() && writer->move(Move(Square::d2, Square::d4)) && writer->end_variation() &&
          !writer->end_variation() && writer->end(PF_RESULT_DRAW));
    CHECK(out.find("[Event \"A \\\"test\\\"\"]") != std::string::npos &&
          out.find("1. e4 $1 {good} (1. d4) 1/2-1/2") != std::string::npos);

    /* Every event of a reader, passed on: the same text again. */
    std::string copy;
    auto copy_sink = [&](std::string_view bytes) { copy += bytes; };
    auto copier = PgnWriter::create(copy_sink);
    auto reader = PgnReader::create();
    reader->from_memory(out);
    reader->each([&](const PgnEvent &event) { CHECK(copier->event(*reader, event)); });
    CHECK(copy == out);

    auto full = [](std::string_view) { return false; };
    auto failing = PgnWriter::create(full);
    bool failed = !failing->tag("Event", "x");
    failed |= !failing->start() || !failing->end(PF_RESULT_DRAW);
    CHECK(failed);
}

/* A generator that has lost en passant, for the workbench. */
class NoEnPassant
{
public:
    bool has_it = false; /* it is right then */
    bool set(std::string_view fen)
    {
        const auto position = Position::from_fen(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
        if (position) line_.assign(1, *position);
        return position.has_value();
    }
    std::vector<std::string> generate() const
    {
        std::vector<std::string> moves;
        for (Move move : line_.back().moves())
            if (has_it || !move.is_en_passant()) moves.emplace_back(move.to_uci().view());
        return moves;
    }
    bool make(std::string_view text)
    {
        const auto move = line_.back().move_from_uci(text);
        if (move) line_.push_back(line_.back().after(*move));
        return move.has_value();
    }
    void unmake() { line_.pop_back(); }
    std::uint64_t key() const { return line_.back().key(); }
    unsigned long perft(unsigned depth)
    {
        unsigned long nodes = 0;
        if (depth == 0) return 1;
        for (const std::string &move : generate()) {
            make(move);
            nodes += perft(depth - 1);
            unmake();
        }
        return nodes;
    }

private:
    std::vector<Position> line_;
};

void test_workbench()
{
    const Position kiwipete = *Position::from_fen(fens[1]);
    const Move step = *kiwipete.any_move_from_text("e1e3");
    CHECK(!kiwipete.is_legal(step) &&
          std::string_view(kiwipete.explain(step).text).find("not legal") != std::string::npos);
    CHECK(!kiwipete.any_move_from_text("nonsense"));

    const auto divide = Divide::from_text(Position(), "e2e4: 20\nd2d4: 21\n");
    CHECK(divide && divide->size() == 2 && divide->total() == 41 && divide->begin()[1].nodes.lo == 21);
    const auto comparison = DivideComparison::of(*divide, Position(), 2);
    CHECK(comparison && comparison->differs() && comparison->size() == 20 && comparison->c().missing == 18 &&
          comparison->next() == Move(Square::d2, Square::d4));
    CHECK(!DivideComparison::of(*divide, Position(), 0) && !Divide::from_text(Position(), "nothing here"));
    auto own = Divide::create();
    for (Move move : Position().moves()) CHECK(own->add(move.to_uci(), 20));
    own->resolve(Position());
    CHECK(!DivideComparison::of(*own, Position(), 2)->differs() && own->total() == 400);

    NoEnPassant mine;
    auto ask = [&](const pf_bisect_question &question, auto add) {
        CHECK(mine.set(question.fen));
        for (std::uint32_t i = 0; i < question.line_size; i++) mine.make(Move(question.line[i]).to_uci());
        for (const std::string &move : mine.generate()) {
            mine.make(move);
            add(move, mine.perft(question.depth - 1));
            mine.unmake();
        }
    };
    const auto found = bisect(kiwipete, 2, ask);
    CHECK(found && !found->agrees() && found->bug() == PF_BUG_EP_MISSING && !found->bug_name().empty() &&
          (*found)->pieces <= 4 && Position::from_fen(found->fen()));
    mine.has_it = true;
    CHECK(bisect(kiwipete, 2, ask)->agrees());
    const auto stopped = bisect(kiwipete, 2, [](const pf_bisect_question &, auto) { return false; });
    CHECK(!stopped && stopped.error().code() == PF_ERROR_STOPPED);

    pf_differential_options options{};
    options.games = 200;
    const auto right = differential(mine, options);
    CHECK(right && right->agrees() && (*right)->games == 200 && (*right)->probes == 0);
    mine.has_it = false;
    const auto flaw = differential(mine, options);
    CHECK(flaw && !flaw->agrees() && (*flaw)->bug == PF_BUG_EP_MISSING && !flaw->text().empty());
    options.plies = PF_DIFFERENTIAL_MAX_PLIES + 1;
    CHECK(!differential(mine, options));
}

/* ---- Nothing allocates ---- */

unsigned long search(const Position &position, unsigned depth, Repetition &line)
{
    if (depth == 0) return 1;
    unsigned long nodes = 0;
    for (Move move : Picker(position)) {
        const Position child = position.after(move);
        line.push(child);
        nodes += position.see(move) > 0 || position.changes(move).size() > 0 ? search(child, depth - 1, line) : 0;
        line.pop();
    }
    return nodes;
}

void test_allocations()
{
    const std::size_t before = allocations;
    const Result<Position> position = Position::from_fen(fens[1]);
    Repetition line(*position);
    const bool right = search(*position, 2, line) == 2039 && !Position::from_fen("none") &&
                       position->move_from_uci("e1g1") && !position->move_from_san("Ka8") &&
                       position->to_san(position->moves()[0]).size() > 0 && position->perft(2) == 2039 &&
                       position->moves(PF_CAPTURES).size() == 8 && !position->outcome();
    CHECK(allocations == before && right);
    {
        const Result<Game> game = Game::create();
    }
    CHECK(std::string(1000, 'x').size() == 1000 && allocations > before); /* the counter works */
}
} // namespace

void *operator new(std::size_t size)
{
    allocations++;
    if (void *memory = std::malloc(size)) return memory;
    std::abort();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    allocations++;
    return std::malloc(size);
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

int main()
{
    test_positions();
    test_errors();
    test_text();
    test_attacks();
    test_picker();
    test_game();
    test_book();
    test_pgn();
    test_counting();
    test_predecessors();
    test_variants();
    test_epd();
    test_pgn_writer();
    test_workbench();
    test_allocations();
    std::printf("%lu checks, %lu failures\n", checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}
