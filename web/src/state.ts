/* The state of the page, as the part of its address after "#". A link reproduces the view, and the back button steps
 * back. Nothing in a link is ever executed: it holds positions, moves and numbers, and all of them are checked. */
import type { Position } from 'plyforge';
import { fenOf, readFen, RULES, startOf, uciOf, type Rules } from './engine';
import { MAX_FEN } from './fen';

export const TABS = ['board', 'xray', 'hunt', 'doctor', 'perft', 'pgn'] as const;
export type Tab = (typeof TABS)[number];

/** A line of play: the position before it, its moves, and how many of them are played now. */
export interface State {
    rules: Rules;
    start: Position;
    moves: string[];
    ply: number;
    flipped: boolean;
    tab: Tab;
    depth: number;
    /** A FEN that cannot be read, for the doctor; "" otherwise. */
    broken: string;
    /** Divides that were pasted, as src/hunt.ts writes them. */
    hunt: string[];
    /** The contents of the X-ray: the names of its layers, the square of a piece, a step of the generator (0: none),
     * and a move. */
    layers: string[];
    of: string;
    step: number;
    tried: string;
    /** A sentence about anything in the address that the page does not support; "" otherwise, and after the next
     * change. */
    unread: string;
}

/** The layers of the X-ray, in the order of the panel; plyforge show --xray uses the same names, but lacks own, counts
 * and magic. */
export const LAYERS = [
    'attacks',
    'own',
    'danger',
    'checkers',
    'capture',
    'push',
    'pins',
    'discovered',
    'counts',
    'magic',
] as const;
/** How many steps there are from the pseudo-legal moves to the legal ones, both included. */
export const STEP_COUNT = 9;

export const MAX_DEPTH = 9;
export const MAX_MOVES = 600;
/** Longer texts do not go into the address: browsers and chat programs cut it. */
const MAX_HASH = 16000;

export function firstState(): State {
    return {
        rules: 'standard',
        start: startOf('standard'),
        moves: [],
        ply: 0,
        flipped: false,
        tab: 'board',
        depth: 4,
        broken: '',
        hunt: [],
        layers: [],
        of: '',
        step: 0,
        tried: '',
        unread: '',
    };
}

/** The positions of a line, the start first; moves from the first illegal one on are dropped. */
export function positionsOf(state: State): Position[] {
    const positions = [state.start];
    for (const move of state.moves) {
        try {
            positions.push(positions[positions.length - 1]!.play(move));
        } catch {
            break;
        }
    }
    return positions;
}

export function toHash(state: State): string {
    const parts: string[] = [];
    const add = (name: string, value: string) =>
        parts.push(
            `${name}=${encodeURIComponent(value).replaceAll('_', '%5F').replaceAll('%20', '_').replaceAll('%2F', '/').replaceAll('%2C', ',')}`,
        );
    if (state.tab !== 'board') add('tab', state.tab);
    if (state.rules !== 'standard') add('rules', state.rules);
    const fen = fenOf(state.start, state.rules);
    if (state.broken && state.broken.length <= MAX_FEN) add('broken', state.broken);
    else if (fen !== fenOf(startOf(state.rules), state.rules)) add('fen', fen);
    if (state.moves.length > 0) add('moves', state.moves.join(','));
    if (state.ply !== state.moves.length) add('ply', String(state.ply));
    if (state.flipped) add('flip', '1');
    if (state.depth !== 4) add('depth', String(state.depth));
    if (state.layers.length > 0) add('xray', state.layers.join(','));
    if (state.of) add('of', state.of);
    if (state.step > 0) add('step', String(state.step));
    if (state.tried) add('tried', state.tried);
    if (state.hunt.length > 0) {
        const text = state.hunt.join('*');
        if (text.length < MAX_HASH) add('hunt', text);
    }
    return parts.length > 0 ? '#' + parts.join('&') : '';
}

/** Reads an address. Anything that cannot be understood is left out, so that any text gives a working page, and is
 * named in unread. */
export function fromHash(hash: string): State {
    const state = firstState();
    const values = new Map<string, string>();
    for (const part of hash.slice(1, 4 * MAX_HASH).split('&')) {
        const at = part.indexOf('=');
        if (at < 1) continue;
        try {
            values.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1).replaceAll('_', ' ')));
        } catch {
            // Not an address that the page has written.
        }
    }
    const rules = values.get('rules');
    state.rules = RULES.find(([name]) => name === rules)?.[0] ?? 'standard';
    if (rules && rules !== state.rules)
        state.unread = `The link asks for rules that this page does not have: ${rules.slice(0, 20)}.`;
    if (hash === '#damaged') state.unread = 'The link is damaged: it cannot be unpacked.';
    state.start = startOf(state.rules);
    state.tab = TABS.find((tab) => tab === values.get('tab')) ?? 'board';
    const fen = values.get('fen');
    if (fen) {
        try {
            state.start = readFen(fen, state.rules, true);
        } catch {
            state.broken = fen.slice(0, MAX_FEN);
            state.tab = 'doctor';
        }
    }
    state.broken ||= (values.get('broken') ?? '').slice(0, MAX_FEN);
    let position = state.start;
    for (const text of (values.get('moves') ?? '').split(',').slice(0, MAX_MOVES)) {
        if (!text) break;
        try {
            const move = position.parse(text);
            state.moves.push(uciOf(position, move, state.rules));
            position = position.play(move);
        } catch {
            state.unread ||= `The link continues with ${text.slice(0, 20)}, which is not a legal move here.`;
            break;
        }
    }
    const number = (name: string, least: number, most: number, otherwise: number) => {
        const text = values.get(name) ?? '';
        return /^\d{1,4}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : otherwise;
    };
    state.ply = number('ply', 0, state.moves.length, state.moves.length);
    state.depth = number('depth', 1, MAX_DEPTH, 4);
    state.flipped = values.get('flip') === '1';
    state.layers = LAYERS.filter((layer) => (values.get('xray') ?? '').split(',').includes(layer));
    const word = (name: string, pattern: RegExp) => pattern.exec(values.get(name) ?? '')?.[0] ?? '';
    state.of = word('of', /^[a-h][1-8]$/);
    state.step = number('step', 0, STEP_COUNT, 0);
    state.tried = word('tried', /^[a-h][1-8][a-h][1-8][nbrq]?$/);
    state.hunt = (values.get('hunt') ?? '')
        .split('*')
        .filter((entry) => entry !== '')
        .slice(0, 40);
    return state;
}
