"""The connection to an engine: lines out, lines in, and one command after the other.

A command owns the engine until it is finished. A new command asks the running one to end early, if it can, and waits
for that: a search that is stopped still owes its best move, and only then does the engine listen to the next command.
"""
import asyncio
import collections
import functools
import logging
import subprocess
import sys
import typing

from plyforge.chess import Board, Move
from plyforge.chess.engine._analysis import AnalysisResult
from plyforge.chess.engine._types import (INFO_ALL, INFO_NONE, ConfigMapping, ConfigValue, EngineError,
                                          EngineTerminatedError, Info, InfoDict, Limit, Opponent, Option, PlayResult,
                                          T)

LOGGER = logging.getLogger("plyforge.chess.engine")
# No engine prints lines this long: a longer line is garbage, and is dropped before it fills the memory.
LONGEST_LINE = 1 << 20
# How long a process may live after closing its output.
SECONDS_AFTER_OUTPUT = 1.0


class BaseCommand(typing.Generic[T]):
    """An operation of the engine, from start() to set_finished(). result may be known before it is finished."""

    needs_initialization = True

    def __init__(self, engine: "Protocol") -> None:
        self.engine = engine
        self.result: "asyncio.Future[T]" = engine.loop.create_future()
        self.started = self.finished = False
        self.result.add_done_callback(self._look_for_cancellation)

    def _look_for_cancellation(self, result: "asyncio.Future[T]") -> None:
        """The caller has given up waiting, for instance because of a timeout."""
        if result.cancelled():
            if self.started and not self.finished:
                self.cancel()
        else:
            result.exception()  # asyncio must not report it, even if nobody is waiting any more.

    def start(self) -> None:
        """Called when the engine is free."""
        raise NotImplementedError

    def line_received(self, line: str) -> None:
        """Called for each line of the engine while the command owns it."""

    def cancel(self) -> None:
        """Asks the engine to end early. Most commands do not take long, and simply continue."""

    def make_way(self, other: "BaseCommand[typing.Any]") -> None:
        """Called when another command waits for the engine."""

    def engine_terminated(self, error: Exception) -> None:
        """Called when there will be no more lines."""
        self.fail(error)

    def set_result(self, result: T) -> None:
        """Notifies the caller, unless it has given up."""
        if not self.result.done():
            self.result.set_result(result)

    def set_finished(self) -> None:
        """Gives the engine to the next command."""
        if not self.finished:
            self.finished = True
            self.engine._finished(self)

    def fail(self, error: Exception) -> None:
        """Ends the command with an error."""
        if not self.result.done():
            self.result.set_exception(error)
        self.set_finished()


class Settings:
    """The options of an engine: those that exist, the values that it has been sent, and those that the caller
    configured."""

    def __init__(self, options: "typing.MutableMapping[str, Option]",
                 make: "typing.Callable[[], typing.MutableMapping[str, ConfigValue]]") -> None:
        self.options, self.make = options, make
        self.told = make()
        self.wanted = make()

    def parse(self, options: ConfigMapping) -> "typing.MutableMapping[str, ConfigValue]":
        """The options, converted to their types. EngineError for those that the engine does not have or that are
        managed."""
        parsed = self.make()
        for name, value in options.items():
            if name not in self.options:
                raise EngineError(f"the engine has no option {name!r}, only: {', '.join(self.options) or 'none'}")
            option = self.options[name]
            if option.is_managed():
                raise EngineError(f"the option {name!r} is set by play() and analysis(), and cannot be configured")
            parsed[option.name] = option.parse(value)
        return parsed

    def changes(self, options: ConfigMapping, managed: ConfigMapping) -> "list[tuple[Option, ConfigValue]]":
        """The settings to send so that exactly these options and those of configure() are in effect."""
        target = self.make()
        for name in self.told:
            default = self.options[name].default
            if default is not None:
                target[name] = default
        for source in self.wanted, self.parse(options), managed:
            for name, value in source.items():
                target[name] = value
        found = []
        for name, value in target.items():
            option = self.options[name]
            is_action = option.type in ("button", "reset", "save")
            if is_action and name in self.wanted or not is_action and self._known(option) == value:
                continue
            found.append((option, value))
        return found

    def _known(self, option: Option) -> ConfigValue:
        return self.told[option.name] if option.name in self.told else option.default


