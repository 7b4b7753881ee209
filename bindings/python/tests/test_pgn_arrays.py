"""plyforge.pgn: the columns against plyforge.chess.pgn, and the same columns for every kind of input."""
import bz2
import gzip
import io
import itertools
import lzma
import os
import pathlib
import random
import threading

import pytest

import plyforge.chess as chess
import plyforge.chess.pgn  # noqa: F401 (used as chess.pgn)
from plyforge import batch, pgn

numpy = pytest.importorskip('numpy')


def random_games(count, seed=1):
    """Text of random games with clocks, evaluations, comments, variations, set-ups and faults."""
    rng, texts = random.Random(seed), []
    for number in range(count):
        game = chess.pgn.Game()
        game.headers['White'] = rng.choice(['Müller, "A"', 'B\\C', 'x'])
        if rng.random() < 0.6:
            game.headers['WhiteElo'], game.headers['BlackElo'] = str(rng.randrange(800, 3000)), rng.choice(['?', '-',
                                                                                                            '1500'])
        if rng.random() < 0.2:
            game.setup(chess.Board('4k3/P7/8/8/8/8/7p/R3K2R w KQ - 5 40'))
        node = game
        for _ in range(rng.randrange(40)):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            node = node.add_variation(rng.choice(moves))
            if rng.random() < 0.3:
                node.set_clock(rng.randrange(7200))
            if rng.random() < 0.3:
                node.set_eval(chess.pgn.PovScore(chess.pgn.Cp(rng.randrange(-900, 900)) if rng.random() < 0.8
                                                 else chess.pgn.Mate(rng.choice([-3, 2])), chess.WHITE))
            if rng.random() < 0.1:
                node.comment += ' words {of any kind'
            if rng.random() < 0.1 and len(moves) > 1:
                node.parent.add_variation(next(move for move in moves if move != node.move))
        game.headers['Result'] = rng.choice(['1-0', '0-1', '1/2-1/2', '*'])
        text = str(game)
        if rng.random() < 0.1 and node is not game:  # without moves it would be a fault in a tag
            text = text.rsplit(' ', 1)[0] + ' Nb1b1 ' + game.headers['Result']
        texts.append(text + '\n\n')
    return ''.join(texts)


TEXT = random_games(250)
DATA = TEXT.encode()
ALL = dict(columns=pgn.COLUMNS, tags=('White', 'Missing', 'FEN'))


def flat(chunks):
    """All that the chunks say, without their borders."""
    chunks = list(chunks)
    assert [games.first for games in chunks] == [sum(map(len, chunks[:i])) for i in range(len(chunks))]
    result = {}
    for name in ('moves', *pgn.COLUMNS):
        parts = [numpy.asarray(getattr(games, name)) for games in chunks if getattr(games, name) is not None]
        if parts:
            result[name] = numpy.concatenate(parts).tobytes()
    result['lengths'] = [int(n) for games in chunks for n in numpy.diff(numpy.asarray(games.move_ends))]
    result['faults'] = [(f.game, f.offset, f.line, f.message) for games in chunks for f in games.faults]
    for name in (chunks[0].tags if chunks else ()):
        result[name] = [text for games in chunks for text in games.tags[name]]
    return result


def test_against_the_event_reader():
    games, = pgn.read(DATA, **ALL)
    file, faults = io.StringIO(TEXT), {fault.row: fault for fault in games.faults}
    assert len(games) == 250 and faults
    moves, offsets, starts = numpy.asarray(games.moves), numpy.asarray(games.move_ends), batch.fens(games.starts)
    after = batch.fens(batch.replay(games.starts, moves, offsets, after=True))
    evals, clocks = numpy.asarray(games.evals), numpy.asarray(games.clocks)
    for row in range(len(games)):
        game = chess.pgn.read_game(file)
        assert bool(game.errors) == (row in faults) == bool(numpy.asarray(games.flags)[row] & pgn.BROKEN)
        nodes = list(game.mainline())
        assert len(nodes) == offsets[row + 1] - offsets[row] and starts[row] == game.board().fen()
        for at, node in enumerate(nodes, offsets[row]):
            assert after[at] == node.board().fen()
            clock = node.clock()
            assert clocks[at] == (pgn.NO_CLOCK if clock is None else round(clock * 1000))
            score = node.eval()
            wanted = pgn.NO_EVAL
            if score:
                mate = score.white().mate()
                wanted = score.white().score() if mate is None else pgn.MATE - mate if mate > 0 else -mate - pgn.MATE
            assert evals[at] == wanted
        if row not in faults:
            assert '* 1-0 0-1 1/2-1/2'.split()[numpy.asarray(games.results)[row]] == game.headers['Result']
        assert games.tags['White'][row] == game.headers['White'] and games.tags['Missing'][row] == ''
        elo = game.headers.get('WhiteElo', '')
        assert numpy.asarray(games.white_elo)[row] == (int(elo) if elo.isdigit() else 0)
        place = numpy.asarray(games.offsets)[row]
        assert DATA[place:place + 6] == b'[Event'
        assert bool(numpy.asarray(games.flags)[row] & pgn.SET_UP) == ('FEN' in game.headers)
    for fault in games.faults:
        assert fault.game == fault.row and DATA[fault.offset:].startswith(b'Nb1b1') and 'Nb1b1' in fault.message
        assert fault.line == DATA[:fault.offset].count(b'\n') + 1


