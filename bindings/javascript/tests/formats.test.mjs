// Pictures, EPD, packed positions and Polyglot books.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Position, squareOf, VARIANTS } from '../dist/esm/index.js';
import { Book, pack, readEpd, svg, unpack, writeEpd } from '../dist/esm/formats.js';

const start = Position.start();
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const count = (text, part) => text.split(part).length - 1;

test('a picture has every piece, and the marks that were asked for', () => {
    const plain = svg(start);
    assert.match(plain, /^<svg [^]*<\/svg>\s*$/);
    assert.equal(count(plain.slice(plain.indexOf('</defs>')), '<use '), 32);
    assert.match(plain, /<title>Chess position, White to move/);
    const marked = svg(start.play('e4'), {
        size: 360,
        theme: 'dark',
        flipped: true,
        coordinates: false,
        lastMove: start.parse('e4'),
        squares: { red: ['e4', 'd5'], blue: [squareOf('a8')] },
        arrows: [
            { from: 'c7', to: 'c5' },
            { from: 'g8', to: 'g8', tint: 'yellow' },
        ],
        title: 'Sicilian? <ř🂮>',
        description: '',
        number: 7,
    });
    assert.match(marked, /width="360"/);
    assert.match(marked, /Sicilian\? &lt;ř🂮&gt;/);
    for (const [part, times] of [
        ['class="red"', 2],
        ['class="blue"', 1],
        ['class="last-move"', 2],
        ['<path class="green"', 1],
        ['<circle class="yellow"', 1],
    ])
        assert.equal(count(marked, part), times, part);
    const check = Position.fromFen('4k3/8/8/8/8/8/4r3/4K3 w - -');
    assert.equal(count(svg(check), 'class="check"'), 1);
    assert.equal(count(svg(check, { check: false }), 'class="check"'), 0);
    assert.notEqual(svg(start), svg(start)); // their ids do not collide in one page
    assert.equal(svg(start, { number: 1 }), svg(start, { number: 1 }));
    assert.equal(
        count(svg(start, { arrows: Array(1024).fill({ from: 'a1', to: 'h8' }) }), '<path class="green"'),
        1024,
    );
});

test('a picture that cannot be drawn', () => {
    for (const [options, error] of [
        [{ theme: 'pink' }, /^TypeError: the theme must be light or dark, not "pink"/],
        [{ size: 0 }, /^RangeError: the size/],
        [{ size: '360' }, /^RangeError: the size/],
        [{ squares: { pink: ['e4'] } }, /^TypeError: a tint must be one of green, red, blue, yellow, not "pink"/],
        [{ squares: { red: ['e9'] } }, /^TypeError: a square/],
        [{ arrows: [{ from: 'e2' }] }, /^RangeError: a square/],
        [{ arrows: Array(1025).fill({ from: 'a1', to: 'h8' }) }, /^RangeError: the number of arrows/],
        [{ title: 5 }, /^TypeError: the title must be a string/],
        [{ title: 'x'.repeat(70_000) }, /^PlyforgeError: the texts of the picture are too long/],
        [{ lastMove: 'e4' }, /^TypeError: a move is a number/],
        [null, /^TypeError: options must be an object/],
    ])
        assert.throws(() => svg(start, options), error);
    assert.throws(() => svg('x'), /^TypeError: a Position is needed/);
});

test('EPD is read', () => {
    const { position, operations } = readEpd(
        '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 Nxd5; id "WAC \\"001\\""; ce -31; pv Qg6 fxg6 Nxg6+; hmvc 7; fmvn 30; odd a "b c";',
    );
    assert.equal(position.fen(), '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 7 30');
    assert.deepEqual(
        operations.map(({ opcode, operands }) => [opcode, ...operands]),
        [
            ['bm', 'Qg6', 'Nxd5'],
            ['id', 'WAC "001"'],
            ['ce', '-31'],
            ['pv', 'Qg6', 'fxg6', 'Nxg6+'],
            ['hmvc', '7'],
            ['fmvn', '30'],
            ['odd', 'a', 'b c'],
        ],
    );
    assert.deepEqual(
        operations[0].moves.map((move) => position.san(move)),
        ['Qg6', 'Nxd5'],
    );
    assert.equal(operations[3].moves.length, 3);
    assert.equal(operations[1].moves, undefined);
    let at = position;
    for (const move of operations[3].moves) at = at.play(move);
    assert.ok(at.isCheck());
    assert.deepEqual(readEpd('4k3/8/8/8/8/8/8/4K3 w - -').operations, []);
    assert.equal(readEpd('4k3/8/8/8/8/8/8/4K3 w - - 2+3', { variant: 'threecheck' }).position.checksGiven.white, 1);
    assert.equal(readEpd('4k3/8/8/8/8/8/8/4K3 w - - c0 "ř🂮";').operations[0].operands[0], 'ř🂮');
});

