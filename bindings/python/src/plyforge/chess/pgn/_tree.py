"""Games as trees: a root with tags, and a node for each move with its comments, NAGs and continuations."""
import operator
import types

from plyforge import _core, chess
from plyforge.chess.pgn import _annotations
from plyforge.chess.pgn._headers import Headers
from plyforge.chess.pgn._time_control import parse_time_control


_move_of = operator.attrgetter("move")


def _itself(node):
    return node


def _text_property(name):
    """A list of comments as one text, for programs that expect a single comment."""
    return property(lambda self: " ".join(getattr(self, name)), lambda self,
                    text: setattr(self, name, _annotations.as_list(text)),
                    doc=f"The {name.replace('_', ' ')} as one text.")


class GameNode(_core._Node):
    """A position of a game: parent, move, variations (the first is the main one), comments, starting_comments and
    nags."""

    comment = _text_property("comments")
    starting_comment = _text_property("starting_comments")

    def __init__(self, *, comment=""):
        if comment:
            self.comments = _annotations.as_list(comment)

    # ---- Where the node is ----

    def board(self):
        """A board with the position of the node and the moves that led to it."""
        raise NotImplementedError

    def ply(self):
        """Half-moves since the start of the game, by the move number and the side to move of the first position."""
        raise NotImplementedError

    def turn(self):
        """The side to move."""
        return self.ply() % 2 == 0

    def root(self):
        """The first node."""
        node = self
        while node.parent:
            node = node.parent
        return node

    def game(self):
        """The game that the node belongs to."""
        root = self.root()
        if not isinstance(root, Game):
            raise ValueError("the first node is not a Game")
        return root

    def starts_variation(self):
        """Whether the node is the first of a side line, and can have a starting comment."""
        return bool(self.parent and self.parent.variations and self.parent.variations[0] is not self)

    def is_main_variation(self):
        """Whether the node is the first continuation of its parent. The root is."""
        return not self.parent or not self.parent.variations or self.parent.variations[0] is self

    def is_mainline(self):
        """Whether the node is in the main line of the game."""
        node = self
        while node.parent:
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    # ---- Continuations ----

    def _place(self, move):
        if isinstance(move, int):
            count = len(self.variations)
            if not -count <= move < count:
                raise IndexError(f"no variation {move}: there are {count}")
            return move % count
        for place, node in enumerate(self.variations):
            if node is move or node.move == move:
                return place
        raise KeyError(move)

    def __getitem__(self, move):
        return self.variation(move)

    def __contains__(self, move):
        return self.has_variation(move)

    def variation(self, move):
        """The continuation with a move, or with a number. KeyError if none has the move, IndexError if there are
        fewer."""
        return self.variations[self._place(move)]

    def has_variation(self, move):
        """Whether there is a continuation with a move or number."""
        try:
            self.variation(move)
        except LookupError:
            return False
        return True

    def promote_to_main(self, move):
        """Makes a continuation the first."""
        self.variations.insert(0, self.variations.pop(self._place(move)))

    def promote(self, move):
        """Moves a continuation one place forward."""
        place = self._place(move)
        if place:
            nodes = self.variations
            nodes[place - 1], nodes[place] = nodes[place], nodes[place - 1]

    def demote(self, move):
        """Moves a continuation one place back."""
        place = self._place(move)
        if place < len(self.variations) - 1:
            nodes = self.variations
            nodes[place + 1], nodes[place] = nodes[place], nodes[place + 1]

    def remove_variation(self, move):
        """Removes a continuation."""
        del self.variations[self._place(move)]

    def add_variation(self, move, *, comment="", starting_comment="", nags=()):
        """Adds a continuation and returns it."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move, *, comment="", nags=()):
        """Adds a continuation as the first and returns it."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(self, moves, *, comment="", starting_comment="", nags=()):
        """Adds moves one after the other and returns the last node, which gets comment and NAGs; the first gets the
        starting comment."""
        node = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comments = _annotations.as_list(comment) if comment else node.comments
        node.nags.update(nags)
        return node

    def mainline(self):
        """The nodes of the main line after this one."""
        return Mainline(self, _itself)

    def mainline_moves(self):
        """The moves of the main line after this node."""
        return Mainline(self, _move_of)

    # ---- Commands in comments ----

    def clock(self):
        """The time left in seconds, by the first [%clk], or None."""
        return _annotations.find_seconds(self.comments, _annotations.CLOCK_REGEX)

    def set_clock(self, seconds):
        """Writes [%clk], or removes it for None."""
        command = "" if seconds is None else _annotations.write_time("clk", seconds)
        self.comments = _annotations.replace(self.comments, _annotations.CLOCK_REGEX, command)

    def emt(self):
        """The time that the move took in seconds, by the first [%emt], or None."""
        return _annotations.find_seconds(self.comments, _annotations.EMT_REGEX)

    def set_emt(self, seconds):
        """Writes [%emt], or removes it for None."""
        command = "" if seconds is None else _annotations.write_time("emt", seconds)
        self.comments = _annotations.replace(self.comments, _annotations.EMT_REGEX, command)

    def eval(self):
        """The evaluation of the first [%eval] as a PovScore, or None."""
        comments = self.comments
        match = comments and _annotations.find(comments, _annotations.EVAL_REGEX)
        return _annotations.score_of(match, self.turn()) if match else None

    def eval_depth(self):
        """The depth of the first [%eval], or None."""
        comments = self.comments
        match = comments and _annotations.find(comments, _annotations.EVAL_REGEX)
        return int(match[3]) if match and match[3] else None

    def set_eval(self, score, depth=None):
        """Writes [%eval], or removes it for None. score is a PovScore."""
        command = "" if score is None else _annotations.write_score(score, depth)
        self.comments = _annotations.replace(self.comments, _annotations.EVAL_REGEX, command)

    def arrows(self):
        """The arrows and marked squares of [%cal] and [%csl]."""
        return _annotations.arrows_of(self.comments)

    def set_arrows(self, arrows):
        """Replaces all [%cal] and [%csl]. arrows are Arrow objects or pairs of squares."""
        command = _annotations.write_arrows(arrows)
        rest = _annotations.remove(self.comments, _annotations.ARROWS_REGEX)
        self.comments = ([command] if command else []) + rest

    # ---- Visitors ----

    def accept(self, visitor):
        """Shows the node's move and everything after it to a visitor, in the order of PGN, and returns the visitor's
        result."""
        raise NotImplementedError

    def accept_subgame(self, visitor):
        """Shows the rest as a game that begins here, and returns the visitor's result."""
        game = self.game()
        headers = game.headers.copy()
        _write_setup(headers, self.board().copy(stack=False))
        return _accept_game(visitor, headers, self, game.comments if self is game else [])

    def __str__(self):
        from plyforge.chess.pgn._visitors import StringExporter
        return self.accept(StringExporter(columns=None))

    # ---- Pickle and copy ----

    def __copy__(self):
        node = type(self).__new__(type(self))
        for name in ("parent", "move", "variations", "comments", "starting_comments", "nags"):
            setattr(node, name, getattr(self, name))
        vars(node).update(vars(self))
        return node

    def __reduce__(self):
        """The tree as a list of nodes, which needs no recursion for a game of any length; a node by its index in the
        list."""
        root = self.root()
        nodes, places = [root], {id(root): 0}
        for node in nodes:
            places.update((id(child), len(nodes) + number) for number, child in enumerate(node.variations))
            nodes += node.variations
        if self is not root:
            return _node_at, (root, places[id(self)])
        own = [(type(node), _fields_of(node)) for node in nodes]
        return _tree_of, (own, [places[id(node.parent)] for node in nodes[1:]])


