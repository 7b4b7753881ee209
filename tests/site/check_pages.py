#!/usr/bin/env python3
"""The site as files: every link and anchor leads somewhere, every page can be reached from the front page, nothing is
loaded from elsewhere, search knows every page, the references have everything that the headers, stubs and modules
declare; and what make-docs refuses.

    check_pages.py HTML_DIR
"""
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

root = pathlib.Path(sys.argv[1]).resolve()
tree = pathlib.Path(__file__).resolve().parent.parent.parent
failures = []
LOADED = {('script', 'src'), ('img', 'src'), ('link', 'href'), ('iframe', 'src'), ('source', 'src'), ('video', 'src'),
          ('object', 'data'), ('form', 'action')}


class Page(html.parser.HTMLParser):
    """The anchors of a page, and what it links to and loads."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.inside, self.text = set(), [], [], '', ''
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        for name, value in attributes:
            if name in ('id', 'name') and value:
                self.ids.add(value)
            if tag == 'a' and name == 'href':
                self.links.append(value)
            elif (tag, name) in LOADED:
                self.loads.append(value)
            elif name in ('srcset', 'style') and 'url(' in value:
                failures.append(f'{tag} with {name}={value}')

    def handle_data(self, data):
        self.text += data


def complain(message):
    failures.append(message)


def names_tab(fragment, ids):
    """Whether a state of the explorer, such as tab=xray&fen=..., names one of its tabs."""
    return f'tab-{dict(urllib.parse.parse_qsl(fragment)).get("tab")}' in ids


def check_links(pages):
    links = 0
    reached, queue = {root / 'index.html'}, [root / 'index.html']
    while queue:
        path = queue.pop()
        for link in pages[path].links + pages[path].loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ('http', 'https') and link in pages[path].links:
                continue
            links += 1
            if parts.scheme or parts.netloc or parts.path.startswith('/'):
                complain(f'{path}: {link} is outside of the site')
                continue
            target = (pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path)))
                      if parts.path else path)
            if not target.is_file():
                complain(f'{path}: there is no {link}')
                continue
            if target in pages:
                fragment = urllib.parse.unquote(parts.fragment)
                if target == root / 'explorer/index.html' and '=' in fragment:
                    if not names_tab(fragment, pages[target].ids):
                        complain(f'{path}: {link} names no tab of the explorer')
                elif fragment and fragment not in pages[target].ids:
                    complain(f'{path}: {link} has no such anchor')
                if target not in reached:
                    reached.add(target)
                    queue.append(target)
    for path in sorted(set(pages) - reached):
        complain(f'{path} cannot be reached from the front page')
    return links


def check_trees(pages):
    """Every page is marked in the tree of pages that it shows, which the build makes only once."""
    for path in pages:
        name = str(path.relative_to(root))
        marked = path.read_text().count('<a class="current reference internal" href="#">')
        if marked != (0 if name in ('index.html', 'search.html', 'genindex.html', 'explorer/index.html') else 1):
            complain(f'{path} is marked {marked} times in its own tree of pages')


def check_styles():
    for path in root.rglob('*.css'):
        for url in re.findall(r'url\(\s*["\']?([^)"\']*)|@import\s+["\']([^"\']*)', path.read_text()):
            if not ''.join(url).startswith(('data:', '#')) and not (path.parent / ''.join(url)).is_file():
                complain(f'{path} loads {"".join(url)}')


def check_references(pages):
    """Everything declared is explained. The lists are made without what make-docs reads the files with."""
    ids = {name for path, page in pages.items() if 'reference/c' in str(path) for name in page.ids}
    functions = set()
    for header in (tree / 'include/plyforge').rglob('*.h'):
        functions |= set(re.findall(r'^(?:PF_API|PF_INLINE|static inline)[^;{}()]*\b(pf_\w+)\(', header.read_text(),
                                    re.M))
    for name in sorted(functions):
        if f'c.{name}' not in ids:
            complain(f'{name} is not in the reference of C')
    text = ''.join(page.text for path, page in pages.items() if 'reference/c' in str(path))
    for header in (tree / 'include/plyforge').rglob('*.h'):
        for name in re.findall(r'^    (PF_[A-Z0-9_]+)\b', header.read_text(), re.M):
            if name not in text:
                complain(f'{name} is not in the reference of C')
    stubs = 0
    for stub in (tree / 'bindings/python/src').rglob('*.pyi'):
        parts = stub.relative_to(tree / 'bindings/python/src').with_suffix('').parts
        module = '.'.join(parts).removesuffix('.__init__')
        if re.search(r'\._\w+$', module):
            continue
        page = pages[root / f'reference/python/{module}.html']
        for name in re.findall(r'^(?:class|def) (\w+)', stub.read_text(), re.M):
            stubs += 1
            if f'{module}.{name}' not in page.ids:
                complain(f'{module}.{name} is not in the reference of Python')
    script = ('for (const e of ["", "/chess", "/pgn", "/perft", "/workbench", "/formats", "/tables", "/arbiter"]) '
              'for (const n of Object.keys(await import("plyforge" + e))) console.log("plyforge" + e, n)')
    names = subprocess.run(['node', '--input-type=module', '-e', script], cwd=tree / 'web', capture_output=True,
                           text=True, check=True).stdout.split('\n')
    # These are for other modules of the package and the page; the types do not have them.
    internal = {'rules', 'tools', 'outCount'}
    exports = [line.split() for line in names if line and line.split()[1] not in internal]
    for module, name in exports:
        page = pages[root / f'reference/javascript/{module.replace("/", "-")}.html']
        if not {name.lower(), name.lower().replace('_', '-'), name} & page.ids:
            complain(f'{name} of {module} is not in the reference of JavaScript')
    if min(len(functions), stubs, len(exports)) < 40:
        complain(f'only {len(functions)} functions, {stubs} stubs, {len(exports)} exports found')
    return len(functions), stubs, len(exports)


def check_refusals():
    """Unreadable headers, links that lead nowhere, states of the explorer without an existing tab."""
    for fragment, accepted in (('tab=xray&fen=8/8_w_-_-_0_1', True), ('tab=x-ray', False), ('fen=8', False)):
        if names_tab(fragment, {'tab-xray', 'panel-xray'}) != accepted:
            complain(f'the state {fragment} of the explorer is {"refused" if accepted else "accepted"}')
    sys.path.insert(0, str(tree / 'docs/site'))
    sys.dont_write_bytecode = True
    import headers
    with tempfile.TemporaryDirectory() as folder:
        for text, expected in (('/* About. */\nPF_API int pf_a(void);\n', 'no comment about this'),
                               ('/* About. */\n/* A. */\nint pf_a = 1;\n', 'unknown form'),
                               ('/* About. */\n/* A. */\nPF_API int pf_a(\n', 'without end')):
            header = pathlib.Path(folder) / 'a.h'
            header.write_text(text)
            try:
                headers.page_of(header, 'a.h')
                complain(f'the reader of headers accepts {text!r}')
            except SystemExit as error:
                if expected not in str(error):
                    complain(f'the reader of headers says {error} about {text!r}')
    for arguments, expected in (([], 'usage'), ([str(root), str(root.parent / 'other')], 'is missing')):
        run = subprocess.run([tree / 'scripts/make-docs', *arguments], capture_output=True, text=True)
        if run.returncode == 0 or expected not in run.stderr:
            complain(f'make-docs {arguments}: {run.returncode} {run.stderr}')


pages = {path: Page(path) for path in sorted(root.rglob('*.html')) if root / 'explorer' not in path.parents}
pages[root / 'explorer/index.html'] = explorer = Page(root / 'explorer/index.html')
links = check_links(pages)
check_trees(pages)
check_styles()
index = (root / 'searchindex.js').read_text()
for path in pages:
    name = str(path.relative_to(root)).removesuffix('.html')
    if name not in ('search', 'genindex', 'explorer/index') and f'"{name}"' not in index:
        complain(f'search does not know {name}')
version = re.search(r'PF_VERSION_TEXT\s+"([^"]+)"', (tree / 'include/plyforge/base.h').read_text())[1]
if f'Version {version}.' not in (root / 'index.html').read_text():
    complain(f'the front page does not say version {version}')
if 'perft' not in index:
    complain('search finds nothing about perft')
for page in ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md',
             *(f'docs/{path.name}' for path in (tree / 'docs').glob('*.md')),
             *(f'docs/learn/{path.name}' for path in (tree / 'docs/learn').glob('*.md')),
             *(f'docs/records/{path.name}' for path in (tree / 'docs/records').glob('*.md'))]:
    if root / page.replace('.md', '.html') not in pages:
        complain(f'{page} is not on the site')
counts = check_references(pages)
check_refusals()
for failure in failures:
    print('FAILED:', failure)
print(f'{len(pages)} pages, {links} links, {counts[0]} functions, {counts[1]} names of Python, {counts[2]} of '
      f'JavaScript, {len(failures)} failures')
sys.exit(1 if failures or len(pages) < 50 else 0)
