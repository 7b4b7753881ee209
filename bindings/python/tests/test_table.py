"""Tables of games and positions: the Arrow interface, which is read here by a reader of the C structs in ctypes
(pyarrow and polars are not in the distribution), pandas, and Parquet. tests/parquet/python.mjs has DuckDB read the same
files."""
import ctypes
import gc
import gzip
import io
import os
import random
import socket
import stat
import struct
import subprocess
import sys
import textwrap
import threading

import numpy
import pytest

from plyforge import batch, pgn

TEXT = '''[Event "Älpha"]
[White "Ann \\"A\\" O"]
[Black "?"]
[Round "1"]
[WhiteElo "2500"]
[BlackElo "99999"]

1. e4 { [%clk 1:00:00] [%eval 0.25] } e5 { [%clk 0:59:59.5] } 2. Qh5 { [%eval #3] } Nc6 { [%eval #-12] } 1-0

[Event "two"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

1. O-O Kd7 1/2-1/2

[Event ""]

*

[Event "broken"]
[WhiteElo "-5"]

1. e4 Ke3 0-1
'''.encode()
EVERYTHING = dict(columns=pgn.COLUMNS, tags=('Event', 'White', 'Black', 'Round'))
NAMES = ['game', 'event', 'white', 'black', 'Round', 'result', 'white_elo', 'black_elo', 'flags', 'offset', 'start_fen',
         'ply_count', 'moves', 'clocks', 'evals', 'parse_error']


# ---- A reader of Arrow's C structs ----

class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', ctypes.c_char_p),
                   ('flags', ctypes.c_int64), ('n_children', ctypes.c_int64),
                   ('children', ctypes.POINTER(ctypes.POINTER(Schema))), ('dictionary', ctypes.POINTER(Schema)),
                   ('release', ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))), ('private_data', ctypes.c_void_p)]
Array._fields_ = [('length', ctypes.c_int64), ('null_count', ctypes.c_int64), ('offset', ctypes.c_int64),
                  ('n_buffers', ctypes.c_int64), ('n_children', ctypes.c_int64),
                  ('buffers', ctypes.POINTER(ctypes.c_void_p)), ('children', ctypes.POINTER(ctypes.POINTER(Array))),
                  ('dictionary', ctypes.POINTER(Array)), ('release', ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))),
                  ('private_data', ctypes.c_void_p)]
