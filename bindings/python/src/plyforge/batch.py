"""Many positions at once: arrays in, arrays out, at the speed of C and without the GIL.

Every result is an Array: memory that numpy.asarray() and torch.from_dlpack() take over without copying. Rows that are
wrong raise an exception that names the row. After an exception or Ctrl-C, the contents of an array given as out= are
unspecified, unless the function says otherwise. Any number of threads may read an array at the same time, or a single
one may write to it; other calls raise RuntimeError.

>>> from plyforge import batch
>>> positions = batch.positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
...                              "7k/8/8/8/8/8/8/K7 w - - 0 1"])
>>> moves, offsets = batch.legal_moves(positions)
>>> list(memoryview(offsets))
[0, 20, 23]

A move has 16 bits: the target in bits 0 to 5, the origin in 6 to 11, the promotion in 12 and 13 (0 knight to 3 queen),
and the kind in 14 and 15 (1 promotion, 2 en passant, 3 castling, whose target is the rook). A move of kind 0 with 1 in
bits 12 and 13 is a drop, with the type of the piece (0 pawn to 4 queen) in place of the origin; with 2, it is a
promotion to king.

Rows may be positions of any variant, and an array may mix variants. Planes, tokens and action spaces are those of
standard chess: they do not represent pockets, counted checks, drops or promotions to king.
"""
import array
import functools
import typing

from plyforge import _core, _rows, _table

Array = _core.Array
_VARIANT_BYTE = 108  # of a row
_FEATURES = {"HalfKP": (0, 64 * 641), "HalfKAv2_hm": (1, 32 * 704)}


def _takes_positions(function):
    """The first argument of the function may also be an array of another package, for instance a slice of
    numpy.asarray(positions). Its rows are copied and checked."""
    name = function.__code__.co_varnames[0]

    @functools.wraps(function)
    def wrapped(*arguments, **options):
        if arguments:
            if type(arguments[0]) is not Array:
                arguments = (_from_rows(arguments[0]), *arguments[1:])
        elif name in options:
            options[name] = _from_rows(options[name])
        return function(*arguments, **options)
    return wrapped


def _from_rows(source):
    """An Array of positions from rows that have all fields of a position; anything else is returned unchanged, and then
    refused."""
    try:
        view = memoryview(source)
    except (TypeError, ValueError):
        return source
    is_rows = ":by_type:" in view.format and type(source) is not Array
    return positions(source, chess960=True) if is_rows else source


def concatenate(arrays):
    """The positions of several arrays in one: those of the first, then those of the second, and so on."""
    parts = [_from_rows(part) for part in arrays]
    for part in parts:
        _rows.rows_of(part)
    if not parts:
        return _core._batch_new(_rows.POSITION, (0,))
    rows = memoryview(b"".join(parts)).cast("B", (sum(map(len, parts)), 112)) if any(map(len, parts)) else None
    return positions(rows, chess960=True) if rows is not None else parts[0]


def _board(positions, row):
    """A row as a board of its variant."""
    from plyforge.chess import BB_CORNERS, variant
    fen, = fens(take(positions, [row]))
    number = memoryview(take(positions, [row])).cast("B")[_VARIANT_BYTE]
    cls = next(cls for cls in variant.VARIANTS if cls._variant == number)
    board = cls(fen, chess960=True)
    kings = board.kings & (1 << 4 | 1 << 60)
    usual = all(board.castling_rights & rank == 0 or kings & rank
                for rank in (0xff, 0xff << 56)) and not board.castling_rights & ~BB_CORNERS
    board.chess960 = not usual
    return board


def _boards(positions):
    """Each row as a board."""
    return (_board(positions, row) for row in range(len(positions)))


def _item(positions, key):
    """positions[key]: a board, or an array of some rows."""
    if isinstance(key, slice):
        return take(positions, range(*key.indices(len(positions))))
    row = _rows.integer(key, "a row", -1 << 62, 1 << 62)
    if not -len(positions) <= row < len(positions):
        raise IndexError(f"no row {row}: there are {len(positions)} positions")
    return _board(positions, row)


# ---- Positions ----

