"""The type stubs say what the package has, and a type checker accepts them; help() has something to say."""
import ast
import inspect
import io
import pathlib
import shutil
import subprocess
import sys

import pytest

import plyforge
import plyforge.chess as chess
import plyforge.chess.pgn
import plyforge.chess.polyglot
import plyforge.chess.svg
import plyforge.chess.variant
import plyforge.openings
from plyforge import batch, pgn

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
import plyforge.chess.engine
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
        positions: batch.Array = batch.replay(batch.positions([chess.STARTING_FEN]), games.moves, games.move_ends)
        size: int = len(games) + len(positions) + positions.shape[0]
        after: batch.Array = batch.replay(games.starts, games.moves, games.move_ends, after=True)
        number: int = games.moves[0]
        numbers: list[int] = games.move_ends.tolist()
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
            good: bool = score.white() > chess.engine.Cp(50) or score.is_mate()
            sure: int = score.white().score(mate_score=10000)
            chance: float = score.wdl(model="lichess").pov(chess.WHITE).expectation()
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

def play(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(time=0.1, white_clock=60)
    result: chess.engine.PlayResult = engine.play(chess.Board(), limit, info=chess.engine.INFO_ALL, ponder=True)
    if result.move is not None and "pv" in result.info:
        line: list[Move] = result.info["pv"]
    one: chess.engine.InfoDict = engine.analyse(chess.Board(), limit)
    many: list[chess.engine.InfoDict] = engine.analyse(chess.Board(), limit, multipv=3)
    with engine.analysis(chess.variant.AtomicBoard()) as analysis:
        for info in analysis:
            depth: int = info.get("depth", 0)
    name: str = engine.id["name"]
    default: chess.engine.ConfigValue = engine.options["Hash"].default
    engine.configure({"Hash": 32})
    opened: chess.engine.SimpleEngine = chess.engine.SimpleEngine.popen_xboard(["x"], timeout=None)

async def think() -> chess.pgn.PovScore:
    transport, engine = await chess.engine.popen_uci("stockfish")
    async for info in await engine.analysis(Board()):
        break
    return (await engine.analyse(Board(), chess.engine.Limit(depth=1)))["score"]

counted: int | None = chess.pgn.read_game(io.StringIO(""), Visitor=Counter)
wrong: str = chess.Board().is_check()
'''


def test_a_type_checker_reads_them(tmp_path):
    """Strictly: the stubs have no errors, export what programs use, and know the types."""
    errors = checked(tmp_path, PROGRAM)
    assert list(errors) == [len(PROGRAM.rstrip().split('\n'))], errors


def checked(tmp_path, program):
    """The numbers of the lines that mypy --strict reports, with its messages."""
    if not shutil.which('mypy'):
        pytest.skip('mypy is not installed')
    path = tmp_path / 'program.py'
    path.write_text(program)
    command = ['mypy', '--strict', '--python-executable', sys.executable, '--cache-dir', str(tmp_path / 'cache'),
               str(path)]
    done = subprocess.run(command, capture_output=True, text=True,
                          env={'MYPYPATH': str(PACKAGE / 'src'), 'PATH': '/usr/bin:/bin'})
    errors = [line.split(': error: ') for line in done.stdout.split('\n') if ': error: ' in line]
    assert all(place.startswith(str(path)) or place.startswith('program.py') for place, _ in errors), done.stdout
    return {int(place.split(':')[1]): message for place, message in errors}


HEAD = ['import io', 'import plyforge.chess as chess', 'import plyforge.chess.pgn', 'import plyforge.chess.variant',
        'from plyforge import batch, pgn',
        'board = chess.Board()', 'crazy = chess.variant.CrazyhouseBoard()', 'move = chess.Move(12, 28)',
        'piece = chess.Piece(1, True)',
        'array = batch.mask(batch.positions([chess.STARTING_FEN]), 1968)', 'space = batch.action_space(1858)']
# What fails when it is run, and what works.
REFUSED = ['piece.color = False',
           'piece.piece_type = 2', 'board.legal_moves = board.legal_moves',
           'board.pseudo_legal_moves = board.pseudo_legal_moves',
           'board.occupied = 0', 'board.move_stack = []', 'array.shape = (1,)', "array.format = 'B'",
           'array.__array_interface__ = {}', 'space.size = 2']
ACCEPTED = ['move.promotion = chess.QUEEN', 'move.drop = None', 'move.from_square = 1', 'move.to_square = 1',
            'board.turn = False', 'board.castling_rights = 0', 'board.ep_square = None', 'board.halfmove_clock = 5',
            'board.fullmove_number = 5',
            'board.promoted = 0', 'board.pawns = 0', 'board.kings = 0', 'board.chess960 = True',
            'board.occupied_co = [0, 0]',
            'crazy.pockets = crazy.pockets', 'board.move_stack.clear()', "board.starting_fen = ''"]


def test_type_checkers_refuse_what_fails(tmp_path):
    """An assignment that Python refuses is an error of the type checker, and no other is."""
    for statements, fail in ((REFUSED, True), (ACCEPTED, False)):
        for statement in statements:
            names = {}
            exec('\n'.join(HEAD), names)
            try:
                exec(statement, names)
                failed = False
            except AttributeError:
                failed = True
            assert failed == fail, statement
    errors = checked(tmp_path, '\n'.join([*HEAD, *REFUSED, *ACCEPTED]))
    found = {([*HEAD, *REFUSED, *ACCEPTED])[number - 1]: message for number, message in errors.items()}
    assert list(found) == REFUSED, found
    assert all('read-only' in message for message in found.values()), found


def attributes_of_stubs():
    """{(module, class): (bases, those that can be assigned, those that cannot)}."""
    found = {}
    for module in make_stubs.MODULES:
        for node in ast.parse((PACKAGE / 'src' / make_stubs.path_of(module)).read_text()).body:
            if not isinstance(node, ast.ClassDef):
                continue
            writable = [line.target.id for line in node.body if isinstance(line, ast.AnnAssign)]
            fixed = [line.name for line in node.body if isinstance(line, ast.FunctionDef)
                     and [ast.unparse(decorator) for decorator in line.decorator_list] == ['property']]
            is_tuple = [ast.unparse(base) for base in node.bases] == ['NamedTuple']
            found[node.name, module] = ([], writable + fixed) if is_tuple else (writable, fixed)
    return found


def made_objects():
    """One of each class that has attributes."""
    games = next(pgn.read(walk.GAME.encode() + b'[FEN "x"]\n\n*\n', columns=pgn.COLUMNS, tags=('Event',)))
    control = chess.pgn.parse_time_control('40/300+2')
    report = plyforge.bisect(lambda fen, moves: [], chess.STARTING_FEN, 1, lists_only=True)
    return [*[make() for _, make in walk.makers()], games.faults[0], control,
            control.parts[0],
            plyforge.openings.Opening('A00', 'x', 1), chess.svg.Arrow(1, 2), chess.polyglot.Entry(1, 2, 3, 4, chess.Move.null()), batch.action_space(1858),
            report, report.first,
            report.first.differences[0], plyforge.Progress(1, 2, 0.5, 3), plyforge.helpmate(chess.Board(), True),
            batch.table(batch.positions([])),
            chess.variant.SuicideBoard(),
            chess.variant.GiveawayBoard()]


def test_attributes_are_as_writable_as_the_stubs_say():
    stubs, seen = attributes_of_stubs(), set()
    for made in made_objects():
        for cls in type(made).__mro__:
            module = next((module for name, module in stubs
                           if name == cls.__name__ and getattr(sys.modules[module], name, None) is cls), None)
            if not module or (cls.__name__, module) not in stubs:
                continue
            seen.add((cls.__name__, module))
            writable, fixed = stubs[cls.__name__, module]
            for name in writable:
                setattr(made, name, getattr(made, name))
            for name in fixed:
                with pytest.raises(AttributeError):
                    setattr(made, name, getattr(made, name))
    left = {key for key, (writable, fixed) in stubs.items() if (writable or fixed) and key not in seen}
    assert left <= {('Status', 'plyforge.chess'), ('Termination', 'plyforge.chess')}, left


def test_arrays_are_buffers_for_type_checkers():
    """memoryview(array), which the pages use. mypy knows this method since 1.3."""
    lines = (PACKAGE / 'src/plyforge/batch.pyi').read_text().split('\n')
    assert '    def __buffer__(self, flags: int, /) -> memoryview: ...' in lines


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
