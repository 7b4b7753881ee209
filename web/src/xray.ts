/* The tab X-ray: the sets that a generator computes, switched on one by one; the targets of a piece before and after the
 * masks; the steps from the pseudo-legal moves to the legal ones; and the step that rules out an illegal move. */
import { squareName, squaresOf, type Position, type Square } from 'plyforge';
import { explain } from 'plyforge/workbench';
import { app } from './app';
import { pieceName } from './board';
import { examples, find, h } from './dom';
import { readAny, uciOf, variantOf, type Marks } from './engine';
import { LAYERS } from './state';
import {
    magicOf,
    marksOf,
    names,
    setsOf,
    STEPS,
    TINTS,
    traceOf,
    type Layer,
    type Magic,
    type Sets,
    type Traced,
} from './xray_sets';

const COLOURS = ['green', 'red', 'blue', 'yellow'];

interface View {
    position: Position;
    sets: Sets;
    trace: Traced[];
}
let kept: View | null = null;

/** The sets of the position on the board; null where the X-ray has nothing to show. */
function view(): View | null {
    const { state, position } = app;
    if (state.broken || variantOf(state.rules) !== 'standard') return null;
    if (kept?.position !== position) kept = { position, sets: setsOf(position), trace: traceOf(position) };
    return kept;
}

const squareOf = (name: string): Square => (name ? name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1) : -1);

/** The square of the selected piece, with the number of the piece; null if the square is empty. */
function piece(): { square: Square; code: number } | null {
    const square = squareOf(app.state.of);
    const code = square < 0 ? 0 : app.position.board()[square]!;
    return code ? { square, code } : null;
}

/** The move that was tried: traced if it is pseudo-legal, or as a number if no piece moves like that. */
function tried({ position, trace }: View): Traced | number | null {
    const move = app.state.tried ? readAny(position, app.state.tried) : null;
    return move === null ? null : (trace.find((traced) => traced.move === move) ?? move);
}

const sides = () => (app.position.turn === 'white' ? ['White', 'Black'] : ['Black', 'White']);

// ---- On the board ----

/** The marks on the board while the tab is open. */
export function xrayMarks(): Marks | null {
    const now = app.state.tab === 'xray' ? view() : null;
    if (!now) return null;
    const { layers, step } = app.state;
    return marksOf(now.position, { layers, step, of: piece()?.square ?? null, tried: tried(now) }, now.sets, now.trace);
}

const SAID: Partial<Record<Layer, string>> = {
    danger: 'king danger',
    checkers: 'gives check',
    capture: 'in the capture mask',
    push: 'in the push mask',
    pins: 'pinned',
    discovered: 'discovers a check when it moves away',
};

/** The same for screen readers, and the numbers of attackers. */
export function xrayNotes(): { notes: Map<Square, string>; numbers: Map<Square, string> } {
    const notes = new Map<Square, string>();
    const numbers = new Map<Square, string>();
    const now = app.state.tab === 'xray' ? view() : null;
    const { layers } = app.state;
    for (let square = 0; now && square < 64; square++) {
        const [theirs, ours] = now.sets.counts.map((counts) => counts[square]!);
        const said = layers.flatMap((layer) => {
            if (layer === 'attacks' && theirs) return `attacked by ${theirs} of ${sides()[1]}`;
            if (layer === 'own' && ours) return `attacked by ${ours} of ${sides()[0]}`;
            const text = SAID[layer as Layer];
            return text && now.sets[layer as 'danger'] & (1n << BigInt(square)) ? text : [];
        });
        if (said.length > 0) notes.set(square, said.join(', '));
        const [white, black] = now.position.turn === 'white' ? [ours, theirs] : [theirs, ours];
        if (layers.includes('counts') && (white || black)) numbers.set(square, `${white}:${black}`);
    }
    return { notes, numbers };
}

// ---- The layers ----

const layerList = h('ul', { class: 'layers', id: 'xray-layers' });

