#!/usr/bin/env python3
"""Runs public programs that use python-chess with python-chess and with Plyforge, unmodified, and compares what comes
out: a table of tests that pass, of outputs that are equal, and of processor time.

    bindings/python/tests/real_programs.py --python-chess FOLDER PROGRAM...

FOLDER has the package chess of python-chess. Each PROGRAM is a checkout of one of the programs below, recognised by the
name of its folder: lichess-bot, lichess-puzzler, moonfish, sunfish, andoma, maia-chess, maia2, PettingZoo, gym-chess,
CrazyAra, searchless_chess, chess-openings. They run on copies. Of a program with tests, these are run; of the others a
driver, below, calls the modules that import chess, and its output is compared. Packages that are not installed are
replaced by empty stand-ins, which the table names. The status is 1 if a test fails with Plyforge that python-chess
passes, or if an output differs.

plyforge must be importable: pip install ./bindings/python, or PYTHONPATH.
"""
import argparse
import collections
import hashlib
import importlib
import importlib.util
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import types
import xml.etree.ElementTree

LIMIT = 900  # seconds for one program with one package

# In the folder of sitecustomize.py: what Python imports before a program, in the processes that it starts as well.
SITE = '''
import importlib.abc, importlib.machinery, os, sys, types

class Meta(type):
    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return make(name)
    def __getitem__(cls, key):
        return cls

def make(name):
    return Meta(name, (), {'__init__': lambda self, *args, **kwargs: None})

class StandIn(types.ModuleType):
    __path__ = []
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        value = make(name)
        setattr(self, name, value)
        return value

class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Packages that are not installed."""
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in os.environ.get('STAND_INS', '').split(','):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return StandIn(spec.name)
    def exec_module(self, module):
        pass

sys.meta_path.append(Finder())
if 'vcr' in os.environ.get('STAND_INS', '').split(','):  # tests that replay recorded connections
    import unittest
    import vcr.unittest
    vcr.unittest.VCRTestCase = unittest.TestCase
if os.environ['CHESS_PACKAGE'] == 'plyforge':
    import plyforge.as_chess
'''


# ---- Drivers: each prints what the modules of a program answer ----

def boards(count, cls=None, plies=120):
    """Boards of random games, the same for every package. Pawns are not dropped: with Plyforge that resets the clock of
    the fifty-move rule, as docs/python.md says."""
    import chess
    rng = random.Random(1)
    board = (cls or chess.Board)()
    for _ in range(count):
        if board.is_game_over() or len(board.move_stack) >= plies:
            board = (cls or chess.Board)()
        moves = sorted((move for move in board.legal_moves if move.drop != chess.PAWN), key=str)
        board.push(rng.choice(moves))
        yield board


def digest(array):
    return hashlib.sha256(array.tobytes()).hexdigest()[:16], array.shape


def drive_crazyara():
    import chess
    import chess.variant
    from DeepCrazyhouse.configs.main_config import main_config
    crazyhouse, lichess, standard = 0, 1, 2
    for mode, version, classes in ((crazyhouse, 1, [chess.variant.CrazyhouseBoard]),
                                   (crazyhouse, 3, [chess.variant.CrazyhouseBoard]), (standard, 3, [chess.Board]),
                                   (lichess, 3, [chess.Board, chess.variant.AtomicBoard, chess.variant.ThreeCheckBoard,
                                                 chess.variant.RacingKingsBoard, chess.variant.HordeBoard,
                                                 chess.variant.KingOfTheHillBoard])):
        # The modules read it when they are imported.
        main_config.update(mode=mode, version=version)
        for name in [name for name in sys.modules if name.startswith('DeepCrazyhouse.src')]:
            del sys.modules[name]
        planes_of = importlib.import_module('DeepCrazyhouse.src.domain.variants.input_representation')
        for board in (board for cls in classes for board in boards(300, cls)):
            last = board.move_stack[:-9:-1] if version > 1 and len(board.move_stack) >= 8 else []
            planes = planes_of.board_to_planes(board, board_occ=1, normalize=True, mode=mode, last_moves=last)
            print(board.fen(), digest(planes))
            if mode == crazyhouse:
                print(planes_of.planes_to_board(planes, normalized_input=True, mode=mode).fen())


