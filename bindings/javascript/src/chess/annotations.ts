/* The annotations of the positions of a game, by their FENs: comments, suffixes, NAGs, and the PGN variations in place
 * of a move. */
import type { PgnLine } from './pgn.js';
import type { NAG, Suffix } from './types.js';

/** An entry of getComments. Those of chess.js 1.4 have only fen and comment, so the compiler demands no more. */
export type CommentEntry = { fen: string; comment: string; suffixAnnotation?: string; nags?: NAG[] };

export class Annotations {
    comments = new Map<string, string>();
    readonly suffixes = new Map<string, Suffix>();
    readonly nags = new Map<string, NAG[]>();
    readonly variations = new Map<string, PgnLine[]>();

    /** Drops the comments of positions other than these, which are those of the game. */
    keepComments(fens: Iterable<string>): void {
        const kept = new Map<string, string>();
        for (const fen of fens) {
            const comment = this.comments.get(fen);
            if (comment !== undefined) kept.set(fen, comment);
        }
        this.comments = kept;
    }

    entries(): CommentEntry[] {
        const fens = new Set([...this.comments.keys(), ...this.suffixes.keys(), ...this.nags.keys()]);
        return Array.from(fens, (fen) => {
            const comment = this.comments.get(fen);
            const entry = {
                fen,
                ...(comment !== undefined && { comment }),
                nags: this.nags.get(fen) ?? [],
            } as CommentEntry;
            // Programs for chess.js 1.4, where every entry has a comment, read it without a test; those for its later version count the keys.
            if (comment === undefined)
                Object.defineProperty(entry, 'comment', { value: '', writable: true, configurable: true });
            const suffix = this.suffixes.get(fen);
            if (suffix !== undefined) entry.suffixAnnotation = suffix;
            return entry;
        });
    }

    addNag(fen: string, nag: NAG): void {
        const nags = this.nags.get(fen);
        if (!nags) this.nags.set(fen, [nag]);
        else if (!nags.includes(nag)) nags.push(nag);
    }

    removeNag(fen: string, nag: NAG): boolean {
        const nags = this.nags.get(fen);
        const index = nags?.indexOf(nag) ?? -1;
        if (!nags || index < 0) return false;
        nags.splice(index, 1);
        if (nags.length === 0) this.nags.delete(fen);
        return true;
    }
}

/** Takes a value out of a map. */
export function taken<T>(map: Map<string, T>, key: string): T | undefined {
    const value = map.get(key);
    map.delete(key);
    return value;
}
