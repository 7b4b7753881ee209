"""The examples of docs/python.md and of the package's README run and print what they say; so does bench/python."""
import doctest
import pathlib
import re
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parents[3]


def test_the_page():
    result = doctest.testfile(str(TREE / 'docs/python.md'), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 20 and not result.failed


def test_the_readme(capsys):
    programs = re.findall(r'```python\n(.*?)```', (TREE / 'bindings/python/README.md').read_text(), re.S)
    assert programs
    for program in programs:
        exec(program, {})
    assert capsys.readouterr().out == 'True 1-0\n'


def test_the_table():
    done = subprocess.run([sys.executable, str(TREE / 'bench/python'), '--quick', '--python-chess', '/nowhere'], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split('\n')
    assert lines[0].split()[:2] == ['job', 'plyforge'] and any(line.startswith('legal moves as CSR') for line in lines)
    for job, *_ in re.findall(r'^\| `?([^|`]+?)`? \| [\d.]+ \| [\d.]+ \|', (TREE / 'docs/python.md').read_text(), re.M):
        assert any(line.startswith(re.sub(r'\d', '', job)[:5]) for line in lines), job
