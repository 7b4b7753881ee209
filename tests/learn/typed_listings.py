"""The listings of chapters 1 to 5, in the order of the pages, as a reader would type them, make two generators."""
import pathlib
import re
import subprocess
import sys

pages, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
HEADERS = re.findall(r'`(<\w+\.h>)`', (pages / '1-board.md').read_text())
KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'


def listings(chapter):
    page, = pages.glob(f'{chapter}-*.md')
    return re.findall(r'<!-- \w+\.c: ([^\n]*) -->\n```c\n(.*?)```', page.read_text(), re.S)


def check(name, parts):
    source = folder / f'{name}.c'
    source.write_text(''.join(f'#include {header}\n' for header in HEADERS) + '\n'.join(text for _, text in parts))
    program = folder / name
    subprocess.run(['cc', '-std=c17', '-O3', '-Wall', '-Wextra', '-Werror', '-Wno-unused-function', source,
                    '-o', program], check=True)
    out = subprocess.run([program, '4', KIWIPETE], check=True, capture_output=True, text=True).stdout
    assert out.split('\n')[-2] == '4085603', out


start = [part for chapter in (1, 2, 3) for part in listings(chapter)]
check('filter', start + listings(4))


def deletable():
    """The functions that chapter 5 says to delete, by their names in the sentence."""
    sentence, = re.findall(r'You can delete (.*?)\. \(', (pages / '5-legal.md').read_text(), re.S)
    return re.findall(r'`(\w+)`', sentence)


def without(parts, names):
    """The listings without these functions, each of which must be in one of them."""
    text = '\n'.join(text for _, text in parts)
    for name in names:
        text, found = re.subn(rf'^static [^\n;]*\b{name}\([^;{{]*\)\n{{\n.*?^}}$', '', text, flags=re.M | re.S)
        assert found == 1, f'{name} is listed {found} times'
    return [('', text)]


names = deletable()
assert {'attackers', 'is_attacked', 'add_pieces', 'generate'} <= set(names), names
# Chapter 5 goes where the old generate was: below all that it needs, and above perft. Chapter 3 has replaced three
# functions of chapter 2.
perft = [part[0] for part in listings(4)].index('perft')
before = without(start + listings(4)[:perft], ['add_leapers', 'add_captures', 'add_quiets', *names])
check('masks', before + listings(5) + listings(4)[perft:])
