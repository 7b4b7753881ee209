"""The Universal Chess Interface."""
import typing

from plyforge.chess import Board, Move
from plyforge.chess.engine._analysis import AnalysisResult
from plyforge.chess.engine._protocol import BaseCommand, Protocol, Settings
from plyforge.chess.engine._types import (INFO_ALL, INFO_NONE, BestMove, ConfigMapping, ConfigValue, EngineError, Info,
                                          InfoDict, Limit, Opponent, Option, PlayResult, T, UciOptionMap)
from plyforge.chess.engine._uci_info import parse_best_move, parse_info, parse_option


class _Initialize(BaseCommand[None]):
    needs_initialization = False
    engine: "UciProtocol"

    def start(self) -> None:
        if self.engine.initialized:
            raise EngineError("the engine is already initialized")
        self.engine.send_line("uci")

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "uciok":
            self.engine.initialized = True
            self.set_result(None)
            self.set_finished()
        elif word == "option":
            option = parse_option(rest)
            if option:
                self.engine.settings.options[option.name] = option
        elif word == "id":
            key, _, value = rest.strip().partition(" ")
            self.engine.id[key] = value.strip()


class _Ping(BaseCommand[None]):
    engine: "UciProtocol"

    def start(self) -> None:
        self.engine.send_line("isready")

    def line_received(self, line: str) -> None:
        if line.strip() == "readyok":
            self.set_result(None)
            self.set_finished()


class _Configure(BaseCommand[None]):
    engine: "UciProtocol"

    def __init__(self, engine: "UciProtocol", options: ConfigMapping) -> None:
        super().__init__(engine)
        self.options = options

    def start(self) -> None:
        settings = self.engine.settings
        parsed = settings.parse(self.options)
        for name, value in parsed.items():
            option = settings.options[name]
            if option.type == "button" or settings.told.get(name, option.default) != value:
                self.engine.set_option(option, value)
            if option.type != "button":
                settings.wanted[name] = value
        self.set_result(None)
        self.set_finished()


class _Search(BaseCommand[T]):
    """A search: options, ucinewgame, position and go, up to the best move."""

    engine: "UciProtocol"

    def __init__(self, engine: "UciProtocol", board: Board, limit: Limit, game: object, info: Info,
                 root_moves: "typing.Iterable[Move] | None", options: ConfigMapping) -> None:
        super().__init__(engine)
        # The caller may continue to use the board.
        self.board = board.copy(stack=False)
        self.position = position_of(board)
        self.limit, self.game, self.selector, self.options = limit, game, info, options
        self.root_moves = None if root_moves is None else list(root_moves)
        self.opponent: "Opponent | None" = None
        self.searching = self.stopped = self.waits_for_ready = False

    def managed_options(self) -> "dict[str, ConfigValue]":
        """The options that depend on the board. EngineError if the engine does not support its variant."""
        options, board = self.engine.settings.options, self.board
        found: "dict[str, ConfigValue]" = {}
        if "UCI_Chess960" in options:
            found["UCI_Chess960"] = board.chess960
        elif board.chess960:
            raise EngineError("the engine does not play Chess960")
        if "UCI_Variant" in options:
            found["UCI_Variant"] = options["UCI_Variant"].parse(str(type(board).uci_variant))
        elif type(board).uci_variant != "chess":
            raise EngineError(f"the engine does not play {type(board).uci_variant}")
        return found

    def changes(self) -> "list[tuple[Option, ConfigValue]]":
        """The commands to send before this search."""
        return self.engine.settings.changes(self.options, self.managed_options())

    def is_new_game(self) -> bool:
        """Whether this search is the first of a game."""
        engine = self.engine
        return engine.first_game or engine.game != self.game or engine.last_opponent != self.opponent

    def start(self) -> None:
        engine = self.engine
        for option, value in self.changes():
            engine.set_option(option, value)
        if self.is_new_game():
            engine.send_line("ucinewgame")
            engine.first_game, engine.game, engine.last_opponent = False, self.game, self.opponent
            if "UCI_Opponent" in engine.options and self.opponent:
                engine.set_option(engine.options["UCI_Opponent"], opponent_text(self.opponent))
            engine.send_line("isready")
            self.waits_for_ready = True
        else:
            self.go()

    def go(self) -> None:
        """Begins to search, unless nobody is waiting any more."""
        self.waits_for_ready = False
        if self.result.done() or self.stopped:
            self.set_finished()
            return
        self.engine.send_line(self.position)
        self.engine.send_line(self.go_text())
        self.searching = True

    def go_text(self) -> str:
        """The go command."""
        raise NotImplementedError

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "info":
            if self.searching and self.selector:
                # Not stripped: the text of "string" keeps its blanks.
                self.info_received(parse_info(line.partition("info ")[2], self.board, self.selector))
        elif word == "bestmove":
            if self.searching:
                self.best_move_received(rest)
        elif word == "readyok" and self.waits_for_ready:
            self.go()

    def info_received(self, info: InfoDict) -> None:
        """Called for each info line."""
        raise NotImplementedError

    def best_move_received(self, text: str) -> None:
        """Called at the end of the search."""
        raise NotImplementedError

    def cancel(self) -> None:
        if not self.stopped:
            self.stopped = True
            if self.searching:
                self.engine.send_line("stop")