def positions(source, *, variant="standard", chess960=False, strict=False, errors=None, threads=1, out=None):
    """An array of positions.

    source is an iterable of FENs; or an array whose rows have 112 bytes, the fields of pf_position, which are checked;
    or one whose rows have 24 or 56 bytes, as pack() makes them. variant: that of the FENs, by a name that
    chess.variant.find_variant() knows; rows of bytes contain theirs. A wrong row raises ValueError, which names the
    row. If errors is a list, (row, message) is appended to it for each wrong row instead, including None and other
    objects that are not text, and the row holds the start position. Castling rights without a rook are dropped, unless
    strict; those of Chess960 need chess960=True. numpy sees 112 bytes per row."""
    all_errors, view, number = _rows.wants_all(errors), None, _variant_number(variant)
    if not isinstance(source, (list, tuple, str)):
        try:
            view = memoryview(source)
        except (TypeError, ValueError):
            # Not a buffer, or one without a format for its elements, such as numpy's arrays of str and objects.
            pass
    if view is None or view.format.endswith(("w", "O")):
        if isinstance(source, (str, dict)) or not hasattr(source, "__iter__"):
            raise TypeError(f"a list of FENs is needed, not one {type(source).__name__}")
        source = list(source)
        array_, result = _rows.result_of(out, _rows.POSITION, (len(source),))
        with _rows.borrow(writes=[array_]) as (array_,):
            parts = _rows.in_parts(_core._batch_from_fens, len(source), threads, source, number, bool(chess960),
                                   bool(strict), all_errors, array_, chunk=4096)
        return _rows.finish(result, parts, errors)
    rows = view.shape[0] if view.ndim else 0
    size = view.itemsize * _rows.size_of(view.shape[1:])
    if size not in (24, 56, 112):
        raise TypeError(f"rows of {size} bytes are not positions: these take 112 bytes, or 24 or 56 packed; unpack() "
                        f"takes bytes without rows")
    if number:
        raise ValueError("variant applies to FENs only: rows of bytes contain theirs")
    if not (view.ndim == 2 and view.itemsize == 1
            or view.ndim == 1 and (":by_type:" in view.format or view.format.endswith("x"))):
        raise TypeError(f"rows must be uint8 of shape (n, {size}), or the fields of a position, not {view.format!r}")
    return _from_bytes(view, rows, size, chess960, strict, errors, threads, out)


def _variant_number(name):
    if not isinstance(name, str):
        raise TypeError(f"variant must be a name, not {type(name).__name__}")
    if name == "standard":
        return 0
    from plyforge.chess.variant import find_variant
    return find_variant(name)._variant


def _from_bytes(view, rows, size, chess960, strict, errors, threads, out):
    if not view.c_contiguous:
        view = view.tobytes()
    array_, result = _rows.result_of(out, _rows.POSITION, (rows,))
    all_errors = _rows.wants_all(errors)
    with _rows.borrow(writes=[array_]) as (array_,):
        parts = _rows.in_parts(_core._batch_from_bytes, rows, threads, view, size, bool(chess960), bool(strict),
                               all_errors, array_)
    return _rows.finish(result, parts, errors)


@_takes_positions
def fens(positions):
    """The FENs of positions, as a list."""
    rows = _rows.rows_of(positions)
    with _rows.borrow(reads=[positions]) as (positions,):
        return [fen for part in _rows.in_parts(_core._batch_fens, rows, 1, positions) for fen in part]


@_takes_positions
def take(positions, rows, *, threads=1, out=None):
    """The positions of these rows, in this order: a list of numbers, or any buffer of int64. Negative ones count from
    the end. IndexError names the first number without a position."""
    _rows.rows_of(positions)
    if (str(getattr(rows, "dtype", "")) == "bool"
        or isinstance(rows, (list, tuple)) and rows and isinstance(rows[0], bool)):
        raise TypeError("rows must be numbers, not a mask: use numpy.flatnonzero(mask)")
    view = _rows.column(rows, _rows.I64, "rows")
    if out is positions:
        raise ValueError("out must not be the array from which rows are taken")
    array_, result = _rows.result_of(out, _rows.POSITION, (len(view),))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_take, len(view), threads, positions, view, array_)
    return result


