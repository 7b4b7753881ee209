"""The reference of the Python package: names and signatures are those of the stubs (.pyi), the words are the docstrings
of the package."""
import ast
import importlib
import inspect
import re
import sys
import textwrap

from prose import title, to_rst

MODULES = ['plyforge', 'plyforge.chess', 'plyforge.chess.pgn', 'plyforge.chess.variant', 'plyforge.chess.polyglot',
           'plyforge.chess.svg', 'plyforge.chess.syzygy', 'plyforge.openings',
           'plyforge.batch', 'plyforge.pgn']


def doc_of(holder, name):
    """The docstring of a member of a class or module, without the signature that those of C begin with."""
    thing = inspect.getattr_static(holder, name, None)
    # Methods of object, and classes that only inherit their docstring, have nothing of their own to say.
    if (thing is None or thing is getattr(object, name, None)
        or isinstance(thing, (int, str, tuple, list, dict, frozenset))):
        return ''
    doc = inspect.getdoc(getattr(holder, name)) or ''
    if doc.startswith('Alias for field number') or (name.startswith('__')
                                                    and doc.startswith(('Return ', 'Implement '))):  # Python's own
        return ''
    if inspect.isclass(thing) and any(doc == inspect.getdoc(base) for base in thing.__bases__):
        return ''
    head, _, rest = doc.partition('\n\n')
    return rest if re.fullmatch(rf'(\w+\.)?{re.escape(name)}\(.*\)( -> .*)?', head) else doc


def signature_of(function, bound):
    """The parameters and result of a function of a stub; those of a method without self."""
    arguments = function.args
    if bound and (arguments.posonlyargs or arguments.args):
        (arguments.posonlyargs or arguments.args).pop(0)
    result = f' -> {ast.unparse(function.returns)}' if function.returns else ''
    return f'({ast.unparse(arguments)}){result}'


def entry(kind, signatures, doc, options=(), body=''):
    directive = f'.. py:{kind}:: '
    text = directive + f'\n{" " * len(directive)}'.join(signatures) + '\n'
    text += ''.join(f'   {option}\n' for option in options) + '\n'
    return text + textwrap.indent(to_rst(doc) if doc else '', '   ') + '\n' + textwrap.indent(body, '   ')


def decorators(node):
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def members(nodes, holder, in_class):
    """The entries of the members of a class or module, overloads together."""
    out = []
    at = 0
    constants = []
    while at < len(nodes):
        node = nodes[at]
        at += 1
        if isinstance(node, ast.AnnAssign):
            name, kind = node.target.id, ast.unparse(node.annotation)
            doc = doc_of(holder, name) if in_class else ''
            if doc:
                out.append(entry('attribute', [name], doc, [f':type: {kind}']))
            else:
                constants.append(f'{name}: {kind}')
        elif isinstance(node, ast.FunctionDef):
            same = [node]
            while at < len(nodes) and isinstance(nodes[at], ast.FunctionDef) and nodes[at].name == node.name:
                same.append(nodes[at])
                at += 1
            marks = decorators(node)
            static = 'staticmethod' in marks
            if 'property' in marks:
                out.append(entry('property', [node.name], doc_of(holder, node.name),
                                 [f':type: {ast.unparse(node.returns)}']))
                continue
            signatures = [node.name + signature_of(one, in_class and not static) for one in same]
            options = [f':{mark}:' for mark in marks if mark in ('classmethod', 'staticmethod')]
            out.append(entry('method' if in_class else 'function', signatures, doc_of(holder, node.name), options))
        elif isinstance(node, ast.ClassDef):
            thing = getattr(holder, node.name)
            bases = ', '.join(ast.unparse(base) for base in node.bases)
            inner = [one for one in node.body if not (isinstance(one, ast.FunctionDef) and one.name == '__init__')]
            makers = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == '__init__']
            signatures = [node.name + signature_of(one, True).removesuffix(' -> None') for one in makers] or [node.name]
            words = doc_of(holder, node.name)
            if bases:
                words = f'{words}\n\nBases: {bases}.' if words else f'Bases: {bases}.'
            kind = 'exception' if isinstance(thing, type) and issubclass(thing, BaseException) else 'class'
            out.append(entry(kind, signatures, words, body=members(inner, thing, True)))
    if constants:
        block = '.. code-block:: python\n\n' + textwrap.indent(columns(constants), '   ') + '\n'
        out.insert(0, block) if in_class else out.append(title('Constants', '-') + '\n' + block)
    return '\n'.join(out)


def columns(constants):
    """One on a line; many of one type, such as the squares, in paragraphs."""
    if len(constants) < 100:
        return '\n'.join(constants)
    by_type = {}
    for constant in constants:
        name, kind = constant.split(': ', 1)
        by_type.setdefault(kind, []).append(name)
    return '\n\n'.join(f'# {kind}\n' + textwrap.fill(', '.join(names), 100) for kind, names in by_type.items())


def stub_of(module, stubs):
    path = stubs / module.replace('.', '/')
    path = path / '__init__.pyi' if path.is_dir() else path.with_suffix('.pyi')
    nodes = ast.parse(path.read_text()).body
    for node in nodes:
        # A base class in the extension is nowhere else in the reference.
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ['_core.Board']:
            base = next(one for one in stub_of('plyforge._core', stubs)
                        if isinstance(one, ast.ClassDef) and one.name == 'Board')
            own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            node.bases = []
            node.body += [one for one in base.body if getattr(one, 'name', '') not in own]
    return nodes


def page_of(module, stubs):
    holder = importlib.import_module(module)
    nodes = stub_of(module, stubs)
    order = {ast.ClassDef: 0, ast.FunctionDef: 1}
    nodes = sorted(nodes, key=lambda node: order.get(type(node), 2))
    about = inspect.getdoc(holder) or ''
    return f'{title(module)}\n.. py:module:: {module}\n\n{to_rst(about)}\n' + \
        members(nodes, holder, False), about.split('\n')[0]


def write_reference(package, folder):
    """Writes a page for each module and an index. package: the folder that has plyforge/, with the extension built."""
    sys.path.insert(0, str(package))
    folder.mkdir(parents=True)
    rows = []
    for module in MODULES:
        page, about = page_of(module, package)
        (folder / f'{module}.rst').write_text(page)
        rows.append(f'   * - :doc:`{module}`\n     - {to_rst(about).strip()}')
    index = title('The Python modules') + '\n.. list-table::\n   :widths: 30 70\n\n' + '\n'.join(rows)
    index += '\n\n.. toctree::\n   :hidden:\n\n' + '\n'.join(f'   {module}' for module in MODULES) + '\n'
    (folder / 'index.rst').write_text(index)
