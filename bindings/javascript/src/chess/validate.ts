/* Validates FENs without a board: as chess.js does, or by the rules of the library. */
import { checkText } from '../core.js';
import { standard } from './board.js';
import { fenError } from './fen.js';

/** What validateFen finds. */
export type FenVerdict = { ok: boolean; error?: string; problems?: string[] };

/** Whether chess.js would read the FEN, and if not, its message. With strict, also whether the position can arise;
 * problems then lists everything that is wrong.
 *
 * @example
 * console.log(validateFen('8/8/8/8/8/8/8/8 w - -').error); // Invalid FEN: must contain six space-delimited fields
 * console.log(validateFen('8/8/8/8/8/8/8/8 w - - 0 1', { strict: true }).problems); // [ 'no white king', 'no black king' ]
 */
export function validateFen(fen: string): FenVerdict;
export function validateFen(fen: string, options: { strict?: boolean; chess960?: boolean }): FenVerdict;
export function validateFen(fen: string, { strict = false, chess960 = false } = {}): FenVerdict {
    checkText(fen, 'a FEN');
    const error = chess960 ? undefined : fenError(fen);
    if (!strict && !chess960) return error ? { ok: false, error: `Invalid FEN: ${error}` } : { ok: true };
    const core = standard.get();
    core.begin();
    const status = core.exports.read_fen(core.put(fen), 0, chess960 ? 2 : 0);
    if (status === 0) return error ? { ok: false, error: `Invalid FEN: ${error}`, problems: [error] } : { ok: true };
    const problems: string[] = [];
    for (let set = core.out(0); set !== 0; set &= set - 1) problems.push(core.name(2, set & -set));
    const { message } = core.error(status, fen);
    return {
        ok: false,
        error: `Invalid FEN: ${error ?? message}`,
        problems: problems.length > 0 ? problems : [message],
    };
}
