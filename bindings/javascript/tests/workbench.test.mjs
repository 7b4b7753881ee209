// Explaining moves, and finding the bug of a generator that is a JavaScript function.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PlyforgeError, Position } from '../dist/esm/index.js';
import { divide, perft } from '../dist/esm/perft.js';
import { bisect, explain } from '../dist/esm/workbench.js';

const KIWIPETE = Position.fromFen('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');

function generator(spoil) {
    return ({ fen, moves, depth }) => {
        let position = Position.fromFen(fen, { lenient: true });
        for (const move of moves) position = position.play(move);
        const counts = divide(position, depth);
        spoil?.(counts, position);
        return counts;
    };
}

test('explain', () => {
    const pin = Position.fromFen('8/8/8/K2pP2r/8/8/8/7k w - d6 0 1');
    const why = explain(pin, 'e5d6');
    assert.equal(why.legal, false);
    assert.equal(
        why.text,
        'e5d6 is not legal: both pawns would leave the rank between the king on a5 and the rook on h5',
    );
    assert.ok(why.squares.includes('d6') && why.proof.includes('h5'));
    assert.equal(explain(Position.start(), 'e4').legal, true);
    assert.equal(explain(KIWIPETE, KIWIPETE.parse('O-O')).reason, '');
    assert.match(explain(Position.start('atomic'), 'e1e2').text, /not legal/);
    assert.throws(() => explain(Position.start(), 'nonsense'), PlyforgeError);
    assert.throws(() => explain('x', 'e4'), TypeError);
});

test('bisect finds nothing where there is nothing', () => {
    const report = bisect(KIWIPETE, 2, generator());
    assert.deepEqual(report, {
        agrees: true,
        agreedDepth: 2,
        bug: '',
        pieces: report.pieces,
        first: null,
        smallest: null,
    });
});

test('bisect names the bug and shrinks the position', () => {
    const report = bisect(
        KIWIPETE,
        2,
        generator((counts, position) => {
            if (position.turn === 'white') counts.delete('e1c1');
        }),
    );
    assert.equal(report.agrees, false);
    assert.match(report.bug, /castling/);
    assert.ok(report.pieces <= 4);
    assert.deepEqual(
        report.smallest.rows.filter((row) => row.verdict !== 'same').map((row) => row.move),
        ['e1c1'],
    );
    assert.equal(report.smallest.rows.find((row) => row.move === 'e1c1').verdict, 'missing');
});

test('bisect keeps the board if asked to', () => {
    let questions = 0;
    const spoiled = generator((counts) => {
        questions++;
        counts.delete('e1c1');
    });
    const report = bisect(KIWIPETE, 1, spoiled, { keepBoard: true });
    assert.match(report.bug, /castling/);
    assert.equal(report.smallest.fen, KIWIPETE.fen());
    assert.ok(questions < 5);
});

test('bisect knows the rules of variants', () => {
    const start = Position.start('crazyhouse').play('e4').play('d5').play('exd5').play('Qxd5');
    const report = bisect(start, 1, ({ fen, moves, depth }) => {
        let position = Position.fromFen(fen, { variant: 'crazyhouse', lenient: true });
        for (const move of moves) position = position.play(move);
        const counts = divide(position, depth);
        for (const move of counts.keys()) if (move.startsWith('P@')) counts.delete(move);
        return counts;
    });
    assert.match(report.bug, /drop/);
    assert.match(report.smallest.fen, /\[/);
});

test('a generator that uses the module itself', () => {
    const report = bisect(KIWIPETE, 2, (question) => {
        perft(Position.start('atomic'), 2);
        explain(Position.start(), 'e2e4');
        return generator()(question);
    });
    assert.ok(report.agrees && report.agreedDepth === 2);
});

test('divides in every form', () => {
    for (const form of [
        (map) => map,
        (map) => Object.fromEntries(map),
        (map) => [...map],
        (map) => [...map].map(([move, count]) => `${move}: ${count}`).join('\n'),
    ]) {
        assert.ok(bisect(Position.start(), 2, (question) => form(generator()(question))).agrees);
    }
    assert.ok(
        bisect(Position.start(), 2, (question) => [...generator()(question).keys()].map((move) => [move, 1]), {
            listsOnly: true,
        }).agrees,
    );
});

test('exceptions of the generator come through, and everything works on', () => {
    const failure = new Error('mine');
    assert.throws(
        () =>
            bisect(Position.start(), 2, () => {
                throw failure;
            }),
        (error) => error === failure,
    );
    assert.throws(() => bisect(Position.start(), 2, () => 5), TypeError);
    assert.throws(() => bisect(Position.start(), 2, () => ({ e2e4: -1 })), RangeError);
    assert.throws(() => bisect(Position.start(), 2, () => 'x'.repeat(100000)), PlyforgeError);
    assert.throws(() => bisect(Position.start(), 0, () => ''), RangeError);
    assert.throws(() => bisect(Position.start(), 2, 'x'), TypeError);
    assert.throws(() => bisect(Position.start(), 2, () => bisect(Position.start(), 1, () => '')), /asks/);
    assert.ok(bisect(Position.start(), 2, generator()).agrees);
});

test('a generator that must be waited for is refused', () => {
    assert.throws(() => bisect(Position.start(), 2, async () => ({})), /not a promise/);
    for (const wrong of [[1, 2], ['e2e4'], [null]])
        assert.throws(
            () => bisect(Position.start(), 2, () => wrong),
            /^TypeError: the divide has pairs of a move and its count, not /,
        );
    assert.equal(
        bisect(Position.start(), 1, ({ fen }) => Object.fromEntries(divide(Position.fromFen(fen), 1))).agrees,
        true,
    );
});
