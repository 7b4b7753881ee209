/* The contents of the X-ray, without the panel: the sets that a generator computes before it writes a move, the steps
 * from the pseudo-legal moves to the legal ones, and the magic index of a slider. The sets come from the library. */
import { isCastling, moveFrom, moveTo, squareName, squaresOf, type Move, type Position, type Square } from 'plyforge';
import { tools } from 'plyforge/workbench';
import { magics } from 'virtual:data';
import type { Marks } from './engine';
import type { LAYERS } from './state';

export type Layer = (typeof LAYERS)[number];

/** In the order of wasm/explorer.c. */
const SETS = [
    'attacks',
    'own',
    'danger',
    'checkers',
    'capture',
    'push',
    'pins',
    'discovered',
    'rays',
    'pinners',
    'discovering',
] as const;

export interface Sets extends Record<(typeof SETS)[number], bigint> {
    /** For each square, how many pieces of the opponent and of the side to move attack it. */
    counts: [Uint8Array, Uint8Array];
}

export function setsOf(position: Position): Sets {
    const core = position.held(tools.get());
    core.exports.xray();
    const view = new DataView(core.bytes.buffer, core.textAt);
    const sets = Object.fromEntries(SETS.map((name, index) => [name, view.getBigUint64(8 * index, true)]));
    const at = core.textAt + 8 * SETS.length;
    const counts = [core.bytes.slice(at, at + 64), core.bytes.slice(at + 64, at + 128)];
    return { ...sets, counts } as Sets;
}

export interface Traced {
    move: Move;
    from: Square;
    /** The square on which the piece ends; for castling, the king's target. */
    to: Square;
    /** The index in STEPS of the step that removes the move; the last one for a legal move. */
    step: number;
}

/** The steps of the generator, in its order. Each removes the moves that break one rule. */
export const STEPS: readonly [title: string, text: string][] = [
    ['Pseudo-legal moves', 'Everything that the pieces can do, whether or not the king is in check afterwards.'],
    [
        'King danger',
        'The king may not step onto a square that the opponent attacks. The king itself is lifted off the board first, so that the squares behind it count.',
    ],
    ['Double check', 'If two pieces give check, only the king can move.'],
    ['Castling', 'The king may not castle out of check, through an attacked square, or into check.'],
    ['Capture mask', 'Without a check, every enemy piece may be captured; in check, only the piece that gives it.'],
    [
        'Push mask',
        'Without a check, a piece may go to any empty square. In check, only to those between the king and the checker.',
    ],
    ['Pins', 'A pinned piece must stay on the line between its king and the piece that pins it.'],
    [
        'En passant',
        'Two pawns leave their squares at once, which no mask covers: look at the king on the board after the capture.',
    ],
    ['Legal moves', 'What is left is the list of legal moves.'],
];

const bit = (square: Square): bigint => 1n << BigInt(square);
const kingTo = (from: Square, rook: Square): Square => (from & 56) | (rook > from ? 6 : 2);

/** The pseudo-legal moves in the order of their squares, with the step that removes each. */
export function traceOf(position: Position): Traced[] {
    const core = position.held(tools.get());
    const size = core.exports.trace();
    const words = core.words.slice(core.textAt >> 2, (core.textAt >> 2) + size);
    const moves = Array.from(words, (word) => {
        const move = word & 0xffff;
        const [from, target] = [moveFrom(move), moveTo(move)];
        return { move, from, to: isCastling(move) ? kingTo(from, target) : target, step: word >> 16 };
    });
    return moves.sort((a, b) => a.from - b.from || a.to - b.to || a.move - b.move);
}

// ---- Magic ----

export interface Magic {
    /** A queen has two. */
    piece: 'rook' | 'bishop';
    mask: bigint;
    blockers: bigint;
    magic: bigint;
    product: bigint;
    shift: number;
    index: number;
    attacks: bigint;
}

const ROOK = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
] as const;
const BISHOP = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
] as const;

/** The squares whose pieces change what the slider attacks: its rays without their last squares. */
function relevant(square: Square, steps: readonly (readonly [number, number])[]): bigint {
    let mask = 0n;
    for (const [file, rank] of steps) {
        let [x, y] = [(square & 7) + file, (square >> 3) + rank];
        for (; x + file >= 0 && x + file < 8 && y + rank >= 0 && y + rank < 8; x += file, y += rank)
            mask |= bit(8 * y + x);
    }
    return mask;
}

