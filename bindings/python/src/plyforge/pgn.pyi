# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, IntFlag
from typing import Any, MutableMapping, NamedTuple, Self, TextIO

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator
from plyforge.batch import Array
BROKEN: int
CHESS960: int
COLUMNS: Any

class Fault(tuple):
    game: int
    line: str
    message: int
    offset: int
    row: int

class Games:
    def __init__(self, first: int, columns: Iterable[str], tags: Iterable[str], faults: Any) -> None: ...
    def __len__(self) -> int: ...
    black_elo: int
    clocks: int
    evals: int
    faults: int
    first: int
    flags: int
    moves: Iterable[Move]
    offsets: int
    places: int
    results: int
    starts: int
    tags: int
    white_elo: int
MATE: int
NO_CLOCK: int
NO_EVAL: int
SET_UP: int

class Texts(Sequence):
    def __getitem__(self, row: Any) -> Any: ...
    def __init__(self, data: Array, offsets: Array, encoding: str = ...) -> None: ...
    def __len__(self) -> int: ...
WARNED: int
def read(source: Any, columns: Iterable[str] = ..., *, tags: Iterable[str] = ..., threads: int = ..., strict: bool = ..., variants: bool = ..., fallback_result: bool = ..., encoding: str = ..., chunk: int = ...) -> Iterator[Games]: ...
