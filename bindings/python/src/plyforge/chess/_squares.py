"""Colours, piece types, squares and bitboards: constants, names, and functions on plain integers."""
import functools

from plyforge._core import attacks as _attacks, between, ray, scan_forward
from plyforge._core import (flip_anti_diagonal, flip_diagonal, flip_horizontal, flip_vertical, lsb, msb,  # noqa: F401
                            scan_reversed, shift_2_down, shift_2_left, shift_2_right, shift_2_up, shift_down,
                            shift_down_left, shift_down_right, shift_left, shift_right, shift_up, shift_up_left,
                            shift_up_right)

Color = bool
WHITE, BLACK = True, False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PieceType = int
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟"))

File = Rank = int
FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = FILES = list(range(8))
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = RANKS = list(range(8))
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.split()[0]

Square = int
SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
_SQUARE_NUMBERS = {name: number for number, name in enumerate(SQUARE_NAMES)}
Bitboard = int
BB_SQUARES = [1 << square for square in SQUARES]
BB_EMPTY, BB_ALL = 0, (1 << 64) - 1

for _square, _name in enumerate(SQUARE_NAMES):
    globals()[_name.upper()] = _square
    globals()["BB_" + _name.upper()] = 1 << _square
BB_FILES = [0x0101_0101_0101_0101 << file for file in FILES]
BB_RANKS = [0xff << 8 * rank for rank in RANKS]
for _index in range(8):
    globals()["BB_FILE_" + FILE_NAMES[_index].upper()] = BB_FILES[_index]
    globals()["BB_RANK_" + RANK_NAMES[_index]] = BB_RANKS[_index]
BB_CORNERS = 0x8100_0000_0000_0081
BB_CENTER = 0x0000_0018_1800_0000
BB_LIGHT_SQUARES = 0x55aa_55aa_55aa_55aa
BB_DARK_SQUARES = 0xaa55_aa55_aa55_aa55
BB_BACKRANKS = BB_RANKS[0] | BB_RANKS[7]


def piece_symbol(piece_type):
    """The letter of a piece type, as in "n"."""
    return PIECE_SYMBOLS[piece_type]


def piece_name(piece_type):
    """The name of a piece type, as in "knight"."""
    return PIECE_NAMES[piece_type]


def parse_file(name):
    """The number of a file by its letter. ValueError for other text."""
    return FILE_NAMES.index(name)


def file_name(file):
    """The letter of a file."""
    return FILE_NAMES[file]


def parse_rank(name):
    """The number of a rank, from 0, by its digit. ValueError for other text."""
    return RANK_NAMES.index(name)


def rank_name(rank):
    """The digit of a rank."""
    return RANK_NAMES[rank]


def parse_square(name):
    """The square of a name such as "a1". ValueError for other text."""
    try:
        return _SQUARE_NUMBERS[name]
    except (KeyError, TypeError):
        raise ValueError(f"not the name of a square: {name!r}") from None


def square_name(square):
    """The name of a square, as in "a1"."""
    return SQUARE_NAMES[square]


def square(file_index, rank_index):
    """The square on a file and rank, each from 0 to 7."""
    return rank_index * 8 + file_index


def square_file(square):
    """The file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square):
    """The rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a, b):
    """The number of moves a king needs on an empty board."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a, b):
    """The sum of the distances of files and ranks."""
    return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3))


@functools.cache
def square_knight_distance(a, b):
    """The number of moves a knight needs on an empty board."""
    reached, distance = 1 << a, 0
    while not reached >> b & 1:
        for origin in scan_forward(reached):
            reached |= BB_KNIGHT_ATTACKS[origin]
        distance += 1
    return distance


def square_mirror(square):
    """The square mirrored vertically, as the other side sees it."""
    return square ^ 56


SQUARES_180 = [square_mirror(_square) for _square in SQUARES]


popcount = int.bit_count


BB_KNIGHT_ATTACKS = [_attacks(WHITE, KNIGHT, square, 0) for square in SQUARES]
BB_KING_ATTACKS = [_attacks(WHITE, KING, square, 0) for square in SQUARES]
BB_PAWN_ATTACKS = [[_attacks(color, PAWN, square, 0) for square in SQUARES] for color in (BLACK, WHITE)]


def _subsets(mask):
    """All subsets of a bitboard, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = subset - mask & mask
        if not subset:
            return


def _slider_tables(piece_type, lines):
    """Masks of the squares that can block a slider, and its attacks for each of their subsets, along some lines."""
    masks, tables = [], []
    for square in SQUARES:
        reach = _attacks(WHITE, piece_type, square, 0) & lines(square)
        inner = sum(1 << s for s in scan_forward(reach)
                    if any(ray(square, s) & between(square, t) >> s & 1 for t in scan_forward(reach)))
        masks.append(inner)
        tables.append({subset: _attacks(WHITE, piece_type, square, subset) & lines(square)
                       for subset in _subsets(inner)})
    return masks, tables


@functools.cache
def lazy_tables():
    """The tables of slider attacks that python-chess has as constants, made when the first of them is used."""
    found = {}
    for name, piece_type, lines in (("DIAG", BISHOP, lambda square: BB_ALL),
                                    ("FILE", ROOK, lambda square: BB_FILES[square & 7]),
                                    ("RANK", ROOK, lambda square: BB_RANKS[square >> 3])):
        found[f"BB_{name}_MASKS"], found[f"BB_{name}_ATTACKS"] = _slider_tables(piece_type, lines)
    found["BB_RAYS"] = [[ray(a, b) for b in SQUARES] for a in SQUARES]
    return found
