#!/usr/bin/env python3
"""Compares the readers of PGN with one another: the program, plyforge.pgn.read and readPgn must give the same games
with the same moves, results and faults. read_game, which follows python-chess, and loadPgn, which follows chess.js,
must give the same moves and results, except for the differences of differences.txt. What chess.js reads, loadPgn must
read in the same way; and what python-chess reads, read_game. Each reader is a process of its own. npm installs
chess.js; python-chess is GPL and must be named.

usage: compare.py PROGRAM PYTHON PYTHON_PACKAGE JS_PACKAGE lines|FOLDER_OF_PGN [--show] [--python-chess FOLDER]
--show prints what each reader gives for the inputs on which they differ.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
SAME = ['pgn.read', 'readPgn']  # these report the same as the program
MODELS = {'read_game': 'program', 'loadPgn': 'program', 'chess.js': 'loadPgn',
          'python-chess': 'read_game'}  # whose games are expected
SKIP = 77


def skip(why):
    print('skipped:', why)
    sys.exit(SKIP)


def dirty_lines(folder):
    """Writes each line of dirty.txt into a file. Returns names by file."""
    names = {}
    for line in (HERE / 'dirty.txt').read_text('utf-8').splitlines():
        if line and not line.startswith('#'):
            name, text = (part.strip() for part in line.split('|', 1))
            assert name not in names.values(), name
            file = folder / f'{len(names):03}.pgn'
            file.write_bytes(text.encode().decode('unicode_escape').encode('latin-1'))
            names[str(file)] = name
    return names


def differences():
    """The rows of differences.txt as {(input, game, reader): what}."""
    rows = {}
    for line in (HERE / 'differences.txt').read_text('utf-8').splitlines():
        if line and not line.startswith('#'):
            name, game, reader, what, why = (part.strip() for part in line.split('|'))
            assert (name, game, reader) not in rows and why, line
            rows[name, game, reader] = what
    return rows


def ask_program(program, files):
    found = {}
    for file in files:
        run = subprocess.run([program, 'pgn', '--json', '--moves', 'uci', '--castling', 'chess960', '--fallback-result',
                              file], text=True,
                             capture_output=True, check=False)
        if run.returncode == 2:  # nothing in the file can be read
            found[file] = [{'moves': [], 'result': '*', 'fault': [1, 0, run.stderr.split(': ')[2]]}]
            continue
        games = [json.loads(line) for line in run.stdout.splitlines()]
        found[file] = [{'moves': game['moves'], 'result': game['result'],
                        'fault': [game['line'], game['byte'], game['error']] if game['broken'] else None}
                       for game in games]
    return found


def ask(command, files, **options):
    run = subprocess.run(command + files, text=True, stdout=subprocess.PIPE, check=False, **options)
    if run.returncode:
        sys.exit(f"{' '.join(command)} has failed")
    return {line['name']: line['games'] for line in map(json.loads, run.stdout.splitlines())}


def ask_all(arguments, files):
    environment = os.environ | {'PYTHONPATH': arguments.python_package}
    python = [arguments.python, str(HERE / 'read.py')]
    node = ['node', str(HERE / 'read.mjs'), arguments.js_package]
    answers = {'program': ask_program(arguments.program, files)}
    answers['pgn.read'] = ask(python + ['columns'], files, env=environment)
    answers['read_game'] = ask(python + ['read_game'], files, env=environment)
    answers['readPgn'] = ask(node + ['readPgn'], files)
    answers['loadPgn'] = ask(node + ['loadPgn'], files)
    if arguments.python_chess:
        answers['python-chess'] = ask(python + ['python-chess'], files,
                                      env=os.environ | {'PYTHONPATH': arguments.python_chess})
    if os.path.exists(os.path.join(arguments.js_package, 'node_modules/chess.js')):
        answers['chess.js'] = ask(node + ['chess.js'], files)
    return answers


def difference(game, expected):
    """How a game differs from the expected one, or None."""
    if expected['fault']:
        return None if game['fault'] else 'reads'
    if game['fault']:
        return 'refuses'
    if game['moves'] != expected['moves']:
        return 'moves ' + (' '.join(game['moves']) or 'none')
    return None if game['result'] == expected['result'] else 'result ' + game['result']


def found_differences(answers, file, name):
    """The differences between the readers in a file, as differences() has them."""
    for reader in MODELS.keys() & answers.keys():
        games, expected = answers[reader][file], answers[MODELS[reader]][file]
        if len(games) != len(expected):
            yield (name, '', reader), f'{len(games)} games'
            continue
        for number, (game, other) in enumerate(zip(games, expected), 1):
            what = difference(game, other)
            if what and not (what == 'refuses' and reader == 'chess.js'):
                yield (name, str(number), reader), what


def main():
    parser = argparse.ArgumentParser()
    for name in ('program', 'python', 'python_package', 'js_package', 'source'):
        parser.add_argument(name)
    parser.add_argument('--show', action='store_true')
    parser.add_argument('--python-chess')
    arguments = parser.parse_args()
    arguments.js_package = os.path.abspath(arguments.js_package)
    if not list(pathlib.Path(arguments.python_package).glob('plyforge/_core*')):
        skip('the Python package was not built')
    if not os.path.exists(os.path.join(arguments.js_package, 'dist/cjs/pgn.js')):
        skip('the JavaScript package was not built: see js_build')
    if arguments.source != 'lines' and not os.path.isdir(arguments.source):
        skip(f'no corpus {arguments.source} (PLYFORGE_CORPORA)')
    with tempfile.TemporaryDirectory() as folder:
        if arguments.source == 'lines':
            names = dirty_lines(pathlib.Path(folder))
        else:
            names = {str(file): file.name for file in sorted(pathlib.Path(arguments.source).glob('*.pgn'))}
        answers = ask_all(arguments, list(names))
    failures, games, found = [], 0, {}
    for file, name in names.items():
        expected = answers['program'][file]
        games += len(expected)
        of_file = dict(found_differences(answers, file, name))
        wrong = [reader for reader in SAME if answers[reader][file] != expected]
        failures += [f'{name}: {reader} differs from the program' for reader in wrong]
        if arguments.show and (wrong or of_file):
            for reader, answer in answers.items():
                print(name, reader, *map(json.dumps, answer[file]), sep='\n    ')
        found |= of_file

    def is_of_source(name):
        return name in names.values() or (arguments.source == 'lines' and not name.endswith('.pgn'))

    listed = {key: what for key, what in differences().items() if is_of_source(key[0]) and key[2] in answers}
    for key in sorted(found.keys() | listed.keys()):
        if found.get(key) != listed.get(key):
            failures.append(f'{" | ".join(key)} | {found.get(key, "no difference")}; differences.txt has: '
                            f'{listed.get(key, "no difference")}')
    print(*failures, f'{len(names)} inputs, {games} games, {len(found)} differences', sep='\n')
    if not games:
        print('no games')
    sys.exit(bool(failures) or not games)


main()
