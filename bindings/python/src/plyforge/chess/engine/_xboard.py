"""The Chess Engine Communication Protocol, that of XBoard."""
import asyncio
import typing

from plyforge.chess import Board, Move
from plyforge.chess.engine._analysis import AnalysisResult
from plyforge.chess.engine._protocol import LOGGER, BaseCommand, Protocol, Settings
from plyforge.chess.engine._types import (INFO_ALL, INFO_BASIC, INFO_NONE, INFO_SCORE, BestMove,
                                          ConfigMapping, ConfigValue, EngineError, Info,
                                          Limit, Opponent, Option, PlayResult, T)
from plyforge.chess.engine._xboard_text import (ERROR, MOVE, OPTIONAL, RESULT, parse_features, parse_move, parse_option,
                                                parse_post, parse_status)

# How long an engine may take to send its features, unless it requests more time with done=0: the specification's
# figure. Engines for version 1 of the protocol never send any.
SECONDS_FOR_FEATURES = 2.0
DEFAULT_FEATURES: "dict[str, int | str]" = {
    "ping": 0, "setboard": 0, "san": 0, "usermove": 0, "time": 1, "draw": 1, "analyze": 1, "myname": "",
    "variants": "normal", "name": 0, "memory": 0, "smp": 0, "egt": "", "exclude": 0, "nps": 0}


class _Initialize(BaseCommand[None]):
    needs_initialization = False
    engine: "XBoardProtocol"
    timer: "asyncio.TimerHandle | None" = None

    def start(self) -> None:
        engine = self.engine
        if engine.initialized:
            raise EngineError("the engine is already initialized")
        engine.send_line("xboard")
        engine.send_line("protover 2")
        self.timer = engine.loop.call_later(SECONDS_FOR_FEATURES, self.done)

    def line_received(self, line: str) -> None:
        if ERROR.match(line):
            raise EngineError(f"the engine cannot be initialized: {line.strip()}")
        word, _, rest = line.strip().partition(" ")
        if word == "feature":
            for name, value in parse_features(rest):
                if name == "done":
                    self.done_received(bool(value))

    def done_received(self, is_done: bool) -> None:
        """The engine reports that it needs more time, or that this was all."""
        if self.timer:
            self.timer.cancel()
        if is_done:
            self.done()

    def done(self) -> None:
        """The end of the features."""
        if not self.finished:
            self.engine.initialized = True
            self.set_result(None)
            self.set_finished()

    def fail(self, error: Exception) -> None:
        if self.timer:
            self.timer.cancel()
        super().fail(error)


class _Command(BaseCommand[T]):
    """A command that ends with a ping, so that late lines do not reach the next one."""

    engine: "XBoardProtocol"
    awaited: "str | None" = None

    def begin_to_end(self) -> None:
        """Sends a ping; at_end() follows when it is answered. Engines without ping are trusted."""
        if self.awaited:
            return
        if not self.engine.features["ping"]:
            self.awaited = "nothing"
            self.at_end()
            return
        self.engine.pings += 1
        self.awaited = f"pong {self.engine.pings}"
        self.engine.send_line(f"ping {self.engine.pings}")

    def line_received(self, line: str) -> None:
        error = ERROR.match(line)
        if self.awaited and " ".join(line.split()) == self.awaited:
            self.at_end()
        elif error and error[1] in OPTIONAL:
            LOGGER.warning("%s: ignored: %s", self.engine, line)
        elif error:
            raise EngineError(f"the engine reports: {line.strip()}")

    def at_end(self) -> None:
        """The engine has processed all commands so far."""
        self.set_finished()


class _Ping(_Command[None]):
    def start(self) -> None:
        self.begin_to_end()

    def line_received(self, line: str) -> None:
        if " ".join(line.split()) == self.awaited:
            self.at_end()

    def at_end(self) -> None:
        self.set_result(None)
        super().at_end()


class _Configure(BaseCommand[None]):
    engine: "XBoardProtocol"

    def __init__(self, engine: "XBoardProtocol", options: ConfigMapping) -> None:
        super().__init__(engine)
        self.options = options

    def start(self) -> None:
        settings = self.engine.settings
        for name, value in settings.parse(self.options).items():
            option = settings.options[name]
            is_action = option.type in ("button", "reset", "save")
            if is_action or settings.told.get(name, option.default) != value:
                self.engine.set_option(option, value)
            if not is_action:
                settings.wanted[name] = value
        self.set_result(None)
        self.set_finished()


