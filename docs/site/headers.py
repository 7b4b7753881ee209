"""The reference of the C headers: a page for each, in the order of the header, under its headings, with its comments.
The headers are read here: they are all written in one form, and doxygen would join the columns of their tables and sort
the functions away from their headings. What is in another form, or has no comment, is an error."""
import re
import textwrap

from prose import title, to_rst

HEADING = re.compile(r'/\* ---- (.*) ---- \*/')
# Declarations that are for the library's own headers.
SKIPPED = re.compile(r'#(if|ifdef|ifndef|else|elif|endif|include)\b|extern "C" \{|\}$|/\* clang-format')


class Declaration:
    """text is '' for a comment that stands alone; remark is a comment behind a declaration."""

    def __init__(self, text, comment):
        remark = re.search(r';  */\* (.*) \*/$', text)
        self.text = text[:remark.start() + 1] if remark else text
        self.comment = comment
        self.remark = remark[1] if remark else ''


def read_comment(lines, at):
    """The text of the comment that begins on this line, and the line after it."""
    text = []
    while True:
        line = lines[at]
        text.append(re.sub(r'^(/\*| \*)(?!/) ?', '', line.removesuffix('*/').rstrip() if line.endswith('*/') else line))
        at += 1
        if line.endswith('*/'):
            return '\n'.join(text).strip('\n'), at


def read_declaration(lines, at):
    """The declaration that begins on this line, without the body of a function, and the line after it."""
    text = []
    begin = at
    if lines[at].startswith('#define'):
        while lines[at].endswith('\\'):
            text.append(lines[at].removesuffix('\\'))
            at += 1
        return ' '.join(text + [lines[at]]), at + 1
    while at < len(lines):
        line = lines[at]
        if line == '{':  # the body of a function
            while lines[at] != '}':
                at += 1
            return '\n'.join(text), at + 1
        text.append(line)
        at += 1
        if (re.search(r';( *\n?|  */\*.*\*/)$', line)
            and not (line.startswith(' ') and '{' in ''.join(text) and '}' not in line)):
            return '\n'.join(text), at
    raise SystemExit(f'line {begin + 1}: a declaration without end: {lines[begin]}')


def read_header(path):
    """The text about the file, and its declarations under the headings: [(heading, [Declaration])]."""
    lines = path.read_text().split('\n')
    about, at = read_comment(lines, 0)
    groups = [('', [])]
    comment = ''
    while at < len(lines):
        line = lines[at]
        heading = HEADING.fullmatch(line)
        if heading:
            groups.append((heading[1], []))
            comment = ''
            at += 1
        elif not line:
            at += 1
            if comment and not (groups[-1][1]
                                and groups[-1][1][-1].comment is comment):  # about what follows in general
                groups[-1][1].append(Declaration('', comment))
            comment = ''
        elif SKIPPED.match(line):
            at += 1
        elif line.startswith('/*'):
            comment, at = read_comment(lines, at)
        else:
            begin = at
            text, at = read_declaration(lines, at)
            # A function that has another name in some builds is described under its own.
            if re.match(r'#define (PLYFORGE_\w+_H|PF_HAS_\w+|(pf_\w+) +\2_without_variants)\b', text):
                continue
            if not comment:
                raise SystemExit(f'{path}:{begin + 1}: no comment about this: {lines[begin]}')
            groups[-1][1].append(Declaration(text, comment))
    return about, groups


def directive_of(text):
    """(kind, signature, whether the definition is shown) for a declaration."""
    flat = ' '.join(text.split())
    macro = re.match(r'#define (\w+(?:\([^)]*\))?)', flat)
    if macro:
        return 'macro', macro[1], not macro[1].startswith(('PF_API', 'PF_INLINE', 'PF_CAST'))
    kind = re.match(r'(?:typedef )?(struct|enum|union) (\w+) \{', flat)
    if kind:
        return kind[1], kind[2], True
    forward = re.fullmatch(r'typedef (struct) (\w+) \2;', flat)
    if forward:
        return 'struct', forward[2], False
    if flat.startswith('typedef '):
        return 'type', flat.removeprefix('typedef ').rstrip(';'), False
    function = re.fullmatch(r'(?:PF_API|PF_INLINE|static inline) ([^;{]*\));?', flat)
    if function:
        return 'function', function[1], False
    raise SystemExit(f'unknown form of declaration: {flat}')


