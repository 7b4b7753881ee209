"""plyforge.batch: what networks read. Planes, tokens, features, masks and actions against slow code that follows the
published rules."""
import random

import pytest

import plyforge.chess as chess
from plyforge import batch
from test_batch import BOARDS, FENS, boards

numpy = pytest.importorskip('numpy')
POSITIONS = batch.positions(FENS)


# ---- History planes ----

def games(count, seed=3):
    """Random games with many repetitions: (starts, moves, offsets, boards before each move)."""
    rng, starts, moves, offsets, seen = random.Random(seed), [], [], [0], []
    for number in range(count):
        board = chess.Board() if number % 3 else chess.Board('4k3/8/8/8/8/8/8/R3K2R w KQ - 3 30')
        starts.append(board.fen())
        for _ in range(rng.randrange(60)):
            legal = list(board.legal_moves)
            if not legal:
                break
            back = [move for move in legal
                    if len(board.move_stack) > 1 and board.move_stack[-2].from_square == move.to_square
                    and board.move_stack[-2].to_square == move.from_square]
            move = rng.choice(back if back and rng.random() < 0.8 else legal)
            seen.append(board.copy())
            array = numpy.asarray(batch.legal_moves(batch.positions([board.fen()]))[0])
            moves += [int(code) for code in array if batch_uci(int(code)) == move.uci()]
            board.push(move)
        offsets.append(len(moves))
    return starts, numpy.array(moves, dtype=numpy.uint16), numpy.array(offsets, dtype=numpy.int64), seen


def batch_uci(code):
    from test_batch import uci_of
    return uci_of(code)


def history_planes(board, count):
    """Planes of lc0 and AlphaZero from the description of their authors."""
    step, rows = (13 if count == 112 else 14), numpy.zeros((count, 64), dtype=numpy.float32)
    us, board = board.turn, board.copy()
    now = board.copy()
    for age in range(8):
        seen = board if us else board.mirror()
        for square, piece in seen.piece_map().items():
            rows[age * step + piece.piece_type - 1 + 6 * (not piece.color), square] = 1
        rows[age * step + 12] = board.is_repetition(2)
        if step == 14:
            rows[age * step + 13] = board.is_repetition(3)
        if not board.move_stack:
            break
        board.pop()
    king, queen = now.has_kingside_castling_rights, now.has_queenside_castling_rights
    if count == 112:
        rest = [queen(us), king(us), queen(not us), king(not us), not us, now.halfmove_clock, 0, 1]
    else:
        rest = [not us, now.fullmove_number, king(us), queen(us), king(not us), queen(not us), now.halfmove_clock]
    rows[8 * step:] = numpy.array(rest, dtype=numpy.float32)[:, None]
    return rows.reshape(count, 8, 8)


