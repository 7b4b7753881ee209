/* A game beside the board: its moves with comments and variations. Each move leads to its position. */
import type { Position } from 'plyforge';
import type { Node, PgnGame } from 'plyforge/pgn';
import { app } from './app';
import { h } from './dom';
import { uciOf, type Rules } from './engine';
import { MAX_MOVES } from './state';

/** The most that is shown of a game. */
const MOST_NODES = 3000;
const MOST_LEVELS = 20;
const NAGS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export const gameBox = h('section', { class: 'game', id: 'game', hidden: true, 'aria-label': 'The game' });

/** The buttons of the moves by the moves that lead there. */
let buttons = new Map<string, HTMLButtonElement>();
let start: Position | null = null;
let room = 0;

/** A comment without the commands for clocks and evaluations. */
const plain = (comment: string): string => comment.replace(/\[%[^\]]*\]/g, '').trim();

function comments(list: readonly string[]): HTMLElement[] {
    return list.flatMap((comment) => (plain(comment) ? [h('span', { class: 'comment' }, plain(comment))] : []));
}

/** The moves of a line from a position, of which some were played before it. */
function lineOf(
    nodes: readonly Node[],
    from: Position,
    played: readonly string[],
    rules: Rules,
    level: number,
): HTMLElement[] {
    const parts: HTMLElement[] = [];
    const line = [...played];
    const whole = lineUci(nodes, from, rules);
    let position = from;
    let needsNumber = true;
    for (const node of nodes) {
        if (node.move === 0 || line.length >= MAX_MOVES || --room < 0) {
            parts.push(h('span', { class: 'hint' }, '...'));
            break;
        }
        const uci = uciOf(position, node.move, rules);
        parts.push(...comments(node.before));
        if (position.turn === 'white' || needsNumber)
            parts.push(
                h('span', { class: 'number' }, `${position.moveNumber}${position.turn === 'white' ? '.' : '...'}`),
            );
        line.push(uci);
        const [ply, moves] = [line.length, [...played, ...whole]];
        const button = h(
            'button',
            { type: 'button', class: 'move', click: () => app.change({ moves, ply }) },
            position.san(node.move) + node.nags.map((nag) => NAGS[nag] ?? ` $${nag}`).join(''),
        );
        buttons.set(line.join(), button);
        parts.push(button, ...comments(node.after));
        for (const variation of node.variations) {
            const inner =
                level < MOST_LEVELS
                    ? lineOf(variation, position, line.slice(0, -1), rules, level + 1)
                    : [h('span', { class: 'hint' }, '...')];
            parts.push(h('span', { class: 'variation' }, '(', ...inner, ')'));
        }
        needsNumber = node.after.length > 0 || node.variations.length > 0;
        position = position.play(node.move);
    }
    return parts;
}

function lineUci(nodes: readonly Node[], position: Position, rules: Rules): string[] {
    const moves: string[] = [];
    for (const { move } of nodes) {
        if (move === 0 || moves.length >= MAX_MOVES) break;
        moves.push(uciOf(position, move, rules));
        position = position.play(move);
    }
    return moves;
}

/** Shows a game that has been put on the board. */
export function showGame(game: PgnGame, title: string): void {
    const { rules } = app.state;
    buttons = new Map();
    room = MOST_NODES;
    start = app.state.start;
    gameBox.replaceChildren(
        h('h2', {}, title),
        h(
            'div',
            { class: 'moves' },
            ...comments(game.comments),
            ...lineOf(game.moves, game.start, [], rules, 0),
            h('span', { class: 'number' }, game.result ?? ''),
        ),
        game.error ? h('p', { class: 'problem' }, `Line ${game.error.line}: ${game.error.message}`) : '',
    );
    markNow();
}

/** Marks the move that is on the board; another game or position hides this one. */
export function markNow(): void {
    const { state } = app;
    gameBox.hidden = start === null || state.start !== start || state.broken !== '';
    if (gameBox.hidden) return;
    const now = state.moves.slice(0, state.ply).join();
    for (const [path, button] of buttons) {
        if (path === now) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
    }
}
