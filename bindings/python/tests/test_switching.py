"""The scripts that run python-chess's tests, and programs that use python-chess, with Plyforge: on small stand-ins."""
import pathlib
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).parent


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding='utf-8')
    return folder


def run(script, *arguments):
    return subprocess.run([sys.executable, str(HERE / script), *map(str, arguments)], capture_output=True, text=True)


def python_chess(folder):
    """A package chess that is not python-chess, and tests of it."""
    return write(folder / 'python-chess', {
        'data/number.txt': '20',
        'chess/__init__.py': 'STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"\nODD = 3\n',
        'chess/gaviota.py': 'import chess\nsquare = chess.square(4, 3)\n',
        'test.py': '''
            import unittest
            import chess
            class BoardTestCase(unittest.TestCase):
                def test_start(self):
                    self.assertTrue(chess.STARTING_FEN.endswith(' 1'))
                    self.assertEqual(open('data/number.txt').read(), '20')
                def test_odd(self):
                    self.assertEqual(chess.ODD, 3)
                @unittest.skip('because')
                def test_later(self):
                    pass
                def test_broken(self):
                    self.assertEqual(1, 2)
            class GaviotaTestCase(unittest.TestCase):
                def test_square(self):
                    import chess.gaviota
                    self.assertEqual(getattr(chess.gaviota, 'square', 0) or 28, 28)
            class SvgTestCase(unittest.TestCase):
                def test_svg_arrows(self):
                    self.assertEqual(chess.ODD, 3)
            '''})


def test_the_suite(tmp_path):
    folder = python_chess(tmp_path)
    done = run('python_chess_suite.py', folder, '--log', tmp_path / 'log')
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines() == [
        'BoardTestCase.test_broken: fails with python-chess as well', 'BoardTestCase.test_odd: UNEXPECTED',
        'SvgTestCase.test_svg_arrows: it looks for <line> in an arrow',
        'plyforge: 2 of 6 pass, 3 fail, 1 skipped', 'python-chess: 3 of 6 pass, 2 fail, 1 skipped']
    assert "has no attribute 'ODD'" in (tmp_path / 'log').read_text()
    done = run('python_chess_suite.py', folder, '--match', 'start|square|svg')
    assert done.returncode == 0 and 'plyforge: 2 of 3 pass, 1 fail' in done.stdout
    done = run('python_chess_suite.py', folder, '--match', 'square', '--gaviota')
    assert done.returncode == 0 and 'gaviota: 1 of 1 pass' in done.stdout


def test_the_suite_called_wrongly(tmp_path):
    assert 'it has no test.py' in run('python_chess_suite.py', tmp_path).stderr
    assert run('python_chess_suite.py', python_chess(tmp_path), '--match', 'nothing').stderr == 'no test matches\n'
    (tmp_path / 'python-chess/test.py').write_text('import chess.nothing')
    done = run('python_chess_suite.py', tmp_path / 'python-chess')
    assert done.returncode == 1 and 'the tests cannot be run with plyforge' in done.stderr


def test_programs(tmp_path):
    folder = python_chess(tmp_path)
    program = 'import chess, sys\nprint(chess.STARTING_FEN, sys.argv)'
    openings = write(tmp_path / 'chess-openings', {'bin/gen.py': program})
    andoma = write(tmp_path / 'andoma', {'test/test_a.py': '''
        import chess, gone
        def test_start():
            assert chess.STARTING_FEN
        def test_other():
            assert False
        '''})
    done = run('real_programs.py', '--python-chess', folder, openings)
    row = done.stdout.splitlines()[-1].split('|')
    assert done.returncode == 0, done.stdout + done.stderr
    assert [cell.strip() for cell in row[1:4]] == ['chess-openings', '-', '1 lines, equal'] and float(row[4]) > 0
    done = run('real_programs.py', '--python-chess', folder, andoma)  # a package is missing
    assert done.returncode == 0 and '| andoma | 0 and 0 of 1 |' in done.stdout
    (andoma / 'gone.py').write_text('')
    done = run('real_programs.py', '--python-chess', folder, andoma)
    assert done.returncode == 0 and '| andoma | 1 and 1 of 2 | - | - | - |' in done.stdout


def test_programs_that_differ(tmp_path):
    folder = python_chess(tmp_path)
    openings = write(tmp_path / 'chess-openings', {'bin/gen.py': 'import chess\nprint(getattr(chess, "ODD", 4))'})
    andoma = write(tmp_path / 'andoma', {'test/test_a.py': 'import chess\ndef test_odd():\n    assert chess.ODD == 3'})
    done = run('real_programs.py', '--python-chess', folder, openings, andoma, '--log', tmp_path / 'log')
    assert done.returncode == 1 and '1 lines, DIFFERENT' in done.stdout and '| andoma | 0 and 1 of 1 |' in done.stdout
    log = (tmp_path / 'log').read_text()
    assert 'plyforge     4\n  python-chess 3' in log and 'test_odd passes with python-chess only' in log


def test_programs_called_wrongly(tmp_path):
    folder = python_chess(tmp_path)
    for arguments, message in (([], 'there must be'), (['--python-chess', folder], 'there must be'),
                               (['--python-chess', tmp_path, folder], 'has no package chess'),
                               (['--python-chess', folder, folder], 'no program of these names is known')):
        done = run('real_programs.py', *arguments)
        assert done.returncode == 2 and message in done.stderr
