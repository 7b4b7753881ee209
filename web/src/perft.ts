/* The perft panel: a divide counted by workers, with bars and known counts, and the table of statistics. */
import type { Position } from 'plyforge';
import { PerftPool } from 'plyforge/perft';
import { known, torture } from 'virtual:data';
import { app } from './app';
import { announce, copyButton, examples, find, grouped, h } from './dom';
import { estimate } from './estimate';
import { COLUMNS, fenOf, readFen, startOf, uciOf } from './engine';
import { startJob, type Stop } from './jobs';
import { MAX_DEPTH } from './state';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

const depthField = h('input', { type: 'number', id: 'perft-depth', min: 1, max: MAX_DEPTH, value: 4, required: true });
const runButton = h('button', { type: 'button', id: 'perft-run' }, 'Count');
const stopButton = h('button', { type: 'button', id: 'perft-stop', class: 'quiet', disabled: true }, 'Stop');
const statsButton = h('button', { type: 'button', id: 'perft-stats', class: 'quiet' }, 'Statistics');
const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress' });
const total = h('p', { class: 'total', id: 'perft-total' });
const remark = h('p', { class: 'hint', id: 'perft-remark' });
const rows = h('tbody', {});
const table = h(
    'div',
    { class: 'scroll', hidden: true },
    h(
        'table',
        { id: 'perft-table' },
        h(
            'thead',
            {},
            h(
                'tr',
                {},
                h('th', {}, 'Move'),
                h('th', { class: 'n' }, 'Nodes'),
                h('th', { class: 'n' }, 'Share'),
                h('th', {}, h('span', { class: 'hidden' }, 'Bar')),
            ),
        ),
        rows,
    ),
);
const divideText = (): string =>
    [
        ...lastRows.map(({ uci, count }) => `${uci}: ${count}`),
        '',
        `Nodes searched: ${lastRows.reduce((sum, { count }) => sum + count, 0n)}`,
        '',
    ].join('\n');
const copyRow = h(
    'div',
    { class: 'row', hidden: true },
    copyButton(divideText, 'Copy the divide'),
    h('span', { class: 'hint' }, 'A move counts the positions below it; the back button of the browser returns.'),
);
const stats = h('div', { class: 'scroll', id: 'stats' });

let end: Stop | null = null;
/** Kept from one count to the next: starting the workers takes longer than a small count. */
let pool: Promise<PerftPool> | null = null;
/** The number of counts so far: a count that was overtaken by another position no longer writes anything. */
let run = 0;
let shownFor = '';

/** The contents of the table when the count is complete. */
let lastRows: { uci: string; count: bigint }[] = [];

/** The published count of this position and depth, if the page has it. */
function knownCount(fen: string, depth: number, rules: string): bigint | null {
    const board = (text: string) => text.split(' ').slice(0, 4).join(' ');
    for (const [other, counts, variant] of known)
        if (variant === rules && board(other) === board(fen))
            return counts[depth - 1] ? BigInt(counts[depth - 1]!) : null;
    for (const [, other, counts, variant] of torture)
        if (variant === rules && board(other) === board(fen))
            return counts[depth - 1] ? BigInt(counts[depth - 1]!) : null;
    return null;
}

function setRunning(isRunning: boolean): void {
    runButton.disabled = statsButton.disabled = isRunning;
    stopButton.disabled = bar.hidden = !isRunning;
    if (isRunning) stopButton.hidden = false;
}

/** The depth in the field; null, after the browser has informed the user, if it is invalid. */
function chosenDepth(): number | null {
    return depthField.reportValidity() ? Number(depthField.value) : null;
}

/** A browser compiles the module for speed only after it has run for a while, and does so in the background. So the
 * workers count something when the panel is first shown, twice with a pause; they share the code. */
const WARM_DEPTH = 5;
const WARM_PAUSE = 100;
let isWarm = false;

async function warmUp(workers: PerftPool, position: Position): Promise<void> {
    for (let round = 0; round < 2; round++) {
        await workers.divide(position, WARM_DEPTH);
        await new Promise((resolve) => {
            setTimeout(resolve, WARM_PAUSE);
        });
    }
    isWarm = true;
    performance.mark('perft-ready');
}

function preparePool(): Promise<PerftPool> {
    if (pool) return pool;
    const { rules } = app.state;
    const made = PerftPool.create();
    pool = made;
    // A pool that was stopped, or that cannot be created, is reported where it is used.
    if (!isWarm) made.then((workers) => warmUp(workers, startOf(rules))).catch(() => undefined);
    made.catch(() => {
        if (pool === made) pool = null;
    });
    return made;
}

