// Perft: divides in workers with bars, progress and stop; known counts; statistics.
import assert from 'node:assert/strict';
import { expectText, hashOf, pageTest } from './browser.mjs';

/** Counts the messages to workers, which cost more than a small count. */
async function countJobs(page) {
    await page.evaluate(() => {
        window.jobs = 0;
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...rest) {
            if (message.words) window.jobs++;
            return post.call(this, message, ...rest);
        };
    });
    return () => page.evaluate(() => window.jobs);
}

/** Waits until the panel has prepared its workers. */
const prepared = (page) => page.waitForFunction(() => performance.getEntriesByName('perft-ready').length > 0);

pageTest('workers are made and the module is warm before the first count', {}, async (page) => {
    assert.equal(await page.evaluate(() => performance.getEntriesByName('perft-ready').length), 0);
    await page.locator('#tab-perft').click();
    await prepared(page);
    const made = await page.evaluate(() => {
        window.made = 0;
        const { Worker } = window;
        window.Worker = class extends Worker {
            constructor(...rest) {
                super(...rest);
                window.made++;
            }
        };
        return window.made;
    });
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-total', /^perft\(4\) = 197\u202f281$/);
    assert.equal(await page.evaluate(() => window.made), made);
});

pageTest('a divide with known counts', { hash: '#tab=perft&depth=5' }, async (page) => {
    await prepared(page);
    const jobs = await countJobs(page);
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-total', /^perft\(5\) = 4\u202f865\u202f609$/);
    await expectText(page, '#perft-remark', /This is the published count/);
    assert.equal(await page.locator('#perft-table tbody tr').count(), 20);
    assert.match(
        await page.locator('#perft-table tbody tr', { hasText: 'e2e4' }).textContent(),
        /e2e4 e4.*405\u202f385/,
    );
    assert.ok(
        await page
            .locator('td.bar span')
            .first()
            .evaluate((element) => element.getBoundingClientRect().width > 5),
    );
    assert.match(await hashOf(page), /depth=5/);
    assert.equal(await jobs(), 20);
});

pageTest('by keyboard, and again after a move', { hash: '#tab=perft&depth=3' }, async (page) => {
    await page.locator('#perft-depth').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectText(page, '#perft-total', /^perft\(2\) = 400$/);
    await page.locator('#square-e2').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectText(page, '#perft-total', /^$/);
});

pageTest(
    'progress and stop, by touch',
    { hash: '#tab=perft&depth=9', touch: true, width: 768, height: 1000 },
    async (page) => {
        await page.locator('#perft-run').tap();
        // The clock goes on while no move is counted to its end.
        await expectText(page, '#perft-remark', /^0 of 20 moves, ([1-9]\d*\.\d|0\.[1-9]) s; about /);
        await page.locator('#perft-stop').tap();
        await expectText(page, '#perft-remark', /^Stopped/);
        await page.locator('#perft-depth').fill('3');
        await page.locator('#perft-run').tap();
        await expectText(page, '#perft-total', /= 8\u202f902$/);
        // A count that is overtaken by another position leaves nothing behind.
        await page.locator('#perft-depth').fill('9');
        await page.locator('#perft-run').tap();
        await expectText(page, '#perft-remark', /of 20 moves/);
        await page.locator('#square-e2').tap();
        await page.locator('#square-e4').tap();
        await expectText(page, '#perft-total', /^$/);
        await page.waitForTimeout(300);
        assert.equal(await page.locator('#perft-total').textContent(), '');
        await page.locator('#perft-depth').fill('2');
        await page.locator('#perft-run').tap();
        await expectText(page, '#perft-total', /= 600$/);
    },
);

pageTest('a depth that is none is refused, and nothing is counted', { hash: '#tab=perft&depth=3' }, async (page) => {
    for (const depth of ['0', '-1', '10', '2.5', '']) {
        for (const button of ['#perft-run', '#perft-stats']) {
            await page.locator('#perft-depth').fill(depth);
            await page.locator(button).click();
            assert.equal(await page.evaluate(() => document.activeElement.id), 'perft-depth', depth);
            assert.equal(
                (await page.locator('#perft-total').textContent()) + (await page.locator('#stats').textContent()),
                '',
                depth,
            );
        }
    }
});

