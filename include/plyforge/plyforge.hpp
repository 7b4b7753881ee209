/* Plyforge for C++17: the C API as types with methods, ranges and results. Everything here is inline and calls the C
 * function of the same name, so what the C headers say about cost, thread safety and accepted moves applies here too.
 *
 *     for (plyforge::Move move : position.moves())
 *         std::cout << position.to_san(move) << '\n';
 *
 * Only these allocate: Game, PgnReader, PgnWriter, EpdWriter, functions that return a std::string, perft with options,
 * and the workbench. Nothing throws except what std::string itself may throw; a callback must not throw. A function
 * that can fail returns a Result: the value, or an Error with code, byte offset and sentence. Text is taken as
 * std::string_view and returned as Text, which converts to one. Options and rarely used structs keep their C names
 * (PF_SAN_LETTERS, pf_picker_options). c() gives the C value of a type, and values (positions, moves, sets, lists,
 * games) can be made from their C value, so C functions without a method here can be called directly. docs/howto-cpp.md
 * is the introduction. */
#ifndef PLYFORGE_PLYFORGE_HPP
#define PLYFORGE_PLYFORGE_HPP

/* MSVC defines __cplusplus as 199711 whatever the standard; _MSVC_LANG has the real value. */
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "<plyforge/plyforge.hpp> needs C++17: compile with -std=c++17. The C header <plyforge.h> needs C++11 only."
#else

#include <plyforge.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace plyforge
{

/* ---- Text and errors ---- */

/* A short text written by the library, in the object's own memory: a std::string_view of it lives as long as the Text.
 */
template <std::size_t Size> class Text
{
public:
    /* write(buffer, size) is a function of the C API: it returns the length. */
    template <class Write> explicit Text(Write write) noexcept
    {
        size_ = write(bytes_, Size);
        if (size_ >= Size) size_ = Size - 1;
    }

    std::string_view view() const noexcept { return {bytes_, size_}; }
    operator std::string_view() const noexcept { return view(); }
    const char *c_str() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const char *begin() const noexcept { return bytes_; }
    const char *end() const noexcept { return bytes_ + size_; }

    friend bool operator==(const Text &a, std::string_view b) noexcept { return a.view() == b; }
    friend bool operator!=(const Text &a, std::string_view b) noexcept { return a.view() != b; }
    friend bool operator==(std::string_view a, const Text &b) noexcept { return a == b.view(); }
    friend bool operator!=(std::string_view a, const Text &b) noexcept { return a != b.view(); }

private:
    char bytes_[Size];
    std::size_t size_;
};

/* Texts of different capacities compare as well; a conversion to std::string_view alone would be ambiguous in C++20. */
template <std::size_t A, std::size_t B> bool operator==(const Text<A> &a, const Text<B> &b) noexcept
{
    return a.view() == b.view();
}
template <std::size_t A, std::size_t B> bool operator!=(const Text<A> &a, const Text<B> &b) noexcept
{
    return a.view() != b.view();
}

/* An error: its code, where it is, and a sentence that explains it. */
class Error
{
public:
    explicit Error(const pf_error &error) noexcept : c_(error) {}
    pf_status code() const noexcept { return c_.code; }
    std::uint32_t offset() const noexcept { return c_.offset; }
    std::string_view message() const noexcept { return c_.message; }
    std::string_view name() const noexcept { return pf_status_name(c_.code); }
    const pf_error &c() const noexcept { return c_; }

private:
    pf_error c_;
};

/* A value, or the error that says why there is none: std::expected for C++17, without exceptions. Test it before you
 * use the value: operator* and operator-> require a value, and error() requires an error; builds without NDEBUG assert
 * this. */
template <class T> class [[nodiscard]] Result
{
public:
    Result(T value) noexcept : content_(std::move(value)) {}
    Result(const Error &error) noexcept : content_(error) {}

    bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }
    T &operator*() &noexcept { return *get(content_); }
    const T &operator*() const &noexcept { return *get(content_); }
    T &&operator*() &&noexcept { return std::move(*get(content_)); }
    T *operator->() noexcept { return get(content_); }
    const T *operator->() const noexcept { return get(content_); }
    T value_or(T other) const &noexcept { return has_value() ? **this : std::move(other); }
    T value_or(T other) &&noexcept { return has_value() ? *std::move(*this) : std::move(other); }
    const Error &error() const noexcept
    {
        assert(!has_value());
        return *std::get_if<1>(&content_);
    }

private:
    template <class Content> static auto get(Content &content) noexcept
    {
        assert(content.index() == 0);
        return std::get_if<0>(&content);
    }
    std::variant<T, Error> content_;
};

/* Success, or the error. */
template <> class [[nodiscard]] Result<void>
{
public:
    Result() noexcept = default;
    Result(const Error &error) noexcept : error_(error) {}
    bool has_value() const noexcept { return !error_; }
    explicit operator bool() const noexcept { return has_value(); }
    const Error &error() const noexcept
    {
        assert(error_);
        return *error_;
    }

private:
    std::optional<Error> error_;
};

namespace detail
{
/* call(out, error) is a function of the C API that fills a C value. */
template <class T, class C, class Call> Result<T> result(Call call) noexcept
{
    C value;
    pf_error error;
    if (call(&value, &error) != PF_OK) return Error(error);
    return T(value);
}

/* The same for a function that fills nothing. */
template <class Call> Result<void> done(Call call) noexcept
{
    pf_error error;
    if (call(&error) != PF_OK) return Error(error);
    return {};
}

inline Error no_memory() noexcept
{
    return Error(pf_error{PF_ERROR_NO_ROOM, 0, "there is no memory left"});
}

/* Memory for a struct that is too large for the stack, zero-initialised; null if it cannot be allocated. */
template <class C> std::unique_ptr<C> allocate() noexcept
{
    return std::unique_ptr<C>(new (std::nothrow) C());
}

/* The context of a C callback that calls this function; the callback casts it back to the function's own type. */
template <class Function> void *context_of(Function &function) noexcept
{
    return const_cast<void *>(static_cast<const void *>(std::addressof(function)));
}

/* Calls a function that returns bool, whether to continue, or void, which means to continue. */
template <class Call, class... Arguments> bool goes_on(Call &call, Arguments &&...arguments)
{
    if constexpr (std::is_void_v<decltype(call(std::forward<Arguments>(arguments)...))>) {
        call(std::forward<Arguments>(arguments)...);
        return true;
    } else {
        return call(std::forward<Arguments>(arguments)...);
    }
}

/* The elements of an array of C values, as values of C++. */
template <class C, class Value> class ArrayIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using iterator_concept =
        std::forward_iterator_tag; /* C++20 allows this category for elements that are computed on the fly */
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value *;
    using reference = Value;
    constexpr ArrayIterator() noexcept = default; /* std::ranges need it */
    constexpr explicit ArrayIterator(const C *at) noexcept : at_(at) {}
    constexpr Value operator*() const noexcept { return Value(*at_); }
    constexpr ArrayIterator &operator++() noexcept
    {
        ++at_;
        return *this;
    }
    constexpr ArrayIterator operator++(int) noexcept { return ArrayIterator(at_++); }
    friend constexpr bool operator==(ArrayIterator a, ArrayIterator b) noexcept { return a.at_ == b.at_; }
    friend constexpr bool operator!=(ArrayIterator a, ArrayIterator b) noexcept { return a.at_ != b.at_; }
    friend constexpr difference_type operator-(ArrayIterator a, ArrayIterator b) noexcept { return a.at_ - b.at_; }

private:
    const C *at_ = nullptr;
};

/* Iterates over the values of source.next() until it returns a value that is false. */
template <class Source, class Value> class SourceIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value *;
    using reference = const Value &;
    SourceIterator() noexcept = default;
    explicit SourceIterator(Source &source) : source_(&source), value_(source.next()) {}
    const Value &operator*() const noexcept { return value_; }
    const Value *operator->() const noexcept { return &value_; }
    SourceIterator &operator++()
    {
        value_ = source_->next();
        return *this;
    }
    void operator++(int) { ++*this; }
    /* Only comparisons with the end are meaningful. */
    friend bool operator==(const SourceIterator &a, const SourceIterator &b) noexcept
    {
        return bool(a.value_) == bool(b.value_);
    }
    friend bool operator!=(const SourceIterator &a, const SourceIterator &b) noexcept { return !(a == b); }

private:
    Source *source_ = nullptr;
    Value value_{};
};
} // namespace detail

/* ---- Squares and pieces ---- */

/* clang-format off */
/* The values are those of the C constants. */
enum class Square : std::uint8_t {
    a1, b1, c1, d1, e1, f1, g1, h1, a2, b2, c2, d2, e2, f2, g2, h2, a3, b3, c3, d3, e3, f3, g3, h3, a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5, a6, b6, c6, d6, e6, f6, g6, h6, a7, b7, c7, d7, e7, f7, g7, h7, a8, b8, c8, d8, e8, f8, g8, h8,
    none
};
/* clang-format on */
enum class Colour : std::uint8_t { white, black };
enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };
enum class Piece : std::uint8_t {
    none,
    white_pawn,
    white_knight,
    white_bishop,
    white_rook,
    white_queen,
    white_king,
    black_pawn = 9,
    black_knight,
    black_bishop,
    black_rook,
    black_queen,
    black_king
};