test('EPD that cannot be read has the place of the fault', () => {
    for (const [line, offset, code] of [
        ['', 0, 'fen board'],
        ['4k3/8/8/8/8/8/8/4K3 w - - bm e4;', 29, 'move illegal'],
        ['4k3/8/8/8/8/8/8/4K3 w - - acd x;', 30, 'epd'],
        ['4k3/8/8/8/8/8/8/4K3 x - -', 20, 'fen turn'],
    ])
        assert.throws(
            () => readEpd(line),
            (error) => error.name === 'PlyforgeError' && error.offset === offset && error.code === code,
            `${line}`,
        );
    assert.equal(readEpd('4k3/8/8/8/8/8/8/4K3 w - - bm e4;', { lenient: true }).operations[0].moves, undefined);
    assert.throws(() => readEpd(5), /^TypeError: an EPD record must be a string/);
    assert.throws(() => readEpd('x'.repeat(70_000)), /too long/);
});

test('EPD is written, and read again', () => {
    const position = Position.fromFen(KIWIPETE);
    const pv = [position.parse('Bxa6'), position.play('Bxa6').parse('bxc3')];
    const operations = { bm: Uint16Array.of(pv[0]), pv, id: 'a "b"\\;\nc', acd: 12, acn: 2n ** 60n, draw_offer: true };
    const line = writeEpd(position, operations);
    assert.equal(
        line,
        `${KIWIPETE.slice(0, -4)} bm Bxa6; pv Bxa6 bxc3; id "a \\"b\\"\\\\; c"; acd 12; acn 1152921504606846976; draw_offer;`,
    );
    const again = readEpd(line);
    assert.ok(again.position.equals(position));
    assert.deepEqual(
        again.operations.map(({ opcode, operands }) => [opcode, operands.join('|')]),
        [
            ['bm', 'Bxa6'],
            ['pv', 'Bxa6|bxc3'],
            ['id', 'a "b"\\; c'],
            ['acd', '12'],
            ['acn', '1152921504606846976'],
            ['draw_offer', ''],
        ],
    );
    const late = Position.fromFen('4k3/8/8/8/8/8/8/4K3 w - - 12 60');
    assert.equal(readEpd(writeEpd(late)).position.fen(), late.fen());
    assert.equal(writeEpd(late, { hmvc: 12, fmvn: 60 }), '4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 60;');
    for (const wrong of [
        { 'b m': true },
        { '': true },
        { bm: false },
        { bm: null },
        { acd: 1.5 },
        { bm: [65535] },
        { bm: ['e4'] },
    ])
        assert.throws(() => writeEpd(start, wrong), /^(TypeError|RangeError|PlyforgeError): /);
});

test('the suites of positions are EPD', () => {
    let records = 0;
    for (const name of ['cpw-six', 'torture'])
        for (const line of readFileSync(new URL(`../../../tests/perft/${name}.epd`, import.meta.url), 'utf8').split(
            '\n',
        )) {
            if (!line.trim() || line.startsWith('#')) continue;
            const fen = line.split(';')[0].trim();
            const { position } = readEpd(fen.split(' ').slice(0, 4).join(' '), { lenient: true });
            assert.equal(position.count(), Position.fromFen(fen, { lenient: true }).count(), line);
            records++;
        }
    assert.ok(records > 6, `${records}`);
});

