"""plyforge.chess.variant: boards of the lichess variants."""
import copy
import gc
import pickle
import random
import weakref

import pytest

import plyforge
import plyforge.chess as chess
from plyforge.chess import variant


@pytest.mark.parametrize('board_type, nodes', [
    (chess.Board, 8902), (variant.CrazyhouseBoard, 8902), (variant.AtomicBoard, 8902), (variant.AntichessBoard, 8067),
    (variant.KingOfTheHillBoard, 8902), (variant.ThreeCheckBoard, 8902), (variant.HordeBoard, 1274),
    (variant.RacingKingsBoard, 11264)])
def test_perft_of_start_positions(board_type, nodes):
    assert plyforge.perft(board_type(), 3) == nodes
    assert board_type().fen() == board_type.starting_fen and board_type().status() == chess.STATUS_VALID


@pytest.mark.parametrize('board_type', variant.VARIANTS)
def test_random_games(board_type):
    rng = random.Random(3)
    for _ in range(8):
        board = board_type()
        while not board.is_game_over() and board.ply() < 150:
            moves = list(board.legal_moves)
            move = rng.choice(moves)
            assert board.parse_san(board.san(move)) == move and board.parse_uci(board.uci(move)) == move
            assert len(moves) == board.legal_moves.count() and all(map(board.is_pseudo_legal, moves))
            assert {move for move in moves if not move.drop} <= set(board.pseudo_legal_moves)
            board.push(move)
            assert board_type(board.fen()).fen() == board.fen()
        assert board.copy() == board and pickle.loads(pickle.dumps(board)) == board
        assert board.root().fen() == board_type().fen()
        outcome = board.outcome()
        if outcome and outcome.termination.name.startswith('VARIANT'):
            assert board.is_variant_win() + board.is_variant_loss() + board.is_variant_draw() == 1


def test_crazyhouse_pockets():
    board = variant.CrazyhouseBoard('4k3/8/8/1n6/8/3B4/8/4K3 w - - 0 1')
    board.push_san('Bxb5+')
    assert board.pockets[chess.WHITE].count(chess.KNIGHT) == 1 and str(board.pockets[chess.WHITE]) == 'n'
    board.push_san('Kd8')
    board.push_san('N@f7+')
    assert not len(board.pockets[chess.WHITE]) and board.fen() == '3k4/5N2/8/1B6/8/8/8/4K3[] b - - 2 2'
    board.pockets[chess.BLACK].add(chess.QUEEN)
    assert board.fen().split()[0].endswith('[q]')
    board.pockets[chess.BLACK].remove(chess.QUEEN)
    with pytest.raises(ValueError):
        board.pockets[chess.BLACK].remove(chess.QUEEN)
    assert chess.F3 in board.legal_drop_squares() or board.is_check()
    board = variant.CrazyhouseBoard('4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1')
    assert (set(board.generate_legal_drops()) == set(board.generate_pseudo_legal_drops())
            and not any(m.drop for m in board.pseudo_legal_moves))
    assert len(list(board.generate_legal_drops())) == 62 + 48


def test_pockets_belong_to_their_board():
    board = variant.CrazyhouseBoard('4k3/8/8/8/8/8/8/4K3[NPq] w - - 0 1')
    white = board.pockets[chess.WHITE]
    assert board.pockets is board.pockets and white is board.pockets[chess.WHITE]
    assert board.copy().pockets[chess.WHITE] == white and board.copy().pockets[chess.WHITE] is not white
    board.push_san('N@a1')
    assert str(white) == 'p' and board.pop().drop == chess.KNIGHT and str(white) == 'np'
    # Exchanged, as two names are.
    board.pockets[0], board.pockets[1] = board.pockets[1], board.pockets[0]
    assert board.fen().split()[0].endswith('[Qnp]') and str(white) == 'np'
    board.pockets = board.pockets[::-1]
    assert board.fen().split()[0].endswith('[NPq]')
    own = variant.CrazyhousePocket('rr')
    board.pockets[chess.BLACK] = own
    own.add(chess.PAWN)
    assert board.pockets[chess.BLACK] is own and board.fen().split()[0].endswith('[NPrrp]')
    # A pocket that keeps its board in turn does not keep both for ever.
    class Marked(variant.CrazyhousePocket):
        pass
    cycle = variant.CrazyhouseBoard()
    cycle.pockets[chess.WHITE] = Marked('q')
    cycle.pockets[chess.WHITE].board = cycle
    freed = weakref.ref(cycle)
    del cycle
    gc.collect()
    assert freed() is None
    # It keeps what it had when the board goes, and keeps no board alive.
    last = board.pockets[chess.WHITE]
    alive = weakref.ref(board)
    del board
    assert alive() is None and str(last) == 'np' and str(own) == 'rrp'
    last.remove(chess.KNIGHT)
    assert str(last) == 'p' and len(last) == 1


