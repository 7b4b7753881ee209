"""The listings of the chapters, in the order of the pages, as a reader would type them, make three generators and, with
a main, the programs of chapters 7 to 9."""
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


def build(name, text):
    source, program = folder / f'{name}.c', folder / name
    source.write_text(text)
    subprocess.run(['cc', '-std=c17', '-O3', '-Wall', '-Wextra', '-Werror', '-Wno-unused-function', source,
                    '-o', program], check=True)
    return program


def answer(program, *arguments):
    """The last line that the program prints."""
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout.split('\n')[-2]


def check(name, parts):
    program = build(name, ''.join(f'#include {header}\n' for header in HEADERS) + '\n'.join(text for _, text in parts))
    assert answer(program, '4', KIWIPETE) == '4085603'
    return program


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
masks = before + listings(5) + listings(4)[perft:]
check('masks', masks)


def replaced(parts, name, listing):
    """The listings with this function, and the comment above it, replaced by a listing of chapter 6."""
    new, = [text for title, text in listings(6) if title == listing]
    text, found = re.subn(rf'^(?:/\*(?:(?!\*/).)*\*/\n)?static [^\n;]*\b{name}\([^;{{]*\)\n{{\n.*?^}}$', lambda _: new,
                          '\n'.join(text for _, text in parts), flags=re.M | re.S)
    assert found == 1, f'{name} is listed {found} times'
    return [('', text)]


# Chapter 6 replaces three functions, and attackers is put back where chapter 4 has it.
position = next(index for index, (title, _) in enumerate(listings(5)) if title == 'en passant by masks')
attackers = [part for part in listings(4) if part[0] == 'attackers']
finished = before + listings(5)[:position] + attackers + listings(5)[position:] + listings(4)[perft:]
for function, listing in (('castling_rook', 'castling rights'), ('add_en_passant', 'en passant'),
                          ('add_castling', 'castling')):
    finished = replaced(finished, function, listing)
generator = check('generator', finished)
assert answer(generator, '3', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1') == '2812'
assert answer(generator, '1', 'Rrk5/8/8/8/8/8/8/2K5 b b - 0 1') == '5'


def with_main(chapter, order=lambda parts: parts):
    """The head of a chapter's program, which includes the generator that was just written, the listings, and its main."""
    path, = (pages.parent.parent / 'examples/learn').glob(f'{chapter}_*.c')
    head, main = re.split(r'^/\* ---- (?:.* ---- \*/\n.*^/\* ---- )\w+ main ---- \*/\n', path.read_text(),
                          flags=re.M | re.S)
    return build(path.stem, head + '\n'.join(text for _, text in order(listings(chapter))) + main)


assert answer(with_main(7), '3', KIWIPETE) == '97862'
assert answer(with_main(9), '4', KIWIPETE) == '4085603'
# The page says that two functions must be above the picker.
last = {'pick': 1, 'search': 2}
assert answer(with_main(8, lambda parts: sorted(parts, key=lambda part: last.get(part[0], 0))), KIWIPETE) == '48'
