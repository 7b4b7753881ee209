"""The operations of EPD: text to values and back."""
import math
import re

from plyforge import _core

_OPCODE = re.compile(r"[A-Za-z]")
_NUMBER = re.compile(r"[-+.\d]")


def _end(text, at):
    """Where the operation that begins here ends."""
    end = text.find(";", at)
    return len(text) if end < 0 else end


def split(text):
    """The operations of an EPD as (opcode, operand): the operand is a list with one string if it was quoted, plain text
    if not, and None if there is none."""
    at, size = 0, len(text)
    while at < size:
        begin = at
        while at < size and not text[at].isspace() and text[at] != ";":
            at += 1
        opcode = text[begin:at]
        while at < size and text[at].isspace():
            at += 1
        operand = None
        if opcode == "-":
            continue
        if opcode and not _OPCODE.match(opcode):
            raise ValueError(f"not an opcode of EPD: {opcode!r}")
        if opcode and at < size and text[at] == '"':
            at += 1
            string = []
            while at < size and text[at] != '"':
                if text[at] == "\\" and at + 1 < size:
                    at += 1
                string.append(text[at])
                at += 1
            operand = ["".join(string)]
            at = _end(text, at)
        elif opcode and at < size and text[at] != ";":
            begin, at = at, _end(text, at)
            operand = text[begin:at].strip()
        if opcode:
            yield opcode, operand
        while at < size and (text[at] == ";" or text[at].isspace()):
            at += 1


def read(text, make_board):
    """The operations of an EPD as a dictionary. make_board is called at most once, for the position of the moves."""
    found, board = {}, None
    for opcode, operand in split(text):
        if isinstance(operand, list):
            found[opcode] = operand[0]
            continue
        if opcode in ("pv", "am", "bm"):
            board = make_board() if operand and not board else board
            line = board.copy() if board else None
            moves = []
            for word in (operand or "").split():
                moves.append(line.parse_san(word))
                if opcode == "pv":
                    line.push(moves[-1])
            found[opcode] = moves
        elif operand is None:
            found[opcode] = None
        elif _NUMBER.match(operand):
            found[opcode] = float(operand) if re.search(r"[.eE]", operand) else int(operand)
        else:
            board = board or make_board()
            found[opcode] = board.parse_san(operand)
    return found


def write(board, operations):
    """The operations as text, in the order in which they are given."""
    return " ".join(_write_one(board, opcode, operand) for opcode, operand in operations.items())


def _write_one(board, opcode, operand):
    if not opcode or opcode == "-" or re.search(r"[\s;]", opcode):
        raise ValueError(f"not an opcode of EPD: {opcode!r}")
    if operand is None:
        return f"{opcode};"
    if isinstance(operand, _core.Move):
        return f"{opcode} {board.san(operand)};"
    if isinstance(operand, bool) or isinstance(operand, int):
        return f"{opcode} {int(operand)};"
    if isinstance(operand, float):
        if not math.isfinite(operand):
            raise ValueError(f"{operand!r} is not a number that EPD allows for {opcode}")
        return f"{opcode} {operand};"
    if opcode == "pv" and not isinstance(operand, str):
        line, words = board.copy(stack=False), []
        for move in operand:
            if move and not line.is_legal(move):
                raise _core.IllegalMoveError(f"{move.uci()} of pv is not legal in {line.fen()}")
            words.append(line.san(move))
            line.push(move)
        return " ".join([opcode, *words]) + ";"
    if opcode in ("am", "bm") and not isinstance(operand, str):
        return " ".join([opcode, *sorted(board.san(move) for move in operand)]) + ";"
    text = str(operand).replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r")
    text = text.replace("\n", "\\n").replace('"', '\\"')
    return f'{opcode} "{text}";'
