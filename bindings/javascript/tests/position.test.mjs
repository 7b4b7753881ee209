// Positions, games and batches of the fast API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { inspect } from 'node:util';
import * as chess from '../dist/esm/chess.js';
import * as formats from '../dist/esm/formats.js';
import * as plyforge from '../dist/esm/index.js';
import * as pgn from '../dist/esm/pgn.js';
import * as workbench from '../dist/esm/workbench.js';

const { Batch, Game, PlyforgeError, Position, VARIANTS } = plyforge;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));

test('the version is that of the library and of the package', () => {
    assert.equal(plyforge.version(), manifest.version);
});

test('lists of SANs are those of the single moves, in all styles and variants', () => {
    let state = 1;
    const random = (limit) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % limit;
    let texts = 0;
    for (const variant of VARIANTS) {
        for (let game = 0; game < 8; game++) {
            let position = Position.start(variant);
            for (let ply = 0; ply < 60 && !position.outcome(); ply++) {
                for (const style of ['letters', 'figurines', 'long', 'long figurines']) {
                    const sans = position.sans(style);
                    const moves = position.moves();
                    assert.deepEqual(
                        sans,
                        Array.from(moves, (move) => position.san(move, style)),
                    );
                    texts += sans.length;
                }
                const moves = position.moves();
                position = position.play(moves[random(moves.length)]);
            }
        }
    }
    assert.ok(texts > 300_000, `${texts} texts`);
});

test('start positions and FEN', () => {
    assert.equal(Position.start().fen(), START);
    assert.equal(String(Position.start()), START);
    assert.equal(JSON.stringify({ at: Position.start() }), JSON.stringify({ at: START }));
    assert.equal(Position.chess960(518).fen(), START);
    assert.equal(Position.chess960(0).chess960Number, 0);
    assert.equal(Position.fromFen(KIWIPETE).chess960Number, null);
    for (const variant of VARIANTS) {
        const start = Position.start(variant);
        assert.equal(start.variant, variant);
        assert.equal(Position.fromFen(start.fen(), { variant }).fen(), start.fen());
    }
    assert.equal(Position.start('King of the Hill').variant, 'kingofthehill');
    const pushed = Position.start().play('e4');
    assert.match(pushed.fen(), / b KQkq - 0 1$/);
    assert.match(pushed.fen({ enPassant: 'always' }), / b KQkq e3 0 1$/);
    assert.match(Position.chess960(0).fen({ castling: 'shredder' }), / w HFhf - 0 1$/);
    assert.equal(Position.fromFen('8/8/8/8/8/8/8/K1k5').turn, 'white');
});

test('what a position says about itself', () => {
    const position = Position.fromFen(KIWIPETE);
    assert.equal(position.turn, 'white');
    assert.equal(position.play('O-O').turn, 'black');
    assert.equal(position.halfmoves, 0);
    assert.equal(position.moveNumber, 1);
    assert.equal(typeof position.key, 'bigint');
    assert.deepEqual(position.pieceAt('e5'), { colour: 'white', type: 'knight' });
    assert.deepEqual(position.pieceAt(60), { colour: 'black', type: 'king' });
    assert.equal(position.pieceAt('e3'), null);
    assert.equal(position.board()[plyforge.squareOf('e1')], 6);
    assert.deepEqual(position.attackers('f6', 'white').map(plyforge.squareName), ['f3']);
    assert.deepEqual(position.attackers('d5', 'black').map(plyforge.squareName), ['b6', 'e6', 'f6']);
    assert.equal(position.isCheck(), false);
    assert.equal(position.givesCheck('Qxf6'), false);
    assert.equal(position.canWin('white'), true);
    const house = Position.fromFen('rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3', {
        variant: 'crazyhouse',
    });
    assert.deepEqual(house.pockets, { white: [1, 0, 0, 0, 0], black: [1, 0, 0, 0, 0] });
    assert.equal(house.uci(house.parse('P@e4')), 'P@e4');
    assert.ok(plyforge.isDrop(house.parse('P@e4')));
    let checks = Position.start('threecheck');
    for (const move of ['e4', 'e5', 'Qh5', 'Nc6', 'Qxf7+']) checks = checks.play(move);
    assert.deepEqual(checks.checksGiven, { white: 1, black: 0 });
});

