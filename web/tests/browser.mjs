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
    const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => process.getBuiltinModule('fs').existsSync(path));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});
after(async () => {
    await browser?.close();
    await server?.close();
});

/** The address of the page that is served. */
export const address = () => server.url;

/** Stops the server, so that only what the browser keeps is left. */
export const goOffline = () => server.close();

/** A test with a page of its own: { hash, width, height, touch, dark, errors: whether console errors are expected }. */
export function pageTest(name, options, body) {
    test(name, async () => {
        const context = await browser.newContext({
            viewport: { width: options.width ?? 1400, height: options.height ?? 900 }, hasTouch: options.touch ?? false,
            colorScheme: options.dark ? 'dark' : 'light', permissions: ['clipboard-read', 'clipboard-write'],
        });
        const faults = [];
        context.on('request', (request) => {
            if (!request.url().startsWith(server.url) && !/^(blob|data|about):/.test(request.url())) faults.push(`a request to ${request.url()}`);
        });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        page.on('pageerror', (error) => faults.push(error.stack));
        page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) faults.push(message.text());
        });
        try {
            await page.goto(server.url + (options.hash ?? ''));
            await page.waitForSelector('#ready', { state: 'attached' });
            await body(page, context);
            assert.deepEqual(faults, []);
        } finally {
            await context.close();
        }
    });
}

export const square = (page, name) => page.locator(`#square-${name}`);
export const status = (page) => page.locator('#status').textContent();
export const hashOf = (page) => page.evaluate(() => decodeURIComponent(location.hash));

/** Waits until the text of an element matches. */
export async function expectText(page, selector, pattern) {
    await page.waitForFunction(([css, source, flags]) => {
        const element = document.querySelector(css);
        return element && new RegExp(source, flags).test(element.textContent);
    }, [selector, pattern.source, pattern.flags]).catch(async () => {
        assert.match((await page.locator(selector).first().textContent().catch(() => '(nothing)')) ?? '', pattern);
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
    const send = (type, x, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await send('touchStart', a.x + a.width / 2, a.y + a.height / 2);
    await send('touchMove', (a.x + b.x + a.width) / 2, (a.y + b.y + a.height) / 2);
    await send('touchMove', b.x + b.width / 2, b.y + b.height / 2);
    await send('touchEnd');
}

/** Pastes a text as a person does: focus and the paste event of the browser. */
export async function paste(page, selector, text) {
    await page.locator(selector).focus();
    await page.evaluate(([css, data]) => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', data);
        const element = document.querySelector(css);
        const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
        if (!element.dispatchEvent(event)) return;
        element.setRangeText(data, element.selectionStart, element.selectionEnd, 'end');
        element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, [selector, text]);
}
