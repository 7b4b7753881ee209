"""plyforge.chess.engine: scores, both protocols with engines that are scripted, hostile or real."""
import asyncio
import concurrent.futures
import os
import pathlib
import pickle
import shutil
import sys
import threading
import time

import pytest
from hypothesis import given, strategies as st

import plyforge.chess as chess
import plyforge.chess.pgn
from plyforge.chess import engine as ce, variant
from plyforge.chess.engine import Cp, Limit, Mate, MateGiven, PovScore, Wdl

HOSTILE = str(pathlib.Path(__file__).resolve().parent / 'hostile_engine.py')
PATH = os.environ.get('PATH', '') + os.pathsep + '/usr/games'


def hostile(kind, *more):
    return [sys.executable, '-I', HOSTILE, kind, *map(str, more)]


def installed(name):
    path = shutil.which(name, path=PATH)
    if not path:
        pytest.skip(f'{name} is not installed')
    return path


# ---- Scores ----

ORDER = [Mate(0), Mate(-2), Mate(-40), Cp(-900), Cp(-1), Cp(0), Cp(1), Cp(2500), Mate(12), Mate(3), MateGiven]
ANY_SCORE = st.one_of(st.integers(-20000, 20000).map(Cp), st.integers(-99, 99).map(Mate), st.just(MateGiven))


class Foreign:
    """A score of another package, python-chess for instance."""

    def __init__(self, score):
        self.inner = score

    def score(self, *, mate_score=None):
        return self.inner.score(mate_score=mate_score)

    def mate(self):
        return self.inner.mate()


def test_scores_are_ordered():
    assert sorted(reversed(ORDER)) == ORDER and max(ORDER) is MateGiven
    for i, a in enumerate(ORDER):
        for j, b in enumerate(ORDER):
            for other in b, Foreign(b):
                assert (a < other, a <= other, a == other, a != other, a > other, a >= other) == \
                    (i < j, i <= j, i == j, i != j, i > j, i >= j)
    with pytest.raises(TypeError):
        Cp(1) < 1
    assert Cp(1) != 1 and len({Cp(1), Cp(1), Mate(1)}) == 2


@given(ANY_SCORE, ANY_SCORE, st.sampled_from(['sf', 'sf12', 'sf14', 'sf15', 'sf15.1', 'sf16', 'sf16.1', 'lichess']),
       st.integers(0, 400))
def test_scores_and_chances(a, b, model, ply):
    assert -(-a) == a and (a < b) == (-b < -a) and abs(a) == max(a, -a) and +a == a
    assert pickle.loads(pickle.dumps(a)) == a
    wdl = a.wdl(model=model, ply=ply)
    assert wdl.total() == 1000 and min(wdl) >= 0
    mirrored = (-a).wdl(model=model, ply=ply)
    assert abs(wdl.wins - mirrored.losses) <= 1  # Rounded halves go up.
    if a <= b and model == 'lichess' or a.is_mate() == b.is_mate() and a <= b:
        assert wdl.expectation() <= b.wdl(model=model, ply=ply).expectation()


def test_known_chances():
    """Model, centipawns and ply, and the chances that python-chess 1.11.2 computes from the same published models."""
    for model, centipawns, ply, *chances in (
            ('sf12', 85, 40, 335, 652, 13),
            ('sf14', -210, 90, 0, 44, 956),
            ('sf15', -65, 12, 4, 851, 145),
            ('sf15.1', 140, 100, 869, 131, 0),
            ('sf16', 75, 33, 227, 773, 0),
            ('sf16.1', -120, 71, 0, 250, 750)):
        assert Cp(centipawns).wdl(model=model, ply=ply) == Wdl(*chances), model
    assert Cp(50).wdl(model='lichess') == Wdl(546, 0, 454) and Mate(5).wdl(model='lichess') == Wdl(997, 0, 3)
    assert Mate(0).wdl() == Wdl(0, 0, 1000) and MateGiven.wdl(model='lichess') == Wdl(1000, 0, 0)
    for score in Cp(1), Mate(1), MateGiven:
        with pytest.raises(ValueError, match="unknown model 'sf99'"):
            score.wdl(model='sf99')
    assert not Wdl(0, 0, 0) and Wdl(1, 2, 1).expectation() == 0.5
    assert repr(-Wdl(1, 2, 3)) == 'Wdl(wins=3, draws=2, losses=1)'
    chances = PovScore(Cp(100), chess.BLACK).wdl(model='lichess')
    assert chances.white() == -chances.black() == Wdl(409, 0, 591)
    assert repr(chances) == 'PovWdl(Wdl(wins=591, draws=0, losses=409), BLACK)'


