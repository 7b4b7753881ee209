/* The FEN doctor's panel: a text, all its faults, and a working FEN. */
import { app } from './app';
import { examples, find, grouped, h, snippet } from './dom';
import { fenOf } from './engine';
import { examine, findFen, MAX_FEN, type Finding } from './fen';
import { takeFen } from './play';

const field = h('textarea', { id: 'doctor-fen', rows: 3, spellcheck: 'false', autocomplete: 'off' });
const result = h('div', { id: 'doctor-result', 'aria-live': 'polite' });

/** The text, with all characters marked that a finding points to. */
function marked(text: string, findings: Finding[]): HTMLElement {
    const element = h('p', { class: 'marked', 'aria-label': 'The FEN with its faults marked' });
    const isMarked = (at: number) => findings.some((finding) => at >= finding.from && at < finding.to);
    for (let at = 0; at < text.length;) {
        let end = at;
        while (end < text.length && isMarked(end) === isMarked(at)) end++;
        const part = text.slice(at, end);
        element.append(isMarked(at) ? h('mark', {}, part) : part);
        at = end;
    }
    return element;
}

function place(finding: Finding, text: string): string {
    const part = text.slice(finding.from, finding.to);
    const where =
        finding.to > finding.from + 1
            ? `characters ${finding.from + 1} to ${finding.to}`
            : `character ${finding.from + 1}`;
    return part.trim() ? `${where}: ${part.length > 30 ? part.slice(0, 30) + '...' : part}` : where;
}

/** A FEN may end early; other programs often refuse it then. */
function missingFields(text: string): HTMLElement | string {
    const given = text.trim().split(/\s+/).length;
    const full = fenOf(app.position, app.state.rules).split(' ');
    if (given >= 6) return '';
    return h(
        'p',
        { class: 'hint' },
        `It has ${given} of 6 fields; the others are read as `,
        h('code', {}, full.slice(given).join(' ')),
        '. Other programs may want all six.',
    );
}

function show(text: string, length: number): void {
    const { rules } = app.state;
    const { findings, repaired } = examine(text, rules);
    if (length > text.length)
        findings.push({
            message: `the text has ${grouped(length)} characters; only the first ${MAX_FEN} were examined`,
            from: text.length,
            to: text.length,
            squares: [],
            repair: 'the rest is left out',
        });
    if (findings.length === 0) {
        result.replaceChildren(h('p', { class: 'good' }, 'Nothing is wrong with this FEN.'), missingFields(text));
        return;
    }
    const items = findings.map((finding) =>
        h(
            'li',
            {},
            h('strong', {}, finding.message),
            h('p', { class: 'hint' }, place(finding, text)),
            finding.repair ? h('p', { class: 'hint' }, `Proposed: ${finding.repair}.`) : '',
        ),
    );
    const parts: HTMLElement[] = [
        h('h2', {}, findings.length === 1 ? 'One problem' : `${findings.length} problems`),
        marked(text, findings),
        h('ul', { class: 'findings' }, ...items),
    ];
    if (repaired) {
        const figure = snippet(repaired, 'Proposed FEN');
        figure.classList.add('wrap');
        parts.push(
            figure,
            h(
                'div',
                { class: 'row' },
                h(
                    'button',
                    {
                        type: 'button',
                        id: 'doctor-take',
                        click: () => {
                            takeFen(repaired);
                        },
                    },
                    'Use it',
                ),
            ),
        );
    } else {
        parts.push(h('p', { class: 'hint' }, 'There is no obvious way to repair this one.'));
    }
    result.replaceChildren(...parts);
}

/** Takes a text of any length, but examines no more than a FEN can contain. */
function take(text: string): void {
    const { fen: whole, rules } = findFen(text, app.state.rules);
    const short = whole.slice(0, MAX_FEN);
    if (field.value !== short) field.value = short;
    taken = { text: short, length: whole.length };
    takeFen(short, rules ?? app.state.rules);
}

/** The last text, and its length before it was truncated. */
let taken = { text: '', length: 0 };

function render(): void {
    const { state } = app;
    if (state.tab !== 'doctor') return;
    const fen = state.broken || fenOf(app.position, state.rules);
    if (document.activeElement !== field) field.value = fen;
    const text = state.broken || (document.activeElement === field ? field.value : fen);
    show(text, text === taken.text ? taken.length : text.length);
}

export function setUpDoctor(): void {
    field.addEventListener('input', () => take(field.value));
    field.addEventListener('paste', (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (text.length <= MAX_FEN) return;
        event.preventDefault();
        take(text);
    });
    find('panel-doctor').append(
        h(
            'p',
            {},
            'Paste a FEN that some program refuses. A line of EPD or a link to an analysis page will do. All problems are listed at once, with their characters and squares, and a working FEN is proposed.',
        ),
        examples(
            ['two kings too many', () => take('rnbqkbnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQKBNR w KQkq - 0 3')],
            ['a rank with nine squares', () => take('rnbqkbnr/pppp1ppp/9/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2')],
        ),
        h('label', { for: 'doctor-fen' }, 'FEN'),
        field,
        result,
    );
    app.listen(render);
}