@_takes_positions
def pack(positions, *, variants=False, threads=1, out=None):
    """uint8, 24 bytes per row, for files; with variants=True 56 bytes, which positions of variants need. Counters are
    not included."""
    array_, result = _rows.result_of(out, _rows.U8, (_rows.rows_of(positions), 56 if variants else 24))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_pack, len(positions), threads, positions, bool(variants), array_)
    return result


def unpack(packed, *, variants=False, chess960=False, errors=None, threads=1, out=None):
    """Positions from 24 bytes each, or 56 with variants=True: any buffer of bytes. errors works as for positions()."""
    size = 56 if variants else 24
    try:
        view = memoryview(packed)
    except TypeError:
        raise TypeError(f"packed must be bytes or an array of uint8, not {type(packed).__name__}") from None
    if view.itemsize not in (1, size):
        raise TypeError(f"packed must be uint8, not {view.format!r} with {view.itemsize} bytes per element")
    if view.nbytes % size:
        raise ValueError(f"{view.nbytes} bytes are not a multiple of {size}")
    return _from_bytes(view, view.nbytes // size, size, chess960, False, errors, threads, out)


# ---- Tables ----

class PositionTable(_table.Whole):
    """Positions with associated columns, as table() makes them, for Arrow, Parquet and pandas."""

    _kind = "positions"

    def __init__(self, columns, rows):
        self._made, self._rows = columns, rows

    def _columns(self):
        return self._made

    def __len__(self):
        return self._rows

    @property
    def column_names(self):
        return [name for name, *_ in self._made]

    def __repr__(self):
        return f"<table of {self._rows} positions: {', '.join(self.column_names)}>"


@_takes_positions
def table(positions, **columns):
    """A table with a row per position: fen, position (24 bytes, as pack() makes them; null for a position of a
    variant), and the columns given by name, each a buffer of bool, uint8, uint16, int16, int32, int64 or float32 with a
    number per position. It has to_parquet(), to_pandas(), and the Arrow interface."""
    rows = _rows.rows_of(positions)
    return PositionTable(_table.columns_of_positions(positions, columns), rows)


# ---- Moves ----

@_takes_positions
def legal_moves(positions, *, threads=1, out=None):
    """The legal moves of all rows: (moves, offsets), uint16 and int64. Those of row i are moves[offsets[i]:offsets[i +
    1]].

    out: two arrays to write into, of which the first may be longer than needed; ValueError if it is shorter."""
    rows = _rows.rows_of(positions)
    moves, offsets = _rows.pair(out, 2)
    offsets, offset_result = _rows.result_of(offsets, _rows.I64, (rows + 1,))
    with _rows.borrow(reads=[positions], writes=[offsets]) as (positions, offsets):
        _rows.in_parts(_core._batch_count, rows, threads, positions, offsets)
        moves, move_result = _rows.room(moves, _rows.U16, _core._batch_sum(offsets))
        with _rows.borrow(writes=[moves]) as (moves,):
            _rows.in_parts(_core._batch_fill, rows, threads, positions, offsets, moves)
    return move_result, offset_result


@_takes_positions
def play(positions, moves, *, threads=1, out=None):
    """The positions after one move each: any buffer of 16-bit moves. IllegalMoveError names the first row whose move is
    not legal; out, which may be positions itself, is then unchanged."""
    array_, result = _rows.result_of(out, _rows.POSITION, (_rows.rows_of(positions),))
    moves = _rows.column(moves, _rows.U16, "moves", len(positions))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        if out is not None:
            _rows.in_parts(_core._batch_play, len(positions), threads, positions, moves, None)
        _rows.in_parts(_core._batch_play, len(positions), threads, positions, moves, array_)
    return result


@_takes_positions
def replay(starts, moves, offsets, *, after=False, threads=1, out=None):
    """The position before each move of many games, or after it: one row per move.

    Game i begins with starts[i] and has the moves moves[offsets[i]:offsets[i + 1]], as plyforge.pgn reads them; 0 is a
    null move. IllegalMoveError names the game and the number of the move; out is then unchanged."""
    games = _rows.rows_of(starts)
    moves = _rows.column(moves, _rows.U16, "moves")
    offsets = _rows.offsets_of(offsets, "offsets", games, len(moves))
    if out is starts and out is not None:
        raise ValueError("out must not be the starts, which are read while it is written")
    array_, result = _rows.result_of(out, _rows.POSITION, (len(moves),))
    with _rows.borrow(reads=[starts], writes=[array_]) as (starts, array_):
        if out is not None:
            _rows.in_parts(_core._batch_replay, games, threads, starts, moves, offsets, bool(after), None, chunk=1024)
        _rows.in_parts(_core._batch_replay, games, threads, starts, moves, offsets, bool(after), array_, chunk=1024)
    return result


def ucis(moves, *, chess960=False):
    """The UCI text of 16-bit moves, as a list; "0000" for a null move. chess960: castling is the king taking its rook.
    ValueError names the first row whose number is not a move in any game."""
    moves = _rows.column(moves, _rows.U16, "moves")
    parts = _rows.in_parts(_core._batch_ucis, len(moves), 1, moves, bool(chess960))
    return [uci for part in parts for uci in part]


@_takes_positions
def from_ucis(positions, ucis, *, errors=None, threads=1, out=None):
    """uint16, one per row: the legal move with that UCI text, in either notation of castling.

    IllegalMoveError names the first row whose text is not a legal move. With a list as errors, (row, message) is
    appended to it for each such row instead, and the row holds 0."""
    array_, result = _rows.result_of(out, _rows.U16, (_rows.rows_of(positions),))
    if isinstance(ucis, (str, bytes)) or not hasattr(ucis, "__iter__"):
        raise TypeError(f"a list of UCI moves is needed, not one {type(ucis).__name__}")
    ucis = list(ucis)
    if len(ucis) != len(positions):
        raise ValueError(f"{len(positions)} positions need as many moves, not {len(ucis)}")
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        parts = _rows.in_parts(_core._batch_from_ucis, len(ucis), threads, positions, ucis, _rows.wants_all(errors),
                               array_, chunk=4096)
    return _rows.finish(result, parts, errors, _core.IllegalMoveError)


@_takes_positions
def outcomes(positions, *, threads=1, out=None):
    """uint8, one per row: result + 4 * reason. The result is 0 for a game that is not over, 1 White, 2 Black, 3 draw;
    reasons are those of pf_reason: 1 checkmate, 2 stalemate, 3 insufficient material, 5 seventy-five moves, from 10 on
    the ends of variants. Repetition needs a history and is not detected."""
    array_, result = _rows.result_of(out, _rows.U8, (_rows.rows_of(positions),))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_outcomes, len(positions), threads, positions, array_)
    return result