def _fields_of(node):
    """The attributes of a node other than parent and variations; empty lists are left out."""
    fields = {"move": node.move}
    fields.update((name, value) for name in ("comments", "starting_comments", "nags") if (value := getattr(node, name)))
    return fields | vars(node)


def _tree_of(nodes, parents):
    """The root of the nodes (class, attributes); parents has the number of the parent of each but the first."""
    made = []
    for number, (cls, attributes) in enumerate(nodes):
        node = cls.__new__(cls)
        for name, value in attributes.items():
            setattr(node, name, value)
        if number:
            node.parent = made[parents[number - 1]]
            node.parent.variations.append(node)
        made.append(node)
    return made[0]


def _node_at(root, place):
    """The node of a tree with that number, as __reduce__ counts them."""
    nodes = [root]
    for node in nodes:
        nodes += node.variations
    return nodes[place]


class ChildNode(GameNode):
    """ChildNode(parent, move, *, comment="", starting_comment="", nags=()): a move of a game. It is added to the
    parent."""

    def __init__(self, parent, move, *, comment="", starting_comment="", nags=()):
        self.parent, self.move = parent, move
        if comment:
            self.comments = _annotations.as_list(comment)
        if starting_comment:
            self.starting_comments = _annotations.as_list(starting_comment)
        if nags:
            self.nags.update(nags)
        parent.variations.append(self)

    def board(self):
        moves, node = [], self
        while node.parent:
            moves.append(node.move)
            node = node.parent
        board = node.board()
        for move in reversed(moves):
            board.push(move)
        return board

    def ply(self):
        node, count = self, 0
        while node.parent:
            node, count = node.parent, count + 1
        return node.ply() + count

    def san(self):
        """The move in standard algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960=None):
        """The move as UCI text."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def accept(self, visitor):
        _walk(visitor, self, self.parent.board(), sidelines=False)
        return visitor.result()

    def __repr__(self):
        try:
            before = self.parent.board()
            number = f"{before.fullmove_number}{'.' if before.turn else '...'}"
            return f"<{type(self).__name__} at {id(self):#x} ({number} {before.san(self.move)} ...)>"
        except ValueError:
            return f"<{type(self).__name__} at {id(self):#x} ({self.move.uci()} ...)>"


