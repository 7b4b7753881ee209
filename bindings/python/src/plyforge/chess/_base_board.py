"""BaseBoard: pieces on squares, without a side to move."""
from plyforge import _core
from plyforge.chess._squares import (BB_ALL, STARTING_BOARD_FEN, WHITE, FILE_NAMES, RANK_NAMES, flip_vertical,
                                     scan_reversed)
from plyforge.chess._square_set import SquareSet, mask_of

_LETTERS = "pnbrqkPNBRQK"


def read_placement(fen):
    """The pieces of the first field of a FEN: [(square, piece type, colour, promoted)]. ValueError describes what is
    wrong with it."""
    rows = fen.split("/")
    if len(rows) != 8:
        raise ValueError(f"a position has 8 ranks, not {len(rows)}: {fen!r}")
    pieces = []
    for rank, row in zip(range(7, -1, -1), rows):
        file, last = 0, ""
        for letter in row:
            if letter in "12345678":
                if last.isdigit():
                    raise ValueError(f"two consecutive digits on rank {rank + 1}: {fen!r}")
                file += int(letter)
            elif letter in _LETTERS:
                if file < 8:
                    pieces.append((rank * 8 + file, _LETTERS.index(letter) % 6 + 1, letter.isupper(), False))
                file += 1
            elif letter == "~" and last and last in _LETTERS:
                if pieces:
                    pieces[-1] = (*pieces[-1][:3], True)
            else:
                raise ValueError(f"{letter!r} is not allowed there on rank {rank + 1}: {fen!r}")
            last = letter
        if file != 8:
            raise ValueError(f"rank {rank + 1} has {file} squares instead of 8: {fen!r}")
    return pieces


class BaseBoard(_core.Board):
    """BaseBoard(board_fen=STARTING_BOARD_FEN): pieces on squares. None is an empty board."""

    __hash__ = None

    def __init__(self, board_fen=STARTING_BOARD_FEN):
        if board_fen is None:
            self._clear_pieces()
        else:
            BaseBoard.set_board_fen(self, board_fen)

    # ---- Setting up ----

    def clear_board(self):
        """Takes all pieces off the board."""
        self._clear_pieces()

    def reset_board(self):
        """Sets the pieces up as at the start of a game."""
        self._set_chess960_pieces(518)

    def set_piece_at(self, square, piece, promoted=False):
        """Puts a piece on a square, or removes it if piece is None."""
        if piece is None:
            self._set_piece(square, 0, False, False)
        else:
            self._set_piece(square, piece.piece_type, piece.color, promoted)

    def remove_piece_at(self, square):
        """Takes the piece off a square and returns it, or None."""
        piece = self.piece_at(square)
        self._set_piece(square, 0, False, False)
        return piece

    def set_board_fen(self, fen):
        """Sets the pieces up from the first field of a FEN. ValueError if it cannot be read; the board is then
        unchanged."""
        fen = fen.strip()
        if " " in fen:
            raise ValueError(f"expected the first field of a FEN, got several: {fen!r}")
        pieces = read_placement(fen)
        self._clear_pieces()
        for square, piece_type, color, promoted in pieces:
            self._set_piece(square, piece_type, color, promoted)

    def set_piece_map(self, pieces):
        """Sets the pieces up from a mapping of squares to pieces."""
        self._clear_pieces()
        for square, piece in pieces.items():
            self._set_piece(square, piece.piece_type, piece.color, False)

    def set_chess960_pos(self, scharnagl):
        """Sets the pieces up as in the Chess960 start position with this number, 0 to 959."""
        if not 0 <= scharnagl <= 959:
            raise ValueError(f"a Chess960 position has a number from 0 to 959, not {scharnagl!r}")
        self._set_chess960_pieces(scharnagl)

    @classmethod
    def from_chess960_pos(cls, scharnagl):
        """A new board with the pieces of a Chess960 start position."""
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    # ---- Questions ----

    def piece_map(self, *, mask=BB_ALL):
        """The pieces by square, from h8 to a1 as python-chess lists them."""
        return {square: self.piece_at(square) for square in scan_reversed(self.occupied & mask)}

    def pieces(self, piece_type, color):
        """The squares of one side's pieces of a type."""
        return SquareSet(self.pieces_mask(piece_type, color))

    def attacks(self, square):
        """The squares that the piece on a square attacks."""
        return SquareSet(self.attacks_mask(square))

    def attackers(self, color, square, occupied=None):
        """The pieces of one side that attack a square, including pinned ones. occupied: the squares that block instead
        of the pieces."""
        return SquareSet(self.attackers_mask(color, square, None if occupied is None else mask_of(occupied)))

    def is_attacked_by(self, color, square, occupied=None):
        """Whether a side attacks a square."""
        return self.attackers_mask(color, square, None if occupied is None else mask_of(occupied)) != 0

    def pin(self, color, square):
        """The line on which a piece is pinned to its king; all squares if it is not pinned."""
        return SquareSet(self.pin_mask(color, square))

    def is_pinned(self, color, square):
        """Whether a piece is pinned to its king."""
        return self.pin_mask(color, square) != BB_ALL

    def board_fen(self, *, promoted=False):
        """The first field of a FEN."""
        return self._board_fen(bool(promoted))

    def chess960_pos(self):
        """The number of the Chess960 start position with these pieces, or None."""
        return self._chess960_number()

    # ---- Copies ----

    def apply_transform(self, f):
        """Applies a function of bitboards to the board."""
        self._transform_pieces(f)

    def transform(self, f):
        """A copy with a function of bitboards applied to it, such as flip_vertical."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self):
        """Turns the board upside down and swaps the colours."""
        self.apply_transform(flip_vertical)
        self.occupied_co = self.occupied_co[::-1]

    def mirror(self):
        """A copy upside down with the colours swapped."""
        board = self.copy()
        board.apply_mirror()
        return board

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        board = self.copy()
        memo[id(self)] = board
        return board

    def __reduce__(self):
        return _rebuild, (type(self), self._board_fen(True)), self.__dict__ or None

    def __eq__(self, other):
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self._board_fen(False) == other._board_fen(False)

    # ---- Text ----

    def __repr__(self):
        return f"{type(self).__name__}({self._board_fen(True)!r})"

    def __str__(self):
        rows = [" ".join(self._letter(rank * 8 + file) for file in range(8)) for rank in range(7, -1, -1)]
        return "\n".join(rows)

    def _letter(self, square):
        piece = self.piece_at(square)
        return piece.symbol() if piece else "."

    def unicode(self, *, invert_color=False, borders=False, empty_square="\u2b58", orientation=WHITE):
        """The board in Unicode chess symbols, with coordinates if borders is true."""
        def symbol(square):
            piece = self.piece_at(square)
            return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

        order = range(8) if _core._color(orientation) else range(7, -1, -1)
        rows = [[symbol(rank * 8 + file) for file in order] for rank in reversed(order)]
        if not borders:
            return "\n".join(" ".join(row) for row in rows)
        line = "  " + "-" * 17
        lines = [line]
        for rank, row in zip(reversed(order), rows):
            lines += [f"{RANK_NAMES[rank]} |{'|'.join(row)}|", line]
        lines.append("   " + " ".join(FILE_NAMES[file] for file in order))
        return "\n".join(lines)

    def _repr_svg_(self):
        from plyforge.chess import svg
        return svg.board(board=self, size=390)


_core._register_base_board(BaseBoard)


def _rebuild(cls, placement):
    """Called by unpickling, rather than the class, because a subclass may take other arguments."""
    board = cls.__new__(cls)
    _core.Board.__init__(board, None)
    BaseBoard.set_board_fen(board, placement)
    return board