@_takes_positions
def perft(positions, depth, *, threads=1, out=None):
    """int64, one per row: the number of sequences of legal moves of that length. OverflowError names a row whose count
    is
    too large."""
    depth = _rows.integer(depth, "depth", 0, 255)
    array_, result = _rows.result_of(out, _rows.I64, (_rows.rows_of(positions),))
    stop = bytearray(1)
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_perft, len(positions), threads, positions, depth, stop, array_,
                       chunk=_rows.CHUNK >> min(3 * depth, 14),
                       stop=stop if depth > 4 else None)
    return result


@_takes_positions
def playouts(positions, seed, *, plies=1000, threads=1, out=None):
    """The final positions of random games from each row, which end when they are over or after this many plies. The
    same
    seed plays the same games, however many threads there are."""
    array_, result = _rows.result_of(out, _rows.POSITION, (_rows.rows_of(positions),))
    seed, plies = (_rows.integer(seed, "seed", -1 << 63, (1 << 64) - 1) & (1 << 64) - 1,
                   _rows.integer(plies, "plies", 0, (1 << 32) - 1))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_playouts, len(positions), threads, positions, seed, plies, array_, chunk=64)
    return result


# ---- Inputs of networks ----

@_takes_positions
def planes(positions, count=12, *, relative=None, games=None, threads=1, out=None):
    """float32, rows by count by 8 by 8, rank 1 first.

    12: pawn to king of White, then of Black; relative: the side to move first, seen from its side. 112, of lc0, and
    119, of AlphaZero: eight positions, the latest first, always seen from the side to move, then rights and counters;
    docs/learning.md lists them. games: int64 offsets that tell which rows are consecutive positions of one game, as
    replay() returns them; without it every row is independent."""
    if not hasattr(count, "__index__") or count not in (12, 112, 119):
        raise ValueError(f"there are 12, 112 or 119 planes, not {count!r}")
    count = int(count)
    if count == 12 and games is not None:
        raise ValueError("12 planes have no history: leave games out")
    if count != 12 and relative is not None and not relative:
        raise ValueError(f"{count} planes are always seen from the side to move: leave relative out")
    array_, result = _rows.result_of(out, _rows.F32, (_rows.rows_of(positions), count, 8, 8))
    games = None if games is None else _rows.offsets_of(games, "games", None, len(positions))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_planes, len(positions), threads, positions, count, bool(relative), games, array_,
                       chunk=_rows.rows_of_a_call(256 * count))
    return result


