# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntFlag
from re import Pattern
from typing import Any, Generic, MutableMapping, NamedTuple, Self, TextIO, TypeVar, final, overload

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator
from plyforge import batch as batch, chess as chess, pgn as pgn

class BisectReport(NamedTuple):
    agrees: bool
    agreed_depth: int
    bug: str
    pieces: int
    first: Place | None
    smallest: Place | None
    def __str__(self) -> str: ...

class Difference(NamedTuple):
    move: str
    verdict: str
    ours: int
    theirs: int

class Helpmate(NamedTuple):
    can_win: bool | None
    reason: str
    nodes: int
    moves: list[Move]

class Place(NamedTuple):
    fen: str
    moves: list[str]
    depth: int
    differences: list[Difference]

class Progress(NamedTuple):
    done: int
    total: int
    fraction: float
    nodes: int
__version__: str
def bisect(function: Callable[..., Any], fen: str, depth: int, *, variant: str = ..., chess960: bool = ..., lists_only: bool = ..., keep_board: bool = ..., progress: Callable[[str, str, str, int], Any] | None = ...) -> BisectReport: ...
def can_win(board: Board, color: bool, *, nodes: int = ...) -> bool | None: ...
def explain(board: Board, move: Move) -> str | None: ...
def helpmate(board: Board, color: bool, *, nodes: int = ...) -> Helpmate: ...
def perft(board: Board, depth: int, *, threads: int = ..., merge: bool = ..., backend: str = ..., exact: bool = ..., table: int = ..., progress: Callable[[Progress], Any] | None = ...) -> int: ...
