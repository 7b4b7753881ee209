/* "Find my bug": the user pastes the divides of a program, the page compares them and shows what to run next, until the
 * bug has a name. The search itself is the library's pf_bisect, which takes its answers from the pasted divides. */
import type { BisectReport } from 'plyforge/workbench';
import { app } from './app';
import { announce, find, grouped, h, snippet } from './dom';
import { fenOf, readFen, type Row } from './engine';
import { EXAMPLE_DEPTH, EXAMPLE_FEN } from './example';
import { setUpFunction } from './function';
import { endUnseenCount, reportCard } from './hunt_report';
import { startJob, type Stop } from './jobs';
import { MAX_DEPTH } from './state';
import { UNASKED, type Answer, type Compared, type HuntResult, type Paste, type Question } from './messages';

/** The most that is read from a paste: the module's capacity for text. */
const MAX_PASTE = 65_000;

// ---- Pastes in the address ----

/** "base.depth.moves:text", with lines ended by "!". */
function entryOf(paste: Paste): string {
    return `${paste.base}.${paste.depth}.${paste.line.join(',')}:${paste.text
        .replace(/[!*]/g, ' ')
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .join('!')}`;
}

function pasteOf(entry: string): Paste | null {
    const match = /^(\d{1,3})\.(\d)\.([\w@,]*):(.*)$/s.exec(entry);
    if (!match) return null;
    const line = match[3] ? match[3].split(',') : [];
    const base = Number(match[1]);
    return base > line.length ? null : { base, depth: Number(match[2]), line, text: match[4]!.replaceAll('!', '\n') };
}

function pastes(): Paste[] {
    return app.state.hunt.map(pasteOf).filter((paste) => paste !== null);
}

// ---- The search ----

let stop: Stop | null = null;
/** Whether the address started the search. A search that a form started leaves the form unchanged. */
let isOffered = false;
let result: HuntResult | null = null;
/** The panel shows the result for this state; any other state starts a new search. */
let shownFor = '';

function keyNow(): string {
    const { state } = app;
    return JSON.stringify([
        state.hunt,
        fenOf(state.hunt.length > 0 ? state.start : app.position, state.rules),
        state.depth,
        state.rules,
    ]);
}

function halt(): void {
    stop?.();
    stop = null;
    busy.hidden = true;
}

/** Runs the search again with these pastes. Without a click it may take limit nodes; more wait for a click. */
function search(given: Paste[], limit: bigint | null, then: (found: HuntResult) => void): void {
    halt();
    const { state } = app;
    isOffered = busy.hidden = false;
    stop = startJob(
        {
            kind: 'hunt',
            fen: fenOf(state.hunt.length > 0 ? state.start : app.position, state.rules),
            rules: state.rules,
            depth: 4,
            pastes: given,
            limit,
        },
        (answer: Answer) => {
            halt();
            if (answer.kind === 'hunt') then(answer.result);
            else if (answer.kind === 'costly')
                showOffer(`To compare these divides, the page must count about ${grouped(answer.nodes)} positions.`);
            else if (answer.kind === 'failed') problem.textContent = answer.message;
        },
    );
}

/** Compares the pastes of the address. */
function searchAgain(limit: bigint | null): void {
    search(pastes(), limit, (found) => {
        result = found;
        show();
    });
    isOffered = true;
}

/** Shown instead of a result that the user must request. */
function showOffer(text: string): void {
    now.replaceChildren(
        h('p', { id: 'hunt-offer' }, text),
        h(
            'div',
            { class: 'row' },
            h(
                'button',
                {
                    type: 'button',
                    click: () => {
                        now.replaceChildren();
                        searchAgain(null);
                    },
                },
                'Count them',
            ),
            h(
                'button',
                { type: 'button', class: 'quiet', click: () => app.change({ hunt: [], moves: [], ply: 0 }) },
                'Start again',
            ),
        ),
    );
}

/** Adds pastes and continues; text that is not a divide changes nothing, and stays in its field. */
function add(given: Paste[]): void {
    problem.textContent = '';
    const tooLong = given.find((paste) => paste.text.length > MAX_PASTE);
    if (tooLong) {
        problem.textContent = `This text has ${grouped(tooLong.text.length)} characters. A divide has one line for each move; paste that alone.`;
        return;
    }
    const before = pastes();
    search([...before, ...given], null, (found) => {
        const wrong = found.comparisons.find((comparison) => typeof comparison === 'string');
        if (typeof wrong === 'string') {
            problem.textContent = `This text cannot be compared: ${wrong}`;
            return;
        }
        result = found;
        // The first paste makes the position on the board the root of the hunt, and has the depth that was found.
        const isFirst = before.length === 0;
        const root = isFirst ? { start: app.position, moves: [], ply: 0 } : {};
        const entries = given.map((paste) => entryOf(isFirst ? { ...paste, depth: found.depth } : paste));
        settle(() => {
            app.change({ ...root, hunt: [...app.state.hunt, ...entries] });
            showLine();
        });
        show();
        announce(summary());
        find('hunt-now').scrollIntoView({ block: 'nearest' });
    });
}

