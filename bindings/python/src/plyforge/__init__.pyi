# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, IntFlag
from typing import Any, MutableMapping, NamedTuple, Self, TextIO

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator

class BisectReport(tuple):
    agreed_depth: int
    agrees: int
    bug: int
    first: int
    pieces: Mapping[int, Piece]
    smallest: int

class Difference(tuple):
    move: Move
    ours: int
    theirs: int
    verdict: int

class Place(tuple):
    depth: int
    differences: int
    fen: str
    moves: Iterable[Move]

class Progress(tuple):
    done: int
    fraction: int
    nodes: int
    total: int
__version__: str
def bisect(function: Any, fen: str, depth: int, *, chess960: bool = ..., lists_only: Any = ..., keep_board: Any = ..., progress: Any = ...) -> Any: ...
def explain(board: Any, move: Move) -> str | None: ...
def perft(board: Any, depth: int, *, threads: int = ..., merge: bool = ..., backend: Any = ..., exact: Any = ..., table: Any = ..., progress: Any = ...) -> int: ...
