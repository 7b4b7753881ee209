// Games out of strings, bytes and streams: the same for every way the text is cut.
import vm from 'node:vm';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { Game, PlyforgeError, Position, VARIANTS } from '../dist/esm/index.js';
import { rules as full, readPgn, readPgnStream, writePgn } from '../dist/esm/pgn.js';

const GAMES = `[Event "one \\"two\\""]
[White "Møller"]
[Result "1-0"]

{first} 1. e4 {[%clk 0:01:00.5] good} e5 (1... c5 {Sicilian} 2. Nf3 $1 (2. c3) 2... d6) 2. Nf3 {[%eval 0.17,20]} Nc6!? 1-0

[Event "broken"]

1. e4 e6 2. Ke3 d5 *

[Event "house"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e5 {[%eval #-3]} *

[Event "960"]
[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]

1. O-O -- 1/2-1/2
`;
const shown = (games) =>
    JSON.parse(JSON.stringify(games.map((game) => ({ ...game, tags: [...game.tags], start: game.start.fen() }))));

test('tags, comments, variations, NAGs, clocks, evaluations, errors', () => {
    const [one, broken, house, shuffled] = [...readPgn(GAMES)];
    assert.deepEqual(
        [...one.tags],
        [
            ['Event', 'one "two"'],
            ['White', 'Møller'],
            ['Result', '1-0'],
        ],
    );
    assert.equal(one.result, '1-0');
    assert.deepEqual(one.comments, ['first']);
    assert.deepEqual(
        one.moves.map((node) => node.text),
        ['e4', 'e5', 'Nf3', 'Nc6'],
    );
    assert.equal(one.moves[0].clock, 60.5);
    assert.deepEqual(one.moves[2].evaluation, { kind: 'centipawns', value: 17, depth: 20 });
    assert.deepEqual(one.moves[3].nags, [5]);
    const [line] = one.moves[1].variations;
    assert.deepEqual(
        line.map((node) => node.text),
        ['c5', 'Nf3', 'd6'],
    );
    assert.deepEqual(line[0].after, ['Sicilian']);
    assert.deepEqual(
        line[1].variations[0].map((node) => node.text),
        ['c3'],
    );
    assert.equal(one.error, null);
    assert.equal(broken.moves.length, 2);
    assert.match(broken.error.message, /Ke3/);
    assert.equal(broken.error.line, 9);
    assert.equal(GAMES.slice(0, broken.error.offset - 1).split('\n').length, 9, 'ø has two bytes');
    assert.equal(house.start.variant, 'crazyhouse');
    assert.deepEqual(house.moves[4].evaluation, { kind: 'mate', value: -3, depth: null });
    assert.equal(shuffled.chess960, true);
    assert.equal(shuffled.moves[1].move, 0);
    assert.equal(shuffled.result, '1/2-1/2');
});

test('what is written can be read again', () => {
    for (const game of readPgn(GAMES)) {
        const text = writePgn(game);
        assert.ok(text.split('\n').every((line) => line.length <= 79));
        const [again] = [...readPgn(text)];
        assert.equal(writePgn(again), text);
        assert.deepEqual(
            again.moves.map((node) => node.move),
            game.moves.map((node) => node.move),
        );
    }
    assert.throws(
        () =>
            writePgn({
                tags: new Map(),
                start: Position.start(),
                moves: [{ move: 5, nags: [], before: [], after: [], variations: [] }],
                result: '*',
            }),
        PlyforgeError,
    );
});

test('a comment that looks like tags stays a comment', () => {
    const [e4] = Position.start().moves();
    const texts = [
        'see\n[Event "x"]',
        ' a  b\t\r\n[Event "x"]\n',
        'line\n%escaped',
        '\ufeff[Event "x"]',
        'a \ufeff [Event "x"] \ufefb',
        '[',
        '[%clk',
        '',
        '\n',
        '}\n[x "',
    ];
    for (let length = 0; length < 90; length++)
        texts.push(`${'w'.repeat(length)} [Event "x"] ${'v '.repeat(length)}\ufeff [Event "y"]`);
    for (const text of texts) {
        const comment = text
            .replaceAll('}', ')')
            .replace(/[ \t\r\n]+/g, ' ')
            .replace(/^ | $/g, '');
        const written = writePgn({
            moves: [{ move: e4, before: [text], after: [text], variations: [[{ move: e4, after: [text] }]] }],
            comments: [text],
            result: '*',
        });
        const [game, ...others] = [...readPgn(written)];
        assert.equal(others.length, 0, written);
        assert.deepEqual([game.error, game.warnings], [null, []], written);
        const [
            {
                after,
                variations: [[inner]],
            },
        ] = game.moves;
        assert.deepEqual(
            [...game.comments, ...after, ...inner.after].map((one) => one.replace(/\n/g, ' ')),
            Array(4).fill(comment),
        );
        assert.equal(writePgn(game), written);
    }
});

