// The page of docs/howto-board.md, as it stands there, in a browser: a game is played on it with the mouse.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Position } from 'plyforge';
import { serve } from '../scripts/serve.mjs';
import { expectText, newContext } from './browser.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(here, '../docs/howto-board.md'), 'utf8');
const [html] = [...text.matchAll(/```html\n([^]*?)```/g)].map((match) => match[1]);
const [main, chessground] = [...text.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
const folder = mkdtempSync(join(tmpdir(), 'plyforge-board-'));
let server;

before(async () => {
    mkdirSync(join(folder, 'assets'));
    cpSync(join(here, 'node_modules/cm-chessboard/assets'), join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), html);
    await build({
        stdin: { contents: main, resolveDir: here },
        bundle: true,
        format: 'esm',
        outfile: join(folder, 'main.js'),
        logLevel: 'error',
    });
    server = await serve(0, folder);
});
after(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
});

test('the program has at most 60 lines', () => assert.ok(main.trim().split('\n').length <= 60));

test('a game on the page: legal moves, castling, taking back, promotion, mate', async () => {
    const context = await newContext();
    const page = await context.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.stack));
    page.on(
        'console',
        (message) =>
            message.type() === 'error' && !/favicon/.test(message.location().url) && faults.push(message.text()),
    );
    await page.goto(server.url);
    await expectText(page, '#status', /^White to move$/);
    const point = async (square) => {
        const box = await page.locator(`[data-square="${square}"]`).first().boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const click = async (square) => page.mouse.click(...(await point(square)));
    /* A legal move, in UCI. While pieces are still on their way, the board hears no clicks, and a second click on a piece
     * lets go of it: so look what a click has done, and try again until the move is played. */
    const move = async (uci) => {
        const before = await page.locator('#pgn').textContent();
        const played = async () => (await page.locator('#pgn').textContent()) !== before;
        const comesTrue = (condition, argument) =>
            page.waitForFunction(condition, argument, { timeout: 1000 }).then(
                () => true,
                () => false,
            );
        for (let tries = 0; tries < 30 && !(await played()); tries++) {
            await click(uci.slice(0, 2));
            if (!(await comesTrue(() => document.querySelector('.marker-dot')))) continue;
            await click(uci.slice(2, 4));
            const choice = page.locator(`.promotion-dialog-button[data-piece$="${uci[4]}"]`);
            if (uci[4]) await choice.click({ timeout: 1000 }).catch(() => {});
            await comesTrue((text) => document.querySelector('#pgn').textContent !== text, before);
        }
        assert.ok(await played(), uci);
    };
    const dots = () => page.locator('.marker-dot').count();
    const pgn = (pattern) => expectText(page, '#pgn', pattern);

    await click('e2');
    await page.waitForFunction(() => document.querySelectorAll('.marker-dot').length === 2);
    await click('e5'); // not a move
    await expectText(page, '#status', /^White to move$/);
    await move('e2e4');
    await pgn(/\n1\. e4 \*/);
    await expectText(page, '#status', /^Black to move$/);
    for (const uci of ['e7e5', 'g1f3', 'g8f6', 'f1c4', 'f6e4', 'e1g1']) await move(uci);
    await pgn(/1\. e4 e5 2\. Nf3 Nf6 3\. Bc4 Nxe4 4\. O-O \*/);
    assert.match(await page.locator('#pgn').textContent(), /^\[Event "\?"\]\n\[Site "\?"\]/);
    await page.click('#back');
    await pgn(/3\. Bc4 Nxe4 \*/);
    await page.click('#turn');
    await move('c4f7');
    await expectText(page, '#status', /^Black to move, in check$/);
    await page.click('#turn');
    const takeBack = async (count) => {
        for (let i = 0; i < count; i++) await page.click('#back');
        await expectText(page, '#pgn', /\n\n\*/);
    };
    await takeBack(7);

    // A pawn promotes to a knight.
    for (const uci of ['h2h4', 'g7g5', 'h4g5', 'h7h6', 'g5h6', 'a7a6', 'h6h7', 'a6a5', 'h7g8n']) await move(uci);
    await pgn(/4\. h7 a5 5\. hxg8=N \*/);
    await takeBack(9);

    for (const uci of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) await move(uci);
    await expectText(page, '#status', /^0-1: checkmate$/);
    await pgn(/\[Result "0-1"\]\n\n1\. f3 e5 2\. g4 Qh4# 0-1/);
    await click('e2'); // the game is over
    assert.equal(await dots(), 0);
    assert.deepEqual(faults, []);
    await context.close();
});

test('what chessground is given', () => {
    const game = { position: Position.start() };
    const config = new Function('game', `${chessground}; return config;`)(game);
    assert.equal(config.turnColor, 'white');
    assert.deepEqual(config.movable.dests.get('b1'), ['a3', 'c3']);
    assert.equal(config.check, false);
});
