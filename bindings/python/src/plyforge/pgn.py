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
import functools
import io
import os
import typing

from plyforge import _core, _rows

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
    """The values of a tag, a str for each game, "" for a game without it. data and offsets are the memory behind it, in encoding; bytes
    that are no text in it become U+FFFD."""

    def __init__(self, data, offsets, encoding="utf-8"):
        self.data, self.offsets, self.encoding = data, offsets, encoding
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
        return str(self._data[self._offsets[row]:self._offsets[row + 1]], self.encoding, "replace")

    def __repr__(self):
        return f"<{len(self)} texts>"

    def __reduce__(self):
        return Texts, (self.data, self.offsets, self.encoding)


class Games:
    """Some games of an input as columns. Those that were not asked for are None.

    first: the number of the first game in the input. moves: uint16, of all games; offsets: int64, those of row i are
    moves[offsets[i]:offsets[i + 1]]; 0 is a null move. results: uint8, 0 for *, 1 White, 2 Black, 3 draw, 4 if the text has none or
    the game is broken.
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

class _Frames(io.RawIOBase):
    """The text of zstd frames, by the package zstandard. Its own reader takes a truncated frame for a whole one and stops after the first."""

    def __init__(self, zstandard, file):
        self._decompressor, self._file = zstandard.ZstdDecompressor(), file
        self._frame, self._rest, self._text = None, b"", memoryview(b"")

    def readable(self):
        return True

    def _step(self):
        """Decompresses some more; False at the end."""
        # Four bytes can stand for 128 KiB, so that few are decompressed at once.
        data = self._rest or self._file.read(1024)
        self._rest = b""
        if not data:
            if self._frame is not None:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            return False
        if self._frame is None:
            self._frame = self._decompressor.decompressobj()
        self._text = memoryview(self._frame.decompress(data))
        if self._frame.eof:
            self._rest, self._frame = self._frame.unused_data, None
        return True

    def readinto(self, buffer):
        while not self._text:
            if not self._step():
                return 0
        count = min(len(buffer), len(self._text))
        buffer[:count] = self._text[:count]
        self._text = self._text[count:]
        return count


def _open_zstd(file):
    try:
        from compression import zstd
    except ImportError:
        try:
            import zstandard as zstd
        except ImportError:
            raise ImportError("reading .zst files needs Python 3.14 or the package zstandard; or decompress the file first") from None
    else:
        return zstd.open(file, "rb")
    return _Frames(zstd, file)


def _open_module(name):
    def function(file):
        return __import__(name).open(file, "rb")
    return function


# By the first bytes of a file.
_COMPRESSED = {b"\x1f\x8b": _open_module("gzip"), b"BZh": _open_module("bz2"), b"\xfd7zXZ\0": _open_module("lzma"),
               b"\x28\xb5\x2f\xfd": _open_zstd,
               **{bytes((first,)) + b"\x2a\x4d\x18": _open_zstd for first in range(0x50, 0x60)}}  # frames that are skipped


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


def _read_some(file, size, encoding="utf-8"):
    """Bytes of a binary or text file; empty at its end."""
    # A decompressor that fails in read() loses what it has decompressed before; read1() returns that first. A BufferedReader has nothing
    # to lose, and its read1() does not tell the end from a file that has no data now.
    buffered = isinstance(file, (io.BufferedReader, io.BufferedRandom))
    data = (file.read if buffered or not hasattr(file, "read1") else file.read1)(size)
    if isinstance(data, str):
        if encoding != "utf-8":
            raise TypeError(f"encoding={encoding!r} is for bytes, and the file returns text, which is decoded already: leave it out")
        return data.encode("utf-8", "surrogateescape")
    if data is None:
        raise BlockingIOError("the file has no data now: use a blocking one")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of the file returned {type(data).__name__}, not bytes or str")
    return bytes(data)


def _decompressed(file, encoding):
    head = b""
    while len(head) < 6:
        data = _read_some(file, 6 - len(head), encoding)
        if not data:
            break
        head += data
    for magic, opener in _COMPRESSED.items():
        if head.startswith(magic):
            return b"", opener(io.BufferedReader(_Again(head, file)))
    return head, file


class _Input:
    """The bytes of a file that have not been read as games yet. error is what reading the file raised: what came before is kept."""

    def __init__(self, file, encoding):
        self.encoding, self.error = encoding, None
        head, self.file = _decompressed(file, encoding)
        self.pending, self.ended = bytearray(head), False

    def read(self, size):
        data = b""
        try:
            data = _read_some(self.file, size, self.encoding)
        except Exception as error:
            self.error = error
        self.ended = not data
        self.pending += data


class _Piece(typing.NamedTuple):
    """Bytes from begin to end of a buffer, with which games begin and end; or the rest of a game that is too long. The last piece of an
    input has the exception, if any, with which the file ended."""

    buffer: typing.Any
    begin: int
    end: int
    error: Exception | None
    is_rest: bool = False


def _mid_line(text, place):
    """Whether something but blanks is before place on its line."""
    return bool(bytes(text[text.rfind(b"\n", 0, place) + 1:place]).strip(b" \t\r\v\f\xef\xbb\xbf"))


def _rest_of_game(source, mid_line):
    """Pieces of what is skipped behind a game that is too long: up to a tag, or the end of the input."""
    pending, found = source.pending, False
    while not found:
        if not source.ended:
            source.read(1 << 20)
        passed, found, mid_line = _core._pgn_pass_to_tag(pending, 0, mid_line, source.ended)
        is_last = source.ended and not found
        if passed or is_last:
            yield _Piece(bytes(memoryview(pending)[:passed]), 0, passed, source.error if is_last else None, True)
        del pending[:passed]
        if is_last:
            return


def _pieces_of_file(file, size, options):
    """Pieces of about size bytes: those of _pieces_of_buffer for the same bytes, as long as games have tags."""
    source = _Input(file, options.encoding)
    too_long = options.max_game + (2 << 20)  # a reader that finds a game too long looks that far, at most
    while True:
        pending = source.pending
        while not source.ended and len(pending) <= size:
            source.read(max(size - len(pending), 1 << 16))
        cut = _core._pgn_find_game(pending, size)
        while cut == len(pending) and not source.ended:
            if len(pending) > too_long:
                cut = _core._pgn_last_game(pending, options.strict, options.variants, options.max_game)
                break
            # A game longer than the piece. Reading twice as much each time keeps the search linear.
            wanted = min(len(pending) + max(size, len(pending)), too_long + 1)
            while not source.ended and len(pending) < wanted:
                source.read(wanted - len(pending))
            cut = _core._pgn_find_game(pending, size)
        if not pending and source.error is None:
            return
        passed, found, mid_line = 0, True, False
        if not cut and len(pending) > too_long:  # one game
            mid_line = _mid_line(pending, options.max_game)
            passed, found, mid_line = _core._pgn_pass_to_tag(pending, options.max_game, mid_line, False)
            cut = options.max_game + passed
        piece = bytes(memoryview(pending)[:cut])
        del pending[:cut]
        is_last = source.ended and not pending
        yield _Piece(piece, 0, cut, source.error if is_last else None)
        if not found:
            yield from _rest_of_game(source, mid_line)
            is_last = source.ended and not pending
        if is_last:
            return


def _pieces_of_buffer(view, size, options):
    if any(bytes(view[:6]).startswith(magic) for magic in _COMPRESSED):
        yield from _pieces_of_file(io.BytesIO(view), size, options)
        return
    begin = 0
    while begin < len(view):
        end = begin + _core._pgn_find_game(view[begin:], size)
        yield _Piece(view, begin, end, None)
        begin = end


def _open_path(path):
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        if isinstance(path, str) and any(sign in path for sign in "\n[ "):
            error.add_note("a str is the path of a file; games that are text are read(text.encode())")
        raise


def _pieces(source, size, options):
    if isinstance(source, (str, os.PathLike)):
        with _open_path(source) as file:
            yield from _pieces_of_file(file, size, options)
    elif hasattr(source, "read"):
        yield from _pieces_of_file(source, size, options)
    else:
        try:
            view = memoryview(source).cast("B")
        except TypeError:
            raise TypeError(f"a path, a buffer or a file is needed, not {type(source).__name__}") from None
        yield from _pieces_of_buffer(view, size, options)


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
    try:
        values = tuple(values)
    except TypeError:
        raise TypeError(f"{what} are a list of names, not {type(values).__name__}") from None
    for name in values:
        if not isinstance(name, str):
            raise TypeError(f"{what} are names, not {type(name).__name__}")
        if "\0" in name:
            raise ValueError(f"{name!r} cannot be a name")
    return values


def _checked_encoding(name):
    """The encoding if it has ASCII's characters where ASCII has them: the text is read as bytes, and only tags are decoded."""
    ascii_bytes = bytes(range(128))
    try:
        fits = ascii_bytes.decode(name) == ascii_bytes.decode("ascii")
    except UnicodeError:
        fits = False
    except LookupError:
        raise ValueError(f"no encoding {name!r}") from None
    if not fits:
        raise ValueError(f"{name!r} is not an extension of ASCII: decode the file, as by open(path, encoding={name!r}), and read that")
    return "utf-8" if name.lower().replace("_", "-") in ("utf-8", "utf8") else name


