/* The board: the library's picture, and over it a grid of 64 squares that can be focused, tapped and dragged. It knows
 * which squares exist and what is on them; the caller decides whether a move is legal. */
import { squareName, type Square } from 'plyforge';
import { h, picture } from './dom';

const NAMES = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const LETTERS = ' pnbrqk';

/** The name of a piece by the library's number, as in "white pawn". */
export function pieceName(code: number): string {
    return code === 0 ? '' : `${code >> 3 ? 'black' : 'white'} ${NAMES[code & 7]}`;
}

export interface View {
    svg: string;
    /** The contents of the squares, a1 first. */
    board: Uint8Array;
    flipped: boolean;
    /** Where the piece on a square can go; a square without entry cannot be picked up. */
    targets: ReadonlyMap<Square, ReadonlySet<Square>>;
    /** Setting up: every piece moves everywhere. */
    isFree: boolean;
    check: Square | null;
    /** A further note about a square, and a small number in its corner. */
    notes?: ReadonlyMap<Square, string>;
    numbers?: ReadonlyMap<Square, string>;
}

export interface Events {
    /** A piece was moved by the user, to null if it was dragged off the board. */
    onMove(from: Square, to: Square | null): void;
    /** A square was chosen while no piece was selected. */
    onSquare(square: Square): void;
    /** A letter was typed on a square. */
    onKey(square: Square, key: string): boolean;
}

export class Board {
    readonly element: HTMLElement;
    private readonly art = h('div', { class: 'art' });
    private readonly grid = h('div', { class: 'squares', role: 'grid', 'aria-label': 'Chess board' });
    private readonly cells: HTMLElement[] = [];
    private view: View | null = null;
    private selected: Square | null = null;
    private focused: Square = 4;
    /** The pointer that was pressed on the board. Others may be released over it. */
    private pressed: number | null = null;
    private drag: { from: Square; x: number; y: number; ghost: HTMLElement | null; wasSelected: boolean } | null = null;

    constructor(private readonly events: Events) {
        for (let square = 0; square < 64; square++) {
            this.cells.push(
                h('div', { role: 'gridcell', id: `square-${squareName(square)}`, tabindex: -1, 'data-square': square }),
            );
        }
        this.element = h('div', { class: 'board' }, this.art, this.grid);
        this.grid.addEventListener('keydown', (event) => this.onKeyDown(event));
        this.grid.addEventListener('focusin', (event) => this.setFocused(this.squareOf(event.target) ?? this.focused));
        this.grid.addEventListener('pointerdown', (event) => this.onDown(event));
        this.grid.addEventListener('pointermove', (event) => this.onDragged(event));
        this.grid.addEventListener('pointerup', (event) => this.onUp(event));
        this.grid.addEventListener('pointercancel', (event) => {
            if (event.pointerId === this.pressed) this.endDrag();
        });
        // A mouse button that was released elsewhere is pressed again.
        addEventListener(
            'pointerdown',
            (event) => {
                if (event.pointerId === this.pressed) this.pressed = null;
            },
            true,
        );
    }

    show(view: View): void {
        const isTurned = this.view?.flipped !== view.flipped || this.grid.childElementCount === 0;
        this.view = view;
        this.endDrag();
        this.art.replaceChildren(picture(view.svg));
        if (isTurned) this.layOut(view.flipped);
        this.select(null);
        this.cells.forEach((cell, square) => {
            cell.classList.toggle('mine', view.isFree ? view.board[square] !== 0 : view.targets.has(square));
            cell.classList.toggle('check', view.check === square);
            const number = view.numbers?.get(square);
            if (number) cell.dataset['number'] = number;
            else delete cell.dataset['number'];
        });
    }

    private layOut(flipped: boolean): void {
        const hadFocus = this.grid.contains(document.activeElement);
        const rows: HTMLElement[] = [];
        for (let row = 0; row < 8; row++) {
            const element = h('div', { role: 'row' });
            for (let column = 0; column < 8; column++)
                element.append(this.cells[flipped ? 8 * row + 7 - column : 8 * (7 - row) + column]!);
            rows.push(element);
        }
        this.grid.replaceChildren(...rows);
        if (hadFocus) this.cells[this.focused]!.focus();
        this.setFocused(this.focused);
    }