class Slow(io.RawIOBase):
    """A file that returns few bytes at a time."""

    def __init__(self, data, size):
        self.data, self.size = io.BytesIO(data), size

    def readable(self):
        return True

    def read(self, size=-1):
        return self.data.read(min(self.size, size) if size >= 0 else self.size)


@pytest.fixture(scope='module')
def wanted():
    return flat(pgn.read(DATA, **ALL))


@pytest.mark.parametrize('chunk', [1, 700, 5000, 1 << 20])
@pytest.mark.parametrize('threads', [1, 3])
def test_every_cut_gives_the_same(wanted, chunk, threads):
    assert flat(pgn.read(DATA, chunk=chunk, threads=threads, **ALL)) == wanted
    assert flat(pgn.read(io.StringIO(TEXT), chunk=chunk, threads=threads, **ALL)) == wanted
    for size in (7, 1000):
        assert flat(pgn.read(Slow(DATA, size), chunk=chunk, threads=threads, **ALL)) == wanted


ODD = (b'{a comment}', b'; a line', b'words: and words', b'\xbf', b'\xef\xbb\xbf', b'[%clk 1]', b'[Bad', b'% line',
       b'{open', b'(x', b')', b'5.', b'Nf3')


@pytest.mark.parametrize('strict', [False, True])
def test_every_cut_gives_the_same_with_text_outside_of_games(strict):
    """Such text before the first tag belongs to the game that follows; after a result, to the game before."""
    game = b'[Event "b"]\n\n1. d4 *\n'
    for odd, end in itertools.product(ODD, (b'', b' ', b'\n', b'\n\n', b'\r\n\r\n', b'\n \nmore\n\n')):
        for text in (odd + end + game, b'\n' + odd + end + game + b'\n' + odd + end + game + b'\n' + game,
                     odd + end + b'1. e4 e5\n\n' + game):
            whole = flat(pgn.read(text, strict=strict, **ALL))
            for chunk in (1, 2, 16, 30):
                assert flat(pgn.read(text, strict=strict, chunk=chunk, **ALL)) == whole, text
                assert flat(pgn.read(Slow(text, 3), strict=strict, chunk=chunk, **ALL)) == whole, text


def test_a_long_preface():
    game = b'\n[Event "b"]\n\n1. d4 *\n'
    text = b'Some preface words\n' * 500_000 + game + game
    for source in (text, io.BytesIO(text)):
        chunks = list(pgn.read(source, tags=('Event',)))
        assert [len(games) for games in chunks] == [1, 1] and not any(games.faults for games in chunks)
    assert sum(len(games) for games in pgn.read(b'\xff\xfe' + game * 3, chunk=1)) == 1  # UTF-16
    for encoding in 'utf-16-le', 'utf-16-be':  # without a byte order mark
        [games] = pgn.read(game.decode().encode(encoding) * 3, chunk=1)
        assert len(games) == 1 and 'UTF-16' in games.faults[0].message


def test_every_input_gives_the_same(wanted, tmp_path):
    plain = tmp_path / 'games.pgn'
    plain.write_bytes(DATA)
    assert flat(pgn.read(plain, **ALL)) == flat(pgn.read(str(plain), **ALL)) == wanted
    for module, name in ((gzip, 'games.pgn.gz'), (bz2, 'games.pgn.bz2'), (lzma, 'games.pgn.xz')):
        (tmp_path / name).write_bytes(module.compress(DATA))
        assert flat(pgn.read(tmp_path / name, chunk=3000, threads=2, **ALL)) == wanted
        assert flat(pgn.read(module.compress(DATA),
                             **ALL)) == flat(pgn.read(Slow(module.compress(DATA), 5), **ALL)) == wanted
    (tmp_path / 'two.gz').write_bytes(gzip.compress(DATA[:1000]) + gzip.compress(DATA[1000:]))
    assert flat(pgn.read(tmp_path / 'two.gz', **ALL)) == wanted
    for buffer in (bytearray(DATA), memoryview(DATA), numpy.frombuffer(DATA, dtype=numpy.uint8)):
        assert flat(pgn.read(buffer, **ALL)) == wanted
    with open(plain, 'rb') as file:
        assert flat(pgn.read(file, **ALL)) == wanted
        assert not file.closed
    reader, writer = os.pipe()

    def write():
        with os.fdopen(writer, 'wb') as file:
            file.write(DATA)
    thread = threading.Thread(target=write)
    thread.start()
    with os.fdopen(reader, 'rb') as file:
        assert flat(pgn.read(file, chunk=2000, **ALL)) == wanted
    thread.join()