def test_pgn_has_the_same_classes():
    game = chess.pgn.Game()
    nodes = [game]
    for san, score in ('e4', Cp(30)), ('e5', Cp(-20)), ('Nf3', Mate(3)):
        nodes.append(nodes[-1].add_variation(nodes[-1].board().parse_san(san)))
        nodes[-1].set_eval(ce.PovScore(score, chess.WHITE))
    evals = [node.eval().white() for node in nodes[1:]]
    assert max(evals) == Mate(3) and evals[0] > evals[1] and chess.pgn.Cp is ce.Cp
    assert ce.PovScore(Cp(5), True) == ce.PovScore(Cp(-5), False) != ce.PovScore(Cp(5), False)


# ---- A scripted engine ----

def mocked(protocol_class, script):
    """Runs script(protocol, mock) in an event loop, and sees that everything expected was sent."""
    async def main():
        protocol = protocol_class()
        mock = ce.MockTransport(protocol)
        await script(protocol, mock)
        mock.assert_done()
    asyncio.run(main())


async def greet(protocol, mock, *options):
    mock.expect('uci', ['id name Mock 1  x', *[f'option name {option}' for option in options], 'uciok'])
    await protocol.initialize()
    mock.assert_done()


def new_game(mock):
    mock.expect('ucinewgame')
    mock.expect('isready', ['readyok'])


def test_uci_variants_and_chess960():
    async def script(protocol, mock):
        await greet(protocol, mock, 'UCI_Chess960 type check default false',
                    'UCI_Variant type combo default chess var chess var atomic')
        assert protocol.id == {'name': 'Mock 1  x'}
        mock.expect('setoption name UCI_Chess960 value true')
        new_game(mock)
        mock.expect('position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves e2e4')
        mock.expect('go depth 1', ['bestmove e7e5'])
        board = chess.Board.from_chess960_pos(0)
        board.push_uci('e2e4')
        await protocol.play(board, Limit(depth=1))
        mock.expect('setoption name UCI_Chess960 value false')
        mock.expect('setoption name UCI_Variant value atomic')
        mock.expect('position startpos')
        mock.expect('go depth 1', ['bestmove (none)'])
        result = await protocol.play(variant.AtomicBoard(), Limit(depth=1))
        assert result.move is None and result.ponder is None
        with pytest.raises(ce.EngineError, match='horde'):
            await protocol.play(variant.HordeBoard(), Limit(depth=1))
    mocked(ce.UciProtocol, script)

    async def without(protocol, mock):
        await greet(protocol, mock)
        with pytest.raises(ce.EngineError, match='Chess960'):
            await protocol.play(chess.Board(chess960=True), Limit(depth=1))
        with pytest.raises(ce.EngineError, match='does not play crazyhouse'):
            await protocol.analyse(variant.CrazyhouseBoard(), Limit(depth=1))
        with pytest.raises(ce.EngineError, match='multipv is at least 1'):
            await protocol.analysis(chess.Board(), multipv=0)
        with pytest.raises(ce.EngineError, match='one line only'):
            await protocol.analysis(chess.Board(), multipv=2)
        with pytest.raises(ce.EngineError, match='already initialized'):
            await protocol.initialize()
    mocked(ce.UciProtocol, without)


def test_uci_castling_is_written_for_the_mode():
    async def script(protocol, mock):
        await greet(protocol, mock, 'UCI_Chess960 type check default false')
        new_game(mock)
        fen = '4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1'
        mock.expect(f'position fen {fen} moves e1c1')
        mock.expect('go', ['bestmove e8g8'])
        board = chess.Board(fen)
        board.push_san('O-O-O')
        assert (await protocol.play(board, Limit())).move == chess.Move.from_uci('e8g8')
        mock.expect('setoption name UCI_Chess960 value true')
        mock.expect('position fen 4k2r/8/8/8/8/8/8/R3K3 w Ah - 0 1 moves e1a1')
        mock.expect('go', ['bestmove e8h8'])
        board = chess.Board(fen, chess960=True)
        board.push_san('O-O-O')
        move = (await protocol.play(board, Limit())).move
        assert board.san(move) == 'O-O'
    mocked(ce.UciProtocol, script)


