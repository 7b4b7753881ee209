"""Engines without asyncio: every call blocks, and an event loop in a separate thread does the work."""
import asyncio
import concurrent.futures
import contextlib
import threading
import typing

from plyforge.chess import Board, Move
from plyforge.chess.engine._analysis import AnalysisResult
from plyforge.chess.engine._protocol import BaseCommand, Protocol, popen_and_initialize
from plyforge.chess.engine._types import (INFO_ALL, INFO_NONE, BestMove, ConfigMapping, EngineTerminatedError, Info,
                                          InfoDict, Limit, Opponent, Option, PlayResult, T)
from plyforge.chess.engine._uci import UciProtocol
from plyforge.chess.engine._xboard import XBoardProtocol


_Background = typing.Callable[["concurrent.futures.Future[T]"], typing.Coroutine[typing.Any, typing.Any, None]]


def run_in_background(coroutine: "_Background[T]", *, name: "str | None" = None,
                      debug: "bool | None" = None) -> T:
    """Runs coroutine(future) in an event loop of a new thread, and returns the result of the future as soon as there is
    one, while the coroutine continues. An exception before that is raised here."""
    future: "concurrent.futures.Future[T]" = concurrent.futures.Future()

    def background() -> None:
        try:
            asyncio.run(coroutine(future), debug=debug)
            if not future.done():
                future.cancel()
        except BaseException as error:
            if not future.done():
                future.set_exception(error)

    threading.Thread(target=background, name=name, daemon=True).start()
    return future.result()


