// PGN files: streamed, broken games with place and reason, replay by click and by keyboard, large files.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectText, hashOf, pageTest, paste } from './browser.mjs';

const GAMES =
    `[Event "First"]\n[White "Ana"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n` +
    `[Event "Second"]\n[White "Cy"]\n[Black "Di"]\n[Result "*"]\n\n1. d4 d5 2. Ke3 *\n\n` +
    `[Event "Third"]\n[White "Eve"]\n[Black "Flo"]\n[Variant "Atomic"]\n[Result "*"]\n\n1. Nf3 f6 *\n\n`;

const file = (text, name = 'games.pgn') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

pageTest(
    'a file is listed, the broken game with its place, and one is replayed',
    { hash: '#tab=pgn' },
    async (page) => {
        await page.locator('#pgn-file').setInputFiles(file(GAMES));
        await expectText(page, '#pgn-summary', /3 games, 1 broken/);
        const items = await page.locator('#games li').allTextContents();
        assert.match(items[0], /Ana – Bo.*1-0.*7 half-moves/);
        assert.match(items[1], /Cy – Di.*Line 13: .*Ke3/);
        assert.match(items[2], /Eve – Flo.*atomic/);
        await page.getByRole('button', { name: /Ana/ }).click();
        await page.locator('#last').click();
        await expectText(page, '#status', /1-0: checkmate/);
        await page.locator('#games button').nth(2).focus();
        await page.keyboard.press('Enter');
        await page.locator('#redo').click();
        await expectText(page, '#status', /^Black to move/);
        await page.locator('#tab-board').click();
        assert.equal(await page.locator('#rules').inputValue(), 'atomic');
        await page.locator('#tab-pgn').click();
        await page.locator('#pgn-broken').check();
        assert.equal(await page.locator('#games li').count(), 1);
    },
);

pageTest('a dropped file, by touch', { touch: true, width: 360, height: 740 }, async (page) => {
    await page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'dropped.pgn'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, GAMES);
    await expectText(page, '#pgn-summary', /dropped.pgn: 3 games/);
    await page.locator('#games button').first().tap();
    await page.locator('#redo').tap();
    await expectText(page, '#status', /^Black to move/);
});

pageTest('a paste of 50 MB does not stop the page', { hash: '#tab=board' }, async (page) => {
    const text = GAMES.repeat(Math.ceil(5_000_000 / GAMES.length));
    // The text is made in the page: sending 50 MB to it would measure something else.
    await page.locator('#entry').focus();
    const took = await page.evaluate((games) => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', games.repeat(10));
        const before = performance.now();
        document
            .querySelector('#entry')
            .dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
        return performance.now() - before;
    }, text);
    assert.ok(took < 3000, `${took} ms`);
    await page.locator('#flip').click();
    await page.locator('#games li').first().waitFor({ timeout: 30_000 });
    const seen = await page.locator('#games li').count();
    assert.ok(seen > 0 && seen <= 400, `${seen} games in the list`);
    await page.waitForFunction(() => document.querySelector('#pgn-stop').hidden, null, { timeout: 60_000 });
    await expectText(page, '#pgn-summary', /are listed/);
});

pageTest('no PGN at all', { hash: '#tab=pgn' }, async (page) => {
    await page.locator('#pgn-file').setInputFiles(file('\u0000\u0001 nothing'));
    await expectText(page, '#pgn-summary', / is not PGN: it contains zero bytes, /);
    await page.locator('#pgn-file').setInputFiles(file('nothing'));
    await expectText(page, '#pgn-summary', /games/);
    await page.locator('#tab-board').click();
    await paste(page, '#entry', 'zzz');
    await page.locator('.entry button').click();
    await expectText(page, '#panel-board .problem', /./);
});

pageTest(
    'a game that is chosen on a phone brings the board into view',
    { hash: '#tab=pgn', width: 360, height: 640, touch: true },
    async (page) => {
        await page
            .locator('#pgn-file')
            .setInputFiles({ name: 'x.pgn', mimeType: 'text/plain', buffer: Buffer.from('1. e4 *\n\n'.repeat(30)) });
        await expectText(page, '#pgn-summary', /30 games/);
        assert.match(await page.locator('#games button').first().textContent(), /1 half-move$/);
        await page.locator('#games button').first().tap();
        await page.waitForFunction(() => {
            const box = document.querySelector('#board').getBoundingClientRect();
            return location.hash.includes('moves=e2e4') && box.top >= -1 && box.bottom <= innerHeight + 1;
        });
    },
);

