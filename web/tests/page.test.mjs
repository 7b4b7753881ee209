// The page as a whole: accessible in both themes and at three widths, offline after the first visit, hard to break, small
// and quick.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { address, expectText, goOffline, newContext, pageTest, paste } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = ['board', 'xray', 'hunt', 'doctor', 'perft', 'pgn'];
const SHOTS = process.env.PLYFORGE_SCREENSHOTS;

const HUNT =
    '#tab=hunt&fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1&hunt=0.1.:e1d1:_1!e1e2:_1!e1f1:_1!e1d2:_1!e1f2:_1!h1g1:_1!h1f1:_1!h1h2:_1!h1h3:_1!h1h4:_1!h1h5:_1!h1h6:_1!h1h7:_1!h1h8:_1';
const XRAY =
    '#tab=xray&fen=4r1k1/8/7b/8/1b2N3/8/3R1P2/2B1K3_w_-_-_0_1&xray=attacks,danger,pins,counts,magic&of=d2&step=7&tried=e4f6';
const BROKEN = '#tab=doctor&fen=kk6/8/8/8/8/8/8/K6P_w_KQ_e3_0_1';

async function violations(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const found = await page.evaluate(() =>
        axe.run(document, {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
            resultTypes: ['violations'],
        }),
    );
    return found.violations.map(
        (violation) =>
            `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join('; ')}`,
    );
}

/** What a visitor has seen of each panel: full of results where that is possible. */
async function fill(page, tab) {
    if (tab === 'hunt') await expectText(page, '#bug', /castling/);
    if (tab === 'xray') await expectText(page, '#xray-step', /Removed: 17/);
    if (tab === 'doctor') await expectText(page, '#doctor-result', /problems/);
    if (tab === 'perft') {
        await page.locator('#perft-depth').fill('3');
        await page.locator('#perft-run').click();
        await expectText(page, '#perft-total', /8\u202f902/);
    }
    if (tab === 'pgn') {
        await page.locator('#pgn-file').setInputFiles({
            name: 'x.pgn',
            mimeType: 'text/plain',
            buffer: Buffer.from('[White "Ana"]\n[Black "Bo"]\n\n1. e4 e5 2. Ke3 *\n'),
        });
        await expectText(page, '#pgn-summary', /1 game, 1 broken/);
    }
}

for (const [width, height, dark] of [
    [360, 740, true],
    [768, 1024, false],
    [1400, 900, false],
    [1400, 900, true],
]) {
    pageTest(
        `no fault that axe finds, and nothing too wide, at ${width} pixels${dark ? ', dark' : ''}`,
        { width, height, dark, touch: width < 1000 },
        async (page) => {
            for (const tab of TABS) {
                const hash =
                    { xray: XRAY, hunt: HUNT, doctor: BROKEN, board: '#moves=e2e4,e7e5,g1f3' }[tab] ?? `#tab=${tab}`;
                await page.evaluate((to) => {
                    location.hash = to;
                }, hash);
                await fill(page, tab);
                assert.deepEqual(await violations(page), [], tab);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                assert.ok(wide <= 0, `${tab} is ${wide} pixels too wide`);
                if (SHOTS) await page.screenshot({ path: `${SHOTS}/${tab}-${width}${dark ? '-dark' : ''}.png` });
            }
            await page.locator('#tab-board').click();
            await page.locator('#edit').click();
            assert.deepEqual(await violations(page), [], 'setting up');
        },
    );
}

pageTest('the theme is chosen and kept', {}, async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.locator('#theme').click();
    assert.notEqual(await ground(), light);
    const dark = await ground();
    await page.reload();
    await page.waitForSelector('#ready', { state: 'attached' });
    assert.equal(await ground(), dark);
});

pageTest('hostile addresses', {}, async (page) => {
    const hashes = [
        '#',
        '#=&&&',
        '#fen=%',
        '#fen=%ff&moves=%zz',
        '#tab=nothing&rules=poker&ply=99999&depth=-1&flip=maybe',
        '#moves=e2e4,<img src=x onerror=alert(1)>',
        '#fen=<script>alert(1)</script>',
        `#fen=${'9'.repeat(100_000)}`,
        `#moves=${'e2e4,'.repeat(20_000)}`,
        '#tab=hunt&hunt=0.4.:x',
        '#tab=hunt&hunt=9.9.zz:*1.1.:e2e4*%00',
        '#tab=hunt&hunt=1.3.a1a8:e2e4: 20',
        '#tab=xray&xray=pins,nothing&of=z9&step=99&tried=%00',
        '#tab=xray&rules=atomic&of=e2&step=3',
        '#tab=xray&of=a4&tried=e9e9&xray=magic',
        '#__proto__=1&constructor=2',
        '#tab=doctor&broken=%00%01%02',
        '#rules=crazyhouse&fen=8/8/8/8/8/8/8/8[QQQQQQQQ]_w_-_-_0_1',
    ];
    for (const hash of hashes) {
        await page.evaluate((to) => {
            location.hash = to;
        }, hash);
        await page.waitForTimeout(40);
        await page.locator('#tab-board').click();
        await page.locator('#new').click();
        await expectText(page, '#status', /to move/);
        assert.equal(await page.locator('#board script, #board img, #panels script, #panels img').count(), 0);
    }
});

