"""plyforge.batch and plyforge.pgn with positions of variants, against the boards of plyforge.chess.variant."""
import pickle
import random

import pytest

import plyforge
import plyforge.chess as chess
import plyforge.chess.polyglot
from plyforge import batch, pgn
from plyforge.chess import variant

numpy = pytest.importorskip('numpy')
# One class for each variant, by the number in pf_position.
TYPES = [chess.Board, variant.CrazyhouseBoard, variant.AtomicBoard, variant.AntichessBoard, variant.KingOfTheHillBoard,
         variant.ThreeCheckBoard, variant.HordeBoard, variant.RacingKingsBoard]


def boards(board_type, count, seed=1):
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = board_type()
        while len(found) < count:
            found.append(board.copy(stack=False))
            if board.is_game_over() or board.ply() > 100:
                break
            board.push(rng.choice(list(board.legal_moves)))
    return found


BOARDS = {board_type: boards(board_type, 150) for board_type in TYPES}
ALL = [board for board_type in TYPES for board in BOARDS[board_type]]


def rows_of(several):
    return batch.positions([board.fen() for board in several], variant=several[0].aliases[0])


def mixed():
    """Positions of all variants in one array, and their boards."""
    rows = numpy.concatenate([numpy.asarray(rows_of(BOARDS[board_type])) for board_type in TYPES])
    return batch.positions(rows)


MIXED = mixed()


def test_names():
    start = variant.CrazyhouseBoard.starting_fen
    for name in ('crazyhouse', 'Crazyhouse', 'ZH'):
        assert numpy.asarray(batch.positions([start], variant=name))['variant'][0] == 1
    with pytest.raises(ValueError, match='no variant has the name'):
        batch.positions([start], variant='bughouse')
    with pytest.raises(TypeError, match='must be a name, not int'):
        batch.positions([start], variant=1)
    with pytest.raises(ValueError, match='rows of bytes contain theirs'):
        batch.positions(MIXED, variant='atomic')
    errors = []
    wrong = batch.positions(['nonsense'], variant='racingkings', errors=errors)
    assert batch.fens(wrong) == [variant.RacingKingsBoard.starting_fen] and len(errors) == 1


def test_rows_are_those_of_the_boards():
    array = numpy.asarray(MIXED)
    assert list(numpy.unique(array['variant'])) == list(range(8)) and batch.fens(MIXED) == [b.fen() for b in ALL]
    for row, board in zip(array, ALL):
        assert int(row['key']) == board._key() and row['variant'] == board._variant
        assert row['pockets'][::-1].tolist() == board._pockets and row['checks_given'][::-1].tolist() == \
            board._checks_given
    assert (numpy.asarray(pickle.loads(pickle.dumps(MIXED))) == array).all()
    changed = array.copy()
    changed['variant'][3] = 8
    changed['pockets'][5] = 1
    errors = []
    batch.positions(changed, errors=errors)
    assert [row for row, _ in errors] == [3, 5]


@pytest.mark.parametrize('threads', [1, 3])
def test_moves(threads):
    moves, offsets = map(numpy.asarray, batch.legal_moves(MIXED, threads=threads))
    ucis = batch.ucis(moves)
    for row, board in enumerate(ALL):
        assert sorted(ucis[offsets[row]:offsets[row + 1]]) == sorted(move.uci() for move in board.legal_moves)
    rows = [row for row in range(len(ALL)) if offsets[row] < offsets[row + 1]]
    before, chosen = batch.take(MIXED, rows), [ucis[offsets[row + 1] - 1] for row in rows]
    codes = batch.from_ucis(before, chosen, threads=threads)
    after = batch.fens(batch.play(before, codes, threads=threads))
    for row, uci, fen in zip(rows, chosen, after):
        board = ALL[row].copy()
        board.push_uci(uci)
        assert board.fen() == fen


