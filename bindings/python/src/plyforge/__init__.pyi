# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, IntFlag
from typing import Any, MutableMapping, NamedTuple, Self, TextIO

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator
__version__: str
def explain(board: Any, move: Move) -> str | None: ...
def perft(board: Any, depth: int, *, threads: int = ..., merge: bool = ...) -> int: ...
