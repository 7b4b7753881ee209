"""plyforge.batch: arrays of positions, moves, masks and planes, against plyforge.chess."""
import copy
import ctypes
import gc
import operator
import pickle
import random
import sys

import pytest

import plyforge.chess as chess
from plyforge import batch, pgn

numpy = pytest.importorskip('numpy')


def boards(count, seed=1, chess960=False):
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        while not board.is_game_over() and board.ply() < 120 and len(found) < count:
            found.append(board.copy(stack=False))
            board.push(rng.choice(list(board.legal_moves)))
    return found


BOARDS = boards(300) + [chess.Board(fen) for fen in (
    'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1',
    '8/PPPPPPPP/8/k7/8/8/8/K7 w - - 0 1',
    '8/8/K7/8/k7/8/pppppppp/7R b - - 0 1', '1n1n1n1n/P1P1P1P1/8/k7/8/8/8/K7 w - - 0 1',
    '8/8/8/KPp4r/8/8/8/7k w - c6 0 1')]
FENS = [board.fen() for board in BOARDS]


def uci_of(code, chess960=False):
    """The UCI text of a 16-bit move."""
    to_square, from_square, promotion, kind = code & 63, code >> 6 & 63, code >> 12 & 3, code >> 14
    if kind == 3 and not chess960:
        to_square = (from_square & 56) | (6 if to_square > from_square else 2)
    return chess.Move(from_square, to_square, promotion + 2 if kind == 1 else None).uci()


def test_positions_are_the_librarys():
    positions = batch.positions(FENS)
    array = numpy.asarray(positions)
    assert array.dtype.itemsize == 112 and array.shape == (len(FENS),) and batch.fens(positions) == FENS
    assert not array.flags.writeable
    for row, board in zip(array, BOARDS):
        assert [int(side) for side in row['by_colour']] == board.occupied_co[::-1] and bool(row['turn']) != board.turn
        assert int(row['castling']) == board.clean_castling_rights() and int(row['key']) == board._key()


@pytest.mark.parametrize('threads', [1, 2, 7])
def test_legal_moves(threads):
    moves, offsets = map(numpy.asarray, batch.legal_moves(batch.positions(FENS), threads=threads))
    assert (moves.dtype == numpy.uint16 and offsets.dtype == numpy.int64 and len(offsets) == len(FENS) + 1
            and offsets[-1] == len(moves))
    for row, board in enumerate(BOARDS):
        found = {uci_of(int(code)) for code in moves[offsets[row]:offsets[row + 1]]}
        assert found == {move.uci() for move in board.legal_moves} and len(found) == offsets[row + 1] - offsets[row]


def test_no_rows():
    empty = batch.positions([])
    moves, offsets = batch.legal_moves(empty, threads=3)
    assert len(empty) == len(moves) == 0 and list(memoryview(offsets)) == [0]
    assert (numpy.asarray(batch.mask(empty, 1968)).shape == (0, 1968)
            and numpy.asarray(batch.planes(empty)).shape == (0, 12, 8, 8))


def test_playing():
    positions = batch.positions(FENS)
    moves, offsets = map(numpy.asarray, batch.legal_moves(positions))
    alive = [row for row in range(len(FENS)) if offsets[row] < offsets[row + 1]]
    before = batch.positions([FENS[row] for row in alive])
    chosen = numpy.array([moves[offsets[row]] for row in alive], dtype=numpy.uint16)
    after = batch.fens(batch.play(before, chosen))
    for row, code, fen in zip(alive, chosen, after):
        board = BOARDS[row].copy()
        board.push_uci(uci_of(int(code)))
        assert board.fen() == fen
    chosen[3] = 0
    with pytest.raises(chess.IllegalMoveError, match='row 3'):
        batch.play(before, chosen)
    with pytest.raises(ValueError):
        batch.play(before, chosen[:-1])


