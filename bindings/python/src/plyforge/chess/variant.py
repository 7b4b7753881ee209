"""The lichess variants as boards; the library provides their legal moves, FENs and game endings."""
from plyforge import _core, chess
from plyforge.chess import _base_board
from plyforge.chess._pieces import Status

_MISSING_KINGS = Status.NO_WHITE_KING | Status.NO_BLACK_KING
_CHECKS = Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK


class _EndingBoard(chess.Board):
    """A board of a variant in which games can end by additional rules."""

    def is_variant_end(self):
        """Whether the game is over by a rule that only the variant has."""
        return self._variant_outcome()[0] != 0

    def _variant_winner(self):
        return {1: chess.WHITE, 2: chess.BLACK}.get(self._variant_outcome()[0])

    def is_variant_loss(self):
        """Whether the side to move has lost by a rule of the variant."""
        return self._variant_winner() is (not self.turn)

    def is_variant_win(self):
        """Whether the side to move has won by a rule of the variant."""
        return self._variant_winner() is self.turn

    def is_variant_draw(self):
        """Whether the game is drawn by a rule of the variant."""
        return self._variant_outcome()[0] == 3


class AntichessBoard(_EndingBoard):
    """Antichess: captures are compulsory, and the side without moves or pieces wins."""

    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant, xboard_variant = "antichess", "giveaway"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    tbw_suffix, tbz_suffix = ".gtbw", ".gtbz"
    connected_kings, one_king, captures_compulsory = True, False, True
    _variant = 3

    def pin_mask(self, color, square):
        """All squares: nothing is pinned where no king is in danger."""
        return chess.BB_ALL

    def checkers_mask(self):
        """0: no king is in danger."""
        return 0

    def was_into_check(self):
        """False: no king is in danger."""
        return False

    def is_into_check(self, move):
        """False: no king is in danger."""
        return False

    def has_insufficient_material(self, color):
        """Whether a side cannot win: bishops that never meet, or two knights, one of which can never be taken."""
        if super().has_insufficient_material(color) or not self.occupied_co[not color] and self.occupied_co[color]:
            return True
        if self.knights != self.occupied or [side.bit_count() for side in self.occupied_co] != [1, 1]:
            return False
        same_colour = bool(self.knights & chess.BB_DARK_SQUARES) != bool(self.knights & chess.BB_LIGHT_SQUARES)
        return same_colour != (color == self.turn)

    def is_insufficient_material(self):
        """Whether neither side can win."""
        return all(map(self.has_insufficient_material, chess.COLORS))

    def is_variant_end(self):
        """Whether a side has no pieces left."""
        return not all(self.occupied_co)

    def _status_of(self, problems):
        ignored = _MISSING_KINGS | Status.TOO_MANY_KINGS | Status.OPPOSITE_CHECK | _CHECKS
        return problems & ~ignored


class SuicideBoard(AntichessBoard):
    """Suicide chess: Antichess in which a stalemate is won by the side with fewer pieces."""

    aliases = ["Suicide", "Suicide chess"]
    uci_variant, xboard_variant = "suicide", "suicide"
    tbw_suffix, tbz_suffix = ".stbw", ".stbz"

    def _variant_winner(self):
        if self.is_variant_end() or bool(self.legal_moves):
            return super()._variant_winner()
        counts = [side.bit_count() for side in self.occupied_co]
        return None if counts[0] == counts[1] else counts[chess.WHITE] < counts[chess.BLACK]

    def is_variant_draw(self):
        """Whether it is stalemate with equal numbers of pieces."""
        return self.is_stalemate() and self._variant_winner() is None

    def outcome(self, *, claim_draw=False, flag=None):
        """How the game ended, or None."""
        if not self.is_stalemate():
            return super().outcome(claim_draw=claim_draw, flag=flag)
        if flag is not None:
            _core._color(flag)
        winner = self._variant_winner()
        kind = "DRAW" if winner is None else "WIN" if winner == self.turn else "LOSS"
        return chess.Outcome(chess.Termination["VARIANT_" + kind], winner)


class GiveawayBoard(AntichessBoard):
    """Giveaway chess: the name of Antichess on FICS; here without castling."""

    aliases = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant, xboard_variant = "giveaway", "giveaway"


class AtomicBoard(_EndingBoard):
    """Atomic chess: a capture also removes all pieces around it except pawns; the side whose king is removed loses."""

    aliases = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = xboard_variant = "atomic"
    tbw_suffix, tbz_suffix = ".atbw", ".atbz"
    connected_kings = True
    _variant = 2

    def _kings_touch(self):
        white, black = self.king(chess.WHITE), self.king(chess.BLACK)
        return white is not None and black is not None and chess.square_distance(white, black) == 1

    def was_into_check(self):
        """Whether the side to move could take the king; never if the kings touch."""
        return not self._kings_touch() and super().was_into_check()

    def _status_of(self, problems):
        if self.is_variant_end():
            problems &= ~(Status.NO_WHITE_KING if self.turn else Status.NO_BLACK_KING)
        return problems & ~(_CHECKS | Status.OPPOSITE_CHECK)


