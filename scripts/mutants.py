"""Mutants of C text: small changes that mostly still compile. What scripts/mutate does with them is its own business.

mutants_of() finds them in a file: one operator for another, one name for its counterpart, a number plus or minus one, a
negation left out, an assignment or a call left out, a condition that always or never holds. Comments, strings,
preprocessor lines, static asserts and declared names stay as they are. The text is read token by token and not parsed,
with the help of the blanks that clang-format puts; what comes out wrong does not compile, and is not counted.
"""
import collections
import re

SWAPS = {
    'bitwise': ['& |', '&= |=', '^ |', '^= |='],
    'arithmetic': ['+ -', '+= -=', '++ --', '* /'],
    'shift': ['<< >>', '<<= >>='],
    'comparison': ['== !=', '< <=', '> >='],
    'logic': ['&& ||'],
    'constant': ['true false'],
    'name': ['PF_WHITE PF_BLACK', 'PF_FILE_A PF_FILE_H', 'PF_KNIGHT PF_QUEEN', 'PF_ROOK PF_BISHOP',
             'PF_PAWN PF_KING', 'straight diagonal', 'left right', 'from to', 'king rook', 'one two',
             'direct discovered',
             'ours theirs', 'PF_KEEP_LEGAL PF_KEEP_PSEUDO', 'PF_CAPTURES PF_QUIETS', 'PF_EVASIONS PF_NON_EVASIONS',
             'PF_MOVE_EN_PASSANT PF_MOVE_PROMOTION', 'PF_MOVE_NORMAL PF_MOVE_CASTLING', 'PF_SINK_LIST PF_SINK_COUNT',
             'pf_bishop_attacks pf_rook_attacks', 'pf_bishops_and_queens pf_rooks_and_queens',
             'pf_forward_left pf_forward_right', 'pf_castled_king pf_castled_rook', 'pf_lowest pf_highest',
             'pf_castling_king_path pf_castling_rook_path', 'pf_line_squares pf_between_squares',
             'pf_knight_attacks pf_king_attacks'],
}
SWAP = {}  # text -> (operator, other text)
for operator, pairs in SWAPS.items():
    for pair in pairs:
        first, second = pair.split()
        SWAP[first] = (operator, second)
        # What stands for two things in turn keeps the first: | becomes &, not ^.
        SWAP.setdefault(second, (operator, first))
# Where one is in scope the other need not be.
SWAP.update({name: ('name', f'({name} ^ 1)') for name in ('us', 'them')})
OPERATORS = [*SWAPS, 'negation', 'literal', 'deletion', 'condition']
BINARY_OR_UNARY = {'&', '*', '+', '-'}

TOKEN = re.compile(r'''
    (?P<skip>/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | ^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]* | \d+[uUlL]*)
  | (?P<mark><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])''', re.S | re.M | re.X)
ASSIGNMENTS = {'=', '+=', '-=', '*=', '/=', '&=', '|=', '^=', '<<=', '>>=', '++', '--'}
NO_CALL = {'if', 'for', 'while', 'switch', 'return', 'sizeof', 'do', 'else', 'case', 'default', 'goto', 'typedef',
           'struct',
           'enum', 'static', 'const', 'PF_TEMPLATE', 'break', 'continue'}

Token = collections.namedtuple('Token', 'text kind start end')
Mutant = collections.namedtuple('Mutant', 'file line column operator old new start end')


