# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, IntFlag
from typing import Any, MutableMapping, NamedTuple, Self, TextIO

__version__: str
def perft(board: Any, depth: int) -> int: ...
