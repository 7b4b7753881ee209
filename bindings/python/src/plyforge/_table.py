"""Tables of games and positions for data tools: the Arrow interface, Parquet files and pandas.

A column is a tuple as extension/arrow.h describes it: (name, values), or (name, rows, elements) if it has lists; values
are (format, length, nulls, validity, ends, data)."""
import errno
import gzip
import itertools
import os
import secrets
import stat

from plyforge import _core, _rows

_NOTE = ('{{"version":"{}","table":"{}","moves":"16 bits: target square 0-5 (a1 = 0, h8 = 63), origin 6-11, promotion '
         'piece less knight 12-13, kind 14-15 (0 normal, 1 promotion, 2 en passant, 3 castling, king takes rook); 0 is '
         'a null move"}}')
_DTYPES = {"C": "uint8", "S": "uint16", "s": "int16", "i": "int32", "l": "int64", "f": "float32"}


# ---- Columns ----

def numbers(name, format_, array, validity=None, nulls=0, length=None):
    """A column of numbers; for bytes of a fixed length, length is given, because the array has more elements."""
    return name, (format_, len(array) if length is None else length, nulls, validity, None, array)


def texts(name, text, ends, validity=None, nulls=0):
    """A column of texts in UTF-8."""
    return name, ("U", len(ends) - 1, nulls, validity, ends, text)


def _array(kind, data, size):
    """A new array of this many elements with these bytes."""
    array = _core._batch_new(kind, (size,))
    if size:
        memoryview(array).cast("B")[:] = data
    return array


