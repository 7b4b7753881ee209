#!/usr/bin/env python3
"""Writes the type stubs (.pyi) of the package from its run-time objects: names and signatures are those of the code,
types come from the tables below, by the name of a parameter or method, and from stub_types.py where that is not enough.
tests/test_stubs.py compares the result with the files.

    PYTHONPATH=... make_stubs.py [FOLDER]
"""
import enum
import importlib
import inspect
import pathlib
import re
import sys
import typing

from stub_types import CONSTRUCTORS, GENERIC, LINES, TYPES, UNSEEN

MODULES = ['plyforge', 'plyforge._core', 'plyforge._table', 'plyforge.batch', 'plyforge.pgn', 'plyforge.chess', 'plyforge.chess.pgn',
           'plyforge.chess.polyglot', 'plyforge.chess.svg', 'plyforge.chess.syzygy', 'plyforge.openings',
           'plyforge.chess.variant']
# Bases in C of public classes, which the stubs do not show.
HIDDEN = {'_Node', '_SquareSet', '_Piece'}
# These have no stubs: their code has annotations, as that of plyforge.chess.engine.
SCORES = 'plyforge.chess._scores'
# By the name of a parameter.
PARAMETERS = {
    'square': 'int', 'a': 'int', 'b': 'int', 'from_square': 'int', 'to_square': 'int', 'tail': 'int', 'head': 'int',
    'scharnagl': 'int', 'piece_type': 'int', 'promotion': 'int | None', 'drop': 'int | None', 'color': 'bool',
    'orientation': 'bool', 'depth': 'int', 'file': 'int', 'rank': 'int', 'file_index': 'int', 'rank_index': 'int',
    'bb': 'int', 'from_mask': 'int', 'to_mask': 'int', 'mask': 'int', 'move': 'Move', 'exclude_moves': 'Any',
    'piece': 'Piece', 'board': 'Any', 'fen': 'str', 'board_fen': 'str', 'epd': 'str', 'san': 'str', 'uci': 'str',
    'xboard': 'str', 'castling_fen': 'str', 'symbol': 'str', 'name': 'str', 'text': 'str', 'chess960': 'bool',
    'claim_draw': 'bool', 'flag': 'bool | None',
    'shredder': 'bool', 'en_passant': 'str', 'promoted': 'bool | None', 'count': 'int',
    'stack': 'bool | int', 'invert_color': 'bool', 'borders': 'bool', 'empty_square': 'str', 'ignore_turn': 'bool',
    'ignore_castling': 'bool', 'ignore_counters': 'bool', 'variation': 'Iterable[Move]',
    'pieces': 'Mapping[int, Piece]', 'occupied': 'Any', 'f': 'Callable[[Any], Any]', 'squares': 'Any', 'other': 'Any',
    'others': 'Any', 'shift': 'int', 'operations': 'Any', 'size': 'int | None', 'path': 'Any', 'filename': 'Any',
    'minimum_weight': 'int', 'random': 'Any', 'key': 'Any', 'handle': 'TextIO', 'moves': 'Iterable[Move]',
    'comment': 'str | list[str]', 'starting_comment': 'str | list[str]', 'nags': 'Iterable[int]', 'nag': 'int',
    'tagname': 'str', 'tagvalue': 'str', 'result': 'str', 'error': 'Exception', 'headers': 'Any',
    'seconds': 'float | None', 'positions': 'Array', 'threads': 'int', 'max_game': 'int', 'merge': 'bool',
    'layout': 'str', 'relative': 'bool', 'strict': 'bool', 'fens': 'Iterable[str]',
    'errors': 'list[tuple[int, str]] | None', 'out': 'Array | None', 'seed': 'int', 'plies': 'int', 'action': 'int',
    'packed': 'Any', 'space': 'Any', 'columns': 'int | None', 'comments': 'bool', 'variations': 'bool', 'line': 'str',
    'token': 'str', 'time_control': 'str', 'pgn': 'str', 'variant': 'str', 'variants': 'bool',
}
# Where a name means something else in a module.
PARAMETERS_OF = {
    'plyforge.batch': {'moves': 'Any', 'source': 'Any', 'out': 'Any', 'offsets': 'Any', 'rows': 'Any', 'actions': 'Any',
                       'games': 'Any', 'starts': 'Array', 'after': 'bool', 'packed': 'Any', 'ucis': 'Iterable[str]'},
    'plyforge.pgn': {'columns': 'Iterable[str]', 'tags': 'Iterable[str]', 'chunk': 'int', 'text': 'Array',
                     'ends': 'Array', 'first': 'int', 'row': 'Any', 'fallback_result': 'bool',
                     'encoding': 'str'},
}
RETURNS_OF = {
    'plyforge.batch': {'perft': 'Array', 'actions': 'Array', 'moves': 'Array', 'tokens': 'Array', 'replay': 'Array',
                       'take': 'Array', 'ucis': 'list[str]', 'from_ucis': 'Array',
                       'features': 'tuple[Array, Array, Array]', 'feature_count': 'int', 'table': 'PositionTable'},
    'plyforge.pgn': {'read': 'Reader'},
}
# By the name of a method or function; then by patterns.
RETURNS = {
    'copy': 'Self', 'mirror': 'Self', 'transform': 'Self', 'root': 'Self', 'empty': 'Self', 'from_chess960_pos': 'Self',
    'attackers': 'SquareSet', 'attacks': 'SquareSet', 'checkers': 'SquareSet', 'pin': 'SquareSet',
    'pieces': 'SquareSet', 'legal_drop_squares': 'SquareSet', 'piece_at': 'Piece | None',
    'remove_piece_at': 'Piece | None', 'piece_type_at': 'int | None', 'color_at': 'bool | None', 'king': 'int | None',
    'chess960_pos': 'int | None', 'piece_map': 'dict[int, Piece]', 'outcome': 'Outcome | None', 'status': 'Status',
    'peek': 'Move', 'pop': 'Move', 'find_move': 'Move', 'null': 'Self', 'from_uci': 'Self', 'from_symbol': 'Self',
    'set_epd': 'dict[str, Any]', 'from_epd': 'tuple[Self, dict[str, Any]]', 'ply': 'int', 'piece_count': 'int',
    'count': 'int', 'perft': 'int', 'clean_castling_rights': 'int', 'zobrist_hash': 'int', 'parse_square': 'int',
    'parse_file': 'int', 'parse_rank': 'int', 'square': 'int', 'was_into_check': 'bool', 'between': 'int', 'ray': 'int',
    'lsb': 'int', 'msb': 'int', 'positions': 'Array', 'unpack': 'Array', 'pack': 'Array', 'planes': 'Array',
    'mask': 'Array', 'play': 'Array', 'fens': 'list[str]', 'outcomes': 'Array', 'playouts': 'Array', 'encode': 'int',
    'decode': 'Move', 'legal_moves': 'tuple[Array, Array]', 'action_space': 'ActionSpace', 'explain': 'str | None',
    'read_game': 'Any', 'read_headers': 'Headers | None', 'skip_game': 'bool', 'find_variant': 'type[Board]',
    'next': 'ChildNode | None',
}
PATTERNS = [
    (r'(is|has|can|gives|starts)_', 'bool'), (r'.*_mask$', 'int'), (r'(parse|push)_(san|uci|xboard)$', 'Move'),
    (r'(set|clear|reset|apply|push|add|discard|remove|update)(_|$)', 'None'),
    (r'.*(fen|epd|san|lan|uci|xboard|symbol|unicode|_name|pgn)$', 'str'), (r'result$', 'str'),
    (r'(flip|shift)_', 'int'), (r'generate_', 'Iterator[Move]'), (r'scan_', 'Iterator[int]'), (r'square_', 'int'),
    (r'__(str|repr)__', 'str'), (r'__(bool|contains|eq|lt|le|gt|ge)__', 'bool'), (r'__(len|hash|int|index)__', 'int'),
]
# Attributes of C, which have no signature.
FIELDS = {'turn': 'bool', 'ep_square': 'int | None', 'chess960': 'bool', 'move_stack': 'list[Move]',
          'occupied_co': 'list[int]', 'promotion': 'int | None', 'drop': 'int | None',
          'legal_moves': 'LegalMoveGenerator', 'comment': 'str', 'starting_comment': 'str',
          'pseudo_legal_moves': 'PseudoLegalMoveGenerator', 'remaining_checks': 'list[int]',
          'pockets': 'list[CrazyhousePocket]', 'shape': 'tuple[int, ...]',
          'format': 'str', 'names': 'tuple[str, ...]', 'table': 'bytes', 'castling_as_step': 'bool', 'relative': 'bool',
          'name': 'str', 'size': 'int'}