def test_packed():
    positions = batch.positions(FENS)
    packed = batch.pack(positions)
    assert numpy.asarray(packed).shape == (len(FENS), 24)
    again = batch.unpack(packed)
    assert [fen.rsplit(' ', 2)[0] for fen in batch.fens(again)] == [fen.rsplit(' ', 2)[0] for fen in FENS]
    broken = bytearray(memoryview(packed).cast('B'))
    broken[24 * 5 + 8:24 * 6] = b'\xff' * 16
    with pytest.raises(ValueError, match='row 5'):
        batch.unpack(broken)
    with pytest.raises(ValueError, match='multiple of 24'):
        batch.unpack(b'x' * 25)


def test_wrong_rows_are_named():
    bad = FENS[:3] + ['nonsense', FENS[0], '8/8/8/8/8/8/8/8 w - - 0 1']
    with pytest.raises(ValueError, match='row 3'):
        batch.positions(bad)
    errors = []
    positions = batch.positions(bad, errors=errors)
    assert [row for row, _ in errors] == [3, 5] and all(message for _, message in errors) and len(positions) == 6
    with pytest.raises(TypeError, match='row 1'):
        batch.positions(['8/8/8/8/8/8/8/8', 5])
    with pytest.raises(TypeError, match=r'row 0: Board is not a str; use its fen\(\)$'):
        batch.positions([chess.Board()])
    for wrong in (None, b'x' * 112, numpy.zeros(112, dtype=numpy.uint8), batch.pack(positions)):
        with pytest.raises(TypeError, match='positions'):
            batch.legal_moves(wrong) if hasattr(wrong, '__len__') else batch.pack(wrong)


def key_in(space, board, move):
    move = board._normalize(move, not space.castling_as_step)
    turn = 56 if space.relative and not board.turn else 0
    text = chess.Move(move.from_square ^ turn, move.to_square ^ turn, move.promotion).uci()
    if (space.name == '1858' and move.promotion == chess.KNIGHT
        or space.name == '4672' and move.promotion == chess.QUEEN):
        text = text[:4]
    return space.names.index(text)


@pytest.mark.parametrize('size, layout', [(1968, 'square'), (1858, 'square'), (4672, 'square'), (4672, 'plane')])
def test_masks(size, layout):
    space = batch.action_space(size, layout=layout)
    assert space.size == size and len(space.names) == size
    named = [name for name in space.names if name]
    assert len(set(named)) == len(named) == {1968: 1968, 1858: 1858, 4672: 1792 + 66}[size]
    masks = numpy.asarray(batch.mask(batch.positions(FENS), size, layout=layout, threads=2))
    assert masks.shape == (len(FENS), size) and masks.dtype == numpy.uint8
    for row, board in zip(masks, BOARDS):
        wanted = {key_in(space, board, move) for move in board.legal_moves}
        assert set(numpy.flatnonzero(row)) == wanted and len(wanted) == board.legal_moves.count()


def test_action_spaces_by_rule():
    lc0 = batch.action_space(1858).names
    assert lc0[:3] == ('a1b1', 'a1c1', 'a1d1') and lc0[1792] == 'a7a8q' and lc0[-1] == 'h7h8b'
    assert sum(len(name) == 5 for name in batch.action_space(1968).names) == 176
    with pytest.raises(ValueError):
        batch.action_space(1234)
    with pytest.raises(ValueError):
        batch.action_space(4672, layout='x')


@pytest.mark.parametrize('relative', [False, True])
def test_planes(relative):
    planes = numpy.asarray(batch.planes(batch.positions(FENS), relative=relative, threads=2))
    assert planes.dtype == numpy.float32 and planes.shape == (len(FENS), 12, 8, 8)
    for row, board in zip(planes, BOARDS):
        seen = board.mirror() if relative and not board.turn else board
        wanted = numpy.zeros((12, 64), dtype=numpy.float32)
        for square, piece in seen.piece_map().items():
            wanted[piece.piece_type - 1 + (0 if piece.color else 6), square] = 1
        assert (row.reshape(12, 64) == wanted).all()


