"""Plyforge: chess rules at the speed of C.

plyforge.chess has the interface of python-chess (import plyforge.chess as chess); plyforge.batch works on many
positions at
once; plyforge.pgn reads files of games into arrays. perft counts, explain tells why a move is not legal, and bisect
finds the bug in your move generator.
"""
import importlib as _importlib
import struct as _struct
import sys as _sys
import threading as _threading
import typing as _typing

from plyforge import _core

__version__ = _core.version

__all__ = ["BisectReport", "Difference", "Helpmate", "Place", "Progress", "__version__", "bisect", "can_win", "explain",
           "helpmate", "perft"]


def __getattr__(name):
    """The modules of the package, imported when they are first used."""
    if name in ("batch", "chess", "pgn"):
        return _importlib.import_module("plyforge." + name)
    raise AttributeError(f"module 'plyforge' has no attribute {name!r}")


class Progress(_typing.NamedTuple):
    """The progress of a count: subtrees done, out of how many (0 while that is unknown), the fraction of the work (0 to
    1), leaves so far."""

    done: int
    total: int
    fraction: float
    nodes: int


def _needs_board(board, who):
    if isinstance(board, str):
        raise TypeError(f"{who} needs a chess.Board, not str: plyforge.chess.Board({board[:99]!r})")
    if not isinstance(board, _core.Board):
        raise TypeError(f"{who} needs a chess.Board, not {type(board).__name__}")


def _progress(state):
    _, done, total, low, high, fraction = _struct.unpack("=QQQQQd", state)
    return Progress(done, total, fraction, high << 64 | low)


def _is_short(board, depth):
    """Whether a count takes less than a second, so that it need not be stopped. Counting is much slower in variants,
    and Crazyhouse has hundreds of moves; in standard chess a side has at most 218, and if there are few at the root,
    one more ply is short as well."""
    if depth < 4:
        return True
    return getattr(board, "_variant", 0) == 0 and (depth == 4 or depth == 5 and board.legal_moves.count() <= 60)


def perft(board, depth, *, threads=1, merge=False, backend="cpu", exact=True, table=64 << 20, progress=None):
    """The number of sequences of legal moves of that length, without the GIL. Ctrl-C stops it.

    threads: how many to use, 0 for all cores, up to 1024. merge: count positions that can be reached by several paths
    only once; exact, and much faster at great depths. backend: "cpu", or "cuda" where the library was built for it;
    otherwise NotImplementedError. exact=False: remember the counts of subtrees in a table of that many bytes, which
    could mistake one position for another, with a probability that docs/perft.md states. progress: called with a
    Progress about
    20 times a second; an exception in it stops the count. ValueError for a board that is not a valid position.

    >>> import plyforge, plyforge.chess
    >>> plyforge.perft(plyforge.chess.Board(), 5)
    4865609
    """
    _needs_board(board, "perft")
    from plyforge._rows import integer
    depth, threads, table = (integer(depth, "depth", 0, 255), integer(threads, "threads", 0, 1024),
                             integer(table, "table", 0, _sys.maxsize))
    if backend not in ("cpu", "cuda"):
        raise ValueError(f"backend is 'cpu' or 'cuda', not {backend!r}")
    if not exact and (merge or table < 64):
        raise ValueError("a table has at least 64 bytes and is not used with merge, which is exact")
    state = bytearray(48)
    arguments = (depth, threads, bool(merge), 0 if exact else table, backend == "cuda", state)
    if progress is None and _is_short(board, depth):
        return board._perft(*arguments)
    # Only the main thread gets Ctrl-C, and only while it runs Python.
    results = []

    def count():
        try:
            results.append(board._perft(*arguments))
        except BaseException as error:
            results.append(error)

    worker = _threading.Thread(target=count)
    try:
        worker.start()
        while worker.is_alive():
            worker.join(0.05)
            if progress is not None:
                progress(_progress(state))
    except BaseException:
        # Also if Ctrl-C comes while the thread is starting: it then stops as soon as it runs.
        state[0] = 1
        if worker.is_alive():
            worker.join()
        raise
    if isinstance(results[0], BaseException):
        raise results[0]
    return results[0]


def explain(board, move):
    """Why a move is not legal, as a sentence; None if it is legal.

    >>> import plyforge, plyforge.chess as chess
    >>> plyforge.explain(chess.Board("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"), chess.Move.from_uci("e5d6"))
    'both pawns would leave the rank between the king on a5 and the rook on h5'
    """
    _needs_board(board, "explain")
    if isinstance(move, str):
        raise TypeError(f"explain needs a chess.Move, not str: plyforge.chess.Move.from_uci({move[:99]!r})")
    return board._explain(move)[1] or None


# ---- Who can still win ----

class Helpmate(_typing.NamedTuple):
    """Whether a side can still win if the other helps; None if that is unknown. The reason is "mate" if it can, and
    moves lead to the mate; or "material", "wall" or "exhausted" if it cannot. nodes positions were examined."""

    can_win: bool | None
    reason: str
    nodes: int
    moves: list[_typing.Any]


