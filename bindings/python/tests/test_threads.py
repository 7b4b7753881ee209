"""Threads that share arrays: a call that would read what another one is writing is a RuntimeError, and no order of
events, and no number that changes meanwhile, makes the extension read or write outside its arrays."""
import concurrent.futures
import ctypes
import io
import pickle
import subprocess
import sys
import threading

import pytest

import plyforge.chess as chess
from plyforge import _core, _rows, batch, pgn

numpy = pytest.importorskip('numpy')

FENS = [chess.STARTING_FEN, 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
        '7k/P7/8/8/8/8/8/K7 w - - 0 1']
PLAIN = batch.positions(FENS)


def first_moves(positions):
    moves, offsets = map(numpy.asarray, batch.legal_moves(positions))
    return moves[offsets[:-1]].copy()


FIRST = first_moves(PLAIN)
UCIS = batch.ucis(FIRST)
ACTIONS = numpy.asarray(batch.actions(PLAIN, FIRST, 1968)).copy()

# Calls that read positions, whatever else they do.
READERS = {
    'fens': batch.fens, 'take': lambda p: batch.take(p, [0, 1, 2]), 'pack': batch.pack,
    'legal_moves': batch.legal_moves,
    'play': lambda p: batch.play(p, FIRST), 'replay': lambda p: batch.replay(p, FIRST, [0, 1, 2, 3]),
    'outcomes': batch.outcomes,
    'from_ucis': lambda p: batch.from_ucis(p, UCIS), 'perft': lambda p: batch.perft(p, 1),
    'deep perft': lambda p: batch.perft(p, 5),
    'playouts': lambda p: batch.playouts(p, 1, plies=2), 'planes': batch.planes,
    'history': lambda p: batch.planes(p, 112, games=[0, 3]),
    'tokens': batch.tokens, 'features': lambda p: batch.features(p, 'HalfKP'), 'mask': lambda p: batch.mask(p, 1968),
    'actions': lambda p: batch.actions(p, FIRST, 1968), 'moves': lambda p: batch.moves(p, ACTIONS, 1968),
    'pickle': pickle.dumps, 'memoryview': memoryview, 'interface': lambda p: p.__array_interface__,
    'positions': lambda p: batch.positions(p),
}
# Calls that write the positions that they are given.
WRITERS = {
    'take': lambda p: batch.take(PLAIN, [0, 1, 2], out=p), 'play': lambda p: batch.play(PLAIN, FIRST, out=p),
    'play in place': lambda p: batch.play(p, first_moves(PLAIN), out=p),
    'replay': lambda p: batch.replay(PLAIN, FIRST, [0, 1, 2, 3], out=p),
    'playouts': lambda p: batch.playouts(PLAIN, 1, plies=2, out=p), 'positions': lambda p: batch.positions(FENS, out=p),
    'bytes': lambda p: batch.positions(memoryview(PLAIN), out=p),
    'unpack': lambda p: batch.unpack(batch.pack(PLAIN), out=p),
}
# Calls that write numbers into the arrays they are given.
NUMBERS = {
    'pack': batch.pack, 'outcomes': batch.outcomes, 'perft': lambda p, **out: batch.perft(p, 1, **out),
    'tokens': batch.tokens,
    'planes': batch.planes, 'mask': lambda p, **out: batch.mask(p, 1968, **out),
    'actions': lambda p, **out: batch.actions(p, FIRST, 1968, **out), 'moves': lambda p,
    **out: batch.moves(p, ACTIONS, 1968, **out),
    'from_ucis': lambda p, **out: batch.from_ucis(p, UCIS, **out), 'legal_moves': batch.legal_moves,
    'features': lambda p, **out: batch.features(p, 'HalfKP', **out),
}


def fresh():
    return batch.take(PLAIN, [0, 1, 2])


@pytest.mark.parametrize('name', READERS)
def test_nothing_is_read_while_it_is_written(name):
    positions = fresh()
    with _rows.borrow(writes=[positions]):
        with pytest.raises(RuntimeError, match='another call is writing it'):
            READERS[name](positions)
    with _rows.borrow(reads=[positions]), _rows.borrow(reads=[positions]):
        READERS[name](positions)
    READERS[name](positions)


