// The site in Chromium, opened as files: nothing is too wide for a phone, light and dark, search, the menu, the explorer.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../../web/scripts/serve.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const site = process.env.SITE;
const SHOTS = process.env.PLYFORGE_SCREENSHOTS;
const fileOf = (page) => pathToFileURL(join(site, page)).href;
const pages = readdirSync(site, { recursive: true }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('explorer'),
);
let browser;

before(async () => {
    browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
});
after(() => browser?.close());

/** A test with a page of its own, which may load nothing from outside the folder and print no error. */
function siteTest(name, { width = 1400, dark = false, scripts = true }, body) {
    test(name, async () => {
        const context = await browser.newContext({
            viewport: { width, height: 900 },
            colorScheme: dark ? 'dark' : 'light',
            javaScriptEnabled: scripts,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        const faults = [];
        page.on('request', (request) => {
            if (!request.url().startsWith(fileOf('')) && !request.url().startsWith('data:'))
                faults.push(`a request to ${request.url()}`);
        });
        page.on('pageerror', (error) => faults.push(error.stack));
        page.on('console', (message) => {
            if (message.type() === 'error') faults.push(message.text());
        });
        try {
            await body(page, faults);
            assert.deepEqual(faults, []);
        } finally {
            await context.close();
        }
    });
}

const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** From 0, black, to 255. */
const brightness = (page, property) =>
    page.evaluate((name) => {
        const colour = getComputedStyle(document.body)[name];
        const [red, green, blue] = colour.match(/[\d.]+/g).map(Number);
        return (red + green + blue) / 3;
    }, property);

siteTest(
    'no page scrolls sideways on a phone, or needs a script to be read',
    { width: 360, scripts: false },
    async (page) => {
        assert.ok(pages.length > 50);
        // The short tier looks at the pages of docs/, and at one of the others in eight.
        const every = process.env.PLYFORGE_TESTS_LONG ? 1 : 8;
        for (const name of pages.filter((one, index) => one.startsWith('docs/') || index % every === 0)) {
            await page.goto(fileOf(name));
            assert.ok((await tooWide(page)) <= 0, `${name} is ${await tooWide(page)} pixels too wide`);
        }
    },
);

/** The words in tables that go on in the next line. */
const cutWords = (page) =>
    page.evaluate(() => {
        const cut = [];
        for (const cell of document.querySelectorAll('article :is(th, td)')) {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                for (const { 0: word, index } of texts.currentNode.data.matchAll(/\w+/g)) {
                    const range = document.createRange();
                    range.setStart(texts.currentNode, index);
                    range.setEnd(texts.currentNode, index + word.length);
                    if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1)
                        cut.push(word);
                }
            }
        }
        return cut;
    });

for (const width of [1400, 390]) {
    siteTest(`no word in a table is cut at ${width} pixels`, { width }, async (page) => {
        for (const name of pages.filter((one) => one.startsWith('docs/'))) {
            await page.goto(fileOf(name));
            assert.deepEqual(await cutWords(page), [], name);
            assert.ok((await tooWide(page)) <= 0, name);
            if (SHOTS && name === 'docs/comparison.html')
                await page.screenshot({ path: `${SHOTS}/comparison-${width}.png`, fullPage: true });
        }
    });
}

for (const [width, dark] of [
    [360, true],
    [768, false],
    [1400, false],
    [1400, true],
]) {
    siteTest(`no fault that axe finds at ${width} pixels${dark ? ', dark' : ''}`, { width, dark }, async (page) => {
        for (const name of width < 1000
            ? ['index.html', 'docs/perft.html']
            : ['index.html', 'reference/c/moves.h.html']) {
            await page.goto(fileOf(name));
            assert.ok((await tooWide(page)) <= 0, name);
            const back = await brightness(page, 'backgroundColor');
            const front = await brightness(page, 'color');
            assert.ok(dark ? back < 50 && front > 180 : back > 230 && front < 80, `${name}: ${front} on ${back}`);
            await page.evaluate(axe);
            const found = await page.evaluate(() =>
                axe.run(document, {
                    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
                    preload: false,
                    resultTypes: ['violations'],
                }),
            );
            assert.deepEqual(
                found.violations.map(
                    (violation) => `${name}: ${violation.id} ${violation.nodes.map((node) => node.target).join(' ')}`,
                ),
                [],
            );
            if (SHOTS)
                await page.screenshot({
                    path: `${SHOTS}/${name.replaceAll('/', '-')}-${width}${dark ? '-dark' : ''}.png`,
                });
        }
    });
}

siteTest('the theme is chosen and kept', {}, async (page) => {
    await page.goto(fileOf('index.html'));
    await page.locator('.theme-toggle-content button').click();
    assert.ok((await brightness(page, 'backgroundColor')) < 50);
    await page.goto(fileOf('docs/perft.html'));
    assert.ok((await brightness(page, 'backgroundColor')) < 50);
    await page.locator('.theme-toggle-content button').click();
    assert.ok((await brightness(page, 'backgroundColor')) > 230);
});

siteTest('search finds pages and functions', {}, async (page) => {
    await page.goto(fileOf('docs/index.html'));
    await page.locator('.sidebar-search').fill('pf_generate_legal');
    await page.locator('.sidebar-search').press('Enter');
    await page.locator('#search-results li a').first().click();
    await page.waitForURL(/moves\.h\.html/);
    await page.goto(fileOf('search.html') + '?q=stalemate');
    await page.locator('#search-results li a[href*="rules.html"]').first().waitFor();
});

siteTest('the menu of a phone leads to every group', { width: 360 }, async (page) => {
    await page.goto(fileOf('index.html'));
    await page.locator('header label[for=__navigation]').click();
    const groups = await page.locator('.sidebar-tree .caption-text').allTextContents();
    assert.deepEqual(groups, ['Learn', 'How to', 'Reference', 'Explanation', 'Project']);
    await page.locator('.sidebar-tree a', { hasText: /^Variants$/ }).click();
    await page.waitForURL(/variants\.html/);
    const board = page.locator('article img').first();
    assert.ok(await board.evaluate((image) => image.complete && image.naturalWidth > 100));
});

siteTest('code in a sentence leads to the reference', {}, async (page) => {
    await page.goto(fileOf('docs/index.html'));
    await page.locator('article a.code-link', { hasText: 'pf_position_from_fen' }).first().click();
    await page.waitForURL(/fen\.h\.html#c\.pf_position_from_fen$/);
});

siteTest('the explorer as a file says that it needs a server', {}, async (page, faults) => {
    await page.goto(fileOf('index.html'));
    await page.locator('a.button', { hasText: 'explorer' }).click();
    await page.waitForURL(/explorer\/index\.html/);
    assert.ok(await page.locator('#needs-server').isVisible());
    faults.length = 0; // the browser complains about what it does not load
});

test('the explorer runs from a server of the whole site', async () => {
    const server = await serve(0, site);
    const page = await browser.newPage();
    try {
        await page.goto(server.url);
        await page.locator('a.button', { hasText: 'explorer' }).click();
        await page.waitForSelector('#ready', { state: 'attached' });
        assert.ok(!(await page.locator('#needs-server').isVisible()));
        // The book opens a position in it, with pins switched on.
        await page.goto(`${server.url}docs/learn/5-legal.html`);
        await page.locator('a', { hasText: 'with pins switched on' }).click();
        await page.waitForSelector('#ready', { state: 'attached' });
        assert.equal(await page.locator('#set-pins').textContent(), 'd2 e4');
    } finally {
        await page.close();
        await server.close();
    }
});
