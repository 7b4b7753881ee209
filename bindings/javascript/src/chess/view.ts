/* Questions about the 64 squares of a board alone: how they are drawn, and whether the material can mate. */
import { letterOf, nameOf, pieceOfCode, type Color, type PieceSymbol, type Square } from './types.js';

export type PlacedPiece = { square: Square; type: PieceSymbol; color: Color };

/** The squares in rows, the eighth rank first. */
export function rowsOf(squares: Uint8Array): (PlacedPiece | null)[][] {
    return Array.from({ length: 8 }, (_, row) =>
        Array.from({ length: 8 }, (_, file) => {
            const at = (7 - row) * 8 + file;
            const code = squares[at]!;
            return code ? { square: nameOf(at), ...pieceOfCode(code) } : null;
        }),
    );
}

export function asciiOf(squares: Uint8Array): string {
    let text = '   +------------------------+\n';
    for (let rank = 7; rank >= 0; rank--) {
        text += ` ${rank + 1} |`;
        for (let file = 0; file < 8; file++) text += ` ${letterOf(squares[rank * 8 + file]!)} `;
        text += '|\n';
    }
    return text + '   +------------------------+\n     a  b  c  d  e  f  g  h';
}

/** Neither side can mate: there are two kings, at most one minor piece in addition, or only bishops on squares of one
 * colour. */
export function isDeadMaterial(squares: Uint8Array): boolean {
    let pieces = 0;
    let minor = 0;
    const bishops = [0, 0];
    squares.forEach((code, at) => {
        if (!code) return;
        pieces++;
        const type = code & 7;
        if (type === 2 || type === 3) minor++;
        if (type === 3) bishops[((at >> 3) + at) & 1]!++;
    });
    if (pieces === 2) return true;
    if (pieces === 3 && minor === 1) return true;
    const all = bishops[0]! + bishops[1]!;
    return pieces === all + 2 && (bishops[0] === 0 || bishops[1] === 0);
}