OPERATORS = ('and or xor sub invert lshift rshift neg lt le gt ge rand ror rxor rsub '
             'iand ior ixor isub ilshift irshift').split()
SHOWN = {f'__{name}__' for name in ['init', 'bool', 'contains', 'iter', 'reversed', 'len', 'int', 'index', 'eq',
                                    'getitem', 'setitem', 'delitem',
                                    'next', 'arrow_c_stream', 'arrow_c_array', 'enter', 'exit', 'str', 'array_interface', 'dlpack', 'dlpack_device', *OPERATORS]}


def short_name(module_name):
    return module_name.rsplit('.', 1)[-1]


def value_type(value):
    """The type of a constant, with those of its elements if they have one type."""
    kind = type(value)
    if kind in (int, bool, str, bytes):
        return kind.__name__
    if value is None:
        return 'None'
    if kind in (list, tuple, dict):
        parts = [sorted({value_type(part) for part in group})
                 for group in ((value, value.values()) if kind is dict else (value,))]
        # Capitals come first: None, then the type of the others.
        texts = [part[0] if len(part) == 1 else f'{part[1]} | None' if len(part) == 2 and part[0] == 'None' else 'Any'
                 for part in parts]
        return f"{kind.__name__}[{', '.join(texts)}{', ...' if kind is tuple else ''}]"
    if kind.__module__.startswith('plyforge'):
        return kind.__name__
    return 'Any'