class KingOfTheHillBoard(_EndingBoard):
    """King of the Hill: a king on d4, e4, d5 or e5 wins."""

    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = xboard_variant = "kingofthehill"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    _variant = 4


class RacingKingsBoard(_EndingBoard):
    """Racing Kings: the first king on the eighth rank wins; no move may give check."""

    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    _variant = 7

    def _status_of(self, problems):
        if self.is_check():
            problems |= Status.RACE_CHECK | _CHECKS
        last = chess.BB_RANKS[7] & self.kings
        if not self.turn and all(last & side for side in self.occupied_co):
            problems |= Status.RACE_OVER
        most = [0, 0, 2, 2, 2, 1]
        if self.pawns or any(self.pieces_mask(kind, color).bit_count() > most[kind] for kind in (2, 3, 4, 5)
                             for color in chess.COLORS):
            problems |= Status.RACE_MATERIAL
        return problems


class HordeBoard(_EndingBoard):
    """Horde: White has 36 pawns and no king; Black wins by taking everything."""

    aliases = ["Horde", "Horde chess"]
    uci_variant = xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    _variant = 6

    def has_insufficient_material(self, color):
        """Whether a side cannot win: White with at most two knights or bishops against a king alone."""
        white, black = self.occupied_co[chess.WHITE], self.occupied_co[chess.BLACK]
        if not _core._color(color) or black & ~self.kings or white.bit_count() > 2:
            return super().has_insufficient_material(color)
        return not white & ~(self.knights | self.bishops)

    def _status_of(self, problems):
        problems &= ~(Status.NO_WHITE_KING | Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_WHITE_PAWNS
                      | Status.PAWNS_ON_BACKRANK)
        own, enemy = self.pawns & self.occupied_co[chess.WHITE], self.pawns & self.occupied_co[chess.BLACK]
        if self.occupied_co[chess.WHITE].bit_count() > 36:
            problems |= Status.TOO_MANY_WHITE_PIECES
        if own & chess.BB_RANKS[7] or enemy & chess.BB_BACKRANKS:
            problems |= Status.PAWNS_ON_BACKRANK
        return problems


class _Pair(list):
    """Two values, by colour, that are written back to the board when one of them is set."""

    def __init__(self, values, store):
        super().__init__(values)
        self._store = store

    def __setitem__(self, index, value):
        super().__setitem__(index, value)
        self._store(self)


class ThreeCheckBoard(_EndingBoard):
    """Three-check: the third check wins."""

    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    _variant = 5

    @property
    def remaining_checks(self):
        """The checks that each side still has to give, by colour."""
        return _Pair([3 - given for given in self._checks_given], self._set_remaining)

    @remaining_checks.setter
    def remaining_checks(self, values):
        self._set_remaining(values)

    def _set_remaining(self, values):
        self._checks_given = [3 - value for value in values]

    def is_irreversible(self, move):
        """Whether a move cannot be undone by later moves: counted checks are permanent."""
        return super().is_irreversible(move) or self.gives_check(move)

    def apply_mirror(self):
        """Turns the board upside down and swaps the colours."""
        super().apply_mirror()
        self._checks_given = self._checks_given[::-1]

    def _fen_fields(self, shredder, en_passant, promoted):
        fields = super()._fen_fields(shredder, en_passant, promoted)
        fields.insert(4, "{}+{}".format(*self.remaining_checks[::-1]))
        return fields

    def _set_fen_loosely(self, fen):
        fields, given = fen.split(), [0, 0]
        for index, field in enumerate(fields):
            parts = field.lstrip("+").split("+")
            if index > 3 and len(parts) == 2 and all(part in ("0", "1", "2", "3") for part in parts):
                white, black = (int(part) for part in parts)
                given = [black, white] if field[0] == "+" else [3 - black, 3 - white]
                del fields[index]
                break
        super()._set_fen_loosely(" ".join(fields))
        self._checks_given = given

    def set_epd(self, epd):
        """Sets the position up from an EPD with the field of the checks, and returns its operations."""
        fields = epd.strip().rstrip(";").split(None, 5)
        if len(fields) < 5 or "+" not in fields[4]:
            return super().set_epd(epd)
        position = " ".join(fields[:5])
        operations = {}
        if len(fields) > 5:
            operations = chess._epd.read(fields[5], lambda: type(self)(position + " 0 1", chess960=self.chess960))
        self.set_fen(f"{position} {operations.get('hmvc', 0)} {operations.get('fmvn', 1)}")
        return operations


CrazyhousePocket = _core.CrazyhousePocket


