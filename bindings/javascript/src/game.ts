/* A game: a position and the moves that led to it, so that moves can be undone and repetitions counted. The positions
 * are in one growing array, so that playing and undoing a move makes no objects: a search or a perft can use a Game. */
import { checkMove, copyWords, PlyforgeError, WORDS, type Core } from './core.js';
import type { Move } from './moves.js';
import { checkPosition, outcomeOf, policyNumber, Position, rules, type Outcome, type Policy } from './position.js';

/* Names a position of a game in the module: every play makes a new one. */
let lastToken = 0;

export class Game {
    private words: Int32Array = new Int32Array(32 * WORDS);
    private readonly tokens: number[] = [];
    private readonly played: Move[] = [];
    private ply = 0;

    constructor(start: Position = Position.start()) {
        checkPosition(start);
        copyWords(this.words, 0, start.words, start.at);
        this.tokens.push(++lastToken);
    }

    /** The current position, as a value. */
    get position(): Position {
        return Position.fromWords(this.words, this.ply * WORDS);
    }

    /** The position after so many moves. */
    positionAt(ply: number): Position {
        if (!Number.isInteger(ply) || ply < 0 || ply > this.ply) throw new RangeError(`there is no position after ${String(ply)} moves`);
        return Position.fromWords(this.words, ply * WORDS);
    }

    private held(): Core {
        const core = rules.get();
        core.hold(this.tokens[this.ply], this.words, this.ply * WORDS);
        return core;
    }

    /** How many moves have been played. */
    get length(): number {
        return this.ply;
    }

    /** The moves played, as numbers; 0 is a null move. */
    get moves(): Uint16Array {
        return Uint16Array.from(this.played.slice(0, this.ply));
    }

    /** The moves played, as SAN. */
    sans(): string[] {
        return this.played.slice(0, this.ply).map((move, ply) => (move === 0 ? '--' : this.positionAt(ply).san(move)));
    }

    /** The legal moves of the current position, and how many there are. */
    legalMoves(): Uint16Array {
        const core = this.held();
        const size = core.exports.generate();
        return core.shorts.slice(core.listAt >> 1, (core.listAt >> 1) + size);
    }
    countLegal(): number {
        return this.held().exports.count();
    }

    isCheck(): boolean {
        return this.held().exports.in_check() !== 0;
    }

    /** Plays a move, a number or SAN or UCI text, and returns it as a number. Undone moves are discarded. */
    play(move: Move | string): Move {
        const number = typeof move === 'string' ? this.position.parse(move) : checkMove(move);
        const core = this.held();
        const status = core.exports.play(number);
        if (status !== 0) throw core.error(status);
        this.push(core, number);
        return number;
    }

    /** Passes; throws in check. */
    playNull(): void {
        const core = this.held();
        if (!core.exports.play_null()) throw new PlyforgeError('a side in check cannot pass', 'move illegal');
        this.push(core, 0);
    }

    private push(core: Core, move: Move): void {
        this.ply++;
        if ((this.ply + 1) * WORDS > this.words.length) {
            const larger = new Int32Array(2 * this.words.length);
            larger.set(this.words);
            this.words = larger;
        }
        this.played.length = this.tokens.length = this.ply;
        this.played[this.ply - 1] = move;
        this.tokens.push(++lastToken);
        core.take(lastToken, this.words, this.ply * WORDS);
    }

    /** Takes the last move back; false if there is none. */
    undo(): boolean {
        if (this.ply === 0) return false;
        this.ply--;
        return true;
    }

    /** Plays the last undone move again; false if there is none. */
    redo(): boolean {
        if (this.ply === this.played.length) return false;
        this.ply++;
        return true;
    }

    /** How often the current position has occurred, this time included. */
    repetitions(): number {
        const now = this.ply * WORDS;
        let count = 1;
        for (let ply = this.ply - 2; ply >= 0 && this.played[ply] !== 0 && this.played[ply + 1] !== 0; ply -= 2) {
            const before = ply * WORDS;
            if (this.words[before + 18] !== this.words[now + 18] || this.words[before + 19] !== this.words[now + 19]) continue;
            if (this.positionAt(ply).equals(this.position)) count++;
        }
        return count;
    }

    /** How the game has ended, or null. Mate and stalemate come before the clocks, and those before repetition. */
    outcome(policy: Policy = 'fide'): Outcome | null {
        const core = this.held();
        const ended = outcomeOf(core, core.exports.outcome(policyNumber(policy)));
        if (ended) return ended;
        if (this.repetitions() < (policy === 'fide' ? 5 : 3)) return null;
        return { result: '1/2-1/2', winner: null, reason: policy === 'fide' ? 'fivefold repetition' : 'threefold repetition' };
    }
}