function titleOf(layer: Layer): [title: string, hint: string] {
    const [us, them] = sides() as [string, string];
    const titles: Record<Layer, [string, string]> = {
        attacks: [`Attacked by ${them}`, `every square that a piece of ${them} attacks`],
        own: [`Attacked by ${us}`, `every square that a piece of ${us} attacks`],
        danger: ['King danger', `where the king of ${us} would be attacked, with the king lifted off the board`],
        checkers: ['Checkers', `the pieces of ${them} that give check`],
        capture: ['Capture mask', 'the pieces that may be captured, given the checks'],
        push: ['Push mask', 'the empty squares that may be moved to, given the checks'],
        pins: ['Pinned pieces', 'the only piece between its king and a slider; drawn with the ray'],
        discovered: ['Discoverers', `pieces of ${us} that uncover a check when they leave the line`],
        counts: ['Numbers', 'how many pieces attack each square, White before the colon and Black after it'],
        magic: ['Magic', ''],
    };
    return titles[layer];
}

function toggle(layer: Layer, isOn: boolean): void {
    const layers = LAYERS.filter((name) => (name === layer ? isOn : app.state.layers.includes(name)));
    app.change({ layers, step: 0 }, { replace: true });
}

function layerItem(layer: Layer, { sets }: View): HTMLElement {
    const [title, hint] = titleOf(layer);
    const isOn = app.state.layers.includes(layer);
    const box = h('input', {
        type: 'checkbox',
        id: `layer-${layer}`,
        checked: isOn,
        change: () => toggle(layer, box.checked),
    });
    const set = layer === 'counts' || layer === 'magic' ? null : sets[layer];
    const tint = layer in TINTS ? COLOURS[TINTS[layer as keyof typeof TINTS]]! : '';
    return h(
        'li',
        {},
        box,
        h('span', { class: `swatch ${tint}`, 'aria-hidden': 'true' }),
        h(
            'label',
            { for: `layer-${layer}` },
            title,
            set === null ? '' : h('span', { class: 'count' }, ` ${squaresOf(set).length}`),
            h('span', { class: 'hint' }, hint),
        ),
        isOn && set !== null ? h('p', { class: 'set', id: `set-${layer}` }, names(set)) : '',
    );
}

// ---- A piece ----

const pieceBox = h('section', { id: 'xray-piece', 'aria-label': 'A piece' });

const hex = (set: bigint): string => '0x' + set.toString(16).padStart(16, '0');

