"""Chess engines that speak UCI or the XBoard protocol: playing, analysing, options.

>>> import plyforge.chess as chess
>>> import plyforge.chess.engine
>>> with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:  # doctest: +SKIP
...     engine.play(chess.Board(), chess.engine.Limit(time=0.1)).move
Move.from_uci('e2e4')

The same in asyncio: transport, engine = await popen_uci("stockfish"), and await before each call.
"""
import asyncio
import typing

from plyforge.chess._scores import Cp, Mate, MateGiven, MateGivenType, PovScore, PovWdl, Score, Wdl
from plyforge.chess.engine._analysis import AnalysisResult
from plyforge.chess.engine._mock import MockTransport
from plyforge.chess.engine._protocol import LOGGER, BaseCommand, Protocol, popen_and_initialize
from plyforge.chess.engine._simple import SimpleAnalysisResult, SimpleEngine, run_in_background
from plyforge.chess.engine._types import (INFO_ALL, INFO_BASIC, INFO_CURRLINE, INFO_NONE, INFO_PV, INFO_REFUTATION,
                                          INFO_SCORE, MANAGED_OPTIONS, AnalysisComplete, BestMove, ConfigMapping,
                                          ConfigValue, EngineError, EngineTerminatedError, Info, InfoDict, Limit,
                                          Opponent, Option, PlayResult, UciOptionMap)
from plyforge.chess.engine._uci import UciProtocol
from plyforge.chess.engine._uci_info import parse_best_move as _parse_uci_bestmove
from plyforge.chess.engine._uci_info import parse_info as _parse_uci_info
from plyforge.chess.engine._xboard import XBoardProtocol
from plyforge.chess.engine._xboard_text import parse_post as _parse_xboard_post

__all__ = ["AnalysisComplete", "AnalysisResult", "BaseCommand", "BestMove", "ConfigMapping", "ConfigValue", "Cp",
           "EngineError", "EngineTerminatedError", "INFO_ALL", "INFO_BASIC", "INFO_CURRLINE", "INFO_NONE", "INFO_PV",
           "INFO_REFUTATION", "INFO_SCORE", "Info", "InfoDict", "LOGGER", "Limit", "MANAGED_OPTIONS", "Mate",
           "MateGiven", "MateGivenType", "MockTransport", "Opponent", "Option", "PlayResult", "PovScore", "PovWdl",
           "Protocol", "Score", "SimpleAnalysisResult", "SimpleEngine", "UciOptionMap", "UciProtocol", "Wdl",
           "XBoardProtocol", "popen_uci", "popen_xboard", "run_in_background"]


async def popen_uci(command: "str | list[str]", *, setpgrp: bool = False,
                    **popen_args: typing.Any) -> "tuple[asyncio.SubprocessTransport, UciProtocol]":
    """Starts an engine that speaks UCI, and greets it. command: a path, or a list of a path and arguments; setpgrp:
    start it in a separate process group, so that Ctrl-C does not reach it; popen_args: arguments for
    subprocess.Popen."""
    return await popen_and_initialize(UciProtocol, command, setpgrp=setpgrp, **popen_args)


async def popen_xboard(command: "str | list[str]", *, setpgrp: bool = False,
                       **popen_args: typing.Any) -> "tuple[asyncio.SubprocessTransport, XBoardProtocol]":
    """Starts an engine that speaks the XBoard protocol, and greets it; see popen_uci()."""
    return await popen_and_initialize(XBoardProtocol, command, setpgrp=setpgrp, **popen_args)