test('moves in every form', () => {
    const position = Position.fromFen(KIWIPETE);
    const moves = position.moves();
    assert.ok(moves instanceof Uint16Array);
    assert.equal(moves.length, 48);
    assert.equal(position.count(), 48);
    assert.ok(position.hasMoves());
    const sans = position.sans();
    moves.forEach((move, i) => {
        assert.equal(position.san(move), sans[i]);
        assert.equal(position.parseSan(sans[i]), move);
        assert.equal(position.parse(position.uci(move)), move);
        assert.equal(position.parseUci(position.uci(move, { chess960: true })), move);
        assert.ok(position.isLegal(move) && position.isLegal(sans[i]));
    });
    assert.equal(position.parse('0-0'), position.parse('e1g1'));
    assert.ok(plyforge.isCastling(position.parse('e1g1')));
    assert.equal(plyforge.moveFrom(position.parse('e1g1')), plyforge.squareOf('e1'));
    assert.equal(position.san(position.parse('Nxd7'), 'long'), 'Ne5xd7');
    assert.equal(position.san(position.parse('Nxd7'), 'figurines'), '♘xd7');
    assert.ok(position.sans('figurines').includes('♘xd7'));
    const promotes = Position.fromFen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    assert.equal(plyforge.promotionOf(promotes.parse('a8=N')), 'knight');
    assert.ok(plyforge.isEnPassant(Position.fromFen('8/8/8/K2pP3/8/8/8/7k w - d6 0 1').parse('exd6')));
    assert.equal(
        plyforge.promotionOf(Position.fromFen('8/P7/8/8/8/8/8/6k1 w - - 0 1', { variant: 'antichess' }).parse('a7a8k')),
        'king',
    );
});

