"""Which files of the library the extension is made of, with their flags: read from src/CMakeLists.txt and
src/base/cpu/levels.h, where CMake reads them too. tests/test_build.py compares the result with what CMake compiles."""
import pathlib
import platform
import re

TABLES = 'tables'


def processor():
    """The name that src/base/cpu/levels.h has for the machine we build for, or that of no row."""
    machine = platform.machine().lower()
    return {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine)


def lists(source):
    """The lists of src/CMakeLists.txt that are written with set(NAME word...)."""
    text = re.sub(r'#[^\n]*', '', (source / 'src/CMakeLists.txt').read_text())
    return {name: words.split() for name, words in re.findall(r'^set\((\w+)\s([^)$]*)\)', text, re.M)}


def levels(source):
    """The rows of src/base/cpu/levels.h: [(name, fallback, processor, flags with those of the fallback)]."""
    text = (source / 'src/base/cpu/levels.h').read_text()
    rows, flags = [], {'portable': []}
    for name, fallback, machine, own in re.findall(r'LEVEL\((\w+),\s*(\w+),\s*(\w+),[^"()]*"([^"]*)"\)', text):
        flags[name] = flags[fallback] + own.replace('\\', ' ').split()
        rows.append((name, fallback, machine, flags[name]))
    if not rows or rows[0][0] != 'portable':
        raise SystemExit('src/base/cpu/levels.h has no rows that this build can read')
    return rows


class Core:
    """What to compile: sources is [(path relative to src/, flags)], definitions [(name, value)], level_code the text of
    level_code.inc, maker the sources of the program that writes the tables, table_names what it writes."""

    def __init__(self, source, machine=None, portable=False):
        source = pathlib.Path(source)
        found = lists(source)
        rows = levels(source)
        built = [row for row in rows if row[2] == 'any' or (row[2] == (machine or processor()) and not portable)]
        names = [row[0] for row in built]
        self.sources = [(path, []) for path in found['core'] + found['rest'] + ['perft/run/gpu_none.c']]
        self.definitions = [('PF_BUILDING', None), ('PF_BUILD_LEVELS', None)]
        self.definitions += [('PF_BUILD_' + name.upper(), None) for name in names]
        is_built = ', '.join('true' if row[0] in names else 'false' for row in rows)
        lines = ['/* Written by the build from src/base/cpu/levels.h and the names of the files; see there. */',
                 '#define PF_LEVEL_IS_BUILT ' + is_built]
        for subject in found['subjects']:
            code = {}
            for name, fallback, _, flags in rows:
                path = f'{subject}_{name}.c'
                has_file = name in names and (source / 'src' / path).exists()
                code[name] = name if has_file else code[fallback]
                if has_file and name != 'portable':
                    self.sources.append((path, flags))
            lines.append(f'#define PF_CODE_OF_{subject.rsplit("/", 1)[1]}(CODE)'
                         + ''.join(f' CODE({code[row[0]]})' for row in rows))
        self.level_code = '\n'.join(lines) + '\n'
        self.maker = ['tools/make_tables.c', 'src/reference/attack_sets.c']
        self.table_names = [name + '.inc' for name in found['tables']]


def version(source):
    return re.search(r'PF_VERSION_TEXT\s+"([^"]+)"',
                     (pathlib.Path(source) / 'include/plyforge/base.h').read_text()).group(1)