def helpmate(board, color, *, nodes=200_000):
    """Whether that side can win by any series of legal moves, with the proof. nodes limits the positions examined, each
    of which takes 44 bytes during the call; nearly every position from a game needs fewer than 100.

    >>> import plyforge, plyforge.chess as chess
    >>> plyforge.helpmate(chess.Board("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"), chess.WHITE).moves
    [Move.from_uci('d1d8')]
    >>> plyforge.helpmate(chess.Board("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"), chess.BLACK).can_win
    True
    >>> plyforge.helpmate(chess.Board("6k1/8/8/8/8/8/8/3R2K1 w - - 0 1"), chess.BLACK).reason
    'material'
    """
    _needs_board(board, "helpmate")
    if isinstance(nodes, bool) or not isinstance(nodes, int):
        raise TypeError(f"nodes must be an int, not {type(nodes).__name__}")
    if not 0 <= nodes < 1 << 32:
        raise ValueError(f"nodes must be from 0 to 4294967295, not {nodes}")
    return Helpmate(*board._helpmate(color, nodes))


def can_win(board, color, *, nodes=200_000):
    """Whether that side can win by any series of legal moves, even if the other side helps; None if that is unknown.
    A side whose time has run out loses only if the other side can win (FIDE Laws 6.9).

    >>> import plyforge, plyforge.chess as chess
    >>> plyforge.can_win(chess.Board("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"), chess.WHITE)
    False
    """
    return helpmate(board, color, nodes=nodes).can_win


# ---- Finding the bug of a generator ----

class Difference(_typing.NamedTuple):
    """A move on which the generators differ: "missing", "extra", or "different" if the counts below it differ."""

    move: str
    verdict: str
    ours: int
    theirs: int


class Place(_typing.NamedTuple):
    """A position at which the generators differ: the FEN that was set up, the moves that were played, the depth in
    question."""

    fen: str
    moves: list[str]
    depth: int
    differences: list[Difference]


class BisectReport(_typing.NamedTuple):
    """The result of bisect. bug is its name, "" if there is none. first is the first position with a difference on the
    way down, smallest the smallest one that shows the same bug; pieces counts those on its board."""

    agrees: bool
    agreed_depth: int
    bug: str
    pieces: int
    first: Place | None
    smallest: Place | None

    def __str__(self):
        if self.agrees:
            return f"no difference to depth {self.agreed_depth}"
        place = self.smallest or self.first
        lines = [f"{self.bug}: {place.fen}" + (f" after {' '.join(place.moves)}" if place.moves else "")]
        for move, verdict, ours, theirs in place.differences:
            lines.append(f"  {move} is {verdict}" + (f": {theirs}, should be {ours}" if verdict == "different" else ""))
        return "\n".join(lines)


def _place(fields):
    if fields is None:
        return None
    fen, moves, depth, rows = fields
    return Place(fen, moves.split(), depth, [Difference(*row) for row in rows])


def bisect(function, fen, depth, *, variant="standard", chess960=False, lists_only=False, keep_board=False,
           progress=None):
    """Compares your move generator with this one up to a depth, walks down to the first position in which it errs,
    makes that position as small as possible, and names the bug. variant: the rules, by a name that
    chess.variant.find_variant() knows.

    function(fen, moves, depth) sets up the FEN, plays the moves (UCI, separated by blanks) and returns {move: count}:
    perft of that depth, split by root move. With lists_only=True it is function(fen, moves) and returns the legal
    moves. Moves are text or anything whose str() is UCI; anything that is not a move of the position is reported as
    extra, as it was written. An exception in it is raised here. keep_board: leave pieces on the board. progress(stage,
    fen, moves, depth) is called after each question with a new result.

    >>> import plyforge, plyforge.chess as chess
    >>> def without_en_passant(fen, moves):
    ...     board = chess.Board(fen)
    ...     for move in moves.split():
    ...         board.push_uci(move)
    ...     return [move for move in board.legal_moves if not board.is_en_passant(move)]
    >>> fen = "rnbqkbnr/1ppppppp/p7/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    >>> report = plyforge.bisect(without_en_passant, fen, 3, lists_only=True)
    >>> report.bug, report.pieces
    ('en passant missing', 4)
    """
    from plyforge.chess.variant import find_variant

    if not callable(function):
        raise TypeError(f"bisect needs a function, not {type(function).__name__}")
    if not isinstance(fen, str):
        raise TypeError(f"bisect needs a FEN, not {type(fen).__name__}"
                        + (": board.fen()" if isinstance(fen, _core.Board) else ""))
    if not isinstance(variant, str):
        raise TypeError(f"variant must be a name, not {type(variant).__name__}")
    board = find_variant(variant)(fen, chess960=chess960)
    agrees, agreed_depth, bug, pieces, first, smallest = board._bisect(function, depth, bool(lists_only),
                                                                       bool(keep_board), progress)
    return BisectReport(agrees, agreed_depth, bug, pieces, _place(first), _place(smallest))
