"""Boards and pieces as SVG pictures, drawn by the library. Colours of squares and pieces are those of the library."""
import operator
import re

from plyforge import _core, chess
from plyforge.chess._square_set import mask_of

SQUARE_SIZE, MARGIN = 100, 40  # in the units of our pictures; python-chess has 45 and 20

_TINTS = {"green": (21, 120, 27), "red": (136, 32, 32), "blue": (0, 48, 136), "yellow": (230, 143, 0)}
_LETTERS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class SvgWrapper(str):
    """A picture as text that notebooks show."""

    def _repr_svg_(self):
        return self

    _repr_html_ = _repr_svg_


class Arrow:
    """Arrow(tail, head, *, color="green"): an arrow, or a ring if both squares are the same."""

    def __init__(self, tail, head, *, color="green"):
        self.tail, self.head, self.color = tail, head, color

    def pgn(self):
        """The arrow as PGN's [%cal] and [%csl] have it, such as Ya2h2 or Ga1."""
        letter = self.color[:1].upper() if self.color in ("red", "yellow", "blue") else "G"
        tail = chess.square_name(self.tail)
        return letter + tail + ("" if self.tail == self.head else chess.square_name(self.head))

    __str__ = pgn

    def __repr__(self):
        tail, head = chess.square_name(self.tail).upper(), chess.square_name(self.head).upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"

    @classmethod
    def from_pgn(cls, pgn):
        """Reads what pgn() writes; without a letter the arrow is green. ValueError for other text."""
        match = re.match(r"([GRYB])?([a-h][1-8])([a-h][1-8])?\Z", pgn)
        if not match:
            raise ValueError(f"not an arrow such as Ya2h2 or Ga1: {pgn!r}")
        color, tail, head = match.groups()
        return cls(chess.parse_square(tail), chess.parse_square(head or tail), color=_LETTERS[color or "G"])


def _tint(color):
    """The number of the library's colour that is nearest to a name or a hexadecimal code."""
    names = list(_TINTS)
    if color in _TINTS:
        return names.index(color)
    match = re.match(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", str(color))
    if not match:
        return 0
    wanted = [int(part, 16) for part in match.groups()]
    return min(range(4), key=lambda i: sum((a - b) ** 2 for a, b in zip(wanted, _TINTS[names[i]])))


def _extent(size):
    """The width in pixels; 0 if there is none."""
    extent = 0 if size is None else operator.index(size)
    if not 0 <= extent <= 1 << 20:
        raise ValueError(f"size must be from 0 to {1 << 20} pixels, not {size}")
    return extent


def _describe(board):
    """The pieces in words, for people who cannot see the picture."""
    pieces = [f"{name} {chess.piece_name(kind)} {chess.square_name(square)}"
              for color, name in ((chess.WHITE, "white"), (chess.BLACK, "black"))
              for kind in reversed(chess.PIECE_TYPES) for square in board.pieces(kind, color)]
    return ", ".join(pieces) or "an empty board"


def board(board=None, *, orientation=chess.WHITE, lastmove=None, check=None, arrows=(), fill={}, squares=None,
          size=None,
          coordinates=True, colors={}, borders=False, style=None):
    """A board as an SVG picture: arrows are Arrow objects or pairs of squares, fill maps squares to colours, squares is
    a set to mark.

    colors, borders and style are accepted for the sake of programs written for python-chess, and have no effect."""
    drawn = chess.BaseBoard(None) if board is None else board
    marks = [0, 0, 0, 0]
    for square, color in dict(fill).items():
        marks[_tint(color)] |= 1 << square
    if squares is not None:
        marks[_tint("green")] |= mask_of(squares)
    if check is not None:
        marks[_tint("red")] |= 1 << check
    lines = []
    for arrow in arrows:
        tail, head, color = (arrow.tail, arrow.head, arrow.color) if isinstance(arrow, Arrow) else (*arrow, "green")
        lines.append((tail, head, _tint(color)))
    last = (lastmove.from_square, lastmove.to_square) if lastmove else (0, 0)
    turn = "White to move" if drawn.turn else "Black to move"
    title = turn if isinstance(drawn, chess.Board) else "Chess board"
    return SvgWrapper(drawn._svg(_extent(size), not _core._color(orientation), bool(coordinates), False, *last,
                                 tuple(marks), lines, title, _describe(drawn)))


def piece(piece, size=None):
    """A piece as an SVG picture."""
    single = chess.BaseBoard(None)
    single.set_piece_at(chess.A8, piece)
    picture = str(board(single, coordinates=False))
    shapes = re.search(r"<defs>.*?</defs>", picture, re.S)
    group = re.search(r'<g class="(?:white|black)".*?</g>', picture, re.S)
    name = f"{'white' if piece.color else 'black'}-{chess.piece_name(piece.piece_type)}"
    extent = f' width="{_extent(size)}" height="{_extent(size)}"' if size else ""
    return SvgWrapper('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
                      'viewBox="0 0 100 100"'
                      f'{extent}><title>{name.replace("-", " ")}</title>{shapes[0]}<g id="{name}">{group[0]}</g></svg>')
