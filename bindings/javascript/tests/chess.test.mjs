// plyforge/chess: every method of chess.js, and what is new.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import * as module from '../dist/esm/chess.js';
import { readPgn } from '../dist/esm/pgn.js';

const { Chess, DEFAULT_POSITION, Move, PgnError, validateFen } = module;

test('setting up', () => {
    const chess = new Chess();
    assert.equal(chess.fen(), DEFAULT_POSITION);
    assert.equal(chess.turn(), 'w');
    assert.equal(chess.moveNumber(), 1);
    chess.clear();
    assert.equal(chess.fen(), '8/8/8/8/8/8/8/8 w - - 0 1');
    assert.equal(chess.isCheck(), false);
    assert.deepEqual(chess.moves(), []);
    assert.equal(chess.put({ type: 'k', color: 'w' }, 'e1'), true);
    assert.equal(chess.put({ type: 'k', color: 'w' }, 'e2'), false);
    assert.equal(chess.put({ type: 'z', color: 'w' }, 'e2'), false);
    assert.equal(chess.put({ type: 'q', color: 'b' }, 'z9'), false);
    assert.equal(chess.put({ type: 'q', color: 'b' }, 'e2'), true);
    assert.equal(chess.isCheck(), true);
    assert.deepEqual(chess.moves(), ['Kxe2']);
    assert.deepEqual(chess.remove('e2'), { type: 'q', color: 'b' });
    assert.equal(chess.remove('e2'), undefined);
    assert.deepEqual(chess.get('e1'), { type: 'k', color: 'w' });
    assert.equal(chess.get('e2'), undefined);
    assert.equal(chess.getHeaders().FEN, '8/8/8/8/8/8/8/4K3 w - - 0 1');
    chess.reset();
    assert.equal(chess.fen(), DEFAULT_POSITION);
    assert.deepEqual(chess.findPiece({ type: 'k', color: 'b' }), ['e8']);
    assert.equal(chess.setTurn('w'), false);
    assert.equal(chess.setTurn('b'), true);
    assert.equal(chess.turn(), 'b');
    chess.load('r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1');
    assert.equal(chess.setCastlingRights('w', { k: true, q: false }), true);
    assert.deepEqual(chess.getCastlingRights('w'), { k: true, q: false });
    assert.equal(chess.setCastlingRights('b', { k: true, q: true }), true);
    for (const loaded of [chess, new Chess()]) assert.deepEqual(loaded.getCastlingRights('x'), { k: false, q: false }); // as in chess.js
    assert.equal(chess.setCastlingRights('x', { k: false, q: false }), true);
    assert.deepEqual(chess.getCastlingRights('b'), { k: true, q: true });
    assert.ok(chess.moves().includes('O-O') && !chess.moves().includes('O-O-O'));
    chess.remove('h1');
    assert.deepEqual(chess.getCastlingRights('w'), { k: false, q: false });
    assert.equal(chess.setCastlingRights('w', { k: true }), false);
    assert.throws(() => chess.load('nonsense'), /^Error: Invalid FEN: must contain six space-delimited fields/);
    chess.load('8/8/8/8/8/8/8/8 w - - 0 1', { skipValidation: true });
    assert.equal(chess.isStalemate(), true);
});

test('looking', () => {
    const chess = new Chess('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');
    assert.equal(chess.board()[0][4].type, 'k');
    assert.equal(chess.board()[1][1], null);
    assert.ok(chess.ascii().startsWith('   +------------------------+\n 8 | r  .  .  .  k  .  .  r |'));
    assert.equal(chess.squareColor('a1'), 'dark');
    assert.equal(chess.squareColor('h1'), 'light');
    assert.equal(chess.squareColor('z1'), null);
    assert.deepEqual(chess.attackers('d5', 'b'), ['b6', 'e6', 'f6']);
    assert.equal(chess.isAttacked('d5', 'b'), true);
    assert.match(chess.hash(), /^[0-9a-f]+$/);
    assert.equal(chess.perft(3), 97862);
    assert.equal(chess.isPromotion({ from: 'e1', to: 'g1' }), false);
    assert.equal(new Chess('8/P6k/8/8/8/8/8/K7 w - - 0 1').isPromotion({ from: 'a7', to: 'a8' }), true);
    assert.ok(chess.inCheck() === chess.isCheck());
});

