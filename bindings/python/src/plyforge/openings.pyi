# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntFlag
from re import Pattern
from typing import Any, Generic, MutableMapping, NamedTuple, Self, TextIO, TypeVar, final, overload

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator

class Opening(NamedTuple):
    eco: str
    name: str
    plies: int

class Openings:
    def __init__(self, *paths: Any) -> None: ...
    def __len__(self) -> int: ...
    def find(self, board: Board) -> Opening | None: ...
    def find_last(self, board: Board, moves: Iterable[Move] | None = ...) -> Opening | None: ...
    def read(self, text: str | bytes) -> None: ...
    def read_file(self, path: Any) -> None: ...
