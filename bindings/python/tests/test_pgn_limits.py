"""plyforge.pgn with archives that are cut at every byte, and with games that are too long."""
import bz2
import gzip
import io
import lzma
import subprocess
import sys
import textwrap

import numpy
import pytest

from plyforge import pgn

FRAMES = [''.join(f'[Event "{frame}.{number}"]\n\n1. e4 e5 2. Nf3 {frame + number} 1-0\n\n'
                  for number in range(40)).encode() for frame in range(3)]


def counted(source, **options):
    """(number of games, exception)"""
    games = 0
    try:
        for chunk in pgn.read(source, **options):
            games += len(chunk)
    except Exception as error:
        return games, error
    return games, None


# ---- Archives ----

def assert_every_cut(parts, shortest, games):
    """Cut between its parts, an archive is whole; cut in one of them, reading raises."""
    archive, ends, before = b''.join(parts), {}, 0
    for part, count in zip(parts, games):
        before, ends[sum(map(len, parts[:len(ends) + 1]))] = before + count, before + count
    for cut in range(shortest, len(archive) + 1):
        found, error = counted(archive[:cut])
        if cut in ends:
            assert error is None and found == ends[cut], (cut, found, error)
        else:
            assert error is not None, (cut, found)
    for garbage in (b'garbage', b'\n\n1. e4 *\n'):
        found, error = counted(archive + garbage)
        assert found == before or error is not None, (found, error)


def test_zstd_cut_at_every_byte():
    zstandard = pytest.importorskip('zstandard')
    skippable = b'\x50\x2a\x4d\x18' + (9).to_bytes(4, 'little') + b'ninebytes'
    first, second, third = (zstandard.compress(frame) for frame in FRAMES)
    assert_every_cut([first, skippable, second, third], 4, [40, 0, 40, 40])
    assert_every_cut([skippable, first], 4, [0, 40])
    summed = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress(FRAMES[0])
    assert_every_cut([summed, summed], 4, [40, 40])
    assert counted(first + b'garbage')[1] is not None
    assert counted(io.BytesIO(first + second))[0] == 80


@pytest.mark.parametrize('module, shortest', [(gzip, 2), (bz2, 3), (lzma, 6)])
def test_other_archives_cut_at_every_byte(module, shortest):
    parts = [module.compress(frame) for frame in FRAMES]
    assert_every_cut(parts, shortest, [40, 40, 40])


def test_zstd_gives_the_games_before_the_cut():
    zstandard = pytest.importorskip('zstandard')
    data = zstandard.compress(b''.join(FRAMES) * 500)
    found, error = counted(data[:-20], chunk=1000)
    assert type(error) is EOFError and found > 0 and 'games' in error.__notes__[0]


# ---- Frames in threads ----

def pzstd(parts, level=1):
    """As the program pzstd compresses: each frame behind one that is skipped and has its length."""
    zstandard = pytest.importorskip('zstandard')
    compress = zstandard.ZstdCompressor(level=level, write_content_size=False).compress
    frames = [compress(part) for part in parts]
    return b''.join(b'\x50\x2a\x4d\x18\4\0\0\0' + len(frame).to_bytes(4, 'little') + frame for frame in frames)


def outcome(source, **options):
    """All that reading finds, and with what it ends."""
    found, error = [], None
    try:
        for games in pgn.read(source, columns=('offsets', 'results'), tags=('Event',), **options):
            found += zip(memoryview(games.offsets).tolist(), memoryview(games.results).tolist(), games.tags['Event'])
            found += games.faults
    except Exception as exception:
        error = type(exception), str(exception), exception.__notes__
    return found, error


@pytest.fixture
def frames_in_threads(monkeypatch):
    """Counts the runs that threads decompressed; runs are short."""
    done = []
    original = pgn._FramesInThreads._decompress

    def decompress(self, frames):
        text = original(self, frames)
        done.append(None if text is None else len(frames))
        return text
    monkeypatch.setattr(pgn._FramesInThreads, '_decompress', decompress)
    monkeypatch.setattr(pgn._FramesInThreads, '_ENOUGH', 300)
    return done


