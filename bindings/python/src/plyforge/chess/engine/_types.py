"""The data that callers and engines exchange: options, limits, results, the selection of information, and errors."""
import dataclasses
import enum
import typing

from plyforge.chess import Move
from plyforge.chess._scores import PovScore, PovWdl

ConfigValue = typing.Union[str, int, bool, None]
ConfigMapping = typing.Mapping[str, ConfigValue]
# Options that play() and analysis() set automatically.
MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
T = typing.TypeVar("T")


class EngineError(RuntimeError):
    """An engine violates its protocol, or is asked for something that it cannot do."""


class EngineTerminatedError(EngineError):
    """The engine has exited, or the connection to it is closed."""


class AnalysisComplete(Exception):
    """The analysis is over, and all its information has been read."""


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of an engine. type: check, spin, combo, button, string, and in CECP reset, save, file and path."""

    name: str
    type: str
    default: ConfigValue
    min: "int | None"
    max: "int | None"
    var: "list[str] | None"

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value, converted to the type of the option. EngineError if the option does not accept it."""
        if self.type == "check":
            if isinstance(value, str) and value.lower() in ("true", "false"):
                return value.lower() == "true"
            return bool(value)
        if self.type == "spin":
            try:
                number = int(typing.cast(typing.Any, value))
            except (TypeError, ValueError):
                raise EngineError(f"the option {self.name!r} takes a number, not {value!r}") from None
            if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
                raise EngineError(f"the option {self.name!r} takes {self.min} to {self.max}, not {number}")
            return number
        if self.type == "combo":
            text = str(value)
            if self.var is not None and text not in self.var:
                raise EngineError(f"the option {self.name!r} takes {' or '.join(self.var) or 'nothing'}, not {text!r}")
            return text
        if self.type in ("button", "reset", "save"):
            return None
        if self.type in ("string", "file", "path"):
            text = str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"the option {self.name!r} takes text of one line, not {text!r}")
            return text
        raise EngineError(f"the option {self.name!r} has the unknown type {self.type!r}")

    def is_managed(self) -> bool:
        """Whether play() and analysis() set this option: UCI_Chess960, UCI_Variant, MultiPV and Ponder."""
        return self.name.lower() in MANAGED_OPTIONS


@dataclasses.dataclass
class Limit:
    """When a search ends. Times are in seconds; with several limits, the search ends at the first one reached.

    With clock_id, an XBoard engine gets its whole time control only when the id changes, and the clocks before every
    move.
    """

    time: "float | None" = None
    depth: "int | None" = None
    nodes: "int | None" = None
    mate: "int | None" = None
    white_clock: "float | None" = None
    black_clock: "float | None" = None
    white_inc: "float | None" = None
    black_inc: "float | None" = None
    remaining_moves: "int | None" = None
    clock_id: object = None

    def __repr__(self) -> str:
        fields = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self))
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in fields if value is not None)})"


class InfoDict(typing.TypedDict, total=False):
    """The information that an engine printed about its search: a dictionary with some of these keys. Times are in
    seconds."""

    score: PovScore
    pv: "list[Move]"
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    movesleft: int
    refutation: "dict[Move, list[Move]]"
    currline: "dict[int, list[Move]]"
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class Info(enum.IntFlag):
    """Selects the information that is read; the rest is skipped, which saves time."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = 31


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


@dataclasses.dataclass
class Opponent:
    """The engine's opponent; None for unknown data."""

    name: "str | None"
    title: "str | None"
    rating: "int | None"
    is_engine: "bool | None"

    def full_name(self) -> str:
        """The title and the name. EngineError if they span more than one line."""
        text = " ".join(part for part in (self.title, self.name) if part)
        if "\n" in text or "\r" in text:
            raise EngineError(f"the name of an opponent is one line, not {text!r}")
        return text


class PlayResult:
    """The answer of play(): move and ponder (the reply that the engine expects) are None if the engine does not give
    them."""

    def __init__(self, move: "Move | None", ponder: "Move | None", info: "InfoDict | None" = None, *,
                 draw_offered: bool = False, resigned: bool = False) -> None:
        self.move, self.ponder = move, ponder
        self.info: InfoDict = info or {}
        self.draw_offered, self.resigned = draw_offered, resigned

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"<PlayResult at {id(self):#x} ({fields})>"


class BestMove:
    """The end of an analysis: the best move and the reply that the engine expects, or None."""

    def __init__(self, move: "Move | None", ponder: "Move | None") -> None:
        self.move, self.ponder = move, ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move!r}, ponder={self.ponder!r})>"


class UciOptionMap(typing.MutableMapping[str, T]):
    """A mapping that ignores the case of its keys, as UCI does with the names of options."""

    def __init__(self, data: "typing.Mapping[str, T] | typing.Iterable[tuple[str, T]] | None" = None,
                 **kwargs: T) -> None:
        self._items: "dict[str, tuple[str, T]]" = {}
        self.update(dict(data or {}), **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._items[key.lower()] = key, value

    def __getitem__(self, key: str) -> T:
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._items[key.lower()]

    def __iter__(self) -> typing.Iterator[str]:
        return (key for key, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, typing.Mapping):
            return NotImplemented
        mine = {key: value for key, (_, value) in self._items.items()}
        return mine == {str(key).lower(): value for key, value in other.items()}

    def copy(self) -> "UciOptionMap[T]":
        """A new mapping with the same items."""
        return UciOptionMap(self)

    def __copy__(self) -> "UciOptionMap[T]":
        return self.copy()

    def __repr__(self) -> str:
        return f"UciOptionMap({dict(self)!r})"
