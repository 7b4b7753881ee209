"""Syzygy tablebases: the result of positions with up to seven pieces, with the names of python-chess.

    import plyforge.chess.syzygy as syzygy
    with syzygy.open_tablebase("/path/to/tables") as tablebase:
        tablebase.probe_wdl(board)
"""
import os
import re

from plyforge import _core, chess

TBPIECES = 7

_LETTERS = "KQRBNP"
_NAME = re.compile(r"([KQRBNP]+)v([KQRBNP]+)\Z")


class MissingTableError(KeyError):
    """A table that the position needs is missing."""


# ---- Names of tables ----

def _sides(name):
    match = _NAME.match(name)
    if not match:
        raise ValueError(f"not the name of a table: {name!r}")
    return match.groups()


def _ordered(side):
    return "".join(sorted(side, key=_LETTERS.index))


def _strength(side):
    """More pieces are stronger; then the more valuable ones, from the first that differs."""
    return len(side), [-_LETTERS.index(letter) for letter in side]


def normalize_tablename(name, *, mirror=False):
    """The name as files have it: pieces in the order KQRBNP, the stronger side first; with mirror, the weaker one."""
    white, black = sorted((_ordered(side) for side in _sides(name)), key=_strength, reverse=not mirror)
    return f"{white}v{black}"


def is_tablename(name, *, one_king=True, piece_count=TBPIECES, normalized=True):
    """Whether there can be a table of this name, with at most this many pieces (None: any number)."""
    match = _NAME.match(name)
    if not match:
        return False
    count = len(name) - 1
    if count < (3 if one_king else 2) or (piece_count is not None and count > piece_count):
        return False
    if one_king and any(side.count("K") != 1 for side in match.groups()):
        return False
    return not normalized or normalize_tablename(name) == name


def _choices(letters, count):
    """All selections of this many letters, in the order of the letters."""
    if count == 0:
        yield ""
        return
    for i, letter in enumerate(letters):
        for rest in _choices(letters[i:], count - 1):
            yield letter + rest