test('what is not a Position of this copy', () => {
    const other = createRequire(import.meta.url)('../dist/cjs/index.js');
    assert.throws(() => Position.start().equals(other.Position.start()), /another copy of plyforge/);
    assert.throws(() => new Game(START), /a Position is needed, not "rnbq.*; Position\.fromFen makes one/);
    assert.throws(() => new Game({}), /a Position is needed, not an object/);
});

test('positions are values', () => {
    const a = Position.start();
    const b = a.play('e4').play('e5');
    assert.equal(a.fen(), START);
    const c = a.play('Nf3').play('Nf6').play('Ng1').play('Ng8');
    assert.ok(c.equals(a) && !c.equals(b));
    assert.notEqual(c.fen(), a.fen());
    assert.ok(!a.equals(Position.start('atomic')));
    assert.equal(a.playNull().turn, 'black');
});

test('errors name the thing and the place', () => {
    const thrown = (work) => {
        try {
            work();
        } catch (error) {
            assert.ok(error instanceof PlyforgeError, String(error));
            return error;
        }
        throw new assert.AssertionError({ message: 'nothing was thrown' });
    };
    const fen = thrown(() => Position.fromFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1'));
    assert.equal(fen.offset, 48);
    assert.match(fen.message, /x/);
    assert.equal(fen.code, 'fen castling');
    const kings = thrown(() => Position.fromFen('8/8/8/8/8/8/8/8 w - - 0 1'));
    assert.match(kings.message, /no white king; no black king/);
    assert.deepEqual(Position.validateFen('8/8/8/8/8/8/8/8 w - - 0 1').problems, ['no white king', 'no black king']);
    assert.deepEqual(Position.validateFen(START), { ok: true });
    assert.equal(Position.validateFen('é w').ok, false);
    for (const [text, options] of [
        [START, { variant: 'foo' }],
        ['8'.repeat(70_000), {}],
    ]) {
        Position.validateFen('8/8/8/8/8/8/8/8 w - - 0 1');
        assert.deepEqual(Position.validateFen(text, options).problems, [], 'not those of the FEN before');
    }
    const illegal = thrown(() => Position.start().play('e2e5'));
    assert.equal(illegal.code, 'move illegal');
    assert.match(illegal.message, /pawn/);
    assert.equal(thrown(() => Position.start().parse('Nf3x')).offset, 4);
    assert.match(Position.start().why(plyforge.squareOf('e4') | (plyforge.squareOf('d1') << 6)), /queen/);
    assert.equal(Position.start().why(Position.start().parse('e4')), null);
    thrown(() => Position.fromFen('x'.repeat(100000)));
    thrown(() => Position.start('no such variant'));
    thrown(() => Position.fromFen('4k3/8/8/8/8/8/8/4K2r w - - 0 1').playNull());
    assert.throws(() => new Position(), /Position\.start/);
    assert.throws(() => Position.start().fen({ castling: 'odd' }), /standard, xfen, shredder/);
});

test('outcomes', () => {
    let position = Position.start();
    assert.equal(position.outcome(), null);
    for (const move of ['f3', 'e5', 'g4', 'Qh4#']) position = position.play(move);
    assert.deepEqual(position.outcome(), { result: '0-1', winner: 'black', reason: 'checkmate' });
    assert.deepEqual(Position.fromFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome(), {
        result: '1/2-1/2',
        winner: null,
        reason: 'stalemate',
    });
    const fifty = Position.fromFen('7k/8/8/8/8/8/8/KR6 w - - 100 90');
    assert.equal(fifty.outcome(), null);
    assert.equal(fifty.outcome('engine').reason, 'fifty moves');
});

test('a game plays, undoes, redoes and counts repetitions', () => {
    const game = new Game();
    game.play('e4');
    game.play('e5');
    assert.ok(game.undo());
    assert.ok(game.redo());
    assert.ok(!game.redo());
    assert.deepEqual(game.sans(), ['e4', 'e5']);
    assert.equal(game.length, 2);
    assert.equal(game.moves.length, 2);
    assert.equal(game.countLegal(), game.legalMoves().length);
    assert.equal(game.isCheck(), false);
    assert.equal(game.positionAt(0).fen(), START);
    for (let i = 0; i < 4; i++) for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8']) game.play(move);
    assert.equal(game.repetitions(), 5);
    assert.equal(game.outcome('engine').reason, 'threefold repetition');
    assert.equal(game.outcome().reason, 'fivefold repetition');
    while (game.undo());
    assert.equal(game.position.fen(), START);
    assert.throws(() => game.play('Ke2'), PlyforgeError);
    game.playNull();
    assert.deepEqual(game.sans(), ['--']);
    assert.equal(game.repetitions(), 1);
    for (let i = 0; i < 200; i++) game.play(game.legalMoves()[0]);
    assert.equal(game.length, 201);
});

test('a game is as good as values', () => {
    const viaGame = (game, depth) => {
        if (depth === 0) return 1;
        let nodes = 0;
        for (const move of game.legalMoves()) {
            game.play(move);
            nodes += viaGame(game, depth - 1);
            game.undo();
        }
        return nodes;
    };
    const viaValues = (position, depth) =>
        depth === 1
            ? position.count()
            : position.moves().reduce((sum, move) => sum + viaValues(position.play(move), depth - 1), 0);
    assert.equal(viaGame(new Game(Position.fromFen(KIWIPETE)), 3), 97862);
    assert.equal(viaValues(Position.fromFen(KIWIPETE), 4), 4085603);
});

test('batches', () => {
    const positions = [Position.start(), Position.fromFen(KIWIPETE), Position.start('atomic')];
    const batch = Batch.fromPositions(positions);
    assert.equal(batch.length, 3);
    assert.deepEqual([...batch.counts()], [20, 48, 20]);
    const { offsets, moves } = batch.moves();
    assert.deepEqual([...offsets], [0, 20, 68, 88]);
    positions.forEach((position, row) =>
        assert.deepEqual(moves.slice(offsets[row], offsets[row + 1]), position.moves()),
    );
    const after = batch.play(Array.from(batch, (position) => position.moves()[0]));
    assert.deepEqual(
        after.fens(),
        positions.map((position) => position.play(position.moves()[0]).fen()),
    );
    assert.deepEqual([...batch.results()], [0, 0, 0]);
    assert.deepEqual(
        [...batch.keys()],
        positions.map((position) => position.key),
    );
    assert.equal(Batch.fromWords(structuredClone(batch.words)).at(1).fen(), KIWIPETE);
    assert.throws(() => Batch.fromFens([START, 'nonsense']), /^PlyforgeError: row 1: /);
    assert.throws(() => batch.play([0, 0, 0]), /row 0/);
    assert.throws(() => batch.play([0]), RangeError);
    assert.throws(() => batch.at(3), RangeError);
    assert.equal(Batch.fromFens(Array(500).fill(KIWIPETE)).moves().moves.length, 500 * 48);
});

test('the module can be compiled ahead of its first use', async () => {
    await plyforge.ready();
    assert.equal(Position.start().count(), 20);
});

test('positions outlive the rows of the module', () => {
    // Many more than the rows, kept and dropped in all ways, must stay what they were.
    const kept = [];
    let position = Position.start();
    for (let i = 0; i < 1000; i++) {
        const moves = position.moves();
        const other = Position.start().play('d4');
        assert.equal(other.count(), 20);
        if (moves.length === 0) position = Position.fromFen(KIWIPETE);
        else position = position.play(moves[(i * 7) % moves.length]);
        kept.push([position, position.fen(), position.key]);
    }
    for (const [one, fen, key] of kept) {
        assert.equal(one.fen(), fen);
        assert.equal(one.key, key);
    }
    const [first] = kept[0];
    assert.ok(first.equals(Position.fromFen(kept[0][1])) && !first.equals(kept[1][0]));
});

test('moves are checked, whatever was listed before', () => {
    const start = Position.start();
    const other = start.play('e4');
    const [first, second] = start.moves();
    assert.throws(() => start.play(other.moves()[0]), PlyforgeError);
    assert.throws(() => other.play(first), PlyforgeError);
    start.moves();
    assert.throws(() => other.play(first), PlyforgeError);
    assert.equal(start.play(second).fen(), start.play(second).fen());
    assert.equal(start.play(first).fen(), start.play(first).fen());
    for (const move of start.moves()) {
        assert.throws(() => start.play(0), PlyforgeError);
        assert.equal(start.play(move).count(), 20);
        assert.throws(() => start.play(65535), PlyforgeError);
    }
    const batch = Batch.fromPositions([start, other]);
    start.moves();
    assert.throws(() => batch.play([first, first]), /^PlyforgeError: row 1: /);
    assert.throws(() => batch.play([first, 70000]), TypeError);
    assert.deepEqual(batch.play([first, other.moves()[3]]).fens(), [
        start.play(first).fen(),
        other.play(other.moves()[3]).fen(),
    ]);
});

test('the words of a batch are checked', () => {
    let seed = 7;
    const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0);
    for (const variant of VARIANTS) {
        const positions = [];
        for (let game = 0; game < 8; game++) {
            let position = variant === 'standard' && game % 2 ? Position.chess960(game * 37) : Position.start(variant);
            for (let ply = 0; ply < 60 && position.hasMoves(); ply++) {
                positions.push(position);
                position = position.play(position.moves()[random() % position.count()]);
            }
        }
        const batch = Batch.fromPositions(positions);
        assert.deepEqual(Batch.fromWords(batch.words.slice()).fens(), batch.fens());
    }
    const words = Batch.fromPositions([Position.start(), Position.start()]).words;
    for (let i = 0; i < 27; i++) {
        const damaged = words.slice();
        damaged[28 + i] ^= 1 << (i === 20 ? 1 : 4);
        try {
            Batch.fromWords(damaged).counts(); // the clocks and the move number may have any value
        } catch (error) {
            assert.match(error.message, /^row 1: /);
        }
    }
    for (const fill of [-1, 1, 0x7fffffff])
        assert.throws(() => Batch.fromWords(new Int32Array(56).fill(fill)), /row 0/);
    // The words are copied: the caller cannot change them after they were checked.
    const given = Batch.fromPositions([Position.start()]).words.slice();
    const kept = Batch.fromWords(given);
    given.fill(-1);
    assert.deepEqual(kept.fens(), [Position.start().fen()]);
    for (let i = 0; i < 500; i++)
        assert.throws(() => Batch.fromWords(Int32Array.from({ length: 28 }, random)), PlyforgeError);
    assert.equal(Position.start().count(), 20);
});

test('a batch is made of an iterable', () => {
    assert.equal(Batch.fromFens(new Set([Position.start().fen()])).length, 1);
    for (const wrong of [undefined, null, 5, {}, Position.start().fen()]) {
        assert.throws(
            () => Batch.fromFens(wrong),
            /^TypeError: the FENs of a batch must be an array or another iterable, not /,
        );
        assert.throws(
            () => Batch.fromPositions(wrong),
            /^TypeError: the positions of a batch must be an array or another iterable, not /,
        );
    }
});

test('options of the wrong type are refused', () => {
    const position = Position.start();
    for (const wrong of ['atomic', 5, null, true]) {
        for (const use of [
            () => Position.fromFen(START, wrong),
            () => Position.validateFen(START, wrong),
            () => Batch.fromFens([START], wrong),
            () => position.fen(wrong),
            () => [...pgn.readPgn('*', wrong)],
        ])
            assert.throws(use, /^TypeError: options must be an object such as \{ .* \}, not /);
        assert.throws(
            () => Batch.fromPositions([position]).play(wrong),
            /^TypeError: the moves of a batch must be an array of numbers, not /,
        );
    }
});

test('numbers of pieces', () => {
    assert.equal(plyforge.pieceOf(0), null);
    assert.deepEqual(
        [1, 6, 9, 14].map(plyforge.pieceOf),
        [
            ['white', 'pawn'],
            ['white', 'king'],
            ['black', 'pawn'],
            ['black', 'king'],
        ].map(([colour, type]) => ({ colour, type })),
    );
    for (const wrong of [NaN, undefined, null, '1', -1, 1.5, 7, 8, 15, 17])
        assert.throws(() => plyforge.pieceOf(wrong), /^TypeError: a piece is a number/);
});

test('a position is shown as its FEN', () => {
    assert.equal(inspect(Position.start()), 'Position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
});

test('a module of another import is refused', () => {
    const moduleOf = (name) => new WebAssembly.Module(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
    const uses = {
        rules: plyforge.useModule,
        standard: chess.useModule,
        workbench: workbench.useModule,
        formats: formats.useModule,
    };
    for (const [name, use] of Object.entries(uses)) {
        use(moduleOf(name));
        for (const other of Object.keys(uses)) {
            if (other !== name)
                assert.throws(
                    () => use(moduleOf(other)),
                    new RegExp(`^TypeError: this WebAssembly\\.Module is not that of ${name}\\.wasm`),
                );
        }
        for (const wrong of [undefined, {}, 'x', readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url))]) {
            assert.throws(
                () => use(wrong),
                new RegExp(`^TypeError: useModule needs a WebAssembly\\.Module of ${name}\\.wasm, not `),
            );
        }
    }
});

test('the stack lies below the data of a module, so that one that overflows ends the module instead of overwriting them', () => {
    for (const name of ['standard', 'rules', 'workbench', 'formats']) {
        const module = new WebAssembly.Module(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
        const { layout } = new WebAssembly.Instance(module, { plyforge: { ask: () => -1 } }).exports;
        const TEXT_SIZE = 8;
        for (let member = 0; member <= 10; member++)
            if (member !== TEXT_SIZE) assert.ok(layout(member) >= 262144, `${name}: ${member} is at ${layout(member)}`);
    }
});

test('where pieces can go, for boards', () => {
    const { destinationOf, squareName } = plyforge;
    const all = Position.start().dests();
    assert.equal(all.size, 10);
    assert.deepEqual(all.get('e2'), ['e3', 'e4']);
    assert.deepEqual(all.get('g1'), ['f3', 'h3']);
    const castling = Position.fromFen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const targets = (options) => castling.dests(options).get('e1');
    assert.deepEqual(targets(), ['c1', 'd1', 'd2', 'e2', 'f1', 'f2', 'g1']);
    assert.deepEqual(targets({ chess960: true }), ['a1', 'd1', 'd2', 'e2', 'f1', 'f2', 'h1']);
    const shown = (position, text) => squareName(destinationOf(position.parse(text)));
    assert.deepEqual(
        ['O-O', 'O-O-O', 'Kf2', 'Rxa8+'].map((text) => shown(castling, text)),
        ['g1', 'c1', 'f2', 'a8'],
    );
    const black = Position.fromFen('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1');
    assert.deepEqual(
        ['O-O', 'O-O-O'].map((text) => shown(black, text)),
        ['g8', 'c8'],
    );
    // A pawn's four promotions are one square, and a drop starts from none.
    assert.deepEqual(Position.fromFen('8/P7/8/8/3k4/8/8/K7 w - -').dests().get('a7'), ['a8']);
    const house = Position.fromFen('4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1', { variant: 'crazyhouse' });
    assert.deepEqual([...house.dests().keys()], ['e1']);
    assert.equal(Position.fromFen('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').dests().size, 0);
    // Every move is in it, and nothing else.
    for (const variant of plyforge.VARIANTS) {
        const position = Position.start(variant);
        const pairs = new Set();
        for (const move of position.moves()) pairs.add(position.uci(move).slice(0, 4));
        const found = [...position.dests()].flatMap(([from, list]) => list.map((to) => from + to));
        assert.deepEqual(found.sort(), [...pairs].sort(), variant);
    }
});
