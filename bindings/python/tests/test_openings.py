"""plyforge.openings: names of positions and games."""
import pytest

import corpora
import plyforge.chess as chess
import plyforge.chess.variant
from plyforge.openings import Opening, Openings

TABLE = 'eco\tname\tpgn\nB00\tKing Pawn\t1. e4\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\nA04\tRéti\t1. Nf3\n'


def board_after(moves):
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    return board


def test_positions():
    openings = Openings()
    assert len(openings) == 0 and openings.find(chess.Board()) is None
    openings.read(TABLE)
    assert len(openings) == 3 and openings.find(chess.Board()) is None
    assert openings.find(board_after('e4')) == Opening('B00', 'King Pawn', 1)
    assert openings.find(board_after('Nf3')).name == 'Réti'
    assert openings.find(board_after('Nf3 Nc6 e4 e5 Bb5')) == ('C60', 'Ruy Lopez', 5)
    assert openings.find(board_after('e4 e5')) is None
    assert openings.find(chess.variant.AtomicBoard(board_after('e4').fen())) is None
    openings.read(b'C20\tOpen Game\t1. e4 e5\n')
    assert len(openings) == 4 and openings.find(board_after('e4 e5')).eco == 'C20'


def test_games():
    openings = Openings()
    openings.read(TABLE)
    board = board_after('Nf3 Nc6 e4 e5 Bb5 a6 Ba4')
    fen = board.fen()
    assert openings.find_last(board) == ('C60', 'Ruy Lopez', 5)
    assert board.fen() == fen and len(board.move_stack) == 7
    assert openings.find_last(chess.Board()) is None
    moves = [chess.Move.from_uci(uci) for uci in ('e2e4', 'c7c5')]
    assert openings.find_last(chess.Board(), moves) == ('B00', 'King Pawn', 1)


def test_refused(tmp_path):
    openings = Openings()
    with pytest.raises(ValueError, match='line 2: .*'):
        openings.read('A00\tFirst\t1. a3\nA01\tWrong\t1. e5\n')
    assert openings.find(board_after('a3')).name == 'First'
    with pytest.raises(ValueError, match='separated by tabs'):
        openings.read('text')
    with pytest.raises(TypeError):
        openings.read(None)
    with pytest.raises(TypeError):
        openings.find(chess.STARTING_FEN)
    with pytest.raises(ValueError, match='not a valid position'):
        openings.find(chess.Board(None))
    path = tmp_path / 'bad.tsv'
    path.write_text('text\n')
    with pytest.raises(ValueError, match='bad.tsv, line 1: '):
        Openings(path)
    with pytest.raises(FileNotFoundError):
        Openings(tmp_path / 'nowhere.tsv')


def test_the_whole_table():
    folder = corpora.folder('openings')
    paths = sorted(folder.glob('*.tsv'))
    openings = Openings(*paths)
    assert len(openings) == sum(path.read_bytes().count(b'\n') - 1 for path in paths)
    assert openings.find_last(board_after('d4 Nf6 c4 e6 Nc3 Bb4 e3')).eco.startswith('E4')