def read(source, columns=("results",), *, tags=(), threads=1, strict=False, variants=False, fallback_result=False, encoding="utf-8",
         max_game=64 << 20, chunk=8 << 20):
    """Reads all games of a path, a buffer (bytes, mmap) or a file as Games, each of about chunk bytes of text.

    columns: which of COLUMNS are wanted beside moves and offsets. tags: the names of tags that become columns of text. threads: how many
    read at the same time, 0 for as many as there are cores; the games come in order. strict: text that cannot be part of a game breaks
    it, instead of being skipped. variants: games of variants are read by their rules, instead of being broken. fallback_result: where
    the movetext has no result, that of the Result tag counts, also in a broken game. encoding: of the tags in a file of bytes; any that
    extends ASCII.

    max_game: a game of more bytes, up to the next one, is broken, and reading continues at the first line after them that begins with a
    tag: memory stays bounded, also where a small archive is one game that does not end.

    .gz, .bz2 and .xz are decompressed by the standard library, .zst where compression.zstd or zstandard is there; the first bytes say
    which it is. A broken game is a row with the moves before its fault, and is in faults. A file that cannot be read to its end, as a
    truncated .gz, gives the games before that place, of which the last is broken, and then raises its exception."""
    columns, tags = _names(columns, "columns"), _names(tags, "tags")
    for name in columns:
        if name not in COLUMNS and name not in ("moves", "offsets"):
            raise ValueError(f"no column {name!r}: there are moves, offsets, {', '.join(COLUMNS)}; others are tags=({name!r},)")
    if len(tags) > 64:
        raise ValueError(f"at most 64 tags can be columns, not {len(tags)}")
    if variants and "starts" in columns:
        raise ValueError("starts are positions of standard chess: leave them out, or variants")
    chunk, threads = _rows.integer(chunk, "chunk", 1, 1 << 62), _rows.integer(threads, "threads", 0, _rows.MAX_THREADS)
    if not isinstance(encoding, str):
        raise TypeError(f"encoding must be a name, not {type(encoding).__name__}")
    options = _Options(columns, tags, bool(strict), bool(variants), bool(fallback_result) and "results" in columns,
                       _checked_encoding(encoding), _rows.integer(max_game, "max_game", 1, 1 << 62))
    return _read(source, options, threads or os.cpu_count() or 1, chunk)


