"""Pieces, results of games, and the problems of positions."""
import dataclasses
import enum

from plyforge import _core
from plyforge.chess._squares import BLACK, PIECE_SYMBOLS, UNICODE_PIECE_SYMBOLS, WHITE


class Piece(_core._Piece):
    """Piece(piece_type, color): a piece of a colour. Pieces are immutable and hashable."""

    __slots__ = ()

    def __setattr__(self, name, value):
        raise AttributeError(f"pieces are immutable: cannot set {name!r}")

    __delattr__ = None

    def symbol(self):
        """The letter as in FEN: upper case for White."""
        letter = PIECE_SYMBOLS[self.piece_type]
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color=False):
        """The chess symbol of Unicode."""
        letter = self.symbol()
        return UNICODE_PIECE_SYMBOLS[letter.swapcase() if invert_color else letter]

    def __hash__(self):
        return self.piece_type + (-1 if self.color else 5)

    def __eq__(self, other):
        if not isinstance(other, Piece):
            return NotImplemented
        return self.piece_type == other.piece_type and self.color == other.color

    def __repr__(self):
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self):
        return self.symbol()

    def __reduce__(self):
        return type(self), (self.piece_type, self.color)

    def _repr_svg_(self):
        from plyforge.chess import svg
        return svg.piece(self, size=45)

    @classmethod
    def from_symbol(cls, symbol):
        """The piece of a FEN letter. ValueError for other text."""
        try:
            piece = _BY_SYMBOL[symbol]
        except (KeyError, TypeError):
            raise ValueError(f"not a letter of a piece: {symbol!r}") from None
        return piece if cls is Piece else cls(piece.piece_type, piece.color)


# board.piece_at() returns these objects; the extension finds them by pf_piece, colour * 8 + type.
_PIECES = [Piece(number & 7, BLACK if number >> 3 else WHITE) if 1 <= number & 7 <= 6 else None
           for number in range(15)]
_core._register_pieces(_PIECES)
_BY_SYMBOL = {piece.symbol(): piece for piece in _PIECES if piece}


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10
    TIMEOUT = 11  # only from outcome(flag=color); python-chess does not have it


@dataclasses.dataclass
class Outcome:
    """How a game ended: the reason, and the winner (None for a draw)."""

    termination: Termination
    winner: "bool | None"

    def result(self):
        """"1-0", "0-1" or "1/2-1/2"."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


class Status(enum.IntFlag):
    """The problems of a position; 0 if there are none."""

    VALID = 0
    NO_WHITE_KING = 1
    NO_BLACK_KING = 2
    TOO_MANY_KINGS = 4
    TOO_MANY_WHITE_PAWNS = 8
    TOO_MANY_BLACK_PAWNS = 16
    PAWNS_ON_BACKRANK = 32
    TOO_MANY_WHITE_PIECES = 64
    TOO_MANY_BLACK_PIECES = 128
    BAD_CASTLING_RIGHTS = 256
    INVALID_EP_SQUARE = 512
    OPPOSITE_CHECK = 1024
    EMPTY = 2048
    RACE_CHECK = 4096
    RACE_OVER = 8192
    RACE_MATERIAL = 16384
    TOO_MANY_CHECKERS = 32768
    IMPOSSIBLE_CHECK = 65536