def test_memory_is_shared_and_released():
    planes = batch.planes(batch.positions(FENS[:2]))
    first, second = numpy.asarray(planes), numpy.asarray(planes)
    first[0, 0, 0, 0] = 7
    assert second[0, 0, 0, 0] == 7 and first.__array_interface__['data'][0] == planes.__array_interface__['data'][0]
    dlpack = numpy.from_dlpack(planes)
    assert dlpack[0, 0, 0, 0] == 7 and dlpack.shape == first.shape
    count = sys.getrefcount(planes)
    for _ in range(5):
        planes.__dlpack__()
        memoryview(planes)
    gc.collect()
    assert sys.getrefcount(planes) == count
    del planes, first, second
    gc.collect()
    assert dlpack[0, 0, 0, 0] == 7
    with pytest.raises(BufferError):
        batch.positions(FENS[:1]).__dlpack__()
    with pytest.raises(TypeError):
        batch.Array()


class Exported:
    """An object whose memory numpy asks for with these options, which only later versions of numpy have."""

    def __init__(self, array, **options):
        self.array, self.options = array, options

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options, **self.options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack_options():
    planes = batch.planes(batch.positions(FENS[:2]))
    shared = numpy.asarray(planes)
    for options in ({}, {'copy': None}, {'copy': False}, {'dl_device': (1, 0), 'max_version': (1, 0)}, {'copy': True}):
        taken = numpy.from_dlpack(Exported(planes, **options))
        assert numpy.shares_memory(taken, shared) == (not options.get('copy')) and (taken == shared).all()
    before = taken.copy()
    shared[:] = 7
    del planes, shared
    gc.collect()
    assert (taken == before).all()
    planes, empty = batch.planes(batch.positions(FENS[:1])), batch.planes(batch.positions([]))
    assert numpy.from_dlpack(Exported(empty, copy=True)).shape == empty.shape
    for device in ((2, 0), (1, 1), (-1, 1 << 20)):
        with pytest.raises(BufferError, match='CPU'):
            planes.__dlpack__(dl_device=device)
    for wrong in ({'dl_device': 1}, {'dl_device': (1,)}, {'dl_device': 'ab'}, {'dl_device': ('a', 0)},
                  {'device': (1, 0)}):
        with pytest.raises(TypeError):
            planes.__dlpack__(**wrong)
    with pytest.raises(BufferError, match='positions'):
        batch.positions(FENS[:1]).__dlpack__(copy=True)


def test_chess960():
    several = boards(100, 5, chess960=True)
    positions = batch.positions([board.fen() for board in several], chess960=True)
    moves, offsets = map(numpy.asarray, batch.legal_moves(positions))
    for row, board in enumerate(several):
        assert {uci_of(int(code), True)
                for code in moves[offsets[row]:offsets[row + 1]]} == {move.uci() for move in board.legal_moves}


def test_results_can_be_written_into_older_arrays():
    first, second = batch.positions(FENS[:50]), batch.positions(FENS[50:100])
    for function in (lambda positions, out=None: batch.mask(positions, 1858, out=out), batch.planes):
        wanted, out = numpy.array(function(second)), function(first)
        assert function(second, out=out) is out and (numpy.asarray(out) == wanted).all()
        with pytest.raises(ValueError, match='shape'):
            function(batch.positions(FENS[:3]), out=out)
        foreign = numpy.zeros_like(wanted)
        assert function(second, out=foreign) is foreign and (foreign == wanted).all()
        for wrong in (foreign.astype(numpy.float64), foreign[:-1], foreign.reshape(-1), b'x' * foreign.nbytes, [1, 2],
                      5):
            with pytest.raises((ValueError, TypeError, BufferError)):
                function(second, out=wrong)
    with pytest.raises(ValueError, match='table'):
        batch.mask(first, batch.ActionSpace('x', 2, ('', ''), b'', True, True))
    with pytest.raises(ValueError, match='row 0'):
        batch.mask(first, batch.ActionSpace('x', 2, ('', ''), b'\xff' * (2 * (7 << 12)), True, True))


