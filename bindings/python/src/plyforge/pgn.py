"""Games of PGN files as arrays, at the speed of C and without the GIL.

>>> from plyforge import pgn
>>> text = '[Event "?"]\\n[WhiteElo "2500"]\\n\\n1. e4 e5 2. Nf3 1-0\\n\\n[Event "?"]\\n\\n1. d4 d5 2. Ke3 *\\n'
>>> for games in pgn.read(text.encode(), columns=("results", "white_elo"), tags=("Event",)):
...     print(len(games), list(memoryview(games.offsets)), list(memoryview(games.results)), list(games.tags["Event"]))
...     print(games.faults)
2 [0, 3, 5] [1, 4] ['?', '?']
[Fault(game=1, row=1, offset=77, line=8, message='Ke3: no king can go to e3')]

plyforge.batch.replay() turns the moves into positions. plyforge.chess.pgn has the reader for comments, variations and single games.
"""
import collections
import concurrent.futures
import io
import os
import typing

from plyforge import _core

__all__ = ["COLUMNS", "BROKEN", "CHESS960", "MATE", "NO_CLOCK", "NO_EVAL", "SET_UP", "WARNED", "Fault", "Games", "Texts", "read"]

_WANTED = {"results": 1, "flags": 2, "places": 4, "clocks": 8, "evals": 16, "starts": 32}
COLUMNS = (*_WANTED, "white_elo", "black_elo")
_ELO = {"white_elo": "WhiteElo", "black_elo": "BlackElo"}

BROKEN, WARNED, SET_UP, CHESS960 = 1, 2, 4, 8  # bits of the column flags
NO_CLOCK = -1
NO_EVAL = -1 << 31
MATE = 1_000_000_000


class Fault(typing.NamedTuple):
    """A broken game: its number in the input and its row in the chunk, and where and why it is broken. Its moves before that place are
    in the columns."""

    game: int
    row: int
    offset: int
    line: int
    message: str


class Texts(collections.abc.Sequence):
    """The values of a tag, a str for each game, "" for a game without it. data and offsets are the memory behind it, UTF-8."""

    def __init__(self, data, offsets):
        self.data, self.offsets = data, offsets
        self._data, self._offsets = memoryview(data), memoryview(offsets)

    def __len__(self):
        return len(self._offsets) - 1

    def __getitem__(self, row):
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        count = len(self)
        if not -count <= row < count:
            raise IndexError(f"row {row} of {count}")
        row %= count
        return str(self._data[self._offsets[row]:self._offsets[row + 1]], "utf-8", "replace")

    def __repr__(self):
        return f"<{len(self)} texts>"


class Games:
    """Some games of an input as columns. Those that were not asked for are None.

    first: the number of the first game in the input. moves: uint16, of all games; offsets: int64, those of row i are
    moves[offsets[i]:offsets[i + 1]]; 0 is a null move. results: uint8, 0 for *, 1 White, 2 Black, 3 draw, 4 if the text has none.
    white_elo, black_elo: int32, 0 if unknown. clocks: int32, one a move, milliseconds or NO_CLOCK. evals: int32, one a move, centipawns
    for White or NO_EVAL; mate in n is MATE - n, or n - MATE if Black mates. starts: the first positions. flags: uint8, BROKEN, WARNED
    (text was skipped), SET_UP (it has a FEN), CHESS960. places: int64, where the game begins, in bytes. tags: a Texts for each tag.
    faults: the broken games."""

    __slots__ = ("first", "moves", "offsets", "tags", "faults", *COLUMNS)

    def __init__(self, first, columns, tags, faults):
        self.first, self.tags, self.faults = first, tags, faults
        for name in ("moves", "offsets", *COLUMNS):
            setattr(self, name, columns.get(name))

    def __len__(self):
        return len(self.offsets) - 1

    def __repr__(self):
        return f"<{len(self)} games from {self.first}, {len(self.moves)} moves, {len(self.faults)} broken>"


# ---- Input ----

def _open_zstd(file):
    try:
        from compression import zstd
    except ImportError:
        try:
            import zstandard as zstd
        except ImportError:
            raise ImportError("reading .zst files needs Python 3.14 or the package zstandard; or decompress the file first") from None
    return zstd.open(file, "rb")


def _open_module(name):
    def function(file):
        return __import__(name).open(file, "rb")
    return function


# By the first bytes of a file.
_COMPRESSED = {b"\x1f\x8b": _open_module("gzip"), b"BZh": _open_module("bz2"), b"\xfd7zXZ\0": _open_module("lzma"),
               b"\x28\xb5\x2f\xfd": _open_zstd}


class _Again(io.RawIOBase):
    """A file whose first bytes were read already."""

    def __init__(self, head, file):
        self.head, self.file = head, file

    def readable(self):
        return True

    def readinto(self, buffer):
        data = self.head[:len(buffer)] or _read_some(self.file, len(buffer))
        self.head = self.head[len(buffer):]
        buffer[:len(data)] = data
        return len(data)