test('lines have at most 79 columns, and commands stay whole', () => {
    const game = new Game();
    const moves = [];
    for (let i = 0; i < 60; i++) {
        const legal = game.position.moves();
        const move = legal[i % legal.length];
        moves.push({ move, after: [`[%clk  0:${10 + i}:00] ${'\u{1f600}'.repeat(i % 9)} word [%eval\n0.5]`] });
        game.play(move);
    }
    const lines = writePgn({ moves }).split('\n');
    for (const line of lines) assert.ok([...line].length <= 79, line);
    assert.equal(writePgn({ moves: [], comments: ['ww' + ' w'.repeat(100)] }).split('\n')[0].length, 79);
    for (const line of lines) assert.doesNotMatch(line, /\[%(clk|eval)$/);
    assert.ok(lines.some((line) => line.startsWith('[%')));
    assert.equal([...readPgn(lines.join('\n'))][0].moves[59].clock, 69 * 60);
});

test('every cut of a stream gives the same games', async () => {
    const bytes = new TextEncoder().encode(GAMES);
    const all = shown([...readPgn(GAMES)]);
    assert.deepEqual(shown([...readPgn(bytes)]), all);
    const read = async (chunks) => {
        const games = [];
        const stream = new ReadableStream({
            start(controller) {
                for (const chunk of chunks) controller.enqueue(chunk);
                controller.close();
            },
        });
        for await (const game of readPgnStream(stream)) games.push(game);
        return shown(games);
    };
    for (let cut = 0; cut <= bytes.length; cut += 7)
        assert.deepEqual(await read([bytes.slice(0, cut), bytes.slice(cut)]), all, `cut at ${cut}`);
    assert.deepEqual(await read(Array.from(bytes, (byte) => Uint8Array.of(byte))), all);
    async function* texts() {
        for (const line of GAMES.split(/(?<=\n)/)) yield line;
    }
    const games = [];
    for await (const game of readPgnStream(texts())) games.push(game);
    assert.deepEqual(shown(games), all);
});

/* Calls a function while the module's functions are others; what they were is put back. */
async function withExports(change, work) {
    const core = full.get();
    const { exports } = core;
    core.exports = { ...exports, ...change(exports) };
    try {
        return await work();
    } finally {
        core.exports = exports;
    }
}

async function gamesOf(chunks, options) {
    const games = [];
    for await (const game of readPgnStream(
        (async function* () {
            yield* chunks;
        })(),
        options,
    ))
        games.push(game);
    return shown(games);
}

/* The games of a text that is read in one go, without a guess at which of them are complete. */
const uncut = (bytes, options) =>
    withExports(
        ({ pgn_read }) => ({ pgn_read: (from, ...rest) => (rest.at(-1) ? pgn_read(from, ...rest) : from) }),
        () => gamesOf([bytes], options),
    );

function* slices(input, step) {
    for (let at = 0; at < input.length; at += step) yield input.slice(at, at + step);
}

test('every size of pieces gives the same games: untagged, joined, broken, odd', async () => {
    const untagged =
        '1. e4 e5 2. Nf3 *\n\n1. d4 d5 1-0\n\n1. c4\n\n1. e4 Ke5 1/2\n -\n1/2 {end}\n\n1\n-0\n\ne4 e5 *\n\n1... e5 *\n3. Nf3 *\nwords 1.\n[A "b"]\n1. e4 0 -\n1. d4\n';
    for (const strict of [false, true]) {
        for (const text of [
            GAMES,
            untagged,
            untagged + GAMES,
            GAMES.replaceAll('\n\n[', '\n['),
            `${GAMES}\n${untagged}`.replaceAll('\n', '\r\n'),
        ]) {
            const bytes = new TextEncoder().encode(text);
            const expected = await uncut(bytes, { strict });
            for (let step = 1; step <= bytes.length; step += step < 40 ? 1 : 23)
                assert.deepEqual(await gamesOf(slices(bytes, step), { strict }), expected, `pieces of ${step}`);
        }
    }
});

test('random words in random pieces give the same games', async () => {
    const words = [
        '1. e4 e5',
        '1. d4',
        'e4',
        'Ke5',
        '1.',
        '1...',
        '1',
        '0',
        '7. Nf3',
        '*',
        '1-0',
        '0-1',
        '1/2',
        '-',
        '0 -',
        '1/2 -',
        '\n',
        '\n',
        '\n\n',
        '\n\n',
        '\r\n',
        ' ',
        '[A "b"]',
        '\n[A "b"]\n',
        '[',
        ']',
        '"',
        '[A',
        '{',
        '}',
        '{c}',
        '(',
        ')',
        '(1. d4)',
        ';c',
        '%x',
        '\n%x',
        '$3',
        '!',
        'word',
        '\u00bd',
        '\ufeff',
        'e.p.',
        '\u2026',
    ];
    let state = 4711;
    const random = (limit) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % limit;
    for (let i = 0; i < 2000; i++) {
        const text = Array.from(
            { length: 1 + random(40) },
            () => words[random(words.length)] + (random(2) ? ' ' : ''),
        ).join('');
        const bytes = new TextEncoder().encode(text);
        const strict = i % 2 === 1;
        assert.deepEqual(
            await gamesOf(slices(bytes, 1 + random(30)), { strict }),
            await uncut(bytes, { strict }),
            JSON.stringify(text),
        );
    }
});

test('a game is handed out when the next one has begun', async () => {
    const [tagged] = GAMES.split('\n\n[Event "broken"]');
    for (const one of [
        '1. e4 e5 2. Nf3 *\n\n',
        `${tagged}\n\n`,
        '1. e4 e5 1/2-1/2\n',
        '[A "b"]\n\n*\n',
        '1. e4 {' + 'word '.repeat(5000) + '} *\n\n',
    ]) {
        let fed = 0;
        let got = 0;
        async function* feed() {
            for (; fed < 50; fed++) {
                assert.ok(got >= fed - 1, `${got} of ${fed} games`);
                yield one;
            }
        }
        for await (const game of readPgnStream(feed())) assert.equal(game.error, (got++, null));
        assert.equal(got, 50);
    }
});

test('games without tags take no more memory the more there are', async () => {
    const one = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n';
    const some = one.repeat(30_000);
    let most = 0;
    const count = await withExports(
        ({ pgn_input }) => ({ pgn_input: (size) => ((most = Math.max(most, size)), pgn_input(size)) }),
        async () => {
            let games = 0;
            for await (const game of readPgnStream(
                (async function* () {
                    for (let i = 0; i < 4; i++) yield some;
                })(),
            ))
                games += game.moves.length === 6;
            return games;
        },
    );
    assert.equal(count, 120_000);
    assert.ok(most < 300_000, `${most} bytes at once`);
    for await (const game of readPgnStream(
        (async function* () {
            for (;;) yield one;
        })(),
    )) {
        assert.equal(game.offset, 0);
        break;
    }
});

test('a game that is too long has an error, and reading continues with the next tag', async () => {
    const long = 'Nf3 Nf6 Ng1 Ng8 '.repeat(5 << 16);
    const next = '\n\n[Event "next"]\n\n1. d4 d5 *\n';
    const texts = [
        `[Event "a"]\n\n1. e4 *\n\n[Event "long"]\n\n${long}${next}`,
        `1. e4 *\n\n1. d4 *\n\n${long}\n  [White "no empty line"]\n1. c4 *${next}`,
        `1. e4 {${long}${'\n'.repeat(1000)}} *\n\n1. d4 *\n${next}`,
        `1. e4 *${' \n'.repeat(3 << 20)}1. d4 *`,
        `${long}${next}${long}${next}`,
        long,
    ];
    const many = 'four bytes for each move';
    const expected = [[1, many, 2], [1, 1, many, 1, 2], [1, 2], [1], [many, 2, many, 2], [many]];
    const counted = ({ moves }) => (Math.abs(moves.length - (1 << 18)) < 10 ? many : moves.length);
    for (const [i, text] of texts.entries()) {
        const games = [...readPgn(text, { maxGame: 1 << 20 })];
        assert.deepEqual(games.map(counted), expected[i]);
        const broken = games.filter((game) => game.error);
        assert.ok(
            broken.length > 0 &&
                broken.every((game) => game.error.message === 'the game is longer than the limit of 1 MiB'),
        );
        assert.ok(broken.every((game) => game.error.offset === game.offset + (1 << 20)));
        const begins = [...text.matchAll(/\[(Event|White)/g)].map((match) => match.index);
        assert.deepEqual(
            games.map((game) => game.offset).filter((offset) => text[offset] === '['),
            begins,
        );
        const lines = broken.map((game) => text.slice(0, game.error.offset).split('\n').length);
        assert.deepEqual(
            broken.map((game) => game.error.line),
            lines,
        );
        for (const size of [100_001, 3_000_000]) {
            async function* pieces() {
                for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
            }
            const streamed = [];
            for await (const game of readPgnStream(pieces(), { maxGame: 1 << 20 })) streamed.push(game);
            assert.deepEqual(
                streamed.map((game) => [game.offset, game.moves.length, game.error]),
                games.map((game) => [game.offset, game.moves.length, game.error]),
            );
        }
    }
    assert.deepEqual(
        [...readPgn(texts[0])].map((game) => game.moves.length),
        [1, 5 << 18, 2],
    );
    for (const maxGame of [0, -1, 1.5, '1', 2 ** 31]) assert.throws(() => [...readPgn('*', { maxGame })], /maxGame/);
});

test('a game that does not end takes bounded memory', async () => {
    const block = new TextEncoder().encode('Nf3 Nf6 Ng1 Ng8 '.repeat(1 << 16));
    let given = 0;
    async function* endless() {
        for (; given < 1 << 27; given += block.length) yield block;
        yield new TextEncoder().encode('\n\n[Event "next"]\n\n1. d4 d5 *\n');
    }
    const lengths = [];
    let most = 0;
    await withExports(
        ({ pgn_input }) => ({ pgn_input: (size) => ((most = Math.max(most, size)), pgn_input(size)) }),
        async () => {
            for await (const game of readPgnStream(endless(), { maxGame: 1 << 21 })) lengths.push(game.moves.length);
        },
    );
    assert.deepEqual(lengths, [1 << 19, 2]);
    assert.ok(most < 10 << 20, `${most} bytes at once`);
});

test('a long input in blocks, with places that are right', async () => {
    const game = `[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ${'{comment é} '.repeat(40)}*\n\n`;
    const text = game.repeat(6000) + '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n';
    assert.ok(text.length > 3_000_000);
    const games = [...readPgn(text)];
    assert.equal(games.length, 6001);
    assert.equal(games[6000].error.line, 6000 * 4 + 3);
    assert.equal(games[6000].offset, 6000 * new TextEncoder().encode(game).length);
    assert.ok(games.slice(0, 6000).every((one) => one.moves.length === 6 && !one.error));
    async function* pieces() {
        for (let at = 0; at < text.length; at += 100_001) yield text.slice(at, at + 100_001);
    }
    let count = 0;
    let last;
    for await (const one of readPgnStream(pieces())) {
        count++;
        last = one;
    }
    assert.equal(count, 6001);
    assert.deepEqual(last.error, games[6000].error);
    const huge = '1. e4 ' + '{word} '.repeat(300_000) + 'e5 *';
    assert.deepEqual(
        [...readPgn(huge)].map((one) => one.moves.length),
        [2],
    );
    // Text before the first tag belongs to its game, however long it is.
    const preface = 'Some words\n'.repeat(200_000) + '\n[Event "b"]\n\n1. d4 *\n';
    assert.deepEqual(
        [...readPgn(preface.repeat(2))].map((one) => one.moves.length),
        [1, 1],
    );
});

test('a text without tags is handed over a few times, not once for each piece', async () => {
    const one = '1. e4 e5 {a comment that takes some room} 2. Nf3 *\n\n';
    const text = one.repeat(150_000);
    let handed = 0;
    await withExports(
        ({ pgn_input }) => ({ pgn_input: (size) => ((handed += size), pgn_input(size)) }),
        async () => {
            let count = 0;
            for (const game of readPgn(text)) count += game.moves.length;
            assert.equal(count, 450_000);
            for (const step of [20_011, 3_000_001]) {
                count = 0;
                for await (const game of readPgnStream(
                    (async function* () {
                        yield* slices(text, step);
                    })(),
                )) {
                    assert.equal(game.offset, (count / 3) * one.length);
                    count += game.moves.length;
                }
                assert.equal(count, 450_000);
            }
            assert.ok(handed < 3 * 2 * text.length, `${handed / text.length} times`);
            handed = 0;
            const game = `1. e4 ${'{word} '.repeat(300_000)}e5 *`;
            assert.deepEqual(
                (await gamesOf(slices(game, 1000))).map(({ moves }) => moves.length),
                [2],
            );
            assert.ok(handed < 6 * game.length, `one game: ${handed / game.length} times`);
        },
    );
});

test('bytes of every kind', () => {
    const bytes = new TextEncoder().encode(GAMES);
    const expected = [...readPgn(GAMES)].map(writePgn);
    for (const input of [bytes, Buffer.from(bytes), bytes.buffer])
        assert.deepEqual([...readPgn(input)].map(writePgn), expected);
    assert.throws(
        () => [...readPgn(new DataView(bytes.buffer))],
        /a string, a Uint8Array or an ArrayBuffer, not from an object/,
    );
});

test('two readers at the same time', () => {
    const many = '1. e4 e5 *\n\n[Event "x"]\n\n'.repeat(3).repeat(5000);
    const [a, b] = [readPgn(many), readPgn('[Event "y"]\n\n1. d4 *\n'.repeat(2))];
    let count = 0;
    for (const game of a) {
        assert.equal(game.moves[0]?.text ?? 'e4', 'e4');
        if (count++ % 5000 === 0) b.next();
    }
    assert.ok(count >= 15000);
});

test('bytes that are not UTF-8 are Latin-1', () => {
    const [game] = [...readPgn(Uint8Array.from(Buffer.from('[White "M\xf8ller"]\n\n1. e4 *\n', 'latin1')))];
    assert.equal(game.tags.get('White'), 'Møller');
});

test('the kept inputs of the fuzzers', () => {
    const folder = new URL('../../../fuzz/corpus/pgn/', import.meta.url);
    for (const name of readdirSync(folder)) {
        const bytes = readFileSync(new URL(name, folder));
        for (const strict of [false, true]) {
            for (const game of readPgn(new Uint8Array(bytes), { strict }))
                assert.ok(game.error || writePgn(game).length > 0, name);
        }
    }
});

test('wrong input', async () => {
    assert.throws(() => [...readPgn(42)], TypeError);
    assert.throws(() => [...readPgn('1. e4', { variant: 'nonsense' })], PlyforgeError);
    await assert.rejects(async () => {
        for await (const game of readPgnStream('text')) assert.ok(game);
    }, TypeError);
    await assert.rejects(async () => {
        for await (const game of readPgnStream(
            (async function* () {
                yield 5;
            })(),
        ))
            assert.ok(game);
    }, TypeError);
    await assert.rejects(gamesOf(['*'], 'atomic'), /^TypeError: options must be an object/);
    assert.deepEqual([...readPgn('')], []);
});

test('a text that is cut inside a character', async () => {
    async function* halves() {
        yield '[White "\ud83d';
        yield '\ude00"]\n\n1. e4 *';
        yield '\ud83d';
    }
    for await (const game of readPgnStream(halves())) assert.equal(game.tags.get('White'), '\u{1f600}');
    const [lone] = await gamesOf(['[White "\ud83d', new TextEncoder().encode('x"]\n\n*')]);
    assert.deepEqual(lone.tags, [['White', '\ufffdx']]);
});

test('a stream that fails or is left early', async () => {
    const failing = new ReadableStream({
        start: (controller) => controller.enqueue('[Event "x"]\n\n1. e4 *\n\n'),
        pull: (controller) => controller.error(new Error('the net is gone')),
    });
    await assert.rejects(async () => {
        for await (const game of readPgnStream(failing)) assert.ok(game);
    }, /the net is gone/);
    const withoutIterator = (stream) => ({ getReader: () => stream.getReader() }); // as in older browsers
    for (const shape of [(stream) => stream, withoutIterator]) {
        let isCancelled = false;
        const endless = new ReadableStream({
            pull: (controller) => controller.enqueue('[Event "x"]\n\n1. e4 *\n\n'.repeat(60_000)),
            cancel: () => (isCancelled = true),
        });
        for await (const game of readPgnStream(shape(endless))) {
            assert.ok(game);
            break;
        }
        assert.ok(isCancelled);
        assert.ok(!endless.locked);
    }
    const whole = new ReadableStream({
        start(controller) {
            controller.enqueue('1. e4 *');
            controller.close();
        },
    });
    for await (const game of readPgnStream(withoutIterator(whole))) assert.equal(game.moves.length, 1);
    assert.ok(!whole.locked);
});

test('tags stay on their lines', () => {
    const game = { start: Position.start(), moves: [], result: '*' };
    const text = writePgn({ ...game, tags: new Map([['White', 'a\nb "c" \\']]) });
    assert.equal([...readPgn(text)][0].tags.get('White'), 'a b "c" \\');
    assert.deepEqual(
        [...[...readPgn(writePgn({ ...game, tags: new Map([['A-b', 'x']]) }))][0].tags],
        [['A_b', 'x']],
        'as files have it',
    );
    for (const name of ['A "', '', 'a b', 'a\n', 5, null])
        assert.throws(() => writePgn({ ...game, tags: new Map([[name, 'x']]) }), /^TypeError.*tag/);
    assert.equal(writePgn({ moves: [], tags: { White: undefined, Black: null, Round: 3 } }), '[Round "3"]\n\n*\n');
});

test('what is written has the tags of its start', () => {
    const starts = [
        Position.chess960(100),
        Position.start('atomic'),
        Position.start('racingkings'),
        Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K - 3 9'),
        Position.fromFen('4k3/8/8/8/8/8/8/4K1R1 w G - 0 1', { chess960: true }),
    ];
    for (const start of starts) {
        const move = start.moves()[0];
        const text = writePgn({
            tags: new Map(),
            start,
            moves: [{ move, text: '', nags: [], before: [], after: [], variations: [] }],
            result: '*',
        });
        const [game] = [...readPgn(text)];
        assert.equal(game.error, null, text);
        assert.equal(game.start.fen(), start.fen());
        assert.equal(game.start.variant, start.variant);
        assert.deepEqual(
            game.moves.map((node) => node.move),
            [move],
        );
        assert.equal(writePgn(game), text);
    }
    assert.equal(writePgn({ tags: new Map(), start: Position.start(), moves: [], result: '*' }), '*\n');
});

test('a game that was played is written', () => {
    const game = new Game();
    for (const move of ['f3', 'e5', 'g4', 'Qh4#']) game.play(move);
    const text = '[White "A"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';
    assert.equal(
        writePgn({ tags: { White: 'A' }, start: game.positionAt(0), moves: game.moves, result: game.outcome().result }),
        text,
    );
    assert.equal(
        writePgn({
            tags: new Map([['White', 'A']]),
            moves: Array.from(game.moves, (move) => ({ move })),
            result: '0-1',
        }),
        text,
    );
    const start = Position.start();
    assert.equal(
        writePgn({ moves: [{ move: start.parse('e4'), nags: [1], variations: [[start.parse('d4')]] }] }),
        '1. e4 $1 (1. d4) *\n',
    );
    for (const wrong of [
        undefined,
        null,
        5,
        'x',
        {},
        { moves: 5 },
        { moves: 'e4' },
        { moves: [], start: 5 },
        { moves: [], result: 'x"]' },
        { moves: ['e4'] },
        { moves: [null] },
    ]) {
        assert.throws(() => writePgn(wrong), TypeError, JSON.stringify(wrong));
    }
    for (const nag of [-1, NaN, 'x', 256, 70000])
        assert.throws(() => writePgn({ moves: [{ move: start.parse('e4'), nags: [nag] }] }), RangeError);
});

test('what is written is what was asked for, or an error', () => {
    const e4 = Position.start().parse('e4');
    assert.equal(
        writePgn({ moves: [{ move: e4, before: 'a', after: 'good' }], comments: 'first of all' }),
        '{first of all} {a} 1. e4 {good} *\n',
    );
    for (const comments of [5, [5], [null], {}]) {
        assert.throws(() => writePgn({ moves: [], comments }), TypeError);
        assert.throws(() => writePgn({ moves: [{ move: e4, after: comments }] }), TypeError);
    }
    for (const result of ['', 0, false, 'x', '1:0'])
        assert.throws(() => writePgn({ moves: [], result }), /^TypeError: the result of a game is 1-0/);
    assert.equal(writePgn({ moves: [], tags: { Result: '0-1' } }), '[Result "0-1"]\n\n0-1\n');
    assert.equal(writePgn({ moves: [], tags: { Result: 'unknown' } }), '[Result "unknown"]\n\n*\n');
    const FEN = '4k3/8/8/8/8/8/8/4K2R w K - 3 9';
    for (const tags of [{ FEN }, { Variant: 'Atomic' }, { Variant: 'Shogi' }, { FEN: 'x' }]) {
        assert.throws(
            () => writePgn({ tags, moves: [] }),
            (error) => error instanceof PlyforgeError && /start/.test(error.message),
            JSON.stringify(tags),
        );
    }
    assert.throws(() => writePgn({ tags: { FEN }, start: Position.start('atomic'), moves: [] }), /but start is atomic/);
    assert.equal(writePgn({ tags: { FEN }, start: Position.fromFen(FEN), moves: [] }), `[FEN "${FEN}"]\n\n*\n`);
    for (const tag of ['[FEN "x"]', '[Variant "Shogi"]'])
        assert.equal(writePgn([...readPgn(`${tag}\n\n1. e4 *`)][0]), `${tag}\n\n*\n`, 'a broken game');
    assert.equal(writePgn({ tags: { Variant: 'From Position' }, moves: [] }), '[Variant "From Position"]\n\n*\n');
});

test('variants are named as lichess names them', () => {
    const titles = ['Crazyhouse', 'Atomic', 'Antichess', 'King of the Hill', 'Three-check', 'Horde', 'Racing Kings'];
    for (const [i, title] of titles.entries()) {
        const text = writePgn({ start: Position.start(VARIANTS[i + 1]), moves: [] });
        assert.equal(text, `[Variant "${title}"]\n\n*\n`);
        assert.equal([...readPgn(text)][0].start.variant, VARIANTS[i + 1]);
    }
});

test('a game keeps sixteen warnings, and counts all', () => {
    const [game, ...others] = readPgn(`1. e4 ${'$ '.repeat(500_000)}*`);
    assert.equal(others.length, 0);
    assert.deepEqual([game.warnings.length, game.warningCount, game.error, game.result], [16, 500_000, null, '*']);
});

test('bytes of another realm are read', async () => {
    const bytes = vm.runInNewContext('new Uint8Array([49, 46, 32, 101, 52, 32, 42])');
    const games = [...readPgn(bytes), ...readPgn(bytes.buffer)];
    for await (const game of readPgnStream(
        (async function* stream() {
            yield bytes;
        })(),
    ))
        games.push(game);
    assert.deepEqual(
        games.map((game) => [game.moves[0].text, game.result]),
        Array(3).fill(['e4', '*']),
    );
    assert.throws(() => [...readPgn(new Uint16Array(4))], TypeError);
});

test('the Seven Tag Roster is written first, with "?" where nothing is known', () => {
    const moves = [Position.start().parse('e4')];
    const tagsOf = (game, options) =>
        [...writePgn({ moves, ...game, ...options }).matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(
            ([, name, value]) => `${name}=${value}`,
        );
    assert.deepEqual(tagsOf({ tags: { Opening: 'King', White: 'Me' }, result: '1-0' }, { roster: true }), [
        'Event=?',
        'Site=?',
        'Date=????.??.??',
        'Round=?',
        'White=Me',
        'Black=?',
        'Result=1-0',
        'Opening=King',
    ]);
    assert.deepEqual(tagsOf({ tags: { Result: '0-1' } }, { roster: true }).at(6), 'Result=0-1');
    assert.deepEqual(tagsOf({}, { roster: true }).at(6), 'Result=*');
    assert.deepEqual(tagsOf({ tags: { White: 'Me' } }), ['White=Me']);
    assert.deepEqual(tagsOf({ tags: { White: 'Me' } }, { roster: false }), ['White=Me']);
    const [again] = readPgn(writePgn({ moves, result: '1/2-1/2', roster: true }));
    assert.equal(again.tags.size, 7);
    assert.equal(again.error, null);
});
