// Objects of the package in the state of user interfaces: Vue, MobX and others hand out proxies instead of the objects.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { Chess } from '../dist/esm/chess.js';
import { Batch, Game, Position } from '../dist/esm/index.js';

/* As Vue does it: objects, arrays and maps without its mark, and everything that they return, are seen through proxies; what is written is
 * unwrapped. isReadonly: writing does nothing. hasMarks: as libraries that do not know the mark. */
function wrapper(isReadonly, hasMarks = true) {
    const proxies = new WeakMap();
    const raws = new WeakMap();
    const writes = [];
    const rawOf = (value) => raws.get(value) ?? value;
    const isWrapped = (value) =>
        value !== null &&
        typeof value === 'object' &&
        /^\[object (Object|Array|Map)\]$/.test(Object.prototype.toString.call(value)) &&
        !(hasMarks && value.__v_skip);
    const wrap = (value) => {
        if (!isWrapped(value) || raws.has(value)) return value;
        if (!proxies.has(value)) {
            const proxy = new Proxy(value, {
                get(target, key, receiver) {
                    if (!(target instanceof Map)) return wrap(Reflect.get(target, key, receiver));
                    const member = Reflect.get(target, key);
                    return typeof member === 'function'
                        ? (...args) => wrap(member.apply(target, args.map(rawOf)))
                        : member;
                },
                set(target, key, written, receiver) {
                    writes.push(key);
                    return isReadonly || Reflect.set(target, key, rawOf(written), receiver);
                },
            });
            proxies.set(value, proxy);
            raws.set(proxy, value);
        }
        return proxies.get(value);
    };
    return { wrap, writes };
}

for (const hasMarks of [true, false])
    test(`a game in state, ${hasMarks ? 'as Vue keeps it' : 'with every object in a proxy'}`, () => {
        const { wrap, writes } = wrapper(false, hasMarks);
        const state = wrap({ chess: new Chess(), last: null, moves: [] });
        const plain = new Chess();
        for (const san of ['e4', 'd5', 'exd5', 'Nf6', 'c4', 'c6', 'dxc6', 'Nxc6', 'Nf3', 'Bg4', 'Be2', 'e5', 'O-O']) {
            state.last = state.chess.move(san);
            assert.deepEqual({ ...state.last }, { ...plain.move(san) });
            state.moves.push(state.last);
            state.chess.setComment(san);
            plain.setComment(san);
            const written = writes.length;
            for (const ask of [
                (chess) => chess.fen(),
                (chess) => chess.moves(),
                (chess) => chess.moves({ verbose: true }),
                (chess) => chess.isCheck(),
                (chess) => chess.board(),
                (chess) => chess.attackers('e4'),
                (chess) => chess.isThreefoldRepetition(),
                (chess) => chess.ascii(),
                (chess) => chess.history(),
            ]) {
                assert.equal(JSON.stringify(ask(state.chess)), JSON.stringify(ask(plain)));
            }
            if (hasMarks) assert.equal(writes.length, written, 'a question changes nothing that is watched');
        }
        assert.equal(state.last.isKingsideCastle(), true);
        assert.equal(JSON.stringify(state.moves), JSON.stringify(plain.history({ verbose: true })));
        assert.equal(state.chess.pgn(), plain.pgn());
        assert.deepEqual({ ...state.chess.undo() }, { ...plain.undo() });
        state.chess.loadPgn('1. e4 $1 e5 (1... c5) 2. Nf3');
        assert.deepEqual(state.chess.history(), ['e4', 'e5', 'Nf3']);
        state.chess.put({ type: 'q', color: 'w' }, 'e4');
        state.chess.clear();
        state.chess.put({ type: 'k', color: 'w' }, 'e4');
        assert.equal(state.chess.fen(), '8/8/8/8/4K3/8/8/8 w - - 0 1');
    });

test('a game that may only be read', () => {
    const chess = new Chess();
    chess.move('e4');
    const { wrap } = wrapper(true, false);
    const seen = wrap({ chess: new Chess() }).chess;
    assert.equal(seen.fen(), new Chess().fen());
    assert.deepEqual(wrap({ chess }).chess.moves(), chess.moves());
    assert.equal(wrap(chess.move('e5')).after, chess.fen());
});

test('positions, games and batches in state', () => {
    for (const isReadonly of [false, true]) {
        const { wrap } = wrapper(isReadonly, false);
        const state = wrap({ position: Position.start(), list: [] });
        const after = state.position.play('e4').play('e5');
        assert.equal(after.fen(), Position.start().play('e4').play('e5').fen());
        // The positions of the module move to another array while the proxy is kept.
        for (let i = 0, position = Position.start(); i < 200; i++) position = position.play(position.moves()[0]);
        assert.equal(state.position.fen(), Position.start().fen());
        assert.equal(wrap({ after }).after.san(after.parse('Nf3')), 'Nf3');
        assert.ok(state.position.equals(Position.start()) && Position.start().equals(state.position));
        const batch = wrap({ batch: Batch.fromPositions([state.position, after]) }).batch;
        assert.deepEqual(batch.fens(), [Position.start().fen(), after.fen()]);
        const played = new Game();
        played.play('e4');
        const game = wrap({ game: played }).game;
        assert.equal(game.position.fen(), played.position.fen());
        assert.deepEqual(game.sans(), ['e4']);
        if (isReadonly) continue;
        game.play('e5');
        game.undo();
        game.redo();
        assert.deepEqual(game.sans(), ['e4', 'e5']);
    }
});

test('a game is printed without the memory of the module', () => {
    const chess = new Chess();
    for (const san of ['e4', 'e5']) chess.move(san);
    for (const text of [JSON.stringify(chess), inspect(chess, { depth: 20, maxArrayLength: null })]) {
        assert.ok(text.length < 3000, `${text.length} characters`);
        assert.ok(text.includes(chess.fen()));
    }
});