@_takes_positions
def tokens(positions, *, threads=1, out=None):
    """uint8, rows by 77: the FEN as 77 tokens of 31 kinds, in the format of searchless_chess. ValueError names a
    row with a counter above 999 or a right of Chess960."""
    array_, result = _rows.result_of(out, _rows.U8, (_rows.rows_of(positions), 77))
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_tokens, len(positions), threads, positions, array_)
    return result


@_takes_positions
def features(positions, name, *, relative=False, threads=1, out=None):
    """The sparse features of both sides: (white, black, offsets), int32, int32 and int64; those of row i are at
    offsets[i] to offsets[i + 1] in both. relative: (side to move, other side, offsets). name is "HalfKP" or
    "HalfKAv2_hm"; feature_count(name) returns their number. ValueError names a row in which a side has no king or
    several, as in some variants."""
    number, _ = _feature_set(name)
    rows = _rows.rows_of(positions)
    white, black, offsets = _rows.pair(out, 3)
    offsets, offset_result = _rows.result_of(offsets, _rows.I64, (rows + 1,))
    with _rows.borrow(reads=[positions], writes=[offsets]) as (positions, offsets):
        _rows.in_parts(_core._batch_count_features, rows, threads, positions, number, offsets)
        count = _core._batch_sum(offsets)
        white, white_result = _rows.room(white, _rows.I32, count)
        black, black_result = _rows.room(black, _rows.I32, count)
        with _rows.borrow(writes=[white, black]) as (white, black):
            _rows.in_parts(_core._batch_features, rows, threads, positions, number, bool(relative), offsets, white,
                           black)
    return white_result, black_result, offset_result


def feature_count(name):
    """The number of features in a set: 41024 for HalfKP, 22528 for HalfKAv2_hm."""
    return _feature_set(name)[1]


def _feature_set(name):
    if not isinstance(name, str) or name not in _FEATURES:
        raise ValueError(f"features are HalfKP or HalfKAv2_hm, not {name!r}")
    return _FEATURES[name]


# ---- Action spaces ----

class ActionSpace(typing.NamedTuple):
    """A numbering of moves. names has the UCI text of each action; relative spaces see the board from the side to
    move."""

    name: str
    size: int
    names: tuple
    table: bytes
    castling_as_step: bool
    relative: bool


def _name(from_square, to_square, promotion=0):
    squares = ["abcdefgh"[square & 7] + str((square >> 3) + 1) for square in (from_square, to_square)]
    return "".join(squares) + " pnbrqk"[promotion].strip()


def _bare_moves():
    """Every move of a queen or knight on an empty board: 1792."""
    for from_square in range(64):
        reach = _core.attacks(True, 5, from_square, 0) | _core.attacks(True, 2, from_square, 0)
        for to_square in range(64):
            if reach >> to_square & 1:
                yield from_square, to_square


def _promotions(ranks):
    """The steps of pawns onto the last rank: 22 for each side."""
    for from_rank, to_rank in ranks:
        for file in range(8):
            for target in (file - 1, file, file + 1):
                if 0 <= target < 8:
                    yield from_rank * 8 + file, to_rank * 8 + target


