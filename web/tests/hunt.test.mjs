// Find my bug: 24 deliberate bugs, hunted as a person would; every form of a divide; the function in the sandbox.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { build } from 'esbuild';
import { address, expectText, hashOf, pageTest, paste } from './browser.mjs';
import { ENGINE, hunt, runEngine } from './hunter.mjs';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const ENDGAME = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1';
const PROMOTIONS = 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1';
const SHOTS = process.env.PLYFORGE_SCREENSHOTS;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** chess.js, which the tests of the JavaScript package install. */
const CHESS_JS = createRequire(new URL('../../bindings/javascript/package.json', import.meta.url)).resolve('chess.js');

// Ways in which programs spell what they print.
const capitals = (text) =>
    text.replace(/^([a-h][1-8][a-h][1-8])([qrbn])/gm, (_, move, piece) => move + piece.toUpperCase());
const quoted = (text) => text.replace(/^(\w+): (\d+)$/gm, '> 1. $1 - $2').replace('Nodes searched', 'Total');
const bullets = (text) => text.replace(/^(\w+): (\d+)$/gm, '"$1": $2,');
const fewLetters = (text) => text.replace(/^([a-h]7[a-h]8|[a-h]2[a-h]1)[qrbn]/gm, '$1');

const BUGS = [
    ['EP_RANK_PIN', 'en passant pin on the rank', { fen: ENDGAME, depth: 3 }],
    ['EP_NOT_SET', 'en passant square not set by a double pawn push', { fen: KIWIPETE, depth: 2 }],
    [
        'EP_LEAVES_PAWN',
        'playing en passant leaves a wrong board',
        { fen: '8/K7/8/k7/1pP5/8/8/8 b - c3 0 1', depth: 2, how: 'both' },
    ],
    ['EP_PINNED_PAWN', 'en passant by a pinned pawn', { fen: '8/4r3/8/4Pp2/8/8/6k1/4K3 w - f6 0 1', depth: 1 }],
    ['EP_STALE', 'en passant after the chance has passed', { fen: '8/8/8/4pP2/8/6k1/8/7K w - e6 0 1', depth: 3 }],
    [
        'NO_EP_EVASION',
        'en passant as an answer to check missing',
        { fen: '8/8/4k3/5pP1/4K3/8/8/8 w - f6 0 1', depth: 2, how: 'fen' },
    ],
    ['CASTLING_THROUGH', 'castling through attack', { fen: KIWIPETE, depth: 2, dialect: 'dash' }],
    [
        'CASTLING_OUT_OF_CHECK',
        'castling out of check',
        { fen: 'r3k3/8/3K1N2/8/8/8/8/8 b q - 0 1', depth: 1, spell: quoted },
    ],
    ['CASTLING_INTO_CHECK', 'castling into check', { fen: '8/8/8/8/8/8/1k6/R3K3 w Q - 0 1', depth: 2, spell: bullets }],
    [
        'ROOK_CAPTURE_KEEPS_RIGHT',
        'castling rights after a rook capture',
        { fen: '4k2r/6B1/8/8/8/8/7K/8 w k - 0 1', depth: 2, how: 'both' },
    ],
    ['ROOK_MOVE_KEEPS_RIGHT', 'castling rights after a rook move', { fen: '1K2k2r/8/8/8/8/8/8/8 b k - 0 1', depth: 3 }],
    [
        'KING_MOVE_KEEPS_RIGHT',
        'castling rights after a king move',
        { fen: 'K3k2r/8/8/8/8/8/8/8 b k - 0 1', depth: 3, dialect: 'space' },
    ],
    ['NO_A_SIDE_CASTLING', 'castling missing', { fen: KIWIPETE, depth: 3, dialect: 'bare' }],
    ['CASTLING_ROOK_STAYS', 'playing castling leaves a wrong board', { fen: KIWIPETE, depth: 3 }],
    ['ONLY_QUEENS', 'underpromotion missing', { fen: PROMOTIONS, depth: 2, spell: capitals }],
    ['NO_CAPTURE_PROMOTION', 'promotion missing', { fen: PROMOTIONS, depth: 2, spell: fewLetters }],
    [
        'DOUBLE_CHECK',
        'double check answered by a piece other than the king',
        { fen: '4k3/8/4r3/8/8/8/3Q4/4Kr2 w - - 0 1', depth: 2 },
    ],
    ['PINS_IGNORED', 'pinned piece moves off the ray', { fen: KIWIPETE, depth: 3, how: 'fen' }],
    ['PINNED_NEVER_MOVES', 'pinned piece move along the ray missing', { fen: KIWIPETE, depth: 3 }],
    [
        'KING_BACK_ALONG_RAY',
        'king steps back along the checking ray',
        { fen: '2Q1k3/8/8/8/8/8/8/3K4 b - - 0 1', depth: 1 },
    ],
    ['DOUBLE_PUSH_JUMPS', 'double pawn push over a piece', { fen: START, depth: 3 }],
    [
        'C960_KING_STAYS',
        'castling missing when the king stays where it is',
        { fen: '6kr/8/8/8/8/8/8/2K5 b h - 0 1', depth: 2, rules: 'chess960' },
    ],
    ['ATOMIC_OWN_KING', 'own king explodes', { fen: 'r2Kk3/8/8/8/8/8/8/8 b q - 0 1', depth: 2, rules: 'atomic' }],
    [
        'CRAZYHOUSE_PAWN_ON_EDGE',
        'pawn drop on the first or last rank',
        { fen: '8/8/3b~4/8/4K3/8/8/5k2[p] b - - 0 1', depth: 2, rules: 'crazyhouse' },
    ],
];