def test_outcomes():
    fens = FENS + ['7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', '7k/8/6K1/8/8/8/8/8 b - - 0 1',
                   '7k/8/6K1/8/8/8/8/R7 b - - 150 90', '8/8/8/8/8/6k1/6q1/6K1 w - - 0 1']
    codes = {None: 0, 'CHECKMATE': 1, 'STALEMATE': 2, 'INSUFFICIENT_MATERIAL': 3, 'SEVENTYFIVE_MOVES': 5}
    for code, fen in zip(numpy.asarray(batch.outcomes(batch.positions(fens), threads=3)), fens):
        outcome = chess.Board(fen).outcome()
        assert code >> 2 == codes[outcome and outcome.termination.name]
        assert '* 1-0 0-1 1/2-1/2'.split()[code & 3] == chess.Board(fen).result()


def test_counts_of_many_positions():
    counts = numpy.asarray(batch.perft(batch.positions(FENS[:40]), 2, threads=2))
    for count, board in zip(counts, BOARDS):
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += board.legal_moves.count()
            board.pop()
        assert count == total
    with pytest.raises(ValueError):
        batch.perft(batch.positions(FENS[:1]), -1)


def test_playouts_depend_on_the_seed_alone():
    positions = batch.positions([chess.STARTING_FEN] * 60)
    ends = batch.fens(batch.playouts(positions, 7, threads=3))
    assert ends == batch.fens(batch.playouts(positions, 7)) != batch.fens(batch.playouts(positions, 8))
    assert len(set(ends)) > 55 and all(chess.Board(fen).is_valid() for fen in ends)
    assert all(chess.Board(fen).is_game_over() or chess.Board(fen).ply() >= 1000 for fen in ends)
    assert batch.fens(positions) == [chess.STARTING_FEN] * 60
    assert all(chess.Board(fen).ply() == 3 for fen in batch.fens(batch.playouts(positions, 1, plies=3)))


@pytest.mark.parametrize('size', [1968, 1858, 4672])
def test_actions_and_moves(size):
    for board in BOARDS[-6:] + BOARDS[:20]:
        for move in board.legal_moves:
            action = batch.encode(board, move, size)
            assert 0 <= action < size and batch.decode(board, action, size) == move
    with pytest.raises(chess.IllegalMoveError):
        batch.encode(chess.Board(), chess.Move.from_uci('e2e5'), size)
    with pytest.raises(chess.IllegalMoveError):
        batch.decode(chess.Board(), size - 1, size)


# ---- Arrays as objects ----

def test_arrays_show_themselves_and_their_numbers():
    positions = batch.positions([chess.STARTING_FEN, '7k/8/8/8/8/8/8/K7 w - - 0 1'])
    moves, offsets = batch.legal_moves(positions)
    assert repr(positions) == '<Array of 2 positions>' and repr(offsets) == '<Array of int64, shape (3,)>'
    assert (list(offsets) == offsets.tolist() == [0, 20, 23] and offsets[1] == 20 and offsets[-1] == 23
            and list(offsets[1:]) == [20, 23])
    mask = batch.mask(positions, 1858)
    assert mask[0, 0] in (0, 1) and len(mask.tolist()[1]) == 1858
    for wrong in (lambda: mask[0], positions.tolist):
        with pytest.raises(TypeError, match='numpy.asarray'):
            wrong()
    with pytest.raises(IndexError):
        offsets[3]