def _space(name, actions, step, relative, size=None):
    """actions: [(index, from, to, promotion)]; several may have one index."""
    table = array.array("h", [-1]) * (7 << 12)
    names = {}
    for index, from_square, to_square, promotion in actions:
        table[promotion << 12 | from_square << 6 | to_square] = index
        names.setdefault(index, _name(from_square, to_square, promotion))
    size = size or max(names) + 1
    return ActionSpace(name, size, tuple(names.get(index, "") for index in range(size)), table.tobytes(), step,
                       relative)


def _searchless():
    """From each square the targets of a queen, then those of a knight; then the promotions, straight ahead first."""
    moves = []
    for from_square in range(64):
        for piece_type in (5, 2):
            reach = _core.attacks(True, piece_type, from_square, 0)
            moves += [(from_square, to_square, 0) for to_square in range(64) if reach >> to_square & 1]
    for ranks in ((1, 0), (6, 7)):
        steps = sorted(_promotions([ranks]), key=lambda step: (step[0], (step[0] & 7) != (step[1] & 7), step[1]))
        moves += [(a, b, promotion) for a, b in steps for promotion in (5, 4, 3, 2)]
    return [(index, *move) for index, move in enumerate(moves)]


def _lc0():
    bare = list(_bare_moves())
    moves = [(index, *move, 0) for index, move in enumerate(bare)]
    moves += [(bare.index(move), *move, 2) for move in _promotions([(6, 7)])]
    extra = [(*move, promotion) for move in _promotions([(6, 7)]) for promotion in (5, 4, 3)]
    return moves + [(len(bare) + index, *move) for index, move in enumerate(extra)]


