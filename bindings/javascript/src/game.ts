/* A game: a position and the moves that led to it, so that moves can be undone and repetitions counted. */
import { describe } from './core.js';
import type { Move } from './moves.js';
import { checkPosition, Position, type Outcome, type Policy } from './position.js';

export class Game {
    /* Those after this.ply are of moves that were undone. */
    private readonly positions: Position[];
    private readonly played: Move[] = [];
    private ply = 0;

    constructor(start: Position = Position.start()) {
        this.positions = [checkPosition(start)];
    }

    /** The current position, as a value. */
    get position(): Position {
        return this.positions[this.ply]!;
    }

    /** The position after so many moves. */
    positionAt(ply: number): Position {
        if (!Number.isInteger(ply) || ply < 0 || ply > this.ply) throw new RangeError(`there is no position after ${describe(ply)} moves`);
        return this.positions[ply]!;
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
        return this.position.moves();
    }
    countLegal(): number {
        return this.position.count();
    }

    isCheck(): boolean {
        return this.position.isCheck();
    }

    /** Plays a move, a number or SAN or UCI text, and returns it as a number. Undone moves are discarded. */
    play(move: Move | string): Move {
        const position = this.position;
        const number = typeof move === 'string' ? position.parse(move) : move;
        this.push(position.play(number), number);
        return number;
    }

    /** Passes; throws in check. */
    playNull(): void {
        this.push(this.position.playNull(), 0);
    }

    private push(position: Position, move: Move): void {
        this.ply++;
        this.positions[this.ply] = position;
        this.played[this.ply - 1] = move;
        if (this.played.length > this.ply) this.positions.length = (this.played.length = this.ply) + 1;
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
        const now = this.position;
        let count = 1;
        for (let ply = this.ply - 2; ply >= 0 && this.played[ply] !== 0 && this.played[ply + 1] !== 0; ply -= 2) {
            if (this.positions[ply]!.equals(now)) count++;
        }
        return count;
    }

    /** How the game has ended, or null. Mate and stalemate come before the clocks, and those before repetition. */
    outcome(policy: Policy = 'fide'): Outcome | null {
        const ended = this.position.outcome(policy);
        if (ended) return ended;
        if (this.repetitions() < (policy === 'fide' ? 5 : 3)) return null;
        return { result: '1/2-1/2', winner: null, reason: policy === 'fide' ? 'fivefold repetition' : 'threefold repetition' };
    }
}
