"""Reading games from text files, line by line, so that the position in the file is that of the next game."""
import re

from plyforge import _core, chess
from plyforge.chess.pgn._headers import TAG_REGEX, Headers
from plyforge.chess.pgn._tree import ChildNode, Game, GameNode
from plyforge.chess.pgn._visitors import SKIP, GameBuilder, HeadersBuilder

_TOKEN = re.compile(r"""
    \{ | ; | \( | \) | \$[0-9]+ | [!?]{1,2}
    | 1-0 | 0-1 | 1/2-1/2 | \*
    | [NBKRQP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?
    | [PNBRQK]?@[a-h][1-8]
    | O-O(?:-O)? | 0-0(?:-0)? | -- | Z0 | 0000 | @@@@
    """, re.X)
_NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}
_MAX_DEPTH = 255  # of variations, as in the C reader


def _ignored(line):
    """Whether a line outside comments is not part of the game: an escape, or a line that is a comment as a whole."""
    return line.startswith(("%", ";"))


class _Parser:
    """One game: lines in, calls of a visitor out."""

    def __init__(self, handle, visitor):
        self.handle, self.visitor = handle, visitor
        self.line = ""

    def next_line(self):
        """Reads the next line; false at the end of the file."""
        self.line = self.handle.readline()
        return bool(self.line)

    def run(self):
        """Reads a game. False if the file has none left."""
        while self.next_line():
            if not isinstance(self.line, str):
                raise TypeError("games are read from a file of text, and this one returns bytes: "
                                "use open(path, encoding='utf-8')")
            self.line = self.line.lstrip("\ufeff")
            if self.line.strip() and not _ignored(self.line):
                break
        else:
            return False
        self.read()
        return True

    def read(self):
        """Reads the game whose first line is the current one."""
        skip = self.visitor.begin_game() is SKIP
        headers = None if skip else self.visitor.begin_headers()
        self.headers = headers if isinstance(headers, Headers) else Headers({})
        has_moves = self.read_tags(skip)
        if not skip:
            skip = self.visitor.end_headers() is SKIP
        if skip:
            if has_moves:
                self.skip_movetext()
        else:
            self.read_moves(has_moves)
        self.visitor.end_game()

    def read_tags(self, skip):
        """Reads tags up to the first line that does not begin like one. A line that begins like a tag but is not one is
        left out, as in python-chess. One empty line may be among them. False if the game ends here."""
        empty = 0
        while True:
            text = self.line.strip()
            if not text:
                empty += 1
                if empty > 1:
                    return False
            elif text.startswith("["):
                empty = 0
                match = None if skip else TAG_REGEX.match(text)
                if match:
                    self.visit_tag(match[1], match[2])
            elif not _ignored(self.line):
                return True
            if not self.next_line():
                return False

    def visit_tag(self, name, value):
        try:
            self.headers[name] = value
        except ValueError as error:
            self.visitor.handle_error(error)
        self.visitor.visit_header(name, value)

    def skip_movetext(self):
        """Advances to the empty line that ends the game, outside comments."""
        in_comment = False
        while True:
            if not in_comment and not self.line.strip():
                return
            if in_comment or not _ignored(self.line):
                in_comment = self.comment_continues(in_comment)
            if not self.next_line():
                return

    def comment_continues(self, in_comment):
        """Whether a comment is open at the end of the line."""
        at = 0
        while True:
            if in_comment:
                at = self.line.find("}", at) + 1
                if not at:
                    return True
                in_comment = False
            match = re.compile("[;{]").search(self.line, at)
            if not match or match[0] == ";":
                return False
            at, in_comment = match.end(), True

    def read_moves(self, has_moves):
        visitor = self.visitor
        board = _first_board(self.headers, visitor)
        if board is None:
            if has_moves:
                self.skip_movetext()
            return
        visitor.visit_board(board)
        # There is one board: a variation takes back the move it replaces, and its end plays that move again. A copy for
        # each level would take memory that grows with the square of the text.
        self.board = board
        self.replaced = []  # for each open variation, the move it replaces and the number of moves before that
        self.skipped = 0  # how many levels of variations are being left out, the innermost included
        while has_moves:
            if not self.line.strip():
                break
            if not _ignored(self.line):
                self.read_line()
            if not self.next_line():
                break
        while self.replaced:
            self.leave_variation()

    def read_line(self):
        at = 0
        while True:
            match = _TOKEN.search(self.line, at)
            if not match:
                return
            token, at = match[0], match.end()
            if token == ";":
                return
            if token == "{":
                at = self.read_comment(at)
            elif token == "(":
                self.begin_variation()
            elif token == ")":
                self.end_variation()
            elif self.skipped:
                continue
            elif token[0] == "$":
                self.read_nag(token)
            elif token in _NAGS:
                self.visitor.visit_nag(_NAGS[token])
            elif token in _RESULTS:
                if not self.replaced:
                    self.visitor.visit_result(token)
            else:
                self.read_move(token)

    def read_comment(self, at):
        """Reads up to the closing brace, over as many lines as it takes; one blank at each brace is not part of the
        comment. Returns the offset after it."""
        parts = []
        while True:
            end = self.line.find("}", at)
            if end >= 0:
                parts.append(self.line[at:end])
                break
            parts.append(self.line[at:])
            at = 0
            if not self.next_line():
                break
        text = "".join(parts).removeprefix(" ")
        if not self.skipped:
            self.visitor.visit_comment(text.removesuffix(" ") if end >= 0 else text)
        return end + 1 if end >= 0 else len(self.line)

    def begin_variation(self):
        if self.skipped:
            self.skipped += 1
        elif self.board.move_stack:
            if len(self.replaced) == _MAX_DEPTH:
                self.visitor.handle_error(ValueError(f"variations are nested more than {_MAX_DEPTH} deep"))
                self.skipped = 1
                self.too_deep = True
            elif self.visitor.begin_variation() is SKIP:
                self.skipped = 1
            else:
                move = self.board.pop()
                self.replaced.append((move, len(self.board.move_stack)))

    def end_variation(self):
        """Ends a variation; a surplus bracket is ignored. Text that is left out because of an error ends with its
        variation."""
        if self.skipped > 1:
            self.skipped -= 1
        elif self.skipped == 1 and self.failed != len(self.replaced):
            self.skipped = 0
            if self.too_deep:
                self.too_deep = False
            else:
                self.visitor.end_variation()
        elif self.replaced:
            if self.failed == len(self.replaced):
                self.failed = None
                self.skipped = 0
            self.leave_variation()

    def leave_variation(self):
        """Goes back to the line that the variation branched off from."""
        move, size = self.replaced.pop()
        while len(self.board.move_stack) > size:
            self.board.pop()
        self.board.push(move)
        self.visitor.end_variation()

    too_deep = False  # whether the visitor does not know of the variation that is left out
    failed = None

    def read_nag(self, token):
        if len(token) > 10:
            self.visitor.handle_error(ValueError(f"too large a NAG: {token[:20]}"))
        else:
            self.visitor.visit_nag(int(token[1:]))

    def read_move(self, san):
        board = self.board
        if self.visitor.begin_parse_san(board, san) is SKIP:
            return
        try:
            move = board.parse_san(san)
        except ValueError as error:
            self.visitor.handle_error(error)
            self.leave_out_the_rest()
            return
        self.visitor.visit_move(board, move)
        board.push(move)
        self.visitor.visit_board(board)

    def leave_out_the_rest(self):
        self.failed = len(self.replaced)
        self.skipped = 1


