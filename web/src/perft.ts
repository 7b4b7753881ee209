/* The perft panel: a divide counted by workers, with bars and known counts, and the table of statistics. */
import type { Position } from 'plyforge';
import { PerftPool } from 'plyforge/perft';
import { known, torture } from 'virtual:data';
import { app } from './app';
import { announce, find, grouped, h } from './dom';
import { COLUMNS, fenOf, startOf, uciOf } from './engine';
import { startJob, type Stop } from './jobs';
import { MAX_DEPTH } from './state';

const depthField = h('input', { type: 'number', id: 'perft-depth', min: 1, max: MAX_DEPTH, value: 4, required: true });
const runButton = h('button', { type: 'button', id: 'perft-run' }, 'Count');
const stopButton = h('button', { type: 'button', id: 'perft-stop', class: 'quiet', disabled: true }, 'Stop');
const statsButton = h('button', { type: 'button', id: 'perft-stats', class: 'quiet' }, 'Statistics');
const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress' });
const total = h('p', { class: 'total', id: 'perft-total' });
const remark = h('p', { class: 'hint', id: 'perft-remark' });
const rows = h('tbody', {});
const table = h('div', { class: 'scroll', hidden: true }, h('table', { id: 'perft-table' },
    h('thead', {}, h('tr', {}, h('th', {}, 'Move'), h('th', { class: 'n' }, 'Nodes'), h('th', { class: 'n' }, 'Share'), h('th', {}, h('span', { class: 'hidden' }, 'Bar')))), rows));
const stats = h('div', { class: 'scroll', id: 'stats' });

let end: Stop | null = null;
/** Kept from one count to the next: starting the workers takes longer than a small count. */
let pool: Promise<PerftPool> | null = null;
/** Counts the counts: one that was overtaken by another position writes nothing any more. */
let run = 0;
let shownFor = '';

/** The published count of this position and depth, if the page has it. */
function knownCount(fen: string, depth: number, rules: string): bigint | null {
    const board = (text: string) => text.split(' ').slice(0, 4).join(' ');
    for (const [other, counts, variant] of known) if (variant === rules && board(other) === board(fen)) return counts[depth - 1] ? BigInt(counts[depth - 1]!) : null;
    for (const [, other, counts, variant] of torture) if (variant === rules && board(other) === board(fen)) return counts[depth - 1] ? BigInt(counts[depth - 1]!) : null;
    return null;
}

function setRunning(isRunning: boolean): void {
    runButton.disabled = statsButton.disabled = isRunning;
    stopButton.disabled = bar.hidden = !isRunning;
    if (isRunning) stopButton.hidden = false;
}

/** The depth in the field; null, after the browser has told the user, if it is none. */
function chosenDepth(): number | null {
    return depthField.reportValidity() ? Number(depthField.value) : null;
}

/** A browser compiles the module for speed only when it has run for a while, and does so beside it. The workers therefore count something
 * when the panel is first shown, twice with a pause; they share the code. */
const WARM_DEPTH = 5;
const WARM_PAUSE = 100;
let isWarm = false;

async function warmUp(workers: PerftPool, position: Position): Promise<void> {
    for (let round = 0; round < 2; round++) {
        await workers.divide(position, WARM_DEPTH);
        await new Promise((resolve) => { setTimeout(resolve, WARM_PAUSE); });
    }
    isWarm = true;
    performance.mark('perft-ready');
}

function preparePool(): Promise<PerftPool> {
    if (pool) return pool;
    const { rules } = app.state;
    const made = PerftPool.create();
    pool = made;
    // A pool that was stopped, or that cannot be made, is reported where it is used.
    if (!isWarm) made.then((workers) => warmUp(workers, startOf(rules))).catch(() => undefined);
    made.catch(() => { if (pool === made) pool = null; });
    return made;
}