const hasEngine = existsSync(ENGINE);
test('the broken engine is there', { skip: !hasEngine && 'broken_engine was not built' }, () => {
    assert.equal(BUGS.length, 24);
    assert.match(runEngine('none', 'standard', `position fen ${START}\ngo perft 2`), /Nodes searched: 400/);
});

if (hasEngine) {
    pageTest('24 deliberate bugs are named', {}, async (page) => {
        const names = [];
        for (const [mutant, bug, root] of BUGS) {
            const found = await hunt(page, { mutant, ...root });
            names.push(found.bug === bug ? 'right' : `${mutant} is named "${found.bug}", not "${bug}"`);
            if (found.bug !== bug) continue;
            assert.ok(
                (await page.locator('.figure svg').count()) === 1 &&
                    (await page.locator('.proof').textContent()) !== '',
            );
            await expectText(page, '#hunt-tests', /JavaScript/);
            assert.equal(
                await page.locator('.snippet figcaption > span', { hasText: /^(EPD|C|Python|JavaScript)\b/ }).count(),
                4,
            );
        }
        assert.deepEqual(
            names,
            BUGS.map(() => 'right'),
        );
    });

    pageTest('the end of a hunt: position, proof, torture position, tests; and its link', {}, async (page) => {
        await hunt(page, { mutant: 'EP_RANK_PIN', fen: ENDGAME, depth: 3 });
        assert.match(await page.locator('.proof').textContent(), /is not legal: both pawns would leave the rank/);
        assert.ok((await page.locator('.figure .arrows path').count()) >= 2);
        await expectText(page, '#hunt-sample code', /^8\/3k4\/8\/2KPp2r\/8\/8\/8\/8 w - e6 0 1$/);
        // Bugs of one name differ: the position is one to try, and not said to be one of this bug.
        await expectText(
            page,
            '#hunt-sample',
            /position to try.*If your program counts it correctly, yours is another bug/,
        );
        assert.doesNotMatch(await page.locator('#panel-hunt').textContent(), /smallest position/i);
        assert.match(await page.locator('#hunt-sample a').getAttribute('href'), /^#tab=hunt&fen=8\/3k4/);
        await expectText(page, '#hunt-tests', /JavaScript/);
        const epd = (await page.locator('.snippet', { hasText: /^EPD/ }).locator('pre').textContent()).trim();
        assert.match(epd, /^\S+ [wb] \S+ \S+ \d+ \d+ ;D\d \d+ ;id en passant pin on the rank$/);
        // The test to keep fails with the broken program and not with a right one.
        const [, fen, depth, count] = /^(.*) ;D(\d) (\d+)/.exec(epd);
        const total = (mutant) =>
            /searched: (\d+)/.exec(runEngine(mutant, 'standard', `position fen ${fen}\ngo perft ${depth}`))[1];
        assert.equal(total('none'), count);
        assert.notEqual(total('EP_RANK_PIN'), count);
        const hash = await page.evaluate(() => location.hash);
        await page.goto(address() + hash);
        await expectText(page, '#bug', /^en passant pin on the rank$/);
    });

    pageTest('right from the FEN and wrong along the moves', {}, async (page) => {
        const found = await hunt(page, {
            mutant: 'CASTLING_ROOK_STAYS',
            fen: '4k2r/8/8/8/8/8/8/4K3 b k - 0 1',
            depth: 2,
            how: 'both',
        });
        assert.equal(found.bug, 'playing castling leaves a wrong board');
        await expectText(page, '#hunt-now', /After e8g8 the program is right from the FEN and wrong along the moves/);
    });

    pageTest(
        'by keyboard and by touch',
        { touch: true, width: 360, height: 740, hash: '#tab=hunt&fen=2Q1k3/8/8/8/8/8/8/3K4_b_-_-_0_1' },
        async (page) => {
            const text = runEngine(
                'KING_BACK_ALONG_RAY',
                'standard',
                'position fen 2Q1k3/8/8/8/8/8/8/3K4 b - - 0 1\ngo perft 1',
            );
            await page.locator('#hunt-first').tap();
            await page.keyboard.insertText(text);
            await page.keyboard.press('Tab');
            await page.keyboard.press('Enter');
            await expectText(page, '#bug', /^king steps back along the checking ray$/);
            await page.goBack();
            await page.locator('#hunt-first').waitFor();
            await page.goForward();
            await expectText(page, '#bug', /^king steps back/);
            await page.getByRole('button', { name: 'Start again' }).tap();
            await page.locator('#hunt-first').fill('kept');
            await page.locator('#hunt-depth').fill('2');
            await page.keyboard.press('Enter');
            await expectText(page, '#hunt-now pre', /go perft 2$/);
            assert.equal(await page.locator('#hunt-first').inputValue(), 'kept');
        },
    );

    pageTest('a program without a bug', {}, async (page) => {
        await hunt(page, { mutant: 'none', fen: KIWIPETE, depth: 3 });
        await expectText(page, '.result', /No difference.*depth 3/);
    });
}

pageTest(
    'every usual form of a divide, and a text that is no divide',
    { hash: `#tab=hunt&fen=${PROMOTIONS.replaceAll(' ', '_')}` },
    async (page) => {
        // All of them are answers to a check.
        const MOVES = ['f1f2', 'd2d4', 'c4c5', 'b4c5', 'f3d4', 'g1h1'];
        const forms = [
            'f1f2: 1\nd2d4: 1\nc4c5: 1\nb4c5: 1\nf3d4: 1\ng1h1: 1',
            'Rf2 1\nd4 1\nc5 1\nBc5 1\nNd4 1\nKh1 1',
            '{"f1f2": 1, "d2d4": 1, "c4c5": 1, "b4c5": 1, "f3d4": 1, "g1h1": 1}',
            'info string f1f2 - 1\ninfo string d2d4 - 1\ninfo string c4c5 - 1\ninfo string b4c5 - 1\ninfo string f3d4 - 1\ninfo string g1h1 - 1\n\nTotal: 6',
            MOVES.map((move, index) => `[${index + 1}] ${move} = 1`).join('\n'),
            MOVES.map((move) => `Move: ${move} Nodes: 1`).join('\n'),
            MOVES.map((move) => `\u001b[1;32m${move}\u001b[0m: \u001b[33m1\u001b[0m`).join('\n'),
        ];
        for (const form of forms) {
            await paste(page, '#hunt-first', form);
            await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
            await expectText(page, '.result', /No difference.*depth 1/);
            await page.getByRole('button', { name: 'Start again' }).click();
        }
        await paste(page, '#hunt-first', 'nothing of the kind');
        await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
        await expectText(page, '#panel-hunt > .problem', /cannot be compared/);
        assert.equal(await page.locator('#hunt-first').inputValue(), 'nothing of the kind');
        await page.locator('#hunt-first').fill('f1f2: 99999999999999');
        await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
        await expectText(page, '#panel-hunt > .problem', /take depth \d or less/);
    },
);

const FUNCTION = `
// Legal moves of a king alone, with the edge forgotten.
function divide(fen, moves, depth) {
    if (globalThis.slow) while (true);
    const counts = {};
    for (const move of ['e1d1', 'e1f1', 'e1d2', 'e1e2', 'e1f2', 'e1e8']) counts[move] = 1;
    return counts;
}`;

pageTest(
    'a function runs in the sandbox after a click only',
    { hash: '#tab=hunt&fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1' },
    async (page) => {
        await page.locator('#code').fill(FUNCTION);
        await page.locator('#code-depth').fill('1');
        assert.equal(await page.locator('#bug').count(), 0);
        await page.locator('#code-run').click();
        await expectText(page, '#bug', /^moves a piece in a way that it cannot move$/);
        assert.doesNotMatch(await hashOf(page), /divide|counts/);
    },
);

pageTest(
    'a whole library is pasted, and the position is made small',
    { hash: `#tab=hunt&fen=${KIWIPETE.replaceAll(' ', '_')}` },
    async (page) => {
        const { outputFiles } = await build({
            entryPoints: [CHESS_JS],
            bundle: true,
            minify: true,
            format: 'iife',
            globalName: 'library',
            write: false,
        });
        await page.locator('#code').fill(`${outputFiles[0].text}
function divide(fen, moves, depth) {
    const chess = new library.Chess(fen);
    for (const move of moves) chess.move(move);
    const counts = {};
    for (const move of chess.moves({ verbose: true })) {
        if (move.san.startsWith('O-O-O')) continue; // the bug
        chess.move(move);
        counts[move.lan] = depth === 1 ? 1 : chess.perft(depth - 1);
        chess.undo();
    }
    return counts;
}`);
        await page.locator('#code-depth').fill('2');
        await page.locator('#code-run').click();
        await expectText(page, '#bug', /^castling missing/);
        const fen = await page.locator('#bug-fen').textContent();
        assert.ok(fen.split(' ')[0].replace(/[^a-z]/gi, '').length <= 4, fen);
    },
);

pageTest('a loop without end is stopped, and the page lives on', { hash: '#tab=hunt' }, async (page) => {
    await page.locator('#code').fill('function divide(fen, moves, depth) { while (true); }');
    await page.locator('#code-run').focus();
    await page.keyboard.press('Enter');
    await expectText(page, '#code-status', /Running/);
    await page.locator('#flip').click();
    await page.locator('#code-stop').click();
    await expectText(page, '#code-status', /Stopped/);
    assert.equal(await page.locator('iframe').count(), 0);
});

pageTest(
    'the sandbox reaches neither the page nor the network, and its errors are shown',
    { hash: '#tab=hunt' },
    async (page) => {
        const run = async (code, pattern) => {
            await page.locator('#code').fill(code);
            await page.locator('#code-run').click();
            await expectText(page, 'fieldset .problem', pattern);
        };
        await run('() => { throw new Error("mine"); }', /mine/);
        await run('function (', /^SyntaxError: (?!.*importScripts)/);
        await run('5', /must be a function/);
        await run('(q) => { throw new Error(self.origin + " " + typeof document); }', /null undefined/);
        await run('async (q) => new Map()', /promise/);
        await run(
            '(q) => { const r = new XMLHttpRequest(); r.open("GET", "ADDRESS", false); r.send(); return {}; }'.replace(
                'ADDRESS',
                address(),
            ),
            /Error/,
        );
        await run('(q) => { importScripts("ADDRESSsw.js"); return {}; }'.replace('ADDRESS', address()), /Error/);
    },
);

pageTest('the sentence is about a move that the bug has its name from', { hash: '#tab=hunt' }, async (page) => {
    await page.locator('#code').fill('() => []');
    await page.locator('#code-depth').fill('1');
    await page.locator('#code-run').click();
    await expectText(page, '#bug', /^pawn push missing$/);
    assert.match(
        await page.locator('.proof').textContent(),
        /^[a-h]2[a-h][34] is legal, and your program does not list it/,
    );
});

pageTest(
    'a sandbox that cannot be loaded is reported, and the next run tries again',
    { hash: '#tab=hunt' },
    async (page) => {
        const run = async (code) => {
            await page.locator('#code').fill(code);
            await page.locator('#code-depth').fill('1');
            await page.locator('#code-run').click();
        };
        await page.evaluate(() => {
            window.oldFetch = fetch;
            window.fetch = () => Promise.reject(new TypeError('the net is gone'));
        });
        await run('() => ({ e2e4: 1 })');
        await expectText(page, '#panel-hunt fieldset .problem', /the net is gone/);
        await page.evaluate(() => {
            window.fetch = async () => new Response('not here', { status: 404 });
        });
        await run('() => ({ e2e4: 1 })');
        await expectText(page, '#panel-hunt fieldset .problem', /404/);
        // The run that was stopped fails late, and the next one goes on.
        await page.evaluate(() => {
            window.fetch = (url) =>
                /worker/.test(url)
                    ? new Promise((_, reject) => {
                          window.failLate = () => reject(new TypeError('too late'));
                      })
                    : window.oldFetch(url);
        });
        await run('() => ({ e2e4: 1 })');
        await page.waitForFunction(() => window.failLate);
        await page.locator('#code-stop').click();
        await page.evaluate(() => {
            window.fetch = window.oldFetch;
        });
        await run('() => { for (;;); }');
        await page.evaluate(() => window.failLate());
        await page.waitForTimeout(50);
        assert.equal(await page.locator('#panel-hunt fieldset .problem').textContent(), '');
        assert.equal(await page.locator('#code-status').textContent(), 'Running ...');
        await page.locator('#code-stop').click();
        await run('() => ({ e2e4: 1 })');
        await expectText(page, '#bug', /missing/);
    },
);

/** Whether the page is wider than its window. */
const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function runFunction(page, code, depth = 3) {
    await page.locator('#code').fill(code);
    await page.locator('#code-depth').fill(String(depth));
    await page.locator('#code-run').click();
}

for (const [width, height] of [
    [1400, 900],
    [390, 844],
]) {
    pageTest(
        `the report of a function fits into ${width} pixels`,
        { hash: `#tab=hunt&fen=${KIWIPETE.replaceAll(' ', '_')}`, width, height, touch: width < 1000 },
        async (page) => {
            await runFunction(page, '() => []', 1);
            await expectText(page, '#hunt-tests', /JavaScript/);
            assert.ok((await tooWide(page)) <= 0, `${await tooWide(page)} pixels too wide`);
            assert.ok(await page.locator('fieldset').evaluate((element) => element.scrollWidth <= element.clientWidth));
            if (SHOTS) await page.screenshot({ path: `${SHOTS}/function-${width}.png`, fullPage: true });
            // The position was made small by asking the function, so that no other one is named.
            assert.equal(await page.locator('#hunt-sample').count(), 0);
        },
    );
}

pageTest(
    'a link that asks for a long count waits for a click, and the count can be stopped',
    { hash: '#tab=hunt&hunt=0.9.:e2e4:_1' },
    async (page) => {
        await expectText(
            page,
            '#hunt-offer',
            /^To compare these divides, the page must count about \d+(\u202f\d{3}){3,4} positions\.$/,
        );
        assert.equal(await page.locator('#hunt-stop').isVisible(), false);
        await page.getByRole('button', { name: 'Count them' }).click();
        await page.locator('#hunt-stop').click();
        await expectText(page, '#hunt-offer', /^Stopped\.$/);
        assert.equal(await page.locator('#hunt-stop').isVisible(), false);
        await page.getByRole('button', { name: 'Start again' }).click();
        await page.locator('#hunt-first').waitFor();
        // A short one does not ask, also along a line.
        await page.evaluate(() => {
            location.hash = '#tab=hunt&hunt=0.3.:e2e4:_1';
        });
        await expectText(page, '#hunt-now', /What was compared/);
        // Many of middle length are a long one together.
        await page.evaluate(() => {
            location.hash = `#tab=hunt&hunt=${Array(40).fill('0.6.:e2e4:_1').join('*')}`;
        });
        await expectText(page, '#hunt-offer', /about 4\u202f\d{3}\u202f\d{3}\u202f\d{3} positions/);
    },
);

pageTest(
    'a count that a form has asked for can be stopped, and the form stays',
    { hash: '#tab=hunt' },
    async (page) => {
        // The total fits depth 7 best, which takes a while; the page has no time limit.
        await page.locator('#hunt-first').fill('e2e4: 3195901860');
        await page.evaluate(() => {
            window.started = 0;
            const { Worker } = window;
            window.Worker = class extends Worker {
                postMessage(message, ...rest) {
                    if (message.kind === 'hunt') window.started++;
                    else super.postMessage(message, ...rest);
                }
            };
        });
        await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
        await page.locator('#hunt-stop').click();
        assert.equal(await page.evaluate(() => window.started), 1);
        assert.equal(await page.locator('#hunt-first').inputValue(), 'e2e4: 3195901860');
        assert.equal(await page.locator('#hunt-offer').count(), 0);
    },
);

const PLACE = { fen: KIWIPETE, moves: [], depth: 6, ours: 1n, theirs: 2n, rows: [] };
const REPORT = { agrees: false, agreedDepth: 0, bug: 'castling missing', pieces: 0, first: PLACE, smallest: PLACE };
/** The text of a value with functions and bigints in it, for code. */
const source = (value) =>
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `big${part}` : part)).replace(/"big(\d+)"/g, '$1n');
const forging = (answer) =>
    `postMessage(${typeof answer === 'string' ? answer : source(answer)});\nfunction divide() { for (;;); }`;

