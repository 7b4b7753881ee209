/* Which move a user means: SAN, the looser forms that chess.js understands, or squares. */
import { LibraryBoard, type Board, type PlayedText } from './board.js';
import { KSIDE, nameOf, NULL_MOVE, numberOf, QSIDE, type InternalMove } from './types.js';

export function nullMove(board: Board): InternalMove {
    return {
        code: 0,
        color: board.turn,
        from: 56,
        to: 56,
        piece: 'k',
        captured: undefined,
        promotion: undefined,
        flags: NULL_MOVE,
    };
}

/** The legal move from one square to another. In Chess960 castling may also be written as the king taking its rook, and
 * the king's step may be another move. */
export function moveOfSquares(board: Board, move: unknown, chess960: boolean): InternalMove | undefined {
    if (move === null || typeof move !== 'object') return undefined;
    const { from, to, promotion } = move as { from?: unknown; to?: unknown; promotion?: unknown };
    const [start, end] = [numberOf(from), numberOf(to)];
    if (start < 0 || end < 0) return undefined;
    const fits = (found: InternalMove) => found.from === start && (!found.promotion || found.promotion === promotion);
    const castles = (found: InternalMove) => (found.flags & (KSIDE | QSIDE)) !== 0;
    const moves = board.moves();
    return (
        moves.find((found) => fits(found) && found.to === end && !(chess960 && castles(found))) ??
        moves.find(
            (found) => fits(found) && castles(found) && (found.to === end || (chess960 && (found.code & 63) === end)),
        )
    );
}

/** Longer texts are not moves in any notation. */
const MAX_TEXT = 100;

/** Plays a legal move that the library understands; null if moveOfText must work out the meaning. */
export function playText(board: Board, text: string, strict: boolean): PlayedText | null {
    if (text.length > MAX_TEXT || !(board instanceof LibraryBoard)) return null;
    return board.playText(text, (san) => !strict || stripped(san) === stripped(text));
}

export function moveOfText(board: Board, text: string, strict: boolean): InternalMove | undefined {
    if (text.length > MAX_TEXT) return undefined;
    const code = board instanceof LibraryBoard ? board.read(text) : 0;
    if (code) {
        const found = (board as LibraryBoard).describe(code);
        if (!strict || stripped(board.san(found)) === stripped(text)) return found;
    }
    const clean = stripped(text);
    if (clean === '--') return nullMove(board);
    const index = board.sans().findIndex((san) => stripped(san) === clean);
    if (index >= 0) return board.moves()[index];
    return strict ? undefined : moveOfForm(board, clean);
}

/* Other forms that chess.js understands: Pe2-e4, f7f8q, Nge7 with a superfluous letter, a capture without its x. */
function moveOfForm(board: Board, clean: string): InternalMove | undefined {
    const castling = clean === '0-0' ? 'O-O' : clean === '0-0-0' ? 'O-O-O' : undefined;
    const sans = board.sans();
    const moves = board.moves();
    if (castling) return moves[sans.findIndex((san) => stripped(san) === castling)];
    // Two squares are tried first, so that the b of b7b8 is not read as a bishop.
    const form =
        /^([pnbrqkPNBRQK])?([a-h][1-8])x?-?([a-h][1-8])([qrbnQRBN])?$/.exec(clean) ??
        /^([pnbrqkPNBRQK])?([a-h]?[1-8]?)x?-?([a-h][1-8])([qrbnQRBN])?$/.exec(clean);
    if (!form) return undefined;
    const [, piece, origin, target, promotion] = form;
    return moves.find((move, i) => {
        if (nameOf(move.to) !== target) return false;
        if (!origin) return stripped(sans[i]!).replace('x', '') === clean;
        if (piece && piece.toLowerCase() !== move.piece) return false;
        if (!piece && origin.length === 1 && move.piece !== 'p') return false;
        // Without a piece, a7a8 is the first of the four promotions in the order of chess.js: the knight.
        if (promotion && promotion.toLowerCase() !== move.promotion) return false;
        const name = nameOf(move.from);
        return origin === name || origin === name[0] || origin === name[1];
    });
}

/** A SAN without what chess.js ignores: "=", marks for check and mate, and judgements. */
function stripped(san: string): string {
    let end = san.length;
    while (end > 0 && '?!'.includes(san[end - 1]!)) end--;
    if (end > 0 && '+#'.includes(san[end - 1]!)) end--;
    return san.slice(0, end).replace('=', '');
}

/** The library's number of a move that need not be legal. */
export function meantCode(board: LibraryBoard, from: number, to: number, promotion: unknown): number {
    const code = to | (from << 6);
    const type = board.pieceAt(from) & 7;
    if (type === 6 && from >> 3 === to >> 3 && Math.abs(from - to) === 2)
        return (from << 6) | ((from & 56) + (to > from ? 7 : 0)) | (3 << 14);
    const letter = String(promotion).toLowerCase();
    if (promotion) return code | (1 << 14) | (Math.max(0, 'nbrq'.indexOf(letter)) << 12);
    const isDiagonal = Math.abs((from & 7) - (to & 7)) === 1;
    if (type === 1 && isDiagonal && !board.pieceAt(to) && board.setup().ep === to) return code | (2 << 14);
    return code;
}
