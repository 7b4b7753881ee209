"""Games of PGN files as arrays, at the speed of C and without the GIL.

>>> from plyforge import pgn
>>> text = '[Event "?"]\\n[WhiteElo "2500"]\\n\\n1. e4 e5 2. Nf3 1-0\\n\\n[Event "?"]\\n\\n1. d4 d5 2. Ke3 *\\n'
>>> for games in pgn.read(text.encode(), columns=("results", "white_elo"), tags=("Event",)):
...     print(len(games), list(memoryview(games.move_ends)), list(memoryview(games.results)), list(games.tags["Event"]))
...     print(games.faults)
2 [0, 3, 5] [1, 4] ['?', '?']
[Fault(game=1, row=1, offset=77, line=8, message='Ke3: no king can go to e3')]

plyforge.batch.replay() turns the moves into positions. plyforge.chess.pgn has the reader for comments, variations and
single games.
"""
import collections
import concurrent.futures
import contextlib
import functools
import io
import os
import threading
import typing

from plyforge import _core, _rows, _table

__all__ = ["COLUMNS", "BROKEN", "CHESS960", "MATE", "NO_CLOCK", "NO_EVAL", "SET_UP", "WARNED", "Fault", "Games",
           "Reader", "Texts", "read"]

_WANTED = {"results": 1, "flags": 2, "offsets": 4, "clocks": 8, "evals": 16, "starts": 32}
COLUMNS = (*_WANTED, "white_elo", "black_elo")
_ELO = {"white_elo": "WhiteElo", "black_elo": "BlackElo"}

BROKEN, WARNED, SET_UP, CHESS960 = 1, 2, 4, 8  # bits of the column flags
NO_CLOCK = -1
NO_EVAL = -1 << 31
MATE = 1_000_000_000


class Fault(typing.NamedTuple):
    """A broken game: its number in the input, its row in the chunk, and where and why it is broken. Its moves before
    the fault are in the columns."""

    game: int
    row: int
    offset: int
    line: int
    message: str


class Texts(collections.abc.Sequence):
    """The values of a tag, a str for each game, "" for a game without it. text and ends are the memory behind it, in
    encoding: that of row i is text[ends[i]:ends[i + 1]]. Bytes that are invalid in that encoding become U+FFFD."""

    def __init__(self, text, ends, encoding="utf-8"):
        self.text, self.ends, self.encoding = text, ends, encoding
        self._text, self._ends = memoryview(text), memoryview(ends)

    def __len__(self):
        return len(self._ends) - 1

    def __getitem__(self, row):
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        count = len(self)
        if not -count <= row < count:
            raise IndexError(f"row {row} of {count}")
        row %= count
        return str(self._text[self._ends[row]:self._ends[row + 1]], self.encoding, "replace")

    def __repr__(self):
        return f"<{len(self)} texts>"

    def __reduce__(self):
        return Texts, (self.text, self.ends, self.encoding)


class Games(_table.Whole):
    """Some games of an input as columns. Columns that were not requested are None.

    first: the number of the first game in the input. moves: uint16, for all games; move_ends: int64, with a 0 before
    the first, so that the moves of row i are moves[move_ends[i]:move_ends[i + 1]]; 0 is a null move. results: uint8, 0
    for *,
    1 White, 2 Black, 3 draw, 4 if the text has none or the game is broken.
    white_elo, black_elo: int32, 0 if unknown. clocks: int32, one per move, milliseconds or NO_CLOCK. evals: int32, one
    per move, centipawns for White or NO_EVAL; mate in n is MATE - n, or n - MATE if Black mates. starts: the first
    positions, each with its variant. flags: uint8, BROKEN, WARNED (text was skipped), SET_UP (it has a FEN), CHESS960.
    offsets: int64, where the game begins, in bytes. tags: a Texts for each tag. faults: the broken games.

    As a table, for Arrow, Parquet and pandas, Games have a row per game with the columns game, the tags, result,
    white_elo, black_elo, flags, offset, start_fen, ply_count, moves, clocks, evals and parse_error, as far as they were
    requested, in the units of docs/howto-lichess.md: clocks in centiseconds, mate in n as 32000 - n."""

    __slots__ = ("first", "moves", "move_ends", "tags", "faults", *COLUMNS)
    _kind = "games"

    def __init__(self, first, columns, tags, faults):
        self.first, self.tags, self.faults = first, tags, faults
        for name in ("moves", "move_ends", *COLUMNS):
            setattr(self, name, columns.get(name))

    def __len__(self):
        return len(self.move_ends) - 1

    def _columns(self):
        return _table.columns_of_games(self)

    def __repr__(self):
        return f"<{len(self)} games from {self.first}, {len(self.moves)} moves, {len(self.faults)} broken>"


