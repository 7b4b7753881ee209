"""Many positions at once: arrays in, arrays out, at the speed of C and without the GIL.

Every result is an Array: memory that numpy.asarray() and torch.from_dlpack() take over without copying. Rows that are wrong raise an
exception that names the row.

>>> from plyforge import batch
>>> positions = batch.positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"])
>>> moves, offsets = batch.legal_moves(positions)
>>> list(memoryview(offsets))
[0, 20, 23]

A move has 16 bits: the target in bits 0 to 5, the origin in 6 to 11, in 12 and 13 the promotion (0 knight to 3 queen), in 14 and 15 the
kind (1 promotion, 2 en passant, 3 castling, whose target is the rook).
"""
import array
import concurrent.futures
import functools
import typing

from plyforge import _core

Array = _core.Array
_U8, _U16, _I64, _F32 = range(4)


def _in_parts(function, rows, threads, *arguments):
    """Calls function(*arguments, begin, end) for all rows, in as many parts as there are threads."""
    threads = max(1, min(int(threads), rows or 1))
    if threads == 1:
        function(*arguments, 0, rows)
        return
    bounds = [rows * part // threads for part in range(threads + 1)]
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for part in [pool.submit(function, *arguments, begin, end) for begin, end in zip(bounds, bounds[1:])]:
            part.result()


def _result(out, kind, shape):
    """The caller's array if it has the right shape, or a new one."""
    if out is None:
        return _core._batch_new(kind, shape)
    if not isinstance(out, Array) or out.shape != shape:
        raise ValueError(f"out must be an Array of an earlier call with shape {shape}")
    return out


def positions(fens, *, chess960=False, strict=False, errors=None):
    """Positions of standard chess from FENs. strict refuses what cannot arise in a game.

    ValueError names the first row that is wrong. With a list as errors, (row, message) is appended to it for each such row instead, and
    the row holds the start position. numpy sees 88 bytes a row, with the fields of pf_position."""
    return _core._batch_positions(list(fens), bool(chess960), bool(strict), errors)


def fens(positions):
    """The FENs of positions, as a list."""
    return [_core._batch_fen(positions, row) for row in range(len(positions))]


def pack(positions):
    """24 bytes a row, for files. Counters are not part of them."""
    return _core._batch_pack(positions)


def unpack(packed, *, chess960=False):
    """Positions from 24 bytes each: any buffer. ValueError names the first row that is wrong."""
    return _core._batch_unpack(packed, bool(chess960))


def legal_moves(positions, *, threads=1):
    """The legal moves of all rows: (moves, offsets). Those of row i are moves[offsets[i]:offsets[i + 1]]."""
    rows = len(positions)
    offsets = _core._batch_new(_I64, (rows + 1,))
    _in_parts(_core._batch_count, rows, threads, positions, offsets)
    moves = _core._batch_new(_U16, (_core._batch_sum(offsets),))
    _in_parts(_core._batch_fill, rows, threads, positions, offsets, moves)
    return moves, offsets


def play(positions, moves):
    """The positions after one move each: any buffer of 16-bit moves. IllegalMoveError names the first row whose move is not legal."""
    return _core._batch_play(positions, moves)


def outcomes(positions, *, threads=1):
    """uint8, one a row: result + 4 * reason. The result is 0 for a game that goes on, 1 White, 2 Black, 3 draw; reasons are those of
    pf_reason: 1 checkmate, 2 stalemate, 3 insufficient material, 5 seventy-five moves. Repetition needs a history and is not seen."""
    out = _core._batch_new(_U8, (len(positions),))
    _in_parts(_core._batch_outcomes, len(positions), threads, positions, out)
    return out


def perft(positions, depth, *, threads=1):
    """int64, one a row: the number of sequences of legal moves of that length. OverflowError names a row whose count is too large."""
    if not 0 <= depth <= 255:
        raise ValueError(f"depth must be from 0 to 255, not {depth}")
    out = _core._batch_new(_I64, (len(positions),))
    _in_parts(_core._batch_perft, len(positions), threads, positions, depth, out)
    return out


def playouts(positions, seed, *, plies=1000, threads=1):
    """The last positions of games of random moves from each row, until they are over or have so many plies. The same seed plays the same
    games, however many threads there are."""
    ends = _core._batch_copy(positions)
    _in_parts(_core._batch_playouts, len(positions), threads, positions, seed & (1 << 64) - 1, plies, ends)
    return ends


def planes(positions, *, relative=False, threads=1, out=None):
    """float32, rows by 12 by 8 by 8: pawn to king of White, then of Black, rank 1 first. relative: the side to move first, seen from its
    side. out: an Array of an earlier call to write into, which is faster than new memory."""
    out = _result(out, _F32, (len(positions), 12, 8, 8))
    _in_parts(_core._batch_planes, len(positions), threads, positions, bool(relative), out)
    return out


# ---- Action spaces ----

class ActionSpace(typing.NamedTuple):
    """A numbering of moves. names has the UCI text of each action; relative spaces see the board from the side to move."""

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
    return ActionSpace(name, size, tuple(names.get(index, "") for index in range(size)), table.tobytes(), step, relative)


def _searchless():
    moves = [(a, b, 0) for a, b in _bare_moves()] + [(a, b, p) for a, b in _promotions([(1, 0), (6, 7)]) for p in (2, 3, 4, 5)]
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

    1968: every bare move, then the promotions of both sides, in the order of the squares; castling is the king's step.
    1858: as lc0 has it, from the side to move; a knight promotion is the bare move; castling is the king taking its rook.
    4672: as AlphaZero has it, from the side to move: 64 squares by 73 planes, 56 of the queen, 8 of the knight, 9 underpromotions. layout
    is "square" (square * 73 + plane) or "plane" (plane * 64 + square); castling is the king's step."""
    if layout not in ("square", "plane"):
        raise ValueError(f"layout is 'square' or 'plane', not {layout!r}")
    if name == 1968:
        return _space("1968", _searchless(), True, False)
    if name == 1858:
        return _space("1858", _lc0(), False, True)
    if name == 4672:
        return _space("4672", _alphazero(layout == "plane"), True, True, 4672)
    raise ValueError(f"an action space has 1968, 1858 or 4672 actions, not {name!r}")


def _key(move, relative, turn):
    """The place of a move in the table of an action space."""
    from_square, to_square, promotion = move.from_square, move.to_square, move.promotion or 0
    if relative and not turn:
        from_square, to_square = from_square ^ 56, to_square ^ 56
    return promotion << 12 | from_square << 6 | to_square


def encode(board, move, space, *, layout="square"):
    """The number of a legal move of a board in an action space. IllegalMoveError for another move."""
    space = space if isinstance(space, ActionSpace) else action_space(space, layout=layout)
    if not board.is_legal(move):
        raise _core.IllegalMoveError(f"illegal move {move.uci()} in {board.fen()}")
    move = board._normalize(move, not space.castling_as_step)
    return array.array("h", space.table)[_key(move, space.relative, board.turn)]


def decode(board, action, space, *, layout="square"):
    """The legal move of a board with a number of an action space. IllegalMoveError if there is none."""
    space = space if isinstance(space, ActionSpace) else action_space(space, layout=layout)
    for move in board.legal_moves:
        if encode(board, move, space) == action:
            return move
    raise _core.IllegalMoveError(f"action {action} is no legal move in {board.fen()}")


def mask(positions, space, *, layout="square", threads=1, out=None):
    """uint8, rows by actions: 1 for each legal move. space is 1968, 1858 or 4672, or an ActionSpace. out: an Array of an earlier call to
    write into, which is faster than new memory."""
    space = space if isinstance(space, ActionSpace) else action_space(space, layout=layout)
    out = _result(out, _U8, (len(positions), space.size))
    _in_parts(_core._batch_mask, len(positions), threads, positions, space.table, space.castling_as_step, space.relative, out)
    return out
