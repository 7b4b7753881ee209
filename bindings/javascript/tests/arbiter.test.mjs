// Who can still win: the library's arbiter, with the lines that prove it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { canWin, findHelpmate, timeout } from '../dist/esm/arbiter.js';
import { Position } from '../dist/esm/index.js';

const WALL = Position.fromFen('8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1');

/** Plays the line of an answer, which must be one of legal moves to the end of the game, won by that side. */
function replay(position, colour, options) {
    const answer = findHelpmate(position, colour, options);
    if (answer.canWin) {
        const end = answer.moves.reduce((at, move) => at.play(move), position);
        assert.equal(end.outcome('engine')?.winner, colour, position.fen());
        assert.equal(answer.reason, 'mate');
    } else {
        assert.deepEqual(answer.moves, []);
        assert.equal(answer.reason === 'unsettled', answer.canWin === null);
    }
    return answer;
}

test('answers with their reasons', () => {
    const reason = (fen, colour) => {
        const { canWin: can, reason: why } = replay(Position.fromFen(fen), colour);
        return `${can} ${why}`;
    };
    assert.equal(reason('7k/8/8/8/8/8/8/K5R1 w - - 0 1', 'white'), 'true mate');
    assert.equal(reason('7k/8/8/8/8/8/8/K5R1 w - - 0 1', 'black'), 'false material');
    assert.equal(reason(WALL.fen(), 'white'), 'false wall');
    // The knight mates the king that its own pawn shuts in.
    assert.equal(reason('7k/7p/8/8/8/8/8/K6N w - - 0 1', 'white'), 'true mate');
    // The material would do; every line was examined.
    assert.equal(reason('k1K5/1p6/1P6/8/8/8/8/8 b - - 0 1', 'black'), 'false exhausted');
    assert.equal(reason(Position.start().fen(), 'black'), 'true mate');
    assert.equal(canWin(WALL, 'black'), false);
    assert.equal(WALL.canWin('black'), true);
    // A mate already: the line is empty.
    const mated = Position.fromFen('R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1');
    assert.deepEqual(findHelpmate(mated, 'white').moves, []);
    assert.equal(canWin(mated, 'white'), true);
    assert.equal(canWin(mated, 'black'), false);
});

test('variants', () => {
    for (const variant of ['atomic', 'antichess', 'crazyhouse', 'kingofthehill', 'threecheck', 'horde', 'racingkings'])
        for (const colour of ['white', 'black'])
            assert.notEqual(replay(Position.start(variant), colour).canWin, false, variant);
    assert.equal(canWin(Position.fromFen('8/8/8/8/8/8/k7/7K w - - 0 1', { variant: 'kingofthehill' }), 'white'), true);
});

test('the outcome on time', () => {
    const rook = Position.fromFen('7k/8/8/8/8/8/8/K6R b - - 0 1');
    assert.deepEqual(timeout(rook, 'black'), { result: '1-0', winner: 'white', reason: 'timeout' });
    assert.equal(timeout(rook, 'white').winner, null);
    assert.equal(timeout(WALL, 'white').result, '1/2-1/2');
    assert.equal(timeout(Position.fromFen('R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1'), 'white').reason, 'checkmate');
});

test('budgets and wrong arguments', () => {
    // A wall that only a search takes down.
    const position = Position.fromFen('k7/P7/8/8/8/8/8/K6b b - - 0 1');
    for (const budget of [0, 1, 2, 50, 2000, 2001, 100_000]) replay(position, 'black', { budget });
    for (const budget of [-1, 1.5, NaN, 1e9, '5'])
        assert.throws(() => canWin(WALL, 'white', { budget }), /the budget must be a whole number from 0 to 10000000/);
    for (const colour of ['w', 'White', 0, null, undefined])
        assert.throws(() => canWin(WALL, colour), /a colour is 'white' or 'black', not/);
    for (const wrong of [WALL.fen(), null, 5]) assert.throws(() => canWin(wrong, 'white'), /a Position is needed/);
    for (const options of [null, 5]) assert.throws(() => timeout(WALL, 'white', options), /options must be an object/);
});

test('random games, and positions that stay what they are while the memory grows', () => {
    let state = 12345;
    const random = (below) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % below;
    const kept = [];
    let no = 0;
    for (let game = 0; game < 40; game++) {
        let position = Position.start();
        for (let ply = 0; ply < 400 && !position.outcome(); ply++) {
            const moves = position.moves();
            position = position.play(moves[random(moves.length)]);
        }
        kept.push([position, position.fen()]);
        for (const colour of ['white', 'black']) {
            const answer = replay(position, colour);
            assert.notEqual(answer.canWin, null, position.fen());
            if (!position.canWin(colour)) assert.equal(answer.canWin, false);
            no += !answer.canWin;
        }
    }
    assert.ok(no > 5, `${no}`);
    for (const [position, fen] of kept) assert.equal(position.fen(), fen);
});

const file = join(process.env.PLYFORGE_CORPORA ?? '', 'unwinnable/vectors.txt');
test('no answer to the vectors of the corpora is wrong', { skip: !existsSync(file) && 'no corpora' }, () => {
    let [questions, unknown, refused] = [0, 0, 0];
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
        let position;
        try {
            position = Position.fromFen(line.slice(3), { lenient: true });
        } catch {
            refused++; // more pieces than any game can have
            continue;
        }
        for (const [index, colour] of ['white', 'black'].entries()) {
            const { canWin: can } = replay(position, colour, { budget: 20_000 });
            if (can !== null) assert.equal(can, line[index] !== '-', `${colour}: ${line}`);
            questions++;
            unknown += can === null;
        }
    }
    assert.ok(questions > 1000 && unknown < questions / 10, `${unknown} of ${questions} unknown`);
    assert.ok(refused < 30, `${refused} refused`);
});