def test_uci_options():
    async def script(protocol, mock):
        await greet(protocol, mock, 'Hash type spin default 16 min 1 max 64', 'Clear Hash type button',
                    'Book File type string default <empty>', 'Style type combo default Solid var Solid var Risky one',
                    'Ponder type check default false', 'MultiPV type spin default 1 min 1 max 3')
        assert protocol.options['hash'].var == [] == protocol.options['ponder'].var
        assert protocol.options['style'].var == ['Solid', 'Risky one'] and protocol.options['book file'].default == ''
        mock.expect('setoption name Hash value 32')
        mock.expect('setoption name Clear Hash')
        mock.expect('setoption name Style value Risky one')
        await protocol.configure({'hash': '32', 'Clear Hash': None, 'Style': 'Risky one', 'Book File': ''})
        mock.assert_done()
        for wrong, message in (({'Hash': 65}, '1 to 64'), ({'Hash': 'x'}, 'number'), ({'Nothing': 1}, 'no option'),
                               ({'Style': 'Wild'}, 'Solid or Risky one'), ({'Ponder': True}, 'cannot be configured'),
                               ({'Book File': 'a\nquit'}, 'one line')):
            with pytest.raises(ce.EngineError, match=message):
                await protocol.configure(wrong)
        # For one search only, and back to what was configured.
        new = ['ucinewgame', 'isready']
        mock.expect('setoption name Hash value 8')
        mock.expect(new[0])
        mock.expect(new[1], ['readyok'])
        mock.expect('position startpos')
        mock.expect('go depth 1', ['bestmove e2e4'])
        await protocol.play(chess.Board(), Limit(depth=1), options={'Hash': 8})
        mock.expect('setoption name Hash value 32')
        mock.expect('setoption name MultiPV value 3')
        mock.expect('position startpos')
        mock.expect('go depth 1', ['info depth 1 multipv 2 score cp 1', 'bestmove e2e4'])
        infos = await protocol.analyse(chess.Board(), Limit(depth=1), multipv=500)
        assert len(infos) == 2 and infos[1]['score'] == PovScore(Cp(1), True)
        # No change: nothing to tell.
        mock.expect('setoption name MultiPV value 1')
        mock.expect('position startpos')
        mock.expect('go depth 1', ['bestmove e2e4'])
        await protocol.play(chess.Board(), Limit(depth=1))
    mocked(ce.UciProtocol, script)


def test_uci_limits_and_root_moves():
    async def script(protocol, mock):
        await greet(protocol, mock)
        new_game(mock)
        mock.expect('position startpos')
        mock.expect('go wtime 1 btime 60000 winc 0 movetime 1 searchmoves 0000', ['bestmove e2e4'])
        await protocol.play(chess.Board(), Limit(white_clock=-3, black_clock=60, white_inc=0, time=0), root_moves=[])
        mock.expect('position startpos')
        mock.expect('go infinite', ['bestmove 0000'])
        await protocol.analyse(chess.Board(), Limit())
    mocked(ce.UciProtocol, script)


def test_uci_a_new_command_stops_the_old_one():
    async def script(protocol, mock):
        await greet(protocol, mock)
        new_game(mock)
        mock.expect('position startpos')
        mock.expect('go depth 99', ['info depth 1 pv e2e4'])
        first = asyncio.ensure_future(protocol.play(chess.Board(), Limit(depth=99)))
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        mock.expect('stop', ['bestmove e2e4'])
        mock.expect('position startpos')
        mock.expect('go infinite', ['info depth 2 score cp 7 pv d2d4 d7d5'])
        analysis = await protocol.analysis(chess.Board())
        assert first.cancelled() or isinstance((await asyncio.gather(first, return_exceptions=True))[0],
                                               asyncio.CancelledError)
        assert (await analysis.get())['depth'] == 2 and analysis.empty() and analysis.would_block()
        mock.expect('stop', ['bestmove d2d4 ponder d7d5'])
        mock.expect('isready', ['readyok'])
        await protocol.ping()
        best = await analysis.wait()
        assert (best.move.uci(), best.ponder.uci()) == ('d2d4', 'd7d5')
        assert await analysis.next() is None
        with pytest.raises(ce.AnalysisComplete):
            await analysis.get()
    mocked(ce.UciProtocol, script)


