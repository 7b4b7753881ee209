// A browser for the tests: the distribution's Chromium, the page served from dist/, and a watch on what every page does.
// A request to any other address, an error or a warning in the console fails the test that caused it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';

let server;
let browser;

before(async () => {
    server = await serve();
    const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
        process.getBuiltinModule('fs').existsSync(path),
    );
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});
after(async () => {
    await browser?.close();
    await server?.close();
});

/** The address of the page that is served. */
export const address = () => server.url;

/** A browser that has visited nothing. */
export const newContext = () => browser.newContext();

/** Stops the server, so that only what the browser keeps is left. */
export const goOffline = () => server.close();

/** The tabs that tests have used, with their faults. Opening one takes longer than loading the page, so that the next test of the same
 * kind loads the page into it again, with nothing stored. Each load has a number in its address: a new hash alone would load nothing,
 * and on about:blank the browser is sometimes refused the icon of the page before. */
const tabs = new Map();

async function openTab(touch, dark) {
    const kind = `${touch} ${dark}`;
    const context =
        tabs.get(kind)?.context ??
        (await browser.newContext({
            hasTouch: touch,
            colorScheme: dark ? 'dark' : 'light',
            permissions: ['clipboard-read', 'clipboard-write'],
        }));
    const tab = tabs.get(kind) ?? { context, page: await context.newPage(), faults: [], loads: 0, watched: null };
    if (tabs.has(kind)) {
        await tab.page.evaluate(() => localStorage.clear());
        tab.faults.length = 0;
        tab.watched = null;
        return tab;
    }
    tabs.set(kind, tab);
    context.on('request', (request) => {
        if (tab.watched && request.url().startsWith(tab.watched)) return;
        if (!request.url().startsWith(server.url) && !/^(blob|data|about):/.test(request.url()))
            tab.faults.push(`a request to ${request.url()}`);
    });
    tab.page.setDefaultTimeout(30_000);
    tab.page.on('pageerror', (error) => tab.faults.push(error.stack));
    tab.page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) tab.faults.push(message.text());
    });
    return tab;
}

/** A test with the page loaded anew: { hash, width, height, touch, dark }. Requests to tab.watched are no faults: the browser also reports those
 * that it refuses, and the server there sees those that it sends. */
export function pageTest(name, { hash = '', width = 1400, height = 900, touch = false, dark = false }, body) {
    test(name, async () => {
        const tab = await openTab(touch, dark);
        const { page, context, faults } = tab;
        await page.setViewportSize({ width, height });
        await page.goto(`${server.url}?load=${++tab.loads}${hash}`);
        await page.waitForSelector('#ready', { state: 'attached' });
        await body(page, context, tab);
        assert.deepEqual(faults, []);
    });
}

export const square = (page, name) => page.locator(`#square-${name}`);
export const status = (page) => page.locator('#status').textContent();
export const hashOf = (page) => page.evaluate(() => decodeURIComponent(location.hash));

/** Waits until the text of an element matches. */
export async function expectText(page, selector, pattern) {
    await page
        .waitForFunction(
            ([css, source, flags]) => {
                const element = document.querySelector(css);
                return element && new RegExp(source, flags).test(element.textContent);
            },
            [selector, pattern.source, pattern.flags],
        )
        .catch(async () => {
            assert.match(
                (await page
                    .locator(selector)
                    .first()
                    .textContent()
                    .catch(() => '(nothing)')) ?? '',
                pattern,
            );
        });
}

/** Drags with the mouse from the middle of one square to the middle of another. */
export async function dragMouse(page, from, to) {
    const [a, b] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width, a.y, { steps: 2 });
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
    await page.mouse.up();
}

/** Drags with a finger. */
export async function dragTouch(page, from, to) {
    const [a, b] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
    const session = await page.context().newCDPSession(page);
    const send = (type, x, y) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await send('touchStart', a.x + a.width / 2, a.y + a.height / 2);
    await send('touchMove', (a.x + b.x + a.width) / 2, (a.y + b.y + a.height) / 2);
    await send('touchMove', b.x + b.width / 2, b.y + b.height / 2);
    await send('touchEnd');
}

/** Pastes a text as a person does: focus and the paste event of the browser. */
export async function paste(page, selector, text) {
    await page.locator(selector).focus();
    await page.evaluate(
        ([css, data]) => {
            const transfer = new DataTransfer();
            transfer.setData('text/plain', data);
            const element = document.querySelector(css);
            const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
            if (!element.dispatchEvent(event)) return;
            element.setRangeText(data, element.selectionStart, element.selectionEnd, 'end');
            element.dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        [selector, text],
    );
}