class _Pockets(list):
    """The two pockets of a board, by colour."""

    __slots__ = ()

    def __setitem__(self, index, pocket):
        super().__setitem__(index, self[index]._replaced_by(pocket))


class CrazyhouseBoard(chess.Board):
    """Crazyhouse: captured pieces change sides and may be dropped."""

    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    _variant = 1

    def clear_board(self):
        """Takes all pieces off the board and out of the pockets, and forgets the moves."""
        super().clear_board()
        self._pockets = [[0] * 5, [0] * 5]

    def reset_board(self):
        """Sets the pieces up as at the start of a game, with empty pockets, and forgets the moves."""
        super().reset_board()
        self._pockets = [[0] * 5, [0] * 5]

    def board_fen(self, *, promoted=None):
        """The first field of a FEN; pieces that were pawns are marked unless promoted is False."""
        return self._board_fen(promoted is None or bool(promoted))

    def _fen_fields(self, shredder, en_passant, promoted):
        fields = super()._fen_fields(shredder, en_passant, promoted)
        fields[0] += f"[{str(self.pockets[chess.WHITE]).upper()}{self.pockets[chess.BLACK]}]"
        return fields

    def _set_placement(self, placement):
        pocket = ""
        if placement.endswith("]") and "[" in placement:
            placement, _, pocket = placement[:-1].partition("[")
        elif placement.count("/") == 8:
            placement, _, pocket = placement.rpartition("/")
        if any(letter not in "pnbrqPNBRQ" for letter in pocket):
            raise ValueError(f"a pocket has pieces other than kings, not {pocket!r}")
        _base_board.BaseBoard.set_board_fen(self, placement)
        counts = [[0] * 5, [0] * 5]
        for letter in pocket:
            counts[letter.isupper()]["pnbrq".index(letter.lower())] += 1
        self._pockets = counts

    def apply_mirror(self):
        """Turns the board upside down and swaps the colours, including those of the pockets."""
        super().apply_mirror()
        self._pockets = self._pockets[::-1]

    def is_irreversible(self, move):
        """Whether a move cannot be undone by later moves: only castling rights are lost permanently."""
        return self._reduces_castling_rights(move)

    def legal_drop_squares_mask(self):
        """The squares where a piece could legally be dropped, as a bitboard."""
        free = ~self.occupied & chess.BB_ALL
        checkers = self.checkers_mask()
        if not checkers:
            return free
        if checkers & checkers - 1:
            return 0
        return free & _core.between(self.king(self.turn), chess.msb(checkers))

    def legal_drop_squares(self):
        """The squares where a piece could legally be dropped, regardless of the contents of the pocket."""
        return chess.SquareSet(self.legal_drop_squares_mask())

    def generate_legal_drops(self, to_mask=chess.BB_ALL):
        """Iterates over the legal drops."""
        return (move for move in self.generate_legal_moves(chess.BB_ALL, to_mask) if move.drop)

    def generate_pseudo_legal_drops(self, to_mask=chess.BB_ALL):
        """Iterates over the drops on empty squares, pawns not on the first and last rank."""
        for piece_type, count in enumerate(self._pockets[self.turn], start=1):
            if count:
                free = to_mask & ~self.occupied & ~(chess.BB_BACKRANKS if piece_type == chess.PAWN else 0)
                for square in chess.scan_forward(free):
                    yield chess.Move(square, square, None, piece_type)

    def has_insufficient_material(self, color):
        """Whether a side cannot win: in Crazyhouse only on a nearly empty board with empty pockets."""
        pieces = self.occupied.bit_count()
        if pieces > 3 or self.promoted or self.pawns or self.rooks or self.queens:
            return False
        black, white = self._pockets
        return pieces + sum(white) + sum(black) <= 3 and not any(
            pocket[kind - 1] for pocket in (white, black) for kind in (chess.PAWN, chess.ROOK, chess.QUEEN))

    def is_insufficient_material(self):
        """Whether neither side can win."""
        return self.has_insufficient_material(chess.WHITE)  # the same question for both sides

    def _status_of(self, problems):
        black, white = self._pockets
        if self.pawns.bit_count() + black[0] + white[0] <= 16:
            problems &= ~(Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_BLACK_PAWNS)
        if self.occupied.bit_count() + sum(black) + sum(white) <= 32:
            problems &= ~(Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_BLACK_PIECES)
        return problems


_core._register_pockets(CrazyhouseBoard, _Pockets)

VARIANTS = [chess.Board, SuicideBoard, GiveawayBoard, AntichessBoard, AtomicBoard, KingOfTheHillBoard, RacingKingsBoard,
            HordeBoard,
            ThreeCheckBoard, CrazyhouseBoard]


def find_variant(name):
    """The class of a variant by one of its names. ValueError if there is none."""
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"no variant has the name {name!r}")