def annotation(hint):
    """An annotation as text."""
    text = (hint if isinstance(hint, str) else hint.__name__
            if isinstance(hint, type) and not typing.get_args(hint) else str(hint))
    return re.sub(r'\b(plyforge(\.\w+)*|typing)\.', '', text).replace('NoneType', 'None')


def return_type(name, owner, source='', bases=()):
    for base in (owner, *bases) if owner else (short_name(source),):
        if f'{base}.{name}' in TYPES:
            return TYPES[f'{base}.{name}']
    if not owner and name in RETURNS_OF.get(source, {}):
        return RETURNS_OF[source][name]
    if owner == 'SquareSet' and name in ('union', 'intersection', 'difference', 'symmetric_difference', 'copy',
                                         'mirror', 'between', 'ray',
                                         'from_square', '__and__', '__or__'):
        return 'SquareSet'
    if owner == 'SquareSet' and name == 'pop':
        return 'int'
    if name == '__init__':
        return 'None'
    if name == '__iter__':
        return {'SquareSet': 'Iterator[int]', 'LegalMoveGenerator': 'Iterator[Move]',
                'PseudoLegalMoveGenerator': 'Iterator[Move]'}.get(
            owner, 'Iterator[Any]')
    if owner == 'Board' and name == '__init__':
        return 'None'
    if name in RETURNS:
        return RETURNS[name]
    for pattern, kind in PATTERNS:
        if re.match(pattern, name):
            return kind
    return 'Any'


def parameter_type(name, function, source, owners):
    for owner in owners or (short_name(source),):
        if f'{owner}.{function.__name__}({name})' in TYPES:
            return TYPES[f'{owner}.{function.__name__}({name})']
    return PARAMETERS_OF.get(source, {}).get(name) or PARAMETERS.get(name, 'Any')


def parameters_of(function, bound, source, owners=()):
    """The parameters as text with types. A function of C has its signature in the first line of its docstring. owners:
    the names of the class and its bases."""
    try:
        if type(function).__name__ == 'wrapper_descriptor':
            raise ValueError('a signature of C says nothing')
        signature = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        match = re.match(r'\w+\(([^)]*)\)', (function.__doc__ or '').split('\n')[0])
        if function.__name__ == '__init__':
            return [CONSTRUCTORS[next(owner for owner in owners if owner in CONSTRUCTORS)]]
        if function.__name__ in SHOWN:
            others = {'__contains__': ['move: Move'], '__eq__': ['other: object'], '__getitem__': ['key: Any'],
                      '__dlpack__': ['stream: Any = ...', '*', 'max_version: tuple[int, int] | None = ...',
                                     'dl_device: tuple[int, int] | None = ...', 'copy: bool | None = ...']}
            return ['self'] + others.get(function.__name__, ['other: Any']
                                         if function.__name__.strip('_') in OPERATORS else [])
        words = [word.strip() for word in match[1].split(',')] if match and match[1] else []
        texts = ['*' if word == '*' else f"{word.split('=')[0]}: {PARAMETERS.get(word.split('=')[0], 'Any')}"
                 + (' = ...' if '=' in word else '')
                 for word in words]
        return [bound] * bool(bound) + texts
    texts, starred = [bound] * bool(bound), False
    if function.__name__ == 'action_space':
        return ['name: int', '*', 'layout: str = ...']
    for parameter in signature[bool(bound) and bool(signature) and signature[0].name in ('self', 'cls', '_cls'):]:
        if parameter.kind == parameter.KEYWORD_ONLY and not starred:
            texts.append('*')
            starred = True
        prefix = {parameter.VAR_POSITIONAL: '*', parameter.VAR_KEYWORD: '**'}.get(parameter.kind, '')
        starred = starred or prefix == '*'
        kind = 'object' if function.__name__ == '__eq__' else parameter_type(parameter.name, function, source, owners)
        if parameter.default is None and 'None' not in kind and kind != 'Any':
            kind += ' | None'
        texts.append(f'{prefix}{parameter.name}: {kind}'
                     + (' = ...' if parameter.default is not parameter.empty else ''))
    return texts


