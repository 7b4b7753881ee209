"""The type stubs say what the package has, and a type checker accepts them; help() has something to say."""
import inspect
import pathlib
import shutil
import subprocess
import sys

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))
import make_stubs  # noqa: E402
import walk  # noqa: E402


@pytest.mark.parametrize('module', make_stubs.MODULES)
def test_stubs_are_up_to_date(module):
    """Run make_stubs.py if this fails."""
    assert (PACKAGE / 'src' / make_stubs.path_of(module)).read_text() == make_stubs.stub(module)


def test_a_type_checker_reads_them(tmp_path):
    if not shutil.which('mypy'):
        pytest.skip('mypy is not installed')
    program = tmp_path / 'program.py'
    program.write_text('import plyforge.chess as chess\nimport plyforge.chess.pgn, plyforge.chess.variant, plyforge.chess.svg\n'
                       'board = chess.Board()\nmove: chess.Move = board.push_san("e4")\nn: int = board.legal_moves.count()\n'
                       'for move in board.legal_moves:\n    text: str = board.san(move)\nwrong: str = board.is_check()\n')
    done = subprocess.run(['mypy', '--python-executable', sys.executable, '--cache-dir', str(tmp_path / 'cache'), str(program)],
                          capture_output=True, text=True, env={'MYPYPATH': str(PACKAGE / 'src'), 'PATH': '/usr/bin:/bin'})
    errors = [line for line in done.stdout.split('\n') if 'error:' in line]
    assert len(errors) == 1 and 'program.py:8' in errors[0], done.stdout + done.stderr


def test_everything_is_documented():
    """help() says something about every public class, function and method."""
    silent = [name for name, function in walk.functions() if not inspect.getdoc(function)]
    for kind, make in walk.makers():
        cls = type(make())
        silent += [f'{kind}.{name}' for name in dir(cls) if not name.startswith('_') and callable(getattr(cls, name))
                   and not inspect.getdoc(getattr(cls, name))]
    assert silent == []