constexpr pf_square to_c(Square square) noexcept
{
    return static_cast<pf_square>(square);
}
constexpr pf_colour to_c(Colour colour) noexcept
{
    return static_cast<pf_colour>(colour);
}
constexpr pf_piece_type to_c(PieceType type) noexcept
{
    return static_cast<pf_piece_type>(type);
}
constexpr pf_piece to_c(Piece piece) noexcept
{
    return static_cast<pf_piece>(piece);
}

/* The rules that a position is played by. Chess960 is standard chess with other castling: PF_ACCEPT_CHESS960. */
enum class Variant : std::uint8_t {
    standard,
    crazyhouse,
    atomic,
    antichess,
    king_of_the_hill,
    three_check,
    horde,
    racing_kings
};
constexpr pf_variant to_c(Variant variant) noexcept
{
    return static_cast<pf_variant>(variant);
}
/* "kingofthehill"; and as PGN writes it, "King of the Hill". */
inline std::string_view name_of(Variant variant) noexcept
{
    return pf_variant_name(to_c(variant));
}
inline std::string_view title_of(Variant variant) noexcept
{
    return pf_variant_title(to_c(variant));
}
/* Any usual spelling: "koth", "3check", "King of the Hill". */
inline std::optional<Variant> variant_from_name(std::string_view text) noexcept
{
    pf_variant variant;
    if (!pf_variant_from_name(&variant, text.data(), text.size())) return {};
    return Variant(variant);
}

constexpr Colour operator~(Colour colour) noexcept
{
    return colour == Colour::white ? Colour::black : Colour::white;
}
constexpr Square square_of(unsigned file, unsigned rank) noexcept
{
    return Square(pf_square_of(file, rank));
}
constexpr unsigned file_of(Square square) noexcept
{
    return pf_square_file(to_c(square));
}
constexpr unsigned rank_of(Square square) noexcept
{
    return pf_square_rank(to_c(square));
}
/* The number of moves that a king needs on an empty board. */
constexpr unsigned distance(Square from, Square to) noexcept
{
    return pf_square_distance(to_c(from), to_c(to));
}
constexpr Piece piece_of(Colour colour, PieceType type) noexcept
{
    return Piece(pf_piece_of(to_c(colour), to_c(type)));
}
/* Piece::none has neither. */
constexpr Colour colour_of(Piece piece) noexcept
{
    return Colour(pf_piece_colour(to_c(piece)));
}
constexpr PieceType type_of(Piece piece) noexcept
{
    return PieceType(pf_piece_type_of(to_c(piece)));
}

inline Text<PF_SQUARE_TEXT_SIZE> to_text(Square square) noexcept
{
    return Text<PF_SQUARE_TEXT_SIZE>(
        [&](char *buffer, std::size_t size) { return pf_square_to_text(buffer, size, to_c(square)); });
}
inline std::optional<Square> square_from_text(std::string_view text) noexcept
{
    pf_square square;
    if (!pf_square_from_text(&square, text.data(), text.size())) return {};
    return Square(square);
}
inline char to_letter(Piece piece) noexcept
{
    return pf_piece_to_letter(to_c(piece));
}
inline Piece piece_from_letter(char letter) noexcept
{
    return Piece(pf_piece_from_letter(letter));
}

/* ---- Sets of squares ---- */

/* A range over its squares, a1 first. Never insert Square::none. */
class Bitboard
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using iterator_concept = std::forward_iterator_tag;
        using value_type = Square;
        using difference_type = std::ptrdiff_t;
        using pointer = const Square *;
        using reference = Square;
        constexpr Iterator() noexcept = default;
        constexpr explicit Iterator(pf_bitboard rest) noexcept : rest_(rest) {}
        constexpr Square operator*() const noexcept { return Square(pf_bitboard_lowest(rest_)); }
        constexpr Iterator &operator++() noexcept
        {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) noexcept
        {
            Iterator old = *this;
            ++*this;
            return old;
        }
        friend constexpr bool operator==(Iterator a, Iterator b) noexcept { return a.rest_ == b.rest_; }
        friend constexpr bool operator!=(Iterator a, Iterator b) noexcept { return a.rest_ != b.rest_; }

    private:
        pf_bitboard rest_ = 0;
    };

    constexpr Bitboard() noexcept = default;
    constexpr explicit Bitboard(pf_bitboard set) noexcept : c_(set) {}
    constexpr Bitboard(Square square) noexcept : c_(pf_bit(to_c(square))) {}
    static constexpr Bitboard file(unsigned file) noexcept { return Bitboard(pf_bitboard_file(file)); }
    static constexpr Bitboard rank(unsigned rank) noexcept { return Bitboard(pf_bitboard_rank(rank)); }

    constexpr pf_bitboard c() const noexcept { return c_; }
    constexpr explicit operator bool() const noexcept { return c_ != 0; }
    constexpr bool empty() const noexcept { return c_ == 0; }
    constexpr unsigned size() const noexcept { return pf_bitboard_count(c_); }
    constexpr bool contains(Square square) const noexcept { return pf_bitboard_has(c_, to_c(square)); }
    constexpr bool has_many() const noexcept { return pf_bitboard_has_many(c_); }
    /* These three need a set that is not empty. */
    constexpr Square lowest() const noexcept { return Square(pf_bitboard_lowest(c_)); }
    constexpr Square highest() const noexcept { return Square(pf_bitboard_highest(c_)); }
    constexpr Square pop() noexcept { return Square(pf_bitboard_pop(&c_)); }
    constexpr Bitboard north() const noexcept { return Bitboard(pf_bitboard_north(c_)); }
    constexpr Bitboard south() const noexcept { return Bitboard(pf_bitboard_south(c_)); }
    constexpr Bitboard east() const noexcept { return Bitboard(pf_bitboard_east(c_)); }
    constexpr Bitboard west() const noexcept { return Bitboard(pf_bitboard_west(c_)); }
    constexpr Bitboard forward(Colour colour) const noexcept { return Bitboard(pf_bitboard_forward(c_, to_c(colour))); }
    constexpr Bitboard north_fill() const noexcept { return Bitboard(pf_bitboard_north_fill(c_)); }
    constexpr Bitboard south_fill() const noexcept { return Bitboard(pf_bitboard_south_fill(c_)); }
    constexpr Bitboard front_span(Colour colour) const noexcept
    {
        return Bitboard(pf_bitboard_front_span(c_, to_c(colour)));
    }
    constexpr Bitboard beside() const noexcept { return Bitboard(pf_bitboard_beside(c_)); }
    constexpr Bitboard pawn_attacks(Colour colour) const noexcept
    {
        return Bitboard(pf_bitboard_pawn_attacks(c_, to_c(colour)));
    }
    constexpr Bitboard flip() const noexcept { return Bitboard(pf_bitboard_flip(c_)); }
    constexpr Iterator begin() const noexcept { return Iterator(c_); }
    constexpr Iterator end() const noexcept { return Iterator(0); }

    friend constexpr Bitboard operator~(Bitboard a) noexcept { return Bitboard(~a.c_); }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) noexcept { return Bitboard(a.c_ & b.c_); }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) noexcept { return Bitboard(a.c_ | b.c_); }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) noexcept { return Bitboard(a.c_ ^ b.c_); }
    constexpr Bitboard &operator&=(Bitboard b) noexcept
    {
        c_ &= b.c_;
        return *this;
    }
    constexpr Bitboard &operator|=(Bitboard b) noexcept
    {
        c_ |= b.c_;
        return *this;
    }
    constexpr Bitboard &operator^=(Bitboard b) noexcept
    {
        c_ ^= b.c_;
        return *this;
    }
    friend constexpr bool operator==(Bitboard a, Bitboard b) noexcept { return a.c_ == b.c_; }
    friend constexpr bool operator!=(Bitboard a, Bitboard b) noexcept { return a.c_ != b.c_; }

private:
    pf_bitboard c_ = 0;
};

inline Bitboard attacks(Colour colour, PieceType type, Square from, Bitboard occupied) noexcept
{
    return Bitboard(pf_attacks(to_c(colour), to_c(type), to_c(from), occupied.c()));
}
/* For the types other than pawns. */
inline Bitboard attacks(PieceType type, Square from, Bitboard occupied = {}) noexcept
{
    return attacks(Colour::white, type, from, occupied);
}
inline Bitboard xray_attacks(PieceType type, Square from, Bitboard occupied, Bitboard through) noexcept
{
    return Bitboard(pf_xray_attacks(to_c(type), to_c(from), occupied.c(), through.c()));
}
inline Bitboard between(Square a, Square b) noexcept
{
    return Bitboard(pf_between(to_c(a), to_c(b)));
}
inline Bitboard line(Square a, Square b) noexcept
{
    return Bitboard(pf_line(to_c(a), to_c(b)));
}

