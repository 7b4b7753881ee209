"""Board: a position with a side to move, counters and the moves that led to it."""
import re

from plyforge import _core
from plyforge.chess import _epd
from plyforge.chess._base_board import BaseBoard
from plyforge.chess._pieces import Outcome, Status, Termination
from plyforge.chess._squares import (BB_ALL, BB_BACKRANKS, BB_FILES, BB_RANKS, BB_SQUARES, BLACK, PAWN, PIECE_SYMBOLS,
                                     QUEEN,
                                     SQUARE_NAMES, STARTING_FEN, WHITE, lsb, msb, parse_square, scan_forward)
from plyforge.chess._square_set import SquareSet

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")
_DROP = re.compile(r"([PNBRQKpnbrqk])?@([a-h][1-8])[+#]?\Z")
_CASTLING = re.compile(r"([O0])-\1(-\1)?[+#]?\Z")
_NULL_MOVES = ("--", "Z0", "0000", "@@@@")
_EP_MODES = {"fen": 0, "xfen": 1, "legal": 2}
# Castling of standard chess: the squares that the king leaves and reaches, and that of its rook.
_STEP_TO_ROOK = {(4, 2): 0, (4, 6): 7, (60, 58): 56, (60, 62): 63}
_ALL_FIELDS = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")


class _Signature:
    """The signature of Board and its subclasses for inspect, which cannot see the one defined in C."""

    def __get__(self, board, cls):
        import inspect
        if cls.__init__ is not _core.Board.__init__:
            parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
            return inspect.Signature(parameters)
        return inspect.signature(lambda fen=cls.starting_fen, *, chess960=False: None)