def test_zstd(monkeypatch, wanted):
    data = b'\x28\xb5\x2f\xfd rest'
    try:
        import zstandard
        assert flat(pgn.read(zstandard.compress(DATA), **ALL)) == wanted
    except ImportError:
        with pytest.raises(ImportError, match='zstandard'):
            list(pgn.read(data))
    import sys
    import types
    fake = types.ModuleType('zstandard')
    frame = types.SimpleNamespace(decompress=lambda data: DATA, eof=True, unused_data=b'')
    fake.ZstdDecompressor = lambda: types.SimpleNamespace(decompressobj=lambda: frame)
    monkeypatch.setitem(sys.modules, 'zstandard', fake)
    assert flat(pgn.read(data, **ALL)) == wanted


def test_only_what_is_wanted():
    games, = pgn.read(DATA, columns=())
    assert all(getattr(games, name) is None for name in pgn.COLUMNS) and games.tags == {} and len(games.moves)
    games, = pgn.read(DATA, columns=['clocks', 'moves'])
    assert len(games.clocks) == len(games.moves) and games.results is None
    assert list(pgn.read(b'')) == list(pgn.read(io.BytesIO())) == []
    bare = b'1. e4 e5 1-0\n\n1. d4 *\n'
    assert [len(games) for games in pgn.read(bare, chunk=1)] == [2]


def test_broken_input():
    text = b'[FEN "nonsense"]\n\n1. e4 *\n\n[Variant "Atomic"]\n\n1. e4 e5 *\n\n[White "A"]\n\n1. e4 xyz {open'
    games, = pgn.read(text, columns=('starts', 'flags'))
    assert ([fault.row for fault in games.faults] == [0, 1, 2] and 'FEN' in games.faults[0].message
            and 'variant' in games.faults[1].message)
    assert batch.fens(games.starts) == [chess.STARTING_FEN] * 3
    games, = pgn.read(text, variants=True)
    assert ([fault.row for fault in games.faults] == [0, 2]
            and list(numpy.diff(numpy.asarray(games.move_ends))) == [0, 2, 1])
    games, = pgn.read(b'1. e4 N e5 *', columns=('flags',))
    assert not games.faults and numpy.asarray(games.flags)[0] == pgn.WARNED
    games, = pgn.read(b'1. e4 N e5 *', strict=True)
    assert len(games.faults) == 1
    rng = random.Random(5)
    for _ in range(300):
        noise = bytearray(DATA[:3000])
        for _ in range(30):
            noise[rng.randrange(len(noise))] = rng.choice(b'[]{}()"\\\n;%$*-0 \xff\0')
        chunks = list(pgn.read(noise, chunk=rng.choice([1, 500, 9999]), **ALL))
        batch.replay(chunks[0].starts, chunks[0].moves, chunks[0].move_ends) if chunks else None


def test_wrong_arguments(tmp_path):
    for wrong in (5, None, object(), [b'x']):
        with pytest.raises(TypeError, match='path, a buffer or a file'):
            list(pgn.read(wrong))
    with pytest.raises(FileNotFoundError):
        list(pgn.read(tmp_path / 'none.pgn'))
    with pytest.raises(ValueError, match='no column .clock.'):
        pgn.read(DATA, columns=('clock',))
    with pytest.raises(TypeError, match='list of names'):
        pgn.read(DATA, columns='results')
    with pytest.raises(TypeError):
        pgn.read(DATA, tags=(5,))
    with pytest.raises(ValueError):
        pgn.read(DATA, tags=('a\0b',))
    with pytest.raises(ValueError, match='at most 64'):
        list(pgn.read(DATA, tags=[f'T{i}' for i in range(65)]))
    for options in ({'chunk': 0}, {'threads': -1}):
        with pytest.raises(ValueError):
            pgn.read(DATA, **options)

    class Wrong:
        def __init__(self, value):
            self.value = value

        def read(self, size):
            if isinstance(self.value, Exception):
                raise self.value
            return self.value
    for value, error in ((5, TypeError), (None, BlockingIOError), (OSError('broken'), OSError)):
        with pytest.raises(error):
            list(pgn.read(Wrong(value), threads=2))
    (tmp_path / 'bad.gz').write_bytes(gzip.compress(DATA)[:-20])
    with pytest.raises(EOFError):
        list(pgn.read(tmp_path / 'bad.gz'))


def test_texts():
    games, = pgn.read(DATA, tags=('White',))
    names = games.tags['White']
    assert names[-1] == names[len(names) - 1] and names[1:3] == [names[1], names[2]] and repr(names) == '<250 texts>'
    assert bytes(memoryview(names.text)).decode() == ''.join(names) and '250 games' in repr(games)
    with pytest.raises(IndexError):
        names[250]
    latin, = pgn.read('[White "Müller"]\n\n*'.encode('latin-1'), tags=('White',))
    assert latin.tags['White'][0] == 'M\ufffdller'


def test_reading_can_stop_early():
    chunks = pgn.read(DATA, chunk=1, threads=3)
    assert len(next(chunks)) == 1
    chunks.close()
    before = threading.active_count()
    for _, _ in zip(range(3), pgn.read(pathlib.Path(__file__).parent / 'test_pgn_arrays.py', chunk=1, threads=4)):
        pass
    assert threading.active_count() == before
