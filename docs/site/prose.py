"""Plain text to reStructuredText: the comments of the headers and the docstrings of the Python package. Both are
paragraphs, lists with hyphens, and tables, code and sessions that keep their columns."""
import re
import textwrap

# What is shown as code in a sentence: names of the library, headers, calls, dereferenced pointers.
CODE = re.compile(r'(<plyforge[\w/.]*>|\*\w+|\b(?:pf|PF)_\w+(?:\(\))?|\b[A-Za-z_][\w.]*\(\)|\b\w+=(?!=)\w*'
                  r'|\b[a-z]\w*(?:\.\w+)*_\w+\b)')


def sentence(text):
    """One paragraph, with code marked and everything else taken literally: N@f3 is no address of mail."""
    parts = CODE.split(' '.join(text.split()))
    words = []
    for index, part in enumerate(parts):
        if index % 2:
            words.append(f'\\ ``{part}``\\ ')
        else:
            words.append(re.sub(r'([\\`*_|@])', r'\\\1', part))
    return ''.join(words)


def is_columns(line):
    """Whether the line belongs to a table, code or a session, which stand four columns in."""
    return line.startswith('    ')


def to_rst(text):
    """The text as paragraphs, lists and literal blocks."""
    lines = text.strip('\n').split('\n')
    out = []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if not line.strip():
            at = end
            continue
        if line.startswith('>>> '):
            while end < len(lines) and lines[end].strip():
                end += 1
            out.append('.. code-block:: pycon\n\n' + textwrap.indent('\n'.join(lines[at:end]), '   '))
        elif is_columns(line):
            while (end < len(lines)
                   and (is_columns(lines[end])
                        or (not lines[end].strip() and end + 1 < len(lines) and is_columns(lines[end + 1])))):
                end += 1
            block = textwrap.dedent('\n'.join(lines[at:end]))
            language = 'c' if re.search(r'[;{]$', block, re.M) else 'text'
            out.append(f'.. code-block:: {language}\n\n' + textwrap.indent(block, '   '))
        elif line.startswith('- '):
            items = [line[2:]]
            while end < len(lines) and lines[end].startswith(('- ', '  ')) and not is_columns(lines[end]):
                if lines[end].startswith('- '):
                    items.append(lines[end][2:])
                else:
                    items[-1] += ' ' + lines[end]
                end += 1
            out.append('\n'.join('- ' + sentence(item) for item in items))
        else:
            while (end < len(lines) and lines[end].strip() and not is_columns(lines[end])
                   and not lines[end].startswith(('- ', '>>> '))):
                end += 1
            out.append(sentence(' '.join(lines[at:end])))
        at = end
    return '\n\n'.join(out) + '\n'


def title(text, mark='='):
    return f'{text}\n{mark * len(text)}\n'