# ---- Without calls of a visitor ----

def _first_board(headers, visitor):
    """The first position; None if the FEN is wrong. A game of an unknown variant is read as one of standard chess. Both
    are errors."""
    if "FEN" not in headers and "Variant" not in headers:
        return chess.Board()
    try:
        headers.variant()
    except ValueError as error:
        visitor.handle_error(error)
        headers = headers.copy()
        del headers["Variant"]
    try:
        return headers.board()
    except ValueError as error:
        visitor.handle_error(error)
        return None


def _read_tree(handle, visitor):
    """The result of GameBuilder for the next game, with the work of _Parser and GameBuilder done in C."""
    text = _core._PgnText(handle.readline)
    if not text.begin():
        return None
    visitor.begin_game()
    game = visitor.game
    headers = game.headers
    if type(headers).__setitem__ is not Headers.__setitem__:
        parser = _Parser(handle, visitor)
        parser.line = text.line
        parser.read()
        return visitor.result()
    has_moves = text.tags(headers, headers._tags)
    board = _first_board(headers, visitor)
    if has_moves and board is not None:
        text.moves(board, visitor, game, ChildNode)
    elif has_moves:
        text.skip_moves()
    return game


def _makes_plain_trees(visitor):
    game = visitor.Game
    return game is Game or (isinstance(game, type) and issubclass(game, Game)
                            and game.add_variation is GameNode.add_variation)


def _read_tags(handle, make):
    """The result of HeadersBuilder for the next game."""
    text = _core._PgnText(handle.readline)
    if not text.begin():
        return None
    headers = make({})
    if text.tags(headers, headers._tags):
        text.skip_moves()
    return headers


def _makes_plain_headers(visitor):
    return isinstance(visitor.Headers, type) and visitor.Headers.__setitem__ is Headers.__setitem__


def read_game(handle, *, Visitor=GameBuilder):
    """Reads the next game of a file that is open in text mode, and returns the result of the visitor: by default a
    Game, or None at the end of the file.

    A game ends with an empty line. After text that cannot be read, the rest of its line of play is left out; the error
    is logged and kept in game.errors. Variations that are nested more than 255 deep are skipped with an error.

    >>> import io, plyforge.chess.pgn
    >>> game = plyforge.chess.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
    >>> print(game.mainline_moves())
    1. e4 e5 2. Nf3
    """
    visitor = Visitor()
    if type(visitor) is GameBuilder and _makes_plain_trees(visitor):
        return _read_tree(handle, visitor)
    if type(visitor) is HeadersBuilder and _makes_plain_headers(visitor):
        return _read_tags(handle, visitor.Headers)
    return visitor.result() if _Parser(handle, visitor).run() else None


def read_headers(handle):
    """Reads the tags of the next game and leaves its moves out. None at the end of the file."""
    return _read_tags(handle, Headers)


def skip_game(handle):
    """Leaves the next game out. False at the end of the file."""
    text = _core._PgnText(handle.readline)
    if not text.begin():
        return False
    if text.tags(None, None):
        text.skip_moves()
    return True