@pytest.mark.parametrize('name', WRITERS)
def test_nothing_is_written_while_it_is_read_or_written(name):
    positions = fresh()
    for borrowed, problem in (dict(reads=[positions]),
                              'another call is reading it'), (dict(writes=[positions]), 'another call is writing it'):
        with _rows.borrow(**borrowed):
            with pytest.raises(RuntimeError, match=problem):
                WRITERS[name](positions)
        assert batch.fens(positions) == FENS
    WRITERS[name](positions)


@pytest.mark.parametrize('name', NUMBERS)
def test_numbers_are_written_by_one_call(name):
    result = NUMBERS[name](PLAIN)
    arrays = result if isinstance(result, tuple) else (result,)
    for array in arrays:
        for borrowed in dict(reads=[array]), dict(writes=[array]):
            with _rows.borrow(**borrowed):
                with pytest.raises(RuntimeError, match='another call is'):
                    NUMBERS[name](PLAIN, out=result)
    NUMBERS[name](PLAIN, out=result)


def in_the_middle(monkeypatch, function, check):
    """Calls check() before each part of a call of a function of plyforge.batch."""
    in_parts, checked = _rows.in_parts, []

    def checking(*arguments, **options):
        checked.append(check())
        return in_parts(*arguments, **options)
    monkeypatch.setattr(_rows, 'in_parts', checking)
    function()
    assert checked


def refuse(array, writes):
    with pytest.raises(RuntimeError, match='another call is'):
        _core._batch_borrow(array, writes)


@pytest.mark.parametrize('name',
                         [name for name in READERS if name not in ('pickle', 'memoryview', 'interface', 'positions')])
def test_a_call_keeps_what_it_reads(monkeypatch, name):
    positions = fresh()

    def check():
        refuse(positions, True)
        _core._batch_borrow(positions, False)
    in_the_middle(monkeypatch, lambda: READERS[name](positions), check)
    _core._batch_borrow(positions, True)


@pytest.mark.parametrize('name', WRITERS)
def test_a_call_keeps_what_it_writes(monkeypatch, name):
    positions = fresh()
    if name == 'play in place':  # without the calls that prepare it
        def writer(positions):
            batch.play(positions, FIRST, out=positions)
    elif name == 'unpack':
        packed = batch.pack(PLAIN)

        def writer(positions):
            batch.unpack(packed, out=positions)
    else:
        writer = WRITERS[name]
    in_the_middle(monkeypatch, lambda: writer(positions), lambda: refuse(positions, False))
    _core._batch_borrow(positions, True)


def test_an_array_is_free_after_an_exception():
    positions = fresh()
    for call in (lambda: batch.play(positions, b'\0' * 6, out=positions),
                 lambda: batch.take(PLAIN, [7], out=batch.take(PLAIN, [0])),
                 lambda: batch.positions(['x'] * 3, out=positions),
                 lambda: batch.legal_moves(positions, out=(bytearray(2), None))):
        with pytest.raises((ValueError, IndexError, TypeError)) as caught:
            call()
        assert caught.traceback  # which keeps the variables of the call
        _core._batch_borrow(positions, True)


def test_parts_of_a_call_do_not_overlap():
    """The functions of the extension, too, whoever calls them: rows that one thread writes are its own."""
    positions, out = fresh(), fresh()
    with _rows.borrow(writes=[out]) as (loan,):
        _core._batch_take(positions, memoryview(bytes(24)).cast('q'), loan, 0, 2)
        with pytest.raises(RuntimeError):
            _core._batch_take(positions, memoryview(bytes(24)).cast('q'), out, 0, 2)
        with pytest.raises(RuntimeError):
            _core._batch_fens(out, 0, 1)
    assert _core._batch_fens(out, 0, 3) == [FENS[0], FENS[0], FENS[2]]
    with pytest.raises(TypeError, match='expected a loan'):
        _core._batch_give_back(out)


class Hook(type):
    """A class that calls a function when it is asked for its name, which happens while the rows are written."""

    call = None

    @property
    def __name__(cls):
        Hook.call()
        return 'Hook'


