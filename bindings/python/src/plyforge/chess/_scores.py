"""Evaluations: centipawns or moves to mate, from the point of view of a side, and chances to win, draw and lose.

They are separate from chess.engine, so that chess.pgn can use them without loading asyncio.
"""
import math
import typing

from plyforge import _core

# Stockfish's published fits of wins to evaluations, by version: the coefficients of two cubic polynomials of the ply,
# the evaluation beyond which the fit is flat, and the number of engine units per centipawn in that version.
_MODELS = {
    "sf12": ((-8.24404295, 64.23892342, -95.73056462, 153.86478679),
             (-3.37154371, 28.44489198, -56.67657741, 72.05858751), 1000, 1.0),
    "sf14": ((-3.68389304, 30.07065921, -60.52878723, 149.53378557),
             (-2.01818570, 15.85685038, -29.83452023, 47.59078827), 2000, 1.0),
    "sf15": ((-1.17202460e-1, 5.94729104e-1, 1.12065546e+1, 1.22606222e+2),
             (-1.79066759, 11.30759193, -17.43677612, 36.47147479), 2000, 1.0),
    "sf15.1": ((-0.58270499, 2.68512549, 15.24638015, 344.49745382),
               (-2.65734562, 15.96509799, -20.69040836, 73.61029937), 4000, 3.61),
    "sf16": ((0.38036525, -2.82015070, 23.17882135, 307.36768407),
             (-2.29434733, 13.27689788, -14.26828904, 63.45318330), 4000, 3.28),
    "sf16.1": ((-1.06249702, 7.42016937, 0.89425629, 348.60356174),
               (-5.33122190, 39.57831533, -90.84473771, 123.40620748), 4000, 3.56),
}
_MODELS["sf"] = _MODELS["sf16.1"]


def _cubic(coefficients: tuple[float, float, float, float], x: float) -> float:
    a, b, c, d = coefficients
    return ((a * x + b) * x + c) * x + d


def _lichess_wins(centipawns: float) -> int:
    """Wins out of 1000 by the curve that lichess publishes for its accuracy metric."""
    return round(1000 / (1 + math.exp(-0.00368208 * centipawns)))


def _check_model(model: str) -> None:
    if model != "lichess" and model not in _MODELS:
        raise ValueError(f"unknown model {model!r}: expected lichess, {', '.join(_MODELS)}")