/** True while the panel itself updates the state to match its contents. */
let isSettled = false;

function settle(change: () => void): void {
    isSettled = true;
    change();
    isSettled = false;
    shownFor = keyNow();
}

/** Puts the position in question on the board. */
function showLine(): void {
    const place = result?.report?.first;
    const line = result?.next?.line ?? (place ? lineOf(place.fen, place.moves) : null);
    if (line) app.change({ moves: line, ply: line.length }, { replace: true });
}

function lineOf(fen: string, moves: string[]): string[] | null {
    return fen === fenOf(app.state.start, app.state.rules) ? moves : null;
}

function summary(): string {
    if (!result) return '';
    if (result.report?.agrees) return 'No difference was found.';
    if (result.report) return `The bug: ${result.report.bug}.`;
    return 'They differ. Run the next command and paste its divide.';
}

// ---- Display ----

const busy = h(
    'div',
    { class: 'row', hidden: true },
    h('p', { class: 'hint' }, 'Counting ...'),
    h(
        'button',
        {
            type: 'button',
            class: 'quiet small',
            id: 'hunt-stop',
            click: () => {
                halt();
                if (isOffered) showOffer('Stopped.');
            },
        },
        'Stop',
    ),
);
const problem = h('p', { class: 'problem', role: 'alert' });
const now = h('div', { id: 'hunt-now', class: 'hunt' });

// ---- The example ----

/** Whether the hunt is for the built-in broken generator, which then answers the questions itself. */
let isExample = false;

/** Asks the built-in generator, and compares its divide. */
function askExample(fen: string, moves: string[], depth: number, place: Omit<Paste, 'text' | 'depth'>): void {
    halt();
    busy.hidden = false;
    stop = startJob({ kind: 'example', fen, moves, depth }, (answer) => {
        halt();
        if (answer.kind === 'example') add([{ ...place, depth, text: answer.text }]);
        else if (answer.kind === 'failed') problem.textContent = answer.message;
    });
}

function huntExample(): void {
    app.begin({ rules: 'standard', start: readFen(EXAMPLE_FEN, 'standard'), depth: EXAMPLE_DEPTH });
    isExample = true;
    askExample(fenOf(app.position, 'standard'), [], EXAMPLE_DEPTH, { line: [], base: 0 });
}

/** The largest texts are never put into a field: a browser needs minutes for that. */
function pasteField(id: string, label: string): HTMLTextAreaElement {
    const field = h('textarea', {
        id,
        rows: 7,
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: 'e2e4: 20\nd2d4: 20\n...',
        'aria-label': label,
    });
    field.addEventListener('paste', (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (text.length <= MAX_PASTE) return;
        event.preventDefault();
        problem.textContent = `This text has ${grouped(text.length)} characters. A divide has one line for each move; paste that alone.`;
    });
    return field;
}

function commands(fen: string, moves: string[], depth: number): string {
    return `position fen ${fen}${moves.length > 0 ? ' moves ' + moves.join(' ') : ''}\ngo perft ${depth}`;
}

function tableOf(compared: Compared): HTMLElement {
    const order: Row['verdict'][] = ['missing', 'extra', 'different', 'same'];
    const rows = [...compared.rows].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    const words = { same: 'same', different: 'count differs', missing: 'missing', extra: 'extra' };
    return h(
        'div',
        { class: 'scroll' },
        h(
            'table',
            {},
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', {}, 'Move'),
                    h('th', { class: 'n' }, 'Yours'),
                    h('th', { class: 'n' }, 'Right'),
                    h('th', {}, 'Verdict'),
                ),
            ),
            h(
                'tbody',
                {},
                ...rows.map((row) =>
                    h(
                        'tr',
                        { class: row.verdict },
                        h('td', {}, row.move),
                        h('td', { class: 'n' }, row.verdict === 'missing' ? '–' : grouped(row.theirs)),
                        h('td', { class: 'n' }, row.verdict === 'extra' ? '–' : grouped(row.ours)),
                        h('td', { class: 'verdict' }, words[row.verdict]),
                    ),
                ),
            ),
        ),
    );
}

