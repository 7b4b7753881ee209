/* The end of a bug hunt: the name of the bug, the position with the squares that prove it, the smallest position of the
 * torture suite for the same bug, and a regression test to copy. */
import { perft } from 'plyforge/perft';
import { explain, type BisectPlace, type BisectReport } from 'plyforge/workbench';
import { torture } from 'virtual:data';
import { app, isDark } from './app';
import { grouped, h, picture, snippet } from './dom';
import { draw, readAny, readFen, type Rules } from './engine';

/** What a test of this place must say: a perft from its FEN deep enough to show the bug. */
function expectation(place: BisectPlace, rules: Rules): { depth: number; count: bigint } {
    const depth = Math.min(6, place.moves.length + place.depth);
    return { depth, count: perft(readFen(place.fen, rules, true), depth) };
}

function tests(place: BisectPlace, bug: string, rules: Rules): HTMLElement[] {
    const { depth, count } = expectation(place, rules);
    const fen = place.fen;
    const name = bug.replace(/[^a-z0-9]+/gi, '_').toLowerCase();
    const note = rules === 'standard' ? '' : ` (${rules})`;
    return [
        snippet(`${fen} ;D${depth} ${count} ;id ${bug}`, `EPD, for any perft suite${note}`),
        snippet(`/* ${bug}: perft is your function */\nvoid test_${name}(void)\n{\n    assert(perft("${fen}", ${depth}) == ${count}${count > 2147483647n ? 'ull' : ''});\n}`, `C${note}`),
        snippet(`def test_${name}():\n    """${bug}: perft is your function"""\n    assert perft("${fen}", ${depth}) == ${count}`, `Python${note}`),
        snippet(`test('${bug.replaceAll("'", "\\'")}', () => {\n    assert.equal(BigInt(perft('${fen}', ${depth})), ${count}n); // perft is your function\n});`, `JavaScript${note}`),
    ];
}

/** The position after the moves, the wrong move drawn with its proof, and the sentence that explains it. */
function proof(place: BisectPlace, bug: string, rules: Rules): HTMLElement[] {
    let position = readFen(place.fen, rules, true);
    for (const move of place.moves) position = position.play(move);
    const wrong = place.rows.filter((row) => row.verdict === 'missing' || row.verdict === 'extra');
    const parts: HTMLElement[] = [];
    // The name of the bug is that of one of the moves.
    const first = wrong.find((row) => row.bug === bug) ?? wrong[0];
    const move = first ? readAny(position, first.move) : null;
    let sentence = 'The lists of moves agree and the counts do not: the program contradicts itself.';
    if (first && move !== null) {
        sentence = explain(position, move, { chess960: rules === 'chess960' }).text;
        sentence = first.verdict === 'missing' ? `${first.move} is legal, and your program does not list it.` : sentence;
        const again = first.verdict === 'extra' && position.isLegal(move);
        if (again) sentence = `${first.move} is legal, but your program lists it twice.`;
    }
    parts.push(h('p', { class: 'proof' }, sentence));
    const names = (verdict: string) => wrong.filter((row) => row.verdict === verdict).map((row) => row.move).join(' ');
    if (wrong.length > 1) parts.push(h('p', { class: 'hint' }, [['missing', 'Missing'], ['extra', 'Extra']].filter(([verdict]) => names(verdict!)).map(([verdict, word]) => `${word}: ${names(verdict!)}`).join('. ')));
    const svg = draw(position, { dark: isDark(), flipped: app.state.flipped, coordinates: true, explain: move ?? 0 });
    parts.push(h('div', { class: 'figure' }));
    parts[parts.length - 1]!.append(picture(svg, `${position.fen()}. ${sentence}`));
    return parts;
}

function piecesOf(fen: string): number {
    return fen.split(' ')[0]!.replace(/[^a-z]/gi, '').length;
}

/** The smallest position of the torture suite that shows a bug of this name. */
function sample(bug: string, rules: Rules): HTMLElement | null {
    const rows = torture.filter(([id]) => id === bug);
    const own = rows.filter(([, , , variant]) => variant === rules);
    const best = (own.length > 0 ? own : rows).sort((a, b) => piecesOf(a[1]) - piecesOf(b[1]))[0];
    if (!best) return null;
    const [, fen, counts, variant] = best;
    const link = `#tab=board&fen=${fen.replaceAll(' ', '_')}${variant === 'standard' ? '' : `&rules=${variant}`}`;
    return h('div', {}, h('h3', {}, 'The smallest position of the torture suite for this bug'),
        h('p', {}, h('code', {}, fen), ` `, h('span', { class: 'hint' }, `perft ${counts.map((count) => grouped(BigInt(count))).join(', ')}`)),
        h('p', {}, h('a', { href: link }, 'Open it on the board')));
}

export function reportCard(report: BisectReport, rules: Rules): HTMLElement {
    const place = report.smallest ?? report.first!;
    const bug = report.bug || 'unknown';
    const isLine = place.moves.length > 0;
    const card = h('div', { class: 'result', id: 'hunt-result' },
        h('h2', {}, 'The bug: ', h('span', { id: 'bug' }, bug)),
        h('p', {}, isLine ? 'It shows only after your program has played moves itself: ' : 'It shows in this position: ',
            h('code', { id: 'bug-fen' }, place.fen), ...(isLine ? [', then ', h('code', {}, place.moves.join(' '))] : []), '.'),
        ...proof(place, bug, rules),
        ...(place.moves.length > 1 ? [h('p', { class: 'hint' }, 'It takes more than one move to show it. If a shallower divide of the root differs too, start again with that one: a shorter line may name the bug more exactly.')] : []));
    const found = sample(bug, rules);
    const flags = rules === 'standard' ? '' : rules === 'chess960' ? ' --chess960' : ` --variant ${rules}`;
    const command = `plyforge bisect ${Math.min(6, place.moves.length + place.depth)} --engine ./yours${flags} --fen "${place.fen}"`;
    return h('div', {}, card, ...(found ? [found] : []),
        h('h3', {}, 'A test to keep'), ...tests(place, bug, rules),
        h('h3', {}, 'A smaller position'),
        h('p', { class: 'hint' }, report.pieces > 0 && report.pieces <= 8 && !isLine ? `This one has ${report.pieces} pieces. ` : '',
            'Taking pieces off the board needs your program for some hundred questions. If it speaks UCI, the command line does it:'),
        snippet(command, 'In a terminal'));
}
