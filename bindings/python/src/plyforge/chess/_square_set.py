"""SquareSet: a set of squares on top of a bitboard."""
from plyforge import _core
from plyforge.chess._squares import BB_ALL, SQUARES, lsb, msb


def mask_of(squares):
    """The bitboard of an integer, a SquareSet, or an iterable of squares."""
    if isinstance(squares, SquareSet):
        return squares.mask
    try:
        return squares.__int__() & BB_ALL
    except AttributeError:
        pass
    mask = 0
    for square in squares:
        mask |= 1 << square
    if mask > BB_ALL:
        raise IndexError(f"squares are from 0 (a1) to 63 (h8), not {msb(mask)}")
    return mask


class SquareSet(_core._SquareSet):
    """A set of squares, made from a bitboard or from squares. It has the operations of Python's sets, and those of
    integers.

    >>> import plyforge.chess as chess
    >>> squares = chess.SquareSet([chess.A8, chess.A1])
    >>> squares
    SquareSet(0x0100_0000_0000_0001)
    >>> list(squares | chess.BB_B1)
    [0, 1, 56]
    """

    __slots__ = ()

    def __reduce__(self):
        return type(self), (self.mask,), getattr(self, "__dict__", None)

    def _repr_svg_(self):
        from plyforge.chess import svg
        return svg.board(squares=self, size=390)

    # ---- As a set ----

    def remove(self, square):
        """Removes a square. KeyError if it is not in the set."""
        if not self.mask >> SQUARES[square] & 1:
            raise KeyError(square)
        self.discard(square)

    def pop(self):
        """Removes and returns the lowest square. KeyError if the set is empty."""
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def isdisjoint(self, other):
        """Whether the two have no square in common."""
        return not self.mask & mask_of(other)

    def issubset(self, other):
        """Whether all squares are in the other."""
        return not self.mask & ~mask_of(other)

    def issuperset(self, other):
        """Whether all squares of the other are in this set."""
        return not mask_of(other) & ~self.mask

    def update(self, *others):
        """Adds all squares of the others."""
        for other in others:
            self.mask |= mask_of(other)

    def intersection_update(self, *others):
        """Keeps the squares that are in all the others."""
        for other in others:
            self.mask &= mask_of(other)

    def difference_update(self, other):
        """Removes the squares of the other."""
        self.mask &= ~mask_of(other)

    def symmetric_difference_update(self, other):
        """Keeps the squares that are in exactly one of the two."""
        self.mask ^= mask_of(other)

    # ---- On the board ----

    @classmethod
    def ray(cls, a, b):
        """The rank, file or diagonal through two squares."""
        return cls(_core.ray(a, b))

    @classmethod
    def between(cls, a, b):
        """The squares strictly between two squares of a rank, file or diagonal."""
        return cls(_core.between(a, b))

    @classmethod
    def from_square(cls, square):
        """The set of one square."""
        return cls(1 << SQUARES[square])


_core._register_square_set(SquareSet)
