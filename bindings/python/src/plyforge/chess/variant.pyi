# Written by make_stubs.py.
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntFlag
from re import Pattern
from typing import Any, Generic, MutableMapping, NamedTuple, Self, TextIO, TypeVar, final, overload

from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard
from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator

class AntichessBoard(Board):
    aliases: list[str]
    captures_compulsory: bool
    def checkers_mask(self) -> int: ...
    connected_kings: bool
    def has_insufficient_material(self, color: bool) -> bool: ...
    def is_insufficient_material(self) -> bool: ...
    def is_into_check(self, move: Move) -> bool: ...
    def is_variant_end(self) -> bool: ...
    one_king: bool
    def pin_mask(self, color: bool, square: int) -> int: ...
    starting_fen: str
    tbw_suffix: str
    tbz_suffix: str
    uci_variant: str
    def was_into_check(self) -> bool: ...
    xboard_variant: str

class AtomicBoard(Board):
    aliases: list[str]
    connected_kings: bool
    tbw_suffix: str
    tbz_suffix: str
    uci_variant: str
    def was_into_check(self) -> bool: ...
    xboard_variant: str

class CrazyhouseBoard(Board):
    aliases: list[str]
    def apply_mirror(self) -> None: ...
    def board_fen(self, *, promoted: bool | None = ...) -> str: ...
    def clear_board(self) -> None: ...
    def generate_legal_drops(self, to_mask: int = ...) -> Iterator[Move]: ...
    def generate_pseudo_legal_drops(self, to_mask: int = ...) -> Iterator[Move]: ...
    def has_insufficient_material(self, color: bool) -> bool: ...
    def is_insufficient_material(self) -> bool: ...
    def is_irreversible(self, move: Move) -> bool: ...
    def legal_drop_squares(self) -> SquareSet: ...
    def legal_drop_squares_mask(self) -> int: ...
    pockets: list[CrazyhousePocket]
    def reset_board(self) -> None: ...
    starting_fen: str
    tbw_magic: Any
    tbw_suffix: Any
    tbz_magic: Any
    tbz_suffix: Any
    uci_variant: str
    xboard_variant: str

class CrazyhousePocket:
    def __eq__(self, other: object) -> bool: ...
    def __ge__(self, other: Any) -> bool: ...
    def __gt__(self, other: Any) -> bool: ...
    def __le__(self, other: Any) -> bool: ...
    def __len__(self) -> int: ...
    def __lt__(self, other: Any) -> bool: ...
    def __str__(self) -> str: ...
    def add(self, piece_type: int) -> None: ...
    def copy(self) -> Self: ...
    def count(self, piece_type: int) -> int: ...
    def remove(self, piece_type: int) -> None: ...
    def reset(self) -> None: ...
    def __init__(self, symbols: Iterable[str] = ...) -> None: ...

class GiveawayBoard(AntichessBoard):
    aliases: list[str]
    uci_variant: str
    xboard_variant: str

class HordeBoard(Board):
    aliases: list[str]
    def has_insufficient_material(self, color: bool) -> bool: ...
    starting_fen: str
    tbw_magic: Any
    tbw_suffix: Any
    tbz_magic: Any
    tbz_suffix: Any
    uci_variant: str
    xboard_variant: str

class KingOfTheHillBoard(Board):
    aliases: list[str]
    tbw_magic: Any
    tbw_suffix: Any
    tbz_magic: Any
    tbz_suffix: Any
    uci_variant: str
    xboard_variant: str

class RacingKingsBoard(Board):
    aliases: list[str]
    starting_fen: str
    tbw_magic: Any
    tbw_suffix: Any
    tbz_magic: Any
    tbz_suffix: Any
    uci_variant: str
    xboard_variant: str

class SuicideBoard(AntichessBoard):
    aliases: list[str]
    def is_variant_draw(self) -> bool: ...
    def outcome(self, *, claim_draw: bool = ..., flag: bool | None = ...) -> Outcome | None: ...
    tbw_suffix: str
    tbz_suffix: str
    uci_variant: str
    xboard_variant: str

class ThreeCheckBoard(Board):
    aliases: list[str]
    def apply_mirror(self) -> None: ...
    def is_irreversible(self, move: Move) -> bool: ...
    remaining_checks: list[int]
    def set_epd(self, epd: str) -> dict[str, Any]: ...
    starting_fen: str
    tbw_magic: Any
    tbw_suffix: Any
    tbz_magic: Any
    tbz_suffix: Any
    uci_variant: str
    xboard_variant: str
VARIANTS: list[type[Board]]
def find_variant(name: str) -> type[Board]: ...