def test_uci_who_gives_up_stops_the_search():
    async def script(protocol, mock):
        await greet(protocol, mock)
        new_game(mock)
        mock.expect('position startpos')
        mock.expect('go')
        mock.expect('stop', ['bestmove e2e4'])
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(protocol.play(chess.Board(), Limit()), 0.02)
        mock.expect('isready', ['readyok'])
        await protocol.ping()
    mocked(ce.UciProtocol, script)


def test_uci_info():
    board = chess.Board()
    parse = ce._parse_uci_info
    info = parse('depth 7 seldepth 8 multipv 2 score cp -5 upperbound wdl 1 2 3 nodes 4 nps 5 time 1500 tbhits 6 '
                 'hashfull 7 currmove e2e4 currmovenumber 3 pv e2e4 e7e5 x e1e2', board)
    assert info == {'depth': 7, 'seldepth': 8, 'multipv': 2, 'score': PovScore(Cp(-5), True), 'upperbound': True,
                    'wdl': ce.PovWdl(Wdl(1, 2, 3), True), 'nodes': 4, 'nps': 5, 'time': 1.5, 'tbhits': 6, 'hashfull': 7,
                    'currmove': chess.Move.from_uci('e2e4'), 'currmovenumber': 3,
                    'pv': [chess.Move.from_uci('e2e4'), chess.Move.from_uci('e7e5')]}
    text = 'depth 3 score mate 2 pv e2e4 refutation e2e4 e7e5 currline 1 d2d4 string  a b '
    assert set(parse(text, board, ce.INFO_BASIC)) == {'depth', 'string'}
    # As in python-chess, what costs nothing to read comes with anything else.
    assert set(parse(text, board, ce.INFO_SCORE)) == {'depth', 'score', 'string'}
    assert set(parse(text, board, ce.INFO_PV | ce.INFO_CURRLINE)) == {'depth', 'pv', 'currline', 'string'}
    assert parse(text, board)['string'] == ' a b ' and parse(text, board, ce.INFO_NONE) == {}
    assert board == chess.Board()


@given(st.lists(st.sampled_from('depth score cp mate pv e2e4 e7e5 wdl 1 -3 string multipv currline refutation x e1g1 '
                                'lowerbound ebf nan 1e400 \u0663 time currmove'.split()), max_size=12),
       st.sampled_from(ce.Info))
def test_uci_info_of_anything(words, selector):
    """No line fails, and the board stays as it is."""
    board = chess.Board()
    for info in ce._parse_uci_info(' '.join(words), board, selector), ce._parse_xboard_post(' '.join(words), board):
        assert info is None or isinstance(info, dict)
    assert board == chess.Board() and not board.move_stack


XBOARD = 'feature ping=1 setboard=1 usermove=1 san=1 nps=1 memory=1 smp=1 variants="normal,fischerandom" done=1'


async def greet_xboard(protocol, mock, *features):
    mock.expect('xboard')
    mock.expect('protover 2', list(features) or [XBOARD])
    await protocol.initialize()
    mock.assert_done()


