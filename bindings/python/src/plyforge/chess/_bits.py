"""Bitboard functions for any integers and objects that behave like one. Actual bitboards go to the functions of the
same names in C, which call these for everything else."""

_ALL = (1 << 64) - 1
_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]


def lsb(bb):
    """The lowest square of a bitboard; -1 if it is empty."""
    return (bb & -bb).bit_length() - 1


def msb(bb):
    """The highest square of a bitboard; -1 if it is empty."""
    return bb.bit_length() - 1


def scan_forward(bb):
    """Iterates over the squares of a bitboard from a1 to h8."""
    while bb:
        lowest = bb & -bb
        yield lowest.bit_length() - 1
        bb ^= lowest


def scan_reversed(bb):
    """Iterates over the squares of a bitboard from h8 to a1."""
    while bb:
        highest = bb.bit_length() - 1
        yield highest
        bb ^= 1 << highest


def _swap(bb, mask, shift):
    """Exchanges the bits of mask with those that are shift places higher."""
    difference = (bb ^ bb >> shift) & mask
    return bb ^ difference ^ difference << shift


def flip_vertical(bb):
    """The bitboard upside down."""
    for mask, shift in (0x00ff00ff00ff00ff, 8), (0x0000ffff0000ffff, 16), (0x00000000ffffffff, 32):
        bb = _swap(bb, mask, shift)
    return bb


def flip_horizontal(bb):
    """The bitboard with the a-file where the h-file was."""
    for mask, shift in (0x5555555555555555, 1), (0x3333333333333333, 2), (0x0f0f0f0f0f0f0f0f, 4):
        bb = _swap(bb, mask, shift)
    return bb


def flip_diagonal(bb):
    """The bitboard mirrored at the diagonal from a1 to h8."""
    for mask, shift in (0x00000000f0f0f0f0, 28), (0x0000cccc0000cccc, 14), (0x00aa00aa00aa00aa, 7):
        bb = _swap(bb, mask, shift)
    return bb


def flip_anti_diagonal(bb):
    """The bitboard mirrored at the diagonal from a8 to h1."""
    return flip_vertical(flip_horizontal(flip_diagonal(bb)))


def shift_down(b):
    """All squares one rank down."""
    return b >> 8


def shift_2_down(b):
    """All squares two ranks down."""
    return b >> 16


def shift_up(b):
    """All squares one rank up."""
    return b << 8 & _ALL


def shift_2_up(b):
    """All squares two ranks up."""
    return b << 16 & _ALL


def shift_right(b):
    """All squares one file to the right."""
    return b << 1 & ~_FILES[0] & _ALL


def shift_2_right(b):
    """All squares two files to the right."""
    return b << 2 & ~_FILES[0] & ~_FILES[1] & _ALL


def shift_left(b):
    """All squares one file to the left."""
    return b >> 1 & ~_FILES[7]


def shift_2_left(b):
    """All squares two files to the left."""
    return b >> 2 & ~_FILES[6] & ~_FILES[7]


def shift_up_left(b):
    """All squares one step up and left."""
    return shift_up(shift_left(b))


def shift_up_right(b):
    """All squares one step up and right."""
    return shift_up(shift_right(b))


def shift_down_left(b):
    """All squares one step down and left."""
    return shift_down(shift_left(b))


def shift_down_right(b):
    """All squares one step down and right."""
    return shift_down(shift_right(b))