class _SendResult(BaseCommand[None]):
    engine: "XBoardProtocol"

    def __init__(self, engine: "XBoardProtocol", board: Board, text: str) -> None:
        super().__init__(engine)
        self.board, self.text = board.copy(), text

    def start(self) -> None:
        self.engine.set_up(self.board, self.engine.game, self.engine.current_opponent)
        self.engine.send_line(self.text)
        self.set_result(None)
        self.set_finished()


class _Play(_Command[PlayResult]):
    def __init__(self, engine: "XBoardProtocol", board: Board, limit: Limit, *, game: object, info: Info, ponder: bool,
                 draw_offered: bool, root_moves: "typing.Iterable[Move] | None", options: ConfigMapping,
                 opponent: "Opponent | None") -> None:
        super().__init__(engine)
        self.board, self.limit, self.game, self.selector = board.copy(), limit, game, info
        self.ponder, self.draw_offered, self.options = ponder, draw_offered, options
        self.root_moves = None if root_moves is None else list(root_moves)
        self.opponent = opponent or engine.opponent
        self.answer = PlayResult(None, None)
        self.stopped = False

    def start(self) -> None:
        engine = self.engine
        if self.limit.mate is not None:
            raise EngineError("an XBoard engine cannot be told to search for a mate")
        if self.root_moves is not None:
            raise EngineError("an XBoard engine can be restricted to root_moves only in an analysis")
        changes = engine.settings.changes(self.options, {})
        engine.check_variant(self.board)
        for option, value in changes:
            engine.set_option(option, value)
        engine.set_up(self.board, self.game, self.opponent)
        engine.send_limit(self.limit, self.board.turn)
        engine.send_line("post" if self.selector else "nopost")
        engine.send_line("hard" if self.ponder else "easy")
        if self.draw_offered and engine.features["draw"]:
            engine.send_line("draw")
        engine.send_line("go")

    def line_received(self, line: str) -> None:
        super().line_received(line)
        if self.finished or self.awaited:
            if self.awaited and line.startswith("Hint:"):
                self._hint(line)
            return
        words, result, move = line.split(), RESULT.match(line), MOVE.match(line)
        if move:
            self._move(move[1])
        elif line.startswith("Hint:"):
            pass  # A hint before the move refers to an earlier position.
        elif words == ["offer", "draw"]:
            self.answer.draw_offered = True
        elif words[:1] == ["resign"]:
            self.answer.resigned = True
            self.begin_to_end()
        elif result:
            # The end of the game instead of a move: the engine has lost, or it is a draw.
            self.answer.resigned = result[1] == ("0-1" if self.board.turn else "1-0")
            self.answer.draw_offered = self.answer.draw_offered or result[1] == "1/2-1/2"
            self.begin_to_end()
        elif self.selector:
            info = parse_post(line, self.board, self.selector)
            if info:
                self.answer.info.update(info)

    def _move(self, text: str) -> None:
        try:
            move = parse_move(self.board, text)
        except ValueError as error:
            self.engine.forget_game()  # Its current position is unknown.
            raise EngineError(f"the engine's move cannot be played: {error}") from error
        self.answer.move = move
        self.board.push(move)
        self.engine.moves.append(move)
        self.begin_to_end()

    def _hint(self, line: str) -> None:
        try:
            self.answer.ponder = parse_move(self.board, line.partition(":")[2].strip())
        except ValueError as error:
            LOGGER.warning("ignored the hint: %s", error)

    def at_end(self) -> None:
        self.set_result(self.answer)
        super().at_end()

    def cancel(self) -> None:
        if not self.stopped and not self.awaited:
            self.stopped = True
            self.engine.send_line("?")

    def make_way(self, other: BaseCommand[typing.Any]) -> None:
        self.result.cancel()
        if self.started:
            self.cancel()