pageTest('what a link asks for and the page cannot do is named', { hash: '#moves=e2e4,e9e9,d2d4' }, async (page) => {
    await expectText(page, '#status', /^The link continues with e9e9, which is not a legal move here\. Black to move/);
    await page.evaluate(() => {
        location.hash = '#rules=klingon&moves=d2d4';
    });
    await expectText(page, '#status', /^The link asks for rules that this page does not have: klingon\. Black to move/);
    await page.locator('#new').click();
    await expectText(page, '#status', /^White to move/);
});

pageTest('a paste of 50 MB into the field for divides', { hash: '#tab=hunt' }, async (page) => {
    await page.locator('#hunt-first').focus();
    await page.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', 'e2e4: 20\n'.repeat(5_600_000));
        document
            .querySelector('#hunt-first')
            .dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    });
    await expectText(page, '#panel-hunt > .problem', /50\u202f400\u202f000 characters/);
    await paste(page, '#hunt-first', 'e2e4: 1');
    await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
    await expectText(page, '.result', /The bug/);
});

// A second with the processor slowed four times (bench/explorer.mjs measures it) is what these amounts come to; they are the same on every
// machine.
test('little to do until the page can be used', async () => {
    const context = await newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const requests = [];
    context.on('request', (request) =>
        requests.push(
            request
                .url()
                .replace(address(), '')
                .replace(/-[\w-]{8}\./, '.'),
        ),
    );
    await page.addInitScript(() => {
        window.made = { modules: 0, streams: 0, workers: 0 };
        const count = (name, what) =>
            new Proxy(what, {
                construct: (target, rest) => (window.made[name]++, Reflect.construct(target, rest)),
                apply: (target, self, rest) => (window.made[name]++, Reflect.apply(target, self, rest)),
            });
        WebAssembly.Module = count('modules', WebAssembly.Module);
        WebAssembly.compileStreaming = count('streams', WebAssembly.compileStreaming);
        window.Worker = count('workers', Worker);
        addEventListener('DOMContentLoaded', () => {
            window.parsed = document.getElementById('ready') === null;
        });
    });
    await session.send('Performance.enable');
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.goto(address());
    await page.waitForSelector('#ready', { state: 'attached' });
    const { result } = await session.send('Profiler.takePreciseCoverage');
    const { metrics } = await session.send('Performance.getMetrics');
    const amount = (name) => metrics.find((metric) => metric.name === name).value;
    const calls = result
        .filter((script) => script.url.startsWith(address()))
        .flatMap((script) => script.functions)
        .reduce((sum, { ranges }) => sum + ranges[0].count, 0);
    const bytes = Object.fromEntries(
        await page.evaluate(() =>
            performance
                .getEntriesByType('resource')
                .map((entry) => [entry.name.split('.').at(-1), entry.decodedBodySize]),
        ),
    );
    console.log(
        `${calls} calls, ${amount('LayoutCount')} layouts, ${amount('RecalcStyleCount')} styles, ${amount('Nodes')} nodes, ${JSON.stringify(bytes)}, ${requests}`,
    );
    // One script, one style sheet, one module; nothing waits for anything else.
    assert.deepEqual(requests.filter((name) => !/^(icon\.svg|manifest\.webmanifest|sw\.js)$/.test(name)).sort(), [
        '',
        'assets/explorer.wasm',
        'assets/index.css',
        'assets/index.js',
    ]);
    assert.ok(bytes.js < 150_000 && bytes.wasm < 330_000, JSON.stringify(bytes)); // six tools in one script
    // The module is compiled while it is loaded, beside the first rendering, and never at once in the page's own thread; no worker yet.
    assert.deepEqual(await page.evaluate(() => window.made), { modules: 0, streams: 1, workers: 0 });
    assert.ok(await page.evaluate(() => window.parsed));
    assert.ok(calls > 100 && calls < 5_000, `${calls} calls`);
    assert.ok(amount('LayoutCount') <= 10 && amount('RecalcStyleCount') <= 20 && amount('Nodes') < 2_500);
    await context.close();
});

// The last one: the server is gone afterwards.
pageTest('offline after the first visit', {}, async (page) => {
    await page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        const worker = active ?? installing ?? waiting;
        if (worker.state !== 'activated')
            await new Promise((resolve) =>
                worker.addEventListener('statechange', () => {
                    if (worker.state === 'activated') resolve();
                }),
            );
    });
    await goOffline();
    await page.goto(`${address()}#tab=perft&depth=4`);
    await page.waitForSelector('#ready', { state: 'attached' });
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-total', /197\u202f281/);
    await page.locator('#tab-hunt').click();
    await page.locator('#code').fill('() => ({ e2e4: 1 })');
    await page.locator('#code-depth').fill('1');
    await page.locator('#code-run').click();
    await expectText(page, '#bug', /missing/);
});