def test_counts_outcomes_and_games():
    assert numpy.asarray(batch.perft(MIXED, 1)).tolist() == [board.legal_moves.count() for board in ALL]
    few = batch.take(MIXED, range(0, len(ALL), 40))
    assert numpy.asarray(batch.perft(few, 3)).tolist() == [plyforge.perft(board, 3) for board in ALL[::40]]
    for code, board in zip(numpy.asarray(batch.outcomes(MIXED)), ALL):
        ended, winner = board.outcome(), {1: chess.WHITE, 2: chess.BLACK}.get(int(code) & 3)
        assert bool(code) == bool(ended) and (not ended or ended.winner == winner)
    ends = batch.outcomes(batch.playouts(MIXED, 7, plies=2000))
    assert (numpy.asarray(ends) != 0).mean() > 0.8


def test_packed():
    packed = batch.pack(MIXED, variants=True, threads=2)
    assert packed.shape == (len(ALL), 56)
    for again in (batch.unpack(packed, variants=True), batch.positions(packed)):
        assert [fen.rsplit(' ', 2)[0] for fen in batch.fens(again)] == [b.fen().rsplit(' ', 2)[0] for b in ALL]
    with pytest.raises(ValueError, match='row 150: a position of crazyhouse needs 56 bytes: variants=True'):
        batch.pack(MIXED)
    with pytest.raises(ValueError, match='multiple of 56'):
        batch.unpack(b'x' * 24, variants=True)


def test_inputs_of_networks():
    standard = [chess.Board(board.fen().replace('[]', '')) for board in BOARDS[variant.KingOfTheHillBoard]]
    hill = rows_of(BOARDS[variant.KingOfTheHillBoard])
    for function in (batch.planes, batch.tokens, lambda rows: batch.planes(rows, 112),
                     lambda rows: batch.mask(rows, 1858)):
        ours, wanted = numpy.asarray(function(hill)), numpy.asarray(function(rows_of(standard)))
        over = [row for row, board in enumerate(BOARDS[variant.KingOfTheHillBoard]) if board.is_game_over()]
        assert (numpy.delete(ours, over, 0) == numpy.delete(wanted, over, 0)).all()
    # White has no king in Horde, and a side may have none or several in Antichess.
    planes = numpy.asarray(batch.planes(MIXED, 119))
    for row, board in enumerate(ALL):
        rights = [board.has_kingside_castling_rights(color) for color in (board.turn, not board.turn)]
        assert planes[row, [114, 116], 0, 0].tolist() == rights
    with pytest.raises(ValueError, match='row 0: features need a king of each side'):
        batch.features(rows_of(BOARDS[variant.HordeBoard]), 'HalfKP')
    assert len(batch.features(rows_of(BOARDS[variant.RacingKingsBoard]), 'HalfKP')[2]) == 151


def test_repetition_in_planes_after_captures():
    """Crazyhouse repeats positions although its clock says that something was captured."""
    board = variant.CrazyhouseBoard('3qk3/8/8/3n4/8/2N5/8/4K3[] w - - 0 1')
    seen = [board.fen()]
    for san in 'Nxd5 Qxd5 N@b1 Qd8 Nc3 N@d5 Nxd5 Qxd5 N@b1 Qd8 Nc3 N@d5'.split():
        board.push_san(san)
        seen.append(board.fen())
    planes = numpy.asarray(batch.planes(batch.positions(seen, variant='crazyhouse'), 112, games=[0, len(seen)]))
    assert planes[:, 12, 0, 0].tolist() == [0] * 6 + [1] * 7