def tablenames(*, one_king=True, piece_count=6):
    """The names of all tables with at most this many pieces."""
    first, letters = ("K", _LETTERS[1:]) if one_king else ("", _LETTERS)
    for count in range(3 if one_king else 2, piece_count + 1):
        for weaker in range(1, count // 2 + 1):
            for white in _choices(letters, count - weaker - len(first)):
                for black in _choices(letters, weaker - len(first)):
                    name = f"{first}{white}v{first}{black}"
                    if 2 * weaker < count or normalize_tablename(name) == name:
                        yield name


def dependencies(target, *, one_king=True):
    """The tables that a capture or a promotion leads to from the table, each once."""
    white, black = _sides(target)
    found = {"KvK"} if one_king else set()
    for own, other in ((white, black), (black, white)):
        after = [own.replace("P", piece, 1) for piece in ("QRBN" if one_king else "KQRBN") if "P" in own]
        if len(own) > 1:
            after += [own.replace(piece, "", 1) for piece in dict.fromkeys(own) if piece != "K" or not one_king]
        for side in after:
            name = normalize_tablename(f"{side}v{other}")
            if name not in found:
                found.add(name)
                yield name


def all_dependencies(targets, *, one_king=True):
    """The tables, and all tables that captures and promotions eventually lead to, each once."""
    found = {"KvK"} if one_king else set()
    waiting = list(targets)
    while waiting:
        name = normalize_tablename(waiting.pop())
        if name not in found:
            found.add(name)
            yield name
            waiting.extend(dependencies(name, one_king=one_king))


def calc_key(board, *, mirror=False):
    """The pieces of a board as the name of a table, White first; with mirror, Black first."""
    sides = []
    for color in (chess.WHITE, chess.BLACK):
        pieces = (letter * len(board.pieces(piece_type, color))
                  for letter, piece_type in zip(_LETTERS, range(chess.KING, 0, -1)))
        sides.append("".join(pieces))
    return "v".join(reversed(sides) if mirror else sides)


def dtz_before_zeroing(wdl):
    """The DTZ of a position whose best move captures or moves a pawn: 1, 101, 0, -101 or -1."""
    return ((wdl > 0) - (wdl < 0)) * (1 if wdl % 2 == 0 else 101)


# ---- Single tables ----

class Table:
    """One file. Use Tablebase to probe positions; this class is for inspecting the contents of a file."""

    def __init__(self, path, *, variant=chess.Board):
        self.path = path
        self.variant = variant
        self._tables = _core.tablebase_new()
        _core.tablebase_add_file(self._tables, os.fsencode(path))

    def close(self):
        """Unmaps the file."""
        self._tables = _core.tablebase_new()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()


class WdlTable(Table):
    """A file with results (.rtbw)."""

    def init_table_wdl(self):
        """Does nothing: the file is mapped when it is needed."""

    def probe_wdl_table(self, board):
        """The result stored in the table, from -2 to 2, which may be too low if a capture is best."""
        return _core.tablebase_read_wdl(self._tables, board)


class DtzTable(Table):
    """A file with distances (.rtbz)."""

    def init_table_dtz(self):
        """Does nothing: the file is mapped when it is needed."""

    def probe_dtz_table(self, board, wdl):
        """(distance, 1), or (0, -1) if the table only has values for the other side to move."""
        return _dtz_of_table(_core.tablebase_read_dtz(self._tables, board, wdl))


def _dtz_of_table(dtz):
    return (0, -1) if dtz < 0 else (dtz - 1, 1)


# ---- Sets of tables ----

class Tablebase:
    """A set of tables of standard chess. Files are mapped into memory when they are first needed, so max_fds has no
    effect: no file stays open. Tables of variants cannot be read; for a VariantBoard of another variant the set is
    empty, and probes raise MissingTableError unless the game is over by the rules of the variant."""

    def __init__(self, *, max_fds=128, VariantBoard=chess.Board):
        self.variant = VariantBoard
        self.max_fds = max_fds
        self.wdl = {}
        self.dtz = {}
        self._tables = _core.tablebase_new()

    def add_directory(self, directory, *, load_wdl=True, load_dtz=True):
        """Adds the tables of a directory and returns how many of them were new. Results (.rtbw) are
        needed for probe_wdl, distances (.rtbz) as well for probe_dtz."""
        directory = os.path.abspath(directory)
        return sum(self.add_file(os.path.join(directory, name), load_wdl=load_wdl, load_dtz=load_dtz)
                   for name in sorted(os.listdir(directory)))

    def add_file(self, path, *, load_wdl=True, load_dtz=True):
        """Adds one table and returns 1, or 0 if the set has it already or the name is not that of a table."""
        name, extension = os.path.splitext(os.path.basename(os.fspath(path)))
        kinds = {".rtbw": self.wdl if load_wdl else None, ".rtbz": self.dtz if load_dtz else None}
        tables = kinds.get(extension)
        if tables is None or self.variant.uci_variant != "chess" or not is_tablename(name) or name in tables:
            return 0
        _core.tablebase_add_file(self._tables, os.fsencode(path))
        tables[name] = path
        return 1

    def _probe(self, function, board, *arguments):
        if board.uci_variant != self.variant.uci_variant:
            raise KeyError(f"the tablebase is of {self.variant.uci_variant}, the board of {board.uci_variant}")
        if self.variant.uci_variant != "chess":
            if not arguments and board.is_variant_end():
                wdl = 2 * (board.is_variant_win() - board.is_variant_loss())
                return dtz_before_zeroing(wdl) if function is _core.tablebase_probe_dtz else wdl
            raise MissingTableError(f"there is no table {calc_key(board)} of {board.uci_variant}")
        try:
            return function(self._tables, board, *arguments)
        except KeyError as error:
            raise KeyError(f"{error.args[0]}: {board.fen()}") from None
        except LookupError as error:
            raise MissingTableError(error.args[0]) from None

    def probe_wdl(self, board):
        """The result for the side to move, as if the half-move clock were 0: 2 for a win, 1 for a win were it not for
        the fifty-move rule, 0 for a draw, -1 for a loss were it not for that rule, -2 for a loss. Captures and en
        passant are taken into account.

        MissingTableError, a KeyError, if a table is missing; KeyError for a position that no table has: with castling
        rights, of another variant, with more than seven pieces. OSError for a file that is damaged."""
        return self._probe(_core.tablebase_probe_wdl, board)

    def get_wdl(self, board, default=None):
        """Like probe_wdl, but returns default where that raises KeyError."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board):
        """The half-moves to the next capture or pawn move with best play, positive if the side to move wins and
        negative if it loses; 0 for a draw. Beyond 100, the fifty-move rule comes first. The value may be one too great
        if the table rounds. It raises the same exceptions as probe_wdl."""
        return self._probe(_core.tablebase_probe_dtz, board)

    def get_dtz(self, board, default=None):
        """Like probe_dtz, but returns default where that raises KeyError."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_dtz_no_ep(self, board):
        """Like probe_dtz, for the position without en passant."""
        if board.ep_square is not None:
            board = board.copy(stack=False)
            board.ep_square = None
        return self.probe_dtz(board)

    def probe_wdl_table(self, board):
        """The raw result in the table, which ignores en passant and may be too low if a capture is best."""
        return self._probe(_core.tablebase_read_wdl, board)

    def probe_dtz_table(self, board, wdl):
        """The raw value in the table of distances for a position with this result, which must not be 0: (distance, 1),
        or (0, -1) if the table only has values for the other side to move."""
        return _dtz_of_table(self._probe(_core.tablebase_read_dtz, board, wdl))

    def close(self):
        """Unmaps all files; the set is empty then."""
        self.wdl.clear()
        self.dtz.clear()
        self._tables = _core.tablebase_new()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()


def open_tablebase(directory, *, load_wdl=True, load_dtz=True, max_fds=128, VariantBoard=chess.Board):
    """A Tablebase with the tables of a directory. More can be added with its add_directory."""
    tablebase = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tablebase.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tablebase
