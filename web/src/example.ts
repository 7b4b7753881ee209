/* The built-in broken generator, for a hunt without your own generator: it is right except for one rule, which it makes
 * stricter than it is. In castling on the a-side only the rook crosses the b-file, so an attack there does not
 * matter. */
import { isCastling, moveFrom, moveTo, type Position } from 'plyforge';
import { uciOf, type Rules } from './engine';

/** A position in which the bug shows at this depth. */
export const EXAMPLE_FEN = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
export const EXAMPLE_DEPTH = 3;

function brokenMoves(position: Position): number[] {
    return Array.from(position.moves()).filter((move) => {
        if (!isCastling(move) || moveTo(move) > moveFrom(move)) return true;
        const bSquare = (moveFrom(move) & 56) | 1;
        return position.attackers(bSquare, position.turn === 'white' ? 'black' : 'white').length === 0;
    });
}

function brokenPerft(position: Position, depth: number): number {
    const moves = brokenMoves(position);
    if (depth === 1) return moves.length;
    return moves.reduce((sum, move) => sum + brokenPerft(position.play(move), depth - 1), 0);
}

/** Its divide, as a program prints it. */
export function brokenDivide(position: Position, depth: number, rules: Rules): string {
    return brokenMoves(position)
        .map((move) => {
            const count = depth > 1 ? brokenPerft(position.play(move), depth - 1) : 1;
            return `${uciOf(position, move, rules)}: ${count}`;
        })
        .join('\n');
}