    /** Moves an open dialog to a square, and into the window. */
    place(dialog: HTMLElement, square: Square): void {
        const box = this.cells[square]!.getBoundingClientRect();
        const { width, height } = dialog.getBoundingClientRect();
        const within = (value: number, most: number) => Math.max(4, Math.min(value, most - 4));
        dialog.style.left = `${within(box.left + box.width / 2 - width / 2, innerWidth - width)}px`;
        // Beside the square, on the inner side of the board, so that the pawn stays in sight.
        const isUpper = box.top + box.height / 2 < this.grid.getBoundingClientRect().top + this.grid.offsetHeight / 2;
        dialog.style.top = `${within(isUpper ? box.bottom : box.top - height, innerHeight - height)}px`;
    }

    /** Whether a piece was picked up there, to be moved with the next choice. */
    hasChosen(square: Square): boolean {
        return this.selected === square;
    }

    /** Marks a square as the one to be moved from, and where it can go. */
    select(square: Square | null): void {
        const view = this.view!;
        this.selected = square;
        const targets = square === null ? undefined : view.targets.get(square);
        this.mark(targets ?? new Set());
    }

    /** Marks squares to go to; drops from a pocket have no square to come from. */
    mark(targets: ReadonlySet<Square>): void {
        const view = this.view!;
        this.cells.forEach((cell, square) => {
            const code = view.board[square]!;
            const isTarget = targets.has(square);
            const note = view.notes?.get(square);
            cell.classList.toggle('selected', square === this.selected);
            cell.classList.toggle('target', isTarget);
            cell.classList.toggle('capture', isTarget && code !== 0);
            cell.setAttribute('aria-selected', String(square === this.selected));
            cell.setAttribute(
                'aria-label',
                `${squareName(square)}${code ? ', ' + pieceName(code) : ''}${note ? ', ' + note : ''}${isTarget ? ', can go here' : ''}${square === this.selected ? ', selected' : ''}`,
            );
        });
    }

    private squareOf(target: EventTarget | null): Square | null {
        const cell = target instanceof Element ? target.closest<HTMLElement>('[data-square]') : null;
        return cell ? Number(cell.dataset['square']) : null;
    }

    private setFocused(square: Square): void {
        this.cells[this.focused]!.tabIndex = -1;
        this.focused = square;
        this.cells[square]!.tabIndex = 0;
    }

    private onKeyDown(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const square = this.squareOf(event.target);
        if (square === null) return;
        const turn = this.view?.flipped ? -1 : 1;
        const steps: Record<string, [number, number]> = {
            ArrowUp: [0, turn],
            ArrowDown: [0, -turn],
            ArrowLeft: [-turn, 0],
            ArrowRight: [turn, 0],
            Home: [-8 * turn, 0],
            End: [8 * turn, 0],
        };
        const step = steps[event.key];
        if (step) {
            const within = (value: number) => Math.max(0, Math.min(7, value));
            this.cells[within((square & 7) + step[0]) + 8 * within((square >> 3) + step[1])]!.focus();
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.choose(square);
        } else if (event.key === 'Escape' && this.selected !== null) {
            this.select(null);
        } else if (!this.events.onKey(square, event.key)) {
            return;
        }
        event.preventDefault();
    }

    /** A tap, a click or a key on a square. */
    private choose(square: Square): void {
        const view = this.view!;
        const from = this.selected;
        const canMove = view.isFree ? view.board[square] !== 0 : view.targets.has(square);
        if (from === square) return this.select(null);
        if (from !== null && (view.isFree || view.targets.get(from)?.has(square) || !canMove)) {
            this.select(null);
            this.events.onMove(from, square);
        } else if (canMove) {
            this.select(square);
            this.events.onSquare(square);
        } else {
            this.events.onSquare(square);
        }
    }

