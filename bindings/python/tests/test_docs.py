"""The examples of the pages about Python and of the package's README run and print what they say; so does bench/python."""
import doctest
import os
import pathlib
import re
import subprocess
import sys

import pytest

TREE = pathlib.Path(__file__).resolve().parents[3]


def test_the_page():
    result = doctest.testfile(str(TREE / 'docs/python.md'), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 20 and not result.failed
    # Blocks without a prompt are programs.
    programs = re.findall(r'```python\n(?!>>> )(.*?)```', (TREE / 'docs/python.md').read_text(), re.S)
    assert programs
    for program in programs:
        exec(program, {})


def test_the_tour(tmp_path, monkeypatch):
    """PLYFORGE_WRITE_PICTURES=1 writes the pictures of the page again."""
    monkeypatch.chdir(tmp_path)
    page = TREE / 'docs/python-tour.md'
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 30 and not result.failed
    pictures = sorted(path.name for path in tmp_path.glob('*.svg'))
    assert pictures == sorted(re.findall(r'\(pictures/(tour-.*?)\)', page.read_text())) and len(pictures) == 3
    for name in pictures:
        if os.environ.get('PLYFORGE_WRITE_PICTURES'):
            (TREE / 'docs/pictures' / name).write_text((tmp_path / name).read_text())
        assert (tmp_path / name).read_text() == (TREE / 'docs/pictures' / name).read_text(), name


def test_learning(tmp_path):
    """The complete example learns: it runs in a process of its own, in an empty folder."""
    pytest.importorskip('numpy')
    program, = re.findall(r'```python\n(.*?)```', (TREE / 'docs/learning.md').read_text(), re.S)
    done = subprocess.run([sys.executable, '-c', program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after = (int(percent) for percent in re.findall(r'(\d+)%', done.stdout))
    assert before < 15 and after > 50 and 'it opens with' in done.stdout, done.stdout


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
