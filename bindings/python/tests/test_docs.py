"""The examples of the pages about Python and of the package's README run and print what they say; so does
bench/python."""
import doctest
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

TREE = pathlib.Path(__file__).resolve().parents[3]


def test_the_page(tmp_path, monkeypatch):
    pytest.importorskip('pandas')
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(TREE / 'docs/python.md'), module_relative=False,
                              optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 20 and not result.failed
    # Blocks without a prompt are programs.
    programs = re.findall(r'```python\n(?!>>> )(.*?)```', (TREE / 'docs/python.md').read_text(), re.S)
    assert programs
    monkeypatch.setenv('PATH', os.environ.get('PATH', '') + os.pathsep + '/usr/games')
    for program in programs:
        if 'stockfish' not in program or shutil.which('stockfish'):
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
    page = (TREE / 'docs/learning.md').read_text()
    program, = re.findall(r'```python\n(.*?)```', page, re.S)
    done = subprocess.run([sys.executable, '-c', program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # Rounding differs between builds of numpy, by less than this.
    lines = done.stdout.splitlines()
    wanted = [line.strip() for line in re.findall(r'^    (?:before|after|it).*', page, re.M)]
    assert len(lines) == len(wanted) == 3 and lines[2].startswith('it opens with '), done.stdout
    for line, expected in zip(lines[:2], wanted):
        percent, expected_percent = (int(re.search(r'(\d+)%', text)[1]) for text in (line, expected))
        assert line.replace(f'{percent}%', '') == expected.replace(f'{expected_percent}%', '')
        assert abs(percent - expected_percent) <= 4, done.stdout


def test_the_readme(capsys):
    programs = re.findall(r'```python\n(.*?)```', (TREE / 'bindings/python/README.md').read_text(), re.S)
    assert programs
    for program in programs:
        exec(program, {})
    assert capsys.readouterr().out == 'True 1-0\n'


def test_the_readme_of_the_project(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with gzip.open('games.pgn.gz', 'wt') as file:
        file.write('[WhiteElo "1800"]\n\n1. e4 e5 1-0\n\n[WhiteElo "1900"]\n\n1. e4 Ke2 *\n')
    program, = re.findall(r'```python\n(.*?)```', (TREE / 'README.md').read_text(), re.S)
    exec(program, {})
    assert capsys.readouterr().out == '20 None\n2 games, 1 broken\n'


def test_the_table():
    done = subprocess.run([sys.executable, str(TREE / 'bench/python'), '--quick', '--python-chess', '/nowhere'],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split('\n')
    assert lines[0].split()[:2] == ['job', 'plyforge'] and any(line.startswith('legal moves as CSR') for line in lines)
    for job, *_ in re.findall(r'^\| `?([^|`]+?)`? \| [\d.]+ \| [\d.]+ \|', (TREE / 'docs/python.md').read_text(), re.M):
        assert any(line.startswith(re.sub(r'\d', '', job)[:5]) for line in lines), job