function differences(compared: Compared): string {
    const count = (verdict: Row['verdict']) => compared.rows.filter((row) => row.verdict === verdict).length;
    const parts = [
        [count('missing'), 'missing'],
        [count('extra'), 'extra'],
        [count('different'), 'with another count'],
    ] as const;
    const words = parts.filter(([size]) => size > 0).map(([size, name]) => `${size} ${name}`);
    return words.length > 0 ? words.join(', ') : 'no difference';
}

function stepOf(compared: Compared, isLast: boolean): HTMLElement {
    const where =
        compared.moves.length > 0
            ? `after ${compared.moves.join(' ')}`
            : compared.fen === fenOf(app.state.start, app.state.rules)
              ? 'at the root'
              : 'from the FEN';
    return h(
        'li',
        {},
        h(
            'details',
            { class: 'step', open: isLast },
            h(
                'summary',
                {},
                `Depth ${compared.depth} ${where}: ${differences(compared)} `,
                h('span', {}, `(${grouped(compared.theirs)} against ${grouped(compared.ours)})`),
            ),
            ...compared.notes.map((note) => h('p', { class: 'hint' }, note)),
            tableOf(compared),
        ),
    );
}

/** A form for the answer to a question: along the moves, and from the FEN. */
function questionCard(question: Question): HTMLElement {
    const hasLine = question.moves.length > 0;
    const along = pasteField('hunt-line', hasLine ? 'Its divide along the moves' : 'Its divide');
    const direct = pasteField('hunt-direct', 'Its divide from the FEN');
    const submit = (event: Event) => {
        event.preventDefault();
        const { line, depth } = question;
        const given: Paste[] = [];
        if (along.value.trim()) given.push({ line, base: question.base, depth, text: along.value });
        if (hasLine && direct.value.trim()) given.push({ line, base: line.length, depth, text: direct.value });
        if (given.length > 0) add(given);
        else problem.textContent = 'Paste the divide first.';
    };
    const answer = () =>
        askExample(question.fen, question.moves, question.depth, { line: question.line, base: question.base });
    const sentence = hasLine
        ? 'Run either form, or both. If the count is right from the FEN and wrong along the moves, the fault is in making or taking back moves.'
        : 'Is it right if the position is set up directly? Then the fault is in making moves, not in generating them.';
    const wrapped = (text: string, title: string) => {
        const figure = snippet(text, title);
        figure.classList.add('wrap');
        return figure;
    };
    return h(
        'form',
        { class: 'next', submit },
        h(
            'h2',
            {},
            `Next: depth ${question.depth}${hasLine ? ` after ${question.moves.join(' ')}` : ', from the FEN'}`,
        ),
        h('p', { class: 'hint' }, sentence),
        h(
            'div',
            { class: 'pair' },
            h(
                'div',
                {},
                wrapped(
                    commands(question.fen, question.moves, question.depth),
                    hasLine ? 'Along the moves' : 'From the FEN',
                ),
                along,
            ),
            ...(hasLine
                ? [h('div', {}, wrapped(commands(question.direct, [], question.depth), 'From the FEN'), direct)]
                : []),
        ),
        h(
            'div',
            { class: 'row' },
            isExample
                ? h('button', { type: 'button', id: 'hunt-answer', click: answer }, 'Let the example answer')
                : '',
            h('button', { type: 'submit', class: isExample ? 'quiet' : '' }, 'Compare'),
        ),
    );
}

