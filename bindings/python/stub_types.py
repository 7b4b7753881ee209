"""The types that make_stubs.py writes where a name alone does not tell them: "Class.name" is an attribute or what a
method returns, "Class.name(parameter)" the type of a parameter; functions likewise, with the last part of their module
in place of the class."""

_NODE = 'ChildNode'
# None unless it was asked for; who asked for it need not ask whether it is there.
_COLUMN = 'Array | Any'

TYPES = {
    # plyforge
    'plyforge.bisect': 'BisectReport', 'plyforge.bisect(function)': 'Callable[..., Any]',
    'plyforge.bisect(lists_only)': 'bool', 'plyforge.bisect(keep_board)': 'bool',
    'plyforge.bisect(progress)': 'Callable[[str, str, str, int], Any] | None', 'plyforge.perft(board)': 'Board',
    'plyforge.perft(backend)': 'str', 'plyforge.perft(exact)': 'bool', 'plyforge.perft(table)': 'int',
    'plyforge.perft(progress)': 'Callable[[Progress], Any] | None', 'plyforge.explain(board)': 'Board',
    'plyforge.helpmate': 'Helpmate', 'plyforge.helpmate(board)': 'Board', 'plyforge.can_win': 'bool | None',
    'Helpmate.moves': 'list[Move]', 'plyforge.can_win(board)': 'Board', 'plyforge.can_win(nodes)': 'int', 'plyforge.helpmate(nodes)': 'int',
    'BisectReport.__str__': 'str', 'batch.mask(packed)': 'bool', 'batch.planes(relative)': 'bool | None',
    'batch.encode(board)': 'Board', 'batch.decode(board)': 'Board',
    # plyforge.pgn
    'Games.first': 'int', 'Games.moves': 'Array', 'Games.move_ends': 'Array', 'Games.tags': 'dict[str, Texts]',
    'Games.faults': 'list[Fault]',
    **{f'Games.{name}': _COLUMN
       for name in ('results', 'flags', 'offsets', 'clocks', 'evals', 'starts', 'white_elo', 'black_elo')},
    'Games.__init__(columns)': 'Mapping[str, Any]', 'Games.__init__(tags)': 'dict[str, Texts]',
    'Games.__init__(faults)': 'list[Fault]', 'Texts.text': 'Array', 'Texts.ends': 'Array', 'Texts.encoding': 'str',
    'pgn.read': 'Reader', 'Reader.__iter__': 'Self', 'Reader.__next__': 'Games', 'Reader.close': 'None',
    'Reader.__init__(chunks)': 'Iterator[Games]', 'Reader.__init__(empty)': 'Callable[[], Games]',
    'Tabular.to_parquet': 'int', 'Tabular.to_parquet(compression)': 'str | None', 'PositionTable.column_names': 'list[str]',
    'Tabular.to_pandas': 'Any', 'Tabular.__arrow_c_stream__': 'Any', 'Whole.__arrow_c_array__': 'Any',
    'Tabular.__arrow_c_stream__(requested_schema)': 'Any', 'Whole.__arrow_c_array__(requested_schema)': 'Any',
    'batch.table(columns)': 'Any', 'PositionTable.__init__(columns)': 'Any', 'PositionTable.__init__(rows)': 'int',
    # plyforge.batch
    'ActionSpace.names': 'tuple[str, ...]', 'Array.__array_interface__': 'dict[str, Any]', 'Array.__dlpack__': 'Any',
    'Array.__eq__': 'Any', 'Array.__dlpack_device__': 'tuple[int, int]', 'Array.tolist': 'list[Any]',
    # plyforge.chess
    'Move.__init__': 'None', 'Piece.piece_type': 'int', 'Piece.color': 'bool', 'Outcome.termination': 'Termination',
    'Outcome.winner': 'bool | None', 'Outcome.__init__(termination)': 'Termination',
    'Outcome.__init__(winner)': 'bool | None', 'Board.occupied': 'int', 'Board.promoted': 'int',
    'SquareSet.__iter__': 'Iterator[int]', 'SquareSet.__reversed__': 'Iterator[int]',
    'SquareSet.carry_rippler': 'Iterator[int]', 'SquareSet.tolist': 'list[bool]', 'SquareSet.mask': 'int',
    'SquareSet.issubset': 'bool', 'SquareSet.issuperset': 'bool', 'SquareSet.isdisjoint': 'bool',
    'SquareSet.__invert__': 'SquareSet', 'SquareSet.__init__(squares)': 'Any',
    **{f'SquareSet.__{name}__': 'SquareSet'
       for name in ('sub', 'xor', 'lshift', 'rshift', 'rand', 'ror', 'rxor', 'ior', 'iand', 'isub',
                    'ixor', 'ilshift', 'irshift')},
    'SquareSet.update': 'None', 'SquareSet.remove': 'None', 'SquareSet.clear': 'None',
    'chess.scan_forward': 'Iterator[int]', 'chess.scan_reversed': 'Iterator[int]',
    # plyforge.chess.pgn
    'GameNode.parent': 'GameNode | None', 'GameNode.move': 'Move | None', 'GameNode.variations': 'list[ChildNode]',
    'GameNode.comments': 'list[str]', 'GameNode.starting_comments': 'list[str]', 'GameNode.nags': 'set[int]',
    'GameNode.board': 'Board', 'GameNode.__contains__(move)': 'object',
    'GameNode.__getitem__(move)': 'int | Move | GameNode',
    **{f'GameNode.{name}(move)': 'int | Move | GameNode'
       for name in ('variation', 'has_variation', 'promote', 'promote_to_main', 'demote', 'remove_variation')},
    **{f'GameNode.{name}': 'None' for name in ('promote', 'promote_to_main', 'demote', 'remove_variation')},
    'GameNode.turn': 'bool', 'GameNode.root': 'GameNode', 'GameNode.game': 'Game', 'GameNode.end': 'GameNode',
    'GameNode.variation': _NODE, 'GameNode.__getitem__': _NODE, 'GameNode.add_variation': _NODE,
    'GameNode.add_main_variation': _NODE, 'GameNode.add_line': 'GameNode', 'GameNode.mainline': 'Mainline[ChildNode]',
    'GameNode.mainline_moves': 'Mainline[Move]', 'GameNode.clock': 'float | None', 'GameNode.emt': 'float | None',
    'GameNode.eval': 'PovScore | None', 'GameNode.eval_depth': 'int | None', 'GameNode.arrows': 'list[Arrow]',
    'GameNode.set_arrows(arrows)': 'Iterable[Arrow | tuple[int, int]]', 'GameNode.set_eval(score)': 'PovScore | None',
    'GameNode.accept(visitor)': 'BaseVisitor[_ResultT]', 'GameNode.accept': '_ResultT',
    'GameNode.accept_subgame': '_ResultT', 'GameNode.accept_subgame(visitor)': 'BaseVisitor[_ResultT]',
    'GameNode.__str__': 'str', 'ChildNode.parent': 'GameNode', 'ChildNode.move': 'Move',
    'ChildNode.__init__(parent)': 'GameNode', 'ChildNode.board': 'Board',
    'ChildNode.accept(visitor)': 'BaseVisitor[_ResultT]', 'ChildNode.accept': '_ResultT', 'Game.headers': 'Headers',
    'Game.errors': 'list[Exception]', 'Game.board': 'Board', 'Game.from_board': 'Self', 'Game.builder': 'GameBuilder',
    'Game.without_tag_roster': 'Self', 'Game.setup': 'None', 'Game.time_control': 'TimeControl',
    'Game.accept': '_ResultT', 'Game.accept(visitor)': 'BaseVisitor[_ResultT]',
    'Game.__init__(headers)': 'Mapping[str, str] | Iterable[tuple[str, str]] | None',
    'Game.setup(board)': 'Board | str', 'Game.from_board(board)': 'Board',
    'Headers.__init__(data)': 'Mapping[str, str] | Iterable[tuple[str, str]] | None', 'Headers.__init__(kwargs)': 'str',
    'Headers.__getitem__': 'str', 'Headers.__getitem__(key)': 'str', 'Headers.__setitem__(key)': 'str',
    'Headers.__setitem__(value)': 'str', 'Headers.__setitem__': 'None', 'Headers.__delitem__(key)': 'str',
    'Headers.__delitem__': 'None', 'Headers.__contains__(key)': 'object', 'Headers.__iter__': 'Iterator[str]', 'Headers.board': 'Board',
    'Headers.variant': 'type[Board]', 'Headers.builder': 'HeadersBuilder', 'Mainline.__iter__': 'Iterator[_ItemT]',
    'Mainline.__reversed__': 'Iterator[_ItemT]', 'Mainline.accept': '_ResultT', 'Mainline.__str__': 'str',
    'Mainline.accept(visitor)': 'BaseVisitor[_ResultT]', 'Mainline.__init__(start)': 'GameNode',
    'Mainline.__init__(f)': 'Callable[[ChildNode], _ItemT]', 'BaseVisitor.result': '_ResultT',
    'BaseVisitor.begin_headers': 'Headers | None', 'BaseVisitor.end_headers': 'SkipType | None',
    'BaseVisitor.begin_variation': 'SkipType | None', 'BaseVisitor.begin_game': 'SkipType | None',
    'GameBuilder.begin_headers': 'Headers', 'HeadersBuilder.begin_headers': 'Headers',
    'HeadersBuilder.end_headers': 'SkipType', 'SkipVisitor.end_headers': 'SkipType',
    'SkipVisitor.begin_variation': 'SkipType', 'BoardBuilder.begin_variation': 'SkipType', 'GameBuilder.result': 'Game',
    'HeadersBuilder.result': 'Headers', 'BoardBuilder.result': 'Board', 'SkipVisitor.result': 'bool',
    'StringExporter.result': 'str', 'FileExporter.result': 'int', 'StringExporterMixin.__init__(headers)': 'bool',
    'FileExporter.__init__(headers)': 'bool', 'StringExporter.__init__(headers)': 'bool',
    'GameBuilder.__init__(Game)': 'type[Game]', 'HeadersBuilder.__init__(Headers)': 'type[Headers]',
    'TimeControl.parts': 'list[TimeControlPart]', 'TimeControl.type': 'TimeControlType',
    'TimeControl.__init__(parts)': 'list[TimeControlPart]', 'TimeControl.__init__(type)': 'TimeControlType',
    'TimeControlPart.moves': 'int', 'TimeControlPart.time': 'int', 'TimeControlPart.increment': 'float',
    'TimeControlPart.delay': 'float', 'TimeControlPart.__init__(moves)': 'int', 'TimeControlPart.__init__(time)': 'int',
    'TimeControlPart.__init__(increment)': 'float', 'TimeControlPart.__init__(delay)': 'float',
    'pgn.read_game(Visitor)': 'Callable[[], BaseVisitor[_ResultT]]', 'pgn.read_game': '_ResultT | None',
    'pgn.parse_time_control': 'TimeControl',
    # plyforge.chess.polyglot, svg and variant
    'Entry.key': 'int', 'Entry.raw_move': 'int', 'Entry.weight': 'int', 'Entry.learn': 'int', 'Entry.move': 'Move',
    **{f'MemoryMappedReader.{name}': 'Entry' for name in ('__getitem__', 'find', 'choice', 'weighted_choice')},
    'MemoryMappedReader.__iter__': 'Iterator[Entry]', 'MemoryMappedReader.find_all': 'Iterator[Entry]',
    'MemoryMappedReader.get': 'Entry | None', 'MemoryMappedReader.__getitem__(index)': 'int',
    'MemoryMappedReader.__contains__(entry)': 'Entry', 'MemoryMappedReader.__enter__': 'Self',
    'MemoryMappedReader.__exit__': 'None', 'MemoryMappedReader.close': 'None',
    'MemoryMappedReader.bisect_key_left': 'int', 'polyglot.open_reader': 'MemoryMappedReader', 'Arrow.tail': 'int',
    'Arrow.head': 'int', 'Arrow.color': 'str', 'Arrow.__init__(color)': 'str', 'Arrow.from_pgn': 'Self',
    'svg.board': 'str', 'svg.piece': 'str', 'svg.board(board)': 'BaseBoard | None',
    'svg.board(lastmove)': 'Move | None', 'svg.board(check)': 'int | None',
    'svg.board(arrows)': 'Iterable[Arrow | tuple[int, int]]', 'svg.board(fill)': 'Mapping[int, str]',
    'svg.board(coordinates)': 'bool', 'svg.board(colors)': 'Mapping[str, str]', 'svg.board(style)': 'str | None',
    'variant.find_variant': 'type[Board]', 'variant.VARIANTS': 'list[type[Board]]',
    'CrazyhouseBoard.pockets': 'list[CrazyhousePocket]', 'ThreeCheckBoard.remaining_checks': 'list[int]',
    'CrazyhouseBoard.legal_drop_squares': 'SquareSet', 'chess.popcount': 'Callable[[int], int]',
    'chess.SAN_REGEX': 'Pattern[str]', 'chess.FEN_CASTLING_REGEX': 'Pattern[str]', 'pgn.TAG_REGEX': 'Pattern[str]',
    'pgn.TAG_NAME_REGEX': 'Pattern[str]',
    # plyforge.chess.syzygy
    **{f'Tablebase.{name}': 'int' for name in ('add_directory', 'add_file', 'probe_dtz', 'probe_dtz_no_ep', 'probe_wdl',
                                               'probe_wdl_table')},
    **{f'Tablebase.{name}(board)': 'Board' for name in ('get_dtz', 'get_wdl', 'probe_dtz', 'probe_dtz_no_ep',
                                                        'probe_dtz_table', 'probe_wdl', 'probe_wdl_table')},
    **{f'{name}(load_{kind})': 'bool' for kind in ('wdl', 'dtz')
       for name in ('Tablebase.add_directory', 'Tablebase.add_file', 'syzygy.open_tablebase')},
    **{f'{name}({parameter})': type_ for parameter, type_ in (('max_fds', 'int | None'), ('VariantBoard', 'type[Board]'))
       for name in ('Tablebase.__init__', 'syzygy.open_tablebase')},
    'Tablebase.get_dtz': 'int | None', 'Tablebase.get_wdl': 'int | None', 'Tablebase.get_dtz(default)': 'int | None',
    'Tablebase.get_wdl(default)': 'int | None', 'Tablebase.probe_dtz_table': 'tuple[int, int]',
    'Tablebase.probe_dtz_table(wdl)': 'int', 'Tablebase.close': 'None', 'Tablebase.__enter__': 'Self',
    'Tablebase.__exit__': 'None', 'Table.__init__(variant)': 'type[Board]', 'Table.close': 'None',
    'Table.__enter__': 'Self', 'Table.__exit__': 'None', 'WdlTable.init_table_wdl': 'None',
    'WdlTable.probe_wdl_table': 'int', 'WdlTable.probe_wdl_table(board)': 'Board', 'DtzTable.init_table_dtz': 'None',
    'DtzTable.probe_dtz_table': 'tuple[int, int]', 'DtzTable.probe_dtz_table(board)': 'Board',
    'DtzTable.probe_dtz_table(wdl)': 'int', 'syzygy.open_tablebase': 'Tablebase', 'syzygy.tablenames': 'Iterator[str]',
    'syzygy.dependencies': 'Iterator[str]', 'syzygy.all_dependencies': 'Iterator[str]', 'syzygy.calc_key': 'str',
    'syzygy.calc_key(board)': 'BaseBoard', 'syzygy.normalize_tablename': 'str', 'syzygy.dtz_before_zeroing': 'int',
    'syzygy.dtz_before_zeroing(wdl)': 'int', 'syzygy.all_dependencies(targets)': 'Iterable[str]',
    'syzygy.dependencies(target)': 'str', 'syzygy.is_tablename(normalized)': 'bool',
    'syzygy.is_tablename(piece_count)': 'int | None', 'syzygy.tablenames(piece_count)': 'int',
    'syzygy.normalize_tablename(mirror)': 'bool', 'syzygy.calc_key(mirror)': 'bool',
    **{f'syzygy.{name}(one_king)': 'bool' for name in ('is_tablename', 'tablenames', 'dependencies',
                                                       'all_dependencies')},
    # plyforge.openings
    'Opening.eco': 'str', 'Opening.name': 'str', 'Opening.plies': 'int', 'Openings.find': 'Opening | None',
    'Openings.find(board)': 'Board', 'Openings.find_last': 'Opening | None', 'Openings.find_last(board)': 'Board',
    'Openings.find_last(moves)': 'Iterable[Move] | None', 'Openings.read': 'None', 'Openings.read(text)': 'str | bytes',
    'Openings.read_file': 'None',
}
# Signatures of C that inspect does not know.
CONSTRUCTORS = {
    'CrazyhousePocket': 'self, symbols: Iterable[str] = ...',
    'SquareSet': 'self, squares: Any = ...', 'Piece': 'self, piece_type: int, color: bool',
    'Move': 'self, from_square: int, to_square: int, promotion: int | None = ..., drop: int | None = ...',
    'Board': 'self, fen: str | None = ..., *, chess960: bool = ...',
    'LegalMoveGenerator': 'self, board: Any', 'PseudoLegalMoveGenerator': 'self, board: Any',
}
# Classes with type parameters, and what they are for their subclasses.
GENERIC = {'BaseVisitor': 'Generic[_ResultT]', 'Mainline': 'Generic[_ItemT]',
           'StringExporterMixin': 'BaseVisitor[_ResultT]', 'GameBuilder': 'BaseVisitor[Game]',
           'HeadersBuilder': 'BaseVisitor[Headers]', 'BoardBuilder': 'BaseVisitor[Board]',
           'SkipVisitor': 'BaseVisitor[bool]', 'StringExporter': 'StringExporterMixin[str]',
           'FileExporter': 'StringExporterMixin[int]',
           'Headers': 'MutableMapping[str, str]', 'Texts': 'Sequence[str]'}