/** Prepares the workers when the page has nothing else to do. */
function prepareSoon(): void {
    const prepare = () => {
        if (app.state.tab === 'perft') void preparePool();
    };
    if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 1000 });
    else setTimeout(prepare, 200);
}

async function count(): Promise<void> {
    const { position, state } = app;
    const depth = chosenDepth();
    if (depth === null) return;
    const key = keyNow();
    app.change({ depth }, { replace: true });
    shownFor = keyNow() || key;
    setRunning(true);
    const moves = Array.from(position.moves(), (move) => ({
        move,
        uci: uciOf(position, move, state.rules),
        san: position.san(move),
        count: -1n,
    })).sort((a, b) => (a.uci < b.uci ? -1 : 1));
    const began = performance.now();
    let isStopped = false;
    let failure = '';
    let workers: PerftPool | undefined;
    const mine = ++run;
    end = () => {
        isStopped = true;
        if (!workers) return; // they are still being made, and serve the next count
        pool = null;
        void workers.close();
    };
    let done = 0;
    let painted = 0;
    table.hidden = false;
    copyRow.hidden = true;
    expected = estimate(position, depth);
    const paint = () => {
        painted = done;
        bar.value = done / moves.length;
        showRows(moves, depth, began);
    };
    paint();
    // Painting after every move would take as long as a short count.
    const clock = setInterval(() => {
        if (mine !== run) return;
        if (done > painted) paint();
        else showProgress(moves, began);
    }, 200);
    try {
        const byName = new Map(moves.map((entry) => [entry.uci, entry]));
        workers = await preparePool();
        if (!isStopped)
            await workers.divide(position, depth, {
                chess960: state.rules === 'chess960',
                onMove: (uci, nodes) => {
                    byName.get(uci)!.count = nodes;
                    done++;
                },
            });
    } catch (error) {
        if (!isStopped) {
            pool = null;
            failure = error instanceof Error ? error.message : String(error);
        }
    }
    clearInterval(clock);
    if (mine !== run) return;
    end = null;
    setRunning(false);
    paint();
    if (failure || isStopped) {
        remark.textContent = failure || `Stopped: ${done} of ${moves.length} moves counted.`;
        announce(remark.textContent);
        return;
    }
    lastRows = moves;
    copyRow.hidden = false;
    verdict(
        moves.reduce((sum, entry) => sum + entry.count, 0n),
        depth,
        performance.now() - began,
    );
}

/** Plays a move and counts the positions below it. */
function drill(uci: string, depth: number): void {
    const { state } = app;
    const moves = [...state.moves.slice(0, state.ply), uci];
    app.change({ moves, ply: moves.length, depth });
    depthField.value = String(depth);
    void count();
    find('panel-perft').focus(); // the pressed button no longer exists
}

function verdict(sum: bigint, depth: number, milliseconds: number): void {
    const right = knownCount(fenOf(app.position, app.state.rules), depth, app.state.rules);
    const millions = Math.round(Number(sum) / milliseconds / 1000);
    const speed = millions > 0 ? `, ${grouped(millions)} million nodes per second` : '';
    const time = `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s${speed}.`;
    remark.textContent = `${time} ${right === null ? '' : right === sum ? 'This is the published count.' : `The published count is ${grouped(right)}.`}`;
    announce(`Perft ${depth}: ${sum}`);
}

/** The approximate number of positions of the count. */
let expected = 0n;

/** A time in words. */
function spoken(seconds: number): string {
    if (seconds < 90) return `${Math.ceil(seconds)} s`;
    if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
    if (seconds < 129_600) return `${Math.round(seconds / 3600)} hours`;
    return `${grouped(Math.round(seconds / 86_400))} days`;
}

function showProgress(moves: readonly { count: bigint }[], began: number): void {
    const counted = moves.filter(({ count }) => count >= 0n);
    const sum = counted.reduce((all, { count }) => all + count, 0n);
    const seconds = (performance.now() - began) / 1000;
    const digits = String(expected).length;
    const rounded = digits > 2 ? String(expected).slice(0, 2).padEnd(digits, '0') : String(expected);
    const left = sum > 0n ? (seconds * Number(expected - sum)) / Number(sum) : 0;
    const rest = sum > 0n && left > 0 ? `, about ${spoken(left)} left` : '';
    remark.textContent = `${counted.length} of ${moves.length} moves, ${seconds.toFixed(1)} s; about ${grouped(BigInt(rounded))} positions in all${rest}`;
}

