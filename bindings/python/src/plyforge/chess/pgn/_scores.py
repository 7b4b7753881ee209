"""Evaluations as games have them: centipawns or moves to mate, from the point of view of a side."""
from plyforge import _core


class Score:
    """A score of one side; use Cp or Mate."""

    def score(self, *, mate_score=None):
        """Centipawns. For a mate: mate_score less the moves, or None without it."""
        raise NotImplementedError

    def mate(self):
        """Moves to mate, negative if this side is mated, or None."""
        return None

    def is_mate(self):
        """Whether it is a mate."""
        return self.mate() is not None

    def __neg__(self):
        """The score for the other side."""
        raise NotImplementedError

    def __eq__(self, other):
        return (type(self), self.mate(), self.score()) == (type(other), other.mate(), other.score()) \
            if isinstance(other, Score) else NotImplemented

    def __hash__(self):
        return hash((self.mate(), self.score()))


class Cp(Score):
    """Cp(centipawns)."""

    def __init__(self, cp):
        self.cp = cp

    def score(self, *, mate_score=None):
        return self.cp

    def __neg__(self):
        return Cp(-self.cp)

    def __str__(self):
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self):
        return f"Cp({self})"


class Mate(Score):
    """Mate(moves): negative if the side is mated."""

    def __init__(self, moves):
        self.moves = moves

    def score(self, *, mate_score=None):
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self):
        return self.moves

    def __neg__(self):
        return Mate(-self.moves) if self.moves else MateGiven

    def __str__(self):
        return f"#{'+' if self.moves > 0 else '-'}{abs(self.moves)}"

    def __repr__(self):
        return f"Mate({str(self)[1:]})"


class MateGivenType(Score):
    """The score of the side that has mated: the other side of Mate(0)."""

    def score(self, *, mate_score=None):
        return mate_score

    def mate(self):
        return 0

    def __neg__(self):
        return Mate(0)

    def __str__(self):
        return "#+0"

    def __repr__(self):
        return "MateGiven"


MateGiven = MateGivenType()


class PovScore:
    """PovScore(relative, turn): a score from the point of view of a side."""

    def __init__(self, relative, turn):
        self.relative, self.turn = relative, _core._color(turn)

    def pov(self, color):
        """The score as a side sees it."""
        return self.relative if self.turn == _core._color(color) else -self.relative

    def white(self):
        """The score as White sees it."""
        return self.pov(True)

    def black(self):
        """The score as Black sees it."""
        return self.pov(False)

    def is_mate(self):
        """Whether it is a mate."""
        return self.relative.is_mate()

    def __eq__(self, other):
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"