def drive_searchless():
    import chess
    from searchless_chess.src import tokenizer, utils
    from searchless_chess.src.engines import engine
    print(len(utils.MOVE_TO_ACTION), sorted(utils.MOVE_TO_ACTION.items())[:20])
    for board in boards(3000):
        moves = engine.get_ordered_legal_moves(board)
        print(board.fen(), [utils.MOVE_TO_ACTION[move.uci()] for move in moves],
              digest(tokenizer.tokenize(board.fen())))
    print(chess.STARTING_FEN)


def drive_maia():
    import io
    import chess.pgn
    from maia_chess_backend import fen_to_vec, utils
    for board in boards(1500):
        print(digest(fen_to_vec.fenToVec(board.fen())), sorted(utils.board_stats(board).items()))
    for board in boards(800, plies=40):
        if len(board.move_stack) == 40:
            game = chess.pgn.read_game(io.StringIO(str(chess.pgn.Game.from_board(board))))
            for vector in fen_to_vec.gameToVecs(game):
                print(digest(vector[0] if isinstance(vector, tuple) else vector))


def drive_maia2():
    from maia2 import utils
    print(len(utils.get_all_possible_moves()), utils.get_all_possible_moves()[:50])
    moves = {move: number for number, move in enumerate(utils.get_all_possible_moves())}
    for board in boards(1500):
        print(board.fen(), [moves.get(move.uci()) for move in sorted(board.legal_moves, key=str)],
              utils.mirror_move(board.peek().uci()), board.mirror().fen())


def drive_pettingzoo():
    package = types.ModuleType('pettingzoo')
    package.__path__ = ['pettingzoo']
    sys.modules['pettingzoo'] = package
    for name in ('classic', 'classic.chess'):
        one = types.ModuleType(f'pettingzoo.{name}')
        one.__path__ = [os.path.join('pettingzoo', *name.split('.'))]
        sys.modules[f'pettingzoo.{name}'] = one
    from pettingzoo.classic.chess import chess_utils, test_chess
    for name, function in vars(test_chess).items():
        if name.startswith('test_'):
            function()
            print(name, 'passes')
    for board in boards(800):
        player = 0 if board.turn else 1
        legal = chess_utils.legal_moves(board)
        print(board.fen(), sorted(legal), digest(chess_utils.get_observation(board, player)),
              [chess_utils.action_to_move(board, action, player).uci() for action in sorted(legal)])


def drive_gym_chess():
    import numpy
    numpy.int = int  # which numpy 1.24 has no longer
    from gym_chess.alphazero import BoardEncoding, MoveEncoding
    from gym_chess.alphazero.board_encoding import BoardHistory
    from gym_chess.alphazero.move_encoding import knightmoves, queenmoves, underpromotions
    history = BoardHistory(8)
    for board in boards(400):
        history.push(board)
        print(board.fen(), digest(history.view(orientation=board.turn)))
        for move in sorted(board.legal_moves, key=str):
            actions = [kind.encode(move) for kind in (queenmoves, knightmoves, underpromotions)]
            decoded = [kind.decode(action) for kind, action in zip((queenmoves, knightmoves, underpromotions), actions)
                       if action is not None]
            print(move.uci(), actions, [one.uci() for one in decoded])
    print(BoardEncoding.__name__, MoveEncoding.__name__)


def drive_moonfish():
    from moonfish import psqt
    from moonfish.config import Config
    from moonfish.helper import get_engine
    evaluations = [name for name in ('board_evaluation', 'board_evaluation_cache') if hasattr(psqt, name)]
    for board in boards(1000):
        print(board.fen(), [getattr(psqt, name)(board) for name in evaluations[:1]])
    print(Config.__name__, get_engine.__name__)