class Board(BaseBoard):
    """Board(fen=STARTING_FEN, *, chess960=False): a position and the moves that led to it. None is an empty board.

    >>> import plyforge.chess as chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.legal_moves.count()
    20

    Every position can be set up, even an impossible one: is_valid() tells whether it is valid. Invalid boards follow
    the same rules as far as these apply.
    """

    aliases = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant = "chess"
    xboard_variant = "normal"
    starting_fen = STARTING_FEN
    tbw_suffix, tbz_suffix, tbw_magic, tbz_magic = ".rtbw", ".rtbz", b"\x71\xe8\x23\x5d", b"\xd7\x66\x0c\xa5"
    pawnless_tbw_suffix = pawnless_tbz_suffix = pawnless_tbw_magic = pawnless_tbz_magic = None
    connected_kings = False
    one_king = True
    captures_compulsory = False
    _variant = 0

    __hash__ = None
    __init__ = _core.Board.__init__
    __signature__ = _Signature()

    # ---- Setting up ----

    def clear(self):
        """An empty board with White to move."""
        self.turn, self.castling_rights, self.ep_square = WHITE, 0, None
        self.halfmove_clock, self.fullmove_number = 0, 1
        self.clear_board()

    def clear_board(self):
        """Takes all pieces off the board and forgets the moves."""
        super().clear_board()
        self.clear_stack()

    def reset_board(self):
        """Sets the pieces up as at the start of a game and forgets the moves."""
        super().reset_board()
        self.clear_stack()

    def set_piece_at(self, square, piece, promoted=False):
        """Puts a piece on a square, or removes it if piece is None, and forgets the moves."""
        super().set_piece_at(square, piece, promoted)
        self.clear_stack()

    def remove_piece_at(self, square):
        """Takes the piece off a square, forgets the moves, and returns the piece or None."""
        piece = super().remove_piece_at(square)
        self.clear_stack()
        return piece

    def set_board_fen(self, fen):
        """Sets the pieces up from the first field of a FEN and forgets the moves."""
        super().set_board_fen(fen)
        self.clear_stack()

    def set_piece_map(self, pieces):
        """Sets the pieces up from a mapping of squares to pieces and forgets the moves."""
        super().set_piece_map(pieces)
        self.clear_stack()

    def set_chess960_pos(self, scharnagl):
        """The Chess960 start position with this number, in Chess960 mode."""
        super().set_chess960_pos(scharnagl)
        self.chess960 = True
        self.turn, self.castling_rights, self.ep_square = WHITE, self.rooks, None
        self.halfmove_clock, self.fullmove_number = 0, 1
        self.clear_stack()

    def chess960_pos(self, *, ignore_turn=False, ignore_castling=False, ignore_counters=True):
        """The number of this Chess960 start position, or None if it is not one. White to move and all castling rights
        are required unless they are ignored."""
        if self.occupied != BB_RANKS[0] | BB_RANKS[1] | BB_RANKS[6] | BB_RANKS[7]:
            return None
        if self.ep_square or (not ignore_turn and self.turn != WHITE):
            return None
        if not ignore_castling and self._rights_as_in_chess960() != self.rooks:
            return None
        if not ignore_counters and (self.halfmove_clock or self.fullmove_number != 1):
            return None
        return super().chess960_pos()

    def _rights_as_in_chess960(self):
        if self.chess960:
            return self.clean_castling_rights()
        other = self.copy(stack=False)
        other.chess960 = True
        return other.clean_castling_rights()

    @classmethod
    def empty(cls, *, chess960=False):
        """A new board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_chess960_pos(cls, scharnagl):
        """A new board with a Chess960 start position."""
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board

    # ---- FEN and EPD ----

    def _set_fen_loosely(self, fen):
        """Sets up a FEN that the library does not accept as a position, or raises ValueError."""
        fields = fen.split()
        if not fields:
            raise ValueError("empty FEN")
        if len(fields) > 6:
            raise ValueError(f"a FEN has 6 fields, not {len(fields)}: {fen!r}")
        placement, turn, castling, ep, halfmove, fullmove = fields + ["w", "-", "-", "0", "1"][len(fields) - 1:]
        if turn not in ("w", "b"):
            raise ValueError(f"the side to move is w or b, not {turn!r}: {fen!r}")
        if not FEN_CASTLING_REGEX.match(castling):
            raise ValueError(f"not a field of castling rights: {castling!r} in {fen!r}")
        if ep != "-" and ep not in SQUARE_NAMES:
            raise ValueError(f"the en passant field is - or a square, not {ep!r}: {fen!r}")
        counters = []
        for name, text, most in ("half-move clock", halfmove, 0xffff), ("move number", fullmove, 0xffffffff):
            if not text.isascii() or not text.isdigit() or int(text) > most:
                raise ValueError(f"the {name} is a number from 0 to {most}, not {text!r}: {fen!r}")
            counters.append(int(text))
        self._set_placement(placement)
        self.turn = turn == "w"
        self.castling_rights = self._read_castling(castling)
        self.ep_square = None if ep == "-" else parse_square(ep)
        self.halfmove_clock, self.fullmove_number = counters[0], max(counters[1], 1)
        self.clear_stack()

    def _set_placement(self, placement):
        BaseBoard.set_board_fen(self, placement)

    def _read_castling(self, text):
        """The rooks that a castling field means. Without a king or rook on the back rank, K and Q mean the corners."""
        rights = 0
        for letter in text.replace("-", ""):
            color = letter.isupper()
            rank = BB_RANKS[0 if color else 7]
            rooks = self.occupied_co[color] & self.rooks & rank
            king = self.king(color)
            letter = letter.lower()
            if letter == "q":
                rights |= rooks & -rooks if king is not None and lsb(rooks) < king else BB_FILES[0] & rank
            elif letter == "k":
                rights |= 1 << msb(rooks) if king is not None and king < msb(rooks) else BB_FILES[7] & rank
            else:
                rights |= BB_FILES["abcdefgh".index(letter)] & rank
        return rights

    def set_castling_fen(self, castling_fen):
        """Sets the castling rights from the field of a FEN, such as Qqk, and forgets the moves. ValueError for other
        text."""
        if not castling_fen or not FEN_CASTLING_REGEX.match(castling_fen):
            raise ValueError(f"not a field of castling rights: {castling_fen!r}")
        self.castling_rights = self._read_castling(castling_fen)
        self.clear_stack()

    def board_fen(self, *, promoted=None):
        """The first field of a FEN. promoted: whether pieces that were pawns are marked, as in Q~."""
        return self._board_fen(bool(promoted))

    def _castling_field(self, shredder):
        """The castling rights by the file of the rook, or as KQkq if the rook is the outermost on its side of the
        king."""
        field = ""
        for color in (WHITE, BLACK):
            rank = BB_RANKS[0 if color else 7]
            rights = self.clean_castling_rights() & rank
            rooks = self.occupied_co[color] & self.rooks & rank
            king = lsb(self.occupied_co[color] & self.kings & rank)
            for rook in reversed(list(scan_forward(rights))):
                outer = rooks >> rook == 1 if rook > king else rooks & (1 << rook) - 1 == 0
                letter = "abcdefgh"[rook & 7] if shredder or not outer else "q" if rook < king else "k"
                field += letter.upper() if color else letter
        return field or "-"

    def castling_shredder_fen(self):
        """The castling field with the files of the rooks, as in HAha."""
        fen = self._fen(True, 0)
        return fen.split(" ", 3)[2] if fen else self._castling_field(True)

    def castling_xfen(self):
        """The castling field of X-FEN, as in KQkq."""
        return self._castling_field(False)

    def _ep_field(self, en_passant):
        """The en passant square that a FEN of that kind names, or None."""
        if self.ep_square is None or en_passant == "fen":
            return self.ep_square
        wanted = self.has_pseudo_legal_en_passant() if en_passant == "xfen" else self.has_legal_en_passant()
        return self.ep_square if wanted else None

    def _fen_fields(self, shredder, en_passant, promoted):
        ep = self._ep_field(en_passant)
        return [self.board_fen(promoted=promoted), "w" if self.turn else "b", self._castling_field(shredder),
                "-" if ep is None else SQUARE_NAMES[ep], str(self.halfmove_clock), str(self.fullmove_number)]

    def fen(self, *, shredder=False, en_passant="legal", promoted=None):
        """The FEN of the position.

        shredder: castling rights as HAha instead of KQkq. en_passant: "legal" writes the square only if a capture there
        is legal, "xfen" if a pawn attacks it, "fen" after every double push. promoted: mark pieces that were pawns, as
        in Q~."""
        if en_passant not in _EP_MODES:
            raise ValueError(f"en_passant is 'legal', 'xfen' or 'fen', not {en_passant!r}")
        if promoted is None:
            fen = self._fen(bool(shredder), _EP_MODES[en_passant])
            if fen is not None:
                return fen
        return " ".join(self._fen_fields(shredder, en_passant, promoted))

    def shredder_fen(self, *, en_passant="legal", promoted=None):
        """fen() with castling rights as HAha."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def epd(self, *, shredder=False, en_passant="legal", promoted=None, **operations):
        """The EPD of the position, with operations as keyword arguments: strings, numbers, moves, None, and lists of
        moves for pv, am and bm.

        >>> import plyforge.chess as chess
        >>> chess.Board().epd(hmvc=0, id="start")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; id "start";'
        """
        fields = self.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).split()
        del fields[-2:]
        if operations:
            fields.append(_epd.write(self, operations))
        return " ".join(fields)

    def set_epd(self, epd):
        """Sets the position up from an EPD and returns its operations as a dictionary. hmvc and fmvn set the counters.
        ValueError if it cannot be read; the board is then unchanged."""
        fields = epd.strip().rstrip(";").split(None, 4)
        if not fields:
            return self._after_failed_epd()
        position = " ".join(fields[:4])
        operations = (_epd.read(fields[4], lambda: type(self)(position + " 0 1", chess960=self.chess960))
                      if len(fields) > 4 else {})
        halfmove, fullmove = operations.get("hmvc", 0), operations.get("fmvn", 1)
        self.set_fen(f"{' '.join((fields[:4] + ['w', '-', '-'][len(fields) - 1:])[:4])} {halfmove} {fullmove}")
        return operations

    def _after_failed_epd(self):
        self.clear()
        return {}

    @classmethod
    def from_epd(cls, epd, *, chess960=False):
        """A new board from an EPD, and the dictionary of its operations."""
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    # ---- Moves ----

    def generate_castling_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """Iterates over the legal castling moves. to_mask is compared with the square of the rook."""
        return (move for move in self.generate_legal_moves(from_mask & self.kings, to_mask) if self.is_castling(move))

    def generate_pseudo_legal_captures(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """Iterates over the pseudo-legal captures, en passant last."""
        yield from self.generate_pseudo_legal_moves(from_mask, to_mask & self.occupied_co[not self.turn])
        yield from self.generate_pseudo_legal_ep(from_mask, to_mask)

    def generate_legal_captures(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """Iterates over the legal captures, en passant last."""
        yield from self.generate_legal_moves(from_mask, to_mask & self.occupied_co[not self.turn])
        yield from self.generate_legal_ep(from_mask, to_mask)

    def _to_chess960(self, move):
        """The move with castling as the king taking its rook. A private name of python-chess that programs use."""
        rook = _STEP_TO_ROOK.get((move.from_square, move.to_square))
        if rook is None or not self.kings >> move.from_square & 1 or self.rooks >> move.to_square & 1:
            return move
        return _core.Move(move.from_square, rook)

    def find_move(self, from_square, to_square, promotion=None):
        """The legal move between two squares. A pawn that reaches the last rank becomes a queen unless promotion says
        otherwise. IllegalMoveError if there is none."""
        if promotion is None and self.pawns >> from_square & 1 and BB_BACKRANKS >> to_square & 1:
            promotion = QUEEN
        move = self._normalize(_core.Move(from_square, to_square, promotion), self.chess960)
        if not self.is_legal(move):
            raise _core.IllegalMoveError(
                f"no legal move from {SQUARE_NAMES[from_square]} to {SQUARE_NAMES[to_square]} in {self.fen()}")
        return move

    def is_into_check(self, move):
        """Whether a pseudo-legal move leaves the king in check."""
        if self.king(self.turn) is None:
            return False
        if not move.drop and not self.occupied >> move.from_square & 1:
            return self.is_check()
        board = self.copy(stack=False)
        board.push(move)
        return board.was_into_check()

    def gives_checkmate(self, move):
        """Whether a pseudo-legal move gives checkmate."""
        board = self.copy(stack=False)
        board.push(move)
        return board.is_checkmate()

    def is_irreversible(self, move):
        """Whether a pseudo-legal move cannot be undone by later moves: a capture, a pawn move, a loss of castling
        rights, or the end of a legal en passant capture."""
        return self.is_zeroing(move) or self._reduces_castling_rights(move) or self.has_legal_en_passant()

    def _reduces_castling_rights(self, move):
        rights = self.clean_castling_rights()
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        own = BB_RANKS[0 if self.turn else 7]
        return bool(touched & rights
                    or rights & own and touched & self.kings & ~self.promoted & self.occupied_co[self.turn])

    def checkers(self):
        """The pieces that give check."""
        return SquareSet(self.checkers_mask())

    # ---- Notation ----

    def uci(self, move, *, chess960=None):
        """The move as UCI text, castling as the king taking its rook if chess960 (by default the mode of the board) is
        true."""
        return self._normalize(move, self.chess960 if chess960 is None else bool(chess960)).uci()

    def xboard(self, move, chess960=None):
        """The move as xboard writes it: UCI text, or O-O in Chess960."""
        chess960 = self.chess960 if chess960 is None else chess960
        if not chess960 or not self.is_castling(move):
            return self._normalize(move, False).xboard()
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    def parse_xboard(self, xboard):
        """parse_san(), which also reads the notation of xboard."""
        return self.parse_san(xboard)

    def push_xboard(self, san):
        """push_san(), which also reads the notation of xboard."""
        return self.push_san(san)

    def san_and_push(self, move):
        """Plays a move and returns its SAN."""
        text = self.san(move)
        self.push(move)
        return text

    def _san_or_uci(self, move):
        return self.san(move) if self.is_legal(move) else self.uci(move)

    def _san_loosely(self, move):
        return self._algebraic(move, False)

    def _lan_loosely(self, move):
        return self._algebraic(move, True)

    def _algebraic(self, move, long):
        """SAN or long algebraic notation of any move of a piece, legal or not."""
        text = self._algebraic_without_mark(move, long)
        after = self.copy(stack=False)
        after.push(move)
        over = after.is_variant_loss() or after.is_variant_win()
        if over or after.is_check() and after.is_checkmate():
            return text + "#"
        return text + "+" if after.is_check() else text

    def _algebraic_without_mark(self, move, long):
        target = SQUARE_NAMES[move.to_square]
        if move.drop:
            return ("" if move.drop == PAWN else PIECE_SYMBOLS[move.drop].upper()) + "@" + target
        piece_type = self.piece_type_at(move.from_square)
        if piece_type is None:
            raise _core.IllegalMoveError(f"no piece on {SQUARE_NAMES[move.from_square]} for {move.uci()} in "
                                         f"{self.fen()}")
        if self.is_castling(move):
            return "O-O" if self.is_kingside_castling(move) else "O-O-O"
        captures = self.is_capture(move)
        if long:
            origin = SQUARE_NAMES[move.from_square]
        elif piece_type == PAWN:
            origin = SQUARE_NAMES[move.from_square][0] if captures else ""
        else:
            origin = self._distinguishing_part(move, piece_type)
        letter = "" if piece_type == PAWN else PIECE_SYMBOLS[piece_type].upper()
        promotion = "=" + PIECE_SYMBOLS[move.promotion].upper() if move.promotion else ""
        return letter + origin + ("x" if captures else "-" if long else "") + target + promotion

    def _distinguishing_part(self, move, piece_type):
        """The part of the origin that distinguishes the move from other legal moves of the same kind of piece to that
        square."""
        others = self.pieces_mask(piece_type, self.turn) & ~BB_SQUARES[move.from_square]
        rivals = [other.from_square for other in self.generate_legal_moves(others, BB_SQUARES[move.to_square])]
        name = SQUARE_NAMES[move.from_square]
        if not rivals:
            return ""
        if all(rival & 7 != move.from_square & 7 for rival in rivals):
            return name[0]
        return name[1] if all(rival >> 3 != move.from_square >> 3 for rival in rivals) else name

    def _parse_san_loosely(self, san):
        """parse_san() for boards and variants whose notation the library does not read."""
        if san in _NULL_MOVES:
            return _core.Move.null()
        castling = _CASTLING.match(san)
        if castling:
            wanted = self.is_queenside_castling if castling[2] else self.is_kingside_castling
            return self._only(san, [move for move in self.generate_castling_moves() if wanted(move)])
        drop = _DROP.match(san)
        if drop:
            move = _core.Move.from_uci(f"{(drop[1] or 'P').upper()}@{drop[2]}")
            return self._only(san, [move] if self.is_legal(move) else [])
        match = SAN_REGEX.match(san)
        if not match:
            raise _core.InvalidMoveError(f"invalid move {san!r}: not algebraic notation")
        letter, file, rank, target, promotion = match.groups()
        piece_type = PIECE_SYMBOLS.index(letter.lower()) if letter else PAWN
        promotion = PIECE_SYMBOLS.index(promotion[-1].lower()) if promotion else None
        origins = self.pieces_mask(piece_type, self.turn)
        if file:
            origins &= BB_FILES["abcdefgh".index(file)]
        elif not letter and not rank:
            origins &= BB_FILES["abcdefgh".index(target[0])]
        if rank:
            origins &= BB_RANKS[int(rank) - 1]
        moves = self.generate_legal_moves(origins, 1 << parse_square(target))
        return self._only(san, [move for move in moves if move.promotion == promotion and not move.drop])

    def _only(self, san, moves):
        if not moves:
            raise _core.IllegalMoveError(f"illegal move {san!r} in {self.fen()}")
        if len(moves) > 1:
            raise _core.AmbiguousMoveError(f"ambiguous move {san!r} in {self.fen()}: several legal moves fit")
        return moves[0]

    def variation_san(self, variation):
        """The moves as text with numbers, as in 1. e4 e5 2. Nf3. IllegalMoveError if one of them is not legal."""
        board, words = self.copy(stack=False), []
        for move in variation:
            if not board.is_legal(move):
                raise _core.IllegalMoveError(f"illegal move {move.uci()} in {board.fen()}")
            number = f"{board.fullmove_number}. " if board.turn else "" if words else f"{board.fullmove_number}... "
            words.append(number + board.san_and_push(move))
        return " ".join(words)

    # ---- The end ----

    def outcome(self, *, claim_draw=False, flag=None):
        """How the game ended, or None. With claim_draw, draws that the player to move may claim count as well. With
        flag=color, that side has run out of time: it loses, unless no series of legal moves lets the other side win, in
        which case the game is drawn (FIDE Laws 6.9). None if the game is not over, or if it is unknown whether the
        other side can win."""
        if flag is not None:
            flag = _core._color(flag)
        code, winner = self._outcome(claim_draw)
        if code:
            return Outcome(Termination(code), None if winner < 0 else bool(winner))
        if flag is None:
            return None
        can_win = self._helpmate(not flag, 200_000)[0]
        return None if can_win is None else Outcome(Termination.TIMEOUT, not flag if can_win else None)

    def result(self, *, claim_draw=False):
        """"1-0", "0-1", "1/2-1/2", or "*" if the game is not over."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_variant_end(self):
        """Whether the game is over by a rule that only the variant has."""
        return False

    def is_variant_loss(self):
        """Whether the side to move has lost by a rule of the variant."""
        return False

    def is_variant_win(self):
        """Whether the side to move has won by a rule of the variant."""
        return False

    def is_variant_draw(self):
        """Whether the game is drawn by a rule of the variant."""
        return False

    def is_fivefold_repetition(self):
        """Whether the position has occurred for the fifth time."""
        return self.is_repetition(5)

    def can_claim_draw(self):
        """Whether the player to move can claim a draw by 50 moves or repetition."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    # ---- Validity ----

    def status(self):
        """The problems of the position, as a set of STATUS_ bits; STATUS_VALID if there are none."""
        white, black = self.occupied_co[WHITE], self.occupied_co[BLACK]
        if not self.occupied:
            return self._status_of(Status.EMPTY | Status.NO_WHITE_KING | Status.NO_BLACK_KING)
        problems = Status.VALID
        for wrong, status in (
                (not self.kings & white, Status.NO_WHITE_KING),
                (not self.kings & black, Status.NO_BLACK_KING),
                (self.kings.bit_count() > 2, Status.TOO_MANY_KINGS),
                ((self.pawns & white).bit_count() > 8, Status.TOO_MANY_WHITE_PAWNS),
                ((self.pawns & black).bit_count() > 8, Status.TOO_MANY_BLACK_PAWNS),
                (self.pawns & BB_BACKRANKS, Status.PAWNS_ON_BACKRANK),
                (white.bit_count() > 16, Status.TOO_MANY_WHITE_PIECES),
                (black.bit_count() > 16, Status.TOO_MANY_BLACK_PIECES),
                (self.castling_rights != self.clean_castling_rights(), Status.BAD_CASTLING_RIGHTS),
                (self.ep_square is not None and self.ep_square != self._valid_ep_square(), Status.INVALID_EP_SQUARE),
                (self.was_into_check(), Status.OPPOSITE_CHECK)):
            if wrong:
                problems |= status
        return self._status_of(problems | self._check_problems())

    def _status_of(self, problems):
        """Converts the problems by the rules of standard chess to those of the variant."""
        return problems

    def _check_problems(self):
        """Whether there are checks that no move could have given: from three pieces, from two that were both uncovered,
        or unrelated to a double push."""
        problems = self._problems()
        if problems & 1 << 12:
            return Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
        return Status.IMPOSSIBLE_CHECK if problems & 1 << 13 else Status.VALID

    def _valid_ep_square(self):
        """The en passant square if a pawn could have just crossed it, else None."""
        ep = self.ep_square
        if ep is None or ep >> 3 != (5 if self.turn else 2):
            return None
        pawn, origin = (ep - 8, ep + 8) if self.turn else (ep + 8, ep - 8)
        if not self.pawns & self.occupied_co[not self.turn] & 1 << pawn or self.occupied & (1 << ep | 1 << origin):
            return None
        return ep

    def is_valid(self):
        """Whether nothing is wrong with the position; see status()."""
        return self.status() == Status.VALID

    # ---- Copies ----

    def root(self):
        """A copy of the position before the first move of the stack."""
        board = self.copy()
        board._rewind_to(0)
        return board

    copy = _core.Board.copy

    def apply_transform(self, f):
        """Applies a function of bitboards to the board, castling rights and en passant square included, and forgets the
        moves."""
        super().apply_transform(f)
        self.clear_stack()
        self.ep_square = None if self.ep_square is None else msb(f(1 << self.ep_square))
        self.castling_rights = f(self.castling_rights)

    def transform(self, f):
        """A copy without moves, with a function of bitboards applied to it, such as flip_vertical."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def apply_mirror(self):
        """Turns the board upside down and swaps the colours, the side to move included."""
        self._flip()

    def mirror(self):
        """A copy without moves, upside down with the colours swapped."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def _transposition_key(self):
        """Equal for positions that are the same by the rule of repetition."""
        key = self._position_bytes()
        return tuple(self._fen_fields(True, "legal", True)[:4]) if key is None else key

    def __eq__(self, other):
        if not isinstance(other, Board):
            return NotImplemented if isinstance(other, BaseBoard) is False else False
        return self._same(other) and self._ep_field("legal") == other._ep_field("legal")

    def __repr__(self):
        mode = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{mode})"

    def __reduce__(self):
        fields = {name: getattr(self.root(), name) for name in _ALL_FIELDS}
        game = (type(self), self.chess960, self.root()._board_fen(True), fields, self._variant_fields(),
                list(self.move_stack))
        return _rebuild, game, self.__dict__ or None

    def _variant_fields(self):
        root = self.root()
        return root._pockets, root._checks_given

    def _repr_svg_(self):
        from plyforge.chess import svg
        last = self.peek() if self.move_stack else None
        return svg.board(board=self, size=390, lastmove=last, check=self.king(self.turn) if self.is_check() else None)


_core._own_methods(Board)


def _rebuild(cls, chess960, placement, fields, additions, moves):
    """Called by unpickling, rather than the class, because a subclass may take other arguments, and its attributes are
    set later."""
    board = cls.__new__(cls)
    _core.Board.__init__(board, None, chess960=chess960)
    BaseBoard.set_board_fen(board, placement)
    board._pockets, board._checks_given = additions
    for name, value in fields.items():
        setattr(board, name, value)
    for move in moves:
        _core.Board.push(board, move)
    return board
