#!/usr/bin/env node
// The explorer page in Chromium. Perft 6 of the start position with one worker, beside the program with portable code and one
// thread: both in seconds of processor time, of the whole renderer process in Chromium, with counting, painting and messages. Then
// how long a first visit takes until every function can be used: in processor time, and by the clock with the processor slowed four
// times, which means something on a machine that does nothing else.
//     bench/explorer.mjs [PROGRAM]
// Needs the page (make web) and the program, build/release/plyforge by default.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serve } from '../web/scripts/serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = process.argv[2] ?? `${root}build/release/plyforge`;
const RUNS = 7;
const EXPECTED = '119\u202f060\u202f324';

for (const [path, remedy] of [
    [program, 'make build'],
    [`${root}web/dist/index.html`, 'make web'],
    ['/usr/bin/chromium', 'apt-get install chromium'],
]) {
    if (!existsSync(path)) {
        console.error(`explorer: ${path} is missing; ${remedy} makes it`);
        process.exit(1);
    }
}
const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

function native() {
    const command = 'TIMEFORMAT="%U %S"; time "$0" perft 6 --backend portable --threads 1 >/dev/null';
    return median(
        Array.from({ length: RUNS }, () => {
            const run = spawnSync('bash', ['-c', command, program], { encoding: 'utf8' });
            if (run.status !== 0) throw new Error(run.stderr);
            return run.stderr
                .trim()
                .split('\n')
                .at(-1)
                .split(' ')
                .reduce((sum, time) => sum + Number(time), 0);
        }),
    );
}

/** Runs body with Chromium and the address of the page. */
async function withBrowser(body) {
    const server = await serve();
    const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
        return await body(browser, server.url);
    } finally {
        await browser.close();
        await server.close();
    }
}

/** Seconds for the first count of a page, once its panel has prepared the workers, and for a later one. */
async function countInPage(browser, url) {
    const session = await browser.newBrowserCDPSession();
    const page = await browser.newPage();
    await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 }));
    await page.goto(`${url}#tab=perft&depth=6`);
    await page.waitForFunction(() => performance.getEntriesByName('perft-ready').length > 0);
    const used = async () =>
        (await session.send('SystemInfo.getProcessInfo')).processInfo
            .filter(({ type }) => type === 'renderer')
            .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    const times = [];
    for (let run = 0; run < RUNS + 1; run++) {
        await page.waitForTimeout(300); // what came before has been painted
        const before = await used();
        await page.evaluate(
            () =>
                new Promise((resolve) => {
                    const remark = document.getElementById('perft-remark');
                    remark.textContent = '';
                    const observer = new MutationObserver(() => {
                        if (!/published/.test(remark.textContent)) return;
                        observer.disconnect();
                        resolve();
                    });
                    observer.observe(remark, { childList: true });
                    document.getElementById('perft-run').click();
                }),
        );
        times.push((await used()) - before);
        const total = await page.locator('#perft-total').textContent();
        if (!total.endsWith(EXPECTED)) throw new Error(`the page counts ${total}`);
    }
    return { first: times[0], later: median(times.slice(1)) };
}

/** Milliseconds until a first visit is ready, with nothing kept from another: by the clock and the page's own mark, with the processor
 * slowed so many times, and of processor time that the page's thread has used by then. */
async function untilReady(browser, url, rate) {
    const clock = [];
    const processor = [];
    for (let run = 0; run < RUNS; run++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        await session.send('Emulation.setCPUThrottlingRate', { rate });
        await page.goto(url);
        await page.waitForSelector('#ready', { state: 'attached' });
        const { metrics } = await session.send('Performance.getMetrics');
        clock.push(await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime));
        processor.push(1000 * metrics.find(({ name }) => name === 'TaskDuration').value);
        await context.close();
    }
    return { clock: median(clock), processor: median(processor) };
}

const one = native();
const { first, later } = await withBrowser(countInPage);
const { processor } = await withBrowser((browser, url) => untilReady(browser, url, 1));
const { clock } = await withBrowser((browser, url) => untilReady(browser, url, 4));
const row = (name, time) => console.log(`${name.padEnd(28)} ${time.toFixed(3)} s  ${(time / one).toFixed(2)}`);
row('program, portable, 1 thread', one);
row('page, 1 worker, first count', first);
row('page, 1 worker, later counts', later);
console.log(`page, until it is ready      ${(processor / 1000).toFixed(3)} s of its own thread`);
console.log(`the same, slowed four times  ${(clock / 1000).toFixed(3)} s by the clock`);
