#!/usr/bin/env python3
"""Every public function has a comment in its header and is in the index of docs/reference.md, and a test calls it. The index, the
chart and the JSON Schemas, which scripts make, are up to date.

usage: documented.py SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / 'docs/site'))
import headers  # noqa: E402


def public_functions():
    """(header, function) for every function that a header declares or defines inline; headers.py refuses one without a
    comment."""
    include = source / 'include/plyforge'
    for path in sorted(include.rglob('*.h')):
        for _, declarations in headers.read_header(path)[1]:
            for declaration in declarations:
                kind, signature = headers.directive_of(declaration.text)[:2] if declaration.text else ('', '')
                if kind == 'function':
                    yield path.relative_to(include).as_posix(), headers.name_of(kind, signature)


called = set()
for folder in 'unit', 'differential', 'suites':
    for path in (source / 'tests' / folder).glob('*.[ch]'):
        called.update(re.findall(r'\bpf_\w+(?=\()', re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S)))
functions = list(public_functions())
untested = [f'{header}: no test calls {function}' for header, function in functions if function not in called]
for failure in untested:
    print(f'FAILED: {failure}')
print(f'{len(functions)} functions, {len(untested)} without a test')
stale = any([subprocess.run([source / 'scripts' / script, '--check'], check=False).returncode
             for script in ('make-reference', 'make-chart', 'make-schemas')])
sys.exit(1 if stale or untested or len(functions) < 300 else 0)
