// What makes the page worth a link: short links, examples in every tab, links out, a picture for chat programs, and a row of
// tabs that shows where there is more of it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { address, expectText, hashOf, pageTest, square } from './browser.mjs';

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const readHash = (page, hash) =>
    page.evaluate(async (to) => {
        location.hash = to;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }, hash);

async function copyLink(page) {
    await page.locator('#copy-link').click();
    await expectText(page, '#copy-link', /^Copied$/);
    return copied(page);
}

pageTest('the example bug is hunted to its end, and the link to it is short', { hash: '#tab=hunt' }, async (page) => {
    await page.locator('#hunt-example').click();
    let pastes = 1;
    for (; ; pastes++) {
        await page.waitForSelector('#hunt-answer, #bug');
        if ((await page.locator('#bug').count()) > 0) break;
        const before = await hashOf(page);
        await page.locator('#hunt-answer').click();
        await page.waitForFunction((old) => decodeURIComponent(location.hash) !== old, before);
        assert.ok(pastes < 8);
    }
    await expectText(page, '#bug', /only the rook crosses/);
    assert.ok(pastes >= 3, `${pastes} pastes`);
    const whole = await page.evaluate(() => location.hash);
    const link = await copyLink(page);
    console.log(`${pastes} pastes: ${whole.length} characters, packed ${link.length}`);
    assert.ok(whole.length > 2000 && link.length < 2000 && link.includes('#z='), `${whole.length} ${link.length}`);
    const bug = await page.locator('#bug').textContent();
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('#ready', { state: 'attached' });
    await expectText(page, '#bug', /only the rook crosses/);
    assert.equal(await page.locator('#bug').textContent(), bug);
    assert.equal(await page.evaluate(() => location.hash), whole);
    // The same while the page is open.
    await readHash(page, '#tab=perft');
    await readHash(page, new URL(link).hash);
    assert.equal(await page.evaluate(() => location.hash), whole);
});

pageTest(
    'five divides of a real size make a link of less than 2,000 characters',
    { hash: '#tab=hunt' },
    async (page) => {
        // Divides of different positions, each of which is wrong in one count.
        const entries = [];
        const knights = ['b1a3', 'b1c3', 'g1f3', 'g1h3', 'b8a6', 'b8c6', 'g8f6', 'g8h6'];
        const moves = 'abcdefgh'
            .split('')
            .flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`, `${file}7${file}6`, `${file}7${file}5`]);
        for (let i = 0; i < 5; i++) {
            const rows = [...moves, ...knights].map(
                (move, at) => `${move}: ${197281 + ((at * 7919 + i * 104729) % 9000)}`,
            );
            entries.push(`${i}.4.${'e2e4,e7e5,g1f3,b8c6'.split(',').slice(0, i).join(',')}:${rows.join('!')}`);
        }
        const state = `#tab=hunt&depth=4&hunt=${encodeURIComponent(entries.join('*'))}`;
        await readHash(page, state);
        const link = await copyLink(page);
        const whole = await page.evaluate(() => location.hash);
        console.log(`${whole.length} characters, packed ${link.length}`);
        assert.ok(whole.length > 3000 && link.length < 2000, `${whole.length}, packed ${link.length}`);
    },
);

