// Any argument of any type gives an answer or an exception, never a trap that ends the module; and memory stays flat.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Batch, Game, Position, squareName, squareOf } from '../dist/esm/index.js';
import { Chess, validateFen } from '../dist/esm/chess.js';
import { readPgn } from '../dist/esm/pgn.js';
import { divide, perft } from '../dist/esm/perft.js';
import { explain } from '../dist/esm/workbench.js';

let state = 20231;
const random = (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
};
const WORDS = [
    'e4',
    'e2e4',
    'Nf3',
    'O-O',
    'a1',
    'h8',
    'w',
    'b',
    'k',
    '-',
    '1. e4 e5 *',
    '[Event "x"]',
    '{',
    '(',
    ')',
    '$',
    '\u0000',
    '\ud800',
    '♘f3',
    'ß',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'k6K/8/8/8/8/8/8/8 b - - 65535 4294967295',
    'atomic',
    'white',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
];
const values = [
    () => undefined,
    () => null,
    () => true,
    () => NaN,
    () => Infinity,
    () => -1,
    () => 0,
    () => 1.5,
    () => random(65536),
    () => 2 ** 32,
    () => -(2 ** 31),
    () => 10n,
    () => Symbol('x'),
    () => '',
    () => WORDS[random(WORDS.length)],
    () => WORDS[random(WORDS.length)] + ' ' + WORDS[random(WORDS.length)],
    () => 'x'.repeat(random(70000)),
    () => String.fromCharCode(...Array.from({ length: random(20) }, () => random(65536))),
    () => [],
    () => ({}),
    () => [1, 2, 3],
    () => new Uint8Array(random(50)),
    () => ({ from: 'e2', to: 'e4' }),
    () => ({ from: random(64), to: {} }),
    () => ({ type: 'k', color: 'w' }),
    () => ({ type: 5, color: [] }),
    () => () => 'x',
    () => ({ verbose: true }),
    () => ({ square: 'e2', piece: 'p' }),
    () => ({ chess960: true }),
    () => ({ strict: true }),
    () => new Date(0),
    () => Position.start(),
    () => new Chess(),
    () => ({ skipValidation: true }),
];
const anything = () => values[random(values.length)]();

function methodsOf(object) {
    const names = new Set();
    for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
        for (const name of Object.getOwnPropertyNames(at))
            if (name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(at, name).value === 'function')
                names.add(name);
    }
    return [...names];
}

function call(work) {
    try {
        return work();
    } catch (error) {
        assert.ok(error instanceof Error, String(error));
        assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
        assert.ok(!/memory access|unreachable|out of bounds/.test(error.message), error.stack);
        return undefined;
    }
}

const isAlive = () => {
    assert.equal(Position.start().count(), 20);
    assert.equal(new Chess().moves().length, 20);
    assert.equal(perft(Position.start(), 3), 8902n);
};

test('methods with any arguments', () => {
    const makers = [
        () => Position.start(),
        () => Position.start('crazyhouse'),
        () => new Game(),
        () => Batch.fromPositions([Position.start()]),
        () => new Chess(),
        () => new Chess('8/8/8/8/8/8/8/8 w - - 0 1', { skipValidation: true }),
    ];
    const privates = new Set([
        'held',
        'push',
        'each',
        'change',
        'forget',
        'count',
        'boardOf',
        'board960',
        'loadTags',
        'loadLine',
        'perft',
    ]);
    let calls = 0;
    for (const make of makers) {
        let object = make();
        for (const name of methodsOf(object)) {
            if (privates.has(name) && !(name === 'count' && object instanceof Position)) continue;
            for (let i = 0; i < 120; i++) {
                const args = Array.from({ length: random(4) }, anything);
                call(() => object[name](...args));
                calls++;
                if (i % 20 === 0) object = make();
            }
        }
    }
    isAlive();
    assert.ok(calls > 10000, `${calls} calls`);
});

test('functions with any arguments', () => {
    const functions = [
        Position.start,
        Position.fromFen,
        Position.chess960,
        Position.validateFen,
        Batch.fromFens,
        Batch.fromPositions,
        Batch.fromWords,
        squareName,
        squareOf,
        validateFen,
        explain,
        (...args) => [...readPgn(...args)],
        (...args) => new Game(...args),
        (...args) => new Chess(...args),
        (...args) => new Position(...args),
        (position, depth) => perft(position, typeof depth === 'number' ? Math.min(depth, 3) : depth),
        (position, depth) => divide(position, typeof depth === 'number' ? Math.min(depth, 2) : depth),
    ];
    for (const one of functions) {
        for (let i = 0; i < 400; i++) call(() => one(...Array.from({ length: random(4) }, anything)));
    }
    isAlive();
});

test('every 16-bit number as a move', () => {
    for (const position of [
        Position.start(),
        Position.fromFen('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'),
        Position.start('crazyhouse'),
    ]) {
        const legal = new Set(position.moves());
        for (let move = 0; move < 65536; move++) {
            assert.equal(position.isLegal(move), legal.has(move));
            if (move % 7 === 0 && !legal.has(move)) assert.throws(() => position.play(move));
        }
    }
    isAlive();
});

test('mutated FENs, SANs and PGN', () => {
    const mutate = (text) => {
        const letters = [...text];
        for (let i = random(4) + 1; i > 0; i--) {
            const at = random(letters.length || 1);
            if (random(3) === 0) letters.splice(at, 1);
            else letters.splice(at, random(2), String.fromCharCode(32 + random(96)));
        }
        return letters.join('');
    };
    const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    const position = Position.fromFen(fen);
    const sans = position.sans();
    for (let i = 0; i < 3000; i++) {
        const text = mutate(fen);
        const read = call(() => Position.fromFen(text, { lenient: true, chess960: true }));
        if (read) assert.equal(Position.fromFen(read.fen(), { lenient: true, chess960: true }).fen(), read.fen());
        const chess = call(() => new Chess(text));
        if (chess) assert.ok(chess.moves().length >= 0);
        call(() => position.play(mutate(sans[i % sans.length])));
        call(() => new Chess().loadPgn(mutate('[Event "x"]\n\n1. e4 {a} (1. d4 $1) e5!? 2. Nf3 1-0')));
        for (const game of readPgn(mutate('[Event "x"]\n\n1. e4 {a} (1. d4 $1) e5!? 2. Nf3 1-0')))
            assert.ok(game.start instanceof Position);
    }
    isAlive();
});

test('a million positions leave no memory behind', () => {
    const position = Position.start();
    const moves = position.moves();
    const burn = (count) => {
        for (let i = 0; i < count; i++) position.play(moves[i % 20]);
    };
    burn(200_000);
    globalThis.gc?.();
    const before = process.memoryUsage();
    burn(1_000_000);
    for (let i = 0; i < 20_000; i++) new Chess().move('e4');
    for (let i = 0; i < 200; i++) for (const game of readPgn('1. e4 e5 2. Nf3 *')) assert.ok(game);
    globalThis.gc?.();
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    assert.ok(grown < 64e6, `${grown} bytes more`);
});
