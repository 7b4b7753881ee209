// The FEN doctor: every problem at once, with its characters and squares; a proposal that works.
import assert from 'node:assert/strict';
import { expectText, hashOf, pageTest, paste, square } from './browser.mjs';

const findings = (page) => page.locator('.findings strong').allTextContents();
const marks = (page) => page.locator('.marked mark').allTextContents();

async function give(page, fen) {
    await page.locator('#doctor-fen').fill(fen);
    await page.locator('#doctor-result').waitFor();
}

pageTest('faults of the text', { hash: '#tab=doctor' }, async (page) => {
    await give(page, 'rnbqkbnx/ppppppp/8/44/9/8/PPPPPPPPP/RNBQKBNR W KKx E3 -1 one more');
    assert.deepEqual(await findings(page), [
        '"x" on rank 8 is neither a piece nor a number from 1 to 8',
        'rank 8 has 7 squares instead of 8',
        'rank 7 has 7 squares instead of 8',
        'two consecutive numbers on rank 5',
        '"9" on rank 4 is neither a piece nor a number from 1 to 8',
        'rank 4 has 0 squares instead of 8',
        'rank 2 has 9 squares instead of 8',
        'the side to move must be w or b, not "W"',
        'the castling right K is given twice',
        '"x" is not a castling right',
        'the en passant square must be - or a square such as e3, not "E3"',
        'the half-move clock must be a number, not "-1"',
        'the move number must be a number, not "one"',
        '"more" follows the last field',
        'impossible en passant square',
    ]);
    assert.ok((await marks(page)).includes('KKx'.slice(1)));
    await page.locator('#doctor-take').click();
    await expectText(page, '#doctor-result', /Nothing is wrong/);
    assert.match(await hashOf(page), /fen=rnbqkbn1\/ppppppp1\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR_w_K_-_0_1/);
});

pageTest('problems of the position, with squares on the board', { hash: '#tab=doctor' }, async (page) => {
    await give(page, 'kk6/8/8/8/8/8/8/K6P w KQ e3 0 1');
    assert.deepEqual(await findings(page), [
        'more than one black king',
        'pawn on the first or last rank',
        'castling right without its king and rook',
        'impossible en passant square',
    ]);
    assert.deepEqual(await marks(page), ['kk', 'P', 'KQ', 'e3']);
    assert.ok((await page.locator('.art rect.red').count()) >= 4);
    await expectText(page, '#status', /4 problems/);
    await page.locator('#doctor-take').click();
    await expectText(page, '#status', /insufficient material/);
});

pageTest('each problem has a proposal that works', { hash: '#tab=doctor' }, async (page) => {
    const cases = [
        '8/8/8/8/8/8/8/8 w - - 0 1',
        '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1',
        '4k3/8/8/8/8/8/PPPPPPPP/PPPPKPPP w - - 0 1',
        '4k3/8/8/8/8/8/8/4K2Q w K - 0 1',
        '4k3/8/8/8/8/8/8/1RK5 w B - 0 1',
        '4k3/8/8',
        'QQQQQQQQ/QQQQQQQQ/4k3/8/8/8/8/4K3 b - - 0 1',
    ];
    for (const fen of cases) {
        await give(page, fen);
        assert.ok((await findings(page)).length > 0, fen);
        await page.locator('#doctor-take').click();
        await expectText(page, '#status', /legal move|1-0|0-1|1\/2/);
    }
});

pageTest('by keyboard, and a right FEN', { hash: '#tab=doctor&fen=8/8/8/8/8/8/8/8_w_-_-_0_1' }, async (page) => {
    await expectText(page, '#doctor-result', /2 problems/);
    await page.locator('#doctor-take').focus();
    await page.keyboard.press('Enter');
    await expectText(page, '#doctor-result', /Nothing is wrong/);
    await page.locator('#tab-doctor').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-hunt');
});

pageTest(
    'by touch: pieces of a broken position can be moved',
    { hash: '#tab=doctor&fen=4k3/8/8/8/8/8/8/P3K3_w_-_-_0_1', touch: true, width: 360, height: 740 },
    async (page) => {
        await expectText(page, '#status', /: 1 problem\. /);
        await square(page, 'a1').tap();
        await square(page, 'a2').tap();
        await expectText(page, '#status', /^White to move/);
    },
);

