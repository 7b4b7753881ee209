"""SquareSet: a set of squares on top of a bitboard."""
from plyforge import _core
from plyforge.chess._squares import BB_ALL, SQUARES, flip_vertical, lsb, msb, scan_forward, scan_reversed, _subsets


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


class SquareSet:
    """A set of squares, made of a bitboard or of squares. It has the operations of Python's sets, and those of integers.

    >>> import plyforge.chess as chess
    >>> squares = chess.SquareSet([chess.A8, chess.A1])
    >>> squares
    SquareSet(0x0100_0000_0000_0001)
    >>> list(squares | chess.BB_B1)
    [0, 1, 56]
    """

    __slots__ = ("mask",)
    __hash__ = None

    def __init__(self, squares=0):
        self.mask = mask_of(squares)

    def __contains__(self, square):
        return bool(self.mask >> square & 1)

    def __iter__(self):
        return scan_forward(self.mask)

    def __reversed__(self):
        return scan_reversed(self.mask)

    def __len__(self):
        return self.mask.bit_count()

    def __bool__(self):
        return self.mask != 0

    def __int__(self):
        return self.mask

    __index__ = __int__

    def __eq__(self, other):
        try:
            return self.mask == mask_of(other)
        except (TypeError, ValueError):
            return NotImplemented

    def __repr__(self):
        return f"SquareSet({self.mask:#021_x})"

    def __str__(self):
        rows = [" ".join("1" if self.mask >> rank * 8 + file & 1 else "." for file in range(8)) for rank in range(7, -1, -1)]
        return "\n".join(rows)

    def _repr_svg_(self):
        from plyforge.chess import svg
        return svg.board(squares=self, size=390)

    # ---- As a set ----

    def add(self, square):
        """Adds a square."""
        self.mask |= 1 << SQUARES[square]

    def discard(self, square):
        """Removes a square if it is there."""
        self.mask &= ~(1 << SQUARES[square])

    def remove(self, square):
        """Removes a square. KeyError if it is not there."""
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

    def clear(self):
        """Removes all squares."""
        self.mask = 0

    def copy(self):
        """A copy."""
        return SquareSet(self.mask)

    def isdisjoint(self, other):
        """Whether the two have no square in common."""
        return not self.mask & mask_of(other)

    def issubset(self, other):
        """Whether all squares are in the other."""
        return not self.mask & ~mask_of(other)

    def issuperset(self, other):
        """Whether all squares of the other are in this set."""
        return not mask_of(other) & ~self.mask

    def union(self, other):
        """The squares of either."""
        return SquareSet(self.mask | mask_of(other))

    def intersection(self, other):
        """The squares of both."""
        return SquareSet(self.mask & mask_of(other))

    def difference(self, other):
        """The squares that are not in the other."""
        return SquareSet(self.mask & ~mask_of(other))

    def symmetric_difference(self, other):
        """The squares of one but not of both."""
        return SquareSet(self.mask ^ mask_of(other))

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
        """Keeps the squares of one but not of both."""
        self.mask ^= mask_of(other)

    __or__ = union
    __ror__ = union
    __and__ = intersection
    __rand__ = intersection
    __xor__ = symmetric_difference
    __rxor__ = symmetric_difference
    __sub__ = difference

    def __ior__(self, other):
        self.mask |= mask_of(other)
        return self

    def __iand__(self, other):
        self.mask &= mask_of(other)
        return self

    def __ixor__(self, other):
        self.mask ^= mask_of(other)
        return self

    def __isub__(self, other):
        self.mask &= ~mask_of(other)
        return self

    # ---- As an integer ----

    def __invert__(self):
        return SquareSet(~self.mask & BB_ALL)

    def __lshift__(self, shift):
        return SquareSet(self.mask << shift & BB_ALL)

    def __rshift__(self, shift):
        return SquareSet(self.mask >> shift)

    def __ilshift__(self, shift):
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift):
        self.mask >>= shift
        return self

    # ---- On the board ----

    def carry_rippler(self):
        """Iterates over all subsets, as bitboards."""
        return _subsets(self.mask)

    def mirror(self):
        """The squares upside down."""
        return SquareSet(flip_vertical(self.mask))

    def tolist(self):
        """64 bools, a1 first."""
        return [bool(self.mask >> square & 1) for square in SQUARES]

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
