"""Gaviota tablebases are not supported. Programs that import chess.gaviota still run: NotImplementedError is raised
only when they open tables. With plyforge.as_chess, the module of python-chess is used if that is installed."""
from typing import Any, NoReturn


class MissingTableError(KeyError):
    """In python-chess, a missing table."""


def _refuse() -> NoReturn:
    raise NotImplementedError("Plyforge does not read Gaviota tablebases; chess.syzygy reads Syzygy tablebases. "
                              "python-chess has a module chess.gaviota")


class PythonTablebase:
    """Cannot be made: NotImplementedError."""

    def __init__(self) -> None:
        _refuse()


class NativeTablebase:
    """Cannot be made: NotImplementedError."""

    def __init__(self, libgtb: Any) -> None:
        _refuse()


def open_tablebase(directory: str, *, libgtb: "str | None" = None, LibraryLoader: Any = None) -> NoReturn:
    """Raises NotImplementedError."""
    _refuse()


def open_tablebase_native(directory: str, *, libgtb: "str | None" = None, LibraryLoader: Any = None) -> NoReturn:
    """Raises NotImplementedError."""
    _refuse()
