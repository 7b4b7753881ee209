// The tab X-ray: its sets beside those of plyforge show --xray, the steps from pseudo-legal to legal moves, the magic
// index, and how the tab is used by mouse, keyboard and link.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dragMouse, expectText, hashOf, pageTest, square } from './browser.mjs';

const plyforge = process.env.PLYFORGE;
const run = (...args) => execFileSync(plyforge, args, { encoding: 'utf8' });
const LAYERS = ['attacks', 'danger', 'checkers', 'capture', 'push', 'pins', 'discovered'];
const sorted = (text) =>
    text
        .split(' ')
        .filter((name) => name !== 'none')
        .sort();

/** Shows addresses one after the other and reads elements of each: their texts by id. */
const readAll = (page, hashes, ids) =>
    page.evaluate(
        async ([all, wanted]) => {
            const found = [];
            for (const hash of all) {
                location.hash = hash;
                await new Promise((resolve) => {
                    addEventListener('hashchange', () => setTimeout(resolve), { once: true });
                });
                const texts = wanted.map((id) => [id, document.getElementById(id)?.textContent ?? '']);
                found.push(Object.fromEntries(texts));
            }
            return found;
        },
        [hashes, ids],
    );

const link = (fen, rest) => `#tab=xray&fen=${fen.replaceAll(' ', '_')}&${rest}`;

pageTest('the sets are those of the library, on 500 random positions', {}, async (page) => {
    const fens = run('random', '500').trim().split('\n');
    assert.equal(fens.length, 500);
    const asked = fens.map((fen, index) => {
        const rows = fen
            .split(' ')[0]
            .replace(/\d/g, (digit) => '.'.repeat(digit))
            .split('/')
            .reverse()
            .join('');
        const own = fen.split(' ')[1] === 'w' ? /[A-Z]/ : /[a-z]/;
        const squares = [...rows].flatMap((letter, at) =>
            own.test(letter) ? 'abcdefgh'[at % 8] + (1 + (at >> 3)) : [],
        );
        return squares[index % squares.length];
    });
    const ids = [
        ...LAYERS.map((layer) => `set-${layer}`),
        'set-own',
        'targets-pseudo',
        'targets-legal',
        'station-9',
        'status',
    ];
    const hashes = fens.map((fen, index) => link(fen, `xray=own,${LAYERS}&of=${asked[index]}`));
    const shown = await readAll(page, hashes, ids);
    let [checks, pins] = [0, 0];
    fens.forEach((fen, index) => {
        const from = asked[index];
        const { xray } = JSON.parse(run('show', '--fen', fen, '--json', '--xray', `${LAYERS},targets=${from}`));
        for (const layer of LAYERS)
            assert.deepEqual(sorted(shown[index][`set-${layer}`]), [...xray[layer]].sort(), `${fen}: ${layer}`);
        const { pseudo_legal: pseudo, legal } = xray.targets[from];
        assert.deepEqual(sorted(shown[index]['targets-pseudo']), [...pseudo].sort(), `${fen}: ${from}`);
        assert.deepEqual(sorted(shown[index]['targets-legal']), [...legal].sort(), `${fen}: ${from}`);
        // The end of the steps is the list of legal moves.
        const count = /(\d+) legal move/.exec(shown[index].status)?.[1] ?? '0';
        assert.equal(/\d+$/.exec(shown[index]['station-9'])[0], count, fen);
        // What the side to move attacks is what the other side sees as attacked when it is to move.
        if (xray.checkers.length === 0) {
            const [board, turn] = fen.split(' ');
            const turned = `${board} ${turn === 'w' ? 'b' : 'w'} - - 0 1`;
            const other = JSON.parse(run('show', '--fen', turned, '--lenient', '--json', '--xray', 'attacks'));
            assert.deepEqual(sorted(shown[index]['set-own']), [...other.xray.attacks].sort(), fen);
        }
        checks += xray.checkers.length > 0;
        pins += xray.pins.length > 0;
    });
    assert.ok(checks >= 5 && pins >= 5, `${checks} in check, ${pins} with pins`);
});

// Each step removes a move, in a position that is made for it.
const DEATHS = [
    ['4k3/8/8/8/r3K3/8/8/8 w - - 0 1', 'e4f4', 2, 'King danger'],
    ['4k3/8/8/8/4r3/8/3B4/1r2K3 w - - 0 1', 'd2e3', 3, 'Double check'],
    ['7k/8/8/8/8/8/7n/4K2R w K - 0 1', 'e1g1', 4, 'Castling'],
    ['4k3/8/8/q7/8/1p6/8/R2NK3 w - - 0 1', 'a1a4', 6, 'Push mask'],
    ['4k3/8/8/q7/8/1p6/P7/R3K3 w - - 0 1', 'a2b3', 5, 'Capture mask'],
    ['4r1k1/8/7b/8/1b2N3/8/3R1P2/2B1K3 w - - 0 1', 'e4f6', 7, 'Pins'],
    ['8/8/8/K7/1R2Pp1k/8/8/8 b - e3 0 1', 'f4e3', 8, 'En passant'],
    ['8/8/8/3pP3/2K5/8/8/k7 w - d6 0 1', 'e5d6', 9, ''],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e1e5', 1, ''],
];

