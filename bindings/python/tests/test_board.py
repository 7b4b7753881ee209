"""plyforge.chess.Board: setting up, moves, notation, ends of games, copies."""
import concurrent.futures
import contextlib
import copy
import gc
import operator
import pickle
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings, strategies as st

import plyforge
import plyforge.chess as chess
import plyforge.chess.pgn
import plyforge.chess.svg
import plyforge.chess.variant
from plyforge.chess import _epd

KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize('fen, depth, nodes', [
    (chess.STARTING_FEN, 4, 197281),
    (KIWIPETE, 3, 97862),
    ('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 4, 43238),
    ('r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3, 9467),
    ('rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 3, 62379),
])
def test_perft_in_python_and_in_bulk(fen, depth, nodes):
    board = chess.Board(fen)
    assert perft(board, depth) == nodes == plyforge.perft(board, depth)
    assert board.fen() == fen


def test_perft_refuses_what_it_cannot_count():
    with pytest.raises(ValueError):
        plyforge.perft(chess.Board(None), 2)
    with pytest.raises(ValueError):
        plyforge.perft(chess.Board(), -1)
    with pytest.raises(TypeError):
        plyforge.perft(chess.Board(), 'x')


def test_push_and_pop_restore_everything():
    rng = random.Random(1)
    for _ in range(20):
        board, seen = chess.Board(), []
        while not board.is_game_over() and len(seen) < 200:
            move = rng.choice(list(board.legal_moves))
            assert board.parse_san(board.san(move)) == move == board.parse_uci(board.uci(move))
            assert board.is_legal(move) and board.is_pseudo_legal(move) and move in board.pseudo_legal_moves
            seen.append((board.fen(en_passant='fen'), board.castling_rights, board.promoted, move))
            gives_check = board.gives_check(move)
            board.push(move)
            assert gives_check == board.is_check() == bool(board.checkers())
        for fen, rights, promoted, move in reversed(seen):
            assert board.peek() == move == board.pop()
            assert (board.fen(en_passant='fen'), board.castling_rights, board.promoted) == (fen, rights, promoted)
        with pytest.raises(IndexError):
            board.pop()


def test_push_plays_listed_moves_as_all_others():
    """push() does not test a move of the last list again: that list must be the one of this very position."""
    for fen in (chess.STARTING_FEN, KIWIPETE, '4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1',
                '8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3'):
        for chess960 in (False, True):
            board = chess.Board(fen, chess960=chess960)
            listed = list(board.legal_moves)
            for move in listed + listed[::-1] + list(board.pseudo_legal_moves):
                list(board.legal_moves)
                board.push(move)
                other = chess.Board(fen, chess960=chess960)
                list(chess.Board().legal_moves)
                other.push(move)
                assert board == other and board.fen() == other.fen() and board.move_stack == other.move_stack
                assert board.status() == other.status() and board.pop() == move
    free, pinned = chess.Board('4k3/3r4/8/8/8/8/4B3/4K3 w - - 0 1'), chess.Board('4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1')
    assert chess.Move.from_uci('e2d3') in list(free.legal_moves)
    pinned.push(chess.Move.from_uci('e2d3'))
    assert pinned.was_into_check() and not pinned.is_valid()
    position = '4k3/8/8/2p5/8/1P6/8/4K3 w - - 0 1'
    list(chess.Board(position).legal_moves)
    atomic = plyforge.chess.variant.AtomicBoard(position)
    atomic.push(chess.Move.from_uci('b3b4'))
    assert atomic.fen() == '4k3/8/8/2p5/1P6/8/8/4K3 b - - 0 1'


def test_what_the_interpreter_calls_without_detours():
    """Methods in C must belong to Board itself and not to its base, and move_stack must be a member: else calls are
    slower by a third."""
    for name in ('push', 'pop', 'is_game_over', 'is_check', 'piece_at', 'parse_san'):
        assert vars(chess.Board)[name].__objclass__ is chess.Board, name
    assert type(chess.Board.move_stack).__name__ == 'member_descriptor'
    board = chess.Board()
    with pytest.raises(AttributeError):
        board.move_stack = []
    with pytest.raises(AttributeError):
        del board.move_stack

    class Counting(chess.Board):
        pushed = 0

        def push(self, move):
            self.pushed += 1
            super().push(move)
    board = Counting()
    board.push(chess.Move.from_uci('e2e4'))
    assert board.pushed == 1 and board.peek() == chess.Move.from_uci('e2e4')


@pytest.mark.parametrize('fen', [chess.STARTING_FEN, '8/8/8/3QQQ2/8/8/8/8 w - - 0 1'])
def test_none_is_never_a_legal_move(fen):
    """A search that has no move yet may ask."""
    board = chess.Board(fen)
    assert None not in board.legal_moves and None not in board.pseudo_legal_moves
    assert not board.is_legal(None) and not board.is_pseudo_legal(None)
    for question in (board.is_legal, board.is_pseudo_legal, board.legal_moves.__contains__,
                     board.pseudo_legal_moves.__contains__):
        with pytest.raises(TypeError):
            question('e2e4')


def test_length_hint_is_that_of_the_last_list():
    moves = chess.Board().legal_moves
    assert operator.length_hint(moves) == 0
    assert len(list(moves)) == 20 == operator.length_hint(moves)
    with pytest.raises(TypeError):
        len(moves)


def test_moves_are_shared_values():
    board = chess.Board('8/4P2k/8/8/8/8/8/K7 w - - 0 1')
    move = board.parse_san('e8=Q')
    assert move is board.parse_uci('e7e8q') and move == chess.Move(chess.E7, chess.E8, chess.QUEEN)
    assert (move.from_square, move.to_square, move.promotion, move.drop) == (52, 60, 5, None)
    assert pickle.loads(pickle.dumps(move)) == move == copy.deepcopy(move)
    assert len({chess.Move(0, 1), chess.Move(0, 1), chess.Move(0, 2)}) == 2
    assert not chess.Move.null() and chess.Move.null().uci() == '0000' and move
    assert repr(chess.Move.from_uci('n@f3')) == "Move.from_uci('N@f3')"
    with pytest.raises(AttributeError):
        move.promotion = None


@pytest.mark.parametrize('text', ['', 'e2', 'e2e9', 'E2e4', 'e2e2', 'e2e4x', 'x@f3', 'N@f9', 'e2e4q5', '\u265e'])
def test_text_that_is_no_uci_move(text):
    with pytest.raises(chess.InvalidMoveError, match='not a UCI move'):
        chess.Move.from_uci(text)


@pytest.mark.parametrize('san, error', [
    ('e5', chess.IllegalMoveError), ('Ke2', chess.IllegalMoveError), ('O-O', chess.IllegalMoveError),
    ('x', chess.InvalidMoveError), ('', chess.InvalidMoveError), ('e4\n', chess.InvalidMoveError),
    ('Nf', chess.InvalidMoveError)])
def test_wrong_san(san, error):
    board = chess.Board()
    with pytest.raises(error):
        board.parse_san(san)
    with pytest.raises(ValueError):
        board.push_san(san)
    assert board == chess.Board() and not board.move_stack


def test_ambiguous_san():
    board = chess.Board('R6R/8/8/8/8/k7/8/K7 w - - 0 1')
    with pytest.raises(chess.AmbiguousMoveError):
        board.parse_san('Rd8')
    assert board.san(chess.Move.from_uci('a8d8')) == 'Rad8'


def test_castling_has_two_notations():
    board = chess.Board('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
    assert board.parse_uci('e1h1') == board.parse_uci('e1g1') == chess.Move.from_uci('e1g1')
    board.push(chess.Move.from_uci('e1a1'))
    assert board.peek() == chess.Move.from_uci('e1c1') and board.king(chess.WHITE) == chess.C1
    other = chess.Board('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', chess960=True)
    assert other.parse_san('O-O') == chess.Move.from_uci('e1h1')
    assert other.uci(other.parse_san('O-O'), chess960=False) == 'e1g1'


@pytest.mark.parametrize('number', [0, 1, 95, 518, 959])
def test_chess960_starts(number):
    board = chess.Board.from_chess960_pos(number)
    assert board.chess960_pos() == number and board.status() == chess.STATUS_VALID and board.chess960
    assert chess.BaseBoard.from_chess960_pos(number).chess960_pos() == number
    for wrong in (960, -1):
        with pytest.raises(ValueError):
            board.set_chess960_pos(wrong)
    assert board.chess960_pos() == number


def test_boards_that_are_no_chess960_start():
    assert all(chess.BaseBoard.from_chess960_pos(n).chess960_pos() == n for n in range(960))
    for placement in ('8/8/8/8/8/8/8/8', '4k3/8/8/8/8/8/8/4K3', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN',
                      'rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR', 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'):
        assert chess.BaseBoard(placement).chess960_pos() is None
    board = chess.BaseBoard()
    board.set_piece_at(chess.A1, chess.Piece(chess.ROOK, chess.WHITE), promoted=True)
    assert board.chess960_pos() is None


def test_boards_without_kings_can_be_played():
    board = chess.Board(None)
    board.set_piece_at(chess.A1, chess.Piece.from_symbol('Q'))
    assert board.legal_moves.count() == 21 and board.status() & chess.STATUS_NO_WHITE_KING
    board.push_san('Qh8')
    assert board.fen() == '7Q/8/8/8/8/8/8/8 b - - 1 1' and not board.legal_moves
    board.pop()
    board.push(chess.Move.null())
    assert board.turn == chess.BLACK and not board.is_check()
    with pytest.raises(chess.IllegalMoveError):
        board.push(chess.Move.from_uci('h1h2'))


def test_illegal_moves_can_be_pushed():
    board = chess.Board()
    board.push(chess.Move.from_uci('e1e5'))
    assert (board.king(chess.WHITE) == chess.E5
            and board.fen() == 'rnbqkbnr/pppppppp/8/4K3/8/8/PPPPPPPP/RNBQ1BNR b kq - 1 1')
    assert board.pop() == chess.Move.from_uci('e1e5') and board == chess.Board()


@pytest.mark.parametrize('turn, pawn, to, other, stays', [
    (chess.WHITE, chess.B2, chess.A1, chess.A8, True),
    (chess.BLACK, chess.G7, chess.H8, chess.H1, True),  # nothing is behind the edge
    (chess.WHITE, chess.D5, chess.E6, chess.E5, False), (chess.BLACK, chess.D4, chess.E3, chess.E4, False),
    (chess.WHITE, chess.B3, chess.C4, chess.C3, False), (chess.WHITE, chess.A2, chess.C6, chess.C5, True)])
def test_en_passant_on_any_square(turn, pawn, to, other, stays):
    board = chess.Board(None)
    board.turn, board.ep_square = turn, to
    board.set_piece_at(pawn, chess.Piece(chess.PAWN, turn))
    board.set_piece_at(other, chess.Piece(chess.ROOK, not turn))
    assert board.is_en_passant(chess.Move(pawn, to)) == (abs(to - pawn) < 10)
    board.push(chess.Move(pawn, to))
    assert set(board.piece_map()) == ({to, other} if stays else {to})
    board.pop()
    assert set(board.piece_map()) == {pawn, other} and board.ep_square == to


def test_piece_map_is_in_the_order_of_python_chess():
    board = chess.Board()
    assert list(board.piece_map()) == [*range(63, 47, -1), *range(15, -1, -1)]
    assert list(board.piece_map(mask=chess.BB_RANK_1 | chess.BB_A8)) == [56, 7, 6, 5, 4, 3, 2, 1, 0]
    assert board.piece_map()[chess.E8] == chess.Piece.from_symbol('k')


def test_fields_can_be_set():
    board = chess.Board()
    board.turn = chess.BLACK
    board.castling_rights = chess.BB_H1
    assert board.fen() == 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b K - 0 1'
    board.ep_square = chess.E6
    assert board.status() == chess.STATUS_INVALID_EP_SQUARE
    for name, value in (('turn', None), ('halfmove_clock', -1), ('ep_square', 64), ('fullmove_number', 1 << 40)):
        if name != 'turn':
            with pytest.raises((ValueError, IndexError)):
                setattr(board, name, value)
        with pytest.raises(AttributeError):
            delattr(board, name)


@pytest.mark.parametrize('fen', ['', 'x', '8/8/8/8/8/8/8', '9/8/8/8/8/8/8/8', '44/8/8/8/8/8/8/8', '~7/8/8/8/8/8/8/8',
                                 chess.STARTING_BOARD_FEN + ' x', chess.STARTING_BOARD_FEN + ' w kqKQ - 0 1 1',
                                 chess.STARTING_BOARD_FEN + ' w - e9', chess.STARTING_BOARD_FEN + ' w - - -1',
                                 chess.STARTING_BOARD_FEN + ' w - - 0 x'])
def test_wrong_fens(fen):
    board = chess.Board(KIWIPETE)
    with pytest.raises(ValueError):
        board.set_fen(fen)
    assert board.fen() == KIWIPETE
    with pytest.raises(ValueError):
        chess.Board(fen)


def test_epd():
    board, operations = chess.Board.from_epd(chess.STARTING_FEN[:-4]
                                             + ' bm Nf3 e4; id "a \\"b\\""; ce -5; c0; pv e4 e5; hmvc 3;')
    assert operations == {'bm': [chess.Move.from_uci('g1f3'), chess.Move.from_uci('e2e4')], 'id': 'a "b"', 'ce': -5,
                          'c0': None,
                          'pv': [chess.Move.from_uci('e2e4'), chess.Move.from_uci('e7e5')], 'hmvc': 3}
    assert board.halfmove_clock == 3
    assert chess.Board.from_epd(board.epd(**operations))[1] == operations
    with pytest.raises(ValueError):
        board.epd(**{'a b': 1})
    with pytest.raises(ValueError):
        board.set_epd(chess.STARTING_FEN)


def test_long_epds_are_not_copied_for_each_operation():
    class Watched(str):
        copied = 0

        def __getitem__(self, key):
            part = super().__getitem__(key)
            Watched.copied += len(part)
            return part
    text = Watched(''.join(f'c{number} "a;b";' for number in range(500)) + 'c500 "open')
    assert list(_epd.split(text)) == [(f'c{number}', ['a;b']) for number in range(500)] + [('c500', ['open'])]
    assert Watched.copied < 10 * len(text)


@pytest.mark.parametrize('fen, termination, result', [
    ('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 'CHECKMATE', '1-0'), ('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'STALEMATE', '1/2-1/2'),
    ('7k/8/6K1/8/8/8/8/8 b - - 0 1', 'INSUFFICIENT_MATERIAL', '1/2-1/2'),
    ('7k/8/6K1/8/8/8/8/R7 b - - 150 90', 'SEVENTYFIVE_MOVES', '1/2-1/2')])
def test_outcomes(fen, termination, result):
    outcome = chess.Board(fen).outcome()
    assert (outcome.termination.name, outcome.result()) == (termination, result) and chess.Board(fen).is_game_over()
    assert chess.Board().outcome() is None and chess.Board().result() == '*'


def test_claims():
    board = chess.Board('7k/8/6K1/8/8/8/8/R7 b - - 99 90')
    assert board.can_claim_fifty_moves() and not board.is_fifty_moves() and not board.is_game_over()
    assert board.outcome(claim_draw=True).termination == chess.Termination.FIFTY_MOVES
    board = chess.Board()
    for move in ['Nf3', 'Nf6', 'Ng1', 'Ng8'] * 2:
        assert not board.is_repetition() and board.is_repetition(1)
        board.push_san(move)
    assert board.is_repetition() and board.can_claim_threefold_repetition() and not board.is_fivefold_repetition()
    board.pop()
    assert not board.is_repetition() and board.can_claim_threefold_repetition()
    assert board.is_game_over(claim_draw=True) and not board.is_game_over()
    for wrong in (lambda: board.is_game_over(True), lambda: board.is_game_over(claim=True),
                  lambda: board.is_game_over(1, claim_draw=1)):
        with pytest.raises(TypeError):
            wrong()
    board.push_san('Ng8')
    for move in ['Nf3', 'Nf6', 'Ng1', 'Ng8'] * 2:
        board.push_san(move)
    assert board.is_fivefold_repetition() and board.outcome().termination == chess.Termination.FIVEFOLD_REPETITION


def test_copies():
    board = chess.Board()
    for move in ['e4', 'e5', 'Nf3']:
        board.push_san(move)
    assert board.copy() == board and board.copy().move_stack == board.move_stack
    assert len(board.copy(stack=1).move_stack) == 1 and not board.copy(stack=False).move_stack
    assert board.root() == chess.Board() and board.ply() == 3
    assert copy.deepcopy(board) == board and copy.copy(board).pop() == chess.Move.from_uci('g1f3')
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack
    assert (board.mirror().mirror() == board.copy(stack=False)
            and board.transform(chess.flip_vertical).turn == board.turn)
    assert board != chess.Board() and board != 5 and chess.Board() != chess.BaseBoard()


class Annotated(chess.Board):
    """A subclass with a signature and attributes of its own."""

    def __init__(self, name, fen=chess.STARTING_FEN):
        super().__init__(fen)
        self.name, self.pushed = name, 0

    def push(self, move):
        self.pushed += 1
        super().push(move)


class Named(chess.BaseBoard):
    name = None


def test_copies_need_a_new_board():
    """Whatever a class makes when it is called."""
    class Other(chess.Board):
        made = 'text'

        def __new__(cls, *arguments):
            return cls.made if cls.made is not None else super().__new__(cls)

        def __init__(self, *arguments):  # so that copy() calls the class
            super().__init__()
    Other.made = None
    board = Other()
    board.push_san('e4')
    assert board.copy().move_stack == board.move_stack
    for made in ('text', 5, board.legal_moves):
        Other.made = made
        with pytest.raises(TypeError, match='copy.. needs a new board from .*Other.*, got another object'):
            board.copy()
    Other.made = board
    with pytest.raises(TypeError, match='got the board itself'):
        board.copy()


# ---- Colours ----

class Index:
    def __index__(self):
        return 1


NOT_COLOURS = [(-1, ValueError), (-2, ValueError), (2, ValueError), (1 << 70, ValueError), (-1 << 70, ValueError),
               (Index(), ValueError),
               ('white', TypeError), (None, TypeError), (0.5, TypeError), ([], TypeError)]
COLOUR_QUESTIONS = {
    'attackers_mask': lambda board, color: board.attackers_mask(color, chess.F3), 'attackers': lambda board,
    color: board.attackers(color, chess.F3),
    'is_attacked_by': lambda board, color: board.is_attacked_by(color, chess.F3), 'pin_mask': lambda board,
    color: board.pin_mask(color, chess.E2),
    'pin': lambda board, color: board.pin(color, chess.E2), 'is_pinned': lambda board,
    color: board.is_pinned(color, chess.E2),
    'has_insufficient_material': lambda board, color: board.has_insufficient_material(color),
    'turn': lambda board, color: setattr(board, 'turn', color), 'piece': lambda board,
    color: chess.Piece(chess.PAWN, color).symbol(),
    'unicode': lambda board, color: board.unicode(orientation=color), 'svg': lambda board,
    color: chess.svg.board(board, orientation=color),
    'horde': lambda board, color: chess.variant.HordeBoard().has_insufficient_material(color),
    'racing kings': lambda board, color: chess.variant.RacingKingsBoard().has_insufficient_material(color),
    'pov': lambda board, color: repr(chess.pgn.PovScore(chess.pgn.Cp(5), chess.WHITE).pov(color)),
    'score': lambda board, color: repr(chess.pgn.PovScore(chess.pgn.Cp(5), color)),
}
# Those for which python-chess takes an element of a list.
INDEXED = {'king': lambda board, color: board.king(color), 'pieces': lambda board,
           color: board.pieces(chess.PAWN, color),
           'pieces_mask': lambda board, color: board.pieces_mask(chess.PAWN, color)}


RIGHTS = {name: lambda board, color, name=name: getattr(board, name)(color)
          for name in ('has_castling_rights', 'has_kingside_castling_rights', 'has_queenside_castling_rights')}


@pytest.mark.parametrize('name', [*COLOUR_QUESTIONS, *INDEXED, *RIGHTS])
def test_colours_are_white_or_black(name):
    """~board.turn is -1 or -2, and both are true: no function takes them for White."""
    question = {**COLOUR_QUESTIONS, **INDEXED, **RIGHTS}[name]
    numpy = pytest.importorskip('numpy')
    for same in ((True, 1, numpy.True_, numpy.int64(1)), (False, 0, numpy.False_, numpy.uint8(0))):
        assert len({str(question(chess.Board(KIWIPETE), color)) for color in same}) == 1
    for color, error in NOT_COLOURS:
        if name not in COLOUR_QUESTIONS and color in (-1, -2):
            continue
        with pytest.raises(error, match='a color is chess.WHITE .True. or chess.BLACK .False., not'):
            question(chess.Board(KIWIPETE), color)


def test_inverted_colours_where_they_are_indices():
    """~WHITE is -2, the first of two elements, as in python-chess."""
    board = chess.Board('4k3/pp6/8/8/8/8/PPP5/3K4 w - - 0 1')
    for name, question in INDEXED.items():
        assert question(board, ~0) == question(board,
                                               chess.WHITE) != question(board, chess.BLACK) == question(board, ~1), name
    assert board.occupied_co[~1] == board.occupied_co[chess.BLACK] and chess.COLOR_NAMES[~1] == 'black'


@pytest.mark.parametrize('field, black', [('KQkq', (True, True, True)), ('KQk', (True, True, False)),
                                          ('KQq', (True, False, True)), ('KQ', (False, False, False)),
                                          ('-', (False, False, False))])
def test_castling_rights_of_inverted_colours(field, black):
    """As in python-chess: ~WHITE is Black, and of ~BLACK the rank is Black's and the king White's."""
    board = chess.Board(f'r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1')
    for color, expected in (chess.BLACK, black), (~1, black), (~0, (black[0], False, False)):
        assert tuple(question(board, color) for question in RIGHTS.values()) == expected, color
    chess960 = chess.Board('1rk2r2/8/8/8/8/8/8/1RK4R w Hb - 0 1', chess960=True)
    assert [question(chess960, color) for color in chess.COLORS for question in RIGHTS.values()] == [
        True, True, False, True, False, True]


def test_functions_of_bitboards():
    """Those in C, beside those of any integers."""
    from plyforge.chess import _bits
    names = [name for name in vars(_bits) if not name.startswith('_')]
    assert len(names) == 20 and all(hasattr(chess, name) for name in names)
    rng = random.Random(4)
    sets = [0, 1, chess.BB_ALL, 1 << 63] + [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(200)]
    for name in names:
        ours, plain = getattr(chess, name), getattr(_bits, name)
        for mask in sets + [1 << 64, (1 << 70) + 5]:
            one, other = ours(mask), plain(mask)
            assert (list(one) == list(other)) if name.startswith('scan') else (type(one), one) == (type(other), other)
        argument = 'b' if name.startswith('shift') else 'bb'
        assert str(ours(**{argument: 0})) == str(plain(0)) or name.startswith('scan')
        for wrong in ((), (1, 2), ('a',), ([1],)):
            with pytest.raises((TypeError, AttributeError)):
                list(ours(*wrong))
    assert chess.shift_down(-1) == -1 and chess.lsb(True) == 0
    assert chess.flip_vertical(chess.SquareSet(1)) == chess.SquareSet(chess.BB_A8)


def test_operators_of_square_sets():
    """Beside the same with integers."""
    rng = random.Random(6)
    for _ in range(300):
        a, b, shift = rng.getrandbits(64), rng.getrandbits(64), rng.choice([0, 1, 7, 63, 64, 65, 1 << 70])
        one, other = chess.SquareSet(a), rng.choice([chess.SquareSet(b), b, list(chess.SquareSet(b)), b + (1 << 64)])
        for operation, expected in ((operator.or_, a | b), (operator.and_, a & b), (operator.xor, a ^ b),
                                    (operator.sub, a & ~b)):
            result = operation(one, other)
            assert type(result) is chess.SquareSet and result.mask == expected
            changed = same = one.copy()
            changed = {operator.or_: operator.ior, operator.and_: operator.iand, operator.xor: operator.ixor,
                       operator.sub: operator.isub}[operation](changed, other)
            assert changed is same and changed.mask == expected and one.mask == a
        assert (other | one, other & one, other ^ one) == (a | b, a & b, a ^ b) or isinstance(other, list)
        low = min(shift, 64)
        assert (one << shift).mask == a << low & chess.BB_ALL and (one >> shift).mask == a >> low
        changed = same = one.copy()
        changed <<= shift
        changed >>= shift
        assert changed is same and changed.mask == (a << low & chess.BB_ALL) >> low
        assert (~one).mask == a ^ chess.BB_ALL and int(one) == one.__index__() == a and len(one) == a.bit_count()
        assert list(one) == [square for square in range(64) if a >> square & 1] == list(reversed(one))[::-1]
        assert [square in one for square in (*range(64), 64, 1 << 70)] == one.tolist() + [False, False]
        assert (one == other) is (a == b) and (one != other) is (a != b) and one == a and bool(one) is bool(a)
        assert one.mirror() == chess.flip_vertical(a) and pickle.loads(pickle.dumps(one)) == copy.copy(one) == one


def test_wrong_calls_of_square_sets():
    squares = chess.SquareSet(6)
    for wrong in ('x', None, [64], [-1], ['a']):
        for operation in (operator.or_, operator.and_, operator.xor, operator.sub, operator.ior):
            with pytest.raises((TypeError, IndexError, ValueError)):
                operation(squares, wrong)
        with pytest.raises((TypeError, IndexError, ValueError)):
            chess.SquareSet(wrong)
    for function in (lambda: -1 in squares, lambda: squares << -1, lambda: squares >> -1 << 80):
        with pytest.raises(ValueError, match='negative shift count'):
            function()
    for function in (lambda: 'a' in squares, lambda: squares << 'a', lambda: 5 - squares, lambda: 5 << squares == '',
                     lambda: squares < squares, lambda: hash(squares), lambda: chess.SquareSet(1, 2),
                     lambda: chess.SquareSet(other=1), lambda: squares.add('a'), lambda: squares.union()):
        with pytest.raises(TypeError):
            function()
    for square in (64, -65, 1 << 70):
        with pytest.raises(IndexError):
            squares.add(square)
    squares.add(-1)
    assert squares.mask == 6 | 1 << 63 and (squares == 'x') is False and squares != None  # noqa: E711
    squares.discard(63)
    squares.mask = 5
    assert squares == chess.SquareSet(squares=5)
    with pytest.raises(TypeError):
        squares.mask = 'a'
    from plyforge import _core
    with pytest.raises(TypeError):
        _core._register_square_set(int)

    class Named(chess.SquareSet):
        pass

    named = Named(3)
    named.name = 'x'
    again = pickle.loads(pickle.dumps(chess.SquareSet(3)))
    assert type(named | 4) is chess.SquareSet and named.mask == again.mask == 3 and copy.copy(named).name == 'x'


def test_pieces_are_shared():
    knight = chess.Piece(chess.KNIGHT, chess.BLACK)
    assert knight is chess.Piece(2, 0) is chess.Piece(piece_type=2, color=False) is chess.Piece.from_symbol('n')
    assert chess.Board().piece_at(chess.B8) is knight and pickle.loads(pickle.dumps(knight)) is knight
    for wrong in ((), (1,), (1, 2, 3), (1, 'x'), (1, None)):
        with pytest.raises(TypeError):
            chess.Piece(*wrong)
    for symbol in ('', 'x', 'nn', None, 5, []):
        with pytest.raises(ValueError, match='not a letter of a piece'):
            chess.Piece.from_symbol(symbol)
    for name in ('piece_type', 'color', 'other'):
        with pytest.raises(AttributeError, match='immutable'):
            setattr(knight, name, 1)

    class Own(chess.Piece):
        pass

    for piece in Own(1, True), Own.from_symbol('P'):
        assert isinstance(piece, Own) and piece == chess.Piece(1, True)
    assert chess.Piece(7, True).piece_type == 7 and chess.Piece(1 << 70, True).color is True


# As python-chess lists them: pieces and targets from h8 to a1, castling, captures of pawns, single and double steps, en
# passant; in check the king's moves first.
ORDERED = [
    (KIWIPETE,
     'e5f7 e5d7 e5g6 e5c6 e5g4 e5c4 e5d3 f3f6 f3h5 f3f5 f3g4 f3f4 f3h3 f3g3 f3e3 f3d3 c3b5 c3a4 c3d1 c3b1 '
     'e2a6 e2b5 e2c4 e2d3 e2f1 e2d1 d2h6 d2g5 d2f4 d2e3 d2c1 h1g1 h1f1 e1f1 e1d1 a1d1 a1c1 a1b1 e1g1 e1c1 '
     'd5e6 g2h3 d5d6 g2g3 b2b3 a2a3 g2g4 a2a4'),
    ('1n1nk3/P1P5/8/8/8/8/8/4K3 w - - 0 1',
     'e1f2 e1e2 e1d2 e1f1 e1d1 c7d8q c7d8r c7d8b c7d8n c7b8q c7b8r c7b8b c7b8n a7b8q a7b8r a7b8b a7b8n '
     'c7c8q c7c8r c7c8b c7c8n a7a8q a7a8r a7a8b a7a8n'),
    ('4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1',
     'a5b6 a5a6 a5b5 a5a4 d5d6'),
    ('4k3/8/8/4N3/4r3/2N2Q2/8/4K3 w - - 0 1',
     'e1f2 e1d2 e1f1 e1d1 f3e4 f3e3 f3e2 c3e4 c3e2'),
    ('8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1',
     'c5d6 c5c6 c5b6 c5d5 c5b5 c5d4 c5c4 c5b4 e4d3'),
]


@pytest.mark.parametrize('fen, line', ORDERED)
def test_order_of_legal_moves(fen, line):
    assert [move.uci() for move in chess.Board(fen).legal_moves] == line.split()


def place_in_list(board, move, in_check):
    """What moves are sorted by, said in another way."""
    if move.drop:
        return (7, move.drop, move.to_square)
    kind, target = board.piece_type_at(move.from_square), move.to_square
    if board.is_castling(move):
        return (2, -target)
    if kind != chess.PAWN:
        return (0 if kind == chess.KING and in_check else 1, -move.from_square, -target)
    promotion = -(move.promotion or 0)
    if board.is_en_passant(move):
        return (6, -move.from_square)
    if board.is_capture(move):
        return (3, -move.from_square, -target, promotion)
    return (5 if abs(target - move.from_square) == 16 else 4, -target, promotion)


@pytest.mark.parametrize('board_type', chess.variant.VARIANTS)
def test_order_of_moves_in_games(board_type):
    rng = random.Random(9)
    evades = board_type.uci_variant not in ('atomic', 'antichess', 'suicide', 'giveaway')
    for game in range(12):
        board = board_type.from_chess960_pos(rng.randrange(960)) if game % 3 == 0 and evades and \
            board_type.uci_variant in ('chess', '3check', 'kingofthehill') else board_type()
        while not board.is_game_over() and board.ply() < 80:
            for moves, in_check in ((list(board.legal_moves), evades and board.is_check()),
                                    (list(board.pseudo_legal_moves), False)):
                assert moves == sorted(moves, key=lambda move: place_in_list(board, move, in_check)), board.fen()
            board.push(rng.choice(list(board.legal_moves)))


def test_transformations_that_fail():
    board = chess.Board()
    for f in (lambda mask: 'a', lambda mask: 1 / 0, None, lambda mask: None):
        with pytest.raises((TypeError, ZeroDivisionError)):
            board.transform(f)
        with pytest.raises((TypeError, ZeroDivisionError)):
            board.apply_transform(f)
    assert board == chess.Board() and board.transform(lambda mask: chess.SquareSet(mask)) == board
    assert board.transform(lambda mask: 0).occupied == 0


def test_pickle_keeps_everything():
    board = Annotated('mine')
    for uci in ('e2e4', 'e7e5'):
        board.push(chess.Move.from_uci(uci))
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is Annotated and again == board and again.move_stack == board.move_stack
    assert (again.name, again.pushed) == ('mine', 2)
    pieces = chess.BaseBoard('8/8/8/3q~4/8/8/8/K7')
    again = pickle.loads(pickle.dumps(pieces))
    assert type(again) is chess.BaseBoard and again == pieces and again.promoted == pieces.promoted == chess.BB_D5
    pieces = Named('8/8/8/8/8/8/8/K7')
    pieces.name = 'x'
    assert pickle.loads(pickle.dumps(pieces)).name == 'x' and copy.deepcopy(pieces) == pieces


def test_arguments_have_names():
    """Those of python-chess."""
    board, move = chess.Board(), chess.Move.from_uci(uci='e2e4')
    assert board.is_legal(move=move) and board.is_pseudo_legal(move=move) and not board.gives_check(move=move)
    assert board.san(move=move) == 'e4' and board.lan(move=move) == 'e2-e4'
    assert board.parse_san(san='e4') == board.parse_uci(uci='e2e4') == move
    board.push(move=move)
    assert board.push_san(san='e5') == chess.Move.from_uci('e7e5') and board.push_uci(uci='g1f3').uci() == 'g1f3'
    board.set_fen(fen=chess.STARTING_FEN)
    assert (board.piece_at(square=chess.E1).symbol() == 'K' and board.piece_type_at(square=0) == chess.ROOK
            and board.color_at(square=63) is False)
    assert (board.king(color=chess.WHITE) == chess.E1 and board.attacks_mask(square=chess.B1)
            and not board.has_insufficient_material(color=True))
    assert (board.pieces_mask(piece_type=chess.KING, color=True) == chess.BB_E1
            and board.pin_mask(color=True, square=0) == chess.BB_ALL)
    for call in (lambda: board.push_san(text='e4'), lambda: board.push_san('e4', san='e4'), lambda: board.push_san(),
                 lambda: board.san(move, move),
                 lambda: board.piece_at(square=1, other=2), lambda: board.pin_mask(True, 0, 1)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match='one argument, san, and 1 were given, with another name'):
        board.push_san(text='e4')


def test_text_of_boards():
    assert str(chess.Board()).split('\n')[0] == 'r n b q k b n r'
    assert chess.Board().unicode(borders=True).split('\n')[1] == '8 |♜|♞|♝|♛|♚|♝|♞|♜|'
    assert repr(chess.Board()) == f'Board({chess.STARTING_FEN!r})'
    assert repr(chess.BaseBoard()) == f'BaseBoard({chess.STARTING_BOARD_FEN!r})'
    assert 'Nf3' in repr(chess.Board().legal_moves) and 'Nf3' in repr(chess.Board().pseudo_legal_moves)
    assert chess.Board().variation_san(map(chess.Move.from_uci, ['e2e4', 'e7e5', 'g1f3'])) == '1. e4 e5 2. Nf3'


positions = st.integers(min_value=0, max_value=2**32).map(lambda seed: random_position(seed))


def random_position(seed):
    rng, board = random.Random(seed), chess.Board()
    for _ in range(rng.randrange(120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


@settings(max_examples=60, deadline=None)
@given(positions)
def test_properties_of_reached_positions(board):
    again = chess.Board(board.fen())
    assert again == board and again.fen() == board.fen() and again.status() == chess.STATUS_VALID
    legal = set(board.legal_moves)
    assert legal == {move for move in board.pseudo_legal_moves if not board.is_into_check(move)}
    assert len(legal) == board.legal_moves.count() and bool(legal) == bool(board.legal_moves)
    for move in list(legal)[:8]:
        assert board.parse_san(board.san(move)) == move and board.parse_san(board.lan(move)) == move
        assert board._algebraic(move, False) == board.san(move) and board._algebraic(move, True) == board.lan(move)
        assert board.is_capture(move) == (move in set(board.generate_legal_captures()))
    assert board.mirror().legal_moves.count() == len(legal)
    for square in board.piece_map():
        assert board.attackers(board.color_at(square), square).isdisjoint(board.occupied_co[not board.color_at(square)])


junk = st.one_of(st.none(), st.integers(), st.text(max_size=6), st.binary(max_size=3), st.floats(),
                 st.lists(st.integers(), max_size=2),
                 st.just(chess.Move(0, 63)), st.just(chess.Board()), st.just(chess.SquareSet(5)))
METHODS = sorted(name for name in dir(chess.Board)
                 if not name.startswith('__') and callable(getattr(chess.Board, name)))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(METHODS), st.lists(junk, max_size=3), st.sampled_from([chess.STARTING_FEN, None, KIWIPETE]))
def test_no_argument_crashes(name, arguments, fen):
    """Any method with any arguments returns or raises, and leaves a board that still answers."""
    board = chess.Board(fen)
    try:
        result = getattr(board, name)(*arguments)
        if hasattr(result, '__next__'):
            list(zip(range(300), result))
    except Exception as error:
        assert not isinstance(error, SystemError), (name, arguments)
    board.legal_moves.count()
    board.fen()


def test_inconsistent_bitboards_do_not_crash():
    board = chess.Board()
    for name in ('pawns', 'knights', 'bishops', 'rooks', 'queens', 'kings'):
        setattr(board, name, chess.BB_ALL)
    board.occupied_co = [chess.BB_ALL, chess.BB_ALL]
    board.castling_rights = board.promoted = chess.BB_ALL
    for move in list(board.legal_moves)[:50]:
        board.push(move)
        board.fen()
        board.pop()
    assert board.status() != chess.STATUS_VALID


def test_perft_with_threads_and_merging():
    board = chess.Board(KIWIPETE)
    assert plyforge.perft(board, 4, threads=2) == plyforge.perft(board, 4, merge=True) == 4085603
    assert plyforge.perft(chess.Board(), 6, threads=2) == plyforge.perft(chess.Board(), 6, merge=True) == 119060324
    with pytest.raises(ValueError):
        plyforge.perft(board, 2, threads=10**6)
    with pytest.raises(ValueError):
        plyforge.perft(board, 300)


def test_ctrl_c_stops_a_long_count(tmp_path):
    program = ('import _thread, threading, plyforge, plyforge.chess as chess\n'
               'threading.Timer(0.2, _thread.interrupt_main).start()\n'
               'try:\n    plyforge.perft(chess.Board(), 12)\nexcept KeyboardInterrupt:\n    print("stopped")\n')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60)
    assert done.stdout == 'stopped\n', done.stderr


def test_explanations():
    board = chess.Board()
    assert plyforge.explain(board, chess.Move.from_uci('e2e4')) is None
    assert 'e1' in plyforge.explain(board, chess.Move.from_uci('e1e2'))
    with pytest.raises(ValueError):
        plyforge.explain(chess.Board(None), chess.Move.from_uci('e1e2'))
    with pytest.raises(TypeError):
        plyforge.explain(board, 'e2e4')


def test_nothing_leaks():
    """Boards, moves and errors leave no memory behind: blocks before and after many rounds of everything."""
    def everything():
        board = chess.Board(KIWIPETE)
        for move in list(board.legal_moves)[::9]:
            board.san(move), board.lan(move), board.uci(move), board.gives_check(move), board.is_legal(move)
            board.push(move)
            board.fen(), board.copy(), board.outcome(claim_draw=True), list(board.pseudo_legal_moves), board.status()
            board.pop()
        for wrong in ('x', 'Ke4', 'e9', ''):
            for method in (board.parse_san, board.push_san, board.parse_uci, chess.Move.from_uci, board.set_fen,
                           chess.Board):
                with contextlib.suppress(ValueError):
                    method(wrong)
        empty = chess.Board(None)
        empty.set_piece_at(chess.A1, chess.Piece.from_symbol('Q'))
        list(empty.legal_moves), repr(empty.legal_moves), pickle.loads(pickle.dumps(board)), board._repr_svg_()
        for junk in (None, 5, 'x', object()):
            for method in (board.push, board.is_legal, board.san, board.piece_at, board.attackers_mask, board.parse_san,
                           board.copy):
                with contextlib.suppress(TypeError, ValueError, IndexError):
                    method(junk)

    # Free lists and caches of the interpreter grow now and then; a leak grows with every round.
    rounds, growth = 60, []
    for _ in range(8):
        before = sys.getallocatedblocks()
        for _ in range(rounds):
            everything()
        gc.collect()
        growth.append(sys.getallocatedblocks() - before)
    assert min(growth[1:]) < rounds, growth


def test_threads_with_boards_of_their_own():
    def work(seed):
        return random_position(seed).fen()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(40))) == [work(seed) for seed in range(40)]


def test_moves_of_the_caller_can_be_changed():
    """As programs do it: a move is made, and becomes a promotion if it is one."""
    board = chess.Board('8/P6k/8/8/8/8/8/K7 w - - 0 1')
    shared = next(move for move in board.legal_moves if move.promotion == chess.KNIGHT)
    for move in chess.Move(chess.A7, chess.A8), chess.Move.from_uci('a7a8'), copy.copy(shared), \
            pickle.loads(pickle.dumps(shared)), copy.deepcopy(shared):
        move.promotion = chess.QUEEN
        assert move == chess.Move.from_uci('a7a8q') != shared and hash(move) == hash(chess.Move.from_uci('a7a8q'))
        assert move in board.legal_moves and board.san(move) == 'a8=Q+' or board.san(move) == 'a8=Q'
        move.from_square, move.to_square, move.promotion, move.drop = chess.B1, chess.B1, None, chess.ROOK
        assert move.uci() == 'R@b1' == str(move)
    assert shared.promotion == chess.KNIGHT
    null = chess.Move.null()
    null.to_square = 5
    assert null and not chess.Move.null()
    # A move that was played is another matter: the board has its own.
    move = chess.Move.from_uci('a7a8q')
    board.push(move)
    move.promotion = chess.ROOK
    assert board.peek() == chess.Move.from_uci('a7a8q') and board.pop().promotion == chess.QUEEN


def test_shared_moves_cannot_be_changed():
    board = chess.Board('8/P6k/8/8/8/8/8/K7 w - - 0 1')
    for move in (next(iter(board.legal_moves)), board.parse_san('a8=Q'), board.parse_uci('a7a8q'),
                 board.push_san('a8=Q'), board.peek(), board.pop()):
        for name in 'from_square', 'to_square', 'promotion', 'drop':
            with pytest.raises(AttributeError, match='copy.copy'):
                setattr(move, name, 1)
    move = chess.Move(1, 2)
    for name, value, kind in (('promotion', 7, ValueError), ('promotion', 'q', TypeError),
                              ('from_square', 64, ValueError), ('to_square', None, TypeError),
                              ('drop', -1, ValueError)):
        with pytest.raises(kind):
            setattr(move, name, value)
        with pytest.raises(AttributeError):
            delattr(move, name)
    assert move == chess.Move(1, 2)


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.integers(0, 63), st.integers(0, 63), st.sampled_from([None, 5]),
       st.sampled_from([None, 1, 2]))
def test_kinds_of_any_move(seed, origin, target, promotion, drop):
    """What kind of move it is, by the definitions, on boards of games and on any set-up."""
    rng = random.Random(seed)
    board = chess.Board()
    for _ in range(rng.randrange(60)):
        if not board.legal_moves:
            break
        board.push(rng.choice(list(board.legal_moves)))
    if seed % 3 == 0:
        board.remove_piece_at(rng.randrange(64))
        board.set_piece_at(rng.randrange(64), chess.Piece(rng.randrange(1, 7), rng.random() < 0.5))
    for move in [chess.Move(origin, target, promotion, drop), *board.pseudo_legal_moves]:
        a, b = move.from_square, move.to_square
        touched = 1 << a ^ 1 << b
        takes = bool(touched & board.occupied_co[not board.turn])
        ep = (board.ep_square == b and move.drop is None and bool(board.pawns >> a & 1) and abs(a - b) in (7, 9)
              and not board.occupied >> b & 1)
        castles = bool(board.kings >> a & 1) and not move.drop and (
            abs((a & 7) - (b & 7)) > 1 or bool(board.rooks & board.occupied_co[board.turn] & 1 << b))
        assert board.is_en_passant(move) is ep and board.is_capture(move=move) is (takes or ep)
        assert board.is_zeroing(move) is (takes or bool(touched & board.pawns) or move.drop == chess.PAWN)
        assert board.is_castling(move) is castles
        assert board.is_kingside_castling(move) is (castles and b & 7 > a & 7)
        assert board.is_queenside_castling(move) is (castles and b & 7 < a & 7)
    assert board.ply() == 2 * (board.fullmove_number - 1) + (not board.turn)
    assert board.piece_count() == board.occupied.bit_count()
    with pytest.raises(TypeError, match='expected a Move'):
        board.is_capture('e2e4')


def test_transposition_keys():
    """Equal if, and only if, the positions are the same by the rule of repetition; also of boards without kings."""
    a, b = chess.Board(), chess.Board()
    for uci in 'g1f3 g8f6 b1c3 b8c6'.split():
        a.push_uci(uci)
    for uci in 'b1c3 b8c6 g1f3 g8f6'.split():
        b.push_uci(uci)
    assert a._transposition_key() == b._transposition_key() and hash(a._transposition_key()) is not None
    keys = {board._transposition_key() for board in (
        a, chess.Board(), chess.Board('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'),
        chess.Board('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1'),
        chess.Board('4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1'), chess.Board('8/8/8/8/8/8/8/K7 w - - 0 1'), chess.Board(None),
        chess.variant.ThreeCheckBoard(), chess.variant.ThreeCheckBoard(chess.STARTING_FEN[:-3] + '2+3 0 1'),
        chess.variant.CrazyhouseBoard(), chess.variant.CrazyhouseBoard('4k3/8/8/8/8/8/8/4K3[N] w - - 0 1'))}
    assert len(keys) == 11
    # A double push that no pawn can take changes nothing.
    board = chess.Board()
    board.push_san('e4')
    other = chess.Board('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
    assert board._transposition_key() == other._transposition_key()


@pytest.mark.parametrize('board_type', [chess.Board, chess.variant.AtomicBoard, chess.variant.RacingKingsBoard,
                                        chess.variant.CrazyhouseBoard, chess.variant.ThreeCheckBoard])
def test_mirrored_boards(board_type):
    """Piece by piece, with rights, en passant square and promoted pieces; twice is the board again."""
    rng = random.Random(7)
    for _ in range(40):
        board = board_type()
        for _ in range(rng.randrange(80)):
            if not board.legal_moves:
                break
            board.push(rng.choice(list(board.legal_moves)))
        mirrored = board.mirror()
        assert mirrored.turn != board.turn and not mirrored.move_stack and mirrored.mirror() == board
        for square in chess.SQUARES:
            piece, other = board.piece_at(square), mirrored.piece_at(square ^ 56)
            assert (piece is None) == (other is None)
            assert piece is None or (piece.piece_type, piece.color) == (other.piece_type, not other.color)
        assert mirrored.castling_rights == chess.flip_vertical(board.castling_rights)
        assert mirrored.promoted == chess.flip_vertical(board.promoted)
        assert mirrored.ep_square == (None if board.ep_square is None else board.ep_square ^ 56)


def test_castling_by_the_private_names_of_python_chess():
    board = chess.Board('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
    assert [board._from_chess960(mode, chess.E1, to).uci() for mode in (False, True)
            for to in (chess.A1, chess.C1, chess.H1, chess.E2)] == 'e1c1 e1c1 e1g1 e1e2 e1a1 e1c1 e1h1 e1e2'.split()
    assert [board._to_chess960(chess.Move(chess.E1, to)).uci() for to in (chess.A1, chess.C1, chess.G1, chess.F1)] == \
        'e1a1 e1a1 e1h1 e1f1'.split()


def test_en_passant_lists():
    board = chess.Board('8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1')
    assert [move.uci() for move in board.generate_pseudo_legal_ep()] == ['d5c6']
    assert list(board.generate_legal_ep()) == [] and board.has_pseudo_legal_en_passant()
    assert not board.has_legal_en_passant()
    board.set_fen('8/8/8/1PpP3r/8/8/8/K3k3 w - c6 0 1')
    assert [move.uci() for move in board.generate_legal_ep()] == ['d5c6', 'b5c6'] and board.has_legal_en_passant()
    assert [move.uci() for move in board.generate_legal_ep(from_mask=chess.BB_B5)] == ['b5c6']
    assert list(board.generate_legal_ep(to_mask=chess.BB_D6)) == list(chess.Board().generate_pseudo_legal_ep()) == []
    # Also without kings, and with a square that no pawn attacks.
    board.set_fen('8/8/8/1Pp5/8/8/8/8 w - c6 0 1')
    assert [move.uci() for move in board.generate_legal_ep()] == ['b5c6'] and board.has_legal_en_passant()
    board.set_fen('8/8/8/2p5/8/8/8/8 w - c6 0 1')
    assert not board.has_legal_en_passant() and not board.has_pseudo_legal_en_passant()


def test_castling_rights_that_only_chess960_has():
    for fen, only in (('4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1', False), ('4k3/8/8/8/8/8/8/1R2K3 w B - 0 1', True),
                      ('4k3/8/8/8/8/8/8/4K3 w - - 0 1', False), ('3k4/8/8/8/8/8/8/R2K4 w Q - 0 1', True)):
        for chess960 in False, True:
            board = chess.Board(fen, chess960=chess960)
            before = board.fen(), board.chess960
            assert board.has_chess960_castling_rights() == only and (board.fen(), board.chess960) == before


def test_clock_and_the_end():
    board = chess.Board('k7/8/8/8/8/8/8/K6R w - - 149 90')
    assert board.is_fifty_moves() and not board.is_seventyfive_moves()
    board.halfmove_clock = 150
    assert board.is_seventyfive_moves()
    board.set_fen('k6R/8/1K6/8/8/8/8/8 b - - 150 90')
    assert board.is_checkmate() and not board.is_seventyfive_moves() and not board.is_fifty_moves()


def test_is_into_check_of_a_move_from_an_empty_square():
    """python-chess sees no danger in it, unless the king is in check already."""
    move = chess.Move.from_uci('e5e6')
    assert not chess.Board().is_into_check(move)
    assert chess.Board('4k3/8/8/8/7q/8/8/4K3 w - - 0 1').is_into_check(move)


def test_fields_of_a_move_are_checked_when_they_are_set():
    move = chess.Move(chess.E7, chess.E8)
    move.promotion, move.to_square, move.from_square = chess.QUEEN, chess.D8, chess.C7
    assert move.uci() == 'c7d8q' == str(copy.copy(move)) and (move.drop, hash(move)) == (
        None, hash(chess.Move.from_uci('c7d8q')))
    for name, value, error in (('from_square', 64, ValueError), ('to_square', -1, ValueError), ('drop', 7, ValueError),
                               ('promotion', 'q', TypeError), ('to_square', None, TypeError), ('colour', 1, AttributeError)):
        with pytest.raises(error):
            setattr(move, name, value)
    with pytest.raises(AttributeError):
        del move.promotion
    assert move.uci() == 'c7d8q' and (move.from_square, move.to_square, move.promotion) == (50, 59, 5)

    class Named(chess.Move):
        name = None
    named = Named(12, 28)
    named.name, named.promotion = 'x', chess.ROOK
    assert (named.name, named.uci()) == ('x', 'e2e4r')


def test_subsets_of_a_set():
    squares = chess.SquareSet(chess.BB_A1 | chess.BB_H8)
    subsets = squares.carry_rippler()
    assert iter(subsets) is subsets and list(subsets) == [0, 1, 1 << 63, 1 | 1 << 63] and list(subsets) == []
    assert list(chess.SquareSet().carry_rippler()) == [0]
    everything = chess.SquareSet(chess.BB_ALL).carry_rippler()
    assert [next(everything) for _ in range(3)] == [0, 1, 2]
    squares.clear()
    assert not squares and repr(squares) == 'SquareSet(0x0000_0000_0000_0000)'


def test_boards_of_subclasses_are_made_as_their_class_says():
    class Marked(chess.BaseBoard):
        def __init__(self, board_fen='8/8/8/8/8/8/8/K6k'):
            super().__init__(board_fen)
            self.mark = 'made'

    class Plain(chess.BaseBoard):
        pass
    for cls in Marked, Plain, chess.BaseBoard:
        for board in cls.empty(), cls('8/8/8/8/8/8/8/K6k').copy():
            assert type(board) is cls and getattr(board, 'mark', 'made') == 'made'
    assert hasattr(Marked().copy(), 'mark') and not Plain.empty().occupied and Plain('K7/8/8/8/8/8/8/8').copy().kings


def test_the_sign_of_a_capture_is_ignored_as_in_python_chess():
    board = chess.Board('4k3/1P6/8/3p4/4P3/8/8/4K3 w - - 0 1')
    for text, move in (('xe5', 'e4e5'), ('exe5', 'e4e5'), ('e4xe5', 'e4e5'), ('xb8=Q', 'b7b8q'), ('exd5', 'e4d5'),
                       ('Kxe2', 'e1e2')):
        assert board.parse_san(text).uci() == move
    for text, error in (('xd5', chess.IllegalMoveError), ('xe6', chess.IllegalMoveError), ('xb8', ValueError),
                        ('x', chess.InvalidMoveError), ('xx', chess.InvalidMoveError)):
        with pytest.raises(error) as caught:
            board.parse_san(text)
        assert board.fen() in str(caught.value)
    assert board.push_san('xe5').uci() == 'e4e5' == board.peek().uci()


def test_an_overridden_push_is_called():
    class Counting(chess.Board):
        pushed = 0

        def push(self, move):
            self.pushed += 1
            super().push(move)
    board = Counting()
    board.push_uci('e2e4')
    board.push_san('e5')
    board.push_xboard('Nf3')
    board.push(chess.Move.from_uci('b8c6'))
    assert board.pushed == len(board.move_stack) == 4
    with pytest.raises(chess.IllegalMoveError):
        board.push_san('Ke3')
    assert board.pushed == 4

    class Refusing(chess.Board):
        def push(self, move):
            raise LookupError('no')
    for call in Refusing().push_uci, Refusing().push_san:
        with pytest.raises(LookupError):
            call('d2d4' if call.__name__ == 'push_uci' else 'd4')