/* ---- Moves ---- */

/* 16 bits; Move() is no move, and false. */
class Move
{
public:
    constexpr Move() noexcept = default;
    constexpr explicit Move(pf_move move) noexcept : c_(move) {}
    constexpr Move(Square from, Square to, pf_move_kind kind = PF_MOVE_NORMAL) noexcept
        : c_(pf_move_of(to_c(from), to_c(to), kind))
    {
    }
    constexpr Move(Square from, Square to, PieceType promotion) noexcept
        : c_(pf_move_of_promotion(to_c(from), to_c(to), to_c(promotion)))
    {
    }

    /* Crazyhouse: the side to move drops a piece from its pocket on the square. */
    static constexpr Move drop(PieceType type, Square to) noexcept
    {
        return Move(pf_move_of_drop(to_c(type), to_c(to)));
    }

    constexpr pf_move c() const noexcept { return c_; }
    constexpr explicit operator bool() const noexcept { return c_ != PF_NO_MOVE; }
    constexpr Square from() const noexcept { return Square(pf_move_from(c_)); }
    constexpr Square to() const noexcept { return Square(pf_move_to(c_)); }
    constexpr pf_move_kind kind() const noexcept { return pf_move_kind_of(c_); }
    constexpr bool is_promotion() const noexcept { return kind() == PF_MOVE_PROMOTION; }
    constexpr bool is_en_passant() const noexcept { return kind() == PF_MOVE_EN_PASSANT; }
    constexpr bool is_castling() const noexcept { return kind() == PF_MOVE_CASTLING; }
    constexpr bool is_drop() const noexcept { return pf_move_is_drop(c_); }
    /* PieceType::none for a move that is not a drop. */
    constexpr PieceType dropped() const noexcept
    {
        return is_drop() ? PieceType(pf_move_dropped(c_)) : PieceType::none;
    }
    /* PieceType::none for a move that is not a promotion. */
    constexpr PieceType promotion() const noexcept
    {
        return is_promotion() ? PieceType(pf_move_promotion(c_)) : PieceType::none;
    }
    /* Where king and rook stand after castling; to() is the square that the rook leaves. */
    constexpr Square king_to() const noexcept { return Square(pf_move_king_to(c_)); }
    constexpr Square rook_to() const noexcept { return Square(pf_move_rook_to(c_)); }
    Text<PF_UCI_SIZE> to_uci(pf_uci_castling castling = PF_UCI_KING_STEP) const noexcept
    {
        return Text<PF_UCI_SIZE>(
            [&](char *buffer, std::size_t size) { return pf_move_to_uci(buffer, size, c_, castling); });
    }

    friend constexpr bool operator==(Move a, Move b) noexcept { return a.c_ == b.c_; }
    friend constexpr bool operator!=(Move a, Move b) noexcept { return a.c_ != b.c_; }
    friend constexpr bool operator<(Move a, Move b) noexcept { return a.c_ < b.c_; }

private:
    pf_move c_ = PF_NO_MOVE;
};

/* The moves of a position, all or those of a category, in an unspecified order: a range without heap memory, of 1,540
 * bytes (516 in a library without variants). */
class MoveList
{
public:
    using Iterator = detail::ArrayIterator<pf_move, Move>;
    MoveList() noexcept { c_.size = 0; }
    explicit MoveList(const pf_move_list &list) noexcept : c_(list) {}
    explicit MoveList(const pf_position &position) noexcept { pf_generate_legal(&position, &c_); }
    MoveList(const pf_position &position, pf_category category) noexcept { pf_generate(&position, category, &c_); }

    std::size_t size() const noexcept { return c_.size; }
    bool empty() const noexcept { return c_.size == 0; }
    Move operator[](std::size_t index) const noexcept { return Move(c_.moves[index]); }
    bool contains(Move move) const noexcept { return pf_move_list_contains(&c_, move.c()); }
    Iterator begin() const noexcept { return Iterator(c_.moves); }
    Iterator end() const noexcept { return Iterator(c_.moves + c_.size); }
    const pf_move_list &c() const noexcept { return c_; }
    pf_move_list &c() noexcept { return c_; }

private:
    pf_move_list c_;
};

/* Moves with a score, sorted no further than a search gets: pick(0), pick(1) ... */
class ScoredMoves
{
public:
    explicit ScoredMoves(const MoveList &list) noexcept { pf_scored_list_from(&c_, &list.c()); }
    std::size_t size() const noexcept { return c_.size; }
    Move move(std::size_t index) const noexcept { return Move(c_.moves[index].move); }
    std::int32_t &score(std::size_t index) noexcept { return c_.moves[index].score; }
    Move pick(std::size_t index) noexcept { return Move(pf_scored_list_pick(&c_, static_cast<std::uint32_t>(index))); }
    const pf_scored_list &c() const noexcept { return c_; }
    pf_scored_list &c() noexcept { return c_; }

private:
    pf_scored_list c_;
};

/* A piece that goes from one square to another; Square::none means off the board. */
struct Change {
    Piece piece;
    Square from, to;
    constexpr explicit Change(const pf_change &change) noexcept
        : piece(Piece(change.piece)), from(Square(change.from)), to(Square(change.to))
    {
    }
};

/* The changes that a move makes, as a range whose first element is the piece that moves. */
class Changes
{
public:
    using Iterator = detail::ArrayIterator<pf_change, Change>;
    constexpr explicit Changes(const pf_changes &changes) noexcept : c_(changes) {}
    Changes(const pf_position &position, Move move) noexcept { pf_move_changes(&position, move.c(), &c_); }
    constexpr std::size_t size() const noexcept { return c_.size; }
    constexpr Change operator[](std::size_t index) const noexcept { return Change(c_.list[index]); }
    constexpr Iterator begin() const noexcept { return Iterator(c_.list); }
    constexpr Iterator end() const noexcept { return Iterator(c_.list + c_.size); }
    /* A mailbox board of pf_piece values. */
    constexpr void apply(std::uint8_t (&squares)[64]) const noexcept { pf_changes_apply(&c_, squares); }
    constexpr void revert(std::uint8_t (&squares)[64]) const noexcept { pf_changes_revert(&c_, squares); }
    void update(pf_keys &keys) const noexcept { pf_keys_update(&keys, &c_); }
    constexpr const pf_changes &c() const noexcept { return c_; }

private:
    pf_changes c_;
};

/* ---- Results and counts ---- */

/* Whether and why a game is over. */
class Outcome
{
public:
    constexpr explicit Outcome(pf_outcome outcome) noexcept : c_(outcome) {}
    constexpr bool is_over() const noexcept { return c_.result != PF_RESULT_UNDECIDED; }
    constexpr explicit operator bool() const noexcept { return is_over(); }
    constexpr pf_result result() const noexcept { return c_.result; }
    constexpr pf_reason reason() const noexcept { return c_.reason; }
    std::string_view result_text() const noexcept { return pf_result_text(c_.result); }
    std::string_view reason_text() const noexcept { return pf_reason_text(c_.reason); }
    constexpr pf_outcome c() const noexcept { return c_; }

private:
    pf_outcome c_;
};

/* A number of up to 128 bits. */
class Count
{
public:
    constexpr Count(std::uint64_t value = 0) noexcept : c_(pf_count_of(value)) {}
    constexpr explicit Count(pf_count count) noexcept : c_(count) {}
    constexpr std::uint64_t lo() const noexcept { return c_.lo; }
    constexpr std::uint64_t hi() const noexcept { return c_.hi; }
    constexpr pf_count c() const noexcept { return c_; }
    constexpr Count &operator+=(Count b) noexcept
    {
        c_ = pf_count_add(c_, b.c_);
        return *this;
    }
    friend constexpr Count operator+(Count a, Count b) noexcept { return Count(pf_count_add(a.c_, b.c_)); }
    friend constexpr bool operator==(Count a, Count b) noexcept { return pf_count_equal(a.c_, b.c_); }
    friend constexpr bool operator!=(Count a, Count b) noexcept { return !pf_count_equal(a.c_, b.c_); }
    friend constexpr bool operator<(Count a, Count b) noexcept { return pf_count_compare(a.c_, b.c_) < 0; }
    Text<PF_COUNT_TEXT_SIZE> to_text() const noexcept
    {
        return Text<PF_COUNT_TEXT_SIZE>(
            [&](char *buffer, std::size_t size) { return pf_count_to_text(buffer, size, c_); });
    }

private:
    pf_count c_;
};

/* ---- Positions ---- */

namespace detail
{
/* Functions that exist only in a library with variants. */
#if PF_VARIANTS
inline unsigned pocket_of(const pf_position &position, pf_colour colour, pf_piece_type type) noexcept
{
    return type < PF_KING ? position.pockets[colour][type] : 0;
}
inline pf_bitboard promoted_of(const pf_position &position) noexcept
{
    return position.promoted;
}
inline unsigned checks_given_of(const pf_position &position, pf_colour colour) noexcept
{
    return position.checks_given[colour];
}
#else
inline unsigned pocket_of(const pf_position &, pf_colour, pf_piece_type) noexcept
{
    return 0;
}
inline pf_bitboard promoted_of(const pf_position &) noexcept
{
    return 0;
}
inline unsigned checks_given_of(const pf_position &, pf_colour) noexcept
{
    return 0;
}
#endif
} // namespace detail