/** Prepares the workers when the page has nothing else to do. */
function prepareSoon(): void {
    const prepare = () => { if (app.state.tab === 'perft') void preparePool(); };
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
    const moves = Array.from(position.moves(), (move) => ({ move, uci: uciOf(position, move, state.rules), san: position.san(move), count: -1n }))
        .sort((a, b) => (a.uci < b.uci ? -1 : 1));
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
        else showProgress(done, moves.length, began);
    }, 200);
    try {
        const byName = new Map(moves.map((entry) => [entry.uci, entry]));
        workers = await preparePool();
        if (!isStopped) await workers.divide(position, depth, {
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
    verdict(moves.reduce((sum, entry) => sum + entry.count, 0n), depth, performance.now() - began);
}

function verdict(sum: bigint, depth: number, milliseconds: number): void {
    const right = knownCount(fenOf(app.position, app.state.rules), depth, app.state.rules);
    const millions = Math.round(Number(sum) / milliseconds / 1000);
    const speed = millions > 0 ? `, ${grouped(millions)} million nodes a second` : '';
    const time = `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 3 : 1)} s${speed}.`;
    remark.textContent = `${time} ${right === null ? '' : right === sum ? 'This is the published count.' : `The published count is ${grouped(right)}.`}`;
    announce(`Perft ${depth}: ${sum}`);
}

function showProgress(done: number, all: number, began: number): void {
    remark.textContent = `${done} of ${all} moves, ${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function showRows(moves: { uci: string; san: string; count: bigint }[], depth: number, began: number): void {
    const counted = moves.filter((entry) => entry.count >= 0n);
    const sum = counted.reduce((all, entry) => all + entry.count, 0n);
    const most = counted.reduce((max, entry) => (entry.count > max ? entry.count : max), 1n);
    total.textContent = `perft(${depth}) ${counted.length < moves.length ? '≥' : '='} ${grouped(sum)}`;
    if (counted.length < moves.length) showProgress(counted.length, moves.length, began);
    rows.replaceChildren(...moves.map((entry) => {
        const width = entry.count < 0n ? 0 : Number((entry.count * 1000n) / most) / 10;
        const share = entry.count < 0n || sum === 0n ? '' : `${(Number((entry.count * 10000n) / sum) / 100).toFixed(1)} %`;
        return h('tr', {}, h('td', {}, entry.uci, ' ', h('span', { class: 'hint' }, entry.san)), h('td', { class: 'n' }, entry.count < 0n ? '...' : grouped(entry.count)),
            h('td', { class: 'n' }, share), h('td', { class: 'bar' }, h('span', { style: `width:${width}%` })));
    }));
}

function countStatistics(): void {
    const { state } = app;
    const chosen = chosenDepth();
    if (chosen === null) return;
    const depth = Math.min(chosen, 6);
    if (state.rules !== 'standard' && state.rules !== 'chess960') {
        stats.replaceChildren(h('p', { class: 'problem' }, 'Statistics are for standard chess and Chess960.'));
        return;
    }
    setRunning(true);
    shownFor = keyNow();
    const finish = () => {
        end?.();
        end = null;
        setRunning(false);
    };
    end = startJob({ kind: 'statistics', fen: fenOf(app.position, state.rules), depth }, (answer) => {
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
    stats.replaceChildren(h('h2', {}, isDone ? 'Statistics' : 'Statistics, still counting'), h('table', {},
        h('thead', {}, h('tr', {}, h('th', {}, 'Depth'), ...COLUMNS.map((name) => h('th', { class: 'n' }, name[0]!.toUpperCase() + name.slice(1))))),
        h('tbody', {}, ...table.slice(1).map((row, index) => h('tr', {}, h('td', {}, String(index + 1)), ...row.map((value) => h('td', { class: 'n' }, grouped(value))))))));
    if (!isDone) return;
    stats.scrollIntoView({ block: 'nearest' });
    announce('The statistics are ready.');
}

const keyNow = (): string => (app.state.broken ? '' : `${fenOf(app.position, app.state.rules)} ${app.state.rules} ${app.state.depth}`);

function render(): void {
    const { state } = app;
    if (state.tab === 'perft' && !pool) prepareSoon();
    if (document.activeElement !== depthField) depthField.value = String(state.depth);
    runButton.disabled = statsButton.disabled = state.broken !== '' || end !== null;
    if (shownFor === '' || shownFor === keyNow()) return;
    // Another position: what is shown belongs to the old one.
    run++;
    end?.();
    end = null;
    shownFor = '';
    setRunning(false);
    table.hidden = true;
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
        h('div', { class: 'row' }, h('label', { for: 'perft-depth' }, 'Depth'), depthField, runButton, stopButton, statsButton),
        bar, total, remark, table, stats);
    app.listen(render);
}
