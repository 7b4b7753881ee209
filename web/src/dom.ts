/* Small helpers for building elements. Text always goes in as text, never as markup. */

type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** Makes an element: attributes that are functions become listeners, true becomes an empty attribute, false and
 * undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name, value as EventListener);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
    }
    element.append(...children);
    return element;
}

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element ${id}`);
    return element as T;
}

/** Formats a number with thin spaces between groups of three digits. */
export function grouped(count: bigint | number): string {
    return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A picture that the library has drawn. Parsed as XML, so that it cannot be anything else. */
export function picture(svg: string, label = ''): SVGElement {
    const element = document.importNode(
        new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement,
        true,
    ) as unknown as SVGElement;
    // Browsers show the title as a tooltip over the whole board, and screen readers get the label instead.
    for (const child of [...element.querySelectorAll('title, desc')]) child.remove();
    if (label) {
        element.setAttribute('role', 'img');
        element.setAttribute('aria-label', label);
    } else {
        element.setAttribute('aria-hidden', 'true');
    }
    return element;
}

let clear: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers. */
export function announce(text: string): void {
    const live = find('announcer');
    live.textContent = '';
    clearTimeout(clear);
    clear = setTimeout(() => {
        live.textContent = text;
    }, 30);
}

/** A button that copies a text. */
export function copyButton(text: () => string | Promise<string>, label = 'Copy'): HTMLButtonElement {
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(await text());
            button.textContent = 'Copied';
        } catch {
            button.textContent = 'Select and copy by hand';
        }
        announce(button.textContent);
        setTimeout(() => {
            button.textContent = label;
        }, 1500);
    };
    const button = h('button', { type: 'button', class: 'small quiet', click: () => void copy() }, label);
    return button;
}

/** Buttons that show what a tool does. */
export function examples(...list: [label: string, show: () => void][]): HTMLElement {
    return h(
        'p',
        { class: 'examples' },
        list.length > 1 ? 'Examples: ' : 'Example: ',
        ...list.map(([label, show]) => h('button', { type: 'button', class: 'quiet small', click: show }, label)),
    );
}

/** A text to copy, with its button. */
export function snippet(text: string, title: string): HTMLElement {
    const code = h('code', {}, text);
    return h(
        'figure',
        { class: 'snippet' },
        h(
            'figcaption',
            {},
            h('span', {}, title),
            copyButton(() => code.textContent ?? '', 'Copy'),
        ),
        h('pre', { tabindex: 0, 'aria-label': title }, code),
    );
}