/* The data with which unmake restores every byte. */
using Undo = pf_undo;

/* A validated position of standard chess or a variant: a plain value of 112 bytes (88 in a library without variants),
 * the start position of standard chess by default. */
class Position
{
public:
    Position() noexcept : c_(pf_position_start()) {}
    /* Wraps a position that came from the library. */
    explicit Position(const pf_position &position) noexcept : c_(position) {}
    static Position start(Variant variant) noexcept { return Position(pf_variant_start(to_c(variant))); }
    static Position chess960(unsigned number) noexcept { return Position(pf_position_chess960_start(number)); }
    /* problems, if not null, receives what validation found, on success too. */
    static Result<Position> from_fen(std::string_view text, pf_accept accept = PF_ACCEPT_STRICT,
                                     pf_problems *problems = nullptr) noexcept
    {
        return detail::result<Position, pf_position>([&](pf_position *out, pf_error *error) {
            return pf_position_from_fen(out, text.data(), text.size(), accept, problems, error);
        });
    }
    static Result<Position> from_fen(std::string_view text, Variant variant, pf_accept accept = PF_ACCEPT_STRICT,
                                     pf_problems *problems = nullptr) noexcept
    {
        return from_fen(text, accept | pf_accept_variant(to_c(variant)), problems);
    }
    static Result<Position> from_setup(const pf_setup &setup, pf_accept accept = PF_ACCEPT_STRICT,
                                       pf_problems *problems = nullptr) noexcept
    {
        return detail::result<Position, pf_position>([&](pf_position *out, pf_error *error) {
            return pf_position_from_setup(out, &setup, accept, problems, error);
        });
    }

    const pf_position &c() const noexcept { return c_; }
    pf_position &c() noexcept { return c_; }

    /* The pieces on the board. */
    Variant variant() const noexcept { return Variant(pf_position_variant(&c_)); }
    Colour turn() const noexcept { return Colour(c_.turn); }
    std::uint64_t key() const noexcept { return c_.key; }
    Square ep_square() const noexcept { return Square(c_.ep_square); }
    Bitboard castling() const noexcept { return Bitboard(c_.castling); }
    unsigned halfmove_clock() const noexcept { return c_.halfmove_clock; }
    unsigned fullmove_number() const noexcept { return c_.fullmove_number; }
    /* The number of a Chess960 start position, if this is one. */
    std::optional<unsigned> chess960_number() const noexcept
    {
        const unsigned number = pf_position_chess960_number(&c_);
        if (number == PF_NO_CHESS960_NUMBER) return {};
        return number;
    }
    /* Crazyhouse: how many pieces of a type from pawn to queen this side may drop, and which pieces were pawns. */
    unsigned pocket(Colour colour, PieceType type) const noexcept
    {
        return detail::pocket_of(c_, to_c(colour), to_c(type));
    }
    Bitboard promoted() const noexcept { return Bitboard(detail::promoted_of(c_)); }
    /* Three-check: the checks that this side has given. */
    unsigned checks_given(Colour colour) const noexcept { return detail::checks_given_of(c_, to_c(colour)); }
    Bitboard occupied() const noexcept { return Bitboard(pf_position_occupied(&c_)); }
    Bitboard pieces(Colour colour) const noexcept { return Bitboard(c_.by_colour[to_c(colour)]); }
    Bitboard pieces(PieceType type) const noexcept { return Bitboard(c_.by_type[to_c(type)]); }
    Bitboard pieces(Colour colour, PieceType type) const noexcept
    {
        return Bitboard(pf_position_pieces(&c_, to_c(colour), to_c(type)));
    }
    Piece piece_at(Square square) const noexcept { return Piece(pf_position_piece_at(&c_, to_c(square))); }
    Square king(Colour colour) const noexcept { return Square(pf_position_king(&c_, to_c(colour))); }
    /* Equality as in the rule of threefold repetition: clocks are ignored. */
    friend bool operator==(const Position &a, const Position &b) noexcept { return pf_position_equal(&a.c_, &b.c_); }
    friend bool operator!=(const Position &a, const Position &b) noexcept { return !pf_position_equal(&a.c_, &b.c_); }

    /* Attacks, checks, pins. */
    Bitboard attackers_to(Square square) const noexcept { return attackers_to(square, occupied()); }
    Bitboard attackers_to(Square square, Bitboard occupied) const noexcept
    {
        return Bitboard(pf_position_attackers_to(&c_, to_c(square), occupied.c()));
    }
    bool is_attacked(Square square, Colour by) const noexcept
    {
        return pf_position_is_square_attacked(&c_, to_c(square), to_c(by));
    }
    Bitboard checkers() const noexcept { return Bitboard(pf_position_checkers(&c_)); }
    bool in_check() const noexcept { return pf_position_checkers(&c_) != 0; }
    Bitboard pinned(Colour colour) const noexcept { return Bitboard(pf_position_pinned(&c_, to_c(colour))); }
    Bitboard pinners(Colour colour) const noexcept { return Bitboard(pf_position_pinners(&c_, to_c(colour))); }
    Bitboard blockers(Colour colour) const noexcept { return Bitboard(pf_position_blockers(&c_, to_c(colour))); }
    Bitboard discovered_check_candidates(Colour colour) const noexcept
    {
        return Bitboard(pf_position_discovered_check_candidates(&c_, to_c(colour)));
    }
    Bitboard check_squares(Colour colour, PieceType type) const noexcept
    {
        return Bitboard(pf_position_check_squares(&c_, to_c(colour), to_c(type)));
    }
    Bitboard king_danger(Colour colour) const noexcept { return Bitboard(pf_position_king_danger(&c_, to_c(colour))); }
    Bitboard capture_mask() const noexcept { return Bitboard(pf_position_capture_mask(&c_)); }
    Bitboard push_mask() const noexcept { return Bitboard(pf_position_push_mask(&c_)); }

    /* Moves. */
    MoveList moves() const noexcept { return MoveList(c_); }
    MoveList moves(pf_category category) const noexcept { return MoveList(c_, category); }
    /* The legal captures by the rules: all promotions that capture, and no pushes. */
    MoveList captures() const noexcept
    {
        MoveList list;
        pf_generate_captures(&c_, &list.c());
        return list;
    }
    unsigned count_moves() const noexcept { return pf_count_legal(&c_); }
    unsigned count_moves(pf_category category) const noexcept { return pf_count_moves(&c_, category); }
    bool any_move() const noexcept { return pf_any_legal(&c_); }
    bool any_move(pf_category category) const noexcept { return pf_any_move(&c_, category); }

    /* Questions about a move, which may be any 16 bits. */
    bool is_legal(Move move) const noexcept { return pf_move_is_legal(&c_, move.c()); }
    bool is_pseudo_legal(Move move) const noexcept { return pf_move_is_pseudo_legal(&c_, move.c()); }
    bool is_in_category(Move move, pf_category category) const noexcept
    {
        return pf_move_is_in_category(&c_, move.c(), category);
    }
    bool is_capture(Move move) const noexcept { return pf_move_is_capture(&c_, move.c()); }
    bool is_quiet(Move move) const noexcept { return pf_move_is_quiet(&c_, move.c()); }
    pf_check gives_check(Move move) const noexcept { return pf_move_gives_check(&c_, move.c()); }
    /* For many questions about one position. */
    pf_check_info check_info() const noexcept
    {
        pf_check_info info;
        pf_check_info_init(&info, &c_);
        return info;
    }
    pf_check gives_check(Move move, const pf_check_info &info) const noexcept
    {
        return pf_move_gives_check_with(&info, &c_, move.c());
    }
    Piece moved_piece(Move move) const noexcept { return Piece(pf_move_moved_piece(&c_, move.c())); }
    Piece captured_piece(Move move) const noexcept { return Piece(pf_move_captured_piece(&c_, move.c())); }
    Changes changes(Move move) const noexcept { return Changes(c_, move); }
    pf_why why_illegal(Move move) const noexcept
    {
        pf_why why;
        pf_move_why_illegal(&c_, move.c(), &why);
        return why;
    }
    /* The answer in words: explanation.text. */
    pf_explanation explain(Move move, pf_uci_castling castling = PF_UCI_KING_STEP) const noexcept
    {
        pf_explanation explanation;
        pf_explain(&explanation, &c_, move.c(), castling);
        return explanation;
    }

    /* Exchanges; values are five numbers, pawn to queen. */
    std::int32_t see(Move move) const noexcept { return pf_see(&c_, move.c()); }
    std::int32_t see(Move move, const std::int32_t (&values)[5]) const noexcept
    {
        return pf_see_with(&c_, move.c(), values);
    }
    bool see_at_least(Move move, std::int32_t threshold) const noexcept
    {
        return pf_see_at_least(&c_, move.c(), threshold);
    }
    bool see_at_least(Move move, std::int32_t threshold, const std::int32_t (&values)[5]) const noexcept
    {
        return pf_see_at_least_with(&c_, move.c(), threshold, values);
    }