class _Options(typing.NamedTuple):
    columns: tuple
    tags: tuple
    strict: bool
    variants: bool
    fallback_result: bool
    encoding: str
    max_game: int


def _read_piece(options, buffer, begin, end, error, is_rest):
    """(columns, lines, bytes, error) of a piece of text; the rest of a game has no columns."""
    if is_rest:
        return None, buffer.count(b"\n"), end - begin, error
    wanted = sum({_WANTED[name] for name in options.columns if name in _WANTED})
    elo = [name for name in _ELO if name in options.columns]
    own = [_ELO[name] for name in elo] + ["Result"] * options.fallback_result
    found, lines = _core._pgn_columns(buffer, begin, end, wanted, (*options.tags, *own), options.strict, options.variants,
                                      options.max_game)
    texts = found["tags"][len(options.tags):]
    for name, text in zip(elo, texts):
        found[name] = _core._pgn_numbers(*text)
    if options.fallback_result:
        _core._pgn_fall_back(found["results"], *texts[-1])
    last = len(found["offsets"]) - 2
    if error is not None and last >= 0 and all(fault[0] != last for fault in found["faults"]):
        found["faults"].append((last, end - begin, lines + 1, f"the input ends in or after this game: {error}"))
        if found.get("flags") is not None:
            memoryview(found["flags"])[last] |= BROKEN
    return found, lines, end - begin, error


def _games(found, first, line, place, options):
    """The games of a piece, before which there are so many games, lines and bytes."""
    if place and "places" in found:
        _core._pgn_shift(found["places"], place)
    faults = [Fault(first + row, row, place + offset, line + at, message) for row, offset, at, message in sorted(found["faults"])]
    tags = {name: Texts(*texts, options.encoding) for name, texts in zip(options.tags, found["tags"])}
    return Games(first, found, tags, faults)


def _read(source, options, threads, chunk):
    first = line = place = 0
    pieces = _pieces(source, chunk, options)
    for found, lines, size, error in _in_order(functools.partial(_read_piece, options), pieces, threads):
        games = () if found is None else _games(found, first, line, place, options)
        first, line, place = first + len(games), line + lines, place + size
        if len(games):
            yield games
        if error is not None:
            error.add_note(f"after {first} games, {place} bytes and {line} lines of text")
            raise error
