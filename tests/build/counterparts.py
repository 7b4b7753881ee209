#!/usr/bin/env python3
"""Every public function of C has a comment in its header, a test, and a counterpart in Python and JavaScript or a reason why not
(counterparts.txt). The names in that file exist, and so do those in the table of names of CONTRIBUTING.md. Prints the functions,
only those with a hole without --all.

usage: counterparts.py SOURCE_DIR PYTHON_PACKAGE [--all]
"""
import collections
import fnmatch
import importlib
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / 'docs/site'))
import headers # noqa: E402
failures = []


def without_comments(text):
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def functions():
    """(header, function), for what the headers declare or define inline. headers.py refuses what has no comment."""
    include = source / 'include/plyforge'
    for path in sorted(include.rglob('*.h')):
        for _, declarations in headers.read_header(path)[1]:
            for declaration in declarations:
                kind, signature = headers.directive_of(declaration.text)[:2] if declaration.text else ('', '')
                if kind == 'function':
                    yield path.relative_to(include).as_posix(), headers.name_of(kind, signature)


def names_in(*patterns):
    found = collections.defaultdict(list)
    for pattern in patterns:
        for path in sorted(source.glob(pattern)):
            for name in set(re.findall(r'\bpf_\w+(?=\()', without_comments(path.read_text()))):
                found[name].append(path.stem)
    return found


def rows():
    """The reasons, and the rows of counterparts.txt as (pattern, Python, JavaScript)."""
    reasons, table = {}, []
    for line in (source / 'tests/build/counterparts.txt').read_text().split('\n'):
        if line.startswith('reason '):
            _, name, text = line.split(maxsplit=2)
            reasons[name] = text
        elif line and not line.startswith('#'):
            table.append(tuple(cell.strip() for cell in line.split('|')))
    return reasons, table


def python_has(name):
    parts = name.split('.')
    for at in range(len(parts), -1, -1):
        try:
            value = importlib.import_module('.'.join(['plyforge', *parts[:at]]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:]:
            # A slot of an instance is seen in the class, and so is a member that only the constructor sets.
            if not hasattr(value, part) and part not in getattr(value, '__annotations__', {}) and \
                    not re.search(rf'\bself\.{part}\b', pathlib.Path(sys.modules[value.__module__].__file__).read_text()
                                  if hasattr(value, '__module__') else ''):
                return False
            value = getattr(value, part, None)
        return True
    return False


def javascript_names():
    """What the modules export, and Class.member of their classes."""
    found = set()
    for path in (source / 'bindings/javascript/src').glob('*.ts'):
        owner = None
        for line in path.read_text().split('\n'):
            exported = re.match(r'export (?:async )?(class|function\*?|const) (\w+)', line)
            if exported:
                owner = exported.group(2) if exported.group(1) == 'class' else None
                found.add(exported.group(2))
            member = re.match(r'    (?:static |async |get |readonly )*(\w+)(?:<.*>)?[(:]', line)
            if owner and member:
                found.add(f'{owner}.{member.group(1)}')
    return found


def check_names(javascript):
    """Every name in the table of CONTRIBUTING.md is found where its column says."""
    def text(*patterns):
        return '\n'.join(path.read_text() for pattern in patterns for path in sorted(source.glob(pattern)))

    c, cpp = text('include/plyforge/**/*.h'), text('include/plyforge/plyforge.hpp')
    stubs = text('bindings/python/src/**/*.pyi')
    manual = text('docs/man/plyforge.1').replace('\\-', '-').replace('\\', '')
    schemas, page = text('docs/scripting.md'), text('web/index.html', 'web/src/*.ts')

    def is_word(name, where):
        return re.search(rf'(?<![\w-]){re.escape(name)}(?![\w-])', where)

    columns = {
        'C': lambda name: is_word(name, c),
        'C++': lambda name: is_word(name.split('::')[-1], cpp),
        'Python': lambda name: f' {name[:-1]}: ' in stubs if name.endswith('=') else 'plyforge' not in sys.modules or python_has(name),
        'JavaScript': lambda name: name in javascript,
        'program': lambda name: is_word(name, manual),
        'JSON': lambda name: f'"{name}":' in schemas,
        'page': lambda name: name in page,
    }
    section = (source / 'CONTRIBUTING.md').read_text().split('## One thing, one name')[1].split('\n## ')[0]
    table = [[cell.strip() for cell in line.strip('|').split('|')] for line in section.split('\n') if line.startswith('|')]
    names = 0
    for row in table[2:]:
        for title, cell in list(zip(table[0], row))[1:]:
            for name in re.findall(r'`([^`]+)`', cell):
                names += 1
                if not columns[title](name):
                    failures.append(f'CONTRIBUTING.md: {row[0]}: {title} has no {name}')
    if names < 100:
        failures.append(f'CONTRIBUTING.md: only {names} names were read')
    return names


def main():
    reasons, table = rows()
    tested = names_in('tests/unit/*.c', 'tests/unit/*.h', 'tests/differential/*.c', 'tests/suites/*.c')
    javascript = javascript_names()
    try:
        sys.path.insert(0, sys.argv[2])
        importlib.import_module('plyforge')
    except ImportError as problem:
        print(f'the names of Python are not looked up: {problem}')
    used, used_reasons, holes = set(), set(), collections.Counter()
    total = 0
    print('| function | test | Python | JavaScript |\n|---|---|---|---|')
    for header, function in functions():
        total += 1
        if function not in tested:
            failures.append(f'{header}: no test in tests/ calls {function}')
        row = next((row for row in table if fnmatch.fnmatchcase(f'{header}/{function}' if '/' in row[0] else function, row[0])), None)
        if row is None:
            failures.append(f'{header}: tests/build/counterparts.txt says nothing of {function}')
            continue
        used.add(row)
        cells = []
        for language, cell in zip(('Python', 'JavaScript'), row[1:]):
            if cell.startswith('- '):
                holes[language] += 1
                used_reasons.add(cell[2:])
                if cell[2:] not in reasons:
                    failures.append(f'{function}: {language}: no reason is named "{cell[2:]}"')
                cell = f'- {reasons.get(cell[2:])}'
            elif language == 'JavaScript' and cell not in javascript:
                failures.append(f'{function}: JavaScript has no {cell}')
            elif language == 'Python' and 'plyforge' in sys.modules and not python_has(cell):
                failures.append(f'{function}: Python has no plyforge.{cell}')
            cells.append(cell)
        if '--all' in sys.argv or any(cell.startswith('- ') for cell in cells):
            print(f'| `{function}` | {(tested[function] or ["-"])[0]} | {cells[0]} | {cells[1]} |')
    for row in table:
        if row not in used:
            failures.append(f'tests/build/counterparts.txt: no function for the row {row[0]}')
    for name in reasons.keys() - used_reasons:
        failures.append(f'tests/build/counterparts.txt: no hole for the reason {name}')
    names = check_names(javascript)
    for failure in failures:
        print(f'FAILED: {failure}')
    print(f'{total} functions; holes with a reason: {holes["Python"]} in Python, {holes["JavaScript"]} in JavaScript; '
          f'{names} names in CONTRIBUTING.md; {len(failures)} failures')
    return 1 if failures or total < 300 else 0


sys.exit(main())