class SimpleEngine:
    """An engine whose methods block: SimpleEngine.popen_uci("stockfish").

    timeout: seconds beyond what a call should take, after which it raises TimeoutError; None waits forever. The engine
    can be used from several threads; a call ends the call that another thread is making. As a context manager it closes
    the engine.
    """

    def __init__(self, transport: asyncio.SubprocessTransport, protocol: Protocol, *,
                 timeout: "float | None" = 10.0) -> None:
        self.transport, self.protocol, self.timeout = transport, protocol, timeout
        self._lock = threading.Lock()
        self._closed = False
        self.shutdown_event = asyncio.Event()
        self.returncode: "concurrent.futures.Future[int]" = concurrent.futures.Future()

    def _call(self, coroutine: "typing.Coroutine[typing.Any, typing.Any, T]", timeout: "float | None") -> T:
        """Runs a coroutine in the event loop, and returns its result."""
        async def limited() -> T:
            async with asyncio.timeout(timeout):
                return await coroutine

        with self._lock:
            if self._closed or self.protocol.loop.is_closed():
                coroutine.close()
                raise EngineTerminatedError("the engine is closed")
            future = asyncio.run_coroutine_threadsafe(limited(), self.protocol.loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def _timeout_for(self, limit: "Limit | None") -> "float | None":
        """How long a search may take before the engine is considered hung; a search without a time limit may take
        forever."""
        if self.timeout is None or limit is None:
            return None
        if limit.time is not None:
            return self.timeout + limit.time
        clocks = [clock for clock in (limit.white_clock, limit.black_clock) if clock is not None]
        if not clocks:
            return None
        return self.timeout + max(clocks) + max(limit.white_inc or 0, limit.black_inc or 0)

    @property
    def options(self) -> "typing.MutableMapping[str, Option]":
        """A copy of the options of the engine, by name."""
        async def get() -> "typing.MutableMapping[str, Option]":
            return self.protocol.options
        return self._call(get(), self.timeout)

    @property
    def id(self) -> "typing.Mapping[str, str]":
        """The engine's "name" and "author"."""
        async def get() -> "dict[str, str]":
            return self.protocol.id.copy()
        return self._call(get(), self.timeout)

    def communicate(self, command_factory: "typing.Callable[[typing.Any], BaseCommand[T]]") -> T:
        """Runs a command; see Protocol.communicate()."""
        return self._call(self.protocol.communicate(command_factory), None)

    def configure(self, options: ConfigMapping) -> None:
        """Sets options permanently; see Protocol.configure()."""
        self._call(self.protocol.configure(options), self.timeout)

    def send_opponent_information(self, *, opponent: "Opponent | None" = None,
                                  engine_rating: "int | None" = None) -> None:
        """Tells the engine who it plays against; see Protocol.send_opponent_information()."""
        self._call(self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating),
                   self.timeout)

    def ping(self) -> None:
        """Waits until the engine answers; see Protocol.ping()."""
        self._call(self.protocol.ping(), self.timeout)

    def play(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_NONE, ponder: bool = False,
             draw_offered: bool = False, root_moves: "typing.Iterable[Move] | None" = None,
             options: ConfigMapping = {}, opponent: "Opponent | None" = None) -> PlayResult:
        """Has the engine find a move; see Protocol.play()."""
        return self._call(self.protocol.play(
            board, limit, game=game, info=info, ponder=ponder, draw_offered=draw_offered, root_moves=root_moves,
            options=options, opponent=opponent), self._timeout_for(limit))

    @typing.overload
    def analyse(self, board: Board, limit: Limit, *, game: object = None, info: Info = INFO_ALL,
                root_moves: "typing.Iterable[Move] | None" = None, options: ConfigMapping = {}) -> InfoDict: ...

    @typing.overload
    def analyse(self, board: Board, limit: Limit, *, multipv: int, game: object = None, info: Info = INFO_ALL,
                root_moves: "typing.Iterable[Move] | None" = None,
                options: ConfigMapping = {}) -> "list[InfoDict]": ...

    def analyse(self, board: Board, limit: Limit, *, multipv: "int | None" = None, game: object = None,
                info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                options: ConfigMapping = {}) -> "InfoDict | list[InfoDict]":
        """Analyses a position up to a limit; see Protocol.analyse()."""
        coroutine = self.protocol.analyse(board, limit, multipv=typing.cast(int, multipv), game=game, info=info,
                                          root_moves=root_moves, options=options)
        return self._call(typing.cast("typing.Coroutine[typing.Any, typing.Any, InfoDict | list[InfoDict]]", coroutine),
                          self._timeout_for(limit))

    def analysis(self, board: Board, limit: "Limit | None" = None, *, multipv: "int | None" = None,
                 game: object = None, info: Info = INFO_ALL, root_moves: "typing.Iterable[Move] | None" = None,
                 options: ConfigMapping = {}) -> "SimpleAnalysisResult":
        """Starts to analyse a position; see Protocol.analysis()."""
        inner = self._call(self.protocol.analysis(board, limit, multipv=multipv, game=game, info=info,
                                                  root_moves=root_moves, options=options), self.timeout)
        return SimpleAnalysisResult(self, inner)

    def send_game_result(self, board: Board, winner: "bool | None" = None, game_ending: "str | None" = None,
                         game_complete: bool = True) -> None:
        """Tells the engine how the game has ended; see Protocol.send_game_result()."""
        self._call(self.protocol.send_game_result(board, winner, game_ending, game_complete), self.timeout)

    def quit(self) -> None:
        """Asks the engine to exit, and waits for it."""
        self._call(self.protocol.quit(), self.timeout)

    def close(self) -> None:
        """Ends the engine at once, if it still runs, and the thread of its event loop."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            with contextlib.suppress(RuntimeError):  # The loop may have ended.
                self.protocol.loop.call_soon_threadsafe(self._close_in_loop)

    def _close_in_loop(self) -> None:
        self.transport.close()
        self.shutdown_event.set()

    @classmethod
    def popen(cls, Protocol: "type[Protocol]", command: "str | list[str]", *, timeout: "float | None" = 10.0,
              debug: "bool | None" = None, setpgrp: bool = False, **popen_args: typing.Any) -> "SimpleEngine":
        """Starts an engine that speaks a protocol, and greets it."""
        async def background(future: "concurrent.futures.Future[SimpleEngine]") -> None:
            transport, protocol = await asyncio.wait_for(
                popen_and_initialize(Protocol, command, setpgrp=setpgrp, **popen_args), timeout)
            simple = cls(transport, protocol, timeout=timeout)
            future.set_result(simple)
            # Until the process ends, so that it does not remain as a zombie.
            simple.returncode.set_result(await asyncio.shield(protocol.returncode))
            await simple.shutdown_event.wait()
        name = f"{cls.__name__} ({command if isinstance(command, str) else ' '.join(map(str, command))})"
        return run_in_background(background, name=name, debug=debug)

    @classmethod
    def popen_uci(cls, command: "str | list[str]", *, timeout: "float | None" = 10.0, debug: "bool | None" = None,
                  setpgrp: bool = False, **popen_args: typing.Any) -> "SimpleEngine":
        """Starts an engine that speaks UCI; popen_args are those of subprocess.Popen, setpgrp keeps Ctrl-C from it."""
        return cls.popen(UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    @classmethod
    def popen_xboard(cls, command: "str | list[str]", *, timeout: "float | None" = 10.0,
                     debug: "bool | None" = None, setpgrp: bool = False, **popen_args: typing.Any) -> "SimpleEngine":
        """Starts an engine that speaks the XBoard protocol; popen_args are those of subprocess.Popen."""
        return cls.popen(XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    def __enter__(self) -> "SimpleEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimpleEngine (pid={self.transport.get_pid()})>"


class SimpleAnalysisResult:
    """A running analysis of a SimpleEngine: iterate over it, or read info and multipv.

    As a context manager it stops the analysis at the end of the block.
    """

    def __init__(self, simple_engine: SimpleEngine, inner: AnalysisResult) -> None:
        self.simple_engine, self.inner = simple_engine, inner

    def _call(self, function: "typing.Callable[[], T]") -> T:
        async def call() -> T:
            return function()
        return self.simple_engine._call(call(), self.simple_engine.timeout)

    @property
    def info(self) -> InfoDict:
        """A copy of the latest information about the best line."""
        return self._call(self.inner.info.copy)

    @property
    def multipv(self) -> "list[InfoDict]":
        """Copies of the latest information about each line."""
        return self._call(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Asks the engine to stop."""
        engine = self.simple_engine
        with engine._lock:
            if not engine._closed:
                with contextlib.suppress(RuntimeError):
                    engine.protocol.loop.call_soon_threadsafe(self._stop_in_loop)

    def _stop_in_loop(self) -> None:
        with contextlib.suppress(EngineTerminatedError):
            self.inner.stop()

    def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        return self.simple_engine._call(self.inner.wait(), None)

    def would_block(self) -> bool:
        """Whether get() and next() would have to wait for the engine."""
        return self._call(self.inner.would_block)

    def empty(self) -> bool:
        """Whether all information so far has been read."""
        return self._call(self.inner.empty)

    def get(self) -> InfoDict:
        """The next information. AnalysisComplete if there will be none."""
        return self.simple_engine._call(self.inner.get(), None)

    def next(self) -> "InfoDict | None":
        """The next information, or None at the end."""
        return self.simple_engine._call(self.inner.next(), None)

    def __iter__(self) -> "typing.Iterator[InfoDict]":
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> "SimpleAnalysisResult":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