test('moves and undo', () => {
    const chess = new Chess();
    assert.equal(chess.moves().length, 20);
    assert.deepEqual(chess.moves({ square: 'b1' }), ['Na3', 'Nc3']);
    assert.deepEqual(
        chess.moves({ piece: 'n', verbose: true }).map((move) => move.lan),
        ['b1a3', 'b1c3', 'g1f3', 'g1h3'],
    );
    const move = chess.move('e4');
    assert.ok(move instanceof Move);
    assert.deepEqual(
        { ...move },
        {
            color: 'w',
            from: 'e2',
            to: 'e4',
            piece: 'p',
            captured: undefined,
            promotion: undefined,
            flags: 'b',
            san: 'e4',
            lan: 'e2e4',
            before: DEFAULT_POSITION,
            after: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
        },
    );
    for (const made of [move, new Chess().moves({ verbose: true })[0], chess.history({ verbose: true })[0]]) {
        for (const field of ['before', 'after'])
            assert.ok('value' in Object.getOwnPropertyDescriptor(made, field), 'plain data, as in chess.js');
    }
    assert.deepEqual({ ...structuredClone(move) }, { ...move });
    assert.equal(inspect(move), `Move ${inspect({ ...move })}`);
    assert.equal(inspect({ a: { b: { move } } }, { depth: 2 }), '{ a: { b: { move: [Move] } } }');
    assert.ok(move.isBigPawn() && !move.isCapture());
    chess.move({ from: 'd7', to: 'd5' });
    assert.ok(chess.move('exd5').isCapture());
    assert.deepEqual(chess.history(), ['e4', 'd5', 'exd5']);
    assert.equal(chess.history({ verbose: true })[2].captured, 'p');
    assert.equal(chess.undo().san, 'exd5');
    assert.equal(chess.undo().san, 'd5');
    assert.equal(chess.undo().after, move.after);
    assert.equal(chess.undo(), null);
    assert.throws(() => chess.move('e5'), /^Error: Invalid move: e5/);
    assert.throws(() => chess.move({ from: 'e2', to: 'e5' }), /^Error: Invalid move: {"from":"e2","to":"e5"}/);
    for (const long of ['e'.repeat(1e6), { from: 'e'.repeat(1e6), to: 'e4' }])
        assert.throws(
            () => chess.move(long),
            (error) => error.message.length < 200,
        );
    // Quadratic work on these would take minutes.
    for (const long of ['!', '?', '+', '#', '=', '!?', '+!']) {
        for (const end of ['', 'x', 'e4'])
            for (const start of ['', 'e4', 'x'])
                assert.throws(() => chess.move(start + long.repeat(1e6) + end), /^Error: Invalid move/);
    }
    for (const judged of ['e4!', 'e4??', 'e4+!?', 'e4#'])
        assert.equal(new Chess().move(judged, { strict: true }).san, 'e4');
    assert.ok(chess.move(null).isNullMove());
    for (const text of ['Pe7-e5', 'e7e5']) {
        assert.equal(chess.move(text).san, 'e5');
        chess.undo();
    }
    assert.throws(() => chess.move('e7e5', { strict: true }), /Invalid move/);
    const castles = new Chess('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    assert.ok(castles.move('0-0').isKingsideCastle());
    assert.ok(castles.move({ from: 'e8', to: 'c8' }).isQueensideCastle());
    const promotes = new Chess('1r5k/P7/8/8/8/8/8/K7 w - - 0 1');
    const promoted = promotes.move({ from: 'a7', to: 'b8', promotion: 'n' });
    assert.ok(promoted.isPromotion() && promoted.flags === 'cp' && promoted.lan === 'a7b8n');
    assert.ok(new Chess('8/8/8/K2pP3/8/8/8/7k w - d6 0 1').move('exd6').isEnPassant());
});

test('a promotion without its piece: squares make a knight, as in chess.js; a move object must name it', () => {
    const fen = '8/P7/8/8/3k4/8/8/K7 w - - 0 1';
    for (const text of ['a7a8', 'Pa7-a8', 'pa7a8']) assert.equal(new Chess(fen).move(text).san, 'a8=N', text);
    const chess = new Chess(fen);
    assert.throws(() => chess.move('a8'), { message: 'Invalid move: a8' });
    assert.match(chess.explain('a8'), /promot|becomes/);
    assert.throws(() => chess.move('a7a8', { strict: true }), { message: 'Invalid move: a7a8' });
    assert.throws(() => chess.move({ from: 'a7', to: 'a8' }), /Invalid move/);
    assert.match(chess.explain({ from: 'a7', to: 'a8' }), /promot/);
    assert.equal(chess.move('a7a8q').promotion, 'q');
});

test('the end of a game', () => {
    const mate = new Chess('rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    assert.ok(mate.isCheckmate() && mate.isGameOver() && !mate.isDraw());
    assert.ok(new Chess('4k3/4P3/4K3/8/8/8/8/8 b - - 0 78').isStalemate());
    assert.ok(new Chess('8/8/8/8/8/8/8/k1KB4 w - - 0 1').isInsufficientMaterial());
    assert.ok(new Chess('8/8/8/8/8/8/1R6/k1K5 w - - 100 90').isDrawByFiftyMoves());
    const chess = new Chess();
    for (let i = 0; i < 2; i++) for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8']) chess.move(move);
    assert.ok(chess.isThreefoldRepetition() && chess.isDraw() && chess.isGameOver());
    chess.undo();
    assert.ok(!chess.isThreefoldRepetition());
});

test('headers, comments, suffixes, NAGs', () => {
    const chess = new Chess();
    chess.setHeader('White', 'Me');
    assert.equal(chess.getHeaders().White, 'Me');
    assert.equal(chess.header('Black', 'You').Black, 'You');
    assert.equal(chess.removeHeader('White'), true);
    assert.equal(chess.removeHeader('Nothing'), false);
    assert.equal(chess.getHeaders().White, '?');
    chess.move('e4');
    chess.setComment('a {good} move');
    assert.equal(chess.getComment(), 'a [good] move');
    chess.setSuffixAnnotation('!');
    chess.addNag(10);
    chess.addNag(10);
    assert.deepEqual(chess.getNags(), [10]);
    assert.deepEqual(chess.getComments(), [
        { fen: chess.fen(), comment: 'a [good] move', suffixAnnotation: '!', nags: [10] },
    ]);
    for (const nag of ['x', '$1', undefined, null, -1, 1.5, 256]) {
        assert.throws(() => chess.addNag(nag), RangeError);
        assert.throws(() => chess.setNags([1, nag]), RangeError);
    }
    for (const nags of [undefined, 5, '12']) assert.throws(() => chess.setNags(nags), TypeError);
    assert.deepEqual(chess.getNags(), [10]);
    const bare = new Chess();
    bare.addNag(3);
    // An entry without a comment has the type of chess.js 1.4 and the keys of its later version.
    assert.equal(bare.getComments()[0].comment, '');
    assert.deepEqual(bare.getComments(), [{ fen: DEFAULT_POSITION, nags: [3] }]);
    chess.setNags([1, 2]);
    assert.equal(chess.removeNag(1), true);
    assert.equal(chess.removeNag(1), false);
    assert.deepEqual(chess.removeNags(), [2]);
    assert.equal(chess.getSuffixAnnotation(), '!');
    assert.equal(chess.removeSuffixAnnotation(), '!');
    assert.throws(() => chess.setSuffixAnnotation('?!?'), /Invalid suffix/);
    assert.equal(chess.removeComment(), 'a [good] move');
    chess.setComment('again');
    assert.equal(chess.deleteComment(), 'again');
    chess.setComment('once more');
    assert.deepEqual(chess.removeComments(), [{ fen: chess.fen(), comment: 'once more' }]);
    assert.deepEqual(chess.deleteComments(), []);
    assert.equal(module.nagToGlyph(10), '=');
});

test('PGN, with variations kept', () => {
    const chess = new Chess();
    const text =
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n' +
        '1. e4 {best} (1. d4 d5 {solid} (1. ... Nf6 2. c4)) 1. ... e5 2. Nf3 (2. f4 exf4 $5) 2. ... Nc6 1-0';
    chess.loadPgn(text);
    assert.equal(chess.pgn(), text);
    assert.deepEqual(chess.history(), ['e4', 'e5', 'Nf3', 'Nc6']);
    assert.equal(chess.getVariations(DEFAULT_POSITION)[0].moves[0].san, 'd4');
    assert.doesNotMatch(chess.pgn({ variations: false }), /\(/);
    const lines = chess.pgn({ maxWidth: 20 }).split('\n').slice(8);
    assert.ok(lines.length > 4 && lines.every((line) => line.length <= 20));
    const again = new Chess();
    again.loadPgn(chess.pgn({ maxWidth: 20 }));
    assert.equal(again.pgn(), text);
});

test('PGN, with suffixes and NAGs kept', () => {
    const chess = new Chess();
    const moves = '1. e4! e5?? $10 {a} (1. ... c5!? $14 2. Nf3) 2. Nf3 $1 $3 Nc6 *';
    chess.loadPgn(moves);
    assert.equal(chess.pgn().split('\n').at(-1), moves);
    assert.deepEqual(chess.pgn({ maxWidth: 10 }).split('\n\n')[1].split(/[ \n]/), moves.split(' '));
    for (const line of chess.pgn({ maxWidth: 10 }).split('\n\n')[1].split('\n')) assert.ok(line.length <= 10, line);
    chess.undo();
    chess.undo();
    chess.move('Bc4');
    assert.equal(chess.pgn().split('\n').at(-1), '1. e4! e5?? $10 {a} (1. ... c5!? $14 2. Nf3) 2. Bc4 *');
    chess.setSuffixAnnotation('?!');
    assert.match(chess.pgn(), / 2\. Bc4\?! \*$/);
});

test('errors of PGN have a place, and lose nothing', () => {
    const chess = new Chess();
    chess.move('e4');
    assert.throws(
        () => chess.loadPgn('[Event "x"]\n\n1. e4 e5\n2. % *', { strict: true }),
        (error) =>
            error instanceof PgnError &&
            error.line === 4 &&
            error.column === 4 &&
            /line 4, column 4/.test(error.message),
    );
    const at = (message, line, column) => (error) =>
        error instanceof PgnError && message.test(error.message) && error.line === line && error.column === column;
    assert.throws(
        () => chess.loadPgn('1. e4 (1. Ke5) Ke5'),
        at(/^Invalid move in PGN: Ke5 \(line 1, column 16\)$/, 1, 16),
    );
    assert.throws(() => chess.loadPgn('[White "x"]\n\n1. e4 e5\n2. O-O *'), at(/^Invalid move in PGN: O-O/, 4, 4));
    assert.throws(() => chess.loadPgn('[White "x"]\n[FEN "x"]\n[SetUp "1"]\n\n*'), at(/^Invalid FEN/, 2, 1));
    assert.throws(
        () => chess.loadPgn(`1. ${'x'.repeat(100000)}a1`),
        (error) => error.message.length < 200,
    );
    assert.throws(() => chess.loadPgn('1. e4 e5\n{open'), at(/^This comment has no closing "}"/, 2, 1));
    assert.throws(() => chess.loadPgn('1. e4 (1. d4 {open'), at(/^This comment has no closing "}"/, 1, 14));
    assert.throws(() => chess.loadPgn('1. e4 %9 e5', { strict: true }), at(/but found "%9"/, 1, 7));
    assert.throws(() => chess.loadPgn('1. e4 (1. d4'), PgnError);
    assert.throws(() => chess.loadPgn('('.repeat(10), { strict: true }), PgnError);
    assert.throws(() => chess.loadPgn(`1. e4 ${'( 1. d4 '.repeat(300)}`), /nested/);
    assert.deepEqual(chess.history(), ['e4']);
});

/** Moves and result of the main line, or why there are none. */
function loaded(text, options) {
    const chess = new Chess();
    try {
        chess.loadPgn(text, options);
    } catch (error) {
        assert.ok(error instanceof PgnError, text);
        return error.message;
    }
    return `${chess.history().join(' ')} ${chess.getHeaders().Result}`;
}

// What chess.js refuses, and the main line of it. The test pgn_readers compares more such text with readPgn.
const DIRTY = [
    ['{before} ; more\n[White "x"]\n\n1. e4 *', 'e4 *'],
    ['% escaped\n[White "x"]\n% again\n\n1. e4\n  % and again\ne5 *', 'e4 e5 *'],
    ['1. \u2658f3 \u265ef6 *', 'Nf3 Nf6 *'],
    ['[FEN "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]\n\n1. a8(Q) a1(N) *', 'a8=Q a1=N *'],
    ['1. e4 1\u20130', 'e4 1-0'],
    ['1. e4 0 - 1', 'e4 0-1'],
    ['1. e4 1/2', 'e4 1/2-1/2'],
    ['1. e4 \xbd-\xbd', 'e4 1/2-1/2'],
    ['1. e4 1\n-0', 'e4 1-0'],
    ['1. e4 e5 2.Nf3 Nf6 3.Be2 Be7 4.0-0 0-0 *', 'e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O *'],
    ['1. e4 e5 2.Nf3 Nf6 3.Be2 Be7 4. o-o 4...O-O *', 'e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O *'],
    ['1 e4 e5 2 Nf3 *', 'e4 e5 Nf3 *'],
    ['1.e4 1\u2026 e5 2. ... {x} Nf3 *', 'e4 e5 Nf3 *'],
    ['1. e4\xb1 e5+- 2. Nf3+= = Nc6 +/- *', 'e4 e5 Nf3 Nc6 *'],
    ['1. e4, e5. 2. Nf3; rest\nNc61-0', 'e4 e5 Nf3 Nc6 1-0'],
    ['1.e4 e5.Nf3\xbd-\xbd', 'e4 e5 Nf3 1/2-1/2'],
    ['1. e4-- d4 2.0-1', 'e4 -- d4 0-1'],
    ['1. e4 ) e5 [%clk 0:01] } ] 2. Nf3 $ *', 'e4 e5 Nf3 *'],
    ['1. Z0 e5 2. null 0000 3. -- *', '-- e5 -- -- -- *'],
    ['1. {first} e4 $1 {a} ! e5 ?! {b} (1... c5 2. Nf3 1-0) ; c\n(1... d5.) 2. Nf3 *', 'e4 e5 Nf3 *'],
    ['1. e4 e5 N mate 2. Nf3 novelty *', 'e4 e5 Nf3 *'],
    ['[White "a "b" c"]\n[Bad]\n[]\n[Bad tag]\n[Black "x"]\n\n\n1. e4 *', 'e4 *'],
    ['(1. d4 {)} (1. c4)) 1. e4 ((1. c4) 1. d4) *', 'e4 *'],
    ['Title of 2024\n\n[White "x"]\n\n1. e4 1-0 White wins (on time) {so} 1-0 !', 'e4 1-0'],
    ['\ufeff[White "x"]\r\n\r\n1.\te4\v\0 *\r\n', 'e4 *'],
];

test('PGN that files have and chess.js refuses is read, unless reading is strict', () => {
    for (const [text, expected] of DIRTY) {
        assert.equal(loaded(text), expected, text);
        assert.match(loaded(text, { strict: true }), /^(Expected|Invalid move)/, text);
    }
    const chess = new Chess();
    chess.loadPgn('{a} [White "x"]\n\n{b} 1. {c} e4 $1 {d} !? {e} ! (1. {f} d4 $2 ?! d5.) {g} 1-0');
    assert.equal(chess.pgn().split('\n\n')[1], '{a b c} 1. e4!? $1 {d e g} ({f} 1. d4?! $2 d5) 1-0');
});

test('PGN is read in linear time, strictly or not', () => {
    // Quadratic time would be hours.
    for (const part of [
        '{a}',
        '; a\n',
        '%\n',
        '$1 ',
        '$ ',
        '! ',
        '[a ',
        '[a "',
        '[a "b\n',
        ']',
        ') ',
        '1. ',
        '1. \n\n',
        '1',
        '1/2 ',
        '.',
        ' ',
        '\n',
        '\u00b1',
        '\u00b1 ',
        'x',
        'x ',
        'a1',
        'a1.',
        'e4, ',
        'a1\u00b1',
        'a1-',
        '(1. d4) ',
        '{',
        '0-',
        '1 - ',
        'hello ',
        '(Q)',
    ]) {
        const many = part.repeat(1000000 / part.length);
        for (const text of [many, `1. e4 1-0 ${many}`, `1. e4 ${many}x`]) assert.ok(loaded(text).length > 0);
        assert.ok(loaded(`1. e4 ${many}x`, { strict: true }).length > 0);
    }
});

test('PGN that cannot be understood is refused without strictness, too', () => {
    const refused = [
        '1. e4 Ke5 *',
        '1. e9 *',
        '1. Sf3 *',
        '1. e4 e5 2. Ke3 *',
        '1. e4 {open',
        '1. e4 (1. d4',
        'hello world',
        '1. e4!+',
        '[FEN x]\n\n*',
        '1. e4 *\n\n1. d4 *',
        '1. e4\n\n1. d4 *',
        '1. e4\n[White "x"]\n\n1. d4 *',
        '1. e4 1-0 e5',
        `1. e4 ${'(1. d4 '.repeat(256)}${')'.repeat(256)}`,
    ];
    for (const text of refused) assert.match(loaded(text), /^(Expected|Invalid move|This|Variations)/, text);
});

test('Chess960', () => {
    let castles = 0;
    for (let number = 0; number < 960; number += 7) {
        const chess = Chess.chess960(number);
        assert.equal(new Chess(chess.fen(), { chess960: true }).fen(), chess.fen());
        if (!chess.moves().includes('O-O')) continue;
        castles++;
        const king = chess.findPiece({ type: 'k', color: 'w' })[0];
        assert.ok(chess.move('O-O').isKingsideCastle());
        assert.equal(chess.get('f1').type, 'r');
        assert.equal(chess.get('g1').type, 'k');
        const undone = chess.undo();
        assert.equal(undone.lan, `${king}g1`);
    }
    assert.ok(castles > 10);
    const other = new Chess('4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1', { chess960: true });
    assert.equal(other.move({ from: 'e1', to: 'g1' }).san, 'O-O');
    const pgn = new Chess();
    pgn.loadPgn('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O-O *');
    assert.equal(pgn.fen(), '4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1');
    assert.throws(() => new Chess('8/8/8/8/8/8/8/8 w - - 0 1', { chess960: true }), /Invalid FEN: no white king/);
    assert.throws(() => Chess.chess960(960), RangeError);
});

test('PGN of Chess960 is read again', () => {
    for (let number = 0; number < 960; number += 31) {
        const chess = Chess.chess960(number);
        chess.setHeader('Club', 'x');
        for (let i = 0; i < 40 && !chess.isGameOver(); i++) {
            const moves = chess.moves();
            chess.move(moves.find((san) => san.startsWith('O-O')) ?? moves[(7 * i + number) % moves.length]);
        }
        assert.match(chess.pgn(), /\[Variant "Chess960"\]/);
        for (const reader of [new Chess(), Chess.chess960(5)]) {
            reader.loadPgn(chess.pgn());
            assert.equal(reader.pgn(), chess.pgn());
            assert.equal(reader.fen(), chess.fen());
            // Files without the tag have castling rights by files.
            reader.loadPgn(chess.pgn().replace(/\[Variant .*\n/, ''));
            assert.equal(reader.fen(), chess.fen());
        }
    }
    const chess = Chess.chess960(0);
    chess.reset();
    assert.equal(chess.getHeaders().Variant, undefined);
    chess.setHeader('Variant', 'Chess960');
    chess.put({ type: 'p', color: 'w' }, 'e4');
    assert.equal(chess.getHeaders().Variant, 'Chess960', 'a tag of the user stays');
    chess.load(Chess.chess960(1).fen(), { chess960: true });
    assert.equal(chess.getHeaders().Variant, 'Chess960');
    chess.load(DEFAULT_POSITION, { chess960: false, preserveHeaders: true });
    assert.equal(chess.getHeaders().Variant, undefined);
});

test('explain and strict validation', () => {
    const chess = new Chess('4k3/8/8/8/8/8/4r3/4KR1R w - - 0 1');
    assert.match(chess.explain('f1f3'), /check/);
    assert.equal(chess.explain('Kxe2'), null);
    assert.match(new Chess().explain({ from: 'e1', to: 'g1' }), /castle/);
    assert.match(new Chess().explain('Nd5'), /knight/);
    assert.match(new Chess().explain('e2e5'), /pawn/);
    const promotes = new Chess('1n5k/P7/8/8/8/8/8/K7 w - - 0 1');
    for (const promotion of ['k', 'Q', 'queen', 5, 'q', 'n']) {
        const move = { from: 'a7', to: 'a8', promotion };
        if (promotes.explain(move) === null) assert.equal(new Chess(promotes.fen()).move(move).promotion, promotion);
        else assert.throws(() => promotes.move(move), /Invalid move/);
    }
    assert.equal(promotes.explain({ from: 'a7', to: 'a8', promotion: 'Q' }), 'a pawn becomes n, b, r or q, not "Q"');
    assert.deepEqual(validateFen(DEFAULT_POSITION), { ok: true });
    assert.equal(validateFen('8/8/8/8/8/8/8/8 w - - 0 1').error, 'Invalid FEN: missing white king');
    const crowded = 'rnbqkbnr/pppppppp/8/8/8/QQQQQQQQ/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    assert.deepEqual(validateFen(crowded), { ok: true });
    assert.deepEqual(validateFen(crowded, { strict: true }).problems, ['impossible white material']);
    assert.deepEqual(validateFen('8/8/8/8/8/8/8/8 w - - 0 1', { strict: true }), {
        ok: false,
        error: 'Invalid FEN: missing white king',
        problems: ['no white king', 'no black king'],
    });
    assert.deepEqual(validateFen('4k3/8/8/8/8/8/8/4K3 w - - 0 0', { strict: true }).ok, false);
    assert.ok(new Chess(crowded).moves().length > 0, 'played as chess.js does');
});

test('tags with quotes, and null moves in check', () => {
    const chess = new Chess();
    chess.setHeader('White', 'A "B" \\');
    const again = new Chess();
    again.loadPgn(chess.pgn());
    assert.equal(again.getHeaders().White, 'A "B" \\');
    chess.setHeader('WhiteElo', 2400);
    chess.setHeader('Black', 'a"]\n[Round "7');
    chess.setHeader('Odd name_1', 'x');
    chess.setHeader('Played?', 'yes');
    again.loadPgn(chess.pgn());
    const { WhiteElo, Black, Round, Odd_name_1, 'Played?': played } = again.getHeaders();
    assert.deepEqual([WhiteElo, Black, Round, Odd_name_1, played], ['2400', 'a"] [Round "7', '?', 'x', 'yes']);
    again.loadPgn('[White "back\\"]\n[Black "x"]\n\n1. e4');
    assert.deepEqual([again.getHeaders().White, again.getHeaders().Black], ['back\\', 'x'], 'as chess.js reads it');
    assert.throws(
        () => again.loadPgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"]\n\n1. -- *'),
        /Null move not allowed when in check/,
    );
    assert.equal(again.history().length, 1);
});

test('repetitions of a position that was put on the board', () => {
    const chess = new Chess('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    chess.put({ type: 'r', color: 'w' }, 'a1');
    for (const move of ['Rb1', 'Kd8', 'Ra1', 'Ke8', 'Rb1', 'Kd8', 'Ra1']) chess.move(move);
    assert.equal(chess.isThreefoldRepetition(), false);
    chess.move('Ke8');
    assert.equal(chess.isThreefoldRepetition(), true);
});

test('tags with the names of what every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
        const chess = new Chess();
        chess.loadPgn(`[${name} "x"]\n\n*`);
        assert.deepEqual(Object.entries(chess.getHeaders()).at(-1), [name, 'x']);
        assert.match(chess.pgn(), new RegExp(`^\\[${name} "x"\\]$`, 'm'));
        assert.equal(chess.removeHeader(name), true);
        assert.ok(!Object.hasOwn(chess.getHeaders(), name));
        assert.ok(!chess.pgn().includes(name));
        assert.equal(chess.setHeader(name, 'y')[name], 'y');
        chess.header(name, 'z');
        assert.equal(chess.getHeaders()[name], 'z');
        chess.setHeader(name, null);
        assert.ok(!chess.pgn().includes(name));
        assert.equal(new Chess().removeHeader(name), false);
    }
});

test('a comment with line ends or a closing brace can be read again, by readPgn too', () => {
    const chess = new Chess();
    chess.move('e4');
    chess.setComment(`see\r\n[Event "x"] ${'word '.repeat(9)}[Event "y"]`);
    for (const maxWidth of [0, 20, 40, 60]) {
        const text = chess.pgn({ maxWidth });
        const again = new Chess();
        again.loadPgn(text);
        assert.equal(again.pgn({ maxWidth }), text);
        assert.deepEqual(
            [...readPgn(text)].map((game) => [game.error, game.moves.length]),
            [[null, 1]],
            text,
        );
    }
    chess.loadPgn('1. e4 ; a } b\ne5 *');
    const again = new Chess();
    again.loadPgn(chess.pgn());
    assert.deepEqual(again.history(), ['e4', 'e5']);
});

test('braces in comments are written so that they are read again', () => {
    const read = (pgn, options) => {
        const chess = new Chess();
        chess.loadPgn(pgn, options);
        return chess;
    };
    for (const [comment, written = comment] of [
        ['a classic {well-studied}'],
        ['{{a} b', '{{a] b'],
        ['{a {b}}'],
        ['{a} b', '{a] b'],
        ['a}', 'a]'],
        ['{a', '{a'],
        ['{a}}', '{a]]'],
        ['{{a}', '{{a]'],
        ['}{', ']{'],
        ['{}'],
    ]) {
        // A comment up to the end of the line may have any braces.
        const chess = read(`1. e4 ; ${comment}\n1... e5 *`);
        const pgn = chess.pgn();
        assert.ok(pgn.includes(`{${written}}`), `${comment}: ${pgn}`);
        const again = read(pgn);
        assert.deepEqual(again.history(), ['e4', 'e5'], pgn);
        assert.equal(again.getComments()[0].comment, written, pgn);
        assert.equal(again.pgn(), pgn);
    }
    assert.throws(() => read('1. e4 {a {b}} e5', { strict: true }), PgnError);
});
