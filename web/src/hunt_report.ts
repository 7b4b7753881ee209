/* The end of a bug hunt: the name of the bug, the position with the squares that prove it, the smallest position of the
 * torture suite for the same bug, and a regression test to copy. */
import { explain, type BisectPlace, type BisectReport } from 'plyforge/workbench';
import { torture } from 'virtual:data';
import { app, isDark } from './app';
import { grouped, h, picture, snippet } from './dom';
import { draw, fenOf, readAny, readFen, type Rules } from './engine';
import { startJob, type Stop } from './jobs';
import { UNASKED, type Compared } from './messages';

/** How deep a perft from the FEN of a place must be to show the bug. */
const depthOf = (place: BisectPlace): number => place.moves.length + place.depth;

let stopCount: Stop | null = null;
/** Where the count that runs is to be shown. */
let counting: HTMLElement | null = null;

function halt(): void {
    stopCount?.();
    stopCount = counting = null;
}

/** Ends a count whose report is no longer shown. */
export function endUnseenCount(): void {
    if (counting && !counting.isConnected) halt();
}

/** The tests to keep, once their expected values have been counted. Counts from the hunt are known; others need a
 * worker, and long ones a click. */
function testsOf(place: BisectPlace, bug: string, rules: Rules, compared: readonly Compared[]): HTMLElement {
    const depth = depthOf(place);
    const holder = h('div', { id: 'hunt-tests' });
    const known = compared.find(
        (paste) => paste.fen === place.fen && paste.moves.length === 0 && paste.depth === depth,
    );
    const offer = (text: string) =>
        holder.replaceChildren(
            h('p', { class: 'hint' }, text),
            h('button', { type: 'button', class: 'quiet small', click: () => count(null) }, 'Count them'),
        );
    const count = (limit: bigint | null) => {
        halt();
        const end = () => {
            halt();
            offer('Stopped.');
        };
        holder.replaceChildren(
            h(
                'div',
                { class: 'row' },
                h('p', { class: 'hint' }, 'Counting what the tests must expect ...'),
                h('button', { type: 'button', class: 'quiet small', click: end }, 'Stop'),
            ),
        );
        counting = holder;
        stopCount = startJob({ kind: 'count', fen: place.fen, rules, depth, limit }, (answer) => {
            halt();
            if (answer.kind === 'counted') holder.replaceChildren(...tests(place.fen, depth, answer.count, bug, rules));
            else if (answer.kind === 'costly')
                offer(`For a test, the page must count about ${grouped(answer.nodes)} positions.`);
            else if (answer.kind === 'failed') holder.replaceChildren(h('p', { class: 'problem' }, answer.message));
        });
    };
    halt();
    if (known) holder.replaceChildren(...tests(place.fen, depth, known.ours, bug, rules));
    else count(UNASKED);
    return holder;
}

function tests(fen: string, depth: number, count: bigint, bug: string, rules: Rules): HTMLElement[] {
    const name = bug.replace(/[^a-z0-9]+/gi, '_').toLowerCase();
    const note = rules === 'standard' ? '' : ` (${rules})`;
    return [
        snippet(`${fen} ;D${depth} ${count} ;id ${bug}`, `EPD, for any perft suite${note}`),
        snippet(
            `/* ${bug}: perft is your function */\nvoid test_${name}(void)\n{\n    assert(perft("${fen}", ${depth}) == ${count}${count > 2147483647n ? 'ull' : ''});\n}`,
            `C${note}`,
        ),
        snippet(
            `def test_${name}():\n    """${bug}: perft is your function"""\n    assert perft("${fen}", ${depth}) == ${count}`,
            `Python${note}`,
        ),
        snippet(
            `test('${bug.replaceAll("'", "\\'")}', () => {\n    assert.equal(BigInt(perft('${fen}', ${depth})), ${count}n); // perft is your function\n});`,
            `JavaScript${note}`,
        ),
    ];
}

