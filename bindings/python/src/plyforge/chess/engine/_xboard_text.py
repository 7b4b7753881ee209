"""Reads the lines of XBoard engines: features, options and thinking output."""
import re

from plyforge.chess import Board, Move
from plyforge.chess._scores import Cp, Mate, PovScore, Score
from plyforge.chess.engine._protocol import LOGGER
from plyforge.chess.engine._types import INFO_ALL, INFO_BASIC, INFO_PV, INFO_SCORE, ConfigValue, Info, InfoDict, Option

# "Error (what is wrong): command" and "Illegal move (why): move"; the explanation may be missing.
ERROR = re.compile(r"[ \t]*(?:Error|Illegal move)\b[^:]*:[ \t]*(\S*)")
# Commands that a search can do without: an engine may refuse them.
OPTIONAL = frozenset("post nopost easy hard draw time otim computer name rating accepted result . ? ping".split())
# The second form is older than the written protocol; GNU Chess still uses it.
MOVE = re.compile(r"(?:move|My move is\s*:)\s+(\S+)\s*$")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?=\s|$)")
# A text ends at the quotation mark before a blank: the default of an option may be "" itself.
_FEATURE = re.compile(r'(\w+)=(?:"(.*?)"(?=\s|$)|(\S+))')
# 12, 12., 12... and 12.e4
_MOVE_NUMBER = re.compile(r"^(?:\d{1,9}\.*$|\d{1,9}\.+(?=[A-Za-z@]))")
# Scores from here on are moves to mate, by the specification. Some engines use higher ones for themselves.
MATE_SCORE = 100000
LONGEST_MATE = 1000


def parse_features(text: str) -> "list[tuple[str, int | str]]":
    """The features of a feature line, without its first word."""
    found: "list[tuple[str, int | str]]" = []
    for match in _FEATURE.finditer(text):
        word = match[3]
        is_number = word is not None and word.isascii() and word.isdigit() and len(word) < 19
        found.append((match[1], int(word) if is_number else match[2] if word is None else word))
    return found


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def parse_option(text: str) -> "Option | None":
    """The option of feature option="NAME -TYPE VALUES", or None if there is no type."""
    name, separator, rest = text.partition(" -")
    kind, _, values = rest.partition(" ")
    values = values.strip()
    if not separator or not name.strip():
        return None
    name = name.strip()
    default: ConfigValue = None
    if kind == "check":
        return Option(name, kind, values == "1", None, None, None)
    if kind in ("spin", "slider"):
        try:
            default, least, most = (int(word[:20]) for word in values.split())
            return Option(name, "spin", default, least, most, None)
        except ValueError:
            return None
    if kind == "combo":
        choices = [choice.strip() for choice in values.split("///")]
        default = next((choice[1:].strip() for choice in choices if choice.startswith("*")), None)
        return Option(name, kind, default, None, None, [choice.lstrip("*").strip() for choice in choices])
    if kind in ("string", "file", "path"):
        default = _unquoted(values)
    return Option(name, kind, default, None, None, None)


def parse_move(board: Board, text: str) -> Move:
    """A move as engines write it: e2e4, SAN, or a drop. ValueError if it is not legal."""
    try:
        return board.parse_xboard(text)
    except ValueError:
        return board.parse_uci(text)


def parse_post(line: str, board: Board, selector: Info = INFO_ALL) -> "InfoDict | None":
    """The information of a line of thinking output, or None if it is something else: depth, score, time, nodes,
    perhaps selective depth, speed and tablebase hits, and the moves."""
    words = line.split()
    numbers: "list[int]" = []
    place = 0
    # The score may have a mark of a bound, as in 12?, and the depth one of its state, as in 7.
    for word in words[:7]:
        digits = word.rstrip(".?!+-&" if place < 2 else "")
        if len(digits) > 18 or not digits.lstrip("+-").isdigit() or (place > 3 and _is_move_number(words, place)):
            break
        try:
            numbers.append(int(digits))
        except ValueError:
            break
        place += 1
    if len(numbers) < 4:
        return None
    info: InfoDict = {}
    if selector & INFO_BASIC:
        info["depth"], info["time"], info["nodes"] = numbers[0], numbers[2] / 100, numbers[3]
        for key, number in zip(("seldepth", "nps", "tbhits"), numbers[4:]):
            info[key] = number  # type: ignore[literal-required]
    if selector & INFO_SCORE:
        score: Score = Cp(numbers[1])
        if MATE_SCORE <= abs(numbers[1]) <= MATE_SCORE + LONGEST_MATE:
            score = Mate(numbers[1] - MATE_SCORE) if numbers[1] > 0 else Mate(numbers[1] + MATE_SCORE)
        info["score"] = PovScore(score, board.turn)
    # A line without moves does not replace the moves of the line before.
    if selector & INFO_PV and (moves := _moves(words[place:], board)):
        info["pv"] = moves
    return info


def _is_move_number(words: "list[str]", place: int) -> bool:
    """Whether a number belongs to the moves: 1 of "1 e4" or "1 ... e5"."""
    following = words[place + 1] if place + 1 < len(words) else ""
    return following[:1].isalpha() or following.startswith("..")


def _moves(words: "list[str]", board: Board) -> "list[Move]":
    board, moves = board.copy(stack=False), []
    for word in words:
        word = _MOVE_NUMBER.sub("", word.strip("()"))
        if word.strip(".") == "":
            continue
        try:
            move = parse_move(board, word)
        except ValueError:
            break
        board.push(move)
        moves.append(move)
    return moves


def parse_status(line: str, info: InfoDict) -> None:
    """Adds the data of a "stat01:" line, the answer to ".": time, nodes and depth."""
    words = line.split()[1:4]
    if len(words) == 3 and all(word.isascii() and word.isdigit() and len(word) < 19 for word in words):
        info["time"], info["nodes"], info["depth"] = int(words[0]) / 100, int(words[1]), int(words[2])
    else:
        LOGGER.warning("not understood: %r", line[:1000])