def bases_of(cls):
    """The bases as text. Those that only the code needs are left out."""
    if cls.__name__ in GENERIC:
        return [GENERIC[cls.__name__]]
    if hasattr(cls, '_fields'):
        return ['NamedTuple']
    bases = [base.__base__ if base.__name__ == '_EndingBoard' else base for base in cls.__bases__]
    return [base.__name__ for base in bases if base is not object and base.__name__ not in HIDDEN | {'_Pair'}]


def is_read_only(cls, value):
    """Whether a property, or an attribute of C, cannot be assigned. One of C says so only when it is tried: writable
    ones take the value that they have."""
    if isinstance(value, property):
        return value.fset is None
    made = {'Board': lambda: cls(None), 'Move': lambda: cls(0, 1),
            'Array': lambda: sys.modules['plyforge._core']._batch_new(0, (1,)),
            'Piece': lambda: cls(1, True)}.get(cls.__name__)
    if made is None:
        return False  # slots of Python
    one = made()
    try:
        setattr(one, value.__name__, value.__get__(one))
    except AttributeError:
        return True
    return False


def stub_of_attribute(cls, name, value, source, owners):
    """The lines of one attribute or method of a class."""
    if f'{cls.__name__}.{name}' in LINES:
        return LINES[f'{cls.__name__}.{name}']
    if isinstance(value, cls) and issubclass(cls, enum.Enum):
        return [f'{name} = {value.value!r}']
    if (isinstance(value, property)
        or type(value).__name__ in ('getset_descriptor', 'member_descriptor', '_tuplegetter')):
        known = next((TYPES[f'{owner}.{name}'] for owner in owners if f'{owner}.{name}' in TYPES), None)
        kind = known or FIELDS.get(name, PARAMETERS.get(name, 'int'))
        return ['@property', f'def {name}(self) -> {kind}: ...'] if is_read_only(cls, value) else [f'{name}: {kind}']
    if isinstance(value, (classmethod, staticmethod)) or type(value).__name__ == 'classmethod_descriptor':
        texts = parameters_of(getattr(cls, name), 'cls', source, owners)
        return ['@classmethod', f"def {name}({', '.join(texts)}) -> {return_type(name, cls.__name__, '', owners)}: ..."]
    if callable(value) and not isinstance(value, type):
        texts = parameters_of(value, 'self', source, owners)
        return [f"def {name}({', '.join(texts)}) -> {return_type(name, cls.__name__, '', owners)}: ..."]
    return [f'{name}: {value_type(value) if value is not None else "Any"}'] if not callable(value) else []


def attributes_of(cls):
    """The attributes of a class, with those of a base in C that is no public class."""
    return {name: value for one in (*cls.__bases__[::-1], cls) if one is cls or one.__name__ in HIDDEN
            for name, value in vars(one).items()}


def stub_of_class(cls, source):
    bases, owners = bases_of(cls), [base.__name__ for base in cls.__mro__[:-1]]
    lines = ['@final'] * (not cls.__flags__ & 1 << 10)
    lines += [f"class {cls.__name__}{'(' + ', '.join(bases) + ')' if bases else ''}:"]
    body = []
    if bases == ['NamedTuple']:
        body = [f"    {name}: {TYPES.get(f'{cls.__name__}.{name}', annotation(hint))}"
                for name, hint in cls.__annotations__.items()]
        # The methods that NamedTuple makes are those of tuple.
        made = set(cls._fields) | {'__str__'} - set(vars(cls))
    else:
        made = set()
    attributes = attributes_of(cls)
    for name, value in sorted(attributes.items()):
        if (name.startswith('_') and name not in SHOWN or name in ('name', 'value') or name in made
                or value is None and name in SHOWN or issubclass(cls, enum.Enum) and not isinstance(value, cls)):
            continue
        body += ['    ' + line for line in stub_of_attribute(cls, name, value, source, owners)]
    own = [key.split('.', 1)[1] for key in TYPES if key.startswith(cls.__name__ + '.') and '(' not in key]
    hidden = {name for one in cls.__mro__ if one.__name__ in HIDDEN for name in vars(one)} - set(attributes)
    body += [f"    {name}: {TYPES[f'{cls.__name__}.{name}']}" for name in own if name not in dir(cls) or name in hidden]
    body += ['    ' + line for key, text in LINES.items() if key in UNSEEN and key.split('.')[0] == cls.__name__
             for line in text]
    if cls.__name__ in CONSTRUCTORS and '__init__' not in attributes:
        body.append(f'    def __init__({CONSTRUCTORS[cls.__name__]}) -> None: ...')
    return lines + (body or ['    ...'])


