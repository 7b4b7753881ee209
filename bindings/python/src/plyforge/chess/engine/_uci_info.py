"""Reads the lines of UCI engines: info, bestmove and option. Anything that cannot be parsed is left out."""

from plyforge.chess import Board, Move
from plyforge.chess._scores import Cp, Mate, PovScore, PovWdl, Score, Wdl
from plyforge.chess.engine._protocol import LOGGER
from plyforge.chess.engine._types import (INFO_ALL, INFO_CURRLINE, INFO_PV, INFO_REFUTATION, INFO_SCORE, BestMove,
                                          ConfigValue, EngineError, Info, InfoDict, Option)

# Keys with one number, and the size of the engine's unit.
_COUNTS = frozenset(["depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload",
                     "movesleft"])
_NO_MOVE = ("(none)", "NULL", "none")
# No figure of an engine has more digits than this, and Python refuses to read integers with thousands of digits.
_DIGITS = 18


def _number(word: str) -> int:
    if len(word) > _DIGITS + 1:
        raise ValueError(f"too long for a number: {word[:20]!r}...")
    return int(word)


def _line(words: "list[str]", place: int, board: Board) -> "tuple[list[Move], int]":
    """The moves from this index on, as far as they are legal, and the index after them."""
    moves: "list[Move]" = []
    if place < len(words):
        board = board.copy(stack=False)
        try:
            while place < len(words):
                moves.append(board.push_uci(words[place]))
                place += 1
        except ValueError:
            pass
    return moves, place


def _score(words: "list[str]", place: int, info: InfoDict, board: Board) -> int:
    kind, value = words[place], _number(words[place + 1])
    score: Score
    if kind == "cp":
        score = Cp(value)
    elif kind == "mate":
        score = Mate(value)
    else:
        raise ValueError(f"not a kind of score: {kind!r}")
    info["score"] = PovScore(score, board.turn)
    return place + 2


def _refutation(words: "list[str]", place: int, info: InfoDict, board: Board) -> int:
    moves, after = _line(words, place, board)
    if moves:
        info.setdefault("refutation", {})[moves[0]] = moves[1:]
    return after


def _current_line(words: "list[str]", place: int, info: InfoDict, board: Board) -> int:
    number = 1
    if place < len(words) and words[place].isdigit():
        number = _number(words[place])
        place += 1
    moves, after = _line(words, place, board)
    info.setdefault("currline", {})[number] = moves
    return after


def parse_info(text: str, board: Board, selector: Info = INFO_ALL) -> InfoDict:
    """The information of an info line, without its first word, about a search of this position."""
    info: InfoDict = {}
    # The text of "string" goes to the end of the line, and keeps its blanks.
    head, separator, string = (" " + text).partition(" string ")
    basic = bool(selector)  # as in python-chess, what costs nothing to read comes with any other information
    if separator and basic:
        info["string"] = string
    words = head.split()
    place, count = 0, len(words)
    while place < count:
        word = words[place]
        place += 1
        try:
            if word in _COUNTS:
                if basic or word == "multipv":
                    info[word] = _number(words[place])  # type: ignore[literal-required]
                place += 1
            elif word == "pv":
                if selector & INFO_PV:
                    info["pv"], place = _line(words, place, board)
            elif word == "score":
                if selector & INFO_SCORE:
                    place = _score(words, place, info, board)
            elif word == "time":
                if basic:
                    info["time"] = _number(words[place]) / 1000
                place += 1
            elif word == "lowerbound" or word == "upperbound":
                if selector & INFO_SCORE:
                    info[word] = True  # type: ignore[literal-required]
            elif word == "wdl":
                if basic:
                    wins, draws, losses = (_number(words[place + i]) for i in range(3))
                    info["wdl"] = PovWdl(Wdl(wins, draws, losses), board.turn)
                    place += 3
            elif word == "currmove":
                if basic:
                    info["currmove"] = Move.from_uci(words[place])
                place += 1
            elif word == "ebf":
                if basic:
                    info["ebf"] = float(words[place])
                place += 1
            elif word == "refutation":
                if selector & INFO_REFUTATION:
                    place = _refutation(words, place, info, board)
            elif word == "currline":
                if selector & INFO_CURRLINE:
                    place = _current_line(words, place, info, board)
        except (ValueError, IndexError) as error:
            LOGGER.warning("not understood in info (%s): %r", error, text[:1000])
    return info


def parse_best_move(board: Board, text: str) -> BestMove:
    """The moves of a bestmove line, without its first word. EngineError if the first is not legal."""
    words = text.split()
    if not words or words[0] in _NO_MOVE:
        return BestMove(None, None)
    try:
        move = board.parse_uci(words[0])
    except ValueError as error:
        raise EngineError(f"the engine's move cannot be played: {error}") from error
    ponder = None
    if len(words) > 2 and words[1] == "ponder" and words[2] not in _NO_MOVE:
        after = board.copy(stack=False)
        after.push(move)
        try:
            ponder = after.parse_uci(words[2])
        except ValueError as error:
            LOGGER.warning("ignored the move to ponder about: %s", error)
    return BestMove(move, ponder or None)


_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")


def parse_option(text: str) -> "Option | None":
    """The option of an option line, without its first word, or None if it has no name."""
    parts: "dict[str, list[str]]" = {}
    variants: "list[list[str]]" = []
    current: "list[str]" = []
    kind = ""
    for word in text.split():
        # The name goes up to "type", and the default of a text up to the end, whatever words they have.
        if word == "type" and "type" not in parts:
            parts["type"] = current = []
        elif word == "name" and "name" not in parts:
            parts["name"] = current = []
        elif word in ("default", "min", "max", "var") and "type" in parts \
                and not (kind == "string" and "default" in parts):
            current = []
            if word == "var":
                variants.append(current)
            else:
                parts[word] = current
        else:
            current.append(word)
            if current is parts.get("type"):
                kind = word
    name, default = " ".join(parts.get("name", [])), " ".join(parts.get("default", []))
    if not name:
        return None
    limits: "list[int | None]" = []
    for bound in "min", "max":
        try:
            limits.append(_number(" ".join(parts[bound])) if bound in parts else None)
        except ValueError:
            LOGGER.warning("not understood in option: %r", text[:1000])
            limits.append(None)
    value: ConfigValue = default
    if kind == "check":
        value = default == "true"
    elif kind == "spin":
        try:
            value = _number(default)
        except ValueError:
            value = None
    elif kind == "button":
        value = None
    elif kind == "string" and default == "<empty>":
        value = ""
    return Option(name, kind, value, limits[0], limits[1], [" ".join(words) for words in variants])