class Reader(_table.Tabular):
    """The return value of read(): an iterator of Games. As a table it has all games that have not been taken from it
    yet, and consumes them."""

    _kind = "games"

    def __init__(self, chunks, empty, source):
        self._chunks, self._empty, self._read_from = chunks, empty, source
        self._lock = threading.RLock()  # threads may share a reader: each gets other games

    def __iter__(self):
        return self

    def __next__(self):
        with self._lock:
            return next(self._chunks)

    def close(self):
        """Ends reading before the end of the input."""
        with self._lock:
            self._chunks.close()

    def _source(self):
        source = self._read_from
        try:
            if isinstance(source, (str, os.PathLike)):
                return os.stat(source)
            return os.fstat(source.fileno()) if hasattr(source, "fileno") else None
        except (OSError, ValueError):
            return None

    def _batches(self):
        yield self._empty()._columns()
        for games in self:
            yield games._columns(), len(games)

    def __repr__(self):
        return "<reader of games>"


# ---- Input ----

class _Frames(io.RawIOBase):
    """The text of zstd frames, by the package zstandard, whose own reader treats a truncated frame as complete and
    stops after the first."""

    def __init__(self, zstandard, file):
        self._decompressor, self._file = zstandard.ZstdDecompressor(), file
        self._frame, self._rest, self._text = None, b"", memoryview(b"")

    def readable(self):
        return True

    def _step(self):
        """Decompresses some more; False at the end."""
        # Four bytes can expand to 128 KiB, so only a few are decompressed at once.
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


class _FramesInThreads(io.RawIOBase):
    """The text of zstd frames as pzstd writes them, each after a frame of 12 bytes with its length: read ahead in runs,
    which threads decompress. If a run cannot be decompressed in this way, or would need too much memory, it and
    everything after it are left to _Frames, which decompresses piece by piece and reports the error."""

    _ENOUGH, _LONGEST = 1 << 20, 16 << 20  # compressed bytes of a run and of a frame
    _MOST_TEXT, _LARGEST_WINDOW = 64 << 20, 32 << 20  # of a run, and of a frame

    def __init__(self, zstandard, file, threads):
        self._zstandard, self._file, self._threads = zstandard, file, threads
        self._pool = concurrent.futures.ThreadPoolExecutor(threads)
        self._waiting = collections.deque()  # (compressed bytes, future) of runs
        self._rest = None  # the first bytes that do not belong to a run
        self._others = None  # a _Frames once the runs are read
        self._text = memoryview(b"")

    def readable(self):
        return True

    def close(self):
        self._pool.shutdown(wait=False, cancel_futures=True)
        super().close()

    def _next_run(self):
        """The bytes of the next run, and its frames in them."""
        parts, frames, size = [], [], 0
        while size < self._ENOUGH and self._rest is None:
            head = _read_all(self._file, 12)
            length = int.from_bytes(head[8:], "little")
            if head[:8] != _PZSTD or len(head) < 12 or length > self._LONGEST:
                self._rest = head
                break
            frame = _read_all(self._file, length)
            if len(frame) < length:
                self._rest = head + frame
                break
            parts += head, frame
            frames.append(frame)
            size += length
        return b"".join(parts), frames

    def _decompress(self, frames):
        """The text of a run; None if it must be left to _Frames."""
        texts, left = [], self._MOST_TEXT
        for frame in frames:
            texts.append(self._text_of(frame, left))
            if texts[-1] is None:
                return None
            left -= len(texts[-1])
        return b"".join(texts)

    def _text_of(self, frame, most):
        """The text of a frame; None if it is longer than that, or not just one frame that needs little memory."""
        zstandard = self._zstandard
        try:
            about = zstandard.get_frame_parameters(frame)
            unknown = about.content_size == zstandard.CONTENTSIZE_UNKNOWN
            if (about.window_size > self._LARGEST_WINDOW or not unknown and about.content_size > most
                    or not _is_one_frame(frame, zstandard.frame_header_size(frame), about.has_checksum)):
                return None
            decompressor, likely = zstandard.ZstdDecompressor(), 16 * len(frame) + 4096
            try:
                return decompressor.decompress(frame, max_output_size=max(min(likely, most), 1))
            except zstandard.ZstdError:
                return decompressor.decompress(frame, max_output_size=most) if likely < most else None
        except zstandard.ZstdError:
            return None

    def _step(self):
        """Gets some more text; False at the end."""
        while self._rest is None and len(self._waiting) <= self._threads:
            run, frames = self._next_run()
            if frames:
                self._waiting.append((run, self._pool.submit(self._decompress, frames)))
        text = self._waiting[0][1].result() if self._waiting else None
        if text is None:
            before = b"".join(run for run, _ in self._waiting) + (self._rest or b"")
            self._others = _Frames(self._zstandard, io.BufferedReader(_Again(before, self._file)))
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._waiting.clear()
            return False
        self._waiting.popleft()
        self._text = memoryview(text)
        return True

    def readinto(self, buffer):
        while not self._text:
            if self._others:
                return self._others.readinto(buffer)
            self._step()
        count = min(len(buffer), len(self._text))
        buffer[:count] = self._text[:count]
        self._text = self._text[count:]
        return count