pageTest('links that were damaged, and a short one', { hash: '#moves=e2e4' }, async (page) => {
    assert.match(await copyLink(page), /#moves=e2e4$/);
    for (const hash of ['#z=', '#z=!!!', '#z=AAAA', `#z=${'A'.repeat(5000)}`]) {
        await readHash(page, hash);
        await expectText(page, '#status', /^The link is damaged: it cannot be unpacked\. White to move/);
    }
    // A text that unpacks to a hundred times its size is given up.
    const bomb = await page.evaluate(async () => {
        const stream = new Blob(['#'.repeat(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    });
    await readHash(page, `#z=${bomb}`);
    await expectText(page, '#status', /^The link is damaged/);
});

pageTest('every tab has an example', {}, async (page) => {
    const example = async (tab, name) => {
        await page.locator(`#tab-${tab}`).click();
        await page.locator(`#panel-${tab}`).getByRole('button', { name, exact: true }).click();
    };
    await example('board', 'an opening');
    await expectText(page, '#status', /^Black to move/);
    assert.equal(await page.locator('#line [aria-current]').textContent(), 'O-O');
    await example('board', 'an illegal castling');
    await expectText(page, '#status', /cannot castle/);
    await example('board', 'a position with 218 moves');
    await expectText(page, '#status', /218 legal moves/);
    for (const [name, selector, text] of [
        ['pins', '#set-pins', /^d2 e4$/],
        ['a check', '#set-push', /^d2 c3 b4$/],
        ['en passant', '#xray-answer', /is ruled out at step 8, En passant/],
        ['step by step', '#xray-step', /^1 of 9/],
    ]) {
        await example('xray', name);
        await expectText(page, selector, text);
    }
    await example('doctor', 'two kings too many');
    await expectText(page, '#doctor-result', /problem/);
    await example('doctor', 'a rank with nine squares');
    await expectText(page, '#doctor-result', /problem/);
    await example('perft', 'Kiwipete at depth 4');
    await expectText(page, '#perft-total', /4\u202f085\u202f603/);
    await example('pgn', 'two games');
    await expectText(page, '#pgn-summary', /2 games, 1 broken/);
});

pageTest('links to home, documentation and source, and what chat programs show', {}, async (page) => {
    const links = await page
        .locator('footer nav a')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.href]));
    assert.deepEqual(
        links.map(([text]) => text),
        ['Home', 'Documentation', 'Learn move generation', 'Source'],
    );
    for (const [, href] of links) assert.match(href, /^https:\/\/plyforge\.example\//);
    const meta = (name) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    for (const name of ['title', 'description', 'url', 'image', 'image:alt', 'type'])
        assert.ok((await meta(name)).length > 3, name);
    const picture = readFileSync(new URL('../dist/share.png', import.meta.url));
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
    assert.ok(
        existsSync(new URL('../public/share.png', import.meta.url)) && (await meta('image')).endsWith('/share.png'),
    );
    assert.equal((await fetch(`${address()}share.png`)).headers.get('content-type'), 'image/png');
});

pageTest('the row of tabs fades where there is more of it', { width: 360, height: 740, touch: true }, async (page) => {
    const classes = () =>
        page.locator('#tabs').evaluate((tabs) => [...tabs.classList].filter((name) => name.startsWith('more')));
    await page.waitForFunction(() => document.querySelector('#tabs').classList.contains('more-after'));
    assert.deepEqual(await classes(), ['more-after']);
    await page.locator('#tabs').evaluate((tabs) => tabs.scrollTo(60, 0));
    await page.waitForFunction(() => document.querySelector('#tabs').classList.contains('more-before'));
    assert.deepEqual((await classes()).sort(), ['more-after', 'more-before']);
    await page.locator('#tabs').evaluate((tabs) => tabs.scrollTo(1000, 0));
    await page.waitForFunction(() => !document.querySelector('#tabs').classList.contains('more-after'));
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.waitForFunction(() => !/more/.test(document.querySelector('#tabs').className));
});

pageTest(
    'the choice of a promotion is at its square',
    { hash: '#fen=8/P7/8/8/8/8/7p/k1K5_w_-_-_0_1' },
    async (page) => {
        for (const [width, height, flipped] of [
            [1400, 900, false],
            [360, 740, false],
            [360, 740, true],
        ]) {
            await page.setViewportSize({ width, height });
            if (flipped) await page.locator('#flip').click();
            await square(page, 'a7').click();
            await square(page, 'a8').click();
            const [dialog, target] = await Promise.all([
                page.locator('#promotion').boundingBox(),
                square(page, 'a8').boundingBox(),
            ]);
            assert.ok(dialog.x >= 0 && dialog.x + dialog.width <= width, `${width}: ${dialog.x} ${dialog.width}`);
            const gap = Math.max(dialog.y - (target.y + target.height), target.y - (dialog.y + dialog.height));
            assert.ok(Math.abs(gap) <= 6, `${width} ${flipped}: ${gap}`);
            assert.ok(dialog.x <= target.x + target.width && dialog.x + dialog.width >= target.x);
            await page.keyboard.press('Escape');
        }
    },
);