def stub(module_name):
    for other in MODULES:
        importlib.import_module(other)
    module = sys.modules[module_name]
    lines = ['# Written by make_stubs.py.',
             'from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence',
             'from enum import Enum, IntFlag', 'from re import Pattern',
             'from typing import Any, Generic, MutableMapping, NamedTuple, Self, TextIO, TypeVar, final, overload', '']
    if module_name == 'plyforge.chess.pgn':
        lines += ["_ResultT = TypeVar('_ResultT')", "_ItemT = TypeVar('_ItemT')"]
    names = [name for name in dir(module) if not name.startswith('_') or name == '__version__']
    imported, own, scores = {}, [], []
    for name in names:
        value = getattr(module, name)
        if inspect.ismodule(value) or getattr(value, '__module__', '') in ('typing', 'functools'):
            continue
        home = getattr(value, '__module__', None)
        # A class belongs to the module that is imported by users: that of _board is plyforge.chess.
        public = re.sub(r'\._\w+$', '', home) if isinstance(home, str) else None
        if isinstance(value, type) and home == SCORES:
            scores.append(name)  # Annotated in the code; chess.engine has the same classes.
        elif isinstance(value, type) and public and public.startswith('plyforge') and public != module_name and \
                hasattr(sys.modules.get(public, None), name) and public != 'plyforge._core':
            imported[name] = public
        else:
            own.append((name, value))
    if module_name not in ('plyforge._core', 'plyforge.chess'):
        lines.append('from plyforge.chess import Board, Move, Piece, SquareSet, Outcome, Status, BaseBoard')
        lines.append('from plyforge.chess import LegalMoveGenerator, PseudoLegalMoveGenerator')
    if module_name == 'plyforge':
        lines.append('from plyforge import batch as batch, chess as chess, pgn as pgn')
    if module_name in ('plyforge.pgn', 'plyforge._table'):
        lines.append('from plyforge.batch import Array')
    if module_name in ('plyforge.pgn', 'plyforge.batch'):
        lines.append('from plyforge._table import Tabular, Whole')
    if module_name == 'plyforge.chess.pgn':
        lines.append('from plyforge.chess.svg import Arrow')
        lines += [f'from {SCORES} import {name} as {name}' for name in scores]
    if module_name == 'plyforge._core':
        lines.append('from plyforge.chess import Piece, SquareSet')
        lines += [f'from {home} import {name} as {name}' for name, home in imported.items()]
    if module_name == 'plyforge.chess':
        lines.append('from plyforge import _core')
    for name, value in own:
        if isinstance(value, type) and value.__module__.startswith('plyforge'):
            lines += [''] + [line.replace('class BaseBoard(Board)', 'class BaseBoard(_core.Board)')
                             for line in stub_of_class(value, module_name)]
        elif f'{short_name(module_name)}.{name}' in LINES:
            lines += LINES[f'{short_name(module_name)}.{name}']
        elif (callable(value) and getattr(value, '__module__', '') and not isinstance(value, type)
              and not hasattr(value, '__origin__')):
            lines.append(f"def {name}({', '.join(parameters_of(value, '', module_name))}) -> "
                         f"{return_type(name, '', module_name)}: ...")
        elif isinstance(value, type):
            lines.append(f'{name} = {value.__name__}')
        else:
            lines.append(f"{name}: {TYPES.get(f'{short_name(module_name)}.{name}', value_type(value))}")
    return '\n'.join(lines) + '\n'


def path_of(module_name):
    path = pathlib.Path(*module_name.split('.'))
    return (path / '__init__.pyi'
            if module_name in ('plyforge', 'plyforge.chess', 'plyforge.chess.pgn') else path.with_suffix('.pyi'))


if __name__ == '__main__':
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / 'src')
    for module in MODULES:
        (folder / path_of(module)).write_text(stub(module))
