"""The tag TimeControl."""
import dataclasses
import enum
import re


class TimeControlType(enum.Enum):
    """How fast a game is."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """One period: moves (0 for the rest of the game), seconds, increment and delay."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The periods of a time control, and how fast it is."""

    parts: list = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


_PART = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+(?:\.\d+)?))?(?:d(\d+(?:\.\d+)?))?\Z")


def _type_of(part):
    """Based on the time for a game of 60 moves."""
    seconds = part.time + 60 * (part.increment + part.delay)
    if seconds < 180:
        return TimeControlType.BULLET
    if seconds < 900:
        return TimeControlType.BLITZ
    return TimeControlType.RAPID if seconds < 3600 else TimeControlType.STANDARD


def parse_time_control(time_control):
    """Reads the value of a tag such as 40/7200:900+30, ? or -. ValueError for other text."""
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = []
    words = time_control.split(":")
    for place, word in enumerate(words):
        match = _PART.match(word)
        if not match or (not match[1] and place < len(words) - 1):
            raise ValueError(f"not a time control such as 40/7200:900+30: {time_control!r}")
        if match[1] and place and place == len(words) - 1 and not parts[-1].moves:
            raise ValueError(f"a period after the rest of the game: {time_control!r}")
        number = [float(text) if text and "." in text else int(text or 0) for text in match.groups()]
        parts.append(TimeControlPart(*number))
    return TimeControl(parts, _type_of(parts[0]))