def test_xboard_play():
    async def script(protocol, mock):
        await greet_xboard(protocol, mock, 'feature done=0', 'feature myname="Mock 2" option="A -spin 3 0 9" '
                           'option="B -combo x /// *y y /// z" option="C -string """ option="D" analyze=0', XBOARD)
        assert protocol.id == {'name': 'Mock 2'} and protocol.options['C'].default == ''
        assert protocol.options['B'].default == 'y y' and protocol.options['B'].var == ['x', 'y y', 'z']
        mock.expect('memory 64')
        mock.expect('cores 2')
        mock.expect('option A=4')
        await protocol.configure({'memory': 64, 'cores': 2, 'A': 4})
        mock.expect('new')
        mock.expect('force')
        mock.expect('usermove Nf3')
        mock.expect('nps 1')
        mock.expect('st 1000')
        mock.expect('post')
        mock.expect('hard')
        mock.expect('draw')
        mock.expect('go', ['# thinking', '7. 100005 250 99 12 400 3 1. ... d5 2. d4 (x)', 'offer draw', 'move d5'])
        mock.expect('ping 1', ['Hint: d2d4', 'pong 1'])
        board = chess.Board()
        board.push_san('Nf3')
        result = await protocol.play(board, Limit(nodes=1000), info=ce.INFO_ALL, ponder=True, draw_offered=True)
        assert result.move.uci() == 'd7d5' and result.draw_offered and not result.resigned
        assert result.info == {'depth': 7, 'score': PovScore(Mate(5), False), 'time': 2.5, 'nodes': 99,
                               'seldepth': 12, 'nps': 400, 'tbhits': 3,
                               'pv': [chess.Move.from_uci('d7d5'), chess.Move.from_uci('d2d4')]}
        assert result.ponder == chess.Move.from_uci('d2d4')
        # The engine resigns, or claims that it has lost.
        board.push(result.move)
        for answer in 'resign', '0-1 {White resigns}':
            mock.expect('force')
            mock.expect('sd 3')
            mock.expect('nopost')
            mock.expect('easy')
            mock.expect('go', [answer])
            mock.expect_ping()
            result = await protocol.play(board, Limit(depth=3))
            assert result.resigned and result.move is None
        # An illegal move: the next search begins from scratch.
        mock.expect('force')
        mock.expect('sd 3')
        mock.expect('nopost')
        mock.expect('easy')
        mock.expect('go', ['move a1a8'])
        with pytest.raises(ce.EngineError, match='illegal move'):
            await protocol.play(board, Limit(depth=3))
        mock.expect('new')
        mock.expect('variant fischerandom')
        mock.expect('force')
        mock.expect('setboard bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1')
        mock.expect('sd 3')
        mock.expect('nopost')
        mock.expect('easy')
        mock.expect('go', ['Error (too deep): go'])
        with pytest.raises(ce.EngineError, match='too deep'):
            await protocol.play(chess.Board.from_chess960_pos(0), Limit(depth=3))
        for limit, message in ((Limit(mate=3), 'mate'), (Limit(nodes=1, time=1), 'at once'),
                               (Limit(white_clock=3), 'clock of the side')):
            with pytest.raises(ce.EngineError, match=message):
                mock.expect('force') if limit.mate is None else None
                await protocol.play(chess.Board.from_chess960_pos(0), limit) if limit.mate else \
                    protocol.send_limit(limit, chess.BLACK)
            mock._expected.clear()
        with pytest.raises(ce.EngineError, match='root_moves only'):
            await protocol.play(chess.Board(), Limit(depth=1), root_moves=[])
        with pytest.raises(ce.EngineError, match='does not play atomic'):
            await protocol.play(variant.AtomicBoard(), Limit(depth=1))
        with pytest.raises(ce.EngineError, match='cannot analyse'):
            await protocol.analysis(chess.Board())
    mocked(ce.XBoardProtocol, script)


def test_xboard_analysis_and_results():
    async def script(protocol, mock):
        await greet_xboard(protocol, mock, 'feature ping=1 setboard=1 exclude=1 done=1')
        mock.expect('new')
        mock.expect('force')
        mock.expect('exclude all')
        mock.expect('include e2e4')
        mock.expect('post')
        mock.expect('analyze', ['1 20 3 400 e4 e5', '2 -100003 5 600 e4'])
        mock.expect('.', ['stat01: 700 800 9 1 20'])
        mock.expect('exit')
        mock.expect_ping()
        analysis = await protocol.analysis(chess.Board(), Limit(depth=2), root_moves=[chess.Move.from_uci('e2e4')])
        seen = [info['depth'] async for info in analysis]
        assert seen == [1, 2] and analysis.info['score'].relative == Mate(-3) and analysis.info['time'] == 7.0
        assert (await analysis.wait()).move.uci() == 'e2e4'
        mock.expect('force')
        mock.expect('include all')
        mock.expect('post')
        mock.expect('analyze', ['1 20 3 400 1.e4 c5'])
        mock.expect('.')
        mock.expect('exit')
        mock.expect_ping()
        info = await protocol.analyse(chess.Board(), Limit(time=0.02), info=ce.INFO_PV)
        assert [move.uci() for move in info['pv']] == ['e2e4', 'c7c5'] and 'depth' not in info
        board = chess.Board()
        for san in 'f3 e5 g4 Qh4#'.split():
            board.push_san(san)
        for text in 'f2f3', 'e7e5', 'g2g4', 'd8h4':
            if text == 'f2f3':
                mock.expect('force')
            mock.expect(text)
        mock.expect('result 0-1 {Black mates}')
        await protocol.send_game_result(board)
        with pytest.raises(ce.EngineError, match='multipv'):
            await protocol.analysis(chess.Board(), multipv=2)
        with pytest.raises(ce.EngineError, match='clocks'):
            await protocol.analysis(chess.Board(), Limit(white_clock=1))
        mock.expect('ping 3', ['pong 99', 'pong 3'])
        await protocol.ping()
    mocked(ce.XBoardProtocol, script)