class Wdl:
    """Wdl(wins, draws, losses): statistics of games, usually out of 1000.

    >>> Wdl(500, 400, 100).expectation()
    0.7
    """

    def __init__(self, wins: int, draws: int, losses: int) -> None:
        self.wins, self.draws, self.losses = wins, draws, losses

    def total(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The fraction of games won."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The fraction of games drawn."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The fraction of games lost."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The mean result, where a win counts 1 and a draw 0.5."""
        return (self.wins + self.draws / 2) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> typing.Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return (self.wins, self.draws, self.losses)[index]

    def __reversed__(self) -> typing.Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __neg__(self) -> "Wdl":
        return Wdl(self.losses, self.draws, self.wins)

    def __pos__(self) -> "Wdl":
        return self

    def __eq__(self, other: object) -> bool:
        try:
            return (self.wins, self.draws, self.losses) == (other.wins, other.draws, other.losses)  # type: ignore
        except AttributeError:
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Wdl(wins={self.wins}, draws={self.draws}, losses={self.losses})"


def _key(score: typing.Any) -> "tuple[int, int]":
    """Orders scores: being mated, centipawns, mating, having mated. Any object with the methods of a score is accepted,
    including python-chess's. AttributeError for others."""
    mate = score.mate()
    if mate is None:
        return 1, score.score()
    if mate == 0:  # Mate(0) is mated, MateGiven has mated: only their scores differ.
        return (3, 0) if score.score(mate_score=1) > 0 else (0, 0)
    return (2 if mate > 0 else 0), -mate


class Score:
    """A score of one side: a Cp, a Mate or MateGiven. Scores are ordered, and -score is that of the other side.

    >>> Mate(0) < Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
    True
    """

    @typing.overload
    def score(self, *, mate_score: int) -> int: ...

    @typing.overload
    def score(self, *, mate_score: "int | None" = None) -> "int | None": ...

    def score(self, *, mate_score: "int | None" = None) -> "int | None":
        """Centipawns. For a mate: mate_score less the moves, or None without it."""
        raise NotImplementedError

    def mate(self) -> "int | None":
        """Moves to mate, negative if this side is mated, or None."""
        return None

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        """The results of games in which an engine had this score after that many half-moves.

        model: sf12, sf14, sf15, sf15.1, sf16 or sf16.1 for that version of Stockfish, sf for the latest of them,
        or lichess, which has no draws and ignores the ply."""
        raise NotImplementedError

    def __neg__(self) -> "Score":
        """The score for the other side."""
        raise NotImplementedError

    def __pos__(self) -> "Score":
        return self

    def __abs__(self) -> "Score":
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        try:
            return _key(self) == _key(other)
        except AttributeError:
            return NotImplemented

    def __lt__(self, other: "Score") -> bool:
        try:
            return _key(self) < _key(other)
        except AttributeError:
            return NotImplemented

    def __le__(self, other: "Score") -> bool:
        try:
            return _key(self) <= _key(other)
        except AttributeError:
            return NotImplemented

    def __gt__(self, other: "Score") -> bool:
        try:
            return _key(self) > _key(other)
        except AttributeError:
            return NotImplemented

    def __ge__(self, other: "Score") -> bool:
        try:
            return _key(self) >= _key(other)
        except AttributeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(_key(self))


class Cp(Score):
    """Cp(centipawns)."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    @typing.overload
    def score(self, *, mate_score: int) -> int: ...

    @typing.overload
    def score(self, *, mate_score: "int | None" = None) -> int: ...

    def score(self, *, mate_score: "int | None" = None) -> int:
        """The centipawns."""
        return self.cp

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        """The results of games in which an engine had this score; see Score.wdl()."""
        _check_model(model)
        if model == "lichess":
            wins = _lichess_wins(max(-1000, min(1000, self.cp)))
            return Wdl(wins, 0, 1000 - wins)
        center, width, most, units = _MODELS[model]
        # Stockfish 16.1 counts moves, and has no data for the first seven.
        phase = max(8, min(120, ply / 2 + 1)) / 32 if model in ("sf", "sf16.1") else max(0, min(240, ply)) / 64
        a, b = _cubic(center, phase), _cubic(width, phase)
        x = max(-most, min(most, self.cp * units))
        wins = int(0.5 + 1000 / (1 + math.exp((a - x) / b)))
        losses = int(0.5 + 1000 / (1 + math.exp((a + x) / b)))
        return Wdl(wins, 1000 - wins - losses, losses)

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """Mate(moves): negative if the side is mated."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    @typing.overload
    def score(self, *, mate_score: int) -> int: ...

    @typing.overload
    def score(self, *, mate_score: "int | None" = None) -> "int | None": ...

    def score(self, *, mate_score: "int | None" = None) -> "int | None":
        """mate_score less the moves, or None without it."""
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        """The moves to mate."""
        return self.moves

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        """A certain win or loss; lichess's model counts distant mates a little less."""
        _check_model(model)
        wins = 1000 if self.moves > 0 else 0
        if model == "lichess" and self.moves:
            wins = _lichess_wins((21 - min(10, abs(self.moves))) * (100 if self.moves > 0 else -100))
        return Wdl(wins, 0, 1000 - wins)

    def __neg__(self) -> "Mate | MateGivenType":
        return Mate(-self.moves) if self.moves else MateGiven

    def __str__(self) -> str:
        return f"#{'+' if self.moves > 0 else '-'}{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


class MateGivenType(Score):
    """The score of the side that has mated: the other side of Mate(0)."""

    @typing.overload
    def score(self, *, mate_score: int) -> int: ...

    @typing.overload
    def score(self, *, mate_score: "int | None" = None) -> "int | None": ...

    def score(self, *, mate_score: "int | None" = None) -> "int | None":
        """mate_score."""
        return mate_score

    def mate(self) -> int:
        """0, as for Mate(0)."""
        return 0

    def wdl(self, *, model: str = "sf", ply: int = 30) -> Wdl:
        """A certain win."""
        _check_model(model)
        return Wdl(1000, 0, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType()


def _color(turn: object) -> bool:
    color: bool = _core._color(turn)  # type: ignore[attr-defined]
    return color


class PovScore:
    """PovScore(relative, turn): a score from the point of view of a side."""

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative, self.turn = relative, _color(turn)

    def pov(self, color: bool) -> Score:
        """The score as a side sees it."""
        return self.relative if self.turn == _color(color) else -self.relative

    def white(self) -> Score:
        """The score as White sees it."""
        return self.pov(True)

    def black(self) -> Score:
        """The score as Black sees it."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: str = "sf", ply: int = 30) -> "PovWdl":
        """The results of games in which an engine had this score; see Score.wdl()."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        try:
            return self.white() == other.white()  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovWdl:
    """PovWdl(relative, turn): statistics of games from the point of view of a side."""

    def __init__(self, relative: Wdl, turn: bool) -> None:
        self.relative, self.turn = relative, _color(turn)

    def pov(self, color: bool) -> Wdl:
        """The statistics as a side sees them."""
        return self.relative if self.turn == _color(color) else -self.relative

    def white(self) -> Wdl:
        """The statistics as White sees them."""
        return self.pov(True)

    def black(self) -> Wdl:
        """The statistics as Black sees them."""
        return self.pov(False)

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __eq__(self, other: object) -> bool:
        try:
            return self.white() == other.white()  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"
