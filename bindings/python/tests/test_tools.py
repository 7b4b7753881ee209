"""plyforge.perft with all its options, and plyforge.bisect with generators that have bugs."""
import signal
import subprocess
import sys
import time

import pytest

import plyforge
import plyforge.chess as chess
import plyforge.chess.variant

KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'


# ---- perft ----

def test_ways_to_count():
    board = chess.Board(KIWIPETE)
    for options in ({}, {'threads': 2}, {'merge': True}, {'exact': False},
                    {'exact': False, 'table': 1 << 20, 'threads': 2},
                    {'backend': 'cpu'}, {'progress': lambda progress: None}):
        assert plyforge.perft(board, 4, **options) == 4085603
    assert plyforge.perft(board, 0) == 1
    assert plyforge.perft(chess.variant.AtomicBoard(), 4,
                          progress=print) == plyforge.perft(chess.variant.AtomicBoard(), 4) == 197326
    many = chess.Board('qqqqkqqq/q7/8/8/8/8/Q7/QQQQKQQQ w - - 0 1')  # a thread counts 109 moves, but not 20, at depth 5
    assert (plyforge.perft(many, 4) == 59983787
            and plyforge.perft(chess.Board(), 5) == plyforge.perft(chess.Board(), 5, threads=2) == 4865609)


def test_options_that_do_not_fit():
    board = chess.Board()
    for options in ({'backend': 'quantum'}, {'exact': False, 'merge': True}, {'exact': False, 'table': 3}):
        with pytest.raises(ValueError):
            plyforge.perft(board, 3, **options)
    with pytest.raises(ValueError, match='valid position'):
        plyforge.perft(chess.Board(None), 3)
    for threads in (-1, 1025, 1 << 32, (1 << 32) + 1, 1 << 100):
        with pytest.raises(ValueError, match=f'threads must be from 0 to 1024, not {threads}'):
            plyforge.perft(board, 3, threads=threads)
    with pytest.raises(ValueError, match='depth must be from 0 to 255'):
        plyforge.perft(board, 1 << 100)
    with pytest.raises(TypeError, match='depth must be an integer, not str'):
        plyforge.perft(board, 'x')
    with pytest.raises(TypeError, match='threads must be an integer, not float'):
        plyforge.perft(board, 2, threads=1.5)
    with pytest.raises(TypeError, match=r"perft needs a chess.Board, not str: plyforge.chess.Board\('8/8"):
        plyforge.perft('8/8/8/8/8/8/8/8 w - - 0 1', 3)
    with pytest.raises(TypeError, match='perft needs a chess.Board, not NoneType'):
        plyforge.perft(None, 3)
    try:
        assert plyforge.perft(board, 5, backend='cuda') == 4865609
    except (NotImplementedError, RuntimeError) as error:
        assert str(error)


def test_progress():
    seen = []
    assert plyforge.perft(chess.Board(), 6, progress=seen.append) == 119060324
    assert seen and all(isinstance(step, plyforge.Progress) and 0 <= step.fraction <= 1 for step in seen)
    assert [step.fraction for step in seen] == sorted(step.fraction for step in seen)

    def refuse(progress):
        raise LookupError('enough')
    with pytest.raises(LookupError, match='enough'):
        plyforge.perft(chess.Board(), 12, progress=refuse)


# ---- explain ----

@pytest.mark.parametrize('uci, sentence', [
    ('a7a8k', 'a pawn promotes to a queen, rook, bishop or knight'),
    ('a7a8p', 'a pawn promotes to a queen, rook, bishop or knight'),
    ('a7a8', 'the pawn on a7 must promote when it reaches a8'), ('d7d8k', 'there is no piece on d7'),
    ('c1c2k', 'a king does not promote'),
    ('0000', 'this is a null move'), ('K@e4', 'a king is never dropped'),
    ('Q@e4', 'pieces are dropped only in Crazyhouse, and kings never are'),
    ('a7a8q', None)])
def test_explain(uci, sentence):
    assert plyforge.explain(chess.Board('8/P7/8/8/8/8/8/k1K5 w - - 0 1'), chess.Move.from_uci(uci)) == sentence


