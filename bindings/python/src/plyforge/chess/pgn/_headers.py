"""The tags of a game."""
import collections.abc
import re

from plyforge import chess

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
TAG_REGEX = re.compile(r'\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"([^\r]*)"\]\s*$')
_DEFAULTS = {name: "?" for name in TAG_ROSTER} | {"Date": "????.??.??", "Result": "*"}
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"}
_WILD = {f"wild/{number}" for number in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "8a", "fr")}


class Headers(collections.abc.MutableMapping):
    """The tags of a game by name: those of the seven tag roster first, then the others in the order in which they were
    set. ValueError for a name or a value that a PGN file cannot have."""

    def __init__(self, data=None, **kwargs):
        if data is None and not kwargs and type(self).__setitem__ is Headers.__setitem__:
            self._tags, self._in_order = _DEFAULTS.copy(), True
            return
        self._tags, self._in_order = {}, False
        if data is None:
            data = _DEFAULTS
        for name, value in dict(data, **kwargs).items():
            self[name] = value

    def __getitem__(self, key):
        return self._tags[key]

    def __setitem__(self, key, value):
        if key not in _DEFAULTS and not (isinstance(key, str) and TAG_NAME_REGEX.match(key)):
            raise ValueError(f"not a name of a tag: {key!r}")
        if type(value) is not str:
            value = str(value)
        if not value.isprintable() and ("\n" in value or "\r" in value):
            raise ValueError(f"the value of the tag {key} has a line break: {value!r}")
        self._tags[key] = value

    def __delitem__(self, key):
        del self._tags[key]
        self._in_order = False

    def __iter__(self):
        if self._in_order:
            return iter(self._tags)
        return iter([name for name in TAG_ROSTER if name in self._tags]
                    + [name for name in self._tags if name not in _DEFAULTS])

    def __len__(self):
        return len(self._tags)

    def __contains__(self, key):
        return key in self._tags

    def get(self, key, default=None):
        """The value of a tag, or the default if there is no such tag."""
        return self._tags.get(key, default)

    def _read_tag(self, line):
        """Sets the tag of a line, or does nothing if the line is not one."""
        match = TAG_REGEX.match(line.strip())
        if match:
            self[match[1]] = match[2]

    def copy(self):
        """A copy."""
        if type(self) is not Headers:
            return type(self)(self)
        other = Headers.__new__(Headers)
        other._tags, other._in_order = self._tags.copy(), self._in_order
        return other

    def clear(self):
        """Removes all tags."""
        self._tags.clear()
        self._in_order = False

    __copy__ = copy

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    def is_chess960(self):
        """Whether the tag Variant is one of the names of Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self):
        """Whether the tag Variant is one of the wild variants of servers, which are played by the rules of chess."""
        return self.get("Variant", "").lower() in _WILD

    def variant(self):
        """The class of boards that the tag Variant names. ValueError if there is none."""
        if "Variant" not in self._tags:
            return chess.Board
        from plyforge.chess.variant import find_variant
        if self.is_chess960() or self.is_wild():
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
        return _visitors.HeadersBuilder(Headers=cls)


from plyforge.chess.pgn import _visitors  # noqa: E402 (it needs this module)
