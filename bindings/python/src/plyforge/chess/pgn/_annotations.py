"""Commands in comments: [%clk], [%emt], [%eval], [%csl] and [%cal]. Comments are lists of texts."""
import re

from plyforge.chess._scores import Cp, Mate, PovScore

# At most 18 digits: more are not the time of a game, and int() refuses thousands of them.
_TIME = r"(\d{1,18}):(\d{1,18}):(\d{1,18}(?:\.\d*)?)"
CLOCK_REGEX = re.compile(r"\s?\[%clk\s" + _TIME + r"\]\s?")
EMT_REGEX = re.compile(r"\s?\[%emt\s" + _TIME + r"\]\s?")
EVAL_REGEX = re.compile(r"\s?\[%eval\s(?:#([+-]?\d{1,18})|([+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
                        r"(?:,(\d{1,5}))?\]\s?")
ARROWS_REGEX = re.compile(r"\s?\[%(?:csl|cal)\s([RGYB][a-h][1-8](?:[a-h][1-8])?"
                          r"(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\]\s?")


def find(comments, pattern):
    """The first match in the comments, or None."""
    for comment in comments:
        match = "[%" in comment and pattern.search(comment)
        if match:
            return match
    return None


def _blank_for(match):
    """The replacement for a command: a blank if there is text on both sides."""
    return " " if match[0][:1].isspace() and match[0][-1:].isspace() else ""


def remove(comments, pattern):
    """The comments without any match; those that are empty then are left out."""
    changed = [pattern.sub(_blank_for, comment) for comment in comments]
    return [new for new, old in zip(changed, comments) if new or not old]


def replace(comments, pattern, command):
    """The comments with the first match replaced, or the command as a new comment; without a command the match is
    removed."""
    for place, comment in enumerate(comments):
        match = pattern.search(comment)
        if match:
            before, after = comment[:match.start()], comment[match.end():]
            head = match[0][:1] if match[0][:1].isspace() else ""
            tail = match[0][-1:] if match[0][-1:].isspace() else ""
            middle = head + command + tail if command else _blank_for(match)
            text = before + middle + after
            return comments[:place] + ([text] if text else []) + comments[place + 1:]
    return comments + [command] if command else comments


def find_seconds(comments, pattern):
    """The time of the first clock command, or None."""
    for comment in comments:
        match = pattern.search(comment)
        if match:
            hours, minutes, seconds = match.groups()
            return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    return None


def write_time(name, seconds):
    """A clock command; times below zero are zero."""
    thousandths = max(0, round(seconds * 1000))
    hours, rest = divmod(thousandths, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    text = f"{rest // 1000:02d}.{rest % 1000:03d}".rstrip("0").rstrip(".") if rest % 1000 else f"{rest // 1000:02d}"
    return f"[%{name} {hours}:{minutes:02d}:{text}]"


def score_of(match, turn):
    """The evaluation of a command, which is White's; #0 is that of the side to move, which is mated."""
    if not match:
        return None
    score = Mate(int(match[1])) if match[1] else Cp(round(float(match[2]) * 100))
    return PovScore(score if turn or score == Mate(0) else -score, turn)


def write_score(score, depth):
    """The command of an evaluation."""
    white = score.white()
    text = f"#{white.mate()}" if white.is_mate() else f"{white.score() / 100:.2f}"
    return f"[%eval {text}{',' + str(max(depth, 0)) if depth is not None else ''}]"


def arrows_of(comments):
    """The arrows and marked squares of the comments."""
    arrows = []
    for comment in comments:
        for match in ARROWS_REGEX.finditer(comment):
            from plyforge.chess.svg import Arrow
            arrows += [Arrow.from_pgn(word) for word in match[1].split(",")]
    return arrows


def write_arrows(arrows):
    """The commands of arrows and marked squares, or the empty text."""
    from plyforge.chess.svg import Arrow
    words = [(arrow if isinstance(arrow, Arrow) else Arrow(*arrow)).pgn() for arrow in arrows]
    squares = ",".join(word for word in words if len(word) == 3)
    lines = ",".join(word for word in words if len(word) == 5)
    return (f"[%csl {squares}]" if squares else "") + (f"[%cal {lines}]" if lines else "")


def as_list(comment):
    """Comments given as a text or as a list of texts, without the empty ones."""
    return [text for text in ([comment] if isinstance(comment, str) else comment) if text]