class Game(GameNode):
    """Game(headers=None): the first position of a game, with its tags (headers) and the errors that occurred while
    reading it."""

    def __init__(self, headers=None):
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    def board(self):
        return self.headers.board()

    def ply(self):
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board):
        """Sets the first position, given as a board or a FEN, in the tags FEN, SetUp and Variant."""
        if isinstance(board, str):
            board = chess.Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        _write_setup(self.headers, board)

    def time_control(self):
        """The tag TimeControl, parsed."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    def accept(self, visitor):
        return _accept_game(visitor, self.headers, self, self.comments)

    @classmethod
    def from_board(cls, board):
        """A game with the moves of a board, and its result."""
        game = cls()
        game.setup(board.root())
        node = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls):
        """A game without any tags."""
        return cls(headers={})

    @classmethod
    def builder(cls):
        """A visitor that builds games of this class."""
        return _visitors.GameBuilder(Game=cls)

    def __repr__(self):
        names = (self.headers.get(name, "?") for name in ("White", "Black"))
        return "<{} at {:#x} ({!r} vs. {!r}, {!r} at {!r})>".format(
            type(self).__name__, id(self), *names, self.headers.get("Date", "????.??.??"),
            self.headers.get("Site", "?"))


class Mainline:
    """The main line after a node: iterable in both directions; as text, its moves with NAGs and comments."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, start, f):
        self.start, self.f = start, f

    def __bool__(self):
        return bool(self.start.variations)

    def __iter__(self):
        node = self.start.next()
        while node is not None:
            yield self.f(node)
            node = node.next()

    def __reversed__(self):
        node = self.start.end()
        while node is not self.start:
            yield self.f(node)
            node = node.parent

    def accept(self, visitor):
        """Shows the moves, with their NAGs and comments, to a visitor and returns its result."""
        board = self.start.board()
        node = self.start
        while node.variations:
            node = node.variations[0]
            _show(visitor, node, board)
        return visitor.result()

    def __str__(self):
        from plyforge.chess.pgn._visitors import StringExporter
        return self.accept(StringExporter(columns=None))

    def __repr__(self):
        return f"<Mainline at {id(self):#x} ({self})>"


def _write_setup(headers, board):
    """Puts the first position into the tags."""
    fen = board.fen()
    if fen == type(board).starting_fen:
        headers.pop("FEN", None)
        headers.pop("SetUp", None)
    else:
        headers["FEN"] = fen
        headers["SetUp"] = "1"
    name = type(board).aliases[0]
    if name == "Standard" and board.chess960:
        headers["Variant"] = "Chess960"
    elif name == "Standard":
        headers.pop("Variant", None)
    else:
        headers["Variant"] = name
        headers["FEN"] = fen


# ---- Walking ----

def _accept_game(visitor, headers, node, comments):
    from plyforge.chess.pgn._visitors import SKIP
    if visitor.begin_game() is not SKIP:
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = node.board()
            visitor.visit_board(board)
            if comments:
                visitor.visit_comment(comments)
            if node.variations:
                _walk(visitor, node.variations[0], board, sidelines=True)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def _show(visitor, node, board):
    """One move with its comments, played on the board."""
    if node.starting_comments:
        visitor.visit_comment(node.starting_comments)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comments:
        visitor.visit_comment(node.comments)


def _walk(visitor, node, board, sidelines):
    """Shows a node and the rest of the game, with the alternatives after each move. Tasks are kept on a separate stack,
    because games are deeper than Python's recursion limit."""
    from plyforge.chess.pgn._visitors import SKIP

    def line(node, sidelines):
        _show(visitor, node, board)
        tasks.append(("next", node))
        if sidelines:
            for other in reversed(node.parent.variations[1:]):
                tasks.append(("side", other))

    tasks = [("line", node, sidelines)]
    while tasks:
        task, node, *rest = tasks.pop()
        if task == "line":
            line(node, *rest)
        elif task == "next" and node.variations:
            line(node.variations[0], True)
        elif task == "side":
            main = board.pop()
            if visitor.begin_variation() is SKIP:
                visitor.end_variation()
                board.push(main)
                continue
            tasks.append(("end", main, len(board.move_stack)))
            tasks.append(("line", node, False))
        elif task == "end":
            while len(board.move_stack) > rest[0]:
                board.pop()
            visitor.end_variation()
            board.push(node)


from plyforge.chess.pgn import _visitors  # noqa: E402 (it needs this module)