    /* Keys. */
    std::uint64_t key_after(Move move) const noexcept { return pf_position_key_after(&c_, move.c()); }
    std::uint64_t polyglot_key() const noexcept { return pf_position_polyglot_key(&c_); }
    pf_keys keys() const noexcept { return pf_position_keys(&c_); }

    /* Playing a move that is refused if illegal; a move known to be legal; the same on a copy; with undo; the null
     * move. */
    Result<void> play(Move move) noexcept
    {
        return detail::done([&](pf_error *error) { return pf_position_play(&c_, move.c(), error); });
    }
    void play_unchecked(Move move) noexcept { pf_position_play_unchecked(&c_, move.c()); }
    Position after(Move move) const noexcept
    {
        Position child = *this;
        child.play_unchecked(move);
        return child;
    }
    void make(Move move, Undo &undo) noexcept { pf_position_make(&c_, move.c(), &undo); }
    void unmake(Move move, const Undo &undo) noexcept { pf_position_unmake(&c_, move.c(), &undo); }
    bool play_null() noexcept { return pf_position_play_null(&c_); }

    /* Text. */
    Result<Move> move_from_uci(std::string_view text) const noexcept
    {
        return detail::result<Move, pf_move>(
            [&](pf_move *out, pf_error *error) { return pf_move_from_uci(out, &c_, text.data(), text.size(), error); });
    }
    /* Reads UCI or SAN, legal or not, for explanations. */
    Result<Move> any_move_from_text(std::string_view text) const noexcept
    {
        return detail::result<Move, pf_move>([&](pf_move *out, pf_error *error) {
            return pf_move_from_text_any(out, &c_, text.data(), text.size(), error);
        });
    }
    Result<Move> move_from_san(std::string_view text, pf_san_accept accept = PF_SAN_LENIENT) const noexcept
    {
        return detail::result<Move, pf_move>([&](pf_move *out, pf_error *error) {
            return pf_move_from_san(out, &c_, text.data(), text.size(), accept, error);
        });
    }
    /* Empty for a move that is not legal. */
    Text<PF_SAN_SIZE> to_san(Move move, pf_san_style style = PF_SAN_LETTERS) const noexcept
    {
        return Text<PF_SAN_SIZE>(
            [&](char *buffer, std::size_t size) { return pf_move_to_san(buffer, size, &c_, move.c(), style); });
    }
    Text<PF_FEN_SIZE> to_fen(pf_castling_style castling = PF_CASTLING_STANDARD,
                             pf_ep_mode ep = PF_EP_LEGAL) const noexcept
    {
        return Text<PF_FEN_SIZE>(
            [&](char *buffer, std::size_t size) { return pf_position_to_fen(buffer, size, &c_, castling, ep); });
    }
    /* Without escape sequences, because they might not fit. */
    Text<PF_BOARD_SIZE> to_board(bool figurines = false, bool flipped = false) const noexcept
    {
        pf_board_style style{};
        style.figurines = figurines;
        style.flipped = flipped;
        return Text<PF_BOARD_SIZE>(
            [&](char *buffer, std::size_t size) { return pf_position_to_board(buffer, size, &c_, &style); });
    }
    /* Allocates the string. */
    std::string svg(const pf_svg_options &options = {}) const
    {
        std::string text(pf_svg(nullptr, 0, &c_, &options), '\0');
        pf_svg(text.data(), text.size() + 1, &c_, &options);
        return text;
    }

    /* The outcome of the game, as far as it can be determined from a single position. */
    Outcome outcome(pf_policy policy = PF_POLICY_FIDE) const noexcept
    {
        return Outcome(pf_position_outcome(&c_, policy));
    }
    bool can_win(Colour colour) const noexcept { return pf_position_can_win(&c_, to_c(colour)); }

    /* Counting on this thread; with threads, tables or a GPU; split by root move. */
    Count perft(unsigned depth) const noexcept { return Count(pf_perft(&c_, depth)); }
    Result<Count> perft(unsigned depth, const pf_perft_options &options) const noexcept
    {
        return detail::result<Count, pf_count>(
            [&](pf_count *out, pf_error *error) { return pf_perft_run(out, &c_, depth, &options, error); });
    }
    /* on_root(Move, Count); it may return false to stop. The sum over the moves that were finished. */
    template <class OnRoot> Count divide(unsigned depth, OnRoot &&on_root) const noexcept
    {
        using Function = std::remove_reference_t<OnRoot>;
        pf_count total;
        pf_perft_divide(
            &total, &c_, depth, PF_PERFT_BULK,
            [](void *context, pf_move move, pf_count nodes, std::uint32_t, std::uint32_t) noexcept {
                return detail::goes_on(*static_cast<Function *>(context), Move(move), Count(nodes));
            },
            detail::context_of(on_root));
        return Count(total);
    }

private:
    pf_position c_;
};

static_assert(sizeof(Position) == sizeof(pf_position) && std::is_trivially_copyable_v<Position>, "a plain value");
static_assert(sizeof(Move) == sizeof(pf_move) && std::is_trivially_copyable_v<Move>, "a plain value");
static_assert(sizeof(Bitboard) == sizeof(pf_bitboard) && sizeof(MoveList) == sizeof(pf_move_list), "nothing is added");

/* ---- The staged picker ---- */

/* Legal moves one by one, the most promising first: a range for a single pass. */
class Picker
{
public:
    using Iterator = detail::SourceIterator<Picker, Move>;
    explicit Picker(const Position &position, pf_pick pick = PF_PICK_ALL) noexcept
    {
        pf_picker_init(&c_, &position.c(), pick, nullptr);
    }
    Picker(const Position &position, pf_pick pick, const pf_picker_options &options) noexcept
    {
        pf_picker_init(&c_, &position.c(), pick, &options);
    }
    /* score(Move, pf_stage) gives the order; it must live as long as the picker is used. */
    template <class Score>
    Picker(const Position &position, pf_pick pick, pf_picker_options options, Score &score) noexcept
    {
        options.score = [](void *context, const pf_position *, pf_move move, pf_stage stage) noexcept -> std::int32_t {
            return (*static_cast<Score *>(context))(Move(move), stage);
        };
        options.context = detail::context_of(score);
        pf_picker_init(&c_, &position.c(), pick, &options);
    }
    Move next() noexcept { return Move(pf_picker_next(&c_)); }
    pf_stage stage() const noexcept { return pf_picker_stage(&c_); }
    void skip_quiets() noexcept { pf_picker_skip_quiets(&c_); }
    Iterator begin() noexcept { return Iterator(*this); }
    Iterator end() noexcept { return Iterator(); }
    pf_picker &c() noexcept { return c_; }

private:
    pf_picker c_;
};

/* ---- Predecessors ---- */

/* A position from which another can be reached, and the move; converts to false after the last. */
struct Predecessor {
    std::optional<Position> position;
    pf_retraction how{};
    Move move() const noexcept { return Move(how.move); }
    explicit operator bool() const noexcept { return position.has_value(); }
};

/* All of them: a range for a single pass. */
class Predecessors
{
public:
    using Iterator = detail::SourceIterator<Predecessors, Predecessor>;
    explicit Predecessors(const Position &position) noexcept { pf_predecessors_init(&c_, &position.c(), nullptr); }
    Predecessors(const Position &position, const pf_retro_options &options) noexcept
    {
        pf_predecessors_init(&c_, &position.c(), &options);
    }
    Predecessor next() noexcept
    {
        pf_position before;
        Predecessor predecessor;
        if (pf_predecessors_next(&c_, &before, &predecessor.how)) predecessor.position = Position(before);
        return predecessor;
    }
    Iterator begin() noexcept { return Iterator(*this); }
    Iterator end() noexcept { return Iterator(); }

private:
    pf_predecessors c_;
};

/* ---- Games ---- */

/* A position with the moves that led to it, in memory that grows. Moving it is cheap; it cannot be copied. A moved-from
 * game may only be assigned to or destroyed. */
class Game
{
public:
    /* Fails only when memory has run out. */
    static Result<Game> create(const Position &start = Position()) noexcept
    {
        pf_game *game = pf_game_create(&start.c());
        if (!game) return detail::no_memory();
        return Game(game);
    }
    /* Takes over a game made by pf_game_create. */
    explicit Game(pf_game *game) noexcept : c_(game) {}