def tokens_of(text):
    """Everything but comments, strings, characters, preprocessor lines and static asserts."""
    found = [Token(m.group(), m.lastgroup, m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != 'skip']
    kept, i = [], 0
    while i < len(found):
        if found[i].text == '_Static_assert':
            i = closing(found, i + 1)
        else:
            kept.append(found[i])
        i += 1
    return kept


def closing(tokens, opening):
    """Where the parenthesis that opens there is closed."""
    depth = 0
    for i in range(opening, len(tokens)):
        depth += {'(': 1, ')': -1}.get(tokens[i].text, 0)
        if depth == 0:
            return i
    return len(tokens) - 1


def is_binary(text, token):
    """clang-format puts a blank on both sides of an operator between two things, and only there."""
    return text[token.start - 1].isspace() and text[token.end:token.end + 1].isspace()


def other_number(text):
    """The number plus one, and minus one, as it was written."""
    digits = text.rstrip('uUlL')
    suffix = text[len(digits):]
    value = int(digits, 0)
    for changed in (value + 1, value - 1):
        if changed >= 0:
            yield (f'0x{changed:0{len(digits) - 2}x}' if digits[:2].lower() == '0x' else str(changed)) + suffix


def is_declared(token, before):
    """Whether the name is declared here, after its type; before are the tokens before it."""
    if token.kind != 'word' or not before:
        return False
    if before[-1].text == '*' and before[-1].end == token.start and before[0].kind == 'word':
        before = before[:-1]
    return before[-1].kind == 'word' and before[-1].text not in ('return', 'case', 'else')


def changes_of_token(text, token, before):
    """(operator, new text) of each change of a single token."""
    if is_declared(token, before):
        return
    if token.kind == 'number':
        yield from (('literal', new) for new in other_number(token.text))
    elif token.text in '!~':
        yield 'negation', ''
    elif token.text in SWAP and (token.text not in BINARY_OR_UNARY or is_binary(text, token)):
        yield SWAP[token.text]


def is_deletable(tokens):
    """Whether this statement, without its semicolon, is an assignment or a call, not a declaration."""
    if not tokens or tokens[0].text in NO_CALL:
        return False
    if len(tokens) > 1 and tokens[0].kind == 'word' and (tokens[1].kind == 'word' or tokens[1].text == '*'):
        return False
    if tokens[0].kind == 'word' and tokens[-1].text == ')' and tokens[1].text == '(':
        return closing(tokens, 1) == len(tokens) - 1
    depth = 0
    for token in tokens:
        depth += {'(': 1, '[': 1, ')': -1, ']': -1}.get(token.text, 0)
        if depth == 0 and token.text in ASSIGNMENTS:
            return True
    return False


def statement_ends(tokens, start):
    """The index of the semicolon of a simple statement that begins there; None if there is a brace before."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += {'(': 1, ')': -1}.get(tokens[i].text, 0)
        if depth < 0 or tokens[i].text in '{}':
            return None
        if tokens[i].text == ';' and depth == 0:
            return i
    return None


def mutants_of(file, text):
    """All mutants of this text, which is called file, in its order."""
    tokens = tokens_of(text)
    found, braces = [], 0

    def add(operator, start, end, new):
        found.append(mutant_by_hand(file, text, start, text[start:end], new)._replace(operator=operator))

    begins = {0}  # the indices where a statement begins
    for i, token in enumerate(tokens):
        if token.text in (';', '{', '}', 'else', 'do'):
            begins.add(i + 1)
        if token.text in ('if', 'while', 'for', 'switch') and i + 1 < len(tokens):
            begins.add(closing(tokens, i + 1) + 1)
    for i, token in enumerate(tokens):
        for operator, new in changes_of_token(text, token, tokens[max(i - 2, 0):i]):
            add(operator, token.start, token.end, new)
        braces += {'{': 1, '}': -1}.get(token.text, 0)
        if token.text in ('if', 'while') and tokens[i + 1].text == '(':
            start, end = tokens[i + 1].end, tokens[closing(tokens, i + 1)].start
            condition = text[start:end]
            if token.text == 'if':  # every test finds an endless loop
                add('condition', start, end, f'1 || ({condition})')
            add('condition', start, end, f'0 && ({condition})')
        if i in begins and braces > 0:
            end = statement_ends(tokens, i)
            if end is not None and is_deletable(tokens[i:end]):
                add('deletion', token.start, tokens[end].start, '')
    return found


def mutant_by_hand(file, text, start, old, new):
    """The mutant that has new in the place of old, which is at start."""
    return Mutant(file, text.count('\n', 0, start) + 1, start - text.rfind('\n', 0, start), 'by hand', old, new, start,
                  start + len(old))


def describe(mutant):
    def short(text):
        text = ' '.join(text.split())
        return text if len(text) <= 90 else text[:87] + '...'
    place = f'{mutant.file}:{mutant.line}:{mutant.column}'
    if mutant.operator == 'deletion':
        return f'{place}: deleted {short(mutant.old)}'
    if mutant.operator == 'condition':
        return f'{place}: ({short(mutant.old)}) is {"always" if mutant.new.startswith("1") else "never"} true'
    return f'{place}: {short(mutant.old)} -> {short(mutant.new) or "nothing"}'