def test_explain_of_variants_and_others():
    board = chess.variant.AntichessBoard('8/P7/8/8/8/8/8/k7 w - - 0 1')
    assert plyforge.explain(board, chess.Move.from_uci('a7a8k')) is None
    assert plyforge.explain(board, chess.Move.from_uci('a7a8p')) == 'a pawn does not promote to a pawn'
    for wrong in (('fen', chess.Move.null()), (chess.Board(), 'e2e4'), (None, None), (chess.Board(), None)):
        with pytest.raises(TypeError):
            plyforge.explain(*wrong)
    with pytest.raises(TypeError, match="explain needs a chess.Move, not str: plyforge.chess.Move.from_uci.'e2e4'"):
        plyforge.explain(chess.Board(), 'e2e4')


# ---- bisect ----

def play(fen, moves):
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


def count(board, depth, legal):
    if depth < 2:
        return len(legal(board)) if depth else 1
    total = 0
    for move in legal(board):
        board.push(move)
        total += count(board, depth - 1, legal)
        board.pop()
    return total


def divide(legal):
    """A function for bisect that counts with these legal moves."""
    def function(fen, moves, depth):
        board, found = play(fen, moves), {}
        for move in legal(board):
            board.push(move)
            found[move] = count(board, depth - 1, legal)
            board.pop()
        return found
    return function


def right(board):
    return list(board.legal_moves)


def test_a_right_generator():
    report = plyforge.bisect(divide(right), chess.STARTING_FEN, 3)
    assert report.agrees and report.agreed_depth == 3 and report.bug == '' and report.first is report.smallest is None
    assert str(report) == 'no difference to depth 3'


@pytest.mark.parametrize('name, legal, fen', [
    ('en passant missing', lambda board: [move for move in board.legal_moves if not board.is_en_passant(move)],
     KIWIPETE),
    ('castling missing', lambda board: [move for move in board.legal_moves if not board.is_castling(move)], KIWIPETE),
    ('pin', lambda board: [move for move in board.pseudo_legal_moves if not board.is_into_check(move)
                           or board.is_pinned(board.turn, move.from_square)
                           and not board.is_check()], KIWIPETE),
])
def test_bugs_are_named(name, legal, fen):
    steps = []
    report = plyforge.bisect(divide(legal), fen, 2, progress=lambda *step: steps.append(step))
    assert not report.agrees and name.split()[0] in report.bug and report.pieces <= 6
    place = report.smallest
    board = play(place.fen, ' '.join(place.moves))
    ours, theirs = {move.uci() for move in board.legal_moves}, {move.uci() for move in legal(board)}
    assert {d.move for d in place.differences if d.verdict == 'missing'} == ours - theirs
    assert {d.move for d in place.differences if d.verdict == 'extra'} == theirs - ours
    assert (steps and {step[0] for step in steps} <= {'deepen', 'descend', 'replay', 'shrink', 'done'}
            and report.bug in str(report))
    kept = plyforge.bisect(divide(legal), fen, 2, keep_board=True)
    assert kept.bug == report.bug and kept.pieces > report.pieces


def test_lists_are_enough():
    report = plyforge.bisect(lambda fen,
                             moves: [move.uci() for move in play(fen, moves).legal_moves if not move.promotion],
                             '8/P6k/8/8/8/8/8/K7 w - - 0 1', 2, lists_only=True)
    assert not report.agrees and 'promotion' in report.bug


def test_chess960():
    def lists(fen, moves):
        board = chess.Board(fen, chess960=True)
        for move in moves.split():
            board.push_uci(move)
        return board.legal_moves
    assert plyforge.bisect(lists, chess.Board.from_chess960_pos(5).fen(), 2, chess960=True, lists_only=True).agrees