class _Analysis(_Command[AnalysisResult]):
    def __init__(self, engine: "XBoardProtocol", board: Board, limit: "Limit | None", *, multipv: "int | None",
                 game: object, info: Info, root_moves: "typing.Iterable[Move] | None",
                 options: ConfigMapping) -> None:
        super().__init__(engine)
        self.board, self.limit, self.game, self.selector = board.copy(), limit or Limit(), game, info
        self.multipv, self.options = multipv, options
        self.root_moves = None if root_moves is None else list(root_moves)
        self.analysis: "AnalysisResult | None" = None
        self.timer: "asyncio.TimerHandle | None" = None
        self.stopped = False

    def start(self) -> None:
        engine, limit = self.engine, self.limit
        if self.multipv is not None and self.multipv != 1:
            raise EngineError("the XBoard protocol supports only one line of analysis: multipv must be 1")
        if not engine.features["analyze"]:
            raise EngineError("the engine cannot analyse: it has no feature analyze")
        if limit.white_clock is not None or limit.black_clock is not None:
            raise EngineError("an analysis with an XBoard engine cannot be limited by clocks")
        if self.root_moves is not None and not engine.features["exclude"]:
            raise EngineError("the engine cannot be restricted to root_moves: it has no feature exclude")
        changes = engine.settings.changes(self.options, {})
        engine.check_variant(self.board)
        for option, value in changes:
            engine.set_option(option, value)
        engine.set_up(self.board, self.game, engine.current_opponent or engine.opponent)
        if self.root_moves is not None:
            engine.send_line("exclude all")
            for move in self.root_moves:
                engine.send_line(f"include {self.board.xboard(move)}")
            engine.has_excluded = True
        engine.send_line("post")
        engine.send_line("analyze")
        self.analysis = AnalysisResult(stop=self.cancel)
        self.set_result(self.analysis)
        if limit.time is not None:
            self.timer = engine.loop.call_later(limit.time, self._time_is_up)

    def _time_is_up(self) -> None:
        self.engine._guard(self, self.cancel)

    def line_received(self, line: str) -> None:
        super().line_received(line)
        if self.finished or not self.analysis:
            return
        if line.startswith("stat01:"):
            parse_status(line, self.analysis.info)
            return
        # The limits need these figures, whether or not the caller selected them.
        info = parse_post(line, self.board, self.selector | INFO_BASIC | INFO_SCORE)
        if not info:
            return
        shown = info if self.selector & INFO_BASIC and self.selector & INFO_SCORE else \
            parse_post(line, self.board, self.selector)
        self.analysis.post(shown or {})
        limit, score = self.limit, info["score"].relative
        mate = score.mate()
        if (limit.depth is not None and info["depth"] >= limit.depth
                or limit.nodes is not None and info["nodes"] >= limit.nodes
                or limit.mate is not None and mate is not None and 0 < mate <= limit.mate):
            self.cancel()

    def cancel(self) -> None:
        if self.stopped:
            return
        self.stopped = True
        if self.timer:
            self.timer.cancel()
        # "." requests the latest figures of the search.
        self.engine.send_line(".")
        self.engine.send_line("exit")
        self.begin_to_end()

    def at_end(self) -> None:
        if self.analysis:
            moves = self.analysis.info.get("pv", [])
            self.analysis.set_finished(BestMove(moves[0] if moves else None, moves[1] if len(moves) > 1 else None))
        super().at_end()

    def make_way(self, other: BaseCommand[typing.Any]) -> None:
        if self.started:
            self.cancel()
        else:
            self.result.cancel()

    def fail(self, error: Exception) -> None:
        if self.timer:
            self.timer.cancel()
        if self.analysis:
            self.analysis.set_exception(error)
        super().fail(error)