def test_arrays_are_not_compared():
    """Elements are compared by numpy; anything else would be wrong for somebody, silently."""
    counts, other = batch.perft(batch.positions(FENS), 1), batch.perft(batch.positions(FENS), 1)
    for wrong in (other, counts, counts.tolist(), tuple(counts), 20, None, 'x', bytes(memoryview(counts))):
        for compare in (operator.eq, operator.ne):
            with pytest.raises(TypeError, match=r'numpy.asarray\(array\) == other'):
                compare(counts, wrong)
            with pytest.raises(TypeError, match=r'numpy.array_equal'):
                compare(wrong, counts)
    for compare in (operator.lt, operator.ge):
        with pytest.raises(TypeError):
            compare(counts, other)
    assert (counts == numpy.asarray(other)).all() and (numpy.asarray(other) == counts).all()
    assert not (counts != numpy.asarray(other)).any()
    assert (counts == numpy.zeros(len(FENS))).shape == (len(FENS),) and numpy.array_equal(counts, other)
    assert memoryview(counts) == other and counts == memoryview(other) and not counts != memoryview(other)
    assert counts in [counts] and len({counts: 1, other: 2}) == 2


class Buffer(ctypes.Structure):
    """Py_buffer."""

    _fields_ = [('buf', ctypes.c_void_p), ('obj', ctypes.py_object), ('len', ctypes.c_ssize_t),
                ('itemsize', ctypes.c_ssize_t),
                ('readonly', ctypes.c_int), ('ndim', ctypes.c_int), ('format', ctypes.c_char_p),
                ('shape', ctypes.POINTER(ctypes.c_ssize_t)),
                ('strides', ctypes.POINTER(ctypes.c_ssize_t)), ('suboffsets', ctypes.c_void_p),
                ('internal', ctypes.c_void_p)]


def buffer_of(array, flags):
    """(dimensions, has a format, has a shape, has strides) of what PyObject_GetBuffer gives."""
    view = Buffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(array), ctypes.byref(view), flags)
    found = view.ndim, bool(view.format), bool(view.shape), bool(view.strides)
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(view))
    return found


def test_buffers_are_what_was_asked_for():
    simple, writable, with_format, nd, strides, c_order, f_order, any_order = 0, 1, 4, 8, 0x18, 0x38, 0x58, 0x98
    planes, row, positions = (batch.planes(batch.positions(FENS)), batch.planes(batch.positions([])),
                              batch.positions(FENS))
    assert buffer_of(planes, simple) == (1, False, False, False) == buffer_of(planes, writable)
    assert (buffer_of(planes, nd) == (4, False, True, False)
            and buffer_of(planes, with_format | nd) == (4, True, True, False))
    assert buffer_of(planes, strides) == (4, False, True,
                                          True) == buffer_of(planes, c_order) == buffer_of(planes, any_order)
    with pytest.raises(BufferError, match='in the order of C, not of Fortran'):
        buffer_of(planes, f_order)
    for same in (row, positions, batch.perft(positions, 1),
                 batch.mask(batch.positions(FENS[:1]), 1968)):  # both orders are one
        assert buffer_of(same, f_order)[2:] == (True, True)
    with pytest.raises(BufferError, match='read-only'):
        buffer_of(positions, writable)


def test_arrays_are_pickled_and_copied():
    fens = [chess.STARTING_FEN, '7k/8/8/8/8/8/8/K7 w - - 0 1']
    nine60 = 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9'
    positions = batch.positions([*fens, nine60], chess960=True)
    for again in (pickle.loads(pickle.dumps(positions)), copy.copy(positions), copy.deepcopy(positions)):
        assert batch.fens(again) == batch.fens(positions) and again is not positions
        assert bytes(memoryview(again)) == bytes(memoryview(positions))
    none = batch.positions([])
    empty = none, batch.pack(none), batch.planes(none), batch.outcomes(none)
    for array in (*batch.legal_moves(positions), batch.planes(positions), batch.pack(positions), *empty):
        again = pickle.loads(pickle.dumps(array))
        assert again.shape == array.shape == copy.copy(array).shape and again.format == array.format
        assert bytes(memoryview(again)) == bytes(memoryview(array))
    broken = pickle.dumps(batch.positions([fens[1]])).replace(bytes(memoryview(batch.positions([fens[1]])))[40:48],
                                                              b'\xff' * 8)
    with pytest.raises(ValueError, match='row 0'):
        pickle.loads(broken)
    games, = pgn.read(b'[White "A"]\n\n1. e4 e5 1-0\n', columns=('results', 'starts'), tags=('White',))
    again = pickle.loads(pickle.dumps(games))
    assert (list(again.tags['White']) == ['A'] and list(again.results) == [1] and list(again.moves) == list(games.moves)
            and again.clocks is None)