function showRows(moves: { uci: string; san: string; count: bigint }[], depth: number, began: number): void {
    const counted = moves.filter((entry) => entry.count >= 0n);
    const sum = counted.reduce((all, entry) => all + entry.count, 0n);
    const most = counted.reduce((max, entry) => (entry.count > max ? entry.count : max), 1n);
    total.textContent = `perft(${depth}) ${counted.length < moves.length ? '≥' : '='} ${grouped(sum)}`;
    if (counted.length < moves.length) showProgress(moves, began);
    rows.replaceChildren(
        ...moves.map((entry) => {
            const width = entry.count < 0n ? 0 : Number((entry.count * 1000n) / most) / 10;
            const share =
                entry.count < 0n || sum === 0n ? '' : `${(Number((entry.count * 10000n) / sum) / 100).toFixed(1)} %`;
            return h(
                'tr',
                {},
                h(
                    'td',
                    {},
                    depth > 1 && entry.count >= 0n
                        ? h(
                              'button',
                              {
                                  type: 'button',
                                  class: 'link',
                                  'aria-label': `Count below ${entry.san}`,
                                  click: () => drill(entry.uci, depth - 1),
                              },
                              entry.uci,
                          )
                        : entry.uci,
                    ' ',
                    h('span', { class: 'hint' }, entry.san),
                ),
                h('td', { class: 'n' }, entry.count < 0n ? '...' : grouped(entry.count)),
                h('td', { class: 'n' }, share),
                h('td', { class: 'bar' }, h('span', { style: `width:${width}%` })),
            );
        }),
    );
}

function countStatistics(): void {
    const { state } = app;
    const chosen = chosenDepth();
    if (chosen === null) return;
    const depth = Math.min(chosen, 6);
    setRunning(true);
    shownFor = keyNow();
    const finish = () => {
        end?.();
        end = null;
        setRunning(false);
    };
    const job = { kind: 'statistics', fen: fenOf(app.position, state.rules), rules: state.rules, depth } as const;
    end = startJob(job, (answer) => {
        if (answer.kind === 'failed') {
            finish();
            stats.replaceChildren(h('p', { class: 'problem' }, answer.message));
        } else if (answer.kind === 'statistics') {
            bar.value = answer.total > 0 ? answer.done / answer.total : 1;
            if (answer.done === answer.total) finish();
            showStatistics(answer.rows, answer.done === answer.total);
        }
    });
}

function showStatistics(table: bigint[][], isDone: boolean): void {
    stats.replaceChildren(
        h('h2', {}, isDone ? 'Statistics' : 'Statistics, still counting'),
        h(
            'table',
            {},
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', {}, 'Depth'),
                    ...COLUMNS.map((name) => h('th', { class: 'n' }, name[0]!.toUpperCase() + name.slice(1))),
                ),
            ),
            h(
                'tbody',
                {},
                ...table
                    .slice(1)
                    .map((row, index) =>
                        h(
                            'tr',
                            {},
                            h('td', {}, String(index + 1)),
                            ...row.map((value) => h('td', { class: 'n' }, grouped(value))),
                        ),
                    ),
            ),
        ),
    );
    if (!isDone) return;
    stats.scrollIntoView({ block: 'nearest' });
    announce('The statistics are ready.');
}

const keyNow = (): string =>
    app.state.broken ? '' : `${fenOf(app.position, app.state.rules)} ${app.state.rules} ${app.state.depth}`;

function render(): void {
    const { state } = app;
    if (state.tab === 'perft' && !pool) prepareSoon();
    if (document.activeElement !== depthField) depthField.value = String(state.depth);
    runButton.disabled = statsButton.disabled = state.broken !== '' || end !== null;
    if (shownFor === '' || shownFor === keyNow()) return;
    // Another position: the display still shows the old one.
    run++;
    end?.();
    end = null;
    shownFor = '';
    setRunning(false);
    table.hidden = copyRow.hidden = true;
    total.textContent = remark.textContent = '';
    stats.replaceChildren();
}

export function setUpPerft(): void {
    runButton.addEventListener('click', () => void count());
    statsButton.addEventListener('click', countStatistics);
    stopButton.addEventListener('click', () => {
        end?.();
        if (end) {
            end = null;
            setRunning(false);
        }
    });
    find('panel-perft').append(
        h('p', {}, 'Counts all sequences of legal moves from the position on the board, by root move, in workers.'),
        h(
            'div',
            { class: 'row' },
            h('label', { for: 'perft-depth' }, 'Depth'),
            depthField,
            runButton,
            stopButton,
            statsButton,
        ),
        examples([
            'Kiwipete at depth 4',
            () => {
                app.begin({ rules: 'standard', start: readFen(KIWIPETE, 'standard'), depth: 4 });
                depthField.value = '4';
                void count();
            },
        ]),
        bar,
        total,
        remark,
        copyRow,
        table,
        stats,
    );
    app.listen(render);
}
