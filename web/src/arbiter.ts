/* Whether a side can still win, which decides games lost on time, with the moves to a mate or the reason why there is
 * none. */
import { findHelpmate, type Helpmate } from 'plyforge/arbiter';
import type { Colour, Position } from 'plyforge';
import { app } from './app';
import { announce, grouped, h } from './dom';
import { uciOf } from './engine';
import { MAX_MOVES } from './state';

const answer = h('div', { id: 'arbiter-answer' });
/** What the answer is about. */
let asked: Position | null = null;

const WHY: Record<Helpmate['reason'], string> = {
    mate: '',
    material: 'No series of legal moves ends in mate with this material.',
    wall: 'No piece can ever reach the squares that a mate would need.',
    exhausted: 'Every position that can still arise was examined, and none is a mate.',
    unsettled: 'The search ended without an answer: this position is very hard.',
};

/** The first moves of a line, as a game is written. */
function sanOf(position: Position, moves: readonly number[]): string {
    const words: string[] = [];
    for (const move of moves) {
        if (position.turn === 'white') words.push(`${position.moveNumber}.`);
        else if (words.length === 0) words.push(`${position.moveNumber}...`);
        words.push(position.san(move));
        position = position.play(move);
    }
    return words.join(' ');
}

/** Adds the line to the moves of the board, where the arrows step through it. */
function take(position: Position, line: readonly number[]): void {
    const { state } = app;
    const moves = state.moves.slice(0, state.ply);
    for (const move of line) {
        moves.push(uciOf(position, move, state.rules));
        position = position.play(move);
    }
    app.change({ moves, ply: state.ply });
    announce('The line is on the board. Use redo to play it.');
}

function ask(side: Colour): void {
    const { position, state } = app;
    if (state.broken) return;
    asked = position;
    const name = side === 'white' ? 'White' : 'Black';
    const { canWin, reason, moves, nodes } = findHelpmate(position, side);
    const verdict =
        canWin === null
            ? `It is unknown whether ${name} can still win.`
            : canWin
              ? moves.length > 0
                  ? `${name} can still win: here is how.`
                  : `${name} has won.`
              : `${name} can no longer win.`;
    const shown = moves.slice(0, 60);
    const fits = state.ply + moves.length <= MAX_MOVES;
    answer.replaceChildren(
        h('p', { class: canWin ? 'good' : '' }, h('strong', {}, verdict), ` ${WHY[reason]}`),
        moves.length > 0
            ? h('p', { class: 'set' }, sanOf(position, shown), moves.length > shown.length ? ' ...' : '')
            : '',
        h(
            'p',
            { class: 'hint' },
            canWin && moves.length > 0
                ? `Both sides help each other; ${grouped(moves.length)} half-moves. ${position.variant === 'standard' ? 'If the opponent runs out of time, the game is lost for the opponent.' : ''}`
                : canWin === false
                  ? 'If the opponent runs out of time, the game is a draw (FIDE Laws 6.9).'
                  : `${grouped(nodes)} positions were examined.`,
        ),
        canWin && moves.length > 0 && fits
            ? h(
                  'button',
                  { type: 'button', class: 'quiet small', id: 'arbiter-take', click: () => take(position, moves) },
                  'Put it on the board',
              )
            : '',
    );
    announce(`${verdict} ${WHY[reason]}`);
}

export function renderArbiter(): void {
    if (asked === app.position && !app.state.broken) return;
    asked = null;
    answer.replaceChildren();
}

/** The part of the panel. */
export function arbiterBox(): HTMLElement {
    const button = (side: Colour, name: string) =>
        h('button', { type: 'button', class: 'quiet small', id: `can-${side}-win`, click: () => ask(side) }, name);
    return h(
        'section',
        { 'aria-label': 'Who can still win' },
        h('h2', {}, 'Who can still win?'),
        h('div', { class: 'row' }, button('white', 'Can White win?'), button('black', 'Can Black win?')),
        answer,
    );
}