# Whole lines, for what one signature cannot say.
LINES = {
    'Texts.__getitem__': ['@overload', 'def __getitem__(self, row: int) -> str: ...', '@overload',
                          'def __getitem__(self, row: slice) -> list[str]: ...'],
    'pgn.read_game': ['@overload', 'def read_game(handle: TextIO) -> Game | None: ...', '@overload',
                      'def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[_ResultT]]) -> _ResultT | '
                      'None: ...'],
    # Not ordered, although a type of C that has == has all six methods.
    **{f'Array.__{name}__': [] for name in ('lt', 'le', 'gt', 'ge')},
    # Of the operators of C.
    **{f'SquareSet.__{name}__': [] for name in ('lt', 'le', 'gt', 'ge', 'rsub')},
    **{f'SquareSet.__{name}__': [f'def __{name}__(self, shift: int) -> SquareSet: ...']
       for name in ('lshift', 'rshift', 'ilshift', 'irshift')},
    'SquareSet.__contains__': ['def __contains__(self, square: int) -> bool: ...'],
    'SquareSet.__invert__': ['def __invert__(self) -> SquareSet: ...'],
    'Headers.clear': [], 'Headers.get': [],  # those of MutableMapping
    'Array.__buffer__': ['def __buffer__(self, flags: int, /) -> memoryview: ...'],
}
# Those of them that are not among the attributes of the class: before Python 3.12 no method tells of a buffer.
UNSEEN = {'Array.__buffer__'}
