// The package against chess.js and chessops on random positions and games. They are installed by npm for the tests, and
// never part of the package. A difference that is meant is listed here, with its reason.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Chess as Oracle, validateFen as oracleValidates } from 'chess.js';
import { Chess as Ops } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { parseUci } from 'chessops/util';
import { Position } from '../dist/esm/index.js';
import { Chess, validateFen } from '../dist/esm/chess.js';

const POSITIONS = Number(process.env.PLYFORGE_JS_POSITIONS ?? 2000);
const GAMES = Number(process.env.PLYFORGE_JS_GAMES ?? 100);

let state = 4711;
const random = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
};

/** Positions of random games, a new game after each end. */
function* positions(count) {
    let position = Position.start();
    for (let plies = 0; count > 0; plies++) {
        if (position.outcome('engine') || plies > 120) {
            position = Position.start();
            plies = 0;
        }
        const moves = position.moves();
        position = position.play(moves[random(moves.length)]);
        if (random(4) === 0) {
            count--;
            yield position;
        }
    }
}

/** A move of chess.js as plain data. */
const plain = (move) => move && { ...move };

test(`chess.js: ${POSITIONS} random positions, every method without side effects`, () => {
    for (const position of positions(POSITIONS)) {
        const fen = position.fen();
        const [ours, theirs] = [new Chess(fen), new Oracle(fen)];
        const same = (name, ...args) => assert.deepEqual(ours[name](...args), theirs[name](...args), `${name} of ${fen}`);
        for (const name of ['fen', 'turn', 'moveNumber', 'ascii', 'board', 'isCheck', 'inCheck', 'isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'isDraw',
            'isDrawByFiftyMoves', 'isThreefoldRepetition', 'isGameOver', 'moves', 'history', 'getHeaders', 'header', 'pgn', 'getComment']) same(name);
        assert.deepEqual(ours.moves({ verbose: true }).map(plain), theirs.moves({ verbose: true }).map(plain), fen);
        for (const color of ['w', 'b']) {
            same('getCastlingRights', color);
            same('findPiece', { type: 'pnbrqk'[random(6)], color });
        }
        for (let i = 0; i < 4; i++) {
            const square = 'abcdefgh'[random(8)] + (1 + random(8));
            same('get', square);
            same('squareColor', square);
            same('attackers', square);
            same('attackers', square, 'w');
            same('isAttacked', square, 'b');
        }
        // Meant: chess.js writes the SANs of one square as if no other piece could go there.
        const square = theirs.moves({ verbose: true })[0]?.from;
        if (square) assert.deepEqual(ours.moves({ square }), theirs.moves({ square, verbose: true }).map((move) => move.san), fen);
        assert.deepEqual(validateFen(fen), oracleValidates(fen));
    }
});

test(`chess.js: ${GAMES} random games, played, undone, written and read`, () => {
    for (let game = 0; game < GAMES; game++) {
        const [ours, theirs] = [new Chess(), new Oracle()];
        for (let ply = 0; ply < 80 && !ours.isGameOver(); ply++) {
            const sans = ours.moves();
            const san = sans[random(sans.length)];
            assert.deepEqual(plain(ours.move(san)), plain(theirs.move(san)));
            if (random(10) === 0) {
                ours.setComment(`after ${san}`);
                theirs.setComment(`after ${san}`);
            }
            if (random(12) === 0) assert.deepEqual(plain(ours.undo()), plain(theirs.undo()));
        }
        assert.equal(ours.isGameOver(), theirs.isGameOver());
        assert.equal(ours.isThreefoldRepetition(), theirs.isThreefoldRepetition());
        assert.deepEqual(ours.history(), theirs.history());
        const pgn = theirs.pgn();
        assert.equal(ours.pgn(), pgn);
        const [again, theirsAgain] = [new Chess(), new Oracle()];
        again.loadPgn(pgn);
        theirsAgain.loadPgn(pgn);
        assert.equal(again.fen(), theirsAgain.fen());
        assert.equal(again.pgn(), theirsAgain.pgn());
        assert.deepEqual(again.getComments().map(({ fen, comment }) => ({ fen, comment })), theirsAgain.getComments().map(({ fen, comment }) => ({ fen, comment })));
        assert.deepEqual(again.history({ verbose: true }).map(plain), theirsAgain.history({ verbose: true }).map(plain));
    }
});

test('chess.js: odd boards, without kings or with too many pieces', () => {
    const boards = ['8/8/8/8/8/8/8/8', '8/8/3p4/8/8/2P5/8/8', 'QQQQQQQQ/8/8/8/8/8/8/qqqqqqqq', '4k3/8/8/8/8/8/8/8', '8/8/8/3r4/8/8/8/3K4', 'rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR'];
    for (const board of boards) {
        for (const turn of ['w', 'b']) {
            const fen = `${board} ${turn} - - 0 1`;
            const [ours, theirs] = [new Chess(fen, { skipValidation: true }), new Oracle(fen, { skipValidation: true })];
            for (const name of ['fen', 'isCheck', 'isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'ascii', 'moves']) assert.deepEqual(ours[name](), theirs[name](), `${name} of ${fen}`);
            assert.deepEqual(ours.moves({ verbose: true }).map(plain), theirs.moves({ verbose: true }).map(plain), fen);
            const san = ours.moves()[0];
            if (!san) continue;
            assert.deepEqual(plain(ours.move(san)), plain(theirs.move(san)));
            assert.equal(ours.fen(), theirs.fen());
            assert.deepEqual(plain(ours.undo()), plain(theirs.undo()));
        }
    }
});

test('chess.js: FENs that are wrong get the same message', () => {
    const good = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    let wrong = 0;
    for (let i = 0; i < 3000; i++) {
        const letters = [...good];
        letters.splice(random(letters.length), random(2), 'pkK/1389wb-eQ x'[random(15)]);
        const fen = letters.join('');
        assert.deepEqual(validateFen(fen), oracleValidates(fen), fen);
        wrong += validateFen(fen).ok ? 0 : 1;
    }
    assert.ok(wrong > 1000);
});

test(`chessops: ${POSITIONS} random positions, with their moves and SANs`, () => {
    for (const position of positions(POSITIONS)) {
        const setup = parseFen(position.fen()).unwrap();
        const ops = Ops.fromSetup(setup).unwrap();
        assert.equal(makeFen(ops.toSetup()), position.fen());
        const moves = position.moves();
        const sans = position.sans();
        let count = 0;
        for (const [from, targets] of ops.allDests()) {
            for (const to of targets) count += ops.board.get(from).role === 'pawn' && (to < 8 || to > 55) ? 4 : 1;
        }
        assert.equal(count, moves.length, position.fen());
        moves.forEach((move, i) => {
            if (random(4) === 0) assert.equal(makeSan(ops, parseUci(position.uci(move))), sans[i], position.fen());
        });
        assert.equal(ops.isCheck(), position.isCheck());
        assert.equal(ops.isCheckmate(), position.outcome()?.reason === 'checkmate');
        assert.equal(ops.isStalemate(), position.outcome()?.reason === 'stalemate');
    }
});
