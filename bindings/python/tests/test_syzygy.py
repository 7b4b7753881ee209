"""plyforge.chess.syzygy: names of tables, probing, and what cannot be probed."""
import shutil

import pytest

import corpora
import plyforge.chess as chess
import plyforge.chess.syzygy as syzygy
import plyforge.chess.variant

ROOK = '8/8/8/8/8/2k5/8/K2R4 w - - 0 1'
EN_PASSANT = '8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2'


@pytest.fixture
def folder():
    return corpora.folder('syzygy')


def test_names():
    names = list(syzygy.tablenames(piece_count=5))
    assert len(names) == len(set(names)) == 5 + 30 + 110
    assert all(syzygy.normalize_tablename(name) == name and syzygy.is_tablename(name) for name in names)
    assert sum(len(name) == 7 for name in syzygy.tablenames()) == 365
    assert sum(len(name) == 7 for name in syzygy.tablenames(one_king=False)) == 5754
    assert syzygy.normalize_tablename('KNNvKBB') == 'KBBvKNN'
    assert syzygy.normalize_tablename('KvPKQ') == 'KQPvK'
    assert syzygy.normalize_tablename('KQPvK', mirror=True) == 'KvKQP'
    for bad in ('KvK', 'KQK', 'KQvK.rtbw', 'KQQvKKK', 'QvK', 'KQQQQvKQQ', 'KvKQ', ''):
        assert not syzygy.is_tablename(bad)
    assert syzygy.is_tablename('KvKQ', normalized=False) and syzygy.is_tablename('QvK', one_king=False, normalized=False)
    with pytest.raises(ValueError, match='not the name of a table'):
        syzygy.normalize_tablename('KQK')


def test_dependencies():
    assert set(syzygy.dependencies('KBNvK')) == {'KBvK', 'KNvK'}
    assert set(syzygy.dependencies('KPvKR')) == {'KQvKR', 'KRvKR', 'KRvKB', 'KRvKN', 'KRvK', 'KPvK'}
    assert set(syzygy.all_dependencies(['KPvK'])) == {'KPvK', 'KQvK', 'KRvK', 'KBvK', 'KNvK'}
    assert set(syzygy.dependencies('PvK', one_king=False)) == {'KvK', 'KvQ', 'KvR', 'KvB', 'KvN'}


def test_keys_and_distances():
    board = chess.Board('8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1')
    assert syzygy.calc_key(board) == 'KBNvK' and syzygy.calc_key(board, mirror=True) == 'KvKBN'
    assert [syzygy.dtz_before_zeroing(wdl) for wdl in range(-2, 3)] == [-1, -101, 0, 101, 1]


def test_probing(folder):
    with syzygy.open_tablebase(folder) as tables:
        assert len(tables.wdl) == len(tables.dtz) == 35
        assert tables.probe_wdl(chess.Board(ROOK)) == 2 and tables.probe_dtz(chess.Board(ROOK)) == 25
        board = chess.Board(EN_PASSANT)
        assert tables.probe_wdl(board) == 2 and tables.probe_wdl_table(board) == 0
        assert tables.probe_dtz(board) == 1 and tables.probe_dtz_no_ep(board) == 0
        assert board.ep_square == chess.E6
        assert tables.probe_wdl(chess.Board('8/8/4k3/8/8/4K3/8/8 w - - 0 1')) == 0
        assert tables.probe_dtz_table(chess.Board('7n/6k1/4R3/4K3/8/8/8/8 b - - 1 1'), -2) == (8, 1)
        assert tables.probe_dtz_table(chess.Board('7n/6k1/4R3/4K3/8/8/8/8 w - - 1 1'), 2) == (0, -1)
        with pytest.raises(ValueError):
            tables.probe_dtz_table(chess.Board(ROOK), 0)
    with pytest.raises(syzygy.MissingTableError, match='there is no table KRvK.rtbw'):
        tables.probe_wdl(chess.Board(ROOK))
    assert not tables.wdl and not tables.dtz


def test_playing_the_best_distance_mates(folder):
    board = chess.Board('8/8/8/8/3k4/8/8/KBN5 w - - 0 1')
    with syzygy.open_tablebase(folder) as tables:
        while not board.is_game_over():
            distances = {}
            for move in board.legal_moves:
                board.push(move)
                distances[move] = 1000 if board.is_checkmate() else tables.probe_dtz(board)
                board.pop()
            wins = board.turn == chess.WHITE
            lost = [move for move, dtz in distances.items() if dtz == 1000 or dtz < 0]
            choices = lost if wins else list(distances)
            board.push(max(choices, key=distances.get))
    assert board.is_checkmate() and board.turn == chess.BLACK