def name_of(kind, signature):
    if kind == 'function' or (kind == 'type' and '(' in signature):
        return re.search(r'(\w+)\)?\(', signature)[1]
    return re.match(r'\w+', signature)[0] if kind != 'type' else re.search(r'(\w+)$', signature)[1]


def entry_of(declarations):
    """The directive of declarations of one kind that share a comment, and their names: {name: name to link to}."""
    kinds = [directive_of(declaration.text) for declaration in declarations]
    kind, first, shown = kinds[0]
    signatures = list(dict.fromkeys(signature for _, signature, _ in kinds))
    names = {name_of(kind, signature): name_of(kind, signature) for signature in signatures}
    comment = declarations[0].comment
    for declaration in declarations:
        if declaration.remark:
            comment += f'\n\n{name_of(kind, directive_of(declaration.text)[1])}: {declaration.remark}.'
    body = to_rst(comment)
    if kind == 'enum':
        values = re.sub(r'/\*.*?\*/', '', declarations[0].text, flags=re.S)
        names.update({value: first for value in re.findall(r'\b(PF_\w+)\b *(?:=[^,}]*)?[,}\n]', values)})
    if shown:
        text = '\n'.join(declaration.text for declaration in declarations)
        body += '\n.. code-block:: c\n\n' + textwrap.indent(text, '   ') + '\n'
    directive = f'.. c:{kind}:: '
    return directive + f'\n{" " * len(directive)}'.join(signatures) + '\n\n' + textwrap.indent(body, '   '), names


def capital(text):
    return text[:1].upper() + text[1:]


def page_of(path, name):
    """The reStructuredText of a header, the names that it declares: {name: name to link to}, and its first sentence."""
    about, groups = read_header(path)
    about = capital(about.removeprefix('Plyforge: '))
    names = {}
    out = [title(name), f'``#include <plyforge/{name}>``\n', to_rst(about)]
    for heading, declarations in groups:
        if heading:
            out.append(title(heading, '-'))
        at = 0
        while at < len(declarations):
            end = at + 1
            if not declarations[at].text:
                out.append(to_rst(declarations[at].comment))
            else:
                kind = directive_of(declarations[at].text)[0]
                while end < len(declarations) and declarations[end].comment is declarations[at].comment \
                        and directive_of(declarations[end].text)[0] == kind:
                    end += 1
                entry, own = entry_of(declarations[at:end])
                out.append(entry)
                names = own | names
            at = end
    return '\n'.join(out), names, re.split(r'(?<=[.])\s', ' '.join(about.split()))[0]


def write_reference(include, folder):
    """Writes a page for each header and an index; returns {name: name of the C object that has it}."""
    folder.mkdir(parents=True)
    names = {}
    rows = []
    headers = sorted(include.glob('*.h')) + sorted(include.glob('experimental/*.h'))
    for path in headers:
        name = str(path.relative_to(include))
        page, own, about = page_of(path, name)
        target = folder / (name + '.rst')
        target.parent.mkdir(exist_ok=True)
        target.write_text(page)
        names = own | names
        rows.append((name, about))
    index = [title('The C headers'),
             '``#include <plyforge.h>`` includes all but the experimental ones. :ref:`All names <genindex>`.\n',
             '.. list-table::\n   :widths: 25 75\n']
    for name, about in rows:
        index.append(f'   * - :doc:`{name}`\n     - {to_rst(about).strip()}')
    index.append('\n.. toctree::\n   :hidden:\n\n' + '\n'.join(f'   {name}' for name, _ in rows) + '\n')
    (folder / 'index.rst').write_text('\n'.join(index))
    return names