def test_xboard_without_features(monkeypatch):
    """An engine of the first version of the protocol says nothing about itself."""
    monkeypatch.setattr(sys.modules['plyforge.chess.engine._xboard'], 'SECONDS_FOR_FEATURES', 0.02)

    async def script(protocol, mock):
        await greet_xboard(protocol, mock, 'Some chess, version 1')
        mock.expect('new')
        mock.expect('force')
        mock.expect('level 40 5 2.5')
        mock.expect('time 30000')
        mock.expect('otim 100')
        mock.expect('nopost')
        mock.expect('easy')
        mock.expect('go', ['1. ... e2e4', 'My move is : e2e4'])
        limit = Limit(white_clock=300, black_clock=1, white_inc=2.5, remaining_moves=40)
        assert (await protocol.play(chess.Board(), limit)).move.uci() == 'e2e4'
        await protocol.ping()
        with pytest.raises(ce.EngineError, match='setboard'):
            await protocol.play(chess.Board('8/8/8/4k3/8/8/8/R3K3 w - - 0 1'), limit)
        with pytest.raises(ce.EngineError, match='exclude'):
            await protocol.analysis(chess.Board(), root_moves=[])
    mocked(ce.XBoardProtocol, script)


def test_xboard_refusals():
    """What the engine refuses matters only if the search would be another one without it."""
    async def script(protocol, mock):
        await greet_xboard(protocol, mock, 'feature ping=1 done=1')
        mock.expect('new')
        mock.expect('force')
        mock.expect('sd 1')
        mock.expect('post')
        mock.expect('easy', ['Error (unknown command): easy'])
        mock.expect('go', ['1 999998 1 1 e4', 'move e2e4'])
        mock.expect_ping()
        result = await protocol.play(chess.Board(), Limit(depth=1), info=ce.INFO_ALL)
        assert result.move.uci() == 'e2e4' and result.info['score'].relative == Cp(999998)
        mock.expect('force')
        mock.expect('undo')
        mock.expect('sd 1', ['Illegal move: sd 1'])
        mock.expect('nopost')
        mock.expect('easy')
        mock.expect('go')
        with pytest.raises(ce.EngineError, match='sd 1'):
            await protocol.play(chess.Board(), Limit(depth=1))
    mocked(ce.XBoardProtocol, script)


# ---- Hostile engines ----

def opened(kind, *more, timeout=20):
    return ce.SimpleEngine.popen_uci(hostile(kind, *more), timeout=timeout)


def test_engines_that_do_not_start(tmp_path):
    with pytest.raises(FileNotFoundError):
        ce.SimpleEngine.popen_uci(str(tmp_path / 'engine'))
    with pytest.raises(ce.EngineTerminatedError, match='exit status 3'):
        opened('dies at once')
    with pytest.raises(asyncio.TimeoutError):
        opened('silent', timeout=0.3)


@pytest.mark.parametrize('kind, status', [('dies', '7'), ('dies in ping', '-6'), ('closes output', '')])
def test_engines_that_die(kind, status, caplog):
    with opened(kind) as engine:
        for _ in range(2):
            with pytest.raises(ce.EngineTerminatedError, match=f'exit status {status}'):
                engine.play(chess.Board(), Limit(time=1))
        with pytest.raises(ce.EngineTerminatedError):
            engine.quit()
        assert engine.returncode.result(10) in (7, -6, -9)
    with pytest.raises(ce.EngineTerminatedError, match='closed'):
        engine.ping()


