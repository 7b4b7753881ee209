/* The state of the page and its way into the address; the panels request changes here and are called when it has
 * changed. */
import type { Position } from 'plyforge';
import { isPacked, unpacked } from './link';
import { firstState, fromHash, positionsOf, toHash, type State } from './state';

export interface Panel {
    /** Called after every change, and when the panel's tab is opened. */
    render(): void;
}

class App {
    state: State = null as unknown as State;
    positions: Position[] = [];
    private readonly listeners: (() => void)[] = [];
    private hash = '';

    async start(): Promise<void> {
        if (isPacked(location.hash)) await this.unpack();
        this.state = fromHash(location.hash);
        this.positions = positionsOf(this.state);
        this.hash = toHash(this.state);
        addEventListener('popstate', () => this.read());
        addEventListener('hashchange', () => this.read());
    }

    /** Replaces a short link by its full form. */
    private async unpack(): Promise<void> {
        const hash = await unpacked(location.hash).catch(() => '#damaged');
        history.replaceState(null, '', hash);
    }

    private read(): void {
        if (location.hash === this.hash) return;
        if (isPacked(location.hash)) return void this.unpack().then(() => this.read());
        this.hash = location.hash;
        this.state = fromHash(location.hash);
        this.positions = positionsOf(this.state);
        this.tell();
    }

    listen(listener: () => void): void {
        this.listeners.push(listener);
    }

    tell(): void {
        for (const listener of this.listeners) listener();
    }

    /** The position on the board. */
    get position(): Position {
        return this.positions[this.state.ply]!;
    }

    /** Changes the state. The back button returns to the previous one, unless that is replaced. */
    change(part: Partial<State>, { replace = false } = {}): void {
        // A move that was tried belongs to the position on the board.
        const isElsewhere = part.start || part.moves || part.ply !== undefined;
        this.state = { ...this.state, unread: '', ...(isElsewhere && { tried: '' }), ...part };
        if (part.start || part.moves) this.positions = positionsOf(this.state);
        const hash = toHash(this.state);
        if (hash !== this.hash) {
            this.hash = hash;
            const address = hash || location.pathname + location.search;
            // A browser refuses too many entries in a short time; the view is right without one as well.
            try {
                if (replace) history.replaceState(null, '', address);
                else history.pushState(null, '', address);
            } catch {
                // Nothing to do.
            }
        }
        this.tell();
    }

    /** Begins anew at a position; moves and pastes belonged to another one. */
    begin(part: Partial<State>): void {
        this.change({ moves: [], ply: 0, broken: '', hunt: [], of: '', ...part });
    }

    reset(): void {
        this.change({ ...firstState(), tab: this.state.tab, flipped: this.state.flipped });
    }
}

export const app = new App();

const dark = matchMedia('(prefers-color-scheme: dark)');
/** The theme: the system's, unless the user chose one. */
export function isDark(): boolean {
    const chosen = document.documentElement.dataset['theme'];
    return chosen ? chosen === 'dark' : dark.matches;
}
dark.addEventListener('change', () => app.tell());