def strings(name, values):
    """A column of texts from str and None."""
    encoded = [b"" if value is None else value.encode("utf-8", "replace") for value in values]
    ends = _core._batch_new(_rows.I64, (len(encoded) + 1,))
    view = memoryview(ends)
    view[0] = 0
    for row, end in enumerate(itertools.accumulate(map(len, encoded)), 1):
        view[row] = end
    bits = bytearray((len(encoded) + 7) // 8)
    nulls = 0
    for row, value in enumerate(values):
        if value is None:
            nulls += 1
        else:
            bits[row >> 3] |= 1 << (row & 7)
    return texts(name, _array(_rows.U8, b"".join(encoded), view[len(encoded)]), ends,
                 _array(_rows.U8, bits, len(bits)), nulls)


def _distinct(columns):
    """The columns, as a tuple. ValueError if two have the same name: readers of tables would lose one of them."""
    names = set()
    for name, *_ in columns:
        if name in names:
            raise ValueError(f"two columns of the table would have the name {name!r}")
        names.add(name)
    return tuple(columns)


def no_strings(name, rows):
    """A column of texts that are all null."""
    size = (rows + 7) // 8
    return texts(name, _array(_rows.U8, b"", 0), _array(_rows.I64, bytes(8 * (rows + 1)), rows + 1),
                 _array(_rows.U8, bytes(size), size), rows)


# ---- pandas ----

def _is_valid(numpy, values):
    """Which values are present, as an array of bool."""
    _, length, _, validity, _, _ = values
    if validity is None:
        return numpy.ones(length, bool)
    return numpy.unpackbits(numpy.asarray(validity), count=length, bitorder="little").astype(bool)


def _numbers_of(numpy, values):
    format_, length, _, _, _, data = values
    if format_.startswith("w:"):
        return numpy.asarray(data).reshape(length, -1)
    return numpy.asarray(data).view(_DTYPES[format_])[:length]


def _texts_of(values, valid):
    _, length, _, _, ends, data = values
    text, end = bytes(memoryview(data)), memoryview(ends).tolist()
    return [text[end[i]:end[i + 1]].decode() if valid[i] else None for i in range(length)]


def _objects(numpy, values):
    """An array of objects, which may in turn be arrays."""
    result = numpy.empty(len(values), object)
    for row, value in enumerate(values):
        result[row] = value
    return result


def _pandas_column(pandas, numpy, column):
    name, values, *elements = column
    valid = _is_valid(numpy, values)
    if elements:
        data = _numbers_of(numpy, elements[0])
        if elements[0][3] is not None:
            data = numpy.where(_is_valid(numpy, elements[0]), data, numpy.nan)
        end = memoryview(values[4]).tolist()
        return _objects(numpy, [data[end[i]:end[i + 1]] if valid[i] else None for i in range(len(valid))])
    if values[0] == "U":
        return _objects(numpy, _texts_of(values, valid))
    data = _numbers_of(numpy, values)
    if data.ndim == 2:
        return _objects(numpy, [bytes(row) if valid[i] else None for i, row in enumerate(data)])
    if values[3] is not None:
        return pandas.arrays.IntegerArray(data.copy(), ~valid)
    return data


# ---- Parquet ----

def _zstd():
    """A function that compresses by zstd, or None."""
    try:
        from compression import zstd
    except ImportError:
        try:
            import zstandard as zstd
        except ImportError:
            return None
    return lambda data: zstd.compress(data, 1)


def _codec(name):
    """(the number of the format, function) for compressing pages."""
    if name not in (None, "zstd", "gzip", "none"):
        raise ValueError(f"compression must be 'zstd', 'gzip', 'none', or None for the best of them, not {name!r}")
    if name in (None, "zstd"):
        function = _zstd()
        if function:
            return 6, function
        if name:
            raise ImportError("compression by zstd needs Python 3.14 or the package zstandard")
    if name == "none":
        return 0, None
    return 2, lambda data: gzip.compress(data, 1, mtime=0)


def _file_to_replace(path, source):
    """(the file that a path leads to, its permissions or None if it does not exist yet). A link is followed. OSError if
    it
    is not a regular file that may be written; ValueError if it is the source, as os.stat() describes it."""
    try:
        existing = os.stat(path)
    except FileNotFoundError:
        return os.path.realpath(path), None
    if stat.S_ISDIR(existing.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(existing.st_mode):
        raise OSError(errno.EINVAL, "a Parquet file replaces only a regular file, and this is a device, a pipe or a "
                                    "socket", path)
    if source is not None and os.path.samestat(source, existing):
        raise ValueError(f"{path!r} is the file that the games are read from: give the Parquet file another name")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    return os.path.realpath(path), stat.S_IMODE(existing.st_mode)


def _create_beside(path):
    """A new file in the folder of path: (file, its name)."""
    while True:
        name = f"{path}.{secrets.token_hex(4)}"
        try:
            return open(name, "xb"), name
        except FileExistsError:
            pass


class Tabular:
    """Anything with rows and columns. A subclass has _batches(), which first yields columns for their names and types,
    then (columns, rows) for each batch; and _kind, which names the contents of a row."""

    __slots__ = ()

    def __arrow_c_stream__(self, requested_schema=None):
        """The rows as a stream of Arrow, which pyarrow, polars, DuckDB and others read:
        https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html"""
        batches = self._batches()
        return _core._arrow_stream(next(batches), batches)

    def _source(self):
        """The file from which rows are still to be read, as os.stat() describes it, or None."""
        return None

    def to_parquet(self, path, *, compression=None):
        """Writes the rows into a Parquet file, which replaces one of the same name once it is complete and keeps its
        permissions. Returns how many rows there are. If path is a link, its target is replaced; OSError if it is a
        directory, a device or a pipe, ValueError if it is the file that the games are read from. compression: of pages,
        "zstd", "gzip" or "none"; None means zstd if Python has it, otherwise gzip. Memory holds the rows that are being
        read, and row groups of 100,000 rows."""
        number, compress = _codec(compression)
        path, total = os.fspath(path), 0
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        path, mode = _file_to_replace(path, self._source())
        batches = self._batches()
        columns = next(batches)
        file, name = _create_beside(path)
        try:
            with file:
                parquet = _core._parquet_begin(columns, file.write, number, compress,
                                               ("plyforge", _NOTE.format(_core.version, self._kind)))
                for columns, rows in batches:
                    _core._parquet_add(parquet, columns, rows)
                    total += rows
                _core._parquet_end(parquet)
            if mode is not None:
                os.chmod(name, mode)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
        return total

    def to_pandas(self):
        """The rows as a pandas.DataFrame. Texts are objects, None if they are null; ratings have the type Int16; lists
        are numpy arrays, of clocks and evals with NaN where a move has none."""
        try:
            import numpy
            import pandas
        except ImportError:
            raise ImportError("to_pandas() needs the package pandas") from None
        batches = self._batches()
        frames = []
        for columns, _ in itertools.chain([(next(batches), 0)], batches):
            frames.append(pandas.DataFrame({column[0]: _pandas_column(pandas, numpy, column) for column in columns}))
        return pandas.concat(frames, ignore_index=True) if len(frames) > 2 else frames[-1]


class Whole(Tabular):
    """A single batch of rows: it has _columns() and a length."""

    __slots__ = ()

    def _batches(self):
        columns = self._columns()
        yield columns
        yield columns, len(self)

    def __arrow_c_array__(self, requested_schema=None):
        """The rows as an array of structs of Arrow, and its schema."""
        return _core._arrow_array(self._columns(), len(self))


# ---- Games ----

# As `plyforge pgn --parquet` calls them.
_TAG_COLUMNS = {"Event": "event", "Site": "site", "White": "white", "Black": "black", "WhiteTitle": "white_title",
                "BlackTitle": "black_title", "ECO": "eco", "Opening": "opening", "Termination": "termination",
                "Variant": "variant", "FEN": "start_fen"}
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def _tag_column(name, values):
    validity, nulls = _core._table_known_texts(values.text, values.ends)
    if bytes(memoryview(values.text)).isascii():
        return texts(name, values.text, values.ends, validity, nulls)
    return strings(name, [value if value not in ("", "?") else None for value in values])


def _list_column(name, format_, ends, found):
    validity, nulls, data, valid, missing = found
    return name, ("+L", len(ends) - 1, nulls, validity, ends, None), (format_, len(data), missing, valid, None, data)


def _start_column(games):
    from plyforge import batch
    return strings("start_fen", [fen if fen != _START else None for fen in batch.fens(games.starts)])


def _error_column(games):
    if not games.faults:
        return no_strings("parse_error", len(games))
    messages = [None] * len(games)
    for fault in games.faults:
        messages[fault.row] = fault.message
    return strings("parse_error", messages)


def columns_of_games(games):
    """The columns of plyforge.pgn.Games."""
    columns = [numbers("game", "l", _core._table_sequence(games.first, len(games)))]
    names = {name: _TAG_COLUMNS.get(name, name) for name in games.tags}
    if games.starts is not None and "FEN" in names:
        names["FEN"] = "FEN"
    columns += [_tag_column(names[name], values) for name, values in games.tags.items()]
    if games.results is not None:
        columns.append(texts("result", *_core._table_results(games.results)))
    for name in ("white_elo", "black_elo"):
        if getattr(games, name) is not None:
            data, validity, nulls = _core._table_small_numbers(getattr(games, name), 0)
            columns.append(numbers(name, "s", data, validity, nulls))
    if games.flags is not None:
        columns.append(numbers("flags", "C", games.flags))
    if games.offsets is not None:
        columns.append(numbers("offset", "l", games.offsets))
    if games.starts is not None:
        columns.append(_start_column(games))
    ends = games.move_ends
    columns.append(numbers("ply_count", "i", _core._table_sizes(ends)))
    columns.append(("moves", ("+L", len(games), 0, None, ends, None),
                    ("S", len(games.moves), 0, None, None, games.moves)))
    if games.clocks is not None:
        columns.append(_list_column("clocks", "i", ends, _core._table_clocks(games.clocks, ends)))
    if games.evals is not None:
        columns.append(_list_column("evals", "s", ends, _core._table_evals(games.evals, ends)))
    columns.append(_error_column(games))
    return _distinct(columns)


# ---- Positions ----

_VARIANT_BYTE, _ROW_SIZE = 108, 112
_FORMATS = {"B": "C", "?": "C", "H": "S", "h": "s", "i": "i", "q": "l", "l": "l", "f": "f"}


def columns_of_positions(positions, more):
    """fen, position (packed; null in a variant), and the caller's columns."""
    from plyforge import batch
    numbers_ = [_column_of_numbers(name, values, len(positions)) for name, values in more.items()]
    return _distinct([strings("fen", batch.fens(positions)), _packed_column(positions), *numbers_])


def _column_of_numbers(name, values, rows):
    try:
        view = memoryview(values)
        format_ = _FORMATS.get(view.format.lstrip("<=@"))
    except (TypeError, ValueError, BufferError):
        format_ = None
    if format_ is None:
        type_ = getattr(values, "dtype", type(values).__name__)
        raise ValueError(f"the column {name!r} must be an array of bool, uint8, uint16, int16, int32, int64 or "
                         f"float32, not {type_}: convert it, as by numpy.asarray(..., 'float32')")
    if format_ == "l" and view.itemsize == 4:  # a C long on Windows
        format_ = "i"
    if view.shape != (rows,):
        raise ValueError(f"the column {name!r} must have one number for each of the {rows} positions, and its shape is "
                         f"{view.shape}")
    kind = {1: _rows.U8, 2: _rows.U16, 8: _rows.I64}.get(view.itemsize, _rows.F32 if format_ == "f" else _rows.I32)
    return numbers(name, format_, _array(kind, view.tobytes(), rows))


def _packed_column(positions):
    from plyforge import batch
    rows = len(positions)
    variants = bytes(positions)[_VARIANT_BYTE::_ROW_SIZE]
    if not any(variants):
        return numbers("position", "w:24", batch.pack(positions), None, 0, rows)
    chess = [row for row in range(rows) if not variants[row]]
    packed = memoryview(bytearray(24 * rows))
    some = memoryview(batch.pack(batch.take(positions, chess))).cast("B") if chess else b""
    bits = bytearray((rows + 7) // 8)
    for i, row in enumerate(chess):
        packed[24 * row:24 * row + 24] = some[24 * i:24 * i + 24]
        bits[row >> 3] |= 1 << (row & 7)
    return numbers("position", "w:24", _array(_rows.U8, packed, 24 * rows), _array(_rows.U8, bits, len(bits)),
                   rows - len(chess), rows)