_PZSTD = b"\x50\x2a\x4d\x18\4\0\0\0"  # the frame that pzstd writes before each frame, less the length


def _is_one_frame(frame, header_size, has_checksum):
    """Whether these bytes are a frame of zstd from its first to its last block, and nothing else."""
    at, is_last = header_size, False
    while not is_last:
        block = int.from_bytes(frame[at:at + 3], "little")
        is_last, is_run = block & 1, block >> 1 & 3 == 1
        at += 3 + (1 if is_run else block >> 3)
        if at > len(frame):
            return False
    return frame[:4] == b"\x28\xb5\x2f\xfd" and at + 4 * has_checksum == len(frame)


def _read_all(file, size):
    """This many bytes of a file, or all until its end."""
    parts = []
    while size > 0:
        data = file.read(size)
        if not data:
            break
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _open_zstd(file, threads):
    try:
        from compression import zstd
    except ImportError:
        try:
            import zstandard as zstd
        except ImportError:
            raise ImportError("reading .zst files needs Python 3.14 or the package zstandard; or decompress the file "
                              "first") from None
    else:
        return zstd.open(file, "rb")
    if threads > 1 and file.peek(len(_PZSTD)).startswith(_PZSTD):
        return _FramesInThreads(zstd, file, threads)
    return _Frames(zstd, file)


def _open_module(name):
    def function(file, threads):
        return __import__(name).open(file, "rb")
    return function


def _refuse(name):
    def function(file, threads):
        raise ValueError(f"this is a {name} archive, which may have several files: unpack it first")
    return function


# Indexed by the first bytes of a file.
_COMPRESSED = {b"\x1f\x8b": _open_module("gzip"), b"BZh": _open_module("bz2"), b"\xfd7zXZ\0": _open_module("lzma"),
               b"\x28\xb5\x2f\xfd": _open_zstd, b"PK\3\4": _refuse("zip"), b"PK\5\6": _refuse("zip"),
               b"7z\xbc\xaf\x27\x1c": _refuse("7z"), b"Rar!\x1a\7": _refuse("rar"),
               **{bytes((first,)) + b"\x2a\x4d\x18": _open_zstd
                  for first in range(0x50, 0x60)}}  # frames that are skipped


class _Again(io.RawIOBase):
    """A file whose first bytes have already been read."""

    def __init__(self, head, file):
        self.head, self.file = memoryview(head), file

    def readable(self):
        return True

    def readinto(self, buffer):
        data = self.head[:len(buffer)] if self.head else _read_some(self.file, len(buffer))
        self.head = self.head[len(buffer):]
        buffer[:len(data)] = data
        return len(data)