def test_pockets_by_themselves():
    pocket = variant.CrazyhousePocket('qnn')
    assert str(pocket) == 'qnn' and repr(pocket) == "CrazyhousePocket('qnn')" and len(pocket) == 3
    assert pocket.count(chess.KNIGHT) == 2 == pocket.count(piece_type=chess.KNIGHT) and pocket.count(chess.KING) == 0
    for same in pocket.copy(), copy.copy(pocket), pickle.loads(pickle.dumps(pocket)), variant.CrazyhousePocket('nqn'):
        assert same == pocket and same is not pocket
    pocket.reset()
    assert not pocket and pocket == variant.CrazyhousePocket() and pocket != 'qnn'
    for wrong in 'k', 'N', ['nn'], [1]:
        with pytest.raises(ValueError, match='a pocket has pieces p, n, b, r and q'):
            variant.CrazyhousePocket(wrong)
    for wrong in 0, -1, 7:
        for method in pocket.count, pocket.add, pocket.remove:
            with pytest.raises(IndexError):
                method(wrong)
    for _ in range(255):
        pocket.add(chess.PAWN)
    with pytest.raises(ValueError, match='256'):
        pocket.add(chess.PAWN)
    with pytest.raises(TypeError):
        pocket.add('p')
    board = variant.CrazyhouseBoard()
    for wrong in [], [pocket], [pocket, 'q'], None, 3:
        with pytest.raises(TypeError):
            board.pockets = wrong
    with pytest.raises(TypeError):
        board.pockets[0] = 'q'
    with pytest.raises(AttributeError):
        del board.pockets
    assert board.fen() == variant.CrazyhouseBoard.starting_fen and not hasattr(chess.Board(), 'pockets')


def test_where_pieces_can_be_dropped():
    """Where a knight can, among the legal moves with one in the pocket."""
    rng, checks = random.Random(2), 0
    for _ in range(30):
        board = variant.CrazyhouseBoard()
        while not board.is_game_over() and board.ply() < 100:
            checks += board.is_check()
            other = board.copy(stack=False)
            other.pockets[board.turn].add(chess.KNIGHT)
            expected = {move.to_square for move in other.legal_moves if move.drop == chess.KNIGHT}
            assert set(board.legal_drop_squares()) == expected and board.legal_drop_squares_mask() == sum(
                1 << square for square in expected)
            board.push(rng.choice(list(board.legal_moves)))
    assert checks > 50
    assert variant.CrazyhouseBoard('8/8/8/8/8/8/8/8[] w - - 0 1').legal_drop_squares_mask() == chess.BB_ALL
    board = variant.CrazyhouseBoard('4k3/8/8/8/4r3/8/3n4/4K3[N] w - - 0 1')
    assert list(board.generate_legal_drops()) == [chess.Move.from_uci('N@e2'), chess.Move.from_uci('N@e3')]
    assert list(board.legal_drop_squares()) == [chess.E2, chess.E3]


def test_crazyhouse_has_no_clock():
    board = variant.CrazyhouseBoard('4k3/8/8/8/8/8/8/R3K3[] w - - 150 90')
    assert (not board.is_fifty_moves() and not board.is_seventyfive_moves() and not board.can_claim_fifty_moves()
            and not board.is_game_over())


def test_crazyhouse_repeats_after_captures():
    """Pieces that were taken come back by drops, so that the clock says nothing about repetition."""
    board = variant.CrazyhouseBoard('3qk3/8/8/3n4/8/2N5/8/4K3[] w - - 0 1')
    start, line = board.fen().split(' ')[:2], 'Nxd5 Qxd5 N@b1 Qd8 Nc3'.split()
    for times in range(2, 6):
        for san in line:
            board.push_san(san)
        assert board.can_claim_threefold_repetition() == (times > 2)
        assert (not board.is_repetition(times)
                and (times < 3 or board.outcome(claim_draw=True).termination == chess.Termination.THREEFOLD_REPETITION))
        board.push_san('N@d5')
        assert board.fen().split(' ')[:2] == start and board.is_repetition(times) and not board.is_repetition(times + 1)
        assert board.can_claim_threefold_repetition() == (times > 2) and (board.outcome() is None) == (times < 5)
    assert board.outcome().termination == chess.Termination.FIVEFOLD_REPETITION and board.is_fivefold_repetition()


def test_crazyhouse_without_kings_repeats_with_its_pockets_only():
    board = variant.CrazyhouseBoard('8/8/8/3n4/8/2N5/8/8[n] w - - 0 1')
    placement = board.board_fen()
    for uci in ('c3d5', '0000', 'd5c3', 'N@d5'):
        board.push(chess.Move.from_uci(uci))
    assert board.board_fen() == placement and not board.is_repetition(2)
    for uci in ('c3b1', 'd5f6', 'b1c3', 'f6d5'):
        board.push(chess.Move.from_uci(uci))
    assert board.is_repetition(2)


def test_three_check():
    board = variant.ThreeCheckBoard('4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1')
    assert board.remaining_checks[chess.WHITE] == 1
    board.push_san('Ra8+')
    assert board.outcome() == chess.Outcome(chess.Termination.VARIANT_LOSS, chess.WHITE) and not board.legal_moves
    board.pop()
    board.remaining_checks[chess.WHITE] = 2
    assert board.fen() == '4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1'
    board.push_san('Ra8+')
    assert board.outcome() is None
    with pytest.raises(ValueError):
        board.remaining_checks[chess.WHITE] = 9


def test_atomic_and_names():
    board = variant.AtomicBoard('8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1')
    assert board.san(board.parse_san('Qxe6')) == 'Qxe6#'
    board.push_san('Qxe6')
    assert board.is_variant_loss() and board.result() == '1-0'
    assert variant.find_variant('king of the hill') is variant.KingOfTheHillBoard
    with pytest.raises(ValueError):
        variant.find_variant('bughouse')
