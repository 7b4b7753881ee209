"""What show --xray prints as JSON, compared on random positions with sets that are found square by square, on a board
of letters: no bitboards, no masks, and legality by playing the move.
usage: xray_brute.py PLYFORGE POSITIONS"""
import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
path = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/learn/mark"
loader = importlib.machinery.SourceFileLoader("mark", str(path))
mark = importlib.util.module_from_spec(importlib.util.spec_from_loader("mark", loader))
loader.exec_module(mark)

LAYERS = "attacks,danger,checkers,capture,push,pins,discovered"
plyforge, number = sys.argv[1], int(sys.argv[2])


def attacks(board, square):
    """The squares that the piece on a square attacks."""
    kind, white = board[square].lower(), board[square].isupper()
    if kind == "p":
        steps = [(-1, 1 if white else -1), (1, 1 if white else -1)]
    else:
        steps = mark.LEAPS.get(kind, []) + mark.RAYS.get(kind, [])
    reached = set()
    for files, ranks in steps:
        to = (square[0] + files, square[1] + ranks)
        while to in board:
            reached.add(to)
            if board[to] != "." or kind not in mark.RAYS:
                break
            to = (to[0] + files, to[1] + ranks)
    return reached


def pieces(board, white, letters="pnbrqk"):
    return [square for square, letter in board.items()
            if letter != "." and letter.isupper() == white and letter.lower() in letters]


def attackers(board, square, white):
    return {origin for origin in pieces(board, white) if square in attacks(board, origin)}


def without(board, *squares):
    return board | {square: "." for square in squares}


def between(a, b):
    """The squares strictly between two squares of a line."""
    step = tuple((y > x) - (y < x) for x, y in zip(a, b))
    if a[0] != b[0] and a[1] != b[1] and abs(a[0] - b[0]) != abs(a[1] - b[1]):
        return set()
    inside, at = set(), (a[0] + step[0], a[1] + step[1])
    while at != b:
        inside.add(at)
        at = (at[0] + step[0], at[1] + step[1])
    return inside


def shields(board, own, king, sliders_white):
    """The pieces of a side without which a slider of the other argument's side attacks the king."""
    seen = attackers(board, king, sliders_white)
    return {square for square in pieces(board, own)
            if square != king and attackers(without(board, square), king, sliders_white) - seen - {square}}


def layers(board, white):
    king, = pieces(board, white, "k")
    other, = pieces(board, not white, "k")
    checkers = attackers(board, king, not white)
    enemy = set(pieces(board, not white))
    empty = {square for square, letter in board.items() if letter == "."}
    lifted = without(board, king)
    return {
        "attacks": set().union(*(attacks(board, square) for square in enemy)),
        "danger": set().union(*(attacks(lifted, square) for square in enemy)),
        "checkers": checkers,
        "capture": checkers if len(checkers) == 1 else set() if checkers else enemy,
        "push": between(king, *checkers) if len(checkers) == 1 else set() if checkers else empty,
        "pins": shields(board, white, king, not white),
        "discovered": shields(board, white, other, white),
    }


def targets(fen, board, white, square):
    """Where a piece other than a king can go: pseudo-legally, and legally."""
    king, = pieces(board, white, "k")
    ep, pseudo, legal = fen.split()[3], set(), set()
    origin = mark.text_of(square)
    for move in mark.pseudo_moves(fen, board[square].lower()):
        if move[:2] != origin:
            continue
        to = ("abcdefgh".index(move[2]), int(move[3]) - 1)
        after = without(board, square) | {to: board[square]}
        if board[square] in "pP" and move[2:4] == ep and board[to] == ".":
            after[to[0], square[1]] = "."
        pseudo.add(to)
        if not attackers(after, king, not white):
            legal.add(to)
    return pseudo, legal


fens = subprocess.run([plyforge, "random", str(number)], capture_output=True, text=True, check=True).stdout.split("\n")
fens = [fen for fen in fens if fen]
assert len(fens) == number, len(fens)
checks = pins = 0
for index, fen in enumerate(fens):
    board, white = mark.board_of(fen), fen.split()[1] == "w"
    men = [square for square in pieces(board, white, "pnbrq")]
    square = men[index % len(men)] if men else None
    asked = LAYERS + (f",targets={mark.text_of(square)}" if square else "")
    answer = json.loads(subprocess.run([plyforge, "show", "--fen", fen, "--xray", asked, "--json"], capture_output=True,
                                       text=True, check=True).stdout)["xray"]
    expected = layers(board, white)
    for name, squares in expected.items():
        if sorted(answer[name]) != sorted(mark.text_of(s) for s in squares):
            sys.exit(f"{fen}: {name}: expected {sorted(map(mark.text_of, squares))}, got {answer[name]}")
    if square:
        found = answer["targets"][mark.text_of(square)]
        for name, squares in zip(("pseudo_legal", "legal"), targets(fen, board, white, square)):
            if sorted(found[name]) != sorted(mark.text_of(s) for s in squares):
                sys.exit(f"{fen}: {name} of {mark.text_of(square)}: expected {sorted(map(mark.text_of, squares))}, "
                         f"got {found[name]}")
    checks += bool(expected["checkers"])
    pins += bool(expected["pins"])
print(f"{number} positions, {checks} in check, {pins} with pins")
assert checks >= number // 100 and pins >= number // 100