class XBoardProtocol(Protocol):
    """A connection to an engine that speaks the XBoard protocol, CECP."""

    def __init__(self) -> None:
        super().__init__()
        self.features = dict(DEFAULT_FEATURES)
        self.settings = Settings({}, dict)
        self.pings = 0
        self.opponent: "Opponent | None" = None
        self.engine_rating: "int | None" = None
        self.forget_game()

    def forget_game(self) -> None:
        """The position of the engine is unknown."""
        self.has_game, self.has_excluded = False, False
        self.game: object = None
        self.root_fen = ""
        self.variant = "normal"
        self.moves: "list[Move]" = []
        self.current_opponent: "Opponent | None" = None
        self.time_control: object = None

    @property
    def options(self) -> "dict[str, Option]":
        """The options of the engine, by name."""
        return typing.cast("dict[str, Option]", self.settings.options)

    def line_received(self, line: str) -> None:
        """Called for each line of the engine. Features may come late."""
        word, _, rest = line.strip().partition(" ")
        if word == "feature" and not self._terminated:
            for name, value in parse_features(rest):
                self._feature_received(name, value)
        super().line_received(line)

    def _feature_received(self, name: str, value: "int | str") -> None:
        options = self.settings.options
        if name == "option":
            option = parse_option(str(value))
            if option:
                options[option.name] = option
            return
        self.features[name] = value
        if name == "egt":
            for kind in str(value).split(","):
                options[f"egtpath {kind}"] = Option(f"egtpath {kind}", "path", None, None, None, None)
            self.send_line("accepted egt")
        elif name == "memory" and value:
            options["memory"] = Option("memory", "spin", 16, 1, None, None)
        elif name == "smp" and value:
            options["cores"] = Option("cores", "spin", 1, 1, None, None)
        elif name == "myname":
            self.id["name"] = str(value)

    # ---- Sending ----

    def set_option(self, option: Option, value: ConfigValue) -> None:
        """Sends an option to the engine immediately."""
        if option.name.startswith("egtpath ") or option.name in ("memory", "cores"):
            self.send_line(f"{option.name} {value}")
        elif value is None:
            self.send_line(f"option {option.name}")
        else:
            self.send_line(f"option {option.name}={int(value) if isinstance(value, bool) else value}")
        if option.type not in ("button", "reset", "save"):
            self.settings.told[option.name] = value

    def check_variant(self, board: Board) -> str:
        """The name of the variant. EngineError if the engine does not play it."""
        variant = "fischerandom" if board.chess960 else str(type(board).xboard_variant)
        known = str(self.features["variants"]).replace(",", " ").split()
        if variant != "normal" and variant not in known:
            raise EngineError(f"the engine does not play {variant}, only: {', '.join(known)}")
        return variant

    def set_up(self, board: Board, game: object, opponent: "Opponent | None") -> None:
        """Brings the engine to the position of a board, within a game by playing and taking back moves."""
        variant = self.check_variant(board)
        root = board.root() if board.move_stack else board
        fen = root.fen(en_passant="fen")
        needs_setboard = variant == "fischerandom" or fen != type(board).starting_fen
        if needs_setboard and not self.features["setboard"]:
            raise EngineError("the engine cannot set up a position: it has no feature setboard")
        if (not self.has_game or self.game != game or self.root_fen != fen or self.variant != variant
                or self.current_opponent != opponent):
            self.send_line("new")
            self.has_game, self.has_excluded, self.time_control = True, False, None
            self.game, self.root_fen, self.variant, self.moves = game, fen, variant, []
            if variant != "normal":
                self.send_line(f"variant {variant}")
            self._send_opponent(opponent)
            self.send_line("force")
            if needs_setboard:
                self.send_line(f"setboard {fen}")
        else:
            self.send_line("force")
            if self.has_excluded:
                self.send_line("include all")
                self.has_excluded = False
        self._send_moves(root, board.move_stack)

    def _send_moves(self, root: Board, moves: "list[Move]") -> None:
        common = 0
        while common < min(len(moves), len(self.moves)) and moves[common] == self.moves[common]:
            common += 1
        while len(self.moves) > common + 1:
            self.send_line("remove")
            del self.moves[-2:]
        if len(self.moves) > common:
            self.send_line("undo")
            self.moves.pop()
        prefix = "usermove " if self.features["usermove"] else ""
        position = None
        if self.features["san"] or root.chess960:
            position = root.copy(stack=False)
            for move in moves[:common]:
                position.push(move)
        for move in moves[common:]:
            if position is None:
                text = root.xboard(move)
            else:
                text = position.san(move) if self.features["san"] else position.xboard(move)
                position.push(move)
            self.send_line(prefix + text)
            self.moves.append(move)

    def _send_opponent(self, opponent: "Opponent | None") -> None:
        self.current_opponent = opponent
        if opponent and opponent.full_name() and self.features["name"]:
            self.send_line(f"name {opponent.full_name()}")
        rating = opponent.rating if opponent else None
        if self.engine_rating or rating:
            self.send_line(f"rating {self.engine_rating or 0} {rating or 0}")
        if opponent and opponent.is_engine:
            self.send_line("computer")

    def send_limit(self, limit: Limit, turn: bool) -> None:
        """Sends when a search ends: clocks, or seconds or nodes for the move, and the depth."""
        clock, increment = (limit.white_clock, limit.white_inc) if turn else (limit.black_clock, limit.black_inc)
        other = limit.black_clock if turn else limit.white_clock
        if clock is None and (limit.white_clock is not None or limit.remaining_moves is not None):
            raise EngineError("an XBoard engine needs the clock of the side to move")
        if limit.nodes is not None:
            if limit.time is not None or clock is not None:
                raise EngineError("an XBoard engine cannot be limited by nodes and by time at once")
            if not self.features["nps"]:
                raise EngineError("the engine cannot count nodes: it has no feature nps")
            # One node per second, and that many seconds.
            self.send_line("nps 1")
            self.send_line(f"st {max(1, limit.nodes)}")
        if clock is not None:
            control = (limit.clock_id, None) if limit.clock_id is not None else \
                (limit.remaining_moves, clock, increment)
            if self.time_control != control:
                self.time_control = control
                whole = max(1, int(clock))
                base = f"{whole // 60}:{whole % 60:02d}" if whole % 60 else str(whole // 60)
                self.send_line(f"level {limit.remaining_moves or 0} {base} {_plain(increment or 0)}")
        elif limit.time is not None:
            self.time_control = None
            self.send_line(f"st {_plain(limit.time)}")
        if limit.depth is not None:
            self.send_line(f"sd {max(1, int(limit.depth))}")
        if clock is not None and self.features["time"]:
            self.send_line(f"time {max(1, round(clock * 100))}")
            if other is not None:
                self.send_line(f"otim {max(1, round(other * 100))}")

    # ---- Calls ----

    async def initialize(self) -> None:
        """Greets the engine and reads its features and options."""
        await self.communicate(_Initialize)

    async def ping(self) -> None:
        """Waits until the engine answers; one without the feature ping is trusted."""
        await self.communicate(_Ping)

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options permanently."""
        await self.communicate(lambda engine: _Configure(engine, options))

    async def send_opponent_information(self, *, opponent: "Opponent | None" = None,
                                        engine_rating: "int | None" = None) -> None:
        """Sets the opponent and the engine's own rating, which are sent to the engine."""
        if opponent:
            opponent.full_name()  # Refuses values that cannot be sent.
            self.opponent = opponent
        if engine_rating is not None:
            self.engine_rating = engine_rating

    async def play(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_NONE,
                   ponder: bool = False, draw_offered: bool = False, root_moves: "typing.Iterable[Move] | None" = None,
                   options: ConfigMapping = {}, opponent: "Opponent | None" = None) -> PlayResult:
        """Has the engine find a move; see Protocol.play()."""
        if opponent:
            opponent.full_name()
        return await self.communicate(lambda engine: _Play(
            engine, board, limit, game=game, info=info, ponder=ponder, draw_offered=draw_offered,
            root_moves=root_moves, options=options, opponent=opponent))

    async def analysis(self, board: Board, limit: "Limit | None" = None, *, multipv: "int | None" = None,
                       game: object = None, info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                       options: ConfigMapping = {}) -> AnalysisResult:
        """Starts to analyse a position; see Protocol.analysis()."""
        return await self.communicate(lambda engine: _Analysis(
            engine, board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options))

    async def send_game_result(self, board: Board, winner: "bool | None" = None, game_ending: "str | None" = None,
                               game_complete: bool = True) -> None:
        """Tells the engine how the game has ended; see Protocol.send_game_result()."""
        text = result_text(board, winner, game_ending, game_complete)
        await self.communicate(lambda engine: _SendResult(engine, board, text))


def _plain(number: float) -> str:
    """A number without a fraction of zero."""
    return f"{number:g}" if number < 1e5 else str(round(number))


_ENDINGS = {"STALEMATE": "Stalemate", "INSUFFICIENT_MATERIAL": "Insufficient material",
            "SEVENTYFIVE_MOVES": "Draw by 75-move rule", "FIVEFOLD_REPETITION": "Draw by repetition",
            "FIFTY_MOVES": "Draw by 50-move rule", "THREEFOLD_REPETITION": "Draw by repetition",
            "VARIANT_DRAW": "Draw by the rules of the variant"}


def result_text(board: Board, winner: "bool | None", game_ending: "str | None", game_complete: bool) -> str:
    """The result command. EngineError for an ending that it cannot hold."""
    if not game_complete:
        result, ending = "*", game_ending
    else:
        outcome = board.outcome(claim_draw=True)
        ending = game_ending
        if winner is not None:
            result = "1-0" if winner else "0-1"
        else:
            result = outcome.result() if outcome else "1/2-1/2" if game_ending else "*"
        if ending is None and outcome and (winner is None or winner == outcome.winner):
            side = "White" if outcome.winner else "Black"
            reason = outcome.termination.name
            ending = _ENDINGS.get(reason) or (f"{side} mates" if reason == "CHECKMATE" else f"{side} wins by variant")
    if ending and any(letter in ending for letter in "{}\n\r"):
        raise EngineError(f"the ending of a game is one line without braces, not {ending!r}")
    return f"result {result}" + (f" {{{ending}}}" if ending else "")