    /* Reads the UCI command "position", with its moves; on an error the game is unchanged. */
    Result<void> read_uci(std::string_view line, pf_accept accept = PF_ACCEPT_STRICT,
                          pf_problems *problems = nullptr) noexcept
    {
        return detail::done(
            [&](pf_error *error) { return pf_game_from_uci(c(), line.data(), line.size(), accept, problems, error); });
    }
    Result<void> play(Move move) noexcept
    {
        return detail::done([&](pf_error *error) { return pf_game_play(c(), move.c(), error); });
    }
    Result<void> play_null() noexcept
    {
        return detail::done([&](pf_error *error) { return pf_game_play_null(c(), error); });
    }
    bool undo() noexcept { return pf_game_undo(c()); }
    bool redo() noexcept { return pf_game_redo(c()); }
    void restart(const Position &start) noexcept { pf_game_restart(c(), &start.c()); }
    Position position() const noexcept { return Position(*pf_game_position(c())); }
    std::uint32_t ply() const noexcept { return pf_game_ply(c()); }
    std::optional<Position> position_at(std::uint32_t ply) const noexcept
    {
        const pf_position *position = pf_game_position_at(c(), ply);
        if (!position) return {};
        return Position(*position);
    }
    Move move_at(std::uint32_t ply) const noexcept { return Move(pf_game_move_at(c(), ply)); }
    unsigned repetitions() const noexcept { return pf_game_repetitions(c()); }
    Outcome outcome(pf_policy policy = PF_POLICY_FIDE) const noexcept { return Outcome(pf_game_outcome(c(), policy)); }
    pf_claims claims() const noexcept { return pf_game_claims(c()); }
    pf_claims claims_by(Move move) const noexcept { return pf_game_claims_by_move(c(), move.c()); }
    pf_game *c() noexcept { return c_.get(); }
    const pf_game *c() const noexcept { return c_.get(); }

private:
    struct Destroy {
        void operator()(pf_game *game) const noexcept { pf_game_destroy(game); }
    };
    std::unique_ptr<pf_game, Destroy> c_;
};

/* The keys of a search's line and of the game before it: a plain value of 5 KiB. */
class Repetition
{
public:
    explicit Repetition(const Position &root) noexcept { pf_repetition_init(&c_, &root.c()); }
    explicit Repetition(const Game &game) noexcept { pf_repetition_from_game(&c_, game.c()); }
    bool push(const Position &after) noexcept { return pf_repetition_push(&c_, &after.c()); }
    bool push_null(const Position &after) noexcept { return pf_repetition_push_null(&c_, &after.c()); }
    bool pop() noexcept { return pf_repetition_pop(&c_); }
    void set_root() noexcept { pf_repetition_set_root(&c_); }
    unsigned ply() const noexcept { return pf_repetition_ply(&c_); }
    unsigned count() const noexcept { return pf_repetition_count(&c_); }
    unsigned distance() const noexcept { return pf_repetition_distance(&c_); }
    bool is_draw() const noexcept { return pf_repetition_is_draw(&c_); }
    Move upcoming(const Position &position) const noexcept { return Move(pf_repetition_upcoming(&c_, &position.c())); }
    const pf_repetition &c() const noexcept { return c_; }

private:
    pf_repetition c_;
};

/* ---- Opening books ---- */

struct BookMove {
    Move move;
    std::uint16_t weight;
    std::uint32_t learn;
    explicit BookMove(const pf_book_move &entry) noexcept : move(entry.move), weight(entry.weight), learn(entry.learn)
    {
    }
};

/* The moves of a position in a book, greatest weight first: a range. */
class BookMoves
{
public:
    using Iterator = detail::ArrayIterator<pf_book_move, BookMove>;
    BookMoves(const pf_book &book, const Position &position) noexcept { pf_book_find(&book, &position.c(), &c_); }
    std::size_t size() const noexcept { return c_.size; }
    bool empty() const noexcept { return c_.size == 0; }
    BookMove operator[](std::size_t index) const noexcept { return BookMove(c_.moves[index]); }
    Iterator begin() const noexcept { return Iterator(c_.moves); }
    Iterator end() const noexcept { return Iterator(c_.moves + c_.size); }
    const pf_book_moves &c() const noexcept { return c_; }

private:
    pf_book_moves c_;
};

/* A Polyglot book in your memory, which must outlive it. */
class Book
{
public:
    explicit Book(const pf_book &book) noexcept : c_(book) {}
    /* Fails if the bytes end within an entry. */
    static Result<Book> open(const void *bytes, std::size_t size) noexcept
    {
        return detail::result<Book, pf_book>(
            [&](pf_book *out, pf_error *error) { return pf_book_open(out, bytes, size, error); });
    }
    std::size_t size() const noexcept { return c_.size; }
    pf_book_report check() const noexcept { return pf_book_check(&c_); }
    BookMoves find(const Position &position) const noexcept { return BookMoves(c_, position); }
    Move choose(const Position &position, std::uint64_t seed) const noexcept
    {
        return Move(pf_book_choose(&c_, &position.c(), seed));
    }
    const pf_book &c() const noexcept { return c_; }

private:
    pf_book c_;
};

/* ---- EPD ---- */

/* One operation of a record. Its texts point into the text of the record. */
class EpdOperation
{
public:
    explicit EpdOperation(const pf_epd_operation &operation) noexcept : c_(operation) {}
    std::string_view opcode() const noexcept { return {c_.opcode.text, c_.opcode.length}; }
    std::string_view operands() const noexcept { return {c_.operands.text, c_.operands.length}; }
    pf_epd_kind kind() const noexcept { return c_.kind; }
    /* The first operand without quotes; "" if there is none. Allocates the string. */
    std::string to_string() const
    {
        std::string text(pf_epd_to_string(nullptr, 0, &c_), '\0');
        pf_epd_to_string(text.data(), text.size() + 1, &c_);
        return text;
    }
    Result<std::int64_t> to_integer() const noexcept
    {
        return detail::result<std::int64_t, std::int64_t>(
            [&](std::int64_t *out, pf_error *error) { return pf_epd_to_integer(out, &c_, error); });
    }
    const pf_epd_operation &c() const noexcept { return c_; }

private:
    pf_epd_operation c_;
};

/* A position and operations such as  bm Nf3; id "WAC.001";  It is a range over them and points into the text it was
 * read from. */
class Epd
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = EpdOperation;
        using difference_type = std::ptrdiff_t;
        using pointer = const EpdOperation *;
        using reference = EpdOperation;
        Iterator() noexcept = default;
        explicit Iterator(const pf_epd &epd) noexcept : epd_(&epd) { ++*this; }
        EpdOperation operator*() const noexcept { return EpdOperation(operation_); }
        Iterator &operator++() noexcept
        {
            if (!pf_epd_next(epd_, &cursor_, &operation_)) epd_ = nullptr;
            return *this;
        }
        void operator++(int) noexcept { ++*this; }
        /* Only comparisons with the end are meaningful. */
        friend bool operator==(const Iterator &a, const Iterator &b) noexcept { return !a.epd_ == !b.epd_; }
        friend bool operator!=(const Iterator &a, const Iterator &b) noexcept { return !(a == b); }

    private:
        const pf_epd *epd_ = nullptr;
        std::size_t cursor_ = 0;
        pf_epd_operation operation_{};
    };

    explicit Epd(const pf_epd &epd) noexcept : c_(epd) {}
    static Result<Epd> from_text(std::string_view text, pf_accept accept = PF_ACCEPT_STRICT) noexcept
    {
        return detail::result<Epd, pf_epd>([&](pf_epd *out, pf_error *error) {
            return pf_epd_from_text(out, text.data(), text.size(), accept, error);
        });
    }
    static Result<Epd> from_text(std::string_view text, Variant variant, pf_accept accept = PF_ACCEPT_STRICT) noexcept
    {
        return from_text(text, accept | pf_accept_variant(to_c(variant)));
    }
    Position position() const noexcept { return Position(c_.position); }
    Iterator begin() const noexcept { return Iterator(c_); }
    Iterator end() const noexcept { return Iterator(); }
    /* The first operation with this opcode. */
    std::optional<EpdOperation> find(const char *opcode) const noexcept
    {
        pf_epd_operation operation;
        if (!pf_epd_find(&c_, opcode, &operation)) return {};
        return EpdOperation(operation);
    }
    /* The operands as moves, as in bm and pv. */
    Result<MoveList> moves(const EpdOperation &operation) const noexcept
    {
        return detail::result<MoveList, pf_move_list>(
            [&](pf_move_list *out, pf_error *error) { return pf_epd_to_moves(out, &c_, &operation.c(), error); });
    }
    /* The record with one operation replaced, or removed if operands is null. Allocates the string. */
    std::string replaced(const char *opcode, const char *operands) const
    {
        std::string text(pf_epd_replace(nullptr, 0, &c_, opcode, operands), '\0');
        pf_epd_replace(text.data(), text.size() + 1, &c_, opcode, operands);
        return text;
    }
    const pf_epd &c() const noexcept { return c_; }

private:
    pf_epd c_;
};

/* Writes a record into its own string:
 *
 *     plyforge::EpdWriter record(position);
 *     record.moves("bm", best).string("id", "WAC.001");
 *     out << record.text() << '\n'; */