test('packed positions', () => {
    const bytes = pack(start);
    assert.equal(
        Buffer.from(bytes).toString('hex'),
        'ffff00000000ffff' + '1d4225d1' + '00000000' + '66666666' + '7da88bd7',
    );
    for (const fen of [KIWIPETE, '4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1']) {
        const position = Position.fromFen(fen);
        assert.equal(unpack(pack(position)).fen(), position.fen());
    }
    for (const variant of VARIANTS) {
        const position = Position.start(variant);
        assert.equal(pack(position).length, variant === 'standard' ? 24 : 56);
        assert.ok(unpack(pack(position)).equals(position), variant);
    }
    const shuffled = Position.chess960(0);
    assert.throws(() => unpack(pack(shuffled)), /^PlyforgeError: /);
    assert.ok(unpack(pack(shuffled), { chess960: true }).equals(shuffled));
    for (const wrong of [new Uint8Array(23), new Uint8Array(0), [], 'x', null])
        assert.throws(() => unpack(wrong), /^TypeError: a packed position is a Uint8Array of 24 or 56 bytes/);
    for (const size of [24, 56])
        assert.throws(
            () => unpack(new Uint8Array(size).fill(255)),
            (error) => error.name === 'PlyforgeError',
        );
});

/** An entry of a book. Keys are those of the format's description. */
function entry(key, from, to, weight, learn = 0) {
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64BE(key);
    bytes.writeUInt16BE((squareOf(from) << 6) | squareOf(to), 8);
    bytes.writeUInt16BE(weight, 10);
    bytes.writeUInt32BE(learn, 12);
    return bytes;
}
const START = 0x463b96181691fc9cn;
const AFTER_E4 = 0x823c9b50fd114196n;
const CASTLING = Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1');

test('moves of a Polyglot book', () => {
    const bytes = Buffer.concat([
        entry(1n, 'a2', 'a3', 9),
        entry(START, 'd2', 'd4', 10),
        entry(START, 'e2', 'e4', 30, 5),
        entry(START, 'e2', 'e5', 99),
        entry(START, 'e2', 'e4', 1),
        entry(START, 'g1', 'f3', 0),
        entry(AFTER_E4, 'e7', 'e5', 1),
    ]);
    const book = new Book(bytes);
    assert.equal(book.length, 7);
    const shown = (position) =>
        book.moves(position).map(({ move, weight, learn }) => [position.san(move), weight, learn]);
    assert.deepEqual(shown(start), [
        ['e4', 30, 5],
        ['d4', 10, 0],
        ['Nf3', 0, 0],
    ]);
    assert.deepEqual(shown(start.play('e4')), [['e5', 1, 0]]);
    assert.deepEqual(shown(start.play('d4')), []);
    assert.deepEqual(book.moves(Position.start('atomic')), []);
    assert.equal(book.choose(start, 4711), book.choose(start, 4711n));
    assert.equal(book.choose(start.play('d4'), 1), null);
    const chosen = {};
    for (let seed = 0; seed < 400; seed++) {
        const san = start.san(book.choose(start, seed));
        chosen[san] = (chosen[san] ?? 0) + 1;
    }
    assert.deepEqual(Object.keys(chosen).sort(), ['d4', 'e4']);
    assert.ok(chosen.e4 > 2 * chosen.d4 && chosen.d4 > 50, JSON.stringify(chosen));
    assert.ok(start.isLegal(book.choose(start)));
    // A view into a larger buffer, and a buffer.
    const larger = new Uint8Array(bytes.length + 8);
    larger.set(bytes, 3);
    assert.equal(new Book(larger.subarray(3, 3 + bytes.length)).moves(start).length, 3);
    assert.equal(new Book(larger.slice(3, 3 + bytes.length).buffer).moves(start).length, 3);
    assert.deepEqual(new Book(new Uint8Array(0)).moves(CASTLING), []);
});

test('books that are not books', () => {
    assert.throws(() => new Book(new Uint8Array(17)), /^PlyforgeError: a book has 16 bytes for each entry/);
    for (const wrong of ['x', [], null, undefined, 16])
        assert.throws(() => new Book(wrong), /^TypeError: a book is made of/);
    const many = Buffer.concat(Array.from({ length: 5000 }, () => entry(START, 'e2', 'e4', 1)));
    assert.equal(new Book(many).moves(start).length, 1);
    for (const wrong of [-1, 1.5, '1'])
        assert.throws(() => new Book(many).choose(start, wrong), /^RangeError: the seed/);
});