def drive_openings():
    sys.argv = ['gen.py'] + [f'{letter}.tsv' for letter in 'abcde']
    spec = importlib.util.spec_from_file_location('__main__', os.path.join('bin', 'gen.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


Program = collections.namedtuple('Program', 'tests folder driver drive_in stand_ins')
Program.__new__.__defaults__ = ((), '.', None, '.', ())

# tests: files for pytest in folder; driver: the function above, run in drive_in.
PROGRAMS = {
    'lichess-bot': Program(('test_bot',)),
    'lichess-puzzler': Program(('tagger/test.py', 'generator/test.py'), stand_ins=('pymongo', 'vcr')),
    'moonfish': Program(('tests/test.py',), driver=drive_moonfish),
    'sunfish': Program(('tests',)),
    'andoma': Program(('test',)),
    'maia-chess': Program(driver=drive_maia, drive_in='blunder_prediction',
                          stand_ins=('matplotlib', 'seaborn', 'pytz', 'networkx')),
    'maia2': Program(('tests',), driver=drive_maia2, stand_ins=('einops', 'pyzstd', 'gdown')),
    'PettingZoo': Program(driver=drive_pettingzoo),
    'gym-chess': Program(driver=drive_gym_chess, stand_ins=('gym',)),
    'CrazyAra': Program(driver=drive_crazyara),
    'searchless_chess': Program(driver=drive_searchless, drive_in='..', stand_ins=('jaxtyping',)),
    'chess-openings': Program(driver=drive_openings),
}


# ---- Running them ----

def is_installed(package):
    """Whether there is a package. Older ones of vcr do not have what is used."""
    return importlib.util.find_spec(package) is not None and (
        package != 'vcr' or importlib.util.find_spec('vcr.unittest') is not None)


def environment(package, python_chess, place, stand_ins):
    """The variables for a program that uses python-chess or Plyforge."""
    site = place / 'site'
    site.mkdir(exist_ok=True)
    (site / 'sitecustomize.py').write_text(SITE, encoding='utf-8')
    paths = [str(site), os.environ.get('PYTHONPATH', '')] + [python_chess] * (package == 'python-chess')
    return dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in paths if path), CHESS_PACKAGE=package,
                STAND_INS=','.join(stand_ins), PYTHONDONTWRITEBYTECODE='1', PYTHONHASHSEED='0')


def timed(command, cwd, variables):
    """(process, processor time of it and its children in seconds); no process if it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None, LIMIT
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_tests(folder, files, variables, place):
    """How each test ended, by its name."""
    found = {}
    for file in files:
        # Tests of a single file import its neighbours.
        is_folder = (folder / file).is_dir()
        cwd = folder if is_folder or file.startswith('tests/') else (folder / file).parent
        target = file if cwd == folder else pathlib.Path(file).name
        report = place / 'report.xml'
        report.unlink(missing_ok=True)
        path = os.pathsep.join([variables['PYTHONPATH'], str(cwd)])
        timed([sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', f'--junitxml={report}', target], cwd,
              dict(variables, PYTHONPATH=path))
        if not report.exists():
            found[file] = 'failed'
            continue
        for case in xml.etree.ElementTree.parse(report).iter('testcase'):
            kinds = {child.tag for child in case}
            how = 'failed' if kinds & {'failure', 'error'} else 'skipped' if 'skipped' in kinds else 'passed'
            found[f"{case.get('classname')}.{case.get('name')}"] = how
    return found


def run(name, source, package, python_chess, log):
    """(results of tests, output of the driver, seconds) of one program with one package."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        copy = place / name
        shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns('.git', '__pycache__'))
        missing = [one for one in program.stand_ins if not is_installed(one)]
        variables = environment(package, python_chess, place, missing)
        tests = run_tests(copy, program.tests, variables, place) if program.tests else {}
        output, seconds = None, 0
        if program.driver:
            cwd = copy / program.drive_in
            done, seconds = timed([sys.executable, os.path.abspath(__file__), '--drive', name], cwd, variables)
            output = done.stdout if done and done.returncode == 0 else None
            if output is None:
                log.write(f'--- {name} with {package}: no output\n{done.stderr[-3000:] if done else "too slow"}\n')
        for test, how in tests.items():
            if how == 'failed':
                log.write(f'{name} with {package}: {test} failed\n')
        return tests, output, seconds, missing


