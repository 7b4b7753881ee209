"""plyforge.pgn with input that is odd: cut archives, other encodings, text that is no PGN, results in tags only, names
of variants."""
import bz2
import gzip
import io
import lzma
import time

import pytest

import plyforge.chess as chess
import plyforge.chess.pgn
import plyforge.chess.variant  # noqa: F401 (used as chess.variant)
from plyforge import pgn

GAMES = ''.join(f'[Event "{number}"]\n[White "Müller"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n'
                for number in range(3000))
DATA = GAMES.encode()


def read_all(source, **options):
    """(chunks, exception): what comes before the exception, and it."""
    chunks = []
    try:
        for games in pgn.read(source, **options):
            chunks.append(games)
    except Exception as error:
        return chunks, error
    return chunks, None


# ---- Input that ends too early ----

@pytest.mark.parametrize('threads', [1, 3])
@pytest.mark.parametrize('module', [gzip, bz2, lzma])
def test_a_cut_archive_gives_the_games_before_the_cut(tmp_path, module, threads):
    whole = module.compress(DATA) if module is not bz2 else bz2.compress(DATA, 1)
    path = tmp_path / 'cut'
    path.write_bytes(whole[:-10] if module is gzip else whole[:len(whole) * 3 // 4])
    for source in (path, path.read_bytes(), io.BytesIO(path.read_bytes()), module.open(path)):
        for chunk in (1000, 8 << 20):
            chunks, error = read_all(source, columns=('flags',), tags=('Event',), threads=threads, chunk=chunk)
            assert type(error) is EOFError and 'games' in error.__notes__[0]
            names = [name for games in chunks for name in games.tags['Event']]
            assert len(names) > 500, len(names)
            assert names[:-1] == [str(number) for number in range(len(names) - 1)]
            faults = [fault for games in chunks for fault in games.faults]
            assert [fault.game for fault in faults] == [len(names) - 1] and 'the input ends' in faults[0].message
            assert [bool(flag & pgn.BROKEN) for games in chunks
                    for flag in memoryview(games.flags)] == [False] * (len(names) - 1) + [True]
            if hasattr(source, 'seek'):
                source.seek(0)
        getattr(source, 'close', bool)()


def test_a_file_that_breaks_off():
    class Breaks(io.RawIOBase):
        def __init__(self):
            self.data = io.BytesIO(DATA[:50000])

        def readable(self):
            return True

        def read(self, size=-1):
            data = self.data.read(min(size, 7000))
            if not data:
                raise ConnectionResetError('gone')
            return data
    chunks, error = read_all(Breaks(), chunk=10000)
    assert type(error) is ConnectionResetError and sum(map(len, chunks)) == DATA[:50000].count(b'[Event')
    assert [fault.game for games in chunks for fault in games.faults] == [sum(map(len, chunks)) - 1]
    assert f'after {sum(map(len, chunks))} games, 50000 bytes' in error.__notes__[0]


def test_an_archive_with_a_wrong_sum(tmp_path):
    data = bytearray(gzip.compress(DATA))
    data[-6] ^= 1
    chunks, error = read_all(bytes(data))
    assert isinstance(error, OSError) and sum(map(len, chunks)) == 3000


# ---- Encodings ----

def test_encodings(tmp_path):
    latin, cyrillic = '[White "Müller"]\n\n*'.encode('latin-1'), '[White "Карпов"]\n\n*'.encode('cp1251')
    assert next(pgn.read(latin, tags=('White',), encoding='latin-1')).tags['White'][0] == 'Müller'
    assert next(pgn.read(cyrillic, tags=('White',), encoding='cp1251')).tags['White'][0] == 'Карпов'
    assert next(pgn.read(DATA, tags=('White',), encoding='UTF8')).tags['White'].encoding == 'utf-8'
    assert next(pgn.read(latin, tags=('White',))).tags['White'][0] == 'M\ufffdller'
    for wrong in ('utf-16', 'utf-32', 'cp037', 'utf-7'):
        with pytest.raises(ValueError, match='not an extension of ASCII'):
            pgn.read(latin, encoding=wrong)
    with pytest.raises(ValueError, match="unknown encoding 'klingon'"):
        pgn.read(latin, encoding='klingon')
    with pytest.raises(TypeError, match='encoding must be a name'):
        pgn.read(latin, encoding=None)
    (tmp_path / 'wide.pgn').write_text(GAMES[:500], encoding='utf-16')
    with open(tmp_path / 'wide.pgn', encoding='utf-16') as file:
        assert next(pgn.read(file, tags=('White',))).tags['White'][0] == 'Müller'
    chunks, error = read_all(io.StringIO(GAMES), encoding='latin-1')
    assert chunks == [] and isinstance(error, TypeError) and 'decoded already' in str(error)
    games = next(pgn.read(tmp_path / 'wide.pgn'))
    assert 'UTF-16' in games.faults[0].message


# ---- Text that is no PGN ----

@pytest.mark.parametrize('text', [b'hello world', b'<html><body>\n<p>404 Not found</p></body></html>', b'\0\1\2' * 50,
                                  b'\x89PNG\r\n\x1a\nIHDR',
                                  b'id,fen,eval\n1,8/8/8/8/8/8/8/8,0\n', b'{"moves": ["e2e4"]}x'])
def test_text_that_is_no_pgn(text):
    for columns in ((), pgn.COLUMNS):
        games, = pgn.read(text, columns=columns)
        assert (len(games) == 1 and len(games.faults) == 1 and 'not PGN' in games.faults[0].message
                and games.faults[0].line >= 1)
    assert memoryview(games.flags)[0] & pgn.BROKEN


def test_games_without_moves_are_games():
    for text in (b'[Event "x"]\n\nhello *\n', b'[Event "x"]\n\nhello\n', b'*', b'1-0', b'{ a comment }', b'[Event "x"]',
                 b'[Event "x\n\n',
                 b'My games\n[Event "x"]\n\n', b'\0\n\n[Event "x"]\nhello', b'% escaped\n[Event "x\n\n',
                 b'\xef\xbb\xbf[Event x\n\n'):
        games, = pgn.read(text)
        assert len(games) == 1 and not games.faults, text


def test_text_between_games_is_not_refused():
    text = b'[A "1"]\n\n1. e4 *\n\n' + b'My games\n[A "2"]\n\n' * 2 + b'[A "3"]\n\n*\n\n'
    for threads, chunk in ((1, 1 << 20), (2, 1)):
        chunks = list(pgn.read(text, tags=('A',), threads=threads, chunk=chunk))
        assert [tag for games in chunks for tag in games.tags['A']] == ['1', '2', '2', '3']
        assert not any(games.faults for games in chunks)
    fault, = next(pgn.read(b'\n\n\nhello\n')).faults
    assert (fault.offset, fault.line) == (3, 4)


def test_many_games_without_moves_take_no_longer_each():
    """Counting lines from the start for every game took minutes."""
    for game in (b'[A "\n\n', b'x\n[A "b"]\n\n'):
        began = time.process_time()
        assert sum(len(games) for games in pgn.read(game * 500_000)) == 500_000
        assert time.process_time() - began < 10


# ---- Results ----

def test_results_of_tags():
    text = (b'[Result "0-1"]\n\n1. e4 e5\n\n[Result "1/2-1/2"]\n\n1. e4 1-0\n\n[Result "odd"]\n\n1. e4\n\n[Event '
            b'"x"]\n\n1. e4\n\n'
            b'[Result "1-0"]\n\n1. e4 e4 1-0\n')
    assert list(memoryview(next(pgn.read(text)).results)) == [4, 1, 4, 4, 4]
    for threads in (1, 2):
        chunks = pgn.read(text, fallback_result=True, columns=('results', 'white_elo'), tags=('Result',),
                          threads=threads, chunk=1)
        assert [result for games in chunks for result in memoryview(games.results)] == [2, 1, 4, 4, 1]
    assert next(pgn.read(text, columns=(), fallback_result=True)).results is None
    many = [f'T{number}' for number in range(63)] + ['Result']
    games = next(pgn.read(text, columns=('results', 'white_elo', 'black_elo'), tags=many, fallback_result=True))
    assert games.tags['Result'][:2] == ['0-1', '1/2-1/2'] and memoryview(games.results)[0] == 2


# ---- Variants ----

def test_every_name_of_a_variant_is_read_back():
    for variant in chess.variant.VARIANTS:
        if variant is chess.Board:
            continue
        board = variant()
        for _ in range(12):
            moves = sorted(board.legal_moves, key=str)
            board.push(moves[len(moves) // 2])
        text = str(chess.pgn.Game.from_board(board))
        assert str(chess.pgn.read_game(io.StringIO(text))) == text
        for name in (*variant.aliases, variant.uci_variant, variant.xboard_variant):
            renamed = text.replace(f'[Variant "{variant.aliases[0]}"]', f'[Variant "{name}"]')
            assert f'"{name}"' in renamed
            games, = pgn.read(renamed.encode(), variants=True)
            assert not games.faults and len(games.moves) == 12, (name, games.faults)


@pytest.mark.parametrize('name, head', [('zip', b'PK\3\4'), ('zip', b'PK\5\6'), ('7z', b"7z\xbc\xaf'\x1c"),
                                        ('rar', b'Rar!\x1a\7\0')])
def test_archives_of_several_files_are_refused(tmp_path, name, head):
    data = head + b'\n1. e4 e5 *\n' * 100
    path = tmp_path / 'games.pgn'
    path.write_bytes(data)
    for source in str(path), path, data, io.BytesIO(data):
        with pytest.raises(ValueError, match=f'this is a {name} archive'):
            list(pgn.read(source))