def test_an_analysis_ends_with_its_engine():
    with opened('dies') as engine:
        analysis = engine.analysis(chess.Board())
        with pytest.raises(ce.EngineTerminatedError):
            analysis.wait()
        with pytest.raises(ce.EngineTerminatedError):
            analysis.next()
    analysis.stop()  # On an engine that is closed: nothing.


@pytest.mark.parametrize('kind', ['hangs', 'ignores stop'])
def test_engines_that_hang(kind, tmp_path):
    with opened(kind, tmp_path / 'log') as engine:
        engine.timeout = 0.1
        with pytest.raises(asyncio.TimeoutError):
            engine.play(chess.Board(), Limit(time=0.01))
        if kind == 'hangs':
            engine.timeout = 20
            engine.ping()  # It was stopped, and is as good as new.
        else:
            with pytest.raises(asyncio.TimeoutError):
                engine.ping()
    assert 'stop' in (tmp_path / 'log').read_text()


def test_an_engine_that_does_not_quit():
    with opened('does not quit') as engine:
        engine.timeout = 0.1
        with pytest.raises(asyncio.TimeoutError):
            engine.quit()
    assert engine.returncode.result(10) == -9


@pytest.mark.parametrize('kind', ['flood', 'endless line', 'garbage'])
def test_engines_that_say_too_much(kind, caplog):
    with opened(kind) as engine:
        analysis = engine.analysis(chess.Board(), Limit(depth=1))
        assert analysis.wait().move == chess.Move.from_uci('e2e4')
        assert sum(1 for _ in analysis) <= 10000
        result = engine.play(chess.Board(), Limit(depth=1), info=ce.INFO_ALL)
        assert result.move == chess.Move.from_uci('e2e4') and result.ponder is None
        if kind == 'garbage':
            assert result.info['string'] == ' two  blanks ' and result.info['depth'] == 9
            assert [move.uci() for move in result.info['pv']] == ['e2e4', 'e7e5']
            assert len(analysis.multipv) == 1
        engine.quit()


@pytest.mark.parametrize('kind', ['illegal move', 'empty move', 'no move'])
def test_engines_that_do_not_play(kind):
    with opened(kind) as engine:
        for _ in range(2):
            if kind == 'illegal move':
                with pytest.raises(ce.EngineError, match='illegal move'):
                    engine.play(chess.Board(), Limit(time=1))
                with pytest.raises(ce.EngineError, match='illegal move'):
                    engine.analyse(chess.Board(), Limit(time=1))
            else:
                assert engine.play(chess.Board(), Limit(time=1)).move is None


def test_odd_options():
    with opened('odd options') as engine:
        options = engine.options
        assert set(options) == {'NoType', 'Spin', 'Clear the Hash', 'Text', 'type', 'Style'} or \
            set(options) == {'NoType', 'Spin', 'Clear the Hash', 'Text', 'Style'}
        assert options['spin'].default is None and options['Spin'].min is None
        assert options['Text'].default == 'a var b default min' and options['Style'].default == 'Very Solid'
        assert options['Style'].var == ['Very Solid', 'min'] or options['Style'].var == ['Very Solid', '']
        with pytest.raises(ce.EngineError, match='unknown type'):
            engine.configure({'NoType': 1})
    with opened('option flood') as engine:
        assert len(engine.options) == 20000


def test_threads():
    """Calls of other threads end what runs; none of them is lost."""
    with opened('plain') as engine:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = [pool.submit(engine.play, chess.Board(), Limit(time=0.1)) for _ in range(200)]
        played = 0
        for answer in answers:
            try:
                played += answer.result().move == chess.Move.from_uci('e2e4')
            except concurrent.futures.CancelledError:
                pass
        assert played
        engine.ping()


def test_pondering(tmp_path):
    log = tmp_path / 'log'
    with opened('plain', log) as engine:
        board, game = chess.Board(), object()
        result = engine.play(board, Limit(time=0.1), game=game, ponder=True)
        board.push(result.move)
        board.push_uci('c7c5')  # Not what the engine expects.
        with pytest.raises(ce.EngineError, match='illegal move'):  # It always answers e2e4.
            engine.play(board, Limit(time=0.1), game=game)
        engine.quit()
    commands = log.read_text().split('\n')
    assert commands[4:10] == ['go movetime 100', 'position startpos moves e2e4 e7e5', 'go ponder movetime 100', 'stop',
                              'position startpos moves e2e4 c7c5', 'go movetime 100']


