#!/usr/bin/env python3
"""Says for every fenced block of the pages which test runs it, and fails on one that none runs. The table below is the
one place for blocks that are excused.

    blocks.py SOURCE_DIR
"""
import pathlib
import re
import sys

tree = pathlib.Path(sys.argv[1])
PAGES = [*sorted(tree.glob('docs/*.md')), *sorted(tree.glob('docs/learn/*.md')), *sorted(tree.glob('docs/records/*.md')), *(tree / name for name in ('README.md', 'CONTRIBUTING.md', 'SECURITY.md')),
         *sorted(tree.glob('bindings/*/README.md')), *sorted(tree.glob('examples/**/README.md'))]

# (page, language, expression for a line or None for the whole block, the test that runs it or "excused: why")
# Rows with an expression are tried first, for each line of a block; all of a block must be covered.
ROWS = [
    (r'docs/learn/.*', 'c|console', None, 'tests/learn/learn.bats'),
    (r'docs/learn/.*', 'sh', r'make learn.*', 'tests/learn/learn.bats'),
    (r'docs/howto-lichess', 'sh|sql|python', None, 'tests/parquet/howto.mjs'),  # the program for Dask: dask.mjs
    (r'docs/howto-lichess', 'text', None, 'excused: needs Spark and Ray, which Debian does not have'),
    (r'docs/.*|README', 'sh', r'plyforge .*', 'tests/cli/docs.bats'),
    (r'docs/explorer|README', 'sh', r'make (run-)?web.*', 'web/tests/make.mjs'),
    (r'README', 'sh', r'git clone .*', 'tests/build/home.sh'),
    (r'README', 'sh', r'make run', 'tests/build/make_targets.sh'),
    (r'README|docs/(howto-embed|hour-c|install)', 'sh', r'cc yours\.c \$\(pkg-config --cflags --libs plyforge\)',
     'tests/build/install.sh'),
    (r'docs/(howto-cpp|install)', 'sh', r'c\+\+ -std=c\+\+17 yours\.cpp \$\(pkg-config --cflags --libs plyforge\)',
     'tests/build/install.sh'),
    (r'README|docs/install', 'sh', r'cmake -B build && .*', 'tests/build/install.sh'),
    (r'docs/install', 'sh', r'make install PREFIX=.*', 'tests/build/install.sh'),
    (r'docs/(howto-embed|install)', 'sh', r'cc .* yours\.c plyforge_amalgamated\.c', 'tests/build/amalgamation.sh'),
    (r'docs/howto-deep-perft', 'sh', r'make=\$\(sbatch .*|sbatch .*| +\'plyforge perft 11 .*',
     'excused: needs Slurm; tests/cli/store.bats has the options'),
    (r'docs/howto-deep-perft', 'sh', r'parallel plyforge .*',
     'excused: needs GNU parallel; tests/cli/store.bats counts buckets in several processes'),
    (r'docs/howto-deep-perft', 'sh', r'mpirun .*',
     'excused: needs a cluster; tests/mpi/mpi.bats runs the commands with small depths'),
    (r'README|docs/(python|install)', 'sh', r'pip install \./bindings/python', 'bindings/python/tests/test_build.py'),
    (r'README|docs/install', 'sh', r'cd bindings/javascript && npm install && npm run build && npm pack',
     'bindings/javascript/tests/package.test.mjs'),
    (r'bindings/javascript/README', 'sh', r'npm install \./plyforge-\*\.tgz',
     'bindings/javascript/tests/package.test.mjs'),
    (r'docs/.*|README', 'c|cpp', None, 'tests/build/docs.sh'),
    (r'README', 'console', None, 'tests/cli/docs.bats'),
    (r'docs/(workbench|commands|engines)', 'console', None, 'tests/cli/sessions.bats'),
    (r'docs/engines', 'yaml', None, 'tests/cli/docs.bats'),
    (r'docs/scripting', 'json', None, 'tests/cli/json.bats'),
    (r'README|docs/(python|python-tour|learning)|bindings/python/README', 'python', None,
     'bindings/python/tests/test_docs.py'),
    (r'README|docs/(hour-)?javascript|bindings/javascript/README', 'js', None, 'bindings/javascript/tests/package.test.mjs'),
    (r'docs/javascript', 'json', None, 'bindings/javascript/tests/drop_in.test.mjs'),
    (r'docs/howto-board', 'html|js', None, 'web/tests/howto_board.test.mjs'),
    (r'docs/howto-board', 'sh', r'npm (init|install) .*|mkdir .*|npx vite',
     'excused: needs a network; bindings/javascript/tests/long/vite.test.mjs makes such a project'),
    (r'docs/(install|howto-embed)', 'cmake', None, 'tests/build/install.sh'),
    (r'examples/engine/README', 'sh|cmake', None, 'tests/build/install.sh'),
    (r'examples/cortex-m/README', 'sh', None, 'tests/build/cortex_m.sh'),
]


def blocks_of(page):
    """(line number, language, lines) of each fenced block."""
    inside, start, language, lines = False, 0, '', []
    for number, line in enumerate(page.read_text().split('\n'), 1):
        if line.startswith('```') and not inside:
            inside, start, language, lines = True, number, line[3:].strip(), []
        elif line.startswith('```'):
            inside = False
            yield start, language, lines
        elif inside:
            lines.append(line)
    if inside:
        fail(f'{page}:{start}: a block without end')


failures = 0


def fail(message):
    global failures
    failures += 1
    print('FAILED:', message)


used, blocks, excused = set(), 0, 0
for page in PAGES:
    name = str(page.relative_to(tree)).removesuffix('.md')
    for number, language, lines in blocks_of(page):
        blocks += 1
        rows = [(index, row) for index, row in enumerate(ROWS)
                if re.fullmatch(row[0], name) and re.fullmatch(row[1], language)]
        whole = [index for index, row in rows if row[2] is None]
        used.update(whole)
        if whole:
            continue
        # A line that ends with a backslash goes on in the next; comments are not run.
        for line in (re.sub(r' +# .*', '', line).rstrip(' \\') for line in lines):
            found = [index for index, row in rows if re.fullmatch(row[2], line)]
            used.update(found)
            excused += any(ROWS[index][3].startswith('excused') for index in found)
            if line and not line.startswith('#') and not found:
                fail(f'{page}:{number}: no test runs this line of {language or "a block without a language"}: {line}')
for index, (page, language, pattern, who) in enumerate(ROWS):
    if index not in used:
        fail(f'tests/build/blocks.py: nothing is like {page} {language} {pattern}')
    if not who.startswith('excused: ') and not (tree / who).is_file():
        fail(f'tests/build/blocks.py: there is no {who}')
print(f'{blocks} blocks, {excused} excused lines, {failures} failures')
sys.exit(1 if failures or blocks < 100 else 0)
