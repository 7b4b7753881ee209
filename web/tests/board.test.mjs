// The board: moves by mouse, touch and keyboard; illegal ones explained; promotion, drops, setting up, FEN, PGN.
import assert from 'node:assert/strict';
import { dragMouse, dragTouch, expectText, hashOf, pageTest, square, status } from './browser.mjs';

pageTest('a move by dragging, by two clicks and by chip', {}, async (page) => {
    await dragMouse(page, 'e2', 'e4');
    await expectText(page, '#status', /^Black to move\. 20 legal moves/);
    await square(page, 'e7').click();
    assert.equal(await page.locator('.target').count(), 2);
    assert.equal(await square(page, 'e5').getAttribute('aria-label'), 'e5, can go here');
    await square(page, 'e5').click();
    await page.locator('#legal').getByRole('button', { name: 'Nf3', exact: true }).click();
    assert.match(await hashOf(page), /moves=e2e4,e7e5,g1f3/);
    assert.equal(
        await page.locator('#fen').textContent(),
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
    );
});

pageTest('a move by finger: dragged, and by two taps', { touch: true, width: 360, height: 740 }, async (page) => {
    await dragTouch(page, 'd2', 'd4');
    await expectText(page, '#status', /^Black to move/);
    await square(page, 'd7').tap();
    await square(page, 'd5').tap();
    await expectText(page, '#status', /^White to move/);
    assert.match(await hashOf(page), /moves=d2d4,d7d5/);
});

pageTest('a move by keyboard alone, and undo, redo, flip', {}, async (page) => {
    // From the skip link to the link of the page and the theme, then to the board.
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'square-e1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.match(await square(page, 'e2').getAttribute('aria-label'), /e2, white pawn, selected/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expectText(page, '#status', /^Black to move/);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'square-e4');
    await page.keyboard.press('Home');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'square-a4');
    await page.locator('#undo').focus();
    await page.keyboard.press('Enter');
    await expectText(page, '#status', /^White to move/);
    await page.keyboard.press('ArrowRight');
    await expectText(page, '#status', /^Black to move/);
    await page.locator('#flip').focus();
    await page.keyboard.press('Enter');
    assert.match(await hashOf(page), /flip=1/);
    await square(page, 'e7').focus();
    await page.keyboard.press('ArrowUp'); // towards White now
    assert.equal(await page.evaluate(() => document.activeElement.id), 'square-e6');
});

pageTest(
    'an illegal move is explained with a sentence and arrows',
    { hash: '#fen=8/8/8/K2pP2r/8/8/8/7k_w_-_d6_0_1' },
    async (page) => {
        await dragMouse(page, 'e5', 'd6');
        assert.equal(
            await status(page),
            'e5d6 is not legal: both pawns would leave the rank between the king on a5 and the rook on h5',
        );
        assert.ok((await page.locator('.art .arrows path').count()) >= 2);
        await page.locator('#entry').fill('Kb8');
        await page.keyboard.press('Enter');
        await expectText(page, '#status', /not legal/);
        await square(page, 'h8').click();
        await expectText(page, '#status', /^White to move/);
    },
);