def _read_some(file, size, encoding="utf-8"):
    """Bytes of a binary or text file; empty at its end."""
    # A decompressor that fails in read() loses the data that it had decompressed before; read1() returns that first. A
    # BufferedReader has nothing to lose, and its read1() does not tell the end from a file that has no data now.
    buffered = isinstance(file, (io.BufferedReader, io.BufferedRandom))
    data = (file.read if buffered or not hasattr(file, "read1") else file.read1)(size)
    if isinstance(data, str):
        if encoding != "utf-8":
            raise TypeError(f"encoding={encoding!r} applies to bytes, but the file returns text, which is decoded "
                            f"already: leave it out")
        return data.encode("utf-8", "surrogateescape")
    if data is None:
        raise BlockingIOError("the file has no data available: use a blocking one")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of the file returned {type(data).__name__}, not bytes or str")
    return bytes(data)


def _decompressed(file, encoding, threads):
    head = b""
    while len(head) < len(_PZSTD):
        data = _read_some(file, len(_PZSTD) - len(head), encoding)
        if not data:
            break
        head += data
    for magic, opener in _COMPRESSED.items():
        if head.startswith(magic):
            return b"", opener(io.BufferedReader(_Again(head, file)), threads)
    return head, file


class _Input:
    """The bytes of a file that have not been read as games yet. error is the exception that reading the file raised;
    the data before it is kept."""

    def __init__(self, file, encoding, threads):
        self.encoding, self.error = encoding, None
        head, self.file = _decompressed(file, encoding, threads)
        self.pending, self.ended = bytearray(head), False

    def close(self):
        """Ends the threads that decompress. The caller's file stays open."""
        if isinstance(self.file, _FramesInThreads):
            self.file.close()

    def read(self, size):
        data = b""
        try:
            data = _read_some(self.file, size, self.encoding)
        except Exception as error:
            self.error = error
        self.ended = not data
        self.pending += data


class _Piece(typing.NamedTuple):
    """Bytes from begin to end of a buffer, with which games begin and end; or the rest of a game that is too long. The
    last piece of an input has the exception, if any, with which the file ended."""

    buffer: typing.Any
    begin: int
    end: int
    error: Exception | None
    is_rest: bool = False


def _mid_line(text, place):
    """Whether anything other than blanks precedes place on its line."""
    return bool(bytes(text[text.rfind(b"\n", 0, place) + 1:place]).strip(b" \t\r\v\f\xef\xbb\xbf"))


def _rest_of_game(source, mid_line):
    """Pieces of the text that is skipped after a game that is too long: up to a tag, or the end of the input."""
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
    with contextlib.closing(_Input(file, options.encoding, options.threads)) as source:
        yield from _pieces_of_source(source, size, options)


def _pieces_of_source(source, size, options):
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
    """function(*piece) for each piece, in order, by this many threads, which are at most that far ahead."""
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
    """The encoding if it has ASCII's characters where ASCII has them: the text is read as bytes, and only tags are
    decoded."""
    ascii_bytes = bytes(range(128))
    try:
        fits = ascii_bytes.decode(name) == ascii_bytes.decode("ascii")
    except UnicodeError:
        fits = False
    except LookupError:
        raise ValueError(f"unknown encoding {name!r}") from None
    if not fits:
        raise ValueError(f"{name!r} is not an extension of ASCII: decode the file, as by open(path, "
                         f"encoding={name!r}), and read that")
    return "utf-8" if name.lower().replace("_", "-") in ("utf-8", "utf8") else name


