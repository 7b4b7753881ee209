/* The PGN panel: a file of any size is read by a worker as a stream; the games are listed, broken ones with line and
 * reason, and a click replays one. */
import { readPgn } from 'plyforge/pgn';
import { app } from './app';
import { announce, examples, find, grouped, h } from './dom';
import { variantOf, type Rules } from './engine';
import { gameBox, markNow, showGame } from './game_view';
import { startJob, type Stop } from './jobs';
import type { GameSummary } from './messages';
import { isPosition, openGame, take } from './play';

const EXAMPLE = `[Event "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke Karl, Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4? {The bishop must take the knight, or lose a pawn.} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8
6. Nxe5) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0

[Event "A game with an illegal move"]
[White "Ana"]
[Black "Bo"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxd7+ Kxd7 5. O-O Nd4 6. Ke2 *
`;

/** Elements in the list at once; the rest comes with a button. */
const PAGE = 200;

const picker = h('input', { type: 'file', id: 'pgn-file', accept: '.pgn,.txt,text/plain,application/x-chess-pgn' });
const drop = h(
    'div',
    { class: 'drop', id: 'pgn-drop' },
    h('p', {}, 'Drop a PGN file here, of any size, or choose one. It is read on this machine.'),
    h('label', { for: 'pgn-file', class: 'hidden' }, 'PGN file'),
    picker,
);
const summary = h('p', { id: 'pgn-summary', role: 'status' });
const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress' });
const stopButton = h('button', { type: 'button', class: 'quiet small', id: 'pgn-stop', hidden: true }, 'Stop');
const onlyBroken = h('input', { type: 'checkbox', id: 'pgn-broken' });
const search = h('input', { type: 'search', id: 'pgn-search', autocomplete: 'off', spellcheck: 'false' });
const found = h('span', { class: 'hint', id: 'pgn-found', role: 'status' });
const filter = h(
    'div',
    { class: 'row', hidden: true },
    h('label', { for: 'pgn-search' }, 'Search'),
    search,
    found,
    onlyBroken,
    h('label', { for: 'pgn-broken', class: 'inline' }, 'Broken games only'),
);
const list = h('ul', { class: 'games', id: 'games' });
const more = h('button', { type: 'button', class: 'quiet small', hidden: true }, 'Show more');

let stop: Stop | null = null;
/** The file that the list and the summary are about, with the rules that were chosen when it was opened. */
let file: { blob: Blob; name: string; rules: Rules };
let games: GameSummary[] = [];
let shown = 0;

const halfMoves = (count: number): string => `${count} ${count === 1 ? 'half-move' : 'half-moves'}`;

function itemOf(game: GameSummary): HTMLElement {
    return h(
        'li',
        {},
        h(
            'button',
            { type: 'button', click: () => void replay(game) },
            h('span', {}, `${game.index + 1}. ${game.title}`),
            h('span', {}, game.result),
            h('span', { class: 'meta' }, [game.detail, halfMoves(game.plies)].filter((part) => part).join(' · ')),
            game.error ? h('span', { class: 'meta bad' }, game.error) : '',
        ),
    );
}

/** The matching games: those with every word of the search in their players, event, date or result. */
function chosenGames(): GameSummary[] {
    const words = search.value
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
    if (words.length === 0 && !onlyBroken.checked) return games;
    return games.filter((game) => {
        const text = `${game.title} ${game.detail} ${game.result}`.toLowerCase();
        return (!onlyBroken.checked || game.error) && words.every((word) => text.includes(word));
    });
}

function showMore(): void {
    const chosen = chosenGames();
    found.textContent = search.value.trim() ? `${grouped(chosen.length)} found` : '';
    list.append(...chosen.slice(shown, shown + PAGE).map(itemOf));
    shown = Math.min(chosen.length, shown + PAGE);
    more.hidden = shown >= chosen.length;
}

function showAgain(): void {
    list.replaceChildren();
    shown = 0;
    showMore();
}

/** Reads a part of the file; null, after informing the user, if that is not possible, or if another file was opened in
 * the meantime. */
