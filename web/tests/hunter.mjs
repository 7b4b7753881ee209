// A person with a broken program: runs the commands that the page shows, and pastes what the program prints.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { paste } from './browser.mjs';

export const ENGINE =
    process.env.BROKEN_ENGINE ??
    fileURLToPath(new URL('../../build/test/tests/broken_engine/broken_engine', import.meta.url));

/** What the broken engine prints. */
export function runEngine(mutant, rules, commands, dialect = 'colon') {
    const options =
        rules === 'chess960'
            ? 'setoption name UCI_Chess960 value true\n'
            : rules === 'standard'
              ? ''
              : `setoption name UCI_Variant value ${rules === 'threecheck' ? '3check' : rules}\n`;
    return execFileSync(ENGINE, [mutant, dialect], {
        input: `${options}${commands}\nquit\n`,
        encoding: 'utf8',
        timeout: 20_000,
    });
}

/** Hunts one bug to its end. how: "line" pastes along the moves, "fen" from the FEN where that is offered, "both" both. */
export async function hunt(
    page,
    { mutant, rules = 'standard', fen, depth, dialect = 'colon', how = 'line', spell = (text) => text },
) {
    const run = (commands) => spell(runEngine(mutant, rules, commands, dialect));
    const hash = `#tab=hunt&depth=${depth}${rules === 'standard' ? '' : `&rules=${rules}`}&fen=${fen.replaceAll(' ', '_')}`;
    // As a person follows a link in the page; what was hunted before is gone.
    await page.evaluate((to) => {
        location.hash = to;
    }, hash);
    await page.waitForFunction(
        (text) =>
            document.querySelector('#hunt-first')?.value === '' &&
            !document.querySelector('.step, .result') &&
            document.querySelector('#hunt-now pre').textContent.includes(text),
        fen.split(/[ [~]/)[0],
    );
    const first = await page.locator('#hunt-now pre').first().textContent();
    await paste(page, '#hunt-first', run(first));
    await page.locator('#hunt-now').getByRole('button', { name: 'Compare' }).click();
    let pastes = 1;
    for (; ; pastes++) {
        await page.waitForFunction(
            (count) =>
                document.querySelectorAll('.step').length >= count && document.querySelector('.next, .result') !== null,
            pastes,
        );
        if ((await page.locator('#hunt-now .result').count()) > 0) break;
        const commands = await page.locator('.next pre').allTextContents();
        const hasBoth = commands.length === 2;
        if (how !== 'fen' || !hasBoth) await paste(page, '#hunt-line', run(commands[0]));
        if (how !== 'line' && hasBoth) await paste(page, '#hunt-direct', run(commands[1]));
        if (how === 'both' && hasBoth) pastes++;
        await page.locator('.next').getByRole('button', { name: 'Compare' }).click();
        if (pastes > 20) throw new Error('the hunt does not end');
    }
    const bug = page.locator('#bug');
    return { bug: (await bug.count()) > 0 ? await bug.textContent() : '', pastes };
}