function magicTable(magic: Magic): HTMLElement {
    const bits = 64 - magic.shift;
    const rows: [string, string, string][] = [
        ['relevant blockers', hex(magic.mask), `${bits} squares, ${2 ** bits} possible occupancies`],
        ['occupied & relevant', hex(magic.blockers), names(magic.blockers)],
        ['× magic number', hex(magic.magic), ''],
        ['= product', hex(magic.product), 'cut off after 64 bits'],
        [`index: product >> ${magic.shift}`, String(magic.index), `the upper ${bits} bits`],
        ['table[index]: attack set', hex(magic.attacks), names(magic.attacks)],
    ];
    return h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Magic index as a ${magic.piece}` },
        h(
            'table',
            { class: 'magic' },
            h('caption', {}, `As a ${magic.piece}`),
            h(
                'tbody',
                {},
                ...rows.map(([name, value, text]) =>
                    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, value)), h('td', {}, text)),
                ),
            ),
        ),
    );
}

/** The targets that are left after each step that removes one. */
function targetRows(square: Square, trace: readonly Traced[]): HTMLElement[] {
    const mine = trace.filter((traced) => traced.from === square);
    const squares = (moves: readonly Traced[]) => names(moves.reduce((set, { to }) => set | (1n << BigInt(to)), 0n));
    const row = (title: string, text: string, id?: string) =>
        h('tr', {}, h('th', { scope: 'row' }, title), h('td', { id }, text));
    const rows = [row('Pseudo-legal', squares(mine), 'targets-pseudo')];
    for (let step = 1; step < STEPS.length - 1; step++) {
        const lost = mine.filter((traced) => traced.step === step);
        if (lost.length > 0) rows.push(row(`Removed: ${STEPS[step]![0]}`, squares(lost)));
    }
    rows.push(row('Legal', squares(mine.filter((traced) => traced.step === STEPS.length - 1)), 'targets-legal'));
    return rows;
}

function renderPiece({ position, trace }: View): void {
    const chosen = piece();
    if (!chosen) {
        pieceBox.replaceChildren(
            h('h2', {}, 'A piece'),
            h('p', { class: 'hint' }, 'Choose a piece on the board to see its targets before and after the masks.'),
        );
        return;
    }
    const { square, code } = chosen;
    const isMover = code >> 3 === (position.turn === 'white' ? 0 : 1);
    const magic = magicOf(position, square, code);
    const box = h('input', {
        type: 'checkbox',
        id: 'layer-magic',
        checked: app.state.layers.includes('magic'),
        change: () => toggle('magic', box.checked),
    });
    pieceBox.replaceChildren(
        h('h2', {}, `The ${pieceName(code)} on ${squareName(square)}`),
        isMover
            ? h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, ...targetRows(square, trace))))
            : h('p', { class: 'hint' }, 'It is not its turn to move.'),
        ...(magic.length > 0
            ? [
                  h('h3', {}, 'Its attacks by magic'),
                  ...magic.map(magicTable),
                  h(
                      'div',
                      { class: 'row' },
                      box,
                      h(
                          'label',
                          { for: 'layer-magic', class: 'inline' },
                          'Show on the board: relevant squares yellow, blockers red, attacks ringed',
                      ),
                  ),
              ]
            : []),
        h(
            'button',
            { type: 'button', class: 'quiet small', click: () => app.change({ of: '' }, { replace: true }) },
            'Another piece',
        ),
    );
}

// ---- The steps ----

const stepBox = h('section', { id: 'xray-steps', 'aria-label': 'How the list of moves is made' });

const goTo = (step: number): void => app.change({ step: Math.max(0, Math.min(STEPS.length, step)) }, { replace: true });

const chips = (moves: readonly Traced[], className: string): HTMLElement =>
    h(
        'p',
        { class: `chips ${className}` },
        ...moves.map(({ move }) => h('span', { class: 'chip' }, uciOf(app.position, move, app.state.rules))),
    );

function stepText(step: number, trace: readonly Traced[]): HTMLElement {
    const before = trace.filter((traced) => traced.step >= step);
    const lost = step === 0 || step === STEPS.length - 1 ? [] : before.filter((traced) => traced.step === step);
    const left = before.filter((traced) => !lost.includes(traced));
    return h(
        'div',
        { class: 'now', id: 'xray-step', role: 'status' },
        h('h3', {}, `${step + 1} of ${STEPS.length}. ${STEPS[step]![0]}`),
        h('p', {}, STEPS[step]![1]),
        lost.length > 0 ? h('p', { class: 'bad' }, `Removed: ${lost.length}`) : '',
        lost.length > 0 ? chips(lost, 'lost') : '',
        h(
            'p',
            {},
            step > 0 && step < STEPS.length - 1
                ? lost.length > 0
                    ? `Left: ${left.length}`
                    : `Nothing is removed; ${left.length} are left.`
                : `Moves: ${left.length}`,
        ),
        chips(left, ''),
    );
}

function renderSteps({ trace }: View): void {
    const { step } = app.state;
    const hadFocus = document.activeElement?.id ?? '';
    const button = (id: string, text: string, to: number, isOff: boolean) =>
        h('button', { type: 'button', class: 'quiet', id, disabled: isOff, click: () => goTo(to) }, text);
    stepBox.replaceChildren(
        h('h2', {}, 'How the list of moves is made'),
        h(
            'ol',
            { class: 'stations' },
            ...STEPS.map(([title], index) => {
                const lost = trace.filter((traced) => traced.step === index).length;
                const isEnd = index === 0 || index === STEPS.length - 1;
                const number = index === 0 ? String(trace.length) : isEnd ? String(lost) : lost > 0 ? `−${lost}` : '0';
                return h(
                    'li',
                    {},
                    h(
                        'button',
                        {
                            type: 'button',
                            id: `station-${index + 1}`,
                            class: 'quiet small',
                            'aria-current': step === index + 1 ? 'step' : undefined,
                            click: () => goTo(step === index + 1 ? 0 : index + 1),
                        },
                        `${title} `,
                        h('span', { class: isEnd || lost === 0 ? 'count' : 'count bad' }, number),
                    ),
                );
            }),
        ),
        h(
            'div',
            { class: 'row' },
            button('step-back', 'Previous', step - 1, step === 0),
            button('step-on', step === 0 ? 'Step through' : 'Next', step + 1, step === STEPS.length),
        ),
        step > 0 ? stepText(step - 1, trace) : '',
    );
    if (hadFocus && stepBox.querySelector(`#${hadFocus}`)) find(hadFocus).focus();
}

// ---- A move that is tried ----