def _read_some(file, size):
    """Bytes of a binary or text file; empty at its end."""
    data = file.read(size)
    if isinstance(data, str):
        return data.encode("utf-8", "surrogateescape")
    if data is None:
        raise BlockingIOError("the file has no data now: use a blocking one")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of the file returned {type(data).__name__}, not bytes or str")
    return bytes(data)


def _decompressed(file):
    head = b""
    while len(head) < 6:
        data = _read_some(file, 6 - len(head))
        if not data:
            break
        head += data
    for magic, opener in _COMPRESSED.items():
        if head.startswith(magic):
            return b"", opener(io.BufferedReader(_Again(head, file)))
    return head, file


def _pieces_of_file(file, size):
    """Pieces of about size bytes that begin with a game: (piece, begin, end). Those of _pieces_of_buffer for the same bytes."""
    head, file = _decompressed(file)
    pending, ended = bytearray(head), False
    while True:
        while not ended and len(pending) <= size:
            data = _read_some(file, max(size, len(pending)))
            ended = not data
            pending += data
        cut = _core._pgn_find_game(pending, size)
        while cut == len(pending) and not ended:
            # A game longer than the piece. Reading twice as much each time keeps the search linear.
            data = _read_some(file, max(size, len(pending)))
            ended = not data
            pending += data
            cut = _core._pgn_find_game(pending, size)
        if not cut:
            return
        piece = bytes(memoryview(pending)[:cut])
        del pending[:cut]
        yield piece, 0, cut


def _pieces_of_buffer(view, size):
    if any(bytes(view[:6]).startswith(magic) for magic in _COMPRESSED):
        yield from _pieces_of_file(io.BytesIO(view), size)
        return
    begin = 0
    while begin < len(view):
        end = _core._pgn_find_game(view, begin + size)
        yield view, begin, end
        begin = end


def _pieces(source, size):
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _pieces_of_file(file, size)
    elif hasattr(source, "read"):
        yield from _pieces_of_file(source, size)
    else:
        try:
            view = memoryview(source).cast("B")
        except TypeError:
            raise TypeError(f"a path, a buffer or a file is needed, not {type(source).__name__}") from None
        yield from _pieces_of_buffer(view, size)


# ---- Reading ----

def _in_order(function, pieces, threads):
    """function(*piece) for each piece, in order, by so many threads, which are at most that far ahead."""
    if threads == 1:
        for piece in pieces:
            yield function(*piece)
        return
    waiting = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        try:
            for piece in pieces:
                waiting.append(pool.submit(function, *piece))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _names(values, what):
    if isinstance(values, str):
        raise TypeError(f"{what} are a list of names, not a str: ({values!r},)")
    values = tuple(values)
    for name in values:
        if not isinstance(name, str):
            raise TypeError(f"{what} are names, not {type(name).__name__}")
        if "\0" in name:
            raise ValueError(f"{name!r} cannot be a name")
    return values


def read(source, columns=("results",), *, tags=(), threads=1, strict=False, variants=False, chunk=8 << 20):
    """Reads all games of a path, a buffer (bytes, mmap) or a file as Games, each of about chunk bytes of text.

    columns: which of COLUMNS are wanted beside moves and offsets. tags: the names of tags that become columns of text. threads: how many
    read at the same time, 0 for as many as there are cores; the games come in order. strict: text that cannot be part of a game breaks
    it, instead of being skipped. variants: games of variants are read by their rules, instead of being broken.

    .gz, .bz2 and .xz are decompressed by the standard library, .zst where compression.zstd or zstandard is there; the first bytes say
    which it is. A broken game is a row with the moves before its fault, and is in faults."""
    columns, tags = _names(columns, "columns"), _names(tags, "tags")
    for name in columns:
        if name not in COLUMNS and name not in ("moves", "offsets"):
            raise ValueError(f"no column {name!r}: there are moves, offsets, {', '.join(COLUMNS)}; others are tags=({name!r},)")
    if variants and "starts" in columns:
        raise ValueError("starts are positions of standard chess: leave them out, or variants")
    if chunk < 1 or threads < 0:
        raise ValueError("chunk must be positive, threads not negative")
    return _read(source, columns, tags, int(threads) or os.cpu_count() or 1, bool(strict), bool(variants), int(chunk))


def _read(source, columns, tags, threads, strict, variants, chunk):
    wanted = sum({_WANTED[name] for name in columns if name in _WANTED})
    elo = [name for name in _ELO if name in columns]
    names = tags + tuple(_ELO[name] for name in elo)

    def read_piece(buffer, begin, end):
        found, lines = _core._pgn_columns(buffer, begin, end, wanted, names, strict, variants)
        for name, texts in zip(elo, found["tags"][len(tags):]):
            found[name] = _core._pgn_numbers(*texts)
        return found, lines, end - begin

    first = line = place = 0
    for found, lines, size in _in_order(read_piece, _pieces(source, chunk), threads):
        if place and "places" in found:
            _core._pgn_shift(found["places"], place)
        faults = [Fault(first + row, row, place + offset, line + at, message) for row, offset, at, message in found["faults"]]
        games = Games(first, found, {name: Texts(*texts) for name, texts in zip(tags, found["tags"])}, faults)
        first, line, place = first + len(games), line + lines, place + size
        if len(games):
            yield games