def test_frames_in_threads(frames_in_threads):
    text = b''.join(FRAMES) * 20
    parts = [text[at:at + 1001] for at in range(0, len(text), 1001)]
    archive = pzstd(parts)
    expected = outcome(text, chunk=5000)
    assert len(expected[0]) == 2400 and outcome(archive, chunk=5000) == expected and not frames_in_threads
    for threads in (2, 5):
        assert outcome(archive, chunk=5000, threads=threads) == expected
    assert outcome(io.BytesIO(archive), chunk=700, threads=3) == outcome(text, chunk=700)
    assert sum(frames_in_threads) == 3 * len(parts)


def test_frames_in_threads_cut_and_damaged(frames_in_threads):
    """The same games and the same exception as with one thread."""
    parts = [frame[at:at + 500] for frame in FRAMES for at in range(0, len(frame), 500)]
    archive = pzstd(parts)
    for cut in range(13, len(archive), 31):
        assert outcome(archive[:cut], threads=3) == outcome(archive[:cut]), cut
    for place in range(0, len(archive), 13):
        damaged = bytearray(archive)
        damaged[place] ^= 0x55
        one, several = outcome(bytes(damaged)), outcome(bytes(damaged), threads=3)
        assert several == one, place
    for tail in (b'garbage', archive[:4], pytest.importorskip('zstandard').compress(FRAMES[0])):
        assert outcome(archive + tail, threads=3) == outcome(archive + tail)
    assert None in frames_in_threads and any(frames_in_threads)


def test_sizes_that_lie(frames_in_threads):
    """The frame that is skipped says how long the next one is: it is not believed."""
    for change in (-5, 5, 1 << 31):
        archive = bytearray(pzstd(FRAMES))
        length = int.from_bytes(archive[8:12], 'little') + change
        archive[8:12] = length.to_bytes(4, 'little')
        assert outcome(bytes(archive), threads=3) == outcome(b''.join(FRAMES)), change
    hidden = pytest.importorskip('zstandard').compress(FRAMES[1])
    for more in (b'garbage', hidden):
        archive = bytearray(pzstd(FRAMES[:1]) + more)
        archive[8:12] = (len(archive) - 12).to_bytes(4, 'little')
        assert outcome(bytes(archive), threads=3) == outcome(bytes(archive))
    assert outcome(bytes(archive), threads=3) == outcome(b''.join(FRAMES[:2]))


MEMORY = '''
    import re, sys
    from plyforge import pgn
    games = sum(len(games) for games in pgn.read(sys.argv[1], threads=3, max_game=1 << 20))
    print(games, int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) >> 10)
'''


@pytest.mark.parametrize('known', [False, True])
@pytest.mark.parametrize('text, count, games', [
    (b'1. e4 {' + b'x' * (200 << 20), 4, 1),  # bombs
    (b'1. e4 *\n\n', 100000, 100000),  # many tiny frames
], ids=['bombs', 'tiny'])
def test_memory_of_frames_in_threads(tmp_path, known, text, count, games):
    zstandard = pytest.importorskip('zstandard')
    one = zstandard.ZstdCompressor(level=1, write_content_size=known).compress(text)
    frame = b'\x50\x2a\x4d\x18\4\0\0\0' + len(one).to_bytes(4, 'little') + one
    (tmp_path / 'games.pgn.zst').write_bytes(frame * count)
    done = subprocess.run([sys.executable, '-c', textwrap.dedent(MEMORY), str(tmp_path / 'games.pgn.zst')], check=True,
                          capture_output=True, text=True)
    found, peak = map(int, done.stdout.split())
    assert found == games and peak < 300, peak


# ---- Games that are too long ----