pageTest(
    'a file that cannot be read is named, and nothing of another one is left',
    { hash: '#tab=pgn' },
    async (page) => {
        const folder = mkdtempSync(join(tmpdir(), 'plyforge-'));
        try {
            const path = join(folder, 'changing.pgn');
            writeFileSync(path, GAMES);
            await page.locator('#pgn-file').setInputFiles(path);
            await expectText(page, '#pgn-summary', /^changing\.pgn: 3 games/);
            writeFileSync(path, '1. d4 *');
            await page.locator('#games button').first().click();
            await expectText(page, '#pgn-summary', /^changing\.pgn cannot be read: ./);
            assert.equal(await page.locator('#games li').count(), 3);
            await page.locator('#pgn-file').setInputFiles(file(GAMES));
            await expectText(page, '#pgn-summary', /^games\.pgn: 3 games/);
            // A folder is dropped: its size may be that of a small file or of a large one.
            const session = await page.context().newCDPSession(page);
            for (const type of ['dragEnter', 'dragOver', 'drop']) {
                await session.send('Input.dispatchDragEvent', {
                    type,
                    x: 700,
                    y: 400,
                    data: { items: [], files: [folder], dragOperationsMask: 1 },
                });
            }
            await expectText(page, '#pgn-summary', /^plyforge-\w+ cannot be read: ./);
            assert.equal(await page.locator('#games li').count(), 0);
            for (const size of [10, 3000]) {
                await page.evaluate((length) => {
                    const { text, arrayBuffer } = Blob.prototype;
                    Blob.prototype.text = Blob.prototype.arrayBuffer = () =>
                        Promise.reject(new DOMException('it is gone', 'NotFoundError'));
                    const transfer = new DataTransfer();
                    transfer.items.add(new File(['x'.repeat(length)], `gone${length}.pgn`));
                    document.body.dispatchEvent(
                        new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
                    );
                    setTimeout(() => Object.assign(Blob.prototype, { text, arrayBuffer }), 50);
                }, size);
                await expectText(page, '#pgn-summary', new RegExp(`^gone${size}\\.pgn cannot be read: it is gone`));
            }
        } finally {
            rmSync(folder, { recursive: true });
        }
    },
);

pageTest(
    'a game is replayed by the rules with which its file was opened',
    { hash: '#tab=pgn&rules=crazyhouse' },
    async (page) => {
        await page
            .locator('#pgn-file')
            .setInputFiles(
                file(
                    '[White "Drop"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 *\n\n[White "Plain"]\n[Variant "Standard"]\n\n1. d4 *\n',
                ),
            );
        await expectText(page, '#pgn-summary', /2 games, 0 broken/);
        await page.locator('#tab-board').click();
        await page.locator('#rules').selectOption('atomic');
        await page.locator('#tab-pgn').click();
        await page.getByRole('button', { name: /Drop/ }).click();
        await page.locator('#last').click();
        await page.waitForFunction(() => /rules=crazyhouse.*P%40e5/.test(location.hash));
    },
);

const TREE = `[Event "Tree"]
[White "Ana"]
[Black "Bo"]

{Before it all} 1. e4! {[%clk 0:01:00] best by test} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *

[White "Cy"]
[Black "Dora"]
[Event "Second"]

1. d4 *
`;

pageTest(
    'a game beside the board: comments, variations, and the move that is shown',
    { hash: '#tab=pgn' },
    async (page) => {
        await page
            .locator('#pgn-file')
            .setInputFiles({ name: 't.pgn', mimeType: 'text/plain', buffer: Buffer.from(TREE) });
        await page.getByRole('button', { name: /^1\. Ana/ }).click();
        await expectText(
            page,
            '#game',
            /^Ana – Bo.*Before it all.*1\..*e4!.*best by test.*e5.*\(.*1\.\.\..*c5.*2\..*Nf3.*\(.*c3.*d5.*\).*2\.\.\..*d6.*\).*Nf3.*\*$/s,
        );
        assert.ok(!/%clk/.test(await page.locator('#game').textContent()));
        await page.locator('#game').getByRole('button', { name: 'c3', exact: true }).click();
        assert.match(await hashOf(page), /moves=e2e4,c7c5,c2c3,d7d5&ply=3$/);
        assert.equal(await page.locator('#game [aria-current]').textContent(), 'c3');
        await page.locator('#redo').click();
        assert.equal(await page.locator('#game [aria-current]').textContent(), 'd5');
        await page.locator('#game').getByRole('button', { name: 'Nf3' }).last().click();
        assert.match(await hashOf(page), /moves=e2e4,e7e5,g1f3$/);
        await page.locator('#new').click();
        assert.ok(!(await page.locator('#game').isVisible()));
    },
);

pageTest('a search over the games', { hash: '#tab=pgn' }, async (page) => {
    const many = Array.from({ length: 3000 }, (_, i) => `[White "Player ${i}"]\n[Black "Bo"]\n\n1. e4 *\n`).join('\n');
    await page
        .locator('#pgn-file')
        .setInputFiles({ name: 't.pgn', mimeType: 'text/plain', buffer: Buffer.from(TREE + '\n' + many) });
    await expectText(page, '#pgn-summary', /3\u202f002 games, 0 broken/);
    await page.locator('#pgn-search').fill('player 29');
    await expectText(page, '#pgn-found', /^\d+ found$/);
    assert.equal(await page.locator('#pgn-found').textContent(), '159 found');
    assert.equal(await page.locator('#games li').count(), 159);
    await page.locator('#pgn-search').fill('second DORA');
    await expectText(page, '#pgn-found', /^1 found$/);
    assert.match(await page.locator('#games').textContent(), /Cy – Dora/);
    await page.locator('#pgn-search').fill('<nobody>');
    await expectText(page, '#pgn-found', /^0 found$/);
    await page.locator('#pgn-search').fill('');
    assert.equal(await page.locator('#games li').count(), 200);
});