class _Play(_Search[PlayResult]):
    def __init__(self, engine: "UciProtocol", board: Board, limit: Limit, *, game: object, info: Info, ponder: bool,
                 root_moves: "typing.Iterable[Move] | None", options: ConfigMapping,
                 opponent: "Opponent | None") -> None:
        super().__init__(engine, board, limit, game, info, root_moves, options)
        self.ponder, self.info, self.pondering = ponder, typing.cast(InfoDict, {}), False
        self.opponent = opponent or engine.opponent

    def managed_options(self) -> "dict[str, ConfigValue]":
        found = super().managed_options()
        if "Ponder" in self.engine.settings.options:
            found["Ponder"] = self.ponder
        return found

    def go_text(self) -> str:
        return go_text(self.limit, self.root_moves)

    def info_received(self, info: InfoDict) -> None:
        if not self.pondering:
            self.info.update(info)

    def best_move_received(self, text: str) -> None:
        if self.pondering:  # Pondering ends, because the expected reply was not played.
            self.set_finished()
            return
        best = parse_best_move(self.board, text)
        if self.ponder and best.move and best.ponder and not self.result.done():
            after = self.board.copy(stack=False)
            after.push(best.move)
            after.push(best.ponder)
            if not after.is_game_over():
                self._begin_to_ponder(best, after)
        self.set_result(PlayResult(best.move, best.ponder, self.info))
        if not self.pondering:
            self.set_finished()

    def _begin_to_ponder(self, best: BestMove, after: Board) -> None:
        moves = " ".join(move.uci() for move in (best.move, best.ponder) if move)
        self.position += (" " if " moves " in self.position else " moves ") + moves
        self.board, self.pondering = after, True
        self.engine.send_line(self.position)
        self.engine.send_line(go_text(self.limit, ponder=True))

    def make_way(self, other: BaseCommand[typing.Any]) -> None:
        if self.pondering and isinstance(other, _Play) and self._is_hit(other):
            # The other command takes over the running search.
            self.finished = True
            self.engine.send_line("ponderhit")
            other.started = other.searching = True
            self.engine.take_over(other)
            return
        self.result.cancel()
        self.cancel()

    def _is_hit(self, other: "_Play") -> bool:
        """Whether the reply that the engine is pondering was played, and nothing else has changed."""
        try:
            return (not self.stopped and self.position == other.position and other.root_moves is None
                    and not other.is_new_game() and not other.changes())
        except EngineError:
            return False


class _Analysis(_Search[AnalysisResult]):
    def __init__(self, engine: "UciProtocol", board: Board, limit: "Limit | None", *, multipv: "int | None",
                 game: object, info: Info, root_moves: "typing.Iterable[Move] | None",
                 options: ConfigMapping) -> None:
        super().__init__(engine, board, limit or Limit(), game, info, root_moves, options)
        self.multipv = multipv
        self.analysis: "AnalysisResult | None" = None

    def start(self) -> None:
        # In an analysis, an opponent does not begin a game.
        self.opponent = self.engine.opponent if self.engine.first_game else self.engine.last_opponent
        super().start()

    def managed_options(self) -> "dict[str, ConfigValue]":
        found, options = super().managed_options(), self.engine.settings.options
        if self.multipv is not None and self.multipv < 1:
            raise EngineError(f"multipv is at least 1, not {self.multipv}")
        if "MultiPV" in options:
            most = options["MultiPV"].max
            found["MultiPV"] = min(self.multipv or 1, most if most is not None else self.multipv or 1)
        elif self.multipv and self.multipv > 1:
            raise EngineError("the engine has no option MultiPV: it analyses one line only")
        if "UCI_AnalyseMode" in options and "UCI_AnalyseMode" not in self.engine.settings.wanted and \
                "uci_analysemode" not in (name.lower() for name in self.options):
            found["UCI_AnalyseMode"] = True
        return found

    def go_text(self) -> str:
        return go_text(self.limit, self.root_moves, infinite=True)

    def go(self) -> None:
        super().go()
        if self.searching:
            self.analysis = AnalysisResult(stop=self.cancel)
            self.set_result(self.analysis)

    def info_received(self, info: InfoDict) -> None:
        if self.analysis:
            self.analysis.post(info)

    def best_move_received(self, text: str) -> None:
        if self.analysis:
            self.analysis.set_finished(parse_best_move(self.board, text))
        self.set_finished()

    def make_way(self, other: BaseCommand[typing.Any]) -> None:
        if not self.searching:
            self.result.cancel()
        self.cancel()

    def fail(self, error: Exception) -> None:
        if self.analysis:
            self.analysis.set_exception(error)
        super().fail(error)