const triedField = h('input', {
    type: 'text',
    id: 'xray-move',
    size: 8,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'e1g1',
});
const triedAnswer = h('div', { id: 'xray-answer', role: 'status' });
const triedForm = h(
    'form',
    {
        class: 'row',
        submit: (event: Event) => {
            event.preventDefault();
            tryText(triedField.value);
        },
    },
    h('label', { for: 'xray-move' }, 'Try a move'),
    triedField,
    h('button', { type: 'submit' }, 'Which step rules it out?'),
);

/** Traces a move, legal or not, through the steps. False if the text is not a move. */
function tryText(text: string): boolean {
    const move = readAny(app.position, text.trim());
    if (move === null) {
        app.change({ tried: '' }, { replace: true });
        triedAnswer.replaceChildren(
            h('p', { class: 'problem' }, `No piece fits ${JSON.stringify(text.slice(0, 24))}.`),
        );
        return false;
    }
    app.change({ tried: uciOf(app.position, move, app.state.rules), step: 0 }, { replace: true });
    return true;
}

/** Takes an illegal move from the board while the tab is open. */
export function takeTried(text: string): boolean {
    return app.state.tab === 'xray' && view() !== null && tryText(text);
}

function renderTried(now: View): void {
    const move = tried(now);
    triedForm.hidden = false;
    if (move === null) return triedAnswer.replaceChildren();
    const number = typeof move === 'number' ? move : move.move;
    const text = explain(now.position, number, { chess960: app.state.rules === 'chess960' }).text;
    const step = typeof move === 'number' ? -1 : move.step;
    const name = uciOf(now.position, number, app.state.rules);
    const verdict =
        step < 0
            ? `${name} is not even pseudo-legal, so the generator never writes it.`
            : step === STEPS.length - 1
              ? `${name} passes every step: it is legal.`
              : `${name} is ruled out at step ${step + 1}, ${STEPS[step]![0]}.`;
    triedAnswer.replaceChildren(
        h('p', { class: step === STEPS.length - 1 ? 'good' : 'bad' }, h('strong', {}, verdict)),
        h('p', {}, text + '.'),
        step > 0
            ? h('button', { type: 'button', class: 'quiet small', click: () => goTo(step + 1) }, 'Go to this step')
            : '',
    );
}

// ---- All of it ----

const EXAMPLES: readonly [string, string][] = [
    ['pins', 'fen=4r1k1/8/7b/8/1b2N3/8/3R1P2/2B1K3_w_-_-_0_1&xray=pins&of=e4'],
    ['a check', 'fen=4k3/8/8/q7/8/1P1N4/7B/R3K3_w_-_-_0_1&xray=checkers,capture,push'],
    ['en passant', 'fen=8/8/8/K7/1R2Pp1k/8/8/8_b_-_e3_0_1&tried=f4e3'],
    ['step by step', 'fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1&step=1'],
];

const none = h(
    'p',
    { class: 'hint', hidden: true },
    'The X-ray shows the generator of standard chess and Chess960. Choose one of them in the tab Board, or repair the position.',
);
const body = h('div', {});

function render(): void {
    const { state } = app;
    if (state.tab !== 'xray') return;
    const now = view();
    none.hidden = now !== null;
    body.hidden = now === null;
    if (!now) return;
    const focused = document.activeElement?.id ?? '';
    layerList.replaceChildren(...LAYERS.filter((layer) => layer !== 'magic').map((layer) => layerItem(layer, now)));
    renderSteps(now);
    renderTried(now);
    renderPiece(now);
    if (focused.startsWith('layer-')) document.getElementById(focused)?.focus();
}

export function setUpXray(): void {
    body.append(
        h('section', { 'aria-label': 'Sets' }, h('h2', {}, 'Show on the board'), layerList),
        stepBox,
        h('h2', {}, 'An illegal move'),
        triedForm,
        h('p', { class: 'hint' }, 'Or play it on the board.'),
        triedAnswer,
        pieceBox,
    );
    find('panel-xray').append(
        h(
            'p',
            {},
            'What a generator of legal moves knows about the position on the board, and how it narrows everything that the pieces can do down to the legal moves.',
        ),
        examples(
            ...EXAMPLES.map(
                ([label, rest]) => [label, () => (location.hash = `tab=xray&${rest}`)] as [string, () => void],
            ),
        ),
        none,
        body,
    );
    app.listen(render);
}