def test_what_is_loaded(folder, tmp_path):
    tables = syzygy.Tablebase()
    assert tables.add_directory(folder, load_dtz=False) == 35
    assert tables.probe_wdl(chess.Board(ROOK)) == 2
    with pytest.raises(syzygy.MissingTableError, match='KRvK.rtbz'):
        tables.probe_dtz(chess.Board(ROOK))
    assert tables.add_directory(str(folder)) == 35 and tables.add_directory(folder) == 0
    assert tables.get_dtz(chess.Board(ROOK)) == 25
    for name in ('notes.txt', 'KRvKX.rtbw', 'KvKR.rtbw', 'KQQQQQQvK.rtbw'):
        (tmp_path / name).write_bytes(b'')
    assert syzygy.Tablebase().add_directory(tmp_path) == 0
    with pytest.raises(FileNotFoundError):
        tables.add_directory(tmp_path / 'nowhere')


def test_damaged_files(folder, tmp_path):
    content = (folder / 'KRvK.rtbw').read_bytes()
    (tmp_path / 'KRvK.rtbw').write_bytes(content[:100])
    tables = syzygy.open_tablebase(tmp_path)
    with pytest.raises(OSError, match='KRvK.rtbw: the table is truncated'):
        tables.probe_wdl(chess.Board(ROOK))
    with pytest.raises(OSError):
        tables.get_wdl(chess.Board(ROOK))
    shutil.copy(folder / 'KRvK.rtbw', tmp_path / 'KQvK.rtbw')
    with pytest.raises(OSError, match='KQvK.rtbw'):
        syzygy.open_tablebase(tmp_path).probe_wdl(chess.Board('8/8/8/8/8/2k5/8/K2Q4 w - - 0 1'))


def test_what_no_table_has():
    tables = syzygy.Tablebase()
    assert tables.get_dtz(chess.Board()) is None and tables.get_wdl(chess.Board(), 7) == 7
    for fen, words in ((chess.STARTING_FEN, 'castling'), ('rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1', 'more men')):
        with pytest.raises(KeyError, match=words) as caught:
            tables.probe_wdl(chess.Board(fen))
        assert not isinstance(caught.value, syzygy.MissingTableError)
    for board in (None, 'fen', chess.BaseBoard()):
        with pytest.raises((TypeError, AttributeError)):
            tables.probe_wdl(board)
    with pytest.raises(ValueError, match='not a valid position'):
        tables.probe_wdl(chess.Board('8/8/8/8/8/8/8/K7 w - - 0 1'))


def test_variants(folder):
    board = chess.variant.AntichessBoard('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
    with pytest.raises(KeyError, match='of chess, the board of antichess'):
        syzygy.Tablebase().probe_dtz(board)
    tables = syzygy.Tablebase(VariantBoard=chess.variant.AntichessBoard)
    assert tables.add_directory(folder) == 0
    with pytest.raises(syzygy.MissingTableError):
        tables.probe_dtz(board)
    tables = syzygy.Tablebase(VariantBoard=chess.variant.AtomicBoard)
    board = chess.variant.AtomicBoard.empty()
    board.set_piece_at(chess.D1, chess.Piece.from_symbol('k'))
    assert tables.probe_wdl(board) == -2 and tables.probe_dtz(board) == -1
    with pytest.raises(syzygy.MissingTableError):
        tables.probe_wdl_table(chess.variant.AtomicBoard('4k3/8/8/8/8/8/8/4K2R w - - 0 1'))


def test_single_files(folder):
    with syzygy.WdlTable(folder / 'KRvK.rtbw') as table:
        table.init_table_wdl()
        assert table.probe_wdl_table(chess.Board(ROOK)) == 2
    with syzygy.DtzTable(str(folder / 'KRvKN.rtbz')) as table:
        table.init_table_dtz()
        assert table.probe_dtz_table(chess.Board('7n/6k1/4R3/4K3/8/8/8/8 b - - 1 1'), -2) == (8, 1)
    with pytest.raises(OSError, match='not the name of a table'):
        syzygy.WdlTable('table.bin')
