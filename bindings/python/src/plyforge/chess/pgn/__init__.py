"""Games in PGN: reading, the tree of variations, and writing."""
from plyforge.chess.pgn._headers import TAG_NAME_REGEX, TAG_ROSTER, Headers
from plyforge.chess.pgn._reader import TAG_REGEX, read_game, read_headers, skip_game
from plyforge.chess._scores import Cp, Mate, MateGiven, MateGivenType, PovScore, Score
from plyforge.chess.pgn._time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from plyforge.chess.pgn._tree import ChildNode, Game, GameNode, Mainline
from plyforge.chess.pgn._visitors import (LOGGER, SKIP, BaseVisitor, BoardBuilder, FileExporter, GameBuilder,
                                          HeadersBuilder,
                                          SkipType, SkipVisitor, StringExporter, StringExporterMixin)

NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146