# ---- Arrays of positions as sequences ----

MIXED = [chess.STARTING_FEN, 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 9',
         '4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1', '7k/8/8/3pP3/8/8/8/K7 w - d6 0 2']


def test_positions_are_sequences():
    positions = batch.positions(MIXED)
    assert [board.fen() for board in positions] == MIXED == [positions[row].fen() for row in range(len(positions))]
    assert positions[-1] == chess.Board(MIXED[-1]) and type(positions[0]) is chess.Board and not positions[0].chess960
    for key in slice(1, 3), slice(None, None, -2), slice(5, 9), slice(None):
        part = positions[key]
        assert isinstance(part, batch.Array) and batch.fens(part) == MIXED[key]
    for row in 4, -5, 1 << 40:
        with pytest.raises(IndexError, match='there are 4 positions'):
            positions[row]
    with pytest.raises(TypeError, match='a row must be an integer'):
        positions['a']
    assert batch.positions([])[:] is not None and list(batch.positions([])) == []


def test_rows_are_boards_of_their_variant():
    fens = {'atomic': '8/8/8/8/8/7k/8/K7 w - - 0 1', 'crazyhouse': '4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1'}
    atomic, crazyhouse = (batch.positions([fen], variant=name) for name, fen in fens.items())
    both = atomic + crazyhouse
    assert [type(board).uci_variant for board in both] == list(fens)
    assert [board.fen() for board in both] == list(fens.values())
    fen = 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    board = batch.positions([fen], chess960=True)[0]
    assert board.chess960 and board.fen() == fen and board.clean_castling_rights()


def test_positions_are_concatenated():
    one, two = batch.positions(MIXED[:1]), batch.positions(MIXED[1:])
    for both in one + two, batch.concatenate([one, two]), batch.concatenate(iter([one, two[:1], two[1:]])):
        assert batch.fens(both) == MIXED
    castling = batch.positions(['bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'], chess960=True)
    assert bytes(memoryview(castling + one)[:1]) == bytes(memoryview(castling))
    assert len(batch.concatenate([])) == len(batch.concatenate([one[:0], one[:0]])) == 0
    for wrong in ([one, 1], [b'x' * 112], 5):
        with pytest.raises(TypeError):
            batch.concatenate(wrong)
    with pytest.raises(TypeError):
        one + batch.mask(one, 1968)
    with pytest.raises(TypeError):
        one + 1


def test_parts_of_numpy_arrays_are_positions():
    numpy = pytest.importorskip('numpy')
    positions = batch.positions(MIXED * 3)
    rows = numpy.asarray(positions)
    for key in slice(2, 7), slice(None, None, -3), [3, 1, 1], rows['turn'] == 1:
        part, fens = rows[key], numpy.array(MIXED * 3)[key].tolist()
        assert batch.fens(part) == fens == batch.fens(positions=part)
        expected = batch.positions(fens)
        for ours, theirs in zip(batch.legal_moves(part), batch.legal_moves(expected)):
            assert numpy.array_equal(ours, theirs)
        assert numpy.array_equal(batch.planes(part, 112), batch.planes(expected, 112))
        assert batch.perft(part, 1).tolist() == batch.perft(expected, 1).tolist()
    broken = rows.copy()
    broken['by_type'][1] = 0
    with pytest.raises(ValueError, match='row 1'):
        batch.fens(broken)
    with pytest.raises(TypeError, match='got ndarray'):
        batch.fens(rows['key'])
