"""The tags of a game."""
import collections.abc
import re

from plyforge import chess

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_DEFAULTS = {name: "?" for name in TAG_ROSTER} | {"Date": "????.??.??", "Result": "*"}
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_WILD = {f"wild/{number}" for number in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "8a", "fr")}


class Headers(collections.abc.MutableMapping):
    """The tags of a game by name: those of the seven tag roster first, then the others in the order in which they were set. ValueError
    for a name or a value that a PGN file cannot have."""

    def __init__(self, data=None, **kwargs):
        self._tags = {}
        if data is None:
            data = _DEFAULTS
        for name, value in dict(data, **kwargs).items():
            self[name] = value

    def __getitem__(self, key):
        return self._tags[key]

    def __setitem__(self, key, value):
        if not isinstance(key, str) or not TAG_NAME_REGEX.match(key):
            raise ValueError(f"not a name of a tag: {key!r}")
        value = str(value)
        if "\n" in value or "\r" in value:
            raise ValueError(f"the value of the tag {key} has a line break: {value!r}")
        self._tags[key] = value

    def __delitem__(self, key):
        del self._tags[key]

    def __iter__(self):
        yield from (name for name in TAG_ROSTER if name in self._tags)
        yield from (name for name in self._tags if name not in TAG_ROSTER)

    def __len__(self):
        return len(self._tags)

    def copy(self):
        """A copy."""
        return type(self)(self)

    __copy__ = copy

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    def is_chess960(self):
        """Whether the tag Variant says Chess960, under one of its names."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self):
        """Whether the tag Variant is one of the wild variants of servers, which are played by the rules of chess."""
        return self.get("Variant", "").lower() in _WILD

    def variant(self):
        """The class of boards that the tag Variant names. ValueError if there is none."""
        from plyforge.chess.variant import find_variant
        if "Variant" not in self or self.is_chess960() or self.is_wild():
            return chess.Board
        return find_variant(self["Variant"])

    def board(self):
        """A board with the first position of the game. ValueError if it cannot be set up."""
        variant = self.variant()
        board = variant(self.get("FEN", variant.starting_fen), chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    @classmethod
    def builder(cls):
        """A visitor that returns the tags of a game as objects of this class."""
        from plyforge.chess.pgn._visitors import HeadersBuilder
        return HeadersBuilder(Headers=cls)