def test_functions_that_fail():
    def raises(fen, moves, depth):
        raise LookupError('my own')
    with pytest.raises(LookupError, match='my own'):
        plyforge.bisect(raises, chess.STARTING_FEN, 2)
    for wrong in (None, 5, [5], {'e2e4': 'x'}, {'e2e4': -1}, {'e2e4': 1 << 70}, [('e2e4', 1, 2)],
                  {str(i): 1 for i in range(800)}, 'e2e4', b'e2e4'):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            plyforge.bisect(lambda fen, moves, depth: wrong, chess.STARTING_FEN, 2)
    for wrong in ('e2e4 e7e5', b'e2e4'):
        with pytest.raises(TypeError, match='not one string'):
            plyforge.bisect(lambda fen, moves: wrong, chess.STARTING_FEN, 2, lists_only=True)
    report = plyforge.bisect(lambda fen, moves, depth: {'nonsense': 1, 'e2e5': 3}, chess.STARTING_FEN, 2)
    assert not report.agrees
    report = plyforge.bisect(lambda fen, moves: [*play(fen, moves).legal_moves, 'zz', 'é' * 30, 'e5e6'],
                             chess.STARTING_FEN, 1, lists_only=True, keep_board=True)
    extra = [row.move for row in report.first.differences if row.verdict == 'extra']
    assert ('zz' in extra and any(move.startswith('éééé') for move in extra) and '0000' not in extra
            and '  zz is extra' in str(report))

    def refuses_small_boards(fen, moves, depth):
        if sum(letter.isalpha() for letter in fen.split()[0]) < 20:
            raise LookupError('too small')
        return divide(lambda board: [move for move in board.legal_moves if not board.is_castling(move)])(fen, moves,
                                                                                                         depth)
    report = plyforge.bisect(refuses_small_boards, KIWIPETE, 2)
    assert not report.agrees and report.pieces == 20

    def step(*arguments):
        raise KeyError('step')
    with pytest.raises(KeyError, match='step'):
        plyforge.bisect(divide(right), chess.STARTING_FEN, 2, progress=step)
    for arguments in ((divide(right), 'nonsense', 2), (divide(right), chess.STARTING_FEN, 0),
                      (divide(right), chess.STARTING_FEN, 999)):
        with pytest.raises(ValueError):
            plyforge.bisect(*arguments)
    with pytest.raises(TypeError, match='bisect needs a function, not int'):
        plyforge.bisect(5, chess.STARTING_FEN, 2)
    with pytest.raises(TypeError, match='bisect needs a FEN, not Board: board.fen()'):
        plyforge.bisect(divide(right), chess.Board(), 2)


CRAZYHOUSE = '4k3/8/8/8/8/8/8/4K3[QQRRRBBBNNNPPPPqqrrrbbbnnnpppp] w - - 0 1'  # minutes at depth 5


@pytest.mark.parametrize('job', ['plyforge.perft(board, 12, threads=2)',
                                 f'plyforge.perft(chess.variant.CrazyhouseBoard({CRAZYHOUSE!r}), 5)',
                                 'plyforge.bisect(slow, board.fen(), 9)'])
def test_ctrl_c(job):
    """A real signal, sent when the job, which would take minutes, has most likely begun."""
    program = ('import sys, time, plyforge, plyforge.chess as chess, plyforge.chess.variant\nboard = chess.Board()\n'
               'def slow(fen, moves, depth):\n    time.sleep(0.01)\n'
               '    return {move: plyforge.perft(push(chess.Board(fen), move), depth - 1) for move in '
               'chess.Board(fen).legal_moves}\n'
               'def push(board, move):\n    board.push(move)\n    return board\n'
               f'try:\n    print("begun", flush=True)\n    {job}\nexcept KeyboardInterrupt:\n    print("stopped")\n')
    with subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == 'begun\n'
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20)[0] == 'stopped\n'
        finally:
            process.kill()


# ---- Who can still win ----

@pytest.mark.parametrize('fen, color, can_win, reason', [
    (chess.STARTING_FEN, chess.BLACK, True, 'mate'),
    ('8/8/8/8/K7/p7/Bk6/8 w - - 2 65', chess.WHITE, True, 'mate'),
    ('8/8/k1K5/8/8/8/R7/8 b - - 0 1', chess.WHITE, True, 'mate'),
    ('6k1/8/8/8/8/8/8/3R2K1 w - - 0 1', chess.BLACK, False, 'material'),
    ('8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1', chess.WHITE, False, 'wall'),
    ('5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51', chess.WHITE, False, 'exhausted'),
])
def test_helpmate(fen, color, can_win, reason):
    board = chess.Board(fen)
    found = plyforge.helpmate(board, color)
    assert (found.can_win, found.reason) == (can_win, reason)
    assert plyforge.can_win(board, color) is can_win
    assert board.fen() == fen
    for move in found.moves:
        assert board.is_legal(move)
        board.push(move)
    assert not can_win or (board.is_checkmate() and board.turn is not color)