async function readPart(from: number, to: number): Promise<ArrayBuffer | null> {
    const asked = file;
    try {
        const bytes = await asked.blob.slice(from, to).arrayBuffer();
        return file === asked ? bytes : null;
    } catch (error) {
        if (file === asked) fail(error instanceof Error ? error.message : String(error));
        return null;
    }
}

async function replay(game: GameSummary): Promise<void> {
    const bytes = await readPart(game.from, game.to);
    if (!bytes) return;
    for (const read of readPgn(bytes, { variant: variantOf(file.rules) })) {
        openGame(read);
        showGame(read, game.title);
        // On a narrow screen the board is above the list.
        find('board').scrollIntoView({ block: 'nearest' });
        announce(`${game.title}, ${halfMoves(game.plies)}. Use undo and redo to replay it.`);
        return;
    }
}

function finish(): void {
    stop?.();
    stop = null;
    bar.hidden = stopButton.hidden = true;
}

/** Folders, and files that were changed or removed meanwhile, cannot be read. */
function fail(reason: string): void {
    finish();
    summary.textContent = `${file.name} cannot be read: ${reason}`;
}

async function open(blob: Blob, name: string): Promise<void> {
    finish();
    const { rules } = app.state;
    file = { blob, name, rules };
    games = [];
    showAgain();
    filter.hidden = true;
    summary.textContent = `Reading ${name} ...`;
    const beginning = await readPart(0, 1000);
    if (!beginning) return;
    if (new Uint8Array(beginning).includes(0)) {
        summary.textContent = `${name} is not PGN: it contains zero bytes, like binary files and text in UTF-16.`;
        return;
    }
    filter.hidden = bar.hidden = stopButton.hidden = false;
    stop = startJob({ kind: 'pgn', file: blob, rules }, (answer) => {
        if (answer.kind === 'failed') return fail(answer.message);
        if (answer.kind !== 'games') return;
        games.push(...answer.games);
        if (shown < PAGE || more.hidden) showMore();
        bar.value = blob.size > 0 ? answer.bytes / blob.size : 1;
        const size = answer.bytes < 1e5 ? `${grouped(answer.bytes)} bytes` : `${(answer.bytes / 1e6).toFixed(1)} MB`;
        const rest = answer.count > games.length && answer.isEnd ? `; ${grouped(games.length)} are listed` : '';
        summary.textContent = `${name}: ${grouped(answer.count)} ${answer.count === 1 ? 'game' : 'games'}, ${grouped(answer.broken)} broken, ${size}${rest}.`;
        if (answer.isEnd) finish();
    });
}

/** Opens games that were pasted. */
export function openText(text: string): void {
    app.change({ tab: 'pgn' });
    void open(new Blob([text]), 'the pasted text');
}

export function openFile(chosen: File): void {
    app.change({ tab: 'pgn' });
    void open(chosen, chosen.name);
}

export function setUpPgn(): void {
    picker.addEventListener('change', () => {
        if (picker.files?.[0]) openFile(picker.files[0]);
    });
    stopButton.addEventListener('click', () => {
        finish();
        summary.textContent += ' Stopped.';
    });
    onlyBroken.addEventListener('change', showAgain);
    search.addEventListener('input', showAgain);
    app.listen(markNow);
    more.addEventListener('click', showMore);
    // A file may be dropped anywhere on the page.
    addEventListener('dragover', (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        drop.classList.add('over');
    });
    addEventListener('dragleave', () => drop.classList.remove('over'));
    addEventListener('drop', (event) => {
        drop.classList.remove('over');
        const dropped = event.dataTransfer?.files[0];
        if (!dropped) return;
        event.preventDefault();
        // A small file may be a FEN as well as a game.
        if (dropped.size < 2000)
            dropped.text().then(
                (text) => (isPosition(text) ? take(text) : openFile(dropped)),
                () => openFile(dropped),
            );
        else openFile(dropped);
    });
    find('panel-pgn').append(
        gameBox,
        drop,
        examples(['two games', () => openText(EXAMPLE)]),
        h('div', { class: 'row' }, summary, stopButton),
        bar,
        filter,
        list,
        more,
    );
}
