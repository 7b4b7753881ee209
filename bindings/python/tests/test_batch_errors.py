"""Wrong arguments of plyforge.batch, rows that cannot be done, what out= holds afterwards, and Ctrl-C."""
import array
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import plyforge
import plyforge.chess as chess
from plyforge import _core, _rows, batch

FENS = [chess.STARTING_FEN, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1']
POSITIONS = batch.positions(FENS)
E2E4, E2E3, E8G8 = 12 << 6 | 28, 12 << 6 | 20, 3 << 14 | 60 << 6 | 63
GOOD = numpy.array([E2E4, E2E3, E8G8], dtype=numpy.uint16)


def with_row(row, value):
    moves = GOOD.copy()
    moves[row] = value
    return moves


# ---- Rows that cannot be done ----

def test_null_moves_have_no_action():
    for space in (1968, 1858, 4672):
        with pytest.raises(chess.IllegalMoveError, match='row 1: a null move has no action'):
            batch.actions(POSITIONS, with_row(1, 0), space)
        with pytest.raises(chess.IllegalMoveError, match='row 2: the move e2e4 is not legal'):
            batch.actions(POSITIONS, with_row(2, E2E4), space, threads=3)
        errors, wanted = [], list(memoryview(batch.actions(POSITIONS, GOOD, space)))
        actions = batch.actions(POSITIONS, with_row(1, 0), space, errors=errors, threads=2)
        assert list(memoryview(actions)) == [wanted[0], -1, wanted[2]] and errors == [(1, 'a null move has no action')]
        errors = []
        moves = batch.moves(POSITIONS, [wanted[0], -1, 99999], space, errors=errors)
        assert (list(memoryview(moves)) == [E2E4, 0, 0]
                and errors == [(1, 'action -1 is not a legal move'), (2, 'action 99999 is not a legal move')])
        with pytest.raises(chess.IllegalMoveError):
            batch.encode(chess.Board(), chess.Move.null(), space)


def test_a_null_move_of_a_file():
    from plyforge import pgn
    games, = pgn.read(b'1. e4 -- 2. d4 *', columns=('starts',))
    positions, errors = batch.replay(games.starts, games.moves, games.move_ends), []
    actions = numpy.asarray(batch.actions(positions, games.moves, 1858, errors=errors))
    assert [row for row, _ in errors] == [1] and list(actions < 0) == [False, True, False]


def test_the_first_wrong_row_is_named():
    """Whichever thread comes first."""
    many = batch.take(POSITIONS, [0] * 60000)
    moves = numpy.full(60000, E2E4, dtype=numpy.uint16)
    moves[[59999, 40000, 20001]] = 0
    for _ in range(5):
        with pytest.raises(chess.IllegalMoveError, match='row 20001'):
            batch.actions(many, moves, 1968, threads=4)
        with pytest.raises(chess.IllegalMoveError, match='row 20001'):
            batch.play(many, moves, threads=4)


def test_texts_that_are_none():
    rows = [FENS[0], None, '\ud800', 5.5, FENS[1]]
    errors = []
    positions = batch.positions(rows, errors=errors)
    assert errors == [(1, 'NoneType is not a str'), (2, 'half of a surrogate pair is no text'),
                      (3, 'float is not a str')]
    assert batch.fens(positions) == [FENS[0], chess.STARTING_FEN, chess.STARTING_FEN, chess.STARTING_FEN, FENS[1]]
    with pytest.raises(TypeError, match='row 1: NoneType is not a str'):
        batch.positions(rows)
    with pytest.raises(ValueError, match='row 0: half of a surrogate pair'):
        batch.positions(rows[2:3])
    with pytest.raises(TypeError, match='errors must be a list'):
        batch.positions(FENS, errors=True)
    assert batch.fens(batch.positions(numpy.array(FENS))) == FENS
    assert batch.fens(batch.positions(numpy.array(FENS, dtype=object))) == FENS


def test_moves_as_text():
    board = chess.Board('r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1')
    texts = [move.uci() for move in board.legal_moves]
    positions = batch.positions([board.fen()] * len(texts))
    moves = batch.from_ucis(positions, texts, threads=2)
    assert (batch.ucis(moves) == texts and 'e1g1' in texts
            and sorted(moves) == sorted(batch.legal_moves(batch.positions([board.fen()]))[0]))
    assert 'e1h1' in batch.ucis(moves, chess960=True) and batch.ucis([0]) == ['0000'] and batch.ucis([]) == []
    for wrong in (65535, 1 << 6 | 1, 1 << 12 | 5 << 6, 3 << 12 | 1, 9 << 12 | 1, 13 << 12 | 1, 19,
                  1 << 14 | 8 << 6 | 16, 2 << 14 | 8 << 6 | 17, 3 << 14 | 8):
        with pytest.raises(ValueError, match=f'row 1: {wrong} is not a move'):
            batch.ucis(numpy.array([0, wrong, 0], numpy.uint16))
    assert batch.ucis([1, 18, 63 << 6, 4 << 14 - 2 | 48 << 6 | 57, 2 << 14 | 32 << 6 | 41, 1 << 12 | 4 << 6 | 9,
                       2 << 12 | 8 << 6, 9 << 6 | 63]) == \
        'a1b1 a1c3 h8a1 a7b8n a5b6 Q@b2 a2a1k b2h8'.split()
    assert list(batch.from_ucis(POSITIONS, ['e2e4', 'e2e3', 'e8h8'])) == list(GOOD)
    errors = []
    assert (list(batch.from_ucis(POSITIONS, ['e2e5', None, 'zz'], errors=errors)) == [0, 0, 0]
            and [row for row, _ in errors] == [0, 1, 2])
    with pytest.raises(chess.IllegalMoveError, match='row 1'):
        batch.from_ucis(POSITIONS, ['e2e4', 'e2e5', 'e8h8'])
    with pytest.raises(TypeError, match='row 2: float is not a str'):
        batch.from_ucis(POSITIONS, ['e2e4', 'e2e3', 0.5])
    for wrong in ('e2e4', None, 5):
        with pytest.raises(TypeError, match='list of UCI moves'):
            batch.from_ucis(POSITIONS, wrong)
    with pytest.raises(ValueError, match='3 positions need as many moves, not 1'):
        batch.from_ucis(POSITIONS, ['e2e4'])


def test_rights_of_chess960_are_not_lost():
    rows = ['bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', '1k2r3/8/8/8/8/8/8/1K2R3 w Kk - 0 1',
            ' 1k2r3/8/8/8/8/8/8/1K2R3  w  Ee  -  0  1']
    positions = batch.positions(rows, chess960=True)
    assert [fen.split()[2] for fen in batch.fens(positions)] == ['KQkq', 'Kk', 'Kk']
    for source in (rows, numpy.asarray(positions), batch.pack(positions)):
        errors = []
        batch.positions(source, errors=errors)
        assert [row for row, _ in errors] == [0, 1, 2] and all('only in Chess960' in message for _, message in errors)
        assert batch.fens(batch.positions(source, chess960=True))[0].split()[2] == 'KQkq'
    for wrong in ('4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1', '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1',
                  '4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1', '4k3/8/8/8/8/8/8/4K2R w K'):
        whole = wrong if wrong.count(' ') > 2 else wrong + ' - 0 1'
        assert batch.fens(batch.positions([wrong])) == [chess.Board(whole).fen()]


# ---- All or nothing ----

@pytest.mark.parametrize('threads', [1, 3])
def test_play_is_done_for_all_rows_or_none(threads):
    board = batch.take(POSITIONS, range(3))
    with pytest.raises(chess.IllegalMoveError, match='row 2'):
        batch.play(board, with_row(2, E2E4), out=board, threads=threads)
    assert batch.fens(board) == FENS
    batch.play(board, GOOD, out=board, threads=threads)
    assert batch.fens(board) == batch.fens(batch.play(POSITIONS, GOOD))


@pytest.mark.parametrize('threads', [1, 3])
def test_replay_is_done_for_all_games_or_none(threads):
    out = batch.take(POSITIONS, range(3))
    with pytest.raises(chess.IllegalMoveError, match='game 2, move 0'):
        batch.replay(POSITIONS, with_row(2, E2E4), [0, 1, 2, 3], after=True, out=out, threads=threads)
    assert batch.fens(out) == FENS
    with pytest.raises(ValueError, match='must not be the starts'):
        batch.replay(out, GOOD, [0, 1, 2, 3], out=out)
    with pytest.raises(ValueError, match='must not be the array'):
        batch.take(out, [2, 1, 0], out=out)


# ---- Types and shapes ----

def test_moves_have_a_type():
    wanted = batch.fens(batch.play(POSITIONS, GOOD))
    twice = numpy.repeat(GOOD, 2)
    for same in (GOOD.tobytes(), bytearray(GOOD), list(map(int, GOOD)), array.array('H', GOOD), twice[::2],
                 memoryview(GOOD), GOOD.astype('<u2')):
        assert batch.fens(batch.play(POSITIONS, same)) == wanted
    for wrong in (GOOD.astype(numpy.int64), GOOD.astype(numpy.int16), GOOD.astype(numpy.uint32), GOOD.astype(float),
                  GOOD.view(numpy.uint8),
                  GOOD.astype('>u2'), 'e2e4', None, 5, ['e2e4'] * 3, [0.5] * 3, numpy.zeros(3, dtype=object)):
        for call in (lambda: batch.play(POSITIONS, wrong), lambda: batch.actions(POSITIONS, wrong, 1968),
                     lambda: batch.replay(POSITIONS, wrong, [0, 1, 2, 3])):
            with pytest.raises(TypeError, match='moves must be .*uint16'):
                call()
    for wrong in (GOOD[:2], GOOD.reshape(3, 1), numpy.array(1, numpy.uint16), b'', [1]):
        with pytest.raises(ValueError, match=r'moves must have shape \(3,\)'):
            batch.play(POSITIONS, wrong)
    with pytest.raises(ValueError, match='too large'):
        batch.play(POSITIONS, [1, 2, 1 << 16])


def test_too_large_an_array_says_how_large():
    for count, message in ((1 << 50, f'an array of {1 << 52} bytes is needed'),
                           (1 << 62, f'an array of more than {sys.maxsize} bytes is needed')):
        with pytest.raises(MemoryError, match=message):
            _core._batch_new(3, (count,))


@pytest.mark.parametrize('count', [112, 119])
def test_planes_with_a_history_are_relative(count):
    with pytest.raises(ValueError, match=f'{count} planes are always seen from the side to move'):
        batch.planes(POSITIONS, count, relative=False)
    assert bytes(memoryview(batch.planes(POSITIONS, count,
                                         relative=True))) == bytes(memoryview(batch.planes(POSITIONS, count)))
    assert bytes(memoryview(batch.planes(POSITIONS, relative=False))) == bytes(memoryview(batch.planes(POSITIONS)))


def test_numbers_have_a_type():
    actions = numpy.asarray(batch.actions(POSITIONS, GOOD, 1968))
    assert (numpy.asarray(batch.moves(POSITIONS, list(actions), 1968)) == GOOD).all()
    for wrong in (actions.astype(numpy.int32), actions.astype(float), actions.astype(numpy.uint64),
                  actions.view(numpy.uint8), 'abc'):
        with pytest.raises(TypeError, match='actions must be .*int64'):
            batch.moves(POSITIONS, wrong, 1968)
        with pytest.raises(TypeError, match='games must be .*int64'):
            batch.planes(POSITIONS, 112, games=wrong)
        with pytest.raises(TypeError, match='rows must be .*int64'):
            batch.take(POSITIONS, wrong)
    for number in (10**20, -10**20):
        with pytest.raises(ValueError, match='rows must be int64: a number needs more than 64 bits'):
            batch.take(POSITIONS, [0, number])
    with pytest.raises(ValueError, match='moves must be uint16: a number is too large or negative'):
        batch.ucis([-1])
    with pytest.raises(ValueError, match=r'actions must have shape \(3,\), not shape \(2,\)'):
        batch.moves(POSITIONS, actions[:2], 1968)
    with pytest.raises(ValueError, match='4 offsets'):
        batch.replay(POSITIONS, GOOD, [0, 3])


def test_rows_have_a_type():
    for wrong in (numpy.zeros((3, 14)), numpy.zeros((3, 7)), numpy.zeros((2, 3)), numpy.zeros((4, 3), numpy.int64),
                  numpy.zeros((4, 6, 2), numpy.uint16)):
        with pytest.raises(TypeError, match='rows must be uint8'):
            batch.positions(wrong)
    for wrong in (numpy.zeros(3), numpy.zeros(12, numpy.uint16), 'abc', None):
        with pytest.raises(TypeError, match='packed must be'):
            batch.unpack(wrong)
    for wrong in (5, {'a': 1}, None, 'fen'):
        with pytest.raises(TypeError, match='list of FENs'):
            batch.positions(wrong)


def test_out_has_a_type():
    for wrong in (numpy.zeros((3, 1968), numpy.int32), numpy.zeros((3, 1968)), [0] * 5904, 'x'):
        with pytest.raises(TypeError, match='out must be .*uint8'):
            batch.mask(POSITIONS, 1968, out=wrong)
    with pytest.raises(ValueError, match=r'out must have shape \(3, 1968\), not \(3, 1858\)'):
        batch.mask(POSITIONS, 1968, out=numpy.zeros((3, 1858), numpy.uint8))
    locked = numpy.zeros((3, 1968), numpy.uint8)
    locked.flags.writeable = False
    for wrong in (locked, numpy.zeros((1968, 3), numpy.uint8).T):
        with pytest.raises(ValueError, match='writable and contiguous'):
            batch.mask(POSITIONS, 1968, out=wrong)
    for wrong in (5, numpy.zeros(99, numpy.uint16)):
        with pytest.raises(TypeError, match='out must be 2 arrays'):
            batch.legal_moves(POSITIONS, out=wrong)
    with pytest.raises(TypeError, match='Array of positions'):
        batch.play(POSITIONS, GOOD, out=numpy.array(POSITIONS))


def test_options_have_a_type():
    for call, what in ((lambda: batch.perft(POSITIONS, '3'), 'depth must be an integer'),
                       (lambda: batch.playouts(POSITIONS, 0.5), 'seed'),
                       (lambda: batch.pack(POSITIONS, threads='2'), 'threads'),
                       (lambda: batch.mask(POSITIONS, [1968]), 'action space'),
                       (lambda: batch.features(POSITIONS, ['HalfKP']), 'HalfKP'),
                       (lambda: batch.planes(POSITIONS, '12'), '12, 112 or 119'),
                       (lambda: batch.encode('fen', chess.Move.null(), 1968), 'needs a chess.Board, not str'),
                       (lambda: batch.encode(chess.Board(), 'e2e4', 1968), 'encode needs a chess.Move, not str'),
                       (lambda: batch.decode(chess.Board(), None, 1968), 'action must be an integer, not NoneType'),
                       (lambda: batch.decode(None, 5, 1968), 'needs a chess.Board, not NoneType')):
        with pytest.raises((TypeError, ValueError), match=what):
            call()
    many = batch.take(POSITIONS, [0] * 1000)
    assert len(batch.pack(many, threads=10 ** 9)) == 1000
    for call in (lambda: batch.perft(POSITIONS, -1), lambda: batch.perft(POSITIONS, 256),
                 lambda: batch.playouts(POSITIONS, 1, plies=-1)):
        with pytest.raises(ValueError):
            call()


def test_a_mask_is_no_list_of_rows():
    for mask in ([True, False, True], (False,), numpy.array([True, False, True])):
        with pytest.raises(TypeError, match='flatnonzero'):
            batch.take(POSITIONS, mask)
    assert len(batch.take(POSITIONS, numpy.flatnonzero([True, False, True]))) == 2


def test_texts_that_are_cut_are_texts():
    """Names and moves are cut between two characters, and what the library quotes may begin or end inside of one."""
    for length in range(1, 6):
        name, errors = 'x' * length + 'é€😀' * 9, []
        batch.positions([type(name, (), {})()], errors=errors)
        cut = errors[0][1].removesuffix(' is not a str')
        assert name.startswith(cut) and 22 <= len(cut.encode()) <= 25
        with pytest.raises(TypeError, match='is not a str'):
            batch.positions([type(name, (), {})()])
    errors = []
    batch.positions(['é', '8/8/8/8/8/8/8/8 é', '8/8/8/8/8/8/8/8 w é'], errors=errors)
    batch.from_ucis(POSITIONS, ['é', 'e2e4é', 'e2é'], errors=errors)
    assert len(errors) == 6
    for cut in range(1, 5):
        text = 'x' * cut + 'é€😀' * 9
        report = plyforge.bisect(lambda fen, moves: [text], chess.STARTING_FEN, 1, lists_only=True)
        moves = [difference.move for difference in report.first.differences if difference.verdict == 'extra']
        assert len(moves) == 1 and text.startswith(moves[0]) and 12 <= len(moves[0].encode()) <= 15


def test_arrays_are_restored_whole():
    """From a pickle that somebody has changed: never with memory that nobody has written."""
    for kind, shape, size in ((_rows.U8, (5,), 5), (_rows.F32, (2, 3), 24), (_rows.I64, (0, 2), 0),
                              (_rows.POSITION, (3,), 336)):
        good = bytes(memoryview(POSITIONS)) if kind == _rows.POSITION else bytes(size)
        assert bytes(memoryview(_rows.restore(kind, shape, good))) == good
        for wrong in {b'', good[:-1], good + b'x', good * 2} - {good}:
            with pytest.raises(ValueError, match=f'has {size} bytes, not {len(wrong)}$'):
                _rows.restore(kind, shape, wrong)
    for wrong in ((_rows.U8, (-1,), b''), (_rows.U8, (-1, -1), b'x'), (_rows.U8, (), b'x')):
        with pytest.raises(ValueError):
            _rows.restore(*wrong)


def test_out_is_aligned():
    """The compiler relies on it."""
    memory = bytearray(3 * 8 + 8)
    for offset in range(8):
        out = numpy.frombuffer(memory, numpy.int64, 3, offset)
        if out.ctypes.data % 8:
            with pytest.raises(ValueError, match='a multiple of 8'):
                batch.perft(POSITIONS, 1, out=out)
        else:
            assert (batch.perft(POSITIONS, 1, out=out) is out
                    and out.tolist() == numpy.asarray(batch.perft(POSITIONS, 1)).tolist())


def test_tables_of_action_spaces_do_not_change():
    """Nobody can change bytes while they are read."""
    space = batch.action_space(1968)
    with pytest.raises(TypeError, match='bytes'):
        batch.mask(POSITIONS, space._replace(table=bytearray(space.table)))
    with pytest.raises(ValueError, match='28672 entries'):
        batch.mask(POSITIONS, space._replace(table=space.table[:-2]))


# ---- Threads ----

@pytest.mark.parametrize('rows, chunk', [(2, 1), (10, 64), (1000, 64), (1000, 16384), (100000, 16384)])
def test_every_row_is_done_once(rows, chunk):
    """Rows differ in work: there are several chunks for each thread, and the calling thread takes its share."""
    done, main_has_one = [], threading.Event()

    def call(begin, end):
        done.append((begin, end))
        if threading.current_thread() is threading.main_thread():
            main_has_one.set()
        assert main_has_one.wait(60)
    _rows.in_parts(call, rows, 2, chunk=chunk)
    assert sorted(row for begin, end in done for row in range(begin, end)) == list(range(rows))
    assert max(end - begin for begin, end in done) <= chunk
    assert len(done) >= min(16, -(-rows // max(chunk // 32, 1)))


@pytest.mark.parametrize('wrong', [0, 99999])
def test_an_error_of_any_thread_is_raised(wrong):
    def call(begin, end):
        if begin <= wrong < end:
            raise ValueError(f'row {wrong}')
    with pytest.raises(ValueError, match=f'row {wrong}'):
        _rows.in_parts(call, 100000, 2)


def test_ctrl_c_is_not_lost_in_an_error():
    main_has_one = threading.Event()

    def call(begin, end):
        if threading.current_thread() is threading.main_thread():
            main_has_one.set()
            raise KeyboardInterrupt
        assert main_has_one.wait(60)
        raise ValueError('another thread')
    with pytest.raises(KeyboardInterrupt):
        _rows.in_parts(call, 100000, 2)


# ---- Ctrl-C ----

def test_calls_are_short(monkeypatch):
    """Python sees signals between two calls of the extension only, so that no call may do all rows of a long array."""
    rows, seen = 40000, set()
    positions = batch.take(POSITIONS, [1] * rows)
    moves = numpy.full(rows, E2E3, dtype=numpy.uint16)
    actions = batch.actions(positions, moves, 1858)

    class Watched:
        def __getattr__(self, name):
            function = getattr(_core, name)
            if not name.startswith('_batch') or name in ('_batch_new', '_batch_wrap', '_batch_sum', '_batch_rise'):
                return function

            def call(*arguments):
                assert arguments[-1] - arguments[-2] <= 16384, name
                seen.add(name)
                return function(*arguments)
            return call
    monkeypatch.setattr(batch, '_core', Watched())
    for threads in (1, 2):
        batch.positions(batch.fens(positions)[:20000], threads=threads)
        batch.unpack(batch.pack(positions, threads=threads), threads=threads)
        batch.take(positions, range(rows), threads=threads)
        batch.legal_moves(positions, threads=threads)
        batch.replay(batch.play(positions, moves, threads=threads), [], [0] * (rows + 1), threads=threads)
        batch.outcomes(positions, threads=threads)
        batch.perft(positions, 1, threads=threads)
        batch.playouts(positions, 1, plies=1, threads=threads)
        batch.planes(positions, threads=threads)
        batch.tokens(positions, threads=threads)
        batch.features(positions, 'HalfKP', threads=threads)
        batch.mask(positions, 1968, packed=True, threads=threads)
        batch.moves(positions, batch.actions(positions, moves, 1858, threads=threads), 1858, threads=threads)
        batch.from_ucis(positions, batch.ucis(moves), threads=threads)
    assert len(seen) == 21, seen
    assert (numpy.asarray(actions) == numpy.asarray(batch.actions(positions, moves, 1858))).all()


def test_calls_fill_little_memory(monkeypatch):
    """New memory takes longer than the rows themselves: a call of some thousand rows of planes took a second."""
    sizes = []

    def note(function, rows, threads, *arguments, chunk=_rows.CHUNK, **others):
        sizes.append(chunk * len(bytes(memoryview(arguments[-1]))) // rows)
        return in_parts(function, rows, threads, *arguments, chunk=chunk, **others)
    in_parts = _rows.in_parts
    monkeypatch.setattr(_rows, 'in_parts', note)
    for count in (12, 112, 119):
        batch.planes(POSITIONS, count)
    for space in (1858, 4672):
        batch.mask(POSITIONS, space)
    batch.mask(POSITIONS, 4672, packed=True)
    assert len(sizes) == 6 and all(4 << 20 < size <= 16 << 20 for size in sizes), sizes


def test_out_of_bool_is_for_masks_alone():
    """Elsewhere a byte may be more than 1, which no array of bool can hold."""
    flags = numpy.zeros((3, 1858), bool)
    assert (batch.mask(POSITIONS, 1858, out=flags) is flags
            and (flags == numpy.asarray(batch.mask(POSITIONS, 1858)).astype(bool)).all())
    for function, shape in ((batch.outcomes, (3,)), (batch.pack, (3, 24)), (batch.tokens, (3, 77)),
                            (lambda positions, out: batch.mask(positions, 1858, packed=True, out=out), (3, 233))):
        with pytest.raises(TypeError, match="out must be uint8, not '\\?' with 1 bytes per element"):
            function(POSITIONS, out=numpy.zeros(shape, bool))


def test_integers_of_another_size_get_a_remedy():
    rows = numpy.arange(2, dtype=numpy.int32)
    with pytest.raises(TypeError,
                       match=r"rows must be int64, not 'i' with 4 bytes per element: numpy.asarray\(rows, "
                       r"numpy.int64\) converts"):
        batch.take(POSITIONS, rows)
    assert len(batch.take(POSITIONS, numpy.asarray(rows, numpy.int64))) == 2
    with pytest.raises(TypeError, match="rows must be int64, not 'd' with 8 bytes per element$"):
        batch.take(POSITIONS, numpy.zeros(2))


@pytest.mark.parametrize('threads', [1, 2])
@pytest.mark.parametrize('job', ['batch.perft(batch.positions([FEN]), 14, threads=THREADS)',
                                 'batch.perft(batch.take(batch.positions([FEN]), [0] * 1000000), 4, threads=THREADS)'])
def test_ctrl_c(job, threads):
    """A real signal, sent when the job, which would take minutes, has most likely begun."""
    program = (f'from plyforge import batch\nFEN = {chess.STARTING_FEN!r}\ntry:\n    print("begun", flush=True)\n'
               f'    {job.replace("THREADS", str(threads))}\nexcept KeyboardInterrupt:\n    print("stopped")\n')
    with subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == 'begun\n'
        try:
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=60)[0] == 'stopped\n'
        finally:
            process.kill()