    // ---- Dragging ----

    private onDown(event: PointerEvent): void {
        const square = this.squareOf(event.target);
        if (square === null || event.button !== 0 || !this.view) return;
        this.endDrag();
        this.pressed = event.pointerId;
        this.setFocused(square);
        if (this.view.board[square] === 0 || (!this.view.isFree && !this.view.targets.has(square))) return;
        this.drag = {
            from: square,
            x: event.clientX,
            y: event.clientY,
            ghost: null,
            wasSelected: this.selected === square,
        };
        if (event.pointerType !== 'touch' || this.cells[square]!.classList.contains('mine'))
            this.grid.setPointerCapture(event.pointerId);
    }

    private onDragged(event: PointerEvent): void {
        const drag = this.drag;
        if (!drag || event.pointerId !== this.pressed) return;
        if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
        if (!drag.ghost) {
            drag.ghost = this.lift(drag.from);
            this.select(drag.from);
        }
        const size = this.cells[0]!.offsetWidth;
        drag.ghost.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`;
        const over = this.squareAt(event.clientX, event.clientY);
        this.cells.forEach((cell, square) => cell.classList.toggle('over', square === over && square !== drag.from));
    }

    private onUp(event: PointerEvent): void {
        if (event.pointerId !== this.pressed) return;
        const drag = this.drag;
        const square = this.squareAt(event.clientX, event.clientY);
        this.endDrag();
        if (!drag?.ghost) {
            if (square !== null) this.choose(square);
            return;
        }
        this.select(null);
        if (square === drag.from) return;
        this.events.onMove(drag.from, square);
    }

    private squareAt(x: number, y: number): Square | null {
        return this.squareOf(
            document.elementsFromPoint(x, y).find((element) => element.hasAttribute('data-square')) ?? null,
        );
    }

    /** The piece on a square as a separate element, taken from the picture. */
    private lift(square: Square): HTMLElement {
        const column = 100 * (this.view!.flipped ? 7 - (square & 7) : square & 7);
        const row = 100 * (this.view!.flipped ? square >> 3 : 7 - (square >> 3));
        const size = this.cells[0]!.offsetWidth;
        const ghost = h('div', { class: 'ghost', style: `width:${size}px;height:${size}px` });
        const use = this.art.querySelector(`use[x="${column}"][y="${row}"]`);
        if (use) {
            use.classList.add('lifted');
            ghost.append(alone(use));
        }
        document.body.append(ghost);
        return ghost;
    }

    private endDrag(): void {
        this.drag?.ghost?.remove();
        this.drag = this.pressed = null;
        for (const use of this.art.querySelectorAll('.lifted')) use.classList.remove('lifted');
        for (const cell of this.cells) cell.classList.remove('over');
    }
}

const SVG = 'http://www.w3.org/2000/svg';

/** One piece of a picture on a separate square. */
function alone(use: Element): SVGElement {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 100 100');
    svg.setAttribute('aria-hidden', 'true');
    const group = use.parentElement!.cloneNode(false) as Element;
    const copy = use.cloneNode(false) as Element;
    copy.classList.remove('lifted');
    copy.setAttribute('x', '0');
    copy.setAttribute('y', '0');
    group.append(copy);
    svg.append(group);
    return svg;
}

let shapes: SVGElement | null = null;

/** Stores the shapes of all pieces in the page, from a picture that contains them all. */
export function keepShapes(svg: string): void {
    shapes = picture(svg);
    shapes.classList.add('shapes');
    document.body.append(shapes);
}

/** A piece as a small picture, by the library's number. */
export function pieceArt(code: number): SVGElement {
    const uses = shapes!.querySelectorAll(`.${code >> 3 ? 'black' : 'white'} use`);
    for (const use of uses) {
        const target =
            use.getAttribute('xlink:href') ?? use.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';
        if (target.endsWith('-' + LETTERS[code & 7])) return alone(use);
    }
    throw new Error('no such piece');
}