/** The position after the moves, the wrong move drawn with its proof, and the sentence that explains it. */
function proof(place: BisectPlace, bug: string, rules: Rules): HTMLElement[] {
    let position = readFen(place.fen, rules, true);
    for (const move of place.moves) position = position.play(move);
    const wrong = place.rows.filter((row) => row.verdict === 'missing' || row.verdict === 'extra');
    const parts: HTMLElement[] = [];
    // The bug is named after one of the moves.
    const first = wrong.find((row) => row.bug === bug) ?? wrong[0];
    const move = first ? readAny(position, first.move) : null;
    let sentence = 'The lists of moves agree and the counts do not: the program contradicts itself.';
    if (first && move !== null) {
        sentence = explain(position, move, { chess960: rules === 'chess960' }).text;
        sentence =
            first.verdict === 'missing' ? `${first.move} is legal, and your program does not list it.` : sentence;
        const again = first.verdict === 'extra' && position.isLegal(move);
        if (again) sentence = `${first.move} is legal, but your program lists it twice.`;
    }
    parts.push(h('p', { class: 'proof' }, sentence));
    const names = (verdict: string) =>
        wrong
            .filter((row) => row.verdict === verdict)
            .map((row) => row.move)
            .join(' ');
    if (wrong.length > 1)
        parts.push(
            h(
                'p',
                { class: 'hint' },
                [
                    ['missing', 'Missing'],
                    ['extra', 'Extra'],
                ]
                    .filter(([verdict]) => names(verdict!))
                    .map(([verdict, word]) => `${word}: ${names(verdict!)}`)
                    .join('. '),
            ),
        );
    const svg = draw(position, { dark: isDark(), flipped: app.state.flipped, coordinates: true, explain: move ?? 0 });
    parts.push(h('div', { class: 'figure' }));
    parts[parts.length - 1]!.append(picture(svg, `${position.fen()}. ${sentence}`));
    return parts;
}

function piecesOf(fen: string): number {
    return fen.split(' ')[0]!.replace(/[^a-z]/gi, '').length;
}

/** A small position of the torture suite for bugs of this name. Bugs of the same name differ, so it may not show the
 * one that was found. */
function sample(found: string, bug: string, rules: Rules): HTMLElement | null {
    const rows = torture.filter(([id]) => id === bug);
    const own = rows.filter(([, , , variant]) => variant === rules);
    const best = (own.length > 0 ? own : rows).sort((a, b) => piecesOf(a[1]) - piecesOf(b[1]))[0];
    if (!best || piecesOf(best[1]) >= piecesOf(found)) return null;
    const [, fen, counts, variant] = best;
    const link = `#tab=hunt&fen=${fen.replaceAll(' ', '_')}${variant === 'standard' ? '' : `&rules=${variant}`}`;
    return h(
        'div',
        { id: 'hunt-sample' },
        h('h3', {}, 'A smaller position to try'),
        h(
            'p',
            {},
            h('code', {}, fen),
            ` `,
            h('span', { class: 'hint' }, `perft ${counts.map((count) => grouped(BigInt(count))).join(', ')}`),
        ),
        h(
            'p',
            { class: 'hint' },
            'It is from the torture suite, for a bug of this name. If your program counts it correctly, yours is another bug of that name, and the test above is the one to keep.',
        ),
        h('p', {}, h('a', { href: link }, 'Compare your program there')),
    );
}

/** A place in the library's notation, whoever wrote it. */
function checkedPlace(place: BisectPlace, rules: Rules): BisectPlace {
    const start = readFen(place.fen, rules, true);
    place.moves.reduce((position, move) => position.play(move), start);
    return { ...place, fen: fenOf(start, rules) };
}

/** The card of a report. compared: the pasted divides; null for a function, which was asked until the position was
 * small. */
export function reportCard(report: BisectReport, rules: Rules, compared: readonly Compared[] | null): HTMLElement {
    const place = checkedPlace(report.smallest ?? report.first!, rules);
    const bug = report.bug || 'unknown';
    const isLine = place.moves.length > 0;
    const card = h(
        'div',
        { class: 'result', id: 'hunt-result' },
        h('h2', {}, 'The bug: ', h('span', { id: 'bug' }, bug)),
        h(
            'p',
            {},
            isLine ? 'It shows only after your program has played moves itself: ' : 'It shows in this position: ',
            h('code', { id: 'bug-fen' }, place.fen),
            ...(isLine ? [', then ', h('code', {}, place.moves.join(' '))] : []),
            '.',
        ),
        ...proof(place, bug, rules),
        ...(place.moves.length > 1
            ? [
                  h(
                      'p',
                      { class: 'hint' },
                      'It takes more than one move to show it. If a shallower divide of the root differs as well, start again with that one: a shorter line may name the bug more exactly.',
                  ),
              ]
            : []),
    );
    const parts = [card, h('h3', {}, 'A test to keep'), testsOf(place, bug, rules, compared ?? [])];
    if (!compared) return h('div', {}, ...parts);
    const found = sample(place.fen, bug, rules);
    const flags = rules === 'standard' ? '' : rules === 'chess960' ? ' --chess960' : ` --variant ${rules}`;
    const command = `plyforge bisect ${depthOf(place)} --engine ./yours${flags} --fen "${place.fen}"`;
    return h(
        'div',
        {},
        ...parts,
        ...(found ? [found] : []),
        h('h3', {}, 'A position made small'),
        h(
            'p',
            { class: 'hint' },
            'To take pieces off the board, your program would have to answer a few hundred questions. If it speaks UCI, the command line does this:',
        ),
        snippet(command, 'In a terminal'),
    );
}
