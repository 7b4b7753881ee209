# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntFlag
from re import Pattern
from typing import Any, Generic, MutableMapping, NamedTuple, Self, TextIO, TypeVar, final, overload

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator
from plyforge.batch import Array
from plyforge._table import Tabular, Whole
BROKEN: int
CHESS960: int
COLUMNS: tuple[str, ...]

class Fault(NamedTuple):
    game: int
    row: int
    offset: int
    line: int
    message: str

class Games(Whole):
    def __init__(self, first: int, columns: Mapping[str, Any], tags: dict[str, Texts], faults: list[Fault]) -> None: ...
    def __len__(self) -> int: ...
    black_elo: Array | Any
    clocks: Array | Any
    evals: Array | Any
    faults: list[Fault]
    first: int
    flags: Array | Any
    move_ends: Array
    moves: Array
    offsets: Array | Any
    results: Array | Any
    starts: Array | Any
    tags: dict[str, Texts]
    white_elo: Array | Any
MATE: int
NO_CLOCK: int
NO_EVAL: int

class Reader(Tabular):
    def __init__(self, chunks: Iterator[Games], empty: Callable[[], Games], source: Any) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Games: ...
    def close(self) -> None: ...
SET_UP: int

class Texts(Sequence[str]):
    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __init__(self, text: Array, ends: Array, encoding: str = ...) -> None: ...
    def __len__(self) -> int: ...
    text: Array
    ends: Array
    encoding: str
WARNED: int
def read(source: Any, columns: Iterable[str] = ..., *, tags: Iterable[str] = ..., threads: int = ..., strict: bool = ..., variants: bool = ..., fallback_result: bool = ..., encoding: str = ..., max_game: int = ..., chunk: int = ...) -> Reader: ...