pageTest('each step removes what it should', {}, async (page) => {
    for (const [fen, move, step, title] of DEATHS) {
        const [{ 'xray-answer': text }] = await readAll(page, [link(fen, `tried=${move}`)], ['xray-answer']);
        if (step === 9) assert.match(text, /passes every step: it is legal/);
        else if (step === 1) assert.match(text, /^e1e5 is not even pseudo-legal/);
        else assert.match(text, new RegExp(`^${move} is ruled out at step ${step}, ${title}\\.`), fen);
        if (step === 1 || step === 9) continue;
        await page.getByRole('button', { name: 'Go to this step' }).click();
        await expectText(page, '#xray-step h3', new RegExp(`^${step} of 9\\. ${title}$`));
        assert.ok((await page.locator('#xray-step .lost .chip').allTextContents()).includes(move), fen);
    }
});

pageTest('the steps by keyboard, and in the address', { hash: link(DEATHS[5][0], 'xray=pins') }, async (page) => {
    await page.locator('#step-on').focus();
    for (let step = 1; step <= 9; step++) {
        await page.keyboard.press('Enter');
        await expectText(page, '#xray-step h3', new RegExp(`^${step} of 9`));
        assert.match(await hashOf(page), new RegExp(`step=${step}$`));
    }
    assert.ok(await page.locator('#step-on').isDisabled());
    await page.locator('#station-7').click();
    await expectText(page, '#xray-step', /Removed: 17.*Left: 7/s);
    // The ray and what was removed are on the board.
    assert.equal(await page.locator('.art rect.blue').count(), 10);
    assert.equal(await page.locator('.art path.red').count(), 17);
    await page.locator('#station-7').click();
    assert.equal(await page.locator('#xray-step').count(), 0);
    assert.match(await hashOf(page), /xray=pins$/);
    await page.locator('#layer-danger').focus();
    await page.keyboard.press('Space');
    assert.match(await hashOf(page), /xray=danger,pins$/);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'layer-danger');
    await page.reload();
    await page.waitForSelector('#ready', { state: 'attached' });
    await expectText(page, '#set-pins', /^d2 e4$/);
    assert.ok(await page.locator('#layer-danger').isChecked());
    assert.ok(!(await page.locator('#layer-push').isChecked()));
});

pageTest(
    'a piece, an illegal move and a legal one on the board',
    { hash: '#tab=xray&fen=4r1k1/8/7b/8/1b2N3/8/3R1P2/2B1K3_w_-_-_0_1' },
    async (page) => {
        await square(page, 'e4').click();
        await expectText(page, '#xray-piece h2', /^The white knight on e4$/);
        await expectText(page, '#targets-legal', /^none$/);
        // It is still picked up, so that the next square is where it goes: a move that dies.
        await square(page, 'f6').click();
        await expectText(
            page,
            '#xray-answer',
            /^e4f6 is ruled out at step 7, Pins\..*pinned to the king on e1 by the rook on e8/s,
        );
        assert.match(await hashOf(page), /of=e4&tried=e4f6$/);
        await square(page, 'b4').click();
        await expectText(page, '#xray-piece', /The black bishop on b4.*not its turn/s);
        await dragMouse(page, 'f2', 'f4');
        assert.match(await hashOf(page), /moves=f2f4/);
        assert.equal(await page.locator('#xray-answer').textContent(), '');
        await page.locator('#xray-move').fill('e8e4');
        await page.keyboard.press('Enter');
        await expectText(page, '#xray-answer', /passes every step/);
        await page.locator('#xray-move').fill('hello');
        await page.keyboard.press('Enter');
        await expectText(page, '#xray-answer', /^No piece fits "hello"/);
    },
);

pageTest(
    'what is marked is said, and the attackers are counted',
    { hash: link(DEATHS[5][0], 'xray=attacks,own,pins,counts') },
    async (page) => {
        assert.equal(
            await square(page, 'd2').getAttribute('aria-label'),
            'd2, white rook, attacked by 2 of Black, attacked by 3 of White, pinned',
        );
        assert.equal(await square(page, 'd2').getAttribute('data-number'), '3:2');
        await page.locator('#tab-board').click();
        assert.equal(await square(page, 'd2').getAttribute('aria-label'), 'd2, white rook');
        assert.equal(await page.locator('[data-number]').count(), 0);
    },
);