def test_a_hook_in_the_middle_of_a_call():
    """Without any function of ours that is not public."""
    positions, refused = fresh(), []
    numpy_view = numpy.asarray(positions)  # made before; it sees the array change

    def call():
        for function in (batch.fens, batch.legal_moves, batch.pack):
            with pytest.raises(RuntimeError, match='another call is writing it'):
                function(positions)
            refused.append(function)
    Hook.call = call
    batch.positions([FENS[2], Hook('x', (), {})(), FENS[0]], errors=[], out=positions)
    assert len(refused) == 3 and batch.fens(positions) == [FENS[2], FENS[0], FENS[0]]
    assert numpy_view['turn'].tolist() == [0, 0, 0]


@pytest.mark.parametrize('threads', [1, 2])
def test_two_threads(threads):
    """Either a call is refused, or its result is that of one state of the array."""
    first, second = batch.take(PLAIN, [0] * 3000), batch.take(PLAIN, [1] * 3000)
    shared, failures, ended = batch.take(first, range(3000)), [], threading.Event()
    wanted = {bytes(memoryview(batch.legal_moves(positions)[0])) for positions in (first, second)}
    rows = numpy.arange(3000)

    def write():
        while not ended.is_set():
            for source in (first, second):
                try:
                    batch.take(source, rows, threads=threads, out=shared)
                except RuntimeError:
                    pass
                except BaseException as error:
                    failures.append(error)
    thread = threading.Thread(target=write)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread.start()
    try:
        done = 0
        for _ in range(300):
            try:
                assert bytes(memoryview(batch.legal_moves(shared, threads=threads)[0])) in wanted
                done += 1
            except RuntimeError:
                pass
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(interval)
    assert not failures, failures[:3]


# ---- Numbers that change meanwhile ----

def test_games_write_only_the_positions_of_their_part():
    """Offsets that changed after they were checked: no two threads write the same row."""
    starts, moves = batch.take(PLAIN, [0, 0]), numpy.array([796] * 8, numpy.uint16)
    for offsets, written in (([0, 8, 3], 0), ([0, 1, 2], 2), ([4, 5, 6], 2), ([-1, 1, 2], 0), ([0, 1, 9], 0),
                             ([1, 0, 2], 0)):
        out = batch.take(PLAIN, [2] * 8)
        _core._batch_replay(starts, moves, numpy.array(offsets), False, out, 0, 2)
        assert 8 - batch.fens(out).count(FENS[2]) == written, offsets


def test_numbers_at_odd_addresses():
    """Slices of bytes are numbers, too."""
    def odd(numbers):
        return memoryview(b'x' + bytes(memoryview(numbers)))[1:]
    offsets, rows = odd(numpy.array([0, 1, 2, 3])), odd(numpy.array([2, 0]))
    assert len(_core._batch_fens(batch.take(PLAIN, rows.cast('q')), 0, 2)) == 2
    assert batch.fens(batch.replay(PLAIN, odd(FIRST).cast('H'), offsets.cast('q'))) == FENS
    games = odd(numpy.array([0, 3])).cast('q')
    assert memoryview(batch.planes(PLAIN, 112, games=games)) == memoryview(batch.planes(PLAIN, 112, games=[0, 3]))


@pytest.mark.parametrize('name', ['legal_moves', 'features', 'replay', 'planes', 'take'])
def test_a_thread_that_changes_numbers(name):
    """Whatever the numbers of an array of numpy are at any moment: a result or a ValueError, and no access elsewhere,
    which a build with a sanitizer would show."""
    positions, ended = batch.take(PLAIN, [0, 1, 2] * 200), threading.Event()
    offsets, starts = numpy.arange(601), numpy.zeros(601, numpy.int64)
    moves, columns = numpy.zeros(600 * 48, numpy.uint16), [numpy.zeros(600 * 32, numpy.int32) for _ in range(2)]
    call = {'legal_moves': lambda: batch.legal_moves(positions, threads=2, out=(moves, offsets)),
            'features': lambda: batch.features(positions, 'HalfKP', threads=2, out=(*columns, offsets)),
            'replay': lambda: batch.replay(positions, moves[:600], offsets, threads=2),
            'planes': lambda: batch.planes(positions, 112, games=offsets, threads=2),
            'take': lambda: batch.take(positions, offsets, threads=2)}[name]

    def change():
        good = numpy.arange(601)
        while not ended.is_set():
            offsets[::7] = 1 << 62
            offsets[::3] = -5
            offsets[:] = starts
            offsets[:] = good
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(40):
            try:
                call()
            except (ValueError, IndexError, MemoryError):
                pass
    finally:
        ended.set()
        thread.join()
    assert batch.fens(positions) == FENS * 200


