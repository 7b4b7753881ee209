/* Playing on the board: legal and illegal moves, promotion, drops, undo and redo, setting up pieces; and the panel with
 * the rules, the moves and the field that takes moves, FEN and PGN. */
import {
    isCastling,
    isDrop,
    moveFrom,
    moveTo,
    Position,
    promotionOf,
    squareName,
    type Move,
    type PieceType,
    type Square,
} from 'plyforge';
import { readPgn } from 'plyforge/pgn';
import { explain } from 'plyforge/workbench';
import { app, isDark } from './app';
import { arbiterBox, renderArbiter } from './arbiter';
import { Board, keepShapes, pieceArt, pieceName } from './board';
import { announce, copyButton, examples, find, h } from './dom';
import {
    draw,
    drawBoard,
    drawMarks,
    fenOf,
    readAny,
    readFen,
    RULES,
    startOf,
    uciOf,
    variantOf,
    type Rules,
} from './engine';
import { examine, findFen, MAX_FEN, putPiece, readCommand, type Command } from './fen';
import { openText } from './pgn';
import { MAX_MOVES } from './state';
import { takeTried, xrayMarks, xrayNotes } from './xray';

const TYPES: readonly PieceType[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const LETTERS = 'PNBRQK';

/** A move that is explained on the board now, and the position it belongs to. */
let explained: { position: Position; move: Move; text: string } | null = null;
/** A piece chosen out of the pocket or of the palette, by the library's number; 0 is the eraser. */
let chosen: number | null = null;
let isEditing = false;

const board = new Board({ onMove: (from, to) => void tryMove(from, to), onSquare: chooseSquare, onKey: typeOn });

// ---- Moves ----

/** Where the king goes when it castles, as people move it. */
function castledKing(from: Square, rook: Square): Square {
    return (from & 56) | (rook > from ? 6 : 2);
}

function legalMoves(position: Position): { move: Move; from: Square | null; to: Square[] }[] {
    return Array.from(position.moves(), (move) => {
        const to = [moveTo(move)];
        if (isCastling(move)) to.push(castledKing(moveFrom(move), moveTo(move)));
        return { move, from: isDrop(move) ? null : moveFrom(move), to };
    });
}

function targetsOf(position: Position): Map<Square, Set<Square>> {
    const targets = new Map<Square, Set<Square>>();
    for (const { from, to } of legalMoves(position)) {
        if (from === null) continue;
        const set = targets.get(from) ?? new Set();
        for (const square of to) if (square !== from) set.add(square);
        targets.set(from, set);
    }
    // Pieces that cannot move are picked up too: the page then says why they cannot.
    position.board().forEach((code, square) => {
        if (code !== 0 && (code >> 3 ? 'black' : 'white') === position.turn && !targets.has(square))
            targets.set(square, new Set());
    });
    return targets;
}

export function play(move: Move): void {
    const { state, position } = app;
    const uci = uciOf(position, move, state.rules);
    const san = position.san(move);
    const moves = [...state.moves.slice(0, state.ply), uci];
    app.change({ moves, ply: moves.length });
    announce(`${san}. ${statusText()}`);
}

function explainIllegal(text: string): void {
    const { position, state } = app;
    const move = readAny(position, castlingAsKingMove(position, text));
    if (move === null) {
        setStatus(whyNoMove(position, text), true);
        return;
    }
    if (takeTried(uciOf(position, move, state.rules))) return;
    const why = explain(position, move, { chess960: state.rules === 'chess960' });
    explained = { position, move, text: why.text };
    render();
    setStatus(why.text, true);
}

/** In variants an illegal move is found by its squares only. */
function castlingAsKingMove(position: Position, text: string): string {
    const castling = /^[O0]-[O0](-[O0])?[+#]?$/.exec(text);
    const king = position.board().indexOf(position.turn === 'white' ? 6 : 14);
    if (!castling || king < 0 || position.variant === 'standard') return text;
    return squareName(king) + squareName((king & 56) | (castling[1] ? 2 : 6));
}

/** Why a text is no move of any piece, legal or not. */
function whyNoMove(position: Position, text: string): string {
    try {
        position.parse(text);
        return '';
    } catch (error) {
        const word = JSON.stringify(text.length > 24 ? text.slice(0, 24) + '...' : text);
        return `${word}: ${error instanceof Error ? error.message : String(error)}`;
    }
}

async function tryMove(from: Square, to: Square | null): Promise<void> {
    if (isEditing || app.state.broken) return editMove(from, to);
    if (to === null) return render();
    const position = app.position;
    const found = legalMoves(position).filter((entry) => entry.from === from && entry.to.includes(to));
    // The king's own step comes before castling to the same square.
    const exact = found.filter((entry) => entry.to[0] === to);
    const candidates = (exact.length > 0 ? exact : found).map((entry) => entry.move);
    if (candidates.length === 0)
        return explainIllegal(squareName(from) + squareName(to) + promotionLetter(position, from, to));
    const move =
        candidates.length === 1 && promotionOf(candidates[0]!) === null
            ? candidates[0]!
            : await choosePromotion(candidates, position);
    if (move !== null && app.position === position) play(move);
}

function promotionLetter(position: Position, from: Square, to: Square): string {
    const code = position.board()[from]!;
    return (code & 7) === 1 && (to >> 3 === 0 || to >> 3 === 7) ? 'q' : '';
}

/** The position in which a pawn waits for what it becomes. */
let promoting: Position | null = null;

/** Asks what a pawn becomes; null if the user changed their mind, or the position did. */
function choosePromotion(moves: Move[], position: Position): Promise<Move | null> {
    const dialog = find<HTMLDialogElement>('promotion');
    promoting = position;
    const side = position.turn === 'white' ? 0 : 8;
    return new Promise((resolve) => {
        const order: PieceType[] = ['queen', 'knight', 'rook', 'bishop', 'king', 'pawn'];
        const sorted = [...moves].sort(
            (a, b) => order.indexOf(promotionOf(a) ?? 'pawn') - order.indexOf(promotionOf(b) ?? 'pawn'),
        );
        dialog.replaceChildren(
            ...sorted.map((move) => {
                const type = promotionOf(move) ?? 'pawn';
                const code = side + TYPES.indexOf(type) + 1;
                return h(
                    'button',
                    {
                        type: 'button',
                        class: 'piece',
                        'aria-label': type,
                        click: () => {
                            dialog.close(String(move));
                        },
                    },
                    pieceArt(code),
                );
            }),
        );
        dialog.onclose = () => {
            promoting = null;
            resolve(dialog.returnValue === '' ? null : Number(dialog.returnValue));
        };
        dialog.returnValue = '';
        dialog.onclick = (event) => {
            if (event.target === dialog) dialog.close('');
        };
        dialog.showModal();
        board.place(dialog, moveTo(moves[0]!));
    });
}

function chooseSquare(square: Square): void {
    if (isEditing) {
        if (chosen !== null) putOn(square, chosen);
    } else if (chosen !== null) {
        const uci = `${LETTERS[(chosen & 7) - 1]}@${squareName(square)}`;
        chosen = null;
        if (app.position.isLegal(uci)) play(app.position.parse(uci));
        else explainIllegal(uci);
    } else if (explained) {
        explained = null;
        render();
    } else if (app.state.tab === 'xray' && !app.state.broken && app.position.board()[square]) {
        // The board forgets its choice when it is painted.
        const isMine = board.hasChosen(square);
        app.change({ of: squareName(square), step: 0 }, { replace: true });
        if (isMine) board.select(square);
    }
}

function typeOn(square: Square, key: string): boolean {
    if (!isEditing) return false;
    const at = ' PNBRQK'.indexOf(key.toUpperCase());
    if (key === 'Delete' || key === 'Backspace') putOn(square, 0);
    else if (at > 0 && key.length === 1) putOn(square, at + (key === key.toUpperCase() ? 0 : 8));
    else return false;
    return true;
}

// ---- Setting up ----

function textNow(): string {
    return app.state.broken || fenOf(app.position, app.state.rules);
}

/** Takes a FEN: as the new start if it can be played, as something for the doctor otherwise. */
export function takeFen(text: string, rules: Rules = app.state.rules): boolean {
    try {
        app.begin({ rules, start: readFen(text, rules, true) });
        return true;
    } catch {
        app.begin({
            ...(rules !== app.state.rules && { rules, start: startOf(rules) }),
            broken: text.slice(0, MAX_FEN),
        });
        return false;
    }
}

function putOn(square: Square, code: number): void {
    takeFen(putPiece(textNow(), square, code));
    announce(`${squareName(square)} ${code ? pieceName(code) : 'empty'}`);
}

function editMove(from: Square, to: Square | null): void {
    const code = shownBoard()[from]!;
    let text = putPiece(textNow(), from, 0);
    if (to !== null) text = putPiece(text, to, code);
    takeFen(text);
}

function shownBoard(): Uint8Array {
    return app.state.broken ? examine(app.state.broken, app.state.rules).board : app.position.board();
}

function renderPalette(): void {
    const palette = find('palette');
    palette.hidden = !isEditing;
    if (!isEditing) return;
    const button = (code: number, label: string, content: Node | string) =>
        h(
            'button',
            {
                type: 'button',
                class: 'piece',
                'aria-label': label,
                'aria-pressed': String(chosen === code),
                click: () => {
                    chosen = chosen === code ? null : code;
                    renderPalette();
                },
            },
            content,
        );
    const codes = [6, 5, 4, 3, 2, 1];
    const fields = textNow().trim().split(/\s+/);
    const turn = fields[1] === 'b' ? 'b' : 'w';
    const setField = (index: number, value: string) => {
        while (fields.length < 4) fields.push(['', 'w', '-', '-'][fields.length]!);
        fields[index] = value;
        takeFen(fields.join(' '));
    };
    const castling = h('input', {
        type: 'text',
        id: 'edit-castling',
        value: fields[2] ?? '-',
        size: 6,
        autocomplete: 'off',
        spellcheck: 'false',
        change: () => setField(2, castling.value.trim() || '-'),
    });
    palette.replaceChildren(
        h('div', { class: 'pieces' }, ...codes.map((code) => button(code, pieceName(code), pieceArt(code)))),
        h(
            'div',
            { class: 'pieces' },
            ...codes.map((code) => button(code + 8, pieceName(code + 8), pieceArt(code + 8))),
        ),
        h(
            'div',
            { class: 'row' },
            button(0, 'eraser', 'Erase'),
            h(
                'button',
                { type: 'button', class: 'quiet small', click: () => takeFen(`8/8/8/8/8/8/8/8 ${turn} - - 0 1`) },
                'Clear',
            ),
            h(
                'button',
                { type: 'button', class: 'quiet small', click: () => setField(1, turn === 'w' ? 'b' : 'w') },
                turn === 'w' ? 'White to move' : 'Black to move',
            ),
            h('label', { class: 'inline' }, 'Castling ', castling),
        ),
        h(
            'p',
            { class: 'hint' },
            'Drag pieces, or choose one and tap squares. With the keyboard: arrow keys, then K Q R B N P for White, k q r b n p for Black, Delete.',
        ),
    );
}

// ---- The status line ----

function statusText(): string {
    const { position, state } = app;
    if (state.broken) {
        const { length } = examine(state.broken, state.rules).findings;
        return `This is not a position that can be played: ${length === 1 ? '1 problem. The FEN doctor shows it.' : `${length} problems. The FEN doctor lists them.`}`;
    }
    const outcome = position.outcome();
    if (outcome) return `${outcome.result}: ${outcome.reason}.`;
    const side = position.turn === 'white' ? 'White' : 'Black';
    const count = position.count();
    const checks =
        position.variant === 'threecheck'
            ? ` Checks given: White ${position.checksGiven.white}, Black ${position.checksGiven.black}.`
            : '';
    return `${side} to move${position.isCheck() ? ', in check' : ''}. ${count} legal ${count === 1 ? 'move' : 'moves'}.${checks}`;
}

function setStatus(text: string, isWrong: boolean): void {
    const status = find('status');
    status.textContent = text;
    status.classList.toggle('wrong', isWrong);
}

// ---- Pockets ----

function renderPocket(element: HTMLElement, side: 'white' | 'black'): void {
    const { position, state } = app;
    element.hidden = state.rules !== 'crazyhouse' || state.broken !== '';
    if (element.hidden) return;
    const offset = side === 'white' ? 0 : 8;
    const buttons = position.pockets[side].map((count, index) =>
        h(
            'button',
            {
                type: 'button',
                class: 'piece',
                disabled: count === 0 || position.turn !== side,
                'aria-label': `${count} ${pieceName(offset + index + 1)} to drop`,
                'aria-pressed': String(chosen === offset + index + 1),
                click: () => {
                    chosen = chosen === offset + index + 1 ? null : offset + index + 1;
                    renderPocket(element, side);
                    const targets = new Set<Square>();
                    for (const move of position.moves())
                        if (isDrop(move) && position.uci(move).startsWith(`${LETTERS[index]}@`))
                            targets.add(moveTo(move));
                    board.select(null);
                    board.mark(chosen === null ? new Set() : targets);
                },
            },
            pieceArt(offset + index + 1),
            h('span', {}, String(count)),
        ),
    );
    element.replaceChildren(...buttons);
}

// ---- All of it ----

function render(): void {
    const { state, position } = app;
    if (explained && explained.position !== position) explained = null;
    if (promoting && promoting !== position) find<HTMLDialogElement>('promotion').close('');
    const look = { dark: isDark(), flipped: state.flipped, coordinates: true };
    if (state.broken) {
        const result = examine(state.broken, state.rules);
        const red = result.findings.flatMap((finding) => finding.squares);
        board.show({
            svg: drawBoard(result.board, red, look),
            board: result.board,
            flipped: state.flipped,
            targets: new Map(),
            isFree: true,
            check: null,
        });
    } else {
        const lastMove = state.ply > 0 ? app.positions[state.ply - 1]!.parse(state.moves[state.ply - 1]!) : 0;
        const marks = explained ? null : xrayMarks();
        const shown = { ...look, lastMove: isDrop(lastMove) ? 0 : lastMove, explain: explained?.move };
        const svg = marks ? drawMarks(position, { ...look, lastMove: 0 }, marks) : draw(position, shown);
        const pieces = position.board();
        const isOther = position.variant !== 'standard' && position.isCheck();
        const king = pieces.indexOf(position.turn === 'white' ? 6 : 14);
        board.show({
            svg,
            board: pieces,
            flipped: state.flipped,
            targets: isEditing ? new Map() : targetsOf(position),
            isFree: isEditing,
            check: isOther && king >= 0 ? king : null,
            ...(marks && xrayNotes()),
        });
    }
    setStatus(
        explained?.text ?? `${state.unread} ${statusText()}`.trim(),
        explained !== null || state.broken !== '' || state.unread !== '',
    );
    renderPalette();
    renderPocket(find('pocket-far'), state.flipped ? 'white' : 'black');
    renderPocket(find('pocket-near'), state.flipped ? 'black' : 'white');
    find<HTMLButtonElement>('undo').disabled = find<HTMLButtonElement>('first').disabled = state.ply === 0;
    find<HTMLButtonElement>('redo').disabled = find<HTMLButtonElement>('last').disabled =
        state.ply === state.moves.length;
    find('flip').setAttribute('aria-pressed', String(state.flipped));
    find('edit').setAttribute('aria-pressed', String(isEditing));
    if (state.tab === 'board') renderPanel();
}

// ---- The panel ----

const rulesField = h(
    'select',
    {
        id: 'rules',
        change: () => {
            const rules = rulesField.value as Rules;
            app.begin({ rules, start: startOf(rules), depth: app.state.depth });
        },
    },
    ...RULES.map(([name, title]) => h('option', { value: name }, title)),
);
const numberField = h('input', {
    type: 'number',
    id: 'number960',
    min: 0,
    max: 959,
    step: 1,
    change: () => {
        const number = Number(numberField.value);
        if (Number.isInteger(number) && number >= 0 && number <= 959)
            app.begin({ rules: 'chess960', start: Position.chess960(number) });
        else setStatus('The number of a Chess960 position is from 0 to 959.', true);
    },
});
const randomButton = h(
    'button',
    {
        type: 'button',
        class: 'quiet small',
        click: () => app.begin({ rules: 'chess960', start: Position.chess960(Math.floor(Math.random() * 960)) }),
    },
    'Random',
);
const row960 = h(
    'div',
    { class: 'row', hidden: true },
    h('label', { for: 'number960' }, 'Start position'),
    numberField,
    randomButton,
);
const entry = h('textarea', {
    id: 'entry',
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'e4, O-O, e7e8q, a FEN, or a game',
});
const entryForm = h(
    'form',
    {
        class: 'entry',
        submit: (event: Event) => {
            event.preventDefault();
            take(entry.value);
        },
    },
    h('label', { for: 'entry' }, 'A move, a FEN or a PGN'),
    entry,
    h('button', { type: 'submit' }, 'Go'),
);
const problem = h('p', { class: 'problem', role: 'alert' });
const fenField = h('output', { class: 'fen', id: 'fen' });
const line = h('ol', { class: 'line', id: 'line' });
const legal = h('div', { class: 'chips', id: 'legal' });
const legalTitle = h('h2', {}, 'Legal moves');

const FEN = /^[^\s/]*\/[^\s]*\/[^\s]*\//;

/** Whether a text looks like a FEN: a word with slashes first. */
export const isFen = (text: string): boolean => FEN.test(text.trim().slice(0, 500)) && !/^\s*\[/.test(text);

/** Whether a text is a position: a FEN, or a command that has one. */
export const isPosition = (text: string): boolean => isFen(text) || readCommand(text) !== null;

/** Takes whatever was typed or pasted: a FEN, a game, or moves from here. */
export function take(text: string): void {
    const trimmed = text.trim();
    problem.textContent = '';
    if (trimmed === '') return;
    const command = readCommand(trimmed);
    if (command) return takeCommand(command);
    if (trimmed.length > 200_000 || (!isFen(trimmed) && /^\s*\[|\b1\s*\./.test(trimmed.slice(0, 5000))))
        return takeGame(trimmed);
    if (isFen(trimmed)) {
        const { fen, rules } = findFen(trimmed, app.state.rules);
        takeFenText(fen, rules ?? app.state.rules);
        return;
    }
    takeMoves(trimmed.split(/[\s,]+/).slice(0, MAX_MOVES));
}

function takeFenText(text: string, rules: Rules = app.state.rules): boolean {
    const isRight = takeFen(text, rules);
    if (isRight) entry.value = '';
    else app.change({ tab: 'doctor' }, { replace: true });
    return isRight;
}

/** A command of UCI, as Find my bug shows it: position startpos or a FEN, then moves; what follows on other lines is left out. */
function takeCommand({ fen, moves }: Command): void {
    if (fen === '') app.begin({ start: startOf(app.state.rules) });
    else if (!takeFenText(fen)) return;
    takeMoves(moves.slice(0, MAX_MOVES));
}

function takeMoves(words: readonly string[]): void {
    const { state } = app;
    let { position } = app;
    const moves = state.moves.slice(0, state.ply);
    for (const word of words) {
        const text = word.replace(/^\d+\.+/, '');
        if (text === '') continue;
        try {
            const move = position.parse(text);
            moves.push(uciOf(position, move, state.rules));
            position = position.play(move);
        } catch (error) {
            const isNew = moves.length > state.ply;
            if (isNew) app.change({ moves, ply: moves.length });
            explainIllegal(text);
            problem.textContent = find('status').textContent || String(error);
            return;
        }
    }
    entry.value = '';
    app.change({ moves, ply: moves.length });
    announce(statusText());
}

function takeGame(text: string): void {
    if (text.length > 200_000) return openText(text);
    const games = [];
    for (const game of readPgn(text, { variant: variantOf(app.state.rules) })) games.push(game);
    const first = games[0];
    if (!first || (first.moves.length === 0 && !first.error && first.tags.size === 0)) {
        problem.textContent = 'There is no move, FEN or game in this text.';
        return;
    }
    if (games.length > 1) return openText(text);
    entry.value = '';
    openGame(first);
    // A line that was typed goes to its end; a game, which has tags, is replayed from its beginning.
    if (first.tags.size === 0) app.change({ ply: app.state.moves.length }, { replace: true });
    if (first.error) problem.textContent = `Line ${first.error.line}: ${first.error.message}`;
}

/** Puts a game on the board. */
export function openGame(game: { start: Position; chess960: boolean; moves: readonly { move: Move }[] }): void {
    const rules: Rules =
        game.start.variant !== 'standard' ? game.start.variant : game.chess960 ? 'chess960' : 'standard';
    const moves: string[] = [];
    let position = game.start;
    for (const { move } of game.moves) {
        if (move === 0 || moves.length >= MAX_MOVES) break;
        moves.push(uciOf(position, move, rules));
        position = position.play(move);
    }
    app.begin({ rules, start: game.start, moves, ply: 0 });
}

function renderPanel(): void {
    const { state, position } = app;
    rulesField.value = state.rules;
    row960.hidden = state.rules !== 'chess960';
    numberField.value = String(state.start.chess960Number ?? '');
    fenField.textContent = textNow();
    line.replaceChildren(
        ...state.moves.map((_, index) => {
            const before = app.positions[index]!;
            const number =
                before.turn === 'white' ? `${before.moveNumber}. ` : index === 0 ? `${before.moveNumber}... ` : '';
            const isNow = index + 1 === state.ply;
            return h(
                'li',
                {},
                number && h('span', { class: 'number' }, number),
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'move',
                        'aria-current': isNow ? 'true' : undefined,
                        click: () => app.change({ ply: index + 1 }),
                    },
                    before.san(before.parse(state.moves[index]!)),
                ),
            );
        }),
    );
    line.hidden = state.moves.length === 0;
    renderArbiter();
    const chips = state.broken ? [] : Array.from(position.moves(), (move) => ({ move, san: position.san(move) }));
    chips.sort((a, b) => (a.san < b.san ? -1 : 1));
    legalTitle.textContent = `Legal moves: ${chips.length}`;
    legal.replaceChildren(
        ...chips.map(({ move, san }) => h('button', { type: 'button', class: 'chip', click: () => play(move) }, san)),
    );
}

function setUpKeys(): void {
    const step = (by: number) => {
        const ply = Math.max(0, Math.min(app.state.moves.length, app.state.ply + by));
        if (ply !== app.state.ply) app.change({ ply });
    };
    const steps: [string, string, number][] = [
        ['first', 'Home', -9999],
        ['undo', 'ArrowLeft', -1],
        ['redo', 'ArrowRight', 1],
        ['last', 'End', 9999],
    ];
    for (const [id, , by] of steps) find(id).addEventListener('click', () => step(by));
    find('flip').addEventListener('click', () => app.change({ flipped: !app.state.flipped }, { replace: true }));
    find('new').addEventListener('click', () => {
        isEditing = false;
        app.begin({ start: startOf(app.state.rules) });
    });
    find('edit').addEventListener('click', () => {
        isEditing = !isEditing;
        chosen = null;
        render();
    });
    addEventListener('keydown', (event) => {
        const target = event.target as HTMLElement;
        if (
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            target.closest('input, textarea, select, [role=grid], [role=tablist], dialog, pre')
        )
            return;
        const found = steps.find(([, key]) => key === event.key);
        if (found) step(found[2]);
        else if (event.key === 'f') find('flip').click();
        else return;
        event.preventDefault();
    });
}

export function setUpPlay(): void {
    keepShapes(draw(startOf('standard'), { dark: false, flipped: false }));
    find('board').append(board.element);
    find('panel-board').append(
        h('div', { class: 'row' }, h('label', { for: 'rules' }, 'Rules'), rulesField),
        row960,
        entryForm,
        problem,
        examples(
            ['an opening', () => take('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O')],
            [
                'an illegal castling',
                () => {
                    take('r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1');
                    take('e1g1');
                },
            ],
            ['a position with 218 moves', () => take('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1')],
        ),
        h('h2', {}, 'Position'),
        h('div', { class: 'row fen-row' }, fenField, copyButton(textNow, 'Copy FEN')),
        line,
        legalTitle,
        legal,
        arbiterBox(),
    );
    entry.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            take(entry.value);
        }
    });
    setUpKeys();
    app.listen(render);
}