function firstCard(): HTMLElement {
    const field = pasteField('hunt-first', "Your program's divide");
    const fen = fenOf(app.position, app.state.rules);
    const submit = (event: Event) => {
        event.preventDefault();
        if (field.value.trim()) add([{ line: [], base: 0, depth: 0, text: field.value }]);
        else problem.textContent = 'Paste the divide first.';
    };
    const figure = snippet(commands(fen, [], app.state.depth), 'Run this, or your own perft divide');
    figure.classList.add('wrap');
    const depth = h('input', {
        type: 'number',
        id: 'hunt-depth',
        min: 1,
        max: MAX_DEPTH,
        value: app.state.depth,
        change: () => {
            const levels = Math.max(1, Math.min(MAX_DEPTH, Math.trunc(Number(depth.value)) || 4));
            // The form stays, with its pasted text.
            settle(() => app.change({ depth: levels }, { replace: true }));
            figure.querySelector('code')!.textContent = commands(fen, [], levels);
        },
    });
    return h(
        'form',
        { submit },
        h(
            'p',
            {},
            'Have your move generator print a perft divide of the position on the board, and paste it. The page shows which moves are missing, extra or counted differently, what to run next, and finally the name of the bug.',
        ),
        h('div', { class: 'row' }, h('label', { for: 'hunt-depth' }, 'Depth'), depth),
        figure,
        h('label', { for: 'hunt-first' }, "Your program's divide"),
        h(
            'p',
            { class: 'hint' },
            'e2e4: 20, e2e4 20, Nf3 20, O-O or e1g1 or e1h1, a7b8q or a7b8=Q, with or without a total: all common formats are read.',
        ),
        field,
        h(
            'div',
            { class: 'row' },
            h('button', { type: 'submit' }, 'Compare'),
            h(
                'button',
                { type: 'button', class: 'quiet', id: 'hunt-example', click: huntExample },
                'Hunt this example bug',
            ),
        ),
        h(
            'p',
            { class: 'hint' },
            'No generator at hand? The example is a built-in one that breaks a rule of castling, and it answers the questions itself.',
        ),
    );
}

function agreeCard(report: BisectReport): HTMLElement {
    return h(
        'div',
        { class: 'result' },
        h('h2', { class: 'good' }, 'No difference'),
        h(
            'p',
            {},
            `Every move and every count is right at depth ${report.agreedDepth}. Go deeper, or take a position with castling, promotion and en passant:`,
        ),
        h(
            'div',
            { class: 'row' },
            h(
                'button',
                {
                    type: 'button',
                    class: 'quiet small',
                    click: () => {
                        location.hash =
                            'tab=hunt&depth=3&fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1';
                    },
                },
                'Kiwipete',
            ),
            h(
                'button',
                {
                    type: 'button',
                    class: 'quiet small',
                    click: () => {
                        location.hash = 'tab=hunt&fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8_w_-_-_0_1';
                    },
                },
                'En passant pins',
            ),
        ),
    );
}

/** Explains the case where a position is right from the FEN and wrong along the moves. */
function contradiction(compared: Compared[]): HTMLElement | null {
    const differs = (comparison: Compared) => comparison.rows.some((row) => row.verdict !== 'same');
    const along = compared.find(
        (comparison) =>
            comparison.moves.length > 0 &&
            differs(comparison) &&
            compared.some(
                (other) =>
                    other.moves.length === 0 &&
                    other.fen === comparison.direct &&
                    other.depth === comparison.depth &&
                    !differs(other),
            ),
    );
    return along
        ? h(
              'p',
              { class: 'bad' },
              `After ${along.moves.join(' ')} the program is right from the FEN and wrong along the moves: making or taking back a move is at fault.`,
          )
        : null;
}

function show(): void {
    const { state } = app;
    if (state.hunt.length === 0 || !result) {
        isExample = false;
        now.replaceChildren(firstCard());
        endUnseenCount();
        return;
    }
    const compared = result.comparisons.filter((comparison) => typeof comparison !== 'string');
    const steps = h(
        'ol',
        { class: 'steps' },
        ...compared.map((comparison, index) => stepOf(comparison, index === compared.length - 1 && !result?.report)),
    );
    const over = h(
        'div',
        { class: 'row' },
        h(
            'button',
            { type: 'button', class: 'quiet small', click: () => app.change({ hunt: state.hunt.slice(0, -1) }) },
            'Take the last paste back',
        ),
        h(
            'button',
            { type: 'button', class: 'quiet small', click: () => app.change({ hunt: [], moves: [], ply: 0 }) },
            'Start again',
        ),
    );
    const card = result.report
        ? result.report.agrees
            ? agreeCard(result.report)
            : reportCard(result.report, state.rules, compared)
        : result.next
          ? questionCard(result.next)
          : h('span', {});
    const remark = contradiction(compared);
    now.replaceChildren(card, h('h2', {}, 'What was compared'), ...(remark ? [remark] : []), steps, over);
    endUnseenCount();
}

function render(): void {
    const { state } = app;
    if (state.tab !== 'hunt' || state.broken || isSettled) return;
    const key = keyNow();
    if (key === shownFor) return;
    shownFor = key;
    if (state.hunt.length === 0) {
        halt();
        result = null;
        show();
        return;
    }
    searchAgain(UNASKED);
}

export function setUpHunt(): void {
    find('panel-hunt').append(problem, busy, now, setUpFunction());
    app.listen(render);
}