def _alphazero(plane_first):
    directions = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    for a, b in _bare_moves():
        dx, dy = (b & 7) - (a & 7), (b >> 3) - (a >> 3)
        if (dx, dy) in knight:
            plane = 56 + knight.index((dx, dy))
        else:
            distance = max(abs(dx), abs(dy))
            plane = directions.index((dx // distance, dy // distance)) * 7 + distance - 1
        index = plane * 64 + a if plane_first else a * 73 + plane
        yield index, a, b, 0
        if a >> 3 == 6 and dy == 1 and abs(dx) <= 1:
            yield index, a, b, 5
    for a, b in _promotions([(6, 7)]):
        for promotion in (2, 3, 4):
            plane = 64 + (promotion - 2) * 3 + (b & 7) - (a & 7) + 1
            yield plane * 64 + a if plane_first else a * 73 + plane, a, b, promotion


@functools.cache
def action_space(name, *, layout="square"):
    """An action space by the number of its actions.

    1968, that of searchless_chess: every bare move, then the promotions of both sides; castling is the king's step.
    1858, that of lc0, from the side to move: a knight promotion is the bare move; castling is the king taking its rook.
    4672, that of AlphaZero, from the side to move: 64 squares by 73 planes, 56 of the queen, 8 of the knight, 9
    underpromotions. layout is "square" (square * 73 + plane) or "plane" (plane * 64 + square); castling is the king's
    step."""
    if layout not in ("square", "plane"):
        raise ValueError(f"layout is 'square' or 'plane', not {layout!r}")
    if name == 1968:
        return _space("1968", _searchless(), True, False)
    if name == 1858:
        return _space("1858", _lc0(), False, True)
    if name == 4672:
        return _space("4672", _alphazero(layout == "plane"), True, True, 4672)
    raise ValueError(f"an action space has 1968, 1858 or 4672 actions, not {name!r}")


def _given(space, layout):
    if isinstance(space, ActionSpace):
        return space
    if not hasattr(space, "__index__") or not isinstance(layout, str):
        raise TypeError(f"an action space is 1968, 1858, 4672 or an ActionSpace, its layout a str, "
                        f"not {space!r} and {layout!r}")
    return action_space(int(space), layout=layout)


def _numbers(space):
    """The space as the extension reads it."""
    return space.table, space.size, space.castling_as_step, space.relative


def _key(move, relative, turn):
    """The index of a move in the table of an action space."""
    from_square, to_square, promotion = move.from_square, move.to_square, move.promotion or 0
    if relative and not turn:
        from_square, to_square = from_square ^ 56, to_square ^ 56
    return promotion << 12 | from_square << 6 | to_square


def _needs_board(board, who):
    if not isinstance(board, _core.Board):
        raise TypeError(f"{who} needs a chess.Board, not {type(board).__name__}")


def encode(board, move, space, *, layout="square"):
    """The number of a legal move of a board in an action space. IllegalMoveError for any other move, ValueError for a
    drop or a promotion to king, which have no number."""
    space = _given(space, layout)
    _needs_board(board, "encode")
    if not isinstance(move, _core.Move):
        raise TypeError(f"encode needs a chess.Move, not {type(move).__name__}")
    if not board.is_legal(move):
        raise _core.IllegalMoveError(f"illegal move {move.uci()} in {board.fen()}")
    action = _action(board, move, space)
    if action < 0:
        raise ValueError(f"the move {move.uci()} is not in the action space")
    return action


def _action(board, move, space):
    """The number of a legal move, or -1."""
    if move.drop:
        return -1
    move = board._normalize(move, not space.castling_as_step)
    return array.array("h", space.table)[_key(move, space.relative, board.turn)]


def decode(board, action, space, *, layout="square"):
    """The legal move of a board with a number of an action space. IllegalMoveError if there is none."""
    space = _given(space, layout)
    _needs_board(board, "decode")
    action = _rows.integer(action, "action", -1 << 63, (1 << 63) - 1)
    for move in board.legal_moves if action >= 0 else ():
        if _action(board, move, space) == action:
            return move
    raise _core.IllegalMoveError(f"action {action} is not a legal move in {board.fen()}")


@_takes_positions
def actions(positions, moves, space, *, layout="square", errors=None, threads=1, out=None):
    """int64, one per row: the number of a move, from any buffer of 16-bit moves.

    IllegalMoveError names the first row whose move is not legal; null moves are not. With a list as errors, (row,
    message) is appended to it for each such row instead, and the row holds -1."""
    array_, result = _rows.result_of(out, _rows.I64, (_rows.rows_of(positions),))
    moves = _rows.column(moves, _rows.U16, "moves", len(positions))
    space, all_errors = _numbers(_given(space, layout)), _rows.wants_all(errors)
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        parts = _rows.in_parts(_core._batch_encode, len(positions), threads, positions, space, moves, all_errors,
                               array_)
    return _rows.finish(result, parts, errors, _core.IllegalMoveError)


@_takes_positions
def moves(positions, actions, space, *, layout="square", errors=None, threads=1, out=None):
    """uint16, one per row: the legal move with that number, from any buffer of int64.

    IllegalMoveError names the first row that has none. With a list as errors, (row, message) is appended to it for each
    such row instead, and the row holds 0."""
    array_, result = _rows.result_of(out, _rows.U16, (_rows.rows_of(positions),))
    actions = _rows.column(actions, _rows.I64, "actions", len(positions))
    space, all_errors = _numbers(_given(space, layout)), _rows.wants_all(errors)
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        parts = _rows.in_parts(_core._batch_decode, len(positions), threads, positions, space, actions, all_errors,
                               array_)
    return _rows.finish(result, parts, errors, _core.IllegalMoveError)


@_takes_positions
def mask(positions, space, *, layout="square", packed=False, threads=1, out=None):
    """uint8, rows by actions: 1 for each legal move. space is 1968, 1858 or 4672, or an ActionSpace. ValueError names a
    row with a drop or a promotion to king, which have no action.

    packed: eight actions per byte, the first in the lowest bit: numpy.unpackbits(mask, axis=1, count=size,
    bitorder="little"). out: an array to write into, which is faster than new memory."""
    space = _given(space, layout)
    size = (space.size + 7) // 8 if packed else space.size
    array_, result = _rows.result_of(out, _rows.U8, (_rows.rows_of(positions), size), not packed)
    with _rows.borrow(reads=[positions], writes=[array_]) as (positions, array_):
        _rows.in_parts(_core._batch_mask, len(positions), threads, positions, _numbers(space), bool(packed), array_,
                       chunk=_rows.rows_of_a_call(size))
    return result
