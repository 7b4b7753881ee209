"""Visitors, which process the parts of a game that is read from a file or found in a tree."""
import enum
import logging
import types

from plyforge import chess
from plyforge.chess.pgn._annotations import as_list
from plyforge.chess.pgn._headers import Headers
from plyforge.chess.pgn._tree import Game

LOGGER = logging.getLogger("plyforge.chess.pgn")


class SkipType(enum.Enum):
    """The type of SKIP, which a visitor returns to leave something out."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor:
    """A base for visitors. The methods are called in the order of PGN; each may be overridden."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def begin_game(self):
        """A game begins. Return SKIP to leave it out."""

    def begin_headers(self):
        """The tags begin. A Headers object may be returned, which the reader looks at for the first position."""

    def visit_header(self, tagname, tagvalue):
        """A tag."""

    def end_headers(self):
        """The tags are over. Return SKIP to leave the moves out."""

    def begin_parse_san(self, board, san):
        """A word of the file is about to be read as a move. Return SKIP to leave the word out."""

    def visit_move(self, board, move):
        """A move. The board is the one before the move, and must not be changed."""

    def visit_board(self, board):
        """The first position, and the position after each move. The board must not be changed."""

    def visit_comment(self, comment):
        """A comment: a text if a file is read, or a list of the texts at one place if a tree is walked."""

    def visit_nag(self, nag):
        """A numeric annotation."""

    def begin_variation(self):
        """A side line begins, in place of the last move. Return SKIP to leave it out."""

    def end_variation(self):
        """A side line is over."""

    def visit_result(self, result):
        """The result, as in 1-0, wherever it is in the text: never in a game without one, twice in a game with two."""

    def end_game(self):
        """The game is over."""

    def result(self):
        """The value that accept() and read_game() return."""
        raise NotImplementedError

    def handle_error(self, error):
        """Called if something cannot be read; the rest of the line is left out. Raises the error."""
        raise error


class GameBuilder(BaseVisitor):
    """Builds a Game. Errors are kept in game.errors and logged."""

    def __init__(self, *, Game=Game):
        self.Game = Game

    def begin_game(self):
        self.game = self.Game()
        self.variation_stack = [self.game]
        self.starting_comments = []
        self.in_variation = False

    def begin_headers(self):
        return self.game.headers

    def visit_header(self, tagname, tagvalue):
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag):
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self):
        parent = self.variation_stack[-1].parent
        if parent is None:
            raise ValueError("a variation needs a move to replace")
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self):
        self.variation_stack.pop()
        self.in_variation = True

    def visit_result(self, result):
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment):
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comments.extend(as_list(comment))
        else:
            self.starting_comments.extend(as_list(comment))

    def visit_move(self, board, move):
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comments, self.starting_comments = self.starting_comments, []
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error):
        """Keeps the error in game.errors and logs it. Override this to do something else."""
        LOGGER.error("%s while parsing %.300r", error, self.game)
        self.game.errors.append(error)

    def result(self):
        return self.game


class HeadersBuilder(BaseVisitor):
    """Collects the tags and leaves the moves out."""

    def __init__(self, *, Headers=Headers):
        self.Headers = Headers

    def begin_headers(self):
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname, tagvalue):
        self.headers[tagname] = tagvalue

    def end_headers(self):
        return SKIP

    def result(self):
        return self.headers


class BoardBuilder(BaseVisitor):
    """Returns the last position of the main line, with its moves on the stack."""

    def begin_game(self):
        self.depth = 0
        self.board = chess.Board()

    def begin_variation(self):
        self.depth += 1
        return SKIP

    def end_variation(self):
        self.depth -= 1

    def visit_board(self, board):
        if not self.depth:
            self.board = board

    def result(self):
        return self.board


class SkipVisitor(BaseVisitor):
    """Leaves a game out."""

    def begin_game(self):
        return SKIP

    def end_headers(self):
        return SKIP

    def begin_variation(self):
        return SKIP

    def result(self):
        return True


class StringExporterMixin(BaseVisitor):
    """Writes PGN as lines of words. columns is the maximum width of a line of moves, None for a single line."""

    def __init__(self, *, columns=80, headers=True, comments=True, variations=True):
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines = []
        self.current_line = ""
        self.variation_depth = 0

    def write_line(self, line=""):
        """Ends the line that is being filled and writes another."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def flush_current_line(self):
        """Ends the line that is being filled."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
            self.current_line = ""

    def write_token(self, token):
        """Writes a word, on a new line if it does not fit."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def end_game(self):
        self.write_line()

    def begin_headers(self):
        self.found_headers = False

    def visit_header(self, tagname, tagvalue):
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self):
        if self.found_headers:
            self.write_line()

    def begin_variation(self):
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self):
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment):
        if self.comments and (self.variations or not self.variation_depth):
            texts = as_list([text.replace("{", "").replace("}", "") for text in as_list(comment)])
            if texts:
                self.write_token(" ".join("{ " + text + " }" for text in texts) + " ")
                self.force_movenumber = True

    def visit_nag(self, nag):
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board, move):
        if self.variations or not self.variation_depth:
            if board.turn:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result):
        self.write_token(result + " ")


class StringExporter(StringExporterMixin):
    """Writes a game into a string.

    text = game.accept(StringExporter(headers=True, variations=True, comments=True))
    """

    def result(self):
        text = "\n".join(self.lines + [self.current_line.rstrip()] if self.current_line else self.lines)
        return text.rstrip()

    def __str__(self):
        return self.result()


class FileExporter(StringExporterMixin):
    """Writes games into a text file, with an empty line after each."""

    def __init__(self, handle, *, columns=80, headers=True, comments=True, variations=True):
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written = 0

    def begin_game(self):
        self.written = 0
        self.variation_depth = 0

    def flush_current_line(self):
        """Ends the line that is being filled."""
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
            self.current_line = ""

    def write_line(self, line=""):
        """Ends the line that is being filled and writes another."""
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self):
        """The number of characters written."""
        return self.written

    def __repr__(self):
        return f"<FileExporter at {id(self):#x}>"