class EpdWriter
{
public:
    explicit EpdWriter(const Position &position, pf_castling_style castling = PF_CASTLING_STANDARD,
                       pf_ep_mode ep = PF_EP_LEGAL)
        : text_(PF_FEN_SIZE, '\0')
    {
        pf_epd_begin(&c_, text_.data(), text_.size(), &position.c(), castling, ep);
    }
    EpdWriter &clocks()
    {
        return add([this] { pf_epd_add_clocks(&c_); });
    }
    EpdWriter &operation(const char *opcode)
    {
        return add([&] { pf_epd_add(&c_, opcode); });
    }
    EpdWriter &operation(const EpdOperation &operation)
    {
        return add([&] { pf_epd_add_operation(&c_, &operation.c()); });
    }
    EpdWriter &integer(const char *opcode, std::int64_t number)
    {
        return add([&] { pf_epd_add_integer(&c_, opcode, number); });
    }
    EpdWriter &string(const char *opcode, std::string_view text)
    {
        return add([&] { pf_epd_add_string(&c_, opcode, text.data(), text.size()); });
    }
    EpdWriter &moves(const char *opcode, const MoveList &moves)
    {
        return add([&] { pf_epd_add_moves(&c_, opcode, moves.c().moves, moves.size()); });
    }
    EpdWriter &move(const char *opcode, Move move)
    {
        const pf_move one = move.c();
        return add([&] { pf_epd_add_moves(&c_, opcode, &one, 1); });
    }
    std::string_view text()
    {
        add([this] { pf_epd_end(&c_); });
        return {text_.data(), c_.length};
    }

private:
    /* Text that did not fit is written again, into a string that is large enough. */
    template <class Add> EpdWriter &add(Add write)
    {
        const pf_epd_writer before = c_;
        for (;;) {
            c_ = before;
            c_.buffer = text_.data();
            c_.size = text_.size();
            write();
            if (c_.length < text_.size()) return *this;
            text_.resize(2 * c_.length + 1);
        }
    }

    std::string text_;
    pf_epd_writer c_;
};

/* ---- PGN ---- */

/* An event of a reader. Its texts point into the input and are valid until the next event. */
class PgnEvent
{
public:
    pf_pgn_event_type type() const noexcept { return c_.type; }
    unsigned depth() const noexcept { return c_.depth; }
    std::uint64_t offset() const noexcept { return c_.offset; }
    std::uint64_t line() const noexcept { return c_.line; }
    std::string_view name() const noexcept { return {c_.name, c_.name_length}; }
    std::string_view text() const noexcept { return {c_.text, c_.length}; }
    Move move() const noexcept { return Move(c_.move); }
    pf_result result() const noexcept { return c_.result; }
    bool is_broken() const noexcept { return c_.broken; }
    Error error() const noexcept { return Error(c_.error); }
    const pf_pgn_event &c() const noexcept { return c_; }
    pf_pgn_event &c() noexcept { return c_; }

private:
    pf_pgn_event c_{};
};

/* Reads games as events. A moved-from reader may only be assigned to or destroyed. */
class PgnReader
{
public:
    /* A reader without input. Fails only when memory has run out. */
    static Result<PgnReader> create(pf_pgn_mode mode = PF_PGN_TOLERANT) noexcept
    {
        pf_pgn_reader *reader = pf_pgn_reader_create();
        if (!reader) return detail::no_memory();
        pf_pgn_reader_set_mode(reader, mode);
        return PgnReader(reader);
    }
    /* Takes over a reader made by pf_pgn_reader_create. */
    explicit PgnReader(pf_pgn_reader *reader) noexcept : c_(reader) {}

    /* Starts reading text, which must stay valid and unchanged. */
    void from_memory(std::string_view text) noexcept { pf_pgn_reader_from_memory(c(), text.data(), text.size()); }
    /* Starts reading from source(void *buffer, std::size_t size), which returns the number of bytes, 0 at the end, and
     * must live as long as it is read. */
    template <class Source> Result<void> from_stream(Source &source) noexcept
    {
        pf_status status = pf_pgn_reader_from_stream(
            c(),
            [](void *context, void *buffer, std::size_t size) noexcept -> std::size_t {
                return (*static_cast<Source *>(context))(buffer, size);
            },
            detail::context_of(source));
        if (status != PF_OK) return detail::no_memory();
        return {};
    }

    /* Reads one event; false at the end. */
    bool next(PgnEvent &event) noexcept { return pf_pgn_next(c(), &event.c()) != PF_PGN_END; }
    /* Calls visit(const PgnEvent &) for each event until the end, or until it returns false. */
    template <class Visit> void each(Visit &&visit)
    {
        PgnEvent event;
        while (next(event))
            if (!detail::goes_on(visit, std::as_const(event))) return;
    }
    /* Reads a whole game without events; false at the end. */
    bool read_game(pf_pgn_summary &summary) noexcept { return pf_pgn_read_game(c(), &summary); }
    Position position() noexcept { return Position(*pf_pgn_position(c())); }
    bool is_chess960() const noexcept { return pf_pgn_is_chess960(c()); }
    void skip_game() noexcept { pf_pgn_skip_game(c()); }
    void skip_variation() noexcept { pf_pgn_skip_variation(c()); }
    pf_pgn_reader *c() noexcept { return c_.get(); }
    const pf_pgn_reader *c() const noexcept { return c_.get(); }

private:
    struct Destroy {
        void operator()(pf_pgn_reader *reader) const noexcept { pf_pgn_reader_destroy(reader); }
    };
    std::unique_ptr<pf_pgn_reader, Destroy> c_;
};

/* Writes games in PGN's export form, and never anything that a reader would refuse. Each method fails with
 * PF_ERROR_NO_ROOM if the callback could not write, and with PF_ERROR_MOVE_ILLEGAL for anything that is not allowed at
 * that point; nothing is then written. A moved-from writer may only be assigned to or destroyed. */
class PgnWriter
{
public:
    /* write(std::string_view) takes the bytes; it may return false if it could not. It must live as long as the writer.
     * Fails only when memory has run out. */
    template <class Write> static Result<PgnWriter> create(Write &write) noexcept
    {
        pf_pgn_writer *writer = pf_pgn_writer_create(
            [](void *context, const void *bytes, std::size_t size) noexcept {
                return detail::goes_on(*static_cast<Write *>(context),
                                       std::string_view(static_cast<const char *>(bytes), size));
            },
            detail::context_of(write));
        if (!writer) return detail::no_memory();
        return PgnWriter(writer);
    }
    /* Takes over a writer made by pf_pgn_writer_create. */
    explicit PgnWriter(pf_pgn_writer *writer) noexcept : c_(writer) {}

    Result<void> tag(std::string_view name, std::string_view value) noexcept
    {
        return done(pf_pgn_write_tag(c(), name.data(), name.size(), value.data(), value.size()));
    }
    Result<void> start(const Position &position = Position()) noexcept
    {
        return done(pf_pgn_write_start(c(), &position.c()));
    }
    Result<void> move(Move move) noexcept { return done(pf_pgn_write_move(c(), move.c())); }
    Result<void> nag(unsigned nag) noexcept { return done(pf_pgn_write_nag(c(), nag)); }
    Result<void> comment(std::string_view text) noexcept
    {
        return done(pf_pgn_write_comment(c(), text.data(), text.size()));
    }
    Result<void> begin_variation() noexcept { return done(pf_pgn_write_begin_variation(c())); }
    Result<void> end_variation() noexcept { return done(pf_pgn_write_end_variation(c())); }
    Result<void> end(pf_result result) noexcept { return done(pf_pgn_write_end(c(), result)); }
    /* Writes the event that the reader has just returned: passing on every event copies a file. */
    Result<void> event(PgnReader &reader, const PgnEvent &event) noexcept
    {
        return done(pf_pgn_write_event(c(), reader.c(), &event.c()));
    }
    pf_pgn_writer *c() noexcept { return c_.get(); }

private:
    static Result<void> done(pf_status status) noexcept
    {
        if (status == PF_OK) return {};
        if (status == PF_ERROR_NO_ROOM) return Error(pf_error{status, 0, "the output could not be written"});
        return Error(pf_error{status, 0, "this move or variation cannot stand here"});
    }
    struct Destroy {
        void operator()(pf_pgn_writer *writer) const noexcept { pf_pgn_writer_destroy(writer); }
    };
    std::unique_ptr<pf_pgn_writer, Destroy> c_;
};

/* ---- The workbench: testing another generator ---- */

/* Another program's count, split by root move: a range over its entries. 55 KiB on the heap: moved, not copied. */
class Divide
{
public:
    /* An empty one. Fails only when memory has run out. */
    static Result<Divide> create() noexcept
    {
        auto divide = detail::allocate<pf_divide>();
        if (!divide) return detail::no_memory();
        return Divide(std::move(divide));
    }
    /* Reads what the program printed for this position. */
    static Result<Divide> from_text(const Position &position, std::string_view text) noexcept
    {
        Result<Divide> divide = create();
        if (!divide) return divide;
        pf_error error;
        if (pf_divide_from_text(divide->c_.get(), &position.c(), text.data(), text.size(), &error) != PF_OK)
            return Error(error);
        return divide;
    }
    /* Adds a move as UCI or SAN. False when the divide is full. Call resolve after the last one. */
    bool add(std::string_view move, Count nodes) noexcept
    {
        return pf_divide_add(c_.get(), move.data(), move.size(), nodes.c());
    }
    void resolve(const Position &position) noexcept { pf_divide_resolve(c_.get(), &position.c()); }
    std::size_t size() const noexcept { return c_->size; }
    Count total() const noexcept { return Count(c_->total); }
    const pf_divide_entry *begin() const noexcept { return c_->entries; }
    const pf_divide_entry *end() const noexcept { return c_->entries + c_->size; }
    const pf_divide &c() const noexcept { return *c_; }
    pf_divide &c() noexcept { return *c_; }

private:
    explicit Divide(std::unique_ptr<pf_divide> divide) noexcept : c_(std::move(divide)) {}
    std::unique_ptr<pf_divide> c_;
};

