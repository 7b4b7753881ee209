"""plyforge.as_chess: import chess means Plyforge. In processes of their own, because it changes what import does."""
import subprocess
import sys
import textwrap

import pytest


def run(program, *options, cwd=None, **more):
    command = [sys.executable, *(options or ('-c', textwrap.dedent(program)))]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, **more)


def test_modules_are_the_same_objects():
    done = run('''
        import sys
        import plyforge.as_chess
        import chess, chess.pgn, chess.engine as engine
        from chess import variant
        from chess.svg import board
        import plyforge.chess, plyforge.chess.polyglot
        import chess.polyglot
        assert chess is plyforge.chess and chess.pgn is plyforge.chess.pgn is sys.modules['chess.pgn']
        assert chess.polyglot is plyforge.chess.polyglot and engine is plyforge.chess.engine
        assert isinstance(variant.AtomicBoard(), chess.Board) and board(chess.Board()).startswith('<svg')
        assert chess.pgn.__spec__.name == 'plyforge.chess.pgn' and chess.pgn.__name__ == 'plyforge.chess.pgn'
        assert chess.pgn.Cp is chess.engine.Cp
        plyforge.as_chess.install()
        assert sum(type(finder).__name__ == '_Finder' for finder in sys.meta_path) == 1
        import pickle
        assert pickle.loads(pickle.dumps(chess.Board())) == chess.Board()
        print('done')
        ''')
    assert (done.stdout, done.stderr) == ('done\n', '')


def test_a_module_that_nobody_has():
    done = run('import plyforge.as_chess, chess.nothing')
    assert "ModuleNotFoundError: No module named 'chess.nothing'" in done.stderr


def test_modules_of_python_chess_work_on_our_boards(tmp_path):
    """Those that Plyforge does not have; never those that it has."""
    (tmp_path / 'chess').mkdir()
    (tmp_path / 'chess' / '__init__.py').write_text('raise RuntimeError("this is not Plyforge")')
    (tmp_path / 'chess' / 'pgn.py').write_text('raise RuntimeError("this is not Plyforge")')
    (tmp_path / 'chess' / 'extra.py').write_text(
        'import chess\ndef count():\n    return chess.Board().legal_moves.count()')
    done = run('''
        import plyforge.as_chess
        import chess.extra, chess.pgn
        print(chess.extra.count(), chess.extra.chess.__name__)
        ''', cwd=tmp_path)
    assert (done.stdout, done.stderr) == ('20 plyforge.chess\n', '')


def test_gaviota_of_python_chess(tmp_path):
    """It is better than ours, which refuses; ours is there where python-chess is not."""
    program = 'import plyforge.as_chess\nimport chess.gaviota\nprint(chess.gaviota.__name__, hasattr(chess, "Board"))'
    assert run(program, cwd=tmp_path).stdout == 'plyforge.chess.gaviota True\n'
    (tmp_path / 'chess').mkdir()
    (tmp_path / 'chess' / '__init__.py').write_text('raise RuntimeError("this is not Plyforge")')
    assert run(program, cwd=tmp_path).stdout == 'plyforge.chess.gaviota True\n'
    (tmp_path / 'chess' / 'gaviota.py').write_text('import chess\nassert chess.__name__ == "plyforge.chess"')
    assert run(program, cwd=tmp_path).stdout == 'chess.gaviota True\n'


def test_too_late(tmp_path):
    (tmp_path / 'chess.py').write_text('')
    done = run('import chess, plyforge.as_chess', cwd=tmp_path)
    assert 'ImportError: chess has already been imported: import plyforge.as_chess before it' in done.stderr


@pytest.mark.parametrize('arguments', [['program.py'], ['-m', 'program']])
def test_programs(tmp_path, arguments):
    (tmp_path / 'helper.py').write_text('import chess\nBoard = chess.Board')
    (tmp_path / 'program.py').write_text(textwrap.dedent('''
        import sys
        import chess
        import helper
        if __name__ == '__main__':
            print(isinstance(helper.Board(), chess.Board), chess.__name__, sys.argv[1:])
            sys.exit(3)
        '''))
    done = run('', '-m', 'plyforge.as_chess', *arguments, 'a', '-b', cwd=tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("True plyforge.chess ['a', '-b']\n", '', 3)


def test_wrong_calls(tmp_path):
    for arguments, status in (([], 2), (['-m'], 2), (['--help'], 0), (['nothing.py'], 2)):
        done = run('', '-m', 'plyforge.as_chess', *arguments, cwd=tmp_path)
        assert done.returncode == status and ('usage:' in done.stdout + done.stderr or 'no such file' in done.stderr)
        assert (done.stderr == '') == (status == 0)
    (tmp_path / 'wrong.py').write_text('raise KeyError("mine")')
    done = run('', '-m', 'plyforge.as_chess', 'wrong.py', cwd=tmp_path)
    assert done.returncode == 1 and "KeyError: 'mine'" in done.stderr
