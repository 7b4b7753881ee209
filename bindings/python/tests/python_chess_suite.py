#!/usr/bin/env python3
"""Runs python-chess's own tests with Plyforge in the place of python-chess.

    bindings/python/tests/python_chess_suite.py FOLDER [--gaviota] [--match REGEX] [--log FILE]

FOLDER is a checkout of python-chess: its test.py and data are used, and nothing else of it is imported. With
--gaviota its chess/gaviota.py is imported as well, on top of Plyforge's boards. The same tests are run with
python-chess itself for comparison. Each failure must be one of the expected ones below, whose reasons docs/python.md
explains; otherwise the status is 1.

plyforge must be importable: pip install ./bindings/python, or PYTHONPATH.
"""
import argparse
import collections
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

# Tests that fail because Plyforge differs from python-chess on purpose, and why.
DIFFERENT = {
    'AtomicTestCase.test_atomic_en_passant': 'it sets up 29 knights',
    'CrazyhouseTestCase.test_lichess_pgn': 'the drop of a pawn resets the clock',
    'CrazyhouseTestCase.test_pawns_in_pocket': 'the drop of a pawn resets the clock',
    'SvgTestCase.test_svg_arrows': 'it looks for <line> in an arrow',
}
NO_GAVIOTA = ('GaviotaTestCase.', 'NativeGaviotaTestCase.')


class Result(unittest.TestResult):
    """Collects how each test ended."""

    def __init__(self):
        super().__init__()
        self.found = {}

    def note(self, test, how, text=''):
        name = '.'.join(test.id().split('.')[-2:])
        if self.found.get(name, ['passed'])[0] == 'passed':
            self.found[name] = [how, text]

    def addSuccess(self, test):
        self.note(test, 'passed')

    def addSkip(self, test, reason):
        self.note(test, 'skipped', reason)

    def addFailure(self, test, err):
        self.note(test, 'failed', self._exc_info_to_string(err, test))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err:
            self.addFailure(test, err)


def measure(kind, match, path):
    """Runs the tests of test.py in the current folder, and writes their results into a file as JSON."""
    if kind != 'python-chess':
        importlib.import_module('plyforge.as_chess')
    sys.path.insert(0, os.getcwd())
    tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module('test'))
    chosen = unittest.TestSuite(test for group in tests for test in group if re.search(match, test.id()))
    own = {name for name, module in sys.modules.items()
           if (name + '.').startswith('chess.') and not getattr(module, '__name__', '').startswith('plyforge.')}
    if kind != 'python-chess' and own - ({'chess.gaviota'} if kind == 'gaviota' else set()):
        sys.exit(f'modules of python-chess are imported: {sorted(own)}')
    result = Result()
    chosen.run(result)
    with open(path, 'w', encoding='utf-8') as out:
        json.dump(result.found, out)


def run(kind, folder, match):
    """The results of all tests: passed, skipped or failed by name."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copy(os.path.join(folder, 'test.py'), place)
        os.symlink(os.path.join(folder, 'data'), os.path.join(place, 'data'))
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE='1')
        if kind == 'python-chess':
            environment['PYTHONPATH'] = folder
        elif kind == 'gaviota':
            os.mkdir(os.path.join(place, 'chess'))
            shutil.copy(os.path.join(folder, 'chess', 'gaviota.py'), os.path.join(place, 'chess'))
            open(os.path.join(place, 'chess', '__init__.py'), 'w', encoding='utf-8').close()
        path = os.path.join(place, 'results.json')
        done = subprocess.run([sys.executable, os.path.abspath(__file__), '--measure', kind, '--match', match, path],
                              cwd=place, env=environment, capture_output=True, text=True)
        if done.returncode or not os.path.exists(path):
            sys.exit(f'the tests cannot be run with {kind}:\n{done.stderr[-2000:]}')
        with open(path, encoding='utf-8') as results:
            return json.load(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', help='a checkout of python-chess')
    parser.add_argument('--gaviota', action='store_true', help="import python-chess's chess/gaviota.py")
    parser.add_argument('--match', metavar='REGEX', default='', help='only tests whose names match')
    parser.add_argument('--log', metavar='FILE', help='write the reports of all failures into a file')
    parser.add_argument('--measure', help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure, options.match, options.folder)
        return 0
    folder = os.path.abspath(options.folder)
    if not os.path.exists(os.path.join(folder, 'test.py')):
        sys.exit(f'{options.folder} is not a checkout of python-chess: it has no test.py')
    kind = 'gaviota' if options.gaviota else 'plyforge'
    ours, theirs = run(kind, folder, options.match), run('python-chess', folder, options.match)
    if not ours:
        sys.exit('no test matches')
    unexpected = []
    log = []
    for name, (how, text) in ours.items():
        if how != 'failed':
            continue
        reason = DIFFERENT.get(name)
        if kind == 'plyforge' and name.startswith(NO_GAVIOTA):
            reason = 'Gaviota tablebases are not supported'
        elif theirs.get(name, ['failed'])[0] == 'failed':
            reason = 'fails with python-chess as well'
        if not reason:
            unexpected.append(name)
        log.append(f'{name}: {reason or "unexpected"}\n{text}\n')
        print(f'{name}: {reason or "UNEXPECTED"}')
    if options.log:
        with open(options.log, 'w', encoding='utf-8') as out:
            out.writelines(log)
    for title, found in ((kind, ours), ('python-chess', theirs)):
        counts = collections.Counter(how for how, _ in found.values())
        print(f"{title}: {counts['passed']} of {len(found)} pass, {counts['failed']} fail, {counts['skipped']} skipped")
    return 1 if unexpected else 0


if __name__ == '__main__':
    sys.exit(main())
