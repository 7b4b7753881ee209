/* The page: loads the module, makes the panels, and switches between them. */
import { app, isDark } from './app';
import { copyButton, find, h } from './dom';
import { packed } from './link';
import { setUpDoctor } from './doctor';
import { loadModule } from './engine';
import { setUpHunt } from './hunt';
import { setUpJobs } from './jobs';
import { setUpPerft } from './perft';
import { openText, setUpPgn } from './pgn';
import { setUpPlay, take } from './play';
import { TABS, type Tab } from './state';
import { setUpXray } from './xray';

function setUpTabs(): void {
    const choose = (tab: Tab, hasFocus: boolean) => {
        app.change({ tab });
        if (hasFocus) find(`tab-${tab}`).focus();
    };
    for (const tab of TABS) {
        find(`tab-${tab}`).addEventListener('click', () => choose(tab, false));
        find(`tab-${tab}`).addEventListener('keydown', (event) => {
            const at = TABS.indexOf(tab);
            const to = { ArrowRight: at + 1, ArrowLeft: at + TABS.length - 1, Home: 0, End: TABS.length - 1 }[
                event.key
            ];
            if (to === undefined) return;
            event.preventDefault();
            choose(TABS[to % TABS.length]!, true);
        });
    }
    app.listen(() => {
        for (const tab of TABS) {
            const isChosen = app.state.tab === tab;
            find(`tab-${tab}`).setAttribute('aria-selected', String(isChosen));
            find(`tab-${tab}`).tabIndex = isChosen ? 0 : -1;
            find(`panel-${tab}`).hidden = !isChosen;
            // On a narrow screen the row of tabs scrolls.
            if (isChosen)
                find(`tab-${tab}`).parentElement!.scrollLeft =
                    find(`tab-${tab}`).offsetLeft - find('tab-board').offsetLeft - 40;
        }
    });
}

/** The address after "#" determines what the page shows, so this link must not change it. */
function setUpSkipLink(): void {
    find('skip').addEventListener('click', (event) => {
        event.preventDefault();
        find('panels').focus();
    });
}

function setUpTheme(): void {
    const button = find('theme');
    const store = (theme: string) => {
        document.documentElement.dataset['theme'] = theme;
        try {
            localStorage.setItem('theme', theme);
        } catch {
            // Storage may be forbidden; the choice then lasts as long as the page.
        }
    };
    try {
        const kept = localStorage.getItem('theme');
        if (kept === 'light' || kept === 'dark') document.documentElement.dataset['theme'] = kept;
    } catch {
        // As above.
    }
    const paint = () => button.setAttribute('aria-pressed', String(isDark()));
    button.addEventListener('click', () => {
        store(isDark() ? 'light' : 'dark');
        app.tell();
    });
    app.listen(paint);
}

function setUpLinks(): void {
    const button = copyButton(async () => location.href.split('#')[0] + (await packed(location.hash)), 'Copy link');
    button.id = 'copy-link';
    find('theme').before(button);
    // On a narrow screen the row of tabs scrolls; its ends fade where there is more.
    const tabs = find('tabs');
    const fade = () => {
        const end = tabs.scrollWidth - tabs.clientWidth;
        tabs.classList.toggle('more-before', tabs.scrollLeft > 4);
        tabs.classList.toggle('more-after', tabs.scrollLeft < end - 4);
    };
    tabs.addEventListener('scroll', fade, { passive: true });
    new ResizeObserver(fade).observe(tabs);
}

/** Text that is pasted or dropped outside a field is a FEN, a game or moves for the board. */
function setUpLoosePastes(): void {
    const isField = (target: EventTarget | null) =>
        target instanceof Element && target.closest('input, textarea') !== null;
    addEventListener('paste', (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (!event.defaultPrevented && text && !isField(event.target)) take(text);
    });
    addEventListener('drop', (event) => {
        const text = event.dataTransfer?.getData('text') ?? '';
        if (event.defaultPrevented || !text || isField(event.target)) return;
        event.preventDefault();
        take(text);
    });
    addEventListener('dragover', (event) => {
        if (!isField(event.target)) event.preventDefault();
    });
}

/** A browser needs minutes to put a very long text into a field, so it goes where such texts are read. */
function setUpLargePastes(): void {
    addEventListener('paste', (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (event.defaultPrevented || text.length < 300_000) return;
        event.preventDefault();
        openText(text);
    });
}

async function main(): Promise<void> {
    try {
        setUpJobs(await loadModule());
    } catch (error) {
        find('status').textContent = `The page cannot start: ${error instanceof Error ? error.message : String(error)}`;
        return;
    }
    await app.start();
    setUpSkipLink();
    setUpTabs();
    setUpTheme();
    setUpLinks();
    setUpPlay();
    setUpXray();
    setUpHunt();
    setUpDoctor();
    setUpPerft();
    setUpPgn();
    setUpLargePastes();
    setUpLoosePastes();
    app.tell();
    document.body.append(h('span', { hidden: true, id: 'ready' }));
    performance.mark('ready');
    if ('serviceWorker' in navigator && import.meta.env.PROD)
        navigator.serviceWorker.register('sw.js').catch(() => undefined);
}

void main();
