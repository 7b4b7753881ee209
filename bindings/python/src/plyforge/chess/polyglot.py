"""Opening books in the Polyglot format: the key of a position, and a reader."""
import mmap
import os
import random as _random
import struct
from typing import NamedTuple

from plyforge import chess

ENTRY_STRUCT = struct.Struct(">QHHI")


def zobrist_hash(board):
    """The Polyglot key of a position. ValueError for a board that is not valid."""
    key = board._polyglot_key()
    if key is None:
        raise ValueError(f"not a valid position: {board.fen()}")
    return key


class Entry(NamedTuple):
    """An entry of a book."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: "chess.Move"


def _move_of(raw_move):
    """The move of a code: target, origin and promotion in 6, 6 and 3 bits. An origin that is the target is a drop."""
    to_square, from_square, piece = raw_move & 63, raw_move >> 6 & 63, raw_move >> 12 & 7
    promotion = piece + 1 if 1 <= piece <= 5 else None
    if from_square == to_square and promotion:
        return chess.Move(from_square, to_square, drop=promotion)
    return chess.Move(from_square, to_square, promotion)


class MemoryMappedReader:
    """A book, mapped into memory. It is a sequence of entries, and a context manager that closes the file."""

    def __init__(self, filename):
        descriptor = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            size = os.fstat(descriptor).st_size
            if size % ENTRY_STRUCT.size:
                raise ValueError(f"not an opening book: {filename!r} has {size} bytes, which is not a multiple of "
                                 f"{ENTRY_STRUCT.size}")
            self.mmap = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) if size else b""
        finally:
            os.close(descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        """Closes the file."""
        if self.mmap:
            self.mmap.close()

    def __len__(self):
        return len(self.mmap) // ENTRY_STRUCT.size

    def __getitem__(self, index):
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"the book has {len(self)} entries")
        key, raw_move, weight, learn = ENTRY_STRUCT.unpack_from(self.mmap, index * ENTRY_STRUCT.size)
        return Entry(key, raw_move, weight, learn, _move_of(raw_move))

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def __contains__(self, entry):
        return any(entry == other for other in self.find_all(entry.key, minimum_weight=entry.weight))

    def bisect_key_left(self, key):
        """The index of the first entry whose key is not less."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self[middle].key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def find_all(self, board, *, minimum_weight=1, exclude_moves=()):
        """Iterates over the entries of a position, given as a board or as a key. For a board, only legal moves are
        returned, castling in its notation."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        index = self.bisect_key_left(key)
        while index < len(self):
            entry = self[index]
            index += 1
            if entry.key != key:
                return
            if not isinstance(board, int):
                entry = entry._replace(move=board._normalize(entry.move, board.chess960))
                if not board.is_legal(entry.move):
                    continue
            if entry.weight >= minimum_weight and entry.move not in exclude_moves:
                yield entry

    def find(self, board, *, minimum_weight=1, exclude_moves=()):
        """The first entry with the greatest weight. IndexError if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        try:
            return max(entries, key=lambda entry: entry.weight)
        except ValueError:
            raise IndexError("the book has no entry for this position") from None

    def get(self, board, default=None, *, minimum_weight=1, exclude_moves=()):
        """find(), or default if there is none."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(self, board, *, minimum_weight=1, exclude_moves=(), random=None):
        """One of the entries of a position, each with the same probability. IndexError if there is none."""
        chosen = None
        # Entry number i replaces the one before with probability 1 / (i + 1). The numbers of a seeded generator are
        # used as in python-chess, so that a bot plays the same book moves with both.
        for number, entry in enumerate(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)):
            if chosen is None or (random or _random).randint(0, number) == number:
                chosen = entry
        if chosen is None:
            raise IndexError("the book has no entry for this position")
        return chosen

    def weighted_choice(self, board, *, exclude_moves=(), random=None):
        """One of the entries of a position, with a probability in proportion to its weight. IndexError if there is
        none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book has no entry for this position")
        rest = (random or _random).randint(0, sum(entry.weight for entry in entries) - 1)
        for entry in entries:
            rest -= entry.weight
            if rest < 0:
                return entry
        raise AssertionError("the weights do not add up")


def open_reader(path):
    """A reader of the book in a file.

    with plyforge.chess.polyglot.open_reader("book.bin") as reader: entry = reader.find(board)
    """
    return MemoryMappedReader(path)