@pytest.mark.parametrize('count, rows', [(12, 6000), (112, 700), (119, 700)])
def test_large_outputs_have_the_same_planes(count, rows):
    """More than 16 MB are written past the caches, where the address allows it."""
    positions = batch.take(POSITIONS, [row % len(POSITIONS) for row in range(rows)])
    few = numpy.asarray(batch.planes(POSITIONS, count))
    size = rows * count * 64
    for shift in (0, 1):
        out = numpy.full(size + 5, 7, dtype=numpy.float32)
        begin = -(out.__array_interface__['data'][0] // 4) % 4 + shift
        part = out[begin:begin + size].reshape(rows, count, 8, 8)
        batch.planes(positions, count, threads=2, out=part)
        for row in range(0, rows, len(POSITIONS)):
            assert (part[row:row + len(POSITIONS)] == few[:rows - row]).all()
        assert (out[:begin] == 7).all() and (out[begin + size:] == 7).all()


@pytest.mark.parametrize('count', [112, 119])
def test_planes_with_history(count):
    starts, moves, offsets, seen = games(12)
    positions = batch.replay(batch.positions(starts), moves, offsets, threads=2)
    planes = numpy.asarray(batch.planes(positions, count, games=offsets, threads=3))
    assert planes.shape == (len(seen), count, 8, 8) and planes[:, 12].any()
    for row, board in zip(planes, seen):
        assert (row == history_planes(board, count)).all()
    alone = numpy.asarray(batch.planes(positions, count))
    for row, board in zip(alone, seen):
        assert (row == history_planes(board.copy(stack=False), count)).all()


def test_games_that_do_not_fit():
    for wrong in ([0, 5], [1, len(FENS)], [0, 9, 3, len(FENS)], []):
        with pytest.raises(ValueError, match='offsets that increase'):
            batch.planes(POSITIONS, 112, games=numpy.array(wrong, dtype=numpy.int64))
    with pytest.raises(ValueError, match='history'):
        batch.planes(POSITIONS, 12, games=numpy.array([0, len(FENS)]))
    with pytest.raises(ValueError, match='12, 112 or 119'):
        batch.planes(POSITIONS, 13)


# ---- Replaying ----

def test_replay():
    starts, moves, offsets, seen = games(9, 4)
    first = batch.positions(starts)
    before, after = (batch.replay(first, moves, offsets, after=later) for later in (False, True))
    assert batch.fens(before) == [board.fen() for board in seen]
    assert batch.fens(after)[:offsets[1] - 1] == batch.fens(before)[1:offsets[1]]
    wrong = moves.copy()
    wrong[offsets[1] + 2] = 0xffff
    with pytest.raises(chess.IllegalMoveError, match='game 1, move 2'):
        batch.replay(first, wrong, offsets, threads=2)
    for bad in (offsets[:-1], offsets + 1, offsets[::-1].copy()):
        with pytest.raises(ValueError, match='offsets'):
            batch.replay(first, moves, bad)
    with pytest.raises(TypeError, match='offsets must be int64'):
        batch.replay(first, moves, offsets.astype(numpy.int32))
    null = batch.fens(batch.replay(batch.positions([chess.STARTING_FEN]), numpy.zeros(1, numpy.uint16),
                                   numpy.array([0, 1]), after=True))
    assert null == ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1']


# ---- Tokens ----

def test_tokens():
    symbols = '0123456789abcdefghpnrkqPBNRQKw.'
    tokens = numpy.asarray(batch.tokens(POSITIONS, threads=2))
    assert tokens.shape == (len(FENS), 77) and tokens.dtype == numpy.uint8 and len(symbols) == 31
    for row, fen in zip(tokens, FENS):
        board, turn, castling, ep, half, full = fen.split()
        for digit in '12345678':
            board = board.replace(digit, '.' * int(digit))
        text = (turn + board.replace('/', '') + castling.replace('-', '').ljust(4, '.') + ep.replace('-', '..')
                + half.ljust(3, '.') + full.ljust(3, '.'))
        assert ''.join(symbols[token] for token in row) == text
    with pytest.raises(ValueError, match='row 1: tokens have counters up to 999'):
        batch.tokens(batch.positions([FENS[0], '7k/8/8/8/8/8/8/K7 w - - 0 1000']))
    with pytest.raises(ValueError, match='row 0: .*Chess960'):
        batch.tokens(batch.positions(['7k/8/8/8/8/8/8/KR6 w B - 0 1'], chess960=True))


# ---- Features ----

def published_features(board, name, pov):
    """The numbers of nnue-pytorch's feature sets."""
    king, found = board.king(pov), set()
    for square, piece in board.piece_map().items():
        kind = (piece.piece_type - 1) * 2 + (piece.color != pov)
        if name == 'HalfKP':
            turn = 0 if pov else 63
            if piece.piece_type != chess.KING:
                found.add(1 + (square ^ turn) + kind * 64 + (king ^ turn) * 641)
        else:
            turn = (0 if pov else 56) ^ (7 if chess.square_file(king) < 4 else 0)
            home = king ^ turn
            bucket = (7 - chess.square_rank(home)) * 4 + 7 - chess.square_file(home)
            found.add((square ^ turn) + min(kind, 10) * 64 + bucket * 704)
    return found


@pytest.mark.parametrize('name, count', [('HalfKP', 41024), ('HalfKAv2_hm', 22528)])
def test_features(name, count):
    assert batch.feature_count(name) == count
    for relative in (False, True):
        white, black, offsets = map(numpy.asarray, batch.features(POSITIONS, name, relative=relative, threads=2))
        assert white.dtype == black.dtype == numpy.int32 and len(white) == len(black) == offsets[-1]
        for row, board in enumerate(BOARDS):
            pov = board.turn if relative else chess.WHITE
            part = slice(offsets[row], offsets[row + 1])
            assert set(white[part]) == published_features(board, name, pov) and max(white[part]) < count
            assert set(black[part]) == published_features(board, name, not pov)
            assert len(set(white[part])) == offsets[row + 1] - offsets[row]
    with pytest.raises(ValueError, match='HalfKP'):
        batch.features(POSITIONS, 'HalfKX')


# ---- Masks and actions ----

@pytest.mark.parametrize('size', [1968, 1858, 4672])
def test_packed_masks(size):
    dense, packed = (numpy.asarray(batch.mask(POSITIONS, size)),
                     numpy.asarray(batch.mask(POSITIONS, size, packed=True, threads=2)))
    assert packed.shape == (len(FENS), (size + 7) // 8)
    assert (numpy.unpackbits(packed, axis=1, count=size, bitorder='little') == dense).all()


@pytest.mark.parametrize('size, layout', [(1968, 'square'), (1858, 'square'), (4672, 'square'), (4672, 'plane')])
def test_actions_of_many_moves(size, layout):
    moves, offsets = map(numpy.asarray, batch.legal_moves(POSITIONS))
    rows = numpy.repeat(numpy.arange(len(FENS)), numpy.diff(offsets))
    each = batch.take(POSITIONS, rows)
    actions = numpy.asarray(batch.actions(each, moves, size, layout=layout, threads=2))
    assert (actions.dtype == numpy.int64
            and (numpy.asarray(batch.mask(each, size, layout=layout))[numpy.arange(len(rows)), actions] == 1).all())
    assert (numpy.asarray(batch.moves(each, actions, size, layout=layout, threads=2)) == moves).all()
    for row in range(0, len(rows), 97):
        board = BOARDS[rows[row]]
        assert batch.encode(board, batch.decode(board, actions[row], size, layout=layout), size,
                            layout=layout) == actions[row]
    wrong = moves.copy()
    wrong[3] = 0
    with pytest.raises(chess.IllegalMoveError, match='row 3'):
        batch.actions(each, wrong, size)
    wrong = actions.copy()
    wrong[5] = -1
    with pytest.raises(chess.IllegalMoveError, match='row 5'):
        batch.moves(each, wrong, size, layout=layout)


def test_published_order():
    """searchless_chess: queen before knight, straight promotions first; lc0: by square, promotions to queen, rook,
    bishop last."""
    names = batch.action_space(1968).names
    assert names[:21] == tuple('a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 a1h1 a1a2 a1b2 a1a3 a1c3 a1a4 a1d4 a1a5 a1e5 a1a6 a1f6 '
                               'a1a7 a1g7 a1a8 a1h8'.split())
    assert names[21:23] == ('a1c2', 'a1b3')
    assert names[1792:1800] == tuple('a2a1q a2a1r a2a1b a2a1n a2b1q a2b1r a2b1b a2b1n'.split())
    assert names[1800:1812:4] == ('b2b1q', 'b2a1q', 'b2c1q') and names[-1] == 'h7g8n'
    names = batch.action_space(1858).names
    assert (names[7:13] == ('a1a2', 'a1b2', 'a1c2', 'a1a3', 'a1b3', 'a1c3')
            and names[-4:] == ('h7g8b', 'h7h8q', 'h7h8r', 'h7h8b'))


def test_variants_are_asked_for():
    import plyforge.chess.variant  # noqa: F401 (used as chess.variant)
    board = chess.variant.CrazyhouseBoard()
    with pytest.raises(ValueError, match='row 0'):
        batch.positions(['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1'])
    with pytest.raises(TypeError, match='positions'):
        batch.legal_moves(board)


# ---- Arrays of others ----

def test_positions_of_others():
    array = numpy.array(POSITIONS)
    assert array.dtype.names[:2] == ('by_type', 'by_colour')
    assert batch.fens(batch.positions(array, threads=2)) == FENS
    assert batch.fens(batch.positions(array[::-2])) == FENS[::-2]
    assert batch.fens(batch.positions(array.view(numpy.uint8).reshape(-1, 112))) == FENS
    assert batch.fens(batch.positions(POSITIONS)) == FENS
    packed = batch.positions(batch.pack(POSITIONS))
    assert [fen.split()[:4] for fen in batch.fens(packed)] == [fen.split()[:4] for fen in FENS]
    array['key'] = 7
    assert (numpy.asarray(batch.positions(array))['key'] == numpy.asarray(POSITIONS)['key']).all()
    array['by_type'][4][5] = 0
    array['by_colour'][7][0] |= array['by_colour'][7][1]
    array['turn'][9] = 3
    array['by_type'][11] = 0
    array['by_colour'][11] = 0
    errors = []
    again = batch.positions(array, errors=errors, threads=2)
    assert [row for row, _ in errors] == [4, 7, 9, 11] and errors[0][1] == 'the sets of pieces contradict each other'
    assert all(fen == wanted for row, (fen, wanted) in enumerate(zip(batch.fens(again), FENS))
               if row not in (4, 7, 9, 11))
    assert batch.fens(again)[4] == chess.STARTING_FEN
    with pytest.raises(ValueError, match='row 4'):
        batch.positions(array, threads=2)
    with pytest.raises(TypeError, match='rows of 8 bytes'):
        batch.positions(numpy.zeros(5))
    with pytest.raises(TypeError, match='one str'):
        batch.positions(FENS[0])


def test_random_bytes_are_never_a_crash():
    rng = numpy.random.default_rng(1)
    errors = []
    rows = batch.positions(rng.integers(0, 256, (3000, 112), dtype=numpy.uint8), errors=errors)
    assert len(errors) == 3000 and set(batch.fens(rows)) == {chess.STARTING_FEN}
    array = numpy.array(POSITIONS).view(numpy.uint8).reshape(-1, 112)
    for _ in range(30):
        noisy = array.copy()
        noisy[numpy.arange(len(noisy)),
              rng.integers(0, 112, len(noisy))] ^= (1 << rng.integers(0, 8, len(noisy))).astype(numpy.uint8)
        rows = batch.positions(noisy, errors=[])
        batch.legal_moves(rows)
        assert (numpy.asarray(batch.positions(rows)) == numpy.asarray(rows)).all()
    packed = numpy.asarray(batch.pack(POSITIONS)).copy()
    packed[:, 8:] ^= rng.integers(0, 2, (len(packed), 16), dtype=numpy.uint8)
    errors = []
    batch.unpack(packed, errors=errors, threads=2)
    assert errors


# ---- out= and threads= everywhere ----

def calls():
    alive = batch.positions([fen for fen, board in zip(FENS, BOARDS) if any(board.legal_moves)])
    first = numpy.array([batch_first(fen) for fen in batch.fens(alive)], dtype=numpy.uint16)
    return {
        'legal_moves': lambda **options: batch.legal_moves(POSITIONS, **options),
        'features': lambda **options: batch.features(POSITIONS, 'HalfKP', **options),
        'positions': lambda **options: batch.positions(FENS, **options),
        'unpack': lambda **options: batch.unpack(batch.pack(POSITIONS), **options),
        'pack': lambda **options: batch.pack(POSITIONS, **options),
        'play': lambda **options: batch.play(alive, first, **options),
        'replay': lambda **options: batch.replay(alive, first, numpy.arange(len(first) + 1), **options),
        'outcomes': lambda **options: batch.outcomes(POSITIONS, **options),
        'perft': lambda **options: batch.perft(POSITIONS, 1, **options),
        'playouts': lambda **options: batch.playouts(POSITIONS, 1, plies=5, **options),
        'planes': lambda **options: batch.planes(POSITIONS, **options),
        'tokens': lambda **options: batch.tokens(POSITIONS, **options),
        'mask': lambda **options: batch.mask(POSITIONS, 1858, **options),
        'actions': lambda **options: batch.actions(alive, first, 1858, **options),
        'moves': lambda **options: batch.moves(alive, batch.actions(alive, first, 1858), 1858, **options),
    }


def batch_first(fen):
    return memoryview(batch.legal_moves(batch.positions([fen]))[0])[0]


@pytest.mark.parametrize('name', sorted(calls()))
def test_out_and_threads(name):
    function = calls()[name]

    def parts(result):
        return [numpy.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]

    wanted = [part.copy() for part in parts(function())]
    for threads in (0, 2, 5):
        assert all((a == b).all() for a, b in zip(parts(function(threads=threads)), wanted))
    out = function()
    for part in parts(out):
        if part.flags.writeable:
            part[...] = 0
    again = function(out=out)
    assert all(a is b for a, b in zip(again, out)) if isinstance(out, tuple) else again is out
    assert all((a == b).all() for a, b in zip(parts(again), wanted))
    with pytest.raises((ValueError, TypeError)):
        function(out=batch.positions(FENS[:2]) if not isinstance(out, tuple) else (None,))
    with pytest.raises(ValueError, match='threads'):
        function(threads=-1)


def test_out_that_is_too_small():
    with pytest.raises(ValueError, match='at least'):
        batch.legal_moves(POSITIONS, out=(numpy.zeros(10, numpy.uint16), None))
    long = numpy.zeros(99999, numpy.uint16)
    moves, offsets = batch.legal_moves(POSITIONS, out=(long, None))
    count = numpy.asarray(offsets)[-1]
    assert (moves is long and (long[:count] == numpy.asarray(batch.legal_moves(POSITIONS)[0])).all()
            and not long[count:].any())


def test_take():
    assert batch.fens(batch.take(POSITIONS, [3, -1, 3])) == [FENS[3], FENS[-1], FENS[3]]
    assert batch.fens(batch.take(POSITIONS, numpy.array([1, 2]))) == FENS[1:3]
    with pytest.raises(IndexError, match='row 1'):
        batch.take(POSITIONS, [0, len(FENS)])
    for wrong in ([0.5], numpy.zeros(3, dtype=numpy.int32), 'ab'):
        with pytest.raises(TypeError):
            batch.take(POSITIONS, wrong)


def test_chess960_in_action_spaces():
    several = boards(60, 9, chess960=True)
    positions = batch.positions([board.fen() for board in several], chess960=True)
    for row, board in zip(numpy.asarray(batch.mask(positions, 1858)), several):
        assert row.sum() == board.legal_moves.count()