pageTest('promotion asks, by mouse and by keyboard', { hash: '#fen=8/P7/8/8/8/8/8/k1K5_w_-_-_0_1' }, async (page) => {
    await dragMouse(page, 'a7', 'a8');
    await page.getByRole('button', { name: 'knight', exact: true }).click();
    await expectText(page, '#fen', /^N7\//);
    await page.locator('#undo').click();
    await square(page, 'a7').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectText(page, '#fen', /^8\/P7/);
    await square(page, 'a7').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectText(page, '#fen', /^Q7\//);
});

pageTest(
    'castling by the king and onto the rook; Chess960',
    { hash: '#fen=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1' },
    async (page) => {
        await dragMouse(page, 'e1', 'g1');
        await expectText(page, '#fen', /R4RK1 b/);
        await dragMouse(page, 'e8', 'a8');
        await expectText(page, '#fen', /^2kr3r/);
        await page.locator('#rules').selectOption('chess960');
        await page.locator('#number960').fill('0');
        await page.keyboard.press('Enter');
        await expectText(page, '#fen', /^bbqnnrkr/);
        assert.match(await hashOf(page), /rules=chess960/);
    },
);

pageTest(
    'variants: a drop by mouse and by keyboard',
    { hash: '#rules=crazyhouse&moves=e2e4,d7d5,e4d5,d8d5' },
    async (page) => {
        await page.getByRole('button', { name: '1 white pawn to drop' }).click();
        assert.ok((await page.locator('.target').count()) > 20);
        await square(page, 'e4').click();
        assert.match(await hashOf(page), /P@e4/);
        await page.getByRole('button', { name: '1 black pawn to drop' }).focus();
        await page.keyboard.press('Enter');
        await square(page, 'e8').focus();
        await page.keyboard.press('Enter');
        await expectText(page, '#status', /not legal/);
        for (const rules of ['atomic', 'antichess', 'kingofthehill', 'threecheck', 'horde', 'racingkings']) {
            await page.locator('#rules').selectOption(rules);
            assert.match(await hashOf(page), new RegExp(`rules=${rules}`));
            assert.ok((await page.locator('#legal button').count()) >= 8);
        }
    },
);

pageTest('a position is set up by palette, drag and keyboard', {}, async (page) => {
    await page.locator('#edit').click();
    await page.locator('#palette').getByRole('button', { name: 'Clear' }).click();
    await page.locator('#palette').getByRole('button', { name: 'white king' }).click();
    await square(page, 'a1').click();
    await square(page, 'h8').focus();
    await page.keyboard.press('k');
    await square(page, 'h2').focus();
    await page.keyboard.press('P');
    await expectText(page, '#fen', /^7k\/8\/8\/8\/8\/8\/7P\/K7 w - - 0 1$/);
    await page.locator('#palette').getByRole('button', { name: 'white king' }).click();
    await dragMouse(page, 'h2', 'b7');
    await expectText(page, '#fen', /^7k\/1P6\/8\/8\/8\/8\/8\/K7 w/);
    await page.locator('#edit').click();
    await dragMouse(page, 'b7', 'b8');
    await page.getByRole('button', { name: 'queen', exact: true }).click();
    await expectText(page, '#status', /in check/);
});

pageTest('FEN, moves and PGN in one field', {}, async (page) => {
    const enter = async (text) => {
        await page.locator('#entry').fill(text);
        await page.locator('.entry').getByRole('button', { name: 'Go' }).click();
    };
    await enter('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2');
    // A line that was typed goes to its end, a game with tags to its beginning.
    await expectText(page, '#fen', /^r1bqkbnr\/1ppp1ppp\/p1n5/);
    await enter('[White "Ana"]\n\n1. d4 d5 *');
    await expectText(page, '#fen', /^rnbqkbnr\/pppppppp\/8/);
    await page.locator('#line').getByRole('button', { name: 'd4' }).click();
    await expectText(page, '#status', /^Black to move/);
    await enter('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');
    await expectText(page, '#status', /48 legal moves/);
    await enter('O-O O-O-O');
    assert.match(await hashOf(page), /moves=e1g1,e8c8/);
    await enter('e5e9');
    await expectText(page, '.problem', /./);
});

pageTest('the back button and a link', { hash: '#moves=e2e4&flip=1&tab=perft&depth=3' }, async (page) => {
    assert.equal(await page.locator('#perft-depth').inputValue(), '3');
    await page.locator('#tab-board').click();
    await dragMouse(page, 'e7', 'e5');
    await expectText(page, '#status', /^White to move/);
    await page.goBack();
    await expectText(page, '#status', /^Black to move/);
    await page.goBack();
    assert.equal(await page.locator('#tab-perft').getAttribute('aria-selected'), 'true');
    await page.goForward();
    assert.equal(await page.locator('#tab-board').getAttribute('aria-selected'), 'true');
});

pageTest('a FEN pasted or dropped anywhere', {}, async (page) => {
    const give = (kind, text) =>
        page.evaluate(
            ([name, data]) => {
                const transfer = new DataTransfer();
                transfer.setData('text/plain', data);
                const event =
                    name === 'paste'
                        ? new ClipboardEvent(name, { clipboardData: transfer, bubbles: true, cancelable: true })
                        : new DragEvent(name, { dataTransfer: transfer, bubbles: true, cancelable: true });
                document.body.dispatchEvent(event);
            },
            [kind, text],
        );
    await give('paste', 'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    await expectText(page, '#status', /15 legal moves/);
    await give('drop', '4k3/8/8/8/8/8/8/4K3 b - - 0 1');
    await expectText(page, '#fen', /4K3 b - - 0 1$/);
    await page.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['8/8/8/8/8/8/7p/K1k5 w - - 0 1\n'], 'position.fen'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await expectText(page, '#fen', /^8\/8\/8\/8\/8\/8\/7p\/K1k5/);
});

pageTest(
    'the link past the board keeps what is shown',
    { hash: '#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1' },
    async (page) => {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'skip');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'panels');
        assert.match(await hashOf(page), /^#fen=4k3\/P7/);
        await expectText(page, '#status', /^White to move\. 9 legal moves/);
    },
);

async function enter(page, text) {
    await page.locator('#tab-board').click();
    await page.locator('#entry').fill(text);
    await page.locator('#panel-board').getByRole('button', { name: 'Go' }).click();
}

pageTest('the commands that Find my bug shows are taken', {}, async (page) => {
    await enter(page, 'position startpos moves e2e4 e7e5\ngo perft 3');
    assert.match(await hashOf(page), /^#moves=e2e4,e7e5$/);
    await enter(page, 'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1');
    assert.equal(await page.locator('#fen').textContent(), '4k3/8/8/8/8/8/8/5RK1 b - - 1 1');
    await enter(page, 'fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    await expectText(page, '#status', /insufficient material/);
    await enter(page, 'position startpos moves e2e5');
    await expectText(page, '#status', /^e2e5 is not legal/);
    await enter(page, 'position fen 8/8/8/8/8/8/8/8 w - - 0 1');
    await expectText(page, '#doctor-result', /2 problems/);
});

pageTest(
    'a text that is no move, and a move that is not legal, in variants too',
    { hash: '#rules=atomic' },
    async (page) => {
        for (const [text, answer] of [
            ['Qe9', /^"Qe9": 'e9' is not a square$/],
            ['Sf3', /^"Sf3": expected a piece \(K, Q, R, B, N\) or a square, not 'S'$/],
            ['\u04354', /^"\u04354": expected a piece .*, not '\\xd0'$/],
            ['resign', /^"resign": expected a piece .*, not 'r'$/],
        ]) {
            await enter(page, text);
            await expectText(page, '#status', answer);
        }
        await enter(page, 'Nc4');
        await expectText(page, '#status', /^"Nc4": no knight can go to c4$/);
        await enter(page, 'O-O');
        await expectText(
            page,
            '#status',
            /^e1g1 is not legal: White cannot castle, because the bishop on f1 is in the way$/,
        );
    },
);

for (const [width, height] of [
    [320, 256],
    [640, 360],
    [1000, 700],
]) {
    pageTest(
        `the board fits into a window of ${width} by ${height}`,
        { width, height, touch: width < 1000 },
        async (page) => {
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
            const board = await page.locator('.board').boundingBox();
            assert.ok(board.height <= Math.max(height, 290), `${board.height}`);
            if (height < 400) return;
            // With the sentence that explains a move.
            const sentence = await page.locator('#status').boundingBox();
            assert.ok(sentence.y + sentence.height <= height);
        },
    );
}

pageTest('only a press of the main button on the board chooses a square', {}, async (page) => {
    const centre = async (name) => {
        const box = await square(page, name).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const chosen = () => page.locator('.selected').count();
    for (const button of ['right', 'middle']) {
        await square(page, 'e2').click({ button });
        assert.equal(await chosen(), 0, button);
    }
    await square(page, 'e2').click();
    assert.equal(await chosen(), 1);
    for (const button of ['right', 'middle']) await square(page, 'e4').click({ button });
    assert.equal(await hashOf(page), '');
    // Pressed beside the board and released over it; before that, pressed on the board and released beside it.
    const { x, y } = await page.locator('#status').boundingBox();
    for (const [first, second] of [
        [[x, y], await centre('e4')],
        [await centre('d5'), [x, y]],
        [[x, y], await centre('e4')],
    ]) {
        await page.mouse.move(...first);
        await page.mouse.down();
        await page.mouse.move(...second);
        await page.mouse.up();
    }
    assert.equal(await hashOf(page), '');
    assert.equal(await chosen(), 1);
    await square(page, 'e4').click();
    assert.match(await hashOf(page), /moves=e2e4/);
    // A second button during a drag changes nothing.
    await page.mouse.move(...(await centre('e7')));
    await page.mouse.down();
    await page.mouse.move(...(await centre('e6')), { steps: 3 });
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
    await page.mouse.move(...(await centre('e5')));
    await page.mouse.up();
    assert.match(await hashOf(page), /moves=e2e4,e7e5$/);
    assert.equal(await page.locator('.ghost').count(), 0);
});

pageTest(
    'a second finger does not leave a piece in the air',
    { touch: true, width: 360, height: 740 },
    async (page) => {
        const session = await page.context().newCDPSession(page);
        const at = async (name, id) => {
            const box = await square(page, name).boundingBox();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2, id };
        };
        const send = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
        await send('touchStart', await at('e2', 1));
        await send('touchMove', await at('e3', 1));
        assert.equal(await page.locator('.ghost').count(), 1);
        await send('touchStart', await at('e3', 1), await at('d2', 2));
        await send('touchMove', await at('e4', 1), await at('d4', 2));
        await send('touchEnd');
        await page.waitForFunction(() => document.querySelectorAll('.ghost').length === 0);
    },
);

pageTest('a promotion is not played on another position', { hash: '#moves=a2a4' }, async (page) => {
    await page.locator('#entry').fill('8/P7/8/8/8/8/8/k1K5 w - - 0 1');
    await page.keyboard.press('Enter');
    await dragMouse(page, 'a7', 'a8');
    await page.getByRole('button', { name: 'queen', exact: true }).waitFor();
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('#promotion').open);
    assert.equal(await hashOf(page), '#moves=a2a4');
    await expectText(page, '#status', /^Black to move/);
    // The choice was made, and the position changes before the page hears of it.
    await page.goForward();
    await expectText(page, '#status', /^White to move/);
    await dragMouse(page, 'a7', 'a8');
    await page.evaluate(() => {
        document.querySelector('#promotion [aria-label=queen]').click();
        location.hash = '#moves=a2a4,e7e5';
        dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await expectText(page, '#status', /^White to move/);
    assert.equal(await hashOf(page), '#moves=a2a4,e7e5');
});

pageTest(
    'Home and End go to the start and the end of the moves, but not in fields and on the board',
    { hash: '#moves=e2e4,e7e5,g1f3&ply=1' },
    async (page) => {
        const ply = async () => /ply=(\d)/.exec(await hashOf(page))?.[1] ?? 'end';
        await page.locator('#flip').focus();
        await page.keyboard.press('Home');
        assert.equal(await ply(), '0');
        await page.keyboard.press('End');
        assert.equal(await ply(), 'end');
        await page.keyboard.press('ArrowLeft');
        assert.equal(await ply(), '2');
        await page.locator('#entry').fill('text');
        await page.keyboard.press('Home');
        await square(page, 'e4').focus();
        await page.keyboard.press('Home');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'square-a4');
        await page.locator('#tab-board').focus();
        await page.keyboard.press('Home');
        assert.equal(await ply(), '2');
    },
);

const canWin = async (page, side) => {
    await page.locator('#tab-board').click();
    await page.locator(`#can-${side}-win`).click();
    return page.locator('#arbiter-answer').textContent();
};

pageTest('who can still win, and how', { hash: '#fen=7k/7p/8/8/8/8/8/K6N_w_-_-_0_1' }, async (page) => {
    assert.match(await canWin(page, 'white'), /^White can still win: here is how\./);
    await page.locator('#arbiter-take').click();
    // Every half-move is legal, and the last one mates.
    await page.locator('#last').click();
    await expectText(page, '#status', /^1-0: checkmate\.$/);
    assert.equal(await page.locator('#arbiter-answer').textContent(), '');
    assert.match(await canWin(page, 'white'), /^White has won\./);
    await page.locator('#first').click();
    for (const [fen, side, answer] of [
        ['8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8_w_-_-_0_1', 'white', /^White can no longer win\. No piece can ever reach/],
        ['7k/8/8/8/8/8/8/K5R1_w_-_-_0_1', 'black', /^Black can no longer win\. No series of legal moves.*draw/],
        ['k1K5/1p6/1P6/8/8/8/8/8_b_-_-_0_1', 'black', /^Black can no longer win\. Every position that can still arise/],
        ['7k/8/8/8/8/8/8/K7_w_-_-_0_1&rules=kingofthehill', 'white', /^White can still win: here is how\./],
    ]) {
        await page.evaluate((hash) => {
            location.hash = hash;
        }, `#fen=${fen}`);
        assert.match(await canWin(page, side), answer);
    }
});
