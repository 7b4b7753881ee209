"""Handles of a running analysis."""
import asyncio
import collections
import typing

from plyforge.chess.engine._types import AnalysisComplete, BestMove, InfoDict

# An engine that floods must not fill the memory of a caller that does not read: the oldest information is dropped.
MOST_PENDING = 10000
# More lines than a position has moves are garbage.
MOST_LINES = 1024


class AnalysisResult:
    """A running analysis: iterate with async for, or read info and multipv, which always have the latest.

    As a context manager it stops the analysis at the end of the block.
    """

    def __init__(self, stop: "typing.Callable[[], None] | None" = None) -> None:
        self.multipv: "list[InfoDict]" = [{}]
        self._stop = stop
        self._pending: "collections.deque[InfoDict]" = collections.deque(maxlen=MOST_PENDING)
        self._readers: "collections.deque[asyncio.Future[None]]" = collections.deque()
        self._best: "asyncio.Future[BestMove]" = asyncio.get_running_loop().create_future()
        # An exception that nobody waits for should not cause a warning from asyncio.
        self._best.add_done_callback(lambda best: best.cancelled() or best.exception())
        self._told = False

    # ---- For the protocol ----

    def post(self, info: InfoDict) -> None:
        """Adds information from the engine."""
        line = info.get("multipv", 1)
        if not 1 <= line <= MOST_LINES:
            return
        while len(self.multipv) < line:
            self.multipv.append({})
        self.multipv[line - 1].update(info)
        self._pending.append(info)
        self._wake()

    def set_finished(self, best: BestMove) -> None:
        """Ends the analysis with the best move."""
        if not self._best.done():
            self._best.set_result(best)
        self._wake()

    def set_exception(self, exc: Exception) -> None:
        """Ends the analysis with an error, which wait() and the readers raise."""
        if not self._best.done():
            self._best.set_exception(exc)
        self._wake()

    def _wake(self) -> None:
        while self._readers:
            reader = self._readers.popleft()
            if not reader.done():
                reader.set_result(None)

    # ---- For callers ----

    @property
    def info(self) -> InfoDict:
        """The latest information about the best line: multipv[0]."""
        return self.multipv[0]

    def stop(self) -> None:
        """Asks the engine to stop."""
        if self._stop and not self._best.done():
            self._stop()

    async def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        return await asyncio.shield(self._best)

    def would_block(self) -> bool:
        """Whether get() and next() would have to wait for the engine."""
        return not self._pending and not self._best.done()

    def empty(self) -> bool:
        """Whether all information so far has been read."""
        return not self._pending

    async def get(self) -> InfoDict:
        """The next information. AnalysisComplete if there will be none; EngineError, once, if the engine failed."""
        info = await self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    async def next(self) -> "InfoDict | None":
        """The next information, or None at the end."""
        while not self._pending:
            if self._best.done():
                if not self._told:
                    self._told = True
                    self._best.result()  # Raises the engine's error, if any.
                return None
            reader = asyncio.get_running_loop().create_future()
            self._readers.append(reader)
            await reader
        return self._pending.popleft()

    def __aiter__(self) -> "AnalysisResult":
        return self

    async def __anext__(self) -> InfoDict:
        info = await self.next()
        if info is None:
            raise StopAsyncIteration
        return info

    def __enter__(self) -> "AnalysisResult":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