def read(source, columns=("results",), *, tags=(), threads=1, strict=False, variants=False, fallback_result=False,
         encoding="utf-8",
         max_game=64 << 20, chunk=8 << 20):
    """Reads all games of a path, a buffer (bytes, mmap) or a file as Games, each of about chunk bytes of text.

    columns: the COLUMNS to read in addition to moves and move_ends. tags: the names of tags that become columns of
    text. threads: how many read at the same time, 0 for one per core; the games come in order. strict:
    text that cannot be part of a game breaks it, instead of being skipped. variants: games of variants are read by
    their rules, instead of being broken. fallback_result: if the movetext has no result, that of the Result tag is
    used, even in a broken game. encoding: of the tags in a file of bytes; any that extends ASCII.

    max_game: a game of more bytes, up to the next one, is broken, and reading continues at the first line after them
    that begins with a tag: memory stays bounded even if a small archive expands to one endless game.

    .gz, .bz2 and .xz are decompressed by the standard library, .zst if compression.zstd or zstandard is available; the
    format is recognised by the first bytes. A broken game is a row with the moves before its fault, and is in faults. A
    file that cannot be read to its end, such as a truncated .gz, gives the games before that point, the last of which
    is broken, and then raises its exception."""
    columns, tags = _names(columns, "columns"), _names(tags, "tags")
    for name in columns:
        if name not in COLUMNS and name not in ("moves", "move_ends"):
            raise ValueError(f"no column {name!r}: there are moves, move_ends, {', '.join(COLUMNS)}; others are "
                             f"tags=({name!r},)")
    if len(tags) > 64:
        raise ValueError(f"at most 64 tags can be columns, not {len(tags)}")
    chunk, threads = _rows.integer(chunk, "chunk", 1, 1 << 62), _rows.integer(threads, "threads", 0, _rows.MAX_THREADS)
    if not isinstance(encoding, str):
        raise TypeError(f"encoding must be a name, not {type(encoding).__name__}")
    options = _Options(columns, tags, bool(strict), bool(variants), bool(fallback_result) and "results" in columns,
                       _checked_encoding(encoding), _rows.integer(max_game, "max_game", 1, 1 << 62),
                       threads or os.cpu_count() or 1)
    return Reader(_read(source, options, chunk), functools.partial(_no_games, options), source)


class _Options(typing.NamedTuple):
    columns: tuple
    tags: tuple
    strict: bool
    variants: bool
    fallback_result: bool
    encoding: str
    max_game: int
    threads: int


def _read_piece(options, buffer, begin, end, error, is_rest):
    """(columns, lines, bytes, error) of a piece of text; the rest of a game has no columns."""
    if is_rest:
        return None, buffer.count(b"\n"), end - begin, error
    wanted = sum({_WANTED[name] for name in options.columns if name in _WANTED})
    elo = [name for name in _ELO if name in options.columns]
    own = [_ELO[name] for name in elo] + ["Result"] * options.fallback_result
    found, lines = _core._pgn_columns(buffer, begin, end, wanted, (*options.tags, *own), options.strict,
                                      options.variants,
                                      options.max_game)
    texts = found["tags"][len(options.tags):]
    for name, text in zip(elo, texts):
        found[name] = _core._pgn_numbers(*text)
    if options.fallback_result:
        _core._pgn_fall_back(found["results"], *texts[-1])
    last = len(found["move_ends"]) - 2
    if error is not None and last >= 0 and all(fault[0] != last for fault in found["faults"]):
        found["faults"].append((last, end - begin, lines + 1, f"the input ends in or after this game: {error}"))
        if found.get("flags") is not None:
            memoryview(found["flags"])[last] |= BROKEN
    return found, lines, end - begin, error


def _games(found, first, line, begin, options):
    """The games of a piece that is preceded by this many games, lines and bytes."""
    if begin and "offsets" in found:
        _core._pgn_shift(found["offsets"], begin)
    faults = [Fault(first + row, row, begin + offset, line + at, message)
              for row, offset, at, message in sorted(found["faults"])]
    tags = {name: Texts(*texts, options.encoding) for name, texts in zip(options.tags, found["tags"])}
    return Games(first, found, tags, faults)


def _no_games(options):
    found, *_ = _read_piece(options, b"", 0, 0, None, False)
    return _games(found, 0, 0, 0, options)


def _read(source, options, chunk):
    first = line = begin = 0
    pieces = _pieces(source, chunk, options)
    for found, lines, size, error in _in_order(functools.partial(_read_piece, options), pieces, options.threads):
        games = () if found is None else _games(found, first, line, begin, options)
        first, line, begin = first + len(games), line + lines, begin + size
        if len(games):
            yield games
        if error is not None:
            error.add_note(f"after {first} games, {begin} bytes and {line} lines of text")
            raise error
