/* A game: a position and the moves that led to it, so that moves can be undone and repetitions counted. */
import { describe } from './core.js';
import type { Move } from './moves.js';
import { checkPosition, Position, type Outcome, type Policy } from './position.js';

export class Game {
    /* The elements after this.ply belong to undone moves. */
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

    /** The position after this many moves.
     *
     * @example
     * const game = new Game();
     * game.play('e4');
     * console.log(game.positionAt(0).fen()); // rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
     */
    positionAt(ply: number): Position {
        if (!Number.isInteger(ply) || ply < 0 || ply > this.ply)
            throw new RangeError(`there is no position after ${describe(ply)} moves`);
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

    /** The moves played, as SAN.
     *
     * @example
     * const game = new Game();
     * game.play('e2e4');
     * console.log(game.sans()); // [ 'e4' ]
     */
    sans(): string[] {
        return this.played.slice(0, this.ply).map((move, ply) => (move === 0 ? '--' : this.positionAt(ply).san(move)));
    }

    /** The legal moves of the current position, and how many there are.
     *
     * @example
     * const game = new Game();
     * console.log(game.legalMoves().length); // 20
     */
    legalMoves(): Uint16Array {
        return this.position.moves();
    }
    /**
     * How many legal moves there are.
     *
     * @example
     * const game = new Game();
     * console.log(game.countLegal()); // 20
     */
    countLegal(): number {
        return this.position.count();
    }

    /**
     * Whether the side to move is in check.
     *
     * @example
     * const game = new Game();
     * console.log(game.isCheck()); // false
     */
    isCheck(): boolean {
        return this.position.isCheck();
    }

    /** Plays a move, a number or SAN or UCI text, and returns it as a number. Undone moves are discarded.
     *
     * @example
     * const game = new Game();
     * game.play('e4');
     * game.play('e7e5');
     * console.log(game.position.moveNumber, game.length); // 2 2
     */
    play(move: Move | string): Move {
        const position = this.position;
        const number = typeof move === 'string' ? position.parse(move) : move;
        this.push(position.play(number), number);
        return number;
    }

    /** Passes; throws in check.
     *
     * @example
     * const game = new Game();
     * game.playNull();
     * console.log(game.position.turn); // black
     */
    playNull(): void {
        this.push(this.position.playNull(), 0);
    }

    private push(position: Position, move: Move): void {
        this.ply++;
        this.positions[this.ply] = position;
        this.played[this.ply - 1] = move;
        if (this.played.length > this.ply) this.positions.length = (this.played.length = this.ply) + 1;
    }

    /** Takes the last move back; false if there is none.
     *
     * @example
     * const game = new Game();
     * game.play('e4');
     * console.log(game.undo(), game.undo()); // true false
     */
    undo(): boolean {
        if (this.ply === 0) return false;
        this.ply--;
        return true;
    }

    /** Plays the last undone move again; false if there is none.
     *
     * @example
     * const game = new Game();
     * game.play('e4');
     * game.undo();
     * console.log(game.redo(), game.length); // true 1
     */
    redo(): boolean {
        if (this.ply === this.played.length) return false;
        this.ply++;
        return true;
    }

    /** How often the current position has occurred, this time included.
     *
     * @example
     * const game = new Game();
     * for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8']) game.play(move);
     * console.log(game.repetitions()); // 2
     */
    repetitions(): number {
        const now = this.position;
        let count = 1;
        for (let ply = this.ply - 2; ply >= 0 && this.played[ply] !== 0 && this.played[ply + 1] !== 0; ply -= 2) {
            if (this.positions[ply]!.equals(now)) count++;
        }
        return count;
    }

    /** How the game has ended, or null. Mate and stalemate take precedence over the clocks, and the clocks over
     * repetition.
     *
     * @example
     * const game = new Game();
     * for (const move of ['f3', 'e5', 'g4', 'Qh4']) game.play(move);
     * console.log(game.outcome()?.reason); // checkmate
     */
    outcome(policy: Policy = 'fide'): Outcome | null {
        const ended = this.position.outcome(policy);
        if (ended) return ended;
        if (this.repetitions() < (policy === 'fide' ? 5 : 3)) return null;
        return {
            result: '1/2-1/2',
            winner: null,
            reason: policy === 'fide' ? 'fivefold repetition' : 'threefold repetition',
        };
    }
}
