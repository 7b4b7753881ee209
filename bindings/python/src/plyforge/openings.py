"""Names of openings, from the tables of lichess-org/chess-openings, which are not part of the package.

    from plyforge.openings import Openings
    openings = Openings("a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv")
    openings.find(board)  # Opening(eco='C60', name='Ruy Lopez', plies=5), or None
"""
import os
from typing import NamedTuple

from plyforge import _core


class Opening(NamedTuple):
    """An opening. plies is the number of its half-moves in the table; a game may have reached the position in more or
    fewer."""

    eco: str
    name: str
    plies: int


class Openings:
    """A table of openings by position, so that transpositions are found. Each source is the path of a file."""

    def __init__(self, *paths):
        self._openings = _core.openings_new()
        self._size = 0
        for path in paths:
            self.read_file(path)

    def read_file(self, path):
        """Adds the lines of a file. ValueError with the number of a line that cannot be read."""
        with open(path, "rb") as file:
            text = file.read()
        try:
            self.read(text)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}, {error}") from None

    def read(self, text):
        """Adds the lines of a text (str or bytes): ECO code, name and moves, with tabs between them. If two lines lead
        to the same position, the first one is used. ValueError for a line that cannot be read; the lines before it are
        kept."""
        if isinstance(text, str):
            text = text.encode()
        self._size = _core.openings_read(self._openings, text)

    def __len__(self):
        """The number of positions with a name."""
        return self._size

    def find(self, board):
        """The opening of a position; None if it has none, and always None in variants."""
        found = _core.openings_find(self._openings, board)
        return Opening(*found) if found else None

    def find_last(self, board, moves=None):
        """The opening of a game: of its last position that has one. The game is the move stack of a board, or moves
        played from the board; neither is changed."""
        replayed = board.root() if moves is None else board.copy(stack=False)
        last = self.find(replayed)
        for move in board.move_stack if moves is None else moves:
            replayed.push(move)
            last = self.find(replayed) or last
        return last
