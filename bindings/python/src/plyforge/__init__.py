"""Plyforge: chess rules at the speed of C.

plyforge.chess has the names of python-chess: import plyforge.chess as chess.
"""
from plyforge import _core

__version__ = _core.version

__all__ = ["__version__", "perft"]


def perft(board, depth):
    """The number of sequences of legal moves of that length, counted by the library in bulk and without the GIL.

    >>> import plyforge, plyforge.chess
    >>> plyforge.perft(plyforge.chess.Board(), 5)
    4865609
    """
    return board._perft(depth)
