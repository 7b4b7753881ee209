"""plyforge.chess.polyglot and plyforge.chess.svg, sets of squares, and what the package does not have."""
import doctest
import importlib
import inspect
import random
import struct
import subprocess
import sys
import xml.etree.ElementTree

import pytest
from hypothesis import given, strategies as st

import walk

import plyforge.chess as chess
from plyforge.chess import polyglot, svg

bitboards = st.integers(min_value=0, max_value=chess.BB_ALL)


def test_polyglot_choice_with_a_seed(tmp_path):
    """The moves that python-chess 1.11.2 chooses with the same generators."""
    board, rows = chess.Board(), []
    for uci, weight in (('e2e4', 40), ('d2d4', 30), ('c2c4', 20), ('g1f3', 10)):
        move = chess.Move.from_uci(uci)
        raw = move.to_square | move.from_square << 6
        rows.append(struct.pack('>QHHI', polyglot.zobrist_hash(board), raw, weight, 0))
    (tmp_path / 'book.bin').write_bytes(b''.join(rows))
    with polyglot.open_reader(tmp_path / 'book.bin') as reader:
        found = [reader.choice(board, random=random.Random(seed)).move.uci() for seed in range(8)]
        heavy = [reader.choice(board, minimum_weight=15, exclude_moves=[chess.Move.from_uci('d2d4')],
                               random=random.Random(seed)).move.uci() for seed in range(4)]
        with pytest.raises(IndexError):
            reader.choice(chess.Board('8/8/8/8/8/8/8/K1k5 w - - 0 1'))
    assert found == ['d2d4', 'c2c4', 'e2e4', 'c2c4', 'e2e4', 'c2c4', 'e2e4', 'g1f3']
    assert heavy == ['c2c4', 'e2e4', 'e2e4', 'e2e4']


def test_polyglot_keys():
    assert polyglot.zobrist_hash(chess.Board()) == 0x463b96181691fc9c
    board = chess.Board('rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3')
    assert polyglot.zobrist_hash(board) == 0x22a48b5a8e47ff78
    with pytest.raises(ValueError):
        polyglot.zobrist_hash(chess.Board(None))


def test_polyglot_reader(tmp_path):
    board = chess.Board('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
    key = polyglot.zobrist_hash(board)
    codes = [(key, 4 << 6 | 7, 3), (key, 4 << 6 | 3, 5), (key, 0, 9), (key + 1, 1, 1)]
    book = tmp_path / 'book.bin'
    book.write_bytes(b''.join(struct.pack('>QHHI', key, code, weight, 0) for key, code, weight in codes))
    with polyglot.open_reader(book) as reader:
        assert len(reader) == 4 and [entry.move.uci() for entry in reader.find_all(board)] == ['e1g1', 'e1d1']
        assert reader.find(board).weight == 5 and reader.get(chess.Board()) is None and reader[-1].key == key + 1
        assert (reader.choice(board).move in board.legal_moves
                and reader.weighted_choice(board).move in board.legal_moves)
        with pytest.raises(IndexError):
            reader.find(chess.Board())
    book.write_bytes(b'x' * 17)
    with pytest.raises(ValueError):
        polyglot.open_reader(book)


def test_pictures_are_xml():
    board = chess.Board()
    board.push_san('e4')
    picture = svg.board(board, size=300, arrows=[svg.Arrow(0, 63, color='red'), (4, 4)], fill={3: '#0000ff'},
                        check=chess.E8,
                        orientation=chess.BLACK, lastmove=board.peek(), squares=chess.SquareSet([1, 2]))
    root = xml.etree.ElementTree.fromstring(picture)
    assert root.get('width') == '300' and len(root.findall(".//*[@class='red']")) == 2
    for text in (board._repr_svg_(), chess.Board(None)._repr_svg_(), chess.BaseBoard()._repr_svg_(),
                 chess.SquareSet(5)._repr_svg_(),
                 chess.Piece.from_symbol('n')._repr_svg_(), svg.piece(chess.Piece.from_symbol('K'), 45)):
        xml.etree.ElementTree.fromstring(text)
    for size in (-5, 1 << 21):
        for draw in (lambda: svg.board(board, size=size), lambda: svg.piece(chess.Piece.from_symbol('K'), size=size)):
            with pytest.raises(ValueError, match='size must be from 0'):
                draw()
    with pytest.raises(TypeError):
        svg.board(board, size='300')
    assert 'id="white-king"' in svg.piece(chess.Piece.from_symbol('K'))
    for bare, margin in (True, svg.MARGIN), (False, 0):
        root = xml.etree.ElementTree.fromstring(svg.board(board, coordinates=bare))
        assert root.get('viewBox').split() == [str(-margin)] * 2 + [str(8 * svg.SQUARE_SIZE + 2 * margin)] * 2
    assert svg.Arrow.from_pgn('Ya2h2').pgn() == 'Ya2h2' and svg.Arrow.from_pgn('a1').pgn() == 'Ga1'
    with pytest.raises(ValueError):
        svg.Arrow.from_pgn('x')


@given(bitboards, bitboards)
def test_sets_of_squares(a, b):
    first, second = chess.SquareSet(a), chess.SquareSet(b)
    assert set(first | second) == set(first) | set(second) and set(first & second) == set(first) & set(second)
    assert set(first - second) == set(first) - set(second) and set(first ^ second) == set(first) ^ set(second)
    assert len(first) == len(list(first)) == a.bit_count() and list(reversed(first)) == sorted(first, reverse=True)
    assert int(~first) == a ^ chess.BB_ALL and chess.SquareSet(list(first)) == first == a
    assert first.issubset(first | second) and (first | second).issuperset(second) and first.isdisjoint(~first)
    for flip in (chess.flip_vertical, chess.flip_horizontal, chess.flip_diagonal, chess.flip_anti_diagonal):
        assert flip(flip(a)) == a and int(flip(first)) == flip(a)
    assert eval(repr(first), {'SquareSet': chess.SquareSet}) == first and first.mirror() == chess.flip_vertical(a)
    assert chess.msb(a) == (max(first) if a else -1) and chess.lsb(a) == (min(first) if a else -1)


@pytest.mark.parametrize('square', chess.SQUARES)
def test_tables_of_attacks(square):
    assert chess.BB_KING_ATTACKS[square] == sum(1 << s for s in chess.SQUARES if chess.square_distance(s, square) == 1)
    assert chess.BB_KNIGHT_ATTACKS[square] == sum(1 << s for s in chess.SQUARES
                                                  if chess.square_knight_distance(s, square) == 1)
    assert chess.parse_square(chess.square_name(square)) == square == chess.square(chess.square_file(square),
                                                                                   chess.square_rank(square))
    attacks = chess.BB_DIAG_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0] | chess.BB_RANK_ATTACKS[square][0]
    board = chess.BaseBoard(None)
    board.set_piece_at(square, chess.Piece(chess.QUEEN, chess.WHITE))
    assert board.attacks(square) == attacks
    assert getattr(chess, chess.square_name(square).upper()) == square