class Protocol(asyncio.SubprocessProtocol):
    """A connection to an engine; UciProtocol and XBoardProtocol speak its language."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: "asyncio.SubprocessTransport | None" = None
        self.id: "dict[str, str]" = {}
        self.initialized = False
        self.returncode: "asyncio.Future[int]" = self.loop.create_future()
        self._buffers = {1: bytearray(), 2: bytearray()}
        self._running: "BaseCommand[typing.Any] | None" = None
        self._waiting: "collections.deque[BaseCommand[typing.Any]]" = collections.deque()
        self._terminated: "EngineTerminatedError | None" = None

    # ---- The connection ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio."""
        self.transport = typing.cast(asyncio.SubprocessTransport, transport)
        LOGGER.debug("%s: connected", self)

    def connection_lost(self, exc: "Exception | None") -> None:
        """Called by asyncio when the process has ended and its output is read."""
        code = self.transport.get_returncode() if self.transport else None
        LOGGER.debug("%s: connection lost (exit status %s, error %s)", self, code, exc)
        if not self.returncode.done():
            self.returncode.set_result(code if code is not None else -1)
        signal = f", killed by signal {-code}" if code is not None and code < 0 else ""
        self._terminated = EngineTerminatedError(f"the engine has terminated (exit status {code}{signal})")
        commands = [self._running] if self._running else []
        commands += self._waiting
        self._waiting.clear()
        for command in commands:
            command.engine_terminated(self._terminated)

    def process_exited(self) -> None:
        """Called by asyncio."""
        code = self.transport.get_returncode() if self.transport else None
        if not self.returncode.done():
            self.returncode.set_result(code if code is not None else -1)

    def pipe_connection_lost(self, fd: int, exc: "Exception | None") -> None:
        """Called by asyncio. An engine without output is useless, and may hang forever."""
        if fd == 1:
            self.loop.call_later(SECONDS_AFTER_OUTPUT, self._close_unless_exited)

    def _close_unless_exited(self) -> None:
        if self.transport and not self._terminated:
            self.transport.close()

    def send_line(self, line: str) -> None:
        """Sends a line to the engine."""
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command must be one line, not {line!r}")
        if self._terminated or not self.transport:
            raise self._terminated or EngineTerminatedError("not connected to an engine")
        LOGGER.debug("%s: << %s", self, line)
        stdin = typing.cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))
        stdin.write((line + "\n").encode())

    def pipe_data_received(self, fd: int, data: "bytes | str") -> None:
        """Called by asyncio with parts of lines."""
        buffer = self._buffers[fd]
        buffer += data.encode() if isinstance(data, str) else data
        end = buffer.rfind(b"\n")
        if end < 0:
            if len(buffer) > LONGEST_LINE:
                LOGGER.warning("%s: dropped a line of more than %d bytes", self, LONGEST_LINE)
                buffer.clear()
            return
        lines = bytes(buffer[:end]).decode("utf-8", "replace").split("\n")
        del buffer[:end + 1]
        receive = self.line_received if fd == 1 else self.error_line_received
        for line in lines:
            receive(line[:-1] if line.endswith("\r") else line)

    def error_line_received(self, line: str) -> None:
        """Called for each line that the engine writes to its standard error."""
        LOGGER.warning("%s: stderr >> %s", self, line)

    def line_received(self, line: str) -> None:
        """Called for each line of the engine."""
        LOGGER.debug("%s: >> %s", self, line)
        command = self._running
        if command and command.started and not command.finished:
            self._guard(command, functools.partial(command.line_received, line))

    def _guard(self, command: "BaseCommand[typing.Any]", action: "typing.Callable[[], None]") -> None:
        """Runs a step of a command; an error ends the command and is passed to whoever waits for it."""
        try:
            action()
        except Exception as error:
            if not isinstance(error, EngineError):
                LOGGER.exception("%s: an error in %s", self, type(command).__name__)
            command.fail(error)

    # ---- Commands ----

    async def communicate(self, command_factory: "typing.Callable[[typing.Any], BaseCommand[T]]") -> T:
        """Runs a command, after those before it, and returns its result."""
        if self._terminated:
            raise EngineTerminatedError(str(self._terminated))
        command = command_factory(self)
        for other in list(self._waiting):
            other.make_way(command)
        if self._running and not self._waiting:
            self._guard(self._running, functools.partial(self._running.make_way, command))
        if self._running is not command:  # It may have taken over the running one.
            self._waiting.append(command)
            self._start_next()
        return await command.result

    def _start_next(self) -> None:
        while self._waiting and not self._running:
            command = self._waiting.popleft()
            if command.result.done():
                continue  # Cancelled before it began.
            self._running = command
            self._guard(command, functools.partial(self._start, command))

    def _start(self, command: "BaseCommand[typing.Any]") -> None:
        if command.needs_initialization and not self.initialized:
            raise EngineError("the engine is not initialized: call initialize() first, and check that it succeeds")
        command.started = True
        command.start()

    def _finished(self, command: "BaseCommand[typing.Any]") -> None:
        if self._running is command:
            self._running = None
            if not self._terminated:
                self._start_next()

    # ---- What every protocol can do ----

    @property
    def options(self) -> "typing.MutableMapping[str, Option]":
        """The options of the engine, by name."""
        raise NotImplementedError

    async def initialize(self) -> None:
        """Greets the engine and reads its options."""
        raise NotImplementedError

    async def ping(self) -> None:
        """Waits until the engine answers, which shows that it is alive and has processed all commands so far."""
        raise NotImplementedError

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options permanently. EngineError for those that the engine does not have, for wrong values, and for the
        options that are managed (Option.is_managed())."""
        raise NotImplementedError

    async def send_opponent_information(self, *, opponent: "Opponent | None" = None,
                                        engine_rating: "int | None" = None) -> None:
        """Tells the engine, at the beginning of the next game, who it plays against, and its own rating."""
        raise NotImplementedError

    async def play(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_NONE,
                   ponder: bool = False, draw_offered: bool = False, root_moves: "typing.Iterable[Move] | None" = None,
                   options: ConfigMapping = {}, opponent: "Opponent | None" = None) -> PlayResult:
        """Has the engine find a move, and returns it; the board is unchanged.

        The engine gets the position before the first move, and all moves of the board. game: any object; an object
        other than last time's begins a new game. info: the information to read about the search. ponder: keep thinking
        in the background about the expected reply. root_moves: the only moves to consider. options: for this move
        only."""
        raise NotImplementedError

    @typing.overload
    async def analyse(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_ALL,
                      root_moves: "typing.Iterable[Move] | None" = None,
                      options: ConfigMapping = {}) -> InfoDict: ...

    @typing.overload
    async def analyse(self, board: Board, limit: Limit, *, multipv: int, game: object = None, info: Info = INFO_ALL,
                      root_moves: "typing.Iterable[Move] | None" = None,
                      options: ConfigMapping = {}) -> "list[InfoDict]": ...

    async def analyse(self, board: Board, limit: Limit, *, multipv: "int | None" = None, game: object = None,
                      info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                      options: ConfigMapping = {}) -> "InfoDict | list[InfoDict]":
        """Analyses a position up to a limit, and returns the final information: a dictionary, or with multipv a list
        with one for each line, the best first."""
        analysis = await self.analysis(board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves,
                                       options=options)
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    async def analysis(self, board: Board, limit: "Limit | None" = None, *, multipv: "int | None" = None,
                       game: object = None, info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                       options: ConfigMapping = {}) -> AnalysisResult:
        """Starts to analyse a position, up to a limit or until it is stopped, and returns a handle of it."""
        raise NotImplementedError

    async def send_game_result(self, board: Board, winner: "bool | None" = None, game_ending: "str | None" = None,
                               game_complete: bool = True) -> None:
        """Tells the engine how the game has ended: as the board shows, unless winner and game_ending are given. Nothing
        is sent to UCI engines."""
        raise NotImplementedError

    async def quit(self) -> None:
        """Asks the engine to exit, and waits for it."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else "?"
        return f"<{type(self).__name__} (pid={pid})>"

    @classmethod
    async def popen(cls: "type[ProtocolT]", command: "str | list[str]", *, setpgrp: bool = False,
                    **popen_args: typing.Any) -> "tuple[asyncio.SubprocessTransport, ProtocolT]":
        """Starts the program, without greeting it."""
        if setpgrp:
            if sys.platform == "win32":
                flags = popen_args.get("creationflags", 0)
                popen_args["creationflags"] = flags | subprocess.CREATE_NEW_PROCESS_GROUP
            else:
                popen_args["process_group"] = 0
        if isinstance(command, (str, bytes)) or not isinstance(command, typing.Iterable):
            command = [command]
        transport, protocol = await asyncio.get_running_loop().subprocess_exec(cls, *command, **popen_args)
        return transport, protocol


ProtocolT = typing.TypeVar("ProtocolT", bound=Protocol)


async def popen_and_initialize(cls: "type[ProtocolT]", command: "str | list[str]",
                               **popen_args: typing.Any) -> "tuple[asyncio.SubprocessTransport, ProtocolT]":
    """Starts an engine; one that does not greet back is ended."""
    transport, protocol = await cls.popen(command, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        transport.close()
        # So that it does not remain as a zombie.
        await asyncio.wait([protocol.returncode], timeout=SECONDS_AFTER_OUTPUT)
        raise
    return transport, protocol
