"""The type stubs say what the package has, and a type checker accepts them; help() has something to say."""
import inspect
import io
import pathlib
import shutil
import subprocess
import sys

import pytest

import plyforge.chess as chess
import plyforge.chess.pgn

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))
import make_stubs  # noqa: E402
import walk  # noqa: E402


@pytest.mark.parametrize('module', make_stubs.MODULES)
def test_stubs_are_up_to_date(module):
    """Run make_stubs.py if this fails."""
    assert (PACKAGE / 'src' / make_stubs.path_of(module)).read_text() == make_stubs.stub(module)


PROGRAM = '''
import io
import plyforge
import plyforge.chess as chess
import plyforge.chess.pgn
import plyforge.chess.polyglot
import plyforge.chess.svg
import plyforge.chess.variant
from plyforge import batch, pgn
from plyforge.chess import Board, IllegalMoveError, Move

def use() -> None:
    board = chess.Board(chess.STARTING_FEN, chess960=False)
    move: Move = board.push_san("e4")
    made: chess.Move = chess.Move(chess.E7, chess.E8, promotion=chess.QUEEN)
    count: int = board.legal_moves.count()
    for move in board.legal_moves:
        text: str = board.san(move=move)
    try:
        board.push_uci("e2e4")
    except (IllegalMoveError, chess.InvalidMoveError):
        pass
    piece: chess.Piece | None = board.piece_at(chess.E1)
    squares: chess.SquareSet = chess.SquareSet(chess.BB_RANK_1) | board.attackers(chess.WHITE, chess.E4)
    bits: list[int] = [square for square in ~squares]
    outcome = board.outcome(claim_draw=True)
    if outcome is not None and outcome.termination is chess.Termination.CHECKMATE:
        winner: bool | None = outcome.winner
    copied: chess.variant.CrazyhouseBoard = chess.variant.CrazyhouseBoard().copy()
    for games in pgn.read("x.pgn", columns=("results",), tags=["White"], encoding="latin-1", fallback_result=True):
        first: int = games.first
        white: str = games.tags["White"][0]
        several: list[str] = games.tags["White"][1:]
        line: int = games.faults[0].line
        positions: batch.Array = batch.replay(batch.positions([chess.STARTING_FEN]), games.moves, games.offsets)
        size: int = len(games) + len(positions) + positions.shape[0]
        after: batch.Array = batch.replay(games.starts, games.moves, games.offsets, after=True)
        number: int = games.moves[0]
        numbers: list[int] = games.offsets.tolist()
        results: list[float] = batch.planes(positions).tolist()
    game = chess.pgn.read_game(io.StringIO(""))
    if game is not None:
        event: str = game.headers["Event"]
        node: chess.pgn.ChildNode = game.add_variation(made, comment="x")
        back: chess.pgn.GameNode = node.parent
        clock: float | None = node.clock()
        score = node.eval()
        if score is not None:
            pawns: int | None = score.white().score()
        moves: list[Move] = list(game.mainline_moves())
        exported: str = game.accept(chess.pgn.StringExporter(headers=True))
    headers = chess.pgn.read_headers(io.StringIO(""))
    with chess.polyglot.open_reader("x.bin") as reader:
        entry: chess.polyglot.Entry = reader.weighted_choice(board)
        weight: int = entry.weight
    picture: str = chess.svg.board(board, arrows=[chess.svg.Arrow(0, 8)], size=100)
    report: plyforge.BisectReport = plyforge.bisect(lambda fen, moves: [], chess.STARTING_FEN, 3, lists_only=True)
    bug: str = report.bug + (report.first.fen if report.first else "")
    nodes: int = plyforge.perft(board, 3, progress=lambda progress: print(progress.fraction))
    names: tuple[str, ...] = batch.action_space(1858).names

class Counter(chess.pgn.BaseVisitor[int]):
    moves = 0

    def visit_move(self, board: Board, move: Move) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves

counted: int | None = chess.pgn.read_game(io.StringIO(""), Visitor=Counter)
wrong: str = chess.Board().is_check()
'''


def test_a_type_checker_reads_them(tmp_path):
    """Strictly: the stubs have no errors, export what programs use, and know the types."""
    if not shutil.which('mypy'):
        pytest.skip('mypy is not installed')
    program = tmp_path / 'program.py'
    program.write_text(PROGRAM)
    command = ['mypy', '--strict', '--python-executable', sys.executable, '--cache-dir', str(tmp_path / 'cache'), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, env={'MYPYPATH': str(PACKAGE / 'src'), 'PATH': '/usr/bin:/bin'})
    errors = [line for line in done.stdout.split('\n') if 'error:' in line]
    last = len(PROGRAM.rstrip().split('\n'))
    assert len(errors) == 1 and f'program.py:{last}:' in errors[0], done.stdout + done.stderr


def test_arrays_are_buffers_for_type_checkers():
    """memoryview(array), which the pages use. mypy knows this method since 1.3."""
    assert '    def __buffer__(self, flags: int, /) -> memoryview: ...' in (PACKAGE / 'src/plyforge/batch.pyi').read_text().split('\n')


def test_visitors_have_a_type_parameter():
    """As in python-chess."""
    class Counter(chess.pgn.BaseVisitor[int]):
        def result(self):
            return 7
    assert chess.pgn.read_game(io.StringIO('1. e4 *'), Visitor=Counter) == 7


def test_everything_is_documented():
    """help() says something about every public class, function and method."""
    silent = [name for name, function in walk.functions() if not inspect.getdoc(function)]
    for kind, make in walk.makers():
        cls = type(make())
        silent += [f'{kind}.{name}' for name in dir(cls) if not name.startswith('_') and callable(getattr(cls, name))
                   and not inspect.getdoc(getattr(cls, name))]
    assert silent == []
