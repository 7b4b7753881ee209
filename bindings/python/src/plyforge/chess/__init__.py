"""The interface of python-chess on top of Plyforge: import plyforge.chess as chess.

Board, Move, Piece, SquareSet and the constants are here. Modules: chess.engine, chess.pgn, chess.polyglot, chess.svg,
chess.syzygy, chess.variant.
"""
from plyforge._core import (AmbiguousMoveError, IllegalMoveError, InvalidMoveError, LegalMoveGenerator, Move,
                            PseudoLegalMoveGenerator)
from plyforge.chess import _squares
from plyforge.chess._base_board import BaseBoard
from plyforge.chess._board import FEN_CASTLING_REGEX, SAN_REGEX, Board
from plyforge.chess._pieces import Outcome, Piece, Status, Termination
from plyforge.chess._square_set import SquareSet
from plyforge.chess._squares import *  # noqa: F403

EnPassantSpec = str
__version__ = "1.11.2"
globals().update({name: value for name, value in vars(_squares).items() if not name.startswith("_")})
globals().update({"STATUS_" + status.name: status for status in Status})
STATUS_VALID = Status.VALID

del globals()["lazy_tables"], globals()["functools"]


def __getattr__(name):
    """Large tables are made when they are first used."""
    if name.startswith("BB_") and name in _squares.lazy_tables():
        return _squares.lazy_tables()[name]
    raise AttributeError(f"module 'plyforge.chess' has no attribute {name!r}")
