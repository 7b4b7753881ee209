# The settings of the site for Sphinx. scripts/make-docs puts its pages together and says where they are.
import json
import pathlib
import re

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)
project = 'Plyforge'
copyright = 'the authors of Plyforge, MIT licence'
extensions = ['myst_parser']
myst_heading_anchors = 4
myst_enable_extensions = ['html_image']
root_doc = 'index'
highlight_language = 'text'
default_role = None
smartquotes = False
nitpicky = True
# Types of the C library and of Python's are not on this site.
nitpick_ignore_regex = [('c:identifier', r'(?!pf_|PF_).*'), ('py:.*', r'.*')]
toc_object_entries = False
add_module_names = False
python_use_unqualified_type_names = True
suppress_warnings = ['misc.highlighting_failure']

html_theme = 'furo'
html_title = 'Plyforge'
html_short_title = 'Plyforge'
html_static_path = ['_static']
html_css_files = ['site.css']
html_favicon = '_static/icon.svg'
html_logo = '_static/icon.svg'
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_domain_indices = False
# All colours of the dark theme: the theme of some distributions has them for the switch, but not for the system's
# choice.
html_theme_options = {
    'light_css_variables': {'color-brand-primary': '#2b5b4c', 'color-brand-content': '#2b5b4c',
                            'color-api-name': '#8a3a12'},
    'dark_css_variables': {
        'color-brand-primary': '#8fc7b3', 'color-brand-content': '#8fc7b3', 'color-api-name': '#f0a868',
        'color-problematic': '#ee7070',
        'color-foreground-primary': '#e2e4e6', 'color-foreground-secondary': '#a9adb2',
        'color-foreground-muted': '#94999f',
        'color-foreground-border': '#666b70', 'color-background-primary': '#15181b',
        'color-background-secondary': '#1c2023',
        'color-background-hover': '#23282cff', 'color-background-hover--transparent': '#23282c00',
        'color-background-border': '#343a3f',
        'color-background-item': '#444a50', 'color-highlighted-background': '#0b4034',
        'color-highlight-on-target': '#333311',
        'color-api-keyword': '#a9adb2', 'color-admonition-background': '#1c2023',
    },
}
pygments_style = 'default'
pygments_dark_style = 'github-dark'

# Pages that also name functions inside the library.
INTERNAL = {'CONTRIBUTING', 'CHANGELOG', 'docs/glossary', 'docs/testing', 'docs/scale', 'docs/perft', 'docs/proof', 'proof/README'}
HEADER = re.compile(r'<?(?:plyforge/)?((?:experimental/)?\w+\.h)>?')


def read_places(app, env):
    """Where names are explained: {name: (page, anchor)} of C, and of Python with all its dots."""
    names = json.loads((pathlib.Path(app.srcdir) / 'names.json').read_text())
    objects = {name: (page, anchor) for name, _, _, page, anchor, _ in env.get_domain('c').get_objects()}
    app.c_places = {name: objects[owner] for name, owner in names.items()}
    app.c_places |= {page.removeprefix('reference/c/'): (page, '') for page in env.found_docs if page.endswith('.h')}
    app.python_places = {name: (page, anchor) for name, _, _, page, anchor, _ in env.get_domain('py').get_objects()}


def place_of(app, docname, text):
    """The page and anchor that explain the code in a sentence, or None."""
    header = HEADER.fullmatch(text)
    name = header[1] if header else re.sub(r'\(.*\)$', '', text)
    if name in app.c_places:
        return app.c_places[name]
    if re.search('python|learning', docname):
        for prefix in ('', 'plyforge.', 'plyforge.chess.'):
            if '.' in prefix + name and prefix + name in app.python_places:
                return app.python_places[prefix + name]
    return None


def link_code(app, doctree, docname):
    """Code in a sentence that names something of the references links to it."""
    for code in list(doctree.findall(nodes.literal)):
        place = (None
                 if isinstance(code.parent, (nodes.reference, nodes.title)) else place_of(app, docname, code.astext()))
        if place is None and docname not in INTERNAL and re.fullmatch(r'(pf_(?!NAME)|PF_)\w+(\(\))?', code.astext()):
            logger.warning('the library has no %s', code.astext(), location=code)
        if place is None or place == (docname, ''):
            continue
        page, anchor = place
        uri = app.builder.get_relative_uri(docname, page) + (f'#{anchor}' if anchor else '')
        code.replace_self(nodes.reference('', '', code.deepcopy(), internal=True, refuri=uri, classes=['code-link']))


def share_tree(app, pagename, templatename, context, doctree):
    """The theme asks for the tree of all pages on every page, and Sphinx makes it anew each time, a quarter of the
    build. It is made once, as the front page has it; another page has other addresses, and is marked in it with the
    pages above it."""
    if 'toctree' not in context:
        return
    if not hasattr(app, 'tree'):
        app.tree = app.builder._get_local_toctree(root_doc, collapse=False, titles_only=True, maxdepth=-1,
                                                  includehidden=True)
        app.above = {child: parent for parent, children in app.env.toctree_includes.items() for child in children}
    current = [pagename]
    while app.above.get(current[-1], root_doc) != root_doc:
        current.append(app.above[current[-1]])

    def item(match):
        page = match[2].removesuffix('.html')
        level = match[1] + (' current' if page in current else '')
        link = ('current reference internal" href="#'
                if page == pagename else f'reference internal" href="{app.builder.get_relative_uri(pagename, page)}')
        return f'<li class="{level}"><a class="{link}">'

    tree = re.sub(r'<li class="([^"]*)"><a class="reference internal" href="([^"#]*)">', item, app.tree)
    context['toctree'] = lambda **options: tree


def setup(app):
    # Before the theme, which has the usual priority.
    app.connect('html-page-context', share_tree, priority=400)
    app.connect('env-updated', read_places)
    app.connect('doctree-resolved', link_code)