pageTest('the magic index of every slider', {}, async (page) => {
    const numbers = Array.from(
        readFileSync(new URL('../../src/board/magic_numbers.inc', import.meta.url), 'utf8').matchAll(/\((0x\w+)\)/g),
        ([, digits]) => BigInt(digits),
    );
    const fens = run('random', '12', '--seed', '5').trim().split('\n');
    let seen = 0;
    for (const fen of fens) {
        const board = fen
            .split(' ')[0]
            .replace(/\d/g, (digit) => '.'.repeat(digit))
            .split('/')
            .reverse()
            .join('');
        const squares = [...board].flatMap((letter, at) => (/[brq]/i.test(letter) ? at : []));
        for (const at of squares) {
            const name = 'abcdefgh'[at % 8] + (1 + (at >> 3));
            await readAll(page, [link(fen, `of=${name}`)], []);
            for (const table of await page.locator('table.magic').all()) {
                const isRook = (await table.locator('caption').textContent()) === 'As a rook';
                const values = (await table.locator('code').allTextContents()).map((text) => BigInt(text));
                const [mask, blockers, magic, product, index, attacks] = values;
                const steps = isRook
                    ? [
                          [1, 0],
                          [-1, 0],
                          [0, 1],
                          [0, -1],
                      ]
                    : [
                          [1, 1],
                          [-1, 1],
                          [1, -1],
                          [-1, -1],
                      ];
                let [rays, reached, occupied] = [0n, 0n, 0n];
                for (const [file, rank] of steps) {
                    let isOpen = true;
                    for (
                        let x = (at % 8) + file, y = (at >> 3) + rank;
                        x >= 0 && x < 8 && y >= 0 && y < 8;
                        x += file, y += rank
                    ) {
                        const bit = 1n << BigInt(8 * y + x);
                        const isLast = x + file < 0 || x + file > 7 || y + rank < 0 || y + rank > 7;
                        if (!isLast) rays |= bit;
                        if (!isLast && board[8 * y + x] !== '.') occupied |= bit;
                        if (isOpen) reached |= bit;
                        if (board[8 * y + x] !== '.') isOpen = false;
                    }
                }
                assert.deepEqual([mask, blockers, attacks], [rays, occupied, reached], `${fen} ${name}`);
                assert.equal(magic, numbers[at + (isRook ? 0 : 64)]);
                assert.equal(product, BigInt.asUintN(64, blockers * magic));
                const bits = mask.toString(2).replaceAll('0', '').length;
                assert.equal(index, product >> BigInt(64 - bits));
                seen++;
            }
        }
    }
    assert.ok(seen >= 12, `${seen}`);
    await readAll(page, [link('4k3/8/3p4/8/1P1R2n1/8/8/3K4 w - - 0 1', 'of=d4')], []);
    await page.locator('#layer-magic').click();
    assert.equal(await page.locator('.art circle.green').count(), 10);
});

pageTest(
    'the magic index on a phone',
    { hash: link('4k3/8/3p4/8/1P1R2n1/8/8/3K4_w_-_-_0_1', 'xray=magic&of=d4'), width: 360, height: 740 },
    async (page) => {
        const table = await page.locator('table.magic').evaluate((element) => ({
            rows: Array.from(element.rows, (row) => row.offsetHeight),
            cut: element.parentElement.scrollWidth - element.parentElement.clientWidth,
        }));
        assert.equal(table.rows.length, 6);
        assert.ok(Math.max(...table.rows) <= 100, `rows of ${table.rows.join(', ')} pixels`);
        assert.ok(table.cut <= 0, `${table.cut} pixels are cut off`);
        const box = await page.locator('#layer-magic').boundingBox();
        const label = await page.locator('label[for=layer-magic]').boundingBox();
        assert.ok(label.x > box.x + box.width / 2, 'the label is below its box');
    },
);

pageTest('variants and broken positions have no X-ray', { hash: '#tab=xray&rules=atomic&xray=pins' }, async (page) => {
    await expectText(page, '#panel-xray', /shows the generator of standard chess/);
    assert.ok(!(await page.locator('#xray-layers').isVisible()));
    await page.evaluate(() => {
        location.hash = '#tab=xray&broken=8/8';
    });
    assert.ok(!(await page.locator('#xray-layers').isVisible()));
    await page.locator('#new').click();
    await page.evaluate(() => {
        location.hash = '#tab=xray&rules=chess960&fen=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR_w_HFhf_-_0_1';
    });
    await page.waitForFunction(() => document.querySelector('#xray-layers')?.checkVisibility());
});

pageTest('the links of the book to this tab', {}, async (page) => {
    const book = new URL('../../docs/learn/', import.meta.url);
    const links = readdirSync(book)
        .filter((name) => name.endsWith('.md'))
        .flatMap((name) =>
            Array.from(readFileSync(new URL(name, book), 'utf8').matchAll(/explorer\.md(#tab=[^)\s]*)/g)),
        );
    assert.ok(links.length >= 16, `${links.length}`);
    for (const [, hash] of links) {
        await readAll(page, [hash], []);
        const tab = new URLSearchParams(hash.slice(1)).get('tab');
        assert.ok(await page.locator(`#panel-${tab}`).isVisible(), hash);
        if (tab === 'xray') assert.ok(await page.locator('#xray-layers').isVisible(), hash);
        // Whatever the link asks for is shown: the page writes it into the address again when something else changes.
        await page.locator('#flip').click();
        const asked = new URLSearchParams(hash.slice(1));
        const shown = new URLSearchParams((await hashOf(page)).slice(1));
        for (const [name, value] of asked)
            assert.deepEqual(shown.get(name).split(',').sort(), value.split(',').sort(), hash);
        if (asked.has('tried')) await expectText(page, '#xray-answer', /is ruled out at step/);
        await page.locator('#flip').click();
    }
});