@pytest.mark.parametrize('fen, flag, result', [
    (chess.STARTING_FEN, chess.WHITE, '0-1'),
    (chess.STARTING_FEN, chess.BLACK, '1-0'),
    ('6k1/8/8/8/8/8/8/3R2K1 w - - 0 1', chess.WHITE, '1/2-1/2'),
    ('8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1', chess.BLACK, '1/2-1/2')])
def test_outcome_with_flag(fen, flag, result):
    board = chess.Board(fen)
    outcome = board.outcome(flag=flag)
    assert (outcome.result(), outcome.termination) == (result, chess.Termination.TIMEOUT)
    assert board.outcome() is None and board.result() == '*'


def test_outcome_with_flag_of_others():
    mated = chess.Board('8/8/k1K5/8/8/8/R7/8 b - - 0 1')
    assert mated.outcome(flag=chess.WHITE) == chess.Outcome(chess.Termination.CHECKMATE, chess.WHITE)
    three = chess.variant.ThreeCheckBoard
    assert three('4k3/8/8/8/8/8/8/4K2R w - - 0 1').outcome(flag=chess.WHITE).winner is None
    assert three('4k3/8/8/8/8/8/8/4K2R w - - 0 1').outcome(flag=chess.BLACK).winner is chess.WHITE
    unknown = chess.Board('8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1')
    assert unknown.outcome(flag=chess.WHITE) is None
    with pytest.raises(ValueError, match='helpmate'):
        chess.Board('8/8/8/8/8/8/8/KQ6 w - - 0 1').outcome(flag=chess.BLACK)


@pytest.mark.parametrize('board', [
    chess.Board(), chess.Board('8/8/k1K5/8/8/8/R7/8 b - - 0 1'), chess.variant.AntichessBoard(),
    chess.variant.AntichessBoard('8/8/8/8/p7/P7/8/8 w - - 0 1')])
def test_outcome_with_wrong_flags(board):
    for flag in 5, -1, -2, 0.5 + 1, 'b', 'x', '', [], chess.Board:
        with pytest.raises(ValueError if isinstance(flag, int) else TypeError, match='a color is'):
            board.outcome(flag=flag)
    assert board.outcome(flag=1) == board.outcome(flag=chess.WHITE)
    assert board.outcome(flag=0) == board.outcome(flag=chess.BLACK)


def test_helpmate_of_variants_and_others():
    board = plyforge.chess.variant.KingOfTheHillBoard('4k3/8/8/8/8/8/8/4K2R w - - 0 1')
    for move in plyforge.helpmate(board, chess.BLACK).moves:
        board.push(move)
    assert board.outcome().winner is chess.BLACK
    assert plyforge.can_win(chess.Board(), chess.WHITE, nodes=0) is None
    assert plyforge.can_win(chess.Board(), chess.WHITE, nodes=1) is None
    # A wall of pawns that needs more positions than the first, small memory holds.
    wall = chess.Board('8/8/k6p/5p1P/3b1p2/2b2PpK/6P1/8 w - - 0 1')
    assert plyforge.can_win(wall, chess.WHITE, nodes=4096) is None
    assert plyforge.helpmate(wall, chess.WHITE).reason == 'exhausted'
    for wrong in [('8/8/8/8/8/8/8/8 w - - 0 1', chess.WHITE), (None, chess.WHITE)]:
        with pytest.raises(TypeError, match='helpmate needs a chess.Board'):
            plyforge.helpmate(*wrong)
    with pytest.raises(ValueError, match='helpmate'):
        plyforge.can_win(chess.Board(None), chess.WHITE)
    with pytest.raises(ValueError, match='nodes must be from 0'):
        plyforge.can_win(chess.Board(), chess.WHITE, nodes=-1)
    with pytest.raises(TypeError, match='nodes must be an int'):
        plyforge.can_win(chess.Board(), chess.WHITE, nodes='many')