/* A divide compared with ours: a range over the rows, sorted by UCI text. 84 KiB on the heap: moved, not copied. */
class DivideComparison
{
public:
    static Result<DivideComparison> of(const Divide &theirs, const Position &position, unsigned depth,
                                       pf_uci_castling castling = PF_UCI_KING_STEP) noexcept
    {
        auto comparison = detail::allocate<pf_divide_comparison>();
        if (!comparison) return detail::no_memory();
        const pf_status status = pf_divide_compare(comparison.get(), &theirs.c(), &position.c(), depth, castling,
                                                   nullptr, nullptr);
        if (status != PF_OK) return Error(pf_error{status, 0, "no divide has this depth"});
        return DivideComparison(std::move(comparison));
    }
    bool differs() const noexcept { return pf_divide_differs(c_.get()); }
    pf_bug bug() const noexcept { return c_->bug; }
    std::string_view bug_name() const noexcept { return pf_bug_name(c_->bug); }
    /* The first move whose counts differ. Next, compare the divides after this move. */
    Move next() const noexcept { return Move(c_->next); }
    std::size_t size() const noexcept { return c_->size; }
    const pf_divide_row *begin() const noexcept { return c_->rows; }
    const pf_divide_row *end() const noexcept { return c_->rows + c_->size; }
    const pf_divide_comparison &c() const noexcept { return *c_; }

private:
    explicit DivideComparison(std::unique_ptr<pf_divide_comparison> c) noexcept : c_(std::move(c)) {}
    std::unique_ptr<pf_divide_comparison> c_;
};

/* The result of bisect; report->smallest and the other fields are those of pf_bisect_report. 370 KiB on the heap. */
class BisectReport
{
public:
    explicit BisectReport(std::unique_ptr<pf_bisect_report> report) noexcept : c_(std::move(report)) {}
    bool agrees() const noexcept { return c_->agrees; }
    pf_bug bug() const noexcept { return c_->bug; }
    std::string_view bug_name() const noexcept { return pf_bug_name(c_->bug); }
    /* The smallest position that shows the bug, and the moves to play from there, as FEN and UCI text. */
    std::string_view fen() const noexcept { return c_->smallest.fen; }
    std::string_view moves() const noexcept { return c_->smallest.moves; }
    const pf_bisect_report *operator->() const noexcept { return c_.get(); }
    const pf_bisect_report &c() const noexcept { return *c_; }

private:
    std::unique_ptr<pf_bisect_report> c_;
};

/* Finds the bug of a generator. ask(question, add) sets question.fen up, plays the moves of question.moves and calls
 * add("e2e4", nodes) for each root move of its perft(question.depth); it may return false to stop, which fails with
 * PF_ERROR_STOPPED.
 *
 *     auto report = plyforge::bisect(position, 4, [&](const pf_bisect_question &question, auto add) {
 *         board.set(question.fen, question.moves);
 *         for (auto [move, nodes] : board.divide(question.depth)) add(move, nodes);
 *     });
 *     if (report && !report->agrees()) std::cout << report->bug_name() << " in " << report->fen() << '\n'; */
template <class Ask>
Result<BisectReport> bisect(const Position &root, unsigned depth, Ask &&ask,
                            const pf_bisect_options &options = {}) noexcept
{
    using Function = std::remove_reference_t<Ask>;
    auto report = detail::allocate<pf_bisect_report>();
    if (!report) return detail::no_memory();
    pf_bisect_generator generator{};
    generator.context = detail::context_of(ask);
    generator.ask = [](void *context, const pf_bisect_question *question, pf_divide *answer,
                       pf_error *error) noexcept -> pf_status {
        const auto add = [answer](std::string_view move, Count nodes) {
            return pf_divide_add(answer, move.data(), move.size(), nodes.c());
        };
        if (detail::goes_on(*static_cast<Function *>(context), *question, add)) return PF_OK;
        *error = pf_error{PF_ERROR_STOPPED, 0, "the generator stopped the search for its bug"};
        return PF_ERROR_STOPPED;
    };
    pf_error error;
    if (pf_bisect(report.get(), &root.c(), depth, &generator, &options, &error) != PF_OK) return Error(error);
    return BisectReport(std::move(report));
}

/* The result of differential; report->text describes it in words. */
class DifferentialReport
{
public:
    explicit DifferentialReport(std::unique_ptr<pf_differential_report> report) noexcept : c_(std::move(report)) {}
    bool agrees() const noexcept { return c_->flaw == PF_FLAW_NONE; }
    std::string_view text() const noexcept { return c_->text; }
    const pf_differential_report *operator->() const noexcept { return c_.get(); }
    const pf_differential_report &c() const noexcept { return *c_; }

private:
    std::unique_ptr<pf_differential_report> c_;
};

namespace detail
{
template <class Generator, class = void> struct has_key : std::false_type {
};
template <class Generator>
struct has_key<Generator, std::void_t<decltype(std::declval<Generator &>().key())>> : std::true_type {
};
template <class Generator, class = void> struct has_is_legal : std::false_type {
};
template <class Generator>
struct has_is_legal<Generator, std::void_t<decltype(std::declval<Generator &>().is_legal(std::string_view()))>>
    : std::true_type {
};
} // namespace detail

/* Plays random games with your generator and ours, and reports the first flaw. The generator has
 *
 *     bool set(std::string_view fen);
 *     moves generate();                       a range of values like "e2e4" that convert to std::string_view
 *     bool make(std::string_view move);
 *     void unmake();
 *     std::uint64_t key();                    if keys are to be checked
 *     bool is_legal(std::string_view move);   if a test of hash moves is to be checked
 */
template <class Generator>
Result<DifferentialReport> differential(Generator &mine, const pf_differential_options &options = {}) noexcept
{
    auto report = detail::allocate<pf_differential_report>();
    if (!report) return detail::no_memory();
    pf_generator generator{};
    generator.board = std::addressof(mine);
    generator.set = [](void *board, const char *fen) noexcept -> bool {
        return static_cast<Generator *>(board)->set(fen);
    };
    generator.generate = [](void *board, char(*moves)[PF_UCI_SIZE], std::size_t capacity) noexcept -> std::size_t {
        std::size_t size = 0;
        for (const auto &move : static_cast<Generator *>(board)->generate()) {
            const std::string_view text(move);
            if (size == capacity) break;
            const std::size_t length = text.size() < PF_UCI_SIZE ? text.size() : PF_UCI_SIZE - 1;
            text.copy(moves[size], length);
            moves[size++][length] = '\0';
        }
        return size;
    };
    generator.make = [](void *board, const char *move) noexcept -> bool {
        return static_cast<Generator *>(board)->make(move);
    };
    generator.unmake = [](void *board) noexcept { static_cast<Generator *>(board)->unmake(); };
    if constexpr (detail::has_key<Generator>::value)
        generator.key = [](void *board) noexcept -> std::uint64_t { return static_cast<Generator *>(board)->key(); };
    if constexpr (detail::has_is_legal<Generator>::value)
        generator.is_legal = [](void *board, const char *move) noexcept -> bool {
            return static_cast<Generator *>(board)->is_legal(move);
        };
    pf_error error;
    if (pf_differential_run(report.get(), &generator, &options, &error) != PF_OK) return Error(error);
    return DifferentialReport(std::move(report));
}

/* ---- Streams: the program includes <ostream> ---- */

template <class Traits, std::size_t Size>
auto &operator<<(std::basic_ostream<char, Traits> &out, const Text<Size> &text)
{
    return out << text.view();
}
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, const Error &error)
{
    return out << error.message();
}
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Square square)
{
    return out << to_text(square);
}
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Variant variant)
{
    return out << title_of(variant);
}
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Piece piece)
{
    return out << to_letter(piece);
}
/* UCI. */
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Move move)
{
    return out << move.to_uci();
}
/* FEN. */
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, const Position &position)
{
    return out << position.to_fen();
}
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Count count)
{
    return out << count.to_text();
}
/* "1-0 checkmate", or "*". */
template <class Traits> auto &operator<<(std::basic_ostream<char, Traits> &out, Outcome outcome)
{
    return out << outcome.result_text() << (outcome.is_over() ? " " : "") << outcome.reason_text();
}

} // namespace plyforge

#endif

#endif