pageTest(
    'statistics come into view on a phone',
    { hash: '#tab=perft&depth=2', width: 360, height: 640, touch: true },
    async (page) => {
        await page.locator('#perft-run').tap();
        await expectText(page, '#perft-total', /= 400$/);
        await page.locator('#perft-stats').tap();
        await expectText(page, '#stats h2', /^Statistics$/);
        await page.waitForFunction(
            () => document.querySelector('#stats').getBoundingClientRect().bottom <= innerHeight + 1,
        );
    },
);

pageTest(
    'statistics',
    { hash: '#tab=perft&depth=3&fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1' },
    async (page) => {
        await page.locator('#perft-stats').click();
        await expectText(page, '#stats h2', /^Statistics$/);
        const cells = (await page.locator('#stats tbody tr').nth(2).locator('td').allTextContents()).map((cell) =>
            cell.replaceAll('\u202f', ''),
        );
        assert.deepEqual(cells.slice(0, 6), ['3', '97862', '17102', '45', '3162', '0']);
        assert.deepEqual([cells[6], cells[9]], ['993', '1']);
    },
);

pageTest('variants', { hash: '#tab=perft&rules=atomic&depth=4' }, async (page) => {
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-total', /= 197\u202f326$/);
    await page.locator('#perft-stats').click();
    await expectText(page, '#stats h2', /^Statistics$/);
    const row = await page.locator('#stats tbody tr').nth(3).locator('td').allTextContents();
    assert.deepEqual([row[1], row[2]], ['197\u202f326', '1\u202f564']);
});

pageTest('workers that cannot be made are reported, and the next count tries again', {}, async (page) => {
    await page.evaluate(() => {
        window.OldWorker = Worker;
        window.Worker = class {
            constructor() {
                throw new Error('no workers today');
            }
        };
    });
    await page.locator('#tab-perft').click();
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-remark', /^no workers today$/);
    assert.deepEqual(
        await page.evaluate(() =>
            ['run', 'stats', 'stop'].map((name) => document.querySelector(`#perft-${name}`).disabled),
        ),
        [false, false, true],
    );
    await page.evaluate(() => {
        window.Worker = window.OldWorker;
    });
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-total', /^perft\(4\) = 197\u202f281$/);
});

pageTest('a worker that fails is reported', { hash: '#tab=perft&depth=5' }, async (page) => {
    await prepared(page);
    await page.evaluate(() => {
        Worker.prototype.postMessage = function () {
            this.dispatchEvent(new ErrorEvent('error', { message: 'it broke' }));
        };
    });
    await page.locator('#perft-run').click();
    await expectText(page, '#perft-remark', /^it broke$/);
    assert.equal(await page.locator('#perft-run').isDisabled(), false);
});

pageTest(
    'a move of the table counts what is below it, and the divide is copied',
    { hash: '#tab=perft&depth=4' },
    async (page) => {
        await page.locator('#perft-run').click();
        await expectText(page, '#perft-total', /= 197\u202f281/);
        await page.getByRole('button', { name: 'Copy the divide' }).click();
        await expectText(page, '#panel-perft', /Copied/);
        const text = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(text, /^a2a3: 8457\n/);
        assert.match(text, /\ng2g4: 9328\n[^]*\nNodes searched: 197281\n$/);
        await page.getByRole('button', { name: 'Count below e4' }).click();
        await expectText(page, '#perft-total', /^perft\(3\) = 13\u202f160$/);
        assert.match(await hashOf(page), /moves=e2e4&depth=3$/);
        await page.getByRole('button', { name: 'Count below e5' }).click();
        await expectText(page, '#perft-total', /^perft\(2\) = 824$|^perft\(2\) = \d+$/);
        await page.goBack();
        await page.goBack();
        assert.match(await hashOf(page), /^#tab=perft(&depth=4)?$/);
        assert.equal(await page.locator('#perft-depth').inputValue(), '4');
    },
);

pageTest('a large count says how large it will be', { hash: '#tab=perft&depth=8' }, async (page) => {
    await page.locator('#perft-run').click();
    // 84,998,978,956 is the count.
    await expectText(page, '#perft-remark', /about (7|8|9)\d\u202f000\u202f000\u202f000 positions in all/);
    await page.locator('#perft-stop').click();
    await expectText(page, '#perft-remark', /^Stopped/);
});