pageTest(
    'a report that a function forges is checked, and costs the page nothing',
    { hash: '#tab=hunt' },
    async (page) => {
        // As large as an honest one can be: counted in a worker, and not without a click.
        await runFunction(page, forging({ kind: 'report', report: { ...REPORT, bug: '' }, questions: 1 }), 6);
        await expectText(page, '#bug', /^unknown$/);
        await expectText(page, '#hunt-tests', /must count about \d(\u202f\d{3}){3} positions/);
        await page.locator('#hunt-tests').getByRole('button', { name: 'Count them' }).click();
        await expectText(page, '#hunt-tests', /^Counting/);
        await page.locator('#flip').click(); // the page answers meanwhile
        await page.locator('#hunt-tests').getByRole('button', { name: 'Stop' }).click();
        await expectText(page, '#hunt-tests', /^Stopped\./);
        const many = (count, value) => Array(count).fill(value);
        const row = { move: 'e2e4', verdict: 'missing', bug: '', ours: 1n, theirs: 0n };
        const withPlace = (change) => ({
            kind: 'report',
            report: { ...REPORT, smallest: { ...PLACE, ...change } },
            questions: 1,
        });
        const forged = [
            'null',
            '5',
            '"report"',
            '[]',
            '{}',
            { kind: 'hunt', result: {} },
            { kind: 'counted', count: 1n },
            { kind: 'failed', message: 5 },
            { kind: 'failed' },
            { kind: 'asked', questions: 'x', fen: '' },
            '{ kind: "asked", questions: 1, fen: "8".repeat(1e6) }',
            '{ kind: "asked", questions: 1e999, fen: "8" }',
            { kind: 'report', report: null, questions: 1 },
            { kind: 'report', report: { ...REPORT, first: null }, questions: 1 },
            { kind: 'report', report: { ...REPORT, smallest: null }, questions: 1 },
            { kind: 'report', report: { ...REPORT, agrees: 1 }, questions: 1 },
            { kind: 'report', report: { ...REPORT, bug: 'castling missing */ system("rm -rf ~"); /*' }, questions: 1 },
            { kind: 'report', report: { ...REPORT, pieces: 1e9 }, questions: 1 },
            withPlace({ depth: 7 }),
            withPlace({ depth: 1e9 }),
            withPlace({ depth: 0 }),
            withPlace({ moves: ['e2e4'] }),
            withPlace({ moves: many(1000, 'a1a1') }),
            withPlace({ moves: 'e2e4' }),
            withPlace({ moves: ['"; ls'] }),
            withPlace({ fen: `${KIWIPETE}"; rm -rf ~ #` }),
            withPlace({ fen: 5 }),
            withPlace({ rows: many(1001, row) }),
            withPlace({ rows: [{ ...row, verdict: 'constructor' }] }),
            withPlace({ rows: [{ ...row, move: '<img src=x>' }] }),
            withPlace({ rows: [{ ...row, ours: 1 }] }),
            withPlace({ ours: 2n ** 128n }),
        ];
        for (const answer of forged) {
            await runFunction(page, forging(answer), 6);
            await expectText(
                page,
                'fieldset .problem',
                /^The function sent a message itself; that is not an answer to this page\.$/,
            );
            assert.equal(await page.locator('#code-run').isDisabled(), false);
            assert.equal(await page.locator('fieldset .result').count(), 0);
        }
        // The right form, and no position or moves.
        for (const change of [{ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, { moves: ['e2e5'], depth: 5 }]) {
            await runFunction(page, forging(withPlace(change)), 6);
            await expectText(page, 'fieldset .problem', /^The function reported something impossible: /);
        }
        await runFunction(page, `${forging('{ kind: "failed", message: "m".repeat(1e7) }')}`);
        await expectText(page, 'fieldset .problem', /^m{4000}$/);
    },
);

pageTest('messages without end are ended', { hash: '#tab=hunt' }, async (page) => {
    await runFunction(page, 'function divide() { for (;;) postMessage({ kind: "asked", questions: 1, fen: "8" }); }');
    await expectText(page, 'fieldset .problem', /^The function sends messages of its own\.$/);
    assert.equal(await page.locator('iframe').count(), 0);
});

pageTest('pasted code reaches neither the network nor the page', { hash: '#tab=hunt' }, async (page, context, tab) => {
    const requests = [];
    const server = createServer((request, response) => {
        requests.push(request.url);
        response
            .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' })
            .end('self.reached = true');
    });
    server.on('upgrade', (request, socket) => (requests.push(request.url), socket.destroy()));
    server.on('connection', () => requests.push('a connection'));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
        await page.evaluate(() => {
            window.heard = [];
            new BroadcastChannel('plyforge').onmessage = ({ data }) => window.heard.push(data);
            localStorage.setItem('secret', 'secret');
        });
        const http = (tab.watched = `http://127.0.0.1:${server.address().port}/`);
        // The code drops what the program of the page says, so that it has all the time it wants, then tells what it could reach.
        const attempts = (target) => `
            const tell = self.postMessage.bind(self);
            self.postMessage = () => {};
            const event = (source, ...names) => new Promise((resolve, reject) => names.forEach((name, i) => { source['on' + name] = (found) => (i === 0 ? resolve(name) : reject(new Error(name))); }));
            const attempts = {
                fetch: () => fetch('${target}fetch'), noCors: () => fetch('${target}nocors', { mode: 'no-cors' }), beacon: () => { if (!navigator.sendBeacon?.('${target}beacon')) throw new Error('none'); },
                request: () => new Promise((resolve, reject) => { const r = new XMLHttpRequest(); r.onload = resolve; r.onerror = reject; r.open('GET', '${target}request'); r.send(); }),
                synchronous: () => { const r = new XMLHttpRequest(); r.open('GET', '${target}synchronous', false); r.send(); }, scripts: () => importScripts('${target}scripts.js'),
                module: () => import('${target}module.js'), socket: () => event(new WebSocket('${target.replace('http', 'ws')}socket'), 'open', 'error'),
                events: () => event(new EventSource('${target}events'), 'open', 'error'), worker: () => event(new Worker('${target}worker.js'), 'message', 'error'),
                transport: () => new WebTransport('${target.replace('http', 'https')}').ready, peer: () => new RTCPeerConnection(), document: () => document.cookie, parent: () => parent.document.title,
                storage: () => localStorage.length, database: () => new Promise((resolve, reject) => { const r = indexedDB.open('x'); r.onsuccess = resolve; r.onerror = () => reject(r.error); }),
                caches: () => caches.keys(), files: () => navigator.storage.getDirectory(),
            };
            new BroadcastChannel('plyforge').postMessage('from the sandbox');
            (async () => {
                const reached = [];
                for (const [name, attempt] of Object.entries(attempts)) {
                    try {
                        await attempt();
                        reached.push(name);
                    } catch {
                        // As it should be.
                    }
                }
                tell({ kind: 'failed', message: Object.keys(attempts).length + ' attempts, origin ' + self.origin + ', reached: ' + reached.join(' ') });
            })();
            function divide() {}`;
        for (const target of [http, address()]) {
            await runFunction(page, attempts(target));
            await expectText(page, 'fieldset .problem', /^18 attempts, origin null, reached: $/);
        }
        assert.deepEqual(requests, []);
        assert.deepEqual(await page.evaluate(() => window.heard), []);
        // The server would have noticed.
        await fetch(`${http}fetch`);
        assert.ok(requests.includes('/fetch'));
    } finally {
        server.closeAllConnections();
        server.close();
    }
});