def test_squares_that_no_board_has():
    with pytest.raises(IndexError, match='not 64'):
        chess.SquareSet([0, 64])
    assert chess.SquareSet(chess.BB_ALL << 1) == chess.BB_ALL ^ 1


def test_gaviota_can_be_imported_and_no_more():
    """Programs import it for those of their users who have such tables."""
    gaviota = importlib.import_module('plyforge.chess.gaviota')
    for function in (lambda: gaviota.open_tablebase('.'), lambda: gaviota.open_tablebase_native('.', libgtb='x'),
                     gaviota.PythonTablebase, lambda: gaviota.NativeTablebase(None)):
        with pytest.raises(NotImplementedError, match='does not read Gaviota'):
            function()
    assert issubclass(gaviota.MissingTableError, KeyError)


def test_examples_in_docstrings():
    names = [name for name in sys.modules if name.startswith('plyforge')]
    results = [doctest.testmod(sys.modules[name]) for name in names]
    assert sum(result.attempted for result in results) > 10 and not any(result.failed for result in results)


def test_every_public_name_has_a_docstring():
    def visible(owner):
        return [(name, value) for name, value in vars(owner).items() if not name.startswith('_')]
    missing = []
    for module in [m for name, m in list(sys.modules.items()) if name.startswith('plyforge')]:
        for name, value in visible(module):
            if callable(value) and getattr(value, '__module__', '').startswith('plyforge'):
                if not value.__doc__:
                    missing.append(name)
                if isinstance(value, type):
                    missing += [f'{name}.{attribute}' for attribute, method in visible(value)
                                if callable(method) and not method.__doc__
                                and not any(getattr(getattr(base, attribute, None), '__doc__', None)
                                            for base in value.__mro__[1:])]
    assert not missing


def test_modules_are_attributes_of_the_package():
    program = ('import plyforge\n'
               'assert len(plyforge.batch.positions([plyforge.chess.STARTING_FEN])) == 1 and plyforge.pgn.read\n'
               'plyforge.engine')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True)
    assert "AttributeError: module 'plyforge' has no attribute 'engine'" in done.stderr


def test_signatures():
    """inspect.signature() knows what help() and tools for notebooks ask for."""
    names = [(name, function) for name, function in walk.functions()
             if not (isinstance(function, type) and issubclass(function, (Exception, str)))]
    names += [(f'{kind}.{name}', getattr(type(make()), name)) for kind, make in walk.makers()
              for name in dir(type(make())) if not name.startswith('_') and callable(getattr(type(make()), name))]
    assert len(names) > 900
    for name, function in names:
        if not name.endswith('LegalMoveGenerator'):  # Nobody makes these.
            inspect.signature(function)
    assert str(inspect.signature(chess.Board.attackers_mask)) == '(self, /, color, square, occupied=None)'
    assert str(inspect.signature(chess.Board.san)) == '(self, /, move)'
    assert str(inspect.signature(chess.Move)) == '(from_square, to_square, promotion=None, drop=None)'
    assert str(inspect.signature(chess.Board)).startswith("(fen='rnbqkbnr/") and \
        str(inspect.signature(chess.Board)).endswith(', *, chess960=False)')

    class Own(chess.Board):
        def __init__(self, name, size=3):
            super().__init__()
    assert str(inspect.signature(Own)) == '(name, size=3)'
    assert chess.Board.san.__doc__.startswith('The move') and Own('x', 4).turn
