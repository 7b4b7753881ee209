"""An engine for tests: it expects commands, and answers each with prepared lines."""
import asyncio
import collections

from plyforge.chess.engine._protocol import Protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """MockTransport(protocol): connects the protocol to an engine that only knows the commands it is told to expect."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self._expected: "collections.deque[tuple[str, list[str]]]" = collections.deque()
        self._rest = b""
        protocol.connection_made(self)

    def expect(self, expectation: str, responses: "list[str]" = []) -> None:
        """The next command, and the lines that answer it."""
        self._expected.append((expectation, responses))

    def expect_ping(self) -> None:
        """The next command is a ping of the XBoard protocol, which is answered."""
        self._expected.append(("ping ", []))

    def assert_done(self) -> None:
        """AssertionError if a command is missing."""
        assert not self._expected, f"still expected: {self._expected}"

    def get_pipe_transport(self, fd: int) -> "asyncio.BaseTransport | None":
        """Itself."""
        assert fd == 0, f"expected 0 for the input, got {fd}"
        return self

    def write(self, data: "bytes | bytearray | memoryview") -> None:
        """Takes commands and answers them."""
        *lines, self._rest = (self._rest + bytes(data)).split(b"\n")
        for line in lines:
            self._answer(line.decode())

    def _answer(self, line: str) -> None:
        assert self._expected, f"nothing was expected, got {line!r}"
        expected, responses = self._expected.popleft()
        if expected == "ping " and line.startswith(expected):
            responses = [line.replace("ping", "pong")]
        else:
            assert line == expected, f"expected {expected!r}, got {line!r}"
        if responses:
            # Later, as from another process.
            data = "".join(response + "\r\n" for response in responses).encode()
            self.protocol.loop.call_soon(self.protocol.pipe_data_received, 1, data)

    def get_pid(self) -> int:
        """There is no process, so this is the id of the object."""
        return id(self)

    def get_returncode(self) -> "int | None":
        """None while something is expected, and then 0."""
        return None if self._expected else 0