Stream._fields_ = [('get_schema', ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
                   ('get_next', ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
                   ('get_last_error', ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
                   ('release', ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ('private_data', ctypes.c_void_p)]


def pointer(capsule, name, kind):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(get(capsule, name), ctypes.POINTER(kind))


def bits(address, count):
    return [ctypes.string_at(address, (count + 7) // 8)[i >> 3] >> (i & 7) & 1 for i in range(count)]


def values(schema, array):
    """The values of an array, by the format."""
    format_, length = schema.format.decode(), array.length
    assert array.offset == 0 and schema.flags & 2 and not schema.dictionary and not array.dictionary
    valid = bits(array.buffers[0], length) if array.buffers[0] else [1] * length
    assert array.null_count == valid.count(0)
    if format_ in ('U', '+L'):
        ends = struct.unpack(f'<{length + 1}q', ctypes.string_at(array.buffers[1], 8 * (length + 1)))
        assert ends[0] == 0 and sorted(ends) == list(ends)
        if format_ == 'U':
            assert array.n_buffers == 3 and array.n_children == 0
            data = ctypes.string_at(array.buffers[2], ends[-1])
            found = [data[ends[i]:ends[i + 1]].decode() for i in range(length)]
        else:
            assert array.n_buffers == 2 and array.n_children == schema.n_children == 1
            assert schema.children[0].contents.name == b'element'
            data = values(schema.children[0].contents, array.children[0].contents)
            found = [data[ends[i]:ends[i + 1]] for i in range(length)]
    else:
        assert array.n_buffers == 2 and array.n_children == 0
        size = {'C': 1, 'S': 2, 's': 2, 'i': 4, 'f': 4, 'l': 8}.get(format_) or int(format_[2:])
        data = ctypes.string_at(array.buffers[1], size * length)
        letter = {'C': 'B', 'S': 'H', 's': 'h', 'i': 'i', 'f': 'f', 'l': 'q'}.get(format_)
        found = list(struct.unpack(f'<{length}{letter}', data)) if letter else [
            data[size * i:size * (i + 1)] for i in range(length)]
    return [value if there else None for value, there in zip(found, valid)]


def read_struct(schema, array):
    assert schema.format == b'+s' and array.n_children == schema.n_children
    columns = {}
    for i in range(schema.n_children):
        child = schema.children[i].contents
        columns[child.name.decode()] = values(child, array.children[i].contents)
        assert array.children[i].contents.length == array.length
    return columns


def read_array(thing):
    first, second = thing.__arrow_c_array__()
    schema, array = pointer(first, b'arrow_schema', Schema), pointer(second, b'arrow_array', Array)
    return read_struct(schema.contents, array.contents)


def read_stream(thing):
    capsule = thing.__arrow_c_stream__()
    stream = pointer(capsule, b'arrow_array_stream', Stream)
    schema, batches = Schema(), []
    assert stream.contents.get_schema(stream, schema) == 0, stream.contents.get_last_error(stream)
    while True:
        array = Array()
        status = stream.contents.get_next(stream, array)
        if status:
            raise OSError(status, stream.contents.get_last_error(stream).decode())
        if not array.release:
            break
        batches.append(read_struct(schema, array))
        array.release(array)
        assert not array.release
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    schema.release(schema)
    assert not schema.release
    return {name: [value for part in batches for value in part[name]] for name in names}


EXPECTED = {
    'game': [0, 1, 2, 3],
    'event': ['Älpha', 'two', None, 'broken'],
    'white': ['Ann "A" O', None, None, None],
    'black': [None] * 4,
    'Round': ['1', None, None, None],
    'result': ['1-0', '1/2-1/2', '*', '*'],
    'white_elo': [2500, None, None, None],
    'black_elo': [None] * 4,
    'start_fen': [None, '4k3/8/8/8/8/8/8/4K2R w K - 0 1', None, None],
    'ply_count': [4, 2, 0, 1],
    'moves': [[796, 3364, 3 << 6 | 39, 57 << 6 | 42], [3 << 14 | 4 << 6 | 7, 60 << 6 | 51], [], [796]],
    'clocks': [[360000, 359950, None, None], None, None, None],
    'evals': [[25, None, 31997, -31988], None, None, None],
}


def test_arrow_array_of_games():
    found = read_array(next(pgn.read(TEXT, **EVERYTHING)))
    assert list(found) == NAMES
    for name, expected in EXPECTED.items():
        assert found[name] == expected, name
    assert found['parse_error'][:3] == [None] * 3 and 'king' in found['parse_error'][3]
    assert found['flags'][3] & pgn.BROKEN and found['offset'][0] == 0


@pytest.mark.parametrize('threads', [1, 3])
def test_arrow_stream_of_games(threads):
    found = read_stream(pgn.read(TEXT * 50, chunk=1000, threads=threads, **EVERYTHING))
    assert list(found) == NAMES and found['game'] == list(range(200))
    for name, expected in EXPECTED.items():
        if name != 'game':
            assert found[name] == expected * 50, name


def test_stream_of_nothing():
    found = read_stream(pgn.read(b'', **EVERYTHING))
    assert list(found) == NAMES and not any(found.values())
    assert list(read_stream(pgn.read(b''))) == ['game', 'result', 'ply_count', 'moves', 'parse_error']


def test_what_was_read_before_is_not_in_the_table():
    reader = pgn.read(TEXT * 50, chunk=1000)
    first = next(reader)
    assert read_stream(reader)['game'] == list(range(len(first), 200))
    assert read_stream(reader)['game'] == []


def test_a_stream_that_fails_says_why():
    class Bad(io.RawIOBase):
        left = 3

        def readable(self):
            return True

        def readinto(self, buffer):
            self.left -= 1
            if not self.left:
                raise OSError('the disk is on fire')
            return io.BytesIO(TEXT).readinto(buffer)
    with pytest.raises(OSError, match='the disk is on fire'):
        read_stream(pgn.read(Bad(), chunk=100))


def test_memory_outlives_its_arrays_and_is_freed_in_any_thread():
    first, second = next(pgn.read(TEXT * 1000)).__arrow_c_array__()
    gc.collect()
    schema, array = pointer(first, b'arrow_schema', Schema), pointer(second, b'arrow_array', Array)
    assert len(read_struct(schema.contents, array.contents)['moves']) == 4000
    thread = threading.Thread(target=array.contents.release, args=(array,))
    thread.start()
    thread.join()
    assert not array.contents.release
    del second  # nothing is left to be released


def test_streams_do_not_leak():
    program = textwrap.dedent('''
        import resource
        from plyforge import pgn
        text = b'[Event "x"]\\n\\n1. e4 e5 2. Nf3 Nc6 1-0\\n\\n' * 20000
        def peak():
            for _ in range(20):
                pgn.read(text, columns=pgn.COLUMNS, tags=("Event",)).__arrow_c_stream__()
                for games in pgn.read(text, columns=pgn.COLUMNS, tags=("Event",)):
                    games.__arrow_c_array__()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        first = peak()
        for _ in range(3):
            last = peak()
        assert last < first * 1.3, (first, last)
    ''')
    subprocess.run([sys.executable, '-c', program], check=True)


def test_unicode_and_encodings():
    text = '[White "Jürgen"]\n\n1. e4 *\n\n[White "?"]\n\n*\n'
    assert read_stream(pgn.read(text.encode(), tags=('White',)))['white'] == ['Jürgen', None]
    assert read_stream(pgn.read(text.encode('latin-1'), tags=('White',), encoding='latin-1'))['white'] == [
        'Jürgen', None]
    # Not UTF-8: an array of Arrow must be valid.
    assert read_stream(pgn.read(text.encode('latin-1'), tags=('White',)))['white'] == ['J\ufffdrgen', None]


def test_a_tag_and_a_column_of_the_same_name():
    found = read_stream(pgn.read(TEXT, columns=('starts',), tags=('FEN', 'Result')))
    assert found['FEN'] == found['start_fen'] and found['Result'] == [None] * 4


# ---- Parquet and pandas ----

def test_pandas():
    pandas = pytest.importorskip('pandas')
    frame = pgn.read(TEXT * 50, chunk=1000, **EVERYTHING).to_pandas()
    assert list(frame.columns) == NAMES and len(frame) == 200 and list(frame.index) == list(range(200))
    assert frame['white'].tolist() == EXPECTED['white'] * 50
    assert str(frame['white_elo'].dtype) == 'Int16' and frame['white_elo'].sum() == 2500 * 50
    assert frame['black_elo'].isna().all() and frame['ply_count'].tolist() == EXPECTED['ply_count'] * 50
    assert frame['moves'][0].tolist() == EXPECTED['moves'][0] and frame['moves'][0].dtype == numpy.uint16
    numpy.testing.assert_array_equal(frame['clocks'][0], [360000, 359950, numpy.nan, numpy.nan])
    assert frame['clocks'][1] is None and frame['evals'][0][3] == -31988
    empty = pgn.read(b'', **EVERYTHING).to_pandas()
    assert list(empty.columns) == NAMES and not len(empty) and (empty.dtypes == frame.dtypes).all()
    one = next(pgn.read(TEXT, **EVERYTHING)).to_pandas()
    pandas.testing.assert_frame_equal(one, pgn.read(TEXT, **EVERYTHING).to_pandas())


def test_without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, 'pandas', None)
    with pytest.raises(ImportError, match='needs the package pandas'):
        pgn.read(TEXT).to_pandas()


@pytest.mark.parametrize('compression', [None, 'zstd', 'gzip', 'none'])
def test_parquet_is_written_whole(tmp_path, compression):
    if compression == 'zstd':
        pytest.importorskip('zstandard')
    path = tmp_path / 'games.parquet'
    path.write_text('old')
    assert pgn.read(TEXT * 50, chunk=1000, **EVERYTHING).to_parquet(path, compression=compression) == 200
    data = path.read_bytes()
    assert data[:4] == data[-4:] == b'PAR1' and os.listdir(tmp_path) == ['games.parquet']
    assert len(data) > int.from_bytes(data[-8:-4], 'little') > 500


def test_parquet_without_zstd(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, 'zstandard', None)
    monkeypatch.setitem(sys.modules, 'compression', None)
    with pytest.raises(ImportError, match='zstandard'):
        pgn.read(TEXT).to_parquet(tmp_path / 'a', compression='zstd')
    assert pgn.read(TEXT).to_parquet(str(tmp_path / 'a').encode()) == 4
    with pytest.raises(ValueError, match="not 'snappy'"):
        pgn.read(TEXT).to_parquet(tmp_path / 'a', compression='snappy')


def test_a_failure_leaves_what_was_there(tmp_path):
    path = tmp_path / 'games.parquet'
    path.write_text('old')
    cut = subprocess.run(['gzip', '-c'], input=TEXT * 500, capture_output=True).stdout[:-20]
    with pytest.raises(EOFError):
        pgn.read(cut).to_parquet(path)
    assert path.read_text() == 'old' and os.listdir(tmp_path) == ['games.parquet']
    with pytest.raises(FileNotFoundError):
        pgn.read(TEXT).to_parquet(tmp_path / 'none' / 'games.parquet')
    program = textwrap.dedent('''
        import resource, signal, sys
        from plyforge import pgn
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        try:
            pgn.read(sys.stdin.buffer.read()).to_parquet(sys.argv[1])
        except OSError:
            print("refused")
    ''')
    done = subprocess.run([sys.executable, '-c', program, str(path)], input=TEXT * 500, capture_output=True)
    assert done.stdout == b'refused\n', done.stderr
    assert path.read_text() == 'old' and os.listdir(tmp_path) == ['games.parquet']


@pytest.mark.skipif(not hasattr(os, 'mkfifo'), reason='there are no FIFOs')
@pytest.mark.parametrize('compression', ['gzip', 'none'])
def test_only_a_regular_file_is_replaced(tmp_path, compression):
    fifo, link, folder, taken = (tmp_path / name for name in ('fifo', 'link', 'folder', 'socket'))
    os.mkfifo(fifo)
    link.symlink_to('fifo')
    folder.mkdir()
    (tmp_path / 'loop').symlink_to('loop')
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(taken))
    before = sorted(os.listdir(tmp_path))
    for path in fifo, link, taken, os.fsencode(fifo):
        reader = pgn.read(TEXT)
        with pytest.raises(OSError, match='only a regular file'):
            reader.to_parquet(path, compression=compression)
        assert sum(map(len, reader)) == 4  # nothing was read
    with pytest.raises(IsADirectoryError):
        pgn.read(TEXT).to_parquet(folder)
    with pytest.raises(OSError):
        pgn.read(TEXT).to_parquet(tmp_path / 'loop')
    assert stat.S_ISFIFO(os.stat(fifo).st_mode) and link.is_symlink() and stat.S_ISSOCK(os.stat(taken).st_mode)
    assert sorted(os.listdir(tmp_path)) == before and not os.listdir(folder)


def test_a_link_and_the_mode_of_a_file_stay(tmp_path):
    target, link, new = tmp_path / 'target', tmp_path / 'a' / 'link', tmp_path / 'new'
    link.parent.mkdir()
    target.write_text('old')
    target.chmod(0o640)
    link.symlink_to('../target')
    assert pgn.read(TEXT).to_parquet(link) == 4
    assert link.is_symlink() and target.read_bytes()[:4] == b'PAR1' and stat.S_IMODE(target.stat().st_mode) == 0o640
    (tmp_path / 'dangling').symlink_to('new')
    assert pgn.read(TEXT).to_parquet(tmp_path / 'dangling') == 4
    assert (tmp_path / 'dangling').is_symlink() and new.read_bytes()[:4] == b'PAR1' and not new.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ['a', 'dangling', 'new', 'target'] and os.listdir(link.parent) == ['link']


def test_a_file_that_must_not_be_written(tmp_path):
    path = tmp_path / 'games.parquet'
    path.write_text('old')
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip('root may write it')
    with pytest.raises(PermissionError):
        pgn.read(TEXT).to_parquet(path)
    assert path.read_text() == 'old'


def test_the_source_is_not_replaced(tmp_path):
    path, packed = tmp_path / 'games.pgn', tmp_path / 'games.pgn.gz'
    path.write_bytes(TEXT)
    packed.write_bytes(gzip.compress(TEXT))
    os.link(path, tmp_path / 'same')
    (tmp_path / 'link').symlink_to('games.pgn')
    for target in path, str(path), tmp_path / 'same', tmp_path / 'link':
        with pytest.raises(ValueError, match='read from'):
            pgn.read(path).to_parquet(target)
    with open(path, 'rb') as file, gzip.open(packed) as text:
        for source, target in (file, path), (text, packed):
            with pytest.raises(ValueError, match='read from'):
                pgn.read(source).to_parquet(target)
    assert path.read_bytes() == TEXT and gzip.decompress(packed.read_bytes()) == TEXT
    with open(path, 'rb') as file:
        assert pgn.read(file).to_parquet(packed) == 4
    assert pgn.read(io.BytesIO(TEXT)).to_parquet(path) == 4


# ---- Positions ----

FENS = ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '7k/8/8/8/8/8/8/K5R1 w - - 0 1'] * 5


def test_table_of_positions(tmp_path):
    positions = batch.positions(FENS)
    scores = numpy.arange(10, dtype=numpy.float32) / 4
    table = batch.table(positions, move=numpy.arange(10, dtype=numpy.uint16), score=scores,
                        number=numpy.arange(10) - 5, label=numpy.arange(10, dtype=numpy.int16))
    assert len(table) == 10 and table.column_names == ['fen', 'position', 'move', 'score', 'number', 'label']
    found = read_array(table)
    assert found == read_stream(table)
    assert found['fen'] == FENS and found['position'] == [bytes(row) for row in numpy.asarray(batch.pack(positions))]
    assert found['move'] == list(range(10)) and found['score'] == scores.tolist()
    assert found['number'] == list(range(-5, 5)) and found['label'] == list(range(10))
    assert table.to_parquet(tmp_path / 'positions.parquet') == 10
    assert batch.table(batch.positions([])).to_parquet(tmp_path / 'empty.parquet') == 0


def test_positions_of_variants_have_no_packed_form():
    atomic = batch.positions(FENS[:1], variant='atomic')
    found = read_array(batch.table(batch.concatenate([batch.positions(FENS[:2]), atomic])))
    assert found['position'][2] is None and None not in found['position'][:2] and found['fen'] == FENS[:2] + FENS[:1]
    assert read_array(batch.table(atomic))['position'] == [None]


def test_positions_in_pandas():
    pytest.importorskip('pandas')
    frame = batch.table(batch.positions(FENS), ply=numpy.arange(10)).to_pandas()
    assert frame['fen'].tolist() == FENS and frame['ply'].tolist() == list(range(10))
    assert all(isinstance(row, bytes) and len(row) == 24 for row in frame['position'])


@pytest.mark.parametrize('shape', [9, 11, (10, 2), (10, 1), ()])
def test_columns_of_a_wrong_shape(shape):
    with pytest.raises(ValueError, match="'wrong' must have one number for each of the 10 positions"):
        batch.table(batch.positions(FENS), wrong=numpy.zeros(shape, numpy.float32))


@pytest.mark.parametrize('values, kind', [
    *[(numpy.zeros(10, kind), kind) for kind in (
        'int8', 'uint32', 'uint64', 'float16', 'float64', 'complex64', '>i4', 'datetime64[s]', 'U3', 'object')],
    ([1] * 10, 'list'), ('text', 'str'), (None, 'NoneType'), (5, 'int')])
def test_columns_of_a_wrong_type(values, kind):
    with pytest.raises(ValueError) as caught:
        batch.table(batch.positions(FENS), wrong=values)
    message = str(caught.value)
    assert "the column 'wrong'" in message and 'int64 or float32' in message
    assert f"not {getattr(values, 'dtype', kind)}:" in message


@pytest.mark.parametrize('kind', ['bool', 'uint8', 'uint16', 'int16', 'int32', 'int64', 'float32'])
def test_columns_of_every_type(kind, tmp_path):
    values = numpy.arange(20)[::2].astype(kind)
    table = batch.table(batch.positions(FENS), column=values)
    assert read_array(table)['column'] == values.tolist()
    assert table.to_parquet(tmp_path / 'a') == 10


@pytest.mark.parametrize('name', ['fen', 'position'])
def test_a_column_of_positions_with_a_name_that_is_taken(name):
    with pytest.raises(ValueError, match=f"two columns of the table would have the name '{name}'"):
        batch.table(batch.positions(FENS), **{name: numpy.arange(10)})


@pytest.mark.parametrize('tags, name', [
    (('White', 'white'), 'white'), (('game',), 'game'), (('moves', 'Event'), 'moves'), (('result',), 'result'),
    (('parse_error',), 'parse_error'), (('start_fen', 'FEN'), 'start_fen')])
def test_a_tag_with_a_name_that_is_taken(tags, name, tmp_path):
    with pytest.raises(ValueError, match=f"two columns of the table would have the name '{name}'"):
        pgn.read(TEXT, tags=tags).to_parquet(tmp_path / 'a')
    assert not os.listdir(tmp_path)
    with pytest.raises(ValueError, match=name):
        read_stream(pgn.read(TEXT, tags=tags))
    games = next(pgn.read(TEXT, tags=tags))  # which has no table, but all tags
    assert list(games.tags) == list(tags)
    with pytest.raises(ValueError, match=name):
        read_array(games)


# ---- The functions in C ----

def test_wrong_columns_in_c():
    """What no caller of the package can pass: refused, and never read outside of its memory."""
    from plyforge import _core
    numbers, ends = _core._batch_new(3, (4,)), _core._batch_new(2, (5,))
    memoryview(ends)[:] = __import__('array').array('q', [0, 1 << 40, -1, 2, 1 << 62])
    bytes_ = _core._batch_new(0, (4,))
    memoryview(bytes_)[:] = b'abcd'
    rng, refused = random.Random(1), 0
    good = [('x', ('f', 4, 0, None, None, numbers)), ('x', ('U', 4, 0, None, ends, bytes_)),
            ('x', ('+L', 4, 0, None, ends, None), ('C', 4, 0, None, None, bytes_))]
    odd = [None, -1, 0, 3, 1 << 62, 'U', '+L', 'w:4', 'w:0', 'l', '', numbers, ends, bytes_, b'x']
    for column in good:
        parquet = _core._parquet_begin((column,), lambda data: None, 0, None, ('a', 'b'))
        _core._parquet_add(parquet, (column,), 4)
        _core._parquet_end(parquet)
    for _ in range(3000):
        column = [list(part) if isinstance(part, tuple) else part for part in rng.choice(good)]
        part = column[rng.randrange(1, len(column))]
        part[rng.randrange(6)] = rng.choice(odd)
        column = tuple(tuple(part) if isinstance(part, list) else part for part in column)
        try:
            _core._arrow_array((column,), 4)
            parquet = _core._parquet_begin((column,), lambda data: None, 0, None, ('a', 'b'))
            _core._parquet_add(parquet, (column,), 4)
            _core._parquet_end(parquet)
        except (TypeError, ValueError, OverflowError):
            refused += 1
    assert refused > 1000


def test_exceptions_of_callbacks():
    from plyforge import _core
    column = ('x', ('C', 4, 0, None, None, _core._batch_new(0, (4,))))

    def fail(data):
        raise KeyError('stop')
    with pytest.raises(KeyError):
        _core._parquet_begin((column,), fail, 0, None, ('a', 'b'))
    written = []
    parquet = _core._parquet_begin((column,), written.append, 6, fail, ('a', 'b'))
    _core._parquet_add(parquet, (column,), 4)
    with pytest.raises(KeyError):
        _core._parquet_end(parquet)
    with pytest.raises(ValueError):
        _core._parquet_add(parquet, (column,), 4)
    with pytest.raises(ValueError):
        _core._parquet_end(parquet)
    parquet = _core._parquet_begin((column,), written.append, 6, lambda data: 'no bytes', ('a', 'b'))
    with pytest.raises(TypeError):
        _core._parquet_add(parquet, (column,), 4) or _core._parquet_end(parquet)


def test_memory_of_parquet(tmp_path):
    """It does not grow with the file."""
    game = ''.join(f'[Event "{number}"]\n\n1. e4 {{[%clk 1:00:00]}} e5 2. Nf3 Nc6 1-0\n\n' for number in range(10000))
    program = textwrap.dedent('''
        import re, sys
        from plyforge import pgn
        games = pgn.read(sys.argv[1], columns=pgn.COLUMNS, tags=("Event",), threads=2, chunk=1 << 20)
        print(games.to_parquet(sys.argv[2]),
              int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) >> 10)
    ''')
    if not os.path.exists('/proc/self/status'):
        pytest.skip('there is no /proc')
    peaks = []
    for count in (20, 100):
        (tmp_path / 'games.pgn').write_text(game * count)
        command = [sys.executable, '-c', program, str(tmp_path / 'games.pgn'), str(tmp_path / 'out.parquet')]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows, peak = map(int, done.stdout.split())
        assert rows == 10000 * count
        peaks.append(peak)
    assert peaks[1] < peaks[0] + 40, peaks
