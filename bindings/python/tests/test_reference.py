"""plyforge.chess against the library's reference generator, a slow one that shares no code with it."""
import random

import pytest
from hypothesis import given, settings, strategies as st

import plyforge.chess as chess
from plyforge.chess import variant

reference = pytest.importorskip('plyforge_reference')
GOES_ON, CHECKMATE, STALEMATE, WHITE_WINS, BLACK_WINS, DRAW = range(6)
TYPES = [chess.Board, variant.CrazyhouseBoard, variant.AtomicBoard, variant.AntichessBoard, variant.KingOfTheHillBoard,
         variant.ThreeCheckBoard, variant.HordeBoard, variant.RacingKingsBoard]


def compare(board):
    moves, in_check, ending = reference.answers(board.fen(en_passant='fen'), board._variant, board.chess960)
    assert sorted(move.uci() for move in board.legal_moves) == sorted(moves)
    assert board.legal_moves.count() == len(moves) and board.is_check() == in_check
    assert board.is_checkmate() == (ending == CHECKMATE) or ending in (WHITE_WINS, BLACK_WINS)
    winner = board._variant_winner() if board.is_variant_end() or board._variant_outcome()[0] else None
    assert winner == {WHITE_WINS: chess.WHITE, BLACK_WINS: chess.BLACK}.get(ending)
    if ending == GOES_ON:
        assert not board.is_checkmate() and not board.is_stalemate() and not board.is_variant_end()
    return moves


@pytest.mark.parametrize('board_type', TYPES)
@settings(max_examples=12)
@given(st.integers(min_value=0, max_value=2**32), st.booleans())
def test_games(board_type, seed, chess960):
    rng = random.Random(seed)
    chess960 = chess960 and board_type is chess.Board
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else board_type()
    for _ in range(80):
        moves = compare(board)
        if not moves:
            break
        board.push_uci(rng.choice(sorted(moves)))


PLACES = st.dictionaries(st.integers(0, 63), st.sampled_from('PNBRQpnbrq'), max_size=20)


@settings(max_examples=300)
@given(PLACES, st.integers(0, 63), st.integers(0, 63), st.booleans(), st.sampled_from(['-', 'KQkq', 'Kq', 'Qk']))
def test_set_ups(pieces, white, black, turn, castling):
    """Any pieces anywhere: what the library accepts is played as the reference plays it."""
    board = chess.Board(None)
    for square, symbol in {**pieces, black: 'k', white: 'K'}.items():
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.turn = turn
    board.set_castling_fen(castling)
    if board._is_sound():
        compare(board)
        for move in list(board.legal_moves)[:3]:
            board.push(move)
            compare(board)
            board.pop()