class UciProtocol(Protocol):
    """A connection to an engine that speaks UCI."""

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings(UciOptionMap(), UciOptionMap)
        self.first_game = True
        self.game: object = None
        self.opponent: "Opponent | None" = None
        self.last_opponent: "Opponent | None" = None

    @property
    def options(self) -> "UciOptionMap[Option]":
        """The options of the engine, by name, ignoring case."""
        return typing.cast("UciOptionMap[Option]", self.settings.options)

    def set_option(self, option: Option, value: ConfigValue) -> None:
        """Sends an option to the engine immediately."""
        text = f"setoption name {option.name}"
        if isinstance(value, bool):
            text += f" value {'true' if value else 'false'}"
        elif value is not None:
            text += f" value {value if value != '' else '<empty>'}"
        self.send_line(text)
        # The opponent is not one of the caller's options, whose defaults would be restored.
        if option.type != "button" and option.name.lower() != "uci_opponent":
            self.settings.told[option.name] = value

    def take_over(self, command: BaseCommand[typing.Any]) -> None:
        """Gives the engine to a command that continues the running one."""
        self._running = command

    async def initialize(self) -> None:
        """Greets the engine and reads its options."""
        await self.communicate(_Initialize)

    def debug(self, on: bool = True) -> None:
        """Switches the engine's debug mode, regardless of what it is doing."""
        self.send_line(f"debug {'on' if on else 'off'}")

    async def ping(self) -> None:
        """Waits until the engine answers."""
        await self.communicate(_Ping)

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options permanently."""
        await self.communicate(lambda engine: _Configure(engine, options))

    async def send_opponent_information(self, *, opponent: "Opponent | None" = None,
                                        engine_rating: "int | None" = None) -> None:
        """Sets the opponent that is sent to the engine. UCI has no way to send the engine's rating."""
        if opponent:
            opponent_text(opponent)  # Refuses values that cannot be sent.
            self.opponent = opponent

    async def play(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_NONE,
                   ponder: bool = False, draw_offered: bool = False, root_moves: "typing.Iterable[Move] | None" = None,
                   options: ConfigMapping = {}, opponent: "Opponent | None" = None) -> PlayResult:
        """Has the engine find a move; see Protocol.play(). UCI has no draw offers."""
        if opponent:
            opponent_text(opponent)
        return await self.communicate(lambda engine: _Play(
            engine, board, limit, game=game, info=info, ponder=ponder, root_moves=root_moves, options=options,
            opponent=opponent))

    async def analysis(self, board: Board, limit: "Limit | None" = None, *, multipv: "int | None" = None,
                       game: object = None, info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                       options: ConfigMapping = {}) -> AnalysisResult:
        """Starts to analyse a position; see Protocol.analysis()."""
        return await self.communicate(lambda engine: _Analysis(
            engine, board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options))

    async def send_game_result(self, board: Board, winner: "bool | None" = None, game_ending: "str | None" = None,
                               game_complete: bool = True) -> None:
        """Does nothing: UCI engines are not told how a game has ended."""


def position_of(board: Board) -> str:
    """The position command: the root of the board and its moves."""
    moves = board.move_stack
    fen = (board.root() if moves else board).fen(shredder=board.chess960, en_passant="fen")
    text = "position startpos" if fen == type(board).starting_fen else "position fen " + fen
    return text + (" moves " + " ".join([move.uci() for move in moves]) if moves else "")


def _milliseconds(seconds: float) -> int:
    # Zero means "no limit" to some engines.
    return max(1, round(seconds * 1000))


def go_text(limit: Limit, root_moves: "list[Move] | None" = None, *, ponder: bool = False,
            infinite: bool = False) -> str:
    """The go command."""
    words = ["go"] + ["ponder"] * ponder
    for name, seconds in (("wtime", limit.white_clock), ("btime", limit.black_clock)):
        if seconds is not None:
            words += [name, str(_milliseconds(seconds))]
    for name, seconds in (("winc", limit.white_inc), ("binc", limit.black_inc)):
        if seconds is not None:
            words += [name, str(max(0, round(seconds * 1000)))]
    for name, count in (("movestogo", limit.remaining_moves), ("depth", limit.depth), ("nodes", limit.nodes),
                        ("mate", limit.mate)):
        if count is not None:
            words += [name, str(max(1, int(count)))]
    if limit.time is not None:
        words += ["movetime", str(_milliseconds(limit.time))]
    if infinite and len(words) == 1:
        words.append("infinite")
    if root_moves is not None:
        # Without moves, a move that is never legal: "searchmoves" alone would mean all of them.
        words += ["searchmoves", *([move.uci() for move in root_moves] or ["0000"])]
    return " ".join(words)


def opponent_text(opponent: Opponent) -> str:
    """The value of UCI_Opponent. EngineError if it is not one line."""
    opponent.full_name()
    rating = "none" if opponent.rating is None else str(opponent.rating)
    kind = "computer" if opponent.is_engine else "human"
    return f"{opponent.title or 'none'} {rating} {kind} {opponent.name or ''}".strip()
