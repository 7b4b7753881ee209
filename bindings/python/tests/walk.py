"""Every public thing of the package that can be called, with arguments for it: used by the tests of robustness."""
import inspect
import io
import re
import types

import plyforge
import plyforge.chess as chess
import plyforge.chess.engine
import plyforge.chess.pgn
import plyforge.chess.polyglot
import plyforge.chess.svg
import plyforge.chess.variant
from plyforge import batch, pgn

MODULES = [plyforge, batch, pgn, chess, chess.pgn, chess.polyglot, chess.svg, chess.variant]
FENS = [chess.STARTING_FEN, 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
        '7k/P7/8/8/8/8/8/K7 w - - 0 1']
GAME = '[Event "?"]\n[WhiteElo "2000"]\n\n1. e4 {[%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n'
POSITIONS = batch.positions(FENS)

# Good arguments by the name of the parameter.
GOOD = {
    'square': 12, 'a': 3, 'b': 44, 'from_square': 12, 'to_square': 28, 'tail': 1, 'head': 2, 'scharnagl': 518,
    'piece_type': 5, 'color': True,
    'promotion': None, 'drop': None, 'depth': 2, 'file': 3, 'rank': 3, 'file_index': 3, 'rank_index': 3, 'bb': 255,
    'mask': 255,
    'move': chess.Move.from_uci('e2e4'), 'piece': chess.Piece.from_symbol('Q'), 'board': chess.Board(), 'fen': FENS[1],
    'board_fen': FENS[1].split()[0], 'epd': '7k/8/8/8/8/8/8/K7 w - - id "x";', 'san': 'e4', 'uci': 'e2e4',
    'xboard': 'e2e4', 'castling_fen': 'KQ',
    'symbol': 'N', 'name': 'e4', 'text': 'x', 'pieces': {0: chess.Piece.from_symbol('K')}, 'f': chess.flip_vertical,
    'squares': 255, 'other': 255,
    'shift': 8, 'variation': [chess.Move.from_uci('e2e4')], 'moves': [chess.Move.from_uci('e2e4')],
    'positions': POSITIONS, 'fens': FENS,
    'source': FENS, 'space': 1968, 'seed': 1, 'action': 5, 'packed': b'', 'starts': POSITIONS, 'offsets': b'\0' * 32,
    'rows': [0, 1],
    'actions': b'\0' * 24, 'ucis': ['e2e4', 'e1g1', 'a7a8q'], 'function': lambda fen, moves, depth: {},
    'handle': io.StringIO(GAME), 'color_': True, 'occupied': 255,
    'key': 1, 'filename': '/nonexistent/x', 'path': '/nonexistent/x', 'comment': 'x', 'nag': 1, 'count': 2, 'seconds': 3.0,
    'result': '1-0',
    'tagname': 'Event', 'tagvalue': 'x', 'line': 'Event', 'time_control': '300+2', 'pgn': GAME, 'size': 100,
}
SKIPPED = {'plyforge.bisect'}  # its function would be called; test_tools has it
DONE_ELSEWHERE = {'__class__', '__new__', '__init_subclass__', '__subclasshook__', '__reduce__', '__reduce_ex__',
                  '__getattribute__',
                  '__setattr__', '__delattr__', '__dir__', '__doc__', '__module__', '__dict__', '__weakref__',
                  '__sizeof__', '__getstate__',
                  '__abstractmethods__', '__slots__', '__annotations__', '__orig_bases__', '__parameters__',
                  '__class_getitem__'}


def parameters(function):
    """The names of the parameters that must be given."""
    try:
        signature = inspect.signature(function)
        return [p.name for p in signature.parameters.values()
                if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    except (ValueError, TypeError):
        match = re.match(r'\w+\(([^)]*)\)', (function.__doc__ or '').split('\n')[0])
        words = [word.strip() for word in match[1].split(',')] if match and match[1] else []
        return [word for word in words if '=' not in word and word != '*']


def functions():
    """(name, function) for each public function and class."""
    for module in MODULES:
        for name in dir(module):
            value = getattr(module, name)
            if not name.startswith('_') and callable(value) and f'{module.__name__}.{name}' not in SKIPPED and \
                    getattr(value, '__module__', '').startswith('plyforge'):
                yield f'{module.__name__}.{name}', value


def makers():
    """(name, function that makes an object) for each class whose methods are walked."""
    def game():
        return chess.pgn.read_game(io.StringIO(GAME))
    made = [chess.Board, chess.BaseBoard, chess.SquareSet, chess.variant.CrazyhouseBoard, chess.variant.AtomicBoard,
            chess.variant.AntichessBoard,
            chess.variant.ThreeCheckBoard, chess.variant.HordeBoard, chess.variant.RacingKingsBoard,
            chess.variant.KingOfTheHillBoard]
    for cls in made:
        yield cls.__name__, cls
    yield 'empty board', lambda: chess.Board(None)
    yield 'Move', lambda: chess.Move.from_uci('e7e8q')
    yield 'Piece', lambda: chess.Piece.from_symbol('Q')
    yield 'legal_moves', lambda: chess.Board().legal_moves
    yield 'pseudo_legal_moves', lambda: chess.Board().pseudo_legal_moves
    yield 'iterator', lambda: iter(chess.Board().legal_moves)
    yield 'Array', lambda: batch.planes(POSITIONS)
    yield 'positions', lambda: batch.positions(FENS)
    yield 'Game', game
    yield 'ChildNode', lambda: game().next()
    yield 'Headers', lambda: game().headers
    yield 'Games', lambda: next(pgn.read(GAME.encode(), columns=pgn.COLUMNS, tags=('Event',)))
    yield 'Texts', lambda: next(pgn.read(GAME.encode(), tags=('Event',))).tags['Event']
    yield 'Outcome', lambda: chess.Board('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1').outcome()


def attributes(made):
    """The names of an object that are used: public ones, and the special methods that its class has."""
    for name in dir(type(made)):
        if name in DONE_ELSEWHERE or name.startswith('_') and not re.fullmatch(r'__\w+__', name):
            continue
        if name in ('__del__', '__hash__') and getattr(type(made), name, None) is None:
            continue
        yield name


_NAMES = {}


def use(made, name, arguments):
    """Reads an attribute, or calls it; arguments is a function of the names of the parameters."""
    value = getattr(made, name)
    if not callable(value):
        return
    names = _NAMES.get((type(made), name))
    if names is None:
        names = [parameter for parameter in parameters(value) if parameter != 'self']
        _NAMES[type(made), name] = names
    result = value(*[arguments(parameter) for parameter in names])
    if isinstance(result, types.GeneratorType):
        list(result)