pageTest(
    'a pocket that is not closed, and letters that are no pieces',
    { hash: '#tab=doctor&rules=crazyhouse' },
    async (page) => {
        await give(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[x w KQkq - 0 1');
        assert.deepEqual(await findings(page), [
            '"x" in the pocket is not a piece that can be dropped',
            'the pocket has no ] at its end',
        ]);
        assert.deepEqual(await marks(page), ['[x']);
        await page.locator('#doctor-take').click();
        await expectText(page, '#status', /^White to move/);
    },
);

pageTest('only the wrong castling rights are marked', { hash: '#tab=doctor' }, async (page) => {
    await give(page, '4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    assert.deepEqual(await marks(page), ['kq']);
});

pageTest(
    'a command of UCI has a FEN in it; one that ends early says what is missing',
    { hash: '#tab=doctor' },
    async (page) => {
        await give(page, 'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1');
        await expectText(page, '#doctor-result', /^Nothing is wrong with this FEN\.$/);
        assert.equal(await page.locator('#doctor-fen').inputValue(), '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
        await give(page, 'position startpos moves e2e4');
        await expectText(page, '#doctor-result', /^Nothing is wrong with this FEN\.$/);
        assert.match(await page.locator('#doctor-fen').inputValue(), /^rnbqkbnr\/.* w KQkq - 0 1$/);
        await give(page, '4k3/8/8/8/8/8/8/4K2R b');
        await expectText(page, '#doctor-result', /Nothing is wrong.*2 of 6 fields; the others are read as - - 0 1/);
    },
);

pageTest('a FEN of 10 MB', { hash: '#tab=doctor' }, async (page) => {
    const before = Date.now();
    await paste(page, '#doctor-fen', 'p'.repeat(10_000_000));
    await expectText(page, '#doctor-result', /10\u202f000\u202f000 characters/);
    assert.ok(Date.now() - before < 8000);
    await give(page, '8/8/8/8/8/8/8/K1k5 w - - 0 1');
    await expectText(page, '#status', /draw|1\/2/);
});

pageTest('a text that was too long is forgotten with its repair', { hash: '#tab=doctor' }, async (page) => {
    await paste(page, '#doctor-fen', `8/8/8/8/8/8/8/K1k5 w - - 0 1 ${'more '.repeat(100)}`);
    await expectText(page, '#doctor-result', /529 characters; only the first 400/);
    await page.locator('#doctor-take').click();
    await expectText(page, '#doctor-result', /Nothing is wrong/);
    await page.locator('#tab-board').click();
    await page.locator('#tab-doctor').click();
    await expectText(page, '#doctor-result', /Nothing is wrong/);
    // A long command may have a short FEN.
    await paste(page, '#doctor-fen', `position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ${'e1g1 e8e7 '.repeat(50)}`);
    await expectText(page, '#doctor-result', /Nothing is wrong/);
});

pageTest('a broken FEN of the greatest length is part of the address', { hash: '#tab=doctor' }, async (page) => {
    await paste(page, '#doctor-fen', 'x'.repeat(500));
    await expectText(page, '#doctor-result', /500 characters/);
    assert.equal(await hashOf(page), `#tab=doctor&broken=${'x'.repeat(400)}`);
    await page.reload();
    await expectText(page, '#doctor-result', /is neither a piece nor a number/);
});

const FENS = {
    plain: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    house: 'r1bqkbnr/ppp1pppp/2n5/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3',
};
const under = (fen) => fen.replaceAll(' ', '_');

pageTest('a FEN as it is found in links and in suites', { hash: '#tab=doctor' }, async (page) => {
    const forms = [
        under(FENS.plain),
        `#tab=board&fen=${under(FENS.plain)}`,
        `https://example.org/explorer/#fen=${under(FENS.plain)}&ply=0`,
        `https://lichess.org/analysis/${under(FENS.plain)}`,
        `https://lichess.org/analysis/standard/${under(FENS.plain)}?color=white`,
        `lichess.org/editor/${under(FENS.plain)}`,
        `https://lichess.org/analysis/${encodeURIComponent(FENS.plain)}`,
        `https://www.chess.com/analysis?fen=${encodeURIComponent(FENS.plain)}&flip=false`,
        `https://www.chess.com/analysis?fen=${FENS.plain.replaceAll(' ', '+')}`,
        `${FENS.plain} ;D1 48 ;D2 2039 ;id kiwipete`,
        `${FENS.plain.replace(' 0 1', '')} bm Bxa6; id "kiwipete";`,
        `${FENS.plain} bm Bxa6;`,
    ];
    for (const form of forms) {
        await page.locator('#new').click();
        await give(page, form);
        await expectText(page, '#doctor-result', /^Nothing is wrong with this FEN\./);
        assert.match(
            await page.locator('#doctor-fen').inputValue(),
            new RegExp(`^${FENS.plain.replace(' 0 1', '')}`),
            form,
        );
        await expectText(page, '#status', /48 legal moves/);
    }
    // The field of the board takes the same.
    await page.locator('#tab-board').click();
    for (const form of forms.slice(2)) {
        await page.locator('#new').click();
        await page.locator('#entry').fill(form);
        await page.locator('#panel-board').getByRole('button', { name: 'Go' }).click();
        await expectText(page, '#status', /48 legal moves/);
    }
    await page.locator('#entry').fill(`https://lichess.org/analysis/crazyhouse/${under(FENS.house)}`);
    await page.locator('#panel-board').getByRole('button', { name: 'Go' }).click();
    await expectText(page, '#fen', /RNBQKBNR\[Pp\] w KQkq/);
    assert.equal(await page.locator('#rules').inputValue(), 'crazyhouse');
});

pageTest('nine ranks and seven keep both armies', { hash: '#tab=doctor' }, async (page) => {
    const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    for (const [board, repair] of [
        ['rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR', 'left out: "8"'],
        ['rnbqkbnr/pppppppp/8/8/8/8//PPPPPPPP/RNBQKBNR', 'left out: ""'],
        ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/', 'left out: ""'],
        ['rnbqkbnr/pppppppp/8/8/8/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR', 'left out: "8", "8", "8", "8" ...'],
        ['rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR', 'empty ranks are added'],
    ]) {
        await give(page, `${board} w KQkq - 0 1`);
        assert.match((await findings(page))[0], /^the board has \d+ ranks instead of 8$/);
        await expectText(page, '#doctor-result .findings', new RegExp(`Proposed: ${repair.replaceAll('.', '\\.')}`));
        assert.equal(await page.locator('#doctor-result pre').textContent(), START);
    }
    // Ranks that were cut off are those at the end.
    await give(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3 w KQkq - 0 2');
    assert.match(
        await page.locator('#doctor-result pre').textContent(),
        /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/8\/4K3 w kq /,
    );
    await give(page, `${'8/'.repeat(180)}8 w - - 0 1`);
    await expectText(page, '#doctor-result', /the board has 181 ranks/);
});

pageTest('a check that cannot be is repaired, not proposed again', { hash: '#tab=doctor' }, async (page) => {
    for (const [fen, removed] of [
        ['4k3/8/4r3/8/1b6/5n2/8/4K3 w - - 0 1', 1], // three checkers; any two can be
        ['4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1', 1],
        ['4k3/8/8/8/8/3n1n2/2n3n1/4K3 w - - 0 1', 3], // knights alone
        ['4k3/8/3N4/8/3pP3/8/8/4K3 b - e3 0 1', 0], // the pawn that came last gives no check
    ]) {
        await give(page, fen);
        assert.ok(
            (await findings(page)).some((name) => /checkers|no move could have given/.test(name)),
            fen,
        );
        const repair =
            removed > 0
                ? `removed: ${Array(removed).fill('[a-h][1-8]').join(', ')}`
                : 'the en passant square is dropped';
        await expectText(page, '#doctor-result .findings', new RegExp(`Proposed: ${repair}\\.`));
        const proposed = await page.locator('#doctor-result pre').textContent();
        assert.notEqual(proposed, fen);
        await page.locator('#doctor-take').click();
        await expectText(page, '#doctor-result', /^Nothing is wrong/);
    }
});