def row(name, source, python_chess, log):
    """A line of the table, and whether all is well."""
    theirs = run(name, source, 'python-chess', python_chess, log)
    ours = run(name, source, 'plyforge', python_chess, log)
    worse = [test for test, how in theirs[0].items() if how == 'passed' and ours[0].get(test) != 'passed']
    for test in worse:
        log.write(f'{name}: {test} passes with python-chess only\n')
    counts = [sum(how == 'passed' for how in tests.values()) for tests in (theirs[0], ours[0])]
    total = len(theirs[0])
    tests = f'{counts[1]} and {counts[0]} of {total}' if total else '-'
    output, ratio, is_equal = '-', '-', True
    if PROGRAMS[name].driver:
        is_equal = ours[1] == theirs[1]
        if theirs[1] is None:
            output, is_equal = 'did not run', ours[1] is None
        else:
            output = f'{len(theirs[1].splitlines())} lines, ' + ('equal' if is_equal else 'DIFFERENT')
            ratio = f'{theirs[2] / ours[2]:.1f}' if ours[2] else '-'
    if not is_equal:
        log.write(f'{name}: {first_difference(ours[1] or "", theirs[1] or "")}\n')
    text = f"| {name} | {tests} | {output} | {ratio} | {', '.join(ours[3]) or '-'} |"
    return text, not worse and is_equal


def first_difference(ours, theirs):
    for number, (one, other) in enumerate(zip(ours.splitlines(), theirs.splitlines())):
        if one != other:
            return f'line {number + 1}:\n  plyforge     {one[:500]}\n  python-chess {other[:500]}'
    return 'one is longer'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('programs', nargs='*', metavar='PROGRAM', help='a checkout of a program')
    parser.add_argument('--python-chess', metavar='FOLDER', help='a folder with the package chess')
    parser.add_argument('--log', metavar='FILE', default=os.devnull, help='write failures and differences into a file')
    parser.add_argument('--drive', choices=PROGRAMS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drive:
        sys.path.insert(0, os.getcwd())
        PROGRAMS[options.drive].driver()
        return 0
    if not options.programs or not options.python_chess:
        parser.error('there must be --python-chess FOLDER and at least one PROGRAM')
    if not os.path.exists(os.path.join(options.python_chess, 'chess', '__init__.py')):
        parser.error(f'{options.python_chess} has no package chess')
    if importlib.util.find_spec('plyforge') is None:
        parser.error('plyforge cannot be imported: pip install ./bindings/python')
    unknown = [path for path in options.programs if pathlib.Path(path).resolve().name not in PROGRAMS]
    if unknown:
        parser.error(f"no program of these names is known: {', '.join(unknown)}")
    print(textwrap.dedent('''\
        | program | tests that pass with Plyforge and with python-chess | output | times as fast | stand-ins |
        |---|---|---|---|---|'''))
    all_well = True
    with open(options.log, 'w', encoding='utf-8') as log:
        for path in map(pathlib.Path, options.programs):
            text, is_well = row(path.resolve().name, path.resolve(), os.path.abspath(options.python_chess), log)
            print(text, flush=True)
            all_well = all_well and is_well
    return 0 if all_well else 1


if __name__ == '__main__':
    sys.exit(main())