def test_actions():
    board = variant.CrazyhouseBoard('4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1')
    rows, castling, drop = rows_of([board]), chess.Move.from_uci('e1g1'), chess.Move.from_uci('N@e4')
    with pytest.raises(ValueError, match='row 0: a legal move is not in the action space'):
        batch.mask(rows, 1968)
    action = batch.encode(board, castling, 1968)
    assert batch.decode(board, action, 1968) == castling and batch.action_space(1968).names[action] == 'e1g1'
    assert numpy.asarray(batch.actions(rows, batch.from_ucis(rows, ['e1g1']), 1968)).tolist() == [action]
    assert batch.ucis(batch.moves(rows, [action], 1968)) == ['e1g1']
    with pytest.raises(ValueError, match='the move N@e4 is not in the action space'):
        batch.encode(board, drop, 1968)
    with pytest.raises(chess.IllegalMoveError, match='row 0: the move N@e4 is not in the action space'):
        batch.actions(rows, batch.from_ucis(rows, ['N@e4']), 1968)
    king = variant.AntichessBoard('8/P7/8/8/8/8/8/k7 w - - 0 1')
    with pytest.raises(ValueError, match='a7a8k is not in the action space'):
        batch.encode(king, chess.Move.from_uci('a7a8k'), 1858)
    for space in (1968, 1858, 4672):
        with pytest.raises(chess.IllegalMoveError):
            batch.decode(king, -1, space)


# ---- Games ----

def games_of(board_type, count):
    rng, texts = random.Random(5), []
    for _ in range(count):
        board, game = board_type(), chess.pgn.Game()
        game.setup(board)
        node = game
        while not board.is_game_over() and board.ply() < 60:
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        texts.append((str(game), board.fen()))
    return texts


def test_games_of_variants_are_replayed():
    import plyforge.chess.pgn  # noqa: F401 (used as chess.pgn)
    texts = [text for board_type in TYPES for text in games_of(board_type, 5)]
    data = '\n\n'.join(text for text, _ in texts).encode()
    games, = pgn.read(data, columns=('starts', 'flags'), variants=True)
    assert len(games) == 40 and not games.faults
    assert numpy.asarray(games.starts)['variant'].tolist() == [number for number in range(8) for _ in range(5)]
    after = batch.fens(batch.replay(games.starts, games.moves, games.move_ends, after=True))
    ends = numpy.asarray(games.move_ends)
    assert [after[end - 1] for end in ends[1:]] == [fen for _, fen in texts]


# ---- Boards ----

def test_tools():
    assert plyforge.perft(variant.AtomicBoard(), 4, threads=2) == 197326
    board = variant.AtomicBoard()
    assert chess.polyglot.zobrist_hash(board) == chess.polyglot.zobrist_hash(chess.Board())

    def without_drops(fen, moves):
        board = variant.CrazyhouseBoard(fen)
        for move in moves.split():
            board.push_uci(move)
        return [move for move in board.legal_moves if not move.drop]
    report = plyforge.bisect(without_drops, '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1', 2, variant='crazyhouse', lists_only=True)
    assert not report.agrees and '@' in report.first.differences[0].move
    with pytest.raises(ValueError, match='no variant'):
        plyforge.bisect(without_drops, chess.STARTING_FEN, 2, variant='bughouse')
    with pytest.raises(TypeError, match='must be a name'):
        plyforge.bisect(without_drops, chess.STARTING_FEN, 2, variant=1)


@pytest.mark.parametrize('board_type', TYPES)
def test_moves_of_a_list_are_played_by_their_board_only(board_type):
    """push() does not test the moves that were listed last: another board of the same pieces must not take them."""
    for board in BOARDS[board_type]:
        for move in board.legal_moves:
            other = board.copy()
            other.push(move)
            again = board_type(board.fen())
            again.push_uci(move.uci())
            assert other == again and other.fen() == again.fen()
    fen = '4k3/8/8/8/8/8/3p4/4K3 w - - 0 1'
    atomic, standard = variant.AtomicBoard(fen), chess.Board(fen)
    capture = chess.Move.from_uci('e1d2')
    assert capture in list(standard.legal_moves) and capture not in list(atomic.legal_moves)
    list(standard.legal_moves)
    assert not atomic.is_legal(capture)
