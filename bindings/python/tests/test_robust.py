"""Nothing leaks, no allocation that fails and no argument of any type is a crash; threads, interpreters and versions of
Python."""
import ctypes
import functools
import gc
import os
import pathlib
import platform
import random
import shutil
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings, strategies

import plyforge
import plyforge.chess as chess
import walk
from plyforge import _core, batch, pgn

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = pathlib.Path(plyforge.__file__).resolve().parents[1]


@pytest.fixture(scope='module', autouse=True)
def elsewhere(tmp_path_factory):
    """Some arguments are names of files to write."""
    folder = os.getcwd()
    os.chdir(tmp_path_factory.mktemp('robust'))
    yield
    os.chdir(folder)


# ---- Leaks ----

@pytest.fixture
def old_objects_stay():
    """memory() collects often: it need not look at all that pytest and hypothesis have made."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t)
                for name in 'arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost'.split()]


# Python's cache of attributes keeps names by their address. re looks an attribute up by a new name each time, so that
# the cache fills slowly.
CLEAR_CACHES = getattr(sys, '_clear_internal_caches', None) or sys._clear_type_cache


def memory():
    """(blocks of Python's, bytes of malloc) in use; Python's own arenas come in larger pieces and are not part of the
    second."""
    CLEAR_CACHES()
    gc.collect()
    try:
        function = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return sys.getallocatedblocks(), 0
    function.restype = Mallinfo
    info = function()
    return sys.getallocatedblocks(), info.uordblks + info.hblkhd


def grows(function):
    """Whether each call leaves something behind, in either kind of memory."""
    for _ in range(4):
        function()
    for _ in range(4):  # a cache that fills up once is no leak
        before = memory()
        for _ in range(20):
            function()
        after = memory()
        if after[0] - before[0] < 16 and after[1] - before[1] < 20 * 16:
            return None
    return after[0] - before[0], after[1] - before[1]


def quietly(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        assert not isinstance(error, SystemError), error


BAD = [None, -1, 'x', b'y', 1 << 70, object()]


def leaks_of(groups):
    """The names of the functions that leak: {group: [(name, function)]}. All of a group are measured together first."""
    found = {}
    for group in groups:
        def together():
            for _, function in group:
                function()
        if grows(together):
            found.update((name, growth) for name, function in group for growth in [grows(function)] if growth)
    return found


def test_no_method_leaks(old_objects_stay):
    def use_all(make, name):
        quietly(walk.use, make(), name, lambda parameter: walk.GOOD.get(parameter, 'x'))
        for value in BAD[:3]:
            quietly(walk.use, make(), name, lambda parameter: value)
    kinds = [pair for pair in walk.makers()]
    groups = [[(f'{kind}.{name}', functools.partial(use_all, make, name)) for name in walk.attributes(make())]
              for kind, make in kinds]
    assert sum(map(len, groups)) > 1000
    assert leaks_of(groups) == {}


def test_no_function_leaks(old_objects_stay):
    def use_all(function, names):
        quietly(lambda: function(*[walk.GOOD.get(parameter, 'x') for parameter in names]))
        for value in BAD[:3]:
            quietly(lambda: function(*[value] * len(names)))
    functions = [(name, functools.partial(use_all, function, walk.parameters(function)))
                 for name, function in walk.functions()]
    assert len(functions) > 100
    assert leaks_of([functions[i:i + 20] for i in range(0, len(functions), 20)]) == {}


def write_parquet(table):
    """As to_parquet() does, without a file."""
    columns = table._columns()
    parquet = _core._parquet_begin(columns, len, 2, bytes, ('name', 'text'))
    _core._parquet_add(parquet, columns, len(table))
    _core._parquet_end(parquet)


def batch_jobs():
    """Complete calls of plyforge.batch, pgn, perft and bisect, with results and with errors."""
    positions = batch.positions(walk.FENS)
    moves = memoryview(batch.legal_moves(positions)[0])
    first = bytes(moves[:1]) + bytes(moves[20:21]) + bytes(moves[-1:])
    actions, counts = batch.actions(positions, first, 1858), batch.perft(positions, 1)
    text = (walk.GAME + '[FEN "x"]\n\n*\n\n').encode() * 3
    return {
        'positions': lambda: batch.positions(walk.FENS + ['x'], errors=[]),
        'positions fails': lambda: batch.positions(['x']),
        'from array': lambda: batch.positions(memoryview(positions)),
        'fens': lambda: batch.fens(positions),
        'pack': lambda: batch.unpack(batch.pack(positions), errors=[]),
        'unpack fails': lambda: batch.unpack(b'\xff' * 48),
        'legal_moves': lambda: batch.legal_moves(positions),
        'play': lambda: batch.play(positions, first),
        'play fails': lambda: batch.play(positions, b'\0' * 6),
        'replay': lambda: batch.replay(positions, first,
                                       memoryview(bytes(8) + b'\1' + bytes(7) + b'\2' + bytes(7) + b'\3' + bytes(7))),
        'outcomes': lambda: batch.outcomes(positions),
        'perft': lambda: batch.perft(positions, 1),
        'helpmate': lambda: plyforge.helpmate(chess.Board(), chess.WHITE, nodes=500),
        'outcome': lambda: chess.Board().outcome(flag=chess.WHITE),
        'deep perft': lambda: _core._batch_perft(positions, 5, bytearray(1), counts, 0, 1),  # in this thread
        'playouts': lambda: batch.playouts(positions, 1, plies=3),
        'planes': lambda: [batch.planes(positions, count).__dlpack__(copy=count == 12) for count in (12, 112, 119)],
        'tokens': lambda: batch.tokens(positions),
        'features': lambda: batch.features(positions, 'HalfKP'),
        'mask': lambda: batch.mask(positions, 1968, packed=True),
        'actions': lambda: batch.moves(positions, batch.actions(positions, first, 1858), 1858),
        'ucis': lambda: batch.ucis(batch.from_ucis(positions, ['e2e4', 'zz', None], errors=[])),
        'ucis fails': lambda: batch.from_ucis(positions, ['e2e4', None, 'zz']),
        'pickle': lambda: [function(*arguments)
                           for function, arguments in (positions.__reduce__(), actions.__reduce__())],
        'array': lambda: (repr(actions), actions.tolist(), list(actions), actions[0]),
        'moves fails': lambda: batch.moves(positions, bytes(24), 1858),
        'take': lambda: batch.take(positions, [0, 1]),
        'out': lambda: batch.mask(positions, 1968, out=bytearray(5904)),
        'out fits': lambda: batch.actions(positions, first, 1858, out=actions),
        'interface': lambda: (positions.__array_interface__, positions.shape, memoryview(positions)),
        'pgn': lambda: [games.tags['Event'][0] for games in pgn.read(text, columns=pgn.COLUMNS, tags=('Event',))],
        'arrow': lambda: next(pgn.read(text, columns=pgn.COLUMNS, tags=('Event',))).__arrow_c_array__(),
        'arrow stream': lambda: pgn.read(text).__arrow_c_stream__(),
        'parquet': lambda: write_parquet(batch.table(positions, count=counts)),
        'parquet of games': lambda: write_parquet(next(pgn.read(text, columns=pgn.COLUMNS, tags=('Event',)))),
        'count': lambda: plyforge.perft(chess.Board(), 3, threads=2),
        'explain': lambda: plyforge.explain(chess.Board(), chess.Move.from_uci('e2e5')),
        'bisect': lambda: plyforge.bisect(lambda fen, moves: ['e2e4', 'a2a5'], chess.STARTING_FEN, 1, lists_only=True),
        'bisect fails': lambda: plyforge.bisect(lambda fen, moves: 5, chess.STARTING_FEN, 1, lists_only=True),
        'game': lambda: str(chess.pgn.read_game(__import__('io').StringIO(walk.GAME))),
        'board': lambda: play_a_game(chess.Board()),
        'svg': lambda: chess.Board()._repr_svg_(),
        'loose': lambda: list(chess.Board('8/8/8/3QQQ2/8/8/8/8 w - - 0 1').legal_moves),
        'crazyhouse': lambda: play_a_game(chess.variant.CrazyhouseBoard()),
    }


def play_a_game(board):
    for san in 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6'.split():
        board.push_san(san)
    copy = board.copy()
    for _ in range(8):
        board.pop()
    return (copy.fen(), list(copy.legal_moves), copy.outcome(claim_draw=True), copy == board, copy.status(),
            copy.move_stack)


@pytest.mark.parametrize('name', sorted(batch_jobs()))
def test_no_batch_leaks(name, old_objects_stay):
    function = batch_jobs()[name]
    assert grows(lambda: quietly(function)) is None


# ---- Allocations that fail ----

def test_every_allocation_may_fail(tmp_path):
    """One allocation after the other fails, in the extension, the library and the interpreter."""
    if not shutil.which('cc') or platform.libc_ver()[0] != 'glibc':
        pytest.skip('needs a C compiler and the allocator of glibc')
    library = tmp_path / 'failing_malloc.so'
    subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-o', library, HERE / 'failing_malloc.c'], check=True)
    environment = dict(os.environ, LD_PRELOAD=str(library), PYTHONMALLOC='malloc', PYTHONPATH=f'{PACKAGE}:{HERE}')
    done = subprocess.run([sys.executable, '-X', 'faulthandler', HERE / 'starve.py'], env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    jobs, failures = map(int, done.stdout.split()[-2:])
    assert jobs == len(batch_jobs()) and failures > 1000


# ---- Any argument ----

numbers = strategies.sampled_from([-1, 0, 1, 2, 3, 7, 8, 12, 63, 64, 255, 1 << 31, 1 << 63, 1 << 64, 1 << 70,
                                   -(1 << 63), True, 0.5, float('nan')])
things = strategies.one_of(
    strategies.none(), numbers, strategies.text(max_size=6), strategies.binary(max_size=30),
    strategies.sampled_from(['e2e4', 'Nf3', 'KQkq', 'w', '-', 'lc0', 'HalfKP', '\ud800', 'a' * 300, *walk.FENS,
                             walk.GAME]),
    strategies.sampled_from([[], {}, (), set(), [None], [1, 2], {'e2e4': 1}, object, type, print, lambda *_: None,
                             range(3), bytearray(112), memoryview(b'x' * 48),
                             walk.POSITIONS, batch.planes(walk.POSITIONS), b'\0' * 24]),
    strategies.builds(chess.Board), strategies.builds(lambda: chess.Board(None)),
    strategies.builds(lambda: chess.Move(1, 2)),
    strategies.builds(chess.SquareSet), strategies.builds(chess.variant.AtomicBoard),
    strategies.builds(lambda: chess.Piece(1, True)))
FUNCTIONS = [(name, function) for name, function in walk.functions()]
MAKERS = list(walk.makers())
SLOW = {'perft', 'playouts'}  # a great depth would take for ever


@settings(max_examples=400)
@given(strategies.data())
def test_functions_with_any_arguments(data):
    name, function = data.draw(strategies.sampled_from(FUNCTIONS))
    if name.rsplit('.', 1)[1] in SLOW:
        return
    arguments = data.draw(strategies.lists(things, max_size=5))
    quietly(lambda: function(*arguments))


@settings(max_examples=400)
@given(strategies.data())
def test_methods_with_any_arguments(data):
    kind, make = data.draw(strategies.sampled_from(MAKERS))
    made = make()
    for _ in range(3):  # a method after others have changed the object
        name = data.draw(strategies.sampled_from(sorted(walk.attributes(made))))
        arguments = data.draw(strategies.lists(things, max_size=4))

        def call():
            value = getattr(made, name)
            if callable(value):
                result = value(*arguments)
                if hasattr(result, '__next__'):
                    for _ in zip(range(300), result):
                        pass
        quietly(call)


@settings(max_examples=150)
@given(strategies.data())
def test_attributes_with_any_values(data):
    kind, make = data.draw(strategies.sampled_from([pair for pair in MAKERS if 'oard' in pair[0]]))
    board = make()
    for _ in range(4):
        name = data.draw(strategies.sampled_from([name for name in walk.attributes(board)
                                                  if not name.startswith('__')]))
        quietly(lambda: setattr(board, name, data.draw(things)))
    for question in ('fen', 'status', 'is_valid', 'outcome', 'is_check', '_repr_svg_', 'copy', 'mirror'):
        quietly(lambda: getattr(board, question)())
    quietly(lambda: list(board.legal_moves))


@settings(max_examples=300)
@given(strategies.data())
def test_private_functions_with_any_arguments(data):
    """The functions of the extension check their arguments themselves."""
    core = plyforge._core
    names = [name for name in dir(core)
             if name.startswith(('_batch', '_pgn')) and name not in ('_batch_perft', '_batch_playouts')]
    function = getattr(core, data.draw(strategies.sampled_from(names)))
    arguments = data.draw(strategies.lists(things, min_size=1, max_size=8))
    if data.draw(strategies.booleans()):  # arguments that get further
        arguments[0] = walk.POSITIONS
    if any(isinstance(value, int) and abs(value) > 1 << 20 for value in arguments):
        return
    quietly(lambda: function(*arguments))


# ---- Threads, interpreters, versions ----

def test_threads():
    """Boards of their own, moves and arrays in common."""
    positions, failures = batch.positions(walk.FENS * 200), []
    wanted = [bytes(memoryview(part)) for part in batch.legal_moves(positions)]

    def work(seed):
        try:
            rng, board = random.Random(seed), chess.Board()
            for _ in range(300):
                moves = list(board.legal_moves)
                if not moves or rng.random() < 0.02:
                    board.reset()
                    continue
                board.push(rng.choice(moves))
            assert [bytes(memoryview(part)) for part in batch.legal_moves(positions, threads=2)] == wanted
            assert len(list(pgn.read(walk.GAME.encode() * 20, threads=2, chunk=1))) == 20
            assert plyforge.perft(chess.Board(), 4, threads=2) == 197281
        except BaseException as error:
            failures.append(error)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures


def test_one_board_in_several_threads_is_no_crash():
    """The answers are whatever the order of the calls makes of them."""
    board, shared = chess.Board(), batch.mask(walk.POSITIONS, 1968)

    def work(seed):
        rng = random.Random(seed)
        for _ in range(400):
            quietly(lambda: board.push(rng.choice(list(board.legal_moves))))
            quietly(board.pop)
            quietly(board.fen)
            quietly(lambda: plyforge.perft(board, 1))
            quietly(lambda: batch.mask(walk.POSITIONS, 1968, out=shared))
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert board.is_valid()


def test_interpreters():
    interpreters = pytest.importorskip('_xxsubinterpreters')
    program = ('import plyforge, plyforge.chess as chess, plyforge.chess.pgn\nfrom plyforge import batch\nboard = '
               'chess.Board()\n'
               'board.push_san("e4")\nassert plyforge.perft(board, 3) == 13160\nmove = chess.Move.from_uci("e7e5")\n'
               'assert move in board.legal_moves and board.piece_at(28) == chess.Piece(chess.PAWN, chess.WHITE)\n'
               'batch.mask(batch.positions([board.fen()]), 1968, threads=2)\n')
    here = chess.Move.from_uci('e7e5')
    for _ in range(5):
        other = interpreters.create()
        interpreters.run_string(other, program)
        interpreters.destroy(other)
    assert here == chess.Move.from_uci('e7e5') and here in chess.Board('4k3/4p3/8/8/8/8/8/4K3 b - - 0 1').legal_moves


def pythons():
    """Every CPython of the machine from 3.11 on."""
    places = [pathlib.Path(place)
              for place in os.environ.get('PATH', '').split(os.pathsep) + ['/usr/bin', '/usr/local/bin']]
    places += (pathlib.Path.home() / '.pyenv' / 'versions').glob('*/bin')
    found = {}
    for place in places:
        for path in place.glob('python3.[0-9]*'):
            if path.name.split('.')[1].isdigit() and int(path.name.split('.')[1]) >= 11:
                found.setdefault(path.resolve(), path)
    return sorted(found.values())


def test_every_python_of_the_machine_imports_it():
    """The extension is built once, for the limited API."""
    program = ('import sys, plyforge, plyforge.chess as chess, plyforge.chess.pgn, plyforge.chess.variant\nfrom '
               'plyforge import batch, pgn\n'
               'assert plyforge.perft(chess.Board(), 4) == 197281 and '
               'len(batch.mask(batch.positions([chess.STARTING_FEN]), 1968)) == 1\n'
               'assert len(next(pgn.read(b"1. e4 e5 *"))) == 1\nprint(sys.implementation.name)\n')
    imported = 0
    for python in pythons():
        probe = subprocess.run([python, '-I', '-c', 'import sys, sysconfig; print(sys.implementation.name, '
                                'sysconfig.get_config_var("Py_GIL_DISABLED"))'],
                               capture_output=True, text=True)
        if probe.returncode != 0 or not probe.stdout.startswith('cpython') or probe.stdout.strip().endswith('1'):
            continue
        done = subprocess.run([python, '-c', program], env=dict(os.environ, PYTHONPATH=str(PACKAGE)),
                              capture_output=True, text=True)
        assert done.stdout == 'cpython\n', f'{python}: {done.stderr[-1000:]}'
        imported += 1
    assert imported


def test_boards_whose_sets_contradict_each_other():
    """Several types on one square are one piece of some kind, for every question."""
    for names in (('pawns', 'kings'), ('knights', 'bishops', 'queens'), ('bishops', 'rooks', 'queens', 'kings')):
        board = chess.Board()
        for name in names:
            setattr(board, name, chess.BB_ALL)
        board.occupied_co = [chess.BB_ALL, chess.BB_RANK_1]
        for square in chess.SQUARES:
            assert board.piece_at(square) is not None and board.piece_type_at(square) in chess.PIECE_TYPES
        assert not board.is_valid() and board.fen() and str(board) and board._repr_svg_().startswith('<svg')
        list(board.legal_moves)