# ---- DLPack ----

class Managed(ctypes.Structure):
    """DLManagedTensor of the first version: the tensor takes 48 bytes on machines of 64 bits."""

    _fields_ = [('data', ctypes.c_void_p), ('rest', ctypes.c_byte * 40), ('context', ctypes.c_void_p),
                ('deleter', ctypes.c_void_p)]


def take_over(capsule):
    """What a reader of DLPack does with a capsule."""
    get, rename = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.pythonapi.PyCapsule_SetName
    get.restype, get.argtypes, rename.argtypes = (ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p],
                                                  [ctypes.py_object, ctypes.c_char_p])
    address = get(capsule, b'dltensor')
    rename(capsule, USED)
    return address


USED = b'used_dltensor'  # the capsule keeps the pointer only


def test_memory_outlives_its_array():
    """Its reader frees it, without the GIL."""
    for copy in (False, True):
        array = batch.perft(PLAIN, 1)
        wanted = array.tolist()
        tensors = [take_over(array.__dlpack__(copy=copy)) for _ in range(2)]
        del array
        for address in tensors:
            managed = Managed.from_address(address)
            assert list((ctypes.c_int64 * 3).from_address(managed.data)) == wanted
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(managed.deleter)(address)  # ctypes has let go of the GIL


def test_memory_of_others_is_copied():
    """Only the object that owns it may free it."""
    numbers = numpy.arange(3)
    wrapped = _core._batch_wrap(numbers, _rows.I64, (3,))
    address = take_over(wrapped.__dlpack__())
    managed = Managed.from_address(address)
    assert managed.data != numbers.ctypes.data and list((ctypes.c_int64 * 3).from_address(managed.data)) == [0, 1, 2]
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(managed.deleter)(address)


def test_another_interpreter_frees_memory():
    """In a process of its own: it used to wait for the lock of the first interpreter for ever."""
    pytest.importorskip('_xxsubinterpreters')
    program = ('import _xxsubinterpreters as interpreters\nother = interpreters.create()\n'
               'interpreters.run_string(other, """from plyforge import batch\nimport gc\n'
               'array = batch.perft(batch.positions(["7k/8/8/8/8/8/8/K7 w - - 0 1"]), 1)\n'
               'array.__dlpack__(), array.__dlpack__(copy=True)\ndel array\ngc.collect()\n""")\n'
               'interpreters.destroy(other)\nprint("freed")\n')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.stdout == 'freed\n', done.stderr


def test_nothing_is_shared_while_it_is_written():
    array = batch.perft(PLAIN, 1)
    with _rows.borrow(writes=[array]):
        for call in (array.__dlpack__, lambda: array.__dlpack__(copy=True), lambda: memoryview(array), array.tolist,
                     lambda: array[0],
                     lambda: pickle.dumps(array), lambda: numpy.asarray(array)):
            with pytest.raises(RuntimeError, match='another call is writing it'):
                call()
    assert array.tolist() == numpy.asarray(array).tolist()


def test_threads_that_share_a_reader_get_other_games():
    games = b'[Event "x"]\n\n1. e4 e5 2. Nf3 *\n\n' * 2000
    reader = pgn.read(games, chunk=500)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [part.first for part in reader], range(4)))
    firsts = sorted(first for part in found for first in part)
    assert firsts == [part.first for part in pgn.read(games, chunk=500)] and len(firsts) > 100

    # A file that asks for the games that are being read from it is told so.
    class Loop(io.RawIOBase):
        def read(self, size):
            return next(reader)
    reader = pgn.read(Loop())
    with pytest.raises(ValueError, match='already executing'):
        next(reader)