LONG = 'Nf3 Nf6 Ng1 Ng8 ' * (5 << 16)  # 5 MiB
NEXT = '\n\n[Event "next"]\n\n1. d4 d5 *\n'
TEXTS = [
    '[Event "a"]\n\n1. e4 *\n\n[Event "long"]\n\n' + LONG + NEXT,
    '1. e4 *\n\n1. d4 *\n\n' + LONG + '\n[White "no empty line"]\n1. c4 *' + NEXT,
    '1. e4 {' + LONG + '\n' * 1000 + '} *\n\n1. d4 *\n' + NEXT,
    '1. e4 e5 2. Nf3 *\n\n' * 200000 + NEXT,
    LONG + '\n\n1. d4 *\n\n' * 10,
    '1. e4 *' + ' \n' * (3 << 20) + '[Event "b"]\n1. d4 *',
    '1. e4 *' + ' \n' * (3 << 20) + '1. d4 *',
    LONG[:-5] + '\n' * (1 << 20) + NEXT + LONG + NEXT,
]


def flat(chunks):
    names = ('moves', 'results', 'flags', 'offsets')
    columns = {name: [] for name in (*names, 'lengths', 'events', 'faults')}
    for games in chunks:
        for name in names:
            columns[name] += numpy.asarray(getattr(games, name)).tolist()
        columns['lengths'] += numpy.diff(numpy.asarray(games.move_ends)).tolist()
        columns['events'] += list(games.tags['Event'])
        columns['faults'] += [(fault.game, fault.offset, fault.line, fault.message) for fault in games.faults]
    return columns


@pytest.mark.parametrize('text', TEXTS, ids=range(len(TEXTS)))
def test_a_long_game_is_broken_wherever_it_comes_from(text):
    data, found = text.encode(), {}
    for max_game in (1 << 20, 1_234_567):
        options = dict(columns=('results', 'flags', 'offsets'), tags=('Event',), max_game=max_game)
        expected = flat(pgn.read(data, **options))
        for chunk in (1 << 16, 1 << 21, 1 << 23):
            assert flat(pgn.read(io.BytesIO(data), chunk=chunk, **options)) == expected
        found[max_game] = expected
    if text[0] == '[':
        assert found[1 << 20]['events'] == ['a', 'long', 'next'] and found[1 << 20]['flags'] == [0, pgn.BROKEN, 0]
        (game, offset, line, message), = found[1 << 20]['faults']
        assert (game == 1 and offset >= 1 << 20 and line == 7
                and message == 'the game is longer than the limit of 1 MiB')
    if text is TEXTS[3]:
        assert not found[1 << 20]['faults'] and len(found[1 << 20]['lengths']) == 200001


def test_a_file_that_breaks_off_in_a_long_game():
    class Breaks(io.RawIOBase):
        left = 6 << 20

        def readable(self):
            return True

        def readinto(self, buffer):
            if self.left <= 0:
                raise OSError('lost')
            count = min(len(buffer), self.left)
            buffer[:count] = (LONG[:16].encode() * (count // 16 + 1))[:count]
            self.left -= count
            return count

    found, error = counted(Breaks(), max_game=1 << 20, chunk=1 << 16)
    assert found == 1 and str(error) == 'lost' and '6291456 bytes' in error.__notes__[0]


def test_memory_is_bounded():
    # Half a gigabyte of one game, in a process that may have 400 megabytes more than it begins with.
    script = textwrap.dedent('''
        import io, resource, sys
        from plyforge import pgn

        class Endless(io.RawIOBase):
            left = 1 << 29
            block = {block!r} * 65536

            def readable(self):
                return True

            def readinto(self, buffer):
                start = -self.left % 16
                count = min(len(buffer), self.left, len(self.block) - start)
                buffer[:count] = self.block[start:start + count]
                self.left -= count
                return count

        has = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
        limit = has + (400 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        games = [fault for chunk in pgn.read(Endless(), columns=('clocks', 'evals')) for fault in chunk.faults]
        print(*(fault.message for fault in games), sep='\\n')
    ''')
    for block in (b'Nf3 Nf6 Ng1 Ng8 ', b'                '):
        run = subprocess.run([sys.executable, '-c', script.format(block=block)], capture_output=True, text=True)
        assert (run.returncode, run.stdout) == (0, 'the game is longer than the limit of 64 MiB\n'
                                                if block.strip() else '\n'), run.stderr


@pytest.mark.parametrize('wrong', [0, -1, 1.5, 'x', 1 << 63])
def test_wrong_limits(wrong):
    with pytest.raises((ValueError, TypeError, OverflowError)):
        pgn.read(b'', max_game=wrong)