/** How the attacks of the slider on a square are looked up; empty if there is none. code is the library's number of the piece. */
export function magicOf(position: Position, square: Square, code: number): Magic[] {
    const core = position.held(tools.get());
    const occupied = position.board().reduce((set, piece, at) => (piece ? set | bit(at) : set), 0n);
    const type = code & 7;
    const one = (piece: Magic['piece'], first: number, steps: typeof ROOK | typeof BISHOP): Magic => {
        const mask = relevant(square, steps);
        const magic = BigInt('0x' + magics.slice(16 * (first + square), 16 * (first + square + 1)));
        const product = BigInt.asUintN(64, (occupied & mask) * magic);
        const shift = 64 - squaresOf(mask).length;
        core.exports.attacks_from(square, piece === 'rook' ? 3 : 2);
        const attacks = BigInt(core.out(0) >>> 0) | (BigInt(core.out(1) >>> 0) << 32n);
        const index = Number(product >> BigInt(shift));
        return { piece, mask, blockers: occupied & mask, magic, product, shift, index, attacks };
    };
    return [
        ...(type === 4 || type === 5 ? [one('rook', 0, ROOK)] : []),
        ...(type === 3 || type === 5 ? [one('bishop', 64, BISHOP)] : []),
    ];
}

// ---- The picture ----

export const [GREEN, RED, BLUE, YELLOW] = [0, 1, 2, 3] as const;

/** The colour of each layer: that of plyforge show --xray. */
export const TINTS: Record<Exclude<Layer, 'counts' | 'magic'>, number> = {
    attacks: YELLOW,
    own: GREEN,
    danger: RED,
    checkers: RED,
    capture: YELLOW,
    push: GREEN,
    pins: BLUE,
    discovered: GREEN,
};

export interface Shown {
    layers: readonly string[];
    /** The selected piece; null: none. */
    of: Square | null;
    step: number;
    tried: Traced | Move | null;
}

const MOST_ARROWS = 128;

class Picture implements Marks {
    squares: Marks['squares'] = [0n, 0n, 0n, 0n];
    arrows: number[] = [];

    colour(tint: number, set: bigint): void {
        this.squares[tint]! |= set;
    }

    arrow(from: Square, to: Square, tint: number): void {
        if (this.arrows.length < 3 * MOST_ARROWS) this.arrows.push(from, to, tint);
    }

    /** Layers that are lines as well as squares. */
    line(layer: string, sets: Sets, king: Square, otherKing: Square): void {
        if (layer === 'pins') {
            this.colour(BLUE, sets.rays);
            for (const square of squaresOf(sets.pinners)) this.arrow(square, king, BLUE);
        } else if (layer === 'checkers') {
            for (const square of squaresOf(sets.checkers)) this.arrow(square, king, RED);
        } else if (layer === 'discovered') {
            for (const square of squaresOf(sets.discovering)) this.arrow(square, otherKing, GREEN);
        }
    }
}

/** The layer that belongs to a step. */
const STEP_LAYERS: readonly (keyof typeof TINTS | '')[] = [
    '',
    'danger',
    'checkers',
    '',
    'capture',
    'push',
    'pins',
    '',
    '',
];

/** The marks to show: the mask of a step with the moves it removes, or the layers and the targets of a piece. */
export function marksOf(position: Position, shown: Shown, sets: Sets, trace: readonly Traced[]): Marks {
    const picture = new Picture();
    const board = position.board();
    const isWhite = position.turn === 'white';
    const [king, otherKing] = [board.indexOf(isWhite ? 6 : 14), board.indexOf(isWhite ? 14 : 6)];
    const layer = (name: string) => {
        if (name in TINTS) picture.colour(TINTS[name as keyof typeof TINTS], sets[name as keyof typeof TINTS]);
        picture.line(name, sets, king, otherKing);
    };
    if (shown.step > 0) {
        layer(STEP_LAYERS[shown.step - 1]!);
        for (const { from, to, step } of trace)
            if (step === shown.step - 1) picture.arrow(from, to, step === 8 ? GREEN : RED);
        if (shown.step === 1) for (const { from, to } of trace) picture.arrow(from, to, YELLOW);
    } else {
        shown.layers.forEach(layer);
        if (shown.layers.includes('magic') && shown.of !== null) {
            for (const { mask, blockers, attacks } of magicOf(position, shown.of, board[shown.of]!)) {
                picture.colour(YELLOW, mask & ~blockers);
                picture.colour(RED, blockers);
                for (const square of squaresOf(attacks)) picture.arrow(square, square, GREEN);
            }
        } else {
            for (const { from, to, step } of trace)
                if (from === shown.of) picture.colour(step === STEPS.length - 1 ? GREEN : RED, bit(to));
        }
    }
    if (typeof shown.tried === 'number') picture.arrow(moveFrom(shown.tried), moveTo(shown.tried), RED);
    else if (shown.tried) picture.arrow(shown.tried.from, shown.tried.to, shown.tried.step === 8 ? GREEN : RED);
    return picture;
}

export const names = (set: bigint): string => squaresOf(set).map(squareName).join(' ') || 'none';