def test_streaming():
    with opened('many lines') as engine:
        with engine.analysis(chess.Board(), multipv=None) as analysis:
            seen = [analysis.get() for _ in range(2)]
            assert [info['multipv'] for info in seen] == [1, 2] and analysis.would_block()
            assert analysis.multipv[1]['score'].white() == Cp(10) and analysis.info['pv'][0].uci() == 'e2e4'
        assert analysis.wait().move.uci() == 'e2e4' and list(analysis) == [] and analysis.empty()
        with pytest.raises(ce.AnalysisComplete):
            analysis.get()


def test_nothing_stays_behind():
    """No thread, and no process, of engines that were closed in whatever state."""
    before = threading.active_count()
    for kind in 'plain', 'hangs', 'dies', 'silent':
        try:
            engine = opened(kind, timeout=0.3 if kind == 'silent' else 20)
        except asyncio.TimeoutError:
            continue
        if kind == 'hangs':
            engine.analysis(chess.Board())
        engine.close()
        engine.close()
        engine.returncode.result(10)
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


# ---- Real engines ----

@pytest.mark.parametrize('name', ['stockfish', 'fairy-stockfish'])
def test_stockfish(name):
    with ce.SimpleEngine.popen_uci(installed(name), timeout=60) as engine:
        assert 'tockfish' in engine.id['name']
        board = chess.Board('r1bqkbnr/p1pp1ppp/1pn5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4')
        info = engine.analyse(board, Limit(depth=6))
        assert info['score'] == PovScore(Mate(1), chess.WHITE) and info['pv'][0] == board.parse_san('Qxf7#')
        lines = engine.analyse(chess.Board(), Limit(depth=5), multipv=3)
        assert len(lines) == 3 and lines[0]['score'].relative >= lines[2]['score'].relative
        engine.configure({'Hash': 4})
        game = object()
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, Limit(nodes=500), game=game, ponder=True, info=ce.INFO_ALL)
            assert result.move in board.legal_moves
            board.push(result.move)
        board = chess.Board.from_chess960_pos(17)
        board.push(engine.play(board, Limit(nodes=500)).move)
        if name == 'fairy-stockfish':
            known = engine.options['UCI_Variant'].var
            for cls in (variant.AtomicBoard, variant.CrazyhouseBoard, variant.AntichessBoard,
                        variant.HordeBoard, variant.RacingKingsBoard, variant.ThreeCheckBoard,
                        variant.KingOfTheHillBoard):
                board = cls()
                if cls.uci_variant not in known:  # Debian's has no Atomic.
                    with pytest.raises(ce.EngineError, match=f"not '{cls.uci_variant}'"):
                        engine.play(board, Limit(nodes=300))
                    continue
                for _ in range(4):
                    board.push(engine.play(board, Limit(nodes=300)).move)
        engine.quit()


@pytest.mark.parametrize('name', ['sjeng', 'hoichess'])
def test_xboard_engines(name, tmp_path):
    command = [installed(name)] + ['--xboard'] * (name == 'hoichess')
    with ce.SimpleEngine.popen_xboard(command, timeout=60, cwd=tmp_path) as engine:
        assert name[1:] in engine.id['name'].lower()
        engine.ping()
        board, game, limit = chess.Board(), object(), Limit(depth=2)
        for _ in range(4):
            board.push(engine.play(board, limit, game=game).move)
        for _ in range(3):
            board.pop()
        board.push_san(board.san(next(iter(board.legal_moves))))
        board.push(engine.play(board, limit, game=game, info=ce.INFO_ALL).move)
        assert len(board.move_stack) == 3
        mate = chess.Board('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')
        assert engine.play(mate, Limit(depth=4), game=object()).move.uci() == 'a1a8'
        info = engine.analyse(mate, Limit(depth=1))
        # HoiChess prints lines without moves now and then.
        assert all(move in mate.legal_moves for move in info.get('pv', [])[:1]) and info['score'].white() > Cp(100)
        if name == 'sjeng':
            crazy = variant.CrazyhouseBoard()
            assert engine.play(crazy, limit).move in crazy.legal_moves
        engine.send_game_result(mate, chess.WHITE, 'Black resigns')
        engine.ping()
        engine.quit()
